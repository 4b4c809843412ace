// Loops over hands and sets of cards.
//
// A hand is a row of card ids, one byte each; a set is a word with bit i for card i. Nothing here
// knows ranks or suits, and nothing needs more than portable C++20.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace astragal::cards {

using Card = std::uint8_t;
using CardSet = std::uint64_t;

inline constexpr unsigned max_deck = 63;  // bit 63 stays free to mark an id beyond the deck

constexpr CardSet lowest_card(CardSet set) { return set & (~set + 1); }
constexpr CardSet without_lowest(CardSet set) { return set & (set - 1); }
constexpr std::size_t size_of(CardSet set) { return static_cast<std::size_t>(std::popcount(set)); }

// Turns rows of ids into sets. Returns the first bad row, one with a card twice or an id beyond the
// deck, and `rows` when there is none. Unchecked, every row passes; ids beyond the deck set bit 63.
//
// The words come from a table: on a plain x86-64 a load is cheaper than a shift by a variable.
template <bool checked>
std::size_t hands_to_sets(const Card* hands, std::size_t rows, std::size_t size, unsigned deck,
                          CardSet* sets) {
    constexpr CardSet beyond = CardSet{1} << 63;
    std::array<CardSet, 256> word;
    for (unsigned id = 0; id < word.size(); ++id) word[id] = id < deck ? CardSet{1} << id : beyond;

    // A row longer than the deck has a card twice; a very long one could wrap the sum around.
    if (checked && size > deck) return 0;

    for (std::size_t row = 0; row < rows; ++row, hands += size) {
        CardSet set = 0;
        CardSet sum = 0;  // as long as no card comes twice, nothing carries and the two are equal
        for (std::size_t i = 0; i < size; ++i) {
            set |= word[hands[i]];
            sum += word[hands[i]];
        }
        if (checked && (sum != set || set >= beyond)) return row;
        sets[row] = set;
    }
    return rows;
}

// Turns sets into rows of ids, ascending. Returns the first bad row, a set that has a card beyond
// the deck or not `size` cards, and `rows` when there is none. Unchecked, every row passes; cards
// past `size` are left out, and missing ones written as 64.
template <bool checked>
std::size_t sets_to_hands(const CardSet* sets, std::size_t rows, std::size_t size, unsigned deck,
                          Card* hands) {
    for (std::size_t row = 0; row < rows; ++row, hands += size) {
        CardSet set = sets[row];
        unsigned last = 0;  // the highest id so far; 64 once the set has run out
        for (std::size_t i = 0; i < size; ++i) {
            last = static_cast<unsigned>(std::countr_zero(set));
            hands[i] = static_cast<Card>(last);
            set = without_lowest(set);
        }
        if (checked && (set != 0 || last >= deck)) return row;
    }
    return rows;
}

// All subsets of a size, ascending as unsigned words.
//
// In this order the subsets with the same higher cards stand together, and the pairs below the p-th
// card are the first p(p-1)/2 of all pairs. So one table of pairs serves every choice of the higher
// cards, and the inner loop is nothing but `table | higher`. Subsets of one card, or of none, have
// a table of single cards, or of the empty set, and no higher cards.
class Subsets {
public:
    // Starts at `first`, whose size is the size of all of them.
    Subsets(CardSet cards, CardSet first) : low_size_(std::min<std::size_t>(size_of(first), 2)) {
        for (CardSet rest = cards; rest != 0; rest = without_lowest(rest)) {
            card_[card_count_++] = lowest_card(rest);
        }
        fill_table();
        std::size_t place = 0;
        for (CardSet rest = first; rest != 0; rest = without_lowest(rest), ++place) {
            const std::size_t position = size_of(cards & (lowest_card(rest) - 1));
            if (place < low_size_) {
                next_ += place == 0 ? position : pairs_below(position);
            } else {
                higher_[higher_size_++] = position;
            }
        }
    }

    // Writes the next subsets until `out` is full or there are no more, and returns how many.
    std::size_t write(CardSet* out, std::size_t count) {
        std::size_t written = 0;
        do {
            const std::size_t end = lows_below(higher_size_ > 0 ? higher_[0] : card_count_);
            const std::size_t run = std::min(end - next_, count - written);
            const CardSet higher = higher_cards();
            // Local pointers, for a store to `out` might otherwise change `next_`: no vector code.
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
    // goes back to the start of the table; false when none has room.
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
