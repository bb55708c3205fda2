// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Wavefront OBJ: `v x y z` and `f a/b/c ...`; corners count from 1, negative ones back from the last point.
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

void read_face(Words& words, TriangleMesh& mesh, std::vector<Index>& corners) {
    corners.clear();
    for (std::string_view word = words.word(); !word.empty(); word = words.word()) {
        const auto number = to_number<std::int64_t>(word.substr(0, word.find('/')));
        if (!number || *number == 0) refuse(words, quoted(word) + " is not the number of a point");
        const std::int64_t row = *number > 0 ? *number - 1 : std::int64_t(mesh.points.size()) + *number;
        if (row < 0 || row >= std::int64_t(~Index(0))) refuse(words, "there is no point " + std::to_string(*number));
        corners.push_back(Index(row));
    }
    if (corners.size() < 3) refuse(words, "a face needs at least three corners");
    add_fan(mesh, corners.size(), [&](std::size_t k) { return corners[k]; });
}

}  // namespace

TriangleMesh parse_obj(std::string_view text) {
    TriangleMesh       mesh;
    std::vector<Index> corners;
    Words              words(text);
    do {
        const std::string_view key = words.word();
        if (key == "v") mesh.points.push_back(read_point(words));
        if (key == "f") read_face(words, mesh, corners);
    } while (words.next_line());
    return mesh;
}

}  // namespace mote
