// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rigid bodies against mechanics in closed form, and in water against Archimedes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "curves.h"
#include "mote/mesh.h"
#include "worlds.h"

namespace mote {
namespace {

const BodyTable& bodies(const World& w) { return w.rigid->table; }
Vec3d centre(const World& w, Index b = 0) { return bodies(w).centre.host()[b]; }
Vec3d velocity(const World& w, Index b = 0) { return bodies(w).velocity.host()[b]; }
Vec3d angular_momentum(const World& w, Index b = 0) { return bodies(w).angular_momentum.host()[b]; }

/// Inertia about the axes of the world at the start.
Mat3d inertia(const World& w) {
    const Mat3d a = bodies(w).axes.host()[0];
    const Vec3d m = bodies(w).moments.host()[0];
    return a * (Mat3d{{{m.x, 0, 0}, {0, m.y, 0}, {0, 0, m.z}}} * transpose(a));
}
double energy_of_turning(const World& w) {
    const Mat3d a = bodies(w).turn.host()[0] * bodies(w).axes.host()[0];
    const Vec3d m = bodies(w).moments.host()[0], l = transpose(a) * angular_momentum(w);
    return 0.5 * (l.x * l.x / m.x + l.y * l.y / m.y + l.z * l.z / m.z);
}
/// How far any particle is from where its body has it [m].
double out_of_place(const World& w) {
    const RestShape& rest = w.solids->rest;
    double           most = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Index s = w.solids->place.host()[i];
        if (s == Solids::none || rest.rigid.host()[s] == 0) continue;
        const Index b = rest.rigid.host()[s] - 1;
        const Vec4  q = rest.rest_position_volume.host()[s], x = w.particles.position_volume.host()[i];
        const Vec3d from{double(q.x), double(q.y), double(q.z)}, at{double(x.x), double(x.y), double(x.z)};
        most = std::max(most, length(at - (centre(w, b) + bodies(w).turn.host()[b] * (from - bodies(w).rest_centre.host()[b]))));
    }
    return most;
}
Statistics statistics(const World& w) { return find_statistics(w.exec, w.particles, w.gravity); }

// A box of cubes is a box: its inertia is exact.
TEST(Rigid, MassAndInertiaAreThoseOfTheSolid) {
    const auto   box = world_of("spacing: 2 cm\nmaterials: {wood: {density: 500, rigid: true}}\nobjects: {a: {box: [0.2, 0.12, 0.08], material: wood}}\n");
    const double m   = 500 * 0.2 * 0.12 * 0.08;
    EXPECT_NEAR(bodies(*box).mass.host()[0], m, 1e-4 * m);
    EXPECT_NEAR(inertia(*box).row[0].x, m / 12 * (0.12 * 0.12 + 0.08 * 0.08), 1e-4 * m / 12 * 0.02);
    EXPECT_NEAR(inertia(*box).row[1].y, m / 12 * (0.2 * 0.2 + 0.08 * 0.08), 1e-4 * m / 12 * 0.05);
    EXPECT_NEAR(inertia(*box).row[2].z, m / 12 * (0.2 * 0.2 + 0.12 * 0.12), 1e-4 * m / 12 * 0.05);
}

/// What the shape of a body has.
struct Solid {
    double mass;
    Vec3d  centre;
    Mat3d  inertia;
};
Mat3d about(double x, double y, double z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }
/// Sums over the tetrahedra between the origin and each triangle (the divergence theorem).
Solid solid_of(const TriangleMesh& mesh, double density) {
    Solid  s{};
    Mat3d  spread{};
    for (const auto& t : mesh.triangles) {
        const Vec3d  a = wide(mesh.points[t[0]]), b = wide(mesh.points[t[1]]), c = wide(mesh.points[t[2]]), sum = a + b + c;
        const double m = density * dot(a, cross(b, c)) / 6;
        s.mass += m, s.centre = s.centre + (0.25 * m) * sum;
        spread = spread + (m / 20) * (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum));
    }
    s.centre          = s.centre / s.mass;
    const Mat3d about = spread - s.mass * outer(s.centre, s.centre);
    s.inertia         = diagonal<double>(trace(about)) - about;
    return s;
}

