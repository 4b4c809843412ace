// A layer of the Royal Game of Ur and its mirror, compiled for the sweeps of ur/solver.hpp.
//
// A player's moves do not depend on the opponent's private squares. So all positions that differ in
// those alone, a row, have the same moves, and the values of each successor are again a row. Every
// row's moves become offsets into one arena, which has the values twice, so that lanes of a row are
// contiguous for either side to move:
//
//     moving    rows of the player to move                        [own set][other's set]
//     waiting   1 - the opponent's values, from the same viewpoint [own set][other's set]
//     scored    waiting, after a piece has completed the path: values of a solved layer
//
// A block is all positions with one content of the shared squares. A block and its mirror, a pair,
// are swept together. Pairs are in such an order that what a move on the shared squares leads to
// comes first, unless side 0 captures: most cycles need captures by both sides. Pairs that read
// each other are in different stages, and the threads share the pairs of a stage. So the values are
// the same, bit for bit, for any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/staged_threads.hpp"
#include "ur/blocks.hpp"
#include "ur/ranking.hpp"

namespace astragal::ur {

class CompiledPair {
public:
    CompiledPair(const Ranking& ranking, unsigned mine, unsigned theirs, unsigned threads)
        : ranking_(ranking),
          pieces_{{mine, theirs}},
          sides_(mine == theirs ? 1 : 2),
          threads_(std::max(threads, 1u)),
          staged_(std::min(threads_, max_threads)) {
        require(mine >= 1 && mine <= max_pieces && theirs >= 1 && theirs <= max_pieces,
                "pieces must be 1 to 7");
        require(threads_ <= max_threads, "there can be at most 1024 threads");
        lay_out();
        order_pairs();
        place_blocks();
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

protected:
    static constexpr Code win_lanes = 64;  // ones, where a player has won

    // By content, for one of the two players.
    struct Offsets {
        std::vector<Code> moving;
        std::vector<Code> scored;
    };

    // Calls work(thread, item) for items that don't depend on each other.
    template <class Work>
    void share(std::size_t count, const Work& work) {
        staged_.run({0, count}, work);
    }

    void compile_again() {
        compile();
        reads_ = {};
    }

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

    const Ranking& ranking_;
    std::array<unsigned, 2> pieces_;
    unsigned sides_;  // 1 if the layer is its own mirror
    unsigned threads_;
    StagedThreads staged_;
    std::array<Offsets, 2> side_;
    Index moving_ = 0;  // lanes of all rows of players to move, and as many of players who wait
    Index size_ = 0;    // of the arena
    std::vector<std::vector<Code>> code_;   // the moves of runs of pairs
    std::vector<Block> blocks_;             // in the order of the pairs
    std::vector<std::size_t> first_block_;  // of each pair
    std::vector<std::size_t> order_;        // pairs, stage by stage
    std::vector<std::size_t> stages_;       // where each stage starts in order_

private:
    static constexpr unsigned max_threads = 1024;
    static constexpr Code nowhere = std::numeric_limits<Code>::max();

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

    // The greater, the further the pieces on the shared squares have come: a square counts more
    // than all before it, and pieces of side 1 double. So every move onto or along the shared
    // squares leads to a greater number, unless side 0 captures.
    Content progress(Content content) const {
        Content mirrored = ranking_.mirror(content);
        Content sum = 0;
        for (Content power = 1; power < ranking_.contents(); power *= 3) {
            sum += power * ((content % 3 == 1) + 2 * (mirrored % 3 == 1));
            content /= 3;
            mirrored /= 3;
        }
        return sum;
    }

    // A pair is a block and its mirror, named by the content as player 0 of the pair sees it.
    void order_pairs() {
        std::vector<Content> key(ranking_.contents());
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
        return {nullptr,
                content,
                side,
                side_[side].moving[content],
                waiting(mirror_side(side), ranking_.mirror(content)),
                static_cast<std::uint32_t>(row_count),
                static_cast<std::uint32_t>(lane_count),
                static_cast<std::uint32_t>(padded(lane_count)),
                static_cast<std::uint32_t>(padded(row_count))};
    }

    void place_blocks() {
        pair_of_.assign(ranking_.contents(), nowhere);
        for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
            const Content content = pairs_[pair];
            const Content mirrored = ranking_.mirror(content);
            pair_of_[content] = static_cast<Code>(pair);
            if (sides_ == 1) pair_of_[mirrored] = static_cast<Code>(pair);
            first_block_.push_back(blocks_.size());
            blocks_.push_back(make_block(0, content));
            if (sides_ == 2 || mirrored != content)
                blocks_.push_back(make_block(sides_ - 1, mirrored));
        }
        first_block_.push_back(blocks_.size());
    }

