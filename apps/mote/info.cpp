// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include "commands.h"
#include "frames.h"
#include "terminal.h"

namespace mote::cli {

int execute(const InfoCommand& command) {
    const RunInfo run = find_run(command.run);
    print(command.json ? to_json(run) + "\n" : describe(run));
    return 0;
}

int execute(const HashCommand& command) {
    const RunInfo run = find_run(command.run);
    print(fmt::format("{:016x}\n", state_hash(read_frame(path_of(run, choose_frame(run, command.frame))))));
    return 0;
}

}  // namespace mote::cli
