// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/describe.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "scene/units.h"
#include "scene/words.h"
#include "unit/scene/scene_text.h"

namespace mote {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The help of a field tells unit, range, default and meaning.
TEST(Help, TellsEverythingAboutAField) {
    const std::string help = help_for("spacing");
    EXPECT_TRUE(holds(help, "Particle distance")) << help;
    EXPECT_TRUE(holds(help, "a length (m), greater than 0")) << help;
    EXPECT_TRUE(holds(help, "default  0.02")) << help;
}

TEST(Help, FindsFieldsByPathAndByName) {
    EXPECT_TRUE(holds(help_for("materials.viscosity"), "Pa s"));
    EXPECT_EQ(help_for("materials.viscosity"), help_for("materials.wax.viscosity"));
    EXPECT_EQ(help_for("materials.viscosity"), help_for("viscosity"));
    EXPECT_TRUE(holds(help_for("pressure"), "fields of equation_of_state"));
    EXPECT_TRUE(holds(help_for("pressure.exponent"), "Tait"));
    EXPECT_TRUE(holds(help_for("box"), "objects.NAME.box, boundaries.NAME.box"));
    EXPECT_TRUE(holds(help_for("objects.cup.torus.tube"), "Radius of the tube"));
    EXPECT_TRUE(holds(help_for("output.movie.camera"), "view_angle"));
    for (const char* topic : {"scene", "shapes", "units", "presets", ""})
        EXPECT_GT(help_for(topic).size(), 200u) << topic;
}

// A misspelt name gets the nearest one, as a mistake in usage.
TEST(Help, SuggestsTheNearestName) {
    for (const auto& [asked, meant] : {std::pair{"spcing", "spacing"}, {"materials.viscosty", "materials.viscosity"}}) {
        try {
            (void)help_for(asked);
            FAIL() << asked;
        } catch (const Error& e) {
            EXPECT_EQ(e.exit_code, 2);
            EXPECT_TRUE(holds(e.what(), std::string("did you mean ") + meant)) << e.what();
        }
    }
    EXPECT_THROW((void)help_for("zzzzzzzzzz"), Error);
}

// Every field has help, a unit that can be parsed, a default within its own range, and a name of its own in its block.
TEST(FieldLists, AreWhole) {
    std::set<std::string> paths;
    visit_all_fields([&](const std::string& path, const Field& field) {
        EXPECT_TRUE(paths.insert(path).second) << path;
        EXPECT_TRUE(is_name(field.name)) << path;
        EXPECT_TRUE(field.help.size() > 5 && field.help.back() == '.') << path;
        EXPECT_NO_THROW((void)parse_unit(field.unit)) << path;
        const auto* value = std::get_if<float*>(&field.target);
        EXPECT_TRUE(!value || field.range.contains(double(**value))) << path;
    });
    EXPECT_GT(paths.size(), 80u);
}

// The schema is valid JSON, knows every field, and forbids others.
TEST(Schema, KnowsEveryField) {
    const auto json = nlohmann::json::parse(scene_schema());
    EXPECT_EQ(json["$schema"], "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(json["additionalProperties"], false);
    EXPECT_EQ(json["properties"]["spacing"]["default"], 0.02);
    EXPECT_EQ(json["properties"]["objects"]["additionalProperties"]["oneOf"].size(), 12u);
    EXPECT_EQ(json["$defs"]["shape"]["properties"]["union"]["items"]["$ref"], "#/$defs/shape");
    const std::string text = json.dump();
    visit_all_fields([&](const std::string& path, const Field& field) {
        EXPECT_TRUE(holds(text, "\"" + field.name + "\"")) << path;
    });
}

// docs/reference.md is what the field lists say. MOTE_WRITE_REFERENCE=1 writes it anew.
TEST(Reference, PageIsUpToDate) {
    const std::string file = std::string(MOTE_SOURCE_DIR) + "/docs/reference.md";
    if (std::getenv("MOTE_WRITE_REFERENCE")) std::ofstream(file, std::ios::binary) << reference_markdown();
    std::ifstream      in(file, std::ios::binary);
    std::ostringstream page;
    page << in.rdbuf();
    EXPECT_TRUE(page.str() == reference_markdown()) << "run this test with MOTE_WRITE_REFERENCE=1";
}

TEST(Words, NearestNameForgivesSlips) {
    const std::vector<std::string> names{"spacing", "viscosity", "density", "colour", "at"};
    EXPECT_EQ(nearest("spcing", names), "spacing");
    EXPECT_EQ(nearest("Spacing", names), "spacing");
    EXPECT_EQ(nearest("vicsosity", names), "viscosity");
    EXPECT_EQ(nearest("visc", names), "viscosity");
    EXPECT_EQ(nearest("color", names), "colour");
    EXPECT_EQ(nearest("temperature", names), std::nullopt);
    EXPECT_EQ(nearest("", names), std::nullopt);
    EXPECT_EQ(nearest("xy", names), std::nullopt);
}

TEST(Words, LongAndOddTextIsShownOnOneLine) {
    EXPECT_EQ(in_quotes("a\nb\x01"), "'a b '");
    EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
    EXPECT_EQ(in_quotes(std::string(59, 'x') + "\u00fc\u00fc"), "'" + std::string(59, 'x') + "...'");
}

}  // namespace
}  // namespace mote
