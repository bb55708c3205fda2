// Copyright (c) 2026 The Mote authors. MIT licence.
#include "forecast.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <sys/resource.h>

#include "mote/neighbours.h"

namespace mote {
namespace {

// Measured by `mote bench`: CPU time of one particle in one step, with 29 neighbours, on one core of 2.8 GHz.
// Surface tension: lists and two sweeps with 179 neighbours.
double seconds_per_particle_step(const World& w) {
    return (w.sound_speed > 0 ? 0.65e-6 : 1.0e-6) + (has_surface_tension(w.materials) || w.pairs.has_tension ? (w.dimension == 3 ? 4.0e-6 : 0.8e-6) : 0) +
           (w.heat ? 0.15e-6 : 0) + (w.solute ? 0.15e-6 : 0);
}
/// The same of a step on an H200: waiting and launching, and what grows with the number of particles.
struct StepSeconds {
    double step, particle;
};
StepSeconds gpu_seconds(const World& w) {
    return {0.6e-3, (w.sound_speed > 0 ? 0.8e-9 : 2.5e-9) + (has_surface_tension(w.materials) || w.pairs.has_tension ? 8e-9 : 0)};
}
constexpr double bytes_on_disk_per_row     = 40;
constexpr std::size_t program_bytes = 24 << 20, gpu_program_bytes = 32 << 20;

/// Entries of a neighbour list with its padding. Lists never shrink, so it is the longer one of the lattice that a run
/// starts from and of a ball of the support radius in disorder, whose padding is half full on average.
double list_length(const Scene& s, float support) {
    const int reach = int(support), across = s.dimension == 3 ? reach : 0;
    Index     lattice = 0;
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j <= reach; ++j)
            for (int k = -across; k <= across; ++k) lattice += float(i * i + j * j + k * k) < support * support;
    const double ball = s.dimension == 3 ? 4.0 / 3 * M_PI * std::pow(support, 3) : M_PI * support * support;
    return std::max(std::ceil((lattice - 1.0) / list_padding) * list_padding, ball - 1 + 0.5 * (list_padding - 1));
}

bool has_surface_tension(const Scene& s) {
    return std::any_of(s.materials.begin(), s.materials.end(), [](const auto& m) { return m.second.surface_tension > 0; }) ||
           std::any_of(s.pairs.begin(), s.pairs.end(), [](const auto& p) { return p.second.tension.has_value(); });
}

/// A list and its head. Surface tension has lists of its own, and a row.
std::size_t list_bytes(const Scene& s) {
    const auto bytes = [&](float support) { return std::size_t(double(sizeof(PackedBatch)) / list_padding * list_length(s, support)) + sizeof(NeighbourView::List); };
    return bytes(s.support) + (has_surface_tension(s) ? bytes(surface_reach) + 32 : 0);
}

/// What spreads and turns: columns and the rows of the stage.
std::size_t spreading_bytes(const World& w) {
    return (w.heat ? 4 : 0) + (w.solute ? 8 : 0) + (w.heat || w.solute ? 4 * 4 : 0) + (w.vorticity ? 2 * 16 : 0) + (w.viscoelastic ? 40 + 3 * 4 + 4 * 16 : 0);
}

/// What a pressure solver keeps: its columns and the rows it sums over, what only matter has, and what of that it borrows.
struct SolverBytes {
    std::size_t row = 0, matter = 0, lent = 0;
};
SolverBytes solver_bytes(const Scene& s) {
    const std::size_t pairs = std::size_t(2 * list_length(s, s.support) * 0.97) + 4;
    if (std::holds_alternative<DfsphSpec>(s.pressure)) return {4, pairs, 3 * 16 + 6 * 4};
    if (std::holds_alternative<IisphSpec>(s.pressure)) return {0, pairs, 3 * 16 + 6 * 4};
    if (std::holds_alternative<PbfSpec>(s.pressure)) return {2 * 16, 0, 16};
    return {};
}

/// Entries of a list on a GPU: 32 lists are as long as the longest of them, and an eighth is to spare.
double woven_length(const Scene& s, float support) { return 1.13 * (list_length(s, support) + 2); }

RowBytes gpu_bytes_per_row(const Scene& s, const World& w) {
    const SolverBytes  solver  = solver_bytes(s);
    const Table::Width columns = Particles().width();
    const auto         lists   = [&](float support) { return std::size_t(4 * woven_length(s, support)) + 8; };
    const std::size_t  slopes  = solver.matter > 0 ? std::size_t(2 * woven_length(s, s.support)) : 0, order = 4 * 4;
    const std::size_t  all     = 2 * columns.all + solver.row + spreading_bytes(w);  // twice: as a frame they wait to be written
    const std::size_t  tension = has_surface_tension(s) ? lists(surface_reach) + 32 + 28 : 0;  // found in an order of their own
    const std::size_t  moving  = 28;  // all columns are sorted at once, in room of which the solver uses a part
    return {all + columns.ours + order + moving + std::max<std::size_t>(solver.lent, 16) + lists(s.support) + slopes + tension, all};
}

/// What counts places by cells, in the box around all bodies: of matter and of walls, and who is near walls.
std::size_t gpu_cell_bytes(const SceneReport& report, const World& w) {
    Box box;
    for (const BodyReport& body : report.bodies) box.include(body.box.low), box.include(body.box.high);
    if (box.empty()) return 0;
    const Vec3   size  = box.size();
    const double cells = (2 * double(size.x / w.support) + 5) * (double(size.y / w.support) + 5) * (double(size.z / w.support) + 5);
    const double rows  = double(report.matter) + double(report.coming) + report.walls;
    return cells > 8 * rows + (1 << 22) ? std::size_t(8 * rows) : std::size_t(cells * (report.walls > 0 ? 9 : 4));
}

constexpr std::size_t unlimited = ~std::size_t(0);

/// The number that follows a word in a file; `otherwise` where there is none.
std::size_t number_after(const std::filesystem::path& file, const std::string& word, std::size_t otherwise) {
    std::ifstream in(file);
    std::size_t   number = 0;
    for (std::string next; word.empty() || in >> next;)
        if (word.empty() || next == word) return in >> number ? number : otherwise;
    return otherwise;
}

}  // namespace

