// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A ball of two thousand particles in a skin of a hundred thousand vertices, twisted a little further with each update. And a small one that is
// simulated while its skin of ten thousand follows each step, as a game would have it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench.h"
#include "mote/build.h"
#include "mote/skin.h"
#include "mote/step.h"

namespace mote::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Index vertices = 100'000, vertices_of_small = 10'000;
constexpr float golden   = 2.3999632f;  // angle between points that follow each other [rad]

double seconds_from(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

/// Points spread evenly along a spiral; they need no triangles but one each, for a normal.
TriangleMesh spiral_of(Index count) {
    TriangleMesh mesh;
    for (Index i = 0; i < count; ++i) {
        const float y = 1 - (2 * float(i) + 1) / float(count), r = std::sqrt(1 - y * y), a = golden * float(i);
        mesh.points.push_back({r * std::cos(a), y, r * std::sin(a)});
    }
    for (Index i = 0; i + 21 < count; ++i) mesh.triangles.push_back({i, i + 21, i + 13});  // neighbours on a spiral are Fibonacci numbers apart
    return mesh;
}

std::vector<Vec3> ball_of(int particles, float& spacing) {
    spacing           = std::cbrt(4 * pi / 3 / float(particles));
    const int         n = int(1 / spacing) + 1;
    std::vector<Vec3> ball;
    for (int k = -n; k <= n; ++k)
        for (int j = -n; j <= n; ++j)
            for (int i = -n; i <= n; ++i)
                if (const Vec3 x = spacing * Vec3{float(i), float(j), float(k)}; length(x) < 1) ball.push_back(x);
    return ball;
}

/// A ball of rubber that is dropped on a floor and bounces there.
SceneFile bouncing(float radius) {
    return read_scene_text(fmt::format("title: Ball\n"
                                       "spacing: 1 cm\n"
                                       "materials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 50 kPa, poissons_ratio: 0.3}}}}}}\n"
                                       "objects: {{ball: {{sphere: {}, at: [0, {}, 0], material: rubber, velocity: [0, -1, 0]}}}}\n"
                                       "boundaries: {{floor: {{plane: [0, 1, 0], method: implicit}}}}\n"
                                       "time_step: {{largest: 2 ms}}\n",
                                       radius, radius + 0.02f),
                           "ball");
}

/// Where matter is, by id: rows change their order from step to step.
void places_of(const Particles& p, std::vector<Vec3>& places) {
    const auto id = p.id.host();
    const auto x  = p.position_volume.host();
    for (Index i = 0; i < p.size(); ++i)
        if (id[i] < places.size()) places[id[i]] = xyz(x[i]);
}

}  // namespace

nlohmann::ordered_json bench_skin(const BenchCommand& command) {
    float              spacing = 0;
    const auto         rest    = ball_of(command.particles > 0 ? command.particles : 2000, spacing);
    const TriangleMesh mesh    = spiral_of(vertices);
    const Exec         exec(command.threads > 0 ? command.threads : 2);
    nlohmann::ordered_json result{{"name", "skin"}, {"particles", rest.size()}, {"vertices", vertices}, {"threads", exec.threads()}, {"repeats", command.repeat}};
    for (const auto& [name, method] : {std::pair{"mls", SkinSpec::Method::mls}, {"displacement", SkinSpec::Method::displacement}, {"frames", SkinSpec::Method::frames}}) {
        SkinReport report;
        SkinShape  shape;
        const auto start = Clock::now();
        const auto skin  = bind_skin(exec, {rest, spacing}, mesh, method, report);
        const double bind = seconds_from(start);
        std::vector<double> wall, cpu;
        constexpr int       updates = 20;   // of one measurement
        for (int k = 0; k <= command.repeat; ++k) {
            const auto   from   = Clock::now();
            const double before = cpu_ms();
            for (int u = 0; u < updates; ++u) {
                auto now = rest;
                for (Vec3& x : now) x = rotation({0, 1, 0}, 0.01f * float(k * updates + u) * x.y) * x;
                skin->update(exec, now, shape);
            }
            if (k > 0) wall.push_back(seconds_from(from) / updates), cpu.push_back((cpu_ms() - before) / updates);
        }
        result[name] = {{"updates_per_second", 1 / median(wall)}, {"wall_ms", 1e3 * median(wall)}, {"cpu_ms", median(cpu)}, {"bind_ms", 1e3 * bind}};
    }
    result["peak_memory_bytes"] = peak_memory_bytes();
    return result;
}

nlohmann::ordered_json bench_skinned_body(const BenchCommand& command) {
    const Exec  exec(command.threads > 0 ? command.threads : 2, device_named(command.device));
    const float radius = 0.01f * std::cbrt(3 * float(command.particles > 0 ? command.particles : 200) / (4 * pi));
    const auto  built  = build_scene(bouncing(radius), exec);
    World&      world  = *built.world;
    std::vector<Vec3> places(world.particles.size());   // of matter alone: the floor has no rows yet
    places_of(world.particles, places);
    TriangleMesh mesh = spiral_of(vertices_of_small);
    for (Vec3& x : mesh.points) x = radius * x + Vec3{0, radius + 0.02f, 0};
    SkinReport report;
    SkinShape  shape;
    const auto skin = bind_skin(exec, {places, world.spacing}, mesh, SkinSpec::Method::mls, report);

    constexpr int       steps = 500;   // of one measurement
    std::vector<double> rates, cpu, in_steps;
    double              simulated = 0, short_steps = 0;
    for (int k = 0; k < command.repeat; ++k) {
        const auto   from   = Clock::now();
        const double before = cpu_ms(), time = world.time;
        double       stepping = 0;
        for (int n = 0; n < steps; ++n) {
            const auto start = Clock::now();
            short_steps += step(world, 0.002f).solid_steps;
            stepping += seconds_from(start);
            places_of(world.particles, places);
            skin->update(exec, places, shape);
        }
        rates.push_back(steps / seconds_from(from)), cpu.push_back((cpu_ms() - before) / steps), in_steps.push_back(stepping / seconds_from(from));
        simulated += world.time - time;
    }
    const double all = double(steps) * command.repeat;
    return {{"name", "skinned_body"},
            {"particles", places.size()},
            {"vertices", vertices_of_small},
            {"threads", exec.threads()},
            {"steps", steps * command.repeat},
            {"steps_with_skin_per_second", median(rates)},
            {"cpu_ms_per_step_with_skin", median(cpu)},
            {"share_of_the_step", median(in_steps)},
            {"short_steps_per_step", short_steps / all},
            {"simulated_ms_per_step", 1e3 * simulated / all},
            {"peak_memory_bytes", peak_memory_bytes()}};
}

}  // namespace mote::cli
