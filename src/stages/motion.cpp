// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Gravity, the time step and the move. Time-step rules: 0.4 h/(c + v), 0.125 rho h^2/mu, 0.25 sqrt(h/a) and for
// ripples 0.25 sqrt(rho h^3/(2 pi sigma)), with the smoothing length h, half the support [Monaghan 1992; Morris, Fox &
// Zhu 1997; Brackbill, Kothe & Zemach 1992].
#include "mote/mixture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mote {
namespace {

struct MaterialValues {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      mass, temperature, latent, dry;
    View<float>            rest_density, viscosity, surface_tension;
    View<Vec4>             position_volume;

    MOTE_FN void operator()(Index i) const {
        const Material& m = materials[material[i]];
        rest_density[i]   = density(i, m);
        viscosity[i]      = m.viscosity_curve(temperature[i], m.viscosity);
        surface_tension[i] = m.tension_curve(temperature[i], m.surface_tension);
        position_volume[i].w = mass[i] / rest_density[i];
    }
    MOTE_FN float density(Index i, const Material& m) const {
        if (dry.data && m.uptake.takes()) return mass[i] / mixture_volume(m, materials[m.uptake.liquid], dry[i], mass[i] - dry[i]);
        const float q = latent.data ? latent[i] : 0;
        if (q == 0) return m.rest_density;
        const Transition& t     = q > 0 ? m.warmer : m.cooler;
        const float       share = t.by_heat() ? min(abs(q) / t.latent, 1.f) : 0.f;
        return 1 / ((1 - share) / m.rest_density + share / materials[t.to].rest_density);
    }
};

struct Gravity {
    Vec3       gravity;
    View<Vec3> acceleration;

    MOTE_FN void operator()(Index i) const { acceleration[i] = gravity; }
};

struct Move {
    View<const Vec3> acceleration, drift;
    View<Vec4>       velocity_density, position_volume;
    float            kick, dt;
    bool             flat;

    MOTE_FN void operator()(Index i) const {
        Vec3 v = xyz(velocity_density[i]) + kick * acceleration[i];
        Vec3 x = xyz(position_volume[i]) + dt * (v + drift[i]);
        if (flat) v.z = 0, x.z = 0;
        velocity_density[i] = with_w(v, velocity_density[i].w);
        position_volume[i]    = with_w(x, position_volume[i].w);
    }
};

/// Lowest row wins: the answer does not depend on threads.
constexpr Index none = ~Index(0);
struct First {
    Index row = none;
};
struct Earlier {
    MOTE_FN First operator()(First a, First b) const { return a.row < b.row ? a : b; }
};

struct Most {
    float  speed2 = 0, push2 = 0, rub = 0, ripple = 0;  // v^2, a^2, mu over the density at rest, as viscosity divides by it, sigma/rho
    double head = 0, head_squared = 0, motion = 0;      // sums of p/rho, its square and v^2 [m^2/s^2]
};
struct MostOfBoth {
    MOTE_FN Most operator()(const Most& x, const Most& y) const {
        return {max(x.speed2, y.speed2), max(x.push2, y.push2), max(x.rub, y.rub), max(x.ripple, y.ripple),
                x.head + y.head, x.head_squared + y.head_squared, x.motion + y.motion};
    }
};

}  // namespace

void compute_material_values(const Exec& exec, Particles& p, View<const Material> materials, View<const float> latent, View<const float> dry) {
    parallel_for(exec, "material values", p.size(),
                 MaterialValues{materials, p.material.read(), p.mass.read(), p.temperature.read(), latent, dry, p.rest_density.write(),
                                p.viscosity.write(), p.surface_tension.write(), p.position_volume.write()});
}

void apply_gravity(const Exec& exec, Particles& p, Vec3 gravity) {
    parallel_for(exec, "gravity", p.size(), Gravity{gravity, p.acceleration.write()});
}

void clear_flow(const Exec& exec, Particles& p) {
    const auto drift    = p.drift.write();
    const auto pressure = p.pressure.write();
    parallel_for(exec, "gravity", p.size(), [=] MOTE_LAMBDA(Index i) { drift[i] = {0, 0, 0}, pressure[i] = 0; });
}

