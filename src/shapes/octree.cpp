// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Cells that grow towards the inside [Keiser 2006, section 5.7]. Whether one may be large is asked of its middle alone: distance changes by at most one metre per metre, so where the
// middle lies a_l deep all of the cell lies a_l less half its diagonal deep. A cell of level l - 1 that meets it has its middle within 1.5 sqrt(d) of its edges, so
//     a_1 = (band + sqrt(d)) spacing,   a_l = a_(l-1) + 1.5 sqrt(d) 2^(l-1) spacing
// lets nobody meet whose size is not its own, half or twice of it. No cell is looked at twice, and nothing is mended afterwards.
#include <cmath>

#include "mote/error.h"
#include "shapes/lattice.h"

namespace mote {
namespace {

constexpr int largest = OctreeSpec::largest;

class Octree {
public:
    Octree(const Shape& shape, const OctreeSpec& spec, float spacing, int dimension, std::size_t max_points)
        : shape_(shape), spec_(spec), layout_(body_axes(shape, dimension), SamplingSpec::Lattice::cubic, spacing, dimension), flat_(dimension == 2), most_(max_points) {
        check(spec.levels >= 0 && spec.levels <= largest, "levels of an octree", spec.levels);
        diagonal_ = std::sqrt(double(dimension));
        enough_   = {double(lattice_margin * spacing)};
        for (int l = 1; l <= spec.levels; ++l) enough_.push_back(l == 1 ? (double(spec.band) + diagonal_) * double(spacing) : enough_.back() + 1.5 * diagonal_ * edge(l - 1) * double(spacing));
        if (const std::int64_t layers = layout_.layers(); layers > 0) count_ = {layout_.points(0, 0), layers, layout_.rows(0)};
    }
    OctreeCells fill() {
        constexpr auto top = std::int64_t(1) << largest;  // whatever the levels, so that one more of them only joins cells
        const auto first = [&](std::int64_t count) { return (count % top) / 2 - (count % top ? top : 0); };  // what is left over is shared by both ends
        for (std::int64_t z = flat_ ? 0 : first(count_.z); z < count_.z; z += top)
            for (std::int64_t y = first(count_.y); y < count_.y; y += top)
                for (std::int64_t x = first(count_.x); x < count_.x; x += top) visit({x, y, z}, largest);
        return std::move(cells_);
    }

private:
    struct Corner {
        std::int64_t x = 0, y = 0, z = 0;
    };
    static double edge(int level) { return double(1 << level); }

    Vec3 middle(const Corner& c, int level) const {
        const double half = 0.5 * (edge(level) - 1), step = layout_.step;
        return layout_.axes.to_world({float(layout_.start.x + step * (double(c.x) + half)), float(layout_.start.y + step * (double(c.y) + half)),
                                      float(layout_.start.z + (flat_ ? 0 : step * (double(c.z) + half)))});
    }
    bool outside(const Corner& c, std::int64_t size) const {
        return c.x >= count_.x || c.y >= count_.y || c.z >= count_.z || c.x + size <= 0 || c.y + size <= 0 || (!flat_ && c.z + size <= 0);
    }
    void visit(const Corner& c, int level) {
        const auto size = std::int64_t(1) << level;
        if (outside(c, size)) return;
        const Vec3   x     = middle(c, level);
        const double depth = double(-shape_.distance(x));
        if (depth < enough_[0] - 0.5005 * diagonal_ * (edge(level) - 1) * layout_.step) return;  // none of its small cells is inside
        if (level <= spec_.levels && depth >= enough_[std::size_t(level)] && (level == 0 || !spec_.seam || double(spec_.seam(x)) >= enough_[std::size_t(level)])) return take(x, level);
        if (level == 0) return;
        const std::int64_t half = size / 2;
        for (int k = 0; k < (flat_ ? 4 : 8); ++k) visit({c.x + (k & 1) * half, c.y + (k >> 1 & 1) * half, c.z + (k >> 2) * half}, level - 1);
    }
    void take(const Vec3& x, int level) {
        if (cells_.points.size() == most_)
            throw SceneError("the octree takes more than " + std::to_string(most_) + " points, which are allowed; make the spacing larger");
        cells_.points.push_back(x), cells_.level.push_back(std::uint8_t(level));
        cells_.regular += std::size_t(1) << (level * (flat_ ? 2 : 3));
    }

    const Shape&        shape_;
    const OctreeSpec&   spec_;
    LatticeLayout       layout_;
    Corner              count_;
    bool                flat_;
    std::size_t         most_;
    double              diagonal_;
    std::vector<double> enough_;  // a_l, by level
    OctreeCells         cells_;
};

}  // namespace

OctreeCells fill_octree(const Shape& shape, const OctreeSpec& spec, float spacing, int dimension, std::size_t max_points) {
    SamplingSpec coarsest;  // what would take too many cells of the largest size need not be tried
    require_fillable(shape, coarsest, spacing * float(1 << spec.levels), dimension, max_points);
    return Octree(shape, spec, spacing, dimension, max_points).fill();
}

}  // namespace mote
