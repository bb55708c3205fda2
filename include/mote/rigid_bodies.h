// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rigid bodies: solids that keep their shape whatever pushes. Their particles are rows of the particle table like all others and feel what those feel;
// what pushes one of them pushes its body. They stand exactly where the body is.
#pragma once
#include "mote/rigid_contact.h"
#include "mote/solids.h"

namespace mote {

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
    Column<Vec3d>  hold             {*this, "hold", "N"};                     // what contact did,
    Column<Vec3d>  hold_moment      {*this, "hold_moment", "N m"};            // and about the centre
    // clang-format on
};

class RigidBodies : public ShortPartner {
public:
    RigidBodies(Particles& particles, Solids& solids) : table(particles.device()), contact(particles.device()), solids_(solids) {}

    BodyTable    table;
    RigidContact contact;

    /// Mass, centre and motion of each body from its particles; inertia about its centre [kg m^2] as is told.
    void capture(const Exec&, const Particles&, SolidSettings, const std::function<Mat3d(BodyId)>& inertia_of);
    /// After rows of elastic bodies have come or gone.
    void follow_rows(const Exec&, SolidSettings);
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

    /// Adds `sign` times the accelerations by contact of the last step: what pressure must reckon with.
    void add_hold(const Exec&, Particles&, float sign) const;

    /// Short steps of elastic bodies and virtual materials begin: accelerations and velocities are those of this step; `share` of a kick acts in the time of one. At their end what
    /// these gave waits for `kick`.
    void begin_short_steps(const Exec&, Particles&, float share);
    void feel(const Exec&, std::span<const solid::Felt>, float dt) override;
    View<const BodyFrame> coast(const Exec&, float dt) override;
    void end_short_steps() { short_.told = true; }

    /// Velocities under the accelerations of particles, before contact.
    void kick(const Exec&, Particles&, float kick);
    /// Moves bodies by their velocities and the drifts of their particles, and these with them, after they have moved as if they were free.
    void move(const Exec&, Particles&, View<const Pose> pins, float dt);
    /// By the drifts of a second alone.
    void move_by_drifts(const Exec&, Particles&);

    using Frame = BodyFrame;
    /// Rows of one body, which one thread sums; and the pieces of one body.
    struct Piece {
        Index body, first, count;
    };
    /// Mass times what its particles do, and that about the centre.
    struct Push {
        Vec3d along{}, about{};

        MOTE_FN friend Push operator+(const Push& a, const Push& b) { return {a.along + b.along, a.about + b.about}; }
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
    template <class F>
    void add_pushes(const Exec&, Particles&, const F& of_body, float factor) const;
    void find_frames(const Exec&);
    void place(const Exec&, Particles&, float dt);
    Index first_row() const { return solids_.elastic_rows(); }
    Index rows() const { return solids_.rest.rows() - first_row(); }

    Solids&        solids_;
    bool           flat_    = false;
    float          spacing_ = 0;
    Scratch<Piece> piece_, of_body_;
    Index          pieces_ = 0;
    Total<Push>    push_, drift_;
    Total<double>  touch_;
    Settings<RigidContact::Parting> parting_;
    struct Short {
        float          share = 0;
        bool           told  = false;
        Scratch<Frame> frame, coasting;
        Scratch<Push>  given, others, now;
    } short_;
    Scratch<Frame> frame_, before_;
    Scratch<Index> particle_;  // whose row it is in this step, from the first rigid one on
    Scratch<float> give_;
};

}  // namespace mote
