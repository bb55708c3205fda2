// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The field lists of materials and of pairs of them (see scene_fields.h).
#pragma once
#include "scene/shape_fields.h"

namespace mote {

template <class Visit>
void fields(ViscosityLimits& l, Visit&& field) {
    field("smallest", l.smallest, "Pa s", between(0, 1e9), "No viscosity is below this.");
    field("largest", l.largest, "Pa s", positive_up_to(1e9), "No viscosity is above this.");
}
template <class Visit>
void index_field(float& index, Visit&& field) {
    field("index", index, "", between(0.05, 4), "Flow index n: below 1 shear makes it thinner, above 1 thicker.");
}
template <class Visit>
void rate_field(float& rate, Visit&& field) {
    field("rate", rate, "1/s", positive_up_to(1e6),
          "Rate of shear at which a power law has the viscosity of the material; at 1/s that is the consistency.");
}
/// What Carreau and Cross have in common.
template <class Spec, class Visit>
void thinning_fields(Spec& s, Visit&& field) {
    index_field(s.index, field);
    field("time", s.time, "s", positive_up_to(1e6), "Relaxation time: thinning begins at a rate of 1/time.");
    field("infinite", s.infinite, "Pa s", between(0, 1e9), "Viscosity at the highest rates; the material's own is that at rest.");
    fields(s.limits, field);
}
template <class Spec, class Visit>
void yield_fields(Spec& s, Visit&& field) {
    field("yield_stress", s.yield_stress, "Pa", between(0, 1e9), "Shear stress below which it holds its shape.");
    field("sharpness", s.sharpness, "s", positive_up_to(1e6),
          "How stiff it is below: sharpness times yield stress is the viscosity at rest (Papanastasiou's m).");
}
template <>
struct KindName<NewtonianSpec> {
    static constexpr const char* name = "newtonian";
    static constexpr const char* help = "The viscosity does not depend on the rate.";
};
template <class Visit>
void fields(NewtonianSpec&, Visit&&) {}
template <>
struct KindName<PowerLawSpec> {
    static constexpr const char* name = "power";
    static constexpr const char* help = "viscosity (gamma/rate)^(index - 1): paint, ketchup (index below 1), starch (above 1).";
};
template <class Visit>
void fields(PowerLawSpec& s, Visit&& field) {
    index_field(s.index, field);
    rate_field(s.rate, field);
    fields(s.limits, field);
}
template <>
struct KindName<CarreauSpec> {
    static constexpr const char* name = "carreau";
    static constexpr const char* help = "From the viscosity at rest to `infinite`: infinite + (viscosity - infinite) (1 + (time gamma)^2)^((index - 1)/2).";
};
template <class Visit>
void fields(CarreauSpec& s, Visit&& field) {
    thinning_fields(s, field);
}
template <>
struct KindName<CrossSpec> {
    static constexpr const char* name = "cross";
    static constexpr const char* help = "From the viscosity at rest to `infinite`: infinite + (viscosity - infinite)/(1 + (time gamma)^(1 - index)).";
};
template <class Visit>
void fields(CrossSpec& s, Visit&& field) {
    thinning_fields(s, field);
}
template <>
struct KindName<BinghamSpec> {
    static constexpr const char* name = "bingham";
    static constexpr const char* help = "Holds its shape below a yield stress and flows with its viscosity above: toothpaste, mud.";
};
template <class Visit>
void fields(BinghamSpec& s, Visit&& field) {
    yield_fields(s, field);
    fields(s.limits, field);
}
template <>
struct KindName<HerschelBulkleySpec> {
    static constexpr const char* name = "herschel_bulkley";
    static constexpr const char* help = "A yield stress and a power law above it: mayonnaise, concrete, blood.";
};
template <class Visit>
void fields(HerschelBulkleySpec& s, Visit&& field) {
    yield_fields(s, field);
    index_field(s.index, field);
    rate_field(s.rate, field);
    fields(s.limits, field);
}
inline constexpr const char* absorb_help =
    "Logarithmic plastic strain after which the present shape becomes the one at rest, with its particles in order again; 0.3 for what flows far. Left out: it never does.";
template <>
struct KindName<NotPlasticSpec> {
    static constexpr const char* name = "none";
    static constexpr const char* help = "it returns to its shape whatever happens.";
};
template <class Visit>
void fields(NotPlasticSpec&, Visit&&) {}
template <>
struct KindName<VonMisesSpec> {
    static constexpr const char* name = "von_mises";
    static constexpr const char* help = "metal and clay: what is stressed more than the yield stress flows at once, at constant volume.";
};
template <class Visit>
void fields(VonMisesSpec& s, Visit&& field) {
    field("yield_stress", Curved{&s.yield_stress, &s.yield_curve, "K"}, "Pa", positive_up_to(1e13), "Tension of a thin bar at which it begins to flow. Soft clay has some kPa, copper 70 MPa, steel 250 MPa.", Notes{.required = true});
    field("hardening", s.hardening, "Pa", between(0, 1e13), "How much that grows for a plastic strain of 1; 0 is perfectly plastic.");
    field("absorb_above", s.absorb_above, "", between(0.1, 20), absorb_help);
}
template <>
struct KindName<CreepSpec> {
    static constexpr const char* name = "creep";
    static constexpr const char* help = "gum and wax: strain above the yield strain fades in time.";
};
template <class Visit>
void fields(CreepSpec& s, Visit&& field) {
    field("yield_strain", s.yield_strain, "", between(0, 100), "Elastic strain that stays for ever.");
    field("rate", s.rate, "1/s", positive_up_to(1e9), "How fast more than that fades.");
    field("most_strain", s.most_strain, "", positive_up_to(20), "Plastic strain that it can store; what is pulled further is elastic again. Logarithmic; 20 is no limit.");
    field("absorb_above", s.absorb_above, "", between(0.1, 20), absorb_help);
}
template <class Visit>
void fields(FibreSpec& f, Visit&& field) {
    field("direction", f.direction, "", any_place, "Their direction at the start, of any length.", Notes{.required = true, .in_plane = true});
    field("youngs_modulus", f.youngs_modulus, "Pa", positive_up_to(1e13), "Stress by strain of a bar that is pulled along them. Spruce has 10 GPa, and 0.5 GPa across.", Notes{.required = true});
    field("shear_modulus", f.shear_modulus, "Pa", positive_up_to(1e13), "Shear stress by shear of planes that contain them; that across where left out.");
    field("poissons_ratio", f.poissons_ratio, "", between(-10, 10), "Pulled along them: how much thinner, over how much longer.");
}
template <class Visit>
void fields(ElasticSpec& e, Visit&& field) {
    field("youngs_modulus", Curved{&e.youngs_modulus, &e.youngs_modulus_curve, "K"}, "Pa", positive_up_to(1e13),
          "Stress by strain of a thin bar that is pulled. Jelly has some kPa, soft rubber 1 MPa, steel 210 GPa. By temperature, all that resists strain follows it in step.",
          Notes{.required = true});
    field("poissons_ratio", e.poissons_ratio, "", Range{-1, 0.5, true, true}, "How much thinner that bar becomes, over how much longer. Rubber has nearly 0.5, cork 0.");
    field("law", e.law, {"corotated", "saint_venant", "neo_hookean", "clusters"},
          "Energy of large strains; small ones are Hooke's with any. corotated: linear in stretches and in the volume. saint_venant: Green's strain; weak where it is crushed. neo_hookean: rubber, and sound when turned inside out. "
          "clusters: shape matching, fast and stable with any step and any deformation; its Poisson's ratio is 0 whatever is given, and in long steps it is softer than its modulus.");
    field("cluster", e.cluster, {"particle", "body"}, "With the law clusters, what returns to its shape as one: each particle with its neighbours, or the whole body, which then wobbles and does not bend.");
    field("volume_stiffness", e.volume_stiffness, "Pa", between(0, 1e13), "More resistance to changes of volume.");
    field("damping", e.damping, "s", between(0, 1e3), "Stress by the rate of strain, over that by strain (Rayleigh's beta). Leaves rotations alone.");
    field("fibre", e.fibre, "Makes it stiffer, or softer, along fibres than across, which the other values are then of: wood, muscle, reinforced rubber.");
}
template <class Visit>
void fields(LatticeSpec& l, Visit&& field) {
    field("youngs_modulus", Curved{&l.youngs_modulus, &l.youngs_modulus_curve, "K"}, "Pa", positive_up_to(1e13), "Stress by strain of a thin bar that is pulled.", Notes{.required = true});
    field("poissons_ratio", l.poissons_ratio, "", Range{-1, 0.5, true, true}, "How much thinner that bar becomes, over how much longer.");
    field("damping", l.damping, "s", between(0, 1e3), "Stress by the rate of strain, over that by strain. Leaves rotations alone.");
    field("strength", Curved{&l.strength, &l.strength_curve, "K"}, "Pa", between(0, 1e13), "Tension that tears it. With 0 it tears only when particles are drawn apart farther than the support, so that it flows before.");
    field("flaws", l.flaws, "", Range{0, 1, false, true}, "How much weaker than `strength` the weakest particle is; others lie between, at random, so that cracks wander.");
    field("spread", l.spread, "", Range{0, 1, false, true}, "By how much single bonds are weaker or stronger than `strength`, at random; their mean is `strength`.");
    field("docking_rate", l.docking_rate, "1/s", positive_up_to(1e9), "How fast a free place of its crystal takes in a particle that comes to it. Where left out it does so at once: what is torn welds where it touches.");
    field("closing_time", l.closing_time, "s", positive_up_to(1e6), "A place that was free for so long is closed for ever: cracks stay open. Of a material with a docking_rate; 0.1 s where left out.");
    field("setting_time", l.setting_time, "s", positive_up_to(1e6), "How long it takes to become stiff after it has frozen; till then it comes to rest, so that what does not fit in its crystal is not thrown about.");
    field("annealing_time", l.annealing_time, "s", positive_up_to(1e6), "In which particles that froze off the crystal go to its sites. It takes no force. Where left out they stay where they froze.");
}
template <class Visit>
void fields(ViscoelasticSpec& v, Visit&& field) {
    field("youngs_modulus", Curved{&v.youngs_modulus, &v.youngs_modulus_curve, "K"}, "Pa", between(0, 1e13),
          "Stress by strain of a thin bar that is pulled quickly. 0: a plain liquid. Slime has some kPa, gum some 10 kPa.", Notes{.required = true});
    field("poissons_ratio", v.poissons_ratio, "", between(0, 0.5), "Pressure keeps the volume whatever it is; the shear modulus is youngs_modulus/(2 (1 + poissons_ratio)).");
    field("relaxation_time", Curved{&v.relaxation_time, &v.relaxation_time_curve, "K"}, "s", between(0, 1e9),
          "In which it forgets all but 1/e of its strain, so that it flows (Maxwell); by temperature its logarithm is straight between points. Its viscosity in slow flow is the shear modulus times this, and that of the material. 0: never, or at once beyond yield_strain.");
    field("yield_strain", v.yield_strain, "", between(0, 5), "Strain that it does not forget: it springs back from less, and keeps dents of more. 0: it forgets all.");
}
template <class Visit>
void fields(ChangeSpec& c, Visit&& field) {
    field("time", c.time, "s", between(0, 1e6), "When it begins.", Notes{.required = true});
    field("over", c.over, "s", between(0, 1e6), "How long it takes, evenly; 0 is at once.");
    field("youngs_modulus", c.youngs_modulus, "Pa", positive_up_to(1e13), "What `elastic`, `lattice` or `viscoelastic` has from then on.");
    field("poissons_ratio", c.poissons_ratio, "", Range{-1, 0.5, true, true}, "The same.");
    field("volume_stiffness", c.volume_stiffness, "Pa", between(0, 1e13), "The same.");
    field("damping", c.damping, "s", between(0, 1e3), "The same.");
    field("yield_stress", c.yield_stress, "Pa", positive_up_to(1e13), "What `plastic` has from then on, with the law von_mises.");
    field("hardening", c.hardening, "Pa", between(0, 1e13), "The same.");
    field("yield_strain", c.yield_strain, "", between(0, 100), "What `plastic` has from then on, with the law creep.");
    field("rate", c.rate, "1/s", positive_up_to(1e9), "The same.");
    field("friction", c.friction, "", between(0, 100), "What the material has from then on; of a solid.");
    field("viscosity", c.viscosity, "Pa s", between(0, 1e9), "The same; of a liquid.");
}
/// Melting and boiling, freezing and condensing.
template <class Visit>
void fields(TransitionSpec& t, Visit&& field) {
    field("at", t.at, "K", positive_up_to(1e6), "Temperature at which it happens.", Notes{.required = true});
    field("to", t.to, "The material that it becomes.", Notes{.required = true});
    field("latent_heat", t.latent_heat, "J/kg", positive_up_to(1e12),
          "Heat that it takes, or gives where it gets colder, at that temperature; that of the way back where left out. Ice takes 333.6 kJ/kg, boiling water 2257 kJ/kg.");
    field("rate", t.rate, "1/(K s)", positive_up_to(1e9),
          "Instead of latent_heat: it happens by chance, to a share of 1 - exp(-rate |T - at| dt) in a time dt.");
    field("neighbours", t.neighbours, "", between(0, 1000), "With a rate, where it gets colder: so many neighbours must have changed already, or be of a boundary that is colder than `at`. More make it faster.");
    field("speed", t.speed, "m/s", positive_up_to(1e6), "With a rate, where it gets colder: what moves faster than this past those neighbours changes less often.");
    field("misfit", t.misfit, "", positive_up_to(10), "With a rate, into a virtual material: what is further than this, in distances of sites, off the free sites of crystals beside it changes less often, so that crystals grow on. Try 0.1.");
    field("nucleation", t.nucleation, "1/(K s)", positive_up_to(1e9), "With a rate and neighbours: the rate at which it changes without any, and so begins a crystal of its own.");
}
template <class Visit>
void fields(BecomesSpec& b, Visit&& field) {
    field("to", b.to, "The material that it becomes.", Notes{.required = true});
    field("after", b.after, "s", between(0, 1e6), "Not before this time.");
    field("inside", b.inside, "Only where it is inside this shape.");
    field("touching", b.touching, "Only where it touches this boundary or object: a particle of it is nearer than one and a half spacings.");
}
template <class Visit>
void fields(CoolingSpec& c, Visit&& field) {
    field("to", c.to, "K", between(0, 1e6), "Temperature of the air, and of what it radiates to.");
    field("rate", c.rate, "W/(m^2 K)", between(0, 1e9), "Heat through each square metre of free surface, for each kelvin. Still air has 5 to 10, wind 50.");
    field("emissivity", c.emissivity, "", fraction, "What it radiates, as a share of a black body (Stefan-Boltzmann). Lava and wax have 0.95.");
}
template <class Visit>
void fields(UptakeSpec& u, Visit&& field) {
    field("liquid", u.liquid, "The material that it takes up.", Notes{.required = true});
    field("rate", u.rate, "1/s", positive_up_to(1e6), "How fast a particle of liquid that touches it goes into it: a share of 1 - exp(-rate t). Moisture spreads within it at the same rate, from particle to particle. 1.0536 1/s is a tenth in 0.1 s.");
    field("until", u.until, "", fraction, "Moisture from which on it takes no more.");
    field("becomes", u.becomes, "The material that it becomes when it is wet; it stays what it is where left out.");
    field("above", u.above, "", fraction, "Moisture at which it does.");
}
template <class Visit>
void fields(DryingSpec& d, Visit&& field) {
    field("to", d.to, "The material that it becomes when it is dry.", Notes{.required = true});
    field("below", d.below, "", fraction, "Moisture at which it does; less than that at which the other becomes wet, so that it does not go to and fro.");
}
template <class Visit>
void fields(EvaporationSpec& e, Visit&& field) {
    field("rate", e.rate, "kg/(m^2 s)", positive_up_to(1e6), "Liquid that leaves each square metre of free surface. A puddle in the sun has 0.2 g/(m^2 s).");
    field("share", e.share, "1/s", positive_up_to(1e6), "Instead: the share of the liquid that a particle in a flat free surface loses, so that what is nearly dry loses less.");
}
template <class Visit>
void fields(MaterialSpec& m, Visit&& field) {
    field("preset", Preset{}, "A named material whose values are taken; the keys beside it override them.");
    field("density", m.density, "kg/m^3", positive_up_to(1e7), "Density at rest.");
    field("viscosity", Curved{&m.viscosity, &m.viscosity_curve, "K"}, "Pa s", between(0, 1e9),
          "Dynamic viscosity; by temperature its logarithm is straight between points, so that each degree thins it by the same factor.");
    field("shear", m.shear, "law", "How the viscosity follows the rate of shear gamma.");
    field("elastic", m.elastic, "Makes it a solid, which returns to the shape it has at the start.");
    field("lattice", m.lattice, "Makes it a virtual material: a solid that remembers no shape. It holds together elastically, flows where it is strained too far, tears, welds, melts and freezes.");
    field("viscoelastic", m.viscoelastic, "Makes a liquid elastic too: slime, gum, dough, pudding. It springs back, and flows where it is given time or strained too far.");
    field("plastic", m.plastic, "law", "How an elastic or virtual material keeps a dent.");
    field("friction", m.friction, "", between(0, 100), "Coulomb's coefficient of a solid on boundaries; on another body it is the mean of both.");
    field("restitution", m.restitution, "", fraction, "The share of its speed that a rigid body bounces with: 0 not at all, 1 for ever; of two bodies the mean.");
    field("rigid", m.rigid, "Makes it a solid that keeps the shape it has at the start: each object is a rigid body.");
    field("surface_tension", Curved{&m.surface_tension, &m.surface_tension_curve, "K"}, "N/m", between(0, 1e6),
          "Tension of its surface, whatever is beyond; 0 is none, also in presets, as it costs time. Water has 0.0728 against air. Where it goes with the temperature a surface flows from warm to cold (Marangoni).");
    field("adhesion", m.adhesion, "", fraction,
          "Of a rigid or elastic body: how liquids with surface tension cling to it, and it to them: 0 lets drops bead up, 1 is wetted; cos(contact angle) = 2 adhesion - 1.");
    field("cohesion", Curved{&m.cohesion, &m.cohesion_curve, "K"}, "Pa", between(0, 1e9),
          "The tension that a liquid bears inside before it parts, so that thick ones draw threads and drip; 0 is none. Some times the pull that it is to bear (density times gravity times length of what hangs); with `support: 2.5`.");
    field("conductivity", Curved{&m.conductivity, &m.conductivity_curve, "K"}, "W/(m K)", between(0, 1e9),
          "Heat conductivity; 0 lets no heat flow, also in presets, as it costs time. Water has 0.6.");
    field("heat_capacity", Curved{&m.heat_capacity, &m.heat_capacity_curve, "K"}, "J/(kg K)", between(1, 1e9), "Specific heat; of what takes up a liquid that of the dry matter, to which comes that of the liquid.");
    field("diffusion", m.diffusion, "m^2/s", between(0, 1e6),
          "How fast a concentration spreads in it; between two materials the harmonic mean of both, so 0 holds it back.");
    field("expansion", m.expansion, "1/K", between(-1, 1),
          "Expansion of its volume by heat: warm matter weighs less and rises. Its inertia and volume stay (Boussinesq).");
    field("reference_temperature", m.reference_temperature, "K", between(0, 1e6), "Temperature at which it has its density.");
    field("ambient_density", m.ambient_density, "kg/m^3", between(0, 1e7),
          "Density of surrounding air that is not simulated and bears part of its weight; for smoke and other gases.");
    field("drag", m.drag, "1/s", between(0, 1e6), "How fast that surrounding air brings it to rest.");
    field("colour", m.colour, "", fraction, "Red, green and blue in pictures.");
    field("look", m.look,
          {"matte", "water", "ice", "glass", "oil", "honey", "milk", "wax", "rubber", "clay", "metal", "sand", "lava", "smoke"},
          "How light meets it in pictures with `render: film`. Matte, wax, rubber, clay, metal, sand and smoke are in its colour; lava glows by its temperature.");
    field("melting", m.melting, "What it becomes when it is heated.");
    field("boiling", m.boiling, "The same, of a liquid.");
    field("freezing", m.freezing, "What it becomes when it is cooled.");
    field("condensing", m.condensing, "The same, of a gas.");
    field("becomes", m.becomes, "What it becomes at a time, in a place or by touch; all that an entry gives must hold, and the first that does counts. "
          "It keeps its heat, counted from the temperature at which the two melt or freeze into each other, else from 20 degC, so with another heat_capacity its temperature changes; of the latent heat between them what is missing comes from outside.");
    field("cooling", m.cooling, "What air that is not simulated takes from its free surface.");
    field("takes_up", m.takes_up, "A liquid that it takes up where it touches it, as dirt does water. Moisture is the share of its mass that is liquid; it goes from wetter to drier parts. Its density is then that of the dry matter, and volumes add.");
    field("pores", m.pores, "", Range{0, 1, false, true}, "Of what takes up a liquid: the share of its dry volume that liquid fills before it swells. Loose soil has 0.4.");
    field("dries", m.dries, "What it becomes when it has lost the liquid that it had taken up.");
    field("evaporation", m.evaporation, "What air takes from its free surface: of a liquid, or of what has taken one up. None where left out.");
    field("changes", m.changes, "What becomes of it at what times, ascending, one after the other; what a change leaves out stays.");
}
template <class Visit>
void fields(PairSpec& p, Visit&& field) {
    field("between", TwoNames{&p.first, &p.second}, "The two materials.", Notes{.required = true});
    field("tension", p.tension, "N/m", between(0, 1e6),
          "Tension of the surface between them; where left out, each pulls with the tension of its own surface.");
    field("diffusion", p.diffusion, "m^2/s", between(0, 1e6),
          "How fast a concentration goes from one into the other; the harmonic mean of both where left out.");
    field("conductance", p.conductance, "W/(m^2 K)", positive_up_to(1e12),
          "How heat goes through where they touch; nothing resists there where left out. Dry metals have some thousand.");
}

}  // namespace mote
