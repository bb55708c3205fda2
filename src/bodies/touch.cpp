// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Points of one surface are held against the distance of the other. Of those that are near, the ones at the rim of the common face are kept: they carry
// what lies between. Where surfaces are round the nearest place is between points, and Newton steps lead there.
#include "touch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mote::rigid {
namespace {

constexpr double facing   = 0.2;   // the same of two surfaces that touch, less than the normal of a corner has with its faces
constexpr double one_face = 0.95;  // cosine between the normals of touches that may be of one face

Site site_of(std::span<const Mover> bodies, std::span<const RigidContact::Wall> walls, Index k) {
    if (k < bodies.size()) return bodies[k].site;
    const auto& wall = walls[k - bodies.size()];
    return {wall.boundary->shape.get(), wall.boundary->inside, wide(wall.pose.turn), wide(wall.pose.from), wide(wall.pose.to)};
}

/// All touches of one pair.
struct Near {
    const Site &        a, &b;
    double              spacing, margin;
    std::vector<Touch>& touches;

    /// Points of one against the surface of the other, as far as they are in a box.
    void scan(const Mover& of, const Site& on, const Box* box, Index first, Index second, bool of_b) {
        for (std::size_t k = 0; k < of.surface->points.size(); ++k) {
            const Vec3d x = of.site.now(wide(of.surface->points[k]));
            if (box && !box->contains(narrow(x))) continue;
            if (on.ahead(x) > margin) continue;
            // Edges on edges touch the face that is seen from a little within the body, and only what faces it.
            const Vec3d  out = of.site.turn * wide(of.surface->normals[k]), within = x - 0.1 * spacing * out, normal = on.normal(within, 0.05 * spacing);
            const double gap = on.ahead(within) + dot(x - within, normal);
            if (dot(normal, out) < -facing) touches.push_back({.a = first, .b = second, .x = x, .normal = (of_b ? -1. : 1.) * normal, .gap = gap, .of_b = of_b});
        }
    }
    /// Keeps those at the rim of each face.
    void thin_out() {
        std::size_t kept = 0;
        for (std::size_t first = 0; first < touches.size();) {
            const Vec3d n     = touches[first].normal;
            const auto  start = touches.begin() + std::ptrdiff_t(first);
            const auto  end   = std::stable_partition(start, touches.end(), [&](const Touch& t) { return dot(t.normal, n) > one_face; });
            const std::size_t last = std::size_t(end - touches.begin()), count = keep_rim(first, last, n);
            std::copy(start, start + std::ptrdiff_t(count), touches.begin() + std::ptrdiff_t(kept));
            kept += count, first = last;
        }
        touches.resize(kept);
    }
    std::size_t keep_rim(std::size_t first, std::size_t last, const Vec3d& n) {
        constexpr int directions = 8;
        if (last - first <= directions) return last - first;
        const Vec3d  axis = transpose(a.turn).row[0], other = transpose(a.turn).row[1];  // the same ones from step to step
        const Vec3d  u = normalised(std::abs(dot(axis, n)) < 0.7 ? cross(n, axis) : cross(n, other)), v = cross(n, u);
        std::size_t  best[directions + 1];
        for (int k = 0; k <= directions; ++k) {
            const double angle = (k + 0.5) * 2 * M_PI / directions;  // between the axes: many points lie along these
            const Vec3d  d     = std::cos(angle) * u + std::sin(angle) * v;
            const auto   score = [&](const Touch& t) { return k < directions ? dot(d, t.x) : -t.gap; };
            best[k] = first;
            for (std::size_t i = first + 1; i < last; ++i)
                if (score(touches[i]) > score(touches[best[k]])) best[k] = i;
        }
        // Between them only what is deeper: touches should not come and go.
        const double rim = touches[*std::min_element(best, best + directions, [&](std::size_t i, std::size_t j) { return touches[i].gap < touches[j].gap; })].gap;
        const int    ends = directions + (touches[best[directions]].gap < rim - 0.02 * spacing ? 1 : 0);
        std::sort(best, best + ends);
        const auto count = std::size_t(std::unique(best, best + ends) - best);
        for (std::size_t k = 0; k < count; ++k) touches[first + k] = touches[best[k]];
        return count;
    }
    /// Where surfaces are round, to the place where they are nearest to each other; false where it is not found: what is only on its way there is no touch.
    bool slide(Touch& t) const {
        const Site & of = t.of_b ? b : a, &on = t.of_b ? a : b;
        const double small = 0.05 * spacing;
        for (int pass = 0; pass < 6; ++pass) {
            const Vec3d  n = of.normal(t.x, small), out = on.normal(t.x, small), across = out - dot(out, n) * n;
            const double size = length(across);
            if (size < 1e-3) return true;
            const Vec3d  way  = (-1 / size) * across, there = t.x + 0.25 * spacing * way;
            const double ours = length(of.normal(there, small) - n), others = length(on.normal(there, small) - out);
            if (ours + others < 0.005 || std::max(ours, others) > 0.35) return true;  // flat: all points are as near; sharp: an edge
            Vec3d x = t.x + std::min(0.25 * size / (ours + others), 1.) * spacing * way;
            x = x - of.ahead(x) * of.normal(x, small);
            const double gap = on.ahead(x);
            if (!(gap < t.gap)) return size < 0.02;
            t.x = x, t.gap = gap, t.normal = (t.of_b ? -1. : 1.) * on.normal(x, small);
        }
        return false;
    }
    /// Points that slid to one place are one.
    void merge() {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < touches.size(); ++i) {
            const auto same = [&](const Touch& t) { return length(t.x - touches[i].x) < 0.3 * spacing && dot(t.normal, touches[i].normal) > one_face; };
            const auto at   = std::find_if(touches.begin(), touches.begin() + std::ptrdiff_t(kept), same);
            if (at == touches.begin() + std::ptrdiff_t(kept))
                touches[kept++] = touches[i];
            else if (touches[i].gap < at->gap)
                *at = touches[i];
        }
        touches.resize(kept);
    }
};

}  // namespace

