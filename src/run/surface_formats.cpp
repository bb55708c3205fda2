// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The formats of surfaces, and the files that play them as a sequence.
#include "mote/volume.h"
#include "quantity.h"
#include "surface_files.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

/// Writers that ask for nothing but the triangles, and files that are known by their note alone.
template <void (*write)(const fs::path&, const FrameTable&, Triangles, const std::string&)>
void plain(const fs::path& path, const MadeSurface& m) { write(path, m.vertices, m.triangles, m.note); }
template <bool (*is_of)(const fs::path&, const std::string&)>
bool by_note(const fs::path& path, const FrameTable&, const std::string& note) { return is_of(path, note); }

void write_usda(const fs::path& path, const MadeSurface& m) { export_usda(path, m.vertices, m.triangles, m.frame, m.note); }
void write_vdb(const fs::path& path, const MadeSurface& m) {
    const Vec3* points = rows_of<Vec3>(m.vertices, "position");
    export_vdb(path, {{points, points + m.vertices.rows}, {m.triangles.begin(), m.triangles.end()}}, m.cube, m.note);
}

}  // namespace

SurfaceFormat format_of(SurfaceSpec::Format format) {
    switch (format) {
        case SurfaceSpec::Format::ply:
            return {".ply", plain<export_ply>, is_ply_of};
        case SurfaceSpec::Format::obj:
            return {".obj", plain<export_obj>, by_note<is_obj_of>};
        case SurfaceSpec::Format::vtk:
            return {".vtp", plain<export_vtp>, by_note<is_vtp_of>};
        case SurfaceSpec::Format::usda:
            return {".usda", write_usda, by_note<is_usda_of>};
        case SurfaceSpec::Format::glb:
            return {".glb", plain<export_glb>, by_note<is_glb_of>};
        case SurfaceSpec::Format::vdb:
            return {".vdb", write_vdb, by_note<is_vdb_of>};
    }
    throw BugError("a surface has no format");
}

void write_surface_sequence(const fs::path& folder, const FrameTable& columns, const std::vector<SurfaceMoment>& moments, SurfaceSpec::Format format,
                            float fps, const std::string& name) {
    std::vector<PvdEntry> times;
    std::vector<UsdClip>  clips;
    for (const SurfaceMoment& m : moments) times.push_back({m.time, m.file}), clips.push_back({double(m.frame), m.file});
    if (format == SurfaceSpec::Format::vtk) write_pvd(folder / (name + ".pvd"), times);
    if (format == SurfaceSpec::Format::usda) write_usda_sequence(folder / (name + ".usda"), columns, clips, {0, double(fps), 0}, UsdKind::mesh);
}

}  // namespace mote
