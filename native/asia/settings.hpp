// The 105 ways to set seven cards as four, two and one, and the value of each.
//
// The values of four, two and one cards come as tables: each is a number within its own order, and
// a least four and a greatest one for every two say which settings foul. No rule is written here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "asia/classes.hpp"
#include "common/bits.hpp"
#include "words.hpp"

namespace astragal::asia {

inline constexpr unsigned setting_count = 105;
inline constexpr unsigned joker_ranks = 14;  // the ranks and the joker
inline constexpr unsigned four_values = 1 << 12, two_values = 91, one_values = 13;  // at most

// The values of a setting in one word. Words compare by the four, then the two, then the one.
using Triple = words::asia_triple::Word;
namespace triple_word = words::asia_triple;

constexpr Triple make_triple(unsigned four, unsigned two, unsigned one) {
    return triple_word::with_four(triple_word::with_two(triple_word::with_one(0, one), two), four);
}
constexpr unsigned four_in(Triple t) { return triple_word::four(t); }
constexpr unsigned two_in(Triple t) { return triple_word::two(t); }
constexpr unsigned one_in(Triple t) { return triple_word::one(t); }
constexpr bool is_triple(Triple t) {
    return two_in(t) < two_values && one_in(t) < one_values &&
           t == make_triple(four_in(t), two_in(t), one_in(t));
}

struct Rules {
    std::vector<std::uint16_t> four_by_ranks;  // [14^4], ranks falling, not of one suit
    std::vector<std::uint16_t> four_suited;    // [2^14], by rank set, bit 13 the joker
    std::vector<std::uint8_t> two;             // [14^2], ranks falling
    std::vector<std::uint8_t> one;             // [14]
    std::vector<std::uint16_t> least_four;     // [91], beside each two
    std::vector<std::int8_t> greatest_one;     // [91], below each two; -1: none

