// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One long step of elastic bodies. Velocities are half a step behind, as in the explicit one, v -> v' with x' = x + dt (v' + drift). Stress acts as in
// Newmark's scheme, linearised at x: with K the change of -f with x and c between 0 (no damping) and 1 (backward Euler) [Newmark 1959; Hughes, The Finite
// Element Method, 9.1],
//     m (v' - v) = dt [f - a dt K v' + b dt K v] + dt push,   a = (1 + c)^2/4,   b = (1 - c)^2/4,
// stable for any dt. Vibrations faster than the step shrink by (1 - c)/(1 + c) in each; slow ones, of angular frequency w, by exp(-c (w dt)^2/2). From
// c = 0.42 on, where a is 1/2, a body let go does not overshoot. Rayleigh's damping is in f for v; for v' - v it is implicit.
//
// What is touched presses and rubs as of the end of the step (press.h). Who presses is known only then, so it is found for a guess, solved for and found again,
// until it stays. Plastic matter has flowed to where it is at the start, and K is that of its elastic part.
//
// K is definite (elastic_change.h), and has two parts. That of strain does nothing to rotations. That of tension would brake them, by (w dt)^2 in a step of
// backward Euler; it acts on v' - v alone, which in a steady rotation points to the axis, as the tension does. What is left, of higher order in dt,
// keep_momenta takes back. So neither linear nor angular momentum is lost.
//
// Solved for v' - v by conjugate gradients from the last step's [Hestenes & Stiefel 1952]. The preconditioner is the mass times a number of the material:
// within a body its inverse does nothing to momenta either, so what pushes give arrives also where the solve ends early. To it comes a coarse grid (coarse.h),
// which does nothing to linear momentum.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "implicit_rows.h"
#include "mote/scene.h"
#include "press_pairs.h"

namespace mote {

using namespace solid;

namespace {

constexpr int    most_guesses = 12;    // of who presses
constexpr int    rub_guesses  = 1;     // after which friction may be settled by the next step
constexpr double close        = 0.02;  // what may press otherwise than was guessed, and
constexpr double rub_close    = 0.1;   // the same of what rubs
constexpr float  longest_pass = 0.25f;  // in spacings
constexpr float  deformed     = 1.5f;  // how thin something must be for a step to be looked at
constexpr double hopeless     = 0.1;   // what tells that no answer was found
constexpr double exact        = 0.01;  // of the tolerance where elastic bodies touch: they overlap by thousandths of a spacing, and what is left turns them by more than that

}  // namespace

struct Solids::Room {
    Scratch<StressChange> stiffness;
    Scratch<Vec4>         direction, rows[3];
    Scratch<Vec3>         given, residual, change, product, last;
    Scratch<float>        inverse, beside;
    CoarseGrid            grid;
    Press                 press;
};

Solids::Solids(Particles& particles, std::span<const Material> materials, bool grows)
    : rest(particles.device()), place(particles, "solid", "", none), stress(particles, "stress", "Pa", 0, Life::step), grows_(grows), room_(std::make_unique<Room>()) {
    for (const Material& m : materials) {
        clustered_ = clustered_ || m.elastic.law == Elastic::Law::clusters;
        warms_     = warms_ || m.elastic.firmness.points + m.plastic.yield_curve.points > 0;
        absorbs_   = absorbs_ || (m.is_elastic() && m.plastic.absorbs());
        whole_.push_back(m.elastic.law == Elastic::Law::clusters && m.elastic.whole);
        if (m.is_elastic() && (grows || m.plastic.kind != Plastic::Kind::none) && !plastic) plastic = std::make_unique<PlasticState>(rest, particles);
    }
}
Solids::~Solids() = default;

void Solids::find_bodies(const Exec& exec) {
    room_                   = std::make_unique<Room>();
    const auto         body = rest.part.host();
    std::vector<Index> rows(elastic_rows_);
    std::iota(rows.begin(), rows.end(), Index(0));
    std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) { return body[a] < body[b]; });
    body_first_.clear();
    body_rows_.resize(exec, rows.size() + 1);
    for (Index k = 0; k < rows.size(); ++k) {
        if (k == 0 || body[rows[k]] != body[rows[k - 1]]) body_first_.push_back(k);
        body_rows_.edit()[k] = rows[k];
    }
    body_first_.push_back(Index(rows.size()));
}

