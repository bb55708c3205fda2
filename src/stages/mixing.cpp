// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Dirt and water make mud [Dingle, sections on dirt, water and mud: rates of 10 and 5 % in 0.1 s, as exponentials of any step].
//
// A particle of liquid that touches matter which takes it up loses the share 1 - exp(-k dt) of its mass, k being the mean rate of who touches it, and these have it by their rates and contact
//     c_ij = 1 - r^2/(1.5 spacings)^2:    x_ji = g_j k_i c_ij,    g_j = m_j (1 - exp(-k dt)) / sum_i k_i c_ij.
// Of two that have taken some up the wetter gives to the drier, at whose rate k, what makes them equal in time: with u liquid in a kilogram of dry matter d
//     x_ji = (1 - exp(-k dt)) c_ij/c (u_j - u_i) d_i d_j/(d_i + d_j),    c = sum of c_ij on a lattice.
// Both rows of a pair work out the same float, so what one gives the other takes to the last bit; what rounding takes from a sum stays in `rest`. Heat goes with it: x kilograms of j bring x (h(T_j) - h(T_i)) more than if
// they were as warm as i, with h of the liquid.
#include "exposed.h"
#include "latent.h"
#include "mote/mixture.h"

namespace mote {
namespace {

constexpr float least = 0.05f;  // of a spacing cubed: liquid that is less gives all

/// Who touches whom.
struct Contact {
    float per_square, all;  // 1/(1.5 spacings)^2; sum on a lattice

    explicit Contact(const MixtureSettings& s) : per_square(1 / (2.25f * s.spacing * s.spacing)), all(s.dimension == 2 ? 8.f / 3 : 14.f / 3) {}
    MOTE_HOT float operator()(const Vec4& a, const Vec4& b) const {
        const Vec3 r = xyz(a) - xyz(b);
        return max(0.f, 1 - dot(r, r) * per_square);
    }
    static constexpr float firm = 0.28f;  // half of that of two a spacing apart: from there on liquid goes at the full rate
};

struct Rows {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      mass, rest, dry;
    View<Vec4>             row;
    Index                  ours;

    MOTE_FN void operator()(Index i) const {
        row[i] = {};
        if (i >= ours) return;
        const Uptake& u = materials[material[i]].uptake;
        if (!u.takes()) return void(row[i] = {0, 0, 0, float(material[i] + 1)});
        const float all = mass[i], wet = (all - dry[i]) + rest[i];
        row[i] = {dry[i], wet / dry[i], wet < u.until * all ? u.rate : 0.f, float(u.liquid + 1)};
    }
};

struct Give {
    NeighbourView     neighbours;
    View<const Vec4>  position, row;
    View<const float> mass, rest, rest_density;
    View<float>       give;
    Contact           contact;
    Index             ours;
    float             cell, dt;

    MOTE_FN void operator()(Index i) const {
        give[i] = 0;
        if (i >= ours || row[i].x > 0) return;
        float weights = 0, rates = 0;
        neighbours.each_moving(i, [&](Index j) {
            if (row[j].w != row[i].w || !(row[j].z > 0)) return;
            const float c = contact(position[i], position[j]);
            weights += c, rates += row[j].z * c;
        });
        if (!(rates > 0)) return;
        const float all  = mass[i] + rest[i], k = rates / max(weights, Contact::firm);
        const float part = all < least * cell * rest_density[i] ? 1.f : -::expm1f(-k * dt);
        give[i]          = all * part / rates;
    }
};

struct Exchange {
    NeighbourView          neighbours;
    View<const Vec4>       position, row, velocity;
    View<const float>      give, mass, temperature;
    HeatOfRows             heat;
    View<const float>      left;  // of temperatures, that rounding has kept from them; empty: no heat flows
    View<float>            change, mixed_left;
    View<Vec4>             mixed;
    Contact                contact;
    float                  dt;

    /// What j gives i, both of one kind of liquid.
    MOTE_HOT float given(Index i, Index j) const {
        const Vec4  a = row[i], b = row[j];
        const float c = contact(position[i], position[j]);
        if (!(a.x > 0)) return 0;
        if (!(b.x > 0)) return a.z > 0 ? give[j] * a.z * c : 0.f;
        if (!(b.y > a.y)) return 0;
        return -::expm1f(-a.z * dt) * c / contact.all * (b.y - a.y) * a.x * b.x / (a.x + b.x);
    }
    MOTE_FN void operator()(Index i) const {
        double taken = 0, lost = 0;
        Vec3   momentum{};
        double       more = 0;  // [J]
        const double T = warmth(i);
        neighbours.each_moving(i, [&](Index j) {
            if (row[j].w != row[i].w) return;
            const float x = given(i, j);
            taken += double(x), lost += double(given(j, i));
            momentum += x * xyz(velocity[j]);
            if (x > 0 && warmth(j) != T) more += double(x) * liquid(i).between(T, warmth(j));
        });
        const Vec3 v  = xyz(velocity[i]);
        change[i]     = float(taken - lost);
        mixed[i]      = with_w(v, temperature[i]);
        mixed_left[i] = left.data ? left[i] : 0.f;
        if (!(taken > 0)) return;
        HeatState s{temperature[i], mixed_left[i], 0};
        if (more != 0) s.set(mixture(i, taken - lost).reached(T, more / (double(mass[i]) + (taken - lost))));
        mixed[i]      = with_w(v + (momentum - float(taken) * v) / (mass[i] + float(taken)), s.temperature);
        mixed_left[i] = s.rest;
    }
    MOTE_HOT double       warmth(Index i) const { return double(temperature[i]) + (left.data ? double(left[i]) : 0.); }
    MOTE_HOT SpecificHeat liquid(Index i) const { return {&heat.materials[heat.materials[heat.material[i]].uptake.liquid]}; }
    /// Of one that takes some up, after it.
    MOTE_HOT SpecificHeat mixture(Index i, double change_of) const {
        return {&heat.materials[heat.material[i]], liquid(i).matter, 1 - double(heat.dry[i]) / (double(mass[i]) + change_of)};
    }
};

struct Apply {
    Exposed              exposed;
    View<const Material> materials;
    View<const float>    dry, change, give;
    View<const Vec4>     mixed;
    View<MaterialId>     material;
    View<float>          mass, rest, moisture, temperature, left, latent;
    View<const float>    mixed_left;
    View<Vec4>           velocity;
    float                face, cell, dt;

