// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From frames to skins: which particles carry the mesh, where it stood, where the files go.
#include <fmt/format.h>

#include <algorithm>

#include "folder.h"
#include "meta.h"
#include "mote/files.h"
#include "mote/mesh.h"
#include "mote/skin.h"
#include "mote/surface.h"
#include "quantity.h"
#include "scene/words.h"
#include "shapes/forms.h"
#include "shapes/mesh_reader.h"
#include "surface_files.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

/// The particles of a body by ascending id.
struct BodyRows {
    std::vector<Index>      id;
    std::vector<Vec3>       position;
    std::vector<MaterialId> material;
};

BodyRows rows_of_body(const Frame& frame, const std::string& object) {
    const FrameTable* table = frame.find("particles");
    if (!table) throw FileError("the frame has no table 'particles'");
    const auto bodies = read_meta(frame.meta_json).bodies;
    const auto number = Index(std::find(bodies.begin(), bodies.end(), object) - bodies.begin());
    const auto position = rows_of<Vec4>(*table, "position_volume");
    const auto role     = rows_of<std::uint8_t>(*table, "role");
    const auto body     = rows_of<BodyId>(*table, "body");
    const auto id       = rows_of<Index>(*table, "id");
    const auto material = rows_of<MaterialId>(*table, "material");
    std::vector<std::pair<Index, Index>> rows;
    for (Index i = 0; i < table->rows; ++i)
        if (Role(role[i]) == Role::matter && body[i] == number && finite(position[i])) rows.emplace_back(id[i], i);
    std::sort(rows.begin(), rows.end());
    BodyRows all;
    for (const auto& [name, i] : rows) all.id.push_back(name), all.position.push_back(xyz(position[i])), all.material.push_back(material[i]);
    return all;
}

/// What of `rest` is still in `now`, where, and whether it is of another material: 0 or 1.
struct Left {
    BodyRows           rest;
    std::vector<Vec3>  now;
    std::vector<float> changed;
};
Left left_of(const BodyRows& rest, const BodyRows& now) {
    Left        left;
    std::size_t at = 0;
    for (std::size_t k = 0; k < rest.id.size(); ++k) {
        while (at < now.id.size() && now.id[at] < rest.id[k]) ++at;
        if (at == now.id.size()) break;
        if (now.id[at] != rest.id[k]) continue;
        left.rest.id.push_back(rest.id[k]), left.rest.position.push_back(rest.position[k]), left.now.push_back(now.position[at]);
        left.changed.push_back(now.material[at] != rest.material[k] ? 1.f : 0.f);
    }
    return left;
}

template <class T>
void mix(std::string& bytes, const std::vector<T>& values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

bool is_obj(const std::string& file) {
    const std::string ending = fs::path(file).extension().string();
    return ending == ".obj" || ending == ".OBJ";
}

}  // namespace

struct SkinPlayer::Parts {
    SkinOptions              options;
    TriangleMesh             mesh;
    SplitMesh                split;
    std::string              obj;   // its text, where faces are to be kept as they are
    BodyRows                 rest;
    std::unique_ptr<Skin>    skin;
    std::vector<Index>       bound_to;
    std::string              note;
    std::vector<std::string> remarks;
    Exec                     exec;

    explicit Parts(const SkinOptions& o) : options(o), exec(o.threads) {}

    void bind(const BodyRows& to, bool tell) {
        SkinReport report;
        skin     = bind_skin(exec, {to.position, options.spacing}, mesh, options.spec.method, report);
        bound_to = to.id;
        if (tell)
            for (const std::string& sentence : report.sentences()) remarks.push_back(fmt::format("skin of {}: {}", in_quotes(options.object), sentence));
    }
    /// What has melted, or became something else, has lost its detail: there the skin is the surface of its particles.
    void fade(const Left& left, SkinShape& shape) const {
        if (std::none_of(left.changed.begin(), left.changed.end(), [](float c) { return c > 0; })) return;
        std::vector<Vec4>  position;
        std::vector<float> share;
        for (const Vec3& x : left.now) position.push_back(with_w(x, 0));
        skin->mean(exec, left.changed, share);
        fade_to_surface(exec, find_surface(exec, {.position = position, .spacing = options.spacing}, SurfaceSpec{}).mesh, share, shape);
    }
    /// Columns of the vertices; of none where the body is gone.
    FrameTable vertices_of(const SkinShape& shape) const {
        const std::size_t                 rows = shape.points.empty() ? 0 : split.point.size();
        std::vector<Vec3>                 points, normals;
        for (std::size_t i = 0; i < rows; ++i) points.push_back(shape.points[split.point[i]]), normals.push_back(shape.normals[split.point[i]]);
        FrameTable table{"surface", rows, {}};
        table.columns.push_back(column_of("position", "m", points));
        table.columns.push_back(column_of("normal", "", normals));
        if (!split.texture.empty())
            table.columns.push_back(column_of("texture", "", rows ? split.texture : decltype(split.texture){}, ColumnType{Scalar::f32, 2}));
        return table;
    }
};

