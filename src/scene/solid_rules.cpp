// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>

#include "scene/materials.h"
#include "scene/reader.h"
#include "scene/words.h"

namespace mote {
namespace {

bool is_solid(const MaterialSpec& m) { return m.elastic || m.rigid; }

class SolidRules {
public:
    explicit SolidRules(const SceneFile& file) : file_(file), scene_(file.scene) {}

    void check() const {
        for (const auto& [name, material] : scene_.materials) check_fibres("materials." + name + ".elastic.fibre", material);
        for (const auto& [name, material] : scene_.materials) check_changes("materials." + name, material);
        for (const auto& [name, material] : scene_.materials) check_adhesion("materials." + name + ".adhesion", material);
        for (const auto& [name, pin] : scene_.pins) check_pin("pins." + name, pin);
        for (const auto& [name, spring] : scene_.springs) check_spring("springs." + name, spring);
        check_virtual();
        check_with_shape();
        for (const auto& [name, object] : scene_.objects)
            if (object.sampling.octree > 0) check_octree("objects." + name + ".sampling.", object);
        if (scene_.solids.contact == SolidSolverSpec::Contact::surfaces) check_surfaces();
    }

private:
    const SceneFile& file_;
    const Scene&     scene_;

    [[noreturn]] void   fail(const std::string& path, const std::string& sentence) const { throw file_.error(path, sentence); }
    const MaterialSpec& of(const std::string& material) const { return material_of_name(scene_, material); }

    void check_pin(const std::string& path, const PinSpec& pin) const {
        if (!pin.object.empty()) check_solid_object(path + ".object", pin.object, "be held", "leave the pin out", true);
    }

    bool is_elastic(const std::string& material) const {
        return std::any_of(scene_.materials.begin(), scene_.materials.end(), [&](const auto& m) { return m.first == material && m.second.elastic; });
    }

    static bool absorbs(const MaterialSpec& m) {
        const auto* metal = std::get_if<VonMisesSpec>(&m.plastic);
        const auto* gum   = std::get_if<CreepSpec>(&m.plastic);
        return (metal && metal->absorb_above) || (gum && gum->absorb_above);
    }

    /// What touches with the surface that it has at the start.
    void check_surfaces() const {
        const bool elastic = std::any_of(scene_.materials.begin(), scene_.materials.end(), [](const auto& m) { return m.second.elastic.has_value(); });
        if (!elastic) fail("solids.contact", "is of elastic bodies, and no material is elastic; leave it out");
        if (scene_.solids.method == SolidSolverSpec::Method::implicit) fail("solids.contact", "on surfaces is by short steps; leave `method` out, or use contact: particles");
        for (const auto& [name, m] : scene_.materials) {
            if (m.elastic && (m.melting || m.boiling || !m.becomes.empty()))
                fail("solids.contact", fmt::format("cannot be on surfaces of '{}', which melts away below them; use contact: particles", name));
            if (m.elastic && absorbs(m))
                fail("solids.contact", fmt::format("cannot be on surfaces of '{}', whose particles are put in order again below them; use contact: particles, or leave absorb_above out", name));
            if (m.freezing && is_elastic(m.freezing->to))
                fail("solids.contact", fmt::format("cannot be on surfaces where '{}' freezes, which has none at the start; use contact: particles", name));
        }
    }

    void check_solid_object(const std::string& path, const std::string& wanted, const char* what, const char* remedy, bool virtual_too) const {
        std::vector<std::string> known;
        for (const auto& [name, object] : scene_.objects) {
            known.push_back(name);
            if (name != wanted) continue;
            if (!is_solid(of(object.material)) && !(virtual_too && of(object.material).lattice)) fail(path, fmt::format("'{}' is not solid and cannot {}; give its material `elastic` or `rigid`, or {}", name, what, remedy));
            return;
        }
        fail(path, fmt::format("there is no object {}; {}", in_quotes(wanted), suggestion(wanted, known)));
    }

