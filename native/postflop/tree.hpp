// The betting tree: every line of actions, without cards. Python builds it (postflop/tree.py) and
// describes the order of its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace astragal::postflop {

using Player = unsigned;  // 0 out of position, 1 in position
using Node = std::int32_t;

inline constexpr unsigned players = 2;
inline constexpr unsigned streets = 3;  // flop, turn, river
inline constexpr unsigned river = streets - 1;
inline constexpr std::uint8_t nobody = 255;

constexpr Player opponent_of(Player player) { return 1 - player; }

// A showdown before the river is a run-out: the other cards are dealt without decisions.
enum class Kind : std::uint8_t { oop_decides, ip_decides, card, fold, showdown };

struct BettingTree {
    std::span<const std::uint8_t> street;  // 0 flop, 1 turn, 2 river
    std::span<const std::uint8_t> kind;
    std::span<const Node> parent;       // -1 at the root, node 0
    std::span<const Node> first_child;  // children lie side by side
    std::span<const Node> children;     // how many there are
    std::span<const std::int64_t>
        put_in;  // two numbers a node: chips of each player since the root
    std::span<const std::uint8_t> folded;  // the player who has folded, or `nobody`

    std::size_t size() const { return kind.size(); }
    Kind kind_of(Node node) const { return static_cast<Kind>(kind[index(node)]); }
    bool decides(Player player, Node node) const { return kind[index(node)] == player; }
    bool is_decision(Node node) const { return kind[index(node)] < players; }
    std::int64_t put_in_by(Player player, Node node) const {
        return put_in[players * index(node) + player];
    }

private:
    static std::size_t index(Node node) { return static_cast<std::size_t>(node); }
};

}  // namespace astragal::postflop
