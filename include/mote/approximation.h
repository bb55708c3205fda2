// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Approximation on scattered samples: values, gradients, divergences and Laplacians of any field that is known at
// points, without a mesh and without the simulator. docs/approximation.md says which operator serves what.
//
//     const Samples<float> samples{position, volume, make_kernel(KernelName::cubic_spline, h, 3)};
//     const SampleSearch<float> search(position, h);
//     const float    t    = shepard(samples, temperature, x, search.near(x));
//     const Vec3     flux = corrected_gradient(samples, temperature, i, search.near(position[i])).gradient;
//
// `near` are the rows of all samples closer than h to the point: at a sample, the sample itself among them.
// A field is anything with f[j]: numbers or vectors. T is float or double.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "mote/any_kernel.h"
#include "mote/pseudo_inverse.h"

namespace mote {

using NearRows = std::span<const Index>;

/// A view of samples; whoever owns the arrays keeps them alive.
template <class T = Real, class Kernel_ = AnyKernelT<T>>
struct Samples {
    using Number = T;
    using Kernel = Kernel_;

    std::span<const Vec3T<T>> position;  ///< [m]
    std::span<const T>        volume;    ///< [m^3]; m^2 in 2-D, m in 1-D. m/rho, or number_density_volumes.
    Kernel                    kernel;
    std::span<const T>        density = {};  ///< [kg/m^3]; left out: the same everywhere.

