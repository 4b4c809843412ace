#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "../ur.hpp"
#include "../ur_habits.hpp"
#include "../ur_lookup.hpp"
#include "../ur_ranking.hpp"
#include "../ur_solver.hpp"
#include "bindings.hpp"

namespace astragal::bindings {

namespace {

using namespace ur;

template <class T>
using Values = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The common length of some arrays.
template <class First, class... Rest>
std::size_t length_of(const First& first, const Rest&... rest) {
    require(((rest.shape(0) == first.shape(0)) && ...), "all arrays must have the same length");
    return first.shape(0);
}

void require_pieces(unsigned mine, unsigned theirs = 1) {
    require(mine >= 1 && mine <= max_pieces && theirs >= 1 && theirs <= max_pieces,
            "pieces must be 1 to 7");
}

template <class Stored>
void bind_stored(nb::module_& module, nb::class_<Lookup>& table) {
    table.def(
        "__init__",
        [](Lookup* made, const Ranking& ranking, const Values<const Stored>& values,
           const CheckedBlocks& blocks, unsigned pieces) {
            require_pieces(pieces);
            require(values.shape(0) == ranking.size(pieces), "values has the wrong length");
            require(static_cast<const void*>(values.data()) == blocks.bytes(),
                    "blocks must be those of values");
            new (made) Lookup(ranking, blocks, sizeof(Stored), pieces);
        },
        "ranking"_a, "values"_a.noconvert(), "blocks"_a, "pieces"_a, nb::keep_alive<1, 2>(),
        nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>());
    module.def(
        "ur_quantise",
        [](const Values<const double>& values, const Values<Stored>& out) {
            quantise(values.data(), length_of(values, out), out.data());
        },
        "values"_a.noconvert(), "out"_a.noconvert(), nogil(), "Write values as they are stored.");
}

std::size_t best_of(const Lookup& table, const Values<const State>& states,
                    const Values<const std::uint8_t>& rolls, const Values<std::uint8_t>& moves,
                    const Values<double>& values) {
    const std::size_t count = length_of(states, rolls, moves, values);
    for (std::size_t i = 0; i < count; ++i) {
        const State state = read_once(states.data()[i]);
        const unsigned roll = read_once(rolls.data()[i]);
        if (table.look(state) > Finding::over || roll > max_roll) return i;
        std::tie(moves.data()[i], values.data()[i]) = best_move(
            table.ranking().rules(), state, roll, [&](State next) { return table.value(next); });
    }
    return count;
}

using WorthNumbers = std::array<int, 3>;  // home, capture, rosette

Player player_of(unsigned habit, const WorthNumbers& worth) {
    require(habit <= static_cast<unsigned>(Habit::rosette), "habits are 0 to 3");
    return {static_cast<Habit>(habit), {worth[0], worth[1], worth[2]}};
}

using MistakeList = std::vector<std::tuple<double, Index, unsigned, unsigned, unsigned>>;

std::tuple<MistakeList, std::uint64_t, std::uint64_t, double> mistakes_of(
    const Lookup& table, unsigned habit, const WorthNumbers& worth, unsigned pieces, Index first,
    Index last, std::size_t most, double tolerance) {
    const Player player = player_of(habit, worth);
    require_pieces(pieces);
    require(pieces <= table.pieces(), "the table has fewer pieces");
    require(most > 0 && first <= last && last <= table.ranking().size(pieces),
            "the numbers must be those of positions");
    const Mistakes found = mistakes(table, player, pieces, first, last, most, tolerance);
    MistakeList worst;
    for (const Mistake& one : found.worst)
        worst.emplace_back(one.loss, one.number, one.roll, one.habitual, one.best);
    return {std::move(worst), found.choices, found.wrong, found.loss};
}

void bind_table(nb::module_& module) {
    nb::class_<Lookup> table(module, "UrTable", "Values of positions, in the order of a ranking.");
    bind_stored<std::uint16_t>(module, table);
    bind_stored<std::uint32_t>(module, table);
    bind_stored<double>(module, table);
    table
        .def(
            "value",
            [](const Lookup& lookup, State state) {
                return lookup.look(state) <= Finding::over ? lookup.value(state) : -1.0;
            },
            "Return the chance of the side to move; -1 if the state is not in the table.")
        .def(
            "value", [](const Lookup&, const nb::object&) { return -1.0; },
            "Return -1 for what is not a state, without the cost of an exception.")
        .def(
            "values",
            [](const Lookup& lookup, const Values<const State>& states, const Values<double>& out) {
                return lookup.values(states.data(), length_of(states, out), out.data());
            },
            "states"_a.noconvert(), "out"_a.noconvert(), nogil(),
            "Write each value; return the index of the first state without one, or the length.")
        .def("best", &best_of, "states"_a.noconvert(), "rolls"_a.noconvert(), "moves"_a.noconvert(),
             "values"_a.noconvert(), nogil(),
             "Write each best move and its value; return the first bad row, or the length.")
        .def("mistakes", &mistakes_of, "habit"_a, "worth"_a, "pieces"_a, "first"_a, "last"_a,
             "most"_a, "tolerance"_a, nogil(),
             "Return the worst mistakes of a habit in the positions of these numbers, as (loss, "
             "number, roll, habitual move, best move); the choices, the wrong ones, their losses.");
}

void bind_chain(nb::module_& module) {
    const auto require_nodes = [](const Chain& chain, std::size_t first, std::size_t last) {
        require(first <= last && last <= chain.nodes(), "there are fewer nodes");
    };

    nb::class_<Chain>(module, "UrChain", "The games between fixed players as a Markov chain.")
        .def(
            "__init__",
            [](Chain* made, const Lookup& table, unsigned pieces,
               const std::vector<unsigned>& habits, const WorthNumbers& worth) {
                require_pieces(pieces);
                require(habits.size() == 1 || habits.size() == 2, "there are one or two players");
                require(pieces <= table.pieces(), "the table has fewer pieces");
                std::vector<Player> players;
                for (const unsigned habit : habits) players.push_back(player_of(habit, worth));
                new (made) Chain(table, pieces, std::move(players));
            },
            "table"_a, "pieces"_a, "habits"_a, "worth"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("nodes", &Chain::nodes)
        .def(
            "start",
            [](const Chain& chain, unsigned player) {
                require(player < chain.players(), "there are fewer players");
                return chain.start_of(player);
            },
            "player"_a, "Return the node of the start of a game in which this player moves first.")
        .def(
            "connect",
            [=](Chain& chain, std::size_t first, std::size_t last) {
                require_nodes(chain, first, last);
                chain.connect(first, last);
            },
            "first"_a, "last"_a, nogil(), "Find what follows each of some nodes.")
        .def(
            "step",
            [=](const Chain& chain, const Matrix<const double>& before, const Matrix<double>& after,
                std::size_t first, std::size_t last) {
                const std::size_t rows = chain.nodes() + chain.players();
                require(before.shape(0) == rows && after.shape(0) == rows,
                        "arrays must have a row for each node and each player");
                require(before.shape(1) == after.shape(1) &&
                            (after.shape(1) == 1 || after.shape(1) == 2),
                        "arrays must have one or two columns");
                require_nodes(chain, first, last);
                if (after.shape(1) == 1)
                    chain.step<1>(before.data(), after.data(), first, last);
                else
                    chain.step<2>(before.data(), after.data(), first, last);
            },
            "before"_a.noconvert(), "after"_a.noconvert(), "first"_a, "last"_a, nogil(),
            "Write what some nodes expect one roll earlier.");
}

void greedy_many(const Rules& rules, const Values<const State>& states,
                 const Values<const std::uint8_t>& rolls, const WorthNumbers& worth,
                 const Values<std::uint8_t>& moves) {
    const std::size_t count = length_of(states, rolls, moves);
    const Player greedy = player_of(static_cast<unsigned>(Habit::greedy), worth);
    for (std::size_t i = 0; i < count; ++i) {
        const Options options =
            options_of(rules, read_once(states.data()[i]), read_once(rolls.data()[i]), greedy);
        moves.data()[i] =
            static_cast<std::uint8_t>(options.count == 0 ? 0 : lowest_bit(options.allowed));
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
            "valid",
            [](const Ranking& ranking, State state) {
                return ranking.valid(state, ranking.view(state));
            },
            "state"_a)
        .def(
            "rank",
            [](const Ranking& ranking, const Values<const State>& states,
               const Values<Index>& out) {
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
            [](const Ranking& ranking, const Values<const Index>& indices, unsigned pieces,
               const Values<State>& out) {
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

void bind_layer_pair(nb::module_& module) {
    const auto require_table = [](const LayerPair& pair, std::size_t size) {
        require(size >= pair.end(), "the table is too short for this layer");
    };
    // A method that reads or writes the table of all values.
    const auto with_table = [=]<class Value>(void (LayerPair::*method)(Value*)) {
        return [=](LayerPair& pair, const Values<Value>& table) {
            require_table(pair, table.shape(0));
            (pair.*method)(table.data());
        };
    };

    nb::class_<Memory>(module, "UrMemory", "Memory that one layer after another uses.")
        .def(nb::init<Index>(), "lanes"_a);
    nb::class_<LayerPair>(module, "UrLayerPair", "A layer and its mirror while they are solved.")
        .def(nb::init<const Ranking&, unsigned, unsigned, unsigned, bool, Memory*>(), "ranking"_a,
             "mine"_a, "theirs"_a, "threads"_a, "portable"_a, "memory"_a.none() = nb::none(),
             nb::keep_alive<1, 2>(), nb::keep_alive<1, 7>(), nogil())
        .def_prop_ro("states", &LayerPair::states)
        .def("begin", with_table(&LayerPair::begin), "table"_a.noconvert(), nogil(),
             "Fill in the values of solved layers.")
        .def("refine", with_table(&LayerPair::refine), "table"_a.noconvert(), nogil(),
             "Continue in double precision.")
        .def("sweep", &LayerPair::sweep, "times"_a, nogil(),
             "Sweep; return the last sweep's greatest change.")
        .def("leap", &LayerPair::leap, "end"_a, nogil(),
             "Sweep three times and extrapolate; return the last change and the number of sweeps.")
        .def("prune", &LayerPair::prune, "margin"_a, nogil(),
             "Leave out moves that are further than this from the best in their whole row.")
        .def("keep_all", &LayerPair::keep_all, nogil(), "Use all moves again.")
        .def("gap", &LayerPair::gap,
             "Return how far below the best every move is, at least, that was left out.")
        .def("residual", &LayerPair::residual, nogil(),
             "Return the greatest distance of a position from its equation.")
        .def(
            "turns",
            [=](LayerPair& pair, unsigned sweeps,
                const std::optional<Values<std::uint8_t>>& table) {
                if (table) require_table(pair, table->shape(0));
                return pair.turns(sweeps, table ? table->data() : nullptr);
            },
            "sweeps"_a, "table"_a.noconvert().none() = nb::none(), nogil(),
            "Return a bound on the turns spent in the layer without the moves left out.")
        .def("round_to", &LayerPair::round_to, "steps"_a, nogil(),
             "Round all values to multiples of 1 / steps.")
        .def("finish", with_table(&LayerPair::finish), "table"_a.noconvert(), nogil(),
             "Write both layers into the table.");
}

void moves_many(const Rules& rules, const Values<const State>& states,
                const Values<const std::uint8_t>& rolls, const Values<std::uint8_t>& counts,
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

void expectimax_many(const Rules& rules, const Values<const State>& states,
                     const Values<const std::uint8_t>& rolls, unsigned depth,
                     const Values<std::uint8_t>& moves, const Values<double>& values) {
    const std::size_t count = length_of(states, rolls, moves, values);
    for (std::size_t i = 0; i < count; ++i) {
        const State state = read_once(states.data()[i]);
        const Position position = position_of(rules, state);
        const unsigned pieces = position.me.left + done_of(state, turn_of(state));
        std::tie(moves.data()[i], values.data()[i]) = best_move(
            rules, state, read_once(rolls.data()[i]),
            [&](State next) { return expectimax(rules, position_of(rules, next), pieces, depth); });
    }
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
            "Return the number of positions at that depth, and the sum of their tracks.")
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
    bind_layer_pair(module);
    bind_table(module);
    bind_chain(module);
}

}  // namespace astragal::bindings
