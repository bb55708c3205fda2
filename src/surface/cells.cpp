// Copyright (c) 2026 The Mote authors. MIT licence.
#include "surface/cells.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "mote/error.h"

namespace mote::surfaces {
namespace {

[[noreturn]] void refuse() {
    throw UnsoundError("a particle is so far from the others that no surface can be made: the grid would have too many cells");
}

}  // namespace

int place_of(float x, float width) {
    const double at = std::floor(double(x) / double(width));
    if (!(std::abs(at) < 5e8)) refuse();
    return int(at);
}

PlaceKeys::PlaceKeys(const Place& low, const Place& high) : low_(low), high_(high) {
    int bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        shift_[k] = bits;
        bits += int(std::bit_width(std::uint64_t(high[k] - low[k])));
    }
    if (bits > 63) refuse();
    bits_ = std::max(bits, 1);
}

Place PlaceKeys::place(std::uint64_t key) const {
    const auto part = [&](int from, int to) { return int((key >> from) & ((std::uint64_t(1) << (to - from)) - 1)); };
    return {low_[0] + part(0, shift_[1]), low_[1] + part(shift_[1], shift_[2]), low_[2] + part(shift_[2], 63)};
}

Cells::Cells(const Exec& exec, std::span<const Vec4> points, float width) : width_(width) {
    const Index count = Index(points.size());
    if (count == 0) {
        first_ = {0};
        return;
    }
    const Box box = host_reduce(exec, "surface extent", count, Box{}, [&](Index i) { return Box{xyz(points[i]), xyz(points[i])}; },
                                [](const Box& a, const Box& b) { return Box{min(a.low, b.low), max(a.high, b.high)}; });
    const auto place = [&](const Vec3& x) { return Place{place_of(x.x, width), place_of(x.y, width), place_of(x.z, width)}; };
    keys_            = PlaceKeys(place(box.low), place(box.high));

    std::vector<std::uint64_t> key(count);
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), Index(0));
    host_for(exec, "surface cells", count, [&](Index i) { key[i] = keys_.key(place(xyz(points[i]))); });
    sort_by_key(exec, key.data(), order_.data(), count, keys_.bits());
    for (Index i = 0; i < count; ++i)
        if (i == 0 || key[i] != key[i - 1]) cell_.push_back(key[i]), first_.push_back(i);
    first_.push_back(count);
}

Cells::Run Cells::run(int x0, int x1, int y, int z) const {
    x0 = std::max(x0, keys_.low(0)), x1 = std::min(x1, keys_.high(0));
    if (x0 > x1 || !keys_.holds(1, y) || !keys_.holds(2, z)) return {};
    const auto from = std::lower_bound(cell_.begin(), cell_.end(), keys_.key({x0, y, z}));
    const auto to   = std::upper_bound(from, cell_.end(), keys_.key({x1, y, z}));
    return {first_[std::size_t(from - cell_.begin())], first_[std::size_t(to - cell_.begin())]};
}

}  // namespace mote::surfaces
