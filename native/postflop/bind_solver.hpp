// The Python class of a solver, for any cards.
#pragma once

#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "common/bindings.hpp"
#include "postflop/solver.hpp"

namespace astragal::bindings {

using LockRows = std::tuple<std::uint32_t, std::size_t, Vector<const double>>;

inline postflop::BettingTree tree_of(const Vector<const std::uint8_t>& kind,
                                     const Vector<const std::uint8_t>& level,
                                     const Vector<const std::int32_t>& first_child,
                                     const Vector<const std::int32_t>& children,
                                     const Matrix<const std::int64_t>& put_in,
                                     const Vector<const std::uint8_t>& folded) {
    require_same_length(kind, level, first_child, children, put_in, folded);
    require(put_in.shape(1) == 2, "put_in must have two columns");
    postflop::BettingTree tree;
    for (std::size_t node = 0; node < kind.shape(0); ++node) {
        tree.kind.push_back(static_cast<postflop::Kind>(kind.data()[node]));
        tree.level.push_back(level.data()[node]);
        tree.first_child.push_back(static_cast<std::uint32_t>(first_child.data()[node]));
        tree.children.push_back(static_cast<std::uint32_t>(children.data()[node]));
        tree.put_in.push_back(std::min(put_in.data()[2 * node], put_in.data()[2 * node + 1]));
        tree.folded.push_back(folded.data()[node]);
    }
    return tree;
}

inline postflop::Deals deals_of(std::size_t deck,
                                const std::vector<Matrix<const std::int32_t>>& tables,
                                const Matrix<const std::uint16_t>& oop,
                                const Matrix<const std::uint16_t>& ip) {
    std::vector<std::vector<postflop::StoredDeal>> rows;
    for (const auto& table : tables) {
        require(table.shape(1) == 2, "a deal has a stored deal and a permutation");
        rows.emplace_back();
        for (std::size_t i = 0; i < table.shape(0); ++i)
            rows.back().push_back({table.data()[2 * i], table.data()[2 * i + 1]});
    }
    return postflop::Deals(deck, rows,
                           {std::vector<std::uint16_t>(oop.data(), oop.data() + oop.size()),
                            std::vector<std::uint16_t>(ip.data(), ip.data() + ip.size())},
                           {oop.shape(1), ip.shape(1)});
}

inline std::vector<postflop::Lock> locks_of(const postflop::BettingTree& tree,
                                            const postflop::Deals& deals,
                                            const std::vector<LockRows>& rows,
                                            std::array<std::size_t, 2> hands) {
    std::vector<postflop::Lock> locks;
    for (const auto& [node, deal, row] : rows) {
        require(node < tree.size() && tree.is_decision(node) &&
                    deal < deals.count(tree.level[node]) &&
                    row.shape(0) ==
                        tree.children[node] * hands[static_cast<std::size_t>(tree.kind[node])],
                "a lock is not on a decision");
        locks.push_back({node, deal, copy(row)});
        for (const double probability : locks.back().rows)
            require(!(probability < 0 || probability > 1), "a lock has a wrong probability");
    }
    return locks;
}

template <class Real>
using View = nb::ndarray<nb::numpy, Real, nb::ndim<1>, nb::c_contig>;

template <class Solver, class Real>
void define_solver(nb::class_<Solver>& solver) {
    const auto view = [](std::span<Real> numbers) {
        return View<Real>(numbers.data(), {numbers.size()});
    };
    const auto player_of = [](unsigned player) {
        require(player < postflop::players, "there are two players");
        return player;
    };
    solver.def_prop_ro("bytes", &Solver::bytes, "Memory that `allocate` takes, and the tables.")
        .def("allocate", &Solver::allocate, nogil(), "Allocate all memory.")
        .def_prop_ro("iterations", &Solver::iterations, "Iterations so far.")
        .def("iterate", &Solver::iterate, nogil(), "Run an iteration.")
        .def("resume", &Solver::resume, "iterations"_a,
             "Go on from regrets and averages that were written to the arrays.")
        .def("exploitability", &Solver::exploitability, nogil(),
             "Estimate half the sum of what best responses gain, in chips.")
        .def(
            "regrets",
            [=](Solver& self, unsigned player) { return view(self.regrets(player_of(player))); },
            "player"_a, nb::rv_policy::reference_internal, "Return the regrets of a player.")
        .def(
            "averages",
            [=](Solver& self, unsigned player) { return view(self.averages(player_of(player))); },
            "player"_a, nb::rv_policy::reference_internal, "Return the averages of a player.")
        .def(
            "places",
            [](const Solver& self, const Vector<const std::uint8_t>& kind,
               const Vector<const std::uint8_t>& level) {
                require_same_length(kind, level);
                std::vector<std::int64_t> start, step;
                for (std::size_t node = 0; node < kind.shape(0); ++node) {
                    const bool decides = kind.data()[node] < postflop::players;
                    const unsigned street = level.data()[node];
                    require(street < postflop::most_levels, "there are three streets");
                    const auto& places = self.places(decides ? kind.data()[node] : 0);
                    const std::size_t first = places.block(street, 0) + places.offset.at(node);
                    start.push_back(decides ? static_cast<std::int64_t>(first) : 0);
                    step.push_back(decides ? static_cast<std::int64_t>(places.deal_size[street])
                                           : 0);
                }
                return std::tuple(Array<std::int64_t>{std::move(start)},
                                  Array<std::int64_t>{std::move(step)});
            },
            "kind"_a.noconvert(), "level"_a.noconvert(),
            "Return where the rows of each decision start, and the way to those of the next deal.")
        .def_prop_ro(
            "stride",
            [](const Solver& self) {
                return std::tuple(self.places(0).stride, self.places(1).stride);
            },
            "The way from a row to the next one, of both players.")
        .def_prop_ro(
            "decisions",
            [](const Solver& self) { return self.places(0).decisions + self.places(1).decisions; },
            "Decisions after all stored deals.")
        .def_prop_ro(
            "pairs", [](const Solver& self) { return self.places(0).pairs + self.places(1).pairs; },
            "Pairs of a hand and an action, at all decisions.");
}

}  // namespace astragal::bindings
