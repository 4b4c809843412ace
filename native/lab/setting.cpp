// Loops of lab/setting: balanced ways, and distilled strategy cards. They are not in wheels.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "common/bindings.hpp"
#include "lab/balance.hpp"
#include "lab/distil.hpp"
#include "setting/arguments.hpp"

namespace astragal::bindings {

namespace {

template <class Shape>
ScoreTables read_tables(const RankTables<Shape>& rules, const Matrix<const float>& tables) {
    const std::size_t sheet = cells_of_high<Shape>, highs = tables.shape(1) / sheet;
    const auto below = [&](const std::vector<std::uint16_t>& values) {
        return *std::max_element(values.begin(), values.end()) < highs;
    };
    require(tables.shape(0) == ScoreTables::count && tables.shape(1) == highs * sheet &&
                below(rules.high_by_ranks) && below(rules.high_suited),
            "there must be 120 tables with 91 * 13 places (without a one, 91) for each high hand");
    return {tables.data(), tables.shape(1)};
}

template <class Shape>
void bind_balance(nb::module_& module) {
    module.def(
        "setting_score_table",
        [](const RankTables<Shape>&, const Way& way, const Vector<const Count>& counts, int copies,
           int win, int loss, std::size_t highs) {
            require_counts(way, counts.shape(0));
            require_values<Shape>(way.greatest);
            require(
                highs <= Shape::high_values && !way.value.empty() && high_in(way.greatest) < highs,
                "highs must be above all high hands of the way, and in range");
            Array<double> scores{std::vector<double>(highs * cells_of_high<Shape>)};
            score_table<Shape>(way, counts.data(), read_copies(copies), read_stakes(win, loss),
                               highs, scores.values.data());
            return scores;
        },
        "rules"_a, "way"_a, "counts"_a.noconvert(), "copies"_a, "win"_a, "loss"_a, "highs"_a,
        nogil(), "Return the net of every value, as a share of the greater stake.");

    module.def(
        "setting_best_responses",
        [](const RankTables<Shape>& rules, const Matrix<const float>& tables, float margin,
           std::size_t first, const Vector<const std::uint8_t>& choice) {
            const std::size_t size = choice.shape(0);
            require(first <= Classes::count && size <= Classes::count - first,
                    "class out of range: there are 788,749");
            const std::vector<std::uint8_t> chosen = copy(choice);
            require_below(chosen, Shape::setting_count);
            Array<std::uint8_t> best{std::vector<std::uint8_t>(size)};
            Array<float> gain{std::vector<float>(size)};
            best_responses(rules, read_tables(rules, tables), margin, first, size, chosen.data(),
                           best.values.data(), gain.values.data());
            return std::pair(std::move(best), std::move(gain));
        },
        "rules"_a, "tables"_a.noconvert(), "margin"_a, "first"_a, "choice"_a.noconvert(), nogil(),
        "Return the best setting of classes, and its gain.");
}

void bind_distil(nb::module_& module) {
    nb::class_<CountedHands>(module, "SettingCountedHands", "Hands, and the cost of each setting.")
        .def(
            "__init__",
            [](CountedHands* counted, const Vector<const std::uint32_t>& start,
               const Vector<const Value>& values, const Vector<const std::int32_t>& costs) {
                require_same_length(values, costs);
                CountedHands made{copy(start), copy(values), copy(costs)};
                require(made.start.size() > 1 && made.start.front() == 0 &&
                            made.start.back() == made.value.size() &&
                            std::is_sorted(made.start.begin(), made.start.end(), std::less_equal()),
                        "start must ascend from 0 to the number of settings");
                require(std::all_of(made.cost.begin(), made.cost.end(),
                                    [](std::int32_t cost) { return cost >= 0; }),
                        "value out of range");
                made.greatest = greatest_of_each(made.value);
                new (counted) CountedHands(std::move(made));
            },
            "start"_a.noconvert(), "values"_a.noconvert(), "costs"_a.noconvert())
        .def(
            "play_lines",
            [](const CountedHands& counted, const Matrix<const std::uint32_t>& lines) {
                const std::vector<Least> least = read_lines(lines);
                require(!least.empty() && least.size() <= 256, "there must be 1 to 256 lines");
                Array<std::uint8_t> line{std::vector<std::uint8_t>(counted.hands())};
                Array<std::int32_t> cost{std::vector<std::int32_t>(counted.hands())};
                play_lines(counted, least.data(), least.size(), line.values.data(),
                           cost.values.data());
                return std::pair(std::move(line), std::move(cost));
            },
            "lines"_a.noconvert(), nogil(),
            "Return which line decides about each hand, and the cost of its setting.")
        .def(
            "try_lines",
            [](const CountedHands& counted, const Matrix<const std::uint32_t>& added,
               const Vector<const std::uint8_t>& line, const Vector<const std::int32_t>& cost,
               std::size_t size) {
                require(line.shape(0) == counted.hands() && cost.shape(0) == counted.hands() &&
                            size > 0 && size <= 256,
                        "each hand must have a line and a cost, and there must be 1 to 256 lines");
                const std::vector<Least> least = read_lines(added);
                const std::vector<std::uint8_t> decides = copy(line);
                const std::vector<std::int32_t> now = copy(cost);
                require_below(decides, static_cast<unsigned>(size));
                Array<std::int64_t> change{std::vector<std::int64_t>(least.size() * size), size};
                for (std::size_t i = 0; i < least.size(); ++i) {
                    try_line(counted, least[i], size, decides.data(), now.data(),
                             change.values.data() + i * size);
                }
                return change;
            },
            "added"_a.noconvert(), "line"_a.noconvert(), "cost"_a.noconvert(), "size"_a, nogil(),
            "Return the change of the cost with each of these lines, before each line.")
        .def(
            "play_points",
            [](const CountedHands& counted, const Vector<const std::int32_t>& high,
               const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one) {
                require(high_in(counted.greatest) < high.shape(0) &&
                            two_in(counted.greatest) < two.shape(0) &&
                            one_in(counted.greatest) < one.shape(0),
                        "there must be points for each value of the high hand, the two and the "
                        "one");
                Array<std::int32_t> cost{std::vector<std::int32_t>(counted.hands())};
                play_points(counted, {high.data(), two.data(), one.data()}, cost.values.data());
                return cost;
            },
            "high"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(), nogil(),
            "Return the cost of each hand with the setting that has most points.");
}

}  // namespace

void bind_lab_setting(nb::module_& module) {
    bind_distil(module);
    bind_balance<FourTwoOne>(module);
    bind_balance<FiveTwo>(module);
}

}  // namespace astragal::bindings
