// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Virtual materials: solids without a memory of who was beside whom [Wicke et al. 2006]. Each particle believes that its neighbours sit on a crystal about
// itself, as it last saw it turned and stretched, and pulls them to its sites. So matter that melts only lets go, matter that freezes only takes hold, and
// what was torn or squeezed too far has another shape from then on. docs/decisions/014 tells what was changed in the paper's formulas.
#pragma once
#include <memory>

#include "mote/neighbour_search.h"
#include "mote/solids.h"

namespace mote {

namespace crystal {
struct Bonds;
struct Flowing;
}

/// What particles remember of their sites, where broken faces shall stay apart: how fast each takes a particle in [1/s]. Below 0: as fast, and it is empty.
/// 0: it is closed for ever.
struct Docking {
    explicit Docking(Particles& p, const Vec4& rate)
        : first(p, "docking_1", "1/s", rate), second(p, "docking_2", "1/s", rate), third(p, "docking_3", "1/s", rate), open(rate.x) {}
    Column<Vec4> first, second, third;  ///< sites 0 to 3, 4 to 7, 8 to 11
    float        open;                  ///< of what has just become solid [1/s]
};

/// Where the sites of a particle stand that froze: the neighbours that it took hold of were not on a crystal, and it holds them where they were. Off the sites of the crystal, as
/// whole numbers of 2^-15 of their distance; and which of them are taken.
struct SiteOffsets {
    static constexpr ColumnType column_type{Scalar::u16, 40};
    static constexpr float      unit = 1.f / 32768;

    std::uint16_t by[36] = {}, taken = 0, unused[3] = {};

    MOTE_HOT Vec3 of(Index s) const {
        const auto part = [&](Index k) { return unit * float(std::int16_t(by[3 * s + k])); };
        return {part(0), part(1), part(2)};
    }
    MOTE_HOT bool is_taken(Index s) const { return (taken >> s) & 1u; }
    MOTE_HOT bool is_full(Index sites) const { return taken == (1u << sites) - 1; }
    MOTE_HOT void set(Index s, const Vec3& off) {
        const float part[3] = {off.x, off.y, off.z};
        for (Index k = 0; k < 3; ++k) by[3 * s + k] = std::uint16_t(std::int16_t(clamp(part[k], -0.999f, 0.999f) / unit));
    }
};

/// What particles remember that keep a dent, as of PlasticState.
struct LatticeFlow {
    /// `shows`: no elastic body has a column of the same name.
    LatticeFlow(Particles& p, bool shows) : inverse_plastic(p, "lattice_flow", "", identity()), plastic_strain(p, "lattice_plastic_strain") {
        if (shows) shown = std::make_unique<Column<float>>(p, "plastic_strain", "", 0.f, Life::step);
    }
    Column<Mat3>  inverse_plastic;
    Column<float> plastic_strain;
    std::unique_ptr<Column<float>> shown;  ///< the same, as last observed; null where it is that of elastic bodies
};

struct LatticeSettings {
    float         spacing   = 0.02f;  ///< [m]
    int           dimension = 3;
    std::uint64_t seed      = 0;
    std::uint64_t step      = 0;
    float         dt        = 0;      ///< of the last step [s]
    Vec3          gravity{};          ///< [m/s^2]
    float         lightest  = 1;      ///< as of Lattice

    bool  flat() const { return dimension == 2; }
    float distance() const;           ///< of nearest sites [m]
};

class Lattice {
public:
    /// `freezes`: whether something may become solid in the run.
    /// `solids`: elastic and rigid bodies beside it, whose stress is in the same column.
    Lattice(Particles&, std::span<const Material>, bool freezes, Solids* solids = nullptr);
    ~Lattice();

    // Of particles.
    Column<Mat3>  map;     ///< From sites to places; 0 where it is not solid, or has just become so.
    Column<Vec3>  recoil;  ///< Acceleration by its bonds, mean of the last step [m/s^2].
    Column<float> hold;    ///< How stiff it has become since it froze [0, 1].
    Column<Index> pin;     ///< 0: free, else one more than that of World::pins.
    std::unique_ptr<Column<float>> stress;  ///< von Mises' equivalent stress, as last observed [Pa]; null where it is that of `solids`.
    Column<float> bonds;   ///< How many sites are taken, as last observed.
    std::unique_ptr<Docking> docking;  ///< null where every site is open
    std::unique_ptr<LatticeFlow> flow;  ///< null where nothing flows
    std::unique_ptr<Column<SiteOffsets>> offsets;  ///< null where nothing freezes: all sites are those of the crystal

    /// Whether particles swell and shrink: their sites are then as far apart as their volume asks for.
    bool  swells = false;
    /// Whether particles may leave it: whoever stands beside them then fills as much as he did.
    bool  melts = false;
    /// Whether what freezes may be lighter than what its material is laid with.
    bool  uneven = false;
    /// The least mass by stiffness of a particle, over that of its material when it is dry and has not flowed; at most 1.
    float lightest() const { return lightest_; }

    /// Rows that are solid in this step.
    Index count() const { return count_; }

    /// Who is solid now, and who is docked where; after the neighbours were found.
    void      find(const Exec&, Particles&, const Neighbours&, View<const Material>, const Kernel&, const LatticeSettings&, const SolidRows& others = {});
    /// With `others` where it is not itself solid.
    SolidRows rows() const { return {group_.read(), fullness_.read()}; }
    /// The lists of who is liquid or touches it, for stages of liquids: to others they do nothing.
    const Neighbours& around_liquids() const { return wet_; }
    /// Of particles: their place among those that are solid, or ~0.
    View<const Index> places() const { return place_.read(); }
    /// Which walls and rigid bodies, so many of these, they may touch in the next step.
    void      touch(const Exec&, std::span<const SolidFace>, Index bodies);
    /// Which pins hold in the next step, 0 or 1; all do where this was never called.
    void      take_pins(const Exec&, std::span<const Index> holds);
    void      add_recoil(const Exec&, Particles&, float sign) const;

