// What a poker hand can be worth: every value of a hand of 0 to 7 cards, in order.
//
// A `Scale` numbers the values of one set of rules densely, 0 for no cards and bigger is better:
// the number is the hand's *strength*. The rules (which category beats which, which rank sets are
// straights, which ranks the deck has) come from the caller; nothing here decides them.
//
// In a game for low hands the five cards that the other rules like least are the best ones, and 0
// is the strength of all hands that don't qualify, fewer than five cards among them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "cards/cards.hpp"
#include "common/require.hpp"

namespace astragal::poker {

using cards::ace;
using cards::by_suit;
using cards::Card;
using cards::card_count;
using cards::cards_of_rank;
using cards::CardSet;
using cards::clubs;
using cards::first_cards;
using cards::lowest_card;
using cards::rank_count;
using cards::rank_of;
using cards::rank_sets;
using cards::RankSet;
using cards::suit_count;
using cards::suit_sets;
using cards::SuitRanks;
using cards::suits_of_rank;
using cards::SuitSet;

using Strength = std::uint16_t;  // dense order of all values, 0 for no cards

inline constexpr unsigned max_hand = 7;
inline constexpr unsigned best_hand = 5;
inline constexpr CardSet full_deck = first_cards(card_count);

// The numbers name the categories; `HandRules::order` says which beats which.
enum class Category : std::uint8_t {
    high_card,
    pair,
    two_pair,
    three_of_a_kind,
    straight,
    flush,
    full_house,
    four_of_a_kind,
    straight_flush,
    five_of_a_kind,
};
inline constexpr std::size_t category_count = 10;

struct Straight {
    RankSet ranks;
    std::uint8_t top;  // rank of the card it counts from: the five in A-2-3-4-5
};

struct HandRules {
    std::array<Category, category_count> order;  // from the lowest to the highest
    std::vector<Straight> straights;
    // Additive keys by rank: the sums of 7 ranks, at most four of each, must all differ. (The
    // sums of fewer then differ too: two equal ones would stay equal with more cards of a rank that
    // neither has.) They must also differ modulo 2^23, as they do if all are smaller.
    std::array<std::uint32_t, rank_count> keys;
    unsigned lowest_rank = 0;  // 0 is the whole deck, 4 the short deck of the sixes to the aces
    bool low = false;          // the rest is for low hands
    bool ace_low = false;      // the ace ranks below the two
    bool flushes = true;
    unsigned highest_card = ace;  // below the ace: a hand with a higher card or a pair is worth 0

    CardSet deck() const { return full_deck & ~first_cards(suit_count * lowest_rank); }
};

// How many cards of each rank a hand has, as four sets: `at_least[n]` has the ranks that come at
// least n + 1 times. All that matters of a hand without a flush.
struct RankCounts {
    std::array<RankSet, suit_count> at_least{};

    void add(unsigned rank) {
        unsigned n = 0;
        while ((at_least[n] >> rank) & 1) ++n;
        at_least[n] |= 1u << rank;
    }
    void remove(unsigned rank) {
        unsigned n = suit_count - 1;
        while (!((at_least[n] >> rank) & 1)) --n;
        at_least[n] ^= 1u << rank;
    }
    unsigned size() const {
        unsigned cards = 0;
        for (const RankSet ranks : at_least) cards += bit_count(ranks);
        return cards;
    }
    // With the ace below the two.
    RankCounts with_low_ace() const {
        RankCounts low;
        for (unsigned n = 0; n < suit_count; ++n)
            low.at_least[n] = (at_least[n] << 1 | at_least[n] >> ace) % rank_sets;
        return low;
    }
};

// A pokerval whose five ranks are filled in one by one. A missing card leaves a zero at the low
// end. A field is rank + 2, and 1 for an ace that counts low.
class Fields {
public:
    Fields& add(unsigned rank, unsigned times = 1) {
        for (; times; --times) push(rank + 2);
        return *this;
    }
    Fields& add_highest(unsigned ranks) {
        for (; ranks && size_ < best_hand; ranks &= ~std::bit_floor(ranks)) add(highest(ranks));
        return *this;
    }
    Fields& add_straight(const Straight& straight) {
        const unsigned up_to_top = (2u << straight.top) - 1;
        add_highest(straight.ranks & up_to_top);
        if (straight.ranks & ~up_to_top) push(1);
        return *this;
    }
    words::pokerval::Word word() const { return word_; }

