// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Wavefront OBJ: `v x y z`, `vt u v` and `f a/b/c ...`; corners count from 1, negative ones back from the last point.
#include "shapes/mesh_reader.h"

namespace mote {

namespace {

[[noreturn]] void refuse(const Words& words, const std::string& what) {
    throw FileError("line " + std::to_string(words.line()) + ": " + what);
}

Vec3 read_point(Words& words) {
    float x[3];
    for (float& value : x) {
        const auto number = to_coordinate(words.word());
        if (!number) refuse(words, "a point needs three numbers");
        value = *number;
    }
    return {x[0], x[1], x[2]};
}

/// What a file says of textures is never a reason to refuse it.
std::array<float, 2> read_texture(Words& words) {
    const float u = to_coordinate(words.word()).value_or(0), v = to_coordinate(words.word()).value_or(0);
    return {finite(u) ? u : 0, finite(v) ? v : 0};
}
Index texture_of(std::string_view corner, std::size_t known) {
    const std::size_t slash = corner.find('/');
    if (slash == std::string_view::npos) return TriangleMesh::no_texture;
    corner.remove_prefix(slash + 1);
    const auto         number = to_number<std::int64_t>(corner.substr(0, corner.find('/')));
    const std::int64_t row    = !number ? -1 : *number > 0 ? *number - 1 : std::int64_t(known) + *number;
    return number && *number != 0 && row >= 0 && row < std::int64_t(known) ? Index(row) : TriangleMesh::no_texture;
}

/// Triangles of faces before the first with a texture have none.
void add_textures(TriangleMesh& mesh, const std::vector<Index>& corners) {
    mesh.textured.resize(mesh.triangles.size() - (corners.size() - 2), {TriangleMesh::no_texture, TriangleMesh::no_texture, TriangleMesh::no_texture});
    for (std::size_t k = 2; k < corners.size(); ++k) mesh.textured.push_back({corners[0], corners[k - 1], corners[k]});
}

void read_face(Words& words, TriangleMesh& mesh, std::vector<Index>& corners, std::vector<Index>& textures) {
    corners.clear(), textures.clear();
    for (std::string_view word = words.word(); !word.empty(); word = words.word()) {
        const auto number = to_number<std::int64_t>(word.substr(0, word.find('/')));
        if (!number || *number == 0) refuse(words, quoted(word) + " is not the number of a point");
        const std::int64_t row = *number > 0 ? *number - 1 : std::int64_t(mesh.points.size()) + *number;
        if (row < 0 || row >= std::int64_t(~Index(0))) refuse(words, "there is no point " + std::to_string(*number));
        corners.push_back(Index(row));
        textures.push_back(texture_of(word, mesh.texture.size()));
    }
    if (corners.size() < 3) refuse(words, "a face needs at least three corners");
    add_fan(mesh, corners.size(), [&](std::size_t k) { return corners[k]; });
    if (!mesh.texture.empty()) add_textures(mesh, textures);
}

}  // namespace

TriangleMesh parse_obj(std::string_view text) {
    TriangleMesh       mesh;
    std::vector<Index> corners, textures;
    Words              words(text);
    do {
        const std::string_view key = words.word();
        if (key == "v") mesh.points.push_back(read_point(words));
        if (key == "vt") mesh.texture.push_back(read_texture(words));
        if (key == "f") read_face(words, mesh, corners, textures);
    } while (words.next_line());
    return mesh;
}

std::string moved_obj(std::string_view text, std::span<const Vec3> points, std::span<const Vec3> normals) {
    std::string out;
    std::size_t point = 0;
    Words       words(text);
    const auto  three = [&](const char* key, const Vec3& v) {
        out += key;
        for (const float x : {v.x, v.y, v.z}) {
            char       number[32];
            const auto end = std::to_chars(number, number + sizeof number, x).ptr;
            out.append(1, ' ').append(number, end);
        }
    };
    bool more = true;
    while (more) {
        const std::size_t      begin = words.place();
        const std::string_view key   = words.word();
        if (key == "v" && point < points.size()) {
            three("v", points[point]);
            for (int k = 0; k < 3; ++k) words.word();
            for (std::string_view more_of_it = words.word(); !more_of_it.empty(); more_of_it = words.word()) out.append(1, ' ').append(more_of_it);  // a colour
            three("\nvn", normals[point++]);  // at once, so that numbers that count back find it
            out += '\n';
        } else if (key == "f") {
            out += 'f';
            for (std::string_view corner = words.word(); !corner.empty(); corner = words.word()) {
                const std::string_view number = corner.substr(0, corner.find('/')), rest = corner.substr(std::min(number.size() + 1, corner.size()));
                out.append(1, ' ').append(number).append(1, '/').append(rest.substr(0, rest.find('/'))).append(1, '/').append(number);
            }
            out += '\n';
        } else if (key != "vn") {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            out.append(text.substr(begin, end - begin));
            if (end < text.size()) out += '\n';
        }
        more = words.next_line();
    }
    if (!out.empty() && out.back() != '\n') out += '\n';
    return out;
}

}  // namespace mote
