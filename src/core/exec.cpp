// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/exec.h"

#include <algorithm>
#include <numeric>

#include "mote/error.h"
#include "pool.h"

namespace mote {

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
    Pool    pool;
    Profile profile;
    Workspace workspace;
};

Exec::Exec(int threads)
    : threads_(new Threads{Pool(threads > 0 ? threads : std::max(1, int(std::thread::hardware_concurrency()))), {}, {}}) {}
int      Exec::threads() const { return threads_->pool.threads(); }
Profile& Exec::profile() const { return threads_->profile; }
Workspace& Exec::workspace() const { return threads_->workspace; }

void Exec::for_pieces(Index count, Index grain, Body body, const void* context) const {
    if (count > 0) threads_->pool.run(count, grain, body, context);
}

}  // namespace mote
