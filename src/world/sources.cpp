// Copyright (c) 2026 The Mote authors. MIT licence.
#include "sources.h"

#include "source_layers.h"

namespace mote {
namespace {

constexpr float far_ahead  = 8;  // spacings: as far as matter in front of an opening is looked at
constexpr float room_ahead = 2;  // spacings: where a boundary is nearer, matter is squeezed between it and the layers

/// The mean density, in densities at rest, above which the matter in front of an opening has no room for more. A weakly
/// compressible liquid is a little denser where it carries weight.
float fullest(const World& w) { return w.sound_speed > 0 ? 1.02f : 1.005f; }

/// Sums over the matter in front of an opening and over all matter.
struct Crowd {
    double fullness = 0, pressure = 0;  // in densities at rest; [Pa]
    double away = 0, density = 0;       // of all: from the opening [m]; at rest [kg/m^3]
    Index  count = 0, all = 0;
};
struct Join {
    MOTE_FN Crowd operator()(const Crowd& a, const Crowd& b) const {
        return {a.fullness + b.fullness, a.pressure + b.pressure, a.away + b.away, a.density + b.density, a.count + b.count, a.all + b.all};
    }
};
struct InFront {
    View<const Vec4>         position_volume, velocity_density;
    View<const float>        rest_density, pressure;
    View<const std::uint8_t> role;
    Mouth                    mouth;
    Vec3                     middle;
    float                    far;

    MOTE_FN Crowd operator()(Index i) const {
        if (Role(role[i]) != Role::matter) return {};
        const Vec3 x = xyz(position_volume[i]);
        Crowd      crowd;
        crowd.away = double(length(x - middle)), crowd.density = double(rest_density[i]), crowd.all = 1;
        const auto at = mouth.spot_of(x);
        if (at.height > 0 && at.height < far && mouth.is_over(at, far / mouth.pitch))
            crowd.fullness = double(velocity_density[i].w / rest_density[i]), crowd.pressure = double(pressure[i]), crowd.count = 1;
        return crowd;
    }
};

/// Whether what is in front pushes back with more than its inertia, its weight and what its viscosity explains, for longer than it takes to set all of it
/// in motion: a vessel without a way out fills up, and no pump is strong enough for the last gap.
bool is_stalled(const World& w, Source& s, const Crowd& crowd) {
    const double n = max(double(crowd.all), 1.0), rho = crowd.density / n, size = 2 * crowd.away / n, v = double(s.speed);
    const double most = rho * (10 * v * v + 2 * double(length(w.gravity)) * size) + 100 * double(w.materials[s.material].viscosity) * v / double(w.spacing);
    const double enough = rho * v * size;
    s.strain = clamp(s.strain + (crowd.pressure / max(double(crowd.count), 1.0) - most) * double(w.last_dt), 0.0, 2 * enough);
    return s.strain > enough;
}

bool is_blocked(const World& w, Source& s) {
    const Particles& p = w.particles;
    const Crowd      crowd =
        reduce(w.exec, "source room", p.rows(), Crowd{},
               InFront{p.position_volume.read(), p.velocity_density.read(), p.rest_density.read(), p.pressure.read(), p.role.read(), Mouth(s), s.middle, far_ahead * w.spacing}, Join{});
    const float cell    = w.dimension == 3 ? s.lattice.pitch * s.lattice.pitch : s.lattice.pitch;
    const float usual   = max(1.f, s.volume / (cell * w.spacing));  // its own layers may be so full
    const bool  stalled = is_stalled(w, s, crowd);
    return stalled || crowd.fullness > double(fullest(w) * usual) * crowd.count;
}

/// A boundary that moves has come in front of it. Those that rest have been looked at before.
bool has_been_shut(const World& w, const Source& s) {
    for (const Boundary& b : w.boundaries.list)
        if (b.motion && b.is_here(w.time)) {
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
        if (s.laid == s.layers) lay_layer(w, s, ahead(s.laid), velocity);  // the first, or more than one in a step
        release_layer(w, s, ahead(s.layers));
    }
    while (s.laid < s.layers + layers) lay_layer(w, s, ahead(s.laid), velocity);
}

}  // namespace

float SourceLattice::distance(const Vec3& x) const {
    float      least = 1e30f;
    const Vec3 d     = x - corner;
    const float a = dot(d, across), b = dot(d, up);
    visit_places(a / pitch, b / pitch, [&](Index k) {
        const Vec3 q = places[k] - corner;
        least        = min(least, float(std::hypot(a - dot(q, across), b - dot(q, up))));
    });
    return least;
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

}  // namespace mote
