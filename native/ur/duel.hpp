// Games between two players whose moves are fixed: the first plays by a card, the second perfectly.
//
// A layer has the positions in which the first player has `mine` pieces left and the second
// `theirs`. It has two values for each position, in the order of the ranking as the first player
// sees it: the first player's chance if it is to move (`moving`), and if the second is (`waiting`).
// Both depend on the layer itself, and on the two layers with a piece less:
//
//     moving   = sum over rolls of chance x what follows the card's move
//     waiting  = sum over rolls of chance x what follows the perfect player's move
//
// The moves are stored as their numbers, three bits for a roll, and the places they lead to are
// computed for a row of positions at once. Blocks are swept in the order of ur/layer.hpp: contents
// that most moves lead to come first, and contents that read each other are in different stages, so
// values don't depend on the number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "common/staged_threads.hpp"
#include "ur/card.hpp"
#include "ur/lookup.hpp"
#include "ur/ranking.hpp"

namespace astragal::ur {

using Code = std::uint32_t;
using Choices = std::uint16_t;  // the number of the move, three bits for each of the rolls 1 to 4

inline constexpr unsigned choice_bits = 3;
constexpr unsigned choice_of(Choices choices, unsigned roll) {
    return choices >> choice_bits * (roll - 1) & 7;
}
constexpr Choices with_choice(unsigned move, unsigned roll) {
    return static_cast<Choices>(move << choice_bits * (roll - 1));
}

// Where a move leads: the mover's private set, and the content as the mover sees it.
struct Step {
    Content content;
    PrivateSet set;
    bool again;
    bool home;
};

// The legal moves of all positions of a row, by roll.
struct RowMoves {
    std::array<std::array<Step, max_pieces>, max_roll + 1> steps;
    std::array<unsigned, max_roll + 1> count{};
};

class Duel {
public:
    Duel(const Ranking& ranking, unsigned mine, unsigned theirs, unsigned threads)
        : ranking_(ranking),
          mine_(mine),
          theirs_(theirs),
          threads_(std::clamp(threads, 1u, max_threads)),
          staged_(threads_) {
        for (Content content = 0; content < ranking.contents(); ++content) {
            if (ranking.own_count(content) <= mine && ranking.other_count(content) <= theirs)
                contents_.push_back(content);
        }
        for (unsigned roll = 0; roll <= max_roll; ++roll) {
            chance_[roll] = ranking.rules().chance[roll];
        }
    }
    Duel(const Duel&) = delete;
    Duel& operator=(const Duel&) = delete;

    Index states() const { return ranking_.layer_size(mine_, theirs_); }
    const Ranking& ranking() const { return ranking_; }
    unsigned mine() const { return mine_; }
    unsigned theirs() const { return theirs_; }

    // Writes the moves of the card.
    void choose(const Card& card, Choices* out) {
        each_content([&](Content content) {
            const Tracks mine(ranking_, content, mine_);
            const Tracks theirs(ranking_, ranking_.mirror(content), theirs_);
            Choices* to = out + ranking_.block_start(mine_, theirs_, content);
            for (const Side& me : mine.sides) {
                for (const Side& other : theirs.sides) {
                    *to++ = choices_of(card, {me, other});
                }
            }
        });
    }

    // Writes the moves of the perfect player who sees the layer as the first player does. Of equal
    // moves the first is chosen, as by `best_move`.
    void perfect(const Lookup& lookup, Choices* out) {
        each_content([&](Content content) {
            const Index width = ranking_.sets(theirs_ - ranking_.other_count(content));
            const Index rows = ranking_.sets(mine_ - ranking_.own_count(content));
            Choices* to = out + ranking_.block_start(mine_, theirs_, content);
            for (Index row = 0; row < rows; ++row) {
                const RowMoves moves = row_moves(content, ranking_.set_at(row), mine_);
                for (Index lane = 0; lane < width; ++lane) {
                    Choices choices = 0;
                    for (unsigned roll = 1; roll <= max_roll; ++roll) {
                        if (moves.count[roll] < 2) continue;
                        unsigned best = 0;
                        double most = -1;
                        for (unsigned i = 0; i < moves.count[roll]; ++i) {
                            const double value = value_after(lookup, moves.steps[roll][i], lane);
                            if (value > most) {
                                most = value;
                                best = i;
                            }
                        }
                        choices |= with_choice(best, roll);
                    }
                    *to++ = choices;
                }
            }
        });
    }

