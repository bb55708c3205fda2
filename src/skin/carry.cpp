// Copyright (c) 2026 The Mote authors. MIT licence.
//
// x' = sum_j Phi_j p_j (Adams & Wicke 2009, section 7), or x' = sum_j w_j (p_j + A_j (x - x_j)), w normalised and at rest (Wicke et al. 2006, eq. 19,
// put right; with A = I + grad u it is Keiser 2006, eq. 5.28, and Mueller et al. 2004). Tangents are the derivatives of the same sums, and
// t1' x t2' = cof(F) (t1 x t2): the published n' = F n is right for rotations alone.
#include "mote/lane.h"
#include "skin/binding.h"

namespace mote {
namespace {

#if MOTE_SIMD
MOTE_HOT Lane        load(const float* at) { return Lane::load_unaligned(at); }
MOTE_HOT Vec4T<Lane> load(const Vec4* rows, const Index* at) { return load_rows(rows, Lanes{at}); }
#else
MOTE_HOT float load(const float* at) { return *at; }
MOTE_HOT Vec4  load(const Vec4* rows, const Index* at) { return rows[*at]; }
#endif

using LaneVector = Vec3T<Lane>;

struct Carry {
    const Binding::Vertex* vertex;
    const Index*           particle;
    const float *          weight, *slope1, *slope2;
    CarriedBy              body;
    Vec3 *                 points, *normals;

    void operator()(Index i) const {
        const Binding::Vertex& v = vertex[i];
        const Vec3             c = xyz(body.now[v.nearest]);
        LaneVector             x = Zero<LaneVector>::value(), s1 = x, s2 = x;
        Mat3                   frame;
        if (v.by_frames)
            frame = sum_frames(v, c, x, s1, s2);
        else
            sum_places(v, c, x, s1, s2);
        points[i]       = c + total(x);
        const Vec3  n   = cross(total(s1) + frame * v.t1, total(s2) + frame * v.t2);
        const float far = max(abs(n.x), max(abs(n.y), abs(n.z)));  // first, as the squares of small numbers vanish
        normals[i]      = far > 0 && finite(far) ? normalised(n / far) : v.normal;
    }

    MOTE_HOT void sum_places(const Binding::Vertex& v, const Vec3& c, LaneVector& x, LaneVector& s1, LaneVector& s2) const {
        for (Index k = v.first; k < v.last; k += lane_width) {
            const LaneVector p = xyz(load(body.now, particle + k)) - c;
            x += load(weight + k) * p, s1 += load(slope1 + k) * p, s2 += load(slope2 + k) * p;
        }
    }
    /// Returns the weighted mean of the frames.
    MOTE_HOT Mat3 sum_frames(const Binding::Vertex& v, const Vec3& c, LaneVector& x, LaneVector& s1, LaneVector& s2) const {
        Mat3T<Lane> frame = Zero<Mat3T<Lane>>::value();
        for (Index k = v.first; k < v.last; k += lane_width) {
            const Index* j = particle + k;
            const Mat3T<Lane> a{{xyz(load(body.frame[0], j)), xyz(load(body.frame[1], j)), xyz(load(body.frame[2], j))}};
            const LaneVector  p = xyz(load(body.now, j)) - c + a * (v.rest - xyz(load(body.rest, j)));
            const Lane        w = load(weight + k);
            x += w * p, s1 += load(slope1 + k) * p, s2 += load(slope2 + k) * p;
            frame = frame + w * a;
        }
        return total(frame);
    }
};

}  // namespace

void carry(const Exec& exec, const Binding& b, const CarriedBy& body, Vec3* points, Vec3* normals) {
    host_for(exec, "skin", Index(b.vertex.size()),
             Carry{b.vertex.data(), b.particle.data(), b.weight.data(), b.slope1.data(), b.slope2.data(), body, points, normals});
}

}  // namespace mote
