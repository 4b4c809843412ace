// Habits: what they cost in every position, and the games between two of them as a Markov chain.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "ur/lookup.hpp"

namespace astragal::ur {

// A habit allows some of the legal moves; its player makes the best of those.
enum class Habit : std::uint8_t { perfect, greedy, capture, rosette, centre, leave, take, race };

// B4, the rosette in the middle of the shared row.
constexpr unsigned centre_square = 11;

// What a move is worth to the greedy player; the place it reaches on the path comes on top.
struct Worth {
    int home;
    int capture;
    int rosette;
};

struct Player {
    Habit habit;
    Worth worth;
};

// The legal moves with a roll, and the set of those that a player allows itself.
struct Options {
    std::array<Move, max_pieces> moves;
    unsigned count = 0;
    unsigned allowed = 0;
};

inline Options options_of(const Rules& rules, State state, unsigned roll, const Player& player) {
    Options options;
    unsigned captures = 0, leaves_rosette = 0, leaves_centre = 0, takes_centre = 0, worthiest = 0;
    int most = -1;
    const unsigned other = 1 - turn_of(state);
    each_move(rules, state, roll, [&](const Move& move) {
        if (options.count == max_pieces) return;  // more pieces than a game has
        const unsigned bit = 1u << options.count;
        const bool home = move.target == off;
        const bool captured = !home && piece_at(state, move.target) == other + 1;
        const bool rosette = !home && rules.rosette_squares >> move.target & 1;
        if (captured) captures |= bit;
        if (move.source != hand && rules.rosette_squares >> move.source & 1) leaves_rosette |= bit;
        if (move.source == centre_square) leaves_centre |= bit;
        if (move.target == centre_square) takes_centre |= bit;
        // Moves come in the order of the places they reach.
        const int worth = (home ? player.worth.home : 0) + (captured ? player.worth.capture : 0) +
                          (rosette ? player.worth.rosette : 0);
        if (worth >= most) {
            most = worth;
            worthiest = bit;
        }
        options.moves[options.count++] = move;
    });
    const unsigned all = (1u << options.count) - 1;
    switch (player.habit) {
        case Habit::perfect:
            options.allowed = all;
            break;
        case Habit::greedy:
            options.allowed = worthiest;
            break;
        case Habit::capture:
            options.allowed = captures;
            break;
        case Habit::rosette:
            options.allowed = all & ~leaves_rosette;
            break;
        case Habit::centre:
            options.allowed = all & ~leaves_centre;
            break;
        case Habit::leave:
            options.allowed = leaves_centre;
            break;
        case Habit::take:
            options.allowed = takes_centre;
            break;
        case Habit::race:
            options.allowed = all & ~(all >> 1);  // the last move: the foremost piece
            break;
    }
    if (options.allowed == 0) options.allowed = all;
    return options;
}

// The best of all moves and the best of those allowed, by their places in the list.
struct Verdict {
    unsigned best = 0;
    unsigned habitual = 0;
    double best_value = -1;
    double habitual_value = -1;
};

inline Verdict judge(const Lookup& lookup, unsigned mover, const Options& options) {
    Verdict verdict;
    for (unsigned i = 0; i < options.count; ++i) {
        const double value = lookup.value_to(mover, options.moves[i].next);
        if (value > verdict.best_value) {
            verdict.best = i;
            verdict.best_value = value;
        }
        if (options.allowed >> i & 1 && value > verdict.habitual_value) {
            verdict.habitual = i;
            verdict.habitual_value = value;
        }
    }
    return verdict;
}

struct Mistake {
    double cost;
    Index number;
    std::uint8_t roll;
    std::uint8_t habitual;
    std::uint8_t best;

