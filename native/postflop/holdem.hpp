// The cards of a hold'em spot: which hands are live after a deal, and how strong they are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "cards/cards.hpp"
#include "common/bits.hpp"
#include "common/require.hpp"
#include "poker/evaluate.hpp"
#include "poker/tables.hpp"
#include "postflop/deals.hpp"
#include "postflop/terminal.hpp"

namespace astragal::postflop {

using cards::CardSet;

template <class Real>
class Holdem {
public:
    static constexpr std::size_t deck = cards::card_count;

    // Rows of eight lanes for all hands of a player, and a row of zeros.
    struct Scratch {
        explicit Scratch(const Holdem& cards)
            : reach((cards.most_hands() + 1) * lane_count),
              value((cards.most_hands() + 1) * lane_count) {}
        std::vector<Real> reach, value;
    };

    Holdem(std::shared_ptr<const poker::Tables> tables, CardSet board,
           std::array<std::vector<CardSet>, players> hands)
        : tables_(std::move(tables)), board_(board), hands_(std::move(hands)) {
        require(bit_count(board) >= 3 && bit_count(board) <= 5 && !(board & ~poker::full_deck),
                "the board must have three to five cards");
        for (const auto& own : hands_) {
            require(!own.empty() && own.size() <= 1326, "a player has 1 to 1,326 hands");
            for (const CardSet hand : own)
                require(bit_count(hand) == 2 && !(hand & ~poker::full_deck) && !(hand & board),
                        "a hand has two cards that are not on the board");
        }
    }

    std::size_t hand_count(Player player) const { return hands_[player].size(); }
    std::size_t most_hands() const { return padded(std::max(hands_[0].size(), hands_[1].size())); }
    unsigned levels() const { return 6 - bit_count(board_); }

    // How many cards may come next after a deal of a street, given both hands.
    unsigned unseen(unsigned level) const {
        return static_cast<unsigned>(deck) - bit_count(board_) - level - 4;
    }

    // Bytes of the tables that `prepare` makes.
    std::size_t table_bytes(const Deals& deals) const {
        std::size_t boards = 0;
        for (unsigned level = 0; level < deals.levels(); ++level) boards += deals.count(level);
        return boards * (hands_[0].size() + hands_[1].size()) * sizeof(LiveHand);
    }

    // Sorts the hands after each deal.
    void prepare(const Deals& deals) {
        for (unsigned level = 0; level < deals.levels(); ++level) {
            live_.emplace_back();
            for (std::size_t deal = 0; deal < deals.count(level); ++deal)
                live_[level].push_back(sorted(board_of(level, deals.real(level, deal))));
        }
    }

    // The weight of all pairs of hands without a common card.
    double pair_weight(const Real* oop, const Real* ip) const {
        double sum = 0;
        for (std::size_t i = 0; i < hands_[0].size(); ++i)
            for (std::size_t j = 0; j < hands_[1].size(); ++j)
                if (!(hands_[0][i] & hands_[1][j])) sum += double{oop[i]} * double{ip[j]};
        return sum;
    }

    // Writes the value of each hand at ends where a player has folded.
    template <unsigned bytes>
    ASTRAGAL_INLINE void fold(unsigned level, std::size_t deal, Player player,
                              const EightEnds<Real>& ends, Scratch& scratch) const {
        const LiveHands& live = live_[level][deal];
        start<bytes>(player, ends, scratch);
        fold_eight<bytes, deck>(live[player], live[opponent_of(player)], scratch.reach.data(),
                                ends.tie.data(), scratch.value.data());
        finish<bytes>(player, ends, scratch);
    }

    // The same at showdowns.
    template <unsigned bytes>
    ASTRAGAL_INLINE void show_down(std::size_t deal, Player player, const EightEnds<Real>& ends,
                                   bool ties, Scratch& scratch) const {
        const LiveHands& live = live_.back()[deal];
        start<bytes>(player, ends, scratch);
        show_down_eight<bytes, deck>(live[player], live[opponent_of(player)], scratch.reach.data(),
                                     ends.half.data(), ends.tie.data(), ties, scratch.value.data());
        finish<bytes>(player, ends, scratch);
    }

private:
    CardSet board_of(unsigned level, std::size_t deal) const {
        CardSet board = board_;
        for (unsigned card = 0; card < level; ++card, deal /= deck)
            board |= CardSet{1} << deal % deck;
        return board;
    }

    LiveHands sorted(CardSet board) const {
        struct Strong {
            poker::Strength strength;
            Player player;
            LiveHand live;
        };
        const bool complete = bit_count(board) == 5;
        std::vector<Strong> all;
        for (Player player = 0; player < players; ++player) {
            const auto& other = hands_[opponent_of(player)];
            for (std::size_t h = 0; h < hands_[player].size(); ++h) {
                const CardSet hand = hands_[player][h];
                if (hand & board) continue;
                const auto same = std::find(other.begin(), other.end(), hand) - other.begin();
                const LiveHand live{static_cast<std::uint16_t>(h), static_cast<std::uint16_t>(same),
                                    0, static_cast<std::uint8_t>(lowest_bit(hand)),
                                    static_cast<std::uint8_t>(lowest_bit(without_lowest(hand)))};
                all.push_back({complete ? poker::evaluate(tables_->lookup(), hand | board)
                                        : poker::Strength{},
                               player, live});
            }
        }
        std::sort(all.begin(), all.end(), [](const Strong& a, const Strong& b) {
            return std::tuple(a.strength, a.live.hand) < std::tuple(b.strength, b.live.hand);
        });
        LiveHands live;
        std::uint16_t rank = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i > 0 && all[i].strength != all[i - 1].strength) ++rank;
            all[i].live.rank = rank;
            live[all[i].player].push_back(all[i].live);
        }
        return live;
    }

    // Hands that are dead on the board keep a reach that nobody reads, and are worth 0.
    template <unsigned bytes>
    ASTRAGAL_INLINE void start(Player player, const EightEnds<Real>& ends, Scratch& scratch) const {
        const std::size_t others = hands_[opponent_of(player)].size();
        rows_to_lanes<bytes>(ends.reach, padded(others), scratch.reach.data());
        std::fill_n(scratch.reach.data() + others * lane_count, lane_count, Real(0));
        std::fill_n(scratch.value.data(), padded(hands_[player].size()) * lane_count, Real(0));
    }
    template <unsigned bytes>
    ASTRAGAL_INLINE void finish(Player player, const EightEnds<Real>& ends,
                                Scratch& scratch) const {
        lanes_to_rows<bytes>(scratch.value.data(), padded(hands_[player].size()), ends.value);
    }

    std::shared_ptr<const poker::Tables> tables_;
    CardSet board_;
    std::array<std::vector<CardSet>, players> hands_;
    std::vector<std::vector<LiveHands>> live_;  // by street and deal
};

}  // namespace astragal::postflop
