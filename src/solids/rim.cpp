// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What rows count for in contact (contact.h). Two equal faces that meet are held by their middles alone if all rows count the same: a row of an edge has less of the other body before it, so it would
// be pressed only some hundredths of a spacing later, and a tower would stand on a base half as wide as it is. So rows of edges and corners stand for what is missing beside them: a_i such that each row
// of a face is as full as in the middle of a wide one, where the mirror image of its own body touches it,
//     sum_j a_j V_j W(x_j' - x_i) = that of a plane,   x_j' being x_j mirrored a half spacing before x_i.
#include "shape.h"
#include "mote/solids.h"

namespace mote {

using namespace solid;

namespace {

constexpr int   sweeps = 40;
constexpr float least = 0.8f, most = 1.7f;  // where there is no order

struct OwnRows {
    NeighbourView     neighbours;
    View<const Vec4>  rest;
    View<const float> group, fullness;
    Kernel            kernel;
    float             spacing;

    MOTE_HOT bool is_face(Index i) const { return fullness[i] < SolidRows::inner_fullness; }
};

struct Start {
    View<Vec4>  out;
    View<float> last;

    MOTE_FN void operator()(Index i) const { out[i] = {}, last[i] = 1; }
};
struct Keep {
    View<const float> rim;
    View<float>       last;

    MOTE_FN void operator()(Index i) const { last[i] = rim[i]; }
};
/// Out of the body; 0: inside.
struct FindOut {
    OwnRows    own;
    View<Vec4> out;

    MOTE_FN void operator()(Index i) const {
        const Vec3  x_i = xyz(own.rest[i]);
        const float body = own.group[i];
        const Vec3  slope = own.neighbours.sum(i, [&](auto j) {
            const auto x_ij = x_i - xyz(own.rest[j]);
            const auto size = own.kernel.slope_over_r_at_square(dot(x_ij, x_ij));
            return select(abs(own.group[j] - body) < 0.5f, -1.f * size, 0.f * size) * x_ij;
        });
        out[i] = own.is_face(i) ? with_w(normalised(slope), 1) : Vec4{};
    }
};
/// Of edges: the face that has most rows, as one of its neighbours sees it.
struct ChooseFace {
    OwnRows          own;
    View<const Vec4> out;
    View<Vec4>       face;

    MOTE_FN void operator()(Index i) const {
        face[i] = out[i];
        if (!own.is_face(i)) return;
        float best = rows(i, xyz(out[i]));
        own.neighbours.each_moving(i, [&](Index j) {
            if (!(out[j].w > 0) || abs(own.group[j] - own.group[i]) > 0.5f) return;
            const float there = rows(i, xyz(out[j]));
            if (there > best) best = there, face[i] = out[j];
        });
    }
    /// In that plane; none where something is before it.
    MOTE_HOT float rows(Index i, const Vec3& n) const {
        const Vec3  x_i = xyz(own.rest[i]);
        const float body = own.group[i];
        const auto  found = own.neighbours.sum(i, [&](auto j) {
            const auto height = dot(xyz(own.rest[j]) - x_i, n), none = 0.f * height, one = none + 1;
            const auto there = select(abs(own.group[j] - body) < 0.5f, one, none);
            return Both{select(abs(height) < 0.3f * own.spacing, there, none), select(height > 0.3f * own.spacing, there, none)};
        });
        return found.second > 0 ? 0.f : found.first;
    }
};
struct FillMirror {
    OwnRows           own;
    View<const Vec4>  face;
    View<const float> last;
    View<float>       rim;
    float             plane;  // of the sum

    MOTE_FN void operator()(Index i) const {
        if (!own.is_face(i)) return;
        const Vec4  x_i  = own.rest[i];
        const Vec3  n    = xyz(face[i]);
        const float body = own.group[i], alone = x_i.w * own.kernel.at_square(own.spacing * own.spacing);
        const float sum  = last[i] * alone + own.neighbours.sum(i, [&](auto j) {
            const auto r     = xyz(own.rest[j]) - xyz(x_i);
            const auto depth = max(-1.f * dot(r, n), 0.f * dot(r, n)), away = depth + own.spacing;
            const auto w     = own.rest[j].w * last[j] * own.kernel.at_square(dot(r, r) - depth * depth + away * away);
            return select(abs(own.group[j] - body) < 0.5f, w, 0.f * w);
        });
        rim[i] = clamp(last[i] + 0.5f * (plane - sum) / alone, least, most);
    }
};

/// Sheets have no rims.
struct KeepRim {
    ShapeView   shape;
    View<float> rim;

    MOTE_FN void operator()(Index i) const {
        if (shape.rank(i) < (shape.flat ? 2 : 3)) rim[i] = 1;
    }
};

}  // namespace

void Solids::find_rims(const Exec& exec, const Kernel& kernel, float spacing) {
    const Index rows = rest.rows();
    Neighbours  near;
    near.build(exec, {rest.rest_position_volume.read(), rows, rows, kernel.h, {}, rest.id.read()});
    const OwnRows own{near.view(), rest.rest_position_volume.read(), group_.read(), rest.own_fullness.read(), kernel, spacing};
    Scratch<Vec4>  out, face;
    Scratch<float> last;
    out.resize(exec, rows + 1), face.resize(exec, rows), last.resize(exec, rows + 1);
    parallel_for(exec, "rest shape", rows + 1, Start{out.write(), last.write()});
    parallel_for(exec, "rest shape", rows, FindOut{own, out.write()});
    parallel_for(exec, "rest shape", rows, ChooseFace{own, out.read(), face.write()});
    for (int k = 0; k < sweeps; ++k) {
        parallel_for(exec, "rest shape", rows, FillMirror{own, face.read(), last.read(), rest.rim.write(), 1 - first_layer_fullness(kernel, spacing)});
        parallel_for(exec, "rest shape", rows, Keep{rest.rim.read(), last.write()});
    }
}

void Solids::keep_rims(const Exec& exec) { parallel_for(exec, "rest shape", elastic_rows_, KeepRim{shape(), rest.rim.write()}); }

}  // namespace mote
