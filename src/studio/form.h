// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The fields of a scene as a form: one more visitor over the field lists.
#pragma once
#include <functional>

#include "mote/scene.h"
#include "packet.h"

namespace mote::studio {

/// Whether a scene that was changed like this could go on running.
using IsLive = std::function<bool(const Scene& changed)>;

/// The fields of the block at `path` ("" is the whole scene): [{name, path, kind, value, unit, takes, help, range, choices, live}]. Blocks inside have no value
/// but `open`, and are asked for by their own path. Throws Error (exit code 2) where there is no such block.
Json form_of(const Scene& scene, const std::string& path, const IsLive& is_live);

}  // namespace mote::studio
