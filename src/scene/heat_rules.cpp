// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mote/stages.h"
#include "scene/materials.h"
#include "scene/words.h"

namespace mote {
namespace {

/// The density, over that at rest, of particles on a lattice that have each grown so many times as large, at their density. Their kernel has not, so from some size on each sees little but itself, and is too dense whatever pushes it.
double crowding(const Scene& s, double times) {
    const Kernel kernel = rest_kernel(1, s.support, s.dimension);
    const double apart  = std::pow(times, 1.0 / s.dimension);
    const int    reach  = int(std::ceil(s.support)), across = s.dimension == 3 ? reach : 0;
    double       sum    = 0;
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j <= reach; ++j)
            for (int k = -across; k <= across; ++k) sum += double(kernel(float(apart * std::sqrt(i * i + j * j + k * k))));
    return times * sum;
}
/// How many times as large they may become.
double largest_growth(const Scene& s) {
    constexpr double too_dense = 1.2;
    double           times = 1;
    while (crowding(s, times + 0.1) < too_dense) times += 0.1;
    return times;
}

class HeatRules {
public:
    explicit HeatRules(const SceneFile& file) : file_(file), scene_(file.scene) {}

    void check() const {
        for (const auto& [name, m] : scene_.materials) check_material("materials." + name, name, m);
        for (const auto& [name, b] : scene_.boundaries)
            if (b.insulated && b.conductance) fail("boundaries." + name + ".conductance", "has no meaning where the boundary is insulated; keep one of the two");
        for (const auto& [name, h] : scene_.heaters)
            if (!h.object.empty()) check_known("heaters." + name + ".object", h.object, "object or source", names(scene_.objects, scene_.sources));
        for (const auto& [name, s] : scene_.springs)
            for (const auto& [end, side] : {std::pair{".from.object", &s.from}, std::pair{".to.object", &s.to}}) refuse_melting("springs." + name + end, side->object);
    }

private:
    const SceneFile& file_;
    const Scene&     scene_;

    [[noreturn]] void fail(const std::string& path, const std::string& sentence) const { throw file_.error(path, sentence); }

    template <class... T>
    static std::vector<std::string> names(const Named<T>&... of) {
        std::vector<std::string> all;
        const auto               add = [&](const auto& list) {
            for (const auto& [name, value] : list) all.push_back(name);
        };
        (add(of), ...);
        return all;
    }
    void check_known(const std::string& path, const std::string& wanted, const char* what, const std::vector<std::string>& known) const {
        if (std::find(known.begin(), known.end(), wanted) == known.end()) fail(path, fmt::format("there is no {} {}; {}", what, in_quotes(wanted), suggestion(wanted, known)));
    }
    const MaterialSpec& material(const std::string& wanted) const { return material_of_name(scene_, wanted); }

    void check_material(const std::string& path, const std::string& name, const MaterialSpec& m) const {
        if (m.melting && m.boiling) fail(path + ".boiling", fmt::format("stands beside melting, and a material becomes one other when it is heated; let '{}' boil", m.melting->to));
        if (m.freezing && m.condensing) fail(path + ".condensing", fmt::format("stands beside freezing, and a material becomes one other when it is cooled; let '{}' condense", m.freezing->to));
        if (const auto& t = warmer_of(m)) check_transition(path + (m.melting ? ".melting" : ".boiling"), name, *t, true);
        if (const auto& t = cooler_of(m)) check_transition(path + (m.freezing ? ".freezing" : ".condensing"), name, *t, false);
        const auto &up = warmer_of(m), &down = cooler_of(m);
        if (up && down && down->at > up->at)
            fail(path + (m.freezing ? ".freezing.at" : ".condensing.at"),
                 fmt::format("is {} K, above the {} K at which it {}; there would be no temperature to stay at", down->at, up->at, m.melting ? "melts" : "boils"));
        for (std::size_t k = 0; k < m.becomes.size(); ++k) check_becoming(fmt::format("{}.becomes[{}]", path, k), name, m.becomes[k]);
        if (m.cooling && m.cooling->rate == 0 && m.cooling->emissivity == 0) fail(path + ".cooling", "takes no heat; add rate: 10 W/(m^2 K) or emissivity: 0.9");
        check_curves(path, m);
    }

