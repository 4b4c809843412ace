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
inline constexpr int type_shift = 24;
inline constexpr Word type_limit = 0xff;
constexpr unsigned type(Word w) { return get<unsigned>(w, 24, 8); }
constexpr Word with_type(Word w, Word v) { return put(w, 24, 8, v); }
constexpr int rank_shift(int i) { return 16 - 4 * (i - 1); }
inline constexpr Word rank_limit = 0xf;
constexpr unsigned rank(Word w, unsigned i) { return get<unsigned>(w, 16 - 4 * (i - 1), 4); }
constexpr Word with_rank(Word w, unsigned i, Word v) { return put(w, 16 - 4 * (i - 1), 4, v); }
}  // namespace pokerval

// A set of cards as four sets of ranks, one for each suit
namespace suit_ranks {
using Word = std::uint64_t;
constexpr int ranks_shift(int i) { return 0 + 16 * i; }
inline constexpr Word ranks_limit = 0x1fff;
constexpr unsigned ranks(Word w, unsigned i) { return get<unsigned>(w, 0 + 16 * i, 13); }
constexpr Word with_ranks(Word w, unsigned i, Word v) { return put(w, 0 + 16 * i, 13, v); }
}  // namespace suit_ranks

// A card, or the sum of the cards of a hand, as the evaluator adds them up
namespace hand_sum {
using Word = std::uint64_t;
inline constexpr int key_shift = 41;
inline constexpr Word key_limit = 0x7fffff;
constexpr unsigned key(Word w) { return get<unsigned>(w, 41, 23); }
constexpr Word with_key(Word w, Word v) { return put(w, 41, 23, v); }
constexpr int suit_shift(int i) { return 16 + 4 * i; }
inline constexpr Word suit_limit = 0xf;
constexpr unsigned suit(Word w, unsigned i) { return get<unsigned>(w, 16 + 4 * i, 4); }
constexpr Word with_suit(Word w, unsigned i, Word v) { return put(w, 16 + 4 * i, 4, v); }
inline constexpr int size_shift = 0;
inline constexpr Word size_limit = 0x3f;
constexpr unsigned size(Word w) { return get<unsigned>(w, 0, 6); }
constexpr Word with_size(Word w, Word v) { return put(w, 0, 6, v); }
}  // namespace hand_sum

// The sum of the cards of one suit; the sum over the suits is that of the hand
namespace suit_sum {
using Word = std::uint32_t;
inline constexpr int key_shift = 9;
inline constexpr Word key_limit = 0x7fffff;
constexpr unsigned key(Word w) { return get<unsigned>(w, 9, 23); }
constexpr Word with_key(Word w, Word v) { return put(w, 9, 23, v); }
inline constexpr int flush_shift = 6;
inline constexpr Word flush_limit = 0x1;
constexpr unsigned flush(Word w) { return get<unsigned>(w, 6, 1); }
constexpr Word with_flush(Word w, Word v) { return put(w, 6, 1, v); }
inline constexpr int size_shift = 0;
inline constexpr Word size_limit = 0x3f;
constexpr unsigned size(Word w) { return get<unsigned>(w, 0, 6); }
constexpr Word with_size(Word w, Word v) { return put(w, 0, 6, v); }
}  // namespace suit_sum

// The three values of a setting of Asia Poker, as their places in their orders
namespace asia_triple {
using Word = std::uint32_t;
inline constexpr int four_shift = 11;
inline constexpr Word four_limit = 0xfff;
constexpr unsigned four(Word w) { return get<unsigned>(w, 11, 12); }
constexpr Word with_four(Word w, Word v) { return put(w, 11, 12, v); }
inline constexpr int two_shift = 4;
inline constexpr Word two_limit = 0x7f;
constexpr unsigned two(Word w) { return get<unsigned>(w, 4, 7); }
constexpr Word with_two(Word w, Word v) { return put(w, 4, 7, v); }
inline constexpr int one_shift = 0;
inline constexpr Word one_limit = 0xf;
constexpr unsigned one(Word w) { return get<unsigned>(w, 0, 4); }
constexpr Word with_one(Word w, Word v) { return put(w, 0, 4, v); }
}  // namespace asia_triple

