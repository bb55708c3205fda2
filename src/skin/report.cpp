// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include "mote/skin.h"

namespace mote {

std::vector<std::string> SkinReport::sentences() const {
    std::vector<std::string> all;
    const auto               tell = [&](Index count, const std::string& sentence) {
        if (count > 0) all.push_back(sentence);
    };
    if (far + not_finite == vertices)
        tell(far, fmt::format("the mesh is nowhere near the body: all of its {} vertices are more than {} spacings from any particle, up to {:.3g} m; place and scale it as the "
                              "body is",
                              far, far_from, farthest));
    else
        tell(far, fmt::format("{} of {} vertices are more than {} spacings from any particle, up to {:.3g} m; they follow the nearest matter from afar", far, vertices,
                              far_from, farthest));
    tell(thin, fmt::format("{} of {} vertices are near particles that lie in a sheet or a thread, or are alone; they are carried by frames that are completed by turning",
                           thin, vertices));
    tell(flat, fmt::format("{} triangles have no area", flat));
    tell(no_normal, fmt::format("{} vertices are in no triangle that has an area; their normals look away from the matter", no_normal));
    tell(not_finite, fmt::format("{} vertices have an infinite or undefined place; they are put on a particle", not_finite));
    return all;
}

}  // namespace mote