    // Compiles the moves of all blocks, in the order of the pairs, and notes which pairs each
    // reads. The threads share runs of pairs.
    void compile() {
        constexpr std::size_t run = 64;
        reads_.resize(pairs_.size());
        code_.assign((pairs_.size() + run - 1) / run, {});
        std::vector<std::vector<Code>> written(threads_);  // grows once, not in every run
        share(code_.size(), [&](unsigned thread, std::size_t i) {
            const std::size_t end = std::min((i + 1) * run, pairs_.size());
            std::vector<std::size_t> starts;
            for (std::size_t pair = i * run; pair < end; ++pair) {
                for (std::size_t k = first_block_[pair]; k < first_block_[pair + 1]; ++k) {
                    starts.push_back(written[thread].size());
                    compile_block(blocks_[k], pair, written[thread]);
                }
            }
            code_[i] = written[thread];
            written[thread].clear();
            Block* block = &blocks_[first_block_[i * run]];
            for (const std::size_t start : starts) block++->code = code_[i].data() + start;
        });
    }

    void compile_block(const Block& block, std::size_t pair, std::vector<Code>& code) {
        const Rules& rules = ranking_.rules();
        const unsigned mine = pieces_[block.side];
        Side shared{0, 0, 0, 0};
        Content rest = block.content;
        for (const unsigned position : ranking_.shared_path()) {
            (rest % 3 == 1 ? shared.own : shared.seen) |= rest % 3 == 0 ? 0 : Track{2} << position;
            rest /= 3;
        }
        const unsigned on_shared = ranking_.own_count(block.content);
        for (Index row = block.rows; row-- > 0;) {
            const PrivateSet set = ranking_.set_at(row);
            Side me = shared;
            for (std::size_t k = 0; k < ranking_.private_path().size(); ++k) {
                if (set >> k & 1) me.own |= Track{2} << ranking_.private_path()[k];
            }
            const unsigned on_board = on_shared + bit_count(set);
            me.in_hand = static_cast<std::uint8_t>(mine - on_board);
            me.own |= me.in_hand > 0;
            std::array<Moves, max_roll> moves;
            for (unsigned roll = 1; roll <= max_roll; ++roll) {
                if (!rules.possible(roll)) continue;
                for (Track targets = targets_of(rules, me, roll); targets != 0;
                     targets = without_lowest(targets)) {
                    moves[roll - 1].add(successor(block, set, me, lowest_bit(targets), roll, pair));
                }
            }
            const Code after_pass = row_at(waiting(block.side, block.content), block.content, set,
                                           pieces_[1 - block.side]);
            std::array<Code, code_length(max_pieces)> written;
            code.insert(code.end(), written.data(), write_row(written.data(), after_pass, moves));
        }
    }

    Code successor(const Block& block, PrivateSet set, const Side& me, unsigned target_bit,
                   unsigned roll, std::size_t pair) {
        const Rules& rules = ranking_.rules();
        const unsigned side = block.side;
        const auto [mine, theirs] = counts_of(side);
        const Track target = Track{1} << target_bit;
        const bool again = grants_roll(rules, me, target);
        const auto [source_digit, source_set] = ranking_.part_of_bit(target_bit - roll);
        const auto [target_digit, target_set] = ranking_.part_of_bit(target_bit);
        const Content content = block.content - source_digit + target_digit -
                                (captures(me, target) ? 2 * target_digit : 0);
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
        return row_at(again ? side_[side].moving[content] : waiting(side, content), content, set,
                      theirs);
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

    std::vector<Content> pairs_;
    std::vector<Code> pair_of_;  // by content
    std::vector<std::vector<Code>> reads_;
};

}  // namespace astragal::ur
