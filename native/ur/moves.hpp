// The Royal Game of Ur: rules as tables, moves, and perft.
//
// Words are those of `words::ur_state`. Loops work on a `Position` instead: the pieces of each side
// along its own path. There a roll is a shift, and all moves with a roll are one mask.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/require.hpp"
#include "words.hpp"

namespace astragal::ur {

namespace word = words::ur_state;

using State = word::Word;
using Square = std::uint8_t;

inline constexpr Square square_count = 24;
inline constexpr Square hand = 24;  // where a new piece comes from
inline constexpr Square off = 25;   // where a piece goes that completes the path
inline constexpr unsigned max_roll = 4;
inline constexpr unsigned max_pieces = 7;

// Bit i + 1 stands for square i of a path, bit 0 for the hand, the bit after the last for off.
using Track = std::uint32_t;

// Side 0 is A, side 1 is B; a square holds the side plus 1.
constexpr unsigned turn_of(State state) { return word::turn(state); }
constexpr unsigned roll_of(State state) { return word::roll(state); }
constexpr unsigned hand_of(State state, unsigned side) {
    return side ? word::b_hand(state) : word::a_hand(state);
}
constexpr State with_hand(State state, unsigned side, unsigned pieces) {
    return side ? word::with_b_hand(state, pieces) : word::with_a_hand(state, pieces);
}
constexpr unsigned done_of(State state, unsigned side) {
    return side ? word::b_done(state) : word::a_done(state);
}
constexpr State with_done(State state, unsigned side, unsigned pieces) {
    return side ? word::with_b_done(state, pieces) : word::with_a_done(state, pieces);
}
constexpr unsigned piece_at(State state, Square square) { return word::square(state, square); }

// The rules, as the loops need them. B's path is the mirror of A's, so the tracks are the same for
// both sides.
struct Rules {
    std::array<std::vector<Square>, 2> path;
    std::array<double, max_roll + 1> chance{};
    std::uint32_t rosette_squares;
    bool safe_rosettes;
    bool rosette_rolls;
    bool capture_rolls;

    unsigned length;                // squares on a path
    Track end;                      // the bit of off
    Track rosettes;                 // bits of a track
    Track safe;                     // where no capture is allowed
    Track rolls_again;              // landing there gives another roll
    Track shared = 0;               // squares that are on both paths
    std::array<Track, 32> cross{};  // the same square's bit on the other's track; 0: not on it

    Rules(std::vector<Square> a_path, std::vector<Square> b_path,
          const std::vector<double>& chances, std::uint32_t rosette_set, bool are_safe,
          bool rosettes_roll, bool captures_roll)
        : path{std::move(a_path), std::move(b_path)},
          rosette_squares(rosette_set),
          safe_rosettes(are_safe),
          rosette_rolls(rosettes_roll),
          capture_rolls(captures_roll),
          length(checked_length(path)),
          end(Track{2} << length),
          rosettes(0) {
        for (std::size_t roll = 0; roll < chances.size() && roll <= max_roll; ++roll) {
            chance[roll] = chances[roll];
        }
        for (unsigned i = 0; i < length; ++i) {
            if (rosette_set >> path[0][i] & 1) rosettes |= Track{2} << i;
            for (unsigned j = 0; j < length; ++j) {
                if (path[0][i] == path[1][j]) {
                    cross[i + 1] = Track{2} << j;
                    shared |= Track{2} << i;
                }
            }
        }
        safe = safe_rosettes ? rosettes : 0;
        rolls_again = rosette_rolls ? rosettes : 0;
    }

    // Bits of a track and squares of a word are indexed without further checks.
    static unsigned checked_length(const std::array<std::vector<Square>, 2>& paths) {
        require(paths[0].size() == paths[1].size() && paths[0].size() <= square_count,
                "both paths must have the same number of squares, at most 24");
        for (const std::vector<Square>& path : paths)
            for (const Square square : path)
                require(square < square_count && std::count(path.begin(), path.end(), square) == 1,
                        "a path must have squares 0 to 23, each at most once");
        return static_cast<unsigned>(paths[0].size());
    }

    bool possible(unsigned roll) const { return roll <= max_roll && chance[roll] > 0; }
};

// One side's part of a position.
struct Side {
    Track own;   // its pieces, and bit 0 while there are any in hand
    Track seen;  // the opponent's pieces, where its path meets them
    std::uint8_t in_hand;
    std::uint8_t left;  // pieces that have not completed the path
};

// A position as the side to move sees it.
struct Position {
    Side me;
    Side other;

