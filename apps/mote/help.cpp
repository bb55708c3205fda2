// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include "command_line.h"
#include "mote/error.h"
#include "mote/scene_file.h"
#include "scene/words.h"
#include "terminal.h"

namespace mote::cli {
namespace {

constexpr const char* overview = R"(Mote: everything is particles.

  ./mote demo                          first contact: simulates, draws, makes a film
  ./mote scenes                        the gallery (mote gallery remakes its pictures)
  ./mote check   scenes/dam_break.yaml is it sound? how many particles, how long will it take?
  ./mote run     scenes/dam_break.yaml simulate it into out/dam_break (--resume goes on after an interruption)
  ./mote view                          the same in the browser: run scenes live, play runs (mote view out/dam_break)
  ./mote info    out/dam_break         what a run holds
  ./mote picture out/dam_break         draw the last frame (--all: every frame)
  ./mote movie   out/dam_break         make a film
  ./mote plot    out/dam_break         energies, errors and counts over time (svg, png)
  ./mote surface out/dam_break         its surface as triangles (ply, obj, vtk, usda, glb) or a volume (vdb)
  ./mote skin    out/melting_bust      meshes that particles carry, moved with them
  ./mote export  out/dam_break --to ply    take it elsewhere (ply, vtk, csv, npz, bgeo, usda)
  ./mote hash    out/dam_break         the same state has the same hash
  ./mote bench                         how fast is it here?
  ./mote help    [COMMAND|FIELD]       mote help run, mote help spacing, mote help shapes

Also: schema, reference, version.
)";

}  // namespace

int execute(const OverviewCommand&) {
    print(overview);
    return 0;
}

int execute(const HelpCommand& command) {
    if (command.topic.empty()) return execute(OverviewCommand{});
    if (!command.command_help.empty()) {
        print(command.command_help);
        return 0;
    }
    std::string page;
    try {
        page = help_for(command.topic);
    } catch (const Error&) {
        const auto meant = nearest(command.topic, command_names());
        if (!meant) throw;
        throw Error(fmt::format("there is no command or field {}; did you mean the command {}?",
                                in_quotes(command.topic), *meant),
                    2);
    }
    print(page);
    if (!page.empty() && page.back() != '\n') print("\n");
    return 0;
}

int execute(const SchemaCommand&) {
    print(scene_schema() + "\n");
    return 0;
}

int execute(const ReferenceCommand&) {
    print(reference_markdown());
    return 0;
}

int execute(const VersionCommand&) {
    print("mote " MOTE_VERSION "\n");
    return 0;
}

}  // namespace mote::cli
