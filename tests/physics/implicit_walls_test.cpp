// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Implicit boundaries do what sampled ones do: density at rest, weight, dam break, motion, friction, heat.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mote/neighbours.h"
#include "world/contacts.h"
#include "worlds.h"

namespace mote {
namespace {

/// Rest density is 1: that of the lattice as it was placed, without a step.
struct Densities {
    float least = 1e30f, most = 0;
};
template <class IsMeant>
Densities densities(World& w, const IsMeant& is_meant) {
    compute_material_values(w.exec, w.particles, {w.materials.data()});
    make_contacts(w);
    w.neighbours.build(w.exec, w.points());
    compute_density(w.exec, w.particles, w.neighbours, w.kernel());
    Densities d;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (is_meant(xyz(w.particles.position_volume.read()[i]))) {
            const float rho = w.particles.velocity_density.read()[i].w / w.particles.rest_density.read()[i];
            d.least = std::min(d.least, rho), d.most = std::max(d.most, rho);
        }
    w.particles.drop_copies();
    return d;
}
void expect_full(const Densities& d, const std::string& where) {
    EXPECT_GT(d.least, 0.98f) << where;
    EXPECT_LT(d.most, 1.02f) << where;
    std::printf("%s: %.4f .. %.4f\n", where.c_str(), double(d.least), double(d.most));
}

// A lattice that fills space up to a plane, into edges and corners of a box, is as dense there as in its middle. Measured:
TEST(ImplicitWalls, ALatticeIsAsDenseAtAWallAsInTheMiddle) {
    for (const char* support : {"2", "2.5", "3"})
        for (const char* dimension : {"2", "3"}) {
            const std::string head = std::string("spacing: 1 cm\nsupport: ") + support + "\ndimension: " + dimension +
                                     "\nmaterials: {water: {preset: water}}\nobjects: {water: {box: [0.1, 0.1, 0.1], at: [0.05, 0.05, 0.05], material: water}}\n";
            const auto in_box = world_of(head + "boundaries: {tank: {box: [0.1, 0.2, 0.1], at: [0.05, 0.1, 0.05], inside: true, method: implicit}}\n");
            EXPECT_EQ(in_box->particles.rows(), in_box->particles.size());
            expect_full(densities(*in_box, [](const Vec3& x) { return x.y < 0.06f; }), std::string("box ") + dimension + " " + support);
            const auto on_plane = world_of(head + "boundaries: {floor: {plane: [0, 1, 0], method: implicit}}\n");
            expect_full(densities(*on_plane, [](const Vec3& x) { return x.y < 0.06f && abs(x.x - 0.05f) < 0.02f && abs(x.z - 0.05f) < 0.06f - 0.04f * float(x.z != 0); }),
                        std::string("plane ") + dimension + " " + support);
        }
}

}  // namespace
}  // namespace mote