    // The values of a layer while they are computed, and of the layers that follow it.
    template <class Real>
    struct Values {
        Real* moving;
        Real* waiting;
        const Real* home;        // waiting, after the first player has brought a piece home
        const Real* other_home;  // moving, after the second has
        const Choices* chosen;   // the card's moves, as the first player sees the layer
        const Choices* perfect;  // the perfect player's moves, as it sees the layer
    };

    // Begins with the values of the same board with a piece less in each hand, where there is one.
    template <class Real>
    void guess(const Real* moving, const Real* waiting, const Values<Real>& values, Real added) {
        each_content([&](Content content) {
            const unsigned x = ranking_.own_count(content), y = ranking_.other_count(content);
            if (x >= mine_ || y >= theirs_) return;
            const Index width = ranking_.sets(theirs_ - y), less = ranking_.sets(theirs_ - 1 - y);
            const Index from = ranking_.block_start(mine_ - 1, theirs_ - 1, content);
            const Index to = ranking_.block_start(mine_, theirs_, content);
            for (Index row = 0; row < ranking_.sets(mine_ - 1 - x); ++row) {
                for (Index lane = 0; lane < less; ++lane) {
                    values.moving[to + row * width + lane] =
                        moving[from + row * less + lane] + added;
                    values.waiting[to + row * width + lane] =
                        waiting[from + row * less + lane] + added;
                }
            }
        });
    }

    // Computes all values once, in place, and writes by how much each has changed, if `steps` has
    // room for that: moving first, then waiting. Returns the greatest change.
    double sweep(const Values<double>& values, float* steps) {
        return swept<Winning, true>(values, steps);
    }
    // The greatest distance of a value from its equation.
    double residual(const Values<double>& values) { return swept<Winning, false>(values, nullptr); }

    // A bound on the average number of turns before the layer is left; infinite if it is not found
    // within `sweeps`. It is proven as in `LayerPair::turns`: T is nowhere less than 1 - d + the T
    // that follows, and all roundings change a T by less than 2^-21 of it.
    double turns(const Values<float>& values, unsigned sweeps) {
        constexpr double enough = 0.3;
        double missing = 1;
        for (unsigned i = 0; i < sweeps && missing > enough; ++i) {
            if (swept<Turning, true>(values, nullptr) <= 2 * enough)
                missing = swept<Turning, false>(values, nullptr);
        }
        if (missing > enough) return std::numeric_limits<double>::infinity();
        const double most = std::max(*std::max_element(values.moving, values.moving + states()),
                                     *std::max_element(values.waiting, values.waiting + states()));
        return most / std::max(1 - missing - 0x1p-21 * (1 + most), 0.0);
    }

private:
    static constexpr unsigned max_threads = 1024;
    static constexpr unsigned most_sets = 64;  // of six private squares

    // What a sweep computes, see `Chances` and `Turns` in ur/blocks.hpp.
    struct Winning {
        static constexpr double start = 0;
        static constexpr bool goes_on = true;  // in the layers with a piece less
        static double miss(double difference) { return std::abs(difference); }
    };
    struct Turning {
        static constexpr float start = 1;
        static constexpr bool goes_on = false;
        static float miss(float difference) { return difference; }
    };

    // One player's part of all positions with a content, by its private set.
    struct Tracks {
        std::vector<Side> sides;

        Tracks(const Ranking& ranking, Content content, unsigned pieces) {
            const Side shared = shared_side(ranking, content);
            const unsigned on_shared = ranking.own_count(content);
            const Index count = ranking.sets(pieces - on_shared);
            for (Index rank = 0; rank < count; ++rank) {
                sides.push_back(with_set(ranking, shared, ranking.set_at(rank), on_shared, pieces));
            }
        }
    };

