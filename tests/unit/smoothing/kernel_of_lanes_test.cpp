// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/smoothing_kernel.h"  // before anything that knows lanes: what it takes for their roots must not depend on that

#include <gtest/gtest.h>

#include "mote/lane.h"

namespace mote {
namespace {

// A kernel of eight distances is that of each of them, to the last bits.
TEST(Kernel, OfLanesIsThatOfNumbers) {
    const CubicSpline kernel(0.04f, 3);
    for (float r = 0.001f; r < 0.04f; r += 0.001f) {
        const float exact = kernel.both_at_square(r * r).value, lanes = total(kernel.both_at_square(Lane(r * r)).value);
        EXPECT_NEAR(lanes / float(lane_width), exact, 2e-6f * kernel.at_zero()) << r;
    }
}

}  // namespace
}  // namespace mote
