// The solver of hold'em spots.
#include "postflop/bind_solver.hpp"

#include "poker/shared_tables.hpp"
#include "postflop/holdem.hpp"

namespace astragal::bindings {

namespace {

using namespace postflop;

using Cards = Holdem<float>;
using HoldemSolver = postflop::Solver<Cards, float>;

Width width_named(int width) {
    require(width >= -1 && width <= 2, "no such width");
    if (width < 0) return best_width();
    require(width < 2 || has_avx2(), "the processor has no wide vectors");
    return static_cast<Width>(width);
}

}  // namespace

void bind_postflop_solver(nb::module_& module) {
    auto solver = nb::class_<HoldemSolver>(module, "PostflopSolver", "A solver of a hold'em spot.");
    solver.def(
        "__init__",
        [](HoldemSolver* self, const SharedTables& tables, const Vector<const std::uint8_t>& kind,
           const Vector<const std::uint8_t>& level, const Vector<const std::int32_t>& first_child,
           const Vector<const std::int32_t>& children, const Matrix<const std::int64_t>& put_in,
           const Vector<const std::uint8_t>& folded,
           const std::vector<Matrix<const std::int32_t>>& deals,
           const Matrix<const std::uint16_t>& oop_permutations,
           const Matrix<const std::uint16_t>& ip_permutations, cards::CardSet board,
           const Vector<const cards::CardSet>& oop, const Vector<const double>& oop_weights,
           const Vector<const cards::CardSet>& ip, const Vector<const double>& ip_weights,
           double pot, double rake_rate, double rake_cap, const std::vector<LockRows>& locks,
           unsigned threads, int width) {
            BettingTree tree = tree_of(kind, level, first_child, children, put_in, folded);
            Deals dealt = deals_of(Cards::deck, deals, oop_permutations, ip_permutations);
            tree.check(dealt.levels());
            Cards cards(tables.tables, board, {copy(oop), copy(ip)});
            require(cards.levels() == dealt.levels() &&
                        cards.hand_count(0) == oop_permutations.shape(1) &&
                        cards.hand_count(1) == ip_permutations.shape(1),
                    "the deals are those of another spot");
            require(pot > 0 && pot < 1e15 && rake_rate >= 0 && rake_rate <= 1 && rake_cap >= 0,
                    "the pot must be positive, and the rake a share of it");
            require(threads >= 1 && threads <= 1024, "threads must be 1 to 1,024");
            auto fixed = locks_of(tree, dealt, locks, {oop.shape(0), ip.shape(0)});
            new (self)
                HoldemSolver(std::move(tree), std::move(dealt), Money{pot, rake_rate, rake_cap},
                             std::move(cards), {copy(oop_weights), copy(ip_weights)},
                             std::move(fixed), threads, width_named(width));
        },
        "tables"_a, "kind"_a.noconvert(), "level"_a.noconvert(), "first_child"_a.noconvert(),
        "children"_a.noconvert(), "put_in"_a.noconvert(), "folded"_a.noconvert(), "deals"_a,
        "oop_permutations"_a.noconvert(), "ip_permutations"_a.noconvert(), "board"_a,
        "oop"_a.noconvert(), "oop_weights"_a.noconvert(), "ip"_a.noconvert(),
        "ip_weights"_a.noconvert(), "pot"_a, "rake_rate"_a, "rake_cap"_a, "locks"_a, "threads"_a,
        "width"_a);
    define_solver<HoldemSolver, float>(solver);
}

}  // namespace astragal::bindings
