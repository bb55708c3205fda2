// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Quick forms of V-30, V-31 and V-32 (drops without gravity), and drops on plates.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

/// A body of liquid of density 1 and tension 1 (0 where told), far from everything.
std::unique_ptr<World> drop(int dimension, float spacing, const std::string& shape, float viscosity,
                            const std::string& more = "", float tension = 1) {
    return world_of(fmt::format(R"(
dimension: {}
spacing: {} m
gravity: [0, 0, 0]
materials: {{liquid: {{density: 1, viscosity: {}, surface_tension: {}}}}}
objects: {{drop: {{{}, material: liquid}}}}
{})",
                                dimension, spacing, viscosity, tension, shape, more));
}

/// Mean pressure in the middle of a drop of that radius.
double pressure_inside(const World& w, float radius) {
    const Particles& p   = w.particles;
    double           sum = 0, count = 0;
    for (Index i = 0; i < p.size(); ++i)
        if (length(xyz(p.position_volume.host()[i])) < 0.6f * radius) sum += double(p.pressure.host()[i]), ++count;
    return sum / count;
}

/// Of many ticks.
double mean_pressure_inside(World& w, float radius, double from, double to) {
    advance(w, from);
    double sum = 0;
    for (int k = 1; k <= 20; ++k) {
        advance(w, from + (to - from) * k / 20);
        sum += pressure_inside(w, radius) / 20;
    }
    return sum;
}

/// How far the surface is from the origin, in so many directions of the xy plane.
struct Radii {
    double least = 1e30, most = 0, mean = 0;
};
Radii radii(const World& w) {
    constexpr int       directions = 16;
    std::vector<double> reach(directions, 0);
    const Particles&    p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x = p.position_volume.host()[i];
        if (std::abs(x.z) > 1.5f * w.spacing) continue;
        for (int k = 0; k < directions; ++k) {  // the farthest in a sector, as wide as the next
            const double angle = 2 * M_PI * k / directions, c = std::cos(angle), s = std::sin(angle);
            const double along = double(x.x) * c + double(x.y) * s, aside = double(x.y) * c - double(x.x) * s;
            if (along > 0 && std::abs(aside) < along * std::tan(M_PI / directions))
                reach[std::size_t(k)] = std::max(reach[std::size_t(k)], std::hypot(along, aside) + 0.5 * double(w.spacing));
        }
    }
    Radii r;
    for (const double far : reach) r.least = std::min(r.least, far), r.most = std::max(r.most, far), r.mean += far / directions;
    return r;
}

// The pressure in a disc rises by sigma/R, and the jumps of two discs are to each other as 1/R (V-30).
TEST(SurfaceTension, PressureInADiscIsTensionOverRadius) {
    double jump[3];
    for (const int k : {0, 1, 2}) {
        const float radius = k == 0 ? 0.1f : k == 1 ? 0.16f : 0.2f;
        const auto  w      = drop(2, 0.01f, fmt::format("sphere: {}", radius), 0.1f);
        jump[k]            = mean_pressure_inside(*w, radius, 0.03, 0.06);
        RecordProperty(fmt::format("jump_{}", k), fmt::format("{:.4f}", jump[k] * double(radius)));
        EXPECT_NEAR(jump[k], 1 / double(radius), 0.05 / double(radius)) << radius;
    }
    EXPECT_NEAR(jump[0] / jump[1], 1.6, 0.16);
}

// In a ball by 2 sigma/R.
TEST(SurfaceTension, PressureInABallIsTwiceTensionOverRadius) {
    const auto   w    = drop(3, 0.01f, "sphere: 0.1", 0.1f);
    const double jump = mean_pressure_inside(*w, 0.1f, 0.008, 0.012);
    RecordProperty("jump", fmt::format("{:.4f}", jump * 0.05));
    EXPECT_NEAR(jump, 20, 2);
}

// A square becomes a circle of the same area (V-31).
TEST(SurfaceTension, SquareBecomesCircle) {
    const auto w = drop(2, 0.01f, "box: 0.2", 0.1f);
    advance(*w, 0.6);
    const Radii r = radii(*w);
    RecordProperty("radii", fmt::format("{:.4f} {:.4f} {:.4f}", r.least, r.mean, r.most));
    EXPECT_NEAR(r.mean, 0.2 / std::sqrt(M_PI), 0.005);
    EXPECT_LT(r.most - r.least, 0.01);
}

