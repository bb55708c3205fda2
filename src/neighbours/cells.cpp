// Copyright (c) 2026 The Mote authors. MIT licence.
#include "cells.h"
#include "gpu_cells.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mote {
namespace {

std::string name_of(const Points& points, Index row) {
    return points.id.data ? "particle " + std::to_string(points.id[row]) : "point " + std::to_string(row);
}

}  // namespace

void refuse_first_bad(const Points& points) {
    for (Index i = 0; i < points.rows; ++i) {
        const Vec4 x = points.position[i];
        if (finite(xyz(x)) && (!points.support.data || finite(points.support[i]))) continue;
        throw UnsoundError(name_of(points, i) + " has a position or support radius that is not a finite number: (" +
                           std::to_string(x.x) + ", " + std::to_string(x.y) + ", " + std::to_string(x.z) + ")");
    }
    throw BugError("a point that is not finite was seen and is gone");
}

namespace {

struct Extent {
    Box   box;
    float sum_of_zeros = 0;  // turns NaN as soon as one number is not finite
};

/// Product that stays at the largest value instead of wrapping round.
std::uint64_t bounded_product(std::uint64_t a, std::uint64_t b) {
    std::uint64_t c;
    return __builtin_mul_overflow(a, b, &c) ? ~std::uint64_t(0) : c;
}

}  // namespace

Box extent_of(const Exec& exec, const Points& points, Index first, Index last) {
    constexpr Index block = 1024;  // a whole block per call, so that the loop inside can be vectorised
    const auto      map   = [&](Index b) {
        Extent e;
        for (Index i = first + b * block, end = std::min(last, i + block); i < end; ++i) {
            const Vec3 x = xyz(points.position[i]);
            e.box.include(x);
            e.sum_of_zeros += 0 * x.x + 0 * x.y + 0 * x.z;
        }
        if (points.support.data)
            for (Index i = first + b * block, end = std::min(last, i + block); i < end; ++i)
                e.sum_of_zeros += 0 * points.support[i];
        return e;
    };
    const auto combine = [](Extent a, const Extent& b) {
        a.box.low  = min(a.box.low, b.box.low);
        a.box.high = max(a.box.high, b.box.high);
        a.sum_of_zeros += b.sum_of_zeros;
        return a;
    };
    const Extent all = host_reduce(exec, "cell extent", (last - first + block - 1) / block, Extent{}, map, combine);
    if (!finite(all.sum_of_zeros)) refuse_first_bad(points);
    return all.box;
}

std::int64_t CellKeys::coordinate(double x, int axis) const {
    constexpr double most = 2e18;  // fits 63 bits; what lies farther out shares the last cell, which costs time only
    return std::int64_t(std::clamp(std::floor(x * per_width_), -most, most)) - first_[axis];
}

bool CellKeys::covers(const Box& box) const {
    const double low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
    for (int a = 0; a < 3; ++a)
        if (coordinate(low[a], a) < 0 || coordinate(high[a], a) >= count_[a]) return false;
    return true;
}

bool CellKeys::fit(const Points& points, const Box& box) {
    check(points.rows == 0 || points.radius > 0, "the support radius is positive", points.radius);
    const bool plain = occupied_[0].empty() && per_width_ > 0;
    if (points.rows > 0 && plain && radius_ == points.radius && covers(box)) return false;
    stride_y_ = stride_z_ = 1, last_ = 0;
    per_width_ = 0;
    if (points.rows == 0) return true;
    // A hair wider than the radius: the quotient below is rounded, and points less than a radius apart must never
    // come to lie two cells apart.
    per_width_ = 1.0 / (double(points.radius) * (1 + 1e-6));
    // Wider cells are right too, and matter that is spread so thin has few points in each.
    while (!number_cells(points, box)) per_width_ /= 2;
    radius_ = points.radius;
    return true;
}

/// False where the keys need more than 62 bits.
bool CellKeys::number_cells(const Points& points, const Box& box) {
    constexpr std::int64_t margin = 2;  // some room to move before the cells must be numbered anew
    const double low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
    std::uint64_t n[3];
    for (int a = 0; a < 3; ++a) {
        occupied_[a].clear(), compressed_[a].clear();
        first_[a] = 0;
        first_[a] = coordinate(low[a], a) - margin;
        count_[a] = coordinate(high[a], a) + 1 + margin;
        n[a]      = std::uint64_t(count_[a]) + 2;  // one empty cell on each side: "one cell on" never wraps into the next row
    }
    if (bounded_product(bounded_product(n[0], n[1]), n[2]) >> 62) {
        compress(points);
        for (int a = 0; a < 3; ++a) n[a] = std::uint64_t(compressed_[a].back()) + 3;
    }
    stride_y_ = n[0];
    stride_z_ = bounded_product(n[0], n[1]);
    last_     = bounded_product(stride_z_, n[2]);
    return last_ >> 62 == 0;
}

/// Calls the occupied coordinates of each axis 0, 1, 2, ... with at most one empty cell between two of them. Cells
/// that touch still do, others still do not, and the keys are short whatever the distances.
void CellKeys::compress(const Points& points) {
    for (int a = 0; a < 3; ++a) {
        std::vector<std::int64_t>& at = occupied_[a];
        at.resize(points.rows);
        for (Index i = 0; i < points.rows; ++i) at[i] = coordinate((&points.position[i].x)[a], a);
        std::sort(at.begin(), at.end());
        at.erase(std::unique(at.begin(), at.end()), at.end());
        compressed_[a].assign(1, 0);
        for (std::size_t k = 1; k < at.size(); ++k)
            compressed_[a].push_back(compressed_[a].back() + std::min<std::int64_t>(at[k] - at[k - 1], 2));
    }
}

