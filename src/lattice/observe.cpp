// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is to be seen of virtual materials: strain, stress and bonds of each particle, and the energy of all. Nothing of it is found unless it is asked for.
#include "flow.h"

namespace mote {

using namespace crystal;

namespace {

struct Show {
    Bonds                  bonds;
    View<const Vec4>       position;
    MatrixRows             turn;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      hold;
    Flowing                flowing;
    View<float>            stress, taken, flowed;  // flowed: empty where nothing does, or others show it
    View<Mat3>             strain;  // empty: not asked for
    bool                   alone;   // nobody else gives rows that are not of virtual materials their stress and strain

    MOTE_FN void operator()(Index i) const {
        const Index k = bonds.place[i];
        taken[i]      = k == nobody ? 0.f : float(bonds.taken(k));
        if (k == nobody && !alone) return;
        if (flowed.data) flowed[i] = k == nobody ? 0.f : flowing.plastic_strain[i];
        if (strain.data) strain[i] = {};
        stress[i] = 0;
        if (k != nobody && taken[i] > 0 && materials[material[i]].is_lattice()) show(i, k);
    }
    /// Strain R (S - 1) R^T of A = R S [spec E5], of which the elastic part where it flows; and Cauchy's stress.
    MOTE_HOT void show(Index i, Index k) const {
        float squares = 0;
        bonds.each(k, [&](Index s, Index, Index) { squares += dot(bonds.at(i, s), bonds.at(i, s)); });
        const Mat3  now     = narrow(fit(bonds, position, k, turn[i], squares).turn);
        const Mat3d whole   = affine_of(bonds, position, k, grasp_of(bonds, k), now), map = flowing.may(i) ? whole * wide(flowing.inverse_plastic[i]) : whole;
        const Mat3  stretch = narrow(symmetric(map * transpose(rotation_of(map))) - identity<double>());
        const Mat3  along   = (hold[i] * bonds.at.firmness_of(i)) * hooke_of(materials[material[i]].lattice, stretch);
        stress[i]           = equivalent_stress(cauchy_stress(along, identity() + stretch));
        if (strain.data) strain[i] = stretch;
    }
};
struct Energy {
    Bonds                  bonds;
    View<const Vec4>       position;
    MatrixRows             turn;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      hold;
    Flowing                flowing;
    Stiffness              stiffness;

    MOTE_FN double operator()(Index k) const {
        const Index       i   = bonds.row[k];
        const LatticeLaw& law = materials[material[i]].lattice;
        const Vec3        x   = xyz(position[i]);
        float             squares = 0, off = 0;
        Index             taken   = 0;
        bonds.each(k, [&](Index s, Index, Index) { squares += dot(bonds.at(i, s), bonds.at(i, s)), ++taken; });
        if (taken == 0) return 0;
        const auto  now   = fit(bonds, position, k, turn[i], squares);
        const Mat3  r     = narrow(now.turn);
        if (flowing.may(i)) return of_flowing(k, r, stiffness.of_pairs(law, taken));
        const float delta = now.delta;
        bonds.each(k, [&](Index s, Index j, Index) {
            const Vec3 miss = xyz(position[j]) - x - bonds.distance * (r * bonds.at(i, s));
            off += dot(miss, miss);
        });
        return double(hold[i] * bonds.at.stiffness_of(i)) * (0.25 * double(stiffness.of_pairs(law, taken) * off) + 0.5 * double(stiffness.of_volume(law, squares, taken, bonds.at.size_of(i)) * squares * bonds.distance * bonds.distance * delta * delta));
    }
    /// As of flow.cpp.
    MOTE_HOT double of_flowing(Index k, const Mat3& now, float pairs) const {
        const Index   i     = bonds.row[k];
        const Grasp   grasp = grasp_of(bonds, k);
        const Mat3d   map   = affine_of(bonds, position, k, grasp, now);
        const Elastic e     = flowing.elastic(bonds.at, i);
        double        off   = 0;
        bonds.each(k, [&](Index s, Index j, Index) {
            const Vec3d miss = wide(xyz(position[j]) - xyz(position[i])) - double(bonds.distance) * (map * wide(bonds.at(i, s)));
            off += dot(miss, miss);
        });
        return double(flowing.volume(bonds, i, grasp) * elastic_energy(e, narrow(map) * flowing.inverse_plastic[i])) +
               0.25 * double(hold[i] * bonds.at.stiffness_of(i) * share_after_flow(flowing.plastic(i), e.shear, flowing.plastic_strain[i]) * pairs) * off;
    }
};

}  // namespace

double Lattice::observe(const Exec& exec, const Particles& p, View<const Material> materials, const LatticeSettings& settings, View<Mat3> strain) {
    if (place_.read().data == nullptr) return 0;
    const Bonds      made = bonds_of(settings);
    const MatrixRows turn{{turn_[0].read(), turn_[1].read(), turn_[2].read()}};
    parallel_for(exec, "lattice memory", p.size(),
                 Show{made, p.position_volume.read(), turn, p.material.read(), materials, hold.read(), flowing(p, materials, settings),
                      stress ? stress->write() : solids_->stress.write(), bonds.write(), !flow ? View<float>{} : flow->shown ? flow->shown->write() : solids_->plastic->shown.write(), strain, solids_ == nullptr});
    return reduce(exec, "lattice memory", count_, 0.0, Energy{made, p.position_volume.read(), turn, p.material.read(), materials, hold.read(), flowing(p, materials, settings), Stiffness(settings)}, Plus{});
}

}  // namespace mote
