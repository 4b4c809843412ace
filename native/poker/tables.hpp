// The tables behind the evaluator: from cards to a word, and from the word to the strength.
//
// A card is a word of `words::hand_sum`; a hand is the sum of its cards' words and of `hand_start`.
// The counters of the suits start at 3, so that five cards of a suit set the counter's top bit and
// one AND finds the flush. `words::suit_sum` is the same for the cards of one suit, in 32 bits.
// Both have the sum of the keys at the top, so that its carry is lost.
//
// Keys: those of `HandRules` tell all hands of one size apart, but their sums lie in clusters.
// Multiplied by an odd number, modulo 2^23, they are as distinct as before and lie evenly, about
// six of the 49,205 sums of seven cards in each of 8,192 rows of 1,024 columns.
//
// Rows: each size has its own. They are mostly empty, and are laid over each other in one array so
// that no cell is needed for two different strengths (row displacement: Tarjan and Yao, "Storing a
// sparse table", 1979). The strength is then in cell `rows[size * row_count + row] + column`.
//
// Stability: nothing here is stored or shown. Strengths are, and `Scale` alone decides on them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "poker/values.hpp"

namespace astragal::poker {

namespace hand_sum = words::hand_sum;
namespace suit_sum = words::suit_sum;

using HandWord = hand_sum::Word;
using SuitWord = suit_sum::Word;
using Key = std::uint32_t;  // or a sum of keys: a row and a column
using RowOffset = std::uint16_t;

inline constexpr Key key_limit = suit_sum::key(~SuitWord{0});
inline constexpr unsigned row_bits = 13;
inline constexpr std::size_t row_count = std::size_t{1} << row_bits;
inline constexpr Key row_size = (key_limit >> row_bits) + 1;
inline constexpr std::size_t cell_count = (std::size_t{1} << 16) + row_size;

constexpr HandWord each_suit(unsigned counter) {
    HandWord word = 0;
    for (unsigned suit = 0; suit < suit_count; ++suit)
        word = hand_sum::with_suit(word, suit, counter);
    return word;
}
// The sum of the keys alone, in 32 bits.
constexpr SuitWord key_word(HandWord word) { return suit_sum::with_key(0, hand_sum::key(word)); }

inline constexpr HandWord hand_start = each_suit(3);
inline constexpr HandWord hand_flush = each_suit(8);
inline constexpr SuitWord suit_flush = suit_sum::with_flush(0, 1);
inline constexpr SuitWord too_many_cards = suit_sum::with_size(0, ~max_hand);  // 8 and more

// A low hand with five cards of a suit, in place of its strength: more than a table has to be read.
inline constexpr Strength low_flush = 0xFFFF;

// A byte that should be an id, cut to this many values, can't lead out of any table.
inline constexpr unsigned id_values = 64;

// All that the loops read, in one piece, so that one register reaches all of it.
struct alignas(64) Lookup {
    std::array<HandWord, id_values> cards;
    std::array<HandWord, id_values * id_values> pairs;       // two ids: first + 64 * second
    std::array<std::array<HandWord, 256>, 7> set_bytes;      // the cards of each byte of a set
    std::array<SuitWord, rank_sets> suits;                   // the cards of one suit
    std::array<RowOffset, (max_hand + 1) * row_count> rows;  // size * row_count + row
    std::array<Strength, cell_count> cells;
    std::array<Strength, rank_sets> suited;  // flushes; 0 for fewer than five ranks
};

// Lays sparse rows over each other. Cells may be shared where the values are equal.
class RowPacker {
public:
    struct Entry {
        std::uint32_t column;
        Strength value;
    };

    explicit RowPacker(std::size_t values)
        : free_(capacity / 64, ~std::uint64_t{0}), places_(values) {}

