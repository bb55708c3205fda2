// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Clusters [Mueller, Heidelberger, Teschner & Gross 2005; Rivers & James 2007]: every row is the middle of one, of which its neighbours at rest are part; or the whole body is one. A cluster i turns
// and goes with its members j as it fits them best, x_j ~ g_ij = c_i + R_i (X_j - C_i), and pulls them there:
//     U = sum_i E/(rho q_i) sum_j m_j/(2 n_j) |x_j - g_ij|^2,
// n_j being the clusters that j is in, and q_i the mean square of distances from C_i along an axis. An even strain then costs E/2 |S - I|^2: that of Young's modulus E without lateral strain. R_i and c_i
// make it least, so they add nothing to its gradient, and both momenta are kept. A pull of more than all the way is cut off,
//     v_j += 1/n_j sum_i min(t E/(rho q_i), 1/(dt + 2 beta)) (g_ij - x_j),
// so no step is too long: of a long one matter is merely softer. Damping by beta takes places ahead, x + beta v, in all of this.
#pragma once
#include "mote/neighbours.h"
#include "mote/pair_values.h"
#include "mote/solids.h"
#include "mote/svd.h"
#include "shape.h"

namespace mote::solid {

MOTE_HOT bool is_clustered(const Material& m) { return m.elastic.law == Elastic::Law::clusters; }

struct Clusters {
    NeighbourView          neighbours;
    PairValueView          weights;   // above 0: it is a member
    ShapeView              shape;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Vec4>       rest, position;  // the second ahead, x + beta v
    View<const float>      share;     // m_j/n_j [kg]
    View<Vec4>             rows[3];   // R_i, and b_i = g_ii - x_i behind it; of whole bodies only the second
    View<float>            rate;      // what the pull is multiplied with [1/s]
    float                  time, dt;  // how long it acts, and of the step [s]

    MOTE_HOT float rate_of(Index i, float q) const {
        const Material& m = materials[material[i]];
        const float     all = q > 0 ? time * shape.firmness(i) * m.elastic.modulus / (m.rest_density * q) : 0.f;
        return dt > 0 ? min(all, 1 / (dt + 2 * m.elastic.damping)) : all;
    }
    MOTE_HOT void keep(Index i, const Mat3& r, const Vec3& b, float q) const {
        rows[0][i] = with_w(r.row[0], b.x), rows[1][i] = with_w(r.row[1], b.y), rows[2][i] = with_w(r.row[2], b.z);
        rate[i]    = rate_of(i, q);
    }
    /// That of row i.
    MOTE_HOT void fit(Index i) const {
        const Vec3  rest_i = xyz(rest[i]), x_i = xyz(position[i]);
        const float own = share[i];
        const auto  sums = neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            const auto r = xyz(rest[j]) - rest_i, y = xyz(position[j]) - x_i;
            const auto w = weights.at(k), s = select(w > 0.5f, share[j], 0.f * w);
            const auto sy = s * y;
            return Both{Both{outer(sy, r), sy}, Both{s * r, Both{s, s * dot(r, r)}}};
        });
        const float mass = own + sums.second.second.first;
        const Vec3  y = (1 / mass) * sums.first.second, r = (1 / mass) * sums.second.first;
        const float axes = shape.flat ? 2.f : max(float(shape.rank(i)), 1.f);
        const float q    = (sums.second.second.second / mass - dot(r, r)) / axes;
        if (!(q > 0)) return keep(i, identity(), {}, 0);  // nobody is near
        Mat3d a = (1 / double(mass * q)) * (wide(sums.first.first) - double(mass) * outer(wide(y), wide(r)));
        if (shape.flat) a.row[2].z = 1;  // else what is mirrored would count as turned over
        const Mat3d turn = rotation_of(a);
        keep(i, narrow(turn), narrow(wide(y) - turn * wide(r)), q);
    }
    /// The change of velocity of row j; or twice the energy of its share, by mass, where `time` is 1 and there is no `dt`.
    MOTE_HOT Vec3 pull(Index j) const { return each_pull(j, [](const auto& way, const auto& a) { return a * way; }, Vec3{}); }
    MOTE_HOT float square(Index j) const { return each_pull(j, [](const auto& way, const auto& a) { return a * dot(way, way); }, 0.f); }

private:
    template <class F, class T>
    MOTE_HOT T each_pull(Index j, const F& f, const T& none) const {
        const Vec3 own{rows[0][j].w, rows[1][j].w, rows[2][j].w};
        const T    alone = none + f(own, rate[j]);
        if (materials[material[j]].elastic.whole) return alone;
        const Vec3 rest_j = xyz(rest[j]), x_j = xyz(position[j]);
        const auto sums = neighbours.sum_moving(j, weights.first[j], [&](auto i, std::size_t k) {
            const auto r = xyz(rest[i]) - rest_j, y = xyz(position[i]) - x_j;
            const auto a = rows[0][i], b = rows[1][i], c = rows[2][i];
            const Vec3T<decltype(a.x)> way{a.w - dot(xyz(a), r) + y.x, b.w - dot(xyz(b), r) + y.y, c.w - dot(xyz(c), r) + y.z};
            const auto w = weights.at(k), one = 0.f * w + 1, member = select(w > 0.5f, one, 0.f * w);
            return Both{f(way, member * rate[i]), member};
        });
        return (1 / (1 + sums.second)) * (alone + sums.first);
    }
};

}  // namespace mote::solid
