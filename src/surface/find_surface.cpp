// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From particles to one mesh: blocks are made each on its own, then their vertices are numbered in the order of the blocks.
#include <algorithm>

#include "surface/blocks.h"
#include "surface/fields.h"

namespace mote {
using namespace surfaces;
namespace {

/// Rows whose position is a number.
std::vector<Index> sound_rows(const SurfacePoints& points) {
    std::vector<Index> rows;
    rows.reserve(points.position.size());
    for (std::size_t i = 0; i < points.position.size(); ++i)
        if (finite(xyz(points.position[i]))) rows.push_back(Index(i));
    return rows;
}

template <class To, class From>
std::vector<To> gathered(const Exec& exec, const From& from, std::span<const Index> rows) {
    std::vector<To> to(rows.size());
    host_for(exec, "surface gather", Index(rows.size()), [&](Index i) { to[i] = from[rows[i]]; });
    return to;
}

/// The field of one kind of matter among others: matter, and more of this kind than of any other. Where two kinds meet, their fields are
/// the same but for the sign, so that they are cut at the same points.
class SharedField final : public SurfaceField {
public:
    SharedField(std::unique_ptr<SurfaceField> all, std::vector<std::uint16_t> kind, std::uint16_t only)
        : all_(std::move(all)), kind_(std::move(kind)), only_(only) {}

