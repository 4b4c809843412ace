#include "bindings.hpp"

NB_MODULE(_native, module) {
    using namespace astragal::bindings;

    module.doc() = "Native loops of Astragal.";
    bind_store(module);
    bind_cards(module);
    bind_asia(module);
    bind_keys(module);
    bind_poker(module);
    bind_equity(module);
    bind_ur(module);
}
