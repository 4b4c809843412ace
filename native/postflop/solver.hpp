// Discounted counterfactual regret minimisation (Brown and Sandholm, "Solving imperfect-information
// games via discounted regret minimization", 2019) over vectors of hands.
//
// One iteration walks over the game once for each player; the walk for the other player sees the
// new regrets. After t iterations, regrets are multiplied by t^1.5 / (t^1.5 + 1), and averages by
// (t / (t + 1))^3. Averages add the current strategy without the player's own reach.
//
// This file knows no cards: `Cards` says what hands are worth at the ends of lines, and `Deals`
// which deals there are. Single precision is stored; sums over the next card are in double
// precision, in the order of the cards, whatever thread computed them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/staged_threads.hpp"
#include "postflop/deals.hpp"
#include "postflop/lanes.hpp"
#include "postflop/matching.hpp"
#include "postflop/plan.hpp"
#include "postflop/strategy.hpp"
#include "postflop/tree.hpp"

namespace astragal::postflop {

// Hands that must play given probabilities: [actions][hands]; NaN for hands that are free.
struct Lock {
    Node node;
    std::size_t deal;  // stored
    std::vector<double> rows;
};

template <class Cards, class Real>
class Solver {
public:
    using Ranges = std::array<std::vector<double>, players>;

