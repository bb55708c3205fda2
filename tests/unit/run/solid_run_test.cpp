// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What runs tell of elastic bodies.
#include <cmath>

#include "mote/csv.h"
#include "run/quantity.h"
#include "run_testing.h"

namespace mote::testing {
namespace {

using SolidRun = RunTest;

// A rod that hangs from a pin, under tension, is let go: what it loses in one energy it wins in another.
TEST_F(SolidRun, EnergiesSumToWhatTheyWere) {
    run("dimension: 2\nspacing: 1 cm\nduration: 0.25 s\ngravity: [0, -9.81]\n"
        "materials: {rubber: {density: 1000, elastic: {youngs_modulus: 100 kPa, poissons_ratio: 0}}}\n"
        "objects: {rod: {box: [0.04, 0.3], material: rubber, rest_scale: [1, 0.96]}}\n"
        "pins: {hook: {box: [0.1, 0.02], at: [0, 0.15]}}\noutput: {fps: 80}\n",
        "hanging");
    const Csv    stats   = read_csv(folder / "hanging/stats.csv");
    const auto   kinetic = stats.find("kinetic energy"), potential = stats.find("potential energy"), elastic = stats.find("elastic energy");
    ASSERT_TRUE(elastic);
    EXPECT_EQ(elastic->unit, "J");
    const double strain = 1 / 0.96 - 1, start = elastic->value[0], before = kinetic->value[0] + potential->value[0] + start;
    EXPECT_NEAR(start, 0.5 * 1e5 * strain * strain * 0.96 * 0.04 * 0.3, 0.01 * start);
    double most = 0;
    for (std::size_t k = 0; k < elastic->value.size(); ++k) {
        EXPECT_NEAR(kinetic->value[k] + potential->value[k] + elastic->value[k], before, 0.03 * start) << k;
        most = std::max(most, kinetic->value[k]);
    }
    EXPECT_GT(most, 0.3 * start);
    const Frame        first = read_frame(frame("hanging", 0));
    const FrameTable*  table = first.find("particles");
    std::vector<Index> rows(table->rows);
    for (Index i = 0; i < rows.size(); ++i) rows[i] = i;
    const Quantity stress = find_quantity(*table, "stress", rows);
    EXPECT_EQ(stress.title, "stress [Pa]");
    for (const float s : stress.value) EXPECT_NEAR(s, 1e5 * strain, 0.05 * 1e5 * strain);  // of a sheet that keeps its depth, without Poisson's ratio
}

// bodies.csv: an elastic and a rigid block that spin and fall have the turns and places of free bodies; water has none.
TEST_F(SolidRun, BodiesTellHowTheyMoveAsAWhole) {
    run("dimension: 2\nspacing: 1 cm\nduration: 0.1 s\ngravity: [0, -10]\n"
        "materials: {rubber: {density: 1000, elastic: {youngs_modulus: 300 kPa}}, steel: {density: 2000, rigid: true}, water: {preset: water}}\n"
        "objects: {soft: {box: 0.1, at: [-1, 0], material: rubber, velocity: [1, 0], spin: [0, 0, 10]}, hard: {box: 0.1, at: [1, 0], material: steel, spin: [0, 0, 10]}, pool: {box: 0.1, at: [0, 2], material: water}}\n"
        "domain: {low: [-5, -5], high: [5, 5]}\noutput: {fps: 20}\n",
        "two");
    const Csv table = read_csv(folder / "two/bodies.csv");
    EXPECT_EQ(table.columns.size(), 2u + 2 * 7);
    for (const std::string name : {"soft", "hard"}) {
        const auto of = [&](const char* part) { return table.find(name + " " + part)->value; };
        const auto x = of("x"), y = of("y"), z = of("turn z"), w = of("turn w");
        ASSERT_EQ(w.size(), 3u);
        EXPECT_NEAR(x[2] - x[0], name == "soft" ? 0.1 : 0.0, 1e-4) << name;
        EXPECT_NEAR(y[2] - y[0], -0.5 * 10 * 0.01, 2e-3) << name;
        EXPECT_NEAR(w[0], 1, 1e-6) << name;
        for (std::size_t k = 1; k < 3; ++k) EXPECT_NEAR(2 * std::atan2(z[k], w[k]), 10 * 0.05 * double(k), 5e-3) << name;
        EXPECT_EQ(table.find(name + " x")->unit, "m");
    }
}

// A pin takes hold of a falling die, carries and turns it, and throws it; the run is the same where it was interrupted meanwhile.
TEST_F(SolidRun, APinCatchesARigidBodyAndThrowsIt) {
    const std::string scene =
        "spacing: 2 cm\nduration: 0.6 s\ngravity: [0, -10, 0]\nmaterials: {steel: {density: 2000, rigid: true}}\n"
        "objects: {die: {box: 0.1, material: steel, velocity: [0.5, 0, 0], spin: [0, 3, 0]}, other: {box: 0.1, at: [1, 0, 0], material: steel}}\n"
        "pins: {hand: {box: 0.05, object: die, on: [[0.1 s, 0.4 s]], motion: [{time: 0 s}, {time: 0.2 s}, {time: 0.6 s, move: [0, 0.8, 0], rotate: {axis: [0, 0, 1], angle: 2 rad}}]}}\n"
        "domain: {low: [-5, -5, -5], high: [5, 5, 5]}\noutput: {fps: 20}\n";
    run(scene, "whole");
    run_steps(scene, "parts", 30);
    resume(scene, "parts");
    expect_same("parts", "whole");
    EXPECT_EQ(text_of(folder / "parts/bodies.csv"), text_of(folder / "whole/bodies.csv"));
    const Csv  table = read_csv(folder / "whole/bodies.csv");
    const auto of = [&](const char* part) { return table.find(part)->value; };
    const auto x = of("die x"), y = of("die y"), w = of("die turn w"), q = of("die turn y"), z = of("die turn z"), far = of("other y");
    EXPECT_NEAR(x[2], 0.05, 2e-3);
    EXPECT_NEAR(y[2], -0.5 * 10 * 0.01, 3e-3);
    for (const std::size_t k : {3u, 4u}) {  // it holds still
        EXPECT_NEAR(x[k], x[2], 1e-5);
        EXPECT_NEAR(y[k], y[2], 1e-5);
    }
    EXPECT_NEAR(2 * std::atan2(q[2], w[2]), 0.3, 5e-3);  // as it had turned by then
    const double thrown = (y[9] - y[8]) / 0.05 + 0.5 * 10 * 0.05;  // [m/s]
    EXPECT_NEAR(y[8] - y[2], 0.4, 0.1);
    EXPECT_NEAR(thrown, (y[8] - y[7]) / 0.05, 0.1 * thrown);
    EXPECT_NEAR(y[12] - y[8], 0.2 * thrown - 0.5 * 10 * 0.04, 1e-3);
    EXPECT_NEAR(x[12] - x[10], x[10] - x[8], 1e-4);
    const auto  about = [&](std::size_t k) { return 2 * std::atan2(z[k], w[k]); };
    EXPECT_NEAR(about(12) - about(10), about(10) - about(8), 0.05);
    EXPECT_NEAR(about(9) - about(8), about(8) - about(7), 0.05);  // it goes on turning
    EXPECT_NEAR(far[12], -0.5 * 10 * 0.36, 0.03);
}

// Clay tells how far it has flowed; a liquid beside it has neither stress nor flow.
TEST_F(SolidRun, PlasticStrainIsAColumnOfItsParticles) {
    run("dimension: 2\nspacing: 1 cm\nduration: 0.1 s\n"
        "materials: {clay: {preset: clay, elastic: {youngs_modulus: 100 kPa}}, water: {preset: water}}\n"
        "objects: {lump: {box: [0.08, 0.08], at: [0, 0.05], material: clay, velocity: [0, -3]}, pool: {box: [0.1, 0.05], at: [0.3, 0.03], material: water}}\n"
        "boundaries: {floor: {plane: [0, 1]}}\noutput: {fps: 20}\n",
        "clay");
    const Frame        last  = read_frame(frame("clay", 2));
    const FrameTable*  table = last.find("particles");
    std::vector<Index> clay, water;
    const MaterialId*  material = rows_of<MaterialId>(*table, "material");
    const auto*        role     = rows_of<std::uint8_t>(*table, "role");
    for (Index i = 0; i < table->rows; ++i)
        if (Role(role[i]) == Role::matter) (material[i] == 0 ? clay : water).push_back(i);
    float most = 0;
    for (const float s : find_quantity(*table, "plastic_strain", clay).value) most = std::max(most, s);
    EXPECT_GT(most, 0.05f);
    for (const char* name : {"stress", "plastic_strain"})
        for (const float s : find_quantity(*table, name, water).value) EXPECT_EQ(s, 0) << name;
}

// Materials that change, pins that come and go and springs are functions of time and place: a run goes on from anywhere to the same bytes.
TEST_F(SolidRun, WithAScheduleGoesOnToTheSameBytes) {
    const std::string scene =
        "dimension: 2\nspacing: 2 cm\nduration: 0.3 s\n"
        "materials: {rubber: {density: 1000, elastic: {youngs_modulus: 50 kPa}, changes: [{time: 0.05 s, youngs_modulus: 200 kPa}, {time: 0.12 s, over: 0.1 s, youngs_modulus: 20 kPa, damping: 1 ms}]}}\n"
        "objects: {rod: {box: [0.4, 0.08], material: rubber}, ball: {box: 0.1, at: [0.4, 0], material: rubber}}\n"
        "pins: {wall: {box: [0.05, 1], at: [-0.2, 0], object: rod}, frost: {box: [0.1, 1], object: rod, on: [[0.06 s, 0.1 s], [0.2 s, 0.25 s]]}}\n"
        "springs: {line: {from: {object: rod, at: [0.19, 0]}, to: {object: ball, at: [0.36, 0]}, stiffness: 100 N/m}}\noutput: {fps: 20}\n";
    run(scene, "whole");
    for (const int steps : {3, 25, 60}) {
        const std::string name = "part" + std::to_string(steps);
        run_steps(scene, name, steps, false, 2);
        resume(scene, name);
        expect_same(name, "whole");
    }
}

}  // namespace
}  // namespace mote::testing
