// Python objects for C++, which imports no Python: a module registers them at import.
#pragma once

#include <atomic>
#include <stdexcept>

#include "common/bindings.hpp"

namespace astragal::bindings {

// A Python object, or none yet. It is never released, because another thread may be using it.
class Registered {
public:
    void set(nb::object object) {
        stored_.store(object.release().ptr(), std::memory_order_release);
    }

    // Needs the GIL.
    nb::handle get() const {
        PyObject* const object = stored_.load(std::memory_order_acquire);
        if (object == nullptr)
            throw std::runtime_error(
                "the module of astragal that has this function must be imported");
        return object;
    }

private:
    std::atomic<PyObject*> stored_{nullptr};  // initialised at compile time, without a lock
};

}  // namespace astragal::bindings
