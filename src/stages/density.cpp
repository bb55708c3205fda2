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

// A wall sample stands for the volume V = gamma / sum_k W over the walls near it. gamma makes a flat wall of as many
// layers as a particle sees fill as much as so much lattice [Band, Gissler & Teschner 2018, section 3.1].
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

/// The mean over the layers of a flat wall of the sum of W at one of its points, times the volume of a point.
float wall_sum(const Kernel& kernel, float spacing) {
    const int reach = int(kernel.h / spacing) + 1, across = kernel.dimension == 3 ? reach : 0;
    const int layers = wall_layers(kernel.h / spacing);
    float     sum    = 0;
    for (int n = 0; n < layers * layers; ++n)  // every layer seen from every layer
        for (int i = -reach; i <= reach; ++i)
            for (int j = -across; j <= across; ++j) {
                const int apart = n / layers - n % layers;
                sum += kernel(spacing * sqrt(float(apart * apart + i * i + j * j)));
            }
    return sum / float(layers) * (kernel.dimension == 3 ? spacing * spacing * spacing : spacing * spacing);
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

int wall_layers(float support) { return int(max(2.f, ::ceilf(support - 0.51f))); }

void compute_wall_volume(const Exec& exec, Particles& walls, const Neighbours& of_walls, const Kernel& kernel,
                         float spacing) {
    // `pressure` of a wall means nothing: it lends its room so that no row reads a volume that another has just written.
    parallel_for(exec, "wall volume", walls.size(),
                 WallVolume{of_walls.view(), walls.position_volume.read(), walls.pressure.write(), kernel,
                            wall_sum(kernel, spacing)});
    parallel_for(exec, "wall volume", walls.size(), SetVolume{walls.pressure.read(), walls.position_volume.write()});
}

}  // namespace mote
