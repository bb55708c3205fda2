// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is on: runs to look at, a scene that runs, or the gallery. All browsers see the same show.
#pragma once
#include <functional>
#include <list>
#include <mutex>

#include "live.h"
#include "run_source.h"
#include "studio.h"

namespace mote::studio {

/// Who is told when something happens; called in any thread.
struct Listener {
    std::function<void(const Live&)> on_snapshot, on_state;
    std::function<void()>            on_show;   ///< another one is on
};

class Show {
public:
    explicit Show(const StudioOptions& options);

    const StudioOptions& options() const { return options_; }
    Json                 describe() const;   ///< mode, version, and what the mode needs

    const RunSource& run(std::size_t side) const;   ///< throws Error where there is none
    std::shared_ptr<Live> live() const;             ///< null where no scene runs
    /// Runs a scene of the gallery. Takes as long as building it does.
    void open(const std::string& name);
    void close();                                   ///< back to the gallery

    void listen(const std::shared_ptr<Listener>& listener);

private:
    std::shared_ptr<Live> start(const std::filesystem::path& file);
    std::vector<std::shared_ptr<Listener>> listeners();

    StudioOptions                        options_;
    std::vector<RunSource>               runs_;
    mutable std::mutex                   mutex_;
    std::shared_ptr<Live>                live_;
    std::list<std::weak_ptr<Listener>>   listeners_;
};

}  // namespace mote::studio