    T rho(Index j) const { return density.empty() ? T(1) : density[j]; }
    T mass(Index j) const { return volume[j] * rho(j); }
};

/// What kind of thing the field holds.
template <class Field>
using FieldValue = std::remove_cvref_t<decltype(std::declval<const Field&>()[0])>;

// ---- values ------------------------------------------------------------------------------------------------

/// Plain SPH sum (KA 2.19): smooth and cheap; too small near free surfaces, a few percent off elsewhere.
template <class S, class Field>
FieldValue<Field> plain_value(const S& s, const Field& f, const Vec3T<typename S::Number>& x, NearRows near) {
    FieldValue<Field> sum{};
    for (const Index j : near) sum += (s.volume[j] * s.kernel.at(x - s.position[j])) * f[j];
    return sum;
}

/// Shepard's normalised sum, which is the CSPM value (KA 2.24): constants exact everywhere. Zero out of reach of all
/// samples. With SingularWeight as kernel it takes the samples' own values at the samples.
template <class S, class Field>
FieldValue<Field> shepard(const S& s, const Field& f, const Vec3T<typename S::Number>& x, NearRows near) {
    using T = typename S::Number;
    FieldValue<Field> sum{};
    T                 weight = 0;
    for (const Index j : near) {
        const T w = s.volume[j] * s.kernel.at(x - s.position[j]);
        sum += w * f[j], weight += w;
    }
    return weight > 0 ? (T(1) / weight) * sum : FieldValue<Field>{};
}

/// rho(x) = sum_j m_j W: the density at any point from the samples' masses [kg/m^3].
template <class S, class Masses>
typename S::Number summed_density(const S& s, const Masses& mass, const Vec3T<typename S::Number>& x, NearRows near) {
    typename S::Number sum = 0;
    for (const Index j : near) sum += mass[j] * s.kernel.at(x - s.position[j]);
    return sum;
}

/// The volume of a sample from its neighbours alone, 1 / sum_j W_ij (KA 2.20), for clouds without masses.
template <class Kernel, class Positions>
auto number_density_volume(const Kernel& kernel, const Positions& position, Index i, NearRows near) {
    auto sum = kernel.at(position[i] - position[i]);
    for (const Index j : near)
        if (j != i) sum += kernel.at(position[i] - position[j]);
    return 1 / sum;
}

// ---- derivatives at a sample -------------------------------------------------------------------------------

/// How a sum over neighbours stands for a derivative (AW-7 to AW-10).
enum class OperatorForm {
    plain,         ///< sum V_j f_j grad W: the derivative of plain_value; not zero for constants near surfaces.
    difference,    ///< sum V_j (f_j - f_i) grad W: exactly zero for constants. The usual choice.
    product_rule,  ///< 1/rho_i sum m_j (f_j - f_i) grad W: likewise; goes with the continuity equation.
    symmetric,     ///< rho_i sum m_j (f_i/rho_i^2 + f_j/rho_j^2) grad W: as a force it conserves momentum.
};

/// What sample j contributes at i, before it is multiplied by the kernel's derivative.
template <class S, class Field>
FieldValue<Field> pair_term(OperatorForm form, const S& s, const Field& f, Index i, Index j) {
    const auto rho_i = s.rho(i), rho_j = s.rho(j);
    switch (form) {
        case OperatorForm::plain:
            return s.volume[j] * f[j];
        case OperatorForm::difference:
            return s.volume[j] * (f[j] - f[i]);
        case OperatorForm::product_rule:
            return (s.mass(j) / rho_i) * (f[j] - f[i]);
        case OperatorForm::symmetric:
            break;
    }
    return (s.mass(j) * rho_i) * (f[i] / (rho_i * rho_i) + f[j] / (rho_j * rho_j));  // AW eq. 19, sign as in C4
}

/// Gradient of a field of numbers.
template <class S, class Field>
Vec3T<typename S::Number> gradient(OperatorForm form, const S& s, const Field& f, Index i, NearRows near) {
    Vec3T<typename S::Number> sum;
    for (const Index j : near) sum += pair_term(form, s, f, i, j) * s.kernel.gradient(s.position[i] - s.position[j]);
    return sum;
}

/// Divergence of a field of vectors.
template <class S, class Field>
typename S::Number divergence(OperatorForm form, const S& s, const Field& f, Index i, NearRows near) {
    typename S::Number sum = 0;
    for (const Index j : near)
        sum += dot(pair_term(form, s, f, i, j), s.kernel.gradient(s.position[i] - s.position[j]));
    return sum;
}

/// Jacobian of a field of vectors: element (a, b) is d f_a / d x_b.
template <class S, class Field>
Mat3T<typename S::Number> jacobian(OperatorForm form, const S& s, const Field& f, Index i, NearRows near) {
    Mat3T<typename S::Number> sum;
    for (const Index j : near)
        sum = sum + outer(pair_term(form, s, f, i, j), s.kernel.gradient(s.position[i] - s.position[j]));
    return sum;
}

/// Laplacian from the kernel's own, W'' + (d - 1) W'/r. OperatorForm::difference is the one to use, with the viscosity
/// kernel.
template <class S, class Field>
FieldValue<Field> laplacian(OperatorForm form, const S& s, const Field& f, Index i, NearRows near) {
    FieldValue<Field> sum{};
    for (const Index j : near)
        sum += s.kernel.laplacian(length(s.position[i] - s.position[j])) * pair_term(form, s, f, i, j);
    return sum;
}

/// Laplacian from first derivatives of the kernel (Brookshaw 1985; Morris et al. 1997): less noisy, any kernel.
template <class S, class Field>
FieldValue<Field> two_point_laplacian(const S& s, const Field& f, Index i, NearRows near) {
    using T                 = typename S::Number;
    const T           least = T(0.01) * s.kernel.h * s.kernel.h;
    FieldValue<Field> sum{};
    for (const Index j : near) {
        const Vec3T<T> x_ij = s.position[i] - s.position[j];
        const T        r2   = dot(x_ij, x_ij);
        sum += (T(2) * s.volume[j] * r2 * s.kernel.slope_over_r(sqrt(r2)) / (r2 + least)) * (f[i] - f[j]);
    }
    return sum;
}

// ---- corrected operators -----------------------------------------------------------------------------------

/// L = (sum_j V_j grad W_ij (x_j - x_i)^T)^-1. L grad W is the corrected kernel gradient of Bonet & Lok (1999).
/// Where the neighbours lie in a sheet or string, the directions they do not determine are zero.
template <class T>
struct GradientCorrection {
    Mat3T<T> matrix;
    int      rank;  ///< Directions determined: the dimension where all is well, 0 for a lone sample.
};

template <class S>
GradientCorrection<typename S::Number> gradient_correction(
    const S& s, Index i, NearRows near, typename S::Number cut_off = usual_cut_off<typename S::Number>) {
    // grad W is along x_i - x_j and points to j, so the matrix is symmetric and positive semi-definite.
    using T = typename S::Number;
    Mat3T<T> moment;
    for (const Index j : near) {
        const Vec3T<T> x_ij = s.position[i] - s.position[j];
        moment              = moment + outer((-s.volume[j] * s.kernel.slope_over_r(length(x_ij))) * x_ij, x_ij);
    }
    const auto inverse = pseudo_inverse(moment, cut_off);
    return {inverse.matrix, inverse.rank};
}

template <class T>
struct CorrectedGradient {
    Vec3T<T> gradient;
    int      rank;  ///< As in GradientCorrection.
};

/// CSPM gradient (KA-19): exact for linear fields on any samples, also next to a free surface.
template <class S, class Field>
CorrectedGradient<typename S::Number> corrected_gradient(const S& s, const Field& f, Index i, NearRows near) {
    const auto correction = gradient_correction(s, i, near);
    return {correction.matrix * gradient(OperatorForm::difference, s, f, i, near), correction.rank};
}

/// CSPH (KA 2.25; Bonet & Kulasegaram 2000): the kernel times alpha (1 + beta . (x - x_j)) reproduces linear fields.
template <class T>
struct KernelCorrection {
    T        alpha = 0;
    Vec3T<T> beta;
    int      order = -1;  ///< 1: linear exact; 0: constants only (too few or flat neighbours); -1: nobody in reach.

