// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Whether what freezes has room to grow: a liquid in a vessel that is shut and full would burst it, and here it would press until the run is unsound.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "builder.h"
#include "materials.h"

namespace mote {
namespace {

/// Cubic cells over all matter and boundaries, and in which space between walls each lies.
struct Spaces {
    static constexpr int open = -1, wall = -2, unseen = -3;
    static constexpr double most_cells = 1e6;

    Vec3                low;
    float               cell;
    int                 n[3];
    std::vector<int>    space;   ///< number of what a cell lies in
    std::vector<double> volume;  ///< of each space [m^3, m^2]

    Spaces(const Box& box, float spacing, int dimension) : cell(cell_of(box, spacing, dimension)) {
        const float rim  = 2 * spacing;
        const Vec3  size = box.size() + Vec3{2 * rim, 2 * rim, 2 * rim};
        low              = {box.low.x - rim, box.low.y - rim, dimension == 3 ? box.low.z - rim : 0.f};
        n[0] = int(size.x / cell) + 1, n[1] = int(size.y / cell) + 1, n[2] = dimension == 3 ? int(size.z / cell) + 1 : 1;
        space.assign(std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]), unseen);
    }
    /// Half a spacing, or more where there would be too many cells.
    static float cell_of(const Box& box, float spacing, int dimension) {
        const Vec3  size  = box.size() + Vec3{4 * spacing, 4 * spacing, 4 * spacing};
        const double all = double(size.x) * double(size.y) * (dimension == 3 ? double(size.z) : 1.0);
        return std::max(0.5f * spacing, float(std::pow(all / most_cells, 1.0 / dimension)));
    }
    Vec3 centre(std::size_t c) const {
        return low + cell * Vec3{float(place(c, 0)) + 0.5f, float(place(c, 1)) + 0.5f, n[2] > 1 ? float(place(c, 2)) + 0.5f : 0.f};
    }
    int at(const Vec3& x) const {
        const Vec3 q  = (1 / cell) * (x - low);
        const auto in = [](float v, int cells) { return std::size_t(std::clamp(int(v), 0, cells - 1)); };
        return space[(n[2] > 1 ? in(q.z, n[2]) * std::size_t(n[1]) * std::size_t(n[0]) : 0) + in(q.y, n[1]) * std::size_t(n[0]) + in(q.x, n[0])];
    }
    /// Numbers the spaces that walls part, of which `ahead` tells how far they are in front of a place; one that reaches the end of the cells is open. A cell that a wall goes through counts by its share, as if the wall were even.
    template <class Ahead>
    void part(const Ahead& ahead) {
        std::vector<float> share(space.size());
        for (std::size_t c = 0; c < space.size(); ++c) {
            const float d = ahead(centre(c));
            share[c]      = std::clamp(0.5f + d / cell, 0.f, 1.f);
            if (d < 0) space[c] = wall;
        }
        int count = 0;
        for (std::size_t c = 0; c < space.size(); ++c)
            if (space[c] == unseen) count += spread(c, count);
        volume.assign(std::size_t(count), 0);
        for (std::size_t c = 0; c < space.size(); ++c)
            if (const int s = share[c] > 0 ? beside(c) : open; s >= 0) volume[std::size_t(s)] += double(share[c]) * std::pow(double(cell), n[2] > 1 ? 3 : 2);
    }

private:
    int place(std::size_t c, int a) const { return int((a == 0 ? c : a == 1 ? c / std::size_t(n[0]) : c / std::size_t(n[0]) / std::size_t(n[1])) % std::size_t(n[a])); }
    /// Calls visit(cell) for those that share a side with it, and tells whether one is beyond the end.
    template <class F>
    bool ends(std::size_t c, const F& visit) const {
        bool        end    = false;
        std::size_t stride = 1;
        for (int a = 0; a < (n[2] > 1 ? 3 : 2); stride *= std::size_t(n[a]), ++a)
            for (const int side : {-1, 1}) {
                const int there = place(c, a) + side;
                if (there < 0 || there >= n[a]) end = true;
                else visit(side < 0 ? c - stride : c + stride);
            }
        return end;
    }
    /// The space of a cell, or that beside a cell of a wall.
    int beside(std::size_t c) const {
        int found = space[c];
        if (found == wall) ends(c, [&](std::size_t to) { found = std::max(found, space[to]); });
        return found;
    }
    bool spread(std::size_t from, int mark) {
        std::vector<std::size_t> all{from};
        bool                     shut = true;
        space[from]                   = mark;
        for (std::size_t next = 0; next < all.size(); ++next)
            if (ends(all[next], [&](std::size_t c) {
                    if (space[c] == unseen) space[c] = mark, all.push_back(c);
                }))
                shut = false;
        if (!shut)
            for (const std::size_t c : all) space[c] = open;
        return shut;
    }
};

/// Matter freezes, by cold or for another reason, and takes more room then.
struct Growth {
    MaterialId                  from, to;
    double                      share;
    std::shared_ptr<Shape>      inside;    ///< null: anywhere
    std::optional<std::size_t>  touching;  ///< a boundary; none: whatever it touches
};

