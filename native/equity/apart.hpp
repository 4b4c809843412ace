// Hands drawn from several ranges so that no two share a card, each match-up as likely as the
// product of its weights says.
//
// To draw all hands again whenever two collide is exact, and hopeless for many players: of nine
// with a fifth of all hands one draw in 370 fits together. So the hands are drawn one after the
// other, each among those that the hands before it leave. That alone is biased: a match-up comes
// too often if its first hands leave little of the later ranges. By how much is known exactly,
// since the weight that a set of cards leaves of a range is a sum of a few numbers (inclusion and
// exclusion over the cards). The correction is a whole number of times that the match-up counts: a
// draw that is three times too frequent is dropped two times in three, one that is too rare counts
// twice. Its mean is exact, so shares of deals are too. Two things keep the corrections near 1: a
// hand is drawn less often the more it takes from the ranges after it, and the scale of the
// corrections is chosen from some thousand trial draws.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/random.hpp"
#include "equity/exact.hpp"
#include "equity/showdown.hpp"

namespace astragal::equity {

// Draws numbers below `odds.size()` by their odds in constant time (Walker's alias method, built as
// Vose does).
class AliasTable {
public:
    explicit AliasTable(const std::vector<double>& odds) : entries_(odds.size()) {
        double total = 0;
        for (const double one : odds) total += one;
        std::vector<std::uint32_t> small, large;
        std::vector<double> share;
        for (std::uint32_t i = 0; i < odds.size(); ++i) {
            share.push_back(odds[i] * static_cast<double>(odds.size()) / total);
            entries_[i] = {always, i, i};
            (share[i] < 1 ? small : large).push_back(i);
        }
        while (!small.empty() && !large.empty()) {
            const std::uint32_t low = small.back(), high = large.back();
            small.pop_back();
            entries_[low].keep = static_cast<std::uint64_t>(share[low] * 0x1p32);
            entries_[low].other = high;
            share[high] -= 1 - share[low];
            if (share[high] < 1) {
                large.pop_back();
                small.push_back(high);
            }
        }
    }

    ASTRAGAL_INLINE std::uint32_t draw(SplitMix64& random) const {
        const auto [place, part] = random.draw_both(entries_.size());
        const Entry& entry = entries_[place];
        return part >> 32 < entry.keep ? entry.own : entry.other;
    }

private:
    static constexpr std::uint64_t always = std::uint64_t{1} << 32;

    struct Entry {
        std::uint64_t keep;  // of 2^32
        std::uint32_t own, other;
    };
    std::vector<Entry> entries_;
};

// After this many failures in a row the ranges are taken to hardly ever fit together.
inline constexpr unsigned most_draws = 1'000'000;

// Draws all hands again if two share a card: for hands of any number of cards.
class DrawnAgain {
public:
    DrawnAgain(const std::vector<Range>& ranges, CardSet known) : known_(known) {
        for (const Range& range : ranges)
            ranges_.emplace_back(
                std::vector<CardSet>(range.sets, range.sets + range.size),
                AliasTable(std::vector<double>(range.weights, range.weights + range.size)));
    }

    // One draw: how often the match-up counts, 0 if two hands share a card.
    std::int64_t draw(SplitMix64& random, CardSet* hands) const {
        CardSet used = known_;
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            hands[i] = ranges_[i].first[ranges_[i].second.draw(random)];
            if (hands[i] & used) return 0;
            used |= hands[i];
        }
        return 1;
    }

private:
    CardSet known_;
    std::vector<std::pair<std::vector<CardSet>, AliasTable>> ranges_;
};

// The share of draws in which no two hands share a card.
inline double acceptance(const DrawnAgain& draw) {
    constexpr unsigned trials = 1024;
    SplitMix64 random(0);
    std::array<CardSet, max_players> hands;
    std::int64_t fit = 0;
    for (unsigned i = 0; i < trials; ++i) fit += draw.draw(random, hands.data());
    return static_cast<double>(fit) / trials;
}

// Draws hands of two cards one after the other.
class DrawnInTurn {
public:
    DrawnInTurn(const std::vector<Range>& ranges, CardSet known)
        : known_(known), players_(ranges.size()) {
        // The smallest range first: there is least to choose.
        for (std::size_t i = 0; i < ranges.size(); ++i) order_.push_back(i);
        std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
            return ranges[a].size < ranges[b].size;
        });
        for (const std::size_t place : order_) seats_.push_back(read(ranges[place]));
        ones_.assign(card_count, Lanes{});
        pairs_.assign(card_count * card_count, Lanes{});
        for (std::size_t k = players_; k-- > 0;) set_odds(k);
        choose_scale();
    }

    // One draw: how often the match-up counts, perhaps 0.
    std::int64_t draw(SplitMix64& random, CardSet* hands) const {
        double weight = 0;
        if (!draw_weighted(random, hands, weight)) return 0;
        if (players_ <= 1) return 1;
        const double times = weight * scale_;
        const auto whole = static_cast<std::int64_t>(times);
        const double part = static_cast<double>(random.next() >> 11) * 0x1p-53;
        return whole + (part < times - static_cast<double>(whole));
    }

