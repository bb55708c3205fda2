// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Elastic bodies where they are treated worst, by the steps that a user's scene takes: numbers stay finite, nothing is faster than what moves it can make it,
// there is no more energy than was put in, and what is let go returns to its shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bodies.h"
#include "curves.h"
#include "laws/point/elastic.h"
#include "worlds.h"

namespace mote {
namespace {

struct Seen {
    double fastest = 0, kinetic = 0, elastic = 0, most = 0;  // last ones, and the most of their sum [m/s, J]
};
void look(World& w, Seen& seen) {
    const auto v = w.particles.velocity_density.host();
    for (Index i = 0; i < w.particles.size(); ++i) {
        const double speed = double(length(xyz(v[i])));
        ASSERT_TRUE(std::isfinite(speed)) << "t = " << w.time;
        seen.fastest = std::max(seen.fastest, speed);
    }
    seen.kinetic = momenta_of(w).kinetic, seen.elastic = observe_solids(w);
    ASSERT_TRUE(std::isfinite(seen.elastic)) << "t = " << w.time;
    seen.most = std::max(seen.most, seen.kinetic + seen.elastic);
}
Seen watch(World& w, double end, int looks = 30) {
    Seen         seen;
    const double start = w.time;
    for (int k = 1; k <= looks; ++k) {
        advance(w, start + (end - start) * k / looks);
        look(w, seen);
        if (::testing::Test::HasFatalFailure()) break;
    }
    return seen;
}

/// How far particles are from where they were at rest, at most, in spacings; wherever the body is, and however it is turned.
double off_shape(World& w) {
    const RigidFit fit = w.solids->fit(w.exec, w.particles).at(0);
    double         off = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        if (w.particles.body.host()[i] != fit.body) continue;
        const Vec3d r = wide(xyz(w.solids->rest.rest_position_volume.host()[w.solids->place.host()[i]])) - fit.rest;
        off = std::max(off, length(wide(xyz(w.particles.position_volume.host()[i])) - (fit.centre + fit.turn * r)));
    }
    return off / double(w.spacing);
}
/// What the law gives a body of this volume for one deformation of all of it [J].
double energy_of(const World& w, const Mat3& f) {
    double volume = 0;
    for (Index i = 0; i < w.particles.size(); ++i) volume += double(w.particles.position_volume.host()[i].w);
    return volume * double(elastic_energy(w.materials[0].elastic, f));
}
void place(World& w, const Mat3& f) {
    for (Index i = 0; i < w.particles.size(); ++i) {
        Vec4& x = w.particles.position_volume.edit()[i];
        x       = with_w(f * xyz(x), x.w);
        w.solids->rest.deformation.edit()[w.solids->place.host()[i]] = f;
    }
}
Mat3 stretched(float x, float y, float z) { return {{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

std::string scene(const std::string& elastic, const std::string& object, const std::string& more) {
    return "spacing: 1 cm\ngravity: [0, 0, 0]\nmaterials: {m: {density: 1000, elastic: {" + elastic + "}}}\nobjects: {b: {material: m, " + object + "}}\n" + more;
}

// ---- pulled to ten times its length -----------------------------------------------------------------------------------------------------------------------------------

struct Pull {
    const char* law;
    const char* method;
    const char* modulus;
    double      time;  // that it takes [s]
    const char* more = "";
    const char* of_object = "";
};
std::string name_of(const ::testing::TestParamInfo<Pull>& info) {
    return std::string(info.param.law) + "_" + info.param.method + (info.param.time > 0.3 ? "_slowly" : "_fast") + std::to_string(info.index);
}

class PulledToTen : public ::testing::TestWithParam<Pull> {};

TEST_P(PulledToTen, AndBack) {
    const Pull        p    = GetParam();
    if (*p.of_object && std::string(p.method) == "implicit" && std::getenv("MOTE_NIGHTLY") == nullptr) GTEST_SKIP() << "only with --nightly";
    const std::string full = std::to_string(p.time), back = std::to_string(2 * p.time);
    std::string       text = scene(std::string("youngs_modulus: ") + p.modulus + ", poissons_ratio: 0.45, law: " + p.law + p.more, std::string("box: [6 cm, 3 cm, 3 cm]") + p.of_object,
                                   std::string("solids: {method: ") + p.method + "}\npins:\n  l: {box: [1.5 cm, 1, 1], at: [-3 cm, 0, 0]}\n"
                                   "  r: {box: [1.5 cm, 1, 1], at: [3 cm, 0, 0], motion: {keys: [{time: 0 s}, {time: " + full + " s, move: [45 cm, 0, 0]}, {time: " + back + " s}]}}\n");
    if (*p.of_object) text.replace(text.find("1 cm"), 4, "5 mm");  // wide enough to be coarser inside
    auto         w      = world_of(text);
    EXPECT_EQ(w->solids->sizes != nullptr, *p.of_object != 0);
    const Seen   pulled = watch(*w, p.time);  // 4.5 cm are free to stretch: to 11 times
    if (HasFatalFailure()) return;
    EXPECT_LT(pulled.kinetic, 0.01 * pulled.elastic);
    EXPECT_LT(pulled.most, energy_of(*w, stretched(11, 1, 1)));  // all of it, and not thinner: no way of being pulled costs more
    EXPECT_GT(pulled.elastic, 0.3 * energy_of(*w, stretched(10, 0.316f, 0.316f)) * 4.5 / 6);
    const Seen back_again = watch(*w, 2 * p.time);
    if (HasFatalFailure()) return;
    EXPECT_LT(back_again.most, 1.05 * pulled.most);
    if (std::string(p.law) == "saint_venant") return;  // it is squeezed to a thread, which opens to either side
    const Seen rests = watch(*w, 2 * p.time + 0.1);
    record("energy_left", (rests.kinetic + rests.elastic) / pulled.elastic), record("off_in_spacings", off_shape(*w));
    EXPECT_LT(rests.kinetic + rests.elastic, 0.02 * pulled.elastic);  // without damping it goes on to shake a little
    EXPECT_LT(off_shape(*w), 1.5);
}

INSTANTIATE_TEST_SUITE_P(HardSolids, PulledToTen,
                         ::testing::Values(Pull{"corotated", "explicit", "100 kPa", 0.5}, Pull{"neo_hookean", "explicit", "100 kPa", 0.5}, Pull{"saint_venant", "explicit", "100 kPa", 0.5},
                                           Pull{"corotated", "explicit", "100 kPa", 0.1}, Pull{"neo_hookean", "explicit", "100 kPa", 0.1}, Pull{"saint_venant", "explicit", "100 kPa", 0.1},
                                           Pull{"corotated", "implicit", "10 MPa", 0.5}, Pull{"neo_hookean", "implicit", "10 MPa", 0.5}, Pull{"saint_venant", "implicit", "10 MPa", 0.5},
                                           Pull{"corotated", "automatic", "1 MPa", 0.1}, Pull{"neo_hookean", "automatic", "1 MPa", 0.1},
                                           Pull{"corotated", "explicit", "100 kPa", 0.5, ", damping: 0.3 ms"}, Pull{"neo_hookean", "explicit", "100 kPa", 0.5, ", damping: 0.3 ms"},
                                           Pull{"neo_hookean", "explicit", "100 kPa", 0.1, "", ", sampling: {octree: 1}"}, Pull{"corotated", "implicit", "10 MPa", 0.5, "", ", sampling: {octree: 1}"}),
                         name_of);

// Clay flows as it is pulled, and at ten times its length it is at rest and bears next to nothing of what rubber would, whether its shape at rest follows or not.
TEST(HardSolids, ClayPulledToTenFlows) {
    for (const char* method : {"explicit", "implicit", "automatic"})
        for (const char* absorbs : {"", ", absorb_above: 0.3"}) {
            SCOPED_TRACE(std::string(method) + absorbs);
            auto w = world_of("spacing: 1 cm\ngravity: [0, 0, 0]\nmaterials: {m: {density: 1500, elastic: {youngs_modulus: 300 kPa, poissons_ratio: 0.4, damping: 0.1 ms}, plastic: {law: von_mises, yield_stress: 5 kPa" + std::string(absorbs) + "}}}\n"
                              "objects: {b: {material: m, box: [6 cm, 3 cm, 3 cm]}}\nsolids: {method: " + method + "}\npins:\n  l: {box: [1.5 cm, 1, 1], at: [-3 cm, 0, 0]}\n"
                              "  r: {box: [1.5 cm, 1, 1], at: [3 cm, 0, 0], motion: {keys: [{time: 0 s}, {time: 0.5 s, move: [45 cm, 0, 0]}]}}\n");
            const Seen seen = watch(*w, 0.6);
            if (HasFatalFailure()) return;
            double strain = 0;
            for (Index i = 0; i < w->particles.size(); ++i) strain = std::max(strain, double(w->solids->plastic->plastic_strain.host()[w->solids->place.host()[i]]));
            const double rubber = energy_of(*w, stretched(10, 0.316f, 0.316f)), waves = double(wave_speed(w->materials[0].elastic, 1500));
            record(fmt::format("fastest_over_waves_{}{}", method, absorbs), seen.fastest / waves), record(fmt::format("energy_over_rubber_{}{}", method, absorbs), seen.most / rubber);
            EXPECT_LT(seen.fastest, waves);
            EXPECT_GT(strain, 0.3);
            EXPECT_LT(seen.most, 0.01 * rubber);
            EXPECT_LT(seen.kinetic, 0.02 * seen.most);
        }
}

// Energy is that of the law also where a body is far longer than it was.
TEST(HardSolids, OfTwentyTimesTheLengthTheEnergyIsThatOfTheLaw) {
    for (const char* law : {"corotated", "neo_hookean", "saint_venant"}) {
        auto       w    = world_of(scene(std::string("youngs_modulus: 100 kPa, law: ") + law, "box: 4 cm", ""));
        const Mat3 f    = stretched(20, 0.5f, 0.5f);
        const auto want = energy_of(*w, f);
        place(*w, f);
        EXPECT_NEAR(observe_solids(*w), want, 1e-3 * want) << law;
    }
}

// A body whose energy is no number ends the run, and the sentence tells what helps a solid.
TEST(HardSolids, EnergyThatIsNoNumberIsRefused) {
    auto w = world_of(scene("youngs_modulus: 100 kPa", "box: 4 cm", ""));
    place(*w, stretched(1e20f, 1, 1));
    try {
        observe_solids(*w);
        FAIL();
    } catch (const Unsound& e) {
        const std::string s = e.what();
        EXPECT_NE(s.find("of 'b' (material 'm')"), std::string::npos) << s;
        EXPECT_NE(s.find("materials.m.elastic.damping"), std::string::npos) << s;
        EXPECT_EQ(s.find("sound_speed"), std::string::npos) << s;
    }
}

// ---- crushed, spun, nearly without change of volume, overlapping, inside out --------------------------------------------------------------------------------------------

struct Crush {
    const char* law;
    const char* method;
    const char* modulus;
};
class CrushedFlat : public ::testing::TestWithParam<Crush> {};

// To 2 % of its height, between plates, and let go.
TEST_P(CrushedFlat, Returns) {
    const Crush p = GetParam();
    auto        w = world_of(scene(std::string("youngs_modulus: ") + p.modulus + ", law: " + p.law, "box: 5 cm, at: [0, 2.5 cm, 0]",
                                   std::string("solids: {method: ") + p.method + "}\nboundaries:\n  floor: {box: [40 cm, 2 cm, 40 cm], at: [0, -1 cm, 0]}\n"
                                   "  press: {box: [40 cm, 2 cm, 40 cm], at: [0, 6 cm, 0], motion: {keys: [{time: 0 s}, {time: 0.1 s, move: [0, -4.9 cm, 0]}, {time: 0.2 s, move: [0, 5 cm, 0]}]}}\n"));
    const double most    = energy_of(*w, stretched(1, 0.01f, 1));
    const Seen   crushed = watch(*w, 0.1);
    if (HasFatalFailure()) return;
    EXPECT_LT(crushed.fastest, double(wave_speed(w->materials[0].elastic, 1000)));  // layers snap, no faster than waves
    EXPECT_LT(crushed.most, 3 * most);
    const Seen after = watch(*w, 0.3);
    if (HasFatalFailure()) return;
    record("energy", (after.kinetic + after.elastic) / crushed.most), record("off_in_spacings", off_shape(*w));
    EXPECT_LT(after.kinetic + after.elastic, 1.05 * crushed.most);
    if (std::string(p.law) == "saint_venant") return;  // part of it stays inside out
    EXPECT_LT(off_shape(*w), 1);
}
INSTANTIATE_TEST_SUITE_P(HardSolids, CrushedFlat,
                         ::testing::Values(Crush{"corotated", "explicit", "100 kPa"}, Crush{"neo_hookean", "explicit", "100 kPa"}, Crush{"saint_venant", "explicit", "100 kPa"},
                                           Crush{"corotated", "implicit", "10 MPa"}, Crush{"neo_hookean", "implicit", "10 MPa"}),
                         [](const auto& of) { return std::string(of.param.law) + "_" + of.param.method; });

// At the rim of 7 cm it moves at 70 m/s, more than twice as fast as its waves; it is torn to many times its size and keeps what it has.
TEST(HardSolids, SpunAtAThousandRadiansASecond) {
    for (const char* law : {"corotated", "neo_hookean", "saint_venant"}) {
        auto          w      = world_of(scene(std::string("youngs_modulus: 1 MPa, law: ") + law, "box: 5 cm, spin: [0, 0, 1000]", ""));
        const Momenta before = momenta_of(*w);
        const Seen    seen   = watch(*w, 0.03);
        if (HasFatalFailure()) return;
        record(fmt::format("energy_{}", law), seen.most / before.kinetic), record(fmt::format("spin_{}", law), momenta_of(*w).angular.z / before.angular.z - 1);
        EXPECT_LT(seen.most, 1.02 * before.kinetic) << law;
        EXPECT_GT(seen.kinetic + seen.elastic, 0.9 * before.kinetic) << law;
        EXPECT_NEAR(momenta_of(*w).angular.z, before.angular.z, 0.01 * before.angular.z) << law;
    }
}

// Hardly any change of volume: pulled to half as much again and let go, a block shakes about its shape, with less and less energy.
TEST(HardSolids, WithAPoissonRatioOf0499) {
    for (const char* method : {"explicit", "implicit"})
    for (const char* law : {"corotated", "neo_hookean"}) {
        SCOPED_TRACE(std::string(law) + " " + method);
        auto w = world_of(scene(std::string("youngs_modulus: 100 kPa, poissons_ratio: 0.499, damping: 0.2 ms, law: ") + law, "box: [6 cm, 3 cm, 3 cm]", std::string("solids: {method: ") + method + "}\n"));
        place(*w, stretched(1.5f, 0.8165f, 0.8165f));
        const double given = observe_solids(*w);
        const Seen   seen  = watch(*w, 0.1);
        if (HasFatalFailure()) return;
        record(fmt::format("energy_{}_{}", law, method), seen.most / given), record(fmt::format("off_in_spacings_{}_{}", law, method), off_shape(*w));
        EXPECT_LT(seen.most, 1.02 * given) << law;
        EXPECT_LT(seen.kinetic + seen.elastic, 0.6 * given) << law;
        EXPECT_LT(off_shape(*w), 1) << law;
    }
}

// Turned inside out along one axis or all, flat, or a twentieth of its size: it moves with the energy that it was given. Velocities are half a step behind places,
// so the sum is not exact while it snaps.
TEST(HardSolids, StartedInsideOutOrCrushed) {
    double worst = 0;
    for (const char* law : {"corotated", "neo_hookean", "saint_venant"})
        for (const Mat3& f : {stretched(-1, 1, 1), stretched(0.05f, 0.05f, 0.05f), stretched(1e-3f, 1e-3f, 1e-3f), stretched(-1, -1, -1), stretched(1, 1, 0)}) {
            auto w = world_of(scene(std::string("youngs_modulus: 100 kPa, law: ") + law, "box: 4 cm", ""));
            place(*w, f);
            SCOPED_TRACE(std::string(law) + " " + std::to_string(f.row[0].x) + " " + std::to_string(f.row[2].z));
            const double given = observe_solids(*w);
            Seen seen;
            EXPECT_NO_THROW(seen = watch(*w, 0.1));
            if (HasFatalFailure()) return;
            worst = std::max(worst, seen.most / (given + 1e-6));
            EXPECT_LT(seen.most, 1.5 * given + 1e-6);
        }
    record("energy", worst);
}

struct Overlap {
    const char* name;
    double      deep;  // [cm] of 4
    const char *elastic, *plastic, *solids;
    bool        parts = true;
};
class StartedOverlapping : public ::testing::TestWithParam<Overlap> {};

// Two bodies, the one set some way into the other, as a scene does not start but pins may push them: they part, no faster than stress drives them, and have their shapes. What stands so deep that layers of the one
// are behind those of the other may stay there, at rest. Clay keeps its dents.
TEST_P(StartedOverlapping, Part) {
    const Overlap o = GetParam();
    auto          w = world_of(fmt::format("spacing: 1 cm\ngravity: [0, 0, 0]\nsolids: {{{}}}\nmaterials: {{m: {{density: 1000, elastic: {{{}}}{}}}}}\n"
                                           "objects:\n  a: {{box: 4 cm, material: m}}\n  b: {{box: 4 cm, at: [4 cm, 0, 0], material: m}}\n", o.solids, o.elastic, o.plastic));
    for (Index i = 0; i < w->particles.size(); ++i)
        if (w->bodies[w->particles.body.host()[i]].name == "b") w->particles.position_volume.edit()[i].x -= 0.01f * float(o.deep);
    const Seen seen = watch(*w, 0.3);
    if (HasFatalFailure()) return;
    const double apart = centre_of(*w, "b").x - centre_of(*w, "a").x;
    record("fastest_over_waves", seen.fastest / double(wave_speed(w->materials[0].elastic, 1000))), record("off_in_spacings", off_shape(*w)), record("apart", apart);
    EXPECT_LT(seen.fastest, double(wave_speed(w->materials[0].elastic, 1000)));
    if (o.parts) {
        EXPECT_GT(apart, 0.038);
    } else {
        EXPECT_GT(apart, 0.019);
        EXPECT_LT(seen.kinetic, 1e-6);
    }
    if (*o.plastic) {
        EXPECT_LT(off_shape(*w), 3);
    } else {
        EXPECT_LT(off_shape(*w), o.parts ? 0.2 : 0.5);
    }
}
INSTANTIATE_TEST_SUITE_P(HardSolids, StartedOverlapping,
                         ::testing::Values(Overlap{"a_spacing", 1, "youngs_modulus: 100 kPa, damping: 1 ms", "", "method: explicit"},
                                           Overlap{"half", 2, "youngs_modulus: 100 kPa, damping: 1 ms", "", "method: explicit", false},
                                           Overlap{"half_neo_hookean", 2, "youngs_modulus: 100 kPa, damping: 1 ms, law: neo_hookean", "", "method: explicit", false},
                                           Overlap{"implicit", 1, "youngs_modulus: 10 MPa", "", "method: implicit"},
                                           Overlap{"half_implicit", 2, "youngs_modulus: 10 MPa", "", "method: implicit"},
                                           Overlap{"surfaces", 1, "youngs_modulus: 100 kPa, damping: 1 ms", "", "contact: surfaces"},
                                           Overlap{"half_surfaces", 2, "youngs_modulus: 100 kPa, damping: 1 ms", "", "contact: surfaces", false},
                                           Overlap{"plastic", 1, "youngs_modulus: 300 kPa, damping: 0.1 ms", ", plastic: {law: von_mises, yield_stress: 5 kPa}", "method: explicit"},
                                           Overlap{"half_plastic", 2, "youngs_modulus: 300 kPa, damping: 0.1 ms", ", plastic: {law: von_mises, yield_stress: 5 kPa}", "method: explicit", false}),
                         [](const auto& of) { return std::string(of.param.name); });

// Turned inside out or flat, what is damped comes back to its shape, with a stiffness of volume too, up to Young's modulus (AW-51). Of a thousandth of its volume only what is corotated does; the other ends no worse than it began.
TEST(HardSolids, StartedInsideOutOrFlatItRecovers) {
    double worst = 0;
    for (const char* law : {"corotated", "neo_hookean", "neo_hookean, volume_stiffness: 100 kPa"})
        for (const Mat3& f : {stretched(-1, -1, -1), stretched(1, 1, 0), stretched(1, 1, 0.01f), stretched(1, 1, -0.2f), stretched(0.05f, 0.05f, 0.05f)})
            for (const char* method : {"explicit", "implicit"}) {
                SCOPED_TRACE(fmt::format("{} {} {} {}", law, method, f.row[0].x, f.row[2].z));
                auto w = world_of(scene(std::string("youngs_modulus: 100 kPa, damping: 0.5 ms, law: ") + law, "box: 4 cm", std::string("solids: {method: ") + method + "}\n"));
                place(*w, f);
                const double given = observe_solids(*w);
                Seen         seen;
                EXPECT_NO_THROW(seen = watch(*w, 0.5, 5));
                if (HasFatalFailure()) return;
                EXPECT_LT(seen.most, given);
                if (f.row[0].x > 0 && f.row[0].x < 1 && law[0] == 'n') continue;
                worst = std::max(worst, off_shape(*w));
                EXPECT_LT(off_shape(*w), 0.01);
                EXPECT_LT(seen.kinetic + seen.elastic, 1e-4 * given);
            }
    record("off_in_spacings", worst);
}

// A steel bar that spins at 1000 rad/s and falls on a floor, where its ends move at 40 m/s, is thrown about with no more energy than it had, and does not go through.
TEST(HardSolids, ARigidBodySpunAtAThousandRadiansASecondMeetsAFloor) {
    for (const char* rest : {"0", "0.5"})
        for (const char* floor : {"{plane: [0, 1, 0]}", "{plane: [0, 1, 0], method: implicit}"}) {
            auto w = world_of(fmt::format("spacing: 1 cm\nmaterials: {{m: {{density: 7800, rigid: true, friction: 0.5, restitution: {}}}}}\nobjects: {{b: {{material: m, box: [8 cm, 2 cm, 2 cm], at: [0, 8 cm, 0], spin: [0, 0, 1000], velocity: [0, -1, 0]}}}}\nboundaries: {{floor: {}}}\n", rest, floor));
            const double start = momenta_of(*w).kinetic;
            double       most = 0, lowest = 1;  // of centres of particles [m]
            for (int k = 0; k < 200; ++k) {
                advance(*w, 0.005 * (k + 1));
                const double kinetic = momenta_of(*w).kinetic;
                ASSERT_TRUE(std::isfinite(kinetic));
                most = std::max(most, kinetic);
                for (Index i = 0; i < w->particles.size(); ++i) lowest = std::min(lowest, double(w->particles.position_volume.host()[i].y));
            }
            record(fmt::format("energy_{}", rest), most / start), record(fmt::format("lowest_{}", rest), lowest);
            EXPECT_LT(most, 1.01 * start);
            EXPECT_LT(momenta_of(*w).kinetic, 0.9 * start) << "it has met the floor";
            EXPECT_GT(lowest, 0);
        }
}

}  // namespace
}  // namespace mote
