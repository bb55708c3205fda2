// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The OBJ format: Wavefront Technologies, "Advanced Visualizer Manual", appendix B1. Numbers of vertices begin at 1.
#include <fmt/format.h>

#include <algorithm>

#include "io/export_parts.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

constexpr const char* file_end = "# end of the surface\n";

std::string comment_of(const std::string& note) { return "# written by mote\n# " + note + "\n"; }

template <class Line>
void write_lines(AtomicFile& file, std::size_t count, const Line& line) {
    write_in_blocks(file, count, 32, [&](std::vector<std::byte>& block, std::size_t i) {
        const std::string text = line(i);
        append_bytes(block, text.data(), text.size());
    });
}

}  // namespace

void export_obj(const std::filesystem::path& path, const FrameTable& vertices, Triangles triangles, const std::string& note) {
    std::vector<Quantity> quantities = quantities_of(vertices);
    const Quantity        position   = take_position(quantities, vertices, "obj");
    const auto normal = std::find_if(quantities.begin(), quantities.end(), [](const Quantity& q) { return q.part.name == "normal" && q.part.components == 3; });
    const bool turned = normal != quantities.end();

    AtomicFile file(path);
    file.write(comment_of(note));
    const auto three = [](const char* word, const Quantity& q, std::size_t i) {
        const Point p = point_of(q, i);
        return fmt::format("{} {} {} {}\n", word, p.xyz[0], p.xyz[1], p.xyz[2]);
    };
    write_lines(file, vertices.rows, [&](std::size_t i) { return three("v", position, i); });
    if (turned) write_lines(file, vertices.rows, [&](std::size_t i) { return three("vn", *normal, i); });
    write_lines(file, triangles.size(), [&](std::size_t i) {
        const auto& [a, b, c] = triangles[i];
        return turned ? fmt::format("f {0}//{0} {1}//{1} {2}//{2}\n", a + 1, b + 1, c + 1) : fmt::format("f {} {} {}\n", a + 1, b + 1, c + 1);
    });
    file.write(file_end);
    file.commit();
}

void export_obj(const std::filesystem::path& path, std::string_view lines, const std::string& note) {
    write_file_atomically(path, comment_of(note) + std::string(lines) + file_end);
}

bool is_obj_of(const std::filesystem::path& path, const std::string& note) { return begins_and_ends(path, comment_of(note), file_end); }

}  // namespace mote
