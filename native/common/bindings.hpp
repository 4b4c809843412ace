// Helpers for the bindings of all modules. A module's `bind.cpp` checks arguments, converts between
// Python and C++, and names the functions. Loops are in the module's headers.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "common/require.hpp"

namespace astragal::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using nogil = nb::call_guard<nb::gil_scoped_release>;

// Another thread may write to an array while a function reads it. So a value that is checked and
// then used is read only once: a single value by `read_once`, an array by `copy`.
template <class T>
T read_once(const T& value) {
    return *static_cast<const volatile T*>(&value);
}
template <class T>
std::vector<T> copy(const Vector<const T>& array) {
    return std::vector<T>(array.data(), array.data() + array.shape(0));
}

// Returns values as a NumPy array; in rows, unless `columns` is 0.
template <class T>
struct Array {
    std::vector<T> values;
    std::size_t columns = 0;
};

template <class First, class... Others>
void require_same_length(const First& first, const Others&... others) {
    require(((first.shape(0) == others.shape(0)) && ...), "all arrays must have the same length");
}

void bind_cards(nb::module_& module);
void bind_equity(nb::module_& module);
void bind_equity_ranges(nb::module_& module);
void bind_keys(nb::module_& module);
void bind_lab_setting(nb::module_& module);
void bind_poker(nb::module_& module);
void bind_postflop_certificate(nb::module_& module);
void bind_postflop_solver(nb::module_& module);
void bind_setting(nb::module_& module);
void bind_setting_all_hands(nb::module_& module);
void bind_store(nb::module_& module);
void bind_testing(nb::module_& module);
void bind_ur(nb::module_& module);
void bind_ur_card(nb::module_& module);
void bind_ur_tables(nb::module_& module);

}  // namespace astragal::bindings

template <class T>
struct nanobind::detail::type_caster<astragal::bindings::Array<T>> {
    using Out = nanobind::ndarray<nanobind::numpy, T, nanobind::c_contig>;
    static constexpr auto Name = make_caster<Out>::Name;

    static handle from_cpp(astragal::bindings::Array<T>&& source, rv_policy policy,
                           cleanup_list* cleanup) {
        auto* kept = new std::vector<T>(std::move(source.values));
        const capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
        const std::size_t columns = std::max<std::size_t>(source.columns, 1);
        const std::size_t shape[] = {kept->size() / columns, columns};
        const Out array(kept->data(), source.columns == 0 ? 1 : 2, shape, owner);
        return make_caster<Out>::from_cpp(array, policy, cleanup);
    }
};
