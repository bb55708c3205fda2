// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One long step of elastic bodies. Velocities are half a step behind, as in the explicit one, v -> v' with x' = x + dt (v' + drift). Stress acts as in
// Newmark's scheme, linearised at x: with K the change of -f with x and c between 0 (no damping) and 1 (backward Euler) [Newmark 1959; Hughes, The Finite
// Element Method, 9.1],
//     m (v' - v) = dt [f - a dt K v' + b dt K v] + dt push,   a = (1 + c)^2/4,   b = (1 - c)^2/4,
// stable for any dt. Vibrations faster than the step shrink by (1 - c)/(1 + c) in each; slow ones, of angular frequency w, by exp(-c (w dt)^2/2). From
// c = 0.42 on, where a is 1/2, a body let go does not overshoot. Rayleigh's damping is in f for v; for v' - v it is implicit.
//
// K is definite (elastic_change.h), and has two parts. That of strain does nothing to rotations. That of tension would brake them, by (w dt)^2 in a step of
// backward Euler; it acts on v' - v alone, which in a steady rotation points to the axis, as the tension does. What is left, of higher order in dt,
// keep_spins takes back. So neither linear nor angular momentum is lost.
//
// Solved for v' - v by conjugate gradients from the last step's [Hestenes & Stiefel 1952]. The preconditioner is the mass times a number of the material:
// within a body its inverse does nothing to momenta either, so what pushes give arrives also where the solve ends early. To it comes a coarse grid (coarse.h),
// which does nothing to linear momentum.
#include <algorithm>
#include <numeric>

#include "coarse.h"
#include "contact.h"
#include "mote/scene.h"
#include "mote/solids.h"
#include "sweeps.h"

namespace mote {

using namespace solid;

namespace {

/// By what the parts of K act.
struct Parts {
    float ahead, damped, geometric;  // [s], and 1 or 0
};

/// The stiffness of a row, with its volume, and with K_i behind `right`.
struct Stiffen {
    View<const MaterialId>  material;
    View<const Material>    materials;
    View<const Mat3>        deformation;
    ShapeView               shape;
    View<StressChange>      stiffness;

    MOTE_FN void operator()(Index i) const {
        const Mat3   f = deformation[i];
        const float  v = shape.strained[i];
        StressChange c = stress_change_at(materials[material[i]].elastic, f);
        c.left         = along_sheet(c.left, f, shape.rank(i), shape.axis[i]);
        c.right        = shape.inverse_moment(i) * c.right;
        c.tension = v * c.tension, c.lame *= v, c.shear *= v;
        c.along *= v, c.mixed *= v, c.twist *= v, c.pull *= v;
        stiffness[i] = c;
    }
};

/// A_i of a change of places.
struct Strain {
    Moved                    moved;
    ShapeView                shape;
    View<const StressChange> stiffness;
    View<Vec4>               rows[3];
    Parts                    parts;

    MOTE_FN void operator()(Index i) const {
        const StressChange& c = stiffness[i];
        const Mat3          m = moved(i);
        const float         k = parts.ahead * shape.stiffness(i);
        const Mat3          p = stress_change(c, m * c.right, parts.ahead + parts.damped * c.damping, parts.geometric * parts.ahead);
        const Mat3          a = p * transpose(c.right) - k * (m * shape.inverse_moment(i));
        rows[0][i] = with_w(a.row[0], k), rows[1][i] = with_w(a.row[1], 0), rows[2][i] = with_w(a.row[2], 0);
    }
};

/// What is known before: the change of velocity as last time, and the way that damping and drift act on.
struct Begin {
    View<const Vec3>  push, drift, recoil;
    View<const Vec4>  velocity;
    View<const Index> pin;
    View<Vec3>        change;
    View<Vec4>        direction;
    Index             rows;
    float             dt, lasting;  // lasting: of the velocity, as a share of a drift

    MOTE_FN void operator()(Index i) const {
        if (i == rows) return void(direction[i] = {0, 0, 0, 0});
        const Vec3 v = xyz(velocity[i]);
        const bool held = pin[i] > 0;
        change[i]    = held ? push[i] - v : dt * (push[i] + recoil[i]);
        direction[i] = with_w(lasting * v + (held ? Vec3{} : drift[i]), 0);
    }
};

struct Sums {
    double left = 0, whole = 0;
    MOTE_HOT friend Sums operator+(const Sums& a, const Sums& b) { return {a.left + b.left, a.whole + b.whole}; }
};

/// The preconditioner of a row: its mass times a number of its material, inverted.
struct Weigh {
    View<const Vec4>       position;  // with the inverse of the mass
    View<const MaterialId> material;
    View<const Material>   materials;
    View<float>            inverse;
    float                  kick, ahead, spacing;

