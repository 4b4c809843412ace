// Solving one layer of the Royal Game of Ur, together with its mirror, by sweeps in place.
//
// A player's moves do not depend on the opponent's private squares. So all positions that differ in
// those alone, a row, have the same moves, and the values of each successor are again a row:
//
//     row = sum over rolls of chance x (greatest of the successors' rows, lane by lane)
//
// Before the first sweep every row's moves are compiled into offsets; a sweep then is nothing but
// loads, maxima and sums over contiguous lanes. For that the values are kept twice in one arena:
//
//     moving    rows of the player to move                        [own set][other's set]
//     waiting   1 - the opponent's values, from the same viewpoint [own set][other's set]
//
// `waiting` is the transposed complement of the other layer's `moving`, kept up to date block by
// block. A block is all positions with one content of the shared squares; blocks are swept in
// descending order of progress, each together with its mirror. Blocks that read each other are in
// different stages, and the threads share the blocks of a stage. So the values are the same, bit
// for bit, for any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "staged_threads.hpp"
#include "ur_blocks.hpp"
#include "ur_ranking.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace astragal::ur {

// Rows are read all over the arena: with pages of 4 KB most reads would miss the address cache.
inline constexpr std::size_t huge_page = std::size_t{2} << 20;

template <class Real>
struct AlignedFree {
    void operator()(Real* memory) const {
        ::operator delete[](memory, std::align_val_t{huge_page});
    }
};

template <class Real>
using Arena = std::unique_ptr<Real[], AlignedFree<Real>>;

template <class Real>
Arena<Real> make_arena(std::size_t size) {
    auto* memory =
        static_cast<Real*>(::operator new[](size * sizeof(Real), std::align_val_t{huge_page}));
#ifdef MADV_HUGEPAGE
    madvise(memory, size * sizeof(Real), MADV_HUGEPAGE);  // a hint; nothing depends on it
#endif
    std::fill_n(memory, size, Real{0.5});
    return Arena<Real>(memory);
}

// One layer and its mirror. Offsets are the same in the single and the double arena, so a layer can
// start in single precision and go on in double.
class LayerPair {
public:
    LayerPair(const Ranking& ranking, unsigned mine, unsigned theirs, unsigned threads,
              bool portable)
        : ranking_(ranking),
          pieces_{{mine, theirs}},
          sides_(mine == theirs ? 1 : 2),
          threads_(std::max(threads, 1u)),
          avx2_(has_avx2() && !portable),
          staged_(std::min(threads_, max_threads)) {
        require(mine >= 1 && mine <= max_pieces && theirs >= 1 && theirs <= max_pieces,
                "pieces must be 1 to 7");
        require(threads_ <= max_threads, "there can be at most 1024 threads");
        lay_out();
        order_pairs();
        compile();
        arrange_stages();
    }

    Index states() const { return sides_ * ranking_.layer_size(pieces_[0], pieces_[1]); }
    // The size of a table that has both layers.
    Index end() const {
        const auto end_of = [&](unsigned mine, unsigned theirs) {
            return ranking_.layer_start(mine, theirs) + ranking_.layer_size(mine, theirs);
        };
        return std::max(end_of(pieces_[0], pieces_[1]), end_of(pieces_[1], pieces_[0]));
    }

    // Fills the arena from a table that has all layers with fewer pieces left. The first guess for
    // a position is the same board with a piece less in each hand, where there is such a position.
    template <class Real>
    void begin(const double* table) {
        Real* arena = allocate<Real>();
        std::fill_n(arena, win_lanes, Real{1});
        for (unsigned side = 0; side < sides_; ++side) {
            const auto [mine, theirs] = counts_of(side);
            if (mine > 1) load_scored(arena, table, side);
            if (mine > 1 && theirs > 1) guess(arena, table, side);
        }
        for (const Block& block : blocks_) transpose<true>(arena, block);
    }

    // Continues in double precision from the values of single precision. Values of solved layers
    // are read from the table again, because single precision has rounded them.
    void refine(const double* table) {
        const float* from = arena<float>();
        double* to = allocate<double>();
        for (Index lane = 0; lane < size_; ++lane) to[lane] = double{from[lane]};
        single_.reset();
        single_iterates_ = {};
        for (unsigned side = 0; side < sides_; ++side) {
            if (counts_of(side).first > 1) load_scored(to, table, side);
        }
        for (const Block& block : blocks_) transpose<true>(to, block);
    }

    // Sweeps in place and returns the greatest change of the last sweep.
    template <class Real>
    double sweep(unsigned times) {
        double change = 0;
        for (unsigned i = 0; i < times; ++i) change = run<Real, true>();
        return change;
    }

