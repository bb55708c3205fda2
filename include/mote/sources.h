// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where matter comes in and where it goes out.
//
// A source lays layers of a lattice over its opening, one spacing apart. They come up behind the opening as wall samples
// that move at the speed of the source: the piston that drives the jet, which no pressure in front of it can blow back, and
// the plug that closes the opening while the source is closed. Layer n becomes matter at the moment it leaves the opening,
// when the source has been open for n * period, and stands where it has got to by the time of the step. So jets are even and
// the volume rate is exact to within one layer, whatever the time step.
//
// Where matter in front of the opening is compressed already, or pushes back as nothing does that has a way out, there is no room: then the
// piston goes back a little and waits, and the clock of the layers waits with it.
#pragma once
#include <algorithm>
#include <cmath>
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

    /// Calls visit(k) for the places of the up to four lattice points around column u and row v.
    template <class F>
    void visit_places(float u, float v, const F& visit) const {
        if (!(u > -1 && v > -1 && u < float(columns) && v < float(rows))) return;
        const int column = int(std::floor(u)), row = int(std::floor(v));
        for (int b = std::max(row, 0); b <= std::min(row + 1, rows - 1); ++b)
            for (int a = std::max(column, 0); a <= std::min(column + 1, columns - 1); ++a)
                if (const Index k = place_at[std::size_t(b * columns + a)]; k != none) visit(k);
    }

    /// The distance along the plane of the opening from x to the nearest place that is less than a pitch away, else 1e30 [m].
    float distance(const Vec3& x) const;
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
    float             concentration = 0;
    MaterialId        material = 0;
    BodyId            body     = 0;
    std::vector<Open> open;                    ///< Ascending.
    std::uint64_t     most = 0;                ///< Particles; 0: no limit.

    // How far it has come: part of a restart.
    std::uint64_t layers  = 0;                 ///< that have left
    std::uint64_t laid    = 0;                 ///< that have been made, those behind the opening included
    std::uint64_t emitted = 0;                 ///< particles
    std::uint64_t refused = 0;                 ///< particles that met another in the opening
    double        delay   = 0;                 ///< how long it had to wait for room [s]
    double        strain  = 0;                 ///< what pushed back beyond reason, over time [Pa s]
    double        seen    = 0;                 ///< the clock of its layers at the last step: open time less delay [s]

    /// How long it has been open at time t [s], blocked or not.
    double open_time(double t) const;
    bool   is_open(double t) const;
    bool   is_spent() const { return most > 0 && emitted >= most; }
    /// How many layers have left by time t [s].
    std::uint64_t layers_until(double t) const;
    /// How many particles it gives until time t where nothing is in the way.
    std::uint64_t particles_until(double t) const;
    /// Particles that found no room.
    std::uint64_t withheld() const { return refused + std::uint64_t(delay / period * double(lattice.places.size())); }
};

/// All sources of a world, and the column that tells which rows stand behind which opening.
struct Sources {
    explicit Sources(Particles& p) : behind(p, "behind_source") {}

    std::vector<Source>       list;
    Column<std::uint16_t>     behind;          ///< whose opening, from 1; 0: no source's
    std::vector<std::uint8_t> taken;           ///< by place; room of run_sources
    Settings<Vec3>            places;          ///< of the source that lays a layer

    std::uint64_t emitted() const;
    std::uint64_t withheld() const;
};

struct Sink {
    std::string            name;
    std::unique_ptr<Shape> shape;
    std::uint64_t          drained = 0;        ///< particles that were taken away; part of a restart
};

struct Sinks {
    std::vector<Sink> list;
    std::vector<Box>  bounds;                  ///< room of drain_sinks
    Settings<Box>     bound_settings;

    std::uint64_t drained() const;
};

}  // namespace mote
