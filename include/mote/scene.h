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

namespace mote {

// ---- shapes -----------------------------------------------------------------------------------------------

/// Where a shape stands: scaled first, then rotated about its own origin, then moved.
struct Placement {
    Vec3  at{0, 0, 0};            ///< Where the shape's origin goes [m].
    Vec3  axis{0, 1, 0};          ///< Axis of rotation.
    float angle = 0;              ///< Angle of rotation [rad].
    float scale = 1;              ///< Size factor.

    bool operator==(const Placement&) const = default;
};

// clang-format off
struct BoxShape {           ///< Centred.
    Vec3 size{1, 1, 1};     ///< Edge lengths [m].
    bool operator==(const BoxShape&) const = default;
};
struct SphereShape {        ///< Centred; a disc in 2-D.
    float radius = 0.5f;    ///< [m]
    bool operator==(const SphereShape&) const = default;
};
struct CylinderShape {      ///< Axis y, centred.
    float radius = 0.5f, height = 1;   ///< [m]
    bool operator==(const CylinderShape&) const = default;
};
struct CapsuleShape {       ///< Axis y, centred; the height is between the cap centres.
    float radius = 0.5f, height = 1;   ///< [m]
    bool operator==(const CapsuleShape&) const = default;
};
struct ConeShape {          ///< Base at -height/2, tip up.
    float radius = 0.5f, height = 1;   ///< [m]
    bool operator==(const ConeShape&) const = default;
};
struct TorusShape {         ///< Ring in the xz plane.
    float radius = 0.5f, tube = 0.2f;  ///< Of the ring's middle line, of its tube [m].
    bool operator==(const TorusShape&) const = default;
};
struct PlaneShape {         ///< All that lies below the plane.
    Vec3 normal{0, 1, 0};   ///< Points out of the matter; of any length.
    bool operator==(const PlaneShape&) const = default;
};
struct HeightfieldShape {   ///< Ground whose height is read from a file.
    std::string file;       ///< CSV or PGM of heights 0..1; after reading an absolute path.
    Vec3        size{1, 0.2f, 1};      ///< What the file spreads over [m].
    bool operator==(const HeightfieldShape&) const = default;
};
struct MeshShape {          ///< What closed triangles enclose.
    std::string file;       ///< OBJ, PLY or STL; after reading an absolute path.
    bool operator==(const MeshShape&) const = default;
};
// clang-format on

struct ShapeSpec;
/// Boolean combination. A difference takes every further part away from the first.
struct CombinedShape {
    enum class How { join, subtract, intersect } how = How::join;           ///< union, difference, intersection
    std::vector<ShapeSpec> parts;
    bool operator==(const CombinedShape&) const;
};

struct ShapeSpec {
    std::variant<BoxShape, SphereShape, CylinderShape, CapsuleShape, ConeShape, TorusShape, PlaneShape,
                 HeightfieldShape, MeshShape, CombinedShape>
              form;
    Placement placement;

    bool operator==(const ShapeSpec&) const = default;
};
inline bool CombinedShape::operator==(const CombinedShape& other) const {
    return how == other.how && parts == other.parts;
}

// ---- matter -----------------------------------------------------------------------------------------------

/// How a body is filled with particles.
struct SamplingSpec {
    enum class Lattice { cubic, hexagonal, face_centred, packed } lattice = Lattice::cubic;
    float jitter = 0;             ///< Random shift, as a fraction of the spacing [0, 0.5].

    bool operator==(const SamplingSpec&) const = default;
};

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

/// How a solid keeps a dent.
struct NotPlasticSpec {
    bool operator==(const NotPlasticSpec&) const = default;
};
struct VonMisesSpec {
    float yield_stress = 1e6f;         ///< [Pa]
    float hardening    = 0;            ///< Growth of the yield stress with plastic strain [Pa].

    bool operator==(const VonMisesSpec&) const = default;
};
struct CreepSpec {
    float yield_strain = 0.01f;        ///< That stays elastic.
    float rate         = 10;           ///< [1/s]
    float most_strain  = 20;           ///< Plastic strain that can be stored.

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
    enum class Law : std::uint8_t { corotated, saint_venant, neo_hookean } law = Law::corotated;
    float youngs_modulus = 1e5f;       ///< [Pa]
    float poissons_ratio = 0.3f;
    float volume_stiffness = 0;        ///< More resistance to changes of volume [Pa].
    float damping = 0;                 ///< Rayleigh's beta [s].
    std::optional<FibreSpec> fibre;

    bool operator==(const ElasticSpec&) const = default;
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

/// What matter is made of.
struct MaterialSpec {
    float       density   = 1000;      ///< At rest [kg/m^3].
    float       viscosity = 1.0e-3f;   ///< Dynamic [Pa s].
    ShearSpec   shear;                 ///< How the viscosity follows the rate of shear.
    std::optional<ElasticSpec> elastic;   ///< Left out: it has no shape to return to.
    PlasticSpec plastic;               ///< How an elastic material keeps a dent.
    float       friction = 0.5f;       ///< Coulomb's coefficient, of solids.
    float       restitution = 0;       ///< Of rigid ones: the share of its speed that it bounces with [0, 1].
    bool        rigid = false;         ///< It keeps the shape it has at the start, whatever pushes.
    float       surface_tension = 0;   ///< [N/m]; 0 is none.
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

