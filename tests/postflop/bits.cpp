// Solves the spot on the standard input and prints a hash of all regrets and averages. Compiled for
// another processor, it shows that the solver has the same bits there; see
// tests/postflop/test_processors.py, which writes the spot.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <vector>

#include "poker/tables.hpp"
#include "postflop/holdem.hpp"
#include "postflop/solver.hpp"

namespace {

using namespace astragal;
using namespace astragal::postflop;

template <class Value, class Read = Value>
std::vector<Value> read_row() {
    std::size_t count = 0;
    std::cin >> count;
    std::vector<Value> row;
    for (std::size_t i = 0; i < count; ++i) {
        Read value{};
        std::cin >> value;
        row.push_back(static_cast<Value>(value));
    }
    return row;
}
std::uint64_t read_number() { return read_row<std::uint64_t>().at(0); }

std::shared_ptr<const poker::Tables> read_tables() {
    poker::HandRules rules;
    const auto order = read_row<unsigned>(), keys = read_row<unsigned>();
    const auto ranks = read_row<unsigned>(), tops = read_row<unsigned>();
    for (std::size_t i = 0; i < order.size(); ++i)
        rules.order.at(i) = static_cast<poker::Category>(order[i]);
    for (std::size_t i = 0; i < keys.size(); ++i) rules.keys.at(i) = keys[i];
    for (std::size_t i = 0; i < ranks.size(); ++i)
        rules.straights.push_back(
            {static_cast<poker::RankSet>(ranks[i]), static_cast<std::uint8_t>(tops[i])});
    return std::make_shared<const poker::Tables>(rules);
}

BettingTree read_tree() {
    BettingTree tree;
    for (const unsigned kind : read_row<unsigned>()) tree.kind.push_back(static_cast<Kind>(kind));
    tree.level = read_row<std::uint8_t, unsigned>();
    tree.first_child = read_row<std::uint32_t>();
    tree.children = read_row<std::uint32_t>();
    tree.put_in = read_row<std::int64_t>();
    tree.folded = read_row<std::uint8_t, unsigned>();
    return tree;
}

Deals read_deals(std::array<std::size_t, players> hands) {
    std::vector<std::vector<StoredDeal>> tables;
    const std::uint64_t levels = read_number();
    for (std::uint64_t level = 0; level < levels; ++level) {
        const auto rows = read_row<std::int32_t>();
        tables.emplace_back();
        for (std::size_t i = 0; i < rows.size(); i += 2)
            tables.back().push_back({rows[i], rows[i + 1]});
    }
    const auto oop = read_row<std::uint16_t>(), ip = read_row<std::uint16_t>();
    return Deals(cards::card_count, tables, {oop, ip}, hands);
}

}  // namespace

int main() {
    const auto tables = read_tables();
    const BettingTree tree = read_tree();
    const CardSet board = read_number();
    const auto oop = read_row<CardSet>(), ip = read_row<CardSet>();
    const auto oop_weights = read_row<double>(), ip_weights = read_row<double>();
    const Deals deals = read_deals({oop.size(), ip.size()});
    const auto money = read_row<double>();
    const std::uint64_t iterations = read_number();
    for (const Width width : {Width::plain, best_width()}) {
        using Cards = Holdem<float>;
        Solver<Cards, float> solver(tree, deals, {money.at(0), money.at(1), money.at(2)},
                                    Cards(tables, board, {oop, ip}), {oop_weights, ip_weights}, {},
                                    2, width);
        for (std::uint64_t i = 0; i < iterations; ++i) solver.iterate();
        std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
        for (Player player = 0; player < players; ++player)
            for (const auto& numbers : {solver.regrets(player), solver.averages(player)})
                for (const float number : numbers) {
                    std::uint32_t bits = 0;
                    std::memcpy(&bits, &number, sizeof(bits));
                    for (unsigned byte = 0; byte < 4; ++byte)
                        hash = (hash ^ (bits >> 8 * byte & 0xFF)) * 0x100000001B3;
                }
        std::printf("%016llx %.17g\n", static_cast<unsigned long long>(hash),
                    solver.exploitability());
    }
}
