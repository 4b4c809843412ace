// Generated from the catalog of layouts by `make generate`; a test compares.
#pragma once

#include <cstdint>

namespace astragal::words {

// A hand of 0 to 7 cards in 32 bits, as OpenHoldem has it
namespace pokerval {
using Word = std::uint32_t;
inline constexpr int type_shift = 24;
inline constexpr int type_width = 8;
inline constexpr Word type_limit = 0xff;
constexpr int rank_shift(int index) { return 16 - 4 * (index - 1); }
inline constexpr int rank_width = 4;
inline constexpr Word rank_limit = 0xf;
}  // namespace pokerval

// A hand of 0 to 7 cards in 64 bits, as sets of ranks
namespace mask64 {
using Word = std::uint64_t;
inline constexpr int type_shift = 56;
inline constexpr int type_width = 8;
inline constexpr Word type_limit = 0xff;
inline constexpr int made_shift = 39;
inline constexpr int made_width = 13;
inline constexpr Word made_limit = 0x1fff;
inline constexpr int second_shift = 26;
inline constexpr int second_width = 13;
inline constexpr Word second_limit = 0x1fff;
inline constexpr int kickers_shift = 13;
inline constexpr int kickers_width = 13;
inline constexpr Word kickers_limit = 0x1fff;
}  // namespace mask64

// A 64-bit hand value with overlapping fields, kept to show what goes wrong
namespace bitval_legacy {
using Word = std::uint64_t;
inline constexpr int type_shift = 56;
inline constexpr int type_width = 8;
inline constexpr Word type_limit = 0xff;
constexpr int kicker_shift(int index) { return 13 + 1 * index; }
inline constexpr int kicker_width = 1;
inline constexpr Word kicker_limit = 0x1;
constexpr int made_shift(int index) { return 4 + 4 * index; }
inline constexpr int made_width = 1;
inline constexpr Word made_limit = 0x1;
inline constexpr int low_ace_shift = 0;
inline constexpr int low_ace_width = 1;
inline constexpr Word low_ace_limit = 0x1;
}  // namespace bitval_legacy

// A card, or the sum of up to seven cards, as two additive keys
namespace card32 {
using Word = std::uint32_t;
inline constexpr int suit_shift = 23;
inline constexpr int suit_width = 9;
inline constexpr Word suit_limit = 0x1ff;
inline constexpr int face_shift = 0;
inline constexpr int face_width = 23;
inline constexpr Word face_limit = 0x7fffff;
}  // namespace card32

// A hand of four, two or one cards of Asia Poker
namespace asia_value {
using Word = std::uint32_t;
inline constexpr int category_shift = 16;
inline constexpr int category_width = 4;
inline constexpr Word category_limit = 0xf;
constexpr int rank_shift(int index) { return 12 - 4 * (index - 1); }
inline constexpr int rank_width = 4;
inline constexpr Word rank_limit = 0xf;
}  // namespace asia_value

// The three values of a setting of Asia Poker, as their places in their orders
namespace asia_triple {
using Word = std::uint32_t;
inline constexpr int four_shift = 11;
inline constexpr int four_width = 12;
inline constexpr Word four_limit = 0xfff;
inline constexpr int two_shift = 4;
inline constexpr int two_width = 7;
inline constexpr Word two_limit = 0x7f;
inline constexpr int one_shift = 0;
inline constexpr int one_width = 4;
inline constexpr Word one_limit = 0xf;
}  // namespace asia_triple

// A position of the Royal Game of Ur
namespace ur_state {
using Word = std::uint64_t;
inline constexpr int a_hand_shift = 0;
inline constexpr int a_hand_width = 3;
inline constexpr Word a_hand_limit = 0x7;
inline constexpr int b_hand_shift = 3;
inline constexpr int b_hand_width = 3;
inline constexpr Word b_hand_limit = 0x7;
inline constexpr int a_done_shift = 6;
inline constexpr int a_done_width = 3;
inline constexpr Word a_done_limit = 0x7;
inline constexpr int b_done_shift = 9;
inline constexpr int b_done_width = 3;
inline constexpr Word b_done_limit = 0x7;
inline constexpr int turn_shift = 12;
inline constexpr int turn_width = 1;
inline constexpr Word turn_limit = 0x1;
inline constexpr int roll_shift = 13;
inline constexpr int roll_width = 3;
inline constexpr Word roll_limit = 0x7;
constexpr int square_shift(int index) { return 16 + 2 * index; }
inline constexpr int square_width = 2;
inline constexpr Word square_limit = 0x3;
inline constexpr int extra_shift = 24;
inline constexpr int extra_width = 1;
inline constexpr Word extra_limit = 0x1;
}  // namespace ur_state

}  // namespace astragal::words
