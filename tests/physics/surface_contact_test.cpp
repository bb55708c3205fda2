// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Elastic bodies that touch each other with their surfaces (decision 019; Keiser 2006, section 5.8).
#include <gtest/gtest.h>

#include <cmath>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

/// Of all matter, or that of one material.
struct Motions {
    double mass = 0, kinetic = 0;
    Vec3d  place{}, momentum{}, spin{};
};
Motions motions_of(World& w, int material = -1) {
    Motions    m;
    Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        if (material >= 0 && int(p.material.host()[i]) != material) continue;
        const double mass = double(p.mass.host()[i]);
        const Vec3d  x = wide(xyz(p.position_volume.host()[i])), v = wide(xyz(p.velocity_density.host()[i]));
        m.mass += mass, m.kinetic += 0.5 * mass * dot(v, v);
        m.place = m.place + mass * x, m.momentum = m.momentum + mass * v, m.spin = m.spin + mass * cross(x, v);
    }
    m.place = (1 / m.mass) * m.place;
    return m;
}

// Where particles have not moved surfels are where they were made, and their areas are those of the shape.
TEST(SurfaceContact, SurfelsLieOnTheShape) {
    for (const char* shape : {"sphere: 0.1", "box: [0.2, 0.16, 0.12]", "difference: [{sphere: 0.1}, {sphere: 0.06}]"})
    for (const int dimension : {2, 3}) {
        const auto w = world_of(fmt::format("dimension: {}\nspacing: 1 cm\ngravity: [0, 0, 0]\nsolids: {{contact: surfaces}}\nmaterials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 1 MPa}}}}}}\n"
                                            "objects: {{a: {{{}, at: [0.03, 0.02, 0], material: rubber}}}}\n", dimension, shape));
        const SurfaceContact& s = *w->solids->surfaces;
        double area = 0, worst = 0;
        for (const auto& m : s.surfels()) area += double(m.area), worst = std::max(worst, double(std::abs(m.off)));
        const bool   flat = dimension == 2, box = shape[0] == 'b', hollow = shape[0] == 'd';
        const double pi = std::acos(-1.0), asked = box ? (flat ? 0.72 : 2 * (0.2 * 0.16 + 0.2 * 0.12 + 0.16 * 0.12)) : flat ? 2 * pi * (hollow ? 0.16 : 0.1) : 4 * pi * (hollow ? 0.0136 : 0.01);
        record(fmt::format("area_{}_{}", dimension, shape[0]), area / asked);
        EXPECT_NEAR(area, asked, (box ? 0.08 : 0.01) * asked) << shape << dimension;  // of edges what is seen along the normal between their faces
        EXPECT_LT(worst, 1e-5) << shape << dimension;
    }
}

/// Balls of radius 0.1 m whose centres are moved to x = -apart/2 and apart/2, as contact sees them.
struct Overlap {
    std::unique_ptr<World>            world;
    std::vector<SurfaceContact::Node> nodes;
    double                            force = 0;  // on the first, along x

    Vec3d                             sum{}, moment{}, given{};  // of forces on surfels, and of those on rows

