// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Surface tension as a stress in the surface [Lafaurie et al. 1994; Morris 2000, section 3.3]: with the inward normal
// n_i = sum_j V_j grad W over the same liquid and walls,
//     T_i = s sigma e_i (|n_i| I - n_i n_i / |n_i|),    e_i = sqrt(|n_i| / n_0),    rho0_i a_i = sum_j V_j (T_i + T_j) . grad C.
// Forces are equal and opposite, so linear momentum is kept to rounding. grad C is the cohesion spline of Akinci, Akinci &
// Teschner [2013], because with grad W the surface clumps. All reach 3.5 spacings whatever the support: at 2 spacings the
// surface is one particle thick and tears.
//
// The cohesion of Akinci et al. itself pulls everywhere. Its pressure inside a liquid is 8.2 sigma/h with or without
// curvature, forty times the jump 2 sigma/R of a drop of ten h, so no coefficient gives the jump in N/m.
//
// Without e (Morris has none) what particles lack of order inside adds up, as |n| is never below 0: layers along a wall have an |n| of 0.02 to 0.05 per spacing, and ten of
// them pull along it with up to a third of sigma. n_0 is the |n| of the outermost layer of a lattice. With e the tension also lies a seventh of a spacing nearer to the face.
//
// s makes up for what a lattice misses, by sums over its layers. Flat, a free surface has `held` of its tension, as the layers that carry it lie 0.7 spacings inside and are
// more curved than the face. The jump of a drop at rest is sigma/R (2-D), 2 sigma/R (3-D) times
//     R in spacings   10     16     20
//     2-D             1.04   0.98   0.96
//     3-D             1.03
// In spacings the method is the same at every resolution.
//
// The stress has no potential, so it heats a surface slowly. A pair that parts is pulled more by 1 + tau (rate of its
// stretching), tau = 0.3 sqrt(rho h^3/sigma): a surface viscosity that fades as (h/R)^(3/2).
//
// The surface to a wall has a stress of its own, of the normal sum_j V_j grad W over walls [one for each pair of phases: Hu & Adams
// 2006]. Were it one stress of the liquid's own normal, a film of one layer would have none, its two surfaces cancel, and all that is liked would be wetted by
// such films. Young's equation asks for a tension of -sigma cos theta = (1 - 2 adhesion) sigma there. Half of what is liked is tension that is
// missing, so that no stress is negative: (1 - adhesion) sigma. The other half is work of attraction with the adhesion spline, which holds what hangs, summed over
// lattices of liquid and wall that face each other. What is left to be found by trying are `along_walls` and `attraction`
// (docs/decisions/029-wetting.md, with where drops settle).
//
// Solids that liquids cling to are such walls too, which are as deep as they are thick and feel what they pull with.
#include <algorithm>
#include <cmath>

