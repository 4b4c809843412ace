// Ends of lines: the values of hands against an opponent's reach, for eight lines on one board at
// once.
//
// Values are chips above half of the pot at the root: that is a constant, so regrets don't change,
// and without rake a tie is worth 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "postflop/lanes.hpp"
#include "postflop/tree.hpp"

namespace astragal::postflop {

// A line that ends. A hand is worth `tie` x the compatible reach of the opponent, and `half` x
// (the reach that it beats - the reach that beats it).
template <class Real>
struct End {
    std::uint32_t reach, value;  // rows
    Real half, tie;
};

template <class Real>
End<Real> fold_end(const Money& money, std::int64_t put_in, bool own_fold) {
    const double kept = own_fold ? 0 : money.pot_less_rake(put_in);
    return {0, 0, 0, static_cast<Real>(kept - static_cast<double>(put_in) - money.pot / 2)};
}
template <class Real>
End<Real> showdown_end(const Money& money, std::int64_t put_in) {
    const double half = money.pot_less_rake(put_in) / 2;
    return {0, 0, static_cast<Real>(half),
            static_cast<Real>(half - static_cast<double>(put_in) - money.pot / 2)};
}

// Up to eight ends: rows of the opponent's reach and of own values. Lanes that are not in use
// repeat the first reach, and write to a row that nobody reads.
template <class Real>
struct EightEnds {
    RowPointers<Real> reach;
    std::array<Real*, lane_count> value;
    std::array<Real, lane_count> half, tie;
};

// A live hand: its place in the range, its place in the opponent's range (the number of hands there
// if it has none), its strength among all hands of the board, and its cards.
struct LiveHand {
    std::uint16_t hand, same, rank;
    std::uint8_t first, second;
};

// How often the opponent comes with hands that have a card, by card. The sum over all hands is a
// variable of its own, so that it stays in a register.
template <class L, class Real, std::size_t deck>
struct ByCard {
    alignas(32) Real sums[deck * lane_count];

    ASTRAGAL_INLINE ByCard() {
        for (std::size_t i = 0; i < deck * lane_count; i += lane_count) L::all(0).store(sums + i);
    }
    // Adds the reach of a hand, and returns it.
    ASTRAGAL_INLINE L add(const LiveHand& hand, const Real* reach) {
        const L lanes = L::load(reach + hand.hand * lane_count);
        Real* const first = sums + hand.first * lane_count;
        Real* const second = sums + hand.second * lane_count;
        (L::load(first) + lanes).store(first);
        (L::load(second) + lanes).store(second);
        return lanes;
    }
    // Without the hands that have a card of this hand.
    ASTRAGAL_INLINE L without(const L& total, const LiveHand& hand) const {
        return total - L::load(sums + hand.first * lane_count) -
               L::load(sums + hand.second * lane_count);
    }
    // If all hands were added, the hand itself was taken away twice. Behind the last hand, `reach`
    // has zeros.
    ASTRAGAL_INLINE L compatible(const L& total, const LiveHand& hand, const Real* reach) const {
        return without(total, hand) + L::load(reach + hand.same * lane_count);
    }
};

// The hands of both players on a board, the weakest first.
using LiveHands = std::array<std::vector<LiveHand>, players>;

template <unsigned bytes, std::size_t deck, class Real>
ASTRAGAL_INLINE void fold_eight(const std::vector<LiveHand>& own,
                                const std::vector<LiveHand>& others, const Real* reach,
                                const Real* tie, Real* out) {
    using L = Lanes<Real, bytes>;
    ByCard<L, Real, deck> by_card;
    L total = L::all(0);
    for (const LiveHand& hand : others) total = total + by_card.add(hand, reach);
    const L chips = L::load(tie);
    for (const LiveHand& hand : own)
        (chips * by_card.compatible(total, hand, reach)).store(out + hand.hand * lane_count);
}

// Two passes over the hands in order of strength: the reach that a hand beats, and the reach that
// beats it. After the second pass the sums cover all hands.
template <unsigned bytes, std::size_t deck, class Real>
ASTRAGAL_INLINE void show_down_eight(const std::vector<LiveHand>& own,
                                     const std::vector<LiveHand>& others, const Real* reach,
                                     const Real* half, const Real* tie, bool ties, Real* out) {
    using L = Lanes<Real, bytes>;
    const LiveHand* const begin = others.data();
    const LiveHand* const end = begin + others.size();
    {
        ByCard<L, Real, deck> below;
        L total = L::all(0);
        const LiveHand* next = begin;
        for (const LiveHand& hand : own) {
            for (; next != end && next->rank < hand.rank; ++next)
                total = total + below.add(*next, reach);
            below.without(total, hand).store(out + hand.hand * lane_count);
        }
    }
    ByCard<L, Real, deck> above;
    L total = L::all(0);
    const LiveHand* next = end;
    const L chips = L::load(half);
    for (auto hand = own.rbegin(); hand != own.rend(); ++hand) {
        for (; next != begin && next[-1].rank > hand->rank; --next)
            total = total + above.add(next[-1], reach);
        Real* const value = out + hand->hand * lane_count;
        (chips * (L::load(value) - above.without(total, *hand))).store(value);
    }
    if (!ties) return;
    while (next != begin) total = total + above.add(*--next, reach);
    const L tied = L::load(tie);
    for (const LiveHand& hand : own) {
        Real* const value = out + hand.hand * lane_count;
        (L::load(value) + tied * above.compatible(total, hand, reach)).store(value);
    }
}

}  // namespace astragal::postflop
