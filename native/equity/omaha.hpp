// All Omaha hands of four cards against a random hand, over all boards.
//
// Suits matter only if the board has three or more cards of one suit. So all boards are first
// counted by their ranks alone, as if there were no flushes. Then the boards with three or more
// cards of a suit are corrected: what the ranks alone gave is taken away, and the true result is
// added. All that matters of a hand on such a board is which cards of that suit it has, and the
// ranks of the others. No suit is special, so one suit stands for all four.
//
// A *kind* is what cannot be told apart: a card of the suit, by rank (0 to 12), or the cards of a
// rank in the other suits (13 to 25). A board leaves some copies of each kind. Hands of the same
// kinds go through the sweep of `equity/sweep.hpp` together: at most 19,266 instead of 270,725.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "equity/showdown.hpp"

namespace astragal::equity {

namespace ranked = words::ranked_hand;

inline constexpr unsigned omaha_hole = 4;
inline constexpr unsigned kind_count = 2 * rank_count;

// The cards of a hand by kind, ascending.
using Kinds = std::array<std::uint8_t, omaha_hole>;
using Copies = std::array<std::uint8_t, kind_count>;

constexpr bool is_suited(unsigned kind) { return kind < rank_count; }
constexpr unsigned rank_of_kind(unsigned kind) { return kind % rank_count; }

class KindHands {
public:
    // A set of up to three cards of a hand, by kind.
    struct Part {
        std::uint16_t place;                      // among all parts of one to three cards; 0: none
        std::int8_t times;                        // how often the hand has it; negative if odd
        std::array<std::uint8_t, omaha_hole> of;  // how many cards of each of the hand's kinds
    };
    struct Hand {
        Kinds kinds;
        unsigned distinct = 0;
        std::array<std::uint8_t, omaha_hole> kind{}, count{};  // its kinds, each once
        unsigned part_count = 0;
        std::array<Part, 15> parts;
        std::uint16_t by_rank = 0;  // the number of the hand with the same ranks, none suited
    };

    explicit KindHands(unsigned lowest_rank) {
        const auto add = [&](auto&& self, Kinds kinds, unsigned size, unsigned from) -> void {
            if (size == omaha_hole) {
                hands_.push_back(make(kinds));
                return;
            }
            for (unsigned kind = from; kind < kind_count; ++kind) {
                if (rank_of_kind(kind) < lowest_rank) continue;
                kinds[size] = static_cast<std::uint8_t>(kind);
                self(self, kinds, size + 1, kind + is_suited(kind));
            }
        };
        add(add, Kinds{}, 0, 0);
        for (Hand& hand : hands_) {
            Kinds off = hand.kinds;
            for (std::uint8_t& kind : off)
                kind = static_cast<std::uint8_t>(rank_count + rank_of_kind(kind));
            std::sort(off.begin(), off.end());
            const auto place =
                std::lower_bound(hands_.begin(), hands_.end(), off,
                                 [](const Hand& one, const Kinds& key) { return one.kinds < key; });
            hand.by_rank = static_cast<std::uint16_t>(place - hands_.begin());
        }
    }

    const std::vector<Hand>& get() const { return hands_; }

    static constexpr std::size_t place_count = 1 + kind_count * (1 + kind_count * (1 + kind_count));

private:
    static Hand make(const Kinds& kinds) {
        Hand hand;
        hand.kinds = kinds;
        for (const std::uint8_t kind : kinds) {
            if (hand.distinct == 0 || hand.kind[hand.distinct - 1] != kind)
                hand.kind[hand.distinct++] = kind;
            ++hand.count[hand.distinct - 1];
        }
        const auto add = [&](auto&& self, unsigned at, unsigned size, std::size_t place, int times,
                             std::array<std::uint8_t, omaha_hole> of) -> void {
            if (size == omaha_hole) return;
            if (at == hand.distinct || at == of.size()) {  // the second so that compilers see it
                hand.parts[hand.part_count++] = {
                    static_cast<std::uint16_t>(place),
                    static_cast<std::int8_t>(size % 2 ? -times : times), of};
                return;
            }
            for (unsigned n = 0; n <= hand.count[at]; ++n) {
                of[at] = static_cast<std::uint8_t>(n);
                self(self, at + 1, size + n, place,
                     times * static_cast<int>(binomial[hand.count[at]][n]), of);
                place = place * kind_count + hand.kind[at] + 1;
            }
        };
        add(add, 0, 0, 0, 1, {});
        return hand;
    }

