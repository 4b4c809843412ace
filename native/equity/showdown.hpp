// What players hold at a showdown, and who wins it.
//
// Two ways of making a hand share one interface: `AnyOfOwn` takes the best five of all cards, as in
// hold'em; `TwoOfOwn` exactly two of the player's and three of the board's, as in Omaha. Both split
// a hand's value in two: what the ranks alone make, and the flush in one suit. The value is the
// greater of the two, because a flush is worth more than its own five cards as ranks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/shared_table.hpp"
#include "poker/evaluate.hpp"

namespace astragal::equity {

using namespace cards;
using poker::HandWord;
using poker::Lookup;
using poker::Strength;
using poker::SuitWord;
using poker::Tables;

inline constexpr unsigned max_players = 9;
inline constexpr unsigned board_size = 5;
inline constexpr unsigned flush_size = poker::best_hand;
inline constexpr unsigned never = 100;  // more cards than any board has

// The key of one rank.
inline SuitWord rank_key(const Lookup& lookup, unsigned rank) {
    return poker::key_word(lookup.cards[suit_count * rank]);
}

// What the ranks of `size` cards make, from the sum of their keys.
template <unsigned size>
ASTRAGAL_INLINE Strength of_keys(const Lookup& lookup, SuitWord sum) {
    return poker::rank_strength(lookup, size, poker::suit_sum::key(sum));
}

using words::suit_ranks::ranks;  // of one suit

// ---- The best five of all ----------------------------------------------------------------------

class AnyOfOwn {
public:
    static constexpr bool has_low = false;
    static constexpr unsigned own_cards = 2;

    explicit AnyOfOwn(const Lookup& lookup) : lookup_(lookup) {}

    void seat(unsigned player, CardSet hand) {
        sets_[player] = hand;
        words_[player] = 0;
        each_bit(hand, [&](unsigned card) { words_[player] += lookup_.cards[card]; });
        keys_[player] = poker::key_word(words_[player]);
        suits_[player] = by_suit(hand);
        suited_[player] = {};
        each_bit(hand, [&](unsigned card) { ++suited_[player][suit_of(card)]; });
    }

    // What `of_deal` needs of it.
    ASTRAGAL_INLINE void seat_for_deal(unsigned player, CardSet hand) {
        sets_[player] = hand;
        words_[player] =
            lookup_.cards[lowest_bit(hand)] + lookup_.cards[lowest_bit(without_lowest(hand))];
    }

    // A board whose suits don't matter: the sum of its keys.
    using Key = SuitWord;
    Key key(unsigned rank) const { return rank_key(lookup_, rank); }
    using Board = SuitWord;
    static Board empty_board() { return 0; }
    static Board with(Board board, SuitWord key) { return board + key; }
    using Looked = Board;
    static Looked look(Board board) { return board; }
    ASTRAGAL_INLINE Strength of_ranks(unsigned player, Looked board) const {
        return of_keys<own_cards + board_size>(lookup_, keys_[player] + board);
    }

    // How many more cards of the suit on the board give the player a flush.
    unsigned cards_to_flush(unsigned player, unsigned suit, unsigned on_board) const {
        const unsigned own = suited_[player][suit] + on_board;
        return own >= flush_size ? 0 : flush_size - own;
    }
    // The flush with these ranks of a suit on the board; 0 if there is none.
    Strength of_suit(unsigned player, unsigned suit, unsigned on_board) const {
        return lookup_.suited[ranks(suits_[player], suit) | on_board];
    }