    void check_spring(const std::string& path, const SpringSpec& spring) const {
        for (const auto& [name, end] : {std::pair{".from", &spring.from}, std::pair{".to", &spring.to}}) {
            if (!file_.places.contains(path + name)) fail(path, fmt::format("has no `{}`; write {}: {{object: NAME, at: [0, 0, 0]}}", name + 1, name + 1));
            if (!end->object.empty()) check_solid_object(path + name + ".object", end->object, "hold a spring", "leave the spring out", false);
            if (scene_.dimension == 2 && end->at.z != 0) fail(path + name + ".at", "has a z component, but the scene is 2-D and keeps z at 0; set it to 0");
        }
        if (spring.from.object.empty() && spring.to.object.empty()) fail(path, "is fastened to no object; add `object` to one of its ends");
        if (spring.from.object == spring.to.object && spring.from.at == spring.to.at) fail(path + ".to.at", "is where it begins; move one of its ends");
    }

    void check_fibres(const std::string& path, const MaterialSpec& m) const {
        if (!m.elastic || !m.elastic->fibre) return;
        const FibreSpec& fibre = *m.elastic->fibre;
        if (fibre.direction == Vec3{}) fail(path + ".direction", "is zero and gives no direction; use for example [1, 0, 0]");
        if (scene_.dimension == 2 && fibre.direction.z != 0) fail(path + ".direction", "has a z component, but the scene is 2-D and keeps z at 0; set it to 0");
        if (!positive_definite(stiffness(fibre_of(*m.elastic))))
            fail(path, "would burst: with these moduli some strain sets energy free; make the Poisson's ratios smaller");
    }

    void check_adhesion(const std::string& path, const MaterialSpec& m) const {
        if (m.adhesion == 0) return;
        if (!is_solid(m)) fail(path, "is of rigid and elastic bodies; leave it out, give the material `rigid` or `elastic`, or give boundaries an adhesion");
        if (m.surface_tension > 0) fail(path, "is of what liquids cling to, and surface_tension of liquids; leave one of them out");
    }

    void check_changes(const std::string& path, const MaterialSpec& m) const {
        const auto*  last = static_cast<const ChangeSpec*>(nullptr);
        MaterialSpec now  = m;
        for (std::size_t k = 0; k < m.changes.size(); ++k) {
            const ChangeSpec& c    = m.changes[k];
            const std::string part = fmt::format("{}.changes[{}]", path, k);
            ChangeSpec        nothing;
            nothing.time = c.time, nothing.over = c.over;
            if (c == nothing) fail(part, "changes nothing; add for example youngs_modulus: 10 kPa");
            if (last && c.time < last->time + last->over)
                fail(part + ".time", fmt::format("is {} s, before the change before it has ended, {} s; sort them by time", c.time, last->time + last->over));
            if (last && c.time == last->time) fail(part + ".time", fmt::format("is {} s, that of the change before it; join them", c.time));
            refuse_part(part, !m.elastic && !m.lattice && !m.viscoelastic, {{"youngs_modulus", &c.youngs_modulus}, {"poissons_ratio", &c.poissons_ratio}},
                        "has no meaning where the material is not elastic; leave it out, or add elastic: {youngs_modulus: 1 MPa}");
            refuse_part(part, !m.elastic && !m.lattice, {{"damping", &c.damping}},
                        "has no meaning where the material is not elastic; leave it out, or add elastic: {youngs_modulus: 1 MPa}");
            refuse_part(part, !m.elastic, {{"volume_stiffness", &c.volume_stiffness}}, "has no meaning where the material is not elastic; leave it out, or add elastic: {youngs_modulus: 1 MPa}");
            refuse_part(part, !std::holds_alternative<VonMisesSpec>(m.plastic), {{"yield_stress", &c.yield_stress}, {"hardening", &c.hardening}},
                        "is of the law von_mises, which the material does not have; leave it out, or add plastic: {law: von_mises, yield_stress: 10 kPa}");
            refuse_part(part, !std::holds_alternative<CreepSpec>(m.plastic), {{"yield_strain", &c.yield_strain}, {"rate", &c.rate}},
                        "is of the law creep, which the material does not have; leave it out, or add plastic: {law: creep}");
            refuse_part(part, !is_solid(m) && !m.lattice, {{"friction", &c.friction}}, "is of solids; leave it out, or give the material `elastic` or `rigid`");
            now = changed(now, c);
            check_fibres(part, now);
            last = &c;
        }
    }
    void refuse_part(const std::string& path, bool wrong, std::initializer_list<std::pair<const char*, const std::optional<float>*>> values, const char* sentence) const {
        for (const auto& [name, value] : values)
            if (wrong && value->has_value()) fail(path + "." + name, sentence);
    }

