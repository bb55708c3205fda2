// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The colour field, and the same with kernels that follow the surface [Yu & Turk 2013, "Reconstructing surfaces of particle-based
// fluids using anisotropic kernels"]: each particle is felt within an ellipsoid that is wide along the surface and thin across
// it, round a centre that is moved a little to where its neighbours are.
//
// Different from the paper: weights of neighbours are 1 - q^2 instead of 1 - q^3 (eq. 11), which needs no root. Centres
// move by d_i - 0.75 <d>_i instead of d_i, where d_i leads to the mean of the neighbours (eq. 6) and <d> is its mean over them: bumps
// go and the body does not shrink [the idea of Vollmer, Mencl & Mueller 1999 for meshes]. Axes go with the standard deviation of
// the neighbours, not the variance (eq. 15), which would make holes between them, and go over to the small balls of lone particles
// smoothly, not at a count of neighbours. Particles have the volume that they have within matter, so that one half is where
// matter ends; thin sheets and threads are held by the thin ellipsoids.
#include <algorithm>

#include "mote/neighbours.h"
#include "surface/fields.h"

namespace mote::surfaces {
namespace {

constexpr float widest = 1.4f, thinnest = 0.4f;  // axes of an ellipsoid, in reaches of a particle
constexpr float drop_size = 1.2f, drop_weight = 1.7f;  // of a lone particle, in spacings: it has the volume of one after it is cut out of cubes
constexpr float follow    = 0.9f;                // lambda: how far a centre is moved
constexpr float keep      = 0.75f;               // how much of the common motion is taken back; a plane then stays where it is

/// Points with nobody behind them, and who is near whom.
struct Nearby {
    std::vector<Vec4> point;
    Neighbours        neighbours;
    Index             count;

    Nearby(const Exec& exec, std::span<const Vec4> points, float reach) : point(points.begin(), points.end()), count(Index(points.size())) {
        point.push_back({1e18f, 1e18f, 1e18f, 0});
        neighbours.build(exec, {{point.data()}, count, count, reach});
    }
};

/// How much is near a particle: sum_j (1 - q^2)^3, itself included.
struct Crowd {
    NeighbourView    neighbours;
    View<const Vec4> point;
    float            per_square;  // 1 / reach^2
    float*           crowd;

    void operator()(Index i) const {
        const Vec3 x_i = xyz(point[i]);
        crowd[i]       = 1 + neighbours.sum(i, [&](auto j) {
            const auto x_ji = xyz(point[j]) - x_i;
            const auto u    = max(1.f - dot(x_ji, x_ji) * per_square, decltype(x_ji.x)(0.f));
            return u * u * u;
        });
    }
};

/// What the neighbours of a particle look like.
struct Spread {
    float weight = 1;      // sum of 1 - q^2
    float crowd  = 1;      // sum of (1 - q^2)^3
    float xx, yy, zz, xy, xz, yz;  // variance [m^2]
};
struct FindSpread {
    NeighbourView    neighbours;
    View<const Vec4> point;
    float            per_square, full;
    Spread*          spread;
    Vec4*            to_mean;  // w is 1 where the surface may be near

    void operator()(Index i) const {
        const Vec3 x_i = xyz(point[i]);
        const auto sum = neighbours.sum(i, [&](auto j) {
            const auto x = xyz(point[j]) - x_i;
            using R      = std::remove_cvref_t<decltype(x.x)>;
            const R w    = max(R(1.f) - dot(x, x) * R(per_square), R(0.f));
            const auto wx = w * x;
            return Both{Both{Both{w, w * w * w}, wx}, Both{Vec3T<R>{wx.x * x.x, wx.y * x.y, wx.z * x.z}, Vec3T<R>{wx.x * x.y, wx.x * x.z, wx.y * x.z}}};
        });
        const float w = 1 + sum.first.first.first;
        const Vec3  m = sum.first.second / w, square = sum.second.first / w, mixed = sum.second.second / w;
        spread[i]  = {w, 1 + sum.first.first.second, square.x - m.x * m.x, square.y - m.y * m.y, square.z - m.z * m.z,
                      mixed.x - m.x * m.y, mixed.y - m.x * m.z, mixed.z - m.y * m.z};
        // Near a surface there is little, or more on one side, or all in one place.
        const float size = 7.f / 3 * per_square * (spread[i].xx + spread[i].yy + spread[i].zz);  // 1 within matter
        const bool  rim  = spread[i].crowd < 0.85f * full || dot(m, m) * per_square > 0.12f * 0.12f || size < 0.8f;
        to_mean[i] = with_w(m, rim ? 1.f : 0.f);
    }
};

/// The mean of `to_mean` over the neighbours of i.
struct MoveCentre {
    NeighbourView    neighbours;
    View<const Vec4> point, to_mean;
    const Spread*    spread;
    float            per_square;
    Vec4*            centre;   // w is 0 where neither the particle nor a neighbour is at the rim

