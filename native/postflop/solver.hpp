// Discounted counterfactual regret minimisation (Brown and Sandholm, "Solving imperfect-information
// games via discounted regret minimization", 2019) over vectors of hands.
//
// One iteration walks over the game once for each player; the walk for the other player sees the
// new regrets. After t iterations, regrets are multiplied by t^1.5 / (t^1.5 + 1), and averages by
// (t / (t + 1))^3. Averages add the current strategy without the player's own reach.
//
// The solver knows no cards: `Cards` computes the values of hands at the ends of lines, and `Deals`
// lists the deals.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "postflop/deals.hpp"
#include "postflop/matching.hpp"
#include "postflop/prefetch.hpp"
#include "postflop/strategy.hpp"
#include "postflop/tree.hpp"
#include "postflop/walk.hpp"

namespace astragal::postflop {

// Hands that must play given probabilities: [actions][hands]; NaN for hands that are free.
struct Lock {
    Node node;
    std::size_t deal;  // stored
    std::vector<double> rows;
};

// Decisions are played by the opponent's numbers: current strategies are regrets in proportion.
template <class Real>
struct Opponent {
    const Places& places;
    std::span<const Real> numbers;

    Prefetch<Real> next_numbers(unsigned level, std::size_t deal, const Batch& batch,
                                std::size_t shares) const {
        const std::size_t block = places.block(level, deal);
        return {numbers, block + batch.others.begin, block + batch.others.end, shares};
    }

    template <unsigned bytes>
    ASTRAGAL_INLINE void divide(unsigned level, std::size_t deal, const Division& node,
                                const Real* reach, Real* below) const {
        const Real* const rows = numbers.data() + places.block(level, deal) + node.offset;
        with_actions(node.actions, [&](auto known) ASTRAGAL_INLINE_LAMBDA {
            play<bytes, known()>(rows, node.actions, places.stride, reach, below);
        });
    }
};

// The rule of a walk that learns.
template <class Real>
struct Learning : Opponent<Real> {
    const Places& own;
    std::span<Real> regrets, averages;
    Real keep_regrets, keep_averages;

    std::array<Prefetch<Real>, 3> read_soon(unsigned level, std::size_t deal, const Batch& batch,
                                            std::size_t next_deal, const Batch& next,
                                            std::size_t shares) const {
        const std::size_t begin = own.block(level, deal) + batch.own.begin;
        const std::size_t end = own.block(level, deal) + batch.own.end;
        return {Prefetch<Real>(regrets, begin, end, shares),
                Prefetch<Real>(averages, begin, end, shares),
                this->next_numbers(level, next_deal, next, shares)};
    }

    template <unsigned bytes>
    ASTRAGAL_INLINE void gather(unsigned level, std::size_t deal, const Gathering& node,
                                ActionValues<Real> values) const {
        const std::size_t place = own.block(level, deal) + node.offset;
        with_actions(node.actions, [&](auto known) ASTRAGAL_INLINE_LAMBDA {
            learn<bytes, known()>(regrets.data() + place, averages.data() + place, node.actions,
                                  own.stride, keep_regrets, keep_averages, values);
        });
    }
};

// The rule of a walk that measures: the averages, or the best response to the opponent's averages.
// Locked hands play their probabilities in both.
template <class Real>
struct Measuring : Opponent<Real> {
    const Places& own;
    const Real* averages;
    bool best;
    const std::vector<Lock>& locks;

    std::array<Prefetch<Real>, 1> read_soon(unsigned level, std::size_t, const Batch&,
                                            std::size_t next_deal, const Batch& next,
                                            std::size_t shares) const {
        return {this->next_numbers(level, next_deal, next, shares)};
    }

    template <unsigned bytes>
    ASTRAGAL_INLINE void gather(unsigned level, std::size_t deal, const Gathering& node,
                                ActionValues<Real> values) const {
        const Real* const rows = averages + own.block(level, deal) + node.offset;
        if (!best)
            mean_value<bytes>(rows, node.actions, own.stride, values);
        else if (const Lock* lock = lock_at(node.node, deal))
            best_free_value(*lock, rows, node.actions, values);
        else
            best_value<bytes>(node.actions, own.stride, values);
    }

    const Lock* lock_at(Node node, std::size_t deal) const {
        for (const Lock& lock : locks)
            if (lock.node == node && lock.deal == deal) return &lock;
        return nullptr;
    }

