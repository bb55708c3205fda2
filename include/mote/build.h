// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From a scene to a world: shapes are filled, boundaries covered, everything is checked before step 0.
#pragma once
#include <memory>

#include "mote/scene_file.h"
#include "mote/world.h"

namespace mote {

/// What a body is made of.
struct PartReport {
    std::string material;
    Index       particles = 0;
    double      mass      = 0;    ///< [kg]
};
struct BodyReport {
    std::string name, material;   ///< material is empty for a boundary
    bool        boundary  = false;
    Index       particles = 0;
    double      mass      = 0;    ///< [kg]
    Box         box;              ///< around its particles, or the opening [m]
    bool        source    = false;///< particles and mass are those that will come in until the end
    std::vector<PartReport> parts;///< where it is of several materials
    std::size_t regular   = 0;    ///< of an octree: the particles that a cubic lattice would take
};

/// What `mote check` prints.
struct SceneReport {
    std::vector<BodyReport>  bodies;
    Index                    matter = 0, walls = 0;
    Index                    contacts = 0;            ///< rows that matter near implicit boundaries has at the start
    Index                    images = 0;              ///< rows that periodic faces add in a step
    std::uint64_t            coming = 0;              ///< particles that sources will let in until the end, at the most
    std::size_t              skin_points = 0;         ///< of all meshes that objects carry
    std::size_t              memory_bytes       = 0;  ///< forecast of the run's peak
    std::size_t              program_bytes      = 0;  ///< share of it that the program takes without any particles
    std::size_t              bytes_per_particle = 0;  ///< and that of one particle of matter
    std::size_t              disk_bytes      = 0;  ///< forecast of all frames
    int                      frames          = 0;  ///< without the first, which shows the start
    double                   time_step       = 0;  ///< expected [s]
    double                   seconds         = 0;  ///< expected wall time of the run, all threads of this machine
    float                    fastest_speed   = 0;  ///< expected [m/s]
    float                    sound_speed     = 0;  ///< [m/s], chosen or given; 0 where nothing is compressible
    std::vector<std::string> warnings;             ///< whole sentences with their place in the file
};

struct BuiltScene {
    std::unique_ptr<World> world;
    SceneReport            report;
};

/// Builds the world of a scene at rest at t = 0. Throws SceneError, with the place in the file, for shapes that cannot
/// be made, bodies that overlap each other or a boundary, bodies without a particle, and counts that do not fit.
BuiltScene build_scene(const SceneFile& file, const Exec& exec);

}  // namespace mote
