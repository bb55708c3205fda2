// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Filling-over [Dingle 2007, section on object conversion]: balls are poured in until the shape is over-full. There a jump of the kinetic energy tells;
// here what overlaps is pushed apart without velocities, and a shape is over-full where that does not come to an end. Such an alarm may be false, since balls
// jam by chance. So those that are squeezed most are taken out, the rest settles into another order and as many are poured in again; only several alarms
// in a row at the same count are believed.
#include <algorithm>
#include <cmath>

#include "mote/sampling.h"
#include "shapes/lattice.h"
#include "shapes/packing.h"
#include "shapes/point_grid.h"

namespace mote {

namespace {

constexpr float  swell      = 1.0005f;  // balls are pushed apart a little farther than they must be, so that it ends
constexpr float  overlap    = 0.0005f;  // of a spacing: counts as none
constexpr float  stride     = 0.7f;     // share of an overlap that each of the two balls gives way; 0.5 would do for one pair alone
constexpr int    sweeps     = 4000;
constexpr int    patience   = 60;       // sweeps in which the sum of squares of overlaps must fall
constexpr double slowest    = 0.5;      // to such a share
constexpr int    candidates = 8;        // places that are looked at for a ball, of which it gets the roomiest

struct Pouring : Balls {
    std::vector<Vec3> points = {};
    std::uint64_t     drawn  = 0;

    bool add(std::size_t count);
    bool settle();
    void take_out(std::size_t count);

    double squeeze(const Touching& touching);
    float  hold_inside(const std::vector<Vec3>& listed, std::vector<Vec3>& seen, std::vector<float>& free_way);
};

/// False where no place is found that is far enough inside.
bool Pouring::add(std::size_t count) {
    const Axes axes = body_axes(shape, dimension);
    const Vec3 size = axes.box.size();
    PointGrid  grid(spacing, points.size() + count);
    for (const Vec3& p : points) grid.insert(p);
    for (std::size_t n = 0; n < count; ++n) {
        Vec3  best{};
        float room = -1;
        for (int found = 0, tries = 0; found < candidates && tries < 10'000; ++tries) {
            const Vec3 share = random(drawn++, 0);
            const Vec3 p     = axes.to_world(axes.box.low + Vec3{share.x * size.x, share.y * size.y, share.z * size.z});
            if (shape.distance(p) > -kept) continue;
            float nearest = spacing * spacing;
            grid.any_near(p, spacing, [&](Index, const Vec3&, float d2) { return nearest = std::min(nearest, d2), false; });
            if (nearest > room) room = nearest, best = p;
            ++found;
        }
        if (room < 0) return false;
        points.push_back(best), grid.insert(best);
    }
    return true;
}

/// One pair after the other gives way. Returns the sum of squares of what overlapped, in spacings, or 0 where nothing did.
double Pouring::squeeze(const Touching& touching) {
    const float diameter = swell * spacing, enough = (1 - overlap) * spacing;
    double      sum = 0;
    bool        any = false;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t k = touching.first[i]; k < touching.first[i + 1]; ++k) {
            const Index j = touching.rows[k];
            if (j < i) continue;
            const Vec3 away = points[i] - points[j];
            if (!(dot(away, away) < diameter * diameter)) continue;
            const float d     = length(away);
            const Vec3  shift = d > 1e-6f * spacing ? (stride * (diameter - d) / d) * away : 0.1f * spacing * (random(drawn++, 1) - Vec3{0.5f, 0.5f, dimension == 2 ? 0 : 0.5f});
            points[i] += shift, points[j] -= shift;
            sum += double((diameter - d) * (diameter - d)), any = any || d < enough;
        }
    return any ? sum / (double(spacing) * double(spacing)) : 0;
}

/// Answers how far the farthest point is from where it was when `listed`, squared.
float Pouring::hold_inside(const std::vector<Vec3>& listed, std::vector<Vec3>& seen, std::vector<float>& free_way) {
    float farthest = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (length(points[i] - seen[i]) >= free_way[i]) free_way[i] = move_inside(points[i], 2), seen[i] = points[i];
        const Vec3 way = points[i] - listed[i];
        farthest       = std::max(farthest, dot(way, way));
    }
    return farthest;
}

/// Pushes balls apart until none overlaps another; false where that does not come to an end: it is over-full.
bool Pouring::settle() {
    const float        ahead = 0.15f * spacing;  // before who touches whom is looked for again
    std::vector<Vec3>  seen  = points, listed = points;
    std::vector<float> free_way(points.size(), 0.f);
    Touching           touching;
    touching.find(points, swell * spacing + 2 * ahead);
    double before = 1e300;
    for (int sweep = 1; sweep <= sweeps; ++sweep) {
        const double sum = squeeze(touching);
        if (sum == 0) return true;
        if (hold_inside(listed, seen, free_way) > ahead * ahead) touching.find(points, swell * spacing + 2 * ahead), listed = points;
        if (sweep % patience > 0) continue;
        if (sum > slowest * before) return false;
        before = sum;
    }
    return false;
}

/// Those that are squeezed most.
void Pouring::take_out(std::size_t count) {
    Touching touching;
    touching.find(points, spacing);
    std::vector<std::pair<float, Index>> squeezed;
    for (std::size_t i = 0; i < points.size(); ++i) {
        float sum = 0;
        for (std::size_t k = touching.first[i]; k < touching.first[i + 1]; ++k) sum += spacing - length(points[i] - points[touching.rows[k]]);
        squeezed.push_back({-sum, Index(i)});
    }
    std::sort(squeezed.begin(), squeezed.end());
    std::vector<bool> out(points.size(), false);
    for (std::size_t n = 0; n < std::min(count, points.size()); ++n) out[squeezed[n].second] = true;
    std::size_t i = 0;
    std::erase_if(points, [&](const Vec3&) { return bool(out[i++]); });
}

}  // namespace

Poured pour(const Shape& shape, float spacing, int dimension, std::uint64_t seed) {
    Pouring           pouring{{shape, spacing, kept_distance(shape, spacing), dimension, seed}};
    const double      room   = packing_fraction(shape, 1, spacing, dimension);
    std::size_t       batch  = std::max<std::size_t>(1, std::size_t(0.1 / room));
    const std::size_t finest = std::max<std::size_t>(1, std::size_t(0.002 / room));
    const int         enough = room > 0.01 ? 12 : 3;  // alarms in a row that are believed
    Poured            poured;
    for (int in_a_row = 0; in_a_row < enough;) {
        if (pouring.add(batch) && pouring.settle()) {
            if (in_a_row > 0) ++poured.false_alarms;
            in_a_row      = 0;
            poured.points = pouring.points;
            continue;
        }
        ++poured.alarms;
        if (batch > finest)
            batch = std::max(finest, batch / 2);
        else
            ++in_a_row;
        pouring.take_out(pouring.points.size() - poured.points.size());
        if (!pouring.settle()) pouring.points = poured.points;
    }
    std::erase_if(poured.points, [&](const Vec3& p) { return shape.distance(p) > -pouring.kept; });
    return poured;
}

}  // namespace mote
