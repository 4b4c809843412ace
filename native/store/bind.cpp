#include <nanobind/stl/string.h>

#include <bit>

#include "common/bindings.hpp"
#include "common/registered.hpp"
#include "store/checked.hpp"

namespace astragal::bindings {

namespace {

bool power_of_two(std::size_t block) { return std::has_single_bit(block); }

Registered damaged_error;  // TableDamagedError

void raise_damaged(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const DamagedBlock& damaged) {
        PyErr_SetString(damaged_error.get().ptr(), damaged.what());
    }
}

}  // namespace

void bind_store(nb::module_& module) {
    nb::register_exception_translator(raise_damaged);

    module.def(
        "register_store", [](nb::type_object damaged) { damaged_error.set(damaged); }, "damaged"_a,
        nb::sig("def register_store(damaged: type[Exception]) -> None"),
        "Take the class of the error about a damaged block.");

    module.def(
        "block_checksums",
        [](const Vector<const std::uint8_t>& content, std::size_t block,
           const Vector<std::uint32_t>& out) {
            require(power_of_two(block), "block must be a power of two");
            require(out.shape(0) == block_count(content.shape(0), block),
                    "out must have one element for each block");
            for (std::size_t i = 0; i < out.shape(0); ++i)
                out.data()[i] = block_crc(content.data(), content.shape(0), block, i);
        },
        "content"_a.noconvert(), "block"_a, "out"_a.noconvert(), nogil(),
        "Write the CRC-32 of each block.");

    nb::class_<CheckedBlocks>(module, "CheckedBlocks",
                              "An array in a file, checked block by block on first use.")
        .def(
            "__init__",
            [](CheckedBlocks* self, const Vector<const std::uint8_t>& content,
               const Vector<const std::uint32_t>& checksums, std::size_t block, std::size_t offset,
               const std::string& before, const std::string& after) {
                require(power_of_two(block), "block must be a power of two");
                require(checksums.shape(0) == block_count(content.shape(0), block),
                        "checksums must have one element for each block");
                new (self) CheckedBlocks(content.data(), content.shape(0), checksums.data(),
                                         static_cast<unsigned>(std::countr_zero(block)), offset,
                                         before, after);
            },
            "content"_a.noconvert(), "checksums"_a.noconvert(), "block"_a, "offset"_a, "before"_a,
            "after"_a, nb::keep_alive<1, 2>())
        .def(
            "check_all", [](const CheckedBlocks& self) { self.check(0, self.size()); }, nogil(),
            "Compare all bytes with their checksums; raise TableDamagedError if one differs.")
        .def(
            "check",
            [](const CheckedBlocks& self, std::size_t start, std::size_t stop) {
                if (stop > self.size()) throw nb::index_error("bytes out of range");
                self.check(start, stop);
            },
            "start"_a, "stop"_a, "Do the same for the bytes from `start` up to `stop`.")
        .def(
            "check_rows",
            [](const CheckedBlocks& self, const Vector<const std::int64_t>& rows,
               std::size_t width) {
                const auto count = static_cast<std::int64_t>(width == 0 ? 0 : self.size() / width);
                for (std::size_t i = 0; i < rows.shape(0); ++i) {
                    const std::int64_t row = rows.data()[i];
                    if (row < 0 || row >= count) throw nb::index_error("row out of range");
                    const auto start = static_cast<std::size_t>(row) * width;
                    self.check(start, start + width);
                }
            },
            "rows"_a.noconvert(), "width"_a, nogil(), "Do the same for rows of `width` bytes.");
}

}  // namespace astragal::bindings