#include "laws/pair/surface_tension.h"
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote {
namespace {

/// What the layers of a lattice with a flat face pull with where s and sigma are 1, in spacings.
struct FlatFace {
    float steepest;  ///< n_0: |n| of the outermost layer
    float free;      ///< tension of a face to nobody
    float wall;      ///< of one to a wall, whose stress is without e
};
FlatFace flat_face(int dimension) {
    constexpr int across = int(surface_reach);
    const int     deep   = dimension == 3 ? across : 0;
    const Kernel  kernel = rest_kernel(1, surface_reach, dimension);
    const float   unit   = CohesionSpline::norm(dimension) / std::pow(surface_reach, float(dimension + 1));
    float         normal[across + 1] = {}, along[across + 1] = {};  // of a layer so far away: sum of dW/dy, and of -x dC/dx
    for (int away = 0; away <= across; ++away)
        for (int i = -across; i <= across; ++i)
            for (int k = -deep; k <= deep; ++k)
                if (const float r = std::sqrt(float(away * away + i * i + k * k)); r > 0 && r < surface_reach) {
                    normal[away] -= kernel.slope_over_r(r) * float(away);
                    along[away] += unit * CohesionSpline::at(r / surface_reach) / r * float(i * i);
                }
    FlatFace face{};
    for (int layer = 0; layer <= across; ++layer) {
        float n = 0, one_side = along[0];
        for (int away = 1; away <= across; ++away) {
            n += away > layer ? normal[away] : 0;  // those that have none to answer them above
            one_side += away > layer ? along[away] : 2 * along[away];
        }
        if (layer == 0) face.steepest = n;
        face.free += n * std::sqrt(n / face.steepest) * one_side;
        face.wall += n * one_side;
    }
    return face;
}

/// Of the tension of a flat free surface: drops of 10 to 20 spacings then have the pressure that they should.
float held(int dimension) { return dimension == 2 ? 0.92f : 0.87f; }

/// s of faces between two liquids, whose stress is without e; with what their table holds (src/stages/pairs.cpp).
float between(int dimension) { return dimension == 2 ? 2.5f : 2.34f; }

/// A symmetric matrix in two 16-byte rows: (xx, yy, zz, -) and (yz, zx, xy, -).
struct Stress {
    Vec3 straight{0, 0, 0}, aside{0, 0, 0};

    /// Adds what a surface of normal n and tension sigma pulls with: sigma (|n| I - n n / |n|).
    MOTE_HOT void add(float sigma, const Vec3& n) {
        const float nn = dot(n, n), per = sigma / max(sqrtf(nn), 1e-20f);
        straight = straight + per * Vec3{nn - n.x * n.x, nn - n.y * n.y, nn - n.z * n.z};
        aside    = aside - per * Vec3{n.y * n.z, n.z * n.x, n.x * n.y};
    }
};

/// What makes contact angles right: of the tension (1 - adhesion) sigma of a flat wall, and of the work adhesion sigma of its attraction.
float along_walls(int dimension) { return dimension == 2 ? 0.76f : 0.95f; }
float attraction(int dimension) { return dimension == 2 ? 1.22f : 1.2f; }

/// The normals of a particle's surfaces, times their tensions: of that to nobody, and of that to the wall.
template <class R>
using Normals = Both<Vec3T<R>, Vec3T<R>>;

/// `value` where a neighbour is of a wall, or of a solid that is liked; else 0. Their adhesion has a minus (include/mote/stages.h), so 1 + it is what is not liked.
template <class R>
MOTE_HOT R of_walls(const R& value, const R& rest_density, const R& surface_tension) {
    const R none = 0.f * value;
    return select(rest_density >= wall_density, value, select(surface_tension < 0.f, value, none));
}

/// Walls pull nothing.
struct Stresses {
    View<const Vec4> wall, unliked;  // of implicit boundaries; null where there are none
    View<Vec4>       straight, aside;
    float            free, along_walls, between;  // s; the first over the root of n_0

    MOTE_HOT void clear(Index i) const { straight[i] = aside[i] = {0, 0, 0, 0}; }
    /// `others`: the same of surfaces to other liquids.
    MOTE_HOT void set(Index i, float sigma, Normals<float> n, const Vec3& others = {0, 0, 0}) const {
        if (wall.data && sigma > 0) n.first = n.first + sigma * xyz(wall[i]), n.second = n.second + sigma * xyz(unliked[i]);
        Stress stress;
        stress.add(free * sqrtf(length(n.first) / max(sigma, 1e-20f)), n.first);
        stress.add(along_walls, n.second);
        stress.add(between, others);
        straight[i] = with_w(stress.straight, 0), aside[i] = with_w(stress.aside, 0);
    }
};

struct Pull {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> rest_density, surface_tension, kind;  // the latter: of liquids whose tension goes with the temperature; empty: none does
    Stresses          stresses;
    Kernel            kernel;
    Index             matter;

    MOTE_FN void operator()(Index i) const {
        const float sigma = i < matter ? surface_tension[i] : 0.f, rho_i = rest_density[i];
        if (!(sigma > 0)) return stresses.clear(i);
        const auto x_i = xyz(position_volume[i]);
        const auto n   = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x_ij  = x_i - xyz(p_j);
            const auto slope = sigma * p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij)), none = 0.f * slope;
            const auto rho_j = rest_density[j], tension_j = surface_tension[j];
            const auto wall  = of_walls(slope, rho_j, tension_j);
            const auto same  = kind.data ? select(abs(kind[j] - kind[i]) > 0, none, slope) : select(abs(rho_j - rho_i) + abs(tension_j - sigma) > 0, none, slope);
            return Both{(same + wall) * x_ij, (wall * (1.f + tension_j)) * x_ij};
        });
        stresses.set(i, sigma, n);
    }
};