    static unsigned highest(unsigned ranks) {
        return static_cast<unsigned>(std::bit_width(ranks)) - 1;
    }

private:
    void push(unsigned field) { word_ = words::pokerval::with_rank(word_, ++size_, field); }

    words::pokerval::Word word_ = 0;
    unsigned size_ = 0;
};

// All values of hands of 0 to 7 cards, and the fives of a kind that jokers can make.
class Scale {
public:
    explicit Scale(const HandRules& rules) : rules_(rules) {
        check_rules();
        list_values();
    }

    std::size_t size() const { return words_.size(); }

    // By strength: its category, and its rank fields from 1 to 5.
    Category category(Strength strength) const { return rules_.order[place(word_of(strength))]; }
    unsigned rank(Strength strength, unsigned field) const {
        const unsigned rank = words::pokerval::rank(word_of(strength), field);
        return rules_.ace_low && rank ? rank - 1 : rank;
    }

    // The best that ranks alone can make: everything but flushes and straight flushes.
    Strength of_ranks(const RankCounts& counts) const {
        if (!rules_.low) return strength(ranks_word(counts));
        const unsigned size = counts.size();
        if (size < best_hand) return 0;
        const RankCounts ranks = rules_.ace_low ? counts.with_low_ace() : counts;
        return strength(least_word(ranks, size - best_hand, 0));
    }

    // The best of five or more cards of one suit; of five for a low hand.
    Strength of_suited(RankSet ranks) const { return strength(suited_word(ranks)); }

    // Five of a rank, which only wild cards can make.
    Strength of_five(unsigned rank) const {
        return strength(word(Category::five_of_a_kind, Fields().add(rank, best_hand)));
    }

private:
    // A pokerval whose type is the category's place in the order, so that words compare as the
    // rules say.
    using Word = words::pokerval::Word;

    static unsigned place(Word word) { return words::pokerval::type(word); }
    std::uint32_t place(Category category) const {
        return place_[static_cast<std::size_t>(category)];
    }
    Word word(Category category, const Fields& fields) const {
        return words::pokerval::with_type(fields.word(), place(category));
    }

    // What a strength stands for. Low words are stored inverted: the lowest hand is the best.
    Word word_of(Strength strength) const {
        return rules_.low && strength ? ~words_[strength] : words_[strength];
    }

    // Of all choices that leave out `surplus` cards, of ranks from `from` up.
    Word least_word(const RankCounts& counts, unsigned surplus, unsigned from) const {
        if (surplus == 0) return ranks_word(counts);
        Word least = ~Word{0};
        each_bit(counts.at_least[0] >> from << from, [&](unsigned rank) {
            RankCounts fewer = counts;
            fewer.remove(rank);
            least = std::min(least, least_word(fewer, surplus - 1, rank));
        });
        return least;
    }

    const Straight* best_straight(unsigned ranks) const {
        const Straight* best = nullptr;
        for (const Straight& straight : rules_.straights)
            if ((ranks & straight.ranks) == straight.ranks && (!best || straight.top > best->top))
                best = &straight;
        return best;
    }

