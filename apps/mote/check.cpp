// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "mote/build.h"
#include "mote/sampling.h"
#include "scene/forecast.h"
#include "terminal.h"

namespace mote::cli {
namespace {

std::string size_text(const Box& box) {
    const Vec3 size = box.high - box.low;
    return fmt::format("{:.3g} x {:.3g} x {:.3g}", size.x, size.y, size.z);
}

std::string kind_of(const BodyReport& body) {
    if (!body.parts.empty()) return fmt::format("{} materials", body.parts.size());
    return body.boundary ? "boundary" : body.source ? body.material + ", source" : body.material;
}

/// How the shape of an object is filled: share of it inside balls of a spacing, and cells of a spacing by where their corners are.
struct Filling {
    double     packing = 0;
    double     near    = 0;  ///< mean number of others within 1.2 spacings: whom a particle touches
    CellReport cells;
};

double mean_near(const World& w, const std::string& body, float reach) {
    std::vector<Vec3> points;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (w.bodies[w.particles.body.host()[i]].name == body) points.push_back(xyz(w.particles.position_volume.host()[i]));
    return points.empty() ? 0 : 2 * double(bonds_within(points, reach).size()) / double(points.size());
}

Filling filling_of(const Scene& scene, const World& world, const BodyReport& body) {
    for (const auto& [name, object] : scene.objects) {
        if (name != body.name) continue;
        const auto shape = make_shape(object.shape, scene.dimension);
        return {packing_fraction(*shape, body.regular > 0 ? body.regular : body.particles, scene.spacing, scene.dimension), mean_near(world, name, 1.2f * scene.spacing), classify_cells(*shape, scene.spacing, scene.dimension)};
    }
    return {};
}

/// Below a body of several materials: what it has of each.
std::string parts_of(const BodyReport& body, std::size_t name, std::size_t material) {
    std::string text;
    for (const PartReport& part : body.parts)
        text += fmt::format("  {:<{}}  {:<{}}  {:>11}  {:>10}\n", "", name, part.material, material, in_groups(part.particles), fmt::format("{:.4g}", part.mass));
    return text;
}

std::string table_of(const Scene& scene, const World& world, const SceneReport& report) {
    std::size_t name = 4, material = 8;
    for (const BodyReport& body : report.bodies) {
        name     = std::max(name, body.name.size());
        material = std::max(material, kind_of(body).size());
        for (const PartReport& part : body.parts) material = std::max(material, part.material.size());
    }
    std::string text = fmt::format("  {:<{}}  {:<{}}  {:>11}  {:>10}  {:>7}  {:>4}  size [m]\n", "body", name, "material", material,
                                   "particles", "mass [kg]", "packing", "near");
    for (const BodyReport& body : report.bodies) {
        const Filling filling = filling_of(scene, world, body);
        text += fmt::format("  {:<{}}  {:<{}}  {:>11}  {:>10}  {:>7}  {:>4}  {}\n", body.name, name, kind_of(body), material, in_groups(body.particles),
                            body.boundary ? "-" : fmt::format("{:.4g}", body.mass), filling.packing > 0 ? fmt::format("{:.2f}", filling.packing) : "-",
                            filling.packing > 0 ? fmt::format("{:.1f}", filling.near) : "-", size_text(body.box)) +
                parts_of(body, name, material);
        if (body.regular > 0)
            text += fmt::format("  {:<{}}  {:<{}}  {:>11}  of a regular filling: {:.1f} times as many\n", "", name, "octree", material, in_groups(body.regular),
                                double(body.regular) / double(body.particles));
    }
    return text;
}

std::string page_of(const SceneFile& file, const BuiltScene& built, const std::string& device) {
    const SceneReport& r = built.report;
    const Scene& scene = file.scene;
    const double steps = r.time_step > 0 ? scene.duration / r.time_step : 0;
    std::string  text  = fmt::format("{}: {}\n\n", file.file(), scene.title.empty() ? "a scene" : scene.title);
    text += table_of(scene, *built.world, r);
    text += fmt::format("\n  particles   {} of matter, {} of boundaries\n", in_groups(r.matter), in_groups(r.walls));
    if (r.coming > 0) text += fmt::format("  sources     let in up to {} more\n", in_groups(r.coming));
    text += fmt::format("  memory      {} ({} a particle of matter, {} the program), disk {}\n",
                        in_bytes(double(r.memory_bytes)), in_bytes(double(r.bytes_per_particle)),
                        in_bytes(double(r.program_bytes)), in_bytes(double(r.disk_bytes)));
    text += fmt::format("  time        {:.4g} s in {} frames, steps of about {:.3g} ms ({} steps)\n", scene.duration,
                        r.frames, r.time_step * 1e3, in_groups(std::uint64_t(steps)));
    text += fmt::format("  estimate    {} on {}\n", in_time(r.seconds), device);
    text += r.warnings.empty() ? "\nThe scene is sound.\n" : "\n";
    for (const std::string& warning : r.warnings) text += "warning: " + warning + "\n";
    return text;
}

nlohmann::ordered_json json_of(const Vec3& v) { return {v.x, v.y, v.z}; }

nlohmann::ordered_json json_of(const SceneFile& file, const BuiltScene& built, const std::string& device) {
    const SceneReport& r = built.report;
    auto bodies = nlohmann::ordered_json::array();
    for (const BodyReport& body : r.bodies) {
        const Filling filling = filling_of(file.scene, *built.world, body);
        auto          parts   = nlohmann::ordered_json::array();
        for (const PartReport& part : body.parts) parts.push_back({{"material", part.material}, {"particles", part.particles}, {"mass", part.mass}});
        bodies.push_back({{"name", body.name},
                          {"material", body.material},
                          {"boundary", body.boundary},
                          {"source", body.source},
                          {"particles", body.particles},
                          {"regular_particles", body.regular > 0 ? body.regular : body.particles},
                          {"mass", body.mass},
                          {"packing", filling.packing},
                          {"near", filling.near},
                          {"inner_cells", filling.cells.inner},
                          {"surface_cells", filling.cells.surface},
                          {"parts", parts},
                          {"low", json_of(body.box.low)},
                          {"high", json_of(body.box.high)}});
    }
    return {{"scene", file.file()},
            {"title", file.scene.title},
            {"device", device},
            {"bodies", bodies},
            {"particles", r.matter},
            {"coming_particles", r.coming},
            {"boundary_particles", r.walls},
            {"memory_bytes", r.memory_bytes},
            {"bytes_per_particle", r.bytes_per_particle},
            {"disk_bytes", r.disk_bytes},
            {"frames", r.frames},
            {"duration", file.scene.duration},
            {"time_step", r.time_step},
            {"sound_speed", r.sound_speed},
            {"estimated_seconds", r.seconds},
            {"warnings", r.warnings}};
}

}  // namespace

int execute(const CheckCommand& command) {
    const SceneFile  file  = read_scene(command.scene, command.set);
    const Exec       exec(0, device_named(command.device));
    const BuiltScene built = build_scene(file, exec);
    if (command.json)
        print(json_of(file, built, exec.on_gpu() ? gpu::name() : "cpu").dump() + "\n");
    else
        print(page_of(file, built, exec.on_gpu() ? gpu::name() : "this machine"));
    return 0;
}

}  // namespace mote::cli
