// The cost of short house ways, on hands whose settings are all counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "setting/settings.hpp"

namespace astragal::setting {

// The legal settings of hands, the preferred one of each hand first: see `choose`.
struct CountedHands {
    std::vector<std::uint32_t> start;  // of each hand, and the end
    std::vector<Value> value;
    std::vector<std::int32_t> cost;  // of the setting against the best one
    Value greatest = 0;              // of each hand

    std::size_t hands() const { return start.size() - 1; }

    // The cost of the first setting of a hand with at least these values; -1 if it has none.
    std::int32_t cost_of(std::size_t hand, const Least& least) const {
        for (std::uint32_t i = start[hand]; i < start[hand + 1]; ++i) {
            if (least(value[i]) != never) return cost[i];
        }
        return -1;
    }
};

// Writes which of the lines decides about each hand, and the cost of its setting. The last line
// must fit every hand.
inline void play_lines(const CountedHands& counted, const Least* lines, std::size_t size,
                       std::uint8_t* line, std::int32_t* cost) {
    for (std::size_t h = 0; h < counted.hands(); ++h) {
        cost[h] = -1;
        for (std::size_t i = 0; i < size && cost[h] < 0; ++i) {
            line[h] = static_cast<std::uint8_t>(i);
            cost[h] = counted.cost_of(h, lines[i]);
        }
    }
}

// Adds to `change[p]` the change of the cost of all hands if `added` stands before line p.
inline void try_line(const CountedHands& counted, const Least& added, std::size_t size,
                     const std::uint8_t* line, const std::int32_t* cost, std::int64_t* change) {
    for (std::size_t h = 0; h < counted.hands(); ++h) {
        const std::int32_t mine = counted.cost_of(h, added);
        if (mine >= 0) change[line[h]] += mine - cost[h];
    }
    for (std::size_t p = size - 1; p-- > 0;) change[p] += change[p + 1];
}

// Writes the cost of each hand if the setting with most points is played.
inline void play_points(const CountedHands& counted, const Points& points, std::int32_t* cost) {
    for (std::size_t h = 0; h < counted.hands(); ++h) {
        std::uint32_t best = counted.start[h];
        for (std::uint32_t i = best + 1; i < counted.start[h + 1]; ++i) {
            if (points(counted.value[i]) > points(counted.value[best])) best = i;
        }
        cost[h] = counted.cost[best];
    }
}

}  // namespace astragal::setting