// A card, or the sum of the cards of a hand, from which its class is found
namespace asia_key {
using Word = std::uint64_t;
constexpr int suit_shift(int i) { return 0 + 4 * i; }
inline constexpr Word suit_limit = 0xf;
constexpr unsigned suit(Word w, unsigned i) { return get<unsigned>(w, 0 + 4 * i, 4); }
constexpr Word with_suit(Word w, unsigned i, Word v) { return put(w, 0 + 4 * i, 4, v); }
inline constexpr int joker_shift = 16;
inline constexpr Word joker_limit = 0x1;
constexpr unsigned joker(Word w) { return get<unsigned>(w, 16, 1); }
constexpr Word with_joker(Word w, Word v) { return put(w, 16, 1, v); }
inline constexpr int low_shift = 20;
inline constexpr Word low_limit = 0xfffff;
constexpr unsigned low(Word w) { return get<unsigned>(w, 20, 20); }
constexpr Word with_low(Word w, Word v) { return put(w, 20, 20, v); }
inline constexpr int high_shift = 40;
inline constexpr Word high_limit = 0xffffff;
constexpr unsigned high(Word w) { return get<unsigned>(w, 40, 24); }
constexpr Word with_high(Word w, Word v) { return put(w, 40, 24, v); }
}  // namespace asia_key

// A position of the Royal Game of Ur
namespace ur_state {
using Word = std::uint64_t;
inline constexpr int a_hand_shift = 0;
inline constexpr Word a_hand_limit = 0x7;
constexpr unsigned a_hand(Word w) { return get<unsigned>(w, 0, 3); }
constexpr Word with_a_hand(Word w, Word v) { return put(w, 0, 3, v); }
inline constexpr int b_hand_shift = 3;
inline constexpr Word b_hand_limit = 0x7;
constexpr unsigned b_hand(Word w) { return get<unsigned>(w, 3, 3); }
constexpr Word with_b_hand(Word w, Word v) { return put(w, 3, 3, v); }
inline constexpr int a_done_shift = 6;
inline constexpr Word a_done_limit = 0x7;
constexpr unsigned a_done(Word w) { return get<unsigned>(w, 6, 3); }
constexpr Word with_a_done(Word w, Word v) { return put(w, 6, 3, v); }
inline constexpr int b_done_shift = 9;
inline constexpr Word b_done_limit = 0x7;
constexpr unsigned b_done(Word w) { return get<unsigned>(w, 9, 3); }
constexpr Word with_b_done(Word w, Word v) { return put(w, 9, 3, v); }
inline constexpr int turn_shift = 12;
inline constexpr Word turn_limit = 0x1;
constexpr unsigned turn(Word w) { return get<unsigned>(w, 12, 1); }
constexpr Word with_turn(Word w, Word v) { return put(w, 12, 1, v); }
inline constexpr int roll_shift = 13;
inline constexpr Word roll_limit = 0x7;
constexpr unsigned roll(Word w) { return get<unsigned>(w, 13, 3); }
constexpr Word with_roll(Word w, Word v) { return put(w, 13, 3, v); }
constexpr int square_shift(int i) { return 16 + 2 * i; }
inline constexpr Word square_limit = 0x3;
constexpr unsigned square(Word w, unsigned i) { return get<unsigned>(w, 16 + 2 * i, 2); }
constexpr Word with_square(Word w, unsigned i, Word v) { return put(w, 16 + 2 * i, 2, v); }
inline constexpr int extra_shift = 24;
inline constexpr Word extra_limit = 0x1;
constexpr unsigned extra(Word w) { return get<unsigned>(w, 24, 1); }
constexpr Word with_extra(Word w, Word v) { return put(w, 24, 1, v); }
}  // namespace ur_state

