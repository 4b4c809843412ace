#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

#include "../asia_balance.hpp"
#include "../asia_best.hpp"
#include "../asia_classes.hpp"
#include "../asia_deals.hpp"
#include "../asia_distil.hpp"
#include "../asia_game.hpp"
#include "../asia_score.hpp"
#include "../asia_settings.hpp"
#include "../asia_suits.hpp"
#include "bindings.hpp"

namespace astragal::bindings {

namespace {

using namespace asia;

void require_hand(CardSet hand) {
    require((hand & ~full_deck) == 0 && bit_count(hand) == hand_size,
            "a hand must have seven cards of the deck of 53");
}

void require_classes(std::size_t size) {
    require(size == Classes::count, "arrays of classes must have 788,749 elements");
}

void require_counts(const Way& way, std::size_t size) {
    require(size == way.triple.size(), "counts must have one element for each outcome of the way");
}

void require_triples(const std::vector<Triple>& triples) {
    require(std::all_of(triples.begin(), triples.end(), is_triple), "triple out of range");
}

template <class T>
void require_below(const std::vector<T>& values, unsigned limit) {
    require(std::all_of(values.begin(), values.end(), [&](T value) { return value < limit; }),
            "value out of range");
}

// Points, if there is a number for each value that the rules have.
Points points_of(const Rules& rules, const Vector<const std::int32_t>& four,
                 const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one) {
    const auto most = [](const auto& values) {
        return *std::max_element(values.begin(), values.end());
    };
    require(four.shape(0) > most(rules.four_by_ranks) && four.shape(0) > most(rules.four_suited) &&
                two.shape(0) > most(rules.two) && one.shape(0) > most(rules.one),
            "there must be points for each value of the four, the two and the one");
    return {four.data(), two.data(), one.data()};
}

std::vector<Least> read_lines(const Matrix<const std::uint32_t>& lines) {
    require(lines.shape(1) == 3, "lines must have three columns");
    std::vector<Least> found;
    for (std::size_t i = 0; i < lines.shape(0); ++i) {
        const std::uint32_t* row = lines.data() + 3 * i;
        found.push_back({row[0], row[1], row[2]});
    }
    return found;
}

void require_suit_classes(std::size_t first, std::size_t size) {
    require(first <= SuitClasses::count && size <= SuitClasses::count - first,
            "suit class out of range: there are 6,972,147");
}

Copies read_copies(int copies) {
    require(copies >= -1 && copies <= 1, "copies must be -1, 0 or 1: lost, pushed or won");
    return static_cast<Copies>(copies);
}

ScoreTables read_tables(const Rules& rules, const Matrix<const float>& tables) {
    const std::size_t sheet = two_values * one_values, fours = tables.shape(1) / sheet;
    const auto below = [&](const std::vector<std::uint16_t>& values) {
        return *std::max_element(values.begin(), values.end()) < fours;
    };
    require(tables.shape(0) == ScoreTables::count && tables.shape(1) == fours * sheet &&
                below(rules.four_by_ranks) && below(rules.four_suited),
            "there must be 120 tables with 91 * 13 places for each four");
    return {tables.data(), tables.shape(1)};
}

// Returns `work(i)` for each i below `size`.
template <class Work>
auto list(std::size_t size, Work work) {
    Array<decltype(work(size))> found;
    found.values.reserve(size);
    for (std::size_t i = 0; i < size; ++i) found.values.push_back(work(i));
    return found;
}

template <class Work>
auto for_each_class(Work work) {
    return list(Classes::count, [&](std::size_t i) {
        return work(Classes::get().cards_of(static_cast<ClassId>(i)));
    });
}

template <class Work>
auto for_each_hand(const Vector<const CardSet>& hands, Work work) {
    return list(hands.shape(0), [&](std::size_t i) {
        const CardSet hand = read_once(hands.data()[i]);
        require_hand(hand);
        return work(hand);
    });
}

// Defines a number of a hand, and under the name with `_of` the numbers of many.
template <class Number>
void def_number(nb::module_& module, const std::string& name, Number number, const char* about) {
    module.def(
        name.c_str(),
        [number](CardSet hand) {
            require_hand(hand);
            return number(hand);
        },
        "hand"_a, about);
    module.def(
        (name + "_of").c_str(),
        [number](const Vector<const CardSet>& hands) { return for_each_hand(hands, number); },
        "hands"_a.noconvert(), nogil(), about);
}

// The sets or hands that `each` visits, and their weights.
template <class Each>
std::pair<Array<CardSet>, Array<std::uint8_t>> list_weighted(Each each) {
    std::pair<Array<CardSet>, Array<std::uint8_t>> found;
    each([&](CardSet set, unsigned weight) {
        found.first.values.push_back(set);
        found.second.values.push_back(static_cast<std::uint8_t>(weight));
    });
    return found;
}

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
            Array<std::uint8_t> found{{}, hand_size};
            for (const Positions& p : all_settings) {
                found.values.insert(found.values.end(), p.four.begin(), p.four.end());
                found.values.insert(found.values.end(), p.two.begin(), p.two.end());
                found.values.push_back(p.one);
            }
            return found;
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
        "asia_points_plainly",
        [](const Rules& rules, const Vector<const std::int32_t>& four,
           const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one,
           const Vector<const CardSet>& hands) {
            const Points points = points_of(rules, four, two, one);
            return for_each_hand(hands, [&](CardSet hand) {
                const Seven seven = seven_of(falling(hand));
                return value_of(rules, seven, choose(rules, seven, points));
            });
        },
        "rules"_a, "four"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(),
        "hands"_a.noconvert(), nogil(),
        "Return what each hand is worth as asia_points sets it, without classes.");

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
        "asia_legal_settings",
        [](const Rules& rules) {
            return for_each_class([&](const Seven& seven) {
                const auto values = all_values(rules, seven);
                const auto legal = [&](Triple t) { return rules.legal(t); };
                return static_cast<std::uint8_t>(
                    std::count_if(values.begin(), values.end(), legal));
            });
        },
        "rules"_a, nogil(), "Return how many settings of each class are legal.");

    module.def(
        "asia_outcomes",
        [](const Rules& rules, const Vector<const std::uint8_t>& choice) {
            require_classes(choice.shape(0));
            Array<Triple> found{std::vector<Triple>(Classes::count)};
            const std::size_t bad = outcomes(rules, copy(choice).data(), found.values.data());
            return std::pair(std::move(found), bad);
        },
        "rules"_a, "choice"_a.noconvert(), nogil(),
        "Return what each class is worth, and the first missed or fouled class, or their number.");

    module.def(
        "asia_score_table",
        [](const Way& way, const Vector<const Count>& counts, int copies, std::size_t fours) {
            require_counts(way, counts.shape(0));
            require_triples(way.triple);
            require(fours <= four_values && !way.triple.empty() &&
                        four_in(*std::max_element(way.triple.begin(), way.triple.end())) < fours,
                    "fours must be above all fours of the way, and at most 4,096");
            Array<double> found{std::vector<double>(fours * two_values * one_values)};
            score_table(way, counts.data(), read_copies(copies), fours, found.values.data());
            return found;
        },
        "way"_a, "counts"_a.noconvert(), "copies"_a, "fours"_a, nogil(),
        "Return wins less losses of every triple.");

    module.def(
        "asia_best_responses",
        [](const Rules& rules, const Matrix<const float>& tables, float margin, std::size_t first,
           const Vector<const std::uint8_t>& choice) {
            const std::size_t size = choice.shape(0);
            require(first <= Classes::count && size <= Classes::count - first,
                    "class out of range: there are 788,749");
            const std::vector<std::uint8_t> chosen = copy(choice);
            require_below(chosen, setting_count);
            Array<std::uint8_t> best{std::vector<std::uint8_t>(size)};
            Array<float> gain{std::vector<float>(size)};
            best_responses(rules, read_tables(rules, tables), margin, first, size, chosen.data(),
                           best.values.data(), gain.values.data());
            return std::pair(std::move(best), std::move(gain));
        },
        "rules"_a, "tables"_a.noconvert(), "margin"_a, "first"_a, "choice"_a.noconvert(), nogil(),
        "Return the best setting of classes, and what it gains.");
}

