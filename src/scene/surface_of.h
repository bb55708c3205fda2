// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <optional>
#include <string>

namespace mote {

/// What a surface is of: the text of SurfaceSpec::of, taken apart.
struct SurfaceOf {
    enum class Kind { all, materials, objects, material, object };
    Kind        kind = Kind::all;
    std::string name;  ///< of the one material or object

    bool by_material() const { return kind == Kind::materials || kind == Kind::material; }
    bool each() const { return kind == Kind::materials || kind == Kind::objects; }  ///< a surface for every one
};

/// Nothing where the text is none of `all`, `materials`, `objects`, `material NAME`, `object NAME`.
std::optional<SurfaceOf> parse_surface_of(const std::string& text);

}  // namespace mote