    MOTE_FN void operator()(Index i) const {
        const Material& m    = materials[material[i]];
        const float     rate = wave_speed(m.elastic, m.rest_density) / spacing;
        inverse[i]           = position[i].w / (1 + kick * (ahead + m.elastic.damping) * rate * rate);
    }
};
struct Scale {
    View<const Vec4>  position;
    View<const float> inverse;

    MOTE_FN float mass(Index i) const { return 1 / position[i].w; }
};

/// Momentum that the step gives to a row that does not change its velocity.
struct Given {
    Force             stress, lasting;
    Scale             scale;
    View<const Vec3>  push;
    View<const Index> pin;
    View<Vec3>        residual;
    float             kick, dt;
    bool              flat;

    MOTE_FN Sums operator()(Index i) const {
        Vec3 a = kick * stress(i), b = kick * lasting(i), c = (dt * scale.mass(i)) * push[i];
        if (pin[i] > 0) a = b = c = {};
        if (flat) a.z = b.z = c.z = 0;
        residual[i] = a + b + c;
        const Vec3  x        = xyz(scale.position[i]);
        const float rounding = 1.2e-7f * length(x) / dt;  // of places: velocities below change none of them
        return {double(rounding * rounding / scale.inverse[i]), double(scale.inverse[i] * (dot(a, a) + dot(b, b) + dot(c, c)))};
    }
};

/// (M + kick K) of a change of velocities.
struct Product {
    Force             force;
    Scale             scale;
    View<const Index> pin;
    float             kick;
    bool              flat;

    MOTE_HOT Vec3 operator()(Index i) const {
        Vec3 q = scale.mass(i) * xyz(force.position[i]) - kick * force(i);
        if (pin[i] > 0) q = {};
        if (flat) q.z = 0;
        return q;
    }
};
struct Residual {
    Product    product;
    View<Vec3> residual;

    MOTE_FN Sums operator()(Index i) const {
        const Vec3 r = residual[i] - product(i);
        residual[i]  = r;
        return {double(product.scale.inverse[i] * dot(r, r)), 0};
    }
};
struct Along {
    Product    product;
    View<Vec3> result;

    MOTE_FN double operator()(Index i) const {
        const Vec3 q = product(i);
        result[i]    = q;
        return double(dot(xyz(product.force.position[i]), q));
    }
};

/// The preconditioned residual; sums its product with the residual.
struct Correct {
    View<const Vec3>  residual;
    View<const Index> pin;
    Scale             scale;
    GridView          grid;
    View<Vec3>        corrected;
    bool              flat;

    MOTE_FN double operator()(Index i) const {
        const Vec3 r = residual[i];
        Vec3       z = scale.inverse[i] * r + grid(i);
        if (pin[i] > 0) z = {};
        if (flat) z.z = 0;
        corrected[i] = z;
        return double(dot(r, z));
    }
};

struct Turn {
    View<const Vec3> corrected;
    View<Vec4>       direction;
    float            share;

    MOTE_FN void operator()(Index i) const {
        const Vec3 kept = share == 0 ? Vec3{} : share * xyz(direction[i]);
        direction[i]    = with_w(corrected[i] + kept, 0);
    }
};

struct Advance {
    View<const Vec4> direction;
    View<const Vec3> product;
    Scale            scale;
    View<Vec3>       residual, change;
    float            length;

    MOTE_FN double operator()(Index i) const {
        const Vec3 r = residual[i] - length * product[i];
        residual[i]  = r;
        change[i] += length * xyz(direction[i]);
        return double(scale.inverse[i] * dot(r, r));
    }
};

struct Finish {
    View<const Vec3>  change, drift;
    View<const Vec4>  position;
    View<const Index> pin;
    View<Vec4>        velocity, next;
    float             dt;
    bool              flat;

    MOTE_FN void operator()(Index i) const {
        Vec3 now = xyz(velocity[i]) + change[i], way = pin[i] > 0 ? now : now + drift[i];
        if (flat) now.z = way.z = 0;
        velocity[i] = with_w(now, 0);
        next[i]     = with_w(xyz(position[i]) + dt * way, position[i].w);
    }
};

struct Copy {
    View<const Vec3> from;
    View<Vec4>       to;

