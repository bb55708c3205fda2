// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Which particles carry each surfel, and how large it is. On the host, once.
#include <algorithm>
#include <cmath>

#include "cut.h"
#include "first_order.h"
#include "mote/point_tree.h"
#include "mote/solids.h"
#include "mote/surface_contact.h"
#include "smoothing/sheets.h"
#include "surfels.h"

namespace mote {
namespace {

constexpr float carried_by = 2.5f;  // in spacings: two layers and a half, so that below a face they lie in more than one plane

struct Flat {
    float x, y;
};
/// What is left of a polygon where z . v <= most.
void cut(std::vector<Flat>& polygon, const Flat& v, float most, std::vector<Flat>& room) {
    const auto over = [&](const Flat& p) { return p.x * v.x + p.y * v.y - most; };
    room.clear();
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Flat  a = polygon[k], b = polygon[(k + 1) % polygon.size()];
        const float at_a = over(a), at_b = over(b);
        if (at_a <= 0) room.push_back(a);
        if ((at_a <= 0) != (at_b <= 0)) {
            const float t = at_a / (at_a - at_b);
            room.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
        }
    }
    polygon.swap(room);
}
float area_of(const std::vector<Flat>& polygon) {
    float sum = 0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Flat a = polygon[k], b = polygon[(k + 1) % polygon.size()];
        sum += 0.5f * (a.x * b.y - a.y * b.x);
    }
    return sum;
}

struct Tangents {
    Vec3 t1, t2;  // t1 x t2 is the normal
};
Tangents tangents_of(const Vec3& normal, bool flat) {
    const Vec3 t1 = flat ? cross(Vec3{0, 0, 1}, normal) : any_across(normal);
    return {t1, flat ? Vec3{0, 0, 1} : cross(normal, t1)};
}

/// The part of its tangent plane that is nearer to a point than to others around it, and ends where another face begins. On an edge that is what one sees of its faces along the normal between
/// them, so areas seen along any direction add up.
float cell_of(Index i, std::span<const Vec3> points, std::span<const Vec3> normals, std::span<const Index> around, float distance, bool flat) {
    const auto        t = tangents_of(normals[i], flat);
    const float       a = 1.25f * distance, b = flat ? 0.5f : a;
    std::vector<Flat> polygon{{-a, -b}, {a, -b}, {a, b}, {-a, b}}, room;
    for (const Index k : around) {
        const Vec3 r = points[k] - points[i];
        if (dot(normals[i], normals[k]) > 0.1f) {
            const Flat  v{dot(r, t.t1), flat ? 0.f : dot(r, t.t2)};
            const float square = v.x * v.x + v.y * v.y;
            if (k != i && square > 0.04f * distance * distance) cut(polygon, v, 0.5f * square, room);
        } else if (abs(dot(r, normals[i])) < distance) {  // a face that ours ends at, seen from whichever side
            const float side = dot(r, normals[k]) < 0 ? -1.f : 1.f;
            const Flat  v{side * dot(normals[k], t.t1), flat ? 0.f : side * dot(normals[k], t.t2)};
            if (v.x * v.x + v.y * v.y > 0.25f) cut(polygon, v, side * dot(r, normals[k]), room);
        }
    }
    return area_of(polygon);
}

/// Where the middle of a piece lies in the tangent plane at rest, whose cell is taken for a square as large.
Flat middle_of(const SurfaceContact::Made& m, const Vec4& cut, bool flat) {
    const int   across = int(cut.y + 0.5f), piece = int(cut.w + 0.5f);
    const float side = flat ? m.area : std::sqrt(m.area);
    const float a = side * ((float(piece / across) + 0.5f) / cut.x - 0.5f), b = flat ? 0 : side * ((float(piece % across) + 0.5f) / cut.y - 0.5f);
    return {std::cos(cut.z) * a - std::sin(cut.z) * b, std::sin(cut.z) * a + std::cos(cut.z) * b};
}

std::vector<Vec4> with_zero(std::span<const Vec3> points) {
    std::vector<Vec4> rows;
    for (const Vec3& p : points) rows.push_back(with_w(p, 0));
    return rows;
}

