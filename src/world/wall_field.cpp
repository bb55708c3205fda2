// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/wall_field.h"

#include "mote/boundaries.h"

namespace mote {
namespace {

MapField with_memory(MapField map, const Scratch<int>& block, const Scratch<Vec4>& value) {
    map.block = block.read(), map.value = value.read();
    return map;
}

}  // namespace

WallField::WallField(MapField map, Scratch<int> block, Scratch<Vec4> value, std::size_t bytes)
    : block_(std::move(block)), value_(std::move(value)), bytes_(bytes), view_(with_memory(map, block_, value_)) {}

std::unique_ptr<WallField> make_plane_field(const Boundary& b) {
    return std::make_unique<WallField>(PlaneField{(b.inside ? -1.f : 1.f) * b.shape->normal({}, 1), b.ahead({})});
}
std::unique_ptr<WallField> make_box_field(const Axes& axes, bool inside, int dimension) {
    return std::make_unique<WallField>(BoxField{axes, inside, dimension == 2});
}

}  // namespace mote
