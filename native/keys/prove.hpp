// The proof that each step of the greedy search took the smallest number.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "keys/search.hpp"

namespace astragal::keys {

// A smaller valid key, or the number of refuted candidates, each with two colliding hands as its
// witness.
struct Step {
    std::size_t face = 0;
    Key key = 0;
    std::uint64_t refuted = 0;
    std::optional<Key> smaller;
};

namespace detail {

// For one face: two colliding hands for any candidate, if there are any.
//
// The code of a part of a hand is a word with a field for each face, the number of its cards. Codes
// are additive, like sums.
class Refuter {
public:
    struct Part {
        Key sum;
        std::uint64_t code;
    };

    Refuter(const std::vector<Key>& keys, const Hands& hands)
        : keys_(keys),
          hands_(hands),
          sums_(*std::max_element(hands.sizes.begin(), hands.sizes.end())) {
        const std::size_t most = sums_.most(), face = keys.size();
        std::size_t bits = 0;
        for (std::size_t i = 0; i <= face; ++i) {
            shifts_.push_back(bits);
            bits += static_cast<std::size_t>(std::bit_width(std::min(hands.copies[i], most)));
        }
        shifts_.push_back(bits);
        require(bits < 64, "the counts of a hand must fit into 63 bits");

        for (std::size_t i = 0; i < face; ++i) sums_.add(keys[i], hands.copies[i]);
        differences_ = differences(sums_, hands, hands.copies[face]);
        parts_.resize(most + 1);
        const std::vector<std::size_t> copies = first_of(hands.copies, face);
        for (std::size_t cards = 0; cards <= most; ++cards) {
            std::vector<Part>& sorted = parts_[cards];
            for_each_hand(keys, copies, cards,
                          [&](const std::vector<std::size_t>& counts, Key sum) {
                              std::uint64_t code = 0;
                              for (std::size_t i = 0; i < counts.size(); ++i)
                                  code += std::uint64_t{counts[i]} << shifts_[i];
                              sorted.push_back({sum, code});
                          });
            std::sort(sorted.begin(), sorted.end(),
                      [](const Part& one, const Part& other) { return one.sum < other.sum; });
        }
    }

    std::optional<Collision> refute(Key candidate) const {
        for (const Difference& one : differences_) {
            const Key gap = static_cast<Key>(one.times) * candidate;
            for (const Part& part : parts_[one.fewer]) {
                if (!sums_.has(one.more, part.sum + gap)) continue;
                const auto whole = std::lower_bound(
                    parts_[one.more].begin(), parts_[one.more].end(), part.sum + gap,
                    [](const Part& entry, Key sum) { return entry.sum < sum; });
                require(whole != parts_[one.more].end(), "a sum has no hand");
                const std::size_t shift = shifts_[keys_.size()];
                return checked(candidate, whole->code + (std::uint64_t{one.held} << shift),
                               part.code + (std::uint64_t{one.held + one.times} << shift));
            }
        }
        return std::nullopt;
    }

private:
    // The proof does not rely on the code above: the two hands are written out, compared with the
    // deck, and added up again.
    Collision checked(Key candidate, std::uint64_t one, std::uint64_t other) const {
        Collision collision;
        const Key sum = write_out(candidate, one, collision.first);
        collision.sum = write_out(candidate, other, collision.second);
        const std::size_t size = collision.first.size();
        const std::size_t other_size = collision.second.size();
        const auto wanted = [&](std::size_t cards) {
            return std::find(hands_.sizes.begin(), hands_.sizes.end(), cards) != hands_.sizes.end();
        };
        if (sum != collision.sum || collision.first == collision.second || !wanted(size) ||
            !wanted(other_size) || (size != other_size && !hands_.across))
            throw std::logic_error("the witness against key " + std::to_string(candidate) +
                                   " is wrong");
        if (collision.second < collision.first) std::swap(collision.first, collision.second);
        return collision;
    }

    Key write_out(Key candidate, std::uint64_t code, Hand& hand) const {
        Key sum = 0;
        hand.reserve(parts_.size());
        for (std::size_t face = 0; face <= keys_.size(); ++face) {
            const std::uint64_t field =
                (std::uint64_t{1} << (shifts_[face + 1] - shifts_[face])) - 1;
            const std::uint64_t held = code >> shifts_[face] & field;
            if (held > hands_.copies[face])
                throw std::logic_error("a witness holds more cards of a face than there are");
            for (std::uint64_t i = 0; i < held; ++i) hand.push_back(face);
            sum += static_cast<Key>(held) * (face < keys_.size() ? keys_[face] : candidate);
        }
        return sum;
    }

    const std::vector<Key> keys_;
    const Hands hands_;
    std::vector<std::size_t> shifts_;  // of each face's field, and the width of the word
    PartSums sums_;
    std::vector<Difference> differences_;
    std::vector<std::vector<Part>> parts_;  // by number of cards, then by sum
};

}  // namespace detail

// Finds, for every face after the bootstrap and every unused number below its key, two hands that
// would collide, written out and added up. `smaller` of a step is a number without such hands: the
// step was not minimal. Together with `verify`, this proves the greedy result, whatever the search
// did.
inline std::vector<Step> prove(const Hands& hands, const std::vector<Key>& keys,
                               const Hooks& hooks) {
    detail::check_search(hands);
    detail::check_keys(keys, hands);
    detail::require(std::equal(hands.bootstrap.begin(), hands.bootstrap.end(), keys.begin()),
                    "the keys don't begin with the bootstrap");
    for (const Key key : keys)
        detail::require(key >= 0, "key " + std::to_string(key) + " is negative");
    std::vector<Step> steps;
    std::vector<Key> before = hands.bootstrap;
    for (std::size_t face = before.size(); face < keys.size(); ++face) {
        Step step{face, keys[face], 0, std::nullopt};
        const detail::Refuter refuter(before, hands);
        for (Key candidate = 0; candidate < step.key; ++candidate) {
            if (candidate % 4096 == 0) hooks.poll();
            if (std::find(before.begin(), before.end(), candidate) != before.end()) continue;
            if (!refuter.refute(candidate)) {
                step.smaller = candidate;
                break;
            }
            ++step.refuted;
        }
        steps.push_back(step);
        before.push_back(step.key);
        hooks.found(face, step.key);
    }
    return steps;
}

}  // namespace astragal::keys
