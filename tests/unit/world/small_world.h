// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Worlds made by hand, without a scene: what the tests of steps share.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "mote/step.h"

namespace mote::testing {

struct Block {
    int  nx = 6, ny = 6, nz = 6;  ///< particles along each edge
    Vec3 low{0, 0, 0};            ///< its first particle [m]
    Vec3 velocity{0, 0, 0};       ///< [m/s]
};

/// A world of one liquid, 'water', without walls, gravity, damping or XSPH.
inline std::unique_ptr<World> empty_world(int threads = 1, int dimension = 3) {
    auto w       = std::make_unique<World>(Exec(threads));
    w->dimension = dimension;
    w->spacing = 0.02f, w->support = 0.04f;
    w->gravity = {0, 0, 0};
    w->damping = w->xsph = 0;
    w->materials.push_back({1000, 1e-3f});
    w->material_names.push_back({"water", {}});
    w->pressure =
        make_pressure_solver(EquationOfStateSpec{.sound_speed = w->sound_speed}, w->spacing, w->particles);
    return w;
}

/// Adds a cubic lattice as a body of its own; returns its first row.
inline Index add_block(World& w, const Block& block, const char* name = "block") {
    Particles&  p     = w.particles;
    const Index first = p.append(Index(block.nx * block.ny * block.nz));
    Index       row   = first;
    for (int k = 0; k < block.nz; ++k)
        for (int j = 0; j < block.ny; ++j)
            for (int i = 0; i < block.nx; ++i, ++row) {
                const Vec3  x       = block.low + w.spacing * Vec3{float(i), float(j), float(k)};
                const float cell    = w.dimension == 3 ? w.spacing * w.spacing * w.spacing : w.spacing * w.spacing;
                p.id.edit()[row]   = p.next_id++;
                p.body.edit()[row] = BodyId(w.bodies.size());
                p.mass.edit()[row] = 1000 * cell;
                p.position_volume.edit()[row]  = with_w(x, cell);
                p.velocity_density.edit()[row] = with_w(block.velocity, 1000);
            }
    w.bodies.push_back({name, false});
    return first;
}

inline Index row_of(const World& w, ParticleId id) {
    for (Index i = 0; i < w.particles.rows(); ++i)
        if (w.particles.id.host()[i] == id) return i;
    ADD_FAILURE() << "no particle " << id;
    return 0;
}

/// The sentence a step is given up with; empty where it is taken.
inline std::string complaint_of_step(World& w, float dt_max) {
    try {
        step(w, dt_max);
    } catch (const UnsoundError& e) {
        return e.what();
    }
    return "";
}

inline bool mentions(const std::string& sentence, const std::string& part) {
    return sentence.find(part) != std::string::npos;
}

}  // namespace mote::testing