// A cube becomes a ball.
TEST(SurfaceTension, CubeBecomesBall) {
    const auto w = drop(3, 0.01f, "box: 0.09", 0.1f);
    advance(*w, 0.1);
    const Radii r = radii(*w);
    RecordProperty("radii", fmt::format("{:.4f} {:.4f} {:.4f}", r.least, r.mean, r.most));
    EXPECT_NEAR(r.mean, 0.09 * std::cbrt(3 / (4 * M_PI)), 0.005);
    EXPECT_LT(r.most - r.least, 0.01);
}

/// Gives a round drop the velocity of its second mode; how long until it is round for the second time.
double period_of_second_mode(World& w, float stir) {
    Particles&  p     = w.particles;
    const float aside = w.dimension == 3 ? -0.5f : -1;  // no divergence: (x, -y) or (x, -y/2, -z/2)
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x                  = p.position_volume.host()[i];
        p.velocity_density.edit()[i] = {stir * x.x, stir * aside * x.y, stir * aside * x.z, 1};
    }
    std::vector<double> crossings;
    double              last = 0, last_time = 0;
    while (crossings.size() < 2 && w.time < 1) {
        step(w, 1e-3f);
        double stretch = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec4 x = p.position_volume.host()[i];
            stretch += double(x.x * x.x + aside * (x.y * x.y + x.z * x.z));
        }
        if (last * stretch < 0) crossings.push_back(last_time + (w.time - last_time) * last / (last - stretch));
        last = stretch, last_time = w.time;
    }
    return crossings.size() == 2 ? crossings[1] : 0;
}

// A stretched disc swings with omega^2 = 6 sigma / (rho R^3), a ball with 8 instead of 6 (V-32).
TEST(SurfaceTension, DiscSwingsWithThePeriodOfItsSecondMode) {
    const auto   w     = drop(2, 0.01f, "sphere: 0.15", 0);
    const double exact = 2 * M_PI * std::sqrt(std::pow(0.15, 3) / 6), period = period_of_second_mode(*w, 2);
    RecordProperty("period_over_exact", fmt::format("{:.4f}", period / exact));
    EXPECT_NEAR(period, exact, 0.05 * exact);
}
TEST(SurfaceTension, BallSwingsWithThePeriodOfItsSecondMode) {
    const auto   w     = drop(3, 0.0125f, "sphere: 0.1", 0);
    const double exact = 2 * M_PI * std::sqrt(std::pow(0.1, 3) / 8), period = period_of_second_mode(*w, 4);
    RecordProperty("period_over_exact", fmt::format("{:.4f}", period / exact));
    EXPECT_NEAR(period, exact, 0.05 * exact);
}

// All forces are inside the drop: it goes where it went.
TEST(SurfaceTension, FreeDropKeepsItsMomentum) {
    const auto w = drop(2, 0.01f, "box: [0.1, 0.2], velocity: [0.5, -0.2]", 0.01f);
    const auto before = find_statistics(w->exec, w->particles, {});
    advance(*w, 0.05);
    const auto after = find_statistics(w->exec, w->particles, {});
    for (const int axis : {0, 1}) EXPECT_NEAR(after.momentum[axis], before.momentum[axis], 1e-6 * std::abs(before.momentum[0]));
}

