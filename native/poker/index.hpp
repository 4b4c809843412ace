// A number for each hand and board, the same for those that differ by suits only.
//
// The cards come in rounds, like hole cards, flop, turn and river; within a round their order means
// nothing. What a suit has of a hand is a *shape*, how many of its ranks come in each round, and a
// number among all choices of ranks with that shape: round by round, the place of the chosen ranks
// among those that earlier rounds left over (colexicographic, as in `cards/subset.py`). The four
// suits, ordered by shape and number, are all that is left of the hand when suits have no names.
// Suits of one shape are a multiset of numbers, which has a number again: C(a + 1, 2) + b for a >=
// b. Each group of four shapes owns a range of numbers. The idea is Waugh's ("A fast and optimal
// hand isomorphism algorithm", 2013).
//
// Stability: users store these numbers. Changing them is a breaking change.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/shared_table.hpp"
#include "poker/evaluate.hpp"

namespace astragal::poker {

class HandIndex {
public:
    using Number = std::uint64_t;
    static constexpr unsigned max_rounds = 4;
    static constexpr unsigned max_cards = 11;  // six hole cards and a board

    explicit HandIndex(const std::vector<unsigned>& rounds) : rounds_(rounds) {
        require(!rounds.empty() && rounds.size() <= max_rounds, "there are one to four rounds");
        for (const unsigned cards : rounds) {
            require(cards >= 1 && cards <= 6, "a round has one to six cards");
            radix_.push_back(shape_count_);
            shape_count_ *= cards + 1;
            cards_ += cards;
        }
        require(cards_ <= max_cards, "there are at most eleven cards");
        list_shapes();
        std::array<unsigned, suit_count> shapes{};
        list_groups(shapes, 0, static_cast<unsigned>(shapes_.size()), rounds_);
        for (Group& group : groups_) {
            group.first = size_;
            size_ += group.size;
        }
    }

    Number size() const { return size_; }
    unsigned cards() const { return cards_; }

    // The numbers of rows of ids, round after round. Returns the first bad row, or `rows`.
    std::size_t index(const Card* ids, std::size_t rows, Number* out,
                      Path path = Path::fastest) const {
#if ASTRAGAL_HAS_BMI2
        if (path == Path::fastest && has_fast_pext())
            return index_rows(ids, rows, out, [](RankSet ranks, RankSet among) {
                RankSet packed;  // as assembly, because `index_rows` serves both paths
                asm("pextl %2, %1, %0" : "=r"(packed) : "r"(ranks), "r"(among));
                return packed;
            });
#endif
        (void)path;
        return index_rows(ids, rows, out, [](RankSet ranks, RankSet among) {
            RankSet packed = 0;
            each_bit(ranks,
                     [&](unsigned rank) { packed |= 1u << bit_count(among & ((1u << rank) - 1)); });
            return packed;
        });
    }

    // The ids of a hand with each number, in rows. Returns the first number that is too large.
    std::size_t unindex(const Number* numbers, std::size_t rows, Card* ids) const {
        for (std::size_t row = 0; row < rows; ++row, ids += cards_) {
            const Number number = numbers[row];
            if (number >= size_) return row;
            write_hand(number, ids);
        }
        return rows;
    }

private:
    // How many ranks of a suit come in each round.
    struct Shape {
        std::vector<unsigned> ranks;
        Number size;  // choices of ranks
    };
    // Four shapes, descending.
    struct Group {
        std::array<unsigned, suit_count> shapes;
        std::array<Number, suit_count> factor;   // of each suit's part of the number
        std::array<unsigned, suit_count> alike;  // following suits of the same shape
        Number size, first;
    };

    struct RankSetPlace {
        std::uint16_t index;  // among the sets of that size
        std::uint16_t size;
    };
    using Places = std::array<RankSetPlace, rank_sets>;

    static const Places& places() {
        return shared_table<Places>([] {
            auto made = std::make_unique<Places>();
            for (RankSet ranks = 0; ranks < rank_sets; ++ranks) {
                unsigned k = 0, index = 0;
                each_bit(ranks,
                         [&](unsigned rank) { index += static_cast<unsigned>(choose(rank, ++k)); });
                (*made)[ranks] = {static_cast<std::uint16_t>(index), static_cast<std::uint16_t>(k)};
            }
            return made;
        });
    }

