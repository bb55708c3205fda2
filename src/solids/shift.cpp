// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rows that have flowed are made even again: they push each other apart as far as they are near, as balls that are a little larger than a spacing, each in its part [after the shifting of Lind, Xu,
// Stansby & Rogers 2012]. Nobody leaves the body: a row goes outward, away from where its neighbours are, no farther than the highest of these that is well above it. So rows of a face go along it,
// and those below come up where it was drawn apart. What touches a wall or a rigid body goes along that, by its own normal: contact is stiff, and a hundredth of a spacing would be a blow.
// An affine flow leaves a lattice in balance however narrow it has become, so who has flowed is first moved a little at random.
#include "contact.h"
#include "deformation.h"
#include "mote/random.h"

namespace mote {

using namespace solid;

namespace {

constexpr float ball = 1.1f, farthest = 0.5f, sight = 1.7f;  // spacings
constexpr int   passes = 4, pushes = 8;

/// What holds a row.
struct Bounds {
    View<Vec4>       outward;  // and how far it may go there [m]
    View<float>      freedom;  // how freely it moves: 0 to 1
    View<const Vec4> start;
    Faces            faces;
    float            spacing;
    bool             flat;

    MOTE_FN Vec3 held(Index s, Vec3 way) const {
        const Vec4  o     = outward[s];
        const float along = dot(way, xyz(o));
        if (along > o.w) way -= (along - o.w) * xyz(o);
        if (flat) way.z = 0;
        const float far = length(way), most = farthest * spacing;
        if (far > most) way = (most / far) * way;
        if (faces.touched(s))
            faces.each(s, [&](Index f) {
                const Vec3  n = faces.face[f].normal;
                const float gap = -faces.overlap(f, xyz(start[s])), toward = -dot(n, way);
                if (gap < 0.1f * spacing)
                    way += toward * n;
                else if (toward > gap)
                    way += (toward - gap) * n;
            });
        return way;
    }
};

struct FindBounds {
    NeighbourView          neighbours;
    View<const float>      group;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Index>      pin, follows;
    View<const Mat3>       inverse_plastic;
    Bounds                 bounds;

    MOTE_FN void operator()(Index s) const {
        const Vec3  x_s = xyz(bounds.start[s]);
        const float own = group[s], h = sight * bounds.spacing;
        const float flowed = flow_since(inverse_plastic[s]);
        bounds.freedom[s]  = follows[s] && pin[s] == 0 && materials[material[s]].plastic.absorbs() ? clamp(10 * (flowed - 0.05f), 0.f, 1.f) : 0.f;
        Vec3 in{};
        neighbours.each_moving(s, [&](Index j) {
            const Vec3  r = xyz(bounds.start[j]) - x_s;
            const float q = 1 - dot(r, r) / (h * h);
            if (group[j] == own && q > 0) in += (q * q) * r;
        });
        if (bounds.faces.touched(s))
            bounds.faces.each(s, [&](Index f) {
                const Vec3 n = bounds.faces.face[f].normal;
                if (-bounds.faces.overlap(f, x_s) < 0.1f * bounds.spacing) in -= dot(in, n) * n;
            });
        const Vec3 out = normalised(-1.f * in);
        float      up  = 0;
        neighbours.each_moving(s, [&](Index j) {
            const Vec3  r = xyz(bounds.start[j]) - x_s;
            const float above = dot(r, out);
            if (group[j] == own && above > 0.6f * length(r)) up = max(up, above);
        });
        bounds.outward[s] = with_w(out, up);
    }
};
struct Shake {
    View<const ParticleId> id;
    Bounds                 bounds;
    View<Vec4>             to;
    std::uint32_t          step;

    MOTE_FN void operator()(Index s) const {
        const Vec3 random = random_point(0, id[s], step, Purpose::packing) - Vec3{0.5f, 0.5f, 0.5f};
        to[s]             = with_w(xyz(bounds.start[s]) + bounds.held(s, (0.1f * bounds.spacing * bounds.freedom[s]) * random), bounds.start[s].w);
    }
};
struct PushApart {
    NeighbourView     neighbours;
    View<const float> group;
    View<const Vec4>  from;
    View<Vec4>        to;
    Bounds            bounds;

    MOTE_FN void operator()(Index s) const {
        to[s] = from[s];
        if (!(bounds.freedom[s] > 0)) return;
        const Vec3  x_s = xyz(from[s]);
        const float own = group[s], size = ball * bounds.spacing;
        Vec3        push{};
        neighbours.each_moving(s, [&](Index j) {
            const Vec3  r = x_s - xyz(from[j]);
            const float d = length(r);
            if (group[j] == own && d < size && d > 0) push += (size / d - 1) * r;
        });
        to[s] = with_w(xyz(bounds.start[s]) + bounds.held(s, x_s - xyz(bounds.start[s]) + (0.15f * bounds.freedom[s]) * push), from[s].w);
    }
};

}  // namespace

void Solids::shift(const Exec& exec, View<const Material> materials, View<const Index> follows, std::uint32_t step) {
    const Index rows = elastic_rows_;
    Neighbours  near;
    const auto  look = [&](const Scratch<Vec4>& at) { near.build(exec, {at.read(), rows, rows, sight * spacing_, {}, rest.id.read()}); };
    outward_.resize(exec, rows), freedom_.resize(exec, rows), next_position_.resize(exec, rows + 1), shifted_.resize(exec, rows + 1);
    look(position_);
    const Bounds bounds{outward_.write(), freedom_.write(), position_.read(), faces_at(0), spacing_, flat_};
    parallel_for(exec, "shift", rows, FindBounds{near.view(), group_.read(), rest.material.read(), materials, pins(), follows, plastic->inverse_plastic.read(), bounds});
    parallel_for(exec, "shift", rows, Shake{rest.id.read(), bounds, next_position_.write(), step});
    for (int pass = 0; pass < passes; ++pass) {
        look(next_position_);
        for (int k = 0; k < pushes; ++k) {
            parallel_for(exec, "shift", rows, PushApart{near.view(), group_.read(), next_position_.read(), shifted_.write(), bounds});
            std::swap(next_position_, shifted_);
        }
    }
}

}  // namespace mote