/// Height of the centre of mass of a cap that meets its plate at that angle [rad], over the root of its area (2-D) or of its volume.
double cap_height(double angle, int dimension) {
    const double c = std::cos(angle), s = std::sin(angle), area = angle - s * c, volume = M_PI / 3 * (2 + c) * (1 - c) * (1 - c);
    return dimension == 2 ? (2.0 / 3 * s * s * s / area - c) / std::sqrt(area) : (0.75 * (1 + c) * (1 + c) / (2 + c) - c) / std::cbrt(volume);
}
/// Half a ball of liquid on a plate that holds it but half, so that it settles in time.
std::unique_ptr<World> drop_on_plate(int dimension, float support, float adhesion, const char* method = "sampled") {
    return drop(dimension, 0.01f, "intersection: [{sphere: 0.1}, {box: [1, 1, 1], at: [0, 0.5, 0]}]", 0.2f,
                fmt::format("support: {}\nboundaries: {{plate: {{box: [0.8, 0.1, 0.8], at: [0, -0.05, 0], friction: 0.5, adhesion: {}, method: {}}}}}", support, adhesion, method));
}
/// The angle [degrees] at which a drop meets its plate, by how high it lies: what asks for no surface.
double contact_angle(const World& w) {
    double y = 0, volume = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec4 x = w.particles.position_volume.host()[i];
        if (w.particles.surface_tension.host()[i] < 0) continue;  // what it lies on
        y += double(x.y * x.w), volume += double(x.w);
    }
    const double found = y / volume / (w.dimension == 2 ? std::sqrt(volume) : std::cbrt(volume));
    double       low = 0.05, high = M_PI;
    while (high - low > 1e-4) (cap_height(0.5 * (low + high), w.dimension) < found ? low : high) = 0.5 * (low + high);
    return low * 180 / M_PI;
}
float  adhesion_of(double angle) { return float(0.5 + 0.5 * std::cos(angle * M_PI / 180)); }
double settled_angle(World& w, double from, double to) {
    double sum = 0;
    for (int k = 1; k <= 5; ++k) advance(w, from + (to - from) * k / 5), sum += contact_angle(w) / 5;
    return sum;
}
/// How far beyond its cap a drop reaches, in spacings: creeping films.
double film(const World& w, double angle) {
    double far = 0;
    for (Index i = 0; i < w.particles.size(); ++i) far = std::max(far, std::hypot(double(w.particles.position_volume.host()[i].x), double(w.particles.position_volume.host()[i].z)));
    const double area = 0.5 * M_PI * 0.01, t = angle * M_PI / 180, radius = std::sqrt(area / (t - std::sin(t) * std::cos(t)));
    return (far + 0.5 * double(w.spacing) - radius * (t < M_PI / 2 ? std::sin(t) : 1)) / double(w.spacing);
}

bool nightly() { return std::getenv("MOTE_NIGHTLY") != nullptr; }

// A drop meets a plate at the angle of Young and Dupre, cos(angle) = 2 adhesion - 1, and as a cap: no film of single particles creeps ahead
// of it, as did one of up to ten while a film had no tension of its own; at 30 degrees one of 3 to 5 does. Below 60 degrees drops take longer to settle, and at a support of 3 the angles are wrong (docs/decisions/029-wetting.md).
TEST(SurfaceTension, AnglesOfWettingFollowTheAdhesion) {
    struct Case {
        const char* method;
        float       support;
        double      angle;
        bool        by_day;
    };
    std::vector<Case> cases;
    for (const char* method : {"sampled", "implicit"})
        for (const float support : {2.f, 2.5f, 3.f})
            for (const double angle : {120.0, 90.0, 60.0, 45.0, 30.0})
                if (support < 3 || angle > 50) cases.push_back({method, support, angle, support == 2.5f ? angle == 45 || angle == 30 : angle > 50 && angle != 90});
    for (const auto& [method, support, angle, by_day] : cases) {
        if (!by_day && !nightly()) continue;
        const auto   w     = drop_on_plate(2, support, adhesion_of(angle), method);
        const double from  = angle < 40 ? 0.8 : angle < 50 ? 0.6 : 0.4;
        const double found = settled_angle(*w, from, from + 0.2);
        RecordProperty(fmt::format("{}_{}_{}", method, support, angle), fmt::format("{:.1f} {:.1f}", found, film(*w, angle)));
        EXPECT_NEAR(found, angle, 8) << method << " " << support;
        EXPECT_LT(film(*w, angle), angle < 50 ? 7 : 2) << method << " " << support << " " << angle;
    }
}
TEST(SurfaceTension, AnglesOfWettingFollowTheAdhesionInSpaceToo) {
    if (!nightly()) GTEST_SKIP() << "only with --nightly";
    struct Case {
        const char* method;
        float       support;
        double      angle;
    };
    for (const auto& [method, support, angle] : {Case{"sampled", 2, 120}, Case{"sampled", 2, 90}, Case{"sampled", 2, 60}, Case{"sampled", 2.5f, 45}, Case{"implicit", 2, 120}, Case{"implicit", 2, 90}, Case{"implicit", 2, 60}}) {
        const auto   w     = drop_on_plate(3, support, adhesion_of(angle), method);
        const double found = settled_angle(*w, 0.2, 0.3);
        RecordProperty(fmt::format("{}_{}_{}", method, support, angle), fmt::format("{:.1f}", found));
        EXPECT_NEAR(found, angle, angle < 50 ? 8 : 12) << method;
    }
}

