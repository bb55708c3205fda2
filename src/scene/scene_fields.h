// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The field lists of everything that can stand in a scene file: name, member, unit, range, one line of help. This is
// the language; all else walks over it. The order here is the order in written scenes and in the reference.
#pragma once
#include "scene/material_fields.h"
#include "scene/output_fields.h"
#include "scene/shape_fields.h"

namespace mote {

// ---- matter -----------------------------------------------------------------------------------------------

template <class Visit>
void fields(SamplingSpec& s, Visit&& field) {
    field("lattice", s.lattice, {"cubic", "hexagonal", "face_centred", "packed", "poured", "crystal"},
          "How particles are arranged at the start; packed settles them into a tight disorder. poured goes on with balls that do not overlap until no more go in, which takes about a second for a thousand. crystal is face_centred without a change of its distances, as virtual materials need it, and each particle has the volume of a cubic one.");
    field("jitter", s.jitter, "", between(0, 0.5), "Random shift as a fraction of the spacing.");
    field("octree", s.octree, "", between(0, 3), "Of an elastic body: so many times particles double their size from the surface to the inside, on a cubic lattice. Within reach of the surface they have the spacing; mass and stiffness stay. Of a body some 50 spacings thick 2 takes less than half of the particles, of one of 80 less than a third.");
}
template <class Visit>
void fields(RegionSpec& r, Visit&& field) {
    fields(r.shape, field);
    field("material", r.material, "What the particles in it are made of; of the kind of the object's own material.", Notes{.required = true});
}
template <class Visit>
void fields(LevelSpec& l, Visit&& field) {
    field("above", l.above, "", fraction, "From this value on, up to the next level.", Notes{.required = true});
    field("material", l.material, "What it is made of there; of the kind of the object's own material.", Notes{.required = true});
}
template <class Visit>
void fields(TextureSpec& t, Visit&& field) {
    field("file", t.file, "CSV table of values from 0 to 1, or grey PGM picture; several pictures in one PGM file are slices, from the low end of the axis to its far end.",
          Notes{.required = true, .file = true});
    field("axis", t.axis, {"x", "y", "z"}, "The picture fills the object's own box as seen from the far end of this axis, and goes through it along the axis.");
    field("levels", t.levels, "From what values on it is of what material, ascending; below the first it is of the object's own.");
}
template <class Visit>
void fields(ObjectSpec& o, Visit&& field) {
    fields(o.shape, field);
    field("material", o.material, "Name of one of the materials.", Notes{.required = true});
    field("sampling", o.sampling, "How the body is filled with particles.");
    field("texture", o.texture, "Parts of other materials by a picture or by slices of a scan.");
    field("regions", o.regions, "Parts of other materials by shapes, which are scaled, turned and moved with the object; where two overlap, the later counts.");
    field("velocity", o.velocity, "m/s", between(-1e6, 1e6), "Velocity at the start.", Notes{.in_plane = true});
    field("spin", o.spin, "rad/s", between(-1e6, 1e6), "Angular velocity at the start, about the centre of mass.");
    field("temperature", o.temperature, "K", between(0, 1e6), "Temperature at the start.");
    field("concentration", o.concentration, "", fraction, "Of dye, salt or whatever else is dissolved in it, at the start.");
    field("moisture", o.moisture, "", Range{0, 1, false, true}, "Of a material that takes up a liquid: the share of its mass that is liquid, at the start.");
    field("rest_scale", o.rest_scale, "", between(0.7, 1.4),
          "Of an elastic one: lengths along x, y and z at rest, over those at the start. 0.9 has it under tension, and shrink where nothing holds it.",
          Notes{.in_plane = true, .one_is_all = true});
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
    field("until", b.until, "s", positive_up_to(1e9), "When it is taken away: a glass, a mould. It stays where left out.");
    field("temperature", Curved{&b.temperature, &b.temperature_in_time, "s"}, "K", between(0, 1e6), "Temperature, which it keeps, or how that goes with time.");
    field("insulated", b.insulated, "true: no heat goes through it, whatever its temperature.");
    field("conductance", b.conductance, "W/(m^2 K)", positive_up_to(1e12), "How heat goes through its surface; nothing resists there where left out.");
    field("friction", b.friction, "", fraction,
          "How much of its own viscosity a liquid rubs it with: 1 sticks to it, 0 slips along it freely.");
    field("adhesion", b.adhesion, "", fraction,
          "How liquids with surface tension cling to it: 0 lets drops bead up, 1 is wetted; cos(contact angle) = 2 adhesion - 1.");
    field("look", b.look, {"hidden", "matte", "glass", "metal", "rubber", "clay"},
          "How light meets it in pictures with `render: film`; hidden is not drawn, unless it moves or `boundaries` are asked for.");
    field("colour", b.colour, "", fraction, "Red, green and blue in pictures; grey where left out. Glass has its own.");
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
    field("object", p.object, "Name of the object it holds; all solid ones where left out.");
    field("motion", p.motion, "How it moves, and what it holds with it; it stands still where left out.", Notes{.first_alone = true});
    field("start", p.start, "s", between(0, 1e6), "When it takes hold: what it holds then stays where it is, or goes with the motion from there.");
    field("stop", p.stop, "s", between(0, 1e6), "When it lets go; never where left out.");
    field("on", p.on, "s", between(0, 1e6), "Times in which it holds, instead of start and stop.");
}
template <class Visit>
void fields(SpringEndSpec& e, Visit&& field) {
    field("object", e.object, "Name of the solid object that it is fastened to; the place stays where it is where left out.");
    field("at", e.at, "m", any_place, "Where, at the start: in the object or at its surface.", Notes{.required = true, .in_plane = true});
}
template <class Visit>
void fields(SpringSpec& s, Visit&& field) {
    field("from", s.from, "Its one end.");
    field("to", s.to, "Its other end.");
    field("stiffness", s.stiffness, "N/m", positive_up_to(1e12), "Force by length that it is pulled.", Notes{.required = true});
    field("damping", s.damping, "N s/m", between(0, 1e12), "Force by the speed that it is pulled with.");
    field("length", s.length, "m", between(0, 1e6), "At which it does not pull; that at the start where left out.");
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

template <class Visit>
void fields(HeaterSpec& h, Visit&& field) {
    fields(h.shape, field);
    field("object", h.object, "Heats only what was of this object, or came out of this source, at the start; whatever is in the shape where left out.");
    field("power", h.power, "W", between(-1e12, 1e12), "Heat a second, each kilogram in the shape alike; below 0 it cools. In 2-D for each metre of depth.", Notes{.required = true});
    field("start", h.start, "s", between(0, 1e6), "When it is turned on.");
    field("stop", h.stop, "s", between(0, 1e6), "When it is turned off; never where left out.");
    field("on", h.on, "s", between(0, 1e6), "Times in which it is on, instead of start and stop.");
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
          "Explicit takes as many short steps as the stiffest material asks for, implicit solves for one; automatic takes what is faster. In an implicit step hits do not bounce: automatic takes short steps through those of what is hardly damped, and asks for more where something is touched.");
    field("tolerance", s.tolerance, "", positive_up_to(1), "What may be left of the forces by an implicit solve.");
    field("most_iterations", s.most_iterations, "", between(1, 10000), "Limit of an implicit solve.");
    field("dissipation", s.dissipation, "", fraction,
          "How much an implicit step calms vibrations that are too fast for it: 0 not at all, 1 at once (backward Euler). Large ones may grow below 0.4.");
    field("contact", s.contact, {"particles", "surfaces"},
          "What elastic bodies touch each other with: their particles, or their true surfaces, which is smoother and takes more time. It is by short steps then, so not for method: implicit.");
    field("surfel_spacing", s.surfel_spacing, "", between(0.3f, 1.5f), "Of contact: surfaces: the distance of the samples of a surface, in spacings.");
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
    field("pins", s.pins, "Holds the parts of elastic objects that lie in a shape at the start, by name; a rigid object as a whole.");
    field("springs", s.springs, "Springs between solid objects, or between one and a fixed place, by name.");
    field("sources", s.sources, "Openings that matter comes out of, by name.");
    field("sinks", s.sinks, "Shapes that take away the matter inside them, by name.");
    field("heaters", s.heaters, "Shapes that heat what is inside them, by name.");
    field("pressure", s.pressure, "solver", "What keeps matter from being compressed.");
    field("viscosity_solver", s.viscosity_solver, "How the viscosity of the materials is computed.");
    field("solids", s.solids, "How elastic bodies are moved through a time step.");
    field("vorticity", s.vorticity, "Particles that turn on their own and give eddies back what smoothing takes from them.");
    field("time_step", s.time_step, "How long a time step may be.");
    field("domain", s.domain, "Where matter may be.");
    field("output", s.output, "What the run leaves behind.");
}

}  // namespace mote
