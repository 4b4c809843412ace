// What hands of equal ranks share when their best settings are looked for: the dealer's classes,
// the settings that any of the hands can have, and counts put together for all of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "asia_deals.hpp"
#include "asia_settings.hpp"

namespace astragal::asia {

// What a house way makes of all classes, in the form that groups of hands are counted from.
class DealerClasses {
public:
    explicit DealerClasses(const Way& way) {
        triple_.reserve(Classes::count);
        for (const std::uint32_t outcome : way.outcome) triple_.push_back(way.triple[outcome]);
        const auto& sets = classes_.sets(3);
        for (const RankSet first : sets) {
            for (const RankSet second : sets) {
                if (second > first) break;  // sets of one size ascend
                one_suit_.push_back({classes_.one_suit(1, first, 3, place_of(second)),
                                     classes_.one_suit(1, second, 3, place_of(first))});
            }
        }
    }

    const Classes& classes() const { return classes_; }
    Triple triple(ClassId id) const { return triple_[id]; }
    const std::vector<Triple>& triples() const { return triple_; }
    // The two classes of one long suit that the n-th class of two long suits is counted in.
    const std::array<ClassId, 2>& one_suit(std::size_t n) const { return one_suit_[n]; }

private:
    std::size_t place_of(RankSet ranks) const {
        std::array<unsigned, 3> list{};
        for (std::size_t n = 0; ranks != 0; ranks &= ranks - 1) {
            list[n++] = static_cast<unsigned>(std::countr_zero(ranks));
        }
        return classes_.others_index(list, 3);
    }

    const Classes& classes_ = Classes::get();
    std::vector<Triple> triple_;
    std::vector<std::array<ClassId, 2>> one_suit_;
};

// All settings that hands with the same ranks can have: each of the 35 fours not of one suit, and
// of one suit if its ranks differ, with each of its three settings.
class GroupSettings {
public:
    GroupSettings(const Rules& rules, const Seven& seven) {
        for (std::size_t c = 0; c < all_fours.size(); ++c) {
            unsigned place = 0;
            RankSet ranks = 0;
            for (const std::uint8_t i : all_fours[c].four) {
                place = place * joker_ranks + seven.rank[i];
                ranks |= RankSet{1} << seven.rank[i];
            }
            for (unsigned suited = 0; suited < 2; ++suited) {
                if (suited == 1 && std::popcount(ranks) < 4) continue;
                const unsigned four =
                    suited == 1 ? rules.four_suited[ranks] : rules.four_by_ranks[place];
                for (std::size_t k = 0; k < 3; ++k) {
                    const Triple t = with_four(rules, seven, four, all_fours[c].settings[k]);
                    value_[c][suited][k] = t;
                    if (rules.legal(t)) triple_.push_back(t);
                }
            }
        }
        std::sort(triple_.begin(), triple_.end());
        triple_.erase(std::unique(triple_.begin(), triple_.end()), triple_.end());
        for (auto& by_suit : value_) {
            for (auto& values : by_suit) {
                for (Triple& t : values) t = rules.legal(t) ? find(t) : none;
            }
        }
    }

    // The distinct legal triples, ascending; settings are known by their place among them.
    const std::vector<Triple>& triples() const { return triple_; }
    std::uint32_t find(Triple t) const {
        return static_cast<std::uint32_t>(std::lower_bound(triple_.begin(), triple_.end(), t) -
                                          triple_.begin());
    }

    // Which of them a hand has, with repetitions.
    template <class Visit>
    void each_of(const Seven& hand, Visit visit) const {
        for (std::size_t c = 0; c < all_fours.size(); ++c) {
            unsigned suits = 0xff;
            for (const std::uint8_t i : all_fours[c].four) suits &= hand.suits[i];
            for (const std::uint32_t place : value_[c][suits != 0 ? 1 : 0]) {
                if (place != none) visit(place);
            }
        }
    }

private:
    static constexpr std::uint32_t none = 0xffffffff;
    std::array<std::array<std::array<std::uint32_t, 3>, 2>, 35> value_{};
    std::vector<Triple> triple_;
};

// Changes of cells, in blocks that share a factor.
class Terms {
public:
    // `net` is scratch: zero for each cell, and zero again after each block.
    explicit Terms(std::vector<Count>& net) : net_(net) {}

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
    void add(Count* sum, const Factor& factor) const {
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
