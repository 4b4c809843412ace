#include "../cards.hpp"

#include "bindings.hpp"

namespace astragal::bindings {

void bind_cards(nb::module_& module) {
    using namespace cards;

    module.def(
        "hands_to_sets",
        [](const Matrix<const Card>& hands, unsigned deck, bool check, const Vector<CardSet>& out) {
            require(out.shape(0) == hands.shape(0),
                    "hands and out must have the same number of rows");
            require(deck <= max_deck, "deck must be at most 63");
            const auto convert = check ? hands_to_sets<true> : hands_to_sets<false>;
            return convert(hands.data(), hands.shape(0), hands.shape(1), deck, out.data());
        },
        "hands"_a.noconvert(), "deck"_a, "check"_a, "out"_a.noconvert(), nogil(),
        "Write each row's set; return the first bad row, or the number of rows.");

    module.def(
        "sets_to_hands",
        [](const Vector<const CardSet>& sets, unsigned deck, bool check, const Matrix<Card>& out) {
            require(out.shape(0) == sets.shape(0),
                    "sets and out must have the same number of rows");
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

}  // namespace astragal::bindings