void find_own(std::span<SurfaceContact::Made> surfels, float distance, bool flat) {
    std::vector<Vec4> places;
    for (const auto& m : surfels) places.push_back(with_w(m.at, 0));
    const PointTree    tree(places);
    std::vector<Index> near;
    const float        h = solid::patch * distance;
    for (auto& m : surfels) {
        tree.within(m.at, h, near);
        float sum = 0;
        for (const Index k : near) sum += float(bump(double(length(surfels[k].at - m.at) / h))) * surfels[k].area * max(dot(surfels[k].normal, m.normal), 0.f);
        m.own = sum / solid::whole_plane(h, 1, flat);
    }
}

}  // namespace

void SurfaceContact::add(const RestShape& rest, BodyId body, std::span<const Vec3> points, std::span<const Vec3> normals, float distance, const SolidSettings& settings) {
    flat_     = settings.dimension == 2;
    distance_ = distance;
    const float       reach = carried_by * settings.spacing;
    std::vector<Vec4> own;
    std::vector<Index> id;
    for (Index s = 0; s < rest.rows(); ++s)
        if (rest.body.host()[s] == body) own.push_back(rest.rest_position_volume.host()[s]), id.push_back(rest.id.host()[s]);
    const auto         samples = with_zero(points);
    const PointTree    particles(own), others(samples);
    const std::size_t  before = made_.size();
    std::vector<Index> near;
    std::vector<FirstOrder::Other> weighted;
    for (Index i = 0; i < points.size(); ++i) {
        const Vec3 x = points[i], n = normals[i];
        particles.within(x, reach, near);
        if (!(dot(n, n) > 0.5f) || near.empty()) continue;
        weighted.clear();
        Index nearest = 0;
        for (Index k = 0; k < near.size(); ++k) {
            const Vec3d r = wide(xyz(own[near[k]])) - wide(x);
            weighted.push_back({bump(length(r) / double(reach)), r});
            if (length(r) < length(weighted[nearest].r)) nearest = k;
        }
        const FirstOrder fit(weighted, sheet_cut_off);
        const auto       t = tangents_of(n, flat_);
        Made             m{x, n, 0, 0, 1, body, id[near[nearest]], Index(carriers_.size()), 0, false};
        Vec3d            missed{};
        for (Index k = 0; k < near.size(); ++k) {
            const Vec3d slope = fit.slope(weighted[k]);
            carriers_.push_back({id[near[k]], float(fit.weight(weighted[k])), float(dot(slope, wide(t.t1))), float(dot(slope, wide(t.t2)))});
            missed = missed + fit.weight(weighted[k]) * weighted[k].r;
        }
        m.last = Index(carriers_.size());
        m.off  = -float(dot(missed, wide(n)));
        others.within(x, 2.5f * distance, near);
        m.area = cell_of(i, points, normals, near, distance, flat_);
        for (const Index k : near)
            if (dot(n, normals[k]) < 0.85f && length(points[k] - x) < 1.3f * distance) m.sharp = true;
        made_.push_back(m);
    }
    find_own(std::span(made_).subspan(before), distance, flat_);
}

void SurfaceContact::attach(const Exec& exec, const RestShape& rest, Index rows) {
    row_of_.clear(), material_.clear();
    for (Index s = 0; s < rows; ++s) row_of_[rest.id.host()[s]] = s, material_.push_back(rest.material.host()[s]);
    rows_ = rows;
    if (table.rows() == 0 && !made_.empty()) {
        table.append(Index(made_.size()));
        for (Index i = 0; i < made_.size(); ++i) table.base.edit()[i] = i;
    }
    lay_out(exec);
}

