// Walks over a game for one player: from the opponent's reach at the root to the values of all
// hands there. A `Rule` plays the decisions, learns from their values, and asks early for the
// numbers that it reads.
//
// The deals of the street after the root's are shared by threads. Each writes its own row of
// values; rows are added in double precision, in the order of the cards, whatever thread computed
// them. Nothing is allocated in a walk.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "common/staged_threads.hpp"
#include "postflop/deals.hpp"
#include "postflop/lanes.hpp"
#include "postflop/matching.hpp"
#include "postflop/plan.hpp"
#include "postflop/prefetch.hpp"
#include "postflop/strategy.hpp"
#include "postflop/tree.hpp"

namespace astragal::postflop {

template <class Cards, class Real>
class Walks {
public:
    Walks(const BettingTree& tree, const Deals& deals, const Money& money, const Cards& cards,
          const std::array<Places, players>& places, unsigned threads, Width width)
        : deals_(deals),
          cards_(cards),
          stride_{places[0].stride, places[1].stride},
          ties_(money.has_rake()),
          width_(width),
          threads_(deals.levels() > 1 ? threads : 1) {
        for (Player player = 0; player < players; ++player)
            plans_[player] = Planner<Real>(tree, money, places, player, deals.levels()).plans();
    }

    std::size_t bytes() const {
        std::size_t each = 0;
        for (unsigned level = 0; level < deals_.levels(); ++level)
            each += Street::bytes(sizes_of(level));
        return threads_ * each + sizeof(Real) * root_rows();
    }

    void allocate() {
        root_rows_.assign(root_rows(), 0);
        for (unsigned thread = 0; thread < threads_; ++thread) {
            auto scratch = std::make_unique<Scratch>(cards_, std::max(stride_[0], stride_[1]));
            for (unsigned level = 0; level < deals_.levels(); ++level)
                scratch->street.emplace_back(sizes_of(level));
            scratch_.push_back(std::move(scratch));
        }
        staged_ = std::make_unique<StagedThreads>(threads_);
    }

    // `reach` is the opponent's, by hand; `value` takes the value of each own hand.
    template <class Rule>
    void run(Player player, const Rule& rule, const Real* reach, Real* value) {
        walk(player, rule, 0, 0, *scratch_[0], reach, value);
    }

private:
    struct Sizes {
        std::size_t reach, value, exits;
    };
    struct Street {
        explicit Street(const Sizes& sizes)
            : reach(sizes.reach), value(sizes.value), rows(sizes.exits), sums(sizes.exits) {}
        static std::size_t bytes(const Sizes& sizes) {
            return sizeof(Real) * (sizes.reach + sizes.value + sizes.exits) +
                   sizeof(double) * sizes.exits;
        }
        std::vector<Real> reach, value;  // of the street's lines
        std::vector<Real> rows;          // values of its exits after one card
        std::vector<double> sums;        // and after all cards
    };
    struct Scratch {
        Scratch(const Cards& cards, std::size_t row) : ends(cards), unread(row) {}
        std::vector<Street> street;
        typename Cards::Scratch ends;
        std::vector<Real> unread;  // where lanes without an end write
    };

    Sizes sizes_of(unsigned level) const {
        Sizes most{};
        for (Player player = 0; player < players; ++player) {
            const Plan<Real>& plan = plans_[player][level];
            most.reach = std::max(most.reach, plan.reach_rows * stride_[opponent_of(player)]);
            most.value = std::max(most.value, plan.value_rows * stride_[player]);
            most.exits = std::max(most.exits, plan.exits.size() * stride_[player]);
        }
        return most;
    }
    std::size_t root_rows() const {
        return deals_.levels() == 1 ? 0 : deals_.next(0, 0).size() * sizes_of(0).exits;
    }

