// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Pressure keeps matter off walls as long as it is neither too fast nor squeezed too hard; this keeps it off in any case. Shapes have
// virtual methods, so the host asks them (fence.h); kernels find those few who must.
#include "guard.h"

#include "fence.h"
#include "mote/neighbours.h"
#include "outline.h"

namespace mote {
namespace {

constexpr float fast      = 0.4f;  // in spacings: whoever moves farther in a step may reach a wall he does not see

/// Whether matter may come to it unseen: it moves, or is sampled in part only. Of the others only who sees a sample, or is fast, asks
/// the shape: a slow drop would fall through wherever samples are missing.
bool is_open(const Boundary& b) { return b.motion || b.gaps || !b.shape->bounded(); }

/// Who has to ask the shapes.
struct FindNear {
    NeighbourView       neighbours;
    View<const Vec3>    drift;
    View<const Vec4>    position_volume, velocity_density;
    View<const Outline> outline;
    View<const Pose>    before, after;
    View<Index>         asks;
    View<const float>   group;  // as of SolidRows: rigid bodies are held by contact
    Index               matter, nobody, boundaries;
    float               spacing, dt, drift_dt;
    bool                flat, images;

    MOTE_FN bool sees_others(Index i) const { return images ? any_of_others(i) : neighbours.moving(i) < neighbours.count(i); }
    MOTE_FN bool any_of_others(Index i) const {
        return neighbours.sum(i, [&](auto j) { return is_other(j); }) > 0;
    }
    MOTE_HOT float is_other(Index j) const { return j < matter || j >= nobody ? 0.f : 1.f; }
#if MOTE_SIMD
    template <class J>
        requires(!std::is_integral_v<J>)
    MOTE_HOT Lane is_other(J j) const {
        alignas(64) float other[lane_width];
        for (Index k = 0; k < lane_width; ++k) other[k] = is_other(j.at(k));
        return Lane::load_aligned(other);
    }
#endif
    MOTE_FN Vec3 way(Index i) const { return dt * xyz(velocity_density[i]) + drift_dt * drift[i]; }
    MOTE_FN bool is_quick(const Vec3& way_) const { return dot(way_, way_) > fast * fast * spacing * spacing; }

    MOTE_FN void operator()(Index i) const { asks[i] = i < matter && has_to_ask(i) ? 1 : 0; }  // one row more, for the scan
    MOTE_FN bool has_to_ask(Index i) const {
        if (group.data && SolidRows::is_rigid(group[i])) return false;
        const Vec3  x = xyz(position_volume[i]), gone = way(i);
        const bool  all = is_quick(gone) || sees_others(i);
        const float clear = (clearance + 0.01f) * spacing;
        for (Index b = 0; b < boundaries; ++b) {
            if (!all && !outline[b].open) continue;
            const Vec3 to = after[b].undo(x), from = before[b].undo(x - gone);
            if (outline[b].ahead_at_least(to, flat) <= length(to - from) + clear) return true;
        }
        return false;
    }
};

/// Those who ask, one after the other.
struct Asking {
    Vec4  position_volume, velocity_density;
    Vec3  way;
    Index row, all;         // all: he looks at every boundary
    Index unused[3] = {};   // so that all that goes to the host has been written
};
static_assert(sizeof(Asking) == 64);
struct List {
    FindNear          near;
    View<const Index> place;  // of each row; the next one tells whether it asks
    View<Asking>      asking;

    MOTE_FN void operator()(Index i) const {
        if (place[i] == place[i + 1]) return;
        const Vec3 gone  = near.way(i);
        asking[place[i]] = {near.position_volume[i], near.velocity_density[i], gone, i, near.is_quick(gone) || near.sees_others(i) ? 1u : 0u};
    }
};
struct TakeBack {
    View<const Asking> asking;
    View<Vec4>         position_volume, velocity_density;

    MOTE_FN void operator()(Index k) const {
        position_volume[asking[k].row]  = asking[k].position_volume;
        velocity_density[asking[k].row] = asking[k].velocity_density;
    }
};

/// Asks the shapes.
struct Answer {
    View<Asking>                 asking;
    const std::vector<Boundary>& boundaries;
    const Pose *                 before, *after;
    const Drive*                 drive;
    float                        spacing;
    double                       time;
    bool                         flat, timeless;  // timeless: velocities stay

