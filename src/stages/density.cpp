// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Density by summation: rho_i = sum_j m_j W(x_i - x_j, h), the particle itself included.
#include "mote/stages.h"

namespace mote {
namespace {

struct Density {
    NeighbourView    neighbours;
    View<const Vec4> position_mass;
    View<Vec4>       velocity_density;
    Kernel           kernel;

    MOTE_FN void operator()(Index i) const {
        const auto x_i = xyz(position_mass[i]);
        velocity_density[i].w = position_mass[i].w * kernel.at_zero() + neighbours.sum(i, [&](auto j) {
            const auto p_j = position_mass[j];
            return p_j.w * kernel(length(x_i - xyz(p_j)));
        });
    }
};

// A wall sample stands for the volume V = 1 / sum_k W over the walls near it, and weighs rest_density V.
struct WallMass {
    NeighbourView    neighbours;
    View<const Vec4> position_mass;
    View<float>      mass;
    Kernel           kernel;
    float            rest_density;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_mass[i]);
        const float sum = neighbours.sum(i, [&](auto j) { return kernel(length(x_i - xyz(position_mass[j]))); });
        mass[i]         = rest_density / (sum + kernel.at_zero());
    }
};

struct SetMass {
    View<const float> mass;
    View<Vec4>        position_mass;

    MOTE_FN void operator()(Index i) const { position_mass[i].w = mass[i]; }
};

}  // namespace

void compute_density(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel) {
    parallel_for(exec, "density", p.size(),
                 Density{neighbours.view(), p.position_mass.read(), p.velocity_density.write(), kernel});
}

void compute_wall_mass(const Exec& exec, Particles& walls, const Neighbours& of_walls, const Kernel& kernel,
                       float rest_density) {
    // `pressure` of a wall means nothing: it lends its room so that no row reads a mass that another has just written.
    parallel_for(exec, "wall mass", walls.size(),
                 WallMass{of_walls.view(), walls.position_mass.read(), walls.pressure.write(), kernel, rest_density});
    parallel_for(exec, "wall mass", walls.size(), SetMass{walls.pressure.read(), walls.position_mass.write()});
}

}  // namespace mote