    MOTE_FN void operator()(Index i) const {
        const Uptake& u    = materials[material[i]].uptake;
        double        wet  = double(mass[i]) + double(rest[i]) - double(dry[i]) + double(change[i]);
        const float   tiny = least * cell * materials[material[i]].rest_density;
        if (u.dries()) wet -= evaporated(i, u, wet);
        if (!u.takes() && (u.dries() || give[i] > 0) && wet < 1e-3 * double(tiny)) wet = 0;  // it was given away but for rounding
        if (!u.takes() && u.dries() && wet < double(tiny) && !(give[i] > 0)) wet = 0;
        const double exact = max(wet, 0.) + double(dry[i]);
        mass[i]        = float(exact);
        rest[i]        = float(exact - double(mass[i]));
        velocity[i]    = with_w(xyz(mixed[i]), velocity[i].w);
        temperature[i] = mixed[i].w;
        if (left.data) left[i] = mixed_left[i];
        moisture[i]    = u.takes() ? float(max(wet, 0.) / exact) : materials[material[i]].is_lattice() ? 0.f : 1.f;
        if (u.takes() && moisture[i] > u.above) turn(i, u.wetter);
        else if (u.takes() && moisture[i] < u.below) turn(i, u.drier);
    }
    MOTE_HOT double evaporated(Index i, const Uptake& u, double wet) const {
        const float area = exposed(i);
        return area > 0 ? min(max(wet, 0.), double(u.evaporation * area * dt) - wet * double(::expm1f(-u.drying * area / face * dt))) : 0.;
    }
    MOTE_FN void turn(Index i, MaterialId to) const {
        HeatViews{materials, material, temperature, left, latent, View<const float>{mass.data}, dry}.turn(i, to, level_of(materials, material[i], to));
    }
};

}  // namespace

bool has_mixtures(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.uptake.takes() || m.uptake.dries()) return true;
    return false;
}

void exchange_liquids(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, View<const Material> materials, Mixture& mix, Heat* heat, const MixtureSettings& s) {
    const Index   rows = p.rows() + 1;  // nobody too
    const Contact contact(s);
    const float   face = s.dimension == 3 ? s.spacing * s.spacing : s.spacing, cell = face * s.spacing;
    mix.row.resize(exec, rows), mix.give.resize(exec, rows), mix.change.resize(exec, rows), mix.mixed.resize(exec, rows), mix.left.resize(exec, rows);
    parallel_for(exec, "mixing", rows, Rows{materials, p.material.read(), p.mass.read(), mix.rest.read(), mix.dry.read(), mix.row.write(), p.size()});
    refresh(exec, p, mix.row.write());
    parallel_for(exec, "mixing", rows,
                 Give{neighbours.view(), p.position_volume.read(), mix.row.read(), p.mass.read(), mix.rest.read(), p.rest_density.read(), mix.give.write(), contact, p.size(), cell, s.dt});
    refresh(exec, p, mix.give.write());
    parallel_for(exec, "mixing", p.size(),
                 Exchange{neighbours.view(), p.position_volume.read(), mix.row.read(), p.velocity_density.read(), mix.give.read(), p.mass.read(), p.temperature.read(), {materials, p.material.read(), p.mass.read(), mix.dry.read()},
                          heat ? heat->rest.read() : View<const float>{}, mix.change.write(), mix.left.write(), mix.mixed.write(), contact, s.dt});
    parallel_for(exec, "mixing", p.size(),
                 Apply{Exposed(neighbours.view(), p.position_volume.read(), kernel, s.spacing, s.facing), materials, mix.dry.read(), mix.change.read(), mix.give.read(), mix.mixed.read(), p.material.write(),
                       p.mass.write(), mix.rest.write(), mix.moisture.write(), p.temperature.write(), heat ? heat->rest.write() : View<float>{}, heat && heat->latent ? heat->latent->write() : View<float>{}, mix.left.read(), p.velocity_density.write(), face, cell, s.dt});
}

}  // namespace mote