    static constexpr Number choose(Number n, unsigned k) {
        Number product = 1;
        for (unsigned i = 0; i < k; ++i) product = product * (n - i) / (i + 1);
        return k > n ? 0 : product;
    }
    // The number of multisets of `count` numbers below n.
    static constexpr Number multisets(Number n, unsigned count) {
        const Number pairs = n * (n + 1) / 2;
        if (count == 1) [[likely]]
            return n;
        if (count == 2) return pairs;
        return count == 3 ? pairs * (n + 2) / 3 : pairs * (n + 2) / 3 * (n + 3) / 4;
    }

    void list_shapes() {
        for (unsigned number = 0; number < shape_count_; ++number) {
            Shape shape{{}, 1};
            unsigned left = rank_count, rest = number;
            for (const unsigned cards : rounds_) {
                const unsigned ranks = rest % (cards + 1);
                rest /= cards + 1;
                shape.ranks.push_back(ranks);
                shape.size *= choose(left, ranks);
                left -= std::min(left, ranks);
            }
            shapes_.push_back(shape);
            part_sizes_.push_back(shape.size);
        }
        for (unsigned n = 0; n < shape_count_ + 2; ++n)
            for (unsigned k = 0; k < 3; ++k)
                group_keys_[k].push_back(static_cast<std::uint32_t>(multisets(n, k + 1)));
        group_of_.assign(multisets(shape_count_, 3), 0);
    }

    // All groups of shapes up to `limit` that use up the cards left.
    void list_groups(std::array<unsigned, suit_count>& shapes, unsigned suit, unsigned limit,
                     const std::vector<unsigned>& left) {
        if (suit == suit_count) {
            if (std::all_of(left.begin(), left.end(), [](unsigned cards) { return cards == 0; }))
                add_group(shapes);
            return;
        }
        for (unsigned shape = 0; shape < limit; ++shape) {
            std::vector<unsigned> rest = left;
            bool fits = shapes_[shape].size > 0;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                fits = fits && shapes_[shape].ranks[i] <= rest[i];
                rest[i] -= fits ? shapes_[shape].ranks[i] : 0;
            }
            if (!fits) continue;
            shapes[suit] = shape;
            list_groups(shapes, suit + 1, shape + 1, rest);
        }
    }

    void add_group(const std::array<unsigned, suit_count>& shapes) {
        Group group{shapes, {}, {}, 1, 0};
        for (unsigned suit = suit_count; suit-- > 0;) {
            const bool more = suit + 1 < suit_count && shapes[suit + 1] == shapes[suit];
            group.alike[suit] = more ? group.alike[suit + 1] + 1 : 0;
        }
        for (unsigned suit = 0; suit < suit_count;) {
            const unsigned count = group.alike[suit] + 1;
            for (unsigned i = 0; i < count; ++i) group.factor[suit + i] = group.size;
            group.size *= multisets(shapes_[shapes[suit]].size, count);
            suit += count;
        }
        group_of_[group_key(shapes[0], shapes[1], shapes[2])] =
            static_cast<std::uint32_t>(groups_.size());
        groups_.push_back(group);
    }

    // A number for three shapes, descending; the fourth follows from them.
    std::size_t group_key(unsigned a, unsigned b, unsigned c) const {
        return group_keys_[2][a] + group_keys_[1][b] + group_keys_[0][c];
    }

    // `pack(ranks, among)` moves the ranks together with those that are not among the others.
    template <class Pack>
    ASTRAGAL_INLINE std::size_t index_rows(const Card* ids, std::size_t rows, Number* out,
                                           const Pack& pack) const {
        const Places& place_of = places();
        for (std::size_t row = 0; row < rows; ++row) {
            CardSet seen = 0, twice = 0;
            SuitRanks left = ~SuitRanks{0};
            std::array<unsigned, suit_count> shapes{};
            std::array<Number, suit_count> numbers{};
            for (std::size_t round = 0; round < rounds_.size(); ++round) {
                CardSet dealt = 0;
                for (unsigned i = 0; i < rounds_[round]; ++i) {
                    const unsigned id = *ids++;
                    const CardSet card = CardSet{1} << id % 64;
                    twice |= (dealt & card) | (id >= card_count ? ~CardSet{0} : 0);
                    dealt |= card;
                }
                twice |= seen & dealt;
                seen |= dealt;
                const SuitRanks suits = by_suit(dealt);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
                for (unsigned suit = 0; suit < suit_count; ++suit) {
                    const RankSet ranks = words::suit_ranks::ranks(suits, suit);
                    const RankSetPlace place =
                        place_of[pack(ranks, words::suit_ranks::ranks(left, suit))];
                    numbers[suit] += place.index * part_sizes_[shapes[suit]];
                    shapes[suit] += place.size * radix_[round];
                }
                left &= ~suits;
            }
            if (twice) [[unlikely]]
                return row;
            out[row] = number_of(shapes, numbers);
        }
        return rows;
    }