    bool operator==(const MaterialSpec&) const = default;
};

/// What two materials are to each other.
struct PairSpec {
    std::string          first, second;   ///< `between: [first, second]`
    std::optional<float> tension;         ///< Of the surface between them [N/m]; left out: the sum of theirs.
    std::optional<float> diffusion;       ///< Of the concentration from one into the other [m^2/s].

    bool operator==(const PairSpec&) const = default;
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
    bool      insulated   = false;     ///< true: no heat goes through it.
    std::optional<MotionSpec> motion;  ///< It stands still where left out.
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

// ---- what comes out ---------------------------------------------------------------------------------------

/// Round what the camera looks at, about the vertical.
struct OrbitSpec {
    float turns = 1;                   ///< From the start of the scene to its end; negative: clockwise seen from above.

    bool operator==(const OrbitSpec&) const = default;
};
struct CameraKeySpec {
    float time = 0;                    ///< [s]
    Vec3  from{}, to{};                ///< [m]

    bool operator==(const CameraKeySpec&) const = default;
};
struct CameraSpec {
    std::optional<Vec3> from, to;      ///< [m]; chosen to show everything where left out.
    float               view_angle = 0.7f;   ///< Vertical field of view [rad].
    float               flat_height = 0;     ///< Without perspective: height of the view [m]; 0: with it.
    std::optional<OrbitSpec>   orbit;
    std::vector<CameraKeySpec> keys;   ///< Instead of from and to; ascending in time.
    float               lens_radius = 0;     ///< [m]; 0: all is sharp.
    float               focus       = 0;     ///< Distance that is sharp [m]; 0: that of what it looks at.
    float               shutter     = 0;     ///< Share of a frame's time that it is open.

    bool operator==(const CameraSpec&) const = default;
};

/// All matter on the side that the normal points to is left out.
struct CutSpec {
    Vec3 at{}, normal{0, 0, 1};

    bool operator==(const CutSpec&) const = default;
};

struct PictureSpec {
    enum class Render { quick, film } render = Render::quick;
    int                  samples = 16;          ///< Paths per pixel, where light is followed.
    int                  width = 960, height = 540;   ///< `size: [960, 540]`
    CameraSpec           camera;
    std::vector<std::pair<std::string, CameraSpec>> cameras;   ///< Instead of one; each has a folder of pictures.
    std::string          colour = "material";   ///< Name of a column, or material, or speed.
    std::optional<float> low, high;             ///< Range of the colour scale; chosen from the data where left out.
    bool                 boundaries = false;    ///< Draw boundary particles too.
    bool                 surface    = false;    ///< Draw the surface of matter instead of its particles.
    bool                 discs      = false;    ///< Film: particles as discs that lie in the surface, instead of balls.
    bool                 turntable  = false;    ///< Film: on a round plate.
    std::optional<CutSpec> cut;                 ///< Film.

    bool operator==(const PictureSpec&) const = default;
};

/// The surface of matter as triangles. Lengths are in particle radii, half a spacing each.
struct SurfaceSpec {
    enum class Method { anisotropic, colour, average, blobs };
    enum class Format { ply, obj, vtk, usda, glb, vdb };
    Method               method = Method::anisotropic;
    std::string          of     = "all";        ///< all, materials, objects, material NAME or object NAME.
    float                smoothing_length = 2;  ///< Half the distance at which a particle is felt [radii].
    float                cube_size        = 1;  ///< Edge of the cubes that triangles are cut out of [radii].
    std::optional<float> threshold;             ///< Of the field; that of the method where left out.
    int                  smoothing = 0;         ///< Rounds of smoothing of the triangles; volume is kept.
    float                decimation = 0;        ///< Share of the triangles that is taken away, where it is flattest [0, 0.99].
    std::string          columns;               ///< Names of columns that vertices take from particles.
    Format               format = Format::ply;  ///< Of the files.

    bool operator==(const SurfaceSpec&) const = default;
};

/// A mesh that is carried by the particles of an object.
struct SkinSpec {
    enum class Method { mls, displacement, frames };
    std::string              mesh;      ///< OBJ, PLY or STL; the object's own where left out.
    Method                   method = Method::mls;
    SurfaceSpec::Format      format = SurfaceSpec::Format::ply;   ///< Of the files; not vdb.
    std::optional<Placement> place;     ///< Of the mesh; that of the object where left out.

    bool operator==(const SkinSpec&) const = default;
};

template <class T>
using Named = std::vector<std::pair<std::string, T>>;   ///< In the order of the file.

struct OutputSpec {
    float                      fps       = 30;  ///< Frames per simulated second.
    bool                       particles = true;   ///< Keep every frame's particles; else only the last two.
    std::optional<PictureSpec> pictures;        ///< Draw every frame.
    std::optional<PictureSpec> movie;           ///< Draw every frame and make a film of them.
    std::optional<SurfaceSpec> surface;         ///< Make triangles of every frame.
    Named<SkinSpec>            skins;           ///< Carry meshes along, by the name of the object.
    std::optional<float>       poster;          ///< Time of its picture in the gallery [s]; 0.6 of the duration where left out.

    bool operator==(const OutputSpec&) const = default;
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
