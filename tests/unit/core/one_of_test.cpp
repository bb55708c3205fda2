// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Tagged values: what was put in is what `visit` hands out, after any copying of bytes.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "mote/one_of.h"

namespace mote {
namespace {

struct Liquid {
    float viscosity;
};
struct alignas(16) Solid {
    double stiffness[3];
};
struct Nothing {};

using Law = OneOf<Liquid, Solid, Nothing>;

struct Stiffness {
    float operator()(const Liquid& l) const { return -l.viscosity; }
    float operator()(const Solid& s) const { return float(s.stiffness[0] + s.stiffness[1] + s.stiffness[2]); }
    float operator()(const Nothing&) const { return 7; }
};

// Each value is dispatched to the function for its own type.
TEST(OneOf, VisitsTheValueItHolds) {
    const std::vector<Law> laws{Liquid{3}, Solid{{1, 2, 4}}, Nothing{}, Liquid{5}};
    const float            expected[] = {-3, 7, 7, -5};
    for (std::size_t k = 0; k < laws.size(); ++k) EXPECT_EQ(laws[k].visit(Stiffness{}), expected[k]);
    EXPECT_TRUE(laws[0].is<Liquid>());
    EXPECT_FALSE(laws[0].is<Solid>());
    EXPECT_TRUE(laws[1].is<Solid>());
    EXPECT_TRUE(laws[2].is<Nothing>());
}

// A value can be replaced by one of another kind: melting is writing a number.
TEST(OneOf, TakesAnotherKind) {
    Law law = Solid{{1, 1, 1}};
    law     = Liquid{2};
    EXPECT_TRUE(law.is<Liquid>());
    EXPECT_EQ(law.visit(Stiffness{}), -2.f);
}

// It travels as bytes and is aligned for the strictest of its kinds.
TEST(OneOf, TravelsAsBytes) {
    static_assert(std::is_trivially_copyable_v<Law>);
    static_assert(alignof(Law) == alignof(Solid));
    const Law from = Solid{{1, 2, 3}};
    Law       to   = Nothing{};
    std::memcpy(static_cast<void*>(&to), &from, sizeof(Law));
    EXPECT_EQ(to.visit(Stiffness{}), 6.f);
}

// The function may return nothing and change what it captured.
TEST(OneOf, VisitorsMayReturnNothing) {
    int        calls = 0;
    const Law  law   = Liquid{1};
    const auto count = [&](const auto& value) { calls += sizeof(value) == sizeof(Liquid); };
    law.visit(count);
    EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace mote
