// What hands of equal ranks share while their best settings are computed: the dealer's classes, the
// settings that any of the hands can have, and changes of counts that are added up once for all.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "asia_deals.hpp"
#include "asia_settings.hpp"

namespace astragal::asia {

// The triple of each class as a house way sets it.
class DealerClasses {
public:
    explicit DealerClasses(const Way& way) {
        triple_.reserve(Classes::count);
        for (const std::uint32_t outcome : way.outcome) triple_.push_back(way.triple[outcome]);
        const auto& sets = classes_.sets(3);
        for (const RankSet first : sets) {
            for (const RankSet second : sets) {
                if (second > first) break;  // sets of one size ascend
                one_suit_.push_back({classes_.one_suit_of_two(first, second),
                                     classes_.one_suit_of_two(second, first)});
            }
        }
    }

    const Classes& classes() const { return classes_; }
    Triple triple(ClassId id) const { return triple_[id]; }
    // The two classes of one long suit that the n-th class of two long suits is counted in.
    const std::array<ClassId, 2>& one_suit(std::size_t n) const { return one_suit_[n]; }

private:
    const Classes& classes_ = Classes::get();
    std::vector<Triple> triple_;
    std::vector<std::array<ClassId, 2>> one_suit_;
};

// All settings that hands with the same ranks can have: each of the 35 fours as if not of one suit,
// and as if of one suit if its ranks differ, with each of its three settings.
class GroupSettings {
public:
    GroupSettings(const Rules& rules, const Seven& seven) {
        list_triples(rules, seven);
        std::sort(triple_.begin(), triple_.end());
        triple_.erase(std::unique(triple_.begin(), triple_.end()), triple_.end());
        triples_to_places();
    }

    // The distinct legal triples, ascending. A setting is known by its place among them.
    std::size_t size() const { return triple_.size(); }
    const Triple* triples() const { return triple_.data(); }
    Triple triple(std::uint32_t place) const { return triple_[place]; }

    // The place of a triple; `size()` if no hand of the group has it.
    std::uint32_t place_of(Triple t) const {
        const auto found = std::lower_bound(triple_.begin(), triple_.end(), t);
        const bool known = found != triple_.end() && *found == t;
        return static_cast<std::uint32_t>((known ? found : triple_.end()) - triple_.begin());
    }

    // Calls `visit` with the place of each legal setting of a hand, with repetitions.
    template <class Visit>
    void each_of(const Seven& hand, Visit visit) const {
        for (std::size_t c = 0; c < all_fours.size(); ++c) {
            const bool suited = four_cards(hand, all_fours[c].four).suits != 0;
            for (const std::uint32_t place : value_[c][suited]) {
                if (place != illegal) visit(place);
            }
        }
    }

private:
    static constexpr std::uint32_t illegal = 0xffffffff;

    void list_triples(const Rules& rules, const Seven& seven) {
        for (std::size_t c = 0; c < all_fours.size(); ++c) {
            const FourCards cards = four_cards(seven, all_fours[c].four);
            list_triples(rules, seven, c, false, rules.four_by_ranks[cards.place]);
            if (bit_count(cards.ranks) == 4)
                list_triples(rules, seven, c, true, rules.four_suited[cards.ranks]);
        }
    }
    void list_triples(const Rules& rules, const Seven& seven, std::size_t choice, bool suited,
                      unsigned four) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Triple t = with_four(rules, seven, four, all_fours[choice].settings[k]);
            value_[choice][suited][k] = rules.legal(t) ? t : illegal;
            if (rules.legal(t)) triple_.push_back(t);
        }
    }
    void triples_to_places() {
        for (auto& by_suit : value_) {
            for (auto& values : by_suit) {
                for (std::uint32_t& value : values) {
                    if (value != illegal) value = place_of(value);
                }
            }
        }
    }

    // Of each four, not of one suit and of one suit: its three settings.
    std::array<std::array<std::array<std::uint32_t, 3>, 2>, all_fours.size()> value_{};
    std::vector<Triple> triple_;
};

// Changes of cells, in blocks that share a factor.
class Changes {
public:
    // `net` is scratch: zero for each cell, and zero again after each block.
    explicit Changes(std::vector<Count>& net) : net_(net) {}

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