    MOTE_FN void operator()(Index i) const { to[i] = with_w(from[i], 0); }
};

}  // namespace

struct Solids::Room {
    Scratch<StressChange> stiffness;
    Scratch<Vec4>         direction, rows[3];
    Scratch<Vec3>         residual, change, product;
    Scratch<float>        inverse;
    CoarseGrid            grid;
};

Solids::Solids(Particles& particles, std::span<const Material> materials)
    : rest(particles.device()), place(particles, "solid", "", none), stress(particles, "stress", "Pa", 0, Life::step), room_(std::make_unique<Room>()) {
    for (const Material& m : materials)
        if (m.is_elastic() && m.plastic.kind != Plastic::Kind::none && !plastic) plastic = std::make_unique<PlasticState>(rest, particles);
}
Solids::~Solids() = default;

void Solids::find_bodies(const Exec& exec) {
    room_                   = std::make_unique<Room>();
    const auto         body = rest.body.host();
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

int Solids::solve(const Exec& exec, View<const Material> materials, const Pace& pace, const SolidSolverSpec& spec) {
    Room&       r    = *room_;
    const Index rows = elastic_rows_;
    r.stiffness.resize(exec, rows), r.direction.resize(exec, rows + 1);
    r.residual.resize(exec, rows), r.change.resize(exec, rows), r.product.resize(exec, rows), r.inverse.resize(exec, rows);
    for (Scratch<Vec4>& row : r.rows) row.resize(exec, rows + 1);
    const auto a = r.rows[0].write(), b = r.rows[1].write(), c = r.rows[2].write();
    parallel_for(exec, "solid rows", 1, [=] MOTE_LAMBDA(Index) { a[rows] = b[rows] = c[rows] = {0, 0, 0, 0}; });

    const float dt = pace.dt, kick = 0.5f * (pace.last_step + dt), more = 0.5f * (1 + spec.dissipation), less = 1 - more;
    const float ahead = more * more * dt;
    const auto  places = rest.rest_position_volume.read();
    const auto  pin    = pins();
    parallel_for(exec, "solid rows", rows, Weigh{position_.read(), rest.material.read(), materials, r.inverse.write(), kick, ahead, spacing_});
    const Scale scale{position_.read(), r.inverse.read()};
    const auto  strain = [&](const Parts& parts) {
        parallel_for(exec, "strain change", rows,
                     Strain{{neighbours_.view(), weights_.view(), places, r.direction.read()}, shape(), r.stiffness.read(), {a, b, c}, parts});
    };
    const auto force  = [&] { return Force{neighbours_.view(), weights_.view(), places, r.direction.read(), {r.rows[0].read(), r.rows[1].read(), r.rows[2].read()}}; };
    const auto matrix = [&] { return Product{force(), scale, pin, kick, flat_}; };

    find_stress(exec, materials, contact_of(nullptr), kick);
    parallel_for(exec, "stiffness", rows,
                 Stiffen{rest.material.read(), materials, rest.deformation.read(), shape(), r.stiffness.write()});
    if (!r.grid.is_laid()) r.grid.lay(exec, rest, body_rows_.host(), body_first_, spacing_);
    r.grid.factor(exec, rest, materials, {position_.read(), pin, kick, ahead});
    parallel_for(exec, "solid rows", rows + 1,
                 Begin{push_.read(), drift_.read(), rest.recoil.read(), velocity_.read(), pin, r.change.write(), r.direction.write(), rows, dt,
                       max(1 - less * less * pace.last_step / ahead, 0.f)});
    strain({ahead, 0, 0});
    const Sums given = reduce(exec, "elastic force", rows, Sums{},
                              Given{{neighbours_.view(), weights_.view(), places, position_.read(), {stress_[0].read(), stress_[1].read(), stress_[2].read()}},
                                    force(), scale, push_.read(), pin, r.residual.write(), kick, dt, flat_},
                              Plus{});
    parallel_for(exec, "solid rows", rows, Copy{r.change.read(), r.direction.write()});
    strain({ahead, 1, 1});
    double left = reduce(exec, "elastic force", rows, Sums{}, Residual{matrix(), r.residual.write()}, Plus{}).left;

    int          iterations = 0;
    double       before     = 0;
    const double enough     = double(spec.tolerance) * double(spec.tolerance) * given.whole + given.left;
    for (; iterations < spec.most_iterations && left > enough; ++iterations) {
        const auto   grid    = r.grid.solve(exec, r.residual.read());
        const double descent = reduce(exec, "solid rows", rows, 0.0, Correct{r.residual.read(), pin, scale, grid, r.product.write(), flat_}, Plus{});
        parallel_for(exec, "solid rows", rows, Turn{r.product.read(), r.direction.write(), iterations == 0 ? 0.f : float(descent / before)});
        strain({ahead, 1, 1});
        const double along = reduce(exec, "elastic force", rows, 0.0, Along{matrix(), r.product.write()}, Plus{});
        if (!(along > 0)) break;  // what is left is below the smallest number
        left   = reduce(exec, "solid rows", rows, 0.0,
                        Advance{r.direction.read(), r.product.read(), scale, r.residual.write(), r.change.write(), float(descent / along)}, Plus{});
        before = descent;
    }
    keep_spins(exec, r.change.write(), dt);
    parallel_for(exec, "solid rows", rows,
                 Finish{r.change.read(), drift_.read(), position_.read(), pin, velocity_.write(), next_position_.write(), dt, flat_});
    std::swap(position_, next_position_);
    return iterations;
}

}  // namespace mote