/// Everything that the iterations of one step use.
struct Solids::Solve {
    const Exec&            exec;
    Solids&                solids;
    Room&                  r;
    View<const Material>   materials;
    const SolidSolverSpec& spec;
    Index                  rows;
    float                  dt, kick, ahead;
    int                    iterations = 0;
    double                 left = 0, enough = 0, too_much = 0;
    bool                   pinned = false;  // some rows are

    View<const Vec4> places() const { return solids.rest.rest_position_volume.read(); }
    Scale            scale() const { return {solids.position_.read(), r.inverse.read()}; }
    Force            force() const {
        return {solids.neighbours_.view(), solids.weights_.view(), places(), r.direction.read(), {r.rows[0].read(), r.rows[1].read(), r.rows[2].read()}};
    }
    Product matrix(View<const Vec3> touch) const { return {force(), scale(), solids.pins(), touch, kick, solids.flat_}; }
    void    strain(const Parts& parts) {
        parallel_for(exec, "strain change", rows,
                     Strain{{solids.neighbours_.view(), solids.weights_.view(), places(), r.direction.read()}, solids.shape(), r.stiffness.read(), r.beside.read(), solids.rest.material.read(),
                            materials, solids.rest.deformation.read(), {r.rows[0].write(), r.rows[1].write(), r.rows[2].write()}, parts});
    }
    void make_room();
    void begin(const Pace&);
    void start();
    bool agree();
    bool step(double descent);
    void guess(bool first, bool again);
    void iterate();
};

void Solids::Solve::make_room() {
    r.stiffness.resize(exec, rows), r.direction.resize(exec, rows + 1), r.beside.resize(exec, rows), r.given.resize(exec, rows);
    r.residual.resize(exec, rows), r.change.resize(exec, rows), r.last.resize(exec, rows), r.product.resize(exec, rows), r.inverse.resize(exec, rows);
    for (Scratch<Vec4>& row : r.rows) row.resize(exec, rows + 1);
    for (Scratch<Vec4>& row : r.rows) parallel_for(exec, "solid rows", 1, Clear{row.write(), rows});
}

/// What the step gives, its matrix, and the first guess.
void Solids::Solve::begin(const Pace& pace) {
    RestShape&  shape = solids.rest;
    const auto  pin  = solids.pins();
    const float less = 1 - 0.5f * (1 + spec.dissipation);
    const auto  flowed = solids.plastic ? solids.plastic->inverse_plastic.read() : View<const Mat3>{};
    parallel_for(exec, "solid rows", rows, Weigh{solids.position_.read(), shape.material.read(), materials, r.inverse.write(), kick, ahead, solids.spacing_, solids.sizes ? solids.sizes->of_row.read() : View<const float>{}});
    solids.find_stress(exec, materials, solids.contact_of(nullptr), kick);
    parallel_for(exec, "stiffness", rows,
                 Stiffen{shape.material.read(), materials, shape.deformation.read(), flowed, solids.plastic ? solids.plastic->plastic_strain.read() : View<const float>{},
                         solids.shape(), r.stiffness.write(), r.beside.write()});
    if (!r.grid.is_laid()) r.grid.lay(exec, shape, solids.body_rows_.host(), solids.body_first_, solids.spacing_);
    parallel_for(exec, "solid rows", rows + 1,
                 Begin{solids.push_.read(), solids.drift_.read(), shape.recoil.read(), solids.velocity_.read(), pin, r.change.write(), r.direction.write(), rows, dt,
                       max(1 - less * less * pace.last_step / ahead, 0.f)});
    strain({ahead, 0, 0});
    const Force pulls{solids.neighbours_.view(), solids.weights_.view(), places(), solids.position_.read(), {solids.stress_[0].read(), solids.stress_[1].read(), solids.stress_[2].read()}};
    const Sums  given = reduce(exec, "elastic force", rows, Sums{},
                               Given{pulls, force(), scale(), solids.push_.read(), pin, r.given.write(), kick, dt, solids.flat_}, Plus{});
    pinned = reduce(exec, "solid rows", rows, Index(0), IsHeld{pin}, Plus{}) > 0;
    enough   = double(spec.tolerance) * double(spec.tolerance) * given.whole + given.left;
    too_much = 1e4 * enough;
    if (r.press.rubs()) enough *= exact * exact;
}

