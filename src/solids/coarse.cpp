// Copyright (c) 2026 The Mote authors. MIT licence.
#include "coarse.h"

#include <algorithm>
#include <cmath>

namespace mote::solid {
namespace {

constexpr int   smallest_cell = 4;    // in spacings
constexpr Index most_nodes    = 400;  // of a body: the factor takes as long as a few iterations

/// Means over a cube of side 1 of the products of the gradients of corners a and b: what is linear along an axis, times what is not.
Mat3 gradients(int a, int b) {
    const auto s = [](int k, int axis) { return (k >> axis) & 1; };
    const auto value = [&](int axis) { return s(a, axis) == s(b, axis) ? 1 / 3.f : 1 / 6.f; };  // of phi_a phi_b
    const auto sign  = [&](int k, int axis) { return s(k, axis) ? 1.f : -1.f; };
    float      g[3][3];
    for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) {
            g[p][q] = sign(a, p) * sign(b, q);
            for (int axis = 0; axis < 3; ++axis)
                if (p == q)
                    g[p][q] *= axis == p ? 1.f : value(axis);
                else
                    g[p][q] *= axis == p || axis == q ? 0.5f : value(axis);
        }
    return {{{g[0][0], g[0][1], g[0][2]}, {g[1][0], g[1][1], g[1][2]}, {g[2][0], g[2][1], g[2][2]}}};
}

/// Sum of products; lanes add up apart, so that it is fast and always the same.
float products(const float* a, const float* b, Index count) {
    constexpr Index lanes      = 16;
    float           sum[lanes] = {};
    Index           k          = 0;
    for (; k + lanes <= count; k += lanes)
        for (Index l = 0; l < lanes; ++l) sum[l] += a[k + l] * b[k + l];
    float rest = 0;
    for (; k < count; ++k) rest += a[k] * b[k];
    for (Index l = 0; l < lanes; ++l) rest += sum[l];
    return rest;
}

const float* components(const Vec3& v) { return &v.x; }

/// What a cell is made of.
struct Gather {
    View<const GridCell>   cells;
    View<const Index>      row, pin;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const GridPlace>  place;
    View<const Vec4>       rest, position;
    View<const Mat3>       deformation, inverse_plastic;
    View<GridMean>         mean;
    float                  stiff;  // kick times ahead

    MOTE_FN void operator()(Index c) const {
        const GridCell  cell = cells[c];
        const Material& made = materials[material[row[cell.first]]];
        const float     rate = 10 * wave_speed(made.elastic, made.rest_density) / cell.side, held = 1 + stiff * rate * rate;
        Mat3            f    = diagonal(0);
        GridMean        m{};
        for (Index k = 0; k < cell.count; ++k) {
            const Index     i = row[cell.first + k];
            const GridPlace p = place[i];
            const float     mass = (pin[i] > 0 ? held : 1.f) / position[i].w;  // what is held hardly moves
            f                    = f + rest[i].w * (inverse_plastic.data ? deformation[i] * inverse_plastic[i] : deformation[i]);
            m.volume += rest[i].w;
            for (int corner = 0; corner < 8; ++corner) m.mass[corner] += p.weight(corner) * mass;
        }
        m.change = stress_change_at(made.elastic, (1 / m.volume) * f);
        mean[c]  = m;
    }
};

struct Restrict {
    View<const GridCell>  cells;
    View<const Index>     row;
    View<const GridPlace> place;
    View<const Vec3>      residual;
    View<GridCorners>     corners;

    MOTE_FN void operator()(Index c) const {
        const GridCell cell = cells[c];
        Vec3           sum[8] = {};
        for (Index k = 0; k < cell.count; ++k) {
            const Index i = row[cell.first + k];
            const Vec3  s = place[i].share, r = residual[i];
            const Vec3  far = s.z * r, near = r - far, far_up = s.y * far, far_down = far - far_up, up = s.y * near, down = near - up;
            sum[1] += s.x * down, sum[3] += s.x * up, sum[5] += s.x * far_down, sum[7] += s.x * far_up;
            sum[0] += (1 - s.x) * down, sum[2] += (1 - s.x) * up, sum[4] += (1 - s.x) * far_down, sum[6] += (1 - s.x) * far_up;
        }
        for (int corner = 0; corner < 8; ++corner) corners[c].value[corner] = with_w(sum[corner], 0);
    }
};

}  // namespace

