// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What the tests of the scene language share.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "mote/scene_file.h"

namespace mote {

inline SceneFile read_text(const std::string& text, const Overrides& overrides = {}) {
    return read_scene_text(text, "test.yaml", overrides, ShapeFiles::may_be_missing);
}

/// The sentence a scene is refused with; empty where it is accepted.
inline std::string complaint(const std::string& text, const Overrides& overrides = {}) {
    try {
        (void)read_text(text, overrides);
    } catch (const SceneError& e) {
        return e.what();
    }
    return "";
}

/// The smallest sound scene; further fields may be appended.
inline const std::string smallest_scene =
    "materials: {water: {}}\n"
    "objects: {drop: {sphere: 0.1, material: water}}\n";

/// A scene in which every field stands somewhere, most of them not at their default.
inline const std::string rich_scene = R"(title: "A \"rich\" scene: # with : odd characters, Größe µ"
dimension: 3
spacing: 8 mm
support: 2.5
duration: 1.5 s
gravity: [0, -9.81, 0.1]
seed: 18446744073709551615
xsph: 7 %
materials:
  water: {preset: water, viscosity: 2 mPa s}
  mud: {density: 1.6 g/cm^3, viscosity: 3 Pa s, conductivity: 0.5 W/(m K), heat_capacity: 1.2 kJ/(kg K), diffusion: 2 mm^2/s, expansion: 1e-3 1/K, reference_temperature: 10 degC, ambient_density: 1.2, drag: 2 1/s, colour: [0.3, 0.2, 0.1]}
  paint: {viscosity: 2 Pa s, shear: {law: power, index: 0.6, rate: 10 1/s, smallest: 1 mPa s, largest: 100 Pa s}}
  blood: {viscosity: 56 mPa s, shear: {law: carreau, index: 0.36, time: 3.3 s, infinite: 3.5 mPa s}}
  gel: {viscosity: 10 Pa s, shear: {law: cross, index: 0.4, time: 2 s}}
  paste: {viscosity: 10 Pa s, shear: {law: bingham, yield_stress: 200 Pa, sharpness: 50 s}}
  mayonnaise: {viscosity: 8 Pa s, shear: {law: herschel_bulkley, yield_stress: 90 Pa, index: 0.5}}
pairs:
  mud_in_water: {between: [mud, water], tension: 20 mN/m, diffusion: 1 mm^2/s}
  blood_in_water: {between: [blood, water], diffusion: 2 mm^2/s}
objects:
  ball: {sphere: 0.3, material: water, spin: [0, 30 rpm, 0], sampling: {lattice: hexagonal, jitter: 0.1}}
  can: {cylinder: {radius: 10 cm, height: 1}, material: mud, rotate: {axis: [0, 0, 1], angle: 30 deg}, scale: 2}
  pill: {capsule: {radius: 1, height: 2}, material: mud, at: [9, 0, 0], sampling: {lattice: packed}}
  hat: {cone: {radius: 1, height: 2}, material: mud, at: [-9, 0, 0]}
  ring: {torus: {radius: 1, tube: 0.2}, material: mud, at: [0, 9, 0], temperature: 62 degC, concentration: 0.5}
  toy: {mesh: meshes/toy.obj, material: water, velocity: [0, -1 m/s, 0]}
  cup:
    material: mud
    difference:
      - {cylinder: {radius: 1, height: 2}}
      - {intersection: [{box: 1}, {plane: {normal: [0, 1, 0]}}], at: [0, 0.1, 0]}
boundaries:
  floor: {plane: [0, 1, 0], at: [0, -1, 0], temperature: 160 degC, insulated: true}
  hills: {heightfield: {file: hills.csv, size: [4, 1, 4]}}
  pair: {union: [{box: [1, 2, 3]}, {sphere: {radius: 2}, scale: 1.5}], inside: true}
  flap:
    box: [0.1, 1, 1]
    friction: 30 %
    motion:
      keys: [{time: 0.1 s}, {time: 1 s, move: [0.1, 0, 0], rotate: {axis: [0, 0, 1], angle: 400 deg}}]
      interpolation: linear
      repeat: true
      about: [0, -0.5, 0]
      swing: {period: 2 s, move: [0, 1 cm, 0], rotate: {angle: 1 deg}, start: 0.1 s, ramp: 3 s}
  ball_2: {sphere: 1, motion: [{time: 0 s}, {time: 1 s, move: [0, 1, 0]}]}
sources:
  tap: {disc: 2 cm, at: [1, 2, 3], direction: [1, 0, 0], material: mud, speed: 1 m/s, start: 0.1 s, stop: 1 s, most: 500}
  slot: {rectangle: [4 cm, 1 cm], turn: 30 deg, material: water, rate: 2 L/min, temperature: 60 degC, concentration: 20 %, on: [[0, 1], [2, 3]]}
  face: {mesh: meshes/opening.obj, material: water, speed: 1}
sinks:
  drain: {box: [1, 0.1, 1], at: [0, -2, 0]}
pressure: {solver: equation_of_state, sound_speed: 40 m/s, exponent: 5, tension: 0.1}
vorticity: {size: 2, rate: 10 1/s}
time_step: {largest: 1 ms, smallest: 1 us, courant: 0.3}
domain: {leaving: remove, low: [-20, -3, -20], high: [20, 30, 20], faces: {x: periodic, z: closed}}
output:
  fps: 24
  particles: false
  pictures: {size: [320, 201], colour: speed, low: 0, high: 3, boundaries: true}
  movie: {size: [640, 480], camera: {from: [0.9, 0.6, 1.1], to: [0, 0.15, 0], view_angle: 50 deg}}
)";

}  // namespace mote
