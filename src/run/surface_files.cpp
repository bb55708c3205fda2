// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From a frame to surfaces: which rows make up each, what their vertices carry, where the files go.
#include <algorithm>

#include <fmt/format.h>

#include "folder.h"
#include "inner_cells.h"
#include "meta.h"
#include "mote/files.h"
#include "mote/run.h"
#include "mote/surface.h"
#include "mote/volume.h"
#include "quantity.h"
#include "scene/surface_of.h"
#include "scene/words.h"
#include "surface_files.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

/// The names in "temperature, speed".
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text)
        if (c == ' ' || c == ',')
            words.emplace_back();
        else
            words.back() += c;
    std::erase(words, "");
    return words;
}

/// One file: the rows whose material or body is `only`, or all that are matter.
struct Part {
    std::string          name;  ///< of its folder; empty: none
    std::optional<Index> only;
};

std::vector<Part> parts_of(const SurfaceOf& of, const FrameMeta& meta, const SurfaceOptions& options) {
    if (of.kind == SurfaceOf::Kind::all) return {{}};
    const auto&       names = of.by_material() ? meta.materials : options.objects;
    const auto&       numbered = of.by_material() ? meta.materials : meta.bodies;
    std::vector<Part> parts;
    for (const std::string& name : names)
        if (of.each() || name == of.name)
            parts.push_back({of.each() ? name : "", Index(std::find(numbered.begin(), numbered.end(), name) - numbered.begin())});
    if (parts.empty())
        throw Error(fmt::format("there is no {} {} to make the surface of; there are {}", of.by_material() ? "material" : "object",
                                in_quotes(of.name), join(names)), 2);
    return parts;
}

/// What the file tells of itself, and is known by when it is met again.
std::string note_of(const SurfaceOptions& o, const Part& part) {
    constexpr const char* names[] = {"anisotropic", "colour", "average", "blobs"};
    const SurfaceSpec&    s       = o.spec;
    return fmt::format("surface of {}{}{} by {}: particle radius {:.6g} m, smoothing_length {:.6g}, cube_size {:.6g}, threshold {:.6g}, smoothing {}, decimation {:.6g}, columns '{}'",
                       s.of, part.name.empty() ? "" : ", ", part.name, names[std::size_t(s.method)], 0.5 * double(o.spacing), s.smoothing_length,
                       s.cube_size, s.threshold.value_or(usual_threshold(s.method)), s.smoothing, s.decimation, s.columns);
}

/// The particles of a frame and what their surfaces carry.
class Rows {
public:
    Rows(const FrameTable& table, const SurfaceOptions& options) : table_(table), options_(options) {
        position_ = rows_of<Vec4>(table, "position_volume");
        velocity_ = rows_of<Vec4>(table, "velocity_density");
        role_     = rows_of<std::uint8_t>(table, "role");
        material_ = rows_of<MaterialId>(table, "material");
        body_     = rows_of<BodyId>(table, "body");
    }

    std::vector<Index> matter() const {
        std::vector<Index> rows;
        for (Index i = 0; i < table_.rows; ++i)
            if (Role(role_[i]) == Role::matter) rows.push_back(i);
        return rows;
    }
    /// The vertices as a table, and their triangles, of one material or body among the others, or of all.
    FrameTable surface(const Exec& exec, const Frame& frame, std::vector<Index> rows, const SurfaceOf& what, std::optional<Index> only,
                       std::vector<std::array<Index, 3>>& triangles) const {
        std::vector<std::uint16_t> kind;
        std::vector<Vec4>     position;
        std::vector<Vec3>     velocity;
        std::vector<Quantity> carried;
        std::vector<Vec3>     centre;
        for (const Index i : rows) centre.push_back(xyz(position_[i]));
        fill_large(frame, options_.spacing, 3, rows, centre);
        for (const Vec3& x : centre) position.push_back(with_w(x, 0));
        for (const Index i : rows) velocity.push_back(xyz(velocity_[i]));
        const auto names = words_of(options_.spec.columns);
        for (const std::string& name : names) carried.push_back(find_quantity(table_, name, rows, "to carry to the surface"));
        SurfacePoints points{position, options_.spacing, velocity, {}};
        if (only) {
            for (const Index i : rows) kind.push_back(what.by_material() ? material_[i] : body_[i]);
            points.kind = kind, points.only = std::uint16_t(*only);
        }
        for (const Quantity& q : carried) points.columns.push_back(q.value);
        Surface    s = find_surface(exec, points, options_.spec);
        FrameTable table{"surface", s.mesh.points.size(), {}};
        table.columns.push_back(column_of("position", "m", s.mesh.points));
        table.columns.push_back(column_of("normal", "", s.normal));
        table.columns.push_back(column_of("velocity", "m/s", s.velocity));
        for (std::size_t c = 0; c < names.size(); ++c) table.columns.push_back(column_of(names[c].c_str(), carried[c].unit.c_str(), s.columns[c]));
        triangles = std::move(s.mesh.triangles);
        return table;
    }

private:
    const FrameTable&     table_;
    const SurfaceOptions& options_;
    const Vec4 *          position_, *velocity_;
    const std::uint8_t*   role_;
    const MaterialId*     material_;
    const BodyId*         body_;
};

}  // namespace

