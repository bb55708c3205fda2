// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One long step of virtual materials: Newmark's scheme as of src/solids/implicit.cpp, linearised at the start of the step,
//     m (v' - v) = dt [f - a dt K v' + b dt K v] + dt push,   a = (1 + c)^2/4,   b = (1 - c)^2/4.
// K is that of springs about a rotation that gives way (projective dynamics would hold it [Bouaziz et al. 2014]): with u how bonds r of a particle change,
//     U_i = 1/4 k_i min_w sum |u - w x r|^2 + 1/2 V lambda d^2 (sum r.u / sum r^2)^2,
// which is the change of the energy of bonds.h at rest, is never negative, and does nothing to what turns or moves as a whole: w is found by a sum over bonds, so a product is two sweeps.
// Neither a force nor a torque is left over: both momenta are kept, wherever the solve ends. Dashpots along bonds are in f for v; for v' - v they are implicit.
//
// Walls press and rub as of the end of the step (solids/press.h). So do springs between bodies. Who presses is found for a guess, solved for and found again, until it stays.
#include <algorithm>
#include <cmath>

#include "implicit_rows.h"
#include "mote/scene.h"
#include "room.h"
#include "solids/momenta.h"

namespace mote {

using namespace crystal;
using namespace solid;

namespace {

constexpr int    most_guesses = 12;    // of who presses
constexpr int    few_guesses  = 4;     // after which less will do
constexpr double close        = 0.02;  // what may press otherwise than was guessed
constexpr double hopeless     = 0.1;   // what tells that no answer was found

}  // namespace

Lattice::Lattice(Particles& p, std::span<const Material> materials, bool freezes, Solids* solids)
    : map(p, "lattice_map", "", {}), recoil(p, "lattice_recoil", "m/s^2"), hold(p, "lattice_hold"), pin(p, "lattice_pin"), bonds(p, "bonds", "", 0, Life::step), solids_(solids),
      room_(std::make_unique<Room>()) {
    if (!solids) stress = std::make_unique<Column<float>>(p, "stress", "Pa", 0, Life::step);
    if (freezes) offsets = std::make_unique<Column<SiteOffsets>>(p, "lattice_sites");
    const bool flows = std::any_of(materials.begin(), materials.end(), [](const Material& m) { return m.is_lattice() && m.plastic.kind != Plastic::Kind::none; });
    if (flows) flow = std::make_unique<LatticeFlow>(p, !(solids && solids->plastic));
    float rate = 0;
    for (const Material& m : materials) warms_ = warms_ || m.lattice.firmness.points > 0;
    for (const Material& m : materials)
        if (m.lattice.docking > 0 || m.lattice.strength > 0) rate = max(rate, m.lattice.docking > 0 ? m.lattice.docking : 1.f);
    if (rate > 0) docking = std::make_unique<Docking>(p, Vec4{rate, rate, rate, rate});
}
Lattice::~Lattice() = default;

/// Everything that the iterations of one step use.
struct Lattice::Solve {
    const Exec&            exec;
    Room&                  r;
    const SolidSolverSpec& spec;
    Index                  rows, sites;
    float                  kick, dt, ahead, spacing;
    bool                   flat;
    PairPress              pairs;
    int                    iterations = 0;
    double                 left = 0, enough = 0;

