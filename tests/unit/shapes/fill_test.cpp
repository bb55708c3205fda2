// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <algorithm>

#include "mote/sampling.h"
#include "unit/shapes/bodies.h"

namespace mote {
namespace {

using Lattice = SamplingSpec::Lattice;

SamplingSpec sampling(Lattice lattice, float jitter = 0) {
    SamplingSpec spec;
    spec.lattice = lattice;
    spec.jitter  = jitter;
    return spec;
}

Vec3 mean(const std::vector<Vec3>& points) {
    Vec3d sum{};
    for (const Vec3& p : points) sum += p;
    const Vec3d m = sum / double(points.size());
    return {float(m.x), float(m.y), float(m.z)};
}

/// A cube of edge 1 whose lower x are one box and whose others two.
std::unique_ptr<Shape> cube_of_parts(float x, int dimension = 3) {
    const auto part = [](Vec3 low, Vec3 high) { return spec_of(BoxShape{high - low}, placed(0.5f * (low + high) - Vec3{0.5f, 0.5f, 0})); };
    return shape_of(combination(CombinedShape::How::join, {part({0, 0, -0.5f}, {x, 1, 0.5f}), part({x, 0, -0.5f}, {1, 0.61f, 0.5f}), part({x, 0.61f, -0.5f}, {1, 1, 0.5f})}), dimension);
}

// A box of n spacings takes n^3 points (n^2 in the plane), each in the middle of its cell, however it stands.
TEST(Fill, ABoxOfWholeSpacingsIsFilledExactly) {
    for (const float spacing : {0.1f, 0.01f, 0.02f})
        for (const int dimension : {2, 3})
            for (const Placement& where :
                 {placed({}), placed({0.3f, -7.1f, 0}, {0, 0, 1}, 0.4f), placed({3, 5, 0}, {0, 0, 1}, 1, 0.5f)}) {
                const Vec3 size   = (spacing / where.scale) * Vec3{12, 7, 5};
                const auto box    = shape_of(BoxShape{size}, dimension, where);
                const auto points = fill(*box, sampling(Lattice::cubic), spacing, dimension, 1);
                EXPECT_EQ(points.size(), dimension == 2 ? 84u : 420u);
                EXPECT_NEAR(length(mean(points) - where.at), 0, 1e-4f * spacing + 2e-6f * length(where.at));
                for (const Vec3& p : points) EXPECT_LE(box->distance(p), -0.498f * spacing + 4e-6f);
            }
    const auto cube   = shape_of(BoxShape{{0.4f, 0.4f, 0.4f}});
    const auto points = fill(*cube, sampling(Lattice::cubic), 0.1f, 3, 1);
    EXPECT_NEAR(length(points.front() - Vec3{-0.15f, -0.15f, -0.15f}), 0, 1e-6f);
}

// Close packings of a box of whole cells: layers, rows and points counted by hand, the block centred.
TEST(Fill, CountsOfClosePackingsInABox) {
    const float s = 0.1f, half = s / std::sqrt(2.f), height = std::sqrt(0.75f) * s, eps = 1e-4f * s;
    // Face-centred: of 3 x 3 x 3 half cells every other one, of which there are 14.
    const auto fcc = fill(*shape_of(BoxShape{{3 * half + eps, 3 * half + eps, 3 * half + eps}}),
                          sampling(Lattice::face_centred), s, 3, 1);
    EXPECT_EQ(fcc.size(), 14u);
    // Hexagonal: 5 points, 4 rows, 3 layers.
    const auto hcp = fill(*shape_of(BoxShape{{5 * s + eps, 3 * std::sqrt(2.f / 3) * s + eps, 4 * height + eps}}),
                          sampling(Lattice::hexagonal), s, 3, 1);
    EXPECT_EQ(hcp.size(), 60u);
    // In the plane: three rows of 5.
    const auto hex =
        fill(*shape_of(BoxShape{{5 * s + eps, 3 * height + eps, 1}}, 2), sampling(Lattice::hexagonal), s, 2, 1);
    EXPECT_EQ(hex.size(), 15u);
    for (const auto* points : {&fcc, &hcp, &hex}) {
        Box block;
        for (const Vec3& p : *points) block.include(p);
        EXPECT_NEAR(length(block.centre()), 0, 1e-5f);
        EXPECT_NEAR(measure_spacing(*points, s).nearest, s, 1e-4f * s);
    }
}

// Close packings fill a box of any size with its volume, and draw points apart rather than together: no two are nearer
// than the spacing, and none is so near to the box that its neighbour across a wall would be nearer than half of one.
TEST(Fill, ClosePackingsHoldTheVolumeOfABox) {
    const float s = 0.05f;
    for (const Lattice lattice : {Lattice::hexagonal, Lattice::face_centred})
        for (const int dimension : {2, 3})
            for (const Vec3& size :
                 {Vec3{20, 20, 20}, Vec3{20.3f, 19.6f, 21.2f}, Vec3{4.4f, 3.9f, 5.1f}, Vec3{30, 2.5f, 7}}) {
                const auto   box    = shape_of(BoxShape{s * size}, dimension, placed({1, -2, 0}, {0, 0, 1}, 0.3f));
                const auto   points = fill(*box, sampling(lattice), s, dimension, 1);
                const double each   = point_volume(*box, sampling(lattice), s, dimension, points.size());
                const double volume = double(s * size.x) * s * size.y * (dimension == 3 ? s * size.z : 1);
                EXPECT_NEAR(double(points.size()) * each / volume, 1, size.x * size.y > 100 ? 0.001 : 0.01)
                    << int(lattice) << ", " << dimension << "-D, " << size.x;
                EXPECT_GE(each, 0.999 * double(cell_volume(lattice, s, dimension)));
                EXPECT_GE(measure_spacing(points, s).nearest, 0.999f * s);
                EXPECT_LE(measure_spacing(points, s).mean, size.y > 5 ? 1.03f * s : 1.2f * s);
                for (const Vec3& p : points) EXPECT_LE(box->distance(p), -0.249f * s);
                EXPECT_NEAR(length(mean(points) - Vec3{1, -2, 0}), 0, 0.2f * s);
            }
}

// Neighbours on a lattice: six, or twelve in the close packings (four and six in the plane), one spacing away.
TEST(Fill, LatticesHaveTheirNeighbours) {
    const struct {
        Lattice lattice;
        int     dimension, neighbours;
    } cases[] = {{Lattice::cubic, 3, 6},
                 {Lattice::hexagonal, 3, 12},
                 {Lattice::face_centred, 3, 12},
                 {Lattice::cubic, 2, 4},
                 {Lattice::hexagonal, 2, 6}};
    for (const auto& c : cases) {
        const float s      = 0.1f;
        const auto  points = fill(*shape_of(SphereShape{0.5f}, c.dimension), sampling(c.lattice), s, c.dimension, 1);
        for (const Vec3& p : points) {
            if (length(p) > 0.25f) continue;
            const auto near =
                std::count_if(points.begin(), points.end(), [&](const Vec3& q) { return length(p - q) < 1.1f * s; }) -
                1;
            EXPECT_EQ(near, c.neighbours);
        }
    }
}

// Bonds from who is near (D-36): a block of n^3 has 3 n^2 (n - 1) across faces; whoever is inside has 26 around himself, or 12 in a close packing. No pair is there twice.
TEST(Fill, BondsAreThoseOfTheStencil) {
    const std::size_t n = 7;
    const float       s = 0.1f;
    const auto        cube = fill(*shape_of(BoxShape{{0.7f, 0.7f, 0.7f}}, 3, placed({1, 2, 3}, {1, 1, 1}, 0.7f)), {}, s, 3, 1);
    EXPECT_EQ(bonds_within(cube, 1.2f * s).size(), 3 * n * n * (n - 1));
    EXPECT_EQ(bonds_within(cube, 1.85f * s).size(), 3 * n * n * (n - 1) + 6 * n * (n - 1) * (n - 1) + 4 * (n - 1) * (n - 1) * (n - 1));
    const auto flat = fill(*shape_of(BoxShape{{0.7f, 0.7f, 1}}, 2), {}, s, 2, 1);
    EXPECT_EQ(bonds_within(flat, 1.2f * s).size(), 2 * n * (n - 1));
    EXPECT_EQ(bonds_within(flat, 1.5f * s).size(), 2 * n * (n - 1) + 2 * (n - 1) * (n - 1));
    const struct {
        Lattice lattice;
        float   reach;
        int     bonds;
    } cases[] = {{Lattice::cubic, 1.2f, 6}, {Lattice::cubic, 1.85f, 26}, {Lattice::hexagonal, 1.2f, 12}, {Lattice::face_centred, 1.2f, 12}};
    for (const auto& c : cases) {
        const auto       points = fill(*shape_of(SphereShape{0.5f}), sampling(c.lattice), s, 3, 1);
        std::vector<int> degree(points.size(), 0);
        for (const auto& [a, b] : bonds_within(points, c.reach * s)) ++degree[a], ++degree[b];
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (length(points[i]) > 0.25f) continue;
            EXPECT_EQ(degree[i], c.bonds);
        }
    }
    const auto   balls = pour(*shape_of(BoxShape{{1, 1, 1}}), s, 3, 1).points;
    const double mean  = 2 * double(bonds_within(balls, 1.2f * s).size()) / double(balls.size());
    EXPECT_GT(mean, 6);
    EXPECT_LT(mean, 12);
}

// Points times the volume of each are the volume of a round body at any spacing.
TEST(Fill, CountTimesPointVolumeTendsToTheVolume) {
    const double volume = 4.0 / 3 * double(pi) * 0.125;
    const auto   sphere = shape_of(SphereShape{0.5f});
    for (const Lattice lattice : {Lattice::cubic, Lattice::hexagonal, Lattice::face_centred}) {
        for (const float s : {0.05f, 0.02f}) {
            const double filled = double(count_points(*sphere, sampling(lattice), s, 3)) *
                                  double(point_volume(*sphere, sampling(lattice), s, 3, 0));
            EXPECT_NEAR(filled, volume, 0.02 * volume);
        }
        const double fine = double(count_points(*sphere, sampling(lattice), 1 / 200.f, 3)) *
                            double(point_volume(*sphere, sampling(lattice), 1 / 200.f, 3, 0));
        EXPECT_NEAR(fine, volume, 0.02 * volume);
    }
    const auto   flat = shape_of(SphereShape{0.5f}, 2);
    const double disc = double(count_points(*flat, sampling(Lattice::hexagonal), 1 / 400.f, 2)) *
                        double(point_volume(*flat, sampling(Lattice::hexagonal), 1 / 400.f, 2, 0));
    EXPECT_NEAR(disc, double(pi) / 4, 0.02 * double(pi) / 4);
    EXPECT_NEAR(measure_volume(*sphere, 3), volume, 0.005 * volume);
}

// So is the area of surfaces, edges and both sides of a hollow included.
TEST(Fill, AreaOfShapes) {
    const auto near = [](double found, double exact) { EXPECT_NEAR(found / exact, 1, 0.01); };
    near(measure_area(*shape_of(SphereShape{0.5f}, 3), 3), double(pi));
    near(measure_area(*shape_of(BoxShape{{0.2f, 0.16f, 0.12f}}, 3), 3), 2 * (0.2 * 0.16 + 0.2 * 0.12 + 0.16 * 0.12));
    near(measure_area(*shape_of(BoxShape{{1, 1, 0.05f}}, 3), 3), 2 + 4 * 0.05);
    near(measure_area(*shape_of(SphereShape{0.5f}, 2), 2), double(pi));
    near(measure_area(*cube_of_parts(0.5f), 3), 6);
    near(measure_area(*cube_of_parts(0.37f), 3), 6);
    near(measure_area(*cube_of_parts(0.37f, 2), 2), 4);
}

// Where parts meet is no surface, and walls and gaps that are thinner than a 64th of the shape weigh what they are.
TEST(Fill, MassOfShapes) {
    const auto near = [](const Shape& shape, int dimension, double exact, double bar) {
        const SolidMeasure solid = measure_solid(shape, 0.01f, dimension, [](const Vec3&, const Mat3&) { return 1.f; });
        EXPECT_NEAR(solid.mass / exact, 1, bar);
        EXPECT_DOUBLE_EQ(solid.volume, solid.mass);
    };
    for (const float x : {0.5f, 0.37f, 0.38f}) near(*cube_of_parts(x), 3, 1, 1e-3), near(*cube_of_parts(x, 2), 2, 1, 1e-3);
    const auto hollow = [](float radius, float wall) { return combination(CombinedShape::How::subtract, {spec_of(SphereShape{radius}), spec_of(SphereShape{radius - wall})}); };
    const auto shell  = [](double radius, double wall) { return 4 / 3. * M_PI * (std::pow(radius, 3) - std::pow(radius - wall, 3)); };
    CombinedShape bowl = hollow(0.5f, 0.01f);
    bowl.parts.push_back(spec_of(BoxShape{{1, 1, 1}}, placed({0, 0.5f, 0})));
    near(*shape_of(bowl), 3, shell(0.5, 0.01) / 2, 1e-2);
    near(*shape_of(combination(CombinedShape::How::join, {spec_of(hollow(0.5f, 0.2f)), spec_of(SphereShape{0.29f})})), 3, shell(0.5, 0.2) + shell(0.29, 0.29), 1e-3);
}

// The cell volumes are those of the lattices.
TEST(Fill, CellVolumes) {
    EXPECT_FLOAT_EQ(cell_volume(Lattice::cubic, 0.1f, 3), 1e-3f);
    EXPECT_FLOAT_EQ(cell_volume(Lattice::cubic, 0.1f, 2), 1e-2f);
    EXPECT_FLOAT_EQ(cell_volume(Lattice::hexagonal, 0.1f, 3), 1e-3f / std::sqrt(2.f));
    EXPECT_FLOAT_EQ(cell_volume(Lattice::face_centred, 0.1f, 3), 1e-3f / std::sqrt(2.f));
    EXPECT_FLOAT_EQ(cell_volume(Lattice::hexagonal, 0.1f, 2), 1e-2f * std::sqrt(3.f) / 2);
}

// Skipping ahead by the distance finds the points that looking at each of them finds.
TEST(Fill, SkippingAheadLosesNoPoint) {
    using How = CombinedShape::How;
    const auto shape =
        shape_of(combination(How::subtract, {spec_of(BoxShape{{1, 1, 1}}), spec_of(TorusShape{0.4f, 0.15f}),
                                             spec_of(SphereShape{0.3f}, placed({0.5f, 0.5f, 0.5f}))}));
    const auto  points = fill(*shape, sampling(Lattice::cubic), 0.04f, 3, 1);
    std::size_t count  = 0;
    for (int n = 0; n < 25 * 25 * 25; ++n) {
        const Vec3 p{-0.48f + 0.04f * float(n % 25), -0.48f + 0.04f * float(n / 25 % 25),
                     -0.48f + 0.04f * float(n / 625)};
        count += shape->distance(p) <= -4e-5f;
    }
    EXPECT_EQ(points.size(), count);
    EXPECT_EQ(points.size(), count_points(*shape, sampling(Lattice::cubic), 0.04f, 3));
}

// Jitter shifts every point by at most its share of a spacing, keeps it inside, and depends on the seed alone.
TEST(Fill, JitterIsBoundedAndRepeatable) {
    for (const int dimension : {2, 3}) {
        const auto box   = shape_of(BoxShape{{1, 1, 1}}, dimension);
        const auto plain = fill(*box, sampling(Lattice::cubic), 0.05f, dimension, 5);
        const auto moved = fill(*box, sampling(Lattice::cubic, 0.3f), 0.05f, dimension, 5);
        ASSERT_EQ(plain.size(), moved.size());
        float most = 0;
        for (std::size_t i = 0; i < plain.size(); ++i) {
            most = std::max(most, length(plain[i] - moved[i]));
            EXPECT_LT(box->distance(moved[i]), 0);
            if (dimension == 2) {
                EXPECT_EQ(moved[i].z, 0);
            }
        }
        EXPECT_LE(most, 0.3001f * 0.05f);
        EXPECT_GT(most, 0.27f * 0.05f);
        EXPECT_NEAR(length(mean(moved)), 0, 0.002f);
        EXPECT_EQ(moved, fill(*box, sampling(Lattice::cubic, 0.3f), 0.05f, dimension, 5));
        EXPECT_NE(moved, fill(*box, sampling(Lattice::cubic, 0.3f), 0.05f, dimension, 6));
    }
}

// Random close packing: denser than a cubic lattice, even, without order, as much as the volume asks for, and
// nowhere nearer to the surface than half a spacing.
TEST(Fill, PackingIsDenseEvenAndConforms) {
    for (const int dimension : {2, 3})
        for (const auto& spec :
             {spec_of(SphereShape{0.5f}), spec_of(BoxShape{{1, 0.7f, 0.8f}}, placed({1, 2, 0}, {0, 0, 1}, 0.3f))}) {
            const float  s      = dimension == 2 ? 0.02f : 0.05f;
            const auto   shape  = make_shape(spec, dimension);
            const auto   points = fill(*shape, sampling(Lattice::packed), s, dimension, 3);
            const double share  = packing_fraction(*shape, points.size(), s, dimension);
            EXPECT_NEAR(share, dimension == 2 ? 0.84 : 0.60, 0.005);
            const SpacingReport report = measure_spacing(points, s);
            EXPECT_GT(report.nearest, 0.7f * s);
            EXPECT_GT(report.mean, 0.95f * s);
            EXPECT_LT(report.widest, 1.2f * s);
            std::size_t at_surface = 0;
            for (const Vec3& p : points) {
                EXPECT_LE(shape->distance(p), -0.498f * s + 1e-6f);
                at_surface += shape->distance(p) > -0.6f * s;
            }
            EXPECT_GT(at_surface, points.size() / 50);  // the outer layer follows the surface
            EXPECT_EQ(points, fill(*shape, sampling(Lattice::packed), s, dimension, 3));
            EXPECT_NE(points, fill(*shape, sampling(Lattice::packed), s, dimension, 4));
            EXPECT_LE(points.size(), count_points(*shape, sampling(Lattice::packed), s, dimension));
        }
}

// Cells by their corners (D-35): a box of whole cells has no others, a ball 6 pi (r/h)^2 at its surface, a disc 8 r/h. All cells are one of the three.
TEST(Fill, CellsAreInsideOutsideOrOfTheSurface) {
    const CellReport box = classify_cells(*shape_of(BoxShape{{0.5f, 0.3f, 0.2f}}, 3, placed({1, 2, 3}, {1, 1, 0}, 0.4f)), 0.02f, 3);
    EXPECT_EQ(box.inner, 25u * 15 * 10);
    EXPECT_EQ(box.surface + box.outer, 0u);
    const CellReport ball = classify_cells(*shape_of(SphereShape{0.5f}), 0.02f, 3);
    EXPECT_NEAR(double(ball.surface), 6 * M_PI * 25 * 25, 0.03 * 6 * M_PI * 25 * 25);
    EXPECT_NEAR(double(ball.inner) + 0.5 * double(ball.surface), M_PI / 6 * 50 * 50 * 50, 0.01 * 65450);
    EXPECT_EQ(ball.inner + ball.surface + ball.outer, 50u * 50 * 50);
    const CellReport disc = classify_cells(*shape_of(SphereShape{0.5f}, 2), 0.01f, 2);
    EXPECT_NEAR(double(disc.surface), 8 * 50, 12);
    EXPECT_EQ(disc.inner + disc.surface + disc.outer, 100u * 100);
}

// Too many points are refused before they are made, with the spacing that would fit; it does fit.
TEST(Fill, TooManyPointsAreRefusedInWords) {
    const auto sphere = shape_of(SphereShape{0.5f});
    for (const float spacing : {1e-6f, 0.02f}) {
        const std::string sentence = complaint<SceneError>([&] { fill(*sphere, {}, spacing, 3, 0, 20000); });
        ASSERT_TRUE(mentions(sentence, "at most 20000 are allowed: a spacing of ")) << sentence;
        const float fits = std::stof(sentence.substr(sentence.find("a spacing of ", sentence.find("allowed")) + 13));
        const std::size_t count = count_points(*sphere, {}, fits, 3, 20000);
        EXPECT_GT(count, 10000u) << sentence;
    }
    EXPECT_TRUE(
        mentions(complaint<SceneError>([&] { fill(*shape_of(PlaneShape{}), {}, 0.1f, 3, 0); }), "without bounds"));
    EXPECT_TRUE(mentions(complaint<SceneError>([&] { fill(*sphere, {}, 0, 3, 0); }), "spacing is 0"));
    EXPECT_TRUE(
        mentions(complaint<SceneError>([&] { fill(*sphere, sampling(Lattice::cubic, 0.7f), 0.1f, 3, 0); }), "jitter"));
}

// In the plane every point has z = 0, also in a shape that was grown.
TEST(Fill, PointsOfThePlaneStayInIt) {
    const auto disc = make_offset(shape_of(SphereShape{0.4f}, 2), 0.1f);
    for (const Lattice lattice : {Lattice::cubic, Lattice::hexagonal, Lattice::packed})
        for (const Vec3& p : fill(*disc, sampling(lattice, 0.1f), 0.05f, 2, 1)) EXPECT_EQ(p.z, 0);
    EXPECT_NEAR(measure_volume(*disc, 2), double(pi) / 4, 0.005);
}

// A body thinner than a spacing takes no points, and one of exactly a spacing takes one layer.
TEST(Fill, ThinBodies) {
    EXPECT_EQ(fill(*shape_of(BoxShape{{1, 0.05f, 1}}), {}, 0.1f, 3, 0).size(), 0u);
    EXPECT_EQ(fill(*shape_of(BoxShape{{1, 0.1f, 1}}), {}, 0.1f, 3, 0).size(), 100u);
    EXPECT_EQ(fill(*shape_of(BoxShape{{0.1f, 0.1f, 0.1f}}), sampling(Lattice::hexagonal), 0.1f, 3, 0).size(), 1u);
}

}  // namespace
}  // namespace mote
