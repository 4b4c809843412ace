#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>
#include <algorithm>
#include <functional>

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

constexpr std::size_t score_columns = 8;
constexpr std::size_t best_columns = 7;

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

// Writes `work(hand, i)` for each hand.
template <class Out, class Work>
void each_hand(const Vector<const CardSet>& hands, const Vector<Out>& out, Work work) {
    require_same_length(hands, out);
    for (std::size_t i = 0; i < hands.shape(0); ++i) {
        const CardSet hand = read_once(hands.data()[i]);
        require_hand(hand);
        out.data()[i] = static_cast<Out>(work(hand, i));
    }
}

void write_score(const Score& score, std::int64_t* row) {
    row[0] = score.wins;
    row[1] = score.losses;
    for (std::size_t i = 0; i < 3; ++i) {
        row[2 + 2 * i] = score.sub_wins[i];
        row[3 + 2 * i] = score.sub_losses[i];
    }
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
        [](const Matrix<std::uint8_t>& out) {
            require(out.shape(0) == setting_count && out.shape(1) == hand_size,
                    "out must have 105 rows of 7");
            std::uint8_t* place = out.data();
            for (const Positions& p : all_settings) {
                place = std::copy(p.four.begin(), p.four.end(), place);
                place = std::copy(p.two.begin(), p.two.end(), place);
                *place++ = p.one;
            }
        },
        "out"_a.noconvert(), "Write the positions of each setting: its four, its two, its one.");

    module.def(
        "asia_class_of",
        [](const Vector<const CardSet>& hands, const Vector<ClassId>& out) {
            const Classes& classes = Classes::get();
            each_hand(hands, out,
                      [&](CardSet hand, std::size_t) { return classes.of(classes.key_of(hand)); });
        },
        "hands"_a.noconvert(), "out"_a.noconvert(), nogil(), "Write the class of each hand.");

    module.def(
        "asia_class",
        [](CardSet hand) {
            require_hand(hand);
            const Classes& classes = Classes::get();
            return classes.of(classes.key_of(hand));
        },
        "hand"_a, "Return the class of a hand.");

    module.def(
        "asia_class_order",
        [](const Vector<const CardSet>& hands, const Matrix<Card>& out) {
            require(out.shape(0) == hands.shape(0) && out.shape(1) == hand_size,
                    "out must have a row of 7 for each hand");
            const Classes& classes = Classes::get();
            for (std::size_t i = 0; i < hands.shape(0); ++i) {
                const CardSet hand = read_once(hands.data()[i]);
                require_hand(hand);
                const auto order = classes.in_class_order(hand);
                std::copy(order.begin(), order.end(), out.data() + hand_size * i);
            }
        },
        "hands"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Write the cards of each hand in the order of its class.");

    module.def(
        "asia_class_cards",
        [](const Matrix<std::uint8_t>& ranks, const Matrix<std::uint8_t>& suits) {
            for (const auto& out : {ranks, suits}) {
                require(out.shape(0) == Classes::count && out.shape(1) == hand_size,
                        "there must be a row of 7 for each class");
            }
            for (ClassId id = 0; id < Classes::count; ++id) {
                const Seven seven = Classes::get().cards_of(id);
                std::copy(seven.rank.begin(), seven.rank.end(), ranks.data() + hand_size * id);
                std::copy(seven.suits.begin(), seven.suits.end(), suits.data() + hand_size * id);
            }
        },
        "ranks"_a.noconvert(), "suits"_a.noconvert(), nogil(),
        "Write the cards of each class: ranks (13 the joker), and bits 1 and 2 of its long suits.");
}

