// Copyright (c) 2026 The Mote authors. MIT licence.
//
// .usda files, read back by a small parser of USD's text that shares nothing with the exporter.
#include <cctype>
#include <cmath>
#include <map>

#include "mote/export.h"
#include "unit/io/io_testing.h"

namespace mote {
namespace {

using testing::bytes_of;
using testing::every_type_frame;
using testing::file_error;

/// A word, number, "string" or @asset@; or the items of ( ) and [ ]; or the entries of { }.
struct Value {
    std::string                  text;
    std::vector<Value>           items;
    std::map<std::string, Value> entries;

    /// All words in it, in order.
    std::vector<std::string> words() const {
        if (items.empty()) return text.empty() ? std::vector<std::string>{} : std::vector{text};
        std::vector<std::string> all;
        for (const Value& item : items)
            for (const std::string& word : item.words()) all.push_back(word);
        return all;
    }
    std::vector<double> numbers() const {
        std::vector<double> all;
        for (const std::string& word : words()) all.push_back(std::strtod(word.c_str(), nullptr));
        return all;
    }
};

struct Property {
    std::string                  type;
    std::map<std::string, Value> about, samples;
};

struct Layer {
    std::map<std::string, Value>    about, about_prim;
    std::string                     prim_type, prim_name;
    std::map<std::string, Property> properties;
};

class UsdParser {
public:
    explicit UsdParser(const std::string& text) : text_(text) {}

    Layer layer() {
        Layer layer;
        EXPECT_TRUE(text_.starts_with("#usda 1.0\n"));
        at_ = 10;
        if (take("(")) layer.about = entries(")");
        EXPECT_EQ(word(), "def");
        layer.prim_type = word();
        layer.prim_name = word();
        if (take("(")) layer.about_prim = entries(")");
        EXPECT_TRUE(take("{"));
        while (!take("}") && at_ < text_.size()) property(layer);
        EXPECT_EQ(peek(), "");
        return layer;
    }

private:
    void property(Layer& layer) {
        const std::string type = word();
        std::string       name = word();
        const bool        sampled = name.ends_with(".timeSamples");
        if (sampled) name.resize(name.size() - 12);
        Property& p = layer.properties[name];
        EXPECT_TRUE(p.type.empty() || p.type == type) << name;
        p.type = type;
        if (take("=")) {
            EXPECT_TRUE(sampled) << name << ": clips give samples only";
            EXPECT_TRUE(p.samples.empty()) << name << " is there twice";
            p.samples = value().entries;
        }
        if (take("(")) p.about = entries(")");
    }
    /// `name = value`, `type name = value` or `time: value`, until the closing sign.
    std::map<std::string, Value> entries(const std::string& end) {
        std::map<std::string, Value> all;
        while (!take(end) && at_ < text_.size()) {
            std::string name = word();
            if (!take(":") && !take("=")) {
                name = word();
                EXPECT_TRUE(take("="));
            }
            EXPECT_FALSE(all.contains(name)) << name;
            all[name] = value();
            take(",");
        }
        return all;
    }
    Value value() {
        Value v;
        if (take("{")) {
            v.entries = entries("}");
            return v;
        }
        const std::string end = take("(") ? ")" : take("[") ? "]" : "";
        if (end.empty()) return {word(), {}, {}};
        while (!take(end) && at_ < text_.size()) {
            v.items.push_back(value());
            EXPECT_TRUE(take(",") || peek() == end) << peek();
        }
        return v;
    }

    bool take(const std::string& sign) {
        if (peek() != sign) return false;
        word();
        return true;
    }
    std::string peek() {
        const std::size_t before = at_;
        const std::string next   = word();
        at_                      = before;
        return next;
    }
    std::string word() {
        while (at_ < text_.size() && std::isspace(std::uint8_t(text_[at_]))) ++at_;
        if (at_ == text_.size()) return "";
        const std::size_t from = at_++;
        const char        c    = text_[from];
        if (c == '"' || c == '@') {
            while (at_ < text_.size() && text_[at_] != c) at_ += text_[at_] == '\\' ? 2 : 1;
            return text_.substr(from, ++at_ - from);
        }
        if (std::string("(){},=[]:").find(c) != std::string::npos) return text_.substr(from, 1);
        // A name may hold `:`, a type end with `[]`; the `:` behind a time stands alone.
        while (at_ < text_.size() && (std::isalnum(std::uint8_t(text_[at_])) || std::string("_.+-").find(text_[at_]) != std::string::npos ||
                                      (text_[at_] == ':' && std::isalpha(std::uint8_t(c)))))
            ++at_;
        if (text_.substr(at_, 2) == "[]") at_ += 2;
        return text_.substr(from, at_ - from);
    }

