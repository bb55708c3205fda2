// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Materials of a scene.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mote/math.h"
#include "mote/scene_shapes.h"

namespace mote {

/// Viscosity that does not depend on the rate of shear.
struct NewtonianSpec {
    bool operator==(const NewtonianSpec&) const = default;
};
/// Between what a viscosity stays, whatever the law says [Pa s].
struct ViscosityLimits {
    float smallest = 0, largest = 1.0e6f;
    bool  operator==(const ViscosityLimits&) const = default;
};
/// viscosity (gamma/rate)^(index - 1)
struct PowerLawSpec {
    float           index = 1;         ///< n: below 1 shear makes it thinner, above 1 thicker.
    float           rate  = 1;         ///< Where it has the viscosity of the material [1/s].
    ViscosityLimits limits;
    bool operator==(const PowerLawSpec&) const = default;
};
/// From the viscosity of the material at rest to `infinite` at high rates, round 1/time.
struct CarreauSpec {
    float           index = 0.5f, time = 1, infinite = 0;   ///< n, lambda [s], [Pa s]
    ViscosityLimits limits;
    bool operator==(const CarreauSpec&) const = default;
};
struct CrossSpec {
    float           index = 0.5f, time = 1, infinite = 0;
    ViscosityLimits limits;
    bool operator==(const CrossSpec&) const = default;
};
/// Flows like a power law where the stress is above `yield_stress`; below it is as stiff as sharpness yield_stress [Pa s].
struct HerschelBulkleySpec {
    float           yield_stress = 0;  ///< [Pa]
    float           index = 1, rate = 1;
    float           sharpness = 100;   ///< [s]
    ViscosityLimits limits;
    bool operator==(const HerschelBulkleySpec&) const = default;
};
struct BinghamSpec {
    float           yield_stress = 0;  ///< [Pa]
    float           sharpness = 100;   ///< [s]
    ViscosityLimits limits;
    bool operator==(const BinghamSpec&) const = default;
};
using ShearSpec = std::variant<NewtonianSpec, PowerLawSpec, CarreauSpec, CrossSpec, BinghamSpec, HerschelBulkleySpec>;   // named by `law:`

/// How matter looks where light is followed (mote/trace.h: `finishes()`, in this order).
enum class MaterialLook { matte, water, ice, glass, oil, honey, milk, wax, rubber, clay, metal, sand, lava, smoke };

/// A value at a temperature or at a time. Curves ascend, are straight between points and level beyond.
struct CurvePoint {
    float at = 0, value = 0;

    bool operator==(const CurvePoint&) const = default;
};
using CurveSpec = std::vector<CurvePoint>;

/// How a solid keeps a dent.
struct NotPlasticSpec {
    bool operator==(const NotPlasticSpec&) const = default;
};
struct VonMisesSpec {
    float yield_stress = 1e6f;         ///< [Pa]
    CurveSpec yield_curve;             ///< By temperature, instead of the number.
    float hardening    = 0;            ///< Growth of the yield stress with plastic strain [Pa].
    std::optional<float> absorb_above; ///< Plastic strain after which the shape at rest follows; left out: it never does.

    bool operator==(const VonMisesSpec&) const = default;
};
struct CreepSpec {
    float yield_strain = 0.01f;        ///< That stays elastic.
    float rate         = 10;           ///< [1/s]
    float most_strain  = 20;           ///< Plastic strain that can be stored.
    std::optional<float> absorb_above; ///< As of VonMisesSpec.

    bool operator==(const CreepSpec&) const = default;
};
using PlasticSpec = std::variant<NotPlasticSpec, VonMisesSpec, CreepSpec>;   // named by `law:`

/// Wood, muscle, reinforced rubber: another stiffness along fibres than across, where it is the same in all directions.
struct FibreSpec {
    Vec3                 direction{1, 0, 0};   ///< At the start; of any length.
    float                youngs_modulus = 1e6f;   ///< Along them [Pa]; the material's own is that across.
    std::optional<float> shear_modulus;        ///< Of planes that contain them [Pa]; that across where left out.
    float                poissons_ratio = 0.3f;   ///< Pulled along: how much thinner, over how much longer.