SkinPlayer::SkinPlayer(const SkinOptions& options, const Frame& rest) : parts_(std::make_unique<Parts>(options)) {
    constexpr const char* names[] = {"mls", "displacement", "frames"};
    const SkinSpec&       spec    = options.spec;
    if (spec.mesh.empty()) throw Error(fmt::format("the object {} has no mesh of its own; name one with --mesh FILE", in_quotes(options.object)), 2);
    Parts& p = *parts_;
    p.mesh   = load_mesh(spec.mesh);
    if (spec.place) {
        const Similarity where = make_similarity(*spec.place);
        for (Vec3& x : p.mesh.points) x = where(x);
    }
    p.split = split_seams(p.mesh);
    if (spec.format == SurfaceSpec::Format::obj && is_obj(spec.mesh)) p.obj = read_text(spec.mesh);
    p.rest = rows_of_body(rest, options.object);
    if (p.rest.id.empty())
        throw Error(fmt::format("the object {} has no particles in the frame that its skin is bound in; choose another with --rest N", in_quotes(options.object)), 2);
    p.bind(p.rest, true);
    std::string all = p.obj;
    mix(all, p.mesh.points), mix(all, p.split.triangles), mix(all, p.split.texture), mix(all, p.rest.id), mix(all, p.rest.position);
    p.note = fmt::format("skin of {} by {}: mesh {}, binding {:016x}", options.object, names[std::size_t(spec.method)], fs::path(spec.mesh).filename().string(),
                         checksum(std::as_bytes(std::span(all))));
}
SkinPlayer::~SkinPlayer() = default;
SkinPlayer::SkinPlayer(SkinPlayer&&) noexcept = default;

std::vector<std::string> SkinPlayer::take_remarks() { return std::exchange(parts_->remarks, {}); }

SurfaceFile SkinPlayer::write(const Frame& frame, int number, const fs::path& folder) {
    Parts&              p      = *parts_;
    const SurfaceFormat format = format_of(p.options.spec.format);
    const fs::path      into   = folder / p.options.object;
    SurfaceFile         file{into / fmt::format("{:04}{}", number, format.ending), p.vertices_of({})};
    const std::string   note = fmt::format("{}, state {:016x}", p.note, state_hash(frame));
    if (!p.options.again && format.is_of(file.path, file.columns, note)) return file;

    const Left left = left_of(p.rest, rows_of_body(frame, p.options.object));
    SkinShape  shape;
    if (left.rest.id.size() < p.rest.id.size())
        p.remarks.push_back(fmt::format("frame {}: {} of the {} particles that carry the skin of {} are gone", number, p.rest.id.size() - left.rest.id.size(),
                                        p.rest.id.size(), in_quotes(p.options.object)));
    if (!left.now.empty()) {
        if (left.rest.id != p.bound_to) p.bind(left.rest, false);
        p.skin->update(p.exec, left.now, shape);
        p.fade(left, shape);
    }
    make_folder(into);
    const FrameTable vertices  = p.vertices_of(shape);
    const auto       triangles = left.now.empty() ? decltype(p.split.triangles){} : p.split.triangles;
    if (!p.obj.empty() && !left.now.empty())
        export_obj(file.path, moved_obj(p.obj, shape.points, shape.normals), note);
    else
        format.write(file.path, {vertices, triangles, note, {double(number), double(p.options.fps), 0}, 0});
    file.made = true, file.triangles = triangles.size();
    return file;
}

std::vector<SkinOptions> skin_options_of(const fs::path& folder, const std::string& object) {
    const Scene scene = read_scene(RunFolder(folder).scene()).scene;
    if (scene.dimension == 2) throw Error(folder.string() + ": the scene is 2-D, and its matter cannot carry a mesh", 2);
    std::vector<std::string> all, meshes, wanted;
    for (const auto& [name, o] : scene.objects) {
        all.push_back(name);
        if (std::holds_alternative<MeshShape>(o.shape.form)) meshes.push_back(name);
    }
    if (!object.empty())
        wanted = {object};
    else if (!scene.output.skins.empty())
        for (const auto& [name, skin] : scene.output.skins) wanted.push_back(name);
    else
        wanted = all.size() == 1 ? all : meshes;
    if (wanted.empty() || (object.empty() && scene.output.skins.empty() && wanted.size() > 1))
        throw Error(fmt::format("{}: name the object that carries the skin by --object; there are {}", folder.string(), join(all)), 2);

    std::vector<SkinOptions> options;
    for (const std::string& name : wanted) {
        const auto found = std::find(all.begin(), all.end(), name);
        if (found == all.end()) throw Error(fmt::format("there is no object {}; {}", in_quotes(name), suggestion(name, all)), 2);
        const ShapeSpec& shape = scene.objects[std::size_t(found - all.begin())].second.shape;
        SkinOptions      o{name, {}, scene.spacing, scene.output.fps};
        for (const auto& [of, skin] : scene.output.skins)
            if (of == name) o.spec = skin;
        if (const auto* mesh = std::get_if<MeshShape>(&shape.form); mesh && o.spec.mesh.empty()) o.spec.mesh = mesh->file;
        if (!o.spec.place) o.spec.place = shape.placement;
        options.push_back(o);
    }
    return options;
}

}  // namespace mote