    // A board of cards that are all known, as dealt.
    struct Dealt {
        CardSet set;
        HandWord word;
    };
    Dealt dealt(const Card* cards, unsigned count, CardSet set) const {
        HandWord word = poker::hand_start;
        for (unsigned i = 0; i < count; ++i) word += lookup_.cards[cards[i]];
        return {set, word};
    }
    ASTRAGAL_INLINE Strength of_deal(unsigned player, const Dealt& board) const {
        const HandWord word = board.word + words_[player];
        if (word & poker::hand_flush) [[unlikely]]
            return poker::flush_strength(lookup_, board.set | sets_[player]);
        return poker::rank_strength(lookup_, word);
    }

private:
    const Lookup& lookup_;
    std::array<SuitWord, max_players> keys_{};
    std::array<HandWord, max_players> words_{};
    std::array<SuitRanks, max_players> suits_{};
    std::array<std::array<std::uint8_t, suit_count>, max_players> suited_{};  // cards of each suit
    std::array<CardSet, max_players> sets_{};
};

// ---- Two of one's own and three of the board ----------------------------------------------------

// Ranks from the ace up to the eight, the ace lowest.
using LowRanks = std::uint8_t;

constexpr LowRanks low_rank(unsigned rank) {
    return static_cast<LowRanks>(rank == ace ? 1 : rank < 7 ? 2u << rank : 0);
}

// The best low hand of two of one's own ranks and three of the board's, by the two sets of ranks:
// five different ranks, compared from the highest down. 0 is no low hand, a lower set is better.
using LowHands = std::array<std::array<Strength, 256>, 256>;

inline const LowHands& low_hands() {
    return shared_table<LowHands>([] {
        auto best = std::make_unique<LowHands>();
        for (unsigned two = 0; two < 256; ++two)
            for (unsigned three = 0; three < 256; ++three)
                if (bit_count(two) == 2 && bit_count(three) == 3 && !(two & three))
                    (*best)[two][three] = static_cast<Strength>(256 - (two | three));
        // A larger set has what the sets with one rank less have.
        for (unsigned own = 0; own < 256; ++own)
            for (unsigned board = 0; board < 256; ++board) {
                Strength& strength = (*best)[own][board];
                if (bit_count(own) > 2)
                    each_bit(own, [&](unsigned bit) {
                        strength = std::max(strength, (*best)[own & ~(1u << bit)][board]);
                    });
                if (bit_count(board) > 3)
                    each_bit(board, [&](unsigned bit) {
                        strength = std::max(strength, (*best)[own][board & ~(1u << bit)]);
                    });
            }
        return best;
    });
}

// `high_low`: half of the pot goes to the best low hand.
template <bool high_low>
class TwoOfOwn {
public:
    static constexpr bool has_low = high_low;

    explicit TwoOfOwn(const Lookup& lookup)
        : lookup_(lookup), low_hands_(high_low ? &low_hands() : nullptr) {}

    void seat(unsigned player, CardSet hand) {
        Seat& seat = seats_[player];
        seat = Seat{};
        if constexpr (high_low)
            each_bit(hand, [&](unsigned card) { seat.low |= low_rank(rank_of(card)); });
        for (CardSet first = hand; first; first = without_lowest(first))
            each_bit(without_lowest(first),
                     [&](unsigned second) { seat.add(lookup_, lowest_bit(first), second); });
    }

    void seat_for_deal(unsigned player, CardSet hand) { seat(player, hand); }

    // A board whose suits don't matter: its keys, and its ranks for the low half.
    struct Key {
        SuitWord high;
        LowRanks low;
    };
    Key key(unsigned rank) const { return {rank_key(lookup_, rank), low_rank(rank)}; }
    struct Board {
        std::array<SuitWord, board_size> keys;
        unsigned size;
        LowRanks low;
    };
    static Board empty_board() { return {{}, 0, 0}; }
    static Board with(Board board, Key key) {
        board.keys[board.size++] = key.high;
        if constexpr (high_low) board.low |= key.low;
        return board;
    }
    // The sums of any three of its keys.
    struct Looked {
        std::array<SuitWord, 10> triples;
        unsigned size;
        LowRanks low;
    };
    static Looked look(const Board& board) {
        Looked looked{{}, 0, board.low};
        for (unsigned i = 0; i < board.size; ++i)
            for (unsigned j = i + 1; j < board.size; ++j)
                for (unsigned k = j + 1; k < board.size; ++k)
                    looked.triples[looked.size++] = board.keys[i] + board.keys[j] + board.keys[k];
        return looked;
    }
    Strength of_ranks(unsigned player, const Looked& board) const {
        const Seat& seat = seats_[player];
        Strength best = 0;
        for (unsigned pair = 0; pair < seat.pair_count; ++pair)
            for (unsigned triple = 0; triple < board.size; ++triple)
                best = std::max(
                    best, of_keys<flush_size>(lookup_, seat.pairs[pair] + board.triples[triple]));
        return best;
    }
    Strength of_low(unsigned player, const Looked& board) const {
        return (*low_hands_)[seats_[player].low][board.low];
    }