    std::vector<Hand> hands_;
};

// What each hand wins and ties against all hands that it leaves, over all boards.
class OmahaAgainstRandom {
public:
    using Sums = std::vector<std::array<std::int64_t, 2>>;  // wins and ties, by number of hand

    explicit OmahaAgainstRandom(const Tables& tables)
        : lookup_(tables.lookup()),
          lowest_(tables.rules().lowest_rank),
          hands_(lowest_),
          by_rank_(hands_.get().size()),
          found_(hands_.get().size()) {
        const auto add = [&](auto&& self, Ranks board, unsigned size, unsigned from) -> void {
            if (size == board_size) {
                boards_.push_back(board);
                return;
            }
            for (unsigned rank = from; rank < rank_count; ++rank)
                if (board[rank] < suit_count) {
                    ++board[rank];
                    self(self, board, size + 1, rank);
                    --board[rank];
                }
        };
        add(add, Ranks{}, 0, lowest_);
    }

    // Boards by their ranks: 6,175 with a full deck.
    std::size_t boards() const { return boards_.size(); }
    const KindHands& hands() const { return hands_; }

    // Adds a board of these ranks: to `ranks` what the ranks alone give each hand without suits, to
    // `suited` the correction for each hand in one suit.
    void add(std::size_t number, Sums& ranks, Sums& suited) {
        const Ranks& board = boards_[number];
        Copies copies{};
        for (unsigned rank = lowest_; rank < rank_count; ++rank)
            copies[rank_count + rank] = static_cast<std::uint8_t>(suit_count - board[rank]);
        sweep(board, 0, copies, by_rank_);
        for (std::size_t i = 0; i < hands_.get().size(); ++i) {
            const KindHands::Hand& hand = hands_.get()[i];
            if (is_suited(hand.kinds[0])) continue;
            const std::int64_t times = boards_for(hand, board, suit_count);
            for (unsigned k = 0; k < 2; ++k) ranks[i][k] += times * by_rank_[i][k];
        }
        RankSet once = 0;
        for (unsigned rank = 0; rank < rank_count; ++rank)
            once |= unsigned{board[rank] > 0} << rank;
        for (RankSet suit = once; suit; suit = (suit - 1) & once)
            if (bit_count(suit) >= 3) add_suit(board, suit, suited);
    }

private:
    using Ranks = std::array<std::uint8_t, rank_count>;  // how many cards of each
    using Results = std::vector<std::array<std::int32_t, 2>>;

    void add_suit(const Ranks& board, RankSet suit, Sums& suited) {
        Copies copies{};
        Ranks others = board;
        for (unsigned rank = lowest_; rank < rank_count; ++rank) {
            const bool taken = suit >> rank & 1;
            copies[rank] = !taken;
            others[rank] = static_cast<std::uint8_t>(others[rank] - taken);
            if (others[rank] > suit_count - 1) return;
            copies[rank_count + rank] = static_cast<std::uint8_t>(suit_count - 1 - others[rank]);
        }
        sweep(board, suit, copies, found_);
        for (const std::uint16_t i : alive_) {
            const KindHands::Hand& hand = hands_.get()[i];
            const std::int64_t times = boards_for(hand, others, suit_count - 1);
            for (unsigned k = 0; k < 2; ++k)
                suited[i][k] += times * (found_[i][k] - by_rank_[hand.by_rank][k]);
        }
    }

    // In how many ways the board's cards of these ranks can be chosen beside the hand.
    static std::int64_t boards_for(const KindHands::Hand& hand, const Ranks& board,
                                   unsigned copies) {
        Ranks left;
        left.fill(static_cast<std::uint8_t>(copies));
        for (const std::uint8_t kind : hand.kinds)
            if (!is_suited(kind)) --left[rank_of_kind(kind)];
        std::int64_t times = 1;
        for (unsigned rank = 0; rank < rank_count; ++rank)
            times *= binomial[left[rank]][board[rank]];
        return times;
    }

