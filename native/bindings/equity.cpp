#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "../equity_exact.hpp"
#include "../equity_omaha.hpp"
#include "../equity_sample.hpp"
#include "../equity_stud.hpp"
#include "../equity_sweep.hpp"
#include "bindings.hpp"
#include "tables.hpp"

namespace astragal::bindings {

namespace {

using namespace equity;

using Sets = Vector<const CardSet>;
using Weights = Vector<const double>;
using Flags = Vector<const std::uint8_t>;

template <class T>
using Rows = std::vector<std::vector<T>>;

// Shares, categories (empty if nobody asked), and how much they count.
using CountResult = std::tuple<Rows<Count>, Rows<Count>, Count>;
using RangeResult = std::tuple<Rows<double>, Rows<double>, double, double, Count>;

// How hands are made: of any cards, of two of one's own, or so with a low half of the pot.
enum Making : unsigned { any_of_own, two_of_own, two_of_own_high_low };

template <class T, std::size_t columns>
Rows<T> rows_of(const std::array<std::array<T, columns>, max_players>& table, std::size_t rows,
                std::size_t size) {
    Rows<T> result;
    for (std::size_t i = 0; i < rows; ++i)
        result.emplace_back(table[i].begin(), table[i].begin() + size);
    return result;
}

// The columns that are used: with a low half, all.
constexpr std::size_t share_columns(std::size_t columns, std::size_t players) {
    return columns == max_players ? players : columns;
}

template <unsigned columns>
CountResult result_of(const CountsOf<columns>& counts, std::size_t players, bool categories) {
    return {rows_of(counts.shares, players, share_columns(columns, players)),
            rows_of(counts.categories, categories ? players : 0, poker::category_count),
            counts.showdowns};
}

void require_players(std::size_t players) {
    require(players >= 2 && players <= max_players, "there must be two to nine players");
}

// How many cards a hand may have: hold'em's two, or four to six of Omaha.
bool is_hand_size(unsigned making, unsigned cards) {
    return making != any_of_own ? cards >= 2 && cards <= 6 : cards == AnyOfOwn::own_cards;
}

void require_known(CardSet deck, CardSet board, CardSet dead) {
    require(!((board | dead) & ~deck) && !(board & dead) && bit_count(board) <= board_size,
            "the board must have at most five cards of the deck that are not dead");
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

    void require_hands(unsigned making, CardSet deck) const {
        require_players(ranges_.size());
        for (const std::vector<CardSet>& sets : sets_)
            for (const CardSet hand : sets)
                require(is_hand_size(making, bit_count(hand)) && !(hand & ~deck),
                        "every hand must have the cards of the game, all from the deck");
    }

    const std::vector<Range>& get() const { return ranges_; }

private:
    std::vector<std::vector<CardSet>> sets_;
    std::vector<std::vector<double>> weights_;
    std::vector<Range> ranges_;
};

// Calls `visit` with the types for a game, a number of players, and what is to be counted.
template <class Visit>
auto with_types(unsigned making, std::size_t players, bool categories, Visit&& visit) {
    require(making <= two_of_own_high_low, "there are three ways to make a hand");
    if (making == two_of_own_high_low)
        return visit.template operator()<TwoOfOwn<true>, HighLowTally>();
    if (making == two_of_own) return visit.template operator()<TwoOfOwn<false>, Tally<0>>();
    if (players == 2 && !categories) return visit.template operator()<AnyOfOwn, Tally<2>>();
    if (players == 3 && !categories) return visit.template operator()<AnyOfOwn, Tally<3>>();
    return visit.template operator()<AnyOfOwn, Tally<0>>();
}

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
        for (const CardSet board : full)
            require(bit_count(board) == board_size && !(board & ~tables_->rules().deck()),
                    "every board must have five cards of the deck");
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

// Calls `visit` with a game of stud; `low` has the tables of the low half, if there is one.
template <class Visit>
CountResult with_stud(const SharedTables& tables, const SharedTables* low,
                      const std::vector<CardSet>& known, CardSet dead, Visit&& visit) {
    require_players(known.size());
    CardSet used = dead;
    unsigned cards = bit_count(dead), needed = 0;
    for (const CardSet hand : known) {
        used |= hand;
        cards += bit_count(hand);
        needed += stud_cards;
        require(bit_count(hand) <= stud_cards, "a hand of stud has at most seven cards");
    }
    require(cards == bit_count(used) && !(used & ~poker::full_deck) &&
                needed + bit_count(dead) <= card_count,
            "these cards can't be dealt from the deck");
    const nb::gil_scoped_release release;
    if (low) return visit(Stud<HighLowTally>(*tables.tables, low->tables.get(), known, dead));
    return visit(Stud<Tally<0>>(*tables.tables, nullptr, known, dead));
}

template <class Counter>
const auto& count_hands(Counter& counter, const CardSet* hands, std::size_t players, CardSet board,
                        CardSet dead) {
    counter.set_board(board, dead);
    CardSet used = 0;
    for (unsigned p = 0; p < players; ++p) {
        counter.seat(p, hands[p]);
        used |= hands[p];
    }
    return counter.count(used);
}

// Whether each hand has `own_cards` cards, no card is in two places, and the deck is large enough.
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
        [](const SharedTables& tables, unsigned making, const std::vector<CardSet>& hands,
           CardSet board, CardSet dead, bool categories) {
            require_players(hands.size());
            require(is_hand_size(making, bit_count(hands[0])) &&
                        can_be_dealt(hands.data(), hands.size(), bit_count(hands[0]), board, dead,
                                     tables.tables->rules().deck()),
                    "these hands, board and dead cards can't be dealt from the deck");
            return with_types(
                making, hands.size(), categories, [&]<class Hands, class TallyType>() {
                    DealCounter<Hands, TallyType> counter(
                        *tables.tables, static_cast<unsigned>(hands.size()), categories);
                    const auto& counts =
                        count_hands(counter, hands.data(), hands.size(), board, dead);
                    return result_of(counts, hands.size(), categories);
                });
        },
        "tables"_a, "making"_a, "hands"_a, "board"_a, "dead"_a, "categories"_a, nogil(),
        "Count all boards with these hands: (shares, categories, showdowns looked at).");

