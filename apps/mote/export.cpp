// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "commands.h"
#include "frames.h"
#include "mote/files.h"
#include "mote/particles.h"
#include "mote/scene_file.h"
#include "terminal.h"

namespace mote::cli {
namespace {

template <class T>
std::vector<T> values_of(const FrameTable& table, const char* name) {
    const FrameColumn* column = table.find(name);
    std::vector<T>     values(table.rows);
    if (!column || column->type != column_type<T> || column->bytes.size() != values.size() * sizeof(T)) return {};
    std::memcpy(values.data(), column->bytes.data(), column->bytes.size());
    return values;
}

/// The rows to export, by id, so that a row is the same particle in every frame.
std::vector<std::size_t> chosen_rows(const FrameTable& table, bool boundaries) {
    const auto               role = values_of<std::uint8_t>(table, "role");
    const auto               id   = values_of<ParticleId>(table, "id");
    std::vector<std::size_t> rows(table.rows);
    std::iota(rows.begin(), rows.end(), std::size_t(0));
    if (!boundaries && !role.empty())
        std::erase_if(rows, [&](std::size_t row) { return role[row] != std::uint8_t(Role::matter); });
    if (!id.empty()) std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return id[a] < id[b]; });
    return rows;
}

FrameTable rows_of(const FrameTable& table, const std::vector<std::size_t>& rows) {
    FrameTable result{table.name, rows.size(), {}};
    for (const FrameColumn& column : table.columns) {
        const std::size_t      width = column.type.bytes();
        std::vector<std::byte> bytes(rows.size() * width);
        for (std::size_t i = 0; i < rows.size(); ++i)
            std::memcpy(bytes.data() + i * width, column.bytes.data() + rows[i] * width, width);
        result.columns.push_back({column.name, column.unit, column.type, std::move(bytes)});
    }
    return result;
}

/// What writes a table, and what its files end with.
struct Format {
    const char* name;
    const char* ending;
    void (*write)(const std::filesystem::path&, const FrameTable&, const UsdFrame&);
};

/// The formats that ask for nothing but the table.
template <void (*write)(const std::filesystem::path&, const FrameTable&)>
void plain(const std::filesystem::path& path, const FrameTable& table, const UsdFrame&) {
    write(path, table);
}
void bgeo(const std::filesystem::path& path, const FrameTable& table, const UsdFrame& frame) { export_bgeo(path, table, frame.diameter); }

Format format_called(const std::string& name) {
    for (const Format& format : {Format{"ply", ".ply", plain<export_ply>}, {"vtk", ".vtp", plain<export_vtp>}, {"csv", ".csv", plain<export_csv>},
                                 {"npz", ".npz", plain<export_npz>}, {"bgeo", ".bgeo", bgeo}, {"usda", ".usda", export_usda}})
        if (name == format.name) return format;
    throw Error("--to " + name + ": expected ply, vtk, csv, npz, bgeo or usda", 2);
}

/// The spacing of the run's scene; 0 where its scene.yaml cannot be read.
double diameter_of(const RunInfo& run) {
    try {
        return read_scene(run.folder / "scene.yaml").scene.spacing;
    } catch (const Error&) {
        return 0;
    }
}

/// Frames a second of simulated time, from the first frame to the last; 24 for a single one.
double frame_rate(const RunInfo& run, const std::vector<std::uint32_t>& frames) {
    if (frames.size() < 2) return 24;
    const double first = time_of(read_frame_header(path_of(run, frames.front()))), last = time_of(read_frame_header(path_of(run, frames.back())));
    return last > first ? std::round(1e6 * (frames.back() - frames.front()) / (last - first)) / 1e6 : 24;  // 30, not 30.000000000000004
}

/// Writes one frame after another, then the file that plays them, where the format has one.
class Exporter {
public:
    Exporter(const Format& format, const std::filesystem::path& folder, const UsdFrame& usd) : format_(format), folder_(folder), usd_(usd) {}

    void write(std::uint32_t number, double time, const FrameTable& table) {
        const std::string name = numbered(number) + format_.ending;
        usd_.time_code         = number;
        format_.write(folder_ / name, table, usd_);
        moments_.push_back({time, name});
        clips_.push_back({usd_.time_code, name});
        if (clips_.size() == 1) columns_ = rows_of(table, {});
    }
    void write_sequence() const {
        if (format_.name == std::string_view("vtk")) write_pvd(folder_ / "particles.pvd", moments_);
        if (format_.name == std::string_view("usda")) write_usda_sequence(folder_ / "particles.usda", columns_, clips_, usd_);
    }

private:
    Format                format_;
    std::filesystem::path folder_;
    UsdFrame              usd_;
    FrameTable            columns_;  // of the first frame, without rows
    std::vector<PvdEntry> moments_;
    std::vector<UsdClip>  clips_;
};

}  // namespace

int execute(const ExportCommand& command) {
    const Format  format = format_called(command.format);
    const RunInfo run    = find_run(command.run);
    const auto    frames = choose_frames(run, command.frames);
    const auto    folder =
        command.folder.empty() ? run.folder / ("export-" + command.format) : std::filesystem::path(command.folder);
    make_folder(folder);

    const bool   usd = command.format == "usda";
    Exporter     exporter(format, folder, {0, usd ? frame_rate(run, frames) : 24, diameter_of(run)});
    ProgressLine line(command.quiet);
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const Frame       frame = read_frame(path_of(run, frames[k]));
        const FrameTable* table = frame.find("particles");
        if (!table) throw FileError(path_of(run, frames[k]).string() + ": the frame has no particles");
        exporter.write(frames[k], time_of(frame), rows_of(*table, chosen_rows(*table, command.boundaries)));
        if (line.due(true))
            line.show(fmt::format("{} of {} frames", k + 1, frames.size()), double(k + 1) / double(frames.size()));
    }
    exporter.write_sequence();
    line.say(fmt::format("{} frames written to {}", frames.size(), folder.string()));
    return 0;
}

}  // namespace mote::cli
