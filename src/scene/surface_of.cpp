// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/surface_of.h"

#include "scene/words.h"

namespace mote {

std::optional<SurfaceOf> parse_surface_of(const std::string& text) {
    using Kind                   = SurfaceOf::Kind;
    const std::string_view words = trimmed(text), first = words.substr(0, words.find(' ')), name = trimmed(words.substr(first.size()));
    if (name.empty()) {
        if (first == "all") return SurfaceOf{Kind::all, ""};
        if (first == "materials") return SurfaceOf{Kind::materials, ""};
        if (first == "objects") return SurfaceOf{Kind::objects, ""};
        return {};
    }
    if (first == "material") return SurfaceOf{Kind::material, std::string(name)};
    if (first == "object") return SurfaceOf{Kind::object, std::string(name)};
    return {};
}

}  // namespace mote
