// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <map>
#include <set>

#include "laws/point/elastic.h"
#include "mote/neighbours.h"
#include "mote/pseudo_inverse.h"
#include "mote/solids.h"
#include "pace.h"
#include "shape.h"
#include "smoothing/sheets.h"

namespace mote {

using namespace solid;

namespace {

/// Fronts of what melts and freezes are rough: who has neighbours that lie nearly in a plane would be as stiff across it as they are near to it, and short steps would not be short
/// enough. Those count as sheets.
constexpr double rough_cut_off = 0.25;

constexpr float most_lean = 0.7f;  // of a weight, so that none is turned around

/// Weights (1 - r^2/h^2)^6 of neighbours in one body, and what follows from them. Wider ones average strain over a layer more: faces, which see one
/// side only, are then too soft, and a beam of 8 layers bends by 15 % too much.
struct Weigh {
    NeighbourView          neighbours;
    PairValueView          weights;
    View<const Vec4>       rest;
    View<const float>      group;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<Vec4>             rows[2], inward;  // g
    View<float>            beside;
    View<Vec3>             axis;
    float                  h, hourglass;
    bool                   flat, grows;
    View<const float>      reach;  // of each row, where sizes differ
    View<const Vec4>       tilt;   // of its weights, where they are

    MOTE_FN void operator()(Index i) const {
        const Vec3  rest_i = xyz(rest[i]);
        const float body = group[i], per_step = 1 / weights.step, per_h2 = 1 / (h * h);
        const auto  sums = neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            const auto r    = xyz(rest[j]) - rest_i;
            const auto rr   = dot(r, r), share = max(1 - nearness(i, j, rr, per_h2), 0.f * rr), cube = share * share * share;
            const auto same = abs(group[j] - body);
            const auto w    = weights.keep(k, select(same < 0.5f, per_step * cube * cube * lean(i, j, r, rr), 0.f * rr));
            const auto wr   = w * r;
            return Both{outer(wr, r), wr};
        });
        const Mat3 m = weights.step * sums.first;
        Mat3d      moment;
        for (int r = 0; r < 3; ++r) moment.row[r] = {double(m.row[r].x), double(m.row[r].y), double(m.row[r].z)};
        const auto  inverse = pseudo_inverse(moment, grows || materials[material[i]].changes() || materials[material[i]].plastic.absorbs() ? rough_cut_off : sheet_cut_off);
        const Mat3d& q      = inverse.matrix;
        const int   rank    = flat && inverse.rank == 2 ? 3 : inverse.rank;  // nothing is missing in a plane
        axis[i]             = rank == 1 || rank == 2 ? axis_of(q, rank) : Vec3{};
        const float spread  = trace(m);
        beside[i]           = spread > 0 ? hourglass * 2 * rest[i].w / spread : 0.f;
        rows[0][i] = {float(q.row[0].x), float(q.row[0].y), float(q.row[0].z), 0};
        rows[1][i] = {float(q.row[1].y), float(q.row[1].z), float(q.row[2].z), float(rank)};
        inward[i]  = with_w(rest[i].w * (Mat3{{xyz(rows[0][i]), {rows[0][i].y, rows[1][i].x, rows[1][i].y}, {rows[0][i].z, rows[1][i].y, rows[1][i].z}}} *
                                        depth(i, normalised(sums.second))), 0);
    }
    /// r^2/h^2 with the mean of both reaches, and what both tilts make of a weight: the same for i and j to the last bit.
    template <class J, class S>
    MOTE_HOT S nearness(Index i, J j, const S& rr, float per_h2) const {
        if (!reach.data) return per_h2 * rr;
        const S h_ij = 0.5f * (reach[i] + reach[j]);
        return rr / (h_ij * h_ij);
    }
    template <class J, class R, class S>
    MOTE_HOT S lean(Index i, J j, const R& r, const S& rr) const {
        if (!tilt.data) return 0.f * rr + 1.f;
        const S by = dot(xyz(tilt[i]) - xyz(tilt[j]), r), most = 0.f * rr + most_lean;
        return 1.f + max(min(by, most), -1.f * most);
    }
    /// b of strains across the normal. On edges and in corners, where no strain of that kind is left, not more than on a face.
    MOTE_FN Vec3 depth(Index i, const Vec3& normal) const {
        const Vec3 rest_i = xyz(rest[i]);
        const auto sums   = neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            const auto r = xyz(rest[j]) - rest_i;
            const auto along = dot(r, normal), w = weights.at(k) * (dot(r, r) - along * along);
            return Both{w * r, w};
        });
        const Vec3  b    = sums.second > 0 ? (1 / sums.second) * sums.first : Vec3{};
        const float size = length(b), most = 0.05f * (reach.data ? reach[i] : h);
        return size > most ? (most / size) * b : b;
    }
};

