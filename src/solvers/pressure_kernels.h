// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The sweeps and passes over rows that PressureSystem is made of; its header has the equations.
#pragma once
#include "pressure_gradient.h"

namespace mote::pressure {

constexpr float nothing = -1e20f;  // an excess that asks for no pressure at all
constexpr Index group   = 64;      // rows, next to each other in space
constexpr float kept    = 0.9f;    // of the last density correction: errors fade, so less of it is needed

/// Who asks for no pressure: spray, which has few neighbours, and the inside of solids.
struct Unpressed {
    NeighbourView     neighbours;
    Index             crowd;
    SolidRows         solids;
    View<const Index> unseen;  // samples that rows of implicit walls stand for

    MOTE_HOT bool operator()(Index i) const { return neighbours.count(i) + (unseen.data ? unseen[i] : 0) < crowd || solids.inside(i); }
};

/// The least pressure of each row [Pa].
struct Floor {
    View<const float> least;  // none: 0

    MOTE_HOT float operator[](Index i) const { return least.data ? least[i] : 0.f; }
};

/// The velocity before pressure acts, times the volume. What walls carry does not accelerate; in a violent flow, where that is little of the pressure, it would
/// take 3 % more iterations. And what the velocity solve starts from, where there is one (`start`).
struct Velocity {
    View<const Vec4>  position_volume, velocity_density, gradient;
    View<const Vec3>  drift;
    View<const float> pressure, rest_density;
    BesideWalls       walls;
    Unpressed         unpressed;
    View<Vec3>        acceleration;
    View<Vec4>        motion, site;
    View<float>       start;
    float             kick, spacing;
    bool              calm;

    MOTE_FN void operator()(Index i) const {
        const float volume = position_volume[i].w;
        if (calm && walls.has(i))
            acceleration[i] += carried(acceleration[i], walls.gradient(i, gradient), walls.stronger[walls.place[i]].whole(), max(pressure[i], 0.f) / rest_density[i], spacing);
        motion[i] = with_w(volume * (xyz(velocity_density[i]) + kick * acceleration[i] + drift[i]), 0);
        if (!start.data) return;
        if (unpressed(i)) start[i] = 0;
        site[i].w = volume * start[i];
    }
};

/// A vector of each row in three columns of scratch that nobody needs yet.
struct Apart {
    View<float> x, y, z;

    MOTE_HOT void keep(Index i, const Vec3& v) const { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
    MOTE_HOT Vec3 operator[](Index i) const { return {x[i], y[i], z[i]}; }
};

/// sum_j V_j (u_i - u_j) . grad W_ij = u_i . G_i - sum_j V_j u_j . grad W_ij where walls rest; `motion` is V u.
struct Divergence {
    Pairs            pairs;
    View<const Vec4> position_volume, motion;
    Gradients        gradient;

    MOTE_HOT Vec3  own(Index i) const { return (1 / position_volume[i].w) * xyz(motion[i]); }
    MOTE_HOT float operator()(Index i) const {
        return dot(own(i), xyz(gradient[i])) - pairs.sum(i, [&](auto j, auto, const auto& g) { return dot(xyz(motion[j]), g); });
    }
};

/// The share of its density that a particle lacks, other than by a free surface; `g` is the gradient times h. A flat one takes nearly 0.2 g^2: on a
/// lattice 0.15 to 0.18 in the first layer, more in the second, which lacks 3 % at most. Not more than 2 %: sheets, which have two
/// surfaces, and wide gaps close no faster.
MOTE_HOT float missing(float fullness, const Vec3& g) { return clamp(1 - fullness - 0.2f * dot(g, g), 0.f, 0.02f); }

/// The rate, what of it the velocity solve must take away, and how neighbours push by the pressure that it starts from: to sum both in one sweep spares most of
/// another. Matter below its density at rest may regain it: voids that flow
/// opens would stay open otherwise, since pressure lets everybody expand and nobody be compressed.
struct Rate {
    Divergence        divergence;
    Gradients         mirrored;
    View<const Vec4>  velocity_density;
    View<const float> rest_density;
    View<float>       rate, excess;
    Apart             push;
    Kernel            kernel;
    float             regain, dt;  // share of what is missing [1/s]; the length of the step
    bool              walls_move;
    Unpressed         unpressed;
    Floor             floor;

