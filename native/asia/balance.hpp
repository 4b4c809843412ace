// Best responses of all classes at once, to second order in the cards that a hand takes out.
//
// The score of a setting depends on the hand's own seven cards, which the other side can't have. An
// exact count for all 788,749 classes takes many minutes. Instead the score is approximated by that
// against a full deck, plus for each card of the hand the change that leaving out this card alone
// would make, plus for each pair of cards the change that is due to leaving out both. Suits of the
// hand do not count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "asia/score.hpp"

namespace astragal::asia {

// The place of a triple in a table: [fours][91][13].
inline std::size_t table_cell(Triple t) {
    return (four_in(t) * two_values + two_in(t)) * one_values + one_in(t);
}

// Wins minus losses, as a share of all hands, for every triple.
inline void score_table(const Way& way, const Count* hist, Copies copies, std::size_t fours,
                        double* table) {
    const std::size_t sheet = two_values * one_values;
    std::vector<std::int64_t> not_above(fours * sheet, 0);
    for (std::size_t i = 0; i < way.triple.size(); ++i) {
        not_above[table_cell(way.triple[i])] += hist[i];
    }
    accumulate(not_above, sheet, one_values);

    const auto all = not_above.back();
    // Hands with all values below these, which count from 1 so that nothing is below 0.
    const auto below = [&](std::size_t four, std::size_t two, std::size_t one) -> std::int64_t {
        if (four == 0 || two == 0 || one == 0) return 0;
        return not_above[(four - 1) * sheet + (two - 1) * one_values + one - 1];
    };
    for (std::size_t f = 0; f < fours; ++f) {
        for (std::size_t t = 0; t < two_values; ++t) {
            for (std::size_t o = 0; o < one_values; ++o) {
                const std::int64_t wins = below(f, t, one_values) + below(f, two_values, o) +
                                          below(fours, t, o) - 2 * below(f, t, o);
                const std::int64_t ft = below(f + 1, t + 1, one_values),
                                   fo = below(f + 1, two_values, o + 1),
                                   to = below(fours, t + 1, o + 1);
                const std::int64_t singles = below(f + 1, two_values, one_values) +
                                             below(fours, t + 1, one_values) +
                                             below(fours, two_values, o + 1);
                const std::int64_t three =
                    all - singles + ft + fo + to - below(f + 1, t + 1, o + 1);
                const std::int64_t losses = 3 * all - 2 * singles + ft + fo + to - 2 * three;
                const std::int64_t net = copies == Copies::lost  ? 2 * wins - all
                                         : copies == Copies::won ? all - 2 * losses
                                                                 : wins - losses;
                *table++ = static_cast<double>(net) / static_cast<double>(all);
            }
        }
    }
}

// What settings score against a way: with all cards; the change without a two, ..., an ace, the
// joker; and the further change without two cards of each pair of ranks, the higher one first.
struct ScoreTables {
    static constexpr std::size_t count = 1 + joker_ranks + joker_ranks * (joker_ranks + 1) / 2;

    const float* table;
    std::size_t cells;

    float first_order(const Seven& seven, std::size_t at) const {
        float sum = table[at];
        for (const std::uint8_t rank : seven.rank) sum += table[(1 + rank) * cells + at];
        return sum;
    }
    float second_order(const Seven& seven, std::size_t at) const {
        float sum = 0;
        for (std::size_t i = 1; i < hand_size; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const std::size_t a = seven.rank[j], b = seven.rank[i];  // ranks fall
                sum += table[(1 + joker_ranks + a * (a + 1) / 2 + b) * cells + at];
            }
        }
        return sum;
    }
};

// For the classes from `first` on: the best setting, and what it gains over the one in `choice`.
// The second order is looked up for settings that are within `margin` of the best by the first.
inline void best_responses(const Rules& rules, const ScoreTables& tables, float margin,
                           std::size_t first, std::size_t size, const std::uint8_t* choice,
                           std::uint8_t* best, float* gain) {
    const Classes& classes = Classes::get();
    std::array<float, setting_count> score;
    for (std::size_t i = 0; i < size; ++i) {
        const Seven seven = classes.cards_of(static_cast<ClassId>(first + i));
        const Distinct found = distinct_settings(rules, seven);
        for (std::size_t s = 0; s < found.size; ++s) {
            score[s] = tables.first_order(seven, table_cell(found.triple[s]));
        }
        const float least = *std::max_element(score.data(), score.data() + found.size) - margin;
        const std::size_t chosen = table_cell(value_of(rules, seven, choice[i]));
        const float now = tables.first_order(seven, chosen) + tables.second_order(seven, chosen);
        float most = now;
        best[i] = choice[i];
        for (std::size_t s = 0; s < found.size; ++s) {
            const std::size_t at = table_cell(found.triple[s]);
            if (score[s] < least || at == chosen) continue;
            score[s] += tables.second_order(seven, at);
            if (score[s] > most) {
                most = score[s];
                best[i] = found.setting[s];
            }
        }
        gain[i] = most - now;
    }
}

}  // namespace astragal::asia
