// Copyright (c) 2026 The Mote authors. MIT licence.
#include "walls.h"

#include <algorithm>

#include "rows.h"

namespace mote {
namespace {

struct Place {
    View<const BodyId> body;
    View<const Vec3>   rest;
    View<const Pose>   pose;
    View<Vec4>         position_volume;
    Index              first, boundaries;  // first: of all walls

    MOTE_FN void operator()(Index k) const {
        const Index i = first + k;
        if (body[i] < boundaries) position_volume[i] = with_w(pose[body[i]](rest[i]), position_volume[i].w);
    }
};

struct Push {
    View<const BodyId> body;
    View<const Vec3>   rest;
    View<const Drive>  drive;
    View<Vec4>         velocity_density;
    Index              first, boundaries;

    MOTE_FN void operator()(Index k) const {
        const Index i = first + k;
        if (body[i] < boundaries) velocity_density[i] = with_w(drive[body[i]](rest[i]), velocity_density[i].w);
    }
};

struct MarkWhoStays {
    View<const BodyId> body;
    View<const Index>  gone;  // by boundary
    View<Index>        mark;
    Index              ours, rows, boundaries;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows && !(i >= ours && body[i] < boundaries && gone[body[i]]) ? 1 : 0; }
};
struct IsOut {
    View<const Index> mark;
    MOTE_FN Index operator()(Index i) const { return 1 - mark[i]; }
};

}  // namespace

void remove_walls(World& w) {
    const auto&        list   = w.boundaries.list;
    const double       before = w.time - double(w.last_dt);
    std::vector<Index> gone;
    for (const Boundary& b : list) gone.push_back(b.is_here(before) && !b.is_here(w.time));
    if (std::none_of(gone.begin(), gone.end(), [](Index g) { return g > 0; })) return;
    Particles&      p = w.particles;
    Settings<Index> settings;
    w.marked.mark.resize(w.exec, p.rows() + 1);
    parallel_for(w.exec, "move walls", p.rows() + 1, MarkWhoStays{p.body.read(), settings.on(w.exec, gone), w.marked.mark.write(), p.size(), p.rows(), Index(list.size())});
    keep_marked(w, p.size() + reduce(w.exec, "move walls", p.rows(), Index(0), IsOut{w.marked.mark.read()}, Plus{}));
    ++w.walls;
}

void move_walls(World& w) {
    Boundaries& b = w.boundaries;
    if (!b.rest) return;
    Particles& p = w.particles;
    b.poses.clear();
    for (const Boundary& boundary : b.list) b.poses.push_back(boundary.pose(w.time));
    parallel_for(w.exec, "move walls", p.rows() - p.size(),
                 Place{p.body.read(), b.rest->read(), b.pose_settings.on(w.exec, b.poses), p.position_volume.write(), p.size(), Index(b.list.size())});
    ++w.walls;
}

void drive_walls(World& w, float dt) {
    Boundaries& b = w.boundaries;
    if (!b.rest) return;
    Particles& p = w.particles;
    b.drives.clear();
    for (const Boundary& boundary : b.list)
        b.drives.push_back(boundary.motion ? boundary.motion->drive(w.time, double(dt)) : Drive{});
    parallel_for(w.exec, "move walls", p.rows() - p.size(),
                 Push{p.body.read(), b.rest->read(), b.drive_settings.on(w.exec, b.drives), p.velocity_density.write(), p.size(), Index(b.list.size())});
}

float choose_wall_step(const World& w, float longest) {
    const double farthest = 0.5 * double(w.time_step.courant * w.support);
    double       dt       = double(longest);
    const auto   shorten  = [&](const std::optional<Motion>& motion, float reach) {
        while (motion) {
            const double way = motion->travel(w.time, w.time + dt, double(reach), 4 * farthest);
            if (way <= farthest) break;
            dt *= max(0.5, 0.95 * farthest / way);
        }
    };
    for (const Boundary& b : w.boundaries.list)
        if (b.is_here(w.time)) shorten(b.motion, b.reach);
    for (const Pin& pin : w.pins) shorten(pin.motion, pin.reach);
    return float(dt);
}

}  // namespace mote
