// Copyright (c) 2026 The Mote authors. MIT licence.
#include "stats.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mote/poses.h"
#include "mote/step.h"

namespace mote {
namespace {

/// Gravity as far as there is a height to fall from: along periodic axes there is none.
Vec3 weight(const World& w) {
    const Vec3 around = w.periodic().length;
    return {around.x > 0 ? 0 : w.gravity.x, around.y > 0 ? 0 : w.gravity.y, around.z > 0 ? 0 : w.gravity.z};
}

/// Whether anything is at the start, so that all rows have the same columns.
bool has_elastic(const World& w) {
    return w.lattice || (w.solids && (w.springs || std::any_of(w.materials.begin(), w.materials.end(), [](const Material& m) { return m.is_elastic(); })));
}

/// The same in all frames.
std::vector<BodyId> solid_bodies(const World& w) {
    std::vector<BodyId> bodies;
    for (std::size_t b = 0; w.solids && b < w.bodies.size(); ++b)
        if (w.bodies[b].solid) bodies.push_back(BodyId(b));
    return bodies;
}

}  // namespace

void FrameTally::add(const StepReport& r) {
    ++steps;
    retries += r.retries;
    iterations += r.pressure.iterations;
    divergence_iterations += r.pressure.divergence_iterations;
    viscosity_iterations += r.viscosity_iterations;
    solid_iterations += r.solid_iterations;
    short_steps += r.solid_steps;
    hard += r.is_hard();
    caught += r.caught;
    limited += r.limited;
    shortest_dt      = std::min(shortest_dt, r.dt);
    longest_dt       = std::max(longest_dt, r.dt);
    divergence_error = std::max(divergence_error, r.pressure.divergence_error);
}

std::string stats_heading(const World& w) {
    std::string line =
        "frame,time [s],steps,retries,shortest dt [s],longest dt [s],iterations,divergence iterations,largest divergence error,viscosity iterations,solid iterations,short steps,hard,particles,removed,emitted,drained,caught,limited,mass [kg],"
        "mean density error,largest density error,largest speed [m/s],kinetic energy [J],potential energy [J],";
    if (has_elastic(w)) line += "elastic energy [J],";
    line +=
        "momentum x [kg m/s],momentum y [kg m/s],momentum z [kg m/s],"
        "angular momentum x [kg m^2/s],angular momentum y [kg m^2/s],angular momentum z [kg m^2/s],"
        "coldest [K],hottest [K]";
    for (const MaterialName& m : w.material_names) line += ",count " + m.name;
    return line;
}

std::string stats_row(const World& w, int frame, const FrameTally& tally, double elastic_energy) {
    const Statistics s = find_statistics(w.exec, w.particles, weight(w), w.full);
    std::string      line =
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{},{},{},{},{},{},{},{},{}", frame, w.time, tally.steps,
                    tally.retries, tally.steps ? tally.shortest_dt : 0.f, tally.longest_dt, tally.iterations, tally.divergence_iterations, tally.divergence_error, tally.viscosity_iterations, tally.solid_iterations, tally.short_steps, tally.hard,
                    s.particles, w.removed, w.sources ? w.sources->emitted() : 0, w.sinks.drained(), tally.caught, tally.limited, s.mass, s.mean_density_error, s.largest_density_error, s.largest_speed,
                    s.kinetic_energy, s.potential_energy, has_elastic(w) ? fmt::format(",{}", elastic_energy) : "", s.momentum[0], s.momentum[1], s.momentum[2],
                    s.angular_momentum[0], s.angular_momentum[1], s.angular_momentum[2], s.particles ? s.coldest : NAN,
                    s.particles ? s.hottest : NAN);  // nothing has no temperature
    std::vector<std::uint64_t> count(w.material_names.size());
    for (Index i = 0; i < w.particles.size(); ++i) ++count[w.particles.material.host()[i]];
    for (const std::uint64_t n : count) line += fmt::format(",{}", n);
    return line;
}

std::string bodies_heading(const World& w) {
    std::string line;
    for (const BodyId b : solid_bodies(w))
        for (const char* part : {"x [m]", "y [m]", "z [m]", "turn w", "turn x", "turn y", "turn z"}) line += fmt::format(",{} {}", w.bodies[b].name, part);
    return line.empty() ? "" : "time [s],frame" + line;
}

std::string bodies_row(World& w, int frame) {
    const auto bodies = solid_bodies(w);
    if (bodies.empty()) return "";
    const auto  poses = find_poses(w);
    std::string line  = fmt::format("{},{}", w.time, frame);
    for (const BodyId b : bodies) {
        const auto pose = std::find_if(poses.begin(), poses.end(), [&](const BodyPose& p) { return p.body == b; });
        if (pose == poses.end()) {
            line += ",nan,nan,nan,nan,nan,nan,nan";
            continue;
        }
        const Quaternion q = quaternion_of(pose->turn);
        line += fmt::format(",{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", pose->centre.x, pose->centre.y, pose->centre.z, q.w, q.x, q.y, q.z);
    }
    return line;
}

std::string times_heading() { return "frame,steps,physics [s],contact [s],files [s],surface [s],skins [s],pictures [s]"; }

std::string times_row(int frame, std::uint64_t steps, const FrameTimes& t) {
    return fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}", frame, steps, t.physics, t.contact, t.files, t.surface, t.skins, t.pictures);
}

}  // namespace mote
