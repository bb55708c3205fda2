// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Implicit boundaries do what sampled ones do: density at rest, weight, dam break, motion, friction, heat.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "world/contacts.h"
#include "worlds.h"

namespace mote {
namespace {

const char* const methods[] = {"sampled", "implicit"};

/// Of the matter that is meant, in units of that at rest, as it was placed, without a step.
struct Densities {
    double least = 1e30, most = 0, mean = 0;
};
template <class IsMeant>
Densities densities(World& w, const IsMeant& is_meant) {
    compute_material_values(w.exec, w.particles, w.material_view());
    make_contacts(w);
    w.neighbours.build(w.exec, w.points());
    compute_density(w.exec, w.particles, w.neighbours, w.kernel());
    Densities d;
    double    count = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (is_meant(xyz(w.particles.position_volume.host()[i]))) {
            const double rho = double(w.particles.velocity_density.host()[i].w / w.particles.rest_density.host()[i]);
            d.least = std::min(d.least, rho), d.most = std::max(d.most, rho);
            d.mean += rho, ++count;
        }
    d.mean /= count;
    w.particles.drop_copies();
    return d;
}
void expect_full(const Densities& d, const std::string& where, double tolerance = 0.02) {
    EXPECT_GT(d.least, 1 - tolerance) << where;
    EXPECT_LT(d.most, 1 + tolerance) << where;
}

/// A cube of matter, ten spacings wide, between -0.05 m and 0.05 m.
std::string cube(int dimension, float support, const std::string& boundaries) {
    return fmt::format("dimension: {}\nspacing: 1 cm\nsupport: {}\nmaterials: {{water: {{preset: water}}}}\n"
                       "objects: {{water: {{box: [0.1, 0.1, 0.1], material: water}}}}\nboundaries: {{{}}}\n",
                       dimension, support, boundaries);
}

// A lattice that fills space up to a plane, and into the edges and corners of a box, is as dense there as in its middle. Measured:
// within 0.1 % at planes, 0.8 % too light in corners.
TEST(ImplicitWalls, ALatticeIsAsDenseAtAWallAsInTheMiddle) {
    for (const float support : {2.f, 2.5f, 3.f})
        for (const int dimension : {2, 3}) {
            const auto in_box = world_of(cube(dimension, support, "tank: {box: [0.1, 0.1, 0.1], inside: true, method: implicit}"));
            EXPECT_EQ(in_box->particles.rows(), in_box->particles.size());
            expect_full(densities(*in_box, [](const Vec3&) { return true; }), fmt::format("box {} {}", dimension, support));
            // Planes that cross, and a block that stands on one.
            const auto among = world_of(cube(dimension, support, "a: {plane: [0, 1, 0], at: [0, -0.05, 0], method: implicit}, b: {plane: [1, 0, 0], at: [-0.05, 0, 0], "
                                                                 "method: implicit}, c: {box: [0.1, 0.2, 0.3], at: [0.1, 0.05, 0], method: implicit}"));
            expect_full(densities(*among, [](const Vec3& x) { return x.y < 0.02f && abs(x.z) < 0.02f; }), fmt::format("planes {} {}", dimension, support));
            const auto on_plane = world_of(cube(dimension, support, "floor: {plane: [0, 1, 0], at: [0, -0.05, 0], method: implicit}"));
            expect_full(densities(*on_plane, [](const Vec3& x) { return x.y < 0.02f && abs(x.x) < 0.02f && abs(x.z) < 0.02f; }),
                        fmt::format("plane {} {}", dimension, support));
        }
}

// So it is in a mesh with sharp edges, however it is turned; there by the map on a grid. Measured: between -1.2 and 1.5 %, in the very
// corners of three faces, where 2 % were wanted too, up to 3.4 %.
TEST(ImplicitWalls, ALatticeIsAsDenseInTheCornersOfAMesh) {
    const std::string file = (std::filesystem::temp_directory_path() / "mote_implicit_cube.obj").string();
    std::ofstream(file) << "v -.05 -.05 -.05\nv .05 -.05 -.05\nv .05 .05 -.05\nv -.05 .05 -.05\nv -.05 -.05 .05\nv .05 -.05 .05\nv .05 .05 .05\n"
                           "v -.05 .05 .05\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    for (const auto& [turn, support] : {std::pair("0 deg", 2.f), std::pair("30 deg", 2.f), std::pair("71 deg", 2.5f)}) {
        const std::string place = fmt::format(", at: [0.013, 0.2, 0.007], rotate: {{axis: [1, 2, 3], angle: {}}}", turn);
        const auto w = world_of(fmt::format("spacing: 1 cm\nsupport: {}\nmaterials: {{water: {{preset: water}}}}\nobjects: {{water: {{box: [0.1, 0.1, 0.1]{}, material: "
                                            "water}}}}\nboundaries: {{tank: {{mesh: {}{}, inside: true, method: implicit}}}}\n", support, place, file, place));
        const auto& tank     = w->boundaries.list[0];
        const auto  in_corner = [&](const Vec3& x) { return length(x - Vec3{0.013f, 0.2f, 0.007f}) > 0.0775f && tank.ahead(x) < 0.006f; };
        expect_full(densities(*w, [&](const Vec3& x) { return !in_corner(x); }), fmt::format("{} {}", turn, support));
        expect_full(densities(*w, in_corner), fmt::format("corners, {} {}", turn, support), 0.035);
    }
    std::filesystem::remove(file);
}

// Next to a curved wall, inside and outside, matter in disorder is as dense as next to a sampled one. Measured: within 0.4 %.
TEST(ImplicitWalls, ACurvedWallFillsAsMuchAsASampledOne) {
    double mean[2][2];
    for (int m = 0; m < 2; ++m) {
        const auto in = world_of(fmt::format("spacing: 1 cm\nmaterials: {{water: {{preset: water}}}}\nobjects: {{water: {{sphere: 0.08, sampling: {{lattice: packed}}, "
                                             "material: water}}}}\nboundaries: {{bowl: {{sphere: 0.08, inside: true, method: {}}}}}\n", methods[m]));
        mean[m][0] = densities(*in, [](const Vec3& x) { return length(x) > 0.065f; }).mean;
        const auto out = world_of(fmt::format("spacing: 1 cm\nmaterials: {{water: {{preset: water}}}}\nobjects: {{water: {{difference: [{{sphere: 0.1}}, {{sphere: 0.06}}], sampling: "
                                              "{{lattice: packed}}, material: water}}}}\nboundaries: {{ball: {{sphere: 0.06, method: {}}}}}\n", methods[m]));
        mean[m][1] = densities(*out, [](const Vec3& x) { return length(x) < 0.075f; }).mean;
    }
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(mean[1][k] / mean[0][k], 1, 0.02);
}

/// dp/d(depth) in water at rest, fitted over half a second.
double weight(const char* solver, const char* method) {
    const auto world = world_of(fmt::format("dimension: 2\nspacing: 10 mm\nxsph: 0.05\nmaterials: {{water: {{preset: water}}}}\nobjects: {{water: {{box: [0.2, 0.3], at: [0, 0.15], "
                                            "material: water}}}}\nboundaries: {{tank: {{box: [0.2, 0.6], at: [0, 0.3], inside: true, method: {}}}}}\npressure: {{{}}}\n", method, solver));
    advance(*world, 1.0);
    const Particles& p     = world->particles;
    double           depth = 0, moment = 0;
    while (world->time < 1.5) {
        step(*world, 1e-2f);
        for (Index i = 0; i < p.size(); ++i) {
            const double y = double(p.position_volume.host()[i].y), d = 0.3 - y;
            if (y < 0.02 || y > 0.28) continue;
            depth += d * d, moment += d * double(p.pressure.host()[i]);
        }
    }
    return moment / depth;
}

// Water at rest weighs as much in an implicit tank. Measured: 0.3 % more (dfsph), the same (equation of state).
TEST(ImplicitWalls, WaterCarriesItsWeight) {
    for (const char* solver : {"solver: dfsph, tolerance: 0.01 %, divergence_tolerance: 0.01 %",
                               "solver: equation_of_state, sound_speed: 25 m/s, damping: 0.2"})
        EXPECT_NEAR(weight(solver, "implicit") / weight(solver, "sampled"), 1, 0.02) << solver;
}

/// Where the front of a dam break is at four times.
std::vector<double> fronts(const char* solver, const char* method) {
    const auto w = world_of(fmt::format("dimension: 2\nspacing: 5 mm\nmaterials: {{water: {{preset: water}}}}\nobjects: {{column: {{box: [0.15, 0.3], at: [0.075, 0.15], material: "
                                        "water}}}}\nboundaries: {{tank: {{box: [0.9, 0.6], at: [0.45, 0.3], inside: true, method: {}}}}}\npressure: {{solver: {}}}\n", method, solver));
    std::vector<double> at;
    for (const double t : {0.1, 0.15, 0.2, 0.25}) {
        advance(*w, t);
        std::vector<float> x;
        for (Index i = 0; i < w->particles.size(); ++i) x.push_back(w->particles.position_volume.host()[i].x);
        std::nth_element(x.begin(), x.end() - 10, x.end());  // the tenth: single drops do not count
        at.push_back(double(*(x.end() - 10)));
    }
    return at;
}

// A dam break runs as far in an implicit tank. Measured: within 0.7 %.
TEST(ImplicitWalls, ADamBreakRunsAsFar) {
    for (const char* solver : {"dfsph", "pbf"}) {
        const auto sampled = fronts(solver, "sampled"), implicit = fronts(solver, "implicit");
        for (std::size_t k = 0; k < sampled.size(); ++k) EXPECT_NEAR(implicit[k] / sampled[k], 1, 0.03) << solver << ", time " << k;
    }
}

/// Angular momentum of the filling of a drum that turns at 1 rad/s, as a share of that of rigid rotation.
double spun_up(const char* method, double friction) {
    const auto w = world_of(fmt::format("dimension: 2\nspacing: 6 mm\nxsph: 0\ngravity: [0, 0, 0]\nmaterials: {{syrup: {{density: 1000, viscosity: 2 Pa s}}}}\n"
                                        "objects: {{filling: {{sphere: 0.15, material: syrup}}}}\ntime_step: {{largest: 4 ms}}\nviscosity_solver: {{method: explicit}}\n"
                                        "boundaries:\n  drum: {{sphere: 0.15, inside: true, method: {}, friction: {}, motion: {{keys: [{{time: 0 s}}, {{time: 1 s, rotate: "
                                        "{{axis: [0, 0, 1], angle: 1 rad}}}}], interpolation: linear, repeat: true}}}}\n", method, friction));
    advance(*w, 0.8);
    double sum = 0, rigid = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const Vec4 x = w->particles.position_volume.host()[i], v = w->particles.velocity_density.host()[i];
        sum += double(x.x * v.y - x.y * v.x), rigid += double(x.x * x.x + x.y * x.y);
    }
    return sum / rigid;
}

