// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/run.h"

#include <chrono>
#include <cmath>
#include <mutex>

#include <fmt/format.h>
#include <sys/resource.h>

#include "folder.h"
#include "frame_saver.h"
#include "meta.h"
#include "mote/csv.h"
#include "mote/export.h"
#include "mote/files.h"
#include "mote/neighbours.h"
#include "mote/picture.h"
#include "mote/step.h"
#include "report.h"
#include "stats.h"
#include "surface_files.h"

namespace mote {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Of the device, as the forecast is.
std::size_t peak_memory(const Exec& exec) {
    if (exec.on_gpu()) return gpu::peak_memory();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::size_t(usage.ru_maxrss) * 1024;
}

/// One run from its first step to its closing summary.
class Run {
public:
    Run(const SceneFile& file, const Exec& exec, const RunOptions& options)
        : file_(file),
          options_(options),
          folder_(options.folder),
          scene_text_(write_scene(file.scene)),
          built_(build_scene(file, exec)),
          world_(*built_.world) {
        const OutputSpec& output = file.scene.output;
        fps_                     = double(output.fps);
        frames_                  = options.frames.value_or(built_.report.frames);
        check_surface_columns(file, world_);
    }

    RunSummary go() {
        start_or_resume();
        log(fmt::format("{} at frame {} of {}, {} threads", options_.resume ? "resumed" : "started", frame_, frames_,
                        world_.exec.threads()));
        for (const std::string& w : built_.report.warnings) say("warning: " + w);
        write_run_json("running");
        try {
            while (frame_ < frames_ && end_ == RunEnd::done) advance_to_next_frame();
            saver_.wait();
        } catch (const UnsoundError& e) {
            end_      = RunEnd::unsound;
            sentence_ = e.what();
            try {
                save_bad(e);
            } catch (const FileError& f) {
                say(f.what());
            }
        } catch (const std::exception& e) {
            sentence_ = e.what();
            write_last_words();
            throw;
        }
        return finish();
    }

private:
    void say(const std::string& sentence) {
        const std::lock_guard guard(saying_);
        if (options_.on_message) options_.on_message(sentence);
        log(sentence);
    }
    void log(const std::string& sentence) {
        append_line(folder_.log(), fmt::format("{:10.3f} s  {}", seconds_since(start_), sentence));
    }

    // ---- beginning ----------------------------------------------------------------------------------------

    void start_or_resume() {
        if (!options_.resume || folder_.is_unborn()) {
            folder_.start(options_.replace);
            write_run_json("running");
            write_file_atomically(folder_.scene(), scene_text_);
            append_line(folder_.stats(), stats_heading(world_));
            append_line(folder_.stats(), stats_row(world_, 0, {}, observe_solids(world_)));
            append_bodies(bodies_heading(world_));
            append_bodies(bodies_row(world_, 0));
            append_line(folder_.times(), times_heading());
            save_frame({}, 0);
            return;
        }
        folder_.check_same_scene(scene_text_);
        for (const fs::path& part : {options_.folder, folder_.frames(), folder_.pictures(), folder_.surface(), folder_.skins()})
            remove_stale_temporaries(part);
        auto restart = folder_.find_restart([this](const std::string& s) { say(s); });
        if (!restart)
            throw FileError("no whole frame is left in " + folder_.frames().string() + "; start anew with --force");
        load_frame(world_, restart->frame);
        time_at_start_ = world_.time;
        frame_         = restart->last_frame;
        tally_         = read_meta(restart->frame.meta_json).tally;
        for (const fs::path& table : {folder_.stats(), folder_.bodies(), folder_.times()}) truncate_csv(table, std::size_t(frame_) + 1);
        hard_ = std::uint64_t(tally_.hard);
        for (const double steps : column_of_stats("hard")) hard_ += std::uint64_t(steps);
        if (!fs::exists(folder_.times())) append_line(folder_.times(), times_heading());
        say(fmt::format("resumed at t = {:.6g} s after frame {}", world_.time, frame_));
        if (is_to_draw() && !is_drawn(frame_)) draw(frame_);  // the run was killed between the frame and its picture
        make_surfaces(frame_);
        make_skins(frame_);
    }

