// Copyright (c) 2026 The Mote authors. MIT licence.
#include "gpu_grid.h"

#include <algorithm>

namespace mote {

#ifdef __CUDACC__

namespace {

/// Marks the cells from which a row of others can be seen. Several threads may write the same 1.
struct MarkNear {
    View<const Vec4>   position;
    GpuCells           cells;
    View<std::uint8_t> near;
    Index              first;

    MOTE_FN void operator()(Index k) const {
        const Vec4         p = position[first + k];
        const std::int64_t x = cells.along(p.x, cells.per_x, 0), y = cells.along(p.y, cells.per_w, 1), z = cells.along(p.z, cells.per_w, 2);
        for (std::int64_t c = z > 0 ? z - 1 : 0; c <= z + 1 && c < cells.count[2]; ++c)
            for (std::int64_t b = y > 0 ? y - 1 : 0; b <= y + 1 && b < cells.count[1]; ++b)
                for (std::int64_t a = x > 1 ? x - 2 : 0; a <= x + 2 && a < cells.count[0]; ++a) near[cells.key(a, b, c)] = 1;
    }
};

/// The set as the search sees it.
struct SetView {
    const Index*         before;  // by cell; null: look for the key
    const std::uint64_t* keys;
    const Vec4*          at;
    const Index*         row;
    Index                first_row, count;

