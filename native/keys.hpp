// Additive keys: a face is a number, a hand is the sum of its faces' numbers, and the numbers are
// chosen so that hands that must be told apart have different sums.
//
// This file says what a set of keys must do, and proves by enumeration that it does. The search for
// keys is in keys_search.hpp, the proof that they are the smallest in keys_prove.hpp; this file
// uses neither.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace astragal::keys {

using Key = std::int64_t;
using Hand = std::vector<std::size_t>;  // face indices, ascending, a face as often as it is held

// The hands, and which of them must have different sums.
struct Hands {
    std::vector<std::size_t> copies;  // of each face: 4 for a rank, 1 for a joker or within a suit
    std::vector<std::size_t> sizes;   // cards in a hand, one size or several
    bool across = false;              // hands of different sizes must have different sums, too
};

struct Collision {
    Hand first;
    Hand second;
    Key sum = 0;
};

// Limits that keep every sum inside a Key and every table inside memory. Decks of cards are far
// below them.
inline constexpr std::size_t max_faces = 64;
inline constexpr std::size_t max_size = 64;
inline constexpr Key max_key = Key{1} << 48;
inline constexpr std::uint64_t max_hands = std::uint64_t{1} << 26;  // a gigabyte in `verify`
inline constexpr std::size_t max_search_bytes = std::size_t{1} << 30;
inline constexpr std::size_t max_search_sums = std::size_t{1} << 24;  // over all numbers of cards

// The task makes no sense, or would not fit into memory.
struct BadTask : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

namespace detail {

inline void require(bool condition, const std::string& message) {
    if (!condition) throw BadTask(message);
}

// The number of hands of 0, 1, ... cards from this face and all later ones: ways[face][cards], at
// most max_hands + 1.
inline std::vector<std::vector<std::uint64_t>> count_ways(const std::vector<std::size_t>& copies,
                                                          std::size_t most) {
    std::vector<std::vector<std::uint64_t>> ways(copies.size() + 1,
                                                 std::vector<std::uint64_t>(most + 1, 0));
    ways.back()[0] = 1;
    for (std::size_t face = copies.size(); face-- > 0;)
        for (std::size_t cards = 0; cards <= most; ++cards)
            for (std::size_t held = 0; held <= std::min(copies[face], cards); ++held)
                ways[face][cards] =
                    std::min(ways[face][cards] + ways[face + 1][cards - held], max_hands + 1);
    return ways;
}

// Calls visit(counts, sum) for every hand of `size` cards. The order is that of the hands as
// ascending lists of faces, lexicographic: as many of face 0 as possible first.
template <class Visit>
class Enumeration {
public:
    Enumeration(const std::vector<Key>& keys, const std::vector<std::size_t>& copies, Visit& visit)
        : keys_(keys),
          copies_(copies),
          visit_(visit),
          counts_(copies.size(), 0),
          room_(copies.size() + 1, 0) {
        for (std::size_t face = copies.size(); face-- > 0;)
            room_[face] = room_[face + 1] + copies[face];
    }

    void run(std::size_t size) {
        if (size <= room_[0]) descend(0, size, 0);
    }

private:
    void descend(std::size_t face, std::size_t left, Key sum) {
        if (face == copies_.size()) return visit_(counts_, sum);
        const std::size_t least = left > room_[face + 1] ? left - room_[face + 1] : 0;
        for (std::size_t held = std::min(left, copies_[face]) + 1; held-- > least;) {
            counts_[face] = held;
            descend(face + 1, left - held, sum + static_cast<Key>(held) * keys_[face]);
        }
    }

