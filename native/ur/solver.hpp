// Solving one layer of the Royal Game of Ur, together with its mirror, by sweeps in place:
//
//     row = sum over rolls of chance x (greatest of the successors' rows, lane by lane)
//
// The moves are compiled before the first sweep (see ur/layer.hpp), so a sweep is nothing but
// loads, maxima and sums over contiguous lanes. Once values are roughly known, moves that are far
// from the best in the whole row are left out (`prune`), which is more than half of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "ur/layer.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace astragal::ur {

// Rows are read all over the arena: with pages of 4 KB most reads would miss the address cache.
inline constexpr std::size_t huge_page = std::size_t{2} << 20;

class Buffer {
public:
    // Memory for that many bytes. What it held is lost if it grows; `reserve` avoids that.
    void* at_least(std::size_t bytes, std::size_t reserve) {
        if (bytes <= bytes_) return memory_.get();
        memory_.reset();
        bytes_ = std::max(bytes, reserve);
        memory_.reset(::operator new[](bytes_, std::align_val_t{huge_page}));
#ifdef MADV_HUGEPAGE
        madvise(memory_.get(), bytes_, MADV_HUGEPAGE);  // a hint; nothing depends on it
#endif
        return memory_.get();
    }

private:
    struct Free {
        void operator()(void* memory) const {
            ::operator delete[](memory, std::align_val_t{huge_page});
        }
    };
    std::unique_ptr<void, Free> memory_;
    std::size_t bytes_ = 0;
};

// What layer after layer uses: the system clears fresh pages, which takes as long as some sweeps.
struct Memory {
    explicit Memory(Index lanes = 0) : reserve(lanes) {}

    Index reserve;  // lanes of all rows of movers in the greatest layer
    Buffer values;  // those of single precision leave room for as many turns
    std::array<Buffer, 3> steps;
    Buffer turns;  // if they are wanted once more
};

// One layer and its mirror. Offsets are the same in single and in double precision, so a layer can
// start in one and go on in the other.
class LayerPair : public CompiledPair {
public:
    LayerPair(const Ranking& ranking, unsigned mine, unsigned theirs, unsigned threads,
              bool portable, Memory* memory = nullptr)
        : CompiledPair(ranking, mine, theirs, threads),
          avx2_(has_avx2() && !portable),
          memory_(memory == nullptr ? own_memory_ : *memory) {}
    LayerPair(const LayerPair&) = delete;
    LayerPair& operator=(const LayerPair&) = delete;

