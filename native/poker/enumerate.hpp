// How often each strength comes up among all hands of a deck.
//
// Every hand is looked up and counted; no hand stands for others by a symmetry of the suits. Only
// the last card is counted by rank, because its suits give one strength where no flush is near.
//
// A hand, by ascending id, is a head and a tail of up to three cards: two, and the rank of the
// last. Which tails there are depends on the head's highest card alone, so they are listed once for
// that card and then added to all heads below it. Tails with the same suits lie together: one test
// tells whether any of them can make a flush with a head, and the loop over them has no branches.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "poker/evaluate.hpp"

namespace astragal::poker {

class StrengthCounter {
public:
    StrengthCounter(const Tables& tables, CardSet dead)
        : lookup_(tables.lookup()), live_(tables.rules().deck() & ~dead) {
        counts_.fill(Counts(tables.scale().size()));
    }

    // All hands of `size` cards.
    template <unsigned size>
    void count() {
        constexpr unsigned tail = std::min(size, tail_cards);
        if constexpr (size == 0) {
            ++counts_[0][0];
        } else if constexpr (size == tail) {
            list_tails<tail>(live_);
            add_tails<size>(hand_start, 0);
        } else {
            for (CardSet rest = live_; rest; rest = without_lowest(rest)) {
                const CardSet card = lowest_card(rest);
                list_tails<tail>(rest ^ card);
                if (tail_keys_.empty()) break;  // higher cards have no tails either
                add_heads<size, size - tail - 1>(with(hand_start, card), card, live_ & (card - 1));
            }
        }
    }

    std::vector<std::uint64_t> counts() const {
        std::vector<std::uint64_t> sums(counts_[0].begin(), counts_[0].end());
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += counts_[1][i];
        return sums;
    }

private:
    using Counts = std::vector<std::uint32_t>;  // C(52, 7) < 2^32

    static constexpr unsigned tail_cards = 3;

    // What is read only of tails near a flush.
    struct TailCards {
        SuitRanks suits;  // of the cards but the last
        std::uint8_t last_rank;
        std::uint8_t last_suits;
    };
    struct SameSuits {
        HandWord suits;  // counters of the cards but the last
        std::size_t begin, end;
    };

    HandWord with(HandWord word, CardSet card) const {
        return word + lookup_.cards[lowest_bit(card)];
    }

    // The tails of `tail` cards among these.
    template <unsigned tail>
    void list_tails(CardSet cards) {
        tail_keys_.clear();
        tail_hands_.clear();
        tail_cards_.clear();
        groups_.clear();
        by_suits_.clear();
        collect_tails<tail - 1>(0, 0, cards);
        for (const auto& [suits, tails] : by_suits_) {
            const std::size_t begin = tail_keys_.size();
            for (const auto& [word, set, last] : tails) {
                const unsigned rank = rank_of(lowest_bit(last));
                const SuitSet last_suits = suits_of_rank(last, rank);
                tail_keys_.push_back(key_word(word + lookup_.cards[suit_count * rank]));
                tail_hands_.push_back(static_cast<std::uint8_t>(bit_count(last_suits)));
                tail_cards_.push_back({by_suit(set), static_cast<std::uint8_t>(rank),
                                       static_cast<std::uint8_t>(last_suits)});
            }
            groups_.push_back({suits, begin, tail_keys_.size()});
        }
        strengths_.resize(tail_keys_.size());
    }

    template <unsigned left>
    void collect_tails(HandWord word, CardSet set, CardSet above) {
        if constexpr (left == 0) {
            auto& tails = by_suits_[word & each_suit(0xF)];
            while (above) {
                const CardSet last = above & cards_of_rank(rank_of(lowest_bit(above)));
                tails.push_back({word, set, last});
                above ^= last;
            }
        } else {
            for (; above; above = without_lowest(above)) {
                const CardSet card = lowest_card(above);
                collect_tails<left - 1>(with(word, card), set | card, above ^ card);
            }
        }
    }

    // Heads of `left` more cards, from those below.
    template <unsigned size, unsigned left>
    void add_heads(HandWord word, CardSet set, CardSet below) {
        if constexpr (left == 0) {
            add_tails<size>(word, set);
        } else {
            while (below) {
                const CardSet card = std::bit_floor(below);
                below ^= card;
                add_heads<size, left - 1>(with(word, card), set | card, below);
            }
        }
    }

    // First all look-ups, then all counts: a count whose place is known late stalls the next ones.
    template <unsigned size>
    void add_tails(HandWord word, CardSet set) {
        const SuitWord key = key_word(word);
        const SuitWord* const keys = tail_keys_.data();
        const std::size_t tails = tail_keys_.size();
        Strength* const strengths = strengths_.data();
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
        for (std::size_t i = 0; i < tails; ++i) {
            strengths[i] = rank_strength(lookup_, size, suit_sum::key(key + keys[i]));
        }
        std::size_t counted = 0;
        if constexpr (size >= best_hand)
            for (const SameSuits& group : groups_)
                if (const HandWord near_flush = (word + group.suits + each_suit(1)) & hand_flush) {
                    count_tails(counted, group.begin);
                    count_near_flush(set, group, near_flush);
                    counted = group.end;
                }
        count_tails(counted, tails);
    }

    // Two histograms in turn, so that fewer updates wait for an earlier one of the same place.
    void count_tails(std::size_t begin, std::size_t end) {
        const Strength* const strengths = strengths_.data();
        const std::uint8_t* const hands = tail_hands_.data();
        std::uint32_t* const even = counts_[0].data();
        std::uint32_t* const odd = counts_[1].data();
        std::size_t i = begin;
        for (; i + 1 < end; i += 2) {
            even[strengths[i]] += hands[i];
            odd[strengths[i + 1]] += hands[i + 1];
        }
        if (i < end) even[strengths[i]] += hands[i];
    }

    // All but the last card have four or more of a suit.
    void count_near_flush(CardSet set, const SameSuits& group, HandWord near_flush) {
        unsigned suit = 0;
        while (!hand_sum::suit(near_flush, suit)) ++suit;
        const SuitRanks head_suits = by_suit(set);
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const TailCards& cards = tail_cards_[i];
            const RankSet ranks = words::suit_ranks::ranks(head_suits | cards.suits, suit);
            const Strength flush = lookup_.suited[ranks];  // 0 with four
            const auto suited = static_cast<std::uint32_t>(cards.last_suits >> suit & 1);
            counts_[0][flush ? flush : strengths_[i]] += tail_hands_[i] - suited;
            counts_[1][lookup_.suited[ranks | suited << cards.last_rank]] += suited;
        }
    }

    struct CollectedTail {
        HandWord word;
        CardSet set, last;
    };

    const Lookup& lookup_;
    CardSet live_;
    std::array<Counts, 2> counts_;
    std::vector<SuitWord> tail_keys_;
    std::vector<std::uint8_t> tail_hands_;  // live suits of the last card
    std::vector<Strength> strengths_;       // of the tails with a head
    std::vector<TailCards> tail_cards_;
    std::vector<SameSuits> groups_;
    std::map<HandWord, std::vector<CollectedTail>> by_suits_;
};

// By strength, among all hands of `size` cards (0 to 7) without the dead ones.
inline std::vector<std::uint64_t> count_strengths(const Tables& tables, std::size_t size,
                                                  CardSet dead) {
    require(size <= max_hand, "a hand has at most 7 cards");
    StrengthCounter counter(tables, dead);
    with_size(size, [&]<unsigned n>(std::integral_constant<unsigned, n>) { counter.count<n>(); });
    return counter.counts();
}

}  // namespace astragal::poker
