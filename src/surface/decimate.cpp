// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Fewer triangles: edges are drawn together one after the other, the one first that takes the surface the least way from the planes it
// had there [Garland & Heckbert 1997, "Surface simplification using quadric error metrics"]. The mesh stays closed, and each edge in
// exactly two triangles: ends with more than two common neighbours stay apart [Dey et al. 1999, "Topology preserving edge contraction"].
#include <algorithm>
#include <queue>

#include "mote/surface.h"

namespace mote {
namespace {

constexpr double stay = 1e-3;    // share of the planes' weight that holds a point to the middle of its edge: a plane tells no place in it
constexpr double turn = 0.2;     // cosine: no triangle turns farther at once

/// The sum of squared distances from planes, weighted by area: x A x + 2 b x + c.
struct Quadric {
    Mat3d  a{};
    Vec3d  b{};
    double c = 0;

    void add(const Quadric& q) { a = a + q.a, b = b + q.b, c += q.c; }
    double at(const Vec3d& x) const { return dot(x, a * x) + 2 * dot(b, x) + c; }
};
Quadric plane(const Vec3d& normal, const Vec3d& point, double weight) {
    const double d = -dot(normal, point);
    return {weight * outer(normal, normal), weight * d * normal, weight * d * d};
}

/// An edge that may be drawn together, as long as its ends are what they were.
struct Edge {
    double        cost;
    Index         a, b;
    std::uint32_t age_a, age_b;
    Vec3d         at;

    bool operator<(const Edge& o) const { return cost != o.cost ? cost > o.cost : a != o.a ? a > o.a : b > o.b; }  // the cheapest is on top
};

class Decimator {
public:
    explicit Decimator(Surface& s) : s_(s), around_(s.mesh.points.size()), quadric_(s.mesh.points.size()), age_(s.mesh.points.size(), 0) {
        for (const Vec3& x : s.mesh.points) place_.push_back({double(x.x), double(x.y), double(x.z)});
        for (Index t = 0; t < Index(triangles().size()); ++t) {
            for (const Index v : triangles()[t]) around_[v].push_back(t);
            const Vec3d n = normal(triangles()[t]);
            if (const double area = length(n); area > 0)
                for (const Index v : triangles()[t]) quadric_[v].add(plane((1 / area) * n, place_[triangles()[t][0]], area));
        }
    }

    void run(std::size_t wanted) {
        for (const auto& t : triangles())
            for (std::size_t k = 0; k < 3; ++k)
                if (t[k] < t[(k + 1) % 3]) offer(t[k], t[(k + 1) % 3]);
        std::size_t left = triangles().size();
        while (left > wanted && !edges_.empty()) {
            const Edge e = edges_.top();
            edges_.pop();
            if (age_[e.a] != e.age_a || age_[e.b] != e.age_b || !may_join(e)) continue;
            join(e);
            left -= 2;
        }
        drop_unused();
    }

private:
    using Triangle = std::array<Index, 3>;
    static constexpr Index nobody = ~Index(0);

    std::vector<Triangle>& triangles() { return s_.mesh.triangles; }
    Vec3d normal(const Triangle& t) const { return cross(place_[t[1]] - place_[t[0]], place_[t[2]] - place_[t[0]]); }
    static bool has(const Triangle& t, Index v) { return t[0] == v || t[1] == v || t[2] == v; }

    void offer(Index a, Index b) {
        Quadric q = quadric_[a];
        q.add(quadric_[b]);
        const Vec3d  middle = 0.5 * (place_[a] + place_[b]), way = place_[b] - place_[a];
        const double weight = stay * trace(q.a);
        if (!(weight > 0)) return;
        const Vec3d at = inverse(q.a + diagonal<double>(weight)) * (weight * middle - q.b);
        edges_.push({q.at(at) + weight * (dot(at - middle, at - middle) + 0.01 * dot(way, way)), a, b, age_[a], age_[b], at});
    }

    /// All who share an edge with v, ascending.
    void find_near(Index v, std::vector<Index>& near) {
        near.clear();
        for (const Index t : around_[v])
            for (const Index n : triangles()[t])
                if (n != v) near.push_back(n);
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
    }

