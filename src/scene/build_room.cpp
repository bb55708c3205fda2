// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Whether what freezes has room to grow: a liquid in a vessel that is shut and full would burst it, and here it would press until the run is unsound.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "builder.h"
#include "materials.h"
#include "shapes/point_grid.h"

namespace mote {
namespace {

/// Cubic cells over all matter and boundaries, and in which space between walls each lies.
struct Spaces {
    static constexpr int open = -1, wall = -2, unseen = -3;

    Vec3             low;
    float            cell;
    int              n[3];
    std::vector<int> space;  ///< number of what a cell lies in
    int              count = 0;

    Spaces(const Box& box, float spacing, int dimension) {
        const float rim  = 3 * spacing;
        const Vec3  size = box.size() + Vec3{2 * rim, 2 * rim, 2 * rim};
        cell             = std::max(spacing, std::max({size.x, size.y, size.z}) / 100);
        low              = {box.low.x - rim, box.low.y - rim, dimension == 3 ? box.low.z - rim : 0.f};
        n[0] = int(size.x / cell) + 1, n[1] = int(size.y / cell) + 1, n[2] = dimension == 3 ? int(size.z / cell) + 1 : 1;
        space.assign(std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]), unseen);
    }
    std::size_t number(int i, int j, int k) const { return (std::size_t(k) * std::size_t(n[1]) + std::size_t(j)) * std::size_t(n[0]) + std::size_t(i); }
    Vec3        centre(std::size_t c) const {
        const int i = int(c % std::size_t(n[0])), j = int(c / std::size_t(n[0]) % std::size_t(n[1])), k = int(c / std::size_t(n[0]) / std::size_t(n[1]));
        return low + cell * Vec3{float(i) + 0.5f, float(j) + 0.5f, n[2] > 1 ? float(k) + 0.5f : 0.f};
    }
    int at(const Vec3& x) const {
        const Vec3 q  = (1 / cell) * (x - low);
        const auto in = [](float v, int cells) { return std::clamp(int(v), 0, cells - 1); };
        return space[number(in(q.x, n[0]), in(q.y, n[1]), n[2] > 1 ? in(q.z, n[2]) : 0)];
    }
    /// Numbers the spaces that walls part; one that reaches the end of the cells is open.
    template <class IsWalled>
    void part(const IsWalled& is_walled) {
        for (std::size_t c = 0; c < space.size(); ++c)
            if (is_walled(centre(c))) space[c] = wall;
        for (std::size_t c = 0; c < space.size(); ++c)
            if (space[c] == unseen) count += spread(c, count);
    }

private:
    bool spread(std::size_t from, int mark) {
        std::vector<std::size_t> all{from};
        bool                     shut = true;
        space[from]                   = mark;
        for (std::size_t next = 0; next < all.size(); ++next) {
            std::size_t at = all[next], stride = 1;
            for (int a = 0; a < (n[2] > 1 ? 3 : 2); stride *= std::size_t(n[a]), ++a)
                for (const int side : {-1, 1}) {
                    const int place = int(at / stride % std::size_t(n[a])) + side;
                    if (place < 0 || place >= n[a]) {
                        shut = false;
                        continue;
                    }
                    const std::size_t c = side < 0 ? at - stride : at + stride;
                    if (space[c] == unseen) space[c] = mark, all.push_back(c);
                }
        }
        if (!shut)
            for (const std::size_t c : all) space[c] = open;
        return shut;
    }
};

}  // namespace

/// How much more room a material takes when it has frozen, as a share.
float Builder::growth_of(const std::string& name) const {
    const MaterialSpec& m    = material_of_name(scene_, name);
    const auto&         cool = cooler_of(m);
    if (!cool) return 0;
    const MaterialSpec& to = material_of_name(scene_, cool->to);
    return to.lattice || to.elastic ? m.density / to.density - 1 : 0;
}

/// Boundaries that go or move are not counted on: they may give way.
bool Builder::is_walled(const Vec3& x) const {
    for (std::size_t b = 0; b < boundaries_.size(); ++b) {
        const BoundarySpec& spec = scene_.boundaries[b].second;
        if (!spec.until && !spec.motion && ahead(b, x) < 0) return true;
    }
    return false;
}

void Builder::refuse_freezing_without_room() const {
    constexpr float enough = 0.01f;
    float           most   = 0;
    for (const auto& [name, material] : scene_.materials) most = std::max(most, growth_of(name));
    if (most < enough || !scene_.sinks.empty()) return;
    Box        box;
    const auto include = [&](const Body& body) {
        if (body.shape->bounded()) box.include(body.shape->bounds().low), box.include(body.shape->bounds().high);
    };
    std::for_each(objects_.begin(), objects_.end(), include), std::for_each(boundaries_.begin(), boundaries_.end(), include);
    Spaces spaces(box, scene_.spacing, scene_.dimension);
    spaces.part([&](const Vec3& x) { return is_walled(x); });
    std::vector<double> left(std::size_t(spaces.count), 0), grown(left);
    PointGrid           everybody(scene_.spacing);
    for (std::size_t k = 0; k < objects_.size(); ++k) {
        const auto made_of = materials_of(k);
        for (std::size_t n = 0; n < objects_[k].points.size(); ++n) {
            const Vec3& x = objects_[k].points[n];
            everybody.insert(x);
            if (const int s = spaces.at(x); s >= 0) grown[std::size_t(s)] += double(growth_of(scene_.materials[made_of[n]].first) * objects_[k].point_volume);
        }
    }
    const double volume = std::pow(double(spaces.cell), scene_.dimension);
    for (std::size_t c = 0; c < spaces.space.size(); ++c)
        if (const int s = spaces.space[c]; s >= 0 && !everybody.is_near(spaces.centre(c), 0.87f * scene_.spacing)) left[std::size_t(s)] += volume;
    for (std::size_t k = 0; k < objects_.size(); ++k) {
        const std::string& material = scene_.objects[k].second.material;
        if (growth_of(material) < enough) continue;
        for (const Vec3& x : objects_[k].points)
            if (const int s = spaces.at(x); s >= 0 && grown[std::size_t(s)] > 2 * left[std::size_t(s)] + volume)
                throw file_.error(objects_[k].path, fmt::format("has no room to freeze: '{}' takes {:.3g} % more room than '{}', and what it stands in is shut and full; leave space above it, open "
                                                                "the vessel, or give both materials one density",
                                                                cooler_of(material_of_name(scene_, material))->to, 100 * growth_of(material), material));
    }
}

}  // namespace mote
