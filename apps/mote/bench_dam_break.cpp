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
#include "mote/build.h"
#include "mote/neighbours.h"
#include "mote/step.h"
#include "reference_sweep.h"

namespace mote::cli {
namespace {

SceneFile dam_break(int particles) {
    const int side = int(std::lround(std::cbrt(particles)));
    return read_scene_text(
        fmt::format("title: Dam break\n"
                    "spacing: {:.9g}\n"
                    "materials: {{water: {{preset: water}}}}\n"
                    "objects: {{block: {{box: 1, at: [0.5, 0.5, 0.75], material: water}}}}\n"
                    "boundaries: {{tank: {{box: [4, 3, 1.5], at: [2, 1.5, 0.75], inside: true}}}}\n"
                    "pressure: {{solver: dfsph, tolerance: 0.05 %, divergence_tolerance: 0.1 %}}\n"
                    "time_step: {{largest: 5 ms, courant: 0.4}}\n",
                    1.0 / side),
        "dam break");
}

/// CPU time of a plain scalar density sweep over the lists of this world [ms].
double reference_ms(const World& world) {
    ReferencePoints     points;
    const auto          p    = world.particles.position_volume.read();
    const NeighbourView view = world.neighbours.view();
    for (Index i = 0; i < world.particles.rows(); ++i) {
        points.x.push_back(p[i].x), points.y.push_back(p[i].y), points.z.push_back(p[i].z), points.mass.push_back(p[i].w);
        points.begin.push_back(std::uint32_t(points.neighbour.size()));
        if (i >= world.particles.size()) continue;  // walls have no lists
        const auto list = view.of(i);
        points.neighbour.insert(points.neighbour.end(), list.begin(), list.end());
    }
    points.begin.push_back(std::uint32_t(points.neighbour.size()));
    std::vector<float>  density(world.particles.rows());
    std::vector<double> times;
    for (int k = 0; k < 5; ++k) {
        const double start = cpu_ms();
        reference_sweep(points, world.support, density);
        times.push_back(cpu_ms() - start);
    }
    return median(times);
}

}  // namespace

nlohmann::ordered_json bench_dam_break(const BenchCommand& command) {
    const Exec exec(command.threads);
    const auto built = build_scene(dam_break(command.particles > 0 ? command.particles : 97'336), exec);
    World&     world = *built.world;
    world.neighbours.build(exec, world.points());
    exec.profile().clear();
    const double reference = reference_ms(world);

    const auto          start = std::chrono::steady_clock::now();
    const double        cpu = cpu_ms(), end = command.seconds > 0 ? command.seconds : 1, begin = world.time;
    std::vector<double> wall;
    double              iterations = 0, divergence_iterations = 0, worst = 0, left = 0;
    while (world.time < end) {
        const auto   step_start = std::chrono::steady_clock::now();
        const auto   report     = step(world, float(end - world.time));
        wall.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - step_start).count() * 1e3);
        iterations += report.pressure.iterations;
        divergence_iterations += report.pressure.divergence_iterations;
        worst = std::max(worst, double(report.pressure.density_error));
        left += find_statistics(exec, world.particles, world.gravity).mean_density_error;
        if (end - world.time < 1e-9) break;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double steps = double(wall.size()), ms = seconds * 1e3 / steps;

    auto stages = nlohmann::ordered_json::object();
    for (const Profile::Entry& entry : exec.profile().entries())
        stages[std::string(entry.name)] = entry.seconds * 1e3 / steps;
    return {{"name", "dam_break"},
            {"particles", world.particles.size()},
            {"boundary_particles", world.particles.rows() - world.particles.size()},
            {"threads", exec.threads()},
            {"steps", wall.size()},
            {"iterations", iterations / steps},
            {"divergence_iterations", divergence_iterations / steps},
            {"largest_density_error", worst},
            {"mean_density_error", left / steps},
            {"ms_per_step", ms},
            {"cpu_ms_per_step", (cpu_ms() - cpu) / steps},
            {"stages", stages},
            {"wall_per_simulated_second", seconds / (world.time - begin)},
            {"reference_sweep_ms", reference},
            {"sweeps_per_step", ms / reference},
            {"bytes_per_particle", double(peak_memory_bytes()) / world.particles.size()}};
}

}  // namespace mote::cli
