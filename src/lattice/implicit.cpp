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
#include <cmath>

#include "bonds.h"
#include "mote/neighbours.h"
#include "mote/scene.h"
#include "solids/implicit_rows.h"
#include "solids/momenta.h"
#include "solids/press.h"

namespace mote {

using namespace crystal;
using namespace solid;

namespace {

constexpr int    most_guesses = 12;    // of who presses
constexpr int    few_guesses  = 4;     // after which less will do
constexpr double close        = 0.02;  // what may press otherwise than was guessed
constexpr double hopeless     = 0.1;   // what tells that no answer was found

/// By place: what of the step stays as it is.
struct Gather {
    Bonds                  bonds;
    View<const Vec4>       site_of, motion_of;
    View<const float>      mass, hold;
    View<const Index>      pin, holds;
    View<const MaterialId> material_of;
    View<const Material>   materials;
    MatrixRows             pull;
    Stiffness              stiffness;
    View<Vec4>             position, velocity, rest, stiff;
    View<MaterialId>       material;
    View<Index>            pinned, link;
    View<Mat3>             ease;

    MOTE_FN void operator()(Index k) const {
        const Index       i = bonds.row[k];
        const Vec4        x = site_of[i];
        const LatticeLaw& law = materials[material_of[i]].lattice;
        Mat3d             inertia{};
        float             squares = 0;
        for (Index s = 0; s < site_count(bonds.flat); ++s) link[s * bonds.count + k] = nobody;
        bonds.each(k, [&](Index s, Index j, Index) {
            const Vec3d r = wide(xyz(site_of[j]) - xyz(x));
            inertia       = inertia + (diagonal<double>(dot(r, r)) - outer(r, r));
            squares += dot(bonds.at(i, s), bonds.at(i, s));
            link[s * bonds.count + k] = bonds.place[j];
        });
        const double little = 1e-7 * trace(inertia);  // what hangs on one bond turns about it
        if (bonds.flat) inertia.row[0] = {1, 0, 0}, inertia.row[1] = {0, 1, 0}, inertia.row[2].x = inertia.row[2].y = 0;
        ease[k] = squares > 0 ? narrow(inverse(inertia + diagonal<double>(little))) : Mat3{};
        const float size = hold[i] * bonds.at.stiffness_of(i) * max(law.lame, 0.f) * stiffness.bulk / max(squares * squares * bonds.distance * bonds.distance, 1e-30f);
        stiff[k]    = {pull.row[0][i].w, pull.row[1][i].w, squares > 0 ? size : 0.f, 0};
        position[k] = with_w(xyz(x), 1 / mass[i]), velocity[k] = with_w(xyz(motion_of[i]), 0), rest[k] = x;
        material[k] = material_of[i];
        pinned[k]   = pin[i] > 0 && (!holds.data || holds[pin[i] - 1]) ? 1 : 0;
    }
};
struct NoPress {
    View<float> press;

    MOTE_FN void operator()(Index k) const { press[k] = 0; }
};
/// The preconditioner: the mass times a number of the material, inverted. It does nothing to momenta.
struct WeighPlace {
    View<const Vec4>       position;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<float>            inverse;
    float                  kick, ahead, spacing;

    MOTE_FN void operator()(Index k) const {
        const Material& m    = materials[material[k]];
        const float     rate = (m.lattice.lame + 2 * m.lattice.shear) / (m.rest_density * spacing * spacing);
        inverse[k]           = position[k].w / (1 + kick * (ahead + m.lattice.damping) * rate);
    }
};

/// Bonds by place.
struct Links {
    View<const Index> link;
    View<const Vec4>  position, stiff, motion;
    Index             count, sites;

    /// visit(place, r, by how much it moves apart).
    template <class F>
    MOTE_HOT void each(Index k, const F& visit) const {
        const Vec3 x = xyz(position[k]), u = xyz(motion[k]);
        for (Index s = 0; s < sites; ++s)
            if (const Index j = link[s * count + k]; j != nobody) visit(j, xyz(position[j]) - x, xyz(motion[j]) - u);
    }
};
/// How its crystal turns, times half of k, and how much its mean stretch pulls.
struct Spin {
    Links            links;
    View<const Mat3> ease;
    View<Vec4>       spin;