    /// Whatever is solid wants pressure that it does not take part in, and faces that it does not have to cross.
    void check_surroundings(const std::string& solid) const {
        if (!std::holds_alternative<DfsphSpec>(scene_.pressure) && !std::holds_alternative<IisphSpec>(scene_.pressure))
            fail("pressure", fmt::format("cannot hold solid bodies apart, as '{}' asks for; use the solver dfsph or iisph", solid));
        const auto& f = scene_.domain.faces;
        if (f.x == Face::periodic || f.y == Face::periodic || f.z == Face::periodic)
            fail("domain.faces", fmt::format("are periodic, which solid bodies such as those of '{}' cannot cross; use open or closed ones", solid));
    }

    /// What virtual materials do not go together with.
    void check_virtual() const {
        const auto found = std::find_if(scene_.materials.begin(), scene_.materials.end(), [](const auto& m) { return m.second.lattice.has_value(); });
        if (found == scene_.materials.end()) return;
        for (const auto& [name, m] : scene_.materials) {
            const std::string path = "materials." + name;
            if (m.lattice && (m.elastic || m.rigid)) fail(path + ".lattice", "stands beside elastic or rigid; leave one of them out");
            if (m.elastic && scene_.solids.method == SolidSolverSpec::Method::implicit)
                fail("solids.method", fmt::format("cannot be implicit for '{}' beside the virtual material '{}', with which it takes short steps together; leave it out", name, found->first));
            if (m.lattice && m.plastic.index() != 0) check_dents(name, m);
            if (m.lattice && m.lattice->flaws > 0 && !(m.lattice->strength > 0)) fail(path + ".lattice.flaws", "has no meaning without a strength; add one, or leave it out");
            if (m.lattice && m.lattice->spread > 0 && !(m.lattice->strength > 0)) fail(path + ".lattice.spread", "has no meaning without a strength; add one, or leave it out");
            if (m.lattice && !m.lattice->docking_rate && m.lattice->closing_time)
                fail(path + ".lattice.closing_time", "has no meaning without a docking_rate; add for example docking_rate: 100 1/s, or leave it out");
        }
        for (const auto& [name, o] : scene_.objects) {
            const std::string path = "objects." + name + ".sampling";
            if (!of(o.material).lattice) continue;
            if (o.sampling.lattice != SamplingSpec::Lattice::crystal)
                fail(path + ".lattice", fmt::format("does not fit the crystal of the virtual material '{}', whose particles are 1.12 spacings apart (2-D: 1.07); leave it out, or use crystal", o.material));
            if (o.sampling.jitter > 0) fail(path + ".jitter", fmt::format("moves particles off the crystal of the virtual material '{}'; leave it out", o.material));
        }
        check_surroundings(found->first);
        if (scene_.support < 1.7f) fail("support", fmt::format("is less than 1.7 spacings, and particles of '{}' would not see all that they are docked to; use 2", found->first));
        for (const auto& [name, source] : scene_.sources)
            if (of(source.material).lattice) fail("sources." + name + ".material", fmt::format("'{}' is solid, and a source lays no crystal; use a liquid that freezes, or an object", source.material));
    }