std::size_t available_memory(const std::filesystem::path& root) {
    std::size_t least = number_after(root / "proc/meminfo", "MemAvailable:", std::size_t(4) << 22) * 1024;
    const auto  limit = [&](std::size_t most, std::size_t used) { least = std::min(least, most - std::min(most, used)); };
    const auto  group = root / "sys/fs/cgroup";
    // What files are cached of counts as used there, but is given up.
    limit(number_after(group / "memory.max", "", unlimited),
          number_after(group / "memory.current", "", 0) - number_after(group / "memory.stat", "inactive_file", 0));
    limit(number_after(group / "memory/memory.limit_in_bytes", "", unlimited),
          number_after(group / "memory/memory.usage_in_bytes", "", 0) - number_after(group / "memory/memory.stat", "total_inactive_file", 0));
    rlimit own{};
    if (::getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY)
        limit(own.rlim_cur, number_after(root / "proc/self/status", "VmSize:", 0) * 1024);
    return least;
}

std::size_t available_memory(const Exec& exec) { return exec.on_gpu() ? gpu::free_memory() : available_memory(); }

RowBytes bytes_per_row(const Scene& scene, const World& w) {
    if (w.exec.on_gpu()) return gpu_bytes_per_row(scene, w);
    // Sorting: keys twice, which a column takes its turn in, rows and an order, of matter; the solver computes in the same room. Cells in the grid.
    const std::size_t sorting = 16 + 8 + 4 + 4, grid = 3;
    const SolverBytes solver  = solver_bytes(scene);
    const bool        moving  = std::any_of(scene.boundaries.begin(), scene.boundaries.end(), [](const auto& b) { return b.second.motion.has_value(); });
    const Table::Width columns = Particles().width();
    const std::size_t  all     = columns.all + (moving ? sizeof(Vec3) + sorting : 0) + grid + solver.row + spreading_bytes(w);
    const std::size_t  room    = std::max(solver.lent, sorting) - (moving ? sorting : 0);
    // What walls that stay where they are leave at zero: mass, material, velocity, tension, pressure where it is solved for (src/core/pages.h).
    const std::size_t  nothing = moving || w.sources ? 0 : 4 + 2 + 16 + 4 + solver.row + (w.sound_speed > 0 ? 0 : 4);
    return {all + columns.ours + room + list_bytes(scene) + solver.matter, all - nothing, 2 * (columns.all + columns.ours) + 2 * list_bytes(scene) / 3};
}

