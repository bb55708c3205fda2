// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Virtual materials that keep dents (docs/decisions/046). The deformation A that the bonds of a particle fit (affine.h) is split as that of elastic bodies is, A = F_e F_p, by the same laws
// [laws/point/plastic.h]. Its energy is then
//     U_i = s V W(A F_p^-1) + 1/4 k_i sum |r - D A l|^2,
// in place of that of bonds.h, which is the same for even strain where all sites are taken and nothing has flowed. Both terms are functions of places that no turn changes, so forces cancel
// and have no moment, and flow only takes energy from it: W falls as F_p follows, what the bonds keep of uneven motion does not know of F_p. It pulls with another matrix,
//     a_i = k_i/2 D A - s V/D P Q^-1,   P = dW/dA,   Q = sum l l^T,
// and all else is as before.
#include "flow.h"

#include "room.h"

namespace mote {

using namespace crystal;

namespace {

struct FindGrasp {
    Bonds       bonds;
    Flowing     flowing;
    View<Grasp> grasp;

    MOTE_FN void operator()(Index k) const {
        if (flowing.may(bonds.row[k])) grasp[k] = grasp_of(bonds, k);
    }
};

struct Yield {
    Bonds             bonds;
    Flowing           flowing;
    View<const Vec4>  site_of, grip;
    View<const Grasp> grasp;
    MatrixRows        turn;
    View<Mat3>        inverse_plastic;
    View<float>       plastic_strain;
    View<Vec4>        pull[3];
    float             dt;

    MOTE_FN void operator()(Index k) const {
        const Index i = bonds.row[k];
        if (!flowing.may(i) || !is_any_positive(grip[k].w)) return;
        const Mat3d   map   = affine_of(bonds, site_of, k, grasp[k], turn[i]);
        const Elastic law   = flowing.elastic(bonds.at, i);
        const Plastic flow  = flowing.plastic(i);
        const Mat3    part  = elastic_part(flow, law.shear, law.lame, narrow(map), inverse_plastic[i], plastic_strain[i], dt);
        const Mat3    piola = piola_stress(law, part) * transpose(inverse_plastic[i]);
        const float   half  = share_after_flow(flow, law.shear, plastic_strain[i]) * grip[k].x;
        const Mat3    pulls = transpose(narrow(double(half * bonds.distance) * map - double(flowing.volume(bonds, i, grasp[k]) / bonds.distance) * wide(piola * grasp[k].inverse)));
        for (int a = 0; a < 3; ++a) pull[a][i] = with_w(pulls.row[a], half);
    }
};

}  // namespace

Flowing Lattice::flowing(const Particles& p, View<const Material> materials, const LatticeSettings& settings) const {
    const float s = settings.spacing;
    return {p.material.read(), materials, p.temperature.read(), hold.read(), flow ? flow->inverse_plastic.read() : View<const Mat3>{}, flow ? flow->plastic_strain.read() : View<const float>{}, settings.flat() ? s * s : s * s * s};
}

void Lattice::find_grasp(const Exec& exec, const Particles& p, View<const Material> materials, const LatticeSettings& settings) {
    if (!flow) return;
    room_->grasp.resize(exec, count_ + 1);
    parallel_for(exec, "lattice rows", count_, FindGrasp{bonds_of(settings), flowing(p, materials, settings), room_->grasp.write()});
}

void Lattice::yield(const Exec& exec, const Particles& p, View<const Material> materials, const LatticeSettings& settings, float dt) {
    if (!flow) return;
    parallel_for(exec, "lattice flow", count_,
                 Yield{bonds_of(settings), flowing(p, materials, settings), site_[0].read(), grip_.read(), room_->grasp.read(), {{turn_[0].read(), turn_[1].read(), turn_[2].read()}},
                       flow->inverse_plastic.write(), flow->plastic_strain.write(), {pull_[0].write(), pull_[1].write(), pull_[2].write()}, dt});
}

}  // namespace mote