void bind_ways(nb::module_& module) {
    module.def(
        "asia_points",
        [](const Rules& rules, const Vector<const std::int32_t>& four,
           const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one,
           const Vector<std::uint8_t>& out) {
            require_classes(out.shape(0));
            const Points points = points_of(rules, four, two, one);
            for (ClassId id = 0; id < Classes::count; ++id) {
                out.data()[id] = choose(rules, Classes::get().cards_of(id), points);
            }
        },
        "rules"_a, "four"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(),
        "out"_a.noconvert(), nogil(), "Write the legal setting of each class with most points.");

    module.def(
        "asia_points_plainly",
        [](const Rules& rules, const Vector<const std::int32_t>& four,
           const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one,
           const Vector<const CardSet>& hands, const Vector<Triple>& out) {
            const Points points = points_of(rules, four, two, one);
            each_hand(hands, out, [&](CardSet hand, std::size_t) {
                const Seven seven = seven_of(falling(hand));
                return value_of(rules, seven, choose(rules, seven, points));
            });
        },
        "rules"_a, "four"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(),
        "hands"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Write what each hand is worth as asia_points sets it, without classes.");

    module.def(
        "asia_make",
        [](const Rules& rules, const Matrix<const std::uint32_t>& lines,
           const Vector<const ClassId>& classes, const Vector<std::uint8_t>& out) {
            require_same_length(classes, out);
            const std::vector<Least> list = read_lines(lines);
            for (std::size_t i = 0; i < classes.shape(0); ++i) {
                const ClassId id = read_once(classes.data()[i]);
                require(id < Classes::count, "class out of range: there are 788,749");
                out.data()[i] = choose(rules, Classes::get().cards_of(id), FirstLine{list});
            }
        },
        "rules"_a, "lines"_a.noconvert(), "classes"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Write the setting of each class by the first line that it can make; 105 if there is "
        "none.");

    module.def(
        "asia_legal_settings",
        [](const Rules& rules, const Vector<std::uint8_t>& out) {
            require_classes(out.shape(0));
            for (ClassId id = 0; id < Classes::count; ++id) {
                const auto values = all_values(rules, Classes::get().cards_of(id));
                const auto legal = [&](Triple t) { return rules.legal(t); };
                out.data()[id] =
                    static_cast<std::uint8_t>(std::count_if(values.begin(), values.end(), legal));
            }
        },
        "rules"_a, "out"_a.noconvert(), nogil(),
        "Write how many settings of each class are legal.");

    module.def(
        "asia_outcomes",
        [](const Rules& rules, const Vector<const std::uint8_t>& choice,
           const Vector<Triple>& out) {
            require_classes(choice.shape(0));
            require_same_length(choice, out);
            return outcomes(rules, copy(choice).data(), out.data());
        },
        "rules"_a, "choice"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Write what each class is worth; return the first missed or fouled class, or their "
        "number.");

    module.def(
        "asia_score_table",
        [](const Way& way, const Vector<const Count>& counts, int copies,
           const Vector<double>& out) {
            require_counts(way, counts.shape(0));
            require_triples(way.triple);
            const std::size_t sheet = two_values * one_values, fours = out.shape(0) / sheet;
            require(out.shape(0) == fours * sheet && !way.triple.empty() &&
                        four_in(*std::max_element(way.triple.begin(), way.triple.end())) < fours,
                    "out must have 91 * 13 places for each four");
            score_table(way, counts.data(), read_copies(copies), fours, out.data());
        },
        "way"_a, "counts"_a.noconvert(), "copies"_a, "out"_a.noconvert(), nogil(),
        "Write wins less losses of every triple.");

    module.def(
        "asia_best_responses",
        [](const Rules& rules, const Matrix<const float>& tables, float margin, std::size_t first,
           const Vector<const std::uint8_t>& choice, const Vector<std::uint8_t>& best,
           const Vector<float>& gain) {
            const std::size_t size = choice.shape(0);
            require_same_length(choice, best, gain);
            require(first <= Classes::count && size <= Classes::count - first,
                    "class out of range: there are 788,749");
            const std::vector<std::uint8_t> chosen = copy(choice);
            require_below(chosen, setting_count);
            best_responses(rules, read_tables(rules, tables), margin, first, size, chosen.data(),
                           best.data(), gain.data());
        },
        "rules"_a, "tables"_a.noconvert(), "margin"_a, "first"_a, "choice"_a.noconvert(),
        "best"_a.noconvert(), "gain"_a.noconvert(), nogil(),
        "Write the best setting of classes and what it gains.");
}

void bind_counts(nb::module_& module) {
    module.def(
        "asia_count",
        [](const Way& way, CardSet deck, CardSet must, const Vector<Count>& out) {
            require(((deck | must) & ~full_deck) == 0, "deck and must can have only the 53 cards");
            require_counts(way, out.shape(0));
            std::fill_n(out.data(), out.shape(0), 0u);
            std::vector<Count> blind;
            Counter(Classes::get(), deck, must).add(way.outcome.data(), out.data(), blind);
        },
        "way"_a, "deck"_a, "must"_a, "out"_a.noconvert(), nogil(),
        "Write how many hands of all cards of must and others of deck have each outcome.");

    module.def(
        "asia_sample",
        [](const Way& way, CardSet deck, std::uint64_t stream, std::size_t samples,
           const Vector<Count>& out) {
            require((deck & ~full_deck) == 0 && bit_count(deck) >= hand_size,
                    "deck must have at least seven of the 53 cards");
            require_counts(way, out.shape(0));
            sample(Classes::get(), deck, stream, samples, way.outcome.data(), out.data());
        },
        "way"_a, "deck"_a, "stream"_a, "samples"_a, "out"_a.noconvert(), nogil(),
        "Add the outcomes of `samples` random hands from the deck.");

    module.def(
        "asia_settings",
        [](const Rules& rules, CardSet hand, const Vector<Triple>& triples,
           const Vector<std::uint8_t>& settings, const Vector<std::uint8_t>& same) {
            require_hand(hand);
            require(triples.shape(0) == setting_count && settings.shape(0) == setting_count &&
                        same.shape(0) == setting_count,
                    "the outputs must have 105 places");
            const Distinct found = distinct_settings(rules, seven_of(falling(hand)));
            std::copy_n(found.triple.begin(), found.size, triples.data());
            std::copy_n(found.setting.begin(), found.size, settings.data());
            std::copy_n(found.same.begin(), found.size, same.data());
            return found.size;
        },
        "rules"_a, "hand"_a, "triples"_a.noconvert(), "settings"_a.noconvert(),
        "same"_a.noconvert(),
        "Write the distinct legal settings, by falling triple; return how many.");

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
           const Vector<const Triple>& triples, const Vector<std::uint8_t>& out) {
            require_same_length(hands, triples);
            each_hand(hands, out, [&](CardSet hand, std::size_t i) {
                return first_worth(rules, hand, triples.data()[i]);
            });
        },
        "rules"_a, "hands"_a.noconvert(), "triples"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Do what asia_setting_worth does for each hand.");

    module.def(
        "asia_score",
        [](const Way& way, const Vector<const Count>& counts, const Vector<const Triple>& triples,
           const Matrix<std::int64_t>& out) {
            require_counts(way, counts.shape(0));
            const std::vector<Triple> mine = copy(triples);
            require(out.shape(0) == mine.size() && out.shape(1) == score_columns &&
                        mine.size() <= setting_count,
                    "out must have a row of 8 for each of at most 105 triples");
            require_triples(mine);
            const Scorer scorer(mine.data(), mine.size(), way.triple, counts.data());
            for (std::size_t i = 0; i < mine.size(); ++i) {
                write_score(scorer.score(mine[i]), out.data() + score_columns * i);
            }
        },
        "way"_a, "counts"_a.noconvert(), "triples"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Write wins and losses of each triple: the whole, the four, the two, the one.");
}

void bind_game(nb::module_& module) {
    module.def(
        "asia_suit_classes",
        [](unsigned size, const Vector<CardSet>& sets, const Vector<std::uint8_t>& weights) {
            require(size <= hand_size, "size must be at most 7");
            require_same_length(sets, weights);
            std::size_t found = 0;
            each_suit_class(size, [&](CardSet set, unsigned weight) {
                if (found < sets.shape(0)) {
                    sets.data()[found] = set;
                    weights.data()[found] = static_cast<std::uint8_t>(weight);
                }
                ++found;
            });
            return found;
        },
        "size"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), nogil(),
        "Write one set of each kind and its weight, if there is room; return how many kinds.");

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
            std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
            for (const Results& sum :
                 duels(ways, pairs, held.data(), weights.data(), held.size())) {
                found.emplace_back(sum.wins, sum.losses);
            }
            return found;
        },
        "ways"_a, "pairs"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), nogil(),
        "Return the wins and losses of pairs of ways, by their places among the ways, over pairs "
        "of hands that both hold one of the sets.");
}

