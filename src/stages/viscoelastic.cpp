// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Liquids that carry elastic stress (KB-61 to 65). Nothing is remembered but the strain of each particle; neighbours are those of the step, so the shape at rest is absorbed in every
// step, in the right frame [Keiser 2006, section 6.2, put right]. With the corrected gradient of the step [Bonet & Lok 1999],
//     grad v_i = sum_j V_j (v_j - v_i) (C_i grad W),    C_i^-1 = sum_j V_j (x_j - x_i) grad W,
// which is exact for linear fields, so that rotations strain nobody, and the force that does the work of these strains,
//     rho0_i a_i = sum_j V_j (s_i C_i + s_j C_j) grad W.
// Forces are equal and opposite; as C makes the gradient of places 1 and stress is symmetric, torques cancel too. Sums go over those that carry stress: to others, and to nobody, matter
// is free. A wall that matter sticks to mirrors it: the surface stands still between the two (wall_viscosity), and its stress is that of whoever is there.
//
// Waves of shear may cross many spacings in a step. With K the stiffness of the pair viscosity (laws/pair/viscosity.h) for mu = theta G kick,
//     (1 + kick K) (v' - v) = kick a
// filters accelerations as the trapezoidal rule does (theta = 1/4), stable for any step and without damping. The viscosity solver solves it, together with viscosity where that is implicit.
// Waves as short as particles are apart, which the stress hardly feels, fade by a viscosity of calm rho c spacing.
#include "mote/viscoelastic.h"

#include <algorithm>

#include "laws/pair/viscosity.h"
#include "laws/point/viscoelastic.h"
#include "mote/neighbours.h"

namespace mote {
namespace {

constexpr float theta = 0.7f;    // of the trapezoidal rule 1/4, and more as pairs along a row of a lattice resist by a third less, and to swell is stiffer than to shear
constexpr float bulk  = 3;       // modulus of what is drawn apart, over G
constexpr float calm  = 0.05f;
constexpr float full = 0.7f, bare = 0.4f;  // determinant of C^-1 inside; at a surface, where a flat one has 1/2
constexpr float thin = 1e-3f;              // and where there is nothing to correct with: a lone drop, a string

struct Grip {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      viscosity, temperature;
    View<float>            grip, calming, thickness;
    SolidRows              solids;
    Index                  rows;
    float                  kick;
    float                  spacing;
    bool                   thick;

    MOTE_FN void operator()(Index i) const {
        grip[i] = calming[i] = thickness[i] = 0;
        if (i >= rows) return;
        if (viscosity[i] < 0) return void((grip[i] = 0.5f * viscosity[i], calming[i] = thickness[i] = viscosity[i]));
        const Material& m = materials[material[i]];
        if (thick) thickness[i] = viscosity[i];
        if (!m.is_viscoelastic() || SolidRows::is_solid(solids.of(i))) return;
        grip[i]      = 1;
        const float G = shear_modulus(m.viscoelastic, temperature[i]), damping = calm * spacing * sqrt(G * m.rest_density);
        calming[i] = damping;
        thickness[i] += theta * kick * G + damping;
    }
};

/// What a neighbour counts for. A wall is seen with its friction, and its velocity twice, as it is mirrored.
template <class R>
MOTE_HOT R counted(R grip) { return abs(grip); }
template <class R>
MOTE_HOT R moved(R grip) { return select(grip < 0, -2.f * grip, grip); }

/// C, and how much of its strain a particle answers to: all inside; at a surface, where few neighbours tell, so much as without the correction (M), or noise of whoever has few would be
/// multiplied. Rotations are known exactly everywhere, and s -> sym(s M) C does the work of D -> sym(D M), so both momenta are kept as well.
struct Correction {
    Mat3 c, m;
    bool inside;

