// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/fibre.h"
#include "mote/scene_file.h"

namespace mote {

/// The moduli of a material with fibres.
Fibre fibre_of(const ElasticSpec& spec);
/// The material after a change.
MaterialSpec changed(const MaterialSpec& spec, const ChangeSpec& change);

/// What it turns into when it is heated: melting or boiling; and when it is cooled.
const std::optional<TransitionSpec>& warmer_of(const MaterialSpec&);
const std::optional<TransitionSpec>& cooler_of(const MaterialSpec&);
/// How what it turns into becomes the same again; null where it does not.
const TransitionSpec* way_back(const Scene&, const std::string& from, const TransitionSpec&, bool warmer);
/// Heat that it takes, or gives where it is cooled [J/kg]; nothing where neither it nor the way back tells.
std::optional<float> latent_heat(const Scene&, const std::string& from, const TransitionSpec&, bool warmer);
/// What a kilogram takes from one temperature to another, without what it may take up [J/kg].
double heat_between(const MaterialSpec&, double from, double to);
/// The reader has seen to it that there is one.
const MaterialSpec& material_of_name(const Scene&, const std::string& name);
/// elastic, rigid, virtual or liquid.
const char* kind_of(const MaterialSpec&);
/// Refuses solids where they make no sense: what they are made of, what holds them, what is around them.
void check_solids(const SceneFile&);
/// Refuses heat, and what matter becomes, where it makes no sense.
void check_heat(const SceneFile&);
/// Refuses matter that becomes what it was without end, or makes heat on the way.
void check_cycles(const SceneFile&);
/// Refuses what takes up a liquid where it makes no sense.
void check_mixtures(const SceneFile&);

}  // namespace mote
