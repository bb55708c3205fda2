// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/value_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mote/material.h"
#include "scene/units.h"
#include "scene/words.h"

namespace mote {

namespace {

constexpr std::size_t longest_text = 1000, longest_file_name = 4096;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

class ValueReader {
public:
    ValueReader(const ReadSetting& setting, const Field& field, const Node& node, const std::string& path)
        : setting_(setting), field_(field), node_(node), path_(path) {}

    // ---- numbers

    void operator()(float* value) const { *value = number(node_, path_); }
    void operator()(std::optional<float>* value) const { *value = number(node_, path_); }
    void operator()(int* value) const { *value = whole_number(node_, path_); }

    void operator()(std::uint64_t* value) const {
        const std::string& text = expect_text(node_, path_, "a whole number, 0 or more");
        std::uint64_t      result{};
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), result);
        if (problem != std::errc{} || end != text.data() + text.size())
            fail(node_, path_,
                 fmt::format("expects a whole number from 0 to 18446744073709551615, found {}; {}", in_quotes(text),
                             remedy()));
        *value = result;
    }

    void operator()(PixelSize size) const {
        if (node_.kind != Node::Kind::list || node_.items.size() != 2)
            fail(node_, path_, "expects width and height in pixels, found " + found(node_) + "; write [960, 540]");
        *size.width  = whole_number(*node_.items[0], path_ + "[0]");
        *size.height = whole_number(*node_.items[1], path_ + "[1]");
    }

    void operator()(PlaneSize size) const {
        const bool alone = node_.kind == Node::Kind::text;
        if (!alone && (node_.kind != Node::Kind::list || node_.items.size() != 2))
            fail(node_, path_,
                 fmt::format("expects width and height ({}), found {}; write [4 cm, 1 cm]", field_.unit, found(node_)));
        *size.width  = alone ? number(node_, path_) : number(*node_.items[0], path_ + "[0]");
        *size.height = alone ? *size.width : number(*node_.items[1], path_ + "[1]");
    }

    void operator()(const Curved& curve) const {
        curve.points->clear();
        if (node_.kind != Node::Kind::map) return void(*curve.value = number(node_, path_));
        *curve.value = 0;
        for (const Entry& entry : node_.entries) {
            const std::string part = fmt::format("{}.{}", path_, in_quotes(entry.key));
            const float       at   = key(curve, entry, part);
            if (!curve.points->empty() && at <= curve.points->back().at)
                throw setting_.trees.error(entry.place, part, "is not after the point before it; sort the points");
            if (curve.points->size() == Curve::most) throw setting_.trees.error(entry.place, part, fmt::format("is one more than the {} points that a curve may have", Curve::most));
            curve.points->push_back({at, number(*entry.value, part)});
            *curve.value = std::max(*curve.value, curve.points->back().value);
        }
        if (curve.points->empty()) fail(node_, path_, fmt::format("is a curve without points; write {}", curve_example(curve)));
    }

    void operator()(TwoNames names) const {
        if (node_.kind != Node::Kind::list || node_.items.size() != 2)
            fail(node_, path_, "expects the names of two materials, found " + found(node_) + "; write [oil, water]");
        *names.first  = expect_text(*node_.items[0], path_ + "[0]", "the name of a material");
        *names.second = expect_text(*node_.items[1], path_ + "[1]", "the name of a material");
    }

    void operator()(std::vector<Span>* spans) const {
        const auto wrong = [&](const Node& node, const std::string& path) {
            fail(node, path,
                 fmt::format("expects pairs of times ({}), found {}; write [[0 s, 1 s], [2 s, 3 s]]", field_.unit,
                             found(node)));
        };
        if (node_.kind != Node::Kind::list) wrong(node_, path_);
        spans->clear();
        for (std::size_t i = 0; i < node_.items.size(); ++i) {
            const Node&       pair = *node_.items[i];
            const std::string part = fmt::format("{}[{}]", path_, i);
            if (pair.kind != Node::Kind::list || pair.items.size() != 2) wrong(pair, part);
            spans->push_back({number(*pair.items[0], part + "[0]"), number(*pair.items[1], part + "[1]")});
        }
    }

    // ---- vectors

    void operator()(Vec3* value) const { *value = vector(*value); }
    void operator()(std::optional<Vec3>* value) const { *value = vector({}); }

    // ---- words

    void operator()(bool* value) const { *value = read_truth(setting_, node_, path_); }

    void operator()(std::string* value) const {
        const std::string& text    = expect_text(node_, path_, field_.notes.file ? "the name of a file" : "text");
        const bool         control = std::any_of(text.begin(), text.end(), is_control);
        const std::size_t  longest = field_.notes.file ? longest_file_name : longest_text;
        if (text.size() > longest)
            fail(node_, path_,
                 fmt::format("expects at most {} characters, found {}; shorten it", longest, text.size()));
        if (control) fail(node_, path_, "holds a line break or a control character; write it on one line");
        *value = field_.notes.file && (field_.notes.required || !text.empty()) ? file_name(text) : text;
    }

    void operator()(const Choice& choice) const {
        const std::string  allowed = "one of " + join(choice.names);
        const std::string& text    = expect_text(node_, path_, allowed);
        const auto         chosen  = std::find(choice.names.begin(), choice.names.end(), text);
        if (chosen == choice.names.end()) {
            const auto near = nearest(text, choice.names);
            fail(node_, path_,
                 fmt::format("expects {}, found {}; {}", allowed, in_quotes(text),
                             near ? "did you mean " + *near + "?" : remedy()));
        }
        choice.set(std::size_t(chosen - choice.names.begin()));
    }

    template <class Other>
    void operator()(const Other&) const {}  // blocks are read by the block reader

private:
    const ReadSetting& setting_;
    const Field&       field_;
    const Node&        node_;
    const std::string& path_;