    MOTE_FN void operator()(Index k) const {
        Vec3  turn{};
        float along = 0;
        links.each(k, [&](Index, const Vec3& r, const Vec3& u) { turn += cross(r, u), along += dot(r, u); });
        spin[k] = with_w(links.stiff[k].x * (ease[k] * turn), links.stiff[k].z * along);
    }
};
/// -(ahead K + damped C) of a motion [N].
struct ChangeOfForce {
    Links            links;
    View<const Vec4> spin;
    float            ahead, damped;

    MOTE_HOT Vec3 operator()(Index k) const {
        const Vec4 own = spin[k], stiff = links.stiff[k];
        Vec3       f{};
        links.each(k, [&](Index j, const Vec3& r, const Vec3& u) {
            const Vec4 other = spin[j], his = links.stiff[j];
            f += ahead * ((stiff.x + his.x) * u - cross(xyz(own) + xyz(other), r) + (own.w + other.w) * r);
            if (const float c = damped * (stiff.y + his.y); c > 0) f += (c * dot(u, r) / dot(r, r)) * r;
        });
        return f;
    }
};

/// Springs between particles that are not docked, as of the end of the step, linear about a guess.
struct PairPress {
    Bonds                  bonds;
    NeighbourView          neighbours;
    View<const Index>      near;
    View<const Vec4>       position, velocity, guess;  // by place; the guess is of changes of velocity
    View<const Vec3>       drift;
    View<const BodyId>     body;
    View<const MaterialId> material;
    View<const Material>   materials;
    float                  kick, dt, spacing;

    struct Touch {
        Vec3  n;                          // towards the other
        float weight, brake, asked, guessed;  // [kg], [kg], [m/s]: of closing; what presses for the guess [kg m/s]
    };
    MOTE_HOT Vec3 slip(Index k, Index j, View<const Vec4> change) const { return (xyz(velocity[j]) + xyz(change[j]) + drift[j]) - (xyz(velocity[k]) + xyz(change[k]) + drift[k]); }
    template <class F>
    MOTE_HOT void each(Index k, const F& visit) const {
        if (!near.data || !near[k]) return;
        const Index i = bonds.row[k];
        neighbours.each_moving(i, [&](Index row) {
            const Index j = bonds.place[row];
            if (j == nobody) return;
            const Vec3  r   = xyz(position[j]) - xyz(position[k]);
            const float gap = contact_gap(body[row] == body[i]) * bonds.gap(i, row), apart = length(r);
            if (!(apart < 1.5f * bonds.distance) || !(apart > 0) || bonds.holds(k, row)) return;
            const Material &m = materials[material[k]], &other = materials[material[j]];
            const Vec3      n = r / apart, s = slip(k, j, guess);
            const float     weight = kick * dt * crystal::contact_stiffness(m.lattice, other.lattice, bonds.distance), asked = (gap - apart) / dt, along = dot(n, s);
            const float     press  = max(weight * (asked - along), 0.f);
            if (press > 0) visit(j, Touch{n, weight, min(weight, 0.5f * (m.friction + other.friction) * press / max(length(s - along * n), slowest * spacing)), asked, press});
        });
    }
    /// What a motion gives [kg m/s].
    MOTE_HOT Vec3 operator()(Index k, View<const Vec4> motion, bool whole) const {
        Vec3 sum{};
        each(k, [&](Index j, const Touch& t) {
            const Vec3  s     = whole ? slip(k, j, motion) : xyz(motion[j]) - xyz(motion[k]);
            const float along = dot(t.n, s);
            sum += (-t.weight * ((whole ? t.asked : 0.f) - along)) * t.n + t.brake * (s - along * t.n);
        });
        return sum;
    }
};
/// How far what pressed for the guess is from what presses now; what was pressed and let go counts as far as it pulls.
struct PairMisfit {
    PairPress        pairs;
    View<const Vec4> change;

    MOTE_FN Press::Misfit operator()(Index k) const {
        Press::Misfit sum;
        pairs.each(k, [&](Index j, const PairPress::Touch& t) {
            const float linear = t.weight * (t.asked - dot(t.n, pairs.slip(k, j, change)));
            sum.press += double(max(-linear, 0.f)), sum.whole += double(max(linear, 0.f));
        });
        PairPress now = pairs;
        now.guess     = change;
        now.each(k, [&](Index j, const PairPress::Touch& t) {
            if (!(t.weight * (t.asked - dot(t.n, now.slip(k, j, pairs.guess))) > 0)) sum.press += double(t.guessed), sum.whole += double(t.guessed);
        });
        return sum;
    }
};

/// What the step begins with: pushes, and what drifts and velocities do by K.
struct BeginPlace {
    View<const Vec3>  push, drift, recoil;
    View<const Index> row, pinned;
    View<const Vec4>  velocity;
    View<Vec3>        change;
    View<Vec4>        direction;
    Vec3              gravity;
    float             kick, dt, lasting, again;  // again: how much of the last recoil is guessed

