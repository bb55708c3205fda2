// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Kernels chosen at run time, and two weights that are no smoothing kernels in the strict sense: a singular one that
// interpolates, and any kernel stretched by a metric.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "mote/one_of.h"
#include "mote/smoothing_kernel.h"

namespace mote {

/// The kernels by name; in a scene: poly6, spiky, viscosity, cubic_spline, wendland_c2, wendland_c4, wendland_c6,
/// gaussian.
enum class KernelName { poly6, spiky, viscosity, cubic_spline, wendland_c2, wendland_c4, wendland_c6, gaussian };

std::span<const std::string_view> kernel_names();  ///< In the order of KernelName.
std::string_view                  to_string(KernelName name);
/// Empty where no kernel has that name.
std::optional<KernelName> find_kernel(std::string_view name);

/// One of the kernels above, with the same interface.
template <class T = float>
class AnyKernelT {
public:
    using Stored = T;

    /// Any SmoothingKernel<Profile, T>.
    template <class Profile>
    AnyKernelT(const SmoothingKernel<Profile, T>& kernel) : h(kernel.h), dimension(kernel.dimension), kernel_(kernel) {}

    template <class R>
    MOTE_FN R operator()(R r) const {
        return kernel_.visit([r](const auto& k) { return k(r); });
    }
    MOTE_FN T at_zero() const { return (*this)(T(0)); }
    template <class R>
    MOTE_FN R slope_over_r(R r) const {
        return kernel_.visit([r](const auto& k) { return k.slope_over_r(r); });
    }
    template <class R>
    MOTE_FN R slope(R r) const {
        return kernel_.visit([r](const auto& k) { return k.slope(r); });
    }
    template <class R>
    MOTE_FN R curvature(R r) const {
        return kernel_.visit([r](const auto& k) { return k.curvature(r); });
    }
    template <class R>
    MOTE_FN R laplacian(R r) const {
        return kernel_.visit([r](const auto& k) { return k.laplacian(r); });
    }
    template <class R>
    MOTE_FN R at(const Vec3T<R>& x_ij) const {
        return (*this)(length(x_ij));
    }
    template <class R>
    MOTE_FN Vec3T<R> gradient(const Vec3T<R>& x_ij) const {
        return slope_over_r(length(x_ij)) * x_ij;
    }

    T   h;          ///< Support radius [m].
    int dimension;  ///< 1, 2 or 3.

private:
    OneOf<Poly6T<T>, SpikyT<T>, ViscosityT<T>, CubicSplineT<T>, WendlandC2T<T>, WendlandC4T<T>, WendlandC6T<T>,
          GaussianT<T>>
        kernel_;
};
using AnyKernel = AnyKernelT<float>;

/// The kernel of that name with support radius h [m] in 1, 2 or 3 dimensions. Throws SceneError where h is not a
/// positive number of reasonable size (1e-5 m to 1e5 m) or the dimension is none of these.
template <class T>
AnyKernelT<T>    make_kernel(KernelName name, T h, int dimension);
inline AnyKernel make_kernel(KernelName name, float h, int dimension) { return make_kernel<float>(name, h, dimension); }

/// The weight ((h - r) / r)^2 of Shepard interpolation (Franke & Little): it grows without bound at the sample, so
/// that a normalised sum takes the sample's own value there. It has no unit integral and its gradient is of no use.
template <class T = float>
struct SingularWeight {
    T h;  ///< Support radius [m].

    template <class R>
    MOTE_HOT R operator()(R r) const {
        const R least = sizeof(T) == 4 ? R(1e-6) : R(1e-12);  // where the weight already drowns all others
        const R q = max(min(r / R(h), R(1)), least), root = (R(1) - q) / q;
        return root * root;
    }
    template <class R>
    MOTE_HOT R at(const Vec3T<R>& x_ij) const {
        return (*this)(length(x_ij));
    }
};

/// A kernel with ellipsoidal support: W(x) = det(G) w(G x). G = 1 gives w itself; G = diag(2, 1, 1) halves the reach
/// along x. The integral stays 1.
template <class Kernel>
struct Anisotropic {
    using T = typename Kernel::Stored;

    Anisotropic(const Kernel& kernel_, const Mat3T<T>& metric_)
        : kernel(kernel_), metric(metric_), scale(abs(determinant(metric_))) {}

    template <class R>
    MOTE_HOT R at(const Vec3T<R>& x_ij) const {
        return R(scale) * kernel.at(metric * x_ij);
    }
    template <class R>
    MOTE_HOT Vec3T<R> gradient(const Vec3T<R>& x_ij) const {
        return R(scale) * (transpose(metric) * kernel.gradient(metric * x_ij));
    }

    Kernel   kernel;
    Mat3T<T> metric;
    T        scale;
};

}  // namespace mote
