// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One second of a dam break: a cubic metre of water against the end wall of a tank of 4 m x 3 m x 1.5 m, in the middle of
// its depth. Support of two spacings, mean density error 0.05 %, divergence error 0.1 % (dfsph), steps of 0.4 spacings over the
// largest speed and at most 5 ms.
#include <fmt/format.h>

#include <algorithm>
#include <array>
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
    const int    side       = int(std::lround(std::cbrt(command.particles > 0 ? command.particles : 97'336)));
    const double viscosity  = command.viscosity > 0 ? command.viscosity : 1e-3;
    const char*  divergence = command.solver == "dfsph" ? ", divergence_tolerance: 0.1 %" : "";
    return read_scene_text(
        fmt::format("title: Dam break\n"
                    "spacing: {:.9g}\n"
                    "materials: {{water: {{preset: water, viscosity: {:.9g} Pa s}}}}\n"
                    "objects: {{block: {{box: 1, at: [0.5, 0.5, 0.75], material: water}}}}\n"
                    "boundaries: {{tank: {{box: [4, 3, 1.5], at: [2, 1.5, 0.75], inside: true, method: {}}}}}\n"
                    "pressure: {{solver: {}, tolerance: 0.05 %{}}}\n"
                    "time_step: {{largest: 5 ms, courant: 0.4}}\n",
                    1.0 / side, viscosity, command.boundaries, command.solver, divergence),
        "dam break");
}

/// What grows with the number of particles, per particle (CPU time) and against a sweep. The first two steps, which touch memory for the first time, are left out.
void tell(const Growth& growth, const Profile& profile, double particles, double sweep, nlohmann::ordered_json& result) {
    if (!growth.has_iterations()) return;
    result["ns_per_particle_step"]      = growth.step_without_iterations(profile) / particles * 1e6;
    result["ns_per_particle_iteration"] = growth.iteration(profile) / particles * 1e6;
    result["sweeps_per_step_2_1"]       = growth.step_with(2, 1, profile) / sweep;
}

/// Stages that read the neighbours of each row; to find them is one too.
bool is_sweep(std::string_view stage) {
    constexpr std::string_view sweeps[] = {"neighbours", "density and gradient", "viscosity", "viscosity start", "viscosity product", "pressure rate", "pressure change", "pressure acceleration", "density constraint", "position correction"};
    return std::find(std::begin(sweeps), std::end(sweeps), stage) != std::end(sweeps);
}

/// Stages of the watched steps, which took `wall` [ms]: time in a step [ms] and share of it, and the largest that is no sweep.
void tell_stages(const Profile& profile, int steps, double wall, nlohmann::ordered_json& result) {
    auto        ms = nlohmann::ordered_json::object(), shares = ms, sweeps = nlohmann::ordered_json::array();
    std::string largest;
    double      most = 0;
    for (const Profile::Entry& e : profile.entries()) {
        if (e.name == "statistics") continue;
        const std::string name(e.name);
        const double      share = e.seconds * 1e3 / wall;
        ms[name] = e.seconds * 1e3 / steps, shares[name] = share;
        if (is_sweep(name)) sweeps.push_back(name);
        else if (share > most) largest = name, most = share;
    }
    result["stages"] = ms, result["stage_shares"] = shares, result["neighbour_sweeps"] = sweeps;
    result["largest_other_stage"] = {{"name", largest}, {"share", most}};
}

/// How many steps each bound of the time step set.
struct Bounds {
    std::array<int, 6> steps{};

    void add(StepBound bound) { ++steps[std::size_t(bound)]; }
    nlohmann::ordered_json json() const {
        constexpr const char* names[] = {"largest", "crossing", "push", "ripples", "depth", "viscosity"};  // in the order of StepBound
        auto                  result  = nlohmann::ordered_json::object();
        for (std::size_t k = 0; k < steps.size(); ++k)
            if (steps[k] > 0) result[names[k]] = steps[k];
        return result;
    }
};

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
    double       wall = 0, watched_wall = 0, cpu = 0, iterations = 0, divergence_iterations = 0, worst = 0, left = 0, worst_divergence = 0;
    int          steps = 0, watches = 0, hard = 0;
    Bounds       limits;
    Growth       growth;
    for (; end - world.time > 1e-9; ++steps) {
        if (reference && steps % 20 == 0) reference->measure();
        if (steps == 2) exec.profile().clear(), watches = 0, watched_wall = 0;
        const bool watched = !exec.on_gpu() || steps % 8 == 0;  // to time its stages costs a GPU some percent
        exec.watch(watched);
        watches += watched;
        const auto   start     = std::chrono::steady_clock::now();
        const double cpu_start = cpu_ms();
        const auto   report    = step(world, float(end - world.time));
        exec.finish();
        const double wall_here = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 1e3, cpu_here = cpu_ms() - cpu_start;
        wall += wall_here, cpu += cpu_here;
        if (watched) watched_wall += wall_here;
        if (steps >= 2) growth.add(report, cpu_here, wall_here);
        iterations += report.pressure.iterations;
        divergence_iterations += report.pressure.divergence_iterations;
        worst_divergence = std::max(worst_divergence, double(report.pressure.divergence_error));
        hard += report.is_hard();
        limits.add(report.bound);
        exec.watch(false);
        const double error = find_statistics(exec, world.particles, world.gravity).mean_density_error;
        worst              = std::max(worst, error);
        left += error;
    }

    const double           particles = world.particles.size();
    nlohmann::ordered_json result{{"name", "dam_break"},
                                  {"solver", command.solver},
                                  {"particles", world.particles.size()},
                                  {"boundary_particles", world.particles.rows() - world.particles.size()},
                                  {"device", exec.on_gpu() ? gpu::name() : "cpu"},
                                  {"threads", exec.threads()},
                                  {"steps", steps},
                                  {"iterations", iterations / steps},
                                  {"divergence_iterations", divergence_iterations / steps},
                                  {"largest_density_error", worst},
                                  {"mean_density_error", left / steps},
                                  {"largest_divergence_error", worst_divergence},
                                  {"hard_steps", hard},
                                  {"limits", limits.json()},
                                  {"ms_per_step", wall / steps},
                                  {"cpu_ms_per_step", cpu / steps},
                                  {"wall_per_simulated_second", wall / 1e3 / (world.time - begin)}};
    tell_stages(exec.profile(), watches, watched_wall, result);
    if (reference) {
        const double sweep                     = reference->ms();
        result["reference_sweep_ms"]           = sweep;
        result["sweeps_per_step"]              = wall / steps / sweep;
        result["sweeps_per_simulated_second"]  = wall / sweep / (world.time - begin);
        tell(growth, exec.profile(), particles, sweep, result);
        result["bytes_per_particle"]           = (double(resident_bytes()) - double(before) - double(reference->bytes())) / particles;
    } else {
        result["bytes_per_particle"] = (double(gpu_before) - double(gpu::free_memory())) / particles;
    }
    return result;
}

}  // namespace mote::cli
