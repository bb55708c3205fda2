// Copyright (c) 2026 The Mote authors. MIT licence.
//
// How the matter around a particle is deformed: the map A that leads its sites to whom it is docked to, x_j - x_i = D A l, by least squares [Wicke et al. 2006, eq. 4; spec E2]. Bonds
// count alike: they are one shell, and the paper's weights follow the distance at rest.
#pragma once
#include "bonds.h"
#include "mote/svd.h"

namespace mote::crystal {

/// What the taken sites of a particle tell of: all directions, those of a plane, one, or none.
struct Grasp {
    Mat3  inverse;  // of sum l l^T, along these
    Mat3  missing;  // onto the others
    float least;    // of the spread of sites along any of these, over that of all sites [0, 1]
};
MOTE_HOT Grasp grasp_of(const Bonds& bonds, Index k) {
    constexpr double flat_below = 0.02;  // of sum l^2: a corner of a crystal has a tenth
    const Index i = bonds.row[k];
    Mat3d       sum{};
    bonds.each(k, [&](Index s, Index, Index) {
        const Vec3d l = wide(bonds.at(i, s));
        sum           = sum + outer(l, l);
    });
    const double         size = double(bonds.at.size_of(i)), all = (bonds.flat ? 3 : 4) * size * size, enough = flat_below * trace(sum);
    const Svd3<double>   parts = svd(sum);
    const Mat3d          along = transpose(parts.v);
    const double         spread[3] = {parts.sigma.x, parts.sigma.y, parts.sigma.z};
    Mat3d                inverse{}, missing{};
    double               least = 0;
    for (int a = 0; a < 3; ++a) {
        const Mat3d onto = outer(along.row[a], along.row[a]);
        if (spread[a] > enough)
            inverse = inverse + (1 / spread[a]) * onto, least = spread[a];  // they descend
        else
            missing = missing + onto;
    }
    return {narrow(inverse), narrow(missing), float(min(least / all, 1.0))};
}

/// A of row[k]. Directions that no site tells of are turned as `turn` is, which fits the others best.
MOTE_HOT Mat3d affine_of(const Bonds& bonds, View<const Vec4> site_of, Index k, const Grasp& grasp, const Mat3& turn) {
    const Index i = bonds.row[k];
    const Vec3  x = xyz(site_of[i]);
    Mat3d       moved{};
    bonds.each(k, [&](Index s, Index j, Index) { moved = moved + outer(wide(xyz(site_of[j]) - x), wide(bonds.at(i, s))); });
    return (1 / double(bonds.distance)) * (moved * wide(grasp.inverse)) + wide(turn) * wide(grasp.missing);
}

/// Hooke's law of S - 1 where A = R S, which is what bonds and the mean stretch make of even strain.
MOTE_HOT Mat3 hooke_of(const LatticeLaw& law, const Mat3& strain) { return 2 * law.shear * strain + diagonal(law.lame * trace(strain)); }

}  // namespace mote::crystal
