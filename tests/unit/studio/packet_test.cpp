// Copyright (c) 2026 The Mote authors. MIT licence.
#include "studio/packet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "mote/error.h"

namespace mote::studio {
namespace {

template <class T>
FrameColumn column(const char* name, const char* unit, const std::vector<T>& values) {
    FrameColumn c{name, unit, column_type<T>, std::vector<std::byte>(values.size() * sizeof(T))};
    std::memcpy(c.bytes.data(), values.data(), c.bytes.size());
    return c;
}

/// Three particles of matter and one sample of a wall.
Frame small_frame(Vec4 third = {3, 1, 0.5f, 0.1f}) {
    Frame f;
    f.tables.push_back({"particles", 4, {}});
    auto& c = f.tables[0].columns;
    c.push_back(column<std::uint32_t>("id", "", {10, 11, 12, 13}));
    c.push_back(column<std::uint8_t>("role", "", {0, 0, 0, 1}));
    c.push_back(column<std::uint16_t>("material", "", {0, 1, 0, 0}));
    c.push_back(column<std::uint16_t>("body", "", {1, 1, 1, 0}));
    c.push_back(column<Vec4>("position_volume", "m, m^3", {{-1, 0, 0, 0.1f}, {0.3f, 0.7f, 0.2f, 0.1f}, third, {0, -9, 0, 0}}));
    c.push_back(column<float>("temperature", "K", {280, 290, 300, 400}));
    return f;
}

struct Read {
    Json        header;
    const char* body;
    std::string bytes;

    explicit Read(std::string packet) : bytes(std::move(packet)) {
        std::uint32_t head[2];
        std::memcpy(head, bytes.data(), sizeof head);
        EXPECT_EQ(std::memcmp(bytes.data(), "MOTE", 4), 0);
        header = Json::parse(bytes.substr(8, head[1]));
        body   = bytes.data() + 8 + head[1];
        EXPECT_EQ((8 + head[1]) % 8, 0u);
    }
    const std::uint16_t* shorts(std::size_t part) const { return reinterpret_cast<const std::uint16_t*>(body + header["parts"][part]["at"].get<std::size_t>()); }
};

// A position comes back to half a step of 1/65535 of the box, whatever the box.
TEST(Packet, PositionsAreExactToHalfAStep) {
    const Read  p(frame_packet(small_frame(), {}, {{"re", 1}}));
    const Json& part = p.header["parts"][0];
    EXPECT_EQ(p.header["count"], 3);
    const double expected[3][3] = {{-1, 0, 0}, {0.3, 0.7, 0.2}, {3, 1, 0.5}};
    for (int k = 0; k < 3; ++k)
        for (int a = 0; a < 3; ++a) {
            const double low = part["low"][std::size_t(a)], high = part["high"][std::size_t(a)];
            EXPECT_NEAR(low + (high - low) * p.shorts(0)[4 * k + a] / 65535, expected[k][a], 0.501 * (high - low) / 65535 + 1e-7);
        }
    EXPECT_EQ(p.shorts(0)[7], 1);   // its material
}

TEST(Packet, ColoursHaveTheirRange) {
    const Read p(frame_packet(small_frame(), {"temperature", {}, false}, Json::object()));
    EXPECT_EQ(p.header["parts"][1]["low"], 280);
    EXPECT_EQ(p.header["parts"][1]["high"], 300);
    EXPECT_EQ(p.shorts(1)[0], 0);
    EXPECT_EQ(p.shorts(1)[1], 32768);
    EXPECT_EQ(p.shorts(1)[2], 65535);
    EXPECT_THROW(frame_packet(small_frame(), {"taste", {}, false}, Json::object()), Error);
}

TEST(Packet, WallsAreMarkedAndTheFollowedIsFound) {
    const Read p(frame_packet(small_frame(), {"material", 12u, true}, Json::object()));
    EXPECT_EQ(p.header["count"], 4);
    EXPECT_EQ(p.header["followed"], 2);
    EXPECT_EQ(p.shorts(0)[15], 0xffff);
    const Read gone(frame_packet(small_frame(), {"material", 99u, false}, Json::object()));
    EXPECT_TRUE(gone.header["followed"].is_null());
}

// What is not a number breaks neither the box nor the reader.
TEST(Packet, NotANumberIsPassedOver) {
    const Read p(frame_packet(small_frame({NAN, INFINITY, 0, 0}), {}, Json::object()));
    EXPECT_EQ(p.header["parts"][0]["high"][0], 0.3f);
}

TEST(Packet, AParticleKnowsItsNeighbours) {
    const Json p = describe_particle(small_frame(), 1, 1.6f, {"water", "oil"}, {"tank", "drop"});
    EXPECT_EQ(p["id"], 11);
    EXPECT_EQ(p["material"], "oil");
    EXPECT_EQ(p["body"], "drop");
    EXPECT_EQ(p["neighbours"], 1);
    EXPECT_EQ(p["near"][0]["id"], 10);
    EXPECT_THROW(describe_particle(small_frame(), 4, 1, {}, {}), Error);
}

}  // namespace
}  // namespace mote::studio
