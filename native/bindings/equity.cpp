#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "../equity_exact.hpp"
#include "../equity_sample.hpp"
#include "bindings.hpp"
#include "tables.hpp"

namespace astragal::bindings {

namespace {

using namespace equity;

using Sets = Vector<const CardSet>;
using Weights = Vector<const double>;

template <class T>
using Rows = std::vector<std::vector<T>>;

// Shares, categories (empty if nobody asked), and how much they count.
using CountResult = std::tuple<Rows<Count>, Rows<Count>, Count>;
using RangeResult = std::tuple<Rows<double>, Rows<double>, double, double, Count, Count>;

template <class T, std::size_t columns>
Rows<T> rows_of(const std::array<std::array<T, columns>, max_players>& table, std::size_t rows,
                std::size_t size) {
    Rows<T> result;
    for (std::size_t i = 0; i < rows; ++i)
        result.emplace_back(table[i].begin(), table[i].begin() + size);
    return result;
}

CountResult result_of(const Counts& counts, std::size_t players, bool categories) {
    return {rows_of(counts.shares, players, players),
            rows_of(counts.categories, categories ? players : 0, poker::category_count),
            counts.showdowns};
}

std::vector<Range> ranges_of(const std::vector<Sets>& sets, const std::vector<Weights>& weights) {
    require(sets.size() == weights.size(), "each range needs its weights");
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        require(sets[i].shape(0) == weights[i].shape(0), "each hand needs its weight");
        ranges.push_back({sets[i].data(), weights[i].data(), sets[i].shape(0)});
    }
    return ranges;
}

void check_players(std::size_t players) {
    require(players >= 2 && players <= max_players, "two to nine players");
}

// Calls `visit` with the types for a game, a number of players, and what is to be counted.
template <class Visit>
auto with_types(bool two_of_own, std::size_t players, bool categories, Visit&& visit) {
    if (two_of_own)
        return categories ? visit.template operator()<TwoOfOwn, Tally<0, true>>()
                          : visit.template operator()<TwoOfOwn, Tally<0>>();
    if (categories) return visit.template operator()<AnyOfOwn, Tally<0, true>>();
    if (players == 2) return visit.template operator()<AnyOfOwn, Tally<2>>();
    if (players == 3) return visit.template operator()<AnyOfOwn, Tally<3>>();
    return visit.template operator()<AnyOfOwn, Tally<0>>();
}

CardSet union_of(const CardSet* hands, std::size_t players) {
    CardSet all = 0;
    for (std::size_t p = 0; p < players; ++p) all |= hands[p];
    return all;
}

template <class Counter>
const Counts& count_hands(Counter& counter, const CardSet* hands, std::size_t players,
                          CardSet board, CardSet dead) {
    counter.set_board(board, dead);
    for (unsigned p = 0; p < players; ++p) counter.seat(p, hands[p]);
    return counter.count(union_of(hands, players));
}

// Whether each hand has so many cards, no card is in two places, and the deck is large enough.
bool can_be_dealt(const CardSet* hands, std::size_t players, unsigned own_cards, CardSet board,
                  CardSet dead, CardSet deck) {
    CardSet used = board | dead;
    unsigned cards = bit_count(board) + bit_count(dead);
    for (std::size_t p = 0; p < players; ++p) {
        if (bit_count(hands[p]) != own_cards) return false;
        used |= hands[p];
        cards += own_cards;
    }
    return cards == bit_count(used) && !(used & ~deck) && bit_count(board) <= board_size &&
           cards + board_size - bit_count(board) <= bit_count(deck);
}

}  // namespace

