// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "mote/sampling.h"
#include "unit/shapes/bodies.h"

namespace mote {
namespace {

struct Case {
    const char*            name;
    std::unique_ptr<Shape> shape;
    int                    dimension;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    all.push_back({"box", shape_of(BoxShape{{0.63f, 0.4f, 0.5f}}, 3, placed({0.1f, 7, 0}, {0, 0, 1}, 0.4f)), 3});
    all.push_back({"ball", shape_of(SphereShape{0.31f}), 3});
    all.push_back({"ring", shape_of(TorusShape{0.3f, 0.25f}), 3});
    all.push_back({"disc", shape_of(SphereShape{0.5f}, 2), 2});
    return all;
}
constexpr float spacing = 0.01f;

float edge(const OctreeCells& cells, std::size_t i) { return spacing * float(1 << cells.level[i]); }

// Large cells take the place of whole small ones: volume and centre of mass are those of the cubic filling, and all are inside.
TEST(Octree, FillsTheVolumeOfTheRegularLattice) {
    for (const Case& c : cases()) {
        const auto regular = fill(*c.shape, {}, spacing, c.dimension, 1);
        const auto mean = [](const std::vector<Vec3>& points, const auto& weight) {
            Vec3d  sum{};
            double all = 0;
            for (std::size_t i = 0; i < points.size(); ++i) sum += weight(i) * wide(points[i]), all += weight(i);
            return sum / all;
        };
        std::size_t last = regular.size() + 1;
        for (int levels = 0; levels <= 3; ++levels) {
            const auto cells = fill_octree(*c.shape, {levels, 2, {}}, spacing, c.dimension);
            EXPECT_EQ(cells.regular, regular.size()) << c.name << " " << levels;
            EXPECT_LT(cells.points.size(), last) << c.name << " " << levels;
            last = cells.points.size();
            const Vec3d off = mean(cells.points, [&](std::size_t i) { return std::pow(double(1 << cells.level[i]), c.dimension); }) - mean(regular, [](std::size_t) { return 1.0; });
            EXPECT_NEAR(length(off), 0, 1e-5 * double(spacing) + 1e-6) << c.name << " " << levels;
            for (const Vec3& x : cells.points) EXPECT_LT(c.shape->distance(x), 0) << c.name;
        }
    }
}

// Whoever meets, at a face, an edge or a corner, is as large, half or twice as large; and cells do not overlap.
TEST(Octree, NeighboursDifferByOneLevelAtMost) {
    for (const Case& c : cases()) {
        const auto cells = fill_octree(*c.shape, {3, 2, {}}, spacing, c.dimension);
        const Axes axes  = c.shape->axes().front();
        EXPECT_EQ(*std::max_element(cells.level.begin(), cells.level.end()), 3) << c.name;
        const auto corner = [&](std::size_t i) { return axes.to_local(cells.points[i]) - 0.5f * (edge(cells, i) - spacing) * Vec3{1, 1, c.dimension == 2 ? 0.f : 1.f}; };
        Vec3 low{1e9f, 1e9f, 1e9f};
        for (std::size_t i = 0; i < cells.points.size(); ++i) low = min(low, corner(i));
        std::map<std::array<int, 3>, int> level;  // of small cells
        for (std::size_t i = 0; i < cells.points.size(); ++i) {
            const Vec3 from = (1 / spacing) * (corner(i) - low);
            const int  size = 1 << cells.level[i], x = int(std::lround(from.x)), y = int(std::lround(from.y)), z = int(std::lround(from.z));
            for (int k = 0; k < (c.dimension == 2 ? 1 : size); ++k)
                for (int j = 0; j < size; ++j)
                    for (int n = 0; n < size; ++n) EXPECT_TRUE(level.insert({{x + n, y + j, z + k}, cells.level[i]}).second) << c.name << ": two cells in one place";
        }
        std::size_t seams = 0;
        for (const auto& [at, own] : level)
            for (int k = 14; k < 27; ++k)
                if (const auto other = level.find({at[0] + k % 3 - 1, at[1] + k / 3 % 3 - 1, at[2] + k / 9 - 1}); other != level.end()) {
                    EXPECT_LE(std::abs(own - other->second), 1) << c.name;
                    seams += own != other->second;
                }
        EXPECT_GT(seams, 100u) << c.name;
    }
}

// Within the band from the surface, and from a seam inside, nothing is large.
TEST(Octree, TheBandIsOfSmallCells) {
    for (const Case& c : cases())
        for (const float band : {2.f, 3.5f}) {
            const Vec3 middle = c.shape->axes().front().to_world({0.5f * c.shape->axes().front().box.low.x, 0, 0});
            const auto seam   = [&](const Vec3& x) { return length(x - middle); };
            const auto cells  = fill_octree(*c.shape, {2, band, seam}, spacing, c.dimension);
            for (std::size_t i = 0; i < cells.points.size(); ++i) {
                if (cells.level[i] == 0) continue;
                const float half = 0.5f * edge(cells, i);
                for (int k = 0; k < 8; ++k) {
                    const Vec3 at = c.shape->axes().front().to_local(cells.points[i]) +
                                    Vec3{k & 1 ? half : -half, k & 2 ? half : -half, c.dimension == 2 ? 0 : k & 4 ? half : -half};
                    const Vec3 corner = c.shape->axes().front().to_world(at);
                    ASSERT_LT(c.shape->distance(corner), -0.99f * band * spacing) << c.name;
                    ASSERT_GT(seam(corner), 0.99f * band * spacing) << c.name;
                }
            }
        }
}

TEST(Octree, TooManyCellsAreRefused) {
    const auto ball = shape_of(SphereShape{0.31f});
    EXPECT_THROW(fill_octree(*ball, {2, 2, {}}, spacing, 3, 1000), SceneError);
}

}  // namespace
}  // namespace mote
