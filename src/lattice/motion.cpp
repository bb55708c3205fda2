// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The short steps of virtual materials. With U_i of bonds.h and a_i = (k_i/2 - lambda V d^2 delta_i/(n D^2)) D R_i the force on i of a bond with j, in whose sites
// they are l_i and l_j, is
//     f = a_j l_j - a_i l_i + (k_i + k_j)/2 (x_j - x_i),
// the same with a minus on j, and without a torque in all. Damping is a dashpot along each bond, so rigid motion is left alone; along bonds in all directions it resists
// strain with 2/5 of what resisting all of their motion would.
//
// Velocities are half a short step behind places. Gravity is felt in each short step; other pushes are those of the whole step, as strong as others felt them in it, so that what liquids
// and solids give each other is the same. After a step that was longer than is stable, or from which it is stiffer now, as much is made up for as is stable.
#include <algorithm>
#include <cmath>

#include "bonds.h"
#include "held_apart.h"
#include "near.h"
#include "room.h"
#include "solids/couple.h"
#include "solids/faces.h"
#include "solids/hand_back.h"

namespace mote {

using namespace crystal;
using solid::Faces;

namespace {

/// One row more, for the rest of a batch.
struct Begin {
    View<const Vec4> position_volume, velocity_density;
    View<Vec4>       site[2], motion[2];

    MOTE_FN void operator()(Index i) const {
        site[0][i] = site[1][i] = position_volume[i];
        motion[0][i] = motion[1][i] = with_w(xyz(velocity_density[i]), 0);
    }
};
/// Whether a pin holds it now.
struct Pinned {
    View<const Index> pin, holds;

    MOTE_HOT bool operator()(Index i) const { return pin[i] > 0 && (!holds.data || holds[pin[i] - 1]); }
};

struct Enter {
    View<const Index> row;
    Pinned            pinned;
    View<const Index> pin;
    View<const Drive> pins;
    View<const Vec4>  position;
    View<const Vec3>  acceleration, from_drift;
    View<Vec3>        push, drift;
    Vec3              gravity;
    float             share;

    MOTE_FN void operator()(Index k) const {
        const Index i = row[k];
        push[k]       = pinned(i) ? pins[pin[i] - 1](xyz(position[i])) : share * (acceleration[i] - gravity);
        drift[k]      = from_drift[i];
    }
};
/// How many of those who are docked may touch, by MayTouch; not asked of who is deep inside.
struct CountDocked {
    Bonds             bonds;
    MayTouch          may_touch;
    View<const Index> deep;
    View<Index>       docked;

    MOTE_FN void operator()(RowBatch k) const {
        const auto i    = bonds.row[k];
        bool       asks = false;
        each_of(k, [&](Index n) { asks = asks || (lane(k, n) < bonds.count && !deep[lane(i, n)]); });
        if (!asks) return;
        const auto  x     = xyz(may_touch.site_of[i]);
        const auto  full  = may_touch.solids.own_fullness[i], none = 0.f * full;
        const float reach = MayTouch::own_reach * may_touch.distance;
        auto        count = none;
        bonds.sweep(k, [&](Index, const auto& d) {
            const auto r = xyz(may_touch.site_of[d.row]) - x;
            count = count + select(dot(r, r) < reach * reach, select(min(full, may_touch.solids.own_fullness[d.row]) > SolidRows::inner_fullness, none, d.there + none), none);
        });
        const auto all = spread(count);
        each_of(k, [&](Index n) {
            if (lane(k, n) < bonds.count) docked[lane(k, n)] = Index(all[n] + 0.5f);
        });
    }
};
/// Who is near and not docked: more are near than bonds.
struct FindNear {
    NeighbourView     neighbours;
    MayTouch          may_touch;
    Bonds             bonds;
    View<const Index> deep;
    View<const Vec4>  motion;  // and dashpots
    View<Index>       near;    // of those who are docked, before