void bind_counts(nb::module_& module) {
    module.def(
        "asia_count",
        [](const Way& way, CardSet deck, CardSet must) {
            require(((deck | must) & ~full_deck) == 0, "deck and must can have only the 53 cards");
            Array<Count> found{std::vector<Count>(way.triple.size())};
            std::vector<Count> blind;
            Counter(Classes::get(), deck, must).add(way.outcome.data(), found.values.data(), blind);
            return found;
        },
        "way"_a, "deck"_a, "must"_a, nogil(),
        "Return how many hands of all cards of must and others of deck have each outcome.");

    module.def(
        "asia_sample",
        [](const Way& way, CardSet deck, std::uint64_t stream, std::size_t samples) {
            require((deck & ~full_deck) == 0 && bit_count(deck) >= hand_size,
                    "deck must have at least seven of the 53 cards");
            Array<Count> found{std::vector<Count>(way.triple.size())};
            sample(Classes::get(), deck, stream, samples, way.outcome.data(), found.values.data());
            return found;
        },
        "way"_a, "deck"_a, "stream"_a, "samples"_a, nogil(),
        "Return how many of `samples` random hands from the deck have each outcome.");

    module.def(
        "asia_settings",
        [](const Rules& rules, CardSet hand) {
            require_hand(hand);
            const Distinct found = distinct_settings(rules, seven_of(falling(hand)));
            std::vector<std::tuple<Triple, unsigned, unsigned>> rows;
            for (std::size_t i = 0; i < found.size; ++i) {
                rows.emplace_back(found.triple[i], found.setting[i], found.same[i]);
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
            Array<std::int64_t> found{{}, 8};
            for (const Triple t : mine) {
                const Score score = box.score(t);
                found.values.insert(found.values.end(), {score.wins, score.losses});
                for (std::size_t i = 0; i < 3; ++i) {
                    found.values.insert(found.values.end(),
                                        {score.sub_wins[i], score.sub_losses[i]});
                }
            }
            return found;
        },
        "way"_a, "counts"_a.noconvert(), "triples"_a.noconvert(), nogil(),
        "Return wins and losses of each triple: the whole, the four, the two, the one.");
}

void bind_game(nb::module_& module) {
    module.def(
        "asia_suit_classes",
        [](unsigned size) {
            require(size <= hand_size, "size must be at most 7");
            return list_weighted([&](auto visit) { each_suit_class(size, visit); });
        },
        "size"_a, nogil(), "Return one set of each kind, and how many sets are of that kind.");

    module.def(
        "asia_duels",
        [](const std::vector<const Way*>& ways, const std::vector<Opponents>& pairs,
           const Vector<const CardSet>& sets, const Vector<const std::uint8_t>& weights) {
            require_same_length(sets, weights);
            for (const auto& [first, second] : pairs) {
                require(first < ways.size() && second < ways.size(), "value out of range");
            }
            const std::vector<CardSet> held = copy(sets);
            require(std::all_of(held.begin(), held.end(),
                                [](CardSet set) {
                                    return (set & ~full_deck) == 0 && bit_count(set) <= hand_size;
                                }),
                    "every set must have at most seven cards of the deck of 53");
            for (const Way* way : ways) require_triples(way->triple);
            Array<std::uint64_t> found{{}, 2};
            for (const Results& sum :
                 duels(ways, pairs, held.data(), weights.data(), held.size())) {
                found.values.insert(found.values.end(), {sum.wins, sum.losses});
            }
            return found;
        },
        "ways"_a, "pairs"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), nogil(),
        "Return the wins and losses of pairs of ways, by their places among the ways, over pairs "
        "of hands that both hold one of the sets.");
}

