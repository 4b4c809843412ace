// The whole game: one house way against another over all pairs of hands that share no card.
//
// Pairs without a shared card are counted by inclusion and exclusion: over every set of cards, the
// pairs of hands that both hold it, added or subtracted by the set's size. Sets that differ by a
// permutation of the suits have the same counts, so one of each kind is enough.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "asia/deals.hpp"

namespace astragal::asia {

// Calls `visit(set, weight)` with one set of each kind of `size` cards. The weight is the number of
// sets of that kind: the orders of four rank sets, some of which may be equal.
template <class Visit>
void each_suit_class(unsigned size, Visit visit) {
    const Classes& classes = Classes::get();
    std::array<RankSet, suit_count> suits{};
    const auto weight = [&] {
        unsigned orders = 24, equal = 1;
        for (unsigned s = 1; s < suit_count; ++s) {
            equal = suits[s] == suits[s - 1] ? equal + 1 : 1;
            orders /= equal;
        }
        return orders;
    };
    // Rank sets in a fixed order (by size, then as numbers), each suit's not above the last one's.
    const auto fill = [&](auto& self, unsigned suit, unsigned left, CardSet set) -> void {
        if (suit == suit_count) {
            if (left == 0) visit(set, weight());
            return;
        }
        const unsigned most = suit == 0 ? left : std::min(left, bit_count(suits[suit - 1]));
        for (unsigned n = 0; n <= most; ++n) {
            if (left > n * (suit_count - suit)) continue;  // the rest could not hold them
            for (const RankSet ranks : classes.sets(n)) {
                const bool same_size = suit > 0 && n == bit_count(suits[suit - 1]);
                if (same_size && ranks > suits[suit - 1]) break;
                suits[suit] = ranks;
                CardSet more = set;
                each_bit(ranks, [&](unsigned r) { more |= cards_of_rank(r, SuitSet{1} << suit); });
                self(self, suit + 1, left - n, more);
            }
        }
    };
    fill(fill, 0, size, 0);
    if (size > 0) fill(fill, 0, size - 1, joker_bit);
}

// Outcomes with counts, of the hands that hold a given set.
struct Entry {
    Triple triple;
    Count count;
};

// Counts pairs of outcomes by their order. Twos and ones are few, so going through the fours in
// ascending order leaves a small table of (two, one), kept as a tree of partial sums (Fenwick).
class Duel {
public:
    // How many pairs the first wins in at least two of the sub-hands. Both ascend.
    std::uint64_t wins(const std::vector<Entry>& first, const std::vector<Entry>& second) {
        return first.size() * second.size() <= few ? by_pairs(first, second)
                                                   : by_order(first, second);
    }

private:
    static constexpr std::size_t few = 1024;

    static std::uint64_t by_pairs(const std::vector<Entry>& first,
                                  const std::vector<Entry>& second) {
        std::uint64_t sum = 0;
        for (const Entry& a : first) {
            std::uint64_t beaten = 0;
            for (const Entry& b : second) {
                const unsigned won = (four_in(a.triple) > four_in(b.triple)) +
                                     (two_in(a.triple) > two_in(b.triple)) +
                                     (one_in(a.triple) > one_in(b.triple));
                beaten += won >= 2 ? b.count : 0;
            }
            sum += beaten * a.count;
        }
        return sum;
    }

    std::uint64_t by_order(const std::vector<Entry>& first, const std::vector<Entry>& second) {
        for (auto& row : below_) row.fill(0);
        for (const Entry& b : second) {
            below_[two_in(b.triple) + 1][one_in(b.triple) + 1] += b.count;
        }
        for (std::size_t i = 1; i <= two_values; ++i) {
            for (std::size_t j = 1; j <= one_values; ++j) {
                below_[i][j] += below_[i][j - 1];
            }
            for (std::size_t j = 1; j <= one_values; ++j) below_[i][j] += below_[i - 1][j];
        }
        tree_.fill({});
        two_tree_.fill(0);
        one_count_.fill(0);
        std::uint64_t sum = 0;
        std::size_t next = 0;
        for (const Entry& a : first) {
            for (; next < second.size() && four_in(second[next].triple) < four_in(a.triple);
                 ++next) {
                insert(second[next]);
            }
            const unsigned two = two_in(a.triple), one = one_in(a.triple);
            std::uint64_t by_two = 0, by_both = 0, by_one = 0;
            for (unsigned i = two; i > 0; i &= i - 1) {
                by_two += two_tree_[i];
                for (unsigned j = one; j > 0; j &= j - 1) by_both += tree_[i][j];
            }
            for (unsigned j = 0; j < one; ++j) by_one += one_count_[j];
            // In pairs of axes, less twice what was counted in all three.
            sum += a.count * (by_two + by_one + below_[two][one] - 2 * by_both);
        }
        return sum;
    }

