// Copyright (c) 2026 The Mote authors. MIT licence.
#include "live.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "changes.h"
#include "form.h"
#include "mote/files.h"
#include "mote/step.h"
#include "rewrite.h"

namespace mote::studio {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Frame copy_of(const FrameView& view) {
    Frame frame;
    frame.writer = view.writer, frame.meta_json = view.meta_json;
    for (const FrameTableView& from : view.tables) {
        FrameTable& to = frame.tables.emplace_back(FrameTable{std::string(from.name), from.rows, {}});
        for (const FrameColumnView& c : from.columns)
            to.columns.push_back({std::string(c.name), std::string(c.unit), c.type, std::vector<std::byte>(c.bytes.begin(), c.bytes.end())});
    }
    return frame;
}

/// Whether a browser must be told about the scene anew.
bool look_different(const Scene& a, const Scene& b) {
    return a.title != b.title || a.duration != b.duration || a.output != b.output ||
           !std::equal(a.materials.begin(), a.materials.end(), b.materials.begin(), b.materials.end(),
                       [](const auto& m, const auto& n) { return m.first == n.first && m.second.colour == n.second.colour && m.second.look == n.second.look; });
}

}  // namespace

Live::Live(LiveOptions options) : options_(std::move(options)) {
    build(options_.text);
    publish();
    tell(true);
    thread_ = std::thread([this] { work(); });
}

Live::~Live() {
    {
        const std::lock_guard guard(mutex_);
        ends_ = true;
    }
    wake_.notify_all();
    thread_.join();
    try {
        if (recording_) recording_->end(*world_, frame_);
    } catch (const Error&) {   // the frames are there all the same
    }
}

// ---- any thread -------------------------------------------------------------------------------------------

void Live::post(std::function<void()> job) {
    {
        const std::lock_guard guard(mutex_);
        jobs_.push_back(std::move(job));
    }
    wake_.notify_all();
}

std::shared_ptr<const Snapshot> Live::latest() const {
    const std::lock_guard guard(mutex_);
    return latest_;
}

void Live::want() { wanted_ = true; }

Json Live::state() const {
    const std::lock_guard guard(mutex_);
    return state_;
}

// ---- the engine's thread ----------------------------------------------------------------------------------

void Live::work() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
        do_jobs(lock);
        if (ends_) return;
        if (!running_ && steps_left_ == 0) {
            wake_.wait(lock, [&] { return ends_ || !jobs_.empty(); });
            continue;
        }
        lock.unlock();
        advance();
        if (wanted_) publish();
        tell(false);
        keep_pace();
        lock.lock();
    }
}

void Live::do_jobs(std::unique_lock<std::mutex>& lock) {
    bool any = false;
    while (!jobs_.empty() && !ends_) {
        const auto job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job();
        any = true;
        lock.lock();
    }
    if (!any) return;
    lock.unlock();
    tell(true);
    if (!running_) publish();
    lock.lock();
}

void Live::build(const std::string& text) {
    building_ = true;
    if (thread_.joinable()) tell(true);
    try {
        SceneFile  file  = read_scene_text(text, options_.name);
        BuiltScene built = build_scene(file, Exec(options_.threads, device_named(options_.device)));
        if (recording_) recording_->end(*world_, frame_), recording_.reset();
        text_ = text, file_ = std::move(file), world_ = std::move(built.world);
        sentence_ = built.report.warnings.empty() ? "" : built.report.warnings.front();
    } catch (...) {
        building_ = false;
        throw;
    }
    stage_ = std::make_shared<const Stage>(file_.scene);
    frame_ = 0, steps_left_ = 0, tally_ = {}, step_seconds_ = 0;
    touch_.reset();
    ++scene_number_;
    building_ = false;
}

/// Steps end where those of `mote run` do, so that an untouched scene comes out the same.
void Live::advance() {
    const auto start = Clock::now();
    try {
        feel();
        const double     target = double(frame_ + 1) / double(file_.scene.output.fps);
        const float      left   = float(target - world_->time);
        const StepReport report = step(*world_, left);
        if (report.dt >= left) world_->time = target;
        step_dt_ = double(report.dt);
        tally_.add(report);
        if (world_->time >= target) {
            ++frame_;
            if (recording_) recording_->add_frame(*world_, frame_, tally_);
            tally_ = {};
        }
        if (steps_left_ > 0) --steps_left_;
        const double end = double(file_.scene.duration);
        if (running_ && world_->time >= end && world_->time - double(report.dt) < end) {
            running_  = false;
            sentence_ = fmt::format("The scene's {:g} s are over. Run goes on all the same.", end);
        }
    } catch (const std::bad_alloc&) {
        running_ = false, steps_left_ = 0, sentence_ = "The memory of this machine does not suffice.";
    } catch (const std::exception& e) {
        running_ = false, steps_left_ = 0, sentence_ = e.what();
    }
    const double took = seconds_since(start);
    step_seconds_     = step_seconds_ == 0 ? took : 0.8 * step_seconds_ + 0.2 * took;
    if (!running_ && steps_left_ == 0) wanted_ = true;
}

