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
        "objects: {soft: {box: 0.1, at: [-1, 0], material: rubber, velocity: [1, 0], spin: 10}, hard: {box: 0.1, at: [1, 0], material: steel, spin: 10}, pool: {box: 0.1, at: [0, 2], material: water}}\n"
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
