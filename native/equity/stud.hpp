// Seven-card stud: no board; each player has known cards, and gets others up to seven.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/random.hpp"
#include "equity/showdown.hpp"

namespace astragal::equity {

inline constexpr unsigned stud_cards = 7;

// `TallyType` is HighLowTally if there is a low half, which has tables of its own.
template <class TallyType>
class Stud {
public:
    Stud(const Tables& tables, const Tables* low, const std::vector<CardSet>& known, CardSet dead)
        : lookup_(tables.lookup()),
          low_(low ? &low->lookup() : nullptr),
          known_(known),
          tally_(tables, static_cast<unsigned>(known.size())),
          live_(poker::full_deck & ~dead) {
        for (const CardSet cards : known) live_ &= ~cards;
    }

    // All deals in which the first player gets one of these sets.
    const typename TallyType::Counts& count(const std::vector<CardSet>& firsts) {
        for (const CardSet first : firsts) {
            judge(0, known_[0] | first);
            deal(1, live_ & ~first);
        }
        tally_.settle();
        return tally_.counts();
    }

    // Block b starts at place b * 2^32 of the random numbers of a seed.
    const typename TallyType::Counts& sample(std::uint64_t seed, std::uint64_t first_block,
                                             std::uint64_t blocks, std::uint64_t deals) {
        std::array<Card, card_count> deck{};
        unsigned size = 0;
        each_bit(live_, [&](unsigned card) { deck[size++] = static_cast<Card>(card); });
        for (std::uint64_t block = first_block; block < first_block + blocks; ++block) {
            SplitMix64 random(seed, block << 32);
            std::array<Card, card_count> cards = deck;
            for (std::uint64_t i = 0; i < deals; ++i) {
                unsigned place = 0;
                for (unsigned p = 0; p < known_.size(); ++p) {
                    CardSet hand = known_[p];
                    for (unsigned n = bit_count(hand); n < stud_cards; ++n, ++place) {
                        std::swap(cards[place], cards[place + random.draw_alone(size - place)]);
                        hand |= CardSet{1} << cards[place];
                    }
                    judge(p, hand);
                }
                settle();
            }
        }
        tally_.settle();
        return tally_.counts();
    }

private:
    static constexpr bool has_low_half = !std::is_same_v<TallyType, Tally<0>>;

    void judge(unsigned player, CardSet hand) {
        values_[player] = poker::evaluate(lookup_, hand);
        if constexpr (has_low_half) values_.low[player] = poker::evaluate(*low_, hand);
    }

    void settle() {
        tally_.add(values_, 1);
        tally_.looked_at(1);
    }

    void deal(unsigned player, CardSet live) {
        if (player == known_.size()) {
            settle();
            return;
        }
        choose(player, known_[player], live, live, stud_cards - bit_count(known_[player]));
    }

    // `from` are the cards that may still be chosen, `live` all that the others leave.
    void choose(unsigned player, CardSet hand, CardSet live, CardSet from, unsigned left) {
        if (left == 0) {
            judge(player, hand);
            deal(player + 1, live);
            return;
        }
        for (; bit_count(from) >= left; from = without_lowest(from)) {
            const CardSet card = lowest_card(from);
            choose(player, hand | card, live & ~card, without_lowest(from), left - 1);
        }
    }

    const Lookup& lookup_;
    const Lookup* low_;
    std::vector<CardSet> known_;
    TallyType tally_;
    CardSet live_;
    typename TallyType::Values values_{};
};

}  // namespace astragal::equity
