// A complete strategy as it is stored: by the solver, in a file, or by somebody else.
//
// Deals. A deal of a street is the cards dealt below the root up to that street: none on the street
// of the root; then a card; then an ordered pair of cards (turn, river). Exchangeable suits need
// only one of several deals: a real deal is `deal`, a number on its street, seen through a
// permutation of the suits, which turns into a permutation of each player's hands:
//     probability of action a with hand h at (node, real deal)
//         = row a of (node, stored deal) [hand_permutations[player][permutation * hands + h]]
// Permutation 0 is the identity.
//
// Values. Rows are probabilities in proportion: a reader divides by the sum over the actions, in
// double precision. Where all are 0 the player's hand can't be there; any mixture will do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "postflop/tree.hpp"

namespace astragal::postflop {

inline constexpr std::size_t deck = 52;

struct StoredDeal {
    std::int32_t deal = -1;  // -1: a card is dead, or dealt twice
    std::int32_t permutation = 0;
};

struct StoredDeals {
    // Below the root: the first level has 52 deals, by card; the second 52 * 52, by first * 52 +
    // second card. The root's own level has one deal, number 0, and no table.
    std::array<std::span<const StoredDeal>, streets - 1> level;
    std::array<std::span<const std::uint16_t>, players> hand_permutations;
};

// One player's strategy.
template <class Value>  // float, or unsigned 16 bits
struct StoredStrategy {
    std::span<const Value> values;
    std::span<const std::int64_t> node_offset;  // by node of the betting tree; -1 if not a decision
                                                // of the player
    std::array<std::size_t, streets> street_start;  // where the deals of a street begin
    std::array<std::size_t, streets> street_size;   // the values of one deal of a street
    std::size_t hands = 0;
    std::size_t stride = 0;  // from a row to the next one; at least `hands`

    // The row of the first action; those of the others follow, `stride` values apart.
    const Value* rows(const BettingTree& tree, Node node, std::size_t deal) const {
        const auto n = static_cast<std::size_t>(node);
        const std::size_t street = tree.street[n];
        return values.data() + street_start[street] + deal * street_size[street] +
               static_cast<std::size_t>(node_offset[n]);
    }
};

}  // namespace astragal::postflop
