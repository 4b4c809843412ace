// The deals of each street: which are stored, and how the others mirror them.
//
// A deal of a street is the cards dealt below the root up to that street: none on the street of the
// root; then a card; then an ordered pair of cards. Exchangeable suits need only one of several
// deals. A mirrored deal is a stored deal seen through a permutation of each player's hands:
//     numbers of hand h after the deal = numbers of hand permutation[h] after the stored deal
// Permutation 0 is the identity. Python finds the permutations (postflop/isomorphism.py).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/require.hpp"
#include "postflop/tree.hpp"

namespace astragal::postflop {

struct StoredDeal {
    std::int32_t deal = -1;  // -1: a card is dead, or dealt twice
    std::int32_t permutation = 0;
};

// A stored deal of the next street, and the permutations of the deals that mirror it, with
// the identity for the deal itself.
struct NextDeal {
    std::uint32_t deal;
    std::vector<std::uint32_t> permutations;
};

class Deals {
public:
    // `table` has a row for each deal of a street, possible or not: one for the root, then one for
    // each card of the deck, then one for each pair: first card x deck + second card.
    Deals(std::size_t deck, const std::vector<std::vector<StoredDeal>>& table,
          std::array<std::vector<std::uint16_t>, players> permutations,
          std::array<std::size_t, players> hands)
        : permutations_(std::move(permutations)), hands_(hands) {
        require(!table.empty() && table.size() <= most_levels && table[0].size() == 1,
                "there are one to three streets");
        check_permutations();
        for (std::size_t level = 0; level < table.size(); ++level) {
            if (level > 0)
                require(table[level].size() == table[level - 1].size() * deck,
                        "each deal needs a row");
            real_.emplace_back();
            for (std::size_t i = 0; i < table[level].size(); ++i) {
                const auto [deal, permutation] = table[level][i];
                if (deal < 0) continue;
                require(permutation >= 0 && static_cast<std::size_t>(permutation) * hands[0] <
                                                permutations_[0].size(),
                        "a deal has an unknown permutation");
                if (permutation != 0) continue;
                require(static_cast<std::size_t>(deal) == real_[level].size(),
                        "stored deals are numbered in order");
                real_[level].push_back(i);
            }
        }
        require(real_[0].size() == 1, "the root is one deal");
        for (std::size_t level = 0; level + 1 < table.size(); ++level) {
            next_.emplace_back();
            for (const std::size_t real : real_[level])
                next_[level].push_back(next_of(deck, table[level + 1], real, level + 1));
        }
    }

    unsigned levels() const { return static_cast<unsigned>(real_.size()); }
    std::size_t count(unsigned level) const { return real_[level].size(); }
    std::array<std::size_t, most_levels> counts() const {
        std::array<std::size_t, most_levels> all{};
        for (unsigned level = 0; level < levels(); ++level) all[level] = count(level);
        return all;
    }

    // The cards of a stored deal: its row in the table.
    std::size_t real(unsigned level, std::size_t deal) const { return real_[level][deal]; }

    std::span<const NextDeal> next(unsigned level, std::size_t deal) const {
        return next_[level][deal];
    }
    const std::uint16_t* permutation(Player player, std::uint32_t number) const {
        return permutations_[player].data() + number * hands_[player];
    }

private:
    void check_permutations() const {
        for (Player player = 0; player < players; ++player) {
            const auto& all = permutations_[player];
            require(hands_[player] > 0 && hands_[player] <= 1326 && !all.empty() &&
                        all.size() % hands_[player] == 0 &&
                        all.size() / hands_[player] == permutations_[0].size() / hands_[0],
                    "each permutation needs all hands of both players");
            for (std::size_t i = 0; i < all.size(); ++i)
                require(all[i] < hands_[player] && (i >= hands_[player] || all[i] == i),
                        "permutation 0 is the identity, and all have known hands");
        }
    }

    std::vector<NextDeal> next_of(std::size_t deck, const std::vector<StoredDeal>& table,
                                  std::size_t real, std::size_t level) const {
        std::vector<NextDeal> next;
        for (std::size_t card = 0; card < deck; ++card) {
            const auto [deal, permutation] = table[real * deck + card];
            if (deal < 0) continue;
            const auto number = static_cast<std::uint32_t>(deal);
            require(number < real_[level].size(), "a deal is not stored");
            if (permutation == 0) next.push_back({number, {}});
            NextDeal* stored = nullptr;
            for (NextDeal& one : next)
                if (one.deal == number) stored = &one;
            require(stored != nullptr, "a stored deal comes before the deals that mirror it");
            stored->permutations.push_back(static_cast<std::uint32_t>(permutation));
        }
        require(!next.empty(), "a street has no deal");
        return next;
    }

    std::array<std::vector<std::uint16_t>, players> permutations_;
    std::array<std::size_t, players> hands_;
    std::vector<std::vector<std::size_t>> real_;
    std::vector<std::vector<std::vector<NextDeal>>> next_;
};

}  // namespace astragal::postflop
