// The whole game: one house way against another over all pairs of hands that share no card.
//
// Pairs without a shared card are counted by inclusion and exclusion: over every set of cards, the
// pairs of hands that both hold it, added or subtracted by the set's size. Sets that differ by a
// permutation of the suits have the same counts, so one of each kind is enough.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "setting/deals.hpp"
#include "setting/score.hpp"
#include "setting/shapes.hpp"

namespace astragal::setting {

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
    Value value;
    Count count;
};

// Counts the entries that are inserted in ascending order of the high hand, by the other hands:
// those below some value of each. Sums of twos and ones are kept in trees (Fenwick).
template <class Rule>
class EntriesBelow;

template <>
class EntriesBelow<TwoOfThree> {
public:
    using Below = TwoOfThree::Below<std::uint64_t>;

    explicit EntriesBelow(const std::vector<Entry>& entries) {
        for (const Entry& e : entries)
            two_one_[two_in(e.value) + 1][one_in(e.value) + 1] += e.count;
        for (std::size_t i = 1; i <= two_values; ++i) {
            for (std::size_t j = 1; j <= ones; ++j) two_one_[i][j] += two_one_[i][j - 1];
            for (std::size_t j = 1; j <= ones; ++j) two_one_[i][j] += two_one_[i - 1][j];
        }
    }

    void insert(const Entry& e) {
        const unsigned one = one_in(e.value);
        for (unsigned i = two_in(e.value) + 1; i <= two_values; i += i & (~i + 1)) {
            high_two_[i] += e.count;
            for (unsigned j = one + 1; j <= ones; j += j & (~j + 1)) three_[i][j] += e.count;
        }
        high_one_[one] += e.count;
    }

    Below below(unsigned two, unsigned one) const {
        Below sums{two_one_[two_values][ones], 0, 0, two_one_[two][one], 0};
        for (unsigned i = two; i > 0; i &= i - 1) {
            sums.high_two += high_two_[i];
            for (unsigned j = one; j > 0; j &= j - 1) sums.three += three_[i][j];
        }
        for (unsigned j = 0; j < one; ++j) sums.high_one += high_one_[j];
        return sums;
    }

private:
    static constexpr unsigned ones = FourTwoOne::one_values;

    std::array<std::array<std::uint64_t, ones + 1>, two_values + 1> three_{}, two_one_{};
    std::array<std::uint64_t, two_values + 1> high_two_{};
    std::array<std::uint64_t, ones> high_one_{};
};

template <>
class EntriesBelow<Both> {
public:
    using Below = Both::Below<std::uint64_t>;

    explicit EntriesBelow(const std::vector<Entry>& entries) {
        for (const Entry& e : entries) two_[two_in(e.value) + 1] += e.count;
        for (std::size_t i = 1; i <= two_values; ++i) two_[i] += two_[i - 1];
    }

    void insert(const Entry& e) {
        high_ += e.count;
        for (unsigned i = two_in(e.value) + 1; i <= two_values; i += i & (~i + 1)) {
            both_[i] += e.count;
        }
    }

    Below below(unsigned two, unsigned) const {
        Below sums{two_[two_values], high_, two_[two], 0};
        for (unsigned i = two; i > 0; i &= i - 1) sums.both += both_[i];
        return sums;
    }

private:
    std::uint64_t high_ = 0;
    std::array<std::uint64_t, two_values + 1> both_{}, two_{};
};

// Counts pairs of entries of a player and of a dealer, both ascending, by their result.
template <class Shape>
class EntryPairs {
public:
    static Result<std::uint64_t> result(const std::vector<Entry>& player,
                                        const std::vector<Entry>& dealer, Copies copies) {
        const auto with_copies = [&](unsigned not_above) {
            return player.size() * dealer.size() <= few ? by_pairs(player, dealer, not_above)
                                                        : by_order(player, dealer, not_above);
        };
        if (copies == Copies::lost) return with_copies(0);
        if (copies == Copies::won) return with_copies(1);
        const std::uint64_t wins = with_copies(0).wins;
        const bool mirrored = &player == &dealer;  // each pair is there both ways round
        return {wins, mirrored ? wins : with_copies(1).losses};
    }

private:
    using Rule = typename Shape::Rule;
    static constexpr std::size_t few = 1024;

