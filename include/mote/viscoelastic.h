// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/stages.h"

namespace mote {

/// Liquids that are elastic too (docs/decisions/016). A world has it where one of its materials is.
struct Viscoelastic {
    explicit Viscoelastic(Particles& p) : strain(p, "elastic_strain"), swelling(p, "swelling") {}

    Column<Mat3>   strain;      ///< b - I as of src/laws/point/viscoelastic.h, symmetric; 0 of whoever is something else
    Column<float>  swelling;    ///< by how much its volume is more than at rest, as a share; never below 0, as pressure holds against that
    Scratch<float> grip;        ///< by row: 1 where it carries stress, minus its friction where it is a wall, 0: others
    Scratch<Vec4>  stress[3];   ///< rows of stress times the correction of gradients [Pa]
    Scratch<Vec4>  motion;      ///< velocity after the step [m/s]
    Scratch<float> calming;     ///< viscosity against waves that are as short as particles are apart [Pa s]
    Scratch<float> thickness;   ///< what resists changes of velocity within a step: that, the elastic answer and, where it is implicit, the viscosity [Pa s]
};

bool is_viscoelastic(std::span<const Material>);
/// The fastest wave of shear over all materials, at any temperature [m/s].
float shear_wave_speed(std::span<const Material>);

struct ViscoelasticSettings {
    float     kick, spacing;   ///< how long accelerations act [s]; of matter at rest [m]
    bool      thick;           ///< viscosity is implicit
    SolidRows solids{};
};
/// Adds the divergence of the elastic stress. Forces and torques cancel but for rounding, torques unless a neighbourhood is thin. Where waves of shear cross more than 0.4 h in a step the
/// caller then solves for changes of velocity with the viscosity `thickness`, which makes of it a step by the trapezoidal rule.
void add_elastic_stress(const Exec&, Particles&, const Neighbours&, const Kernel&, View<const Material>, Viscoelastic&, const ViscoelasticSettings&);
/// What the step will deform and time makes it forget; after the step is sure, before anybody moves.
void deform_elastic(const Exec&, Particles&, const Neighbours&, const Kernel&, View<const Material>, Viscoelastic&, float kick, float dt);
/// sum V G tr(b - I) / 2 [J]
double elastic_energy(const Exec&, const Particles&, View<const Material>, const Viscoelastic&);

}  // namespace mote