    // Allocates nothing that grows with the game. `weights` are those of the hands.
    Solver(BettingTree tree, Deals deals, Money money, Cards cards, Ranges weights,
           std::vector<Lock> locks, unsigned threads, Width width)
        : tree_(std::move(tree)),
          deals_(std::move(deals)),
          money_(money),
          cards_(std::move(cards)),
          weights_(std::move(weights)),
          locks_(std::move(locks)),
          width_(width),
          places_{Places(tree_, 0, cards_.hand_count(0), deals_.counts()),
                  Places(tree_, 1, cards_.hand_count(1), deals_.counts())},
          threads_(deals_.levels() > 1 ? threads : 1) {
        for (Player player = 0; player < players; ++player) {
            require(weights_[player].size() == places_[player].hands, "each hand needs a weight");
            plans_[player] =
                Planner<Real>(tree_, money_, {&places_[0], &places_[1]}, player, deals_.levels())
                    .plans();
        }
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    const Places& places(Player player) const { return places_[player]; }
    const Deals& deals() const { return deals_; }
    const Cards& cards() const { return cards_; }
    std::uint64_t iterations() const { return iterations_; }
    std::span<Real> regrets(Player player) { return regrets_[player]; }
    std::span<Real> averages(Player player) { return averages_[player]; }

    std::size_t bytes() const {
        std::size_t numbers = 2 * (places_[0].size + places_[1].size) + root_rows();
        std::size_t scratch = 0;
        for (unsigned level = 0; level < deals_.levels(); ++level) {
            const Sizes sizes = sizes_of(level);
            scratch += sizeof(Real) * (sizes.reach + sizes.value + sizes.rows) +
                       sizeof(double) * sizes.sums;
        }
        return sizeof(Real) * numbers + threads_ * scratch + cards_.table_bytes(deals_);
    }

    void allocate() {
        if (!scratch_.empty()) return;
        cards_.prepare(deals_);
        for (Player player = 0; player < players; ++player) {
            regrets_[player].assign(places_[player].size, 0);
            averages_[player].assign(places_[player].size, 0);
            start_[player] = start_of(player);
        }
        write_locks();
        pair_weight_ = cards_.pair_weight(start_[0].data(), start_[1].data());
        require(pair_weight_ > 0, "no two hands of the ranges are compatible");
        root_rows_.assign(root_rows(), 0);
        for (unsigned thread = 0; thread < threads_; ++thread) {
            auto one = std::make_unique<Scratch>(cards_);
            for (unsigned level = 0; level < deals_.levels(); ++level)
                one->street.emplace_back(sizes_of(level));
            scratch_.push_back(std::move(one));
        }
        staged_ = std::make_unique<StagedThreads>(threads_);
    }

    void iterate() {
        allocate();
        const double t = static_cast<double>(iterations_), grown = t * std::sqrt(t);
        const double kept = t / (t + 1);
        for (Player player = 0; player < players; ++player) {
            start_walk({player, Mode::learn, static_cast<Real>(grown / (grown + 1)),
                        static_cast<Real>(kept * kept * kept)});
            write_locks();
        }
        ++iterations_;
    }

    // Goes on from regrets and averages that were copied into the arrays.
    void resume(std::uint64_t iterations) {
        iterations_ = iterations;
        write_locks();
    }

    // An estimate of half the sum of what best responses gain against the averages.
    double exploitability() {
        allocate();
        double sum = 0;
        for (Player player = 0; player < players; ++player) {
            sum += start_walk({player, Mode::best, 0, 0});
            // Without rake the players' values add up to 0.
            if (money_.has_rake()) sum -= start_walk({player, Mode::mean, 0, 0});
        }
        return sum / 2 / pair_weight_;
    }

private:
    enum class Mode { learn, best, mean };

    struct Pass {
        Player player;
        Mode mode;
        Real keep_regrets, keep_averages;
    };

    struct Sizes {
        std::size_t reach, value, rows, sums;
    };
    struct Street {
        explicit Street(const Sizes& sizes)
            : reach(sizes.reach), value(sizes.value), rows(sizes.rows), sums(sizes.sums) {}
        std::vector<Real> reach, value;  // of the street's lines
        std::vector<Real> rows;          // values of its exits after one card
        std::vector<double> sums;        // and after all cards
    };
    struct Scratch {
        explicit Scratch(const Cards& cards) : ends(cards), unread(padded(1326)) {}
        std::vector<Street> street;
        typename Cards::Scratch ends;
        std::vector<Real> unread;  // where lanes without an end write
    };

    Sizes sizes_of(unsigned level) const {
        Sizes most{};
        for (Player player = 0; player < players; ++player) {
            const Plan<Real>& plan = plans_[player][level];
            const std::size_t own = places_[player].stride;
            const std::size_t exits = plan.exits.size() * own;
            most.reach = std::max(most.reach, plan.reach_rows * places_[1 - player].stride);
            most.value = std::max(most.value, plan.value_rows * own);
            most.rows = std::max(most.rows, exits);
            most.sums = std::max(most.sums, exits);
        }
        return most;
    }
    std::size_t root_rows() const {
        return deals_.levels() == 1 ? 0 : deals_.next(0, 0).size() * sizes_of(0).rows;
    }

    std::vector<Real> start_of(Player player) const {
        const auto& weights = weights_[player];
        const double most = *std::max_element(weights.begin(), weights.end());
        std::vector<Real> start(places_[player].stride, 0);
        for (std::size_t h = 0; h < weights.size(); ++h)
            start[h] = static_cast<Real>(weights[h] / most);
        return start;
    }

    // Regrets of locked hands are their probabilities, so that they are played.
    void write_locks() {
        for (const Lock& lock : locks_) {
            const auto player = static_cast<Player>(tree_.kind[lock.node]);
            Real* const rows = regrets_[player].data() + place_of(player, lock);
            const Places& places = places_[player];
            for (std::size_t a = 0; a < tree_.children[lock.node]; ++a)
                for (std::size_t h = 0; h < places.hands; ++h) {
                    const double probability = lock.rows[a * places.hands + h];
                    if (!std::isnan(probability))
                        rows[a * places.stride + h] = static_cast<Real>(probability);
                }
        }
    }
    std::size_t place_of(Player player, const Lock& lock) const {
        return places_[player].block(tree_.level[lock.node], lock.deal) +
               places_[player].offset[lock.node];
    }

    // Returns the value of the game, times the weight of all pairs of hands.
    double start_walk(const Pass& pass) {
        std::vector<Real>& value = value_;
        value.resize(places_[pass.player].stride);
        walk(pass, 0, 0, *scratch_[0], start_[opponent_of(pass.player)].data(), value.data());
        double sum = 0;
        for (std::size_t h = 0; h < places_[pass.player].hands; ++h)
            sum += double{start_[pass.player][h]} * double{value[h]};
        return sum;
    }

    // Walks over a street after a deal, and all that follows. Line i comes with the opponent's
    // reach in a row of `before`; its value goes to row i of `out`.
    void walk(const Pass& pass, unsigned level, std::size_t deal, Scratch& scratch,
              const Real* before, Real* out) {
        const Player player = pass.player, other = opponent_of(player);
        const Plan<Real>& plan = plans_[player][level];
        const std::size_t own_stride = places_[player].stride, stride = places_[other].stride;
        Street& street = scratch.street[level];
        for (const Batch& batch : plan.batches) {
            for (std::size_t i = batch.entries.begin; i < batch.entries.end; ++i)
                std::copy_n(before + plan.entries[i].from * stride, stride,
                            street.reach.data() + plan.entries[i].reach * stride);
            divide_reach(pass, plan, batch, level, deal, street);
            each_eight(plan.folds, batch.folds, pass, scratch, street,
                       [&](auto bytes, const EightEnds<Real>& ends) ASTRAGAL_INLINE_LAMBDA {
                           cards_.template fold<bytes()>(level, deal, player, ends, scratch.ends);
                       });
            each_eight(plan.showdowns, batch.showdowns, pass, scratch, street,
                       [&](auto bytes, const EightEnds<Real>& ends) ASTRAGAL_INLINE_LAMBDA {
                           cards_.template show_down<bytes()>(deal, player, ends, money_.has_rake(),
                                                              scratch.ends);
                       });
            if (!plan.exits.empty()) deal_cards(pass, level, deal, scratch);
            gather_values(pass, plan, batch, level, deal, street);
            for (std::size_t i = batch.entries.begin; i < batch.entries.end; ++i)
                std::copy_n(street.value.data() + plan.entries[i].value * own_stride, own_stride,
                            out + i * own_stride);
        }
    }

    void divide_reach(const Pass& pass, const Plan<Real>& plan, const Batch& batch, unsigned level,
                      std::size_t deal, Street& street) {
        const Player other = opponent_of(pass.player);
        const std::size_t stride = places_[other].stride;
        const auto& numbers = pass.mode == Mode::learn ? regrets_[other] : averages_[other];
        const Real* const block = numbers.data() + places_[other].block(level, deal);
        Real* const reach = street.reach.data();
        on_lanes(width_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
            for (std::size_t i = batch.divisions.begin; i < batch.divisions.end; ++i) {
                const Division& node = plan.divisions[i];
                with_actions(node.actions, [&](auto known) ASTRAGAL_INLINE_LAMBDA {
                    play<bytes(), known()>(block + node.offset, node.actions, stride,
                                           reach + node.reach * stride,
                                           reach + node.below * stride);
                });
            }
        });
    }

