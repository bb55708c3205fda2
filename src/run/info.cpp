// Copyright (c) 2026 The Mote authors. MIT licence.
#include "folder.h"
#include "mote/files.h"
#include "mote/run.h"

namespace mote {
namespace fs = std::filesystem;

RunInfo find_run(const fs::path& folder) {
    const RunFolder run(folder);
    if (!fs::exists(folder)) throw FileError("there is no folder " + folder.string());
    if (!run.holds_run()) throw FileError(folder.string() + " is not a run: it has no scene.yaml and run.json");
    RunInfo info{folder, read_text_file(run.run_json(), 64u << 20), list_frames(run.frames()), 0, {}};
    for (const std::uint32_t n : info.frames) info.bytes += fs::file_size(run.frame(int(n)));
    for (auto n = info.frames.rbegin(); n != info.frames.rend(); ++n) try {
            info.last = read_frame_header(run.frame(int(*n)));
            break;
        } catch (const FileError&) {  // damaged; commands that need it say so
            if (n + 1 == info.frames.rend()) throw;
        }
    return info;
}

}  // namespace mote