    // Fills the arena from a table that has all layers with fewer pieces left. The first guess for
    // a position is the same board with a piece less in each hand, where there is such a position.
    void begin(const double* table) {
        void* memory =
            memory_.values.at_least(size_ * sizeof(double), 3 * memory_.reserve * sizeof(double));
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            steps_[i] = static_cast<float*>(memory_.steps[i].at_least(
                moving_ * sizeof(float), memory_.reserve * sizeof(float)));
        }
        single_ = static_cast<float*>(memory);
        double_ = nullptr;
        fill(single_, 0.5f);
        std::fill_n(single_, win_lanes, 1.0f);
        load_scored(single_, table);
        guess(table);
        transpose_all<Chances>(single_);
    }

    // Continues in double precision from the values of single precision. Values of solved layers
    // are read from the table again, because single precision has rounded them.
    void refine(const double* table) {
        const float* from = arena<float>() + win_lanes;
        float* kept = steps_[0];
        share_lanes(moving_, [&](Index start, Index end) {
            std::copy(from + start, from + end, kept + start);
        });
        double_ = reinterpret_cast<double*>(single_);
        single_ = nullptr;
        std::fill_n(double_, win_lanes, 1.0);
        double* to = double_ + win_lanes;
        share_lanes(size_ - win_lanes, [&](Index start, Index end) {
            const Index middle = std::clamp(moving_, start, end);
            std::copy(kept + start, kept + middle, to + start);
            std::fill(to + middle, to + end, 0.5);
        });
        load_scored(double_, table);
        transpose_all<Chances>(double_);
        moved(single_rounding);
    }

    // Sweeps in place and returns the greatest change of the last sweep.
    double sweep(unsigned times) {
        double change = 0;
        for (unsigned i = 0; i < times; ++i) {
            change = sweep_once(nullptr);
            moved(change);
        }
        return change;
    }

    // Three sweeps and an extrapolation (reduced rank extrapolation over the last three steps).
    // Once the best moves no longer change, each sweep multiplies the error by the same matrix, and
    // its greatest eigenvalues soon dominate. Of all points in the plane through the last three
    // iterates this takes the one with the least step. A bad leap costs sweeps, never the result.
    // A sweep that changes no value by more than `end` is the last one, without an extrapolation.
    // Returns the greatest change of the last sweep, and the number of sweeps.
    std::pair<double, unsigned> leap(double end) {
        return double_ ? leap_in<Chances>(double_, end) : leap_in<Chances>(arena<float>(), end);
    }

    // Leaves out moves that are further than `margin` from the best in all positions of their row.
    void prune(double margin) {
        const float* values = arena<float>();
        share(blocks_.size(), [&](unsigned, std::size_t i) {
            vectorised(avx2_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
                prune_block<bytes()>(values, blocks_[i], static_cast<float>(margin));
            });
        });
        gap_ = std::min(gap_, margin - single_rounding);
    }

    // Sweeps with all moves again.
    void keep_all() {
        compile_again();
        gap_ = std::numeric_limits<double>::infinity();
    }

    // Every move that was left out is at least this far below the best: by how much it was when it
    // was left out, less what both of them can have moved since then.
    double gap() const { return gap_; }

    // How far any position is from its equation. As long as `gap` is positive, no move that was
    // left out would change it.
    double residual() { return distance_of<Chances>(arena<double>()); }

    // Rounds all values to multiples of 1 / steps, as they are stored.
    void round_to(double steps) {
        double* values = arena<double>();
        share_lanes(size_, [&](Index start, Index end) {
            for (Index i = start; i < end; ++i) values[i] = std::rint(values[i] * steps) / steps;
        });
        transpose_all<Chances>(values);
        moved(0.5 / steps);
    }

    // A bound on the average number of turns before the layer is left, whichever of the moves that
    // were not left out the players choose; infinite if it is not found within `sweeps`. `table`,
    // if given, has the turns of smaller layers, to start from, and gets those of this one.
    //
    // Any T that is nowhere less than 1 - d + the T that follows, with d < 1, proves a bound,
    // however it was found: T / (1 - d) is at least 1 + what follows it. All roundings of a T (of
    // chances, products and sums) change it by less than 2^-21 of it, and count as d.
    double turns(unsigned sweeps, std::uint8_t* table) {
        require(single_ != nullptr || double_ != nullptr, "the layer must begin first");
        float* turns = single_ != nullptr
                           ? single_ + size_
                           : static_cast<float*>(memory_.turns.at_least(size_ * sizeof(float), 0));
        fill(turns, 0.0f);
        if (table != nullptr) guess_turns(turns, table);
        constexpr double enough = 0.3;
        double miss = 1;
        // A guess that is too high is soon a bound. From one that is too low, leaps lead further.
        const unsigned plain = table != nullptr ? 6 : 0;
        for (unsigned i = 1; i <= sweeps && miss > enough; ++i) {
            if (i > plain) {
                leap_in<Turns>(turns, 0);
                i += 3;
            }
            const double change = sweep_once<Turns>(turns, nullptr);
            // Without a guess turns grow, and the bound is better if they hardly do any more.
            if (i > 3 && (plain > 0 || change <= 2 * enough)) miss = distance_of<Turns>(turns);
        }
        if (miss > enough) return std::numeric_limits<double>::infinity();
        const double most = greatest_of(blocks_.size(), [&](std::size_t i) {
            const Block& block = blocks_[i];
            const float* lanes = turns + block.values;
            std::uint8_t* to = table != nullptr ? table + start_of(block) : nullptr;
            float greatest = 0;
            for (std::uint32_t row = 0; row < block.rows; ++row, lanes += block.row_stride) {
                greatest = std::max(greatest, *std::max_element(lanes, lanes + block.width));
                for (std::uint32_t j = 0; to != nullptr && j < block.width; ++j) {
                    *to++ = static_cast<std::uint8_t>(lanes[j] < 254 ? lanes[j] + 1 : 255);
                }
            }
            return double{greatest};
        });
        return most / std::max(1 - miss - 0x1p-21 * (1 + most), 0.0);  // infinite for none left
    }

    // Writes both layers into the table.
    void finish(double* table) {
        const double* arena = this->arena<double>();
        share(blocks_.size(), [&](unsigned, std::size_t i) {
            const Block& block = blocks_[i];
            double* to = table + start_of(block);
            const double* from = arena + block.values;
            for (std::uint32_t row = 0; row < block.rows; ++row, from += block.row_stride) {
                to = std::copy_n(from, block.width, to);
            }
        });
    }

