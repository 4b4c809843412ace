// Threads that share the items of a stage, stage after stage.
//
// An item may be taken when all items of the earlier stages are done. There is no barrier: a thread
// that the system has suspended delays the others only if it has taken an item. On a busy machine,
// one thread runs through the stages while the other waits for a processor. A thread without an
// item spins for some microseconds and then sleeps, so that it takes no processor from the thread
// it waits for.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace astragal {

class StagedThreads {
public:
    // The thread that calls `run` is one of these threads.
    explicit StagedThreads(unsigned threads) : shares_(4 * std::uint64_t{threads} + 4) {
        helpers_.reserve(threads);
        try {
            for (unsigned thread = 1; thread < threads; ++thread) {
                helpers_.emplace_back([this, thread] { help(thread); });
            }
        } catch (const std::system_error&) {
            stop();
            throw std::runtime_error("the system can't start another thread; use fewer threads");
        } catch (...) {
            stop();
            throw;
        }
    }
    StagedThreads(const StagedThreads&) = delete;
    StagedThreads& operator=(const StagedThreads&) = delete;
    ~StagedThreads() { stop(); }

    // Calls work(thread, item) for all items. `stages` has the first item of each stage, and the
    // number of items at its end. If a call throws, on any thread, the rest of the items is skipped
    // and the exception is thrown here.
    template <class Work>
    void run(const std::vector<std::size_t>& stages, const Work& work) {
        work_ = &work;
        call_ = [](const void* one, unsigned thread, std::size_t item) {
            (*static_cast<const Work*>(one))(thread, item);
        };
        stages_ = &stages;
        stage_ = 0;
        first_ = next_;
        running_ = true;
        open_stage();
        for (;;) {
            const std::uint32_t turn = turn_.load(std::memory_order_acquire);
            if (!running_.load(std::memory_order_acquire)) break;
            if (!take_items(0)) wait_after(turn);
        }
        if (failed_.exchange(false, std::memory_order_acq_rel)) {
            std::rethrow_exception(std::exchange(error_, nullptr));
        }
    }

private:
    static constexpr unsigned spins = 2000;
    static constexpr unsigned yields = 50;
    static constexpr std::uint64_t most_at_once = 32;

    void help(unsigned thread) {
        for (;;) {
            const std::uint32_t turn = turn_.load(std::memory_order_acquire);
            if (stopping_.load(std::memory_order_acquire)) return;
            if (!take_items(thread)) wait_after(turn);
        }
    }

    // Items are counted over all runs, so that a number is never used twice. A thread that has
    // taken an item knows that `end` is still the end of its stage, and that the run has not ended.
    // A thread takes a few items at once, fewer towards the end of a stage: each taking makes the
    // processor wait until its stores have reached the cache.
    bool take_items(unsigned thread) {
        const std::uint64_t end = end_.load(std::memory_order_acquire);
        bool took = false;
        std::uint64_t item = next_.load(std::memory_order_relaxed);
        while (item < end) {
            const std::uint64_t count = std::min((end - item) / shares_ + 1, most_at_once);
            if (!next_.compare_exchange_weak(item, item + count, std::memory_order_acq_rel)) {
                continue;
            }
            took = true;
            for (std::uint64_t i = item; i < item + count; ++i) {
                call(thread, static_cast<std::size_t>(i - first_));
            }
            if (done_.fetch_add(count, std::memory_order_acq_rel) + count == end) {
                open_stage();
                break;
            }
            item = next_.load(std::memory_order_relaxed);
        }
        return took;
    }

    // An exception that left a helper would end the process. The first exception is kept; `run`
    // reads it after the last item, which is counted after the exception was stored.
    void call(unsigned thread, std::size_t item) {
        if (failed_.load(std::memory_order_relaxed)) return;
        try {
            call_(work_, thread, item);
        } catch (...) {
            if (!failed_.exchange(true, std::memory_order_acq_rel)) {
                error_ = std::current_exception();
            }
        }
    }

    // Called by one thread at a time, after the last item of a stage.
    void open_stage() {
        const auto& stages = *stages_;
        while (stage_ + 1 < stages.size() && stages[stage_ + 1] == stages[stage_]) ++stage_;
        if (stage_ + 1 < stages.size()) {
            ++stage_;
            end_.store(first_ + stages[stage_], std::memory_order_release);
        } else {
            running_.store(false, std::memory_order_release);
        }
        turn_.fetch_add(1, std::memory_order_acq_rel);
        turn_.notify_all();
    }

    void wait_after(std::uint32_t turn) const {
        const auto over = [&] { return turn_.load(std::memory_order_acquire) != turn; };
        for (unsigned i = 0; i < spins; ++i) {
            if (over()) return;
        }
        for (unsigned i = 0; i < yields; ++i) {
            std::this_thread::yield();
            if (over()) return;
        }
        turn_.wait(turn, std::memory_order_acquire);
    }

    void stop() {
        stopping_ = true;
        ++turn_;
        turn_.notify_all();
        for (std::thread& helper : helpers_) helper.join();
    }

    const std::uint64_t shares_;  // a thread takes one share of the rest of a stage at once
    const void* work_ = nullptr;
    void (*call_)(const void*, unsigned, std::size_t) = nullptr;
    const std::vector<std::size_t>* stages_ = nullptr;
    std::size_t stage_ = 0;
    std::uint64_t first_ = 0;             // the number of the run's first item
    std::atomic<std::uint64_t> next_{0};  // the next item to take
    std::atomic<std::uint64_t> end_{0};   // of the open stage
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::uint32_t> turn_{0};  // changes when a sleeping thread may find an item
    std::atomic<bool> running_{false};
    std::atomic<bool> stopping_{false};
    std::atomic<bool> failed_{false};  // a call has thrown in this run
    std::exception_ptr error_;
    std::vector<std::thread> helpers_;
};

}  // namespace astragal