/// What stands in a space, and how much more room it will take [m^3, m^2].
struct Filling {
    double        matter = 0, more = 0;
    std::string   path;           ///< of the first that grows
    const Growth* how = nullptr;  ///< and how
};

/// All that may happen to be in touch with an object is not counted, as it may flow.
std::vector<Growth> growths_of(const Scene& scene) {
    constexpr double    enough = 0.01;
    std::vector<Growth> all;
    for (std::size_t k = 0; k < scene.materials.size(); ++k) {
        const MaterialSpec& from = scene.materials[k].second;
        const auto          look = [&](const std::string& name, const BecomesSpec* why) {
            for (std::size_t n = 0; n < scene.materials.size(); ++n) {
                const MaterialSpec& to = scene.materials[n].second;
                if (scene.materials[n].first != name || !(to.lattice || to.elastic) || !(from.density > (1 + enough) * to.density)) continue;
                Growth made{MaterialId(k), MaterialId(n), double(from.density) / double(to.density) - 1, {}, {}};
                if (why && why->inside) made.inside = make_shape(*why->inside, scene.dimension);
                for (std::size_t b = 0; why && b < scene.boundaries.size(); ++b)
                    if (scene.boundaries[b].first == why->touching) made.touching = b;
                if (!why || why->touching.empty() || made.touching) all.push_back(std::move(made));
            }
        };
        if (const auto& cool = cooler_of(from)) look(cool->to, nullptr);
        for (const BecomesSpec& b : from.becomes) look(b.to, &b);
    }
    return all;
}

}  // namespace

/// How far a place is in front of all boundaries. Those that go or move are not counted on: they may give way.
float Builder::ahead_of_walls(const Vec3& x) const {
    float least = 1e30f;
    for (std::size_t b = 0; b < boundaries_.size(); ++b)
        if (const BoundarySpec& spec = scene_.boundaries[b].second; !spec.until && !spec.motion) least = std::min(least, ahead(b, x));
    return least;
}

void Builder::refuse_freezing_without_room() const {
    constexpr double    error   = 0.01;  // of a space, by its cells
    const auto          growths = growths_of(scene_);
    if (growths.empty() || !scene_.sinks.empty()) return;
    Box        box, all;
    const auto include = [](Box& in, const Body& body) {
        if (body.shape->bounded()) in.include(body.shape->bounds().low), in.include(body.shape->bounds().high);
    };
    for (const Body& body : objects_) include(box, body);
    for (const Source& s : sources_)
        for (const Vec3& x : s.lattice.places) box.include(x);
    for (std::size_t b = 0; b < boundaries_.size(); ++b)
        if (scene_.boundaries[b].first != closed_faces) include(box, boundaries_[b]);
    all = box;
    if (!boundaries_.empty() && scene_.boundaries.back().first == closed_faces) include(all, boundaries_.back());
    // A domain that is much larger than what is in it would make cells that see nothing else.
    const bool near = Spaces::cell_of(all, scene_.spacing, scene_.dimension) <= scene_.spacing;
    Spaces     spaces(near ? all : box, scene_.spacing, scene_.dimension);
    spaces.part([&](const Vec3& x) { return ahead_of_walls(x); });

    std::vector<Filling> filling(spaces.volume.size());
    const auto           put = [&](const std::string& path, MaterialId material, const Vec3& x, double volume) {
        const int s = spaces.at(x);
        if (s < 0) return;
        Filling& f = filling[std::size_t(s)];
        f.matter += volume;
        const Growth* how = nullptr;
        for (const Growth& g : growths)
            if (g.from == material && (!how || g.share > how->share) && (!g.inside || g.inside->distance(x) < 0) && (!g.touching || ahead(*g.touching, x) < 1.5f * scene_.spacing)) how = &g;
        if (!how) return;
        f.more += volume * how->share;
        if (!f.how) f.path = path, f.how = how;
    };
    for (std::size_t k = 0; k < objects_.size(); ++k) {
        const auto made_of = materials_of(k);
        for (std::size_t n = 0; n < objects_[k].points.size(); ++n)
            put(objects_[k].path, made_of[n], objects_[k].points[n], double(objects_[k].point_volume) * objects_[k].size_of(n, scene_.dimension));
    }
    for (const Source& s : sources_) {  // a source stalls where it is full
        const Vec3   x     = s.middle + 0.5f * scene_.spacing * s.direction;
        const int    where = spaces.at(x);
        const double comes = double(s.particles_until(end())) * double(s.volume);
        if (where >= 0) put("sources." + s.name, s.material, x, std::min(comes, std::max(0.0, spaces.volume[std::size_t(where)] - filling[std::size_t(where)].matter)));
    }
    for (std::size_t s = 0; s < filling.size(); ++s) {
        const Filling& f = filling[s];
        if (!f.how || f.matter + f.more <= (1 + error) * spaces.volume[s]) continue;
        throw file_.error(f.path, fmt::format("has no room to freeze: '{}' takes {:.3g} % more room than '{}', and what it stands in is shut and full; leave space above it, open "
                                              "the vessel, or give both materials one density",
                                              scene_.materials[f.how->to].first, 100 * f.how->share, scene_.materials[f.how->from].first));
    }
}

}  // namespace mote
