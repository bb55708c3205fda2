// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>

#include "block.h"

namespace mote {
namespace {

TEST(Elastic, ForceIsTheGradientOfTheEnergy) {
    Block block(Elastic::Law::corotated, 6, 5, 5);
    block.move([](const Vec3& x) { return Vec3{1.2f * x.x, 0.95f * x.y + 0.1f * x.x, 0.95f * x.z + 5 * x.x * x.y}; });
    std::vector<Vec4> x0(block.p.position_volume.host().data, block.p.position_volume.host().data + block.p.size());
    block.run(1e-6f, 1);
    std::vector<Vec3> f;
    for (Index i = 0; i < block.p.size(); ++i) f.push_back(1e6f * block.p.mass.host()[i] * xyz(block.p.velocity_density.host()[i]));
    Vec3 sum{};
    for (auto& v : f) sum = sum + v;
    printf("sum %g %g %g\n", sum.x, sum.y, sum.z);
    for (Index i = 0; i < 150; i += 31) {
        const float d = 1e-5f;
        for (Index k = 0; k < block.p.size(); ++k) block.p.position_volume.edit()[k] = x0[k];
        block.p.position_volume.edit()[i].y += d;
        const double up = block.energy();
        block.p.position_volume.edit()[i].y -= 2 * d;
        const double down = block.energy();
        printf("%u force %g  gradient %g\n", i, f[i].y, -(up - down) / (2 * d));
    }
}

TEST(Elastic, EnergyStaysWhereNothingTakesIt) {
    for (const auto law : {Elastic::Law::corotated, Elastic::Law::saint_venant, Elastic::Law::neo_hookean}) {
        Block block(law, 8, 5, 5);
        block.move([](const Vec3& x) { return Vec3{1.2f * x.x, 0.95f * x.y + 0.1f * x.x, 0.95f * x.z}; });
        const double start = block.energy();
        for (int k = 0; k < 200; ++k) {
            block.run(4 * block.stable(), 8);
            if (k % 20 == 0) printf("%d %g %g\n", k, block.energy() / start, block.kinetic() / start);
        }
    }
}

}  // namespace
}  // namespace mote
