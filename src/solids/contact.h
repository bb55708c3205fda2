// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Contact of elastic bodies with each other and with themselves; that with walls and rigid bodies is in faces.h. A particle of a face has room for what touches it: as much as a flat face
// leaves free. With phi_i the share of its neighbourhood that is taken, by its own body at rest (own fullness) and by others now,
//     U = sum_i 1/2 k V_i max(phi_i - 1, 0)^2,   p_i = k max(phi_i - 1, 0),   f_i = -V_i sum_j V_j (p_i + p_j) grad W_ij.
// k is a few times the stiffness of the body for waves of pressure, so contact is as stable as its stress and gives way less. Friction is Coulomb's.
#pragma once
#include "faces.h"
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote::solid {

inline constexpr float far_apart = 3;  // in spacings: nearer ones come together where a body is squeezed; times what it is squeezed by, now or for good, but
inline constexpr float thinnest  = 4;  // now not by more than this: what is crushed flat in one place may still be folded in another
/// What is hit faster than its waves carry away is pressed by more than its overlap, so that it is not overrun: force = k x (1 + blow v) [Hunt & Crossley 1975], of what phi grows by faster than `calm` while a wave crosses
/// a spacing. 0.1 is a sixth of the speed of waves.
inline constexpr float blow = 4, calm = 0.1f;

/// k [Pa]: with it two faces that are a spacing apart give way as a spacing of the body does, which is what is between their rows.
MOTE_HOT float pair_stiffness(const Elastic& e) { return 1 * (e.lame + 2 * e.shear + e.volume); }

/// By rows of the particle table.
struct Contact {
    NeighbourView     neighbours;
    View<const Index> particle, touches;  // of a row of a solid: its particle; whether somebody is near
    View<const Vec4>  site, motion;       // place and volume, velocity
    View<const Vec4>  home;               // place at rest, and the group as of SolidRows
    View<const float> pressure;           // p
    Kernel            kernel{1, 3};
    float             apart;              // particles of one body that were farther apart at rest may touch [m]

    /// 1 where j is of another elastic body, or of a part of the same that was far away.
    template <class H>
    MOTE_HOT auto is_other(const Vec4& home_i, const H& home_j) const {
        const auto r   = xyz(home_j) - xyz(home_i);
        const auto one = 0.f * home_j.w + 1, far = select(dot(r, r) > apart * apart, one, 0.f * one);
        return select(home_j.w > 0.5f, select(abs(home_j.w - home_i.w) > 0.5f, one, far), 0.f * one);
    }
    /// The same, also where it is a wall or a row of a rigid body.
    template <class H>
    MOTE_HOT auto is_foreign(const Vec4& home_i, const H& home_j) const {
        const auto none = 0.f * home_j.w, wall_or_rigid = select(home_j.w < 0.5f, none + 1, none);
        return is_other(home_i, home_j) + select(abs(home_j.w - SolidRows::liquid) > 0.5f, wall_or_rigid, none);
    }
    /// p over k of a row with that much of its own body around it, damped as a layer is. `time`: that in which a wave of the contact crosses a spacing [s].
    MOTE_HOT float squeezed(Index i, float own, float time) const {
        const Vec4 home_i = home[i];
        const Vec3 x_i = xyz(site[i]), v_i = xyz(motion[i]);
        const auto sum = neighbours.sum(i, [&](auto j) {
            const auto x_ij  = x_i - xyz(site[j]);
            const auto rr    = dot(x_ij, x_ij);
            const auto other = is_other(home_i, home[j]) * site[j].w;
            return Both{other * kernel.at_square(rr), other * kernel.slope_over_r_at_square(rr) * dot(x_ij, v_i - xyz(motion[j]))};
        });
        const float more = own + sum.first - 1, rate = time * sum.second;
        return more > 0 ? max((1 + blow * max(rate - calm, 0.f)) * more + 2 * contact_damping * rate, 0.f) : 0.f;
    }
    /// phi without the own body's.
    MOTE_HOT float taken(Index i) const {
        const Vec4 home_i = home[i];
        const Vec3 x_i    = xyz(site[i]);
        return neighbours.sum(i, [&](auto j) {
            const auto x_ij = x_i - xyz(site[j]);
            return is_other(home_i, home[j]) * site[j].w * kernel.at_square(dot(x_ij, x_ij));
        });
    }
    /// What pushes i, by its density at rest [m/s^2 kg/m^3]: and its sizes times velocities, times ways to i, and sizes.
    MOTE_HOT auto pushes(Index i) const {
        const Vec4  home_i = home[i];
        const Vec3  x_i    = xyz(site[i]);
        const float p_i    = pressure[i];
        return neighbours.sum(i, [&](auto j) {
            const auto p_j  = site[j];
            const auto x_ij = x_i - xyz(p_j);
            const auto rr   = dot(x_ij, x_ij);
            const auto s    = -1.f * is_other(home_i, home[j]) * p_j.w * (p_i + pressure[j]) * kernel.slope_over_r_at_square(rr);
            const auto size = s * sqrt(rr);
            return Both{Both{s * x_ij, size * xyz(motion[j])}, Both{size * x_ij, size}};
        });
    }
};

}  // namespace mote::solid
