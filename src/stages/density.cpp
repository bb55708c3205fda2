// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Density by summation: rho_i = sum_j m_j W(x_i - x_j, h), the particle itself included.
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote {
namespace {

struct Density {
    NeighbourView    neighbours;
    View<const Vec4> position_mass;
    View<Vec4>       velocity_density;
    Kernel           kernel;

    MOTE_FN void operator()(Index i) const {
        const auto x_i        = xyz(position_mass[i]);
        velocity_density[i].w = position_mass[i].w * kernel.at_zero() + neighbours.sum(i, [&](auto j) {
            const auto p_j = position_mass[j];
            return p_j.w * kernel(length(x_i - xyz(p_j)));
        });
    }
};

// A wall sample stands for the volume V = gamma / sum_k W over the walls near it, and weighs rest_density V. gamma
// makes a flat wall of two layers weigh as so much lattice [Band, Gissler & Teschner 2018, section 3.1].
struct WallMass {
    NeighbourView    neighbours;
    View<const Vec4> position_mass;
    View<float>      mass;
    Kernel           kernel;
    float            gamma_density;  // gamma times the rest density

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_mass[i]);
        const float sum = neighbours.sum(i, [&](auto j) { return kernel(length(x_i - xyz(position_mass[j]))); });
        mass[i]         = gamma_density / (sum + kernel.at_zero());
    }
};

/// Sum of W at a point of a flat lattice of two layers (rows, in 2-D), times the volume of a point.
float two_layer_sum(const Kernel& kernel, float spacing) {
    const int reach = int(kernel.h / spacing) + 1, across = kernel.dimension == 3 ? reach : 0;
    float     sum = 0;
    for (int layer = 0; layer < 2; ++layer)
        for (int i = -reach; i <= reach; ++i)
            for (int j = -across; j <= across; ++j) sum += kernel(spacing * sqrt(float(layer + i * i + j * j)));
    return sum * (kernel.dimension == 3 ? spacing * spacing * spacing : spacing * spacing);
}

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
                       float spacing, float rest_density) {
    // `pressure` of a wall means nothing: it lends its room so that no row reads a mass that another has just written.
    parallel_for(exec, "wall mass", walls.size(),
                 WallMass{of_walls.view(), walls.position_mass.read(), walls.pressure.write(), kernel,
                          two_layer_sum(kernel, spacing) * rest_density});
    parallel_for(exec, "wall mass", walls.size(), SetMass{walls.pressure.read(), walls.position_mass.write()});
}

}  // namespace mote
