// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <string>

#include "mote/scene_file.h"

namespace mote::studio {

/// The text of a scene with one field changed where it stands, or added where it belongs, so that comments and order stay. `wanted` is the scene that the new
/// text must read as; where no small change gives it, all of it is written anew, as understood.
std::string with_value(const std::string& text, const std::string& file_name, const std::string& path, const std::string& value, const Scene& wanted);

}  // namespace mote::studio
