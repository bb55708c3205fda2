// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "folder.h"
#include "mote/files.h"
#include "mote/run.h"

namespace mote {
namespace fs = std::filesystem;
using nlohmann::json;

RunInfo find_run(const fs::path& folder) {
    const RunFolder run(folder);
    if (!fs::exists(folder)) throw FileError("there is no folder " + folder.string());
    if (!run.holds_run()) throw FileError(folder.string() + " is not a run: it has no scene.yaml and run.json");
    RunInfo info{folder, read_text_file(run.run_json(), 64u << 20), list_frames(run.frames()), 0, {}};
    for (const std::uint32_t n : info.frames) info.bytes += fs::file_size(run.frame(int(n)));
    if (!info.frames.empty()) info.last = read_frame_header(run.frame(int(info.frames.back())));
    return info;
}

std::string to_json(const RunInfo& info) {
    json out         = json::parse(info.run_json, nullptr, false);
    out["folder"]    = info.folder.string();
    out["frames_on_disk"] = info.frames;
    out["frame_bytes"]    = info.bytes;
    for (const FrameTableHeader& t : info.last.tables) {
        json& table   = out["tables"][t.name];
        table["rows"] = t.rows;
        for (const FrameColumnHeader& c : t.columns)
            table["columns"].push_back({{"name", c.name}, {"unit", c.unit}, {"components", c.type.components}});
    }
    return out.dump();
}

std::string describe(const RunInfo& info) {
    const json  run  = json::parse(info.run_json, nullptr, false);
    const auto  text = [&](const char* key) { return run.value(key, std::string()); };
    std::string page = fmt::format("{}\n", text("title").empty() ? info.folder.string() : text("title"));
    page += fmt::format("  folder     {}\n  ended      {}", info.folder.string(), text("ended"));
    if (!text("sentence").empty()) page += " (" + text("sentence") + ")";
    page += fmt::format("\n  simulated  {:.6g} s in {} steps, {} of {} frames at {:g} a second\n", run.value("time", 0.0),
                        run.value("steps", 0), run.value("frame", 0), run.value("frames", 0), run.value("fps", 0.0));
    page += fmt::format("  particles  {} and {} of walls; {} removed\n", run.value("particles", 0), run.value("walls", 0), run.value("removed", 0));
    page += fmt::format("  took       {:.1f} s on {} threads, peak memory {:.0f} MiB\n", run.value("wall_seconds", 0.0), run.value("threads", 0),
                        run.value("peak_memory_bytes", 0.0) / (1 << 20));
    page += fmt::format("  on disk    {} frames, {:.1f} MiB\n", info.frames.size(), double(info.bytes) / (1 << 20));
    for (const FrameTableHeader& t : info.last.tables) {
        page += fmt::format("  table {}, {} rows:\n", t.name, t.rows);
        for (const FrameColumnHeader& c : t.columns)
            page += fmt::format("    {:<18} {}\n", c.name, c.unit.empty() ? "" : "[" + c.unit + "]");
    }
    return page;
}

}  // namespace mote
