// Range against range: on each full board, all hands in the order of their strengths.
//
// Going up this order, the weight of the hands below is a running sum. Hands that share a card with
// the one in question must not count, so there is a running sum for each set of one, two and three
// cards as well, and inclusion and exclusion over the cards of the hand does the rest. A board
// takes time in proportion to the number of hands, not to the number of pairs of hands.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "equity/exact.hpp"
#include "equity/showdown.hpp"

namespace astragal::equity {

template <unsigned hole>
using HoleCards = std::array<Card, hole>;  // ascending

template <unsigned hole>
HoleCards<hole> hole_cards(CardSet hand) {
    HoleCards<hole> cards{};
    unsigned place = 0;
    each_bit(hand, [&](unsigned card) { cards[place++] = static_cast<Card>(card); });
    return cards;
}

// The weight of all hands, and of the hands that contain each set of one to `hole` - 1 cards.
template <unsigned hole, class Weight>
class WeightSums {
    static_assert(hole == 2 || hole == 4);

public:
    void clear() { *this = WeightSums{}; }

    ASTRAGAL_INLINE void add(const HoleCards<hole>& hand, Weight weight) {
        all_ += weight;
        for (const Card card : hand) ones_[card] += weight;
        if constexpr (hole == 4) {
            const auto [a, b, c, d] = hand;
            const unsigned ab = pairs_below(b) + a, ac = pairs_below(c) + a,
                           bc = pairs_below(c) + b;
            pairs_[ab] += weight;
            pairs_[ac] += weight;
            pairs_[bc] += weight;
            pairs_[pairs_below(d) + a] += weight;
            pairs_[pairs_below(d) + b] += weight;
            pairs_[pairs_below(d) + c] += weight;
            triples_[triples_below(c) + ab] += weight;
            triples_[triples_below(d) + ab] += weight;
            triples_[triples_below(d) + ac] += weight;
            triples_[triples_below(d) + bc] += weight;
        }
    }

    // The weight of the hands that share no card with this one. `own` is what was added for the
    // hand itself.
    ASTRAGAL_INLINE Weight apart_from(const HoleCards<hole>& hand, Weight own) const {
        Weight weight = all_ + own;
        for (const Card card : hand) weight -= ones_[card];
        if constexpr (hole == 4) {
            const auto [a, b, c, d] = hand;
            const unsigned ab = pairs_below(b) + a, ac = pairs_below(c) + a,
                           bc = pairs_below(c) + b;
            weight += pairs_[ab] + pairs_[ac] + pairs_[bc] + pairs_[pairs_below(d) + a] +
                      pairs_[pairs_below(d) + b] + pairs_[pairs_below(d) + c];
            weight -= triples_[triples_below(c) + ab] + triples_[triples_below(d) + ab] +
                      triples_[triples_below(d) + ac] + triples_[triples_below(d) + bc];
        }
        return weight;
    }

private:
    // Sets of two and three cards are numbered in the order of their highest cards.
    static constexpr unsigned pairs_below(unsigned card) { return card * (card - 1) / 2; }
    static constexpr unsigned triples_below(unsigned card) { return below[card]; }
    static constexpr auto below = [] {
        std::array<unsigned, card_count + 1> triples{};
        for (unsigned card = 2; card <= card_count; ++card)
            triples[card] = card * (card - 1) * (card - 2) / 6;
        return triples;
    }();

    Weight all_{};
    std::array<Weight, card_count> ones_{};
    std::array<Weight, hole == 4 ? 1326 : 0> pairs_{};
    std::array<Weight, hole == 4 ? 22100 : 0> triples_{};
};

// The hands of two ranges. `Weight` is a whole number if all weights are 0 or 1.
template <unsigned hole, class Weight>
class Sweep {
public:
    // `weights` are those of the villain's range, 0 for hands that are not in it. `wanted` marks
    // the hands of the hero's.
    Sweep(const Tables& tables, bool two_of_own, const std::vector<CardSet>& sets,
          const std::vector<double>& weights, const std::vector<std::uint8_t>& wanted)
        : lookup_(tables.lookup()), two_of_own_(two_of_own), sets_(sets) {
        for (std::size_t i = 0; i < sets.size(); ++i) {
            weights_.push_back(static_cast<Weight>(weights[i]));
            entries_.push_back(entry(hole_cards<hole>(sets[i]), i, wanted[i] != 0));
            words_.push_back(0);
            each_bit(sets[i], [&](unsigned card) { words_[i] += lookup_.cards[card]; });
        }
        from_.resize(sets.size());
        sorted_.resize(sets.size());
        wins_.resize(sets.size());
    }

