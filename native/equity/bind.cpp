// Known hands: counted and compared, hold'em, Omaha and stud.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/python_text.hpp"
#include "common/bindings.hpp"
#include "equity/arguments.hpp"
#include "equity/exact.hpp"
#include "equity/omaha.hpp"
#include "equity/sample.hpp"
#include "equity/stud.hpp"
#include "poker/shared_tables.hpp"

namespace astragal::bindings {

namespace {

// Whether two cards of the hand can play with three of the board.
bool can_play_two(CardSet deck, CardSet hand, CardSet board) {
    const unsigned on_board = bit_count(board);
    return !((hand | board) & ~deck) && !(hand & board) && on_board >= 3 &&
           on_board <= board_size && is_hand_size(two_of_own, bit_count(hand));
}

Strength play_two(TwoOfOwn<false>& makes, CardSet hand, CardSet board) {
    std::array<Card, board_size> cards{};
    unsigned count = 0;
    each_bit(board, [&](unsigned card) { cards[count++] = static_cast<Card>(card); });
    makes.seat(0, hand);
    return makes.of_deal(0, makes.dealt(cards.data(), count, board));
}

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
        [](const SharedTables& tables, unsigned mode, const std::vector<CardSet>& hands,
           CardSet board, CardSet dead, bool categories) {
            require_players(hands.size());
            require(is_hand_size(mode, bit_count(hands[0])) &&
                        can_be_dealt(hands.data(), hands.size(), bit_count(hands[0]), board, dead,
                                     tables.tables->rules().deck()),
                    "these hands, board and dead cards can't be dealt from the deck");
            return with_types(mode, hands.size(), categories, [&]<class Hands, class TallyType>() {
                DealCounter<Hands, TallyType> counter(
                    *tables.tables, static_cast<unsigned>(hands.size()), categories);
                const auto& counts = count_hands(counter, hands.data(), hands.size(), board, dead);
                return result_of(counts, hands.size(), categories);
            });
        },
        "tables"_a, "showdown_mode"_a, "hands"_a, "board"_a, "dead"_a, "categories"_a, nogil(),
        "Count all boards with these hands: (shares, categories, showdowns looked at).");

    module.def(
        "count_many_hands",
        [](const SharedTables& tables, unsigned mode, unsigned own_cards,
           const Matrix<const CardSet>& hands, const Sets& boards, CardSet dead,
           const Matrix<Count>& out) {
            const std::size_t rows = hands.shape(0), players = hands.shape(1);
            require_players(players);
            require_same_length(hands, boards, out);
            require(mode != two_of_own_high_low, "arrays have no low half");
            require(out.shape(1) == players * players, "out must have players x players columns");
            require(is_hand_size(mode, own_cards), "own_cards must be that of the game");
            const CardSet deck = tables.tables->rules().deck();
            return with_types(mode, players, false, [&]<class Hands, class TallyType>() {
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
        "tables"_a, "showdown_mode"_a, "own_cards"_a, "hands"_a.noconvert(), "boards"_a.noconvert(),
        "dead"_a, "out"_a.noconvert(), nogil(),
        "Write the shares of each row of hands; return the first bad row, or the number of rows.");

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

    module.def(
        "evaluate_two_of_own",
        [](const SharedTables& tables, const Sets& hands, const Sets& boards,
           const Vector<Strength>& out) {
            require_same_length(hands, boards);
            require_same_length(hands, out);
            const CardSet deck = tables.tables->rules().deck();
            TwoOfOwn<false> makes(tables.tables->lookup());
            for (std::size_t row = 0; row < hands.shape(0); ++row) {
                const CardSet hand = hands.data()[row], board = boards.data()[row];
                if (!can_play_two(deck, hand, board)) return row;
                out.data()[row] = play_two(makes, hand, board);
            }
            return hands.shape(0);
        },
        "tables"_a, "hands"_a.noconvert(), "boards"_a.noconvert(), "out"_a.noconvert(), nogil(),
        "Write the strength of two cards of each hand with three of its board; return the first "
        "bad row, or the number of rows.");

    module.def(
        "evaluate_two_of_text",
        [](const SharedTables& tables, nb::handle hand, nb::handle board, unsigned least,
           unsigned most) -> nb::object {
            TextCards own, common;
            if (!read_text(hand.ptr(), card_count, own) ||
                !read_text(board.ptr(), card_count, common))
                return nb::none();
            const unsigned size = bit_count(own.set);
            if (size < least || size > most ||
                !can_play_two(tables.tables->rules().deck(), own.set, common.set))
                return nb::none();
            TwoOfOwn<false> makes(tables.tables->lookup());
            return nb::make_tuple(own.set, common.set, play_two(makes, own.set, common.set));
        },
        "tables"_a, "hand"_a.none(), "board"_a.none(), "least"_a, "most"_a,
        nb::sig("def evaluate_two_of_text(tables: PokerTables, hand: object, board: object, "
                "least: int, most: int) -> tuple[int, int, int] | None"),
        "Return the sets of a hand and of its board, and the strength of two cards of the hand "
        "with three of the board; None unless both are text that can be evaluated.");

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
}

}  // namespace astragal::bindings