void SurfaceContact::lay_out(const Exec& exec) {
    const Index surfels = count();
    std::size_t most = 1;
    for (Index i = 0; i < surfels; ++i) most += made_[table.base.host()[i]].last - made_[table.base.host()[i]].first;
    first_.resize(exec, surfels + 1), carrier_.resize(exec, most), share_.resize(exec, most), row_first_.resize(exec, rows_ + 1);
    near_.resize(exec, surfels), row_near_.resize(exec, rows_), kept_.resize(exec, surfels + 1), force_.resize(exec, surfels), push_.resize(exec, rows_), form_.resize(exec, surfels);
    for (Scratch<Vec4>* row : {&home_, &front_, &site_, &face_, &motion_, &stuff_, &node_[0], &node_[1], &node_[2], &node_[3], &node_[4]}) row->resize(exec, surfels + 1);
    for (Scratch<Vec4>* row : {&site_, &node_[0], &node_[1], &node_[2], &node_[3], &node_[4]}) std::fill_n(row->edit().data, surfels + 1, Vec4{});
    const auto         first = first_.edit();
    const auto         carrier = carrier_.edit();
    const auto         kept = kept_.edit();
    const auto         home = home_.edit(), front = front_.edit();
    std::vector<Index> at(rows_ + 1);
    Index              next = 0;
    for (Index i = 0; i < surfels; ++i) {
        const Made& m = made_[table.base.host()[i]];
        const Flat  off = middle_of(m, table.cut.host()[i], flat_);
        const auto  t = tangents_of(m.normal, flat_);
        first[i]      = next;
        bool gone     = !row_of_.contains(m.nearest);
        for (Index k = m.first; k < m.last; ++k) gone = gone || !row_of_.contains(carriers_[k].row);
        for (Index k = m.first; k < m.last && !gone; ++k) {
            carrier[next]     = carriers_[k];
            carrier[next].row = row_of_[carriers_[k].row];
            carrier[next].weight += off.x * carriers_[k].slope1 + off.y * carriers_[k].slope2;  // weights are even over its tangent plane, so affine motion stays exact
            ++at[carrier[next++].row + 1];
        }
        kept[i] = {m.area / (table.cut.host()[i].x * table.cut.host()[i].y), m.off, m.own, gone ? MaterialId(0) : material_[row_of_[m.nearest]], gone, m.sharp};
        home[i] = with_w(m.at + off.x * t.t1 + off.y * t.t2, gone ? 0.f : SolidRows::elastic_group(m.body));
        front[i] = with_w(m.normal, 0);
    }
    first[surfels] = next;
    home[surfels]  = front[surfels] = {0, 0, 0, 0};
    for (Index s = 0; s < rows_; ++s) at[s + 1] += at[s];
    std::copy(at.begin(), at.end(), row_first_.edit().data);
    const auto share = share_.edit();
    for (Index i = 0; i < surfels; ++i)
        for (Index k = first[i]; k < first[i + 1]; ++k) share[at[carrier[k].row]++] = {i, carrier[k].weight};
    was_near_ = true;
}

bool SurfaceContact::is_sound() const {
    Index next = 0;
    for (Index i = 0; i < count(); ++i) {
        const Vec4 c = table.cut.host()[i];
        if (table.base.host()[i] != next || !(c.x >= 1 && c.x <= 16 && c.y >= 1 && c.y <= 16)) return false;
        if (i + 1 == count() || table.base.host()[i + 1] != next) ++next;
    }
    return next == made_.size();
}

bool SurfaceContact::cut(const Exec& exec) {
    const Index changed = reduce(exec, "surface contact", count(), Index(0), solid::IsToCut{form_.read(), table.cut.read(), flat_}, Plus{});
    if (changed == 0) return false;
    std::vector<Index> base;
    std::vector<Vec4>  cuts;
    std::vector<Vec3>  slip;
    for (Index i = 0; i < count(); ++i) {
        if (i > 0 && table.base.host()[i] == table.base.host()[i - 1]) continue;  // all pieces of one are cut alike
        const Vec4 now = solid::next_cut(form_.host()[i], table.cut.host()[i], flat_);
        for (int piece = 0; piece < int(now.x * now.y + 0.5f); ++piece)
            base.push_back(table.base.host()[i]), cuts.push_back({now.x, now.y, now.z, float(piece)}), slip.push_back(table.slip.host()[i]);
    }
    table.restore(0, 0), table.append(Index(base.size()));
    for (Index i = 0; i < base.size(); ++i) table.base.edit()[i] = base[i], table.cut.edit()[i] = cuts[i], table.slip.edit()[i] = slip[i];
    lay_out(exec);
    return true;
}

}  // namespace mote
