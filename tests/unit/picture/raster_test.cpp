// Copyright (c) 2026 The Mote authors. MIT licence.
#include "picture/raster.h"

#include <gtest/gtest.h>

#include <cmath>

#include "picture_testing.h"

namespace mote {
namespace {

using testing::Dice;

/// The depth of the first sphere on a ray, by trying all of them in double precision.
double first_depth(const std::vector<Vec3>& centre, const std::vector<float>& radius, const Lens& lens, double px,
                   double py) {
    const Vec3d  from = lens.flat ? Vec3d{px, py, 0} : Vec3d{}, along = lens.flat ? Vec3d{0, 0, 1} : Vec3d{px, py, 1};
    const double a    = dot(along, along);
    double       best = far_away;
    for (std::size_t i = 0; i < centre.size(); ++i) {
        const Vec3   view = lens.to_view(centre[i]);
        const Vec3d  c    = Vec3d{view.x, view.y, view.z} - from;
        const double b = dot(along, c), r = radius[i], root = b * b - a * (dot(c, c) - r * r);
        if (root <= 0) continue;
        const double t = (b - std::sqrt(root)) / a;
        if (t > 0) best = std::min(best, t);
    }
    return best;
}

void compare_with_all(const Camera& camera, float radius_scale) {
    Dice               dice(3);
    std::vector<Vec3>  centre(800);
    std::vector<float> radius(800);
    for (std::size_t i = 0; i < centre.size(); ++i) {
        centre[i] = dice.point();
        radius[i] = radius_scale * (1.1f + dice.roll());
    }
    const Lens lens  = make_lens(camera, 1.5f);
    const Hits hits  = find_hits({.centre = centre, .radius = radius}, lens, SampleGrid(lens, 75, 50, 2), 2);
    int        wrong = 0, hit = 0;
    for (int j = 0; j < hits.grid.height; ++j)
        for (int i = 0; i < hits.grid.width; ++i) {
            const double expected = first_depth(centre, radius, lens, hits.grid.plane_x(i, j), hits.grid.plane_y(i, j));
            const double found    = hits.depth[hits.at(i, j)];
            EXPECT_EQ(found == far_away, hits.sphere[hits.at(i, j)] == no_sphere);
            hit += found < far_away;
            wrong += !(found == expected || std::abs(found - expected) < 1e-3);
        }
    EXPECT_LE(wrong, 5);  // rays that just touch a rim
    EXPECT_GT(hit, 1000);
}

// Every sample has the depth of the first sphere on its ray, as found by trying all of them.
TEST(Raster, FindsTheFirstSphereOfEveryRay) {
    compare_with_all({.from = {0, 0, 3}, .to = {0, 0, 0}, .view_angle = 0.9f}, 0.05f);
    compare_with_all({.from = {2, 1.5f, 2}, .to = {0.2f, 0, 0}, .view_angle = 0.5f}, 0.2f);
    compare_with_all({.from = {0, 0, 3}, .to = {0, 0, 0}, .flat_height = 2.5f}, 0.1f);
}

// From amid the spheres too, where some lie beside and behind the camera.
TEST(Raster, FindsTheFirstSphereFromInside) {
    compare_with_all({.from = {0.1f, 0.05f, 0}, .to = {1, 0.3f, 0.2f}, .view_angle = 2.2f}, 0.03f);
}

// A large sphere that reaches beside and behind the camera is seen where it reaches into the view.
TEST(Raster, SeesASphereBesideTheCamera) {
    const std::vector<Vec3>  centre{{9, 0, -5.5f}};
    const std::vector<float> radius{10};
    const Lens               lens = make_lens({.from = {0, 0, 0}, .to = {0, 0, -1}, .view_angle = 0.8f}, 1);
    const Hits hits = find_hits({.centre = centre, .radius = radius}, lens, SampleGrid(lens, 100, 100, 1), 1);
    for (const int i : {2, 50, 70, 98}) {
        const double expected = first_depth(centre, radius, lens, hits.grid.plane_x(i, 50), hits.grid.plane_y(i, 50));
        const double found    = hits.depth[hits.at(i, 50)];
        EXPECT_TRUE(found == expected || std::abs(found - expected) < 1e-4) << found << ' ' << expected;
    }
    EXPECT_LT(hits.depth[hits.at(98, 50)], far_away);
}

// A tiny sphere keeps its shape ten thousand radii away: nothing is lost to rounding.
TEST(Raster, IsExactFarAway) {
    const Vec3   centre{0, 0, -1000};
    const Camera camera{.from = {0, 0, 0}, .to = centre, .view_angle = 0.01f};
    const Lens   lens = make_lens(camera, 1);
    const Hits   hits =
        find_hits({.centre = {&centre, 1}, .common_radius = 0.1f}, lens, SampleGrid(lens, 2000, 2000, 1), 2);
    double count = 0;
    for (const std::uint32_t s : hits.sphere) count += s != no_sphere;
    const double radius = 1e-4 / std::tan(0.005) * 1000;
    EXPECT_NEAR(count, pi * radius * radius, 0.05 * pi * radius * radius);
}

// Spheres may be taken in batches of any size, to bound the memory; nothing changes.
TEST(Raster, TakesSpheresInBatches) {
    Dice              dice(5);
    std::vector<Vec3> centre(3000);
    for (Vec3& c : centre) c = dice.point();
    const SphereSet  spheres{.centre = centre, .common_radius = 0.3f};
    const Lens       lens = make_lens({.from = {0, 0, 3}, .to = {0, 0, 0}}, 1);
    const SampleGrid grid(lens, 200, 200, 1);
    const Hits       whole = find_hits(spheres, lens, grid, 1), batches = find_hits(spheres, lens, grid, 1, 1000);
    EXPECT_EQ(whole.sphere, batches.sphere);
    for (std::size_t k = 0; k < whole.depth.size(); ++k)
        EXPECT_TRUE(whole.depth[k] == batches.depth[k] || abs(whole.depth[k] - batches.depth[k]) < 1e-5f);
}

}  // namespace
}  // namespace mote
