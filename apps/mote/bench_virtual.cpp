// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Virtual materials: a block of 1 MPa (or `--stiffness`) at 10 mm falls on a floor, by explicit steps of up to 32 short ones. On a CPU also what a step costs against one of water (DFSPH) with
// four iterations, of as many particles that fall the same way. The first two steps, which touch memory for the first time and load kernels, are told apart.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench.h"
#include "growth.h"
#include "mote/build.h"

namespace mote::cli {
namespace {

constexpr int warm_up = 2;  // steps

SceneFile falling_block(int particles, const std::string& material) {
    const double side = 0.01 * std::round(std::cbrt(double(particles)));
    return read_scene_text(fmt::format("title: Falling block\n"
                                       "spacing: 10 mm\n"
                                       "materials: {{stuff: {}}}\n"
                                       "objects: {{block: {{box: {:.9g}, at: [0, {:.9g}, 0], material: stuff, velocity: [0, -1, 0]}}}}\n"
                                       "boundaries: {{floor: {{box: [{:.9g}, 0.1, {:.9g}], at: [0, -0.05, 0]}}}}\n"
                                       "solids: {{method: explicit}}\n",
                                       material, side, 0.5 * side + 0.015, side + 0.2, side + 0.2),
                           "falling block");
}

/// Steps of one world: times [ms] and what each consists of.
struct Measured {
    double                 first = 0, wall = 0, cpu = 0, short_steps = 0, lattice = 0, single = 0;
    int                    steps = 0;
    Index                  particles = 0;
    Growth                 growth{};
    double                 plain_step = 0, iteration = 0;  // of a liquid, CPU time
    nlohmann::ordered_json stages = nlohmann::ordered_json::object();
};

/// Of stages of virtual materials; those of short steps come once for each.
bool is_of_lattice(std::string_view stage) { return stage.starts_with("lattice"); }
bool is_of_short_steps(std::string_view stage) { return stage == "lattice frames" || stage == "lattice force"; }

Measured measure(const Exec& exec, const SceneFile& scene, int steps) {
    using Clock = std::chrono::steady_clock;
    const auto built = build_scene(scene, exec);
    World&     world = *built.world;
    Measured   m;
    int        watches = 0;
    m.particles        = world.particles.size();
    for (int n = 0; n < warm_up + steps; ++n) {
        if (n == warm_up) exec.profile().clear(), watches = 0;
        const bool watched = !exec.on_gpu() || n % 4 == warm_up % 4;  // to time its stages costs a GPU some percent
        exec.watch(watched);
        watches += watched;
        const auto   start     = Clock::now();
        const double cpu_start = cpu_ms();
        const auto   report    = step(world, 1);
        exec.finish();
        const double wall = std::chrono::duration<double>(Clock::now() - start).count() * 1e3, cpu = cpu_ms() - cpu_start;
        if (n == 0) m.first = wall;
        if (n < warm_up) continue;
        m.wall += wall, m.cpu += cpu, m.short_steps += report.solid_steps, ++m.steps;
        m.growth.add(report, cpu, wall);
    }
    exec.watch(false);
    const Profile& profile = exec.profile();
    for (const Profile::Entry& e : profile.entries()) {
        const double ms = e.seconds * 1e3 / watches;
        m.stages[std::string(e.name)] = ms;
        if (!is_of_lattice(e.name)) continue;
        m.lattice += ms;
        m.single += is_of_short_steps(e.name) ? ms * m.steps / std::max(m.short_steps, 1.0) : ms;
    }
    if (m.growth.has_iterations()) m.plain_step = m.growth.step_without_iterations(profile), m.iteration = m.growth.iteration(profile);
    exec.profile().clear();
    return m;
}

}  // namespace

nlohmann::ordered_json bench_virtual(const BenchCommand& command) {
    const Exec     exec(command.threads, device_named(command.device));
    const int      particles = command.particles > 0 ? command.particles : 97'336, steps = 4 * command.repeat;
    const Measured m = measure(exec, falling_block(particles, fmt::format("{{density: 1000, friction: 0.3, lattice: {{youngs_modulus: {:.9g}, poissons_ratio: 0.3}}}}", command.stiffness)), steps);
    const double   per_step = m.wall / m.steps, short_steps = m.short_steps / m.steps, of_short = m.stages.value("lattice frames", 0.0) + m.stages.value("lattice force", 0.0);
    nlohmann::ordered_json result{{"name", "virtual"},
                                  {"particles", m.particles},
                                  {"youngs_modulus", command.stiffness},
                                  {"device", exec.on_gpu() ? gpu::name() : "cpu"},
                                  {"threads", exec.threads()},
                                  {"steps", m.steps},
                                  {"short_steps_per_step", short_steps},
                                  {"first_step_ms", m.first},
                                  {"ms_per_step", per_step},
                                  {"ms_per_short_step", of_short / short_steps},
                                  {"ms_of_a_step_with_one_short_step", per_step - of_short * (1 - 1 / short_steps)},
                                  {"lattice_stages_ms", m.lattice},
                                  {"stages", m.stages}};
    if (exec.on_gpu()) return result;
    // By the shares of stages in the CPU time, which others on the machine do not touch.
    const double   cpu = m.cpu / m.steps, share = cpu / per_step;
    const Measured water = measure(exec, falling_block(particles, "{preset: water}"), steps);
    const double   other = (water.plain_step + 4 * water.iteration) * double(m.particles) / double(water.particles);
    result["cpu_ms_per_step"]                       = cpu;
    result["ns_per_particle_step"]                  = cpu / m.particles * 1e6;
    result["ns_per_particle_short_step"]            = of_short * share / short_steps / m.particles * 1e6;
    result["dfsph_step_cpu_ms"]                     = other;
    result["step_over_dfsph_step"]                  = cpu / other;
    result["lattice_stages_over_dfsph_step"]        = m.lattice * share / other;
    result["lattice_stages_once_over_dfsph_step"]   = m.single * share / other;
    return result;
}

}  // namespace mote::cli
