// Rules, moves, players without a table, and the numbers of positions.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "common/bindings.hpp"
#include "ur/arguments.hpp"
#include "ur/greedy.hpp"
#include "ur/lookup.hpp"
#include "ur/moves.hpp"
#include "ur/ranking.hpp"

namespace astragal::bindings {

using namespace ur;

namespace {

void moves_many(const Rules& rules, const Vector<const State>& states,
                const Vector<const std::uint8_t>& rolls, const Vector<std::uint8_t>& counts,
                const Matrix<Square>& sources, const Matrix<Square>& targets,
                const Matrix<State>& next) {
    const std::size_t count = length_of(states, rolls, counts, sources, targets, next);
    require(sources.shape(1) == max_pieces && targets.shape(1) == max_pieces &&
                next.shape(1) == max_pieces,
            "moves must have seven columns");
    for (std::size_t i = 0; i < count; ++i) {
        const State state = read_once(states.data()[i]);
        const std::size_t row = i * max_pieces;
        std::size_t column = row;
        each_move(rules, state, read_once(rolls.data()[i]), [&](const Move& move) {
            if (column == row + max_pieces) return;  // more pieces than a game has
            sources.data()[column] = move.source;
            targets.data()[column] = move.target;
            next.data()[column++] = move.next;
        });
        counts.data()[i] = static_cast<std::uint8_t>(column - row);
        const bool over = position_of(rules, state).over();
        if (column == row) next.data()[column++] = over ? state : pass(state);
        for (; column < row + max_pieces; ++column) next.data()[column] = 0;
    }
}

void expectimax_many(const Rules& rules, const Vector<const State>& states,
                     const Vector<const std::uint8_t>& rolls, unsigned depth,
                     const Vector<std::uint8_t>& moves, const Vector<double>& values) {
    const std::size_t count = length_of(states, rolls, moves, values);
    require(depth <= 64, "depth must be at most 64 turns");  // a turn takes space on the stack
    for (std::size_t i = 0; i < count; ++i) {
        const State state = read_once(states.data()[i]);
        const Position position = position_of(rules, state);
        const unsigned pieces = position.me.left + done_of(state, turn_of(state));
        const BestMove best = best_move(rules, state, read_once(rolls.data()[i]), [&](State next) {
            return expectimax(rules, position_of(rules, next), pieces, depth);
        });
        moves.data()[i] = best.number;
        values.data()[i] = best.value;
    }
}

void greedy_many(const Rules& rules, const Vector<const State>& states,
                 const Vector<const std::uint8_t>& rolls, const WorthNumbers& worth,
                 const Vector<std::uint8_t>& moves) {
    const std::size_t count = length_of(states, rolls, moves);
    for (std::size_t i = 0; i < count; ++i) {
        moves.data()[i] = static_cast<std::uint8_t>(greedy_move(rules, read_once(states.data()[i]),
                                                                read_once(rolls.data()[i]),
                                                                {worth[0], worth[1], worth[2]}));
    }
}

void bind_ranking(nb::module_& module) {
    nb::class_<Ranking>(module, "UrRanking", "Numbers for positions, without gaps.")
        .def(nb::init<const Rules&>(), "rules"_a)
        .def(
            "size",
            [](const Ranking& ranking, unsigned pieces) {
                require_pieces(pieces);
                return ranking.size(pieces);
            },
            "pieces"_a)
        .def(
            "layer",
            [](const Ranking& ranking, unsigned mine, unsigned theirs) {
                require_pieces(mine, theirs);
                const Index start = ranking.layer_start(mine, theirs);
                return std::pair(start, start + ranking.layer_size(mine, theirs));
            },
            "mine"_a, "theirs"_a, "Return where the numbers of a layer start and end.")
        .def(
            "rank",
            [](const Ranking& ranking, const Vector<const State>& states,
               const Vector<Index>& out) {
                const std::size_t count = length_of(states, out);
                for (std::size_t i = 0; i < count; ++i) {
                    const State state = read_once(states.data()[i]);
                    const Ranking::View view = ranking.view(state);
                    if (!ranking.valid(state, view) || view.over()) return i;
                    out.data()[i] = ranking.rank(view);
                }
                return count;
            },
            "states"_a.noconvert(), "out"_a.noconvert(), nogil(),
            "Write each number; return the index of the first state without one, or the length.")
        .def(
            "unrank",
            [](const Ranking& ranking, const Vector<const Index>& indices, unsigned pieces,
               const Vector<State>& out) {
                const std::size_t count = length_of(indices, out);
                require_pieces(pieces);
                for (std::size_t i = 0; i < count; ++i) {
                    const Index index = read_once(indices.data()[i]);
                    if (index >= ranking.size(pieces)) return i;
                    out.data()[i] = ranking.unrank(index, pieces);
                }
                return count;
            },
            "indices"_a.noconvert(), "pieces"_a, "out"_a.noconvert(), nogil(),
            "Write each state, A to move; return the index of the first bad number, or the "
            "length.");
}

}  // namespace

void bind_ur(nb::module_& module) {
    // A rule set keeps its native object as long as it lives, and the named rule sets live until
    // the interpreter ends: objects alive then are not leaks.
    nb::set_leak_warnings(false);

    nb::class_<Rules>(module, "UrRules", "The rules of the Royal Game of Ur, as tables.")
        .def(nb::init<std::vector<Square>, std::vector<Square>, const std::vector<double>&,
                      std::uint32_t, bool, bool, bool>(),
             "a_path"_a, "b_path"_a, "chances"_a, "rosettes"_a, "safe_rosettes"_a,
             "rosette_rolls"_a, "capture_rolls"_a)
        .def(
            "play",
            [](const Rules& rules, State state, Square source, Square target) {
                require(source <= hand && (target < square_count || target == off),
                        "source must be 0 to 24 (the hand), target 0 to 23 or 25 (off)");
                return play(rules, state, source, target);
            },
            "state"_a, "source"_a, "target"_a,
            "Return the state after a move, which is not checked.")
        .def(
            "passed", [](const Rules&, State state) { return pass(state); }, "state"_a,
            "Return the state after a pass.")
        .def(
            "moves",
            [](const Rules& rules, State state, unsigned roll) {
                std::vector<std::pair<Square, Square>> moves;
                each_move(rules, state, roll,
                          [&](const Move& move) { moves.emplace_back(move.source, move.target); });
                return moves;
            },
            "state"_a, "roll"_a, "Return source and target of each move.")
        .def(
            "play_checked",
            [](const Rules& rules, State state, unsigned roll, Square source, Square target) {
                std::optional<State> next;
                each_move(rules, state, roll, [&](const Move& move) {
                    if (move.source == source && move.target == target) next = move.next;
                });
                return next;
            },
            "state"_a, "roll"_a, "source"_a, "target"_a,
            "Return the state after a move, or None if the move is not legal.")
        .def(
            "perft",
            [](const Rules& rules, State state, unsigned depth) {
                Perft count;
                perft(rules, position_of(rules, state), depth, count);
                return std::pair(count.nodes, count.boards);
            },
            "state"_a, "depth"_a, nogil(),
            "Count the sequences of that many moves; return also the sum of their last tracks.")
        .def("moves_many", &moves_many, "states"_a.noconvert(), "rolls"_a.noconvert(),
             "counts"_a.noconvert(), "sources"_a.noconvert(), "targets"_a.noconvert(),
             "after"_a.noconvert(), nogil(),
             "Write all moves of each state; if there are none, the state after the pass.")
        .def("expectimax", &expectimax_many, "states"_a.noconvert(), "rolls"_a.noconvert(),
             "depth"_a, "moves"_a.noconvert(), "values"_a.noconvert(), nogil(),
             "Write the best move of each state by looking `depth` turns ahead.")
        .def("greedy", &greedy_many, "states"_a.noconvert(), "rolls"_a.noconvert(), "worth"_a,
             "moves"_a.noconvert(), nogil(), "Write the greedy player's move of each state.");

    bind_ranking(module);
}

}  // namespace astragal::bindings
