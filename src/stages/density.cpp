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
            const auto x_ij = x_i - xyz(p_j);
            return p_j.w * kernel.at_square(dot(x_ij, x_ij));
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

float cell(float spacing, int dimension) { return dimension == 3 ? spacing * spacing * spacing : spacing * spacing; }

/// The sum of W over a lattice layer (a row, in 2-D) that is so many spacings away.
float layer_sum(const Kernel& kernel, float spacing, int away) {
    const int reach = int(kernel.h / spacing) + 1, across = kernel.dimension == 3 ? reach : 0;
    float     sum = 0;
    for (int i = -reach; i <= reach; ++i)
        for (int j = -across; j <= across; ++j) sum += kernel(spacing * sqrt(float(away * away + i * i + j * j)));
    return sum;
}

/// The mean over the layers of a flat wall of the sum of W at one of its points, times the volume of a point.
float wall_sum(const Kernel& kernel, float spacing) {
    const int layers = wall_layers(kernel.h / spacing);
    float     sum    = 0;
    for (int from = 0; from < layers; ++from)
        for (int to = 0; to < layers; ++to) sum += layer_sum(kernel, spacing, to - from);
    return sum / float(layers) * cell(spacing, kernel.dimension);
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
    refresh(exec, p, p.velocity_density.write());
}

Kernel rest_kernel(float spacing, float support, int dimension) {
    const Kernel kernel(support, dimension);
    const int    reach = int(support / spacing) + 1;
    float        sum   = 0;
    for (int away = -reach; away <= reach; ++away) sum += layer_sum(kernel, spacing, away);
    return kernel.scaled(1 / (sum * cell(spacing, dimension)));
}

float first_layer_fullness(const Kernel& kernel, float spacing) {
    const int reach = int(kernel.h / spacing) + 1;
    float     sum   = 0;
    for (int away = 0; away <= reach; ++away) sum += layer_sum(kernel, spacing, away);
    return sum * cell(spacing, kernel.dimension);
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
