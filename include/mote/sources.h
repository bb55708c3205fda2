// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where matter comes in and where it goes out.
//
// A source lays layers of a lattice over its opening, one spacing apart. Layer n leaves the opening when the source has been
// open for n * period and appears at the place it has reached by then, so that jets are even and the volume rate is
// exact to within one layer, whatever the time step.
//
// For the first support radius of its way a particle is guided: it keeps the speed of the source, whatever pushes. So the
// last layers of a jet are the piston that drives the rest of it, and pressure in front of an opening cannot blow it
// back. A piston of wall samples behind the opening would do the same, but walls that move are more than the pressure
// solvers know of.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "mote/particles.h"
#include "mote/shape.h"

namespace mote {

/// Where the particles of a layer leave the opening: points of a square lattice (2-D: a row).
struct SourceLattice {
    Vec3               corner, across, up;     ///< Place of column 0, row 0 [m]; unit vectors along rows and columns.
    float              pitch = 0;              ///< Distance of neighbours [m].
    int                columns = 0, rows = 0;
    std::vector<Vec3>  places;                 ///< [m]
    std::vector<Index> place_at;               ///< By row * columns + column; none where nobody leaves.

    static constexpr Index none = ~Index(0);
};

struct Source {
    struct Open {
        double from, to;                       ///< [s]; `to` may be infinite.
    };

    std::string       name;
    SourceLattice     lattice;
    Vec3              middle, direction;       ///< Of the opening [m]; a unit vector.
    double            area   = 0;              ///< [m^2; in two dimensions m]
    float             speed  = 0;              ///< [m/s]
    double            period = 0;              ///< Between two layers [s].
    float             volume = 0;              ///< Of a particle [m^3; m^2]: a layer holds area * speed * period.
    float             temperature = 293.15f;   ///< [K]
    MaterialId        material = 0;
    BodyId            body     = 0;
    std::vector<Open> open;                    ///< Ascending.
    std::uint64_t     most = 0;                ///< Particles; 0: no limit.

    // How far it has come: part of a restart.
    std::uint64_t layers   = 0;                ///< that have left
    std::uint64_t emitted  = 0;                ///< particles
    std::uint64_t withheld = 0;                ///< particles that found no room

    /// When layer n leaves [s]; infinite where the source closes before.
    double layer_time(std::uint64_t n) const;
    /// How many layers leave before time t [s].
    std::uint64_t layers_before(double t) const;
    /// How many particles it gives before time t where nothing is in the way.
    std::uint64_t particles_before(double t) const;
};

/// All sources of a world, and the column that tells whom they still guide.
struct Sources {
    explicit Sources(Particles& p) : guided(p, "guided") {}

    std::vector<Source>       list;            ///< Their bodies are neighbours, in this order.
    Column<std::uint8_t>      guided;          ///< 1: keeps the speed of its source
    std::vector<std::uint8_t> taken;           ///< by place; room of run_sources

    std::uint64_t emitted() const;
    std::uint64_t withheld() const;
};

struct Sink {
    std::string            name;
    std::unique_ptr<Shape> shape;
    std::uint64_t          drained = 0;        ///< particles that were taken away; part of a restart
};

struct Sinks {
    std::vector<Sink>         list;
    std::vector<std::uint8_t> inside;          ///< by row; room of drain_sinks

    std::uint64_t drained() const;
};

}  // namespace mote
