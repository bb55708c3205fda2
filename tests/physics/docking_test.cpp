// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Sites of virtual materials open, close and tear [Wicke et al. 2006, section 5].
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "bodies.h"
#include "curves.h"
#include "mote/random.h"
#include "worlds.h"

namespace mote {
namespace {

std::string goo(const std::string& law, const std::string& object, const std::string& more = "") {
    return "spacing: 10 mm\ngravity: [0, 0, 0]\nmaterials: {goo: {density: 1000, lattice: {youngs_modulus: 100 kPa, damping: 2 ms, " + law + "}}}\nobjects: {block: {material: goo, " + object + "}}\n" + more;
}

/// Of the twelve sites of a particle, how many have a rate of which `is` holds.
template <class F>
int sites(const World& w, Index i, const F& is) {
    const Docking& d = *w.lattice->docking;
    int            count = 0;
    for (const Column<Vec4>* four : {&d.first, &d.second, &d.third}) {
        const Vec4 r = four->host()[i];
        count += is(r.x) + is(r.y) + is(r.z) + is(r.w);
    }
    return count;
}
int all_sites(const World& w, const std::function<bool(float)>& is) {
    int count = 0;
    for (Index i = 0; i < w.particles.size(); ++i) count += sites(w, i, is);
    return count;
}

// A free site takes its particle at its rate, as a Poisson process: how many are taken by when does not depend on the time step (W-23). Of two sites the slower says how fast.
TEST(Docking, TimesOfDockingDoNotDependOnTheStep) {
    constexpr double rate = 100, look = 2e-3;
    constexpr int    looks = 15;
    for (const bool unequal : {false, true}) {
        std::vector<std::vector<double>> shares;
        double                           bonds = 0, slow = 0;
        for (const double dt : {2e-3, 1e-3, 5e-4}) {
            const auto w = world_of(goo("docking_rate: 100 1/s, closing_time: 1000 s", "box: 0.12", fmt::format("time_step: {{largest: {}}}\n", dt)));
            step(*w, float(dt));
            const auto   is_taken = [](float r) { return r > 0; };
            const double whole    = all_sites(*w, is_taken);
            const auto   is_slow  = [&](Index i) { return unequal && w->particles.position_volume.host()[i].x < 0; };
            bonds = whole / 2, slow = 0;
            for (Index i = 0; i < w->particles.size(); ++i)
                for (Index j = 0; j < i; ++j)
                    slow += (is_slow(i) || is_slow(j)) && length(xyz(w->particles.position_volume.host()[i]) - xyz(w->particles.position_volume.host()[j])) < 1.2f * w->lattice_settings().distance();
            for (Column<Vec4>* four : {&w->lattice->docking->first, &w->lattice->docking->second, &w->lattice->docking->third})
                for (Index i = 0; i < w->particles.size(); ++i) {
                    const float r   = float(is_slow(i) ? 0.25 * rate : rate);
                    four->edit()[i] = Vec4{-r, -r, -r, -r};
                }
            std::vector<double> share;
            for (int k = 1; k <= looks; ++k) {
                const double end = w->time + look;
                while (w->time < end - 1e-9) step(*w, float(std::min(dt, end - w->time)));
                share.push_back(all_sites(*w, is_taken) / whole);
            }
            shares.push_back(share);
        }
        const double share_slow = slow / bonds;
        double       between = 0, off = 0;
        for (int k = 0; k < looks; ++k) {
            const double t = look * (k + 1), law = 1 - (share_slow * std::exp(-0.25 * rate * t) + (1 - share_slow) * std::exp(-rate * t));
            for (const auto& share : shares) between = std::max(between, std::abs(share[std::size_t(k)] - shares[2][std::size_t(k)])), off = std::max(off, std::abs(share[std::size_t(k)] - law));
        }
        record(unequal ? "unequal rates: largest difference between steps" : "largest difference between steps", between);
        record(unequal ? "unequal rates: largest difference from 1 - exp(-rate t)" : "largest difference from 1 - exp(-rate t)", off);
        // Kolmogorov and Smirnov at 1 %
        EXPECT_LT(between, 1.63 * std::sqrt(2 / bonds));
        EXPECT_LT(off, 1.63 / std::sqrt(bonds));
    }
}

// In a fresh block the sites that close are those that lie outside, and they tell the boundary of the solid; where it has torn, its new faces close too (W-25).
TEST(Docking, ClosedSitesAreTheBoundary) {
    const auto w = world_of(goo("strength: 3 kPa, docking_rate: 1000 1/s, closing_time: 0.02 s", "box: [0.16, 0.06, 0.06]", R"(
pins:
  left: {box: [0.03, 1, 1], at: [-0.08, 0, 0]}
  right: {box: [0.03, 1, 1], at: [0.08, 0, 0], motion: [{time: 0 s}, {time: 0.1 s}, {time: 0.3 s, move: [0.04, 0, 0]}]}
)"));
    const auto closed = [&](Index i) { return sites(*w, i, [](float r) { return r == 0; }); };
    advance(*w, 0.05);
    observe_solids(*w);
    const int before = all_sites(*w, [](float r) { return r == 0; });
    for (Index i = 0; i < w->particles.size(); ++i) ASSERT_EQ(closed(i), 12 - int(w->lattice->bonds.host()[i])) << i;
    advance(*w, 0.4);
    observe_solids(*w);
    int more = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        EXPECT_EQ(closed(i), 12 - int(w->lattice->bonds.host()[i])) << i;
        more += closed(i);
    }
    EXPECT_GT(more, before + 2 * 36) << "both faces of the crack, of 6 by 6 particles or so";
}

// The stronger it is, the more load a bar bears (W-24).
TEST(Docking, ABarBearsWhatItsStrengthSays) {
    for (const double strength : {1500.0, 3000.0, 4500.0, 6000.0}) {
        const auto w = world_of(goo(fmt::format("strength: {} Pa", strength), "box: [0.2, 0.06, 0.06]", fmt::format(R"(
pins:
  left: {{box: [0.04, 1, 1], at: [-0.1, 0, 0]}}
  right: {{box: [0.04, 1, 1], at: [0.1, 0, 0], motion: [{{time: 0 s}}, {{time: 0.8 s, move: [{}, 0, 0]}}]}}
)", 0.2 * 2 * strength / 1e5)));
        double most = 0;
        while (w->time < 0.8) {
            step(*w, 1e-3f);
            double sum = 0, count = 0;
            for (Index i = 0; i < w->particles.size(); ++i)
                if (const float x = w->particles.position_volume.host()[i].x; x > -0.07f && x < -0.03f) sum += double(w->lattice->map.host()[i].row[0].x) - 1, count += 1;
            most = std::max(most, sum / count);
        }
        record(fmt::format("stress over strength at {} Pa", strength), most * 1e5 / strength);
        EXPECT_NEAR(most * 1e5, strength, 0.15 * strength);
    }
}

// Short steps are stable up to the bound that is told, free and pressed on a floor, and refused above it (W-17).
TEST(Docking, ShortStepsAreStableUpToTheirBound) {
    for (const bool plane : {false, true})
        for (const bool pressed : {false, true})
            for (const double ratio : {0.0, 0.3, 0.45}) {
                const char* const zero = plane ? "" : ", 0";
                const std::string press = fmt::format("gravity: [0, -300{}]\nboundaries: {{floor: {{plane: [0, 1{}], at: [0, -0.05{}]}}}}\n", zero, zero, zero);
                const auto w = world_of(fmt::format("{}spacing: 10 mm\nmaterials: {{goo: {{density: 1000, friction: 0, lattice: {{youngs_modulus: 1 MPa, poissons_ratio: {}}}}}}}\nobjects: {{block: {{material: goo, box: [0.1, 0.1{}]}}}}\n{}",
                                                    plane ? "dimension: 2\n" : "", ratio, plane ? "" : ", 0.1", pressed ? press : fmt::format("gravity: [0, 0{}]\n", zero)));
                const std::string what = fmt::format("{} nu {}{}", plane ? "2-D" : "3-D", ratio, pressed ? " pressed" : "");
                for (int k = 0; k < 300; ++k) {  // through honey, until it lies still
                    step(*w, 1e-4f);
                    for (Index i = 0; i < w->particles.size(); ++i) w->particles.velocity_density.edit()[i] = with_w(0.9f * xyz(w->particles.velocity_density.host()[i]), 1000);
                }
                const auto  settings = w->lattice_settings();
                const float bound    = Lattice::stable_step(w->materials, settings);
                Particles&  p        = w->particles;
                for (Index i = 0; i < p.size(); ++i) {
                    const Vec3 r                 = random_point(7, p.id.host()[i], 0, Purpose::test);
                    p.velocity_density.edit()[i] = with_w(0.1f * Vec3{r.x - 0.5f, r.y - 0.5f, plane ? 0 : r.z - 0.5f}, 1000);
                }
                const auto go = [&](float dt) { w->lattice->advance(w->exec, p, w->neighbours, w->materials, w->material_view(), {}, settings, {dt, dt, 1, dt}); };
                if (!pressed) {
                    EXPECT_THROW(go(1.01f * bound), Error) << what;
                    EXPECT_NO_THROW(go(bound)) << what;
                }
                double early = 0, late = 0;
                for (int k = 0; k < 1000; ++k) {
                    const StepReport report = step(*w, 0.999f * bound);
                    ASSERT_EQ(report.solid_steps, 1) << what;
                    ASSERT_FLOAT_EQ(report.dt, 0.999f * bound) << what;
                    if (k >= 100 && k < 300) early += momenta_of(*w).kinetic;
                    if (k >= 800) late += momenta_of(*w).kinetic;
                }
                record(fmt::format("{}: energy of motion at the end over that at the start", what), late / early);
                EXPECT_LT(late, 1.02 * early) << what;
            }
}

}  // namespace
}  // namespace mote
