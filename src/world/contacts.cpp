// Copyright (c) 2026 The Mote authors. MIT licence.
#include "contacts.h"

namespace mote {
namespace {

constexpr float least = 1e-5f;  // of a share that is worth rows

/// What is seen of implicit boundaries from the place of a row.
struct Look {
    View<const Vec4>         position_volume;
    View<const ImplicitWall> wall;
    WallProfileView          profile;
    Index                    walls;
    float                    spacing;

    struct Seen {
        Index wall;
        Sight sight;
        Vec3  behind;  // from the place to the first layer behind the surface
    };
    static constexpr int most = 8;  // boundaries at one place

    /// Calls visit(wall, sight) for each that is seen from row i.
    template <class F>
    MOTE_FN void operator()(Index i, const F& visit) const {
        const Vec3 x = xyz(position_volume[i]);
        Seen       seen[most];
        int        count = 0;
        for (Index k = 0; k < walls && count < most; ++k)
            if (const Sight sight = wall[k].field.look(profile, wall[k].pose.undo(x)); sight.share > least) seen[count++] = {k, sight, {}};
        if (count > 1) join(x, seen, count);
        for (int k = 0; k < count; ++k) visit(wall[seen[k].wall], seen[k].sight);
    }

    /// Where boundaries overlap, what they leave free multiplies, as it does at the edges of a box: what is in both counts once.
    MOTE_FN void join(const Vec3& x, Seen* seen, int count) const {
        float share[most], free[most];
        for (int k = 0; k < count; ++k) {
            const Vec3  into  = wall[seen[k].wall].pose.turn * seen[k].sight.gradient;
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
    MOTE_FN bool is_in(const Seen& s, const Vec3& y) const { return wall[s.wall].field.holds(profile, wall[s.wall].pose.undo(y)); }
};

struct Count {
    Look        look;
    View<Index> count, unseen;
    Index       rows, each;
    float       samples;  // of a wall that fills everything

    MOTE_FN void operator()(Index i) const {
        Index n    = 0;
        float seen = 0;
        if (i < rows) look(i, [&](const ImplicitWall&, const Sight& sight) { n += each, seen += samples * sight.share; });
        count[i] = n;  // one row more, for the scan
        if (i < rows) unseen[i] = Index(seen);
    }
};

/// Two directions across a normal.
MOTE_FN void across(const Vec3& n, bool flat, Vec3& a, Vec3& b) {
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

    MOTE_FN void operator()(Index i) const {
        Index k = first_of[i];
        if (k == first_of[i + 1]) return;
        look(i, [&](const ImplicitWall& wall, const Sight& sight) {
            const float steepness = length(sight.gradient);
            const Vec3  out  = (-1 / max(steepness, 1e-20f)) * (wall.pose.turn * sight.gradient), x = xyz(look.position_volume[i]);
            const auto  rows = look.profile.rows(sight.share, steepness);
            Vec3        u, v;
            across(out, flat, u, v);
            for (int r = 0; r < rows.count; ++r, ++k) {
                constexpr float half_root = 0.8660254f;
                const Vec3 aside = rows.count == 2 ? (r == 0 ? 1.f : -1.f) * u : r == 0 ? u : -0.5f * u + (r == 1 ? half_root : -half_root) * v;
                set(first + k, wall, with_w(x - rows.back * out + rows.aside * aside, rows.volume));
                owner[k]  = i;
                normal[k] = out;
            }
        });
    }
    MOTE_FN void set(Index row, const ImplicitWall& wall, const Vec4& place) const {
        role[row]                = std::uint8_t(Role::wall);
        body[row]                = wall.body;
        position_volume[row]     = place;
        rest_density[row]        = wall_density;
        viscosity[row]           = wall.viscosity;
        pressure[row]            = mirror_pressure;
        temperature[row]         = wall.temperature;
        if (rest.data) rest[row] = wall.pose.undo(xyz(place));
    }
};

struct Cling {
    Look              look;
    View<const float> attraction, surface_tension, rest_density;
    View<Vec4>        wall, unliked;
    View<Vec3>        acceleration;

    MOTE_FN void operator()(Index i) const {
        Vec3 seen{}, left{}, pull{};
        look(i, [&](const ImplicitWall& w, const Sight& sight) {
            const Vec3  into  = w.pose.turn * sight.gradient;
            const float place = max(look.profile.distance_of(sight.share), 0.f) / look.profile.step;
            const Index k     = Index(min(place, float(WallProfileView::pieces)));
            seen += into;
            left += (1 - w.adhesion) * into;
            pull += (w.adhesion * attraction[k] / max(length(into), 1e-20f)) * into;
        });
        wall[i]    = with_w(seen, 0);
        unliked[i] = with_w(left, 0);
        acceleration[i] += (max(surface_tension[i], 0.f) / rest_density[i]) * pull;
    }
};

/// The implicit boundaries that are there, each with the field that is asked for.
template <class FieldOf>
void list_walls(const World& w, std::vector<ImplicitWall>& list, const FieldOf& field_of) {
    list.clear();
    for (std::size_t k = 0; k < w.boundaries.list.size(); ++k)
        if (const Boundary& b = w.boundaries.list[k]; b.field && b.is_here(w.time))
            list.push_back({field_of(b).view(), b.pose(w.time), wall_viscosity(b.friction), b.temperature, BodyId(k), b.adhesion});
}

}  // namespace

void make_contacts(World& w) {
    Boundaries& b = w.boundaries;
    Particles&  p = w.particles;
    if (!b.profile) return;
    Contacts& c = p.contacts;
    list_walls(w, b.implicit, [](const Boundary& from) -> const WallField& { return *from.field; });
    const auto walls = b.implicit_settings.on(w.exec, b.implicit);
    const auto look  = [&] { return Look{p.position_volume.read(), walls, b.profile->view(), Index(b.implicit.size()), w.spacing}; };
    c.first.resize(w.exec, p.size() + 1), c.unseen.resize(w.exec, p.size());
    parallel_for(w.exec, "contacts", p.size() + 1,
                 Count{look(), c.first.write(), c.unseen.write(), p.size(), Index(b.profile->host().rows_each()), w.dimension == 3 ? 45.f : 14.f});
    const Index count = exclusive_scan(w.exec, c.first.write().data, p.size() + 1);
    c.owner.resize(w.exec, count), c.normal.resize(w.exec, count);
    const Index first = p.append_private(w.exec, count);
    parallel_for(w.exec, "contacts", p.size(),
                 Fill{look(), c.first.read(), c.owner.write(), c.normal.write(), b.rest ? b.rest->write() : View<Vec3>{}, p.role.write(), p.body.write(),
                      p.position_volume.write(), p.rest_density.write(), p.viscosity.write(), p.pressure.write(), p.temperature.write(), first,
                      w.dimension == 2});
}

void find_clinging(World& w) {
    if (!w.boundaries.wide) return;
    WideWalls& b = *w.boundaries.wide;
    Particles& p = w.particles;
    list_walls(w, b.list, [](const Boundary& from) -> const WallField& { return from.wide_field ? *from.wide_field : *from.field; });
    w.surface.wall.resize(w.exec, p.size()), w.surface.unliked.resize(w.exec, p.size());
    parallel_for(w.exec, "clinging", p.size(),
                 Cling{{p.position_volume.read(), b.settings.on(w.exec, b.list), b.profile.view(), Index(b.list.size()), w.spacing}, b.attraction.read(),
                       p.surface_tension.read(), p.rest_density.read(), w.surface.wall.write(), w.surface.unliked.write(), p.acceleration.write()});
}

}  // namespace mote
