// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A scene is a plain value: copy it, compare it, print it. It describes; it holds no simulation state.
// All quantities are SI. The names here are the names in the scene file (docs/reference.md).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mote/math.h"
#include "mote/scene_materials.h"
#include "mote/scene_output.h"
#include "mote/scene_shapes.h"

namespace mote {

// ---- matter -----------------------------------------------------------------------------------------------

/// How a body is filled with particles.
struct SamplingSpec {
    enum class Lattice { cubic, hexagonal, face_centred, packed, poured, crystal } lattice = Lattice::cubic;
    float jitter = 0;             ///< Random shift, as a fraction of the spacing [0, 0.5].
    int   octree = 0;             ///< Of elastic bodies: so many times cells double their size from the surface to the inside [0, 3].

    bool operator==(const SamplingSpec&) const = default;
};

/// The part of an object that lies in a shape, and what it is made of.
struct RegionSpec {
    ShapeSpec   shape;                 ///< In the object's own coordinates: it is scaled, turned and moved with it.
    std::string material;

    bool operator==(const RegionSpec&) const = default;
};
/// What an object is made of where a texture has this value or more.
struct LevelSpec {
    float       above = 0.5f;          ///< [0, 1]
    std::string material;

    bool operator==(const LevelSpec&) const = default;
};
/// Pictures of what is inside an object, from face to face of its box.
struct TextureSpec {
    enum class Axis { x, y, z };
    std::string            file;       ///< CSV or PGM of values 0..1; after reading an absolute path.
    Axis                   axis = Axis::z;   ///< Whose far end it is seen from.
    std::vector<LevelSpec> levels;     ///< Ascending.

    bool operator==(const TextureSpec&) const = default;
};

/// A body of particles.
struct ObjectSpec {
    ShapeSpec    shape;
    std::string  material;
    SamplingSpec sampling;
    std::optional<TextureSpec> texture;///< Other materials by a picture,
    std::vector<RegionSpec>    regions;///< and by shapes, the later over the earlier; all of one kind.
    Vec3         velocity{0, 0, 0};    ///< [m/s]
    Vec3         spin{0, 0, 0};        ///< Angular velocity about the body's centre of mass [rad/s].
    float        temperature = 293.15f;///< [K]
    float        concentration = 0;    ///< Of dye, salt or whatever else is dissolved in it [0, 1].
    float        moisture = 0;         ///< Of what takes up a liquid: the share of its mass that is liquid [0, 1).
    Vec3         rest_scale{1, 1, 1};  ///< Of an elastic one: lengths at rest, over those at the start.

    bool operator==(const ObjectSpec&) const = default;
};

/// Where a boundary is at one time, counted from where its shape stands.
struct KeySpec {
    float time = 0;                    ///< [s]
    Vec3  move{0, 0, 0};               ///< [m]
    Vec3  axis{0, 1, 0};               ///< Of the rotation.
    float angle = 0;                   ///< [rad]; more than a turn is more than a turn.

    bool operator==(const KeySpec&) const = default;
};
/// To and fro: sin(2 pi (t - start) / period) times the way and the angle.
struct SwingSpec {
    float period = 1;                  ///< [s]
    Vec3  move{0, 0, 0};               ///< Amplitude [m].
    Vec3  axis{0, 1, 0};               ///< Of the rotation.
    float angle = 0;                   ///< Amplitude [rad].
    float start = 0;                   ///< [s]
    float ramp  = 0;                   ///< How long it takes to swing in full [s].

    bool operator==(const SwingSpec&) const = default;
};
/// How a boundary moves: from key to key, to and fro, or both, which add.
struct MotionSpec {
    enum class Interpolation { smooth, linear };
    std::vector<KeySpec>     keys;     ///< Ascending in time. It rests before the first and after the last.
    Interpolation            interpolation = Interpolation::smooth;   ///< smooth: without a jolt, and never beyond a key
    bool                     repeat = false;   ///< From the last key on as from the first; what was moved until then stays.
    std::optional<Vec3>      about;    ///< What it turns about [m]; the origin of the shape where left out.
    std::optional<SwingSpec> swing;

    bool operator==(const MotionSpec&) const = default;
};

/// Something matter cannot enter.
struct BoundarySpec {
    enum class Method { sampled, implicit };
    enum class Look { hidden, matte, glass, metal, rubber, clay };
    ShapeSpec shape;
    Method    method      = Method::sampled;   ///< Rows all over its surface, or a few for each particle that is near it.
    bool      inside      = false;     ///< true: the shape is a container and matter is kept inside it.
    float     temperature = 293.15f;   ///< [K]
    CurveSpec temperature_in_time;     ///< Instead of it [s], [K].
    bool      insulated   = false;     ///< true: no heat goes through it.
    std::optional<float> conductance;  ///< Of heat through its surface [W/(m^2 K)]; left out: it resists nothing.
    std::optional<MotionSpec> motion;  ///< It stands still where left out.
    std::optional<float> until;        ///< From then on it is gone [s]; it stays where left out.
    float     friction    = 1;         ///< 1: liquids stick to it, 0: they slip along it freely [0, 1].
    float     adhesion    = 0;         ///< How liquids with surface tension cling to it [0, 1]: cos(contact angle) = 2 adhesion - 1.
    Look      look        = Look::hidden;   ///< Where light is followed.
    std::optional<Vec3> colour;        ///< In pictures, red green blue [0, 1]; grey where left out.

