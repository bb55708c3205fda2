// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "shapes/mesh_reader.h"

namespace mote {

namespace {

constexpr std::uintmax_t max_file_bytes = std::uintmax_t(4) << 30;

MeshFormat format_of(const std::string& path) {
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (ending == ".obj" || ending == ".smf") return MeshFormat::obj;  // Garland's SMF has the same points and faces
    if (ending == ".ply") return MeshFormat::ply;
    if (ending == ".stl") return MeshFormat::stl;
    throw FileError("'" + path +
                    "' is no mesh Mote can read: its name must end in .obj, .ply or .stl (or .smf); export it as one of these");
}

}  // namespace

std::string read_text(const std::string& path) {
    std::error_code trouble;
    if (!std::filesystem::is_regular_file(path, trouble))
        throw FileError("'" + path + "' is not a file that exists; check its name");
    const std::uintmax_t size = std::filesystem::file_size(path, trouble);
    if (trouble) throw FileError("'" + path + "' cannot be read: " + trouble.message());
    if (size > max_file_bytes) throw FileError("'" + path + "' is larger than 4 GiB; simplify it");
    std::ifstream file(path, std::ios::binary);
    std::string   text(size, '\0');
    file.read(text.data(), std::streamsize(size));
    if (!file || std::uintmax_t(file.gcount()) != size) throw FileError("'" + path + "' cannot be read");
    return text;
}

TriangleMesh parse_mesh(std::span<const std::byte> bytes, MeshFormat format) {
    const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    TriangleMesh           mesh = format == MeshFormat::obj   ? parse_obj(view)
                                  : format == MeshFormat::ply ? parse_ply(view)
                                                              : parse_stl(view);
    if (mesh.triangles.empty()) throw FileError("has no triangles");
    for (const auto& triangle : mesh.triangles)
        for (const Index corner : triangle)
            if (corner >= mesh.points.size())
                throw FileError("has a face with corner number " + std::to_string(std::int64_t(corner) + 1) +
                                " but only " + std::to_string(mesh.points.size()) + " points");
    return mesh;
}

TriangleMesh load_mesh(const std::string& path) {
    const MeshFormat  format = format_of(path);
    const std::string text   = read_text(path);
    try {
        return parse_mesh(std::as_bytes(std::span(text)), format);
    } catch (const FileError& error) {
        throw file_fault(path, error.what(),
                         "export the mesh anew as triangles, or open and repair it in a mesh editor");
    }
}

}  // namespace mote
