// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is one particle thick bends without any bond getting longer, so dashpots along bonds leave that alone; and as pressure of a liquid below is the same for a whole step, it feeds what shakes
// once in two steps (docs/decisions/044). So two on opposite sites of one resist b = r + r' getting longer, which has the energy k b^2/8: along b there is no moment, and what turns keeps its b.
#include "bonds.h"

#include "room.h"

namespace mote {

using namespace crystal;

namespace {

/// Whose taken sites lie nearly in a line or in a plane, beside a liquid: how strong its dashpots are.
struct FindThin {
    Bonds             bonds;
    View<const Vec4>  motion;  // w: rub
    View<const Index> wet;
    View<float>       bend;

    MOTE_FN void operator()(Index k) const {
        bend[k] = 0;
        if (k >= bonds.count) return;
        const Index i     = bonds.row[k];
        const Index taken = bonds.taken(k);
        if (wet[i] && taken > 1 && taken < site_count(bonds.flat) && is_thin(i, k)) bend[k] = 0.2f * motion[i].w;  // rub/2.5 is that of half of k
    }
    MOTE_HOT bool is_thin(Index i, Index k) const {
        Mat3 sum{};
        bonds.each(k, [&](Index s, Index, Index) { sum = sum + outer(bonds.at(i, s), bonds.at(i, s)); });
        return least_spread(sum, bonds.flat) < few_sites;
    }
};
/// Whether it, or who is docked to it, is thin.
struct FindBends {
    Bonds             bonds;
    View<const float> bend;
    View<Index>       bends;

    MOTE_FN Index operator()(Index k) const {
        bool any = bend[k] > 0;
        bonds.each(k, [&](Index, Index j, Index) { any = any || bend[bonds.place[j]] > 0; });
        return bends[k] = any ? 1 : 0;
    }
};

struct Bend {
    Bonds             bonds;
    View<const Vec4>  site_of, motion_of;
    View<const float> bend;
    View<const Index> near, bends;
    View<Vec3>        force;

    MOTE_FN void operator()(Index k) const {
        if (!bends[k]) return;
        const Index i = bonds.row[k];
        Vec3        f = near[k] ? force[k] : Vec3{};
        bonds.each(k, [&](Index s, Index j, Index t) {
            if (const Index u = opposite(s, bonds.flat); bend[k] > 0 && s < u) f += 2 * resisted(k, i, j, u);
            if (const Index p = bonds.place[j]; bend[p] > 0) f = f - resisted(p, j, i, opposite(t, bonds.flat));
        });
        force[k] = f;
    }
    /// That on the middle i of j and who is docked in site u of it, over 2.
    MOTE_HOT Vec3 resisted(Index k, Index i, Index j, Index u) const {
        const auto other = bonds.docked(k, i, u);
        if (!(other.there > 0) || other.row == j) return {};
        const Vec3 x = xyz(site_of[i]), v = xyz(motion_of[i]);
        const Vec3 b = (xyz(site_of[j]) - x) + (xyz(site_of[other.row]) - x), w = (xyz(motion_of[j]) - v) + (xyz(motion_of[other.row]) - v);
        return (bend[k] * dot(w, b) / max(dot(b, b), 1e-30f)) * b;
    }
};

}  // namespace

void Lattice::find_thin(const Exec& exec, const Particles& p, const LatticeSettings& settings) {
    room_->is_thin = false;
    if (count_ == p.size()) return;  // there is no liquid
    const Bonds made = bonds_of(settings);
    room_->bend.resize(exec, made.stride), room_->bends.resize(exec, made.stride);
    parallel_for(exec, "lattice rows", made.stride, FindThin{made, motion_[0].read(), is_wet_.read(), room_->bend.write()});
    room_->is_thin = reduce(exec, "lattice rows", count_, Index(0), FindBends{made, room_->bend.read(), room_->bends.write()}, Plus{}) > 0;
}

void Lattice::resist_bending(const Exec& exec, const LatticeSettings& settings) {
    if (!room_->is_thin) return;
    parallel_for(exec, "lattice contact", count_, Bend{bonds_of(settings), site_[0].read(), motion_[0].read(), room_->bend.read(), near_.read(), room_->bends.read(), room_->touch.write()});
}

}  // namespace mote
