// Copyright (c) 2026 The Mote authors. MIT licence.
#include "spreading.h"

#include <cmath>

namespace mote {
namespace {

DiffusionSettings settings_of(const World& w, float dt, float diffusivity) {
    const float longest = diffusion_step(w.kernel(), w.spacing, diffusivity);
    return {w.spacing, dt, int(std::ceil(min(dt / longest, 1e6f) * 0.99999f))};
}

}  // namespace

float choose_spreading_step(const World& w) {
    float fastest = 0;
    if (w.heat) fastest = max(fastest, largest_heat_diffusivity(w.materials));
    if (w.solute) fastest = max(fastest, largest_solute_diffusivity(w.materials, w.pairs));
    const float ripples = choose_pair_step(w.materials, w.pairs, 0.5f * w.support);
    return fastest > 0 ? min(ripples, most_diffusion_steps * diffusion_step(w.kernel(), w.spacing, fastest)) : ripples;
}

void conduct_heat(World& w, float dt) {
    const float diffusivity = w.heat ? largest_heat_diffusivity(w.materials) : 0;
    if (diffusivity <= 0) return;
    Particles& p = w.particles;
    compute_heat_rows(w.exec, p, w.material_view(), *w.heat, w.pairs, w.spacing, w.walls, w.diffusion);
    DiffusionSettings settings = settings_of(w, dt, diffusivity);
    settings.heat              = true;
    change_quantity(w.exec, p, w.neighbours, w.kernel(), w.diffusion, p.temperature.write(), w.heat->rest.write(), settings, &w.pairs,
                    {w.material_view(), p.material.read(), w.heat->latent ? w.heat->latent->write() : View<float>{}, p.mass.read(), w.heat->dry ? w.heat->dry->read() : View<const float>{}});
}

void spread_solute(World& w, float dt) {
    const float diffusivity = w.solute ? largest_solute_diffusivity(w.materials, w.pairs) : 0;
    if (diffusivity <= 0) return;
    Particles& p = w.particles;
    compute_solute_rows(w.exec, p, w.material_view(), w.pairs, w.diffusion);
    change_quantity(w.exec, p, w.neighbours, w.kernel(), w.diffusion, w.solute->concentration.write(), w.solute->rest.write(),
                    settings_of(w, dt, diffusivity), &w.pairs);
}

}  // namespace mote