    /// The longest explicit step [s] that is stable.
    static float stable_step(std::span<const Material>, const LatticeSettings&);

    struct Pace {
        float kick, dt;   ///< as of move_particles [s]
        int   steps;
        float last_step;  ///< of the last move [s]; 0 at the start
    };
    /// Moves solid rows over dt by `steps` short ones, under their bonds, contact and the particles' accelerations and drifts. Throws Error where they are not stable.
    void advance(const Exec&, const Particles&, const Neighbours&, std::span<const Material>, View<const Material>, View<const Drive> pins, const LatticeSettings&, const Pace&);
    /// What `advance` consists of, as of Solids; after `touch`.
    void             begin(const Exec&, const Particles&, const Neighbours&, View<const Material>, View<const Drive> pins, const LatticeSettings&, const Pace&);
    void             short_step(const Exec&, const Particles&, const Neighbours&, View<const Material>, const LatticeSettings&, float kick, float elapsed, float dt);
    solid::Felt      felt();
    void             end_short_step();
    View<const Vec4> short_places() const { return site_[0].read(); }
    View<Vec4>       short_velocities() { return motion_[0].write(); }
    /// The same in one step, solved for, whatever its length. Returns how many iterations it took; -1: no answer was found, and nothing has moved.
    int  solve(const Exec&, const Particles&, const Neighbours&, View<const Material>, View<const Drive> pins, const LatticeSettings&, const Pace&, const SolidSolverSpec&);
    /// After the particles have moved as if they were free.
    void leave(const Exec&, Particles&, float dt);
    /// Sites that were used open, others close, and those under too much tension break; once in a step.
    void remember(const Exec&, Particles&, View<const Material>, const LatticeSettings&, float dt);

    /// How well particles fit that may freeze: how far they are off the nearest free sites of crystals beside them, the sum of all as vectors, in distances of sites.
    void find_misfit(const Exec&, const Particles&, const Neighbours&, View<const Material>, const LatticeSettings&, Scratch<float>& misfit) const;

    /// Stress and bonds, for files and pictures, and strain where it is asked for. Returns the energy [J].
    double observe(const Exec&, const Particles&, View<const Material>, const LatticeSettings&, View<Mat3> strain = {});

private:
    void           find_wet(const Exec&, const Particles&, const Neighbours&);
    void           find_rows(const Exec&, Particles&, View<const Material>);
    void           adopt(const Exec&, Particles&, const Neighbours&);
    void           find_parts(const Exec&, const Particles&);
    void           measure(const Exec&, const Particles&, View<const Material>, const LatticeSettings&);
    void           follow_heat(const Exec&, const Particles&, View<const Material>);
    void           dock(const Exec&, const Particles&, const Neighbours&, const LatticeSettings&);
    void           mark(const Exec&, const Particles&, const Neighbours&, const Kernel&, const LatticeSettings&, const SolidRows& others);
    crystal::Bonds bonds_of(const LatticeSettings&) const;
    void           find_frames(const Exec&, const LatticeSettings&);
    crystal::Flowing flowing(const Particles&, View<const Material>, const LatticeSettings&) const;
    void           find_grasp(const Exec&, const Particles&, View<const Material>, const LatticeSettings&);
    void           yield(const Exec&, const Particles&, View<const Material>, const LatticeSettings&, float dt);
    void           find_thin(const Exec&, const Particles&, const LatticeSettings&);
    void           resist_bending(const Exec&, const LatticeSettings&);

    Index          count_ = 0;
    float          lightest_ = 1;
    Scratch<float> size_;             // by particle: its length over that of a spacing cubed, where it swells
    Scratch<float> firm_;             // by particle: share of its moduli that it has left, where that follows the temperature
    bool           warms_ = false;    // something does
    Scratch<Index> place_;            // of particles: their place among those that are solid, or none
    Scratch<Index> row_;              // and back, to the end of a batch
    Scratch<Index> wish_;             // by place, then by site: whom it would take
    Scratch<Index> bond_;             // by site, then by place: who is docked; src/lattice/bonds.h
    Scratch<Index> near_;             // by place: who else is near, as of Near
    Scratch<Vec4>  turn_[3], pull_[3];  // by particle: the rotation of its crystal, and what its sites pull with
    Scratch<Vec4>  grip_;             // by place: src/lattice/motion.cpp
    Scratch<float> lost_[3];          // by place: what rounding took of its way so far in this step [m]
    Scratch<Vec3>  push_, drift_;     // by place
    Scratch<Index> holds_;
    bool           timed_ = false;
    Scratch<float> group_, fullness_;
    Scratch<float> part_;             // by particle, and of nobody: which body it is part of, or 0
    Scratch<Index> deep_;             // by particle: all around it, and it, are inside of one body
    Index          others_first_ = 0, others_rows_ = 0;  // whose group is known
    Scratch<Index> is_wet_;
    Neighbours     wet_;
    Scratch<Vec4>  site_[2], motion_[2];  // of particles: place and volume, velocity
    FaceRows       faces_;
    Solids*        solids_ = nullptr;
    Scratch<Vec4>  tension_;          // by particle: direction of the largest tension, and its share of the strength

    struct Room;
    struct Solve;
    std::unique_ptr<Room> room_;      // of implicit steps
};

}  // namespace mote