std::string in_bytes(double bytes) {
    const char* unit[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int         k      = 0;
    for (; bytes >= 1024 && k < 4; ++k) bytes /= 1024;
    return fmt::format("{:.{}f} {}", bytes, bytes < 10 && k > 0 ? 1 : 0, unit[k]);
}

namespace {

/// What surfaces take of each particle of matter, in files or for pictures. Measured on a splash; vertices go with the area of the cubes.
struct SurfaceCost {
    double memory = 0, disk = 0, seconds = 0;  // [bytes]; [bytes] and CPU time a frame
};
SurfaceCost surface_cost(const OutputSpec& output) {
    const bool drawn = (output.pictures && output.pictures->surface) || (output.movie && output.movie->surface);
    if (!output.surface && !drawn) return {};
    const SurfaceSpec spec  = output.surface.value_or(SurfaceSpec{});
    const double      finer = 1 / double(spec.cube_size * spec.cube_size), times = int(drawn) + int(output.surface.has_value());
    return {400 + 250 * finer, output.surface ? 100 * finer : 0, times * (1.2e-6 + 1.5e-6 * finer)};
}

/// What a point of a skin takes: its share of the binding and of the mesh [bytes]; of a PLY [bytes]; CPU time a frame.
constexpr std::size_t skin_bytes = 1000;
constexpr double      skin_disk = 50, skin_seconds = 1e-6;

/// Whether liquid may become elastic.
bool freezes(const World& w) {
    const auto elastic = [&](MaterialId m) { return w.materials[m].is_elastic(); };
    for (const Material& m : w.materials)
        if (!m.is_solid() && ((m.warmer.happens() && elastic(m.warmer.to)) || (m.cooler.happens() && elastic(m.cooler.to)))) return true;
    return std::any_of(w.becomings.begin(), w.becomings.end(), [&](const Becoming& b) { return !elastic(b.from) && elastic(b.to); });
}
/// What solids add: of each of their rows its columns, lists with weights and what short steps compute with; of all rows what contact does.
std::size_t solid_memory(const World& w, std::size_t most) {
    if (!w.solids) return 0;
    const bool        grows = freezes(w);
    const std::size_t rows = grows ? most : w.solids->rest.rows(), elastic = grows ? most : w.solids->elastic_rows();
    const std::size_t lists = 32 * (4 + 2) + 16, shape = 2 * 16 + 4 + 12, steps = 3 * 16 + 3 * 16 + 2 * 12 + 4 + 4, contact = 6 * 16 + 3 * 4 + 12, shown = 4 + (w.solids->plastic ? 4 : 0);
    return rows * w.solids->rest.width().all + elastic * (lists + shape + steps) + w.particles.rows() * (contact + shown);
}
/// The same for virtual materials.
std::size_t lattice_memory(const World& w, Index solid) {
    if (!w.lattice) return 0;
    const std::size_t sites = w.dimension == 2 ? 6 : 12, bonds = 2 * 4 * sites + 4 + 3 * 12 + 4 + 4, rows = 10 * 16 + 4 + 12 + 4 + 4 + (w.lattice->docking ? 16 : 0) + (w.lattice->flow ? 76 : 0), contact = 4 + 4;
    return solid * bonds + w.particles.size() * rows + w.particles.rows() * contact;
}
Index lattice_rows(const World& w) {
    Index count = 0;
    for (Index i = 0; i < w.particles.size(); ++i) count += w.materials[w.particles.material.host()[i]].is_lattice();
    return count;
}
/// CPU time of a particle in a short step.
constexpr double solid_seconds = 0.3e-6;

}  // namespace

void forecast(const Scene& scene, const World& w, SceneReport& report) {
    const std::size_t most = report.matter + report.coming;              // particles of matter, at the end
    std::size_t       behind = 0;                                          // openings
    const Index       crystal = w.lattice ? lattice_rows(w) : 0, elastic = w.solids ? w.solids->elastic_rows() : 0, stiff = crystal + elastic;
    if (w.sources)
        for (const Source& s : w.sources->list) behind += s.lattice.places.size() * std::size_t(wall_layers(scene.support));
    const double      mean = report.matter + 0.5 * double(report.coming);  // over the run
    report.program_bytes      = w.exec.on_gpu() ? gpu_program_bytes + gpu_cell_bytes(report, w) : program_bytes;
    const RowBytes    row     = bytes_per_row(scene, w);
    std::size_t       maps    = 0;  // of implicit boundaries
    for (const Boundary& b : w.boundaries.list) maps += (b.field ? b.field->memory_bytes() : 0) + (b.wide_field ? b.wide_field->memory_bytes() : 0);
    SurfaceCost       surface = surface_cost(scene.output);
    if (w.exec.on_gpu()) surface.memory = 0;  // they are made on the host
    report.bytes_per_particle = row.matter + std::size_t(surface.memory);
    report.memory_bytes       = report.program_bytes + most * row.matter + (report.walls + report.images + report.contacts + behind) * row.wall + maps + std::size_t(double(most) * surface.memory);
    report.memory_bytes       = std::max(report.memory_bytes, report.program_bytes + report.walls * row.building);
    report.memory_bytes += report.skin_points * skin_bytes + solid_memory(w, most) + lattice_memory(w, crystal);
    report.frames       = int(std::lround(double(scene.duration) * double(scene.output.fps)));
    report.disk_bytes   = std::size_t((mean + report.walls) * bytes_on_disk_per_row * (scene.output.particles ? report.frames + 1 : 2) +
                                    (mean * surface.disk + double(report.skin_points) * skin_disk) * (report.frames + 1));

    const double h  = 0.5 * w.support;
    double       dt = scene.time_step.courant * h / std::max(double(w.sound_speed > 0 ? 1.1f * w.sound_speed : report.fastest_speed), 1e-6);
    if (w.viscosity.method == ViscositySpec::Method::direct)
        for (const Material& m : w.materials)
        dt = std::min(dt, 0.125 * m.rest_density * h * h / std::max(double(m.viscosity), 1e-20));
    for (const Material& m : w.materials)
        if (m.surface_tension > 0)
            dt = std::min(dt, 0.25 * std::sqrt(m.rest_density * h * h * h / (2 * M_PI * double(m.surface_tension))));
    dt = std::min(dt, double(choose_pair_step(w.materials, w.pairs, float(h))));
    if (scene.time_step.largest > 0) dt = std::min(dt, double(scene.time_step.largest));
    std::vector<Material> ever = w.materials;
    for (const MaterialSchedule& s : w.schedules)
        for (const auto& c : s.changes) ever.push_back(c.to);
    const bool   gives_way  = elastic > 0 || (w.solids && freezes(w));
    const float  of_elastic = gives_way ? w.solids->stable_step(ever, w.spacing) : 1e30f, of_crystal = crystal > 0 ? Lattice::stable_step(ever, w.lattice_settings()) : 1e30f;
    const double short_step = gives_way || crystal > 0 ? double(min(of_elastic, of_crystal)) : 0;
    if (w.springs) dt = std::min(dt, double(w.springs->stable_step()));
    if (short_step > 0) dt = std::min(dt, 32 * short_step);
    report.time_step = std::min(dt, 1.0 / scene.output.fps);
    const StepSeconds step = w.exec.on_gpu() ? gpu_seconds(w) : StepSeconds{0, seconds_per_particle_step(w) / w.exec.threads()};
    report.seconds         = scene.duration / report.time_step * (step.step + mean * step.particle) + report.frames * (surface.seconds * mean + skin_seconds * double(report.skin_points)) / w.exec.threads();
    if (short_step > 0) report.seconds += scene.duration / short_step * double(stiff) * solid_seconds / w.exec.threads();
}

}  // namespace mote
