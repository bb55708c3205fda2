// Copyright (c) 2026 The Mote authors. MIT licence.
//
// USD as text: Pixar, "Universal Scene Description": UsdGeomPoints, UsdGeomMesh, UsdGeomPrimvar, and "Sequencable, Re-timable Animated
// Value Clips". Clips give values of time samples only, so every frame is one sample; what attributes there are stands
// in a manifest, lest a reader opens every frame to find out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/export_parts.h"
#include "io/quoting.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

struct Attribute {
    std::string type, name;
    bool        flat = false;  // no type has so many numbers: they stand one after another
    bool        byte = false;  // a byte for what USD wants between 0 and 1
};

bool is_real(const Quantity& q) { return q.scalar() == Scalar::f32 || q.scalar() == Scalar::f64; }

/// The names and types that USD gives a meaning, where they are true; otherwise our own.
Attribute attribute_of(const Quantity& q, Identifiers& names) {
    constexpr std::array types = {"float", "double", "uchar", "uint", "uint", "uint64", "int", "int64"};
    const int            n     = q.part.components;
    if (n == 3 && is_real(q)) {
        if (q.part.name == "velocity") return {"vector3f", "velocities"};
        if (q.part.name == "acceleration") return {"vector3f", "accelerations"};
        if (q.part.name == "normal") return {"normal3f", "normals"};
    }
    if (n == 3 && q.scalar() == Scalar::u8 && q.part.name == "colour") return {"color3f", "primvars:displayColor", false, true};
    if (n == 2 && q.scalar() == Scalar::f32 && q.part.name == "texture") return {"texCoord2f", "primvars:st"};
    if (n == 1 && !is_real(q) && q.part.name == "id") return {"int64", "ids"};
    const std::string type = types[std::size_t(q.scalar())], name = "primvars:" + names.of(q.part.name);
    if (n == 1) return {type, name};
    const bool has_tuples = n <= 4 && (is_real(q) || q.scalar() == Scalar::i32);
    return has_tuples ? Attribute{type + std::to_string(n), name} : Attribute{type, name, true};
}

/// The attribute with what there is to say about it, but no values.
std::string declaration_of(const Attribute& a, const ColumnPart& part) {
    std::string about;
    if (a.name.starts_with("primvars:") || a.name == "normals") about += "        interpolation = \"vertex\"\n";
    if (a.flat) about += fmt::format("        elementSize = {}\n", part.components);
    if (!part.unit.empty()) about += fmt::format("        customData = {{\n            string unit = {}\n        }}\n", between_quotes(part.unit));
    return fmt::format("    {}[] {}{}\n", a.type, a.name, about.empty() ? "" : " (\n" + about + "    )");
}

/// What stands in a layer: points or triangles.
struct Prim {
    const char *type, *name, *topology;
};
constexpr Prim points_prim{"Points", "particles", ""};
constexpr Prim mesh_prim{"Mesh", "surface", "    uniform token subdivisionScheme = \"none\"\n    int[] faceVertexCounts\n    int[] faceVertexIndices\n"};

std::string doc_of(const std::string& note) { return "doc = " + between_quotes(note.empty() ? "written by mote" : "written by mote: " + note); }

std::string layer_head(const Prim& prim, const UsdFrame& frame, double first, double last, const std::string& more = "", const std::string& note = "") {
    return fmt::format(
        "#usda 1.0\n(\n    defaultPrim = \"{}\"\n    {}\n    endTimeCode = {}\n    framesPerSecond = {}\n    metersPerUnit = 1\n"
        "    startTimeCode = {}\n{}    timeCodesPerSecond = {}\n    upAxis = \"Y\"\n)\n\n",
        prim.name, doc_of(note), last, frame.codes_per_second, first, more, frame.codes_per_second);
}

constexpr const char* widths = "    float[] widths (\n        interpolation = \"vertex\"\n        customData = {\n            string unit = \"m\"\n        }\n    )\n";

/// One sample: append(block, i) appends what stands for row i.
template <class Append>
void write_sample(AtomicFile& file, const std::string& type, const std::string& name, double time_code, std::size_t rows, Append&& append) {
    file.write(fmt::format("    {}[] {}.timeSamples = {{\n        {}: [", type, name, time_code));
    write_in_blocks(file, rows, 32, [&](std::vector<std::byte>& block, std::size_t i) {
        if (i > 0) append_bytes(block, ", ", 2);
        append(block, i);
    });
    file.write("],\n    }\n");
}

void append_text(std::vector<std::byte>& out, const std::string& text) { append_bytes(out, text.data(), text.size()); }

void append_row(std::vector<std::byte>& out, const Quantity& q, const Attribute& a, std::size_t row) {
    const bool tuple = q.part.components > 1 && !a.flat;
    if (tuple) append_bytes(out, "(", 1);
    for (std::size_t k = 0; k < q.part.components; ++k) {
        if (k > 0) append_bytes(out, ", ", 2);
        if (a.byte)
            append_text(out, fmt::format("{}", float(q.number(row, k) / 255)));
        else if (a.name == "ids" && q.scalar() == Scalar::u64) {
            std::int64_t id;  // USD's ids have a sign
            std::memcpy(&id, q.row(row), sizeof id);
            append_text(out, fmt::format("{}", id));
        } else
            append_number(out, q, row, k);
    }
    if (tuple) append_bytes(out, ")", 1);
}

std::string number_text(float x) { return std::isnan(x) ? "nan" : fmt::format("{}", x); }
std::string tuple_of(const Point& p) { return fmt::format("({}, {}, {})", number_text(p.xyz[0]), number_text(p.xyz[1]), number_text(p.xyz[2])); }

