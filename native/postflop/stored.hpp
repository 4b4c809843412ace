// The input of a certificate: the betting lines, the money, and a stored strategy.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/require.hpp"

namespace astragal::certificate {

inline constexpr std::size_t most_hands = 1326;  // 52 choose 2

enum class Kind : std::uint8_t { oop, ip, chance, fold, showdown };

// The betting tree, without cards.
struct Lines {
    std::vector<Kind> kind;
    std::vector<std::uint8_t> level;  // streets below the root's
    std::vector<std::uint32_t> first_child, children;
    std::vector<std::int64_t> put_in;  // by each player; the smaller number if one has folded
    std::vector<std::uint8_t> folded;
    std::size_t size() const { return kind.size(); }

    // Refuses arrays that are no tree of at most `cards` cards.
    void check(unsigned cards) const {
        require(size() > 0 && level.size() == size() && first_child.size() == size() &&
                    children.size() == size() && put_in.size() == size() && folded.size() == size(),
                "the betting tree needs a row for each node");
        std::vector<unsigned> depth(size(), 0);
        for (std::size_t node = 0; node < size(); ++node) {
            require(kind[node] <= Kind::showdown && level[node] <= cards && depth[node] < 1000 &&
                        put_in[node] >= 0 && put_in[node] < (std::int64_t{1} << 50),
                    "a node of the betting tree is wrong");
            const bool chance = kind[node] == Kind::chance;
            const bool end = kind[node] >= Kind::fold;
            require(end ? children[node] == 0 : children[node] >= 1 && children[node] <= 64,
                    "a node of the betting tree has too many or too few children");
            require(!chance || children[node] == 1, "a card leads to one node");
            require(
                children[node] == 0 || (first_child[node] > node && first_child[node] <= size() &&
                                        children[node] <= size() - first_child[node]),
                "the children of a node must follow it");
            for (std::uint32_t a = 0; a < children[node]; ++a) {
                const std::size_t child = first_child[node] + a;
                require(level[child] == level[node] + (chance ? 1 : 0),
                        "a street begins after a card");
                depth[child] = depth[node] + 1;
            }
        }
    }
};

struct Money {
    double pot, rake_rate, rake_cap;

    double pot_less_rake(std::int64_t put_in) const {
        const double all = pot + 2 * static_cast<double>(put_in);
        return all - std::min(rake_rate * all, rake_cap);
    }
    double won(std::int64_t put_in) const {
        return pot_less_rake(put_in) - static_cast<double>(put_in);
    }
    double lost(std::int64_t put_in) const { return -static_cast<double>(put_in); }
    double largest(const Lines& lines) const {
        return pot +
               2 * static_cast<double>(*std::max_element(lines.put_in.begin(), lines.put_in.end()));
    }
};

// The stored deal that stands for a real one, and how the hands of both players are exchanged.
struct StoredDeal {
    std::int32_t deal = -1;  // -1: a card is dead, or dealt twice
    std::int32_t permutation = 0;
};

// The places of a strategy's numbers, as postflop/strategy.hpp and deals.hpp describe them.
struct Places {
    // Of a decision: its first row after the first stored deal, and the way to that of the next.
    std::vector<std::int64_t> start, step;
    // Of a level: one deal at the root, then 52, by card, then 52 x 52, by both cards.
    std::array<std::vector<StoredDeal>, 3> deals;
    // Of a player: permutations of his hands. The stored hand of hand h is [permutation][h].
    std::array<std::vector<std::uint16_t>, 2> permutations;
    std::array<std::size_t, 2> hands, stride;  // a row has `hands` numbers; the next is `stride` on

