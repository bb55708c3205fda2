// Copyright (c) 2026 The Mote authors. MIT licence.
#include "inflow.h"

#include <algorithm>
#include <cmath>

namespace mote {
namespace {

constexpr float nearest_allowed = 0.6f;  // spacings between a new particle and any other
constexpr float far_ahead       = 8;     // spacings: as far as matter in front of an opening is looked at

constexpr float room_ahead      = 2;     // spacings: where a boundary is nearer, matter is squeezed between it and the layers

/// The mean density, in densities at rest, above which the matter in front of an opening has no room for more. A weakly
/// compressible liquid is a little denser where it carries weight.
float fullest(const World& w) { return w.sound_speed > 0 ? 1.02f : 1.005f; }

/// What the column `behind` calls a source.
std::uint16_t number_of(const World& w, const Source& s) { return std::uint16_t(&s - w.sources->list.data() + 1); }

bool is_inside(const Sink& sink, const Vec3& x) {
    return sink.shape->bounds().contains(x) && sink.shape->distance(x) < 0;
}

/// Column and row of x on the lattice, and how far it is above the opening [m].
struct Spot {
    float u, v, height;
};
Spot spot_of(const Source& s, const Vec3& x) {
    const Vec3 d = x - s.lattice.corner;
    return {dot(d, s.lattice.across) / s.lattice.pitch, dot(d, s.lattice.up) / s.lattice.pitch, dot(d, s.direction)};
}

/// Calls visit(k) for the places of the up to four lattice points around a spot.
template <class F>
void visit_places(const SourceLattice& l, float u, float v, const F& visit) {
    if (!(u > -1 && v > -1 && u < float(l.columns) && v < float(l.rows))) return;
    const int column = int(std::floor(u)), row = int(std::floor(v));
    for (int b = std::max(row, 0); b <= std::min(row + 1, l.rows - 1); ++b)
        for (int a = std::max(column, 0); a <= std::min(column + 1, l.columns - 1); ++a)
            if (const Index k = l.place_at[std::size_t(b * l.columns + a)]; k != SourceLattice::none) visit(k);
}

/// Sum and number of the densities of matter in front of an opening.
struct Crowd {
    double fullness = 0;
    Index  count    = 0;
};

bool is_blocked(const World& w, const Source& s) {
    const Particles& p    = w.particles;
    const auto       x    = p.position_volume.host();
    const auto       v    = p.velocity_density.host();
    const auto       rho0 = p.rest_density.host();
    const auto       role = p.role.host();
    const float      far = far_ahead * w.spacing, margin = far / s.lattice.pitch;
    const Crowd      crowd = host_reduce(
        w.exec, "source room", p.rows(), Crowd{},
        [&](Index i) {
            if (Role(role[i]) != Role::matter) return Crowd{};
            const Spot at = spot_of(s, xyz(x[i]));
            if (!(at.height > 0 && at.height < far && at.u > -margin && at.v > -margin &&
                  at.u < float(s.lattice.columns - 1) + margin && at.v < float(s.lattice.rows - 1) + margin))
                return Crowd{};
            return Crowd{double(v[i].w / rho0[i]), 1};
        },
        [](const Crowd& a, const Crowd& b) {
            return Crowd{a.fullness + b.fullness, a.count + b.count};
        });
    const float cell  = w.dimension == 3 ? s.lattice.pitch * s.lattice.pitch : s.lattice.pitch;
    const float usual = max(1.f, s.volume / (cell * w.spacing));  // its own layers may be so full
    return crowd.fullness > double(fullest(w) * usual) * crowd.count;
}

/// A boundary that moves has come in front of it. Those that rest have been looked at before.
bool has_been_shut(const World& w, const Source& s) {
    for (const Boundary& b : w.boundaries.list)
        if (b.motion) {
            const Pose pose = b.pose(w.time);
            for (const Vec3& place : s.lattice.places)
                if (is_shut(*b.shape, b.inside, pose, place, s.direction, w.spacing)) return true;
        }
    return false;
}

/// Moves the rows behind an opening on by `way` [m] and gives them the velocity of the coming step.
struct Advance {
    View<const std::uint16_t> behind;
    View<Vec4>                position_volume, velocity_density;
    Vec3                      way, velocity;
    std::uint16_t             number;