// It rubs as much as samples do, 0.806 against 0.801; a single row on the normal could not rub at all.
TEST(ImplicitWalls, ATurningDrumSpinsUpItsFilling) {
    const double sampled = spun_up("sampled", 1), implicit = spun_up("implicit", 1), slips = spun_up("implicit", 0);
    EXPECT_NEAR(implicit, sampled, 0.03);
    EXPECT_LT(std::abs(slips), 0.03);
}

// Between a hot and a cold wall the temperature falls in a straight line: measured within 0.4 K of 100.
TEST(ImplicitWalls, HeatBetweenTwoWallsFallsInAStraightLine) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
gravity: [0, 0]
materials: {stuff: {density: 1000, heat_capacity: 1000, conductivity: 1e5}}
objects: {bar: {box: [1, 0.2], material: stuff, temperature: 300 K}}
boundaries:
  below: {box: [1, 0.2], at: [0, -0.2], insulated: true, method: implicit}
  above: {box: [1, 0.2], at: [0, 0.2], insulated: true, method: implicit}
  left: {plane: [1, 0], at: [-0.5, 0], temperature: 400 K, method: implicit}
  right: {plane: [-1, 0], at: [0.5, 0], temperature: 300 K, method: implicit}
)");
    advance(*w, 5);
    double square = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const double off = double(w->particles.temperature.host()[i]) - (350 - 100 * double(w->particles.position_volume.host()[i].x));
        square += off * off / w->particles.size();
    }
    EXPECT_LT(std::sqrt(square), 1);
}

