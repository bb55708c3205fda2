// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The Jacobi steps of IISPH and DFSPH [Ihmsen et al. 2014; Bender & Koschier 2015] in the volume form of Solenthaler &
// Pajarola [2008], so that liquids of any densities may touch. Each step is mixed with the one before it such that the
// change that is left is least [Anderson 1965, with a memory of one]: a third of the iterations for two numbers more per
// particle.
#include "pressure_system.h"

#include <algorithm>
#include <cmath>

#include "mote/neighbours.h"

namespace mote {
namespace {

constexpr float nothing    = -1e20f;  // an excess that asks for no pressure at all
constexpr float largest_shift = 0.1f;   // of the spacing, in one step: two particles in one place have no direction to part in
constexpr float most_disorder = 0.005f;  // mean excess of density that may be due to how particles stand: lattices differ by so much
constexpr Index group      = 64;      // rows, next to each other in space
constexpr float kept       = 0.9f;    // of the last density correction: errors fade, so less of it is needed

/// With fewer neighbours a particle is spray, and may come nearer to others than at rest.
constexpr Index crowd(int dimension) { return dimension == 3 ? 20 : 7; }

MOTE_HOT float inverse(float x) { return x > 1e-20f ? 1 / x : 0.f; }

struct Pairs {
    NeighbourView    neighbours;
    PairVectorView   gradients;  // grad W_ij
    View<const Vec4> position_volume;

    /// Sum of f(j, grad W_ij) over the neighbours that move; f is linear in the gradient.
    template <class F>
    MOTE_HOT auto sum(Index i, const F& f) const {
        return gradients.unit *
               neighbours.sum_moving(i, gradients.first[i], [&](auto j, Index k) { return f(j, gradients.at(k)); });
    }
};

// Density, and G_i = sum_j V_j grad W_ij, once as it is and once with walls counted twice (M). The diagonals of the two
// systems are |M_i|^2 / rho0_i + s_i and G_i . M_i / rho0_i + s_i with s_i = V_i sum_j V_j/rho0_j |grad W_ij|^2. The gradients of
// pairs that move are kept, and summed as they are kept, so that forces between two particles stay equal and opposite.
struct Gradient {
    Pairs             pairs;
    View<const float> rest_density;
    View<Vec4>        velocity_density, gradient, mirrored;
    Kernel            kernel, steps;  // steps: in those of the pair gradients
    Index             walls;          // the first row of them
    bool              images, mixed;  // there are images, which come after the walls and may be some; liquids of different densities

    template <class J>
    MOTE_HOT auto is_wall(J j) const {
        return images ? !(rest_density[j] < wall_density) : !is_before(j, walls);
    }
    /// Returns what is too dense.
    MOTE_FN double operator()(Index i) const {
        const auto  p_i   = pairs.position_volume[i];
        const auto  x_i   = xyz(p_i);
        const float rho_i = rest_density[i];
        const auto  matter = pairs.neighbours.sum_moving(i, pairs.gradients.first[i], [&](auto j, Index k) {
            const auto p_j  = pairs.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto v_j  = select(is_wall(j), 0.f * p_j.w, p_j.w);
            const auto g    = pairs.gradients.keep(k, steps.slope_over_r_at_square(rr) * x_ij);
            const auto push = v_j * g;
            const auto squared = dot(push, g);
            return Both{push, Both{mixed ? (rho_i / rest_density[j]) * squared : squared, v_j * kernel.at_square(rr)}};
        });
        const auto of_wall = [&](auto j) {
            const auto p_j  = pairs.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto v_j  = select(is_wall(j), p_j.w, 0.f * p_j.w);
            return Both{(v_j * kernel.slope_over_r_at_square(rr)) * x_ij, v_j * kernel.at_square(rr)};
        };
        const auto still = images ? pairs.neighbours.sum(i, of_wall) : pairs.neighbours.sum_still(i, of_wall);
        const float step = pairs.gradients.step, lightness = 1 / rho_i;
        const float others = lightness * p_i.w * step * step * matter.second.first;
        const Vec3  g = step * matter.first + still.first, m = g + still.first;
        const float fullness = p_i.w * kernel.at_zero() + matter.second.second + still.second;
        velocity_density[i].w = rho_i * fullness;
        gradient[i] = with_w(g, inverse(lightness * dot(g, m) + others));
        mirrored[i] = with_w(m, inverse(lightness * dot(m, m) + others));
        return double(max(fullness - 1, 0.f));
    }
};

/// Of rest densities [kg/m^3].
struct Range {
    float least = 1e30f, most = 0;
};

/// The velocity before pressure acts, times the volume.
struct Velocity {
    View<const Vec4> position_volume, velocity_density;
    View<const Vec3> acceleration, drift;
    View<Vec4>       motion;
    float            kick;

