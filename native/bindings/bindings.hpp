// What the Python face of every room shares. Each room's is the .cpp of its name in this folder:
// argument checks and nothing else. Loops live in the headers of `native/`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "../require.hpp"

namespace astragal::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using nogil = nb::call_guard<nb::gil_scoped_release>;

void bind_asia(nb::module_& module);
void bind_cards(nb::module_& module);
void bind_equity(nb::module_& module);
void bind_keys(nb::module_& module);
void bind_poker(nb::module_& module);
void bind_store(nb::module_& module);
void bind_ur(nb::module_& module);

}  // namespace astragal::bindings
