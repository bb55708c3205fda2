// Copyright (c) 2026 The Mote authors. MIT licence.
#include "gpu_cells.h"
#include "cells.h"

#include <bit>
#include <cmath>

namespace mote {

#ifdef __CUDACC__

namespace {

struct Extent {
    Box   box;
    float sum_of_zeros = 0;  // turns NaN as soon as one number is not finite
    Index disorder     = 0;  // rows whose cell comes after that of the next
};
struct Join {
    MOTE_FN Extent operator()(Extent a, const Extent& b) const {
        a.box.low  = min(a.box.low, b.box.low);
        a.box.high = max(a.box.high, b.box.high);
        a.sum_of_zeros += b.sum_of_zeros;
        a.disorder += b.disorder;
        return a;
    }
};
struct ExtentOf {
    View<const Vec4>  position;
    View<const float> support;
    GpuCells          cells;
    Index             first, count;

    MOTE_FN Extent operator()(Index k) const {
        const Vec4 p = position[first + k];
        const Vec3 x = xyz(p);
        const bool late = k + 1 < count && cells.key(p) > cells.key(position[first + k + 1]);
        return {{x, x}, 0 * x.x + 0 * x.y + 0 * x.z + (support.data ? 0 * support[first + k] : 0.f), late ? 1u : 0u};
    }
};

/// What is on the GPU, if it is there.
template <class T>
std::vector<T> fetch_rows(View<const T> from, Index rows) {
    std::vector<T> values(from.data ? rows : 0);
    gpu::to_host(reinterpret_cast<std::byte*>(values.data()), reinterpret_cast<const std::byte*>(from.data), values.size() * sizeof(T));
    return values;
}

[[noreturn]] void refuse_first_bad_of_gpu(Points points) {
    const auto position = fetch_rows(points.position, points.rows);
    const auto support  = fetch_rows(points.support, points.rows);
    const auto id       = fetch_rows(points.id, points.rows);
    points.position = {position.data()}, points.support = {support.data()}, points.id = {id.data()};
    refuse_first_bad(points);
}

template <class Key>
struct Keys {
    View<const Vec4>         position;
    View<const std::uint8_t> zone;
    GpuCells                 cells;
    View<Key>                key;
    View<Index>              row;
    Index                    first;

    MOTE_FN void operator()(Index k) const {
        const bool others = zone.data && zone[first + k] > 0;
        key[k]            = Key(cells.key(position[first + k]) + (others ? cells.all : 0));
        row[k]            = k;
    }
};

struct TakePlaces {
    View<const Vec4>  position;
    View<const Index> row;
    View<Vec4>        at;
    Index             first;

    MOTE_FN void operator()(Index k) const { at[k] = position[first + row[k]]; }
};

/// So many places up to each cell that has one, for a scan to fill in the others.
struct CellEnds {
    View<const Vec4> at;
    GpuCells         cells;
    View<Index>      before;
    Index            count;

    MOTE_FN void operator()(Index k) const {
        const std::uint64_t key = cells.key(at[k]);
        if (k + 1 == count || cells.key(at[k + 1]) != key) before[Index(key + 1)] = k + 1;
    }
};
struct KeyOf {
    View<const Vec4>    at;
    GpuCells            cells;
    View<std::uint64_t> key;