    void operator()(Index i) const {
        const Vec3 x_i = xyz(point[i]);
        const auto sum = neighbours.sum(i, [&](auto j) {
            const auto x = xyz(point[j]) - x_i;
            const auto m = to_mean[j];
            using R      = std::remove_cvref_t<decltype(x.x)>;
            return Both{max(R(1.f) - dot(x, x) * R(per_square), R(0.f)) * xyz(m), m.w};
        });
        const Vec3 own = xyz(to_mean[i]);
        centre[i]      = with_w(x_i + follow * (own - (keep / spread[i].weight) * (own + sum.first)), to_mean[i].w + sum.second);
    }
};

/// Eigenvalues and, by rows, eigenvectors of a symmetric matrix [Jacobi 1846].
struct Axes {
    float value[3];
    Vec3  axis[3];
};
Axes find_axes(const Spread& s) {
    float a[3][3] = {{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}};
    float v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const float size = a[0][0] + a[1][1] + a[2][2];
    for (int round = 0; round < 6; ++round) {
        if (abs(a[0][1]) + abs(a[0][2]) + abs(a[1][2]) <= 1e-6f * size) break;
        for (int p = 0; p < 2; ++p)
            for (int q = p + 1; q < 3; ++q) {
                if (abs(a[p][q]) <= 1e-8f * size) continue;
                const float theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                const float t = (theta < 0 ? -1.f : 1.f) / (abs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1), sn = t * c;
                for (int k = 0; k < 3; ++k) {
                    const float kp = a[k][p], kq = a[k][q];
                    a[k][p] = c * kp - sn * kq, a[k][q] = sn * kp + c * kq;
                }
                for (int k = 0; k < 3; ++k) {
                    const float pk = a[p][k], qk = a[q][k];
                    a[p][k] = c * pk - sn * qk, a[q][k] = sn * pk + c * qk;
                    const float vp = v[p][k], vq = v[q][k];
                    v[p][k] = c * vp - sn * vq, v[q][k] = sn * vp + c * vq;
                }
            }
    }
    return {{a[0][0], a[1][1], a[2][2]}, {{v[0][0], v[0][1], v[0][2]}, {v[1][0], v[1][1], v[1][2]}, {v[2][0], v[2][1], v[2][2]}}};
}

/// The ellipsoid of a particle.
struct MakeSplat {
    const Spread* spread;
    const Vec4*   centre;
    float         reach, full;  // crowd within matter
    float         drop;         // radius of the ball of a lone particle [m]
    Splat*        splat;

    void operator()(Index i) const {
        if (centre[i].w == 0) {
            splat[i] = ball(xyz(centre[i]), 1 / full, reach);
            return;
        }
        const Spread& s     = spread[i];
        const float   among = clamp((s.crowd - 1) / max(0.45f * full - 1, 0.25f), 0.f, 1.f);  // 0: alone
        const Axes    a     = find_axes(s);
        const float   per_full = 7 / (reach * reach);  // within matter, the variance by these weights is reach^2 / 7
        Splat         made{xyz(centre[i]), (drop_weight + among * (1 - drop_weight)) / full, 0, 0, 0, 0, 0, 0, {}};
        Vec3          half2{};
        for (int k = 0; k < 3; ++k) {
            const float share = clamp(widest * sqrt(max(a.value[k] * per_full, 0.f)), thinnest, widest);
            const float size  = drop + among * (share * reach - drop), m = 1 / (size * size);
            const Vec3& e     = a.axis[k];
            made.weight *= reach / size;
            made.xx += m * e.x * e.x, made.yy += m * e.y * e.y, made.zz += m * e.z * e.z;
            made.xy += m * e.x * e.y, made.xz += m * e.x * e.z, made.yz += m * e.y * e.z;
            half2 += size * size * Vec3{e.x * e.x, e.y * e.y, e.z * e.z};
        }
        made.half = 1.0001f * Vec3{sqrt(half2.x), sqrt(half2.y), sqrt(half2.z)};
        splat[i]  = made;
    }
};

}  // namespace

PreparedField make_colour(const Exec& exec, std::span<const Vec4> points, float reach, float threshold) {
    const Nearby       near(exec, points, reach);
    std::vector<float> crowd(near.count);
    host_for(exec, "surface crowd", near.count, Crowd{near.neighbours.host(), {near.point.data()}, 1 / (reach * reach), crowd.data()});
    std::vector<Splat> splats(near.count);
    host_for(exec, "surface splats", near.count, [&](Index i) { splats[i] = ball(xyz(points[i]), 1 / crowd[i], reach); });
    return {std::make_unique<SplatField>(std::move(splats), threshold), {points.begin(), points.end()}, reach};
}

PreparedField make_anisotropic(const Exec& exec, std::span<const Vec4> points, float spacing, float reach, float threshold) {
    const Nearby        near(exec, points, reach);
    const NeighbourView lists = near.neighbours.host();
    const Index         count = near.count;
    const float         per_square = 1 / (reach * reach), ratio = reach / spacing, full = 64 * pi / 315 * ratio * ratio * ratio;
    std::vector<Spread> spread(count);
    std::vector<Vec4>   to_mean(count + 1), centre(count);
    std::vector<Splat>  splats(count);
    host_for(exec, "surface spread", count, FindSpread{lists, {near.point.data()}, per_square, full, spread.data(), to_mean.data()});
    host_for(exec, "surface centres", count,
             MoveCentre{lists, {near.point.data()}, {to_mean.data()}, spread.data(), per_square, centre.data()});
    host_for(exec, "surface splats", count,
             MakeSplat{spread.data(), centre.data(), reach, full, drop_size * spacing, splats.data()});
    std::vector<std::uint8_t> rim(count);
    for (Index i = 0; i < count; ++i) rim[i] = to_mean[i].w > 0;
    return {std::make_unique<SplatField>(std::move(splats), threshold), std::move(centre), widest * reach, std::move(rim)};
}

}  // namespace mote::surfaces
