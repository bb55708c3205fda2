// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Every scene of scenes/ keeps its promise: no frame is compressed by more than was asked for.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "worlds.h"

namespace mote {
namespace {

std::vector<std::string> scene_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(MOTE_SOURCE_DIR "/scenes"))
        if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// Mean compression that the scene allows, as a share of the density; none is asked for of weakly compressible liquids.
float tolerance_of(const Scene& scene) {
    return std::visit([](const auto& solver) { if constexpr (requires { solver.tolerance; }) return solver.tolerance; else return 1.f; },
                      scene.pressure);
}

class EveryScene : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(scene_names()), [](const auto& name) { return name.param; });

// Each solve foresees a mean error below the tolerance, in every step of every frame, and what is then measured is below it
// too (with `pbf` in frames, not in each step). At twice the spacing and as far as some seconds go; every night as the scene is written and to its end.
TEST_P(EveryScene, NoFrameIsDenserThanAsked) {
    const bool nightly = std::getenv("MOTE_NIGHTLY") != nullptr;
    SceneFile  file    = read_scene(MOTE_SOURCE_DIR "/scenes/" + GetParam() + ".yaml");
    if (!nightly) file.scene.spacing *= 2;
    const auto  world     = build_scene(file, test_exec()).world;
    const float tolerance = tolerance_of(file.scene);
    const int   frames    = int(std::lround(file.scene.duration * file.scene.output.fps));
    const bool  by_frames = std::holds_alternative<PbfSpec>(file.scene.pressure);
    double      worst     = 0;
    double      work = 0;  // particles times steps
    const auto  goes_on = [&] { return nightly || work < 5e5; };
    for (int k = 1; k <= frames && goes_on(); ++k) {
        const double end = k / double(file.scene.output.fps);
        while (world->time < end && goes_on()) {
            const float      left   = float(end - world->time);
            const StepReport report = step(*world, left);
            if (report.dt >= left) world->time = end;
            work += world->particles.size() + 100.0;
            ASSERT_LE(report.pressure.density_error, tolerance) << "frame " << k << ", t = " << world->time;
            if (by_frames && world->time < end) continue;
            const double error = find_statistics(world->exec, world->particles, world->gravity, world->full).mean_density_error;
            ASSERT_LE(error, double(tolerance)) << "frame " << k << ", t = " << world->time << ", " << world->particles.size() << " particles";
            worst = std::max(worst, error);
        }
    }
    RecordProperty("worst_over_tolerance", fmt::format("{:.3f}", worst / double(tolerance)));
}

}  // namespace
}  // namespace mote
