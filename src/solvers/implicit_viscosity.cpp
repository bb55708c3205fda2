// Copyright (c) 2026 The Mote authors. MIT licence.
//
// (1 - kick L) v = b with the laminar viscosity L of src/laws/pair/viscosity.h, by conjugate gradients with the inverse of each
// particle's own 3x3 block as preconditioner [Weiler et al. 2018, "A physically consistent implicit viscosity solver for SPH
// fluids"]. Pair forces are equal and opposite, so the matrix is symmetric in the inner product sum_i m_i a_i . b_i; no
// matrix is stored, every product is a sweep over the neighbours. Walls keep their velocity.
#include "mote/implicit_viscosity.h"

#include "beside_walls.h"
#include "laws/pair/viscosity.h"
#include "mote/neighbours.h"
#include "mote/pair_values.h"
#include "pressure_system.h"

namespace mote {
namespace {

/// What one neighbour j makes of the velocity difference: (1/rho_i) V_j 2 (d + 2) mu_ij W'/r / (r^2 + eta) (v_ij . x_ij) x_ij. A row of velocities has its viscosity as its last
/// number. Rows that stand apart, walls, have theirs elsewhere.
struct Rubbing {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> rest_density, viscosity;
    Kernel            kernel;
    PairViscosity     law;
    SolidRows         solids;
    PairValueView     slopes;  // -W'/r of pairs that move and press each other, where the pressure solver keeps them

    /// What has no neighbours in the lists, such as dry solids, is left alone.
    MOTE_HOT bool rubs(Index i) const { return neighbours.count(i) > 0; }

    /// Sum of f(V_j 2 (d + 2) mu_ij W'/r / (r^2 + eta), x_ij, v_ij), by the velocities `motion` of what moves. The factor is negative, as the kernel falls.
    template <class F>
    MOTE_HOT auto sum_moving(View<const Vec4> motion, Index i, const F& f) const {
        const auto  x_i = xyz(position_volume[i]), v_i = xyz(motion[i]);
        const float mu_i = motion[i].w, body = solids.of(i);
        const auto  part = [&](auto j, const auto& weight) {
            const auto p_j = position_volume[j], m_j = motion[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            return f(p_j.w * weight(j, rr) * law(solids.rubbing(body, j, mu_i, m_j.w, PairViscosity::between(mu_i, m_j.w)), 0.f * rr, 0.f * rr + 1, rr), x_ij, v_i - xyz(m_j));
        };
        if (slopes.data) return neighbours.sum_moving(i, slopes.first[i], [&](auto j, std::size_t k) { return part(j, [&](auto, const auto&) { return -slopes.step * slopes.at(k); }); });
        return neighbours.sum_moving(i, 0, [&](auto j, std::size_t) {
            return part(j, [&](auto row, const auto& rr) { return solids.pressing(body, row, kernel.slope_over_r_at_square(rr)); });
        });
    }
    /// Sum of f(the same, x_ij, row) over walls; solids are held apart from them by contact.
    template <class F>
    MOTE_HOT auto sum_still(Index i, const F& f) const {
        const auto  x_i  = xyz(position_volume[i]);
        const float mu_i = viscosity[i], body = solids.of(i);
        return neighbours.sum_still(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij), mu = solids.pressing(body, j, PairViscosity::between(mu_i, viscosity[j]));
            return f(p_j.w * kernel.slope_over_r_at_square(rr) * law(mu, 0.f * rr, 0.f * rr + 1, rr), x_ij, j);
        });
    }

