// The Python face of the native core: argument checks and nothing else. Loops live in the headers.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(_native, module) {
    module.doc() = "Native loops of Astragal.";
}