    // Two sweeps and an extrapolation. Once the best moves no longer change, each sweep multiplies
    // the error by the same matrix, and once its greatest eigenvalue dominates, the last two
    // changes show the limit. Of all points on the line through the last two iterates this takes
    // the one with the least change. A bad leap costs sweeps, never the result.
    template <class Real>
    double leap() {
        Real* values = arena<Real>() + win_lanes;
        const Real* older = keep_iterate<Real>(0);
        run<Real, true>();
        const Real* old = keep_iterate<Real>(1);
        const double change = run<Real, true>();
        // Sums over fixed parts, added in their order.
        constexpr Index part = 1 << 16;
        double along = 0;
        double square = 0;
        for (Index start = 0; start < moving_; start += part) {
            double part_along = 0;
            double part_square = 0;
            for (Index i = start; i < std::min(start + part, moving_); ++i) {
                const double now = double{values[i]} - old[i];
                const double bend = now - (double{old[i]} - older[i]);
                part_along += now * bend;
                part_square += bend * bend;
            }
            along += part_along;
            square += part_square;
        }
        if (square == 0) return change;
        const Real weight = static_cast<Real>(along / square);
        for (Index i = 0; i < moving_; ++i) values[i] -= weight * (values[i] - old[i]);
        for (const Block& block : blocks_) transpose<true>(arena<Real>(), block);
        return change;
    }

    // How far any position is from its equation.
    template <class Real>
    double residual() {
        return run<Real, false>();
    }

    // A bound on the average number of turns before the layer is left, if both players choose the
    // best move by the values in single precision; infinite if it is not found within `sweeps`.
    //
    // From 0 upwards, T <- 1 + the T that follows. If the last sweep changed nothing by more than
    // d < 1, then T / (1 - d) is at least 1 + what follows it, everywhere, and so bounds the turns.
    double turns(unsigned sweeps) {
        arena<float>();
        turns_ = make_arena<float>(size_);
        std::fill_n(turns_.get(), size_, 0.0f);
        const auto chance = chances<float>();
        double bound = std::numeric_limits<double>::infinity();
        for (unsigned i = 0; i < sweeps; ++i) {
            std::vector<float> most(threads_, 0);
            const double change = run_stages([&](unsigned thread, std::size_t pair) {
                const Turns found = count_turns(pair, chance.data());
                most[thread] = std::max(most[thread], found.most);
                return double{found.change};
            });
            if (change <= 0.75) {
                bound = double{*std::max_element(most.begin(), most.end())} / (1 - change);
                break;
            }
        }
        turns_.reset();
        return bound;
    }

    // Writes both layers into the table.
    template <class Real>
    void finish(double* table) const {
        const Real* arena = this->arena<Real>();
        for (unsigned side = 0; side < sides_; ++side) {
            const unsigned mine = pieces_[side], theirs = pieces_[1 - side];
            double* layer = table + ranking_.layer_start(mine, theirs);
            each_block(side, [&](Content content, const Block& block) {
                double* to = layer + ranking_.block_start(mine, theirs, content);
                const Real* from = arena + block.values;
                for (std::uint32_t i = 0; i < block.rows; ++i, from += block.row_stride) {
                    for (std::uint32_t j = 0; j < block.width; ++j) *to++ = double{from[j]};
                }
            });
        }
    }

private:
    static constexpr unsigned max_threads = 1024;
    static constexpr Code win_lanes = 64;  // ones, where a player has won
    static constexpr Code nowhere = std::numeric_limits<Code>::max();

    // Offsets, by content, for one of the two players.
    struct Side {
        std::vector<Code> moving;
        std::vector<Code> scored;  // waiting, after a piece of the player has completed the path
    };

    std::pair<unsigned, unsigned> counts_of(unsigned side) const {
        return {pieces_[side], pieces_[1 - side]};
    }

    bool belongs(Content content, unsigned mine, unsigned theirs) const {
        return ranking_.own_count(content) <= mine && ranking_.other_count(content) <= theirs;
    }

    // The rows of a block: how many, and how far apart.
    Index rows(Content content, unsigned mine) const {
        return ranking_.sets(mine - ranking_.own_count(content));
    }
    Index width(Content content, unsigned theirs) const {
        return ranking_.sets(theirs - ranking_.other_count(content));
    }