    Word ranks_word(const RankCounts& counts) const {
        const auto [all, pairs, trips, quads] = counts.at_least;
        const auto without = [ranks = all](unsigned rank) { return ranks & ~(1u << rank); };
        if (!pairs) return unpaired_word(all);

        Word best = unpaired_word(all);
        const auto consider = [&](Category category, const Fields& fields) {
            best = std::max(best, word(category, fields));
        };
        const unsigned pair = Fields::highest(pairs);
        consider(Category::pair, Fields().add(pair, 2).add_highest(without(pair)));
        if (const unsigned lower = pairs & ~(1u << pair)) {
            const unsigned second = Fields::highest(lower);
            consider(Category::two_pair, Fields().add(pair, 2).add(second, 2).add_highest(
                                             without(pair) & ~(1u << second)));
        }
        if (trips) {
            const unsigned rank = Fields::highest(trips);
            consider(Category::three_of_a_kind, Fields().add(rank, 3).add_highest(without(rank)));
            if (const unsigned others = pairs & ~(1u << rank))
                consider(Category::full_house,
                         Fields().add(rank, 3).add(Fields::highest(others), 2));
        }
        if (quads) {
            const unsigned rank = Fields::highest(quads);
            consider(Category::four_of_a_kind, Fields().add(rank, 4).add_highest(without(rank)));
        }
        return best;
    }

    Word unpaired_word(unsigned ranks) const {
        const Word high = word(Category::high_card, Fields().add_highest(ranks));
        const Straight* straight = best_straight(ranks);
        return straight ? std::max(high, word(Category::straight, Fields().add_straight(*straight)))
                        : high;
    }

    Word suited_word(unsigned ranks) const {
        if (const Straight* straight = best_straight(ranks))
            return word(Category::straight_flush, Fields().add_straight(*straight));
        return word(Category::flush, Fields().add_highest(ranks));
    }

    Strength strength(Word word) const {
        if (rules_.low) {
            const auto place = std::lower_bound(words_.begin(), words_.end(), ~word);
            const bool qualifies = place != words_.end() && *place == ~word;
            return static_cast<Strength>(qualifies ? place - words_.begin() : 0);
        }
        const auto first = words_.begin() + category_begin_[place(word)];
        const auto last = words_.begin() + category_begin_[place(word) + 1];
        return static_cast<Strength>(std::lower_bound(first, last, word) - words_.begin());
    }

    void check_rules() {
        place_.fill(category_count);
        for (std::uint32_t i = 0; i < category_count; ++i)
            place_[static_cast<std::size_t>(rules_.order[i])] = i;
        for (const std::uint32_t place : place_)
            require(place < category_count, "a category is missing from the order");

        // Seven cards with five of a suit can't have four of a kind or a full house. The evaluator
        // relies on the flush beating everything else that they can have.
        for (const Category lower : {Category::high_card, Category::pair, Category::two_pair,
                                     Category::three_of_a_kind, Category::straight})
            require(place(Category::flush) > place(lower),
                    "a flush must beat everything that seven cards can have beside it");
        require(place(Category::straight_flush) > place(Category::flush),
                "a straight flush must beat a flush");
        require(rules_.lowest_rank <= rank_count - best_hand, "the deck must have five ranks");
        require(rules_.low || (rules_.flushes && !rules_.ace_low && rules_.highest_card == ace),
                "only low hands have a low ace, no flushes, or a highest card");
        require(!rules_.low || rules_.lowest_rank == 0, "low hands are for the whole deck");
        require(rules_.highest_card <= ace, "there is no such rank");
        for (const Straight& straight : rules_.straights)
            require(
                bit_count(straight.ranks) == best_hand && straight.ranks < rank_sets &&
                    straight.top <= ace &&
                    (straight.ranks & ((1u << rules_.lowest_rank) - 1)) == 0 &&
                    bit_count(straight.ranks & ~((2u << straight.top) - 1)) <= 1,
                "a straight must have five ranks of the deck, at most one of them above its top");
    }

