// The best setting of every hand: all hands of equal ranks together.
//
// What the dealer holds against a hand is counted as in asia_deals.hpp: by ranks alone, then for
// each suit the hands that are long in it, then for each two suits those long in both. The first
// depends on the ranks of the player's hand only; the second, for one suit, on those ranks and on
// which of them are of this suit. So over the suit classes with equal ranks, of which there are up
// to 716, the first is counted once and the second at most 128 times, for every set of ranks that a
// suit can have. Only the third is counted for each hand.
//
// Counts go straight into the cells of a box (see asia_score.hpp) made for all settings that hands
// with these ranks can have. They may be negative on the way, and wrap around; the sums fit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "asia_deals.hpp"
#include "asia_score.hpp"
#include "asia_settings.hpp"
#include "asia_suits.hpp"

namespace astragal::asia {

// The best setting of a hand, and what it and the house way's setting win and lose.
struct Best {
    Triple triple;
    Count wins, losses, house_wins, house_losses;
};

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

// Megabytes that one group after another uses.
struct GroupScratch {
    std::vector<std::uint32_t> cell, blind_cell;  // of each class, and of its blind class
    std::vector<Count> sum;                       // of each cell of the box
};

// Hands with the same ranks, against a dealer.
class HandGroup {
public:
    HandGroup(const Rules& rules, const DealerClasses& dealer, CardSet some_hand,
              GroupScratch& scratch)
        : dealer_(dealer),
          classes_(dealer.classes()),
          dealer_has_joker_((some_hand & joker_bit) == 0),
          settings_(rules, seven_of(falling(some_hand))),
          box_(settings_.triples().data(), settings_.triples().size()),
          cell_(scratch.cell),
          blind_cell_(scratch.blind_cell),
          sum_(scratch.sum),
          long_in_suit_(1 << rank_count) {
        sum_.resize(box_.cells());
        for (unsigned r = 0; r < rank_count; ++r) {
            left_[r] =
                suit_count - static_cast<unsigned>(std::popcount(suits_of_rank(some_hand, r)));
        }
        place_classes();
        count_by_ranks(some_hand);
        if (dealer_has_joker_) list_two_suits();
    }

    // The best setting has most wins, then fewest losses, then the greatest triple.
    Best best(CardSet hand, bool copies_to_dealer) {
        std::array<RankSet, suit_count> held{};
        for (unsigned s = 0; s < suit_count; ++s) held[s] = ranks_in_suit(hand, s);
        std::array<const Scores*, suit_count> suit{};
        for (unsigned s = 0; s < suit_count; ++s) suit[s] = &long_in_suit(held[s]);
        if (dealer_has_joker_) count_two_suits(held);  // last: its sums stay in the box
        const Count all = dealer_hands;
        const auto result = [&](std::uint32_t place) {
            Result sum = by_ranks_[place];
            for (const Scores* scores : suit) sum += (*scores)[place];
            if (dealer_has_joker_) sum += score(place);
            if (copies_to_dealer) sum.losses = all - sum.wins;
            return sum;
        };
        std::uint32_t best_place = 0;
        std::optional<Result> most;
        settings_.each_of(seven_of(falling(hand)), [&](std::uint32_t place) {
            const Result found = result(place);
            if (!most || found.wins > most->wins ||
                (found.wins == most->wins &&
                 (found.losses < most->losses ||
                  (found.losses == most->losses && place > best_place)))) {
                most = found;
                best_place = place;
            }
        });
        const Triple house = dealer_.triple(classes_.of(classes_.key_of(hand)));
        const Result of_house = result(settings_.find(house));
        return {settings_.triples()[best_place], most->wins, most->losses, of_house.wins,
                of_house.losses};
    }

private:
    static constexpr Count dealer_hands = 53'524'680;  // C(46, 7)

    struct Result {
        Count wins = 0, losses = 0;
        Result& operator+=(const Result& other) {
            wins += other.wins;
            losses += other.losses;
            return *this;
        }
    };
    using Scores = std::vector<Result>;  // of each setting of the group

    Result score(std::uint32_t place) const {
        const Score found = box_.score(sum_.data(), settings_.triples()[place]);
        return {static_cast<Count>(found.wins), static_cast<Count>(found.losses)};
    }
    Scores scores() const {
        Scores found(settings_.triples().size());
        for (std::uint32_t i = 0; i < found.size(); ++i) found[i] = score(i);
        return found;
    }

    void place_classes() {
        cell_.resize(Classes::count);
        blind_cell_.resize(Classes::count);
        for (ClassId id = 0; id < Classes::count; ++id) {
            cell_[id] = static_cast<std::uint32_t>(box_.cell(dealer_.triple(id)));
            blind_cell_[id] = cell_[classes_.blind(id)];
        }
    }

    void count_by_ranks(CardSet some_hand) {
        std::vector<Count> blind(Classes::blind_count, 0);
        Counter(classes_, full_deck & ~some_hand, 0).count_blind(blind.data());
        std::fill(sum_.begin(), sum_.end(), 0u);
        for (std::size_t id = 0; id < blind.size(); ++id) sum_[cell_[id]] += blind[id];
        box_.accumulate(sum_.data());
        by_ranks_ = scores();
    }

