// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The VTK XML formats: "VTK File Formats", The VTK User's Guide, 11th edition, 2010. Arrays follow the text as raw
// bytes, each behind its length, and the text points at them by offset.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "io/export_parts.h"
#include "io/quoting.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

constexpr std::string_view file_start =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" "
    "header_type=\"UInt64\">\n";

const char* vtk_type(Scalar scalar) {
    constexpr std::array names = {"Float32", "Float64", "UInt8", "UInt16", "UInt32", "UInt64", "Int32", "Int64"};
    return names[std::size_t(scalar)];
}

/// The text that describes arrays, and how many bytes of them have been promised.
class Description {
public:
    void line(const std::string& text) { text_ += text + '\n'; }

    void array(const ColumnPart& part, Scalar scalar, std::size_t rows) {
        std::string names;
        for (std::uint8_t k = 0; k < part.components && part.components > 1; ++k)
            names +=
                fmt::format(" ComponentName{}=\"{}\"", k, component_name({"", "", 0, part.components}, k).substr(1));
        line(fmt::format(
            "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\"{} format=\"appended\" offset=\"{}\">",
            vtk_type(scalar), as_xml(part.name), part.components, names, offset_));
        if (!part.unit.empty())
            line(fmt::format("<InformationKey name=\"UNITS_LABEL\" location=\"vtkDataArray\">{}</InformationKey>",
                             as_xml(part.unit)));
        line("</DataArray>");
        offset_ += sizeof(std::uint64_t) + rows * size_of(scalar) * part.components;
    }
    const std::string& text() const { return text_; }

private:
    std::string   text_;
    std::uint64_t offset_ = 0;
};

std::string description_of(std::size_t rows, std::optional<std::size_t> triangles, const Quantity& position,
                           const std::vector<Quantity>& quantities) {
    const std::size_t cells = triangles.value_or(rows);
    const char*       kind  = triangles ? "Polys" : "Verts";
    Description       out;
    out.line(fmt::format("<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"{}\">", rows,
                         triangles ? 0 : rows, triangles.value_or(0)));
    const bool turned = std::any_of(quantities.begin(), quantities.end(), [](const Quantity& q) { return q.part.name == "normal" && q.part.components == 3; });
    out.line(turned ? "<PointData Normals=\"normal\">" : "<PointData>");   // by that name they shade
    for (const Quantity& q : quantities) out.array(q.part, q.scalar(), rows);
    out.line("</PointData>\n<Points>");
    out.array({"Points", position.part.unit, 0, 3}, Scalar::f32, rows);
    out.line(fmt::format("</Points>\n<{}>", kind));
    out.array({"connectivity", "", 0, 1}, Scalar::i64, triangles ? 3 * cells : cells);
    out.array({"offsets", "", 0, 1}, Scalar::i64, cells);
    out.line(fmt::format("</{}>\n</Piece>\n</PolyData>", kind));
    return out.text();
}

/// Writes one array behind its length; row_of(i) gives what stands for row i.
template <class RowOf>
void write_array(AtomicFile& file, std::size_t rows, std::size_t row_bytes, RowOf&& row_of) {
    const std::uint64_t bytes = rows * row_bytes;
    file.write(std::as_bytes(std::span(&bytes, 1)));
    write_in_blocks(file, rows, row_bytes, [&](std::vector<std::byte>& block, std::size_t i) {
        const auto row = row_of(i);
        if constexpr (std::is_pointer_v<decltype(row)>)
            append_bytes(block, row, row_bytes);
        else
            append_bytes(block, &row, row_bytes);
    });
}

constexpr const char* file_end = "\n</AppendedData>\n</VTKFile>\n";

std::string comment_of(const std::string& note) { return note.empty() ? "" : "<!-- " + as_xml(note) + " -->\n"; }

void write_vtp(const std::filesystem::path& path, const FrameTable& table, std::optional<Triangles> triangles, const std::string& note) {
    std::vector<Quantity> quantities = quantities_of(table);
    const Quantity        position   = take_position(quantities, table, "vtp");
    const std::size_t     rows       = table.rows;

    AtomicFile file(path);
    file.write(fmt::format(file_start, "PolyData") + comment_of(note) +
               description_of(rows, triangles ? std::optional(triangles->size()) : std::nullopt, position, quantities));
    file.write("<AppendedData encoding=\"raw\">\n_");
    for (const Quantity& q : quantities) write_array(file, rows, q.bytes(), [&](std::size_t i) { return q.row(i); });
    write_array(file, rows, sizeof(Point), [&](std::size_t i) { return point_of(position, i); });
    const std::size_t corners = triangles ? 3 : 1, cells = triangles ? triangles->size() : rows;
    write_array(file, corners * cells, sizeof(std::int64_t), [&](std::size_t i) { return std::int64_t(triangles ? (*triangles)[i / 3][i % 3] : i); });
    write_array(file, cells, sizeof(std::int64_t), [&](std::size_t i) { return std::int64_t(corners * (i + 1)); });
    file.write(file_end);
    file.commit();
}

}  // namespace

void export_vtp(const std::filesystem::path& path, const FrameTable& table) { write_vtp(path, table, {}, ""); }

void export_vtp(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note) {
    write_vtp(path, vertices, triangles, note);
}

bool is_vtp_of(const std::filesystem::path& path, const std::string& note) { return begins_and_ends(path, comment_of(note), file_end); }

void write_pvd(const std::filesystem::path& path, const std::vector<PvdEntry>& entries) {
    std::string text = fmt::format(file_start, "Collection") + "<Collection>\n";
    for (const PvdEntry& entry : entries)
        text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", entry.time, as_xml(entry.file));
    write_file_atomically(path, text + "</Collection>\n</VTKFile>\n");
}

}  // namespace mote
