// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Tables for other programs. A row that carries two quantities is taken apart (named_parts in frame.h), so that
// position_volume arrives as a position and a volume. Files are written whole or not at all (files.h). PLY and VTP need a
// column or part called `position`; a table without one is refused with a FileError.
#pragma once
#include <array>
#include <filesystem>
#include <span>
#include <string>
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
bool is_obj_of(const std::filesystem::path& path, const std::string& note);

/// VTK XML PolyData (.vtp), raw appended: for ParaView and VTK. One vertex cell a row, every quantity as point data
/// with its components and its unit, in its own type.
void export_vtp(const std::filesystem::path& path, const FrameTable& table);

/// The same with triangles between the rows instead of vertex cells.
void export_vtp(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note = "");
bool is_vtp_of(const std::filesystem::path& path, const std::string& note);

/// Comma-separated text for any table: a heading `name [unit]`, then one line a row. Every number is the shortest text
/// that reads back as the same number; not-a-number is `nan`.
void export_csv(const std::filesystem::path& path, const FrameTable& table);

/// One moment of a sequence.
struct PvdEntry {
    double      time = 0;  ///< [s]
    std::string file;      ///< Relative to the folder of the .pvd.
};

/// The list that lets ParaView play .vtp files as a sequence in seconds.
void write_pvd(const std::filesystem::path& path, const std::vector<PvdEntry>& entries);

}  // namespace mote
