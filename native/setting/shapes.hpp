// The games' shapes: how many cards each hand has, the settings of seven cards, and which result of
// the hands wins or loses the bet.
//
// A dealer's hand counts as below mine or not. Where copies are lost, or pushed, only lower hands
// are below when it comes to winning; where copies are won, equal hands are, too.
//
// The rules are those of `wins_bet` of each game in Python; tests compare both with references.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "setting/classes.hpp"

namespace astragal::setting {

// Asia Poker: the bet wins with two of the three hands, and loses otherwise.
struct TwoOfThree {
    static constexpr bool wins(bool high, bool two, bool one) { return high + two + one >= 2; }
    static constexpr bool loses(bool high, bool two, bool one) { return !wins(high, two, one); }

    // Numbers of dealer hands that are below in these of the three hands.
    template <class Number>
    struct Below {
        Number all, high_two, high_one, two_one, three;

        // Hands below in all three are in each of the pairs.
        constexpr Number wins() const { return high_two + high_one + two_one - 2 * three; }
        constexpr Number losses() const { return all - wins(); }
    };
};

// Pai gow poker: the bet wins with both hands, loses with none, and is pushed with one of them.
struct Both {
    static constexpr bool wins(bool high, bool two) { return high && two; }
    static constexpr bool loses(bool high, bool two) { return !high && !two; }

    // Numbers of dealer hands that are below in these of the two hands.
    template <class Number>
    struct Below {
        Number all, high, two, both;

        constexpr Number wins() const { return both; }
        constexpr Number losses() const { return all - high - two + both; }
    };
};

// Asia Poker: a hand of four cards, the high one, of two, and of one.
struct FourTwoOne {
    using Rule = TwoOfThree;
    static constexpr bool has_one = true;
    static constexpr std::size_t hands = 3;
    static constexpr std::size_t high_cards = 4;
    static constexpr std::size_t setting_count = 105, settings_of_high = 3;
    static constexpr unsigned high_values = 4096, one_values = 13;  // at most
};

// Pai gow poker: a hand of five cards, the high one, and of two.
struct FiveTwo {
    using Rule = Both;
    static constexpr bool has_one = false;
    static constexpr std::size_t hands = 2;
    static constexpr std::size_t high_cards = 5;
    static constexpr std::size_t setting_count = 21, settings_of_high = 1;
    static constexpr unsigned high_values = 8191, one_values = 1;  // at most
};

inline constexpr std::size_t two_count = 21;  // pairs of seven cards

// Positions among seven cards. Settings are in the order of their two, then of their one. So the
// first of several with the same value has the highest cards in the two, then in the one.
template <class Shape>
struct Positions {
    std::array<std::uint8_t, Shape::high_cards> high;
    std::array<std::uint8_t, 2> two;
    std::uint8_t one;  // 7 if the shape has none
};

template <class Shape>
constexpr std::array<Positions<Shape>, Shape::setting_count> list_settings() {
    std::array<Positions<Shape>, Shape::setting_count> list{};
    constexpr std::uint8_t first_one = Shape::has_one ? 0 : hand_size;
    constexpr std::uint8_t end_one = Shape::has_one ? hand_size : hand_size + 1;
    std::size_t n = 0;
    for (std::uint8_t a = 0; a < hand_size; ++a) {
        for (std::uint8_t b = static_cast<std::uint8_t>(a + 1); b < hand_size; ++b) {
            for (std::uint8_t one = first_one; one < end_one; ++one) {
                if (one == a || one == b) continue;
                Positions<Shape>& p = list[n++];
                p.two = {a, b};
                p.one = one;
                std::size_t k = 0;
                for (std::uint8_t i = 0; i < hand_size; ++i) {
                    if (i != a && i != b && i != one) p.high[k++] = i;
                }
            }
        }
    }
    return list;
}
template <class Shape>
inline constexpr auto all_settings = list_settings<Shape>();

// A choice of the high hand, and the settings with it: 35 with three each, or 21 with one.
template <class Shape>
struct HighChoice {
    std::array<std::uint8_t, Shape::high_cards> high;
    std::array<std::uint8_t, Shape::settings_of_high> settings;
};

template <class Shape>
constexpr auto list_high_choices() {
    std::array<HighChoice<Shape>, Shape::setting_count / Shape::settings_of_high> list{};
    std::size_t n = 0;
    for (std::size_t s = 0; s < Shape::setting_count; ++s) {
        const auto& high = all_settings<Shape>[s].high;
        std::size_t known = 0, with_it = 0;
        while (known < n && list[known].high != high) ++known;
        if (known < n) continue;
        list[n].high = high;
        for (std::size_t t = s; t < Shape::setting_count; ++t) {
            if (all_settings<Shape>[t].high == high) {
                list[n].settings[with_it++] = static_cast<std::uint8_t>(t);
            }
        }
        ++n;
    }
    return list;
}
template <class Shape>
inline constexpr auto high_choices = list_high_choices<Shape>();

}  // namespace astragal::setting