    // Puts a row where it can share most cells, or else where it fits first. The result is dense if
    // the fullest rows come first.
    RowOffset place(const std::vector<Entry>& row) {
        std::size_t best = 0;
        unsigned most = 0;
        for (const Entry& entry : row)
            for (const std::uint32_t cell : places_[entry.value]) {
                if (cell < entry.column || cell - entry.column > last_offset) continue;
                const unsigned shared = count_shared(row, cell - entry.column);
                if (shared > most) most = shared, best = cell - entry.column;
            }
        if (!most) best = first_fit(row);
        for (const Entry& entry : row) fill(best + entry.column, entry.value);
        return static_cast<RowOffset>(best);
    }

    const std::vector<Strength>& cells() const { return cells_; }

private:
    static constexpr std::size_t last_offset = std::numeric_limits<RowOffset>::max();
    // Of a value: enough to find most of the sharing.
    static constexpr std::size_t most_places = 16;
    // A look at 64 offsets may go beyond the cells.
    static constexpr std::size_t capacity = cell_count + 2 * 64;

    bool is_free(std::size_t cell) const { return free_[cell / 64] >> (cell % 64) & 1; }

    // How many cells the row would share at this offset; 0 if it doesn't fit.
    unsigned count_shared(const std::vector<Entry>& row, std::size_t offset) const {
        unsigned shared = 0;
        for (const Entry& entry : row) {
            if (is_free(offset + entry.column)) continue;
            if (cells_[offset + entry.column] != entry.value) return 0;
            ++shared;
        }
        return shared;
    }

    // 64 offsets at a time: those are good for which the cell of every entry is free. Where one row
    // didn't fit, the next of the same size seldom does, and its search starts an eighth of the way
    // there.
    std::size_t first_fit(const std::vector<Entry>& row) {
        if (row.size() != row_size_) row_size_ = row.size(), from_ = 0;
        while (!free_[from_ / 64]) from_ += 64;
        const std::size_t lowest = row.front().column;
        for (std::size_t offset = from_ > lowest ? from_ - lowest : 0; offset <= last_offset;
             offset += 64) {
            std::uint64_t good = ~std::uint64_t{0};
            for (const Entry& entry : row) {
                good &= free_from(offset + entry.column);
                if (!good) break;
            }
            if (!good) continue;
            from_ += (offset + lowest - std::min(from_, offset + lowest)) / 8 / 64 * 64;
            offset += lowest_bit(good);
            if (offset <= last_offset) return offset;
        }
        throw std::logic_error("the rows of the poker tables need too many cells");
    }

    // 64 bits from this cell on.
    std::uint64_t free_from(std::size_t cell) const {
        const std::uint64_t* const word = &free_[cell / 64];
        const std::size_t shift = cell % 64;
        return word[0] >> shift | word[1] << 1 << (63 - shift);
    }

    void fill(std::size_t cell, Strength value) {
        if (!is_free(cell)) return;
        cells_[cell] = value;
        free_[cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
        if (places_[value].size() < most_places)
            places_[value].push_back(static_cast<std::uint32_t>(cell));
    }

    std::vector<Strength> cells_ = std::vector<Strength>(cell_count);
    std::vector<std::uint64_t> free_;                 // one bit for each cell
    std::size_t from_ = 0, row_size_ = 0;             // where the search stands
    std::vector<std::vector<std::uint32_t>> places_;  // of each value
};

class Tables {
public:
    explicit Tables(const HandRules& rules)
        : rules_(rules), scale_(rules), lookup_(std::make_unique<Lookup>()) {
        number_cards();
        number_suits();
        pack_ranks();
    }

    const HandRules& rules() const { return rules_; }
    const Scale& scale() const { return scale_; }
    const Lookup& lookup() const { return *lookup_; }

private:
    static constexpr Key spread = 0x9E3779B1;

    Key key(unsigned rank) const { return rules_.keys[rank] * spread & key_limit; }