TouchFinder::Pair& TouchFinder::next_pair(Index a, Index b) {
    if (used_ == pairs_.size()) pairs_.emplace_back();
    Pair& pair = pairs_[used_++];
    pair.a = a, pair.b = b;
    pair.touches.clear();
    return pair;
}

/// Bodies whose boxes meet, by a sweep along x, and walls that a body may reach.
void TouchFinder::find_pairs(std::span<const Mover> bodies, std::span<const RigidContact::Wall> walls, const RigidContact::Pace& pace) {
    used_ = 0;
    order_.resize(bodies.size());
    std::iota(order_.begin(), order_.end(), Index(0));
    std::sort(order_.begin(), order_.end(), [&](Index a, Index b) { return bodies[a].box.low.x < bodies[b].box.low.x || (bodies[a].box.low.x == bodies[b].box.low.x && a < b); });
    const auto overlap = [](const Box& p, const Box& q) {
        return p.low.x <= q.high.x && q.low.x <= p.high.x && p.low.y <= q.high.y && q.low.y <= p.high.y && p.low.z <= q.high.z && q.low.z <= p.high.z;
    };
    for (std::size_t i = 0; i < order_.size(); ++i)
        for (std::size_t k = i + 1; k < order_.size() && bodies[order_[k]].box.low.x <= bodies[order_[i]].box.high.x; ++k) {
            const Mover &p = bodies[order_[i]], &q = bodies[order_[k]];
            if ((p.lightness > 0 || q.lightness > 0) && overlap(p.box, q.box)) next_pair(std::min(order_[i], order_[k]), std::max(order_[i], order_[k]));
        }
    for (Index a = 0; a < bodies.size(); ++a)
        for (Index k = 0; k < walls.size(); ++k) {
            if (bodies[a].lightness == 0) continue;
            const Index b = Index(bodies.size()) + k;
            if (site_of(bodies, walls, b).ahead(bodies[a].centre()) < bodies[a].radius + pace.spacing + pace.dt * (bodies[a].fastest() + double(length(walls[k].drive.speed))))
                next_pair(a, b);
        }
    std::sort(pairs_.begin(), pairs_.begin() + std::ptrdiff_t(used_), [](const Pair& p, const Pair& q) { return p.a < q.a || (p.a == q.a && p.b < q.b); });
}

void TouchFinder::find(const Exec& exec, std::span<const Mover> bodies, std::span<const RigidContact::Wall> walls, const RigidContact::Pace& pace,
                       std::vector<Touch>& touches) {
    find_pairs(bodies, walls, pace);
    for_pieces(exec, Index(used_), 1, [&](Index first, Index last) {
        for (Index k = first; k < last; ++k) {
            Pair&        pair  = pairs_[k];
            const bool   both  = pair.b < bodies.size();
            const Mover& a     = bodies[pair.a];
            const Site   on    = site_of(bodies, walls, pair.b);
            const double speed = both ? a.fastest() + bodies[pair.b].fastest() : a.fastest();
            Near         near{a.site, on, pace.spacing, 0.1 * pace.spacing + pace.dt * speed, pair.touches};
            near.scan(a, on, both ? &bodies[pair.b].box : nullptr, pair.a, pair.b, false);
            if (both) near.scan(bodies[pair.b], a.site, &a.box, pair.a, pair.b, true);
            near.thin_out();
            std::erase_if(pair.touches, [&](Touch& t) { return !near.slide(t); });
            near.merge();
        }
    });
    touches.clear();
    for (std::size_t k = 0; k < used_; ++k) touches.insert(touches.end(), pairs_[k].touches.begin(), pairs_[k].touches.end());
}

}  // namespace mote::rigid
