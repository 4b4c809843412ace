// What hands of equal ranks share while their best settings are computed: the dealer's classes, the
// settings that any of the hands can have, and changes of counts that are added up once for all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "asia/deals.hpp"
#include "asia/settings.hpp"
#include "common/require.hpp"

namespace astragal::asia {

// The triple of each class as a house way sets it.
class DealerClasses {
public:
    // The triples of a hand that is long in two suits: by its class, by the two classes of one long
    // suit that it is counted in, and by its suit-blind class.
    struct TwoSuits {
        Triple both, first, second, blind;
    };

    explicit DealerClasses(const Way& way) {
        triple_.reserve(Classes::count);
        for (const std::uint32_t outcome : way.outcome) triple_.push_back(way.triple[outcome]);
        auto both = static_cast<ClassId>(classes_.two_suits_start());
        const auto& sets = classes_.sets(3);
        for (const RankSet first : sets) {
            for (const RankSet second : sets) {
                if (second > first) break;  // sets of one size ascend
                two_suits_.push_back({triple_[both],
                                      triple_[classes_.one_suit_of_two(first, second)],
                                      triple_[classes_.one_suit_of_two(second, first)],
                                      triple_[classes_.blind(both)]});
                ++both;
            }
        }
    }

    const Classes& classes() const { return classes_; }
    Triple triple(ClassId id) const { return triple_[id]; }
    // Of the i-th and the j-th set of three ranks.
    const TwoSuits& two_suits(std::size_t i, std::size_t j) const {
        return two_suits_[std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j)];
    }

private:
    const Classes& classes_ = Classes::get();
    std::vector<Triple> triple_;
    std::vector<TwoSuits> two_suits_;
};

// The ranks of a group. A part says which of them, at most seven, are in a set of ranks.
class GroupRanks {
public:
    using Part = std::size_t;  // bit i for the i-th of the ranks

    explicit GroupRanks(CardSet some_hand) {
        for (unsigned r = 0; r < rank_count; ++r) {
            const unsigned mine = bit_count(suits_of_rank(some_hand, r));
            left_[r] = suit_count - mine;
            if (mine > 0) ranks_.push_back(r);
        }
    }

    std::size_t parts() const { return std::size_t{1} << ranks_.size(); }
    Part part_of(RankSet ranks) const {
        Part part = 0;
        for (std::size_t i = 0; i < ranks_.size(); ++i) {
            part |= static_cast<Part>(ranks >> ranks_[i] & 1) << i;
        }
        return part;
    }
    RankSet ranks_of(Part part) const {
        RankSet ranks = 0;
        each_bit(part, [&](unsigned i) { ranks |= RankSet{1} << ranks_[i]; });
        return ranks;
    }
    // Cards of a rank that the player does not hold.
    unsigned left(unsigned rank) const { return left_[rank]; }

private:
    std::vector<unsigned> ranks_;
    std::array<unsigned, rank_count> left_{};
};

// Whether none of the three hands of `a` is below that of `b`.
inline bool not_below(Triple a, Triple b) {
    return four_in(a) >= four_in(b) && two_in(a) >= two_in(b) && one_in(a) >= one_in(b);
}

// The settings that can be best for hands with the same ranks, and those of a player. A
// four whose ranks differ has a value as if not of one suit and another as if of one suit.
class GroupSettings {
public:
    // `chosen` has the triples of a player's settings of these hands.
    GroupSettings(const Rules& rules, const Seven& seven, const std::vector<Triple>& chosen) {
        list_values(rules, seven);
        for (const Triple t : chosen) {
            const bool known = std::any_of(value_.begin(), value_.end(), [&](const Values& v) {
                return v.plain == t || v.suited == t;
            });
            require(known, "a hand is set illegally under these rules");
        }
        drop_dominated();
        triple_ = chosen;
        each_value([&](std::uint32_t t) { triple_.push_back(t); });
        std::sort(triple_.begin(), triple_.end());
        triple_.erase(std::unique(triple_.begin(), triple_.end()), triple_.end());
        each_value([&](std::uint32_t& value) { value = place_of(value); });
    }

    // The distinct triples, ascending. A setting is known by its place among them.
    const std::vector<Triple>& triples() const { return triple_; }
    std::uint32_t place_of(Triple t) const {
        const auto found = std::lower_bound(triple_.begin(), triple_.end(), t);
        return static_cast<std::uint32_t>(found - triple_.begin());
    }

