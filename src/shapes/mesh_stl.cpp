// Copyright (c) 2026 The Mote authors. MIT licence.
//
// STL: text, or 80 bytes of anything, the number of triangles, and 50 bytes each (normal, three corners, two bytes).
// Binary files may start with `solid` too, so the size decides.
#include <bit>
#include <cstring>

#include "shapes/mesh_reader.h"

namespace mote {

namespace {

constexpr std::size_t header_bytes = 84, triangle_bytes = 50, normal_bytes = 12;
static_assert(std::endian::native == std::endian::little, "binary STL is read as it lies in memory");

void add_triangle(TriangleMesh& mesh, const Vec3 (&corners)[3]) {
    const Index first = Index(mesh.points.size());
    for (const Vec3& corner : corners) mesh.points.push_back(corner);
    add_fan(mesh, 3, [&](std::size_t k) { return first + Index(k); });
}

TriangleMesh read_binary(std::string_view bytes, std::size_t count) {
    TriangleMesh mesh;
    mesh.points.reserve(3 * count);
    mesh.triangles.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        float x[9];
        std::memcpy(x, bytes.data() + header_bytes + i * triangle_bytes + normal_bytes, sizeof x);
        add_triangle(mesh, {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}});
    }
    return mesh;
}

TriangleMesh read_text_form(std::string_view text) {
    TriangleMesh mesh;
    Words        words(text);
    Vec3         corners[3];
    int          found = 0;
    for (std::string_view word = words.any_word(); !word.empty(); word = words.any_word()) {
        if (word == "endfacet" && found != 0)
            throw FileError("line " + std::to_string(words.line()) + ": a facet needs exactly three corners");
        if (word != "vertex") continue;
        float x[3];
        for (float& value : x) {
            const auto number = to_coordinate(words.any_word());
            if (!number) throw FileError("line " + std::to_string(words.line()) + ": a vertex needs three numbers");
            value = *number;
        }
        corners[found++] = {x[0], x[1], x[2]};
        if (found == 3) add_triangle(mesh, corners), found = 0;
    }
    if (found != 0) throw FileError("ends in the middle of a facet");
    return mesh;
}

}  // namespace

TriangleMesh parse_stl(std::string_view bytes) {
    std::uint32_t count = 0;
    if (bytes.size() >= header_bytes) std::memcpy(&count, bytes.data() + header_bytes - 4, 4);
    const std::size_t expected = header_bytes + triangle_bytes * std::size_t(count);
    if (bytes.size() >= header_bytes && bytes.size() == expected) {
        if (count > max_triangles)
            throw FileError("has " + std::to_string(count) + " triangles; at most " + std::to_string(max_triangles) +
                            " are allowed; simplify the mesh");
        return weld(read_binary(bytes, count));
    }
    if (bytes.substr(0, 5) == "solid") return weld(read_text_form(bytes));
    throw FileError("is no STL: it neither starts with 'solid' nor has the " + std::to_string(expected) +
                    " bytes that its header announces (it has " + std::to_string(bytes.size()) + ")");
}

}  // namespace mote
