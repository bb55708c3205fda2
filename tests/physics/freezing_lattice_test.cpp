// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What freezes into a virtual material gives no energy (docs/decisions/022): each cause that did has its case here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bodies.h"
#include "curves.h"
#include "worlds.h"

namespace mote {
namespace {

constexpr MaterialId ice = 0;

/// Particles in a row that have taken a step as a liquid, in a plane without gravity.
std::unique_ptr<World> liquid(int count, const std::string& law) {
    auto w = world_of("dimension: 2\nspacing: 10 mm\ngravity: [0, 0]\nmaterials:\n  ice: {density: 1000, lattice: {" + law + "}}\n  water: {density: 1000, becomes: [{to: ice, after: 1 h}]}\nobjects: {row: {box: [" +
                      std::to_string(0.01 * count) + ", 0.01], material: water}}\n");
    step(*w, 1e-6f);
    EXPECT_EQ(w->particles.size(), Index(count));
    return w;
}
Index row_of(const World& w, ParticleId id) {
    Index found = 0;
    while (w.particles.id.host()[found] != id) ++found;
    return found;
}
/// By id, in distances of sites.
void put(World& w, const std::vector<Vec3>& places) {
    const float d = w.lattice_settings().distance();
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Vec3 x = d * places[w.particles.id.host()[i]];
        w.particles.position_volume.edit()[i] = with_w(x, w.particles.position_volume.host()[i].w);
        w.particles.velocity_density.edit()[i] = {0, 0, 0, 1000};
    }
}
/// At these places, of which the first `count` freeze.
void freeze(World& w, const std::vector<Vec3>& places, Index count) {
    put(w, places);
    for (Index i = 0; i < w.particles.size(); ++i)
        if (w.particles.id.host()[i] < count) w.particles.material.edit()[i] = ice;
    step(w, 1e-6f);
}
float largest_recoil(const World& w) {
    float most = 0;
    for (Index i = 0; i < w.particles.size(); ++i) most = max(most, length(w.lattice->recoil.host()[i]));
    return most;
}
/// Of a strain of 1 over a spacing [m/s^2].
float large_push(const World& w) { return (w.materials[ice].lattice.lame + 2 * w.materials[ice].lattice.shear) / (1000 * w.spacing); }

// Whoever freezes onto a crystal that is stretched is held where he is: nobody pulls him.
TEST(FreezingGivesNothing, WhoJoinsAStretchedCrystalIsNotPulled) {
    const auto              w = liquid(6, "youngs_modulus: 100 kPa, poissons_ratio: 0");
    const float             high = 0.8660254f;
    const std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0.5f, high, 0}, {1.5f, high, 0}, {5, 5, 0}};
    freeze(*w, rest, 5);
    std::vector<Vec3> stretched = rest;
    for (Vec3& x : stretched) x.x *= 1.2f;
    stretched[5] = {1.2f, 1.7f, 0};  // above both of the upper row
    put(*w, stretched);
    step(*w, 1e-6f);
    const float pulled = largest_recoil(*w);
    EXPECT_GT(pulled, 0.05f * large_push(*w));
    freeze(*w, stretched, 6);
    EXPECT_LT(length(w->lattice->recoil.host()[row_of(*w, 5)]), 0.01f * pulled);
}

// Of a chain nearly in a line the map across it is not known: bent through it is not mirrored.
TEST(FreezingGivesNothing, AChainThatIsBentThroughIsNotMirrored) {
    const auto w = liquid(3, "youngs_modulus: 100 kPa");
    freeze(*w, {{-1, 0, 0}, {0, 0.1f, 0}, {1, 0, 0}}, 3);
    put(*w, {{-1, 0, 0}, {0, -0.1f, 0}, {1, 0, 0}});
    step(*w, 1e-6f), step(*w, 1e-6f);
    for (Index i = 0; i < 3; ++i) EXPECT_GT(determinant(w->lattice->map.host()[i]), 0.5f);
}

// What sets under its own weight does not lift it: as it becomes stiffer its sites follow.
TEST(FreezingGivesNothing, WhatSetsUnderALoadDoesNotRise) {
    const auto w = world_of(R"(
dimension: 2
spacing: 20 mm
materials:
  ice: {density: 1000, friction: 0, lattice: {youngs_modulus: 100 kPa, damping: 20 ms, setting_time: 0.4 s}}
  water: {density: 1000, becomes: [{to: ice, after: 1 h}]}
objects: {block: {box: [0.2, 0.2], at: [0, 0.1], material: ice}}
boundaries: {floor: {plane: [0, 1, 0]}}
)");
    step(*w, 1e-6f);
    for (Index i = 0; i < w->particles.size(); ++i) w->lattice->hold.edit()[i] = 0.25f;  // as if it had just frozen
    const double start = centre_of(*w, "block").y;
    advance(*w, 0.1);  // it has come to rest
    double lowest = start, rise = 0;
    while (w->time < 0.6) {
        step(*w, 1);
        const double height = centre_of(*w, "block").y;
        lowest = std::min(lowest, height), rise = std::max(rise, height - lowest);
    }
    record("sag", start - lowest), record("rise", rise);
    EXPECT_GT(start - lowest, 0.5e-3) << "it gives way while it is soft";
    EXPECT_LT(rise, 0.3 * (start - lowest));
}

