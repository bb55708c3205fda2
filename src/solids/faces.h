// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Surfaces that elastic bodies touch. A row stands half a spacing behind the face of its body. Where that face would be behind the surface by o, it is pushed
// along the normal by k o, and rubbed by at most friction times that. k is a few times the stiffness of the body for waves of pressure over a spacing, so
// contact is as stable as its stress and gives way less. The normal is that of the shape, so friction is that of a smooth surface.
#pragma once
#include "mote/solids.h"

namespace mote::solid {

inline constexpr float contact_stiffness = 4;  // over that of the body
inline constexpr float contact_damping = 0.1f;  // of the critical one, between bodies: short steps do not follow a contact's own vibrations, and would gain or lose by them

/// By rows of solids.
struct Faces {
    View<const SolidFace> face;
    View<const Index>     first;             // of a row: one more than the first of its faces, or 0; empty: there are none
    View<const Vec4>      way, speed;        // of faces of rigid bodies: how far they went in the step, and their velocity now
    View<const Index>     body_first, of_body;  // faces of each rigid body
    Index                 count = 0;
    float                 elapsed = 0;       // of the step, in which walls go on [s]

    MOTE_HOT Vec3 gone(Index f) const { return face[f].body > 0 ? xyz(way[f]) : elapsed * face[f].lead; }
    MOTE_HOT Vec3 velocity(Index f) const { return face[f].body > 0 ? xyz(speed[f]) : face[f].lead; }
    /// How far row x is behind it; negative: in front.
    MOTE_HOT float overlap(Index f, const Vec3& x) const { return -(face[f].gap + dot(face[f].normal, (x - face[f].at) - gone(f))); }

    MOTE_HOT bool touched(Index s) const { return first.data && first[s] > 0; }
    /// visit(f) for each face of a row that has some.
    template <class F>
    MOTE_HOT void each(Index s, const F& visit) const {
        for (Index f = first[s] - 1; f < count && face[f].row == s; ++f) visit(f);
    }
};

/// What rows did to faces in a short step.
struct Felt {
    Faces             faces;
    View<const Vec4>  push;      // on rows, by face [N s]
    View<const Vec4>  position;  // where they were then
    View<const Index> particle;  // of rows: whose position it is; empty: their own
    View<Vec4>        way, speed;
    Vec3              origin{};  // of these positions

    MOTE_HOT Vec3 at(Index row) const { return origin + xyz(position[particle.data ? particle[row] : row]); }
};

/// k of a row [N/m].
MOTE_HOT float face_stiffness(const Material& m, float volume, float spacing) {
    const float modulus = m.is_lattice() ? m.lattice.lame + 2 * m.lattice.shear : m.elastic.lame + 2 * m.elastic.shear + m.elastic.volume;
    return contact_stiffness * modulus * volume / (spacing * spacing);
}

/// The change of `slip` over a time in which `normal` is the velocity that a push gives: at most what stops a share of it.
MOTE_FN Vec3 braking(const Vec3& slip, const Vec3& normal, float mu, float share) {
    const Vec3  n = normalised(normal), along = slip - dot(slip, n) * n;
    const float speed = length(along), most = mu * length(normal);
    return speed > 0 ? (-min(most, share * speed) / speed) * along : Vec3{};
}

}  // namespace mote::solid
