// Tables of values: solved, looked up, and the games between players that use them.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "common/bindings.hpp"
#include "store/checked.hpp"
#include "ur/arguments.hpp"
#include "ur/lookup.hpp"
#include "ur/ranking.hpp"
#include "ur/solver.hpp"

namespace astragal::bindings {

using namespace ur;

namespace {

void bind_layer_pair(nb::module_& module) {
    const auto require_table = [](const LayerPair& pair, std::size_t size) {
        require(size >= pair.end(), "the table is too short for this layer");
    };
    // A method that reads or writes the table of all values.
    const auto with_table = [=]<class Value>(void (LayerPair::*method)(Value*)) {
        return [=](LayerPair& pair, const Vector<Value>& table) {
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
                const std::optional<Vector<std::uint8_t>>& table) {
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

template <class Stored>
void bind_stored(nb::module_& module, nb::class_<Tablebase>& table) {
    table.def(
        "__init__",
        [](Tablebase* made, const Ranking& ranking, const Vector<const Stored>& values,
           const CheckedBlocks& blocks, unsigned pieces) {
            require_pieces(pieces);
            require(values.shape(0) == ranking.size(pieces), "values has the wrong length");
            require(static_cast<const void*>(values.data()) == blocks.bytes(),
                    "blocks must be those of values");
            new (made) Tablebase(ranking, blocks, sizeof(Stored), pieces);
        },
        "ranking"_a, "values"_a.noconvert(), "blocks"_a, "pieces"_a, nb::keep_alive<1, 2>(),
        nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>());
    module.def(
        "ur_quantise",
        [](const Vector<const double>& values, const Vector<Stored>& out) {
            quantise(values.data(), length_of(values, out), out.data());
        },
        "values"_a.noconvert(), "out"_a.noconvert(), nogil(), "Write values as they are stored.");
}

std::size_t best_of(const Tablebase& table, const Vector<const State>& states,
                    const Vector<const std::uint8_t>& rolls, const Vector<std::uint8_t>& moves,
                    const Vector<double>& values) {
    const std::size_t count = length_of(states, rolls, moves, values);
    for (std::size_t i = 0; i < count; ++i) {
        const State state = read_once(states.data()[i]);
        const unsigned roll = read_once(rolls.data()[i]);
        if (table.look(state) > Finding::over || roll > max_roll) return i;
        const BestMove best = best_move(table.ranking().rules(), state, roll,
                                        [&](State next) { return table.value(next); });
        moves.data()[i] = best.number;
        values.data()[i] = best.value;
    }
    return count;
}

using RollValue = std::tuple<unsigned, double, std::optional<std::pair<Square, Square>>>;

// Each possible roll, its value to the side to move, and source and target of the best move.
std::vector<RollValue> by_roll(const Tablebase& table, State state) {
    require(table.look(state) <= Finding::over, "the state is not in the table");
    const Rules& rules = table.ranking().rules();
    std::vector<RollValue> found;
    for (unsigned roll = 0; roll <= max_roll; ++roll) {
        if (!rules.possible(roll)) continue;
        const BestMove best =
            best_move(rules, state, roll, [&](State next) { return table.value(next); });
        found.emplace_back(roll, best.value, std::nullopt);
        if (best.move) std::get<2>(found.back()) = {best.move->source, best.move->target};
    }
    return found;
}

void bind_table(nb::module_& module) {
    nb::class_<Tablebase> table(module, "UrTable",
                                "Values of positions, in the order of a ranking.");
    bind_stored<std::uint16_t>(module, table);
    bind_stored<std::uint32_t>(module, table);
    bind_stored<double>(module, table);
    table
        .def(
            "value",
            [](const Tablebase& lookup, State state) {
                return lookup.look(state) <= Finding::over ? lookup.value(state) : -1.0;
            },
            "Return the chance of the side to move; -1 if the state is not in the table.")
        .def(
            "value", [](const Tablebase&, const nb::object&) { return -1.0; },
            "Return -1 for what is not a state, without the cost of an exception.")
        .def(
            "values",
            [](const Tablebase& lookup, const Vector<const State>& states,
               const Vector<double>& out) {
                return lookup.values(states.data(), length_of(states, out), out.data());
            },
            "states"_a.noconvert(), "out"_a.noconvert(), nogil(),
            "Write each value; return the index of the first state without one, or the length.")
        .def("best", &best_of, "states"_a.noconvert(), "rolls"_a.noconvert(), "moves"_a.noconvert(),
             "values"_a.noconvert(), nogil(),
             "Write each best move and its value; return the first bad row, or the length.")
        .def("by_roll", &by_roll, "state"_a,
             "Return each roll, its value, and source and target of the best move.");
}

}  // namespace

void bind_ur_tables(nb::module_& module) {
    bind_layer_pair(module);
    bind_table(module);
}

}  // namespace astragal::bindings
