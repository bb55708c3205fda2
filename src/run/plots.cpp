// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From the columns of stats.csv to panels: what belongs together, what has nothing to show, what others measured.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mote/run.h"
#include "scene/words.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

/// What is drawn together where nobody asks for something else.
struct Group {
    const char*                                       title;
    std::vector<std::pair<std::string, std::string>> curves;   ///< column, and its name in the legend
    bool                                              if_it_changes = false;
};

std::vector<Group> groups_of(const Csv& table) {
    Group counts{"particles", {}};
    for (const CsvColumn& c : table.columns)
        if (c.name.starts_with("count ")) counts.curves.push_back({c.name, c.name.substr(6)});
    const auto axes = [](const std::string& name) {
        return Group{name == "momentum" ? "momentum" : "angular momentum", {{name + " x", "x"}, {name + " y", "y"}, {name + " z", "z"}}};
    };
    return {{"energy", {{"kinetic energy", "kinetic"}, {"potential energy", "potential"}, {"elastic energy", "elastic"}, {"total energy", "total"}}},
            {"largest speed", {{"largest speed", ""}}},
            {"density error", {{"mean density error", "mean"}, {"largest density error", "largest"}}},
            {"iterations a step", {{"iterations a step", "pressure"}, {"divergence iterations a step", "divergence"}, {"viscosity iterations a step", "viscosity"}, {"solid iterations a step", "solids"}}},
            {"time step", {{"shortest dt", "shortest"}, {"longest dt", "longest"}}},
            {"temperature", {{"coldest", "coldest"}, {"hottest", "hottest"}}, true},
            counts,
            {"particles since the start", {{"emitted", "emitted"}, {"drained", "drained"}, {"removed", "removed"}}},
            axes("momentum"),
            axes("angular momentum"),
            {"in a frame", {{"retries", "steps retried"}, {"hard", "hard steps"}, {"caught", "caught by boundaries"}, {"limited", "pushes left out"}}}};
}

/// What follows from two columns, where both are there.
template <class Formula>
void derive(Csv& table, const std::string& name, const char* unit, const std::string& a, const char* b, const Formula& formula) {
    const CsvColumn *x = table.find(a), *y = table.find(b);
    if (!x || !y || table.find(name)) return;
    CsvColumn made{name, unit, {}};
    for (std::size_t i = 0; i < table.rows(); ++i) made.value.push_back(formula(x->value[i], y->value[i]));
    table.columns.push_back(std::move(made));
}

bool shows_something(const CsvColumn& c) {
    return std::any_of(c.value.begin(), c.value.end(), [](double v) { return std::isfinite(v) && v != 0; });
}

