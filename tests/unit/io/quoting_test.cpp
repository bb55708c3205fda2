// Copyright (c) 2026 The Mote authors. MIT licence.
#include "io/quoting.h"

#include <gtest/gtest.h>

namespace mote::io {
namespace {

// Whatever a material is called, the file stays readable.
TEST(Quoting, WordsCannotEndWhatTheyStandIn) {
    EXPECT_EQ(between_quotes("5\" of C:\\oil\n"), "\"5\\\" of C:\\\\oil\"");
    EXPECT_EQ(as_xml("<a & \"b\">\x01"), "&lt;a &amp; &quot;b&quot;&gt;");
    EXPECT_EQ(as_xml("h\xc3\xb6he"), "h\xc3\xb6he");
}

}  // namespace
}  // namespace mote::io
