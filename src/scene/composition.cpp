// Copyright (c) 2026 The Mote authors. MIT licence.
#include "composition.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mote/error.h"
#include "mote/sampling.h"
#include "shapes/lattice.h"

namespace mote {
namespace {

constexpr GreyUse texture_file{"texture", "value", "scale the values", 64'000'000, true};

/// The cell of so many that a share of the way lies in.
std::size_t cell(float share, std::size_t cells) { return std::min(std::size_t(std::clamp(share, 0.f, 1.f) * float(cells)), cells - 1); }

}  // namespace

/// Seen from the far end of z, x is to the right and y up; from that of y, x and -z; from that of x, -z and y.
float Composition::Texture::value(const Vec3& x) const {
    const Vec3 q = axes.to_local(x) - axes.box.low, size = axes.box.size();
    const auto share = [](float way, float whole) { return whole > 0 ? way / whole : 0.5f; };
    const Vec3 s{share(q.x, size.x), share(q.y, size.y), share(q.z, size.z)};
    const float right = axis == 0 ? 1 - s.z : s.x, down = axis == 1 ? s.z : 1 - s.y, along = axis == 0 ? s.x : axis == 1 ? s.y : s.z;
    return map.at(cell(right, map.columns), cell(down, map.rows), cell(along, map.layers));
}

/// How many levels it is above.
std::size_t Composition::Texture::level(const Vec3& x) const { return std::size_t(std::upper_bound(above.begin(), above.end(), value(x)) - above.begin()); }

void Composition::lay(const TextureSpec& spec, const std::vector<MaterialId>& of_levels, const Shape& shape, int dimension) {
    try {
        texture_ = {load_grey_map(spec.file, texture_file), body_axes(shape, dimension), int(spec.axis), {}};
    } catch (const FileError& error) {
        throw SceneError(error.what());
    }
    if (texture_->map.values.empty()) throw SceneError(fmt::format("'{}' holds no value; save it anew", spec.file));
    for (std::size_t k = 0; k < spec.levels.size(); ++k) {
        texture_->above.push_back(spec.levels[k].above);
        parts_.push_back({fmt::format("texture.levels[{}]", k), of_levels[k]});
    }
}

void Composition::add(const RegionSpec& region, MaterialId material, const Placement& object, int dimension) {
    const ShapeSpec placed{CombinedShape{CombinedShape::How::join, {region.shape}}, object};
    regions_.push_back(make_shape(placed, dimension));
    parts_.push_back({fmt::format("regions[{}]", regions_.size() - 1), material});
}

std::size_t Composition::part_at(const Vec3& x) const {
    for (std::size_t k = regions_.size(); k-- > 0;)
        if (regions_[k]->distance(x) <= 0) return parts_.size() - regions_.size() + k;
    return texture_ ? texture_->level(x) : 0;
}

float Composition::seam_distance(const Vec3& x) const {
    float nearest = texture_ ? 0.f : 1e30f;
    for (const auto& region : regions_) nearest = std::min(nearest, std::abs(region->distance(x)));
    return nearest;
}

float Composition::mean(const Vec3& x, const Mat3& cell, const std::function<float(MaterialId)>& of) const {
    float value = of(parts_[texture_ ? texture_->level(x) : 0].material);
    for (std::size_t k = 0; k < regions_.size(); ++k)
        value += share_inside(*regions_[k], x, cell) * (of(parts_[parts_.size() - regions_.size() + k].material) - value);
    return value;
}

std::shared_ptr<const Composition> compose(const Scene& scene, const ObjectSpec& object, const Shape& shape, const Locate& locate) {
    if (!object.texture && object.regions.empty()) return nullptr;
    const auto number = [&](const std::string& name) {
        return MaterialId(std::find_if(scene.materials.begin(), scene.materials.end(), [&](const auto& m) { return m.first == name; }) - scene.materials.begin());
    };
    auto made = std::make_shared<Composition>(number(object.material));
    if (object.texture) {
        std::vector<MaterialId> of_levels;
        for (const LevelSpec& level : object.texture->levels) of_levels.push_back(number(level.material));
        locate("texture.file", [&] { made->lay(*object.texture, of_levels, shape, scene.dimension); });
    }
    for (std::size_t k = 0; k < object.regions.size(); ++k)
        locate(fmt::format("regions[{}]", k), [&] { made->add(object.regions[k], number(object.regions[k].material), object.shape.placement, scene.dimension); });
    return made;
}

std::function<MaterialId(const Vec3&)> under_surface(std::shared_ptr<const Composition> made_of, const Shape& shape, float spacing) {
    return [made_of = std::move(made_of), &shape, spacing](const Vec3& q) { return made_of->material_at(q - 0.5f * spacing * shape.normal(q, 0.02f * spacing)); };
}

}  // namespace mote
