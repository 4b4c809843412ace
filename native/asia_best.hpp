// The best setting of every hand: all hands of equal ranks together.
//
// What the dealer holds against a hand is counted as in asia_deals.hpp: by ranks alone, then for
// each suit the hands that are long in it, then for each two suits those long in both. The first
// depends on the ranks of the player's hand only; the second, for one suit, on those ranks and on
// which of them are of this suit. So over the suit classes with equal ranks, of which there are up
// to 715, the first is counted once and the second at most 128 times, for every set of ranks that a
// suit can have. Only the third is counted for each hand.
//
// Counts go straight into the cells of a box (see asia_score.hpp) made for all settings that hands
// with these ranks can have. Dealer hands that differ only in ranks that the player does not hold
// often fall into the same cell, with the same factor whatever the player's suits are; they are put
// together once for the group. Counts may be negative on the way, and wrap around; the sums fit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "asia_group.hpp"
#include "asia_score.hpp"
#include "asia_suits.hpp"

namespace astragal::asia {

// The best setting of a hand, and what it and the house way's setting win and lose.
struct Best {
    Triple triple;
    Count wins, losses, house_wins, house_losses;
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
          box_(settings_.triples().data(), settings_.triples().size()),
          cell_(scratch.cell),
          sum_(scratch.sum),
          one_suit_(scratch.net),
          two_suits_(scratch.net),
          twins_(scratch.net) {
        sum_.resize(box_.cells());
        scratch.net.resize(box_.cells(), 0);
        for (unsigned r = 0; r < rank_count; ++r) {
            const auto mine = static_cast<unsigned>(std::popcount(suits_of_rank(some_hand, r)));
            left_[r] = suit_count - mine;
            if (mine > 0) ranks_.push_back(r);
        }
        long_in_suit_.resize(std::size_t{1} << ranks_.size());
        place_classes();
        count_by_ranks(some_hand);
        list_one_suit();
        if (dealer_has_joker_) list_two_suits();
    }

