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
    gpu::Room room{};
    bool    watches = false;

    struct Span {
        const char* name;
        gpu::Mark * from, *to;
    };
    std::vector<Span> spans{};  // of the GPU, not yet in the profile

    void collect() {
        if (!spans.empty()) gpu::wait(spans.back().to);
        for (const Span& s : spans) profile.add(s.name, gpu::seconds(s.from, s.to));
        spans.clear();
    }
};

Exec::Exec(int threads, Device device)
    : threads_(new Threads{Pool(threads > 0 ? threads : std::max(1, int(std::thread::hardware_concurrency()))), {}, Workspace(device)}), device_(device) {
    if (on_gpu() && !gpu::why_none().empty()) throw Error(gpu::why_none());
}
int      Exec::threads() const { return threads_->pool.threads(); }
Profile& Exec::profile() const {
    threads_->collect();
    return threads_->profile;
}
void Exec::watch(bool on) const { threads_->watches = on; }
bool Exec::watches() const { return threads_->watches; }
void Exec::add_time(const char* name, gpu::Mark* from, gpu::Mark* to) const {
    threads_->spans.push_back({name, from, to});
    if (threads_->spans.size() > 4096) threads_->collect();
}
Workspace& Exec::workspace() const { return threads_->workspace; }
gpu::Room& Exec::room() const { return threads_->room; }

Device device_named(std::string_view name) {
    if (name == "cpu") return Device::cpu;
    if (name == "cuda") return Device::cuda;
    check(name == "auto", "a device is auto, cpu or cuda");
    return gpu::why_none().empty() ? Device::cuda : Device::cpu;
}

void Exec::for_pieces(Index count, Index grain, Body body, const void* context) const {
    if (count > 0) threads_->pool.run(count, grain, body, context);
}

}  // namespace mote
