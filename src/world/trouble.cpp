// Copyright (c) 2026 The Mote authors. MIT licence.
#include "trouble.h"

#include <cmath>
#include <cstdio>

#include "laws/point/elastic.h"
#include "mote/neighbours.h"

namespace mote {
namespace {

std::string text(const char* format, auto... values) {
    char      buffer[256];
    const int n = std::snprintf(buffer, sizeof buffer, format, values...);
    return {buffer, std::size_t(std::min(n, int(sizeof buffer) - 1))};
}

std::string story(const Trouble& trouble, float dt, float smallest) {
    switch (trouble.kind) {
        case Trouble::Kind::not_finite:
            return "its velocity, density or acceleration is no longer a number";
        case Trouble::Kind::too_fast:
            return text(
                "it would cross more than its support radius in a step of %.3g s, and half of that is below "
                "time_step.smallest (%.3g s)",
                double(dt), double(smallest));
        case Trouble::Kind::out_of_domain:
            return "it left the domain";
    }
    return "";
}

bool is_elastic(const World& w, Index i) { return w.solids && w.solids->place.host()[i] < w.solids->elastic_rows(); }

/// What helps where an elastic body is deformed too far or too fast.
std::string ease(const World& w, Index i) {
    const std::string material = "`materials." + w.material_names[w.particles.material.host()[i]].name;
    return "Deform '" + w.bodies[w.particles.body.host()[i]].name + "' less far or more slowly, raise " + material + ".elastic.damping`, choose the law neo_hookean there, let it flow with " +
           material + ".plastic`, or set a smaller `time_step.largest`; and look for bodies that overlap.";
}

std::string remedy(const World& w, const Trouble& trouble) {
    if (trouble.kind == Trouble::Kind::out_of_domain)
        return "Close the boundary it went through, widen `domain`, or set `domain.leaving: remove`.";
    if (is_elastic(w, trouble.row)) return ease(w, trouble.row);
    return "Try a smaller `time_step.courant` or a larger `pressure.sound_speed`, and look for bodies that overlap.";
}

/// A velocity that is no number spoils the accelerations of all neighbours: it is to blame, whoever was found first.
Index culprit(const Particles& p, const Trouble& trouble) {
    if (trouble.kind == Trouble::Kind::not_finite)
        for (Index i = 0; i < p.size(); ++i)
            if (!finite(p.velocity_density.host()[i])) return i;
    return trouble.row;
}

[[noreturn]] void stop(const World& w, Index i, const std::string& why, const std::string& what_to_do) {
    const Particles& p = w.particles;
    const Vec4       x = p.position_volume.host()[i], v = p.velocity_density.host()[i];
    const ParticleId id = p.id.host()[i];
    throw Unsound(text("particle %u of '", id) + w.bodies[p.body.host()[i]].name + "' (material '" +
                      w.material_names[p.material.host()[i]].name +
                      text("') made the run unsound at t = %.6g s, step %llu: ", w.time,
                           static_cast<unsigned long long>(w.step_number)) +
                      why + ". " +
                      text("It is at (%.4g, %.4g, %.4g) m, moves at (%.4g, %.4g, %.4g) m/s, has density %.4g kg/m^3 "
                           "and %u neighbours. ",
                           double(x.x), double(x.y), double(x.z), double(v.x), double(v.y), double(v.z), double(v.w),
                           w.step_number > 0 ? w.neighbours.host().count(i) : Index(0)) +
                      what_to_do,
                  id);
}

/// The particle whose neighbourhood is deformed most, or is no longer a number, and the stretches there.
struct Deformed {
    Index       particle;
    std::string story;
};
Deformed most_deformed(const World& w) {
    const Solids& solids = *w.solids;
    Index         worst  = Solids::none;
    float         most   = -1;
    for (Index i = 0; i < w.particles.size(); ++i) {
        if (!is_elastic(w, i)) continue;
        const Mat3  f    = solids.rest.deformation.host()[solids.place.host()[i]];
        const float much = inner(f, f) + inner(cofactor(f), cofactor(f));
        if (worst == Solids::none || !(much <= most)) worst = i, most = much;
    }
    const Vec3 s = svd(solids.rest.deformation.host()[solids.place.host()[worst]]).sigma;
    return {worst, text("its body is deformed there to %.3g, %.3g and %.3g times its lengths at rest", double(s.x), double(s.y), double(s.z))};
}

}  // namespace

void refuse_short_step(const World& w, float dt, bool of_solids) {
    if (dt >= w.time_step.smallest || dt == 0) return;  // 0: a speed is infinite, which find_trouble tells
    const std::string limit = text("steps of at most %.3g s are stable, and time_step.smallest is %.3g s", double(dt), double(w.time_step.smallest));
    if (of_solids) {
        const Deformed worst = most_deformed(w);
        stop(w, worst.particle, limit + " (" + worst.story + ")", ease(w, worst.particle));
    }
    const auto v       = w.particles.velocity_density.host();
    Index      fastest = 0;
    for (Index i = 0; i < w.particles.size(); ++i)
        if (length(xyz(v[i])) > length(xyz(v[fastest]))) fastest = i;
    stop(w, fastest, limit + " (it is the fastest particle)",
         is_elastic(w, fastest) ? ease(w, fastest) : "Lower `time_step.smallest`, `pressure.sound_speed` or the viscosity, or use a larger `spacing`.");
}

void refuse_energy(const World& w, double energy) {
    if (std::isfinite(energy)) return;
    const Deformed worst = most_deformed(w);
    stop(w, worst.particle, "the elastic energy is no longer a number (" + worst.story + ")", ease(w, worst.particle));
}

void give_up(const World& w, const Trouble& trouble, float dt) {
    const bool    lost = !finite(w.particles.position_volume.host()[trouble.row]);
    const Trouble found{lost ? Trouble::Kind::not_finite : trouble.kind, trouble.row};
    const Trouble at{found.kind, culprit(w.particles, found)};
    stop(w, at.row, story(at, dt, w.time_step.smallest), remedy(w, at));
}

}  // namespace mote