    /// How many have somebody near, and how many a dashpot.
    struct Counts {
        Index near = 0, rub = 0;
        MOTE_HOT friend Counts operator+(const Counts& a, const Counts& b) { return {a.near + b.near, a.rub + b.rub}; }
    };
    MOTE_FN Counts operator()(Index k) const {
        const Index i = bonds.row[k];
        near[k]       = deep[i] ? 0 : look(k);
        return {near[k] ? 1u : 0u, motion[i].w > 0 ? 1u : 0u};
    }
    MOTE_HOT Index look(Index k) const {
        const Index i      = bonds.row[k];
        const float around = neighbours.sum_moving(i, 0, [&](auto j, auto) { return may_touch(i, j); });
        if (!(around > float(near[k]) + 0.5f)) return 0;
        Index bits = 0, first = 0;
        neighbours.sum_moving(i, 0, [&](auto j, auto) {
            const auto may = may_touch(i, j);
            each_lane_where(may > 0.f, [&](Index n) {
                const Index row = lane(j, n);
                if (bonds.place[row] != nobody && !bonds.holds(k, row)) bits |= 1u << (first + n < last_bit ? first + n : last_bit);
            });
            first += lane_width;
            return may;
        });
        return bits;
    }
};

/// What of U does not change in a step, by place: half of k; what the mean stretch is pulled with; sum l^2 over D^2, or 1 where no site is taken; and whether it moves anybody: not
/// where pins hold it and all who are docked to it. Dashpots go behind velocities.
struct FindGrip {
    Bonds                  bonds;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      hold, mass;
    Pinned                 pinned;
    Stiffness              stiffness;
    View<Vec4>             grip, motion[2];
    View<float>            lost[3];
    float                  dt;

    MOTE_FN void operator()(Index k) const {
        for (const auto& lost_along : lost) lost_along[k] = 0;
        if (k >= bonds.count) return void(grip[k] = {0, 0, 1, 0});
        const Index       i   = bonds.row[k];
        const LatticeLaw& law = materials[material[i]].lattice;
        const Index       taken   = bonds.taken(k);
        float             squares = float(taken);
        bool              moves   = !pinned(i);
        if (!bonds.at.on_crystal()) squares = 0, bonds.each(k, [&](Index s, Index, Index) { squares += dot(bonds.at(i, s), bonds.at(i, s)); });
        if (!moves) bonds.each(k, [&](Index, Index j, Index) { moves = moves || !pinned(j); });
        const float held = hold[i] * bonds.at.stiffness_of(i), half = 0.5f * held * stiffness.of_pairs(law, taken);
        const float rub  = max(2.5f * law.damping * half, hold[i] < 1 ? 0.02f * mass[i] / dt : 0.f);  // what has just frozen comes to rest
        grip[k]          = taken > 0 ? Vec4{half, held * stiffness.of_volume(law, squares, taken, bonds.at.size_of(i)), squares, moves ? 1.f : 0.f} : Vec4{0, 0, 1, moves ? 1.f : 0.f};
        motion[0][i].w = motion[1][i].w = rub;
    }
};

/// What is to be asked of the rows of a batch in each short step. None of it: bonds and gravity are all that moves them.
struct Care {
    static constexpr Index touch = 1;   ///< others are near
    static constexpr Index push  = 2;   ///< something pushes, or lets them drift
    static constexpr Index still = 4;   ///< pins hold all of them where they are
    static constexpr Index pins  = 8;   ///< pins hold all: forces are not known
    static constexpr Index each  = 16;  ///< one by one
};
struct FindCare {
    Bonds             bonds;
    Faces             faces;
    View<const Index> near, bends;
    Pinned            pinned;
    View<const Vec3>  push, drift;
    View<Vec4>        motion[2];
    View<Vec3>        touch;
    View<Index>       care;   // at the first of a batch
    bool              alone;  // nobody else gives velocities

    MOTE_FN void operator()(RowBatch k) const {
        bool  free = true, held = true, still = alone;
        Index asks = 0;
        each_of(k, [&](Index n) {
            const Index p      = lane(k, n);
            const bool  inside = p < bonds.count, pin = inside && pinned(bonds.row[p]), touched = inside && faces.touched(p), pushed = inside && !(dot(push[p], push[p]) == 0);
            free  = free && inside && !pin && !touched;
            held  = held && (pin || !inside);
            still = still && (!inside || (pin && !touched && !pushed));
            if (inside) asks |= (near[p] || (bends.data && bends[p]) ? Care::touch : 0) | (pushed || !(dot(drift[p], drift[p]) == 0) ? Care::push : 0);
        });
        care[lane(k, 0)] = free ? asks : still ? Care::still : held ? Care::pins : Care::each;
        each_of(k, [&](Index n) {
            const Index p = lane(k, n);
            if (p >= bonds.count) return;
            touch[p] = {};  // of who has nobody near it nobody else writes it
            if (const Index i = bonds.row[p]; still) motion[0][i] = motion[1][i] = {0, 0, 0, motion[0][i].w};
        });
    }
};

/// R and a of each particle, where they stand now.
struct Frames {
    Bonds            bonds;
    View<const Vec4> site_of, grip;
    MatrixRows       last;
    View<Vec4>       turn[3], pull[3];

