// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Shapes of a scene and where they stand.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "mote/math.h"

namespace mote {

/// Where a shape stands: scaled first, then rotated about its own origin, then moved.
struct Placement {
    Vec3  at{0, 0, 0};            ///< Where the shape's origin goes [m].
    Vec3  axis{0, 1, 0};          ///< Axis of rotation.
    float angle = 0;              ///< Angle of rotation [rad].
    float scale = 1;              ///< Size factor.

    bool operator==(const Placement&) const = default;
};

// clang-format off
struct BoxShape {           ///< Centred.
    Vec3 size{1, 1, 1};     ///< Edge lengths [m].
    bool operator==(const BoxShape&) const = default;
};
struct SphereShape {        ///< Centred; a disc in 2-D.
    float radius = 0.5f;    ///< [m]
    bool operator==(const SphereShape&) const = default;
};
struct CylinderShape {      ///< Axis y, centred.
    float radius = 0.5f, height = 1;   ///< [m]
    bool operator==(const CylinderShape&) const = default;
};
struct CapsuleShape {       ///< Axis y, centred; the height is between the cap centres.
    float radius = 0.5f, height = 1;   ///< [m]
    bool operator==(const CapsuleShape&) const = default;
};
struct ConeShape {          ///< Base at -height/2, tip up.
    float radius = 0.5f, height = 1;   ///< [m]
    bool operator==(const ConeShape&) const = default;
};
struct TorusShape {         ///< Ring in the xz plane.
    float radius = 0.5f, tube = 0.2f;  ///< Of the ring's middle line, of its tube [m].
    bool operator==(const TorusShape&) const = default;
};
struct PlaneShape {         ///< All that lies below the plane.
    Vec3 normal{0, 1, 0};   ///< Points out of the matter; of any length.
    bool operator==(const PlaneShape&) const = default;
};
struct HeightfieldShape {   ///< Ground whose height is read from a file.
    std::string file;       ///< CSV or PGM of heights 0..1; after reading an absolute path.
    Vec3        size{1, 0.2f, 1};      ///< What the file spreads over [m].
    bool operator==(const HeightfieldShape&) const = default;
};
struct MeshShape {          ///< What closed triangles enclose.
    std::string file;       ///< OBJ, PLY or STL; after reading an absolute path.
    bool operator==(const MeshShape&) const = default;
};
// clang-format on

struct ShapeSpec;
/// Boolean combination. A difference takes every further part away from the first.
struct CombinedShape {
    enum class How { join, subtract, intersect } how = How::join;           ///< union, difference, intersection
    std::vector<ShapeSpec> parts;
    bool operator==(const CombinedShape&) const;
};

struct ShapeSpec {
    std::variant<BoxShape, SphereShape, CylinderShape, CapsuleShape, ConeShape, TorusShape, PlaneShape,
                 HeightfieldShape, MeshShape, CombinedShape>
              form;
    Placement placement;

    bool operator==(const ShapeSpec&) const = default;
};
inline bool CombinedShape::operator==(const CombinedShape& other) const {
    return how == other.how && parts == other.parts;
}

}  // namespace mote