// However coarse its particles are, a body has the mass, centre and inertia of its shape, and its particles weigh as much and balance there.
TEST(Rigid, MassCentreAndInertiaAreThoseOfTheShape) {
    const double r = 0.05, h = 0.083, ball = 500 * 4 / 3. * M_PI * r * r * r, tin = 500 * M_PI * r * r * h;
    const Vec3d  box{0.113, 0.087, 0.051};
    const double crate = 500 * box.x * box.y * box.z;
    const Mat3d  turn  = wide(rotation(normalised(Vec3{1, 2, 0.5f}), 25 * pi / 180));
    const double low = 500 * M_PI * r * r * 0.03, high = 2000 * M_PI * r * r * (h - 0.03), middle = (low * 0.015 + high * (0.03 + h) / 2) / (low + high) - h / 2;
    const auto   disc = [&](double m, double height, double off) { return about(m * (3 * r * r + height * height) / 12 + m * off * off, m * r * r / 2, m * (3 * r * r + height * height) / 12 + m * off * off); };
    const TriangleMesh duck = load_mesh(MOTE_SOURCE_DIR "/scenes/meshes/duck.obj");
    for (const auto& [name, form, expected] : std::initializer_list<std::tuple<std::string, std::string, Solid>>{
             {"ball", "sphere: 50 mm", {ball, {}, diagonal<double>(0.4 * ball * r * r)}},
             {"cylinder", "cylinder: {radius: 50 mm, height: 83 mm}", {tin, {}, disc(tin, h, 0)}},
             {"box", "box: [0.113, 0.087, 0.051], rotate: {axis: [1, 2, 0.5], angle: 25 deg}",
              {crate, {}, turn * (crate / 12 * about(box.y * box.y + box.z * box.z, box.x * box.x + box.z * box.z, box.x * box.x + box.y * box.y) * transpose(turn))}},
             {"two_materials", "cylinder: {radius: 50 mm, height: 83 mm}, regions: [{plane: [0, -1, 0], at: [0, -11.5 mm, 0], material: stone}]",
              {low + high, {0, middle, 0}, disc(low, 0.03, 0.015 - h / 2 - middle) + disc(high, h - 0.03, (0.03 + h) / 2 - h / 2 - middle)}},
             {"two_parts", "union: [{box: [0.0362, 0.087, 0.051], at: [-38.4 mm, 0, 0]}, {box: [0.0768, 0.087, 0.051], at: [18.1 mm, 0, 0]}]",
              {crate, {}, crate / 12 * about(box.y * box.y + box.z * box.z, box.x * box.x + box.z * box.z, box.x * box.x + box.y * box.y)}},
             {"mesh", "mesh: " MOTE_SOURCE_DIR "/scenes/meshes/duck.obj", solid_of(duck, 500)}}) {
        const auto   w = world_of("spacing: " + std::string(name == "mesh" ? "2 cm" : "1 cm") + "\ngravity: [0, 0, 0]\nmaterials: {wood: {density: 500, rigid: true}, stone: {density: 2000, rigid: true}}\n"
                                  "objects: {a: {" + form + ", material: wood, spin: [1, 2, 3]}}\n");
        const double mass = bodies(*w).mass.host()[0], size = std::sqrt(trace(expected.inertia) / expected.mass);
        const auto   off_by = [](const Mat3d& a, const Mat3d& b) { return norm(a - b) / norm(b); };
        record(name + "_mass", mass / expected.mass - 1), record(name + "_centre", length(centre(*w) - expected.centre) / size), record(name + "_inertia", off_by(inertia(*w), expected.inertia));
        EXPECT_NEAR(mass, expected.mass, 1e-3 * expected.mass) << name;
        EXPECT_LT(length(centre(*w) - expected.centre), 1e-3 * size) << name;
        EXPECT_LT(off_by(inertia(*w), expected.inertia), 2e-3) << name;
        EXPECT_LT(length(velocity(*w)), 1e-5) << name;
        EXPECT_LT(length(angular_momentum(*w) - inertia(*w) * Vec3d{1, 2, 3}), 1e-4 * length(angular_momentum(*w))) << name;
        double particles = 0;
        Vec3d  lever{};
        for (Index i = 0; i < w->particles.size(); ++i) {
            const double m = double(w->particles.mass.host()[i]);
            particles += m, lever = lever + m * (wide(xyz(w->particles.position_volume.host()[i])) - centre(*w));
        }
        EXPECT_NEAR(particles, mass, 1e-5 * mass) << name;
        EXPECT_LT(length(lever), 1e-5 * mass * size) << name;
    }
}

