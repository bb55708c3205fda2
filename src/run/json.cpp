// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Everything in a run that is JSON. The JSON library is slow to compile, so it stays in this file.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "meta.h"
#include "report.h"

namespace mote {

using nlohmann::json;

std::string to_json(const FrameMeta& m) {
    const FrameTally& t = m.tally;
    return json{{"time", m.time},
                {"step", m.step},
                {"last_dt", m.last_dt},
                {"last_solid_step", m.last_solid_step},
                {"last_lattice_step", m.last_lattice_step},
                {"next_id", m.next_id},
                {"removed", m.removed},
                {"matter", m.matter},
                {"materials", m.materials},
                {"bodies", m.bodies},
                {"sources", m.sources},
                {"drained", m.drained},
                {"tally", {t.steps, t.retries, t.iterations, t.shortest_dt, t.longest_dt, t.caught, t.limited, t.divergence_iterations, t.viscosity_iterations, t.solid_iterations, t.short_steps, t.hard, t.divergence_error}}}
        .dump();
}

FrameMeta read_meta(const std::string& text) {
    try {
        const json j = json::parse(text), &t = j.at("tally");
        // Frames from before there were sources have none.
        const json none = json::array(), sources = j.value("sources", none), drained = j.value("drained", none);
        const auto  told       = [&t](std::size_t k) { return k < t.size() ? t.at(k) : json(0); };
        const float last_solid = j.value("last_solid_step", 0.f);  // once it was that of virtual materials too
        return {j.at("time"),      j.at("step"),   j.at("removed"), j.at("last_dt"), last_solid, j.value("last_lattice_step", last_solid), j.at("next_id"), j.at("matter"),
                j.at("materials"), j.at("bodies"), sources,         drained,
                {t.at(0), t.at(1), t.at(2), t.at(3), t.at(4), told(5), told(6), told(7), told(8), told(9), told(10), told(11), told(12)}};
    } catch (const json::exception& e) {
        throw FileError(fmt::format("the description of the frame is not one of a run ({})", e.what()));
    }
}

const char* name_of(RunEnd end) {
    return end == RunEnd::done ? "done" : end == RunEnd::interrupted ? "interrupted" : "unsound";
}

std::string to_json(const RunRecord& r) {
    json stages = json::object();
    for (const Profile::Entry& e : r.stages) stages[std::string(e.name)] = {{"seconds", e.seconds}, {"calls", e.calls}};
    return json{{"version", MOTE_VERSION},
                {"title", r.title},
                {"device", r.device},
                {"threads", r.threads},
                {"ended", r.ended},
                {"sentence", r.sentence},
                {"frame", r.frame},
                {"frames", r.frames},
                {"fps", r.fps},
                {"time", r.time},
                {"steps", r.steps},
                {"particles", r.particles},
                {"walls", r.walls},
                {"hard_steps", r.hard},
                {"removed", r.removed},
                {"emitted", r.emitted},
                {"withheld", r.withheld},
                {"drained", r.drained},
                {"wall_seconds", r.wall_seconds},
                {"peak_memory_bytes", r.peak_memory_bytes},
                {"memory_forecast_bytes", r.memory_forecast_bytes},
                {"stages", stages}}
               .dump(2) +
           "\n";
}

namespace {

/// What `read` makes of run.json. The file is named where it is no object or holds other things than a run writes.
template <class Read>
std::string from_record(const RunInfo& info, const Read& read) {
    const auto damaged = [&](const std::string& why) {
        return FileError((info.folder / "run.json").string() + " is damaged: " + why +
                         "; `mote run SCENE -o FOLDER --resume` writes it anew");
    };
    json record = json::parse(info.run_json, nullptr, false);
    if (!record.is_object()) throw damaged("it is not a JSON object");
    try {
        return read(record);
    } catch (const json::exception& e) {
        throw damaged(e.what());
    }
}

/// Text that is not UTF-8 (a folder's name may be anything) is shown with a replacement character.
std::string text_of(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace

std::string RunSummary::to_json() const {
    json out = {{"end", name_of(end)},
                {"sentence", sentence},
                {"exit_code", exit_code()},
                {"folder", folder.string()},
                {"frames", frames},
                {"time", time},
                {"steps", steps},
                {"particles", particles},
                {"walls", walls},
                {"wall_seconds", seconds},
                {"peak_memory_bytes", peak_memory_bytes},
                {"made", json::array()}};
    for (const auto& p : made) out["made"].push_back(p.string());
    return text_of(out);
}

std::string to_json(const RunInfo& info) {
    return from_record(info, [&](json& out) {
        out["folder"]         = info.folder.string();
        out["frames_on_disk"] = info.frames;
        out["frame_bytes"]    = info.bytes;
        out["tables"]         = json::object();
        for (const FrameTableHeader& t : info.last.tables) {
            json& table   = out["tables"][t.name];
            table["rows"] = t.rows;
            for (const FrameColumnHeader& c : t.columns)
                table["columns"].push_back({{"name", c.name}, {"unit", c.unit}, {"components", c.type.components}});
        }
        return text_of(out);
    });
}

namespace {

std::string page_of(const RunInfo& info, const json& run) {
    const auto  text = [&](const char* key) { return run.value(key, std::string()); };
    std::string page = fmt::format("{}\n", text("title").empty() ? info.folder.string() : text("title"));
    page += fmt::format("  folder     {}\n  ended      {}", info.folder.string(), text("ended"));
    if (!text("sentence").empty()) page += " (" + text("sentence") + ")";
    page +=
        fmt::format("\n  simulated  {:.6g} s in {} steps, {} of {} frames at {:g} a second\n", run.value("time", 0.0),
                    run.value("steps", 0), run.value("frame", 0), run.value("frames", 0), run.value("fps", 0.0));
    if (run.value("hard_steps", 0) > 0)
        page += fmt::format("  hard       {} steps in which a solve ended at the limit of its iterations\n", run.value("hard_steps", 0));
    page += fmt::format("  particles  {} and {} of walls; {} removed\n", run.value("particles", 0),
                        run.value("walls", 0), run.value("removed", 0));
    if (run.value("emitted", 0) > 0 || run.value("drained", 0) > 0)
        page += fmt::format("  flow       {} emitted ({} withheld), {} drained\n", run.value("emitted", 0),
                            run.value("withheld", 0), run.value("drained", 0));
    page += fmt::format("  took       {:.1f} s on {} threads, peak memory {:.0f} MiB\n", run.value("wall_seconds", 0.0),
                        run.value("threads", 0), run.value("peak_memory_bytes", 0.0) / (1 << 20));
    page += fmt::format("  on disk    {} frames, {:.1f} MiB\n", info.frames.size(), double(info.bytes) / (1 << 20));
    for (const FrameTableHeader& t : info.last.tables) {
        page += fmt::format("  table {}, {} rows:\n", t.name, t.rows);
        for (const FrameColumnHeader& c : t.columns)
            page += fmt::format("    {:<18} {}\n", c.name, c.unit.empty() ? "" : "[" + c.unit + "]");
    }
    return page;
}

}  // namespace

std::string describe(const RunInfo& info) {
    return from_record(info, [&](const json& run) { return page_of(info, run); });
}

}  // namespace mote
