// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Position-based fluids [Macklin & Mueller 2013] in the volume form of PressureSystem: the constraint C_i = alpha_i - 1 <= 0 at the
// places where particles will be, one Jacobi step after the other, each with the density and gradients of the places
// reached. The neighbours are those of the beginning of the step. Walls mirror whoever pushes, as in PressureSystem.
#include "pbf.h"

#include <cmath>

#include "mote/neighbours.h"

namespace mote {
namespace {

struct Predict {
    View<const Vec4> position_volume, velocity_density;
    View<const Vec3> acceleration, drift;
    View<Vec4>       place;
    View<float>      pressure;
    Index            matter;
    float            kick, dt;

    MOTE_FN void operator()(Index i) const {
        if (i < matter) pressure[i] = 0;
        const Vec3 x = xyz(position_volume[i]), v = xyz(velocity_density[i]);
        place[i]     = with_w(x + dt * (i < matter ? v + kick * acceleration[i] + drift[i] : v), 0);
    }
};

/// The multiplier lambda_i = C_i / |grad C_i|^2, as V lambda beside the place; returns how much denser it is there than it may be. What corrects density
/// is speed, the more the shorter the step, and speed and pressure shorten it: of what is too dense at the start, the share `later` may stay.
struct Multiplier {
    NeighbourView     neighbours;
    View<const Vec4>  place, position_volume, velocity_density;
    View<const float> rest_density;
    View<Vec4>        next, mirrored;
    Kernel            kernel;
    float             relaxation, softening, later;

    MOTE_FN double operator()(Index i) const {
        const auto x_i = xyz(place[i]);
        const auto sum = neighbours.sum(i, [&](auto j) {
            const auto x_ij = x_i - xyz(place[j]);
            const auto rr = dot(x_ij, x_ij), slope = kernel.slope_over_r_at_square(rr), v_j = position_volume[j].w;
            const auto rho_j = rest_density[j], push = v_j * slope;
            const auto wall  = select(rho_j < wall_density, 0.f * push, push);
            return Both{Both{push * x_ij, wall * x_ij},
                        Both{v_j * kernel.at_square(rr), push * slope * min(rr, 1e18f) / rho_j}};
        });
        const float volume = position_volume[i].w, lightness = 1 / rest_density[i];
        const float may_stay = later * max(velocity_density[i].w * lightness - 1, 0.f);
        const float excess   = max(volume * kernel.at_zero() + sum.second.first - 1 - may_stay, 0.f);
        // Softer where particles have few or very near neighbours, and in many steps where it is far too dense: limits that
        // are the same for both of a pair keep momentum.
        const Vec3  g = sum.first.first, m = g + sum.first.second;
        const float squared = lightness * dot(g, m) + volume * sum.second.second;
        const float lambda  = relaxation * min(excess, 0.1f) / (squared + lightness * softening);
        mirrored[i]         = with_w(m, lambda);
        next[i]             = with_w(x_i, volume * lambda);
        return double(excess);
    }
};

struct Correct {
    NeighbourView     neighbours;
    View<const Vec4>  from, mirrored;
    View<const float> rest_density;
    View<Vec4>        place;
    View<float>       pressure;  // that would do the same in one step
    Kernel            kernel;
    float             kick_dt;   // [s^2]

    MOTE_FN void operator()(Index i) const {
        const auto x_i = xyz(from[i]);
        const Vec3 sum = neighbours.sum(i, [&](auto j) {
            const auto p_j  = from[j];
            const auto x_ij = x_i - xyz(p_j);
            return (p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij))) * x_ij;
        });
        const Vec3 shift = (-1 / rest_density[i]) * (mirrored[i].w * xyz(mirrored[i]) + sum);
        pressure[i] += mirrored[i].w / kick_dt;
        place[i] = with_w(x_i + shift, 0);
    }
};

/// The acceleration that leads to the place.
struct Follow {
    View<const Vec4> place, position_volume, velocity_density;
    View<const Vec3> drift;
    View<Vec3>       acceleration;
    float            kick, dt;

    MOTE_FN void operator()(Index i) const {
        const Vec3 v    = (1 / dt) * (xyz(place[i]) - xyz(position_volume[i])) - drift[i];
        acceleration[i] = (1 / kick) * (v - xyz(velocity_density[i]));
    }
};

struct Copy {
    View<const Vec4> from;
    View<Vec4>       to;

    MOTE_FN void operator()(Index i) const { to[i] = from[i]; }
};

}  // namespace

SolveReport Pbf::solve(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Pace pace) {
    const Index rows = p.rows() + 1;  // nobody too: lists are padded with it
    place_.borrow(exec, rows), next_.borrow(exec, rows), mirrored_.borrow(exec, p.size());
    parallel_for(exec, "pressure rows", rows,
                 Predict{p.position_volume.read(), p.velocity_density.read(), p.acceleration.read(), p.drift.read(),
                         place_.write(), p.pressure.write(), p.size(), pace.kick, pace.dt});
    refresh_places(exec, p, place_.write());
    parallel_for(exec, "pressure rows", rows, Copy{place_.read(), next_.write()});
    // A tenth of what two neighbours at rest make of |grad C|^2 rho0.
    const float volume = kernel.dimension == 3 ? spacing_ * spacing_ * spacing_ : spacing_ * spacing_;
    const float push = volume * kernel.slope(spacing_), softening = 0.1f * push * push;
    const float later = max(0.f, 1 - pace.dt / (0.02f * std::sqrt(spacing_ / max(pace.gravity, 9.81f))));
    const float aim = aim_of(1.1f * spec_.tolerance, float(find_statistics(exec, p, {}, pace.full).mean_density_error));
    SolveReport report;
    for (;;) {
        const double excess = reduce(
            exec, "density constraint", p.size(), 0.0,
            Multiplier{neighbours.view(), place_.read(), p.position_volume.read(), p.velocity_density.read(), p.rest_density.read(), next_.write(),
                       mirrored_.write(), kernel, relaxation_of(kernel.h / spacing_, kernel.dimension), softening, later},
            Plus{});
        report.density_error = float(excess / max(double(p.size()), 1.0));
        ++report.iterations;
        const bool enough = report.iterations >= 2 && report.density_error <= aim;
        report.hard       = !enough;
        if (enough || report.iterations >= spec_.most_iterations) break;
        refresh_places(exec, p, next_.write());
        parallel_for(exec, "position correction", p.size(),
                     Correct{neighbours.view(), next_.read(), mirrored_.read(), p.rest_density.read(), place_.write(),
                             p.pressure.write(), kernel, pace.kick * pace.dt});
        refresh_places(exec, p, place_.write());
    }
    parallel_for(exec, "pressure rows", p.size(),
                 Follow{place_.read(), p.position_volume.read(), p.velocity_density.read(), p.drift.read(),
                        p.acceleration.write(), pace.kick, pace.dt});
    place_.give_back(exec), next_.give_back(exec), mirrored_.give_back(exec);
    return report;
}

}  // namespace mote
