// Ranges: counted, swept and sampled.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "common/bindings.hpp"
#include "equity/arguments.hpp"
#include "equity/boards.hpp"
#include "equity/exact.hpp"
#include "equity/sample.hpp"
#include "equity/sweep.hpp"
#include "poker/shared_tables.hpp"

namespace astragal::bindings {

namespace {

using Weights = Vector<const double>;
using Flags = Vector<const std::uint8_t>;

// Integers if all weights are 1: a double has them exactly up to 2^53.
using Number = std::variant<Count, double>;
using NumberRows = std::variant<Rows<Count>, Rows<double>>;
using RangeResult = std::tuple<NumberRows, NumberRows, Count, Number, Count>;

Number number_of(double value, bool whole) {
    if (whole) return static_cast<Count>(value);
    return value;
}

NumberRows numbers_of(const Rows<double>& rows, bool whole) {
    if (!whole) return rows;
    Rows<Count> numbers;
    for (const std::vector<double>& row : rows) numbers.emplace_back(row.begin(), row.end());
    return numbers;
}

void require_full_boards(const std::vector<CardSet>& boards, CardSet deck) {
    for (const CardSet board : boards)
        require(bit_count(board) == board_size && !(board & ~deck),
                "every board must have five cards of the deck");
}

// Ranges, copied: other threads may write to the arrays.
class Ranges {
public:
    Ranges(const std::vector<Sets>& sets, const std::vector<Weights>& weights) {
        require(sets.size() == weights.size(), "each range must have its weights");
        for (std::size_t i = 0; i < sets.size(); ++i) {
            require_same_length(sets[i], weights[i]);
            sets_.push_back(copy(sets[i]));
            weights_.push_back(copy(weights[i]));
            ranges_.push_back({sets_[i].data(), weights_[i].data(), sets_[i].size()});
            require(std::all_of(weights_[i].begin(), weights_[i].end(),
                                [](double weight) { return weight > 0 && std::isfinite(weight); }),
                    "weights must be positive numbers");
        }
    }

    void require_hands(unsigned mode, CardSet deck) const {
        require_players(ranges_.size());
        for (const std::vector<CardSet>& sets : sets_)
            for (const CardSet hand : sets)
                require(is_hand_size(mode, bit_count(hand)) && !(hand & ~deck),
                        "every hand must have the cards of the game, all from the deck");
    }

    // Whether every hand has the weight 1.
    bool is_whole() const {
        return std::all_of(weights_.begin(), weights_.end(), [](const auto& weights) {
            return std::all_of(weights.begin(), weights.end(),
                               [](double weight) { return weight == 1; });
        });
    }

    const std::vector<Range>& get() const { return ranges_; }

private:
    std::vector<std::vector<CardSet>> sets_;
    std::vector<std::vector<double>> weights_;
    std::vector<Range> ranges_;
};

// The hands of two ranges, copied and checked once for any number of sweeps.
class TwoRanges {
public:
    TwoRanges(const SharedTables& tables, bool two_of_own, const Sets& sets, const Weights& weights,
              const Flags& wanted)
        : tables_(tables.tables),
          two_of_own_(two_of_own),
          hands_(copy(sets)),
          weights_(copy(weights)),
          wanted_(copy(wanted)) {
        require_same_length(sets, weights, wanted);
        const CardSet deck = tables_->rules().deck();
        if (!hands_.empty()) hole_ = bit_count(hands_[0]);
        require(hole_ == 2 || (hole_ == 4 && two_of_own), "hands must have two or four cards");
        for (std::size_t i = 0; i < hands_.size(); ++i)
            require(bit_count(hands_[i]) == hole_ && !(hands_[i] & ~deck) && weights_[i] >= 0 &&
                        std::isfinite(weights_[i]) && (i == 0 || hands_[i - 1] < hands_[i]),
                    "hands must ascend, each with the cards of the game, and weights must be "
                    "positive");
    }

    std::size_t size() const { return hands_.size(); }

    // Calls `visit` with a sweep; weights of 0 and 1 add as integers.
    template <class Visit>
    void sweep(Visit&& visit) const {
        const nb::gil_scoped_release release;
        const bool whole = std::all_of(weights_.begin(), weights_.end(),
                                       [](double weight) { return weight == 0 || weight == 1; });
        const auto run = [&]<unsigned hole, class Weight>() {
            visit(Sweep<hole, Weight>(*tables_, two_of_own_, hands_, weights_, wanted_));
        };
        if (hole_ == 2)
            whole ? run.template operator()<2, std::int32_t>()
                  : run.template operator()<2, double>();
        else
            whole ? run.template operator()<4, std::int32_t>()
                  : run.template operator()<4, double>();
    }

