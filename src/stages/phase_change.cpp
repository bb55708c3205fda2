// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Who turns into what. By chance [Wicke, Hatt, Pauly, Mueller & Gross 2006, section 5]: warm matter with a rate r (T - T_m), cold matter with
//     r max(0, T_f - T) max(0, n - n0 + 1) min(1, v_max/|v - v'|) min(1, s_max/s) + r0 max(0, T_f - T),
// s being how far it is off free sites of their crystals, in place of the force that these would pull it there with, r0 that of nucleation, n and v' being the number and the mean velocity of neighbours that are frozen already. Each factor is clamped, or two that are negative would
// freeze what is hot; the 1 lets the first one freeze where n0 = 0. A cold wall counts among those neighbours, at the speed of the particle.
#include "mote/phase_change.h"

#include "latent.h"
#include "mote/neighbours.h"
#include "mote/random.h"

namespace mote {
namespace {

HeatViews views_of(Particles& p, View<const Material> materials, Heat& heat) {
    return {materials, p.material.write(), p.temperature.write(), heat.rest.write(), heat.latent ? heat.latent->write() : View<float>{}, p.mass.read(), heat.dry ? heat.dry->read() : View<const float>{}};
}

struct TakeUp {
    HeatViews v;

    MOTE_FN void operator()(Index i) const {
        HeatState s{v.temperature[i], v.rest[i], v.latent[i]};
        take_up(v.heat_of()(i), s);
        v.temperature[i] = s.temperature, v.rest[i] = s.rest, v.latent[i] = s.latent;
    }
};

struct TurnByHeat {
    HeatViews v;

    MOTE_FN Index operator()(Index i) const {
        const Material&   m = v.materials[v.material[i]];
        const float       q = v.latent[i];
        const Transition& t = q > 0 ? m.warmer : m.cooler;
        if (q == 0 || !t.by_heat() || abs(q) < t.latent) return 0;
        v.turn(i, t.to, t.at);
        return 1;
    }
};

/// Materials of matter; of walls their temperature with a minus, where it counts.
struct Kinds {
    View<const MaterialId>   material;
    View<const BodyId>       body;
    View<const float>        temperature;
    View<const std::uint8_t> insulated;
    View<float>              kind;
    Index                    matter, rows;

    MOTE_FN void operator()(Index i) const {
        const bool wall = i >= matter && i < rows && !insulated[body[i]];
        kind[i]         = i < matter ? float(material[i]) : wall ? -max(temperature[i], 1.f) : -1e9f;
    }
};

struct TurnByChance {
    HeatViews              v;
    NeighbourView          neighbours;
    View<const float>      kind, misfit;  // misfit: empty where nobody asks
    View<const Vec4>       velocity;
    View<const ParticleId> id;
    ChanceSettings         settings;

    MOTE_FN Index operator()(Index i) const {
        const Material& m = v.materials[v.material[i]];
        const float     T = v.temperature[i];
        if (m.warmer.by_chance() && T > m.warmer.at) return draw(i, m.warmer, m.warmer.rate * (T - m.warmer.at));
        if (m.cooler.by_chance() && T < m.cooler.at) return draw(i, m.cooler, (m.cooler.rate * ease(i, m.cooler) + m.cooler.nucleation) * (m.cooler.at - T));
        return 0;
    }
    MOTE_FN Index draw(Index i, const Transition& t, float rate) const {
        const float chance = 1 - exp(-rate * settings.dt);
        if (!(random_uniform(settings.seed, id[i], std::uint32_t(settings.step), Purpose::phase_change) < chance)) return 0;
        v.turn(i, t.to, t.at);
        return 1;
    }
    MOTE_FN float ease(Index i, const Transition& t) const {
        const float frozen = float(t.to), at = t.at;
        const Vec3  v_i    = xyz(velocity[i]);
        const auto  sums   = neighbours.sum(i, [&](auto j) {
            const auto k_j  = kind[j];
            const auto same = select(abs(k_j - frozen) < 0.5f, 0.f * k_j + 1.f, 0.f * k_j);
            const auto wall = select(k_j < -0.5f, select(k_j > -at, 0.f * k_j + 1.f, 0.f * k_j), 0.f * k_j);
            return Both{same + wall, same * (v_i - xyz(velocity[j]))};
        });
        const float n = sums.first, crowd = max(0.f, n - t.neighbours + 1), passing = n > 0 ? length(sums.second) / n : 0.f;
        const float fit = misfit.data && misfit[i] > t.misfit ? t.misfit / misfit[i] : 1.f;
        return crowd * fit * (passing > t.speed ? t.speed / passing : 1.f);
    }
};

struct MarkBody {
    View<const BodyId> body;
    View<float>        mark;
    Index              rows;
    BodyId             wanted;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows && body[i] == wanted ? 1.f : 0.f; }
};

struct MarkBecoming {
    NeighbourView          neighbours;
    View<const Vec4>       position;
    View<const MaterialId> material;
    View<const BodyId>     body;
    View<const float>      touching;  // empty: touch does not count
    View<Index>            mark;
    Box                    box;
    Index                  rows;
    MaterialId             from;
    BodyId                 touched;
    float                  reach2;