    Index place(std::vector<Code>& offsets, Index start, unsigned mine, unsigned theirs) const {
        offsets.assign(ranking_.contents(), nowhere);
        for (Content content = 0; content < ranking_.contents(); ++content) {
            if (!belongs(content, mine, theirs)) continue;
            offsets[content] = static_cast<Code>(start);
            start += rows(content, mine) * padded(width(content, theirs));
        }
        if (start >= nowhere)
            throw std::length_error("this layer needs offsets of more than 32 bits");
        return start;
    }

    void lay_out() {
        Index end = win_lanes;
        for (unsigned side = 0; side < sides_; ++side) {
            const auto [mine, theirs] = counts_of(side);
            end = place(side_[side].moving, end, mine, theirs);
        }
        moving_ = end - win_lanes;
        end += moving_;
        for (unsigned side = 0; side < sides_; ++side) {
            const auto [mine, theirs] = counts_of(side);
            if (mine > 1) end = place(side_[side].scored, end, mine - 1, theirs);
        }
        size_ = end;
    }

    unsigned mirror_side(unsigned side) const { return sides_ - 1 - side; }

    Code waiting(unsigned side, Content content) const {
        return side_[side].moving[content] + static_cast<Code>(moving_);
    }

    // The path positions of both players' pieces on the shared squares, added up.
    unsigned progress(Content content) const {
        unsigned sum = 0;
        for (const unsigned position : ranking_.shared_path()) {
            const unsigned digit = content % 3;
            content /= 3;
            if (digit == 1) sum += position + 1;
            if (digit == 2) sum += lowest_bit(ranking_.rules().cross[position + 1]);
        }
        return sum;
    }

    // A pair is a block and its mirror, named by the content as player 0 of the pair sees it.
    void order_pairs() {
        std::vector<unsigned> key(ranking_.contents());
        for (Content content = 0; content < ranking_.contents(); ++content) {
            if (!belongs(content, pieces_[0], pieces_[1])) continue;
            if (sides_ == 1 && ranking_.mirror(content) < content) continue;
            key[content] = progress(content);
            pairs_.push_back(content);
        }
        std::sort(pairs_.begin(), pairs_.end(),
                  [&](Content a, Content b) { return key[a] != key[b] ? key[a] > key[b] : a < b; });
    }

    Block make_block(unsigned side, Content content) const {
        const auto [mine, theirs] = counts_of(side);
        const Index row_count = rows(content, mine);
        const Index lane_count = width(content, theirs);
        return {code_.size(),
                side_[side].moving[content],
                waiting(mirror_side(side), ranking_.mirror(content)),
                static_cast<std::uint32_t>(row_count),
                static_cast<std::uint32_t>(lane_count),
                static_cast<std::uint32_t>(padded(lane_count)),
                static_cast<std::uint32_t>(padded(row_count))};
    }

