// Work over all hands: the whole game, the table of best settings, balance, and distilled ways.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "common/bindings.hpp"
#include "setting/arguments.hpp"
#include "setting/balance.hpp"
#include "setting/best.hpp"
#include "setting/distil.hpp"
#include "setting/suits.hpp"
#include "setting/whole_game.hpp"

namespace astragal::bindings {

namespace {

void require_suit_classes(std::size_t first, std::size_t size) {
    require(first <= SuitClasses::count && size <= SuitClasses::count - first,
            "suit class out of range: there are 6,972,147");
}

template <class Shape>
ScoreTables read_tables(const Rules<Shape>& rules, const Matrix<const float>& tables) {
    const std::size_t sheet = cells_of_high<Shape>, highs = tables.shape(1) / sheet;
    const auto below = [&](const std::vector<std::uint16_t>& values) {
        return *std::max_element(values.begin(), values.end()) < highs;
    };
    require(tables.shape(0) == ScoreTables::count && tables.shape(1) == highs * sheet &&
                below(rules.high_by_ranks) && below(rules.high_suited),
            "there must be 120 tables with 91 * 13 places (without a one, 91) for each high hand");
    return {tables.data(), tables.shape(1)};
}

// The sets or hands that `each` visits, and their weights.
template <class Each>
std::pair<Array<CardSet>, Array<std::uint8_t>> list_weighted(Each each) {
    std::pair<Array<CardSet>, Array<std::uint8_t>> weighted;
    each([&](CardSet set, unsigned weight) {
        weighted.first.values.push_back(set);
        weighted.second.values.push_back(static_cast<std::uint8_t>(weight));
    });
    return weighted;
}

void bind_classes(nb::module_& module) {
    module.attr("SETTING_SUIT_CLASSES") = SuitClasses::count;

    module.def(
        "setting_suit_classes",
        [](unsigned size) {
            require(size <= hand_size, "size must be at most 7");
            return list_weighted([&](auto visit) { each_suit_class(size, visit); });
        },
        "size"_a, nogil(), "Return one set of each kind, and how many sets are of that kind.");

    module.def(
        "setting_group_starts", [] { return Array<std::uint32_t>{SuitClasses::get().starts()}; },
        nogil(),
        "Return where the suit classes of each group of equal ranks start, and the last one ends.");

    def_number(
        module, "setting_suit_class",
        [](CardSet hand) { return static_cast<std::uint32_t>(SuitClasses::get().index_of(hand)); },
        "Return the number of the suit class of a hand, or of each hand.");

    module.def(
        "setting_suit_class_hands",
        [](std::size_t first, std::size_t size) {
            require_suit_classes(first, size);
            return list_weighted(
                [&](auto visit) { SuitClasses::get().each(first, first + size, visit); });
        },
        "first"_a, "size"_a, nogil(),
        "Return a hand of each suit class from the first on, and how many hands the class has.");
}

template <class Shape>
void bind_balance(nb::module_& module) {
    module.def(
        "setting_score_table",
        [](const Rules<Shape>&, const Way& way, const Vector<const Count>& counts, int copies,
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
        [](const Rules<Shape>& rules, const Matrix<const float>& tables, float margin,
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

template <class Shape>
void bind_duels(nb::module_& module) {
    module.def(
        "setting_duels",
        [](const Rules<Shape>&, const std::vector<const Way*>& ways,
           const std::vector<Opponents>& pairs, const Vector<const CardSet>& sets,
           const Vector<const std::uint8_t>& weights, int copies) {
            require_same_length(sets, weights);
            for (const auto& [player, dealer] : pairs) {
                require(player < ways.size() && dealer < ways.size(), "value out of range");
            }
            const std::vector<CardSet> held = copy(sets);
            require(std::all_of(held.begin(), held.end(),
                                [](CardSet set) {
                                    return (set & ~full_deck) == 0 && bit_count(set) <= hand_size;
                                }),
                    "every set must have at most seven cards of the deck of 53");
            for (const Way* way : ways) require_values<Shape>(way->greatest);
            Array<std::uint64_t> results{{}, 2};
            for (const auto& sum : duels<Shape>(ways, pairs, held.data(), weights.data(),
                                                held.size(), read_copies(copies))) {
                results.values.insert(results.values.end(), {sum.wins, sum.losses});
            }
            return results;
        },
        "rules"_a, "ways"_a, "pairs"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), "copies"_a,
        nogil(),
        "Return the wins and losses of the first way of each pair, the player's, against the "
        "second, the dealer's, over pairs of hands that both hold one of the sets. Ways are given "
        "by their places.");
}

template <class Shape>
void bind_table(nb::module_& module) {
    module.def(
        "setting_best_settings",
        [](const Rules<Shape>& rules, const Way& way, const Vector<const Value>& player, int copies,
           int win, int loss, bool by_ev, std::size_t first) {
            require_values<Shape>(way.greatest);
            require_suit_classes(first, player.shape(0));
            Array<std::uint32_t> rows{{}, 7};
            const auto put = [&](const Best& best) {
                rows.values.push_back(best.value);
                for (const Result<Count>& result : {best.best, best.player, best.second}) {
                    rows.values.insert(rows.values.end(), {result.wins, result.losses});
                }
            };
            best_settings(rules, way, player.data(), read_copies(copies),
                          {by_ev, read_stakes(win, loss)}, first, first + player.shape(0), put);
            return rows;
        },
        "rules"_a, "way"_a, "player"_a.noconvert(), "copies"_a, "win"_a, "loss"_a, "by_ev"_a,
        "first"_a, nogil(),
        "Return the best value of each suit class from the first on, and the wins and losses of "
        "it, of the player's value and of the second best setting.");
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

template <class Shape>
void bind_shape(nb::module_& module) {
    bind_duels<Shape>(module);
    bind_table<Shape>(module);
    bind_balance<Shape>(module);
}

}  // namespace

void bind_setting_all_hands(nb::module_& module) {
    bind_classes(module);
    bind_distil(module);
    bind_shape<FourTwoOne>(module);
    bind_shape<FiveTwo>(module);
}

}  // namespace astragal::bindings