/// Never below zero and over many powers of ten: small values would lie on the axis. Counts stay as they are.
bool wants_powers(const PlotPanel& panel, const std::vector<const CsvColumn*>& columns) {
    for (const CsvColumn* c : columns)
        if (!c->name.ends_with("error")) return false;
    double low = 1e300, high = 0;
    for (const PlotCurve& c : panel.curves)
        for (const double v : c.y) {
            if (v < 0) return false;
            if (v > 0 && std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
        }
    return high > 100 * low;
}

class Plotter {
public:
    explicit Plotter(const Csv& table) : table_(table) {
        const auto sum = [](double a, double b) { return a + b; };
        derive(table_, "energy of place", "J", "potential energy", "elastic energy", sum);
        derive(table_, "total energy", "J", "kinetic energy", "energy of place", sum);
        derive(table_, "total energy", "J", "kinetic energy", "potential energy", sum);
        for (const std::string solve : {"iterations", "divergence iterations", "viscosity iterations", "solid iterations"})
            derive(table_, solve + " a step", "", solve, "steps", [](double a, double b) { return b > 0 ? a / b : NAN; });
        for (const char* dt : {"shortest dt", "longest dt"}) leave_out_without_steps(dt);
        x_ = table_.find("time") ? table_.find("time") : &table_.columns[0];
    }

    void add_usual() {
        for (const Group& g : groups_of(table_)) {
            double low = INFINITY, high = -INFINITY;
            start(g.title);
            for (const auto& [name, label] : g.curves) {
                const CsvColumn* c = table_.find(name);
                if (!c || !shows_something(*c)) continue;
                for (const double v : c->value) low = std::min(low, v), high = std::max(high, v);
                if (name != "total energy" || panel().curves.size() >= 2) add_curve(*c, label);
            }
            if (g.curves.size() > 1 && panel().curves.size() == 1) panel().title += ": " + panel().curves[0].name;
            finish(!g.if_it_changes || low < high);
        }
        if (!page.panels.empty()) return;
        for (const CsvColumn& c : table_.columns)   // a table of somebody else
            if (&c != x_) start(c.name), add_curve(c, c.name), finish(true);
    }

    /// "kinetic energy+potential energy, steps"
    void add_chosen(const std::string& columns) {
        for (const std::string& names : split(columns, ',')) {
            start(names);
            for (const std::string& name : split(names, '+')) add_curve(column_called(name, "--columns"), name);
            finish(true);
        }
    }

    void add_reference(const fs::path& path) {
        const Csv reference = read_csv(path);
        if (reference.rows() == 0) throw FileError(fmt::format("{}: there is no row of numbers below the heading", path.string()));
        if (reference.columns.size() < 2) throw FileError(fmt::format("{}: expected two columns or more, {} first", path.string(), x_->name));
        const CsvColumn& x = reference.columns[0];
        expect_unit(path, x, *x_);
        for (std::size_t c = 1; c < reference.columns.size(); ++c) {
            const CsvColumn& y = reference.columns[c];
            const bool       only = !table_.find(y.name) && reference.columns.size() == 2 && page.panels.size() == 1 && shown_[0].size() == 1;
            const CsvColumn& over = only ? *shown_[0][0] : column_called(y.name, path.string());
            expect_unit(path, y, over);
            lay_over(over, {path.stem().string(), x.value, y.value, true});
        }
    }

    PlotPage page;

private:
    /// The start has no step, and so none that has a length.
    void leave_out_without_steps(const char* name) {
        const CsvColumn* steps = table_.find("steps");
        for (CsvColumn& c : table_.columns)
            for (std::size_t i = 0; i < c.value.size() && steps && c.name == name; ++i)
                if (steps->value[i] == 0) c.value[i] = NAN;
    }
    static std::vector<std::string> split(const std::string& text, char at) {
        std::vector<std::string> parts(1);
        for (const char c : text) c == at ? void(parts.emplace_back()) : parts.back().push_back(c);
        for (std::string& part : parts) part = std::string(trimmed(part));
        return parts;
    }
    const CsvColumn& column_called(const std::string& name, const std::string& where) const {
        if (const CsvColumn* c = table_.find(name)) return *c;
        throw Error(fmt::format("{}: there is no column {}; {}", where, in_quotes(name), suggestion(name, table_.names())), 2);
    }
    static void expect_unit(const fs::path& path, const CsvColumn& theirs, const CsvColumn& ours) {
        if (!theirs.unit.empty() && theirs.unit != ours.unit)
            throw Error(fmt::format("{}: {} is in [{}], and {} of the run in [{}]; write it in that", path.string(), in_quotes(theirs.name), theirs.unit, ours.name, ours.unit), 2);
    }

    PlotPanel& panel() { return page.panels.back(); }
    void       start(const std::string& title) {
        page.panels.push_back({title, "", x_->unit.empty() ? x_->name : fmt::format("{} [{}]", x_->name, x_->unit), {}});
        shown_.emplace_back();
    }
    void add_curve(const CsvColumn& c, const std::string& label) {
        panel().unit = panel().curves.empty() || panel().unit == c.unit ? c.unit : "";   // of two units none
        panel().curves.push_back({label, x_->value, c.value});
        shown_.back().push_back(&c);
    }
    void finish(bool keep) {
        if (keep && !panel().curves.empty()) {
            panel().logarithmic = wants_powers(panel(), shown_.back());
            return;
        }
        page.panels.pop_back(), shown_.pop_back();
    }
    void lay_over(const CsvColumn& over, PlotCurve points) {
        const auto has = [&](const auto& columns) { return std::find(columns.begin(), columns.end(), &over) != columns.end(); };
        if (std::none_of(shown_.begin(), shown_.end(), has)) start(over.name), add_curve(over, over.name), finish(true);
        for (std::size_t p = 0; p < shown_.size(); ++p) {
            const auto at = std::find(shown_[p].begin(), shown_[p].end(), &over) - shown_[p].begin();
            if (std::size_t(at) == shown_[p].size()) continue;
            PlotPanel& into = page.panels[p];
            if (into.curves[0].name.empty()) into.curves[0].name = over.name;
            if (shown_[p].size() > 1) points.name += ": " + into.curves[std::size_t(at)].name;
            into.curves.push_back(points);
            into.logarithmic = wants_powers(into, shown_[p]);
            return;
        }
    }

    Csv                                        table_;
    const CsvColumn*                           x_ = nullptr;
    std::vector<std::vector<const CsvColumn*>> shown_;   // by panel: the columns of its first curves
};

}  // namespace

PlotPage statistics_page(const Csv& statistics, const PlotOptions& options) {
    if (statistics.rows() == 0) throw FileError("there is no row of numbers to draw yet");
    Plotter plotter(statistics);
    if (options.columns.empty())
        plotter.add_usual();
    else
        plotter.add_chosen(options.columns);
    if (plotter.page.panels.empty()) throw FileError("there is nothing to draw: beside the first column there is none, or all are 0");
    for (const fs::path& path : options.references) plotter.add_reference(path);
    plotter.page.title = options.title;
    return plotter.page;
}

}  // namespace mote
