// Cards, their ranks and suits, and loops over hands and sets of cards.
//
// A hand is a row of card ids, one byte each. A set is a word with bit i for card i.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "common/bits.hpp"
#include "words.hpp"

namespace astragal::cards {

using Card = std::uint8_t;      // 4 * rank + suit
using CardSet = std::uint64_t;  // bit i for card i
using RankSet = std::uint32_t;  // bit 0 the two .. bit 12 the ace
using SuitSet = std::uint32_t;  // bit 0 clubs .. bit 3 spades

inline constexpr unsigned rank_count = 13;
inline constexpr unsigned suit_count = 4;
inline constexpr unsigned card_count = rank_count * suit_count;  // the first id of a joker
inline constexpr unsigned ace = rank_count - 1;
inline constexpr std::size_t rank_sets = std::size_t{1} << rank_count;
inline constexpr std::size_t suit_sets = std::size_t{1} << suit_count;
inline constexpr unsigned max_deck = card_count + 2;  // with both jokers

inline constexpr CardSet clubs = 0x1111111111111;  // a suit is `clubs << suit`

constexpr CardSet first_cards(unsigned count) { return (CardSet{1} << count) - 1; }
constexpr unsigned rank_of(unsigned card) { return card / suit_count; }  // 13 for the first jokers
constexpr unsigned suit_of(unsigned card) { return card % suit_count; }
constexpr CardSet lowest_card(CardSet set) { return set & (~set + 1); }
constexpr CardSet cards_of_rank(unsigned rank, SuitSet suits = suit_sets - 1) {
    return CardSet{suits} << (suit_count * rank);
}
constexpr SuitSet suits_of_rank(CardSet set, unsigned rank) {
    return static_cast<SuitSet>(set >> (suit_count * rank)) % suit_sets;
}

// The number of ways to choose cards of one rank: [cards left][cards chosen].
inline constexpr std::array<std::array<std::uint32_t, 5>, 5> binomial{
    {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}}};

// The ranks of each suit, as `words::suit_ranks` has them: the transposed matrix of 16 ranks by 4
// suits. Two exchanges move the suit's bits in a card's number up by two places, two more by
// another two (Knuth, TAOCP 7.1.3, delta swaps).
using SuitRanks = words::suit_ranks::Word;

constexpr SuitRanks by_suit(CardSet set) {
    const auto swap = [&](unsigned distance, std::uint64_t mask) {
        const std::uint64_t t = (set >> distance ^ set) & mask;
        set ^= t ^ t << distance;
    };
    swap(6, 0x00CC00CC00CC00CC);
    swap(3, 0x0A0A0A0A0A0A0A0A);
    swap(24, 0x00000000FF00FF00);
    swap(12, 0x0000F0F00000F0F0);
    return set;
}
constexpr RankSet ranks_in_suit(CardSet set, unsigned suit) {
    return words::suit_ranks::ranks(by_suit(set), suit);
}

// Turns rows of ids into sets. Returns the first bad row (a card twice, or an id beyond the deck),
// or `rows`. Unchecked, every row passes; ids beyond the deck set bit 63.
//
// The words come from a table: on a plain x86-64 a load is cheaper than a shift by a variable.
template <bool checked>
std::size_t hands_to_sets(const Card* hands, std::size_t rows, std::size_t size, unsigned deck,
                          CardSet* sets) {
    constexpr CardSet beyond = CardSet{1} << 63;
    std::array<CardSet, 256> word;
    for (unsigned id = 0; id < word.size(); ++id) word[id] = id < deck ? CardSet{1} << id : beyond;

    // A row longer than the deck repeats a card; a very long row could overflow the sum.
    if (checked && size > deck) return 0;

    for (std::size_t row = 0; row < rows; ++row, hands += size) {
        CardSet set = 0;
        CardSet sum = 0;  // equals the set as long as no card is repeated, because nothing carries
        for (std::size_t i = 0; i < size; ++i) {
            const CardSet card = word[hands[i]];
            set |= card;
            sum += card;
        }
        if (checked && (sum != set || set >= beyond)) return row;
        sets[row] = set;
    }
    return rows;
}

