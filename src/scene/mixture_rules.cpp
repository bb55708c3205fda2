// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>

#include "scene/materials.h"
#include "scene/words.h"

namespace mote {
namespace {

class MixtureRules {
public:
    explicit MixtureRules(const SceneFile& file) : file_(file), scene_(file.scene) {}

    void check() const {
        for (const auto& [name, m] : scene_.materials) check_material("materials." + name, name, m);
        for (const auto& [name, o] : scene_.objects)
            if (o.moisture > 0 && !of(o.material).takes_up) fail("objects." + name + ".moisture", fmt::format("'{}' takes up no liquid; leave it out, or add takes_up: {{liquid: water}} to the material", o.material));
        for (const auto& [name, s] : scene_.sources)
            if (of(s.material).takes_up) fail("sources." + name + ".material", fmt::format("'{}' takes up a liquid, and a source does not know how wet it is; use the liquid, or an object", s.material));
    }

private:
    const SceneFile& file_;
    const Scene&     scene_;

    [[noreturn]] void   fail(const std::string& path, const std::string& sentence) const { throw file_.error(path, sentence); }
    const MaterialSpec& of(const std::string& name) const { return material_of_name(scene_, name); }

    void check_known(const std::string& path, const std::string& from, const std::string& wanted) const {
        std::vector<std::string> known;
        for (const auto& [name, m] : scene_.materials) known.push_back(name);
        if (std::find(known.begin(), known.end(), wanted) == known.end()) fail(path, fmt::format("there is no material {}; {}", in_quotes(wanted), suggestion(wanted, known)));
        if (wanted == from) fail(path, "is the material itself; name another");
    }

    void check_material(const std::string& path, const std::string& name, const MaterialSpec& m) const {
        if (m.takes_up) check_uptake(path + ".takes_up", name, m);
        if (!m.takes_up && m.dries) fail(path + ".dries", "has no meaning where it takes up nothing; add takes_up: {liquid: water}");
        if (m.dries) check_drying(path + ".dries", name, m);
        if (!m.evaporation) return;
        if (m.evaporation->rate.has_value() == m.evaporation->share.has_value())
            fail(path + ".evaporation", m.evaporation->rate ? "has both rate and share; keep one of the two" : "has neither rate nor share; add one, as in rate: 1 g/(m^2 s)");
        if (!m.takes_up && (m.elastic || m.rigid || m.lattice)) fail(path + ".evaporation", "is of a liquid, or of what has taken one up; leave it out");
    }

    void check_uptake(const std::string& path, const std::string& name, const MaterialSpec& m) const {
        const UptakeSpec& u = *m.takes_up;
        check_known(path + ".liquid", name, u.liquid);
        const MaterialSpec& liquid = of(u.liquid);
        if (m.elastic || m.rigid) fail(path, fmt::format("'{}' is {}, and keeps its mass; make it a virtual material (`lattice`) or a liquid", name, kind_of(m)));
        if (liquid.elastic || liquid.rigid || liquid.lattice) fail(path + ".liquid", fmt::format("'{}' is solid; name a liquid", u.liquid));
        if (liquid.takes_up) fail(path + ".liquid", fmt::format("'{}' takes up a liquid itself; name one that does not", u.liquid));
        if (u.becomes.empty()) return;
        check_target(path + ".becomes", name, u, u.becomes);
        if (u.above >= u.until) fail(path + ".above", fmt::format("is {}, and it takes no more from {} on (`until`), so it would never become '{}'; correct one of the two", u.above, u.until, u.becomes));
    }

    void check_drying(const std::string& path, const std::string& name, const MaterialSpec& m) const {
        check_target(path + ".to", name, *m.takes_up, m.dries->to);
        const UptakeSpec& back = *of(m.dries->to).takes_up;
        if (back.becomes == name && m.dries->below >= back.above)
            fail(path + ".below", fmt::format("is {}, and '{}' becomes '{}' above {} already, so it would go to and fro; make it less", m.dries->below, m.dries->to, name, back.above));
        if (!m.takes_up->becomes.empty() && m.dries->below >= m.takes_up->above)
            fail(path + ".below", fmt::format("is {}, above the {} at which it becomes '{}'; there would be no moisture to stay at", m.dries->below, m.takes_up->above, m.takes_up->becomes));
    }

    /// What it holds must have somewhere to be.
    void check_target(const std::string& path, const std::string& from, const UptakeSpec& u, const std::string& to) const {
        check_known(path, from, to);
        const auto& other = of(to).takes_up;
        if (!other || other->liquid != u.liquid) fail(path, fmt::format("'{}' does not take up '{}', so what is in it would be lost; add takes_up: {{liquid: {}}} to it", to, u.liquid, u.liquid));
    }
};

}  // namespace

void check_mixtures(const SceneFile& file) { MixtureRules(file).check(); }

}  // namespace mote
