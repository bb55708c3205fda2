// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Scenes with one mistake each in matter that changes: heat, mixtures, virtual materials, viscoelastic liquids.
#include <vector>

#include "unit/scene/broken.h"

namespace mote {
namespace {

// Materials in lines 1 to 3, whose fields begin at column 9: ice, water and one more.
Broken heat(const std::string& ice, const std::string& water, int line, int column, const std::string& path, const std::string& remedy) {
    return {"materials:\n  ice: {" + ice + "}\n  wet: {" + water + "}\n  gum: {elastic: {youngs_modulus: 1 MPa}}\nobjects: {drop: {sphere: 0.1, material: ice}}\n", line, column, path, remedy};
}

const std::vector<Broken> wrong_heat = {
    heat("melting: {at: 0 degC, latent_heat: 300 kJ/kg, to: watr}", "", 2, 59, "materials.ice.melting.to", "there is no material 'watr'; did you mean wet? Known: ice, wet, gum"),
    heat("melting: {at: 0 degC, latent_heat: 300 kJ/kg, to: ice}", "", 2, 59, "materials.ice.melting.to", "is the material itself"),
    heat("melting: {at: 0 degC, latent_heat: 0, to: wet}", "", 2, 44, "materials.ice.melting.latent_heat", "greater than 0"),
    heat("melting: {at: 0 degC, latent_heat: -1 J/kg, to: wet}", "", 2, 44, "materials.ice.melting.latent_heat", "greater than 0"),
    heat("melting: {at: 0 degC, to: wet}", "", 2, 9, "materials.ice.melting", "has neither latent_heat nor rate"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 1 J/kg, rate: 1}", "", 2, 67, "materials.ice.melting.rate", "keep one of the two"),
    heat("melting: {at: 0 degC, to: wet, rate: 1, neighbours: 2}", "", 2, 61, "materials.ice.melting.neighbours", "is of what gets colder"),
    heat("freezing: {at: 0 degC, to: wet, rate: 1, misfit: 0.1}", "", 2, 58, "materials.ice.freezing.misfit", "'wet' is no virtual material"),
    heat("freezing: {at: 0 degC, to: wet, rate: 1, nucleation: 1}", "", 2, 62, "materials.ice.freezing.nucleation", "add neighbours: 1"),
    heat("freezing: {at: 0 degC, to: wet, latent_heat: 9 J/kg, nucleation: 1}", "", 2, 74, "materials.ice.freezing.nucleation", "goes with a rate"),
    heat("melting: {at: 0 degC, to: wet, rate: 1, misfit: 0.1}", "", 2, 57, "materials.ice.melting.misfit", "is of what gets colder"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 1 J/kg}, boiling: {at: 9 degC, to: wet, latent_heat: 1 J/kg}", "", 2, 62, "materials.ice.boiling", "let 'wet' boil"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "freezing: {at: 1 degC, to: ice}", 2, 23, "materials.ice.melting.at", "below the 274.15 K at which 'wet' turns into 'ice' again"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "freezing: {at: 0 degC, to: ice, latent_heat: 8 J/kg}", 2, 53, "materials.ice.melting.latent_heat", "the way back from 'wet' has 8 J/kg"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "freezing: {at: 0 degC, to: ice, rate: 1}", 2, 53, "materials.ice.melting.latent_heat", "a cycle would make or lose heat"),
    heat("melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "boiling: {at: -1 degC, to: ice, rate: 1}", 2, 23, "materials.ice.melting.at", "'wet' itself turns into 'ice' at 272.15 K already"),
    heat("heat_capacity: 2000, melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "heat_capacity: 4000, freezing: {at: -1 degC, to: ice}", 3, 45, "materials.wet.freezing.at", "no latent heat is left"),
    heat("freezing: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "rigid: true", 2, 36, "materials.ice.freezing.to", "make it elastic, which liquids may freeze into"),
    heat("rigid: true, melting: {at: 0 degC, to: wet, latent_heat: 9 J/kg}", "", 2, 48, "materials.ice.melting.to", "make it elastic, which may melt"),
    heat("boiling: {at: 100 degC, to: wet, latent_heat: 9 J/kg}", "density: 0.6", 2, 37, "materials.ice.boiling.to", "'wet' takes 1667 times the room of 'ice', and particles that far apart would not see each other"),
    heat("becomes: [{to: wet, after: 1 s}]", "density: 300", 2, 24, "materials.ice.becomes[0].to", "or a larger support"),
    after("boundaries: {a: {box: 1, until: 0 s}}\n", 4, 33, "boundaries.a.until", "greater than 0"),
    heat("becomes: [{to: wet}]", "", 2, 19, "materials.ice.becomes[0]", "has no reason; add after: 2 s"),
    heat("becomes: [{to: wet, touching: drp}]", "", 2, 39, "materials.ice.becomes[0].touching", "did you mean drop?"),
    heat("cooling: {to: 20 degC}", "", 2, 9, "materials.ice.cooling", "takes no heat"),
    heat("viscosity: {20 degC: 1 Pa s, 10 degC: 2 Pa s}", "", 2, 38, "materials.ice.viscosity.'10 degC'", "is not after the point before it"),
    heat("viscosity: {20 kg: 1 Pa s}", "", 2, 21, "materials.ice.viscosity.'20 kg'", "expects a temperature (K), found a mass (kg)"),
    heat("viscosity: {20 degC: 1 kg}", "", 2, 30, "materials.ice.viscosity.'20 degC'", "expects a dynamic viscosity"),
    heat("viscosity: {20 degC: 0, 30 degC: 1}", "", 2, 20, "materials.ice.viscosity", "logarithm"),
    heat("viscosity: {}", "", 2, 20, "materials.ice.viscosity", "without points; write {20 degC:"),
    after("heaters: {a: {box: 1, power: 1 W, object: drp}}\n", 4, 43, "heaters.a.object", "did you mean drop?"),
    after("heaters: {a: {box: 1}}\n", 4, 11, "heaters.a.power", "is missing"),
    after("boundaries: {a: {box: 1, insulated: true, conductance: 1}}\n", 4, 56, "boundaries.a.conductance", "keep one of the two"),
};

// Three that become each other, in lines 2 to 4, whose fields begin at column 7.
Broken round(const std::string& a, const std::string& b, const std::string& c, int line, int column, const std::string& path, const std::string& remedy) {
    return {"materials:\n  a: {" + a + "}\n  b: {" + b + "}\n  c: {" + c + "}\nobjects: {drop: {sphere: 0.1, material: a}}\n", line, column, path, remedy};
}

const std::vector<Broken> wrong_cycles = {
    round("melting: {at: 60 degC, latent_heat: 1 kJ/kg, to: b}", "melting: {at: 90 degC, latent_heat: 2 kJ/kg, to: c}", "freezing: {at: 80 degC, latent_heat: 1 kJ/kg, to: a}", 2, 43,
          "materials.a.melting.latent_heat", "leads round 'a', 'b', 'c', 'a', which would lose 2000 J/kg each time"),
    round("heat_capacity: 2000, melting: {at: 60 degC, latent_heat: 1 kJ/kg, to: b}", "melting: {at: 90 degC, latent_heat: 2 kJ/kg, to: c}", "freezing: {at: 80 degC, latent_heat: 3 kJ/kg, to: a}", 2, 64,
          "materials.a.melting.latent_heat", "J/kg each time"),
    round("melting: {at: 60 degC, latent_heat: 1 kJ/kg, to: b}", "melting: {at: 90 degC, latent_heat: 2 kJ/kg, to: c}", "freezing: {at: 99 degC, latent_heat: 3 kJ/kg, to: a}", 2, 21, "materials.a.melting.at",
          "between 363.15 and 372.15 K every one of them changes"),
    round("melting: {at: 60 degC, rate: 1, to: b}", "melting: {at: 90 degC, rate: 1, to: c}", "freezing: {at: 80 degC, latent_heat: 3 kJ/kg, to: a}", 2, 7, "materials.a.melting", "partly by chance"),
    round("melting: {at: 60 degC, rate: 1, to: b}", "boiling: {at: 60 degC, rate: 1, to: a}", "", 2, 43, "materials.a.melting.to", "by heating alone"),
    round("becomes: [{to: b, after: 1 s}]", "becomes: [{to: c, after: 2 s}]", "becomes: [{to: a, after: 0 s}]", 2, 22, "materials.a.becomes[0].to", "by time alone, so from 2 s on"),
};

// Some that are sound: heat that comes back, and a place that differs.
TEST(Cycles, ThatMayBeAreNotRefused) {
    for (const Broken& scene : {round("melting: {at: 60 degC, latent_heat: 1 kJ/kg, to: b}", "melting: {at: 90 degC, latent_heat: 2 kJ/kg, to: c}", "freezing: {at: 80 degC, latent_heat: 3 kJ/kg, to: a}", 0, 0, "", ""),
                                round("becomes: [{to: b, after: 1 s}]", "becomes: [{to: a, after: 2 s, inside: {box: 1}}]", "", 0, 0, "", "")})
        EXPECT_NO_THROW(read_scene_text(scene.text, "test.yaml")) << scene.text;
}

// Dirt, mud and water in lines 2 to 4; fields of the first begin at column 10, of the others at 9.
Broken mud(const std::string& dirt, const std::string& mud, const std::string& more, int line, int column, const std::string& path, const std::string& remedy) {
    return {"materials:\n  dirt: {" + dirt + "}\n  mud: {" + mud + "}\n  wet: {}\nobjects: {drop: {sphere: 0.1, material: dirt}}\n" + more, line, column, path, remedy};
}

const std::vector<Broken> wrong_mixtures = {
    heat("takes_up: {liquid: watr}", "", 2, 28, "materials.ice.takes_up.liquid", "there is no material 'watr'"),
    heat("takes_up: {liquid: ice}", "", 2, 28, "materials.ice.takes_up.liquid", "is the material itself"),
    heat("takes_up: {liquid: gum}", "", 2, 28, "materials.ice.takes_up.liquid", "'gum' is solid; name a liquid"),
    heat("takes_up: {liquid: wet, rate: -1 1/s}", "", 2, 39, "materials.ice.takes_up.rate", "greater than 0"),
    heat("takes_up: {liquid: wet, rate: 1 m}", "", 2, 39, "materials.ice.takes_up.rate", "found a length"),
    heat("takes_up: {rate: 1 1/s}", "", 2, 9, "materials.ice.takes_up.liquid", "is missing and has no default"),
    heat("takes_up: {liquid: wet, until: 2}", "", 2, 40, "materials.ice.takes_up.until", "from 0 to 1"),
    heat("takes_up: {liquid: wet, becomes: mud}", "", 2, 42, "materials.ice.takes_up.becomes", "there is no material 'mud'"),
    heat("takes_up: {liquid: wet, becomes: wet}", "", 2, 42, "materials.ice.takes_up.becomes", "'wet' does not take up 'wet'"),
    heat("takes_up: {liquid: wet}", "takes_up: {liquid: ice}", 2, 28, "materials.ice.takes_up.liquid", "takes up a liquid itself"),
    heat("elastic: {youngs_modulus: 1 MPa}, takes_up: {liquid: wet}", "", 2, 43, "materials.ice.takes_up", "is elastic, and keeps its mass"),
    heat("dries: {to: wet}", "", 2, 9, "materials.ice.dries", "has no meaning where it takes up nothing"),
    heat("evaporation: {}", "", 2, 9, "materials.ice.evaporation", "has neither rate nor share"),
    heat("evaporation: {rate: 1, share: 1}", "", 2, 9, "materials.ice.evaporation", "keep one of the two"),
    heat("evaporation: {rate: -1 g/(m^2 s)}", "", 2, 29, "materials.ice.evaporation.rate", "greater than 0"),
    heat("evaporation: {rate: 1 kg/s}", "", 2, 29, "materials.ice.evaporation.rate", "expects a mass flow through a surface"),
    mud("takes_up: {liquid: wet, becomes: mud, above: 25 %}", "takes_up: {liquid: wet}, dries: {to: dirt, below: 30 %}", "", 3, 59, "materials.mud.dries.below", "so it would go to and fro"),
    mud("takes_up: {liquid: wet, becomes: mud, above: 80 %}", "takes_up: {liquid: wet}, dries: {to: dirt}", "", 2, 55, "materials.dirt.takes_up.above", "would never become 'mud'"),
    mud("takes_up: {liquid: wet, becomes: mud}", "takes_up: {liquid: wet}, dries: {to: dirt}", "sources: {tap: {disc: 0.1, at: [0, 1, 0], material: mud, speed: 1}}\n", 6, 53, "sources.tap.material", "a source does not know how wet it is"),
    {"materials: {water: {}}\nobjects: {b: {sphere: 0.1, material: water, moisture: 10 %}}\n", 2, 55, "objects.b.moisture", "takes up no liquid"},
};

// A virtual material, whose law begins in line 3 at column 19, an object of it in line 5, and more from line 6 on.
Broken crystal(const std::string& law, const std::string& fields, const std::string& more, int line, int column, const std::string& path, const std::string& remedy) {
    return {"spacing: 2 cm\nmaterials:\n  goo: {lattice: {" + law + "}}\nobjects:\n  a: {sphere: 0.1, material: goo" + fields + "}\n" + more, line, column, path, remedy};
}
const std::vector<Broken> wrong_virtual = {
    crystal("youngs_modulus: 1 kPa, poissons_ratio: 0.5", "", "", 3, 58, "materials.goo.lattice.poissons_ratio", "0.5"),
    crystal("poissons_ratio: 0.2", "", "", 3, 9, "materials.goo.lattice.youngs_modulus", "is missing"),
    crystal("youngs_modulus: 1 kPa, flaws: 0.5", "", "", 3, 49, "materials.goo.lattice.flaws", "without a strength"),
    crystal("youngs_modulus: 1 kPa, spread: 0.5", "", "", 3, 50, "materials.goo.lattice.spread", "without a strength"),
    crystal("youngs_modulus: 1 kPa, strength: 1 kPa, spread: 1", "", "", 3, 67, "materials.goo.lattice.spread", "less than 1"),
    crystal("youngs_modulus: 1 kPa, annealing_time: 0 s", "", "", 3, 58, "materials.goo.lattice.annealing_time", "greater than 0"),
    crystal("youngs_modulus: 1 kPa, closing_time: 1 s", "", "", 3, 56, "materials.goo.lattice.closing_time", "docking_rate"),
    crystal("youngs_modulus: 1 kPa", ", sampling: {lattice: cubic}", "", 5, 55, "objects.a.sampling.lattice", "does not fit the crystal"),
    crystal("youngs_modulus: 1 kPa", ", sampling: {jitter: 0.1}", "", 5, 54, "objects.a.sampling.jitter", "off the crystal"),
    crystal("youngs_modulus: 1 kPa}}\n  rubber: {elastic: {youngs_modulus: 1 kPa", "", "solids: {method: implicit}\n", 7, 18, "solids.method", "short steps together"),
    crystal("youngs_modulus: 1 kPa", "", "sources: {tap: {disc: 0.1, speed: 1, material: goo}}\n", 6, 48, "sources.tap.material", "lays no crystal"),
    crystal("youngs_modulus: 1 kPa", "", "sources: {tap: {disc: 0.1, speed: 1, material: wter}}\n", 6, 48, "sources.tap.material", "there is no material 'wter'"),
    crystal("youngs_modulus: 1 kPa}}\n  wet: {shear: {law: newtonian", ", regions: [{sphere: 0.05, material: wet}]", "", 6, 70, "objects.a.regions[0].material", "'wet' is liquid, and 'goo', which the object is of, is virtual"),
    crystal("youngs_modulus: 1 kPa", "", "pressure: {solver: pbf}\n", 6, 1, "pressure", "cannot hold solid bodies apart"),
    crystal("youngs_modulus: 1 kPa", "", "support: 1.5\n", 6, 10, "support", "less than 1.7"),
};

// A liquid that is elastic too, in line 3.
Broken slime(const std::string& fields, int column, const std::string& path, const std::string& remedy) {
    return {"spacing: 2 cm\nmaterials:\n  goo: {" + fields + "}\nobjects:\n  a: {sphere: 0.1, material: goo}\n", 3, column, "materials.goo." + path, remedy};
}
const std::vector<Broken> wrong_viscoelastic = {
    slime("viscoelastic: {relaxation_time: 1 s}", 9, "viscoelastic.youngs_modulus", "is missing"),
    slime("viscoelastic: {youngs_modulus: 1 kPa, poissons_ratio: 0.6}", 63, "viscoelastic.poissons_ratio", "from 0 to 0.5"),
    slime("viscoelastic: {youngs_modulus: 1 kPa, relaxation_time: -1 s}", 64, "viscoelastic.relaxation_time", "from 0"),
    slime("viscoelastic: {youngs_modulus: 1 kPa, yield_strian: 0.1}", 47, "viscoelastic.yield_strian", "did you mean yield_strain?"),
    slime("viscoelastic: {youngs_modulus: 1 kPa}, elastic: {youngs_modulus: 1 kPa}", 9, "viscoelastic", "the material is elastic"),
    slime("cohesion: -1 Pa", 19, "cohesion", "from 0"),
    slime("cohesion: 1 kPa, elastic: {youngs_modulus: 1 kPa}", 19, "cohesion", "the material is elastic"),
    {"spacing: 2 cm\npressure: {solver: pbf}\nmaterials:\n  goo: {cohesion: 1 kPa}\nobjects:\n  a: {sphere: 0.1, material: goo}\n", 4, 19, "materials.goo.cohesion", "only the solver dfsph"},
    slime("viscoelastic: {youngs_modulus: {20 degC: 1 kPa, 60 degC: 0}}, changes: [{time: 1 s, youngs_modulus: 2 kPa}]", 109, "changes[0].youngs_modulus", "follows the temperature already"),
};

// Solids whose modulus follows the temperature.
const std::vector<Broken> wrong_firmness = {
    slime("elastic: {youngs_modulus: {20 degC: 1 kPa, 60 degC: 500 Pa}}, changes: [{time: 1 s, youngs_modulus: 2 kPa}]", 109, "changes[0].youngs_modulus", "follows the temperature already"),
    slime("elastic: {youngs_modulus: 1 kPa}, plastic: {law: von_mises, yield_stress: {20 degC: 1 kPa, 60 degC: 500 Pa}}, changes: [{time: 1 s, yield_stress: 2 kPa}]", 155, "changes[0].yield_stress", "follows the temperature already"),
    slime("lattice: {youngs_modulus: 1 kPa, strength: {20 degC: 1 kPa, 60 degC: 0}}", 52, "lattice.strength", "is 0 at 333.15 K"),
    slime("lattice: {youngs_modulus: {20 degC: 1 kPa, 60 degC: 500 Pa}}, changes: [{time: 1 s, youngs_modulus: 2 kPa}]", 109, "changes[0].youngs_modulus", "follows the temperature already"),
    slime("elastic: {law: clusters, cluster: body, youngs_modulus: {20 degC: 1 kPa, 60 degC: 500 Pa}}", 65, "elastic.youngs_modulus", "one cluster has one modulus"),
    slime("elastic: {youngs_modulus: {20 degC: 1 kPa, 60 degC: 0}}", 61, "elastic.youngs_modulus.'60 degC'", "greater than 0"),
};

// An elastic body with larger particles inside, of a material from line 3 on, in line 5 or 6, where `sampling` has its first field at column 46.
Broken octree(const std::string& material, const std::string& sampling, const std::string& more, int column, const std::string& path, const std::string& remedy) {
    const int line = material.find('\n') == std::string::npos ? 5 : 6;
    return {"spacing: 1 cm\nmaterials:\n  goo: {" + material + "}\nobjects:\n  a: {sphere: 0.2, material: goo, sampling: {" + sampling + "}" + more + "}\n", line, column, "objects.a.sampling." + path, remedy};
}
const std::string        elastic      = "elastic: {youngs_modulus: 1 MPa}";
const std::vector<Broken> wrong_octree = {
    octree(elastic, "octree: 4", "", 54, "octree", "from 0 to 3"),
    octree(elastic, "octree: 1.5", "", 54, "octree", "whole"),
    octree(elastic, "octre: 2", "", 46, "octre", "did you mean octree?"),
    octree(elastic, "octree: 2, lattice: hexagonal", "", 54, "octree", "joins cells of a cubic lattice"),
    octree(elastic, "octree: 2, jitter: 0.1", "", 65, "jitter", "has no meaning for the cells of an octree"),
    octree(std::string(elastic) + ", plastic: {law: von_mises, yield_stress: 1 kPa, absorb_above: 0.3}", "octree: 2", "", 54, "octree", "does not go with absorb_above of 'goo'"),
    octree("density: 1000", "octree: 2", "", 54, "octree", "'goo' is a liquid"),
    octree("rigid: true", "octree: 2", "", 54, "octree", "'goo' is rigid"),
    octree("lattice: {youngs_modulus: 1 kPa}", "octree: 2", "", 54, "octree", "'goo' is virtual"),
    octree("elastic: {youngs_modulus: 1 MPa, law: clusters}", "octree: 2", "", 54, "octree", "clusters"),
    octree(elastic + ", melting: {at: 60 degC, latent_heat: 1 kJ/kg, to: wet}}\n  wet: {density: 900", "octree: 2", "", 54, "octree", "turns into something else"),
    octree(elastic + "}\n  wet: {freezing: {at: 0 degC, latent_heat: 1 kJ/kg, to: goo}", "octree: 2", "", 54, "octree", "which 'wet' turns into"),
    octree(elastic + ", conductivity: 1", "octree: 2", "", 54, "octree", "heat in 'goo'"),
    octree(elastic + "}\n  wet: {conductivity: 1, " + elastic, "octree: 2", ", regions: [{sphere: 0.1, material: wet}]", 54, "octree", "heat in 'wet'"),
};

class BrokenMatter : public testing::TestWithParam<Broken> {};

TEST_P(BrokenMatter, IsExplained) { expect_explained(GetParam()); }

INSTANTIATE_TEST_SUITE_P(WrongHeat, BrokenMatter, testing::ValuesIn(wrong_heat));
INSTANTIATE_TEST_SUITE_P(WrongCycles, BrokenMatter, testing::ValuesIn(wrong_cycles));
INSTANTIATE_TEST_SUITE_P(WrongMixtures, BrokenMatter, testing::ValuesIn(wrong_mixtures));
INSTANTIATE_TEST_SUITE_P(WrongVirtual, BrokenMatter, testing::ValuesIn(wrong_virtual));
INSTANTIATE_TEST_SUITE_P(WrongOctree, BrokenMatter, testing::ValuesIn(wrong_octree));
INSTANTIATE_TEST_SUITE_P(WrongViscoelastic, BrokenMatter, testing::ValuesIn(wrong_viscoelastic));
INSTANTIATE_TEST_SUITE_P(WrongFirmness, BrokenMatter, testing::ValuesIn(wrong_firmness));

}  // namespace
}  // namespace mote
