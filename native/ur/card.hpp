// A strategy card: facts of a move that a person can check on the board, and terms made of them.
//
// Python declares the terms. Here a term is a few masks, and a move meets it or doesn't. The lines
// of a card are terms in order: the first that some move meets keeps these moves only, and so on.
// Points are terms with numbers: the highest total wins. Of equal moves the foremost piece moves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ur/moves.hpp"

namespace astragal::ur {

// Bits of the facts of a move, in the order of `FACTS` in ur/card/words.py. A piece is exposed if
// the opponent can capture it with one roll.
enum class Fact : unsigned {
    captures,
    captures_foremost,  // the opponent's piece that has come furthest
    rolls_again,
    exposed,        // where it lands
    exposed_twice,  // by two different rolls or more
    was_exposed,
    was_most_exposed,   // by the most throws, at least one, of all pieces that can move
    others_exposed,     // another piece, after the move
    least_exposed,      // the fewest throws capture anything after it, of all moves
    safe_for_good,      // where it lands no piece of the opponent can ever capture it
    was_safe_for_good,  // a piece in hand is safe
    threatens,          // it can capture with the next roll
    threatened,         // it could capture from where it stood, with some roll
    most_threats,       // the most throws capture anything after it, at least one, of all moves
    foremost,           // of all pieces that can move
    rearmost,
    ahead,  // the mover's pieces have come further, in all
    count
};
inline constexpr unsigned fact_count = static_cast<unsigned>(Fact::count);

constexpr std::uint32_t fact_bit(Fact fact, bool holds) {
    return std::uint32_t{holds} << static_cast<unsigned>(fact);
}

// A move and its facts. Bit 0 of a track is the hand.
struct JudgedMove {
    std::uint8_t source = 0;
    std::uint8_t target = 0;
    std::uint32_t facts = 0;
};

using JudgedMoves = std::array<JudgedMove, max_pieces>;

struct Term {
    Track source;               // from one of these squares
    Track target;               // to one of these
    std::uint32_t care;         // facts that matter
    std::uint32_t facts;        // and what they must be
    Track own_any, own_none;    // the mover's pieces before the move: one of these, none of those
    Track seen_any, seen_none;  // the opponent's, on the mover's path
    int points;

    bool fits(const Side& me) const {
        return (own_any == 0 || (me.own & own_any) != 0) && (me.own & own_none) == 0 &&
               (seen_any == 0 || (me.seen & seen_any) != 0) && (me.seen & seen_none) == 0;
    }
    bool meets(const JudgedMove& move) const {
        return (source >> move.source & 1) != 0 && (target >> move.target & 1) != 0 &&
               (move.facts & care) == facts;
    }
};

class StrategyCard {
public:
    StrategyCard(const Rules& rules, std::vector<Term> terms, bool adds)
        : rules_(rules), terms_(std::move(terms)), adds_(adds) {
        // Whole numbers, so that sums don't depend on their order.
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            ways_[roll] = static_cast<int>(std::lround(rules.chance[roll] * (1 << 20)));
        }
    }

    const Rules& rules() const { return rules_; }
    std::size_t terms() const { return terms_.size(); }

    // Writes the legal moves in the order of `each_move`, with their facts; returns how many.
    unsigned judge(const Position& position, unsigned roll, JudgedMoves& moves) const {
        unsigned count = 0;
        for (Track targets = targets_of(rules_, position.me, roll);
             targets != 0 && count < max_pieces; targets = without_lowest(targets)) {
            const unsigned target = lowest_bit(targets);
            moves[count].target = static_cast<std::uint8_t>(target);
            moves[count++].source = static_cast<std::uint8_t>(target - roll);
        }
        if (count < 2) return count;
        find_facts(position, roll, moves, count);
        return count;
    }

    // Returns the number of the move that the card chooses; 0 if there is none.
    unsigned choose(const Position& position, unsigned roll) const {
        JudgedMoves moves;
        const unsigned count = judge(position, roll, moves);
        if (count < 2) return 0;
        return adds_ ? highest(position.me, moves, count) : first(position.me, moves, count);
    }

    // The moves that meet a term, as bits.
    unsigned meeting(std::size_t term, const Side& me, const JudgedMoves& moves,
                     unsigned count) const {
        unsigned met = 0;
        if (!terms_[term].fits(me)) return 0;
        for (unsigned i = 0; i < count; ++i) met |= unsigned{terms_[term].meets(moves[i])} << i;
        return met;
    }

private:
    unsigned first(const Side& me, const JudgedMoves& moves, unsigned count) const {
        unsigned left = (1u << count) - 1;
        for (std::size_t i = 0; i < terms_.size() && without_lowest(left) != 0; ++i) {
            const unsigned met = left & meeting(i, me, moves, count);
            if (met != 0) left = met;
        }
        unsigned last = count - 1;
        while (!(left >> last & 1)) --last;
        return last;
    }