    void check_curves(const std::string& path, const MaterialSpec& m) const {
        for (const CurvePoint& p : m.viscosity_curve)
            if (p.value == 0) fail(path + ".viscosity", fmt::format("is 0 at {} K, whose logarithm is not a number; use a small value, as 1e-6 Pa s", p.at));
        for (std::size_t k = 0; k < m.changes.size(); ++k)
            if (m.changes[k].viscosity && !m.viscosity_curve.empty())
                fail(fmt::format("{}.changes[{}].viscosity", path, k), "would replace a viscosity that goes with the temperature; leave one of them out");
        for (const CurvePoint& p : m.surface_tension_curve)
            if (p.value == 0) fail(path + ".surface_tension", fmt::format("is 0 at {} K, and what has none has no surface to other liquids; use a small value, as 1e-5 N/m", p.at));
        if (m.viscoelastic)
            for (const CurvePoint& p : m.viscoelastic->relaxation_time_curve)
                if (p.value == 0) fail(path + ".viscoelastic.relaxation_time", fmt::format("is 0 at {} K, whose logarithm is not a number; use a small value, as 1 ms", p.at));
        if (m.lattice)
            for (const CurvePoint& p : m.lattice->strength_curve)
                if (p.value == 0) fail(path + ".lattice.strength", fmt::format("is 0 at {} K, and what has none is torn by nothing; use a small value, as 1 Pa, or let it melt", p.at));
        const auto* metal = std::get_if<VonMisesSpec>(&m.plastic);
        for (std::size_t k = 0; k < m.changes.size(); ++k)
            if (m.changes[k].yield_stress && metal && !metal->yield_curve.empty()) fail(fmt::format("{}.changes[{}].yield_stress", path, k), "follows the temperature already; leave it out, or give yield_stress one value");
        const bool firm = (m.elastic && !m.elastic->youngs_modulus_curve.empty()) || (m.lattice && !m.lattice->youngs_modulus_curve.empty()) || (m.viscoelastic && !m.viscoelastic->youngs_modulus_curve.empty());
        for (std::size_t k = 0; k < m.changes.size(); ++k)
            if (m.changes[k].youngs_modulus && firm) fail(fmt::format("{}.changes[{}].youngs_modulus", path, k), "follows the temperature already; leave it out, or give youngs_modulus one value");
        if (m.elastic && !m.elastic->youngs_modulus_curve.empty() && m.elastic->law == ElasticSpec::Law::clusters && m.elastic->cluster == ElasticSpec::Cluster::body)
            fail(path + ".elastic.youngs_modulus", "goes with the temperature, and a body that is one cluster has one modulus; use cluster: particle");
    }

    void check_transition(const std::string& path, const std::string& name, const TransitionSpec& t, bool warmer) const {
        check_target(path + ".to", name, t.to);
        if (t.rate && t.latent_heat) fail(path + ".rate", "stands beside latent_heat, and it happens by heat or by chance; keep one of the two");
        if (const char* ease = t.speed ? ".speed" : t.misfit ? ".misfit" : t.nucleation ? ".nucleation" : t.neighbours != 0 ? ".neighbours" : nullptr) {
            if (warmer) fail(path + ease, "is of what gets colder; leave it out");
            if (!t.rate) fail(path + ease, "goes with a rate; add rate: 1 1/(K s) instead of the latent heat, or leave it out");
        }
        if (t.misfit && !material(t.to).lattice) fail(path + ".misfit", fmt::format("'{}' is no virtual material, and has no sites to fit into; leave it out", t.to));
        if (t.nucleation && t.neighbours == 0) fail(path + ".nucleation", "has no meaning where it freezes without neighbours anyway; add neighbours: 1");
        const TransitionSpec* back = way_back(scene_, name, t, warmer);
        if (!t.rate && !latent_heat(scene_, name, t, warmer)) fail(path, "has neither latent_heat nor rate; add one, as in latent_heat: 200 kJ/kg");
        const auto& next = warmer ? warmer_of(material(t.to)) : cooler_of(material(t.to));
        if (next && (warmer ? next->at < t.at : next->at > t.at))
            fail(path + ".at", fmt::format("is {} K, and '{}' itself turns into '{}' at {} K already; correct one of the two", t.at, t.to, next->to, next->at));
        if (back) check_cycle(path, name, t, *back, warmer);
    }

