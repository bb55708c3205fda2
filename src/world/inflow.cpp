// Copyright (c) 2026 The Mote authors. MIT licence.
#include "inflow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mote {
namespace {

constexpr float nearest_allowed = 0.6f;   // spacings between a new particle and any other
constexpr float surroundings    = 1.5f;   // spacings: whose density tells whether there is room
constexpr float fullest         = 1.05f;  // densities at rest: above it there is none

/// Marks the places of a layer that has gone `ahead` [m] where somebody is in the way.
void find_taken(const World& w, const Source& source, float ahead, std::vector<std::uint8_t>& taken) {
    const SourceLattice& lattice = source.lattice;
    const Particles&     p       = w.particles;
    const auto           x       = p.position_volume.read();
    const auto           v       = p.velocity_density.read();
    const auto           rho0    = p.rest_density.read();
    const float          near = nearest_allowed * w.spacing, far = surroundings * w.spacing;
    const float          cell = w.dimension == 3 ? lattice.pitch * lattice.pitch : lattice.pitch;
    const float          full = fullest * max(1.f, source.volume / (cell * w.spacing));  // a layer may be so by itself
    const int            reach = int(std::ceil(far / lattice.pitch));
    taken.assign(lattice.places.size(), 0);
    for (Index i = 0; i < p.rows(); ++i) {
        const Vec3  from_corner = xyz(x[i]) - lattice.corner;
        const float height      = dot(from_corner, source.direction) - ahead;
        if (!(abs(height) < far)) continue;
        const float u = dot(from_corner, lattice.across) / lattice.pitch, t = dot(from_corner, lattice.up) / lattice.pitch;
        if (!(u > float(-reach) && u < float(lattice.columns + reach) && t > float(-reach) && t < float(lattice.rows + reach)))
            continue;
        const bool compressed = v[i].w > full * rho0[i];
        const int  column = int(std::floor(u)), row = int(std::floor(t));
        for (int b = std::max(row - reach + 1, 0); b <= std::min(row + reach, lattice.rows - 1); ++b)
            for (int a = std::max(column - reach + 1, 0); a <= std::min(column + reach, lattice.columns - 1); ++a) {
                const Index k = lattice.place_at[std::size_t(b * lattice.columns + a)];
                if (k == SourceLattice::none) continue;
                const float away = length(xyz(x[i]) - lattice.places[k] - ahead * source.direction);
                if (away < near || (compressed && away < far)) taken[k] = 1;
            }
    }
}

/// Appends a layer that left the opening `age` [s] ago.
void emit(World& w, Source& source, double age) {
    Sources&    sources = *w.sources;
    Particles&  p       = w.particles;
    const float ahead   = float(double(source.speed) * age);
    find_taken(w, source, ahead, sources.taken);
    std::uint64_t room = source.most > 0 ? source.most - source.emitted : ~std::uint64_t(0), count = 0;
    for (std::uint8_t& taken : sources.taken) {
        source.withheld += taken;
        if (!taken && count == room) taken = 1;  // the last layer may be cut short
        count += !taken;
    }
    ++source.layers;
    source.emitted += count;
    if (count == 0) return;
    const float density = w.materials[source.material].rest_density;
    Index       i       = p.append(Index(count));
    for (std::size_t k = 0; k < sources.taken.size(); ++k) {
        if (sources.taken[k]) continue;
        p.id.write()[i]               = p.next_id++;
        p.role.write()[i]             = std::uint8_t(Role::matter);
        p.material.write()[i]         = source.material;
        p.body.write()[i]             = source.body;
        p.mass.write()[i]             = density * source.volume;
        p.position_volume.write()[i]  = with_w(source.lattice.places[k] + ahead * source.direction, source.volume);
        p.velocity_density.write()[i] = with_w(source.speed * source.direction, density);
        p.rest_density.write()[i]     = density;
        p.viscosity.write()[i]        = w.materials[source.material].viscosity;
        p.temperature.write()[i]      = source.temperature;
        sources.guided.write()[i]     = 1;
        ++i;
    }
}

bool is_spent(const Source& s) { return s.most > 0 && s.emitted >= s.most; }

struct LetGo {
    View<const Vec4>     position_volume;
    View<const BodyId>   body;
    View<std::uint8_t>   guided;
    View<const Source>   sources;
    BodyId               first;
    float                reach;