    bool legal(Triple t) const {
        const unsigned t2 = two_in(t);
        return four_in(t) >= least_four[t2] && static_cast<int>(one_in(t)) <= greatest_one[t2];
    }
};

// Positions among seven cards. Settings are in the order of their two, then of their one. So the
// first of several with the same value has the highest cards in the two, then in the one.
struct Positions {
    std::array<std::uint8_t, 4> four;
    std::array<std::uint8_t, 2> two;
    std::uint8_t one;
};

constexpr std::array<Positions, setting_count> list_settings() {
    std::array<Positions, setting_count> list{};
    std::size_t n = 0;
    for (std::uint8_t a = 0; a < hand_size; ++a) {
        for (std::uint8_t b = static_cast<std::uint8_t>(a + 1); b < hand_size; ++b) {
            for (std::uint8_t one = 0; one < hand_size; ++one) {
                if (one == a || one == b) continue;
                Positions& p = list[n++];
                p.two = {a, b};
                p.one = one;
                std::size_t k = 0;
                for (std::uint8_t i = 0; i < hand_size; ++i) {
                    if (i != a && i != b && i != one) p.four[k++] = i;
                }
            }
        }
    }
    return list;
}
inline constexpr std::array<Positions, setting_count> all_settings = list_settings();

// What counts of four cards: where their ranks stand in `four_by_ranks`, their ranks as a set, and
// the suits that all of them have.
struct FourCards {
    unsigned place = 0;
    RankSet ranks = 0;
    SuitSet suits = 0xf;
};

constexpr FourCards four_cards(const Seven& seven, const std::array<std::uint8_t, 4>& at) {
    FourCards cards;
    for (const std::uint8_t i : at) {
        cards.place = cards.place * joker_ranks + seven.rank[i];
        cards.ranks |= RankSet{1} << seven.rank[i];
        cards.suits &= seven.suits[i];
    }
    return cards;
}

inline unsigned four_value(const Rules& rules, const Seven& seven,
                           const std::array<std::uint8_t, 4>& at) {
    const FourCards cards = four_cards(seven, at);
    return cards.suits != 0 ? rules.four_suited[cards.ranks] : rules.four_by_ranks[cards.place];
}

// The 35 choices of four cards; each leaves three cards, and so three settings.
struct FourChoice {
    std::array<std::uint8_t, 4> four;
    std::array<std::uint8_t, 3> settings;
};

constexpr std::array<FourChoice, 35> list_fours() {
    std::array<FourChoice, 35> list{};
    std::size_t n = 0;
    for (std::size_t s = 0; s < setting_count; ++s) {
        std::size_t known = 0, found = 0;
        while (known < n && list[known].four != all_settings[s].four) ++known;
        if (known < n) continue;
        list[n].four = all_settings[s].four;
        for (std::size_t t = s; t < setting_count; ++t) {
            if (all_settings[t].four == list[n].four) {
                list[n].settings[found++] = static_cast<std::uint8_t>(t);
            }
        }
        ++n;
    }
    return list;
}
inline constexpr std::array<FourChoice, 35> all_fours = list_fours();

inline Triple with_four(const Rules& rules, const Seven& seven, unsigned four,
                        std::size_t setting) {
    const Positions& p = all_settings[setting];
    return make_triple(four, rules.two[seven.rank[p.two[0]] * joker_ranks + seven.rank[p.two[1]]],
                       rules.one[seven.rank[p.one]]);
}

inline Triple value_of(const Rules& rules, const Seven& seven, std::size_t setting) {
    return with_four(rules, seven, four_value(rules, seven, all_settings[setting].four), setting);
}

// The values of all settings, legal or not.
inline std::array<Triple, setting_count> all_values(const Rules& rules, const Seven& seven) {
    std::array<Triple, setting_count> values;
    for (const FourChoice& choice : all_fours) {
        const unsigned four = four_value(rules, seven, choice.four);
        for (const std::uint8_t s : choice.settings) values[s] = with_four(rules, seven, four, s);
    }
    return values;
}

// The first setting with this value; 105 if there is none.
inline std::uint8_t first_worth(const Rules& rules, CardSet hand, Triple triple) {
    const auto values = all_values(rules, seven_of(falling(hand)));
    return static_cast<std::uint8_t>(std::find(values.begin(), values.end(), triple) -
                                     values.begin());
}

// The legal settings of a hand, one for each distinct triple, by falling triple.
struct Distinct {
    std::array<Triple, setting_count> triple;
    std::array<std::uint8_t, setting_count> setting;  // the first that has it
    std::array<std::uint8_t, setting_count> same;     // how many have it
    std::size_t size = 0;
};

inline Distinct distinct_settings(const Rules& rules, const Seven& seven) {
    const auto values = all_values(rules, seven);
    // Numbers that ascend by falling triple, then by setting.
    constexpr Triple greatest = make_triple(four_values - 1, two_values, one_values);
    std::array<std::uint32_t, setting_count> order;
    std::size_t legal = 0;
    for (std::uint32_t s = 0; s < setting_count; ++s) {
        if (rules.legal(values[s])) order[legal++] = (greatest - values[s]) * setting_count + s;
    }
    std::sort(order.data(), order.data() + legal);
    Distinct found;
    for (std::size_t i = 0; i < legal; ++i) {
        const auto s = static_cast<std::uint8_t>(order[i] % setting_count);
        if (found.size == 0 || found.triple[found.size - 1] != values[s]) {
            found.triple[found.size] = values[s];
            found.setting[found.size] = s;
            found.same[found.size++] = 0;
        }
        ++found.same[found.size - 1];
    }
    return found;
}

// The legal setting with the highest score. Of equal scores it takes the greatest one, then the
// greatest two, then the greatest four, then the first setting. A score of `never` is out of the
// question; without any other the result is 105.
inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

template <class ScoreOf>
std::uint8_t choose(const Rules& rules, const Seven& seven, const ScoreOf& score_of) {
    // The 21 twos and what they ask of the four and the one, each needed by five settings.
    struct Two {
        unsigned value, least_four;
        int greatest_one;
    };
    std::array<Two, setting_count / 5> twos;
    std::array<unsigned, hand_size> ones;
    for (std::size_t i = 0; i < twos.size(); ++i) {
        const auto [a, b] = all_settings[5 * i].two;
        const unsigned value = rules.two[seven.rank[a] * joker_ranks + seven.rank[b]];
        twos[i] = {value, rules.least_four[value], rules.greatest_one[value]};
    }
    for (std::size_t i = 0; i < hand_size; ++i) ones[i] = rules.one[seven.rank[i]];

    std::uint8_t best = setting_count;
    std::int64_t most = never;
    unsigned most_order = 0;
    for (const FourChoice& choice : all_fours) {
        const unsigned four = four_value(rules, seven, choice.four);
        for (const std::uint8_t s : choice.settings) {
            const Two& two = twos[s / 5];
            const unsigned one = ones[all_settings[s].one];
            if (four < two.least_four || static_cast<int>(one) > two.greatest_one) continue;
            const std::int64_t score = score_of(make_triple(four, two.value, one));
            if (score == never || score < most) continue;
            const unsigned order = (one * two_values + two.value) * four_values + four;
            if (score > most || order > most_order || (order == most_order && s < best)) {
                best = s;
                most = score;
                most_order = order;
            }
        }
    }
    return best;
}

// Points for each value of the four, the two and the one.
struct Points {
    const std::int32_t *four, *two, *one;

