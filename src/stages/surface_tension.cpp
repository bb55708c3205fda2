// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Surface tension as a stress in the surface [Lafaurie et al. 1994; Morris 2000, section 3.3]: with the inward normal
// n_i = sum_j V_j grad W over the same liquid,
//     T_i = s sigma (|n_i| I - n_i n_i / |n_i|),    rho0_i a_i = sum_j V_j (T_i + T_j) . grad C.
// Forces are equal and opposite, so linear momentum is kept to rounding. grad C is the cohesion spline of Akinci, Akinci &
// Teschner [2013], because with grad W the surface clumps. All reach 3.5 spacings whatever the support: at 2 spacings the
// surface is one particle thick and tears.
//
// The cohesion of Akinci et al. itself pulls everywhere. Its pressure inside a liquid is 8.2 sigma/h with or without
// curvature, forty times the jump 2 sigma/R of a drop of ten h, so no coefficient gives the jump in N/m.
//
// s makes up for what a lattice misses. The jump of a drop at rest is sigma/R (2-D), 2 sigma/R (3-D) times
//     R in spacings   10     16     20
//     2-D, s = 2.5    1.04   0.98   0.97
//     3-D, s = 2.34   1.03   0.95          (the last from three moments between 0.89 and 0.99)
// as the surface that carries the tension lies 1.5 spacings inside that of the liquid; a flat surface would have 0.9 by that.
// In spacings the method is the same at every resolution.
//
// The stress has no potential, so it heats a surface slowly. A pair that parts is pulled more by 1 + tau (rate of its
// stretching), tau = 0.3 sqrt(rho h^3/sigma): a surface viscosity that fades as (h/R)^(3/2).
//
// Walls attract with the adhesion spline. Its strength follows from the work of adhesion, w = sigma (1 + cos theta) [Young
// & Dupre]; adhesion 0 .. 1 is w / (2 sigma), summed over lattices of liquid and wall that face each other.
#include <algorithm>
#include <cmath>

#include "laws/pair/surface_tension.h"
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote {
namespace {

/// What of the surface the particles carry, who are all inside: s above.
float completion(int dimension) { return dimension == 2 ? 2.5f : 2.34f; }

// T = |q|^2 I - q q with q = n sqrt(s sigma / |n|): one row per particle for the second sweep. Walls and nobody pull nothing.
struct Pull {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> rest_density, surface_tension;
    View<Vec4>        pull;
    Kernel            kernel;
    Index             matter;
    float             completion;

    MOTE_FN void operator()(Index i) const {
        pull[i] = {0, 0, 0, 0};
        if (i >= matter || surface_tension[i] <= 0) return;
        const float sigma = surface_tension[i], rho_i = rest_density[i];
        const auto  x_i   = xyz(position_volume[i]);
        const Vec3  n     = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x_ij  = x_i - xyz(p_j);
            const auto slope = p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij));
            const auto other = abs(rest_density[j] - rho_i) + abs(surface_tension[j] - sigma);
            return select(other > 0, 0.f * slope, slope) * x_ij;
        });
        pull[i] = with_w(sqrt(completion * sigma / max(length(n), 1e-20f)) * n, 0);
    }
};

// The same where a table tells the tension between liquids. The surface of liquid a to liquid b is where n_b = sum_{j in b} V_j
// grad W is, that to nobody or a wall is what is missing of all these sums, and each part pulls with its own tension:
//     sigma n = sigma_a (n_a + sum_b n_b) - sum_b sigma_ab n_b.
// No n_a in it where sigma_a = 0: a film that is thinner than a particle costs as much as a thick one, or walls would be wetted.
struct PairPull {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> surface_tension, kind, table;
    View<Vec4>        pull;
    Kernel            kernel;
    Index             matter;
    int               kinds;
    float             completion;

    MOTE_FN void operator()(Index i) const {
        pull[i] = {0, 0, 0, 0};
        if (i >= matter) return;
        const float* const row = table.data + int(kind[i]) * kinds;
        const float        own = surface_tension[i];
        const auto         x_i = xyz(position_volume[i]);
        const Vec3         n   = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x_ij  = x_i - xyz(p_j);
            const auto k_j   = kind[j];
            auto       sigma = 0.f * k_j;  // walls and nobody are what is missing
            for (int b = 0; b < kinds; ++b) sigma = select(abs(k_j - float(b)) < 0.5f, 0.f * k_j + (own - row[b]), sigma);
            return (sigma * p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij))) * x_ij;
        });
        pull[i] = with_w(sqrt(completion / max(length(n), 1e-20f)) * n, 0);
    }
};