    MOTE_FN void operator()(Index i) const {
        const auto  sum = divergence.pairs.sum(i, [&](auto j, auto p_j, const auto& g) { return Both{dot(xyz(divergence.motion[j]), g), p_j * g}; });
        const Vec3  u_i = divergence.own(i), g_i = xyz(divergence.gradient[i]), wall = xyz(mirrored[i]) - g_i;
        const float from_walls = walls_move && !SolidRows::is_solid(unpressed.solids.of(i)) ? wall_part(i) : 0.f;
        rate[i]   = dot(u_i, g_i) - sum.first - from_walls;
        excess[i] = unpressed(i) ? nothing : rate[i] + dot(u_i, wall) - from_walls - allowance(i);
        push.keep(i, sum.second);
    }
    /// The rate at which it may fill up. A solid fills what it lacks, and meets others where it lacks nothing.
    MOTE_HOT float allowance(Index i) const {
        if (SolidRows::is_solid(unpressed.solids.of(i))) return max(1 - velocity_density[i].w / rest_density[i], 0.f) / dt;
        return (floor[i] < 0 ? 2.f : 1.f) * regain * missing(i);  // what bears tension is drawn to it
    }
    MOTE_HOT float missing(Index i) const { return mote::pressure::missing(velocity_density[i].w / rest_density[i], kernel.h * xyz(divergence.gradient[i])); }
    /// sum V_j u_j . grad W_ij over walls.
    MOTE_HOT float wall_part(Index i) const {
        const auto x_i = xyz(divergence.position_volume[i]);
        return divergence.pairs.neighbours.sum(i, [&](auto j) {
            const auto p_j  = divergence.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto in   = p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij)) * dot(xyz(velocity_density[j]), x_ij);
            return select(rest_density[j] < wall_density, 0.f * in, in);
        });
    }
};

/// How much of what a particle is too dense goes in one step: all of it where it is far too dense, else the share `gentle`.
MOTE_HOT float at_once(float crowding, float gentle) {
    constexpr float far = 0.02f;
    return clamp(crowding * crowding / (far * far), gentle, 1.f);
}

/// The rate at which a particle is too dense after the step, or what of it shall go in this one.
struct Fullness {
    View<const Vec4>  velocity_density;
    View<const float> rest_density, rate;
    float             dt, gentle;

    MOTE_HOT float crowding(Index i) const { return velocity_density[i].w / rest_density[i] - 1; }
    MOTE_HOT float operator()(Index i) const { return at_once(crowding(i), gentle) * (rate[i] + crowding(i) / dt); }
};

/// What of it a step that takes nothing away would leave.
struct Foreseen {
    Fullness  fullness;
    SolidRows solids;

    MOTE_HOT float operator()(Index i) const { return solids.inside(i) ? 0.f : fullness.dt * max(fullness(i), 0.f); }
};

/// What of it the density solve must take away. A pressure that is not asked for becomes 0, where all goes at once. Density that the last step has left is as
/// good a residual for a Jacobi step as one that is computed, with `improvement` above 0.
struct Overfull {
    Fullness         fullness;
    View<const Vec4> gradient;
    View<float>      excess, pressure;
    SolidRows        solids;
    float            level, improvement;

    MOTE_FN void operator()(Index i) const {
        excess[i]   = solids.inside(i) ? nothing : fullness(i) - level;
        if (fullness.gentle < 1) return;  // what lifts a column is found over many steps
        pressure[i] = excess[i] > 0 ? kept * max(pressure[i] + improvement * gradient[i].w * fullness.crowding(i), 0.f) : 0.f;
    }
};