    MOTE_FN void operator()(Index k) const {
        const bool held = pinned[k] > 0;
        change[k]       = held ? push[k] - xyz(velocity[k]) : kick * gravity + dt * push[k] + (again * dt) * recoil[row[k]];
        direction[k]    = with_w(lasting * xyz(velocity[k]) + (held ? Vec3{} : drift[k]), 0);
    }
};
struct GivenPlace {
    BondForce         bonds;
    ChangeOfForce     lasting;
    View<const Index> pinned;
    View<const Vec4>  position;
    View<const float> inverse;
    View<const Vec3>  push;
    View<Vec3>        given;
    Vec3              gravity;
    float             kick, dt;
    bool              flat;

    MOTE_FN Sums operator()(Index k) const {
        const float mass = 1 / position[k].w;
        Vec3        a = kick * bonds(k), b = kick * lasting(k), c = mass * (kick * gravity + dt * push[k]);
        if (pinned[k]) a = b = c = {};
        if (flat) a.z = b.z = c.z = 0;
        given[k] = a + b + c;
        const float rounding = 1.2e-7f * length(xyz(position[k])) / dt;
        return {double(rounding * rounding * mass), double(inverse[k] * (dot(a, a) + dot(b, b) + dot(c, c)))};
    }
};
/// (M + kick (ahead K + C)) of a change of velocities, less what is given by touch.
struct ProductPlace {
    ChangeOfForce     force;
    PairPress         pairs;
    View<const Vec3>  touch;
    View<const Index> pinned;
    float             kick;
    bool              flat, whole;

    MOTE_HOT Vec3 operator()(Index k) const {
        const Links& l = force.links;
        Vec3         q = (1 / l.position[k].w) * xyz(l.motion[k]) - kick * force(k) - pairs(k, l.motion, whole);
        if (touch.data) q -= touch[k];
        if (pinned[k]) q = {};
        if (flat) q.z = 0;
        return q;
    }
};
struct ResidualPlace {
    ProductPlace      product;
    View<const Vec3>  given;
    View<const float> inverse;
    View<Vec3>        residual;

    MOTE_FN double operator()(Index k) const {
        const Vec3 r = given[k] - product(k);
        residual[k]  = r;
        return double(inverse[k] * dot(r, r));
    }
};
struct AlongPlace {
    ProductPlace product;
    View<Vec3>   result;

    MOTE_FN double operator()(Index k) const {
        const Vec3 q = product(k);
        result[k]    = q;
        return double(dot(xyz(product.force.links.motion[k]), q));
    }
};
struct LeavePlace {
    View<const Index> row, pinned;
    View<const Vec3>  change, drift;
    View<const Vec4>  velocity, rest;
    View<Vec4>        site, motion;
    float             dt;
    bool              flat;

