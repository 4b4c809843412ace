// Wins and losses of settings against the counted outcomes of a dealer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "setting/deals.hpp"
#include "setting/settings.hpp"
#include "setting/shapes.hpp"

namespace astragal::setting {

// The result of a copy for the side that sets: in a casino the player loses it, the dealer wins it.
enum class Copies : int { lost = -1, push = 0, won = 1 };

// Dealer hands that a setting wins and loses against.
template <class Number>
struct Result {
    Number wins = 0, losses = 0;

    Result& operator+=(const Result& other) {
        wins += other.wins;
        losses += other.losses;
        return *this;
    }
    bool operator==(const Result&) const = default;
};

// The payment of a won bet, and the cost of a lost one, in the same unit.
struct Stakes {
    std::int64_t win, loss;

    template <class Number>
    std::int64_t net(const Result<Number>& result) const {
        return win * std::int64_t{result.wins} - loss * std::int64_t{result.losses};
    }
};

// The result, from the dealer hands below mine and from those not above, each given by a function.
template <class Number, class Below, class NotAbove>
Result<Number> result_of(Copies copies, const Below& below, const NotAbove& not_above) {
    if (copies == Copies::lost) {
        const auto lower = below();
        return {lower.wins(), lower.losses()};
    }
    const auto lower_or_equal = not_above();
    if (copies == Copies::won) return {lower_or_equal.wins(), lower_or_equal.losses()};
    return {below().wins(), lower_or_equal.losses()};
}

// A place on the axis of each hand.
template <class Shape>
using Places = std::array<std::size_t, Shape::hands>;

template <class Shape>
constexpr Places<Shape> make_places(std::size_t high, std::size_t two, std::size_t one) {
    if constexpr (Shape::has_one) {
        return {high, two, one};
    } else {
        return {high, two};
    }
}

// Numbers of dealer hands in a box of cells, with an axis for the high hand, the two and the one.
// Summed up, each cell has the number of the dealer hands that are not above it on any axis. A last
// sheet, for dealer hands that push every bet, is left out of the sums.
template <class Shape, class Number>
class Sums {
public:
    explicit Sums(const Places<Shape>& sizes) : sizes_(sizes) {
        for (std::size_t i = 0; i < Shape::hands; ++i) last_[i] = sizes[i] - 1;
        sum_.resize((sizes[0] + 1) * sheet());
    }

    std::size_t cells() const { return sum_.size(); }
    std::size_t cell(const Places<Shape>& at) const {
        std::size_t cell = at[0];
        for (std::size_t i = 1; i < Shape::hands; ++i) cell = cell * sizes_[i] + at[i];
        return cell;
    }

    // Calls `fill` with the empty cells, the last sheet among them, and sums up the others.
    template <class Fill>
    void count(Fill fill) {
        std::fill(sum_.begin(), sum_.end(), Number{0});
        fill(sum_.data());
        Number* const end = sum_.data() + sizes_[0] * sheet();
        const std::size_t row = Shape::hands == 3 ? sizes_[2] : 0;
        for (Number* start = sum_.data(); start < end; start += sheet()) {
            if constexpr (Shape::hands == 3) {
                for (Number* here = start; here < start + sheet(); here += row) {
                    for (std::size_t i = 1; i < row; ++i) here[i] += here[i - 1];
                }
                for (std::size_t i = row; i < sheet(); ++i) start[i] += start[i - row];
            } else {
                for (std::size_t i = 1; i < sheet(); ++i) start[i] += start[i - 1];
            }
            if (start == sum_.data()) continue;
            for (std::size_t i = 0; i < sheet(); ++i) start[i] += (start - sheet())[i];
        }
    }

    // All dealer hands; those not above a place on one axis; those not above it on some axes.
    Number all() const { return sum_[cell(last_)]; }
    Number on_axis(std::size_t axis, std::size_t place) const {
        Places<Shape> at = last_;
        at[axis] = place;
        return sum_[cell(at)];
    }
    typename Shape::Rule::template Below<Number> up_to(const Places<Shape>& at) const {
        const auto hands = [&](auto... places) { return sum_[cell({places...})]; };
        if constexpr (Shape::hands == 3) {
            return {all(), hands(at[0], at[1], last_[2]), hands(at[0], last_[1], at[2]),
                    hands(last_[0], at[1], at[2]), hands(at[0], at[1], at[2])};
        } else {
            return {all(), hands(at[0], last_[1]), hands(last_[0], at[1]), hands(at[0], at[1])};
        }
    }

private:
    // The cells at one place of the first axis.
    std::size_t sheet() const {
        if constexpr (Shape::hands == 3) return sizes_[1] * sizes_[2];
        return sizes_[1];
    }