    // Calls `visit` with a sweep, a full board, and how many boards this one stands for.
    template <class Visit>
    void each(const Sets& boards, const Vector<const std::int64_t>& times, Visit&& visit) const {
        require_same_length(boards, times);
        const std::vector<CardSet> full = copy(boards);
        const std::vector<std::int64_t> numbers = copy(times);
        require_full_boards(full, tables_->rules().deck());
        sweep([&](auto&& swept) {
            for (std::size_t i = 0; i < full.size(); ++i)
                visit(swept, full[i], static_cast<double>(numbers[i]));
        });
    }

private:
    std::shared_ptr<const Tables> tables_;
    bool two_of_own_;
    unsigned hole_ = AnyOfOwn::own_cards;
    std::vector<CardSet> hands_;
    std::vector<double> weights_;
    std::vector<std::uint8_t> wanted_;
};

}  // namespace

void bind_equity_ranges(nb::module_& module) {
    module.def(
        "range_arrays",
        [](const nb::dict& weight_of, CardSet without) {
            std::vector<std::pair<CardSet, double>> hands;
            hands.reserve(nb::len(weight_of));
            for (const auto [hand, weight] : weight_of)
                if (const auto set = nb::cast<CardSet>(hand); !(set & without))
                    hands.emplace_back(set, nb::cast<double>(weight));
            std::sort(hands.begin(), hands.end());
            std::pair<Array<CardSet>, Array<double>> arrays;
            for (const auto& [set, weight] : hands) {
                arrays.first.values.push_back(set);
                arrays.second.values.push_back(weight);
            }
            return arrays;
        },
        "weight_of"_a, "without"_a,
        nb::sig("def range_arrays(weight_of: dict[int, float], without: int) -> "
                "tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.float64]]"),
        "Return the hands without some cards, ascending, and their weights.");

    module.def(
        "suit_symmetries",
        [](const std::vector<CardSet>& cards, const std::vector<Sets>& sets,
           const std::vector<Weights>& weights) {
            return suit_symmetries(cards, Ranges(sets, weights).get());
        },
        "cards"_a, "sets"_a.noconvert(), "weights"_a.noconvert(),
        "Return the permutations of the suits that change none of these sets and ranges.");

    module.def(
        "count_ranges",
        [](const SharedTables& tables, unsigned mode, const std::vector<Sets>& sets,
           const std::vector<Weights>& weights, CardSet board, CardSet dead,
           const std::vector<SuitPermutation>& symmetries, std::size_t begin, std::size_t end,
           bool categories) {
            const Ranges copied(sets, weights);
            const std::vector<Range>& ranges = copied.get();
            const std::size_t players = ranges.size();
            const CardSet deck = tables.tables->rules().deck();
            copied.require_hands(mode, deck);
            require_known(deck, board, dead);
            require(end <= ranges[0].size * ranges[1].size,
                    "end must be at most the number of match-ups of the first two ranges");
            for (const SuitPermutation& symmetry : symmetries)
                require(std::is_permutation(symmetry.begin(), symmetry.end(),
                                            SuitPermutation{0, 1, 2, 3}.begin()),
                        "a symmetry must be a permutation of the four suits");
            require(!symmetries.empty() && symmetries.size() <= 24 &&
                        symmetries[0] == SuitPermutation{0, 1, 2, 3},
                    "symmetries must be different, the identity first");
            const bool whole = copied.is_whole();
            const nb::gil_scoped_release release;
            return with_types(mode, players, categories, [&]<class Hands, class TallyType>() {
                using Counter = DealCounter<Hands, TallyType>;
                Counter counter(*tables.tables, static_cast<unsigned>(players), categories);
                counter.set_board(board, dead);
                const auto sums = RangeCounter<Counter>(counter, ranges, board | dead, symmetries)
                                      .count(begin, end);
                return RangeResult{
                    numbers_of(rows_of(sums.shares, players,
                                       share_columns(sums.shares[0].size(), players)),
                               whole),
                    numbers_of(
                        rows_of(sums.categories, categories ? players : 0, poker::category_count),
                        whole),
                    static_cast<Count>(sums.match_ups), number_of(sums.weight, whole),
                    sums.showdowns};
            });
        },
        "tables"_a, "showdown_mode"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), "board"_a,
        "dead"_a, "symmetries"_a, "begin"_a, "end"_a, "categories"_a,
        "Count match-ups of the first two ranges, each with all of the others.\n\n"
        "Returns shares, categories, match-ups, their weight, and the showdowns looked at.");