/// V' of shape.h.
struct ShareVolume {
    NeighbourView    neighbours;
    PairValueView    weights;
    View<const Vec4> rest, inward;
    View<float>      strained;

    MOTE_FN void operator()(Index i) const {
        const Vec3 rest_i = xyz(rest[i]), g_i = xyz(inward[i]);
        const float v = rest[i].w + weights.step * neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            return weights.at(k) * dot(xyz(inward[j]) + g_i, xyz(rest[j]) - rest_i);
        });
        strained[i]   = clamp(v, 0.5f * rest[i].w, 2 * rest[i].w);  // of threads without order as well
    }
};
/// How a row's strain answers to single neighbours that move, sum_j w_ij |K_i r_ij| times a spacing: 2.76 in a cubic lattice.
struct Roughness {
    NeighbourView    neighbours;
    PairValueView    weights;
    ShapeView        shape;
    View<const Vec4> rest;
    float            spacing;

    MOTE_FN float operator()(Index i) const {
        const Vec3 rest_i = xyz(rest[i]);
        const Mat3 inverse_moment = shape.inverse_moment(i);
        return (weights.step * spacing / 2.76f) * neighbours.sum_moving(i, weights.first[i], [&](auto j, std::size_t k) {
            const auto way = inverse_moment * (xyz(rest[j]) - rest_i);
            return weights.at(k) * sqrt(dot(way, way));
        });
    }
};
struct SetStiffness {
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const float>      beside;
    View<Vec4>             row;

    MOTE_FN void operator()(Index i) const { row[i].w = beside[i] * materials[material[i]].elastic.shear; }
};

struct AddFullness {
    NeighbourView     neighbours;
    View<const Vec4>  rest;
    View<const float> group;
    View<float>       fullness;
    Kernel            kernel;
    float             sign;
    View<const float> size;  // of rows, where sizes differ
    float             spacing;

    MOTE_FN void operator()(Index i) const { fullness[i] += sign * (size.data && is_deep(i) ? 1.f : filled(i)); }
    /// Large rows are nowhere near a surface, nor is who sees one.
    MOTE_HOT bool is_deep(Index i) const {
        const float body = group[i];
        const float large = neighbours.sum(i, [&](auto j) {
            const auto size_j = size[j];
            return select(abs(group[j] - body) < 0.5f, max(size_j - 1.5f * spacing, 0.f * size_j), 0.f * size_j);
        });
        return large > 0 || RowSizes::is_large(size[i], spacing);
    }
    MOTE_HOT float filled(Index i) const {
        const Vec3  rest_i = xyz(rest[i]);
        const float body   = group[i];
        return    rest[i].w * kernel.at_zero() + neighbours.sum(i, [&](auto j) {
            const auto p_j = rest[j];
            const auto r   = xyz(p_j) - rest_i;
            return select(abs(group[j] - body) < 0.5f, p_j.w * kernel.at_square(dot(r, r)), 0.f * p_j.w);
        });
    }
};

/// Whose material is no longer that of its row.
struct HasChanged {
    View<const Index>      place;
    View<const MaterialId> material, of_row;

    MOTE_FN Index operator()(Index i) const { return place[i] != Solids::none && material[i] != of_row[place[i]] ? 1 : 0; }
};

Points points_of(const RestShape& rest, Index rows, float radius) {
    return {rest.rest_position_volume.read(), rows, rows, radius, {}, rest.id.read()};
}

}  // namespace

void Solids::capture(const Exec& exec, Particles& p, std::span<const Material> materials, const Kernel& kernel, SolidSettings settings) {
    std::vector<Index> row;
    for (Index i = 0; i < p.size(); ++i)
        if (materials[p.material.host()[i]].is_solid()) row.push_back(i);
    rest.restore(0, 0);
    spacing_ = settings.spacing;
    if (row.empty()) return;
    rest.append(Index(row.size()));
    for (Index s = 0; s < row.size(); ++s) {
        const Index i                        = row[s];
        rest.id.edit()[s]                   = p.id.host()[i];
        rest.material.edit()[s]             = p.material.host()[i];
        rest.body.edit()[s]                 = p.body.host()[i];
        rest.part.edit()[s]                 = p.body.host()[i];
        rest.rest_position_volume.edit()[s] = p.position_volume.host()[i];
        if (sizes) sizes->of_row.edit()[s] = sizes->of_particle.host()[i];
    }
    sort(exec, row, materials, settings);
    for (Index s = 0, bodies = 0; s < rest.rows(); ++s) {
        if (!materials[rest.material.host()[s]].rigid) continue;
        if (s == 0 || rest.rigid.host()[s - 1] == 0 || rest.body.host()[s] != rest.body.host()[s - 1]) ++bodies;
        rest.rigid.edit()[s] = bodies;
    }
    find_fullness(exec, std::vector<Index>(rest.rows(), 1), kernel, settings);
    find_rims(exec, kernel, settings.spacing);
}

