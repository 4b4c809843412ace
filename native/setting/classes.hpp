// Seven cards as a house way sees them: their class.
//
// A house way looks at ranks, at the joker, and at the flushes that can be made. So two hands with
// the same ranks, and the same rank sets in their long suits, are set alike. A suit is long when
// four cards can be a flush in it: it has four cards, or three beside the joker. Without the joker
// at most one suit is long; with it there can be two, of three cards each.
//
// Classes are numbered in blocks: first those without a long suit (the suit-blind ones), then
// those with one long suit as (its ranks, the other ranks), then those with two.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cards/cards.hpp"
#include "common/shared_table.hpp"

namespace astragal::setting {

using cards::binomial;
using cards::Card;
using cards::card_count;
using cards::cards_of_rank;
using cards::CardSet;
using cards::first_cards;
using cards::rank_count;
using cards::rank_of;
using cards::rank_sets;
using cards::ranks_in_suit;
using cards::RankSet;
using cards::suit_count;
using cards::suit_of;
using cards::suit_sets;
using cards::SuitRanks;
using cards::suits_of_rank;
using cards::SuitSet;
using ClassId = std::uint32_t;

inline constexpr unsigned hand_size = 7;
inline constexpr unsigned joker = card_count;
inline constexpr unsigned joker_rank = rank_of(joker);  // above the ace, so that it sorts first
inline constexpr unsigned deck_size = card_count + 1;
inline constexpr CardSet full_deck = first_cards(deck_size);
inline constexpr CardSet joker_bit = CardSet{1} << joker;

// Seven cards in order, the joker first, then by falling rank. `suits` has bits that cards of one
// suit share; the joker has them all.
struct Seven {
    std::array<std::uint8_t, hand_size> rank;
    std::array<std::uint8_t, hand_size> suits;
};

inline Seven seven_of(const std::array<Card, hand_size>& hand) {
    Seven seven{};
    for (unsigned i = 0; i < hand_size; ++i) {
        seven.rank[i] = static_cast<std::uint8_t>(rank_of(hand[i]));
        seven.suits[i] = static_cast<std::uint8_t>(hand[i] == joker ? 0xf : 1u << suit_of(hand[i]));
    }
    return seven;
}

// Ids in falling order.
inline std::array<Card, hand_size> falling(CardSet set) {
    std::array<Card, hand_size> hand{};
    for (unsigned i = hand_size; i-- > 0; set = without_lowest(set)) {
        hand[i] = static_cast<Card>(lowest_bit(set));
    }
    return hand;
}

// What is added up over the cards of a hand to find its class: numbers of cards by rank and by
// suit, and the rank sets of the suits.
struct Key {
    words::setting_key::Word sums = 0;
    SuitRanks suit_ranks = 0;

    constexpr Key operator+(const Key& other) const {
        return {sums + other.sums, suit_ranks + other.suit_ranks};
    }
    constexpr bool has_joker() const { return words::setting_key::joker(sums) != 0; }
    constexpr RankSet ranks(unsigned suit) const {
        return words::suit_ranks::ranks(suit_ranks, suit);
    }

    // The long suits, four bits for each. The joker counts in every suit, so a suit is long when
    // its number of cards is 4 to 7: when bit 2 is set.
    constexpr std::uint64_t long_suits() const { return sums & long_bits; }
    static constexpr unsigned first_of(std::uint64_t longs) { return lowest_bit(longs) / 4; }
    static constexpr unsigned last_of(std::uint64_t longs) {
        return static_cast<unsigned>(std::bit_width(longs) - 1) / 4;
    }

    static constexpr std::uint64_t each_suit(unsigned cards) {
        std::uint64_t word = 0;
        for (unsigned s = 0; s < suit_count; ++s)
            word = words::setting_key::with_suit(word, s, cards);
        return word;
    }
    static const std::uint64_t long_bits;
};
inline constexpr std::uint64_t Key::long_bits = Key::each_suit(4);

class Classes {
public:
    static constexpr unsigned low_ranks = 7, high_ranks = 6;
    static constexpr std::size_t low_codes = 78'125, high_codes = 15'625;  // 5^7, 5^6
    static constexpr std::size_t blind_plain = 49'205, blind_count = 67'600;
    static constexpr std::size_t count = 788'749;
    static constexpr std::array<std::size_t, 4> others_count{1, 13, 91, 455};  // by size

