// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The host asks shapes for their distance and normal (they have virtual methods); kernels find those few who must: rows of the faces of elastic bodies that are near.
#include "faces.h"

#include "outline.h"

namespace mote {
namespace {

constexpr float half = 0.5f;  // in spacings: how far a row stands behind the face of its body
constexpr float unknown = -1;

/// A surface that may be near, as kernels know it.
struct Near {
    Outline outline;
    Pose    pose;
    float   fastest;  // [m/s]
};
struct FindAsking {
    View<const Near>  near;
    View<const Index> place;
    SolidRows         solids;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec4>  position_volume, velocity_density;
    View<Index>       asks;
    View<float>       depth;  // as of FaceFinder, where there is one
    Index             ours, elastic, count;
    float             spacing, dt, ahead;
    bool              flat, all;  // all: those inside too

    /// As far as it may come in the step.
    MOTE_FN float reach(Index i, const Near& n) const { return (half + ahead) * spacing + 2 * dt * (length(xyz(velocity_density[i])) + n.fastest); }
    MOTE_FN void  operator()(Index i) const {
        if (depth.data && i < ours && !SolidRows::is_solid(solids.of(i))) depth[i] = unknown;
        asks[i] = i < ours && place[i] < elastic && has_to_ask(i) ? 1 : 0;  // one row more, for the scan
    }
    MOTE_FN bool  has_to_ask(Index i) const {
        if (!all && solids.own_fullness[i] > SolidRows::inner_fullness && !materials[material[i]].plastic.absorbs()) return false;  // what was inside may flow to a face
        for (Index n = 0; n < count; ++n)
            if (near[n].outline.ahead_at_least(near[n].pose.undo(xyz(position_volume[i])), flat) < reach(i, near[n])) return true;
        return false;
    }
};
struct Asking {
    Vec3  x;
    Index row;
    float speed, depth;
    Index particle, unused = 0;  // so that all that goes to the host has been written
};
struct List {
    FindAsking        find;
    View<const Index> at;  // of each row; the next one tells whether it asks
    View<Asking>      asking;

    MOTE_FN void operator()(Index i) const {
        if (at[i] != at[i + 1]) asking[at[i]] = {xyz(find.position_volume[i]), find.place[i], length(xyz(find.velocity_density[i])), find.depth.data ? find.depth[i] : 0.f, i};
    }
};

struct SetDepth {
    View<const Asking> asking;
    View<float>        depth;

    MOTE_FN void operator()(Index k) const { depth[asking[k].particle] = asking[k].depth; }
};

/// A surface as the host knows it.
struct Site {
    const Shape* shape;
    bool         inside;
    Pose         pose;
    float        fastest;
    Drive        drive;   // of what is not free
    Index        body;    // as of SolidFace
};

constexpr int most = 4;  // of a row
struct Found {
    SolidFace face[most];
    int       count = 0;
};
struct Answer {
    View<Asking>             asking;
    const std::vector<Site>& sites;
    float                    spacing, dt, ahead;
    bool                     flat;