/// Gradient of a vector field at a row, exact where the field is linear [Bonet & Lok 1999, eq. 34]: sum V (u_j - u_i) grad W times the inverse of the same sum
/// over places. `pair` tells of each neighbour V_j (u_j - u_i) and what of its volume counts.
template <class F>
MOTE_HOT bool find_slope(Index i, const NeighbourView& neighbours, View<const Vec4> position_volume, const Kernel& kernel, const F& pair, Mat3& slope) {
    const auto x_i = xyz(position_volume[i]);
    const auto sum = neighbours.sum(i, [&](auto j) {
        const auto x_ji = xyz(position_volume[j]) - x_i;
        const auto near = (-kernel.slope_over_r_at_square(dot(x_ji, x_ji))) * x_ji;
        const auto of_j = pair(j);
        return Both{outer(of_j.first, near), outer(of_j.second * x_ji, near)};
    });
    Mat3 moment = sum.second;
    if (kernel.dimension == 2) moment.row[2].z = 1;
    if (!(determinant(moment) > 0.02f)) return false;  // too few neighbours, or all on a line
    slope = sum.first * inverse(moment);
    return true;
}

/// The rate from such a gradient, for what fills its domain (docs/decisions/037). Plain sums over neighbours in disorder take shear for compression, another
/// share of it in each step; to take that away costs the flow energy however short the step. Walls go against whoever passes, as in Rate.
struct ExactRate {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, motion, velocity_density;
    View<const float> rest_density;
    View<float>       excess;
    Kernel            kernel;
    Unpressed         unpressed;
    bool              walls_move;

    MOTE_FN void operator()(Index i) const {
        if (unpressed(i) || SolidRows::is_solid(unpressed.solids.of(i))) return;
        const Vec3  u_i    = (1 / position_volume[i].w) * xyz(motion[i]);
        const float moving = walls_move ? 2.f : 0.f;
        Mat3        slope;
        if (find_slope(i, neighbours, position_volume, kernel, [&](auto j) {
                const auto volume = position_volume[j].w;
                const auto matter = xyz(motion[j]) - volume * u_i, wall = volume * (moving * xyz(velocity_density[j]) - 2.f * u_i);
                const auto is_wall = rest_density[j] >= wall_density;
                return Both{std::remove_cvref_t<decltype(matter)>{select(is_wall, wall.x, matter.x), select(is_wall, wall.y, matter.y), select(is_wall, wall.z, matter.z)}, volume};
            }, slope))
            excess[i] = -(slope.row[0].x + slope.row[1].y + slope.row[2].z);
    }
};

/// What is moved within matter takes on the velocity that matter has there; else its shear would be spread.
struct Carry {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, velocity_density;
    View<const float> rest_density;
    View<const Vec3>  drift;
    View<Vec4>        change;  // of the velocity [m/s^2]
    SolidRows         solids;
    Kernel            kernel;
    float             per_drift;

    MOTE_FN void operator()(Index i) const {
        const Vec3 v_i = xyz(velocity_density[i]);
        Mat3       slope{};
        if (!SolidRows::is_solid(solids.of(i)))
            find_slope(i, neighbours, position_volume, kernel, [&](auto j) {
                const auto all = position_volume[j].w, volume = select(rest_density[j] < wall_density, all, 0.f * all);
                return Both{volume * (xyz(velocity_density[j]) - v_i), volume};
            }, slope);
        change[i] = with_w(per_drift * (slope * drift[i]), 0);
    }
};

/// Momentum, and mass.
struct Momentum {
    double x = 0, y = 0, z = 0, mass = 0;

    MOTE_HOT friend Momentum operator+(const Momentum& a, const Momentum& b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.mass + b.mass}; }
};
struct FindMomentum {
    View<const float> mass;
    View<const Vec4>  velocity;

    MOTE_FN Momentum operator()(Index i) const {
        const double m = double(mass[i]);
        return {m * double(velocity[i].x), m * double(velocity[i].y), m * double(velocity[i].z), m};
    }
};
/// All of it but the mean.
struct AddUneven {
    View<const Vec4> change;
    View<Vec3>       acceleration;
    Vec3             mean;

    MOTE_FN void operator()(Index i) const { acceleration[i] += xyz(change[i]) - mean; }
};

