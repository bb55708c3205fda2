// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The field lists of everything that can stand in a scene file: name, member, unit, range, one line of help. This is
// the language; all else walks over it. The order here is the order in written scenes and in the reference.
#pragma once
#include "mote/fields.h"
#include "mote/scene.h"
#include "scene/field.h"

namespace mote {

/// Positions beyond this lose their digits in single precision long before.
inline constexpr double largest_length = 1.0e6;  // [m]
inline constexpr Range  any_place = between(-largest_length, largest_length), any_size = positive_up_to(largest_length);

// ---- shapes -----------------------------------------------------------------------------------------------

template <class Visit>
void fields(BoxShape& s, Visit&& field) {
    field("size", s.size, "m", any_size, "Edge lengths; one number makes a cube.",
          Notes{.required = true, .in_plane = true, .one_is_all = true});
}
template <class Visit>
void fields(SphereShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius.", Notes{.required = true});
}
template <class Visit>
void fields(CylinderShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius.", Notes{.required = true});
    field("height", s.height, "m", any_size, "Height along y.", Notes{.required = true});
}
template <class Visit>
void fields(CapsuleShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius of the cylinder and of its caps.", Notes{.required = true});
    field("height", s.height, "m", any_size, "Distance of the two cap centres along y.", Notes{.required = true});
}
template <class Visit>
void fields(ConeShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius of the base.", Notes{.required = true});
    field("height", s.height, "m", any_size, "From base to tip, along y.", Notes{.required = true});
}
template <class Visit>
void fields(TorusShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius of the ring's middle line.", Notes{.required = true});
    field("tube", s.tube, "m", any_size, "Radius of the tube, less than that of the ring.", Notes{.required = true});
}
template <class Visit>
void fields(PlaneShape& s, Visit&& field) {
    field("normal", s.normal, "", any_place, "Points away from the filled side; of any length.",
          Notes{.in_plane = true});
}
template <class Visit>
void fields(HeightfieldShape& s, Visit&& field) {
    field("file", s.file, "CSV table or PNG picture of heights from 0 to 1.", Notes{.required = true, .file = true});
    field("size", s.size, "m", any_size, "What the file spreads over; y is the height of the value 1.");
}
template <class Visit>
void fields(MeshShape& s, Visit&& field) {
    field("file", s.file, "OBJ, PLY or STL file of closed triangles.", Notes{.required = true, .file = true});
}

/// `rotate: {axis, angle}`: a block in the file, two members in Placement.
struct Rotation {
    Vec3&  axis;
    float& angle;
};
template <class Visit>
void fields(Rotation& r, Visit&& field) {
    field("axis", r.axis, "", any_place, "Axis through the shape's own origin; of any length.");
    field("angle", r.angle, "rad", between(-1000, 1000), "Angle, right-handed about the axis.");
}
template <class Visit>
void fields(Placement& p, Visit&& field) {
    Rotation rotation{p.axis, p.angle};
    field("at", p.at, "m", any_place, "Where the shape's origin goes.", Notes{.in_plane = true});
    field("rotate", rotation, "Turns the shape about its own origin, before it is moved.");
    field("scale", p.scale, "", positive_up_to(largest_length), "Size factor, applied first.");
}

template <class Visit>
void fields(ShapeSpec& s, Visit&& field) {
    field("box", Form{&s, 0}, "Box, centred.");
    field("sphere", Form{&s, 1}, "Sphere, centred; a disc in 2-D.");
    field("cylinder", Form{&s, 2}, "Cylinder along y, centred.");
    field("capsule", Form{&s, 3}, "Cylinder along y with round caps, centred.");
    field("cone", Form{&s, 4}, "Cone along y, tip up, centred at half its height.");
    field("torus", Form{&s, 5}, "Ring in the xz plane, centred.");
    field("plane", Form{&s, 6}, "All that lies below a plane through the origin.");
    field("heightfield", Form{&s, 7}, "Ground whose height is read from a file.");
    field("mesh", Form{&s, 8}, "What the triangles of a file enclose.");
    field("union", Form{&s, 9}, "All of the listed shapes.");
    field("difference", Form{&s, 10}, "The first of the listed shapes without the others.");
    field("intersection", Form{&s, 11}, "What the listed shapes have in common.");
    fields(s.placement, field);
}

// ---- matter -----------------------------------------------------------------------------------------------

template <class Visit>
void fields(SamplingSpec& s, Visit&& field) {
    field("lattice", s.lattice, {"cubic", "hexagonal", "face_centred", "packed"},
          "How particles are arranged at the start; packed settles them into a tight disorder.");
    field("jitter", s.jitter, "", between(0, 0.5), "Random shift as a fraction of the spacing.");
}
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
template <class Visit>
void fields(ElasticSpec& e, Visit&& field) {
    field("youngs_modulus", e.youngs_modulus, "Pa", positive_up_to(1e13), "Stress by strain of a thin bar that is pulled. Jelly has some kPa, soft rubber 1 MPa, steel 210 GPa.",
          Notes{.required = true});
    field("poissons_ratio", e.poissons_ratio, "", Range{-1, 0.5, true, true}, "How much thinner that bar becomes, over how much longer. Rubber has nearly 0.5, cork 0.");
    field("law", e.law, {"corotated", "saint_venant", "neo_hookean"},
          "Energy of large strains; small ones are Hooke's with any. corotated: linear in stretches. saint_venant: Green's strain; weak where it is crushed. neo_hookean: rubber, and sound when turned inside out.");
    field("volume_stiffness", e.volume_stiffness, "Pa", between(0, 1e13), "More resistance to changes of volume.");
    field("damping", e.damping, "s", between(0, 1e3), "Stress by the rate of strain, over that by strain (Rayleigh's beta). Leaves rotations alone.");
}
template <class Visit>
void fields(MaterialSpec& m, Visit&& field) {
    field("preset", Preset{}, "A named material whose values are taken; the keys beside it override them.");
    field("density", m.density, "kg/m^3", positive_up_to(1e7), "Density at rest.");
    field("viscosity", m.viscosity, "Pa s", between(0, 1e9), "Dynamic viscosity.");
    field("shear", m.shear, "law", "How the viscosity follows the rate of shear gamma.");
    field("elastic", m.elastic, "Makes it a solid, which returns to the shape it has at the start.");
    field("surface_tension", m.surface_tension, "N/m", between(0, 1e6),
          "Tension of its surface, whatever is beyond; 0 is none, also in presets, as it costs time. Water has 0.0728 against air.");
    field("conductivity", m.conductivity, "W/(m K)", between(0, 1e9),
          "Heat conductivity; 0 lets no heat flow, also in presets, as it costs time. Water has 0.6.");
    field("heat_capacity", m.heat_capacity, "J/(kg K)", between(1, 1e9), "Specific heat.");
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
}
template <class Visit>
void fields(PairSpec& p, Visit&& field) {
    field("between", TwoNames{&p.first, &p.second}, "The two materials.", Notes{.required = true});
    field("tension", p.tension, "N/m", between(0, 1e6),
          "Tension of the surface between them; where left out, each pulls with the tension of its own surface.");
    field("diffusion", p.diffusion, "m^2/s", between(0, 1e6),
          "How fast a concentration goes from one into the other; the harmonic mean of both where left out.");
}
template <class Visit>
void fields(ObjectSpec& o, Visit&& field) {
    fields(o.shape, field);
    field("material", o.material, "Name of one of the materials.", Notes{.required = true});
    field("sampling", o.sampling, "How the body is filled with particles.");
    field("velocity", o.velocity, "m/s", between(-1e6, 1e6), "Velocity at the start.", Notes{.in_plane = true});
    field("spin", o.spin, "rad/s", between(-1e6, 1e6), "Angular velocity at the start, about the centre of mass.");
    field("temperature", o.temperature, "K", between(0, 1e6), "Temperature at the start.");
    field("concentration", o.concentration, "", fraction, "Of dye, salt or whatever else is dissolved in it, at the start.");
}
/// `rotate: {axis, angle}` of a boundary that moves.
struct Turning {
    Vec3&  axis;
    float& angle;
};
template <class Visit>
void fields(Turning& r, Visit&& field) {
    field("axis", r.axis, "", any_place, "Axis through the point `about`; of any length.");
    field("angle", r.angle, "rad", between(-1e6, 1e6), "Angle, right-handed about the axis.");
}
template <class Visit>
void fields(KeySpec& k, Visit&& field) {
    Turning turning{k.axis, k.angle};
    field("time", k.time, "s", between(0, 1e6), "The time of the key.", Notes{.required = true});
    field("move", k.move, "m", any_place, "How far it is then from where its shape stands.", Notes{.in_plane = true});
    field("rotate", turning, "How far it is turned then from how its shape stands.");
}
template <class Visit>
void fields(SwingSpec& s, Visit&& field) {
    Turning turning{s.axis, s.angle};
    field("period", s.period, "s", positive_up_to(1e6), "Time of one swing to and fro.", Notes{.required = true});
    field("move", s.move, "m", any_place, "How far it swings to each side.", Notes{.in_plane = true});
    field("rotate", turning, "How far it turns to each side.");
    field("start", s.start, "s", between(0, 1e6), "When it begins.");
    field("ramp", s.ramp, "s", between(0, 1e6), "How long it takes to swing in full.");
}
template <class Visit>
void fields(MotionSpec& m, Visit&& field) {
    field("keys", m.keys, "Where it is when, ascending in time; it rests before the first and after the last.");
    field("interpolation", m.interpolation, {"smooth", "linear"},
          "Between keys: smooth begins and ends at rest and never goes beyond a key, linear has one speed.");
    field("repeat", m.repeat, "true: goes on after the last key as after the first; the way until then is kept.");
    field("about", m.about, "m", any_place, "Point it turns about, where its shape stands; its origin where left out.",
          Notes{.in_plane = true});
    field("swing", m.swing, "To and fro, on top of the keys.");
}
template <class Visit>
void fields(BoundarySpec& b, Visit&& field) {
    fields(b.shape, field);
    field("inside", b.inside, "true: the shape is a container and matter is kept inside it.");
    field("method", b.method, {"sampled", "implicit"},
          "sampled: particles all over its surface; implicit: by its signed distance, with a few particles where matter touches it.");
    field("motion", b.motion, "How it moves; it stands still where left out.", Notes{.first_alone = true});
    field("temperature", b.temperature, "K", between(0, 1e6), "Temperature, which it keeps.");
    field("insulated", b.insulated, "true: no heat goes through it, whatever its temperature.");
    field("friction", b.friction, "", fraction,
          "How much of its own viscosity a liquid rubs it with: 1 sticks to it, 0 slips along it freely.");
    field("adhesion", b.adhesion, "", fraction,
          "How liquids with surface tension cling to it: 0 lets drops bead up, 1 is wetted; cos(contact angle) = 2 adhesion - 1.");
    field("look", b.look, {"hidden", "matte", "glass", "metal", "rubber", "clay"},
          "How light meets it in pictures with `render: film`; hidden is not drawn, unless it moves or `boundaries` are asked for.");
}

template <class Visit>
void fields(DiscOpening& d, Visit&& field) {
    field("radius", d.radius, "m", any_size, "Radius; in 2-D half the width of the opening.", Notes{.required = true});
}
template <class Visit>
void fields(RectangleOpening& r, Visit&& field) {
    field("size", PlaneSize{&r.width, &r.height}, "m", any_size,
          "Width and height; in 2-D the width alone counts. Width lies level where the direction is not vertical.",
          Notes{.required = true});
}
template <class Visit>
void fields(MeshOpening& m, Visit&& field) {
    field("file", m.file, "OBJ, PLY or STL file of flat triangles.", Notes{.required = true, .file = true});
}
template <class Visit>
void fields(PinSpec& p, Visit&& field) {
    fields(p.shape, field);
    field("object", p.object, "Name of the object it holds; all elastic ones where left out.");
    field("motion", p.motion, "How it moves, and what it holds with it; it stands still where left out.", Notes{.first_alone = true});
}
template <class Visit>
void fields(SourceSpec& s, Visit&& field) {
    field("disc", s.disc, "A round opening.", Notes{.first_alone = true});
    field("rectangle", s.rectangle, "A rectangular opening; in 2-D a line.", Notes{.first_alone = true});
    field("mesh", s.mesh, "An opening of the flat faces of a mesh; matter comes out of the side they face.",
          Notes{.first_alone = true});
    field("at", s.at, "m", any_place, "Middle of the opening; a mesh is moved by it.", Notes{.in_plane = true});
    field("direction", s.direction, "", any_place,
          "Where matter goes, of any length; down where left out. A mesh has its own.", Notes{.in_plane = true});
    field("turn", s.turn, "rad", between(-1000, 1000), "Turns a rectangle about its direction.");
    field("material", s.material, "Name of one of the materials.", Notes{.required = true});
    field("speed", s.speed, "m/s", positive_up_to(1e6), "Speed in the opening; this or the rate.");
    field("rate", s.rate, "m^3/s", positive_up_to(1e12),
          "Volume a second, in 2-D for each metre of depth; this or the speed.");
    field("temperature", s.temperature, "K", between(0, 1e6), "Temperature of what comes in.");
    field("concentration", s.concentration, "", fraction, "Concentration of what comes in.");
    field("start", s.start, "s", between(0, 1e6), "When it opens.");
    field("stop", s.stop, "s", between(0, 1e6), "When it closes; never where left out.");
    field("on", s.on, "s", between(0, 1e6), "Times in which it is open, instead of start and stop.");
    field("most", s.most, "", any_number, "Largest number of particles; 0 is no limit.");
}
template <class Visit>
void fields(SinkSpec& s, Visit&& field) {
    fields(s.shape, field);
}

// ---- how it moves -----------------------------------------------------------------------------------------

template <>
struct KindName<DfsphSpec> {
    static constexpr const char* name = "dfsph";
    static constexpr const char* help = "Incompressible: keeps the velocity free of divergence and the density at rest.";
};
template <class Visit>
void fields(DfsphSpec& d, Visit&& field) {
    field("tolerance", d.tolerance, "", positive_up_to(0.1), "Mean compression that may be left, as a share of the density.");
    field("divergence_tolerance", d.divergence_tolerance, "", positive_up_to(0.1),
          "Mean compression that a step's velocity may add.");
    field("most_iterations", d.most_iterations, "", between(1, 10000), "Limit of each solve; a hard one is reported, not refused.");
}
template <>
struct KindName<IisphSpec> {
    static constexpr const char* name = "iisph";
    static constexpr const char* help = "Incompressible: one implicit solve for the rest density.";
};
template <>
struct KindName<PbfSpec> {
    static constexpr const char* name = "pbf";
    static constexpr const char* help = "Incompressible: positions are corrected until nothing is too dense.";
};
/// What IisphSpec and PbfSpec have in common.
template <class Spec, class Visit>
void density_fields(Spec& s, Visit&& field) {
    field("tolerance", s.tolerance, "", positive_up_to(0.1), "Mean compression that may be left, as a share of the density.");
    field("most_iterations", s.most_iterations, "", between(1, 10000), "Limit of a solve; a hard one is reported, not refused.");
}
template <class Visit>
void fields(IisphSpec& s, Visit&& field) {
    density_fields(s, field);
}
template <class Visit>
void fields(PbfSpec& s, Visit&& field) {
    density_fields(s, field);
}
template <>
struct KindName<EquationOfStateSpec> {
    static constexpr const char* name = "equation_of_state";
    static constexpr const char* help = "Weakly compressible: pressure follows density by the Tait law.";
};
template <class Visit>
void fields(EquationOfStateSpec& e, Visit&& field) {
    field("sound_speed", e.sound_speed, "m/s", between(0, 1e6),
          "Speed of sound; 0 chooses ten times the fastest speed to be expected.");
    field("exponent", e.exponent, "", between(1, 15), "Exponent of the Tait law; 7 for water.");
    field("tension", e.tension, "", fraction, "Share of negative pressure that is kept; 0 lets water part freely.");
    field("damping", e.damping, "", fraction, "Damping of sound: Monaghan's alpha.");
    field("artificial_stress", e.artificial_stress, "", fraction,
          "Keeps particles under tension from clumping; 0 is off, 0.2 to 0.3 is usual where tension is above 0.");
}
template <class Visit>
void fields(ViscositySpec& v, Visit&& field) {
    field("method", v.method, {"automatic", "explicit", "implicit"},
          "Automatic solves implicitly where viscosity alone would shorten the time step.");
    field("tolerance", v.tolerance, "", positive_up_to(1), "What may be left of the first residual of an implicit solve.");
    field("most_iterations", v.most_iterations, "", between(1, 10000), "Limit of an implicit solve.");
}
template <class Visit>
void fields(SolidSolverSpec& s, Visit&& field) {
    field("method", s.method, {"automatic", "explicit", "implicit"},
          "Explicit takes as many short steps as the stiffest material asks for, implicit solves for one; automatic takes what is faster.");
    field("tolerance", s.tolerance, "", positive_up_to(1), "What may be left of the forces by an implicit solve.");
    field("most_iterations", s.most_iterations, "", between(1, 10000), "Limit of an implicit solve.");
    field("dissipation", s.dissipation, "", fraction,
          "How much an implicit step calms vibrations that are too fast for it: 0 not at all, 1 at once (backward Euler). Large ones may grow below 0.4.");
}
template <class Visit>
void fields(VorticitySpec& v, Visit&& field) {
    field("size", v.size, "", positive_up_to(100), "Size of the eddies that a particle keeps, in spacings; larger keeps more.");
    field("rate", v.rate, "1/s", positive_up_to(1e6), "How fast the spin of particles and the flow agree.");
}
template <class Visit>
void fields(TimeStepSpec& t, Visit&& field) {
    field("largest", t.largest, "s", between(0, 1e6), "Longest time step; 0 stands for one frame.");
    field("smallest", t.smallest, "s", positive_up_to(1e6), "A step that must be shorter stops the run as unsound.");
    field("courant", t.courant, "", positive_up_to(1),
          "Share of the smoothing length (half the support) that sound and matter may cross in a step.");
}
template <class Visit>
void fields(FacesSpec& f, Visit&& field) {
    const auto axis = [&](const char* name, Face& face, const char* help) { field(name, face, {"open", "closed", "periodic"}, help); };
    axis("x", f.x, "The two faces across x.");
    axis("y", f.y, "The two faces across y.");
    axis("z", f.z, "The two faces across z; in 2-D there are none.");
}
template <class Visit>
void fields(DomainSpec& d, Visit&& field) {
    field("leaving", d.leaving, {"stop", "remove"},
          "What happens when a particle goes out: the run or the particle ends.");
    field("low", d.low, "m", any_place, "Lower corner of where matter may be.", Notes{.in_plane = true});
    field("high", d.high, "m", any_place, "Upper corner of where matter may be.", Notes{.in_plane = true});
    field("faces", d.faces,
          "What its faces are: open lets matter leave, closed puts walls there, periodic lets it come back at the opposite face.",
          Notes{.one_is_all = true});
}

// ---- what comes out ---------------------------------------------------------------------------------------

template <class Visit>
void fields(OrbitSpec& o, Visit&& field) {
    field("turns", o.turns, "", between(-1000, 1000), "Turns from the start of the scene to its end; negative turns are clockwise seen from above.");
}
template <class Visit>
void fields(CameraKeySpec& k, Visit&& field) {
    field("time", k.time, "s", between(0, 1e6), "Time of the key.", Notes{.required = true});
    field("from", k.from, "m", any_place, "Where the eye is then.", Notes{.required = true});
    field("to", k.to, "m", any_place, "What it looks at then.", Notes{.required = true});
}
template <class Visit>
void fields(CutSpec& c, Visit&& field) {
    field("at", c.at, "m", any_place, "A point of the plane.");
    field("normal", c.normal, "", any_place, "Points to the side that is left out; of any length.");
}
template <class Visit>
void fields(CameraSpec& c, Visit&& field) {
    field("from", c.from, "m", any_place, "Where the eye is; chosen to show everything where left out.");
    field("to", c.to, "m", any_place, "What it looks at; the middle of everything where left out.");
    field("view_angle", c.view_angle, "rad", between(0.01, 3.1), "Vertical field of view.");
    field("flat_height", c.flat_height, "m", between(0, 1e6), "Height of a view without perspective, for cross-sections; 0 has perspective.");
    field("orbit", c.orbit, "Goes round what it looks at while the scene runs.", Notes{.first_alone = true});
    field("keys", c.keys, "Where it is when, ascending in time, instead of from and to; its way between them is smooth.");
    field("lens_radius", c.lens_radius, "m", between(0, 1e3), "Film: of the lens; what is out of focus is blurred. 0 keeps all sharp.");
    field("focus", c.focus, "m", between(0, 1e6), "Film: distance that is sharp; that of what it looks at where 0.");
    field("shutter", c.shutter, "", fraction, "Film: share of a frame's time that it is open; 0.5 is usual for motion blur, 0 has none.");
}
template <class Visit>
void fields(PictureSpec& p, Visit&& field) {
    field("size", PixelSize{&p.width, &p.height}, between(16, 16384), "Width and height in pixels.");
    field("render", p.render, {"quick", "film"},
          "quick: shaded at once; film: light is followed through matter in its look, which takes seconds a picture.");
    field("samples", p.samples, "", between(1, 65536), "Film: paths of light per pixel.");
    field("camera", p.camera, "Where the picture is taken from.");
    field("cameras", p.cameras, "Several cameras by name, instead of one; each has a folder of pictures and a film of its own.");
    field("colour", p.colour, "What gives particles their colour: material, speed, or the name of a column.");
    field("low", p.low, "", any_number, "Value at the low end of the colour scale; from the data where left out.");
    field("high", p.high, "", any_number, "Value at the high end of the colour scale; from the data where left out.");
    field("boundaries", p.boundaries, "Draw all boundaries; those that move are always drawn.");
    field("surface", p.surface, "Draw the surface of all matter instead of its particles, as output.surface tells how. Film draws it in any case where the colour is material.");
    field("discs", p.discs, "Film: particles as discs that lie in the surface of matter, instead of balls.");
    field("turntable", p.turntable, "Film: matter stands on a round plate.");
    field("cut", p.cut, "Film: cuts matter by a plane and leaves out what is on the side of its normal.");
}
template <class Visit>
void fields(SurfaceSpec& s, Visit&& field) {
    field("method", s.method, {"anisotropic", "colour", "average", "blobs"},
          "The field whose zero it is: by kernels that follow the surface, the colour field, the mean of near particles, or a sum of blobs.");
    field("of", s.of, "all, materials or objects (each its own surface), material NAME, or object NAME (sources too).");
    field("smoothing_length", s.smoothing_length, "", between(1, 5),
          "Half the distance at which a particle is felt, in particle radii (half a spacing); larger is smoother.");
    field("cube_size", s.cube_size, "", between(0.1, 4),
          "Edge of the cubes that triangles are cut out of, in particle radii; above 1.4 lone drops may be missed.");
    field("threshold", s.threshold, "", positive_up_to(100),
          "Of the field, larger is thinner; where left out 0.5, of colour and blobs 0.6. Of average it is a distance in particle radii, larger is thicker; 1.");
    field("smoothing", s.smoothing, "", between(0, 1000), "Rounds of smoothing of the triangles; the volume stays.");
    field("decimation", s.decimation, "", between(0, 0.99), "Share of the triangles that is taken away again, where the surface is flattest; 0.9 leaves a tenth.");
    field("format", s.format, {"ply", "obj", "vtk", "usda", "glb", "vdb"}, "Of the files: PLY, OBJ (without velocities and columns), VTP for ParaView, USD as text, GLB, or VDB (a volume: signed distance and fog).");
    field("columns", s.columns, "Columns that vertices take from the particles near them, for example `temperature, concentration`.");
}
template <class Visit>
void fields(SkinSpec& s, Visit&& field) {
    field("mesh", s.mesh, "OBJ, PLY or STL file, as fine as you like; the object's own mesh where left out.", Notes{.file = true});
    field("method", s.method, {"mls", "displacement", "frames"},
          "How particles carry it: moving least squares, the mean of their first-order motions, or of their turns alone, by which detail keeps its shape.");
    field("format", s.format, {"ply", "obj", "vtk", "usda", "glb"}, "Of the files: PLY, OBJ (with the faces and materials of the mesh's own OBJ), VTP for ParaView, USD as text, or GLB.");
    field("place", s.place, "Where the mesh stands at the start; where the object's shape stands if left out.");
}
template <class Visit>
void fields(OutputSpec& o, Visit&& field) {
    field("fps", o.fps, "1/s", positive_up_to(1e6), "Frames per simulated second.");
    field("particles", o.particles, "Keep the particles of every frame; else only those of the last two.");
    field("pictures", o.pictures, "Draw every frame.");
    field("movie", o.movie, "Draw every frame and make a film of them.");
    field("surface", o.surface, "Make the surface of matter in every frame: closed triangles, in files.");
    field("skins", o.skins, "Meshes that the particles of an object carry along in every frame, by the name of the object.");
    field("poster", o.poster, "s", positive_up_to(1e6), "Time of its picture in the gallery (`mote gallery`); 0.6 of the duration where left out.");
}

// ---- all of it --------------------------------------------------------------------------------------------

template <class Visit>
void fields(Scene& s, Visit&& field) {
    field("title", s.title, "One line about the scene.");
    field("dimension", s.dimension, "", between(2, 3), "2 keeps z at 0.");
    field("spacing", s.spacing, "m", positive_up_to(1000),
          "Particle distance: the one number that sets resolution and cost.");
    field("support", s.support, "", between(1.5, 4), "Support radius of the smoothing kernel, in spacings.");
    field("duration", s.duration, "s", between(0, 1e6), "Simulated time.");
    field("gravity", s.gravity, "m/s^2", between(-1e6, 1e6), "Acceleration of everything; y is up.",
          Notes{.in_plane = true});
    field("seed", s.seed, "", any_number, "Seed of every random choice.");
    field("xsph", s.xsph, "", fraction, "How much neighbours smooth each other's velocity.");
    field("materials", s.materials, "What matter is made of, by name.");
    field("pairs", s.pairs, "What two materials are to each other, by any name.");
    field("objects", s.objects, "Bodies of particles, by name; a scene has an object or a source.");
    field("boundaries", s.boundaries, "Things matter cannot enter, by name.");
    field("pins", s.pins, "Holds the parts of elastic objects that lie in a shape at the start, by name.");
    field("sources", s.sources, "Openings that matter comes out of, by name.");
    field("sinks", s.sinks, "Shapes that take away the matter inside them, by name.");
    field("pressure", s.pressure, "solver", "What keeps matter from being compressed.");
    field("viscosity_solver", s.viscosity_solver, "How the viscosity of the materials is computed.");
    field("solids", s.solids, "How elastic bodies are moved through a time step.");
    field("vorticity", s.vorticity, "Particles that turn on their own and give eddies back what smoothing takes from them.");
    field("time_step", s.time_step, "How long a time step may be.");
    field("domain", s.domain, "Where matter may be.");
    field("output", s.output, "What the run leaves behind.");
}

}  // namespace mote