    bool operator==(const BoundarySpec&) const = default;
};

/// A round opening; in 2-D a line of twice the radius.
struct DiscOpening {
    float radius = 0.01f;              ///< [m]
    bool  operator==(const DiscOpening&) const = default;
};
/// A rectangular opening; in 2-D a line of its width.
struct RectangleOpening {
    float width = 0.02f, height = 0.02f;   ///< `size: [w, h]` [m]
    bool  operator==(const RectangleOpening&) const = default;
};
/// The flat faces of a mesh. Matter comes out of the side that they face.
struct MeshOpening {
    std::string file;                  ///< OBJ, PLY or STL; after reading an absolute path.
    bool        operator==(const MeshOpening&) const = default;
};

/// From when to when [s].
struct Span {
    float from = 0, to = 0;
    bool  operator==(const Span&) const = default;
};

/// Holds the part of elastic objects that lies in a shape at the start, or leads it along; of rigid ones the whole.
struct PinSpec {
    ShapeSpec                 shape;
    std::string               object;    ///< Empty: all that are solid.
    std::optional<MotionSpec> motion;    ///< Left out: it stands still.
    float                     start = 0; ///< [s]
    std::optional<float>      stop;      ///< [s]; left out: never.
    std::vector<Span>         on;        ///< Instead of start and stop: holds in these times only.

    bool operator==(const PinSpec&) const = default;
};

/// Where a spring is fastened: to the part of a solid object around a place, or to a place that stays.
struct SpringEndSpec {
    std::string object;                ///< Empty: nothing moves it.
    Vec3        at{0, 0, 0};           ///< At the start [m].

    bool operator==(const SpringEndSpec&) const = default;
};
/// Pulls two places together or pushes them apart, along the line between them.
struct SpringSpec {
    SpringEndSpec        from, to;
    float                stiffness = 100;   ///< [N/m]
    float                damping   = 0;     ///< Force by speed [N s/m].
    std::optional<float> length;            ///< At rest [m]; that at the start where left out.

    bool operator==(const SpringSpec&) const = default;
};

/// Where matter comes in: a flat opening that it leaves at one speed. Of the three openings one is given, and either the
/// speed or the rate.
struct SourceSpec {
    std::optional<DiscOpening>      disc;
    std::optional<RectangleOpening> rectangle;
    std::optional<MeshOpening>      mesh;
    Vec3                 at{0, 0, 0};  ///< Middle of the opening [m]; a mesh is moved by it.
    std::optional<Vec3>  direction;    ///< Where to; of any length. Down where left out; a mesh has its own.
    float                turn = 0;     ///< Of a rectangle about its direction [rad].
    std::string          material;
    std::optional<float> speed;        ///< [m/s]
    std::optional<float> rate;         ///< [m^3/s], in 2-D for each metre of depth; the speed is rate / area.
    float                temperature = 293.15f;   ///< [K]
    float                concentration = 0;       ///< [0, 1]
    float                start = 0;    ///< [s]
    std::optional<float> stop;         ///< [s]; left out: never.
    std::vector<Span>    on;           ///< Instead of start and stop: open in these times only.
    std::uint64_t        most = 0;     ///< Largest number of particles; 0: no limit.

    bool operator==(const SourceSpec&) const = default;
};

/// Where matter goes out: what is inside the shape at the start of a step is taken away and counted.
struct SinkSpec {
    ShapeSpec shape;

    bool operator==(const SinkSpec&) const = default;
};

/// Heats what is inside a shape.
struct HeaterSpec {
    ShapeSpec            shape;
    std::string          object;       ///< Empty: whatever is in it.
    float                power = 0;    ///< [W]; below 0 it cools. In 2-D for each metre of depth.
    float                start = 0;    ///< [s]
    std::optional<float> stop;         ///< [s]; left out: never.
    std::vector<Span>    on;           ///< Instead of start and stop.

    bool operator==(const HeaterSpec&) const = default;
};

// ---- how it moves -----------------------------------------------------------------------------------------

/// Weakly compressible: pressure follows density by the Tait law p = K ((rho/rho0)^exponent - 1).
struct EquationOfStateSpec {
    float sound_speed = 0;             ///< [m/s]; 0 chooses ten times the fastest speed to be expected.
    float exponent    = 7;             ///< 1..15
    float tension     = 0;             ///< Share of negative pressure that is kept [0, 1]; 0 lets water part freely.
    float damping     = 0.02f;         ///< Of sound: Monaghan's alpha [0, 1].
    float artificial_stress = 0;       ///< Keeps matter under tension from clumping [0, 1]; usually 0.2 to 0.3.