/// What the pointer does to matter in the coming step.
void Live::feel() {
    World& w = *world_;
    w.hand.reset();
    if (!touch_) return;
    if (touch_->blow) {
        w.hand = Hand{touch_->at, normalised(touch_->along), touch_->reach, touch_->strength * normalised(touch_->along), 0, -1};
        return;
    }
    constexpr float rate = 25, stiffness = 160, most = 300;   // [1/s], [1/s^2], [m/s^2]
    w.hand = Hand{touch_->at, {}, touch_->reach, rate * touch_->velocity - w.gravity, rate, -1};
    if (!touch_->id) return;
    const Particles& p   = w.particles;
    const auto*      ids = p.id.host().data;
    const Index      i   = Index(std::find(ids, ids + p.size(), *touch_->id) - ids);
    if (i == p.size() || !w.materials[p.material.host()[i]].is_solid()) return;
    const Vec3 at   = xyz(p.position_volume.host()[i]);
    const int  body = p.body.host()[i];
    Box        box;
    for (Index j = 0; j < p.size(); ++j)
        if (p.body.host()[j] == body) box.include(xyz(p.position_volume.host()[j]));
    Vec3 push = stiffness * (touch_->at - at) + rate * touch_->velocity - w.gravity;
    if (length(push) > most) push = (most / length(push)) * push;
    w.hand = Hand{at, {}, 2 * length(box.size()) + w.spacing, push, rate, body};
}

void Live::publish() {
    wanted_ = false;
    observe_solids(*world_);
    std::string meta;
    auto        snapshot = std::make_shared<Snapshot>();
    snapshot->frame      = std::make_shared<const Frame>(copy_of(frame_of(*world_, meta)));
    snapshot->stage      = stage_;
    snapshot->time       = world_->time;
    snapshot->number     = ++numbers_;
    {
        const std::lock_guard guard(mutex_);
        latest_ = std::move(snapshot);
    }
    if (options_.on_snapshot) options_.on_snapshot(*this);
}

/// While it runs, ten times a second are enough.
void Live::tell(bool at_once) {
    if (!at_once && running_ && seconds_since(told_at_) < 0.1) return;
    told_at_ = Clock::now();
    Json now{{"scene", scene_number_},
             {"name", std::filesystem::path(options_.name).stem().string()},
             {"running", running_ || steps_left_ > 0},
             {"building", building_},
             {"time", world_ ? world_->time : 0},
             {"duration", file_.scene.duration},
             {"step", world_ ? world_->step_number : 0},
             {"frame", frame_},
             {"particles", world_ ? world_->particles.size() : 0},
             {"dt", step_dt_},
             {"step_seconds", step_seconds_},
             {"pace", pace_},
             {"recording", recording_ ? Json(recording_->folder().string()) : Json()},
             {"sentence", sentence_}};
    {
        const std::lock_guard guard(mutex_);
        state_ = std::move(now);
    }
    if (options_.on_state) options_.on_state(*this);
}

/// Waits where the scene is ahead of the clock.
void Live::keep_pace() {
    if (pace_ <= 0 || !running_) return;
    const double ahead = (world_->time - paced_from_) / pace_ - seconds_since(paced_at_);
    if (ahead < -0.5 || ahead > 2) paced_at_ = Clock::now(), paced_from_ = world_->time;   // it was stopped, or cannot keep up
    if (ahead <= 0 || ahead > 2) return;
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, std::chrono::duration<double>(ahead), [&] { return ends_ || !jobs_.empty(); });
}

// ---- within a job -----------------------------------------------------------------------------------------

void Live::run(bool on) {
    running_ = on, steps_left_ = 0;
    if (on) sentence_.clear();
    wanted_ = true;
}

void Live::step_once() { running_ = false, steps_left_ = 1, wanted_ = true, sentence_.clear(); }

void Live::restart(const std::string& text) {
    const bool was = running_;
    build(text);
    running_ = was, wanted_ = true;
}

void Live::set(const std::string& path, const std::string& value, bool restarts) {
    const SceneFile next = read_scene_text(text_, options_.name, {path + "=" + value});
    if (next.scene == file_.scene) return;
    const std::string text = with_value(text_, options_.name, path, value, next.scene);
    if (with_live_changes(file_.scene, next.scene, *world_) != next.scene) {
        if (restarts) return restart(text);
        throw SceneError(path + ": is part of how the scene begins and cannot change while it runs; restart the scene with it");
    }
    apply_live_changes(*world_, next.scene);
    const bool looks = look_different(file_.scene, next.scene);
    file_            = read_scene_text(text, options_.name);
    text_            = text;
    if (looks) stage_ = std::make_shared<const Stage>(file_.scene), ++scene_number_;
    sentence_ = fmt::format("{} is {} from t = {:.4g} s on.", path, value, world_->time);
    if (recording_) recording_->note(world_->time, sentence_), recording_->set_scene(file_.scene);
}

std::filesystem::path Live::record(bool on) {
    if (on == recording_.has_value()) return recording_ ? recording_->folder() : std::filesystem::path();
    if (on) {
        recording_.emplace(options_.output, std::filesystem::path(options_.name).stem().string(), file_, *world_, frame_);
        return recording_->folder();
    }
    recording_->end(*world_, frame_);
    const auto folder = recording_->folder();
    recording_.reset();
    return folder;
}

std::filesystem::path Live::save_scene() const {
    make_folder(options_.output);
    const std::string     stem = std::filesystem::path(options_.name).stem().string();
    std::filesystem::path file = options_.output / (stem + ".yaml");
    for (int k = 2; std::filesystem::exists(file); ++k) file = options_.output / fmt::format("{}-{}.yaml", stem, k);
    write_file_atomically(file, text_);
    return file;
}

Json Live::form(const std::string& path) const {
    return form_of(file_.scene, path, [&](const Scene& other) { return with_live_changes(file_.scene, other, *world_) == other; });
}

}  // namespace mote::studio