    /// The viscous acceleration of the velocities `motion` beside walls that stand still.
    MOTE_HOT Vec3 operator()(View<const Vec4> motion, Index i) const {
        const Vec3 v_i = xyz(motion[i]);
        Vec3       sum = sum_moving(motion, i, [](auto strength, const auto& x_ij, const auto& v_ij) { return (strength * dot(v_ij, x_ij)) * x_ij; });
        sum += sum_still(i, [&](auto strength, const auto& x_ij, auto) { return (strength * dot(v_i, x_ij)) * x_ij; });
        return (1 / rest_density[i]) * sum;
    }
    /// The same where walls have the velocities `walls`, which may be empty, and how it changes with the particle's own velocity.
    MOTE_HOT Both<Vec3, Mat3> with_own_block(View<const Vec4> motion, View<const Vec4> walls, Index i) const {
        const auto v_i  = xyz(motion[i]);
        const auto both = [](auto strength, const auto& x_ij, const auto& v_ij) {
            const auto push = strength * x_ij;
            return Both{dot(v_ij, x_ij) * push, pressure::product(push, x_ij)};
        };
        const auto matter = sum_moving(motion, i, both);
        const auto still  = sum_still(i, [&](auto strength, const auto& x_ij, auto j) { return both(strength, x_ij, walls.data ? v_i - xyz(walls[j]) : v_i + 0.f * x_ij); });
        const auto [d, s] = matter.second + still.second;
        const float per   = 1 / rest_density[i];
        return {per * (matter.first + still.first), per * Mat3{{{d.x, s.z, s.y}, {s.z, d.y, s.x}, {s.y, s.x, d.z}}}};
    }
};

struct Dots {
    double first = 0, second = 0;
    MOTE_HOT friend Dots operator+(const Dots& a, const Dots& b) { return {a.first + b.first, a.second + b.second}; }
};

/// Velocities without viscosity, and viscosities. Rows of others, too where they move with matter, and nobody's, who comes last.
struct Begin {
    View<const Vec4>  velocity_density;
    View<const Vec3>  acceleration;
    View<const float> viscosity;
    View<Vec4>        motion, direction;
    Index             matter, end, nobody;  // rows that move
    float             kick;
    bool              change;  // of the velocity alone

    MOTE_FN void operator()(Index n) const {
        const Index i = n < end ? n : nobody;
        const Vec3  v = change ? Vec3{0, 0, 0} : xyz(velocity_density[i]);
        motion[i]     = with_w(i < matter ? v + kick * acceleration[i] : v, viscosity[i]);
        direction[i]  = {0, 0, 0, viscosity[i]};
    }
};

/// The first residual b - A b = kick L b, preconditioned. Sums r.z and b.b.
struct Residual {
    Rubbing           rubbing;
    View<const Vec4>  motion, walls;
    View<const float> mass;
    View<Vec3>        residual, step;
    View<Mat3>        inverse_block;
    float             kick;
    bool              flat, plain;  // plain: without a preconditioner, so that every guess has the momenta of the answer

    MOTE_FN Dots operator()(Index i) const {
        if (!rubbing.rubs(i)) {
            residual[i] = step[i] = {0, 0, 0}, inverse_block[i] = identity();
            return {0, double(mass[i] * dot(xyz(motion[i]), xyz(motion[i])))};
        }
        const auto both  = rubbing.with_own_block(motion, walls, i);
        Mat3       block = plain ? Mat3{} : both.second;
        if (flat) block.row[2] = {0, 0, 0}, block.row[0].z = block.row[1].z = 0;
        inverse_block[i] = inverse(identity() - kick * block);
        const Vec3 r = kick * both.first, z = inverse_block[i] * r, b = xyz(motion[i]);
        residual[i] = r, step[i] = {0, 0, 0};
        return {double(mass[i] * dot(r, z)), double(mass[i] * dot(b, b))};
    }
    static MOTE_FN Mat3 identity() { return mote::identity<float>(); }
};

/// direction = inverse_block residual + share direction.
struct Turn {
    View<const Vec3> residual;
    View<const Mat3> inverse_block;
    View<Vec4>       direction;
    float            share;

    MOTE_FN void operator()(Index i) const {
        const Vec4 last = direction[i];
        direction[i]    = with_w(inverse_block[i] * residual[i] + share * xyz(last), last.w);
    }
};

struct Product {
    Rubbing           rubbing;
    View<const Vec4>  direction;
    View<const float> mass;
    View<Vec3>        product;
    float             kick;

    MOTE_FN Dots operator()(Index i) const {
        if (!rubbing.rubs(i)) return {};
        const Vec3 d = xyz(direction[i]);
        product[i]   = d - kick * rubbing(direction, i);
        return {double(mass[i] * dot(d, product[i])), 0};
    }
};

struct Advance {
    Rubbing           rubbing;
    View<const Vec4>  direction;
    View<const Vec3>  product;
    View<const Mat3>  inverse_block;
    View<const float> mass;
    View<Vec3>        residual, step;
    float             length;

