// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Bodies whose particles are larger inside, among walls, water and each other: others must see of them what they see of a regular one. What they are without
// anything around them is tested in tests/unit/solids.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

#include "bodies.h"
#include "curves.h"
#include "mote/run.h"
#include "run/inner_cells.h"
#include "worlds.h"

namespace mote {
namespace {

struct Bounce {
    double hit, back;  ///< how far the middle goes on after the first touch [m]; the greatest upward speed [m/s]
    double off;        ///< largest density error
    Index  rows;
};
Bounce bounce(int octree) {
    const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 5 mm
materials: {{rubber: {{density: 1000, friction: 0.3, elastic: {{youngs_modulus: 100 kPa, poissons_ratio: 0.3}}}}}}
objects: {{block: {{box: [0.17, 0.17], at: [0, 0.087], material: rubber, velocity: [0, -1], sampling: {{octree: {}}}}}}}
boundaries: {{floor: {{plane: [0, 1], method: implicit}}}}
)", octree));
    const double start = centre_of(*w, "block").y;
    Bounce       b{0, 0, 0, w->particles.size()};
    while (w->time < 0.1) {
        step(*w, 1e-3f);
        b.hit  = std::max(b.hit, start - centre_of(*w, "block").y);
        b.back = std::max(b.back, velocity_of(*w, "block").y);
        b.off  = std::max(b.off, double(find_statistics(w->exec, w->particles, w->gravity).largest_density_error));
    }
    return b;
}

// It bounces off a floor as the regular body does, and its large rows are no density error.
TEST(OctreeAmongOthers, ABlockBouncesAsARegularOne) {
    const Bounce regular = bounce(0), octree = bounce(2);
    record("hit_over_regular", octree.hit / regular.hit), record("back_over_regular", octree.back / regular.back);
    EXPECT_LT(octree.rows, 0.55 * regular.rows);
    EXPECT_NEAR(octree.hit, regular.hit, 0.01 * regular.hit);
    EXPECT_NEAR(octree.back, regular.back, 0.03 * regular.back);
    EXPECT_LT(octree.off, 1e-3);
}

// Water does not know that a body is coarse inside: it is as deep in it after a while as a regular one, and what one gains the other loses.
TEST(OctreeAmongOthers, ABlockInWaterMovesAsARegularOne) {
    double middle[2], kept[2];
    for (const int octree : {0, 1}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 1 cm
gravity: [0, 0]
materials:
  foam: {{density: 500, elastic: {{youngs_modulus: 100 kPa}}}}
  water: {{preset: water}}
objects:
  drop: {{box: [0.1, 0.24], at: [-0.18, 0.01], material: water, velocity: [1, 0]}}
  block: {{box: 0.22, at: [0.01, 0], material: foam, sampling: {{octree: {}}}}}
)", octree));
        const double before = momenta_of(*w).linear.x;
        advance(*w, 0.15);
        middle[octree] = velocity_of(*w, "block").x;
        kept[octree]   = momenta_of(*w).linear.x / before - 1;
    }
    record("speed_over_regular", middle[1] / middle[0]);
    EXPECT_GT(middle[0], 0.2);
    EXPECT_NEAR(middle[1], middle[0], 0.05 * middle[0]);  // spray is not the same
    EXPECT_NEAR(kept[1], 0, 2e-5);
}

// Pressed to half its height between plates, so that large rows come near the faces, it pushes back as the regular one does and nothing goes through.
TEST(OctreeAmongOthers, ASqueezedBlockPushesBackAsARegularOne) {
    double energy[2], inside[2];
    for (const int octree : {0, 1}) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 1 cm
gravity: [0, 0]
materials: {{rubber: {{density: 1000, friction: 0, elastic: {{youngs_modulus: 100 kPa, poissons_ratio: 0.3, law: neo_hookean, damping: 2 ms}}}}}}
objects: {{block: {{box: 0.22, at: [0, 0.111], material: rubber, sampling: {{octree: {}}}}}}}
boundaries:
  floor: {{plane: [0, 1], method: implicit}}
  press: {{box: [0.8, 0.1], at: [0, 0.272], method: implicit, motion: [{{time: 0 s}}, {{time: 0.3 s, move: [0, -0.11]}}, {{time: 1 s, move: [0, -0.11]}}]}}
)", octree));
        advance(*w, 0.4);
        energy[octree] = w->solids->observe(w->exec, w->particles, w->material_view());
        inside[octree] = 1;
        for (Index i = 0; i < w->particles.size(); ++i)
            inside[octree] = std::min({inside[octree], double(w->particles.position_volume.host()[i].y), 0.112 - double(w->particles.position_volume.host()[i].y)});
    }
    record("energy_over_regular", energy[1] / energy[0]);
    EXPECT_NEAR(energy[1], energy[0], 0.03 * energy[0]);
    EXPECT_GT(inside[1], 0);
}

