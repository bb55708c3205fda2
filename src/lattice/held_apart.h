// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "solids/faces.h"

namespace mote::crystal {

/// The force on a particle of one that it touches: apart along the line between them, and across it.
struct HeldApart {
    Vec3 push, rub;
};
/// What a contact is made of: how stiff [N/m] and how deep [m] it is, Coulomb's coefficient, what both weigh as one (m m'/(m + m')), and the time of a step.
struct Meeting {
    float stiff, overlap, friction, mass, time;
};

/// The other stands in direction n and moves with `slip` seen from it. Friction is Coulomb's, for which both are equally heavy; a tenth of a slip is stopped at most, for many press at once.
MOTE_HOT HeldApart held_apart(const Vec3& n, const Vec3& slip, const Meeting& m) {
    const float away  = dot(slip, n), push = max(m.stiff * m.overlap - 2 * solid::contact_damping * sqrt(m.stiff * m.mass) * away, 0.f);
    const Vec3  along = slip - away * n;
    const float speed = length(along);
    return {(-push) * n, speed > 0 ? (min(m.friction * push, 0.1f * m.mass / m.time * speed) / speed) * along : Vec3{}};
}

}  // namespace mote::crystal