    unsigned cards_to_flush(unsigned player, unsigned suit, unsigned on_board) const {
        if (!seats_[player].suited_count[suit]) return never;
        return on_board >= of_board ? 0 : of_board - on_board;
    }
    Strength of_suit(unsigned player, unsigned suit, unsigned on_board) const {
        const Seat& seat = seats_[player];
        if (!seat.suited_count[suit]) return 0;
        Strength best = 0;
        for_each_triple(on_board, [&](unsigned triple) {
            for (unsigned pair = 0; pair < seat.suited_count[suit]; ++pair)
                best = std::max(best, lookup_.suited[seat.suited[suit][pair] | triple]);
        });
        return best;
    }

    struct Dealt : Looked {
        SuitRanks suits;
    };
    Dealt dealt(const Card* cards, unsigned count, CardSet set) const {
        Board board = empty_board();
        for (unsigned i = 0; i < count; ++i) board = with(board, key(rank_of(cards[i])));
        return {look(board), by_suit(set)};
    }
    Strength of_deal(unsigned player, const Dealt& board) const {
        Strength best = of_ranks(player, board);
        for (unsigned suit = 0; suit < suit_count; ++suit)
            best = std::max(best, of_suit(player, suit, ranks(board.suits, suit)));
        return best;
    }

private:
    static constexpr unsigned of_board = 3;
    static constexpr unsigned most_pairs = 15;  // of six cards

    struct Seat {
        std::array<SuitWord, most_pairs> pairs;  // sums of two keys, each once
        unsigned pair_count = 0;
        std::array<std::array<std::uint16_t, most_pairs>, suit_count> suited;  // as ranks
        std::array<unsigned, suit_count> suited_count{};
        LowRanks low = 0;

        void add(const Lookup& lookup, unsigned first, unsigned second) {
            const unsigned rank = rank_of(first), other = rank_of(second);
            const SuitWord sum = rank_key(lookup, rank) + rank_key(lookup, other);
            if (std::find(pairs.begin(), pairs.begin() + pair_count, sum) ==
                pairs.begin() + pair_count)
                pairs[pair_count++] = sum;
            const unsigned suit = suit_of(first);
            if (suit == suit_of(second))
                suited[suit][suited_count[suit]++] =
                    static_cast<std::uint16_t>(1u << rank | 1u << other);
        }
    };

    template <class Visit>
    static void for_each_triple(RankSet set, Visit&& visit) {
        for (RankSet i = set; i; i = without_lowest(i))
            for (RankSet j = without_lowest(i); j; j = without_lowest(j))
                each_bit(without_lowest(j), [&](unsigned third) {
                    visit((i ^ without_lowest(i)) | (j ^ without_lowest(j)) | 1u << third);
                });
    }

    const Lookup& lookup_;
    const LowHands* low_hands_;
    std::array<Seat, max_players> seats_{};
};

// ---- Who wins ----------------------------------------------------------------------------------

using Count = std::int64_t;

// By player, `columns` numbers of deals: those that the player wins together with n - 1 others in
// column n - 1; or what HighLowTally says.
template <unsigned columns, unsigned rows = max_players, bool has_categories = true>
struct CountsOf {
    template <class T>
    using Shares = std::array<std::array<T, columns>, rows>;
    template <class T>
    using Categories = std::array<std::array<T, poker::category_count>, has_categories ? rows : 0>;

    Shares<Count> shares{};
    Categories<Count> categories{};
    Count showdowns = 0;  // looked at: one may stand for many deals
};

// What the two tallies share.
template <class CountsType>
class Counting {
public:
    using Counts = CountsType;

