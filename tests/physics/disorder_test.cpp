// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Elastic bodies whose particles have no order: packed, poured or shaken.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <tuple>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

/// The energy of a bar that is held drawn out by a hundredth, over that of Hooke's.
double energy_of(int dimension, const std::string& sampling) {
    const bool flat = dimension == 2;
    const auto w = world_of(fmt::format(R"(
dimension: {}
spacing: 10 mm
gravity: [0, 0, 0]
solids: {{method: explicit}}
materials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 1 MPa, poissons_ratio: 0, damping: 1 ms}}}}}}
objects: {{bar: {{box: {}, material: rubber, rest_scale: [0.99009901, 1, 1], sampling: {{{}}}}}}}
pins: {{ends: {{difference: [{{box: 2}}, {{box: {}}}]}}}}
)", dimension, flat ? "[0.6, 0.16]" : "[0.24, 0.1, 0.1]", sampling, flat ? "[0.57, 1, 1]" : "[0.21, 1, 1]"));
    advance(*w, 0.02);
    return observe_solids(*w) / (0.5 * 1e6 * 1e-4 * (flat ? 0.6 * 0.16 : 0.24 * 0.1 * 0.1));
}

// Drawn out evenly it is as stiff as on a lattice.
TEST(Disorder, ABarIsAsStiffAsOnALattice) {
    struct Case {
        int         dimension;
        const char *name, *sampling;
        double      within;
    };
    const double lattice[] = {energy_of(2, "lattice: cubic"), energy_of(3, "lattice: cubic")};
    for (const Case& c : {Case{2, "packed", "lattice: packed", 0.015}, Case{2, "poured", "lattice: poured", 0.02}, Case{2, "jitter_0.1", "jitter: 0.1", 0.01}, Case{2, "jitter_0.2", "jitter: 0.2", 0.02},
                          Case{3, "packed", "lattice: packed", 0.015}, Case{3, "jitter_0.1", "jitter: 0.1", 0.015}}) {
        const double ratio = energy_of(c.dimension, c.sampling) / lattice[c.dimension - 2];
        record(fmt::format("{}_{}", c.name, c.dimension), ratio);
        EXPECT_NEAR(ratio, 1, c.within) << c.name << ' ' << c.dimension;
    }
}

// And bends as much.
TEST(Disorder, ABeamBendsAsOnALattice) {
    const auto sag = [](const char* sampling) {
        const auto w = world_of(fmt::format(R"(
dimension: 2
spacing: 10 mm
solids: {{method: implicit}}
materials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 10 MPa, poissons_ratio: 0, damping: 20 ms}}}}}}
objects: {{bar: {{box: [0.4, 0.08], at: [0.2, 0], material: rubber, sampling: {{{}}}}}}}
pins: {{root: {{box: [0.041, 1], at: [0, 0]}}}}
)", sampling));
        const double from = centre_of(*w, "bar").y;
        advance(*w, 0.8);
        return from - centre_of(*w, "bar").y;
    };
    const double lattice = sag("lattice: cubic");
    for (const auto& [name, sampling, within] : {std::tuple{"jitter_0.1", "jitter: 0.1", 0.04}, {"jitter_0.2", "jitter: 0.2", 0.04}, {"packed", "lattice: packed", 0.04}}) {
        const double ratio = sag(sampling) / lattice;
        record(name, ratio);
        EXPECT_NEAR(ratio, 1, within) << name;
    }
}

// Lattices are left as they are, however they lie.
TEST(Disorder, LatticesAreNotTilted) {
    for (const char* sampling : {"lattice: cubic", "lattice: hexagonal"})
        for (const char* shape : {"box: 0.12, rotate: {axis: [1, 2, 3], angle: 33 deg}", "sphere: 0.08"}) {
            const auto w = world_of(fmt::format("spacing: 10 mm\nmaterials: {{rubber: {{elastic: {{youngs_modulus: 1 MPa}}}}}}\nobjects: {{a: {{{}, material: rubber, sampling: {{{}}}}}}}\n", shape, sampling));
            EXPECT_EQ(w->solids->tilt, nullptr) << sampling << shape;
        }
    EXPECT_NE(world_of("spacing: 10 mm\nmaterials: {rubber: {elastic: {youngs_modulus: 1 MPa}}}\nobjects: {a: {sphere: 0.08, material: rubber, sampling: {jitter: 0.1}}}\n")->solids->tilt, nullptr);
}

// A free body without order that swings and spins keeps both momenta and its energy.
TEST(Disorder, AFreeBodyKeepsItsMomenta) {
    for (const auto& [name, sampling] : {std::pair{"jitter", "jitter: 0.2"}, {"packed", "lattice: packed"}}) {
        const auto w = world_of(fmt::format(R"(
spacing: 10 mm
gravity: [0, 0, 0]
materials: {{rubber: {{density: 1000, elastic: {{youngs_modulus: 300 kPa, poissons_ratio: 0.3}}}}}}
objects: {{bar: {{box: [0.16, 0.05, 0.05], at: [0.3, 0.1, 0], material: rubber, velocity: [1, 0.5, 0], spin: [0, 2, 6], sampling: {{{}}}}}}}
)", sampling));
        Particles& p = w->particles;
        for (Index i = 0; i < p.size(); ++i) {
            const float x = p.position_volume.host()[i].x - 0.3f;
            Vec4&       v = p.velocity_density.edit()[i];
            v = with_w(xyz(v) + Vec3{2 * x, 20 * x * x, 0}, v.w);
        }
        const Changes most = changes_until(*w, 0.1);
        record(fmt::format("momentum_{}", name), most.linear), record(fmt::format("spin_{}", name), most.angular), record(fmt::format("energy_{}", name), most.energy);
        EXPECT_LT(most.linear, 1e-6) << sampling;
        EXPECT_LT(most.angular, 1e-5) << sampling;
        EXPECT_LT(most.energy, 1.005) << sampling;
    }
}

}  // namespace
}  // namespace mote
