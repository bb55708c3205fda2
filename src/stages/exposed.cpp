// Copyright (c) 2026 The Mote authors. MIT licence.
#include "exposed.h"

#include "mote/phase_change.h"

namespace mote {
namespace {

struct Area {
    Exposed exposed;

    MOTE_FN double operator()(Index i) const { return double(exposed.raw(i)); }
};

/// How full the neighbourhood of a layer of a lattice is that has so many above it.
float fullness(const Kernel& kernel, float spacing, int above) {
    const int   reach = int(kernel.h / spacing) + 1, deep = kernel.dimension == 3 ? reach : 0;
    const float cell  = kernel.dimension == 3 ? spacing * spacing * spacing : spacing * spacing;
    float       sum   = 0;
    for (int i = -reach; i <= above; ++i)
        for (int j = -reach; j <= reach; ++j)
            for (int k = -deep; k <= deep; ++k) sum += cell * kernel(spacing * sqrt(float(i * i + j * j + k * k)));
    return sum;
}

/// By a mean over neighbours of the square of how fast they come or go, over their distance, which is gamma^2/15 (2-D: gamma^2/8) of matter that is sheared at gamma = sqrt(2 D:D) and keeps its volume; what turns has none.
struct Forget {
    static constexpr float strain = 0.3f;  // by which a lattice is no more one
    static constexpr float nearly = 1e-3f;

    NeighbourView          neighbours;
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const Vec4>       position_volume, velocity;
    View<float>            facing;
    Kernel                 kernel;
    float                  dt;

    MOTE_FN void operator()(Index i) const {
        const Material& m   = materials[material[i]];
        const float     off = facing[i] - Exposed::of_liquids;
        if (m.is_solid() || m.is_lattice() || off == 0) return;
        const float left = off * exp(-shear(i) * dt / strain);
        facing[i]        = abs(left) < nearly ? Exposed::of_liquids : Exposed::of_liquids + left;
    }
    MOTE_FN float shear(Index i) const {
        const auto x_i = xyz(position_volume[i]), v_i = xyz(velocity[i]);
        const auto sums = neighbours.sum_moving(i, 0, [&](auto j, auto) {
            const auto p_j    = position_volume[j];
            const auto r      = x_i - xyz(p_j);
            const auto square = max(dot(r, r), 0.f * p_j.w + 1e-30f), along = dot(v_i - xyz(velocity[j]), r) / square, weight = p_j.w * kernel.at_square(square);
            return Both{weight, weight * along * along};
        });
        return sums.first > 0 ? sqrt((kernel.dimension == 3 ? 15.f : 8.f) * sums.second / sums.first) : 0.f;
    }
};

}  // namespace

Exposed::Exposed(const NeighbourView& lists, View<const Vec4> where, const Kernel& of, float spacing, View<const float> counts) : neighbours(lists), position_volume(where), kernel(of), facing(counts), area(0) {
    float sum = 0;
    for (int above = 0; above < 4; ++above)
        if (const float f = fullness(kernel, spacing, above); f < inside) sum -= log(f);
    area = 1 / (sum * spacing);
}

double exposed_area(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel, float spacing) {
    return reduce(exec, "cooling", p.size(), 0., Area{Exposed(neighbours.view(), p.position_volume.read(), kernel, spacing)}, Plus{});
}

void forget_facing(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel, View<const Material> materials, View<float> facing, float dt) {
    parallel_for(exec, "cooling", p.size(), Forget{neighbours.view(), materials, p.material.read(), p.position_volume.read(), p.velocity_density.read(), facing, kernel, dt});
}

}  // namespace mote
