// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The makers behind make_shape, one per form. All throw SceneError.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "mote/mesh.h"
#include "mote/scene.h"
#include "mote/shape.h"

namespace mote {

using ShapePointer = std::unique_ptr<Shape>;

ShapePointer make_form(const BoxShape&, int dimension);
ShapePointer make_form(const SphereShape&, int dimension);
ShapePointer make_form(const CylinderShape&, int dimension);
ShapePointer make_form(const CapsuleShape&, int dimension);
ShapePointer make_form(const ConeShape&, int dimension);
ShapePointer make_form(const TorusShape&, int dimension);
ShapePointer make_form(const PlaneShape&, int dimension);

/// Refuses a size that is not a positive finite number.
void require_positive(const char* name, float value);

/// The solid under a height field as a closed mesh.
TriangleMesh make_heightfield(const HeightfieldShape& spec);

/// `how` of CombinedShape over parts that exist already.
ShapePointer combine(CombinedShape::How how, std::vector<ShapePointer> parts);

/// A similarity: scaled first, then turned, then moved.
struct Similarity {
    float scale = 1;
    Mat3  turn  = identity();
    Vec3  move{};

    Vec3 operator()(const Vec3& q) const { return move + scale * (turn * q); }
    Vec3 undo(const Vec3& p) const { return transpose(turn) * (p - move) / scale; }
    bool trivial() const;
};

/// Checks a placement and turns it into numbers.
Similarity make_similarity(const Placement& placement);

/// Wraps a shape so that it stands where the similarity says.
ShapePointer place(ShapePointer shape, const Similarity& where);

/// The box around a box that was moved.
Box moved(const Box& box, const Mat3& turn, const Vec3& move, float scale);

}  // namespace mote
