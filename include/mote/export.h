// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Tables for other programs. A row that carries two quantities is taken apart (named_parts in frame.h), so that
// position_volume arrives as a position and a volume. Files are written whole or not at all (files.h). All but CSV and
// npz need a column or part called `position`; a table without one is refused with a FileError.
#pragma once
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mote/frame.h"

namespace mote {

/// Binary little-endian PLY: for Blender, Houdini and MeshLab. One vertex a row. The position is x y z (float), the
/// velocity vx vy vz, a normal nx ny nz, a colour of bytes red green blue alpha; every other number is a property
/// under its own name in its own type. PLY knows no 64-bit integers: they become double, exact up to 2^53. Units
/// stand in comments.
void export_ply(const std::filesystem::path& path, const FrameTable& table);

/// The same with triangles between the rows; `note`, if not empty, is one more comment.
using Triangles = std::span<const std::array<std::uint32_t, 3>>;
void export_ply(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note = "");
/// Whether that file is there and whole, with the same columns and the same note.
bool is_ply_of(const std::filesystem::path& path, const FrameTable& columns, const std::string& note);

/// Wavefront OBJ, text: positions, normals where there are any, and triangles; it knows no other columns.
void export_obj(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note = "");
/// The same with lines that are ready.
void export_obj(const std::filesystem::path& path, std::string_view lines, const std::string& note);
bool is_obj_of(const std::filesystem::path& path, const std::string& note);

/// glTF 2.0, binary (.glb), one mesh: POSITION, NORMAL where there is one, and every other quantity of up to four numbers as floats under its own name,
/// _VELOCITY for instance. Without triangles it is a scene with nothing in it.
void export_glb(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note = "");
bool is_glb_of(const std::filesystem::path& path, const std::string& note);

/// VTK XML PolyData (.vtp), raw appended: for ParaView and VTK. One vertex cell a row, every quantity as point data
/// with its components and its unit, in its own type.
void export_vtp(const std::filesystem::path& path, const FrameTable& table);

/// The same with triangles between the rows instead of vertex cells.
void export_vtp(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note = "");
bool is_vtp_of(const std::filesystem::path& path, const std::string& note);

/// Comma-separated text for any table: a heading `name [unit]`, then one line a row. Every number is the shortest text
/// that reads back as the same number; not-a-number is `nan`.
void export_csv(const std::filesystem::path& path, const FrameTable& table);

/// NumPy's .npz for any table: an archive (zip, not compressed) with one array a quantity, in its own type: mass has the
/// shape (rows), velocity (rows, 3), a 3x3 matrix (rows, 3, 3).
void export_npz(const std::filesystem::path& path, const FrameTable& table);

/// Classic .bgeo (version 5, big-endian): for Houdini and Partio. One point a row. Velocity, normal and a colour of bytes
/// become v, N and Cd; `diameter` [m], if above 0, gives pscale, its half. The format knows 32-bit numbers only: doubles
/// are rounded, and an integer that does not fit is refused with a FileError.
void export_bgeo(const std::filesystem::path& path, const FrameTable& table, double diameter = 0);

/// What USD wants to know of a frame that stands not in its table.
struct UsdFrame {
    double time_code        = 0;
    double codes_per_second = 24;
    double diameter         = 0;  ///< Of every point [m]; 0: not known.
};

/// USD text (.usda) with one Points prim, /particles, in metres with y up. Position, velocity, acceleration, normal and id
/// become what USD calls points, velocities, accelerations, normals and ids, a colour of bytes primvars:displayColor,
/// every other quantity primvars:NAME with its unit in customData. All of it is sampled at the frame's time code.
void export_usda(const std::filesystem::path& path, const FrameTable& table, const UsdFrame& frame = {});

/// The same with triangles: one Mesh prim, /surface, without subdivision. Triangles too are sampled, so that each frame may have its own.
void export_usda(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const UsdFrame& frame = {}, const std::string& note = "");
bool is_usda_of(const std::filesystem::path& path, const std::string& note);

struct UsdClip {
    double      time_code = 0;
    std::string file;             ///< Relative to the folder of the sequence.
};

enum class UsdKind { points, mesh };

/// The stage that plays .usda files as a sequence (value clips), NAME.usda, and beside it NAME.manifest.usda with the
/// attributes they have, which are those of `columns`. `frame.time_code` has no meaning here.
void write_usda_sequence(const std::filesystem::path& path, const FrameTable& columns, const std::vector<UsdClip>& clips,
                         const UsdFrame& frame = {}, UsdKind kind = UsdKind::points);

/// One moment of a sequence.
struct PvdEntry {
    double      time = 0;  ///< [s]
    std::string file;      ///< Relative to the folder of the .pvd.
};

/// The list that lets ParaView play .vtp files as a sequence in seconds.
void write_pvd(const std::filesystem::path& path, const std::vector<PvdEntry>& entries);

}  // namespace mote
