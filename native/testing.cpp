// Functions for tests. They are not in wheels.
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "common/bindings.hpp"
#include "common/staged_threads.hpp"
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
        [](const Rules<Shape>& rules, const Vector<const std::int32_t>& high,
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
        [](const Rules<Shape>& rules) {
            return for_each_class([&](const Seven& seven) {
                const auto values = all_values(rules, seven);
                const auto legal = [&](Value v) { return rules.legal(v); };
                return static_cast<std::uint8_t>(
                    std::count_if(values.begin(), values.end(), legal));
            });
        },
        "rules"_a, nogil(), "Return how many settings of each class are legal.");
}

}  // namespace

void bind_testing(nb::module_& module) {
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
