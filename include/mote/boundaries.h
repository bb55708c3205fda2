// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What matter cannot enter, as the host knows it: its shape, how it moves, which side is matter's. Where it is sampled, the
// samples are rows of the particle table (Role::wall); where it is implicit, matter near it has such rows of its own (contacts.h).
// Boundary k is body k.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mote/particles.h"
#include "mote/shape.h"
#include "mote/wall_field.h"

namespace mote {

/// A rigid displacement: what stood at q is at to + turn (q - from).
struct Pose {
    Mat3 turn = identity();
    Vec3 from{}, to{};  ///< [m]

    MOTE_FN Vec3 operator()(const Vec3& q) const { return to + turn * (q - from); }
    MOTE_FN Vec3 undo(const Vec3& x) const { return from + transpose(turn) * (x - to); }
};

/// The velocities of a rigid body over a step: what stood at q moves at speed + spin (q - from).
struct Drive {
    Mat3 spin = diagonal(0);  ///< [1/s]
    Vec3 from{}, speed{};     ///< [m], [m/s]

    MOTE_FN Vec3 operator()(const Vec3& q) const { return speed + spin * (q - from); }
};

/// How a body moves: from key to key, to and fro, or both. In double precision, as a function of time alone: nothing adds up.
class Motion {
public:
    /// Where it is, from where it stands at rest: a way, and a rotation as axis times angle.
    struct State {
        Vec3d move{}, turn{};  ///< [m], [rad]
    };
    struct Key {
        double time = 0;  ///< [s]
        State  state;
    };
    struct Swing {
        double period = 1, start = 0, ramp = 0;  ///< [s]
        State  state;                            ///< amplitude
    };

    Vec3                 about{};         ///< what it turns about, at rest [m]
    std::vector<Key>     keys;            ///< ascending in time
    bool                 smooth = true;   ///< else linear between keys
    bool                 repeat = false;
    std::optional<Swing> swing;

    /// Smooth: cubic pieces that never go beyond a key [Steffen 1990], at rest at both ends unless repeated.
    State at(double time) const;
    Pose  pose(double time) const;
    /// The velocities that lead from the pose at `time` to that `dt` later, exactly.
    Drive drive(double time, double dt) const;

    /// How far a point `radius` [m] from the axis goes between two times at the most [m]; may stop counting above `enough`.
    double travel(double from, double to, double radius, double enough = 1e30) const;
    /// About the highest speed of such a point at any time [m/s].
    double fastest(double radius) const;

private:
    State  between_keys(double time) const;
    State  slope(std::size_t key) const;
    double next_turn(double time) const;
};

struct Boundary {
    std::string            name;
    std::unique_ptr<Shape> shape;           ///< at rest
    bool                   inside = false;  ///< matter is kept inside it
    std::optional<Motion>  motion;
    float                  friction = 1, temperature = 293.15f;  ///< of implicit ones: [0, 1], [K]
    std::vector<std::pair<double, double>> temperature_in_time;  ///< instead of it: [s], [K], ascending
    float                  reach = 0;       ///< of its farthest sample from what it turns about [m]
    std::unique_ptr<WallField> field;       ///< null where it is sampled
    bool                   gaps = false;    ///< parts of its surface have no sample in sight
    bool                   is_box = false;  ///< its shape is the box of its first axes
    double                 until = 1e30;    ///< when it is taken away [s]
    float                  adhesion = 0;    ///< of implicit ones [0, 1]
    std::unique_ptr<WallField> wide_field;  ///< for the profile of WideWalls

    bool is_here(double time) const;
    Pose pose(double time) const { return motion ? motion->pose(time) : Pose{}; }
    /// How far a place is in front of it, in the coordinates of its rest; negative on the wrong side [m].
    float ahead(const Vec3& rest) const { return inside ? -shape->distance(rest) : shape->distance(rest); }
};

/// An implicit boundary where it stands in a step, as kernels know it.
struct ImplicitWall {
    WallFieldView field;
    Pose          pose;
    float         viscosity, temperature;  ///< of its rows
    BodyId        body;
    float         adhesion;
};

/// What surface tension sees of implicit boundaries: as far as surface_reach.
struct WideWalls {
    WallProfile               profile;
    Scratch<float>            attraction;  ///< by distance, as the entries of the profile
    std::vector<ImplicitWall> list;        ///< room of find_clinging
    Settings<ImplicitWall>    settings;
};

struct Guard;

struct Boundaries {
    std::vector<Boundary>         list;
    std::unique_ptr<Column<Vec3>> rest;   ///< where each sample stands at rest [m]; null where none moves
    std::unique_ptr<WallProfile>  profile;  ///< null where none is implicit
    std::unique_ptr<WideWalls>    wide;     ///< null too where nothing has surface tension
    std::vector<Pose>             poses, next_poses;  ///< room of move_walls and hold_back
    std::vector<Drive>            drives;
    std::vector<ImplicitWall>     implicit;  ///< room of make_contacts
    Settings<Pose>                pose_settings;
    Settings<ImplicitWall>        implicit_settings;
    Settings<Drive>               drive_settings;
    std::unique_ptr<Guard>        guard;  ///< room of hold_back
    Boundaries();
    ~Boundaries();
};

}  // namespace mote