    MOTE_FN void operator()(Index i) const {
        motion[i] = with_w(position_volume[i].w * (xyz(velocity_density[i]) + kick * acceleration[i] + drift[i]), 0);
    }
};

/// sum_j V_j (u_i - u_j) . grad W_ij = u_i . G_i - sum_j V_j u_j . grad W_ij where walls rest; `motion` is V u.
struct Divergence {
    Pairs            pairs;
    View<const Vec4> motion, gradient;

    MOTE_HOT Vec3  own(Index i) const { return (1 / pairs.position_volume[i].w) * xyz(motion[i]); }
    MOTE_HOT float operator()(Index i) const {
        return dot(own(i), xyz(gradient[i])) - pairs.sum(i, [&](auto j, const auto& g) { return dot(xyz(motion[j]), g); });
    }
};

/// The rate, and what of it the velocity solve must take away.
struct Rate {
    Divergence        divergence;
    View<const Vec4>  mirrored, velocity_density;
    View<const float> rest_density;
    View<float>       rate, excess;
    Kernel            kernel;
    Index             crowd;
    bool              walls_move;
    View<const Index> unseen;  // samples that rows of implicit walls stand for

    MOTE_FN void operator()(Index i) const {
        const Vec3  u_i = divergence.own(i), wall = xyz(mirrored[i]) - xyz(divergence.gradient[i]);
        const float from_walls = walls_move ? wall_part(i) : 0.f;
        rate[i]   = divergence(i) - from_walls;
        excess[i] = divergence.pairs.neighbours.count(i) + (unseen.data ? unseen[i] : 0) < crowd ? nothing : rate[i] + dot(u_i, wall) - from_walls;
    }
    /// sum V_j u_j . grad W_ij over walls.
    MOTE_HOT float wall_part(Index i) const {
        const Pairs& pairs = divergence.pairs;
        const auto   x_i   = xyz(pairs.position_volume[i]);
        return pairs.neighbours.sum(i, [&](auto j) {
            const auto p_j  = pairs.position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto in   = p_j.w * kernel.slope_over_r_at_square(dot(x_ij, x_ij)) * dot(xyz(velocity_density[j]), x_ij);
            return select(rest_density[j] < wall_density, 0.f * in, in);
        });
    }
};

/// The rate at which a particle is too dense after the step.
struct Fullness {
    View<const Vec4>  velocity_density;
    View<const float> rest_density, rate;
    float             dt;

    MOTE_HOT float crowding(Index i) const { return velocity_density[i].w / rest_density[i] - 1; }
    MOTE_HOT float operator()(Index i) const { return rate[i] + crowding(i) / dt; }
};

/// What of it the density solve must take away. A pressure that is not asked for becomes 0. Density that the last step has left is as
/// good a residual for a Jacobi step as one that is computed, with `improvement` above 0.
struct Overfull {
    Fullness         fullness;
    View<const Vec4> gradient;
    View<float>      excess, pressure;
    float            level, improvement;

    MOTE_FN void operator()(Index i) const {
        excess[i]   = fullness(i) - level;
        pressure[i] = excess[i] > 0 ? kept * max(pressure[i] + improvement * gradient[i].w * fullness.crowding(i), 0.f) : 0.f;
    }
};

// What fills a domain that it cannot leave is neither compressed nor stretched on the whole: the mean of what sums over
// neighbours say is due to how particles stand, up to a limit. Asked to take it away, pressure would hold back every shear.
// And only differences of pressure mean anything, so the least is 0 (docs/decisions/006).
struct Level {
    View<float> rate, excess;
    float       mean;

