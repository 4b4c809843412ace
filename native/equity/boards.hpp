// Three and more ranges of two-card hands: on each full board, all match-ups of all players but the
// last, and the last player's hands by sums.
//
// The last range lies in the order of its strengths. For each place of this order, the weight of
// the hands below is stored, and of the hands below with each card. Hands that share a card with
// another player's are taken off by inclusion and exclusion over the cards. So a board takes time
// in proportion to the match-ups of all players but the last.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "equity/exact.hpp"
#include "equity/showdown.hpp"

namespace astragal::equity {

// `Sum` is an integer if all weights are 1. Otherwise the weights of the last range, which have at
// most twelve decimals, are whole numbers of `unit`: what is taken off leaves no rounding error.
template <class Sum>
class RangesOnBoards {
public:
    using Shares = std::array<std::array<double, max_players>, max_players>;

    // The last range is the largest.
    RangesOnBoards(const Tables& tables, const std::vector<Range>& ranges)
        : lookup_(tables.lookup()), ranges_(ranges), last_(ranges.back()), seats_(ranges.size()) {
        places_.fill(nowhere);
        weights_.resize(card_count * card_count);
        below_.resize((last_.size + 1) * (card_count + 1));
    }

    // Adds one board with each match-up, `times` over.
    void add(CardSet board, double times) {
        HandWord word = poker::hand_start;
        each_bit(board, [&](unsigned card) { word += lookup_.cards[card]; });
        rank_last(board, word);
        for (std::size_t p = 0; p + 1 < ranges_.size(); ++p) {
            seats_[p].clear();
            for (std::size_t i = 0; i < ranges_[p].size; ++i) {
                const CardSet set = ranges_[p].sets[i];
                if (set & board) continue;
                const Strength strength = strength_of(board, word, set);
                const auto from =
                    std::lower_bound(order_.begin(), order_.end(), strength,
                                     [](const Place& a, Strength b) { return a.strength < b; });
                auto to = from;
                while (to != order_.end() && to->strength == strength) ++to;
                seats_[p].push_back({set, static_cast<Sum>(ranges_[p].weights[i]),
                                     static_cast<std::uint32_t>(from - order_.begin()),
                                     static_cast<std::uint32_t>(to - order_.begin()), strength,
                                     static_cast<Card>(lowest_bit(set)),
                                     static_cast<Card>(lowest_bit(without_lowest(set)))});
            }
        }
        for (auto& row : sums_) row.fill(0);
        total_ = 0;
        choose(0, 0, Sum{1}, nullptr, 0);
        weight_ += times * static_cast<double>(total_) * unit;
        for (std::size_t p = 0; p < ranges_.size(); ++p)
            for (std::size_t n = 0; n < ranges_.size(); ++n)
                shares_[p][n] += times * static_cast<double>(sums_[p][n]) * unit;
    }

    const Shares& shares() const { return shares_; }
    double weight() const { return weight_; }  // of all deals

private:
    using Weight = std::int64_t;
    static constexpr double unit = std::is_integral_v<Sum> ? 1 : 1e-12;
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

    struct Place {
        Strength strength;
        CardSet set;
        Weight weight;
    };
    struct Seat {
        CardSet set;
        Sum weight;
        std::uint32_t from, to;  // in the order of the last range: its equals
        Strength strength;
        Card low, high;
    };

    Strength strength_of(CardSet board, HandWord word, CardSet set) const {
        const HandWord sum =
            word + lookup_.cards[lowest_bit(set)] + lookup_.cards[lowest_bit(without_lowest(set))];
        return sum & poker::hand_flush ? poker::flush_strength(lookup_, board | set)
                                       : poker::rank_strength(lookup_, sum);
    }

