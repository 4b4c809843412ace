// Certificates of stored strategies.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/bindings.hpp"
#include "poker/shared_tables.hpp"
#include "postflop/best_response.hpp"

namespace astragal::bindings {

namespace {

using namespace certificate;

using Ints = Vector<const std::int32_t>;
using Reals = Vector<const double>;
using LockRow = std::tuple<std::uint32_t, std::uint32_t, Reals>;
using ByHand = std::array<Array<double>, 2>;
using Answer =
    std::tuple<std::array<double, 2>, std::array<double, 2>, double, ByHand, ByHand, ByHand>;
// By hand: ev and weights; by action; by card.
using NodeAnswer = std::tuple<ByHand, ByHand, Array<double>, ByHand>;

ByHand by_hand(std::array<std::vector<double>, 2>&& values) {
    return {Array<double>{std::move(values[0])}, Array<double>{std::move(values[1])}};
}

// The deals of each level that the board leaves.
std::vector<std::vector<bool>> possible_deals(CardSet board, unsigned to_come) {
    std::vector<std::vector<bool>> possible{{true}};
    for (unsigned level = 0; level < to_come; ++level) {
        std::vector<bool> next;
        for (unsigned i = 0; i < possible.back().size() * card_count; ++i) {
            const unsigned card = i % card_count, before = i / card_count;
            const bool again = level > 0 && before == card;
            next.push_back(possible.back()[before] && !(board >> card & 1) && !again);
        }
        possible.push_back(std::move(next));
    }
    return possible;
}

template <class Value>
bool all_finite(const Value* values, std::size_t count) {
    bool good = true;
    for (std::size_t i = 0; i < count; ++i)
        good &= values[i] >= 0 && values[i] <= std::numeric_limits<Value>::max();
    return good;
}

// The arguments that both functions read. A strategy with its locks refers to the other arguments.
template <class Value>
struct Arguments {
    const Lines& lines;
    const Deal& deal;
    const Places& places;
    std::array<Vector<const Value>, 2> values;
    Money money;
    std::vector<Lock> locks;
    std::vector<std::vector<bool>> possible;

    Arguments(const Lines& tree, const Deal& root, const Places& where,
              const Vector<const Value>& oop, const Vector<const Value>& ip, Money chips,
              const std::vector<LockRow>& lock_rows)
        : lines(tree), deal(root), places(where), values{oop, ip}, money(chips) {
        require(places.hands[0] == deal.hands[0].size() && places.hands[1] == deal.hands[1].size(),
                "the places are those of other ranges");
        lines.check(deal.to_come());
        possible = possible_deals(deal.board, deal.to_come());
        places.check(lines, possible, {values[0].shape(0), values[1].shape(0)});
        require(money.pot > 0 && money.pot < 1e15 && money.rake_rate >= 0 && money.rake_rate <= 1 &&
                    money.rake_cap >= 0,
                "the pot must be positive, and the rake a share of it");
        if constexpr (std::is_floating_point_v<Value>)
            for (const auto& own : values)
                require(all_finite(own.data(), own.shape(0)),
                        "a probability is negative or not finite");
        for (const auto& [node, number, rows] : lock_rows) {
            require(
                is_decision(node, number) &&
                    rows.shape(0) == lines.children[node] *
                                         places.hands[static_cast<std::size_t>(lines.kind[node])],
                "a lock is not on a decision");
            locks.push_back({node, number, copy(rows)});
        }
    }

    bool is_decision(std::uint32_t node, std::uint32_t number) const {
        return node < lines.size() && lines.kind[node] <= Kind::ip &&
               number < possible[lines.level[node]].size();
    }

