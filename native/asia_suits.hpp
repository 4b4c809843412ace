// Suit classes: hands of seven that differ by a permutation of the suits only, numbered.
//
// Classes are in groups of equal ranks, and groups in the order of their suit-blind class. Within a
// group a hand is a code: for each rank, those of which it has most cards first and higher ones
// before lower, which suits it has. Codes that permutations of the suits turn into each other are
// one class; its representative is the smallest, and classes ascend by it. Which codes those are
// depends on the numbers of cards only, the group's shape, so 20 small tables number all classes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "asia_classes.hpp"

namespace astragal::asia {

using SuitMask = std::uint8_t;  // bit s for suit s; a rank's are four neighbouring bits of a set

constexpr SuitMask suits_of_rank(CardSet set, unsigned rank) {
    return static_cast<SuitMask>(set >> (suit_count * rank) & 0xf);
}

// Suit masks of each size, ascending, and the place of each mask among those of its size.
struct SuitMasks {
    std::array<std::array<SuitMask, 6>, 5> of_size{};
    std::array<std::uint8_t, 16> place{};
    std::array<std::uint8_t, 5> count{};
};
constexpr SuitMasks list_suit_masks() {
    SuitMasks masks;
    for (unsigned mask = 0; mask < 16; ++mask) {
        const auto size = static_cast<std::size_t>(std::popcount(mask));
        masks.place[mask] = masks.count[size];
        masks.of_size[size][masks.count[size]++] = static_cast<SuitMask>(mask);
    }
    return masks;
}
inline constexpr SuitMasks suit_masks = list_suit_masks();

// The classes of hands with so many cards of each of their ranks, the most first.
class SuitShape {
public:
    explicit SuitShape(std::vector<unsigned> sizes) : sizes_(std::move(sizes)) {
        std::size_t codes = 1;
        for (const unsigned size : sizes_) codes *= suit_masks.count[size];
        index_.assign(codes, unset);
        std::vector<SuitMask> masks(sizes_.size()), turned(sizes_.size());
        for (std::size_t code = 0; code < codes; ++code) {
            if (index_[code] != unset) continue;
            decode(code, masks.data());
            unsigned weight = 0;
            std::array<unsigned, suit_count> order{0, 1, 2, 3};
            do {
                for (std::size_t i = 0; i < masks.size(); ++i) turned[i] = turn(masks[i], order);
                std::uint16_t& index = index_[encode(turned.data())];
                weight += index == unset;
                index = static_cast<std::uint16_t>(code_.size());
            } while (std::next_permutation(order.begin(), order.end()));
            code_.push_back(static_cast<std::uint16_t>(code));
            weight_.push_back(static_cast<std::uint8_t>(weight));
        }
    }

    std::size_t ranks() const { return sizes_.size(); }
    std::size_t size() const { return code_.size(); }
    unsigned weight(std::size_t index) const { return weight_[index]; }
    std::size_t index_of(const SuitMask* masks) const { return index_[encode(masks)]; }
    void masks_at(std::size_t index, SuitMask* masks) const { decode(code_[index], masks); }

private:
    static constexpr std::uint16_t unset = 0xffff;

    static SuitMask turn(SuitMask mask, const std::array<unsigned, suit_count>& order) {
        unsigned turned = 0;
        for (unsigned s = 0; s < suit_count; ++s) turned |= (mask >> s & 1u) << order[s];
        return static_cast<SuitMask>(turned);
    }
    std::size_t encode(const SuitMask* masks) const {
        std::size_t code = 0;
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            code = code * suit_masks.count[sizes_[i]] + suit_masks.place[masks[i]];
        }
        return code;
    }
    void decode(std::size_t code, SuitMask* masks) const {
        for (std::size_t i = sizes_.size(); i-- > 0;) {
            const std::size_t base = suit_masks.count[sizes_[i]];
            masks[i] = suit_masks.of_size[sizes_[i]][code % base];
            code /= base;
        }
    }

    std::vector<unsigned> sizes_;
    std::vector<std::uint16_t> index_;  // of each code
    std::vector<std::uint16_t> code_;   // the smallest of each class
    std::vector<std::uint8_t> weight_;  // how many codes each class has
};

class SuitClasses {
public:
    static constexpr std::size_t count = 6'972'147;
    static constexpr std::size_t groups = Classes::blind_count;

