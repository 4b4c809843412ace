// The ways to set seven cards, and the value of each.
//
// The values of the high hand, the two and the one come as tables: each is a number within its own
// order. A least high hand and a greatest one for every two say which settings foul. No rule is
// written here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/bits.hpp"
#include "setting/classes.hpp"
#include "setting/shapes.hpp"
#include "words.hpp"

namespace astragal::setting {

inline constexpr unsigned joker_ranks = 14;  // the ranks and the joker
inline constexpr unsigned two_values = 91;   // at most

// The values of a setting's hands in one word. Words compare by the high hand, then the two, then
// the one, which is 0 if the shape has none.
using Value = words::setting_value::Word;

constexpr Value make_value(unsigned high, unsigned two, unsigned one) {
    using namespace words::setting_value;
    return with_high(with_two(with_one(0, one), two), high);
}
constexpr unsigned high_in(Value v) { return words::setting_value::high(v); }
constexpr unsigned two_in(Value v) { return words::setting_value::two(v); }
constexpr unsigned one_in(Value v) { return words::setting_value::one(v); }

template <class Shape>
constexpr bool is_value(Value v) {
    return high_in(v) < Shape::high_values && two_in(v) < two_values &&
           one_in(v) < Shape::one_values && v == make_value(high_in(v), two_in(v), one_in(v));
}

// The greatest value of each hand in one word. Bits outside the hands remain, so that the word is
// a value of a shape exactly if all of them are.
inline Value greatest_of_each(const std::vector<Value>& values) {
    unsigned high = 0, two = 0, one = 0;
    Value outside = 0;
    for (const Value v : values) {
        high = std::max(high, high_in(v));
        two = std::max(two, two_in(v));
        one = std::max(one, one_in(v));
        outside |= v ^ make_value(high_in(v), two_in(v), one_in(v));
    }
    return make_value(high, two, one) | outside;
}

template <class Shape>
struct RankTables {
    std::vector<std::uint16_t> high_by_ranks;  // [14^4 or 14^5], ranks falling, not of one suit
    std::vector<std::uint16_t> high_suited;    // [2^14], by rank set, bit 13 the joker
    std::vector<std::uint8_t> two;             // [14^2], ranks falling
    std::vector<std::uint16_t> least_high;     // [91], beside each two
    // Without a one both are empty.
    std::vector<std::uint8_t> one{};          // [14]
    std::vector<std::int8_t> greatest_one{};  // [91], below each two; -1: none

