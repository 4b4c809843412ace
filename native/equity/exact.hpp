// Equity by counting every deal.
//
// One match-up of known hands: who wins without a flush depends on the board's ranks alone. So all
// boards are first counted as if there were no flushes, by the multiset of their ranks, each with
// the number of boards that have it: 6,175 showdowns at most. Then, suit by suit, the boards on
// which somebody has a flush are corrected: the cards of that suit one by one, the others again by
// their ranks. The result of the ranks is subtracted, and the true result added. No board of five
// gives flushes in two suits, so no board is corrected twice.
//
// Ranges: the match-ups are all choices of one hand from each range that share no card. A
// permutation of the suits that changes neither the board, nor the dead cards, nor any range, turns
// a match-up into one with the same counts. Of such match-ups only the first is counted, and stands
// for all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "equity/showdown.hpp"

namespace astragal::equity {

// ---- One match-up -------------------------------------------------------------------------------

template <class Hands, class TallyType>
class DealCounter {
public:
    using Counts = typename TallyType::Counts;

    DealCounter(const Tables& tables, unsigned players, bool with_categories = false)
        : lookup_(tables.lookup()),
          deck_(tables.rules().deck()),
          hands_(lookup_),
          tally_(tables, players, with_categories) {
        for (unsigned rank = 0; rank < rank_count; ++rank) keys_[rank] = hands_.key(rank);
    }

    void set_board(CardSet board, CardSet dead) {
        board_ = board;
        dead_ = dead;
        board_suits_ = by_suit(board);
        for (unsigned suit = 0; suit < suit_count; ++suit)
            board_suited_[suit] = bit_count(ranks(board_suits_, suit));
        to_come_ = board_size - bit_count(board);
        known_ = Hands::empty_board();
        each_bit(board, [&](unsigned card) { known_ = Hands::with(known_, keys_[rank_of(card)]); });
    }
    void seat(unsigned player, CardSet hand) { hands_.seat(player, hand); }

    // All boards with the hands that are seated, which are the cards `used`.
    [[gnu::noinline]] const Counts& count(CardSet used) {
        tally_.clear();
        const CardSet live = deck_ & ~(used | board_ | dead_);
        const RankNumbers live_ranks = rank_numbers(live);
        add_ranks<false>(live_ranks, 0, to_come_, 1, known_);

        const SuitRanks live_suits = by_suit(live);
        for (unsigned suit = 0; suit < suit_count; ++suit)
            correct_flushes(suit, ranks(live_suits, suit), live_ranks);
        tally_.settle();
        return tally_.counts();
    }

private:
    using Board = typename Hands::Board;
    using RankNumbers = std::array<std::uint8_t, rank_count>;

    // How many cards of each rank a set has: the bits of all nibbles are added up at once.
    static RankNumbers rank_numbers(CardSet set) {
        set -= set >> 1 & 0x5555555555555555;
        set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
        RankNumbers numbers;
        for (unsigned rank = 0; rank < rank_count; ++rank)
            numbers[rank] = static_cast<std::uint8_t>(set >> (suit_count * rank) & 0xF);
        return numbers;
    }

    // All ways to complete the board with `left` cards of the rank `from` or above, by rank;
    // `numbers` says how many cards there are of each.
    template <bool flushes>
    void add_ranks(const RankNumbers& numbers, unsigned from, unsigned left, Count weight,
                   const Board& board) {
        if (left == 0) {
            add<flushes>(board, weight);
            tally_.looked_at(1);
            return;
        }
        if (left == 1) {
            for (unsigned rank = from; rank < rank_count; ++rank)
                add<flushes>(Hands::with(board, keys_[rank]), weight * numbers[rank]);
            tally_.looked_at(rank_count - from);
            return;
        }
        for (unsigned rank = from; rank < rank_count; ++rank) {
            Board more = board;
            for (unsigned n = 1; n <= std::min<unsigned>(left, numbers[rank]); ++n) {
                more = Hands::with(more, keys_[rank]);
                add_ranks<flushes>(numbers, rank + 1, left - n, weight * binomial[numbers[rank]][n],
                                   more);
            }
        }
    }

