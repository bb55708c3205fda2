// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What happens at set times. All of it is a function of time alone, so a restart needs to know no more. Steps end where something begins or ends.
#pragma once
#include <vector>

#include "mote/material.h"

namespace mote {

/// How a material changes, from one state to the next.
struct MaterialSchedule {
    struct Change {
        double   time, over;  ///< when it begins and how long it takes [s]
        Material to;
    };
    MaterialId          material = 0;
    Material            first;    ///< before the changes
    std::vector<Change> changes;  ///< ascending; none begins before the last has ended

    Material at(double time) const;
};

}  // namespace mote