void bind_table(nb::module_& module) {
    module.attr("ASIA_SUIT_CLASSES") = SuitClasses::count;
    module.attr("ASIA_RANK_GROUPS") = SuitClasses::groups;

    module.def(
        "asia_group_starts",
        [](const Vector<std::uint32_t>& out) {
            const auto& starts = SuitClasses::get().starts();
            require(out.shape(0) == starts.size(), "out must have one place more than groups");
            std::copy(starts.begin(), starts.end(), out.data());
        },
        "out"_a.noconvert(), nogil(),
        "Write where the suit classes of each group of equal ranks start, and the last one ends.");

    module.def(
        "asia_suit_class_of",
        [](const Vector<const CardSet>& hands, const Vector<std::uint32_t>& out) {
            const SuitClasses& classes = SuitClasses::get();
            each_hand(hands, out,
                      [&](CardSet hand, std::size_t) { return classes.index_of(hand); });
        },
        "hands"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Write the number of the suit class of each hand.");

    module.def(
        "asia_suit_class",
        [](CardSet hand) {
            require_hand(hand);
            return SuitClasses::get().index_of(hand);
        },
        "hand"_a, "Return the number of the suit class of a hand.");

    module.def(
        "asia_suit_class_hands",
        [](std::size_t first, const Vector<CardSet>& hands, const Vector<std::uint8_t>& weights) {
            require_same_length(hands, weights);
            require_suit_classes(first, hands.shape(0));
            std::size_t i = 0;
            const auto put = [&](CardSet hand, unsigned weight) {
                hands.data()[i] = hand;
                weights.data()[i++] = static_cast<std::uint8_t>(weight);
            };
            SuitClasses::get().each(first, first + hands.shape(0), put);
        },
        "first"_a, "hands"_a.noconvert(), "weights"_a.noconvert(), nogil(),
        "Write a hand of each suit class from the first on, and how many hands the class has.");

    module.def(
        "asia_best_settings",
        [](const Rules& rules, const Way& way, const Vector<const Triple>& player, int copies,
           bool by_net, std::size_t first, const Matrix<std::uint32_t>& out) {
            require(out.shape(1) == best_columns, "out must have rows of 7");
            require(player.shape(0) == out.shape(0), "player must have a triple for each row");
            require_triples(way.triple);
            require_suit_classes(first, out.shape(0));
            std::uint32_t* row = out.data();
            const auto put = [&](const Best& best) {
                *row++ = best.triple;
                for (const Result& result : {best.best, best.player, best.second}) {
                    *row++ = result.wins;
                    *row++ = result.losses;
                }
            };
            best_settings(rules, way, player.data(), read_copies(copies), by_net, first,
                          first + out.shape(0), put);
        },
        "rules"_a, "way"_a, "player"_a.noconvert(), "copies"_a, "by_net"_a, "first"_a,
        "out"_a.noconvert(), nogil(),
        "Write the best triple of each suit class from the first on, and what it, the player's "
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
            [](const CountedHands& counted, const Matrix<const std::uint32_t>& lines,
               const Vector<std::uint8_t>& line, const Vector<std::int32_t>& cost) {
                require(line.shape(0) == counted.hands() && cost.shape(0) == counted.hands(),
                        "the outputs must have a place for each hand");
                const std::vector<Least> list = read_lines(lines);
                require(!list.empty() && list.size() <= 256, "there must be 1 to 256 lines");
                play_lines(counted, list.data(), list.size(), line.data(), cost.data());
            },
            "lines"_a.noconvert(), "line"_a.noconvert(), "cost"_a.noconvert(), nogil(),
            "Write which line decides about each hand and what its setting gives away.")
        .def(
            "try_lines",
            [](const CountedHands& counted, const Matrix<const std::uint32_t>& added,
               const Vector<const std::uint8_t>& line, const Vector<const std::int32_t>& cost,
               const Matrix<std::int64_t>& change) {
                const std::size_t size = change.shape(1);
                require(line.shape(0) == counted.hands() && cost.shape(0) == counted.hands() &&
                            change.shape(0) == added.shape(0) && size > 0,
                        "change must have a row for each line, and a column for each place");
                const std::vector<Least> list = read_lines(added);
                const std::vector<std::uint8_t> decides = copy(line);
                const std::vector<std::int32_t> now = copy(cost);
                require_below(decides, static_cast<unsigned>(size));
                std::fill_n(change.data(), list.size() * size, 0);
                for (std::size_t i = 0; i < list.size(); ++i) {
                    try_line(counted, list[i], size, decides.data(), now.data(),
                             change.data() + i * size);
                }
            },
            "added"_a.noconvert(), "line"_a.noconvert(), "cost"_a.noconvert(),
            "change"_a.noconvert(), nogil(),
            "Write what hands give away more with each of these lines, before each line.")
        .def(
            "play_points",
            [](const CountedHands& counted, const Vector<const std::int32_t>& four,
               const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one,
               const Vector<std::int32_t>& cost) {
                require(four.shape(0) == four_values && two.shape(0) == two_values &&
                            one.shape(0) == one_values && cost.shape(0) == counted.hands(),
                        "there must be 4,096, 91 and 13 points, and a cost for each hand");
                play_points(counted, {four.data(), two.data(), one.data()}, cost.data());
            },
            "four"_a.noconvert(), "two"_a.noconvert(), "one"_a.noconvert(), "cost"_a.noconvert(),
            nogil(), "Write what each hand gives away with the setting that has most points.");
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