void bind_table(nb::module_& module) {
    module.attr("ASIA_SUIT_CLASSES") = SuitClasses::count;

    module.def(
        "asia_group_starts", [] { return Array<std::uint32_t>{SuitClasses::get().starts()}; },
        nogil(),
        "Return where the suit classes of each group of equal ranks start, and the last one ends.");

    def_number(
        module, "asia_suit_class",
        [](CardSet hand) { return static_cast<std::uint32_t>(SuitClasses::get().index_of(hand)); },
        "Return the number of the suit class of a hand, or of each hand.");

    module.def(
        "asia_suit_class_hands",
        [](std::size_t first, std::size_t size) {
            require_suit_classes(first, size);
            return list_weighted(
                [&](auto visit) { SuitClasses::get().each(first, first + size, visit); });
        },
        "first"_a, "size"_a, nogil(),
        "Return a hand of each suit class from the first on, and how many hands the class has.");

    module.def(
        "asia_best_settings",
        [](const Rules& rules, const Way& way, const Vector<const Triple>& player, int copies,
           bool by_net, std::size_t first) {
            require_triples(way.triple);
            require_suit_classes(first, player.shape(0));
            Array<std::uint32_t> found{{}, 7};
            const auto put = [&](const Best& best) {
                found.values.push_back(best.triple);
                for (const Result& result : {best.best, best.player, best.second}) {
                    found.values.insert(found.values.end(), {result.wins, result.losses});
                }
            };
            best_settings(rules, way, player.data(), read_copies(copies), by_net, first,
                          first + player.shape(0), put);
            return found;
        },
        "rules"_a, "way"_a, "player"_a.noconvert(), "copies"_a, "by_net"_a, "first"_a, nogil(),
        "Return the best triple of each suit class from the first on, and what it, the player's "
        "triple and the second best setting win and lose.");
}

