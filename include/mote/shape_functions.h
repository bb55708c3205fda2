// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One interface for SPH and moving least squares: <f>(x) = sum_j Phi_j(x) f_j, and a cache for points and samples
// that stay where they are.
#pragma once
#include "mote/approximation.h"
#include "mote/mls.h"

namespace mote {

/// How shape functions are made, from cheap to exact.
enum class Scheme {
    sph,       ///< V_j W: no consistency guaranteed.
    shepard,   ///< normalised: constants exact.
    mls1,      ///< linear fields exact.
    mls2,      ///< quadratic fields exact.
};

/// The shape functions of one point.
template <class T = Real>
struct ShapeFunctions {
    struct Term {
        Index    sample;
        T        value;      ///< Phi_j
        Vec3T<T> gradient;   ///< by x [1/m]
    };
    std::vector<Term> terms;
    int               order = -1;   ///< Order guaranteed: -1 (none), 0, 1, 2. May be lower than that of the scheme.
    int               rank  = 0;    ///< See MlsFit; 0 for sph.

    template <class Field>
    FieldValue<Field> value(const Field& f) const {
        FieldValue<Field> sum{};
        for (const Term& t : terms) sum += t.value * f[t.sample];
        return sum;
    }
    template <class Field>
    Vec3T<T> gradient(const Field& f) const {
        Vec3T<T> sum;
        for (const Term& t : terms) sum += f[t.sample] * t.gradient;
        return sum;
    }
};

template <class T>
ShapeFunctions<T> shape_functions(Scheme scheme, const Samples<T>& samples, const Vec3T<T>& x, Near near);

/// Shape functions of many points, kept as a sparse matrix: evaluating a field costs one multiplication per
/// neighbour, whatever the scheme. For solids (kernels in material space), probes, and skinned surfaces.
template <class T = Real>
class ShapeCache {
public:
    explicit ShapeCache(Scheme scheme) : scheme_(scheme) {}

    /// Makes the shape functions anew if points, samples or kernel differ from last time; says whether it did.
    bool update(const Samples<T>& samples, std::span<const Vec3T<T>> points);

    /// The field and its gradient at all points.
    std::vector<T>        value(std::span<const T> f) const;
    std::vector<Vec3T<T>> value(std::span<const Vec3T<T>> f) const;
    std::vector<Vec3T<T>> gradient(std::span<const T> f) const;

    std::size_t points() const { return points_.size(); }
    int         order(std::size_t point) const { return points_[point].order; }

private:
    template <class Result, class Weight>
    std::vector<Result> multiply(const Weight& weight) const;

    Scheme                         scheme_;
    std::uint64_t                  made_for_ = 0;   // hash of what the functions were made from
    std::size_t                    samples_  = 0;
    std::vector<ShapeFunctions<T>> points_;
};

}  // namespace mote
