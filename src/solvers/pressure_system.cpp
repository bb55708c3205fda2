// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The Jacobi steps of IISPH and DFSPH [Ihmsen et al. 2014; Bender & Koschier 2015] in the volume form of Solenthaler &
// Pajarola [2008], so that liquids of any densities may touch. Each step is mixed with the one before it such that the
// change that is left is least [Anderson 1965, with a memory of one]: a third of the iterations for two numbers more per
// particle. What a whole column lacks, which single rows see least of, is found at once: the pressure is scaled (`fit`).
#include "pressure_system.h"

#include <algorithm>
#include <cmath>

#include "cohesion.h"
#include "mote/rigid_bodies.h"

namespace mote {

using namespace pressure;

namespace {

constexpr float largest_shift = 0.1f;  // of the spacing, in one step: two particles in one place have no direction to part in
/// Share that matter may regain in a second of what it lacks of its density at rest: voids, which are as wide as a spacing, close in some of the
/// times that it takes to fall as far. Where nothing falls, nothing closes them. More takes more iterations and stirs water at rest.
float regain(float gravity, float spacing) { return 0.3f * std::sqrt(gravity / spacing); }

/// With fewer neighbours a particle is spray, and may come nearer to others than at rest.
constexpr Index crowd(int dimension) { return dimension == 3 ? 20 : 7; }

/// Of rest densities [kg/m^3].
struct Range {
    float least = 1e30f, most = 0;
};

template <class F>
struct Doubled {
    F f;
    MOTE_FN double operator()(Index i) const { return double(f(i)); }
};

template <class F>
float mean(const Exec& exec, Index count, const F& f) {
    const double sum = reduce(
        exec, "pressure level", count, 0.0, Doubled<F>{f}, Plus{});
    return float(sum / max(double(count), 1.0));
}

Range range_of_liquids(const Exec& exec, const Particles& p, const SolidRows& solids) {
    const auto rest_density = p.rest_density.read();
    return reduce(
        exec, "pressure rows", p.size(), Range{},
        [=] MOTE_LAMBDA(Index i) { return SolidRows::is_solid(solids.of(i)) ? Range{} : Range{rest_density[i], rest_density[i]}; },
        [] MOTE_LAMBDA(const Range& a, const Range& b) { return Range{min(a.least, b.least), max(a.most, b.most)}; });
}

/// Only differences of pressure mean anything: the least is 0.
void lower(const Exec& exec, const Particles& p, View<float> pressure) {
    const float least = reduce(
        exec, "pressure level", p.size(), 1e30f, [=] MOTE_LAMBDA(Index i) { return pressure[i]; }, [] MOTE_LAMBDA(float a, float b) { return min(a, b); });
    parallel_for(exec, "pressure rows", p.size(), Lower{pressure, least});
}

/// How much larger pressure must be so that what it leaves does no work on it: a Galerkin step along the pressure itself, which in liquid at rest has nearly the shape of what a
/// column lacks as a whole, and Jacobi steps would take as many as it has layers to find [Nicolaides 1987, "Deflation of conjugate gradients"].
float fit(const Sums& sums) {
    constexpr double most = 0.2;  // first pressures may have little to do with it
    return sums.held > 0 ? float(1 + std::clamp(sums.over / sums.held, -most, most)) : 1.f;
}

}  // namespace

// Below 2 over the largest eigenvalue, in units of the diagonal, which is 2.8 on a cubic lattice with a support of 2 spacings
// (2.1 in 2-D) and grows by these powers of it.
float relaxation_of(float support, int dimension) {
    return 0.5f * std::pow(2 / std::max(support, 2.f), dimension == 3 ? 2.7f : 1.6f);
}

void PressureSystem::prepare(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, bool full,
                             const SolidRows& solids) {
    solids_ = solids;
    site_.borrow(exec, p.rows() + 1), motion_.borrow(exec, p.rows() + 1), gradient_.borrow(exec, p.size());  // nobody too
    for (Scratch<float>* values : {&rate_, &excess_, &response_, &last_, &last_change_}) values->borrow(exec, p.size());
    find_walls(exec, p, neighbours);
    slopes_.resize(exec, neighbours, p.size(), -kernel.slope_over_r(0.f));
    const auto  rest_density = p.rest_density.read();
    const Range range        = reduce(
        exec, "pressure rows", p.size(), Range{}, [=] MOTE_LAMBDA(Index i) { return Range{rest_density[i], rest_density[i]}; },
        [] MOTE_LAMBDA(const Range& a, const Range& b) { return Range{min(a.least, b.least), max(a.most, b.most)}; });
    const State state = reduce(exec, "density and gradient", p.size(), State{},
                               Gradient{neighbours.view(), slopes_.view(), p.position_volume.read(), rest_density,
                                        p.pressure.read(), p.velocity_density.write(), gradient_.write(),
                                        site_.write(), walls(), solids_, kernel, p.copies() > 0, range.least < range.most, !full},
                               Plus{});
    excess_density_ = float(state.excess / max(double(p.size()), 1.0));
    // Where there is no surface, pressure is the answer to small differences of order, and better left alone.
    strength_       = !full && state.felt > 0 ? clamp(float(state.pressure / state.felt), 1.f, 1.2f) : 1.f;
    refresh(exec, p, p.velocity_density.write());
    rest_others(exec, p);
    find_enclosed(exec, p, neighbours, kernel, range.least < much_lighter * range.most);
}

/// `may`: rest densities differ so much that there may be some.
void PressureSystem::find_enclosed(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel, bool may) {
    enclosed_.forget(), carried_.forget();
    if (!may) return;
    const Range liquids = range_of_liquids(exec, p, solids_);
    heaviest_ = liquids.most;
    if (!(liquids.least < much_lighter * liquids.most)) return;
    const float            bound = much_lighter * liquids.most;
    const Enclosed::System all   = system(neighbours, p, kernel, p.pressure.read());
    enclosed_.find(exec, p, neighbours, solids_, all, bound);
    carried_.find(exec, p, all.around, enclosed_.rows(liquids.most, bound), solids_, all.acceleration, gradient_.write());
}

Acceleration PressureSystem::acceleration(const Neighbours& neighbours, const Particles& p, View<const float> pressure) {
    return {pairs(neighbours), p.position_volume.read(), gradient_.read(), walls(), p.rest_density.read(), pressure, motion_.write(), strength_};
}

Enclosed::System PressureSystem::system(const Neighbours& neighbours, const Particles& p, const Kernel& kernel, View<const float> pressure) {
    return {acceleration(neighbours, p, pressure), {pairs(neighbours), p.position_volume.read(), motion_.read(), mirrored()}, {neighbours, kernel}, carried_};
}

/// Lets rows of matter with cohesion have pressures below 0.
void PressureSystem::hold_together(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, const Pace& pace, const Unpressed& unpressed, View<float> pressure) {
    constexpr float strength = 0.3f;  // of artificial stress
    floor_.borrow(exec, p.size());
    parallel_for(exec, "cohesion", p.size(), FindFloor{pace.cohesive, p.material.read(), p.velocity_density.read(), p.rest_density.read(), p.temperature.read(), unpressed, floor_.write(), pressure});
    refresh(exec, p, pressure);
    parallel_for(exec, "cohesion", p.size(),
                 Repel{neighbours.view(), p.position_volume.read(), View<const float>{pressure.data}, p.rest_density.read(), p.acceleration.write(), kernel, ArtificialStress(strength, kernel.at_zero(), kernel(spacing_))});
}

void PressureSystem::spread(const Exec& exec, Particles& p, const Kernel& kernel, const Pace& pace) {
    const float share = min(regain(pace.gravity, spacing_) * pace.dt, 0.1f);
    if (share > 0) parallel_for(exec, "cohesion", p.size(), Spread{p.velocity_density.read(), gradient_.read(), p.rest_density.read(), {floor_.read()}, p.drift.write(), kernel.h, share, largest_shift * spacing_, pace.dt});
}

void PressureSystem::give_back(const Exec& exec) {
    for (Scratch<Vec4>* rows : {&site_, &motion_, &gradient_, &mirrored_}) rows->give_back(exec);
    for (Scratch<float>* values : {&rate_, &excess_, &response_, &last_, &last_change_}) values->give_back(exec);
    enclosed_.give_back(exec), carried_.give_back(exec), place_.give_back(exec), stronger_.give_back(exec), floor_.give_back(exec);
}

/// Room for what only rows with a wall near them have.
void PressureSystem::find_walls(const Exec& exec, const Particles& p, const Neighbours& neighbours) {
    place_.borrow(exec, p.size() + 1);
    parallel_for(exec, "pressure rows", p.size() + 1, MarkWalls{neighbours.view(), place_.write(), p.size(), p.copies() > 0});
    const Index count = exclusive_scan(exec, place_.write().data, p.size() + 1);
    mirrored_.borrow(exec, count), stronger_.borrow(exec, count);
}

void PressureSystem::find_rates(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Pace pace, View<float> start) {
    const Unpressed unpressed{neighbours.view(), pace.full ? 0 : crowd(kernel.dimension), solids_, p.private_rows() > 0 ? p.contacts.unseen.read() : View<const Index>{}};
    if (pace.full && start.data) lower(exec, p, start);
    if (pace.cohesive.data && start.data) hold_together(exec, p, neighbours, kernel, pace, unpressed, start);
    parallel_for(exec, "pressure rows", p.size(),
                 Velocity{p.position_volume.read(), p.velocity_density.read(), gradient_.read(), p.drift.read(), p.pressure.read(), p.rest_density.read(),
                          walls(), unpressed, p.acceleration.write(), motion_.write(), site_.write(), start, pace.kick, spacing_, pace.calm});
    carried_.limit_slip(exec, p, {neighbours, kernel}, motion_.write(), pace.gravity, spacing_, pace.kick);
    refresh(exec, p, motion_.write());
    refresh_sites(exec, p);
    parallel_for(exec, "pressure rate", p.size(),
                 Rate{{pairs(neighbours), p.position_volume.read(), motion_.read(), {gradient_.read()}}, mirrored(), p.velocity_density.read(), p.rest_density.read(),
                      rate_.write(), excess_.write(), apart(), kernel, pace.full ? 0.f : regain(pace.gravity, spacing_), pace.dt, pace.walls_move, unpressed, floor_of(pace)});
    if (!pace.full) return;
    if (start.data)
        parallel_for(exec, "pressure rate", p.size(),
                     ExactRate{neighbours.view(), p.position_volume.read(), motion_.read(), p.velocity_density.read(), p.rest_density.read(), excess_.write(), kernel, unpressed, pace.walls_move});
    const float crowding = mean(exec, p.size(), Crowding{p.velocity_density.read(), p.rest_density.read()});
    const float level    = min(mean(exec, p.size(), Value{excess_.read()}), max(most_disorder - crowding, 0.f) / pace.dt);
    parallel_for(exec, "pressure rows", p.size(), Level{rate_.write(), excess_.write(), level});
}

/// Rows that are not ours have no pressure and do not move. Without images only nobody is met among those that move.
void PressureSystem::rest_others(const Exec& exec, const Particles& p) {
    const Index first = p.copies() > 0 ? p.size() : p.rows();
    parallel_for(exec, "pressure rows", p.rows() + 1 - first, Rest{site_.write(), motion_.write(), first});
    refresh_sites(exec, p);
}

void PressureSystem::refresh_sites(const Exec& exec, const Particles& p) {
    if (p.copies() > 0) refresh_places(exec, p, site_.write());
}

/// `pushed`: others' push by the pressure that it starts from was found with the rates.
void PressureSystem::begin(const Exec& exec, const Particles& p, const Acceleration& acceleration, View<float> pressure, bool pushed) {
    if (pushed) return parallel_for(exec, "pressure rows", p.size(), StartPushed{acceleration, apart(), last_.write(), last_change_.write()});
    parallel_for(exec, "pressure rows", p.size(),
                 Start{p.position_volume.read(), excess_.read(), pressure, last_.write(), last_change_.write(), site_.write()});
    refresh_sites(exec, p);
    parallel_for(exec, "pressure acceleration", p.size(), acceleration);
}

PressureSystem::Report PressureSystem::solve(const Exec& exec, const Particles& p, const Neighbours& neighbours,
                                             const Kernel& kernel, View<float> pressure, const Gradients& gradient,
                                             const Goal& goal, bool pushed) {
    const Floor             floor = pushed ? floor_of(goal.pace) : Floor{};
    const View<const float> now{pressure.data};
    const Acceleration      accelerate = acceleration(neighbours, p, now);
    const bool              shut       = pushed && enclosed_.any();
    const bool              fits       = goal.pace.calm && bears_weight(goal.pace) && (pushed || goal.gentle < 1) && !shut;
    begin(exec, p, accelerate, pressure, pushed);
    if (shut) enclosed_.take_level(exec, p, accelerate);
    Report report;
    bool   good = false;
    do {
        if (report.iterations > 0) parallel_for(exec, "pressure acceleration", p.size(), accelerate);
        if (report.iterations > 0 && shut) enclosed_.take_level(exec, p, accelerate);
        carried_.carry(exec, p, {neighbours, kernel}, motion_.write());
        if (rigid) rigid->share_out(exec, p, motion_.write());
        refresh(exec, p, motion_.write());
        if (goal.most == 0) break;
        const Improve improve{{pairs(neighbours), p.position_volume.read(), motion_.read(), gradient}, excess_.read(), now, response_.write(),
                              last_change_.write(), floor, goal.pace.kick, relaxation(kernel)};
        Sums sums = shut ? reduce_groups<group>(exec, "pressure change", p.size(), Sums{}, ImproveEnclosed{improve, enclosed_.region(), enclosed_.find_noise(exec, motion_.read())}, Plus{})
                         : reduce_groups<group>(exec, "pressure change", p.size(), Sums{}, improve, Plus{});
        double levels = 0;
        if (shut) {
            const auto change = enclosed_.lift(exec, p, excess_.read(), response_.read(), last_change_.read(), pressure);
            sums.turn += change.turn, sums.turn_squared += change.turn_squared, levels = change.left * double(goal.pace.dt);
        }
        // After the last evaluation too: the next step starts from there.
        const bool mix = report.iterations > 0 && sums.turn_squared > 0;
        parallel_for(exec, "pressure mix", p.size(),
                     Mix{p.position_volume.read(), last_change_.read(), pressure, last_.write(),
                         site_.write(), floor, mix ? float(sums.turn / sums.turn_squared) : 0.f, fits ? fit(sums) : 1.f});
        refresh_sites(exec, p);
        const double mean = double(goal.pace.dt) / max(double(p.size()), 1.0);
        report.error      = float(sums.left * mean);
        // Not less than a hundredth of what was asked for: a falling body compresses by rounding alone.
        const double share = goal.share < 1 ? max(double(goal.share) * sums.asked * mean, 0.01 * double(goal.tolerance)) : 1;
        good               = report.error <= goal.tolerance && levels <= double(goal.tolerance) && (report.iterations >= goal.enough || (goal.strict ? sums.left : sums.uneven) * mean <= share);
        ++report.iterations;
    } while (report.iterations < goal.most && !good);
    report.hard = goal.most > 0 && !good;
    return report;
}

void PressureSystem::ask_for_density(const Exec& exec, const Particles& p, const Kernel& kernel, const Pace& pace, float gentle) {
    const Missing missing{{p.velocity_density.read(), p.rest_density.read()}, gradient_.read(), kernel.h};
    const float   crowding = pace.full ? mean(exec, p.size(), missing.crowding) : 0.f;
    const float   room     = pace.full ? 0.f : min(1.f, excess_density_ / max(mean(exec, p.size(), missing), 1e-9f));
    if (enclosed_.any()) enclosed_.keep(exec, excess_.read());
    parallel_for(exec, "pressure rows", p.size(), AskForDensity{missing, excess_.write(), solids_, pace.full, crowding, room, gentle, 1 / pace.unladen, p.rest_density.read(), carried_.any() ? much_lighter * heaviest_ : 0.f});
    if (enclosed_.any()) enclosed_.ask_for_density(exec, p, excess_.write(), 0.1f * gentle / pace.unladen);
}

PressureSystem::Report PressureSystem::stop_compression(const Exec& exec, Particles& p, const Neighbours& neighbours,
                                                        const Kernel& kernel, View<float> pressure, const Goal& goal) {
    if (enclosed_.any()) enclosed_.begin(exec, p, system(neighbours, p, kernel, {pressure.data}), excess_.write(), goal.pace.kick, goal.expand * regain(goal.pace.gravity, spacing_));
    const Report report = solve(exec, p, neighbours, kernel, pressure, mirrored(), goal, true);
    if (rigid) rigid->keep_load(exec);
    if (enclosed_.any()) enclosed_.add_noise(exec, motion_.read(), response_.write(), goal.pace.kick);
    parallel_for(exec, "pressure rows", p.size(),
                 Accelerate{p.position_volume.read(), motion_.read(), gradient_.read(), mirrored(), response_.read(), rate_.write(),
                            p.acceleration.write(), goal.pace.kick});
    return report;
}

bool PressureSystem::part(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, float tolerance) {
    if (excess_density_ <= tolerance) return false;
    parting_.borrow(exec, p.size());
    parallel_for(exec, "pressure rows", p.size(), Stand{rate_.write(), parting_.write(), p.drift.write()});
    restore_density(exec, p, neighbours, kernel, parting_.write(), {Pace{1, 1}, 0.3f * tolerance, 1, 20});
    parting_.give_back(exec);
    return true;
}

/// Momentum is kept.
void PressureSystem::carry(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, const Pace& pace) {
    parallel_for(exec, "pressure carry", p.size(),
                 Carry{neighbours.view(), p.position_volume.read(), p.velocity_density.read(), p.rest_density.read(), p.drift.read(), motion_.write(), solids_, kernel, pace.dt / pace.kick});
    const Momentum all = reduce(exec, "pressure carry", p.size(), Momentum{}, FindMomentum{p.mass.read(), motion_.read()}, Plus{});
    const double   per = 1 / max(all.mass, 1e-300);
    parallel_for(exec, "pressure carry", p.size(), AddUneven{motion_.read(), p.acceleration.write(), {float(all.x * per), float(all.y * per), float(all.z * per)}});
}

float PressureSystem::foresee(const Exec& exec, const Particles& p, float dt) {
    return mean(exec, p.size(), Foreseen{{p.velocity_density.read(), p.rest_density.read(), rate_.read(), dt, 1}, solids_});
}

PressureSystem::Report PressureSystem::restore_density(const Exec& exec, Particles& p, const Neighbours& neighbours,
                                                       const Kernel& kernel, View<float> pressure, const Goal& goal) {
    const Fullness fullness{p.velocity_density.read(), p.rest_density.read(), rate_.read(), goal.pace.dt, goal.gentle};
    const float    level = goal.pace.full ? min(mean(exec, p.size(), fullness), most_disorder / goal.pace.dt) : 0.f;
    const float    improvement = goal.most > 0 ? 0.f : relaxation(kernel) / (goal.pace.kick * goal.pace.dt);
    parallel_for(exec, "pressure rows", p.size(),
                 Overfull{fullness, gradient_.read(), excess_.write(), pressure, solids_, level, improvement});
    Report report = solve(exec, p, neighbours, kernel, pressure, {gradient_.read()}, goal, false);
    parallel_for(exec, "pressure rows", p.size(),
                 Shift{p.position_volume.read(), motion_.read(), p.drift.write(), goal.pace.kick, largest_shift * spacing_ / goal.pace.dt});
    if (goal.pace.full) carry(exec, p, neighbours, kernel, goal.pace);
    if (goal.most == 0) report.error = excess_density_;
    return report;
}

}  // namespace mote
