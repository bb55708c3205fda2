// Copyright (c) 2026 The Mote authors. MIT licence.
#include "builder.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <malloc.h>

#include "forecast.h"
#include "mote/mesh.h"
#include "mote/sampling.h"
#include "world/faces.h"

namespace mote {

BuiltScene Builder::build() {
    set_world();
    set_transitions();
    add_spreading();
    make_shapes();
    read_skins();
    make_sources();
    make_sinks();
    refuse_too_many();
    fill_objects();
    refuse_small_solids();
    refuse_matter_out_of_place();
    refuse_overlaps();
    refuse_freezing_without_room();
    thin_out_seams();
    cover_boundaries();
    clear_openings();
    refuse_too_many_samples();
    add_walls();
    for (std::size_t k = 0; k < scene_.objects.size(); ++k) add_matter(k);
    add_sources();
    add_becomings();
    add_heaters();
    choose_pressure_solver();
    put_matter_first();
    add_solids();
    measure_faces();
    report_.matter = world_->particles.size();
    look_around();
    forecast(scene_, *world_, report_);
    warn();
    return {std::move(world_), std::move(report_)};
}

void Builder::set_world() {
    World& w    = *world_;
    w.dimension = scene_.dimension;
    w.spacing   = scene_.spacing;
    w.support   = scene_.support * scene_.spacing;
    w.gravity   = scene_.gravity;
    w.xsph      = scene_.xsph;
    w.seed      = scene_.seed;
    w.time_step = scene_.time_step;
    w.domain    = scene_.domain;
    if (w.dimension == 2) w.gravity.z = 0;
    for (const auto& [name, material] : scene_.materials) {
        if (!material.changes.empty()) w.schedules.push_back(schedule_of(MaterialId(w.materials.size()), material));
        w.materials.push_back(material_of(material));
        w.material_names.push_back({name, material.colour, int(material.look)});
    }
    if (!scene_.pairs.empty()) w.pairs = make_pair_table(w.materials);
    for (const auto& [name, pair] : scene_.pairs) {
        const auto a = material_number(pair.first), b = material_number(pair.second);
        if (pair.tension) set_tension(w.pairs, a, b, *pair.tension, w.dimension);
        if (pair.diffusion) set_diffusion(w.pairs, a, b, *pair.diffusion);
        if (pair.conductance) set_conductance(w.pairs, a, b, *pair.conductance);
    }
}

/// Whether a frame, picture or film shows it.
static bool asks_for_strain(const OutputSpec& output) {
    const auto shows = [](const std::optional<PictureSpec>& picture) { return picture && (picture->colour == "strain" || picture->colour.starts_with("strain_")); };
    return output.strain || shows(output.pictures) || shows(output.movie);
}

/// Columns of what spreads, turns and keeps its shape, where something does.
void Builder::add_spreading() {
    World& w    = *world_;
    bool   heat = !scene_.heaters.empty(), solute = false;
    for (const auto& [name, m] : scene_.materials) solute = solute || m.diffusion > 0;
    for (const Material& m : w.materials) heat = heat || m.conductivity > 0 || m.changes() || m.loses_heat();
    for (const auto& [name, pair] : scene_.pairs) solute = solute || pair.diffusion.value_or(0) > 0;
    for (const auto& [name, o] : scene_.objects) solute = solute || o.concentration > 0;
    for (const auto& [name, s] : scene_.sources) solute = solute || s.concentration > 0;
    if (scene_.vorticity) {
        w.vorticity           = std::make_unique<Vorticity>(w.particles);
        w.vorticity->inertia  = scene_.vorticity->size * w.spacing * scene_.vorticity->size * w.spacing;
        w.vorticity->transfer = 0.5f * scene_.vorticity->rate * w.vorticity->inertia;
    }
    if (is_viscoelastic(w.materials)) w.viscoelastic = std::make_unique<Viscoelastic>(w.particles);
    for (const Material& m : w.materials)
        if (m.is_solid() && !w.solids) w.solids = std::make_unique<Solids>(w.particles, w.materials, something_freezes());
    for (const Material& m : w.materials)
        if (m.is_lattice() && !w.lattice) w.lattice = std::make_unique<Lattice>(w.particles, w.materials, something_freezes(), w.solids.get());
    if ((w.solids || w.lattice) && asks_for_strain(scene_.output)) w.strain = std::make_unique<Column<Mat3>>(w.particles, "strain", "", Mat3{}, Life::step);
    const bool octree = std::any_of(scene_.objects.begin(), scene_.objects.end(), [](const auto& o) { return o.second.sampling.octree > 0; });
    if (w.solids && octree) w.solids->sizes = std::make_unique<RowSizes>(w.solids->rest, w.particles, w.spacing);
    if ((w.solids || w.lattice) && something_freezes()) remember_depths(w);
    if (has_mixtures(w.materials)) w.mixture = std::make_unique<Mixture>(w.particles);
    if (w.lattice) w.lattice->swells = w.mixture != nullptr, w.lattice->melts = something_melts(), w.lattice->uneven = lighter_freezes();
    if (heat) w.heat = std::make_unique<Heat>(w.particles);
    if (solute) w.solute = std::make_unique<Solute>(w.particles);
    if (!heat) return;
    if (w.mixture) w.heat->dry = &w.mixture->dry;
    if (has_latent_heat(w.materials)) w.heat->latent = std::make_unique<Column<float>>(w.particles, "latent", "J/kg");
    for (const auto& [name, boundary] : scene_.boundaries) w.heat->insulated.push_back(boundary.insulated);
    for (const auto& [name, boundary] : scene_.boundaries) w.heat->conductance.push_back(boundary.conductance.value_or(0));
    w.heat->conductance.resize(scene_.boundaries.size() + scene_.objects.size() + scene_.sources.size());
    w.heat->insulated.resize(scene_.boundaries.size() + scene_.objects.size() + scene_.sources.size());
}

void Builder::make_shapes() {
    const auto add = [&](const std::string& path, const ShapeSpec& spec, std::vector<Body>& bodies) {
        bodies.push_back({path, located(path, [&] { return make_shape(spec, scene_.dimension); }), {}, {}, false, {}});
    };
    for (const auto& [name, object] : scene_.objects) {
        add("objects." + name, object.shape, objects_);
        Body& body       = objects_.back();
        body.composition = compose(scene_, object, *body.shape, [&](const std::string& field, const auto& make) { located(body.path + "." + field, make); });
    }
    for (const auto& [name, boundary] : scene_.boundaries) {
        add("boundaries." + name, boundary.shape, boundaries_);
        if (boundary.motion) boundaries_.back().motion = make_motion(*boundary.motion, boundary.shape.placement.at);
    }
}

/// Now, so that a mesh that cannot be read is told before anything runs.
void Builder::read_skins() {
    for (const auto& [name, skin] : scene_.output.skins) try {
            if (!skin.mesh.empty()) {
                report_.skin_points += load_mesh(skin.mesh).points.size();
                continue;
            }
            for (const auto& [of, object] : scene_.objects)
                if (of == name) report_.skin_points += load_mesh(std::get<MeshShape>(object.shape.form).file).points.size();
        } catch (const FileError& e) {
            throw file_.error("output.skins." + name + ".mesh", e.what());
        }
}

/// Appends the points of a body as rows of one role.
Index Builder::append(const std::vector<Vec3>& points, BodyId body, Role role) {
    Particles&  p     = world_->particles;
    const Index first = p.append(Index(points.size()));
    for (Index k = 0; k < points.size(); ++k) {
        const Index i              = first + k;
        p.id.edit()[i]            = p.next_id++;
        p.role.edit()[i]          = std::uint8_t(role);
        p.body.edit()[i]          = body;
        p.position_volume.edit()[i] = with_w(points[k], 0);
    }
    return first;
}

void Builder::report_body(const std::string& name, const std::string& material, Index first, Index last) {
    const Particles& p = world_->particles;
    BodyReport       body{name, material, material.empty(), last - first, 0, {}, false, {}};
    std::vector<PartReport> parts(body.boundary ? 0 : scene_.materials.size());
    for (Index i = first; i < last; ++i) {
        body.box.include(xyz(p.position_volume.host()[i]));
        if (body.boundary) continue;
        body.mass += double(p.mass.host()[i]);
        PartReport& part = parts[p.material.host()[i]];
        ++part.particles, part.mass += double(p.mass.host()[i]);
    }
    for (MaterialId m = 0; m < parts.size(); ++m)
        if (parts[m].particles > 0 && parts[m].particles < body.particles) body.parts.push_back({scene_.materials[m].first, parts[m].particles, parts[m].mass});
    report_.bodies.push_back(body);
    world_->bodies.push_back({name, body.boundary});
}

/// The reader has seen to it that there is one.
MaterialId Builder::material_number(const std::string& name) const {
    const auto found = std::find_if(scene_.materials.begin(), scene_.materials.end(),
                                    [&](const auto& m) { return m.first == name; });
    return MaterialId(found - scene_.materials.begin());
}

/// The fastest speed to be expected: what is there now, and what a fall from the highest matter adds.
float Builder::fastest() const {
    const World& w     = *world_;
    float        speed = float(fastest_wall()), top = 1e30f, bottom = -1e30f;  // along gravity
    const Vec3   down = normalised(w.gravity);
    for (Index i = report_.walls; i < w.particles.rows(); ++i) {
        speed = std::max(speed, length(xyz(w.particles.velocity_density.host()[i])));
        top   = std::min(top, dot(down, xyz(w.particles.position_volume.host()[i])));
    }
    if (w.sources)
        for (const Source& s : w.sources->list) {
            speed = std::max(speed, s.speed);
            top   = std::min(top, dot(down, s.middle));
        }
    for (const BodyReport& body : report_.bodies) {
        const Vec3 &low = body.box.low, &high = body.box.high;
        bottom = std::max(bottom, std::max(down.x * low.x, down.x * high.x) +
                                      std::max(down.y * low.y, down.y * high.y) +
                                      std::max(down.z * low.z, down.z * high.z));
    }
    const float fall = std::sqrt(2 * length(w.gravity) * std::max(bottom - top, 0.f));
    return std::sqrt(speed * speed + fall * fall);
}

/// Sound is ten times as fast, unless the scene says otherwise.
void Builder::choose_pressure_solver() {
    World& w              = *world_;
    auto   spec           = scene_.pressure;
    report_.fastest_speed = fastest();
    w.viscosity    = scene_.viscosity_solver;
    w.solid_solver = scene_.solids;
    w.sound_speed = w.damping = 0;
    if (auto* compressible = std::get_if<EquationOfStateSpec>(&spec)) {
        if (compressible->sound_speed == 0) compressible->sound_speed = std::max(10 * report_.fastest_speed, 1.f);
        w.sound_speed = compressible->sound_speed;
        w.damping     = compressible->damping;
    }
    report_.sound_speed = w.sound_speed;
    w.pressure          = make_pressure_solver(spec, w.spacing, w.particles);
}

void Builder::put_matter_first() {
    World&       w = *world_;
    CellOrder    all;
    const Order  order = all.find(w.exec, w.points(), w.particles.role.read());
    w.particles.reorder(w.exec, order.old_row, order.rows, order.ours);
    w.particles.trim();
    w.exec.workspace().clear();  // a step sorts matter alone
}

void Builder::warn() {
    const auto say = [&](const std::string& path, const std::string& sentence) {
        report_.warnings.push_back(file_.where(path) + ": " + path + ": " + sentence);
    };
    for (const BodyReport& body : report_.bodies) {
        const Vec3  size = body.box.size();
        const float thin = std::min({size.x, size.y, scene_.dimension == 3 ? size.z : size.x});
        if (!body.boundary && !body.source && thin < 0.9f * scene_.spacing)
            say("objects." + body.name, "is thinner than two particles; it will behave like a sheet or a string");
    }
    if (world_->sources)
        for (const Source& s : world_->sources->list) {
            const float cell = std::pow(scene_.spacing, float(scene_.dimension));
            if (s.volume < 0.7f * cell || s.volume > 1.4f * cell)
                say("sources." + s.name, fmt::format("its opening is so narrow that a particle has {:.2g} times the usual "
                                                     "volume; a smaller spacing would follow its shape better",
                                                     s.volume / cell));
        }
    if (const double end = report_.frames / double(scene_.output.fps); std::abs(end - double(scene_.duration)) > 1e-6)
        say("duration", fmt::format("is not a whole number of frames; the run ends at {:.6g} s", end));
    if (report_.time_step < 1e-5)
        say("time_step",
            fmt::format("steps of about {:.2g} s will be needed, so the run is slow", report_.time_step));
    if (const OutputSpec& o = scene_.output; o.pictures && o.movie && *o.movie != *o.pictures && *o.movie != PictureSpec{})
        say("output.movie", "its settings do nothing, as the film is made of `pictures`, which have their own; leave those out, or write `movie: {}`");
    warn_of_seams(say);
    warn_of_heat(say);
    if (!has_surface_tension(world_->materials)) {
        const auto check = [&](const std::string& path, float adhesion) {
            if (adhesion > 0) say(path + ".adhesion", "does nothing, as no liquid has a surface tension of its own; give one surface_tension: 0.07 N/m");
        };
        for (const auto& [name, boundary] : scene_.boundaries) check("boundaries." + name, boundary.adhesion);
        for (const auto& [name, material] : scene_.materials) check("materials." + name, material.adhesion);
    }
    if (scene_.boundaries.empty() && falls())
        say("boundaries", "there are none, so everything falls out of the scene");
}

BuiltScene build_scene(const SceneFile& file, const Exec& exec) {
    BuiltScene built = Builder(file, exec).build();
#ifdef __GLIBC__
    ::malloc_trim(0);  // what building needed beyond the world goes back to the system
#endif
    return built;
}

}  // namespace mote
