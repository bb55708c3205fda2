// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstring>

#include "mote/export.h"
#include "mote/run.h"

namespace mote {

/// Throws SceneError where volumes cannot be written, or a column that the scene wants on its surface is none that a frame of the world has.
void check_surface_columns(const SceneFile& file, const World& world);

/// A column of a file.
template <class T>
FrameColumn column_of(const char* name, const char* unit, const std::vector<T>& values, ColumnType type = column_type<T>) {
    FrameColumn c{name, unit, type, std::vector<std::byte>(values.size() * sizeof(T))};
    if (!values.empty()) std::memcpy(c.bytes.data(), values.data(), c.bytes.size());
    return c;
}

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