    // Walks over a street after a deal, and all that follows. Line i comes with the opponent's
    // reach in a row of `before`; its value goes to row i of `out`.
    template <class Rule>
    void walk(Player player, const Rule& rule, unsigned level, std::size_t deal, Scratch& scratch,
              const Real* before, Real* out) {
        const Plan<Real>& plan = plans_[player][level];
        const std::size_t own = stride_[player], other = stride_[opponent_of(player)];
        Street& street = scratch.street[level];
        Real* const reach = street.reach.data();
        Real* const value = street.value.data();
        for (std::size_t number = 0; number < plan.batches.size(); ++number) {
            const Batch& batch = plan.batches[number];
            for (std::size_t i = batch.entries.begin; i < batch.entries.end; ++i)
                std::copy_n(before + plan.entries[i].from * other, other,
                            reach + plan.entries[i].reach * other);
            on_lanes(width_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
                for (std::size_t i = batch.divisions.begin; i < batch.divisions.end; ++i) {
                    const Division& node = plan.divisions[i];
                    rule.template divide<bytes()>(level, deal, node, reach + node.reach * other,
                                                  reach + node.below * other);
                }
            });
            // The next batch begins with the opponent's numbers, so these are asked for now.
            const bool last = number + 1 == plan.batches.size();
            auto soon = rule.read_soon(level, deal, batch, last ? deal + 1 : deal,
                                       plan.batches[last ? 0 : number + 1], batch.eights());
            compute_ends(player, batch, level, deal, scratch, soon);
            if (!plan.exits.empty()) deal_cards(player, rule, level, deal, scratch);
            on_lanes(width_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
                std::array<Real*, most_actions> values;
                for (std::size_t i = batch.gatherings.begin; i < batch.gatherings.end; ++i) {
                    const Gathering& node = plan.gatherings[i];
                    for (std::size_t a = 0; a < node.actions; ++a)
                        values[a] = value + plan.rows[node.first + a] * own;
                    if (node.own)
                        rule.template gather<bytes()>(level, deal, node, values.data());
                    else
                        added_value<bytes()>(node.actions, own, values.data());
                }
            });
            for (std::size_t i = batch.entries.begin; i < batch.entries.end; ++i)
                std::copy_n(value + plan.entries[i].value * own, own, out + i * own);
        }
    }

    template <class Soon>
    void compute_ends(Player player, const Batch& batch, unsigned level, std::size_t deal,
                      Scratch& scratch, Soon& soon) {
        const Plan<Real>& plan = plans_[player][level];
        on_lanes(width_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
            EightEnds<Real> ends;
            for (std::size_t i = batch.folds.begin; i < batch.folds.end; i += lane_count) {
                for (Prefetch<Real>& numbers : soon) numbers.ask();
                take_eight(player, plan.folds, i, batch.folds.end, level, scratch, ends);
                cards_.template fold<bytes()>(level, deal, player, ends, scratch.ends);
            }
            for (std::size_t i = batch.showdowns.begin; i < batch.showdowns.end; i += lane_count) {
                for (Prefetch<Real>& numbers : soon) numbers.ask();
                take_eight(player, plan.showdowns, i, batch.showdowns.end, level, scratch, ends);
                cards_.template show_down<bytes()>(deal, player, ends, ties_, scratch.ends);
            }
        });
    }

    void take_eight(Player player, const std::vector<End<Real>>& all, std::size_t first,
                    std::size_t last, unsigned level, Scratch& scratch,
                    EightEnds<Real>& ends) const {
        Street& street = scratch.street[level];
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            const bool used = first + lane < last;
            const End<Real>& end = all[used ? first + lane : first];
            ends.reach[lane] = street.reach.data() + end.reach * stride_[opponent_of(player)];
            ends.value[lane] =
                used ? street.value.data() + end.value * stride_[player] : scratch.unread.data();
            ends.half[lane] = end.half;
            ends.tie[lane] = end.tie;
        }
    }

    // Computes the values of a street's exits: means over the next card.
    template <class Rule>
    void deal_cards(Player player, const Rule& rule, unsigned level, std::size_t deal,
                    Scratch& scratch) {
        Street& street = scratch.street[level];
        const Plan<Real>& plan = plans_[player][level];
        const std::size_t stride = stride_[player], size = plan.exits.size() * stride;
        const auto next = deals_.next(level, deal);
        std::fill_n(street.sums.data(), size, 0.0);
        if (level == 0) {
            staged_->run({0, next.size()}, [&](unsigned thread, std::size_t item) {
                walk(player, rule, 1, next[item].deal, *scratch_[thread], street.reach.data(),
                     root_rows_.data() + item * size);
            });
            for (std::size_t item = 0; item < next.size(); ++item)
                add_deal(player, next[item], plan.exits.size(), root_rows_.data() + item * size,
                         street.sums.data());
        } else {
            for (const NextDeal& one : next) {
                walk(player, rule, level + 1, one.deal, scratch, street.reach.data(),
                     street.rows.data());
                add_deal(player, one, plan.exits.size(), street.rows.data(), street.sums.data());
            }
        }
        const double share = 1.0 / cards_.unseen(level);
        for (std::size_t i = 0; i < plan.exits.size(); ++i) {
            Real* const value = street.value.data() + plan.exits[i].value * stride;
            const double* const sum = street.sums.data() + i * stride;
            for (std::size_t h = 0; h < stride; ++h) value[h] = static_cast<Real>(sum[h] * share);
        }
    }

    // Adds the values after a stored deal, and after the deals that mirror it.
    void add_deal(Player player, const NextDeal& deal, std::size_t exits, const Real* rows,
                  double* sums) const {
        const std::size_t stride = stride_[player];
        for (const std::uint32_t number : deal.permutations) {
            const std::uint16_t* const permutation = deals_.permutation(player, number);
            for (std::size_t i = 0; i < exits; ++i) {
                const Real* const row = rows + i * stride;
                double* const sum = sums + i * stride;
                if (number == 0)
                    for (std::size_t h = 0; h < stride; ++h) sum[h] += double{row[h]};
                else
                    for (std::size_t h = 0; h < cards_.hand_count(player); ++h)
                        sum[h] += double{row[permutation[h]]};
            }
        }
    }

    const Deals& deals_;
    const Cards& cards_;
    const std::array<std::size_t, players> stride_;
    const bool ties_;  // whether a tie is worth more or less than half of the pot
    const Width width_;
    const unsigned threads_;
    std::array<std::vector<Plan<Real>>, players> plans_;
    std::vector<Real> root_rows_;
    std::vector<std::unique_ptr<Scratch>> scratch_;
    std::unique_ptr<StagedThreads> staged_;
};

}  // namespace astragal::postflop
