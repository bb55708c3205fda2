// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Height fields from comma-separated numbers or portable grey maps (PGM, netpbm), made into closed meshes: then
// distance, covering and the cut of two dimensions are those of any mesh.
#include <algorithm>
#include <cmath>

#include "shapes/forms.h"
#include "shapes/mesh_reader.h"
#include "shapes/text.h"

namespace mote {

namespace {

constexpr std::size_t max_heights = 4'000'000;

struct Heights {
    std::size_t        columns = 0, rows = 0;
    std::vector<float> values;  // row by row, 0..1
};

void require_few(std::size_t heights) {
    if (heights > max_heights)
        throw FileError("has more than " + std::to_string(max_heights) + " heights; make it coarser");
}

Heights parse_csv(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
    Heights heights;
    Words   words(text);
    do {
        std::size_t columns = 0;
        for (std::string_view word = words.word(); !word.empty() && word[0] != '#'; word = words.word(), ++columns) {
            const auto value = to_coordinate(word);
            if (!value || !(*value >= 0 && *value <= 1))
                throw FileError("line " + std::to_string(words.line()) + ": " + quoted(word) +
                                " is not a height from 0 to 1; scale the heights and set `size` instead");
            heights.values.push_back(*value);
            require_few(heights.values.size());
        }
        if (columns == 0) continue;
        if (heights.rows++ == 0) heights.columns = columns;
        if (columns != heights.columns)
            throw FileError("line " + std::to_string(words.line()) + ": has " + std::to_string(columns) +
                            " numbers where the first row has " + std::to_string(heights.columns) +
                            "; make all rows as long as the first");
    } while (words.next_line());
    return heights;
}

/// The next number of a PGM header; `#` starts a comment.
std::size_t header_number(Words& words) {
    std::string_view word = words.any_word();
    while (!word.empty() && word[0] == '#') words.next_line(), word = words.any_word();
    const auto value = to_number<std::uint32_t>(word);
    if (!value || *value == 0) throw FileError("has no sound PGM header: width, height and greatest grey are needed");
    return *value;
}

Heights parse_pgm(const std::string& text) {
    Words             words(text);
    const std::string kind(words.word());
    if (kind != "P2" && kind != "P5") throw FileError("is no grey map: it starts with neither P2 nor P5");
    Heights heights;
    heights.columns            = header_number(words);
    heights.rows               = header_number(words);
    const std::size_t greatest = header_number(words);
    if (greatest > 65535)
        throw FileError("has a greatest grey of " + std::to_string(greatest) + "; save it with 8 or 16 bits");
    const std::size_t count = heights.columns * heights.rows;
    require_few(count);
    const std::size_t bytes = greatest > 255 ? 2 : 1, start = words.place() + 1;
    const bool        short_of = kind == "P5" ? text.size() < start + count * bytes : text.size() < count;
    if (short_of) throw FileError("ends before its " + std::to_string(count) + " grey values");
    heights.values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t grey = 0;
        if (kind == "P5") {
            for (std::size_t b = 0; b < bytes; ++b)
                grey = 256 * grey + static_cast<unsigned char>(text[start + i * bytes + b]);
        } else {
            const auto value = to_number<std::uint32_t>(words.any_word());
            if (!value)
                throw FileError("has only " + std::to_string(i) + " of " + std::to_string(count) + " grey values");
            grey = *value;
        }
        if (grey > greatest)
            throw FileError("has a grey of " + std::to_string(grey) + " above its greatest, " +
                            std::to_string(greatest));
        heights.values.push_back(float(grey) / float(greatest));
    }
    return heights;
}

Heights load_heights(const std::string& path) {
    const std::string text = read_text(path);
    const auto ends = [&](std::string_view ending) { return path.size() >= ending.size() && path.ends_with(ending); };
    try {
        if (!ends(".csv") && !ends(".pgm"))
            throw FileError(
                "is no height field Mote can read: its name must end in .csv or .pgm; save it as one of these");
        Heights heights = ends(".csv") ? parse_csv(text) : parse_pgm(text);
        if (heights.rows == 1) {  // a profile: the same all along z
            heights.values.insert(heights.values.end(), heights.values.begin(),
                                  heights.values.begin() + long(heights.columns));
            heights.rows = 2;
        }
        if (heights.columns < 2 || heights.rows < 2)
            throw FileError("needs at least two heights in a row; add columns");
        return heights;
    } catch (const FileError& error) {
        throw file_fault(path, error.what(), "save it anew as a grey PGM picture");
    }
}

}  // namespace

/// The surface, the same grid at the base turned over, and walls round the outside.
TriangleMesh make_heightfield(const HeightfieldShape& spec) {
    require_positive("the height field's size in x", spec.size.x);
    require_positive("the height field's size in y", spec.size.y);
    require_positive("the height field's size in z", spec.size.z);
    const Heights heights = load_heights(spec.file);
    const Index   nx = Index(heights.columns), nz = Index(heights.rows), base = nx * nz;
    TriangleMesh  mesh;
    mesh.points.resize(2 * std::size_t(base));
    for (Index j = 0; j < nz; ++j)
        for (Index i = 0; i < nx; ++i) {
            const float x                  = spec.size.x * (float(i) / float(nx - 1) - 0.5f),
                        z                  = spec.size.z * (float(j) / float(nz - 1) - 0.5f);
            mesh.points[j * nx + i]        = {x, spec.size.y * heights.values[j * nx + i], z};
            mesh.points[base + j * nx + i] = {x, -spec.size.y, z};
        }
    const auto quad = [&](Index a, Index b, Index c, Index d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    for (Index j = 0; j + 1 < nz; ++j)
        for (Index i = 0; i + 1 < nx; ++i) {
            const Index a = j * nx + i, b = a + 1, c = b + nx, d = a + nx;
            quad(a, d, c, b);
            quad(base + a, base + b, base + c, base + d);
        }
    for (Index i = 0; i + 1 < nx; ++i) {
        const Index back = i, front = (nz - 1) * nx + i;
        quad(back, back + 1, base + back + 1, base + back);
        quad(front + 1, front, base + front, base + front + 1);
    }
    for (Index j = 0; j + 1 < nz; ++j) {
        const Index left = j * nx, right = left + nx - 1;
        quad(left + nx, left, base + left, base + left + nx);
        quad(right, right + nx, base + right + nx, base + right);
    }
    return mesh;
}

}  // namespace mote
