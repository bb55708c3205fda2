// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/particles.h"

namespace mote {

/// How viscosity follows the rate of shear; the formulas are in src/laws/point/shear_viscosity.h.
struct ShearLaw {
    enum class Kind : std::uint8_t { newtonian, power, carreau, cross, herschel_bulkley } kind = Kind::newtonian;
    float index        = 1;      ///< n: below 1 shear makes thinner, above 1 thicker
    float rate         = 1;      ///< At which a power law has the viscosity of the material [1/s]
    float time         = 1;      ///< Carreau's and Cross's lambda [s]
    float infinite     = 0;      ///< Viscosity at infinite rate [Pa s]
    float yield_stress = 0;      ///< [Pa]
    float sharpness    = 100;    ///< Papanastasiou's m [s]
    float smallest     = 0;      ///< [Pa s]
    float largest      = 1e6f;   ///< [Pa s]
};

/// A value that follows the temperature: straight between points and level beyond, or straight in its logarithm.
struct Curve {
    static constexpr int most = 8;

    int   points = 0;            ///< 0: none, the value of the material counts
    bool  logarithmic = false;   ///< The values are logarithms.
    float at[most] = {}, value[most] = {};   ///< Ascending [K]

    MOTE_FN float operator()(float x, float otherwise) const {
        if (points == 0) return otherwise;
        int k = 1;
        while (k < points - 1 && x > at[k]) ++k;
        float y = value[0];
        if (points > 1) y = value[k - 1] + clamp((x - at[k - 1]) / (at[k] - at[k - 1]), 0.f, 1.f) * (value[k] - value[k - 1]);
        return logarithmic ? ::expf(y) : y;
    }
};

/// How a solid answers to being deformed; the formulas are in src/laws/point/elastic.h.
struct Elastic {
    enum class Law : std::uint8_t { none, saint_venant, corotated, neo_hookean, clusters } law = Law::none;
    float lame = 0, shear = 0;   ///< Lame's lambda and mu [Pa]
    float volume  = 0;           ///< More resistance to changes of volume [Pa]
    float damping = 0;           ///< Rayleigh's beta: stress by the rate of strain over that by strain [s]

    // What fibres add, where there are any (src/laws/point/fibre.h); lame and shear are then those across them.
    Vec3  fibre{};               ///< Their direction at rest, of length 1; 0: none
    float along = 0, mixed = 0;  ///< Stress along by strain along; that by strain all around, and the other way round [Pa]
    float twist = 0;             ///< Shear modulus of planes that contain them, less that across [Pa]
    float fastest = 0;           ///< rho c^2 of the fastest wave [Pa]; 0: that of lame and shear

    // Of clusters (src/solids/clusters.h); lame and shear are then what contact takes it for.
    float modulus = 0;           ///< Young's [Pa]
    bool  whole   = false;       ///< A body is one, instead of each particle with its neighbours.

    Curve firmness{};            ///< Share of these moduli that it has, by temperature: they are then the largest.

    MOTE_FN bool has_fibres() const { return fastest > 0; }
};

/// How a solid keeps a dent; the formulas are in src/laws/point/plastic.h. Its deformation is split, F = F_e F_p: the elastic part F_e carries the stress, the
/// plastic part F_p is forgotten. Strains are logarithmic, ln of the stretches of F_e, so that flow is exact at any
/// size; their norm is Frobenius'.
///
///     von_mises   metal: the equivalent stress sqrt(3/2) |2 mu dev strain| is never above yield_stress + hardening *
///                 plastic strain; what is more flows at once, at constant volume. Pulled along one axis:
///                 E strain up to Y = yield_stress, then Y + E H/(E + H) (strain - Y/E) with H = hardening.
///                 [Simo 1992]
///     creep       clay, gum: elastic strain above yield_strain decays at `rate`, down to it. Plastic strain is never
///                 more than most_strain; what is pulled further is elastic again.
///                 [O'Brien, Bargteil & Hodgins 2002; Mueller & Gross 2004]
///
/// The stress that yields is that of the logarithmic law; at elastic strains of a few per cent it is that of any
/// elastic law.
struct Plastic {
    enum class Kind : std::uint8_t { none, von_mises, creep };

    Kind  kind         = Kind::none;
    float yield_stress = 1e6f;   ///< [Pa] von_mises: above 0
    float hardening    = 0;      ///< [Pa] von_mises: growth with plastic strain; 0: perfectly plastic
    float yield_strain = 0.01f;  ///< creep: norm of the elastic strain that stays
    float rate         = 10;     ///< [1/s] creep: any, also above one per time step
    float most_strain  = 1e30f;  ///< creep: norm of the plastic strain that a body can store
    bool  volume_kept  = true;   ///< creep: only the shape flows, pressure stays elastic; von_mises always does so
    Curve yield_curve{};         ///< von_mises, by temperature; yield_stress is then the largest
    float absorb_above = 1e30f;  ///< Logarithmic plastic strain after which the present shape becomes the one at rest

