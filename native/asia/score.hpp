// Wins and losses of settings against the counted outcomes of a dealer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "asia/deals.hpp"
#include "asia/settings.hpp"

namespace astragal::asia {

// What a copy brings the side that sets: in a casino it is lost for the player, won for the dealer.
enum class Copies : int { lost = -1, push = 0, won = 1 };

// Of one setting against all dealer hands: the whole, with copies as pushes, and each sub-hand.
struct Score {
    std::int64_t wins, losses;
    std::array<std::int64_t, 3> sub_wins, sub_losses;  // the four, the two, the one
};

// Turns the counts of cells, in sheets of rows, into counts of all cells that are not above, on any
// axis.
template <class Number>
void accumulate(std::vector<Number>& counts, std::size_t sheet, std::size_t row) {
    Number* const sum = counts.data();
    for (Number* start = sum; start < sum + counts.size(); start += sheet) {
        for (Number* here = start; here < start + sheet; here += row) {
            for (std::size_t i = 1; i < row; ++i) here[i] += here[i - 1];
        }
        for (std::size_t i = row; i < sheet; ++i) start[i] += start[i - row];
        if (start == sum) continue;
        for (std::size_t i = 0; i < sheet; ++i) start[i] += (start - sheet)[i];
    }
}

// One of the three axes: the few values that the player's settings have, and the place of a
// dealer's value among them. Even places lie between the player's values, odd ones are the values.
class Axis {
public:
    Axis(const std::vector<Triple>& settings, unsigned (*value_in)(Triple)) {
        std::vector<unsigned> mine;
        for (const Triple t : settings) mine.push_back(value_in(t));
        std::sort(mine.begin(), mine.end());
        mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
        places_ = 2 * mine.size() + 1;
        std::size_t next = 0;
        for (unsigned v = 0; v < four_values; ++v) {
            const bool equal = next < mine.size() && mine[next] == v;
            place_[v] = static_cast<std::uint8_t>(2 * next + equal);
            next += equal;
        }
    }
    std::size_t places() const { return places_; }
    std::size_t operator[](unsigned value) const { return place_[value]; }

private:
    std::array<std::uint8_t, four_values> place_;
    std::size_t places_ = 0;
};

// The places of a dealer's three values among those of the player's settings: a box of cells, each
// with a count of dealer hands. Summed up, it gives the wins and losses of every setting.
class CountedBox {
public:
    explicit CountedBox(const std::vector<Triple>& settings)
        : four_(settings, four_in),
          two_(settings, two_in),
          one_(settings, one_in),
          sum_(four_.places() * two_.places() * one_.places()) {}

    std::size_t cells() const { return sum_.size(); }
    std::uint32_t cell(Triple t) const {
        return static_cast<std::uint32_t>(at(four_[four_in(t)], two_[two_in(t)], one_[one_in(t)]));
    }

    // Calls `fill` with the empty cells; `score` is then about what it adds to them.
    template <class Fill>
    void count(Fill fill) {
        std::fill(sum_.begin(), sum_.end(), 0u);
        fill(sum_.data());
        accumulate(sum_, two_.places() * one_.places(), one_.places());
    }
    Score score(Triple mine) const {
        const std::array<std::size_t, 3> at_value{four_[four_in(mine)], two_[two_in(mine)],
                                                  one_[one_in(mine)]};
        const std::array<std::size_t, 3> last{four_.places() - 1, two_.places() - 1,
                                              one_.places() - 1};
        // Dealer hands whose values in `axes` are all below mine, or all not above.
        const auto hands = [&](unsigned axes, std::size_t below) {
            std::array<std::size_t, 3> end = last;
            for (unsigned a = 0; a < 3; ++a) {
                if (axes >> a & 1) end[a] = at_value[a] - below;
            }
            return static_cast<std::int64_t>(sum_[at(end[0], end[1], end[2])]);
        };
        Score score{};
        const std::int64_t all = hands(0, 0);
        const std::int64_t three_below = hands(7, 1);
        score.wins = hands(3, 1) + hands(5, 1) + hands(6, 1) - 2 * three_below;
        // All above, on two axes or three, by inclusion and exclusion of "not above".
        std::int64_t above_pairs = 0, above_three = all - hands(7, 0);
        for (unsigned a = 0; a < 3; ++a) {
            const unsigned one = 1u << a, pair = 7 ^ one;
            const std::int64_t not_above = hands(one, 0);
            score.sub_wins[a] = hands(one, 1);
            score.sub_losses[a] = all - not_above;
            above_pairs += all - 2 * not_above + hands(pair, 0);
            above_three += hands(pair, 0) - not_above;
        }
        score.losses = above_pairs - 2 * above_three;
        return score;
    }

private:
    std::size_t at(std::size_t four, std::size_t two, std::size_t one) const {
        return (four * two_.places() + two) * one_.places() + one;
    }

    const Axis four_, two_, one_;
    std::vector<Count> sum_;
};

}  // namespace astragal::asia
