// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Pressure keeps matter off walls as long as it is neither too fast nor squeezed too hard; this keeps it off in any case. The
// way of a particle through a step, seen from the wall, is followed by its distance ("sphere tracing", Hart 1996), so
// that a plate of any thinness has two sides and a wall that moves is like one that rests. Host code: shapes have virtual methods.
#include "guard.h"

#include "mote/neighbours.h"

namespace mote {
namespace {

constexpr float clearance = 0.1f;  // in spacings: nobody comes nearer
constexpr float fast      = 0.4f;  // in spacings: whoever moves farther in a step may reach a wall he does not see
constexpr int   most_hits = 4;

/// A particle on its way, seen from a boundary.
struct Way {
    Vec3 from, to;
};

class Fence {
public:
    Fence(const Boundary& b, float spacing, bool flat) : b_(b), clear_(clearance * spacing), step_(0.02f * spacing), flat_(flat) {}

    /// Shortens the way where it leads into the boundary; false where it does not.
    bool hold(Way& way) const {
        const float full = length(way.to - way.from), end = b_.ahead(way.to);
        if (end > full + clear_) return false;
        const float start = b_.ahead(way.from);
        if (start > 0 && start + end <= full && slide(way, start)) return true;
        if (end >= clear_ || end >= start) return false;  // clear of it, or on the way out
        meet(way.to);
        return true;
    }

private:
    Vec3 normal(const Vec3& x) const {
        Vec3 n = (b_.inside ? -1.f : 1.f) * b_.shape->normal(x, step_);
        if (flat_) n.z = 0;
        return n;
    }

    /// Puts x in front of the boundary; returns where to.
    Vec3 meet(Vec3& x) const {
        Vec3 n = normal(x);
        for (int k = 0; k < 4; ++k) {
            const float d = b_.ahead(x);
            if (d >= clear_) break;
            n = normal(x);
            x += (clear_ - d) * n;
        }
        return n;
    }

    /// Goes until it meets the boundary, and from there along it.
    bool slide(Way& way, float start) const {
        Vec3 x = way.from;
        bool held = false;
        for (int hit = 0; hit < most_hits; ++hit) {
            if (!march(x, way.to, hit == 0 ? start : b_.ahead(x))) return held;
            held = true;
            const Vec3  n    = meet(x), rest = way.to - x;
            const float into = dot(rest, n);
            way.to           = hit + 1 == most_hits ? x : x + rest - min(into, 0.f) * n;
        }
        return held;
    }

    /// Moves x towards `to` until it is nearly at the boundary; false where the way is free.
    bool march(Vec3& x, const Vec3& to, float start) const {
        const float full = length(to - x), near = min(clear_, 0.5f * start);
        if (!(full > 0) || near <= 0) return near <= 0;
        const Vec3 along = (to - x) / full, from = x;
        float      gone  = 0;
        for (int k = 0; k < 200; ++k) {
            const float d = b_.ahead(x);
            if (k > 0 && d <= near) return true;
            gone += max(d - near, 0.25f * near);
            if (gone >= full) {
                if (b_.ahead(to) > near) return false;
                x = to;
                return true;
            }
            x = from + gone * along;
        }
        return true;
    }

    const Boundary& b_;
    float           clear_, step_;
    bool            flat_;
};

/// Whether matter may come to it unseen: it moves, or is sampled in part only. Of the others only who sees a sample, or is fast, asks
/// the shape: a slow drop would fall through wherever samples are missing.
bool is_open(const Boundary& b) { return b.motion || b.gaps || !b.shape->bounded(); }

struct Guard {
    NeighbourView             neighbours;
    View<const Vec3>          drift;
    View<Vec4>                position_volume, velocity_density;
    const std::vector<Boundary>& boundaries;
    const Pose *              before, *after;
    const Drive*              drive;
    const Box*                box;
    Index                     matter;
    float                     spacing, dt;
    bool                      flat, open, images;  // open: a boundary is to be looked at by all

    Index operator()(Index i) const {
        const Vec3 v = xyz(velocity_density[i]), x = xyz(position_volume[i]), way = dt * (v + drift[i]);
        const bool sees = images ? sees_others(i) : neighbours.list[i].moving < neighbours.list[i].count, quick = dot(way, way) > fast * fast * spacing * spacing;
        if (!sees && !quick && !open) return 0;
        Vec3 place = x, velocity = v;
        bool held = false;
        for (int pass = 0; pass < 3; ++pass) {  // kept off one he may meet another
            bool again = false;
            for (std::size_t b = 0; b < boundaries.size(); ++b)
                if (sees || quick || is_open(boundaries[b])) again |= hold(b, x - way, place, velocity);
            held |= again;
            if (!again) break;
        }
        if (!held) return 0;
        position_volume[i]  = with_w(place, position_volume[i].w);
        velocity_density[i] = with_w(velocity, velocity_density[i].w);
        return 1;
    }

    /// Lists ascend, so the last entry is a wall, or an image, where one is in sight.
    bool sees_others(Index i) const {
        const auto near = neighbours.of(i);
        return near.size() > 0 && near[near.size() - 1] >= matter;
    }

    bool hold(std::size_t b, const Vec3& from, Vec3& to, Vec3& velocity) const {
        const Boundary& boundary = boundaries[b];
        Way             way{before[b].undo(from), after[b].undo(to)};
        if (flat) way.from.z = way.to.z = 0;
        const Vec3  wanted = way.to, beyond = max(box[b].low - wanted, wanted - box[b].high);
        const float away   = max(beyond.x, max(beyond.y, beyond.z));
        if (!boundary.inside && away > 0 && away > length(wanted - way.from) + spacing) return false;
        if (!Fence(boundary, spacing, flat).hold(way)) return false;
        // What he could not do he does not go on wanting.
        const Vec3 wall = drive[b](way.to), back = normalised(after[b].turn * (way.to - wanted));
        velocity -= min(dot(velocity - wall, back), 0.f) * back;
        to = after[b](way.to);
        if (flat) to.z = velocity.z = 0;
        return true;
    }
};

}  // namespace

Index hold_back(World& w, double time, float dt) {
    Boundaries& b = w.boundaries;
    Particles&  p = w.particles;
    if (b.list.empty()) return 0;
    b.poses.clear(), b.next_poses.clear(), b.drives.clear(), b.boxes.clear();
    bool open = false;
    for (const Boundary& boundary : b.list) {
        b.poses.push_back(boundary.pose(time));
        b.next_poses.push_back(boundary.pose(time + double(dt)));
        b.drives.push_back(boundary.motion ? boundary.motion->drive(time, double(dt)) : Drive{});
        b.boxes.push_back(boundary.shape->bounds());
        open |= is_open(boundary);
    }
    return reduce(w.exec, "hold back", p.size(), Index(0),
                  Guard{w.neighbours.view(), p.drift.read(), p.position_volume.write(), p.velocity_density.write(), b.list,
                        b.poses.data(), b.next_poses.data(), b.drives.data(), b.boxes.data(), p.size(), w.spacing, dt, w.dimension == 2, open, p.copies() > 0},
                  [](Index x, Index y) { return x + y; });
}

}  // namespace mote
