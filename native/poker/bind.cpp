#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "cards/python_text.hpp"
#include "common/bindings.hpp"
#include "common/registered.hpp"
#include "poker/badugi.hpp"
#include "poker/enumerate.hpp"
#include "poker/evaluate.hpp"
#include "poker/index.hpp"
#include "poker/shared_tables.hpp"
#include "poker/wild.hpp"

namespace astragal::bindings {

namespace {

using namespace poker;
using cards::TextCards;

// ---- One hand, as cheaply as Python can call ---------------------------------------------------

Registered tables_for;       // returns the tables of the standard rules
Registered read_or_explain;  // returns the set of a hand, or raises

// The tables of the standard rules, once Python has built them; then they stay. Two threads may
// build them at the same time: either's will do.
std::atomic<const Tables*> standard = nullptr;

const Tables& standard_tables() {
    const Tables* tables = standard.load(std::memory_order_acquire);
    if (tables == nullptr) {
        const nb::object built = tables_for.get()();
        const auto& shared = nb::cast<const SharedTables&>(built).tables;
        tables = (new std::shared_ptr<const Tables>(shared))->get();
        standard.store(tables, std::memory_order_release);
    }
    return *tables;
}

// An item of a list or a tuple. The stable ABI can't look at the items directly.
PyObject* item_of(PyObject* sequence, Py_ssize_t i) {
#ifdef Py_LIMITED_API
    return PyList_Check(sequence) ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i);
#else
    return PySequence_Fast_GET_ITEM(sequence, i);
#endif
}

// The set of a list or a tuple of small ints; ~0 if they are not all different cards.
CardSet set_of_sequence(PyObject* sequence) {
    const nb::ft_object_guard guard(sequence);  // no other thread changes the list meanwhile
    const Py_ssize_t count =
        PyList_Check(sequence) ? PyList_Size(sequence) : PyTuple_Size(sequence);
    CardSet set = 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* const item = item_of(sequence, i);
        const long id = PyLong_CheckExact(item) ? PyLong_AsLong(item) : -1;
        if (id < 0 || id >= long{card_count} || set >> id & 1) {
            PyErr_Clear();
            return ~CardSet{0};
        }
        set |= CardSet{1} << id;
    }
    return set;
}

// The set of a text; ~0 if it can't be read.
[[gnu::noinline]] CardSet set_of_text(PyObject* object) {
    TextCards text;
    return read_text(object, card_count, text) ? text.set : ~CardSet{0};
}

struct Hand {
    CardSet set;
    Strength strength;
};

// A hand that can't be read here is left to Python, which reads it without native code or explains
// what is wrong. Out of line, as is text, so that other hands pay nothing for it.
[[gnu::noinline]] Hand read_odd(nb::handle cards) {
    const auto set = nb::cast<CardSet>(read_or_explain.get()(cards));
    return {set, evaluate(standard_tables().lookup(), set)};
}

// Reads a card set, a sequence of ids or text, and evaluates it.
Hand read_hand(nb::handle cards) {
    PyObject* const object = cards.ptr();
    Hand hand{~CardSet{0}, 0};
    if (PyLong_CheckExact(object)) {  // True and False are no numbers here
        hand.set = PyLong_AsUnsignedLongLong(object);
        if (hand.set == ~CardSet{0}) PyErr_Clear();  // a number that does not fit
    } else if (PyList_Check(object) || PyTuple_Check(object)) {
        hand.set = set_of_sequence(object);
    } else {
        hand.set = set_of_text(object);
    }
    // A single hand needs no look at the rules, and none at the processor.
    const bool good = detail::evaluate_sets_portable(standard_tables().lookup(), &hand.set, 1,
                                                     ~full_deck, &hand.strength) == 1;
    return good ? hand : read_odd(cards);
}