    bool operator==(const EquationOfStateSpec&) const = default;
};

/// Incompressible: iterations that keep the velocity free of divergence and the density at rest.
struct DfsphSpec {
    float tolerance            = 1.0e-3f;  ///< Mean compression that may be left, as a share of the density.
    float divergence_tolerance = 1.0e-3f;  ///< What a step may add to it.
    int   most_iterations      = 100;      ///< Of each of the two solves.

    bool operator==(const DfsphSpec&) const = default;
};
/// Incompressible: iterations that keep the density at rest.
struct IisphSpec {
    float tolerance       = 1.0e-3f;  ///< Mean compression that may be left, as a share of the density.
    int   most_iterations = 100;

    bool operator==(const IisphSpec&) const = default;
};
/// Incompressible: positions are corrected until the density is at rest.
struct PbfSpec {
    float tolerance       = 1.0e-3f;  ///< Mean compression that may be left, as a share of the density.
    int   most_iterations = 100;

    bool operator==(const PbfSpec&) const = default;
};
using PressureSpec = std::variant<DfsphSpec, IisphSpec, PbfSpec, EquationOfStateSpec>;   // named in the scene by `solver:`

/// How laminar viscosity is computed.
struct ViscositySpec {
    enum class Method { automatic, direct, implicit } method = Method::automatic;   ///< direct is called `explicit` in scenes.
    float tolerance       = 1.0e-3f;   ///< Of the implicit solve: what may be left of the first residual.
    int   most_iterations = 200;

    bool operator==(const ViscositySpec&) const = default;
};

/// How elastic bodies, which are stiff, are moved through a step.
struct SolidSolverSpec {
    enum class Method { automatic, direct, implicit } method = Method::automatic;   ///< direct is called `explicit` in scenes.
    float tolerance       = 1.0e-2f;   ///< Of the implicit solve: what may be left of the forces.
    int   most_iterations = 200;
    float dissipation     = 0.5f;      ///< How much an implicit step calms vibrations that it cannot follow: 0 none, 1 all (backward Euler).
    enum class Contact { particles, surfaces } contact = Contact::particles;  ///< What elastic bodies touch each other with.
    float surfel_spacing  = 0.75f;     ///< Of the samples of these surfaces, in spacings.

    bool operator==(const SolidSolverSpec&) const = default;
};

/// Particles that turn on their own and keep the eddies that are too small for the flow.
struct VorticitySpec {
    float size = 6;                    ///< Of those eddies, in spacings; the root of the inertia of a particle.
    float rate = 20;                   ///< How fast spin and flow agree [1/s].

    bool operator==(const VorticitySpec&) const = default;
};

struct TimeStepSpec {
    float largest  = 0;                ///< [s]; 0: one frame.
    float smallest = 1.0e-7f;          ///< [s]; needing less stops the run as unsound.
    float courant  = 0.4f;             ///< Share of the smoothing length (half the support) that sound and matter may cross in a step.

    bool operator==(const TimeStepSpec&) const = default;
};

/// What the two faces of the domain along each axis are. In 2-D those of z have no meaning.
enum class Face { open, closed, periodic };   ///< Matter may leave; walls; it comes back at the other face.
struct FacesSpec {
    Face x = Face::open, y = Face::open, z = Face::open;

    bool operator==(const FacesSpec&) const = default;
};

/// Where matter may be.
struct DomainSpec {
    enum class Leaving { stop, remove } leaving = Leaving::stop;   ///< What happens to a particle that goes out.
    Vec3 low{-1.0e3f, -1.0e3f, -1.0e3f}, high{1.0e3f, 1.0e3f, 1.0e3f};   ///< [m]
    FacesSpec faces{};

    bool operator==(const DomainSpec&) const = default;
};

// ---- all of it --------------------------------------------------------------------------------------------

struct Scene {
    std::string title;
    int         dimension = 3;         ///< 2 keeps z at 0.
    float       spacing   = 0.02f;     ///< Particle distance [m]: the one number that sets resolution and cost.
    float       support   = 2;         ///< Kernel support radius in spacings [1.5, 4].
    float       duration  = 2;         ///< [s]
    Vec3        gravity{0, -9.81f, 0}; ///< [m/s^2]
    std::uint64_t seed    = 0;         ///< Of every random choice.
    float       xsph      = 0.01f;     ///< Velocity smoothing between neighbours [0, 1].
    Named<MaterialSpec> materials;
    Named<PairSpec>     pairs;
    Named<ObjectSpec>   objects;
    Named<BoundarySpec> boundaries;
    Named<PinSpec>      pins;
    Named<SpringSpec>   springs;
    Named<SourceSpec>   sources;
    Named<SinkSpec>     sinks;
    Named<HeaterSpec>   heaters;
    PressureSpec        pressure;
    ViscositySpec       viscosity_solver;
    SolidSolverSpec     solids;
    std::optional<VorticitySpec> vorticity;   ///< Left out: off.
    TimeStepSpec        time_step;
    DomainSpec          domain;
    OutputSpec          output;

    bool operator==(const Scene&) const = default;
};

}  // namespace mote