    module.def(
        "sweep_ranges",
        [](const SharedTables& tables, bool two_of_own, const std::vector<Sets>& sets,
           const std::vector<Weights>& weights, const Sets& boards,
           const Vector<const std::int64_t>& times) {
            const Ranges copied(sets, weights);
            const std::vector<Range>& ranges = copied.get();
            const CardSet deck = tables.tables->rules().deck();
            require(ranges.size() == 2 && ranges[0].size && ranges[1].size,
                    "there must be two ranges");
            const unsigned hole = bit_count(ranges[0].sets[0]);
            require(hole == 2 || (hole == 4 && two_of_own), "hands must have two or four cards");
            copied.require_hands(two_of_own, deck);
            require_same_length(boards, times);
            const std::vector<CardSet> full = copy(boards);
            const std::vector<std::int64_t> numbers = copy(times);
            require_full_boards(full, deck);
            const nb::gil_scoped_release release;
            const bool whole = copied.is_whole();
            const auto sum = [&]<unsigned cards, class Weight>() {
                return SweepTotals<cards, Weight>(*tables.tables, two_of_own, ranges[0], ranges[1])
                    .count(full, numbers);
            };
            std::array<double, 4> sums;
            if (hole == 2)
                sums = whole ? sum.template operator()<2, std::int32_t>()
                             : sum.template operator()<2, double>();
            else
                sums = whole ? sum.template operator()<4, std::int32_t>()
                             : sum.template operator()<4, double>();
            return std::tuple(number_of(sums[0], whole), number_of(sums[1], whole),
                              number_of(sums[2], whole), static_cast<Count>(sums[3]));
        },
        "tables"_a, "two_of_own"_a, "sets"_a.noconvert(), "weights"_a.noconvert(),
        "boards"_a.noconvert(), "times"_a.noconvert(),
        "Return what the first range wins and ties on these boards, the weight of all match-ups, "
        "and their number.");