struct Hanging {
    double top = -1, low = 0, depth = 0;  ///< of particles, below a ceiling at y = 0, and of their mean [m]
};
Hanging hanging(const World& w) {
    Hanging h;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const double y = double(w.particles.position_volume.host()[i].y);
        h.top = std::max(h.top, y), h.low = std::min(h.low, y), h.depth -= y / w.particles.size();
    }
    return h;
}

// What hangs under a ceiling stays there where it is liked, though its weight pulls, and falls where it is not. It is as flat as the circle is that meets it at the angle of Young and Dupre, cos = 2 adhesion - 1.
TEST(SurfaceTension, ADropHangsFromWhatItLikes) {
    for (const char* method : {"sampled", "implicit"})
        for (const float adhesion : {0.f, 0.7f}) {
            const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 0.01
gravity: [0, -5]
materials: {{liquid: {{density: 1, viscosity: 0.1, surface_tension: 1}}}}
objects: {{drop: {{intersection: [{{sphere: 0.1}}, {{box: [1, 1], at: [0, -0.5]}}], material: liquid}}}}
boundaries: {{ceiling: {{box: [0.8, 0.1], at: [0, 0.05], adhesion: {}, method: {}}}}}
)", adhesion, method));
            advance(*w, 0.4);
            const Hanging drop = hanging(*w);
            EXPECT_TRUE(adhesion > 0 ? drop.top > -0.01 : drop.top < -0.02) << method << " " << adhesion << " " << drop.top;
            if (adhesion == 0) continue;
            const double c = 2 * double(adhesion) - 1, angle = std::acos(c), share = angle - std::sin(angle) * c, r = 0.1 * std::sqrt(0.5 * M_PI / share);
            const double depth = drop.depth / (r * (2 * std::pow(std::sin(angle), 3) / (3 * share) - c));
            record(fmt::format("depth_over_theory_{}", method), depth);
            EXPECT_NEAR(depth, 1, 0.15) << method;  // 1.3 with half of the attraction
        }
}

/// A file with a box of that size [m] about the origin, there for as long as this is.
struct MeshOfBox {
    std::string file;

