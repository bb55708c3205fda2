// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/run.h"

namespace mote::cli {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP asks the run to save and end, the second ends the program at
/// once (130), and SIGUSR1 asks for a checkpoint. A reader of our output that goes away does not end the run.
class RunSignals {
public:
    RunSignals();
    ~RunSignals();
    RunSignals(const RunSignals&)            = delete;
    RunSignals& operator=(const RunSignals&) = delete;

    RunRequests* requests() const;
};

}  // namespace mote::cli