    MOTE_FN void operator()(Index k) const {
        Vec3 now = xyz(velocity[k]) + change[k], way = pinned[k] ? now : now + drift[k];
        if (flat) now.z = way.z = 0;
        motion[row[k]] = with_w(now, 0);
        site[row[k]]   = with_w(xyz(rest[k]) + dt * way, rest[k].w);
    }
};

}  // namespace

struct Lattice::Room {
    Scratch<Vec4>       position, velocity, rest, stiff, spin, direction, guess;
    Scratch<Mat3>       ease;
    Scratch<MaterialId> material;
    Scratch<Index>      pinned, link;
    Scratch<Vec3>       given, residual, change, product, last;
    Scratch<float>      inverse, none;
    Press               walls;
};

Lattice::Lattice(Particles& p, std::span<const Material> materials, bool freezes, Solids* solids)
    : map(p, "lattice_map", "", {}), recoil(p, "lattice_recoil", "m/s^2"), hold(p, "lattice_hold"), pin(p, "lattice_pin"), bonds(p, "bonds", "", 0, Life::step), solids_(solids),
      room_(std::make_unique<Room>()) {
    if (!solids) stress = std::make_unique<Column<float>>(p, "stress", "Pa", 0, Life::step);
    if (freezes) offsets = std::make_unique<Column<SiteOffsets>>(p, "lattice_sites");
    float rate = 0;
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

    Links links() const { return {r.link.read(), r.position.read(), r.stiff.read(), r.direction.read(), rows, sites}; }
    /// After `turn`.
    ChangeOfForce force(float damped) const { return {links(), r.spin.read(), ahead, damped}; }
    void          turn() { parallel_for(exec, "lattice spin", rows, Spin{links(), r.ease.read(), r.spin.write()}); }
    ProductPlace  product(bool whole) {
        const View<const Vec3> touch = !r.walls.touches() ? View<const Vec3>{} : whole ? r.walls.of_change(exec, r.direction.read()) : r.walls.of_direction(exec, r.direction.read());
        return {force(1), pairs, touch, r.pinned.read(), kick, flat, whole};
    }
    void make_room();
    bool guess();
    void iterate();
};

void Lattice::Solve::make_room() {
    for (Scratch<Vec4>* v : {&r.position, &r.velocity, &r.rest, &r.stiff, &r.spin, &r.direction, &r.guess}) v->resize(exec, rows + 1);
    for (Scratch<Vec3>* v : {&r.given, &r.residual, &r.change, &r.product, &r.last}) v->resize(exec, rows + 1);
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
    begin(exec, p, neighbours, pins, settings, pace);
    find_frames(exec, p, materials, settings, dt);
    Solve solve{exec, r, spec, count_, site_count(settings.flat()), kick, dt, more * more * dt, settings.spacing, settings.flat(), {}};
    solve.make_room();
    const MatrixRows pull{{pull_[0].read(), pull_[1].read(), pull_[2].read()}};
    parallel_for(exec, "lattice rows", count_,
                 Gather{made, site_[0].read(), motion_[0].read(), p.mass.read(), hold.read(), pin.read(), timed_ ? holds_.read() : View<const Index>{}, p.material.read(), materials, pull, Stiffness(settings),
                        r.position.write(), r.velocity.write(), r.rest.write(), r.stiff.write(), r.material.write(), r.pinned.write(), r.link.write(), r.ease.write()});
    parallel_for(exec, "lattice rows", count_, WeighPlace{r.position.read(), r.material.read(), materials, r.inverse.write(), kick, solve.ahead, settings.spacing});
    const auto near  = near_.read();
    const bool meets = reduce(exec, "lattice contact", count_, Index(0), [=] MOTE_LAMBDA(Index k) { return near[k]; }, Plus{}) > 0;
    solve.pairs = {made, neighbours.view(), meets ? near : View<const Index>{}, r.position.read(), r.velocity.read(), r.guess.read(), drift_.read(), p.body.read(), r.material.read(), materials, kick, dt,
                   settings.spacing};
    const PressRows rows{r.position.read(), r.velocity.read(), r.rest.read(), drift_.read(), r.pinned.read(), r.material.read(), materials, {}, push_.read(), count_, kick, dt, settings.spacing};
    r.walls.begin(exec, {rows, faces_.at(0), {}, {}, {}, {}, {}, {}, 0, 0});
    const bool touched = r.walls.touches() || meets;
    parallel_for(exec, "lattice rows", count_,
                 BeginPlace{push_.read(), drift_.read(), recoil.read(), row_.read(), r.pinned.read(), r.velocity.read(), r.change.write(), r.direction.write(), settings.gravity, kick, dt,
                            max(1 - less * less * pace.last_step / solve.ahead, 0.f), r.walls.touches() || reduce(exec, "lattice rows", count_, Index(0), IsHeld{r.pinned.read()}, Plus{}) > 0 ? 1.f : 0.f});
    solve.turn();
    const Sums given = reduce(exec, "lattice force", count_, Sums{},
                              GivenPlace{{made, site_[0].read(), motion_[0].read(), pull}, solve.force(0), r.pinned.read(), r.position.read(), r.inverse.read(), push_.read(), r.given.write(), settings.gravity,
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
    if (!r.walls.touches()) keep_momenta(exec, {{}, r.pinned.read(), r.position.read(), push_.read(), {}, kick * settings.gravity, 0, count_, dt}, r.change.write(), !meets);
    parallel_for(exec, "lattice rows", count_,
                 LeavePlace{row_.read(), r.pinned.read(), r.change.read(), drift_.read(), r.velocity.read(), r.rest.read(), site_[0].write(), motion_[0].write(), dt, settings.flat()});
    return solve.iterations;
}

}  // namespace mote