    MOTE_FN bool absorbs() const { return absorb_above < 1e30f; }
};

/// A virtual material: solid, without a memory of its shape (mote/lattice.h).
struct LatticeLaw {
    float lame = 0, shear = 0;  ///< [Pa]
    float damping  = 0;         ///< Stress by the rate of strain over that by strain [s]
    float strength = 0;         ///< Tension that tears it [Pa]; 0: none does
    float flaws    = 0;         ///< How much weaker the weakest particle is [0, 1)
    float spread   = 0;         ///< By how much bonds are weaker or stronger, at random [0, 1)
    float docking  = 0;         ///< How fast a site of matter takes in what comes to it [1/s]; 0: at once
    float closing  = 0;         ///< How fast that changes, up where a site is taken and down to 0 where not [1/s^2]
    float setting  = 20;        ///< How fast it becomes stiff after it has frozen [1/s]
    float annealing = 0;        ///< How fast what froze goes on with the crystal that it is part of [1/s]
    Curve firmness{};           ///< As of Elastic
    Curve strength_curve{};     ///< By temperature; `strength` is then the largest.
};

/// What a material turns into where it is warmer, or colder, than some temperature. Either it takes so much heat, at that temperature, or it
/// happens by chance: within dt to a share of 1 - exp(-rate |T - at| dt).
struct Transition {
    MaterialId to = 0;
    float at     = 0;            ///< [K]
    float latent = 0;            ///< Heat that it takes, or gives where it gets colder [J/kg]; 0: by chance
    float rate   = 0;            ///< Of chance [1/(K s)]
    float neighbours = 0;        ///< Of chance: so many that have changed already must be near
    float speed  = 1e30f;        ///< Of chance: who is faster among those changes less often [m/s]
    float misfit = 1e30f;        ///< Of chance: who is further off the free sites of their crystals changes less often, in distances of sites
    float nucleation = 0;        ///< Of chance: the rate of those who have nobody near that has changed, and of all others on top [1/(K s)]

    MOTE_FN bool by_heat() const { return latent > 0; }
    MOTE_FN bool by_chance() const { return rate > 0; }
    MOTE_FN bool happens() const { return by_heat() || by_chance(); }
};

/// What a material takes up of a liquid that touches it, and gives to what is drier or to the air (mote/mixture.h). Moisture is the share of its mass that is liquid.
struct Uptake {
    MaterialId liquid = 0;
    float rate  = 0;             ///< Share that it takes of a particle of liquid which it touches [1/s]; 0: it takes up nothing
    float until = 0.75f;         ///< Moisture from which on it takes no more
    float pores = 0;             ///< Share of its dry volume that liquid fills before it swells [0, 1)
    MaterialId wetter = 0, drier = 0;
    float above = 2, below = -1; ///< Moisture at which it turns into those; beyond 0 and 1: it never does
    float evaporation = 0;       ///< Liquid that leaves a free surface [kg/(m^2 s)]
    float drying      = 0;       ///< The same as a share of the liquid of a particle in a flat one [1/s]

    MOTE_FN bool takes() const { return rate > 0; }
    MOTE_FN bool dries() const { return evaporation > 0 || drying > 0; }
};

/// A liquid that is elastic too; the formulas are in src/laws/point/viscoelastic.h.
struct ViscoelasticLaw {
    float shear        = 0;      ///< Modulus G [Pa]; 0: it is not
    float rate         = 0;      ///< How fast it forgets its strain [1/s], 1/lambda of Maxwell; 0: never
    float yield_strain = 0;      ///< Up to which it forgets nothing
    Curve shear_curve{};         ///< By temperature; `shear` is then the largest.
    Curve rate_curve{};          ///< By temperature, straight in its logarithm.
};

/// What kernels know of a material. Names and looks stay on the host (WorldNames).
struct Material {
    float rest_density    = 1000;     ///< [kg/m^3]
    float viscosity       = 1.0e-3f;  ///< Dynamic [Pa s]
    float surface_tension = 0;        ///< [N/m]; of a solid its adhesion with a minus
    float cohesion        = 0;        ///< Of a liquid: the tension that it bears inside [Pa]; 0: pressure only pushes
    float conductivity    = 0;        ///< Of heat [W/(m K)]; 0: none flows
    float heat_capacity   = 4184;     ///< [J/(kg K)]; of what takes up a liquid that of the dry matter
    float diffusion       = 0;        ///< Of the concentration in it [m^2/s]
    ShearLaw shear{};
    float expansion       = 0;        ///< By heat, of volume [1/K]
    float reference_temperature = 293.15f;  ///< At which it has its density [K]
    float ambient_density = 0;        ///< Of what surrounds it and is not simulated [kg/m^3]
    float drag            = 0;        ///< How fast that brings it to rest [1/s]
    Transition warmer{}, cooler{};    ///< What it turns into when it is heated and when it is cooled.
    Curve viscosity_curve{}, conductivity_curve{}, cohesion_curve{}, heat_curve{}, tension_curve{};   ///< By temperature; the values above are then the largest.
    float cooling         = 0;        ///< What surrounding air takes from its free surface [W/(m^2 K)]
    float emissivity      = 0;        ///< And what it radiates, as a share of a black body
    float air_temperature = 293.15f;  ///< [K]
    Elastic elastic{};
    Plastic plastic{};
    LatticeLaw lattice{};
    Uptake uptake{};                  ///< The density is then that of the dry matter.
    ViscoelasticLaw viscoelastic{};
    float friction        = 0.5f;     ///< Coulomb's coefficient, of a solid
    float restitution     = 0;        ///< Of a rigid body: the share of its speed that it bounces with
    bool  rigid           = false;    ///< Keeps its shape whatever pushes.

    MOTE_FN bool is_elastic() const { return elastic.law != Elastic::Law::none; }
    MOTE_FN bool is_lattice() const { return lattice.shear > 0; }
    MOTE_FN bool is_viscoelastic() const { return viscoelastic.shear > 0; }
    /// With a shape to return to.
    MOTE_FN bool is_solid() const { return is_elastic() || rigid; }
    MOTE_FN bool changes() const { return warmer.happens() || cooler.happens(); }
    MOTE_FN bool loses_heat() const { return cooling > 0 || emissivity > 0; }
};

}  // namespace mote
