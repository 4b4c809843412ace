// Words as sets of bits.
#pragma once

#include <bit>
#include <concepts>

#if defined(__GNUC__)
#define ASTRAGAL_INLINE inline __attribute__((always_inline))
#else
#define ASTRAGAL_INLINE inline
#endif

namespace astragal {

// The number of the lowest set bit; the width of the word if no bit is set.
template <std::unsigned_integral Word>
constexpr unsigned lowest_bit(Word set) {
    return static_cast<unsigned>(std::countr_zero(set));
}
template <std::unsigned_integral Word>
constexpr unsigned bit_count(Word set) {
    return static_cast<unsigned>(std::popcount(set));
}
template <std::unsigned_integral Word>
constexpr Word without_lowest(Word set) {
    return static_cast<Word>(set & (set - 1));
}

// Calls `visit` with the number of each set bit, ascending.
template <std::unsigned_integral Word, class Visit>
ASTRAGAL_INLINE constexpr void each_bit(Word set, Visit&& visit) {
    for (; set != 0; set = without_lowest(set)) visit(lowest_bit(set));
}

}  // namespace astragal
