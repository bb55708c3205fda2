// Copyright (c) 2026 The Mote authors. MIT licence.
#include "inner_cells.h"

#include <cmath>
#include <unordered_map>

#include "mote/math.h"
#include "quantity.h"

namespace mote {

std::vector<float> radii_of(const FrameTable& particles, const std::vector<Index>& rows) {
    std::vector<float> radius;
    if (!particles.find("size")) return radius;
    const auto* size = rows_of<float>(particles, "size");
    for (const Index i : rows) radius.push_back(0.5f * size[i]);
    return radius;
}

void fill_large(const Frame& frame, float spacing, int dimension, std::vector<Index>& rows, std::vector<Vec3>& centre) {
    const FrameTable *particles = frame.find("particles"), *solids = frame.find("solids");
    if (!particles || !particles->find("size") || !solids) return;
    const auto*                           size = rows_of<float>(*particles, "size");
    const auto*                           id   = rows_of<ParticleId>(*particles, "id");
    const auto*                           of   = rows_of<ParticleId>(*solids, "id");
    const auto*                           f    = rows_of<Mat3>(*solids, "deformation");
    std::unordered_map<ParticleId, Index> place;
    for (Index s = 0; s < solids->rows; ++s) place[of[s]] = s;
    const std::size_t count = rows.size();
    for (std::size_t k = 0; k < count; ++k) {
        const int  cells = int(std::lround(size[rows[k]] / spacing));
        const auto s     = place.find(id[rows[k]]);
        if (cells < 2 || s == place.end()) continue;
        const Vec3  middle = centre[k];
        const float half   = 0.5f * float(cells - 1);
        for (int n = 0, all = cells * cells * (dimension == 2 ? 1 : cells); n < all; ++n) {
            const Vec3 from{float(n % cells) - half, float(n / cells % cells) - half, dimension == 2 ? 0 : float(n / (cells * cells)) - half};
            const Vec3 x = middle + f[s->second] * (spacing * from);
            if (n == 0)
                centre[k] = x;
            else
                centre.push_back(x), rows.push_back(rows[k]);
        }
    }
}

}  // namespace mote