    // Built on first use, in a few milliseconds.
    static const Classes& get() {
        return shared_table<Classes>([] { return std::unique_ptr<const Classes>(new Classes); });
    }

    const Key& key(unsigned card) const { return key_[card]; }

    Key key_of(CardSet set) const {
        Key key;
        each_bit(set, [&](unsigned card) { key = key + key_[card]; });
        return key;
    }

    ClassId of(const Key& key) const {
        const std::uint64_t longs = key.long_suits();
        if (longs == 0) return blind_of(key);
        const unsigned suit = Key::first_of(longs);
        const RankSet ranks = key.ranks(suit);
        if (without_lowest(longs) != 0) return two_suits(ranks, key.ranks(Key::last_of(longs)));
        std::array<unsigned, 3> rest{};
        unsigned rest_size = 0;
        for (unsigned other = 0; other < suit_count; ++other) {
            if (other == suit) continue;
            each_bit(key.ranks(other), [&](unsigned r) { rest[rest_size++] = r; });
        }
        return one_suit(key.has_joker(), ranks, rest_size, others_index(rest, rest_size));
    }

    ClassId blind_of(const Key& key) const {
        return low_base_[key.has_joker()][words::setting_key::low(key.sums)] +
               high_index_[words::setting_key::high(key.sums)];
    }

    // Where the block of classes starts whose long suit has `size` cards.
    std::size_t one_suit_start(std::size_t has_joker, std::size_t size) const {
        return start_[has_joker][size];
    }
    ClassId one_suit(std::size_t has_joker, RankSet ranks, std::size_t rest_size,
                     std::size_t rest) const {
        return static_cast<ClassId>(start_[has_joker][bit_count(ranks)] +
                                    set_index_[ranks] * others_count[rest_size] + rest);
    }
    ClassId two_suits(RankSet a, RankSet b) const {
        std::size_t i = set_index_[a], j = set_index_[b];
        if (i < j) std::swap(i, j);
        return static_cast<ClassId>(two_suits_start_ + i * (i + 1) / 2 + j);
    }
    std::size_t two_suits_start() const { return two_suits_start_; }

    const std::vector<RankSet>& sets(std::size_t size) const { return sets_[size]; }
    const std::vector<std::array<unsigned, 3>>& others(std::size_t size) const {
        return others_[size];
    }
    // The place of ranks among the multisets of their number, in any order.
    std::size_t others_index(std::array<unsigned, 3> r, std::size_t size) const {
        if (size == 0) return 0;
        if (size == 1) return r[0];
        if (size == 2) {
            if (r[0] > r[1]) std::swap(r[0], r[1]);
            return r[1] * (r[1] + 1) / 2 + r[0];
        }
        if (r[0] > r[1]) std::swap(r[0], r[1]);
        if (r[1] > r[2]) std::swap(r[1], r[2]);
        if (r[0] > r[1]) std::swap(r[0], r[1]);
        return r[2] * (r[2] + 1) * (r[2] + 2) / 6 + r[1] * (r[1] + 1) / 2 + r[0];
    }
    // The class with the joker, one long suit of three cards, and three cards of another suit.
    ClassId one_suit_of_two(RankSet long_suit, RankSet other) const {
        std::array<unsigned, 3> list{};
        std::size_t size = 0;
        each_bit(other, [&](unsigned r) { list[size++] = r; });
        return one_suit(1, long_suit, size, others_index(list, size));
    }

    // Numbers of cards by rank, `size` cards in all: of the low seven ranks, of the high six.
    const std::vector<std::uint32_t>& low_parts(std::size_t size) const { return low_parts_[size]; }
    const std::vector<std::uint32_t>& high_parts(std::size_t size) const {
        return high_parts_[size];
    }