    // The weight that each hand meets: of the villain's hands that share no card with it.
    std::vector<double> met() {
        below_.clear();
        for (const Entry hand : entries_) below_.add(cards_of(hand), weights_[number_of(hand)]);
        std::vector<double> weights;
        for (std::size_t i = 0; i < sets_.size(); ++i) weights.push_back(met(i));
        return weights;
    }

    // Calls `visit` with each wanted hand that the board leaves: its number, and the weight of the
    // villain's hands that it beats and ties.
    template <class Visit>
    void each(CardSet board, Visit&& visit) {
        const std::size_t size = order(board);
        below_.clear();
        for (std::size_t begin = 0, end = 0; begin < size; begin = end) {
            const Strength strength = strength_of(sorted_[begin]);
            for (; end < size && strength_of(sorted_[end]) == strength; ++end)
                if (is_wanted(sorted_[end]))
                    wins_[end] = below_.apart_from(cards_of(sorted_[end]), 0);
            for (std::size_t i = begin; i < end; ++i)
                if (const Weight weight = weights_[number_of(sorted_[i])]; weight != 0)
                    below_.add(cards_of(sorted_[i]), weight);
            const bool alone = end == begin + 1;
            for (std::size_t i = begin; i < end; ++i) {
                const Entry hand = sorted_[i];
                if (!is_wanted(hand)) continue;
                const std::size_t number = number_of(hand);
                const Weight up_to =
                    alone ? wins_[i] : below_.apart_from(cards_of(hand), weights_[number]);
                visit(number, wins_[i], up_to - wins_[i]);
            }
        }
    }

    // After `each`: the weight of the villain's hands that the board and this hand leave.
    double met(std::size_t hand) const {
        return static_cast<double>(below_.apart_from(cards_of(entries_[hand]), weights_[hand]));
    }

private:
    // What is sorted has all that the loops need, so that they read memory in order: the strength
    // from bit 46 up, then whether the hand is wanted, its number, and its cards in six bits each.
    using Entry = std::uint64_t;
    static constexpr unsigned card_bits = 6, number_bits = 19, digit_bits = 7;
    static constexpr unsigned number_shift = 4 * card_bits;
    static constexpr unsigned wanted_shift = number_shift + number_bits;
    static constexpr unsigned strength_shift = wanted_shift + 1;
    static constexpr unsigned digits = 1u << digit_bits;  // a strength has two

    static Entry entry(const HoleCards<hole>& cards, std::size_t number, bool wanted) {
        Entry made = Entry{wanted} << wanted_shift | Entry{number} << number_shift;
        for (unsigned i = 0; i < hole; ++i) made |= Entry{cards[i]} << (card_bits * i);
        return made;
    }
    static ASTRAGAL_INLINE HoleCards<hole> cards_of(Entry hand) {
        HoleCards<hole> cards;
        for (unsigned i = 0; i < hole; ++i)
            cards[i] = static_cast<Card>(hand >> (card_bits * i) & 0x3F);
        return cards;
    }
    static std::size_t number_of(Entry hand) {
        return hand >> number_shift & ((1u << number_bits) - 1);
    }
    static bool is_wanted(Entry hand) { return hand >> wanted_shift & 1; }
    static Strength strength_of(Entry hand) {
        return static_cast<Strength>(hand >> strength_shift);
    }

    // Sorts the hands that the board leaves by strength, one digit after the other, and returns how
    // many there are.
    std::size_t order(CardSet board) {
        std::array<std::uint32_t, digits> low{}, high{};
        std::size_t size = 0;
        const auto put = [&](std::size_t i, Strength strength) {
            ++low[strength % digits];
            ++high[strength / digits];
            from_[size++] = Entry{strength} << strength_shift | entries_[i];
        };
        if (two_of_own_)
            each_of_two(board, put);
        else
            each_of_any(board, put);
        scatter(from_, sorted_, size, low, strength_shift);
        scatter(sorted_, from_, size, high, strength_shift + digit_bits);
        from_.swap(sorted_);
        return size;
    }

    static void scatter(const std::vector<Entry>& from, std::vector<Entry>& to, std::size_t size,
                        std::array<std::uint32_t, digits>& counts, unsigned shift) {
        std::uint32_t next = 0;
        for (std::uint32_t& count : counts) next += std::exchange(count, next);
        for (std::size_t i = 0; i < size; ++i)
            to[counts[from[i] >> shift & (digits - 1)]++] = from[i];
    }

    template <class Put>
    void each_of_any(CardSet board, Put&& put) const {
        HandWord word = poker::hand_start;
        each_bit(board, [&](unsigned card) { word += lookup_.cards[card]; });
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            if (sets_[i] & board) continue;
            const HandWord sum = word + words_[i];
            put(i, sum & poker::hand_flush ? poker::flush_strength(lookup_, board | sets_[i])
                                           : poker::rank_strength(lookup_, sum));
        }
    }

