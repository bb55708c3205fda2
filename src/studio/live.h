// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A scene that runs while it is looked at. The engine has a thread of its own; what others want of it waits in a line and is done between two steps, so that
// nobody else ever touches the world. Whoever looks gets a copy of the tables, and only when he has asked for one.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

#include "recording.h"
#include "stage.h"

namespace mote::studio {

/// What a scene looked like at one moment.
struct Snapshot {
    std::uint64_t                number = 0;   ///< counts up
    std::shared_ptr<const Frame> frame;
    std::shared_ptr<const Stage> stage;
    double                       time = 0;
};

class Live;

struct LiveOptions {
    std::string           name;        ///< of the scene's file
    std::string           text;
    std::filesystem::path output;      ///< folder that runs and scenes are saved to
    int                   threads = 0;
    std::string           device = "auto";
    std::function<void(const Live&)> on_snapshot; ///< called in the engine's thread: somebody waits for it
    std::function<void(const Live&)> on_state;    ///< called in the engine's thread: `state` tells something new
};

/// A pointer that pulls what it has taken hold of, or blows.
struct Touch {
    bool                         blow = false;
    std::optional<std::uint32_t> id;         ///< pulls: the particle that was taken
    Vec3                         at{}, along{}, velocity{};   ///< where the pointer is now; the ray; how it moves [m, 1, m/s]
    float                        reach = 0, strength = 0;     ///< [m], of blowing [m/s^2]
};

/// Something to be added.
struct Drop {
    std::string preset;                      ///< of its material
    bool        ball = true;                 ///< else a cube
    Vec3        at{};                        ///< middle [m]
    float       size = 0;                    ///< across [m]
};

class Live {
public:
    explicit Live(LiveOptions options);
    ~Live();
    Live(const Live&)            = delete;
    Live& operator=(const Live&) = delete;

    // ---- any thread
    /// Does `job` between two steps. What it throws must be caught in it.
    void                            post(std::function<void()> job);
    std::shared_ptr<const Snapshot> latest() const;
    /// Somebody would like to see the next moment.
    void                            want();
    Json                            state() const;

    // ---- within a job
    void run(bool on);
    void step_once();
    void set_pace(double times_real) { pace_ = times_real; }   ///< 0: as fast as it goes
    /// From the beginning, with this text; throws SceneError and leaves all as it was where it cannot be built.
    void restart(const std::string& text);
    /// Changes one field. Throws SceneError where the value is bad, or where it is part of how the scene begins and `restarts` is false.
    void set(const std::string& path, const std::string& value, bool restarts);
    void touch(const std::optional<Touch>& touch) { touch_ = touch; }
    /// Liquids come at once; solids are part of how a scene begins. Returns what was done, as a sentence.
    std::string drop(const Drop& drop);
    /// Writes frames to a folder of their own from now on, or stops. Returns the folder.
    std::filesystem::path record(bool on);
    std::filesystem::path save_scene() const;
    const std::string&    text() const { return text_; }
    const std::string&    name() const { return options_.name; }
    Json                  form(const std::string& path) const;

private:
    void work();
    void do_jobs(std::unique_lock<std::mutex>& lock);
    void build(const std::string& text);
    void advance();
    void feel();
    void publish();
    void tell(bool at_once);
    void keep_pace();
    std::string drop_liquid(const Drop& drop, const std::string& material);

    LiveOptions                       options_;
    std::string                       text_;
    SceneFile                         file_;
    std::unique_ptr<World>            world_;
    std::shared_ptr<const Stage>      stage_;
    std::optional<Recording>          recording_;
    std::optional<Touch>              touch_;
    FrameTally                        tally_;
    std::string                       sentence_;
    bool                              running_ = false, building_ = false;
    int                               frame_ = 0, steps_left_ = 0;
    std::uint64_t                     scene_number_ = 0, numbers_ = 0;
    double                            pace_ = 0, step_seconds_ = 0, step_dt_ = 0, paced_from_ = 0;
    std::chrono::steady_clock::time_point paced_at_, told_at_;

    mutable std::mutex                mutex_;      // of what is below
    std::condition_variable           wake_;
    std::deque<std::function<void()>> jobs_;
    std::shared_ptr<const Snapshot>   latest_;
    Json                              state_;
    bool                              ends_ = false;
    std::atomic<bool>                 wanted_{true};
    std::thread                       thread_;
};

}  // namespace mote::studio
