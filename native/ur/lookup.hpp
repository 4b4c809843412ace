// Values of positions, rolls and moves from a table; and expectimax, which needs no table.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "store/checked.hpp"
#include "ur/ranking.hpp"

namespace astragal::ur {

// A value is stored as a double, or as an integer of fixed point: all ones is 1.
template <class Stored>
void quantise(const double* values, std::size_t count, Stored* stored) {
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (std::is_floating_point_v<Stored>)
            stored[i] = values[i];
        else
            stored[i] =
                static_cast<Stored>(std::llrint(values[i] * std::numeric_limits<Stored>::max()));
    }
}

inline void prefetch(const void* address) {
#ifdef __GNUC__
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

struct BestMove {
    std::uint8_t number = 0;  // counted as `each_move` does
    double value = -1;        // to the mover; without a move, the value of the pass
    std::optional<Move> move;
};

// The first of the best moves. `value_of` is the value of a state to the side that moves there.
template <class ValueOf>
BestMove best_move(const Rules& rules, State state, unsigned roll, const ValueOf& value_of) {
    const auto value_to_mover = [&](State next) {
        const double value = value_of(next);
        return turn_of(next) == turn_of(state) ? value : 1 - value;
    };
    BestMove best;
    std::uint8_t number = 0;
    each_move(rules, state, roll, [&](const Move& move) {
        const double value = value_to_mover(move.next);
        if (value > best.value) best = {number, value, move};
        ++number;
    });
    if (number == 0)
        best.value = value_to_mover(position_of(rules, state).over() ? state : pass(state));
    return best;
}

// Whether a table has a word: inside and over have values.
enum class Finding : std::uint8_t { inside, over, invalid, beyond };

// Values in the order of a ranking, each of 2, 4 or 8 bytes.
class Tablebase {
public:
    Tablebase(const Ranking& ranking, const CheckedBlocks& blocks, unsigned width, unsigned pieces)
        : ranking_(ranking),
          blocks_(blocks),
          bytes_(blocks.bytes()),
          log_width_(lowest_bit(width)),
          pieces_(pieces) {
        constexpr double won = 1;
        if (width == sizeof won)
            std::memcpy(ends_[1].data(), &won, sizeof won);
        else
            ends_[1].fill(0xff);
    }

    const Ranking& ranking() const { return ranking_; }
    unsigned pieces() const { return pieces_; }

    Finding look(State state) const { return look(state, ranking_.view(state)); }

    // The chance of the side to move, in a position that is inside or over.
    double value(State state) const {
        const Ranking::View view = ranking_.view(state);
        if (view.over()) return view.mine == 0 ? 1 : 0;
        return chance_at(place_of(view));
    }

    // Writes the value of each position; returns the index of the first without one, or `count`.
    std::size_t values(const State* states, std::size_t count, double* out) const {
        // All places of a batch first, then the values: meanwhile they are fetched from memory.
        constexpr std::size_t batch = 128;
        std::array<const std::uint8_t*, batch> place;
        for (std::size_t start = 0; start < count; start += batch) {
            const std::size_t size = std::min(batch, count - start);
            for (std::size_t i = 0; i < size; ++i) {
                const State state = states[start + i];
                const Ranking::View view = ranking_.view(state);
                const Finding finding = look(state, view);
                if (finding > Finding::over) return start + i;
                place[i] =
                    finding == Finding::inside ? place_of(view) : ends_[view.mine == 0].data();
                prefetch(place[i]);
            }
            for (std::size_t i = 0; i < size; ++i) out[start + i] = chance_at(place[i]);
        }
        return count;
    }

private:
    Finding look(State state, const Ranking::View& view) const {
        if (!ranking_.valid(state, view)) return Finding::invalid;
        if (view.over()) return Finding::over;
        return std::max(view.mine, view.theirs) > pieces_ ? Finding::beyond : Finding::inside;
    }

    // Throws if the value is in a damaged block.
    const std::uint8_t* place_of(const Ranking::View& view) const {
        const std::size_t at = ranking_.rank(view) << log_width_;
        blocks_.check(at);
        return bytes_ + at;
    }

    double chance_at(const std::uint8_t* place) const {
        if (log_width_ == 3) return *reinterpret_cast<const double*>(place);
        if (log_width_ == 2)
            return *reinterpret_cast<const std::uint32_t*>(place) * (1.0 / UINT32_MAX);
        return *reinterpret_cast<const std::uint16_t*>(place) * (1.0 / UINT16_MAX);
    }

    const Ranking& ranking_;
    const CheckedBlocks& blocks_;
    const std::uint8_t* bytes_;
    unsigned log_width_;
    unsigned pieces_;
    // A lost and a won game.
    alignas(double) std::array<std::array<std::uint8_t, sizeof(double)>, 2> ends_{};
};

// Estimates by how far the pieces of both sides have come: 0.5 plus half the lead, as a share of
// the greatest possible lead. It is exact only when the game is over.
inline double estimate(const Rules& rules, const Position& position, unsigned pieces) {
    const auto progress = [&](const Side& side) {
        unsigned sum = (pieces - side.left) * (rules.length + 1);
        for (Track own = side.own & ~Track{1}; own != 0; own = without_lowest(own))
            sum += lowest_bit(own);
        return static_cast<double>(sum);
    };
    const double lead = progress(position.me) - progress(position.other);
    return 0.5 + lead / (2.0 * pieces * (rules.length + 1));
}

// The value of a position after `depth` turns of all rolls and moves, and then the estimate.
inline double expectimax(const Rules& rules, const Position& position, unsigned pieces,
                         unsigned depth) {
    if (position.over()) return position.me.left == 0 ? 1 : 0;
    if (depth == 0) return estimate(rules, position, pieces);
    double sum = 0;
    for (unsigned roll = 0; roll <= max_roll; ++roll) {
        if (!rules.possible(roll)) continue;
        double best = -1;
        for (Track targets = roll == 0 ? 0 : targets_of(rules, position.me, roll); targets != 0;
             targets = without_lowest(targets)) {
            const unsigned bit = lowest_bit(targets);
            const Position next = play(rules, position, bit, roll);
            const bool again = grants_roll(rules, position.me, Track{1} << bit);
            const double value = expectimax(rules, next, pieces, depth - 1);
            best = std::max(best, again ? value : 1 - value);
        }
        if (best < 0) best = 1 - expectimax(rules, position.passed(), pieces, depth - 1);
        sum += rules.chance[roll] * best;
    }
    return sum;
}

}  // namespace astragal::ur