// What fills a domain that it cannot leave is neither compressed nor stretched on the whole: the mean of what sums over
// neighbours say is due to how particles stand, up to a limit. Asked to take it away, pressure would hold back every shear.
// And only differences of pressure mean anything, so the least is 0 (docs/decisions/006). A little of it fades, else noise that hardly pushes, which no iteration sees, would
// grow from step to step.
struct Level {
    View<float> rate, excess;
    float       mean;

    MOTE_FN void operator()(Index i) const { rate[i] -= mean, excess[i] -= mean; }
};
struct Lower {
    View<float> pressure;
    float       by;

    MOTE_FN void operator()(Index i) const { pressure[i] = 0.98f * (pressure[i] - by); }
};
struct Value {
    View<const float> value;

    MOTE_HOT float operator()(Index i) const { return value[i]; }
};
struct Crowding {
    View<const Vec4>  velocity_density;
    View<const float> rest_density;

    MOTE_HOT float operator()(Index i) const { return velocity_density[i].w / rest_density[i] - 1; }
};
/// Of each row.
struct Missing {
    Crowding         crowding;
    View<const Vec4> gradient;
    float            h;

    MOTE_HOT float operator()(Index i) const { return missing(1 + crowding(i), h * xyz(gradient[i])); }
};
/// Crowding shall go, also that of spray: all of it at once where somebody is far too dense, else the share `gentle`. As much may go to where something is missing
/// (`room`, as a share of that), or pressure would rise from step to step in a vessel without a surface. In a full domain it counts from the mean, and both ways. What is far lighter than the rest
/// (`light`) goes at a tenth of the rate: speed that takes it away throws it around.
struct AskForDensity {
    Missing     missing;
    View<float> excess;
    SolidRows   solids;
    bool        full;
    float       mean, room, gentle, whole_per_second;
    View<const float> rest_density;
    float             light;

    MOTE_FN void operator()(Index i) const {
        if (SolidRows::is_solid(solids.of(i))) return;
        const float per_second = rest_density[i] < light ? 0.1f * whole_per_second : whole_per_second;
        const float there      = max(missing.crowding(i) - mean, full ? -1.f : 0.f);
        const float more       = per_second * at_once(there, gentle) * there;
        if (excess[i] > nothing) excess[i] += more - per_second * gentle * room * missing(i);
        else if (more > 0) excess[i] = more;  // spray may come nearer to others, but not denser than at rest
    }
};

/// Everything as the iterations need it to begin.
struct Start {
    View<const Vec4>  position_volume;
    View<const float> excess;
    View<float>       pressure, last, last_change;
    View<Vec4>        site;

    MOTE_FN void operator()(Index i) const {
        if (excess[i] <= nothing) pressure[i] = 0;
        site[i].w      = position_volume[i].w * pressure[i];
        last[i]        = pressure[i];
        last_change[i] = 0;
    }
};

struct Acceleration {
    Pairs             pairs;
    View<const Vec4>  position_volume, gradient;
    BesideWalls       walls;
    View<const float> rest_density, pressure;
    View<Vec4>        motion;
    float             strength;

    MOTE_FN void operator()(Index i) const {
        push(i, pairs.sum(i, [&](auto, auto p_j, const auto& g) { return p_j * g; }));
    }
    MOTE_HOT void push(Index i, const Vec3& from_others) const {
        motion[i] = with_w((-strength * position_volume[i].w / rest_density[i]) * total(i, pressure[i], from_others), 0);
    }
    /// sum_j V_j (p + p_j) grad W_ij.
    MOTE_HOT Vec3 total(Index i, float p, const Vec3& from_others) const {
        Vec3 all = p * xyz(gradient[i]) + from_others;
        if (walls.has(i)) {
            const Vec3 wall = walls.gradient(i, gradient);
            all             = stronger_along(all + p * wall, wall, walls.stronger[walls.place[i]].whole());
        }
        return all;
    }
};

/// The same, and everything as the iterations need it to begin, where others' push is known.
struct StartPushed {
    Acceleration acceleration;
    Apart        from_others;
    View<float>  last, last_change;

    MOTE_FN void operator()(Index i) const {
        acceleration.push(i, from_others[i]);
        last[i]        = acceleration.pressure[i];
        last_change[i] = 0;
    }
};