struct Tension {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, velocity_density, pull;
    View<const float> rest_density, surface_tension;
    View<Vec3>        acceleration;
    float             inverse_h, cohesion, adhesion;  // adhesion: of a wall of adhesion 1 on a liquid of 1 N/m
    float             tau;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const Vec3  q_i = xyz(pull[i]);
        const float qq_i = dot(q_i, q_i), cling = adhesion * surface_tension[i];
        const Vec3  sum  = neighbours.sum(i, [&](auto j) {
            const auto p_j = position_volume[j];
            const auto q_j = xyz(pull[j]);
            const auto x_ij = x_i - xyz(p_j), v_ij = v_i - xyz(velocity_density[j]);
            const auto rr = max(dot(x_ij, x_ij), 1e-30f), inverse_r = rsqrt(rr);
            const auto q = min(rr * inverse_r * inverse_h, 1.f), share = p_j.w * inverse_r;
            const auto wall  = rest_density[j] >= wall_density;
            const auto slope = select(wall, 0.f * q, -cohesion * share * CohesionSpline::at(q));
            const auto stuck = select(wall, cling * share * surface_tension[j] * AdhesionSpline::at(q), 0.f * q);
            const auto stretch = 1.f + tau * dot(v_ij, x_ij) * inverse_r * inverse_r;
            const auto along = slope * (qq_i + dot(q_j, q_j)) * stretch + stuck;
            return along * x_ij - (slope * dot(q_i, x_ij)) * q_i - (slope * dot(q_j, x_ij)) * q_j;
        });
        acceleration[i] += (1 / rest_density[i]) * sum;
    }
};

/// Sum over the layers of a liquid and those of a wall of the potential of A, in spacings.
float adhesion_sum(float reach, int layers, int dimension) {
    const auto potential = [&](float r) {
        constexpr int pieces = 32;
        const float   piece  = (reach - r) / pieces;
        float         sum    = 0;
        for (int k = 0; k < pieces; ++k) sum += AdhesionSpline::at((r + (float(k) + 0.5f) * piece) / reach);
        return sum * piece;
    };
    const int across = int(reach), deep = dimension == 3 ? across : 0;
    float     sum = 0;
    for (int away = 1; away <= across; ++away)  // so many pairs of layers are `away` apart
        for (int i = -across; i <= across; ++i)
            for (int k = -deep; k <= deep; ++k)
                if (const float r = std::sqrt(float(away * away + i * i + k * k)); r < reach)
                    sum += float(std::min(away, layers)) * potential(r);
    return sum;
}

}  // namespace

bool has_surface_tension(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.surface_tension > 0) return true;
    return false;
}

void add_surface_tension(const Exec& exec, Particles& p, std::span<const Material> materials, const PairTable& pairs,
                         SurfaceWork& work, const SurfaceSettings& settings) {
    const int    dimension = settings.dimension;
    const float  h         = surface_reach * settings.spacing;
    const Kernel kernel    = rest_kernel(settings.spacing, h, dimension);
    const float  adhesion  = 2 / (std::pow(settings.spacing, float(dimension + 2)) *
                                  adhesion_sum(surface_reach, wall_layers(settings.support), dimension));
    float        tau       = 1e20f;
    for (const Material& m : materials)
        if (m.surface_tension > 0) tau = min(tau, 0.3f * std::sqrt(m.rest_density * h * h * h / m.surface_tension));

    for (std::size_t k = 0; pairs.has_tension && k < pairs.tension.size(); ++k)
        if (const Material& m = materials[k / materials.size()]; pairs.tension[k] > 0)
            tau = min(tau, 0.3f * std::sqrt(m.rest_density * h * h * h / (2 * pairs.tension[k])));

    work.pull.resize(exec, p.rows() + 1);
    if (pairs.has_tension) {
        compute_kind(exec, p, work.kind);
        parallel_for(exec, "surface normal", p.rows() + 1,
                     PairPull{work.near.view(), p.position_volume.read(), p.surface_tension.read(), work.kind.read(),
                              pairs.tension_settings.on(exec, pairs.tension), work.pull.write(), kernel, p.size(), pairs.count, completion(dimension)});
    } else
        parallel_for(exec, "surface normal", p.rows() + 1,
                 Pull{work.near.view(), p.position_volume.read(), p.rest_density.read(), p.surface_tension.read(), work.pull.write(),
                      kernel,
                      p.size(), completion(dimension)});
    refresh(exec, p, work.pull.write());
    parallel_for(exec, "surface tension", p.size(),
                 Tension{work.near.view(), p.position_volume.read(), p.velocity_density.read(), work.pull.read(), p.rest_density.read(),
                         p.surface_tension.read(), p.acceleration.write(), 1 / h,
                         CohesionSpline::norm(dimension) / std::pow(h, float(dimension + 1)), adhesion, tau});
}

}  // namespace mote
