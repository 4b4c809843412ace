// Games of one card each, on which the solver is tested: Kuhn's poker, Leduc and others. The higher
// card wins, and a pair with the card on the table wins more.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "postflop/deals.hpp"
#include "postflop/terminal.hpp"

namespace astragal::postflop {

template <class Real>
class SmallCards {
public:
    struct Scratch {
        explicit Scratch(const SmallCards&) {}
    };

    // `ranks` has the rank of each card of the deck; a hand is a card of the deck.
    SmallCards(bool two_streets, std::vector<unsigned> ranks,
               std::array<std::vector<std::size_t>, players> hands)
        : two_streets_(two_streets), ranks_(std::move(ranks)), hands_(std::move(hands)) {
        for (const auto& own : hands_)
            for (const std::size_t card : own) require(card < ranks_.size(), "no card of the deck");
    }

    std::size_t hand_count(Player player) const { return hands_[player].size(); }
    unsigned unseen(unsigned) const { return static_cast<unsigned>(ranks_.size()) - 2; }

    void prepare(const Deals&) {}
    std::size_t table_bytes(const Deals&) const { return 0; }

    double pair_weight(const Real* oop, const Real* ip) const {
        double sum = 0;
        for (std::size_t i = 0; i < hands_[0].size(); ++i)
            for (std::size_t j = 0; j < hands_[1].size(); ++j)
                if (hands_[0][i] != hands_[1][j]) sum += double{oop[i]} * double{ip[j]};
        return sum;
    }

    template <unsigned bytes>
    void fold(unsigned level, std::size_t deal, Player player, const EightEnds<Real>& ends,
              Scratch&) const {
        each_pair(level == 0 ? ranks_.size() : deal, player, ends,
                  [&](std::size_t lane, std::size_t, std::size_t) { return ends.tie[lane]; });
    }
    template <unsigned bytes>
    void show_down(std::size_t deal, Player player, const EightEnds<Real>& ends, bool,
                   Scratch&) const {
        each_pair(deal, player, ends, [&](std::size_t lane, std::size_t mine, std::size_t yours) {
            const std::size_t a = value(mine, deal), b = value(yours, deal);
            const Real won = a > b ? ends.half[lane] : a < b ? -ends.half[lane] : Real(0);
            return ends.tie[lane] + won;
        });
    }

private:
    // Without a second street, no card is dealt: `dealt` is then no card.
    std::size_t value(std::size_t card, std::size_t dealt) const {
        const bool pair = two_streets_ && ranks_[card] == ranks_[dealt];
        return ranks_[card] + (pair ? 100 : 0);
    }

    template <class Chips>
    void each_pair(std::size_t dealt, Player player, const EightEnds<Real>& ends,
                   const Chips& chips) const {
        const auto &own = hands_[player], &others = hands_[opponent_of(player)];
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            for (std::size_t i = 0; i < own.size(); ++i) {
                Real sum = 0;
                for (std::size_t j = 0; j < others.size(); ++j) {
                    const bool dead = two_streets_ && (own[i] == dealt || others[j] == dealt);
                    if (own[i] != others[j] && !dead)
                        sum += chips(lane, own[i], others[j]) * ends.reach[lane][j];
                }
                ends.value[lane][i] = sum;
            }
        }
    }

    bool two_streets_;
    std::vector<unsigned> ranks_;
    std::array<std::vector<std::size_t>, players> hands_;
};

}  // namespace astragal::postflop