    MOTE_HOT Correction(Mat3 moment, int dimension) {
        if (dimension == 2) moment.row[2].z = 1;
        const float fullness = determinant(moment), share = clamp((full - fullness) / (full - bare), 0.f, 1.f);
        c      = fullness > thin ? inverse(moment) : identity();
        m      = identity() + share * (moment - identity());
        inside = share == 0;
    }
    MOTE_HOT Mat3 stress(const Mat3& s) const { return inside ? s * c : symmetric(s * m) * c; }
    /// Of a change of place u with this gradient, what strains. By Cayley's map, so that a rotation of any size is one.
    MOTE_HOT Mat3 change(const Mat3& grad_u) const {
        if (inside) return grad_u;
        Mat3       h = grad_u * inverse(identity() + 0.5f * grad_u);
        const Mat3 d = symmetric(h);
        h            = h - d + symmetric(d * m);
        return inverse(identity() - 0.5f * h) * h;
    }
};

struct Stress {
    NeighbourView          neighbours;
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const Vec4>       position_volume;
    View<const float>      grip, temperature;
    View<const Mat3>       strain;
    View<const float>      swelling;
    View<Vec4>             x, y, z;
    Kernel                 kernel;
    Index                  matter;

    MOTE_FN void operator()(Index i) const {
        x[i] = y[i] = z[i] = {0, 0, 0, 0};
        if (i >= matter || grip[i] == 0) return;
        const auto x_i    = xyz(position_volume[i]);
        const Mat3 moment = neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ji = xyz(p_j) - x_i;
            return outer((-p_j.w * counted(grip[j]) * kernel.slope_over_r_at_square(dot(x_ji, x_ji))) * x_ji, x_ji);
        });
        const float G = shear_modulus(materials[material[i]].viscoelastic, temperature[i]);
        const Mat3 s = Correction(moment, kernel.dimension).stress(elastic_stress(G, strain[i]) + diagonal(bulk * G * swelling[i]));
        x[i] = with_w(s.row[0], 0), y[i] = with_w(s.row[1], 0), z[i] = with_w(s.row[2], 0);
    }
};

struct Divergence {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, x, y, z;
    View<const float> grip, rest_density;
    View<Vec3>        acceleration;
    Kernel            kernel;

    MOTE_FN void operator()(Index i) const {
        if (grip[i] == 0) return;
        const auto x_i = xyz(position_volume[i]);
        const Mat3 s_i{{xyz(x[i]), xyz(y[i]), xyz(z[i])}};
        const Vec3 sum = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x_ij  = x_i - xyz(p_j);
            const auto slope = p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij));
            const auto own   = slope * moved(grip[j]);
            const auto s_x = xyz(x[j]), s_y = xyz(y[j]), s_z = xyz(z[j]);  // 0 of walls and others
            using R = std::remove_cvref_t<decltype(slope)>;
            return own * (s_i * x_ij) + slope * Vec3T<R>{dot(s_x, x_ij), dot(s_y, x_ij), dot(s_z, x_ij)};
        });
        acceleration[i] += (1 / rest_density[i]) * sum;
    }
};

/// Lets waves fade that are as short as particles are apart.
struct Calm {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, velocity_density;
    View<const float> rest_density, calming;
    View<Vec3>        acceleration;
    Kernel            kernel;
    PairViscosity     law;
    SolidRows         solids;

    MOTE_FN void operator()(Index i) const {
        const auto x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const Vec3 sum = neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j), v_ij = v_i - xyz(velocity_density[j]);
            const auto rr   = dot(x_ij, x_ij);
            const auto mu   = solids.pressing(solids.of(i), j, PairViscosity::between(calming[i], calming[j]));
            return (p_j.w * law(mu, 0.f * rr, dot(v_ij, x_ij), rr) * kernel.slope_over_r_at_square(rr)) * x_ij;
        });
        acceleration[i] += (1 / rest_density[i]) * sum;
    }
};

struct Motion {
    View<const Vec4> velocity_density;
    View<const Vec3> acceleration, drift;
    View<Vec4>       motion;
    Index            matter;
    float            kick;

    MOTE_FN void operator()(Index i) const {
        const Vec3 v = xyz(velocity_density[i]);
        motion[i]    = with_w(i < matter ? v + kick * acceleration[i] + drift[i] : v, 0);
    }
};

struct Deform {
    NeighbourView          neighbours;
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const Vec4>       position_volume, velocity_density, motion;
    View<const float>      grip, rest_density, temperature;
    View<Mat3>             strain;
    View<float>            swelling;
    Kernel                 kernel;
    float                  dt;