    // ---- going on -----------------------------------------------------------------------------------------

    void advance_to_next_frame() {
        const double target = double(frame_ + 1) / fps_, contact = contact_time();
        const auto   start  = Clock::now();
        while (world_.time < target) {
            const float left = float(target - world_.time);
            watch();
            const StepReport report = step(world_, left);
            if (report.dt >= left) world_.time = target;  // the last step before a frame lands on it
            count(report);
            show_progress(false);
            answer_requests();
            if (end_ != RunEnd::done) return;
        }
        ++frame_;
        // The row first: then every whole frame has one, whenever the run is killed.
        append_line(folder_.stats(), stats_row(world_, frame_, tally_, observe_solids(world_)));
        append_bodies(bodies_row(world_, frame_));
        const std::uint64_t steps = std::exchange(tally_, {}).steps;
        save_frame({.physics = seconds_since(start), .contact = contact_time() - contact}, steps);
        show_progress(true);
    }

    /// Until now [s].
    double contact_time() const {
        double sum = 0;
        for (const Profile::Entry& e : stage_times())
            if (e.name.find("contact") != e.name.npos) sum += e.seconds;
        return sum;
    }

    /// Of the frames until now.
    std::vector<double> column_of_stats(const char* name) const {
        const Csv        table  = read_csv(folder_.stats());
        const CsvColumn* column = table.find(name);
        if (!column) throw FileError(folder_.stats().string() + " is of another version of Mote, which can go on with it; start anew with --force");
        return column->value;
    }

    void append_bodies(const std::string& line) {
        if (!line.empty()) append_line(folder_.bodies(), line);
    }

    /// To time every stage of every step would cost a GPU some percent: every 16th stands for the others.
    void watch() {
        if (!world_.exec.on_gpu()) return;
        const bool watched = steps_here_ % 16 == 0;
        world_.exec.watch(watched);
        watched_ += watched;
    }
    std::vector<Profile::Entry> stage_times() const {
        std::vector<Profile::Entry> stages = world_.exec.profile().entries();
        if (watched_ > 0)
            for (Profile::Entry& e : stages) {
                e.seconds *= double(steps_here_) / double(watched_);
                e.calls = e.calls * steps_here_ / watched_;
            }
        return stages;
    }

    void count(const StepReport& report) {
        ++steps_here_;
        tally_.add(report);
        hard_ += std::uint64_t(report.is_hard());
    }

    void answer_requests() {
        if (!options_.requests) return;
        if (options_.requests->save.exchange(0)) {
            save_checkpoint();
            say(fmt::format("saved a checkpoint at t = {:.6g} s", world_.time));
        }
        if (options_.requests->stop.load() && world_.time < double(frames_) / fps_) {
            save_checkpoint();
            end_      = RunEnd::interrupted;
            sentence_ = fmt::format("interrupted at t = {:.6g} s and saved; go on with --resume", world_.time);
        }
    }

    void show_progress(bool frame_done) {
        if (!options_.on_progress) return;
        RunProgress p;
        p.frame = frame_, p.frames = frames_;
        p.time = world_.time, p.end = double(frames_) / fps_;
        p.steps            = world_.step_number;
        p.particles        = world_.particles.size();
        p.seconds          = seconds_since(start_);
        p.seconds_per_step = p.seconds / std::max(1.0, double(steps_here_));
        const double gone  = p.time - time_at_start_;
        p.seconds_left     = gone > 0 ? p.seconds / gone * (p.end - p.time) : 0;
        p.frame_done       = frame_done;
        options_.on_progress(p);
    }

    // ---- saving -------------------------------------------------------------------------------------------

    void save_frame(FrameTimes times, std::uint64_t steps) {
        saver_.save(world_, folder_.frame(frame_), [this, frame = frame_, times, steps, start = Clock::now()]() mutable {
            if (!file_.scene.output.particles && frame >= 2) fs::remove(folder_.frame(frame - 2));
            std::error_code none;
            fs::remove(folder_.checkpoint(), none);  // older than this frame
            const auto until = [&start](double& took) { took = seconds_since(std::exchange(start, Clock::now())); };
            until(times.files);
            draw(frame), until(times.pictures);
            make_surfaces(frame), until(times.surface);
            make_skins(frame), until(times.skins);
            append_line(folder_.times(), times_row(frame, steps, times));
        });
    }