// Turns sets into rows of ids, ascending. Returns the first bad row (a card beyond the deck, or
// another number of cards than `size`), or `rows`. Unchecked, every row passes; cards past `size`
// are dropped, and missing cards are written as 64.
template <bool checked>
std::size_t sets_to_hands(const CardSet* sets, std::size_t rows, std::size_t size, unsigned deck,
                          Card* hands) {
    for (std::size_t row = 0; row < rows; ++row, hands += size) {
        CardSet set = sets[row];
        unsigned last = 0;  // the highest id so far; 64 once the set has run out
        for (std::size_t i = 0; i < size; ++i) {
            last = lowest_bit(set);
            hands[i] = static_cast<Card>(last);
            set = without_lowest(set);
        }
        if (checked && (set != 0 || last >= deck)) return row;
    }
    return rows;
}

// All subsets of a size, ascending as unsigned words.
//
// In this order the subsets with the same higher cards are consecutive, and the pairs below the
// p-th card are the first p(p-1)/2 of all pairs. So one table of pairs serves every choice of the
// higher cards, and the inner loop is nothing but `table | higher`. For subsets of one card or of
// none the table has the single cards or the empty set, and there are no higher cards.
class Subsets {
public:
    // Starts at `first`; all subsets have its size.
    Subsets(CardSet cards, CardSet first) : low_size_(std::min<std::size_t>(bit_count(first), 2)) {
        for (CardSet rest = cards; rest != 0; rest = without_lowest(rest)) {
            card_[card_count_++] = lowest_card(rest);
        }
        fill_table();
        std::size_t place = 0;
        for (CardSet rest = first; rest != 0; rest = without_lowest(rest), ++place) {
            const std::size_t position = bit_count(cards & (lowest_card(rest) - 1));
            if (place < low_size_) {
                next_ += place == 0 ? position : pairs_below(position);
            } else {
                higher_[higher_size_++] = position;
            }
        }
    }

    // Writes the next subsets until `out` is full or there are no more; returns their number.
    std::size_t write(CardSet* out, std::size_t count) {
        std::size_t written = 0;
        do {
            const std::size_t end = lows_below(higher_size_ > 0 ? higher_[0] : card_count_);
            const std::size_t run = std::min(end - next_, count - written);
            const CardSet higher = higher_cards();
            // Local pointers: the compiler can't rule out that a store to `out` changes `next_`.
            const CardSet* low = table_.data() + next_;
            CardSet* subset = out + written;
            for (std::size_t i = 0; i < run; ++i) subset[i] = low[i] | higher;
            written += run;
            next_ += run;
        } while (written < count && advance());
        return written;
    }

private:
    static constexpr std::size_t pairs_below(std::size_t p) { return p * (p - 1) / 2; }

    std::size_t lows_below(std::size_t position) const {
        if (low_size_ == 0) return 1;
        return low_size_ == 1 ? position : pairs_below(position);
    }

    void fill_table() {
        if (low_size_ == 0) table_[0] = 0;
        if (low_size_ == 1) std::copy_n(card_.begin(), card_count_, table_.begin());
        if (low_size_ == 2) {
            auto entry = table_.begin();
            for (std::size_t high = 1; high < card_count_; ++high) {
                for (std::size_t low = 0; low < high; ++low) *entry++ = card_[low] | card_[high];
            }
        }
    }

    CardSet higher_cards() const {
        CardSet set = 0;
        for (std::size_t i = 0; i < higher_size_; ++i) set |= card_[higher_[i]];
        return set;
    }

    // Moves up the lowest of the higher cards that has room, brings those below it down again, and
    // goes back to the start of the table. Returns false when none has room.
    bool advance() {
        for (std::size_t i = 0; i < higher_size_; ++i) {
            const std::size_t end = i + 1 < higher_size_ ? higher_[i + 1] : card_count_;
            if (++higher_[i] < end) {
                next_ = 0;
                return true;
            }
            higher_[i] = low_size_ + i;
        }
        return false;
    }

    std::array<CardSet, 64> card_;
    std::array<CardSet, 64 * 63 / 2> table_;
    std::array<std::size_t, 64> higher_;  // positions in card_, ascending
    std::size_t card_count_ = 0;
    std::size_t low_size_;
    std::size_t higher_size_ = 0;
    std::size_t next_ = 0;  // the entry of the table that the next subset starts from
};

}  // namespace astragal::cards
