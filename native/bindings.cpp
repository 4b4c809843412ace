// The Python face of the native core: argument checks and nothing else. Loops live in the headers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "cards.hpp"

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using nogil = nb::call_guard<nb::gil_scoped_release>;

namespace {

void require(bool condition, const char* message) {
    if (!condition) throw nb::value_error(message);
}

void bind_cards(nb::module_& module) {
    using namespace astragal::cards;

    module.def(
        "hands_to_sets",
        [](const Matrix<const Card>& hands, unsigned deck, bool check, const Vector<CardSet>& out) {
            require(out.shape(0) == hands.shape(0), "hands and out must have the same number of rows");
            require(deck <= max_deck, "deck must be at most 63");
            const auto convert = check ? hands_to_sets<true> : hands_to_sets<false>;
            return convert(hands.data(), hands.shape(0), hands.shape(1), deck, out.data());
        },
        "hands"_a.noconvert(), "deck"_a, "check"_a, "out"_a.noconvert(), nogil(),
        "Write each row's set; return the first bad row, or the number of rows.");

    module.def(
        "sets_to_hands",
        [](const Vector<const CardSet>& sets, unsigned deck, bool check, const Matrix<Card>& out) {
            require(out.shape(0) == sets.shape(0), "sets and out must have the same number of rows");
            require(deck <= max_deck, "deck must be at most 63");
            const auto convert = check ? sets_to_hands<true> : sets_to_hands<false>;
            return convert(sets.data(), sets.shape(0), out.shape(1), deck, out.data());
        },
        "sets"_a.noconvert(), "deck"_a, "check"_a, "out"_a.noconvert(), nogil(),
        "Write each set's ids, ascending; return the first bad row, or the number of rows.");

    module.def(
        "subsets",
        [](CardSet cards, CardSet first, const Vector<CardSet>& out) {
            require((first & ~cards) == 0, "first must be a subset of cards");
            return Subsets(cards, first).write(out.data(), out.shape(0));
        },
        "cards"_a, "first"_a, "out"_a.noconvert(), nogil(),
        "Write first and the subsets of its size that follow it; return how many there were.");
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "Native loops of Astragal.";
    bind_cards(module);
}