    bool operator<(const Mistake& other) const {
        return std::tuple(-cost, number, roll) < std::tuple(-other.cost, other.number, other.roll);
    }
};

// What a habit costs in some of the positions.
struct Mistakes {
    std::vector<Mistake> worst;  // the greatest cost first
    std::uint64_t choices = 0;   // positions and rolls with more than one legal move
    std::uint64_t wrong = 0;     // those in which the habit loses more than the tolerance
    double cost = 0;             // the sum of all costs
};

inline Mistakes mistakes(const Lookup& lookup, const Player& player, unsigned pieces, Index first,
                         Index last, std::size_t most, double tolerance) {
    const Rules& rules = lookup.ranking().rules();
    Mistakes tally;
    for (Index number = first; number < last; ++number) {
        const State state = lookup.ranking().unrank(number, pieces);
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            if (!rules.possible(roll)) continue;
            const Options options = options_of(rules, state, roll, player);
            if (options.count < 2) continue;
            ++tally.choices;
            const Verdict verdict = judge(lookup, turn_of(state), options);
            const double cost = verdict.best_value - verdict.habitual_value;
            if (cost <= tolerance) continue;
            ++tally.wrong;
            tally.cost += cost;
            const Mistake mistake{cost, number, static_cast<std::uint8_t>(roll),
                                  static_cast<std::uint8_t>(verdict.habitual),
                                  static_cast<std::uint8_t>(verdict.best)};
            // A heap, the least of the worst on top.
            if (tally.worst.size() == most) {
                if (!(mistake < tally.worst.front())) continue;
                std::pop_heap(tally.worst.begin(), tally.worst.end());
                tally.worst.pop_back();
            }
            tally.worst.push_back(mistake);
            std::push_heap(tally.worst.begin(), tally.worst.end());
        }
    }
    std::sort(tally.worst.begin(), tally.worst.end());
    return tally;
}

// The games between players who always choose the same move in the same position: a Markov chain. A
// node is a position, seen by the side to move, and which player that is. If both players are the
// same, it is the position alone.
class Chain {
public:
    Chain(const Lookup& lookup, unsigned pieces, std::vector<Player> players)
        : lookup_(lookup),
          ranking_(lookup.ranking()),
          pieces_(pieces),
          player_(std::move(players)),
          nodes_(player_.size() * ranking_.size(pieces)) {
        require(nodes_ < UINT32_MAX - 1, "these games have too many positions");
        for (unsigned roll = 0; roll <= max_roll; ++roll) {
            if (ranking_.rules().possible(roll)) rolls_.push_back(roll);
        }
        next_.resize(nodes_ * rolls_.size());
    }

    std::size_t nodes() const { return nodes_; }
    std::size_t players() const { return player_.size(); }

    // The node of the start of a game in which this player moves first.
    std::size_t start_of(std::size_t player) const {
        return node_of(word::with_a_hand(word::with_b_hand(0, pieces_), pieces_), player);
    }

    // Finds what follows each of some nodes. Different ones may be connected at the same time.
    void connect(std::size_t first, std::size_t last) {
        std::size_t at = first * rolls_.size();
        for (std::size_t node = first; node < last; ++node) {
            const State state = ranking_.unrank(node / players(), pieces_);  // A is to move
            const std::size_t player = node % players();
            for (const unsigned roll : rolls_) {
                const State next = after(state, roll, player_[player]);
                const std::size_t mover = turn_of(next) == 0 ? player : players() - 1 - player;
                next_[at++] = static_cast<std::uint32_t>(
                    ranking_.view(next).over() ? nodes_ + player : node_of(next, mover));
            }
        }
    }

    // One roll: what a node expects is the mean of what follows it. `before` has a row of numbers
    // for each node, and a row for the games that each player has won.
    template <unsigned columns>
    void step(const double* before, double* after, std::size_t first, std::size_t last) const {
        const std::size_t rolls = rolls_.size();
        for (std::size_t node = first; node < last; ++node) {
            std::array<double, columns> sums{};
            for (std::size_t i = 0; i < rolls; ++i) {
                const double chance = ranking_.rules().chance[rolls_[i]];
                const double* next = before + columns * std::size_t{next_[node * rolls + i]};
                for (unsigned k = 0; k < columns; ++k) sums[k] += chance * next[k];
            }
            for (unsigned k = 0; k < columns; ++k) after[columns * node + k] = sums[k];
        }
    }

private:
    // The state after the move of a player, or after the pass.
    State after(State state, unsigned roll, const Player& player) const {
        const Options options = options_of(ranking_.rules(), state, roll, player);
        if (options.count == 0) return pass(state);
        return options.moves[judge(lookup_, turn_of(state), options).habitual].next;
    }

    // The node of a position that is not over, when this player is to move.
    std::size_t node_of(State state, std::size_t player) const {
        return players() * ranking_.rank(ranking_.view(state)) + player;
    }

    const Lookup& lookup_;
    const Ranking& ranking_;
    unsigned pieces_;
    std::vector<Player> player_;
    std::size_t nodes_;
    std::vector<unsigned> rolls_;
    std::vector<std::uint32_t> next_;  // of each node, by roll
};

}  // namespace astragal::ur
