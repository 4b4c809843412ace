// Refusal of bad input.
#pragma once

#include <stdexcept>

namespace astragal {

// Python sees a ValueError.
inline void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

}  // namespace astragal
