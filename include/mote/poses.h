// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/world.h"

namespace mote {

/// How a solid has moved as a whole: of a rigid body its motion, of an elastic one the rigid motion that is nearest to its own.
struct BodyPose {
    BodyId body;
    double mass;    ///< [kg]
    Vec3d  centre;  ///< of mass [m]
    Mat3d  turn;    ///< since the start, a rotation
};

/// One for each solid object, ascending; of what has come apart, the largest part. Bodies of which nothing is left have none.
std::vector<BodyPose> find_poses(World& world);

/// A rotation as a quaternion of length 1: w >= 0, x, y, z.
struct Quaternion {
    double w, x, y, z;
};
Quaternion quaternion_of(const Mat3d& turn);

}  // namespace mote
