// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>
#include <string>

#include <cstdint>  // nanoflann 1.4 forgets it
#include <nanoflann.hpp>

#include "mote/approximation.h"
#include "mote/error.h"

namespace mote {
namespace {

/// The positions as nanoflann wants to see them.
template <class T>
struct Cloud {
    std::vector<Vec3T<T>> point;

    std::size_t kdtree_get_point_count() const { return point.size(); }
    T           kdtree_get_pt(std::size_t i, std::size_t axis) const {
                  return axis == 0 ? point[i].x : axis == 1 ? point[i].y : point[i].z;
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};

/// Collects rows nearer than a radius, without sorting by distance.
template <class T>
class Collector {
public:
    using DistanceType = T;
    Collector(T squared_radius, std::vector<Index>& rows) : squared_radius_(squared_radius), rows_(rows) {}

    std::size_t size() const { return rows_.size(); }
    bool        full() const { return true; }
    T           worstDist() const { return squared_radius_; }
    bool        addPoint(T squared, Index row) {
               if (squared < squared_radius_) rows_.push_back(row);
        return true;
    }

private:
    T                   squared_radius_;
    std::vector<Index>& rows_;
};

}  // namespace

template <class T>
struct SampleSearch<T>::Tree {
    using Metric = nanoflann::L2_Simple_Adaptor<T, Cloud<T>, T, Index>;
    using Kd     = nanoflann::KDTreeSingleIndexAdaptor<Metric, Cloud<T>, 3, Index>;

    explicit Tree(std::span<const Vec3T<T>> position) : cloud{{position.begin(), position.end()}}, kd(3, cloud, {16}) {}

    Cloud<T> cloud;
    T        radius = 0;
    Kd       kd;
};

template <class T>
SampleSearch<T>::SampleSearch(std::span<const Vec3T<T>> position, T radius) {
    if (!(radius > 0) || !std::isfinite(radius))
        throw SceneError("a search radius must be positive and finite, not " + std::to_string(radius) + " m");
    for (std::size_t i = 0; i < position.size(); ++i)
        if (const auto& p = position[i]; !std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            throw SceneError("the position of sample " + std::to_string(i) + " is not a finite number");
    tree_         = std::make_unique<Tree>(position);
    tree_->radius = radius;
}

template <class T>
SampleSearch<T>::~SampleSearch() = default;
template <class T>
SampleSearch<T>::SampleSearch(SampleSearch&&) noexcept = default;
template <class T>
SampleSearch<T>& SampleSearch<T>::operator=(SampleSearch&&) noexcept = default;

template <class T>
std::vector<Index> SampleSearch<T>::near(const Vec3T<T>& x) const {
    std::vector<Index> rows;
    if (tree_->cloud.point.empty()) return rows;
    Collector<T> collector(tree_->radius * tree_->radius, rows);
    tree_->kd.findNeighbors(collector, &x.x, {});
    std::sort(rows.begin(), rows.end());
    return rows;
}

template <class T>
std::vector<std::vector<Index>> SampleSearch<T>::lists() const {
    std::vector<std::vector<Index>> all;
    all.reserve(tree_->cloud.point.size());
    for (const auto& x : tree_->cloud.point) all.push_back(near(x));
    return all;
}

template <class T>
std::vector<T> number_density_volumes(std::span<const Vec3T<T>> position, const AnyKernelT<T>& kernel) {
    const SampleSearch<T> search(position, kernel.h);
    std::vector<T>        volume(position.size());
    for (Index i = 0; i < position.size(); ++i)
        volume[i] = number_density_volume(kernel, position, i, search.near(position[i]));
    return volume;
}

template class SampleSearch<float>;
template class SampleSearch<double>;
template std::vector<float>  number_density_volumes(std::span<const Vec3>, const AnyKernel&);
template std::vector<double> number_density_volumes(std::span<const Vec3d>, const AnyKernelT<double>&);

}  // namespace mote