    void save_checkpoint() {
        saver_.wait();
        std::string meta;
        FrameView   frame      = frame_of(world_, meta);
        FrameMeta   with_tally = read_meta(meta);
        with_tally.tally       = tally_;
        meta                   = to_json(with_tally);
        frame.meta_json        = meta;
        write_frame(folder_.checkpoint(), frame);
    }

    /// What went wrong, for study: the whole state, and the first bad particle with its neighbours.
    void save_bad(const UnsoundError& e) {
        saver_.wait();
        std::string     meta;
        const FrameView whole = frame_of(world_, meta);
        write_frame(options_.folder / "bad.mote", whole);
        const auto* unsound = dynamic_cast<const Unsound*>(&e);
        if (!unsound) return say("the whole state is in " + (options_.folder / "bad.mote").string());
        const Particles&   p = world_.particles;
        std::vector<Index> rows;
        for (Index i = 0; i < p.size() && rows.empty(); ++i)
            if (p.id.host()[i] == unsound->particle) rows.push_back(i);
        for (const Index j : world_.neighbours.host().of(rows.at(0))) rows.push_back(j);
        FrameTable bad{"particles", rows.size(), {}};
        for (const AnyColumn* column : p.columns()) {
            FrameColumn&      c = bad.columns.emplace_back(FrameColumn{column->name, column->unit, column->type, {}});
            const std::size_t width = column->type.bytes();
            for (const Index i : rows) {
                const std::size_t end = c.bytes.size();
                c.bytes.resize(end + width);  // 0 where a wall does not have it
                if (i < column->rows()) std::memcpy(c.bytes.data() + end, column->bytes().data() + i * width, width);
            }
        }
        export_ply(options_.folder / "bad.ply", bad);
        say("the particle and its neighbours are in " + (options_.folder / "bad.ply").string() +
            ", the whole state in bad.mote");
    }

    /// After a failure that is not the scene's: run.json tells of it, if it still can be written.
    void write_last_words() noexcept {
        try {
            write_run_json("failed");
        } catch (...) {
        }
    }

    void write_run_json(const std::string& ended) {
        RunRecord r{file_.scene.title,
                    ended,
                    sentence_,
                    world_.exec.on_gpu() ? gpu::name() : "cpu",
                    world_.exec.threads(),
                    frame_,
                    frames_,
                    fps_,
                    world_.time,
                    seconds_since(start_),
                    world_.step_number,
                    hard_,
                    world_.removed,
                    world_.sources ? world_.sources->emitted() : 0,
                    world_.sources ? world_.sources->withheld() : 0,
                    world_.sinks.drained(),
                    world_.particles.size(),
                    world_.particles.rows() - world_.particles.size(),
                    peak_memory(world_.exec),
                    built_.report.memory_bytes,
                    stage_times()};
        write_file_atomically(folder_.run_json(), to_json(r));
    }

    // ---- pictures -----------------------------------------------------------------------------------------

    /// Draws the frame just saved, where the scene asks for pictures or a film.
    void draw(int frame) {
        if (!is_to_draw()) return;
        const Frame now = read_frame(folder_.frame(frame));
        for (const Shot& shot : shots()) {
            make_folder(shot.folder);
            draw_frame(now, world_.material_names, shot.options, picture(shot, frame));
        }
    }
    const std::vector<Shot>& shots() {
        if (shots_.empty()) shots_ = shots_of(draw_options_of(options_.folder), folder_.pictures());
        return shots_;
    }
    bool is_to_draw() const { return file_.scene.output.pictures || file_.scene.output.movie; }
    bool is_drawn(int frame) {
        return std::ranges::all_of(shots(), [&](const Shot& shot) { return fs::exists(picture(shot, frame)); });
    }
    static fs::path picture(const Shot& shot, int frame) { return shot.folder / fmt::format("{:04}.png", frame); }