TEST(Rigid, FallsAndSpinsFreely) {
    const auto  world = world_of("spacing: 2 cm\nmaterials: {wood: {density: 500, rigid: true}}\nobjects: {a: {box: [0.2, 0.12, 0.08], material: wood, velocity: [1, 2, 0], spin: [3, 5, -4]}}\n");
    const Vec3d from = centre(*world), l = angular_momentum(*world);
    EXPECT_NEAR(l.x, inertia(*world).row[0].x * 3, 1e-5 * length(l));
    advance(*world, 1);
    EXPECT_NEAR(centre(*world).x, from.x + 1, 1e-4);
    EXPECT_NEAR(centre(*world).y, from.y + 2 - 9.81 / 2, 1e-4);
    EXPECT_LT(length(angular_momentum(*world) - l), 1e-6 * length(l));
    EXPECT_LT(out_of_place(*world), 1e-6);
}

// About its middle axis a body tumbles over and over [Dzhanibekov]; it keeps its energy all the same.
TEST(Rigid, TumblesWithoutLosingEnergy) {
    const auto   world = world_of("spacing: 2 cm\ngravity: [0, 0, 0]\nmaterials: {wood: {density: 500, rigid: true}}\nobjects: {a: {box: [0.2, 0.12, 0.06], material: wood, spin: [0.1, 0, 0]}}\n");
    const Vec3d  about{0.05, 12, 0};
    world->rigid->table.angular_momentum.edit()[0] = inertia(*world) * about;
    const Vec3d  l = angular_momentum(*world);
    const double e = energy_of_turning(*world);
    bool         over = false;
    for (int k = 0; k < 600; ++k) {
        step(*world, 0.01f);
        EXPECT_NEAR(energy_of_turning(*world), e, 1e-3 * e);
        over |= bodies(*world).turn.host()[0].row[1].y < -0.9;
    }
    EXPECT_TRUE(over);
    EXPECT_LT(length(angular_momentum(*world) - l), 1e-6 * length(l));
    EXPECT_LT(out_of_place(*world), 1e-6);
}

std::string pool_2d(const std::string& density, const std::string& at, const std::string& box = "[0.16, 0.16]") {
    return R"(dimension: 2
spacing: 1 cm
materials: {water: {density: 1000, viscosity: 0.5}, wood: {density: )" + density + R"(, rigid: true}}
objects:
  block: {box: )" + box + ", at: " + at + R"(, material: wood}
  pool:
    material: water
    difference: [{box: [0.48, 0.32], at: [0, 0.16]}, {box: )" + box + ", at: " + at + R"(}]
boundaries: {tank: {box: [0.48, 0.8], at: [0, 0.4], inside: true}}
)";
}
/// Where the surface is, away from the body [m].
double surface(const World& w) {
    double highest = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec3 x = xyz(w.particles.position_volume.host()[i]);
        if (w.particles.material.host()[i] == 0 && std::abs(x.x) > 0.15f) highest = std::max(highest, double(x.y));
    }
    return highest + 0.5 * double(w.spacing);
}