// The class HandValue, whose objects C++ makes: a dataclass with slots that are frozen, so that its
// own constructor takes several times as long.
class HandValueClass {
public:
    // `others` has the values of the slots after `cards` and `strength`.
    HandValueClass(nb::handle type, const nb::dict& others) : type_(nb::borrow(type)) {
        add("cards", nb::none());
        add("strength", nb::none());
        for (const auto& [name, value] : others)
            add(nb::cast<const char*>(name), nb::borrow(value));
    }

    nb::object make(const Hand& hand) const {
        auto* const type = reinterpret_cast<PyTypeObject*>(type_.ptr());
        nb::object value = nb::steal(PyType_GenericAlloc(type, 0));
        if (!value.is_valid()) throw nb::python_error();
        slots_[0].set(value, nb::int_(hand.set));
        slots_[1].set(value, nb::int_(hand.strength));
        for (std::size_t i = 2; i < slots_.size(); ++i) slots_[i].set(value, slots_[i].value);
        return value;
    }

private:
    struct Slot {
        nb::object descriptor;
        descrsetfunc setter;
        nb::object value;

        void set(nb::handle object, nb::handle to) const {
            if (setter(descriptor.ptr(), object.ptr(), to.ptr()) != 0) throw nb::python_error();
        }
    };

    void add(const char* name, nb::object value) {
        nb::object descriptor = type_.attr(name);
        auto* const setter = PyType_GetSlot(Py_TYPE(descriptor.ptr()), Py_tp_descr_set);
        require(setter != nullptr, "HandValue must have slots");
        slots_.push_back(
            {std::move(descriptor), reinterpret_cast<descrsetfunc>(setter), std::move(value)});
    }

    nb::object type_;
    std::vector<Slot> slots_;
};

std::atomic<const HandValueClass*> hand_value = nullptr;  // never released, see Registered

}  // namespace

