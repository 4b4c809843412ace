// The EV of both players with a stored strategy, and the EV of their best responses to it.
//
// The certificate shares no code with the solver: no lanes, no isomorphism, no single precision. It
// walks once for each player. At an end of a line it makes two passes over the sorted hands of the
// opponent; at a decision it divides the stored numbers by their sum. Sums are added in the order
// of cards and actions, whatever thread computes them.
//
// The rounding. u = 2^-53; a product or sum of k roundings errs by at most g(k) = k u / (1 - k u)
// of the sum of its absolute terms. Below:
// - n: hands of the player who has more;
// - A: actions of the decision that has most;
// - D: decisions on the longest line;
// - c: cards to come;
// - M: the largest final pot;
// - X: the opponent's reach at an end of a line, his weights included;
// - W0, W1: the weights of the ranges; W: the weight of all pairs of hands that share no card.
// 1. The reach of an opponent's hand is a product of his probabilities, of A + 1 roundings each. A
//    running sum of reaches has n more. The reach that beats a hand is a running sum less two
//    others: it errs by 3 X g. Compatible reach is four sums: 4 X g. Payoffs, at most M, have two
//    roundings. The value at an end is (half the pot - own chips) compatible + half the pot (win -
//    lose), so it errs by at most 7 M X g(D (A + 1) + n + 5).
// 2. Up the tree, values are added, or multiplied by own probabilities and added, or the greatest
//    is taken, which rounds nothing. X of the children of an opponent's decision add up to X, those
//    of an own decision are X each, and below a card they are at most X each for 46 of 44 (turn) or
//    47 of 45 (flop) counted cards, together at most 1.1. Each decision adds at most 2 A roundings,
//    of which an opponent's needs A, and each card 47.
// 3. At the root, hands are multiplied by their weights, added, and divided by W, which has 2 n
//    roundings itself. Altogether K = D (2 A + 1) + 4 n + 47 c + 10 roundings, and a figure errs by
//    at most 7 x 1.1 x M W0 W1 / W g(K). The gain is a difference of two: 15.4 of that.
// `rounding_bound` returns 16.5 instead, which also covers the difference between g(K) and K u, the
// roundings of the bound and of the difference, and numbers too small for full precision.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "common/staged_threads.hpp"
#include "postflop/boards.hpp"
#include "postflop/stored.hpp"

namespace astragal::certificate {

struct Figures {
    std::array<double, 2> ev{}, best_response{};
    // By hand: sums over the compatible hands of the opponent, and the weight of these.
    std::array<std::vector<double>, 2> hand_ev, hand_best_response, hand_weight;
    double rounding_bound = 0;
};

// A node after a deal, and each player's reach there by hand, weights included.
struct Start {
    std::uint32_t node;
    unsigned deal;  // of the cards below the root
    CardSet board;
    std::array<std::vector<double>, 2> reach;
};

// The EV of both players from a node on, less the chips put in since the root.
struct NodeFigures {
    // By hand: sums over the compatible hands of the opponent, and the weight of these.
    std::array<std::vector<double>, 2> ev, weight;
    std::vector<double> by_action;               // [action][hand] of the player who decides
    std::array<std::vector<double>, 2> by_card;  // [card][hand], if a card is dealt first of all
};

template <class Value>
class BestResponse {
public:
    BestResponse(const Lines& lines, const Deal& deal, const Money& money,
                 const Strategy<Value>& strategy)
        : lines_(lines), deal_(deal), money_(money), strategy_(strategy) {
        most_hands_ = std::max(deal.hands[0].size(), deal.hands[1].size());
        measure(0, 0, 0);
    }

