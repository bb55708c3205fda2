// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Plain scalar code as one would write it by hand: no lanes, no threads, but also nothing that slows it down. The flags
// of this file (CMakeLists.txt) see to it that the inner loop has no branch: look at the assembly after changing it.
#include "reference_sweep.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mote::cli {

void reference_sweep(const ReferencePoints& points, float support, std::vector<float>& density) {
    const float *x = points.x.data(), *y = points.y.data(), *z = points.z.data(), *mass = points.mass.data();
    const std::uint32_t *begin = points.begin.data(), *neighbour = points.neighbour.data();
    float* __restrict__ out = density.data();

    // The cubic spline as 2 a^3 - c^3 with a = max(1 - q, 0), c = max(1 - 2 q, 0); W(0) = sigma.
    const float inverse_h = 1 / support, sigma = 8 * std::numbers::inv_pi_v<float> * inverse_h * inverse_h * inverse_h;
    const std::size_t count = points.x.size();
    for (std::size_t i = 0; i < count; ++i) {
        const float x_i = x[i], y_i = y[i], z_i = z[i];
        float       sum = mass[i];
        for (std::uint32_t k = begin[i]; k < begin[i + 1]; ++k) {
            const std::uint32_t j  = neighbour[k];
            const float         dx = x_i - x[j], dy = y_i - y[j], dz = z_i - z[j];
            const float         q  = std::sqrt(dx * dx + dy * dy + dz * dz) * inverse_h;
            const float         a = std::max(1 - q, 0.f), c = std::max(1 - 2 * q, 0.f);
            sum += mass[j] * (2 * a * a * a - c * c * c);
        }
        out[i] = sigma * sum;
    }
}

}  // namespace mote::cli