    // What it changes that hands long in a suit, of which the player holds these ranks, are not
    // set as their ranks alone would be.
    const Scores& long_in_suit(RankSet held) {
        Scores& known = long_in_suit_[held];
        if (!known.empty()) return known;
        std::array<std::vector<Count>, 4> beside;
        for (std::size_t size = 0; size < beside.size(); ++size) {
            for (const auto& list : classes_.others(size)) {
                beside[size].push_back(ways_beside(held, list, size));
            }
        }
        std::fill(sum_.begin(), sum_.end(), 0u);
        for (std::size_t with_joker = 0; with_joker < (dealer_has_joker_ ? 2u : 1u); ++with_joker) {
            const std::size_t most = hand_size - with_joker;
            for (std::size_t size = 4 - with_joker; size <= most; ++size) {
                const std::vector<Count>& weights = beside[most - size];
                std::size_t id = classes_.one_suit_start(with_joker, size);
                for (const RankSet ranks : classes_.sets(size)) {
                    if ((ranks & held) == 0) {
                        for (std::size_t i = 0; i < weights.size(); ++i) {
                            sum_[cell_[id + i]] += weights[i];
                            sum_[blind_cell_[id + i]] -= weights[i];
                        }
                    }
                    id += weights.size();
                }
            }
        }
        box_.accumulate(sum_.data());
        known = scores();
        return known;
    }

    // Ways to have other cards beside a long suit of which the player holds these ranks.
    Count ways_beside(RankSet held, const std::array<unsigned, 3>& list, std::size_t size) const {
        Count product = 1;
        for (std::size_t k = 0; k < size;) {
            const unsigned r = list[k];
            std::size_t times = 0;  // equal ranks stand together
            for (; k < size && list[k] == r; ++k) ++times;
            const unsigned in_suit = (held >> r & 1) ^ 1;
            product *= binomial[left_[r] - in_suit][times];
        }
        return product;
    }

    // A hand long in two suits was counted in both of its classes with one, and taken twice from
    // its blind class. Of the four cells that this concerns, those that are equal cancel out.
    struct TwoSuits {
        std::uint32_t more, less;
        std::uint16_t first, second;  // places of the rank sets
    };

    void list_two_suits() {
        const std::size_t sets = classes_.sets(3).size();
        const std::size_t start = classes_.two_suits_start();
        const auto put = [&](std::uint32_t more, std::uint32_t less, std::size_t i, std::size_t j) {
            if (more == less) return;
            two_suits_.push_back(
                {more, less, static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
        };
        std::size_t n = 0;
        for (std::size_t i = 0; i < sets; ++i) {
            for (std::size_t j = 0; j <= i; ++j, ++n) {
                const std::uint32_t both = cell_[start + n], blind = blind_cell_[start + n];
                const std::uint32_t a = cell_[dealer_.one_suit(n)[0]],
                                    b = cell_[dealer_.one_suit(n)[1]];
                const bool crosswise = both == b || blind == a;
                put(both, crosswise ? b : a, i, j);
                put(blind, crosswise ? a : b, i, j);
            }
        }
    }

    void count_two_suits(const std::array<RankSet, suit_count>& held) {
        const auto& sets = classes_.sets(3);
        std::vector<std::uint8_t> suits(sets.size());  // in which each set is left
        for (std::size_t i = 0; i < sets.size(); ++i) {
            for (unsigned s = 0; s < suit_count; ++s) {
                const unsigned free = (sets[i] & held[s]) == 0 ? 1 : 0;
                suits[i] = static_cast<std::uint8_t>(suits[i] | free << s);
            }
        }
        std::fill(sum_.begin(), sum_.end(), 0u);
        for (const TwoSuits& two : two_suits_) {
            const unsigned first = suits[two.first], second = suits[two.second];
            Count pairs = suit_pairs[first][second];
            if (two.first == two.second) pairs /= 2;  // the two suits are not told apart then
            sum_[two.more] += pairs;
            sum_[two.less] -= pairs;
        }
        box_.accumulate(sum_.data());
    }

    // How many pairs of different suits there are, one from each set of suits.
    static constexpr std::array<std::array<std::uint8_t, 16>, 16> suit_pairs = [] {
        std::array<std::array<std::uint8_t, 16>, 16> pairs{};
        for (unsigned a = 0; a < 16; ++a) {
            for (unsigned b = 0; b < 16; ++b) {
                pairs[a][b] = static_cast<std::uint8_t>(std::popcount(a) * std::popcount(b) -
                                                        std::popcount(a & b));
            }
        }
        return pairs;
    }();

    const DealerClasses& dealer_;
    const Classes& classes_;
    const bool dealer_has_joker_;
    const GroupSettings settings_;
    const Box box_;
    std::vector<std::uint32_t>&cell_, &blind_cell_;
    std::vector<Count>& sum_;
    std::array<unsigned, rank_count> left_{};  // cards of each rank that the player does not hold
    std::vector<TwoSuits> two_suits_;
    Scores by_ranks_;
    std::vector<Scores> long_in_suit_;  // by the ranks held; empty: not counted yet
};

// Calls `put(Best)` for each suit class from `first` up to `last`.
template <class Put>
void best_settings(const Rules& rules, const Way& way, bool copies_to_dealer, std::size_t first,
                   std::size_t last, Put put) {
    const SuitClasses& suit_classes = SuitClasses::get();
    const DealerClasses dealer(way);
    GroupScratch scratch;
    while (first < last) {
        const std::size_t group_end = suit_classes.starts()[suit_classes.group_of(first) + 1];
        const std::size_t end = std::min(last, group_end);
        std::optional<HandGroup> group;
        suit_classes.each(first, end, [&](CardSet hand, unsigned) {
            if (!group) group.emplace(rules, dealer, hand, scratch);
            put(group->best(hand, copies_to_dealer));
        });
        first = end;
    }
}

}  // namespace astragal::asia