// The squares of a position, four at a time
namespace ur_board {
using Word = std::uint64_t;
constexpr int part_shift(int i) { return 16 + 8 * i; }
inline constexpr Word part_limit = 0xff;
constexpr unsigned part(Word w, unsigned i) { return get<unsigned>(w, 16 + 8 * i, 8); }
constexpr Word with_part(Word w, unsigned i, Word v) { return put(w, 16 + 8 * i, 8, v); }
}  // namespace ur_board

// What some squares of a position add to its rank; all squares add up to the whole
namespace ur_view {
using Word = std::uint64_t;
inline constexpr int content_shift = 0;
inline constexpr Word content_limit = 0xffffff;
constexpr unsigned content(Word w) { return get<unsigned>(w, 0, 24); }
constexpr Word with_content(Word w, Word v) { return put(w, 0, 24, v); }
inline constexpr int own_shift = 24;
inline constexpr Word own_limit = 0x3f;
constexpr unsigned own(Word w) { return get<unsigned>(w, 24, 6); }
constexpr Word with_own(Word w, Word v) { return put(w, 24, 6, v); }
inline constexpr int other_shift = 30;
inline constexpr Word other_limit = 0x3f;
constexpr unsigned other(Word w) { return get<unsigned>(w, 30, 6); }
constexpr Word with_other(Word w, Word v) { return put(w, 30, 6, v); }
inline constexpr int mine_shift = 36;
inline constexpr Word mine_limit = 0x1f;
constexpr unsigned mine(Word w) { return get<unsigned>(w, 36, 5); }
constexpr Word with_mine(Word w, Word v) { return put(w, 36, 5, v); }
inline constexpr int theirs_shift = 41;
inline constexpr Word theirs_limit = 0x1f;
constexpr unsigned theirs(Word w) { return get<unsigned>(w, 41, 5); }
constexpr Word with_theirs(Word w, Word v) { return put(w, 41, 5, v); }
inline constexpr int flaws_shift = 46;
inline constexpr Word flaws_limit = 0x3ffff;
constexpr unsigned flaws(Word w) { return get<unsigned>(w, 46, 18); }
constexpr Word with_flaws(Word w, Word v) { return put(w, 46, 18, v); }
}  // namespace ur_view

// Where a content of the shared squares stands in the ranking
namespace ur_group {
using Word = std::uint32_t;
inline constexpr int place_shift = 0;
inline constexpr Word place_limit = 0xffffff;
constexpr unsigned place(Word w) { return get<unsigned>(w, 0, 24); }
constexpr Word with_place(Word w, Word v) { return put(w, 0, 24, v); }
inline constexpr int other_shift = 24;
inline constexpr Word other_limit = 0xf;
constexpr unsigned other(Word w) { return get<unsigned>(w, 24, 4); }
constexpr Word with_other(Word w, Word v) { return put(w, 24, 4, v); }
inline constexpr int own_shift = 28;
inline constexpr Word own_limit = 0xf;
constexpr unsigned own(Word w) { return get<unsigned>(w, 28, 4); }
constexpr Word with_own(Word w, Word v) { return put(w, 28, 4, v); }
}  // namespace ur_group

// How many moves a row has, roll by roll
namespace ur_moves {
using Word = std::uint32_t;
constexpr int moves_shift(int i) { return 0 + 8 * (i - 1); }
inline constexpr Word moves_limit = 0xff;
constexpr unsigned moves(Word w, unsigned i) { return get<unsigned>(w, 0 + 8 * (i - 1), 8); }
constexpr Word with_moves(Word w, unsigned i, Word v) { return put(w, 0 + 8 * (i - 1), 8, v); }
}  // namespace ur_moves

}  // namespace astragal::words
