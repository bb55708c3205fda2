// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cmath>
#include <random>
#include <vector>

#include "mote/approximation.h"

namespace mote {

/// Numbers between -1 and 1, the same in every run.
class Noise {
public:
    explicit Noise(unsigned seed = 1) : engine_(seed) {}
    double operator()() { return double(engine_()) / 2147483648.0 - 1; }

private:
    std::mt19937 engine_;
};

/// A square or cubic lattice of spacing 1, n points a side, each shifted at random by up to `jitter`.
template <class T>
std::vector<Vec3T<T>> jittered_lattice(int n, int dimension, double jitter, unsigned seed = 1) {
    std::vector<Vec3T<T>> points;
    Noise                 noise(seed);
    const auto            at = [&](int k, bool counts) { return counts ? T(k + jitter * noise()) : T(0); };
    for (int z = 0; z < (dimension > 2 ? n : 1); ++z)
        for (int y = 0; y < (dimension > 1 ? n : 1); ++y)
            for (int x = 0; x < n; ++x) {
                const T px = at(x, true), py = at(y, dimension > 1), pz = at(z, dimension > 2);
                points.push_back({px, py, pz});
            }
    return points;
}

/// Close-packed spheres (face-centred cubic), nearest neighbours 1 apart, around the origin; layers normal to z.
template <class T>
std::vector<Vec3T<T>> close_packed(int reach) {
    std::vector<Vec3T<T>> points;
    for (int a = -reach; a <= reach; ++a)
        for (int b = -reach; b <= reach; ++b)
            for (int c = -reach; c <= reach; ++c)
                points.push_back({T(a + 0.5 * b + 0.5 * c), T(std::sqrt(3.) / 2 * b + std::sqrt(3.) / 6 * c),
                                  T(std::sqrt(2. / 3) * c)});
    return points;
}

/// The hexagonal lattice of the plane, nearest neighbours 1 apart, around the origin.
template <class T>
std::vector<Vec3T<T>> hexagonal(int reach) {
    std::vector<Vec3T<T>> points;
    for (int a = -reach; a <= reach; ++a)
        for (int b = -reach; b <= reach; ++b) points.push_back({T(a + 0.5 * b), T(std::sqrt(3.) / 2 * b), T(0)});
    return points;
}

/// The sample nearest to x.
template <class T>
Index nearest(const std::vector<Vec3T<T>>& points, const Vec3T<T>& x) {
    Index best = 0;
    for (Index i = 0; i < points.size(); ++i)
        if (length(points[i] - x) < length(points[best] - x)) best = i;
    return best;
}

/// f at every point.
template <class T, class F>
auto sampled(const std::vector<Vec3T<T>>& points, const F& f) {
    std::vector<decltype(f(points[0]))> values;
    for (const auto& p : points) values.push_back(f(p));
    return values;
}

/// Points with volumes, kernel and search, ready for every operator.
template <class T>
struct Cloud {
    std::vector<Vec3T<T>> position;
    std::vector<T>        volume;
    AnyKernelT<T>         kernel;
    SampleSearch<T>       search;
    Samples<T>            samples;

    Cloud(std::vector<Vec3T<T>> p, const AnyKernelT<T>& k, T each)
        : position(std::move(p)),
          volume(position.size(), each),
          kernel(k),
          search(position, kernel.h),
          samples{position, volume, kernel} {}
    Cloud(const Cloud&) = delete;

    std::vector<Index> near(Index i) const { return search.near(position[i]); }
};

}  // namespace mote
