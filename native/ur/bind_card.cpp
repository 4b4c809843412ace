// Cards to play by, and the exact games between a card and perfect play.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "common/bindings.hpp"
#include "ur/arguments.hpp"
#include "ur/card.hpp"
#include "ur/duel.hpp"

namespace astragal::bindings {

namespace {

// Rows of Python: source, target, care, facts, own_any, own_none, seen_any, seen_none, points.
constexpr std::size_t term_columns = 9;

std::vector<Term> terms_of(const Matrix<const std::int64_t>& rows) {
    require(rows.shape(1) == term_columns, "a term has nine numbers");
    std::vector<Term> terms;
    for (std::size_t i = 0; i < rows.shape(0); ++i) {
        const std::int64_t* row = rows.data() + i * term_columns;
        const auto bits = [&](std::size_t column) {
            return static_cast<std::uint32_t>(read_once(row[column]));
        };
        terms.push_back({bits(0), bits(1), bits(2), bits(3), bits(4), bits(5), bits(6), bits(7),
                         static_cast<int>(read_once(row[8]))});
    }
    return terms;
}

void choose_many(const Card& card, const Vector<const State>& states,
                 const Vector<const std::uint8_t>& rolls, const Vector<std::uint8_t>& moves) {
    const std::size_t count = length_of(states, rolls, moves);
    for (std::size_t i = 0; i < count; ++i) {
        const Position position = position_of(card.rules(), read_once(states.data()[i]));
        const unsigned roll = read_once(rolls.data()[i]);
        const bool any = roll >= 1 && roll <= max_roll && !position.over();
        moves.data()[i] = static_cast<std::uint8_t>(any ? card.choose(position, roll) : 0);
    }
}

// Of each state and term, the moves that meet it, as bits.
void meeting_many(const Card& card, const Vector<const State>& states,
                  const Vector<const std::uint8_t>& rolls, const Matrix<std::uint8_t>& met) {
    const std::size_t count = length_of(states, rolls);
    require(met.shape(0) == card.terms() && met.shape(1) == count,
            "there must be a row for each term");
    JudgedMoves moves;
    for (std::size_t i = 0; i < count; ++i) {
        const Position position = position_of(card.rules(), read_once(states.data()[i]));
        const unsigned roll = read_once(rolls.data()[i]);
        const bool any = roll >= 1 && roll <= max_roll && !position.over();
        const unsigned legal = any ? card.judge(position, roll, moves) : 0;
        for (std::size_t term = 0; term < card.terms(); ++term) {
            met.data()[term * count + i] = static_cast<std::uint8_t>(
                legal < 2 ? 0 : card.meeting(term, position.me, moves, legal));
        }
    }
}

template <class Real>
Duel::Values<Real> values_of(const Duel& duel, const Vector<Real>& moving,
                             const Vector<Real>& waiting,
                             const std::optional<Vector<const Real>>& home,
                             const std::optional<Vector<const Real>>& other_home,
                             const Vector<const Choices>& chosen,
                             const Vector<const Choices>& perfect) {
    const Index size = duel.states();
    require(moving.shape(0) == size && waiting.shape(0) == size && chosen.shape(0) == size &&
                perfect.shape(0) == size,
            "arrays must have an entry for each position");
    const auto next = [&](const auto& values, unsigned mine, unsigned theirs) -> const Real* {
        if (mine == 0 || theirs == 0) return nullptr;
        require(values && values->shape(0) == duel.ranking().layer_size(mine, theirs),
                "the layers with a piece less must be given");
        return values->data();
    };
    return {moving.data(),
            waiting.data(),
            next(home, duel.mine() - 1, duel.theirs()),
            next(other_home, duel.mine(), duel.theirs() - 1),
            chosen.data(),
            perfect.data()};
}

template <class Real>
void bind_guess(nb::class_<Duel>& duels) {
    duels.def(
        "guess",
        [](Duel& duel, const Vector<const Real>& moving, const Vector<const Real>& waiting,
           const Vector<Real>& to_moving, const Vector<Real>& to_waiting, Real added) {
            require(duel.mine() > 1 && duel.theirs() > 1, "there is no smaller layer");
            const Index less = duel.ranking().layer_size(duel.mine() - 1, duel.theirs() - 1);
            require(moving.shape(0) == less && waiting.shape(0) == less,
                    "the smaller layer has another size");
            require(to_moving.shape(0) == duel.states() && to_waiting.shape(0) == duel.states(),
                    "arrays must have an entry for each position");
            duel.guess<Real>(
                moving.data(), waiting.data(),
                {to_moving.data(), to_waiting.data(), nullptr, nullptr, nullptr, nullptr}, added);
        },
        "moving"_a.noconvert(), "waiting"_a.noconvert(), "to_moving"_a.noconvert(),
        "to_waiting"_a.noconvert(), "added"_a, nogil(),
        "Begin with the values of a smaller layer, and some more.");
}

// A choice is a legal move: the arrays come from `choose` and `perfect`.
void bind_duel(nb::module_& module) {
    using Doubles = Vector<double>;
    using Given = std::optional<Vector<const double>>;
    using Moves = Vector<const Choices>;

    const auto require_size = [](const Duel& duel, const auto& array) {
        require(array.shape(0) == duel.states(), "the array must have an entry for each position");
    };
    nb::class_<Duel> duels(module, "UrDuel",
                           "The games between a card and perfect play, in one layer.");
    bind_guess<double>(duels);
    bind_guess<float>(duels);
    duels
        .def(
            "__init__",
            [](Duel* made, const Ranking& ranking, unsigned mine, unsigned theirs,
               unsigned threads) {
                require_pieces(mine, theirs);
                new (made) Duel(ranking, mine, theirs, threads);
            },
            "ranking"_a, "mine"_a, "theirs"_a, "threads"_a, nb::keep_alive<1, 2>(), nogil())
        .def_prop_ro("states", &Duel::states)
        .def(
            "choose",
            [=](Duel& duel, const Card& card, const Vector<Choices>& out) {
                require_size(duel, out);
                duel.choose(card, out.data());
            },
            "card"_a, "out"_a.noconvert(), nogil(), "Write the moves of a card.")
        .def(
            "perfect",
            [=](Duel& duel, const Lookup& table, const Vector<Choices>& out) {
                require_size(duel, out);
                require(std::max(duel.mine(), duel.theirs()) <= table.pieces(),
                        "the table has fewer pieces");
                duel.perfect(table, out.data());
            },
            "table"_a, "out"_a.noconvert(), nogil(), "Write the best moves.")
        .def(
            "sweep",
            [](Duel& duel, const Doubles& moving, const Doubles& waiting, const Given& home,
               const Given& other_home, const Moves& chosen, const Moves& perfect,
               const std::optional<Vector<float>>& steps) {
                require(!steps || steps->shape(0) == 2 * duel.states(),
                        "steps must have two entries for each position");
                return duel.sweep(
                    values_of<double>(duel, moving, waiting, home, other_home, chosen, perfect),
                    steps ? steps->data() : nullptr);
            },
            "moving"_a.noconvert(), "waiting"_a.noconvert(), "home"_a.noconvert().none(),
            "other_home"_a.noconvert().none(), "chosen"_a.noconvert(), "perfect"_a.noconvert(),
            "steps"_a.noconvert().none(), nogil(),
            "Compute all values once, in place; return the greatest change.")
        .def(
            "residual",
            [](Duel& duel, const Doubles& moving, const Doubles& waiting, const Given& home,
               const Given& other_home, const Moves& chosen, const Moves& perfect) {
                return duel.residual(
                    values_of<double>(duel, moving, waiting, home, other_home, chosen, perfect));
            },
            "moving"_a.noconvert(), "waiting"_a.noconvert(), "home"_a.noconvert().none(),
            "other_home"_a.noconvert().none(), "chosen"_a.noconvert(), "perfect"_a.noconvert(),
            nogil(), "Return the greatest distance of a value from its equation.")
        .def(
            "turns",
            [=](Duel& duel, const Vector<float>& moving, const Vector<float>& waiting,
                const Moves& chosen, const Moves& perfect, unsigned sweeps) {
                for (const auto* array : {&moving, &waiting}) require_size(duel, *array);
                for (const auto* array : {&chosen, &perfect}) require_size(duel, *array);
                return duel.turns({moving.data(), waiting.data(), nullptr, nullptr, chosen.data(),
                                   perfect.data()},
                                  sweeps);
            },
            "moving"_a.noconvert(), "waiting"_a.noconvert(), "chosen"_a.noconvert(),
            "perfect"_a.noconvert(), "sweeps"_a, nogil(),
            "Return a bound on the average number of turns spent in the layer.");
}

}  // namespace

void bind_ur_card(nb::module_& module) {
    module.attr("UR_FACTS") = fact_count;
    nb::class_<Card>(module, "UrCard", "A card to play by: lines in order, or points.")
        .def(
            "__init__",
            [](Card* made, const Rules& rules, const Matrix<const std::int64_t>& terms, bool adds) {
                new (made) Card(rules, terms_of(terms), adds);
            },
            "rules"_a, "terms"_a.noconvert(), "adds"_a, nb::keep_alive<1, 2>())
        .def("choose", &choose_many, "states"_a.noconvert(), "rolls"_a.noconvert(),
             "moves"_a.noconvert(), nogil(), "Write the card's move of each state.")
        .def("meeting", &meeting_many, "states"_a.noconvert(), "rolls"_a.noconvert(),
             "met"_a.noconvert(), nogil(),
             "Write, for each term and state, the moves that meet the term, as bits.");
    bind_duel(module);
}

}  // namespace astragal::bindings
