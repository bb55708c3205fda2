// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/springs.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace mote {
namespace {

/// Where an end is, and how fast.
struct Ends {
    View<const Springs::Hold> hold;
    View<const Index>         particle;
    View<const Vec4>          position, velocity;

    MOTE_FN Both<Vec3, Vec3> operator()(const Spring::End& end) const {
        if (end.count == 0) return {end.place, Vec3{}};
        Both<Vec3, Vec3> mean{};
        for (Index k = end.first; k < end.first + end.count; ++k) {
            const Index i = particle[hold[k].row];
            mean.first += hold[k].weight * xyz(position[i]), mean.second += hold[k].weight * xyz(velocity[i]);
        }
        return mean;
    }
};

struct Pull {
    View<const Spring> spring;
    Ends               ends;
    View<Vec4>         force;

    MOTE_FN void operator()(Index k) const {
        const Spring& s    = spring[k];
        const auto    from = ends(s.end[0]), to = ends(s.end[1]);
        const Vec3    way = to.first - from.first;
        const float   now = length(way), longer = now - s.length;
        const Vec3    n   = now > 0 ? (1 / now) * way : Vec3{};
        force[k]          = with_w((s.stiffness * longer + s.damping * dot(n, to.second - from.second)) * n, 0.5f * s.stiffness * longer * longer);
    }
};

struct Share {
    View<const Index>         row, first, particle;
    View<const Springs::Hold> share;
    View<const Vec4>          force;
    View<const float>         mass;
    View<Vec3>                acceleration;

    MOTE_FN void operator()(Index u) const {
        const Index i = particle[row[u]];
        Vec3        sum{};
        for (Index k = first[u]; k < first[u + 1]; ++k) sum += share[k].weight * xyz(force[share[k].row]);
        acceleration[i] += (1 / mass[i]) * sum;
    }
};

struct FindRows {
    View<const Index> place;
    View<Index>       particle;

    MOTE_FN void operator()(Index i) const {
        if (place[i] != Solids::none) particle[place[i]] = i;
    }
};

}  // namespace

void Springs::add(const Side& from, const Side& to, Spring spring) {
    for (int e = 0; e < 2; ++e) {
        const Side& side = e == 0 ? from : to;
        spring.end[e].first = Index(holds_.size()), spring.end[e].count = Index(side.size());
        holds_.insert(holds_.end(), side.begin(), side.end());
    }
    springs_.push_back(spring);
}

void Springs::find_held(const RestShape& rest) {
    for (Index k = Index(held_.size()); k < holds_.size(); ++k) held_.push_back(rest.id.host()[holds_[k].row]);
    std::map<ParticleId, Index> row;
    for (Index s = 0; s < rest.rows(); ++s) row[rest.id.host()[s]] = s;
    for (Index k = 0; k < holds_.size(); ++k) holds_[k].row = row.at(held_[k]);
}

void Springs::prepare(const Exec& exec, const Particles& p, const Solids& solids) {
    struct Part {
        Index row, spring;
        float weight;
    };
    find_held(solids.rest);
    std::vector<Part>  parts;
    std::vector<float> mass(solids.rest.rows());
    for (Index i = 0; i < p.size(); ++i)
        if (solids.place.host()[i] != Solids::none) mass[solids.place.host()[i]] = p.mass.host()[i];
    stable_step_ = 1e30f;
    for (Index s = 0; s < springs_.size(); ++s) {
        float lightness = 0;  // of both ends: their acceleration by the force
        for (int e = 0; e < 2; ++e)
            for (Index k = springs_[s].end[e].first, last = k + springs_[s].end[e].count; k < last; ++k) {
                parts.push_back({holds_[k].row, s, e == 0 ? holds_[k].weight : -holds_[k].weight});
                lightness += holds_[k].weight * holds_[k].weight / mass[holds_[k].row];
            }
        // Half of what leapfrog stands of a mass on a spring with a damper; what is around the particles makes them heavier.
        const float rate = std::sqrt(springs_[s].stiffness * lightness), damped = 0.5f * springs_[s].damping * lightness / rate;
        stable_step_ = std::min(stable_step_, (std::sqrt(1 + damped * damped) - damped) / rate);
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.row < b.row; });
    spring_.resize(exec, springs_.size()), hold_.resize(exec, holds_.size()), force_.resize(exec, springs_.size());
    row_.resize(exec, parts.size()), first_.resize(exec, parts.size() + 1), share_.resize(exec, parts.size());
    std::copy(springs_.begin(), springs_.end(), spring_.edit().data);
    std::copy(holds_.begin(), holds_.end(), hold_.edit().data);
    rows_ = 0;
    for (Index k = 0; k < parts.size(); ++k) {
        if (k == 0 || parts[k].row != parts[k - 1].row) row_.edit()[rows_] = parts[k].row, first_.edit()[rows_++] = k;
        share_.edit()[k] = {parts[k].spring, parts[k].weight};
    }
    first_.edit()[rows_] = Index(parts.size());
}

void Springs::find_forces(const Exec& exec, const Particles& p, const Solids& solids) {
    particle_.resize(exec, solids.rest.rows());
    parallel_for(exec, "springs", p.size(), FindRows{solids.place.read(), particle_.write()});
    parallel_for(exec, "springs", Index(springs_.size()),
                 Pull{spring_.read(), {hold_.read(), particle_.read(), p.position_volume.read(), p.velocity_density.read()}, force_.write()});
}

void Springs::pull(const Exec& exec, Particles& p, const Solids& solids) {
    find_forces(exec, p, solids);
    parallel_for(exec, "springs", rows_, Share{row_.read(), first_.read(), particle_.read(), share_.read(), force_.read(), p.mass.read(), p.acceleration.write()});
}

double Springs::energy(const Exec& exec, const Particles& p, const Solids& solids) {
    find_forces(exec, p, solids);
    double sum = 0;
    for (Index s = 0; s < springs_.size(); ++s) sum += double(force_.host()[s].w);
    return sum;
}

}  // namespace mote
