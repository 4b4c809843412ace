// The arithmetic of a sweep: the rows of one block, from offsets compiled before (see
// ur_solver.hpp), lane by lane in vectors, and the transposition that keeps both viewpoints alike.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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

// A row's moves, as 32-bit numbers: how many there are for each roll; the offset of the row after a
// pass; then the offsets of the successors, roll by roll. A roll with fewer moves than another has
// its last one several times: a second look at a row costs less than a branch that is not foreseen.
using Code = std::uint32_t;

constexpr std::size_t code_length(Code moves) { return 2 + std::size_t{max_roll} * moves; }

// The successors with one roll.
struct Moves {
    std::array<Code, max_pieces> next;
    Code count = 0;

    void add(Code one) { next[count++] = one; }
};

// Returns the end of what it has written. Without a move the turn passes.
inline Code* write_row(Code* out, Code after_pass, std::array<Moves, max_roll>& rolls) {
    Code most = 1;
    for (const Moves& moves : rolls) most = std::max(most, moves.count);
    *out++ = most;
    *out++ = after_pass;
    for (Moves& moves : rolls) {
        if (moves.count == 0) moves.add(after_pass);
        for (Code move = 0; move < most; ++move) {
            *out++ = moves.next[std::min(move, moves.count - 1)];
        }
    }
    return out;
}

struct Block {
    std::size_t code;  // where the moves of its first row start
    Content content;
    unsigned side;    // who moves
    Code values;      // its offset in the arena
    Code transposed;  // where the mirror reads it
    std::uint32_t rows;
    std::uint32_t width;          // lanes in use
    std::uint32_t row_stride;     // padded width
    std::uint32_t column_stride;  // padded number of rows

    std::size_t lanes() const { return std::size_t{rows} * row_stride; }
};

// What a sweep computes: the chance of the player to move, or how many turns there are still to
// come. `seen` is what the opponent's value is to the player who waits.
struct Chances {
    static constexpr int start = 0;
    template <class Real>
    static Real seen(Real value) {
        return 1 - value;
    }
};
struct Turns {
    static constexpr int start = 1;
    template <class Real>
    static Real seen(Real value) {
        return value;
    }
};

