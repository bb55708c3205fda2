// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The rigid motion of bodies, and bodies far from the origin (KB-11).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "block.h"

namespace mote {
namespace {

double off_rotation(const Mat3d& r) {
    const Mat3d d = r * transpose(r) - identity<double>();
    return std::sqrt(dot(d.row[0], d.row[0]) + dot(d.row[1], d.row[1]) + dot(d.row[2], d.row[2]));
}
float largest_stress(Block& b) {
    b.solids.observe(b.exec, b.p, b.view());
    float most = 0;
    for (Index i = 0; i < b.p.size(); ++i) most = std::max(most, b.solids.stress.host()[i]);
    return most;
}

// Turned, moved and swollen about its middle, a body has that rotation and that place; flat and thin ones too.
TEST(RigidFit, IsTheMotionThatABodyWasGiven) {
    const Mat3 turn = rotation(normalised(Vec3{1, 2, 3}), 2.5f), flat = rotation(Vec3{0, 0, 1}, 2.5f);
    for (const auto& [x, y, z, dimension] : {std::array{6, 5, 4, 3}, std::array{6, 5, 1, 3}, std::array{7, 1, 1, 3}, std::array{6, 5, 1, 2}}) {
        const Mat3 r = dimension == 2 ? flat : turn;
        Block      block({.x = x, .y = y, .z = z, .disorder = 0.1f, .dimension = dimension});
        Vec3d      middle{};
        for (Index i = 0; i < block.p.size(); ++i) middle = middle + (1 / double(block.p.size())) * wide(block.place(i));
        block.move([&](const Vec3& at) { return 1.1f * (r * at) + Vec3{3, -2, 0}; });
        const auto fits = block.solids.fit(block.exec, block.p);
        ASSERT_EQ(fits.size(), 1u);
        EXPECT_LT(length(fits[0].centre - (1.1 * (wide(r) * middle) + Vec3d{3, -2, 0})), 1e-6);
        EXPECT_LT(length(fits[0].rest - middle), 1e-7);
        EXPECT_NEAR(fits[0].mass, double(block.p.mass.host()[0]) * double(block.p.size()), 1e-6 * fits[0].mass);
        EXPECT_LT(off_rotation(fits[0].turn), 1e-12);
        EXPECT_NEAR(determinant(fits[0].turn), 1, 1e-12);
        const Vec3d along = wide(block.solids.rest.rows() > 0 ? Vec3{1, 0, 0} : Vec3{});
        EXPECT_LT(length(fits[0].turn * along - wide(r) * along), y == 1 ? 0.1 : 2e-3) << x << y << z;  // swollen, so exact but for rounding; a thread has one direction only
    }
}

// Mirrored, it is still a rotation.
TEST(RigidFit, OfAMirroredBodyIsARotation) {
    Block block({.x = 5, .y = 4, .z = 3});
    block.move([](const Vec3& x) { return Vec3{-x.x, x.y, x.z}; });
    const auto fit = block.solids.fit(block.exec, block.p).at(0);
    EXPECT_LT(off_rotation(fit.turn), 1e-12);
    EXPECT_NEAR(determinant(fit.turn), 1, 1e-12);
}

// A body that tumbles 1e5 of its lengths from the origin has the stress of one that tumbles there, and with floats alone a hundred times more.
TEST(RigidFit, FarFromTheOriginABodyIsAsSmoothAsThere) {
    const Vec3 far{0.06f * 1e5f, -4000, 3000}, spin{2, 1, 3};
    Block      here({.x = 6, .y = 6, .z = 6}), there({.x = 6, .y = 6, .z = 6});
    for (Block* b : {&here, &there}) b->set_velocity([&](const Vec3& x) { return cross(spin, x - 0.025f * Vec3{1, 1, 1}); });
    for (Index i = 0; i < there.p.size(); ++i) {  // as if it had flown there
        const Vec3  near = there.place(i);
        const Index s    = there.solids.place.host()[i];
        there.p.position_volume.edit()[i] = with_w(far + near, there.p.position_volume.host()[i].w);
        there.solids.rest.fine.edit()[s]  = narrow(wide(far) + wide(near) - wide(there.place(i)));
    }
    for (Block* b : {&here, &there})
        for (int k = 0; k < 20; ++k) b->run(0.5f * b->stable(), 16);
    const float smooth = largest_stress(here), felt = largest_stress(there);
    EXPECT_NEAR(felt, smooth, 0.05f * smooth);
    EXPECT_LT(length(there.solids.fit(there.exec, there.p).at(0).centre - wide(far) - Vec3d{0.025, 0.025, 0.025}), 1e-6);
    for (Index s = 0; s < there.solids.rest.rows(); ++s) there.solids.rest.fine.edit()[s] = {};
    EXPECT_GT(largest_stress(there), 100 * felt);
}

// After a thousand turns it is as it was: nothing of the shape at rest was turned along.
TEST(RigidFit, AThousandTurnsLeaveNothing) {
    Block       block({.x = 4, .y = 4, .dimension = 2, .youngs_modulus = 1e6f});
    const Vec3  spin{0, 0, 60};
    const float step = 0.9f * block.stable();
    block.set_velocity([&](const Vec3& x) { return cross(spin, x - 0.015f * Vec3{1, 1, 0}); });
    const auto turns = [&](double count) {
        for (double t = 0; t < count * 2 * 3.14159265 / 60; t += double(step) * 64) block.run(step, 64);
    };
    turns(10);
    const float  before = largest_stress(block);
    const double about  = block.angular_momentum().z;
    turns(1000);
    EXPECT_LT(largest_stress(block), 1.05f * before);
    EXPECT_NEAR(block.angular_momentum().z, about, 1e-4 * about);
    EXPECT_LT(off_rotation(block.solids.fit(block.exec, block.p).at(0).turn), 1e-12);
}

}  // namespace
}  // namespace mote