// The same where a table tells the tension between liquids. The surface of liquid a to liquid b is where n_b = sum_{j in b} V_j
// grad W is, that to nobody is what is missing of all these sums, and each has a stress of its own:
//     n = n_a + n_wall + sum_b n_b with sigma_a, and sum_b sigma_ab n_b.
// Who has no tension told to a counts as nobody for it (sigma_ab = sigma_a in the table).
// No n_a in the second: a film that is thinner than a particle costs as much as a thick one, or walls would be wetted.
struct PairPull {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> rest_density, surface_tension, kind, table;
    Stresses          stresses;
    Kernel            kernel;
    Index             matter;
    int               kinds;

    MOTE_FN void operator()(Index i) const {
        if (i >= matter || surface_tension[i] < 0) return stresses.clear(i);
        const float* const row = table.data + int(kind[i]) * kinds;
        const float        own = surface_tension[i];
        const auto         x_i = xyz(position_volume[i]);
        const auto         n   = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x_ij  = x_i - xyz(p_j);
            const auto slope = p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij));
            const auto k_j   = kind[j];
            const auto liked = surface_tension[j];
            const auto wall  = of_walls(own * slope, rest_density[j], liked);
            auto       free = 0.f * k_j, other = free;
            for (int b = 0; b < kinds; ++b) {
                const auto is_b = abs(k_j - float(b)) < 0.5f;
                if (row[b] < 0 || row[b] == own) continue;  // all of it is its own
                free  = select(is_b, 0.f * k_j + own, free);
                other = select(is_b, 0.f * k_j + row[b], other);
            }
            return Both{Both{(free * slope + wall) * x_ij, (wall * (1.f + liked)) * x_ij}, (other * slope) * x_ij};
        });
        stresses.set(i, own, n.first, n.second);
    }
};

struct Tension {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, velocity_density, straight, aside;
    View<const float> rest_density, surface_tension;
    View<Vec3>        acceleration;
    float             inverse_h, cohesion, of_wall, of_solid;  // the last: of adhesion 1 on a liquid of 1 N/m
    float             tau;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const Vec3  d_i = xyz(straight[i]), s_i = xyz(aside[i]);
        const float own = surface_tension[i];
        const Vec3  sum  = neighbours.sum(i, [&](auto j) {
            const auto p_j = position_volume[j];
            const auto d = d_i + xyz(straight[j]), s = s_i + xyz(aside[j]);
            const auto x_ij = x_i - xyz(p_j), v_ij = v_i - xyz(velocity_density[j]);
            const auto rr = max(dot(x_ij, x_ij), 1e-30f), inverse_r = rsqrt(rr);
            const auto q = min(rr * inverse_r * inverse_h, 1.f), share = p_j.w * inverse_r, none = 0.f * q;
            const auto cling = min(own * surface_tension[j], 0.f);  // of a liquid and what it likes
            const auto wall  = rest_density[j] >= wall_density;
            const auto slope = select(wall, none, select(cling < 0.f, none, -cohesion * share * CohesionSpline::at(q)));
            const auto stuck = cling * share * select(wall, none + of_wall, none + of_solid) * AdhesionSpline::at(q);
            // What a surface pulls with is half of the trace.
            const auto stretch = slope * (0.5f * (d.x + d.y + d.z)) * (tau * dot(v_ij, x_ij) * inverse_r * inverse_r);
            const std::remove_const_t<decltype(x_ij)> pulled{d.x * x_ij.x + s.z * x_ij.y + s.y * x_ij.z, s.z * x_ij.x + d.y * x_ij.y + s.x * x_ij.z, s.y * x_ij.x + s.x * x_ij.y + d.z * x_ij.z};
            return slope * pulled + (stretch + stuck) * x_ij;
        });
        acceleration[i] += (1 / rest_density[i]) * sum;
    }
};

/// Which liquid each row is, where that is not told by its tension; below 0: walls and nobody.
struct FindLiquid {
    View<const MaterialId> material;
    View<const float>      liquids;
    View<float>            kind;
    Index                  matter;

