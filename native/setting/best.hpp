// The best setting of every hand: all hands of equal ranks together.
//
// What the dealer holds against a hand is counted as in setting/deals.hpp, in three steps:
//
//   by ranks    as if no suit were long; depends on the ranks of the player's hand
//   one suit    moves the hands that are long in a suit to their classes; depends on those ranks
//               and on which of them are of this suit
//   two suits   moves back the hands that are long in two suits; depends on the whole hand
//
// Up to 715 suit classes have equal ranks. For all of them the first step is done once and the
// second at most 128 times, once for every set of ranks that a suit can have. Only the third is
// done for each hand.
//
// Counts go straight into the cells of a box (see setting/score.hpp) made for the settings that can
// be best for hands with these ranks. Dealer hands that differ only in ranks that the player does
// not hold often fall into the same cell, with the same factor whatever the player's suits are.
// They are added up once for the group. Counts may be negative on the way, and wrap around; the
// sums fit.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "common/require.hpp"
#include "setting/group.hpp"
#include "setting/score.hpp"
#include "setting/suits.hpp"

namespace astragal::setting {

// How settings are compared: by the net, then by wins; or by wins, then by losses.
struct Objective {
    bool by_ev;
    Stakes stakes;

    bool prefers(const Result<Count>& a, const Result<Count>& b) const {
        if (by_ev && stakes.net(a) != stakes.net(b)) return stakes.net(a) > stakes.net(b);
        return a.wins != b.wins ? a.wins > b.wins : a.losses < b.losses;
    }
};

// The best setting of a hand, its result, that of a player's setting, and the second best: that of
// the best setting with a hand that is greater than the first's. Without any, it loses every deal.
struct Best {
    Value value;
    Result<Count> best, player, second;
};

// Megabytes that one group after another uses.
struct GroupScratch {
    std::vector<std::uint32_t> cell;  // of each class
    std::vector<Count> net;           // of each cell of a box
};

using Part = GroupRanks::Part;

// The first two steps, for all settings of a group.
template <class Shape>
class OneSuit {
public:
    using Results = std::vector<Result<Count>>;  // of each setting of the group

    OneSuit(const DealerClasses<Shape>& dealer, const GroupRanks& ranks,
            const GroupSettings<Shape>& settings, Copies copies, CardSet some_hand,
            GroupScratch& scratch)
        : classes_(dealer.classes()),
          ranks_(ranks),
          settings_(settings),
          copies_(copies),
          dealer_has_joker_((some_hand & joker_bit) == 0),
          box_(settings.values()),
          changes_(scratch.net, box_.cells()),
          long_in_suit_(ranks.parts()) {
        std::vector<std::uint32_t>& cell = scratch.cell;
        cell.resize(Classes::count);
        for (ClassId id = 0; id < Classes::count; ++id) cell[id] = box_.cell(dealer.value(id));
        count_by_ranks(some_hand, cell);
        list_beside();
        list_changes(cell);
    }

    const Results& by_ranks() const { return by_ranks_; }

    // What the hands long in one suit change, if the player holds these ranks of it.
    const Results& long_in_suit(Part held) {
        Results& known = long_in_suit_[held];
        if (!known.empty()) return known;
        std::vector<Count> ways;
        for (const Beside& b : beside_) ways.push_back(ways_beside(ranks_.ranks_of(held), b.held));
        known = results([&](Count* sum) {
            changes_.add_to(
                sum, [&](Part part, std::size_t b) { return (part & held) == 0 ? ways[b] : 0; });
        });
        return known;
    }

private:
    // Up to three ranks; equal ones stand together.
    struct FewRanks {
        std::array<unsigned, 3> rank{};
        std::size_t size = 0;

        void add(unsigned r) { rank[size++] = r; }
    };

    // Other cards beside a long suit, put together by those of their ranks that the player holds:
    // the number of ways depends on the player's suits through these only.
    struct Beside {
        FewRanks held;
        struct Others {
            std::uint32_t place;
            Count ways;  // for the ranks that the player does not hold
        };
        std::array<std::vector<Others>, 4> others;  // by their number
    };

    template <class Fill>
    Results results(Fill fill) {
        box_.count(fill);
        Results list;
        for (const Value v : settings_.values()) list.push_back(box_.result(v, copies_));
        return list;
    }

    void count_by_ranks(CardSet some_hand, const std::vector<std::uint32_t>& cell) {
        std::vector<Count> blind(Classes::blind_count, 0);
        Counter(classes_, full_deck & ~some_hand, 0).count_blind(blind.data());
        by_ranks_ = results([&](Count* sum) {
            for (std::size_t id = 0; id < blind.size(); ++id) sum[cell[id]] += blind[id];
        });
    }

