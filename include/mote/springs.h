// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Springs between solids, or between one and a fixed place. The end of a spring is a weighted mean of places of particles, and its force acts on them by the
// same weights, along the line between both ends: so it keeps linear and angular momentum. It acts once a step, which is short enough for it.
#pragma once
#include "mote/solids.h"

namespace mote {

struct Spring {
    struct End {
        Index first = 0, count = 0;  ///< what it is fastened to, of the list below; nothing: it is fixed
        Vec3  place{};               ///< where it is fixed [m]
    };
    End   end[2];
    float stiffness = 0, damping = 0, length = 0;  ///< [N/m], [N s/m], at rest [m]
};

class Springs {
public:
    /// A row of solids and its weight; those of an end sum to 1.
    struct Hold {
        Index row;
        float weight;
    };
    using Side = std::vector<Hold>;

    /// An empty side is fixed at its place.
    void add(const Side& from, const Side& to, Spring spring);
    /// After all have been added, and where rows of solids have changed since.
    void prepare(const Exec&, const Particles&, const Solids&);

    /// Adds their pull to the accelerations.
    void pull(const Exec&, Particles&, const Solids&);
    /// How long a step may be: a part of the period of what they hold [s].
    float stable_step() const { return stable_step_; }
    /// [J]
    double energy(const Exec&, const Particles&, const Solids&);

private:
    void find_held(const RestShape&);
    void find_forces(const Exec&, const Particles&, const Solids&);

    std::vector<Spring> springs_;
    std::vector<Hold>   holds_;           // by end
    std::vector<ParticleId> held_;        // who they are
    Scratch<Spring>     spring_;
    Scratch<Hold>       hold_;
    Scratch<Index>      row_, first_;     // each row once, and where its shares begin
    Scratch<Hold>       share_;           // by row: `row` is the spring, and the weight is negative at its other end
    Scratch<Vec4>       force_;           // on the first end, and the energy
    Scratch<Index>      particle_;        // whose row it is in this step
    Index               rows_ = 0;
    float               stable_step_ = 1e30f;
};

}  // namespace mote