// V-36
TEST(Rigid, FloatsAtTheDraughtOfItsDensity) {
    const auto world = world_of(pool_2d("500", "[0, 0.32]", "[0.16, 0.08]"));
    advance(*world, 4);
    double draught = 0;
    for (int k = 0; k < 20; ++k) {
        advance(*world, 4 + 0.05 * k);
        draught += 0.05 * (surface(*world) - (centre(*world).y - 0.04));
    }
    RecordProperty("draught_mm", std::to_string(1e3 * draught));
    EXPECT_NEAR(draught, 0.04, 0.005);
    EXPECT_LT(length(velocity(*world)), 0.02);
}
TEST(Rigid, FloatsInSpaceToo) {
    const auto world = world_of(R"(spacing: 2 cm
materials: {water: {density: 1000, viscosity: 0.5}, wood: {density: 500, rigid: true}}
objects:
  block: {box: [0.2, 0.12, 0.2], at: [0, 0.24, 0], material: wood}
  pool: {box: [0.44, 0.16, 0.44], at: [0, 0.08, 0], material: water}
boundaries: {tank: {box: [0.44, 0.6, 0.44], at: [0, 0.3, 0], inside: true}}
)");
    advance(*world, 1.5);
    EXPECT_NEAR(surface(*world) - (centre(*world).y - 0.06), 0.06, 0.01);
    EXPECT_GT(bodies(*world).turn.host()[0].row[1].y, 0.99);
}
// A ball of half the density of water floats to its middle; the level is measured.
TEST(Rigid, ABallFloatsAsDeepAsItIsHeavy) {
    const auto world = world_of(R"(spacing: 15 mm
materials: {water: {density: 1000, viscosity: 0.5}, wood: {density: 500, rigid: true}}
objects:
  ball: {sphere: 75 mm, at: [0, 0.25, 0], material: wood}
  pool: {box: [0.42, 0.165, 0.42], at: [0, 82.5 mm, 0], material: water}
boundaries: {tank: {box: [0.42, 0.6, 0.42], at: [0, 0.3, 0], inside: true}}
)");
    advance(*world, 2);
    double draught = 0;
    for (int k = 1; k <= 10; ++k) {
        advance(*world, 2 + 0.05 * k);
        draught += 0.1 * (surface(*world) - (centre(*world).y - 0.075));
    }
    record("draught_off_in_spacings", (draught - 0.075) / 0.015);
    EXPECT_NEAR(draught, 0.075, 0.5 * 0.015);
}

TEST(Rigid, StaysWhereItIsAsHeavyAsWater) {
    const auto  world = world_of(pool_2d("1000", "[0, 0.16]"));
    const Vec3d from  = centre(*world);
    double      most  = 0;
    for (int k = 1; k <= 50; ++k) {
        advance(*world, 0.1 * k);
        most = std::max(most, length(centre(*world) - from));
        EXPECT_LT(length(centre(*world) - from), 0.01) << world->time;
    }
    record("moved_in_spacings", most / 0.01);
}
TEST(Rigid, WaterCarriesTheWeightOfWhatItDisplaces) {
    const auto world = world_of(pool_2d("2000", "[0, 0.16]") + "pins: {hand: {box: [0.04, 0.04], at: [0, 0.16]}}\n");
    advance(*world, 2);
    double mean = 0;
    for (int k = 1; k <= 20; ++k) {
        advance(*world, 2 + 0.05 * k);
        mean += bodies(*world).load.host()[0].y / 20;
    }
    const double weight = 1000 * 9.81 * 0.16 * 0.16;
    RecordProperty("load_over_weight", std::to_string(mean / weight));
    EXPECT_NEAR(mean, weight, 0.05 * weight);
}

TEST(Rigid, WaterAndBodyKeepTheirMomentum) {
    const auto world = world_of(R"(spacing: 2 cm
gravity: [0, 0, 0]
materials: {water: {preset: water}, steel: {density: 4000, rigid: true}}
objects:
  drop: {sphere: 0.1, material: water, velocity: [1, 0.2, 0]}
  block: {box: [0.12, 0.12, 0.12], at: [0.18, 0.05, 0.02], material: steel}
)");
    const auto before = statistics(*world);
    const auto rest   = velocity(*world);
    advance(*world, 0.3);
    const auto   after     = statistics(*world);
    const double exchanged = bodies(*world).mass.host()[0] * length(velocity(*world) - rest);
    EXPECT_GT(exchanged, 0.1);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(after.momentum[k], before.momentum[k], 1e-5 * exchanged) << k;
    EXPECT_GT(length(angular_momentum(*world)), 0);
}