/// The box around all points with their size.
void write_extent(AtomicFile& file, const Quantity& position, std::size_t rows, const UsdFrame& frame) {
    if (rows == 0) return;
    Point low = point_of(position, 0), high = low;
    for (std::size_t i = 1; i < rows; ++i) {
        const Point p = point_of(position, i);
        for (int k = 0; k < 3; ++k) low.xyz[k] = std::min(low.xyz[k], p.xyz[k]), high.xyz[k] = std::max(high.xyz[k], p.xyz[k]);
    }
    const float radius = float(frame.diameter / 2);
    for (int k = 0; k < 3; ++k) low.xyz[k] -= radius, high.xyz[k] += radius;
    write_sample(file, "float3", "extent", frame.time_code, 2, [&](std::vector<std::byte>& out, std::size_t i) { append_text(out, tuple_of(i ? high : low)); });
}

void write_triangles(AtomicFile& file, Triangles triangles, double code) {
    write_sample(file, "int", "faceVertexCounts", code, triangles.size(), [&](std::vector<std::byte>& out, std::size_t) { append_bytes(out, "3", 1); });
    write_sample(file, "int", "faceVertexIndices", code, triangles.size(), [&](std::vector<std::byte>& out, std::size_t i) {
        append_text(out, fmt::format("{}, {}, {}", triangles[i][0], triangles[i][1], triangles[i][2]));
    });
}

void write_layer(const std::filesystem::path& path, const Prim& prim, const FrameTable& table, const Triangles* triangles, const UsdFrame& frame,
                 const std::string& note) {
    std::vector<Quantity> quantities = quantities_of(table);
    const Quantity        position   = take_position(quantities, table, "usda");
    const double          code       = frame.time_code;

    AtomicFile file(path);
    file.write(layer_head(prim, frame, code, code, "", note) + fmt::format("def {} \"{}\"\n{{\n{}", prim.type, prim.name, prim.topology));
    if (triangles) write_triangles(file, *triangles, code);
    write_extent(file, position, table.rows, frame);
    write_sample(file, "point3f", "points", code, table.rows, [&](std::vector<std::byte>& out, std::size_t i) {
        append_text(out, tuple_of(point_of(position, i)));
    });
    if (frame.diameter > 0) {
        file.write(widths);
        const Diameters diameters(quantities, frame.diameter);
        write_sample(file, "float", "widths", code, table.rows, [&](std::vector<std::byte>& out, std::size_t i) { append_text(out, number_text(float(diameters.of(i)))); });
    }
    Identifiers names;
    for (const Quantity& q : quantities) {
        const Attribute a = attribute_of(q, names);
        file.write(declaration_of(a, q.part));
        write_sample(file, a.type, a.name, code, table.rows, [&](std::vector<std::byte>& out, std::size_t i) { append_row(out, q, a, i); });
    }
    file.write("}\n");
    file.commit();
}

}  // namespace

void export_usda(const std::filesystem::path& path, const FrameTable& table, const UsdFrame& frame) {
    write_layer(path, points_prim, table, nullptr, frame, "");
}

void export_usda(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const UsdFrame& frame, const std::string& note) {
    write_layer(path, mesh_prim, vertices, &triangles, frame, note);
}

bool is_usda_of(const std::filesystem::path& path, const std::string& note) { return begins_and_ends(path, doc_of(note), "\n}\n"); }

void write_usda_sequence(const std::filesystem::path& path, const FrameTable& columns, const std::vector<UsdClip>& clips, const UsdFrame& frame, UsdKind kind) {
    const Prim prim = kind == UsdKind::points ? points_prim : mesh_prim;
    std::vector<Quantity> quantities = quantities_of(columns);
    take_position(quantities, columns, "usda");
    const double first = clips.empty() ? 0 : clips.front().time_code, last = clips.empty() ? 0 : clips.back().time_code;

    Identifiers names;
    std::string manifest = layer_head(prim, frame, first, last) + fmt::format("def {} \"{}\"\n{{\n{}    float3[] extent\n    point3f[] points\n", prim.type, prim.name, prim.topology);
    if (frame.diameter > 0) manifest += widths;
    for (const Quantity& q : quantities) manifest += declaration_of(attribute_of(q, names), q.part);
    const std::string manifest_name = path.stem().string() + ".manifest.usda";
    write_file_atomically(path.parent_path() / manifest_name, manifest + "}\n");

    std::string files, active, times;
    for (std::size_t k = 0; k < clips.size(); ++k) {
        const char* comma = k > 0 ? ", " : "";
        files += fmt::format("{}@./{}@", comma, clips[k].file);
        active += fmt::format("{}({}, {})", comma, clips[k].time_code, k);
        times += fmt::format("{}({}, {})", comma, clips[k].time_code, clips[k].time_code);
    }
    const std::string declared = fmt::format("    subLayers = [\n        @./{}@\n    ]\n", manifest_name);
    write_file_atomically(path, layer_head(prim, frame, first, last, declared) +
                                    fmt::format("def {} \"{}\" (\n    clips = {{\n        dictionary default = {{\n"
                                                "            double2[] active = [{}]\n            asset[] assetPaths = [{}]\n"
                                                "            asset manifestAssetPath = @./{}@\n            string primPath = \"/{}\"\n"
                                                "            double2[] times = [{}]\n        }}\n    }}\n)\n{{\n}}\n",
                                                prim.type, prim.name, active, files, manifest_name, prim.name, times));
}

}  // namespace mote
