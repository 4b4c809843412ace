// Suit classes: hands of seven that differ by a permutation of the suits only, numbered.
//
// Classes are in groups of equal ranks, and groups in the order of their suit-blind class. Within a
// group a hand is a code: for each rank (ranks with most cards first, then higher before lower),
// which suits it has. Codes that permutations of the suits turn into each other are one class. Its
// representative is the smallest, and classes ascend by it. Which codes those are depends only on
// the numbers of cards, the group's shape, so 20 small tables number all classes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "setting/classes.hpp"

namespace astragal::setting {

// Sets of suits by size, ascending, and the place of each set among those of its size.
struct SuitSetList {
    std::array<std::array<SuitSet, 6>, 5> of_size{};
    std::array<std::size_t, suit_sets> place{};
    std::array<std::size_t, 5> count{};
};
constexpr SuitSetList list_suit_sets() {
    SuitSetList list;
    for (SuitSet suits = 0; suits < suit_sets; ++suits) {
        const unsigned size = bit_count(suits);
        list.place[suits] = list.count[size];
        list.of_size[size][list.count[size]++] = suits;
    }
    return list;
}
inline constexpr SuitSetList all_suit_sets = list_suit_sets();

// The classes of hands with given numbers of cards of each of their ranks, the greatest first.
class SuitShape {
public:
    explicit SuitShape(std::vector<unsigned> sizes) : sizes_(std::move(sizes)) {
        std::size_t codes = 1;
        for (const unsigned size : sizes_) codes *= all_suit_sets.count[size];
        index_.assign(codes, unset);
        std::vector<SuitSet> suits(sizes_.size()), turned(sizes_.size());
        for (std::size_t code = 0; code < codes; ++code) {
            if (index_[code] != unset) continue;
            decode(code, suits.data());
            unsigned codes_of_class = 0;
            std::array<unsigned, suit_count> order{0, 1, 2, 3};
            do {
                for (std::size_t i = 0; i < suits.size(); ++i) turned[i] = turn(suits[i], order);
                std::uint16_t& index = index_[encode(turned.data())];
                codes_of_class += index == unset;
                index = static_cast<std::uint16_t>(code_.size());
            } while (std::next_permutation(order.begin(), order.end()));
            code_.push_back(static_cast<std::uint16_t>(code));
            weight_.push_back(static_cast<std::uint8_t>(codes_of_class));
        }
    }

    std::size_t ranks() const { return sizes_.size(); }
    std::size_t size() const { return code_.size(); }
    unsigned weight(std::size_t index) const { return weight_[index]; }
    std::size_t index_of(const SuitSet* suits) const { return index_[encode(suits)]; }
    void suits_at(std::size_t index, SuitSet* suits) const { decode(code_[index], suits); }

private:
    static constexpr std::uint16_t unset = 0xffff;

    static SuitSet turn(SuitSet suits, const std::array<unsigned, suit_count>& order) {
        SuitSet turned = 0;
        for (unsigned s = 0; s < suit_count; ++s) turned |= (suits >> s & 1) << order[s];
        return turned;
    }
    std::size_t encode(const SuitSet* suits) const {
        std::size_t code = 0;
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            code = code * all_suit_sets.count[sizes_[i]] + all_suit_sets.place[suits[i]];
        }
        return code;
    }
    void decode(std::size_t code, SuitSet* suits) const {
        for (std::size_t i = sizes_.size(); i-- > 0;) {
            const std::size_t base = all_suit_sets.count[sizes_[i]];
            suits[i] = all_suit_sets.of_size[sizes_[i]][code % base];
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
        return shared_table<SuitClasses>(
            [] { return std::unique_ptr<const SuitClasses>(new SuitClasses); });
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
        std::array<SuitSet, hand_size> suits{};
        for (std::size_t i = 0; i < ranks.size; ++i) suits[i] = suits_of_rank(hand, ranks.rank[i]);
        return starts_[group] + shape(ranks).index_of(suits.data());
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
                std::array<SuitSet, hand_size> suits{};
                of_group.suits_at(index, suits.data());
                CardSet hand = some & joker_bit;
                for (std::size_t i = 0; i < ranks.size; ++i) {
                    hand |= cards_of_rank(ranks.rank[i], suits[i]);
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
                    std::vector<unsigned>(ranks.count.data(), ranks.count.data() + ranks.size));
            }
            starts_.push_back(starts_.back() + static_cast<std::uint32_t>(shapes_[at].size()));
        }
    }

    // The ranks of a hand without its joker, those with most cards first, then higher ones.
    struct Ranks {
        std::array<unsigned, hand_size> rank, count;
        std::size_t size = 0;
        std::size_t shape = 0;  // how many ranks come four, three, two times, and once
    };

    static Ranks ranks_in(CardSet hand) {
        Ranks ranks{};
        for (unsigned number = suit_count; number > 0; --number) {
            const std::size_t before = ranks.size;
            for (unsigned r = rank_count; r-- > 0;) {
                if (bit_count(suits_of_rank(hand, r)) != number) continue;
                ranks.rank[ranks.size] = r;
                ranks.count[ranks.size++] = number;
            }
            // At most once, twice, three and seven times, so the number is below 256.
            ranks.shape = ranks.shape * (number > 1 ? 4 : 8) + ranks.size - before;
        }
        return ranks;
    }

    static CardSet some_hand(std::size_t group) {
        const Seven seven = Classes::get().cards_of(static_cast<ClassId>(group));
        CardSet hand = 0;
        for (const std::uint8_t rank : seven.rank) {
            unsigned card = suit_count * rank;  // the joker, or the card of the first suit
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

}  // namespace astragal::setting