    /// Those of the frame just saved, where the scene asks for them.
    void make_surfaces(int frame) {
        if (!file_.scene.output.surface) return;
        if (!surfaces_) {
            surfaces_          = surface_options_of(options_.folder);
            surfaces_->threads = world_.exec.threads();
        }
        try {
            write_surfaces(read_frame(folder_.frame(frame)), frame, *surfaces_, folder_.surface());
        } catch (const UnsoundError& e) {  // no reason to end the run
            say(fmt::format("frame {}: {}", frame, e.what()));
        }
    }

    void make_skins(int frame) {
        if (file_.scene.output.skins.empty()) return;
        if (!std::exchange(skins_bound_, true))
            for (SkinOptions& skin : skin_options_of(options_.folder)) try {
                    skin.threads = world_.exec.threads();
                    skins_.emplace_back(skin, read_frame(folder_.frame(0)));
                } catch (const Error& e) {  // no reason to end the run
                    say(fmt::format("warning: no skin of '{}': {}", skin.object, e.what()));
                }
        const Frame now = read_frame(folder_.frame(frame));
        for (SkinPlayer& skin : skins_) {
            skin.write(now, frame, folder_.skins());
            for (const std::string& remark : skin.take_remarks()) say(remark);
        }
    }

    void warn_of_withheld() {
        if (!world_.sources) return;
        for (const Source& source : world_.sources->list)
            if (source.withheld() > 0)
                say(fmt::format("warning: {}: sources.{}: withheld {} of its {} particles, as there was no room in front "
                                "of the opening; move it, slow it down or let matter out with a sink",
                                file_.where("sources." + source.name), source.name, source.withheld(),
                                source.withheld() + source.emitted));
    }

    RunSummary finish() {
        RunSummary s;
        s.end = end_, s.folder = options_.folder;
        if (end_ == RunEnd::done && file_.scene.output.movie) {
            for (const Shot& shot : shots()) {
                const fs::path    film  = movie_of(folder_.movie(), shot);
                const MovieReport movie = make_movie(find_pictures(shot.folder.string()), fps_, film.string());
                if (movie.made) s.made.push_back(film);
                say(movie.sentence);
            }
        }
        warn_of_withheld();
        if (hard_ > 0)
            say(fmt::format("warning: in {} of {} steps a solve ended at its limit of iterations, above its tolerance; `hard` in stats.csv tells when. Shorter steps (time_step.courant) are "
                            "easier, as are a larger tolerance and more of most_iterations", hard_, world_.step_number));
        if (sentence_.empty())
            sentence_ =
                fmt::format("done: {} frames, {:.6g} s simulated in {} steps", frame_, world_.time, world_.step_number);
        s.sentence = sentence_;
        s.frames = frame_, s.time = world_.time, s.steps = world_.step_number;
        s.particles = world_.particles.size(), s.walls = world_.particles.rows() - world_.particles.size();
        s.seconds = seconds_since(start_), s.peak_memory_bytes = peak_memory(world_.exec);
        write_run_json(name_of(end_));
        log(sentence_);
        return s;
    }

    const SceneFile&           file_;
    const RunOptions&          options_;
    RunFolder                  folder_;
    std::string                scene_text_;
    BuiltScene                 built_;
    World&                     world_;
    double                     fps_ = 30, time_at_start_ = 0;
    int                        frame_ = 0, frames_ = 0;
    std::uint64_t              steps_here_ = 0, watched_ = 0;  // watched: for the times of stages on a GPU
    std::uint64_t              hard_ = 0;                      // steps, since the start of the run
    FrameTally                 tally_;
    RunEnd                     end_ = RunEnd::done;
    std::string                sentence_;
    std::vector<Shot> shots_;
    std::optional<SurfaceOptions> surfaces_;
    std::vector<SkinPlayer>    skins_;
    bool                       skins_bound_ = false;
    Clock::time_point          start_ = Clock::now();
    std::mutex                 saying_;  // frames may be written by another thread
    FrameSaver                 saver_;   // last, so that it is done before the rest goes
};

}  // namespace

RunSummary run_scene(const SceneFile& file, const Exec& exec, const RunOptions& options) {
    return Run(file, exec, options).go();
}

}  // namespace mote
