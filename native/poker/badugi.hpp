// Badugi: the best cards of a hand that differ in rank and in suit, at most four of them.
//
// The sets of ranks to which different suits can be given are the independent sets of a matroid (a
// transversal matroid: Edmonds and Fulkerson, 1965). So it is best to go through the ranks from the
// ace up, and to take each with which this stays possible. All that matters of the ranks taken so
// far is which sets of suits can be given to them: there are 68 such states. A table leads from a
// state and the suits of a rank to the next state.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/shared_table.hpp"
#include "poker/evaluate.hpp"

namespace astragal::poker {

class Badugi {
public:
    static const Badugi& get() {
        return shared_table<Badugi>([] { return std::unique_ptr<const Badugi>(new Badugi); });
    }

    // The ranks that count in a set of cards, bit 0 the ace .. bit 12 the king.
    RankSet ranks(CardSet set) const {
        const CardSet cards = from_ace(set);
        RankSet taken = 0;
        unsigned state = 0;
        each_bit(first_of_ranks(cards), [&](unsigned card) {
            const Transition step = steps_[state | (cards >> card) % suit_sets];
            taken |= (step & 1u) << rank_of(card);
            state = static_cast<unsigned>(step - step % suit_sets);
        });
        return taken;
    }

#if ASTRAGAL_HAS_BMI2
    // The same for at most 7 cards. The ranks that the hand has are moved together; four of them
    // take one step, and one more for each of the others (measured: 2.5 times as fast).
    ASTRAGAL_BMI2 ASTRAGAL_INLINE RankSet ranks_bmi2(CardSet set, unsigned size) const {
        const CardSet cards = from_ace(set), ranks = first_of_ranks(cards);
        const CardSet suits = __builtin_ia32_pext_di(cards, ranks * (suit_sets - 1));
        unsigned state = four_steps_[suits % four_ranks];
        unsigned taken = state % suit_sets;
        if (size > 4)
            for (unsigned i = 4; i < max_hand; ++i) {
                const Transition step =
                    steps_[(state & ~(suit_sets - 1)) | (suits >> (4 * i)) % suit_sets];
                taken |= (step & 1u) << i;
                state = step;
            }
        return static_cast<RankSet>(
            __builtin_ia32_pdep_di(taken, __builtin_ia32_pext_di(ranks, clubs)));
    }
#endif

private:
    using Transition = std::uint16_t;  // the next state's number, times 16; bit i: took i-th rank
    using SuitsTaken = std::uint16_t;  // a state: bit s for the set of suits s
    static constexpr SuitsTaken none = 1;             // no rank: the empty set of suits
    static constexpr unsigned four_ranks = 1u << 16;  // their suits

    // With the ace below the two.
    static CardSet from_ace(CardSet set) {
        return (set << suit_count | set >> (suit_count * ace)) & full_deck;
    }
    // A bit for each rank: where its cards begin.
    static CardSet first_of_ranks(CardSet cards) {
        const CardSet halves = cards | cards >> 1;
        return (halves | halves >> 2) & clubs;
    }

    Badugi() {
        std::vector<SuitsTaken> states{none};
        const auto number_of = [&](SuitsTaken state) {
            std::size_t i = 0;
            while (i < states.size() && states[i] != state) ++i;
            if (i == states.size()) states.push_back(state);
            return i;
        };
        for (std::size_t i = 0; i < states.size(); ++i)
            for (SuitSet suits = 0; suits < suit_sets; ++suits) {
                const SuitsTaken next = with_rank(states[i], suits);
                const std::size_t number = next ? number_of(next) : i;
                steps_.push_back(static_cast<Transition>(suit_sets * number | (next ? 1 : 0)));
            }
        require(states.size() == 68, "wrong number of states of a badugi");

        for (unsigned suits = 0; suits < four_ranks; ++suits) {
            unsigned state = 0, taken = 0;
            for (unsigned i = 0; i < 4; ++i) {
                const Transition step = steps_[state | (suits >> (4 * i)) % suit_sets];
                taken |= (step & 1u) << i;
                state = static_cast<unsigned>(step - step % suit_sets);
            }
            four_steps_.push_back(static_cast<Transition>(state | taken));
        }
    }

    static SuitsTaken with_rank(SuitsTaken state, SuitSet suits) {
        unsigned next = 0;
        each_bit(unsigned{state}, [&](unsigned taken) {
            each_bit(suits & ~taken, [&](unsigned suit) { next |= 1u << (taken | 1u << suit); });
        });
        return static_cast<SuitsTaken>(next);
    }

    std::vector<Transition> steps_, four_steps_;
};

namespace detail {

inline std::size_t evaluate_badugi_portable(const Strength* of_ranks, const CardSet* sets,
                                            std::size_t count, Strength* out) {
    const Badugi& badugi = Badugi::get();
    for (std::size_t i = 0; i < count; ++i) {
        const CardSet set = sets[i];
        if ((set & ~full_deck) || bit_count(set) > max_hand) return i;
        out[i] = of_ranks[badugi.ranks(set)];
    }
    return count;
}

#if ASTRAGAL_HAS_BMI2
__attribute__((target("bmi2,popcnt"))) inline std::size_t evaluate_badugi_bmi2(
    const Strength* of_ranks, const CardSet* sets, std::size_t count, Strength* out) {
    const Badugi& badugi = Badugi::get();
    for (std::size_t i = 0; i < count; ++i) {
        const CardSet set = sets[i];
        const unsigned size = bit_count(set);
        if ((set & ~full_deck) || size > max_hand) return i;
        out[i] = of_ranks[badugi.ranks_bmi2(set, size)];
    }
    return count;
}
#endif

}  // namespace detail

// Writes the strength of each set of at most 7 cards, given that of each set of ranks, bit 0 the
// ace. Returns the first bad set, or `count`.
inline std::size_t evaluate_badugi(const Strength* of_ranks, const CardSet* sets, std::size_t count,
                                   Strength* out, Path path = Path::fastest) {
    auto loop = detail::evaluate_badugi_portable;
#if ASTRAGAL_HAS_BMI2
    if (path == Path::fastest && has_fast_pext()) loop = detail::evaluate_badugi_bmi2;
#endif
    (void)path;
    return loop(of_ranks, sets, count, out);
}

// The same for rows of `size` ids each.
inline std::size_t evaluate_badugi_ids(const Strength* of_ranks, const Card* ids, std::size_t rows,
                                       std::size_t size, Strength* out, bool check) {
    const auto to_sets = check ? cards::hands_to_sets<true> : cards::hands_to_sets<false>;
    std::array<CardSet, 1024> sets;
    for (std::size_t begin = 0; begin < rows; begin += sets.size()) {
        const std::size_t count = std::min(sets.size(), rows - begin);
        std::size_t good = to_sets(ids + begin * size, count, size, card_count, sets.data());
        if (!check)  // ids that are not in the deck set the last bit
            for (CardSet& set : sets) set &= full_deck;
        good = evaluate_badugi(of_ranks, sets.data(), good, out + begin);
        if (good < count) return begin + good;
    }
    return rows;
}

}  // namespace astragal::poker
