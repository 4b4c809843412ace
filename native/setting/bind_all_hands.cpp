// Work over all hands: the whole game, and the table of best settings.
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
#include "setting/best.hpp"
#include "setting/suits.hpp"
#include "setting/whole_game.hpp"

namespace astragal::bindings {

namespace {

void require_suit_classes(std::size_t first, std::size_t size) {
    require(first <= SuitClasses::count && size <= SuitClasses::count - first,
            "suit class out of range: there are 6,972,147");
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
void bind_duels(nb::module_& module) {
    module.def(
        "setting_duels",
        [](const RankTables<Shape>&, const std::vector<const Way*>& ways,
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
        [](const RankTables<Shape>& rules, const Way& way, const Vector<const Value>& player,
           int copies, int win, int loss, bool by_ev, std::size_t first) {
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

template <class Shape>
void bind_shape(nb::module_& module) {
    bind_duels<Shape>(module);
    bind_table<Shape>(module);
}

}  // namespace

void bind_setting_all_hands(nb::module_& module) {
    bind_classes(module);
    bind_shape<FourTwoOne>(module);
    bind_shape<FiveTwo>(module);
}

}  // namespace astragal::bindings
