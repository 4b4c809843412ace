// Equity by dealing at random.
//
// Deals come in blocks, and block b starts at place b * 2^32 of the random numbers of a seed: its
// deals depend on the seed and on b alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "common/random.hpp"
#include "equity/apart.hpp"
#include "equity/exact.hpp"
#include "equity/showdown.hpp"

namespace astragal::equity {

inline constexpr Count block_deals = 1 << 16;

// What a sample has counted. `repeats` is the sum of n * (n - 1) over the deals that count n times,
// by player as the shares are, and in all.
template <class Counts>
struct Sampled {
    Counts counts, repeats;
    Count weight, repeated;
};

// Deals and compares. A range without hands stands for any hand: its player is dealt from the deck,
// after the others.
template <class Hands, class TallyType>
class Sampler {
public:
    using Result = Sampled<typename TallyType::Counts>;

    [[gnu::noinline]] Sampler(const Tables& tables, unsigned own_cards, CardSet board, CardSet dead,
                              const std::vector<Range>& ranges, bool with_categories)
        : hands_(tables.lookup()),
          tally_(tables, static_cast<unsigned>(ranges.size()), with_categories),
          repeats_(tables, static_cast<unsigned>(ranges.size())),
          own_cards_(own_cards),
          board_(board) {
        CardSet known = board | dead;
        std::vector<Range> drawn;
        for (unsigned p = 0; p < ranges.size(); ++p) {
            if (ranges[p].size == 0) {
                from_deck_.push_back(p);
            } else if (ranges[p].size == 1) {
                hands_.seat(p, ranges[p].sets[0]);
                known |= ranges[p].sets[0];
            } else {
                drawn_.push_back(p);
                drawn.push_back(ranges[p]);
            }
        }
        known_ = known;
        each_bit(tables.rules().deck() & ~known,
                 [&](unsigned card) { live_[live_size_++] = static_cast<Card>(card); });
        each_bit(board, [&](unsigned card) { cards_[board_cards_++] = static_cast<Card>(card); });
        if (drawn.empty()) return;
        again_.emplace(drawn, known);
        if (own_cards == AnyOfOwn::own_cards && acceptance(*again_) < often)
            in_turn_.emplace(drawn, known);
    }

    // `draws` bounds the work of a block: how often hands may be drawn or dealt for it. Deals that
    // fit are as likely among the first draws as later, so a block that ends early is only a
    // smaller sample.
    Result sample(std::uint64_t seed, std::uint64_t first_block, std::uint64_t blocks,
                  std::uint64_t draws) {
        for (std::uint64_t block = first_block; block < first_block + blocks; ++block) {
            draws_left_ = draws;
            if (from_deck_.empty())
                sample_block<false>(SplitMix64(seed, block << 32));
            else
                sample_block<true>(SplitMix64(seed, block << 32));
        }
        tally_.settle();
        repeats_.settle();
        return {tally_.counts(), repeats_.counts(), weight_, repeated_};
    }

private:
    // Up to this share of draws that fit, it is faster to draw hands in turn.
    static constexpr double often = 0.25;

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
            Count times = 1;
            if (drawn_.empty() ? draws_left_-- == 0 : !draw_hands(random, used, times)) break;
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
                hands_.seat_for_deal(player, hand);
            }
            const auto dealt = hands_.dealt(cards.data(), board_size, board);
            typename TallyType::Values values;
            for (unsigned p = 0; p < tally_.players(); ++p) values[p] = hands_.of_deal(p, dealt);
            if constexpr (Hands::has_low)
                for (unsigned p = 0; p < tally_.players(); ++p)
                    values.low[p] = hands_.of_low(p, dealt);
            tally_.add(values, times);
            weight_ += times;
            if (times > 1) {
                repeats_.add(values, times * (times - 1));
                repeated_ += times * (times - 1);
            }
        }
        tally_.looked_at(deals);
    }

    // Draws a hand from each range, no two of which share a card, and how often this match-up
    // counts. Returns false if the draws of the block are used up first.
    bool draw_hands(SplitMix64& random, CardSet& used, Count& times) {
        std::array<CardSet, max_players> hands;
        for (unsigned draw = 0; draw < most_draws; ++draw) {
            if (draws_left_-- == 0) return false;
            times = in_turn_ ? in_turn_->draw(random, hands.data())
                             : again_->draw(random, hands.data());
            if (times == 0) continue;
            for (std::size_t i = 0; i < drawn_.size(); ++i) {
                used |= hands[i];
                hands_.seat_for_deal(drawn_[i], hands[i]);
            }
            return true;
        }
        throw std::runtime_error("the ranges hardly ever fit together");
    }

    Hands hands_;
    TallyType tally_, repeats_;
    Count weight_ = 0, repeated_ = 0;
    unsigned own_cards_;
    CardSet board_, known_ = 0;
    std::array<Card, card_count> live_{};
    unsigned live_size_ = 0;
    std::array<Card, board_size> cards_{};
    unsigned board_cards_ = 0;
    std::uint64_t draws_left_ = 0;
    std::vector<unsigned> drawn_;  // players with a range
    std::optional<DrawnAgain> again_;
    std::optional<DrawnInTurn> in_turn_;  // instead, if few draws fit
    std::vector<unsigned> from_deck_;
};

}  // namespace astragal::equity
