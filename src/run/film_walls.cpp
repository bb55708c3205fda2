// Copyright (c) 2026 The Mote authors. MIT licence.
#include "film_walls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "mote/sampling.h"
#include "mote/shape.h"

namespace mote {
namespace {

constexpr float far_away = 1e30f;

/// A boundary where it has moved to.
class BoundaryField final : public SurfaceField {
public:
    BoundaryField(const DrawnBoundary& boundary, const DrawOptions& o, double time, const Box& within)
        : boundary_(boundary), pose_(boundary.pose(time)), within_(within), shell_(o.spacing), flat_(o.dimension == 2) {}

    void sample(const SurfaceNodes& nodes, std::span<const Index>, float* value) const override {
        for (int k = 0; k < SurfaceNodes::side; ++k)
            for (int j = 0; j < SurfaceNodes::side; ++j) sample_row(nodes, j, k, value + SurfaceNodes::at(0, j, k));
    }

    float distance(const Vec3& x) const {
        float d = boundary_.shape->distance(pose_.undo(flat_ ? Vec3{x.x, x.y, 0} : x));
        if (boundary_.inside)
            d = max(-d, d - shell_);
        else if (!boundary_.shape->bounded())
            d = max(d, -d - shell_);
        const Vec3 out = max(within_.low - x, x - within_.high);
        return max(d, max(out.x, max(out.y, out.z)));
    }
    Vec3 normal(const Vec3& x, float step) const {
        const auto slope = [&](const Vec3& e) { return distance(x + e) - distance(x - e); };
        return normalised(Vec3{slope({step, 0, 0}), slope({0, step, 0}), slope({0, 0, step})});
    }

private:
    /// A distance changes by no more than one goes: what is far from the surface tells of those beside it.
    void sample_row(const SurfaceNodes& nodes, int j, int k, float* value) const {
        for (int i = 0; i < SurfaceNodes::row;) {
            const float d   = distance({nodes.x[i], nodes.y[j], nodes.z[k]});
            const int   end = std::min(i + std::max(1, int(std::min(std::abs(d) / nodes.cube, 100.f)) - 3), SurfaceNodes::row);
            while (i < end) value[i++] = -d;
        }
    }
    const DrawnBoundary& boundary_;
    Pose                 pose_;
    Box                  within_;
    float                shell_;
    bool                 flat_;
};

/// Cubes cut corners: where two vertices that are joined lie on faces that turn sharply, the edge between these gets a vertex, at which each face ends with its own normal
/// [after Kobbelt, Botsch, Schwanecke & Seidel 2001, "Feature sensitive surface extraction from volume data"].
class Sharpening {
public:
    Sharpening(Surface& s, const BoundaryField& field, float cube) : s_(s), cube_(cube) {
        for (std::size_t k = 0; k < s.mesh.points.size(); ++k) {
            Vec3& x = s.mesh.points[k];
            for (int round = 0; round < 2; ++round) x -= field.distance(x) * field.normal(x, 0.02f * cube);
            s.normal[k] = field.normal(x - 0.1f * cube * s.normal[k], 0.02f * cube);  // a little inside, where faces do not meet
        }
        const auto old = std::move(s.mesh.triangles);
        s.mesh.triangles.clear();
        for (const auto& t : old) cut(t[0], t[1], t[2]);
    }

private:
    using Sides = std::array<Index, 2>;  // of one place: its vertices for the lower and the higher of the two that it lies between

