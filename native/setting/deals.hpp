// How often each outcome of a house way comes up among all hands of a deck: counted by classes, and
// sampled.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/random.hpp"
#include "setting/classes.hpp"
#include "setting/settings.hpp"

namespace astragal::setting {

// A house way under some rules: which of its outcomes each class has. Values of outcomes ascend.
struct Way {
    std::vector<Value> value;            // of each outcome
    std::vector<std::uint32_t> outcome;  // of each class
    std::vector<std::uint8_t> pushes;    // of each outcome: 1 if a dealer with it pushes every bet
    bool can_push;                       // whether any does
    Value greatest;                      // the greatest value of each hand

    Way(std::vector<Value> values, std::vector<std::uint32_t> outcomes,
        std::vector<std::uint8_t> pushing)
        : value(std::move(values)),
          outcome(std::move(outcomes)),
          pushes(std::move(pushing)),
          can_push(std::any_of(pushes.begin(), pushes.end(), [](auto push) { return push != 0; })),
          greatest(greatest_of_each(value)) {}
};

// Counts wrap around while terms are added and subtracted; the sums, at most C(53, 7), fit.
using Count = std::uint32_t;

// How many pairs of different suits there are, one from each of two sets of suits, in which every
// other suit may be missing: it has no rank in `must`.
using SuitPairs = std::array<std::array<Count, suit_sets>, suit_sets>;

constexpr SuitPairs list_suit_pairs(const std::array<RankSet, suit_count>& must) {
    SuitPairs pairs{};
    for (unsigned s = 0; s < suit_count; ++s) {
        for (unsigned t = 0; t < suit_count; ++t) {
            RankSet left_out = 0;
            for (unsigned u = 0; u < suit_count; ++u) left_out |= u == s || u == t ? 0 : must[u];
            if (s == t || left_out != 0) continue;
            for (SuitSet a = 0; a < suit_sets; ++a) {
                for (SuitSet b = 0; b < suit_sets; ++b) pairs[a][b] += (a >> s & 1) & (b >> t & 1);
            }
        }
    }
    return pairs;
}

// Counts the hands of seven that hold all cards of `must` and otherwise only cards of `deck`.
//
// The number of hands with given ranks is a product of binomials, rank by rank; so is the number of
// those with given ranks in a long suit, over the other suits. Each hand with a long suit is
// subtracted from its suit-blind class and added to its own. A hand with two long suits is thereby
// counted twice in classes of one long suit, which the last step corrects.
class Counter {
public:
    Counter(const Classes& classes, CardSet deck, CardSet must)
        : classes_(classes),
          has_joker_(((deck | must) & joker_bit) != 0),
          must_have_joker_((must & joker_bit) != 0) {
        for (unsigned s = 0; s < suit_count; ++s) {
            must_[s] = ranks_in_suit(must, s);
            free_[s] = ranks_in_suit(deck & ~must, s);
        }
        weigh_others();
    }

    // Adds to `hist`, which has a place for each outcome; `blind` is scratch for the blind classes.
    void add(const std::uint32_t* outcome, Count* hist, std::vector<Count>& blind) const {
        blind.assign(Classes::blind_count, 0);
        count_blind(blind.data());
        for (std::size_t with_joker = 0; with_joker < 2; ++with_joker) {
            if (!counts(with_joker)) continue;
            for (std::size_t size = 4 - with_joker; size <= hand_size - with_joker; ++size) {
                count_one_suit(with_joker, size, outcome, hist, blind.data());
            }
        }
        if (has_joker_) count_two_suits(outcome, hist, blind.data());
        for (std::size_t id = 0; id < Classes::blind_count; ++id) hist[outcome[id]] += blind[id];
    }

    // Adds the hands of each suit-blind class, those with long suits among them.
    void count_blind(Count* blind) const {
        std::array<std::vector<Count>, hand_size + 1> low, high;
        for (std::size_t size = 0; size <= hand_size; ++size) {
            low[size] = weigh(0, Classes::low_ranks, classes_.low_parts(size));
            high[size] = weigh(Classes::low_ranks, Classes::high_ranks, classes_.high_parts(size));
        }
        for (std::size_t with_joker = 0; with_joker < 2; ++with_joker) {
            const std::size_t most = hand_size - with_joker;
            for (std::size_t size = 0; size <= most; ++size) {
                for (const Count a : low[size]) {
                    for (const Count b : high[most - size])
                        *blind++ += counts(with_joker) ? a * b : 0;
                }
            }
        }
    }

private:
    // Ways to have `n` cards of rank `r` from the suits of `suits`.
    Count ways(unsigned r, SuitSet suits, unsigned n) const {
        unsigned must = 0, free = 0;
        for (unsigned s = 0; s < suit_count; ++s) {
            if ((suits >> s & 1) == 0) continue;
            must += must_[s] >> r & 1;
            free += free_[s] >> r & 1;
        }
        return n < must || n - must > free ? 0 : binomial[free][n - must];
    }

    bool counts(std::size_t with_joker) const {
        return with_joker == 1 ? has_joker_ : !must_have_joker_;
    }

