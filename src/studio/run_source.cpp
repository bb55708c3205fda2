// Copyright (c) 2026 The Mote authors. MIT licence.
#include "run_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mote/files.h"
#include "mote/mesh.h"
#include "run/folder.h"
#include "run/meta.h"

namespace mote::studio {
namespace fs = std::filesystem;
namespace {

Scene scene_in(const fs::path& folder) {
    const fs::path file = RunFolder(folder).scene();
    return read_scene_text(read_text_file(file, 64u << 20), file.string(), {}, ShapeFiles::may_be_missing).scene;
}

/// The statistics as columns of numbers; what is not a number is null.
Json statistics_in(const fs::path& folder) {
    const fs::path file = RunFolder(folder).stats();
    if (!fs::exists(file)) return Json::array();
    Json list = Json::array();
    for (const CsvColumn& column : read_csv(file).columns) {
        Json values = Json::array();
        for (const double v : column.value) values.push_back(std::isfinite(v) ? Json(v) : Json());
        list.push_back({{"name", column.name}, {"unit", column.unit}, {"values", std::move(values)}});
    }
    return list;
}

/// Sequences of triangles: their names and the folders of their files.
std::vector<std::pair<std::string, fs::path>> meshes_in(const fs::path& folder) {
    std::vector<std::pair<std::string, fs::path>> found;
    const auto has_ply = [](const fs::path& at) {
        for (const auto& item : fs::directory_iterator(at))
            if (item.path().extension() == ".ply") return true;
        return false;
    };
    for (const fs::path& part : {RunFolder(folder).surface(), RunFolder(folder).skins()}) {
        if (!fs::is_directory(part)) continue;
        if (has_ply(part)) found.push_back({part.filename().string(), part});
        for (const auto& item : fs::directory_iterator(part))
            if (item.is_directory() && has_ply(item.path())) found.push_back({item.path().filename().string(), item.path()});
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::uint32_t> frames_in(const fs::path& folder) { return list_frames(RunFolder(folder).frames()); }

const FrameTableHeader* particles_in(const FrameHeader& header) {
    const auto found = std::find_if(header.tables.begin(), header.tables.end(), [](const auto& t) { return t.name == "particles"; });
    return found == header.tables.end() ? nullptr : &*found;
}

/// The columns of one table that a wish needs, and nothing else.
Frame read_part(const fs::path& path, const FrameHeader& header, const std::vector<std::string>& names) {
    const FrameTableHeader* from = particles_in(header);
    if (!from) throw FileError(path.string() + ": has no table 'particles'");
    Frame frame;
    frame.meta_json = header.meta_json;
    FrameTable& table = frame.tables.emplace_back(FrameTable{"particles", from->rows, {}});
    for (const std::string& name : names) table.columns.push_back(read_frame_column(path, "particles", name));
    return frame;
}

}  // namespace

RunSource::RunSource(const fs::path& folder) : folder_(folder), stage_((find_run(folder), scene_in(folder))) {
    if (frames_in(folder_).empty()) throw FileError(folder_.string() + ": the run has no whole frame yet");
}

fs::path RunSource::path_of(std::uint32_t number) const {
    const fs::path path = frame_path(RunFolder(folder_).frames(), number);
    if (!fs::exists(path)) throw Error(fmt::format("{}: there is no frame {}", folder_.string(), number), 2);
    return path;
}

Json RunSource::describe() const {
    const auto        frames = frames_in(folder_);
    const FrameHeader header = read_frame_header(path_of(frames.front()));
    const auto*       table  = particles_in(header);
    Json              about  = stage_.describe();
    about["name"]       = folder_.filename().empty() ? folder_.parent_path().filename().string() : folder_.filename().string();
    about["folder"]     = folder_.string();
    about["frames"]     = frames;
    about["colours"]    = table ? colour_list(*table) : Json::array();
    about["statistics"] = statistics_in(folder_);
    about["meshes"]     = Json::array();
    for (const auto& [name, at] : meshes_in(folder_)) about["meshes"].push_back(name);
    about["run"] = nlohmann::json::parse(read_text_file(RunFolder(folder_).run_json(), 64u << 20), nullptr, false);
    return about;
}

std::string RunSource::frame(std::uint32_t number, const FrameWish& wish, Json header) const {
    const fs::path    path  = path_of(number);
    const FrameHeader about = read_frame_header(path);
    const auto*       table = particles_in(about);
    if (!table) throw FileError(path.string() + ": has no table 'particles'");
    const Frame  part = read_part(path, about, columns_for(wish, *table));
    const double time = read_meta(about.meta_json).time;
    header["frame"] = number, header["time"] = time, header["poses"] = stage_.poses(time);
    return frame_packet(part, wish, std::move(header));
}

std::string RunSource::surface(std::uint32_t number, Json header) const {
    header["frame"] = number;
    Packet packet(std::move(header));
    for (const auto& [name, at] : meshes_in(folder_)) {
        const fs::path file = at / fmt::format("{:04}.ply", number);
        if (!fs::exists(file)) continue;
        const TriangleMesh mesh = load_mesh(file.string());
        const auto         numbers = [](const auto& rows) { return std::span(rows.empty() ? nullptr : &rows[0][0], 3 * rows.size()); };
        std::vector<float> points;
        for (const Vec3& x : mesh.points) points.insert(points.end(), {x.x, x.y, x.z});
        packet.add<float>("points", points, 3, {{"mesh", name}});
        packet.add<std::uint32_t>("triangles", numbers(mesh.triangles), 3, {{"mesh", name}});
    }
    return packet.bytes();
}

Json RunSource::pick(std::uint32_t number, Index shown, bool walls) const {
    const Frame       frame = read_frame(path_of(number));
    const FrameTable* table = frame.find("particles");
    if (!table) throw FileError("the frame has no table 'particles'");
    const auto rows = shown_rows(*table, walls);
    if (shown >= rows.size()) throw Error("there is no such particle in this frame", 2);
    return describe_particle(frame, rows[shown], stage_.support(), stage_.materials(), read_meta(frame.meta_json).bodies);
}

}  // namespace mote::studio