void bind_distil(nb::module_& module) {
    nb::class_<CountedHands>(module, "AsiaCountedHands", "Hands, and what each setting gives away.")
        .def(
            "__init__",
            [](CountedHands* counted, const Vector<const std::uint32_t>& start,
               const Vector<const Triple>& triples, const Vector<const std::int32_t>& costs) {
                require_same_length(triples, costs);
                CountedHands made{copy(start), copy(triples), copy(costs)};
                require(made.start.size() > 1 && made.start.front() == 0 &&
                            made.start.back() == made.triple.size() &&
                            std::is_sorted(made.start.begin(), made.start.end(), std::less_equal()),
                        "start must ascend from 0 to the number of settings");
                require_triples(made.triple);
                require(std::all_of(made.cost.begin(), made.cost.end(),
                                    [](std::int32_t cost) { return cost >= 0; }),
                        "value out of range");
                new (counted) CountedHands(std::move(made));
            },
            "start"_a.noconvert(), "triples"_a.noconvert(), "costs"_a.noconvert())
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
            "Return which line decides about each hand, and what its setting gives away.")
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
            "Return what hands give away more with each of these lines, before each line.")
        .def(
            "play_points",
            [](const CountedHands& counted, const Vector<const std::int32_t>& four,
               const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one) {
                require(four.shape(0) >= four_values && two.shape(0) >= two_values &&
                            one.shape(0) >= one_values,
                        "there must be points for each value of the four, the two and the one");
                Array<std::int32_t> cost{std::vector<std::int32_t>(counted.hands())};
                play_points(counted, {four.data(), two.data(), one.data()}, cost.values.data());
                return cost;
            },
            "four"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(), nogil(),
            "Return what each hand gives away with the setting that has most points.");
}

}  // namespace

void bind_asia(nb::module_& module) {
    bind_rules(module);
    bind_classes(module);
    bind_ways(module);
    bind_counts(module);
    bind_game(module);
    bind_table(module);
    bind_distil(module);
}

}  // namespace astragal::bindings
