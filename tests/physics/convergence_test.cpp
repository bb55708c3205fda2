// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How fast errors fall with the spacing: each case against its closed form at three resolutions, and the order p = log(e1/e2)/log(dx1/dx2) between them [Roache 1998]. Bars are orders, so a
// change that leaves coarse cases as they are and takes convergence from them is seen. docs/validation.md has the table.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>

#include "beam.h"
#include "curves.h"

namespace mote {
namespace {

using std::numbers::pi;

#define ONLY_BY_NIGHT() \
    if (std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly"

/// What a case misses at three resolutions, from the coarsest on.
struct Refined {
    std::array<int, 3>    across;
    std::array<double, 3> error{};

    double order(int from, int to) const { return std::log(std::abs(error[std::size_t(from)] / error[std::size_t(to)])) / std::log(double(across[std::size_t(to)]) / across[std::size_t(from)]); }
};
/// Measures, records and saves them. `error_at`: of so many particles across, relative.
Refined refine(const std::string& name, const std::array<int, 3>& across, const std::function<double(int)>& error_at) {
    Refined    r{across};
    SavedCurve curve{"halvings of the spacing,error"};
    for (std::size_t k = 0; k < 3; ++k) {
        r.error[k] = error_at(across[k]);
        record(fmt::format("error_{}", across[k]), r.error[k]);
        curve.add(std::log2(double(across[k]) / across[0]), std::abs(r.error[k]));
    }
    record("order", r.order(0, 2)), record("order_coarse", r.order(0, 1)), record("order_fine", r.order(1, 2));
    curve.save("convergence_" + name);
    for (const int order : {1, 2}) {  // to compare with
        SavedCurve line{curve.heading};
        for (int k = 0; k < 3; ++k) line.add(k, 0.02 * std::pow(0.5, order * k));
        line.save(order == 1 ? "order_1" : "order_2");
    }
    return r;
}

/// The period of what swings, by its first and fourth zero after the start, over that asked for. `look` tells where it is.
double period_over(World& w, double period, const std::function<double()>& look) {
    double last = 0, before = 0, first = 0, crossing = 0;
    for (int crossings = 0; crossings < 4 && w.time < 4 * period;) {
        step(w, float(period / 400));
        const double now = look();
        if (before > 0 && now * last < 0) crossing = before + (w.time - before) * last / (last - now), first = crossings++ == 0 ? crossing : first;
        last = now, before = w.time;
    }
    return (crossing - first) / 1.5 / period;
}
/// A body without anything around it, of which velocities along an axis are so many times `mode` of places at rest, and how far it is along that.
double swing(const std::string& body, double spacing, double period, int axis, const std::function<double(const Vec3&)>& mode) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: {}
gravity: [0, 0]
materials: {{rubber: {{density: 1000, elastic: {{law: saint_venant, youngs_modulus: 2 MPa, poissons_ratio: 0}}}}}}
objects: {{body: {{{}, material: rubber}}}}
solids: {{method: explicit}}
)", spacing, body));
    Particles& p  = w->particles;
    const auto along = [axis](const Vec3& x) { return double(axis == 0 ? x.x : x.y); };
    for (Index i = 0; i < p.size(); ++i) {
        const float v = float(0.01 * mode(xyz(p.position_volume.host()[i])));
        p.velocity_density.edit()[i] = with_w(axis == 0 ? Vec3{v, 0, 0} : Vec3{0, v, 0}, p.velocity_density.host()[i].w);
    }
    return period_over(*w, period, [&] {
        double sum = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3 rest = xyz(w->solids->rest.rest_position_volume.host()[w->solids->place.host()[i]]);
            sum += mode(rest) * along(xyz(p.position_volume.host()[i]) - rest);
        }
        return sum;
    });
}