    // A dealer's hand is below the player's, or not above: `not_above` is 0 or 1.
    static Result<std::uint64_t> by_pairs(const std::vector<Entry>& player,
                                          const std::vector<Entry>& dealer, unsigned not_above) {
        Result<std::uint64_t> sum;
        for (const Entry& a : player) {
            const unsigned high = high_in(a.value) + not_above, two = two_in(a.value) + not_above;
            const unsigned one = one_in(a.value) + not_above;
            Result<std::uint64_t> mine;
            for (const Entry& b : dealer) {
                const bool high_below = high_in(b.value) < high, two_below = two_in(b.value) < two;
                if constexpr (Shape::has_one) {
                    const bool one_below = one_in(b.value) < one;
                    mine.wins += Rule::wins(high_below, two_below, one_below) ? b.count : 0;
                    mine.losses += Rule::loses(high_below, two_below, one_below) ? b.count : 0;
                } else {
                    mine.wins += Rule::wins(high_below, two_below) ? b.count : 0;
                    mine.losses += Rule::loses(high_below, two_below) ? b.count : 0;
                }
            }
            sum += {mine.wins * a.count, mine.losses * a.count};
        }
        return sum;
    }

    static Result<std::uint64_t> by_order(const std::vector<Entry>& player,
                                          const std::vector<Entry>& dealer, unsigned not_above) {
        EntriesBelow<Rule> tally(dealer);
        Result<std::uint64_t> sum;
        auto next = dealer.begin();
        for (const Entry& a : player) {
            const unsigned high = high_in(a.value) + not_above;
            for (; next != dealer.end() && high_in(next->value) < high; ++next) tally.insert(*next);
            const auto below =
                tally.below(two_in(a.value) + not_above, one_in(a.value) + not_above);
            sum += {below.wins() * a.count, below.losses() * a.count};
        }
        return sum;
    }
};

// The hands that hold a given set, by outcome.
class Holders {
public:
    Holders(const Classes& classes, const Way& way)
        : classes_(classes),
          way_(way),
          hist_(way.value.size(), 0),
          touched_((way.value.size() + 63) / 64, 0) {}

    // Counts the hands that hold the set. Many hands are counted by classes; fewer are enumerated,
    // and their outcomes read from a bit map, or sorted if there are very few.
    void count(CardSet set) {
        const unsigned free = hand_size - bit_count(set);
        all_.clear();
        paying_.clear();
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
            few_.clear();
            each_outcome(classes_.key_of(set), full_deck & ~set, free, [&](std::uint32_t i) {
                if (hist_[i]++ == 0) few_.push_back(i);
            });
            std::sort(few_.begin(), few_.end());
            for (const std::uint32_t i : few_) take(i);
        }
    }

    // By ascending outcome: all, and those that do not push every bet if they are a dealer's.
    const std::vector<Entry>& all() const { return all_; }
    const std::vector<Entry>& paying() const { return way_.can_push ? paying_ : all_; }

private:
    void take(std::uint32_t outcome) {
        all_.push_back({way_.value[outcome], hist_[outcome]});
        if (way_.can_push && way_.pushes[outcome] == 0) paying_.push_back(all_.back());
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
    std::vector<std::uint32_t> few_;
    std::vector<Entry> all_, paying_;
};

// Two of a list of ways, by their places: the player's and the dealer's.
using Opponents = std::pair<std::size_t, std::size_t>;

// The results of pairs of ways over pairs of hands that both hold one of the sets, each set as
// often as its weight says.
template <class Shape>
std::vector<Result<std::uint64_t>> duels(const std::vector<const Way*>& ways,
                                         const std::vector<Opponents>& pairs, const CardSet* sets,
                                         const std::uint8_t* weight, std::size_t size,
                                         Copies copies) {
    std::vector<Holders> holders;
    for (const Way* way : ways) holders.emplace_back(Classes::get(), *way);
    std::vector<Result<std::uint64_t>> sums(pairs.size());
    for (std::size_t i = 0; i < size; ++i) {
        for (Holders& way : holders) way.count(sets[i]);
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            const auto [player, dealer] = pairs[p];
            const Result<std::uint64_t> result =
                EntryPairs<Shape>::result(holders[player].all(), holders[dealer].paying(), copies);
            sums[p] += {weight[i] * result.wins, weight[i] * result.losses};
        }
    }
    return sums;
}

}  // namespace astragal::setting