    float gap_of(const Site& site, const Vec3& rest) const { return (site.inside ? -1.f : 1.f) * site.shape->distance(rest) - half * spacing; }
    void  operator()(Index k, Found& found) const {
        Asking& a   = asking[k];
        found.count = 0;
        if (a.depth < 0)  // it is asked for the first time
            for (const Site& site : sites) a.depth = max(max(a.depth, 0.f), -gap_of(site, site.pose.undo(a.x)));
        for (const Site& site : sites) {
            const float side = site.inside ? -1.f : 1.f;
            const Vec3  rest = site.pose.undo(a.x);
            const float gap  = gap_of(site, rest) + a.depth;
            if (gap > ahead * spacing + 2 * dt * (a.speed + site.fastest) || found.count == most) continue;
            Vec3 normal = side * (site.pose.turn * site.shape->normal(rest, 0.02f * spacing));
            if (flat) normal = normalised(Vec3{normal.x, normal.y, 0});
            if (dot(normal, normal) > 0.5f) found.face[found.count++] = {normal, gap, a.x, a.row, site.body > 0 ? rest : site.drive(a.x), site.body};
        }
    }
};

std::vector<Site> sites_of(const World& w, std::span<const RigidContact::Wall> walls, std::span<const Drive> pins) {
    std::vector<Site> sites;
    for (const auto& wall : walls) {
        const Drive& d = wall.drive;
        const float  fastest = length(d.speed) + norm(d.spin) * wall.boundary->reach;
        sites.push_back({wall.boundary->shape.get(), wall.boundary->inside, wall.pose, fastest, d, 0});
    }
    for (Index b = 0; w.rigid && b < w.rigid->table.rows(); ++b) {
        const BodyTable& t = w.rigid->table;
        const auto&      s = w.rigid->contact.surfaces[b];
        const Mat3d      r = t.turn.host()[b];
        const Pose       pose{narrow(r), narrow(t.rest_centre.host()[b]), narrow(t.centre.host()[b])};
        const Index      pin  = t.pin.host()[b];
        const float      size = 0.5f * length(s.box.size()), least = float(min(t.moments.host()[b].x, min(t.moments.host()[b].y, t.moments.host()[b].z)));
        const float      fastest = float(length(t.velocity.host()[b])) + (least > 0 ? float(length(t.angular_momentum.host()[b])) / least * size : 0.f);
        sites.push_back({s.shape.get(), false, pose, fastest, pin > 0 ? pins[pin - 1] : Drive{}, pin > 0 ? 0 : b + 1});
    }
    return sites;
}

}  // namespace

struct FaceFinder {
    std::vector<Near>      near;
    Settings<Near>         settings;
    Scratch<Index>         place;
    Scratch<Asking>        asking;
    std::vector<Found>     found;
    std::vector<SolidFace> faces;
    /// Liquids come nearer to walls than bodies do, and what froze there stands where it is: so much nearer than others [m]; below 0 where it was never asked.
    std::unique_ptr<Column<float>> depth;
};

namespace {

/// Of rows with a place below `rows`. Of virtual materials those inside too: what is squeezed or swells counts as inside at its faces, and went into the floor, to be thrown out when it did not any more.
std::span<const SolidFace> ask(World& w, FaceFinder& g, const std::vector<Site>& sites, View<const Index> place, Index rows, float dt, float ahead, bool all) {
    Particles& p = w.particles;
    g.place.resize(w.exec, p.size() + 1);
    const FindAsking find{g.settings.on(w.exec, g.near), place, w.solid_rows(), p.material.read(), w.material_view(), p.position_volume.read(), p.velocity_density.read(),
                          g.place.write(), g.depth ? g.depth->write() : View<float>{}, p.size(), rows, Index(sites.size()), w.spacing, dt, ahead, w.dimension == 2, all};
    parallel_for(w.exec, "faces", p.size() + 1, find);
    const Index count = exclusive_scan(w.exec, g.place.write().data, p.size() + 1);
    g.asking.resize(w.exec, count + 1);
    if (g.found.size() < count) g.found.resize(count);
    parallel_for(w.exec, "faces", p.size(), List{find, g.place.read(), g.asking.write()});
    const Answer answer{g.asking.edit(), sites, w.spacing, dt, ahead, w.dimension == 2};
    const Timed  timed(w.exec, "faces");
    for_pieces(w.exec, count, 64, [&](Index first, Index last) {
        for (Index k = first; k < last; ++k) answer(k, g.found[k]);
    });
    if (g.depth) parallel_for(w.exec, "faces", count, SetDepth{g.asking.read(), g.depth->write()});
    g.faces.clear();
    for (Index k = 0; k < count; ++k) g.faces.insert(g.faces.end(), g.found[k].face, g.found[k].face + g.found[k].count);
    return g.faces;
}

}  // namespace

void remember_depths(World& w) {
    if (!w.face_finder) w.face_finder = std::make_shared<FaceFinder>();
    w.face_finder->depth = std::make_unique<Column<float>>(w.particles, "face_depth", "m", unknown);
}

void find_faces(World& w, std::span<const RigidContact::Wall> walls, std::span<const Drive> pins, float dt, float ahead) {
    if (!w.face_finder) w.face_finder = std::make_shared<FaceFinder>();
    FaceFinder& g      = *w.face_finder;
    const auto  sites  = sites_of(w, walls, pins);
    const Index bodies = w.rigid ? w.rigid->table.rows() : 0;
    g.near.clear();
    for (std::size_t k = 0; k < sites.size(); ++k) {
        const Outline outline = k < walls.size() ? outline_of(*walls[k].boundary, true) : Outline{identity(), {}, w.rigid->contact.surfaces[k - walls.size()].box, false, false, true};
        g.near.push_back({outline, sites[k].pose, sites[k].fastest});
    }
    if (w.lattice && w.lattice->count() > 0) w.lattice->touch(w.exec, ask(w, g, sites, w.lattice->places(), w.lattice->count(), dt, ahead, true), bodies);
    if (w.solids && w.solids->elastic_rows() > 0) w.solids->touch(w.exec, ask(w, g, sites, w.solids->place.read(), w.solids->elastic_rows(), dt, ahead, false), bodies);
}

}  // namespace mote
