// Where the numbers of a player's strategy stand: one block for each stored deal of a street, in it
// the decisions of that street in the order of the betting tree, in it a row for each action.
//
// A row has a number for each hand; hands that the board makes impossible keep their place. The
// numbers are averages, so a reader divides by the sum over the actions; where all are 0, every
// action is played equally often. Regrets stand in the same places of an array of their own.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "postflop/lanes.hpp"
#include "postflop/tree.hpp"

namespace astragal::postflop {

struct Places {
    Places(const BettingTree& tree, Player player, std::size_t hand_count,
           const std::array<std::size_t, most_levels>& deals)
        : hands(hand_count), stride(padded(hand_count)), offset(tree.size(), 0) {
        for (Node node = 0; node < tree.size(); ++node) {
            if (tree.kind[node] != decision_of(player)) continue;
            std::size_t& used = deal_size[tree.level[node]];
            offset[node] = used;
            used += tree.children[node] * stride;
            pairs += tree.children[node] * hands * deals[tree.level[node]];
            decisions += deals[tree.level[node]];
        }
        for (unsigned level = 0; level < most_levels; ++level) {
            level_start[level] = size;
            size += deal_size[level] * deals[level];
        }
    }

    // The block of a deal; a decision stands at its offset.
    std::size_t block(unsigned level, std::size_t deal) const {
        return level_start[level] + deal * deal_size[level];
    }

    std::size_t hands;
    std::size_t stride;               // from a row to the next one
    std::vector<std::size_t> offset;  // of each decision of the player
    std::array<std::size_t, most_levels> level_start{}, deal_size{};
    std::size_t size = 0;
    std::size_t pairs = 0, decisions = 0;  // of hands and actions; over all stored deals
};

}  // namespace astragal::postflop
