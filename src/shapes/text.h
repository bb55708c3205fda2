// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstdio>
#include <string>

#include "mote/math.h"

namespace mote {

/// A number as it stands in a sentence: short, at most six digits.
inline std::string text(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%g", value);
    return buffer;
}

inline std::string text(const Vec3& p) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "(%g, %g, %g)", double(p.x), double(p.y), double(p.z));
    return buffer;
}

}  // namespace mote
