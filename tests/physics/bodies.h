// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <algorithm>
#include <string>

#include "mote/step.h"

namespace mote {

/// Matter of one material.
struct Mean {
    double mass = 0;
    Vec3d  place{}, momentum{};
    double kinetic = 0;
    Box    box;
};
inline Mean mean_of(const World& w, MaterialId material = 0) {
    Mean             m;
    const Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        if (p.material.host()[i] != material) continue;
        const double mass = double(p.mass.host()[i]);
        const Vec3   x = xyz(p.position_volume.host()[i]), v = xyz(p.velocity_density.host()[i]);
        m.mass += mass;
        m.place    = m.place + mass * Vec3d{double(x.x), double(x.y), double(x.z)};
        m.momentum = m.momentum + mass * Vec3d{double(v.x), double(v.y), double(v.z)};
        m.kinetic += 0.5 * mass * double(dot(v, v));
        m.box.include(x);
    }
    m.place = (1 / m.mass) * m.place;
    return m;
}

struct Momenta {
    Vec3d  linear{}, angular{};
    double speeds = 0, kinetic = 0;  // sum m |v|
};
inline Momenta momenta_of(const World& w) {
    Momenta          sum;
    const Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4   x = p.position_volume.host()[i], v = p.velocity_density.host()[i];
        const double m = double(p.mass.host()[i]);
        const Vec3d  xd{double(x.x), double(x.y), double(x.z)}, vd{double(v.x), double(v.y), double(v.z)};
        sum.linear += m * vd, sum.angular += m * cross(xd, vd), sum.speeds += m * length(vd), sum.kinetic += 0.5 * m * dot(vd, vd);
    }
    return sum;
}

/// What happens to matter that nobody else touches, until `end`: the largest changes of its momentum, over sum m |v|, and of its angular momentum, over that at the start, and its largest
/// energy, over that at the start.
struct Changes {
    double linear = 0, angular = 0, energy = 0;
};
inline Changes changes_until(World& w, double end) {
    const Momenta start = momenta_of(w);
    Changes       most;
    while (w.time < end) {
        step(w, float(end - w.time) + 1e-6f);
        const Momenta now = momenta_of(w);
        most.linear       = std::max(most.linear, length(now.linear - start.linear) / start.speeds);
        most.angular      = std::max(most.angular, length(now.angular - start.angular) / length(start.angular));
        most.energy       = std::max(most.energy, (now.kinetic + observe_solids(w)) / start.kinetic);
    }
    return most;
}

/// The mean over an object, by mass, of what `of` gives for its rows.
template <class F>
Vec3d mean_of(const World& w, const std::string& object, const F& of) {
    Vec3d  sum{};
    double mass = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        if (w.bodies[w.particles.body.host()[i]].name != object) continue;
        const Vec4   x = of(i);
        const double m = double(w.particles.mass.host()[i]);
        sum += m * Vec3d{double(x.x), double(x.y), double(x.z)}, mass += m;
    }
    return (1 / mass) * sum;
}
inline Vec3d centre_of(const World& w, const std::string& object) { return mean_of(w, object, [&](Index i) { return w.particles.position_volume.host()[i]; }); }
inline Vec3d velocity_of(const World& w, const std::string& object) { return mean_of(w, object, [&](Index i) { return w.particles.velocity_density.host()[i]; }); }

}  // namespace mote
