// A table that is built on first use and shared by all threads.
//
// A local static has a lock. A child that is forked while another thread builds the table inherits
// the lock, and waits forever. Without a lock, two threads may build the table at once: the first
// to finish stores it.
#pragma once

#include <atomic>
#include <memory>

namespace astragal {

// `build` returns a std::unique_ptr<const Table>. Each lambda has a type, and so a table, of its
// own.
template <class Table, class Build>
const Table& shared_table(Build build) {
    static std::atomic<const Table*> stored{
        nullptr};  // initialised at compile time, without a lock
    if (const Table* table = stored.load(std::memory_order_acquire)) [[likely]]
        return *table;
    std::unique_ptr<const Table> built = build();
    const Table* first = nullptr;
    if (stored.compare_exchange_strong(first, built.get(), std::memory_order_acq_rel))
        return *built.release();
    return *first;
}

}  // namespace astragal