    Index operator()(Index k) const {
        Asking&    a     = asking[k];
        const Vec3 x     = xyz(a.position_volume);
        Vec3       place = x, velocity = xyz(a.velocity_density);
        bool       held  = false;
        for (int pass = 0; pass < 3; ++pass) {  // kept off one he may meet another
            bool again = false;
            for (std::size_t b = 0; b < boundaries.size(); ++b)
                if (boundaries[b].is_here(time) && (a.all || is_open(boundaries[b]))) again |= hold(b, x - a.way, place, velocity);
            held |= again;
            if (!again) break;
        }
        if (!held) return 0;
        a.position_volume  = with_w(place, a.position_volume.w);
        a.velocity_density = with_w(velocity, a.velocity_density.w);
        return 1;
    }

    bool hold(std::size_t b, const Vec3& from, Vec3& to, Vec3& velocity) const {
        Way way{before[b].undo(from), after[b].undo(to)};
        if (flat) way.from.z = way.to.z = 0;
        const Vec3 wanted = way.to;
        if (!Fence(boundaries[b], spacing, flat).hold(way)) return false;
        // What he could not do he does not go on wanting.
        const Vec3 wall = drive[b](way.to), back = normalised(after[b].turn * (way.to - wanted));
        if (!timeless) velocity -= min(dot(velocity - wall, back), 0.f) * back;
        to = after[b](way.to);
        if (flat) to.z = velocity.z = 0;
        return true;
    }
};

}  // namespace

struct Guard {
    std::vector<Outline> outlines;
    Settings<Outline>    outline_settings;
    Settings<Pose>       before, after;
    Scratch<Index>       place;
    Scratch<Asking>      asking;
};
Boundaries::Boundaries()  = default;
Boundaries::~Boundaries() = default;

namespace {

Index hold(World& w, double time, float dt, float drift_dt) {
    Boundaries& b = w.boundaries;
    Particles&  p = w.particles;
    if (b.list.empty() || p.size() == 0) return 0;
    if (!b.guard) b.guard = std::make_unique<Guard>();
    Guard& g = *b.guard;
    b.poses.clear(), b.next_poses.clear(), b.drives.clear(), g.outlines.clear();
    for (const Boundary& boundary : b.list) {
        b.poses.push_back(boundary.pose(time));
        b.next_poses.push_back(boundary.pose(time + double(dt)));
        b.drives.push_back(boundary.motion && dt > 0 ? boundary.motion->drive(time, double(dt)) : Drive{});
        g.outlines.push_back(outline_of(boundary, is_open(boundary)));
    }
    g.place.resize(w.exec, p.size() + 1);
    const FindNear near{w.neighbours.view(), p.drift.read(), p.position_volume.read(), p.velocity_density.read(), g.outline_settings.on(w.exec, g.outlines),
                        g.before.on(w.exec, b.poses), g.after.on(w.exec, b.next_poses), g.place.write(), w.solid_rows().group, p.size(), p.rows(), Index(b.list.size()), w.spacing, dt, drift_dt,
                        w.dimension == 2, p.copies() > 0};
    parallel_for(w.exec, "hold back", p.size() + 1, near);
    const Index count = exclusive_scan(w.exec, g.place.write().data, p.size() + 1);
    if (count == 0) return 0;
    g.asking.resize(w.exec, count);
    parallel_for(w.exec, "hold back", p.size(), List{near, g.place.read(), g.asking.write()});
    const Index held = host_reduce(w.exec, "hold back", count, Index(0),
                                   Answer{g.asking.edit(), b.list, b.poses.data(), b.next_poses.data(), b.drives.data(), w.spacing, time, w.dimension == 2, dt == 0}, Plus{}, 64);
    if (held > 0) parallel_for(w.exec, "hold back", count, TakeBack{g.asking.read(), p.position_volume.write(), p.velocity_density.write()});
    return held;
}

}  // namespace

Index hold_back(World& w, double time, float dt) { return hold(w, time, dt, dt); }
Index hold_back_drifts(World& w) { return hold(w, w.time, 0, 1); }

}  // namespace mote