    bool may_join(const Edge& e) {
        find_near(e.a, near_a_), find_near(e.b, near_b_);
        common_.clear();
        std::set_intersection(near_a_.begin(), near_a_.end(), near_b_.begin(), near_b_.end(), std::back_inserter(common_));
        if (common_.size() != 2 || around_[common_[0]].size() <= 3 || around_[common_[1]].size() <= 3) return false;
        return keeps_side(e.a, e.b, e.at) && keeps_side(e.b, e.a, e.at);
    }
    /// Whether no triangle of v that stays turns over where v goes.
    bool keeps_side(Index v, Index other, const Vec3d& at) {
        for (const Index t : around_[v]) {
            if (has(triangles()[t], other)) continue;
            const Vec3d before = normal(triangles()[t]), was = place_[v];
            place_[v]          = at;
            const Vec3d after  = normal(triangles()[t]);
            place_[v]          = was;
            if (dot(after, before) < turn * length(after) * length(before) || !(dot(after, after) > 0)) return false;
        }
        return true;
    }

    /// b becomes a.
    void join(const Edge& e) {
        const Vec3d way = place_[e.b] - place_[e.a];
        carry(e, float(std::clamp(dot(e.at - place_[e.a], way) / std::max(dot(way, way), 1e-300), 0.0, 1.0)));
        place_[e.a] = e.at;
        quadric_[e.a].add(quadric_[e.b]);
        for (const Index t : around_[e.b]) {
            Triangle& corners = triangles()[t];
            if (has(corners, e.a)) {
                for (const Index v : corners)
                    if (v != e.b) std::erase(around_[v], t);
                corners.fill(nobody);
            } else {
                std::replace(corners.begin(), corners.end(), e.b, e.a);
                around_[e.a].push_back(t);
            }
        }
        around_[e.b] = {};
        ++age_[e.a], ++age_[e.b];
        find_near(e.a, near_a_);
        for (const Index n : near_a_) offer(std::min(e.a, n), std::max(e.a, n));
    }
    void carry(const Edge& e, float share) {
        const auto mixed = [&](auto& values) { values[e.a] = (1 - share) * values[e.a] + share * values[e.b]; };
        mixed(s_.normal);
        s_.normal[e.a] = normalised(s_.normal[e.a]);
        if (!s_.velocity.empty()) mixed(s_.velocity);
        for (auto& column : s_.columns) mixed(column);
    }

    void drop_unused() {
        std::erase_if(triangles(), [](const Triangle& t) { return t[0] == nobody; });
        std::vector<Index> row(place_.size(), nobody);
        Index              rows = 0;
        for (Index v = 0; v < Index(place_.size()); ++v) {
            if (around_[v].empty()) continue;
            const auto move = [&](auto& values) { values[rows] = values[v]; };
            s_.mesh.points[rows] = {float(place_[v].x), float(place_[v].y), float(place_[v].z)};
            move(s_.normal);
            if (!s_.velocity.empty()) move(s_.velocity);
            for (auto& column : s_.columns) move(column);
            row[v] = rows++;
        }
        s_.mesh.points.resize(rows), s_.normal.resize(rows), s_.velocity.resize(s_.velocity.empty() ? 0 : rows);
        for (auto& column : s_.columns) column.resize(rows);
        for (Triangle& t : triangles())
            for (Index& v : t) v = row[v];
    }

    Surface&                        s_;
    std::vector<Vec3d>              place_;
    std::vector<std::vector<Index>> around_;  // triangles of a vertex
    std::vector<Quadric>            quadric_;
    std::vector<std::uint32_t>      age_;     // how often a vertex has changed
    std::priority_queue<Edge>       edges_;
    std::vector<Index>              near_a_, near_b_, common_;
};

}  // namespace

void decimate(Surface& surface, float share) {
    if (share > 0) Decimator(surface).run(std::size_t((1 - double(share)) * double(surface.mesh.triangles.size())));
}

}  // namespace mote
