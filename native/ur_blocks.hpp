// The arithmetic of a sweep: the rows of one block, from offsets compiled before (see
// ur_solver.hpp), lane by lane in vectors, and the transposition that keeps both viewpoints alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "ur_ranking.hpp"

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define ASTRAGAL_UR_AVX2 1
#endif

// For lambdas, which can't have standard attributes before C++23.
#ifdef __GNUC__
#define ASTRAGAL_UR_INLINE __attribute__((always_inline))
#else
#define ASTRAGAL_UR_INLINE
#endif

namespace astragal::ur {

inline constexpr Index lane_group = 8;  // rows are padded to whole groups

constexpr Index padded(Index lanes) { return (lanes + lane_group - 1) / lane_group * lane_group; }

// 32 bytes of lanes if the compiler has vectors; otherwise one lane, with the same operators.
#if defined(__GNUC__)
template <class Real>
struct VectorOf {
    typedef Real type __attribute__((vector_size(32)));
};
template <class Real>
using Vector = typename VectorOf<Real>::type;
#else
template <class Real>
using Vector = Real;
#endif

// A row's moves, as 32-bit numbers: a word of `words::ur_moves`, the numbers of successors for each
// roll; the offset of the row after a pass; then the offsets of the successors, roll by roll.
using Code = words::ur_moves::Word;

struct Block {
    std::size_t code;  // where the moves of its first row start
    Code values;       // its offset in the arena
    Code transposed;   // where the mirror reads it
    std::uint32_t rows;
    std::uint32_t width;          // lanes in use
    std::uint32_t row_stride;     // padded width
    std::uint32_t column_stride;  // padded number of rows
};

// Computes Lanes lanes of one row. Without `store` it only measures how far the row is from its own
// equation.
template <class Real, unsigned Lanes, bool store>
[[gnu::always_inline]] inline void update_lanes(const Real* arena, const Code* code,
                                                const Real* chance, Real* row,
                                                Vector<Real>& change) {
    using Vec = Vector<Real>;
    constexpr unsigned count = Lanes * sizeof(Real) / sizeof(Vec);
    Vec sum[count];
    Vec best[count];
    const Vec* passed = reinterpret_cast<const Vec*>(arena + code[1]);
    for (unsigned i = 0; i < count; ++i) sum[i] = passed[i] * chance[0];
    const Code counts_by_roll = code[0];
    code += 2;
    for (unsigned roll = 1; roll <= max_roll; ++roll) {
        const Code moves = words::ur_moves::moves(counts_by_roll, roll);
        if (moves == 0) continue;
        const Vec* first = reinterpret_cast<const Vec*>(arena + *code);
        for (unsigned i = 0; i < count; ++i) best[i] = first[i];
        for (Code move = 1; move < moves; ++move) {
            const Vec* next = reinterpret_cast<const Vec*>(arena + code[move]);
            for (unsigned i = 0; i < count; ++i) best[i] = best[i] < next[i] ? next[i] : best[i];
        }
        code += moves;
        for (unsigned i = 0; i < count; ++i) sum[i] += best[i] * chance[roll];
    }
    Vec* old = reinterpret_cast<Vec*>(row);
    for (unsigned i = 0; i < count; ++i) {
        const Vec up = sum[i] - old[i];
        const Vec down = old[i] - sum[i];
        const Vec distance = up < down ? down : up;
        change = change < distance ? distance : change;
        if (store) old[i] = sum[i];
    }
}

inline std::size_t code_length(const Code* code) {
    std::size_t length = 2;
    for (unsigned roll = 1; roll <= max_roll; ++roll) {
        length += words::ur_moves::moves(code[0], roll);
    }
    return length;
}

// Cuts a row into pieces that fit into the registers of a processor: 24, 16 or 8 lanes.
template <class Work>
[[gnu::always_inline]] inline void each_piece(unsigned lanes, Work work) {
    unsigned lane = 0;
    for (; lane + 24 <= lanes; lane += 24) work(std::integral_constant<unsigned, 24>{}, lane);
    if (lane + 16 <= lanes) {
        work(std::integral_constant<unsigned, 16>{}, lane);
        lane += 16;
    }
    if (lane < lanes) work(std::integral_constant<unsigned, 8>{}, lane);
}

template <class Real>
[[gnu::always_inline]] inline Real greatest_lane(const Vector<Real>& lanes) {
    Real lane[sizeof(lanes) / sizeof(Real)];
    std::memcpy(lane, &lanes, sizeof lanes);
    return *std::max_element(std::begin(lane), std::end(lane));
}

// Brings the mirror's copy up to date. Padding lanes are never written: they keep their first
// value, and no result depends on them.
template <bool complement, class Real>
[[gnu::always_inline]] inline void transpose(Real* arena, const Block& block) {
    const auto seen = [](Real value) { return complement ? 1 - value : value; };
    const Real* from = arena + block.values;
    Real* to = arena + block.transposed;
    std::uint32_t i = 0;
    for (; i + 8 <= block.rows; i += 8, from += 8 * std::size_t{block.row_stride}, to += 8) {
        for (std::uint32_t j = 0; j < block.width; ++j) {
            for (std::uint32_t k = 0; k < 8; ++k) {
                to[std::size_t{j} * block.column_stride + k] =
                    seen(from[std::size_t{k} * block.row_stride + j]);
            }
        }
    }
    for (; i < block.rows; ++i, from += block.row_stride, ++to) {
        for (std::uint32_t j = 0; j < block.width; ++j) {
            to[std::size_t{j} * block.column_stride] = seen(from[j]);
        }
    }
}

template <class Real, bool store>
[[gnu::always_inline]] inline Real update_block(Real* arena, const Code* code, const Block& block,
                                                const Real* chance) {
    Vector<Real> change{};
    Real* row = arena + block.values;
    code += block.code;
    for (std::uint32_t i = 0; i < block.rows;
         ++i, row += block.row_stride, code += code_length(code)) {
        each_piece(block.row_stride, [&](auto lanes, unsigned lane) ASTRAGAL_UR_INLINE {
            update_lanes<Real, lanes(), store>(arena + lane, code, chance, row + lane, change);
        });
    }
    if (store) transpose<true>(arena, block);
    return greatest_lane<Real>(change);
}

// Computes, for Lanes lanes of one row, 1 + the turns that follow its best moves.
template <unsigned Lanes>
[[gnu::always_inline]] inline void count_lanes(const float* values, const float* turns,
                                               const Code* code, const float* chance, float* row,
                                               Vector<float>& change, Vector<float>& most) {
    using Vec = Vector<float>;
    constexpr unsigned count = Lanes * sizeof(float) / sizeof(Vec);
    Vec sum[count];
    Vec best[count];
    Vec then[count];
    const Vec* passed = reinterpret_cast<const Vec*>(turns + code[1]);
    for (unsigned i = 0; i < count; ++i) sum[i] = passed[i] * chance[0] + 1;
    const Code counts_by_roll = code[0];
    code += 2;
    for (unsigned roll = 1; roll <= max_roll; ++roll) {
        const Code moves = words::ur_moves::moves(counts_by_roll, roll);
        if (moves == 0) continue;
        for (unsigned i = 0; i < count; ++i) {
            best[i] = reinterpret_cast<const Vec*>(values + *code)[i];
            then[i] = reinterpret_cast<const Vec*>(turns + *code)[i];
        }
        for (Code move = 1; move < moves; ++move) {
            const Vec* next = reinterpret_cast<const Vec*>(values + code[move]);
            const Vec* after = reinterpret_cast<const Vec*>(turns + code[move]);
            for (unsigned i = 0; i < count; ++i) {
                const auto better = best[i] < next[i];
                then[i] = better ? after[i] : then[i];
                best[i] = better ? next[i] : best[i];
            }
        }
        code += moves;
        for (unsigned i = 0; i < count; ++i) sum[i] += then[i] * chance[roll];
    }
    Vec* old = reinterpret_cast<Vec*>(row);
    for (unsigned i = 0; i < count; ++i) {
        const Vec rise = sum[i] - old[i];
        change = change < rise ? rise : change;
        most = most < sum[i] ? sum[i] : most;
        old[i] = sum[i];
    }
}

struct Turns {
    float change = 0;
    float most = 0;
};

[[gnu::always_inline]] inline Turns count_block(const float* arena, float* turns, const Code* code,
                                                const Block& block, const float* chance) {
    Vector<float> change{};
    Vector<float> most{};
    float* row = turns + block.values;
    code += block.code;
    for (std::uint32_t i = 0; i < block.rows;
         ++i, row += block.row_stride, code += code_length(code)) {
        each_piece(block.row_stride, [&](auto lanes, unsigned lane) ASTRAGAL_UR_INLINE {
            count_lanes<lanes()>(arena + lane, turns + lane, code, chance, row + lane, change,
                                 most);
        });
    }
    transpose<false>(turns, block);
    return {greatest_lane<float>(change), greatest_lane<float>(most)};
}

inline Turns count_block_anywhere(const float* arena, float* turns, const Code* code,
                                  const Block& block, const float* chance) {
    return count_block(arena, turns, code, block, chance);
}

template <class Real, bool store>
Real update_block_anywhere(Real* arena, const Code* code, const Block& block, const Real* chance) {
    return update_block<Real, store>(arena, code, block, chance);
}

#ifdef ASTRAGAL_UR_AVX2
// Without fused multiplication, so that values are the same as on any other machine.
template <class Real, bool store>
[[gnu::target("avx2")]] Real update_block_avx2(Real* arena, const Code* code, const Block& block,
                                               const Real* chance) {
    return update_block<Real, store>(arena, code, block, chance);
}

[[gnu::target("avx2")]] inline Turns count_block_avx2(const float* arena, float* turns,
                                                      const Code* code, const Block& block,
                                                      const float* chance) {
    return count_block(arena, turns, code, block, chance);
}
#endif

inline bool has_avx2() {
#ifdef ASTRAGAL_UR_AVX2
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

}  // namespace astragal::ur
