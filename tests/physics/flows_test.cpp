// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Flows with closed forms: V-11, V-12, V-14 and V-15 (spec/validation.md).
//
// Viscosity works along the line of a pair, so it depends on how neighbours stand: on a square lattice with a support of 2 spacings a
// shear along the rows sees 0.66 of it, one at 45 degrees 1.34; with 3 spacings 0.95 and 1.05. A hexagonal lattice has no
// directions. So these flows have a support of 3 and begin from a hexagonal lattice or without any order.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

constexpr double pi  = 3.14159265358979323846;
constexpr double gap = 1e-3, nu = 1e-6;  // m, m^2/s [Morris, Fox & Zhu 1997]

/// Twenty particles between two walls, periodic along x; speeds are so many times those of Morris et al.
std::unique_ptr<World> channel(double speeds, bool driven, const char* fields = "viscosity_solver: {method: explicit}\n") {
    return world_of(std::string(R"(
dimension: 2
spacing: 50 um
support: 3
xsph: 0
materials: {water: {density: 1000, viscosity: 1 mPa s}}
objects: {water: {box: [0.8 mm, 1 mm], at: [0, 0.5 mm], material: water, sampling: {lattice: hexagonal}}}
domain: {low: [-0.4 mm, 0], high: [0.4 mm, 1 mm], faces: {x: periodic, y: closed}}
pressure: {solver: dfsph, tolerance: 1 %, divergence_tolerance: 0.00001 %}
gravity: [)") + std::to_string(driven ? 1e-4 * speeds : 0.0) + ", 0]\n" + fields);
}

double poiseuille(double y, double t, double speeds) {
    double u = 1e-4 * speeds / (2 * nu) * y * (gap - y);
    for (int n = 1; n < 80; n += 2)
        u -= 4 * 1e-4 * speeds * gap * gap / (nu * std::pow(n * pi, 3)) * std::sin(n * pi * y / gap) *
             std::exp(-n * n * pi * pi * nu * t / (gap * gap));
    return u;
}
double couette(double y, double t, double speed) {
    double u = speed * y / gap;
    for (int n = 1; n < 80; ++n)
        u += 2 * speed / (n * pi) * (n % 2 ? -1 : 1) * std::sin(n * pi * y / gap) * std::exp(-n * n * pi * pi * nu * t / (gap * gap));
    return u;
}

/// Relative L2 of the velocity along x, and of that across, which should be none.
double error_of(const World& w, const std::function<double(double)>& exact) {
    double error = 0, all = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec4   v = w.particles.velocity_density.host()[i];
        const double u = exact(double(w.particles.position_volume.host()[i].y));
        error += (double(v.x) - u) * (double(v.x) - u) + double(v.y) * double(v.y);
        all += u * u;
    }
    return std::sqrt(error / all);
}

/// Velocities along x across the gap, means of layers of half a spacing, and the exact ones.
void save_profile(const World& w, const std::function<double(double)>& exact, const std::string& name) {
    constexpr int     layers  = 40;
    const std::string heading = "y [m],u [m/s]";
    SavedCurve             found{heading}, series{heading};
    double            count[layers] = {}, y[layers] = {}, u[layers] = {};
    for (Index i = 0; i < w.particles.size(); ++i) {
        const double at = double(w.particles.position_volume.host()[i].y);
        const int    k  = std::clamp(int(at / gap * layers), 0, layers - 1);
        count[k] += 1, y[k] += at, u[k] += double(w.particles.velocity_density.host()[i].x);
    }
    for (int k = 0; k < layers; ++k)
        if (count[k] > 0) found.add(y[k] / count[k], u[k] / count[k]);
    for (int k = 0; k <= layers; ++k) series.add(gap * k / layers, exact(gap * k / layers));
    found.save(name), series.save(name + "_series");
}

