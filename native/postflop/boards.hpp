// The cards of a certificate: both ranges, and boards with the live hands in order of strength.
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

namespace astragal::certificate {

using cards::CardSet, cards::card_count;
using poker::Strength;

inline constexpr unsigned full_board = 5;

// The hands of a player, and the hand of the opponent with the same two cards.
struct Hands {
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    Hands(std::vector<CardSet> sets, std::vector<double> weight, const std::vector<CardSet>& other)
        : cards(std::move(sets)), weights(std::move(weight)) {
        require(cards.size() == weights.size() && !cards.empty(), "each hand needs a weight");
        for (const CardSet set : cards) {
            require(bit_count(set) == 2 && !(set & ~poker::full_deck), "a hand has two cards");
            first.push_back(static_cast<std::uint8_t>(lowest_bit(set)));
            second.push_back(static_cast<std::uint8_t>(lowest_bit(without_lowest(set))));
            const auto place = std::find(other.begin(), other.end(), set);
            same.push_back(
                place == other.end() ? none : static_cast<std::uint32_t>(place - other.begin()));
        }
        for (const double w : weights) require(w >= 0 && w <= 1e9, "weights must be 0 or more");
    }
    std::size_t size() const { return cards.size(); }

    std::vector<CardSet> cards;
    std::vector<double> weights;
    std::vector<std::uint8_t> first, second;
    std::vector<std::uint32_t> same;
};

struct Deal {
    Deal(CardSet cards, Hands oop, Hands ip) : board(cards), hands{std::move(oop), std::move(ip)} {
        const unsigned count = bit_count(board);
        require(count >= 3 && count <= full_board && !(board & ~poker::full_deck),
                "the board must have three to five cards");
        for (const Hands& own : hands)
            for (const CardSet set : own.cards)
                require(!(set & board), "a hand has a card of the board");
    }
    unsigned to_come() const { return full_board - bit_count(board); }

    CardSet board;
    std::array<Hands, 2> hands;
};

struct BoardHand {
    std::uint32_t index;
    Strength strength;
};

// A board with the hands that have none of its cards, weakest first when it is complete. `deal`
// numbers the cards below the root: the first card, or 52 x the first + the second.
struct Board {
    Board(const poker::Lookup& lookup, const Deal& root, CardSet set, unsigned number,
          unsigned level)
        : cards(set), deal(number) {
        for (unsigned player = 0; player < 2; ++player) {
            const Hands& own = root.hands[player];
            for (std::uint32_t h = 0; h < own.size(); ++h) {
                if (own.cards[h] & cards) continue;
                hands[player].push_back(
                    {h, complete() ? poker::evaluate(lookup, own.cards[h] | cards) : Strength{}});
            }
            std::sort(hands[player].begin(), hands[player].end(), [](const auto& a, const auto& b) {
                return std::tuple(a.strength, a.index) < std::tuple(b.strength, b.index);
            });
        }
        if (complete() || level == 0) return;
        next_.resize(card_count);
        for (unsigned card = 0; card < card_count; ++card)
            if (!(cards >> card & 1))
                next_[card] = std::make_unique<Board>(lookup, root, cards | CardSet{1} << card,
                                                      card_count * number + card, level + 1);
    }

    bool complete() const { return bit_count(cards) == full_board; }
    const Board& after(unsigned card) const { return *next_[card]; }

    // How many cards may come next, given both hands.
    unsigned unseen() const { return card_count - bit_count(cards) - 4; }

    CardSet cards;
    unsigned deal;
    std::array<std::vector<BoardHand>, 2> hands;

private:
    std::vector<std::unique_ptr<Board>> next_;
};

// How often an opponent comes with any of some hands, in all and by card.
struct CardSums {
    void add(const Hands& opponents, std::uint32_t hand, const double* reach) {
        total += reach[hand];
        by_card[opponents.first[hand]] += reach[hand];
        by_card[opponents.second[hand]] += reach[hand];
    }

    // Without the hands that have a card of this hand; the hand itself was not added.
    double without(const Hands& hands, std::uint32_t hand) const {
        return total - by_card[hands.first[hand]] - by_card[hands.second[hand]];
    }

    // The same if all hands were added: the hand itself was taken away twice.
    double compatible(const Hands& hands, std::uint32_t hand, const double* reach) const {
        const double rest = without(hands, hand);
        return hands.same[hand] == Hands::none ? rest : rest + reach[hands.same[hand]];
    }

    double total = 0;
    std::array<double, card_count> by_card{};
};

}  // namespace astragal::certificate