// Nothing leaks: drops at 100 m/s against a plate of a spacing, water at rest in a mesh.
TEST(ImplicitWalls, NothingGetsThrough) {
    const auto w = world_of(R"(
spacing: 1 cm
materials: {water: {preset: water}}
objects: {drop: {sphere: 0.03, at: [0, 0.2, 0], material: water, velocity: [10, -100, 0]}}
boundaries: {plate: {box: [2, 0.01, 2], method: implicit}}
domain: {low: [-1, -1, -1], high: [1, 1, 1], leaving: remove}
)");
    while (w->time < 0.02) {
        step(*w, 1e-3f);
        for (Index i = 0; i < w->particles.size(); ++i) ASSERT_GT(w->particles.position_volume.host()[i].y, 0.005f) << w->time;
    }
    const auto duck = world_of(std::string("spacing: 16 mm\nmaterials: {water: {preset: water}}\nobjects: {water: {intersection: [{mesh: ") + MOTE_SOURCE_DIR +
                               "/scenes/meshes/duck.obj}, {box: [2, 0.3, 2]}], material: water}}\nboundaries: {duck: {mesh: " + MOTE_SOURCE_DIR +
                               "/scenes/meshes/duck.obj, inside: true, method: implicit}}\n");
    advance(*duck, 0.12);
    for (Index i = 0; i < duck->particles.size(); ++i) EXPECT_GT(duck->boundaries.list[0].ahead(xyz(duck->particles.position_volume.host()[i])), 0);
}

}  // namespace
}  // namespace mote
