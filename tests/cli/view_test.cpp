// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What `mote view` refuses before it serves anything; the studio itself is tested in tests/web.
#include "program.h"

namespace mote::testing {
namespace {

class View : public Cli {};

TEST_F(View, WhatIsNotThereIsRefused) {
    expect_refused(mote({"view", "nowhere"}), 5, "there is no");
    expect_refused(mote({"view", "."}), 5, "is not a run");
    expect_refused(mote({"view", "--host", "no such host"}), 2, "--host");
}

TEST_F(View, ScenesAreCheckedFirst) {
    write("bad.yaml", "spacing: much\n");
    expect_refused(mote({"view", "bad.yaml"}), 3, "bad.yaml:1:10: spacing");
    write("good.yaml", small_scene());
    expect_refused(mote({"view", "good.yaml", "--set", "spacing=-1"}), 3, "spacing");
    expect_refused(mote({"view", "good.yaml", "good.yaml"}), 2, "side by side");
}

TEST_F(View, WeakTokensAreRefused) {
    expect_refused(mote({"view", "--token", "short"}), 2, "--token");
    expect_refused(mote({"view", "--token", "with spaces in it"}), 2, "--token");
    expect_refused(mote({"view", "--set", "spacing=1"}), 2, "--set");
}

}  // namespace
}  // namespace mote::testing
