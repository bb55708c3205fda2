// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a film shows beside the surface of matter: boundaries and rigid bodies as the shapes they are, and the depth that a 2-D scene is given.
#pragma once
#include "film.h"
#include "mote/surface.h"

namespace mote {

/// Of a container a shell around it, of a shape without end one as far as the scene goes and a little more.
Surface boundary_surface(const DrawnBoundary&, const DrawOptions&, double time, float cube = 0.5f);   ///< cube: in spacings

/// The part of its surface that is of a material, with the velocities of its vertices.
Surface body_surface(const DrawnBody&, const DrawOptions&, MaterialId);

/// How many particles deep a 2-D scene is drawn; 1 where it is drawn as balls, and in 3-D.
int layers_of(const DrawOptions&);

/// The stage with the depth of a 2-D scene.
Box deep_stage(const DrawOptions&);

/// Every particle and point so often, one behind the other about z = 0.
DrawnMatter deepened(const DrawnMatter&, const DrawOptions&);

}  // namespace mote