    void best_free_value(const Lock& lock, const Real* rows, std::size_t actions,
                         ActionValues<Real> values) const {
        std::vector<Real> mean(values[0], values[0] + own.stride);
        std::array<Real*, most_actions> means;
        std::copy_n(values, actions, means.begin());
        means[0] = mean.data();
        mean_value<0>(rows, actions, own.stride, means.data());
        best_value<0>(actions, own.stride, values);
        for (std::size_t h = 0; h < own.hands; ++h)
            if (!std::isnan(lock.rows[h])) values[0][h] = mean[h];
    }
};

template <class Cards, class Real>
class Solver {
public:
    // Allocates nothing that grows with the game. `weights` has the weight of each hand.
    Solver(BettingTree tree, Deals deals, Money money, Cards cards,
           std::array<std::vector<double>, players> weights, std::vector<Lock> locks,
           unsigned threads, Width width)
        : tree_(std::move(tree)),
          deals_(std::move(deals)),
          has_rake_(money.has_rake()),
          cards_(std::move(cards)),
          locks_(std::move(locks)),
          places_{Places(tree_, 0, cards_.hand_count(0), deals_.counts()),
                  Places(tree_, 1, cards_.hand_count(1), deals_.counts())},
          walks_(tree_, deals_, money, cards_, places_, threads, width) {
        for (Player player = 0; player < players; ++player) {
            require(weights[player].size() == places_[player].hands, "each hand needs a weight");
            start_[player] = start_of(weights[player], places_[player].stride);
        }
        pair_weight_ = cards_.pair_weight(start_[0].data(), start_[1].data());
        require(pair_weight_ > 0, "no two hands of the ranges are compatible");
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    const Places& places(Player player) const { return places_[player]; }
    std::uint64_t iterations() const { return iterations_; }
    std::span<Real> regrets(Player player) { return regrets_[player]; }
    std::span<Real> averages(Player player) { return averages_[player]; }

    std::size_t bytes() const {
        return sizeof(Real) * 2 * (places_[0].size + places_[1].size) + walks_.bytes() +
               cards_.table_bytes(deals_);
    }

    void allocate() {
        if (allocated_) return;
        cards_.prepare(deals_);
        for (Player player = 0; player < players; ++player) {
            regrets_[player].assign(places_[player].size, 0);
            averages_[player].assign(places_[player].size, 0);
            value_[player].assign(places_[player].stride, 0);
        }
        walks_.allocate();
        write_locks();
        allocated_ = true;
    }

    void iterate() {
        allocate();
        const double t = static_cast<double>(iterations_), grown = t * std::sqrt(t);
        const double kept = t / (t + 1);
        for (Player player = 0; player < players; ++player) {
            const Player other = opponent_of(player);
            const Learning<Real> rule{{places_[other], regrets_[other]},
                                      places_[player],
                                      regrets_[player],
                                      averages_[player],
                                      static_cast<Real>(grown / (grown + 1)),
                                      static_cast<Real>(kept * kept * kept)};
            walks_.run(player, rule, start_[other].data(), value_[player].data());
            write_locks();
        }
        ++iterations_;
    }

    // Goes on from regrets and averages that were written to the arrays.
    void resume(std::uint64_t iterations) {
        allocate();
        iterations_ = iterations;
        write_locks();
    }

    // An estimate of the exploitability: half the sum of both gains against the averages.
    double exploitability() {
        allocate();
        double sum = 0;
        for (Player player = 0; player < players; ++player) {
            sum += measured(player, true);
            // Without rake the players' values add up to 0.
            if (has_rake_) sum -= measured(player, false);
        }
        return sum / 2 / pair_weight_;
    }

private:
    static std::vector<Real> start_of(const std::vector<double>& weights, std::size_t stride) {
        const double most = *std::max_element(weights.begin(), weights.end());
        require(most > 0 && most <= 1e9, "a range needs a weight above 0");
        std::vector<Real> start(stride, 0);
        for (std::size_t h = 0; h < weights.size(); ++h) {
            require(weights[h] >= 0, "weights must be 0 or more");
            start[h] = static_cast<Real>(weights[h] / most);
        }
        return start;
    }

    // Regrets of locked hands are their probabilities, so that they are played.
    void write_locks() {
        for (const Lock& lock : locks_) {
            const auto player = static_cast<Player>(tree_.kind[lock.node]);
            const Places& places = places_[player];
            Real* const rows = regrets_[player].data() + places.offset[lock.node] +
                               places.block(tree_.level[lock.node], lock.deal);
            for (std::size_t a = 0; a < tree_.children[lock.node]; ++a)
                for (std::size_t h = 0; h < places.hands; ++h) {
                    const double probability = lock.rows[a * places.hands + h];
                    if (!std::isnan(probability))
                        rows[a * places.stride + h] = static_cast<Real>(probability);
                }
        }
    }

    // The value of the averages or of a best response, times the weight of all pairs of hands.
    double measured(Player player, bool best) {
        const Player other = opponent_of(player);
        const Measuring<Real> rule{{places_[other], averages_[other]},
                                   places_[player],
                                   averages_[player].data(),
                                   best,
                                   locks_};
        walks_.run(player, rule, start_[other].data(), value_[player].data());
        double sum = 0;
        for (std::size_t h = 0; h < places_[player].hands; ++h)
            sum += double{start_[player][h]} * double{value_[player][h]};
        return sum;
    }

    const BettingTree tree_;
    const Deals deals_;
    const bool has_rake_;
    Cards cards_;
    const std::vector<Lock> locks_;
    const std::array<Places, players> places_;
    Walks<Cards, Real> walks_;
    std::array<std::vector<Real>, players> start_, regrets_, averages_, value_;
    double pair_weight_ = 0;
    bool allocated_ = false;
    std::uint64_t iterations_ = 0;
};

}  // namespace astragal::postflop
