// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include "mote/table.h"

namespace mote {
namespace {

// What one has given back, the next one gets; what is lent nobody else does.
TEST(Workspace, LendsTheSameBytesToOneAfterTheOther) {
    const Exec           exec(1);
    Scratch<Vec4>        solver;
    Scratch<std::uint64_t> keys, more;
    solver.borrow(exec, 1000);
    const void* const first = solver.read().data;
    keys.borrow(exec, 1000);
    EXPECT_NE(keys.read().data, first);
    solver.give_back(exec);
    EXPECT_EQ(solver.read().data, nullptr);
    more.borrow(exec, 1500);
    EXPECT_EQ(more.read().data, first);
    solver.borrow(exec, 1000);
    EXPECT_NE(solver.read().data, first);
}

// The smallest that is large enough is lent, so that the large ones are there for who needs them.
TEST(Workspace, LendsTheSmallestThatFits) {
    Workspace workspace;
    for (const std::size_t size : {4096, 1024, 16384, 2048}) {
        Bytes bytes;
        bytes.grow(size, 0);
        workspace.give(std::move(bytes));
    }
    EXPECT_EQ(workspace.take(1500).capacity(), 2048u);
    EXPECT_EQ(workspace.take(1500).capacity(), 4096u);
    EXPECT_EQ(workspace.take(100'000).capacity(), 100'000u);  // of the largest
    EXPECT_EQ(workspace.take(1100).capacity(), 1100u + 1100 / 4);  // grows, and will go on growing
    EXPECT_EQ(workspace.take(0).capacity(), 0u);
    EXPECT_EQ(workspace.take(10).capacity(), 10u);
}

// On a CPU kernels read the values themselves, not a copy.
TEST(Settings, AreTheValuesThemselvesOnACpu) {
    Settings<float>          there;
    const std::vector<float> values{1, 2, 3};
    EXPECT_EQ(there.on(Exec(1), values).data, values.data());
}

}  // namespace
}  // namespace mote
