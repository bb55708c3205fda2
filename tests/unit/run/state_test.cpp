// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A world as a frame and back, and the hash of a state.
#include <algorithm>
#include <cstring>

#include "run_testing.h"

namespace mote::testing {
namespace {

class State : public ::testing::Test {
protected:
    State() : built(build(small_dam())) { write(*built.world); }

    static BuiltScene build(const std::string& text) {
        return build_scene(read_scene_text(text, "test.yaml"), Exec(1));
    }

    void write(const World& w) {
        std::string     meta;
        const FrameView view = frame_of(w, meta);
        frame                = parse_frame(encode_frame(view));
    }

    FrameTable&             particles() { return frame.tables.at(0); }
    std::vector<std::byte>& bytes(const char* column) {
        const auto found = std::find_if(particles().columns.begin(), particles().columns.end(),
                                        [&](const auto& c) { return c.name == column; });
        return found->bytes;
    }
    template <class T>
    void set(const char* column, std::size_t index, T value) {
        std::memcpy(&bytes(column)[index * sizeof(T)], &value, sizeof value);
    }

    BuiltScene built;
    Frame      frame;
};

// The hash does not depend on the order of rows.
TEST_F(State, TheHashIsByParticle) {
    const std::uint64_t before = state_hash(frame);
    Particles&          p      = built.world->particles;
    std::vector<Index>  order(p.rows());
    for (Index i = 0; i < p.rows(); ++i) order[i] = i < p.size() ? p.size() - 1 - i : i;
    p.reorder(built.world->exec, order, p.size());
    write(*built.world);
    EXPECT_EQ(state_hash(frame), before);
}

// It changes with the last bit of any position, velocity or temperature, and with a material.
TEST_F(State, TheHashSeesEveryBit) {
    const std::uint64_t before = state_hash(frame);
    for (const auto& [column, index] :
         {std::pair{"position_volume", 0}, {"position_volume", 5}, {"velocity_density", 2}, {"temperature", 7}}) {
        const Frame kept = frame;
        bytes(column)[std::size_t(index) * 4] ^= std::byte{1};
        EXPECT_NE(state_hash(frame), before) << column;
        frame = kept;
    }
    set<MaterialId>("material", 3, 1);
    EXPECT_NE(state_hash(frame), before);
}

// -0 and +0 are the same state; density, pressure and walls are no part of it.
TEST_F(State, TheHashPassesOverWhatIsNoState) {
    const std::uint64_t before = state_hash(frame);
    set<float>("velocity_density", 1, -0.f);
    set<float>("velocity_density", 3, 7.f);
    set<float>("pressure", 0, 99.f);
    set<float>("position_volume", 4 * (particles().rows - 1), 99.f);
    EXPECT_EQ(state_hash(frame), before);
}

// A world that is saved and loaded into one built anew goes on alike.
TEST_F(State, AWorldComesBack) {
    World& w = *built.world;
    w.time = 0.25, w.step_number = 17, w.last_dt = 1e-3f, w.removed = 3, w.particles.next_id = 5000;
    write(w);
    BuiltScene other = build(small_dam());
    load_frame(*other.world, frame);
    const World& o = *other.world;
    EXPECT_EQ(o.time, 0.25);
    EXPECT_EQ(o.step_number, 17u);
    EXPECT_EQ(o.last_dt, 1e-3f);
    EXPECT_EQ(o.removed, 3u);
    EXPECT_EQ(o.particles.next_id, 5000u);
    EXPECT_EQ(o.particles.size(), w.particles.size());
    for (const AnyColumn* column : w.particles.columns()) {
        const std::span<const std::byte> a = column->bytes(), b = o.particles.find(column->name)->bytes();
        EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << column->name;
    }
}

// What sources and sinks have done is part of the state, to the last bit of their clocks.
TEST_F(State, SourcesAndSinksComeBack) {
    const std::string flow = "spacing: 5 cm\nmaterials: {water: {}}\nsources: {tap: {disc: 0.1, material: water, speed: 1}}\n"
                             "sinks: {hole: {box: 0.1}, other: {box: 0.2}}\n";
    const auto set_to = [](World& w) {
        Source& s = w.sources->list[0];
        s.layers = 3, s.laid = 5, s.emitted = 17, s.refused = 4, s.delay = 0.1, s.seen = 1.0 / 3, s.strain = 0.7;
        w.sinks.list[1].drained = 6;
    };
    BuiltScene first = build(flow), second = build(flow);
    set_to(*first.world);
    write(*first.world);
    load_frame(*second.world, frame);
    const Source& s = second.world->sources->list[0];
    EXPECT_EQ(s.layers, 3u);
    EXPECT_EQ(s.laid, 5u);
    EXPECT_EQ(s.emitted, 17u);
    EXPECT_EQ(s.refused, 4u);
    EXPECT_EQ(s.delay, 0.1);
    EXPECT_EQ(s.seen, 1.0 / 3);
    EXPECT_EQ(s.strain, 0.7);
    EXPECT_EQ(second.world->sinks.list[0].drained, 0u);
    EXPECT_EQ(second.world->sinks.list[1].drained, 6u);

    const Frame kept = frame;
    frame.meta_json.replace(frame.meta_json.find("[0,6]"), 5, "[0]");
    EXPECT_TRUE(mentions(complaint<FileError>([&] { load_frame(*second.world, frame); }), "other sources or sinks"));
    frame = kept;
    frame.meta_json.replace(frame.meta_json.find("[[3.0,"), 6, "[[");
    EXPECT_TRUE(mentions(complaint<FileError>([&] { load_frame(*second.world, frame); }), "counts of a source"));
}

// A frame of another scene, or one that makes no sense, is refused with the reason.
TEST_F(State, AFrameThatDoesNotFitIsRefused) {
    const auto refused = [&](const auto& change) {
        BuiltScene  other = build(small_dam());
        const Frame kept  = frame;
        change();
        const std::string sentence = complaint<FileError>([&] { load_frame(*other.world, frame); });
        frame                      = kept;
        return sentence;
    };
    const auto replace = [&](const char* what, const char* with) {
        frame.meta_json.replace(frame.meta_json.find(what), std::strlen(what), with);
    };
    EXPECT_EQ(refused([] {}), "");
    EXPECT_TRUE(mentions(refused([&] { replace("\"water\"", "\"lava\""); }), "other materials"));
    EXPECT_TRUE(mentions(refused([&] { replace("\"dam\"", "\"dome\""); }), "other bodies"));
    EXPECT_TRUE(mentions(refused([&] { replace("\"matter\":144", "\"matter\":99144"); }), "number of rows"));
    EXPECT_TRUE(mentions(refused([&] { replace("\"time\"", "\"tame\""); }), "description of the frame"));
    EXPECT_TRUE(mentions(refused([&] { frame.meta_json = "[]"; }), "description of the frame"));
    EXPECT_TRUE(mentions(refused([&] { set<MaterialId>("material", 9, 77); }), "material or body that does not exist"));
    EXPECT_TRUE(mentions(refused([&] { set<BodyId>("body", 9, 77); }), "material or body that does not exist"));
    EXPECT_TRUE(mentions(refused([&] { particles().columns.pop_back(); }), "is missing or of another type"));
    EXPECT_TRUE(mentions(refused([&] { particles().name = "bonds"; }), "no table 'particles'"));
}

}  // namespace
}  // namespace mote::testing