// Whoever gets as far as a large row, which nobody should, does not feel it.
TEST(OctreeAmongOthers, NobodyFeelsALargeRow) {
    const auto w = world_of(R"(
spacing: 1 cm
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 100 kPa}}, water: {preset: water}}
objects:
  block: {box: 0.3, material: rubber, sampling: {octree: 2}}
  drop: {box: 0.02, at: [0, 0.4, 0], material: water}
)");
    Particles& p = w->particles;
    Index      drop = p.size(), largest = 0;
    for (Index i = 0; i < p.size(); ++i) {
        if (p.material.host()[i] == 1) drop = i;
        if (w->solids->sizes->of_particle.host()[i] > w->solids->sizes->of_particle.host()[largest]) largest = i;
    }
    ASSERT_NEAR(w->solids->sizes->of_particle.host()[largest], 0.04f, 1e-6f);
    p.position_volume.edit()[drop] = with_w(xyz(p.position_volume.host()[largest]) + Vec3{0.005f, 0, 0}, p.position_volume.host()[drop].w);
    w->neighbours.build(w->exec, w->points());
    compute_density(w->exec, p, w->neighbours, w->kernel());
    EXPECT_NEAR(p.velocity_density.host()[drop].w, p.rest_density.host()[drop] * p.position_volume.host()[drop].w * w->kernel().at_zero(), 0.1f);
}

// The surface of a body that was turned and stretched is one shell without a hollow: its points are those that the regular body has.
TEST(OctreeAmongOthers, SurfacesAreOfTheSmallCells) {
    const auto w = world_of(R"(
spacing: 1 cm
gravity: [0, 0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 100 kPa}}}
objects: {block: {box: 0.3, material: rubber, sampling: {octree: 2}}}
)");
    Particles& p = w->particles;
    const Mat3 f = rotation(normalised(Vec3{1, 2, 3}), 0.7f) * Mat3{{{1.2f, 0, 0}, {0, 0.9f, 0}, {0, 0, 1}}};
    for (Index i = 0; i < p.size(); ++i) p.position_volume.edit()[i] = with_w(f * xyz(p.position_volume.host()[i]), p.position_volume.host()[i].w);
    step(*w, 1e-6f);
    std::string meta;
    const Frame frame = parse_frame(encode_frame(frame_of(*w, meta)));
    std::vector<Index> rows;
    std::vector<Vec3>  centre;
    for (Index i = 0; i < p.size(); ++i) rows.push_back(i), centre.push_back(xyz(p.position_volume.host()[i]));
    fill_large(frame, 0.01f, 3, rows, centre);
    ASSERT_EQ(centre.size(), 27000u);
    const Mat3 back = inverse(f);
    std::set<std::array<long, 3>> cells;
    for (const Vec3& x : centre) {
        const Vec3 at = 100.f * (back * x) + 14.5f * Vec3{1, 1, 1};  // of a regular lattice: whole numbers from 0 to 29
        const std::array<long, 3> cell{std::lround(at.x), std::lround(at.y), std::lround(at.z)};
        EXPECT_LT(length(at - Vec3{float(cell[0]), float(cell[1]), float(cell[2])}), 0.02f);
        cells.insert(cell);
    }
    EXPECT_EQ(cells.size(), 27000u);
}

// Where materials meet cells are small, and each has the mass of its own: a stiff core of twice the density.
TEST(OctreeAmongOthers, RegionsKeepTheirMass) {
    double mass[2][2] = {};
    for (const int octree : {0, 2}) {
        const auto w = world_of(fmt::format(R"(
spacing: 1 cm
materials:
  soft: {{density: 1000, elastic: {{youngs_modulus: 100 kPa}}}}
  hard: {{density: 2000, elastic: {{youngs_modulus: 400 kPa}}}}
objects: {{ball: {{sphere: 0.24, material: soft, regions: [{{sphere: 0.09, at: [0.08, 0, 0], material: hard}}], sampling: {{octree: {}}}}}}}
)", octree));
        const Particles& p = w->particles;
        for (Index i = 0; i < p.size(); ++i) mass[octree / 2][p.material.host()[i]] += double(p.mass.host()[i]);
        if (octree == 0) continue;
        for (Index i = 0; i < p.size(); ++i) {
            const float depth = std::abs(length(xyz(p.position_volume.host()[i]) - Vec3{0.08f, 0, 0}) - 0.09f);
            if (depth < 0.0175f) { EXPECT_LT(w->solids->sizes->of_particle.host()[i], 0.011f); }
        }
    }
    for (const int m : {0, 1}) EXPECT_NEAR(mass[1][m], mass[0][m], 1e-5 * mass[0][m]);
}

}  // namespace
}  // namespace mote
