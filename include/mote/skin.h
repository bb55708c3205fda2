// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Skins: a detailed mesh that is bound to the particles of a body at rest and carried by them. What a simulation needs and what a
// picture needs are then two resolutions, and one run may be played again with another mesh.
//
//     SkinReport report;
//     const auto skin = bind_skin(exec, {.position = rest, .spacing = 0.02f}, mesh, SkinSpec::Method::mls, report);
//     skin->update(exec, now, shape);                      // now: the same particles in the same order
//
// Normals follow by the cofactor of the skin's own gradient, so they fit the moved triangles under shear and stretch too.
//
// Where matter has melted, vertices go over to the surface of its particles: `mean` and `fade_to_surface`.
//
// A seam that is kept open. A crack cuts weights: it enters where `bind_skin` weighs the particles near a vertex (bind.cpp), as a factor
// of each weight, and vertices that see it are bound anew when it grows.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mote/exec.h"
#include "mote/mesh.h"
#include "mote/scene.h"

namespace mote {

/// Particles of one body in the shape that the mesh fits. All positions are finite.
struct BodyAtRest {
    std::span<const Vec3> position;             ///< [m]
    float                 spacing = 0.02f;      ///< Of the particles [m].
};

/// A mesh in a later shape of its body.
struct SkinShape {
    std::vector<Vec3> points;                   ///< [m], one for each point of the mesh
    std::vector<Vec3> normals;                  ///< outward, of length 1
};

/// Carries a mesh: what the methods have in common.
class Skin {
public:
    virtual ~Skin() = default;
    /// Where the mesh is when the particles are at `now`, which has the order of the binding. The same bytes for any number of threads.
    virtual void update(const Exec& exec, std::span<const Vec3> now, SkinShape& shape) const = 0;
    /// A value of the particles as each point of the mesh sees it: their mean, by how much they carry it.
    virtual void mean(const Exec& exec, std::span<const float> of_particles, std::vector<float>& of_points) const = 0;
};

/// What a binding had to do without.
struct SkinReport {
    Index vertices = 0, particles = 0;
    Index far         = 0;                      ///< vertices more than `far_from` spacings away from every particle
    float farthest    = 0;                      ///< distance of the farthest vertex from its nearest particle [m]
    Index thin        = 0;                      ///< vertices near sheets, threads or lone particles, which are carried by completed frames
    Index not_finite  = 0;                      ///< vertices without a place; they are put on a particle
    Index no_normal   = 0;                      ///< vertices of no triangle that has an area; they look away from the matter
    Index flat        = 0;                      ///< triangles without area

    static constexpr float far_from = 3;
    std::vector<std::string> sentences() const; ///< one for each thing to be told; none where all is well
};

/// Binds the points of a mesh. Particles within 2.5 spacings of a point carry it, by frames 2 (further out: within twice the distance of the nearest).
///   mls           moving least squares of first order: any affine motion is exact; one multiplication for each particle.
///   displacement  the mean of the first-order motions of the particles: affine motions are exact, bending is a little softer.
///   frames        the same with the rotation of each particle alone: rigid motions are exact, and detail keeps its size and shape.
/// Where particles near a point lie in a sheet or a thread, or are alone, each of them has a frame that is completed by turning.
/// Throws Error where there is no particle or no point.
std::unique_ptr<Skin> bind_skin(const Exec& exec, const BodyAtRest& body, const TriangleMesh& mesh, SkinSpec::Method method, SkinReport& report);

/// Takes points a share [0, 1] of the way to the nearest place on a surface, and turns normals as far: detail stays on what has not melted, and is gone where all has
/// [Keiser 2006, eqs. 6.37 and 6.38]. A share of 0 changes no bit.
void fade_to_surface(const Exec& exec, const TriangleMesh& surface, std::span<const float> share, SkinShape& shape);

}  // namespace mote
