// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Which particles carry each vertex, and how.
#pragma once
#include <span>
#include <vector>

#include "mote/exec.h"
#include "mote/math.h"

namespace mote {

/// Vertices with their particles: for each of them its weight and the slope of that weight along two tangents of the vertex, t1 x t2 = normal. Rows of one vertex
/// are padded to whole batches with rows of weight 0.
struct Binding {
    struct Vertex {
        Vec3  rest, normal, t1, t2;
        Index first = 0, last = 0;   // its rows
        Index nearest = 0;           // particle that sums are counted from, so that rounding goes with the reach and not with the body
        bool  by_frames = false;     // particles carry it by their frames, not by their places alone
    };
    std::vector<Vertex> vertex;
    std::vector<Index>  particle;
    std::vector<float>  weight, slope1, slope2;

    /// Room for `vertices`, whose rows are `times` as many as there are now.
    void reserve(std::size_t vertices, double times) {
        const auto rows = std::size_t(times * double(particle.size()));
        vertex.reserve(vertices), particle.reserve(rows), weight.reserve(rows), slope1.reserve(rows), slope2.reserve(rows);
    }
    bool needs_frames() const {
        for (const Vertex& v : vertex)
            if (v.by_frames) return true;
        return false;
    }
};

/// Where each vertex is now, and its normal. `frame` rows are looked at where a vertex needs them.
struct CarriedBy {
    const Vec4* rest;
    const Vec4* now;
    const Vec4* frame[3];
};
void carry(const Exec& exec, const Binding& binding, const CarriedBy& body, Vec3* points, Vec3* normals);

}  // namespace mote
