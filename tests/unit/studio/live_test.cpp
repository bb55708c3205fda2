// Copyright (c) 2026 The Mote authors. MIT licence.
#include "studio/live.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>

#include "mote/step.h"
#include "run/meta.h"

namespace mote::studio {
namespace {

const std::string text =
    "title: A cube of water\n"
    "spacing: 5 cm\n"
    "duration: 10 s\n"
    "materials:\n"
    "  water: {preset: water}\n"
    "objects:\n"
    "  cube: {box: 0.4, at: [0, 0.2, 0], material: water}\n"
    "boundaries:\n"
    "  tank: {box: [1, 1, 1], at: [0, 0.5, 0], inside: true}\n";

class LiveScene : public ::testing::Test {
protected:
    void start(const std::string& scene = text) {
        LiveOptions o;
        o.name = "cube.yaml", o.text = scene, o.threads = 2, o.device = "cpu";
        o.output = std::filesystem::path(::testing::TempDir()) / ("live_" + std::to_string(::getpid()));
        output   = o.output;
        live.emplace(std::move(o));
    }
    void TearDown() override {
        live.reset();
        std::filesystem::remove_all(output);
    }
    /// Does it between two steps, while it rests, and waits until that can be seen; throws what it throws.
    template <class F>
    auto in_turn(const F& act) {
        auto                task   = std::make_shared<std::packaged_task<decltype(act())()>>(act);
        auto                done   = task->get_future();
        const std::uint64_t before = live->latest()->number;
        live->post([task] { (*task)(); });
        done.wait();
        while (live->latest()->number == before) std::this_thread::yield();
        return done.get();
    }
    std::uint64_t steps() { return read_meta(live->latest()->frame->meta_json).step; }
    void          take_steps(int count) {
        for (int k = 0; k < count; ++k) {
            const std::uint64_t before = steps();
            in_turn([&] { live->step_once(); });
            while (steps() == before) std::this_thread::yield();
        }
    }
    const FrameTable& particles() { return *(shown = live->latest())->frame->find("particles"); }
    float first(const char* column) {
        float value;
        std::memcpy(&value, particles().find(column)->bytes.data(), sizeof value);
        return value;
    }