// The series are those of the specification (mid-gap, grade A).
TEST(Flows, TheSeriesAreThoseOfTheTable) {
    const double t[] = {0.0225, 0.045, 0.1125, 0.225, 1}, p[] = {2.2327e-6, 4.2346e-6, 8.2499e-6, 1.11e-5, 1.2499e-5},
                 c[] = {2.3028e-7, 1.1948e-6, 3.6284e-6, 5.3863e-6, 6.2496e-6};
    for (int k = 0; k < 5; ++k) {
        EXPECT_NEAR(poiseuille(gap / 2, t[k], 1), p[k], 1e-9);
        EXPECT_NEAR(couette(gap / 2, t[k], 1.25e-5), c[k], 1e-9);
    }
}

// A channel driven along its periodic axis has the profile of Poiseuille, while it starts and when it is steady. At 30 times the
// speed of the specification (Re = 0.4) matter passes the periodic face every other second. Measured 0.6 to 1.7 %.
TEST(Flows, PlanePoiseuille) {
    double worst = 0;
    for (const double speeds : {1.0, 30.0}) {
        const auto world = channel(speeds, true);
        for (const double t : {0.0225, 0.045, 0.1125, 0.225, 1.0}) {
            advance(*world, t);
            const auto exact = [&](double y) { return poiseuille(y, t, speeds); };
            EXPECT_LT(error_of(*world, exact), 0.02) << speeds << " x, at " << t;
            worst = std::max(worst, error_of(*world, exact));
            if (speeds == 1) save_profile(*world, exact, fmt::format("poiseuille_{}s", t));
        }
    }
    record("worst_error", worst);
}

// The implicit viscosity too, at thrice the step that is stable without it. It is of first order in time, so at 0.0225 and 0.045 s, after 11 and 23 steps, it is held to the class of fast
// solvers.
TEST(Flows, PlanePoiseuilleImplicitly) {
    const auto world = channel(30, true, "viscosity_solver: {method: implicit}\ntime_step: {largest: 2 ms}\n");
    for (const double t : {0.0225, 0.045, 0.1125, 0.225, 1.0}) {
        advance(*world, t);
        const double error = error_of(*world, [&](double y) { return poiseuille(y, t, 30); });
        record(fmt::format("at_{}", t), error);
        EXPECT_LT(error, t < 0.1 ? 0.06 : 0.02) << t;
    }
    EXPECT_LT(world->step_number, 520u);
}

// A wall that moves in its plane drags the liquid along: Couette's flow. Measured 0.3 to 0.8 %.
TEST(Flows, PlaneCouette) {
    const auto  world = channel(10, false);
    const float speed = 1.25e-4f;
    double      worst = 0;
    Particles&  p     = world->particles;
    for (Index i = p.size(); i < p.rows(); ++i)
        if (p.position_volume.host()[i].y > 0.5e-3f) p.velocity_density.edit()[i].x = speed;
    for (const double t : {0.0225, 0.045, 0.1125, 0.225, 1.0}) {
        advance(*world, t);
        const double error = error_of(*world, [&](double y) { return couette(y, t, double(speed)); });
        EXPECT_LT(error, 0.02) << t;
        worst = std::max(worst, error);
    }
    record("worst_error", worst);
}