    MOTE_FN void operator()(Index i) const { kind[i] = i < matter ? liquids[material[i]] : -1.f; }
};
View<const float> find_liquids(const Exec& exec, const Particles& p, std::span<const Material> materials, SurfaceWork& work) {
    if (std::none_of(materials.begin(), materials.end(), [](const Material& m) { return m.tension_curve.points > 0; })) return {};
    std::vector<float> liquids;
    for (const Material& m : materials) liquids.push_back(float(std::find_if(materials.begin(), materials.end(), [&](const Material& known) { return same_liquid(known, m); }) - materials.begin()));
    work.kind.resize(exec, p.rows() + 1);
    parallel_for(exec, "surface normal", p.rows() + 1, FindLiquid{p.material.read(), work.liquids.on(exec, liquids), work.kind.write(), p.size()});
    refresh(exec, p, work.kind.write());
    return work.kind.read();
}

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

std::vector<float> attraction_of_plane(float spacing, int dimension, int steps) {
    constexpr int rings = 128;
    const float   h = surface_reach * spacing, reach = h - 0.5f * spacing, width = h / rings, step = reach / float(steps);
    std::vector<float> pull(std::size_t(steps) + 1, 0);
    for (int k = 0; k <= steps; ++k)
        for (float away = float(k) * step + 0.5f * spacing; away < h; away += spacing)  // layers
            for (int ring = 0; ring < rings; ++ring) {
                const float t = (float(ring) + 0.5f) * width, r = std::hypot(away, t), volume = spacing * width * (dimension == 3 ? 2 * float(M_PI) * t : 2);
                pull[std::size_t(k)] += volume * AdhesionSpline::at(min(r / h, 1.f)) * away / r;
            }
    float work = 0;  // of layers of liquid that go away
    for (int k = 0; k <= steps; ++k) work += step * spacing * pull[std::size_t(k)] * std::ceil(float(k) * step / spacing - 0.5f);
    for (float& value : pull) value *= attraction(dimension) / work;
    return pull;
}

bool has_cohesion(std::span<const Material> materials) {
    return std::any_of(materials.begin(), materials.end(), [](const Material& m) { return m.cohesion > 0; });
}

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
    const auto   face      = flat_face(dimension);
    const auto   adhesion  = [&](int layers) { return attraction(dimension) / (std::pow(settings.spacing, float(dimension + 2)) * adhesion_sum(surface_reach, layers, dimension)); };
    float        tau       = 1e20f;
    for (const Material& m : materials)
        if (m.surface_tension > 0) tau = min(tau, 0.3f * std::sqrt(m.rest_density * h * h * h / m.surface_tension));

    for (std::size_t k = 0; pairs.has_tension && k < pairs.tension.size(); ++k)
        if (const Material& m = materials[k / materials.size()]; pairs.tension[k] != 0)
            tau = min(tau, 0.3f * std::sqrt(m.rest_density * h * h * h / (2 * std::abs(pairs.tension[k]))));

    work.straight.resize(exec, p.rows() + 1), work.aside.resize(exec, p.rows() + 1);
    Stresses stresses{{}, {}, work.straight.write(), work.aside.write(), held(dimension) / (face.free * std::sqrt(face.steepest / settings.spacing)), along_walls(dimension) / face.wall, between(dimension)};
    if (settings.implicit) stresses.wall = work.wall.read(), stresses.unliked = work.unliked.read();
    if (pairs.has_tension) {
        compute_kind(exec, p, work.kind);
        parallel_for(exec, "surface normal", p.rows() + 1,
                     PairPull{work.near.view(), p.position_volume.read(), p.rest_density.read(), p.surface_tension.read(), work.kind.read(),
                              pairs.tension_settings.on(exec, pairs.tension), stresses, kernel, p.size(), pairs.count});
    } else
        parallel_for(exec, "surface normal", p.rows() + 1,
                     Pull{work.near.view(), p.position_volume.read(), p.rest_density.read(), p.surface_tension.read(), find_liquids(exec, p, materials, work), stresses, kernel, p.size()});
    refresh(exec, p, work.straight.write()), refresh(exec, p, work.aside.write());
    parallel_for(exec, "surface tension", p.size(),
                 Tension{work.near.view(), p.position_volume.read(), p.velocity_density.read(), work.straight.read(), work.aside.read(), p.rest_density.read(),
                         p.surface_tension.read(), p.acceleration.write(), 1 / h,
                         CohesionSpline::norm(dimension) / std::pow(h, float(dimension + 1)), adhesion(wall_layers(settings.support)), adhesion(int(surface_reach)), tau});
}

}  // namespace mote
