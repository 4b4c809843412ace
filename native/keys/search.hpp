// The greedy search for additive keys.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <tuple>

#include "common/bits.hpp"
#include "keys/verify.hpp"

namespace astragal::keys {

// Let T_j be the sums of j cards from the faces that have a key. Two hands with m and m + d cards
// of the new face, where d > 0, have the same sum exactly when d * key = a - b, with a in T_(n - m)
// and b in T_(n' - m - d) for hand sizes n and n'. So the forbidden keys are differences, divided
// by d. If two hands with equally many cards of the new face collide, they collide with any key:
// the search is at a dead end.
//
// Only whole hands count. As long as the faces can't fill a hand, any unused number is valid.

// `poll` is called every few thousand candidates, which is every few milliseconds for a deck of
// cards; it ends the work by throwing.
struct Hooks {
    std::function<void(std::size_t, Key)> found;  // a face and its key
    std::function<void()> poll;
};

// The reason why no key is possible for a face: the other cards of two hands with `held` cards of
// the face collide. With `held` 0, the bootstrap has the collision; no later face can cause one.
struct DeadEnd {
    std::size_t face = 0;
    std::size_t held = 0;
    Collision others;
};

struct Keys {
    std::vector<Key> keys;  // all keys, or the keys up to the dead end
    std::optional<DeadEnd> dead_end;
};

namespace detail {

inline constexpr std::size_t window_words = 64;
inline constexpr std::size_t window = window_words * 64;  // candidates tested together

// A set of small numbers as bits, followed by a window of zeros, so that a reader may read past the
// end.
class BitSet {
public:
    void reach(std::size_t number) {
        const std::size_t words = number / 64 + 1;
        if (words <= words_) return;
        words_ = words;
        bits_.resize(words + window_words + 1, 0);
    }
    void insert(std::size_t number) { bits_[number / 64] |= std::uint64_t{1} << number % 64; }
    bool has(std::size_t number) const {
        return number / 64 < words_ && (bits_[number / 64] >> number % 64 & 1) != 0;
    }

    // Adds the members from `begin` on to `out`, as if `begin` were 0.
    void collect(std::size_t begin, std::array<std::uint64_t, window_words>& out) const {
        if (begin / 64 >= words_) return;
        const std::uint64_t* from = bits_.data() + begin / 64;
        const unsigned shift = begin % 64;
        // Two shifts to the left: one by 64 is undefined.
        for (std::size_t i = 0; i < window_words; ++i)
            out[i] |= from[i] >> shift | from[i + 1] << 1 << (63 - shift);
    }

private:
    std::size_t words_ = 0;  // without the zeros behind
    std::vector<std::uint64_t> bits_;
};

// The sums of 0, 1, ... `most` cards from the faces added so far.
class PartSums {
public:
    explicit PartSums(std::size_t most)
        : sums_(most + 1), members_(most + 1), distinct_(most + 1, true) {
        sums_[0].push_back(0);
        members_[0].reach(0);
        members_[0].insert(0);
    }

    void add(Key key, std::size_t copies) {
        // A bit for each number up to the greatest sum: one set for each number of cards here, and
        // as many again in `NextKey` for each number of copies.
        const auto greatest = static_cast<std::size_t>(max_ + key * static_cast<Key>(most()));
        require(greatest / 8 * sums_.size() * (copies + 1) <= max_search_bytes,
                "the sums need more than a gigabyte, the most a search may use");
        // Downwards, so that the smaller hands don't have the new face yet.
        for (std::size_t cards = sums_.size(); cards-- > 1;)
            for (std::size_t held = 1; held <= std::min(copies, cards); ++held)
                extend(cards, held, key);
    }

    const std::vector<Key>& sums(std::size_t cards) const { return sums_[cards]; }  // each once
    bool has(std::size_t cards, Key sum) const {
        return members_[cards].has(static_cast<std::size_t>(sum));
    }
    bool distinct(std::size_t cards) const { return distinct_[cards]; }  // no two hands share a sum
    std::size_t most() const { return sums_.size() - 1; }

private:
    void extend(std::size_t cards, std::size_t held, Key key) {
        const std::vector<Key>& rest = sums_[cards - held];
        if (rest.empty()) return;
        if (!distinct_[cards - held]) distinct_[cards] = false;
        const Key added = static_cast<Key>(held) * key;
        const Key max = *std::max_element(rest.begin(), rest.end()) + added;
        max_ = std::max(max_, max);
        members_[cards].reach(static_cast<std::size_t>(max));
        count_ += rest.size();
        require(count_ <= max_search_sums,
                "there are more than 2^24 sums, the most a search may keep");
        for (const Key sum : rest) {
            const Key whole = sum + added;
            if (has(cards, whole)) {
                distinct_[cards] = false;
                continue;
            }
            members_[cards].insert(static_cast<std::size_t>(whole));
            sums_[cards].push_back(whole);
        }
    }

