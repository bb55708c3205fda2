// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A skin over a run in which its body melts (KB-88): detail stays on what is solid and is gone where all has melted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>

#include <fmt/format.h>

#include "curves.h"
#include "mote/frame.h"
#include "mote/run.h"
#include "mote/skin.h"
#include "mote/surface.h"
#include "shapes/mesh_tree.h"
#include "worlds.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

/// A ball with bumps as wide as a particle, which particles cannot show.
TriangleMesh bumpy_ball(float radius, int rings) {
    TriangleMesh mesh;
    const int    around = 2 * rings;
    const auto   at     = [&](int ring, int k) {
        const float polar = pi * float(ring) / float(rings), angle = 2 * pi * float(k) / float(around), r = radius * ((ring + k) % 2 && ring > 0 && ring < rings ? 1.06f : 0.94f);
        return r * Vec3{std::sin(polar) * std::cos(angle), std::cos(polar), std::sin(polar) * std::sin(angle)};
    };
    mesh.points.push_back(at(0, 0));
    for (int ring = 1; ring < rings; ++ring)
        for (int k = 0; k < around; ++k) mesh.points.push_back(at(ring, k));
    mesh.points.push_back(at(rings, 0));
    const auto row = [&](int ring, int k) { return Index(1 + (ring - 1) * around + k % around); };
    for (int k = 0; k < around; ++k) {
        mesh.triangles.push_back({0, row(1, k + 1), row(1, k)});
        for (int ring = 1; ring + 1 < rings; ++ring) mesh.triangles.push_back({row(ring, k), row(ring, k + 1), row(ring + 1, k)}), mesh.triangles.push_back({row(ring + 1, k), row(ring, k + 1), row(ring + 1, k + 1)});
        mesh.triangles.push_back({row(rings - 1, k), row(rings - 1, k + 1), Index(mesh.points.size() - 1)});
    }
    return mesh;
}
void write_obj(const fs::path& file, const TriangleMesh& mesh) {
    std::ofstream out(file);
    for (const Vec3& x : mesh.points) out << fmt::format("v {:.9g} {:.9g} {:.9g}\n", x.x, x.y, x.z);
    for (const auto& [a, b, c] : mesh.triangles) out << fmt::format("f {} {} {}\n", a + 1, b + 1, c + 1);
}
/// What is as fine as an edge: how far each vertex is from the mean of those beside it, squared [m^2].
double fine_energy(const TriangleMesh& mesh, const std::vector<Vec3>& points) {
    std::vector<Vec3d>  sum(points.size());
    std::vector<double> count(points.size());
    for (const auto& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) sum[t[k]] += wide(points[t[(k + 1) % 3]]), ++count[t[k]];
    double energy = 0;
    for (std::size_t v = 0; v < points.size(); ++v) {
        const Vec3d off = wide(points[v]) - (1 / count[v]) * sum[v];
        energy += dot(off, off);
    }
    return energy;
}

struct Body {
    std::map<ParticleId, Index> row;  // by id
    std::vector<Vec3>           position;
    std::vector<MaterialId>     material;

    explicit Body(const World& w) {
        for (Index i = 0; i < w.particles.size(); ++i) row[w.particles.id.host()[i]] = i;
        for (const auto& [id, i] : row) position.push_back(xyz(w.particles.position_volume.host()[i])), material.push_back(w.particles.material.host()[i]);
    }
};

