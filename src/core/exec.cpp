// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/exec.h"

#include <algorithm>
#include <numeric>
#include <thread>

#if MOTE_TBB
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

#include "mote/error.h"

#if defined(__SANITIZE_THREAD__)
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#define MOTE_UNSEEN __attribute__((no_sanitize("thread")))  // reads what TBB copied from task to task
#else
#define MOTE_UNSEEN
#endif

namespace mote {
namespace {

#if defined(__SANITIZE_THREAD__)
void acquire(void* loop) { __tsan_acquire(loop); }
void release(void* loop) { __tsan_release(loop); }
#else
void acquire(void*) {}
void release(void*) {}
#endif

/// The thread sanitizer does not see how libtbb hands work over, so it is told: what came before a parallel loop
/// happens before its pieces, and they before what follows. Without the sanitizer this is nothing.
struct Loop {
    Loop() { release(this); }
    ~Loop() { acquire(this); }
    struct Piece {
        explicit Piece(Loop& loop) : of(&loop) { acquire(of); }
        ~Piece() { release(of); }
        Loop* of;
    };
};

}  // namespace

void fail_check(const char* rule, const std::string& values) {
    throw BugError("a rule of the program itself is broken: " + std::string(rule) + " (values: " + values +
                   "). Please report it with the scene.");
}

void Profile::add(const char* name, double seconds) {
    for (Entry& e : entries_)
        if (e.name == name) {
            e.seconds += seconds;
            ++e.calls;
            return;
        }
    entries_.push_back({name, seconds, 1});
}

double Profile::total() const {
    return std::accumulate(entries_.begin(), entries_.end(), 0.0,
                           [](double s, const Entry& e) { return s + e.seconds; });
}

struct Exec::Threads {
    explicit Threads(int wanted)
        : count(wanted > 0 ? wanted : std::max(1, int(std::thread::hardware_concurrency())))
#if MOTE_TBB
          ,
          arena(count)
#endif
    {
    }
    int count;
#if MOTE_TBB
    tbb::task_arena arena;
#endif
    Profile profile;
};

Exec::Exec(int threads) : threads_(std::make_shared<Threads>(threads)) {
#if MOTE_TBB
    // TBB starts no more workers than there are cores unless told so; the arena is what limits them.
    static const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 256);
#endif
}
int      Exec::threads() const { return threads_->count; }
Profile& Exec::profile() const { return threads_->profile; }

void Exec::for_pieces(Index count, Index grain, Body body, const void* context) const {
    if (count == 0) return;
#if MOTE_TBB
    if (threads_->count > 1 && count > grain) {
        Loop loop;
        threads_->arena.execute([&] {
            tbb::parallel_for(tbb::blocked_range<Index>(0, count, grain),
                              [&](const tbb::blocked_range<Index>& rows) MOTE_UNSEEN {
                                  const Loop::Piece piece(loop);
                                  body(context, rows.begin(), rows.end());
                              });
        });
        return;
    }
#endif
    static_cast<void>(grain);
    body(context, 0, count);
}

}  // namespace mote