    Counting(const Tables& tables, unsigned players, bool with_categories = false)
        : players_(players) {
        if (with_categories)
            for (std::size_t i = 0; i < tables.scale().size(); ++i)
                category_.push_back(
                    static_cast<std::uint8_t>(tables.scale().category(static_cast<Strength>(i))));
    }

    const Counts& counts() const { return counts_; }
    void clear() { counts_ = Counts{}; }
    void looked_at(Count showdowns) { counts_.showdowns += showdowns; }

protected:
    template <class Values>
    void add_categories(const Values& values, Count weight) {
        if (!category_.empty())
            for (unsigned p = 0; p < players_; ++p)
                counts_.categories[p][category_[values[p]]] += weight;
    }

    // The best value, and how many of the players have it.
    template <class Values>
    static ASTRAGAL_INLINE std::pair<Strength, unsigned> best_of(const Values& values,
                                                                 unsigned players) {
        Strength best = 0;
        for (unsigned p = 0; p < players; ++p) best = std::max(best, values[p]);
        unsigned sharers = 0;
        for (unsigned p = 0; p < players; ++p) sharers += values[p] == best;
        return {best, sharers};
    }

    unsigned players_;
    Counts counts_;

private:
    std::vector<std::uint8_t> category_;  // by strength; empty if nobody asked
};

template <unsigned fixed>
using FixedCounts = CountsOf<fixed ? fixed : max_players, fixed ? fixed : max_players, !fixed>;

// Counts showdowns. `fixed` is the number of players where it is known to the compiler, else 0;
// only then categories can be counted too.
template <unsigned fixed>
class Tally : public Counting<FixedCounts<fixed>> {
    using Base = Counting<FixedCounts<fixed>>;
    using Base::counts_, Base::players_;

public:
    using Values = std::array<Strength, fixed ? fixed : max_players>;

    using Base::Base;

    unsigned players() const { return fixed ? fixed : players_; }

    ASTRAGAL_INLINE void add(const Values& values, Count weight) {
        auto& shares = counts_.shares;
        if constexpr (fixed == 2) {
            const Count first = -Count{values[0] > values[1]},
                        second = -Count{values[0] < values[1]};
            shares[0][0] += weight & first;
            shares[1][0] += weight & second;
            shares[0][1] += weight & ~(first | second);
        } else {
            const auto [best, sharers] = Base::best_of(values, players());
            for (unsigned p = 0; p < players(); ++p)
                shares[p][sharers - 1] += weight & -Count{values[p] == best};
        }
        if constexpr (!fixed) Base::add_categories(values, weight);
    }

    // Between two players a tie is counted once, for the first.
    void settle() {
        if constexpr (fixed == 2) counts_.shares[1][1] = counts_.shares[0][1];
    }
};

// Counts showdowns with a high and a low half. With h players sharing the high half and l sharing
// the low one, a player's column is h * 11 + l, where a half that others win is 0; l is 10 if there
// is no low hand, and the high one takes all.
inline constexpr unsigned no_low = max_players + 1, low_columns = no_low + 1;

class HighLowTally : public Counting<CountsOf<(max_players + 1) * low_columns>> {
public:
    struct Values {
        std::array<Strength, max_players> high{}, low{};
        Strength& operator[](unsigned player) { return high[player]; }
    };

    using Counting::Counting;

    unsigned players() const { return players_; }

    void add(const Values& values, Count weight) {
        const auto [best_high, highs] = best_of(values.high, players_);
        const auto [best_low, lows] = best_of(values.low, players_);
        for (unsigned p = 0; p < players_; ++p) {
            const unsigned high = values.high[p] == best_high ? highs : 0;
            const unsigned low = !best_low ? no_low : values.low[p] == best_low ? lows : 0;
            counts_.shares[p][high * low_columns + low] += weight;
        }
        add_categories(values.high, weight);
    }

    void settle() {}
};

}  // namespace astragal::equity