/// How good the present pressure is, and what the last two changes have in common.
struct Sums {
    double asked = 0, left = 0, turn = 0, turn_squared = 0;
    double over = 0, held = 0;  // by pressure: what is left, and what it has taken away so far
    double uneven = 0;  // what is left, signed, over the rows of a group: noise between neighbours cancels, weight does not

    MOTE_HOT friend Sums operator+(const Sums& a, const Sums& b) {
        return {a.asked + b.asked, a.left + b.left, a.turn + b.turn, a.turn_squared + b.turn_squared, a.over + b.over, a.held + b.held, a.uneven + b.uneven};
    }
};

/// A better pressure, as a change of the present one.
struct Improve {
    Divergence        divergence;
    View<const float> excess, pressure;
    View<float>       response, last_change;
    Floor             floor;
    float             kick, relaxation;

    MOTE_HOT float sweep(Index i) const { return kick * divergence(i); }
    MOTE_HOT Sums  close(Sums sums) const {
        sums.uneven = abs(sums.uneven);
        return sums;
    }
    MOTE_HOT Sums finish(Index i, float added) const {
        const float p = pressure[i], inverse_diagonal = divergence.gradient[i].w;
        const float left = excess[i] + added;
        const float least = floor[i];
        const float f = max(p + relaxation / kick * inverse_diagonal * left, least) - p, turn = f - last_change[i];
        response[i]    = added;
        last_change[i] = f;
        const float volume = divergence.position_volume[i].w, work = volume * p;
        const float weight = inverse_diagonal > 0 ? volume / inverse_diagonal : 0.f;
        const float counts = p > least ? left : max(left, 0.f);
        return {least < 0 ? abs(excess[i]) : max(excess[i], 0.f), abs(counts), weight * turn * f, weight * turn * turn, work * left, -work * added, counts};
    }
};

/// The same where light rows lie in regions that are shut in: their rates are too large by the noise of the region (Enclosed).
struct ImproveEnclosed : Improve {
    View<const Index>  region;
    View<const double> noise;

    MOTE_HOT float sweep(Index i) const { return Improve::sweep(i) - (region[i] > 0 ? kick * float(noise[region[i] - 1]) : 0.f); }
};

struct Mix {
    View<const Vec4>  position_volume;
    View<const float> last_change;
    View<float>       pressure, last;
    View<Vec4>        site;
    Floor             floor;
    float             share;  // of the last iteration
    float             scale;  // of the pressure so far

    MOTE_FN void operator()(Index i) const {
        const float next = scale * pressure[i] + last_change[i];
        pressure[i] = max(next - share * (next - last[i]), floor[i]);
        last[i]     = next;  // what this one would have come to, unmixed
        site[i].w   = position_volume[i].w * pressure[i];
    }
};

struct Accelerate {
    View<const Vec4>  position_volume, motion, gradient;
    Gradients         mirrored;
    View<const float> response;
    View<float>       rate;
    View<Vec3>        acceleration;
    float             kick;

    MOTE_FN void operator()(Index i) const {
        const Vec3 a = (1 / position_volume[i].w) * xyz(motion[i]);
        acceleration[i] += a;
        rate[i] += response[i] - kick * dot(a, xyz(mirrored[i]) - xyz(gradient[i]));
    }
};

struct Rest {
    View<Vec4> site, motion;
    Index      first;

    MOTE_FN void operator()(Index i) const { site[first + i] = motion[first + i] = {0, 0, 0, 0}; }
};

/// Nothing moves and nothing pushes.
struct Stand {
    View<float> rate, pressure;
    View<Vec3>  drift;

    MOTE_FN void operator()(Index i) const { rate[i] = pressure[i] = 0, drift[i] = {0, 0, 0}; }
};
struct Shift {
    View<const Vec4> position_volume, motion;
    View<Vec3>       drift;
    float            kick, fastest;

    MOTE_FN void operator()(Index i) const {
        const Vec3 shift = (kick / position_volume[i].w) * xyz(motion[i]);
        drift[i] += min(1.f, fastest / max(length(shift), 1e-20f)) * shift;
    }
};

}  // namespace mote::pressure
