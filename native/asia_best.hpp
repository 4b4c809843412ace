// The best setting of every hand: all hands of equal ranks together.
//
// What the dealer holds against a hand is counted as in asia_deals.hpp, in three steps:
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
// Counts go straight into the cells of a box (see asia_score.hpp) made for all settings that hands
// with these ranks can have. Dealer hands that differ only in ranks that the player does not hold
// often fall into the same cell, with the same factor whatever the player's suits are. They are
// added up once for the group. Counts may be negative on the way, and wrap around; the sums fit.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "asia_group.hpp"
#include "asia_score.hpp"
#include "asia_suits.hpp"
#include "require.hpp"

namespace astragal::asia {

// Dealer hands that a setting beats and loses to.
struct Result {
    Count wins = 0, losses = 0;

    std::int64_t net() const { return std::int64_t{wins} - losses; }

    Result& operator+=(const Result& other) {
        wins += other.wins;
        losses += other.losses;
        return *this;
    }
    bool operator==(const Result&) const = default;
    // By wins, then losses; or by wins minus losses, then wins.
    bool beats(const Result& other, bool by_net) const {
        if (by_net && net() != other.net()) return net() > other.net();
        return wins != other.wins ? wins > other.wins : losses < other.losses;
    }
};

// The best setting of a hand, its result, and that of the house way's setting.
struct Best {
    Triple triple;
    Result best, house;
};

// Megabytes that one group after another uses.
struct GroupScratch {
    std::vector<std::uint32_t> cell;  // of each class
    std::vector<Count> sum, net;      // of each cell of the box
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
          box_(settings_.triples(), settings_.size()),
          cell_(scratch.cell),
          sum_(scratch.sum),
          one_suit_(scratch.net),
          two_suits_(scratch.net),
          equal_suits_(scratch.net) {
        sum_.resize(box_.cells());
        scratch.net.resize(box_.cells(), 0);
        note_ranks(some_hand);
        place_classes();
        count_by_ranks(some_hand);
        list_beside();
        list_one_suit();
        if (dealer_has_joker_) list_two_suits();
    }

    // Of settings that are equally good, the best one has the greatest triple.
    Best best(CardSet hand, Copies copies, bool by_net) {
        const SuitScores suits = count_dealer(hand);
        const auto result = [&](std::uint32_t place) { return total(suits, place, copies); };
        std::uint32_t best_place = 0;
        std::optional<Result> most;
        settings_.each_of(seven_of(falling(hand)), [&](std::uint32_t place) {
            const Result found = result(place);
            if (!most || found.beats(*most, by_net) || (found == *most && place > best_place)) {
                most = found;
                best_place = place;
            }
        });
        require(most.has_value(), "a hand has no legal setting under these rules");
        return {settings_.triple(best_place), *most, result(house_place(hand))};
    }

private:
    static constexpr Count dealer_hands = 53'524'680;  // C(46, 7)

    // Which of the group's ranks, at most seven, are in a set: bit i for the i-th of them.
    using Part = std::size_t;
    using Scores = std::vector<Result>;  // of each setting of the group
    using SuitScores = std::array<const Scores*, suit_count>;

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

    void note_ranks(CardSet some_hand) {
        for (unsigned r = 0; r < rank_count; ++r) {
            const unsigned mine = bit_count(suits_of_rank(some_hand, r));
            left_[r] = suit_count - mine;
            if (mine > 0) ranks_.push_back(r);
        }
        long_in_suit_.resize(std::size_t{1} << ranks_.size());
    }

    Part part_of(RankSet ranks) const {
        Part part = 0;
        for (std::size_t i = 0; i < ranks_.size(); ++i) {
            part |= static_cast<Part>(ranks >> ranks_[i] & 1) << i;
        }
        return part;
    }

    void place_classes() {
        cell_.resize(Classes::count);
        for (ClassId id = 0; id < Classes::count; ++id) {
            cell_[id] = static_cast<std::uint32_t>(box_.cell(dealer_.triple(id)));
        }
    }

    // ---- By ranks ------------------------------------------------------------------------------

    void count_by_ranks(CardSet some_hand) {
        std::vector<Count> blind(Classes::blind_count, 0);
        Counter(classes_, full_deck & ~some_hand, 0).count_blind(blind.data());
        clear_sums();
        for (std::size_t id = 0; id < blind.size(); ++id) sum_[cell_[id]] += blind[id];
        by_ranks_ = scores();
    }

