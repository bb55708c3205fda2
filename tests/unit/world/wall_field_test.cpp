// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What kernels know of implicit boundaries is what their shapes say.
#include "mote/wall_field.h"

#include <gtest/gtest.h>

#include "mote/boundaries.h"
#include "mote/random.h"
#include "mote/scene.h"

namespace mote {
namespace {

constexpr float spacing = 0.02f, support = 0.04f;

/// Compares at many places, deep in the boundary and far from it too, but not nearer to its surface than `blurred` [m].
void expect_to_hold(const Boundary& b, const WallField& field, const WallProfile& profile, int dimension, float blurred) {
    int held = 0, free = 0;
    for (std::uint64_t n = 0; n < 4000; ++n) {
        Vec3 x = 0.5f * (random_point(1, n, 0, Purpose::test) - Vec3{0.5f, 0.5f, 0.5f});
        if (dimension == 2) x.z = 0;
        const float ahead = b.ahead(x);
        if (abs(ahead) < blurred) continue;
        ASSERT_EQ(field.view().holds(profile.host(), x), ahead < 0) << x.x << ' ' << x.y << ' ' << x.z << ": " << ahead;
        ++(ahead < 0 ? held : free);
    }
    EXPECT_GT(std::min(held, free), 100);
}

// A place is in a boundary where the shape has it: to the last digits in front of planes and boxes, within a fifth of a spacing of a map.
TEST(WallField, HoldsWhatItsShapeHolds) {
    const Exec exec(2);
    for (const int dimension : {2, 3})
        for (const bool inside : {false, true}) {
            const Kernel      kernel = rest_kernel(spacing, support, dimension);
            const WallProfile profile(exec, kernel, spacing);
            const Placement   turned{{0.02f, -0.05f, 0}, {0, 0, 1}, 0.4f, 1};
            const auto        made = [&](const ShapeSpec& shape) {
                Boundary b;
                b.shape = make_shape(shape, dimension), b.inside = inside;
                return b;
            };
            const Boundary plane = made({PlaneShape{{1, 2, 0}}, turned}), box = made({BoxShape{{0.3f, 0.2f, 0.25f}}, turned}), ball = made({SphereShape{0.12f}, turned});
            expect_to_hold(plane, *make_plane_field(plane), profile, dimension, 1e-6f);
            expect_to_hold(box, *make_box_field(box.shape->axes().front(), inside, dimension), profile, dimension, 1e-6f);
            expect_to_hold(ball, *make_field_map(exec, ball, profile, kernel, spacing), profile, dimension, 0.2f * spacing);
        }
}

}  // namespace
}  // namespace mote