    Places<Shape> sizes_, last_{};
    std::vector<Number> sum_;
};

// The few values that the player's settings have of one hand, and the place of a dealer's value
// among them. Even places lie between the player's values, odd ones are the values.
template <std::size_t values>
class Axis {
public:
    Axis(const std::vector<Value>& settings, unsigned (*value_in)(Value)) {
        std::vector<unsigned> mine;
        for (const Value v : settings) mine.push_back(value_in(v));
        std::sort(mine.begin(), mine.end());
        mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
        places_ = 2 * mine.size() + 1;
        std::size_t next = 0;
        for (unsigned v = 0; v < values; ++v) {
            const bool equal = next < mine.size() && mine[next] == v;
            place_[v] = static_cast<std::uint8_t>(2 * next + equal);
            next += equal;
        }
        place_[values] = static_cast<std::uint8_t>(places_);
    }
    std::size_t places() const { return places_; }
    std::size_t operator[](unsigned value) const { return place_[value]; }

private:
    std::array<std::uint8_t, values + 1> place_;  // the last is for `pushed`
    std::size_t places_ = 0;
};

// Stands for the values of dealer hands that push every bet: it is behind the last place of the
// high hand, so in the last sheet of a box.
template <class Shape>
inline constexpr Value pushed = make_value(Shape::high_values, 0, 0);

// The places of a dealer's values among those of the player's settings: a box of cells, each with
// a count of dealer hands.
template <class Shape>
class CountedBox {
public:
    explicit CountedBox(const std::vector<Value>& settings)
        : high_(settings, high_in),
          two_(settings, two_in),
          one_(settings, one_in),
          sums_(make_places<Shape>(high_.places(), two_.places(), one_.places())) {
        for (unsigned high = 0; high <= Shape::high_values; ++high) {
            const auto at = make_places<Shape>(high_[high], 0, 0);
            high_cell_[high] = static_cast<std::uint32_t>(sums_.cell(at));
        }
        for (unsigned two = 0; two < two_values; ++two) {
            for (unsigned one = 0; one < Shape::one_values; ++one) {
                const auto at = make_places<Shape>(0, two_[two], one_[one]);
                low_cell_[make_value(0, two, one)] = static_cast<std::uint32_t>(sums_.cell(at));
            }
        }
    }

    std::size_t cells() const { return sums_.cells(); }
    std::uint32_t cell(Value v) const { return high_cell_[high_in(v)] + low_cell_[v % one_high]; }

    // Calls `fill` with the empty cells; the results are then about what it adds to them.
    template <class Fill>
    void count(Fill fill) {
        sums_.count(fill);
    }

    Result<Count> result(Value mine, Copies copies) const {
        const Places<Shape> at = places(mine);
        return result_of<Count>(
            copies, [&] { return sums_.up_to(before(at)); }, [&] { return sums_.up_to(at); });
    }

    // The result of one of the hands alone; copies are the rest.
    Result<Count> single(Value mine, std::size_t hand) const {
        const std::size_t at = places(mine)[hand];
        return {sums_.on_axis(hand, at - 1), sums_.all() - sums_.on_axis(hand, at)};
    }

private:
    Places<Shape> places(Value v) const {
        return make_places<Shape>(high_[high_in(v)], two_[two_in(v)], one_[one_in(v)]);
    }
    static Places<Shape> before(Places<Shape> at) {
        for (std::size_t& place : at) --place;
        return at;
    }

    const Axis<Shape::high_values> high_;
    const Axis<two_values> two_;
    const Axis<Shape::one_values> one_;
    Sums<Shape, Count> sums_;

    // What the high hand, and the two and the one together, add to the number of a cell.
    static constexpr Value one_high = make_value(1, 0, 0);
    std::array<std::uint32_t, Shape::high_values + 1> high_cell_;
    std::array<std::uint32_t, one_high> low_cell_{};
};

}  // namespace astragal::setting
