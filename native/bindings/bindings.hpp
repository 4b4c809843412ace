// What the Python face of every room shares. Each room's is the .cpp of its name in this folder:
// argument checks and nothing else. Loops live in the headers of `native/`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "../require.hpp"

namespace astragal::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using nogil = nb::call_guard<nb::gil_scoped_release>;

// Another thread may write to an array while a function reads it. What is checked and then used is
// read once: a single value by `read_once`, an array by `copy`.
template <class T>
T read_once(const T& value) {
    return *static_cast<const volatile T*>(&value);
}
template <class T>
std::vector<T> copy(const Vector<const T>& array) {
    return std::vector<T>(array.data(), array.data() + array.shape(0));
}

template <class First, class... Others>
void require_same_length(const First& first, const Others&... others) {
    require(((first.shape(0) == others.shape(0)) && ...), "all arrays must have the same length");
}

void bind_asia(nb::module_& module);
void bind_cards(nb::module_& module);
void bind_equity(nb::module_& module);
void bind_keys(nb::module_& module);
void bind_poker(nb::module_& module);
void bind_store(nb::module_& module);
void bind_ur(nb::module_& module);

}  // namespace astragal::bindings