SurfaceOptions surface_options_of(const fs::path& folder) {
    const Scene scene = read_scene(RunFolder(folder).scene()).scene;
    if (scene.dimension == 2) throw Error(folder.string() + ": the scene is 2-D, and its matter has no surface of triangles", 2);
    SurfaceOptions options{scene.output.surface.value_or(SurfaceSpec{}), scene.spacing, scene.output.fps, {}};
    for (const auto& [name, object] : scene.objects) options.objects.push_back(name);
    for (const auto& [name, source] : scene.sources) options.objects.push_back(name);
    return options;
}

void check_surface_columns(const SceneFile& file, const World& world) {
    if (!file.scene.output.surface) return;
    if (file.scene.output.surface->format == SurfaceSpec::Format::vdb) try {
            expect_volumes();
        } catch (const Error& e) {
            throw file.error("output.surface.format", e.what());
        }
    std::string     meta;
    const FrameView frame = frame_of(world, meta);
    FrameTable      empty{"particles", 0, {}};
    for (const FrameTableView& table : frame.tables)
        if (table.name == "particles")
            for (const FrameColumnView& c : table.columns) empty.columns.push_back({std::string(c.name), std::string(c.unit), c.type, {}});
    for (const std::string& name : words_of(file.scene.output.surface->columns)) try {
            find_quantity(empty, name, {}, "to carry to the surface");
        } catch (const Error& e) {
            throw file.error("output.surface.columns", e.what());
        }
}

std::vector<SurfaceFile> write_surfaces(const Frame& frame, int number, const SurfaceOptions& options, const fs::path& folder) {
    const FrameTable* table = frame.find("particles");
    if (!table) throw FileError("the frame has no table 'particles'");
    const auto of = parse_surface_of(options.spec.of);
    if (!of) throw Error(fmt::format("a surface is of all, materials, objects, material NAME or object NAME, not of {}", in_quotes(options.spec.of)), 2);
    const Rows               particles(*table, options);
    const SurfaceFormat      format = format_of(options.spec.format);
    const Exec               exec(options.threads);
    const float              cube = 0.5f * options.spacing * options.spec.cube_size;
    std::vector<SurfaceFile> files;
    std::vector<std::array<Index, 3>> triangles;
    const FrameTable         like = particles.surface(exec, frame, {}, *of, {}, triangles);  // of nothing: the columns alone
    for (const Part& part : parts_of(*of, read_meta(frame.meta_json), options)) {
        const fs::path    into = part.name.empty() ? folder : folder / part.name;
        const std::string note = note_of(options, part);
        SurfaceFile       file{into / fmt::format("{:04}{}", number, format.ending), like};
        if (options.again || !format.is_of(file.path, like, note)) {
            make_folder(into);
            const FrameTable vertices = particles.surface(exec, frame, particles.matter(), *of, part.only, triangles);
            format.write(file.path, {vertices, triangles, note, {double(number), double(options.fps), 0}, cube});
            file.made = true, file.triangles = triangles.size();
        }
        files.push_back(file);
    }
    return files;
}

}  // namespace mote
