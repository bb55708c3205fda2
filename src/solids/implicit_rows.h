// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The rows of the linear system of an implicit step (implicit.cpp).
#pragma once
#include "coarse.h"
#include "deformation.h"

namespace mote::solid {

/// By what the parts of K act.
struct Parts {
    float ahead, damped, geometric;  // [s], and 1 or 0
};

/// The stiffness of a row, with its volume, and with K_i behind `right`.
struct Stiffen {
    View<const MaterialId>  material;
    View<const Material>    materials;
    View<const Mat3>        deformation, inverse_plastic;  // the second is there where something is plastic
    View<const float>       plastic_strain;
    ShapeView               shape;
    View<StressChange>      stiffness;
    View<float>             beside_;

    MOTE_FN void operator()(Index i) const {
        const Mat3   f = deformation[i], plastic = inverse_plastic.data ? inverse_plastic[i] : identity();
        const float  v = shape.stressed(i);
        StressChange c = stress_change_at(materials[material[i]].elastic, inverse_plastic.data ? f * plastic : f);
        c.left         = along_sheet(c.left, f, shape.rank(i), shape.axis[i]);
        c.right        = shape.inverse_moment(i) * (inverse_plastic.data ? plastic * c.right : c.right);
        beside_[i]     = beside(shape, materials[material[i]], i, plastic_strain);
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
    View<const float>        beside;
    View<const MaterialId>   material;
    View<const Material>     materials;
    View<const Mat3>         deformation;
    View<Vec4>               rows[3];
    Parts                    parts;

    MOTE_FN void operator()(Index i) const {
        const StressChange& c = stiffness[i];
        const Mat3          m = moved(i), inverse = shape.inverse_moment(i), df = m * inverse;
        const float         k = parts.ahead * beside[i];
        const Mat3          p = stress_change(c, m * c.right, parts.ahead, parts.geometric * parts.ahead);
        Mat3                a = p * transpose(c.right) - k * df;
        if (parts.damped > 0 && c.damping > 0) a = a + damping(i, df) * inverse;
        rows[0][i] = with_w(a.row[0], k), rows[1][i] = with_w(a.row[1], 0), rows[2][i] = with_w(a.row[2], 0);
    }
    /// Of Green's strain, as the stress has it. By that of the law, which differs where matter is deformed far, a pulled bar would be damped at the start of the step by more than at its end,
    /// and shake.
    MOTE_HOT Mat3 damping(Index i, const Mat3& df) const {
        const Elastic& e = materials[material[i]].elastic;
        const Mat3     f = deformation[i], along = along_sheet(f, f, shape.rank(i), shape.axis[i]);
        return along * hooke(e, (parts.damped * shape.stressed(i) * damping_share(f) * e.damping) * symmetric(transpose(along) * df));
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
    View<const float>      size;  // where sizes differ

    MOTE_FN void operator()(Index i) const {
        const Material& m    = materials[material[i]];
        const float     rate = wave_speed(m.elastic, m.rest_density) / (size.data ? size[i] : spacing);
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
    View<Vec3>        given;
    float             kick, dt;
    bool              flat;

    MOTE_FN Sums operator()(Index i) const {
        Vec3 a = kick * stress(i), b = kick * lasting(i), c = (dt * scale.mass(i)) * push[i];
        if (pin[i] > 0) a = b = c = {};
        if (flat) a.z = b.z = c.z = 0;
        given[i] = a + b + c;
        const Vec3  x        = xyz(scale.position[i]);
        const float rounding = 3e-8f * length(x) / dt;  // of places, times what averages out: what is below is noise
        return {double(rounding * rounding / scale.inverse[i]), double(scale.inverse[i] * (dot(a, a) + dot(b, b) + dot(c, c)))};
    }
};

/// (M + kick K) of a change of velocities, less what surfaces give.
struct Product {
    Force             force;
    Scale             scale;
    View<const Index> pin;
    View<const Vec3>  touch;  // what surfaces give, where there are some
    float             kick;
    bool              flat;

    MOTE_HOT Vec3 operator()(Index i) const {
        Vec3 q = scale.mass(i) * xyz(force.position[i]) - kick * force(i);
        if (touch.data) q -= touch[i];
        if (pin[i] > 0) q = {};
        if (flat) q.z = 0;
        return q;
    }
};
struct Residual {
    Product          product;
    View<const Vec3> given;
    View<Vec3>       residual;

    MOTE_FN Sums operator()(Index i) const {
        const Vec3 r = given[i] - product(i);
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
    View<const Vec4>  held;  // as of Press, where there is something
    View<const float> rubbed;
    View<Vec3>        corrected;
    bool              flat;

    /// (1/inverse + held n n^T + rubbed (1 - n n^T))^-1 r.
    MOTE_HOT Vec3 own(Index i, const Vec3& r) const {
        const float a = scale.inverse[i];
        if (!held.data || !(held[i].w > 0)) return a * r;
        const Vec3  n = xyz(held[i]);
        const float along = a / (1 + a * held[i].w), across = a / (1 + a * rubbed[i]);
        return across * r + ((along - across) * dot(n, r)) * n;
    }
    MOTE_FN double operator()(Index i) const {
        const Vec3 r = residual[i];
        Vec3       z = own(i, r) + grid(i);
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
    View<const Vec4>  position, before;
    View<const Index> pin;
    View<Vec4>        velocity, next;  // the first where it is not only asked where rows would be
    View<Vec3>        fine;            // what floats leave out of places
    float             dt;
    bool              flat;

    MOTE_FN void operator()(Index i) const {
        Vec3 now = xyz(before[i]) + change[i], way = pin[i] > 0 ? now : now + drift[i];
        if (flat) now.z = way.z = 0;
        const Vec3 gone = dt * way + fine[i];
        next[i]         = with_w(xyz(position[i]) + gone, position[i].w);
        if (velocity.data) velocity[i] = with_w(now, 0), fine[i] = gone - (xyz(next[i]) - xyz(position[i]));
    }
};

/// Lambda over the shear modulus, of what is nearly incompressible: a Poisson's ratio above 0.45.
constexpr float nearly_incompressible = 10;

struct IsIncompressible {
    View<const MaterialId> material;
    View<const Material>   materials;

    MOTE_FN Index operator()(Index i) const {
        const Elastic& e = materials[material[i]].elastic;
        return e.lame + e.volume > nearly_incompressible * e.shear ? 1 : 0;
    }
};

/// Rows that a step turns inside out, or makes much thinner, or, nearly incompressible, squeezes by what is not linear in it with more than their shear modulus: there what is
/// linear tells nothing of what they do.
struct IsCrushed {
    Deformation      then;
    View<const Mat3> now;
    IsIncompressible incompressible;

    MOTE_HOT static float thinness(const Mat3& f) {  // sum of 1/stretch^2
        const Mat3  c = cofactor(f);
        const float j = determinant(f);
        return inner(c, c) / (j * j);
    }
    MOTE_HOT bool squeezed(Index i, const Mat3& f) const {
        const Elastic& e    = incompressible.materials[incompressible.material[i]].elastic;
        const float    more = determinant(f) - (determinant(now[i]) + inner(cofactor(now[i]), f - now[i]));
        return incompressible(i) > 0 && (e.lame + e.volume) * abs(more) >= e.shear;
    }
    MOTE_FN Index operator()(Index i) const {
        const Mat3 f = then.whole(i, then.fitted(i));
        return determinant(f) > 0 && thinness(f) < 2 * thinness(now[i]) && !squeezed(i, f) ? 0 : 1;
    }
};

/// Rows that a solve has thrown far, or that are nowhere.
struct IsLost {
    View<const Vec3> change;
    float            most;

    MOTE_FN Index operator()(Index i) const { return dot(change[i], change[i]) < most * most ? 0 : 1; }
};

/// What is missing where nothing changes, with what surfaces give then; sums its product with the guess, which becomes the first direction.
struct Still {
    View<const Vec3>  given, touch;
    View<const Index> pin;
    View<Vec3>        residual, change;
    View<Vec4>        direction;
    bool              flat;

    MOTE_FN double operator()(Index i) const {
        Vec3 r = given[i] + (touch.data && !(pin[i] > 0) ? touch[i] : Vec3{});
        if (flat) r.z = 0;
        residual[i]  = r;
        direction[i] = with_w(change[i], 0);
        change[i]    = {};
        return double(dot(r, xyz(direction[i])));
    }
};
/// That share of the way back to the last answer, which becomes this one.
struct Halve {
    View<Vec3> change, last;
    float      share;

    MOTE_FN void operator()(Index i) const {
        const Vec3 now = change[i];
        if (share > 0) change[i] = now + share * (last[i] - now);
        last[i]        = now;
    }
};
struct Clear {
    View<Vec4> rows;
    Index      first;

    MOTE_FN void operator()(Index i) const { rows[first + i] = {0, 0, 0, 0}; }
};
struct IsHeld {
    View<const Index> pin;

    MOTE_FN Index operator()(Index i) const { return pin[i] > 0 ? 1 : 0; }
};

struct Copy {
    View<const Vec3> from;
    View<Vec4>       to;

    MOTE_FN void operator()(Index i) const { to[i] = with_w(from[i], 0); }
};

}  // namespace mote::solid
