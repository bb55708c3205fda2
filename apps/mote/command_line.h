// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "commands.h"

namespace mote::cli {

/// Throws Error (exit code 2) with the nearest command or option where there is no such thing.
Command parse(int argc, char** argv);

/// The names of all commands, in the order of the help.
const std::vector<std::string>& command_names();

}  // namespace mote::cli