    // All hands that the copies allow, by strength. `suit` are the board's ranks in the suit; none
    // if suits do not count.
    void sweep(const Ranks& board, RankSet suit, const Copies& copies, Results& results) {
        rank_pairs(board, suit, copies);
        alive_.clear();
        order_.clear();
        for (std::size_t i = 0; i < hands_.get().size(); ++i) {
            const KindHands::Hand& hand = hands_.get()[i];
            bool fits = true;
            for (unsigned at = 0; at < hand.distinct; ++at)
                fits &= hand.count[at] <= copies[hand.kind[at]];
            if (!fits) continue;
            Strength best = 0;
            for (unsigned a = 0; a < omaha_hole; ++a)
                for (unsigned b = a + 1; b < omaha_hole; ++b)
                    best = std::max(best, pairs_[hand.kinds[a]][hand.kinds[b]]);
            alive_.push_back(static_cast<std::uint16_t>(i));
            order_.push_back(
                ranked::with_strength(ranked::with_hand(0, static_cast<ranked::Word>(i)), best));
        }
        std::sort(order_.begin(), order_.end());
        std::fill(below_.begin(), below_.end(), 0);
        for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
            const unsigned strength = ranked::strength(order_[begin]);
            for (; end < order_.size() && ranked::strength(order_[end]) == strength; ++end) {
                const std::size_t i = ranked::hand(order_[end]);
                results[i][0] = apart_from(hands_.get()[i]);
            }
            for (std::size_t i = begin; i < end; ++i)
                count(hands_.get()[ranked::hand(order_[i])], copies);
            for (std::size_t at = begin; at < end; ++at) {
                const std::size_t i = ranked::hand(order_[at]);
                // The hand itself contains all its four cards, which no part has.
                results[i][1] = apart_from(hands_.get()[i]) + 1 - results[i][0];
            }
        }
    }

    // The best that each pair of kinds makes with three cards of the board.
    void rank_pairs(const Ranks& board, RankSet suit, const Copies& copies) {
        using Hands = TwoOfOwn<false>;
        Hands::Board keys = Hands::empty_board();
        for (unsigned rank = 0; rank < rank_count; ++rank)
            for (unsigned n = 0; n < board[rank]; ++n)
                keys = Hands::with(keys, {rank_key(lookup_, rank), 0});
        const Hands::Looked looked = Hands::look(keys);
        for (unsigned a = 0; a < kind_count; ++a)
            for (unsigned b = a; b < kind_count; ++b) {
                if (!copies[a] || !copies[b]) continue;
                const unsigned first = rank_of_kind(a), second = rank_of_kind(b);
                const SuitWord pair = rank_key(lookup_, first) + rank_key(lookup_, second);
                Strength best = 0;
                for (unsigned t = 0; t < looked.size; ++t)
                    best = std::max(best, of_keys<flush_size>(lookup_, pair + looked.triples[t]));
                if (is_suited(b) && a != b)
                    for (RankSet three = suit; three; three = (three - 1) & suit)
                        if (bit_count(three) == 3)
                            best =
                                std::max(best, lookup_.suited[three | 1u << first | 1u << second]);
                pairs_[a][b] = best;
            }
    }

    // Counts all hands of these kinds: for each part how many of them contain one choice of it.
    void count(const KindHands::Hand& hand, const Copies& copies) {
        std::array<std::array<std::int32_t, omaha_hole + 1>, omaha_hole> ways{};
        for (unsigned at = 0; at < hand.distinct; ++at)
            for (unsigned n = 0; n <= hand.count[at]; ++n)
                ways[at][n] = static_cast<std::int32_t>(
                    binomial[copies[hand.kind[at]] - n][hand.count[at] - n]);
        for (unsigned at = hand.distinct; at < omaha_hole; ++at) ways[at][0] = 1;
        for (unsigned i = 0; i < hand.part_count; ++i) {
            const auto& [place, times, of] = hand.parts[i];
            below_[place] += ways[0][of[0]] * ways[1][of[1]] * ways[2][of[2]] * ways[3][of[3]];
        }
    }

    // How many of the hands counted so far share no card with a hand.
    std::int32_t apart_from(const KindHands::Hand& hand) const {
        std::int32_t number = 0;
        for (unsigned i = 0; i < hand.part_count; ++i)
            number += hand.parts[i].times * below_[hand.parts[i].place];
        return number;
    }

    const Lookup& lookup_;
    unsigned lowest_;
    KindHands hands_;
    std::vector<Ranks> boards_;
    Results by_rank_, found_;
    std::vector<std::uint16_t> alive_;
    std::vector<ranked::Word> order_;
    std::vector<std::int32_t> below_ = std::vector<std::int32_t>(KindHands::place_count);
    std::array<std::array<Strength, kind_count>, kind_count> pairs_{};
};

}  // namespace astragal::equity