    Overlap(double apart, float surfel_spacing, const char* first, const char* second, const char* shape = "sphere: 0.1", double from = 0.22) {
        world = world_of(fmt::format(R"(
spacing: 1 cm
gravity: [0, 0, 0]
solids: {{contact: surfaces, surfel_spacing: {}}}
materials:
  red: {{density: 1000, elastic: {{youngs_modulus: {}, poissons_ratio: 0}}}}
  blue: {{density: 1000, elastic: {{youngs_modulus: {}, poissons_ratio: 0}}}}
objects:
  a: {{{}, at: [{}, 0, 0], material: red}}
  b: {{{}, at: [{}, 0, 0], material: blue}}
)", surfel_spacing, first, second, shape, -0.5 * from, shape[0] == 's' ? shape : "box: [0.06, 0.16, 0.16]", 0.5 * from));
        World&          w    = *world;
        const Solids&   all  = *w.solids;
        const Index     rows = all.elastic_rows();
        Scratch<Vec4>   position, velocity;
        position.resize(w.exec, rows), velocity.resize(w.exec, rows);
        for (Index s = 0; s < rows; ++s) {
            const Vec3 x = xyz(all.rest.rest_position_volume.host()[s]);
            position.edit()[s] = with_w(x + Vec3{float((x.x < 0 ? 0.5 : -0.5) * (from - apart)), 0, 0}, 1);
            velocity.edit()[s] = {};
        }
        SurfaceContact&            surfaces = *w.solids->surfaces;
        const SurfaceContact::Rows view{position.read(), velocity.read(), w.material_view(), 0.01f, 0.03f};
        surfaces.begin(w.exec, view, 0.001f);
        const auto push = surfaces.press(w.exec, view, 0);
        w.exec.finish();
        if (!w.exec.on_gpu())
            for (Index s = 0; s < rows; ++s) given = given + wide(push[s]);
        nodes = surfaces.nodes();
        for (Index i = 0; i < surfaces.count(); ++i)
            if (const Vec3d f = wide(surfaces.forces()[i]); true) {
                sum = sum + f, moment = moment + cross(wide(xyz(surfaces.places()[i])), f);
                if (is_first(i)) force += f.x;
            }
    }
    bool   is_first(Index i) const { return world->solids->surfaces->surfels()[i].at.x < 0; }
    double distance(Index i, double apart) const {  // of a surfel from the other ball
        const Vec3 x = xyz(world->solids->surfaces->places()[i]);
        return std::hypot(double(x.x) + (is_first(i) ? -0.5 : 0.5) * apart, double(x.y), double(x.z)) - 0.1;
    }
};

// Equal balls touch in a disc half-way between them; a stiff one keeps its surface. Whether a surfel is inside agrees with the shape.
TEST(SurfaceContact, TheContactSurfaceLiesBetweenByStiffness) {
    const double  apart = 0.196, radius = std::sqrt(0.01 - apart * apart / 4);
    const Overlap equal(apart, 0.75f, "1 MPa", "1 MPa");
    double        off = 0, farthest = 0;
    for (const auto& n : equal.nodes) off = std::max(off, double(std::abs(n.place.x))), farthest = std::max(farthest, std::hypot(double(n.place.y), double(n.place.z)));
    record("off_in_spacings", off / 0.01), record("radius", farthest / radius);
    EXPECT_GT(equal.nodes.size(), 20u);
    EXPECT_LT(off, 0.02 * 0.01);
    EXPECT_NEAR(farthest, radius, 0.0075);
    double outside = 0, away = 0;
    for (Index i = 0; i < equal.world->solids->surfaces->count(); ++i) {
        const double d     = equal.distance(i, apart);
        const bool   found = std::any_of(equal.nodes.begin(), equal.nodes.end(), [&](const auto& n) { return n.surfel == i; });
        if (std::abs(d) > 0.5 * 0.0075 * 0.1) ++away, outside += found != (d < 0);
    }
    record("wrong_side", outside / away);
    EXPECT_LE(outside, 0.001 * away);

    const Overlap stiff(apart, 0.75f, "100 MPa", "100 kPa");
    off = 0;
    for (const auto& n : stiff.nodes) off = std::max(off, std::abs(std::hypot(double(n.place.x) + 0.5 * apart, double(n.place.y), double(n.place.z)) - 0.1));
    record("off_the_stiff_in_spacings", off / 0.01);
    EXPECT_LT(off, 0.02 * 0.01);
}

// The whole force is stiffness times the volume of the overlap, for four times as many surfels too. Both bodies get the same, surfels and rows.
TEST(SurfaceContact, ForceDoesNotDependOnSampling) {
    const double asked = -0.5 * SurfaceContact::stiffness * 1e6 / 0.01 * 0.004 * 0.01;
    double       last  = 0;
    for (const float spacing : {1.f, 0.5f}) {
        const Overlap o(0.076, spacing, "1 MPa", "1 MPa", "box: [0.1, 0.1, 0.1], rotate: {axis: [1, 0, 0], angle: 20 deg}", 0.2);
        record(fmt::format("force_{}", spacing), o.force / asked), record(fmt::format("sum_{}", spacing), length(o.sum) / std::abs(asked));
        record(fmt::format("moment_{}", spacing), length(o.moment) / std::abs(asked) / 0.05), record(fmt::format("rows_{}", spacing), length(o.given) / std::abs(asked));
        if (last < 0) { EXPECT_NEAR(o.force, last, 0.02 * std::abs(asked)); }
        EXPECT_LT(length(o.sum), 1e-6 * std::abs(asked));
        EXPECT_LT(length(o.moment), 1e-6 * std::abs(asked) * 0.05);
        EXPECT_LT(length(o.given), 2e-6 * std::abs(asked));
        last = o.force;
    }
    EXPECT_NEAR(last, asked, 0.03 * std::abs(asked));
}

// Two balls meet off their centres, spin and rub: momentum and angular momentum are exact, and no energy is gained.
TEST(SurfaceContact, AHitKeepsMomenta) {
    for (const int dimension : {2, 3}) {
        const auto w = world_of(fmt::format(R"(
dimension: {}
spacing: 1 cm
gravity: [0, 0, 0]
solids: {{contact: surfaces}}
materials:
  red: {{density: 1000, friction: 0.4, elastic: {{youngs_modulus: 200 kPa}}}}
  blue: {{density: 500, friction: 0.4, elastic: {{youngs_modulus: 400 kPa}}}}
objects:
  a: {{sphere: 5 cm, at: [-0.052, 0, 0], material: red, velocity: [1, 0, 0]}}
  b: {{sphere: 5 cm, at: [0.052, 0.04, 0], material: blue, velocity: [-1, 0, 0]}}
)", dimension));
        const Motions before = motions_of(*w);
        double        most = 0, pushed = 0;
        const double  was = motions_of(*w, 0).momentum.x;
        while (w->time < 0.06) {
            step(*w, 1e-3f);
            most   = std::max(most, motions_of(*w).kinetic + w->solids->energy(w->exec, w->material_view()));
            pushed = std::max(pushed, std::abs(motions_of(*w, 0).momentum.x - was));
        }
        const Motions after = motions_of(*w);
        const double  unit  = std::abs(was), turn = unit * 0.05;
        record(fmt::format("momentum_{}", dimension), length(after.momentum - before.momentum) / unit), record(fmt::format("spin_{}", dimension), length(after.spin - before.spin) / turn);
        record(fmt::format("energy_{}", dimension), most / before.kinetic);
        EXPECT_GT(pushed, 0.3 * unit);
        EXPECT_LT(length(after.momentum - before.momentum), 1e-5 * unit);
        EXPECT_LT(length(after.spin - before.spin), 1e-5 * turn);
        EXPECT_LT(most, 1.005 * before.kinetic);
    }
}

// A block on an elastic slope slides down at g (sin - mu cos), or rests; on surfaces and on particles.
TEST(SurfaceContact, ABlockOnASlopeSlidesOrRests) {
    for (const char* contact : {"surfaces", "particles"})
    for (const double mu : {0.3, 0.7}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 15 mm
gravity: [4.905, -8.496]
solids: {{contact: {1}}}
materials:
  rubber: {{density: 1000, friction: {0}, elastic: {{youngs_modulus: 200 kPa, damping: 3 ms}}}}
  slope: {{density: 1000, friction: {0}, elastic: {{youngs_modulus: 200 kPa, damping: 3 ms}}}}
objects:
  block: {{box: [0.18, 0.06], at: [-0.2, 0.03], material: rubber}}
  slope: {{box: [0.9, 0.06], at: [0, -0.03], material: slope}}
pins: {{bed: {{box: [2, 0.03], at: [0, -0.045], object: slope}}}}
)", mu, contact));
        advance(*w, 0.2);
        const Motions start = motions_of(*w, 0);
        advance(*w, 0.4);
        const Motions m     = motions_of(*w, 0);
        const double  asked = 0.2 * std::max(4.905 - mu * 8.496, 0.0), gained = (m.momentum.x - start.momentum.x) / m.mass;
        record(fmt::format("off_in_g_sin_{}_{}", contact, mu), (gained - asked) / (0.2 * 4.905)), record(fmt::format("moved_{}_{}", contact, mu), m.place.x - start.place.x);
        EXPECT_NEAR(gained, asked, 0.03 * (mu > 0.6 ? 0.2 * 4.905 : asked)) << contact << mu;
        if (mu > 0.6) { EXPECT_LT(std::abs(m.place.x - start.place.x), 1e-4); }
    }
}

/// How far surfels of the upper body are below the upper face of the lower one, and what pushes them, over the middle of a block that rests on another.
struct Resting {
    double depth = 0, force = 0, speed = 0;
    Index  surfels = 0;
};
Resting rest_on(float surfel_spacing, const char* young, double time) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
solids: {{contact: surfaces, surfel_spacing: {}}}
materials:
  upper: {{density: 4000, friction: 0.5, elastic: {{youngs_modulus: {}, poissons_ratio: 0, damping: 10 ms}}}}
  lower: {{density: 4000, friction: 0.5, elastic: {{youngs_modulus: {}, poissons_ratio: 0, damping: 10 ms}}}}
objects:
  upper: {{box: [0.1, 0.05], at: [0, 0.025], material: upper}}
  lower: {{box: [0.1, 0.05], at: [0, -0.025], material: lower}}
pins: {{bed: {{box: [1, 0.02], at: [0, -0.05], object: lower}}}}
)", surfel_spacing, young, young));
    advance(*w, time);
    const SurfaceContact& s = *w->solids->surfaces;
    Resting r;
    double  above = 0, below = 0, n_above = 0, n_below = 0;
    for (Index i = 0; i < s.count(); ++i) {
        const auto& m = s.surfels()[i];
        if (std::abs(m.at.x) > 0.03f || std::abs(m.at.y) > 0.01f) continue;
        const bool upper = m.normal.y < -0.9f;
        (upper ? above : below) += double(s.places()[i].y), ++(upper ? n_above : n_below);
    }
    for (Index i = 0; i < s.count(); ++i)
        if (const auto& m = s.surfels()[i]; m.at.y > 0.0001f || (m.at.y > -0.0001f && m.normal.y < 0)) r.force += double(s.forces()[i].y);
    r.depth = below / n_below - above / n_above, r.surfels = s.count();
    r.speed = std::sqrt(2 * motions_of(*w, 0).kinetic / motions_of(*w, 0).mass);
    return r;
}

