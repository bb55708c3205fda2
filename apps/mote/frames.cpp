// Copyright (c) 2026 The Mote authors. MIT licence.
#include "frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "mote/files.h"
#include "scene/words.h"

namespace mote::cli {
namespace {

void expect_frames(const RunInfo& run) {
    if (run.frames.empty()) throw FileError(fmt::format("{}: the run has no whole frame yet", run.folder.string()));
}

[[noreturn]] void refuse(const RunInfo& run, const std::string& wanted) {
    throw Error(fmt::format("{}: there is no frame {}; the run has frames {} to {}", run.folder.string(), wanted,
                            run.frames.front(), run.frames.back()),
                2);
}

std::uint32_t number_in(std::string_view text, std::uint32_t if_empty, const std::string& range) {
    if (text.empty()) return if_empty;
    std::uint32_t value      = 0;
    const auto    end        = text.data() + text.size();
    const auto [at, trouble] = std::from_chars(text.data(), end, value);
    if (trouble != std::errc{} || at != end)
        throw Error(fmt::format("--frames {}: expected A:B, for example 10:20 or 10:", in_quotes(range)), 2);
    return value;
}

}  // namespace

std::uint32_t choose_frame(const RunInfo& run, std::optional<int> wanted) {
    expect_frames(run);
    if (!wanted) return run.frames.back();
    const auto found = std::find(run.frames.begin(), run.frames.end(), std::uint32_t(*wanted));
    if (*wanted < 0 || found == run.frames.end()) refuse(run, std::to_string(*wanted));
    return *found;
}

std::vector<std::uint32_t> choose_frames(const RunInfo& run, const std::string& range) {
    expect_frames(run);
    const std::size_t      colon = range.find(':');
    const std::string_view text = range, a = text.substr(0, colon);
    const std::string_view b  = colon == std::string::npos ? a : text.substr(colon + 1);
    const std::uint32_t first = number_in(a, run.frames.front(), range), last = number_in(b, run.frames.back(), range);

    std::vector<std::uint32_t> chosen;
    for (const std::uint32_t frame : run.frames)
        if (frame >= first && frame <= last) chosen.push_back(frame);
    if (chosen.empty()) refuse(run, range);
    return chosen;
}

std::filesystem::path path_of(const RunInfo& run, std::uint32_t frame) {
    return frame_path(run.folder / "frames", frame);
}

std::string numbered(std::uint32_t frame) { return fmt::format("{:04}", frame); }

namespace {

double time_in(const std::string& meta_json) {
    const auto meta = nlohmann::json::parse(meta_json, nullptr, false);
    return meta.is_object() && meta.contains("time") && meta["time"].is_number() ? meta["time"].get<double>() : 0;
}

}  // namespace

double time_of(const Frame& frame) { return time_in(frame.meta_json); }
double time_of(const FrameHeader& frame) { return time_in(frame.meta_json); }

}  // namespace mote::cli