// A rod that is free at both ends swings with 2 L/c: of second order (V-41).
TEST(Convergence, APeriodOfAFreeRod) {
    const double length = 0.4, period = 2 * length / std::sqrt(2e6 / 1000);
    const auto   r = refine("free_rod", {10, 20, 40}, [&](int n) {
        return swing(fmt::format("box: [{}, {}]", length, 3 * length / n), length / n, period, 0, [&](const Vec3& x) { return std::sin(pi * double(x.x) / length); }) - 1;
    });
    EXPECT_LT(std::abs(r.error[2]), 2e-3);
    EXPECT_GT(r.order(0, 1), 1.5);
    EXPECT_GT(r.order(1, 2), 1.6);
}

// One that is held at an end swings with 4 L/c (V-41), and is shorter by a quarter of a spacing: its wall is not as sharp as the layer that is held. So it is of first order.
TEST(Convergence, APeriodOfARodThatIsHeld) {
    const double length = 0.4, period = 4 * length / std::sqrt(2e6 / 1000);
    const auto   r = refine("held_rod", {10, 20, 40}, [&](int n) {
        Beam       rod(length, 3 * length / n, 3, "gravity: [0, 0]\nmaterials: {matter: {density: 1000, elastic: {youngs_modulus: 2 MPa, poissons_ratio: 0}}}\nsolids: {method: explicit}\n");
        Particles& p = rod.world->particles;
        for (Index i = 0; i < p.size(); ++i) p.velocity_density.edit()[i].x = float(0.01 * std::sin(0.5 * pi * std::max(double(p.position_volume.host()[i].x), 0.0) / length));
        return period_over(*rod.world, period, [&] { return double(rod.tip().x); }) - 1;
    });
    EXPECT_LT(std::abs(r.error[2]), 0.01);
    EXPECT_GT(r.order(0, 1), 0.8);
    EXPECT_GT(r.order(1, 2), 0.8);
}

/// Of the first bending of a beam that is free at both ends, with shear and the inertia of turning [Huang 1961, free-free beam], for a Poisson's ratio of 0 [rad/s].
double bending_of_a_free_beam(double length, double d, double modulus, double density) {
    const double rr = d * d / (12 * length * length), ss = rr * 2 * 6 / 5;  // E/G = 2, and 5/6 of the section bears shear
    const auto   f  = [&](double b) {
        const double root = std::sqrt((rr - ss) * (rr - ss) + 4 / (b * b)), alpha = std::sqrt(0.5 * (root - rr - ss)), beta = std::sqrt(0.5 * (root + rr + ss));
        return 2 - 2 * std::cosh(b * alpha) * std::cos(b * beta) + b / std::sqrt(1 - b * b * rr * ss) * (b * b * rr * (rr - ss) * (rr - ss) + 3 * rr - ss) * std::sinh(b * alpha) * std::sin(b * beta);
    };
    double low = 15, high = 22.5;  // 22.37 of a slender one
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (f(middle) > 0 ? low : high) = middle;
    }
    return low * std::sqrt(modulus * d * d / (12 * density)) / (length * length);
}

// A beam that is free at both ends bends to and fro as Timoshenko's does: 4, 8 and 16 layers, of third order (V-43 without a wall).
TEST(Convergence, APeriodOfAFreeBeam) {
    const double length = 0.8, d = 0.08, period = 2 * pi / bending_of_a_free_beam(length, d, 2e6, 1000);
    const double k = 4.73004, mix = (std::cosh(k) - std::cos(k)) / (std::sinh(k) - std::sin(k));
    const auto   r = refine("free_beam", {4, 8, 16}, [&](int across) {
        return swing(fmt::format("box: [{}, {}]", length, d), d / across, period, 1, [&](const Vec3& x) {
            const double z = k * (double(x.x) / length + 0.5);
            return std::cosh(z) + std::cos(z) - mix * (std::sinh(z) + std::sin(z));
        }) - 1;
    });
    EXPECT_LT(std::abs(r.error[2]), 5e-4);
    EXPECT_GT(r.order(0, 1), 1.8);
    EXPECT_GT(r.order(1, 2), 1.8);
}