    void check_dents(const std::string& name, const MaterialSpec& m) const {
        if (absorbs(m)) fail("materials." + name + ".plastic.absorb_above", "is of the shape at rest of elastic bodies, and a virtual material has none; leave it out");
        if (scene_.solids.method == SolidSolverSpec::Method::implicit)
            fail("solids.method", fmt::format("cannot be implicit for the virtual material '{}', which keeps dents by short steps; leave it out", name));
    }

    /// What clusters do not know.
    void check_clusters(const std::string& name, const MaterialSpec& m) const {
        const std::string path = "materials." + name;
        if (m.elastic->fibre) fail(path + ".elastic.fibre", "is nothing that clusters know; leave it out, or use the law corotated");
        if (m.elastic->volume_stiffness > 0) fail(path + ".elastic.volume_stiffness", "is nothing that clusters know; leave it out, or use the law corotated");
        if (m.plastic.index() != 0) fail(path + ".plastic", "is nothing that clusters know; leave it out, or use the law corotated");
        if (scene_.solids.method == SolidSolverSpec::Method::implicit)
            fail("solids.method", fmt::format("cannot be implicit for the clusters of '{}', which take steps of any length without; leave it out", name));
        const auto one_of_several = [&](const std::string& path_, const std::string& material) {
            if (material == name) fail(path_, fmt::format("is of clusters, which do not hold on to other materials; give '{}' the law corotated", name));
        };
        for (const auto& [object, o] : scene_.objects) {
            if (!o.regions.empty() || o.texture) one_of_several("objects." + object + ".material", o.material);
            for (std::size_t k = 0; k < o.regions.size(); ++k) one_of_several(fmt::format("objects.{}.regions[{}].material", object, k), o.regions[k].material);
            for (std::size_t k = 0; o.texture && k < o.texture->levels.size(); ++k) one_of_several(fmt::format("objects.{}.texture.levels[{}].material", object, k), o.texture->levels[k].material);
        }
    }

    /// Large particles stand for the inside of what is elastic and stays so.
    void check_octree(const std::string& path, const ObjectSpec& o) const {
        const std::string octree = path + "octree";
        check_octree_material(octree, o.material);
        for (const RegionSpec& region : o.regions) check_octree_material(octree, region.material);
        if (o.sampling.lattice != SamplingSpec::Lattice::cubic) fail(octree, "joins cells of a cubic lattice; leave `lattice` out, or `octree`");
        if (o.sampling.jitter > 0) fail(path + "jitter", "has no meaning for the cells of an octree; leave it out");
        if (o.texture) fail(octree, "does not know where the materials of a texture meet; use `regions`, or leave `octree` out");
    }
    void check_octree_material(const std::string& octree, const std::string& name) const {
        const MaterialSpec& m = of(name);
        if (!m.elastic) fail(octree, fmt::format("is for elastic bodies, and '{}' is {}; leave it out, or give '{}' `elastic`", name, m.rigid ? "rigid" : m.lattice ? "virtual" : "a liquid", name));
        if (m.elastic->law == ElasticSpec::Law::clusters) fail(octree, fmt::format("does not go with the clusters of '{}', which count their members; use the law corotated", name));
        if (absorbs(m)) fail(octree, fmt::format("does not go with absorb_above of '{}', which puts particles of one size in order again; leave one of them out", name));
        if (m.melting || m.boiling || m.freezing || m.condensing || !m.becomes.empty()) fail(octree, fmt::format("does not go with '{}', which turns into something else particle by particle; leave it out", name));
        if (m.conductivity > 0 || m.cooling) fail(octree, fmt::format("does not go with heat in '{}', whose large particles would not conduct it; leave it out, or the heat", name));
        for (const auto& [other, what] : scene_.materials)
            if ((what.freezing && what.freezing->to == name) || (what.condensing && what.condensing->to == name) || std::any_of(what.becomes.begin(), what.becomes.end(), [&](const auto& b) { return b.to == name; }))
                fail(octree, fmt::format("does not go with '{}', which '{}' turns into; leave it out", name, other));
    }