    T factor(const Vec3T<T>& x_minus_x_j) const { return alpha * (T(1) + dot(beta, x_minus_x_j)); }
};

template <class S>
KernelCorrection<typename S::Number> kernel_correction(const S& s, const Vec3T<typename S::Number>& x, NearRows near,
                                                       typename S::Number cut_off = usual_cut_off<typename S::Number>) {
    using T     = typename S::Number;
    T        m0 = 0;
    Vec3T<T> m1;
    Mat3T<T> m2;
    for (const Index j : near) {
        const Vec3T<T> y = x - s.position[j];
        const T        w = s.volume[j] * s.kernel.at(y);
        m0 += w, m1 += w * y, m2 = m2 + outer(w * y, y);
    }
    if (!(m0 > 0)) return {};
    const auto     inverse = pseudo_inverse(m2, cut_off);
    const Vec3T<T> beta    = -(inverse.matrix * m1);
    const T        norm    = m0 + dot(beta, m1);  // sum_j V_j W (1 + beta . y)
    // If all samples lie in a plane beside x, the linear terms alone make up the constant, and nothing is left.
    if (inverse.rank == 0 || !(norm > cut_off * m0)) return {T(1) / m0, {}, 0};
    return {T(1) / norm, beta, inverse.rank == s.kernel.dimension ? 1 : 0};
}

/// The CSPH value.
template <class S, class Field>
FieldValue<Field> corrected_value(const S& s, const Field& f, const Vec3T<typename S::Number>& x, NearRows near) {
    const auto        correction = kernel_correction(s, x, near);
    FieldValue<Field> sum{};
    for (const Index j : near) {
        const auto y = x - s.position[j];
        sum += (s.volume[j] * s.kernel.at(y) * correction.factor(y)) * f[j];
    }
    return sum;
}

// ---- mirrors -----------------------------------------------------------------------------------------------

/// A flat wall for ghost samples (KA-22): the image of a sample behind it completes the neighbourhood in front.
template <class T = Real>
struct MirrorPlane {
    Vec3T<T> point;   ///< On the wall [m].
    Vec3T<T> normal;  ///< Unit vector.

    Vec3T<T> position(const Vec3T<T>& x) const { return x - (T(2) * dot(x - point, normal)) * normal; }
    Vec3T<T> free_slip(const Vec3T<T>& v) const { return v - (T(2) * dot(v, normal)) * normal; }
    Vec3T<T> no_slip(const Vec3T<T>& v) const { return -v; }
};

// ---- who is near -------------------------------------------------------------------------------------------

/// Finds the samples closer than a radius to any point. For use outside the simulator, which has neighbours.h.
template <class T = Real>
class SampleSearch {
public:
    /// Throws SceneError where a position is not finite or the radius not positive.
    SampleSearch(std::span<const Vec3T<T>> position, T radius);
    ~SampleSearch();
    SampleSearch(SampleSearch&&) noexcept;
    SampleSearch& operator=(SampleSearch&&) noexcept;

    /// Rows with |x - x_j| < radius, ascending.
    std::vector<Index> near(const Vec3T<T>& x) const;

    /// The lists of all samples.
    std::vector<std::vector<Index>> lists() const;

private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

/// number_density_volume of every sample.
template <class T>
std::vector<T> number_density_volumes(std::span<const Vec3T<T>> position, const AnyKernelT<T>& kernel);

}  // namespace mote
