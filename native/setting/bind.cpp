// Rules, classes of hands, house ways, and the counted outcomes of a dealer.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "common/bindings.hpp"
#include "setting/arguments.hpp"
#include "setting/classes.hpp"
#include "setting/deals.hpp"
#include "setting/score.hpp"
#include "setting/settings.hpp"
#include "setting/shapes.hpp"

namespace astragal::bindings {

namespace {

template <class Shape>
void require_tables(const RankTables<Shape>& rules, std::size_t ranks, const char* sizes) {
    const std::size_t ones = Shape::has_one ? 14 : 0, most_ones = Shape::has_one ? 91 : 0;
    require(rules.high_by_ranks.size() == ranks && rules.high_suited.size() == 16'384 &&
                rules.two.size() == 196 && rules.least_high.size() == 91 &&
                rules.one.size() == ones && rules.greatest_one.size() == most_ones,
            sizes);
    require_below(rules.high_by_ranks, Shape::high_values);
    require_below(rules.high_suited, Shape::high_values);
    require_below(rules.two, two_values);
    require_below(rules.one, Shape::one_values);
}

void bind_rules(nb::module_& module) {
    using AsiaRules = RankTables<FourTwoOne>;
    nb::class_<AsiaRules>(module, "AsiaRules", "Values of four, two and one cards, and fouls.")
        .def(
            "__init__",
            [](AsiaRules* rules, const Vector<const std::uint16_t>& high_by_ranks,
               const Vector<const std::uint16_t>& high_suited,
               const Vector<const std::uint8_t>& two, const Vector<const std::uint8_t>& one,
               const Vector<const std::uint16_t>& least_high,
               const Vector<const std::int8_t>& greatest_one) {
                AsiaRules made{copy(high_by_ranks), copy(high_suited), copy(two),
                               copy(least_high),    copy(one),         copy(greatest_one)};
                require_tables(made, 38'416,
                               "the tables must have 14^4, 2^14, 14^2, 14, 91 and 91 entries");
                new (rules) AsiaRules(std::move(made));
            },
            "high_by_ranks"_a.noconvert(), "high_suited"_a.noconvert(), "two"_a.noconvert(),
            "one"_a.noconvert(), "least_high"_a.noconvert(), "greatest_one"_a.noconvert());

    using PaigowRules = RankTables<FiveTwo>;
    nb::class_<PaigowRules>(module, "PaigowRules", "Values of five and two cards, and fouls.")
        .def(
            "__init__",
            [](PaigowRules* rules, const Vector<const std::uint16_t>& high_by_ranks,
               const Vector<const std::uint16_t>& high_suited,
               const Vector<const std::uint8_t>& two,
               const Vector<const std::uint16_t>& least_high) {
                PaigowRules made{copy(high_by_ranks), copy(high_suited), copy(two),
                                 copy(least_high)};
                require_tables(made, 537'824,
                               "the tables must have 14^5, 2^14, 14^2 and 91 entries");
                new (rules) PaigowRules(std::move(made));
            },
            "high_by_ranks"_a.noconvert(), "high_suited"_a.noconvert(), "two"_a.noconvert(),
            "least_high"_a.noconvert());

    nb::class_<Way>(module, "SettingWay", "The outcomes of a house way, and which each class has.")
        .def(
            "__init__",
            [](Way* way, const Vector<const Value>& values,
               const Vector<const std::uint32_t>& outcome,
               const Vector<const std::uint8_t>& pushes) {
                require_classes(outcome.shape(0));
                require_same_length(values, pushes);
                Way made{copy(values), copy(outcome), copy(pushes)};
                require_below(made.outcome, static_cast<unsigned>(made.value.size()));
                new (way) Way(std::move(made));
            },
            "values"_a.noconvert(), "outcome"_a.noconvert(), "pushes"_a.noconvert());
}

void bind_classes(nb::module_& module) {
    module.attr("SETTING_CLASSES") = Classes::count;

    def_number(
        module, "setting_class",
        [](CardSet hand) { return Classes::get().of(Classes::get().key_of(hand)); },
        "Return the class of a hand, or of each hand.");

    module.def(
        "setting_class_order",
        [](CardSet hand) {
            require_hand(hand);
            return Classes::get().in_class_order(hand);
        },
        "hand"_a, "Return the cards of a hand in the order of its class.");

    module.def(
        "setting_class_cards",
        [] {
            Array<std::uint8_t> ranks{{}, hand_size}, suits{{}, hand_size};
            for (ClassId id = 0; id < Classes::count; ++id) {
                const Seven seven = Classes::get().cards_of(id);
                ranks.values.insert(ranks.values.end(), seven.rank.begin(), seven.rank.end());
                suits.values.insert(suits.values.end(), seven.suits.begin(), seven.suits.end());
            }
            return std::pair(std::move(ranks), std::move(suits));
        },
        nogil(),
        "Return the cards of each class: ranks (13 the joker), and bits 1 and 2 of its long "
        "suits.");
}

void bind_counts(nb::module_& module) {
    module.def(
        "setting_count",
        [](const Way& way, CardSet deck, CardSet must) {
            require(((deck | must) & ~full_deck) == 0, "deck and must can have only the 53 cards");
            Array<Count> counts{std::vector<Count>(way.value.size())};
            std::vector<Count> blind;
            Counter(Classes::get(), deck, must)
                .add(way.outcome.data(), counts.values.data(), blind);
            return counts;
        },
        "way"_a, "deck"_a, "must"_a, nogil(),
        "Return how many hands of all cards of must and others of deck have each outcome.");

    module.def(
        "setting_sample",
        [](const Way& way, CardSet deck, std::uint64_t stream, std::size_t samples) {
            require((deck & ~full_deck) == 0 && bit_count(deck) >= hand_size,
                    "deck must have at least seven of the 53 cards");
            Array<Count> counts{std::vector<Count>(way.value.size())};
            sample(Classes::get(), deck, stream, samples, way.outcome.data(), counts.values.data());
            return counts;
        },
        "way"_a, "deck"_a, "stream"_a, "samples"_a, nogil(),
        "Return how many of `samples` random hands from the deck have each outcome.");
}

template <class Shape>
void bind_ways(nb::module_& module) {
    module.def(
        "setting_points",
        [](const RankTables<Shape>& rules, const Vector<const std::int32_t>& high,
           const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one) {
            const Points points = points_of(rules, high, two, one);
            return for_each_class([&](const Seven& seven) { return choose(rules, seven, points); });
        },
        "rules"_a, "high"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(), nogil(),
        "Return the legal setting of each class with most points. Without a one, give it one "
        "point: 0.");

    module.def(
        "setting_make",
        [](const RankTables<Shape>& rules, const Matrix<const std::uint32_t>& lines,
           const Vector<const ClassId>& classes) {
            const FirstLine<Shape> first(read_lines(lines));
            return list(classes.shape(0), [&](std::size_t i) {
                const ClassId id = read_once(classes.data()[i]);
                require(id < Classes::count, "class out of range: there are 788,749");
                return choose(rules, Classes::get().cards_of(id), first);
            });
        },
        "rules"_a, "lines"_a.noconvert(), "classes"_a.noconvert(), nogil(),
        "Return the setting of each class by the first line that it can make, or the number of "
        "settings.");

    module.def(
        "setting_outcomes",
        [](const RankTables<Shape>& rules, const Vector<const std::uint8_t>& choice) {
            require_classes(choice.shape(0));
            Array<Value> values{std::vector<Value>(Classes::count)};
            const std::size_t bad = outcomes(rules, copy(choice).data(), values.values.data());
            return std::pair(std::move(values), bad);
        },
        "rules"_a, "choice"_a.noconvert(), nogil(),
        "Return the value of each class, and the first missed or fouled class, or their number.");
}

template <class Shape>
void bind_settings(nb::module_& module) {
    module.def(
        "setting_positions",
        [](const RankTables<Shape>&) {
            Array<std::uint8_t> positions{{}, hand_size};
            auto& row = positions.values;
            for (const Positions<Shape>& p : all_settings<Shape>) {
                row.insert(row.end(), p.high.begin(), p.high.end());
                row.insert(row.end(), p.two.begin(), p.two.end());
                if constexpr (Shape::has_one) row.push_back(p.one);
            }
            return positions;
        },
        "rules"_a, "Return the positions of each setting: its high hand, its two, its one.");

    module.def(
        "setting_settings",
        [](const RankTables<Shape>& rules, CardSet hand) {
            require_hand(hand);
            const Distinct<Shape> settings = distinct_settings(rules, seven_of(falling(hand)));
            std::vector<std::tuple<Value, unsigned, unsigned>> rows;
            for (std::size_t i = 0; i < settings.size; ++i) {
                rows.emplace_back(settings.value[i], settings.setting[i], settings.same[i]);
            }
            return rows;
        },
        "rules"_a, "hand"_a,
        "Return the distinct legal settings by falling value: the value, the first setting that "
        "has it, and how many have it.");

    module.def(
        "setting_of_value",
        [](const RankTables<Shape>& rules, CardSet hand, Value value) {
            require_hand(hand);
            return setting_of_value(rules, hand, value);
        },
        "rules"_a, "hand"_a, "value"_a,
        "Return the first setting of a hand with this value, or the number of settings.");

    module.def(
        "settings_of_values",
        [](const RankTables<Shape>& rules, const Vector<const CardSet>& hands,
           const Vector<const Value>& values) {
            require_same_length(hands, values);
            const Value* value = values.data();
            return for_each_hand(
                hands, [&](CardSet hand) { return setting_of_value(rules, hand, *value++); });
        },
        "rules"_a, "hands"_a.noconvert(), "values"_a.noconvert(), nogil(),
        "Do what setting_of_value does for each hand.");

    module.def(
        "setting_score",
        [](const RankTables<Shape>&, const Way& way, const Vector<const Count>& counts,
           const Vector<const Value>& values, int copies) {
            require_counts(way, counts.shape(0));
            require_values<Shape>(way.greatest);
            const Copies read = read_copies(copies);
            const std::vector<Value> mine = copy(values);
            require(mine.size() <= Shape::setting_count,
                    "there can't be more values than settings");
            require_values<Shape>(greatest_of_each(mine));
            CountedBox<Shape> box(mine);
            constexpr std::size_t columns = 2 + 2 * Shape::hands;
            Array<std::int64_t> scores{std::vector<std::int64_t>(columns * mine.size()), columns};
            const auto put = [&](std::size_t i, std::size_t pair, const Result<Count>& result) {
                std::int64_t* const at = scores.values.data() + columns * i + 2 * pair;
                at[0] = result.wins;
                at[1] = result.losses;
            };
            // Hands that push every bet count in the single hands only.
            const auto count = [&](const auto& value_of) {
                box.count([&](Count* sum) {
                    for (std::size_t i = 0; i < way.value.size(); ++i) {
                        sum[box.cell(value_of(i))] += counts.data()[i];
                    }
                });
            };
            count([&](std::size_t i) { return way.value[i]; });
            for (std::size_t i = 0; i < mine.size(); ++i) {
                for (std::size_t hand = 0; hand < Shape::hands; ++hand) {
                    put(i, 1 + hand, box.single(mine[i], hand));
                }
            }
            if (way.can_push) {
                count([&](std::size_t i) {
                    return way.pushes[i] != 0 ? pushed<Shape> : way.value[i];
                });
            }
            for (std::size_t i = 0; i < mine.size(); ++i) put(i, 0, box.result(mine[i], read));
            return scores;
        },
        "rules"_a, "way"_a, "counts"_a.noconvert(), "values"_a.noconvert(), "copies"_a, nogil(),
        "Return wins and losses of each value: of the bet, then of each hand alone.");
}

template <class Shape>
void bind_shape(nb::module_& module) {
    bind_ways<Shape>(module);
    bind_settings<Shape>(module);
}

}  // namespace

void bind_setting(nb::module_& module) {
    bind_rules(module);
    bind_classes(module);
    bind_counts(module);
    bind_shape<FourTwoOne>(module);
    bind_shape<FiveTwo>(module);
}

}  // namespace astragal::bindings