    static Side shared_side(const Ranking& ranking, Content content) {
        Side side{0, 0, 0, 0};
        for (const unsigned position : ranking.shared_path()) {
            (content % 3 == 1 ? side.own : side.seen) |=
                content % 3 == 0 ? 0 : Track{2} << position;
            content /= 3;
        }
        return side;
    }

    static Side with_set(const Ranking& ranking, Side side, PrivateSet set, unsigned on_shared,
                         unsigned pieces) {
        for (std::size_t k = 0; k < ranking.private_path().size(); ++k) {
            if (set >> k & 1) side.own |= Track{2} << ranking.private_path()[k];
        }
        side.in_hand = static_cast<std::uint8_t>(pieces - on_shared - bit_count(set));
        side.left = static_cast<std::uint8_t>(pieces);
        side.own |= side.in_hand > 0;
        return side;
    }

    RowMoves row_moves(Content content, PrivateSet set, unsigned pieces) const {
        const Rules& rules = ranking_.rules();
        const Side me = with_set(ranking_, shared_side(ranking_, content), set,
                                 ranking_.own_count(content), pieces);
        RowMoves moves;
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            if (!rules.possible(roll)) continue;
            for (Track targets = targets_of(rules, me, roll); targets != 0;
                 targets = without_lowest(targets)) {
                const unsigned bit = lowest_bit(targets);
                const Track target = Track{1} << bit;
                const auto [source_digit, source_set] = ranking_.part_of_bit(bit - roll);
                const auto [target_digit, target_set] = ranking_.part_of_bit(bit);
                moves.steps[roll][moves.count[roll]++] = {
                    content - source_digit + target_digit -
                        (captures(me, target) ? 2 * target_digit : 0),
                    set - source_set + target_set, grants_roll(rules, me, target),
                    target == rules.end};
            }
        }
        return moves;
    }

