// The bytes of a table file. Each block is compared with its checksum on first use.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace astragal {

// Tables for sixteen bytes at a time, after Kounavis and Berry (2005), "Slicing-by-8".
inline constexpr auto crc_tables = [] {
    std::array<std::array<std::uint32_t, 256>, 16> tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (unsigned bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) * 0xedb88320u);
        tables[0][byte] = crc;
    }
    for (std::size_t i = 1; i < tables.size(); ++i)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t crc = tables[i - 1][byte];
            tables[i][byte] = (crc >> 8) ^ tables[0][crc & 0xff];
        }
    return tables;
}();

// The same as zlib's crc32.
inline std::uint32_t crc32(const std::uint8_t* bytes, std::size_t size) {
    std::uint32_t crc = ~std::uint32_t{0};
    for (; size >= 16; bytes += 16, size -= 16) {
        std::uint32_t next = 0;
        for (unsigned i = 0; i < 16; ++i) {
            const std::uint32_t mixed = i < 4 ? bytes[i] ^ ((crc >> (8 * i)) & 0xff) : bytes[i];
            next ^= crc_tables[15 - i][mixed];
        }
        crc = next;
    }
    for (; size > 0; ++bytes, --size) crc = (crc >> 8) ^ crc_tables[0][(crc ^ *bytes) & 0xff];
    return ~crc;
}

// The number of blocks with a checksum; an empty array has one, too.
inline std::size_t block_count(std::size_t size, std::size_t block) {
    return std::max<std::size_t>((size + block - 1) / block, 1);
}

inline std::uint32_t block_crc(const std::uint8_t* bytes, std::size_t size, std::size_t block,
                               std::size_t index) {
    const std::size_t start = index * block;
    return crc32(bytes + start, std::min(block, size - start));
}

// Prefetches bytes of a mapped file. Page faults would read them in small pieces, which takes ten
// times as long. Starts of pages are multiples of 16 kB at most.
inline void fetch([[maybe_unused]] const std::uint8_t* bytes, [[maybe_unused]] std::size_t size) {
#ifdef MADV_WILLNEED
    const std::size_t before = reinterpret_cast<std::uintptr_t>(bytes) % (1 << 14);
    madvise(const_cast<std::uint8_t*>(bytes - before), size + before, MADV_WILLNEED);
#endif
}

struct DamagedBlock : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Thread-safe: two threads that meet in a new block both check it.
class CheckedBlocks {
public:
    // `before` and `after` are the error message around the damaged bytes; `offset` is where the
    // array starts in its file. A block has 1 << `shift` bytes.
    CheckedBlocks(const std::uint8_t* bytes, std::size_t size, const std::uint32_t* checksums,
                  unsigned shift, std::size_t offset, std::string before, std::string after)
        : bytes_(bytes),
          size_(size),
          shift_(shift),
          offset_(offset),
          before_(std::move(before)),
          after_(std::move(after)),
          checksums_(checksums, checksums + block_count(size, std::size_t{1} << shift)),
          checked_(std::make_unique<std::atomic<bool>[]>(checksums_.size())) {}

    const std::uint8_t* bytes() const { return bytes_; }
    std::size_t size() const { return size_; }

    // Throws DamagedBlock if the block of this byte is damaged. For a checked block, this is one
    // load and a branch.
    void check(std::size_t at) const {
        const std::size_t block = at >> shift_;
        if (!checked_[block].load(std::memory_order_relaxed)) [[unlikely]]
            check_block(block);
    }

    // Checks all blocks with bytes from `start` up to `stop`.
    void check(std::size_t start, std::size_t stop) const {
        if (start >= stop) return;
        for (std::size_t block = start >> shift_; block <= (stop - 1) >> shift_; ++block)
            check(block << shift_);
    }

private:
    void check_block(std::size_t block) const {
        const std::size_t length = std::size_t{1} << shift_;
        fetch(bytes_ + block * length, std::min(length, size_ - block * length));
        if (block_crc(bytes_, size_, length, block) != checksums_[block]) {
            const std::size_t start = block * length;
            const std::size_t stop = std::min(start + length, size_);
            throw DamagedBlock(before_ + std::to_string(offset_ + start) + " to " +
                               std::to_string(offset_ + stop) + after_);
        }
        checked_[block].store(true, std::memory_order_relaxed);
    }

    const std::uint8_t* bytes_;
    std::size_t size_;
    unsigned shift_;
    std::size_t offset_;
    std::string before_;
    std::string after_;
    std::vector<std::uint32_t> checksums_;
    std::unique_ptr<std::atomic<bool>[]> checked_;
};

}  // namespace astragal
