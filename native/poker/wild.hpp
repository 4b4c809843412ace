// Hands with jokers: the best of all hands that the jokers can make, tried one by one.
#pragma once

#include <algorithm>
#include <cstddef>

#include "poker/evaluate.hpp"

namespace astragal::poker {

enum class WildMode {
    bug,   // an ace, or whatever makes a straight, a flush or a straight flush
    full,  // any card
};

inline constexpr CardSet jokers = first_cards(card_count + 2) & ~full_deck;

class WildEvaluator {
public:
    WildEvaluator(const Tables& tables, WildMode mode) : tables_(tables), mode_(mode) {}

    // A set of at most 7 cards, up to two of them jokers.
    Strength evaluate(CardSet set) const {
        const CardSet plain = set & ~jokers;
        const unsigned wild = bit_count(set & jokers);
        if (wild == 0) return poker::evaluate(tables_.lookup(), plain);
        // A joker stands for a card that the hand lacks, so five of a kind is a case of its own.
        const Strength five = five_of_a_kind(plain, wild);
        return five ? five : best_substitute(plain, wild, true);
    }

private:
    Strength five_of_a_kind(CardSet plain, unsigned wild) const {
        const unsigned lowest = mode_ == WildMode::bug ? ace : tables_.rules().lowest_rank;
        for (unsigned rank = rank_count; rank-- > lowest;) {
            if (bit_count(suits_of_rank(plain, rank)) + wild >= best_hand)
                return tables_.scale().of_five(rank);
        }
        return 0;
    }

    // `aces_only`: all jokers so far stand for aces.
    Strength best_substitute(CardSet hand, unsigned wild, bool aces_only) const {
        if (wild == 0) {
            const Strength strength = poker::evaluate(tables_.lookup(), hand);
            return mode_ == WildMode::full || aces_only || is_completed(strength) ? strength : 0;
        }
        Strength best = 0;
        each_bit(tables_.rules().deck() & ~hand, [&](unsigned card) {
            best = std::max(best, best_substitute(hand | CardSet{1} << card, wild - 1,
                                                  aces_only && rank_of(card) == ace));
        });
        return best;
    }

    bool is_completed(Strength strength) const {
        const Category category = tables_.scale().category(strength);
        return category == Category::straight || category == Category::flush ||
               category == Category::straight_flush;
    }

    const Tables& tables_;
    WildMode mode_;
};

// Sets of 0 to 7 cards with up to two jokers. Returns the first bad one, or `count`.
inline std::size_t evaluate_wild(const Tables& tables, WildMode mode, const CardSet* sets,
                                 std::size_t count, Strength* out) {
    const WildEvaluator evaluator(tables, mode);
    for (std::size_t i = 0; i < count; ++i) {
        const CardSet set = sets[i];
        if (bit_count(set) > max_hand || (set & ~(tables.rules().deck() | jokers))) return i;
        out[i] = evaluator.evaluate(set);
    }
    return count;
}

}  // namespace astragal::poker