    void list_beside() {
        std::vector<std::size_t> known(14 * 14 * 14, 0);  // by code: place in beside_, plus 1
        for (std::size_t size = 0; size < 4; ++size) {
            const auto& lists = classes_.others(size);
            for (std::size_t place = 0; place < lists.size(); ++place) {
                FewRanks held, rest;
                std::size_t code = 0;
                for (std::size_t k = 0; k < size; ++k) {
                    const unsigned r = lists[place][k];
                    const bool mine = ranks_.left(r) < suit_count;
                    (mine ? held : rest).add(r);
                    if (mine) code = 14 * code + r + 1;
                }
                if (known[code] == 0) {
                    beside_.push_back({held, {}});
                    known[code] = beside_.size();
                }
                beside_[known[code] - 1].others[size].push_back(
                    {static_cast<std::uint32_t>(place), ways_beside(0, rest)});
            }
        }
    }

    // Ways to have other cards beside a long suit of which the player holds the ranks `in_suit`.
    Count ways_beside(RankSet in_suit, const FewRanks& others) const {
        Count product = 1;
        for (std::size_t k = 0; k < others.size;) {
            const unsigned r = others.rank[k];
            std::size_t times = 0;
            for (; k < others.size && others.rank[k] == r; ++k) ++times;
            const unsigned left_in_suit = (in_suit >> r & 1) ^ 1;
            product *= binomial[ranks_.left(r) - left_in_suit][times];
        }
        return product;
    }

    // The first class of each set of ranks in a long suit, by the set's part and by the number of
    // other cards.
    using Rows = std::array<std::vector<ClassId>, 4>;

    std::vector<Rows> list_rows() const {
        std::vector<Rows> rows(ranks_.parts());
        for (std::size_t with_joker = 0; with_joker < (dealer_has_joker_ ? 2u : 1u); ++with_joker) {
            const std::size_t most = hand_size - with_joker;
            for (std::size_t size = 4 - with_joker; size <= most; ++size) {
                std::size_t id = classes_.one_suit_start(with_joker, size);
                for (const RankSet ranks : classes_.sets(size)) {
                    rows[ranks_.part_of(ranks)][most - size].push_back(static_cast<ClassId>(id));
                    id += Classes::others_count[most - size];
                }
            }
        }
        return rows;
    }

    // Moves the hands of each class with one long suit from their suit-blind class to it.
    void list_changes(const std::vector<std::uint32_t>& cell) {
        const std::vector<Rows> rows = list_rows();
        for (Part part = 0; part < rows.size(); ++part) {
            for (std::size_t b = 0; b < beside_.size(); ++b) {
                for (std::size_t rest = beside_[b].held.size; rest < 4; ++rest) {
                    for (const ClassId first : rows[part][rest]) {
                        for (const auto& others : beside_[b].others[rest]) {
                            const ClassId id = first + others.place;
                            changes_.move(cell[classes_.blind(id)], cell[id], others.ways);
                        }
                    }
                }
                changes_.end_block(part, b);
            }
        }
    }

    const Classes& classes_;
    const GroupRanks& ranks_;
    const GroupSettings<Shape>& settings_;
    const Copies copies_;
    const bool dealer_has_joker_;
    CountedBox<Shape> box_;
    Changes changes_;
    std::vector<Beside> beside_;
    Results by_ranks_;
    std::vector<Results> long_in_suit_;  // by the part held; empty: not counted yet
};

// The third step. A hand long in two suits, which takes the joker, was moved twice, to its class
// with either of them as the long suit. It belongs to the class of both, and the suit-blind class
// gets one of the two back.
template <class Shape>
class TwoSuits {
public:
    TwoSuits(const DealerClasses<Shape>& dealer, const GroupRanks& ranks,
             const GroupSettings<Shape>& settings, GroupScratch& scratch)
        : parts_(ranks.parts()),
          box_(settings.values()),
          different_(scratch.net, box_.cells()),
          equal_(scratch.net, box_.cells()) {
        const auto& sets = dealer.classes().sets(3);
        std::vector<std::vector<std::size_t>> places(parts_);
        for (std::size_t i = 0; i < sets.size(); ++i) places[ranks.part_of(sets[i])].push_back(i);
        for (Part first = 0; first < parts_; ++first) {
            for (const std::size_t i : places[first]) move_back(equal_, dealer.two_suits(i, i));
            equal_.end_block(first, first);
            for (Part second = 0; second <= first; ++second) {
                for (const std::size_t i : places[first]) {
                    for (const std::size_t j : places[second]) {
                        if (first == second && j >= i) break;
                        move_back(different_, dealer.two_suits(i, j));
                    }
                }
                different_.end_block(first, second);
            }
        }
    }