    std::int64_t operator()(Triple t) const {
        return std::int64_t{four[four_in(t)]} + two[two_in(t)] + one[one_in(t)];
    }
};

// The least values of the four, the two and the one.
struct Least {
    unsigned four, two, one;

    std::int64_t operator()(Triple t) const {
        return four_in(t) >= four && two_in(t) >= two && one_in(t) >= one ? 0 : never;
    }
};

// Scores by the first of some lines that a setting reaches: the earlier, the higher. Each value of
// the four, the two and the one has a bit for every line that it is enough for.
class FirstLine {
public:
    explicit FirstLine(const std::vector<Least>& lines)
        : words_((lines.size() + 63) / 64),
          four_(four_values * words_),
          two_(two_values * words_),
          one_(one_values * words_) {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            mark(four_, lines[i].four, i);
            mark(two_, lines[i].two, i);
            mark(one_, lines[i].one, i);
        }
    }

    std::int64_t operator()(Triple t) const {
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t reached = four_[four_in(t) * words_ + w] &
                                          two_[two_in(t) * words_ + w] &
                                          one_[one_in(t) * words_ + w];
            if (reached != 0) return -static_cast<std::int64_t>(64 * w + lowest_bit(reached));
        }
        return never;
    }

private:
    std::size_t words_;
    std::vector<std::uint64_t> four_, two_, one_;

    void mark(std::vector<std::uint64_t>& enough, std::size_t least, std::size_t line) const {
        for (std::size_t at = least * words_ + line / 64; at < enough.size(); at += words_) {
            enough[at] |= std::uint64_t{1} << line % 64;
        }
    }
};

// Writes the triple of each class as a house way sets it. Returns the first class that the way
// misses (a setting beyond the 105) or fouls, or the number of classes.
inline std::size_t outcomes(const Rules& rules, const std::uint8_t* choice, Triple* triple) {
    const Classes& classes = Classes::get();
    std::size_t bad = Classes::count;
    for (ClassId id = 0; id < Classes::count; ++id) {
        const bool set = choice[id] < setting_count;
        triple[id] = set ? value_of(rules, classes.cards_of(id), choice[id]) : 0;
        if (bad == Classes::count && !(set && rules.legal(triple[id]))) bad = id;
    }
    return bad;
}

}  // namespace astragal::asia