    // Calls `visit` with the place of each setting of a hand that can be best, with repetitions.
    template <class Visit>
    void each_of(const Seven& hand, Visit visit) const {
        for (std::size_t c = 0; c < all_fours.size(); ++c) {
            const bool suited = four_cards(hand, all_fours[c].four).suits != 0;
            for (std::size_t k = 3 * c; k < 3 * c + 3; ++k) {
                const std::uint32_t place = suited ? value_[k].suited : value_[k].plain;
                if (place != none) visit(place);
            }
        }
    }

private:
    static constexpr std::uint32_t none = 0xffffffff;

    // The triples of a setting if it is legal, later their places.
    struct Values {
        std::uint32_t plain = none, suited = none;
        bool can_be_suited = false;
    };

    void list_values(const Rules& rules, const Seven& seven) {
        const auto value = [&](unsigned four, std::size_t setting) {
            const Triple t = with_four(rules, seven, four, setting);
            return rules.legal(t) ? t : none;
        };
        Values* next = value_.data();
        for (const FourChoice& choice : all_fours) {
            const FourCards cards = four_cards(seven, choice.four);
            const bool differ = bit_count(cards.ranks) == 4;
            for (const std::uint8_t s : choice.settings) {
                *next++ = {value(rules.four_by_ranks[cards.place], s),
                           differ ? value(rules.four_suited[cards.ranks], s) : none, differ};
            }
        }
    }

    // Leaves out what another setting beats or equals in every hand. If all three values of a
    // setting are not below those of another, it wins no less and loses no more; of equally good
    // settings the greater triple is the best one.
    void drop_dominated() {
        std::vector<Values> sure;  // legal in every hand
        for (const Values& v : value_) {
            if (v.plain != none && (v.suited != none || !v.can_be_suited)) sure.push_back(v);
        }
        each_value([&](std::uint32_t& value) {
            const auto above = [&](Triple t) { return t != value && not_below(t, value); };
            for (const Values& v : sure) {
                if (above(v.plain) && (!v.can_be_suited || above(v.suited))) {
                    value = none;
                    break;
                }
            }
        });
    }

    template <class Visit>
    void each_value(Visit visit) {
        for (Values& v : value_) {
            if (v.plain != none) visit(v.plain);
            if (v.suited != none) visit(v.suited);
        }
    }

    std::array<Values, 3 * all_fours.size()> value_;  // in the order of `all_fours`
    std::vector<Triple> triple_;
};

// Changes of cells, in blocks that share a factor.
class Changes {
public:
    // `net` is scratch: zero for each cell, and zero again after each block.
    Changes(std::vector<Count>& net, std::size_t cells) : net_(net) {
        net_.resize(std::max(net_.size(), cells), 0);
    }

    void move(std::uint32_t from, std::uint32_t to, Count count) {
        if (from == to) return;
        change(to, count);
        change(from, 0 - count);
    }
    void end_block(std::size_t first, std::size_t second) {
        const std::size_t before = terms_.size();
        for (const std::uint32_t cell : touched_) {
            if (net_[cell] == 0) continue;
            terms_.push_back({cell, net_[cell]});
            net_[cell] = 0;
        }
        touched_.clear();
        if (terms_.size() > before) blocks_.push_back({first, second, terms_.size()});
    }

    // Adds everything to the cells, each block times `factor(first, second)`.
    template <class Factor>
    void add_to(Count* sum, const Factor& factor) const {
        std::size_t i = 0;
        for (const Block& block : blocks_) {
            const Count times = factor(block.first, block.second);
            if (times != 0) {
                for (; i < block.end; ++i) sum[terms_[i].cell] += times * terms_[i].count;
            }
            i = block.end;
        }
    }

private:
    struct Term {
        std::uint32_t cell;
        Count count;
    };
    struct Block {
        std::size_t first, second, end;
    };

    void change(std::uint32_t cell, Count count) {
        if (net_[cell] == 0) touched_.push_back(cell);
        net_[cell] += count;
    }

    std::vector<Count>& net_;
    std::vector<std::uint32_t> touched_;
    std::vector<Term> terms_;
    std::vector<Block> blocks_;
};

}  // namespace astragal::asia
