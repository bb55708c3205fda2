// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The field lists of shapes and where they stand (see scene_fields.h).
#pragma once
#include "mote/fields.h"
#include "mote/scene.h"
#include "scene/field.h"

namespace mote {

/// Positions beyond this lose their digits in single precision long before.
inline constexpr double largest_length = 1.0e6;  // [m]
inline constexpr Range  any_place = between(-largest_length, largest_length), any_size = positive_up_to(largest_length);

template <class Visit>
void fields(BoxShape& s, Visit&& field) {
    field("size", s.size, "m", any_size, "Edge lengths; one number makes a cube.",
          Notes{.required = true, .in_plane = true, .one_is_all = true});
}
template <class Visit>
void fields(SphereShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius.", Notes{.required = true});
}
template <class Visit>
void fields(CylinderShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius.", Notes{.required = true});
    field("height", s.height, "m", any_size, "Height along y.", Notes{.required = true});
}
template <class Visit>
void fields(CapsuleShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius of the cylinder and of its caps.", Notes{.required = true});
    field("height", s.height, "m", any_size, "Distance of the two cap centres along y.", Notes{.required = true});
}
template <class Visit>
void fields(ConeShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius of the base.", Notes{.required = true});
    field("height", s.height, "m", any_size, "From base to tip, along y.", Notes{.required = true});
}
template <class Visit>
void fields(TorusShape& s, Visit&& field) {
    field("radius", s.radius, "m", any_size, "Radius of the ring's middle line.", Notes{.required = true});
    field("tube", s.tube, "m", any_size, "Radius of the tube, less than that of the ring.", Notes{.required = true});
}
template <class Visit>
void fields(PlaneShape& s, Visit&& field) {
    field("normal", s.normal, "", any_place, "Points away from the filled side; of any length.",
          Notes{.in_plane = true});
}
template <class Visit>
void fields(HeightfieldShape& s, Visit&& field) {
    field("file", s.file, "CSV table or PNG picture of heights from 0 to 1.", Notes{.required = true, .file = true});
    field("size", s.size, "m", any_size, "What the file spreads over; y is the height of the value 1.");
}
template <class Visit>
void fields(MeshShape& s, Visit&& field) {
    field("file", s.file, "OBJ, PLY or STL file of closed triangles.", Notes{.required = true, .file = true});
}

/// `rotate: {axis, angle}`: a block in the file, two members in Placement.
struct Rotation {
    Vec3&  axis;
    float& angle;
};
template <class Visit>
void fields(Rotation& r, Visit&& field) {
    field("axis", r.axis, "", any_place, "Axis through the shape's own origin; of any length.");
    field("angle", r.angle, "rad", between(-1000, 1000), "Angle, right-handed about the axis.");
}
template <class Visit>
void fields(Placement& p, Visit&& field) {
    Rotation rotation{p.axis, p.angle};
    field("at", p.at, "m", any_place, "Where the shape's origin goes.", Notes{.in_plane = true});
    field("rotate", rotation, "Turns the shape about its own origin, before it is moved.");
    field("scale", p.scale, "", positive_up_to(largest_length), "Size factor, applied first.");
}

template <class Visit>
void fields(ShapeSpec& s, Visit&& field) {
    field("box", Form{&s, 0}, "Box, centred.");
    field("sphere", Form{&s, 1}, "Sphere, centred; a disc in 2-D.");
    field("cylinder", Form{&s, 2}, "Cylinder along y, centred.");
    field("capsule", Form{&s, 3}, "Cylinder along y with round caps, centred.");
    field("cone", Form{&s, 4}, "Cone along y, tip up, centred at half its height.");
    field("torus", Form{&s, 5}, "Ring in the xz plane, centred.");
    field("plane", Form{&s, 6}, "All that lies below a plane through the origin.");
    field("heightfield", Form{&s, 7}, "Ground whose height is read from a file.");
    field("mesh", Form{&s, 8}, "What the triangles of a file enclose.");
    field("union", Form{&s, 9}, "All of the listed shapes.");
    field("difference", Form{&s, 10}, "The first of the listed shapes without the others.");
    field("intersection", Form{&s, 11}, "What the listed shapes have in common.");
    fields(s.placement, field);
}

}  // namespace mote