// A block at rest goes into the other by its weight over area and stiffness, however many surfels there are.
TEST(SurfaceContact, PenetrationIsLoadOverStiffness) {
    const double load = 4000 * 0.05 * 9.81, stiffness = 0.5 * SurfaceContact::stiffness * 1e5 / 0.01;  // per area; both moduli are 100 kPa
    double last = 0;
    for (const float spacing : {1.f, 0.5f}) {
        const Resting r = rest_on(spacing, "100 kPa", 1.2);
        record(fmt::format("depth_{}", spacing), r.depth / (load / stiffness)), record(fmt::format("force_{}", spacing), r.force / (load * 0.1)), record(fmt::format("speed_{}", spacing), r.speed);
        EXPECT_NEAR(r.depth, load / stiffness, 0.05 * load / stiffness) << spacing;
        EXPECT_NEAR(r.force, load * 0.1, 0.02 * load * 0.1) << spacing;
        EXPECT_LT(r.speed, 1e-4) << spacing;  // KB-56
        if (last > 0) { EXPECT_NEAR(r.depth, last, 0.02 * last); }
        last = r.depth;
    }
}

// Shells of two layers that meet at 10 m/s part again.
TEST(SurfaceContact, ThinShellsDoNotPass) {
    const auto w = world_of(R"(
dimension: 2
spacing: 5 mm
gravity: [0, 0]
solids: {contact: surfaces}
materials:
  red: {density: 1000, elastic: {youngs_modulus: 2 MPa, poissons_ratio: 0.3, law: neo_hookean}}
  blue: {density: 1000, elastic: {youngs_modulus: 2 MPa, poissons_ratio: 0.3, law: neo_hookean}}
objects:
  a: {difference: [{sphere: 80 mm}, {sphere: 65 mm}], at: [-0.085, 0], material: red, velocity: [5, 0]}
  b: {difference: [{sphere: 80 mm}, {sphere: 65 mm}], at: [0.085, 0], material: blue, velocity: [-5, 0]}
)");
    double worst = -1;
    while (w->time < 0.04) {
        step(*w, 1e-3f);
        double left = -1, right = 1;  // along the axis
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Vec4 x = w->particles.position_volume.host()[i];
            if (std::abs(x.y) > 0.01f) continue;
            if (w->particles.material.host()[i] == 0)
                left = std::max(left, double(x.x));
            else
                right = std::min(right, double(x.x));
        }
        worst = std::max(worst, left - right);
    }
    record("worst", worst / 0.005), record("speed", motions_of(*w, 0).momentum.x / motions_of(*w, 0).mass);
    EXPECT_LT(worst, 0.0);
    EXPECT_LT(motions_of(*w, 0).momentum.x / motions_of(*w, 0).mass, -1);
}