void CoarseGrid::lay(const Exec& exec, const RestShape& rest, View<const Index> rows, const std::vector<Index>& first, float spacing) {
    laid_ = first.back(), nodes_ = 0;
    cells_.clear();
    place_.resize(exec, laid_), row_.resize(exec, laid_ + 1);
    for (std::size_t b = 0; b + 1 < first.size(); ++b) lay_body(rest, rows, first[b], first[b + 1], spacing);
    const Index count = Index(cells_.size());
    cell_.resize(exec, count), mean_.resize(exec, count), corners_.resize(exec, count), velocity_.resize(exec, nodes_);
    std::copy(cells_.begin(), cells_.end(), cell_.edit().data);
    find_profile();
}

/// Cells through rows first .. last - 1 of one body, as small as they may be.
void CoarseGrid::lay_body(const RestShape& rest, View<const Index> rows, Index first, Index last, float spacing) {
    const auto at    = rest.rest_position_volume.host();
    const auto place = place_.edit();
    const auto order = row_.edit();
    Vec3       low = xyz(at[rows[first]]), high = low;
    for (Index k = first; k < last; ++k) low = min(low, xyz(at[rows[k]])), high = max(high, xyz(at[rows[k]]));
    Index counts[3], axis[3] = {0, 1, 2};
    float side = 0;
    for (int s = smallest_cell;; ++s) {
        side = float(s) * spacing;
        for (int d = 0; d < 3; ++d) counts[d] = Index(components(high - low)[d] / side) + 1;
        if ((counts[0] + 1) * (counts[1] + 1) * (counts[2] + 1) <= most_nodes) break;
    }
    std::sort(axis, axis + 3, [&](Index p, Index q) { return counts[p] < counts[q]; });  // the longest last: rows of the factor are short
    Index step[3], nodes = 1;
    for (const Index d : axis) step[d] = nodes, nodes *= counts[d] + 1;

    std::vector<std::pair<Index, Index>> by_cell;
    for (Index k = first; k < last; ++k) {
        const Vec3 from = xyz(at[rows[k]]) - low;
        GridPlace  p{{}, nodes_, {step[0], step[1], step[2]}};
        float      share[3];
        for (int d = 0; d < 3; ++d) {
            const Index cell = std::min(Index(components(from)[d] / side), counts[d] - 1);
            share[d]         = components(from)[d] / side - float(cell);
            p.node += cell * step[d];
        }
        p.share        = {share[0], share[1], share[2]};
        place[rows[k]] = p;
        by_cell.emplace_back(p.node, rows[k]);
    }
    std::sort(by_cell.begin(), by_cell.end());
    for (Index k = 0; k < by_cell.size(); ++k) {
        order[first + k] = by_cell[k].second;
        if (k == 0 || by_cell[k].first != by_cell[k - 1].first) {
            GridCell cell{first + k, 0, {}, side};
            for (int corner = 0; corner < 8; ++corner) cell.corner[corner] = place[by_cell[k].second].corner(corner);
            cells_.push_back(cell);
        }
        ++cells_.back().count;
    }
    nodes_ += nodes;
}

/// From where on rows of the matrix are not zero.
void CoarseGrid::find_profile() {
    start_.resize(3 * nodes_);
    for (Index u = 0; u < 3 * nodes_; ++u) start_[u] = u / 3 * 3;
    for (const GridCell& cell : cells_) {
        const Index least = *std::min_element(cell.corner, cell.corner + 8);
        for (const Index node : cell.corner)
            for (Index d = 0; d < 3; ++d) start_[3 * node + d] = std::min(start_[3 * node + d], 3 * least);
    }
    offset_.assign(1, 0);
    for (Index u = 0; u < 3 * nodes_; ++u) offset_.push_back(offset_.back() + (u + 1 - start_[u]));
    right_.resize(3 * nodes_);
}

void CoarseGrid::factor(const Exec& exec, const RestShape& rest, View<const Material> materials, const Terms& terms) {
    parallel_for(exec, "solid grid", Index(cells_.size()),
                 Gather{cell_.read(), row_.read(), terms.pin, rest.material.read(), materials, place_.read(), rest.rest_position_volume.read(),
                        terms.position, rest.deformation.read(), terms.inverse_plastic, mean_.write(), terms.kick * terms.ahead});
    const Timed timed(exec, "solid grid");
    const auto  mean = mean_.host();
    factor_.assign(offset_.back(), 0);
    for (Index n = 0; n < cells_.size(); ++n) add_cell(cells_[n], mean[n], terms);
    if (terms.held) add_held(terms.held->host(), terms.rubbed->host());
    decompose();
}