StepLimit choose_time_step(const Exec& exec, const Particles& p, const TimeStepLimits& limits) {
    const auto v = p.velocity_density.read();
    const auto a = p.acceleration.read();
    const auto mu = p.viscosity.read(), tension = p.surface_tension.read(), pressure = p.pressure.read(), rest = p.rest_density.read();
    const float heaviest = limits.heaviest;
    const auto  of = [=] MOTE_LAMBDA(Index i) {
        const float  lightness = 1 / v[i].w;
        const double head      = double(abs(pressure[i]) * (rest[i] < much_lighter * heaviest ? 1 / heaviest : lightness));
        const float  speed2    = dot(xyz(v[i]), xyz(v[i]));
        return Most{speed2, dot(a[i], a[i]), mu[i] / rest[i], tension[i] * lightness, head, head * head, double(speed2)};
    };
    const Most most = reduce(exec, "time step", p.size(), Most{}, of, MostOfBoth{});
    if (p.size() == 0) return {limits.largest, limits.largest, true, limits.largest, StepBound::largest};
    const float h            = 0.5f * limits.support, tiny = 1e-20f;
    const bool  compressible = limits.sound_speed > 0;
    const float crossing     = limits.courant * h / max(limits.sound_speed + sqrt(most.speed2), tiny);
    const float pushed       = compressible ? 0.25f * sqrt(h / max(sqrt(most.push2), tiny))
                                            : 0.1f * sqrt(h / max(length(limits.gravity), tiny));
    const float rippled      = 0.25f * sqrt(h * h * h / (6.2831853f * max(most.ripple, tiny)));
    const float unladen      = min(min(limits.largest, crossing), min(pushed, rippled));
    // What deep liquid could do if it gave way: the root of the mean square of p/rho over all matter is g times the depth over that of 3. A film under a body that lands is
    // no deep liquid.
    const float deep = !compressible && most.head > 0 ? 0.75f * limits.courant * h / float(std::pow(3 * most.head_squared / double(p.size()), 0.25)) : unladen;
    const float free = min(unladen, deep);
    const std::array bounds{limits.largest, crossing, pushed, rippled, deep};  // in the order of StepBound
    const auto       bound = StepBound(std::find(bounds.begin(), bounds.end(), free) - bounds.begin());
    return {min(free, 0.125f * h * h / max(most.rub, tiny)), free, most.motion < 0.2 * most.head, unladen, bound};
}

std::optional<Trouble> find_trouble(const Exec& exec, const Particles& p, float kick, float dt, float support) {
    const auto v   = p.velocity_density.read();
    const auto a   = p.acceleration.read();
    const auto drift = p.drift.read();
    const auto bad = reduce(
        exec, "guard", p.size(), First{},
        [=] MOTE_LAMBDA(Index i) {
            // Written so that a NaN anywhere makes the comparison false.
            return length(xyz(v[i]) + kick * a[i] + drift[i]) * dt <= support && finite(v[i]) ? First{} : First{i};
        },
        Earlier{});
    if (bad.row == none) return {};
    const bool fine = finite(p.velocity_density.host()[bad.row]) && finite(p.acceleration.host()[bad.row]);
    return Trouble{fine ? Trouble::Kind::too_fast : Trouble::Kind::not_finite, bad.row};
}

Index drop_absurd_pushes(const Exec& exec, Particles& p, float kick, float dt, float support) {
    const auto v     = p.velocity_density.read();
    const auto a     = p.acceleration.write();
    const auto drift = p.drift.write();
    return reduce(
        exec, "guard", p.size(), Index(0),
        [=] MOTE_LAMBDA(Index i) {
            const Vec3 own = xyz(v[i]), push = kick * a[i] + drift[i];
            if (!(length(own) * dt <= support) || length(own + push) * dt <= support || !finite(push)) return Index(0);
            a[i] = drift[i] = {0, 0, 0};
            return Index(1);
        },
        Plus{});
}

std::optional<Trouble> find_lost(const Exec& exec, const Particles& p, const Box& domain) {
    const auto x    = p.position_volume.read();
    const auto lost = reduce(
        exec, "guard", p.size(), First{}, [=] MOTE_LAMBDA(Index i) { return domain.contains(xyz(x[i])) ? First{} : First{i}; },
        Earlier{});
    if (lost.row == none) return {};
    return Trouble{Trouble::Kind::out_of_domain, lost.row};
}

void move_by_drifts(const Exec& exec, Particles& p) {
    const auto drift = p.drift.read();
    const auto x     = p.position_volume.write();
    parallel_for(exec, "move", p.size(), [=] MOTE_LAMBDA(Index i) { x[i] = with_w(xyz(x[i]) + drift[i], x[i].w); });
}

void move_particles(const Exec& exec, Particles& p, float kick, float dt, int dimension) {
    parallel_for(exec, "move", p.size(),
                 Move{p.acceleration.read(), p.drift.read(), p.velocity_density.write(), p.position_volume.write(), kick,
                      dt, dimension == 2});
}

}  // namespace mote