    bool legal(Value v) const {
        const unsigned two_value = two_in(v);
        if constexpr (Shape::has_one) {
            if (static_cast<int>(one_in(v)) > greatest_one[two_value]) return false;
        }
        return high_in(v) >= least_high[two_value];
    }
};

// What counts of the cards of a high hand: where their ranks stand in `high_by_ranks`, their ranks
// as a set, and the suits that all of them have.
struct HighCards {
    unsigned place = 0;
    RankSet ranks = 0;
    SuitSet suits = 0xf;
};

template <std::size_t cards>
constexpr HighCards high_cards(const Seven& seven, const std::array<std::uint8_t, cards>& at) {
    HighCards high;
    for (const std::uint8_t i : at) {
        high.place = high.place * joker_ranks + seven.rank[i];
        high.ranks |= RankSet{1} << seven.rank[i];
        high.suits &= seven.suits[i];
    }
    return high;
}

template <class Shape>
unsigned high_value(const RankTables<Shape>& rules, const Seven& seven,
                    const std::array<std::uint8_t, Shape::high_cards>& at) {
    const HighCards high = high_cards(seven, at);
    return high.suits != 0 ? rules.high_suited[high.ranks] : rules.high_by_ranks[high.place];
}

template <class Shape>
Value with_high(const RankTables<Shape>& rules, const Seven& seven, unsigned high,
                std::size_t setting) {
    const Positions<Shape>& p = all_settings<Shape>[setting];
    unsigned one = 0;
    if constexpr (Shape::has_one) one = rules.one[seven.rank[p.one]];
    return make_value(high, rules.two[seven.rank[p.two[0]] * joker_ranks + seven.rank[p.two[1]]],
                      one);
}

template <class Shape>
Value value_of(const RankTables<Shape>& rules, const Seven& seven, std::size_t setting) {
    const unsigned high = high_value(rules, seven, all_settings<Shape>[setting].high);
    return with_high(rules, seven, high, setting);
}

// The values of all settings, legal or not.
template <class Shape>
std::array<Value, Shape::setting_count> all_values(const RankTables<Shape>& rules,
                                                   const Seven& seven) {
    std::array<Value, Shape::setting_count> values;
    for (const HighChoice<Shape>& choice : high_choices<Shape>) {
        const unsigned high = high_value(rules, seven, choice.high);
        for (const std::uint8_t s : choice.settings) values[s] = with_high(rules, seven, high, s);
    }
    return values;
}

// The first setting with this value; the number of settings if there is none.
template <class Shape>
std::uint8_t setting_of_value(const RankTables<Shape>& rules, CardSet hand, Value value) {
    const auto values = all_values(rules, seven_of(falling(hand)));
    return static_cast<std::uint8_t>(std::find(values.begin(), values.end(), value) -
                                     values.begin());
}

// The legal settings of a hand, one for each distinct value, by falling value.
template <class Shape>
struct Distinct {
    std::array<Value, Shape::setting_count> value;
    std::array<std::uint8_t, Shape::setting_count> setting;  // the first that has it
    std::array<std::uint8_t, Shape::setting_count> same;     // how many have it
    std::size_t size = 0;
};

template <class Shape>
Distinct<Shape> distinct_settings(const RankTables<Shape>& rules, const Seven& seven) {
    constexpr std::uint32_t count = Shape::setting_count;
    const auto values = all_values(rules, seven);
    // Numbers that ascend by falling value, then by setting.
    constexpr Value greatest = make_value(Shape::high_values - 1, two_values, Shape::one_values);
    std::array<std::uint32_t, count> order;
    std::size_t legal = 0;
    for (std::uint32_t s = 0; s < count; ++s) {
        if (rules.legal(values[s])) order[legal++] = (greatest - values[s]) * count + s;
    }
    std::sort(order.data(), order.data() + legal);
    Distinct<Shape> distinct;
    for (std::size_t i = 0; i < legal; ++i) {
        const auto s = static_cast<std::uint8_t>(order[i] % count);
        if (distinct.size == 0 || distinct.value[distinct.size - 1] != values[s]) {
            distinct.value[distinct.size] = values[s];
            distinct.setting[distinct.size] = s;
            distinct.same[distinct.size++] = 0;
        }
        ++distinct.same[distinct.size - 1];
    }
    return distinct;
}

// The legal setting with the highest score. Of equal scores it takes the greatest one, then the
// greatest two, then the greatest high hand, then the first setting. A score of `never` is out of
// the question; without any other the result is the number of settings.
inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

template <class Shape, class ScoreOf>
std::uint8_t choose(const RankTables<Shape>& rules, const Seven& seven, const ScoreOf& score_of) {
    // The 21 twos and the least high hand and the greatest one beside each.
    struct Two {
        unsigned value, least_high;
        int greatest_one;
    };
    constexpr std::size_t settings_of_two = Shape::setting_count / two_count;
    std::array<Two, two_count> twos;
    std::array<unsigned, hand_size> ones{};
    for (std::size_t i = 0; i < twos.size(); ++i) {
        const auto [a, b] = all_settings<Shape>[settings_of_two * i].two;
        const unsigned value = rules.two[seven.rank[a] * joker_ranks + seven.rank[b]];
        twos[i] = {value, rules.least_high[value], 0};
        if constexpr (Shape::has_one) twos[i].greatest_one = rules.greatest_one[value];
    }
    if constexpr (Shape::has_one) {
        for (std::size_t i = 0; i < hand_size; ++i) ones[i] = rules.one[seven.rank[i]];
    }

    std::uint8_t best = Shape::setting_count;
    std::int64_t most = never;
    unsigned most_order = 0;
    for (const HighChoice<Shape>& choice : high_choices<Shape>) {
        const unsigned high = high_value(rules, seven, choice.high);
        for (const std::uint8_t s : choice.settings) {
            const Two& two = twos[s / settings_of_two];
            unsigned one = 0;
            if constexpr (Shape::has_one) one = ones[all_settings<Shape>[s].one];
            if (high < two.least_high || static_cast<int>(one) > two.greatest_one) continue;
            const std::int64_t score = score_of(make_value(high, two.value, one));
            if (score == never || score < most) continue;
            const unsigned order = (one * two_values + two.value) * Shape::high_values + high;
            if (score > most || order > most_order || (order == most_order && s < best)) {
                best = s;
                most = score;
                most_order = order;
            }
        }
    }
    return best;
}

// Points for each value of the high hand, the two and the one.
struct Points {
    const std::int32_t *high, *two, *one;

    std::int64_t operator()(Value v) const {
        return std::int64_t{high[high_in(v)]} + two[two_in(v)] + one[one_in(v)];
    }
};

// The least values of the high hand, the two and the one.
struct Least {
    unsigned high, two, one;

    std::int64_t operator()(Value v) const {
        return high_in(v) >= high && two_in(v) >= two && one_in(v) >= one ? 0 : never;
    }
};

// Scores by the first of some lines that a setting reaches: the earlier, the higher. Each value of
// the high hand, the two and the one has a bit for every line that it is enough for.
template <class Shape>
class FirstLine {
public:
    explicit FirstLine(const std::vector<Least>& lines)
        : words_((lines.size() + 63) / 64),
          high_(Shape::high_values * words_),
          two_(two_values * words_),
          one_(Shape::one_values * words_) {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            mark(high_, lines[i].high, i);
            mark(two_, lines[i].two, i);
            mark(one_, lines[i].one, i);
        }
    }

    std::int64_t operator()(Value v) const {
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t reached = high_[high_in(v) * words_ + w] &
                                          two_[two_in(v) * words_ + w] &
                                          one_[one_in(v) * words_ + w];
            if (reached != 0) return -static_cast<std::int64_t>(64 * w + lowest_bit(reached));
        }
        return never;
    }

private:
    std::size_t words_;
    std::vector<std::uint64_t> high_, two_, one_;

    void mark(std::vector<std::uint64_t>& enough, std::size_t least, std::size_t line) const {
        for (std::size_t at = least * words_ + line / 64; at < enough.size(); at += words_) {
            enough[at] |= std::uint64_t{1} << line % 64;
        }
    }
};

// Writes the value of each class as a house way sets it. Returns the first class that the way
// misses (its setting does not exist) or fouls, or the number of classes.
template <class Shape>
std::size_t outcomes(const RankTables<Shape>& rules, const std::uint8_t* choice, Value* value) {
    const Classes& classes = Classes::get();
    std::size_t bad = Classes::count;
    for (ClassId id = 0; id < Classes::count; ++id) {
        const bool set = choice[id] < Shape::setting_count;
        value[id] = set ? value_of(rules, classes.cards_of(id), choice[id]) : 0;
        if (bad == Classes::count && !(set && rules.legal(value[id]))) bad = id;
    }
    return bad;
}

}  // namespace astragal::setting
