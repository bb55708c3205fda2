// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "laws/point/elastic.h"

namespace mote::solid {

/// The longest short step that is stable [s], of matter that is `stiffer` than at rest and moves masses of `density`: a vibration of angular frequency w and damping beta w/2 asks for
/// (w dt/2)^2 + beta w^2 dt/2 <= 1 [Belytschko et al., Nonlinear Finite Elements, 6.2], and no particle vibrates faster than w = 4 c/spacing.
MOTE_FN float stable_step(const Material& m, float density, float spacing, const Stiffening& stiffer) {
    const float free   = 0.5f * spacing / wave_speed(m.elastic, density);
    const float damped = m.elastic.law == Elastic::Law::clusters ? 0.f : stiffer.damped * m.elastic.damping / free;
    return free / (sqrt(stiffer.elastic + damped * damped) + damped);
}

}  // namespace mote::solid
