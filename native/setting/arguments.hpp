// Arguments of the functions for setting games: checked, and read from NumPy's arrays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/bindings.hpp"
#include "setting/classes.hpp"
#include "setting/deals.hpp"
#include "setting/score.hpp"
#include "setting/settings.hpp"

namespace astragal::bindings {

using namespace setting;

inline void require_hand(CardSet hand) {
    require((hand & ~full_deck) == 0 && bit_count(hand) == hand_size,
            "a hand must have seven cards of the deck of 53");
}

inline void require_classes(std::size_t size) {
    require(size == Classes::count, "arrays of classes must have 788,749 elements");
}

inline void require_counts(const Way& way, std::size_t size) {
    require(size == way.value.size(), "counts must have one element for each outcome of the way");
}

// `greatest` has the greatest value of each hand.
template <class Shape>
void require_values(Value greatest) {
    require(is_value<Shape>(greatest), "value out of range");
}

template <class T>
void require_below(const std::vector<T>& values, unsigned limit) {
    require(std::all_of(values.begin(), values.end(), [&](T value) { return value < limit; }),
            "value out of range");
}

// Points, if there is a number for each value that the rules have.
template <class Shape>
Points points_of(const RankTables<Shape>& rules, const Vector<const std::int32_t>& high,
                 const Vector<const std::int32_t>& two, const Vector<const std::int32_t>& one) {
    const auto enough = [](const auto& points, const auto& values) {
        return std::all_of(values.begin(), values.end(),
                           [&](auto value) { return value < points.shape(0); });
    };
    require(enough(high, rules.high_by_ranks) && enough(high, rules.high_suited) &&
                enough(two, rules.two) && enough(one, rules.one) && one.shape(0) > 0,
            "there must be points for each value of the high hand, the two and the one");
    return {high.data(), two.data(), one.data()};
}

inline std::vector<Least> read_lines(const Matrix<const std::uint32_t>& lines) {
    require(lines.shape(1) == 3, "lines must have three columns");
    std::vector<Least> least;
    for (std::size_t i = 0; i < lines.shape(0); ++i) {
        const std::uint32_t* row = lines.data() + 3 * i;
        least.push_back({row[0], row[1], row[2]});
    }
    return least;
}

inline Copies read_copies(int copies) {
    require(copies >= -1 && copies <= 1, "copies must be -1, 0 or 1: lost, pushed or won");
    return static_cast<Copies>(copies);
}

inline Stakes read_stakes(int win, int loss) {
    require(win > 0 && win <= 10000 && loss > 0 && loss <= 10000,
            "win and loss must be 1 to 10,000");
    return {win, loss};
}

// Returns `work(i)` for each i below `size`.
template <class Work>
auto list(std::size_t size, Work work) {
    Array<decltype(work(size))> results;
    results.values.reserve(size);
    for (std::size_t i = 0; i < size; ++i) results.values.push_back(work(i));
    return results;
}

template <class Work>
auto for_each_class(Work work) {
    return list(Classes::count, [&](std::size_t i) {
        return work(Classes::get().cards_of(static_cast<ClassId>(i)));
    });
}

template <class Work>
auto for_each_hand(const Vector<const CardSet>& hands, Work work) {
    return list(hands.shape(0), [&](std::size_t i) {
        const CardSet hand = read_once(hands.data()[i]);
        require_hand(hand);
        return work(hand);
    });
}

// Defines a number of a hand, and under the name with `_of` the numbers of many.
template <class Number>
void def_number(nb::module_& module, const std::string& name, Number number, const char* about) {
    module.def(
        name.c_str(),
        [number](CardSet hand) {
            require_hand(hand);
            return number(hand);
        },
        "hand"_a, about);
    module.def(
        (name + "_of").c_str(),
        [number](const Vector<const CardSet>& hands) { return for_each_hand(hands, number); },
        "hands"_a.noconvert(), nogil(), about);
}

}  // namespace astragal::bindings