    // Refuses places outside of `count` numbers of each player, and deals without a place.
    void check(const Lines& lines, const std::vector<std::vector<bool>>& possible,
               std::array<std::size_t, 2> count) const {
        require(start.size() == lines.size() && step.size() == lines.size(),
                "each node needs a place");
        for (unsigned player = 0; player < 2; ++player) {
            require(hands[player] >= 1 && hands[player] <= most_hands &&
                        stride[player] >= hands[player] && stride[player] <= 2 * most_hands,
                    "a player has 1 to 1,326 hands");
            require(permutations[player].size() % hands[player] == 0,
                    "a permutation needs all hands");
            for (std::size_t i = 0; i < permutations[player].size(); ++i)
                require(permutations[player][i] < hands[player] &&
                            (i >= hands[player] || permutations[player][i] == i),
                        "permutation 0 is the identity, and all have known hands");
        }
        std::array<std::int64_t, 3> last{};
        for (std::size_t level = 0; level < possible.size(); ++level) {
            require(deals[level].size() == possible[level].size(), "each deal needs a place");
            for (std::size_t i = 0; i < deals[level].size(); ++i) {
                const auto [deal, permutation] = deals[level][i];
                require(deal >= (possible[level][i] ? 0 : -1), "a deal is not stored");
                last[level] = std::max<std::int64_t>(last[level], deal);
                for (unsigned player = 0; player < 2; ++player)
                    require(permutation >= 0 && static_cast<std::size_t>(permutation) <
                                                    permutations[player].size() / hands[player],
                            "a deal has an unknown permutation");
            }
        }
        for (std::size_t node = 0; node < lines.size(); ++node) {
            if (lines.kind[node] > Kind::ip) continue;
            const auto player = static_cast<std::size_t>(lines.kind[node]);
            const auto most = static_cast<std::int64_t>(count[player]);
            const auto size = static_cast<std::int64_t>(
                (lines.children[node] - 1) * stride[player] + hands[player]);
            const std::int64_t after = last[lines.level[node]];
            require(start[node] >= 0 && step[node] >= 0 && size <= most &&
                        start[node] <= most - size &&
                        (after == 0 || step[node] <= (most - size - start[node]) / after),
                    "a row lies outside of the stored numbers");
        }
    }
};

// Probabilities that hands must play at a node after a deal: [actions][hands]; NaN for free hands.
struct Lock {
    std::uint32_t node, deal;
    std::vector<double> rows;
};

inline bool is_locked(double probability) { return !std::isnan(probability); }

template <class Value>
class Strategy {
public:
    Strategy(const Lines& lines, const Places& places, std::array<const Value*, 2> values,
             const std::vector<Lock>& locks)
        : lines_(lines), places_(places), values_(values), locks_(locks) {
        has_lock_.assign(lines.size(), false);
        for (const Lock& lock : locks) has_lock_[lock.node] = true;
    }

    // Writes the probabilities of each action and hand. Numbers that are all 0 play every action
    // equally often. Returns the first row of the lock if there is one.
    const double* read(std::uint32_t node, unsigned player, std::uint32_t deal, double* out) const {
        const std::size_t actions = lines_.children[node], hands = places_.hands[player];
        const auto [stored, permutation] = places_.deals[lines_.level[node]][deal];
        const Value* const from =
            values_[player] + places_.start[node] + stored * places_.step[node];
        const std::uint16_t* const place =
            places_.permutations[player].data() + static_cast<std::size_t>(permutation) * hands;
        for (std::size_t a = 0; a < actions; ++a) {
            const Value* const row = from + a * places_.stride[player];
            if (permutation == 0) {
                for (std::size_t h = 0; h < hands; ++h)
                    out[a * hands + h] = static_cast<double>(row[h]);
            } else {
                for (std::size_t h = 0; h < hands; ++h)
                    out[a * hands + h] = static_cast<double>(row[place[h]]);
            }
        }
        const Lock* const lock = lock_of(node, deal);
        if (lock)
            for (std::size_t i = 0; i < actions * hands; ++i)
                if (is_locked(lock->rows[i])) out[i] = lock->rows[i];
        std::array<double, most_hands> sums;
        std::copy_n(out, hands, sums.begin());
        for (std::size_t a = 1; a < actions; ++a)
            for (std::size_t h = 0; h < hands; ++h) sums[h] += out[a * hands + h];
        const double even = 1 / static_cast<double>(actions);
        for (std::size_t a = 0; a < actions; ++a)
            for (std::size_t h = 0; h < hands; ++h)
                out[a * hands + h] = sums[h] > 0 ? out[a * hands + h] / sums[h] : even;
        return lock ? lock->rows.data() : nullptr;
    }

private:
    const Lock* lock_of(std::uint32_t node, std::uint32_t deal) const {
        if (!has_lock_[node]) return nullptr;
        for (const Lock& lock : locks_)
            if (lock.node == node && lock.deal == deal) return &lock;
        return nullptr;
    }

    const Lines& lines_;
    const Places& places_;
    std::array<const Value*, 2> values_;
    const std::vector<Lock>& locks_;
    std::vector<bool> has_lock_;
};

}  // namespace astragal::certificate
