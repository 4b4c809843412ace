// Asks for numbers that are needed soon, a share at a time, so that they arrive while the ends of
// lines are computed. An iteration reads the numbers of a deal once, so big games have them in no
// cache: without this, a flop takes a quarter longer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace astragal::postflop {

template <class Real>
class Prefetch {
public:
    // The numbers at places `begin` to `end`, in so many shares; without shares, none.
    Prefetch(std::span<const Real> numbers, std::size_t begin, std::size_t end, std::size_t shares)
        : next_(numbers.data() + std::min(begin, numbers.size())),
          end_(numbers.data() + std::min(end, numbers.size())),
          share_(begin < end && shares > 0 ? (end - begin + shares - 1) / shares : 0) {}

    void ask() {
        const Real* const until = next_ + std::min(share_, static_cast<std::size_t>(end_ - next_));
#ifdef __GNUC__
        for (const Real* line = next_; line < until; line += 64 / sizeof(Real))
            __builtin_prefetch(line, 1, 2);
#endif
        next_ = until;
    }

private:
    const Real* next_;
    const Real* end_;
    std::size_t share_;
};

}  // namespace astragal::postflop