    bool operator==(const FibreSpec&) const = default;
};

/// How a solid answers to being deformed.
struct ElasticSpec {
    enum class Law : std::uint8_t { corotated, saint_venant, neo_hookean, clusters } law = Law::corotated;
    enum class Cluster : std::uint8_t { particle, body } cluster = Cluster::particle;   ///< what is one, with that law
    float youngs_modulus = 1e5f;       ///< [Pa]
    CurveSpec youngs_modulus_curve;    ///< By temperature, instead of the number.
    float poissons_ratio = 0.3f;
    float volume_stiffness = 0;        ///< More resistance to changes of volume [Pa].
    float damping = 0;                 ///< Rayleigh's beta [s].
    std::optional<FibreSpec> fibre;

    bool operator==(const ElasticSpec&) const = default;
};

/// A solid without a memory of its shape: particles hold whoever sits beside them on a crystal (docs/howto/virtual-materials.md).
struct LatticeSpec {
    float youngs_modulus = 1e5f;       ///< [Pa]
    CurveSpec youngs_modulus_curve;    ///< By temperature, instead of the number.
    float poissons_ratio = 0.2f;
    float damping  = 0;                ///< [s]
    float strength = 0;                ///< Tension that tears it [Pa]; 0: only what is drawn apart farther than the support.
    CurveSpec strength_curve;          ///< By temperature, instead of the number.
    float flaws    = 0;                ///< How much weaker its weakest particle is [0, 1).
    float spread   = 0;                ///< By how much its bonds are weaker or stronger, at random [0, 1).
    std::optional<float> docking_rate; ///< How fast free particles are taken in [1/s]; left out: at once.
    std::optional<float> closing_time; ///< After so long free sites take in nobody any more [s]; with a docking rate, where it is 0.1 s if left out.

    float setting_time = 0.05f;        ///< How long it takes to become stiff after it has frozen [s].
    std::optional<float> annealing_time;  ///< In which what froze goes on with the crystal [s]; left out: it stays where it froze.

    bool operator==(const LatticeSpec&) const = default;
};

/// A liquid that is elastic too (docs/howto/viscoelastic.md).
struct ViscoelasticSpec {
    float     youngs_modulus = 1e4f;   ///< [Pa]
    CurveSpec youngs_modulus_curve;    ///< By temperature, instead of the number.
    float     poissons_ratio = 0.5f;   ///< Pressure keeps the volume; it only tells the shear modulus.
    float     relaxation_time = 0;     ///< [s]; 0: never, or at once beyond the yield strain.
    CurveSpec relaxation_time_curve;   ///< By temperature, instead of the number.
    float     yield_strain = 0;        ///< That is never forgotten.

    bool operator==(const ViscoelasticSpec&) const = default;
};

/// What becomes of a material at some time. What is left out stays.
struct ChangeSpec {
    float time = 0;                    ///< When it begins [s].
    float over = 0;                    ///< How long it takes [s]; 0: at once.
    std::optional<float> youngs_modulus, poissons_ratio, volume_stiffness, damping;   ///< as of ElasticSpec
    std::optional<float> yield_stress, hardening, yield_strain, rate;                 ///< as of PlasticSpec
    std::optional<float> friction, viscosity;                                         ///< as of MaterialSpec

    bool operator==(const ChangeSpec&) const = default;
};

/// What a material turns into at a temperature: by the heat that it takes, or by chance.
struct TransitionSpec {
    float                at = 273.15f; ///< [K]
    std::string          to;           ///< A material.
    std::optional<float> latent_heat;  ///< [J/kg]; left out: that of the way back, where `to` has one.
    std::optional<float> rate;         ///< Instead of it: by chance [1/(K s)].
    int                  neighbours = 0;   ///< Of chance, when it gets colder: so many that are frozen must be near.
    std::optional<float> speed;        ///< The same: who is faster among those freezes less often [m/s].
    std::optional<float> misfit;       ///< The same, into a virtual material: who is further off free sites of its crystals freezes less often, in their distances.
    std::optional<float> nucleation;   ///< The same: a rate without neighbours [1/(K s)].

    bool operator==(const TransitionSpec&) const = default;
};
/// What a material turns into at a time, in a place, or by touch; all that is given must hold.
struct BecomesSpec {
    std::string              to;       ///< A material.
    float                    after = 0;    ///< Not before [s].
    std::optional<ShapeSpec> inside;
    std::string              touching;     ///< A boundary or an object.

    bool operator==(const BecomesSpec&) const = default;
};
/// What surrounding air does to a free surface.
struct CoolingSpec {
    float to         = 293.15f;        ///< Its temperature [K].
    float rate       = 0;              ///< [W/(m^2 K)]
    float emissivity = 0;              ///< [0, 1]