    Links links(View<const Vec4> motion) const { return {r.link.read(), r.position.read(), r.stiff.read(), motion, rows, sites}; }
    Links links() const { return links(r.direction.read()); }
    /// After `turn`.
    ChangeOfForce force(float damped) const { return {links(), r.spin.read(), ahead, damped}; }
    void          turn() { parallel_for(exec, "lattice spin", rows, Spin{links(), r.ease.read(), r.spin.write(), r.turned.write()}); }
    /// After `turn`.
    ProductPlace  product(bool whole) {
        if (pairs.near.data) parallel_for(exec, "lattice contact", rows, PassOn{pairs, r.direction.read(), r.ease.read(), r.spin.write(), ahead, whole});
        const View<const Vec3> touch = !r.walls.touches() ? View<const Vec3>{} : whole ? r.walls.of_change(exec, r.direction.read()) : r.walls.of_direction(exec, r.direction.read());
        return {force(1), pairs, touch, r.pinned.read(), kick, flat, whole};
    }
    void make_room();
    bool guess();
    void iterate();
};

void Lattice::Solve::make_room() {
    for (Scratch<Vec4>* v : {&r.position, &r.velocity, &r.rest, &r.stiff, &r.spin, &r.direction, &r.guess}) v->resize(exec, rows + 1);
    for (Scratch<Vec3>* v : {&r.given, &r.residual, &r.change, &r.product, &r.last, &r.turning, &r.turned_guess, &r.turned}) v->resize(exec, rows + 1);
    r.ease.resize(exec, rows + 1), r.material.resize(exec, rows + 1), r.pinned.resize(exec, rows + 1), r.link.resize(exec, std::size_t(rows) * sites + 1);
    r.inverse.resize(exec, rows + 1), r.none.resize(exec, rows + 1);
    parallel_for(exec, "lattice rows", rows, NoPress{r.none.write()});
}

/// Who presses, for the change so far, and what is missing then.
bool Lattice::Solve::guess() {
    parallel_for(exec, "lattice rows", rows, Copy{r.change.read(), r.direction.write()});
    parallel_for(exec, "lattice rows", rows, Copy{r.change.read(), r.guess.write()});
    if (r.walls.touches()) r.walls.find(exec, r.direction.read(), r.none.read());
    turn();
    parallel_for(exec, "lattice rows", rows, Keep{r.turned.read(), r.turned_guess.write()});
    left = reduce(exec, "lattice product", rows, 0.0, ResidualPlace{product(true), r.given.read(), r.inverse.read(), r.residual.write()}, Plus{});
    return std::isfinite(left);
}

void Lattice::Solve::iterate() {
    double before = 0;
    for (int k = 0; k < spec.most_iterations && left > enough; ++k, ++iterations) {
        const double descent = reduce(exec, "lattice rows", rows, 0.0,
                                      Correct{r.residual.read(), r.pinned.read(), {r.position.read(), r.inverse.read()}, {}, r.walls.held(), r.walls.rubbed(), r.product.write(), flat}, Plus{});
        parallel_for(exec, "lattice rows", rows, Turn{r.product.read(), r.direction.write(), k == 0 ? 0.f : float(descent / before)});
        turn();
        const double along = reduce(exec, "lattice product", rows, 0.0, AlongPlace{product(false), r.product.write()}, Plus{});
        if (!(along > 0)) break;
        left = reduce(exec, "lattice rows", rows, 0.0,
                      Advance{r.direction.read(), r.product.read(), {r.position.read(), r.inverse.read()}, r.residual.write(), r.change.write(), float(descent / along)}, Plus{});
        before = descent;
    }
}

int Lattice::solve(const Exec& exec, const Particles& p, const Neighbours& neighbours, View<const Material> materials, View<const Drive> pins, const LatticeSettings& settings, const Pace& pace,
                   const SolidSolverSpec& spec) {
    Room&       r  = *room_;
    const float dt = pace.dt, kick = 0.5f * (pace.last_step + dt), more = 0.5f * (1 + spec.dissipation), less = 1 - more;
    const Bonds made = bonds_of(settings);
    begin(exec, p, neighbours, materials, pins, settings, pace);
    find_frames(exec, settings);
    yield(exec, p, materials, settings, kick);
    Solve solve{exec, r, spec, count_, site_count(settings.flat()), kick, dt, more * more * dt, settings.spacing, settings.flat(), {}};
    solve.make_room();
    parallel_for(exec, "lattice rows", count_,
                 Gather{made, site_[0].read(), motion_[0].read(), p.mass.read(), hold.read(), pin.read(), timed_ ? holds_.read() : View<const Index>{}, p.material.read(), materials, grip_.read(), Stiffness(settings),
                        r.position.write(), r.velocity.write(), r.rest.write(), r.stiff.write(), r.material.write(), r.pinned.write(), r.link.write(), r.ease.write()});
    parallel_for(exec, "lattice rows", count_, WeighPlace{r.position.read(), r.material.read(), materials, r.inverse.write(), kick, solve.ahead, settings.spacing});
    const bool meets = r.touches;
    if (meets) parallel_for(exec, "lattice spin", count_, Spin{solve.links(r.velocity.read()), r.ease.read(), r.spin.write(), r.turning.write()});
    solve.pairs = {made, neighbours.view(), {p.position_volume.read(), this->rows(), settings.distance()}, meets ? near_.read() : View<const Index>{}, r.position.read(), r.velocity.read(), r.guess.read(), r.stiff.read(), drift_.read(),
                   r.turning.read(), r.turned_guess.read(), r.turned.read(), p.body.read(), r.material.read(), materials, hold.read(), kick, dt,
                   settings.spacing};
    const PressRows rows{r.position.read(), r.velocity.read(), r.rest.read(), drift_.read(), r.pinned.read(), r.material.read(), materials, {}, push_.read(), count_, kick, dt, settings.spacing};
    r.walls.begin(exec, {rows, faces_.at(0)});
    const bool touched = r.walls.touches() || meets;
    parallel_for(exec, "lattice rows", count_,
                 BeginPlace{push_.read(), drift_.read(), recoil.read(), row_.read(), r.pinned.read(), r.velocity.read(), r.change.write(), r.direction.write(), settings.gravity, kick, dt,
                            max(1 - less * less * pace.last_step / solve.ahead, 0.f), r.walls.touches() || reduce(exec, "lattice rows", count_, Index(0), IsHeld{r.pinned.read()}, Plus{}) > 0 ? 1.f : 0.f});
    solve.turn();
    const Sums given = reduce(exec, "lattice force", count_, Sums{},
                              GivenPlace{{made, site_[0].read(), motion_[0].read(), {pull_[0].read(), pull_[1].read(), pull_[2].read()}}, solve.force(0), r.pinned.read(), r.position.read(), r.inverse.read(), push_.read(), r.given.write(), settings.gravity,
                                         kick, dt, settings.flat()},
                              Plus{});
    const double tolerance = 0.1 * double(spec.tolerance);  // without a coarse grid what is soft is found last, and would be left over
    solve.enough           = tolerance * tolerance * given.whole + given.left;
    for (int k = 0; k < most_guesses; ++k) {
        if (!solve.guess()) return -1;
        solve.iterate();
        if (!std::isfinite(solve.left) || solve.left > 1e4 * solve.enough) return -1;
        if (!touched) break;
        parallel_for(exec, "lattice rows", count_, Copy{r.change.read(), r.direction.write()});
        Press::Misfit misfit = reduce(exec, "lattice contact", meets ? count_ : 0, Press::Misfit{}, PairMisfit{solve.pairs, r.direction.read()}, Plus{});
        if (r.walls.touches()) misfit = misfit + r.walls.misfit(exec, r.direction.read());
        if (misfit.press <= (k < few_guesses ? close : hopeless) * misfit.whole && k > 0) break;
        if (k + 1 == most_guesses && misfit.press > hopeless * misfit.whole) return -1;
        // Who is let go and caught again by turns is met half way.
        parallel_for(exec, "lattice rows", count_, Halve{r.change.write(), r.last.write(), k % 3 == 2 ? 0.5f : 0.f});
    }
    if (reduce(exec, "lattice rows", count_, Index(0), IsLost{r.change.read(), 10 * settings.spacing / dt}, Plus{}) > 0) return -1;
    // What springs and rounding leave of forces that are many times what moves.
    if (!r.walls.touches()) keep_momenta(exec, {{}, r.pinned.read(), r.position.read(), push_.read(), {}, {}, kick * settings.gravity, 0, count_, dt}, r.change.write(), true);
    parallel_for(exec, "lattice rows", count_,
                 LeavePlace{row_.read(), r.pinned.read(), r.change.read(), drift_.read(), r.velocity.read(), r.rest.read(), site_[0].write(), motion_[0].write(), dt, settings.flat()});
    return solve.iterations;
}

}  // namespace mote
