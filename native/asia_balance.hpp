// Best responses of all classes at once, to first order in the cards that a hand takes out.
//
// The score of a setting against a dealer depends on the player's own seven cards, which the dealer
// can't have. An exact count for each of 788,749 classes would take an hour. Instead the score is
// approximated by that against a full deck, plus for each card of the hand the change that leaving
// out this card alone would make.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "asia_deals.hpp"
#include "asia_settings.hpp"

namespace astragal::asia {

// Wins minus losses, as a share of all hands, for every triple: [fours][91][13].
inline void score_table(const Way& way, const Count* hist, std::size_t fours, float* table) {
    const std::size_t sheet = two_values * one_values;
    std::vector<std::int64_t> not_above(fours * sheet, 0);
    for (std::size_t i = 0; i < way.triple.size(); ++i) {
        const Triple t = way.triple[i];
        not_above[four_in(t) * sheet + two_in(t) * one_values + one_in(t)] += hist[i];
    }
    for (std::size_t i = 0; i < not_above.size(); ++i) {
        if (i % one_values != 0) not_above[i] += not_above[i - 1];
    }
    for (std::size_t i = 0; i < not_above.size(); ++i) {
        if (i % sheet >= one_values) not_above[i] += not_above[i - one_values];
    }
    for (std::size_t i = sheet; i < not_above.size(); ++i) not_above[i] += not_above[i - sheet];

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
                *table++ = static_cast<float>(static_cast<double>(wins - losses) /
                                              static_cast<double>(all));
            }
        }
    }
}

// For the classes from `first` on: the best setting, and what it gains over the one in `choice`.
// `tables` are 15 score tables: without a two, ..., an ace, the joker; and with all cards.
inline void best_responses(const Rules& rules, const float* tables, std::size_t fours,
                           std::size_t first, std::size_t size, const std::uint8_t* choice,
                           std::uint8_t* best, float* gain) {
    const Classes& classes = Classes::get();
    const std::size_t table_size = fours * two_values * one_values;
    const float* full = tables + joker_ranks * table_size;
    for (std::size_t i = 0; i < size; ++i) {
        const Seven seven = classes.cards_of(static_cast<ClassId>(first + i));
        const auto score = [&](Triple t) {
            const std::size_t at = (four_in(t) * two_values + two_in(t)) * one_values + one_in(t);
            float sum = full[at] * (1 - static_cast<float>(hand_size));
            for (const std::uint8_t rank : seven.rank) sum += tables[rank * table_size + at];
            return sum;
        };
        const Distinct found = distinct_settings(rules, seven);
        const float now = score(value_of(rules, seven, choice[i]));
        float most = now;
        best[i] = choice[i];
        for (std::size_t s = 0; s < found.size; ++s) {
            const float value = score(found.triple[s]);
            if (value > most) {
                most = value;
                best[i] = found.setting[s];
            }
        }
        gain[i] = most - now;
    }
}

}  // namespace astragal::asia