    __device__ Index lower_bound(std::uint64_t key) const {
        Index low = 0, high = count;
        while (low < high) {
            const Index middle = low + (high - low) / 2;
            if (keys[middle] < key)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
    /// What lies in the cells first .. last, which are next to each other along x.
    __device__ GpuRun run(std::uint64_t first, std::uint64_t last) const {
        if (!before) return {lower_bound(first), lower_bound(last + 1)};
        return {before[first], before[last + 1]};
    }
    __device__ Index row_at(Index place) const { return first_row + (row ? row[place] : place); }
};
SetView view_of(const GpuSet& set, const Points& points) {
    return {set.dense ? set.before.read().data : nullptr, set.dense ? nullptr : set.keys.read().data,
            set.in_order ? points.position.data + set.first_row : set.at.read().data, set.in_order ? nullptr : set.row.read().data,
            set.first_row, set.count};
}

struct SameRadius {
    float square;
    __device__ float reach_of(Index) const { return 0; }
    __device__ bool operator()(float rr, float, Index) const { return rr < square; }
};
struct LargestRadius {
    View<const float> support;
    __device__ float reach_of(Index i) const { return support[i]; }
    __device__ bool  operator()(float rr, float own, Index j) const {
        const float h = max(own, support[j]);
        return rr < h * h;
    }
};
struct MeanRadius {
    View<const float> support;
    __device__ float reach_of(Index i) const { return support[i]; }
    __device__ bool  operator()(float rr, float own, Index j) const {
        const float h = 0.5f * (own + support[j]);
        return rr < h * h;
    }
};

constexpr Index weave_threads = 64, at_once = 4;  // candidates

template <class Rule>
struct Weave {
    GpuCells            cells;
    SetView             ours, others;
    const std::uint8_t* near_others;  // by cell; null: look everywhere
    View<const Vec4>    position;
    View<const Index>   own;
    Rule                rule;
    Index               rows, hidden_from, moving_to, room;  // room: entries of a row that are woven in shared memory
    float               radius;
    Index *             entry, *first, *count, *moving, *used;
    Index               capacity;  // in units of 32 entries

    /// Calls found(row) for each neighbour of row i in one set.
    template <class F>
    __device__ void look(Index i, const SetView& set, const F& found) const {
        const Vec4         q  = position[i];
        const double       py = double(q.y) * cells.per_w, pz = double(q.z) * cells.per_w;
        const std::int64_t y = cells.along(q.y, cells.per_w, 1), z = cells.along(q.z, cells.per_w, 2);
        const float        low_y = (float(py - floor(py)) - 1e-4f) * cells.width, low_z = (float(pz - floor(pz)) - 1e-4f) * cells.width;
        const float        high_y = (0.9998f * cells.width) - low_y, high_z = (0.9998f * cells.width) - low_z;
        const float        own_reach = rule.reach_of(i);
        for (int dz = -1; dz <= 1; ++dz) {
            const float ez = dz < 0 ? max(low_z, 0.f) : dz > 0 ? max(high_z, 0.f) : 0.f;
            for (int dy = -1; dy <= 1; ++dy) {
                const float ey   = dy < 0 ? max(low_y, 0.f) : dy > 0 ? max(high_y, 0.f) : 0.f;
                const float left = radius * radius - ey * ey - ez * ez;
                if (left <= 0 || z + dz < 0 || y + dy < 0 || z + dz >= cells.count[2] || y + dy >= cells.count[1]) continue;
                const double half = double(sqrt(left)) * 1.00001;
                const GpuRun run  = set.run(cells.key(cells.along(q.x - half, cells.per_x, 0), y + dy, z + dz),
                                            cells.key(cells.along(q.x + half, cells.per_x, 0), y + dy, z + dz));
                for (Index place = run.first; place < run.last; place += at_once) {
                    Vec4 r[at_once];  // loaded before the first is asked about
                    for (Index k = 0; k < at_once; ++k) r[k] = set.at[place + k < run.last ? place + k : run.last - 1];
                    for (Index k = 0; k < at_once && place + k < run.last; ++k) {
                        const float x_ij = q.x - r[k].x, y_ij = q.y - r[k].y, z_ij = q.z - r[k].z;
                        const Index j    = set.row_at(place + k);
                        if (rule(x_ij * x_ij + y_ij * y_ij + z_ij * z_ij, own_reach, j) && j != i) found(j);
                    }
                }
            }
        }
    }
    /// All neighbours of row i, ours first; returns how many of them move.
    template <class F>
    __device__ Index each(Index i, const F& found) const {
        Index n = 0;
        look(i, ours, [&](Index j) { found(j), ++n; });
        if (others.count > 0 && (!near_others || near_others[cells.key(position[i])]))
            look(i, others, [&](Index j) { found(j), n += j < moving_to ? 1 : 0; });
        if (own.data)
            for (Index k = own[i]; k < own[i + 1]; ++k) found(hidden_from + k);
        return n;
    }
};

template <class Rule>
__global__ void __launch_bounds__(weave_threads) weave_rows(Weave<Rule> w) {
    extern __shared__ Index woven[];
    const Index  i = blockIdx.x * weave_threads + threadIdx.x, lane = threadIdx.x % 32;
    Index* const mine = woven + std::size_t(threadIdx.x / 32) * w.room * 32 + lane;
    Index        n = 0;
    if (i < w.rows) {
        const Index moving = w.each(i, [&](Index j) {
            if (n < w.room) mine[n * 32] = j;
            ++n;
        });
        w.count[i]  = n;
        w.moving[i] = moving;
    }
    const Index most = __reduce_max_sync(0xffffffffu, n);
    Index       at   = 0;
    if (lane == 0) {
        at = atomicAdd(w.used, most);
        atomicMax(w.used + 1, most);
        if (i < w.rows) w.first[i / 32] = at;
    }
    at = __shfl_sync(0xffffffffu, at, 0);
    if (at + most > w.capacity) return;  // the host sees it and comes again with more room
    Index* const to = w.entry + std::size_t(at) * 32 + lane;
    if (most <= w.room) {
        __syncwarp();
        for (Index k = 0; k < most; ++k) to[std::size_t(k) * 32] = mine[k * 32];
    } else if (i < w.rows) {
        Index k = 0;
        w.each(i, [&](Index j) { to[std::size_t(k++) * 32] = j; });
    }
}

}  // namespace

void GpuGrid::build(const Exec& exec, const Points& points, Reach reach) {
    const Index shared = points.rows - points.hidden;
    const bool  known  = points.others != 0 && points.others == others_number_ && others_.count == shared - points.ours;
    rows_              = points.ours;
    const auto  scan_ours   = [&] { return gpu_scan(exec, points, cells_, 0, points.ours); };
    const auto  scan_others = [&] { return gpu_scan(exec, points, cells_, points.ours, shared); };
    GpuScan     ours = scan_ours(), others = known ? GpuScan{others_box_, false} : scan_others();
    others_box_ = others.box;
    if (points.ours == 0) return;
    const bool moved = cells_.fit({min(ours.box.low, others_box_.low), max(ours.box.high, others_box_.high)}, points.radius);
    if (moved) ours = scan_ours(), others = scan_others();  // cells have other numbers
    ours_.fill(exec, points, cells_, 0, points.ours, ours.in_order);
    if (!known || moved) {
        others_.fill(exec, points, cells_, points.ours, shared, others.in_order);
        if (others_.count > 0 && others_.dense) {
            near_others_.resize(exec, cells_.all);
            gpu::clear(reinterpret_cast<std::byte*>(near_others_.write().data), cells_.all);
            parallel_for(exec, "cells near others", others_.count, MarkNear{points.position, cells_, near_others_.write(), points.ours});
        }
    }
    others_.first_row = points.ours;
    others_number_    = points.others;
    if (!points.support.data)
        weave<SameRadius>(exec, points);
    else if (reach == Reach::largest)
        weave<LargestRadius>(exec, points);
    else
        weave<MeanRadius>(exec, points);
}

template <class Rule>
void GpuGrid::weave(const Exec& exec, const Points& points) {
    const Timed timed(exec, "weave lists");
    const Index warps = (rows_ + 31) / 32;
    first_.resize(exec, warps), count_.resize(exec, rows_), moving_.resize(exec, rows_), used_.resize(exec, 2);
    const Rule rule = [&] {
        if constexpr (std::is_same_v<Rule, SameRadius>)
            return SameRadius{points.radius * points.radius};
        else
            return Rule{points.support};
    }();
    for (;;) {
        const Index room = (std::clamp(most_, Index(32), Index(160)) + 15) / 16 * 16;
        if (entry_.read().data == nullptr) capacity_ = std::size_t(warps) * 40, entry_.resize(exec, capacity_ * 32);
        gpu::clear(reinterpret_cast<std::byte*>(used_.write().data), 2 * sizeof(Index));
        const Weave<Rule> w{cells_, view_of(ours_, points), view_of(others_, points), others_.dense ? near_others_.read().data : nullptr,
                            points.position, points.hidden > 0 ? points.own : View<const Index>{}, rule, rows_, points.rows - points.hidden,
                            points.moving > 0 ? points.moving : points.ours, room, points.radius, entry_.write().data, first_.write().data,
                            count_.write().data, moving_.write().data, used_.write().data, Index(capacity_)};
        const std::size_t shared = std::size_t(weave_threads) * room * sizeof(Index);
        cudaFuncSetAttribute(weave_rows<Rule>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared));
        weave_rows<Rule><<<(rows_ + weave_threads - 1) / weave_threads, weave_threads, shared>>>(w);
        gpu::check_launch("weave lists");
        struct {
            Index units, most;
        } used = fetch(reinterpret_cast<const decltype(used)*>(used_.read().data));
        most_    = used.most;
        entries_ = std::size_t(used.units) * 32;
        if (used.units <= capacity_) return;
        capacity_ = std::size_t(used.units) + used.units / 8;
        entry_    = {};
        entry_.resize(exec, capacity_ * 32);
    }
}

std::size_t GpuGrid::memory_bytes() const { return capacity_ * 32 * sizeof(Index) + rows_ * 2 * sizeof(Index); }

#else

void        GpuGrid::build(const Exec&, const Points&, Reach) {}
std::size_t GpuGrid::memory_bytes() const { return 0; }

#endif

}  // namespace mote