    MOTE_FN void operator()(RowBatch k) const {
        const auto i = bonds.row[k];
        const auto g = grip[k];
        if (!is_any_positive(g.w)) return;
        const auto now  = fit(bonds, site_of, k, last[i], g.z);
        const auto size = (g.x - g.y * now.delta) * bonds.distance, none = 0.f * size;
        const auto rows = narrow(now.turn), columns = narrow(wide(size) * transpose(now.turn));  // rounded once
        for (int a = 0; a < 3; ++a) store_rows(turn[a].data, i, {rows.row[a].x, rows.row[a].y, rows.row[a].z, none});
        for (int a = 0; a < 3; ++a) store_rows(pull[a].data, i, {columns.row[a].x, columns.row[a].y, columns.row[a].z, g.x});
    }
};

/// Other bodies, and parts of its own that are not docked, are held off by springs that are as stiff as bonds, with Coulomb's friction. What friction lacks of a moment goes into what the crystal
/// pulls its neighbours with (solids/couple.h), so it is passed on like all that bonds do; who is docked to one or two could not, and is not rubbed.
struct Touch {
    Bonds                  bonds;
    NeighbourView          neighbours;
    MayTouch               may_touch;
    View<const Vec4>       site_of, motion_of, grip;
    View<const Index>      near;
    View<const BodyId>     body;
    View<const float>      mass, hold;
    View<const MaterialId> material;
    View<const Material>   materials;
    MatrixRows             turn;
    View<Vec4>             pull[3];
    View<Vec3>             force;
    float                  kick;

    MOTE_FN void operator()(Index k) const {
        if (!near[k]) return;
        const Index     i = bonds.row[k];
        const Material& m = materials[material[i]];
        const Vec3      x = xyz(site_of[i]), v = xyz(motion_of[i]);
        Vec3            f{}, c{};
        each_near(neighbours, may_touch, i, near[k], [&](Index j) {
            if (bonds.place[j] == nobody) return;
            const Vec3  r    = xyz(site_of[j]) - x;
            const float gap  = contact_gap(body[j] == body[i], bonds.at.offsets.data) * bonds.gap(i, j), square = dot(r, r);
            if (!(square < gap * gap) || bonds.holds(k, j)) return;
            const Material& other = materials[material[j]];
            const float     apart = sqrt(square);
            const Vec3      n     = apart > 0 ? r / apart : Vec3{0, i < j ? 1.f : -1.f, 0};
            const float     stiff = min(hold[i], hold[j]) * contact_stiffness(m.lattice, other.lattice, bonds.distance, bonds.flat);
            const float     mu    = can_be_turned(grip[k].z, bonds.flat) && can_be_turned(grip[bonds.place[j]].z, bonds.flat) ? 0.5f * (m.friction + other.friction) : 0.f;
            const auto      held  = held_apart(n, xyz(motion_of[j]) - v, {stiff, gap - apart, mu, mass[i] * mass[j] / (mass[i] + mass[j]), kick});
            f += held.push + held.rub, c += 0.5f * cross(r, held.rub);
        });
        force[k] = f;
        if (dot(c, c) > 0 && grip[k].w > 0) pass_on(k, c);  // else its pull is not found anew, and moves nobody
    }
    MOTE_HOT void pass_on(Index k, const Vec3& c) const {
        const Index i = bonds.row[k];
        const Mat3  r = turn[i];
        Mat3d       spread{};
        bonds.each(k, [&](Index s, Index j, Index) { spread = spread + outer(wide(xyz(site_of[j]) - xyz(site_of[i])), wide(r * bonds.at(i, s))); });
        const Mat3 by = transpose(solid::couple_of(spread, c) * r);  // pulls are columns
        for (int a = 0; a < 3; ++a) pull[a][i] = with_w(xyz(pull[a][i]) + by.row[a], pull[a][i].w);
    }
};

struct Move {
    BondForce              force;
    Bonds                  bonds;
    View<const Vec4>       site_of, motion_of;
    Faces                  faces;
    View<const Index>      care;
    Pinned                 pinned;
    View<const float>      mass;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec3>       push, drift, touch;
    View<Vec4>             next_site, next_motion, face_push;
    View<float>            lost[3];  // of its way, by place: what rounding took of it so far in this step [Kahan 1965]
    Vec3                   gravity;
    float                  kick, dt, spacing;

