// Additive keys: each face has a number, its key, and the sum of the keys identifies a hand. Hands
// that must be distinguished must have different sums.
//
// This file defines valid keys, and proves validity by enumeration. The search for keys is in
// keys/search.hpp, the proof that they are the smallest in keys/prove.hpp; this file uses neither.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace astragal::keys {

using Key = std::int64_t;
using Hand = std::vector<std::size_t>;  // face indices, ascending, with repetition

// The hands, and whether hands of different sizes must have different sums.
struct Hands {
    std::vector<std::size_t> copies;  // of each face: 4 for a rank, 1 for a joker or within a suit
    std::vector<std::size_t> sizes;   // cards in a hand, one size or several
    bool across = false;              // hands of different sizes must have different sums, too
    std::vector<Key> bootstrap{};     // for a search: keys of the first faces, kept as they are
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

// The task is invalid, or would not fit into memory.
struct BadTask : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

namespace detail {

inline void require(bool condition, const std::string& message) {
    if (!condition) throw BadTask(message);
}

// The number of hands of `size` cards, at most max_hands + 1.
inline std::uint64_t count_hands(const std::vector<std::size_t>& copies, std::size_t size) {
    std::vector<std::uint64_t> ways(size + 1, 0);
    ways[0] = 1;
    for (const std::size_t most : copies)
        for (std::size_t cards = size; cards > 0; --cards)
            for (std::size_t held = 1; held <= std::min(most, cards); ++held)
                ways[cards] = std::min(ways[cards] + ways[cards - held], max_hands + 1);
    return ways[size];
}

// Calls visit(counts, sum) for every hand of `size` cards. The order is that of the hands as
// ascending lists of faces, lexicographic: as many of face 0 as possible first.
template <class Visit>
void for_each_hand(const std::vector<Key>& keys, const std::vector<std::size_t>& copies,
                   std::size_t size, Visit&& visit) {
    std::vector<std::size_t> counts(copies.size(), 0);
    std::vector<std::size_t> room(copies.size() + 1, 0);  // copies of this face and all later ones
    for (std::size_t face = copies.size(); face-- > 0;) room[face] = room[face + 1] + copies[face];
    const auto descend = [&](auto&& self, std::size_t face, std::size_t left, Key sum) -> void {
        if (face == copies.size()) return visit(counts, sum);
        const std::size_t least = left > room[face + 1] ? left - room[face + 1] : 0;
        for (std::size_t held = std::min(left, copies[face]) + 1; held-- > least;) {
            counts[face] = held;
            self(self, face + 1, left - held, sum + static_cast<Key>(held) * keys[face]);
        }
    };
    if (size <= room[0]) descend(descend, 0, size, 0);
}

inline Hand hand_of(const std::vector<std::size_t>& counts) {
    Hand hand;
    for (std::size_t face = 0; face < counts.size(); ++face)
        hand.insert(hand.end(), counts[face], face);
    return hand;
}

inline void check_key(Key key) {
    require(-max_key <= key && key <= max_key, "key " + std::to_string(key) + " is beyond 2^48");
}

inline void check_keys(const std::vector<Key>& keys, const Hands& hands) {
    for (const Key key : keys) check_key(key);
    require(keys.size() == hands.copies.size(), std::to_string(keys.size()) + " keys for " +
                                                    std::to_string(hands.copies.size()) + " faces");
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
    std::vector<std::size_t> sizes = hands.sizes;
    std::sort(sizes.begin(), sizes.end());

    Verdict verdict;
    std::vector<std::pair<Key, std::uint64_t>> entries;  // sums, and their hands' numbers
    std::uint64_t earlier = 0, later = max_hands;        // the first two hands with one sum
    const auto compare = [&] {
        std::sort(entries.begin(), entries.end());
        for (std::size_t i = 1; i < entries.size(); ++i)
            if (entries[i].first == entries[i - 1].first && entries[i].second < later) {
                earlier = entries[i - 1].second;
                later = entries[i].second;
            }
        entries.clear();
    };
    for (const std::size_t size : sizes) {
        const std::uint64_t more = count_hands(hands.copies, size);
        require(verdict.hands + more <= max_hands, "there are more than 2^26 hands");
        entries.reserve(entries.size() + more);
        for_each_hand(keys, hands.copies, size, [&](const std::vector<std::size_t>&, Key sum) {
            verdict.max_sum = verdict.hands ? std::max(verdict.max_sum, sum) : sum;
            entries.emplace_back(sum, verdict.hands++);
        });
        if (!hands.across) compare();
    }
    compare();
    if (later == max_hands) return verdict;

    verdict.collision.emplace();
    std::uint64_t number = 0;
    for (const std::size_t size : sizes)  // enumerate again, to find the hands
        for_each_hand(keys, hands.copies, size,
                      [&](const std::vector<std::size_t>& counts, Key sum) {
                          if (number == earlier) verdict.collision->first = hand_of(counts);
                          if (number++ == later) {
                              verdict.collision->second = hand_of(counts);
                              verdict.collision->sum = sum;
                          }
                      });
    return verdict;
}

}  // namespace detail

// Adds up every hand and compares all sums. Hands are enumerated by size, smallest first, within a
// size as ascending lists of faces in lexicographic order. The first collision is the first hand
// that repeats an earlier sum, and the first hand with this sum.
inline Verdict verify(const std::vector<Key>& keys, const Hands& hands) {
    detail::check_hands(hands);
    detail::check_keys(keys, hands);
    return detail::enumerate_sums(keys, hands);
}

}  // namespace astragal::keys