// Two that froze each alone and meet hold each other where they meet: neither flies faster than before.
TEST(FreezingGivesNothing, LoneOnesThatMeetAreHeldWhereTheyMeet) {
    const auto w = liquid(2, "youngs_modulus: 100 kPa, setting_time: 1 ms");
    freeze(*w, {{-2, 0, 0}, {2, 0, 0}}, 2);
    for (int k = 0; k < 100; ++k) step(*w, 1e-4f);
    const float speed = 0.05f;
    for (Index i = 0; i < 2; ++i) w->particles.velocity_density.edit()[i].x = w->particles.id.host()[i] == 0 ? speed : -speed;
    const double start = momenta_of(*w).kinetic;
    double       most  = 0;
    while (w->time < 0.6) step(*w, 1), most = std::max(most, momenta_of(*w).kinetic);
    EXPECT_LT(most, 3 * start) << "more than 1, as velocities are half a short step behind those of a stiff pair";
    EXPECT_GT(observe_solids(*w), 0.01 * start) << "they met, and hold";
}

// A pair that froze near each other is no stiffer than short steps allow for.
TEST(FreezingGivesNothing, ANearPairStaysCalm) {
    const auto w = liquid(2, "youngs_modulus: 100 kPa, poissons_ratio: 0.45, setting_time: 1 ms");
    freeze(*w, {{-0.25f, 0, 0}, {0.25f, 0, 0}}, 2);
    for (int k = 0; k < 50; ++k) step(*w, 1e-4f);
    for (Index i = 0; i < 2; ++i) w->particles.velocity_density.edit()[i].x += w->particles.id.host()[i] == 0 ? 1e-3f : -1e-3f;
    const double start = momenta_of(*w).kinetic;
    double       most  = 0;
    while (w->time < 0.3) step(*w, 1), most = std::max(most, momenta_of(*w).kinetic);
    EXPECT_LT(most, 4 * start) << "as above";
}

// Who finds his site taken docks at another: else those who stand too near would throw him off.
TEST(FreezingGivesNothing, WhoFindsHisSiteTakenIsHeldAllTheSame) {
    const auto w = liquid(3, "youngs_modulus: 100 kPa");
    freeze(*w, {{0, 0, 0}, {0.9f, -0.2f, 0}, {0.6f, 0.25f, 0}}, 3);
    for (int k = 0; k < 3; ++k) step(*w, 1e-6f);  // in the first the nearer one has it
    EXPECT_LT(largest_recoil(*w), 1e-3f * large_push(*w));
}

/// What pushes two that froze so far apart, in distances of sites, and do not hold each other.
float push_of_two(float apart) {
    const auto w = liquid(2, "youngs_modulus: 100 kPa, docking_rate: 100 1/s");
    freeze(*w, {{-0.5f * apart, 0, 0}, {0.5f * apart, 0, 0}}, 2);
    for (Index i = 0; i < 2; ++i) w->lattice->docking->first.edit()[i] = w->lattice->docking->second.edit()[i] = w->lattice->docking->third.edit()[i] = {0, 0, 0, 0};
    step(*w, 1e-6f);
    return largest_recoil(*w) / large_push(*w);
}

// Particles of liquids are nearer to each other than those of a crystal; who froze so, and is not held, is not pushed either. Nearer than that he is, as softly as they have set: by a quarter.
TEST(FreezingGivesNothing, ContactOfWhatFrozeIsSoft) {
    EXPECT_LT(push_of_two(0.85f), 1e-3f);
    EXPECT_NEAR(push_of_two(0.6f), 0.25f * 0.1f * 1.0746f, 0.002f);
}

// One that freezes in the face of a pool fills what it did: pressure does not throw it, nor what is around it.
TEST(FreezingGivesNothing, OneInAFaceOfAPoolFillsWhatItDid) {
    const auto w = world_of(R"(
dimension: 2
spacing: 10 mm
materials:
  ice: {density: 1000, lattice: {youngs_modulus: 100 kPa}}
  water: {density: 1000, viscosity: 1, becomes: [{to: ice, after: 1 h}]}
objects: {pool: {box: [0.2, 0.1], at: [0, 0.05], material: water}}
boundaries: {tray: {box: [0.2, 0.5], at: [0, 0.25], inside: true}}
)");
    const auto fastest = [&] {
        float most = 0;
        for (Index i = 0; i < w->particles.size(); ++i) most = max(most, length(xyz(w->particles.velocity_density.host()[i])));
        return most;
    };
    advance(*w, 0.5);
    const float before = fastest();
    Index       top = 0;
    for (Index i = 0; i < w->particles.size(); ++i) {
        const auto x = w->particles.position_volume.host();
        if (x[i].y - std::abs(x[i].x) > x[top].y - std::abs(x[top].x)) top = i;
    }
    w->particles.material.edit()[top] = ice;
    float after = 0;
    while (w->time < 0.6) step(*w, 1), after = max(after, fastest());
    EXPECT_LT(after, 2 * before + 0.01f);
}

}  // namespace
}  // namespace mote