// Nor do sheets of a single layer, which keep both momenta and gain no energy: their far sides face each other too, and do not touch.
TEST(SurfaceContact, SheetsOfOneLayerDoNotPass) {
    for (const double friction : {0.0, 0.5}) {
        const auto w = world_of(fmt::format(R"(
spacing: 1 cm
gravity: [0, 0, 0]
solids: {{contact: surfaces}}
materials: {{rubber: {{density: 1000, friction: {}, elastic: {{youngs_modulus: 1 MPa}}}}}}
objects:
  a: {{box: [8 cm, 1 cm, 8 cm], at: [0, 2 cm, 0], material: rubber, velocity: [0, -5, 0]}}
  b: {{box: [8 cm, 1 cm, 8 cm], at: [4 mm, -2 cm, 3 mm], material: rubber, velocity: [0, 5, 0]}}
)", friction));
        const Changes most = changes_until(*w, 0.02);
        record(fmt::format("momentum_{}", friction), most.linear), record(fmt::format("spin_{}", friction), most.angular), record(fmt::format("energy_{}", friction), most.energy);
        EXPECT_GT(velocity_of(*w, "a").y, 1);
        EXPECT_GT(centre_of(*w, "a").y, centre_of(*w, "b").y + 0.02);
        EXPECT_LT(most.linear, 1e-6);
        EXPECT_LT(most.angular, 1e-5);
        EXPECT_LT(most.energy, 1.002);
    }
}

// Nor does a body pass through itself, on surfaces or particles: the arms of a fork that flies are flung at each other, one along the other, touch, rub and part. Both momenta are kept, and no energy is gained.
TEST(SurfaceContact, ABodyTouchesItself) {
    for (const char* contact : {"surfaces", "particles"})
    for (const int dimension : {2, 3})
        for (const double friction : {0.0, 0.5}) {
            SCOPED_TRACE(fmt::format("{}_{}_{}", contact, dimension, friction));
            const auto w = world_of(fmt::format(R"(
dimension: {}
spacing: 1 cm
gravity: [0, 0, 0]
solids: {{contact: {}}}
materials: {{rubber: {{density: 1000, friction: {}, elastic: {{youngs_modulus: 300 kPa, law: neo_hookean}}}}}}
objects: {{fork: {{difference: [{{box: [0.3, 0.1, 0.04]}}, {{box: [0.3, 0.04, 0.06], at: [0.06, 0, 0]}}], at: [0.2, 0.1, 0], material: rubber}}}}
)", dimension, contact, friction));
            Particles&   p    = w->particles;
            const Solids& all = *w->solids;
            for (Index i = 0; i < p.size(); ++i) {  // 0 at the root of the arms, 1 at their ends
                const Vec4  x   = p.position_volume.host()[i];
                const float arm = std::max((x.x - 0.11f) / 0.24f, 0.f), side = x.y > 0.1f ? 1.f : -1.f;
                Vec4&       v   = p.velocity_density.edit()[i];
                v = with_w(xyz(v) + Vec3{1.f + 0.5f * side * arm, 0.5f - 3 * side * arm, 0}, v.w);
            }
            const Momenta start = momenta_of(*w);
            Changes       most;
            double        nearest = 1;
            std::size_t   nodes = 0;
            bool          parted = false;
            while (w->time < 0.08) {
                step(*w, 1e-3f);
                const Momenta now = momenta_of(*w);
                most.linear = std::max(most.linear, length(now.linear - start.linear) / start.speeds), most.angular = std::max(most.angular, length(now.angular - start.angular) / length(start.angular));
                most.energy = std::max(most.energy, (now.kinetic + observe_solids(*w)) / start.kinetic);
                float lowest = 1, highest = -1;  // of the ends of the arms, within
                for (Index i = 0; i < p.size(); ++i) {
                    const Vec3 rest = xyz(all.rest.rest_position_volume.host()[all.place.host()[i]]), x = xyz(p.position_volume.host()[i]);
                    if (rest.x < 0.3f || std::abs(rest.y - 0.1f) > 0.03f) continue;
                    if (rest.y > 0.1f) lowest = std::min(lowest, x.y); else highest = std::max(highest, x.y);
                }
                nearest = std::min(nearest, double(lowest - highest));
                const std::size_t touching = all.surfaces ? all.surfaces->nodes().size() : lowest - highest < 0.012f ? 5 : 0;  // of particles: whether rows are as near as they touch
                parted = nodes > 0 && touching == 0, nodes = std::max(nodes, touching);
            }
            record(fmt::format("momentum_{}_{}_{}", contact, dimension, friction), most.linear), record(fmt::format("spin_{}_{}_{}", contact, dimension, friction), most.angular), record(fmt::format("energy_{}_{}_{}", contact, dimension, friction), most.energy);
            record(fmt::format("nearest_in_spacings_{}_{}_{}", contact, dimension, friction), nearest / 0.01), record(fmt::format("nodes_{}_{}_{}", contact, dimension, friction), double(nodes));
            EXPECT_GT(nodes, 4u);
            EXPECT_GT(nearest, 0.3 * 0.01);
            EXPECT_TRUE(parted);
            EXPECT_LT(most.linear, 1e-6);
            EXPECT_LT(most.angular, 1e-5);
            EXPECT_LT(most.energy, 1.002);
        }
}

}  // namespace
}  // namespace mote