    void operator()(Index i) const {
        if (!guided[i]) return;
        const Source& s = sources[Index(body[i] - first)];
        if (dot(xyz(position_volume[i]) - s.middle, s.direction) > reach) guided[i] = 0;
    }
};

struct Hold {
    View<const std::uint8_t> guided;
    View<Vec3>               acceleration, drift;

    MOTE_FN void operator()(Index i) const {
        if (guided[i]) acceleration[i] = drift[i] = {0, 0, 0};
    }
};

struct FindInside {
    View<const Vec4>         position_volume;
    const std::vector<Sink>& sinks;
    std::uint8_t*            inside;

    void operator()(Index i) const {
        const Vec3 x = xyz(position_volume[i]);
        inside[i]    = 0;
        for (std::size_t k = 0; k < sinks.size() && !inside[i]; ++k)
            if (sinks[k].shape->bounds().contains(x) && sinks[k].shape->distance(x) < 0) inside[i] = 1;
    }
};

}  // namespace

// ---- sources ----------------------------------------------------------------------------------------------

double Source::layer_time(std::uint64_t n) const {
    double since = double(n) * period;  // of open time
    for (const Open& o : open) {
        // A layer that would leave in the moment of closing belongs to the next opening; times come in single precision.
        if (since < o.to - o.from - 1e-5 * period) return o.from + since;
        since -= o.to - o.from;
    }
    return std::numeric_limits<double>::infinity();
}

std::uint64_t Source::layers_before(double t) const {
    double since = 0;
    for (const Open& o : open) since += std::max(0.0, std::min(t, o.to) - o.from);
    const double n = std::ceil(since / period - 1e-5);
    return n < 1e18 ? std::uint64_t(std::max(n, 0.0)) : std::uint64_t(1e18);
}

std::uint64_t Source::particles_before(double t) const {
    const double n = double(layers_before(t)) * double(lattice.places.size());
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
    for (const Source& s : list) sum += s.withheld;
    return sum;
}
std::uint64_t Sinks::drained() const {
    std::uint64_t sum = 0;
    for (const Sink& s : list) sum += s.drained;
    return sum;
}

void run_sources(World& w) {
    if (!w.sources) return;
    const Timed timed(w.exec, "sources");
    Particles&  p = w.particles;
    parallel_for(w.exec, "let go", p.size(),
                 LetGo{p.position_volume.read(), p.body.read(), w.sources->guided.write(), {w.sources->list.data()},
                       w.sources->list[0].body, w.support});
    for (Source& s : w.sources->list)
        for (double left; !is_spent(s) && (left = s.layer_time(s.layers)) <= w.time;) emit(w, s, w.time - left);
}

float choose_source_step(const World& w) {
    float longest = 1e30f;
    if (!w.sources) return longest;
    for (const Source& s : w.sources->list) {
        const double wait = is_spent(s) ? 1e30 : s.layer_time(s.layers) - w.time;
        longest = min(longest, max(float(min(wait, 1e30)), 0.5f * w.time_step.courant * w.support / s.speed));
    }
    return longest;
}

void apply_source_speed(World& w) {
    if (!w.sources) return;
    Particles& p = w.particles;
    parallel_for(w.exec, "source speed", p.size(),
                 Hold{w.sources->guided.read(), p.acceleration.write(), p.drift.write()});
}

// ---- sinks ------------------------------------------------------------------------------------------------

void drain_sinks(World& w) {
    Particles& p = w.particles;
    if (w.sinks.list.empty() || p.size() == 0) return;
    w.sinks.inside.resize(p.size());
    parallel_for(w.exec, "sinks", p.size(), FindInside{p.position_volume.read(), w.sinks.list, w.sinks.inside.data()});
    const auto& inside = w.sinks.inside;
    if (std::find(inside.begin(), inside.end(), 1) == inside.end()) return;
    std::vector<Index> kept;
    kept.reserve(p.rows());
    Index ours = 0;
    for (Index i = 0; i < p.rows(); ++i) {
        if (i >= p.size() || !inside[i]) {
            kept.push_back(i), ours += i < p.size();
            continue;
        }
        const Vec3 x = xyz(p.position_volume.read()[i]);
        for (Sink& sink : w.sinks.list)  // the first counts it
            if (sink.shape->bounds().contains(x) && sink.shape->distance(x) < 0) {
                ++sink.drained;
                break;
            }
    }
    p.reorder(w.exec, kept, ours);
}

}  // namespace mote