private:
    static constexpr double single_rounding = 0x1p-22;  // of values up to 1, with room to spare
    // Bytes of an arena from which prefetching takes less time than it saves, measured.
    static constexpr std::size_t worth_asking = std::size_t{96} << 20;

    template <class Real>
    std::array<Real, max_roll + 1> chances() const {
        std::array<Real, max_roll + 1> chance;
        for (unsigned roll = 0; roll <= max_roll; ++roll) {
            chance[roll] = static_cast<Real>(ranking_.rules().chance[roll]);
        }
        return chance;
    }

    template <class Real>
    Real* arena() const {
        Real* values = nullptr;
        if constexpr (sizeof(Real) == sizeof(double))
            values = double_;
        else
            values = single_;
        require(values != nullptr, "the layer must begin in this precision first");
        return values;
    }

    // Where a table has the positions of a block.
    Index start_of(const Block& block) const {
        const auto [mine, theirs] = counts_of(block.side);
        return start_of(block.content, mine, theirs);
    }
    Index start_of(Content content, unsigned mine, unsigned theirs) const {
        return ranking_.layer_start(mine, theirs) + ranking_.block_start(mine, theirs, content);
    }

    // Calls work(start, end) for parts of some lanes.
    template <class Work>
    void share_lanes(Index lanes, const Work& work) {
        constexpr Index part = Index{1} << 16;
        share((lanes + part - 1) / part,
              [&](unsigned, std::size_t i) { work(i * part, std::min((i + 1) * part, lanes)); });
    }

    template <class Work>
    double greatest_of(std::size_t count, const Work& work) {
        std::vector<double> results(threads_, 0);
        share(count, [&](unsigned thread, std::size_t item) {
            results[thread] = std::max(results[thread], work(item));
        });
        return *std::max_element(results.begin(), results.end());
    }

    template <class Real>
    void fill(Real* arena, Real value) {
        share_lanes(size_,
                    [&](Index start, Index end) { std::fill(arena + start, arena + end, value); });
    }

    template <class Meaning, class Real>
    void transpose_all(Real* arena) {
        share(blocks_.size(), [&](unsigned, std::size_t i) {
            vectorised(avx2_,
                       [&](auto) ASTRAGAL_INLINE_LAMBDA { transpose<Meaning>(arena, blocks_[i]); });
        });
    }

    template <class Meaning, class Real>
    std::pair<double, unsigned> leap_in(Real* arena, double end) {
        std::array<double, 3> changes{};
        for (unsigned i = 0; i < 3; ++i) {
            changes[i] = sweep_once<Meaning>(arena, steps_[i] - win_lanes);
            if constexpr (std::is_same_v<Meaning, Chances>) moved(changes[i]);
            if (changes[i] <= end) return {changes[i], i + 1};
        }
        const std::array<float, 2> weights = extrapolate();
        const float older = weights[0], newer = weights[1];  // clang 14 captures no bindings
        if constexpr (std::is_same_v<Meaning, Chances>) {
            moved(std::abs(older) * changes[1] + std::abs(newer) * changes[2]);
        }
        share(blocks_.size(), [&](unsigned, std::size_t item) {
            vectorised(avx2_, [&](auto) ASTRAGAL_INLINE_LAMBDA {
                const Block& block = blocks_[item];
                Real* values = arena + block.values;
                const float* before = steps_[1] + (block.values - win_lanes);
                const float* last = steps_[2] + (block.values - win_lanes);
                for (std::size_t i = 0; i < block.lanes(); ++i) {
                    values[i] -= older * before[i] + newer * last[i];
                }
                transpose<Meaning>(arena, block);
            });
        });
        return {changes[2], 3};
    }

    // The weights of the last but one and of the last step that lead to the least step: least
    // squares over some of the lanes, in fixed parts whose sums are added in their order.
    std::array<float, 2> extrapolate() {
        struct Sums {
            double older = 0, both = 0, newer = 0, older_last = 0, newer_last = 0;
        };
        constexpr Index part = Index{1} << 16;
        // Few lanes are enough to find two numbers: of large layers every eighth cache line.
        const Index stride = moving_ < 16 * part ? lane_group : 16 * lane_group;
        std::vector<Sums> parts((moving_ + part - 1) / part);
        share(parts.size(), [&](unsigned, std::size_t number) {
            std::array<Sums, lane_group> lanes;  // so that the additions don't wait for each other
            const Index end = std::min((number + 1) * part, moving_);
            for (Index i = number * part; i < end; i += stride) {
                for (Index k = 0; k < lane_group; ++k) {
                    const double last = steps_[2][i + k];
                    const double bend = steps_[1][i + k] - double{steps_[0][i + k]};
                    const double new_bend = last - steps_[1][i + k];
                    Sums& sums = lanes[k];
                    sums.older += bend * bend;
                    sums.both += bend * new_bend;
                    sums.newer += new_bend * new_bend;
                    sums.older_last += bend * last;
                    sums.newer_last += new_bend * last;
                }
            }
            for (const Sums& sums : lanes) add(parts[number], sums);
        });
        Sums all;
        for (const Sums& sums : parts) add(all, sums);
        const double determinant = all.older * all.newer - all.both * all.both;
        // Steps that are nearly parallel, or only rounding, have no plane.
        if (!(determinant > 1e-10 * all.older * all.newer)) return {0, 0};
        return {static_cast<float>((all.older_last * all.newer - all.newer_last * all.both) /
                                   determinant),
                static_cast<float>((all.newer_last * all.older - all.older_last * all.both) /
                                   determinant)};
    }

    static void add(auto& sums, const auto& more) {
        sums.older += more.older;
        sums.both += more.both;
        sums.newer += more.newer;
        sums.older_last += more.older_last;
        sums.newer_last += more.newer_last;
    }

    // The values after a piece has come home: rows of the player who waits, from the layer where
    // the opponent is to move.
    template <class Real>
    void load_scored(Real* arena, const double* table) {
        for (unsigned side = 0; side < sides_; ++side) {
            const unsigned mine = pieces_[side] - 1, theirs = pieces_[1 - side];
            if (mine == 0) continue;
            share(ranking_.contents(), [&](unsigned, std::size_t item) {
                const auto content = static_cast<Content>(item);
                if (!belongs(content, mine, theirs)) return;
                const Content mirrored = ranking_.mirror(content);
                const double* from = table + start_of(mirrored, theirs, mine);
                Real* to = arena + side_[side].scored[content];
                const Index row_count = rows(content, mine);
                const Index lane_count = width(content, theirs);
                for (Index j = 0; j < lane_count; ++j) {
                    for (Index i = 0; i < row_count; ++i) {
                        to[i * padded(lane_count) + j] = static_cast<Real>(1 - *from++);
                    }
                }
            });
        }
    }

    void guess(const double* table) {
        share(blocks_.size(), [&](unsigned, std::size_t item) {
            const Block& block = blocks_[item];
            const Content content = block.content;
            const unsigned mine = pieces_[block.side] - 1;
            const unsigned theirs = pieces_[1 - block.side] - 1;
            if (mine == 0 || theirs == 0 || !belongs(content, mine, theirs)) return;
            const double* from = table + start_of(content, mine, theirs);
            const Index lane_count = width(content, theirs);
            float* row = single_ + block.values;
            for (Index i = rows(content, mine); i > 0; --i, row += block.row_stride) {
                for (Index j = 0; j < lane_count; ++j) row[j] = static_cast<float>(*from++);
            }
        });
    }

    // The turns of a position, from the same board with a piece less in one hand or in both: what
    // each of them adds, and some more, since too many are better than too few.
    void guess_turns(float* turns, const std::uint8_t* table) {
        share(blocks_.size(), [&](unsigned, std::size_t item) {
            const Block& block = blocks_[item];
            const unsigned mine = pieces_[block.side], theirs = pieces_[1 - block.side];
            float* values = turns + block.values;
            const auto add = [&](unsigned less, unsigned other_less, float times) {
                const unsigned own = mine - less, other = theirs - other_less;
                if (own == 0 || other == 0 || !belongs(block.content, own, other)) return;
                const std::uint8_t* from = table + start_of(block.content, own, other);
                const Index lane_count = width(block.content, other);
                float* row = values;
                for (Index i = rows(block.content, own); i > 0; --i, row += block.row_stride) {
                    for (Index j = 0; j < lane_count; ++j) row[j] += times * *from++;
                }
            };
            std::fill_n(values, block.lanes(), 10.0f);
            add(1, 0, 1);
            add(0, 1, 1);
            add(1, 1, -1);
            transpose<Turns>(turns, block);
        });
    }

    // No value has moved by more than this.
    void moved(double by) { gap_ -= 2.001 * by; }

    double sweep_once(float* steps) {
        return double_ ? sweep_once<Chances>(double_, steps)
                       : sweep_once<Chances>(arena<float>(), steps);
    }

    // Sweeps pair by pair, stage by stage.
    template <class Meaning, class Real>
    double sweep_once(Real* arena, float* steps) {
        const auto chance = chances<Real>();
        std::vector<Real> changes(threads_, 0);
        const bool far = size_ * sizeof(Real) > worth_asking;
        const auto pair_at = [&](std::size_t i) -> Pair {
            if (i >= order_.size()) return {nullptr, nullptr};
            const Block* blocks = blocks_.data();
            return {blocks + first_block_[order_[i]], blocks + first_block_[order_[i] + 1]};
        };
        staged_.run(stages_, [&](unsigned thread, std::size_t i) {
            const Real change = vectorised(avx2_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
                const Pair after = pair_at(far ? i + 1 : order_.size());
                return sweep_pair<Meaning, bytes()>(arena, pair_at(i), after, chance.data(), steps);
            });
            changes[thread] = std::max(changes[thread], change);
        });
        return *std::max_element(changes.begin(), changes.end());
    }

    template <class Meaning, class Real>
    double distance_of(const Real* arena) {
        const auto chance = chances<Real>();
        return greatest_of(blocks_.size(), [&](std::size_t i) {
            return vectorised(avx2_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
                return double{distance<Meaning, bytes()>(arena, blocks_[i], chance.data())};
            });
        });
    }

    bool avx2_;
    double gap_ = std::numeric_limits<double>::infinity();
    Memory own_memory_;
    Memory& memory_;
    std::array<float*, 3> steps_{};  // what the last sweeps have added to the rows of movers
    float* single_ = nullptr;
    double* double_ = nullptr;
};

}  // namespace astragal::ur
