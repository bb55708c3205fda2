// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Weights are those of (1 - r^2/h^2)^3 at rest. Of first order they are the shape functions of moving least squares (Adams & Wicke 2009), of order 0 those
// of Shepard, which particles weigh their own motions with.
#include <algorithm>

#include "mote/mls.h"
#include "mote/skin.h"
#include "mote/smoothing_kernel.h"
#include "skin/binding.h"
#include "skin/frames.h"
#include "skin/weights.h"

namespace mote {
namespace {

constexpr Index most_particles = 64;    // of a vertex away from the body
constexpr Index most_rows      = 1u << 20;  // of any; particles may lie on top of each other

/// What one vertex is bound to.
struct Bound {
    struct Row {
        Index particle;
        Vec3d gradient;
        float weight;
    };
    std::vector<Row> rows;
    Index            nearest   = 0;
    float            distance  = 0;   // of the nearest
    bool             by_frames = false;
};

struct Body {
    std::vector<Vec4> rest;
    PointTree         tree;
    float             spacing;
};

/// Particles near x, ascending, and how far they are felt there. Beyond the body the reach grows with the distance, so that a vertex is not
/// carried by less of the body than it is away from it.
float find_near(const Body& body, const Vec3& x, float nearest, float reach, std::vector<Index>& near) {
    float h = max(reach, 2 * nearest);
    if (h > 2 * reach) {                       // maybe all of a large body
        body.tree.nearest(x, most_particles + 1, near);
        if (near.size() > most_particles) h = min(h, length(xyz(body.rest[near.back()]) - x));
        std::erase_if(near, [&](Index j) { return !(length(xyz(body.rest[j]) - x) < h); });
        std::sort(near.begin(), near.end());
    } else
        body.tree.within(x, h, near);
    return h;
}

Bound bind_vertex(const Body& body, const Vec3& x, SkinSpec::Method method) {
    thread_local std::vector<Index> near;
    Bound                           bound;
    body.tree.nearest(x, 1, near);
    bound.nearest  = near.at(0);
    bound.distance = length(xyz(body.rest[bound.nearest]) - x);
    const bool           places = method == SkinSpec::Method::mls;
    const float          reach  = (places ? skin_reach : frames_reach) * body.spacing;
    const Poly6T<double> kernel(double(find_near(body, x, bound.distance, reach, near)), 3);
    if (near.empty()) near.push_back(bound.nearest);   // as far away as floats tell: any weight will do

    const DoublePoints position{body.rest.data()};
    const Vec3d        at{double(x.x), double(x.y), double(x.z)};
    auto               fit = fit_mls(MlsSpec{.order = places, .cut_off = float(sheet_cut_off)}, kernel, position, near, at);
    bound.by_frames        = !places || fit.rank < 4;
    if (bound.by_frames && fit.rank > 1) fit = fit_mls(MlsSpec{.order = 0}, kernel, position, near, at);
    for (const Index j : near) {
        const auto shape = fit.shape(kernel, position[j]);
        if (fit.order >= 0) bound.rows.push_back({j, shape.gradient, float(shape.value)});
    }
    if (bound.rows.empty()) bound.rows.push_back({bound.nearest, {}, 1});
    return bound;
}

/// Area-weighted normals of the points; zero where no triangle has an area.
std::vector<Vec3> rest_normals(const TriangleMesh& mesh, const std::vector<Vec3>& points, SkinReport& report) {
    std::vector<Vec3d> sum(points.size());
    const auto         at = [&](Index i) { return Vec3d{double(points[i].x), double(points[i].y), double(points[i].z)}; };
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3d n = cross(at(b) - at(a), at(c) - at(a));
        // No area: no more than rounding of the points leaves of edges of this length.
        const double longest = max(dot(at(b) - at(a), at(b) - at(a)), dot(at(c) - at(a), at(c) - at(a)));
        report.flat += !(length(n) > 1e-12 * longest);
        for (const Index corner : {a, b, c}) sum[corner] += n;
    }
    std::vector<Vec3> normals;
    for (const Vec3d& n : sum) {
        const Vec3d unit = normalised(n);
        normals.push_back({float(unit.x), float(unit.y), float(unit.z)});
    }
    return normals;
}

class BoundSkin : public Skin {
public:
    BoundSkin(const Exec& exec, Body body, const TriangleMesh& mesh, SkinSpec::Method method, SkinReport& report)
        : rest_(body.rest), frames_(exec, rest_, body.tree, skin_reach * body.spacing), rigid_(method == SkinSpec::Method::frames) {
        report = {Index(mesh.points.size()), Index(rest_.size())};
        std::vector<Vec3> points = mesh.points;
        for (Vec3& p : points)
            if (!finite(p)) p = xyz(rest_[0]), ++report.not_finite;
        const auto         normals = rest_normals(mesh, points, report);
        std::vector<Bound> bound(16384);  // so many at a time: they take several times the room of what is kept
        for (Index from = 0; from < report.vertices; from += Index(bound.size())) {
            const Index count = std::min(Index(bound.size()), report.vertices - from);
            host_for(exec, "bind skin", count, [&](Index k) { bound[k] = bind_vertex(body, points[from + k], method); });
            for (Index k = 0; k < count; ++k) {
                const Bound& b   = bound[k];
                const bool   far = b.distance > SkinReport::far_from * body.spacing;
                report.farthest  = max(report.farthest, b.distance);
                report.far += far;
                if (!far) report.thin += method == SkinSpec::Method::mls ? b.by_frames : frames_.rank(b.nearest) < 3;
                add(b, points[from + k], normals[from + k], report);
            }
            if (from == 0) binding_.reserve(report.vertices, 1.1 * double(report.vertices) / double(count));  // others have as many particles
        }
        needs_frames_ = binding_.needs_frames();
    }