    // Each pair of cards with the best three of the board; a hand is the best of its pairs.
    template <class Put>
    void each_of_two(CardSet board, Put&& put) {
        const auto cards = hole_cards<board_size>(board);
        std::array<CardSet, 10> triples;
        std::array<HandWord, 10> words;
        unsigned count = 0;
        for (unsigned i = 0; i < board_size; ++i)
            for (unsigned j = i + 1; j < board_size; ++j, ++count) {  // all but two of the board
                triples[count] = board & ~(CardSet{1} << cards[i] | CardSet{1} << cards[j]);
                words[count] = poker::hand_start;
                each_bit(triples[count], [&](unsigned c) { words[count] += lookup_.cards[c]; });
            }
        const CardSet live = poker::full_deck & ~board;
        each_bit(live, [&](unsigned high) {
            each_bit(live & first_cards(high), [&](unsigned low) {
                const HandWord pair = lookup_.cards[low] + lookup_.cards[high];
                const CardSet set = CardSet{1} << low | CardSet{1} << high;
                Strength best = 0;
                for (unsigned t = 0; t < count; ++t) {
                    const HandWord sum = words[t] + pair;
                    best = std::max(best, sum & poker::hand_flush
                                              ? poker::flush_strength(lookup_, triples[t] | set)
                                              : poker::rank_strength(lookup_, sum));
                }
                pairs_[low][high] = best;
            });
        });
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            if (sets_[i] & board) continue;
            const HoleCards<hole> own = cards_of(entries_[i]);
            Strength best = 0;
            for (unsigned low = 0; low < hole; ++low)
                for (unsigned high = low + 1; high < hole; ++high)
                    best = std::max(best, pairs_[own[low]][own[high]]);
            put(i, best);
        }
    }

    const Lookup& lookup_;
    bool two_of_own_;
    std::vector<CardSet> sets_;
    std::vector<HandWord> words_;
    std::vector<Weight> weights_, wins_;
    std::vector<Entry> entries_, from_, sorted_;
    WeightSums<hole, Weight> below_;
    std::array<std::array<Strength, 64>, card_count> pairs_{};
};

// What the first of two ranges wins and ties in all, and the weight and number of the match-ups.
template <unsigned hole, class Weight>
class SweepTotals {
public:
    SweepTotals(const Tables& tables, bool two_of_own, const Range& mine, const Range& yours) {
        std::vector<double> villain;
        std::vector<std::uint8_t> wanted;
        for (std::size_t i = 0, k = 0; i < mine.size || k < yours.size;) {
            const bool is_mine =
                k == yours.size || (i < mine.size && mine.sets[i] <= yours.sets[k]);
            const bool is_yours =
                i == mine.size || (k < yours.size && yours.sets[k] <= mine.sets[i]);
            hands_.push_back(is_mine ? mine.sets[i] : yours.sets[k]);
            weights_.push_back(is_mine ? mine.weights[i++] : 0.0);
            villain.push_back(is_yours ? yours.weights[k++] : 0.0);
            wanted.push_back(is_mine);
        }
        std::vector<double> ones(villain);
        for (double& weight : ones) weight = weight > 0 ? 1 : 0;
        sweep_.emplace(tables, two_of_own, hands_, villain, wanted);
        const std::vector<double> met = sweep_->met();
        const std::vector<double> number =
            std::is_integral_v<Weight>
                ? met
                : Sweep<hole, Weight>(tables, two_of_own, hands_, ones, wanted).met();
        for (std::size_t i = 0; i < hands_.size(); ++i) {
            totals_[2] += weights_[i] * met[i];
            if (wanted[i]) totals_[3] += number[i];
        }
    }

    // All weights are 1 if `Weight` is an integer.
    std::array<double, 4> count(const std::vector<CardSet>& boards,
                                const std::vector<std::int64_t>& times) {
        using Sum = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;
        for (std::size_t b = 0; b < boards.size(); ++b) {
            Sum wins = 0, ties = 0;
            sweep_->each(boards[b], [&](std::size_t hand, Weight win, Weight tie) {
                if constexpr (std::is_integral_v<Weight>) {
                    wins += win;
                    ties += tie;
                } else {
                    wins += weights_[hand] * win;
                    ties += weights_[hand] * tie;
                }
            });
            totals_[0] += static_cast<double>(times[b]) * static_cast<double>(wins);
            totals_[1] += static_cast<double>(times[b]) * static_cast<double>(ties);
        }
        return totals_;
    }

private:
    std::vector<CardSet> hands_;
    std::vector<double> weights_;
    std::optional<Sweep<hole, Weight>> sweep_;
    std::array<double, 4> totals_{};
};

}  // namespace astragal::equity
