// Copyright (c) 2026 The Mote authors. MIT licence.
//
// One interface for SPH and moving least squares: <f>(x) = sum_j Phi_j(x) f_j, and a cache for points and samples
// that stay where they are.
#pragma once
#include "mote/approximation.h"
#include "mote/error.h"
#include "mote/mls.h"

namespace mote {

/// How shape functions are made, from cheap to exact.
enum class ShapeScheme {
    sph,      ///< V_j W: no consistency guaranteed.
    shepard,  ///< normalised: constants exact.
    mls1,     ///< linear fields exact.
    mls2,     ///< quadratic fields exact.
};

/// The shape functions of one point.
template <class T = Real>
struct ShapeFunctions {
    struct Term {
        Index    sample;
        T        value;     ///< Phi_j
        Vec3T<T> gradient;  ///< by x [1/m]
    };
    std::vector<Term> terms;
    int               order = -1;  ///< Order guaranteed: -1 (none), 0, 1, 2. May be lower than that of the scheme.
    int               rank  = 0;   ///< See MlsFit; 0 for sph.

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
ShapeFunctions<T> shape_functions(ShapeScheme scheme, const Samples<T>& samples, const Vec3T<T>& x, NearRows near);

/// Shape functions of many points, kept as a sparse matrix: evaluating a field costs one multiplication per
/// neighbour, whatever the scheme. For solids (kernels in material space), probes, and skinned surfaces.
template <class T = Real>
class ShapeCache {
public:
    explicit ShapeCache(ShapeScheme scheme) : scheme_(scheme) {}

    /// Makes the shape functions anew if points, samples or kernel differ from last time; says whether it did.
    bool update(const Samples<T>& samples, std::span<const Vec3T<T>> points);

    /// A field of numbers or vectors at all points; f has one entry per sample.
    template <class Field>
    auto value(const Field& f) const {
        return multiply<FieldValue<Field>>(f, [&](const Term& t) { return t.value * f[t.sample]; });
    }
    /// The gradient of a field of numbers at all points.
    template <class Field>
    auto gradient(const Field& f) const {
        return multiply<Vec3T<T>>(f, [&](const Term& t) { return f[t.sample] * t.gradient; });
    }

    std::size_t points() const { return order_.size(); }
    int         order(std::size_t point) const { return order_[point]; }  ///< See ShapeFunctions.

private:
    using Term = typename ShapeFunctions<T>::Term;

    template <class Result, class Field, class Product>
    std::vector<Result> multiply(const Field& f, const Product& product) const {
        check(f.size() == samples_, "a field has one entry per sample", f.size(), samples_);
        std::vector<Result> result(points());
        for (std::size_t row = 0; row < points(); ++row)
            for (std::size_t k = begin_[row]; k < begin_[row + 1]; ++k) result[row] += product(terms_[k]);
        return result;
    }

    ShapeScheme              scheme_;
    std::uint64_t            made_from_ = 0;  // hash of samples, kernel and points
    std::size_t              samples_   = 0;
    std::vector<std::size_t> begin_{0};  // rows of the sparse matrix: terms begin_[row] .. begin_[row + 1]
    std::vector<Term>        terms_;
    std::vector<int>         order_;
};

}  // namespace mote
