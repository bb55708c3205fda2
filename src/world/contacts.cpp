// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Host code, like hold_back: what is seen of a boundary comes from a virtual method.
#include "contacts.h"

namespace mote {
namespace {

constexpr float least = 1e-5f;  // of a share that is worth rows

struct Look {
    View<const Vec4>             position_volume;
    const std::vector<Boundary>& boundaries;
    const Pose*                  pose;
    const WallProfile&           profile;
    float                        spacing;

    struct Seen {
        std::size_t boundary;
        Sight       sight;
        Vec3        behind;  // from the place to the first layer behind the surface
    };
    static constexpr int most = 8;  // boundaries at one place

    /// Calls visit(boundary, sight) for each implicit boundary that is seen from row i.
    template <class F>
    void operator()(Index i, const F& visit) const {
        const Vec3 x = xyz(position_volume[i]);
        Seen       seen[most];
        int        count = 0;
        for (std::size_t b = 0; b < boundaries.size() && count < most; ++b)
            if (boundaries[b].field)
                if (const Sight sight = boundaries[b].field->look(pose[b].undo(x)); sight.share > least) seen[count++] = {b, sight, {}};
        if (count > 1) join(x, seen, count);
        for (int k = 0; k < count; ++k) visit(seen[k].boundary, seen[k].sight);
    }

    /// Where boundaries overlap, what they leave free multiplies, as it does at the edges of a box: what is in both counts once.
    void join(const Vec3& x, Seen* seen, int count) const {
        float share[most], free[most];
        for (int k = 0; k < count; ++k) {
            const Vec3  into  = pose[seen[k].boundary].turn * seen[k].sight.gradient;
            const float depth = max(profile.distance_of(seen[k].sight.share), 0.f) + 0.5f * spacing;
            seen[k].behind    = (depth / max(length(into), 1e-20f)) * into;
            share[k] = free[k] = 1;
        }
        for (int a = 0; a < count; ++a)
            for (int b = 0; b < a; ++b) {
                const Vec3 y = x + seen[a].behind + seen[b].behind;
                if (!is_in(seen[a], y) || !is_in(seen[b], y)) continue;
                share[a] *= 1 - seen[b].sight.share;
                free[a] *= 1 - seen[b].sight.share, free[b] *= 1 - seen[a].sight.share;
            }
        for (int k = 0; k < count; ++k) seen[k].sight = {share[k] * seen[k].sight.share, free[k] * seen[k].sight.gradient};
    }
    bool is_in(const Seen& s, const Vec3& y) const { return boundaries[s.boundary].ahead(pose[s.boundary].undo(y)) < 0; }
};

struct Count {
    Look        look;
    View<Index> count, unseen;
    Index       each;
    float       samples;  // of a wall that fills everything

    void operator()(Index i) const {
        Index n    = 0;
        float seen = 0;
        look(i, [&](std::size_t, const Sight& sight) { n += each, seen += samples * sight.share; });
        count[i]  = n;
        unseen[i] = Index(seen);
    }
};

/// Two directions across a normal.
void across(const Vec3& n, bool flat, Vec3& a, Vec3& b) {
    a = flat ? Vec3{-n.y, n.x, 0} : normalised(abs(n.x) < 0.6f ? cross(n, Vec3{1, 0, 0}) : cross(n, Vec3{0, 1, 0}));
    b = cross(n, a);
}

struct Fill {
    Look               look;
    View<const Index>  first_of;
    View<Index>        owner;
    View<Vec3>         normal, rest;  // rest: where boundaries move
    View<std::uint8_t> role;
    View<BodyId>       body;
    View<Vec4>         position_volume;
    View<float>        rest_density, viscosity, pressure, temperature;
    Index              first;
    bool               flat;

    void operator()(Index i) const {
        Index k = first_of[i];
        if (k == first_of[i + 1]) return;
        look(i, [&](std::size_t b, const Sight& sight) {
            const float steepness = length(sight.gradient);
            const Vec3  out  = (-1 / max(steepness, 1e-20f)) * (look.pose[b].turn * sight.gradient), x = xyz(look.position_volume[i]);
            const auto  rows = look.profile.rows(sight.share, steepness);
            Vec3        u, v;
            across(out, flat, u, v);
            for (int r = 0; r < rows.count; ++r, ++k) {
                constexpr float half_root = 0.8660254f;
                const Vec3 aside = rows.count == 2 ? (r == 0 ? 1.f : -1.f) * u : r == 0 ? u : -0.5f * u + (r == 1 ? half_root : -half_root) * v;
                set(first + k, b, with_w(x - rows.back * out + rows.aside * aside, rows.volume));
                owner[k]  = i;
                normal[k] = out;
            }
        });
    }
    void set(Index row, std::size_t b, const Vec4& place) const {
        const Boundary& boundary = look.boundaries[b];
        role[row]                = std::uint8_t(Role::wall);
        body[row]                = BodyId(b);
        position_volume[row]     = place;
        rest_density[row]        = wall_density;
        viscosity[row]           = wall_viscosity(boundary.friction);
        pressure[row]            = mirror_pressure;
        temperature[row]         = boundary.temperature;
        if (rest.data) rest[row] = look.pose[b].undo(xyz(place));
    }
};

}  // namespace

void make_contacts(World& w) {
    Boundaries& b = w.boundaries;
    Particles&  p = w.particles;
    if (!b.profile) return;
    Contacts& c = p.contacts;
    b.poses.clear();
    for (const Boundary& boundary : b.list) b.poses.push_back(boundary.pose(w.time));
    const auto look = [&] { return Look{p.position_volume.host(), b.list, b.poses.data(), *b.profile, w.spacing}; };
    c.first.resize(w.exec, p.size() + 1), c.unseen.resize(w.exec, p.size());
    host_for(w.exec, "contacts", p.size(), Count{look(), c.first.edit(), c.unseen.edit(), Index(b.profile->rows_each()), w.dimension == 3 ? 45.f : 14.f});
    const Index count = c.first.edit()[p.size()] = exclusive_scan(w.exec, c.first.write().data, p.size());
    c.owner.resize(w.exec, count), c.normal.resize(w.exec, count);
    const Index first = p.append_private(w.exec, count);
    host_for(w.exec, "contacts", p.size(),
             Fill{look(), c.first.host(), c.owner.edit(), c.normal.edit(), b.rest ? b.rest->edit() : View<Vec3>{}, p.role.edit(), p.body.edit(),
                  p.position_volume.edit(), p.rest_density.edit(), p.viscosity.edit(), p.pressure.edit(), p.temperature.edit(), first,
                  w.dimension == 2});
}

}  // namespace mote