    MOTE_FN void operator()(Index i) const {
        if (grip[i] == 0) return void((strain[i] = {}, swelling[i] = 0));
        const auto x_i = xyz(position_volume[i]), v_i = xyz(motion[i]);
        const auto sum = neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ji = xyz(p_j) - x_i, v_ji = xyz(motion[j]) - v_i;
            const auto w    = -p_j.w * kernel.slope_over_r_at_square(dot(x_ji, x_ji));
            return Both{outer(moved(grip[j]) * v_ji, w * x_ji), outer((counted(grip[j]) * w) * x_ji, x_ji)};
        });
        const ViscoelasticLaw& law = materials[material[i]].viscoelastic;
        const Correction to(sum.second, kernel.dimension);
        const Mat3       change = to.change(dt * (sum.first * to.c));
        const float room  = rest_density[i] / velocity_density[i].w - 1;  // what the density says, which lacks neighbours at a surface
        swelling[i]       = clamp((1 + swelling[i]) * determinant(identity() + change) - 1, 0.f, max(room, 0.f));
        const float T     = temperature[i];
        strain[i]         = relaxed(law, deformed(relaxed(law, strain[i], T, 0.5f * dt), change, kernel.dimension), T, 0.5f * dt);
    }
};

}  // namespace

bool is_viscoelastic(std::span<const Material> materials) {
    return std::any_of(materials.begin(), materials.end(), [](const Material& m) { return m.is_viscoelastic(); });
}

float shear_wave_speed(std::span<const Material> materials) {
    float most = 0;
    for (const Material& m : materials) most = max(most, m.viscoelastic.shear / m.rest_density);
    return sqrt(most);
}

void add_elastic_stress(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, View<const Material> materials, Viscoelastic& v,
                        const ViscoelasticSettings& settings) {
    const Index rows = p.rows() + 1;
    v.grip.resize(exec, rows), v.calming.resize(exec, rows), v.thickness.resize(exec, rows);
    for (auto& row : v.stress) row.resize(exec, rows);
    const auto list = neighbours.view();
    parallel_for(exec, "elastic grip", rows,
                 Grip{materials, p.material.read(), p.viscosity.read(), p.temperature.read(), v.grip.write(), v.calming.write(), v.thickness.write(), settings.solids, p.rows(), settings.kick, settings.spacing, settings.thick});
    parallel_for(exec, "elastic stress", rows,
                 Stress{list, materials, p.material.read(), p.position_volume.read(), v.grip.read(), p.temperature.read(), v.strain.read(), v.swelling.read(),
                        v.stress[0].write(), v.stress[1].write(), v.stress[2].write(), kernel, p.size()});
    for (auto& row : v.stress) refresh(exec, p, row.write());
    parallel_for(exec, "elastic force", p.size(),
                 Divergence{list, p.position_volume.read(), v.stress[0].read(), v.stress[1].read(), v.stress[2].read(), v.grip.read(), p.rest_density.read(), p.acceleration.write(), kernel});
    parallel_for(exec, "elastic force", p.size(),
                 Calm{list, p.position_volume.read(), p.velocity_density.read(), p.rest_density.read(), v.calming.read(), p.acceleration.write(), kernel,
                          PairViscosity{viscosity_factor(kernel, settings.spacing), 0, 0.01f * kernel.h * kernel.h}, settings.solids});
}

void deform_elastic(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, View<const Material> materials, Viscoelastic& v, float kick, float dt) {
    v.motion.resize(exec, p.rows() + 1);
    parallel_for(exec, "elastic motion", p.rows() + 1, Motion{p.velocity_density.read(), p.acceleration.read(), p.drift.read(), v.motion.write(), p.size(), kick});
    refresh(exec, p, v.motion.write());
    parallel_for(exec, "elastic strain", p.size(),
                 Deform{neighbours.view(), materials, p.material.read(), p.position_volume.read(), p.velocity_density.read(), v.motion.read(), v.grip.read(), p.rest_density.read(), p.temperature.read(), v.strain.write(), v.swelling.write(), kernel, dt});
}

double elastic_energy(const Exec& exec, const Particles& p, View<const Material> materials, const Viscoelastic& v) {
    const auto e           = v.strain.read();
    const auto x           = p.position_volume.read();
    const auto material    = p.material.read();
    const auto temperature = p.temperature.read();
    return reduce(
        exec, "elastic energy", p.size(), 0.0,
        [=] MOTE_LAMBDA(Index i) { return 0.5 * double(x[i].w) * double(shear_modulus(materials[material[i]].viscoelastic, temperature[i])) * double(trace(e[i])); }, Plus{});
}

}  // namespace mote