/// How much less than Timoshenko's a beam sags that is held at one end, at rest under its weight.
double sag_missed(int across, double ratio) {
    const double length = 0.8, d = 0.08, e = 2e6 / (1 - ratio * ratio), shear = 2e6 / (2 * (1 + ratio)), g = 0.05;
    Beam         beam(length, d, across, fmt::format("gravity: [0, -{}]\nmaterials: {{matter: {{density: 1000, elastic: {{law: saint_venant, youngs_modulus: 2 MPa, poissons_ratio: {}, damping: 0.1 s}}}}}}\n"
                                                     "solids: {{method: implicit, tolerance: 1e-5}}\ntime_step: {{largest: 25 ms}}\n", g, ratio));
    advance(*beam.world, 8);  // its period is 1.1 s, and it is damped by a third
    const double sag = 1000 * g * std::pow(length, 4) * d / (8 * e * d * d * d / 12) + 1.2 * 1000 * g * length * length / (2 * shear);
    return -double(beam.tip().y) / sag - 1;
}

// Under its own weight one that is held sags by as much less as its wall is before the layer that is held: of first order (V-43). At 4 layers, where it is too soft by another error, both take each other back.
TEST(Convergence, ASagOfACantilever) {
    ONLY_BY_NIGHT();
    record("error_4", sag_missed(4, 0));
    const auto r = refine("cantilever", {8, 16, 32}, [](int across) { return sag_missed(across, 0); });
    EXPECT_LT(std::abs(r.error[0]), 0.02);
    EXPECT_GT(r.order(0, 1), 0.75);
    EXPECT_GT(r.order(1, 2), 0.75);
}

// V-46, CSM1, at 5, 9 and 17 layers. Theirs is held by a cylinder, which begins up to 1 mm before our straight wall, so ours ends a little stiffer: differences of resolutions tell the order.
TEST(Convergence, ABeamOfTurekAndHron) {
    ONLY_BY_NIGHT();
    const auto r = refine("csm1", {5, 9, 17}, [](int across) {
        Beam beam(0.35, 0.02, across, turek_hron(1.4e6, "0.2 s", "solids: {method: implicit, tolerance: 1e-4}\ntime_step: {largest: 5 ms}\n"));
        advance(*beam.world, 3);  // it comes to rest within 2 s
        return double(beam.tip().y) / -66.103e-3 - 1;
    });
    const double order = std::log((r.error[0] - r.error[1]) / (r.error[1] - r.error[2])) / std::log(std::sqrt(17.0 / 5));
    record("order_of_differences", order);
    for (const double error : r.error) EXPECT_LT(std::abs(error), 0.015);
    EXPECT_GT(order, 1.5);
}

// A slab whose faces are cooled has the temperatures of the series: of second order (V-60).
TEST(Convergence, ASlabThatCools) {
    const auto r = refine("slab", {10, 20, 40}, [](int across) {
        const double half = 1, spacing = 2 * half / across, wide = 10 * spacing, fourier = 0.2;
        const auto   w = world_of(fmt::format(R"(
dimension: 2
spacing: {0}
gravity: [0, 0]
materials: {{stuff: {{density: 1000, viscosity: 1, heat_capacity: 1000, conductivity: 1e6}}}}
objects: {{slab: {{box: [{1}, {2}], material: stuff, temperature: 400 K}}}}
boundaries:
  low: {{box: [{1}, 1], at: [0, -{3}], temperature: 300 K}}
  high: {{box: [{1}, 1], at: [0, {3}], temperature: 300 K}}
domain: {{low: [-{4}, -2], high: [{4}, 2], faces: {{x: periodic}}}}
)", spacing, wide, 2 * half, half + 0.5, 0.5 * wide));
        advance(*w, fourier * half * half);
        double error = 0, all = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const double y = double(w->particles.position_volume.host()[i].y) / half, found = (double(w->particles.temperature.host()[i]) - 300) / 100;
            double       exact = 0;
            for (int n = 0; n < 60; ++n) {
                const double m = (n + 0.5) * pi;
                exact += 2 * (n % 2 ? -1 : 1) / m * std::exp(-m * m * fourier) * std::cos(m * y);
            }
            error += (found - exact) * (found - exact), all += exact * exact;
        }
        return std::sqrt(error / all);
    });
    EXPECT_LT(r.error[2], 1e-3);
    EXPECT_GT(r.order(0, 1), 1.6);
    EXPECT_GT(r.order(1, 2), 1.6);
}

