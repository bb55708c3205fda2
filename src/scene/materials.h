// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/fibre.h"
#include "mote/scene.h"

namespace mote {

/// The moduli of a material with fibres.
Fibre fibre_of(const ElasticSpec& spec);
/// The material after a change.
MaterialSpec changed(const MaterialSpec& spec, const ChangeSpec& change);

}  // namespace mote
