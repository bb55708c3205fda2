// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Contact of rigid bodies with each other and with boundaries: on their true surfaces, by impulses. Bodies are few, so all of it is on the host, in double
// precision, whatever moves particles.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "mote/boundaries.h"
#include "mote/exec.h"
#include "mote/material.h"

namespace mote {

template <> inline constexpr ColumnType column_type<Vec3d> {Scalar::f64, 3};
template <> inline constexpr ColumnType column_type<Mat3d> {Scalar::f64, 9};

struct BodyTable;

/// Who touched whom in the last step, and how hard: where the next one begins its search.
struct TouchTable : Table {
    explicit TouchTable(Device device) : Table(device) {}

    // clang-format off
    Column<Index> first  {*this, "first"};          // row of BodyTable
    Column<Index> second {*this, "second"};         // the same, or the number of bodies plus that of a boundary
    Column<Vec3d> at     {*this, "at", "m"};        // of the first as it was at rest
    Column<Vec3d> push   {*this, "push", "N"};      // on the first, mean over the step
    // clang-format on
};

class RigidContact {
public:
    explicit RigidContact(Device device) : table(device) {}

    /// A body, in the coordinates of its rest.
    struct Surface {
        std::unique_ptr<Shape> shape;
        std::vector<Vec3>      points;  ///< of the surface, evenly spread, edges and corners among them
        std::vector<Vec3>      normals; ///< at these; on edges and corners between those of the faces
        Box                    box;     ///< around them
        MaterialId             material = 0;
        std::function<MaterialId(const Vec3&)> material_at = {};  ///< that of a place of the surface; empty: all is of `material`
    };
    /// A boundary where it stands, with its velocities over the step by where things are now, as those of pins.
    struct Wall {
        const Boundary* boundary = nullptr;
        Pose            pose;
        Drive           drive;
    };
    struct Pace {
        double kick, dt;  ///< as of move_particles [s]
        double spacing;   ///< [m]
        double gravity;   ///< [m/s^2]
        bool   flat;      ///< 2-D
    };
    /// The part of a motion that only takes bodies out of each other and is no velocity [m/s], [rad/s].
    struct Parting {
        Vec3d along{}, about{};
    };

    std::vector<Surface> surfaces;  ///< by rows of BodyTable
    TouchTable           table;

    /// Changes the velocities of bodies, which are those after all other pushes, so that they do not go through each other or through walls in a step of
    /// dt, bounce and rub. What held them is kept in `hold` and `hold_moment`. Returns the sweeps it took.
    int solve(const Exec&, BodyTable&, std::span<const Material>, std::span<const Wall> walls, std::span<const Drive> pins, const Pace&);

    std::span<const Parting> parting() const { return parting_; }

private:
    struct Room;
    std::shared_ptr<Room> room_;
    std::vector<Parting>  parting_;
};

}  // namespace mote
