// Copyright (c) 2026 The Mote authors. MIT licence.
#include "opening.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include <fmt/format.h>

#include "mote/error.h"
#include "mote/mesh.h"

namespace mote {
namespace {

constexpr std::size_t most_triangles = 5000;
constexpr double      most_places    = 1e7;

/// Width lies level where the direction is not vertical, else along x; in two dimensions in the plane.
void set_axes(Opening& o, float turn, int dimension) {
    const Vec3 d = o.direction;
    if (dimension == 2) {
        o.across = {-d.y, d.x, 0};
        o.up     = {0, 0, 1};
        return;
    }
    const bool vertical = std::abs(d.y) > 0.999f;
    const Vec3 level    = vertical ? Vec3{1, 0, 0} : normalised(cross(Vec3{0, 1, 0}, d));
    const Vec3 side     = normalised(level - dot(level, d) * d), other = cross(d, side);
    o.across            = std::cos(turn) * side + std::sin(turn) * other;
    o.up                = cross(d, o.across);
}

void set_disc(Opening& o, float radius, int dimension) {
    o.area = dimension == 2 ? 2.0 * double(radius) : std::numbers::pi * double(radius) * double(radius);
    for (const int k : {0, 1}) o.low[k] = -radius, o.high[k] = radius;
    o.contains = [radius](float u, float v) { return u * u + v * v <= radius * radius * 1.000001f; };
}

void set_rectangle(Opening& o, const RectangleOpening& r, int dimension) {
    const float half[2] = {0.5f * r.width, 0.5f * r.height};
    o.area              = dimension == 2 ? double(r.width) : double(r.width) * double(r.height);
    for (const int k : {0, 1}) o.low[k] = -half[k], o.high[k] = half[k];
    o.contains = [a = 1.000001f * half[0], b = 1.000001f * half[1]](float u, float v) {
        return std::abs(u) <= a && std::abs(v) <= b;
    };
}

struct Corner {
    double x, y;
};
using Triangle = std::array<Corner, 3>;

bool is_inside(const Triangle& t, double x, double y) {
    double least = 1e300, greatest = -1e300;
    for (std::size_t k = 0; k < 3; ++k) {
        const Corner &a = t[k], &b = t[(k + 1) % 3];
        const double  side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
        least = std::min(least, side), greatest = std::max(greatest, side);
    }
    return least >= 0 || greatest <= 0;
}

void set_mesh(Opening& o, const std::string& file, Vec3 at, float spacing) {
    TriangleMesh mesh;
    try {
        mesh = load_mesh(file);
    } catch (const FileError& e) {
        throw SceneError(e.what());
    }
    if (mesh.triangles.empty()) throw SceneError("has no triangles; give it the faces of the opening");
    if (mesh.triangles.size() > most_triangles)
        throw SceneError(fmt::format("has {} triangles where {} are enough for a flat opening; simplify it",
                                     mesh.triangles.size(), most_triangles));
    // The plane: area-weighted mean normal and centre.
    double normal[3] = {}, centre[3] = {};
    for (const auto& t : mesh.triangles) {
        const Vec3   a = mesh.points[t[0]], b = mesh.points[t[1]], c = mesh.points[t[2]];
        const Vec3   n = 0.5f * cross(b - a, c - a), m = (1.f / 3) * (a + b + c);
        const double area = double(length(n));
        o.area += area;
        normal[0] += double(n.x), normal[1] += double(n.y), normal[2] += double(n.z);
        centre[0] += area * double(m.x), centre[1] += area * double(m.y), centre[2] += area * double(m.z);
    }
    const double size = std::hypot(normal[0], normal[1], normal[2]);
    if (!std::isfinite(o.area) || o.area <= 0) throw SceneError("has no area; give it the faces of the opening");
    if (size < 0.999 * o.area)
        throw SceneError(
            fmt::format("is not flat: {:.0f} % of its area looks another way than the rest; an opening lies in one plane, "
                        "so keep only the faces that matter comes out of",
                        100 * (1 - size / o.area)));
    o.direction = {float(normal[0] / size), float(normal[1] / size), float(normal[2] / size)};
    const Vec3 middle{float(centre[0] / o.area), float(centre[1] / o.area), float(centre[2] / o.area)};
    set_axes(o, 0, 3);
    auto triangles = std::make_shared<std::vector<Triangle>>();
    for (const auto& t : mesh.triangles) {
        Triangle flat;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3  q   = mesh.points[t[k]] - middle;
            const float off = dot(q, o.direction), u = dot(q, o.across), v = dot(q, o.up);
            if (!(std::abs(off) <= 0.05f * spacing))
                throw SceneError(fmt::format(
                    "is not flat: a corner lies {:.3g} m off the plane of its faces; an opening lies in one plane", off));
            o.low[0] = std::min(o.low[0], u), o.high[0] = std::max(o.high[0], u);
            o.low[1] = std::min(o.low[1], v), o.high[1] = std::max(o.high[1], v);
            flat[k] = {double(u), double(v)};
        }
        triangles->push_back(flat);
    }
    o.middle   = middle + at;
    o.contains = [triangles](float u, float v) {
        return std::any_of(triangles->begin(), triangles->end(),
                           [&](const Triangle& t) { return is_inside(t, double(u), double(v)); });
    };
}

/// The places of one lattice: a point in the middle of the opening, or half a pitch beside it.
SourceLattice lattice_of(const Opening& o, float pitch, float shift_u, float shift_v, int dimension,
                         const std::function<bool(const Vec3&)>& free) {
    SourceLattice l;
    const auto first = [&](int k, float shift) { return int(std::ceil(o.low[k] / pitch - shift - 1e-4f)); };
    const auto last  = [&](int k, float shift) { return int(std::floor(o.high[k] / pitch - shift + 1e-4f)); };
    const int  u0 = first(0, shift_u), v0 = dimension == 2 ? 0 : first(1, shift_v);
    l.pitch   = pitch;
    l.across  = o.across;
    l.up      = o.up;
    l.columns = std::max(0, last(0, shift_u) - u0 + 1);
    l.rows    = dimension == 2 ? 1 : std::max(0, last(1, shift_v) - v0 + 1);
    if (dimension == 2) shift_v = 0;
    l.corner  = o.at((float(u0) + shift_u) * pitch, (float(v0) + shift_v) * pitch);
    l.place_at.assign(std::size_t(l.columns) * std::size_t(l.rows), SourceLattice::none);
    for (int b = 0; b < l.rows; ++b)
        for (int a = 0; a < l.columns; ++a) {
            const float u = (float(u0 + a) + shift_u) * pitch, v = (float(v0 + b) + shift_v) * pitch;
            const Vec3  x = o.at(u, v);
            if (!o.contains(u, v) || !free(x)) continue;
            l.place_at[std::size_t(b * l.columns + a)] = Index(l.places.size());
            l.places.push_back(x);
        }
    return l;
}

}  // namespace