    template <class Compute>
    void each_eight(const std::vector<End<Real>>& all, const Range& range, const Pass& pass,
                    Scratch& scratch, Street& street, const Compute& compute) {
        const std::size_t stride = places_[opponent_of(pass.player)].stride;
        const std::size_t own_stride = places_[pass.player].stride;
        on_lanes(width_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
            for (std::size_t first = range.begin; first < range.end; first += lane_count) {
                EightEnds<Real> ends;
                for (std::size_t lane = 0; lane < lane_count; ++lane) {
                    const bool used = first + lane < range.end;
                    const End<Real>& end = all[used ? first + lane : first];
                    ends.reach[lane] = street.reach.data() + end.reach * stride;
                    ends.value[lane] =
                        used ? street.value.data() + end.value * own_stride : scratch.unread.data();
                    ends.half[lane] = end.half;
                    ends.tie[lane] = end.tie;
                }
                compute(bytes, ends);
            }
        });
    }

    void gather_values(const Pass& pass, const Plan<Real>& plan, const Batch& batch, unsigned level,
                       std::size_t deal, Street& street) {
        const Places& places = places_[pass.player];
        const std::size_t block = places.block(level, deal);
        Real* const regrets = regrets_[pass.player].data() + block;
        Real* const averages = averages_[pass.player].data() + block;
        on_lanes(width_, [&](auto bytes) ASTRAGAL_INLINE_LAMBDA {
            std::array<Real*, most_actions> values;
            for (std::size_t i = batch.gatherings.begin; i < batch.gatherings.end; ++i) {
                const Gathering& node = plan.gatherings[i];
                for (std::size_t a = 0; a < node.actions; ++a)
                    values[a] = street.value.data() + plan.rows[node.first + a] * places.stride;
                if (!node.own)
                    added_value<bytes()>(node.actions, places.stride, values.data());
                else if (pass.mode == Mode::learn)
                    with_actions(node.actions, [&](auto known) ASTRAGAL_INLINE_LAMBDA {
                        learn<bytes(), known()>(regrets + node.offset, averages + node.offset,
                                                node.actions, places.stride, pass.keep_regrets,
                                                pass.keep_averages, values.data());
                    });
                else if (pass.mode == Mode::mean)
                    mean_value<bytes()>(averages + node.offset, node.actions, places.stride,
                                        values.data());
                else if (const Lock* lock = lock_at(node.node, deal))
                    best_free_value(*lock, node.actions, averages + node.offset, places,
                                    values.data());
                else
                    best_value<bytes()>(node.actions, places.stride, values.data());
            }
        });
    }

