// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <span>

#include "mote/pseudo_inverse.h"

namespace mote {

/// A place as a weighted mean of others: weights of a kernel, less what their own mean is off by, linear in the distance. They follow any affine motion, and what is given to
/// the others by the same weights acts at the place, forces and moments. Where the others lie in a plane or on a line the mean is the nearest point of that.
struct FirstOrder {
    struct Other {
        double weight;  // of the kernel
        Vec3d  r;       // from the place
    };
    double                sum = 0;
    Vec3d                 mean{};
    PseudoInverse3<double> spread{};

    FirstOrder(std::span<const Other> others, double cut_off) {
        Mat3d m{};
        for (const Other& o : others) sum += o.weight, mean = mean + o.weight * o.r;
        mean = (1 / sum) * mean;
        for (const Other& o : others) m = m + o.weight * outer(o.r - mean, o.r - mean);
        spread = pseudo_inverse(m, cut_off);
    }
    double weight(const Other& o) const { return o.weight * (1 / sum - dot(spread.matrix * mean, o.r - mean)); }
    /// How the weight changes with the place, for the plane that fits best.
    Vec3d slope(const Other& o) const { return o.weight * (spread.matrix * (o.r - mean)); }
};

/// (1 - q^2)^3
inline double bump(double q) { return q < 1 ? (1 - q * q) * (1 - q * q) * (1 - q * q) : 0; }

}  // namespace mote
