// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Steps of a dam break: what a run does, without its files.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench.h"
#include "mote/build.h"
#include "mote/step.h"

namespace mote::cli {
namespace {

constexpr int steps_per_round = 20;

/// A block of water, 1 m x 1 m x 0.5 m, of about `particles` in one corner of a tank twice as long.
SceneFile dam_break(int particles) {
    const double spacing = std::cbrt(0.5 / particles);
    return read_scene_text(
        fmt::format("title: Dam break\n"
                    "spacing: {:.9g}\n"
                    "materials: {{water: {{preset: water}}}}\n"
                    "objects: {{block: {{box: [1, 1, 0.5], at: [0.5, 0.5, 0.25], material: water}}}}\n"
                    "boundaries: {{tank: {{box: [2, 1.5, 0.5], at: [1, 0.75, 0.25], inside: true}}}}\n"
                    "pressure: {{solver: equation_of_state}}\n",
                    spacing),
        "dam break");
}

}  // namespace

nlohmann::ordered_json bench_wcsph(const BenchCommand& command) {
    const Exec exec(command.threads, device_named(command.device));
    const auto built = build_scene(dam_break(command.particles > 0 ? command.particles : 100'000), exec);
    World&     world = *built.world;
    for (int k = 0; k < steps_per_round; ++k) step(world, 1);  // warm: room grown, lattice loosened
    exec.profile().clear();
    exec.watch(true);

    std::vector<double> wall, cpu;
    double              pairs = 0, seconds = 0, simulated = -world.time;
    for (int round = 0; round < command.repeat; ++round) {
        const auto   start     = std::chrono::steady_clock::now();
        const double cpu_start = cpu_ms();
        for (int k = 0; k < steps_per_round; ++k) step(world, 1);
        exec.finish();
        cpu.push_back((cpu_ms() - cpu_start) / steps_per_round);
        const double round_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        wall.push_back(round_seconds * 1e3 / steps_per_round);
        seconds += round_seconds;
        pairs += double(world.neighbours.pairs()) * steps_per_round;
    }
    simulated += world.time;

    const int steps  = steps_per_round * command.repeat;
    auto      stages = nlohmann::ordered_json::object();
    for (const Profile::Entry& entry : exec.profile().entries())
        stages[std::string(entry.name)] = entry.seconds * 1e3 / steps;
    return {{"name", "wcsph"},
            {"particles", world.particles.size()},
            {"boundary_particles", world.particles.rows() - world.particles.size()},
            {"threads", exec.threads()},
            {"steps", steps},
            {"ms_per_step", median(wall)},
            {"cpu_ms_per_step", median(cpu)},
            {"cpu_us_per_particle_step", median(cpu) * 1e3 / world.particles.size()},
            {"stages", stages},
            {"pairs_per_second", pairs / seconds},
            {"wall_seconds_per_simulated_second", seconds / simulated},
            {"peak_memory_bytes", peak_memory_bytes()}};
}

}  // namespace mote::cli