/// Liquid between a disc at rest and a ring of twice its radius that the `motion` of a scene turns, twenty particles across, once it turns evenly. Relative L2 of velocities, of which
/// those along the ring should be w R2^2/(R2^2 - R1^2) (r - R1^2/r), and others none.
double error_of_ring(double support, const std::string& method) {
    const double inner = 20e-3, outer = 40e-3, turn = 5;
    const auto   w = world_of(fmt::format(R"(
dimension: 2
spacing: 1 mm
support: {}
xsph: 0
gravity: [0, 0]
materials: {{syrup: {{density: 1000, viscosity: 1 Pa s}}}}
objects: {{syrup: {{difference: [{{sphere: 40 mm}}, {{sphere: 20 mm}}], material: syrup, sampling: {{lattice: packed}}}}}}
boundaries:
  disc: {{sphere: 20 mm, method: {}}}
  ring: {{sphere: 40 mm, inside: true, method: {}, motion: {{keys: [{{time: 0 s}}, {{time: 1 s, rotate: {{axis: [0, 0, 1], angle: {} rad}}}}], interpolation: linear}}}}
)", support, method, method, turn));
    EXPECT_TRUE(w->full);
    advance(*w, 0.4);  // ten times gap^2/(pi^2 nu)
    double     error = 0, all = 0, along[20] = {}, count[20] = {};
    const auto exact = [&](double r) { return turn * outer * outer / (outer * outer - inner * inner) * (r - inner * inner / r); };
    for (Index i = 0; i < w->particles.size(); ++i) {
        const Vec4   x = w->particles.position_volume.host()[i], v = w->particles.velocity_density.host()[i];
        const double r = std::hypot(double(x.x), double(x.y)), u = exact(r);
        const double round = (double(x.x) * double(v.y) - double(x.y) * double(v.x)) / r, out = (double(x.x) * double(v.x) + double(x.y) * double(v.y)) / r;
        error += (round - u) * (round - u) + out * out, all += u * u;
        const int k = std::clamp(int((r - inner) / 1e-3), 0, 19);
        along[k] += round, ++count[k];
    }
    SavedCurve found{"r [m],u [m/s]"}, theory{"r [m],u [m/s]"};
    for (int k = 0; k < 20; ++k) {
        const double r = inner + (k + 0.5) * 1e-3;
        if (count[k] > 0) found.add(r, along[k] / count[k]);
        theory.add(r, exact(r));
    }
    if (support > 2 && method == "sampled") found.save("couette_ring"), theory.save("couette_ring_exact");
    return std::sqrt(error / all);
}

// A vessel is full where one liquid without weight leaves no room in it, and stays so.
TEST(Flows, AVesselIsFullWhereOneLiquidFillsIt) {
    const auto full = [](const std::string& oil, const std::string& objects, const std::string& vessel, float gravity = 0) {
        return world_of(fmt::format("dimension: 2\nspacing: 1 cm\ngravity: [0, {}]\n", gravity) + "materials: {water: {density: 1000}, oil: {density: " + oil + "}}\nobjects: {" + objects + "}\nboundaries: {vessel: {" + vessel + "}}\n")->full;
    };
    const std::string box = "water: {box: [0.2, 0.2], material: water}", disc = "water: {sphere: 0.1, material: water, sampling: {lattice: packed}}";
    EXPECT_TRUE(full("1000", box, "box: [0.2, 0.2], inside: true"));
    EXPECT_TRUE(full("1000", disc, "sphere: 0.1, inside: true, method: implicit"));
    EXPECT_FALSE(full("1000", "water: {sphere: 0.1, material: water}", "sphere: 0.1, inside: true"));  // rows do not fill what is round
    EXPECT_FALSE(full("1000", box, "box: [0.2, 0.2], inside: true", -9.81f));
    EXPECT_FALSE(full("1000", box, "box: [0.2, 0.22], inside: true"));
    EXPECT_FALSE(full("1000", box, "box: [0.2, 0.2], inside: true, until: 1 s"));
    EXPECT_FALSE(full("1000", box, "box: [0.4, 0.1], at: [0, -0.15]"));
    EXPECT_FALSE(full("900", "water: {box: [0.2, 0.1], at: [0, -0.05], material: water}, oil: {box: [0.2, 0.1], at: [0, 0.05], material: oil}", "box: [0.2, 0.2], inside: true"));
}

// A wall that a scene moves drags it along too. The vessel is known as full, so rates are exact (docs/decisions/037): without that the flow in it was 10 % off after 0.4 s, and
// further with each step and each iteration.
TEST(Flows, ARingThatTurnsDragsItsFillingAsCouetteSays) {
    for (const char* method : {"sampled", "implicit"})
        for (const double support : {3.0, 2.0}) {
            if (support < 3 && std::getenv("MOTE_NIGHTLY") == nullptr) continue;
            const double error = error_of_ring(support, method);
            record(fmt::format("{}_{}", method, support), error);
            EXPECT_LT(error, 0.02) << method << " " << support;
        }
}

struct Vortices {
    double decay, speed;  // rate over that of theory until t = 2, largest speed over that of theory
    Index  holes;         // particles with fewer than half of the usual neighbours
};
/// Taylor-Green vortices at Re = 100 in the unit square.
Vortices taylor_green(int per_side, const std::string& fields = "", const std::string& sampling = "lattice: packed", const std::string& support = "3") {
    const auto world = world_of(fields + "dimension: 2\nsupport: " + support + "\nxsph: 0\ngravity: [0, 0]\nspacing: " + std::to_string(1.0 / per_side) + R"(
materials: {water: {density: 1000, viscosity: 10 Pa s}}
objects: {water: {box: [1, 1], at: [0.5, 0.5], material: water, sampling: {)" + sampling + R"(}}}
domain: {low: [0, 0], high: [1, 1], faces: periodic}
)");
    Particles& p = world->particles;
    EXPECT_TRUE(world->full);
    for (Index i = 0; i < p.size(); ++i) {
        const double x = 2 * pi * double(p.position_volume.host()[i].x), y = 2 * pi * double(p.position_volume.host()[i].y);
        p.velocity_density.edit()[i] = {float(-std::cos(x) * std::sin(y)), float(std::sin(x) * std::cos(y)), 0, 1000};
    }
    const double start = find_statistics(world->exec, p, {}).kinetic_energy;
    advance(*world, 2);
    const Statistics s    = find_statistics(world->exec, p, {});
    const double     rate = 8 * pi * pi / 100;
    Index            holes = 0;
    for (Index i = 0; i < p.size(); ++i) holes += p.velocity_density.host()[i].w < 800;
    return {std::log(start / s.kinetic_energy) / (2 * rate * 2), double(s.largest_speed) / std::exp(-2 * rate), holes};
}

// Vortices that fill a periodic box decay as they should (V-12), the better the finer they are sampled, without holes. Measured: rate
// +1.3 % (40 x 40), +0.2 % (60 x 60), and -3.6 % at 40 x 40 with steps of 1 ms, which the sum that stands for viscosity lacks.
TEST(Flows, TaylorGreenVorticesDecay) {
    const Vortices coarse = taylor_green(40), fine = taylor_green(60), brief = taylor_green(40, "time_step: {largest: 1 ms}\n");
    record("decay_40", coarse.decay), record("decay_40_brief", brief.decay), record("decay_60", fine.decay), record("speed_60", fine.speed);
    EXPECT_NEAR(coarse.decay, 1, 0.05);
    EXPECT_NEAR(fine.decay, 1, 0.05);
    EXPECT_NEAR(brief.decay, 1, 0.05);  // nothing is lost with each step
    EXPECT_LT(std::abs(fine.decay - 1), 0.7 * std::abs(coarse.decay - 1));
    EXPECT_NEAR(fine.speed, 1, 0.03);
    EXPECT_EQ(coarse.holes + fine.holes + brief.holes, 0u);
}

// At steps that are short and shrink with the spacing, a fifteenth of those by default, what is left is the sum that stands for viscosity, which is low in disorder: with a support of three
// spacings the error hardly falls, 3.5, 3.3 and 3.1 % at 40, 60 and 80 a side, as it is that of a neighbourhood of so many. Where the support grows too, in spacings, it does: 3.5, 1.2 and 0.9 %.
TEST(Flows, FineTaylorGreenVorticesDecayAtShortSteps) {
    if (std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly";
    const auto short_steps = [](int per_side) { return fmt::format("time_step: {{largest: {} ms}}\n", 40.0 / per_side); };
    double last = 1, last_wider = 1;
    for (const auto& [per_side, wider] : {std::pair(40, "3"), std::pair(60, "3.5"), std::pair(80, "4")}) {
        const Vortices same = taylor_green(per_side, short_steps(per_side)), wide = per_side == 40 ? same : taylor_green(per_side, short_steps(per_side), "lattice: packed", wider);
        record(fmt::format("decay_{}", per_side), same.decay), record(fmt::format("decay_{}_support_{}", per_side, wider), wide.decay);
        const double error = std::abs(same.decay - 1), error_wider = std::abs(wide.decay - 1);
        EXPECT_LT(error, 0.05) << per_side;
        EXPECT_LT(error, last) << per_side;
        EXPECT_LT(error_wider, per_side < 80 ? last_wider : 0.02) << per_side;
        record(fmt::format("speed_{}", per_side), same.speed);
        EXPECT_NEAR(same.speed, 1, 0.09) << per_side;
        EXPECT_EQ(same.holes + wide.holes, 0u) << per_side;
        last = error, last_wider = error_wider;
    }
}

// From a start in disorder too.
TEST(Flows, TaylorGreenVorticesFromDisorderDecay) {
    if (std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly";
    const Vortices jittered = taylor_green(60, "", "lattice: hexagonal, jitter: 0.2");
    record("decay_60_jittered", jittered.decay);
    EXPECT_NEAR(jittered.decay, 1, 0.05);
    EXPECT_EQ(jittered.holes, 0u);
}

/// How far a particle is from the nearest of those turned by 90 degrees about the origin, at most [m].
float unevenness(const Particles& p) {
    float uneven = 0;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x       = p.position_volume.host()[i];
        float      nearest = 1e30f;
        for (Index j = 0; j < p.size(); ++j) {
            const Vec4 y = p.position_volume.host()[j];
            nearest      = std::min(nearest, float(std::hypot(y.x + x.y, y.y - x.x)));
        }
        uneven = std::max(uneven, nearest);
    }
    return uneven;
}
float farthest(const Particles& p) {
    float far = 0;
    for (Index i = 0; i < p.size(); ++i) far = std::max(far, length(xyz(p.position_volume.host()[i])));
    return far;
}

/// How far the nearest particle is, but for one of them [m].
float nearest(const Particles& p, Vec3 x, Index except) {
    float near = 1e30f;
    for (Index j = 0; j < p.size(); ++j)
        if (j != except) near = std::min(near, length(x - xyz(p.position_volume.host()[j])));
    return near;
}
/// The same of the loneliest of 400 places in the middle of the square.
float widest_hole(const Particles& p) {
    float far = 0;
    for (int k = 0; k < 400; ++k) far = std::max(far, nearest(p, {0.02f * float(k % 20) - 0.19f, 0.02f * float(k / 20) - 0.19f, 0}, p.size()));
    return far;
}

// In a turning square pressure is negative everywhere (V-15), and the incompressible solvers know none: it flies apart along straight
// lines, r = r0 sqrt(1 + (omega t)^2), keeps its angular momentum and stays what it was when it is turned by 90 degrees.
TEST(Flows, ATurningSquareWithoutTensionFliesApartEvenly) {
    const auto world = world_of(R"(
dimension: 2
spacing: 0.04
xsph: 0
gravity: [0, 0]
materials: {water: {density: 1000, viscosity: 0}}
objects: {square: {box: [1, 1], material: water, spin: [0, 0, 1]}}
)");
    const Particles& p     = world->particles;
    const double     start = find_statistics(world->exec, p, {}).angular_momentum[2];
    advance(*world, 2);
    EXPECT_NEAR(find_statistics(world->exec, p, {}).angular_momentum[2] / start, 1, 1e-4);
    EXPECT_LT(unevenness(p), 0.02f * 0.04f);
    EXPECT_NEAR(farthest(p), 0.48 * std::sqrt(2.0) * std::sqrt(5.0), 0.01);
}

// With tension it holds together and grows four arms (V-15): even, with its angular momentum, without a hole in its middle and without
// loose pieces. Density by summation sees the surface as tension, the more the stiffer the law: a skin that holds the arms back. So
// the law is soft and linear, with artificial stress against clumps (without it, or at a sound speed of 10 m/s, it falls into clumps of four).
TEST(Flows, ATurningSquareWithTensionGrowsFourArms) {
    const float s     = 0.025f;
    const auto  world = world_of(R"(
dimension: 2
spacing: 0.025
support: 2.5
xsph: 0.1
gravity: [0, 0]
materials: {water: {density: 1000, viscosity: 0}}
objects: {square: {box: [1, 1], material: water, spin: [0, 0, 1]}}
pressure: {solver: equation_of_state, sound_speed: 3 m/s, exponent: 1, tension: 1, damping: 0.2, artificial_stress: 0.3}
)");
    const Particles& p     = world->particles;
    const Statistics start = find_statistics(world->exec, p, {});
    advance(*world, 2);
    const Statistics end = find_statistics(world->exec, p, {});
    RecordProperty("uneven_far_energy", fmt::format("{:.3f} {:.3f} {:.3f}", unevenness(p) / s, farthest(p), end.kinetic_energy / start.kinetic_energy));
    record("angular_momentum", end.angular_momentum[2] / start.angular_momentum[2]);
    EXPECT_NEAR(end.angular_momentum[2] / start.angular_momentum[2], 1, 0.01);
    EXPECT_LT(unevenness(p), 2 * s);
    EXPECT_GT(farthest(p), 0.85f);
    EXPECT_LT(end.kinetic_energy, start.kinetic_energy);
    for (Index i = 0; i < p.size(); ++i) {
        const float near = nearest(p, xyz(p.position_volume.host()[i]), i);
        EXPECT_TRUE(near > 0.5f * s && near < 1.5f * s) << near / s;
    }
    EXPECT_LT(widest_hole(p), 1.2f * s);
}

/// What artificial stress of 0.3 f^4 gives back of a tension, on a square lattice: pressure is as much lower.
double given_back(const Kernel& kernel, float s) {
    double stress = 0, all = 0;
    for (int x = -3; x <= 3; ++x)
        for (int y = -3; y <= 3; ++y) {
            const float rr = s * s * float(x * x + y * y);
            if (rr == 0) continue;
            const auto   w = kernel.both_at_square(rr);
            const double f = double(w.value / kernel(s)), moment = double(w.slope_over_r * rr);
            stress += 0.3 * f * f * f * f * moment, all += moment;
        }
    return stress / all;
}

// So does water with cohesion: pressure in the middle is that of the closed form at once, -0.1473 rho omega^2 L^2 (V-15), and it stays in one piece. It has viscosity
// (Re = 500) in place of XSPH, which takes as much energy but is not along the lines of pairs: 2.7 % of the angular momentum went with it, and the symmetry.
TEST(Flows, ATurningSquareWithCohesionGrowsFourArms) {
    const float s     = 0.025f;
    const auto  world = world_of(R"(
dimension: 2
spacing: 0.025
support: 2.5
xsph: 0
gravity: [0, 0]
materials: {water: {density: 1000, viscosity: 2 Pa s, cohesion: 1 kPa}}
objects: {square: {box: [1, 1], material: water, spin: [0, 0, 1]}}
pressure: {solver: dfsph, divergence_tolerance: 1e-5}
)");
    const Particles& p      = world->particles;
    const Statistics start  = find_statistics(world->exec, p, {});
    const auto       middle = [&] {
        float near = 1e30f, pressure = 0;
        for (Index i = 0; i < p.size(); ++i)
            if (const float r = length(xyz(p.position_volume.host()[i])); r < near) near = r, pressure = p.pressure.host()[i];
        return pressure;
    };
    advance(*world, 0.1);
    const double first = double(middle()) * (1 - given_back(world->kernel(), s));
    record("first_pressure", first / 1000);
    EXPECT_NEAR(first, -147.3, 0.03 * 147.3);
    advance(*world, 2);
    const Statistics end = find_statistics(world->exec, p, {});
    RecordProperty("uneven_far_energy", fmt::format("{:.3f} {:.3f} {:.3f}", unevenness(p) / s, farthest(p), end.kinetic_energy / start.kinetic_energy));
    record("angular_momentum", end.angular_momentum[2] / start.angular_momentum[2]);
    EXPECT_NEAR(end.angular_momentum[2] / start.angular_momentum[2], 1, 0.001);
    EXPECT_LT(end.kinetic_energy, start.kinetic_energy);
    EXPECT_GT(end.kinetic_energy, 0.7 * start.kinetic_energy);
    EXPECT_GT(farthest(p), 1.2f);
    Index loose = 0, clumped = 0;
    for (Index i = 0; i < p.size(); ++i) {
        const float near = nearest(p, xyz(p.position_volume.host()[i]), i);
        loose += near > 1.6f * s, clumped += near < 0.4f * s;
    }
    record("hole", double(widest_hole(p) / s));
    EXPECT_LT(widest_hole(p), 1.2f * s);
    record("uneven", double(unevenness(p) / s));
    record("loose", double(loose)), record("clumped", double(clumped));
    EXPECT_LT(unevenness(p), 2 * s);
    EXPECT_LE(loose, 16u);  // drops off the four tips
    EXPECT_LE(clumped, 16u);
}

// A disc that a central force holds together, -x times 1/s^2, and that begins with the velocity (x, -y)/(2 s), swings between ellipses with a
// period of 4.56737 s and a longest half axis of sqrt(2) (V-14, Monaghan & Rafiee 2013). Scenes know no central force, so the test
// gives its push to the velocity before each step. Measured: each of five periods within 0.6 %, their mean within 0.3 %; the axis loses
// 0.9 % a period (with a support of 2 spacings the periods are 0.6 to 1.3 % short and 2 % are lost).
TEST(Flows, ADiscInACentralFieldSwingsWithItsPeriod) {
    const auto world = world_of(R"(
dimension: 2
spacing: 0.05
support: 3
xsph: 0
gravity: [0, 0]
materials: {water: {density: 1000, viscosity: 0}}
objects: {disc: {sphere: 1, material: water}}
)");
    Particles& p = world->particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x                  = p.position_volume.host()[i];
        p.velocity_density.edit()[i] = {0.5f * x.x, -0.5f * x.y, 0, 1000};
    }
    std::vector<double> beginnings{0}, axes;
    double              last = 0, last_time = 0, longest = 0;
    while (beginnings.size() < 6 && world->time < 30) {
        const float dt = 0.01f, kick = world->last_dt > 0 ? dt : dt / 2;  // velocities are half a step behind
        for (Index i = 0; i < p.size(); ++i) {
            const Vec4 x = p.position_volume.host()[i];
            Vec4&      v = p.velocity_density.edit()[i];
            v            = with_w(xyz(v) - kick * xyz(x), v.w);
        }
        ASSERT_EQ(step(*world, dt).dt, dt);
        double xx = 0, yy = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec4 x = p.position_volume.host()[i];
            xx += double(x.x * x.x), yy += double(x.y * x.y);
        }
        longest = std::max(longest, 2 * std::sqrt(xx / p.size()));
        if (last < 0 && xx > yy) {
            beginnings.push_back(last_time + (world->time - last_time) * last / (last - (xx - yy)));
            axes.push_back(longest);
            longest = 0;
        }
        last = xx - yy, last_time = world->time;
    }
    ASSERT_EQ(beginnings.size(), 6u);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(beginnings[k + 1] - beginnings[k], 4.56737, 0.01 * 4.56737) << k;
    EXPECT_NEAR(axes[0], std::sqrt(2.0), 0.01 * std::sqrt(2.0));
    EXPECT_GT(axes[4], 0.95 * std::sqrt(2.0));
    record("axis_after_5", axes[4] / std::sqrt(2.0));
    RecordProperty("mean_period", fmt::format("{:.4f}", beginnings[5] / 5 / 4.56737));
}

}  // namespace
}  // namespace mote