    /// Where it is warm [Pa].
    static float least_modulus(const ElasticSpec& e) {
        float least = e.youngs_modulus;
        for (const CurvePoint& point : e.youngs_modulus_curve) least = std::min(least, point.value);
        return least;
    }

    /// A shape that follows keeps the elastic strain, which must be well below what it is asked about.
    void check_absorbing(const std::string& path, const MaterialSpec& m) const {
        const auto *metal = std::get_if<VonMisesSpec>(&m.plastic);
        const auto *gum   = std::get_if<CreepSpec>(&m.plastic);
        const float yields = metal ? metal->yield_stress / least_modulus(*m.elastic) : gum->yield_strain, above = metal ? *metal->absorb_above : *gum->absorb_above;
        if (above < 2 * yields) fail(path, fmt::format("is {}, less than twice the strain of {:.3g} from which it flows, so it would follow in each step; raise it", above, yields));
    }

    /// What solids with a shape do not go together with.
    void check_with_shape() const {
        for (const auto& [name, m] : scene_.materials) {
            if (const auto* gum = std::get_if<CreepSpec>(&m.plastic); gum && gum->absorb_above && gum->most_strain < 20)
                fail("materials." + name + ".plastic.most_strain", "is of a shape at rest that stays, and with absorb_above it follows; leave one of them out");
            if (m.elastic && absorbs(m)) check_absorbing("materials." + name + ".plastic.absorb_above", m);
            if (m.plastic.index() != 0 && !m.elastic && !m.lattice)
                fail("materials." + name + ".plastic", "has no meaning without `elastic` or `lattice`; add elastic: {youngs_modulus: 1 MPa}, or use `shear` for a liquid with a yield stress");
        }
        const auto solid = std::find_if(scene_.materials.begin(), scene_.materials.end(), [](const auto& m) { return is_solid(m.second); });
        if (solid == scene_.materials.end()) {
            const bool held = std::any_of(scene_.materials.begin(), scene_.materials.end(), [](const auto& m) { return m.second.lattice.has_value(); });
            if (!scene_.pins.empty() && !held) fail("pins." + scene_.pins.front().first, "holds nothing: no material is elastic or rigid");
            return;
        }
        for (const auto& [name, m] : scene_.materials)
            if (m.elastic && m.rigid)
                fail("materials." + name + ".rigid", "stands beside elastic; leave one of them out");
            else if (m.elastic && m.elastic->law == ElasticSpec::Law::clusters)
                check_clusters(name, m);
            else if (m.restitution > 0 && !m.rigid)
                fail("materials." + name + ".restitution", "is of rigid bodies; elastic ones bounce by themselves and lose speed by their damping");
        check_surroundings(solid->first);
        if (scene_.domain.leaving == DomainSpec::Leaving::remove)
            fail("domain.leaving", fmt::format("removes particles one by one, which solid bodies such as those of '{}' do not stand; use stop", solid->first));
        for (const auto& [name, source] : scene_.sources)
            if (is_solid(of(source.material)))
                fail("sources." + name + ".material", fmt::format("'{}' is solid, and a source has no shape to keep; use a liquid, or an object", source.material));
    }
};

}  // namespace

void settle_sampling(SceneFile& file) {
    for (auto& [name, object] : file.scene.objects)
        for (const auto& [material, m] : file.scene.materials)
            if (material == object.material && m.lattice && !file.places.contains("objects." + name + ".sampling.lattice")) object.sampling.lattice = SamplingSpec::Lattice::crystal;
}

void check_solids(const SceneFile& file) { SolidRules(file).check(); }

}  // namespace mote
