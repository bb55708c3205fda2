// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "simulate.h"
#include "terminal.h"

namespace mote::cli {
namespace {

/// Throws where the device that is asked for is not there; says so where one was found.
Exec exec_of(const RunCommand& command) {
    if (command.device == "cuda" && !gpu::why_none().empty()) throw Error(gpu::why_none() + " Take --device cpu.", 2);
    const Exec exec(command.threads, device_named(command.device));
    if (exec.on_gpu() && !command.quiet) tell("on the GPU " + gpu::name());
    return exec;
}

std::filesystem::path default_folder(const std::string& scene) {
    return std::filesystem::path("out") / std::filesystem::path(scene).stem();
}

void tell_ending(const RunSummary& summary) {
    tell(summary.sentence);
    for (const auto& made : summary.made) tell("made " + made.string());
    const std::string folder = summary.folder.string();
    if (summary.end == RunEnd::done)
        tell(fmt::format("Look at it: mote picture {0} --colour speed; take it elsewhere: mote export {0} --to ply",
                         folder));
}

/// The closing summary; what ended badly says so under the same key as any other error.
std::string json_of(const RunSummary& summary) {
    auto object = nlohmann::ordered_json::parse(summary.to_json());
    if (summary.end == RunEnd::unsound) object["error"] = summary.sentence;
    return object.dump() + "\n";
}

}  // namespace

int execute(const RunCommand& command) {
    const Exec exec = exec_of(command);
    if (command.resume && command.force)
        throw Error("run: --resume goes on with the run in the folder and --force throws it away; give one of them", 2);
    const SceneFile file = read_scene(command.scene, command.set);
    RunOptions      options;
    options.folder  = command.folder.empty() ? default_folder(command.scene) : std::filesystem::path(command.folder);
    options.frames  = command.frames;
    options.resume  = command.resume;
    options.replace = command.force;

    const RunSummary summary = simulate(file, exec, command.quiet, std::move(options));
    if (command.json) print(json_of(summary));
    if (summary.end == RunEnd::unsound)
        tell("mote: " + summary.sentence);
    else if (!command.quiet)
        tell_ending(summary);
    return summary.exit_code();
}

}  // namespace mote::cli