    void number_cards() {
        auto& cards = lookup_->cards;
        for (unsigned rank = rules_.lowest_rank; rank < rank_count; ++rank)
            for (unsigned suit = 0; suit < suit_count; ++suit)
                cards[suit_count * rank + suit] = hand_sum::with_key(
                    hand_sum::with_suit(hand_sum::with_size(0, 1), suit, rules_.flushes),
                    key(rank));
        for (std::size_t i = 0; i < lookup_->pairs.size(); ++i)
            lookup_->pairs[i] = cards[i % id_values] + cards[i / id_values];
        for (std::size_t i = 0; i < lookup_->set_bytes.size(); ++i)
            for (unsigned byte = 1; byte < 256; ++byte) {
                auto& words = lookup_->set_bytes[i];
                words[byte] = words[without_lowest(byte)] + cards[8 * i + lowest_bit(byte)];
            }
    }

    void number_suits() {
        for (unsigned ranks = 1; ranks < rank_sets; ++ranks) {
            const unsigned size = bit_count(ranks), lowest = lowest_bit(ranks);
            const bool in_deck = lowest >= rules_.lowest_rank;
            SuitWord word = lookup_->suits[without_lowest(ranks)];
            if (in_deck) word = suit_sum::with_key(word, suit_sum::key(word) + key(lowest));
            word = suit_sum::with_size(word, size);
            lookup_->suits[ranks] = suit_sum::with_flush(word, rules_.flushes && size >= best_hand);
            if (in_deck && rules_.flushes && size >= best_hand && size <= max_hand)
                lookup_->suited[ranks] = rules_.low ? low_flush : scale_.of_suited(ranks);
        }
    }

    // What the keys make of a hand's ranks.
    struct Hand {
        std::uint32_t row;  // among the rows of all sizes
        RowPacker::Entry entry;
    };

    std::vector<Hand> list_hands() const {
        std::vector<Hand> hands;
        const auto visit = [&](auto&& self, unsigned rank, unsigned size, Key sum,
                               const RankCounts& counts) -> void {
            if (rank == rank_count) {
                sum &= key_limit;
                hands.push_back({static_cast<std::uint32_t>(size * row_count + sum / row_size),
                                 {sum % row_size, scale_.of_ranks(counts)}});
                return;
            }
            RankCounts more = counts;
            for (unsigned n = 0;; ++n) {
                self(self, rank + 1, size + n, sum, more);
                if (n == suit_count || size + n == max_hand) return;
                more.add(rank);
                sum += key(rank);
            }
        };
        visit(visit, rules_.lowest_rank, 0, 0, RankCounts{});
        return hands;
    }

    void pack_ranks() {
        const std::vector<Hand> hands = list_hands();
        std::vector<std::vector<RowPacker::Entry>> rows((max_hand + 1) * row_count);
        for (const Hand& hand : hands) rows[hand.row].push_back(hand.entry);
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            if (rows[i].empty()) continue;
            order.push_back(i);
            std::sort(rows[i].begin(), rows[i].end(),
                      [](const auto& a, const auto& b) { return a.column < b.column; });
            require(std::adjacent_find(rows[i].begin(), rows[i].end(),
                                       [](const auto& a, const auto& b) {
                                           return a.column == b.column;
                                       }) == rows[i].end(),
                    "the keys give two hands of one size the same sum");
        }
        // Hands of seven first, so that their cells lie close together; then the fullest rows.
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const bool a_seven = a / row_count == max_hand, b_seven = b / row_count == max_hand;
            if (a_seven != b_seven) return a_seven;
            return rows[a].size() != rows[b].size() ? rows[a].size() > rows[b].size() : a < b;
        });

        RowPacker packer(scale_.size());
        for (const std::uint32_t row : order) lookup_->rows[row] = packer.place(rows[row]);
        std::copy(packer.cells().begin(), packer.cells().end(), lookup_->cells.begin());

        for (const Hand& hand : hands)
            require(lookup_->cells[lookup_->rows[hand.row] + hand.entry.column] == hand.entry.value,
                    "the poker tables don't return the strengths that were put in");
    }

    HandRules rules_;
    Scale scale_;
    std::unique_ptr<Lookup> lookup_;
};

}  // namespace astragal::poker