    [[noreturn]] void fail(const Node& node, const std::string& path, const std::string& sentence) const {
        throw setting_.trees.error(node.place, path, sentence);
    }

    static std::string found(const Node& node) {
        if (node.kind == Node::Kind::list) return fmt::format("a list of {}", node.items.size());
        return node.kind_text();
    }

    const std::string& expect_text(const Node& node, const std::string& path, const std::string& expected) const {
        if (node.kind == Node::Kind::text) {
            if (!node.text.empty()) return node.text;
            if (!field_.notes.required && std::holds_alternative<std::string*>(field_.target)) return node.text;
        }
        fail(node, path,
             fmt::format("expects {}, found {}; {}", expected, node.text.empty() ? found(node) : in_quotes(node.text),
                         remedy()));
    }

    std::string expected() const {
        const std::string kind =
            std::holds_alternative<int*>(field_.target) || std::holds_alternative<PixelSize>(field_.target)
                ? "a whole number"
                : dimension_text(parse_unit(field_.unit).dimension, field_.unit);
        const std::string limits = range_text(field_.range);
        return limits.empty() ? kind : kind + " " + limits;
    }

    std::string remedy() const {
        const auto current = value_text(field_);
        if (!field_.notes.required && current && current->size() <= 60)
            return fmt::format("leave it out for the default, {}", *current);
        return field_.unit.empty() ? fmt::format("see `mote help {}`", field_.name)
                                   : fmt::format("write it as in {}", unit_example(field_.unit));
    }

    void check_range(double value, const Node& node, const std::string& path) const {
        // The limits are rounded as the value was: 0.1 is allowed where the limit is 0.1.
        const Range& r = field_.range;
        const Range  single{double(float(r.low)), double(float(r.high)), r.open_low, r.open_high};
        if (single.contains(value)) return;
        fail(node, path, fmt::format("expects {}, found {}; {}", expected(), in_quotes(node.text), remedy()));
    }

    float number(const Node& node, const std::string& path) const {
        const std::string& text = expect_text(node, path, expected());
        try {
            const float value = read_single(text, field_.unit);
            check_range(double(value), node, path);
            return value;
        } catch (const UnitError& problem) {
            fail(node, path, problem.what());
        }
    }

    float key(const Curved& curve, const Entry& entry, const std::string& path) const {
        try {
            return read_single(entry.key, curve.unit);
        } catch (const UnitError& problem) {
            throw setting_.trees.error(entry.place, path, fmt::format("{}; write {}", problem.what(), curve_example(curve)));
        }
    }
    std::string curve_example(const Curved& curve) const {
        const std::string one = unit_example(field_.unit);
        return curve.unit == "s" ? fmt::format("{{0 s: {0}, 2 s: {0}}}", one) : fmt::format("{{20 degC: {0}, 80 degC: {0}}}", one);
    }

    int whole_number(const Node& node, const std::string& path) const {
        const std::string& text = expect_text(node, path, expected());
        try {
            const double value = read_quantity(text, field_.unit);
            if (value != std::floor(value))
                fail(node, path, fmt::format("expects {}, found {}; {}", expected(), in_quotes(text), remedy()));
            check_range(value, node, path);
            return int(value);  // the range of every whole number fits
        } catch (const UnitError& problem) {
            fail(node, path, problem.what());
        }
    }

    Vec3 vector(Vec3 value) const {
        const bool alone = node_.kind == Node::Kind::text && field_.notes.one_is_all;
        if (alone) {
            value.x = number(node_, path_);
            return {value.x, value.x, value.x};
        }
        const bool two = setting_.planar && field_.notes.in_plane;
        if (node_.kind != Node::Kind::list || !(node_.items.size() == 3 || (two && node_.items.size() == 2)))
            fail(node_, path_,
                 fmt::format("expects {} numbers{}, found {}; write for example {}", two ? "two or three" : "three",
                             field_.unit.empty() ? "" : " (" + field_.unit + ")", found(node_), vector_example()));
        float* const components[] = {&value.x, &value.y, &value.z};
        for (std::size_t i = 0; i < node_.items.size(); ++i)
            *components[i] = number(*node_.items[i], fmt::format("{}[{}]", path_, i));
        return value;
    }

    std::string vector_example() const { return value_text(field_).value_or("[0, 1, 0]"); }

    std::string file_name(const std::string& text) const {
        namespace fs = std::filesystem;
        std::error_code problem;
        const fs::path  given = setting_.folder / text;
        fs::path        file  = fs::absolute(given, problem);
        if (problem) file = given;
        file = file.lexically_normal();
        if (setting_.files == ShapeFiles::must_exist && !fs::is_regular_file(file, problem))
            fail(node_, path_,
                 fmt::format("there is no file {}; names are taken relative to the scene file",
                             in_quotes(file.string())));
        return file.string();
    }
};

}  // namespace

bool read_truth(const ReadSetting& setting, const Node& node, const std::string& path) {
    if (node.kind == Node::Kind::text && node.text == "true") return true;
    if (node.kind == Node::Kind::text && node.text == "false") return false;
    std::string lower = node.text.substr(0, 8);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    const bool yes = lower == "yes" || lower == "on" || lower == "1" || lower == "true" || lower == "y";
    const bool no  = lower == "no" || lower == "off" || lower == "0" || lower == "false" || lower == "n";
    throw setting.trees.error(node.place, path,
                              fmt::format("expects true or false, found {}; write {}", node.kind_text(),
                                          yes  ? "true"
                                          : no ? "false"
                                               : "one of the two"));
}

void read_value(const ReadSetting& setting, const Field& field, const Node& node, const std::string& path) {
    std::visit(ValueReader(setting, field, node, path), field.target);
}

}  // namespace mote
