// Solving one layer of the Royal Game of Ur, together with its mirror, by sweeps in place.
//
// A player's moves do not depend on the opponent's private squares. So all positions that differ in
// those alone, a row, have the same moves, and the values of each successor are again a row:
//
//     row = sum over rolls of chance x (greatest of the successors' rows, lane by lane)
//
// Before the first sweep every row's moves are compiled into offsets; a sweep then is nothing but
// loads, maxima and sums over contiguous lanes. Once values are roughly known, moves that are far
// from the best in the whole row are left out (`prune`), which is more than half of them. For the
// contiguous lanes the values are kept twice in one arena:
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
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
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
    void begin(const double* table) {
        single_ = make_arena<float>(size_);
        fill(single_.get(), 0.5f);
        std::fill_n(single_.get(), win_lanes, 1.0f);
        load_scored(single_.get(), table);
        guess(table);
        transpose_all<Chances>(single_.get());
    }

    // Continues in double precision from the values of single precision. Values of solved layers
    // are read from the table again, because single precision has rounded them.
    void refine(const double* table) {
        const float* from = arena<float>();
        steps_ = {};
        double_ = make_arena<double>(size_);
        double* to = double_.get();
        share_lanes(size_, [&](Index start, Index end) {
            std::copy(from + start, from + end, to + start);
        });
        single_.reset();
        load_scored(to, table);
        transpose_all<Chances>(to);
    }

    // Sweeps in place and returns the greatest change of the last sweep.
    double sweep(unsigned times) {
        double change = 0;
        for (unsigned i = 0; i < times; ++i) change = sweep_once(nullptr);
        return change;
    }

    // Three sweeps and an extrapolation (reduced rank extrapolation over the last three steps).
    // Once the best moves no longer change, each sweep multiplies the error by the same matrix, and
    // its greatest eigenvalues soon dominate. Of all points in the plane through the last three
    // iterates this takes the one with the least step. A bad leap costs sweeps, never the result.
    double leap() {
        return double_ ? leap_in<Chances>(double_.get()) : leap_in<Chances>(arena<float>());
    }

    // From now on, sweeps and `turns` ignore moves that are further than `margin` from the best in
    // all positions of their row.
    void prune(double margin) {
        const float* values = arena<float>();
        kept_.resize(code_.size());
        share(blocks_.size(), [&](unsigned, std::size_t i) {
            const Block& block = blocks_[i];
            const Code* code = code_.data() + block.code;
            Code* out = kept_.data() + block.code;
            for (std::uint32_t row = 0; row < block.rows; ++row, code += code_length(*code)) {
                std::array<Moves, max_roll> near;
                Moves* roll = near.data();
                each_roll(values, code, block.width, [&](const Code* moves, const float* best) {
                    for (Code move = 0; move < *code; ++move) {
                        const Code next = moves[move];
                        if (shortfall(values + next, best, block.width) <= margin) roll->add(next);
                    }
                    ++roll;
                });
                out = write_row(out, code[1], near);
            }
        });
    }

    // Sweeps with all moves again.
    void keep_all() { kept_ = {}; }

    // How far below the best every ignored move is.
    double gap() {
        const double* values = arena<double>();
        if (kept_.empty()) return 1;
        return 1 - greatest_of(blocks_.size(), [&](std::size_t i) {
                   const Block& block = blocks_[i];
                   const Code* code = code_.data() + block.code;
                   const Code* kept = kept_.data() + block.code;
                   double least = 1;
                   for (std::uint32_t row = 0; row < block.rows;
                        ++row, code += code_length(*code)) {
                       const Code* near = kept + 2;
                       each_roll(
                           values, code, block.width, [&](const Code* moves, const double* best) {
                               for (Code move = 0; move < *code; ++move) {
                                   if (std::find(near, near + *kept, moves[move]) != near + *kept)
                                       continue;
                                   least = std::min(
                                       least, shortfall(values + moves[move], best, block.width));
                               }
                               near += *kept;
                           });
                       kept += code_length(*kept);
                   }
                   return 1 - least;
               });
    }

    // How far any position is from its equation, with all moves.
    double residual() { return distance_of<Chances>(arena<double>(), code_); }

    // Rounds all values to multiples of 1 / steps, as they are stored.
    void round_to(double steps) {
        double* values = arena<double>();
        share_lanes(size_, [&](Index start, Index end) {
            for (Index i = start; i < end; ++i) values[i] = std::rint(values[i] * steps) / steps;
        });
        transpose_all<Chances>(values);
    }

    // A bound on the average number of turns before the layer is left, whichever of the moves that
    // are not ignored the players choose; infinite if it is not found within `sweeps`.
    //
    // Any T that is nowhere further than d < 1 from 1 + the T that follows proves a bound, however
    // it was found: T / (1 - d) is at least 1 + what follows it. Single precision rounds T by far
    // less than the thousandth that is added.
    double turns(unsigned sweeps) {
        const Arena<float> turns = make_arena<float>(size_);
        fill(turns.get(), 0.0f);
        constexpr double enough = 0.3;
        double miss = 1;
        for (unsigned i = 0; i < sweeps && miss > enough; i += 4) {
            // The sweep after a leap removes what the leap has made uneven.
            leap_in<Turns>(turns.get());
            if (sweep_once<Turns>(turns.get(), nullptr) > 2 * enough) continue;
            miss = distance_of<Turns>(turns.get(), moves());
        }
        if (miss > enough) return std::numeric_limits<double>::infinity();
        const double most = greatest_of(blocks_.size(), [&](std::size_t i) {
            const Block& block = blocks_[i];
            float found = 0;
            for (std::uint32_t row = 0; row < block.rows; ++row) {
                const float* lanes =
                    turns.get() + block.values + row * std::size_t{block.row_stride};
                found = std::max(found, *std::max_element(lanes, lanes + block.width));
            }
            return double{found};
        });
        return 1.001 * most / (1 - miss);
    }

    // Writes both layers into the table.
    void finish(double* table) {
        const double* arena = this->arena<double>();
        share(blocks_.size(), [&](unsigned, std::size_t i) {
            const Block& block = blocks_[i];
            const auto [mine, theirs] = counts_of(side_of_[i]);
            double* to = table + ranking_.layer_start(mine, theirs) +
                         ranking_.block_start(mine, theirs, content_of_[i]);
            const double* from = arena + block.values;
            for (std::uint32_t row = 0; row < block.rows; ++row, from += block.row_stride) {
                to = std::copy_n(from, block.width, to);
            }
        });
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
        for (Index row = block.rows; row-- > 0;) {
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
        const unsigned theirs = pieces_[1 - side];
        const Code after_pass = row_at(waiting(side, content), content, set, theirs);
        std::array<Moves, max_roll> moves;
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            if (!rules.possible(roll)) continue;
            for (Track targets = targets_of(rules, me, roll); targets != 0;
                 targets = without_lowest(targets)) {
                moves[roll - 1].add(
                    successor(rules, side, content, set, me, lowest_bit(targets), roll, pair));
            }
        }
        const std::size_t head = code_.size();
        code_.resize(head + code_length(max_pieces));
        code_.resize(
            static_cast<std::size_t>(write_row(&code_[head], after_pass, moves) - code_.data()));
    }

    // The successors with one roll.
    struct Moves {
        std::array<Code, max_pieces> next;
        Code count = 0;

        void add(Code one) { next[count++] = one; }
    };

    // Returns the end of what it has written. Without a move the turn passes.
    static Code* write_row(Code* out, Code after_pass, std::array<Moves, max_roll>& rolls) {
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

    // Calls work(thread, item) for items that don't depend on each other.
    template <class Work>
    void share(std::size_t count, const Work& work) {
        staged_.run({0, count}, work);
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
        share(blocks_.size(),
              [&](unsigned, std::size_t i) { transpose<Meaning>(arena, blocks_[i]); });
    }

    template <class Meaning, class Real>
    double leap_in(Real* arena) {
        double change = 0;
        for (Arena<float>& steps : steps_) {
            if (!steps) steps = make_arena<float>(moving_);
            change = sweep_once<Meaning>(arena, steps.get() - win_lanes);
        }
        const auto [older, newer] = extrapolate();
        share_lanes(moving_, [&](Index start, Index end) {
            Real* values = arena + win_lanes;
            for (Index i = start; i < end; ++i) {
                values[i] -= older * steps_[1][i] + newer * steps_[2][i];
            }
        });
        transpose_all<Meaning>(arena);
        return change;
    }

    // The weights of the last but one and of the last step that lead to the least step: least
    // squares over all lanes, in fixed parts whose sums are added in their order.
    std::array<float, 2> extrapolate() {
        struct Sums {
            double older = 0, both = 0, newer = 0, older_last = 0, newer_last = 0;
        };
        constexpr Index part = Index{1} << 16;
        std::vector<Sums> parts((moving_ + part - 1) / part);
        share(parts.size(), [&](unsigned, std::size_t number) {
            std::array<Sums, lane_group> lanes;  // so that the additions don't wait for each other
            const Index end = std::min((number + 1) * part, moving_);
            for (Index i = number * part; i < end; i += lane_group) {
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
            const double* layer = table + ranking_.layer_start(theirs, mine);
            share(ranking_.contents(), [&](unsigned, std::size_t item) {
                const auto content = static_cast<Content>(item);
                if (!belongs(content, mine, theirs)) return;
                const Content mirrored = ranking_.mirror(content);
                const double* from = layer + ranking_.block_start(theirs, mine, mirrored);
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
            const Content content = content_of_[item];
            const unsigned mine = pieces_[side_of_[item]] - 1;
            const unsigned theirs = pieces_[1 - side_of_[item]] - 1;
            if (mine == 0 || theirs == 0 || !belongs(content, mine, theirs)) return;
            const double* from = table + ranking_.layer_start(mine, theirs) +
                                 ranking_.block_start(mine, theirs, content);
            const Index lane_count = width(content, theirs);
            float* row = single_.get() + block.values;
            for (Index i = rows(content, mine); i > 0; --i, row += block.row_stride) {
                for (Index j = 0; j < lane_count; ++j) row[j] = static_cast<float>(*from++);
            }
        });
    }

    const std::vector<Code>& moves() const { return kept_.empty() ? code_ : kept_; }

    double sweep_once(float* steps) {
        return double_ ? sweep_once<Chances>(double_.get(), steps)
                       : sweep_once<Chances>(arena<float>(), steps);
    }

    // Sweeps pair by pair, stage by stage.
    template <class Meaning, class Real>
    double sweep_once(Real* arena, float* steps) {
#ifdef ASTRAGAL_UR_AVX2
        const auto sweep_one =
            avx2_ ? sweep_pair_avx2<Meaning, Real> : sweep_pair_anywhere<Meaning, Real>;
#else
        const auto sweep_one = sweep_pair_anywhere<Meaning, Real>;
#endif
        const auto chance = chances<Real>();
        const Code* code = moves().data();
        std::vector<Real> changes(threads_, 0);
        staged_.run(stages_, [&](unsigned thread, std::size_t i) {
            const std::size_t pair = order_[i];
            const std::size_t first = first_block_[pair];
            const Real change = sweep_one(arena, code, blocks_.data() + first,
                                          first_block_[pair + 1] - first, chance.data(), steps);
            changes[thread] = std::max(changes[thread], change);
        });
        return *std::max_element(changes.begin(), changes.end());
    }

    template <class Meaning, class Real>
    double distance_of(const Real* arena, const std::vector<Code>& code) {
#ifdef ASTRAGAL_UR_AVX2
        const auto measure =
            avx2_ ? distance_avx2<Meaning, Real> : distance_anywhere<Meaning, Real>;
#else
        const auto measure = distance_anywhere<Meaning, Real>;
#endif
        const auto chance = chances<Real>();
        return greatest_of(blocks_.size(), [&](std::size_t i) {
            return double{measure(arena, code.data(), blocks_[i], chance.data())};
        });
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
    std::vector<Code> kept_;  // `code_` without the moves that are ignored, block by block
    std::vector<Block> blocks_;
    std::vector<Content> content_of_;  // of each block
    std::vector<std::uint8_t> side_of_;
    std::vector<std::size_t> first_block_;  // of each pair
    std::vector<std::size_t> order_;        // pairs, stage by stage
    std::vector<std::size_t> stages_;       // where each stage starts in order_
    std::array<Arena<float>, 3> steps_;     // what the last sweeps have added to the rows of movers
    Arena<float> single_;
    Arena<double> double_;
    StagedThreads staged_;
};

}  // namespace astragal::ur
