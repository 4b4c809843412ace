// Equity by dealing at random.
//
// Deals come in blocks, and block b starts at place b * 2^32 of the random numbers of a seed: its
// deals depend on the seed and on b alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/random.hpp"
#include "equity/exact.hpp"
#include "equity/showdown.hpp"

namespace astragal::equity {

inline constexpr Count block_deals = 1 << 16;

// Draws hands by their weights in constant time (Walker's alias method, built as Vose does).
class WeightedHands {
public:
    explicit WeightedHands(const Range& range) : entries_(range.size) {
        double total = 0;
        for (std::size_t i = 0; i < range.size; ++i) total += range.weights[i];
        std::vector<std::size_t> small, large;
        std::vector<double> share(range.size);
        for (std::size_t i = 0; i < range.size; ++i) {
            share[i] = range.weights[i] * static_cast<double>(range.size) / total;
            entries_[i] = {always, range.sets[i], range.sets[i]};
            (share[i] < 1 ? small : large).push_back(i);
        }
        while (!small.empty() && !large.empty()) {
            const std::size_t low = small.back(), high = large.back();
            small.pop_back();
            entries_[low].keep = static_cast<std::uint32_t>(share[low] * 0x1p32);
            entries_[low].other = range.sets[high];
            share[high] -= 1 - share[low];
            if (share[high] < 1) {
                large.pop_back();
                small.push_back(high);
            }
        }
    }

    CardSet draw(SplitMix64& random) const {
        const Entry& entry = entries_[random.draw_alone(entries_.size())];
        if (entry.keep == always) return entry.hand;
        return (random.next() >> 32) < entry.keep ? entry.hand : entry.other;
    }

private:
    static constexpr std::uint64_t always = std::uint64_t{1} << 32;

    struct Entry {
        std::uint64_t keep;  // of 2^32
        CardSet hand, other;
    };
    std::vector<Entry> entries_;
};

// Deals and compares. A range without hands stands for any hand: its player is dealt from the deck,
// after the others.
template <class Hands, class TallyType>
class Sampler {
public:
    [[gnu::noinline]] Sampler(const Tables& tables, unsigned own_cards, CardSet board, CardSet dead,
                              const std::vector<Range>& ranges, bool with_categories)
        : hands_(tables.lookup()),
          tally_(tables, static_cast<unsigned>(ranges.size()), with_categories),
          own_cards_(own_cards),
          board_(board) {
        CardSet known = board | dead;
        for (unsigned p = 0; p < ranges.size(); ++p) {
            if (ranges[p].size == 0) {
                from_deck_.push_back(p);
            } else if (ranges[p].size == 1) {
                hands_.seat(p, ranges[p].sets[0]);
                known |= ranges[p].sets[0];
            } else {
                drawn_.emplace_back(p, WeightedHands(ranges[p]));
            }
        }
        known_ = known;
        each_bit(tables.rules().deck() & ~known,
                 [&](unsigned card) { live_[live_size_++] = static_cast<Card>(card); });
        each_bit(board, [&](unsigned card) { cards_[board_cards_++] = static_cast<Card>(card); });
    }

    // `draws` bounds the work of a block: how often hands may be drawn or dealt for it. Deals that
    // fit are as likely among the first draws as later, so a block that ends early is only a
    // smaller sample.
    const typename TallyType::Counts& sample(std::uint64_t seed, std::uint64_t first_block,
                                             std::uint64_t blocks, std::uint64_t draws) {
        for (std::uint64_t block = first_block; block < first_block + blocks; ++block) {
            draws_left_ = draws;
            if (from_deck_.empty())
                sample_block<false>(SplitMix64(seed, block << 32));
            else
                sample_block<true>(SplitMix64(seed, block << 32));
        }
        tally_.settle();
        return tally_.counts();
    }

private:
    // After this many failures in a row the ranges are taken to hardly ever fit together.
    static constexpr unsigned most_draws = 1'000'000;

    // For few cards it is cheapest to draw again when a card is taken; for many a shuffle pays.
    template <bool shuffled>
    [[gnu::noinline]] void sample_block(SplitMix64 random) {
        // A shuffle may start from any order, so each deal starts from what the last one left.
        std::array<Card, card_count> deck = live_;
        const unsigned size = live_size_;
        const unsigned board_cards = board_cards_;
        std::array<Card, board_size> cards = cards_;
        Count deals = 0;
        for (; deals < block_deals; ++deals) {
            CardSet used = known_;
            if (drawn_.empty() ? draws_left_-- == 0 : !draw_hands(random, used)) break;
            unsigned place = 0;
            random.renew();
            const auto next_card = [&] {
                for (;;) {
                    const auto other = place + static_cast<unsigned>(random.draw(size - place));
                    const Card card = deck[other];
                    if constexpr (shuffled) {
                        deck[other] = deck[place];
                        deck[place++] = card;
                    }
                    if (used >> card & 1) continue;
                    if constexpr (!shuffled) used |= CardSet{1} << card;
                    return card;
                }
            };
            CardSet board = board_;
            for (unsigned i = board_cards; i < board_size; ++i) {
                cards[i] = next_card();
                board |= CardSet{1} << cards[i];
            }
            for (const unsigned player : from_deck_) {
                CardSet hand = 0;
                for (unsigned i = 0; i < own_cards_; ++i) hand |= CardSet{1} << next_card();
                hands_.seat(player, hand);
            }
            const auto dealt = hands_.dealt(cards.data(), board_size, board);
            typename TallyType::Values values;
            for (unsigned p = 0; p < tally_.players(); ++p) values[p] = hands_.of_deal(p, dealt);
            if constexpr (Hands::has_low)
                for (unsigned p = 0; p < tally_.players(); ++p)
                    values.low[p] = hands_.of_low(p, dealt);
            tally_.add(values, 1);
        }
        tally_.looked_at(deals);
    }

    // Draws all hands again until no two share a card, so that every match-up is as likely as its
    // weight says. Returns false if the draws of the block are used up first.
    bool draw_hands(SplitMix64& random, CardSet& used) {
        for (unsigned draw = 0; draw < most_draws; ++draw) {
            if (draws_left_-- == 0) return false;
            used = known_;
            bool fit = true;
            for (const auto& [player, range] : drawn_) {
                const CardSet hand = range.draw(random);
                fit = fit && !(hand & used);
                if (!fit) break;
                used |= hand;
                hands_.seat(player, hand);
            }
            if (fit) return true;
        }
        throw std::runtime_error("the ranges hardly ever fit together");
    }

    Hands hands_;
    TallyType tally_;
    unsigned own_cards_;
    CardSet board_, known_ = 0;
    std::array<Card, card_count> live_{};
    unsigned live_size_ = 0;
    std::array<Card, board_size> cards_{};
    unsigned board_cards_ = 0;
    std::uint64_t draws_left_ = 0;
    std::vector<std::pair<unsigned, WeightedHands>> drawn_;
    std::vector<unsigned> from_deck_;
};

}  // namespace astragal::equity