void bind_equity(nb::module_& module) {
    module.attr("EQUITY_BLOCK") = block_deals;

    module.def(
        "count_hands",
        [](const SharedTables& tables, bool two_of_own, const std::vector<CardSet>& hands,
           CardSet board, CardSet dead, bool categories) {
            check_players(hands.size());
            return with_types(two_of_own, hands.size(), categories,
                              [&]<class Hands, class TallyType>() {
                                  DealCounter<Hands, TallyType> counter(
                                      *tables.tables, static_cast<unsigned>(hands.size()));
                                  const Counts& counts =
                                      count_hands(counter, hands.data(), hands.size(), board, dead);
                                  return result_of(counts, hands.size(), categories);
                              });
        },
        "tables"_a, "two_of_own"_a, "hands"_a, "board"_a, "dead"_a, "categories"_a, nogil(),
        "Count all boards with these hands: (shares, categories, showdowns looked at).");

    module.def(
        "count_many_hands",
        [](const SharedTables& tables, bool two_of_own, unsigned own_cards,
           const Matrix<const CardSet>& hands, const Sets& boards, CardSet dead,
           const Matrix<Count>& out) {
            const std::size_t rows = hands.shape(0), players = hands.shape(1);
            check_players(players);
            require(boards.shape(0) == rows && out.shape(0) == rows, "as many rows in each");
            require(out.shape(1) == players * players, "out has players x players columns");
            const CardSet deck = tables.tables->rules().deck();
            return with_types(two_of_own, players, false, [&]<class Hands, class TallyType>() {
                DealCounter<Hands, TallyType> counter(*tables.tables,
                                                      static_cast<unsigned>(players));
                Count* shares = out.data();
                for (std::size_t row = 0; row < rows; ++row) {
                    const CardSet* const own = hands.data() + row * players;
                    const CardSet board = boards.data()[row];
                    if (!can_be_dealt(own, players, own_cards, board, dead, deck)) return row;
                    const Counts& counts = count_hands(counter, own, players, board, dead);
                    for (std::size_t p = 0; p < players; ++p, shares += players)
                        std::copy_n(counts.shares[p].begin(), players, shares);
                }
                return rows;
            });
        },
        "tables"_a, "two_of_own"_a, "own_cards"_a, "hands"_a.noconvert(), "boards"_a.noconvert(),
        "dead"_a, "out"_a.noconvert(), nogil(),
        "Write the shares of each row of hands; return the first bad row, or the number of rows.");

    module.def(
        "suit_symmetries",
        [](const std::vector<CardSet>& cards, const std::vector<Sets>& sets,
           const std::vector<Weights>& weights) {
            return suit_symmetries(cards, ranges_of(sets, weights));
        },
        "cards"_a, "sets"_a.noconvert(), "weights"_a.noconvert(),
        "Return the permutations of the suits that change none of these sets and ranges.");

    module.def(
        "count_ranges",
        [](const SharedTables& tables, bool two_of_own, const std::vector<Sets>& sets,
           const std::vector<Weights>& weights, CardSet board, CardSet dead,
           const std::vector<SuitPermutation>& symmetries, std::size_t begin, std::size_t end,
           bool categories) {
            const std::vector<Range> ranges = ranges_of(sets, weights);
            const std::size_t players = ranges.size();
            check_players(players);
            require(end <= ranges[0].size * ranges[1].size, "there are not so many match-ups");
            WeightedCounts sums;
            {
                const nb::gil_scoped_release release;
                sums = with_types(two_of_own, players, categories,
                                  [&]<class Hands, class TallyType>() {
                                      DealCounter<Hands, TallyType> counter(
                                          *tables.tables, static_cast<unsigned>(players));
                                      counter.set_board(board, dead);
                                      return RangeCounter(counter, ranges, board | dead, symmetries)
                                          .count(begin, end);
                                  });
            }
            return RangeResult{
                rows_of(sums.shares, players, players),
                rows_of(sums.categories, categories ? players : 0, poker::category_count),
                sums.match_ups,
                sums.weight,
                sums.counted,
                sums.showdowns};
        },
        "tables"_a, "two_of_own"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), "board"_a,
        "dead"_a, "symmetries"_a, "begin"_a, "end"_a, "categories"_a,
        "Count match-ups of the first two ranges, each with all of the others.\n\n"
        "Returns shares, categories, match-ups, their weight, how many were counted, and\n"
        "the showdowns looked at.");

    module.def(
        "sample_deals",
        [](const SharedTables& tables, bool two_of_own, unsigned own_cards,
           const std::vector<Sets>& sets, const std::vector<Weights>& weights, CardSet board,
           CardSet dead, std::uint64_t seed, std::uint64_t first_block, std::uint64_t blocks,
           std::uint64_t draws, bool categories) {
            const std::vector<Range> ranges = ranges_of(sets, weights);
            check_players(ranges.size());
            Counts counts;
            {
                const nb::gil_scoped_release release;
                counts = with_types(two_of_own, ranges.size(), categories,
                                    [&]<class Hands, class TallyType>() {
                                        return Sampler<Hands, TallyType>(*tables.tables, own_cards,
                                                                         board, dead, ranges)
                                            .sample(seed, first_block, blocks, draws);
                                    });
            }
            return result_of(counts, ranges.size(), categories);
        },
        "tables"_a, "two_of_own"_a, "own_cards"_a, "sets"_a.noconvert(), "weights"_a.noconvert(),
        "board"_a, "dead"_a, "seed"_a, "first_block"_a, "blocks"_a, "draws"_a, "categories"_a,
        "Deal blocks at random, empty ranges from the deck: (shares, categories, deals).\n\n"
        "A block ends early when hands have been drawn for it so many times.");

    module.def(
        "showdown_strengths",
        [](const SharedTables& tables, bool two_of_own, const std::vector<CardSet>& hands,
           CardSet board) {
            require(hands.size() <= max_players, "at most nine players");
            require(bit_count(board) <= board_size, "at most five cards");
            std::array<Card, board_size> cards{};
            unsigned count = 0;
            each_bit(board, [&](unsigned card) { cards[count++] = static_cast<Card>(card); });
            const auto strengths = [&]<class Hands>(Hands&& makes) {
                std::vector<Strength> result;
                const auto dealt = makes.dealt(cards.data(), count, board);
                for (unsigned p = 0; p < hands.size(); ++p) {
                    makes.seat(p, hands[p]);
                    result.push_back(makes.of_deal(p, dealt));
                }
                return result;
            };
            const Lookup& lookup = tables.tables->lookup();
            return two_of_own ? strengths(TwoOfOwn(lookup)) : strengths(AnyOfOwn(lookup));
        },
        "tables"_a, "two_of_own"_a, "hands"_a, "board"_a,
        "Return the strength of each hand with a board of at most five cards.");
}

}  // namespace astragal::bindings