    module.def(
        "count_many_hands",
        [](const SharedTables& tables, unsigned making, unsigned own_cards,
           const Matrix<const CardSet>& hands, const Sets& boards, CardSet dead,
           const Matrix<Count>& out) {
            const std::size_t rows = hands.shape(0), players = hands.shape(1);
            require_players(players);
            require_same_length(hands, boards, out);
            require(making != two_of_own_high_low, "arrays have no low half");
            require(out.shape(1) == players * players, "out must have players x players columns");
            require(is_hand_size(making, own_cards), "own_cards must be that of the game");
            const CardSet deck = tables.tables->rules().deck();
            return with_types(making, players, false, [&]<class Hands, class TallyType>() {
                DealCounter<Hands, TallyType> counter(*tables.tables,
                                                      static_cast<unsigned>(players));
                Count* shares = out.data();
                for (std::size_t row = 0; row < rows; ++row) {
                    std::array<CardSet, max_players> own;
                    for (std::size_t p = 0; p < players; ++p)
                        own[p] = read_once(hands.data()[row * players + p]);
                    const CardSet board = read_once(boards.data()[row]);
                    if (!can_be_dealt(own.data(), players, own_cards, board, dead, deck))
                        return row;
                    const auto& counts = count_hands(counter, own.data(), players, board, dead);
                    for (std::size_t p = 0; p < players; ++p, shares += players)
                        std::copy_n(counts.shares[p].begin(), players, shares);
                }
                return rows;
            });
        },
        "tables"_a, "making"_a, "own_cards"_a, "hands"_a.noconvert(), "boards"_a.noconvert(),
        "dead"_a, "out"_a.noconvert(), nogil(),
        "Write the shares of each row of hands; return the first bad row, or the number of rows.");

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
        [](const SharedTables& tables, unsigned making, const std::vector<Sets>& sets,
           const std::vector<Weights>& weights, CardSet board, CardSet dead,
           const std::vector<SuitPermutation>& symmetries, std::size_t begin, std::size_t end,
           bool categories) {
            const Ranges copied(sets, weights);
            const std::vector<Range>& ranges = copied.get();
            const std::size_t players = ranges.size();
            const CardSet deck = tables.tables->rules().deck();
            copied.require_hands(making, deck);
            require_known(deck, board, dead);
            require(end <= ranges[0].size * ranges[1].size,
                    "end must be at most the number of match-ups of the first two ranges");
            for (const SuitPermutation& symmetry : symmetries)
                require(std::is_permutation(symmetry.begin(), symmetry.end(),
                                            SuitPermutation{0, 1, 2, 3}.begin()),
                        "a symmetry must be a permutation of the four suits");
            require(!symmetries.empty(), "symmetries must have the identity");
            const nb::gil_scoped_release release;
            return with_types(making, players, categories, [&]<class Hands, class TallyType>() {
                constexpr unsigned columns = TallyType::Counts::share_columns;
                using Counter = DealCounter<Hands, TallyType>;
                Counter counter(*tables.tables, static_cast<unsigned>(players), categories);
                counter.set_board(board, dead);
                const WeightedCounts<columns> sums =
                    RangeCounter<Counter, columns>(counter, ranges, board | dead, symmetries)
                        .count(begin, end);
                return RangeResult{
                    rows_of(sums.shares, players, share_columns(columns, players)),
                    rows_of(sums.categories, categories ? players : 0, poker::category_count),
                    sums.match_ups, sums.weight, sums.showdowns};
            });
        },
        "tables"_a, "making"_a, "sets"_a.noconvert(), "weights"_a.noconvert(), "board"_a, "dead"_a,
        "symmetries"_a, "begin"_a, "end"_a, "categories"_a,
        "Count match-ups of the first two ranges, each with all of the others.\n\n"
        "Returns shares, categories, match-ups, their weight, and the showdowns looked at.");

    module.def(
        "orbit_sizes",
        [](const Sets& sets, const std::vector<SuitPermutation>& symmetries,
           const Vector<std::int64_t>& out) {
            require_same_length(sets, out);
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
                std::vector<std::pair<std::size_t, double>> found;
                self.each(boards, times, [&](auto& sweep, CardSet board, double number) {
                    found.clear();
                    sweep.each(board, [&](std::size_t hand, auto win, auto tie) {
                        found.emplace_back(hand,
                                           static_cast<double>(win) + static_cast<double>(tie) / 2);
                    });
                    for (const auto& [hand, won] : found) {
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
        "omaha_kinds",
        [](const SharedTables& tables) {
            std::vector<Kinds> kinds;
            const KindHands hands(tables.tables->rules().lowest_rank);
            for (const KindHands::Hand& hand : hands.get()) kinds.push_back(hand.kinds);
            return kinds;
        },
        "tables"_a,
        "Return the hands of four cards by kind: ranks in one suit, and 13 + ranks in others.");

    module.def(
        "omaha_against_random",
        [](const SharedTables& tables, std::size_t begin, std::size_t end,
           const Matrix<std::int64_t>& ranks, const Matrix<std::int64_t>& suited) {
            OmahaAgainstRandom counter(*tables.tables);
            const std::size_t size = counter.hands().get().size();
            require(begin <= end, "begin must be at most end");
            require(ranks.shape(0) == size && suited.shape(0) == size && ranks.shape(1) == 2 &&
                        suited.shape(1) == 2,
                    "ranks and suited must have wins and ties of each hand by kind");
            OmahaAgainstRandom::Sums by_rank(size), by_suit(size);
            for (std::size_t board = begin; board < std::min(end, counter.boards()); ++board)
                counter.add(board, by_rank, by_suit);
            for (std::size_t i = 0; i < size; ++i)
                for (std::size_t k = 0; k < 2; ++k) {
                    ranks.data()[2 * i + k] += by_rank[i][k];
                    suited.data()[2 * i + k] += by_suit[i][k];
                }
            return counter.boards();
        },
        "tables"_a, "begin"_a, "end"_a, "ranks"_a.noconvert(), "suited"_a.noconvert(), nogil(),
        "Add what hands win and tie against any hand on boards of some ranks; return how many.\n\n"
        "`ranks` is what the ranks alone give, `suited` the correction for one suit.");

    module.def(
        "sample_deals",
        [](const SharedTables& tables, unsigned making, unsigned own_cards,
           const std::vector<Sets>& sets, const std::vector<Weights>& weights, CardSet board,
           CardSet dead, std::uint64_t seed, std::uint64_t first_block, std::uint64_t blocks,
           std::uint64_t draws, bool categories) {
            const Ranges copied(sets, weights);
            const std::vector<Range>& ranges = copied.get();
            const CardSet deck = tables.tables->rules().deck();
            copied.require_hands(making, deck);
            require_known(deck, board, dead);
            require(is_hand_size(making, own_cards) &&
                        own_cards * ranges.size() + board_size + bit_count(dead) <= bit_count(deck),
                    "the deck must have enough cards for all players");
            const nb::gil_scoped_release release;
            return with_types(making, ranges.size(), categories,
                              [&]<class Hands, class TallyType>() {
                                  Sampler<Hands, TallyType> sampler(
                                      *tables.tables, own_cards, board, dead, ranges, categories);
                                  return result_of(sampler.sample(seed, first_block, blocks, draws),
                                                   ranges.size(), categories);
                              });
        },
        "tables"_a, "making"_a, "own_cards"_a, "sets"_a.noconvert(), "weights"_a.noconvert(),
        "board"_a, "dead"_a, "seed"_a, "first_block"_a, "blocks"_a, "draws"_a, "categories"_a,
        "Deal blocks at random, empty ranges from the deck: (shares, categories, deals).\n\n"
        "A block ends early when hands have been drawn for it `draws` times.");

    module.def(
        "stud_count",
        [](const SharedTables& tables, const SharedTables* low, const std::vector<CardSet>& known,
           CardSet dead, const Sets& firsts) {
            const std::vector<CardSet> sets = copy(firsts);
            return with_stud(tables, low, known, dead, [&](auto&& game) {
                CardSet taken = dead;
                for (const CardSet hand : known) taken |= hand;
                for (const CardSet set : sets)
                    require(bit_count(known[0] | set) == stud_cards && !(set & taken),
                            "the first player must get seven cards");
                return result_of(game.count(sets), known.size(), false);
            });
        },
        "tables"_a, "low"_a.none(), "known"_a, "dead"_a, "firsts"_a.noconvert(),
        "Count all deals of stud in which the first player gets one of these sets.");

    module.def(
        "stud_sample",
        [](const SharedTables& tables, const SharedTables* low, const std::vector<CardSet>& known,
           CardSet dead, std::uint64_t seed, std::uint64_t first_block, std::uint64_t blocks) {
            return with_stud(tables, low, known, dead, [&](auto&& game) {
                return result_of(game.sample(seed, first_block, blocks, block_deals), known.size(),
                                 false);
            });
        },
        "tables"_a, "low"_a.none(), "known"_a, "dead"_a, "seed"_a, "first_block"_a, "blocks"_a,
        "Deal blocks of stud at random: (shares, no categories, deals).");

    module.def(
        "showdown_strengths",
        [](const SharedTables& tables, bool two_of_own, const std::vector<CardSet>& hands,
           CardSet board) {
            const CardSet deck = tables.tables->rules().deck();
            require(hands.size() <= max_players, "there must be at most nine players");
            require_known(deck, board, 0);
            for (const CardSet hand : hands)
                require(bit_count(hand) <= (two_of_own ? 6 : 2) && !(hand & ~deck),
                        "a hand must have the cards of the game, all from the deck");
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
            return two_of_own ? strengths(TwoOfOwn<false>(lookup)) : strengths(AnyOfOwn(lookup));
        },
        "tables"_a, "two_of_own"_a, "hands"_a, "board"_a,
        "Return the strength of each hand with a board of at most five cards.");
}

}  // namespace astragal::bindings