    /// The velocity after walls and rigid bodies have pushed and rubbed, which get the same; as of elastic bodies.
    MOTE_HOT Vec3 held_off(Index k, Vec3 now) const {
        const Index     i = bonds.row[k];
        const Material& m = materials[material[i]];
        const float     stiff = solid::face_stiffness(m, site_of[i].w, spacing);
        faces.each(k, [&](Index f) {
            const float overlap = faces.overlap(f, xyz(site_of[i]));
            face_push[f]        = {};
            if (!(overlap > 0)) return;
            const Vec3 kicked = (kick / mass[i] * stiff * overlap) * faces.face[f].normal;
            const Vec3 gained = kicked + solid::braking((now + kicked) - faces.velocity(f), kicked, m.friction, faces.face[f].body > 0 ? 0.25f : 1.f);
            now += gained;
            face_push[f] = with_w(mass[i] * gained, 0);
        });
        return now;
    }
    MOTE_FN void operator()(RowBatch k) const {
        const Index c = care[lane(k, 0)];
        if (c == Care::still) return;
        if (c == Care::pins) return move_each(k, Zero<std::remove_const_t<decltype(force(k))>>::value());
        const auto f = force(k);
        if (c == Care::each) return move_each(k, f);
        move_together(k, c & Care::touch ? f + touch[k] : f, c & Care::push);
    }
    template <class F>
    MOTE_HOT void move_each(RowBatch k, const F& f) const {
        each_lane(f, [&](Index n, const Vec3& f_n) {
            if (lane(k, n) < bonds.count) move(lane(k, n), f_n);
        });
    }
    template <class F>
    MOTE_HOT void move_together(RowBatch k, const F& f, bool pushed) const {
        const auto i = bonds.row[k];
        const auto x = site_of[i], v = motion_of[i];
        const auto g = gravity;
        const auto ease = 1.f / mass[i], none = 0.f * ease;
        auto       now = xyz(v);
        now.x = now.x + kick * (ease * f.x + g.x), now.y = now.y + kick * (ease * f.y + g.y), now.z = now.z + kick * (ease * f.z + g.z);
        if (pushed) now += dt * push[k];
        auto way = now;
        if (pushed) way += drift[k];
        if (bonds.flat) now.z = way.z = none;
        const auto far_x = dt * way.x + lost[0][k], far_y = dt * way.y + lost[1][k], far_z = dt * way.z + lost[2][k];
        const auto to_x = x.x + far_x, to_y = x.y + far_y, to_z = x.z + far_z;
        store_rows(next_motion.data, i, {now.x, now.y, now.z, v.w});
        store_rows(next_site.data, i, {to_x, to_y, to_z, x.w});
        store_rows(lost[0].data, k, far_x - (to_x - x.x)), store_rows(lost[1].data, k, far_y - (to_y - x.y)), store_rows(lost[2].data, k, far_z - (to_z - x.z));
    }
    MOTE_HOT void move(Index k, Vec3 f) const {
        const Index i = bonds.row[k];
        const Vec4  x = site_of[i], v = motion_of[i];
        f += touch[k];
        const bool held = pinned(i);  // then forces are not known
        Vec3       now  = held ? push[k] : xyz(v) + kick * ((1 / mass[i]) * f + gravity) + dt * push[k];
        if (faces.touched(k)) now = held_off(k, now);
        Vec3 way = now + drift[k];
        if (held) now = way = push[k];
        if (bonds.flat) now.z = way.z = 0;
        const Vec3 far = dt * way + Vec3{lost[0][k], lost[1][k], lost[2][k]}, to = xyz(x) + far, left = far - (to - xyz(x));
        next_motion[i] = with_w(now, v.w);
        next_site[i]   = with_w(to, x.w);
        lost[0][k] = left.x, lost[1][k] = left.y, lost[2][k] = left.z;
    }
};

struct Leave {
    View<const Index> row, pin;
    View<const Vec4>  position, velocity;
    View<Vec3>        recoil, to_drift;
    View<Vec4>        to_position, to_velocity;
    float             dt;