    std::optional<Live>             live;
    std::shared_ptr<const Snapshot> shown;
    std::filesystem::path           output;
};

// A scene that nobody touches comes out as `mote run` makes it, to the last bit.
TEST_F(LiveScene, UntouchedItIsTheRun) {
    start();
    const BuiltScene built = build_scene(read_scene_text(text, "cube.yaml"), Exec(1, Device::cpu));
    take_steps(5);
    World& w = *built.world;
    for (int k = 0, frame = 1; k < 5; ++k) {
        const double target = frame / 30.0;
        const float  left   = float(target - w.time);
        if (step(w, left).dt >= left) w.time = target, ++frame;
    }
    observe_solids(w);
    std::string meta;
    Frame       own;
    own.meta_json = meta;
    const FrameView view = frame_of(w, meta);
    for (const auto& t : view.tables) {
        auto& to = own.tables.emplace_back(FrameTable{std::string(t.name), t.rows, {}});
        for (const auto& c : t.columns) to.columns.push_back({std::string(c.name), std::string(c.unit), c.type, {c.bytes.begin(), c.bytes.end()}});
    }
    EXPECT_EQ(state_hash(*live->latest()->frame), state_hash(own));
}

TEST_F(LiveScene, ViscosityChangesWhileItRuns) {
    start();
    take_steps(1);
    in_turn([&] { live->set("materials.water.viscosity", "0.5 Pa s", false); });
    take_steps(1);
    EXPECT_FLOAT_EQ(first("viscosity"), 0.5f);
    EXPECT_NE(in_turn([&] { return live->text(); }).find("viscosity: 0.5 Pa s"), std::string::npos);
    EXPECT_GT(live->latest()->time, 0);
}

// Bad values are refused in the words of the reader, and what is part of the beginning with a way out; either way it runs on as it was.
TEST_F(LiveScene, BadValuesAreRefused) {
    start();
    take_steps(1);
    const auto sentence = [&](const char* path, const char* value) {
        try {
            in_turn([&] { live->set(path, value, false); });
        } catch (const SceneError& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_NE(sentence("materials.water.viscosity", "-1").find("materials.water.viscosity"), std::string::npos);
    EXPECT_NE(sentence("materials.water.viscosty", "1").find("viscosity"), std::string::npos);
    EXPECT_NE(sentence("spacing", "4 cm").find("part of how the scene begins"), std::string::npos);
    EXPECT_NE(sentence("materials.water.density", "900").find("part of how the scene begins"), std::string::npos);
    take_steps(1);
    EXPECT_NE(first("viscosity"), -1);
    in_turn([&] { live->set("spacing", "10 cm", true); });
    EXPECT_EQ(live->latest()->time, 0);
    EXPECT_EQ(live->state()["particles"], 64);
}

TEST_F(LiveScene, LiquidsFallInAndSolidsRestart) {
    start();
    take_steps(2);
    const auto before = particles().rows;
    in_turn([&] { return live->drop({"honey", true, {0, 0.7f, 0}, 0.3f}); });
    EXPECT_GT(particles().rows, before + 50);
    EXPECT_GT(shown->time, 0);
    EXPECT_EQ(shown->stage->materials(), (std::vector<std::string>{"water", "honey"}));
    take_steps(3);
    EXPECT_THROW(in_turn([&] { return live->drop({"honey", true, {0, 30, 0}, 0.3f}); }), Error);   // outside the tank
    const auto said = in_turn([&] { return live->drop({"jelly", true, {0, 0.7f, 0}, 0.3f}); });
    EXPECT_NE(said.find("restarted"), std::string::npos);
    EXPECT_EQ(live->latest()->time, 0);
    take_steps(1);
}

// Pulling lifts against gravity; blowing pushes along the ray.
TEST_F(LiveScene, HandsMoveMatter) {
    start();
    Touch blow;
    blow.blow = true, blow.at = {-5, 0.2f, 0}, blow.along = {1, 0, 0}, blow.reach = 0.6f, blow.strength = 100;
    in_turn([&] { live->touch(blow); });
    take_steps(4);
    const auto& table = particles();
    const auto* v     = reinterpret_cast<const Vec4*>(table.find("velocity_density")->bytes.data());
    const auto* role  = reinterpret_cast<const std::uint8_t*>(table.find("role")->bytes.data());
    double      sum   = 0;
    for (Index i = 0; i < table.rows; ++i)
        if (Role(role[i]) == Role::matter) sum += double(v[i].x);
    EXPECT_GT(sum, 0.1);
}

TEST_F(LiveScene, ARecordingIsARun) {
    start(text + "output: {fps: 200}\n");
    const auto folder = in_turn([&] { return live->record(true); });
    take_steps(12);
    in_turn([&] { return live->record(false); });
    const RunInfo run = find_run(folder);
    EXPECT_GE(run.frames.size(), 2u);
    EXPECT_EQ(read_csv(folder / "stats.csv").rows(), run.frames.size());
    EXPECT_NE(run.run_json.find("recorded live"), std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(in_turn([&] { return live->save_scene(); })));
}

TEST_F(LiveScene, TheFormTellsWhatCanChange) {
    start();
    const auto field = [&](const std::string& path, const std::string& name) -> Json {
        for (const Json& f : in_turn([&] { return live->form(path); }))
            if (f["name"] == name) return f;
        return nullptr;
    };
    EXPECT_EQ(field("", "spacing")["live"], false);
    EXPECT_EQ(field("", "gravity")["live"], true);
    EXPECT_EQ(field("", "materials")["kind"], "block");
    EXPECT_EQ(field("materials", "water")["path"], "materials.water");
    EXPECT_EQ(field("materials.water", "viscosity")["live"], true);
    EXPECT_EQ(field("materials.water", "viscosity")["unit"], "Pa s");
    EXPECT_EQ(field("materials.water", "density")["live"], false);
    EXPECT_EQ(field("pressure", "solver")["value"], "dfsph");
    EXPECT_EQ(field("objects.cube", "sphere")["hidden"], true);
    EXPECT_THROW(in_turn([&] { return live->form("materials.wine"); }), Error);
}

// A scene that cannot be built leaves the one that runs as it is.
TEST_F(LiveScene, ABadRestartChangesNothing) {
    start();
    take_steps(1);
    EXPECT_THROW(in_turn([&] { live->restart("spacing: much\n"); }), SceneError);
    EXPECT_THROW(in_turn([&] { live->restart(text + "sinks: {a: {box: -1}}\n"); }), SceneError);
    EXPECT_GT(live->latest()->time, 0);
    EXPECT_EQ(live->state()["building"], false);
}

}  // namespace
}  // namespace mote::studio