    void sample(const SurfaceNodes& nodes, std::span<const Index> near, float* value) const override {
        static thread_local std::vector<std::uint16_t> kinds;
        static thread_local std::vector<float>         own, other, most;
        kinds.clear();
        for (const Index i : near) kinds.push_back(kind_[i]);
        std::sort(kinds.begin(), kinds.end());
        kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
        if (!std::binary_search(kinds.begin(), kinds.end(), only_)) return void(std::fill_n(value, SurfaceNodes::count, -1.f));
        all_->sample(nodes, near, value);
        if (kinds.size() == 1) return;
        own.resize(SurfaceNodes::count), other.resize(SurfaceNodes::count), most.assign(SurfaceNodes::count, -1e30f);
        sample_kind(nodes, near, only_, own.data());
        for (const std::uint16_t k : kinds) {
            if (k == only_) continue;
            sample_kind(nodes, near, k, other.data());
            for (std::size_t n = 0; n < own.size(); ++n) most[n] = max(most[n], other[n]);
        }
        for (std::size_t n = 0; n < own.size(); ++n)
            if (value[n] > 0) value[n] = clamp(own[n] - most[n], -value[n], value[n]);
    }

private:
    void sample_kind(const SurfaceNodes& nodes, std::span<const Index> near, std::uint16_t k, float* value) const {
        static thread_local std::vector<Index> rows;
        rows.clear();
        for (const Index i : near)
            if (kind_[i] == k) rows.push_back(i);
        all_->sample(nodes, rows, value);
    }
    std::unique_ptr<SurfaceField> all_;
    std::vector<std::uint16_t>    kind_;
    std::uint16_t                 only_;
};

/// Makes the field of all matter that of one kind of it.
void share(PreparedField& prepared, std::vector<std::uint16_t> kind, std::uint16_t only) {
    for (std::size_t i = 0; i < kind.size(); ++i)
        if (kind[i] != only) prepared.centre[i] = {1e18f, 1e18f, 1e18f, 0};  // vertices take nothing from it
    prepared.rim.clear();                                                  // faces between kinds are inside of matter
    prepared.field = std::make_unique<SharedField>(std::move(prepared.field), std::move(kind), only);
}

Matter prepare(const Exec& exec, const SurfacePoints& points, const SurfaceSpec& spec) {
    const Timed        timed(exec, "surface field");
    std::vector<Index> rows  = sound_rows(points);
    const auto         sound = gathered<Vec4>(exec, points.position, rows);
    Matter             matter{Cells(exec, sound, support_of(spec, points.spacing)), {}, 0.5f * points.spacing * spec.cube_size, 0, {}, {}};
    const auto         order = gathered<Index>(exec, rows, matter.cells.order());
    const auto         sorted = gathered<Vec4>(exec, sound, matter.cells.order());
    if (sorted.empty()) return matter;
    matter.prepared = make_surface_field(exec, sorted, points.spacing, spec);
    matter.drift    = host_reduce(
        exec, "surface drift", Index(sorted.size()), 0.f,
        [&](Index i) { return length(xyz(matter.prepared.centre[i]) - xyz(sorted[i])); }, [](float a, float b) { return max(a, b); });
    if (!points.kind.empty()) share(matter.prepared, gathered<std::uint16_t>(exec, points.kind, order), points.only);
    if (!points.velocity.empty()) matter.velocity = gathered<Vec3>(exec, points.velocity, order);
    for (const auto& column : points.columns) matter.columns.push_back(gathered<float>(exec, column, order));
    return matter;
}

std::vector<BlockMesh> make_blocks(const Exec& exec, const Matter& matter, const Blocks& blocks) {
    const Timed            timed(exec, "surface blocks");
    std::vector<BlockMesh> made(blocks.size());
    for_pieces(exec, blocks.size(), 1, [&](Index first, Index last) {
        static thread_local BlockMaker maker;
        for (Index b = first; b < last; ++b) made[b] = maker.make(matter, blocks.keys.place(blocks.key[b]));
    });
    return made;
}

/// Numbers the corners of a block's triangles.
void join(const Blocks& blocks, const std::vector<BlockMesh>& made, const std::vector<Index>& first, Index b, std::array<Index, 3>* triangles) {
    const Place place = blocks.keys.place(blocks.key[b]);
    Index       owner[8];
    std::fill_n(owner, 8, ~Index(0));
    const auto number = [&](std::uint32_t corner) {
        const std::uint32_t beyond = corner >> 16;
        if (beyond == 0) return first[b] + corner;
        if (owner[beyond] == ~Index(0))
            owner[beyond] = blocks.find({place[0] + int(beyond & 1), place[1] + int(beyond >> 1 & 1), place[2] + int(beyond >> 2)});
        const auto& edges = made[owner[beyond]].edge;
        const auto  at    = std::lower_bound(edges.begin(), edges.end(), std::uint16_t(corner));
        return first[owner[beyond]] + Index(at - edges.begin());
    };
    const auto& corner = made[b].corner;
    for (std::size_t n = 0; n < corner.size(); n += 3) triangles[n / 3] = {number(corner[n]), number(corner[n + 1]), number(corner[n + 2])};
}

Surface assemble(const Exec& exec, const Blocks& blocks, std::vector<BlockMesh>& made, bool moves, std::size_t columns) {
    const Timed        timed(exec, "surface mesh");
    std::vector<Index> vertex(blocks.size() + 1, 0), triangle(blocks.size() + 1, 0);
    for (Index b = 0; b < blocks.size(); ++b) {
        vertex[b + 1]   = vertex[b] + Index(made[b].point.size());
        triangle[b + 1] = triangle[b] + Index(made[b].corner.size() / 3);
    }
    Surface s;
    s.mesh.points.resize(vertex.back()), s.normal.resize(vertex.back()), s.velocity.resize(moves ? vertex.back() : 0);
    s.mesh.triangles.resize(triangle.back());
    s.columns.assign(columns, std::vector<float>(vertex.back()));
    for_pieces(exec, blocks.size(), 16, [&](Index from, Index to) {
        for (Index b = from; b < to; ++b) {
            const BlockMesh& m = made[b];
            std::copy(m.point.begin(), m.point.end(), s.mesh.points.begin() + vertex[b]);
            std::copy(m.normal.begin(), m.normal.end(), s.normal.begin() + vertex[b]);
            std::copy(m.velocity.begin(), m.velocity.end(), s.velocity.begin() + (moves ? vertex[b] : 0));
            for (std::size_t c = 0; c < columns; ++c)
                for (std::size_t v = 0; v < m.point.size(); ++v) s.columns[c][vertex[b] + v] = m.carried[v * columns + c];
            join(blocks, made, vertex, b, s.mesh.triangles.data() + triangle[b]);
        }
    });
    return s;
}

}  // namespace

Surface find_surface(const Exec& exec, std::span<const Vec4> places, float cube, float reach, const SurfaceField& field) {
    struct Borrowed final : SurfaceField {
        explicit Borrowed(const SurfaceField& field_) : field(field_) {}
        void sample(const SurfaceNodes& nodes, std::span<const Index> near, float* value) const override { field.sample(nodes, near, value); }
        const SurfaceField& field;
    };
    Matter matter{Cells(exec, places, reach), {std::make_unique<Borrowed>(field), {}, reach}, cube, 0, {}, {}};
    matter.prepared.centre        = gathered<Vec4>(exec, places, matter.cells.order());
    const Blocks           blocks = find_blocks(exec, matter);
    std::vector<BlockMesh> made   = make_blocks(exec, matter, blocks);
    return assemble(exec, blocks, made, false, 0);
}

Surface find_surface(const Exec& exec, const SurfacePoints& points, const SurfaceSpec& spec) {
    check(points.velocity.empty() || points.velocity.size() == points.position.size(), "one velocity per particle", points.velocity.size(),
          points.position.size());
    Matter                 matter = prepare(exec, points, spec);
    const Blocks           blocks = find_blocks(exec, matter);
    std::vector<BlockMesh> made   = make_blocks(exec, matter, blocks);
    matter.prepared               = {};  // its memory is wanted for the mesh
    Surface s = assemble(exec, blocks, made, !points.velocity.empty(), points.columns.size());
    if (spec.smoothing > 0) smooth(exec, s, spec.smoothing);
    decimate(s, spec.decimation);
    return s;
}

}  // namespace mote
