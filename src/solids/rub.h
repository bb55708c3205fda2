// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Friction between elastic bodies is a spring that slips, at each row that is pressed: with y the mean of those that press it, and w the spin of its own body there,
//     d' = v - w x (x - y) - v_y  across the normal,  never more than k |d| = mu p,   f = -k d.
// So it is how their faces pass each other, and two bodies that turn as one do not rub. f acts at y, and its moment about x goes to the row's own neighbours (couple.h), as w comes from them: what friction
// does is then -f . d' exactly, which is never given back but by the spring, and both momenta are kept.
#pragma once
#include "contact.h"
#include "couple.h"
#include "deformation.h"

namespace mote::solid {

inline constexpr float drawn_out = 1e-3f;  // in spacings: friction that holds gives way by at least as much before it slips, as that is what steps can tell

/// k of a side, by volume [N/m^4]: a spacing of the body gives way by as much. `most`: mu p [N/m^3]
MOTE_HOT float rub_stiffness(const Elastic& e, float spacing, float most) { return min(pair_stiffness(e) / (2 * spacing * spacing), most / (drawn_out * spacing)); }

/// The body of a row around it: how it turns, and what takes a moment.
struct OwnBody {
    Moved      places;
    ShapeView  shape;
    View<Vec4> rows[3];  // A of elastic.cpp

    struct Here {
        Mat3d spread;
        Mat3  fit;
    };
    /// Threads in space pass no moment on.
    MOTE_HOT bool holds(Index s) const { return shape.flat || shape.rank(s) >= 2; }
    MOTE_HOT Here at(Index s) const {
        const Mat3d moved = wide(places(s)), fit = moved * wide(shape.inverse_moment(s));
        return {moved * transpose(fit), narrow(fit)};
    }
    MOTE_HOT Vec3 spin(const Here& here, Index s, View<const Vec4> velocity) const {
        const Mat3 b = here.fit * transpose(Moved{places.neighbours, places.weights, places.rest, velocity}(s));
        return spin_of(here.spread, {b.row[1].z - b.row[2].y, b.row[2].x - b.row[0].z, b.row[0].y - b.row[1].x});
    }
    MOTE_HOT void turn(const Here& here, Index s, const Vec3& moment) const {
        const Mat3 by = couple_of(here.spread, moment) * here.fit;
        for (int a = 0; a < 3; ++a) rows[a][s] = with_w(xyz(rows[a][s]) - by.row[a], rows[a][s].w);
    }
};

/// v as long as `most`, if it is longer.
MOTE_HOT Vec3 at_most(const Vec3& v, float most) {
    const float size = length(v);
    return size > most ? (most / size) * v : v;
}

}  // namespace mote::solid
