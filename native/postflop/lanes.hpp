// Eight lanes of numbers, which have the same bits in vectors of any width and in plain loops.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "common/bits.hpp"
#include "common/vectors.hpp"

namespace astragal::postflop {

inline constexpr std::size_t lane_count = 8;

constexpr std::size_t padded(std::size_t count) {
    return (count + lane_count - 1) / lane_count * lane_count;
}

// How eight lanes are computed: one by one, in vectors that every processor has, or in wide ones.
enum class Width : std::uint8_t { plain, narrow, wide };

inline Width best_width() { return has_avx2() ? Width::wide : Width::narrow; }

// Calls work(bytes of a vector); 0 for plain loops. `work` must be always inlined.
template <class Work>
void on_lanes(Width width, const Work& work) {
    if (width == Width::plain)
        work(std::integral_constant<unsigned, 0>{});
    else
        vectorised(width == Width::wide, work);
}

// A part of the lanes, and the same in memory. (Copies by `memcpy` would be made of narrow vectors,
// and a wide one can't be loaded soon after two narrow ones were stored.)
template <class Real, unsigned bytes>
struct LanePart {
    using type = Vector<Real, bytes>;
#ifdef __GNUC__
    typedef type stored __attribute__((aligned(sizeof(Real)), may_alias));
#else
    using stored = type;
#endif
};
template <class Real>
struct LanePart<Real, 0> {
    using type = Real;
    using stored = Real;
};

template <class Real, unsigned bytes>
struct Lanes {
    using Part = typename LanePart<Real, bytes>::type;
    using Stored = typename LanePart<Real, bytes>::stored;
    static constexpr std::size_t parts = lane_count * sizeof(Real) / sizeof(Part);

    Part part[parts];

    static ASTRAGAL_INLINE Lanes load(const Real* from) {
        Lanes lanes;
        const Stored* const stored = reinterpret_cast<const Stored*>(from);
        for (std::size_t i = 0; i < parts; ++i) lanes.part[i] = stored[i];
        return lanes;
    }
    static ASTRAGAL_INLINE Lanes all(Real value) {
        Lanes lanes;
        for (Part& part : lanes.part) part = Part{} + value;
        return lanes;
    }
    ASTRAGAL_INLINE void store(Real* to) const {
        Stored* const stored = reinterpret_cast<Stored*>(to);
        for (std::size_t i = 0; i < parts; ++i) stored[i] = part[i];
    }

    friend ASTRAGAL_INLINE Lanes operator+(const Lanes& a, const Lanes& b) {
        Lanes c;
        for (std::size_t i = 0; i < parts; ++i) c.part[i] = a.part[i] + b.part[i];
        return c;
    }
    friend ASTRAGAL_INLINE Lanes operator-(const Lanes& a, const Lanes& b) {
        Lanes c;
        for (std::size_t i = 0; i < parts; ++i) c.part[i] = a.part[i] - b.part[i];
        return c;
    }
    friend ASTRAGAL_INLINE Lanes operator*(const Lanes& a, const Lanes& b) {
        Lanes c;
        for (std::size_t i = 0; i < parts; ++i) c.part[i] = a.part[i] * b.part[i];
        return c;
    }
    friend ASTRAGAL_INLINE Lanes operator/(const Lanes& a, const Lanes& b) {
        Lanes c;
        for (std::size_t i = 0; i < parts; ++i) c.part[i] = a.part[i] / b.part[i];
        return c;
    }
    // The greater of both; `b` if they are equal.
    static ASTRAGAL_INLINE Lanes greater(const Lanes& a, const Lanes& b) {
        return choose(a, b, a, b);
    }
    // yes where a > b, no elsewhere.
    static ASTRAGAL_INLINE Lanes choose(const Lanes& a, const Lanes& b, const Lanes& yes,
                                        const Lanes& no) {
        Lanes lanes;
        for (std::size_t i = 0; i < parts; ++i)
            lanes.part[i] = a.part[i] > b.part[i] ? yes.part[i] : no.part[i];
        return lanes;
    }
};

// ---- Eight rows as lanes ------------------------------------------------------------------------

template <class Real>
using RowPointers = std::array<const Real*, lane_count>;

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
// Four rows of four numbers become four columns.
ASTRAGAL_INLINE void transpose_four(Vector<float, 16> (&v)[4]) {
    const auto low = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    const auto high = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    const auto low2 = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    const auto high2 = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    v[0] = __builtin_shufflevector(low, low2, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(low, low2, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(high, high2, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(high, high2, 2, 3, 6, 7);
}
inline constexpr bool has_shuffles = true;
#else
inline constexpr bool has_shuffles = false;
#endif

// Writes number i of each row to lanes i of `out`. `count` is a multiple of eight.
template <unsigned bytes, class Real>
ASTRAGAL_INLINE void rows_to_lanes(const RowPointers<Real>& rows, std::size_t count, Real* out) {
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
    if constexpr (bytes != 0 && std::is_same_v<Real, float>) {
        for (std::size_t i = 0; i < count; i += 4) {
            for (std::size_t half = 0; half < lane_count; half += 4) {
                Vector<float, 16> v[4];
                for (std::size_t k = 0; k < 4; ++k)
                    std::memcpy(&v[k], rows[half + k] + i, sizeof(v[k]));
                transpose_four(v);
                for (std::size_t k = 0; k < 4; ++k)
                    std::memcpy(out + (i + k) * lane_count + half, &v[k], sizeof(v[k]));
            }
        }
        return;
    }
#endif
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t lane = 0; lane < lane_count; ++lane)
            out[i * lane_count + lane] = rows[lane][i];
}

// The inverse.
template <unsigned bytes, class Real>
ASTRAGAL_INLINE void lanes_to_rows(const Real* lanes, std::size_t count,
                                   const std::array<Real*, lane_count>& rows) {
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
    if constexpr (bytes != 0 && std::is_same_v<Real, float>) {
        for (std::size_t i = 0; i < count; i += 4) {
            for (std::size_t half = 0; half < lane_count; half += 4) {
                Vector<float, 16> v[4];
                for (std::size_t k = 0; k < 4; ++k)
                    std::memcpy(&v[k], lanes + (i + k) * lane_count + half, sizeof(v[k]));
                transpose_four(v);
                for (std::size_t k = 0; k < 4; ++k)
                    std::memcpy(rows[half + k] + i, &v[k], sizeof(v[k]));
            }
        }
        return;
    }
#endif
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t lane = 0; lane < lane_count; ++lane)
            rows[lane][i] = lanes[i * lane_count + lane];
}

}  // namespace astragal::postflop
