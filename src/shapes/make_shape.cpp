// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/shape.h"

#include "mote/error.h"
#include "shapes/forms.h"
#include "shapes/text.h"

namespace mote {

namespace {

/// In two dimensions a placement must keep the plane z = 0 where it is.
void require_flat(const Placement& placement) {
    if (placement.at.z != 0)
        throw SceneError("the position is " + text(placement.at) + "; in two dimensions its z must be 0");
    if (placement.angle != 0 && (placement.axis.x != 0 || placement.axis.y != 0))
        throw SceneError("the axis of rotation is " + text(placement.axis) +
                         "; in two dimensions shapes turn about z: write axis: [0, 0, 1]");
}

/// A mesh may stand anywhere in two dimensions too: it is placed first and cut then.
ShapePointer place_mesh(TriangleMesh mesh, const Similarity& where, int dimension) {
    if (dimension == 3) return place(make_mesh_shape(mesh, 3), where);
    for (Vec3& p : mesh.points) p = where(p);
    return make_mesh_shape(mesh, 2);
}

/// What is wrong with a file that the scene names is wrong with the scene.
template <class Read>
TriangleMesh from_file(const std::string& file, const char* what, Read read) {
    if (file.empty()) throw SceneError(std::string("the ") + what + " names no file");
    try {
        return read();
    } catch (const FileError& error) {
        throw SceneError(error.what());
    }
}

ShapePointer make_solid(const MeshShape& spec, const Similarity& where, int dimension) {
    TriangleMesh mesh = from_file(spec.file, "mesh", [&] { return load_mesh(spec.file); });
    try {
        return place_mesh(std::move(mesh), where, dimension);
    } catch (const SceneError& error) {
        throw SceneError("'" + spec.file + "': " + error.what());
    }
}

ShapePointer make_solid(const HeightfieldShape& spec, const Similarity& where, int dimension) {
    return place_mesh(from_file(spec.file, "height field", [&] { return make_heightfield(spec); }), where, dimension);
}

ShapePointer make_solid(const CombinedShape& spec, const Similarity& where, int dimension) {
    if (spec.parts.empty()) throw SceneError("a combined shape needs at least one part");
    std::vector<ShapePointer> parts;
    for (const ShapeSpec& part : spec.parts) parts.push_back(make_shape(part, dimension));
    return place(combine(spec.how, std::move(parts)), where);
}

template <class Form>
ShapePointer make_solid(const Form& form, const Similarity& where, int dimension) {
    return place(make_form(form, dimension), where);
}

}  // namespace

std::unique_ptr<Shape> make_shape(const ShapeSpec& spec, int dimension) {
    const Similarity where   = make_similarity(spec.placement);
    const bool       is_mesh = std::holds_alternative<MeshShape>(spec.form);
    if (dimension == 2 && !is_mesh) require_flat(spec.placement);
    return std::visit([&](const auto& form) { return make_solid(form, where, dimension); }, spec.form);
}

}  // namespace mote
