// Copyright (c) 2026 The Mote authors. MIT licence.
#include "frame_by_frame.h"

#include <fmt/format.h>

#include "mote/error.h"
#include "mote/files.h"

namespace mote::cli {

void FrameByFrame::each(const RunInfo& run, const std::vector<std::uint32_t>& frames, const std::function<void(const Frame&, std::uint32_t)>& make) {
    frames_         = frames.size();
    const auto skip = [&](const std::string& sentence) {  // the others can still be made
        passed_over_.push_back(sentence);
        line_.say(sentence);
    };
    for (std::size_t k = 0; k < frames.size(); ++k) {
        try {
            make(read_frame(path_of(run, frames[k])), frames[k]);
        } catch (const FileError& e) {
            skip(e.what());
        } catch (const UnsoundError& e) {
            skip(fmt::format("frame {}: {}", frames[k], e.what()));
        }
        if (line_.due(true)) line_.show(fmt::format("{} of {} frames", k + 1, frames.size()), double(k + 1) / double(frames.size()));
    }
}

void FrameByFrame::add(const SurfaceFile& file) {
    ++(file.made ? made_ : kept_);
    empty_ += file.made && file.triangles == 0;
}

void FrameByFrame::finish(const std::filesystem::path& folder) const {
    std::string sentence = fmt::format("{} {}s written to {}", made_, what_, folder.string());
    if (kept_ > 0) sentence += fmt::format("; {} were there already", kept_);
    if (empty_ > 0) sentence += fmt::format("; {} have no {} and no triangles", empty_, empty_of_);
    line_.say(sentence);
    if (!passed_over_.empty()) throw FileError(fmt::format("{} of {} frames have no {}: {}", passed_over_.size(), frames_, what_, passed_over_.front()));
}

}  // namespace mote::cli