    Figures run(const poker::Lookup& lookup, unsigned threads) {
        const Start start{0, 0, deal_.board, {deal_.hands[0].weights, deal_.hands[1].weights}};
        const Board root(lookup, deal_, deal_.board, 0, 0);
        std::array<std::vector<Leaf>, 2> leaves;
        if (!root.complete()) deal_cards(lookup, threads, start, leaves);
        Figures figures;
        figures.hand_weight = compatible_weights(start);
        const double weight = total_weight(figures);
        Scratch scratch(scratch_size());
        for (unsigned player = 0; player < 2; ++player) {
            const Hands& own = deal_.hands[player];
            figures.hand_ev[player].assign(own.size(), 0);
            figures.hand_best_response[player].assign(own.size(), 0);
            Walk walk{*this, player, scratch, &leaves[player]};
            walk.visit(0, root, deal_.hands[1 - player].weights.data(),
                       figures.hand_ev[player].data(), figures.hand_best_response[player].data());
            for (std::size_t h = 0; h < own.size(); ++h) {
                figures.ev[player] += own.weights[h] * figures.hand_ev[player][h];
                figures.best_response[player] +=
                    own.weights[h] * figures.hand_best_response[player][h];
            }
            figures.ev[player] /= weight;
            figures.best_response[player] /= weight;
        }
        figures.rounding_bound = rounding_bound(weight);
        return figures;
    }

    NodeFigures at(const poker::Lookup& lookup, const Start& start, unsigned threads) {
        const Board board(lookup, deal_, start.board, start.deal, 0);
        std::array<std::vector<Leaf>, 2> leaves;
        if (!board.complete()) deal_cards(lookup, threads, start, leaves);
        NodeFigures figures;
        figures.weight = compatible_weights(start);
        Scratch scratch(scratch_size());
        std::vector<double> unused(most_hands_);
        for (unsigned player = 0; player < 2; ++player) {
            const std::size_t own = deal_.hands[player].size();
            Walk walk{*this, player, scratch, &leaves[player]};
            figures.ev[player].assign(own, 0);
            const double* const reach = start.reach[1 - player].data();
            if (lines_.kind[start.node] == static_cast<Kind>(player)) {
                const std::size_t actions = lines_.children[start.node];
                std::vector<double> rows(actions * own);
                strategy_.read(start.node, player, start.deal, rows.data());
                figures.by_action.assign(actions * own, 0);
                for (std::size_t a = 0; a < actions; ++a) {
                    double* const ev = figures.by_action.data() + a * own;
                    walk.visit(lines_.first_child[start.node] + static_cast<std::uint32_t>(a),
                               board, reach, ev, unused.data());
                    for (std::size_t h = 0; h < own; ++h)
                        figures.ev[player][h] += rows[a * own + h] * ev[h];
                }
            } else {
                walk.visit(start.node, board, reach, figures.ev[player].data(), unused.data());
            }
            if (lines_.kind[start.node] == Kind::chance)
                figures.by_card[player] = std::move(leaves[player].front().ev);
        }
        return figures;
    }

private:
    static constexpr std::size_t deck = card_count;

    // A line's end on the street of the start, where a card comes: the opponent's reach there, and
    // the EV of each hand after each card.
    struct Leaf {
        std::uint32_t node;
        std::vector<double> reach;
        std::vector<double> ev, best_response;  // [card][hand]
    };

    // Arrays of numbers, taken and given back in order.
    struct Scratch {
        explicit Scratch(std::size_t size) : numbers(size) {}
        double* take(std::size_t count) {
            used += count;
            return numbers.data() + used - count;
        }
        std::vector<double> numbers;
        std::size_t used = 0;
    };

    // One walk over the tree for one player.
    struct Walk {
        const BestResponse& game;
        unsigned player;
        Scratch& scratch;
        const std::vector<Leaf>* leaves;  // of the root's street; null below it
        std::size_t next_leaf = 0;

        std::size_t own() const { return game.deal_.hands[player].size(); }
        std::size_t others() const { return game.deal_.hands[1 - player].size(); }