    MOTE_FN void operator()(Index i) const {
        if (behind[i] != number) return;
        position_volume[i]  = with_w(xyz(position_volume[i]) + way, position_volume[i].w);
        velocity_density[i] = with_w(velocity, velocity_density[i].w);
    }
};

/// Marks the places whose particle, `ahead` [m] of the opening, would meet somebody.
void find_taken(const World& w, const Source& s, float ahead, std::vector<std::uint8_t>& taken) {
    const Particles& p     = w.particles;
    const auto       mine  = w.sources->behind.host();
    const auto       own   = number_of(w, s);
    const float      near  = nearest_allowed * w.spacing;
    taken.assign(s.lattice.places.size(), 0);
    for (Index i = 0; i < p.rows(); ++i) {
        const Vec3 x  = xyz(p.position_volume.host()[i]);
        const Spot at = spot_of(s, x);
        if (mine[i] == own || !(abs(at.height - ahead) < near)) continue;
        visit_places(s.lattice, at.u, at.v, [&](Index k) {
            if (length(x - s.lattice.places[k] - ahead * s.direction) < near) taken[k] = 1;
        });
    }
}

/// Makes matter of the layer that is `ahead` [m] of the opening; of all behind it, the one that is farthest on.
void release(World& w, Source& s, float ahead) {
    Particles&          p      = w.particles;
    const auto          number = number_of(w, s);
    const Material&     m      = w.materials[s.material];
    std::vector<Index>  kept;
    bool                all = true;
    find_taken(w, s, ahead, w.sources->taken);
    kept.reserve(p.rows());
    for (Index i = 0; i < p.rows(); ++i) {
        const bool mine = w.sources->behind.host()[i] == number;
        const Spot at   = mine ? spot_of(s, xyz(p.position_volume.host()[i])) : Spot{0, 0, -1e30f};
        if (abs(at.height - ahead) > 0.5f * w.spacing) {
            kept.push_back(i);
            continue;
        }
        Index place = SourceLattice::none;
        visit_places(s.lattice, std::round(at.u), std::round(at.v), [&](Index k) {
            if (length(s.lattice.places[k] + ahead * s.direction - xyz(p.position_volume.host()[i])) < 0.5f * s.lattice.pitch)
                place = k;
        });
        check(place != SourceLattice::none, "a row behind an opening belongs to one of its places");
        if (w.sources->taken[place] || s.is_spent()) {
            s.refused += w.sources->taken[place];
            all = false;
            continue;
        }
        ++s.emitted;
        kept.push_back(i);
        p.role.edit()[i]             = std::uint8_t(Role::matter);
        p.mass.edit()[i]             = m.rest_density * s.volume;
        p.position_volume.edit()[i]  = with_w(s.lattice.places[place] + ahead * s.direction, s.volume);
        p.velocity_density.edit()[i] = with_w(s.speed * s.direction, m.rest_density);
        p.rest_density.edit()[i]     = m.rest_density;
        p.viscosity.edit()[i]        = m.viscosity;
        p.pressure.edit()[i]         = 0;
        w.sources->behind.edit()[i]  = 0;
    }
    ++s.layers;
    if (!all) p.reorder(w.exec, kept);
}

/// Lays the next layer behind the opening; `ahead` [m] is where, and negative.
void lay(World& w, Source& s, float ahead, const Vec3& velocity) {
    Particles& p = w.particles;
    Index      i = p.append(Index(s.lattice.places.size()));
    for (const Vec3& place : s.lattice.places) {
        p.id.edit()[i]               = p.next_id++;
        p.role.edit()[i]             = std::uint8_t(Role::wall);
        p.material.edit()[i]         = s.material;
        p.body.edit()[i]             = s.body;
        p.position_volume.edit()[i]  = with_w(place + ahead * s.direction, s.volume);
        p.velocity_density.edit()[i] = with_w(velocity, w.materials[s.material].rest_density);
        p.rest_density.edit()[i]     = wall_density;
        p.viscosity.edit()[i]        = wall_friction;
        p.pressure.edit()[i]         = mirror_pressure;
        p.temperature.edit()[i]      = s.temperature;
        if (w.solute) w.solute->concentration.edit()[i] = s.concentration;
        w.sources->behind.edit()[i]  = number_of(w, s);
        ++i;
    }
    ++s.laid;
}

void run(World& w, Source& s) {
    Particles&   p       = w.particles;
    const bool   running = s.is_open(w.time) && !s.is_spent();
    const bool   blocked = running && (is_blocked(w, s) || has_been_shut(w, s));
    const double before  = s.seen;
    if (blocked) {  // it goes back, by one layer at most, to give room to what it has pressed already
        const double passed = max(0.0, s.open_time(w.time) - s.delay - s.seen);
        s.seen  = max(s.seen - passed, min(s.seen, (double(s.layers) - 1) * s.period));
        s.delay = s.open_time(w.time) - s.seen;
    } else if (!s.is_spent()) {
        s.seen = s.open_time(w.time) - s.delay;
    }
    const double        done     = s.seen / s.period;  // layers
    const auto          number   = number_of(w, s);
    const Vec3          velocity = (running && !blocked ? s.speed : s.seen < before ? -s.speed : 0.f) * s.direction;
    const std::uint64_t layers   = std::uint64_t(wall_layers(w.support / w.spacing));
    const auto          ahead    = [&](std::uint64_t n) { return float((done - double(n)) * double(w.spacing)); };
    parallel_for(w.exec, "source piston", p.rows(),
                 Advance{w.sources->behind.read(), p.position_volume.write(), p.velocity_density.write(),
                         float((s.seen - before) * double(s.speed)) * s.direction, velocity, number});
    const std::uint64_t due = s.layers_until(w.time);
    while (!s.is_spent() && s.layers < due) {
        if (s.laid == s.layers) lay(w, s, ahead(s.laid), velocity);  // the first, or more than one in a step
        release(w, s, ahead(s.layers));
    }
    while (s.laid < s.layers + layers) lay(w, s, ahead(s.laid), velocity);
}

struct FindInside {
    View<const Vec4>         position_volume;
    const std::vector<Sink>& sinks;
    std::uint8_t*            inside;

