// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Light matter that heavy matter shuts in: a bubble in water. A region is what of it touches, with the heavy rows that see it. Two things are done for each in
// the velocity solve, which Jacobi steps over plain sums do not do (docs/decisions/042):
//
// The level P of its pressure, the mean, does not push it. In disorder k_i = sum_j V_j (1 + 1) grad W_ij is not 0, and over a thousandth of the density of
// water that is a thousand times the acceleration of water. So light rows feel
//     a_i = -1/rho0_i (sum_j V_j (p_i + p_j) grad W_ij - P k_i)
// and their rates lose sum_i V_i a_i . k_i over the volume of the region, so that the system stays symmetric: pressure works on what lies around, by as much as
// the volume there changes. The k of a region have no mean, so momentum is kept.
//
// And each iteration changes the level at once by what takes away the sum of what is left: an unknown more for each region [Nicolaides 1987; Vuik, Segal &
// Meijerink 1999]. It goes with the rows around, else it would push light rows at the edge.
#pragma once
#include "carried.h"
#include "light_regions.h"

namespace mote {

class Enclosed {
public:
    /// What a step knows of all rows. `divergence` and `acceleration` are of any motion and pressure.
    struct System {
        pressure::Acceleration acceleration;
        pressure::Divergence   divergence;
        Carried::Around        around;
        Carried&               carried;
    };
    /// Sums over the light rows of a region.
    struct Shape {
        double volume = 0, x = 0, y = 0, z = 0;          // the last three: V k
        double rows = 0, open = 0, crowding = 0, walls = 0;  // rows at a free surface; rows beside walls

        MOTE_HOT friend Shape operator+(const Shape& a, const Shape& b) {
            return {a.volume + b.volume, a.x + b.x, a.y + b.y, a.z + b.z, a.rows + b.rows, a.open + b.open, a.crowding + b.crowding, a.walls + b.walls};
        }
    };
    /// What levels change by in an iteration, and what that has in common with the last one; as Sums of Improve.
    struct Change {
        double turn = 0, turn_squared = 0;
        double left = 0;  ///< the largest mean rate that is left in a region [1/s]

        MOTE_HOT friend Change operator+(const Change& a, const Change& b) { return {a.turn + b.turn, a.turn_squared + b.turn_squared, max(a.left, b.left)}; }
    };

    /// Finds them among what is lighter than `bound`.
    void find(const Exec&, const Particles&, const Neighbours&, const SolidRows&, const System&, float bound);
    void forget() { closed_ = 0; }
    bool any() const { return closed_ > 0; }

    /// Before a solve: how rates answer to levels. Off `excess` what velocities have of k; what is too dense in the mean may expand, by that share a second.
    void begin(const Exec&, const Particles&, const System&, View<float> excess, float kick, float share);
    void take_level(const Exec&, const Particles&, const pressure::Acceleration&);
    /// By which rates of light rows are too large, by region.
    View<const double> find_noise(const Exec&, View<const Vec4> motion);
    void               add_noise(const Exec&, View<const Vec4> motion, View<float> rate, float kick);
    Change             lift(const Exec&, const Particles&, View<const float> excess, View<const float> response, View<const float> change, View<float> pressure);
    /// What is asked back of the density of each row is what it differs from its region by. `keep` comes before the others are asked.
    void keep(const Exec&, View<const float> excess);
    void ask_for_density(const Exec&, const Particles&, View<float> excess, float per_second);

    View<const Index> region() const { return region_.read(); }  ///< of light rows, from 1; 0 of all others
    /// Light rows, shut in or not, and heavy ones that see them. Stands until the next `find`.
    Carried::Rows rows(float heaviest, float bound) const { return {regions_.row(), region_.read(), regions_.count() > 0 ? regions_.members() : 0, heaviest, bound}; }
    void              give_back(const Exec&);

private:
    LightRegions    regions_;
    Index           closed_ = 0;
    Scratch<Index>  region_;             // of rows
    Scratch<float>  lifted_;             // of rows: 1 where the level of a region goes
    Scratch<Vec4>   site_, motion_;      // of rows, of that pressure
    Scratch<Vec4>   k_;                  // of members; and 1 where light
    Scratch<float>  answer_, kept_;      // of members: rate by level; excess
    Scratch<Shape>  shape_, shape_part_; // of regions
    Scratch<double> part_, level_, noise_, energy_, left_, change_, last_change_;
};

}  // namespace mote