    std::vector<std::vector<Key>> sums_;
    std::vector<BitSet> members_;
    std::vector<bool> distinct_;
    Key max_ = 0;
    std::size_t count_ = 0;
};

// times * key = a - b forbids a key, a being a sum of `more` cards and b one of `fewer`.
struct Difference {
    std::size_t more;
    std::size_t fewer;
    std::size_t times;
    std::size_t held;  // cards of the new face in the hand of a; that of b has `times` more
};

// All differences that forbid keys of a face, each pair of parts once, the richest first.
inline std::vector<Difference> differences(const PartSums& parts, const Hands& hands,
                                           std::size_t copies) {
    std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Difference> found;
    for (const std::size_t size : hands.sizes)
        for (const std::size_t other : hands.sizes) {
            if (size != other && !hands.across) continue;
            for (std::size_t held = 0; held <= std::min(copies, size); ++held)
                for (std::size_t times = 1; held + times <= std::min(copies, other); ++times) {
                    const Difference one{size - held, other - held - times, times, held};
                    if (parts.sums(one.more).empty() || parts.sums(one.fewer).empty()) continue;
                    found.try_emplace({one.more, one.fewer, one.times}, one);
                }
        }
    std::vector<Difference> all;
    for (const auto& [parts_and_times, one] : found) all.push_back(one);
    std::sort(all.begin(), all.end(), [&](const Difference& one, const Difference& other) {
        const std::size_t richness = parts.sums(one.more).size() * other.times;
        const std::size_t other_richness = parts.sums(other.more).size() * one.times;
        if (richness != other_richness) return richness > other_richness;
        return std::tie(one.more, one.fewer, one.times) <
               std::tie(other.more, other.fewer, other.times);
    });
    return all;
}

// The smallest number that is not used and not forbidden. There is one: a number above all sums.
//
// A probe is a set and a shift, and forbids every key for which key + shift is in the set. For
// times = 1 the set is that of the sums a, the shift is b. For times > 1 both are divided: with b =
// times * q + r, the set has a quotient (a - r) / times for each sum a that leaves the remainder r,
// and the shift is q.
//
// A probe over a window of candidates is a bitset shifted and or-ed. Nearly all candidates below
// the answer are forbidden many times over, so a few hundred of some ten thousand probes leave a
// few candidates of each window. Those are tested one by one, and most fail early. The order of the
// probes matters: the biggest sets first, and by b in the order in which the faces were added,
// small sums before large (the reverse takes four times as long).
class NextKey {
public:
    NextKey(const PartSums& parts, const Hands& hands, std::size_t copies) {
        std::map<std::array<std::size_t, 3>, const BitSet*> known;  // by cards, times and remainder
        for (const Difference& one : differences(parts, hands, copies)) {
            const std::vector<Key>& more = parts.sums(one.more);
            if (!known.contains({one.more, one.times, 0})) {
                const std::size_t first = sets_.size();
                const auto max =
                    static_cast<std::size_t>(*std::max_element(more.begin(), more.end()));
                for (std::size_t rest = 0; rest < one.times; ++rest) {
                    sets_.emplace_back().reach(max / one.times);
                    known[{one.more, one.times, rest}] = &sets_.back();
                }
                for (const Key sum : more) {
                    const auto number = static_cast<std::size_t>(sum);
                    sets_[first + number % one.times].insert(number / one.times);
                }
            }
            for (const Key sum : parts.sums(one.fewer)) {
                const auto number = static_cast<std::size_t>(sum);
                probes_.push_back(
                    {known[{one.more, one.times, number % one.times}], number / one.times});
            }
        }
    }

    NextKey(const NextKey&) = delete;  // probes point into the object
    NextKey& operator=(const NextKey&) = delete;