    bool over() const { return me.left == 0 || other.left == 0; }
    Position passed() const { return {other, me}; }
};

inline Side side_of(const Rules& rules, State state, unsigned number) {
    Side side{0, 0, static_cast<std::uint8_t>(hand_of(state, number)), 0};
    unsigned on_board = 0;
    for (unsigned i = 0; i < rules.length; ++i) {
        const unsigned piece = piece_at(state, rules.path[number][i]);
        if (piece == number + 1) {
            side.own |= Track{2} << i;
            ++on_board;
        } else if (piece != 0) {
            side.seen |= Track{2} << i;
        }
    }
    side.own |= side.in_hand > 0;
    side.left = static_cast<std::uint8_t>(on_board + side.in_hand);
    return side;
}

inline Position position_of(const Rules& rules, State state) {
    const unsigned mover = turn_of(state);
    return {side_of(rules, state, mover), side_of(rules, state, 1 - mover)};
}

// The bits that a piece may move to; 0 means that the turn passes.
inline Track targets_of(const Rules& rules, const Side& me, unsigned roll) {
    // Bits beyond off are pieces that would overshoot.
    return me.own << roll & ~(me.own | (me.seen & rules.safe)) & ((rules.end << 1) - 1);
}

inline bool captures(const Side& me, Track target) { return (me.seen & target) != 0; }

inline bool grants_roll(const Rules& rules, const Side& me, Track target) {
    return (target & rules.rolls_again) != 0 || (rules.capture_rolls && captures(me, target));
}

// Moves the piece that gets to `target` with `roll`, and hands over. The move is not checked.
inline Position play(const Rules& rules, const Position& position, unsigned target_bit,
                     unsigned roll) {
    Side me = position.me;
    Side other = position.other;
    const Track target = Track{1} << target_bit;
    const unsigned source_bit = target_bit - roll;
    const bool again = grants_roll(rules, me, target);
    if (source_bit == 0) {
        me.own -= --me.in_hand == 0;
    } else {
        me.own ^= Track{1} << source_bit;
        other.seen &= ~rules.cross[source_bit];
    }
    if (target == rules.end) {
        --me.left;
    } else {
        const Track crossed = rules.cross[target_bit];
        me.own |= target;
        other.seen |= crossed;
        if (captures(me, target)) {
            me.seen ^= target;
            other.own ^= crossed;
            ++other.in_hand;
            other.own |= 1;
        }
    }
    return again ? Position{me, other} : Position{other, me};
}

// The leaves of a tree of all rolls and moves. `boards` adds up the tracks of all leaves, which
// can't be computed without making each leaf; a second program finds the same sum.
struct Perft {
    std::uint64_t nodes = 0;
    std::uint64_t boards = 0;
};

inline void perft(const Rules& rules, const Position& position, unsigned depth, Perft& count) {
    if (depth == 0 || position.over()) {
        ++count.nodes;
        count.boards += std::uint64_t{position.me.own} + position.other.own;
        return;
    }
    for (unsigned roll = 0; roll <= max_roll; ++roll) {
        if (!rules.possible(roll)) continue;
        Track targets = roll == 0 ? 0 : targets_of(rules, position.me, roll);
        if (targets == 0) perft(rules, position.passed(), depth - 1, count);
        for (; targets != 0; targets = without_lowest(targets)) {
            perft(rules, play(rules, position, lowest_bit(targets), roll), depth - 1, count);
        }
    }
}

// One move as squares, and the word it leads to.
struct Move {
    Square source;
    Square target;
    State next;
};

// The word after a pass.
constexpr State pass(State state) {
    return word::with_extra(word::with_roll(word::with_turn(state, 1 - turn_of(state)), 0), 0);
}

// Moves a piece of the side to move from a square (or the hand) to another (or off). The move is
// not checked.
inline State play(const Rules& rules, State state, Square source, Square target) {
    const unsigned mover = turn_of(state);
    const unsigned other = 1 - mover;
    State next = source == hand ? with_hand(pass(state), mover, hand_of(state, mover) - 1)
                                : word::with_square(pass(state), source, 0);
    if (target == off) return with_done(next, mover, done_of(state, mover) + 1);
    const bool captured = piece_at(state, target) == other + 1;
    if (captured) next = with_hand(next, other, hand_of(state, other) + 1);
    next = word::with_square(next, target, mover + 1);
    const bool rosette = rules.rosette_rolls && (rules.rosette_squares >> target & 1);
    const bool again = rosette || (rules.capture_rolls && captured);
    return again ? word::with_extra(word::with_turn(next, mover), 1) : next;
}

// Calls `visit` with each move, new pieces first; returns the number of moves.
template <class Visit>
unsigned each_move(const Rules& rules, State state, unsigned roll, Visit visit) {
    const Position position = position_of(rules, state);
    if (roll == 0 || roll > max_roll || position.over()) return 0;
    const std::vector<Square>& path = rules.path[turn_of(state)];
    unsigned count = 0;
    for (Track targets = targets_of(rules, position.me, roll); targets != 0;
         targets = without_lowest(targets), ++count) {
        const unsigned bit = lowest_bit(targets);
        const Square source = bit == roll ? hand : path[bit - roll - 1];
        const Square target = bit == rules.length + 1 ? off : path[bit - 1];
        visit(Move{source, target, play(rules, state, source, target)});
    }
    return count;
}

}  // namespace astragal::ur