/// The change of the last step is as good a guess as a share of it is: the first direction.
void Solids::Solve::start() {
    View<const Vec3> given = r.given.read(), touch{};
    if (r.press.touches()) {
        parallel_for(exec, "solid rows", rows, Clear{r.direction.write(), 0});
        if (r.press.rubs()) strain({ahead, 1, 1});
        touch = r.press.of_change(exec, r.direction.read());
    }
    if (r.press.rubs()) {  // moments as well
        reduce(exec, "elastic force", rows, Sums{}, Residual{matrix(touch), r.given.read(), r.residual.write()}, Plus{});
        given = r.residual.read(), touch = {};
    }
    const double descent = reduce(exec, "solid rows", rows, 0.0,
                                  Still{given, touch, solids.pins(), r.residual.write(), r.change.write(), r.direction.write(), solids.flat_}, Plus{});
    step(descent);
}

/// As far along the direction as helps; false where it does not.
bool Solids::Solve::step(double descent) {
    strain({ahead, 1, 1});  // pairs that rub add to it
    const View<const Vec3> touch = r.press.touches() ? r.press.of_direction(exec, r.direction.read()) : View<const Vec3>{};
    const double along = reduce(exec, "elastic force", rows, 0.0, Along{matrix(touch), r.product.write()}, Plus{});
    const bool   helps = along > 0;  // else what is left is below the smallest number
    left = reduce(exec, "solid rows", rows, 0.0,
                  Advance{r.direction.read(), r.product.read(), scale(), r.residual.write(), r.change.write(), helps ? float(descent / along) : 0.f}, Plus{});
    return helps;
}

/// Who presses, for the change so far, and what is missing then.
void Solids::Solve::guess(bool first, bool again) {
    parallel_for(exec, "solid rows", rows, Copy{r.change.read(), r.direction.write()});
    if (r.press.touches()) r.press.find(exec, r.direction.read(), solids.rest.press.read());
    const auto flowed = solids.plastic ? solids.plastic->inverse_plastic.read() : View<const Mat3>{};
    if (!again) r.grid.factor(exec, solids.rest, materials, {solids.position_.read(), solids.pins(), flowed, kick, ahead, r.press.touches() ? &r.press.held_rows() : nullptr, &r.press.rubbed_rows()});
    if (first && !pinned) return start();
    strain({ahead, 1, 1});
    const View<const Vec3> touch = r.press.touches() ? r.press.of_change(exec, r.direction.read()) : View<const Vec3>{};
    left = reduce(exec, "elastic force", rows, Sums{}, Residual{matrix(touch), r.given.read(), r.residual.write()}, Plus{}).left;
}

void Solids::Solve::iterate() {
    const auto pin    = solids.pins();
    double     before = 0;
    for (int k = 0; k < spec.most_iterations && left > enough; ++k, ++iterations) {
        const auto   grid    = r.grid.solve(exec, r.residual.read());
        const double descent = reduce(exec, "solid rows", rows, 0.0,
                                      Correct{r.residual.read(), pin, scale(), grid, r.press.held(), r.press.rubbed(), r.product.write(), solids.flat_}, Plus{});
        parallel_for(exec, "solid rows", rows, Turn{r.product.read(), r.direction.write(), k == 0 ? 0.f : float(descent / before)});
        if (!step(descent)) break;
        before = descent;
    }
}

