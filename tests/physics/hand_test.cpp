// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What somebody who watches does to bodies.
#include <gtest/gtest.h>

#include <algorithm>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

// A hand leads the end of a rubber beam to a place and lets go: the beam returns to its shape and to rest (KB-59). It pulls as the studio does, as a damped spring.
TEST(Hand, ABeamThatIsPulledAndLetGoReturns) {
    const auto w = world_of(R"(
spacing: 1 cm
gravity: [0, 0, 0]
materials: {rubber: {density: 1000, elastic: {youngs_modulus: 30 kPa, poissons_ratio: 0.3, law: neo_hookean, damping: 10 ms}}}
objects: {beam: {box: [0.12, 0.06, 0.06], material: rubber}}
pins: {wall: {box: [0.02, 1, 1], at: [-0.06, 0, 0]}}
)");
    const auto end = [&] {
        Vec3  sum{};
        float count = 0;
        for (Index i = 0; i < w->particles.size(); ++i) {
            const Index s = w->solids->place.host()[i];
            if (w->solids->rest.rest_position_volume.host()[s].x > 0.04f) sum += xyz(w->particles.position_volume.host()[i]), count += 1;
        }
        return sum / count;
    };
    const Vec3 start = end(), target = start + Vec3{-0.01f, 0.035f, 0.02f};
    while (w->time < 0.8) {
        const Vec3 now = start + std::min(float(w->time) / 0.4f, 1.f) * (target - start);
        w->hand        = Hand{end(), {}, 0.05f, 20000 * (now - end()), 50, -1};
        step(*w, 2e-3f);
    }
    const double missed = double(length(end() - target));
    record("missed", missed);
    EXPECT_LT(missed, 0.004);
    w->hand.reset();
    for (int k = 1; k <= 30; ++k) advance(*w, 0.8 + 0.04 * k);  // by frames, as runs do
    double left = 0;
    for (Index i = 0; i < w->particles.size(); ++i)
        left = std::max(left, double(length(xyz(w->particles.position_volume.host()[i]) - xyz(w->solids->rest.rest_position_volume.host()[w->solids->place.host()[i]]))));
    record("left_over", left), record("kinetic", momenta_of(*w).kinetic);
    EXPECT_LT(left, 1e-3);
    EXPECT_LT(momenta_of(*w).kinetic, 1e-6);
}

}  // namespace
}  // namespace mote
