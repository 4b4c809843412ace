// Vectors of numbers, as wide as the processor has them. Operations are the same on each lane, and
// multiplications are not fused, so values have the same bits on every machine.
#pragma once

#include <type_traits>

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define ASTRAGAL_HAS_AVX2 1
#endif

// For lambdas, which can't have standard attributes before C++23.
#ifdef __GNUC__
#define ASTRAGAL_INLINE_LAMBDA __attribute__((always_inline))
#else
#define ASTRAGAL_INLINE_LAMBDA
#endif

namespace astragal {

inline constexpr unsigned wide = 32, narrow = 16;  // bytes of a vector, with and without AVX2

// Some bytes of lanes if the compiler has vectors; otherwise one lane, with the same operators.
#if defined(__GNUC__)
template <class Real, unsigned bytes>
struct VectorOf {
    typedef Real type __attribute__((vector_size(bytes)));
};
template <class Real, unsigned bytes>
using Vector = typename VectorOf<Real, bytes>::type;
#else
template <class Real, unsigned bytes>
using Vector = Real;
#endif

inline bool has_avx2() {
#ifdef ASTRAGAL_HAS_AVX2
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

// Calls work(bytes of a vector): wide ones if the processor has them. `work` must be always
// inlined.
#ifdef ASTRAGAL_HAS_AVX2
template <class Work>
[[gnu::target("avx2")]] auto on_avx2(const Work& work) {
    return work(std::integral_constant<unsigned, wide>{});
}
#endif
template <class Work>
auto vectorised([[maybe_unused]] bool avx2, const Work& work) {
#ifdef ASTRAGAL_HAS_AVX2
    if (avx2) return on_avx2(work);
#endif
    return work(std::integral_constant<unsigned, narrow>{});
}

}  // namespace astragal