    void insert(const Entry& b) {
        const unsigned one = one_in(b.triple);
        for (unsigned i = two_in(b.triple) + 1; i <= two_values; i += i & (~i + 1)) {
            two_tree_[i] += b.count;
            for (unsigned j = one + 1; j <= one_values; j += j & (~j + 1)) tree_[i][j] += b.count;
        }
        one_count_[one] += b.count;
    }

    std::array<std::array<std::uint64_t, one_values + 1>, two_values + 1> tree_{}, below_{};
    std::array<std::uint64_t, two_values + 1> two_tree_{};
    std::array<std::uint64_t, one_values> one_count_{};
};

// The hands that hold a given set, by outcome.
class Holders {
public:
    Holders(const Classes& classes, const Way& way)
        : classes_(classes),
          way_(way),
          hist_(way.triple.size(), 0),
          touched_((way.triple.size() + 63) / 64, 0) {}

    // By ascending outcome. Many hands are counted by classes; fewer are enumerated, and their
    // outcomes read from a bit map, or sorted if there are very few.
    const std::vector<Entry>& of(CardSet set) {
        const unsigned free = hand_size - bit_count(set);
        entries_.clear();
        if (free >= 4) {
            Counter(classes_, full_deck & ~set, set).add(way_.outcome.data(), hist_.data(), blind_);
            for (std::uint32_t i = 0; i < hist_.size(); ++i) {
                if (hist_[i] != 0) take(i);
            }
        } else if (free >= 2) {
            each_outcome(classes_.key_of(set), full_deck & ~set, free, [&](std::uint32_t i) {
                ++hist_[i];
                touched_[i / 64] |= std::uint64_t{1} << i % 64;
            });
            for (std::uint32_t word = 0; word < touched_.size(); ++word) {
                each_bit(touched_[word], [&](unsigned bit) { take(64 * word + bit); });
                touched_[word] = 0;
            }
        } else {
            found_.clear();
            each_outcome(classes_.key_of(set), full_deck & ~set, free, [&](std::uint32_t i) {
                if (hist_[i]++ == 0) found_.push_back(i);
            });
            std::sort(found_.begin(), found_.end());
            for (const std::uint32_t i : found_) take(i);
        }
        return entries_;
    }

private:
    void take(std::uint32_t outcome) {
        entries_.push_back({way_.triple[outcome], hist_[outcome]});
        hist_[outcome] = 0;
    }

    template <class Visit>
    void each_outcome(const Key& key, CardSet rest, unsigned free, const Visit& visit) {
        if (free == 0) {
            visit(way_.outcome[classes_.of(key)]);
            return;
        }
        while (rest != 0) {
            const unsigned card = lowest_bit(rest);
            rest = without_lowest(rest);
            each_outcome(key + classes_.key(card), rest, free - 1, visit);
        }
    }

    const Classes& classes_;
    const Way& way_;
    std::vector<Count> hist_, blind_;
    std::vector<std::uint64_t> touched_;
    std::vector<std::uint32_t> found_;
    std::vector<Entry> entries_;
};

struct Results {
    std::uint64_t wins = 0, losses = 0;  // of the first way; copies are pushes
};

// Two of a list of ways, by their places.
using Opponents = std::pair<std::size_t, std::size_t>;

// The results of pairs of ways over pairs of hands that both hold one of the sets, each set as
// often as its weight says.
inline std::vector<Results> duels(const std::vector<const Way*>& ways,
                                  const std::vector<Opponents>& pairs, const CardSet* sets,
                                  const std::uint8_t* weight, std::size_t size) {
    std::vector<Holders> holders;
    for (const Way* way : ways) holders.emplace_back(Classes::get(), *way);
    std::vector<const std::vector<Entry>*> held(ways.size());
    Duel duel;
    std::vector<Results> sums(pairs.size());
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t w = 0; w < ways.size(); ++w) held[w] = &holders[w].of(sets[i]);
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            const auto [first, second] = pairs[p];
            const std::uint64_t won = duel.wins(*held[first], *held[second]);
            sums[p].wins += weight[i] * won;
            sums[p].losses +=
                weight[i] * (first == second ? won : duel.wins(*held[second], *held[first]));
        }
    }
    return sums;
}

}  // namespace astragal::asia