    MOTE_FN void operator()(Index k) const { key[k] = cells.key(at[k]); }
};

}  // namespace

GpuScan gpu_scan(const Exec& exec, const Points& points, const GpuCells& cells, Index first, Index last) {
    const Index  count = last - first;
    const Extent all = reduce(exec, "cell extent", count, Extent{}, ExtentOf{points.position, points.support, cells, first, count}, Join{});
    if (!finite(all.sum_of_zeros)) refuse_first_bad_of_gpu(points);
    return {all.box, all.disorder == 0};
}

bool GpuCells::fit(const Box& box, float radius) {
    const double low[3] = {box.low.x, box.low.y, box.low.z}, high[3] = {box.high.x, box.high.y, box.high.z};
    // A hair wider than the radius: quotients are rounded, and points less than a radius apart must never be two cells apart.
    const double wanted = 1.0 / (double(radius) * (1 + 1e-6));
    const auto   covers = [&](int a) {
        const double per = a == 0 ? per_x : per_w, l = std::floor(low[a] * per) - double(first[a]), h = std::floor(high[a] * per) - double(first[a]);
        return l >= 0 && h < double(count[a]);
    };
    if (per_w == wanted && covers(0) && covers(1) && covers(2)) return false;
    constexpr double margin = 2;  // some room to move before cells must be numbered anew
    for (per_w = wanted;; per_w /= 2) {
        per_x         = 2 * per_w;
        double number = 1;
        for (int a = 0; a < 3; ++a) {
            const double per = a == 0 ? per_x : per_w, from = std::floor(low[a] * per) - margin, to = std::floor(high[a] * per) + margin;
            number *= std::fabs(from) > 1e15 || std::fabs(to) > 1e15 ? 1e30 : to - from + 1;
            if (number > 4e18) break;
            first[a] = std::int64_t(from), count[a] = std::int64_t(to - from) + 1;
        }
        if (number < 4e18) break;  // wider cells are right too
    }
    width = float(1 / per_w);
    all   = std::uint64_t(count[0]) * std::uint64_t(count[1]) * std::uint64_t(count[2]);
    return true;
}

void GpuSet::fill(const Exec& exec, const Points& points, const GpuCells& cells, Index first, Index last, bool sorted) {
    first_row = first, count = last - first, in_order = sorted;
    if (count == 0) return;
    if (!in_order) {
        unsorted.resize(exec, count), numbers.resize(exec, count), keys.resize(exec, count), row.resize(exec, count), at.resize(exec, count);
        parallel_for(exec, "cell keys", count, Keys<std::uint64_t>{points.position, {}, cells, unsorted.write(), numbers.write(), first});
        gpu::sort(exec.room(), unsorted.read().data, keys.write().data, numbers.read().data, row.write().data, count, std::bit_width(cells.all));
        parallel_for(exec, "cell places", count, TakePlaces{points.position, row.read(), at.write(), first});
    }
    const View<const Vec4> place{in_order ? points.position.data + first : at.read().data};
    dense = cells.all <= 8 * std::uint64_t(points.rows) + (1u << 22) && cells.all < 0xfffffff0u;
    if (dense) {
        before.resize(exec, cells.all + 1);
        gpu::clear(reinterpret_cast<std::byte*>(before.write().data), (cells.all + 1) * sizeof(Index));
        parallel_for(exec, "cell ends", count, CellEnds{place, cells, before.write(), count});
        gpu::running_highest(exec.room(), before.write().data, cells.all + 1);
    } else if (in_order) {
        keys.resize(exec, count);
        parallel_for(exec, "cell keys", count, KeyOf{place, cells, keys.write()});
    }
}

Index GpuOrder::find(const Exec& exec, const Points& points, View<const std::uint8_t> zone) {
    const Timed timed(exec, "cell order");
    const Index rows = points.rows;
    if (rows == 0) return 0;
    cells_.fit(gpu_scan(exec, points, cells_, 0, rows).box, points.radius);
    const std::uint64_t all = zone.data ? 2 * cells_.all : cells_.all;
    row_.resize(exec, rows), sorted_row_.resize(exec, rows);
    const auto sort = [&](auto& key, auto& sorted) {
        using Key = std::remove_reference_t<decltype(*key.write().data)>;
        key.resize(exec, rows), sorted.resize(exec, rows);
        parallel_for(exec, "cell keys", rows, Keys<Key>{points.position, zone, cells_, key.write(), row_.write(), 0});
        gpu::sort(exec.room(), key.read().data, sorted.write().data, row_.read().data, sorted_row_.write().data, rows, std::bit_width(all));
    };
    if (all >> 32 == 0)
        sort(short_key_, sorted_short_key_);
    else
        sort(key_, sorted_key_);
    if (!zone.data) return rows;
    return reduce(exec, "cell order", rows, Index(0), [=] MOTE_LAMBDA(Index i) { return Index(zone[i] == 0); }, Plus{});
}

#else

Index GpuOrder::find(const Exec&, const Points&, View<const std::uint8_t>) { return 0; }

#endif

}  // namespace mote
