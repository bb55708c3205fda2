// Copyright (c) 2026 The Mote authors. MIT licence.
#include "builder.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "world/sources.h"

namespace mote {

/// The end of the last frame [s].
double Builder::end() const { return std::round(double(scene_.duration) * double(scene_.output.fps)) / double(scene_.output.fps); }

void Builder::make_sources() {
    for (const auto& [name, spec] : scene_.sources) {
        const std::string path = "sources." + name;
        const std::string form = path + (spec.mesh ? ".mesh" : spec.disc ? ".disc" : ".rectangle");
        const Opening opening  = located(form, [&, &spec = spec] { return make_opening(spec, scene_.spacing, scene_.dimension); });
        Source        s;
        s.name        = name;
        s.lattice     = place_layers(path, opening);
        s.middle      = opening.middle;
        s.direction   = opening.direction;
        s.area        = opening.area;
        s.speed       = spec.speed ? *spec.speed : float(double(*spec.rate) / opening.area);
        s.period      = double(scene_.spacing) / double(s.speed);
        s.volume      = float(opening.area * double(scene_.spacing) / double(s.lattice.places.size()));
        s.temperature = spec.temperature;
        s.concentration = spec.concentration;
        s.material    = material_number(spec.material);
        s.most        = spec.most;
        for (const Span& span : spec.on) s.open.push_back({double(span.from), double(span.to)});
        if (spec.on.empty()) s.open.push_back({double(spec.start), double(spec.stop.value_or(INFINITY))});
        if (!std::isnormal(s.speed) || !std::isnormal(s.volume) || s.speed > 1e6f)
            throw file_.error(path + (spec.speed ? ".speed" : ".rate"),
                              fmt::format("makes {} m/s through an opening of {:.3g} m^{}, which is out of all range; "
                                          "look at the units",
                                          s.speed, s.area, scene_.dimension - 1));
        sources_.push_back(std::move(s));
    }
}

/// The lattice of a layer. An opening may lie in the surface of a boundary; half a spacing in front of it, matter needs a
/// quarter of a spacing to every boundary, so places that lie nearer are left out, and a place inside is a mistake.
SourceLattice Builder::place_layers(const std::string& path, const Opening& opening) const {
    const float quarter = 0.24f * scene_.spacing;
    const Box   domain{scene_.domain.low, scene_.domain.high};
    const auto  room = [&](std::size_t b, const Vec3& x) { return ahead(b, x + 0.5f * scene_.spacing * opening.direction); };
    const SourceLattice all = lay_lattice(opening, scene_.spacing, scene_.dimension);
    const auto          is_free = [&](const Vec3& x) {
        for (std::size_t b = 0; b < boundaries_.size(); ++b)
            if (room(b, x) < quarter) return false;
        return true;
    };
    const auto refuse = [&](const auto& is_wrong, const std::string& where) {
        const auto wrong = std::count_if(all.places.begin(), all.places.end(), is_wrong);
        if (wrong > 0)
            throw file_.error(path, fmt::format("{} of the {} places in its opening lie {}", wrong, all.places.size(), where));
    };
    refuse([&](const Vec3& x) { return !domain.contains(x); }, "outside the domain; move it, or widen `domain`");
    refuse_opening_at_face(path, all, opening.direction);
    for (std::size_t b = 0; b < boundaries_.size(); ++b)
        refuse([&](const Vec3& x) { return room(b, x) < -quarter; },
               fmt::format("inside the boundary '{}', so that nothing can come out; move the opening to its surface or "
                           "beyond, or turn its direction round",
                           scene_.boundaries[b].first));
    const auto refuse_shut = [&](const SourceLattice& lattice) {
        for (std::size_t b = 0; b < boundaries_.size(); ++b) {
            const Body& body = boundaries_[b];
            const Pose  pose = body.motion ? body.motion->pose(0) : Pose{};
            const auto  shut = std::count_if(lattice.places.begin(), lattice.places.end(), [&](const Vec3& x) {
                return is_shut(*body.shape, scene_.boundaries[b].second.inside, pose, x, opening.direction, scene_.spacing);
            });
            if (shut > 0)
                throw file_.error(path, fmt::format("{} of the {} places in its opening have the boundary '{}' in front of them, nearer than the two "
                                                    "spacings ({:.4g} m) that matter needs to turn aside; move the opening away from it, or "
                                                    "make the spacing smaller",
                                                    shut, lattice.places.size(), scene_.boundaries[b].first, 2 * scene_.spacing));
        }
    };
    if (std::all_of(all.places.begin(), all.places.end(), is_free) && !all.places.empty()) return refuse_shut(all), all;
    SourceLattice rest = lay_lattice(opening, scene_.spacing, scene_.dimension, is_free);
    if (rest.places.empty())
        throw file_.error(path, fmt::format("its opening has no room for a single particle between the boundaries at a "
                                            "spacing of {0} m; move it {1} m away from them, or make the spacing smaller",
                                            scene_.spacing, 0.5f * scene_.spacing));
    refuse_shut(rest);
    return rest;
}

/// The layers behind an opening take the place of whatever matter or boundary would be there.
void Builder::clear_openings() {
    const float depth = float(wall_layers(scene_.support)) * scene_.spacing, near = 0.7f * scene_.spacing;
    for (const Source& s : sources_)
        for (auto* bodies : {&objects_, &boundaries_})
            for (Body& body : *bodies)
                if (!body.motion) std::erase_if(body.points, [&](const Vec3& x) {
                    const float height = dot(x - s.middle, s.direction);
                    return height > -depth && height < near && s.lattice.distance(x) < near;
                });
    for (const Body& body : objects_) refuse_empty(body);
}

void Builder::make_sinks() {
    for (const auto& [name, sink] : scene_.sinks) {
        world_->sinks.list.push_back(
            {name, located("sinks." + name, [&, &sink = sink] { return make_shape(sink.shape, scene_.dimension); }), 0});
        refuse_crossing("sinks." + name, world_->sinks.list.back().shape->bounds(), 0);
    }
}

/// What comes in until the end, at the most.
std::uint64_t Builder::coming() const {
    std::uint64_t sum = 0;
    for (const Source& s : sources_) sum += s.particles_until(end());
    return sum;
}

void Builder::add_sources() {
    World& w = *world_;
    if (sources_.empty()) return;
    w.sources = std::make_unique<Sources>(w.particles);
    for (Source& s : sources_) {
        s.body = BodyId(w.bodies.size());
        w.bodies.push_back({s.name, false});
        BodyReport body{s.name, scene_.materials[s.material].first, false, Index(s.particles_until(end())), 0, {}, true, {}};
        body.mass = double(body.particles) * double(s.volume) * double(w.materials[s.material].rest_density);
        for (const Vec3& x : s.lattice.places) body.box.include(x);
        report_.bodies.push_back(body);
        report_.coming += body.particles;
        w.sources->list.push_back(std::move(s));
    }
}

}  // namespace mote
