// Arguments and results of the functions for equity.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <vector>

#include "common/bindings.hpp"
#include "equity/exact.hpp"
#include "equity/showdown.hpp"
#include "poker/shared_tables.hpp"

namespace astragal::bindings {

using namespace equity;

using Sets = Vector<const CardSet>;

template <class T>
using Rows = std::vector<std::vector<T>>;

// Shares, categories (empty if nobody asked), and how much they count.
using CountResult = std::tuple<Rows<Count>, Rows<Count>, Count>;

// How hands are made: of any cards, of two of one's own, or so with a low half of the pot.
enum ShowdownMode : unsigned { any_of_own, two_of_own, two_of_own_high_low };

template <class T, std::size_t columns, std::size_t most>
Rows<T> rows_of(const std::array<std::array<T, columns>, most>& table, std::size_t rows,
                std::size_t size) {
    Rows<T> result;
    if constexpr (most > 0)
        for (std::size_t i = 0; i < rows; ++i)
            result.emplace_back(table[i].begin(), table[i].begin() + size);
    return result;
}

// The columns that are used: with a low half, all.
constexpr std::size_t share_columns(std::size_t columns, std::size_t players) {
    return columns == max_players ? players : columns;
}

template <class Counts>
CountResult result_of(const Counts& counts, std::size_t players, bool categories) {
    return {rows_of(counts.shares, players, share_columns(counts.shares[0].size(), players)),
            rows_of(counts.categories, categories ? players : 0, poker::category_count),
            counts.showdowns};
}

inline void require_players(std::size_t players) {
    require(players >= 2 && players <= max_players, "there must be two to nine players");
}

// How many cards a hand may have: hold'em's two, or four to six of Omaha.
inline bool is_hand_size(unsigned mode, unsigned cards) {
    return mode != any_of_own ? cards >= 2 && cards <= 6 : cards == AnyOfOwn::own_cards;
}

inline void require_known(CardSet deck, CardSet board, CardSet dead) {
    require(!((board | dead) & ~deck) && !(board & dead) && bit_count(board) <= board_size,
            "the board must have at most five cards of the deck that are not dead");
}

// Calls `visit` with the types for a game, a number of players, and what is to be counted.
template <class Visit>
auto with_types(unsigned mode, std::size_t players, bool categories, Visit&& visit) {
    require(mode <= two_of_own_high_low, "showdown_mode must be 0, 1 or 2");
    if (mode == two_of_own_high_low)
        return visit.template operator()<TwoOfOwn<true>, HighLowTally>();
    if (mode == two_of_own) return visit.template operator()<TwoOfOwn<false>, Tally<0>>();
    if (players == 2 && !categories) return visit.template operator()<AnyOfOwn, Tally<2>>();
    if (players == 3 && !categories) return visit.template operator()<AnyOfOwn, Tally<3>>();
    return visit.template operator()<AnyOfOwn, Tally<0>>();
}

}  // namespace astragal::bindings
