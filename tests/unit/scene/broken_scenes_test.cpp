// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Scenes with one mistake each: where it is said to be, and what is said about it.
#include <gtest/gtest.h>

#include <vector>

#include "unit/scene/scene_text.h"

namespace mote {
namespace {

struct Broken {
    std::string text;
    int         line, column;
    std::string path;    ///< Empty where no field is to blame.
    std::string remedy;  ///< Part of the sentence.
};
void PrintTo(const Broken& scene, std::ostream* out) { *out << scene.path << ": " << scene.remedy; }

// Three good lines, then what is tried from line 4 on.
Broken after(const std::string& text, int line, int column, const std::string& path, const std::string& remedy) {
    return {"spacing: 2 cm\nmaterials: {water: {}}\nobjects: {drop: {sphere: 0.1, material: water}}\n" + text, line,
            column, path, remedy};
}

// An object in line 3, whose fields begin at column 6.
Broken body(const std::string& fields, int column, const std::string& path, const std::string& remedy) {
    return {"materials: {water: {}, mud: {}}\nobjects:\n  a: {" + fields + "}\n", 3, column, path, remedy};
}

// A source in line 5, whose fields begin at column 9, in a scene of its own.
Broken source(const std::string& fields, int column, const std::string& path, const std::string& remedy) {
    return {"spacing: 2 cm\nmaterials: {water: {}}\nboundaries: {floor: {plane: [0, 1, 0]}}\nsources:\n  tap: {" + fields +
                "}\n",
            5, column, path, remedy};
}

std::string repeated(const std::string& piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
}

const std::vector<Broken> misspelt_keys = {
    after("spcing: 1\n", 4, 1, "spcing", "did you mean spacing?"),
    after("Duration: 1\n", 4, 1, "Duration", "did you mean duration?"),
    after("viscosity: 1\n", 4, 1, "viscosity", "did you mean materials.NAME.viscosity?"),
    after("wibble: 1\n", 4, 1, "wibble", "no such field; known: title, dimension"),
    after("'a b': 1\n", 4, 1, "'a b'", "no such field"),
    after("output: {fsp: 30}\n", 4, 10, "output.fsp", "did you mean fps?"),
    after("output:\n  movie:\n    camera: {form: [1, 1, 1]}\n", 6, 14, "output.movie.camera.form",
          "did you mean from?"),
    after("pressure: {tolerence: 7}\n", 4, 12, "pressure.tolerence", "did you mean tolerance?"),
    after("time_step: {courrant: 0.4}\n", 4, 13, "time_step.courrant", "did you mean courant?"),
    after("domain: {lwo: [0, 0, 0]}\n", 4, 10, "domain.lwo", "did you mean low?"),
    {"materials: {water: {densty: 1}}\n" + smallest_scene.substr(smallest_scene.find('\n') + 1), 1, 21,
     "materials.water.densty", "did you mean density?"},
    body("shpere: 1, material: water", 7, "objects.a.shpere", "did you mean sphere?"),
    body("sphere: {radus: 1}, material: water", 16, "objects.a.sphere.radus", "did you mean radius?"),
    body("sphere: 1, material: water, rotate: {axes: [0, 1, 0]}", 44, "objects.a.rotate.axes", "did you mean axis?"),
    body("sphere: 1, material: water, sampling: {latice: cubic}", 46, "objects.a.sampling.latice",
         "did you mean lattice?"),
    body("union: [{box: 1, att: [0, 0, 0]}], material: water", 24, "objects.a.union[0].att", "did you mean at?"),
};

const std::vector<Broken> wrong_values = {
    {"spacing: 8 kg\n" + smallest_scene, 1, 10, "spacing",
     "expects a length (m), found a mass (kg); write it as in 8 mm"},
    {"spacing: 8 mmm\n" + smallest_scene, 1, 10, "spacing", "unknown unit 'mmm'; did you mean mm?"},
    {"spacing: 0\n" + smallest_scene, 1, 10, "spacing",
     "greater than 0 and at most 1000, found '0'; leave it out for the default, 0.02"},
    {"spacing: -2 mm\n" + smallest_scene, 1, 10, "spacing", "greater than 0 and at most 1000, found '-2 mm'"},
    {"spacing: 1e-60\n" + smallest_scene, 1, 10, "spacing", "greater than 0"},
    {"spacing: .nan\n" + smallest_scene, 1, 10, "spacing", "found '.nan'; write a number"},
    {"spacing: .inf\n" + smallest_scene, 1, 10, "spacing", "found '.inf'; write a number"},
    {"spacing: 1e999\n" + smallest_scene, 1, 10, "spacing", "too large"},
    {"spacing: 1_000\n" + smallest_scene, 1, 10, "spacing", "without underscores"},
    {"spacing: 1,5\n" + smallest_scene, 1, 10, "spacing", "decimal sign is a point"},
    {"spacing: [1]\n" + smallest_scene, 1, 10, "spacing", "found a list of 1"},
    {"spacing: {x: 1}\n" + smallest_scene, 1, 10, "spacing", "found a block of fields"},
    {"spacing:\n" + smallest_scene, 1, 1, "spacing", "found nothing"},
    {"spacing: ~\n" + smallest_scene, 1, 1, "spacing", "found nothing"},
    {"spacing: yes\n" + smallest_scene, 1, 10, "spacing", "found 'yes'"},
    after("dimension: 4\n", 4, 12, "dimension", "a whole number from 2 to 3, found '4'"),
    after("dimension: 2.5\n", 4, 12, "dimension", "a whole number from 2 to 3, found '2.5'; leave it out"),
    after("duration: -1 s\n", 4, 11, "duration", "found '-1 s'"),
    after("duration: 5 m\n", 4, 11, "duration", "expects a time (s), found a length (m)"),
    after("support: 9\n", 4, 10, "support", "from 1.5 to 4"),
    after("seed: -1\n", 4, 7, "seed", "a whole number from 0"),
    after("seed: 99999999999999999999\n", 4, 7, "seed", "a whole number from 0"),
    after("title: [a]\n", 4, 8, "title", "expects text, found a list"),
    after("title: \"a\\nb\"\n", 4, 8, "title", "write it on one line"),
    after("title: " + std::string(2000, 'x') + "\n", 4, 8, "title", "at most 1000 characters"),
    after("gravity: -9.81\n", 4, 10, "gravity", "expects three numbers (m/s^2)"),
    after("gravity: [0, -9.81]\n", 4, 10, "gravity", "found a list of 2; write for example [0, -9.81, 0]"),
    after("gravity: [0, 1 m, 0]\n", 4, 14, "gravity[1]", "expects an acceleration (m/s^2), found a length (m)"),
    after("gravity: [0, [1], 0]\n", 4, 14, "gravity[1]", "found a list of 1"),
    after("output: {particles: yes}\n", 4, 21, "output.particles", "expects true or false, found 'yes'; write true"),
    after("output: {movie: no}\n", 4, 17, "output.movie", "write false"),
    after("output: {fps: 0}\n", 4, 15, "output.fps", "greater than 0"),
    after("output: {movie: {size: 960}}\n", 4, 24, "output.movie.size", "write [960, 540]"),
    after("output: {movie: {size: [960, 1]}}\n", 4, 30, "output.movie.size[1]", "from 16 to 16384"),
    after("domain: {leaving: destroy}\n", 4, 19, "domain.leaving",
          "expects one of stop, remove, found 'destroy'; leave it out for the default, stop"),
    after("pressure: {solver: dfshp}\n", 4, 20, "pressure.solver",
          "there is no solver 'dfshp'; did you mean dfsph?"),
    after("pressure: equation_of_stat\n", 4, 11, "pressure.solver", "did you mean equation_of_state?"),
    after("pressure: {tolerance: 99}\n", 4, 23, "pressure.tolerance",
          "found '99'"),
    {"materials: {water: {density: -5}}\nobjects: {a: {box: 1, material: water}}\n", 1, 30, "materials.water.density",
     "greater than 0"},
    {"materials: {water: {density: 0}}\nobjects: {a: {box: 1, material: water}}\n", 1, 30, "materials.water.density",
     "greater than 0"},
    {"materials: {water: {density: 5 kg}}\nobjects: {a: {box: 1, material: water}}\n", 1, 30, "materials.water.density",
     "expects a density (kg/m^3), found a mass (kg)"},
    {"materials: {water: {viscosity: -1}}\nobjects: {a: {box: 1, material: water}}\n", 1, 32,
     "materials.water.viscosity", "from 0"},
    {"materials: {water: {surface_tension: -0.07 N/m}}\nobjects: {a: {box: 1, material: water}}\n", 1, 38,
     "materials.water.surface_tension", "from 0"},
    after("boundaries: {floor: {plane: {}, method: implict}}\n", 4, 41, "boundaries.floor.method", "sampled, implicit"),
    after("boundaries: {floor: {plane: {}, method: implicit, adhesion: 1}}\n", 4, 61, "boundaries.floor.adhesion", "write method: sampled"),
    after("boundaries: {floor: {union: [{plane: {}}, {sphere: 1}], method: implicit}}\n", 4, 65, "boundaries.floor.method",
          "make each plane a boundary of its own"),
    after("boundaries: {floor: {plane: {}, adhesion: 2}}\n", 4, 43, "boundaries.floor.adhesion", "from 0 to 1"),
    {"materials: {water: {colour: [0, 0, 2]}}\nobjects: {a: {box: 1, material: water}}\n", 1, 36,
     "materials.water.colour[2]", "from 0 to 1"},
    {"materials: {water: {preset: hony}}\nobjects: {a: {box: 1, material: water}}\n", 1, 29, "materials.water.preset",
     "did you mean honey?"},
    {"materials: {water: 5}\nobjects: {a: {box: 1, material: water}}\n", 1, 20, "materials.water",
     "expects a block of fields (preset, density"},
    {"materials: [water]\nobjects: {a: {box: 1, material: water}}\n", 1, 12, "materials",
     "expects blocks by name, found a list"},
};

const std::vector<Broken> wrong_bodies = {
    body("material: water", 3, "objects.a", "has no shape; give it one of box, sphere"),
    body("sphere: 1, box: 1, material: water", 18, "objects.a", "has two shapes, sphere and box; keep one"),
    body("sphere: 1", 3, "objects.a.material", "is missing and has no default; add it (Name of one of the materials)"),
    body("sphere: 1, material: wter", 28, "objects.a.material",
         "there is no material 'wter'; did you mean water? Known: mud, water"),
    body("sphere: 1, material: honey", 28, "objects.a.material", "add materials: {honey: {preset: honey}}"),
    body("sphere: 1, material: ''", 28, "objects.a.material", "expects text, found ''"),
    body("sphere: 0, material: water", 15, "objects.a.sphere",
         "greater than 0 and at most 1e6, found '0'; write it as in 8 mm"),
    body("sphere: 1e300, material: water", 15, "objects.a.sphere", "too large"),
    body("sphere: 1e7, material: water", 15, "objects.a.sphere", "at most 1e6"),
    body("sphere: , material: water", 7, "objects.a.sphere", "expects a block with radius, found nothing"),
    body("sphere: {}, material: water", 7, "objects.a.sphere.radius", "is missing"),
    body("box: [1, 0, 1], material: water", 16, "objects.a.box[1]", "greater than 0"),
    body("box: [1, 1], material: water", 12, "objects.a.box", "expects three numbers (m), found a list of 2"),
    body("box: [], material: water", 12, "objects.a.box", "found a list of 0"),
    body("box: wide, material: water", 12, "objects.a.box", "found 'wide'"),
    body("cylinder: 1, material: water", 17, "objects.a.cylinder", "expects a block with radius, height"),
    body("cylinder: {radius: 1}, material: water", 7, "objects.a.cylinder.height",
         "is missing and has no default; add it (Height along y)"),
    body("torus: {radius: 1, tube: 1}, material: water", 7, "objects.a.torus", "make the tube smaller"),
    body("plane: [0, 1, 0], material: water", 7, "objects.a.plane", "reaches to infinity"),
    body("union: [{box: 1}, {plane: [0, 1, 0]}], material: water", 7, "objects.a.union", "reaches to infinity"),
    body("union: [], material: water", 7, "objects.a.union", "needs at least 1 shape, found 0"),
    body("union: {box: 1}, material: water", 14, "objects.a.union", "expects a list of shapes"),
    body("union: [{box: 1}, {at: [0, 0, 0]}], material: water", 25, "objects.a.union[1]", "has no shape"),
    body("union: [5], material: water", 15, "objects.a.union[0]", "expects a block of fields (box, sphere"),
    body("difference: [{box: 1}], material: water", 7, "objects.a.difference", "needs at least 2 shapes, found 1"),
    body("intersection: [{box: 1}], material: water", 7, "objects.a.intersection", "needs at least 2 shapes"),
    body("mesh: '', material: water", 13, "objects.a.mesh", "expects the name of a file"),
    body("mesh: \"a\\0b\", material: water", 13, "objects.a.mesh", "control character"),
    body("box: 1, material: water, rotate: {axis: [0, 0, 0], angle: 1}", 47, "objects.a.rotate.axis",
         "use for example [0, 1, 0]"),
    body("box: 1, material: water, rotate: 30 deg", 40, "objects.a.rotate", "expects a block of fields (axis, angle)"),
    body("box: 1, material: water, rotate: {angle: 30 m}", 48, "objects.a.rotate.angle",
         "expects an angle (rad), found a length (m)"),
    body("box: 1, material: water, scale: 0", 39, "objects.a.scale", "greater than 0"),
    body("box: 1, material: water, sampling: {lattice: hexagon}", 52, "objects.a.sampling.lattice",
         "did you mean hexagonal?"),
    body("box: 1, material: water, sampling: {jitter: 0.6}", 51, "objects.a.sampling.jitter", "from 0 to 0.5"),
    body("box: 1, material: water, temperature: -300 degC", 45, "objects.a.temperature",
         "expects a temperature (K) from 0"),
    body("box: 1, material: water, velocity: 3 m/s", 42, "objects.a.velocity", "expects three numbers (m/s)"),
    after("boundaries: {drop: {box: 1}}\n", 4, 14, "boundaries.drop", "already an object of that name"),
    after("boundaries: {floor: {plane: [0, 0, 0]}}\n", 4, 22, "boundaries.floor.plane", "gives no direction"),
    after("boundaries: {5x: {box: 1}}\n", 4, 14, "boundaries", "'5x' is not a name"),
    after("boundaries: {floor: {box: 1, inside: 1}}\n", 4, 38, "boundaries.floor.inside", "write true"),
    after("boundaries: {floor: {box: 1, material: water}}\n", 4, 30, "boundaries.floor.material", "no such field"),
    after("boundaries: {b: {box: 1, friction: 2}}\n", 4, 36, "boundaries.b.friction", "from 0 to 1"),
    after("boundaries: {b: {box: 1, motion: 5}}\n", 4, 34, "boundaries.b.motion", "expects a list of blocks, found '5'"),
    after("boundaries: {b: {box: 1, motion: [5]}}\n", 4, 35, "boundaries.b.motion[0]", "expects a block of fields (time, move, rotate)"),
    after("boundaries: {b: {box: 1, motion: {}}}\n", 4, 26, "boundaries.b.motion", "has neither keys nor swing"),
    after("boundaries: {b: {box: 1, motion: [{time: 0}]}}\n", 4, 26, "boundaries.b.motion", "a motion needs two"),
    after("boundaries: {b: {box: 1, motion: [{time: 0}, {move: [1, 0, 0]}]}}\n", 4, 46, "boundaries.b.motion[1].time", "is missing"),
    after("boundaries: {b: {box: 1, motion: [{time: 1}, {time: 1}]}}\n", 4, 53, "boundaries.b.motion[1].time", "sort the keys"),
    after("boundaries: {b: {box: 1, motion: {keys: [{time: 1}, {time: 0.5}]}}}\n", 4, 60, "boundaries.b.motion.keys[1].time", "sort the keys"),
    after("boundaries: {b: {box: 1, motion: {repeat: true, swing: {period: 1, move: [1, 0, 0]}}}}\n", 4, 43, "boundaries.b.motion.repeat", "repeats by itself"),
    after("boundaries: {b: {box: 1, motion: {swing: {period: 1}}}}\n", 4, 35, "boundaries.b.motion.swing", "has no amplitude"),
    after("boundaries: {b: {box: 1, motion: {swing: {move: [1, 0, 0]}}}}\n", 4, 35, "boundaries.b.motion.swing.period", "is missing"),
    after("boundaries: {b: {box: 1, motion: {swing: {period: 0, move: [1, 0, 0]}}}}\n", 4, 51, "boundaries.b.motion.swing.period", "greater than 0"),
    after("boundaries: {b: {box: 1, motion: {swing: {period: 1, rotate: {axis: [0, 0, 0], angle: 1}}}}}\n", 4, 69, "boundaries.b.motion.swing.rotate.axis", "gives no direction"),
    after("dimension: 2\nboundaries: {b: {box: 1, motion: {swing: {period: 1, rotate: {angle: 1}}}}}\n", 5, 54, "boundaries.b.motion.swing.rotate", "use axis: [0, 0, 1]"),
    after("dimension: 2\nboundaries: {b: {box: 1, motion: [{time: 0}, {time: 1, move: [0, 0, 1]}]}}\n", 5, 62, "boundaries.b.motion[1].move", "z component"),
    after("dimension: 2\nboundaries: {b: {box: 1, motion: {about: [0, 0, 1], swing: {period: 1, move: [1, 0]}}}}\n", 5, 42, "boundaries.b.motion.about", "z component"),
};

const std::vector<Broken> wrong_sources = {
    source("material: water, speed: 1", 3, "sources.tap", "has no opening; give it one of disc, rectangle, mesh"),
    source("disc: 0.1, rectangle: 0.1, material: water, speed: 1", 20, "sources.tap.rectangle", "second opening; keep one"),
    source("disc: 0.1, material: water", 3, "sources.tap", "has neither speed nor rate; add one"),
    source("disc: 0.1, material: water, speed: 1, rate: 1 L/s", 53, "sources.tap.rate", "keep one of the two"),
    source("disc: 0, material: water, speed: 1", 15, "sources.tap.disc", "greater than 0"),
    source("disc: {radius: 0}, material: water, speed: 1", 24, "sources.tap.disc.radius", "greater than 0"),
    source("disc: {}, material: water, speed: 1", 9, "sources.tap.disc.radius", "is missing"),
    source("disc: true, material: water, speed: 1", 15, "sources.tap.disc", "expects a length"),
    source("rectangle: [1, 0], material: water, speed: 1", 24, "sources.tap.rectangle[1]", "greater than 0"),
    source("rectangle: [1, 1, 1], material: water, speed: 1", 20, "sources.tap.rectangle", "width and height (m), found a list of 3"),
    source("mesh: '', material: water, speed: 1", 15, "sources.tap.mesh", "expects the name of a file"),
    source("mesh: a.obj, direction: [0, 1, 0], material: water, speed: 1", 33, "sources.tap.direction", "leave it out"),
    source("disc: 0.1, direction: [0, 0, 0], material: water, speed: 1", 31, "sources.tap.direction", "gives no direction"),
    source("disc: 0.1, material: wter, speed: 1", 30, "sources.tap.material", "did you mean water?"),
    source("disc: 0.1, speed: 1", 3, "sources.tap.material", "is missing"),
    source("disc: 0.1, material: water, speed: -1", 44, "sources.tap.speed", "greater than 0"),
    source("disc: 0.1, material: water, rate: -1 L/s", 43, "sources.tap.rate", "expects a volume flow (m^3/s) greater than 0"),
    source("disc: 0.1, material: water, rate: 1 m/s", 43, "sources.tap.rate", "found a velocity"),
    source("disc: 0.1, material: water, speed: 1, start: 2 s, stop: 1 s", 65, "sources.tap.stop", "not after the start"),
    source("disc: 0.1, material: water, speed: 1, on: [[1, 2]], stop: 1 s", 51, "sources.tap.on", "beside start or stop"),
    source("disc: 0.1, material: water, speed: 1, on: [[2, 1]]", 51, "sources.tap.on[0]", "not after it begins"),
    source("disc: 0.1, material: water, speed: 1, on: [[0, 2], [1, 3]]", 51, "sources.tap.on[1]", "sort and join"),
    source("disc: 0.1, material: water, speed: 1, on: [1, 2]", 52, "sources.tap.on[0]", "expects pairs of times"),
    source("disc: 0.1, material: water, speed: 1, most: -1", 53, "sources.tap.most", "a whole number from 0"),
    source("dics: 0.1, material: water, speed: 1", 9, "sources.tap.dics", "did you mean disc?"),
    after("sources: {drop: {disc: 0.1, material: water, speed: 1}}\n", 4, 11, "sources.drop", "already an object of that name"),
    after("sinks: {hole: {at: [0, 0, 0]}}\n", 4, 9, "sinks.hole", "has no shape"),
    after("sinks: {hole: {torus: {radius: 1, tube: 2}}}\n", 4, 16, "sinks.hole.torus", "make the tube smaller"),
    after("dimension: 2\nsources: {s: {disc: 1, direction: [0, 0, 1], material: water, speed: 1}}\n", 5, 35,
          "sources.s.direction", "z component"),
    after("dimension: 2\nsources: {s: {mesh: a.obj, material: water, speed: 1}}\n", 5, 15, "sources.s.mesh", "2-D"),
};

/// A scene whose only material has these fields, which begin in column 21 of the first line.
Broken liquid(const std::string& fields, int column, const std::string& field, const std::string& remedy) {
    return {"materials: {water: {" + fields + "}}\nobjects: {drop: {sphere: 0.1, material: water}}\n", 1, column,
            "materials.water." + field, remedy};
}
const std::vector<Broken> wrong_laws = {
    liquid("shear: {law: pwer}", 34, "shear.law", "did you mean power?"),
    liquid("shear: {law: power, yield_stress: 1}", 41, "shear.yield_stress", "no such field"),
    liquid("shear: {law: power, index: 0}", 48, "shear.index", "from 0.05 to 4"),
    liquid("shear: {law: bingham, yield_stress: 2 Pa s}", 57, "shear.yield_stress", "found a dynamic viscosity"),
    liquid("shear: {law: carreau, time: 0}", 49, "shear.time", "greater than 0"),
    liquid("shear: {law: cross, smallest: 2, largest: 1}", 51, "shear.smallest", "more than the largest viscosity"),
    liquid("expansion: 2", 32, "expansion", "from -1 to 1"),
    liquid("expansion: 1 K", 32, "expansion", "found a temperature"),
    liquid("ambient_density: -1", 38, "ambient_density", "from 0"),
    liquid("drag: 1 kg", 27, "drag", "found a mass"),
    liquid("reference_temperature: -300 degC", 44, "reference_temperature", "from 0"),
    liquid("conductivity: -1", 35, "conductivity", "expects a heat conductivity (W/(m K)) from 0"),
    liquid("conductivity: 1 Pa", 35, "conductivity", "found a pressure"),
    liquid("heat_capacity: 0", 36, "heat_capacity", "expects a specific heat (J/(kg K)) from 1"),
    liquid("diffusion: -1 m^2/s", 32, "diffusion", "from 0"),
    liquid("diffusion: 1 Pa s", 32, "diffusion", "found a dynamic viscosity"),
    after("vorticity: {size: 0}\n", 4, 19, "vorticity.size", "greater than 0"),
    after("vorticity: {rate: 1 s}\n", 4, 19, "vorticity.rate", "found a time"),
    after("vorticity: yes\n", 4, 12, "vorticity", "write true"),
    after("pairs: {a: {between: water, tension: 1}}\n", 4, 22, "pairs.a.between", "write [oil, water]"),
    after("pairs: {a: {tension: 1}}\n", 4, 9, "pairs.a.between", "is missing"),
    after("pairs: {a: {between: [water, wine], tension: 1}}\n", 4, 22, "pairs.a.between", "there is no material 'wine'"),
    after("pairs: {a: {between: [water, water], tension: 1}}\n", 4, 22, "pairs.a.between", "a pair is of two materials"),
    after("pairs: {a: {between: [water, 1, 2], tension: 1}}\n", 4, 22, "pairs.a.between", "found a list of 3"),
    {"materials: {a: {}, b: {}}\nobjects: {o: {box: 1, material: a}}\npairs: {p: {between: [a, b]}}\n", 3, 9, "pairs.p", "says nothing"},
    {"materials: {a: {}, b: {}}\nobjects: {o: {box: 1, material: a}}\npairs: {p: {between: [a, b], tension: 1 m}}\n", 3, 39, "pairs.p.tension", "found a length"},
    {"materials: {a: {}, b: {}}\nobjects: {o: {box: 1, material: a}}\npairs: {p: {between: [a, b], tension: 1}, q: {between: [b, a], tension: 1}}\n",
     3, 56, "pairs.q.between", "are a pair already"},
    {"materials: {w: {}}\nobjects: {a: {box: 1, material: w, concentration: 2}}\n", 2, 51, "objects.a.concentration", "from 0 to 1"},
    after("boundaries: {a: {box: 1, insulated: yes}}\n", 4, 37, "boundaries.a.insulated", "write true"),
    source("disc: 0.1, material: water, speed: 1, concentration: -1", 62, "sources.tap.concentration", "from 0 to 1"),
};

/// A scene of a solid, whose material is in line 1 and what follows it in line 3.
Broken solid(const std::string& material, const std::string& text, int line, int column, const std::string& path, const std::string& remedy) {
    return {"materials: {wood: {" + material + "}, water: {}}\nobjects: {a: {box: 0.2, material: wood}, b: {box: 0.2, at: [1, 0, 0], material: water}}\n" + text, line, column, path, remedy};
}

// Materials in lines 1 to 3, whose fields begin at column 9: ice, water and one more.
Broken heat(const std::string& ice, const std::string& water, int line, int column, const std::string& path, const std::string& remedy) {
    return {"materials:\n  ice: {" + ice + "}\n  wet: {" + water + "}\n  gum: {elastic: {youngs_modulus: 1 MPa}}\nobjects: {drop: {sphere: 0.1, material: ice}}\n", line, column, path, remedy};
}

const std::vector<Broken> wrong_heat = {
    heat("melting: {at: 0 degC, latent_heat: 300 kJ/kg, to: watr}", "", 2, 59, "materials.ice.melting.to", "there is no material 'watr'; did you mean wet? Known: ice, wet, gum"),
    heat("melting: {at: 0 degC, latent_heat: 300 kJ/kg, to: ice}", "", 2, 59, "materials.ice.melting.to", "is the material itself"),
    heat("melting: {at: 0 degC, latent_heat: 0, to: wet}", "", 2, 44, "materials.ice.melting.latent_heat", "greater than 0"),
    heat("melting: {at: 0 degC, latent_heat: -1 J/kg, to: wet}", "", 2, 44, "materials.ice.melting.latent_heat", "greater than 0"),
    heat("melting: {at: 0 degC, to: wet}", "", 2, 9, "materials.ice.melting", "has neither latent_heat nor rate"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 1 J/kg, rate: 1}", "", 2, 67, "materials.ice.melting.rate", "keep one of the two"),
    heat("melting: {at: 0 degC, to: wet, rate: 1, neighbours: 2}", "", 2, 61, "materials.ice.melting.neighbours", "is of what gets colder"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 1 J/kg}, boiling: {at: 9 degC, to: wet, latent_heat: 1 J/kg}", "", 2, 62, "materials.ice.boiling", "let 'wet' boil"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "freezing: {at: 1 degC, to: ice}", 2, 23, "materials.ice.melting.at", "below the 274.15 K at which 'wet' turns into 'ice' again"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "freezing: {at: 0 degC, to: ice, latent_heat: 8 J/kg}", 2, 53, "materials.ice.melting.latent_heat", "the way back from 'wet' has 8 J/kg"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "freezing: {at: 0 degC, to: ice, rate: 1}", 2, 53, "materials.ice.melting.latent_heat", "a cycle would make or lose heat"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "boiling: {at: -1 degC, to: ice, rate: 1}", 2, 23, "materials.ice.melting.at", "'wet' itself turns into 'ice' at 272.15 K already"),
    heat("heat_capacity: 2000, melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "heat_capacity: 4000, freezing: {at: -1 degC, to: ice}", 3, 45, "materials.wet.freezing.at", "no latent heat is left"),
    heat("freezing: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "rigid: true", 2, 36, "materials.ice.freezing.to", "make it elastic, which liquids may freeze into"),
    heat("rigid: true, melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "", 2, 48, "materials.ice.melting.to", "make it elastic, which may melt"),
    after("boundaries: {a: {box: 1, until: 0 s}}\n", 4, 33, "boundaries.a.until", "greater than 0"),
    heat("becomes: [{to: wet}]", "", 2, 19, "materials.ice.becomes[0]", "has no reason; add after: 2 s"),
    heat("becomes: [{to: wet, touching: drp}]", "", 2, 39, "materials.ice.becomes[0].touching", "did you mean drop?"),
    heat("cooling: {to: 20 degC}", "", 2, 9, "materials.ice.cooling", "takes no heat"),
    heat("viscosity: {20 degC: 1 Pa s, 10 degC: 2 Pa s}", "", 2, 38, "materials.ice.viscosity.'10 degC'", "is not after the point before it"),
    heat("viscosity: {20 kg: 1 Pa s}", "", 2, 21, "materials.ice.viscosity.'20 kg'", "expects a temperature (K), found a mass (kg)"),
    heat("viscosity: {20 degC: 1 kg}", "", 2, 30, "materials.ice.viscosity.'20 degC'", "expects a dynamic viscosity"),
    heat("viscosity: {20 degC: 0, 30 degC: 1}", "", 2, 20, "materials.ice.viscosity", "logarithm"),
    heat("viscosity: {}", "", 2, 20, "materials.ice.viscosity", "without points; write {20 degC:"),
    after("heaters: {a: {box: 1, power: 1 W, object: drp}}\n", 4, 43, "heaters.a.object", "did you mean drop?"),
    after("heaters: {a: {box: 1}}\n", 4, 11, "heaters.a.power", "is missing"),
    after("boundaries: {a: {box: 1, insulated: true, conductance: 1}}\n", 4, 56, "boundaries.a.conductance", "keep one of the two"),
};

// Dirt, mud and water in lines 2 to 4; fields of the first begin at column 10, of the others at 9.
Broken mud(const std::string& dirt, const std::string& mud, const std::string& more, int line, int column, const std::string& path, const std::string& remedy) {
    return {"materials:\n  dirt: {" + dirt + "}\n  mud: {" + mud + "}\n  wet: {}\nobjects: {drop: {sphere: 0.1, material: dirt}}\n" + more, line, column, path, remedy};
}

const std::vector<Broken> wrong_mixtures = {
    heat("takes_up: {liquid: watr}", "", 2, 28, "materials.ice.takes_up.liquid", "there is no material 'watr'"),
    heat("takes_up: {liquid: ice}", "", 2, 28, "materials.ice.takes_up.liquid", "is the material itself"),
    heat("takes_up: {liquid: gum}", "", 2, 28, "materials.ice.takes_up.liquid", "'gum' is solid; name a liquid"),
    heat("takes_up: {liquid: wet, rate: -1 1/s}", "", 2, 39, "materials.ice.takes_up.rate", "greater than 0"),
    heat("takes_up: {liquid: wet, rate: 1 m}", "", 2, 39, "materials.ice.takes_up.rate", "found a length"),
    heat("takes_up: {rate: 1 1/s}", "", 2, 9, "materials.ice.takes_up.liquid", "is missing and has no default"),
    heat("takes_up: {liquid: wet, until: 2}", "", 2, 40, "materials.ice.takes_up.until", "from 0 to 1"),
    heat("takes_up: {liquid: wet, becomes: mud}", "", 2, 42, "materials.ice.takes_up.becomes", "there is no material 'mud'"),
    heat("takes_up: {liquid: wet, becomes: wet}", "", 2, 42, "materials.ice.takes_up.becomes", "'wet' does not take up 'wet'"),
    heat("takes_up: {liquid: wet}", "takes_up: {liquid: ice}", 2, 28, "materials.ice.takes_up.liquid", "takes up a liquid itself"),
    heat("elastic: {youngs_modulus: 1 MPa}, takes_up: {liquid: wet}", "", 2, 43, "materials.ice.takes_up", "is elastic, and keeps its mass"),
    heat("dries: {to: wet}", "", 2, 9, "materials.ice.dries", "has no meaning where it takes up nothing"),
    heat("evaporation: {}", "", 2, 9, "materials.ice.evaporation", "has neither rate nor share"),
    heat("evaporation: {rate: 1, share: 1}", "", 2, 9, "materials.ice.evaporation", "keep one of the two"),
    heat("evaporation: {rate: -1 g/(m^2 s)}", "", 2, 29, "materials.ice.evaporation.rate", "greater than 0"),
    heat("evaporation: {rate: 1 kg/s}", "", 2, 29, "materials.ice.evaporation.rate", "expects a mass flow through a surface"),
    mud("takes_up: {liquid: wet, becomes: mud, above: 25 %}", "takes_up: {liquid: wet}, dries: {to: dirt, below: 30 %}", "", 3, 59, "materials.mud.dries.below", "so it would go to and fro"),
    mud("takes_up: {liquid: wet, becomes: mud, above: 80 %}", "takes_up: {liquid: wet}, dries: {to: dirt}", "", 2, 55, "materials.dirt.takes_up.above", "would never become 'mud'"),
    mud("takes_up: {liquid: wet, becomes: mud}", "takes_up: {liquid: wet}, dries: {to: dirt}", "sources: {tap: {disc: 0.1, at: [0, 1, 0], material: mud, speed: 1}}\n", 6, 53, "sources.tap.material", "a source does not know how wet it is"),
    {"materials: {water: {}}\nobjects: {b: {sphere: 0.1, material: water, moisture: 10 %}}\n", 2, 55, "objects.b.moisture", "takes up no liquid"},
};

const std::vector<Broken> wrong_together = {
    solid("rigid: true, elastic: {youngs_modulus: 1e5}", "", 1, 27, "materials.wood.rigid", "leave one of them out"),
    solid("restitution: 0.5, elastic: {youngs_modulus: 1e5}", "", 1, 33, "materials.wood.restitution", "lose speed by their damping"),
    solid("rigid: true", "solids: {contact: surfaces}\n", 3, 19, "solids.contact", "no material is elastic; leave it out"),
    solid("elastic: {youngs_modulus: 1e5}", "solids: {method: implicit, contact: surfaces}\n", 3, 37, "solids.contact", "leave `method` out"),
    solid("elastic: {youngs_modulus: 1e5}, melting: {at: 300, to: water, latent_heat: 1}", "solids: {contact: surfaces}\n", 3, 19, "solids.contact", "use contact: particles"),
    solid("elastic: {youngs_modulus: 1e5}", "solids: {contact: skins}\n", 3, 19, "solids.contact", "particles, surfaces"),
    solid("rigid: true", "pressure: pbf\n", 3, 1, "pressure", "use the solver dfsph or iisph"),
    solid("rigid: true", "domain: {low: [-1, -1, -1], high: [2, 1, 1], faces: {x: periodic}}\n", 3, 46, "domain.faces", "use open or closed ones"),
    solid("rigid: true", "domain: {low: [-1, -1, -1], high: [2, 1, 1], leaving: remove}\n", 3, 55, "domain.leaving", "use stop"),
    solid("rigid: true", "sources: {s: {disc: 0.1, at: [0, 1, 0], material: wood, speed: 1}}\n", 3, 51, "sources.s.material", "use a liquid, or an object"),
    solid("rigid: true", "pins: {p: {box: 1, object: b}}\n", 3, 28, "pins.p.object", "give its material `elastic` or `rigid`"),
    solid("", "pins: {p: {box: 1}}\n", 3, 8, "pins.p", "no material is elastic or rigid"),
    solid("elastic: {poissons_ratio: 0.3}", "", 1, 20, "materials.wood.elastic.youngs_modulus", "is missing and has no default; add it"),
    solid("elastic: {youngs_modulus: -1 MPa}", "", 1, 46, "materials.wood.elastic.youngs_modulus", "greater than 0"),
    solid("elastic: {youngs_modulus: 1e5, poissons_ratio: 0.5}", "", 1, 67, "materials.wood.elastic.poissons_ratio", "less than 0.5"),
    solid("elastic: {youngs_modulus: 1e5, law: hooke}", "", 1, 56, "materials.wood.elastic.law", "corotated, saint_venant, neo_hookean"),
    solid("plastic: {law: creep}", "", 1, 20, "materials.wood.plastic", "has no meaning without `elastic`"),
    solid("elastic: {youngs_modulus: 1e5}", "pins: {p: {box: 1, object: bb}}\n", 3, 28, "pins.p.object", "there is no object 'bb'"),
    solid("elastic: {youngs_modulus: 1e5, fibre: {youngs_modulus: 1e6}}", "", 1, 51, "materials.wood.elastic.fibre.direction", "is missing and has no default"),
    solid("elastic: {youngs_modulus: 1e5, fibre: {direction: [0, 0, 0], youngs_modulus: 1e6}}", "", 1, 70, "materials.wood.elastic.fibre.direction", "gives no direction"),
    solid("elastic: {youngs_modulus: 1e5, fibre: {direction: [1, 0, 0], youngs_modulus: 1e4, poissons_ratio: 2}}", "", 1, 51, "materials.wood.elastic.fibre", "make the Poisson's ratios smaller"),
    solid("elastic: {youngs_modulus: 1e5}, changes: [{time: 1, youngs_modulus: -1}]", "", 1, 88, "materials.wood.changes[0].youngs_modulus", "greater than 0"),
    solid("elastic: {youngs_modulus: 1e5}, changes: [{time: 1}]", "", 1, 62, "materials.wood.changes[0]", "changes nothing"),
    solid("elastic: {youngs_modulus: 1e5}, changes: [{time: 1, over: 1, friction: 1}, {time: 1.5, friction: 0}]", "", 1, 102, "materials.wood.changes[1].time", "sort them by time"),
    solid("elastic: {youngs_modulus: 1e5}, changes: [{time: 1, friction: 1}, {time: 1, friction: 0}]", "", 1, 93, "materials.wood.changes[1].time", "join them"),
    solid("elastic: {youngs_modulus: 1e5}, changes: [{time: 1, yield_stress: 1}]", "", 1, 86, "materials.wood.changes[0].yield_stress", "is of the law von_mises"),
    solid("elastic: {youngs_modulus: 1e5}, changes: [{time: 1, rate: 1}]", "", 1, 78, "materials.wood.changes[0].rate", "is of the law creep"),
    solid("changes: [{time: 1, youngs_modulus: 1}]", "", 1, 56, "materials.wood.changes[0].youngs_modulus", "where the material is not elastic"),
    solid("changes: [{time: 1, friction: 1}]", "", 1, 50, "materials.wood.changes[0].friction", "is of solids"),
    solid("elastic: {youngs_modulus: 1e5}", "pins: {p: {box: 1, start: 2, stop: 1}}\n", 3, 36, "pins.p.stop", "not after the start"),
    solid("elastic: {youngs_modulus: 1e5}", "pins: {p: {box: 1, stop: 1, on: [[0, 1]]}}\n", 3, 33, "pins.p.on", "stands beside start or stop"),
    solid("rigid: true", "pins: {p: {box: 1, stop: 1}}\n", 3, 26, "pins.p.stop", "'a' is rigid"),
    solid("rigid: true", "springs: {s: {to: {at: [0, 1, 0]}, stiffness: 1}}\n", 3, 11, "springs.s", "has no `from`"),
    solid("rigid: true", "springs: {s: {from: {object: c, at: [0, 0, 0]}, to: {at: [0, 1, 0]}, stiffness: 1}}\n", 3, 30, "springs.s.from.object", "there is no object 'c'"),
    solid("rigid: true", "springs: {s: {from: {object: b, at: [0, 0, 0]}, to: {at: [0, 1, 0]}, stiffness: 1}}\n", 3, 30, "springs.s.from.object", "is not solid and cannot hold a spring"),
    solid("rigid: true", "springs: {s: {from: {at: [0, 0, 0]}, to: {at: [0, 1, 0]}, stiffness: 1}}\n", 3, 11, "springs.s", "is fastened to no object"),
    solid("rigid: true", "springs: {s: {from: {object: a, at: [0, 0, 0]}, to: {object: a, at: [0, 0, 0]}, stiffness: 1}}\n", 3, 69, "springs.s.to.at", "is where it begins"),
    solid("rigid: true", "springs: {s: {from: {object: a, at: [0, 0, 0]}, to: {at: [0, 1, 0]}}}\n", 3, 11, "springs.s.stiffness", "is missing and has no default"),
    {"materials: {w: {}}\nobjects: {a: {box: 1, material: w, rest_scale: 0.9}}\n", 2, 48, "objects.a.rest_scale", "'w' is not elastic"},
    {"materials: {w: {elastic: {youngs_modulus: 1}}}\nobjects: {a: {box: 1, material: w, rest_scale: 3}}\n", 2, 48, "objects.a.rest_scale", "from 0.7 to 1.4"},
    {"spacing: 1\n", 1, 1, "objects", "a scene needs at least one object or source"},
    {"objects: {}\n", 1, 1, "objects", "is empty, a scene needs at least one object"},
    {"objects:\n", 1, 1, "objects", "is empty"},
    after("domain: {low: [1, 0, 0], high: [0, 1, 1]}\n", 4, 15, "domain.low", "low must be the lower corner"),
    after("domain: {faces: {x: periodic}}\n", 4, 21, "domain.faces.x", "add domain: {low: [...], high: [...]}"),
    after("domain: {faces: closed, low: [0, 0, 0]}\n", 4, 10, "domain.faces", "but not where that is"),
    after("domain: {faces: periodc, low: [0, 0, 0], high: [1, 1, 1]}\n", 4, 17, "domain.faces", "did you mean periodic?"),
    after("domain: {faces: {x: {}}}\n", 4, 21, "domain.faces.x", "expects one of open, closed, periodic"),
    after("domain: {faces: {w: open}}\n", 4, 18, "domain.faces.w", "no such field"),
    after("domain: {faces: [open, open, open]}\n", 4, 17, "domain.faces", "expects a block of fields (x, y, z)"),
    after("domain: {faces: {y: periodic}, low: [0, 0, 0], high: [1, 0.1, 1]}\n", 4, 21, "domain.faces.y",
          "at least 0.12 m (6 spacings)"),
    after("domain: {faces: closed, low: [0, 0, 0], high: [1, 1, 1]}\nboundaries: {domain: {box: 0.1}}\n", 5, 14,
          "boundaries.domain", "rename it"),
    after("dimension: 2\ndomain: {faces: {z: closed}}\n", 5, 21, "domain.faces.z", "2-D"),
    after("time_step: {largest: 1 ms, smallest: 1 s}\n", 4, 38, "time_step.smallest", "more than the largest step"),
    after("duration: 1e6\noutput: {fps: 1e6}\n", 5, 15, "output.fps", "lower fps or duration"),
    after("output: {pictures: {low: 3, high: 1}}\n", 4, 26, "output.pictures.low", "not below high"),
    after("output: {pictures: {colour: ''}}\n", 4, 29, "output.pictures.colour", "use material, speed"),
    after("output: {movie: {size: [961, 540]}}\n", 4, 24, "output.movie.size", "use [962, 540]"),
    after("output: {movie: {camera: {from: [1, 1, 1], to: [1, 1, 1]}}}\n", 4, 33, "output.movie.camera.from",
          "move the camera"),
    after("output: {pictures: {camera: {keys: [{time: 1, from: [1, 1, 1], to: [0, 0, 0]}, {time: 1, from: [1, 1, 2], to: [0, 0, 0]}]}}}\n", 4, 36,
          "output.pictures.camera.keys", "put them in order"),
    after("output: {pictures: {camera: {keys: [{time: 1, from: [1, 1, 1], to: [0, 0, 0]}], orbit: 1}}}\n", 4, 81, "output.pictures.camera.orbit",
          "keep one of the two"),
    after("output: {pictures: {cameras: {a: {from: [1, 1, 1], to: [1, 1, 1]}}}}\n", 4, 41, "output.pictures.cameras.a.from", "move the camera"),
    after("output: {pictures: {cut: {normal: [0, 0, 0]}}}\n", 4, 35, "output.pictures.cut.normal", "gives no direction"),
    after("output: {pictures: {render: movie}}\n", 4, 29, "output.pictures.render", "quick"),
    {"materials: {water: {look: wate}}\nobjects: {a: {box: 1, material: water}}\n", 1, 27, "materials.water.look", "did you mean water?"},
    after("output: {surface: {of: everything}}\n", 4, 24, "output.surface.of", "material NAME or object NAME"),
    after("output: {surface: {of: material watre}}\n", 4, 24, "output.surface.of", "did you mean water?"),
    after("output: {surface: {of: object tap}}\n", 4, 24, "output.surface.of", "no object or source 'tap'"),
    after("output: {surface: {cube_size: 0}}\n", 4, 31, "output.surface.cube_size", "from 0.1 to 4"),
    after("output: {surface: {method: mc}}\n", 4, 28, "output.surface.method", "anisotropic"),
    after("dimension: 2\noutput: {surface: true}\n", 5, 10, "output.surface", "2-D"),
    after("output: {skins: {drp: {}}}\n", 4, 18, "output.skins.drp", "there is no object 'drp'"),
    after("output: {skins: {drop: {}}}\n", 4, 18, "output.skins.drop", "no mesh of its own"),
    after("output: {skins: {drop: {method: magic}}}\n", 4, 33, "output.skins.drop.method", "mls"),
    after("output: {particles: false, skins: {drop: {}}}\n", 4, 36, "output.skins.drop", "output.particles"),
    after("dimension: 2\noutput: {pictures: {surface: true}}\n", 5, 30, "output.pictures.surface", "2-D"),
    after("dimension: 2\ngravity: [0, 0, 1]\n", 5, 10, "gravity", "2-D"),
    after("dimension: 2\nboundaries: {a: {box: 1, rotate: {angle: 1}}}\n", 5, 26, "boundaries.a.rotate",
          "use axis: [0, 0, 1]"),
    {"dimension: 2\nmaterials: {w: {}}\nobjects: {a: {box: 1, material: w, spin: [1, 0, 0]}}\n", 3, 42,
     "objects.a.spin", "turns out of the plane"},
    {"dimension: 2\nmaterials: {w: {}}\nobjects: {a: {box: 1, material: w, velocity: [1, 0, 2]}}\n", 3, 46,
     "objects.a.velocity", "z component"},
};

const std::vector<Broken> broken_yaml = {
    {"", 1, 1, "", "is empty"},
    {"# only a comment\n", 1, 1, "", "is empty"},
    {"just words\n", 1, 1, "", "expects lines like `spacing: 8 mm`, found 'just words'"},
    {"- a\n- b\n", 1, 1, "", "found a list"},
    {"spacing: 1\nspacing: 2\n", 2, 1, "spacing", "is given twice, first in line 1"},
    {"objects: {a: {box: 1}, a: {box: 2}}\n", 1, 24, "a", "is given twice"},
    {smallest_scene + "---\nspacing: 1\n", 3, 1, "", "a second YAML document begins; remove '---'"},
    {"spacing: [1\n", 2, 1, "", "cannot be read as YAML"},
    {smallest_scene + "title: 'it''s\n", 3, 8, "", "this quote is never closed"},
    {smallest_scene + "title: &a \"a\\\"\n", 3, 8, "", "this quote is never closed"},
    {"title: 'a\n" + smallest_scene, 1, 8, "", "this quote is never closed"},
    {"{title: \"Gr\u00f6\u00dfe\", spcing: 1}\n", 1, 18, "spcing", "did you mean spacing?"},
    {"a: 1\n b: 2\n", 2, 3, "", "look at the indentation"},
    {"objects:\n\ta: 1\n", 2, 3, "", "indent with blanks, not with tabs"},
    {"objects:\r\n  a: 1\r\n   b: [\r\n", 3, 5, "", "cannot be read as YAML"},
    {"a: *b\n", 1, 4, "", "the referenced anchor is not defined"},
    {"a: &x [1, *x]\n", 1, 11, "", "cyclic reference"},
    {"objects: &o\n  cup: {union: [*o]}\n", 2, 17, "", "cyclic reference"},
    {"a: &b {c: 1}\nd: {<<: *b}\n", 2, 5, "", "merge keys (<<) are not part"},
    {"spacing: !!float 1\n", 1, 10, "", "remove it"},
    {"? [a]\n: 1\n", 1, 3, "", "where the name of a field is expected"},
    {"'': 1\n", 1, 1, "", "where the name of a field is expected"},
    {std::string("a: 1\nb: \0", 9), 2, 4, "", "byte 0x00 is not part of a text"},
    {"a: \xff\xfe\n", 1, 4, "", "byte 0xff is not part of a text in UTF-8"},
    {"a: \xc0\xaf\n", 1, 4, "", "byte 0xc0"},
    {"a: \xed\xa0\x80\n", 1, 4, "", "byte 0xed"},
    {"\x7f"
     "ELF\x02\x01\x01",
     1, 1, "", "is this a scene file?"},
    {"\x89PNG\r\n\x1a\n", 1, 1, "", "is this a scene file?"},
    {"\xff\xfes\0p\0", 1, 1, "", "is this a scene file?"},
    {repeated("{a: ", 70), 1, 250, "", "nested more than 64 levels deep"},
    {repeated("- ", 300) + "a\n", 1, 129, "", "nested more than 64 levels deep"},
};

class BrokenScenes : public testing::TestWithParam<Broken> {};

// Each mistake is found at its line and column, under the path of its field, with what to do about it.
TEST_P(BrokenScenes, AreExplained) {
    const Broken&     row      = GetParam();
    const std::string sentence = complaint(row.text);
    const std::string start    = "test.yaml:" + std::to_string(row.line) + ":" + std::to_string(row.column) + ": " +
                              (row.path.empty() ? "" : row.path + ": ");
    EXPECT_EQ(sentence.substr(0, start.size()), start) << row.text << "\n" << sentence;
    EXPECT_NE(sentence.find(row.remedy, start.size()), std::string::npos) << row.text << "\n" << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(MisspeltKeys, BrokenScenes, testing::ValuesIn(misspelt_keys));
INSTANTIATE_TEST_SUITE_P(WrongValues, BrokenScenes, testing::ValuesIn(wrong_values));
INSTANTIATE_TEST_SUITE_P(WrongBodies, BrokenScenes, testing::ValuesIn(wrong_bodies));
INSTANTIATE_TEST_SUITE_P(WrongSources, BrokenScenes, testing::ValuesIn(wrong_sources));
INSTANTIATE_TEST_SUITE_P(WrongLaws, BrokenScenes, testing::ValuesIn(wrong_laws));
// A virtual material, whose law begins in line 3 at column 19, an object of it in line 5, and more from line 6 on.
Broken crystal(const std::string& law, const std::string& fields, const std::string& more, int line, int column, const std::string& path, const std::string& remedy) {
    return {"spacing: 2 cm\nmaterials:\n  goo: {lattice: {" + law + "}}\nobjects:\n  a: {sphere: 0.1, material: goo" + fields + "}\n" + more, line, column, path, remedy};
}
const std::vector<Broken> wrong_virtual = {
    crystal("youngs_modulus: 1 kPa, poissons_ratio: 0.5", "", "", 3, 58, "materials.goo.lattice.poissons_ratio", "0.5"),
    crystal("poissons_ratio: 0.2", "", "", 3, 9, "materials.goo.lattice.youngs_modulus", "is missing"),
    crystal("youngs_modulus: 1 kPa, flaws: 0.5", "", "", 3, 49, "materials.goo.lattice.flaws", "without a strength"),
    crystal("youngs_modulus: 1 kPa, closing_time: 1 s", "", "", 3, 56, "materials.goo.lattice.closing_time", "docking_rate"),
    crystal("youngs_modulus: 1 kPa", ", sampling: {lattice: cubic}", "", 5, 55, "objects.a.sampling.lattice", "does not fit the crystal"),
    crystal("youngs_modulus: 1 kPa", ", sampling: {jitter: 0.1}", "", 5, 54, "objects.a.sampling.jitter", "off the crystal"),
    crystal("youngs_modulus: 1 kPa}}\n  rubber: {elastic: {youngs_modulus: 1 kPa", "", "solids: {method: implicit}\n", 7, 18, "solids.method", "short steps together"),
    crystal("youngs_modulus: 1 kPa}}\n  rubber: {becomes: [{to: goo, after: 1 s}], elastic: {youngs_modulus: 1 kPa", "", "", 4, 27, "materials.rubber.becomes[0].to", "stand on no crystal"),
    crystal("youngs_modulus: 1 kPa", "", "sources: {tap: {disc: 0.1, speed: 1, material: goo}}\n", 6, 48, "sources.tap.material", "lays no crystal"),
    crystal("youngs_modulus: 1 kPa", "", "sources: {tap: {disc: 0.1, speed: 1, material: wter}}\n", 6, 48, "sources.tap.material", "there is no material 'wter'"),
    crystal("youngs_modulus: 1 kPa}}\n  wet: {shear: {law: newtonian", ", regions: [{sphere: 0.05, material: wet}]", "", 6, 70, "objects.a.regions[0].material", "'wet' is liquid, and 'goo', which the object is of, is virtual"),
    crystal("youngs_modulus: 1 kPa", "", "pressure: {solver: pbf}\n", 6, 1, "pressure", "cannot hold solid bodies apart"),
    crystal("youngs_modulus: 1 kPa", "", "support: 1.5\n", 6, 10, "support", "less than 1.7"),
};

// A liquid that is elastic too, in line 3.
Broken slime(const std::string& fields, int column, const std::string& path, const std::string& remedy) {
    return {"spacing: 2 cm\nmaterials:\n  goo: {" + fields + "}\nobjects:\n  a: {sphere: 0.1, material: goo}\n", 3, column, "materials.goo." + path, remedy};
}
const std::vector<Broken> wrong_viscoelastic = {
    slime("viscoelastic: {relaxation_time: 1 s}", 9, "viscoelastic.youngs_modulus", "is missing"),
    slime("viscoelastic: {youngs_modulus: 1 kPa, poissons_ratio: 0.6}", 63, "viscoelastic.poissons_ratio", "from 0 to 0.5"),
    slime("viscoelastic: {youngs_modulus: 1 kPa, relaxation_time: 0 s}", 64, "viscoelastic.relaxation_time", "greater than 0"),
    slime("viscoelastic: {youngs_modulus: 1 kPa, yield_strian: 0.1}", 47, "viscoelastic.yield_strian", "did you mean yield_strain?"),
    slime("viscoelastic: {youngs_modulus: 1 kPa}, elastic: {youngs_modulus: 1 kPa}", 9, "viscoelastic", "the material is elastic"),
    slime("viscoelastic: {youngs_modulus: {20 degC: 1 kPa, 60 degC: 0}}, changes: [{time: 1 s, youngs_modulus: 2 kPa}]", 109, "changes[0].youngs_modulus", "follows the temperature already"),
};

INSTANTIATE_TEST_SUITE_P(WrongViscoelastic, BrokenScenes, testing::ValuesIn(wrong_viscoelastic));
INSTANTIATE_TEST_SUITE_P(WrongVirtual, BrokenScenes, testing::ValuesIn(wrong_virtual));
INSTANTIATE_TEST_SUITE_P(WrongHeat, BrokenScenes, testing::ValuesIn(wrong_heat));
INSTANTIATE_TEST_SUITE_P(WrongMixtures, BrokenScenes, testing::ValuesIn(wrong_mixtures));
INSTANTIATE_TEST_SUITE_P(WrongTogether, BrokenScenes, testing::ValuesIn(wrong_together));
INSTANTIATE_TEST_SUITE_P(BrokenYaml, BrokenScenes, testing::ValuesIn(broken_yaml));

}  // namespace
}  // namespace mote
