// The arithmetic of a sweep: the rows of one block, from offsets compiled before (see
// ur/solver.hpp), lane by lane in vectors, and the transposition that keeps both viewpoints alike.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "common/vectors.hpp"
#include "ur/ranking.hpp"

namespace astragal::ur {

inline constexpr Index lane_group = 8;  // rows are padded to whole groups

constexpr Index padded(Index lanes) { return (lanes + lane_group - 1) / lane_group * lane_group; }

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
    Code* code;  // the moves of its rows
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
// come. `seen` is what the opponent's value is to the player who waits; `miss` is how wrong a value
// is that its equation would add this to: turns may be too many, but not too few.
struct Chances {
    static constexpr int start = 0;
    template <class Real>
    static Real seen(Real value) {
        return 1 - value;
    }
    template <class Real>
    static Real miss(Real difference) {
        return std::abs(difference);
    }
};
struct Turns {
    static constexpr int start = 1;
    template <class Real>
    static Real seen(Real value) {
        return value;
    }
    template <class Real>
    static Real miss(Real difference) {
        return difference;
    }
};

// Computes Lanes lanes of one row. Known is its number of moves, or 0 if that is `moves`.
template <class Meaning, unsigned bytes, unsigned Lanes, Code Known, class Real>
[[gnu::always_inline]] inline void update_lanes(const Real* arena, const Code* code, Code moves,
                                                const Real* chance, Real* row) {
    using Vec = Vector<Real, bytes>;
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

// Cuts a row into pieces that fit into the registers of a processor: 24, 16 or 8 lanes of wide
// vectors, 8 lanes of others.
template <unsigned bytes, class Work>
[[gnu::always_inline]] inline void each_piece(unsigned lanes, Work work) {
    unsigned lane = 0;
    if constexpr (bytes == wide) {
        for (; lane + 24 <= lanes; lane += 24) work(std::integral_constant<unsigned, 24>{}, lane);
        if (lane + 16 <= lanes) {
            work(std::integral_constant<unsigned, 16>{}, lane);
            lane += 16;
        }
        if (lane < lanes) work(std::integral_constant<unsigned, 8>{}, lane);
    } else {
        for (; lane < lanes; lane += 8) work(std::integral_constant<unsigned, 8>{}, lane);
    }
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
template <class Meaning, unsigned bytes, class Real, class Meanwhile>
[[gnu::always_inline]] inline void update_rows(const Real* arena, const Block& block,
                                               const Real* chance, Real* out,
                                               const Meanwhile& meanwhile) {
    Real* row = out + block.lanes();
    const Code* code = block.code;
    for (std::uint32_t i = 0; i < block.rows; ++i) {
        row -= block.row_stride;
        const Code moves = *code++;
        const auto update = [&](auto known) ASTRAGAL_INLINE_LAMBDA {
            each_piece<bytes>(block.row_stride,
                              [&](auto lanes, unsigned lane) ASTRAGAL_INLINE_LAMBDA {
                                  update_lanes<Meaning, bytes, lanes(), known()>(
                                      arena + lane, code, moves, chance, row + lane);
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
    Prefetch(const Real* arena, const Pair& pair)
        : arena_(arena), next_(pair.first), last_(pair.last) {}

    // False if there is nothing left to ask for.
    [[gnu::always_inline]] bool row() {
#ifdef __GNUC__
        if (rows_ == 0) {
            if (next_ == last_) return false;
            code_ = next_->code;
            rows_ = next_->rows;
            lanes_ = next_->row_stride;
            own_ = code_[1] - (rows_ - 1) * lanes_;  // the row after a pass, of the last row
            ++next_;
        }
        const Code* end = code_ + code_length(*code_);
        ask_for(code_[1]);
        code_ += 2;
        for (Code last = own_; code_ < end; last = *code_++) {
            // Moves on private squares lead to rows of the same block, which come one by one
            // anyway.
            if (*code_ != last && *code_ - own_ >= next_[-1].rows * lanes_) ask_for(*code_);
        }
        --rows_;
        return true;
#else
        return false;
#endif
    }

private:
    [[gnu::always_inline]] void ask_for(Code row) {
#ifdef __GNUC__
        constexpr Code line = 64 / sizeof(Real);
        for (Code lane = 0; lane < lanes_; lane += line) {
            __builtin_prefetch(arena_ + row + lane, 0, 2);
        }
#endif
    }

    const Real* arena_;
    const Code* code_ = nullptr;
    const Block* next_;
    const Block* last_;
    std::uint32_t rows_ = 0;
    Code lanes_ = 0;
    Code own_ = 0;  // where the rows after a pass start
};

// Updates a pair in place, and returns the greatest change. Most of what a sweep costs is waiting
// for other blocks. So what the pair `after` reads, which the thread will probably update next, is
// asked for meanwhile. A second pass finds all in the cache and settles more of what both players
// do on their private squares: it costs a fifth and saves a third of the sweeps. `steps`, if given,
// takes what the sweep has added to each lane.
template <class Meaning, unsigned bytes, class Real>
[[gnu::always_inline]] inline Real sweep_pair(Real* arena, const Pair& pair, const Pair& after,
                                              const Real* chance, float* steps) {
    using Vec = Vector<Real, bytes>;
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
    Prefetch<Real> prefetch(arena, after);
    for (unsigned pass = 0; pass < passes; ++pass) {
        for (const Block* block = pair.first; block < pair.last; ++block) {
            update_rows<Meaning, bytes>(arena, *block, chance, arena + block->values,
                                        [&]() ASTRAGAL_INLINE_LAMBDA { prefetch.row(); });
            transpose<Meaning>(arena, *block);
        }
    }
    while (prefetch.row()) continue;
    Vec most{};
    saved = before;
    for (const Block* block = pair.first; block < pair.last; saved += block++->lanes()) {
        const std::size_t whole = block->width / per_vector * per_vector;
        for (std::size_t row = 0; row < block->lanes(); row += block->row_stride) {
            const Real* now = arena + block->values + row;
            for (std::size_t lane = 0; lane < block->row_stride; lane += per_vector) {
                Vec step = *reinterpret_cast<const Vec*>(now + lane) -
                           *reinterpret_cast<const Vec*>(saved + row + lane);
                // Lanes that are not in use jump when moves are left out. They must not count.
                Real* parts = reinterpret_cast<Real*>(&step);
                for (std::size_t k = 0; lane >= whole && k < per_vector; ++k) {
                    parts[k] = lane + k < block->width ? parts[k] : Real{0};
                }
                const Vec size = step < 0 ? -step : step;
                most = most < size ? size : most;
                if (steps != nullptr) {
                    float* to = steps + block->values + row + lane;
                    for (std::size_t k = 0; k < per_vector; ++k) {
                        to[k] = static_cast<float>(parts[k]);
                    }
                }
            }
        }
    }
    const Real* lanes = reinterpret_cast<const Real*>(&most);
    return *std::max_element(lanes, lanes + per_vector);
}

// How wrong the lanes of a block that are in use are, by what the moves make of the others.
template <class Meaning, unsigned bytes, class Real>
[[gnu::always_inline]] inline Real distance(const Real* arena, const Block& block,
                                            const Real* chance) {
    alignas(64) Real right[most_lanes / 2];
    update_rows<Meaning, bytes>(arena, block, chance, right, []() ASTRAGAL_INLINE_LAMBDA {});
    Real most = 0;
    for (std::uint32_t i = 0; i < block.rows; ++i) {
        const std::size_t row = std::size_t{i} * block.row_stride;
        for (std::size_t j = row; j < row + block.width; ++j) {
            most = std::max(most, Meaning::miss(right[j] - arena[block.values + j]));
        }
    }
    return most;
}

template <class Real, class Vec>
[[gnu::always_inline]] inline Real least_lane(const Vec& lanes) {
    const Real* first = reinterpret_cast<const Real*>(&lanes);
    return *std::min_element(first, first + sizeof(lanes) / sizeof(Real));
}

// Leaves out the moves of a block that are further than `margin` below the best with the same roll,
// in all lanes of their row that are in use.
template <unsigned bytes, class Real>
[[gnu::always_inline]] inline void prune_block(const Real* arena, const Block& block, Real margin) {
    using Vec = Vector<Real, bytes>;
    constexpr std::size_t per_vector = sizeof(Vec) / sizeof(Real);
    const std::size_t count = block.row_stride / per_vector;
    const auto row_of = [&](Code offset) { return reinterpret_cast<const Vec*>(arena + offset); };
    const Code* code = block.code;
    Code* out = block.code;  // never ahead of what is still to be read
    for (std::uint32_t row = 0; row < block.rows; ++row) {
        const Code most = *code, after_pass = code[1];
        std::array<Moves, max_roll> near;
        code += 2;
        for (Moves& kept : near) {
            Code moves = 1;
            while (moves < most && code[moves] != code[moves - 1]) ++moves;
            Vec best[64 / per_vector];
            for (std::size_t i = 0; moves > 1 && i < count; ++i) {
                best[i] = row_of(*code)[i];
                for (Code move = 1; move < moves; ++move) {
                    const Vec next = row_of(code[move])[i];
                    best[i] = best[i] < next ? next : best[i];
                }
            }
            // No move comes near in lanes that are not in use.
            std::fill(reinterpret_cast<Real*>(best) + block.width,
                      reinterpret_cast<Real*>(best) + block.row_stride, Real{3});
            for (Code move = 0; move < moves; ++move) {
                Vec below{};
                for (std::size_t i = 0; moves > 1 && i < count; ++i) {
                    const Vec one = best[i] - row_of(code[move])[i];
                    below = i == 0 ? one : one < below ? one : below;
                }
                if (least_lane<Real>(below) <= margin) kept.add(code[move]);
            }
            code += most;
        }
        out = write_row(out, after_pass, near);
    }
}

}  // namespace astragal::ur
