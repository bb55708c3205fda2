// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Strain and stress of solids as columns (W-11): of virtual materials and elastic bodies alike.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "curves.h"
#include "mote/svd.h"
#include "worlds.h"

namespace mote {
namespace {

constexpr double modulus = 1e5, ratio = 0.3;

/// A body without weight that is asked for its strain, after a step.
std::unique_ptr<World> body(const std::string& object, bool elastic = false, const std::string& more = "gravity: [0, 0, 0]\n") {
    auto w = world_of(fmt::format("spacing: 10 mm\nmaterials: {{goo: {{density: 1000, {}: {{youngs_modulus: {}, poissons_ratio: {}}}}}}}\nobjects: {{block: {{material: goo, {}}}}}\n{}output: {{strain: true}}\n",
                                  elastic ? "elastic" : "lattice", modulus, ratio, object, more));
    step(*w, 1e-6f);
    return w;
}
std::vector<Vec3> places_of(const World& w) {
    std::vector<Vec3> places;
    for (Index i = 0; i < w.particles.size(); ++i) places.push_back(xyz(w.particles.position_volume.host()[i]));
    return places;
}
/// Puts particles where F takes them, as doubles do.
void deform(World& w, const std::vector<Vec3>& from, const Mat3d& f) {
    for (Index i = 0; i < w.particles.size(); ++i) w.particles.position_volume.edit()[i] = with_w(narrow(f * wide(from[i])), w.particles.position_volume.host()[i].w);
    observe_solids(w);
}
/// Any rotation, about (1, 2, 3) or in the plane [rad].
Mat3d turned(double angle, bool plane) {
    const Vec3d  axis = plane ? Vec3d{0, 0, 1} : normalised(Vec3d{1, 2, 3});
    const double c = std::cos(angle), s = std::sin(angle);
    const Mat3d  skew{{{0, -axis.z, axis.y}, {axis.z, 0, -axis.x}, {-axis.y, axis.x, 0}}};
    return c * identity<double>() + s * skew + (1 - c) * outer(axis, axis);
}
/// The strain that F is, R (S - 1) R^T = sqrt(F F^T) - 1 [spec E5], by singular values and not by the polar form that is tested.
Mat3d strain_of(const Mat3d& f) {
    const auto s = svd(f);
    return product(s.u, s.sigma, s.u) - identity<double>();
}
double largest(const Mat3d& a) {
    double most = 0;
    for (const Vec3d& r : a.row) most = std::max({most, std::abs(r.x), std::abs(r.y), std::abs(r.z)});
    return most;
}
/// How far the strain of any particle with so many bonds is from `expected`; a NaN is far, of any.
double miss(const World& w, const Mat3d& expected, float bonds = 0) {
    double most = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (w.lattice && w.lattice->bonds.host()[i] < bonds)
            EXPECT_LT(largest(wide(w.strain->host()[i])), 1);
        else if (const double off = largest(wide(w.strain->host()[i]) - expected); !(off <= most)) most = std::isfinite(off) ? off : 1e9;
    return most;
}
const Mat3d longer{{{1.12, 0, 0}, {0, 0.95, 0}, {0, 0, 1}}}, sheared{{{1, 0.25, 0}, {0, 1, 0}, {0, 0, 1}}}, mixed{{{1.05, 0.1, 0}, {-0.04, 0.9, 0}, {0, 0, 1}}}, in_space{{{1.05, 0.1, -0.06}, {-0.04, 0.9, 0.08}, {0.02, 0.05, 1.1}}};

// A body that is turned by any angle has no strain and no stress, at its faces, edges and corners neither.
TEST(Strain, RigidMotionHasNone) {
    double most = 0;
    for (const bool plane : {false, true})
        for (const bool elastic : {false, true}) {
            const auto w    = body(plane ? "box: [0.1, 0.08]" : "box: [0.08, 0.07, 0.06], rotate: {axis: [3, 1, 2], angle: 25 deg}", elastic, plane ? "dimension: 2\ngravity: [0, 0]\n" : "gravity: [0, 0, 0]\n");
            const auto from = places_of(*w);
            for (const double degrees : {1.0, 30.0, 89.0, 135.0, 180.0, 271.0}) {
                deform(*w, from, turned(degrees * pi / 180, plane));
                const double off = miss(*w, {});
                most             = std::max(most, off);
                EXPECT_LT(off, 1e-5) << degrees << (plane ? " 2-D" : " 3-D") << (elastic ? " elastic" : " virtual");
            }
        }
    record("largest strain of what is turned", most);
}

// Uniform deformation, turned as well, is found exactly, on all particles of a block.
TEST(Strain, UniformDeformationIsFoundExactly) {
    double most = 0;
    for (const bool plane : {false, true})
        for (const bool elastic : {false, true}) {
            const auto w    = body(plane ? "box: [0.1, 0.08]" : "box: [0.08, 0.07, 0.06], rotate: {axis: [3, 1, 2], angle: 25 deg}", elastic, plane ? "dimension: 2\ngravity: [0, 0]\n" : "gravity: [0, 0, 0]\n");
            const auto from = places_of(*w);
            for (const Mat3d& f : {longer, sheared, mixed, in_space}) {
                if (plane && &f == &in_space) continue;
                for (const double degrees : {0.0, 77.0, 200.0}) {
                    const Mat3d whole = turned(degrees * pi / 180, plane) * f;
                    if (plane && largest(Mat3d{{{0, 0, whole.row[0].z}, {0, 0, whole.row[1].z}, whole.row[2]}} - Mat3d{{{}, {}, {0, 0, 1}}}) > 0) continue;
                    deform(*w, from, whole);
                    const double off = miss(*w, strain_of(whole));
                    most             = std::max(most, off);
                    EXPECT_LT(off, 1e-5) << degrees << (plane ? " 2-D" : " 3-D") << (elastic ? " elastic" : " virtual");
                }
            }
        }
    record("largest error of the strain of an even deformation", most);
}

// Stress follows by Hooke's law: von Mises' of what is stretched along one axis, whatever its faces, and of what is sheared by little.
TEST(Strain, StressIsHookes) {
    const double shear = modulus / (2 * (1 + ratio)), lame = modulus * ratio / ((1 + ratio) * (1 - 2 * ratio));
    for (const bool elastic : {false, true}) {
        const auto w    = body("box: [0.08, 0.07, 0.06]", elastic);
        const auto from = places_of(*w);
        const auto all  = [&](double expected, const char* what) {
            for (Index i = 0; i < w->particles.size(); ++i) {
                const float stress = elastic ? w->solids->stress.host()[i] : w->lattice->stress->host()[i];
                ASSERT_NEAR(stress, expected, 1e-3 * expected) << what << (elastic ? " elastic" : " virtual");
            }
        };
        // By force over area as it is: (2 mu + lambda) e along, lambda e/(1 + e) across. That of elastic bodies takes lambda of the volume, which is the same all around.
        deform(*w, from, {{{1.01, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
        all(elastic ? 2 * shear * 0.01 : (2 * shear + lame) * 0.01 - lame * 0.01 / 1.01, "stretched");
        deform(*w, from, turned(1, false) * Mat3d{{{1, 0.002, 0}, {0, 1, 0}, {0, 0, 1}}});
        all(std::sqrt(3.0) * shear * 0.002, "sheared");
    }
}

// Of a sheet one particle thick and of a single row strain is known along it and nothing across, and of one particle there is none. Nothing is ever no number.
TEST(Strain, SheetsRowsAndLoneParticles) {
    const auto sheet = body("box: [0.08, 0.08, 0.012]");
    const auto flat  = places_of(*sheet);
    for (const Vec3& x : flat) ASSERT_NEAR(x.z, flat.front().z, 1e-7) << "one layer";
    ASSERT_GT(flat.size(), 40u);
    for (const double degrees : {0.0, 3.0}) {
        const Mat3d f = turned(degrees * pi / 180, false) * Mat3d{{{1.1, 0.05, 0}, {0, 0.97, 0}, {0, 0, 1}}};
        deform(*sheet, flat, f);
        EXPECT_LT(miss(*sheet, strain_of(f), 3), 1e-5) << degrees;
    }
    const auto row  = body("box: [0.1, 0.012]", false, "dimension: 2\ngravity: [0, 0]\n");
    const auto line = places_of(*row);
    for (const Vec3& x : line) ASSERT_NEAR(x.y, line.front().y, 1e-7) << "one row";
    ASSERT_GT(line.size(), 5u);
    deform(*row, line, turned(0.05, true) * Mat3d{{{1.1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    const Vec3d along = turned(0.05, true) * Vec3d{1, 0, 0};
    EXPECT_LT(miss(*row, 0.1 * outer(along, along)), 1e-5);

    const auto block = body("box: [0.06, 0.06, 0.06]");
    auto       apart = places_of(*block);
    deform(*block, apart, Mat3d{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1e-4}}});  // crushed flat
    EXPECT_LT(miss(*block, {}), 2);
    deform(*block, apart, Mat3d{{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}});  // mirrored
    EXPECT_LT(miss(*block, {}), 5);
    deform(*block, apart, {});  // in one place
    EXPECT_LT(miss(*block, {}), 2);
    deform(*block, apart, 4.0 * identity<double>());
    step(*block, 1e-6f);  // nobody is near anybody
    observe_solids(*block);
    EXPECT_EQ(miss(*block, {}), 0);
}

// A bar that hangs from a pin bears at each height the weight below, and is stretched by that over its modulus. Where nobody asks for strain there is no such column.
TEST(Strain, ABarThatHangsBearsTheWeightBelow) {
    for (const bool elastic : {false, true}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
gravity: [4, 0]
materials: {{goo: {{density: 1000, {}: {{youngs_modulus: 100 kPa, poissons_ratio: 0, damping: 1 ms}}}}}}
objects: {{block: {{material: goo, box: [0.4, 0.1]}}}}
pins: {{nail: {{box: [0.03, 1], at: [-0.2, 0]}}}}
output: {{strain: true}}
)", elastic ? "elastic" : "lattice"));
        while (w->time < 0.6) {  // through honey
            const float kept = std::exp(-40 * step(*w, 1).dt);
            for (Index i = 0; i < w->particles.size(); ++i)
                if (Vec4& v = w->particles.velocity_density.edit()[i]; w->time < 0.55) v = with_w(kept * xyz(v), v.w);
        }
        observe_solids(*w);
        double                  stress = 0, strain = 0, weight = 0;
        std::map<float, double> mass_at;
        const auto              place = [&](Index i) { return std::round(1e4f * w->particles.position_volume.host()[i].x); };
        for (Index i = 0; i < w->particles.size(); ++i) mass_at[place(i)] += double(w->particles.mass.host()[i]);
        for (Index i = 0; i < w->particles.size(); ++i) {
            const float x = w->particles.position_volume.host()[i].x;
            if (std::abs(x) > 0.1f) continue;
            double below = 0;
            for (const auto& [at, mass] : mass_at) below += at > place(i) ? mass : at == place(i) ? 0.5 * mass : 0;
            stress += double(elastic ? w->solids->stress.host()[i] : w->lattice->stress->host()[i]), strain += double(w->strain->host()[i].row[0].x), weight += 4 * below / 0.1;
        }
        const char* name = elastic ? "elastic" : "virtual";
        record(fmt::format("{}: stress over weight", name), stress / weight), record(fmt::format("{}: modulus by strain", name), weight / strain / 1e5);
        EXPECT_NEAR(stress / weight, 1, 0.05) << name;
        EXPECT_NEAR(weight / strain, 1e5, 5e3) << name;
    }
    const auto plain = world_of("spacing: 10 mm\nmaterials: {goo: {lattice: {youngs_modulus: 1 MPa}}}\nobjects: {block: {material: goo, box: [0.04, 0.04, 0.04]}}\n");
    EXPECT_EQ(plain->strain, nullptr);
    EXPECT_EQ(plain->particles.find("strain"), nullptr);
    const auto shown = world_of("spacing: 10 mm\nmaterials: {goo: {lattice: {youngs_modulus: 1 MPa}}}\nobjects: {block: {material: goo, box: [0.04, 0.04, 0.04]}}\noutput: {movie: {colour: strain_yy}}\n");
    EXPECT_NE(shown->strain, nullptr);
}

}  // namespace
}  // namespace mote