    ASTRAGAL_INLINE Number number_of(const std::array<unsigned, suit_count>& shapes,
                                     const std::array<Number, suit_count>& numbers) const {
        namespace indexed = words::indexed_suit;
        std::array<Number, suit_count> suits;
        for (unsigned i = 0; i < suit_count; ++i)
            suits[i] = indexed::with_shape(indexed::with_cards(0, numbers[i]), shapes[i]);
        const auto order = [&](unsigned i, unsigned j) {
            const Number change = (suits[i] ^ suits[j]) & -Number{suits[i] < suits[j]};
            suits[i] ^= change;
            suits[j] ^= change;
        };
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
        const auto shape = [&](unsigned i) { return indexed::shape(suits[i]); };
        const Group& group = groups_[group_of_[group_key(shape(0), shape(1), shape(2))]];
        Number number = group.first;
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
        for (unsigned i = 0; i < suit_count; ++i) {
            const Number part = indexed::cards(suits[i]);
            Number counted = group.alike[i] ? part * (part + 1) / 2 : part;  // without a branch
            if (group.alike[i] > 1 && part) [[unlikely]]
                counted = multisets(part, group.alike[i] + 1);
            number += group.factor[i] * counted;
        }
        return number;
    }

    void write_hand(Number number, Card* ids) const {
        const auto after = std::upper_bound(
            groups_.begin(), groups_.end(), number,
            [](Number wanted, const Group& group) { return wanted < group.first; });
        const Group& group = *(after - 1);
        number -= group.first;
        std::array<RankSet, max_rounds * suit_count> ranks{};
        for (unsigned suit = 0; suit < suit_count;) {
            const unsigned count = group.alike[suit] + 1;
            const Shape& shape = shapes_[group.shapes[suit]];
            const Number all = multisets(shape.size, count);
            Number part = number % all;
            number /= all;
            for (unsigned i = 0; i < count; ++i) {
                Number n = 0;  // the largest one whose multisets come before this one
                for (Number above = shape.size; above - n > 1;) {
                    const Number middle = n + (above - n) / 2;
                    (multisets(middle, count - i) <= part ? n : above) = middle;
                }
                part -= multisets(n, count - i);
                write_ranks(shape, n, &ranks[max_rounds * (suit + i)]);
            }
            suit += count;
        }
        for (std::size_t round = 0; round < rounds_.size(); ++round)
            for (unsigned rank = 0; rank < rank_count; ++rank)
                for (unsigned suit = 0; suit < suit_count; ++suit)
                    if (ranks[max_rounds * suit + round] >> rank & 1)
                        *ids++ = static_cast<Card>(suit_count * rank + suit);
    }

    static void write_ranks(const Shape& shape, Number number, RankSet* ranks) {
        RankSet left = rank_sets - 1;
        for (std::size_t round = 0; round < shape.ranks.size(); ++round) {
            const unsigned size = shape.ranks[round];
            const Number all = choose(bit_count(left), size);
            Number index = number % all;
            number /= all;
            RankSet chosen = 0;
            for (unsigned k = size; k > 0; --k) {
                unsigned place = k - 1;
                while (choose(place + 1, k) <= index) ++place;
                index -= choose(place, k);
                RankSet rest = left;
                for (unsigned i = 0; i < place; ++i) rest = without_lowest(rest);
                chosen |= rest ^ without_lowest(rest);
            }
            ranks[round] = chosen;
            left &= ~chosen;
        }
    }

    std::vector<unsigned> rounds_, radix_;
    unsigned shape_count_ = 1, cards_ = 0;
    std::vector<Shape> shapes_;
    std::vector<Number> part_sizes_;  // of the shapes
    std::array<std::vector<std::uint32_t>, 3> group_keys_;
    std::vector<std::uint32_t> group_of_;  // by key
    std::vector<Group> groups_;
    Number size_ = 0;
};

}  // namespace astragal::poker