    bool operator==(const CoolingSpec&) const = default;
};

/// What a material takes up of a liquid that touches it. Moisture is the share of its mass that is liquid.
struct UptakeSpec {
    std::string liquid;                ///< A material.
    float       rate  = 1.0536f;       ///< Share of a particle of liquid that it takes [1/s]; a tenth in 0.1 s.
    float       until = 0.75f;         ///< Moisture from which on it takes no more [0, 1].
    std::string becomes;               ///< A material; empty: it stays what it is.
    float       above = 0.25f;         ///< From this moisture on.

    bool operator==(const UptakeSpec&) const = default;
};
/// What it becomes when it has lost liquid.
struct DryingSpec {
    std::string to;
    float       below = 0.2f;          ///< From this moisture on.

    bool operator==(const DryingSpec&) const = default;
};
/// What air takes from a free surface; one of the two is given.
struct EvaporationSpec {
    std::optional<float> rate;         ///< [kg/(m^2 s)]
    std::optional<float> share;        ///< Of the liquid of a particle in a flat surface [1/s].

    bool operator==(const EvaporationSpec&) const = default;
};

/// What matter is made of.
struct MaterialSpec {
    float       density   = 1000;      ///< At rest [kg/m^3].
    float       viscosity = 1.0e-3f;   ///< Dynamic [Pa s].
    ShearSpec   shear;                 ///< How the viscosity follows the rate of shear.
    std::optional<ElasticSpec> elastic;   ///< Left out: it has no shape to return to.
    std::optional<LatticeSpec> lattice;   ///< Makes it solid in another way: it holds together, and welds.
    std::optional<ViscoelasticSpec> viscoelastic;   ///< Makes a liquid elastic.
    PlasticSpec plastic;               ///< How an elastic material keeps a dent.
    float       friction = 0.5f;       ///< Coulomb's coefficient, of solids.
    float       restitution = 0;       ///< Of rigid ones: the share of its speed that it bounces with [0, 1].
    bool        rigid = false;         ///< It keeps the shape it has at the start, whatever pushes.
    float       surface_tension = 0;   ///< [N/m]; 0 is none.
    float       adhesion = 0;          ///< Of rigid and elastic bodies: how liquids with surface tension cling to them [0, 1], as to boundaries.
    float       cohesion = 0;          ///< The tension that a liquid bears inside [Pa]; 0 is none.
    float       conductivity  = 0;     ///< Of heat [W/(m K)]; 0 is none.
    float       heat_capacity = 4184;  ///< [J/(kg K)]
    float       diffusion = 0;         ///< Of the concentration in it [m^2/s].
    float       expansion = 0;         ///< By heat, of volume [1/K]; only its weight follows (Boussinesq).
    float       reference_temperature = 293.15f;   ///< At which it has its density [K].
    float       ambient_density = 0;   ///< Of surrounding air that is not simulated [kg/m^3].
    float       drag = 0;              ///< How fast that brings it to rest [1/s].
    Vec3        colour{0.25f, 0.5f, 0.9f};  ///< In pictures, red green blue [0, 1].
    MaterialLook look = MaterialLook::matte;   ///< Where light is followed.
    std::vector<ChangeSpec> changes;   ///< Ascending in time, one after the other.
    CurveSpec   viscosity_curve, conductivity_curve, cohesion_curve, heat_capacity_curve, surface_tension_curve;   ///< By temperature, instead of the numbers.
    std::optional<TransitionSpec> melting, boiling, freezing, condensing;
    std::vector<BecomesSpec> becomes;  ///< Other reasons to turn into another material.
    std::optional<CoolingSpec> cooling;
    std::optional<UptakeSpec>  takes_up;   ///< The density is then that of the dry matter.
    float       pores = 0;             ///< Share of its dry volume that liquid fills before it swells [0, 1).
    std::optional<DryingSpec>  dries;
    std::optional<EvaporationSpec> evaporation;

    bool operator==(const MaterialSpec&) const = default;
};

/// What two materials are to each other.
struct PairSpec {
    std::string          first, second;   ///< `between: [first, second]`
    std::optional<float> tension;         ///< Of the surface between them [N/m]; left out: the sum of theirs.
    std::optional<float> diffusion;       ///< Of the concentration from one into the other [m^2/s].
    std::optional<float> conductance;     ///< Of heat through where they touch [W/(m^2 K)]; left out: it resists nothing.

    bool operator==(const PairSpec&) const = default;
};

}  // namespace mote
