// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The surface of a splash: most of the particles in a block, some in a sheet two particles thick, the rest as lone drops in a wide
// room. Velocities are carried.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench.h"
#include "mote/random.h"
#include "mote/surface.h"

namespace mote::cli {
namespace {

constexpr float spacing = 0.01f, jitter = 0.4f;  // +-0.2 spacings

struct Splash {
    std::vector<Vec4> position;
    std::vector<Vec3> velocity;

    explicit Splash(int count) {
        const int side = int(std::cbrt(0.8 * count)), sheet = int(std::sqrt(0.15 * count / 2));
        for (int k = 0; k < side; ++k)
            for (int j = 0; j < side; ++j)
                for (int i = 0; i < side; ++i) add({float(i), float(j), float(k)});
        for (int k = 0; k < sheet; ++k)
            for (int j = 0; j < sheet; ++j)
                for (int i = 0; i < 2; ++i) add({float(side + 10 + i) + 0.02f * float(k), float(j), float(k)});
        while (int(position.size()) < count) {
            const Vec3 x = random_point(2, position.size(), 0, Purpose::test);
            add(Vec3{float(side + 20), 0, 0} + float(2 * side) * x);
        }
    }
    void add(const Vec3& x) {
        const Vec3 r = random_point(1, position.size(), 0, Purpose::jitter) - Vec3{0.5f, 0.5f, 0.5f};
        position.push_back(with_w(spacing * (x + jitter * r), 0));
        velocity.push_back(0.1f * x);
    }
};

}  // namespace

nlohmann::ordered_json bench_surface(const BenchCommand& command) {
    const Splash        splash(command.particles > 0 ? command.particles : 1'000'000);
    const Exec          exec(std::max(command.threads, 1));
    const std::size_t   before = resident_bytes();
    std::vector<double> cpu, wall;
    Surface             surface;
    for (int k = 0; k <= command.repeat; ++k) {
        const double start = cpu_ms();
        const auto   from  = std::chrono::steady_clock::now();
        if (k == 1) exec.profile().clear();
        surface = find_surface(exec, {splash.position, spacing, splash.velocity, {}}, {});
        if (k == 0) continue;  // warm: memory touched
        cpu.push_back(cpu_ms() - start);
        wall.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count());
    }
    nlohmann::ordered_json stages;
    for (const Profile::Entry& e : exec.profile().entries()) stages[std::string(e.name)] = e.seconds * 1e3 / command.repeat;
    return {{"name", "surface"},
            {"particles", splash.position.size()},
            {"threads", exec.threads()},
            {"repeats", command.repeat},
            {"cube_size", SurfaceSpec{}.cube_size},
            {"vertices", surface.mesh.points.size()},
            {"triangles", surface.mesh.triangles.size()},
            {"cpu_ms", median(cpu)},
            {"wall_ms", median(wall)},
            {"stages", stages},
            {"memory_bytes", peak_memory_bytes() - before},
            {"peak_memory_bytes", peak_memory_bytes()}};
}

}  // namespace mote::cli