    module.def(
        "count_on_boards",
        [](const SharedTables& tables, const std::vector<Sets>& sets,
           const std::vector<Weights>& weights, const Sets& boards,
           const Vector<const std::int64_t>& times) {
            const Ranges copied(sets, weights);
            const std::vector<Range>& ranges = copied.get();
            const CardSet deck = tables.tables->rules().deck();
            copied.require_hands(any_of_own, deck);
            require_same_length(boards, times);
            const std::vector<CardSet> full = copy(boards);
            const std::vector<std::int64_t> numbers = copy(times);
            for (const CardSet board : full)
                require(bit_count(board) <= board_size && !(board & ~deck),
                        "every board must have at most five cards of the deck");
            const bool whole = copied.is_whole();
            const nb::gil_scoped_release release;
            const auto count = [&]<class Sum>() {
                RangesOnBoards<Sum> counter(*tables.tables, ranges);
                for (std::size_t i = 0; i < full.size(); ++i)
                    counter.add(full[i], static_cast<double>(numbers[i]));
                return std::tuple(
                    numbers_of(rows_of(counter.shares(), ranges.size(), ranges.size()), whole),
                    number_of(counter.weight(), whole));
            };
            return whole ? count.template operator()<std::int64_t>()
                         : count.template operator()<double>();
        },
        "tables"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), "boards"_a.noconvert(),
        "times"_a.noconvert(),
        "Return the shares of all match-ups on these boards, and their weight. The last range "
        "should "
        "be the largest.");

    module.def(
        "orbit_sizes",
        [](const Sets& sets, const std::vector<SuitPermutation>& symmetries,
           const Vector<std::int64_t>& out) {
            require_same_length(sets, out);
            require(!symmetries.empty(), "symmetries must have the identity at least");
            for (std::size_t i = 0; i < sets.shape(0); ++i)
                out.data()[i] = orbit_size(read_once(sets.data()[i]), symmetries);
        },
        "sets"_a.noconvert(), "symmetries"_a, "out"_a.noconvert(), nogil(),
        "Write how many sets the symmetries make of each; 0 if one of them is lower.");

    nb::class_<TwoRanges>(module, "TwoRanges", "The hands of a range and of the villain's range.")
        .def(nb::init<const SharedTables&, bool, const Sets&, const Weights&, const Flags&>(),
             "tables"_a, "two_of_own"_a, "sets"_a.noconvert(), "weights"_a.noconvert(),
             "wanted"_a.noconvert())
        .def(
            "met",
            [](const TwoRanges& self, const Vector<double>& out) {
                require(out.shape(0) == self.size(), "out must have a place for each hand");
                self.sweep([&](auto&& sweep) {
                    const std::vector<double> met = sweep.met();
                    std::copy(met.begin(), met.end(), out.data());
                });
            },
            "out"_a.noconvert(), "Write the weight of the hands that share no card with each.")
        .def(
            "add_boards",
            [](const TwoRanges& self, const Sets& boards, const Vector<const std::int64_t>& times,
               const Matrix<double>& sums) {
                require(sums.shape(0) == self.size() && sums.shape(1) == 2,
                        "sums must have wins and ties of each hand");
                self.each(boards, times, [&](auto& sweep, CardSet board, double number) {
                    sweep.each(board, [&](std::size_t hand, auto win, auto tie) {
                        sums.data()[2 * hand] += number * static_cast<double>(win);
                        sums.data()[2 * hand + 1] += number * static_cast<double>(tie);
                    });
                });
            },
            "boards"_a.noconvert(), "times"_a.noconvert(), "sums"_a.noconvert(),
            "Add to each wanted hand the weight of the hands that it beats and ties.")
        .def(
            "add_histograms",
            [](const TwoRanges& self, const Sets& boards, const Vector<const std::int64_t>& times,
               const Matrix<double>& sums) {
                const std::size_t columns = sums.shape(1), bins = columns - 3;
                require(sums.shape(0) == self.size() && columns > 3,
                        "sums must have bins and three moments of each hand");
                std::vector<std::pair<std::size_t, double>> shares;
                self.each(boards, times, [&](auto& sweep, CardSet board, double number) {
                    shares.clear();
                    sweep.each(board, [&](std::size_t hand, auto win, auto tie) {
                        shares.emplace_back(
                            hand, static_cast<double>(win) + static_cast<double>(tie) / 2);
                    });
                    for (const auto& [hand, won] : shares) {
                        const double met = sweep.met(hand);
                        if (met <= 0) continue;
                        const double equity = won / met, mass = number * met;
                        const auto bin = static_cast<std::size_t>(equity * double(bins));
                        double* const of_hand = sums.data() + columns * hand;
                        of_hand[std::min(bin, bins - 1)] += mass;
                        of_hand[bins] += mass;
                        of_hand[bins + 1] += mass * equity;
                        of_hand[bins + 2] += mass * equity * equity;
                    }
                });
            },
            "boards"_a.noconvert(), "times"_a.noconvert(), "sums"_a.noconvert(),
            "Add the equity of each wanted hand on each board to its histogram, by weight.\n\n"
            "The last columns are the sums of the weights, of the equities and of their squares.");

    module.def(
        "sample_deals",
        [](const SharedTables& tables, unsigned mode, unsigned own_cards,
           const std::vector<Sets>& sets, const std::vector<Weights>& weights, CardSet board,
           CardSet dead, std::uint64_t seed, std::uint64_t first_block, std::uint64_t blocks,
           std::uint64_t draws, bool categories) {
            const Ranges copied(sets, weights);
            const std::vector<Range>& ranges = copied.get();
            const CardSet deck = tables.tables->rules().deck();
            copied.require_hands(mode, deck);
            require_known(deck, board, dead);
            require(is_hand_size(mode, own_cards) &&
                        own_cards * ranges.size() + board_size + bit_count(dead) <= bit_count(deck),
                    "the deck must have enough cards for all players");
            const nb::gil_scoped_release release;
            return with_types(mode, ranges.size(), categories, [&]<class Hands, class TallyType>() {
                Sampler<Hands, TallyType> sampler(*tables.tables, own_cards, board, dead, ranges,
                                                  categories);
                const auto sampled = sampler.sample(seed, first_block, blocks, draws);
                auto [shares, by_category, deals] =
                    result_of(sampled.counts, ranges.size(), categories);
                auto [repeats, none, zero] = result_of(sampled.repeats, ranges.size(), false);
                return std::tuple(shares, by_category, deals, sampled.weight, repeats,
                                  sampled.repeated);
            });
        },
        "tables"_a, "showdown_mode"_a, "own_cards"_a, "sets"_a.noconvert(), "weights"_a.noconvert(),
        "board"_a, "dead"_a, "seed"_a, "first_block"_a, "blocks"_a, "draws"_a, "categories"_a,
        "Deal blocks at random, empty ranges from the deck.\n\n"
        "Returns shares, categories, the number of deals and their weight; then the sum of "
        "n * (n - 1) over the deals that count n times, like the shares and in all. A block ends "
        "early when hands have been drawn for it `draws` times.");
}

}  // namespace astragal::bindings
