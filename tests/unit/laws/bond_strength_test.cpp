// Copyright (c) 2026 The Mote authors. MIT licence.
#include "laws/pair/bond_strength.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mote {
namespace {

// Strengths of bonds are spread evenly about that of the material (D-40): mean 1, variance spread^2/3, none beyond; the same from both ends, and another for each bond and seed.
TEST(BondStrength, MeanAndVarianceAreThoseThatWereAskedFor) {
    for (const float spread : {0.f, 0.2f, 0.9f}) {
        double       sum = 0, squares = 0, with_next = 0, last = 0;
        const double count = 200'000;
        for (std::uint32_t n = 0; n < 200'000; ++n) {
            const float s = bond_strength(5, n / 4, n / 4 + 1 + n % 4, spread);
            EXPECT_EQ(s, bond_strength(5, n / 4 + 1 + n % 4, n / 4, spread));
            EXPECT_LE(std::abs(s - 1), spread);
            const double off = double(s) - 1;
            sum += off, squares += off * off, with_next += off * last, last = off;
        }
        const double variance = double(spread) * double(spread) / 3;
        EXPECT_NEAR(sum / count, 0, 4 * std::sqrt(variance / count));
        EXPECT_NEAR(squares / count, variance, 0.01 * variance);
        EXPECT_NEAR(with_next / count, 0, 0.01 * variance);
        EXPECT_EQ(spread > 0, bond_strength(5, 1, 2, spread) != bond_strength(6, 1, 2, spread));
    }
}

}  // namespace
}  // namespace mote
