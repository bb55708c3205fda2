// Copyright (c) 2026 The Mote authors. MIT licence.
#include "recording.h"

#include <fmt/format.h>

#include "mote/files.h"
#include "mote/step.h"
#include "run/folder.h"
#include "run/report.h"
#include "run/stats.h"

namespace mote::studio {
namespace fs = std::filesystem;
namespace {

fs::path new_folder(const fs::path& output, const std::string& name) {
    fs::path folder = output / (name + "-live");
    for (int k = 2; fs::exists(folder); ++k) folder = output / fmt::format("{}-live-{}", name, k);
    return folder;
}

}  // namespace

Recording::Recording(const fs::path& output, const std::string& name, const SceneFile& file, World& world, int frame)
    : folder_(new_folder(output, name)), title_(file.scene.title), fps_(double(file.scene.output.fps)) {
    make_folder(RunFolder(folder_).frames());
    write_record(world, frame, "running");
    set_scene(file.scene);
    append_line(RunFolder(folder_).stats(), stats_heading(world));
    if (const std::string heading = bodies_heading(world); !heading.empty()) append_line(RunFolder(folder_).bodies(), heading);
    add_frame(world, frame, {});
}

void Recording::add_frame(World& world, int frame, const FrameTally& tally) {
    append_line(RunFolder(folder_).stats(), stats_row(world, frame, tally, observe_solids(world)));
    if (const std::string row = bodies_row(world, frame); !row.empty()) append_line(RunFolder(folder_).bodies(), row);
    std::string meta;
    write_frame(RunFolder(folder_).frame(frame), frame_of(world, meta));
}

void Recording::note(double time, const std::string& sentence) { append_line(RunFolder(folder_).log(), fmt::format("t = {:.6g} s  {}", time, sentence)); }

void Recording::set_scene(const Scene& scene) { write_file_atomically(RunFolder(folder_).scene(), write_scene(scene)); }

void Recording::end(const World& world, int frame) { write_record(world, frame, "live"); }

void Recording::write_record(const World& world, int frame, const char* ended) {
    RunRecord r;
    r.title = title_, r.ended = ended, r.sentence = "recorded live";
    r.device = world.exec.on_gpu() ? gpu::name() : "cpu", r.threads = world.exec.threads();
    r.frame = r.frames = frame, r.fps = fps_, r.time = world.time, r.steps = world.step_number;
    r.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    r.particles = world.particles.size(), r.walls = world.particles.rows() - world.particles.size();
    write_file_atomically(RunFolder(folder_).run_json(), to_json(r));
}

}  // namespace mote::studio