    // Built on first use, in some tens of milliseconds.
    static const SuitClasses& get() {
        static const SuitClasses classes;
        return classes;
    }

    // Where each group starts; one more says where the last one ends.
    const std::vector<std::uint32_t>& starts() const { return starts_; }

    std::size_t group_of(std::size_t index) const {
        const auto after = std::upper_bound(starts_.begin(), starts_.end(), index);
        return static_cast<std::size_t>(after - starts_.begin()) - 1;
    }

    std::size_t index_of(CardSet hand) const {
        const Classes& classes = Classes::get();
        const ClassId group = classes.blind_of(classes.key_of(hand));
        const Ranks ranks = ranks_in(hand);
        std::array<SuitMask, hand_size> masks{};
        for (std::size_t i = 0; i < ranks.size; ++i) masks[i] = suits_of_rank(hand, ranks.rank[i]);
        return starts_[group] + shape(ranks).index_of(masks.data());
    }

    // Calls `visit(hand, weight)` with the representatives from `first` up to `last`.
    template <class Visit>
    void each(std::size_t first, std::size_t last, Visit visit) const {
        for (std::size_t group = group_of(first); first < last; ++group) {
            const CardSet some = some_hand(group);
            const Ranks ranks = ranks_in(some);
            const SuitShape& of_group = shape(ranks);
            const std::size_t end = std::min<std::size_t>(last, starts_[group + 1]);
            for (; first < end; ++first) {
                const std::size_t index = first - starts_[group];
                std::array<SuitMask, hand_size> masks{};
                of_group.masks_at(index, masks.data());
                CardSet hand = some & joker_bit;
                for (std::size_t i = 0; i < ranks.size; ++i) {
                    hand |= CardSet{masks[i]} << (suit_count * ranks.rank[i]);
                }
                visit(hand, of_group.weight(index));
            }
        }
    }

private:
    SuitClasses() {
        starts_.reserve(groups + 1);
        starts_.push_back(0);
        shape_at_.fill(none);
        for (std::size_t group = 0; group < groups; ++group) {
            const Ranks ranks = ranks_in(some_hand(group));
            std::uint8_t& at = shape_at_[ranks.shape];
            if (at == none) {
                at = static_cast<std::uint8_t>(shapes_.size());
                shapes_.emplace_back(
                    std::vector<unsigned>(ranks.count.begin(), ranks.count.begin() + ranks.size));
            }
            starts_.push_back(starts_.back() + static_cast<std::uint32_t>(shapes_[at].size()));
        }
    }

    // The ranks of a hand without its joker, those of which it has most first, then higher ones.
    struct Ranks {
        std::array<std::uint8_t, hand_size> rank, count;
        std::uint8_t size = 0;
        std::uint8_t shape = 0;  // how many ranks come four, three, two times, and once
    };

    static Ranks ranks_in(CardSet hand) {
        Ranks ranks{};
        unsigned shape = 0;
        for (unsigned cards = suit_count; cards > 0; --cards) {
            unsigned times = 0;
            for (unsigned r = rank_count; r-- > 0;) {
                if (static_cast<unsigned>(std::popcount(suits_of_rank(hand, r))) != cards) continue;
                ranks.rank[ranks.size] = static_cast<std::uint8_t>(r);
                ranks.count[ranks.size++] = static_cast<std::uint8_t>(cards);
                ++times;
            }
            // At most once, twice, three and seven times, so eight bits hold them all.
            shape = shape << (cards > 1 ? 2 : 3) | times;
        }
        ranks.shape = static_cast<std::uint8_t>(shape);
        return ranks;
    }

    static CardSet some_hand(std::size_t group) {
        const Seven seven = Classes::get().cards_of(static_cast<ClassId>(group));
        CardSet hand = 0;
        for (const std::uint8_t rank : seven.rank) {
            Card card = static_cast<Card>(suit_count * rank);  // the joker's, or the first suit's
            while (hand >> card & 1) ++card;
            hand |= CardSet{1} << card;
        }
        return hand;
    }

    const SuitShape& shape(const Ranks& ranks) const { return shapes_[shape_at_[ranks.shape]]; }

    static constexpr std::uint8_t none = 0xff;
    std::vector<std::uint32_t> starts_;
    std::vector<SuitShape> shapes_;
    std::array<std::uint8_t, 256> shape_at_{};
};

}  // namespace astragal::asia
