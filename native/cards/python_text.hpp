// Cards in Python text.
#pragma once

#include "cards/text.hpp"
#include "common/bindings.hpp"

namespace astragal::bindings {

// Reads a Python object; returns false if it is not text, or if only Python can read it.
inline bool read_text(PyObject* object, unsigned deck, cards::TextCards& cards) {
    require(deck <= cards::max_deck, "deck must be at most 54");
    if (!PyUnicode_Check(object)) return false;
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(object, &size);
    if (text == nullptr) {  // half a surrogate pair
        PyErr_Clear();
        return false;
    }
    return cards::TextReader({text, static_cast<std::size_t>(size)}, deck).read(cards);
}

}  // namespace astragal::bindings
