// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A_i = (sum_j w_ij p_ij x_ij^T)(sum_j w_ij x_ij x_ij^T)^-1 with x at rest and p now: Wicke, Hatt, Pauly, Mueller & Gross 2006, eq. 4, which is
// I + grad u_i of Mueller et al. 2004 by the direct gradient of mls.h.
#include "skin/frames.h"

#include <Eigen/LU>
#include <Eigen/SVD>

#include "mote/mls.h"
#include "mote/smoothing_kernel.h"
#include "skin/weights.h"

namespace mote {
namespace {

/// The null direction of a symmetric matrix of rank 2, the range of one of rank 1: both from its largest row or product of rows.
Vec3 axis_of(const Mat3d& m, int rank) {
    Vec3d largest{};
    for (int r = 0; r < 3; ++r) {
        const Vec3d v = rank == 2 ? cross(m.row[r], m.row[(r + 1) % 3]) : m.row[r];
        if (dot(v, v) > dot(largest, largest)) largest = v;
    }
    const Vec3d unit = normalised(largest);
    return {float(unit.x), float(unit.y), float(unit.z)};
}

/// The smallest rotation that turns unit vector a into unit vector b; half a turn where they are opposite.
Mat3 turning(const Vec3& a, const Vec3& b) {
    const Vec3  axis = cross(a, b);
    const float c    = dot(a, b);
    if (c < -0.9999f) {
        const Vec3 across = any_across(a);
        return 2 * outer(across, across) - identity();
    }
    const Mat3 skew{{{0, -axis.z, axis.y}, {axis.z, 0, -axis.x}, {-axis.y, axis.x, 0}}};
    return identity() + skew + (1 / (1 + c)) * (skew * skew);
}

/// A gradient that is known within a sheet or along a thread only: what stands across keeps its length and turns with the rest.
Mat3 completed(const Mat3& a, int rank, const Vec3& axis) {
    if (rank >= 3) return a;
    if (rank == 2) {
        const Vec3 u = any_across(axis), v = cross(axis, u), across = normalised(cross(a * u, a * v));
        return a + outer(dot(across, across) > 0 ? across : axis, axis);
    }
    if (rank == 0) return identity();
    const Vec3 along = normalised(a * axis);
    const Mat3 turn  = dot(along, along) > 0 ? turning(axis, along) : identity();
    return a + turn * (identity() - outer(axis, axis));
}

/// The rotation nearest to a matrix, whatever the matrix: U V^T of its singular values, the least of them turned over where that would mirror.
Mat3 rotation_of(const Mat3& a) {
    Eigen::Matrix3d m;
    for (int r = 0; r < 3; ++r) m.row(r) << double(a.row[r].x), double(a.row[r].y), double(a.row[r].z);
    if (!m.allFinite()) return identity();
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d                         u = svd.matrixU();
    if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) = -u.col(2);
    const Eigen::Matrix3f q = (u * svd.matrixV().transpose()).cast<float>();
    return {{{q(0, 0), q(0, 1), q(0, 2)}, {q(1, 0), q(1, 1), q(1, 2)}, {q(2, 0), q(2, 1), q(2, 2)}}};
}

}  // namespace

BodyFrames::BodyFrames(const Exec& exec, std::span<const Vec4> rest, const PointTree& tree, float reach) : particle_(rest.size()) {
    const Poly6T<double> kernel(double(reach), 3);
    std::vector<std::vector<Neighbour>> lists(rest.size());
    host_for(exec, "skin frames", Index(rest.size()), [&](Index i) {
        thread_local std::vector<Index> near;
        tree.within(xyz(rest[i]), reach, near);
        std::erase(near, i);
        const DoublePoints position{rest.data()};
        const Vec3d        x_i      = position[i];
        const auto         prepared = prepare_direct_gradient(kernel, position, near, x_i, sheet_cut_off);
        Particle&          p        = particle_[i];
        p.rank                      = prepared.rank;
        if (p.rank == 1 || p.rank == 2) p.axis = axis_of(prepared.inverse_moment, p.rank);
        for (const Index j : near) {
            const Vec3d x_ij = position[j] - x_i, slope = kernel(length(x_ij)) * (prepared.inverse_moment * x_ij);
            lists[i].push_back({j, {float(slope.x), float(slope.y), float(slope.z)}});
        }
    });
    for (std::size_t i = 0; i < lists.size(); ++i) {
        particle_[i].first = Index(neighbour_.size());
        neighbour_.insert(neighbour_.end(), lists[i].begin(), lists[i].end());
        particle_[i].last = Index(neighbour_.size());
    }
}

Mat3 BodyFrames::gradient(Index i, std::span<const Vec4> now) const {
    Mat3 a;
    for (Index k = particle_[i].first; k < particle_[i].last; ++k) a = a + outer(xyz(now[neighbour_[k].row]) - xyz(now[i]), neighbour_[k].slope);
    return completed(a, particle_[i].rank, particle_[i].axis);
}

void BodyFrames::compute(const Exec& exec, std::span<const Vec4> now, bool rigid, FrameRows& frames) const {
    for (auto& row : frames.row) row.resize(now.size());
    host_for(exec, "skin frames", Index(now.size()), [&](Index i) {
        const Mat3 a = gradient(i, now), f = rigid ? rotation_of(a) : a;
        for (int r = 0; r < 3; ++r) frames.row[r][i] = with_w(f.row[r], 0);
    });
}

}  // namespace mote
