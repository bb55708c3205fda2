// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How the matter around each particle has turned and stretched since it was at rest.
#pragma once
#include <span>
#include <vector>

#include "mote/exec.h"
#include "mote/point_tree.h"
#include "mote/scene.h"

namespace mote {

/// A matrix by rows, as lanes load it.
struct FrameRows {
    std::vector<Vec4> row[3];
};

/// The gradient A_i of the motion at each particle, from the neighbours it had at rest.
class BodyFrames {
public:
    BodyFrames(const Exec& exec, std::span<const Vec4> rest, const PointTree& tree, float reach);

    /// Directions in which the neighbours of a particle are spread: 3, 2 in a sheet, 1 in a thread, 0 alone.
    int rank(Index i) const { return particle_[i].rank; }

    /// A_i of all particles; of rotations alone where `rigid`.
    void compute(const Exec& exec, std::span<const Vec4> now, bool rigid, FrameRows& frames) const;

private:
    struct Particle {
        Index first = 0, last = 0;  // of its neighbours
        int   rank  = 0;
        Vec3  axis{};               // across its sheet, or along its thread
    };
    struct Neighbour {
        Index row;
        Vec3  slope;  // w M^-1 x_ij
    };
    Mat3 gradient(Index i, std::span<const Vec4> now) const;

    std::vector<Particle>  particle_;
    std::vector<Neighbour> neighbour_;
};

}  // namespace mote