    MOTE_FN Dots operator()(Index i) const {
        if (!rubbing.rubs(i)) return {};
        step[i] += length * xyz(direction[i]);
        residual[i] -= length * product[i];
        return {double(mass[i] * dot(residual[i], inverse_block[i] * residual[i])), 0};
    }
};

struct Apply {
    View<const Vec3> step;
    View<Vec3>       acceleration;
    float            kick;

    MOTE_FN void operator()(Index i) const { acceleration[i] += (1 / kick) * step[i]; }
};

}  // namespace

struct ImplicitViscosity::Room {
    Scratch<Vec4> motion, direction;  // velocities, search directions
    Scratch<Vec3> residual, step, product;
    Scratch<Mat3> inverse_block;
};

ImplicitViscosity::ImplicitViscosity() : room_(std::make_unique<Room>()) {}
ImplicitViscosity::~ImplicitViscosity() = default;

ImplicitViscosity::Report ImplicitViscosity::add(const Exec& exec, Particles& p, const Neighbours& neighbours,
                                                 const Kernel& kernel, float kick, float spacing,
                                                 const ViscositySpec& spec, const SolidRows& solids, View<const float> viscosity, PairValues* slopes) {
    Room&       r    = *room_;
    const Index rows = p.rows() + 1;  // nobody too: lists are padded with it
    const bool  together = p.copies() > 0, change = viscosity.data;  // images come after the walls, which so are in the lists of what moves
    r.motion.resize(exec, rows), r.direction.resize(exec, rows);
    r.residual.resize(exec, p.size()), r.step.resize(exec, p.size()), r.product.resize(exec, p.size()), r.inverse_block.resize(exec, p.size());
    const PairViscosity law{viscosity_factor(kernel, spacing), 0, 0.01f * kernel.h * kernel.h};
    const auto          thickness = change ? viscosity : p.viscosity.read();
    const Rubbing       rubbing{neighbours.view(), p.position_volume.read(), p.rest_density.read(), thickness, kernel, law, solids, slopes ? slopes->view() : PairValueView{}};

    const Index moving = together ? p.rows() : p.size();
    parallel_for(exec, "viscosity rows", moving + 1,
                 Begin{p.velocity_density.read(), p.acceleration.read(), thickness, r.motion.write(), r.direction.write(), p.size(), moving, p.rows(), kick, change});
    refresh(exec, p, r.motion.write());
    const Dots start = reduce(exec, "viscosity start", p.size(), Dots{},
                              Residual{rubbing, r.motion.read(), change ? View<const Vec4>{} : p.velocity_density.read(), p.mass.read(), r.residual.write(), r.step.write(),
                                       r.inverse_block.write(), kick, kernel.dimension == 2, change},
                              Plus{});
    Report       report;
    double       left = start.first, share = 0;
    const double enough = double(spec.tolerance) * double(spec.tolerance) * start.first + 1e-14 * start.second;
    for (; report.iterations < spec.most_iterations && left > enough; ++report.iterations) {
        parallel_for(exec, "viscosity rows", p.size(), Turn{r.residual.read(), r.inverse_block.read(), r.direction.write(), float(share)});
        refresh(exec, p, r.direction.write());
        const Dots turn = reduce(exec, "viscosity product", p.size(), Dots{},
                                 Product{rubbing, r.direction.read(), p.mass.read(), r.product.write(), kick}, Plus{});
        if (!(turn.first > 0)) break;  // nothing rubs: what is left is below the smallest number
        const Dots next = reduce(exec, "viscosity advance", p.size(), Dots{},
                                 Advance{rubbing, r.direction.read(), r.product.read(), r.inverse_block.read(), p.mass.read(),
                                         r.residual.write(), r.step.write(), float(left / turn.first)},
                                 Plus{});
        share = next.first / left;
        left  = next.first;
    }
    report.hard  = report.iterations >= spec.most_iterations && left > enough;
    report.error = start.first > 0 ? float(std::sqrt(left / start.first)) : 0.f;
    parallel_for(exec, "viscosity rows", p.size(), Apply{r.step.read(), p.acceleration.write(), kick});
    return report;
}

}  // namespace mote
