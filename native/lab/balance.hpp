// Best responses of all classes at once, to second order in the cards that a hand takes out.
//
// The score of a setting depends on the hand's own seven cards, which the other side can't have. An
// exact count for all 788,749 classes takes many minutes. Instead the score is approximated by that
// against a full deck, plus for each card of the hand the change that leaving out this card alone
// would make, plus for each pair of cards the change that is due to leaving out both. Suits of the
// hand do not count.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "setting/score.hpp"

namespace astragal::setting {

// The places of values in a table: [highs][91][13], or [highs][91] without a one.
template <class Shape>
inline constexpr std::size_t cells_of_high = two_values * Shape::one_values;

template <class Shape>
std::size_t table_cell(Value v) {
    const std::size_t cell = high_in(v) * two_values + two_in(v);
    if constexpr (Shape::has_one) return cell * Shape::one_values + one_in(v);
    return cell;
}

// Writes the net of every value, as a share of the greater stake on all hands.
template <class Shape>
void score_table(const Way& way, const Count* hist, Copies copies, const Stakes& stakes,
                 std::size_t highs, double* table) {
    // Places count from 1, so that no hand is at place 0.
    Sums<Shape, std::int64_t> sums(
        make_places<Shape>(highs + 1, two_values + 1, Shape::one_values + 1));
    std::int64_t all = 0;
    sums.count([&](std::int64_t* sum) {
        for (std::size_t i = 0; i < way.value.size(); ++i) {
            const Value v = way.value[i];
            all += hist[i];
            if (way.pushes[i] != 0) continue;
            sum[sums.cell(make_places<Shape>(high_in(v) + 1, two_in(v) + 1, one_in(v) + 1))] +=
                hist[i];
        }
    });
    const auto most = static_cast<double>(std::max(stakes.win, stakes.loss) * all);
    for (std::size_t h = 0; h < highs; ++h) {
        for (std::size_t t = 0; t < two_values; ++t) {
            for (std::size_t o = 0; o < Shape::one_values; ++o) {
                const auto result = result_of<std::int64_t>(
                    copies, [&] { return sums.up_to(make_places<Shape>(h, t, o)); },
                    [&] { return sums.up_to(make_places<Shape>(h + 1, t + 1, o + 1)); });
                *table++ = static_cast<double>(stakes.net(result)) / most;
            }
        }
    }
}

// Scores of settings against a way: with all cards; the change without a two, ..., an ace, the
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

// Writes the best setting of each class from `first` on, and its gain over the one in `choice`.
// The second order is looked up for settings that are within `margin` of the best by the first.
template <class Shape>
void best_responses(const RankTables<Shape>& rules, const ScoreTables& tables, float margin,
                    std::size_t first, std::size_t size, const std::uint8_t* choice,
                    std::uint8_t* best, float* gain) {
    const Classes& classes = Classes::get();
    std::array<float, Shape::setting_count> score;
    for (std::size_t i = 0; i < size; ++i) {
        const Seven seven = classes.cards_of(static_cast<ClassId>(first + i));
        const Distinct<Shape> settings = distinct_settings(rules, seven);
        float least = 0;
        for (std::size_t s = 0; s < settings.size; ++s) {
            score[s] = tables.first_order(seven, table_cell<Shape>(settings.value[s]));
            least = s == 0 ? score[s] : std::max(least, score[s]);
        }
        least -= margin;
        const std::size_t chosen = table_cell<Shape>(value_of(rules, seven, choice[i]));
        const float now = tables.first_order(seven, chosen) + tables.second_order(seven, chosen);
        float most = now;
        best[i] = choice[i];
        for (std::size_t s = 0; s < settings.size; ++s) {
            const std::size_t at = table_cell<Shape>(settings.value[s]);
            if (score[s] < least || at == chosen) continue;
            score[s] += tables.second_order(seven, at);
            if (score[s] > most) {
                most = score[s];
                best[i] = settings.setting[s];
            }
        }
        gain[i] = most - now;
    }
}

}  // namespace astragal::setting