    void operator()(Index i) const {
        const Vec3 x = xyz(position_volume[i]);
        inside[i]    = 0;
        for (std::size_t k = 0; k < sinks.size() && !inside[i]; ++k)
            inside[i] = is_inside(sinks[k], x);
    }
};

}  // namespace

// ---- sources ----------------------------------------------------------------------------------------------

float SourceLattice::distance(const Vec3& x) const {
    float      least = 1e30f;
    const Vec3 d     = x - corner;
    const float a = dot(d, across), b = dot(d, up);
    visit_places(*this, a / pitch, b / pitch, [&](Index k) {
        const Vec3 q = places[k] - corner;
        least        = min(least, float(std::hypot(a - dot(q, across), b - dot(q, up))));
    });
    return least;
}

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
std::uint64_t Sinks::drained() const {
    std::uint64_t sum = 0;
    for (const Sink& s : list) sum += s.drained;
    return sum;
}

bool is_shut(const Shape& shape, bool inside, const Pose& pose, const Vec3& place, const Vec3& direction, float spacing) {
    const float side = inside ? -1.f : 1.f;
    for (float way = 0.5f * spacing; way < (room_ahead - 0.1f) * spacing;) {
        const Vec3  x = pose.undo(place + way * direction);
        const float d = side * shape.distance(x);
        if (d < 0.1f * spacing) return dot(pose.turn * shape.normal(x, 0.02f * spacing), direction) * side < -0.7f;
        way += d;
    }
    return false;
}

void run_sources(World& w) {
    if (!w.sources) return;
    const Timed timed(w.exec, "sources");
    for (Source& s : w.sources->list) run(w, s);
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

// ---- sinks ------------------------------------------------------------------------------------------------

void drain_sinks(World& w) {
    Particles& p = w.particles;
    if (w.sinks.list.empty() || p.size() == 0) return;
    w.sinks.inside.resize(p.size());
    host_for(w.exec, "sinks", p.size(), FindInside{p.position_volume.host(), w.sinks.list, w.sinks.inside.data()});
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
        const Vec3 x = xyz(p.position_volume.host()[i]);
        for (Sink& sink : w.sinks.list)  // the first counts it
            if (is_inside(sink, x)) {
                ++sink.drained;
                break;
            }
    }
    p.reorder(w.exec, kept, ours);
}

}  // namespace mote