// A ball of wax with a bumpy skin melts from above, by heat, while it turns and drifts. Vertices that only what is solid carries are where the binding takes them, to the last bit; those that only what has
// melted carries lie on the surface of the particles; and what of the skin is finer than particles only gets less, till it is gone.
TEST(SkinMelting, DetailFadesAsABodyMelts) {
    const auto w = world_of(R"(
spacing: 12 mm
gravity: [0, 0, 0]
materials:
  wax: {density: 900, heat_capacity: 2000, conductivity: 100, lattice: {youngs_modulus: 40 kPa, poissons_ratio: 0.3, damping: 1 ms}, melting: {at: 60 degC, latent_heat: 10 kJ/kg, to: molten}}
  molten: {density: 900, viscosity: 30 Pa s, heat_capacity: 2000, conductivity: 100}
objects: {ball: {sphere: 60 mm, material: wax, temperature: 58 degC, velocity: [0.03, 0, 0.02], spin: [0, 1, 0]}}
heaters: {lamp: {sphere: 70 mm, at: [0, 70 mm, 0], power: 16 kW}, oven: {sphere: 0.1, power: 50 kW, start: 0.3 s}}
)");
    const fs::path folder = fs::temp_directory_path() / fmt::format("mote_skin_melting_{}", getpid());
    fs::create_directories(folder);
    const TriangleMesh mesh = bumpy_ball(0.06f, 24);
    write_obj(folder / "ball.obj", mesh);
    const auto frame_now = [&] {
        std::string meta;
        write_frame(folder / "frame.mote", frame_of(*w, meta));
        return read_frame(folder / "frame.mote");
    };
    SkinOptions options;
    options.object = "ball", options.spacing = w->spacing;
    options.spec.mesh  = (folder / "ball.obj").string();
    options.spec.place = Placement{};
    SkinPlayer   player(options, frame_now());
    const Body   rest(*w);
    const Exec   exec(1);
    SkinReport   report;
    const auto   binding = bind_skin(exec, {rest.position, w->spacing}, load_mesh(options.spec.mesh), options.spec.method, report);
    double       first = 0, last = 1e30, melted = 0;
    std::size_t  most_solid = 0, most_molten = 0;
    for (int frame = 0; frame <= 12; ++frame) {
        advance(*w, 0.05 * frame);
        const TriangleMesh shown = load_mesh(player.write(frame_now(), frame, folder).path.string());
        ASSERT_EQ(shown.points.size(), mesh.points.size());
        const Body         now(*w);
        SkinShape          carried;
        std::vector<float> changed, share;
        std::vector<Vec4>  places;
        for (std::size_t k = 0; k < now.position.size(); ++k) changed.push_back(now.material[k] != rest.material[k] ? 1.f : 0.f), places.push_back(with_w(now.position[k], 0));
        binding->update(exec, now.position, carried);
        binding->mean(exec, changed, share);
        std::vector<Corners> faces;
        const TriangleMesh   surface = find_surface(exec, {.position = places, .spacing = w->spacing}, SurfaceSpec{}).mesh;
        for (const auto& [a, b, c] : surface.triangles) faces.push_back({surface.points[a], surface.points[b], surface.points[c]});
        const MeshTree tree(std::move(faces), 3);
        std::size_t    solid = 0, molten = 0;
        for (std::size_t v = 0; v < shown.points.size(); ++v) {
            if (share[v] == 0) {
                ++solid;
                ASSERT_EQ(shown.points[v], carried.points[v]) << "frame " << frame << ", vertex " << v;
            } else if (share[v] > 1 - 1e-6f) {
                ++molten;
                ASSERT_LT(length(narrow(tree.nearest(shown.points[v]).point) - shown.points[v]), 1e-6f) << "frame " << frame << ", vertex " << v;
            }
        }
        const double before = melted, energy = fine_energy(mesh, shown.points);
        melted = 0;
        for (const float c : changed) melted += double(c) / double(changed.size());
        record(fmt::format("frame {}: share molten", frame), melted), record(fmt::format("frame {}: fine energy over that at the start", frame), frame == 0 ? 1 : energy / first);
        if (frame == 0) first = energy;
        EXPECT_EQ(solid == mesh.points.size(), melted == 0);
        EXPECT_LT(energy, last + (melted > before + 0.01 ? 0 : 0.005 * first)) << "frame " << frame;
        last = energy;
        if (melted > 0.2 && melted < 0.8) most_solid = std::max(most_solid, solid), most_molten = std::max(most_molten, molten);
    }
    fs::remove_all(folder);
    EXPECT_GT(most_solid, 200u) << "it melts from one side";
    EXPECT_GT(most_molten, 200u);
    EXPECT_GT(melted, 0.98);
    EXPECT_LT(last, 0.2 * first);
}

}  // namespace
}  // namespace mote