    MOTE_FN void operator()(Index i) const { rate[i] -= mean, excess[i] -= mean; }
};
struct Lower {
    View<float> pressure;
    float       by;

    MOTE_FN void operator()(Index i) const { pressure[i] -= by; }
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

template <class F>
float mean(const Exec& exec, Index count, const F& f) {
    const double sum = reduce(
        exec, "pressure level", count, 0.0, [&](Index i) { return double(f(i)); }, [](double a, double b) { return a + b; });
    return float(sum / max(double(count), 1.0));
}

/// Everything as the iterations need it to begin.
struct Start {
    View<const Vec4>  position_volume;
    View<const float> excess;
    View<float>       pressure, last, last_change, push;

    MOTE_FN void operator()(Index i) const {
        if (excess[i] <= nothing) pressure[i] = 0;
        push[i]        = position_volume[i].w * pressure[i];
        last[i]        = pressure[i];
        last_change[i] = 0;
    }
};

struct Acceleration {
    Pairs             pairs;
    View<const Vec4>  mirrored;
    View<const float> push, rest_density, pressure;
    View<Vec4>        motion;

    MOTE_FN void operator()(Index i) const {
        const Vec3 sum = pairs.sum(i, [&](auto j, const auto& g) { return push[j] * g; });
        motion[i] = with_w((-pairs.position_volume[i].w / rest_density[i]) * (pressure[i] * xyz(mirrored[i]) + sum), 0);
    }
};

/// How good the present pressure is, and what the last two changes have in common.
struct Sums {
    double asked = 0, left = 0, turn = 0, turn_squared = 0;
    double uneven = 0;  // what is left, signed, over the rows of a group: noise between neighbours cancels, weight does not

    MOTE_HOT friend Sums operator+(const Sums& a, const Sums& b) {
        return {a.asked + b.asked, a.left + b.left, a.turn + b.turn, a.turn_squared + b.turn_squared, a.uneven + b.uneven};
    }
};

/// A better pressure, as a change of the present one.
struct Improve {
    Divergence        divergence;
    View<const float> excess, pressure, last_change;
    View<float>       response, change;
    float             kick, relaxation;
    Index             rows;

    MOTE_FN Sums operator()(Index group_number) const {
        Sums sums;
        for (Index i = group_number * group, end = i + group < rows ? i + group : rows; i < end; ++i) sums = sums + improve(i);
        sums.uneven = abs(sums.uneven);
        return sums;
    }
    MOTE_HOT Sums improve(Index i) const {
        const float p = pressure[i], inverse_diagonal = divergence.gradient[i].w;
        const float added = kick * divergence(i), left = excess[i] + added;
        const float f = max(p + relaxation / kick * inverse_diagonal * left, 0.f) - p, turn = f - last_change[i];
        response[i]   = added;
        change[i]     = f;
        const float weight = inverse_diagonal > 0 ? divergence.pairs.position_volume[i].w / inverse_diagonal : 0.f;
        const float counts = p > 0 ? left : max(left, 0.f);
        return {max(excess[i], 0.f), abs(counts), weight * turn * f, weight * turn * turn, counts};
    }
};

struct Mix {
    View<const Vec4>  position_volume;
    View<const float> change;
    View<float>       pressure, last, last_change, push;
    float             share;  // of the last iteration

    MOTE_FN void operator()(Index i) const {
        const float p = pressure[i], f = change[i], next = p + f;
        pressure[i]    = max(next - share * (next - last[i] - last_change[i]), 0.f);
        last[i]        = p;
        last_change[i] = f;
        push[i]        = position_volume[i].w * pressure[i];
    }
};

struct Accelerate {
    View<const Vec4>  position_volume, motion, gradient, mirrored;
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
    View<float> push;
    View<Vec4>  motion;
    Index       first;