    bool turns(Index a, Index b) const { return dot(s_.normal[a], s_.normal[b]) < 0.8f; }
    void add(Index a, Index b, Index c) { s_.mesh.triangles.push_back({a, b, c}); }
    Index add_point(const Vec3& x, const Vec3& normal) {
        s_.mesh.points.push_back(x), s_.normal.push_back(normal);
        return Index(s_.mesh.points.size() - 1);
    }
    /// The vertex between a and b that is of the face of a.
    Index edge(Index a, Index b) {
        const auto [place, fresh] = known_.try_emplace({std::min(a, b), std::max(a, b)});
        if (fresh) {
            const auto [low, high] = place->first;
            const Vec3  x = between(low, high), m = s_.normal[low], n = s_.normal[high];
            place->second = {add_point(x, m), add_point(x, n)};
        }
        return place->second[a > b];
    }
    /// The place of both planes that is nearest to their middle.
    Vec3 between(Index a, Index b) const {
        const Vec3  &x = s_.mesh.points[a], &y = s_.mesh.points[b], &m = s_.normal[a], &n = s_.normal[b], middle = 0.5f * (x + y);
        const float g = dot(m, n), to_x = dot(m, x - middle), to_y = dot(n, y - middle), square = 1 - g * g;
        const Vec3  off = ((to_x - g * to_y) / square) * m + ((to_y - g * to_x) / square) * n;
        return square > 0.05f && length(off) < 1.5f * cube_ ? middle + off : middle;
    }
    Vec3 corner(Index a, Index b, Index c) const {
        const Mat3  planes{{s_.normal[a], s_.normal[b], s_.normal[c]}};
        const Vec3  middle = (1 / 3.f) * (s_.mesh.points[a] + s_.mesh.points[b] + s_.mesh.points[c]);
        const auto  ahead  = [&](Index k) { return dot(s_.normal[k], s_.mesh.points[k] - middle); };
        const float det    = determinant(planes);
        const Vec3  off    = std::abs(det) > 0.1f ? inverse(planes) * Vec3{ahead(a), ahead(b), ahead(c)} : Vec3{};
        return length(off) < 2 * cube_ ? middle + off : middle;
    }
    void cut(Index a, Index b, Index c) {
        const int sharp = turns(a, b) + turns(b, c) + turns(c, a);
        if (sharp == 0) return add(a, b, c);
        if (sharp == 3) {
            const Vec3 q = corner(a, b, c);
            for (const auto& [of, next, last] : {std::array{a, b, c}, {b, c, a}, {c, a, b}}) {
                const Index own = add_point(q, s_.normal[of]);
                add(of, edge(of, next), own), add(of, own, edge(of, last));
            }
            return;
        }
        while (sharp == 1 ? !turns(a, b) : turns(a, b)) std::swap(a, b), std::swap(b, c);  // turned until it is that edge which differs
        if (sharp == 1) return add(a, edge(a, b), c), add(edge(b, a), b, c);
        add(a, b, edge(b, c)), add(a, edge(b, c), edge(a, c)), add(edge(c, a), edge(c, b), c);
    }

    Surface&                                s_;
    float                                   cube_;
    std::map<std::pair<Index, Index>, Sides> known_;
};

/// Six faces with edges that are sharp, which cubes would fray.
Surface box_surface(const Axes& axes) {
    Surface s;
    for (int face = 0; face < 6; ++face) {
        const int   axis = face / 2;
        const Index first = Index(s.mesh.points.size());
        const float side = face % 2 ? 1.f : -1.f;
        const auto  corner = [&](float u, float v) {
            float q[3];
            q[axis] = side, q[(axis + 1) % 3] = side * u, q[(axis + 2) % 3] = v;
            const Vec3 half = 0.5f * axes.box.size();
            s.mesh.points.push_back(axes.to_world(axes.box.centre() + Vec3{half.x * q[0], half.y * q[1], half.z * q[2]}));
            s.normal.push_back(axes.turn * (side * Vec3{axis == 0 ? 1.f : 0, axis == 1 ? 1.f : 0, axis == 2 ? 1.f : 0}));
        };
        corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1);
        s.mesh.triangles.push_back({first, first + 1, first + 2});
        s.mesh.triangles.push_back({first, first + 2, first + 3});
    }
    return s;
}

float layer_place(int layer, int layers, float spacing) { return (float(layer) - 0.5f * float(layers - 1)) * spacing; }

/// Cut into triangles smaller than particles.
Surface cut_surface(const DrawnBoundary& boundary, const DrawOptions& o, double time, float cube) {
    const Box  stage = deep_stage(o);
    const Pose pose  = boundary.pose(time);
    Box        within{{-far_away, -far_away, -far_away}, {far_away, far_away, far_away}}, region;
    if (!boundary.shape->bounded()) region = within = {stage.low - stage.size(), stage.high + stage.size()};
    if (o.dimension == 2) within.low.z = stage.low.z, within.high.z = stage.high.z;
    std::vector<Vec4> places;
    for (const Vec3& x : cover(*boundary.shape, o.spacing, o.dimension, 0, region))
        for (int k = 0; k < layers_of(o); ++k) places.push_back(with_w(pose(x) + Vec3{0, 0, layer_place(k, layers_of(o), o.spacing)}, 0));
    const BoundaryField field(boundary, o, time, within);
    Surface             made = find_surface(Exec(o.threads), places, cube * o.spacing, 3 * o.spacing, field);
    Sharpening(made, field, cube * o.spacing);
    return made;
}

}  // namespace