/// Guesses who presses, and solves, until both agree. False where there is no answer.
bool Solids::Solve::agree() {
    bool same = false;  // presses as was guessed
    for (int k = 0;; ++k) {
        guess(k == 0, same);
        iterate();
        if (!std::isfinite(left) || left > too_much) return false;
        if (!r.press.touches()) return true;
        parallel_for(exec, "solid rows", rows, Copy{r.change.read(), r.direction.write()});
        const Press::Misfit misfit = r.press.misfit(exec, r.direction.read());
        if (misfit.press <= close * misfit.whole && (k >= rub_guesses || misfit.rub <= rub_close * misfit.whole)) return true;
        same = misfit.press <= close * misfit.whole;
        // Who is let go and caught again by turns is met half way.
        parallel_for(exec, "solid rows", rows, Halve{r.change.write(), r.last.write(), k % 3 == 2 && !same ? 0.5f : 0.f});
        if (k + 1 == most_guesses) return !(misfit.press > hopeless * misfit.whole);
    }
}

int Solids::solve(const Exec& exec, View<const Material> materials, const Around* around, const Pace& pace, const SolidSolverSpec& spec, ShortPartner* partner) {
    Room&       r     = *room_;
    const float dt    = pace.dt, kick = 0.5f * (pace.last_step + dt), more = 0.5f * (1 + spec.dissipation);
    Solve       solve{exec, *this, r, materials, spec, elastic_rows_, dt, kick, more * more * dt};
    around = touching(exec, around);
    // What elastic bodies do to each other is linear over a part of a spacing only.
    const auto passes = [&] { return around && dt * reduce(exec, "contact", elastic_rows_, 0.f, PassingSpeed{contact_of(around)}, Faster{}) > longest_pass * spacing_; };
    if (passes()) return -1;
    if (faces_.count == 0) partner = nullptr;
    const PressRows rows{position_.read(), velocity_.read(), rest.rest_position_volume.read(), drift_.read(), pins(), rest.material.read(), materials,
                         rest.own_fullness.read(), push_.read(), elastic_rows_, kick, dt, spacing_};
    solve.make_room();
    Press::Rows touching{rows, faces_at(0), contact_of(around), {}, {}, {}, {}, {}, {}, {}, {}, 0, 0};
    if (around) {
        touching.body = {{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape(), {r.rows[0].write(), r.rows[1].write(), r.rows[2].write()}};
        touching.slip = rest.slip.write();
        touching.site = site_[0].write(), touching.motion = motion_[0].write(), touching.pressure = contact_pressure_.write(), touching.rub = brake_.write(), touching.start = site_[1].read();
        touching.particles = around->particles.rows() + 1;
    }
    if (partner) touching.bodies = partner->coast(exec, dt), touching.body_count = faces_.bodies;
    r.press.begin(exec, touching);
    solve.begin(pace);
    if (!solve.agree()) return -1;
    if (passes() || reduce(exec, "solid rows", elastic_rows_, Index(0), IsLost{r.change.read(), 10 * spacing_ / dt}, Plus{}) > 0) return -1;
    Finish finish{r.change.read(), drift_.read(), position_.read(), velocity_.read(), pins(), {}, next_position_.write(), rest.fine.write(), dt, flat_};
    if (const IsIncompressible incompressible{rest.material.read(), materials}; thin_ > deformed || reduce(exec, "solid rows", elastic_rows_, Index(0), incompressible, Plus{}) > 0) {
        parallel_for(exec, "solid rows", elastic_rows_, finish);
        const IsCrushed crushed{{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), next_position_.read()}, shape()}, rest.deformation.read(), incompressible};
        if (reduce(exec, "strain change", elastic_rows_, Index(0), crushed, Plus{}) > 0) return -1;
    }
    if (r.press.touches()) {
        r.press.finish(exec, r.direction.read(), faces_.push.write(), rest.press.write());
        if (const Felt mine = felt(); partner) partner->feel(exec, {&mine, 1}, 0);
    }
    keep_momenta(exec, r.press.result(), r.press.moment(), r.change.write(), dt);
    finish.velocity = velocity_.write();
    parallel_for(exec, "solid rows", elastic_rows_, finish);
    std::swap(position_, next_position_);
    return solve.iterations;
}

}  // namespace mote