    Key smallest(const std::vector<Key>& used, const std::function<void()>& poll) const {
        for (std::size_t begin = 0;; begin += window) {
            poll();
            std::array<std::uint64_t, window_words> taken{};
            for (const Key key : used) {
                const std::size_t at =
                    static_cast<std::size_t>(key) - begin;  // wraps when it is before the window
                if (at < window) taken[at / 64] |= std::uint64_t{1} << at % 64;
            }
            const std::size_t done = sweep(begin, taken);
            for (std::size_t word = 0; word < window_words; ++word)
                for (std::uint64_t free = ~taken[word]; free; free = without_lowest(free)) {
                    const std::size_t key = begin + word * 64 + lowest_bit(free);
                    if (!forbidden(key, done)) return static_cast<Key>(key);
                }
        }
    }

private:
    struct Probe {
        const BitSet* set;
        std::size_t shift;
    };

    // Ors probes into the window until few candidates are left; returns the number of probes used.
    std::size_t sweep(std::size_t begin, std::array<std::uint64_t, window_words>& taken) const {
        constexpr std::size_t probes_between_counts = 64;
        constexpr unsigned few = 64;
        std::size_t done = 0;
        while (done < probes_.size()) {
            const std::size_t end = std::min(done + probes_between_counts, probes_.size());
            for (; done < end; ++done)
                probes_[done].set->collect(begin + probes_[done].shift, taken);
            unsigned free = 0;
            for (const std::uint64_t word : taken) free += bit_count(~word);
            if (free <= few) break;
        }
        return done;
    }

    bool forbidden(std::size_t key, std::size_t done) const {
        for (std::size_t i = done; i < probes_.size(); ++i)
            if (probes_[i].set->has(key + probes_[i].shift)) return true;
        return false;
    }

    std::deque<BitSet> sets_;  // members of a deque stay where they are
    std::vector<Probe> probes_;
};

// Finds two hands that collide with any key of the next face, which has `copies` cards; with 0
// copies, two hands of the faces so far.
inline std::optional<DeadEnd> find_dead_end(const PartSums& parts, const std::vector<Key>& keys,
                                            const Hands& hands, std::size_t copies) {
    for (std::size_t held = 0; held <= copies; ++held) {
        Hands others{first_of(hands.copies, keys.size()), {}, hands.across};
        for (const std::size_t size : hands.sizes)
            if (size >= held) others.sizes.push_back(size - held);

        bool dead = false;
        for (const std::size_t size : others.sizes) {
            dead = dead || !parts.distinct(size);
            for (const std::size_t other : others.sizes)
                if (others.across && other < size)
                    for (const Key sum : parts.sums(other)) dead = dead || parts.has(size, sum);
        }
        // Only now search for the hands, which is slow.
        if (dead) return DeadEnd{keys.size(), held, enumerate_sums(keys, others).collision.value()};
    }
    return std::nullopt;
}

inline void check_search(const Hands& hands) {
    check_hands(hands);
    require(hands.bootstrap.size() <= hands.copies.size(), "more bootstrap keys than faces");
    for (const Key key : hands.bootstrap) {
        check_key(key);
        require(key >= 0, "bootstrap key " + std::to_string(key) + " is negative");
    }
}

}  // namespace detail

// Gives each face after the bootstrap the smallest unused number with which all hands of the faces
// so far have different sums, as far as they must.
inline Keys search(const Hands& hands, const Hooks& hooks) {
    detail::check_search(hands);
    detail::PartSums parts(*std::max_element(hands.sizes.begin(), hands.sizes.end()));
    Keys result;
    for (const Key key : hands.bootstrap) {
        parts.add(key, hands.copies[result.keys.size()]);
        result.keys.push_back(key);
    }
    result.dead_end = detail::find_dead_end(parts, result.keys, hands, 0);
    while (!result.dead_end && result.keys.size() < hands.copies.size()) {
        const std::size_t face = result.keys.size();
        const std::size_t copies = hands.copies[face];
        result.dead_end = detail::find_dead_end(parts, result.keys, hands, copies);
        if (result.dead_end) break;
        const Key key = detail::NextKey(parts, hands, copies).smallest(result.keys, hooks.poll);
        if (face + 1 < hands.copies.size())
            parts.add(key, copies);  // the sums are not needed after the last face
        result.keys.push_back(key);
        hooks.found(face, key);
    }
    return result;
}

}  // namespace astragal::keys
