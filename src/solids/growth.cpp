// Copyright (c) 2026 The Mote authors. MIT licence.
#include "growth.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "mote/svd.h"

namespace mote::solid {
namespace {

constexpr float touch = 1.5f;  // spacings

using Cell = std::uint64_t;
Cell cell_at(const Vec3& x, float size, int dx = 0, int dy = 0, int dz = 0) {
    const auto number = [&](float q, int more) { return Cell(std::int64_t(std::floor(double(q) / double(size))) + more + (1 << 20)) & 0x1fffff; };
    return number(x.x, dx) << 42 | number(x.y, dy) << 21 | number(x.z, dz);
}

Mat3 rotation_of(const Mat3& a) {
    const auto s = svd(a);
    return s.u * transpose(s.v);
}
/// What is squeezed or stretched beyond measure tells where it is turned to, no more.
Mat3 sound(const Mat3& f) {
    const float volume = determinant(f);
    return volume > 0.2f && volume < 5 ? f : rotation_of(f);
}

}  // namespace

Growth::Growth(std::vector<Row>& rows, Index old, Index next_part, SolidSettings settings)
    : rows_(rows), old_(old), next_part_(next_part), company_(settings.dimension == 2 ? 3 : 6), crowd_(settings.dimension == 2 ? 9 : 27), reach_(touch * settings.spacing), placed_(rows.size()),
      waits_(rows.size()) {
    for (Index i = 0; i < old; ++i) of_part_[rows[i].part].push_back(i);
}

void Growth::run() {
    find_near();
    find_waiting();
    find_groups();
    for (const auto& group : groups_)
        if (const Index main = largest_part(group); main != Solids::none)
            grow(group, main);
        else if (group.size() < crowd_)
            for (const Index i : group) waits_[i] = 1;
        else {
            for (const Index i : group) rows_[i].part = next_part_;
            ++next_part_;
        }
}

/// Of those that it touches, or none.
Index Growth::largest_part(const std::vector<Index>& group) const {
    Index main = Solids::none;
    const auto size = [&](Index part) { return of_part_.at(part).size(); };
    for (const Index i : group)
        for (Index k = first_[i - old_]; k < first_[i - old_ + 1]; ++k) {
            const Index part = rows_[near_[k]].part;
            if (near_[k] < old_ && (main == Solids::none || size(part) > size(main) || (size(part) == size(main) && part < main))) main = part;
        }
    return main;
}

/// Layer by layer.
void Growth::grow(const std::vector<Index>& group, Index main) {
    for (const Index i : group) rows_[i].part = main;
    for (const Index i : of_part_[main]) placed_[i] = 1;
    while (place_next(group)) {
        std::set<Index> others;
        for (const Index i : group)
            for (Index k = first_[i - old_]; placed_[i] && k < first_[i - old_ + 1]; ++k)
                if (const Index j = near_[k]; j < old_ && !placed_[j]) others.insert(rows_[j].part);
        for (const Index part : others) adopt(group, part, main);
    }
}

/// Who is near whom, of new ones and of the same material.
void Growth::find_near() {
    std::vector<std::pair<Cell, Index>> cells(rows_.size());
    for (Index i = 0; i < rows_.size(); ++i) cells[i] = {cell_at(rows_[i].now, reach_), i};
    std::sort(cells.begin(), cells.end());
    first_.assign(1, 0);
    for (Index i = old_; i < rows_.size(); ++i) {
        for (int c = 0; c < 27; ++c) {
            const Cell cell = cell_at(rows_[i].now, reach_, c % 3 - 1, c / 3 % 3 - 1, c / 9 - 1);
            for (auto at = std::lower_bound(cells.begin(), cells.end(), std::pair{cell, Index(0)}); at != cells.end() && at->first == cell; ++at)
                if (const Index j = at->second; j != i && rows_[j].material == rows_[i].material && length(rows_[j].now - rows_[i].now) < reach_) near_.push_back(j);
        }
        std::sort(near_.begin() + first_.back(), near_.end());
        first_.push_back(Index(near_.size()));
    }
}

/// Who has no company of those that do not wait themselves, and takes no part in what follows.
void Growth::find_waiting() {
    for (bool again = true; again;) {
        again = false;
        for (Index i = old_; i < rows_.size(); ++i) {
            const auto first = near_.begin() + first_[i - old_], last = near_.begin() + first_[i - old_ + 1];
            if (!waits_[i] && std::count_if(first, last, [&](Index j) { return !waits_[j]; }) < std::ptrdiff_t(company_)) waits_[i] = 1, again = true;
        }
    }
    std::vector<Index> first(1, 0), near;
    for (Index i = old_; i < rows_.size(); ++i) {
        for (Index k = first_[i - old_]; k < first_[i - old_ + 1]; ++k)
            if (!waits_[i] && !waits_[near_[k]]) near.push_back(near_[k]);
        first.push_back(Index(near.size()));
    }
    first_ = std::move(first), near_ = std::move(near);
}

/// New rows that hang together, be it through a part that they all touch.
void Growth::find_groups() {
    std::vector<Index> root(rows_.size());
    std::iota(root.begin(), root.end(), Index(0));
    const auto find = [&](Index i) {
        while (root[i] != i) i = root[i] = root[root[i]];
        return i;
    };
    const auto unite = [&](Index a, Index b) {
        a = find(a), b = find(b);
        root[std::max(a, b)] = std::min(a, b);
    };
    for (const auto& [part, rows] : of_part_)
        for (const Index i : rows) unite(rows.front(), i);
    for (Index i = old_; i < rows_.size(); ++i)
        for (Index k = first_[i - old_]; k < first_[i - old_ + 1]; ++k) unite(i, near_[k]);
    std::map<Index, std::vector<Index>> groups;
    for (Index i = old_; i < rows_.size(); ++i)
        if (!waits_[i]) groups[find(i)].push_back(i);
    for (auto& [unused, group] : groups) groups_.push_back(std::move(group));
}

/// Where those of the neighbours that count would have it.
template <class Counts>
Growth::Seen Growth::seen_from(Index i, const Counts& counts) const {
    Seen seen;
    for (Index k = first_[i - old_]; k < first_[i - old_ + 1]; ++k) {
        const Row& j = rows_[near_[k]];
        if (!counts(near_[k])) continue;
        const Vec3  way = rows_[i].now - j.now;
        const float q = dot(way, way) / (reach_ * reach_), w = (1 - q) * (1 - q) + 1e-6f;
        const Mat3  f = sound(j.deformation);
        seen.rest += w * (j.rest + inverse(f) * way);
        seen.deformation = seen.deformation + w * f;
        seen.weight += w;
        if (w > seen.most) seen.most = w, seen.nearest = near_[k];
    }
    if (seen.weight > 0) seen.rest = (1 / seen.weight) * seen.rest, seen.deformation = (1 / seen.weight) * seen.deformation;
    return seen;
}

/// Places those beside who is placed. False where nobody was left.
bool Growth::place_next(const std::vector<Index>& group) {
    std::vector<std::pair<Index, Seen>> found;
    for (const Index i : group)
        if (!placed_[i])
            if (const Seen seen = seen_from(i, [&](Index j) { return placed_[j] != 0; }); seen.weight > 0) found.push_back({i, seen});
    for (const auto& [i, seen] : found) {
        rows_[i].rest = seen.rest, rows_[i].deformation = seen.deformation, rows_[i].body = rows_[seen.nearest].body;
        placed_[i] = 1;
    }
    return !found.empty();
}

/// `part` becomes one with `main`, at rest where new rows that see both have it.
void Growth::adopt(const std::vector<Index>& group, Index part, Index main) {
    Mat3  turn = diagonal(0);
    Vec3  here{}, there{};
    float weight = 0;
    for (const Index i : group) {
        if (!placed_[i]) continue;
        const Seen seen = seen_from(i, [&](Index j) { return j < old_ && rows_[j].part == part; });
        turn   = turn + seen.weight * (inverse(sound(rows_[i].deformation)) * seen.deformation);
        here += seen.weight * rows_[i].rest, there += seen.weight * seen.rest;
        weight += seen.weight;
    }
    const Mat3 r = rotation_of(turn);
    here = (1 / weight) * here, there = (1 / weight) * there;
    for (const Index i : of_part_[part]) {
        Row& row = rows_[i];
        row.rest = here + r * (row.rest - there), row.deformation = row.deformation * transpose(r), row.turned = r * row.turned;
        row.part = main, placed_[i] = 1;
    }
}

}  // namespace mote::solid
