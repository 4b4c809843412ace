// Values of positions, rolls and moves from a table; and expectimax, which needs no table.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "checked.hpp"
#include "ur_ranking.hpp"

namespace astragal::ur {

// A stored value as a chance. Integers are fixed point: all ones is 1.
template <class Stored>
double chance_of(Stored stored) {
    if constexpr (std::is_floating_point_v<Stored>)
        return stored;
    else
        return stored * (1.0 / std::numeric_limits<Stored>::max());
}

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

// Whether a table has a word: inside and over have values.
enum class Finding : std::uint8_t { inside, over, invalid, beyond };

template <class Stored>
class Lookup {
public:
    Lookup(const Ranking& ranking, const Stored* values, const CheckedBlocks& blocks,
           unsigned pieces)
        : ranking_(ranking), values_(values), blocks_(blocks), pieces_(pieces) {}

    const Ranking& ranking() const { return ranking_; }
    unsigned pieces() const { return pieces_; }

    Finding look(State state, const Ranking::View& view) const {
        if (!ranking_.valid(state, view)) return Finding::invalid;
        if (view.mine == 0 || view.theirs == 0) return Finding::over;
        return std::max(view.mine, view.theirs) > pieces_ ? Finding::beyond : Finding::inside;
    }

    // The chance of the side to move, in a position that is inside or over.
    double value(State state) const {
        const Ranking::View view = ranking_.view(state);
        if (view.mine == 0 || view.theirs == 0) return view.mine == 0 ? 1 : 0;
        return chance_of(*place_of(view));
    }

    // Writes the value of each position; returns the index of the first without one, or `count`.
    std::size_t values(const State* states, std::size_t count, double* out) const {
        // All places of a batch first, then the values: meanwhile they are fetched from memory.
        constexpr std::size_t batch = 128;
        std::array<const Stored*, batch> place;
        static constexpr Stored zero = 0;
        static constexpr Stored one =
            std::is_floating_point_v<Stored> ? Stored{1} : std::numeric_limits<Stored>::max();
        for (std::size_t start = 0; start < count; start += batch) {
            const std::size_t size = std::min(batch, count - start);
            for (std::size_t i = 0; i < size; ++i) {
                const State state = states[start + i];
                const Ranking::View view = ranking_.view(state);
                const Finding finding = look(state, view);
                if (finding == Finding::inside)
                    place[i] = place_of(view);
                else if (finding == Finding::over)
                    place[i] = view.mine == 0 ? &one : &zero;
                else
                    return start + i;
                prefetch(place[i]);
            }
            for (std::size_t i = 0; i < size; ++i) out[start + i] = chance_of(*place[i]);
        }
        return count;
    }

    // The value of a position after a move, to the side that made it.
    double value_to(unsigned mover, State next) const {
        const double value = this->value(next);
        return turn_of(next) == mover ? value : 1 - value;
    }

    // The best of all moves, counted as `each_move` does, and its value. Without a move, the pass.
    std::pair<unsigned, double> best(State state, unsigned roll) const {
        const unsigned mover = turn_of(state);
        unsigned at = 0;
        unsigned best_at = 0;
        double best_value = -1;
        const unsigned count = each_move(ranking_.rules(), state, roll, [&](const Move& move) {
            const double value = value_to(mover, move.next);
            if (value > best_value) {
                best_value = value;
                best_at = at;
            }
            ++at;
        });
        if (count > 0) return {best_at, best_value};
        const Ranking::View view = ranking_.view(state);
        const bool over = view.mine == 0 || view.theirs == 0;
        return {0, over ? value(state) : value_to(mover, pass(state))};
    }

private:
    // Throws if the value is in a damaged block.
    const Stored* place_of(const Ranking::View& view) const {
        const std::size_t rank = ranking_.rank(view);
        blocks_.check(rank * sizeof(Stored));
        return values_ + rank;
    }

    const Ranking& ranking_;
    const Stored* values_;
    const CheckedBlocks& blocks_;
    unsigned pieces_;
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
