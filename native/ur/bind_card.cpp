// Strategy cards.
#include <vector>

#include "common/bindings.hpp"
#include "ur/arguments.hpp"
#include "ur/card.hpp"

namespace astragal::bindings {

using namespace ur;

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

void choose_many(const StrategyCard& card, const Vector<const State>& states,
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
void meeting_many(const StrategyCard& card, const Vector<const State>& states,
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

}  // namespace

void bind_ur_card(nb::module_& module) {
    module.attr("UR_FACTS") = fact_count;
    nb::class_<StrategyCard>(module, "UrStrategyCard",
                             "A strategy card: lines in order, or points.")
        .def(
            "__init__",
            [](StrategyCard* made, const Rules& rules, const Matrix<const std::int64_t>& terms,
               bool adds) { new (made) StrategyCard(rules, terms_of(terms), adds); },
            "rules"_a, "terms"_a.noconvert(), "adds"_a, nb::keep_alive<1, 2>())
        .def("choose", &choose_many, "states"_a.noconvert(), "rolls"_a.noconvert(),
             "moves"_a.noconvert(), nogil(), "Write the card's move of each state.")
        .def("meeting", &meeting_many, "states"_a.noconvert(), "rolls"_a.noconvert(),
             "met"_a.noconvert(), nogil(),
             "Write, for each term and state, the moves that meet the term, as bits.");
}

}  // namespace astragal::bindings
