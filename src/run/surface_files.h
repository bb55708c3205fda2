// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/export.h"
#include "mote/run.h"

namespace mote {

/// Throws SceneError where volumes cannot be written, or a column that the scene wants on its surface is none that a frame of the world has.
void check_surface_columns(const SceneFile& file, const World& world);

/// How a surface is written, and known again.
struct MadeSurface {
    const FrameTable& vertices;
    Triangles         triangles;
    std::string       note;
    UsdFrame          frame;
    float             cube;   ///< [m]
};
struct SurfaceFormat {
    const char* ending;
    void (*write)(const std::filesystem::path&, const MadeSurface&);
    bool (*is_of)(const std::filesystem::path&, const FrameTable& columns, const std::string& note);
};

SurfaceFormat format_of(SurfaceSpec::Format format);

}  // namespace mote
