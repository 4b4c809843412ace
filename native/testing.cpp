// Functions for tests. They are not in wheels.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "common/bindings.hpp"
#include "common/staged_threads.hpp"
#include "postflop/bind_solver.hpp"
#include "postflop/small_game.hpp"
#include "setting/arguments.hpp"
#include "setting/settings.hpp"
#include "setting/shapes.hpp"
#include "ur/ranking.hpp"

namespace astragal::bindings {

namespace {

template <class Shape>
void bind_setting_testing(nb::module_& module) {
    module.def(
        "setting_points_plainly",
        [](const RankTables<Shape>& rules, const Vector<const std::int32_t>& high,
           const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one,
           const Vector<const CardSet>& hands) {
            const Points points = points_of(rules, high, two, one);
            return for_each_hand(hands, [&](CardSet hand) {
                const Seven seven = seven_of(falling(hand));
                return value_of(rules, seven, choose(rules, seven, points));
            });
        },
        "rules"_a, "high"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(),
        "hands"_a.noconvert(), nogil(),
        "Return the value of each hand as setting_points sets it, without classes.");

    module.def(
        "setting_legal_settings",
        [](const RankTables<Shape>& rules) {
            return for_each_class([&](const Seven& seven) {
                const auto values = all_values(rules, seven);
                const auto legal = [&](Value v) { return rules.legal(v); };
                return static_cast<std::uint8_t>(
                    std::count_if(values.begin(), values.end(), legal));
            });
        },
        "rules"_a, nogil(), "Return how many settings of each class are legal.");
}

void bind_small_solver(nb::module_& module) {
    using Cards = postflop::SmallCards<double>;
    using SmallSolver = postflop::Solver<Cards, double>;
    auto solver = nb::class_<SmallSolver>(module, "PostflopSmallSolver",
                                          "A solver of a game of one card each.");
    solver.def(
        "__init__",
        [](SmallSolver* self, const Vector<const std::uint8_t>& kind,
           const Vector<const std::uint8_t>& level, const Vector<const std::int32_t>& first_child,
           const Vector<const std::int32_t>& children, const Matrix<const std::int64_t>& put_in,
           const Vector<const std::uint8_t>& folded,
           const std::vector<Matrix<const std::int32_t>>& deals, std::vector<unsigned> ranks,
           std::vector<std::size_t> oop, std::vector<std::size_t> ip, double pot) {
            auto tree = tree_of(kind, level, first_child, children, put_in, folded);
            std::array<std::vector<std::uint16_t>, 2> same;
            std::array<std::vector<double>, 2> weights{std::vector<double>(oop.size(), 1),
                                                       std::vector<double>(ip.size(), 1)};
            for (std::size_t player = 0; player < 2; ++player)
                for (std::size_t h = 0; h < weights[player].size(); ++h)
                    same[player].push_back(static_cast<std::uint16_t>(h));
            std::vector<std::vector<postflop::StoredDeal>> rows;
            for (const auto& table : deals) {
                rows.emplace_back();
                for (std::size_t i = 0; i < table.shape(0); ++i)
                    rows.back().push_back({table.data()[2 * i], table.data()[2 * i + 1]});
            }
            postflop::Deals dealt(ranks.size(), rows, same, {oop.size(), ip.size()});
            tree.check(dealt.levels());
            Cards cards(dealt.levels() > 1, std::move(ranks), {std::move(oop), std::move(ip)});
            new (self) SmallSolver(std::move(tree), std::move(dealt), {pot, 0, 0}, std::move(cards),
                                   std::move(weights), {}, 1, postflop::Width::narrow);
        },
        "kind"_a, "level"_a, "first_child"_a, "children"_a, "put_in"_a, "folded"_a, "deals"_a,
        "ranks"_a, "oop"_a, "ip"_a, "pot"_a);
    define_solver<SmallSolver, double>(solver);
}

}  // namespace

void bind_testing(nb::module_& module) {
    bind_small_solver(module);
    bind_setting_testing<setting::FourTwoOne>(module);
    bind_setting_testing<setting::FiveTwo>(module);

    module.def(
        "ur_valid",
        [](const ur::Ranking& ranking, ur::State state) {
            return ranking.valid(state, ranking.view(state));
        },
        "ranking"_a, "state"_a, "Return whether the rules allow the state.");

    module.def(
        "staged_sums",
        [](unsigned threads, std::size_t items, std::size_t bad, unsigned runs) {
            StagedThreads staged(threads);
            std::vector<std::size_t> sums;
            for (unsigned run = 0; run < runs; ++run) {
                std::vector<std::size_t> numbers(items);
                const auto work = [&](unsigned, std::size_t item) {
                    if (item == bad && run + 1 < runs) throw std::bad_alloc();
                    numbers[item] = item;
                };
                try {
                    staged.run({0, items / 2, items}, work);
                } catch (const std::bad_alloc&) {
                    sums.push_back(0);
                    continue;
                }
                std::size_t sum = 0;
                for (const std::size_t number : numbers) sum += number;
                sums.push_back(sum);
            }
            return sums;
        },
        "threads"_a, "items"_a, "bad"_a, "runs"_a, nogil(),
        "Add up numbers, run after run; item `bad` throws in all runs except the last. Return 0 "
        "for "
        "a run that threw.");
}

}  // namespace astragal::bindings
