// The betting tree of one street as one player walks over it, compiled to lists: no recursion, and
// ends side by side, so that eight of them are computed at once.
//
// All lines that come into a street enter it together. A walk goes down through the opponent's
// decisions, which divide his reach among the actions; then it computes the ends; then it goes up
// through all decisions. Own decisions don't change the opponent's reach, so their children share
// the row of their parent. The value of a decision takes the row of its first child.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "postflop/strategy.hpp"
#include "postflop/terminal.hpp"
#include "postflop/tree.hpp"

namespace astragal::postflop {

using Row = std::uint32_t;

// A line that comes into the street: rows of the street before, and of this one.
struct Entry {
    Row from, reach, value;
};

// A decision of the opponent on the way down: children take rows from `below` on.
struct Division {
    std::size_t offset;
    std::uint32_t actions;
    Row reach, below;
};

// A decision on the way up. `first` is the place of its actions' rows in `Plan::rows`.
struct Gathering {
    std::size_t offset;
    std::uint32_t actions, first;
    Node node;
    bool own;
};

// A line that leaves the street for the next card.
struct Exit {
    Node node;
    Row reach, value;
};

struct Range {
    std::size_t begin = 0, end = 0;
};

// Lines that are walked together: their places in the lists, and the numbers of their decisions in
// the block of a deal, of the player and of the opponent.
struct Batch {
    Range entries, divisions, folds, showdowns, gatherings;
    Range own, others;

    std::size_t eights() const {
        return padded(folds.end - folds.begin) / lane_count +
               padded(showdowns.end - showdowns.begin) / lane_count;
    }
};

template <class Real>
struct Plan {
    std::vector<Batch> batches;
    std::vector<Entry> entries;
    std::vector<Division> divisions;
    std::vector<End<Real>> folds, showdowns;
    std::vector<Gathering> gatherings;
    std::vector<Row> rows;
    std::vector<Exit> exits;
    Row reach_rows = 0, value_rows = 0;  // that are in use at once
};

template <class Real>
class Planner {
public:
    // On the last street, lines are cut into batches whose rows stay in the cache; on the others,
    // all exits must wait for the next cards.
    Planner(const BettingTree& tree, const Money& money, const std::array<Places, players>& places,
            Player player, unsigned levels)
        : tree_(tree), money_(money), places_(places), player_(player), levels_(levels) {}

    std::vector<Plan<Real>> plans() {
        std::vector<Plan<Real>> all;
        std::vector<Exit> lines{{0, 0, 0}};
        for (unsigned level = 0; level < levels_; ++level) {
            all.push_back(plan(level, lines));
            lines = all.back().exits;
        }
        return all;
    }

private:
    static constexpr std::size_t batch_bytes = std::size_t{1} << 17;

    Plan<Real> plan(unsigned level, const std::vector<Exit>& lines) {
        plan_ = {};
        last_ = level + 1 == levels_;
        reach_ = value_ = 0;
        Batch batch;
        for (const Exit& line : lines) {
            const Node node =
                tree_.kind[line.node] == Kind::card ? tree_.first_child[line.node] : line.node;
            const Row reach = reach_++;
            const Row value = visit(node, reach);
            plan_.entries.push_back({line.reach, reach, value});
            if (last_ && bytes() >= batch_bytes) finish(batch);
        }
        if (batch.entries.begin < plan_.entries.size()) finish(batch);
        return std::move(plan_);
    }

    std::size_t bytes() const {
        return sizeof(Real) *
               (reach_ * places_[opponent_of(player_)].stride + value_ * places_[player_].stride);
    }

    void finish(Batch& batch) {
        batch.entries.end = plan_.entries.size();
        batch.divisions.end = plan_.divisions.size();
        batch.folds.end = plan_.folds.size();
        batch.showdowns.end = plan_.showdowns.size();
        batch.gatherings.end = plan_.gatherings.size();
        for (std::size_t i = batch.gatherings.begin; i < batch.gatherings.end; ++i) {
            const Gathering& node = plan_.gatherings[i];
            Range& range = node.own ? batch.own : batch.others;
            const Player who = node.own ? player_ : opponent_of(player_);
            const std::size_t end = node.offset + node.actions * places_[who].stride;
            range.begin = range.end == 0 ? node.offset : std::min(range.begin, node.offset);
            range.end = std::max(range.end, end);
        }
        plan_.batches.push_back(batch);
        plan_.reach_rows = std::max(plan_.reach_rows, reach_);
        plan_.value_rows = std::max(plan_.value_rows, value_);
        reach_ = value_ = 0;
        batch = {{batch.entries.end, 0},
                 {batch.divisions.end, 0},
                 {batch.folds.end, 0},
                 {batch.showdowns.end, 0},
                 {batch.gatherings.end, 0},
                 {},
                 {}};
    }

    // Plans a node and all that follows on its street. Returns the row of its value.
    Row visit(Node node, Row reach) {
        const Kind kind = tree_.kind[node];
        if (kind == Kind::fold) {
            End<Real> end =
                fold_end<Real>(money_, tree_.put_in[node], tree_.folded[node] == player_);
            end.reach = reach;
            end.value = value_++;
            plan_.folds.push_back(end);
            return end.value;
        }
        if (kind == Kind::showdown && last_) {
            End<Real> end = showdown_end<Real>(money_, tree_.put_in[node]);
            end.reach = reach;
            end.value = value_++;
            plan_.showdowns.push_back(end);
            return end.value;
        }
        if (kind == Kind::showdown || kind == Kind::card) {
            plan_.exits.push_back({node, reach, value_});
            return value_++;
        }
        const bool own = kind == decision_of(player_);
        const std::uint32_t actions = tree_.children[node];
        const Player who = own ? player_ : opponent_of(player_);
        const std::size_t offset = places_[who].offset[node];
        Row below = reach_;
        if (!own) {
            plan_.divisions.push_back({offset, actions, reach, below});
            reach_ += actions;
        }
        std::vector<Row> values;
        for (std::uint32_t a = 0; a < actions; ++a)
            values.push_back(visit(tree_.first_child[node] + a, own ? reach : below++));
        const auto first = static_cast<std::uint32_t>(plan_.rows.size());
        plan_.rows.insert(plan_.rows.end(), values.begin(), values.end());
        plan_.gatherings.push_back({offset, actions, first, node, own});
        return values[0];
    }

    const BettingTree& tree_;
    const Money& money_;
    const std::array<Places, players>& places_;
    const Player player_;
    const unsigned levels_;
    Plan<Real> plan_;
    bool last_ = false;
    Row reach_ = 0, value_ = 0;
};

}  // namespace astragal::postflop
