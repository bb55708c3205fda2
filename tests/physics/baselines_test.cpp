// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Why virtual materials are as they are (W-18, W-19): what they are held against are a solid of particles that pull each other by a potential [Lennard-Jones 1924], as stiff at small strains,
// and strain that is integrated from rates [Goktekin et al. 2004], also in the frame that turns with matter [Losasso et al. 2006]. Both are written here as laws over the same rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bodies.h"
#include "curves.h"
#include "mote/svd.h"
#include "worlds.h"

namespace mote {
namespace {

/// Poisson's ratio is that of any solid of central forces: lame = shear.
std::unique_ptr<World> crystal(const std::string& box, const std::string& damping, const std::string& more = "") {
    return world_of("dimension: 2\nspacing: 10 mm\ngravity: [0, 0]\nmaterials: {goo: {density: 1000, lattice: {youngs_modulus: 100 kPa, poissons_ratio: 0.25, damping: " + damping +
                    "}}}\nobjects: {block: {material: goo, box: " + box + "}}\n" + more);
}
std::vector<Vec3d> places_of(const World& w) {
    std::vector<Vec3d> x(w.particles.size());
    for (Index i = 0; i < w.particles.size(); ++i) x[w.particles.id.host()[i]] = wide(xyz(w.particles.position_volume.host()[i]));
    return x;
}
void put(World& w, const std::function<Vec3d(const Vec3d&)>& where, const std::vector<Vec3d>& from) {
    for (Index i = 0; i < w.particles.size(); ++i) {
        Vec4&       x = w.particles.position_volume.edit()[i];
        const Vec3d to = where(from[w.particles.id.host()[i]]);
        x = {float(to.x), float(to.y), 0, x.w};
    }
}

/// Rows of a triangular lattice that pull each other by 4 depth ((s/r)^12 - (s/r)^6), cut off at 2.5 s.
struct JonesSolid {
    static constexpr double reach = 2.5;  // in s
    std::vector<Vec3d>      x, v, push;
    double                  mass, s, depth = 1, rub = 0;  // rub: of dashpots along pairs [kg/s]

