// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mote/particles.h"
#include "mote/scene.h"
#include "mote/shape.h"
#include "shapes/grey_map.h"

namespace mote {

/// What an object of several materials is made of, place by place.
class Composition {
public:
    struct Part {
        std::string path;  ///< of its field: regions[0], texture.levels[1]; empty: the rest of the object
        MaterialId  material;
    };

    explicit Composition(MaterialId own) : parts_{{"", own}} {}
    /// Lays a texture over the shape of the object; before any region. Throws SceneError with a sentence that lacks only the place in the file, as `add` does.
    void lay(const TextureSpec& texture, const std::vector<MaterialId>& of_levels, const Shape& shape, int dimension);
    /// A region of an object that stands there.
    void add(const RegionSpec& region, MaterialId material, const Placement& object, int dimension);

    const std::vector<Part>& parts() const { return parts_; }
    /// Which of `parts` a place is of.
    std::size_t part_at(const Vec3& x) const;
    /// How far the nearest face of a region is [m]; 0 everywhere in a texture.
    float       seam_distance(const Vec3& x) const;
    /// The mean over a cell about x, whose edges are the columns of `cell`, of what each material has.
    float       mean(const Vec3& x, const Mat3& cell, const std::function<float(MaterialId)>& of) const;
    MaterialId  material_at(const Vec3& x) const { return parts_[part_at(x)].material; }

private:
    struct Texture {
        GreyMap            map;
        Axes               axes;
        int                axis;
        std::vector<float> above;

        float       value(const Vec3& x) const;
        std::size_t level(const Vec3& x) const;
    };

    std::vector<Part>                   parts_;
    std::optional<Texture>              texture_;
    std::vector<std::unique_ptr<Shape>> regions_;
};

/// The composition of an object that has this shape; null where it is of one material. `locate` runs what it is given and says at which field of the
/// object it failed.
using Locate = std::function<void(const std::string& path, const std::function<void()>& make)>;
std::shared_ptr<const Composition> compose(const Scene&, const ObjectSpec&, const Shape&, const Locate& locate);

/// What a place of the surface of that shape is of: what lies under it. The shape must outlive the answer.
std::function<MaterialId(const Vec3&)> under_surface(std::shared_ptr<const Composition>, const Shape&, float spacing);

}  // namespace mote
