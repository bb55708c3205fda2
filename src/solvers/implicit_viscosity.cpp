// Copyright (c) 2026 The Mote authors. MIT licence.
//
// (1 - kick L) v = b with the laminar viscosity L of src/laws/pair/viscosity.h, by conjugate gradients with the inverse of each
// particle's own 3x3 block as preconditioner [Weiler et al. 2018, "A physically consistent implicit viscosity solver for SPH
// fluids"]. Pair forces are equal and opposite, so the matrix is symmetric in the inner product sum_i m_i a_i . b_i; no
// matrix is stored, every product is a sweep over the neighbours. Walls keep their velocity.
#include "mote/implicit_viscosity.h"

#include "laws/pair/viscosity.h"
#include "mote/neighbours.h"
#include "pressure_system.h"

namespace mote {
namespace {

/// What one neighbour j makes of the velocity difference: (1/rho_i) V_j 2 (d + 2) mu_ij W'/r / (r^2 + eta) (v_ij . x_ij) x_ij.
struct Rubbing {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> rest_density, viscosity;
    Kernel            kernel;
    PairViscosity     law;
    SolidRows         solids;

    /// What has no neighbours in the lists, such as dry solids, is left alone.
    MOTE_HOT bool rubs(Index i) const { return neighbours.count(i) > 0; }
    /// The factor of (v_ij . x_ij) x_ij; negative, as the kernel falls.
    template <class X, class J>
    MOTE_HOT auto strength(Index i, const X& x_ij, const decltype(X::x)& volume, J j) const {
        const auto rr = dot(x_ij, x_ij), mu = solids.pressing(solids.of(i), j, PairViscosity::between(viscosity[i], viscosity[j]));
        return volume * law(mu, 0.f * rr, 0.f * rr + 1, rr) * kernel.slope_over_r_at_square(rr);
    }

    /// The viscous acceleration of the velocities `motion`.
    MOTE_HOT Vec3 operator()(View<const Vec4> motion, Index i) const {
        const auto x_i = xyz(position_volume[i]), v_i = xyz(motion[i]);
        const Vec3 sum = neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j), v_ij = v_i - xyz(motion[j]);
            return (strength(i, x_ij, p_j.w, j) * dot(v_ij, x_ij)) * x_ij;
        });
        return (1 / rest_density[i]) * sum;
    }
    /// How it changes with the particle's own velocity.
    MOTE_HOT Mat3 own_block(Index i) const {
        const auto x_i = xyz(position_volume[i]);
        const Mat3 sum = neighbours.sum(i, [&](auto j) {
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            return strength(i, x_ij, p_j.w, j) * outer(x_ij, x_ij);
        });
        return (1 / rest_density[i]) * sum;
    }
};

struct Dots {
    double first = 0, second = 0;
    MOTE_HOT friend Dots operator+(const Dots& a, const Dots& b) { return {a.first + b.first, a.second + b.second}; }
};

/// Velocities without viscosity; walls with their own.
struct Begin {
    View<const Vec4> velocity_density;
    View<const Vec3> acceleration;
    View<Vec4>       motion;
    Index            matter;
    float            kick;
    bool             change;  // of the velocity alone

    MOTE_FN void operator()(Index i) const {
        const Vec3 v = change ? Vec3{0, 0, 0} : xyz(velocity_density[i]);
        motion[i]    = with_w(i < matter ? v + kick * acceleration[i] : v, 0);
    }
};

/// The first residual b - A b = kick L b, preconditioned. Sums r.z and b.b.
struct Residual {
    Rubbing           rubbing;
    View<const Vec4>  motion;
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
        Mat3 block = plain ? Mat3{} : rubbing.own_block(i);
        if (flat) block.row[2] = {0, 0, 0}, block.row[0].z = block.row[1].z = 0;
        inverse_block[i] = inverse(identity() - kick * block);
        const Vec3 r = kick * rubbing(motion, i), z = inverse_block[i] * r, b = xyz(motion[i]);
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
        const Vec3 kept = share == 0 ? Vec3{0, 0, 0} : share * xyz(direction[i]);
        direction[i]    = with_w(inverse_block[i] * residual[i] + kept, 0);
    }
};

/// Walls stand still.
struct Still {
    View<Vec4> direction;

    MOTE_FN void operator()(Index i) const { direction[i] = {0, 0, 0, 0}; }
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
    Index         ours = 0, rows = 0; // of which those of walls are known to be 0
    Scratch<Vec3> residual, step, product;
    Scratch<Mat3> inverse_block;
};

ImplicitViscosity::ImplicitViscosity() : room_(std::make_unique<Room>()) {}
ImplicitViscosity::~ImplicitViscosity() = default;

ImplicitViscosity::Report ImplicitViscosity::add(const Exec& exec, Particles& p, const Neighbours& neighbours,
                                                 const Kernel& kernel, float kick, float spacing,
                                                 const ViscositySpec& spec, const SolidRows& solids, View<const float> viscosity) {
    Room&       r    = *room_;
    const Index rows = p.rows() + 1;  // nobody too: lists are padded with it
    r.motion.resize(exec, rows);
    r.residual.resize(exec, p.size()), r.step.resize(exec, p.size()), r.product.resize(exec, p.size()), r.inverse_block.resize(exec, p.size());
    const PairViscosity law{viscosity_factor(kernel, spacing), 0, 0.01f * kernel.h * kernel.h};
    const Rubbing       rubbing{neighbours.view(), p.position_volume.read(), p.rest_density.read(), viscosity.data ? viscosity : p.viscosity.read(),
                          kernel, law, solids};

    parallel_for(exec, "viscosity rows", rows,
                 Begin{p.velocity_density.read(), p.acceleration.read(), r.motion.write(), p.size(), kick, viscosity.data != nullptr});
    refresh(exec, p, r.motion.write());
    const Dots start = reduce(exec, "viscosity start", p.size(), Dots{},
                              Residual{rubbing, r.motion.read(), p.mass.read(), r.residual.write(), r.step.write(),
                                       r.inverse_block.write(), kick, kernel.dimension == 2, viscosity.data != nullptr},
                              Plus{});
    if (r.ours != p.size() || r.rows != rows || p.lasting() != p.rows()) {  // copies were not 0
        r.direction.resize(exec, rows), r.ours = p.size(), r.rows = rows;
        parallel_for(exec, "viscosity rows", rows, Still{r.direction.write()});
    }
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
    report.error = start.first > 0 ? float(std::sqrt(left / start.first)) : 0.f;
    parallel_for(exec, "viscosity rows", p.size(), Apply{r.step.read(), p.acceleration.write(), kick});
    return report;
}

}  // namespace mote
