// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One second of a dam break: a cubic metre of water against the end wall of a tank of 4 m x 3 m x 1.5 m, in the middle of
// its depth. Support of two spacings, mean density error 0.05 %, divergence error 0.1 %, steps of 0.4 spacings over the
// largest speed and at most 5 ms.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench.h"
#include "growth.h"
#include "mote/build.h"
#include "reference.h"

namespace mote::cli {
namespace {

SceneFile dam_break(const BenchCommand& command) {
    const int    side      = int(std::lround(std::cbrt(command.particles > 0 ? command.particles : 97'336)));
    const double viscosity = command.viscosity > 0 ? command.viscosity : 1e-3;
    return read_scene_text(
        fmt::format("title: Dam break\n"
                    "spacing: {:.9g}\n"
                    "materials: {{water: {{preset: water, viscosity: {:.9g} Pa s}}}}\n"
                    "objects: {{block: {{box: 1, at: [0.5, 0.5, 0.75], material: water}}}}\n"
                    "boundaries: {{tank: {{box: [4, 3, 1.5], at: [2, 1.5, 0.75], inside: true, method: {}}}}}\n"
                    "pressure: {{solver: dfsph, tolerance: 0.05 %, divergence_tolerance: 0.1 %}}\n"
                    "time_step: {{largest: 5 ms, courant: 0.4}}\n",
                    1.0 / side, viscosity, command.boundaries),
        "dam break");
}

/// CPU time of a particle in a step but for iterations, and in an iteration. The first two steps, which touch memory for the first time, are left out.
void tell(const Growth& growth, const Profile& profile, double particles, nlohmann::ordered_json& result) {
    if (!growth.has_iterations()) return;
    result["ns_per_particle_step"]      = growth.step_without_iterations(profile) / particles * 1e6;
    result["ns_per_particle_iteration"] = growth.iteration(profile) / particles * 1e6;
}

}  // namespace

nlohmann::ordered_json bench_dam_break(const BenchCommand& command) {
    const std::size_t before = resident_bytes();
    const Exec        exec(command.threads, device_named(command.device));
    const std::size_t gpu_before = exec.on_gpu() ? gpu::free_memory() : 0;
    const auto        built = build_scene(dam_break(command), exec);
    World&            world = *built.world;
    world.neighbours.build(exec, world.points());
    exec.profile().clear();
    std::optional<Reference> reference;  // a GPU is not measured by what one thread of the host does
    if (!exec.on_gpu()) reference.emplace(world);

    const double end = command.seconds > 0 ? command.seconds : 1, begin = world.time;
    double       wall = 0, cpu = 0, iterations = 0, divergence_iterations = 0, worst = 0, left = 0;
    int          steps = 0, watches = 0;
    Growth       growth;
    for (; end - world.time > 1e-9; ++steps) {
        if (reference && steps % 20 == 0) reference->measure();
        if (steps == 2) exec.profile().clear(), watches = 0;
        const bool watched = !exec.on_gpu() || steps % 8 == 0;  // to time its stages costs a GPU some percent
        exec.watch(watched);
        watches += watched;
        const auto   start     = std::chrono::steady_clock::now();
        const double cpu_start = cpu_ms();
        const auto   report    = step(world, float(end - world.time));
        exec.finish();
        wall += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 1e3;
        cpu += cpu_ms() - cpu_start;
        if (steps >= 2) growth.add(report, cpu_ms() - cpu_start);
        iterations += report.pressure.iterations;
        divergence_iterations += report.pressure.divergence_iterations;
        exec.watch(false);
        const double error = find_statistics(exec, world.particles, world.gravity).mean_density_error;
        worst              = std::max(worst, error);
        left += error;
    }

    auto stages = nlohmann::ordered_json::object();
    for (const Profile::Entry& entry : exec.profile().entries())
        if (entry.name != "statistics") stages[std::string(entry.name)] = entry.seconds * 1e3 / watches;
    const double           particles = world.particles.size();
    nlohmann::ordered_json result{{"name", "dam_break"},
                                  {"particles", world.particles.size()},
                                  {"boundary_particles", world.particles.rows() - world.particles.size()},
                                  {"device", exec.on_gpu() ? gpu::name() : "cpu"},
                                  {"threads", exec.threads()},
                                  {"steps", steps},
                                  {"iterations", iterations / steps},
                                  {"divergence_iterations", divergence_iterations / steps},
                                  {"largest_density_error", worst},
                                  {"mean_density_error", left / steps},
                                  {"ms_per_step", wall / steps},
                                  {"cpu_ms_per_step", cpu / steps},
                                  {"stages", stages},
                                  {"wall_per_simulated_second", wall / 1e3 / (world.time - begin)}};
    if (reference) {
        const double sweep                     = reference->ms();
        result["reference_sweep_ms"]           = sweep;
        result["sweeps_per_step"]              = wall / steps / sweep;
        result["sweeps_per_simulated_second"]  = wall / sweep / (world.time - begin);
        tell(growth, exec.profile(), particles, result);
        result["bytes_per_particle"]           = (double(resident_bytes()) - double(before) - double(reference->bytes())) / particles;
    } else {
        result["bytes_per_particle"] = (double(gpu_before) - double(gpu::free_memory())) / particles;
    }
    return result;
}

}  // namespace mote::cli