Surface boundary_surface(const DrawnBoundary& boundary, const DrawOptions& o, double time, float cube) {
    const Axes axes = boundary.shape->axes().front();
    if (!axes.whole || !boundary.shape->bounded() || boundary.inside || o.dimension == 2) return cut_surface(boundary, o, time, cube);
    const Pose pose = boundary.pose(time);
    Surface    box  = box_surface(axes);
    for (Vec3& x : box.mesh.points) x = pose(x);
    for (Vec3& n : box.normal) n = pose.turn * n;
    return box;
}

Surface body_surface(const DrawnBody& b, const DrawOptions& o, MaterialId material) {
    const Axes axes = b.body->shape->axes().front();
    Surface    s    = axes.whole && !b.body->material_at ? box_surface(axes) : cut_surface({b.body->shape, {}, {}, BoundarySpec::Look::hidden, false}, o, 0, 0.25f);
    const auto& at = s.mesh.points;
    if (b.body->material_at)
        std::erase_if(s.mesh.triangles, [&](const auto& t) { return b.body->material_at((1 / 3.f) * (at[t[0]] + at[t[1]] + at[t[2]])) != material; });
    s.velocity.clear();
    for (std::size_t k = 0; k < s.mesh.points.size(); ++k) {
        const Vec3 x     = b.pose(s.mesh.points[k]);
        s.mesh.points[k] = x;
        s.normal[k]      = b.pose.turn * s.normal[k];
        s.velocity.push_back(b.velocity + cross(b.spin, x - b.pose.to));
    }
    return s;
}

int layers_of(const DrawOptions& o) {
    if (o.dimension == 3 || (o.look.colour != "material" && !o.look.surface)) return 1;
    const Vec3 size = o.stage.size();
    return std::clamp(int(0.07f * max(size.x, size.y) / o.spacing), 3, 12);
}

Box deep_stage(const DrawOptions& o) {
    Box stage = o.stage.empty() ? Box{{-1, 0, -1}, {1, 1, 1}} : o.stage;
    if (o.dimension == 2) stage.high.z = 0.5f * float(layers_of(o)) * o.spacing, stage.low.z = -stage.high.z;
    return stage;
}

DrawnMatter deepened(const DrawnMatter& flat, const DrawOptions& o) {
    DrawnMatter deep{{}, {}, {}, {}, flat.time, {}};
    const int   layers = layers_of(o);
    const auto  repeat = [&](std::size_t from, std::size_t to, const auto& also) {
        for (std::size_t k = from; k < to; ++k)
            for (int l = 0; l < layers; ++l) {
                deep.centre.push_back(flat.centre[k] + Vec3{0, 0, layer_place(l, layers, o.spacing)});
                deep.colour.push_back(flat.colour[k]);
                also(k);
            }
    };
    repeat(0, flat.matter(), [&](std::size_t k) { deep.rows.push_back(flat.rows[k]); });
    repeat(flat.matter(), flat.centre.size(), [&](std::size_t k) { deep.body.push_back(flat.body[k - flat.matter()]); });
    return deep;
}

}  // namespace mote
