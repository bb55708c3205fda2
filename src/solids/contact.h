// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Contact of elastic bodies with walls, with each other and with themselves, and with rigid ones. A particle of a face has room for what touches it: as much as a flat face
// leaves free. With phi_i the share of its neighbourhood that is taken, by its own body at rest (own fullness) and by others now,
//     U = sum_i 1/2 k V_i max(phi_i - 1, 0)^2,   p_i = k max(phi_i - 1, 0),   f_i = -V_i sum_j V_j (p_i + p_j) grad W_ij;
// p_j of a wall or a rigid body is 0. k is a few times the stiffness of the body for waves of pressure, so contact is as stable as its stress and gives way less. Friction is
// Coulomb's.
#pragma once
#include "mote/neighbours.h"
#include "mote/stages.h"

namespace mote::solid {

inline constexpr float contact_stiffness = 4;  // over that of the body
inline constexpr float far_apart = 3;  // in spacings: nearer ones come together where a body is squeezed; times what it was squeezed for good

/// By rows of the particle table.
struct Contact {
    enum class With { solids, walls, rigid };
    static constexpr Index near_others = 1, near_rigid = 2;

    NeighbourView     neighbours;
    View<const Index> particle, touches;  // of a row of a solid: its particle; who is near, a sum of the above
    View<const Vec4>  site, motion;       // place and volume, velocity
    View<const Vec4>  home;               // place at rest, and the group as of SolidRows
    View<const float> pressure;           // p
    View<const Vec4>  start;              // place where the step began,
    View<const Vec3>  face;               // and the normal of implicit walls, whose samples stay in front of who touches them
    Kernel            kernel;
    float             apart;              // particles of one body that were farther apart at rest may touch [m]
    float             elapsed;            // of the step, in which walls go on [s]

    /// 1 where j is a wall, else 0.
    template <class H>
    MOTE_HOT static auto is_wall(const H& home_j) {
        return select(abs(home_j.w) < 0.5f, 0.f * home_j.w + 1, 0.f * home_j.w);
    }
    /// 1 where j is of another solid, or of a part of the same that was far away.
    template <class H>
    MOTE_HOT auto is_solid(const Vec4& home_i, const H& home_j) const {
        const auto r   = xyz(home_j) - xyz(home_i);
        const auto one = 0.f * home_j.w + 1, far = select(dot(r, r) > apart * apart, one, 0.f * one);
        return select(home_j.w > 0.5f, select(abs(home_j.w - home_i.w) > 0.5f, one, far), 0.f * one);
    }
    /// 1 where j is of a rigid body.
    template <class H>
    MOTE_HOT static auto is_rigid(const H& home_j) {
        return select(home_j.w < -1.5f, 0.f * home_j.w + 1, 0.f * home_j.w);
    }
    static constexpr float own_wall = 0.25f;  // the group of a sample of an implicit wall
    /// How far i has gone along its implicit walls.
    MOTE_HOT Vec3 along(Index i) const {
        const Vec3 way = xyz(site[i]) - xyz(start[i]), n = face[i];
        return way - dot(way, n) * n;
    }
    /// From j to i; walls go on.
    template <class J, class H>
    MOTE_HOT auto from(Index i, const Vec3& along_i, J j, const H& home_j) const {
        const auto wall = is_wall(home_j), own = select(abs(home_j.w - own_wall) < 0.1f, 0.f * home_j.w + 1, 0.f * home_j.w);
        return ((xyz(site[i]) - xyz(site[j])) - (elapsed * wall) * xyz(motion[j])) - own * along_i;
    }
    /// phi without the own body's.
    MOTE_HOT float taken(Index i) const {
        const Vec4 home_i  = home[i];
        const Vec3 along_i = along(i);
        return neighbours.sum(i, [&](auto j) {
            const auto home_j = home[j];
            const auto x_ij   = from(i, along_i, j, home_j);
            return (is_wall(home_j) + is_rigid(home_j) + is_solid(home_i, home_j)) * site[j].w * kernel.at_square(dot(x_ij, x_ij));
        });
    }
    /// What pushes i, by its density at rest [m/s^2 kg/m^3]: and its sizes times velocities, and sizes.
    template <With with>
    MOTE_HOT auto pushes(Index i) const {
        const Vec4  home_i = home[i];
        const float p_i    = pressure[i];
        const Vec3  along_i = with == With::walls ? along(i) : Vec3{};
        return neighbours.sum(i, [&](auto j) {
            const auto home_j = home[j], p_j = site[j];
            const auto x_ij = from(i, along_i, j, home_j);
            const auto who  = with == With::walls ? is_wall(home_j) : with == With::rigid ? is_rigid(home_j) : is_solid(home_i, home_j);
            const auto p    = p_i + (with == With::solids ? pressure[j] : 0.f * p_j.w);
            const auto s    = -1.f * who * p_j.w * p * kernel.slope_over_r_at_square(dot(x_ij, x_ij));
            const auto size = s * sqrt(dot(x_ij, x_ij));
            return Both{Both{s * x_ij, size * xyz(motion[j])}, size};
        });
    }
};

/// The change of `slip` over a time in which `normal` is the velocity that a push gives: at most what stops a share of it.
MOTE_FN Vec3 braking(const Vec3& slip, const Vec3& normal, float mu, float share) {
    const Vec3  n = normalised(normal), along = slip - dot(slip, n) * n;
    const float speed = length(along), most = mu * length(normal);
    return speed > 0 ? (-min(most, share * speed) / speed) * along : Vec3{};
}

}  // namespace mote::solid
