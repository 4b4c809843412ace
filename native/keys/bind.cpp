#include "keys/verify.hpp"

#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "common/bindings.hpp"
#include "keys/prove.hpp"
#include "keys/search.hpp"

namespace astragal::bindings {

namespace {

using Counts = std::vector<std::size_t>;
using Clash = std::tuple<keys::Hand, keys::Hand, keys::Key>;
using FoundCallback = std::function<void(std::size_t, keys::Key)>;

Clash clash_of(const keys::Collision& collision) {
    return {collision.first, collision.second, collision.sum};
}

// Raises KeyboardInterrupt after Ctrl-C.
void poll() {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

void bind_keys(nb::module_& module) {
    nb::exception<keys::BadTask>(module, "KeysError", PyExc_ValueError);

    module.def(
        "search_keys",
        [](Counts copies, Counts sizes, bool across, std::vector<keys::Key> bootstrap,
           const FoundCallback& found) {
            const keys::Keys result =
                keys::search({copies, sizes, across, bootstrap}, {found, poll});
            std::optional<std::tuple<std::size_t, std::size_t, Clash>> dead_end;
            if (result.dead_end)
                dead_end.emplace(result.dead_end->face, result.dead_end->held,
                                 clash_of(result.dead_end->others));
            return std::tuple(result.keys, dead_end);
        },
        "copies"_a, "sizes"_a, "across"_a, "bootstrap"_a, "found"_a, nogil(),
        "Search greedily: (keys, why it ended early: face, cards of it, collision).");

    module.def(
        "verify_keys",
        [](std::vector<keys::Key> numbers, Counts copies, Counts sizes, bool across) {
            const keys::Verdict verdict = keys::verify(numbers, {copies, sizes, across});
            std::optional<Clash> collision;
            if (verdict.collision) collision = clash_of(*verdict.collision);
            return std::tuple(verdict.hands, verdict.max_sum, collision);
        },
        "keys"_a, "copies"_a, "sizes"_a, "across"_a, nogil(),
        "Enumerate all hands: (hands, greatest sum, first collision: two hands and their sum).");

    module.def(
        "prove_keys",
        [](std::vector<keys::Key> numbers, Counts copies, Counts sizes, bool across,
           std::vector<keys::Key> bootstrap, const FoundCallback& found) {
            std::vector<std::tuple<std::size_t, keys::Key, std::uint64_t, std::optional<keys::Key>>>
                steps;
            for (const keys::Step& step :
                 keys::prove({copies, sizes, across, bootstrap}, numbers, {found, poll}))
                steps.emplace_back(step.face, step.key, step.refuted, step.smaller);
            return steps;
        },
        "keys"_a, "copies"_a, "sizes"_a, "across"_a, "bootstrap"_a, "found"_a, nogil(),
        "Refute every smaller candidate: (face, key, candidates refuted, one that was not).");
}

}  // namespace astragal::bindings
