// What must hold for every input, on the headers of `native` without Python: a microsecond or two
// an input, so that a hundred million can be tried. `fuzz_targets.py` has the properties of the
// package.
//
//     headers NAME [options of libFuzzer]       looks for an input that breaks one property
//     headers --names                           lists the properties
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cards/text.hpp"
#include "equity/exact.hpp"
#include "keys/verify.hpp"
#include "poker/evaluate.hpp"
#include "setting/settings.hpp"
#include "setting/suits.hpp"
#include "store/checked.hpp"
#include "ur/lookup.hpp"

namespace {

using namespace astragal;
using cards::Card;
using cards::CardSet;

void hold(bool property, const char* what) {
    if (property) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

// Values drawn from the bytes of an input; behind its end everything is 0.
class Source {
public:
    Source(const std::uint8_t* bytes, std::size_t size) : at_(bytes), end_(bytes + size) {}

    template <class T>
    T take() {
        T value{};
        const std::size_t size = std::min(sizeof(T), left());
        std::memcpy(&value, at_, size);
        at_ += size;
        return value;
    }
    unsigned below(unsigned limit) { return take<std::uint8_t>() % limit; }

    // A set of at most `size` cards, none of them in `taken`.
    CardSet cards(unsigned size, unsigned deck, CardSet taken = 0) {
        CardSet set = 0;
        for (unsigned i = 0; i < size; ++i) set |= CardSet{1} << below(deck);
        return set & ~taken;
    }

    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    const std::uint8_t* rest() const { return at_; }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

// ---- Cards --------------------------------------------------------------------------------------

void texts_are_refused_or_make_the_round_trip(Source source) {
    const unsigned deck = cards::card_count + source.below(3);
    const std::string_view text(reinterpret_cast<const char*>(source.rest()), source.left());
    cards::TextCards found, again;
    if (!cards::TextReader(text, deck).read(found)) return;
    hold(found.count == bit_count(found.set) && found.set >> deck == 0, "other cards in the set");
    std::string written;
    for (unsigned i = 0; i < found.count; ++i) {
        const unsigned id = found.ids[i];
        if (id < cards::card_count)
            written += {"23456789TJQKA"[id / 4], "cdhs"[id % 4]};
        else
            written += {'J', "kr"[id - cards::card_count]};
    }
    hold(cards::TextReader(written, deck).read(again) && again.count == found.count &&
             std::equal(found.ids.begin(), found.ids.begin() + found.count, again.ids.begin()),
         "written and read again, other cards");
}

void hands_are_refused_or_make_the_round_trip(Source source) {
    const unsigned deck = 1 + source.below(cards::max_deck), size = source.below(10);
    const std::size_t rows = size == 0 ? 1 : source.left() / size;
    std::vector<CardSet> sets(rows);
    std::vector<Card> hands(rows * size);
    const std::size_t good =
        cards::hands_to_sets<true>(source.rest(), rows, size, deck, sets.data());
    hold(cards::sets_to_hands<true>(sets.data(), good, size, deck, hands.data()) == good,
         "a good row is a bad set");
    for (std::size_t row = 0; row < good; ++row)
        hold(std::is_permutation(hands.begin() + row * size, hands.begin() + (row + 1) * size,
                                 source.rest() + row * size),
             "other cards");
    cards::hands_to_sets<false>(source.rest(), rows, size, deck, sets.data());
    cards::sets_to_hands<false>(sets.data(), rows, size, deck, hands.data());
}

void subsets_ascend_and_are_all(Source source) {
    const auto all = source.take<CardSet>();
    const CardSet first = all & source.take<CardSet>();
    std::array<CardSet, 40> found;
    const std::size_t count = cards::Subsets(all, first).write(found.data(), found.size());
    hold(count > 0 && found[0] == first, "another first");
    for (std::size_t i = 1; i < count; ++i)
        hold((found[i] & ~all) == 0 && bit_count(found[i]) == bit_count(first) &&
                 found[i] > found[i - 1],
             "not the next subset");
    if (count == found.size() || bit_count(first) == 0) return;
    // The last of all has the highest cards.
    CardSet last = all;
    while (bit_count(last) > bit_count(first)) last = without_lowest(last);
    hold(found[count - 1] == last, "subsets are missing");
}

// ---- Poker and equity ---------------------------------------------------------------------------

const poker::Tables& tables() {
    static const poker::Tables made = [] {
        poker::Rules rules;
        for (std::size_t i = 0; i < rules.order.size(); ++i)
            rules.order[i] = static_cast<poker::Category>(i);
        for (std::uint8_t top = 12; top >= 4; --top)
            rules.straights.push_back({0x1fu << (top - 4), top});
        rules.straights.push_back({0x100f, 3});
        rules.keys = {0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181};
        return poker::Tables(rules);
    }();
    return made;
}

void evaluators_of_ids_agree(Source source) {
    const unsigned size = source.below(poker::max_hand + 1);
    const std::size_t rows = size == 0 ? 1 : source.left() / size;
    std::vector<poker::Strength> fast(rows), portable(rows), third(rows);
    std::vector<CardSet> sets(rows);
    const std::size_t good = poker::evaluate_ids(tables(), source.rest(), rows, size, fast.data(),
                                                 true, poker::Path::fastest);
    hold(good == poker::evaluate_ids(tables(), source.rest(), rows, size, portable.data(), true,
                                     poker::Path::portable),
         "another bad row");
    hold(good == cards::hands_to_sets<true>(source.rest(), rows, size, 52, sets.data()),
         "another bad row of ids");
    hold(poker::evaluate_sets(tables(), sets.data(), good, third.data()) == good, "a bad set");
    for (std::size_t row = 0; row < good; ++row)
        hold(fast[row] == portable[row] && fast[row] == third[row] &&
                 fast[row] == poker::evaluate(tables().lookup(), sets[row]),
             "another strength");
}

void any_words_are_sets_or_refused(Source source) {
    std::array<CardSet, 3> sets;
    std::array<poker::Strength, 3> fast{}, portable{};
    for (CardSet& set : sets) {
        set = source.take<CardSet>();
        if (source.below(2)) set &= source.take<CardSet>() & source.take<CardSet>();
    }
    const std::size_t good = poker::evaluate_sets(tables(), sets.data(), 3, fast.data());
    hold(good ==
             poker::evaluate_sets(tables(), sets.data(), 3, portable.data(), poker::Path::portable),
         "another bad set");
    hold(std::equal(fast.begin(), fast.begin() + good, portable.begin()), "another strength");
    hold(good == 3 || bit_count(sets[good]) > 7 || sets[good] >> 52, "a good set is refused");
}

void counts_are_those_of_every_board(Source source) {
    const CardSet board = source.cards(5, 52);
    const CardSet one = source.cards(2, 52, board), two = source.cards(2, 52, board | one);
    if (bit_count(board) < 4 || bit_count(one) != 2 || bit_count(two) != 2) return;
    const CardSet dead = source.cards(2, 52, board | one | two);
    equity::DealCounter<equity::AnyOfOwn, equity::Tally<2>> counter(tables(), 2);
    counter.set_board(board, dead);
    counter.seat(0, one);
    counter.seat(1, two);
    const auto& counts = counter.count(one | two);
    std::array<equity::Count, 3> expected{};
    const auto& lookup = tables().lookup();
    const auto deal = [&](CardSet whole) {
        const unsigned mine = poker::evaluate(lookup, one | whole);
        const unsigned theirs = poker::evaluate(lookup, two | whole);
        ++expected[mine > theirs ? 0 : mine < theirs ? 1 : 2];
    };
    if (bit_count(board) == 5)
        deal(board);
    else
        each_bit(poker::full_deck & ~(board | one | two | dead),
                 [&](unsigned card) { deal(board | CardSet{1} << card); });
    hold(counts.shares[0][0] == expected[0] && counts.shares[1][0] == expected[1] &&
             counts.shares[0][1] == expected[2] && counts.shares[1][1] == expected[2],
         "another count");
}

void collisions_of_keys_are_true(Source source) {
    const unsigned faces = source.below(5), most = 1 + source.below(4);
    std::vector<keys::Key> numbers;
    for (unsigned i = 0; i < faces; ++i) numbers.push_back(source.take<std::uint16_t>() % 64);
    const std::vector<std::size_t> copies(faces, 1 + source.below(3)), sizes(1, most);
    try {
        const keys::Verdict verdict = keys::verify(numbers, {copies, sizes, false});
        if (!verdict.collision) return;
        const auto& [first, second, sum] = *verdict.collision;
        hold(first != second, "a hand and itself");
        for (const keys::Hand& hand : {first, second}) {
            keys::Key total = 0;
            for (const auto face : hand) total += numbers.at(face);
            hold(total == sum && hand.size() == most, "no collision");
        }
    } catch (const keys::BadTask&) {
    }
}

// ---- Setting games ------------------------------------------------------------------------------

template <class Shape>
const setting::Rules<Shape>& any_rules() {
    static const setting::Rules<Shape> made = [] {
        std::uint32_t state = 1;
        const auto filled = [&](auto value, std::size_t size, unsigned limit) {
            std::vector<decltype(value)> table(size);
            for (auto& entry : table) {
                state = state * 1664525 + 1013904223;
                entry = static_cast<decltype(value)>((state >> 8) % limit);
            }
            return table;
        };
        const std::size_t ranks = Shape::has_one ? 38'416 : 537'824;
        setting::Rules<Shape> rules{filled(std::uint16_t{}, ranks, Shape::high_values),
                                    filled(std::uint16_t{}, 16'384, Shape::high_values),
                                    filled(std::uint8_t{}, 196, setting::two_values),
                                    filled(std::uint16_t{}, 91, Shape::high_values)};
        if constexpr (Shape::has_one) {
            rules.one = filled(std::uint8_t{}, 14, Shape::one_values);
            rules.greatest_one = filled(std::int8_t{}, 91, Shape::one_values);
        }
        return rules;
    }();
    return made;
}

template <class Shape>
void check_settings(CardSet hand, Source& source) {
    const setting::Rules<Shape>& rules = any_rules<Shape>();
    const setting::Seven seven = setting::seven_of(setting::falling(hand));
    const auto settings = setting::distinct_settings(rules, seven);
    for (std::size_t i = 0; i < settings.size; ++i) {
        hold(i == 0 || settings.value[i] < settings.value[i - 1], "not in falling order");
        hold(rules.legal(settings.value[i]), "a fouled setting");
    }
    const std::uint8_t most =
        setting::choose(rules, seven, [](setting::Value v) { return std::int64_t{v}; });
    hold(most == (settings.size == 0 ? Shape::setting_count : settings.setting[0]),
         "not the greatest");
    if (settings.size == 0) return;
    const std::size_t i = source.below(Shape::setting_count) % settings.size;
    const setting::Value value = settings.value[i];
    hold(setting::value_of(rules, seven, settings.setting[i]) == value, "another value");
    hold(setting::setting_of_value(rules, hand, value) == settings.setting[i], "not the first");
}

void settings_are_legal_and_in_order(Source source) {
    const CardSet hand = source.cards(9, 53);
    if (bit_count(hand) != 7) return;
    check_settings<setting::FourTwoOne>(hand, source);
    check_settings<setting::FiveTwo>(hand, source);
}

void suits_may_be_exchanged(Source source) {
    const CardSet hand = source.cards(9, 53);
    if (bit_count(hand) != 7) return;
    std::array<unsigned, 4> order{0, 1, 2, 3};
    for (unsigned n = source.below(24); n > 0; --n)
        std::next_permutation(order.begin(), order.end());
    CardSet turned = hand >> 52 << 52;
    each_bit(hand & poker::full_deck,
             [&](unsigned card) { turned |= CardSet{1} << (card / 4 * 4 + order[card % 4]); });
    const setting::SuitClasses& classes = setting::SuitClasses::get();
    const std::size_t index = classes.index_of(hand);
    hold(index < setting::SuitClasses::count && classes.index_of(turned) == index, "another class");
}

// ---- The Royal Game of Ur -----------------------------------------------------------------------

const ur::Ranking& ranking() {
    // Finkel's rules.
    static const ur::Ranking made(ur::Rules({3, 2, 1, 0, 8, 9, 10, 11, 12, 13, 14, 15, 7, 6},
                                            {19, 18, 17, 16, 8, 9, 10, 11, 12, 13, 14, 15, 23, 22},
                                            {.0625, .25, .375, .25, .0625}, 0x410841, true, true,
                                            false));
    return made;
}

void any_rules_and_any_state_have_moves_or_none(Source source) {
    std::array<std::vector<ur::Square>, 2> path;
    const unsigned length = source.below(26);
    for (auto& squares : path) {
        ur::Square square = source.take<ur::Square>();
        for (unsigned i = 0; i < length; ++i) {
            squares.push_back(square % 24);
            square = static_cast<ur::Square>(square + 1 + (source.below(16) == 0));
        }
    }
    const auto state = source.take<ur::State>();
    const unsigned roll = source.take<std::uint8_t>(), flags = source.below(8);
    try {
        const ur::Rules rules(path[0], path[1], {.25, .25, .25, .25}, source.take<std::uint32_t>(),
                              flags & 1, flags & 2, flags & 4);
        unsigned seen = 0;
        const unsigned count = ur::each_move(rules, state, roll, [&](const ur::Move& move) {
            hold(move.source <= ur::hand && (move.target < 24 || move.target == ur::off),
                 "squares");
            ++seen;
        });
        hold(seen == count, "another number of moves");
        ur::Perft leaves;
        ur::perft(rules, ur::position_of(rules, state), 1, leaves);
        hold(leaves.nodes > 0, "no leaves");
    } catch (const std::invalid_argument&) {
    }
}

void states_have_numbers_and_moves_keep_them_valid(Source source) {
    const ur::Ranking& all = ranking();
    auto state = source.take<ur::State>();
    if (source.below(4)) {  // a valid one
        const unsigned pieces = 1 + source.below(7);
        const ur::Index index = state % all.size(pieces);
        state = all.unrank(index, pieces);
        const auto view = all.view(state);
        hold(all.valid(state, view) && all.rank(view) == index, "another number");
        if (source.below(2)) state = ur::pass(state);
    }
    const auto view = all.view(state);
    if (!all.valid(state, view) || view.mine == 0 || view.theirs == 0) return;
    const unsigned pieces = std::max(view.mine, view.theirs);
    hold(all.rank(view) < all.size(pieces), "a number beyond the table");
    const auto again = all.view(all.unrank(all.rank(view), pieces));
    hold(again.content == view.content && again.own == view.own && again.other == view.other &&
             again.mine == view.mine && again.theirs == view.theirs,
         "another position");
    const unsigned roll = 1 + source.below(4);
    const ur::Position position = ur::position_of(all.rules(), state);
    ur::Track targets = ur::targets_of(all.rules(), position.me, roll);
    ur::each_move(all.rules(), state, roll, [&](const ur::Move& move) {
        hold(all.valid(move.next, all.view(move.next)), "an invalid state");
        // The loops that play on tracks reach the same position.
        const ur::Position reached = ur::play(all.rules(), position, lowest_bit(targets), roll);
        const ur::Position expected = ur::position_of(all.rules(), move.next);
        hold(reached.me.own == expected.me.own && reached.me.seen == expected.me.seen &&
                 reached.other.own == expected.other.own && reached.me.left == expected.me.left &&
                 reached.other.in_hand == expected.other.in_hand,
             "another position on tracks");
        targets = without_lowest(targets);
    });
}

// ---- Table files --------------------------------------------------------------------------------

void checksums_are_those_of_the_definition(Source source) {
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < source.left(); ++i) {
        crc ^= source.rest()[i];
        for (unsigned bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    hold(crc32(source.rest(), source.left()) == ~crc, "another checksum");
}

void damaged_tables_give_right_values_or_an_error(Source source) {
    constexpr unsigned shift = 6, pieces = 1;
    static const std::vector<std::uint32_t> good = [] {
        std::vector<std::uint32_t> values(ranking().size(pieces));
        for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i * 2654435761u;
        return values;
    }();
    static const std::size_t size = good.size() * sizeof good[0];
    static const std::vector<std::uint32_t> sums = [] {
        std::vector<std::uint32_t> made(block_count(size, 1 << shift));
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(good.data());
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = block_crc(bytes, size, 1 << shift, i);
        return made;
    }();
    std::vector<std::uint32_t> stored = good;
    std::vector<std::uint32_t> checksums = sums;
    auto* bytes = reinterpret_cast<std::uint8_t*>(stored.data());
    const unsigned changes = source.below(4);
    for (unsigned i = 0; i < changes; ++i)
        bytes[source.take<std::uint16_t>() % size] ^= source.take<std::uint8_t>();
    if (source.below(8) == 0) checksums[source.below(200) % sums.size()] ^= source.take<unsigned>();
    const CheckedBlocks blocks(bytes, size, checksums.data(), shift, 0, "bytes ", "");
    const ur::Tablebase table(ranking(), blocks, sizeof stored[0], pieces);
    for (unsigned i = 0; i < 8; ++i) {
        const ur::Index index = source.take<std::uint16_t>() % good.size();
        const ur::State state = ranking().unrank(index, pieces);
        try {
            double value = 0;
            hold(table.values(&state, 1, &value) == 1, "no value");
            hold(value == good[index] * (1.0 / UINT32_MAX) && value == table.value(state), "wrong");
        } catch (const DamagedBlock&) {
        }
    }
}

struct Target {
    const char* name;
    void (*hold)(Source);
};
#define TARGET(name) \
    Target { #name, name }
constexpr std::array targets{
    TARGET(texts_are_refused_or_make_the_round_trip),
    TARGET(hands_are_refused_or_make_the_round_trip),
    TARGET(subsets_ascend_and_are_all),
    TARGET(evaluators_of_ids_agree),
    TARGET(any_words_are_sets_or_refused),
    TARGET(counts_are_those_of_every_board),
    TARGET(collisions_of_keys_are_true),
    TARGET(settings_are_legal_and_in_order),
    TARGET(suits_may_be_exchanged),
    TARGET(any_rules_and_any_state_have_moves_or_none),
    TARGET(states_have_numbers_and_moves_keep_them_valid),
    TARGET(checksums_are_those_of_the_definition),
    TARGET(damaged_tables_give_right_values_or_an_error),
};
const Target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    const std::string_view name = *count > 1 ? (*arguments)[1] : "";
    for (const Target& target : targets) {
        if (name == "--names") std::puts(target.name);
        if (name == target.name) chosen = &target;
    }
    if (name == "--names") std::exit(0);
    if (chosen == nullptr) {
        std::fprintf(stderr, "name a property; --names lists them\n");
        std::exit(2);
    }
    // libFuzzer gets the rest.
    for (int i = 1; i < *count; ++i) (*arguments)[i] = (*arguments)[i + 1];
    --*count;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    chosen->hold(Source(bytes, size));
    return 0;
}