    std::string text_;
    std::size_t at_ = 0;
};

class ExportUsda : public testing::InAFolder {
protected:
    Layer read(const char* name) { return UsdParser(read_text_file(folder / name, 1 << 20)).layer(); }
    Layer sent(const FrameTable& table, const UsdFrame& frame = {}) {
        export_usda(folder / "a.usda", table, frame);
        return read("a.usda");
    }
};

using Numbers = std::vector<double>;
using Words   = std::vector<std::string>;

std::vector<float> floats(const Property& p, const char* time) {
    const Numbers numbers = p.samples.at(time).numbers();
    return {numbers.begin(), numbers.end()};
}

// Every number arrives, under the names and in the types that USD gives a meaning, at the time of its frame.
TEST_F(ExportUsda, HoldsEveryNumber) {
    Layer layer = sent(every_type_frame().tables[0], {7, 30, 0.5});
    EXPECT_EQ(layer.about["metersPerUnit"].text, "1");
    EXPECT_EQ(layer.about["upAxis"].text, "\"Y\"");
    EXPECT_EQ(layer.about["defaultPrim"].text, "\"particles\"");
    EXPECT_EQ(layer.about["timeCodesPerSecond"].text, "30");
    EXPECT_EQ(layer.about["startTimeCode"].text, "7");
    EXPECT_EQ(layer.prim_type, "Points");
    EXPECT_EQ(layer.prim_name, "\"particles\"");

    auto& p = layer.properties;
    EXPECT_EQ(p["points"].type, "point3f[]");
    EXPECT_EQ(p["points"].samples.at("7").items.size(), 3u);
    EXPECT_EQ(floats(p["points"], "7"), (std::vector<float>{1, 2, 3, -1, -2, -3, 1e-30f, 0, -0.f}));
    EXPECT_EQ(floats(p["extent"], "7"), (std::vector<float>{-1.25f, -2.25f, -3.25f, 1.25f, 2.25f, 3.25f}));
    EXPECT_EQ(p["widths"].type, "float[]");
    EXPECT_EQ(floats(p["widths"], "7"), std::vector<float>(3, .5f));
    EXPECT_EQ(p["velocities"].type, "vector3f[]");
    EXPECT_EQ(floats(p["velocities"], "7"), (std::vector<float>{.1f, .2f, .3f, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(p["velocities"].about["customData"].entries["unit"].text, "\"m/s\"");
    EXPECT_EQ(p["ids"].type, "int64[]");
    EXPECT_EQ(p["ids"].samples.at("7").words(), (Words{"1", "1099511627776", "-1"}));
    EXPECT_EQ(p["primvars:mass"].about["interpolation"].text, "\"vertex\"");
    EXPECT_EQ(p["primvars:mass"].samples.at("7").numbers(), (Numbers{.5, .25, 8}));
    EXPECT_EQ(p["primvars:stress"].type, "double[]");
    EXPECT_EQ(p["primvars:stress"].about["elementSize"].text, "9");
    EXPECT_EQ(p["primvars:stress"].samples.at("7").numbers(), Numbers(27, 1.0 / 3));
    EXPECT_EQ(p["primvars:phase"].samples.at("7").words(), (Words{"0", "7", "255"}));
    EXPECT_EQ(p["primvars:material"].samples.at("7").words(), (Words{"1", "2", "65535"}));
    EXPECT_EQ(p["primvars:seed"].samples.at("7").words(), (Words{"1", "2", "3", "4", "5", "4294967295"}));
    EXPECT_EQ(p["primvars:charge"].samples.at("7").words(), (Words{"-1", "0", "1"}));
    EXPECT_EQ(p["primvars:ticks"].samples.at("7").words(), (Words{"-1125899906842624", "0", "5"}));
    EXPECT_EQ(p.size(), 12u);
}

// Colours lie between 0 and 1, names are those of variables, units are quoted, a plane lies at z = 0, and what is no
// number is `nan`.
TEST_F(ExportUsda, UsesKnownNamesWhereTheyAreTrue) {
    Layer layer = sent({"t",
                        1,
                        {{"position", "m", {Scalar::f64, 2}, bytes_of(std::vector<double>{1, 2})},
                         {"colour", "", {Scalar::u8, 3}, bytes_of(std::vector<std::uint8_t>{255, 51, 0})},
                         {"drift", "a \"b\" \\", {Scalar::f32, 3}, bytes_of(std::vector<float>{1, -std::nanf(""), -INFINITY})},
                         {"a.b", "", {Scalar::i32, 2}, bytes_of(std::vector<std::int32_t>{1, 2})}}});
    auto& p = layer.properties;
    EXPECT_EQ(p["points"].samples.at("0").numbers(), (Numbers{1, 2, 0}));
    EXPECT_EQ(p["primvars:displayColor"].type, "color3f[]");
    EXPECT_EQ(floats(p["primvars:displayColor"], "0"), (std::vector<float>{1, .2f, 0}));
    EXPECT_EQ(p["primvars:drift"].type, "float3[]");
    EXPECT_EQ(p["primvars:drift"].samples.at("0").words(), (Words{"1", "nan", "-inf"}));
    EXPECT_EQ(p["primvars:drift"].about["customData"].entries["unit"].text, R"("a \"b\" \\")");
    EXPECT_EQ(p["primvars:a_b"].type, "int2[]");
    EXPECT_FALSE(p.contains("widths"));
}

// The sequence names each frame and when it is shown, and declares what the frames hold, without values.
TEST_F(ExportUsda, SequencePlaysTheFrames) {
    const FrameTable table = every_type_frame().tables[0];
    write_usda_sequence(folder / "all.usda", table, {{3, "0003.usda"}, {4, "0004.usda"}}, {0, 50, 0.5});
    Layer stage = read("all.usda"), manifest = read("all.manifest.usda"), frame = sent(table, {3, 50, 0.5});
    EXPECT_EQ(stage.about["startTimeCode"].text, "3");
    EXPECT_EQ(stage.about["endTimeCode"].text, "4");
    EXPECT_EQ(stage.about["timeCodesPerSecond"].text, "50");
    EXPECT_EQ(stage.about["subLayers"].words(), Words{"@./all.manifest.usda@"});
    EXPECT_EQ(stage.prim_type, "Points");

    auto& clips = stage.about_prim["clips"].entries["default"].entries;
    EXPECT_EQ(clips["assetPaths"].words(), (Words{"@./0003.usda@", "@./0004.usda@"}));
    EXPECT_EQ(clips["active"].numbers(), (Numbers{3, 0, 4, 1}));
    EXPECT_EQ(clips["times"].numbers(), (Numbers{3, 3, 4, 4}));
    EXPECT_EQ(clips["primPath"].text, "\"/particles\"");
    EXPECT_EQ(clips["manifestAssetPath"].text, "@./all.manifest.usda@");

    EXPECT_EQ(manifest.properties.size(), frame.properties.size());
    for (const auto& [name, property] : frame.properties) {
        EXPECT_EQ(manifest.properties[name].type, property.type) << name;
        EXPECT_TRUE(manifest.properties[name].samples.empty()) << name;
    }
}

// An empty table is written, more rows than one block arrive in order, and a table without positions is sent to CSV.
TEST_F(ExportUsda, OddTablesAreHandled) {
    EXPECT_TRUE(sent({"t", 0, {{"position", "m", {Scalar::f32, 3}, {}}}}).properties["points"].samples.at("0").words().empty());
    Numbers position;
    for (int i = 0; i < 10'000; ++i) position.insert(position.end(), {double(i), 0., 1.});
    Layer many = sent({"t", 10'000, {{"position", "m", {Scalar::f64, 3}, bytes_of(position)}}});
    EXPECT_EQ(many.properties["points"].samples.at("0").numbers(), position);
    const FrameTable bonds = every_type_frame().tables[1];
    EXPECT_EQ(file_error([&] { export_usda(folder / "b.usda", bonds); }), "table 'bonds' has no column position, which usda needs. Export it as csv");
    EXPECT_FALSE(std::filesystem::exists(folder / "b.usda"));
}

}  // namespace
}  // namespace mote