    template <bool flushes>
    ASTRAGAL_INLINE void add(const Board& board, Count weight) {
        const auto looked = Hands::look(board);
        typename TallyType::Values values;
        for (unsigned p = 0; p < tally_.players(); ++p) values[p] = hands_.of_ranks(p, looked);
        if constexpr (Hands::has_low)
            for (unsigned p = 0; p < tally_.players(); ++p)
                values.low[p] = hands_.of_low(p, looked);
        if constexpr (flushes) {
            tally_.add(values, -weight);
            for (unsigned p = 0; p < tally_.players(); ++p)
                values[p] = std::max(values[p], flush_[p]);
        }
        tally_.add(values, weight);
    }

    void correct_flushes(unsigned suit, RankSet live, const RankNumbers& live_ranks) {
        const RankSet on_board = ranks(board_suits_, suit);
        unsigned needed = never;
        for (unsigned p = 0; p < tally_.players(); ++p)
            needed = std::min(needed, hands_.cards_to_flush(p, suit, board_suited_[suit]));
        if (needed > to_come_) return;
        RankNumbers others = live_ranks;
        each_bit(live, [&](unsigned rank) { --others[rank]; });
        add_suited(suit, live, on_board, needed, 0, others, known_);
    }

    // With `count` cards of the suit so far, each set of those still `live` comes once.
    void add_suited(unsigned suit, RankSet live, RankSet on_board, unsigned needed, unsigned count,
                    const RankNumbers& others, const Board& board) {
        if (count >= needed) {
            for (unsigned p = 0; p < tally_.players(); ++p)
                flush_[p] = hands_.of_suit(p, suit, on_board);
            add_ranks<true>(others, 0, to_come_ - count, 1, board);
        }
        if (count == to_come_) return;
        for (; live; live = without_lowest(live)) {
            const unsigned rank = lowest_bit(live);
            add_suited(suit, without_lowest(live), on_board | 1u << rank, needed, count + 1, others,
                       Hands::with(board, keys_[rank]));
        }
    }

    const Lookup& lookup_;
    CardSet deck_;
    Hands hands_;
    TallyType tally_;
    std::array<typename Hands::Key, rank_count> keys_;
    CardSet board_ = 0, dead_ = 0;
    SuitRanks board_suits_ = 0;
    std::array<unsigned, suit_count> board_suited_{};  // cards of each suit
    unsigned to_come_ = board_size;
    Board known_ = Hands::empty_board();
    std::array<Strength, max_players> flush_{};
};

// ---- Suit symmetry -----------------------------------------------------------------------------

using SuitPermutation = std::array<std::uint8_t, suit_count>;  // where each suit goes

inline CardSet permuted(CardSet set, const SuitPermutation& to) {
    CardSet result = 0;
    for (unsigned suit = 0; suit < suit_count; ++suit) result |= (set >> suit & clubs) << to[suit];
    return result;
}

// Hands, ascending, each with its weight.
struct Range {
    const CardSet* sets;
    const double* weights;
    std::size_t size;