    // The best setting has most wins, then fewest losses, then the greatest triple.
    Best best(CardSet hand, bool copies_to_dealer) {
        std::array<Part, suit_count> held{};
        for (unsigned s = 0; s < suit_count; ++s) held[s] = part_of(ranks_in_suit(hand, s));
        std::array<const Scores*, suit_count> suit{};
        for (unsigned s = 0; s < suit_count; ++s) suit[s] = &long_in_suit(held[s]);
        if (dealer_has_joker_) count_two_suits(held);  // last: its sums stay in the box
        const auto result = [&](std::uint32_t place) {
            Result sum = by_ranks_[place];
            for (const Scores* scores : suit) sum += (*scores)[place];
            if (dealer_has_joker_) sum += score(place);
            if (copies_to_dealer) sum.losses = dealer_hands - sum.wins;
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
        const std::uint32_t house_place = settings_.find(house);
        if (house_place == settings_.triples().size() ||
            settings_.triples()[house_place] != house) {
            throw std::invalid_argument("the way is not one under these rules");
        }
        const Result of_house = result(house_place);
        return {settings_.triples()[best_place], most->wins, most->losses, of_house.wins,
                of_house.losses};
    }

private:
    static constexpr Count dealer_hands = 53'524'680;  // C(46, 7)

    // Which of the group's ranks, of which there are at most seven, are in a set: bit i for the
    // i-th of them.
    using Part = std::size_t;

    Part part_of(RankSet ranks) const {
        Part part = 0;
        for (std::size_t i = 0; i < ranks_.size(); ++i) {
            part |= static_cast<Part>(ranks >> ranks_[i] & 1) << i;
        }
        return part;
    }

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
        for (ClassId id = 0; id < Classes::count; ++id) {
            cell_[id] = static_cast<std::uint32_t>(box_.cell(dealer_.triple(id)));
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

    // Other cards beside a long suit, by their ranks that are the group's: how many ways there are
    // depends on the player's suits through these only.
    struct Beside {
        std::array<unsigned, 3> ranks;
        std::size_t size;
        struct Others {
            std::uint32_t place;
            Count ways;  // for the ranks that the player does not hold
        };
        std::array<std::vector<Others>, 4> others;  // by their number
    };

    void list_beside() {
        std::vector<std::size_t> known(std::size_t{1} << 12, 0);  // four bits for each rank
        for (std::size_t size = 0; size < 4; ++size) {
            const auto& lists = classes_.others(size);
            for (std::size_t place = 0; place < lists.size(); ++place) {
                Beside here{};
                std::array<unsigned, 3> rest{};
                std::size_t rest_size = 0, code = 0;
                for (std::size_t k = 0; k < size; ++k) {
                    const unsigned r = lists[place][k];
                    if (left_[r] < suit_count) {
                        here.ranks[here.size++] = r;
                        code = code << 4 | (r + 1);
                    } else {
                        rest[rest_size++] = r;
                    }
                }
                if (known[code] == 0) {
                    beside_.push_back(here);
                    known[code] = beside_.size();
                }
                const Count ways = ways_beside(0, rest, rest_size);
                beside_[known[code] - 1].others[size].push_back(
                    {static_cast<std::uint32_t>(place), ways});
            }
        }
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

    // Hands long in a suit are not set as their ranks alone would be.
    void list_one_suit() {
        list_beside();
        using Rows = std::vector<ClassId>;                            // where they start
        std::vector<std::array<Rows, 4>> rows(long_in_suit_.size());  // by part and rest
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
        for (Part part = 0; part < rows.size(); ++part) {
            for (std::size_t b = 0; b < beside_.size(); ++b) {
                for (std::size_t rest = beside_[b].size; rest < 4; ++rest) {
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

    // What this changes for a suit of which the player holds these ranks.
    const Scores& long_in_suit(Part held) {
        Scores& known = long_in_suit_[held];
        if (!known.empty()) return known;
        RankSet ranks = 0;
        for (std::size_t i = 0; i < ranks_.size(); ++i) {
            ranks |= static_cast<RankSet>(held >> i & 1) << ranks_[i];
        }
        std::vector<Count> ways;
        for (const Beside& b : beside_) ways.push_back(ways_beside(ranks, b.ranks, b.size));
        std::fill(sum_.begin(), sum_.end(), 0u);
        one_suit_.add(sum_.data(),
                      [&](Part part, std::size_t b) { return (part & held) == 0 ? ways[b] : 0; });
        box_.accumulate(sum_.data());
        known = scores();
        return known;
    }

    // A hand long in two suits was moved twice, to its class with either one of them.
    void list_two_suits() {
        const auto& sets = classes_.sets(3);
        std::vector<std::vector<std::size_t>> places(long_in_suit_.size());  // by part
        for (std::size_t i = 0; i < sets.size(); ++i) places[part_of(sets[i])].push_back(i);
        const auto move_back = [&](Terms& terms, std::size_t i, std::size_t j) {
            const std::size_t n = std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j);
            const auto both = static_cast<ClassId>(classes_.two_suits_start() + n);
            const auto& [a, b] = dealer_.one_suit(n);
            terms.move(cell_[a], cell_[both], 1);
            terms.move(cell_[b], cell_[classes_.blind(both)], 1);
        };
        for (Part first = 0; first < places.size(); ++first) {
            for (const std::size_t i : places[first]) move_back(twins_, i, i);
            twins_.end_block(first, first);
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

    void count_two_suits(const std::array<Part, suit_count>& held) {
        std::array<SuitMask, 128> suits{};  // in which sets with each part of the ranks are left
        for (Part part = 0; part < long_in_suit_.size(); ++part) {
            for (unsigned s = 0; s < suit_count; ++s) {
                const unsigned left = (part & held[s]) == 0 ? 1 : 0;
                suits[part] = static_cast<SuitMask>(suits[part] | left << s);
            }
        }
        const auto pairs = [&](Part first, Part second) -> Count {
            return suit_pairs[suits[first]][suits[second]];
        };
        std::fill(sum_.begin(), sum_.end(), 0u);
        two_suits_.add(sum_.data(), pairs);
        // With equal ranks in both, the two suits are not told apart.
        twins_.add(sum_.data(), [&](Part first, Part second) { return pairs(first, second) / 2; });
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
    std::vector<std::uint32_t>& cell_;
    std::vector<Count>& sum_;
    std::vector<unsigned> ranks_;              // that the player holds
    std::array<unsigned, rank_count> left_{};  // cards of each rank that the player does not hold
    std::vector<Beside> beside_;
    Terms one_suit_, two_suits_, twins_;
    Scores by_ranks_;
    std::vector<Scores> long_in_suit_;  // by the part held; empty: not counted yet
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
