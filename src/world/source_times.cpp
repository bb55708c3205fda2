// Copyright (c) 2026 The Mote authors. MIT licence.
//
// When layers leave, and how many.
#include <algorithm>
#include <cmath>

#include "sources.h"

namespace mote {

double Source::open_time(double t) const {
    double sum = 0;
    for (const Open& o : open) sum += std::max(0.0, std::min(t, o.to) - o.from);
    return sum;
}

bool Source::is_open(double t) const {
    return std::any_of(open.begin(), open.end(), [&](const Open& o) { return t >= o.from && t < o.to; });
}

std::uint64_t Source::layers_until(double t) const {
    // In the moment it opens the first layer leaves; in the moment it closes none. Times come in single precision.
    const double done = (open_time(t) - delay) / period;
    const double n    = is_open(t) ? std::floor(done) + 1 : std::ceil(done - 1e-5);
    return n < 1e18 ? std::uint64_t(std::max(n, 0.0)) : std::uint64_t(1e18);
}

std::uint64_t Source::particles_until(double t) const {
    const double        n   = double(layers_until(t)) * double(lattice.places.size());
    const std::uint64_t all = n < 1e18 ? std::uint64_t(n) : std::uint64_t(1e18);
    return most > 0 ? std::min(all, most) : all;
}

std::uint64_t Sources::emitted() const {
    std::uint64_t sum = 0;
    for (const Source& s : list) sum += s.emitted;
    return sum;
}
std::uint64_t Sources::withheld() const {
    std::uint64_t sum = 0;
    for (const Source& s : list) sum += s.withheld();
    return sum;
}

float choose_source_step(const World& w) {
    float longest = 1e30f;
    if (!w.sources) return longest;
    for (const Source& s : w.sources->list) {
        if (s.is_spent()) continue;
        const float moving = 0.5f * w.time_step.courant * w.support / s.speed;
        double      wait   = s.is_open(w.time) ? 0 : 1e30;
        for (const Source::Open& o : s.open)
            if (o.from > w.time) wait = min(wait, o.from - w.time);
        longest = min(longest, max(float(wait), moving));
    }
    return longest;
}

}  // namespace mote
