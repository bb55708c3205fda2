// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Surfaces as volumes, for programs that shade or mesh them themselves. OpenVDB takes long to compile, so it stands behind this in one file, and a
// program may be built without it.
#pragma once
#include <filesystem>
#include <string>

#include "mote/mesh.h"

namespace mote {

/// Throws Error (exit code 2) naming the package that is missing where this program was built without OpenVDB.
void expect_volumes();

/// OpenVDB (.vdb) with two grids of cubes of `voxel` [m]: `surface`, the signed distance to closed triangles within three cubes of them [m], negative
/// inside; and `density`, a fog that is 1 inside and fades to 0 at the surface. `note` stands in the metadata of the file.
void export_vdb(const std::filesystem::path& path, const TriangleMesh& surface, float voxel, const std::string& note = "");
/// Whether that file is there, with the same note.
bool is_vdb_of(const std::filesystem::path& path, const std::string& note);

}  // namespace mote