    // ---- One suit ------------------------------------------------------------------------------

    void list_beside() {
        std::vector<std::size_t> known(14 * 14 * 14, 0);  // by code: place in beside_, plus 1
        for (std::size_t size = 0; size < 4; ++size) {
            const auto& lists = classes_.others(size);
            for (std::size_t place = 0; place < lists.size(); ++place) {
                FewRanks held, rest;
                std::size_t code = 0;
                for (std::size_t k = 0; k < size; ++k) {
                    const unsigned r = lists[place][k];
                    const bool mine = left_[r] < suit_count;
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
            product *= binomial[left_[r] - left_in_suit][times];
        }
        return product;
    }

    // The first class of each set of ranks in a long suit, by the set's part and by the number of
    // other cards.
    using Rows = std::array<std::vector<ClassId>, 4>;

    std::vector<Rows> list_rows() const {
        std::vector<Rows> rows(long_in_suit_.size());
        for (std::size_t with_joker = 0; with_joker < (dealer_has_joker_ ? 2u : 1u); ++with_joker) {
            const std::size_t most = hand_size - with_joker;
            for (std::size_t size = 4 - with_joker; size <= most; ++size) {
                std::size_t id = classes_.one_suit_start(with_joker, size);
                for (const RankSet ranks : classes_.sets(size)) {
                    rows[part_of(ranks)][most - size].push_back(static_cast<ClassId>(id));
                    id += Classes::others_count[most - size];
                }
            }
        }
        return rows;
    }

    // Moves the hands of each class with one long suit from their suit-blind class to it.
    void list_one_suit() {
        const std::vector<Rows> rows = list_rows();
        for (Part part = 0; part < rows.size(); ++part) {
            for (std::size_t b = 0; b < beside_.size(); ++b) {
                for (std::size_t rest = beside_[b].held.size; rest < 4; ++rest) {
                    for (const ClassId first : rows[part][rest]) {
                        for (const auto& others : beside_[b].others[rest]) {
                            const ClassId id = first + others.place;
                            one_suit_.move(cell_[classes_.blind(id)], cell_[id], others.ways);
                        }
                    }
                }
                one_suit_.end_block(part, b);
            }
        }
    }

    // What the hands long in one suit change, if the player holds these ranks of it.
    const Scores& long_in_suit(Part held) {
        Scores& known = long_in_suit_[held];
        if (!known.empty()) return known;
        RankSet in_suit = 0;
        each_bit(held, [&](unsigned i) { in_suit |= RankSet{1} << ranks_[i]; });
        std::vector<Count> ways;
        for (const Beside& b : beside_) ways.push_back(ways_beside(in_suit, b.held));
        clear_sums();
        one_suit_.add_to(sum_.data(), [&](Part part, std::size_t b) {
            return (part & held) == 0 ? ways[b] : 0;
        });
        known = scores();
        return known;
    }

    // ---- Two suits -----------------------------------------------------------------------------

    // A hand long in two suits was moved twice, to its class with either of them as the long suit.
    // It belongs to the class of both, and the suit-blind class gets one of the two back.
    void list_two_suits() {
        const auto& sets = classes_.sets(3);
        std::vector<std::vector<std::size_t>> places(long_in_suit_.size());  // by part
        for (std::size_t i = 0; i < sets.size(); ++i) places[part_of(sets[i])].push_back(i);
        for (Part first = 0; first < places.size(); ++first) {
            for (const std::size_t i : places[first]) move_back(equal_suits_, i, i);
            equal_suits_.end_block(first, first);
            for (Part second = 0; second <= first; ++second) {
                for (const std::size_t i : places[first]) {
                    for (const std::size_t j : places[second]) {
                        if (first == second && j >= i) break;
                        move_back(two_suits_, i, j);
                    }
                }
                two_suits_.end_block(first, second);
            }
        }
    }

    void move_back(Changes& changes, std::size_t i, std::size_t j) const {
        const std::size_t n = std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j);
        const auto both = static_cast<ClassId>(classes_.two_suits_start() + n);
        const auto& [a, b] = dealer_.one_suit(n);
        changes.move(cell_[a], cell_[both], 1);
        changes.move(cell_[b], cell_[classes_.blind(both)], 1);
    }

    // Leaves the sums in the box.
    void count_two_suits(const std::array<Part, suit_count>& held) {
        std::array<SuitSet, 128> suits{};  // in which the dealer can have ranks with this part
        for (Part part = 0; part < long_in_suit_.size(); ++part) {
            for (unsigned s = 0; s < suit_count; ++s) {
                suits[part] |= static_cast<SuitSet>((part & held[s]) == 0) << s;
            }
        }
        static constexpr SuitPairs suit_pairs = list_suit_pairs({});
        const auto pairs = [&](Part first, Part second) {
            return suit_pairs[suits[first]][suits[second]];
        };
        clear_sums();
        two_suits_.add_to(sum_.data(), pairs);
        // With equal ranks in both suits, swapping them gives the same hand.
        equal_suits_.add_to(sum_.data(),
                            [&](Part first, Part second) { return pairs(first, second) / 2; });
        box_.accumulate(sum_.data());
    }

    // ---- All together --------------------------------------------------------------------------

    void clear_sums() { std::fill(sum_.begin(), sum_.end(), 0u); }

    Result score(std::uint32_t place) const {
        const Score found = box_.score(sum_.data(), settings_.triple(place));
        return {static_cast<Count>(found.wins), static_cast<Count>(found.losses)};
    }
    Scores scores() {
        box_.accumulate(sum_.data());
        Scores found(settings_.size());
        for (std::uint32_t i = 0; i < found.size(); ++i) found[i] = score(i);
        return found;
    }

    SuitScores count_dealer(CardSet hand) {
        std::array<Part, suit_count> held{};
        for (unsigned s = 0; s < suit_count; ++s) held[s] = part_of(ranks_in_suit(hand, s));
        SuitScores suits{};
        for (unsigned s = 0; s < suit_count; ++s) suits[s] = &long_in_suit(held[s]);
        if (dealer_has_joker_) count_two_suits(held);  // last: `score` reads its sums
        return suits;
    }

    Result total(const SuitScores& suits, std::uint32_t place, Copies copies) const {
        Result sum = by_ranks_[place];
        for (const Scores* suit : suits) sum += (*suit)[place];
        if (dealer_has_joker_) sum += score(place);
        if (copies == Copies::lost) sum.losses = dealer_hands - sum.wins;
        if (copies == Copies::won) sum.wins = dealer_hands - sum.losses;
        return sum;
    }

    std::uint32_t house_place(CardSet hand) const {
        const Triple house = dealer_.triple(classes_.of(classes_.key_of(hand)));
        const std::uint32_t place = settings_.place_of(house);
        require(place < settings_.size(), "the house way sets a hand illegally under these rules");
        return place;
    }

    const DealerClasses& dealer_;
    const Classes& classes_;
    const bool dealer_has_joker_;
    const GroupSettings settings_;
    const Box box_;
    std::vector<std::uint32_t>& cell_;
    std::vector<Count>& sum_;
    std::vector<unsigned> ranks_;              // that the player holds
    std::array<unsigned, rank_count> left_{};  // cards of each rank that the player does not hold
    std::vector<Beside> beside_;
    Changes one_suit_, two_suits_, equal_suits_;
    Scores by_ranks_;
    std::vector<Scores> long_in_suit_;  // by the part held; empty: not counted yet
};

// Calls `put(Best)` for each suit class from `first` up to `last`.
template <class Put>
void best_settings(const Rules& rules, const Way& way, Copies copies, bool by_net,
                   std::size_t first, std::size_t last, Put put) {
    const SuitClasses& suit_classes = SuitClasses::get();
    const DealerClasses dealer(way);
    GroupScratch scratch;
    while (first < last) {
        const std::size_t group_end = suit_classes.starts()[suit_classes.group_of(first) + 1];
        const std::size_t end = std::min(last, group_end);
        std::optional<HandGroup> group;
        suit_classes.each(first, end, [&](CardSet hand, unsigned) {
            if (!group) group.emplace(rules, dealer, hand, scratch);
            put(group->best(hand, copies, by_net));
        });
        first = end;
    }
}

}  // namespace astragal::asia