    unsigned highest(const Side& me, const JudgedMoves& moves, unsigned count) const {
        std::array<int, max_pieces> totals{};
        for (const Term& term : terms_) {
            if (!term.fits(me)) continue;
            for (unsigned i = 0; i < count; ++i)
                totals[i] += term.meets(moves[i]) ? term.points : 0;
        }
        unsigned best = 0;
        for (unsigned i = 1; i < count; ++i) {
            if (totals[i] >= totals[best]) best = i;
        }
        return best;
    }

    void find_facts(const Position& position, unsigned roll, JudgedMoves& moves,
                    unsigned count) const {
        const Side& me = position.me;
        const Side& other = position.other;
        const Track open = ~rules_.safe;
        std::array<Track, max_roll + 1> hits{};  // of the opponent, before the move
        for (unsigned next = 1; next <= max_roll; ++next) {
            if (ways_[next] != 0) hits[next] = other.own << next & other.seen & open;
        }
        const bool ahead = progress(me) > progress(other);
        std::array<int, max_pieces> exposed_before{}, exposed_after{}, threats_after{};
        int most_before = 1, least_after = INT32_MAX, most_threats = 0;
        for (unsigned i = 0; i < count; ++i) {
            JudgedMove& move = moves[i];
            const Track source = Track{1} << move.source, target = Track{1} << move.target;
            const bool captured = captures(me, target);
            const Position next = play(rules_, position, move.target, roll);
            const bool again = grants_roll(rules_, me, target);
            const Side& mine = again ? next.me : next.other;
            const Side& theirs = again ? next.other : next.me;
            const Track here = move.target <= rules_.length ? rules_.cross[move.target] : 0;
            const Track there = rules_.cross[move.source];
            unsigned rolls_here = 0;
            Track elsewhere = 0;
            bool threatens = false, threatened = false;
            for (unsigned later = 1; later <= max_roll; ++later) {
                if (ways_[later] == 0) continue;
                const Track hit = theirs.own << later & theirs.seen & open;
                if (hit != 0) exposed_after[i] += ways_[later];
                rolls_here += (hit & here) != 0;
                elsewhere |= hit & ~here;
                if ((hits[later] & there) != 0) exposed_before[i] += ways_[later];
                const Track aims = mine.seen & open;
                if ((mine.own << later & aims) != 0) threats_after[i] += ways_[later];
                threatens = threatens || (target << later & aims) != 0;
                threatened = threatened || (source << later & me.seen & open) != 0;
            }
            most_before = std::max(most_before, exposed_before[i]);
            least_after = std::min(least_after, exposed_after[i]);
            most_threats = std::max(most_threats, threats_after[i]);
            move.facts =
                fact_bit(Fact::captures, captured) |
                fact_bit(Fact::captures_foremost,
                         captured && (other.own & ~Track{1}) < 2 * rules_.cross[move.target]) |
                fact_bit(Fact::rolls_again, again) | fact_bit(Fact::exposed, rolls_here > 0) |
                fact_bit(Fact::exposed_twice, rolls_here > 1) |
                fact_bit(Fact::was_exposed, exposed_before[i] > 0) |
                fact_bit(Fact::others_exposed, elsewhere != 0) |
                fact_bit(Fact::safe_for_good, safe_for_good(theirs, target, here)) |
                fact_bit(Fact::was_safe_for_good, safe_for_good(other, source, there)) |
                fact_bit(Fact::threatens, threatens) | fact_bit(Fact::threatened, threatened) |
                fact_bit(Fact::foremost, i == count - 1) | fact_bit(Fact::rearmost, i == 0) |
                fact_bit(Fact::ahead, ahead);
        }
        for (unsigned i = 0; i < count; ++i) {
            moves[i].facts |=
                fact_bit(Fact::was_most_exposed, exposed_before[i] == most_before) |
                fact_bit(Fact::least_exposed, exposed_after[i] == least_after) |
                fact_bit(Fact::most_threats, most_threats > 0 && threats_after[i] == most_threats);
        }
    }

    // Whether no piece of the opponent, on the board behind it or in hand, can capture it there.
    bool safe_for_good(const Side& opponent, Track place, Track crossed) const {
        return crossed == 0 || (place & rules_.safe) != 0 || (opponent.own & (crossed - 1)) == 0;
    }

    // How many squares the pieces on the board lack to be all home, less those in hand.
    int progress(const Side& side) const {
        int lacking = side.left * static_cast<int>(rules_.length + 1);
        for (Track own = side.own & ~Track{1}; own != 0; own = without_lowest(own)) {
            lacking -= static_cast<int>(lowest_bit(own));
        }
        return -lacking;
    }

    const Rules& rules_;
    std::vector<Term> terms_;
    bool adds_;
    std::array<int, max_roll + 1> ways_{};
};

}  // namespace astragal::ur
