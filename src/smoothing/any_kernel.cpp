// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/any_kernel.h"

#include <algorithm>
#include <string>

#include "mote/error.h"

namespace mote {
namespace {

constexpr std::string_view names[] = {"poly6",       "spiky",       "viscosity",   "cubic_spline",
                                      "wendland_c2", "wendland_c4", "wendland_c6", "gaussian"};

}  // namespace

std::span<const std::string_view> kernel_names() { return names; }

std::string_view to_string(KernelName name) { return names[std::size_t(name)]; }

std::optional<KernelName> find_kernel(std::string_view name) {
    const auto at = std::find(std::begin(names), std::end(names), name);
    if (at == std::end(names)) return {};
    return KernelName(at - std::begin(names));
}

template <class T>
AnyKernelT<T> make_kernel(KernelName name, T h, int dimension) {
    if (!(h >= T(1e-5) && h <= T(1e5)))
        throw SceneError("a smoothing kernel needs a support radius between 1e-5 m and 1e5 m, not " +
                         std::to_string(h) + " m");
    if (dimension < 1 || dimension > 3)
        throw SceneError("a smoothing kernel has 1, 2 or 3 dimensions, not " + std::to_string(dimension));
    switch (name) {
        case KernelName::poly6:
            return Poly6T<T>(h, dimension);
        case KernelName::spiky:
            return SpikyT<T>(h, dimension);
        case KernelName::viscosity:
            return ViscosityT<T>(h, dimension);
        case KernelName::cubic_spline:
            break;
        case KernelName::wendland_c2:
            return WendlandC2T<T>(h, dimension);
        case KernelName::wendland_c4:
            return WendlandC4T<T>(h, dimension);
        case KernelName::wendland_c6:
            return WendlandC6T<T>(h, dimension);
        case KernelName::gaussian:
            return GaussianT<T>(h, dimension);
    }
    return CubicSplineT<T>(h, dimension);
}

template AnyKernelT<float>  make_kernel(KernelName, float, int);
template AnyKernelT<double> make_kernel(KernelName, double, int);

}  // namespace mote
