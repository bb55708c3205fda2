// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Impulses that keep bodies apart, found by sweeps over touches, one after the other [Moreau 1988; Jean 1999, "The non-smooth contact dynamics method"]. Along the normal
// what approaches stops where the gap is closed, or bounces by Newton's law; across it what slips is stopped by at most friction times press. Each step begins with
// the impulses of the last: stacks at rest take one or two sweeps.
#include <algorithm>
#include <cmath>

#include "touch.h"

namespace mote {

using namespace rigid;

struct RigidContact::Room {
    TouchFinder        finder;
    std::vector<Mover> bodies;
    std::vector<Touch> touches;
};

namespace {

constexpr double allowed_depth = 0.005;  // in spacings: what stays, so that touches do not come and go
constexpr double parting_time  = 0.02;   // in which the rest goes [s]
constexpr double parting_speed = 50;     // spacings a second at most
constexpr double exactness     = 1e-4;   // of a hit
constexpr int    most_sweeps   = 200;

/// What the solve works on.
struct System {
    std::vector<Mover>& bodies;
    std::vector<Touch>& touches;

    bool  has(Index k) const { return k < bodies.size(); }
    Vec3d speed(const Touch& t) const { return bodies[t.a].speed(t.x) - (has(t.b) ? bodies[t.b].speed(t.x) : t.wall); }
    /// The speed that a unit of push along d gives to the place of a touch, along d.
    double yield(const Touch& t, const Vec3d& d) const {
        double sum = 0;
        for (const Index k : {t.a, t.b})
            if (has(k)) {
                const Vec3d about = cross(t.x - bodies[k].centre(), d);
                sum += bodies[k].lightness + dot(about, bodies[k].ease * about);
            }
        return sum;
    }
    void push(const Touch& t, const Vec3d& impulse) {
        for (const Index k : {t.a, t.b})
            if (has(k) && bodies[k].lightness > 0) {
                Mover&      m = bodies[k];
                const Vec3d j = k == t.a ? impulse : -impulse;
                const Vec3d about = cross(t.x - m.centre(), j);
                m.impulse += j, m.moment += about;
                m.velocity += m.lightness * j;
                m.spin += m.ease * about;
            }
    }
    /// Returns how much it changed of a speed.
    double mend(Touch& t, double asked) {
        const double press = std::max(t.press + (asked - dot(speed(t), t.normal)) * t.weight, 0.0), more = press - t.press;
        push(t, more * t.normal);
        t.press = press;
        const bool rubs = t.friction > 0 && (press > 0 || !(t.rub == Vec3d{}));
        return std::max(std::abs(more) / t.weight, rubs ? rub(t) : 0);
    }
    double rub(Touch& t) {
        const Vec3d  v = speed(t), across = v - dot(v, t.normal) * t.normal;
        const double size = length(across), most = t.friction * t.press;
        const double give = size > 0 ? yield(t, across / size) : 0;
        Vec3d        rubs = give > 0 ? t.rub - across / give : t.rub;
        if (const double n = length(rubs); n > most) rubs = (most / n) * rubs;
        const Vec3d more = rubs - t.rub;
        push(t, more);
        t.rub = rubs;
        return length(more) * give;
    }
    /// Sweeps until no speed changes by more than `enough`, or a share of what it was.
    int sweep(bool parting, double enough) {
        for (int k = 1; k <= most_sweeps; ++k) {
            double most = 0;
            for (std::size_t i = 0; i < touches.size(); ++i) {
                Touch& t = touches[k % 2 ? i : touches.size() - 1 - i];  // to and fro: a push goes through a stack in one sweep
                most     = std::max(most, mend(t, parting ? t.asked : t.settled) / (enough + exactness * t.before));
            }
            if (most < 1) return k;
        }
        return most_sweeps;
    }
};

/// Where bodies are and how they move.
void find_bodies(const BodyTable& t, std::span<const RigidContact::Surface> surfaces, std::span<const Drive> pins, const RigidContact::Pace& pace, std::vector<Mover>& bodies) {
    bodies.clear();
    for (Index b = 0; b < t.rows(); ++b) {
        const Index pin  = t.pin.host()[b];
        const Mat3d ease = inverse_inertia(t.moments.host()[b], t.turn.host()[b] * t.axes.host()[b], pace.flat);
        Mover       m{{surfaces[b].shape.get(), false, t.turn.host()[b], t.rest_centre.host()[b], t.centre.host()[b]},
                &surfaces[b],
                t.velocity.host()[b],
                ease * t.angular_momentum.host()[b],
                pin ? Mat3d{} : ease,
                pin ? 0 : 1 / t.mass.host()[b],
                0,
                pin ? &pins[pin - 1] : nullptr,
                {}};
        const Box& at_rest = surfaces[b].box;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 q{corner & 1 ? at_rest.low.x : at_rest.high.x, corner & 2 ? at_rest.low.y : at_rest.high.y, corner & 4 ? at_rest.low.z : at_rest.high.z};
            m.radius = std::max(m.radius, length(wide(q) - m.site.from));
            m.box.include(narrow(m.site.now(wide(q))));
        }
        const float more = float(0.1 * pace.spacing + pace.dt * m.fastest());
        m.box            = {m.box.low - Vec3{more, more, more}, m.box.high + Vec3{more, more, more}};
        bodies.push_back(m);
    }
}

/// How fast it must part at least, and how hard it pressed in the last step.
void set_up(System& system, Touch& t, std::span<const Material> materials, std::span<const RigidContact::Wall> walls, const RigidContact::Pace& pace) {
    const auto& bodies = system.bodies;
    const bool  both   = system.has(t.b);
    const auto  made_of = [&](const Mover& m) -> const Material& {
        return materials[m.surface->material_at ? m.surface->material_at(narrow(m.site.rest(t.x))) : m.surface->material];
    };
    const Material &a = made_of(bodies[t.a]), &b = both ? made_of(bodies[t.b]) : a;
    if (!both) t.wall = wide(walls[t.b - bodies.size()].drive(narrow(t.x)));
    t.friction = 0.5 * double(a.friction + b.friction);
    t.weight   = 1 / system.yield(t, t.normal);
    // What comes faster than weight makes it in a step or two is a hit, and what gets there in this step bounces.
    const double before = dot(system.speed(t), t.normal), hit = 2 * pace.gravity * pace.kick;
    t.before            = length(system.speed(t));
    const double bounce = before < -hit && t.gap + before * pace.dt < 0 ? -0.5 * double(a.restitution + b.restitution) * before : 0;
    t.settled = t.gap > 0 && bounce == 0 ? -t.gap / pace.dt : bounce;
    t.asked   = std::max(t.settled, std::min((1 - std::exp(-pace.dt / parting_time)) * (-t.gap / pace.spacing - allowed_depth) / pace.dt, parting_speed) * pace.spacing);
    if (t.gap > 0) t.asked = t.settled;
}

/// Each impulse of the last step goes to the touch of the same pair that is nearest to where it was.
void begin_with(const TouchTable& last, System& system, const RigidContact::Pace& pace) {
    auto&       touches = system.touches;
    std::size_t first   = 0;
    for (Index row = 0; row < last.rows(); ++row) {  // both are sorted by pairs
        const Index a = last.first.host()[row], b = last.second.host()[row];
        while (first < touches.size() && (touches[first].a < a || (touches[first].a == a && touches[first].b < b))) ++first;
        const Vec3d at      = last.at.host()[row];
        Touch*      nearest = nullptr;
        double      least   = 2 * pace.spacing;
        for (std::size_t k = first; k < touches.size() && touches[k].a == a && touches[k].b == b; ++k)
            if (const double d = length(system.bodies[a].site.rest(touches[k].x) - at); d < least) nearest = &touches[k], least = d;
        if (!nearest) continue;
        const Vec3d  push  = pace.kick * last.push.host()[row];
        const double press = dot(push, nearest->normal);
        if (!(press > 0)) continue;
        nearest->press += press;
        nearest->rub += push - press * nearest->normal;
        system.push(*nearest, push);
    }
}

void keep(const System& system, const RigidContact::Pace& pace, TouchTable& table) {
    const Index rows = Index(std::count_if(system.touches.begin(), system.touches.end(), [](const Touch& t) { return t.press > 0; }));
    if (rows == 0 && table.rows() == 0) return;
    table.restore(rows, rows);
    const auto first = table.first.edit(), second = table.second.edit();
    const auto at = table.at.edit(), push = table.push.edit();
    Index      k = 0;
    for (const Touch& t : system.touches) {
        if (!(t.press > 0)) continue;
        first[k] = t.a, second[k] = t.b;
        at[k]     = system.bodies[t.a].site.rest(t.x);
        push[k++] = (1 / pace.kick) * (t.press * t.normal + t.rub);
    }
}

}  // namespace