    void update(const Exec& exec, std::span<const Vec3> now, SkinShape& shape) const override {
        check(now.size() == rest_.size(), "a skin is carried by the particles it was bound to", now.size(), rest_.size());
        std::vector<Vec4> rows(now.size());
        for (std::size_t i = 0; i < now.size(); ++i) rows[i] = with_w(now[i], 0);
        FrameRows frames;
        if (needs_frames_) frames_.compute(exec, rows, rigid_, frames);
        shape.points.resize(binding_.vertex.size()), shape.normals.resize(binding_.vertex.size());
        carry(exec, binding_, {rest_.data(), rows.data(), {frames.row[0].data(), frames.row[1].data(), frames.row[2].data()}}, shape.points.data(),
              shape.normals.data());
    }

    void mean(const Exec& exec, std::span<const float> of_particles, std::vector<float>& of_points) const override {
        check(of_particles.size() == rest_.size(), "a skin is carried by the particles it was bound to", of_particles.size(), rest_.size());
        of_points.resize(binding_.vertex.size());
        host_for(exec, "skin", Index(binding_.vertex.size()), [&](Index i) {
            float sum = 0, all = 0;  // weights of first order may be negative
            for (Index k = binding_.vertex[i].first; k < binding_.vertex[i].last; ++k) {
                const float w = abs(binding_.weight[k]);
                sum += w * of_particles[binding_.particle[k]], all += w;
            }
            of_points[i] = sum / all;
        });
    }

private:
    void add(const Bound& b, const Vec3& x, Vec3 normal, SkinReport& report) {
        if (dot(normal, normal) == 0) {
            ++report.no_normal;
            normal = normalised(x - xyz(rest_[b.nearest]));
            if (dot(normal, normal) == 0) normal = {0, 1, 0};
        }
        const Vec3 t1 = any_across(normal), t2 = cross(normal, t1);
        Binding&   to = binding_;
        if (to.particle.size() + most_rows > ~Index(0)) throw Error("the mesh has more points than can be bound to particles; simplify it");
        to.vertex.push_back({x, normal, t1, t2, Index(to.particle.size()), 0, b.nearest, b.by_frames});
        for (const Bound::Row& row : b.rows) {
            to.particle.push_back(row.particle), to.weight.push_back(row.weight);
            to.slope1.push_back(float(dot(row.gradient, t1))), to.slope2.push_back(float(dot(row.gradient, t2)));
        }
        while (to.particle.size() % list_padding != 0)
            to.particle.push_back(b.nearest), to.weight.push_back(0), to.slope1.push_back(0), to.slope2.push_back(0);
        to.vertex.back().last = Index(to.particle.size());
    }

    std::vector<Vec4> rest_;
    BodyFrames        frames_;
    Binding           binding_;
    bool              rigid_ = false, needs_frames_ = false;
};

}  // namespace

std::unique_ptr<Skin> bind_skin(const Exec& exec, const BodyAtRest& body, const TriangleMesh& mesh, SkinSpec::Method method, SkinReport& report) {
    if (body.position.empty()) throw Error("the body has no particles that could carry a skin");
    if (mesh.points.empty()) throw Error("the mesh of the skin has no points");
    std::vector<Vec4> rest;
    for (const Vec3& p : body.position) rest.push_back(with_w(p, 0));
    PointTree tree(rest);  // of the rows, which stay where they are when the vector is moved
    return std::make_unique<BoundSkin>(exec, Body{std::move(rest), std::move(tree), body.spacing}, mesh, method, report);
}

}  // namespace mote
