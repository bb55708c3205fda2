// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Elastic bodies. First what a short step of a block costs, alone and with its share of the whole step, against a plain scalar density sweep over lists as long. Then a block of stiff rubber
// that is stopped at its foot in full motion, and one that falls on a floor, explicit and implicit: CPU time for a simulated second, at the steps that a liquid there would take.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "mote/build.h"
#include "mote/step.h"
#include "reference.h"

namespace mote::cli {
namespace {

constexpr int short_steps = 10;

SceneFile block(int particles, const std::string& rest, bool falls = false) {
    const double side = 0.005 * std::round(std::cbrt(double(particles)));
    return read_scene_text(fmt::format("title: Block\n"
                                       "spacing: 5 mm\n"
                                       "materials: {{rubber: {{density: 1100, elastic: {{youngs_modulus: 10 MPa, poissons_ratio: 0.4}}}}}}\n"
                                       "objects: {{block: {{box: {:.9g}, at: [0, {:.9g}, 0], material: rubber, velocity: [0, -1, 0]}}}}\n"
                                       "{}\n"
                                       "time_step: {{largest: 2 ms}}\n{}",
                                       side, 0.5 * side + (falls ? 0.005 : 0), falls ? "boundaries: {floor: {plane: [0, 1, 0]}}" : "pins: {foot: {box: [1, 0.01, 1]}}", rest),
                           "block");
}

/// CPU time of whole steps of the world over that of a sweep, by the short steps in them.
double whole_step(World& world, Reference& reference, int repeat) {
    step(world, 1);  // warm
    std::vector<double> ratios;
    for (int k = 0; k < repeat; ++k) {
        reference.measure();
        const double     start  = cpu_ms();
        const StepReport report = step(world, 1);
        world.exec.finish();
        ratios.push_back((cpu_ms() - start) / (report.solid_steps * reference.last()));
    }
    return median(ratios);
}

/// CPU time of short steps [ms], over that of a sweep.
nlohmann::ordered_json short_step(const BenchCommand& command) {
    const Exec exec(command.threads, device_named(command.device));
    const auto built = build_scene(block(command.particles > 0 ? command.particles : 97'336, "solids: {method: explicit}\n"), exec);
    World&     world = *built.world;
    Solids&    solids = *world.solids;
    world.neighbours.build(exec, world.points_within(2.01f * world.spacing));
    Reference    reference(world);
    const double pairs = double(world.neighbours.pairs()), whole = whole_step(world, reference, command.repeat);

    const float        dt = short_steps * solids.stable_step(world.materials, world.spacing);
    const Solids::Pace pace{dt, dt, short_steps, dt / short_steps};
    const auto         round = [&] {
        const double start = cpu_ms();
        solids.advance(exec, world.material_view(), nullptr, pace);
        exec.finish();
        return (cpu_ms() - start) / short_steps;
    };
    const std::vector<Drive> still(1);
    solids.enter(exec, world.particles, world.pin_settings.on(exec, still), pace);
    round();  // warm
    exec.profile().clear();
    std::vector<double> times, ratios;
    for (int k = 0; k < command.repeat; ++k) {
        reference.measure();
        times.push_back(round());
        ratios.push_back(times.back() / reference.last());
    }
    auto stages = nlohmann::ordered_json::object();
    for (const Profile::Entry& entry : exec.profile().entries())
        stages[std::string(entry.name)] = entry.seconds * 1e3 / (short_steps * command.repeat);
    return {{"particles", world.particles.size()},
            {"threads", exec.threads()},
            {"steps", short_steps * command.repeat},
            {"neighbours_per_particle", pairs / world.particles.size()},
            {"ms_per_explicit_step", median(times)},
            {"reference_sweep_ms", reference.ms()},
            {"explicit_step_over_reference", median(ratios)},
            {"whole_step_over_reference_per_explicit_step", whole},
            {"stages", stages}};
}

/// CPU seconds for a simulated second of that.
struct Stop {
    double cpu = 0, steps = 0, within = 0;  // within: short steps or iterations in a step
};
Stop stop(const BenchCommand& command, const char* method, bool falls) {
    const Exec exec(command.threads, device_named(command.device));
    const auto built = build_scene(block(command.particles > 0 ? std::min(command.particles, 20'000) : 20'000, fmt::format("solids: {{method: {}}}\n", method), falls), exec);
    World&     world = *built.world;
    const double simulated = command.seconds > 0 ? command.seconds : 0.1, start = cpu_ms();
    Stop         result;
    while (world.time < simulated - 1e-9) {
        const StepReport report = step(world, float(simulated - world.time));
        result.steps += 1, result.within += report.solid_steps > 1 ? report.solid_steps : report.solid_iterations;
    }
    exec.finish();
    result.cpu = (cpu_ms() - start) * 1e-3 / simulated;
    result.within /= result.steps, result.steps /= simulated;
    return result;
}
nlohmann::ordered_json described(const Stop& d, const char* within) {
    return {{"cpu_seconds_per_simulated_second", d.cpu}, {"steps_per_simulated_second", d.steps}, {within, d.within}};
}

}  // namespace

nlohmann::ordered_json bench_elastic(const BenchCommand& command) {
    nlohmann::ordered_json result{{"name", "elastic"}};
    result.update(short_step(command));
    for (const bool falls : {false, true}) {
        const Stop direct = stop(command, "explicit", falls), implicit = stop(command, "implicit", falls);
        const std::string before = falls ? "landing_" : "";
        result[before + "explicit"]               = described(direct, "short_steps_per_step");
        result[before + "implicit"]               = described(implicit, "iterations_per_step");
        result[before + "explicit_over_implicit"] = direct.cpu / implicit.cpu;
    }
    result["peak_memory_bytes"]      = peak_memory_bytes();
    return result;
}

}  // namespace mote::cli
