// Habits: what they cost in every position, and the games between two of them as a Markov chain.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "ur_lookup.hpp"

namespace astragal::ur {

// A habit allows some of the legal moves; its player makes the best of those.
enum class Habit : std::uint8_t { perfect, greedy, capture, rosette };

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
    Options found;
    unsigned captures = 0, leaves_rosette = 0, worthiest = 0;
    int most = -1;
    const unsigned other = 1 - turn_of(state);
    each_move(rules, state, roll, [&](const Move& move) {
        if (found.count == max_pieces) return;  // more pieces than a game has
        const unsigned bit = 1u << found.count;
        const bool home = move.target == off;
        const bool captured = !home && piece_at(state, move.target) == other + 1;
        const bool rosette = !home && rules.rosette_squares >> move.target & 1;
        if (captured) captures |= bit;
        if (move.source != hand && rules.rosette_squares >> move.source & 1) leaves_rosette |= bit;
        // Moves come in the order of the places they reach.
        const int worth = (home ? player.worth.home : 0) + (captured ? player.worth.capture : 0) +
                          (rosette ? player.worth.rosette : 0);
        if (worth >= most) {
            most = worth;
            worthiest = bit;
        }
        found.moves[found.count++] = move;
    });
    const unsigned all = (1u << found.count) - 1;
    switch (player.habit) {
        case Habit::perfect:
            found.allowed = all;
            break;
        case Habit::greedy:
            found.allowed = worthiest;
            break;
        case Habit::capture:
            found.allowed = captures;
            break;
        case Habit::rosette:
            found.allowed = all & ~leaves_rosette;
            break;
    }
    if (found.allowed == 0) found.allowed = all;
    return found;
}

// The best of all moves and the best of those allowed, by their places in the list.
struct Verdict {
    unsigned best = 0;
    unsigned habitual = 0;
    double best_value = -1;
    double habitual_value = -1;
};

template <class Stored>
Verdict judge(const Lookup<Stored>& lookup, unsigned mover, const Options& options) {
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
    double loss;
    Index number;
    std::uint8_t roll;
    std::uint8_t habitual;
    std::uint8_t best;

    bool operator<(const Mistake& other) const {
        return std::tuple(-loss, number, roll) < std::tuple(-other.loss, other.number, other.roll);
    }
};

// What a habit costs in some of the positions.
struct Mistakes {
    std::vector<Mistake> worst;  // the greatest loss first
    std::uint64_t choices = 0;   // positions and rolls with more than one legal move
    std::uint64_t wrong = 0;     // those in which the habit loses more than the tolerance
    double loss = 0;             // the sum of all losses
};

template <class Stored>
Mistakes mistakes(const Lookup<Stored>& lookup, const Player& player, unsigned pieces, Index first,
                  Index last, std::size_t most, double tolerance) {
    const Rules& rules = lookup.ranking().rules();
    Mistakes found;
    for (Index number = first; number < last; ++number) {
        const State state = lookup.ranking().unrank(number, pieces);
        for (unsigned roll = 1; roll <= max_roll; ++roll) {
            if (!rules.possible(roll)) continue;
            const Options options = options_of(rules, state, roll, player);
            if (options.count < 2) continue;
            ++found.choices;
            const Verdict verdict = judge(lookup, turn_of(state), options);
            const double loss = verdict.best_value - verdict.habitual_value;
            if (loss <= tolerance) continue;
            ++found.wrong;
            found.loss += loss;
            const Mistake mistake{loss, number, static_cast<std::uint8_t>(roll),
                                  static_cast<std::uint8_t>(verdict.habitual),
                                  static_cast<std::uint8_t>(verdict.best)};
            // A heap, the least of the worst on top.
            if (found.worst.size() == most) {
                if (!(mistake < found.worst.front())) continue;
                std::pop_heap(found.worst.begin(), found.worst.end());
                found.worst.pop_back();
            }
            found.worst.push_back(mistake);
            std::push_heap(found.worst.begin(), found.worst.end());
        }
    }
    std::sort(found.worst.begin(), found.worst.end());
    return found;
}

// The games between players who always choose the same move in the same position: a Markov chain. A
// node is a position, seen by the side to move, and which player that is. If both players are the
// same, it is the position alone. Only nodes that a game can reach have a place in the chain.
class Chain {
public:
    using Choose = std::function<State(State, unsigned player, unsigned roll)>;
    using Node = std::uint32_t;

    Chain(const Ranking& ranking, unsigned pieces, unsigned players, Choose choose)
        : ranking_(ranking),
          pieces_(pieces),
          players_(players),
          choose_(std::move(choose)),
          reached_((nodes() + word_bits - 1) / word_bits) {
        require(nodes() < over, "these games have too many positions");
        for (unsigned roll = 0; roll <= max_roll; ++roll) {
            if (ranking.rules().possible(roll)) rolls_.push_back(roll);
        }
    }

