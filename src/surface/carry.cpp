// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What vertices take from the particles near them: the mean by the weights (1 - q^2)^3. A vertex with no particle near enough
// takes all from the nearest.
#include <algorithm>

#include "surface/blocks.h"
#include "surface/splat.h"

namespace mote::surfaces {
namespace {

/// The mean of what particles have.
class Mean {
public:
    Mean(const Matter& matter, float* carried) : matter_(matter), carried_(carried) {}

    void add(Index row, float w) {
        weight += w;
        if (!matter_.velocity.empty()) velocity += w * matter_.velocity[row];
        for (std::size_t c = 0; c < matter_.columns.size(); ++c) carried_[c] += w * matter_.columns[c][row];
    }
    void close() {
        velocity = velocity / weight;
        for (std::size_t c = 0; c < matter_.columns.size(); ++c) carried_[c] /= weight;
    }

    float weight = 0;
    Vec3  velocity{};

private:
    const Matter& matter_;
    float*        carried_;
};

}  // namespace

void BlockMaker::carry(const Matter& matter, BlockMesh& mesh) {
    const bool        moves = !matter.velocity.empty();
    const std::size_t width = matter.columns.size();
    if (!moves && width == 0) return;
    const float cell = matter.cells.width(), per_square = 1 / (cell * cell);
    const Index count = Index(near_.size());
    for (std::vector<float>* v : {&x_, &y_, &z_}) v->resize(count + lane_width);
    for (Index n = 0; n < count + lane_width; ++n) {
        const Vec4 c = n < count ? matter.prepared.centre[near_[n]] : Vec4{1e18f, 1e18f, 1e18f, 0};
        x_[n] = c.x, y_[n] = c.y, z_[n] = c.z;
    }
    mesh.velocity.resize(moves ? mesh.point.size() : 0);
    mesh.carried.assign(mesh.point.size() * width, 0.f);
    for (std::size_t v = 0; v < mesh.point.size(); ++v) {
        const Vec3 p = mesh.point[v];
        const int  y = place_of(p.y, cell) - low_y_, z = place_of(p.z, cell) - low_z_;
        Mean       mean(matter, mesh.carried.data() + v * width);
        for (int k = std::max(z - 1, 0); k <= std::min(z + 1, rows_z_ - 1); ++k) {
            const Index* row  = &first_[std::size_t(k * rows_y_)];
            const Index  from = row[std::max(y - 1, 0)], to = row[std::min(y + 1, rows_y_ - 1) + 1];
            for (Index n = from; n < to; n += lane_width) {
                const Lane dx = load(&x_[n]) - Lane(p.x), dy = load(&y_[n]) - Lane(p.y), dz = load(&z_[n]) - Lane(p.z);
                const Lane u  = max(Lane(1.f) - (dx * dx + dy * dy + dz * dz) * Lane(per_square), Lane(0.f));
                if (!any_positive(u)) continue;
                float w[lane_width];
                store(w, u * u * u);
                for (Index l = 0; l < lane_width && n + l < to; ++l)
                    if (w[l] > 0) mean.add(near_[n + l], w[l]);
            }
        }
        if (!(mean.weight > 0)) {
            const auto square = [&](Index row) { const Vec3 d = xyz(matter.prepared.centre[row]) - p; return dot(d, d); };
            mean.add(*std::min_element(near_.begin(), near_.end(), [&](Index a, Index b) { return square(a) < square(b); }), 1);
        }
        mean.close();
        if (moves) mesh.velocity[v] = mean.velocity;
    }
}

}  // namespace mote::surfaces