    Choices choices_of(const Card& card, const Position& position) const {
        Choices choices = 0;
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            if (ranking_.rules().possible(roll))
                choices |= with_choice(card.choose(position, roll), roll);
        }
        return choices;
    }

    // What a step is worth to the player who made it, when the opponent has this private set.
    double value_after(const Lookup& lookup, const Step& step, Index lane) const {
        const unsigned left = mine_ - step.home;
        if (left == 0) return 1;
        const Index own = ranking_.rank_of(step.set);
        if (step.again) {
            const Index width = ranking_.sets(theirs_ - ranking_.other_count(step.content));
            return lookup.value_at(ranking_.layer_start(left, theirs_) +
                                   ranking_.block_start(left, theirs_, step.content) + own * width +
                                   lane);
        }
        const Content mirrored = ranking_.mirror(step.content);
        const Index width = ranking_.sets(left - ranking_.own_count(step.content));
        return 1 -
               lookup.value_at(ranking_.layer_start(theirs_, left) +
                               ranking_.block_start(theirs_, left, mirrored) + lane * width + own);
    }

    template <class Work>
    void each_content(const Work& work) {
        staged_.run({0, contents_.size()},
                    [&](unsigned, std::size_t item) { work(contents_[item]); });
    }

    // A place in one of the lists of values, as 32 bits: which list, the width of its rows, and the
    // number of a position.
    enum class List : Code { moving, waiting, home, other_home };
    static constexpr unsigned number_bits = 27, width_bits = 3;

    // `pieces` is how many of the second player's pieces are not on shared squares: the width of
    // a row is the number of their private sets.
    static Code code_of(List list, unsigned pieces, Index number) {
        return static_cast<Code>(list) << (number_bits + width_bits) |
               static_cast<Code>(pieces) << number_bits | static_cast<Code>(number);
    }

    // Values of a block that another block reads: where they start, and how many they are.
    struct Reach {
        Code place;
        std::uint32_t count;
        bool operator==(const Reach&) const = default;
    };

    // The positions of a content, and their moves.
    struct Block {
        Index start;     // of its values
        Index mirrored;  // of the perfect player's moves
        Index rows, width;
        std::vector<Code> code;    // of its rows, then of its columns
        std::vector<Reach> reach;  // the other blocks that its moves lead to
    };

    // Writes the places of all moves of a row or a column: how many there are with each roll, four
    // bits each; then the places, roll by roll.
    template <class PlaceOf>
    static void write_moves(const RowMoves& moves, std::vector<Code>& code, const PlaceOf& place) {
        Code lengths = 0;
        for (unsigned roll = 1; roll <= max_roll; ++roll)
            lengths |= moves.count[roll] << 4 * (roll - 1);
        code.push_back(lengths);
        for (unsigned roll = 1; roll <= max_roll; ++roll)
            for (unsigned i = 0; i < moves.count[roll]; ++i)
                code.push_back(place(moves.steps[roll][i]));
    }

    // Prepare the sweeps.
    void prepare() {
        order_contents();
        arrange_stages();
        compile();
    }

    void compile() {
        require(states() < Index{1} << number_bits, "the layer has too many positions");
        blocks_.resize(contents_.size());
        staged_.run({0, contents_.size()}, [&](unsigned, std::size_t item) {
            Block& block = blocks_[item];
            std::vector<Code>& code = block.code;
            const Content content = contents_[item], mirrored = ranking_.mirror(content);
            block.start = ranking_.block_start(mine_, theirs_, content);
            block.mirrored = ranking_.block_start(theirs_, mine_, mirrored);
            block.rows = ranking_.sets(mine_ - ranking_.own_count(content));
            block.width = ranking_.sets(theirs_ - ranking_.other_count(content));
            for (Index row = block.rows; row-- > 0;) {
                write_moves(row_moves(content, ranking_.set_at(row), mine_), code,
                            [&](const Step& step) {
                                if (step.home || step.content != content)
                                    add_reach(block, reach_of_own(step));
                                return place_of_own(step);
                            });
            }
            for (Index row = block.width; row-- > 0;) {
                write_moves(row_moves(mirrored, ranking_.set_at(row), theirs_), code,
                            [&](const Step& step) {
                                if (step.home || step.content != mirrored)
                                    add_reach(block, reach_of_other(step));
                                return place_of_other(step);
                            });
            }
            code.shrink_to_fit();
            block.reach.shrink_to_fit();
        });
    }

    Code place_of_own(const Step& step) const {
        const unsigned left = mine_ - step.home;
        const List list = step.home ? List::home : step.again ? List::moving : List::waiting;
        if (left == 0) return code_of(list, 0, 0);
        const unsigned pieces = theirs_ - ranking_.other_count(step.content);
        return code_of(list, pieces,
                       ranking_.block_start(left, theirs_, step.content) +
                           ranking_.rank_of(step.set) * ranking_.sets(pieces));
    }

    Code place_of_other(const Step& step) const {
        const unsigned left = theirs_ - step.home;
        const List list = step.home ? List::other_home : step.again ? List::waiting : List::moving;
        if (left == 0) return code_of(list, 0, 0);
        const Content seen = ranking_.mirror(step.content);
        return code_of(list, left - ranking_.other_count(seen),
                       ranking_.block_start(mine_, left, seen) + ranking_.rank_of(step.set));
    }

    Reach reach_of_own(const Step& step) const {
        const unsigned left = mine_ - step.home;
        if (left == 0) return {0, 0};
        const List list = step.home ? List::home : step.again ? List::moving : List::waiting;
        return {code_of(list, 0, ranking_.block_start(left, theirs_, step.content)),
                size_of(left, theirs_, step.content)};
    }
    Reach reach_of_other(const Step& step) const {
        const unsigned left = theirs_ - step.home;
        if (left == 0) return {0, 0};
        const List list = step.home ? List::other_home : step.again ? List::waiting : List::moving;
        const Content seen = ranking_.mirror(step.content);
        return {code_of(list, 0, ranking_.block_start(mine_, left, seen)),
                size_of(mine_, left, seen)};
    }
    std::uint32_t size_of(unsigned mine, unsigned theirs, Content content) const {
        return static_cast<std::uint32_t>(ranking_.sets(mine - ranking_.own_count(content)) *
                                          ranking_.sets(theirs - ranking_.other_count(content)));
    }
    static void add_reach(Block& block, const Reach& reach) {
        if (std::find(block.reach.begin(), block.reach.end(), reach) == block.reach.end())
            block.reach.push_back(reach);
    }

    // The lists, by number. The last piece home leads to a row of constants.
    template <class Real>
    std::array<const Real*, 4> lists(const Values<Real>& values) const {
        static constexpr auto won = constant_lanes<Real>(1);
        static constexpr auto lost = constant_lanes<Real>(0);
        return {values.moving, values.waiting, mine_ == 1 ? won.data() : values.home,
                theirs_ == 1 ? lost.data() : values.other_home};
    }

    // The values of a row or a column: the n-th is at place + n * stride.
    template <class Real>
    struct Line {
        const Real* place;
        Index stride;
    };

    template <class Meaning, class Real>
    Line<Real> locate(const std::array<const Real*, 4>& list, Code code) const {
        static constexpr auto nothing = constant_lanes<Real>(0);
        const Code number = code >> (number_bits + width_bits);
        if (!Meaning::goes_on && number >= static_cast<Code>(List::home))
            return {nothing.data(), 0};
        return {list[number] + (code & number_mask),
                ranking_.sets(code >> number_bits & ((1u << width_bits) - 1))};
    }

    // Prefetches the values of the next block, some lines of the cache at a time, so that they
    // arrive while another block is worked on.
    template <class Real>
    class Ahead {
    public:
        Ahead(const std::array<const Real*, 4>& list, const Values<Real>& values,
              const Block* block)
            : list_(list), values_(values), block_(block) {}

        void ask() {
            constexpr std::ptrdiff_t line = 64;
            constexpr unsigned at_once = 16;
            for (unsigned i = 0; i < at_once; ++i, next_ += line) {
                while (next_ >= last_) {
                    if (!take_part()) return;
                }
                prefetch(next_);
            }
        }

    private:
        bool take_part() {
            constexpr std::size_t own_parts = 5;
            if (block_ == nullptr || part_ == own_parts + block_->reach.size()) return false;
            const Index count = block_->rows * block_->width;
            switch (part_++) {
                case 0:
                    take(block_->code.data(), block_->code.size());
                    break;
                case 1:
                    take(values_.chosen + block_->start, count);
                    break;
                case 2:
                    take(values_.moving + block_->start, count);
                    break;
                case 3:
                    take(values_.waiting + block_->start, count);
                    break;
                case 4:
                    take(values_.perfect + block_->mirrored, count);
                    break;
                default:
                    const Reach& reach = block_->reach[part_ - own_parts - 1];
                    take(list_[reach.place >> (number_bits + width_bits)] +
                             (reach.place & number_mask),
                         reach.count);
            }
            return true;
        }
        template <class Item>
        void take(const Item* items, std::size_t count) {
            next_ = reinterpret_cast<const char*>(items);
            last_ = reinterpret_cast<const char*>(items + count);
        }

        std::array<const Real*, 4> list_;
        Values<Real> values_;
        const Block* block_;
        std::size_t part_ = 0;
        const char* next_ = nullptr;
        const char* last_ = nullptr;
    };

    template <class Meaning, bool writes, class Real>
    double swept(const Values<Real>& values, float* steps) {
        if (blocks_.empty()) prepare();
        std::vector<double> most(threads_, 0);
        staged_.run(stages_, [&](unsigned thread, std::size_t item) {
            double change = 0;
            if constexpr (writes) {
                const bool last = item + 1 == blocks_.size();
                Ahead<Real> ahead(lists(values), values, last ? nullptr : &blocks_[item + 1]);
                change = swept_block<Meaning>(values, blocks_[item], ahead, steps);
            } else {
                update_block<Meaning>(
                    values, blocks_[item],
                    [&](Real& value, Real sum) {
                        change = std::max(change, static_cast<double>(Meaning::miss(sum - value)));
                    },
                    [] {});
            }
            most[thread] = std::max(most[thread], change);
        });
        return *std::max_element(most.begin(), most.end());
    }

    // Most of what a sweep costs is waiting for other blocks, as in ur/blocks.hpp: a second pass
    // finds all in the cache, and settles more of what both players do on their private squares.
    template <class Meaning, class Real>
    double swept_block(const Values<Real>& values, const Block& block, Ahead<Real>& ahead,
                       float* steps) const {
        constexpr unsigned passes = 2;
        const Index count = Index{block.rows} * block.width;
        std::array<Real, 2 * most_sets * most_sets> before;
        Real* const moving = values.moving + block.start;
        Real* const waiting = values.waiting + block.start;
        std::copy_n(moving, count, before.data());
        std::copy_n(waiting, count, before.data() + count);
        for (unsigned pass = 0; pass < passes; ++pass) {
            update_block<Meaning>(
                values, block, [](Real& value, Real sum) { value = sum; }, [&] { ahead.ask(); });
        }
        Real most = 0;
        const auto compare = [&](const Real* now, const Real* then, float* step) {
            for (Index i = 0; i < count; ++i) {
                const Real difference = now[i] - then[i];
                most = std::max(most, Meaning::miss(difference));
                if (step != nullptr) step[i] = static_cast<float>(difference);
            }
        };
        float* const step = steps == nullptr ? nullptr : steps + block.start;
        compare(moving, before.data(), step);
        compare(waiting, before.data() + count, step == nullptr ? nullptr : step + states());
        return most;
    }

    // Calls settle(value, sum) with each value of a block and its updated value.
    template <class Meaning, class Real, class Settle, class Meanwhile>
    ASTRAGAL_INLINE void update_block(const Values<Real>& values, const Block& block,
                                      const Settle& settle, const Meanwhile& meanwhile) const {
        const Index start = block.start, rows = block.rows, width = block.width;
        const auto list = lists(values);
        const Code* code = block.code.data();
        std::array<Real, max_roll + 1> chance;
        for (unsigned roll = 0; roll <= max_roll; ++roll)
            chance[roll] = static_cast<Real>(chance_[roll]);

        // The first player's turns: the lanes of a row are next to each other everywhere.
        std::array<std::array<const Real*, max_pieces + 1>, max_roll> next;
        for (auto& places : next) places.fill(values.waiting + start);
        for (Index row = rows; row-- > 0;) {
            meanwhile();
            const Index first = start + row * width;
            const Real* passed = values.waiting + first;
            for_each_move(
                code,
                [&](unsigned roll, unsigned move, Code place) {
                    next[roll][move] = locate<Meaning>(list, place).place;
                },
                [&](unsigned roll) { next[roll][0] = passed; });
            for (Index lane = 0; lane < width; ++lane) {
                const Choices choices = values.chosen[first + lane];
                Real sum = chance[0] * passed[lane] + static_cast<Real>(Meaning::start);
                for (unsigned roll = 1; roll <= max_roll; ++roll)
                    sum += chance[roll] * next[roll - 1][choice_of(choices, roll)][lane];
                settle(values.moving[first + lane], sum);
            }
        }

        // The second player's: its moves are the same in a column, where lanes are a row apart.
        const Choices* perfect = values.perfect + block.mirrored;
        std::array<std::array<Line<Real>, max_pieces + 1>, max_roll> lines;
        for (auto& places : lines) places.fill({values.moving + start, 0});
        for (Index column = width; column-- > 0;) {
            meanwhile();
            const Real* passed = values.moving + start + column;
            for_each_move(
                code,
                [&](unsigned roll, unsigned move, Code place) {
                    lines[roll][move] = locate<Meaning>(list, place);
                },
                [&](unsigned roll) { lines[roll][0] = {passed, width}; });
            for (Index row = rows; row-- > 0;) {
                const Choices choices = perfect[column * rows + row];
                Real sum = chance[0] * passed[row * width] + static_cast<Real>(Meaning::start);
                for (unsigned roll = 1; roll <= max_roll; ++roll) {
                    const Line<Real>& line = lines[roll - 1][choice_of(choices, roll)];
                    sum += chance[roll] * line.place[row * line.stride];
                }
                settle(values.waiting[start + row * width + column], sum);
            }
        }
    }

    // Reads the moves of a row or a column; calls `pass` for a roll without a move.
    template <class Visit, class Pass>
    ASTRAGAL_INLINE static void for_each_move(const Code*& code, const Visit& visit,
                                              const Pass& pass) {
        Code lengths = *code++;
        for (unsigned roll = 0; roll < max_roll; ++roll, lengths >>= 4) {
            if ((lengths & 15) == 0) pass(roll);
            for (unsigned move = 0; move < (lengths & 15); ++move) visit(roll, move, *code++);
        }
    }

    static constexpr Code number_mask = (Code{1} << number_bits) - 1;

    template <class Real>
    static constexpr std::array<Real, most_sets> constant_lanes(Real value) {
        std::array<Real, most_sets> lanes{};
        for (Real& lane : lanes) lane = value;
        return lanes;
    }

    // As in ur/layer.hpp: every move onto or along the shared squares leads to a greater number,
    // unless the first player captures.
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

    void order_contents() {
        std::vector<Content> key(ranking_.contents());
        for (const Content content : contents_) key[content] = progress(content);
        std::sort(contents_.begin(), contents_.end(),
                  [&](Content a, Content b) { return key[a] != key[b] ? key[a] > key[b] : a < b; });
    }

    // Calls visit(content) for all contents that a move of this player can lead to, as it sees
    // them.
    template <class Visit>
    void each_next(Content content, unsigned pieces, const Visit& visit) const {
        const Rules& rules = ranking_.rules();
        const Side shared = shared_side(ranking_, content);
        const unsigned most = ranking_.own_count(content) < pieces ? pieces : 0;
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            if (!rules.possible(roll)) continue;
            for (unsigned bit = roll; bit <= rules.length; ++bit) {
                const auto [source_digit, source_set] = ranking_.part_of_bit(bit - roll);
                const auto [target_digit, target_set] = ranking_.part_of_bit(bit);
                const bool from_shared = source_digit != 0;
                if (source_digit == 0 && target_digit == 0) continue;
                if (from_shared ? !(shared.own >> (bit - roll) & 1) : most == 0) continue;
                if (shared.own >> bit & 1) continue;
                const bool captured = (shared.seen >> bit & 1) != 0;
                visit(content - source_digit + target_digit - (captured ? 2 * target_digit : 0));
            }
        }
    }

    void arrange_stages() {
        constexpr auto nowhere = UINT32_MAX;
        std::vector<std::uint32_t> place(ranking_.contents(), nowhere);
        for (std::size_t i = 0; i < contents_.size(); ++i)
            place[contents_[i]] = static_cast<std::uint32_t>(i);
        std::vector<std::size_t> stage(contents_.size(), 0);
        std::vector<std::uint32_t> reads;
        for (std::size_t i = 0; i < contents_.size(); ++i) {
            reads.clear();
            const Content content = contents_[i];
            const auto read = [&](Content next) {
                if (place[next] != nowhere) reads.push_back(place[next]);
            };
            each_next(content, mine_, read);
            each_next(ranking_.mirror(content), theirs_,
                      [&](Content next) { read(ranking_.mirror(next)); });
            for (const std::uint32_t other : reads) {
                if (other < i) stage[i] = std::max(stage[i], stage[other] + 1);
            }
            for (const std::uint32_t other : reads) {
                if (other > i) stage[other] = std::max(stage[other], stage[i] + 1);
            }
        }
        const std::size_t count = *std::max_element(stage.begin(), stage.end()) + 1;
        std::vector<std::size_t> order(contents_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return stage[a] != stage[b] ? stage[a] < stage[b] : a < b;
        });
        std::vector<Content> sorted(contents_.size());
        for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = contents_[order[i]];
        contents_ = std::move(sorted);
        stages_.assign(count + 1, 0);
        for (const std::size_t one : stage) ++stages_[one + 1];
        std::partial_sum(stages_.begin(), stages_.end(), stages_.begin());
    }

    const Ranking& ranking_;
    unsigned mine_;
    unsigned theirs_;
    unsigned threads_;
    StagedThreads staged_;
    std::array<double, max_roll + 1> chance_{};
    std::vector<Content> contents_;    // stage by stage
    std::vector<std::size_t> stages_;  // where each stage starts
    std::vector<Block> blocks_;
};

}  // namespace astragal::ur