// Computes Lanes lanes of one row. Known is its number of moves, or 0 if that is `moves`.
template <class Meaning, unsigned Lanes, Code Known, class Real>
[[gnu::always_inline]] inline void update_lanes(const Real* arena, const Code* code, Code moves,
                                                const Real* chance, Real* row) {
    using Vec = Vector<Real>;
    constexpr unsigned count = Lanes * sizeof(Real) / sizeof(Vec);
    if (Known != 0) moves = Known;
    Vec sum[count];
    Vec best[count];
    const Vec* passed = reinterpret_cast<const Vec*>(arena + *code++);
    for (unsigned i = 0; i < count; ++i) sum[i] = passed[i] * chance[0] + Real{Meaning::start};
    for (unsigned roll = 1; roll <= max_roll; ++roll, code += moves) {
        const Vec* first = reinterpret_cast<const Vec*>(arena + *code);
        for (unsigned i = 0; i < count; ++i) best[i] = first[i];
        for (Code move = 1; move < moves; ++move) {
            const Vec* next = reinterpret_cast<const Vec*>(arena + code[move]);
            for (unsigned i = 0; i < count; ++i) best[i] = best[i] < next[i] ? next[i] : best[i];
        }
        for (unsigned i = 0; i < count; ++i) sum[i] += best[i] * chance[roll];
    }
    for (unsigned i = 0; i < count; ++i) reinterpret_cast<Vec*>(row)[i] = sum[i];
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

// Brings the mirror's copy up to date. Padding lanes are never written: they keep their first
// value, and no result depends on them.
template <class Meaning, class Real>
[[gnu::always_inline]] inline void transpose(Real* arena, const Block& block) {
    const Real* from = arena + block.values;
    Real* to = arena + block.transposed;
    std::uint32_t i = 0;
    for (; i + 8 <= block.rows; i += 8, from += 8 * std::size_t{block.row_stride}, to += 8) {
        for (std::uint32_t j = 0; j < block.width; ++j) {
            for (std::uint32_t k = 0; k < 8; ++k) {
                to[std::size_t{j} * block.column_stride + k] =
                    Meaning::seen(from[std::size_t{k} * block.row_stride + j]);
            }
        }
    }
    for (; i < block.rows; ++i, from += block.row_stride, ++to) {
        for (std::uint32_t j = 0; j < block.width; ++j) {
            to[std::size_t{j} * block.column_stride] = Meaning::seen(from[j]);
        }
    }
}

// Computes the rows of a block, the last one first: a move from the hand or along private squares
// leads to a later row. Calls `meanwhile` after each row.
template <class Meaning, class Real, class Meanwhile>
[[gnu::always_inline]] inline void update_rows(const Real* arena, const Code* code,
                                               const Block& block, const Real* chance, Real* out,
                                               const Meanwhile& meanwhile) {
    Real* row = out + block.lanes();
    code += block.code;
    for (std::uint32_t i = 0; i < block.rows; ++i) {
        row -= block.row_stride;
        const Code moves = *code++;
        const auto update = [&](auto known) ASTRAGAL_UR_INLINE {
            each_piece(block.row_stride, [&](auto lanes, unsigned lane) ASTRAGAL_UR_INLINE {
                update_lanes<Meaning, lanes(), known()>(arena + lane, code, moves, chance,
                                                        row + lane);
            });
        };
        // Most rows have one or two moves that matter.
        if (moves == 1)
            update(std::integral_constant<Code, 1>{});
        else if (moves == 2)
            update(std::integral_constant<Code, 2>{});
        else if (moves == 3)
            update(std::integral_constant<Code, 3>{});
        else
            update(std::integral_constant<Code, 0>{});
        code += code_length(moves) - 1;
        meanwhile();
    }
}

// Rows of a block and its mirror are as long as this, at most.
inline constexpr std::size_t most_lanes = 2 * 64 * 64;

// A block and its mirror, or a block that is its own mirror.
struct Pair {
    const Block* first;
    const Block* last;
};

// Asks for what a pair of blocks reads, the moves of one row at a time, so that it arrives while
// another pair is worked on.
template <class Real>
class Prefetch {
public:
    Prefetch(const Real* arena, const Code* code, const Pair& pair)
        : arena_(arena), moves_(code), code_(code), next_(pair.first), last_(pair.last) {}

    // False if there is nothing left to ask for.
    [[gnu::always_inline]] bool row() {
#ifdef __GNUC__
        if (rows_ == 0) {
            if (next_ == last_) return false;
            code_ = moves_ + next_->code;
            rows_ = next_->rows;
            lanes_ = next_->row_stride;
            ++next_;
        }
        constexpr std::size_t line = 64 / sizeof(Real);
        const Code* end = code_ + code_length(*code_);
        for (Code last = *code_++; code_ < end; last = *code_++) {
            if (*code_ == last) continue;
            for (std::size_t lane = 0; lane < lanes_; lane += line) {
                __builtin_prefetch(arena_ + *code_ + lane, 0, 2);
            }
        }
        --rows_;
        return true;
#else
        return false;
#endif
    }

private:
    const Real* arena_;
    const Code* moves_;
    const Code* code_;
    const Block* next_;
    const Block* last_;
    std::uint32_t rows_ = 0;
    std::size_t lanes_ = 0;
};

// Updates a pair in place, and returns the greatest change. Most of what a sweep costs is waiting
// for other blocks. So what the pair `after` reads, which the thread will probably update next, is
// asked for meanwhile. A second pass finds all in the cache and settles more of what both players
// do on their private squares: it costs a fifth and saves a third of the sweeps. `steps`, if given,
// takes what the sweep has added to each lane.
template <class Meaning, class Real>
[[gnu::always_inline]] inline Real sweep_pair(Real* arena, const Code* code, const Pair& pair,
                                              const Pair& after, const Real* chance, float* steps) {
    using Vec = Vector<Real>;
    constexpr std::size_t per_vector = sizeof(Vec) / sizeof(Real);
    constexpr unsigned passes = 2;
    alignas(64) Real before[most_lanes];
    Real* saved = before;
    for (const Block* block = pair.first; block < pair.last; saved += block++->lanes()) {
        const Real* now = arena + block->values;
        for (std::size_t i = 0; i < block->lanes(); i += per_vector) {
            *reinterpret_cast<Vec*>(saved + i) = *reinterpret_cast<const Vec*>(now + i);
        }
    }
    Prefetch<Real> prefetch(arena, code, after);
    for (unsigned pass = 0; pass < passes; ++pass) {
        for (const Block* block = pair.first; block < pair.last; ++block) {
            update_rows<Meaning>(arena, code, *block, chance, arena + block->values,
                                 [&]() ASTRAGAL_UR_INLINE { prefetch.row(); });
            transpose<Meaning>(arena, *block);
        }
    }
    while (prefetch.row()) continue;
    Vec most{};
    saved = before;
    for (const Block* block = pair.first; block < pair.last; saved += block++->lanes()) {
        const Real* now = arena + block->values;
        for (std::size_t i = 0; i < block->lanes(); i += per_vector) {
            const Vec step =
                *reinterpret_cast<const Vec*>(now + i) - *reinterpret_cast<const Vec*>(saved + i);
            const Vec size = step < 0 ? -step : step;
            most = most < size ? size : most;
            if (steps != nullptr) {
                const Real* lanes = reinterpret_cast<const Real*>(&step);
                float* to = steps + block->values + i;
                for (std::size_t k = 0; k < per_vector; ++k) to[k] = static_cast<float>(lanes[k]);
            }
        }
    }
    const Real* lanes = reinterpret_cast<const Real*>(&most);
    return *std::max_element(lanes, lanes + per_vector);
}

// How far the lanes of a block that are in use are from what the moves make of the others.
template <class Meaning, class Real>
[[gnu::always_inline]] inline Real distance(const Real* arena, const Code* code, const Block& block,
                                            const Real* chance) {
    alignas(64) Real right[most_lanes / 2];
    update_rows<Meaning>(arena, code, block, chance, right, []() ASTRAGAL_UR_INLINE {});
    Real most = 0;
    for (std::uint32_t i = 0; i < block.rows; ++i) {
        const std::size_t row = std::size_t{i} * block.row_stride;
        for (std::size_t j = row; j < row + block.width; ++j) {
            most = std::max(most, std::abs(right[j] - arena[block.values + j]));
        }
    }
    return most;
}

// Calls visit(roll, move, below) for each move of a row: how far it is below the best with the same
// roll, in the lanes where it comes nearest.
template <class Real, class Visit>
[[gnu::always_inline]] inline void each_move_of_row(const Real* arena, const Code* code,
                                                    const Block& block, Visit visit) {
    using Vec = Vector<Real>;
    constexpr std::size_t per_vector = sizeof(Vec) / sizeof(Real);
    const std::size_t count = block.row_stride / per_vector;
    const auto row_of = [&](Code offset) { return reinterpret_cast<const Vec*>(arena + offset); };
    Vec best[64 / per_vector];
    const Code most = *code;
    code += 2;
    for (unsigned roll = 1; roll <= max_roll; ++roll, code += most) {
        for (std::size_t i = 0; i < count; ++i) best[i] = row_of(*code)[i];
        Code moves = 1;
        for (; moves < most && code[moves] != code[moves - 1]; ++moves) {
            const Vec* next = row_of(code[moves]);
            for (std::size_t i = 0; i < count; ++i) best[i] = best[i] < next[i] ? next[i] : best[i];
        }
        // No move comes near in lanes that are not in use.
        std::fill(reinterpret_cast<Real*>(best) + block.width,
                  reinterpret_cast<Real*>(best) + block.row_stride, Real{3});
        for (Code move = 0; move < moves; ++move) {
            const Vec* values = row_of(code[move]);
            Vec below = best[0] - values[0];
            for (std::size_t i = 1; i < count; ++i) {
                const Vec one = best[i] - values[i];
                below = one < below ? one : below;
            }
            visit(roll, code[move], below);
        }
    }
}

template <class Real>
[[gnu::always_inline]] inline Real least_lane(const Vector<Real>& lanes) {
    const Real* first = reinterpret_cast<const Real*>(&lanes);
    Real least = *first;
    for (std::size_t k = 1; k < sizeof(lanes) / sizeof(Real); ++k) {
        least = first[k] < least ? first[k] : least;
    }
    return least;
}

// Writes the moves of a block that come within `margin` of the best.
template <class Real>
[[gnu::always_inline]] inline void prune_block(const Real* arena, const Code* code,
                                               const Block& block, Real margin, Code* out) {
    code += block.code;
    out += block.code;
    for (std::uint32_t row = 0; row < block.rows; ++row, code += code_length(*code)) {
        std::array<Moves, max_roll> near;
        each_move_of_row(arena, code, block,
                         [&](unsigned roll, Code move, const Vector<Real>& below)
                             ASTRAGAL_UR_INLINE {
                                 if (least_lane<Real>(below) <= margin) near[roll - 1].add(move);
                             });
        out = write_row(out, code[1], near);
    }
}

// How far below the best every move of a block is that `kept` does not have.
template <class Real>
[[gnu::always_inline]] inline Real gap_of_block(const Real* arena, const Code* code,
                                                const Code* kept, const Block& block) {
    code += block.code;
    kept += block.code;
    Vector<Real> least = Vector<Real>{} + Real{1};
    for (std::uint32_t row = 0; row < block.rows; ++row, code += code_length(*code)) {
        each_move_of_row(arena, code, block,
                         [&](unsigned roll, Code move, const Vector<Real>& below)
                             ASTRAGAL_UR_INLINE {
                                 const Code* near = kept + 2 + (roll - 1) * *kept;
                                 if (std::find(near, near + *kept, move) != near + *kept) return;
                                 least = below < least ? below : least;
                             });
        kept += code_length(*kept);
    }
    return least_lane<Real>(least);
}

inline bool has_avx2() {
#ifdef ASTRAGAL_UR_AVX2
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

// Calls work() in vectors of 32 bytes if the processor has them; `work` must be always inlined.
// There is no fused multiplication, so that values are the same as on any other machine.
#ifdef ASTRAGAL_UR_AVX2
template <class Work>
[[gnu::target("avx2")]] auto on_avx2(const Work& work) {
    return work();
}
#endif
template <class Work>
auto vectorised([[maybe_unused]] bool avx2, const Work& work) {
#ifdef ASTRAGAL_UR_AVX2
    if (avx2) return on_avx2(work);
#endif
    return work();
}

}  // namespace astragal::ur