// Ice whose face is hot has the temperatures of Stefan's problem: of first order, as the front is a layer (V-61).
TEST(Convergence, AFrontThatMelts) {
    const auto r = refine("front", {8, 16, 32}, [](int deep) {
        const double spacing = 0.5 / deep, wide = 6 * spacing, alpha = 1e-4, lambda = 0.464786, time = std::pow(0.5 / (2 * lambda), 2) / alpha;
        const auto   w = world_of(fmt::format(R"(
dimension: 2
spacing: {0}
gravity: [0, 0]
materials:
  ice: {{density: 1000, viscosity: 1, heat_capacity: 2000, conductivity: 200, melting: {{at: 300 K, latent_heat: 100 kJ/kg, to: water}}}}
  water: {{density: 1000, viscosity: 1, heat_capacity: 2000, conductivity: 200}}
objects: {{bar: {{box: [0.75, {1}], at: [0.375, 0], material: ice, temperature: 300 K}}}}
boundaries:
  hot: {{box: [0.2, {1}], at: [-0.1, 0], temperature: 325 K}}
  end: {{box: [0.2, {1}], at: [0.85, 0], insulated: true}}
domain: {{low: [-1, -{2}], high: [2, {2}], faces: {{y: periodic}}}}
)", spacing, wide, 0.5 * wide));
        advance(*w, time);
        double error = 0, all = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const double x = double(w->particles.position_volume.host()[i].x), found = double(w->particles.temperature.host()[i]) - 300;
            const double exact = x < 0.5 ? 25 * (1 - std::erf(x / (2 * std::sqrt(alpha * time))) / std::erf(lambda)) : 0;
            error += (found - exact) * (found - exact), all += exact * exact;
        }
        return std::sqrt(error / all);
    });
    EXPECT_LT(r.error[2], 6e-3);
    EXPECT_GT(r.order(0, 1), 0.9);
    EXPECT_GT(r.order(1, 2), 0.9);
}

// Poiseuille's flow, once it is steady (V-11): what is left is the error of a sum over so many neighbours, which flow brings into disorder, and that is as large at any spacing.
TEST(Convergence, PoiseuillesFlow) {
    ONLY_BY_NIGHT();
    const auto r = refine("poiseuille", {10, 20, 40}, [](int across) {
        const double gap = 1e-3, nu = 1e-6, g = 1e-4;
        const auto   w = world_of(fmt::format(R"(
dimension: 2
spacing: {}
support: 3
xsph: 0
materials: {{water: {{density: 1000, viscosity: 1 mPa s}}}}
objects: {{water: {{box: [1 mm, 1 mm], at: [0, 0.5 mm], material: water, sampling: {{lattice: hexagonal}}}}}}
domain: {{low: [-0.5 mm, 0], high: [0.5 mm, 1 mm], faces: {{x: periodic, y: closed}}}}
pressure: {{solver: dfsph, tolerance: 1 %, divergence_tolerance: 0.00001 %}}
gravity: [{}, 0]
viscosity_solver: {{method: explicit}}
)", gap / across, g));
        advance(*w, 1);
        double error = 0, all = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Vec4   v = w->particles.velocity_density.host()[i];
            const double y = double(w->particles.position_volume.host()[i].y), u = g / (2 * nu) * y * (gap - y);
            error += (double(v.x) - u) * (double(v.x) - u) + double(v.y) * double(v.y), all += u * u;
        }
        return std::sqrt(error / all);
    });
    for (const double error : r.error) EXPECT_LT(error, 0.02);
}

}  // namespace
}  // namespace mote