Opening make_opening(const SourceSpec& spec, float spacing, int dimension) {
    Opening o;
    o.middle = spec.at;
    if (spec.mesh) {
        set_mesh(o, spec.mesh->file, spec.at, spacing);
    } else {
        const Vec3 d = spec.direction.value_or(Vec3{0, -1, 0});
        o.direction  = normalised(d / std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}));
        set_axes(o, spec.turn, dimension);
        if (spec.disc) set_disc(o, spec.disc->radius, dimension);
        if (spec.rectangle) set_rectangle(o, *spec.rectangle, dimension);
    }
    if (dimension == 2) o.middle.z = 0;
    const double places = o.area / std::pow(double(spacing), dimension - 1);
    if (places > most_places)
        throw SceneError(fmt::format("is {:.2g} particles large, at most {:.0g} are possible; make the opening smaller or "
                                     "the spacing larger",
                                     places, most_places));
    return o;
}

SourceLattice lay_lattice(const Opening& o, float spacing, int dimension, const std::function<bool(const Vec3&)>& free) {
    if (dimension == 2) {
        const float width = o.high[0] - o.low[0];
        const float count = std::max(1.f, std::floor(width / spacing + 0.4f));  // not nearer than 0.8 spacings
        return lattice_of(o, width / count, int(count) % 2 ? 0.f : 0.5f, 0, 2, free);
    }
    SourceLattice best;
    double        least = 1e300;
    float         shift[2] = {};
    for (int k = 0; k <= 24; ++k)
        for (const float shift_u : {0.f, 0.5f})
            for (const float shift_v : {0.f, 0.5f}) {
                // From the spacing outwards: 1, 1.0125, 0.9875, ...
                const float   pitch = spacing * (1 + 0.0125f * float(k % 2 ? (k + 1) / 2 : -k / 2));
                SourceLattice l     = lattice_of(o, pitch, shift_u, shift_v, 3, free);
                if (l.places.empty()) continue;
                const double cells = double(l.places.size()) * double(pitch) * double(pitch);
                const double miss  = std::abs(std::log(cells / o.area)) + 0.5 * std::abs(double(pitch / spacing) - 1);
                if (miss < least - 1e-6) least = miss, best = std::move(l), shift[0] = shift_u, shift[1] = shift_v;
            }
    if (best.places.empty()) return best;
    // So many places at exactly the pitch that fits them, where they still lie inside.
    SourceLattice exact =
        lattice_of(o, float(std::sqrt(o.area / double(best.places.size()))), shift[0], shift[1], 3, free);
    return exact.places.size() == best.places.size() && exact.pitch > 0.85f * spacing ? exact : best;
}

}  // namespace mote
