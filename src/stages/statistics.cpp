// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/stages.h"

namespace mote {
namespace {

MOTE_FN Statistics one(const Vec4& x, const Vec4& v, float mass, float rest_density, float temperature, Vec3 gravity, float level) {
    Statistics   s;
    const double m = mass, px[3] = {x.x, x.y, x.z}, pv[3] = {v.x, v.y, v.z}, g[3] = {gravity.x, gravity.y, gravity.z};
    s.particles = 1;
    s.mass      = m;
    for (int k = 0; k < 3; ++k) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        s.momentum[k]         = m * pv[k];
        s.angular_momentum[k] = m * (px[a] * pv[b] - px[b] * pv[a]);
        s.kinetic_energy += 0.5 * m * pv[k] * pv[k];
        s.potential_energy -= m * g[k] * px[k];
    }
    s.largest_density_error = max(v.w / rest_density - 1, 0.f);
    s.mean_density_error    = max(v.w / rest_density - 1 - level, 0.f);  // a sum until the end
    s.largest_speed         = length(xyz(v));
    s.coldest = s.hottest = temperature;
    return s;
}

struct Together {
    MOTE_FN Statistics operator()(Statistics a, const Statistics& b) const {
        a.particles += b.particles;
        a.mass += b.mass;
        for (int k = 0; k < 3; ++k) a.momentum[k] += b.momentum[k], a.angular_momentum[k] += b.angular_momentum[k];
        a.kinetic_energy += b.kinetic_energy;
        a.potential_energy += b.potential_energy;
        a.mean_density_error += b.mean_density_error;
        a.largest_density_error = max(a.largest_density_error, b.largest_density_error);
        a.largest_speed         = max(a.largest_speed, b.largest_speed);
        a.coldest               = min(a.coldest, b.coldest);
        a.hottest               = max(a.hottest, b.hottest);
        return a;
    }
};

/// What of the density is due to how particles stand.
float disorder(const Exec& exec, const Particles& p) {
    const auto   v   = p.velocity_density.read();
    const auto   r   = p.rest_density.read();
    const double sum = reduce(
        exec, "statistics", p.size(), 0.0, [=] MOTE_LAMBDA(Index i) { return double(v[i].w / r[i] - 1); }, Plus{});
    return clamp(float(sum / max(double(p.size()), 1.0)), 0.f, most_disorder);
}

}  // namespace

Statistics find_statistics(const Exec& exec, const Particles& p, Vec3 gravity, bool full) {
    const float level = full ? disorder(exec, p) : 0.f;
    const auto x = p.position_volume.read();
    const auto v = p.velocity_density.read();
    const auto m = p.mass.read();
    const auto r = p.rest_density.read();
    const auto t = p.temperature.read();
    Statistics s = reduce(
        exec, "statistics", p.size(), Statistics{}, [=] MOTE_LAMBDA(Index i) { return one(x[i], v[i], m[i], r[i], t[i], gravity, level); },
        Together{});
    s.mean_density_error /= max(double(s.particles), 1.0);
    return s;
}

}  // namespace mote
