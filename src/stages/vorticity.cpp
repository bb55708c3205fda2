// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A micropolar liquid [Eringen 1966; for SPH Bender, Koschier, Kugelstadt & Weiler 2017]. A particle has a spin omega and the
// inertia m Theta. What it turns relative to the flow,
//     a = omega - c/2,    c_i = sum_j w_ij grad W x (v_j - v_i),
// is an antisymmetric stress, which pushes the flow and brakes the spin:
//     dv_i/dt = nu sum_j w_ij grad W x (a_i + a_j),    Theta domega_i/dt = -2 nu a_i,    w_ij = V_j min(rho_i, rho_j)/rho_i.
// The first conserves momentum; both sums are adjoint, so flow and spin together lose 2 nu a^2 and never win. The paper has omega in
// the place of a and leaves the rest to viscosity; then a flow in which spins are at rest with it gains energy.
//
// Spins begin with that of the flow. Walls take no part. nu never limits the step: it is at most 0.25 h^2/kick, h being half the support.
#include "mote/vorticity.h"

#include "mote/neighbours.h"

namespace mote {
namespace {

struct Relative {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, velocity_density;
    View<const float> rest_density;
    View<Vec4>        spin, relative;
    Kernel            kernel;
    Index             matter;

    MOTE_FN void operator()(Index i) const {
        if (i >= matter) return void(relative[i] = {0, 0, 0, 0});
        const auto  x_i = xyz(position_volume[i]), v_i = xyz(velocity_density[i]);
        const float rho_i = rest_density[i];
        const Vec3  sum   = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x_ij  = x_i - xyz(p_j), v_ji = xyz(velocity_density[j]) - v_i;
            const auto rho_j = rest_density[j];
            const auto slope = p_j.w * min(rho_j, rho_i) * kernel.slope_over_r_at_square(dot(x_ij, x_ij));
            return select(rho_j < wall_density, slope, 0.f * slope) * cross(x_ij, v_ji);
        });
        const Vec3 flow = (0.5f / rho_i) * sum;
        if (spin[i].w == 0) spin[i] = with_w(flow, 1);
        relative[i] = with_w(xyz(spin[i]) - flow, 0);
    }
};

struct Push {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume, relative;
    View<const float> rest_density;
    View<Vec3>        acceleration;
    Kernel            kernel;
    float             transfer;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_volume[i]), a_i = xyz(relative[i]);
        const float rho_i = rest_density[i];
        const Vec3  sum   = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x_ij  = x_i - xyz(p_j);
            const auto rho_j = rest_density[j];
            const auto slope = p_j.w * min(rho_j, rho_i) * kernel.slope_over_r_at_square(dot(x_ij, x_ij));
            return select(rho_j < wall_density, slope, 0.f * slope) * cross(x_ij, a_i + xyz(relative[j]));
        });
        acceleration[i] += (transfer / rho_i) * sum;
    }
};

struct Turn {
    View<const Vec4> relative;
    View<Vec4>       spin;
    float            share;  // of the relative spin that is lost

    MOTE_FN void operator()(Index i) const { spin[i] = with_w(xyz(spin[i]) - share * xyz(relative[i]), spin[i].w); }
};

float stable_transfer(const Vorticity& v, const Kernel& kernel, float kick) {
    return min(v.transfer, 0.25f * 0.25f * kernel.h * kernel.h / max(kick, 1e-20f));
}

}  // namespace

void add_vorticity(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel, Vorticity& v, float kick) {
    v.relative.resize(exec, p.rows() + 1);
    parallel_for(exec, "relative spin", p.rows() + 1,
                 Relative{neighbours.view(), p.position_volume.read(), p.velocity_density.read(), p.rest_density.read(),
                          v.spin.write(), v.relative.write(), kernel, p.size()});
    refresh(exec, p, v.relative.write());
    parallel_for(exec, "vorticity", p.size(),
                 Push{neighbours.view(), p.position_volume.read(), v.relative.read(), p.rest_density.read(), p.acceleration.write(),
                      kernel, stable_transfer(v, kernel, kick)});
}

void turn_spins(const Exec& exec, const Particles& p, Vorticity& v, const Kernel& kernel, float kick) {
    const float share = 2 * stable_transfer(v, kernel, kick) * kick / v.inertia;
    parallel_for(exec, "spins", p.size(), Turn{v.relative.read(), v.spin.write(), min(share, 1.f)});
}

double spin_energy(const Exec& exec, const Particles& p, const Vorticity& v) {
    const auto spin = v.spin.read();
    const auto mass = p.mass.read();
    return 0.5 * double(v.inertia) *
           reduce(
               exec, "spin energy", p.size(), 0.0, [=] MOTE_LAMBDA(Index i) { return double(mass[i]) * double(dot(xyz(spin[i]), xyz(spin[i]))); },
               Plus{});
}

}  // namespace mote
