// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "commands.h"
#include "frames.h"
#include "mote/files.h"
#include "mote/particles.h"
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
    void (*write)(const std::filesystem::path&, const FrameTable&);
};

Format format_called(const std::string& name) {
    for (const Format& format :
         {Format{"ply", ".ply", export_ply}, {"vtk", ".vtp", export_vtp}, {"csv", ".csv", export_csv}})
        if (name == format.name) return format;
    throw Error("--to " + name + ": expected ply, vtk or csv", 2);
}

}  // namespace

int execute(const ExportCommand& command) {
    const Format  format = format_called(command.format);
    const RunInfo run    = find_run(command.run);
    const auto    frames = choose_frames(run, command.frames);
    const auto    folder =
        command.folder.empty() ? run.folder / ("export-" + command.format) : std::filesystem::path(command.folder);
    make_folder(folder);

    std::vector<PvdEntry> moments;
    ProgressLine          line(command.quiet);
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const Frame       frame = read_frame(path_of(run, frames[k]));
        const FrameTable* table = frame.find("particles");
        if (!table) throw FileError(path_of(run, frames[k]).string() + ": the frame has no particles");
        const std::string name = numbered(frames[k]) + format.ending;
        format.write(folder / name, rows_of(*table, chosen_rows(*table, command.boundaries)));
        moments.push_back({time_of(frame), name});
        if (line.due(true))
            line.show(fmt::format("{} of {} frames", k + 1, frames.size()), double(k + 1) / double(frames.size()));
    }
    if (command.format == "vtk") write_pvd(folder / "particles.pvd", moments);
    line.say(fmt::format("{} frames written to {}", frames.size(), folder.string()));
    return 0;
}

}  // namespace mote::cli