        // Writes the EV of each hand with the strategy and with the best response. `reach` is the
        // opponent's, by hand.
        void visit(std::uint32_t node, const Board& board, const double* reach, double* ev,
                   double* best) {
            const Lines& lines = game.lines_;
            if (lines.kind[node] == Kind::fold) {
                const double chips = lines.folded[node] == player
                                         ? game.money_.lost(lines.put_in[node])
                                         : game.money_.won(lines.put_in[node]);
                fold(board, reach, chips, ev);
                std::copy_n(ev, own(), best);
            } else if (lines.kind[node] == Kind::showdown && board.complete()) {
                showdown(board, reach, lines.put_in[node], ev);
                std::copy_n(ev, own(), best);
            } else if (lines.kind[node] == Kind::showdown || lines.kind[node] == Kind::chance) {
                add_cards(node, board, reach, ev, best);
            } else if (lines.kind[node] == static_cast<Kind>(player)) {
                own_decision(node, board, reach, ev, best);
            } else {
                opponent(node, board, reach, ev, best);
            }
        }

        void add_cards(std::uint32_t node, const Board& board, const double* reach, double* ev,
                       double* best) {
            const std::size_t mark = scratch.used;
            double* const one_ev = scratch.take(own());
            double* const one_best = scratch.take(own());
            std::fill_n(ev, own(), 0.0);
            std::fill_n(best, own(), 0.0);
            const Leaf* const leaf = leaves ? &(*leaves)[next_leaf++] : nullptr;
            for (unsigned card = 0; card < deck; ++card) {
                if (board.cards >> card & 1) continue;
                const double* from_ev = one_ev;
                const double* from_best = one_best;
                if (leaf) {
                    from_ev = leaf->ev.data() + card * own();
                    from_best = leaf->best_response.data() + card * own();
                } else {
                    visit(game.after_card(node), board.after(card), reach, one_ev, one_best);
                }
                for (std::size_t h = 0; h < own(); ++h) ev[h] += from_ev[h];
                for (std::size_t h = 0; h < own(); ++h) best[h] += from_best[h];
            }
            const double cards = static_cast<double>(board.unseen());
            for (std::size_t h = 0; h < own(); ++h) ev[h] /= cards;
            for (std::size_t h = 0; h < own(); ++h) best[h] /= cards;
            scratch.used = mark;
        }

        void own_decision(std::uint32_t node, const Board& board, const double* reach, double* ev,
                          double* best) {
            const std::size_t mark = scratch.used, actions = game.lines_.children[node];
            double* const rows = scratch.take(actions * own());
            double* const one_ev = scratch.take(own());
            double* const one_best = scratch.take(own());
            const double* const locked = game.strategy_.read(node, player, board.deal, rows);
            for (std::size_t a = 0; a < actions; ++a) {
                visit(game.lines_.first_child[node] + static_cast<std::uint32_t>(a), board, reach,
                      one_ev, one_best);
                const double* const row = rows + a * own();
                if (a == 0) {
                    for (std::size_t h = 0; h < own(); ++h) ev[h] = row[h] * one_ev[h];
                    for (std::size_t h = 0; h < own(); ++h)
                        best[h] =
                            locked && is_locked(locked[h]) ? row[h] * one_best[h] : one_best[h];
                    continue;
                }
                for (std::size_t h = 0; h < own(); ++h) ev[h] += row[h] * one_ev[h];
                if (locked) {
                    for (std::size_t h = 0; h < own(); ++h)
                        best[h] = is_locked(locked[h]) ? best[h] + row[h] * one_best[h]
                                                       : std::max(best[h], one_best[h]);
                } else {
                    for (std::size_t h = 0; h < own(); ++h)
                        best[h] = std::max(best[h], one_best[h]);
                }
            }
            scratch.used = mark;
        }

