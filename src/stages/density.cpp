// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Density by summation: rho_i = rho0_i sum_j V_j W(x_i - x_j, h), the particle itself included. V is the volume at rest,
// so that the density of a liquid does not depend on what its neighbours weigh [Solenthaler & Pajarola 2008].
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote {
namespace {

struct Density {
    NeighbourView    neighbours;
    View<const Vec4> position_volume;
    View<const float> rest_density;
    View<Vec4>        velocity_density;
    Kernel            kernel;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i      = xyz(position_volume[i]);
        const float fullness = position_volume[i].w * kernel.at_zero() + neighbours.sum(i, [&](auto j) {
            const auto p_j = position_volume[j];
            return p_j.w * kernel(length(x_i - xyz(p_j)));
        });
        velocity_density[i].w = rest_density[i] * fullness;
    }
};

// A wall sample stands for the volume V = gamma / sum_k W over the walls near it. gamma makes a flat wall of two layers
// fill as much as so much lattice [Band, Gissler & Teschner 2018, section 3.1].
struct WallVolume {
    NeighbourView    neighbours;
    View<const Vec4> position_volume;
    View<float>      volume;
    Kernel           kernel;
    float            gamma;

    MOTE_FN void operator()(Index i) const {
        const auto  x_i = xyz(position_volume[i]);
        const float sum = neighbours.sum(i, [&](auto j) { return kernel(length(x_i - xyz(position_volume[j]))); });
        volume[i]       = gamma / (sum + kernel.at_zero());
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

struct SetVolume {
    View<const float> volume;
    View<Vec4>        position_volume;

    MOTE_FN void operator()(Index i) const { position_volume[i].w = volume[i]; }
};

}  // namespace

void compute_density(const Exec& exec, Particles& p, const Neighbours& neighbours, const Kernel& kernel) {
    parallel_for(exec, "density", p.size(),
                 Density{neighbours.view(), p.position_volume.read(), p.rest_density.read(), p.velocity_density.write(), kernel});
}

void compute_wall_volume(const Exec& exec, Particles& walls, const Neighbours& of_walls, const Kernel& kernel,
                         float spacing) {
    // `pressure` of a wall means nothing: it lends its room so that no row reads a volume that another has just written.
    parallel_for(exec, "wall volume", walls.size(),
                 WallVolume{of_walls.view(), walls.position_volume.read(), walls.pressure.write(), kernel,
                            two_layer_sum(kernel, spacing)});
    parallel_for(exec, "wall volume", walls.size(), SetVolume{walls.pressure.read(), walls.position_volume.write()});
}

}  // namespace mote