    // Compiles the moves of all blocks, in the order of the pairs, and notes which pairs each
    // reads.
    void compile() {
        pair_of_.assign(ranking_.contents(), nowhere);
        for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
            pair_of_[pairs_[pair]] = static_cast<Code>(pair);
            if (sides_ == 1) pair_of_[ranking_.mirror(pairs_[pair])] = static_cast<Code>(pair);
        }
        reads_.resize(pairs_.size());
        first_block_.push_back(0);
        for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
            const Content content = pairs_[pair];
            const Content mirrored = ranking_.mirror(content);
            compile_block(0, content, pair);
            if (sides_ == 2 || mirrored != content) compile_block(sides_ - 1, mirrored, pair);
            first_block_.push_back(blocks_.size());
        }
    }

    void compile_block(unsigned side, Content content, std::size_t pair) {
        const Block block = make_block(side, content);
        content_of_.push_back(content);
        side_of_.push_back(static_cast<std::uint8_t>(side));
        blocks_.push_back(block);
        const Rules& rules = ranking_.rules();
        const unsigned mine = pieces_[side];
        ur::Side shared{0, 0, 0, 0};
        Content rest = content;
        for (const unsigned position : ranking_.shared_path()) {
            (rest % 3 == 1 ? shared.own : shared.seen) |= rest % 3 == 0 ? 0 : Track{2} << position;
            rest /= 3;
        }
        const unsigned on_shared = ranking_.own_count(content);
        for (Index row = 0; row < block.rows; ++row) {
            const PrivateSet set = ranking_.set_at(row);
            ur::Side me = shared;
            for (std::size_t k = 0; k < ranking_.private_path().size(); ++k) {
                if (set >> k & 1) me.own |= Track{2} << ranking_.private_path()[k];
            }
            const unsigned on_board = on_shared + bit_count(set);
            me.in_hand = static_cast<std::uint8_t>(mine - on_board);
            me.own |= me.in_hand > 0;
            compile_row(rules, side, content, set, me, pair);
        }
    }

    void compile_row(const Rules& rules, unsigned side, Content content, PrivateSet set,
                     const ur::Side& me, std::size_t pair) {
        const std::size_t head = code_.size();
        const unsigned theirs = pieces_[1 - side];
        const Code after_pass = row_at(waiting(side, content), content, set, theirs);
        code_.push_back(0);
        code_.push_back(after_pass);
        Code per_roll = 0;
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            if (!rules.possible(roll)) continue;
            Code moves = 0;
            for (Track targets = targets_of(rules, me, roll); targets != 0;
                 targets = without_lowest(targets), ++moves) {
                code_.push_back(
                    successor(rules, side, content, set, me, lowest_bit(targets), roll, pair));
            }
            if (moves == 0) {
                code_.push_back(after_pass);
                moves = 1;
            }
            per_roll = words::ur_moves::with_moves(per_roll, roll, moves);
        }
        code_[head] = per_roll;
    }

    Code successor(const Rules& rules, unsigned side, Content content, PrivateSet set,
                   const ur::Side& me, unsigned target_bit, unsigned roll, std::size_t pair) {
        const Track target = Track{1} << target_bit;
        const auto [mine, theirs] = counts_of(side);
        const bool again = grants_roll(rules, me, target);
        const auto [source_digit, source_set] = ranking_.part_of_bit(target_bit - roll);
        const auto [target_digit, target_set] = ranking_.part_of_bit(target_bit);
        content =
            content - source_digit + target_digit - (captures(me, target) ? 2 * target_digit : 0);
        set = set - source_set + target_set;
        if (target == rules.end) {
            // The last piece home wins; nothing gives another roll there.
            if (mine == 1) return 0;
            return row_at(side_[side].scored[content], content, set, theirs);
        }
        const Code touched = pair_of_[side == 0 ? content : ranking_.mirror(content)];
        if (touched != pair && (reads_[pair].empty() || reads_[pair].back() != touched)) {
            reads_[pair].push_back(touched);
        }
        const Code block = again ? side_[side].moving[content] : waiting(side, content);
        return row_at(block, content, set, theirs);
    }

    Code row_at(Code block, Content content, PrivateSet set, unsigned theirs) const {
        return block + static_cast<Code>(ranking_.rank_of(set) * padded(width(content, theirs)));
    }

    // A pair comes one stage after the last of those before it that it reads or is read by. So no
    // pair of a stage reads another, and sweeping stage by stage gives the same values as sweeping
    // pair by pair.
    void arrange_stages() {
        std::vector<std::size_t> stage(pairs_.size(), 0);
        for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
            for (const Code other : reads_[pair]) {
                if (other < pair) stage[pair] = std::max(stage[pair], stage[other] + 1);
            }
            for (const Code other : reads_[pair]) {
                if (other > pair) stage[other] = std::max(stage[other], stage[pair] + 1);
            }
        }
        reads_ = {};
        const std::size_t count = *std::max_element(stage.begin(), stage.end()) + 1;
        order_.resize(pairs_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
            return stage[a] != stage[b] ? stage[a] < stage[b] : a < b;
        });
        stages_.assign(count + 1, 0);
        for (const std::size_t one : stage) ++stages_[one + 1];
        std::partial_sum(stages_.begin(), stages_.end(), stages_.begin());
    }

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
        Real* found = nullptr;
        if constexpr (sizeof(Real) == sizeof(double))
            found = double_.get();
        else
            found = single_.get();
        require(found != nullptr, "the layer must begin in this precision first");
        return found;
    }

    // Copies the values of all players to move. The memory is kept, because allocating it for each
    // leap would cost more than the leap.
    template <class Real>
    const Real* keep_iterate(unsigned which) {
        Arena<Real>& kept = iterates<Real>()[which];
        if (!kept) kept = make_arena<Real>(moving_);
        std::copy_n(arena<Real>() + win_lanes, moving_, kept.get());
        return kept.get();
    }

    template <class Real>
    std::array<Arena<Real>, 2>& iterates() {
        if constexpr (sizeof(Real) == sizeof(double))
            return double_iterates_;
        else
            return single_iterates_;
    }

    template <class Real>
    Real* allocate() {
        if constexpr (sizeof(Real) == sizeof(double))
            double_ = make_arena<double>(size_);
        else
            single_ = make_arena<float>(size_);
        return arena<Real>();
    }

    // Copies what follows after a piece of `side` came home: the opponent to move, as `side` sees
    // it.
    template <class Real>
    void load_scored(Real* arena, const double* table, unsigned side) const {
        const auto [mine, theirs] = counts_of(side);
        const double* layer = table + ranking_.layer_start(theirs, mine - 1);
        for (Content content = 0; content < ranking_.contents(); ++content) {
            if (!belongs(content, mine - 1, theirs)) continue;
            const Content mirrored = ranking_.mirror(content);
            const double* from = layer + ranking_.block_start(theirs, mine - 1, mirrored);
            Real* to = arena + side_[side].scored[content];
            const Index row_count = rows(content, mine - 1);
            const Index lane_count = width(content, theirs);
            for (Index j = 0; j < lane_count; ++j) {
                for (Index i = 0; i < row_count; ++i) {
                    to[i * padded(lane_count) + j] = static_cast<Real>(1 - *from++);
                }
            }
        }
    }

    template <class Real>
    void guess(Real* arena, const double* table, unsigned side) const {
        const unsigned mine = pieces_[side] - 1, theirs = pieces_[1 - side] - 1;
        const double* layer = table + ranking_.layer_start(mine, theirs);
        each_block(side, [&](Content content, const Block& block) {
            if (!belongs(content, mine, theirs)) return;
            const double* from = layer + ranking_.block_start(mine, theirs, content);
            const Index row_count = rows(content, mine);
            const Index lane_count = width(content, theirs);
            for (Index i = 0; i < row_count; ++i) {
                Real* row = arena + block.values + i * block.row_stride;
                for (Index j = 0; j < lane_count; ++j) row[j] = static_cast<Real>(*from++);
            }
        });
    }

    template <class Visit>
    void each_block(unsigned side, Visit visit) const {
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (side_of_[i] == side) visit(content_of_[i], blocks_[i]);
        }
    }

    template <class Real, bool store>
    Real update(std::size_t pair, Real* arena, const Real* chance) const {
        Real change = 0;
        for (std::size_t i = first_block_[pair]; i < first_block_[pair + 1]; ++i) {
#ifdef ASTRAGAL_UR_AVX2
            const auto update_one =
                avx2_ ? update_block_avx2<Real, store> : update_block_anywhere<Real, store>;
#else
            const auto update_one = update_block_anywhere<Real, store>;
#endif
            change = std::max(change, update_one(arena, code_.data(), blocks_[i], chance));
        }
        return change;
    }

    // Hands out the pairs, stage by stage, to all threads; returns the greatest of the results.
    template <class Work>
    double run_stages(Work work_on) {
        std::vector<double> results(threads_, 0);
        staged_.run(stages_, [&](unsigned thread, std::size_t i) {
            results[thread] = std::max(results[thread], work_on(thread, order_[i]));
        });
        return *std::max_element(results.begin(), results.end());
    }

    template <class Real, bool store>
    double run() {
        Real* values = arena<Real>();
        const auto chance = chances<Real>();
        return run_stages([&](unsigned, std::size_t pair) {
            return double{update<Real, store>(pair, values, chance.data())};
        });
    }

    Turns count_turns(std::size_t pair, const float* chance) const {
        Turns all;
        for (std::size_t i = first_block_[pair]; i < first_block_[pair + 1]; ++i) {
#ifdef ASTRAGAL_UR_AVX2
            const auto count = avx2_ ? count_block_avx2 : count_block_anywhere;
#else
            const auto count = count_block_anywhere;
#endif
            const Turns one = count(single_.get(), turns_.get(), code_.data(), blocks_[i], chance);
            all.change = std::max(all.change, one.change);
            all.most = std::max(all.most, one.most);
        }
        return all;
    }

    const Ranking& ranking_;
    std::array<unsigned, 2> pieces_;
    unsigned sides_;
    unsigned threads_;
    bool avx2_;
    std::array<Side, 2> side_;
    Index moving_ = 0;  // lanes of all rows of players to move, and as many of players who wait
    Index size_ = 0;
    std::vector<Content> pairs_;  // in descending order of progress
    std::vector<Code> pair_of_;   // by content
    std::vector<std::vector<Code>> reads_;
    std::vector<Code> code_;
    std::vector<Block> blocks_;
    std::vector<Content> content_of_;  // of each block
    std::vector<std::uint8_t> side_of_;
    std::vector<std::size_t> first_block_;  // of each pair
    std::vector<std::size_t> order_;        // pairs, stage by stage
    std::vector<std::size_t> stages_;       // where each stage starts in order_
    Arena<float> turns_;
    std::array<Arena<float>, 2> single_iterates_;
    std::array<Arena<double>, 2> double_iterates_;
    Arena<float> single_;
    Arena<double> double_;
    StagedThreads staged_;
};

}  // namespace astragal::ur