    // The suit-blind class with the same ranks.
    ClassId blind(ClassId id) const { return blind_[id]; }
    const ClassId* blind_table() const { return blind_.data(); }

    // The cards of a class. Cards of the first long suit have suit bit 1, of the second 2, the
    // joker both, all others none. Within a rank the long suits come first.
    Seven cards_of(ClassId id) const {
        std::array<RankSet, 2> longs{};
        std::array<std::uint8_t, rank_count> rest{};
        const bool has_joker = split(id, longs, rest);
        Seven seven{};
        unsigned n = 0;
        const auto put = [&](unsigned rank, unsigned suits) {
            seven.rank[n] = static_cast<std::uint8_t>(rank);
            seven.suits[n++] = static_cast<std::uint8_t>(suits);
        };
        if (has_joker) put(joker_rank, 3);
        for (unsigned r = rank_count; r-- > 0;) {
            for (unsigned s = 0; s < 2; ++s) {
                if (longs[s] >> r & 1) put(r, 1u << s);
            }
            for (unsigned i = 0; i < rest[r]; ++i) put(r, 0);
        }
        return seven;
    }

    // A hand's cards in the order in which `cards_of` has those of its class.
    std::array<Card, hand_size> in_class_order(CardSet set) const {
        const Key key = key_of(set);
        std::array<unsigned, suit_count> place{2, 2, 2, 2};  // of a suit within a rank
        if (const std::uint64_t longs = key.long_suits()) {
            unsigned first = Key::first_of(longs), second = Key::last_of(longs);
            if (first != second && set_index_[key.ranks(first)] < set_index_[key.ranks(second)]) {
                std::swap(first, second);
            }
            place[second] = 1;
            place[first] = 0;
        }
        std::array<Card, hand_size> hand = falling(set);
        std::sort(hand.begin(), hand.end(), [&](Card a, Card b) {
            if (rank_of(a) != rank_of(b)) return rank_of(a) > rank_of(b);
            const unsigned a_place = place[suit_of(a)], b_place = place[suit_of(b)];
            return a_place != b_place ? a_place < b_place : a > b;
        });
        return hand;
    }

private:
    Classes() {
        make_keys();
        list_sets();
        list_parts();
        place_blocks();
        for (ClassId id = 0; id < count; ++id) blind_[id] = blind_of(key_of_class(id));
    }

    void make_keys() {
        std::uint64_t power = 1;
        for (unsigned card = 0; card < joker; ++card) {
            const unsigned rank = rank_of(card), suit = suit_of(card);
            if (suit == 0) power = rank == 0 || rank == low_ranks ? 1 : power * 5;
            const std::uint64_t sums = words::setting_key::with_suit(0, suit, 1);
            key_[card].sums = rank < low_ranks ? words::setting_key::with_low(sums, power)
                                               : words::setting_key::with_high(sums, power);
            key_[card].suit_ranks = words::suit_ranks::with_ranks(0, suit, RankSet{1} << rank);
        }
        key_[joker].sums = words::setting_key::with_joker(Key::each_suit(1), 1);
    }

    void list_sets() {
        for (RankSet set = 0; set < set_index_.size(); ++set) {
            auto& list = sets_[bit_count(set)];
            set_index_[set] = static_cast<std::uint16_t>(list.size());
            list.push_back(set);
        }
        others_[0].push_back({});
        for (unsigned a = 0; a < rank_count; ++a) {
            others_[1].push_back({a});
            for (unsigned b = 0; b <= a; ++b) {
                others_[2].push_back({b, a});
                for (unsigned c = 0; c <= b; ++c) others_[3].push_back({c, b, a});
            }
        }
    }

    static std::size_t digit_sum(std::size_t code) {
        std::size_t sum = 0;
        for (; code != 0; code /= 5) sum += code % 5;
        return sum;
    }

