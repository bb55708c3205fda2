// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A ball of two thousand particles in a skin of a hundred thousand vertices, twisted a little further with each update.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench.h"
#include "mote/skin.h"

namespace mote::cli {
namespace {

constexpr Index vertices = 100'000;
constexpr float golden   = 2.3999632f;  // angle between points that follow each other [rad]

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

}  // namespace

nlohmann::ordered_json bench_skin(const BenchCommand& command) {
    using Clock = std::chrono::steady_clock;
    float              spacing = 0;
    const auto         rest    = ball_of(command.particles > 0 ? command.particles : 2000, spacing);
    const TriangleMesh mesh    = spiral_of(vertices);
    const Exec         exec(command.threads > 0 ? command.threads : 2);
    nlohmann::ordered_json result{{"name", "skin"}, {"particles", rest.size()}, {"vertices", vertices}, {"threads", exec.threads()}, {"repeats", command.repeat}};
    for (const auto& [name, method] : {std::pair{"mls", SkinSpec::Method::mls}, {"displacement", SkinSpec::Method::displacement}, {"frames", SkinSpec::Method::frames}}) {
        const auto seconds_from = [](Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); };
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

}  // namespace mote::cli
