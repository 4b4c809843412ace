// The greedy player: the move with the highest worth, and of equal moves the one that gets
// furthest.
#pragma once

#include "ur/moves.hpp"

namespace astragal::ur {

struct Worth {
    int home;
    int capture;
    int rosette;
};

// Returns the number of the greedy move; 0 if there is none.
inline unsigned greedy_move(const Rules& rules, State state, unsigned roll, const Worth& worth) {
    const unsigned other = 1 - turn_of(state);
    unsigned count = 0, chosen = 0;
    int most = 0;
    // Moves come in the order of the places they reach.
    each_move(rules, state, roll, [&](const Move& move) {
        if (count == max_pieces) return;  // more pieces than a game has
        int sum = 0;
        if (move.target == off) {
            sum = worth.home;
        } else {
            if (piece_at(state, move.target) == other + 1) sum += worth.capture;
            if (rules.rosette_squares >> move.target & 1) sum += worth.rosette;
        }
        if (count == 0 || sum >= most) {
            most = sum;
            chosen = count;
        }
        ++count;
    });
    return chosen;
}

}  // namespace astragal::ur