    MeshOfBox(const char* name, double x, double y, double z) : file((std::filesystem::temp_directory_path() / fmt::format("{}-{}", ::getpid(), name)).string()) {
        std::ofstream out(file);
        for (int k = 0; k < 8; ++k) out << "v " << (k & 1 ? x : -x) / 2 << ' ' << (k & 2 ? y : -y) / 2 << ' ' << (k & 4 ? z : -z) / 2 << '\n';
        out << "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    }
    ~MeshOfBox() { std::filesystem::remove(file); }
};

// The same under a mesh without samples, which is known by a map; then it is a ball.
TEST(SurfaceTension, ADropHangsFromAMeshThatItLikes) {
    const MeshOfBox mesh("mote_wetted_ceiling.obj", 0.3, 0.06, 0.3);
    for (const float adhesion : {0.f, 0.7f}) {
        const auto w = world_of(fmt::format(R"(
spacing: 0.01
gravity: [0, -20, 0]
materials: {{liquid: {{density: 1, viscosity: 0.1, surface_tension: 1}}}}
objects: {{drop: {{intersection: [{{sphere: 0.05}}, {{box: [1, 1, 1], at: [0, -0.5, 0]}}], material: liquid}}}}
boundaries: {{ceiling: {{mesh: {}, at: [0, 0.03, 0], adhesion: {}, method: implicit}}}}
)", mesh.file, adhesion));
        advance(*w, 0.1);
        const Hanging drop = hanging(*w);
        EXPECT_TRUE(adhesion > 0 ? drop.top > -0.01 && drop.low > -0.08 : drop.top < -0.02) << adhesion << " " << drop.top << " " << drop.low;
        if (adhesion == 0) continue;
        const double c = 2 * double(adhesion) - 1, r = 0.05 * std::cbrt(2 / ((2 + c) * (1 - c) * (1 - c)));
        const double depth = drop.depth / (r * (0.75 * (1 + c) * (1 + c) / (2 + c) - c));
        record("depth_over_theory", depth);
        EXPECT_NEAR(depth, 1, 0.35);  // it is 5 spacings, weight draws it out, and it still sways; 1.56 with half of the attraction
    }
}
// And on one it settles at the angle of Young and Dupre. Measured: 120 and 65 degrees.
TEST(SurfaceTension, AnglesOfWettingFollowTheAdhesionOfAMesh) {
    if (std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly";
    const MeshOfBox mesh("mote_wetted_plate.obj", 0.4, 0.06, 0.4);
    for (const double angle : {120.0, 60.0}) {
        const auto w = drop(3, 0.01f, "intersection: [{sphere: 0.06}, {box: [1, 1, 1], at: [0, 0.5, 0]}]", 0.2f,
                            fmt::format("boundaries: {{plate: {{mesh: {}, at: [0, -0.03, 0], friction: 0.5, adhesion: {}, method: implicit}}}}", mesh.file, adhesion_of(angle)));
        const double found = settled_angle(*w, 0.06, 0.1);
        RecordProperty(fmt::format("mesh_{}", angle), fmt::format("{:.1f}", found));
        EXPECT_NEAR(found, angle, 12);
    }
}

/// A solid body and liquid against it.
std::unique_ptr<World> drop_on_body(const std::string& drop, const std::string& body, const std::string& solid, float adhesion, float viscosity, const std::string& more) {
    return world_of(fmt::format(R"(
dimension: 2
spacing: 0.01
materials: {{liquid: {{density: 1, viscosity: {}, surface_tension: 1}}, solid: {{density: 2, {}, adhesion: {}}}}}
objects: {{drop: {{{}, material: liquid}}, body: {{{}, material: solid}}}}
{})", viscosity, solid, adhesion, drop, body, more));
}

// A wet ball that flies takes its drop along, and both together keep their momenta; one that is not liked loses it.
TEST(WetBodies, KeepTheirMomentaAndTheirDrop) {
    for (const auto& [solid, adhesion] : {std::pair("rigid: true", 0.f), std::pair("rigid: true", 0.8f), std::pair("elastic: {youngs_modulus: 1000}", 0.8f)}) {
        const auto    w = drop_on_body("difference: [{sphere: 0.06, at: [0.11, 0]}, {sphere: 0.08}]", "sphere: 0.08, velocity: [-1.2, 0.9]", solid, adhesion, 0.f, "gravity: [0, 0]\nxsph: 0");
        const Momenta start = momenta_of(*w);
        advance(*w, 0.15);
        const Momenta end   = momenta_of(*w);
        const double  apart = length(centre_of(*w, "drop") - centre_of(*w, "body"));
        RecordProperty(fmt::format("apart_{}_{}", solid, adhesion), fmt::format("{:.4f} {:.2e} {:.2e}", apart, length(end.linear - start.linear) / start.speeds, (end.angular.z - start.angular.z) / (0.1 * start.speeds)));
        EXPECT_LT(length(end.linear - start.linear), 1e-5 * start.speeds) << solid;
        EXPECT_NEAR(end.angular.z, start.angular.z, 0.02 * 0.1 * start.speeds) << solid;  // tension is no central force
        EXPECT_TRUE(adhesion > 0 ? apart < 0.15 : apart > 0.2) << solid << " " << adhesion << " " << apart;
    }
}

// A drop hangs under a ball that is held, and falls off where it is not liked.
TEST(WetBodies, ADropHangsUnderABall) {
    for (const float adhesion : {0.f, 0.8f}) {
        const auto w = drop_on_body("difference: [{sphere: 0.07, at: [0, -0.1]}, {sphere: 0.1}]", "sphere: 0.1", "rigid: true", adhesion, 0.03f, "gravity: [0, -5]\npins: {hold: {box: [1, 1], object: body}}");
        advance(*w, 0.4);
        const double low = centre_of(*w, "drop").y;
        RecordProperty(fmt::format("low_{}", adhesion), fmt::format("{:.4f}", low));
        EXPECT_TRUE(adhesion > 0 ? low > -0.16 : low < -0.3) << adhesion << " " << low;
    }
}

// It meets a rigid block at the angle at which it meets a boundary.
TEST(WetBodies, AnglesOfWettingFollowTheAdhesion) {
    for (const double angle : {120.0, 90.0, 60.0}) {
        const auto w = drop_on_body("intersection: [{sphere: 0.1}, {box: [1, 1], at: [0, 0.5]}]", "box: [0.8, 0.1], at: [0, -0.05]", "rigid: true", adhesion_of(angle), 0.2f,
                                    "gravity: [0, 0]\npins: {hold: {box: [2, 2], object: body}}");
        const double found = settled_angle(*w, 0.25, 0.35);
        RecordProperty(fmt::format("rigid_{}", angle), fmt::format("{:.1f}", found));
        EXPECT_NEAR(found, angle, 8);
    }
}

// Without tension nothing of this is felt, to the last bit.
TEST(SurfaceTension, NoneIsNone) {
    const auto plain = drop(2, 0.01f, "box: 0.1, at: [0, 0.05], velocity: [0, -1]", 0.01f, "boundaries: {floor: {plane: {}}}", 0);
    const auto with  = drop(2, 0.01f, "box: 0.1, at: [0, 0.05], velocity: [0, -1]", 0.01f, "boundaries: {floor: {plane: {}, adhesion: 1}}", 0);
    for (World* w : {plain.get(), with.get()}) advance(*w, 0.02);
    ASSERT_EQ(plain->particles.size(), with->particles.size());
    for (Index i = 0; i < plain->particles.size(); ++i) {
        const Vec4 a = plain->particles.position_volume.host()[i], b = with->particles.position_volume.host()[i];
        ASSERT_TRUE(a.x == b.x && a.y == b.y);
    }
}

// Ripples must not outrun the step.
TEST(SurfaceTension, TimeStepFollowsCapillaryWaves) {
    const auto  w = drop(2, 0.01f, "sphere: 0.05", 0);
    const float dt = choose_time_step(w->exec, w->particles, {1, 0.4f, w->support, 0, {}}).all;
    EXPECT_NEAR(dt, 0.25 * std::sqrt(1e-6 / (2 * M_PI)), 1e-7);
}

/// Tension that falls from 2 N/m where it is cold, at x = -0.4 m, to 1 N/m where it is hot, at 0.4 m.
void warm_along_x(World& w) {
    for (Index i = 0; i < w.particles.size(); ++i) w.particles.temperature.edit()[i] = 350 + 125 * w.particles.position_volume.host()[i].x;
}

// Where the tension goes with the temperature, the surface is pulled along itself by d sigma/dT grad T: on a piece of a slab between x and x' act 2 (sigma(x') - sigma(x)), by its two faces, in space by their widths. Between two liquids too.
TEST(SurfaceTension, GoesWithTheTemperature) {
    for (const int dimension : {2, 3})
        for (const char* pairs : {"", "pairs: {other: {between: [liquid, oil], tension: 0.5}}\n"}) {
            const auto w = world_of(fmt::format(R"(
dimension: {}
spacing: 20 mm
gravity: {}
materials:
  liquid: {{density: 1000, surface_tension: {{300 K: 2, 400 K: 1}}}}
  oil: {{density: 900, surface_tension: 1}}
objects: {{slab: {{box: {}, material: liquid}}}}
{}{})", dimension, dimension == 2 ? "[0, 0]" : "[0, 0, 0]", dimension == 2 ? "[0.8, 0.24]" : "[0.8, 0.2, 0.24]", dimension == 2 ? "" : "domain: {low: [-1, -1, -0.12], high: [1, 1, 0.12], faces: {z: periodic}}\n", pairs));
            warm_along_x(*w);
            make_images(w->exec, w->particles, w->periodic(), w->reach());
            compute_material_values(w->exec, w->particles, w->material_view(), {}, {});
            w->surface.near.build(w->exec, w->points_within(surface_reach * w->spacing));
            apply_gravity(w->exec, w->particles, {});
            add_surface_tension(w->exec, w->particles, w->materials, w->pairs, w->surface, {dimension, w->spacing, w->support / w->spacing, false});
            double force = 0;
            for (Index i = 0; i < w->particles.size(); ++i)
                if (std::abs(w->particles.position_volume.host()[i].x) < 0.2f) force += double(w->particles.mass.host()[i]) * double(w->particles.acceleration.host()[i].x);
            const double exact = -2 * 0.5 * (dimension == 2 ? 1 : 0.24);
            RecordProperty(fmt::format("{}-D{}", dimension, *pairs ? ", with a pair" : ""), fmt::format("{:.3f}", force / exact));
            EXPECT_NEAR(force / exact, 1, 0.15) << dimension << pairs;
        }
}

}  // namespace
}  // namespace mote
