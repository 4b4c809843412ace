// Cards read from text. The notation is that of `src/astragal/cards/notation.py`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cards/cards.hpp"

namespace astragal::cards {

// The cards of a text: their ids in the order of the text, and their set.
struct TextCards {
    std::array<Card, max_deck> ids;
    unsigned count = 0;
    CardSet set = 0;
};

inline constexpr std::string_view rank_letters = "23456789TJQKA", suit_letters = "cdhs";

namespace letters {

inline constexpr unsigned unknown = 64;

// The place of each letter, of either case, or `unknown`.
constexpr std::array<std::uint8_t, 256> places_of(std::string_view letters) {
    std::array<std::uint8_t, 256> places{};
    for (auto& place : places) place = unknown;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const auto letter = static_cast<unsigned char>(letters[i]);
        places[letter] = static_cast<std::uint8_t>(i);
        if (letter >= 'A') places[letter ^ 0x20] = static_cast<std::uint8_t>(i);
    }
    return places;
}
inline constexpr auto ranks = places_of(rank_letters);
inline constexpr auto suits = places_of(suit_letters);
inline constexpr auto jokers = places_of("kr");  // after a J

}  // namespace letters

// The names of all cards, each with a space behind it; `??` stands for any other id.
inline constexpr std::size_t name_width = 3;
inline constexpr auto card_names = [] {
    std::array<char, name_width*(max_deck + 1)> names{};
    for (unsigned card = 0; card <= max_deck; ++card) {
        char* const name = names.data() + name_width * card;
        name[0] = card < card_count ? rank_letters[rank_of(card)] : "JJ?"[card - card_count];
        name[1] = card < card_count ? suit_letters[suit_of(card)] : "kr?"[card - card_count];
        name[2] = ' ';
    }
    return names;
}();

// Writes the names of cards with spaces between them, and one behind the last.
inline void write_names(const Card* ids, std::size_t count, char* text) {
    for (std::size_t i = 0; i < count; ++i)
        std::copy_n(card_names.data() + name_width * std::min<unsigned>(ids[i], max_deck),
                    name_width, text + name_width * i);
}

// Reads UTF-8 text as `cards/notation.py` does. Returns false for text with a mistake,
// or with separators that are not ASCII. Python then reads the text or explains the mistake.
class TextReader {
public:
    TextReader(std::string_view text, unsigned deck) : rest_(text), deck_(deck) {}

    bool read(TextCards& cards) {
        while (skip_gaps(), !rest_.empty()) {
            const unsigned card = next_card();
            if (card >= deck_ || cards.set >> card & 1) return false;
            cards.ids[cards.count++] = static_cast<Card>(card);
            cards.set |= CardSet{1} << card;
        }
        return true;
    }

private:
    unsigned char letter(std::size_t i) const {
        return i < rest_.size() ? static_cast<unsigned char>(rest_[i]) : 0;
    }

    void skip_gaps() {
        const auto is_gap = [](unsigned char c) {
            return c == ' ' || c == ',' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
        };
        while (!rest_.empty() && is_gap(letter(0))) rest_.remove_prefix(1);
    }

    unsigned next_card() {
        const bool ten = letter(0) == '1' && letter(1) == '0';
        const unsigned rank = ten ? letters::ranks['T'] : letters::ranks[letter(0)];
        rest_.remove_prefix(ten ? 2 : 1);
        if (rank == letters::unknown) return letters::unknown;
        if (rank == letters::ranks['J'] && letters::jokers[letter(0)] != letters::unknown) {
            const unsigned joker = letters::jokers[letter(0)];
            rest_.remove_prefix(1);
            return card_count + joker;
        }
        const unsigned suit = next_suit();
        return suit == letters::unknown ? letters::unknown : suit_count * rank + suit;
    }

    unsigned next_suit() {
        if (const unsigned suit = letters::suits[letter(0)]; suit != letters::unknown) {
            rest_.remove_prefix(1);
            return suit;
        }
        // The symbols are U+2660 .. U+2667: spades, hearts, diamonds, clubs, of both colours.
        constexpr std::array<std::uint8_t, 8> symbols{3, 2, 1, 0, 3, 2, 1, 0};
        const unsigned symbol = letter(2) - 0xA0U;
        if (letter(0) != 0xE2 || letter(1) != 0x99 || symbol >= symbols.size())
            return letters::unknown;
        rest_.remove_prefix(3);
        // A variation selector, U+FE0E or U+FE0F, chooses the colour.
        if (letter(0) == 0xEF && letter(1) == 0xB8 && (letter(2) == 0x8E || letter(2) == 0x8F))
            rest_.remove_prefix(3);
        return symbols[symbol];
    }

    std::string_view rest_;
    unsigned deck_;
};

}  // namespace astragal::cards
