// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Khronos, "glTF 2.0 Specification", 2021: a head, a chunk of JSON that describes arrays, and a chunk with their bytes. Lengths are in metres,
// y is up, as ours. What glTF has no word for stands under names of our own, which begin with `_`.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "io/export_parts.h"
#include "io/quoting.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

constexpr int target_vertices = 34962, target_triangles = 34963, as_float = 5126, as_uint = 5125;

/// The numbers of a vertex as floats, as many as a type of glTF has.
struct Attribute {
    std::string name, limits;
    Quantity    quantity;
};

/// The box of the positions, which a reader may rely on.
std::string limits_of(const Quantity& position, std::size_t rows) {
    constexpr float most = std::numeric_limits<float>::infinity();
    float           low[3] = {most, most, most}, high[3] = {-most, -most, -most};
    for (std::size_t i = 0; i < rows; ++i)
        for (int k = 0; k < 3; ++k) {
            const float x = point_of(position, i).xyz[k];
            low[k] = std::min(low[k], x), high[k] = std::max(high[k], x);
        }
    return fmt::format(",\"min\":[{},{},{}],\"max\":[{},{},{}]", low[0], low[1], low[2], high[0], high[1], high[2]);
}

bool is_texture(const Quantity& q) { return q.part.name == "texture" && q.part.components == 2; }

std::vector<Attribute> attributes_of(const FrameTable& vertices) {
    std::vector<Quantity>  quantities = quantities_of(vertices);
    const Quantity         position   = take_position(quantities, vertices, "glb");
    std::vector<Attribute> attributes{{"POSITION", limits_of(position, vertices.rows), position}};
    Identifiers            names;
    for (const Quantity& q : quantities)
        if (q.part.name == "normal" && q.part.components == 3)
            attributes.push_back({"NORMAL", "", q});
        else if (is_texture(q))
            attributes.push_back({"TEXCOORD_0", "", q});
        else if (q.part.components <= 4)
            attributes.push_back({"_" + names.of(q.part.name), "", q});
    for (Attribute& a : attributes)
        if (a.name[0] == '_')
            for (char& c : a.name) c = char(std::toupper(static_cast<unsigned char>(c)));
    return attributes;
}

std::string asset_of(const std::string& note) {
    return R"({"asset":{"version":"2.0","generator":"mote","extras":{"note":)" + between_quotes(note) + "}}";
}

std::string description_of(const FrameTable& vertices, Triangles triangles, const std::vector<Attribute>& attributes, const std::string& note) {
    constexpr const char* types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    std::string           text    = asset_of(note) + R"(,"scene":0,"scenes":[{"nodes":[0]}])";
    if (triangles.empty()) return text + R"(,"nodes":[{"name":"surface"}]})";   // an array may not be empty

    std::string views, accessors, used;
    std::size_t offset = 0, view = 0;
    const auto  array  = [&](std::size_t bytes, int target, int number, std::size_t count, const char* type, const std::string& more) {
        views += fmt::format("{}{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{},\"target\":{}}}", offset ? "," : "", offset, bytes, target);
        accessors += fmt::format("{}{{\"bufferView\":{},\"componentType\":{},\"count\":{},\"type\":\"{}\"{}}}", offset ? "," : "",
                                 view++, number, count, type, more);
        offset += bytes;
    };
    for (std::size_t k = 0; k < attributes.size(); ++k) {
        const Attribute&  a    = attributes[k];
        const std::size_t n    = k == 0 ? 3 : a.quantity.part.components;
        const std::string unit = a.quantity.part.unit.empty() ? "" : fmt::format(",\"extras\":{{\"unit\":{}}}", between_quotes(a.quantity.part.unit));
        array(4 * n * vertices.rows, target_vertices, as_float, vertices.rows, types[n], a.limits + unit);
        used += fmt::format("{}\"{}\":{}", k ? "," : "", a.name, k);
    }
    array(12 * triangles.size(), target_triangles, as_uint, 3 * triangles.size(), "SCALAR", "");
    return text + fmt::format(R"(,"nodes":[{{"name":"surface","mesh":0}}],"meshes":[{{"name":"surface","primitives":[{{"attributes":{{{}}},"indices":{},"mode":4}}]}}],)"
                              R"("buffers":[{{"byteLength":{}}}],"bufferViews":[{}],"accessors":[{}]}})",
                              used, attributes.size(), offset, views, accessors);
}

std::size_t bytes_of(const FrameTable& vertices, Triangles triangles, const std::vector<Attribute>& attributes) {
    std::size_t numbers = 3;
    for (std::size_t k = 1; k < attributes.size(); ++k) numbers += attributes[k].quantity.part.components;
    return triangles.empty() ? 0 : 4 * numbers * vertices.rows + 12 * triangles.size();
}

std::string word(std::uint32_t number) { return std::string(reinterpret_cast<const char*>(&number), 4); }

}  // namespace

void export_glb(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note) {
    const auto  attributes = attributes_of(vertices);
    std::string json       = description_of(vertices, triangles, attributes, note);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::size_t arrays = bytes_of(vertices, triangles, attributes), whole = 12 + 8 + json.size() + (arrays ? 8 + arrays : 0);
    if (whole > std::numeric_limits<std::uint32_t>::max())
        throw FileError(fmt::format("{}: the surface takes {} bytes, more than GLB can count. Write it as ply", path.string(), whole));

    AtomicFile file(path);
    file.write("glTF" + word(2) + word(std::uint32_t(whole)) + word(std::uint32_t(json.size())) + "JSON" + json);
    if (arrays > 0) {
        file.write(word(std::uint32_t(arrays)) + std::string("BIN\0", 4));
        for (std::size_t k = 0; k < attributes.size(); ++k) {
            const Quantity&   q = attributes[k].quantity;
            const std::size_t n = k == 0 ? 3 : q.part.components;
            write_in_blocks(file, vertices.rows, 4 * n, [&](std::vector<std::byte>& block, std::size_t i) {
                for (std::size_t c = 0; c < n; ++c) {
                    float number = c < q.part.components ? float(q.number(i, c)) : 0;   // a plane lies at z = 0
                    if (c == 1 && is_texture(q)) number = 1 - number;                   // glTF counts from the upper edge of a picture
                    append_bytes(block, &number, sizeof number);
                }
            });
        }
        file.write(std::as_bytes(triangles));
    }
    file.commit();
}

/// Its head tells how long it is.
bool is_glb_of(const std::filesystem::path& path, const std::string& note) {
    std::error_code error;
    const auto      size = std::filesystem::file_size(path, error);
    return !error && size < (std::uintmax_t(1) << 32) && begins_and_ends(path, "glTF" + word(2) + word(std::uint32_t(size)), "") &&
           begins_and_ends(path, asset_of(note), "");
}

}  // namespace mote
