// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Faces of the domain: nothing that happens may tell where a periodic face is.
#include <gtest/gtest.h>

#include <cmath>

#include "mote/neighbours.h"
#include "mote/random.h"
#include "mote/run.h"
#include "worlds.h"

namespace mote {
namespace {

void stir(World& w, float speed) {
    Particles& p = w.particles;
    for (Index i = 0; i < p.size(); ++i) {
        const Vec3 r = random_point(7, p.id.host()[i], 0, Purpose::test);
        const Vec4 v = p.velocity_density.host()[i];
        p.velocity_density.edit()[i] =
            with_w(xyz(v) + speed * Vec3{r.x - 0.5f, r.y - 0.5f, w.dimension == 3 ? r.z - 0.5f : 0}, v.w);
    }
}

// A filled periodic box is a lattice without end: everybody has rest density and as many neighbours as in the middle.
TEST(Periodic, AFilledBoxHasNoSurface) {
    const auto world = world_of(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials: {water: {density: 1000}}
objects: {water: {box: [0.12, 0.16, 0.2], material: water}}
domain: {low: [-0.06, -0.08, -0.1], high: [0.06, 0.08, 0.1], faces: periodic}
)");
    Particles& p = world->particles;
    EXPECT_TRUE(world->full);
    make_images(world->exec, p, world->periodic(), world->reach());
    EXPECT_EQ(p.copies(), 10u * 12 * 14 - 6 * 8 * 10);  // two layers around
    world->neighbours.build(world->exec, world->points());
    compute_density(world->exec, p, world->neighbours, world->kernel());
    for (Index i = 0; i < p.rows(); ++i) EXPECT_NEAR(p.velocity_density.host()[i].w, 1000, 0.01);
    for (Index i = 0; i < p.size(); ++i) EXPECT_EQ(world->neighbours.host().count(i), 26u);
    p.drop_copies();
    EXPECT_EQ(p.rows(), 480u);
}

// A frame holds no images, also when it is written in the middle of a step that went wrong.
TEST(Periodic, FramesHoldNoImages) {
    const auto world = world_of(R"(
spacing: 20 mm
materials: {water: {density: 1000}}
objects: {water: {box: [0.12, 0.16, 0.2], material: water}}
domain: {low: [-0.06, -0.08, -0.1], high: [0.06, 0.08, 0.1], faces: periodic}
)");
    make_images(world->exec, world->particles, world->periodic(), world->reach());
    ASSERT_GT(world->particles.copies(), 0u);
    std::string meta;
    const Frame frame = parse_frame(encode_frame(frame_of(*world, meta)));
    EXPECT_EQ(frame.tables.at(0).rows, 480u);
    step(*world, 1e-3f);  // which begins by dropping them
    EXPECT_EQ(world->particles.rows(), 480u);
}

// Walls that go through periodic faces have no seam there, however they are written: matter between them is at rest density.
TEST(Periodic, WallsAcrossFacesHaveNoSeam) {
    const struct {
        const char *dimension, *faces, *walls;
    } channels[] = {
        {"2", "{x: periodic}", "a: {box: [0.4, 0.1], at: [0, -0.15]}, b: {box: [1, 0.1], at: [0.1, 0.15]}"},
        {"2", "{x: periodic}", "a: {plane: [0, 1], at: [0, -0.1]}, b: {plane: [0, -1], at: [0, 0.1]}"},
        {"2", "{x: periodic}", "a: {box: [0.4, 0.2], inside: true}"},
        {"2", "{x: periodic, y: closed}", ""},
        {"3", "{x: periodic, z: periodic}", "a: {box: [0.4, 0.1, 1], at: [0, -0.15, 0]}, b: {plane: [0, -1, 0], at: [0, 0.1, 0]}"},
        {"3", "{x: periodic, y: closed, z: periodic}", ""},
    };
    for (const auto& channel : channels) {
        const bool closed = std::string(channel.walls).empty();
        const auto world  = world_of("spacing: 20 mm\ngravity: [0, 0, 0]\nmaterials: {water: {density: 1000}}\n"
                                     "objects: {water: {box: [0.4, 0.2, 0.2], material: water}}\ndimension: " +
                                    std::string(channel.dimension) + "\ndomain: {low: [-0.2, " + (closed ? "-0.1" : "-0.5") +
                                    ", -0.1], high: [0.2, " + (closed ? "0.1" : "0.5") + ", 0.1], faces: " + channel.faces +
                                    "}\nboundaries: {" + channel.walls + "}\n");
        step(*world, 1e-6f);
        const Particles& p = world->particles;
        for (Index i = 0; i < p.size(); ++i) EXPECT_NEAR(p.velocity_density.host()[i].w, 1000, 0.1) << channel.walls;
        for (Index i = 0; i < p.rows(); ++i) EXPECT_LE(std::abs(p.position_volume.host()[i].x), 0.2f);
    }
}

/// A drop of 12 x 12 particles in a box that is periodic both ways. Solves take as many iterations wherever it is.
struct Kind {
    const char *name, *material, *fields;
};
class Across : public testing::TestWithParam<Kind> {};
constexpr const char* ten = "pressure: {solver: dfsph, tolerance: 1e-9, divergence_tolerance: 1e-9, most_iterations: 10}\n";
INSTANTIATE_TEST_SUITE_P(
    Ways, Across,
    testing::Values(Kind{"dfsph", "", ten}, Kind{"iisph", "", "pressure: {solver: iisph, tolerance: 1e-9, most_iterations: 10}\n"},
                    Kind{"pbf", "", "pressure: {solver: pbf, tolerance: 1e-9, most_iterations: 10}\n"},
                    Kind{"equation_of_state", "", "pressure: {solver: equation_of_state, sound_speed: 20 m/s}\n"},
                    Kind{"implicit_viscosity", "", "viscosity_solver: {method: implicit}\npressure: equation_of_state\n"},
                    Kind{"surface_tension", ", surface_tension: 5 N/m", ten}),
    [](const auto& kind) { return std::string(kind.param.name); });

/// Moves by steps of 1 ms; the drop stands off by `shift` [m] of the middle. Positions by id, back in the middle.
std::vector<Vec3> motion_of_drop(const Kind& kind, Vec3 shift, int steps) {
    const auto world = world_of("dimension: 2\nspacing: 10 mm\ngravity: [0.5, 0]\nmaterials: {water: {density: 1000, viscosity: 1 Pa s" +
                                std::string(kind.material) + R"(}}
objects: {drop: {box: [0.12, 0.12], material: water, velocity: [1, 0.5], sampling: {jitter: 0.1}}}
domain: {low: [-0.2, -0.2], high: [0.2, 0.2], faces: periodic}
)" + kind.fields);
    stir(*world, 1);
    Particles& p = world->particles;
    const auto moved = [](Vec4 x, Vec3 by) {
        const auto wrap = [](float a) { return a - 0.4f * std::floor((a + 0.2f) / 0.4f); };
        return Vec4{wrap(x.x + by.x), wrap(x.y + by.y), 0, x.w};
    };
    for (Index i = 0; i < p.size(); ++i) p.position_volume.edit()[i] = moved(p.position_volume.host()[i], shift);
    for (int k = 0; k < steps; ++k) step(*world, 1e-3f);
    EXPECT_EQ(p.size(), p.rows());
    std::vector<Vec3> at(p.size());
    for (Index i = 0; i < p.size(); ++i) {
        const Vec4 x = p.position_volume.host()[i];
        EXPECT_TRUE(std::abs(x.x) <= 0.2f && std::abs(x.y) <= 0.2f);
        at[p.id.host()[i]] = xyz(moved(x, -shift));
    }
    return at;
}

// A drop that lies over the corner of four periodic faces moves as one in the middle does.
TEST_P(Across, ADropOverAFaceMovesAsOneInTheMiddle) {
    const auto middle = motion_of_drop(GetParam(), {0, 0, 0}, 30), corner = motion_of_drop(GetParam(), {0.2f, 0.2f, 0}, 30);
    float      most = 0, sum = 0, way = 0;
    for (std::size_t i = 0; i < middle.size(); ++i) {
        const float apart = length(middle[i] - corner[i]);
        most = std::max(most, apart), sum += apart;
        way  = std::max(way, length(middle[i] - middle[0]));
    }
    EXPECT_LT(sum / float(middle.size()), 5e-3f * 0.01f) << "of a spacing of 0.01 m";
    EXPECT_LT(most, 5e-2f * 0.01f) << "one that is spray by a hair, here or there";
    EXPECT_GT(way, 0.1f);
}

// Forces across faces are equal and opposite: a filled box keeps its momentum, converged or not. What `pbf` does goes through float
// positions, whose rounding over a step of 1 ms is 6e-6 m/s; measured 4e-6, with the others 3e-7.
TEST(Periodic, AFilledBoxKeepsItsMomentum) {
    for (const char* solver : {"{solver: dfsph, most_iterations: 3}", "{solver: iisph, most_iterations: 3}",
                               "{solver: pbf, most_iterations: 3}", "{solver: equation_of_state, sound_speed: 20 m/s}"}) {
        const auto world = world_of(std::string(R"(
spacing: 20 mm
gravity: [0, 0, 0]
materials: {water: {density: 1000, viscosity: 0.5 Pa s}}
objects: {water: {box: [0.16, 0.12, 0.2], material: water, sampling: {jitter: 0.1}}}
domain: {low: [-0.08, -0.06, -0.1], high: [0.08, 0.06, 0.1], faces: periodic}
pressure: )") + solver + "\n");
        stir(*world, 1);
        const Statistics before = find_statistics(world->exec, world->particles, {});
        for (int k = 0; k < 100; ++k) step(*world, 1e-3f);
        const Statistics after = find_statistics(world->exec, world->particles, {});
        const double share = std::string(solver).find("pbf") != std::string::npos ? 5e-6 : 1e-6;
        for (int k = 0; k < 3; ++k)
            EXPECT_LT(std::abs(after.momentum[k] - before.momentum[k]), share * before.mass * 0.5) << solver << ", axis " << k;
    }
}

// Gravity along a periodic axis has nothing to stop at: everything falls for ever, wrapped into the domain.
TEST(Periodic, MatterFallsRoundAndRound) {
    const auto world = world_of(R"(
dimension: 2
spacing: 10 mm
materials: {water: {preset: water}}
objects: {drop: {box: [0.06, 0.06], material: water}}
domain: {low: [-0.1, -0.1], high: [0.1, 0.1], faces: {y: periodic}}
)");
    advance(*world, 0.5);
    const Particles& p = world->particles;
    for (Index i = 0; i < p.size(); ++i) {
        EXPECT_LE(std::abs(p.position_volume.host()[i].y), 0.1f);
        EXPECT_NEAR(p.velocity_density.host()[i].y, -9.81 * 0.5, 0.05);
    }
}

// Closed faces hold water as a tank does.
TEST(Periodic, ClosedFacesHoldWater) {
    const auto world = world_of(R"(
dimension: 2
spacing: 10 mm
xsph: 0.05
materials: {water: {preset: water}}
objects: {water: {box: [0.2, 0.2], at: [0.1, 0.1], material: water}}
domain: {low: [0, 0], high: [0.2, 0.3], faces: {x: closed, y: closed}}
)");
    EXPECT_EQ(world->particles.rows() - world->particles.size(), 24u * 34 - 20 * 30);
    EXPECT_FALSE(world->full);
    advance(*world, 1);
    const Statistics s = find_statistics(world->exec, world->particles, world->gravity);
    EXPECT_LT(s.kinetic_energy, 1e-3 * s.mass * 9.81 * 0.2);
    EXPECT_NEAR(s.potential_energy / (s.mass * 9.81 * 0.1), 1, 0.02);
    EXPECT_LT(s.largest_density_error, 0.02);
}

}  // namespace
}  // namespace mote
