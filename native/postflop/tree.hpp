// The betting tree: every line of actions, without cards. Python builds it (postflop/tree.py) and
// describes the order of its nodes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/require.hpp"

namespace astragal::postflop {

using Player = unsigned;  // 0 out of position, 1 in position
using Node = std::uint32_t;

inline constexpr unsigned players = 2;
inline constexpr unsigned most_levels = 3;  // streets: flop, turn, river
inline constexpr std::size_t most_actions = 64;

constexpr Player opponent_of(Player player) { return 1 - player; }

// A showdown before the river is a run-out: the other cards are dealt without decisions.
enum class Kind : std::uint8_t { oop, ip, card, fold, showdown };

constexpr Kind decision_of(Player player) { return static_cast<Kind>(player); }

struct BettingTree {
    std::vector<Kind> kind;
    std::vector<std::uint8_t> level;                   // streets below the root's
    std::vector<std::uint32_t> first_child, children;  // children lie side by side
    std::vector<std::int64_t> put_in;  // chips of each player since the root; the smaller number
    std::vector<std::uint8_t> folded;  // the player who has folded

    std::size_t size() const { return kind.size(); }
    bool is_decision(Node node) const { return kind[node] <= Kind::ip; }

    // Refuses arrays that are no tree of `levels` streets.
    void check(unsigned levels) const {
        require(size() > 0 && size() < (std::size_t{1} << 31), "the betting tree has no nodes");
        std::vector<unsigned> depth(size(), 0);
        require(kind[0] <= Kind::ip && level[0] == 0, "the root must be a decision");
        for (Node node = 0; node < size(); ++node) {
            const bool end = kind[node] >= Kind::fold;
            require(kind[node] <= Kind::showdown && level[node] < levels && depth[node] < 1000 &&
                        put_in[node] >= 0 && put_in[node] < (std::int64_t{1} << 50) &&
                        (end ? children[node] == 0
                             : children[node] >= 1 && children[node] <= most_actions) &&
                        (kind[node] != Kind::card || children[node] == 1) &&
                        (kind[node] != Kind::fold || folded[node] < players),
                    "a node of the betting tree is wrong");
            require(end || (first_child[node] > node && first_child[node] <= size() &&
                            children[node] <= size() - first_child[node]),
                    "the children of a node must follow it");
            for (std::uint32_t a = 0; a < children[node]; ++a) {
                const Node child = first_child[node] + a;
                require(level[child] == level[node] + (kind[node] == Kind::card ? 1 : 0) &&
                            depth[child] == 0,
                        "a street begins after a card");
                depth[child] = depth[node] + 1;
            }
        }
    }
};

// The pot, and the rake.
struct Money {
    double pot = 0, rake_rate = 0, rake_cap = 0;

    bool has_rake() const { return rake_rate > 0 && rake_cap > 0; }
    double pot_less_rake(std::int64_t put_in) const {
        const double all = pot + 2 * static_cast<double>(put_in);
        return all - std::min(rake_rate * all, rake_cap);
    }
};

}  // namespace astragal::postflop