void Solids::find_fullness(const Exec& exec, std::span<const Index> which, const Kernel& kernel, SolidSettings settings) {
    const std::vector<float> last(rest.own_fullness.host().data, rest.own_fullness.host().data + rest.rows());
    const float flat = first_layer_fullness(kernel, settings.spacing);
    for (Index s = 0; s < rest.rows(); ++s) rest.own_fullness.edit()[s] = 0;
    add_fullness(exec, kernel, 1);
    for (Index s = 0; s < rest.rows(); ++s) {
        float& own = rest.own_fullness.edit()[s];
        own = s < which.size() && which[s] ? clamp(own, flat, 1.f) : last[s];  // edges and corners meet a wall where faces do
    }
}

void Solids::sort(const Exec& exec, std::span<const Index> particle, std::span<const Material> materials, SolidSettings settings) {
    const auto rank_of = [&](Index s) { return materials[rest.material.host()[s]].rigid ? 1u + rest.body.host()[s] : 0u; };
    CellOrder  cells;
    auto       order = cells.find(exec, points_of(rest, rest.rows(), reach * settings.spacing)).on_host(exec);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return rank_of(a) < rank_of(b); });
    rest.reorder(exec, order);
    for (Index s = 0; s < order.size(); ++s) place.edit()[particle[order[s]]] = s;
}

/// That of a part alone.
void Solids::add_fullness(const Exec& exec, const Kernel& kernel, float sign) {
    group_.resize(exec, rest.rows() + 1);
    parallel_for(exec, "rest shape", rest.rows() + 1, NumberParts{rest.part.read(), group_.write()});
    Neighbours near;
    near.build(exec, points_of(rest, rest.rows(), sizes ? kernel.h + 0.5f * spacing_ : kernel.h));  // who is half a spacing beyond the cell of a large row lacks some neighbours
    parallel_for(exec, "rest shape", rest.rows(),
                 AddFullness{near.view(), rest.rest_position_volume.read(), group_.read(), rest.own_fullness.write(), kernel, sign, sizes ? sizes->of_row.read() : View<const float>{}, spacing_});
}

std::vector<Index> Solids::particles_of_rows(const Particles& p) const {
    std::vector<Index> particle(rest.rows(), none);
    for (Index i = 0; i < p.size(); ++i)
        if (place.host()[i] != none) particle[place.host()[i]] = i;
    return particle;
}

Index Solids::release(const Exec& exec, Particles& p, std::span<const Material> all, View<const Material> materials, const Kernel& kernel, SolidSettings settings) {
    const Index changed = reduce(exec, "rest shape", p.size(), Index(0), HasChanged{place.read(), p.material.read(), rest.material.read()}, Plus{});
    if (changed == 0) return 0;
    const std::vector<Index> particle = particles_of_rows(p);
    std::vector<Index>       kept;
    for (Index s = 0; s < rest.rows(); ++s) {
        rest.material.edit()[s] = p.material.host()[particle[s]];
        if (all[rest.material.host()[s]].is_solid())
            kept.push_back(s);
        else
            place.edit()[particle[s]] = none;
    }
    const Index left = rest.rows() - Index(kept.size());
    add_fullness(exec, kernel, -1);  // whoever leaves takes his part along, and stands there as a liquid: nothing is pressed
    rest.reorder(exec, kept);
    add_fullness(exec, kernel, 1);
    for (Index s = 0; s < kept.size(); ++s) place.edit()[particle[kept[s]]] = s;
    find_neighbours(exec, materials, settings);
    return left;
}