    struct Pull {
        double energy, slope, bend;  // and its first two derivatives
    };
    Pull at(double r) const {
        const double q = s / r, six = q * q * q * q * q * q;
        return {4 * depth * (six * six - six), 4 * depth * (6 * six - 12 * six * six) / r, 4 * depth * (156 * six * six - 42 * six) / (r * r)};
    }
    /// f(r) of each row about one in a crystal without end.
    template <class F>
    static void around(double distance, const F& f) {
        for (int a = -4; a <= 4; ++a)
            for (int b = -4; b <= 4; ++b)
                if (a != 0 || b != 0) f(distance * std::sqrt(double(a * a + a * b + b * b)));
    }
    /// At rest with its nearest rows at that distance, with that shear modulus [N/m]: the energy of a change of size has 1/8 sum r^2 V''/area = lame + shear.
    JonesSolid(std::vector<Vec3d> at_rest, double row_mass, double distance, double shear) : x(std::move(at_rest)), v(x.size()), push(x.size()), mass(row_mass), s(distance) {
        double low = 0.7 * distance, high = distance;
        for (int k = 0; k < 60; ++k) {
            s = 0.5 * (low + high);
            double size = 0;
            around(distance, [&](double r) { size += r < reach * s ? r * at(r).slope : 0.0; });
            (size > 0 ? low : high) = s;
        }
        double bend = 0;
        around(distance, [&](double r) { bend += r < reach * s ? r * r * at(r).bend : 0.0; });
        depth = 2 * shear * 8 * 0.5 * std::sqrt(3.0) * distance * distance / bend;
    }
    /// The energy; sets what pushes rows.
    double pull() {
        double sum = 0;
        for (Vec3d& p : push) p = {};
        for (std::size_t i = 0; i < x.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Vec3d  r  = x[i] - x[j];
                const double rr = dot(r, r);
                if (rr > reach * reach * s * s) continue;
                const double d    = std::sqrt(rr);
                const Pull   here = at(d);
                const Vec3d  f    = (-(here.slope + rub * dot(v[i] - v[j], r) / d) / d) * r;
                sum += here.energy, push[i] += f, push[j] += -1.0 * f;
            }
        return sum;
    }
    /// Velocities are half a step behind. Returns the energy of places, and of velocities as they are between.
    double step(double dt) {
        double whole = pull();
        for (std::size_t i = 0; i < x.size(); ++i) {
            const Vec3d before = v[i];
            v[i] += (dt / mass) * push[i];
            whole += 0.5 * mass * dot(before, v[i]);
            x[i] += dt * v[i];
        }
        return whole;
    }
};
/// As stiff as what the world is made of, with dashpots, after its faces have drawn together a little.
JonesSolid relaxed_jones_of(const World& w) {
    const auto& law = w.materials[0].lattice;
    EXPECT_NEAR(law.lame, law.shear, 1e-3f * law.shear);
    const double distance = double(w.lattice_settings().distance());
    JonesSolid   jones{places_of(w), double(w.particles.mass.host()[0]), distance, double(law.shear)};
    jones.rub = 0.2 * std::sqrt(jones.mass * jones.at(distance).bend);
    for (int k = 0; k < 1000; ++k) jones.step(2e-4);
    for (Vec3d& v : jones.v) v = {};
    return jones;
}
Vec3d pulled(const Vec3d& x, double strain) { return {x.x * (1 + strain), x.y * std::pow(1 + strain, -1.0 / 3), 0}; }

// Both are as stiff: a block that is pulled by half a percent has taken up the same energy, but for its faces.
TEST(Baselines, BothHaveTheSameModulus) {
    const auto w = crystal("[0.3, 0.3]", "0 s");
    step(*w, 1e-7f);
    JonesSolid   jones = relaxed_jones_of(*w);
    const double rest  = jones.pull();
    for (Vec3d& x : jones.x) x = pulled(x, 0.005);
    const double taken_up = jones.pull() - rest;
    put(*w, [](const Vec3d& x) { return pulled(x, 0.005); }, places_of(*w));
    step(*w, 1e-7f);
    const double ours = observe_solids(*w);
    record("jones_over_ours", taken_up / ours);
    EXPECT_NEAR(taken_up / ours, 1, 0.1);
}

/// The longest step with which a block of Jones's that is squeezed by that much and let go keeps its energy within a tenth of what was put in, for 1500 steps [s].
double stable_step_of(const JonesSolid& rest, double squeeze) {
    const auto keeps = [&](double dt) {
        JonesSolid   jones = rest;
        const double none  = jones.pull();
        for (Vec3d& x : jones.x) x.x *= 1 - squeeze;
        const double put_in = jones.pull() - none;
        for (int k = 0; k < 1500; ++k)
            if (!(std::abs(jones.step(dt) - none - put_in) < 0.1 * put_in)) return false;
        return true;
    };
    double low = 1e-6, high = 1e-2;
    for (int k = 0; k < 12; ++k) {
        const double middle = std::sqrt(low * high);
        (keeps(middle) ? low : high) = middle;
    }
    return low;
}

// W-19: squeezed, a potential becomes stiffer than any step that was chosen for it, and must be stepped by a fraction of what a virtual material takes, which keeps its step.
TEST(Baselines, APotentialNeedsShorterSteps) {
    SavedCurve others{"squeeze [1],largest step over that of virtual materials [1]"}, ours = others;
    const auto   first = crystal("[0.12, 0.1]", "0 s");
    const double taken = double(Lattice::stable_step(first->materials, first->lattice_settings()));
    JonesSolid   jones = relaxed_jones_of(*first);
    jones.rub          = 0;
    double last = 0;
    for (const double squeeze : {0.01, 0.05, 0.1, 0.15, 0.2, 0.25}) {
        const auto w = crystal("[0.12, 0.1]", "0 s", "time_step: {largest: " + std::to_string(0.999 * taken) + "}\n");
        step(*w, 1e-7f);
        put(*w, [&](const Vec3d& x) { return Vec3d{x.x * (1 - squeeze), x.y, 0}; }, places_of(*w));
        step(*w, 1e-7f);
        const double put_in = observe_solids(*w);
        double       most   = put_in, longest = 0;
        for (int k = 0; k < 1500; ++k) longest = std::max(longest, double(step(*w, 1).dt)), most = std::max(most, momenta_of(*w).kinetic + observe_solids(*w));
        EXPECT_LT(most, 1.2 * put_in) << squeeze << ": velocities are half a step behind";
        EXPECT_GT(longest, 0.99 * taken);
        last = stable_step_of(jones, squeeze) / taken;
        others.add(squeeze, last), ours.add(squeeze, 1);
        record("step_at_" + std::to_string(int(100 * squeeze + 0.5)), last);
    }
    others.save("baseline_step_jones"), ours.save("baseline_step_virtual");
    EXPECT_LT(last, 0.3);
}

/// How far distances of those that were nearest are off it, root of the mean square, in distances.
double residual(const std::vector<Vec3d>& x, const std::vector<Vec3d>& rest, double distance) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (const double before = length(rest[i] - rest[j]); before < 1.2 * distance) {
                const double off = std::min((length(x[i] - x[j]) - before) / distance, 1.0);
                sum += off * off, count += 1;
            }
    return std::sqrt(sum / count);
}
/// The largest strain, in tenths, from which it comes back to 1 %.
double recoverable(const std::function<double(double)>& left_of) {
    double strain = 0;
    while (strain < 0.95 && left_of(strain + 0.1) < 0.01) strain += 0.1;
    return strain;
}

// W-19: pulled by its ends, beyond the bend of its potential, a ninth longer, a bar of Jones's tears. One of a virtual material comes back until its neighbours are out of sight.
TEST(Baselines, APotentialTearsWhereAVirtualMaterialComesBack) {
    constexpr double held = 0.08;  // from where on ends are [m]
    const double virtual_one = recoverable([&](double strain) {
        const std::string far = std::to_string(held * strain);
        const auto        w = crystal("[0.2, 0.06]", "5 ms", "pins:\n  left: {box: [0.04, 1], at: [-0.1, 0], motion: [{time: 0 s}, {time: 0.4 s, move: [-" + far + ", 0]}, {time: 0.8 s}]}\n  right: {box: [0.04, 1], at: [0.1, 0], motion: [{time: 0 s}, {time: 0.4 s, move: [" + far + ", 0]}, {time: 0.8 s}]}\n");
        const auto rest = places_of(*w);
        advance(*w, 1);
        return residual(places_of(*w), rest, double(w->lattice_settings().distance()));
    });
    const double jones = recoverable([&](double strain) {
        const auto w    = crystal("[0.2, 0.06]", "5 ms");
        JonesSolid made = relaxed_jones_of(*w);
        const auto rest = made.x;
        for (int k = 0; k < 5000; ++k) {
            const double part = std::max(0.0, 1 - std::abs(k / 2000.0 - 1)) * strain;
            made.step(2e-4);
            for (std::size_t i = 0; i < made.x.size(); ++i)
                if (std::abs(rest[i].x) > held) made.x[i] = rest[i] + Vec3d{std::copysign(held * part, rest[i].x), 0, 0}, made.v[i] = {};
        }
        return residual(made.x, rest, double(w->lattice_settings().distance()));
    });
    record("recoverable_virtual", virtual_one), record("recoverable_jones", jones);
    EXPECT_LE(jones, 0.21);
    EXPECT_GE(virtual_one, 0.39);
}

/// A round of stretch and shear that ends where it began.
Mat3d round_trip(double angle) {
    const double a = 0.1, long_by = 1 + a * (1 - std::cos(angle));
    return {{{long_by, a * std::sin(angle), 0}, {0, 1 / long_by, 0}, {0, 0, 1}}};
}

// W-18: strain that is a function of where particles are is the same after ten thousand rounds; from rates it is not, though these are exact, and steps a tenth as long.
TEST(Baselines, StrainFromRatesDrifts) {
    constexpr int parts = 10, rounds = 10000, finer = 10;
    const auto    w     = crystal("[0.08, 0.08]", "0 s");
    step(*w, 1e-7f);
    const auto rest = places_of(*w);
    SavedCurve ours{"log of rounds [1],log of the strain that is left [1]"}, plain = ours, turning = ours;  // to the base of 10
    Mat3d      by_rates{}, in_frame{};  // as Goktekin et al., and turned with matter
    for (int n = 1, shown = 1; n <= rounds; ++n) {
        for (int k = 0; k < parts; ++k) {
            for (int m = 0; m < finer; ++m) {
                const auto  at = [&](double part) { return round_trip(2 * M_PI * (double(k) + part / finer) / parts); };
                const Mat3d before = at(m), after = at(m + 1), rate = (after - before) * inverse(0.5 * (before + after));  // over the step, in its middle
                const Mat3d d = symmetric(rate), spin = rate - d;
                by_rates = by_rates + d;
                const Mat3d turn = inverse(diagonal(1.0) - 0.5 * spin) * (diagonal(1.0) + 0.5 * spin);
                in_frame = turn * in_frame * transpose(turn) + d;
            }
            const Mat3d f = round_trip(2 * M_PI * double(k + 1) / parts);
            put(*w, [&](const Vec3d& x) { return f * x; }, rest);
            w->neighbours.build(w->exec, w->points());
            w->lattice->find(w->exec, w->particles, w->neighbours, w->material_view(), w->kernel(), w->lattice_settings());
        }
        if (n != shown) continue;
        double most = 0;
        for (int k = 0; k < 3; ++k) w->lattice->find(w->exec, w->particles, w->neighbours, w->material_view(), w->kernel(), w->lattice_settings());  // maps are drawn to the last one a little
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Mat3 a = w->lattice->map.host()[i];
            most = std::max(most, double(norm(symmetric(transpose(rotation_of(a)) * a) - identity())));
        }
        ours.add(std::log10(n), std::log10(std::max(most, 1e-9))), plain.add(std::log10(n), std::log10(norm(by_rates))), turning.add(std::log10(n), std::log10(norm(in_frame)));
        shown *= 10;
    }
    ours.save("baseline_strain_virtual"), plain.save("baseline_strain_rates"), turning.save("baseline_strain_turned_rates");
    record("ours", std::pow(10, ours.y.back())), record("rates", std::pow(10, plain.y.back())), record("turned", std::pow(10, turning.y.back()));
    EXPECT_LT(ours.y.back(), -5);
    EXPECT_GT(plain.y.back(), 0);
    EXPECT_GT(turning.y.back(), -2);
}

}  // namespace
}  // namespace mote