// Honey between a disc that turns and a ring that stands [Couette]: the disc loses spin by 4 pi mu w R1^2 R2^2/(R2^2 - R1^2), as a plate would by mu u A/h. (Plates that cross a periodic face are refused.)
TEST(Rigid, HoneyBrakesADiscAsCouetteSays) {
    const double mu = 10, inner = 0.16, outer = 0.24, brake = 4 * M_PI * mu * inner * inner * outer * outer / (outer * outer - inner * inner);
    const auto   w = world_of(fmt::format(R"(
dimension: 2
spacing: 8 mm
support: 3
xsph: 0
gravity: [0, 0]
materials: {{honey: {{density: 1000, viscosity: {0}}}, steel: {{density: 20000, rigid: true}}}}
objects:
  disc: {{sphere: {1}, material: steel, spin: [0, 0, 1]}}
  honey: {{difference: [{{sphere: {2}}}, {{sphere: {1}}}], material: honey}}
boundaries: {{ring: {{sphere: {2}, inside: true}}}}
)", mu, inner, outer));
    advance(*w, 0.3);  // until it flows steadily
    const double start = angular_momentum(*w).z, moment = bodies(*w).moments.host()[0].z;
    double       asked = 0;
    for (int k = 1; k <= 40; ++k) {
        const double before = angular_momentum(*w).z;
        advance(*w, 0.3 + 0.01 * k);
        asked += 0.01 * brake * 0.5 * (before + angular_momentum(*w).z) / moment;
    }
    record("brake_over_theory", (start - angular_momentum(*w).z) / asked);
    EXPECT_NEAR(start - angular_momentum(*w).z, asked, 0.05 * asked);
}

// What a body that turns gives the liquid around it is what it loses, of both momenta.
TEST(Rigid, WaterAndASpinningBodyKeepTheirAngularMomentum) {
    for (const auto& [liquid, handed_over] : {std::pair{"density: 1000, viscosity: 1", 0.6}, {"preset: water", 0.4}}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 1 cm
gravity: [0, 0]
xsph: 0
time_step: {{largest: 1 ms}}
materials: {{liquid: {{{}}}, wood: {{density: 1000, rigid: true}}}}
objects:
  bar: {{box: [0.12, 0.06], material: wood, spin: [0, 0, 4]}}
  liquid: {{difference: [{{sphere: 0.18}}, {{box: [0.12, 0.06]}}], material: liquid}}
)", liquid));
        const auto of_liquid = [&] {
            Vec3d            linear{};
            double           angular = 0;
            const Particles& p = w->particles;
            for (Index i = 0; i < p.size(); ++i) {
                if (p.material.host()[i] != 0) continue;
                const Vec3d x = wide(xyz(p.position_volume.host()[i])), v = wide(xyz(p.velocity_density.host()[i]));
                linear += double(p.mass.host()[i]) * v, angular += double(p.mass.host()[i]) * cross(x, v).z;
            }
            return std::pair(linear, angular);
        };
        const double spin = angular_momentum(*w).z, mass = bodies(*w).mass.host()[0];
        double       angular = 0, linear = 0;
        for (int k = 1; k <= 20; ++k) {
            advance(*w, 0.01 * k);
            const auto [p, l] = of_liquid();
            const Vec3d c = centre(*w), v = velocity(*w);
            angular = std::max(angular, std::abs(l + angular_momentum(*w).z + mass * cross(c, v).z - spin)), linear = std::max(linear, length(p + mass * v));
        }
        record(fmt::format("angular_{}", handed_over), angular / spin), record(fmt::format("handed_over_{}", handed_over), 1 - angular_momentum(*w).z / spin);
        EXPECT_LT(angular, 5e-3 * spin) << liquid;
        EXPECT_LT(linear, 1e-5 * spin / 0.1) << liquid;
        EXPECT_GT(spin - angular_momentum(*w).z, handed_over * spin) << liquid;
    }
}

TEST(Rigid, RestsOnTheFloor) {
    for (const char* dimension : {"2", "3"}) {
        const bool flat  = dimension[0] == '2';
        const auto world = world_of(std::string("dimension: ") + dimension + "\nspacing: 2 cm\nmaterials: {wood: {density: 500, rigid: true}}\nobjects: {a: {box: " +
                                    (flat ? "[0.2, 0.12], at: [0, 0.06]" : "[0.2, 0.12, 0.16], at: [0, 0.06, 0]") + ", material: wood}}\nboundaries: {floor: {plane: [0, 1, 0]}}\n");
        const Vec3d from = centre(*world);
        for (int k = 1; k <= 20; ++k) {
            advance(*world, 0.1 * k);
            EXPECT_LT(length(centre(*world) - from), 0.1 * 0.02) << dimension << "-D, " << world->time;
        }
        EXPECT_LT(norm(bodies(*world).turn.host()[0] - identity<double>()), 0.01);
    }
}

