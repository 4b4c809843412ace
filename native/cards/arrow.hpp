// Columns of other libraries, shared without a copy through the Arrow C interface.
//
// The structs are those of the specification ("The Arrow C data interface" and "The Arrow C stream
// interface"), which fixes their layout in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "common/bindings.hpp"

namespace astragal::bindings::arrow {

struct Schema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags, child_count;
    Schema** children;
    Schema* dictionary;
    void (*release)(Schema*);
    void* private_data;
};

struct Array {
    std::int64_t length, null_count, offset, buffer_count, child_count;
    const void** buffers;
    Array** children;
    Array* dictionary;
    void (*release)(Array*);
    void* private_data;
};

struct Stream {
    int (*get_schema)(Stream*, Schema*);
    int (*get_next)(Stream*, Array*);
    const char* (*get_last_error)(Stream*);
    void (*release)(Stream*);
    void* private_data;
};

// Owns an Arrow struct and releases it.
template <class T>
struct Owned : T {
    Owned() : T{} {}
    explicit Owned(T* moved) : T(*moved) { moved->release = nullptr; }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (this->release != nullptr) this->release(this);
    }
};

inline bool is_uint64(const Schema& schema) {
    return schema.format != nullptr && std::strcmp(schema.format, "L") == 0 &&
           schema.dictionary == nullptr;
}

inline bool has_nulls(const Array& array) {
    const auto* const valid = static_cast<const std::uint8_t*>(array.buffers[0]);
    if (array.null_count == 0 || valid == nullptr) return false;
    for (std::int64_t i = array.offset; i < array.offset + array.length; ++i)
        if (!(valid[i / 8] >> (i % 8) & 1)) return true;
    return false;
}

// Adds an array to a list as a view, which keeps it alive. False if values are missing.
inline bool add_view(nb::list& views, std::unique_ptr<Owned<Array>> array) {
    static const std::uint64_t empty = 0;
    if (array->length > 0 && has_nulls(*array)) return false;
    const auto* values = array->length > 0
                             ? static_cast<const std::uint64_t*>(array->buffers[1]) + array->offset
                             : &empty;
    const auto length = static_cast<std::size_t>(array->length);
    const nb::capsule owner(array.release(),
                            [](void* held) noexcept { delete static_cast<Owned<Array>*>(held); });
    using View = nb::ndarray<nb::numpy, const std::uint64_t, nb::ndim<1>>;
    views.append(View(values, {length}, owner));
    return true;
}

template <class T>
T* pointer_of(const nb::handle& capsule, const char* name) {
    auto* const pointer = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (pointer == nullptr) throw nb::python_error();
    return pointer;
}

// Views of a column of uint64, a view for each chunk; None if the column is of another type or has
// missing values.
inline nb::object views_of(nb::handle column) {
    nb::list views;
    if (nb::hasattr(column, "__arrow_c_stream__")) {
        const nb::object capsule = column.attr("__arrow_c_stream__")();
        Owned<Stream> stream(pointer_of<Stream>(capsule, "arrow_array_stream"));
        Owned<Schema> schema;
        require(stream.get_schema(&stream, &schema) == 0, "the Arrow stream has no schema");
        if (!is_uint64(schema)) return nb::none();
        for (;;) {
            auto array = std::make_unique<Owned<Array>>();
            require(stream.get_next(&stream, array.get()) == 0, "the Arrow stream is broken");
            if (array->release == nullptr) return views;
            if (!add_view(views, std::move(array))) return nb::none();
        }
    }
    const nb::tuple pair = nb::cast<nb::tuple>(column.attr("__arrow_c_array__")());
    const Owned<Schema> schema(pointer_of<Schema>(pair[0], "arrow_schema"));
    auto array = std::make_unique<Owned<Array>>(pointer_of<Array>(pair[1], "arrow_array"));
    if (!is_uint64(schema) || !add_view(views, std::move(array))) return nb::none();
    return views;
}

}  // namespace astragal::bindings::arrow