/// The stiffness and the mass of an element.
void CoarseGrid::add_cell(const GridCell& cell, const GridMean& m, const Terms& terms) {
    static const auto shape = [] {
        std::vector<Mat3> g;
        for (int ab = 0; ab < 64; ++ab) g.push_back(gradients(ab / 8, ab % 8));
        return g;
    }();
    const StressChange c    = m.change;
    const float        size = terms.kick * m.volume / (cell.side * cell.side);
    Mat3               tangent[3][3];  // dP of dF that is 1 at one place
    for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) {
            Mat3 one           = diagonal(0);
            (&one.row[p].x)[q] = 1;
            tangent[p][q] = size * (stress_change(c, one * c.right, terms.ahead + c.damping, terms.ahead) * transpose(c.right));
        }
    for (int a = 0; a < 8; ++a)
        for (int b = 0; b < 8; ++b) {
            if (cell.corner[b] > cell.corner[a]) continue;
            const Mat3& g = shape[std::size_t(8 * a + b)];
            for (int p = 0; p < 3; ++p)
                for (int r = 0; r < 3; ++r) {
                    const Index row = 3 * cell.corner[a] + Index(p), column = 3 * cell.corner[b] + Index(r);
                    if (column > row) continue;
                    float sum = 0;  // dP_pq of dF_rs: sum_qs g_a,q g_b,s
                    for (int s = 0; s < 3; ++s) sum += dot(tangent[r][s].row[p], Vec3{components(g.row[0])[s], components(g.row[1])[s], components(g.row[2])[s]});
                    entry(row, column) += sum;
                }
            if (a == b)
                for (Index d = 0; d < 3; ++d) entry(3 * cell.corner[a] + d, 3 * cell.corner[a] + d) += m.mass[a];
        }
}

/// Cholesky by rows, within what is not zero.
void CoarseGrid::decompose() {
    for (Index r = 0; r < 3 * nodes_; ++r) {
        float* row = &factor_[offset_[r]];
        for (Index c = start_[r]; c < r; ++c) {
            const Index from = std::max(start_[r], start_[c]);
            row[c - start_[r]] = (row[c - start_[r]] - products(row + (from - start_[r]), &factor_[offset_[c]] + (from - start_[c]), c - from)) * entry(c, c);
        }
        const float whole = row[r - start_[r]], square = whole - products(row, row, r - start_[r]);
        row[r - start_[r]] = whole > 0 ? 1 / std::sqrt(std::max(square, 1e-5f * whole)) : 0;  // nobody is near; its inverse is kept
    }
}

/// What surfaces hold rows by.
void CoarseGrid::add_held(View<const Vec4> held, View<const float> rubbed) {
    const auto place = place_.host();
    for (Index i = 0; i < laid_; ++i) {
        if (!(held[i].w > 0)) continue;
        const Vec3 n = xyz(held[i]);
        const Mat3 d = diagonal(rubbed[i]) + (held[i].w - rubbed[i]) * outer(n, n);
        for (int a = 0; a < 8; ++a)
            for (int b = 0; b < 8; ++b) {
                const Index at = 3 * place[i].corner(a), to = 3 * place[i].corner(b);
                if (to > at) continue;
                const float w = place[i].weight(a) * place[i].weight(b);
                for (Index p = 0; p < 3; ++p)
                    for (Index q = 0; q < 3; ++q)
                        if (to + q <= at + p) factor_[offset_[at + p] + to + q - start_[at + p]] += w * components(d.row[p])[q];
            }
    }
}

GridView CoarseGrid::solve(const Exec& exec, View<const Vec3> residual) {
    parallel_for(exec, "solid grid", Index(cells_.size()), Restrict{cell_.read(), row_.read(), place_.read(), residual, corners_.write()});
    const Timed timed(exec, "solid grid");
    const auto  corners = corners_.host();
    std::fill(right_.begin(), right_.end(), 0.f);
    for (Index n = 0; n < cells_.size(); ++n)
        for (int k = 0; k < 8; ++k)
            for (int d = 0; d < 3; ++d) right_[3 * cells_[n].corner[k] + Index(d)] += (&corners[n].value[k].x)[d];
    for (Index r = 0; r < right_.size(); ++r) {
        const float* row = &factor_[offset_[r]];
        right_[r]        = (right_[r] - products(row, &right_[start_[r]], r - start_[r])) * row[r - start_[r]];
    }
    for (Index r = Index(right_.size()); r-- > 0;) {
        const float* row = &factor_[offset_[r]];
        right_[r] *= row[r - start_[r]];
        for (Index c = start_[r]; c < r; ++c) right_[c] -= right_[r] * row[c - start_[r]];
    }
    const auto velocity = velocity_.edit();
    for (Index n = 0; n < nodes_; ++n) velocity[n] = {right_[3 * n], right_[3 * n + 1], right_[3 * n + 2], 0};
    return {place_.read(), velocity_.read()};
}

}  // namespace mote::solid