// One falls onto the other: neither goes through.
TEST(Rigid, BodiesStopEachOther) {
    const auto world = world_of(R"(spacing: 2 cm
materials: {wood: {density: 500, rigid: true}}
objects:
  low: {box: [0.2, 0.2, 0.2], at: [0, 0.1, 0], material: wood}
  high: {box: [0.2, 0.2, 0.2], at: [0, 0.5, 0], material: wood}
boundaries: {floor: {plane: [0, 1, 0]}}
)");
    double nearest = 1;
    while (world->time < 1.5) {
        step(*world, 0.01f);
        nearest = std::min(nearest, centre(*world, 1).y - centre(*world, 0).y);
    }
    EXPECT_GT(nearest, 0.2 - 0.5 * 0.02);
    EXPECT_NEAR(centre(*world, 0).y, 0.1, 0.25 * 0.02);
    EXPECT_NEAR(centre(*world, 1).y, 0.3, 0.5 * 0.02);
    EXPECT_LT(length(velocity(*world, 1)), 0.02);
}

// A hit that does not bounce leaves both at the speed of their centre of mass.
TEST(Rigid, AFastHitSharesTheMomentum) {
    const auto world = world_of(R"(spacing: 1 cm
gravity: [0, 0, 0]
materials: {steel: {density: 7800, rigid: true}}
objects:
  a: {box: 0.08, at: [-0.15, 0, 0], material: steel, velocity: [8, 0, 0]}
  b: {box: 0.08, at: [0.05, 0, 0], material: steel}
)");
    double nearest = 1;
    while (world->time < 0.05) {
        step(*world, 0.005f);
        nearest = std::min(nearest, centre(*world, 1).x - centre(*world, 0).x);
    }
    EXPECT_GT(nearest, 0.08 - 0.1 * 0.01);
    EXPECT_NEAR(velocity(*world, 0).x, 4, 0.4);
    EXPECT_NEAR(velocity(*world, 0).x + velocity(*world, 1).x, 8, 1e-4);
}

// It neither sinks in nor bounces.
TEST(Rigid, AFastBodyStopsAtTheFloor) {
    const auto world = world_of("spacing: 1 cm\nmaterials: {steel: {density: 7800, rigid: true}}\nobjects: {a: {box: 0.08, at: [0, 0.12, 0], material: steel, velocity: [0, -10, 0]}}\n"
                                "boundaries: {floor: {plane: [0, 1, 0]}}\n");
    while (world->time < 0.1) {
        step(*world, 0.005f);
        ASSERT_GT(centre(*world).y, 0.04 - 0.4 * 0.01);
    }
    EXPECT_NEAR(centre(*world).y, 0.04, 0.25 * 0.01);
    EXPECT_LT(length(velocity(*world)), 0.1);
    EXPECT_LT(out_of_place(*world), 1e-6);
}

TEST(Rigid, PinsLeadAWholeBody) {
    const auto world = world_of(R"(spacing: 2 cm
materials: {wood: {density: 500, rigid: true}}
objects: {a: {box: [0.2, 0.08, 0.08], material: wood}}
pins: {hand: {sphere: 0.02, at: [0.08, 0, 0], motion: {keys: [{time: 0 s}, {time: 1 s, rotate: {axis: [0, 0, 1], angle: 90 deg}}]}}}
)");
    advance(*world, 1);
    EXPECT_NEAR(centre(*world).x, 0.08, 1e-3);
    EXPECT_NEAR(centre(*world).y, -0.08, 1e-3);
    EXPECT_NEAR(bodies(*world).turn.host()[0].row[1].x, 1, 1e-5);
    EXPECT_LT(out_of_place(*world), 1e-6);
}

}  // namespace
}  // namespace mote