    // Every value is that of at most five cards.
    void list_values() {
        std::vector<Word> five;
        const auto visit = [&](auto&& self, unsigned rank, unsigned size,
                               const RankCounts& counts) -> void {
            if (rank == rank_count) {
                (size == best_hand ? five : words_).push_back(ranks_word(counts));
                return;
            }
            RankCounts more = counts;
            for (unsigned n = 0;; ++n) {
                self(self, rank + 1, size + n, more);
                if (n == suit_count || size + n == best_hand) return;
                more.add(rank);
            }
        };
        visit(visit, rules_.lowest_rank, 0, RankCounts{});
        if (rules_.flushes)
            for (unsigned ranks = 0; ranks < rank_sets; ranks += 1u << rules_.lowest_rank)
                if (bit_count(ranks) == best_hand) five.push_back(suited_word(ranks));

        std::sort(five.begin(), five.end(), std::greater<>());  // the worst low hand first
        require(std::adjacent_find(five.begin(), five.end()) == five.end(),
                "two five-card classes have one value");
        const ExpectedSizes expected = expected_sizes();
        require(five.size() == expected.five_card_classes, "wrong number of five-card classes");
        if (rules_.low) {
            words_ = {0};
            for (const Word word : five)
                if (rules_.highest_card == ace || qualifies(word)) words_.push_back(~word);
            return;
        }
        words_.insert(words_.end(), five.begin(), five.end());
        for (unsigned rank = rules_.lowest_rank; rank < rank_count; ++rank)
            words_.push_back(word(Category::five_of_a_kind, Fields().add(rank, best_hand)));

        std::sort(words_.begin(), words_.end());
        require(std::adjacent_find(words_.begin(), words_.end()) == words_.end(),
                "two hands have one value");
        require(words_.size() == expected.values, "wrong number of values");
        require(words_.front() == 0, "no cards must be the lowest value");
        require(words_.size() < 0xFFFF, "too many values");

        for (unsigned i = 0; i <= category_count; ++i)
            category_begin_[i] =
                std::lower_bound(words_.begin(), words_.end(), words::pokerval::with_type(0, i)) -
                words_.begin();
    }

    // Whether a low hand has no pair and no card above the highest allowed. Its fields count
    // from 2.
    bool qualifies(Word word) const {
        const unsigned highest = rules_.highest_card + (rules_.ace_low ? 1 : 0);
        return rules_.order[place(word)] == Category::high_card &&
               words::pokerval::rank(word, 1) <= highest + 2;
    }

    struct ExpectedSizes {
        std::size_t five_card_classes, values;
    };

    // Counted without the enumeration: the coefficients of (1 + x + .. + x^4)^r are the
    // numbers of rank multisets of each size, C(r, 5) that of the flushes. With 13 ranks 6,175 +
    // 1,287 = 7,462 classes, and with 1 + 13 + 91 + 455 + 1,820 smaller hands and 13 fives of a
    // kind 9,855 values.
    ExpectedSizes expected_sizes() const {
        const unsigned ranks = rank_count - rules_.lowest_rank;
        std::array<std::size_t, best_hand + 1> ways{1};
        for (unsigned rank = 0; rank < ranks; ++rank)
            for (unsigned size = best_hand; size > 0; --size)
                for (unsigned n = 1; n <= std::min(size, suit_count); ++n)
                    ways[size] += ways[size - n];
        std::size_t flushes = 1;
        for (unsigned i = 0; i < best_hand; ++i) flushes = flushes * (ranks - i) / (i + 1);
        const std::size_t classes = ways[best_hand] + (rules_.flushes ? flushes : 0);
        return {classes, ways[0] + ways[1] + ways[2] + ways[3] + ways[4] + classes + ranks};
    }

    HandRules rules_;
    std::array<std::uint32_t, category_count> place_{};  // of a category, in the order
    std::array<std::ptrdiff_t, category_count + 1> category_begin_{};
    std::vector<Word> words_;  // ascending: the strength is the index
};

}  // namespace astragal::poker
