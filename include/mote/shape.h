// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Shapes as signed distances: what bodies are filled from and boundaries are covered from. Host only.
// A shape is built from its description (ShapeSpec in scene.h) once, before the first step.
#pragma once
#include <memory>
#include <vector>

#include "mote/math.h"

namespace mote {

struct ShapeSpec;
struct TriangleMesh;

/// A body's own axes: local point q lies at `origin + turn * q`, and the body lies within `box` (local).
/// Lattices are laid along these axes, so a turned box is filled as evenly as an upright one.
struct Axes {
    Mat3 turn = identity();
    Vec3 origin{};
    Box  box;
    bool whole = false;  ///< the faces of the box are all of the surface

    Vec3 to_world(const Vec3& q) const { return origin + turn * q; }
    Vec3 to_local(const Vec3& p) const { return transpose(turn) * (p - origin); }
};

/// A solid body in space [m]; in two dimensions its cut with the plane z = 0.
class Shape {
public:
    virtual ~Shape() = default;

    /// Distance to the surface, negative inside [m]. Exact for a single form. After a boolean combination it is a
    /// safe bound: its sign is right, its size never more than the true distance, and it still changes by at most
    /// one metre per metre.
    virtual float distance(Vec3 p) const = 0;

    /// A box around the shape; an unbounded shape has coordinates of 1e30 in it.
    virtual Box bounds() const = 0;

    /// False for a plane and for what is made of planes: such a shape can be covered but not filled.
    virtual bool bounded() const { return true; }

    /// Outward direction of steepest distance, a unit vector; by central differences over `step` [m], where 0
    /// takes a thousandth of the shape's size. On edges and corners it lies between the faces.
    virtual Vec3 normal(Vec3 p, float step = 0) const;

    /// Axes along which samples should be regular: the body's own first, then those of its parts.
    virtual std::vector<Axes> axes() const;

    /// Appends points of the surface so that no surface point is farther than `step` from one, and answers true,
    /// where the surface is known explicitly (meshes); else answers false and appends nothing.
    virtual bool sample_surface(float step, std::vector<Vec3>& points) const;
};

/// Builds the shape of a description. `dimension` is 2 or 3; in two dimensions a form stands at z = 0 and turns
/// about z only, and a mesh is placed first and cut at z = 0 then. Files are opened by the name that is given.
/// A height field is read from comma-separated numbers 0..1 (.csv) or a grey picture (.pgm, P2 or P5, 8 or 16 bit),
/// first row at the least z. It is centred in x and z; height 0 lies at y = 0, height 1 at y = size.y, and the
/// body reaches down to y = -size.y.
/// Throws SceneError with a sentence that lacks only the place in the scene file.
std::unique_ptr<Shape> make_shape(const ShapeSpec& spec, int dimension);

/// A closed mesh as a shape. Throws SceneError where it is empty, open, twisted, inside out or not finite.
/// Parts that overlap count as one body; the distance inside is then a safe bound.
std::unique_ptr<Shape> make_mesh_shape(const TriangleMesh& mesh, int dimension);

/// The shape with its surface moved outwards by `amount` [m], inwards where it is negative. Edges become round
/// outwards.
std::unique_ptr<Shape> make_offset(std::unique_ptr<Shape> base, float amount);

}  // namespace mote