    void check_cycle(const std::string& path, const std::string& name, const TransitionSpec& t, const TransitionSpec& back, bool warmer) const {
        if (warmer ? t.at < back.at : t.at > back.at)
            fail(path + ".at", fmt::format("is {} K, {} the {} K at which '{}' turns into '{}' again, so it would go to and fro; correct one of the two", t.at,
                                           warmer ? "below" : "above", back.at, t.to, name));
        if (t.rate.has_value() != back.rate.has_value())
            fail(path + (t.rate ? ".rate" : ".latent_heat"), fmt::format("the way back from '{}' is by {}, so a cycle would make or lose heat; use the same for both", t.to, t.rate ? "heat" : "chance"));
        if (t.latent_heat && back.latent_heat && *t.latent_heat != *back.latent_heat)
            fail(path + ".latent_heat", fmt::format("is {} J/kg, and the way back from '{}' has {} J/kg, so a cycle would make or lose heat; use the same for both", *t.latent_heat, t.to, *back.latent_heat));
        if (!t.rate && !(latent_heat(scene_, name, t, warmer).value_or(1) > 0))
            fail(path + ".at", fmt::format("is {} K, so far from the {} K of the way back that, with these heat capacities, no latent heat is left; bring them closer", t.at, back.at));
    }

    void check_becoming(const std::string& path, const std::string& name, const BecomesSpec& b) const {
        check_target(path + ".to", name, b.to);
        if (!b.inside && b.touching.empty() && !file_.places.contains(path + ".after"))
            fail(path, "has no reason; add after: 2 s, inside: {box: 1} or touching: NAME");
        if (!b.touching.empty()) check_known(path + ".touching", b.touching, "boundary, object or source", names(scene_.boundaries, scene_.objects, scene_.sources));
    }

    /// What melts leaves its body particle by particle, and what freezes joins one; a rigid body is always whole.
    void check_target(const std::string& path, const std::string& from, const std::string& to) const {
        check_known(path, to, "material", names(scene_.materials));
        if (from == to) fail(path, "is the material itself; name another");
        const MaterialSpec &a = material(from), &b = material(to);
        if (a.rigid) fail(path, fmt::format("'{}' is rigid, and its bodies keep all of their particles; make it elastic, which may melt", from));
        if (const double most = largest_growth(scene_); is_laid(from) && double(a.density) > most * double(b.density))
            fail(path, fmt::format("'{}' takes {:.4g} times the room of '{}', and particles that far apart would not see each other: at a support of {} they may grow {:.1f} times; give it at least {:.0f} kg/m^3 (ambient_density bears its weight in air), or a larger support",
                                   to, double(a.density) / double(b.density), from, scene_.support, most, std::ceil(double(a.density) / most)));
        if (b.rigid) fail(path, fmt::format("'{}' is rigid, and its bodies take no new particles; make it elastic, which liquids may freeze into", to));
    }

    /// Particles of it are as far apart as the spacing of the scene.
    bool is_laid(const std::string& wanted) const {
        const auto is_of = [&](const auto& one) { return one.second.material == wanted; };
        return std::any_of(scene_.objects.begin(), scene_.objects.end(), is_of) || std::any_of(scene_.sources.begin(), scene_.sources.end(), is_of);
    }

    void refuse_melting(const std::string& path, const std::string& object) const {
        for (const auto& [name, o] : scene_.objects) {
            if (name != object) continue;
            const MaterialSpec& m = material(o.material);
            if (warmer_of(m) || cooler_of(m) || !m.becomes.empty()) fail(path, fmt::format("'{}' may melt, and a spring needs what it is fastened to; use another object", object));
        }
    }
};

}  // namespace

void check_heat(const SceneFile& file) { HeatRules(file).check(); }

}  // namespace mote