std::uint64_t CellKeys::key(const Vec4& p) const {
    std::int64_t c[3] = {coordinate(p.x, 0), coordinate(p.y, 1), coordinate(p.z, 2)};
    if (!occupied_[0].empty())
        for (int a = 0; a < 3; ++a)
            c[a] = compressed_[a][std::size_t(std::lower_bound(occupied_[a].begin(), occupied_[a].end(), c[a]) -
                                              occupied_[a].begin())];
    return std::uint64_t(c[2] + 1) * stride_z_ + std::uint64_t(c[1] + 1) * stride_y_ + std::uint64_t(c[0] + 1);
}

static std::int64_t rounded_down(double x) {
    const std::int64_t towards_zero = std::int64_t(x);
    return towards_zero - (double(towards_zero) > x);
}

void CellKeys::find(const Exec& exec, View<const Vec4> position, Index first, Index last, std::uint64_t* keys) const {
    const bool         plain = occupied_[0].empty();
    const double       per   = per_width_;
    const std::int64_t x = first_[0] - 1, y = first_[1] - 1, z = first_[2] - 1, row = std::int64_t(stride_y_), layer = std::int64_t(stride_z_);
    for_pieces(exec, last - first, 1024, [&](Index from, Index to) {
        const Vec4* const p = position.data + first;
        if (!plain)
            for (Index i = from; i < to; ++i) keys[i] = key(p[i]);
        else  // one formula for all, without calls, so that it becomes vector code
            for (Index i = from; i < to; ++i)
                keys[i] = std::uint64_t((rounded_down(p[i].z * per) - z) * layer + (rounded_down(p[i].y * per) - y) * row + (rounded_down(p[i].x * per) - x));
    });
}

int CellKeys::bits() const { return 64 - std::countl_zero(last_); }

void Cells::find(const Exec& exec, std::span<const std::uint64_t> row_keys, Index first_row) {
    constexpr Index                        block  = 4096;
    const Index                            rows   = Index(row_keys.size());
    const Index                            blocks = (rows + block - 1) / block;
    const auto                             starts = [&](Index i) { return i == 0 || row_keys[i] != row_keys[i - 1]; };
    static thread_local std::vector<Index> count;
    count.assign(blocks, 0);
    for_each_index(exec, blocks, 1, [&, out = count.data()](Index b) {
        for (Index i = b * block, end = std::min(rows, i + block); i < end; ++i) out[b] += starts(i);
    });
    const Index cells = exclusive_scan(exec, count.data(), blocks);
    key.resize(cells);
    first.resize(cells + 1);
    for_each_index(exec, blocks, 1, [&, in = count.data()](Index b) {
        Index cell = in[b];
        for (Index i = b * block, end = std::min(rows, i + block); i < end; ++i)
            if (starts(i)) key[cell] = row_keys[i], first[cell++] = first_row + i;
    });
    first[cells] = first_row + rows;
}

// ---- the order of rows ------------------------------------------------------------------------------------

struct CellOrder::Room {
    CellKeys               cells;
    Scratch<std::uint64_t> keys;
    Scratch<Index>         old_row;
    GpuOrder               gpu;
};

std::vector<Index> Order::on_host(const Exec& exec) const {
    std::vector<Index> copy(rows);
    if (exec.on_gpu())
        gpu::to_host(reinterpret_cast<std::byte*>(copy.data()), reinterpret_cast<const std::byte*>(old_row.data), rows * sizeof(Index));
    else
        std::copy(old_row.data, old_row.data + rows, copy.begin());
    return copy;
}

CellOrder::CellOrder() : room_(std::make_unique<Room>()) {}
CellOrder::~CellOrder() = default;

Order CellOrder::find(const Exec& exec, const Points& points, View<const std::uint8_t> zone) {
    Room& r = *room_;
    if (exec.on_gpu()) {
        const Index ours = r.gpu.find(exec, points, zone);
        return {r.gpu.old_row(), points.rows, ours};
    }
    const Timed timed(exec, "cell order");
    r.cells.fit(points, extent_of(exec, points, 0, points.rows));
    r.keys.borrow(exec, points.rows);
    std::uint64_t* const keys = r.keys.write().data;
    r.old_row.borrow(exec, points.rows);
    Index* const old_row = r.old_row.write().data;
    // The zone stands above the bits of the cell: one sort does both.
    const int zone_bits = zone.data ? 1 : 0, bits = r.cells.bits();
    r.cells.find(exec, points.position, 0, points.rows, keys);
    for_each_index(exec, points.rows, 4096, [=](Index i) { old_row[i] = i; });
    if (zone.data) for_each_index(exec, points.rows, 4096, [&](Index i) { keys[i] |= std::uint64_t(zone[i] > 0) << bits; });
    sort_by_key(exec, keys, old_row, points.rows, bits + zone_bits);
    const Index ours = Index(std::lower_bound(keys, keys + points.rows, std::uint64_t(1) << bits) - keys);
    r.keys.give_back(exec);
    return {{old_row}, points.rows, ours};
}

void CellOrder::give_back(const Exec& exec) { room_->old_row.give_back(exec); }

}  // namespace mote
