// The random numbers of all modules.
//
// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014):
// number k of a seed is a function of seed + k * gamma, so any place of the sequence is computed
// directly. The numbers of a piece of work depend on the seed and its place, not on the thread.
#pragma once

#include <cstdint>

#include "common/bits.hpp"

namespace astragal {

class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed, std::uint64_t place = 0)
        : state_(seed + place * gamma) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += gamma;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }

    // A number below `bound`, without bias: draws that would make some numbers likelier are
    // rejected (Lemire, "Fast random integer generation in an interval", 2019).
    std::uint32_t draw_exactly(std::uint32_t bound) {
        const std::uint32_t threshold = (0u - bound) % bound;
        for (;;) {
            const std::uint64_t product = (next() >> 32) * bound;
            if (static_cast<std::uint32_t>(product) >= threshold)
                return static_cast<std::uint32_t>(product >> 32);
        }
    }

    // A number below `bound` < 2^32, from a word of its own; its bias is below 2^-32.
    std::uint64_t draw_alone(std::uint64_t bound) { return multiply(next(), bound).high; }

    // The same, and where in its part the word fell, of 2^64: a second draw, nearly independent.
    struct Product {
        std::uint64_t high, low;
    };
    Product draw_both(std::uint64_t bound) { return multiply(next(), bound); }

    // A number below `bound` < 2^32. One word serves six draws of a card, each of which takes its
    // part as the high half of a product and leaves the low half. Of 52^6 < 2^35 outcomes none is
    // then likelier than another by more than 2^-29 of its probability.
    ASTRAGAL_INLINE std::uint64_t draw(std::uint64_t bound) {
        if (left_ == 0) [[unlikely]]
            renew();
        --left_;
        const Product product = multiply(word_, bound);
        word_ = product.low;
        return product.high;
    }
    // Starts a new word. Called at every deal, so that the branch for a used-up word is
    // predictable.
    void renew() {
        word_ = next();
        left_ = 6;
    }

private:
    static constexpr std::uint64_t gamma = 0x9E3779B97F4A7C15;

    static ASTRAGAL_INLINE Product multiply(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
        __extension__ using Wide = unsigned __int128;
        const Wide product = Wide{a} * b;
        return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
        const std::uint64_t low = (a & 0xFFFFFFFF) * b, high = (a >> 32) * b;  // b < 2^32
        return {(high + (low >> 32)) >> 32, a * b};
#endif
    }

    std::uint64_t state_;
    std::uint64_t word_ = 0;
    unsigned left_ = 0;
};

}  // namespace astragal