    void list_parts() {
        for (std::uint32_t code = 0; code < low_codes; ++code) {
            const std::size_t size = digit_sum(code);
            if (size <= hand_size) low_parts_[size].push_back(code);
        }
        for (std::uint32_t code = 0; code < high_codes; ++code) {
            const std::size_t size = digit_sum(code);
            if (size > hand_size) continue;
            high_index_[code] = static_cast<std::uint16_t>(high_parts_[size].size());
            high_parts_[size].push_back(code);
        }
        std::uint32_t next = 0;
        for (std::size_t has_joker = 0; has_joker < 2; ++has_joker) {
            low_base_[has_joker].resize(low_codes);
            const std::size_t size = hand_size - has_joker;
            for (std::size_t low = 0; low <= size; ++low) {
                for (const std::uint32_t code : low_parts_[low]) {
                    low_base_[has_joker][code] = next;
                    for (const std::uint32_t high : high_parts_[size - low]) {
                        blind_parts_.emplace_back(code, high);
                    }
                    next = static_cast<std::uint32_t>(blind_parts_.size());
                }
            }
        }
    }

    void place_blocks() {
        std::size_t next = blind_parts_.size();
        for (std::size_t has_joker = 0; has_joker < 2; ++has_joker) {
            const std::size_t most = hand_size - has_joker;
            for (std::size_t size = 4 - has_joker; size <= most; ++size) {
                start_[has_joker][size] = next;
                next += sets_[size].size() * others_count[most - size];
            }
        }
        two_suits_start_ = next;
        blind_.resize(count);
    }

    // Splits a class into the ranks of its long suits and the numbers of the other cards; returns
    // whether it has the joker.
    bool split(ClassId id, std::array<RankSet, 2>& longs,
               std::array<std::uint8_t, rank_count>& rest) const {
        if (id < blind_count) {
            auto [low, high] = blind_parts_[id];
            for (unsigned r = 0; r < rank_count; ++r) {
                std::uint32_t& code = r < low_ranks ? low : high;
                rest[r] = static_cast<std::uint8_t>(code % 5);
                code /= 5;
            }
            return id >= blind_plain;
        }
        if (id >= two_suits_start_) {
            const std::size_t place = id - two_suits_start_;
            std::size_t i = 0;
            while ((i + 1) * (i + 2) / 2 <= place) ++i;
            longs = {sets_[3][i], sets_[3][place - i * (i + 1) / 2]};
            return true;
        }
        const std::size_t has_joker = id >= start_[1][3] ? 1 : 0;
        const std::size_t most = hand_size - has_joker;
        std::size_t size = most;
        while (id < start_[has_joker][size]) --size;
        const std::size_t place = id - start_[has_joker][size];
        const std::size_t width = others_count[most - size];
        longs[0] = sets_[size][place / width];
        const auto& ranks = others_[most - size][place % width];
        for (std::size_t i = 0; i < most - size; ++i) ++rest[ranks[i]];
        return has_joker == 1;
    }

    // The sums of a class without its suits: enough for its suit-blind class.
    Key key_of_class(ClassId id) const {
        std::array<RankSet, 2> longs{};
        std::array<std::uint8_t, rank_count> rest{};
        Key key;
        if (split(id, longs, rest)) key.sums = words::setting_key::with_joker(0, 1);
        for (unsigned r = 0; r < rank_count; ++r) {
            const std::uint64_t one_card =
                words::setting_key::with_suit(key_[suit_count * r].sums, 0, 0);
            key.sums += one_card * (rest[r] + (longs[0] >> r & 1) + (longs[1] >> r & 1));
        }
        return key;
    }

    std::array<Key, deck_size> key_{};
    std::array<std::vector<std::uint32_t>, 2> low_base_;  // without and with the joker
    std::array<std::uint16_t, high_codes> high_index_{};
    std::array<std::vector<std::uint32_t>, hand_size + 1> low_parts_, high_parts_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> blind_parts_;
    std::array<std::uint16_t, rank_sets> set_index_{};
    std::array<std::vector<RankSet>, rank_count + 1> sets_;
    std::array<std::vector<std::array<unsigned, 3>>, 4> others_;
    std::array<std::array<std::size_t, hand_size + 1>, 2> start_{};
    std::size_t two_suits_start_ = 0;
    std::vector<ClassId> blind_;
};

}  // namespace astragal::setting
