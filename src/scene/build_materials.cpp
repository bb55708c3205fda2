// Copyright (c) 2026 The Mote authors. MIT licence.
#include "builder.h"
#include "laws/point/elastic.h"

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

Elastic elastic_of(const ElasticSpec& s) {
    constexpr Elastic::Law laws[] = {Elastic::Law::corotated, Elastic::Law::saint_venant, Elastic::Law::neo_hookean};
    return {laws[std::size_t(s.law)], lame_of(s.youngs_modulus, s.poissons_ratio), shear_of(s.youngs_modulus, s.poissons_ratio), s.volume_stiffness, s.damping};
}

struct PlasticOf {
    Plastic operator()(const NotPlasticSpec&) const { return {}; }
    Plastic operator()(const VonMisesSpec& s) const {
        return {.kind = Plastic::Kind::von_mises, .yield_stress = s.yield_stress, .hardening = s.hardening};
    }
    Plastic operator()(const CreepSpec& s) const {
        return {.kind = Plastic::Kind::creep, .yield_strain = s.yield_strain, .rate = s.rate, .most_strain = s.most_strain};
    }
};

}  // namespace

Material material_of(const MaterialSpec& m) {
    return {.rest_density = m.density, .viscosity = m.viscosity, .surface_tension = m.surface_tension,
            .conductivity = m.conductivity, .heat_capacity = m.heat_capacity, .diffusion = m.diffusion,
            .shear = std::visit(ShearLawOf{}, m.shear), .expansion = m.expansion,
            .reference_temperature = m.reference_temperature, .ambient_density = m.ambient_density, .drag = m.drag,
            .elastic = m.elastic ? elastic_of(*m.elastic) : Elastic{}, .plastic = std::visit(PlasticOf{}, m.plastic), .friction = m.friction, .restitution = m.restitution,
            .rigid = m.rigid};
}

}  // namespace mote