    // Ways for each list of numbers by rank, of the ranks from `first` on.
    std::vector<Count> weigh(unsigned first, unsigned ranks,
                             const std::vector<std::uint32_t>& parts) const {
        std::array<std::array<Count, 5>, rank_count> one{};
        for (unsigned r = 0; r < ranks; ++r) {
            for (unsigned n = 0; n < 5; ++n) one[r][n] = ways(first + r, 0xf, n);
        }
        std::vector<Count> weight;
        weight.reserve(parts.size());
        for (std::uint32_t code : parts) {
            Count product = 1;
            for (unsigned r = 0; r < ranks; ++r, code /= 5) product *= one[r][code % 5];
            weight.push_back(product);
        }
        return weight;
    }

    // For each set of suits: the ways to have other cards beside a long suit, added over the suits
    // of the set.
    void weigh_others() {
        for (std::size_t size = 0; size < others_.size(); ++size) {
            const auto& lists = classes_.others(size);
            for (auto& weights : others_[size]) weights.assign(lists.size(), 0);
            for (unsigned suit = 0; suit < suit_count; ++suit) weigh_beside(suit, size);
        }
    }

    void weigh_beside(unsigned suit, std::size_t size) {
        const unsigned other_suits = 0xf ^ 1u << suit;
        const auto& lists = classes_.others(size);
        unsigned must_size = 0;
        std::array<std::array<Count, 4>, rank_count> one{};
        for (unsigned r = 0; r < rank_count; ++r) {
            for (unsigned n = 0; n < 4; ++n) one[r][n] = ways(r, other_suits, n);
            for (unsigned s = 0; s < suit_count; ++s) {
                must_size += s == suit ? 0 : must_[s] >> r & 1;
            }
        }
        for (std::size_t i = 0; i < lists.size(); ++i) {
            std::array<unsigned, rank_count> numbers{};
            for (std::size_t k = 0; k < size; ++k) ++numbers[lists[i][k]];
            Count product = 1;
            unsigned must_met = 0;
            for (std::size_t k = 0; k < size; ++k) {
                const unsigned r = lists[i][k];
                if (k > 0 && r == lists[i][k - 1]) continue;  // equal ranks stand together
                product *= one[r][numbers[r]];
                for (unsigned s = 0; s < suit_count; ++s) {
                    must_met += s == suit ? 0 : must_[s] >> r & 1;
                }
            }
            if (must_met != must_size) continue;  // a card of `must` has no place here
            for (SuitSet suits = 0; suits < suit_sets; ++suits) {
                if (suits >> suit & 1) others_[size][suits][i] += product;
            }
        }
    }

    // The suits that can hold exactly these ranks.
    SuitSet suits_for(RankSet ranks) const {
        SuitSet suits = 0;
        for (unsigned s = 0; s < suit_count; ++s) {
            const bool fits = (ranks & ~(must_[s] | free_[s])) == 0 && (must_[s] & ~ranks) == 0;
            suits |= static_cast<unsigned>(fits) << s;
        }
        return suits;
    }

    void count_one_suit(std::size_t with_joker, std::size_t size, const std::uint32_t* outcome,
                        Count* hist, Count* blind) const {
        const std::size_t rest = hand_size - with_joker - size;
        std::size_t id = classes_.one_suit_start(with_joker, size);
        const ClassId* blind_of = classes_.blind_table();
        for (const RankSet ranks : classes_.sets(size)) {
            const SuitSet suits = suits_for(ranks);
            const std::vector<Count>& weights = others_[rest][suits];
            if (suits == 0) {
                id += weights.size();
                continue;
            }
            for (const Count weight : weights) {
                hist[outcome[id]] += weight;
                blind[blind_of[id]] -= weight;
                ++id;
            }
        }
    }

    void count_two_suits(const std::uint32_t* outcome, Count* hist, Count* blind) const {
        const auto& sets = classes_.sets(3);
        std::vector<SuitSet> suits(sets.size());
        for (std::size_t i = 0; i < sets.size(); ++i) suits[i] = suits_for(sets[i]);
        const SuitPairs pairs = list_suit_pairs(must_);
        std::size_t id = classes_.two_suits_start();
        for (std::size_t i = 0; i < sets.size(); ++i) {
            for (std::size_t j = 0; j <= i; ++j, ++id) {
                Count weight = pairs[suits[i]][suits[j]];
                if (i == j) weight /= 2;  // swapping the two suits gives the same hand
                if (weight == 0) continue;
                hist[outcome[id]] += weight;
                hist[outcome[classes_.one_suit_of_two(sets[i], sets[j])]] -= weight;
                hist[outcome[classes_.one_suit_of_two(sets[j], sets[i])]] -= weight;
                blind[classes_.blind(static_cast<ClassId>(id))] += weight;
            }
        }
    }

    const Classes& classes_;
    bool has_joker_, must_have_joker_;
    std::array<RankSet, suit_count> must_{}, free_{};
    std::array<std::array<std::vector<Count>, suit_sets>, 4> others_;  // by size and suits
};

// Adds the outcomes of `samples` random hands from the deck to `hist`.
inline void sample(const Classes& classes, CardSet deck, std::uint64_t stream, std::size_t samples,
                   const std::uint32_t* outcome, Count* hist) {
    std::array<unsigned, 64> card{};
    std::uint32_t size = 0;
    each_bit(deck, [&](unsigned one) { card[size++] = one; });
    SplitMix64 random(stream);
    for (std::size_t n = 0; n < samples; ++n) {
        Key key;
        for (std::uint32_t i = 0; i < hand_size; ++i) {
            std::swap(card[i], card[i + random.draw_exactly(size - i)]);
            key = key + classes.key(card[i]);
        }
        ++hist[outcome[classes.of(key)]];
    }
}

}  // namespace astragal::setting