    const Lock* lock_at(Node node, std::size_t deal) const {
        for (const Lock& lock : locks_)
            if (lock.node == node && lock.deal == deal) return &lock;
        return nullptr;
    }

    // The value of the best action, and of the lock for hands that have one.
    static void best_free_value(const Lock& lock, std::size_t actions, const Real* averages,
                                const Places& places, ActionValues<Real> values) {
        std::vector<Real> mean(values[0], values[0] + places.stride);
        Real* rows[most_actions] = {mean.data()};
        for (std::size_t a = 1; a < actions; ++a) rows[a] = values[a];
        mean_value<0>(averages, actions, places.stride, rows);
        best_value<0>(actions, places.stride, values);
        for (std::size_t h = 0; h < places.hands; ++h)
            if (!std::isnan(lock.rows[h])) values[0][h] = mean[h];
    }

    // Computes the values of a street's exits: means over the next card.
    void deal_cards(const Pass& pass, unsigned level, std::size_t deal, Scratch& scratch) {
        Street& street = scratch.street[level];
        const Plan<Real>& plan = plans_[pass.player][level];
        const std::size_t stride = places_[pass.player].stride;
        const std::size_t size = plan.exits.size() * stride;
        const auto next = deals_.next(level, deal);
        std::fill_n(street.sums.data(), size, 0.0);
        if (level == 0) {
            staged_->run({0, next.size()}, [&](unsigned thread, std::size_t item) {
                walk(pass, 1, next[item].deal, *scratch_[thread], street.reach.data(),
                     root_rows_.data() + item * size);
            });
            for (std::size_t item = 0; item < next.size(); ++item)
                add_deal(pass.player, next[item], plan.exits.size(),
                         root_rows_.data() + item * size, street.sums.data());
        } else {
            for (const NextDeal& one : next) {
                walk(pass, level + 1, one.deal, scratch, street.reach.data(), street.rows.data());
                add_deal(pass.player, one, plan.exits.size(), street.rows.data(),
                         street.sums.data());
            }
        }
        const double share = 1.0 / cards_.unseen(level);
        for (std::size_t i = 0; i < plan.exits.size(); ++i) {
            Real* const value = street.value.data() + plan.exits[i].value * stride;
            const double* const sum = street.sums.data() + i * stride;
            for (std::size_t h = 0; h < stride; ++h) value[h] = static_cast<Real>(sum[h] * share);
        }
    }

    // Adds the values after a stored deal, and after those that mirror it.
    void add_deal(Player player, const NextDeal& deal, std::size_t exits, const Real* rows,
                  double* sums) const {
        const Places& places = places_[player];
        for (const std::uint32_t number : deal.permutations) {
            const std::uint16_t* const permutation = deals_.permutation(player, number);
            for (std::size_t i = 0; i < exits; ++i) {
                const Real* const row = rows + i * places.stride;
                double* const sum = sums + i * places.stride;
                if (number == 0)
                    for (std::size_t h = 0; h < places.stride; ++h) sum[h] += double{row[h]};
                else
                    for (std::size_t h = 0; h < places.hands; ++h)
                        sum[h] += double{row[permutation[h]]};
            }
        }
    }

    const BettingTree tree_;
    const Deals deals_;
    const Money money_;
    Cards cards_;
    const Ranges weights_;
    const std::vector<Lock> locks_;
    const Width width_;
    const std::array<Places, players> places_;
    const unsigned threads_;
    std::array<std::vector<Plan<Real>>, players> plans_;
    std::array<std::vector<Real>, players> regrets_, averages_, start_;
    std::vector<Real> root_rows_, value_;
    std::vector<std::unique_ptr<Scratch>> scratch_;
    std::unique_ptr<StagedThreads> staged_;
    double pair_weight_ = 0;
    std::uint64_t iterations_ = 0;
};

}  // namespace astragal::postflop
