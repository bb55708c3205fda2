// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Surfels under stretch (KB-18, 19).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "block.h"

namespace mote {
namespace {

/// A block with surfels on its upper face, a spacing apart.
struct Sheet {
    static constexpr int   n = 10;
    static constexpr float d = Block::spacing;
    Block             block{{.x = n, .y = n, .z = 3}};
    Scratch<Vec4>     place, still;

    Sheet() {
        std::vector<Vec3> points, normals;
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) points.push_back({d * float(i), d * float(j), 2.5f * d}), normals.push_back({0, 0, 1});
        block.solids.surfaces = std::make_unique<SurfaceContact>(block.p.device());
        block.solids.surfaces->add(block.solids.rest, 0, points, normals, d, block.settings());
        block.find_neighbours();
        const Index rows = block.solids.rest.rows();
        place.resize(block.exec, rows), still.resize(block.exec, rows);
        for (Index s = 0; s < rows; ++s) still.edit()[s] = {};
    }
    SurfaceContact& surfaces() { return *block.solids.surfaces; }
    void            stretch(const Mat3& f) {
        for (Index s = 0; s < block.solids.rest.rows(); ++s) place.edit()[s] = with_w(f * xyz(block.solids.rest.rest_position_volume.host()[s]), 1);
        surfaces().begin(block.exec, {place.read(), still.read(), block.view(), d, 3 * d}, 0);
    }
    /// How far the farthest point of the face is from a surfel, away from its rim.
    float farthest(const Mat3& f) {
        float most = 0;
        for (float y = 1; y < n - 2; y += 0.23f)
            for (float x = 1; x < n - 2; x += 0.23f) {
                const Vec3 at = f * Vec3{d * x, d * y, 2.5f * d};
                float      least = 1e9f;
                for (Index i = 0; i < surfaces().count(); ++i) least = std::min(least, length(xyz(surfaces().places()[i]) - at));
                most = std::max(most, least);
            }
        return most;
    }
};

// A sheet that is drawn to four times its length, along a side, across or both ways, is covered as before; areas sum to that of the face.
TEST(Surfels, AStretchedSheetStaysCovered) {
    const Mat3 turned = rotation(Vec3{0, 0, 1}, 0.6f);
    for (const Mat3& f : {Mat3{{{4, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, turned * Mat3{{{4, 0, 0}, {0, 1, 0}, {0, 0, 1}}} * transpose(turned), Mat3{{{3, 0, 0}, {0, 3, 0}, {0, 0, 1}}}}) {
        Sheet       sheet;
        const float stretch = svd(f).sigma.x;
        const float before = (sheet.stretch(identity()), sheet.farthest(identity()));
        EXPECT_EQ(sheet.surfaces().count(), Index(Sheet::n * Sheet::n));
        sheet.stretch(f);
        EXPECT_LT(sheet.farthest(f), 1.8f * before);
        EXPECT_GE(sheet.surfaces().count(), Index(3 * Sheet::n * Sheet::n));
        for (Index i = 0; i < sheet.surfaces().count(); ++i) {  // no piece is longer than 1.5 of what a surfel was
            const Vec4 cut = sheet.surfaces().table.cut.host()[i];
            EXPECT_GE(1.501f * std::max(cut.x, cut.y), stretch);
        }
    }
}

// After a cycle, however slow, the surfels are those of the start, where they were. Shaking about a threshold does not cut and join them.
TEST(Surfels, ACycleLeavesTheSurfaceAsItWas) {
    Sheet sheet;
    sheet.stretch(identity());
    std::vector<Vec4> before(sheet.surfaces().places().data, sheet.surfaces().places().data + sheet.surfaces().count());
    Index             most = 0;
    for (int k = 0; k <= 40; ++k) {
        const float a = 1 + 3 * std::sin(3.14159265f * float(k) / 40);
        sheet.stretch({{{a, 0.2f * (a - 1), 0}, {0, 1, 0}, {0, 0, 1}}});
        most = std::max(most, sheet.surfaces().count());
    }
    EXPECT_GE(most, Index(4 * Sheet::n * Sheet::n));
    sheet.stretch(identity());
    ASSERT_EQ(sheet.surfaces().count(), before.size());
    for (Index i = 0; i < before.size(); ++i) {
        EXPECT_EQ(sheet.surfaces().table.base.host()[i], i);
        EXPECT_LT(length(xyz(sheet.surfaces().places()[i]) - xyz(before[i])), 1e-6f);
    }
    sheet.stretch({{{1.51f, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    const Index cut = sheet.surfaces().count();
    EXPECT_GT(cut, before.size());
    sheet.stretch({{{1.45f, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    EXPECT_EQ(sheet.surfaces().count(), cut);
}

}  // namespace
}  // namespace mote
