// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Field lists as something to read: what help, schema and reference page share.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/field.h"

namespace mote {

/// Where the user puts a name of their own.
inline constexpr const char* any_name = "NAME";

/// Calls `visit(kind, fields)` for what is inside a block: once, or once for every kind it can be of (then `kind`
/// names it). Opens blocks that are closed, so the field must belong to a scene that is thrown away. The list is valid
/// during the call only.
void visit_inside(const Field& field, const std::function<void(const std::string& kind, const FieldList&)>& visit);

/// Calls `visit(path, field)` for every field there is, blocks before what is inside them. Parts of combined shapes are
/// not followed: they are shapes again.
void visit_all_fields(const std::function<void(const std::string& path, const Field&)>& visit);

/// The full paths of all fields of that name: "viscosity" -> "materials.NAME.viscosity".
std::vector<std::string> paths_ending_in(std::string_view name);

/// "a length (m) greater than 0", "true or false", "one of a, b": what a field takes.
std::string takes_text(const Field& field);

/// "0.02", "must be given", or empty where there is nothing to say.
std::string default_text(const Field& field);

}  // namespace mote
