#include "common/bindings.hpp"

// Built for free-threaded Python, the module leaves the GIL off. What threads share:
// - tables built on first use are constant after, see common/shared_table.hpp;
// - Python objects that modules register are stored when the modules are imported, see
//   common/registered.hpp;
// - objects of rules, ways, rankings, tables and look-up tables never change after __init__;
// - UrLayerPair and solvers of postflop spots change, and their methods run without the GIL anyway:
//   one thread at a time uses them, which `astragal.ur.solve` and `astragal.postflop` see to;
// - arrays belong to the caller: two calls may read one array, but not write it;
// - in Python, `functools.cache` and `cached_property` may compute a value twice, and both are
//   equal.
// A process may be forked while threads work, so nothing here holds a lock that the child inherits.
NB_MODULE(_native, module) {
    using namespace astragal::bindings;

    module.doc() = "Native loops of Astragal.";
    bind_store(module);
    bind_cards(module);
    bind_keys(module);
    bind_poker(module);
    bind_equity(module);
    bind_equity_ranges(module);
    bind_postflop_certificate(module);
    bind_postflop_solver(module);
    bind_setting(module);
    bind_setting_all_hands(module);
    bind_ur(module);
    bind_ur_tables(module);
    bind_ur_card(module);
#ifdef ASTRAGAL_TESTING
    bind_testing(module);
    bind_lab_setting(module);
#endif
}