        void opponent(std::uint32_t node, const Board& board, const double* reach, double* ev,
                      double* best) {
            const std::size_t mark = scratch.used, actions = game.lines_.children[node];
            double* const rows = scratch.take(actions * others());
            double* const one_ev = scratch.take(own());
            double* const one_best = scratch.take(own());
            game.strategy_.read(node, 1 - player, board.deal, rows);
            std::fill_n(ev, own(), 0.0);
            std::fill_n(best, own(), 0.0);
            for (std::size_t a = 0; a < actions; ++a) {
                double* const row = rows + a * others();
                for (std::size_t h = 0; h < others(); ++h) row[h] *= reach[h];
                visit(game.lines_.first_child[node] + static_cast<std::uint32_t>(a), board, row,
                      one_ev, one_best);
                for (std::size_t h = 0; h < own(); ++h) ev[h] += one_ev[h];
                for (std::size_t h = 0; h < own(); ++h) best[h] += one_best[h];
            }
            scratch.used = mark;
        }

        void fold(const Board& board, const double* reach, double chips, double* ev) const {
            const Hands& hands = game.deal_.hands[player];
            const CardSums all = sums_of(board, reach);
            std::fill_n(ev, own(), 0.0);
            for (const BoardHand& hand : board.hands[player])
                ev[hand.index] = chips * all.compatible(hands, hand.index, reach);
        }

        void showdown(const Board& board, const double* reach, std::int64_t put_in,
                      double* ev) const {
            const Hands& hands = game.deal_.hands[player];
            const Hands& opponents = game.deal_.hands[1 - player];
            const auto& mine = board.hands[player];
            const auto& theirs = board.hands[1 - player];
            const double half = game.money_.pot_less_rake(put_in) / 2;
            const double tie = half - static_cast<double>(put_in);
            std::fill_n(ev, own(), 0.0);
            CardSums below;
            std::size_t next = 0;
            for (const BoardHand& hand : mine) {
                while (next < theirs.size() && theirs[next].strength < hand.strength) {
                    below.add(opponents, theirs[next].index, reach);
                    ++next;
                }
                ev[hand.index] = below.without(hands, hand.index);
            }
            CardSums above;
            next = theirs.size();
            for (std::size_t i = mine.size(); i-- > 0;) {
                const BoardHand& hand = mine[i];
                while (next > 0 && theirs[next - 1].strength > hand.strength) {
                    --next;
                    above.add(opponents, theirs[next].index, reach);
                }
                ev[hand.index] -= above.without(hands, hand.index);
            }
            const CardSums all = sums_of(board, reach);
            for (const BoardHand& hand : mine)
                ev[hand.index] =
                    tie * all.compatible(hands, hand.index, reach) + half * ev[hand.index];
        }

        CardSums sums_of(const Board& board, const double* reach) const {
            CardSums all;
            const Hands& opponents = game.deal_.hands[1 - player];
            for (const BoardHand& hand : board.hands[1 - player])
                all.add(opponents, hand.index, reach);
            return all;
        }
    };

    std::uint32_t after_card(std::uint32_t node) const {
        return lines_.kind[node] == Kind::chance ? lines_.first_child[node] : node;
    }

    // Collects the lines of the root's street, then deals each card to all of them.
    void deal_cards(const poker::Lookup& lookup, unsigned threads, const Start& start,
                    std::array<std::vector<Leaf>, 2>& leaves) {
        for (unsigned player = 0; player < 2; ++player) {
            collect(start.node, start.deal, player, start.reach[1 - player], leaves[player]);
            for (Leaf& leaf : leaves[player]) {
                leaf.ev.assign(deck * deal_.hands[player].size(), 0);
                leaf.best_response.assign(deck * deal_.hands[player].size(), 0);
            }
        }
        std::vector<unsigned> cards;
        for (unsigned card = 0; card < deck; ++card)
            if (!(start.board >> card & 1)) cards.push_back(card);
        std::vector<Scratch> scratch(threads, Scratch(scratch_size()));
        StagedThreads(threads).run({0, cards.size()}, [&](unsigned thread, std::size_t item) {
            const unsigned card = cards[item];
            const Board board(lookup, deal_, start.board | CardSet{1} << card,
                              card_count * start.deal + card, 1);
            for (unsigned player = 0; player < 2; ++player) {
                const std::size_t place = card * deal_.hands[player].size();
                for (Leaf& leaf : leaves[player]) {
                    Walk walk{*this, player, scratch[thread], nullptr};
                    walk.visit(after_card(leaf.node), board, leaf.reach.data(),
                               leaf.ev.data() + place, leaf.best_response.data() + place);
                }
            }
        });
    }

