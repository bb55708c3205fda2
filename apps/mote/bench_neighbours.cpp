// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What neighbours cost, measured against a plain scalar density sweep over ready lists of the same points in the same
// process: machines differ and are noisy, the ratio is not.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "bench.h"
#include "mote/neighbours.h"
#include "mote/random.h"
#include "mote/stages.h"
#include "reference_sweep.h"

namespace mote::cli {
namespace {

constexpr float spacing = 0.01f, support = 2 * spacing, jitter = 0.4f;  // +-0.2 spacings

/// A jittered cubic lattice of `side`^3 points in shuffled order.
std::vector<Vec4> shuffled_lattice(Index side) {
    const Index                count = side * side * side;
    std::vector<std::uint64_t> key(count);
    std::vector<Index>         order(count);
    std::iota(order.begin(), order.end(), Index(0));
    for (Index i = 0; i < count; ++i) {
        const RandomBits bits = random_bits(2, i, 0, Purpose::test);
        key[i]                = std::uint64_t(bits.word[0]) << 32 | bits.word[1];
    }
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return key[a] < key[b]; });

    std::vector<Vec4> points(count);
    for (Index k = 0; k < count; ++k) {
        const Index i = order[k];
        const Vec3  r = random_point(1, i, 0, Purpose::jitter);
        const Vec3  corner{float(i % side), float(i / side % side), float(i / side / side)};
        points[k] =
            with_w(spacing * (corner + jitter * (r - Vec3{0.5f, 0.5f, 0.5f})), spacing * spacing * spacing);
    }
    return points;
}

struct Gather {
    View<const Vec4>  from;
    View<const Index> old_row;
    View<Vec4>        to;

    MOTE_FN void operator()(Index i) const { to[i] = from[old_row[i]]; }
};

/// The points in their sorted order, their lists and their densities.
class Bench {
public:
    Bench(Index side, int threads) : exec_(threads), points_(shuffled_lattice(side)), count_(Index(points_.size())) {
        particles_.append(count_);
        density_.resize(count_);
    }

    void sort() {
        const Order order = order_.find(exec_, {{points_.data()}, count_, count_, support});
        parallel_for(exec_, "gather", count_,
                     Gather{{points_.data()}, order.old_row, particles_.position_volume.write()});
    }
    void list() { neighbours_.build(exec_, {particles_.position_volume.read(), count_, count_, support}); }
    void density() { compute_density(exec_, particles_, neighbours_, Kernel(support, 3)); }
    void reference() { reference_sweep(reference_, support, density_); }

    /// The sorted points and their lists in plain arrays.
    void prepare_reference() {
        const auto          p    = particles_.position_volume.host();
        const NeighbourView view = neighbours_.host();
        reference_.neighbour.reserve(neighbours_.pairs());
        for (Index i = 0; i < count_; ++i) {
            reference_.x.push_back(p[i].x), reference_.y.push_back(p[i].y), reference_.z.push_back(p[i].z);
            reference_.mass.push_back(1000 * p[i].w);
            reference_.begin.push_back(Index(reference_.neighbour.size()));
            const auto list_i = view.of(i);
            reference_.neighbour.insert(reference_.neighbour.end(), list_i.begin(), list_i.end());
        }
        reference_.begin.push_back(Index(reference_.neighbour.size()));
    }

    /// Both sweeps must have computed the same thing.
    void compare() const {
        const auto p = particles_.velocity_density.host();
        for (Index i = 0; i < count_; ++i)
            check(std::abs(p[i].w - density_[i]) <= 1e-4f * density_[i], "stage and reference agree", p[i].w,
                  density_[i]);
    }

    Index         count() const { return count_; }
    int           threads() const { return exec_.threads(); }
    std::uint64_t pairs() const { return neighbours_.pairs(); }

private:
    Exec               exec_;
    std::vector<Vec4>  points_;
    Index              count_;
    Particles          particles_;
    CellOrder          order_;
    Neighbours         neighbours_;
    ReferencePoints    reference_;
    std::vector<float> density_;
};

template <class Work>
double timed(const Work& work) {
    const double start = cpu_ms();
    work();
    return cpu_ms() - start;
}

}  // namespace

nlohmann::ordered_json bench_neighbours(const BenchCommand& command) {
    const int wanted = command.particles > 0 ? command.particles : 1'000'000;
    Bench     bench(Index(std::lround(std::cbrt(double(wanted)))), std::max(command.threads, 1));

    bench.sort(), bench.list(), bench.density();  // warm: memory touched, room grown
    bench.prepare_reference();
    bench.reference();
    bench.compare();

    std::vector<double> sort, list, density, reference, build_ratio, density_ratio;
    for (int k = 0; k < command.repeat; ++k) {
        sort.push_back(timed([&] { bench.sort(); }));
        list.push_back(timed([&] { bench.list(); }));
        density.push_back(timed([&] { bench.density(); }));
        reference.push_back(timed([&] { bench.reference(); }));
        build_ratio.push_back((sort.back() + list.back()) / reference.back());
        density_ratio.push_back(density.back() / reference.back());
    }
    const double step_ms = median(sort) + median(list) + median(density);
    return {{"name", "neighbours"},
            {"particles", bench.count()},
            {"threads", bench.threads()},
            {"repeats", command.repeat},
            {"neighbours_per_particle", double(bench.pairs()) / bench.count()},
            {"sort_ms", median(sort)},
            {"list_ms", median(list)},
            {"density_ms", median(density)},
            {"reference_sweep_ms", median(reference)},
            {"build_over_reference", median(build_ratio)},
            {"density_over_reference", median(density_ratio)},
            {"steps", command.repeat},
            {"ms_per_step", step_ms},
            {"stages", {{"sort", median(sort)}, {"list", median(list)}, {"density", median(density)}}},
            {"pairs_per_second", double(bench.pairs()) / (median(density) * 1e-3)},
            {"peak_memory_bytes", peak_memory_bytes()}};
}

}  // namespace mote::cli