int RigidContact::solve(const Exec& exec, BodyTable& t, std::span<const Material> materials, std::span<const Wall> walls, std::span<const Drive> pins, const Pace& pace) {
    const Timed timed(exec, "rigid contact");
    if (!room_) room_ = std::make_shared<Room>();
    System system{room_->bodies, room_->touches};
    find_bodies(t, surfaces, pins, pace, system.bodies);
    room_->finder.find(exec, system.bodies, walls, pace, system.touches);
    for (Touch& touch : system.touches) set_up(system, touch, materials, walls, pace);
    begin_with(table, system, pace);
    const double enough = 1e-4 * pace.gravity * pace.kick + 1e-9;
    int          sweeps = system.sweep(true, enough);
    parting_.assign(t.rows(), {});
    for (Index b = 0; b < t.rows(); ++b) parting_[b] = {system.bodies[b].velocity, system.bodies[b].spin};
    sweeps += system.sweep(false, enough);
    for (Index b = 0; b < t.rows(); ++b) {
        const Mover& m = system.bodies[b];
        parting_[b]    = {parting_[b].along - m.velocity, parting_[b].about - m.spin};
        if (m.pin) continue;
        t.velocity.edit()[b]         = m.velocity;
        t.angular_momentum.edit()[b] = t.angular_momentum.host()[b] + m.moment;
        t.hold.edit()[b]             = (1 / pace.kick) * m.impulse;
        t.hold_moment.edit()[b]      = (1 / pace.kick) * m.moment;
    }
    keep(system, pace, table);
    return sweeps;
}

}  // namespace mote