    const std::vector<Key>& keys_;
    const std::vector<std::size_t>& copies_;
    Visit& visit_;
    std::vector<std::size_t> counts_;
    std::vector<std::size_t> room_;  // copies of this face and all later ones
};

template <class Visit>
void for_each_hand(const std::vector<Key>& keys, const std::vector<std::size_t>& copies,
                   std::size_t size, Visit&& visit) {
    Enumeration<std::remove_reference_t<Visit>>(keys, copies, visit).run(size);
}

inline Hand hand_of(const std::vector<std::size_t>& counts) {
    Hand hand;
    for (std::size_t face = 0; face < counts.size(); ++face)
        hand.insert(hand.end(), counts[face], face);
    return hand;
}

// The hand with the number `index` in the enumeration of hands of `size` cards.
inline Hand hand_at(const std::vector<std::size_t>& copies, std::size_t size, std::uint64_t index) {
    const auto ways = count_ways(copies, size);
    std::vector<std::size_t> counts(copies.size(), 0);
    for (std::size_t face = 0; face < copies.size(); ++face) {
        std::size_t held = std::min(size, copies[face]);
        for (; index >= ways[face + 1][size - held]; --held) index -= ways[face + 1][size - held];
        counts[face] = held;
        size -= held;
    }
    return hand_of(counts);
}

inline void check_keys(const std::vector<Key>& keys) {
    for (const Key key : keys)
        require(-max_key <= key && key <= max_key,
                "key " + std::to_string(key) + " is beyond 2^48");
}

inline void check_hands(const Hands& hands) {
    require(!hands.copies.empty() && hands.copies.size() <= max_faces,
            "the number of faces must be 1 to 64, not " + std::to_string(hands.copies.size()));
    require(!hands.sizes.empty(), "give at least one hand size");
    std::size_t cards = 0;
    for (const std::size_t copies : hands.copies) {
        require(1 <= copies && copies <= max_size,
                "a face must have 1 to 64 copies, not " + std::to_string(copies));
        cards += copies;
    }
    for (std::size_t i = 0; i < hands.sizes.size(); ++i) {
        const std::size_t size = hands.sizes[i];
        require(1 <= size && size <= max_size,
                "a hand must have 1 to 64 cards, not " + std::to_string(size));
        require(size <= cards, "there is no hand of " + std::to_string(size) +
                                   " cards in a deck of " + std::to_string(cards));
        require(std::count(hands.sizes.begin(), hands.sizes.end(), size) == 1,
                "hand size " + std::to_string(size) + " is given twice");
    }
}

inline std::vector<std::size_t> first_of(const std::vector<std::size_t>& copies,
                                         std::size_t faces) {
    return {copies.begin(), copies.begin() + static_cast<std::ptrdiff_t>(faces)};
}

}  // namespace detail

struct Verdict {
    std::uint64_t hands = 0;             // enumerated: all of them, also after a collision
    Key max_sum = 0;                     // 0 when there is no hand
    std::optional<Collision> collision;  // the first
};

namespace detail {

// `verify` without its checks of the input: sizes may be 0 or more than the deck has.
inline Verdict enumerate_sums(const std::vector<Key>& keys, const Hands& hands) {
    struct Entry {
        Key sum;
        std::uint64_t index;  // in the whole enumeration
    };
    std::vector<std::size_t> sizes = hands.sizes;
    std::sort(sizes.begin(), sizes.end());

    Verdict verdict;
    std::vector<Entry> entries;
    std::vector<std::uint64_t> begins;  // of each size, in the enumeration
    // The later hand, the earlier one, their sum.
    std::optional<std::tuple<std::uint64_t, std::uint64_t, Key>> repeat;

    const auto settle = [&] {
        std::sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
            return one.sum != other.sum ? one.sum < other.sum : one.index < other.index;
        });
        for (std::size_t i = 0, end; i < entries.size(); i = end) {
            for (end = i + 1; end < entries.size() && entries[end].sum == entries[i].sum;) ++end;
            if (end > i + 1 && (!repeat || entries[i + 1].index < std::get<0>(*repeat)))
                repeat.emplace(entries[i + 1].index, entries[i].index, entries[i].sum);
        }
        entries.clear();
    };

    for (const std::size_t size : sizes) {
        const std::uint64_t ways = count_ways(hands.copies, size)[0][size];
        require(verdict.hands + ways <= max_hands, "there are more than 2^26 hands");
        begins.push_back(verdict.hands);
        entries.reserve(entries.size() + ways);
        for_each_hand(keys, hands.copies, size, [&](const std::vector<std::size_t>&, Key sum) {
            verdict.max_sum = verdict.hands ? std::max(verdict.max_sum, sum) : sum;
            entries.push_back({sum, verdict.hands++});
        });
        if (!hands.across) settle();
    }
    settle();

    if (repeat) {
        const auto decode = [&](std::uint64_t index) {
            const auto after = std::upper_bound(begins.begin(), begins.end(), index);
            const auto which = static_cast<std::size_t>(after - begins.begin()) - 1;
            return hand_at(hands.copies, sizes[which], index - begins[which]);
        };
        const auto [later, earlier, sum] = *repeat;
        verdict.collision = Collision{decode(earlier), decode(later), sum};
    }
    return verdict;
}

}  // namespace detail

// Adds up every hand and compares all sums. Hands are enumerated by size, smallest first, within a
// size as ascending lists of faces in lexicographic order. The first collision is the earliest hand
// whose sum came up before, with the first hand that has this sum.
inline Verdict verify(const std::vector<Key>& keys, const Hands& hands) {
    detail::check_hands(hands);
    detail::check_keys(keys);
    detail::require(keys.size() == hands.copies.size(), std::to_string(keys.size()) + " keys for " +
                                                            std::to_string(hands.copies.size()) +
                                                            " faces");
    return detail::enumerate_sums(keys, hands);
}

}  // namespace astragal::keys