    MOTE_FN void operator()(Index i) const {
        push[first + i]   = 0;
        motion[first + i] = {0, 0, 0, 0};
    }
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

}  // namespace

// Below 2 over the largest eigenvalue, in units of the diagonal, which is 2.8 on a cubic lattice with a support of 2 spacings
// (2.1 in 2-D) and grows by these powers of it.
float relaxation_of(float support, int dimension) {
    return 0.5f * std::pow(2 / std::max(support, 2.f), dimension == 3 ? 2.7f : 1.6f);
}

void PressureSystem::prepare(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel) {
    gradient_.resize(p.size()), mirrored_.resize(p.size());
    for (Scratch<float>* values : {&rate_, &excess_, &response_, &change_, &last_, &last_change_}) values->resize(p.size());
    pair_gradients_.resize(exec, neighbours.view(), p.size(), kernel.steepest());
    const auto  rest_density = p.rest_density.read();
    const Range range        = reduce(
        exec, "pressure rows", p.size(), Range{}, [=](Index i) { return Range{rest_density[i], rest_density[i]}; },
        [](const Range& a, const Range& b) { return Range{min(a.least, b.least), max(a.most, b.most)}; });
    const double excess = reduce(exec, "density and gradient", p.size(), 0.0,
                 Gradient{{neighbours.view(), pair_gradients_.view(), p.position_volume.read()},
                          rest_density, p.velocity_density.write(), gradient_.write(), mirrored_.write(), kernel,
                          kernel.scaled(1 / pair_gradients_.view().step), p.size(),
                          p.copies() > 0, range.least < range.most},
                                 [](double a, double b) { return a + b; });
    excess_density_ = float(excess / max(double(p.size()), 1.0));
    refresh(exec, p, p.velocity_density.write());
    rest_walls(exec, p);
}

void PressureSystem::find_rates(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                                Pace pace) {
    const Pairs pairs{neighbours.view(), pair_gradients_.view(), p.position_volume.read()};
    parallel_for(exec, "pressure rows", p.size(),
                 Velocity{p.position_volume.read(), p.velocity_density.read(), p.acceleration.read(), p.drift.read(),
                          motion_.write(), pace.kick});
    refresh(exec, p, motion_.write());
    parallel_for(exec, "pressure rate", p.size(),
                 Rate{{pairs, motion_.read(), gradient_.read()}, mirrored_.read(), p.velocity_density.read(), p.rest_density.read(),
                      rate_.write(), excess_.write(), kernel, pace.full ? 0 : crowd(kernel.dimension), pace.walls_move,
                      p.private_rows() > 0 ? p.contacts.unseen.read() : View<const Index>{}});
    if (!pace.full) return;
    const float crowding = mean(exec, p.size(), Crowding{p.velocity_density.read(), p.rest_density.read()});
    const float level    = min(mean(exec, p.size(), Value{excess_.read()}), max(most_disorder - crowding, 0.f) / pace.dt);
    parallel_for(exec, "pressure rows", p.size(), Level{rate_.write(), excess_.write(), level});
}

/// Rows that are not ours have no pressure and do not move. They keep that from step to step, unless there are images.
void PressureSystem::rest_walls(const Exec& exec, const Particles& p) {
    const Index rows = p.rows() + 1;  // nobody too: lists are padded with it
    if (resting_.first == p.size() && resting_.last == rows && p.copies() == 0) return;
    push_.resize(rows), motion_.resize(rows);
    resting_ = {p.size(), p.copies() == 0 ? rows : 0};
    parallel_for(exec, "pressure rows", rows - p.size(), Rest{push_.write(), motion_.write(), p.size()});
}

PressureSystem::Report PressureSystem::solve(const Exec& exec, const Particles& p, const Neighbours& neighbours,
                                             const Kernel& kernel, View<float> pressure, View<const Vec4> gradient,
                                             const Goal& goal) {
    const View<const float> now{pressure.data};
    const Pairs             pairs{neighbours.view(), pair_gradients_.view(), p.position_volume.read()};
    parallel_for(exec, "pressure rows", p.size(),
                 Start{p.position_volume.read(), excess_.read(), pressure, last_.write(), last_change_.write(), push_.write()});
    refresh(exec, p, push_.write());
    Report report;
    bool   good = false;
    do {
        parallel_for(exec, "pressure acceleration", p.size(),
                     Acceleration{pairs, mirrored_.read(), push_.read(), p.rest_density.read(), now, motion_.write()});
        refresh(exec, p, motion_.write());
        if (goal.most == 0) break;
        const Sums sums = reduce(exec, "pressure change", (p.size() + group - 1) / group, Sums{},
                                 Improve{{pairs, motion_.read(), gradient}, excess_.read(), now, last_change_.read(),
                                         response_.write(), change_.write(), goal.pace.kick,
                                         relaxation(kernel), p.size()},
                                 [](const Sums& a, const Sums& b) { return a + b; }, 1024 / group);
        // After the last evaluation too: the next step starts from there.
        const bool mix = report.iterations > 0 && sums.turn_squared > 0;
        parallel_for(exec, "pressure mix", p.size(),
                     Mix{p.position_volume.read(), change_.read(), pressure, last_.write(), last_change_.write(),
                         push_.write(), mix ? float(sums.turn / sums.turn_squared) : 0.f});
        refresh(exec, p, push_.write());
        const double mean = double(goal.pace.dt) / max(double(p.size()), 1.0);
        report.error      = float(sums.left * mean);
        // Not less than a hundredth of what was asked for: a falling body compresses by rounding alone.
        const double share = goal.share < 1 ? max(double(goal.share) * sums.asked * mean, 0.01 * double(goal.tolerance)) : 1;
        good               = report.error <= goal.tolerance && (goal.strict ? sums.left : sums.uneven) * mean <= share;
        ++report.iterations;
    } while (report.iterations < goal.most && (report.iterations < goal.least || !good));
    return report;
}

PressureSystem::Report PressureSystem::stop_compression(const Exec& exec, Particles& p, const Neighbours& neighbours,
                                                        const Kernel& kernel, View<float> pressure, const Goal& goal) {
    if (goal.pace.full) {
        const float least = reduce(
            exec, "pressure level", p.size(), 1e30f, [=](Index i) { return pressure[i]; }, [](float a, float b) { return min(a, b); });
        parallel_for(exec, "pressure rows", p.size(), Lower{pressure, least});
    }
    const Report report = solve(exec, p, neighbours, kernel, pressure, mirrored_.read(), goal);
    add_acceleration(exec, p, goal.pace.kick);
    return report;
}

void PressureSystem::add_acceleration(const Exec& exec, Particles& p, float kick) {
    parallel_for(exec, "pressure rows", p.size(),
                 Accelerate{p.position_volume.read(), motion_.read(), gradient_.read(), mirrored_.read(), response_.read(), rate_.write(),
                            p.acceleration.write(), kick});
}

PressureSystem::Report PressureSystem::restore_density(const Exec& exec, Particles& p, const Neighbours& neighbours,
                                                       const Kernel& kernel, View<float> pressure, const Goal& goal,
                                                       Push push) {
    const Fullness fullness{p.velocity_density.read(), p.rest_density.read(), rate_.read(), goal.pace.dt};
    const float    level = goal.pace.full ? min(mean(exec, p.size(), fullness), most_disorder / goal.pace.dt) : 0.f;
    const float    improvement = goal.most > 0 ? 0.f : relaxation(kernel) / (goal.pace.kick * goal.pace.dt);
    parallel_for(exec, "pressure rows", p.size(),
                 Overfull{fullness, gradient_.read(), excess_.write(), pressure, level, improvement});
    Report report = solve(exec, p, neighbours, kernel, pressure, gradient_.read(), goal);
    if (push == Push::acceleration)
        add_acceleration(exec, p, goal.pace.kick);
    else
        parallel_for(exec, "pressure rows", p.size(),
                     Shift{p.position_volume.read(), motion_.read(), p.drift.write(), goal.pace.kick,
                           largest_shift * spacing_ / goal.pace.dt});
    if (goal.most == 0) report.error = excess_density_;
    return report;
}

}  // namespace mote
