// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "bench.h"
#include "mote/neighbours.h"
#include "mote/world.h"
#include "reference_sweep.h"

namespace mote::cli {

/// A plain scalar density sweep over the first lists of a world. Machines change their pace: it is taken again during the run.
class Reference {
public:
    explicit Reference(const World& world) : support_(world.support), density_(world.particles.rows()) {
        const auto          p    = world.particles.position_volume.host();
        const NeighbourView view = world.neighbours.host();
        const Index         rows = world.particles.rows();
        for (auto* column : {&points_.x, &points_.y, &points_.z, &points_.mass}) column->reserve(rows);
        points_.begin.reserve(rows + 1), points_.neighbour.reserve(world.neighbours.pairs());
        for (Index i = 0; i < rows; ++i) {
            points_.x.push_back(p[i].x), points_.y.push_back(p[i].y), points_.z.push_back(p[i].z), points_.mass.push_back(p[i].w);
            points_.begin.push_back(std::uint32_t(points_.neighbour.size()));
            if (i >= world.particles.size()) continue;  // walls have no lists
            const auto list = view.of(i);
            points_.neighbour.insert(points_.neighbour.end(), list.begin(), list.end());
        }
        points_.begin.push_back(std::uint32_t(points_.neighbour.size()));
    }
    void measure() {
        reference_sweep(points_, support_, density_);  // what the step left in the caches is not its fault
        const double start = cpu_ms();
        reference_sweep(points_, support_, density_);
        times_.push_back(cpu_ms() - start);
    }
    double      ms() const { return median(times_); }
    double      last() const { return times_.back(); }
    std::size_t bytes() const { return 4 * (6 * points_.x.size() + points_.neighbour.size()); }

private:
    ReferencePoints     points_;
    float               support_;
    std::vector<float>  density_;
    std::vector<double> times_;
};

}  // namespace mote::cli
