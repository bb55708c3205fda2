// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "trace/rays.h"

namespace mote {

/// The ground, and the plate on it.
class Floor {
public:
    Floor(const Ground& ground, std::uint32_t part) : ground_(ground), part_(part) {}
    Hit meet(const Ray&) const;
    /// Clear matter that stands on the ground has no lower side: neither air nor a mirror is between them.
    bool bears(const Hit& hit) const {
        return hit && hit.finish->clear > 0 && hit.face.y < -0.3f && hit.at.y < ground_.height + ground_.contact;
    }

private:
    Hit on_plate(const Ray&) const;

    Ground        ground_;
    std::uint32_t part_;
    Finish        floor_{}, plate_{.colour = {0.50f, 0.49f, 0.48f}, .roughness = 0.25f, .index = 1.45f};
};

}  // namespace mote
