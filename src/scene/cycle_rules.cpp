// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Matter that becomes what it was, over other materials: round such a cycle no heat may be made or lost, and there must be a place to stay at. Cycles
// of two, melting and freezing, are heat_rules.cpp's.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "scene/materials.h"
#include "scene/words.h"

namespace mote {
namespace {

/// One material becomes another.
struct Change {
    std::string           path, from, to;
    const TransitionSpec* transition = nullptr;  ///< null: by time alone
    bool                  warmer     = false;
    float                 after      = 0;        ///< [s]
};
using Cycle = std::vector<const Change*>;

/// The shortest cycle that begins with a change; empty where it does not lead back.
Cycle cycle_of(const std::vector<Change>& changes, const Change& first) {
    std::vector<const Change*> came(changes.size(), nullptr);  // by change: from which one
    std::deque<const Change*>  next{&first};
    for (; !next.empty(); next.pop_front()) {
        const Change* last = next.front();
        if (last->to == first.from) {
            Cycle cycle{last};
            while (cycle.back() != &first) cycle.push_back(came[std::size_t(cycle.back() - changes.data())]);
            std::reverse(cycle.begin(), cycle.end());
            return cycle;
        }
        for (const Change& c : changes)
            if (c.from == last->to && &c != &first && !came[std::size_t(&c - changes.data())]) came[std::size_t(&c - changes.data())] = last, next.push_back(&c);
    }
    return {};
}

class CycleRules {
public:
    explicit CycleRules(const SceneFile& file) : file_(file), scene_(file.scene) {}

    void check() const {
        std::vector<Change> by_heat, by_time;
        for (const auto& [name, m] : scene_.materials) {
            const std::string path = "materials." + name;
            if (const auto& t = warmer_of(m)) by_heat.push_back({path + (m.melting ? ".melting" : ".boiling"), name, t->to, &*t, true});
            if (const auto& t = cooler_of(m)) by_heat.push_back({path + (m.freezing ? ".freezing" : ".condensing"), name, t->to, &*t, false});
            for (std::size_t k = 0; k < m.becomes.size(); ++k)
                if (!m.becomes[k].inside && m.becomes[k].touching.empty()) by_time.push_back({fmt::format("{}.becomes[{}]", path, k), name, m.becomes[k].to, nullptr, false, m.becomes[k].after});
        }
        for (const Change& c : by_heat)
            if (const Cycle cycle = cycle_of(by_heat, c); cycle.size() > 2 || (cycle.size() == 2 && cycle[0]->warmer == cycle[1]->warmer)) check_heat_of(cycle);
        for (const Change& c : by_time)
            if (const Cycle cycle = cycle_of(by_time, c); !cycle.empty()) refuse_time(cycle);
    }

private:
    const SceneFile& file_;
    const Scene&     scene_;

    [[noreturn]] void fail(const std::string& path, const std::string& sentence) const { throw file_.error(path, sentence); }

    static std::string names(const Cycle& cycle) {
        std::string all;
        for (const Change* c : cycle) all += in_quotes(c->from) + ", ";
        return all + in_quotes(cycle.front()->from);
    }

    [[noreturn]] void refuse_time(const Cycle& cycle) const {
        float last = 0;
        for (const Change* c : cycle) last = std::max(last, c->after);
        fail(cycle.front()->path + ".to", fmt::format("leads round {} by time alone, so from {} s on it would change in each step; give one of them a place or a touch: inside, touching", names(cycle), last));
    }

    void check_heat_of(const Cycle& cycle) const {
        const std::string& path = cycle.front()->path;
        float              hottest = 0, coldest = 1e30f;  // from where on all melt, and until where all freeze [K]
        bool               up = false, down = false, chance = false, heat = false;
        double             made = 0, moved = 0;           // [J/kg]
        for (const Change* c : cycle) {
            const TransitionSpec& t = *c->transition;
            (c->warmer ? up : down) = true;
            (t.rate ? chance : heat) = true;
            if (c->warmer) hottest = std::max(hottest, t.at);
            else coldest = std::min(coldest, t.at);
            const double latent = double(latent_heat(scene_, c->from, t, c->warmer).value_or(0));
            made += (c->warmer ? latent : -latent) + heat_between(material(c->from), 0, double(t.at)) - heat_between(material(c->to), 0, double(t.at));
            moved += latent;
        }
        if (!up || !down)
            fail(path + ".to", fmt::format("leads round {} by {} alone, so it would never end; let one of them stay what it is", names(cycle), up ? "heating" : "cooling"));
        if (hottest < coldest)
            fail(path + ".at", fmt::format("leads round {}, and between {} and {} K every one of them changes, so it would never end; melting must be above freezing", names(cycle), hottest, coldest));
        if (chance && heat) fail(path, fmt::format("leads round {} partly by chance and partly by heat, so a cycle would make or lose heat; use the same for all", names(cycle)));
        if (heat && std::abs(made) > 1e-3 * moved)
            fail(path + (cycle.front()->transition->latent_heat ? ".latent_heat" : ".at"),
                 fmt::format("leads round {}, which would {} {:.4g} J/kg each time; what they take when heated must be what they give when cooled", names(cycle), made > 0 ? "lose" : "make", std::abs(made)));
    }
    const MaterialSpec& material(const std::string& name) const { return material_of_name(scene_, name); }
};

}  // namespace

void check_cycles(const SceneFile& file) { CycleRules(file).check(); }

}  // namespace mote
