#include "cards/cards.hpp"

#include <nanobind/stl/function.h>

#include <functional>

#include "cards/arrow.hpp"
#include "cards/python_text.hpp"
#include "common/bindings.hpp"

namespace astragal::bindings {

namespace {

using Texts = nb::typed<nb::list, nb::any>;  // Python handles items that are not text
using ReadRow = std::function<void(std::size_t)>;

// Reads the texts of a list. `other` is called for rows that can't be read here or that `store`
// refuses.
template <class Store>
void read_texts(const Texts& texts, unsigned deck, std::size_t rows, const ReadRow& other,
                Store store) {
    const nb::ft_object_guard guard(texts);  // no other thread changes the list meanwhile
    require(texts.size() == rows, "texts and out must have the same number of rows");
    for (std::size_t row = 0; row < rows; ++row) {
        cards::TextCards hand;
        PyObject* const text = PyList_GetItem(texts.ptr(), static_cast<Py_ssize_t>(row));
        if (text == nullptr) throw nb::python_error();
        if (!read_text(text, deck, hand) || !store(row, hand)) other(row);
    }
}

// Returns a text for each row, the names of its cards with spaces between them. `next` writes the
// ids of the next row and returns their number.
template <class Next>
nb::list texts_of(std::size_t rows, Next next) {
    nb::list texts;
    cards::TextCards hand;
    std::array<char, cards::name_width * cards::max_deck> text;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t count = next(row, hand.ids);
        cards::write_names(hand.ids.data(), count, text.data());
        texts.append(nb::str(text.data(), count == 0 ? 0 : cards::name_width * count - 1));
    }
    return texts;
}

}  // namespace

void bind_cards(nb::module_& module) {
    using namespace cards;

    module.def(
        "hands_to_sets",
        [](const Matrix<const Card>& hands, unsigned deck, bool check, const Vector<CardSet>& out) {
            require_same_length(hands, out);
            require(deck <= max_deck, "deck must be at most 54");
            const auto convert = check ? hands_to_sets<true> : hands_to_sets<false>;
            return convert(hands.data(), hands.shape(0), hands.shape(1), deck, out.data());
        },
        "hands"_a.noconvert(), "deck"_a, "check"_a, "out"_a.noconvert(), nogil(),
        "Write each row's set; return the first bad row, or the number of rows.");

    module.def(
        "sets_to_hands",
        [](const Vector<const CardSet>& sets, unsigned deck, bool check, const Matrix<Card>& out) {
            require_same_length(sets, out);
            require(deck <= max_deck, "deck must be at most 54");
            const auto convert = check ? sets_to_hands<true> : sets_to_hands<false>;
            return convert(sets.data(), sets.shape(0), out.shape(1), deck, out.data());
        },
        "sets"_a.noconvert(), "deck"_a, "check"_a, "out"_a.noconvert(), nogil(),
        "Write each set's ids, ascending; return the first bad row, or the number of rows.");

    module.def(
        "read_cards",
        [](nb::str text, unsigned deck) -> nb::object {
            TextCards hand;
            if (!read_text(text.ptr(), deck, hand)) return nb::none();
            nb::list ids;
            for (unsigned i = 0; i < hand.count; ++i) ids.append(hand.ids[i]);
            return ids;
        },
        "text"_a, "deck"_a, nb::sig("def read_cards(text: str, deck: int) -> list[int] | None"),
        "Return the ids of the cards in a text, or None if it is wrong or unusual.");

    module.def(
        "read_set",
        [](nb::str text, unsigned deck) -> nb::object {
            TextCards hand;
            return read_text(text.ptr(), deck, hand) ? nb::cast(hand.set) : nb::none();
        },
        "text"_a, "deck"_a, nb::sig("def read_set(text: str, deck: int) -> int | None"),
        "Return the set of the cards in a text, like read_cards.");

    module.def(
        "read_ids",
        [](const Texts& texts, unsigned deck, const Matrix<Card>& out, const ReadRow& other) {
            const std::size_t size = out.shape(1);
            read_texts(texts, deck, out.shape(0), other,
                       [&](std::size_t row, const TextCards& hand) {
                           if (hand.count != size) return false;
                           std::copy_n(hand.ids.data(), size, out.data() + row * size);
                           return true;
                       });
        },
        "texts"_a, "deck"_a, "out"_a.noconvert(), "other"_a,
        "Write the ids of each text; call `other` with each row that is wrong or unusual.");

    module.def(
        "read_sets",
        [](const Texts& texts, unsigned deck, std::uint64_t counts, const Vector<CardSet>& out,
           const ReadRow& other) {
            read_texts(texts, deck, out.shape(0), other,
                       [&](std::size_t row, const TextCards& hand) {
                           out.data()[row] = hand.set;
                           return (counts >> hand.count & 1) != 0;
                       });
        },
        "texts"_a, "deck"_a, "counts"_a, "out"_a.noconvert(), "other"_a,
        "Write the set of each text whose number of cards is a bit of counts, like read_ids.");

    module.def(
        "texts_of_hands",
        [](const Matrix<const Card>& hands) {
            const std::size_t size = hands.shape(1);
            require(size <= max_deck, "a hand has at most 54 cards");
            return texts_of(hands.shape(0), [&](std::size_t row, auto& ids) {
                std::copy_n(hands.data() + row * size, size, ids.begin());
                return size;
            });
        },
        "hands"_a.noconvert(),
        nb::sig("def texts_of_hands(hands: numpy.typing.NDArray["
                "numpy.uint8]) -> list[str]"),
        "Return the names of the cards of each row; `??` for an id that no card has.");

    module.def(
        "texts_of_sets",
        [](const Vector<const CardSet>& sets) {
            return texts_of(sets.shape(0), [&](std::size_t row, auto& ids) {
                std::size_t count = 0;
                for (CardSet rest = read_once(sets.data()[row]) & first_cards(max_deck); rest != 0;
                     rest = without_lowest(rest))
                    ids[count++] = static_cast<Card>(lowest_bit(rest));
                return count;
            });
        },
        "sets"_a.noconvert(),
        nb::sig("def texts_of_sets(sets: numpy.typing.NDArray[numpy.uint64]) -> list[str]"),
        "Return the names of the cards of each set; bits that no card has are ignored.");

    module.def("arrow_views", &arrow::views_of, "column"_a,
               nb::sig("def arrow_views(column: object) -> list[numpy.typing.NDArray[numpy.uint64]]"
                       " | None"),
               "Return views of the chunks of an Arrow column of uint64, or None if it is another "
               "type or has missing values.");

    module.def(
        "subsets",
        [](CardSet cards, CardSet first, const Vector<CardSet>& out) {
            require((first & ~cards) == 0, "first must be a subset of cards");
            return Subsets(cards, first).write(out.data(), out.shape(0));
        },
        "cards"_a, "first"_a, "out"_a.noconvert(), nogil(),
        "Write first and the subsets of its size that follow it; return how many there were.");
}

}  // namespace astragal::bindings