    void rank_last(CardSet board, HandWord word) {
        order_.clear();
        places_.fill(nowhere);
        for (std::size_t i = 0; i < last_.size; ++i)
            if (!(last_.sets[i] & board))
                order_.push_back({strength_of(board, word, last_.sets[i]), last_.sets[i],
                                  static_cast<Weight>(std::llround(last_.weights[i] / unit))});
        std::sort(order_.begin(), order_.end(), [](const Place& a, const Place& b) {
            return a.strength != b.strength ? a.strength < b.strength : a.set < b.set;
        });
        Weight* row = below_.data();
        std::fill_n(row, card_count + 1, Weight{});
        for (std::size_t i = 0; i < order_.size(); ++i, row += card_count + 1) {
            std::copy_n(row, card_count + 1, row + card_count + 1);
            Weight* const next = row + card_count + 1;
            const unsigned low = lowest_bit(order_[i].set),
                           high = lowest_bit(without_lowest(order_[i].set));
            next[low] += order_[i].weight;
            next[high] += order_[i].weight;
            next[card_count] += order_[i].weight;
            places_[card_count * low + high] = static_cast<std::uint32_t>(i);
            weights_[card_count * low + high] = order_[i].weight;
        }
    }

    // `best` is the best hand so far, which `sharers` players have: a bit for each.
    void choose(std::size_t player, CardSet used, Sum weight, const Seat* best, unsigned sharers) {
        for (const Seat& seat : seats_[player]) {
            if (seat.set & used) continue;
            const bool better = !best || seat.strength > best->strength;
            const bool equal = best && seat.strength == best->strength;
            const unsigned now = better ? 1u << player : equal ? sharers | 1u << player : sharers;
            cards_[2 * player] = seat.low;
            cards_[2 * player + 1] = seat.high;
            const Seat* const winner = better ? &seat : best;
            if (player + 2 < ranges_.size())
                choose(player + 1, used | seat.set, weight * seat.weight, winner, now);
            else
                add_last(weight * seat.weight, *winner, now);
        }
    }

    // All hands of the last player that the others leave.
    void add_last(Sum weight, const Seat& best, unsigned sharers) {
        const std::size_t count = 2 * (ranges_.size() - 1), stride = card_count + 1;
        const Weight* const below = &below_[best.from * stride];
        const Weight* const up_to = &below_[best.to * stride];
        const Weight* const all = &below_[order_.size() * stride];
        Weight under = below[card_count], to = up_to[card_count], total = all[card_count];
        for (std::size_t i = 0; i < count; ++i) {
            under -= below[cards_[i]];
            to -= up_to[cards_[i]];
            total -= all[cards_[i]];
        }
        for (std::size_t i = 1; i < count; ++i)
            for (std::size_t k = 0; k < i; ++k) {
                const unsigned low = std::min(cards_[i], cards_[k]),
                               high = std::max(cards_[i], cards_[k]);
                const std::uint32_t place = places_[card_count * low + high];
                if (place == nowhere) continue;
                const Weight twice = weights_[card_count * low + high];
                total += twice;
                if (place < best.to) to += twice;
                if (place < best.from) under += twice;
            }
        const unsigned n = bit_count(sharers);
        const Sum loses = weight * static_cast<Sum>(under),
                  ties = weight * static_cast<Sum>(to - under),
                  wins = weight * static_cast<Sum>(total - to);
        total_ += loses + ties + wins;
        each_bit(sharers, [&](unsigned player) {
            sums_[player][n - 1] += loses;
            sums_[player][n] += ties;
        });
        auto& last = sums_[ranges_.size() - 1];
        last[n] += ties;
        last[0] += wins;
    }

    const Lookup& lookup_;
    const std::vector<Range>& ranges_;
    const Range& last_;
    std::vector<std::vector<Seat>> seats_;
    std::vector<Place> order_;
    std::vector<Weight> below_;  // by place: the hands below it with each card, and all of them
    std::array<std::uint32_t, card_count * card_count> places_;
    std::vector<Weight> weights_;
    std::array<Card, 2 * max_players> cards_{};
    std::array<std::array<Sum, max_players>, max_players> sums_{};
    Sum total_ = 0;
    Shares shares_{};
    double weight_ = 0;
};

}  // namespace astragal::equity