void bind_poker(nb::module_& module) {
    has_fast_pext();  // initialise its static before there are threads
    nb::enum_<WildMode>(module, "WildMode")
        .value("bug", WildMode::bug)
        .value("full", WildMode::full);

    nb::class_<SharedTables>(module, "PokerTables", "The look-up tables of one set of rules.")
        .def(
            "__init__",
            [](SharedTables* self, const std::array<int, category_count>& order,
               const std::vector<std::pair<RankSet, std::uint8_t>>& straights,
               const std::array<std::uint32_t, rank_count>& keys, unsigned lowest_rank, bool low,
               bool ace_low, bool flushes, unsigned highest_card) {
                HandRules rules;
                rules.keys = keys;
                rules.lowest_rank = lowest_rank;
                rules.low = low;
                rules.ace_low = ace_low;
                rules.flushes = flushes;
                rules.highest_card = highest_card;
                for (std::size_t i = 0; i < order.size(); ++i) {
                    require(order[i] >= 0 && order[i] < int{category_count},
                            "there is no such category");
                    rules.order[i] = static_cast<Category>(order[i]);
                }
                for (const auto& [ranks, top] : straights) rules.straights.push_back({ranks, top});
                new (self) SharedTables{std::make_shared<const Tables>(rules)};
            },
            "order"_a, "straights"_a, "keys"_a, "lowest_rank"_a, "low"_a = false,
            "ace_low"_a = false, "flushes"_a = true, "highest_card"_a = ace)
        .def_prop_ro(
            "byte_count", [](const SharedTables&) { return sizeof(Lookup); },
            "The size of all look-up tables together.")
        .def(
            "meanings",
            [](const SharedTables& self) {
                const Scale& scale = self.tables->scale();
                std::vector<std::uint8_t> bytes;
                for (std::size_t i = 0; i < scale.size(); ++i)
                    bytes.push_back(static_cast<std::uint8_t>(scale.category(Strength(i))));
                for (unsigned field = 1; field <= best_hand; ++field)
                    for (std::size_t i = 0; i < scale.size(); ++i)
                        bytes.push_back(static_cast<std::uint8_t>(scale.rank(Strength(i), field)));
                return nb::bytes(bytes.data(), bytes.size());
            },
            "Return the category of each strength, and then each of its five rank fields.")
        .def(
            "evaluate_ids",
            [](const SharedTables& self, const Matrix<const Card>& hands,
               const Vector<Strength>& out, bool check, bool portable) {
                require_same_length(hands, out);
                require(hands.shape(1) <= max_hand, "a hand has at most 7 cards");
                return evaluate_ids(*self.tables, hands.data(), hands.shape(0), hands.shape(1),
                                    out.data(), check, portable ? Path::portable : Path::fastest);
            },
            "hands"_a.noconvert(), "out"_a.noconvert(), "check"_a, "portable"_a = false, nogil(),
            "Write each row's strength; return the first bad row, or the number of rows.")
        .def(
            "evaluate_sets",
            [](const SharedTables& self, const Vector<const CardSet>& sets,
               const Vector<Strength>& out, bool portable) {
                require_same_length(sets, out);
                return evaluate_sets(*self.tables, sets.data(), sets.shape(0), out.data(),
                                     portable ? Path::portable : Path::fastest);
            },
            "sets"_a.noconvert(), "out"_a.noconvert(), "portable"_a = false, nogil(),
            "Write each set's strength; return the first bad one, or the number of sets.")
        .def(
            "evaluate_wild",
            [](const SharedTables& self, const Vector<const CardSet>& sets,
               const Vector<Strength>& out, WildMode mode) {
                require_same_length(sets, out);
                return evaluate_wild(*self.tables, mode, sets.data(), sets.shape(0), out.data());
            },
            "sets"_a.noconvert(), "out"_a.noconvert(), "mode"_a, nogil(),
            "Write each set's strength with jokers; return the first bad one, or how many.")
        .def(
            "strength",
            [](const SharedTables& self, CardSet cards) {
                Strength strength = 0;
                require(evaluate_sets(*self.tables, &cards, 1, &strength) == 1,
                        "a hand must have at most 7 cards, all from the deck");
                return strength;
            },
            "cards"_a, "Return the strength of one set of at most 7 cards.")
        .def(
            "wild_strength",
            [](const SharedTables& self, CardSet cards, WildMode mode) {
                Strength strength = 0;
                require(evaluate_wild(*self.tables, mode, &cards, 1, &strength) == 1,
                        "a hand must have at most 7 cards, all jokers or from the deck");
                return strength;
            },
            "cards"_a, "mode"_a,
            "Return the strength of one set of at most 7 cards, jokers among them.")
        .def(
            "count_strengths",
            [](const SharedTables& self, std::size_t size, CardSet dead,
               const Vector<std::uint64_t>& out) {
                require(out.shape(0) == self.tables->scale().size(), "out must have all strengths");
                const std::vector<std::uint64_t> counts = count_strengths(*self.tables, size, dead);
                std::copy(counts.begin(), counts.end(), out.data());
            },
            "size"_a, "dead"_a, "out"_a.noconvert(), nogil(),
            "Write how often each strength comes up among all hands of that size.");

    nb::class_<HandIndex>(module, "HandIndex", "Numbers of hands up to the names of suits.")
        .def(nb::init<const std::vector<unsigned>&>(), "rounds"_a)
        .def_prop_ro("size", &HandIndex::size, "How many numbers there are.")
        .def_prop_ro("cards", &HandIndex::cards, "How many cards a row has.")
        .def(
            "index",
            [](const HandIndex& self, const Matrix<const Card>& hands,
               const Vector<HandIndex::Number>& out, bool portable) {
                require_same_length(hands, out);
                require(hands.shape(1) == self.cards(), "rows must have the cards of all rounds");
                return self.index(hands.data(), hands.shape(0), out.data(),
                                  portable ? Path::portable : Path::fastest);
            },
            "hands"_a.noconvert(), "out"_a.noconvert(), "portable"_a = false, nogil(),
            "Write the number of each row of ids; return the first bad row, or how many.")
        .def(
            "unindex",
            [](const HandIndex& self, const Vector<const HandIndex::Number>& numbers,
               const Matrix<Card>& out) {
                require_same_length(numbers, out);
                require(out.shape(1) == self.cards(), "rows must have the cards of all rounds");
                return self.unindex(numbers.data(), numbers.shape(0), out.data());
            },
            "numbers"_a.noconvert(), "out"_a.noconvert(), nogil(),
            "Write the ids of a hand with each number; return the first bad row, or how many.");

    module.def(
        "badugi_ranks", [](CardSet cards) { return Badugi::get().ranks(cards & full_deck); },
        "cards"_a, "Return the set of the ranks that count in badugi, bit 0 the ace.");

    module.def(
        "evaluate_badugi",
        [](const Vector<const CardSet>& sets, const Vector<Strength>& out,
           const Vector<const Strength>& of_ranks, bool portable) {
            require_same_length(sets, out);
            require(of_ranks.shape(0) == rank_sets, "every set of ranks must have a strength");
            return evaluate_badugi(of_ranks.data(), sets.data(), sets.shape(0), out.data(),
                                   portable ? Path::portable : Path::fastest);
        },
        "sets"_a.noconvert(), "out"_a.noconvert(), "of_ranks"_a.noconvert(), "portable"_a = false,
        nogil(),
        "Write the strength of the ranks that count in each set, bit 0 of them the ace; return the "
        "first bad set, or the number of sets.");

    module.def(
        "evaluate_badugi_ids",
        [](const Matrix<const Card>& hands, const Vector<Strength>& out,
           const Vector<const Strength>& of_ranks, bool check) {
            require_same_length(hands, out);
            require(hands.shape(1) <= max_hand, "a hand has at most 7 cards");
            require(of_ranks.shape(0) == rank_sets, "every set of ranks must have a strength");
            return evaluate_badugi_ids(of_ranks.data(), hands.data(), hands.shape(0),
                                       hands.shape(1), out.data(), check);
        },
        "hands"_a.noconvert(), "out"_a.noconvert(), "of_ranks"_a.noconvert(), "check"_a, nogil(),
        "Write the strength of each row of ids, like evaluate_badugi.");

    module.def(
        "register_poker",
        [](nb::callable tables, nb::callable read) {
            tables_for.set(tables);
            read_or_explain.set(read);
        },
        "tables_for"_a, "read_or_explain"_a,
        nb::sig("def register_poker(tables_for: collections.abc.Callable[[], PokerTables], "
                "read_or_explain: collections.abc.Callable[..., int]) -> None"),
        "Take the functions that return the standard tables and read an unusual hand.");

    module.def(
        "strength", [](nb::handle cards) { return read_hand(cards).strength; }, "cards"_a.none(),
        nb::sig("def strength(cards: str | int | collections.abc.Iterable[int | str]) -> int"),
        "Return the strength of 0 to 7 cards, given as text, as a card set or as ids.\n\n"
        "It is the fastest way for a loop over single hands. See `evaluate` for the value in "
        "words,\n"
        "and `evaluate_many` for arrays.");

    module.def(
        "register_hand_value",
        [](nb::type_object type, const nb::dict& others) {
            hand_value.store(new HandValueClass(type, others), std::memory_order_release);
        },
        "type"_a, "others"_a,
        nb::sig("def register_hand_value(type: type, others: dict[str, object]) -> None"),
        "Take the class HandValue, and the values of its slots after `cards` and `strength`.");

    module.def(
        "evaluate",
        [](nb::handle cards) {
            const HandValueClass* const type = hand_value.load(std::memory_order_acquire);
            require(type != nullptr, "astragal.poker must be imported");
            return type->make(read_hand(cards));
        },
        "cards"_a.none(),
        nb::sig("def evaluate(cards: str | int | collections.abc.Iterable[int | str]) -> "
                "astragal.poker.HandValue"),
        "Return the HandValue of what `strength` takes.");
}

}  // namespace astragal::bindings
