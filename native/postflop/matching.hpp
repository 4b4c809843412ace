// Regret matching: an action is played in proportion to its regret, and equally often as all others
// where no regret is positive. Regrets are never below 0: cut there, they need no second discount,
// and solves need no more iterations.
//
// Functions work on rows of one number for each hand, `stride` numbers apart, eight hands at once.
#pragma once

#include <cstddef>
#include <type_traits>

#include "postflop/lanes.hpp"

namespace astragal::postflop {

// Regrets whose sum is smaller can't be divided by without overflow.
template <class Real>
inline constexpr Real smallest_sum = Real(1e-30);

// The probabilities of eight hands from their numbers: number * scale + even.
template <class L, class Real>
struct Share {
    L scale, even;

    ASTRAGAL_INLINE Share(const Real* numbers, std::size_t actions, std::size_t stride) {
        L sum = L::load(numbers);
        for (std::size_t a = 1; a < actions; ++a) sum = sum + L::load(numbers + a * stride);
        const L smallest = L::all(smallest_sum<Real>), none = L::all(0);
        scale = L::choose(sum, smallest, L::all(1) / sum, none);
        even = L::choose(sum, smallest, none, L::all(Real(1) / static_cast<Real>(actions)));
    }
    ASTRAGAL_INLINE L of(const Real* number) const { return L::load(number) * scale + even; }
};

// Writes how often a player comes to each child: `reach` times the probability of the action. The
// rows of `out` are `stride` apart as well.
template <unsigned bytes, std::size_t known, class Real>
ASTRAGAL_INLINE void play(const Real* numbers, std::size_t actions, std::size_t stride,
                          const Real* reach, Real* out) {
    using L = Lanes<Real, bytes>;
    if (known != 0) actions = known;
    for (std::size_t h = 0; h < stride; h += lane_count) {
        const Share<L, Real> share(numbers + h, actions, stride);
        const L here = L::load(reach + h);
        for (std::size_t a = 0; a < actions; ++a)
            (here * share.of(numbers + a * stride + h)).store(out + a * stride + h);
    }
}

// Calls work(number of actions as a constant); 0 stands for any number. Most decisions have two or
// three actions, and loops over a known number need no counters.
template <class Work>
ASTRAGAL_INLINE void with_actions(std::size_t actions, const Work& work) {
    if (actions == 2)
        work(std::integral_constant<std::size_t, 2>{});
    else if (actions == 3)
        work(std::integral_constant<std::size_t, 3>{});
    else
        work(std::integral_constant<std::size_t, 0>{});
}

// The values of a decision's actions by hand: values[0] takes the value of the decision.
template <class Real>
using ActionValues = Real* const*;

// One step of discounted regret matching: the value of the current strategy, then its regrets and
// averages.
template <unsigned bytes, std::size_t known, class Real>
ASTRAGAL_INLINE void learn(Real* regrets, Real* averages, std::size_t actions, std::size_t stride,
                           Real keep_regrets, Real keep_averages, ActionValues<Real> values) {
    using L = Lanes<Real, bytes>;
    if (known != 0) actions = known;
    const L fade = L::all(keep_regrets), fade_average = L::all(keep_averages), none = L::all(0);
    for (std::size_t h = 0; h < stride; h += lane_count) {
        const Share<L, Real> share(regrets + h, actions, stride);
        L value = share.of(regrets + h) * L::load(values[0] + h);
        for (std::size_t a = 1; a < actions; ++a)
            value = value + share.of(regrets + a * stride + h) * L::load(values[a] + h);
        for (std::size_t a = 0; a < actions; ++a) {
            Real* const regret = regrets + a * stride + h;
            Real* const average = averages + a * stride + h;
            const L now = L::load(regret);
            (L::load(average) * fade_average + (now * share.scale + share.even)).store(average);
            L::greater(now * fade + (L::load(values[a] + h) - value), none).store(regret);
        }
        value.store(values[0] + h);
    }
}

// The value of playing the numbers in proportion.
template <unsigned bytes, class Real>
ASTRAGAL_INLINE void mean_value(const Real* numbers, std::size_t actions, std::size_t stride,
                                ActionValues<Real> values) {
    using L = Lanes<Real, bytes>;
    for (std::size_t h = 0; h < stride; h += lane_count) {
        const Share<L, Real> share(numbers + h, actions, stride);
        L value = share.of(numbers + h) * L::load(values[0] + h);
        for (std::size_t a = 1; a < actions; ++a)
            value = value + share.of(numbers + a * stride + h) * L::load(values[a] + h);
        value.store(values[0] + h);
    }
}

// The value of the best action.
template <unsigned bytes, class Real>
ASTRAGAL_INLINE void best_value(std::size_t actions, std::size_t stride,
                                ActionValues<Real> values) {
    using L = Lanes<Real, bytes>;
    for (std::size_t h = 0; h < stride; h += lane_count) {
        L best = L::load(values[0] + h);
        for (std::size_t a = 1; a < actions; ++a) best = L::greater(best, L::load(values[a] + h));
        best.store(values[0] + h);
    }
}

// The value of an opponent's decision: his reach has been divided among the actions.
template <unsigned bytes, class Real>
ASTRAGAL_INLINE void added_value(std::size_t actions, std::size_t stride,
                                 ActionValues<Real> values) {
    using L = Lanes<Real, bytes>;
    for (std::size_t h = 0; h < stride; h += lane_count) {
        L sum = L::load(values[0] + h);
        for (std::size_t a = 1; a < actions; ++a) sum = sum + L::load(values[a] + h);
        sum.store(values[0] + h);
    }
}

}  // namespace astragal::postflop