    bool is_kept_by(const SuitPermutation& permutation) const {
        for (std::size_t i = 0; i < size; ++i) {
            const CardSet image = permuted(sets[i], permutation);
            const CardSet* const place = std::lower_bound(sets, sets + size, image);
            if (place == sets + size || *place != image || weights[place - sets] != weights[i])
                return false;
        }
        return true;
    }
};

// The permutations of the suits that change none of these sets and ranges, the identity first.
inline std::vector<SuitPermutation> suit_symmetries(const std::vector<CardSet>& sets,
                                                    const std::vector<Range>& ranges) {
    std::vector<SuitPermutation> kept;
    SuitPermutation permutation{0, 1, 2, 3};
    do {
        const auto keeps = [&](CardSet set) { return permuted(set, permutation) == set; };
        if (std::all_of(sets.begin(), sets.end(), keeps) &&
            std::all_of(ranges.begin(), ranges.end(),
                        [&](const Range& range) { return range.is_kept_by(permutation); }))
            kept.push_back(permutation);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    return kept;
}

// How many sets the symmetries make of one; 0 if one of them is lower.
inline std::int64_t orbit_size(CardSet set, const std::vector<SuitPermutation>& symmetries) {
    std::size_t same = 0;
    for (const SuitPermutation& permutation : symmetries) {
        const CardSet image = permuted(set, permutation);
        if (image < set) return 0;
        same += image == set;
    }
    return static_cast<std::int64_t>(symmetries.size() / same);
}

// ---- Ranges ------------------------------------------------------------------------------------

template <class Counts>
struct WeightedCounts {
    typename Counts::template Shares<double> shares{};
    typename Counts::template Categories<double> categories{};
    double match_ups = 0, weight = 0;  // each with those that it stands for; sum of their weights
    Count showdowns = 0;

    // A double is exact for whole numbers up to 2^53; callers cut the work into smaller pieces.
    void add(const Counts& counts, double times, double each) {
        add(counts.shares, times * each, shares);
        add(counts.categories, times * each, categories);
        match_ups += times;
        weight += times * each;
        showdowns += counts.showdowns;
    }

private:
    template <class Rows, class Sums>
    static void add(const Rows& rows, double weight, Sums& sums) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t k = 0; k < rows[i].size(); ++k)
                sums[i][k] += weight * static_cast<double>(rows[i][k]);
    }
};

template <class Counter>
class RangeCounter {
public:
    using Sums = WeightedCounts<typename Counter::Counts>;

    RangeCounter(Counter& counter, const std::vector<Range>& ranges, CardSet taken,
                 const std::vector<SuitPermutation>& symmetries)
        : counter_(counter), ranges_(ranges), taken_(taken), symmetries_(symmetries) {}

    // The match-ups whose first two hands have these numbers: that of the first times the size of
    // the second range, plus that of the second.
    Sums count(std::size_t begin, std::size_t end) {
        const std::size_t seconds = ranges_[1].size;
        const Alike all = (Alike{1} << symmetries_.size()) - 1;
        while (begin < end) {
            const std::size_t first = begin / seconds;
            const std::size_t stop = std::min(end, (first + 1) * seconds);
            choose(0, first, first + 1, begin - first * seconds, stop - first * seconds, taken_,
                   1.0, all);
            begin = stop;
        }
        return sums_;
    }

private:
    using Alike = std::uint32_t;  // bit i for symmetry i of at most 24

    // Hands `begin` to `end` of a range; of the next range, if it is the second, `next_begin` to
    // `next_end`. `alike` are the symmetries that keep all hands before.
    void choose(std::size_t player, std::size_t begin, std::size_t end, std::size_t next_begin,
                std::size_t next_end, CardSet used, double weight, Alike alike) {
        const Range& range = ranges_[player];
        for (std::size_t i = begin; i < end; ++i) {
            const CardSet hand = range.sets[i];
            if (hand & used) continue;
            Alike still_alike = alike;
            if (alike != identity && !is_first(hand, still_alike)) continue;
            counter_.seat(static_cast<unsigned>(player), hand);
            const double product = weight * range.weights[i];
            if (player + 1 < ranges_.size()) {
                const bool second = player == 0;
                choose(player + 1, second ? next_begin : 0,
                       second ? next_end : ranges_[player + 1].size, 0, 0, used | hand, product,
                       still_alike);
            } else {
                const auto times = static_cast<double>(symmetries_.size() / bit_count(still_alike));
                sums_.add(counter_.count((used | hand) & ~taken_), times, product);
            }
        }
    }

    static constexpr Alike identity = 1;  // the first symmetry

    // Whether no symmetry gives a lower hand; keeps those that give the hand itself.
    bool is_first(CardSet hand, Alike& alike) const {
        for (Alike rest = alike; rest; rest = without_lowest(rest)) {
            const CardSet image = permuted(hand, symmetries_[lowest_bit(rest)]);
            if (image < hand) return false;
            if (image != hand) alike &= ~(rest ^ without_lowest(rest));
        }
        return true;
    }

    Counter& counter_;
    const std::vector<Range>& ranges_;
    CardSet taken_;
    const std::vector<SuitPermutation>& symmetries_;
    Sums sums_;
};

}  // namespace astragal::equity
