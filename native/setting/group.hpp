// What hands of equal ranks share while their best settings are computed: the dealer's classes, the
// settings that any of the hands can have, and changes of counts that are added up once for all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/require.hpp"
#include "setting/deals.hpp"
#include "setting/score.hpp"
#include "setting/settings.hpp"

namespace astragal::setting {

// The value of each class as a dealer's house way sets it; `pushed` if it pushes every bet.
template <class Shape>
class DealerClasses {
public:
    // The values of a hand that is long in two suits: by its class, by the two classes of one long
    // suit that it is counted in, and by its suit-blind class.
    struct TwoSuits {
        Value both, first, second, blind;
    };

    explicit DealerClasses(const Way& way) {
        value_.reserve(Classes::count);
        for (const std::uint32_t i : way.outcome) {
            value_.push_back(way.pushes[i] != 0 ? pushed<Shape> : way.value[i]);
        }
        auto both = static_cast<ClassId>(classes_.two_suits_start());
        const auto& sets = classes_.sets(3);
        for (const RankSet first : sets) {
            for (const RankSet second : sets) {
                if (second > first) break;  // sets of one size ascend
                two_suits_.push_back({value_[both], value_[classes_.one_suit_of_two(first, second)],
                                      value_[classes_.one_suit_of_two(second, first)],
                                      value_[classes_.blind(both)]});
                ++both;
            }
        }
    }

    const Classes& classes() const { return classes_; }
    Value value(ClassId id) const { return value_[id]; }
    // Of the i-th and the j-th set of three ranks.
    const TwoSuits& two_suits(std::size_t i, std::size_t j) const {
        return two_suits_[std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j)];
    }

private:
    const Classes& classes_ = Classes::get();
    std::vector<Value> value_;
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

// Whether none of the hands of `a` is below that of `b`.
inline bool not_below(Value a, Value b) {
    return high_in(a) >= high_in(b) && two_in(a) >= two_in(b) && one_in(a) >= one_in(b);
}

// The settings that can be best for hands with the same ranks, and those of a player. A high hand
// whose ranks differ has a value as if not of one suit and another as if of one suit.
template <class Shape>
class GroupSettings {
public:
    // `chosen` has the values of a player's settings of these hands.
    GroupSettings(const RankTables<Shape>& rules, const Seven& seven,
                  const std::vector<Value>& chosen) {
        list_settings(rules, seven);
        for (const Value v : chosen) {
            const bool known = std::any_of(setting_.begin(), setting_.end(), [&](const Setting& s) {
                return s.plain == v || s.suited == v;
            });
            require(known, "a hand is set illegally under these rules");
        }
        drop_dominated();
        value_ = chosen;
        each_value([&](std::uint32_t v) { value_.push_back(v); });
        std::sort(value_.begin(), value_.end());
        value_.erase(std::unique(value_.begin(), value_.end()), value_.end());
        each_value([&](std::uint32_t& v) { v = place_of(v); });
    }

    // The distinct values, ascending. A setting is known by its place among them.
    const std::vector<Value>& values() const { return value_; }
    std::uint32_t place_of(Value v) const {
        return static_cast<std::uint32_t>(std::lower_bound(value_.begin(), value_.end(), v) -
                                          value_.begin());
    }

    // Calls `visit` with the place of each setting of a hand that can be best, with repetitions.
    template <class Visit>
    void each_of(const Seven& hand, Visit visit) const {
        const Setting* next = setting_.data();
        for (const HighChoice<Shape>& choice : high_choices<Shape>) {
            const bool suited = high_cards(hand, choice.high).suits != 0;
            for (const Setting* const end = next + choice.settings.size(); next < end; ++next) {
                const std::uint32_t place = suited ? next->suited : next->plain;
                if (place != none) visit(place);
            }
        }
    }

private:
    static constexpr std::uint32_t none = 0xffffffff;

    // The values of a setting if it is legal, later their places.
    struct Setting {
        std::uint32_t plain = none, suited = none;
        bool can_be_suited = false;
    };

    void list_settings(const RankTables<Shape>& rules, const Seven& seven) {
        const auto value = [&](unsigned high, std::size_t setting) {
            const Value v = with_high(rules, seven, high, setting);
            return rules.legal(v) ? v : none;
        };
        Setting* next = setting_.data();
        for (const HighChoice<Shape>& choice : high_choices<Shape>) {
            const HighCards high = high_cards(seven, choice.high);
            const bool differ = bit_count(high.ranks) == Shape::high_cards;
            for (const std::uint8_t s : choice.settings) {
                *next++ = {value(rules.high_by_ranks[high.place], s),
                           differ ? value(rules.high_suited[high.ranks], s) : none, differ};
            }
        }
    }

    // Leaves out settings that another setting beats or equals in every hand. If no hand of a
    // setting is below that of another, it wins no less and loses no more; of equally good
    // settings the greater value is the best one.
    void drop_dominated() {
        std::vector<Setting> sure;  // legal in every hand
        for (const Setting& s : setting_) {
            if (s.plain != none && (s.suited != none || !s.can_be_suited)) sure.push_back(s);
        }
        each_value([&](std::uint32_t& value) {
            const auto above = [&](Value v) { return v != value && not_below(v, value); };
            for (const Setting& s : sure) {
                if (above(s.plain) && (!s.can_be_suited || above(s.suited))) {
                    value = none;
                    break;
                }
            }
        });
    }

    template <class Visit>
    void each_value(Visit visit) {
        for (Setting& s : setting_) {
            if (s.plain != none) visit(s.plain);
            if (s.suited != none) visit(s.suited);
        }
    }

    std::array<Setting, Shape::setting_count> setting_;  // in the order of `high_choices`
    std::vector<Value> value_;
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

}  // namespace astragal::setting
