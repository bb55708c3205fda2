// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/shape_functions.h"

#include <cstring>

namespace mote {
namespace {

template <class T>
ShapeFunctions<T> sph_functions(const Samples<T>& s, const Vec3T<T>& x, NearRows near) {
    ShapeFunctions<T> result;
    for (const Index j : near) {
        const Vec3T<T> x_ij = x - s.position[j];
        result.terms.push_back({j, s.volume[j] * s.kernel.at(x_ij), s.volume[j] * s.kernel.gradient(x_ij)});
    }
    return result;
}

/// Phi_j = V_j W_j / sum V W, and the quotient rule for its gradient.
template <class T>
ShapeFunctions<T> shepard_functions(const Samples<T>& s, const Vec3T<T>& x, NearRows near) {
    ShapeFunctions<T> result = sph_functions(s, x, near);
    T                 sum    = 0;
    Vec3T<T>          slope;
    for (const auto& t : result.terms) sum += t.value, slope += t.gradient;
    if (!(sum > 0)) return {};
    for (auto& t : result.terms) {
        t.value /= sum;
        t.gradient = (t.gradient - t.value * slope) / sum;
    }
    result.order = 0, result.rank = 1;
    return result;
}

template <class T>
ShapeFunctions<T> mls_functions(int order, const Samples<T>& s, const Vec3T<T>& x, NearRows near) {
    const MlsSpec     spec{.order = order, .dimension = s.kernel.dimension};
    const MlsFit<T>   fit = fit_mls(spec, s.kernel, s.position, near, x);
    ShapeFunctions<T> result;
    if (fit.order < 0) return result;
    for (const Index j : near) {
        const ShapeValue<T> shape = fit.shape(s.kernel, s.position[j]);
        result.terms.push_back({j, shape.value, shape.gradient});
    }
    result.order = fit.order, result.rank = fit.rank;
    return result;
}

/// FNV-1a, 64 bits: tells whether an input is the one of last time.
class Hash {
public:
    template <class V>
    void add(std::span<const V> values) {
        const auto* byte = reinterpret_cast<const unsigned char*>(values.data());
        for (std::size_t k = 0; k < values.size_bytes(); ++k) state_ = (state_ ^ byte[k]) * 0x100000001b3u;
    }
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace

template <class T>
ShapeFunctions<T> shape_functions(ShapeScheme scheme, const Samples<T>& samples, const Vec3T<T>& x, NearRows near) {
    switch (scheme) {
        case ShapeScheme::sph:
            return sph_functions(samples, x, near);
        case ShapeScheme::shepard:
            return shepard_functions(samples, x, near);
        case ShapeScheme::mls1:
            return mls_functions(1, samples, x, near);
        case ShapeScheme::mls2:
            break;
    }
    return mls_functions(2, samples, x, near);
}

template <class T>
bool ShapeCache<T>::update(const Samples<T>& samples, std::span<const Vec3T<T>> points) {
    // Two values tell kernels of one support radius apart.
    const T numbers[] = {T(points.size()), samples.kernel.h, T(samples.kernel.dimension), samples.kernel.at_zero(),
                         samples.kernel(samples.kernel.h / 2)};
    Hash    hash;
    hash.add(std::span<const T>(numbers));
    hash.add(points);
    hash.add(samples.position);
    hash.add(samples.volume);
    if (hash.value() == made_from_) return false;

    const SampleSearch<T> search(samples.position, samples.kernel.h);
    begin_.assign(1, 0), terms_.clear(), order_.clear();
    for (const auto& x : points) {
        const auto functions = shape_functions(scheme_, samples, x, search.near(x));
        terms_.insert(terms_.end(), functions.terms.begin(), functions.terms.end());
        begin_.push_back(terms_.size());
        order_.push_back(functions.order);
    }
    samples_   = samples.position.size();
    made_from_ = hash.value();
    return true;
}

const char* describe_fallback(int wanted_order, int order, int rank, int dimension) {
    if (order == wanted_order && rank == polynomial_terms(wanted_order, dimension)) return "";
    if (order < 0) return "no sample in reach: no value";
    if (order == 0) return "singular moment matrix: weighted mean of the samples";
    if (rank == dimension + 1) return "singular moment matrix: linear instead of quadratic";
    return rank == 2 ? "singular moment matrix: linear along the string that the samples form"
                     : "singular moment matrix: linear within the sheet that the samples form";
}

template ShapeFunctions<float>  shape_functions(ShapeScheme, const Samples<float>&, const Vec3&, NearRows);
template ShapeFunctions<double> shape_functions(ShapeScheme, const Samples<double>&, const Vec3d&, NearRows);
template class ShapeCache<float>;
template class ShapeCache<double>;

}  // namespace mote