    MOTE_FN void operator()(Index k) const {
        const Index i    = row[k];
        const Vec3  more = solid::hand_back(xyz(position[i]), xyz(velocity[i]), dt, to_position[i], to_velocity[i], to_drift[i]);
        recoil[i]        = pin[i] > 0 ? Vec3{} : (1 / dt) * more;
    }
};

}  // namespace

Stiffness::Stiffness(const LatticeSettings& settings) : distance(settings.distance()), shell(site_count(settings.flat())) {
    const float s = settings.spacing, volume = settings.flat() ? s * s : s * s * s, d = float(settings.dimension);
    pair = settings.flat() ? 1.1547005f : 0.70710678f * distance;
    bulk = volume * d * d / (distance * distance);
    for (Index n = 0; n <= most_sites; ++n) face[n] = n == 0 ? 0.f : min(std::pow(float(shell) / float(min(float(n), float(shell))), 0.6f), 1.5f);
    for (Index n = 0; n <= most_sites; ++n) part[n] = settings.flat() ? std::pow(min(float(n) / float(shell), 1.f), 3.f) : 1.f;
}

float Lattice::stable_step(std::span<const Material> materials, const LatticeSettings& settings) {
    const Stiffness stiffness(settings);
    const float     s = settings.spacing, volume = settings.flat() ? s * s : s * s * s;
    float           least = 1e30f;
    for (const Material& m : materials) {
        if (!m.is_lattice()) continue;
        const float k = stiffness.of_pairs(m.lattice, stiffness.shell), mass = settings.lightest * m.rest_density * volume;
        // Standing waves of a single spring per bond have (4 or 3)^2 k/m; changes of volume add to it as to the speed of sound. The shortest waves have less, but particles that walls press more,
        // and hits would gain energy (docs/decisions/034). Dashpots act along bonds alone: they take 20 (15) k/m of their time from the shortest waves, whatever Poisson's ratio is.
        const float most = (settings.flat() ? 9.f : 16.f) * k / mass * (m.lattice.lame + 2 * m.lattice.shear) / (2 * m.lattice.shear);
        const float w    = std::sqrt(most), zeta = 0.5f * m.lattice.damping * (settings.flat() ? 15.f : 20.f) * k / mass / w;
        least            = min(least, 0.8f * 2 / w * (std::sqrt(1 + zeta * zeta) - zeta));
    }
    return least;
}

void Lattice::touch(const Exec& exec, std::span<const SolidFace> faces, Index bodies) { faces_.take(exec, faces, count_, bodies); }

void Lattice::begin(const Exec& exec, const Particles& p, const Neighbours& neighbours, View<const Material> materials, View<const Drive> pins, const LatticeSettings& settings, const Pace& pace) {
    for (Scratch<Vec4>* rows : {&site_[0], &site_[1], &motion_[0], &motion_[1]}) rows->resize(exec, p.size() + 1);
    for (Scratch<Vec4>* rows : {&pull_[0], &pull_[1], &pull_[2]}) rows->resize(exec, p.size() + 1);
    push_.resize(exec, count_ + 1), drift_.resize(exec, count_ + 1), near_.resize(exec, count_ + 1), room_->touch.resize(exec, count_ + 1), grip_.resize(exec, whole_batches(count_));
    for (Scratch<float>& lost : lost_) lost.resize(exec, whole_batches(count_));
    parallel_for(exec, "lattice rows", p.size() + 1, Begin{p.position_volume.read(), p.velocity_density.read(), {site_[0].write(), site_[1].write()}, {motion_[0].write(), motion_[1].write()}});
    const Pinned pinned{pin.read(), timed_ ? holds_.read() : View<const Index>{}};
    parallel_for(exec, "lattice rows", count_,
                 Enter{row_.read(), pinned, pin.read(), pins, p.position_volume.read(), p.acceleration.read(), p.drift.read(), push_.write(), drift_.write(), settings.gravity, pace.kick / pace.dt});
    const Bonds made = bonds_of(settings);
    parallel_for(exec, "lattice rows", made.stride,
                 FindGrip{made, p.material.read(), materials, hold.read(), p.mass.read(), pinned, Stiffness(settings), grip_.write(), {motion_[0].write(), motion_[1].write()}, {lost_[0].write(), lost_[1].write(), lost_[2].write()}, pace.dt / float(pace.steps)});
    find_grasp(exec, p, materials, settings);
    find_thin(exec, p, settings);
    const MayTouch may_touch{p.position_volume.read(), rows(), settings.distance()};
    parallel_for_batches(exec, "lattice contact", count_, CountDocked{made, may_touch, deep_.read(), near_.write()});
    const auto found = reduce(exec, "lattice contact", count_, FindNear::Counts{}, FindNear{neighbours.view(), may_touch, made, deep_.read(), motion_[0].read(), near_.write()}, Plus{});
    room_->touches = found.near > 0, room_->rubs = found.rub > 0;
    room_->care.resize(exec, count_ + 1);
    parallel_for_batches(exec, "lattice contact", count_, FindCare{made, faces_.at(0), near_.read(), room_->is_thin ? room_->bends.read() : View<const Index>{}, pinned, push_.read(), drift_.read(), {motion_[0].write(), motion_[1].write()}, room_->touch.write(), room_->care.write(), solids_ == nullptr});
}

void Lattice::find_frames(const Exec& exec, const LatticeSettings& settings) {
    parallel_for_batches(exec, "lattice frames", count_,
                         Frames{bonds_of(settings), site_[0].read(), grip_.read(), {{turn_[0].read(), turn_[1].read(), turn_[2].read()}}, {turn_[0].write(), turn_[1].write(), turn_[2].write()},
                                {pull_[0].write(), pull_[1].write(), pull_[2].write()}});
}

void Lattice::short_step(const Exec& exec, const Particles& p, const Neighbours& neighbours, View<const Material> materials, const LatticeSettings& settings, float kick, float elapsed, float dt) {
    find_frames(exec, settings);
    yield(exec, p, materials, settings, kick);
    if (room_->touches)
        parallel_for(exec, "lattice contact", count_,
                     Touch{bonds_of(settings), neighbours.view(), {p.position_volume.read(), rows(), settings.distance()}, site_[0].read(), motion_[0].read(), grip_.read(), near_.read(), p.body.read(), p.mass.read(), hold.read(), p.material.read(), materials,
                           {{turn_[0].read(), turn_[1].read(), turn_[2].read()}}, {pull_[0].write(), pull_[1].write(), pull_[2].write()}, room_->touch.write(), kick});
    resist_bending(exec, settings);
    parallel_for_batches(exec, "lattice force", count_,
                 Move{{bonds_of(settings), site_[0].read(), motion_[0].read(), {pull_[0].read(), pull_[1].read(), pull_[2].read()}, room_->rubs}, bonds_of(settings), site_[0].read(),
                      motion_[0].read(), faces_.at(elapsed), room_->care.read(), {pin.read(), timed_ ? holds_.read() : View<const Index>{}}, p.mass.read(), p.material.read(), materials, push_.read(), drift_.read(), room_->touch.read(),
                      site_[1].write(), motion_[1].write(), faces_.push.write(), {lost_[0].write(), lost_[1].write(), lost_[2].write()}, settings.gravity, kick, dt, settings.spacing});
}

solid::Felt Lattice::felt() { return faces_.felt(site_[0].read(), row_.read()); }

void Lattice::end_short_step() { std::swap(site_[0], site_[1]), std::swap(motion_[0], motion_[1]); }

void Lattice::advance(const Exec& exec, const Particles& p, const Neighbours& neighbours, std::span<const Material> list, View<const Material> materials, View<const Drive> pins,
                      const LatticeSettings& settings, const Pace& pace) {
    const float dt = pace.dt / float(pace.steps), stable = stable_step(list, settings);
    if (dt > 1.00001f * stable) throw Error("a short step of a virtual material is " + std::to_string(dt) + " s, and up to " + std::to_string(stable) + " s are stable");
    begin(exec, p, neighbours, materials, pins, settings, pace);
    for (int n = 0; n < pace.steps; ++n) {
        short_step(exec, p, neighbours, materials, settings, n == 0 ? 0.5f * (min(pace.last_step, stable) + dt) : dt, float(n) * dt, dt);
        end_short_step();
    }
}

void Lattice::leave(const Exec& exec, Particles& p, float dt) {
    parallel_for(exec, "lattice rows", count_,
                 Leave{row_.read(), pin.read(), site_[0].read(), motion_[0].read(), recoil.write(), p.drift.write(), p.position_volume.write(), p.velocity_density.write(), dt});
}

}  // namespace mote
