// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Surfels that are stretched are cut into pieces along two tangents at right angles at rest, the first being that along which they were stretched most when they were first cut. `form` is the first fundamental form:
// with tangents t1 and t2, which were of length 1, t1 t1, t1 t2 and t2 t2.
#pragma once
#include "mote/math.h"
#include "mote/surface_contact.h"

namespace mote::solid {

/// How far what lay along the angle is stretched.
MOTE_FN float stretch_along(const Vec4& form, float angle) {
    const float c = ::cosf(angle), s = ::sinf(angle);
    return sqrt(max(c * c * form.x + 2 * c * s * form.y + s * s * form.z, 0.f));
}
/// One cut more, or one less, where pieces are too long or too short; as they are otherwise.
MOTE_FN float next_pieces(float pieces, float stretch) {
    constexpr float most = 16;
    if (stretch > SurfaceContact::longest * pieces && pieces < most) return 2 * pieces;
    return pieces > 1.5f && stretch < SurfaceContact::shortest * pieces ? 0.5f * pieces : pieces;
}
/// Pieces along both tangents and their angle; in 2-D there is one of them.
MOTE_FN Vec4 next_cut(const Vec4& form, const Vec4& cut, bool flat) {
    const bool  whole = cut.x * cut.y < 1.5f;
    const float angle = flat ? 0 : whole ? 0.5f * ::atan2f(2 * form.y, form.x - form.z) : cut.z;
    const float x = next_pieces(cut.x, stretch_along(form, angle)), y = flat ? 1 : next_pieces(cut.y, stretch_along(form, angle + 1.57079633f));
    return {x, y, x * y < 1.5f ? 0 : angle, 0};
}
struct IsToCut {
    View<const Vec4> form, cut;
    bool             flat;

    MOTE_FN Index operator()(Index i) const {
        const Vec4 now = next_cut(form[i], cut[i], flat);
        return now.x != cut[i].x || now.y != cut[i].y ? 1 : 0;
    }
};

}  // namespace mote::solid
