// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Viscosity that follows the rate of shear (KA-12).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "worlds.h"

namespace mote {
namespace {

// In a linear field of velocity the rate of shear is sqrt(2 D:D) at every particle, also at the surface of the body.
TEST(Shear, RateOfALinearFieldIsExactUpToTheSurface) {
    for (const int dimension : {2, 3}) {
        const auto w = world_of(fmt::format(R"(
dimension: {}
spacing: 10 mm
gravity: [0, 0, 0]
materials: {{paint: {{viscosity: 8, shear: {{law: power, index: 0.5, rate: 2}}}}}}
objects: {{block: {{box: 0.1, material: paint, sampling: {{jitter: 0.2}}}}}}
)", dimension));
        Particles& p = w->particles;
        w->neighbours.build(w->exec, w->points());
        compute_material_values(w->exec, p, w->material_view());
        for (Index i = 0; i < p.size(); ++i) {
            const Vec4 x = p.position_volume.host()[i];
            p.velocity_density.edit()[i] = {3 * x.y - 2 * x.x, 5 * x.y + x.x, dimension == 3 ? 4 * x.x : 0, 1000};
        }
        compute_shear_viscosity(w->exec, p, w->neighbours, w->kernel(), w->material_view(), w->shear_rate);
        const double xx = -2, yy = 5, xy = 0.5 * (3 + 1), xz = dimension == 3 ? 2 : 0;
        const double gamma = std::sqrt(2 * (xx * xx + yy * yy + 2 * xy * xy + 2 * xz * xz));
        for (Index i = 0; i < p.size(); ++i) {
            ASSERT_NEAR(w->shear_rate.host()[i], gamma, 1e-3 * gamma) << dimension;
            ASSERT_NEAR(p.viscosity.host()[i], 8 * std::sqrt(2 / gamma), 0.01);
        }
    }
}

/// Where between those at 0.58 m and 0.92 m the angular velocity at 0.75 m lies, in the steady flow between a cylinder of
/// 0.5 m that turns once in 2 pi s and one of 1 m that rests. Both ends lie in the liquid, so how well it sticks to the walls
/// does not count.
double couette(const std::string& law) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 25 mm
gravity: [0, 0]
xsph: 0
materials: {{paint: {{density: 1000, viscosity: 200, shear: {}}}}}
objects: {{ring: {{difference: [{{sphere: 1}}, {{sphere: 0.5}}], material: paint}}}}
boundaries: {{core: {{sphere: 0.5}}, pipe: {{sphere: 1, inside: true}}}}
)", law));
    Particles& p = w->particles;
    for (Index i = 0; i < p.rows(); ++i) {
        const Vec4  x = p.position_volume.host()[i];
        const float r = std::hypot(x.x, x.y);
        const float spin = r < 0.5f ? 1.f : i < p.size() ? 2 * (1 - r) : 0.f;
        p.velocity_density.edit()[i] = {-spin * x.y, spin * x.x, 0, 1000};
    }
    advance(*w, 2);
    const auto spin_at = [&](double radius) {
        double sum = 0, count = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec4   x = p.position_volume.host()[i], v = p.velocity_density.host()[i];
            const double r = std::hypot(double(x.x), double(x.y));
            if (std::abs(r - radius) > 0.03) continue;
            sum += double(x.x * v.y - x.y * v.x) / (r * r), ++count;
        }
        return sum / count;
    };
    return (spin_at(0.75) - spin_at(0.92)) / (spin_at(0.58) - spin_at(0.92));
}
/// tau r^2 is the same everywhere, so r omega' ~ r^(-2/n).
double exact_couette(double n, double r, double inner, double outer) {
    const auto f = [&](double x) { return std::pow(x, -2 / n); };
    return (f(r) - f(outer)) / (f(inner) - f(outer));
}

// Between a turning and a resting cylinder a liquid that shear thins or thickens has the profile of its power law.
TEST(Shear, CouetteFlowHasTheProfileOfThePowerLaw) {
    for (const double n : {1.0, 0.5, 1.5}) {
        const double measured = couette(fmt::format("{{law: power, index: {}}}", n));
        const double exact    = exact_couette(n, 0.75, 0.58, 0.92);
        RecordProperty(fmt::format("n_{}", n), fmt::format("{:.4f} {:.4f}", measured, exact));
        EXPECT_NEAR(measured, exact, (n < 1 ? 0.08 : 0.03) * exact) << n;  // steep profiles: measured 6 %, others 2.3 %
    }
}

/// Half the width of a heap that began as a block 0.2 m high and 0.2 m wide on a floor, and how fast it still goes.
struct Heap {
    double half_width, height, speed;
};
Heap heap(float yield_stress) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
xsph: 0
materials: {{mud: {{density: 1000, viscosity: 20, shear: {{law: bingham, yield_stress: {} Pa, sharpness: 20 s}}}}}}
objects: {{block: {{box: [0.2, 0.2], at: [0, 0.1], material: mud}}}}
boundaries: {{floor: {{box: [1.6, 0.1], at: [0, -0.05]}}}}
)", yield_stress));
    advance(*w, 1.5);
    std::vector<float> x, y;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const Vec4 at = w->particles.position_volume.host()[i];
        x.push_back(std::abs(at.x));
        if (std::abs(at.x) < 0.02f) y.push_back(at.y);
    }
    std::sort(x.begin(), x.end());
    const Statistics s = find_statistics(w->exec, w->particles, w->gravity);
    return {double(x[x.size() - 3]) + 0.005, double(*std::max_element(y.begin(), y.end())) + 0.005,
            std::sqrt(2 * s.kinetic_energy / s.mass)};
}

// A heap with a yield stress comes to rest: where it is wide it has the height of h^2 = 2 yield (L - x) / (rho g) [Liu & Mei
// 1989]. So much yield that its own weight cannot shear it, rho g h < 2 yield, lets the block stand as it was.
TEST(Shear, AHeapWithAYieldStressStops) {
    const double area = 0.2 * 0.1;  // half of it
    const Heap   soft = heap(60), stiff = heap(1500);
    const double c = 2 * 60 / (1000 * 9.81), length = std::pow(1.5 * area / std::sqrt(c), 2.0 / 3);  // (2/3) sqrt(c L) L = area
    RecordProperty("soft", fmt::format("{:.3f} {:.3f} {:.4f} exact {:.3f} {:.3f}", soft.half_width, soft.height, soft.speed, length, std::sqrt(c * length)));
    RecordProperty("stiff", fmt::format("{:.3f} {:.3f} {:.4f}", stiff.half_width, stiff.height, stiff.speed));
    // Measured 0.83 of it, at 6 mm too; 0.87 while voids, which stayed open, made the heap 6 % too large.
    EXPECT_NEAR(soft.half_width, length, 0.2 * length);
    EXPECT_NEAR(soft.height, std::sqrt(c * length), 0.2 * std::sqrt(c * length));
    EXPECT_LT(soft.speed, 0.01);
    EXPECT_NEAR(stiff.half_width, 0.1, 0.01);
    EXPECT_NEAR(stiff.height, 0.2, 0.01);
}

}  // namespace
}  // namespace mote
