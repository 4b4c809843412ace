// Rules, classes of hands, house ways, and the counted outcomes of a dealer.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "asia/arguments.hpp"
#include "asia/classes.hpp"
#include "asia/deals.hpp"
#include "asia/score.hpp"
#include "asia/settings.hpp"
#include "common/bindings.hpp"

namespace astragal::bindings {

namespace {

void bind_rules(nb::module_& module) {
    nb::class_<Rules>(module, "AsiaRules", "Values of four, two and one cards, and what fouls.")
        .def(
            "__init__",
            [](Rules* rules, const Vector<const std::uint16_t>& four_by_ranks,
               const Vector<const std::uint16_t>& four_suited,
               const Vector<const std::uint8_t>& two, const Vector<const std::uint8_t>& one,
               const Vector<const std::uint16_t>& least_four,
               const Vector<const std::int8_t>& greatest_one) {
                require(four_by_ranks.shape(0) == 38'416 && four_suited.shape(0) == 16'384 &&
                            two.shape(0) == 196 && one.shape(0) == 14 &&
                            least_four.shape(0) == 91 && greatest_one.shape(0) == 91,
                        "the tables must have 14^4, 2^14, 14^2, 14, 91 and 91 entries");
                Rules made{copy(four_by_ranks), copy(four_suited), copy(two),
                           copy(one),           copy(least_four),  copy(greatest_one)};
                require_below(made.four_by_ranks, four_values);
                require_below(made.four_suited, four_values);
                require_below(made.two, two_values);
                require_below(made.one, one_values);
                new (rules) Rules(std::move(made));
            },
            "four_by_ranks"_a.noconvert(), "four_suited"_a.noconvert(), "two"_a.noconvert(),
            "one"_a.noconvert(), "least_four"_a.noconvert(), "greatest_one"_a.noconvert());

    nb::class_<Way>(module, "AsiaWay", "The outcomes of a house way, and which each class has.")
        .def(
            "__init__",
            [](Way* way, const Vector<const Triple>& triples,
               const Vector<const std::uint32_t>& outcome) {
                require_classes(outcome.shape(0));
                Way made{copy(triples), copy(outcome)};
                require_below(made.outcome, static_cast<unsigned>(made.triple.size()));
                new (way) Way(std::move(made));
            },
            "triples"_a.noconvert(), "outcome"_a.noconvert());
}

void bind_classes(nb::module_& module) {
    module.attr("ASIA_CLASSES") = Classes::count;

    module.def(
        "asia_positions",
        [] {
            Array<std::uint8_t> positions{{}, hand_size};
            for (const Positions& p : all_settings) {
                positions.values.insert(positions.values.end(), p.four.begin(), p.four.end());
                positions.values.insert(positions.values.end(), p.two.begin(), p.two.end());
                positions.values.push_back(p.one);
            }
            return positions;
        },
        "Return the positions of each setting: its four, its two, its one.");

    def_number(
        module, "asia_class",
        [](CardSet hand) { return Classes::get().of(Classes::get().key_of(hand)); },
        "Return the class of a hand, or of each hand.");

    module.def(
        "asia_class_order",
        [](CardSet hand) {
            require_hand(hand);
            return Classes::get().in_class_order(hand);
        },
        "hand"_a, "Return the cards of a hand in the order of its class.");

    module.def(
        "asia_class_cards",
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

void bind_ways(nb::module_& module) {
    module.def(
        "asia_points",
        [](const Rules& rules, const Vector<const std::int32_t>& four,
           const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one) {
            const Points points = points_of(rules, four, two, one);
            return for_each_class([&](const Seven& seven) { return choose(rules, seven, points); });
        },
        "rules"_a, "four"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(), nogil(),
        "Return the legal setting of each class with most points.");

    module.def(
        "asia_make",
        [](const Rules& rules, const Matrix<const std::uint32_t>& lines,
           const Vector<const ClassId>& classes) {
            const FirstLine first(read_lines(lines));
            return list(classes.shape(0), [&](std::size_t i) {
                const ClassId id = read_once(classes.data()[i]);
                require(id < Classes::count, "class out of range: there are 788,749");
                return choose(rules, Classes::get().cards_of(id), first);
            });
        },
        "rules"_a, "lines"_a.noconvert(), "classes"_a.noconvert(), nogil(),
        "Return the setting of each class by the first line that it can make; 105 without one.");

    module.def(
        "asia_outcomes",
        [](const Rules& rules, const Vector<const std::uint8_t>& choice) {
            require_classes(choice.shape(0));
            Array<Triple> triples{std::vector<Triple>(Classes::count)};
            const std::size_t bad = outcomes(rules, copy(choice).data(), triples.values.data());
            return std::pair(std::move(triples), bad);
        },
        "rules"_a, "choice"_a.noconvert(), nogil(),
        "Return what each class is worth, and the first missed or fouled class, or their number.");
}

void bind_counts(nb::module_& module) {
    module.def(
        "asia_count",
        [](const Way& way, CardSet deck, CardSet must) {
            require(((deck | must) & ~full_deck) == 0, "deck and must can have only the 53 cards");
            Array<Count> counts{std::vector<Count>(way.triple.size())};
            std::vector<Count> blind;
            Counter(Classes::get(), deck, must)
                .add(way.outcome.data(), counts.values.data(), blind);
            return counts;
        },
        "way"_a, "deck"_a, "must"_a, nogil(),
        "Return how many hands of all cards of must and others of deck have each outcome.");

    module.def(
        "asia_sample",
        [](const Way& way, CardSet deck, std::uint64_t stream, std::size_t samples) {
            require((deck & ~full_deck) == 0 && bit_count(deck) >= hand_size,
                    "deck must have at least seven of the 53 cards");
            Array<Count> counts{std::vector<Count>(way.triple.size())};
            sample(Classes::get(), deck, stream, samples, way.outcome.data(), counts.values.data());
            return counts;
        },
        "way"_a, "deck"_a, "stream"_a, "samples"_a, nogil(),
        "Return how many of `samples` random hands from the deck have each outcome.");

    module.def(
        "asia_settings",
        [](const Rules& rules, CardSet hand) {
            require_hand(hand);
            const Distinct settings = distinct_settings(rules, seven_of(falling(hand)));
            std::vector<std::tuple<Triple, unsigned, unsigned>> rows;
            for (std::size_t i = 0; i < settings.size; ++i) {
                rows.emplace_back(settings.triple[i], settings.setting[i], settings.same[i]);
            }
            return rows;
        },
        "rules"_a, "hand"_a,
        "Return the distinct legal settings by falling triple: the triple, the first setting that "
        "has it, and how many have it.");

    module.def(
        "asia_setting_worth",
        [](const Rules& rules, CardSet hand, Triple triple) {
            require_hand(hand);
            return first_worth(rules, hand, triple);
        },
        "rules"_a, "hand"_a, "triple"_a,
        "Return the first setting of a hand that is worth the triple, or 105 if there is none.");

    module.def(
        "asia_settings_worth",
        [](const Rules& rules, const Vector<const CardSet>& hands,
           const Vector<const Triple>& triples) {
            require_same_length(hands, triples);
            const Triple* triple = triples.data();
            return for_each_hand(hands,
                                 [&](CardSet hand) { return first_worth(rules, hand, *triple++); });
        },
        "rules"_a, "hands"_a.noconvert(), "triples"_a.noconvert(), nogil(),
        "Do what asia_setting_worth does for each hand.");

    module.def(
        "asia_score",
        [](const Way& way, const Vector<const Count>& counts, const Vector<const Triple>& triples) {
            require_counts(way, counts.shape(0));
            const std::vector<Triple> mine = copy(triples);
            require(mine.size() <= setting_count, "there must be at most 105 triples");
            require_triples(mine);
            CountedBox box(mine);
            box.count([&](Count* sum) {
                for (std::size_t i = 0; i < way.triple.size(); ++i) {
                    sum[box.cell(way.triple[i])] += counts.data()[i];
                }
            });
            Array<std::int64_t> scores{{}, 8};
            for (const Triple t : mine) {
                const Score score = box.score(t);
                scores.values.insert(scores.values.end(), {score.wins, score.losses});
                for (std::size_t i = 0; i < 3; ++i) {
                    scores.values.insert(scores.values.end(),
                                         {score.sub_wins[i], score.sub_losses[i]});
                }
            }
            return scores;
        },
        "way"_a, "counts"_a.noconvert(), "triples"_a.noconvert(), nogil(),
        "Return wins and losses of each triple: the whole, the four, the two, the one.");
}

}  // namespace

void bind_asia(nb::module_& module) {
    bind_rules(module);
    bind_classes(module);
    bind_ways(module);
    bind_counts(module);
}

}  // namespace astragal::bindings