    Strategy<Value> strategy() const {
        return {lines, places, {values[0].data(), values[1].data()}, locks};
    }
};

void check_threads(unsigned threads) {
    require(threads >= 1 && threads <= 1024, "threads must be 1 to 1,024");
}

template <class Value>
Answer certify(const SharedTables& tables, const Arguments<Value>& given, unsigned threads) {
    const Strategy<Value> strategy = given.strategy();
    Figures figures = BestResponse<Value>(given.lines, given.deal, given.money, strategy)
                          .run(tables.tables->lookup(), threads);
    return {figures.ev,
            figures.best_response,
            figures.rounding_bound,
            by_hand(std::move(figures.hand_ev)),
            by_hand(std::move(figures.hand_best_response)),
            by_hand(std::move(figures.hand_weight))};
}

template <class Value>
NodeAnswer values_at(const SharedTables& tables, const Arguments<Value>& given, unsigned threads,
                     std::uint32_t node, std::uint32_t number,
                     std::array<std::vector<double>, 2> reach) {
    require(node < given.lines.size() && given.lines.kind[node] <= Kind::chance,
            "nothing follows this node");
    const unsigned level = given.lines.level[node];
    require(number < given.possible[level].size() && given.possible[level][number],
            "a card of this deal is dead");
    CardSet board = given.deal.board;
    if (level > 0) board |= CardSet{1} << number % card_count;
    if (level > 1) board |= CardSet{1} << number / card_count;
    for (unsigned player = 0; player < 2; ++player) {
        require(reach[player].size() == given.deal.hands[player].size() &&
                    all_finite(reach[player].data(), reach[player].size()),
                "each hand needs a reach of 0 or more");
        for (std::size_t h = 0; h < reach[player].size(); ++h)
            if (given.deal.hands[player].cards[h] & board) reach[player][h] = 0;
    }
    const Strategy<Value> strategy = given.strategy();
    NodeFigures figures =
        BestResponse<Value>(given.lines, given.deal, given.money, strategy)
            .at(tables.tables->lookup(), {node, number, board, std::move(reach)}, threads);
    return {by_hand(std::move(figures.ev)), by_hand(std::move(figures.weight)),
            Array<double>{std::move(figures.by_action)}, by_hand(std::move(figures.by_card))};
}

}  // namespace

void bind_postflop_certificate(nb::module_& module) {
    nb::class_<Lines>(module, "PostflopLines", "A betting tree, as a certificate reads it.")
        .def(
            "__init__",
            [](Lines* self, const Vector<const std::uint8_t>& kind,
               const Vector<const std::uint8_t>& level, const Ints& first_child,
               const Ints& children, const Matrix<const std::int64_t>& put_in,
               const Vector<const std::uint8_t>& folded) {
                Lines lines;
                require_same_length(kind, level, first_child, children, put_in, folded);
                require(put_in.shape(1) == 2, "put_in must have two columns");
                for (std::size_t node = 0; node < kind.shape(0); ++node) {
                    lines.kind.push_back(static_cast<Kind>(kind.data()[node]));
                    lines.level.push_back(level.data()[node]);
                    lines.first_child.push_back(
                        static_cast<std::uint32_t>(first_child.data()[node]));
                    lines.children.push_back(static_cast<std::uint32_t>(children.data()[node]));
                    lines.put_in.push_back(
                        std::min(put_in.data()[2 * node], put_in.data()[2 * node + 1]));
                    lines.folded.push_back(folded.data()[node]);
                }
                lines.check(2);
                new (self) Lines(std::move(lines));
            },
            "kind"_a.noconvert(), "level"_a.noconvert(), "first_child"_a.noconvert(),
            "children"_a.noconvert(), "put_in"_a.noconvert(), "folded"_a.noconvert());

    nb::class_<Deal>(module, "PostflopDeal", "A board and two ranges.")
        .def(
            "__init__",
            [](Deal* self, CardSet board, const Vector<const CardSet>& oop,
               const Reals& oop_weights, const Vector<const CardSet>& ip, const Reals& ip_weights) {
                const auto mine = copy(oop), yours = copy(ip);
                new (self) Deal(board, Hands(mine, copy(oop_weights), yours),
                                Hands(yours, copy(ip_weights), mine));
            },
            "board"_a, "oop"_a.noconvert(), "oop_weights"_a.noconvert(), "ip"_a.noconvert(),
            "ip_weights"_a.noconvert());

    nb::class_<Places>(module, "PostflopPlaces", "Where the numbers of a stored strategy stand.")
        .def(
            "__init__",
            [](Places* self, const Vector<const std::int64_t>& start,
               const Vector<const std::int64_t>& step,
               const std::vector<Matrix<const std::int32_t>>& deals,
               const Matrix<const std::uint16_t>& oop_permutations,
               const Matrix<const std::uint16_t>& ip_permutations,
               std::array<std::size_t, 2> stride) {
                require(deals.size() <= 3, "there are three streets");
                Places places;
                places.start = copy(start);
                places.step = copy(step);
                places.stride = stride;
                for (std::size_t level = 0; level < deals.size(); ++level) {
                    const auto& rows = deals[level];
                    require(rows.shape(1) == 2, "a deal has a stored deal and a permutation");
                    for (std::size_t i = 0; i < rows.shape(0); ++i)
                        places.deals[level].push_back({rows.data()[2 * i], rows.data()[2 * i + 1]});
                }
                const Matrix<const std::uint16_t>* const given[] = {&oop_permutations,
                                                                    &ip_permutations};
                for (std::size_t player = 0; player < 2; ++player) {
                    const auto& rows = *given[player];
                    places.permutations[player].assign(rows.data(), rows.data() + rows.size());
                    places.hands[player] = rows.shape(1);
                }
                new (self) Places(std::move(places));
            },
            "start"_a.noconvert(), "step"_a.noconvert(), "deals"_a.noconvert(),
            "oop_permutations"_a.noconvert(), "ip_permutations"_a.noconvert(), "stride"_a);

    const auto define = [&]<class Value>(Value) {
        module.def(
            "postflop_certify",
            [](const SharedTables& tables, const Lines& lines, const Deal& deal,
               const Places& places, const Vector<const Value>& oop, const Vector<const Value>& ip,
               double pot, double rake_rate, double rake_cap, const std::vector<LockRow>& locks,
               unsigned threads) {
                check_threads(threads);
                const nb::gil_scoped_release release;
                return certify<Value>(
                    tables, {lines, deal, places, oop, ip, {pot, rake_rate, rake_cap}, locks},
                    threads);
            },
            "tables"_a, "lines"_a, "deal"_a, "places"_a, "oop"_a.noconvert(), "ip"_a.noconvert(),
            "pot"_a, "rake_rate"_a, "rake_cap"_a, "locks"_a, "threads"_a,
            "Return ev, best responses, the bound of rounding, and by hand: ev, best responses, "
            "weights.");
        module.def(
            "postflop_values_at",
            [](const SharedTables& tables, const Lines& lines, const Deal& deal,
               const Places& places, const Vector<const Value>& oop, const Vector<const Value>& ip,
               double pot, double rake_rate, double rake_cap, const std::vector<LockRow>& locks,
               unsigned threads, std::uint32_t node, std::uint32_t number, const Reals& oop_reach,
               const Reals& ip_reach) {
                check_threads(threads);
                std::array<std::vector<double>, 2> reach{copy(oop_reach), copy(ip_reach)};
                const nb::gil_scoped_release release;
                return values_at<Value>(
                    tables, {lines, deal, places, oop, ip, {pot, rake_rate, rake_cap}, locks},
                    threads, node, number, std::move(reach));
            },
            "tables"_a, "lines"_a, "deal"_a, "places"_a, "oop"_a.noconvert(), "ip"_a.noconvert(),
            "pot"_a, "rake_rate"_a, "rake_cap"_a, "locks"_a, "threads"_a, "node"_a, "number"_a,
            "oop_reach"_a.noconvert(), "ip_reach"_a.noconvert(),
            "Return by hand: ev and weights; by action and hand; and by card and hand.");
    };
    define(std::uint8_t{});
    define(std::uint16_t{});
    define(float{});
    define(double{});
}

}  // namespace astragal::bindings
