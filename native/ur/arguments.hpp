// Arguments of the functions for the Royal Game of Ur.
#pragma once

#include <array>
#include <cstddef>

#include "common/bindings.hpp"
#include "ur/moves.hpp"

namespace astragal::bindings {

// The common length of some arrays.
template <class First, class... Rest>
std::size_t length_of(const First& first, const Rest&... rest) {
    require(((rest.shape(0) == first.shape(0)) && ...), "all arrays must have the same length");
    return first.shape(0);
}

inline void require_pieces(unsigned mine, unsigned theirs = 1) {
    require(mine >= 1 && mine <= ur::max_pieces && theirs >= 1 && theirs <= ur::max_pieces,
            "pieces must be 1 to 7");
}

using WorthNumbers = std::array<int, 3>;  // home, capture, rosette

}  // namespace astragal::bindings
