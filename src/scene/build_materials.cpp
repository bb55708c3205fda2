// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "builder.h"
#include "laws/point/elastic.h"
#include "laws/point/specific_heat.h"
#include "materials.h"

namespace mote {
namespace {

struct ShearLawOf {
    static void limit(ShearLaw& law, const ViscosityLimits& l) { law.smallest = l.smallest, law.largest = l.largest; }

    ShearLaw operator()(const NewtonianSpec&) const { return {}; }
    ShearLaw operator()(const PowerLawSpec& s) const {
        ShearLaw law{.kind = ShearLaw::Kind::power, .index = s.index, .rate = s.rate};
        limit(law, s.limits);
        return law;
    }
    ShearLaw operator()(const CarreauSpec& s) const { return thinning(s, ShearLaw::Kind::carreau); }
    ShearLaw operator()(const CrossSpec& s) const { return thinning(s, ShearLaw::Kind::cross); }
    ShearLaw operator()(const BinghamSpec& s) const { return (*this)(HerschelBulkleySpec{s.yield_stress, 1, 1, s.sharpness, s.limits}); }
    ShearLaw operator()(const HerschelBulkleySpec& s) const {
        ShearLaw law{.kind = ShearLaw::Kind::herschel_bulkley, .index = s.index, .rate = s.rate};
        law.yield_stress = s.yield_stress, law.sharpness = s.sharpness;
        limit(law, s.limits);
        return law;
    }
    template <class Spec>
    static ShearLaw thinning(const Spec& s, ShearLaw::Kind kind) {
        ShearLaw law{.kind = kind, .index = s.index};
        law.time = s.time, law.infinite = s.infinite;
        limit(law, s.limits);
        return law;
    }
};

/// Contact takes clusters for no stiffer than this, which keeps its short steps long where they take any step themselves.
constexpr float clusters_sound_speed = 20;  // [m/s]

Curve curve_of(const CurveSpec& points, bool logarithmic) {
    Curve c{.points = int(points.size()), .logarithmic = logarithmic};
    for (std::size_t k = 0; k < points.size(); ++k) {
        c.at[k]    = points[k].at;
        c.value[k] = logarithmic ? std::log(std::max(points[k].value, 1e-20f)) : points[k].value;
    }
    return c;
}
/// Shares of the modulus, which is the largest of its curve.
template <class Spec>
Curve firmness_of(const Spec& s) {
    Curve c = curve_of(s.youngs_modulus_curve, false);
    for (float& value : c.value) value /= s.youngs_modulus;
    return c;
}

Elastic elastic_of(const ElasticSpec& s, float density) {
    constexpr Elastic::Law laws[] = {Elastic::Law::corotated, Elastic::Law::saint_venant, Elastic::Law::neo_hookean, Elastic::Law::clusters};
    if (s.law == ElasticSpec::Law::clusters) {
        const float shear = 0.5f * std::min(s.youngs_modulus, density * clusters_sound_speed * clusters_sound_speed);
        return {.law = Elastic::Law::clusters, .shear = shear, .damping = s.damping, .modulus = s.youngs_modulus, .whole = s.cluster == ElasticSpec::Cluster::body, .firmness = firmness_of(s)};
    }
    Elastic e{laws[std::size_t(s.law)], lame_of(s.youngs_modulus, s.poissons_ratio), shear_of(s.youngs_modulus, s.poissons_ratio), s.volume_stiffness, s.damping};
    e.firmness = firmness_of(s);
    if (!s.fibre) return e;
    const Fibre       fibre = fibre_of(s);
    const FibreModuli m     = moduli_of(fibre);
    e.lame = float(m.lame), e.shear = float(m.shear);
    e.fibre   = normalised(fibre.direction);
    e.along   = float(m.along), e.mixed = float(m.mixed), e.twist = float(m.twist);
    e.fastest = 1.01f * wave_modulus(stiffness(fibre));
    return e;
}

struct PlasticOf {
    Plastic operator()(const NotPlasticSpec&) const { return {}; }
    Plastic operator()(const VonMisesSpec& s) const {
        return {.kind = Plastic::Kind::von_mises, .yield_stress = s.yield_stress, .hardening = s.hardening, .yield_curve = curve_of(s.yield_curve, false), .absorb_above = s.absorb_above.value_or(1e30f)};
    }
    Plastic operator()(const CreepSpec& s) const {
        return {.kind = Plastic::Kind::creep, .yield_strain = s.yield_strain, .rate = s.rate, .most_strain = s.most_strain, .absorb_above = s.absorb_above.value_or(1e30f)};
    }
};

}  // namespace

Fibre fibre_of(const ElasticSpec& s) {
    return {s.fibre->direction, s.fibre->youngs_modulus, s.youngs_modulus, s.fibre->shear_modulus.value_or(shear_of(s.youngs_modulus, s.poissons_ratio)),
            s.fibre->poissons_ratio, s.poissons_ratio};
}

const MaterialSpec& material_of_name(const Scene& scene, const std::string& name) {
    return std::find_if(scene.materials.begin(), scene.materials.end(), [&](const auto& m) { return m.first == name; })->second;
}
double heat_between(const MaterialSpec& m, double from, double to) {
    Material of;
    of.heat_capacity = m.heat_capacity, of.heat_curve = curve_of(m.heat_capacity_curve, false);
    return SpecificHeat{&of}.between(from, to);
}
const char* kind_of(const MaterialSpec& m) { return m.elastic ? "elastic" : m.rigid ? "rigid" : m.lattice ? "virtual" : "liquid"; }

MaterialSpec changed(const MaterialSpec& spec, const ChangeSpec& c) {
    MaterialSpec now = spec;
    const auto   set = [](float& value, const std::optional<float>& to) { value = to.value_or(value); };
    set(now.friction, c.friction), set(now.viscosity, c.viscosity);
    if (auto& e = now.elastic)
        set(e->youngs_modulus, c.youngs_modulus), set(e->poissons_ratio, c.poissons_ratio), set(e->volume_stiffness, c.volume_stiffness), set(e->damping, c.damping);
    if (auto& l = now.lattice) set(l->youngs_modulus, c.youngs_modulus), set(l->poissons_ratio, c.poissons_ratio), set(l->damping, c.damping);
    if (auto& v = now.viscoelastic) set(v->youngs_modulus, c.youngs_modulus), set(v->poissons_ratio, c.poissons_ratio);
    if (auto* metal = std::get_if<VonMisesSpec>(&now.plastic)) set(metal->yield_stress, c.yield_stress), set(metal->hardening, c.hardening);
    if (auto* gum = std::get_if<CreepSpec>(&now.plastic)) set(gum->yield_strain, c.yield_strain), set(gum->rate, c.rate);
    return now;
}

MaterialSchedule schedule_of(MaterialId number, const MaterialSpec& spec) {
    MaterialSchedule schedule{number, material_of(spec), {}};
    MaterialSpec     now = spec;
    for (const ChangeSpec& c : spec.changes) {
        now = changed(now, c);
        schedule.changes.push_back({double(c.time), double(c.over), material_of(now)});
    }
    return schedule;
}

namespace {

LatticeLaw lattice_of(const LatticeSpec& s) {
    const float rate = s.docking_rate.value_or(0);
    return {lame_of(s.youngs_modulus, s.poissons_ratio), shear_of(s.youngs_modulus, s.poissons_ratio), s.damping, s.strength, s.flaws, s.spread, rate, rate / s.closing_time.value_or(0.1f), 1 / s.setting_time, s.annealing_time ? 1 / *s.annealing_time : 0.f, firmness_of(s), curve_of(s.strength_curve, false)};
}

ViscoelasticLaw viscoelastic_of(const ViscoelasticSpec& s) {
    constexpr float at_once = 1e30f;
    const float     shear   = shear_of(1, s.poissons_ratio);
    ViscoelasticLaw law{shear * s.youngs_modulus, s.relaxation_time > 0 ? 1 / s.relaxation_time : s.yield_strain > 0 ? at_once : 0.f, s.yield_strain, curve_of(s.youngs_modulus_curve, false), curve_of(s.relaxation_time_curve, true)};
    for (float& value : law.rate_curve.value) value = -value;
    for (float& value : law.shear_curve.value) value *= shear;
    return law;
}

}  // namespace

Material material_of(const MaterialSpec& m) {
    return {.rest_density = m.density, .viscosity = m.viscosity, .surface_tension = m.adhesion > 0 ? -m.adhesion : m.surface_tension, .cohesion = m.cohesion,
            .conductivity = m.conductivity, .heat_capacity = m.heat_capacity, .diffusion = m.diffusion,
            .shear = std::visit(ShearLawOf{}, m.shear), .expansion = m.expansion,
            .reference_temperature = m.reference_temperature, .ambient_density = m.ambient_density, .drag = m.drag,
            .viscosity_curve = curve_of(m.viscosity_curve, true), .conductivity_curve = curve_of(m.conductivity_curve, false), .cohesion_curve = curve_of(m.cohesion_curve, false),
            .heat_curve = curve_of(m.heat_capacity_curve, false), .tension_curve = curve_of(m.surface_tension_curve, false),
            .cooling = m.cooling ? m.cooling->rate : 0.f, .emissivity = m.cooling ? m.cooling->emissivity : 0.f,
            .air_temperature = m.cooling ? m.cooling->to : 293.15f,
            .elastic = m.elastic ? elastic_of(*m.elastic, m.density) : Elastic{}, .plastic = std::visit(PlasticOf{}, m.plastic),
            .lattice = m.lattice ? lattice_of(*m.lattice) : LatticeLaw{}, .viscoelastic = m.viscoelastic ? viscoelastic_of(*m.viscoelastic) : ViscoelasticLaw{}, .friction = m.friction, .restitution = m.restitution,
            .rigid = m.rigid};
}

}  // namespace mote
