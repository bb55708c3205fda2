// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Solids against published results, at the resolution that these ask for: V-45, V-46 and V-51. Minutes, so most only by night. docs/validation.md has the figures.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "beam.h"
#include "curves.h"

namespace mote {
namespace {

#define ONLY_BY_NIGHT() \
    if (std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly"

// What a beam hangs by, once it is at rest (V-46, CSM1 and CSM2).
TEST(SolidCases, ABeamHangsAsTurekAndHronFound) {
    ONLY_BY_NIGHT();
    const struct {
        const char* name;
        double      youngs_modulus, x, y;
    } cases[] = {{"csm1", 1.4e6, -7.1878e-3, -66.103e-3}, {"csm2", 5.6e6, -0.46901e-3, -16.974e-3}};
    for (const auto& c : cases) {
        Beam beam(0.35, 0.02, 9, turek_hron(c.youngs_modulus, "50 ms", "solids: {method: implicit, tolerance: 1e-3}\ntime_step: {largest: 5 ms}\n"));
        SavedCurve fall{"time [s],tip y [m]"};
        while (beam.world->time < 6) {
            step(*beam.world, 5e-3f);
            fall.add(beam.world->time, double(beam.tip().y));
        }
        fall.save(c.name);
        const Vec3 tip = beam.tip();
        record(std::string(c.name) + "_x_mm", 1e3 * double(tip.x));
        record(std::string(c.name) + "_y_mm", 1e3 * double(tip.y));
        EXPECT_NEAR(double(tip.y), c.y, 0.03 * std::abs(c.y)) << c.name;
        EXPECT_NEAR(double(tip.x), c.x, 0.03 * std::abs(c.x)) << c.name;
    }
}

/// A swing about a middle: means of the peaks on either side, and the time between them.
struct Swing {
    std::vector<double> when, peak;

    explicit Swing(const SavedCurve& c, double middle) {
        for (std::size_t k = 1; k + 1 < c.x.size(); ++k) {
            const double a = c.y[k - 1] - middle, b = c.y[k] - middle, d = c.y[k + 1] - middle;
            if (std::abs(b) <= std::abs(a) || std::abs(b) < std::abs(d)) continue;
            if (!peak.empty() && (peak.back() - middle) * b > 0) {  // the same side: the larger
                if (std::abs(b) > std::abs(peak.back() - middle)) peak.back() = c.y[k], when.back() = c.x[k];
                continue;
            }
            peak.push_back(c.y[k]), when.push_back(c.x[k]);
        }
    }
};

// A beam that is let go swings as far and as often as theirs (V-46, CSM3).
TEST(SolidCases, ABeamSwingsAsTurekAndHronFound) {
    ONLY_BY_NIGHT();
    SavedCurve theirs{"time [s],tip y [m]"}, ours = theirs, ours_along{"time [s],tip x [m]"};
    std::ifstream file(MOTE_SOURCE_DIR "/tests/physics/turek_hron_csm3.csv");
    std::string   line;
    for (double t = 0, y = 0; std::getline(file, line);)
        if (std::sscanf(line.c_str(), "%lf,%lf", &t, &y) == 2) theirs.add(t, y);
    ASSERT_GT(theirs.x.size(), 200u);
    Beam beam(0.35, 0.02, 9, turek_hron(1.4e6, "0 s", "solids: {method: explicit}\n"));
    for (int k = 1; beam.world->time < 4.3; ++k) {
        advance(*beam.world, 0.005 * k);
        const Vec3 tip = beam.tip();
        ours.add(beam.world->time, double(tip.y)), ours_along.add(beam.world->time, double(tip.x));
    }
    ours.save("csm3"), theirs.save("turek_hron_csm3");
    const Swing  swing(ours, -63.74e-3), along(ours_along, -14.40e-3);
    ASSERT_GE(swing.peak.size(), 8u);
    ASSERT_GE(along.peak.size(), 8u);
    double low = 0, high = 0, in = 0, out = 0;
    for (std::size_t k = 0; k < 8; ++k) (k % 2 == 0 ? low : high) += swing.peak[k] / 4, (k % 2 == 0 ? in : out) += along.peak[k] / 4;
    const double amplitude = 0.5 * (high - low), period = (swing.when[6] - swing.when[0]) / 3;
    record("x_amplitude_mm", 500 * std::abs(out - in)), record("x_mean_mm", 500 * (out + in));
    EXPECT_NEAR(0.5 * std::abs(out - in), 14.40e-3, 0.03 * 14.40e-3);
    EXPECT_NEAR(0.5 * (out + in), -14.40e-3, 0.03 * 14.40e-3);
    record("amplitude_mm", 1e3 * amplitude), record("mean_mm", 500 * (high + low)), record("frequency_Hz", 1 / period);
    EXPECT_NEAR(amplitude, 65.30e-3, 0.03 * 65.30e-3);
    EXPECT_NEAR(0.5 * (high + low), -63.74e-3, 0.03 * 63.74e-3);
    EXPECT_NEAR(1 / period, 1.093, 0.03 * 1.093);
}

// A plate that is struck at its first mode swings with the period of a thin plate, a little longer (V-45; Gray, Monaghan & Swift 2001).
TEST(SolidCases, APlateKeepsSwinging) {
    ONLY_BY_NIGHT();
    const double length = 0.2, kl = 1.875, k = kl / length, speed = 0.05 * std::sqrt(3.25e6 / 1000);
    Beam plate(length, 0.02, 9, "gravity: [0, 0]\nmaterials: {matter: {density: 1000, elastic: {youngs_modulus: 1.998e6, poissons_ratio: 0.3975}}}\nsolids: {method: explicit}\n");
    Particles&   p = plate.world->particles;
    const double m = std::sin(kl) + std::sinh(kl), n = std::cos(kl) + std::cosh(kl), q = 2 * (std::cos(kl) * std::sinh(kl) - std::sin(kl) * std::cosh(kl));
    for (Index i = 0; i < p.size(); ++i) {
        const double x = k * std::max(double(p.position_volume.host()[i].x), 0.0);
        p.velocity_density.edit()[i].y = float(speed * (m * (std::cos(x) - std::cosh(x)) - n * (std::sin(x) - std::sinh(x))) / q);
    }
    SavedCurve ours{"time [s],tip y [m]"}, thin = ours;
    ours.add(0, 0);
    for (int s = 1; plate.world->time < 1.7; ++s) {
        advance(*plate.world, 0.001 * s);
        ours.add(plate.world->time, double(plate.tip().y));
    }
    const Swing swing(ours, 0);
    ASSERT_GE(swing.peak.size(), 11u);
    const double period = (swing.when[10] - swing.when[0]) / 5, first = 0.5 * (swing.peak[0] - swing.peak[1]), last = 0.5 * (swing.peak[8] - swing.peak[9]);
    for (double t = 0; t < 1.7; t += 0.02) thin.add(t, swing.peak[0] * std::sin(2 * std::numbers::pi * t / 0.2542));
    ours.save("plate"), thin.save("thin_plate");  // with our amplitude
    record("period_s", period), record("amplitude_m", std::abs(first)), record("loss_percent", 100 * (1 - std::pow(last / first, 0.25)));
    EXPECT_GT(period, 0.98 * 0.254);
    EXPECT_LT(period, 1.08 * 0.254);
    EXPECT_GT(last / first, std::pow(0.98, 4));
    EXPECT_LT(last / first, 1.02);
}

/// A bar that stands on y = 0, and where its energy is.
struct Bar {
    double low = 1e9, high = -1e9, foot = 0, head = 0, strain = 0;  // of centres of particles
    double kinetic = 0, stored = 0, flowed = 0;
};
Bar measure_bar(World& w, double height, double yield_stress, double hardening) {
    Bar              b;
    const Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec3   x = xyz(p.position_volume.host()[i]), v = xyz(p.velocity_density.host()[i]);
        const Index  s = w.solids->place.host()[i];
        const Vec4   rest = w.solids->rest.rest_position_volume.host()[s];
        const double out = std::hypot(double(x.x), double(x.z)), strain = double(w.solids->plastic->plastic_strain.host()[s]);
        b.low = std::min(b.low, double(x.y)), b.high = std::max(b.high, double(x.y));
        if (double(rest.y) < 0.1 * height) b.foot = std::max(b.foot, out);
        if (double(rest.y) > 0.9 * height) b.head = std::max(b.head, out);
        b.strain = std::max(b.strain, strain);
        b.kinetic += 0.5 * double(p.mass.host()[i]) * double(dot(v, v));
        b.flowed += double(rest.w) * (yield_stress + 0.5 * hardening * strain) * strain;
    }
    if (w.time > 0) b.stored = w.solids->energy(w.exec, w.material_view());
    return b;
}

// A bar of copper is shot at a wall and mushrooms (V-51). `wide` is how many times the bars are as wide as by night.
void expect_mushroom(double spacing, double wide) {
    const double height = 32.4e-3, radius = 3.2e-3, yield_stress = 400e6, hardening = 100e6;
    const auto   world = world_of(fmt::format(R"(
spacing: {}
gravity: [0, 0, 0]
materials:
  copper:
    density: 8930
    friction: 0
    elastic: {{youngs_modulus: 117 GPa, poissons_ratio: 0.35}}
    plastic: {{law: von_mises, yield_stress: {}, hardening: {}}}
objects: {{bar: {{cylinder: {{radius: {}, height: {}}}, at: [0, {}, 0], material: copper, velocity: [0, -227, 0]}}}}
boundaries: {{wall: {{plane: [0, 1, 0], method: implicit}}}}
)", spacing, yield_stress, hardening, radius, height, 0.5 * height));
    const auto   measure = [&] { return measure_bar(*world, height, yield_stress, hardening); };
    const Bar    start = measure();
    EXPECT_NEAR(start.high - start.low + spacing, height, 1e-6);
    const double face = radius / start.foot;  // from centres of particles to the face
    const auto   length_of = [&](const Bar& b) {  // the lowest half of a spacing became as flat as the foot is wide
        return b.high - b.low + 0.5 * spacing * (1 + (start.foot / b.foot) * (start.foot / b.foot));
    };
    SavedCurve length{"time [us],length [mm]"}, foot{"time [us],radius of the foot [mm]"}, final_length = length, final_foot = foot;
    Bar   now = start;
    for (int k = 0; k <= 40; ++k) {
        advance(*world, 2e-6 * k);
        now = measure();
        length.add(2 * k, 1e3 * length_of(now)), foot.add(2 * k, 1e3 * face * now.foot);
    }
    final_length.add(80, 21.4), final_foot.add(80, 7.0);
    const std::string name = wide > 1 ? "coarse_taylor_bar" : "taylor_bar";
    length.save(name + "_length"), foot.save(name + "_foot"), final_length.save("taylor_bar_final_length"), final_foot.save("taylor_bar_final_foot");
    const double energy = now.kinetic + now.stored + now.flowed;
    record("length_mm", 1e3 * length_of(now)), record("foot_mm", 1e3 * face * now.foot), record("head_mm", 1e3 * radius / start.head * now.head);
    record("strain", now.strain), record("energy", energy / start.kinetic);
    EXPECT_NEAR(length_of(now), 21.4e-3, wide * 0.03 * 21.4e-3);
    EXPECT_NEAR(face * now.foot, 7.0e-3, wide * 0.05 * 7.0e-3);
    EXPECT_NEAR(now.head, start.head, 0.01 * start.head);
    EXPECT_NEAR(energy, start.kinetic, 0.05 * start.kinetic);
    EXPECT_GT(now.strain, 2.5 / wide);
    EXPECT_LT(now.strain, 3.3 * wide);
}
TEST(SolidCases, ATaylorBarMushrooms) {
    ONLY_BY_NIGHT();
    expect_mushroom(0.6e-3, 1);
}
TEST(SolidCases, ACoarseTaylorBarMushroomsToo) { expect_mushroom(1.08e-3, 3); }

}  // namespace
}  // namespace mote
