// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How well a liquid particle fits beside crystals: what their sites would pull it with if it froze [Wicke et al. 2006, eq. 16], over the stiffness and the distance of sites.
#include "bonds.h"
#include "mote/neighbours.h"
#include "mote/svd.h"

namespace mote {

using namespace crystal;

namespace {

struct Misfit {
    NeighbourView          neighbours;
    Bonds                  bonds;
    View<const Vec4>       position;
    View<const Mat3>       map;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<float>            misfit;

    MOTE_FN void operator()(Index i) const {
        const Transition& t = materials[material[i]].cooler;
        misfit[i]           = 0;
        if (!t.by_chance() || !(t.misfit < 1e29f)) return;
        Vec3 sum{};
        neighbours.each_moving(i, [&](Index j) {
            if (bonds.place[j] == nobody || material[j] != t.to) return;
            const Mat3 turn = rotation_of(map[j]);
            const Vec3 q    = (1 / (bonds.distance * bonds.at.size_of(j))) * (transpose(turn) * (xyz(position[i]) - xyz(position[j])));
            if (docking_site(q, bonds.flat) != no_site) sum += turn * to_free_site(bonds.place[j], q);
        });
        misfit[i] = length(sum);
    }
    /// From q to the nearest one. Where none is free it is as far as the next particle.
    MOTE_HOT Vec3 to_free_site(Index k, const Vec3& q) const {
        Vec3  way = normalised(q);
        float least = 1e30f;
        for (Index s = 0; s < site_count(bonds.flat); ++s) {
            if (bonds.bond[s * bonds.stride + k] != nobody) continue;
            const Vec3 to = site(s, bonds.flat) - q;
            if (const float d = dot(to, to); d < least) least = d, way = to;
        }
        return way;
    }
};

}  // namespace

void Lattice::find_misfit(const Exec& exec, const Particles& p, const Neighbours& neighbours, View<const Material> materials, const LatticeSettings& settings, Scratch<float>& misfit) const {
    misfit.resize(exec, p.size() + 1);
    parallel_for(exec, "phase change", p.size(), Misfit{neighbours.view(), bonds_of(settings), p.position_volume.read(), map.read(), p.material.read(), materials, misfit.write()});
}

}  // namespace mote