    Chain(Chain&&) = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    // The node of the start of a game in which this player moves first.
    Node start_of(unsigned player) const {
        return node_of(word::with_a_hand(word::with_b_hand(0, pieces_), pieces_), player);
    }

    // Marks a node as reached and returns whether it is new. Any threads may mark at the same time.
    bool mark(Node node) {
        const std::uint64_t bit = bit_of(node);
        std::atomic<std::uint64_t>& word = reached_[node / word_bits];
        return (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }

    // Marks what follows a node, writes what is new, and returns the end of what it has written.
    Node* reach(Node node, Node* out) {
        each_next(node, [&](Node next) {
            if (next < over && mark(next)) *out++ = next;
        });
        return out;
    }

    // Gives every node that is marked its place, in the order of the nodes.
    void arrange() {
        before_.clear();
        places_ = 0;
        for (const std::atomic<std::uint64_t>& word : reached_) {
            before_.push_back(static_cast<Node>(places_));
            places_ += bit_count(word.load(std::memory_order_relaxed));
        }
        next_.resize(places_ * rolls_.size());
    }

    std::size_t places() const { return places_; }
    std::size_t words() const { return reached_.size(); }
    std::size_t nodes() const { return players_ * ranking_.size(pieces_); }
    std::size_t rolls() const { return rolls_.size(); }
    unsigned players() const { return players_; }

    std::size_t place_of(Node node) const {
        const std::uint64_t word = reached_[node / word_bits].load(std::memory_order_relaxed);
        return before_[node / word_bits] + bit_count(word & (bit_of(node) - 1));
    }

    // Finds the places that follow those of some words of marks. Different words may be connected
    // at the same time.
    void connect(std::size_t first, std::size_t last) {
        for (std::size_t word = first; word < last; ++word) {
            std::size_t at = before_[word] * rolls_.size();
            each_bit(reached_[word].load(std::memory_order_relaxed), [&](unsigned bit) {
                each_next(static_cast<Node>(word * word_bits + bit), [&](Node next) {
                    next_[at++] =
                        static_cast<Node>(next < over ? place_of(next) : places_ + (next - over));
                });
            });
        }
    }

    // One roll: what a place expects is the mean of what follows it. `before` has a row of numbers
    // for each place, and a row for the games that each player has won.
    template <unsigned columns>
    void step(const double* before, double* after, std::size_t first, std::size_t last) const {
        const std::size_t rolls = rolls_.size();
        for (std::size_t place = first; place < last; ++place) {
            std::array<double, columns> sums{};
            for (std::size_t i = 0; i < rolls; ++i) {
                const double chance = ranking_.rules().chance[rolls_[i]];
                const double* next = before + columns * std::size_t{next_[place * rolls + i]};
                for (unsigned k = 0; k < columns; ++k) sums[k] += chance * next[k];
            }
            for (unsigned k = 0; k < columns; ++k) after[columns * place + k] = sums[k];
        }
    }

private:
    static constexpr std::size_t word_bits = 64;
    static constexpr Node over = UINT32_MAX - 1;  // the first player has won; then the second

    static std::uint64_t bit_of(Node node) { return std::uint64_t{1} << node % word_bits; }

    // Calls visit(next) for each roll: the node that follows, or `over` plus who has won.
    template <class Visit>
    void each_next(Node node, const Visit& visit) const {
        const State state = ranking_.unrank(node / players_, pieces_);  // A is to move
        const auto player = static_cast<unsigned>(node % players_);
        for (const unsigned roll : rolls_) {
            const State next = choose_(state, player, roll);
            const unsigned mover = turn_of(next) == 0 ? player : players_ - 1 - player;
            visit(is_over(next) ? over + player : node_of(next, mover));
        }
    }

    // The node of a position that is not over, when this player is to move.
    Node node_of(State state, unsigned player) const {
        return static_cast<Node>(players_ * ranking_.rank(ranking_.view(state)) + player);
    }

    bool is_over(State state) const {
        const Ranking::View view = ranking_.view(state);
        return view.mine == 0 || view.theirs == 0;
    }

    const Ranking& ranking_;
    unsigned pieces_;
    unsigned players_;
    Choose choose_;
    std::vector<unsigned> rolls_;
    std::vector<std::atomic<std::uint64_t>> reached_;  // a bit for each node
    std::vector<Node> before_;                         // how many are reached before each word
    std::size_t places_ = 0;
    std::vector<Node> next_;  // of each place, by roll
};

}  // namespace astragal::ur
