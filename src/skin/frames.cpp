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