void Solids::find_neighbours(const Exec& exec, View<const Material> materials, SolidSettings settings) {
    for (elastic_rows_ = 0; elastic_rows_ < rest.rows() && rest.rigid.host()[elastic_rows_] == 0;) ++elastic_rows_;
    const Index rows = elastic_rows_;
    flat_            = settings.dimension == 2;
    if (rows == 0) return;
    spacing_ = settings.spacing;
    find_bodies(exec);
    find_mixtures();
    if (surfaces) surfaces->attach(exec, rest, rows);
    Points points = points_of(rest, rows, reach * settings.spacing);
    if (sizes) {
        points.radius  = find_reach(exec);
        points.support = reach_.read();
    }
    neighbours_.build(exec, points);
    weights_.resize(exec, neighbours_, rows, 1);
    shape_[0].resize(exec, rows + 1), shape_[1].resize(exec, rows + 1), beside_.resize(exec, rows);
    for (Scratch<Vec4>* row : {&stress_[0], &stress_[1], &stress_[2]}) row->resize(exec, rows + 1);
    axis_.resize(exec, rows), strained_.resize(exec, rows + 1), group_.resize(exec, rest.rows() + 1);
    const auto a = stress_[0].write(), b = stress_[1].write(), c = stress_[2].write();  // where there is no stress yet there is room
    const auto k = shape_[0].write(), l = shape_[1].write();
    const auto v = strained_.write();
    parallel_for(exec, "rest shape", 1, [=] MOTE_LAMBDA(Index) { a[rows] = b[rows] = c[rows] = k[rows] = l[rows] = {0, 0, 0, 0}, v[rows] = 0; });  // of nobody
    weigh(exec, materials, settings);
    keep_rims(exec);
    follow_materials(exec, materials);
    if (clustered_) find_clusters(exec, materials);
}

/// Weights, and what follows from them.
void Solids::weigh(const Exec& exec, View<const Material> materials, SolidSettings settings) {
    const Index rows = elastic_rows_;
    parallel_for(exec, "rest shape", rest.rows() + 1, NumberParts{rest.part.read(), group_.write()});
    parallel_for(exec, "rest shape", rows,
                 Weigh{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), group_.read(), rest.material.read(), materials, {shape_[0].write(), shape_[1].write()}, stress_[2].write(),
                       beside_.write(), axis_.write(), reach * settings.spacing, settings.hourglass, flat_, grows_, sizes ? reach_.read() : View<const float>{},
                       tilt ? tilt->read() : View<const Vec4>{}});
    parallel_for(exec, "rest shape", rows, ShareVolume{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), stress_[2].read(), strained_.write()});
    if (absorbs_) rough_ = reduce(exec, "rest shape", rows, 1.f, Roughness{neighbours_.view(), weights_.view(), shape(), rest.rest_position_volume.read(), spacing_}, Larger{});
}

void Solids::find_mixtures() {
    std::map<Index, std::set<MaterialId>> of_part;
    for (Index s = 0; s < elastic_rows_; ++s) of_part[rest.part.host()[s]].insert(rest.material.host()[s]);
    together_.clear();
    for (const auto& [part, materials] : of_part)
        for (const MaterialId a : materials)
            for (const MaterialId b : materials)
                if (a != b) together_.push_back({a, b});
}

void Solids::follow_materials(const Exec& exec, View<const Material> materials) {
    parallel_for(exec, "rest shape", elastic_rows_, SetStiffness{rest.material.read(), materials, beside_.read(), shape_[0].write()});
}

void Solids::scale(BodyId body, const Vec3& scale) {
    Vec3  middle{};
    float count = 0;
    for (Index s = 0; s < rest.rows(); ++s)
        if (rest.body.host()[s] == body) middle += xyz(rest.rest_position_volume.host()[s]), ++count;
    middle = (1 / count) * middle;
    for (Index s = 0; s < rest.rows(); ++s) {
        if (rest.body.host()[s] != body) continue;
        Vec4&      at = rest.rest_position_volume.edit()[s];
        const Vec3 r  = xyz(at) - middle;
        at            = with_w(middle + Vec3{scale.x * r.x, scale.y * r.y, scale.z * r.z}, scale.x * scale.y * scale.z * at.w);
        rest.deformation.edit()[s] = {{{1 / scale.x, 0, 0}, {0, 1 / scale.y, 0}, {0, 0, 1 / scale.z}}};
    }
}

float Solids::stable_step(std::span<const Material> materials, float spacing, bool strained) const {
    float      longest = 1e30f;
    const auto allow   = [&](const Material& m, float density) {
        const float faster = (m.plastic.kind == Plastic::Kind::none && !grows_) || !strained ? 1 : squeeze_;
        const float rows   = grows_ || m.changes() ? 1.5f : m.plastic.absorbs() ? rough_ : 1.f;  // particles of liquids come near each other
        longest            = min(longest, solid::stable_step(m, density, spacing, {(rows * faster) * (rows * faster), strained ? 1.f : 0.f}));
    };
    float lighter = 1;  // than what moves it
    for (const Material& m : materials)
        if (m.is_elastic()) allow(m, m.rest_density);
    for (const auto& [a, b] : together_)  // what is light is moved by what is stiff beside it
        if (const float share = materials[b].rest_density / materials[a].rest_density; share < 1) allow(materials[a], materials[b].rest_density), lighter = min(lighter, share);
    const float rough = max(absorbs_ ? rough_ : 1.f, grows_ ? 1.5f : 1.f);
    return strained ? min(longest, sqrt(lighter) * strained_step_ / rough) : longest;
}

}  // namespace mote