    // Counts the changes against a hand that holds these ranks of each suit, for `result`.
    void count(const std::array<Part, suit_count>& held) {
        std::array<SuitSet, 128> suits{};  // in which the dealer can have ranks with this part
        for (Part part = 0; part < parts_; ++part) {
            for (unsigned s = 0; s < suit_count; ++s) {
                suits[part] |= static_cast<SuitSet>((part & held[s]) == 0) << s;
            }
        }
        static constexpr SuitPairs suit_pairs = list_suit_pairs({});
        const auto pairs = [&](Part first, Part second) {
            return suit_pairs[suits[first]][suits[second]];
        };
        box_.count([&](Count* sum) {
            different_.add_to(sum, pairs);
            // With equal ranks in both suits, swapping them gives the same hand.
            equal_.add_to(sum, [&](Part first, Part second) { return pairs(first, second) / 2; });
        });
    }
    Result<Count> result(Value v, Copies copies) const { return box_.result(v, copies); }

private:
    void move_back(Changes& changes, const typename DealerClasses<Shape>::TwoSuits& hand) const {
        changes.move(box_.cell(hand.first), box_.cell(hand.both), 1);
        changes.move(box_.cell(hand.second), box_.cell(hand.blind), 1);
    }

    const std::size_t parts_;
    CountedBox<Shape> box_;
    Changes different_, equal_;  // ranks in the two suits
};

// Hands with the same ranks, against a dealer.
template <class Shape>
class HandGroup {
public:
    // `players` has the values of the player's settings.
    HandGroup(const RankTables<Shape>& rules, const DealerClasses<Shape>& dealer, Copies copies,
              const std::vector<CardSet>& hands, const std::vector<Value>& players,
              GroupScratch& scratch)
        : copies_(copies),
          ranks_(hands[0]),
          settings_(rules, seven_of(falling(hands[0])), players),
          one_suit_(dealer, ranks_, settings_, copies, hands[0], scratch) {
        if ((hands[0] & joker_bit) == 0) two_suits_.emplace(dealer, ranks_, settings_, scratch);
    }

    // Of settings that are equally good, the best one has the greatest value.
    Best best(CardSet hand, Value player, const Objective& objective) {
        std::array<Part, suit_count> held{};
        std::array<const typename OneSuit<Shape>::Results*, suit_count> suits{};
        for (unsigned s = 0; s < suit_count; ++s) {
            held[s] = ranks_.part_of(ranks_in_suit(hand, s));
            suits[s] = &one_suit_.long_in_suit(held[s]);
        }
        if (two_suits_) two_suits_->count(held);
        const auto result_at = [&](std::uint32_t place) {
            Result<Count> sum = one_suit_.by_ranks()[place];
            for (const auto* suit : suits) sum += (*suit)[place];
            if (two_suits_) sum += two_suits_->result(settings_.values()[place], copies_);
            return sum;
        };
        std::vector<std::pair<std::uint32_t, Result<Count>>> settings;
        settings_.each_of(seven_of(falling(hand)), [&](std::uint32_t place) {
            settings.emplace_back(place, result_at(place));
        });
        require(!settings.empty(), "a hand has no legal setting under these rules");
        auto best = settings[0];
        for (const auto& [place, result] : settings) {
            if (objective.prefers(result, best.second) ||
                (result == best.second && place > best.first)) {
                best = {place, result};
            }
        }
        const Value value = settings_.values()[best.first];
        std::optional<Result<Count>> second;
        for (const auto& [place, result] : settings) {
            if (not_below(value, settings_.values()[place])) continue;
            if (!second || objective.prefers(result, *second)) second = result;
        }
        return {value, best.second, result_at(settings_.place_of(player)),
                second.value_or(Result<Count>{0, dealer_hands})};
    }

private:
    static constexpr Count dealer_hands = 53'524'680;  // C(46, 7)

    const Copies copies_;
    const GroupRanks ranks_;
    const GroupSettings<Shape> settings_;
    OneSuit<Shape> one_suit_;
    std::optional<TwoSuits<Shape>> two_suits_;  // if the dealer can have the joker
};

// Calls `put(Best)` for each suit class from `first` up to `last`; `player` has the values of the
// player's settings of these classes.
template <class Shape, class Put>
void best_settings(const RankTables<Shape>& rules, const Way& way, const Value* player,
                   Copies copies, const Objective& objective, std::size_t first, std::size_t last,
                   Put put) {
    const SuitClasses& suit_classes = SuitClasses::get();
    const DealerClasses<Shape> dealer(way);
    GroupScratch scratch;
    std::vector<CardSet> hands;
    while (first < last) {
        const std::size_t group_end = suit_classes.starts()[suit_classes.group_of(first) + 1];
        const std::size_t end = std::min(last, group_end);
        hands.clear();
        suit_classes.each(first, end, [&](CardSet hand, unsigned) { hands.push_back(hand); });
        HandGroup<Shape> group(rules, dealer, copies, hands, {player, player + hands.size()},
                               scratch);
        for (const CardSet hand : hands) put(group.best(hand, *player++, objective));
        first = end;
    }
}

}  // namespace astragal::setting
