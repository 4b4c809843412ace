// Generated from the layouts of the package by `make generate`; a test compares.
#pragma once

#include <cstdint>

namespace astragal::words {

// The `width` bits from `shift` on: their value, and the word with another value there. Bits of
// `v` that don't fit are cut off.
template <class Value, class Word>
constexpr Value get(Word w, unsigned shift, unsigned width) {
    return static_cast<Value>(w >> shift & ((Word{2} << (width - 1)) - 1));
}
template <class Word>
constexpr Word put(Word w, unsigned shift, unsigned width, Word v) {
    const Word limit = (Word{2} << (width - 1)) - 1;
    return (w & ~(limit << shift)) | (v & limit) << shift;
}

// A hand of 0 to 7 cards in 32 bits, as in OpenHoldem
namespace pokerval {
using Word = std::uint32_t;
constexpr unsigned type(Word w) { return get<unsigned>(w, 24, 8); }
constexpr Word with_type(Word w, Word v) { return put(w, 24, 8, v); }
constexpr unsigned rank(Word w, unsigned i) { return get<unsigned>(w, 16 - 4 * (i - 1), 4); }
constexpr Word with_rank(Word w, unsigned i, Word v) { return put(w, 16 - 4 * (i - 1), 4, v); }
}  // namespace pokerval

// A set of cards as four sets of ranks, one for each suit
namespace suit_ranks {
using Word = std::uint64_t;
constexpr unsigned ranks(Word w, unsigned i) { return get<unsigned>(w, 0 + 16 * i, 13); }
constexpr Word with_ranks(Word w, unsigned i, Word v) { return put(w, 0 + 16 * i, 13, v); }
}  // namespace suit_ranks

// A card, or the sum of the cards of a hand, as the evaluator adds them up
namespace hand_sum {
using Word = std::uint64_t;
constexpr unsigned key(Word w) { return get<unsigned>(w, 41, 23); }
constexpr Word with_key(Word w, Word v) { return put(w, 41, 23, v); }
constexpr unsigned suit(Word w, unsigned i) { return get<unsigned>(w, 16 + 4 * i, 4); }
constexpr Word with_suit(Word w, unsigned i, Word v) { return put(w, 16 + 4 * i, 4, v); }
constexpr unsigned size(Word w) { return get<unsigned>(w, 0, 6); }
constexpr Word with_size(Word w, Word v) { return put(w, 0, 6, v); }
}  // namespace hand_sum

// The sum of the cards of one suit; the sum over the suits is that of the hand
namespace suit_sum {
using Word = std::uint32_t;
constexpr unsigned key(Word w) { return get<unsigned>(w, 9, 23); }
constexpr Word with_key(Word w, Word v) { return put(w, 9, 23, v); }
constexpr unsigned flush(Word w) { return get<unsigned>(w, 6, 1); }
constexpr Word with_flush(Word w, Word v) { return put(w, 6, 1, v); }
constexpr unsigned size(Word w) { return get<unsigned>(w, 0, 6); }
constexpr Word with_size(Word w, Word v) { return put(w, 0, 6, v); }
}  // namespace suit_sum

// The three values of a setting of Asia Poker, as their places in their orders
namespace asia_triple {
using Word = std::uint32_t;
constexpr unsigned four(Word w) { return get<unsigned>(w, 11, 12); }
constexpr Word with_four(Word w, Word v) { return put(w, 11, 12, v); }
constexpr unsigned two(Word w) { return get<unsigned>(w, 4, 7); }
constexpr Word with_two(Word w, Word v) { return put(w, 4, 7, v); }
constexpr unsigned one(Word w) { return get<unsigned>(w, 0, 4); }
constexpr Word with_one(Word w, Word v) { return put(w, 0, 4, v); }
}  // namespace asia_triple

// A card, or the sum of the cards of a hand, from which its class is found
namespace asia_key {
using Word = std::uint64_t;
constexpr unsigned suit(Word w, unsigned i) { return get<unsigned>(w, 0 + 4 * i, 4); }
constexpr Word with_suit(Word w, unsigned i, Word v) { return put(w, 0 + 4 * i, 4, v); }
constexpr unsigned joker(Word w) { return get<unsigned>(w, 16, 1); }
constexpr Word with_joker(Word w, Word v) { return put(w, 16, 1, v); }
constexpr unsigned low(Word w) { return get<unsigned>(w, 20, 20); }
constexpr Word with_low(Word w, Word v) { return put(w, 20, 20, v); }
constexpr unsigned high(Word w) { return get<unsigned>(w, 40, 24); }
constexpr Word with_high(Word w, Word v) { return put(w, 40, 24, v); }
}  // namespace asia_key

// A position of the Royal Game of Ur
namespace ur_state {
using Word = std::uint64_t;
constexpr unsigned a_hand(Word w) { return get<unsigned>(w, 0, 3); }
constexpr Word with_a_hand(Word w, Word v) { return put(w, 0, 3, v); }
constexpr unsigned b_hand(Word w) { return get<unsigned>(w, 3, 3); }
constexpr Word with_b_hand(Word w, Word v) { return put(w, 3, 3, v); }
constexpr unsigned a_done(Word w) { return get<unsigned>(w, 6, 3); }
constexpr Word with_a_done(Word w, Word v) { return put(w, 6, 3, v); }
constexpr unsigned b_done(Word w) { return get<unsigned>(w, 9, 3); }
constexpr Word with_b_done(Word w, Word v) { return put(w, 9, 3, v); }
constexpr unsigned turn(Word w) { return get<unsigned>(w, 12, 1); }
constexpr Word with_turn(Word w, Word v) { return put(w, 12, 1, v); }
constexpr unsigned roll(Word w) { return get<unsigned>(w, 13, 3); }
constexpr Word with_roll(Word w, Word v) { return put(w, 13, 3, v); }
constexpr unsigned square(Word w, unsigned i) { return get<unsigned>(w, 16 + 2 * i, 2); }
constexpr Word with_square(Word w, unsigned i, Word v) { return put(w, 16 + 2 * i, 2, v); }
constexpr unsigned extra(Word w) { return get<unsigned>(w, 24, 1); }
constexpr Word with_extra(Word w, Word v) { return put(w, 24, 1, v); }
}  // namespace ur_state

// The squares of a position, four at a time
namespace ur_board {
using Word = std::uint64_t;
constexpr unsigned part(Word w, unsigned i) { return get<unsigned>(w, 16 + 8 * i, 8); }
constexpr Word with_part(Word w, unsigned i, Word v) { return put(w, 16 + 8 * i, 8, v); }
}  // namespace ur_board

// What some squares of a position add to its rank; all squares add up to the whole
namespace ur_view {
using Word = std::uint64_t;
constexpr unsigned content(Word w) { return get<unsigned>(w, 0, 24); }
constexpr Word with_content(Word w, Word v) { return put(w, 0, 24, v); }
constexpr unsigned own(Word w) { return get<unsigned>(w, 24, 6); }
constexpr Word with_own(Word w, Word v) { return put(w, 24, 6, v); }
constexpr unsigned other(Word w) { return get<unsigned>(w, 30, 6); }
constexpr Word with_other(Word w, Word v) { return put(w, 30, 6, v); }
constexpr unsigned mine(Word w) { return get<unsigned>(w, 36, 5); }
constexpr Word with_mine(Word w, Word v) { return put(w, 36, 5, v); }
constexpr unsigned theirs(Word w) { return get<unsigned>(w, 41, 5); }
constexpr Word with_theirs(Word w, Word v) { return put(w, 41, 5, v); }
constexpr unsigned flaws(Word w) { return get<unsigned>(w, 46, 18); }
constexpr Word with_flaws(Word w, Word v) { return put(w, 46, 18, v); }
}  // namespace ur_view

// Where a content of the shared squares stands in the ranking
namespace ur_group {
using Word = std::uint32_t;
constexpr unsigned place(Word w) { return get<unsigned>(w, 0, 24); }
constexpr Word with_place(Word w, Word v) { return put(w, 0, 24, v); }
constexpr unsigned other(Word w) { return get<unsigned>(w, 24, 4); }
constexpr Word with_other(Word w, Word v) { return put(w, 24, 4, v); }
constexpr unsigned own(Word w) { return get<unsigned>(w, 28, 4); }
constexpr Word with_own(Word w, Word v) { return put(w, 28, 4, v); }
}  // namespace ur_group

}  // namespace astragal::words