private:
    static constexpr unsigned trials = 4096, enough = 64;
    static constexpr unsigned most_odds = 60000;  // of all hands of a range together: 16 bits

    // A number of 16 bits for each player but the first, as the digits of two words. Sums and
    // differences are those of the words: a borrow is paid back as long as each number comes out
    // within 16 bits at the end.
    class Lanes {
    public:
        std::uint32_t of(std::size_t player) const {
            return words_[(player - 1) / 4] >> shift(player) & 0xFFFF;
        }
        void add(std::size_t player, std::uint64_t number) {
            words_[(player - 1) / 4] += number << shift(player);
        }
        ASTRAGAL_INLINE void operator+=(const Lanes& other) {
            for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += other.words_[i];
        }
        ASTRAGAL_INLINE void operator-=(const Lanes& other) {
            for (std::size_t i = 0; i < words_.size(); ++i) words_[i] -= other.words_[i];
        }

    private:
        static unsigned shift(std::size_t player) {
            return 16 * static_cast<unsigned>((player - 1) % 4);
        }

        std::array<std::uint64_t, 2> words_{};
    };

    struct Hand {
        CardSet set;
        double factor;  // weight by odds
        std::uint32_t odds;
        Card low, high;
    };
    struct Seat {
        std::vector<Hand> hands;
        std::vector<double> weights;
        std::vector<AliasTable> odds;  // one
        std::uint32_t total = 0;
    };

    Seat read(const Range& range) const {
        Seat seat;
        for (std::size_t i = 0; i < range.size; ++i)
            if (const CardSet set = range.sets[i]; !(set & known_)) {
                const CardSet rest = without_lowest(set);
                seat.hands.push_back({set, 0, 0, static_cast<Card>(lowest_bit(set)),
                                      static_cast<Card>(lowest_bit(rest))});
                seat.weights.push_back(range.weights[i]);
            }
        if (seat.hands.empty()) throw std::runtime_error("a range is empty");
        return seat;
    }

    // The share of a range that each hand leaves.
    class LeftBy {
    public:
        LeftBy(const Seat& seat, const std::vector<double>& odds)
            : pairs_(card_count * card_count) {
            for (std::size_t i = 0; i < odds.size(); ++i) {
                const Hand& hand = seat.hands[i];
                all_ += odds[i];
                ones_[hand.low] += odds[i];
                ones_[hand.high] += odds[i];
                pairs_[card_count * hand.low + hand.high] += odds[i];
            }
        }
        double operator()(const Hand& hand) const {
            const double taken =
                ones_[hand.low] + ones_[hand.high] - pairs_[card_count * hand.low + hand.high];
            return std::max(1 - taken / all_, 0.0);
        }

    private:
        double all_ = 0;
        std::array<double, card_count> ones_{};
        std::vector<double> pairs_;
    };

    // The odds of player k's hands: their weights, times the share that each leaves of the ranges
    // of the players after k. These are taken as independent, each with the odds that the others
    // leave it, found in three rounds.
    void set_odds(std::size_t k) {
        Seat& seat = seats_[k];
        std::vector<double> odds = seat.weights;
        std::vector<std::vector<double>> later;
        for (std::size_t j = k + 1; j < players_; ++j) later.push_back(seats_[j].weights);
        const unsigned rounds = later.size() > 1 ? 3 : 0;
        for (unsigned round = 0; round <= rounds; ++round) {
            std::vector<LeftBy> left;
            for (std::size_t j = 0; j < later.size(); ++j)
                left.emplace_back(seats_[k + 1 + j], later[j]);
            if (round == rounds) {
                for (std::size_t i = 0; i < odds.size(); ++i)
                    for (const LeftBy& by : left) odds[i] *= by(seat.hands[i]);
                break;
            }
            for (std::size_t j = 0; j < later.size(); ++j) {
                const Seat& other = seats_[k + 1 + j];
                for (std::size_t i = 0; i < other.hands.size(); ++i) {
                    later[j][i] = other.weights[i];
                    for (std::size_t n = 0; n < left.size(); ++n)
                        if (n != j) later[j][i] *= left[n](other.hands[i]);
                }
            }
        }
        use_odds(k, odds);
    }

    // Rounds the odds, so that 16 bits hold their sums; the factors make up for it. The first
    // player's need no sums.
    void use_odds(std::size_t k, std::vector<double>& odds) {
        Seat& seat = seats_[k];
        double total = 0;
        for (const double one : odds) total += one;
        if (!(total > 0)) {
            odds = seat.weights;
            total = 0;
            for (const double one : odds) total += one;
        }
        const double least = *std::min_element(odds.begin(), odds.end());
        const bool equal = least == *std::max_element(odds.begin(), odds.end());
        for (std::size_t i = 0; i < odds.size(); ++i) {
            Hand& hand = seat.hands[i];
            double rounded = std::max(odds[i] / total, 0x1p-40);
            if (k > 0) {
                rounded = equal ? 1.0 : std::max(std::round(odds[i] / total * most_odds), 1.0);
                hand.odds = static_cast<std::uint32_t>(rounded);
                seat.total += hand.odds;
                left_.add(k, hand.odds);
                for (const Card card : {hand.low, hand.high}) ones_[card].add(k, hand.odds);
                pairs_[card_count * hand.low + hand.high].add(k, hand.odds);
                pairs_[card_count * hand.high + hand.low].add(k, hand.odds);
            }
            odds[i] = rounded;
            hand.factor = seat.weights[i] / rounded;
        }
        seat.odds.emplace_back(odds);
    }

    // Draws hands, each among those that are left, and returns the weight that makes up for it:
    // the product of their weights by that of their probabilities. False if a range has no hand
    // left.
    bool draw_weighted(SplitMix64& random, CardSet* hands, double& weight) const {
        CardSet used = known_;
        Lanes left = left_;
        std::array<Card, 2 * max_players> cards;
        unsigned count = 0;
        weight = 1;
        for (std::size_t k = 0; k < players_; ++k) {
            const Seat& seat = seats_[k];
            const std::uint32_t total = k > 0 ? left.of(k) : 1;
            if (total == 0) {
                weight = 0;
                return false;
            }
            const Hand* hand;
            if (k > 0 && total * std::uint64_t{32} < seat.total) {
                hand = find(seat, used, random.draw_alone(total));
            } else {
                do {
                    hand = &seat.hands[seat.odds[0].draw(random)];
                } while (hand->set & used);
            }
            used |= hand->set;
            hands[order_[k]] = hand->set;
            weight *= hand->factor * total;
            if (k + 1 == players_) break;
            left -= ones_[hand->low];
            left -= ones_[hand->high];
            const Lanes* const low = &pairs_[card_count * hand->low];
            const Lanes* const high = &pairs_[card_count * hand->high];
            left += low[hand->high];
            for (unsigned i = 0; i < count; ++i) {
                left += low[cards[i]];
                left += high[cards[i]];
            }
            cards[count++] = hand->low;
            cards[count++] = hand->high;
        }
        return true;
    }

    // The hand in whose odds a number falls, of those that are left.
    static const Hand* find(const Seat& seat, CardSet used, std::uint64_t number) {
        for (const Hand& hand : seat.hands) {
            if (hand.set & used) continue;
            if (number < hand.odds) return &hand;
            number -= hand.odds;
        }
        return &seat.hands[0];  // never: the odds of those that are left add up to more
    }

    // Chooses how often an average match-up counts: less draws are dropped the higher it is, and
    // more deals are the same. The best scale gives the most independent deals for the work.
    void choose_scale() {
        if (players_ <= 1) return;
        SplitMix64 random(0);
        std::array<CardSet, max_players> hands;
        std::vector<double> weights;
        unsigned fits = 0;
        while (weights.size() < trials || (fits < enough && weights.size() < most_draws)) {
            double weight = 0;
            fits += draw_weighted(random, hands.data(), weight);
            weights.push_back(weight);
        }
        if (!fits) throw std::runtime_error("the ranges hardly ever fit together");
        std::sort(weights.begin(), weights.end());
        double best = -1;
        for (unsigned step = 1; step <= 16; ++step) {
            const double one = weights[weights.size() * step / 16 - 1];
            if (one <= 0) continue;
            double mean = 0, square = 0, kept = 0;
            for (const double weight : weights) {
                const double times = weight / one, whole = std::floor(times);
                mean += times;
                square += whole * whole + (times - whole) * (2 * whole + 1);
                kept += std::min(times, 1.0);
            }
            const double worth =
                mean * mean / square / (static_cast<double>(weights.size()) + kept);
            if (worth > best) {
                best = worth;
                scale_ = 1 / one;
            }
        }
    }

    CardSet known_;
    std::size_t players_;
    std::vector<std::size_t> order_;
    std::vector<Seat> seats_;
    Lanes left_;                // the odds of all hands
    std::vector<Lanes> ones_;   // of the hands with a card
    std::vector<Lanes> pairs_;  // of the hand with two cards
    double scale_ = 1;
};

}  // namespace astragal::equity
