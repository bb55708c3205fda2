// Copyright (c) 2026 The Mote authors. MIT licence.
#include "source_layers.h"

#include "rows.h"

namespace mote {
namespace {

constexpr float nearest_allowed = 0.6f;  // spacings between a new particle and any other

/// Marks who is nearer than `reach` to the layer that is `ahead` [m] of the opening: its own rows, or those of others.
struct MarkLayer {
    View<const std::uint16_t> behind;
    View<const Vec4>          position_volume;
    View<Index>               mark;
    Mouth                     mouth;
    float                     ahead, reach;
    Index                     rows;
    std::uint16_t             number;
    bool                      own;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows && (behind[i] == number) == own && is_near(xyz(position_volume[i])) ? 1 : 0; }
    MOTE_FN bool is_near(const Vec3& x) const {
        const auto at = mouth.spot_of(x);
        return abs(at.height - ahead) < reach && (own || mouth.is_over(at, 1));
    }
};
Index list_layer(World& w, const Source& s, float ahead, float reach, bool own) {
    const Particles& p = w.particles;
    w.marked.mark.resize(w.exec, p.rows() + 1);
    parallel_for(w.exec, "source layer", p.rows() + 1,
                 MarkLayer{w.sources->behind.read(), p.position_volume.read(), w.marked.mark.write(), Mouth(s), ahead, reach, p.rows(), number_of(w, s), own});
    return list_marked(w, p.rows());
}

/// Finds the places whose particle, `ahead` [m] of the opening, would meet somebody.
void find_taken(World& w, const Source& s, float ahead, std::vector<std::uint8_t>& taken) {
    const float near  = nearest_allowed * w.spacing;
    const Index count = list_layer(w, s, ahead, near, false);
    taken.assign(s.lattice.places.size(), 0);
    if (count == 0) return;
    const auto  list = w.marked.list.host();
    const Mouth mouth(s);
    for (Index n = 0; n < count; ++n) {
        const Vec3 x  = xyz(list[n].position_volume);
        const auto at = mouth.spot_of(x);
        s.lattice.visit_places(at.u, at.v, [&](Index k) {
            if (length(x - s.lattice.places[k] - ahead * s.direction) < near) taken[k] = 1;
        });
    }
}

/// Makes matter of the rows of the list that stay.
struct Release {
    View<const MarkedRow> list;
    View<std::uint8_t>    role;
    View<Vec4>            position_volume, velocity_density;
    View<float>           mass, rest_density, viscosity, pressure;
    View<std::uint16_t>   behind;
    Vec3                  velocity;
    float                 material_density, material_viscosity;

    MOTE_FN void operator()(Index k) const {
        if (list[k].fate != MarkedRow::stays) return;
        const Index i       = list[k].row;
        role[i]             = std::uint8_t(Role::matter);
        mass[i]             = material_density * list[k].position_volume.w;
        position_volume[i]  = list[k].position_volume;
        velocity_density[i] = with_w(velocity, material_density);
        rest_density[i]     = material_density;
        viscosity[i]        = material_viscosity;
        pressure[i]         = 0;
        behind[i]           = 0;
    }
};

/// Decides which rows of a layer become matter, and where. False where not all of them do.
bool decide(World& w, Source& s, float ahead, Index count) {
    const auto& taken = w.sources->taken;
    const auto  list  = w.marked.list.edit();
    const Mouth mouth(s);
    bool        all = true;
    for (Index n = 0; n < count; ++n) {
        const Vec3 x     = xyz(list[n].position_volume);
        const auto at    = mouth.spot_of(x);
        Index      place = SourceLattice::none;
        s.lattice.visit_places(std::round(at.u), std::round(at.v), [&](Index k) {
            if (length(s.lattice.places[k] + ahead * s.direction - x) < 0.5f * s.lattice.pitch) place = k;
        });
        check(place != SourceLattice::none, "a row behind an opening belongs to one of its places");
        if (taken[place] || s.is_spent()) {
            s.refused += taken[place];
            list[n].fate = 0;
            all          = false;
            continue;
        }
        ++s.emitted;
        list[n].position_volume = with_w(s.lattice.places[place] + ahead * s.direction, s.volume);
    }
    return all;
}

/// Rows behind an opening.
struct Lay {
    View<const Vec3>    place;
    View<ParticleId>    id;
    View<std::uint8_t>  role;
    View<MaterialId>    material;
    View<BodyId>        body;
    View<Vec4>          position_volume, velocity_density;
    View<float>         rest_density, viscosity, pressure, temperature, concentration;  // the last: where there is one
    View<std::uint16_t> behind;
    Index               first;
    ParticleId          first_id;
    MaterialId          of_material;
    BodyId              of_body;
    std::uint16_t       number;
    Vec3                ahead, velocity;
    float               volume, density, warmth, dissolved;

    MOTE_FN void operator()(Index k) const {
        const Index i       = first + k;
        id[i]               = first_id + k;
        role[i]             = std::uint8_t(Role::wall);
        material[i]         = of_material;
        body[i]             = of_body;
        position_volume[i]  = with_w(place[k] + ahead, volume);
        velocity_density[i] = with_w(velocity, density);
        rest_density[i]     = wall_density;
        viscosity[i]        = wall_friction;
        pressure[i]         = mirror_pressure;
        temperature[i]      = warmth;
        behind[i]           = number;
        if (concentration.data) concentration[i] = dissolved;
    }
};

}  // namespace

void release_layer(World& w, Source& s, float ahead) {
    Particles&      p = w.particles;
    const Material& m = w.materials[s.material];
    find_taken(w, s, ahead, w.sources->taken);
    ++s.layers;
    const Index count = list_layer(w, s, ahead, 0.5f * w.spacing, true);
    if (count == 0) return;
    const bool all = decide(w, s, ahead, count);
    parallel_for(w.exec, "source layer", count,
                 Release{w.marked.list.read(), p.role.write(), p.position_volume.write(), p.velocity_density.write(), p.mass.write(),
                         p.rest_density.write(), p.viscosity.write(), p.pressure.write(), w.sources->behind.write(), s.speed * s.direction,
                         m.rest_density, m.viscosity});
    if (!all) take_out_listed(w, count, p.rows());
}

void lay_layer(World& w, Source& s, float ahead, const Vec3& velocity) {
    Particles&  p     = w.particles;
    const Index count = Index(s.lattice.places.size()), first = p.append(count);
    parallel_for(w.exec, "source layer", count,
                 Lay{w.sources->places.on(w.exec, s.lattice.places), p.id.write(), p.role.write(), p.material.write(), p.body.write(),
                     p.position_volume.write(), p.velocity_density.write(), p.rest_density.write(), p.viscosity.write(), p.pressure.write(),
                     p.temperature.write(), w.solute ? w.solute->concentration.write() : View<float>{}, w.sources->behind.write(), first, p.next_id,
                     s.material, s.body, number_of(w, s), ahead * s.direction, velocity, s.volume, w.materials[s.material].rest_density,
                     s.temperature, s.concentration});
    p.next_id += count;
    ++s.laid;
}

}  // namespace mote
