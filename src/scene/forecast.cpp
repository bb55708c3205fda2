// Copyright (c) 2026 The Mote authors. MIT licence.
#include "forecast.h"

#include <cmath>
#include <fstream>

#include <fmt/format.h>

namespace mote {
namespace {

// Measured by `mote bench wcsph`: CPU time of one particle in one step, with 29 neighbours, on one core of 2.8 GHz.
constexpr double seconds_per_particle_step = 0.65e-6;
constexpr double bytes_on_disk_per_row     = 40;
constexpr double program_bytes             = 24 << 20;

/// Entries of a neighbour list: particles in a ball of the support radius, padded.
double list_length(const Scene& s) {
    const double n = s.dimension == 3 ? 4.0 / 3 * M_PI * std::pow(s.support, 3) : M_PI * s.support * s.support;
    return std::ceil(n / list_padding) * list_padding;
}

}  // namespace

std::size_t available_memory() {
    std::ifstream meminfo("/proc/meminfo");
    for (std::string word; meminfo >> word;)
        if (word == "MemAvailable:") {
            std::size_t kib = 0;
            meminfo >> kib;
            return kib * 1024;
        }
    return std::size_t(4) << 30;
}

std::size_t bytes_per_particle(const Scene& scene) {
    // Sorting: keys and rows twice each, coordinates and keys of the grid. Lists: entries with a quarter to spare.
    const double sorting = 2 * 12 + 12 + 8, list = 4 * list_length(scene) * 1.25 + 16;
    return Particles().bytes_per_row() + std::size_t(sorting + list);
}

std::string in_bytes(double bytes) {
    const char* unit[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int         k      = 0;
    for (; bytes >= 1024 && k < 4; ++k) bytes /= 1024;
    return fmt::format("{:.{}f} {}", bytes, bytes < 10 && k > 0 ? 1 : 0, unit[k]);
}

void forecast(const Scene& scene, const World& w, SceneReport& report) {
    const double rows = report.matter + report.walls;
    report.memory_bytes = std::size_t(rows * double(bytes_per_particle(scene)) + program_bytes) -
                          std::size_t(report.walls * 4 * list_length(scene) * 1.25);  // walls have no lists
    report.frames       = int(std::lround(double(scene.duration) * double(scene.output.fps)));
    report.disk_bytes   = std::size_t(rows * bytes_on_disk_per_row * (scene.output.particles ? report.frames + 1 : 2));

    double speed = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        speed = std::max(speed, double(length(xyz(w.particles.velocity_density.read()[i]))));
    const double h  = 0.5 * w.support;
    double       dt = scene.time_step.courant * h / (w.sound_speed * 1.1 + speed);
    for (const Material& m : w.materials)
        dt = std::min(dt, 0.125 * m.rest_density * h * h / std::max(double(m.viscosity), 1e-20));
    if (scene.time_step.largest > 0) dt = std::min(dt, double(scene.time_step.largest));
    report.time_step = std::min(dt, 1.0 / scene.output.fps);
    report.seconds   = scene.duration / report.time_step * report.matter * seconds_per_particle_step / w.exec.threads();
}

}  // namespace mote
