// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "mote/frame.h"

namespace mote {

/// The layout of a run folder and the rules for what may happen to it.
class RunFolder {
public:
    explicit RunFolder(std::filesystem::path root) : root_(std::move(root)) {}

    std::filesystem::path scene() const { return root_ / "scene.yaml"; }
    std::filesystem::path run_json() const { return root_ / "run.json"; }
    std::filesystem::path stats() const { return root_ / "stats.csv"; }
    std::filesystem::path bodies() const { return root_ / "bodies.csv"; }
    std::filesystem::path times() const { return root_ / "times.csv"; }
    std::filesystem::path log() const { return root_ / "log.txt"; }
    std::filesystem::path frames() const { return root_ / "frames"; }
    std::filesystem::path frame(int number) const;
    std::filesystem::path checkpoint() const { return root_ / "checkpoint.mote"; }
    std::filesystem::path pictures() const { return root_ / "pictures"; }
    std::filesystem::path surface() const { return root_ / "surface"; }
    std::filesystem::path skins() const { return root_ / "skins"; }
    std::filesystem::path movie() const { return root_ / "movie.mp4"; }

    bool holds_run() const;
    /// A run that was killed before its first frame: there is nothing to go on from and nothing to lose.
    bool is_unborn() const;
    /// Makes room for a run; then write run.json and the scene, in this order: it is by run.json that a folder is known
    /// to be ours. A folder that holds a run already is refused unless `replace`; one that holds something else always.
    void start(bool replace) const;
    /// Refuses to go on with another scene than the one the run was started with.
    void check_same_scene(const std::string& scene_text) const;

    struct Restart {
        Frame frame;
        int   last_frame = 0;  ///< the last whole frame before or at it
    };
    /// The latest whole state: a checkpoint or a frame. Damaged ones are named through `say` and passed over.
    std::optional<Restart> find_restart(const std::function<void(const std::string&)>& say) const;

private:
    std::filesystem::path root_;
};

}  // namespace mote
