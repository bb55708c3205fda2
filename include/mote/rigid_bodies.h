// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rigid bodies: solids that keep their shape whatever pushes. Their particles are rows of the particle table like all others and feel what those feel;
// what pushes one of them pushes its body. They stand exactly where the body is.
#pragma once
#include "mote/solids.h"

namespace mote {

template <> inline constexpr ColumnType column_type<Vec3d> {Scalar::f64, 3};
template <> inline constexpr ColumnType column_type<Mat3d> {Scalar::f64, 9};

/// One row for each rigid object. Velocity and angular momentum live half a step behind, as those of particles do.
struct BodyTable : Table {
    explicit BodyTable(Device device) : Table(device) {}

    // clang-format off
    Column<BodyId> body             {*this, "body"};
    Column<Index>  first            {*this, "first"};                         // of its rows in RestShape
    Column<Index>  count            {*this, "count"};
    Column<Index>  pin              {*this, "pin"};                           // as of RestShape
    Column<double> mass             {*this, "mass", "kg"};
    Column<Vec3d>  rest_centre      {*this, "rest_centre", "m"};
    Column<Mat3d>  axes             {*this, "axes", "", identity<double>()};  // columns: principal axes at rest
    Column<Vec3d>  moments          {*this, "moments", "kg m^2"};             // of inertia about them
    Column<Vec3d>  centre           {*this, "centre", "m"};                   // of mass
    Column<Mat3d>  turn             {*this, "turn", "", identity<double>()};  // since the start
    Column<Vec3d>  velocity         {*this, "velocity", "m/s"};
    Column<Vec3d>  angular_momentum {*this, "angular_momentum", "kg m^2/s"};  // about the centre
    Column<Vec3d>  load             {*this, "load", "N"};                     // what pressure did to it in the last step, pinned or not
    // clang-format on
};

class RigidBodies {
public:
    RigidBodies(Particles& particles, Solids& solids) : table(particles.device()), solids_(solids) {}

    BodyTable table;

    /// Mass, inertia and motion of each body from its particles, which are cubes (2-D: squares).
    void capture(const Exec&, const Particles&, SolidSettings);
    /// What follows from the tables, after they were filled or read.
    void prepare(const Exec&, SolidSettings);

    /// Where bodies are in this step, whose rows are whose, and how far a push on them gives way. After Solids::mark.
    void mark(const Exec&, const Particles&, const Neighbours&, const Kernel&);
    View<const float> give() const { return give_.read(); }

    /// What pushes particles pushes their bodies: accelerations become those of bodies. What is pinned gets the velocity of its pin in `kick`.
    void share_out(const Exec&, Particles&, View<const Drive> pins, float kick);
    /// The same of `motion`, accelerations times volumes by rows.
    void share_out(const Exec&, const Particles&, View<Vec4> motion);
    /// What was shared out last is the load of bodies.
    void keep_load(const Exec&);

    /// Moves bodies under the accelerations and drifts of their particles, and these with them, after they have moved as if they were free.
    void move(const Exec&, Particles&, View<const Pose> pins, float kick, float dt);
    /// By the drifts of a second alone.
    void move_by_drifts(const Exec&, Particles&);
    /// What held particles back holds their bodies back.
    void hold_back(const Exec&, Particles&);

    /// A body as it is now, for kernels.
    struct Frame {
        Vec3  rest_centre, centre, velocity, spin;  ///< [m], [m], [m/s], [rad/s]
        Mat3  turn, ease;                           ///< ease: the inverse of its inertia [1/(kg m^2)]
        float lightness;                            ///< 1/mass; 0 where it is pinned [1/kg]
        Index pin;

        /// From the centre to what stood there at rest.
        MOTE_FN Vec3 arm(const Vec3& rest) const { return turn * (rest - rest_centre); }
    };
    /// Rows of one body, which one thread sums; and the pieces of one body.
    struct Piece {
        Index body, first, count;
    };
    /// Mass times what its particles do, and that about the centre.
    struct Push {
        Vec3d along{}, about{};

        MOTE_FN friend Push operator+(const Push& a, const Push& b) { return {a.along + b.along, a.about + b.about}; }
    };
    /// How far particles were held back, at most to either side of each axis; where, and how much slower they became, weighted with that.
    struct Held {
        Vec3d  high{}, low{}, arm{}, change{};
        double weight = 0;

        MOTE_FN friend Held operator+(const Held& a, const Held& b) {
            return {most(a.high, b.high), -most(-a.low, -b.low), a.arm + b.arm, a.change + b.change, a.weight + b.weight};
        }
        MOTE_FN static Vec3d most(const Vec3d& a, const Vec3d& b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
    };

private:
    template <class T>
    struct Total {
        Scratch<T> partial, of_body;
    };
    template <class T, class F>
    View<const T> sum(const Exec&, Total<T>&, const F& of_row);
    template <class Values>
    void share(const Exec&, const Values&);
    void find_frames(const Exec&);
    void place(const Exec&, Particles&, float dt, View<const Held> held = {});
    Index first_row() const { return solids_.elastic_rows(); }
    Index rows() const { return solids_.rest.rows() - first_row(); }

    Solids&        solids_;
    bool           flat_    = false;
    float          spacing_ = 0;
    Scratch<Piece> piece_, of_body_;
    Index          pieces_ = 0;
    Total<Push>    push_, drift_;
    Total<Held>    held_;
    Total<double>  touch_;
    Scratch<Frame> frame_, before_;
    Scratch<Index> particle_;  // whose row it is in this step, from the first rigid one on
    Scratch<float> give_;
};

}  // namespace mote