    MOTE_FN void operator()(Index i) const { mark[i] = i < rows && material[i] == from && box.contains(xyz(position[i])) && touches(i) ? 1 : 0; }
    MOTE_FN bool touches(Index i) const {
        if (!touching.data) return true;
        if (body[i] == touched) return false;
        const auto x_i = xyz(position[i]);
        return neighbours.sum(i, [&](auto j) {
            const auto x_ij = x_i - xyz(position[j]);
            return select(dot(x_ij, x_ij) < reach2, touching[j], 0.f * touching[j]);
        }) > 0;
    }
};

struct TurnListed {
    HeatViews          v;
    View<const Index> which;
    MaterialId        to;

    MOTE_FN void operator()(Index k) const { v.turn(which[k], to, level_of(v.materials, v.material[which[k]], to)); }
};

}  // namespace

bool has_latent_heat(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.warmer.by_heat() || m.cooler.by_heat()) return true;
    return false;
}
bool has_chances(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.warmer.by_chance() || m.cooler.by_chance()) return true;
    return false;
}

bool fits_crystals(std::span<const Material> materials) {
    for (const Material& m : materials)
        if (m.cooler.by_chance() && m.cooler.misfit < 1e29f) return true;
    return false;
}

void take_up_latent(const Exec& exec, Particles& p, View<const Material> materials, Heat& heat) {
    if (heat.latent) parallel_for(exec, "latent heat", p.size(), TakeUp{views_of(p, materials, heat)});
}

Index turn_by_heat(const Exec& exec, Particles& p, View<const Material> materials, Heat& heat) {
    return heat.latent ? reduce(exec, "phase change", p.size(), Index(0), TurnByHeat{views_of(p, materials, heat)}, Plus{}) : 0;
}

Index turn_by_chance(const Exec& exec, Particles& p, const Neighbours& neighbours, View<const Material> materials, Heat& heat, PhaseWork& work,
                     const ChanceSettings& settings) {
    work.kind.resize(exec, p.rows() + 1);
    parallel_for(exec, "phase change", p.rows() + 1,
                 Kinds{p.material.read(), p.body.read(), p.temperature.read(), heat.insulated_settings.on(exec, heat.insulated), work.kind.write(), p.size(), p.rows()});
    refresh(exec, p, work.kind.write());
    return reduce(exec, "phase change", p.size(), Index(0),
                  TurnByChance{views_of(p, materials, heat), neighbours.view(), work.kind.read(), work.misfit.read(), p.velocity_density.read(), p.id.read(), settings}, Plus{});
}

void mark_becoming(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Becoming& becoming, const Box& box, float reach, PhaseWork& work,
                   View<Index> mark) {
    if (becoming.by_touch) {
        work.mark.resize(exec, p.rows() + 1);
        parallel_for(exec, "phase change", p.rows() + 1, MarkBody{p.body.read(), work.mark.write(), p.rows(), becoming.touching});
    }
    parallel_for(exec, "phase change", p.size() + 1,
                 MarkBecoming{neighbours.view(), p.position_volume.read(), p.material.read(), p.body.read(), becoming.by_touch ? work.mark.read() : View<const float>{}, mark,
                              box, p.size(), becoming.from, becoming.touching, reach * reach});
}

void turn_listed(const Exec& exec, Particles& p, View<const Material> materials, Heat* heat, MaterialId to, View<const Index> which, Index count) {
    const HeatViews rows = heat ? views_of(p, materials, *heat) : HeatViews{materials, p.material.write(), {}, {}, {}, {}, {}};
    parallel_for(exec, "phase change", count, TurnListed{rows, which, to});
}

}  // namespace mote