    // In the order in which `Walk` comes to them.
    void collect(std::uint32_t node, unsigned deal, unsigned player,
                 const std::vector<double>& reach, std::vector<Leaf>& leaves) const {
        const Kind kind = lines_.kind[node];
        if (kind == Kind::fold) return;
        if (kind == Kind::chance || kind == Kind::showdown) {
            leaves.push_back({node, reach, {}, {}});
            return;
        }
        const std::size_t others = reach.size();
        std::vector<double> rows(lines_.children[node] * others, 1.0);
        if (kind != static_cast<Kind>(player)) strategy_.read(node, 1 - player, deal, rows.data());
        for (std::uint32_t a = 0; a < lines_.children[node]; ++a) {
            std::vector<double> below(reach);
            for (std::size_t h = 0; h < others; ++h) below[h] *= rows[a * others + h];
            collect(lines_.first_child[node] + a, deal, player, below, leaves);
        }
    }

    // Of each hand, the weight of the opponent's hands without a common card: exactly 0 if there
    // are none.
    std::array<std::vector<double>, 2> compatible_weights(const Start& start) const {
        std::array<std::vector<double>, 2> weights;
        for (unsigned player = 0; player < 2; ++player) {
            const Hands &own = deal_.hands[player], &other = deal_.hands[1 - player];
            weights[player].assign(own.size(), 0);
            for (std::size_t i = 0; i < own.size(); ++i) {
                if (own.cards[i] & start.board) continue;
                for (std::size_t j = 0; j < other.size(); ++j)
                    if (!((own.cards[i] | start.board) & other.cards[j]))
                        weights[player][i] += start.reach[1 - player][j];
            }
        }
        return weights;
    }

    // The weight of all pairs of hands without a common card.
    double total_weight(const Figures& figures) const {
        double weight = 0;
        const Hands& own = deal_.hands[0];
        for (std::size_t i = 0; i < own.size(); ++i)
            weight += own.weights[i] * figures.hand_weight[0][i];
        require(weight > 0, "no two hands of the ranges are compatible");
        return weight;
    }

    double rounding_bound(double weight) const {
        double product = 1;
        for (const Hands& hands : deal_.hands) {
            double sum = 0;
            for (const double w : hands.weights) sum += w;
            product *= sum;
        }
        const double roundings = static_cast<double>(longest_ * (2 * most_actions_ + 1) +
                                                     4 * most_hands_ + 47 * deal_.to_come() + 10);
        return 16.5 * roundings * std::ldexp(1.0, -53) * money_.largest(lines_) * product / weight;
    }

    void measure(std::uint32_t node, std::size_t decisions, std::size_t depth) {
        deepest_ = std::max(deepest_, ++depth);
        if (lines_.kind[node] == Kind::oop || lines_.kind[node] == Kind::ip) ++decisions;
        longest_ = std::max(longest_, decisions);
        most_actions_ = std::max<std::size_t>(most_actions_, lines_.children[node]);
        for (std::uint32_t a = 0; a < lines_.children[node]; ++a)
            measure(lines_.first_child[node] + a, decisions, depth);
    }

    // Each node of a line and each card after an all-in takes its rows, and two arrays.
    std::size_t scratch_size() const {
        return (deepest_ + deal_.to_come()) * (most_actions_ + 2) * most_hands_;
    }

    const Lines& lines_;
    const Deal& deal_;
    const Money& money_;
    const Strategy<Value>& strategy_;
    std::size_t most_hands_ = 0, most_actions_ = 0, longest_ = 0, deepest_ = 0;
};

}  // namespace astragal::certificate
