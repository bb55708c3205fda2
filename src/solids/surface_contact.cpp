// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/surface_contact.h"

#include "laws/point/elastic.h"
#include "mote/stages.h"
#include "smoothing/sheets.h"
#include "surfels.h"

namespace mote {

using namespace solid;

namespace {

/// Where surfels are now, how they move and what they are made of.
struct Carry {
    View<const SurfaceContact::Carrier> carrier;
    View<const Index>     first, near;  // near: left out, all
    View<const SurfaceContact::Kept> kept;
    SurfaceContact::Rows  rows;
    View<Vec4>            site, face, motion, stuff, form;  // the last: with all
    bool                  flat;

    MOTE_FN void operator()(Index i) const {
        if (near.data && !near[i]) return;
        const auto& k = kept[i];
        if (form.data) form[i] = {1, 0, 1, 0};
        if (k.gone) return site[i] = face[i] = motion[i] = stuff[i] = {}, void();
        const Vec3 c = xyz(rows.position[carrier[first[i]].row]);
        Vec3       x{}, v{}, t1{}, t2{};
        for (Index e = first[i]; e < first[i + 1]; ++e) {
            const auto& by = carrier[e];
            const Vec3  p  = xyz(rows.position[by.row]) - c;
            x += by.weight * p, t1 += by.slope1 * p, t2 += by.slope2 * p;
            v += by.weight * xyz(rows.velocity[by.row]);
        }
        if (flat) t2 = {0, 0, 1};
        if (form.data) form[i] = {dot(t1, t1), dot(t1, t2), dot(t2, t2), 0};
        const Vec3      n = cross(t1, t2);
        const float     grown = length(n);
        const Material& m = rows.materials[k.material];
        site[i]   = with_w(c + x, site[i].w);
        face[i]   = grown > 1e-6f ? with_w((1 / grown) * n, grown * k.area) : Vec4{};
        motion[i] = with_w(v, k.sharp ? 0.f : 1.f);
        stuff[i]  = {m.elastic.lame + 2 * m.elastic.shear + m.elastic.volume, m.rest_density, m.friction, k.off};
    }
};

/// Whom a surfel may touch in this step: the body of the nearest that faces it. And whether it may be touched.
struct FindPartner {
    Surfels     surfels;
    View<Index> near;
    View<Vec4>  site;
    View<Vec3>  slip;

    MOTE_FN void operator()(Index i) const {
        const Vec4 home_i = surfels.home[i], face_i = surfels.face[i];
        const Vec3 x_i = xyz(surfels.site[i]);
        float      nearest = 1e30f, whom = 0;
        Index      seen = 0;
        surfels.neighbours.each_moving(i, [&](Index k) {
            const Vec4 home_k = surfels.home[k];
            const Vec3 r = xyz(surfels.site[k]) - x_i, rest = xyz(home_k) - xyz(home_i);
            const float far = surfels.least(surfels.front[i], surfels.front[k], rest);
            if (home_i.w * home_k.w < 0.25f || (abs(home_k.w - home_i.w) < 0.5f && !(dot(rest, rest) > far * far))) return;
            seen = 1;
            if (dot(r, r) < nearest && dot(xyz(face_i), xyz(surfels.face[k])) < 0) nearest = dot(r, r), whom = home_k.w;
        });
        near[i]   = seen;
        site[i].w = whom;
        if (!(whom > 0)) slip[i] = {};
    }
};
struct FindNearRows {
    View<const SurfaceContact::Share> share;
    View<const Index> first, near;
    View<Index>       row_near;

    MOTE_FN void operator()(Index s) const {
        Index found = 0;
        for (Index e = first[s]; e < first[s + 1]; ++e) found |= near[share[e].surfel];
        row_near[s] = found;
    }
};

/// A symmetric matrix on a plane, and its inverse there.
struct OnPlane {
    Vec3  t1, t2;
    float a, b, c;  // of the inverse; 0 where there is none
    bool  sound;

    MOTE_FN OnPlane(const Mat3& m, const Vec3& normal, float least, bool flat) {
        t1 = flat ? cross(Vec3{0, 0, 1}, normal) : any_across(normal), t2 = flat ? Vec3{0, 0, 1} : cross(normal, t1);
        const float p = dot(t1, m * t1), q = dot(t1, m * t2), r = dot(t2, m * t2), det = p * r - q * q;
        sound = flat ? p > least : det > 1e-2f * (p + r) * (p + r) && p + r > least;
        a = !sound ? 0 : flat ? 1 / p : r / det, b = !sound || flat ? 0 : -q / det, c = !sound || flat ? 0 : p / det;
    }
    MOTE_FN Vec3 operator()(const Vec3& v) const {
        const float x = dot(t1, v), y = dot(t2, v);
        return (a * x + b * y) * t1 + (b * x + c * y) * t2;
    }
};

/// What pushes a surfel, and how the others get the same.
struct Press {
    Surfels          surfels;
    View<const Index> near;
    View<const Vec4> motion, stuff;
    View<const SurfaceContact::Kept> kept;
    View<Vec3>       slip;
    View<Vec4>       push;    // f, 1/S
    View<Vec4>       middle, tilt, couple, normal;  // a; q and the other's share of both stiffnesses; g; m and depth
    float            time, spacing;

    MOTE_FN void operator()(Index i) const {
        push[i] = {};
        if (!near[i]) return;
        if (!touch(i)) slip[i] = {};
    }
    MOTE_FN bool touch(Index i) const {
        const auto sums = surfels.neighbours.sum(i, [&](auto k) {
            const auto face_k = surfels.face[k];
            const auto seen   = surfels.weigh(i, k);
            const auto wr     = seen.fit * seen.r;
            return Both{Both{outer(wr, seen.r), wr}, Both{Both{(seen.cover * face_k.w) * xyz(face_k), seen.fit * xyz(face_k)}, seen.fit}};
        });
        const float whole = sums.second.second, h = surfels.h;
        const Vec3  cover = sums.second.first.first, up = sums.second.first.second;
        if (!(whole > 1e-6f) || !(dot(up, up) > 0)) return false;
        const Vec3 a = (1 / whole) * sums.first.second;  // from x
        const Mat3 m = sums.first.first - whole * outer(a, a);
        const float least = 0.01f * whole * h * h;  // of one surfel, or some in one place, there is nothing to see
        Vec3       n = normalised(up);
        if (const OnPlane first(m, n, least, surfels.flat); first.sound) {
            const Vec3 slope = first(m * n);
            if (dot(slope, slope) < 1) n = normalised(n - slope);
        } else
            return false;
        const OnPlane plane(m, n, least, surfels.flat);
        if (!plane.sound) return false;
        const Vec3  q = plane(-1.f * a);
        const float distance = -dot(n, a + m * q), left = 1 - distance * distance / (h * h);
        if (!(left > 0.3f)) return false;
        return push_off(i, {a, n, q, cover, whole, distance, left}, plane);
    }
    /// The face of others as i sees it: their mean place from i, the normal, how much a slope of weights takes there, what covers i, the sum of weights, and how far i is.
    struct Facing {
        Vec3  a, n, q, cover;
        float whole, distance, left;
    };
    MOTE_FN bool push_off(Index i, const Facing& facing, const OnPlane& plane) const {
        const Vec3  a = facing.a, n = facing.n, q = facing.q;
        const float whole = facing.whole, distance = facing.distance;
        const Vec4 site_i = surfels.site[i], face_i = surfels.face[i];
        const auto of_others = surfels.neighbours.sum(i, [&](auto k) {
            const auto seen = surfels.weigh(i, k);
            const auto s = stuff[k], v = motion[k], face_k = surfels.face[k];
            const auto w = seen.fit * (1 / whole + dot(q, seen.r - a));
            return Both{Both{w * xyz(v), seen.fit * xyz(s)}, seen.fit * s.w + (0.5f * whole * w * v.w) * dot(xyz(face_k) - n, seen.r)};
        });
        const Vec4  s_i   = stuff[i];
        const Vec3  s_k   = (1 / whole) * of_others.first.second;
        const float other = of_others.second / whole, depth = s_i.w + other - distance, thin = 0.1f * spacing;
        if (!(depth > 0) || (distance < 0 && min(s_i.w, other) > thin)) return false;  // of two sheets that have not passed each other the far sides do not touch
        const float k     = SurfaceContact::stiffness * s_i.x * s_k.x / (s_i.x + s_k.x) / spacing, layer = spacing * s_i.y * s_k.y / (s_i.y + s_k.y);
        const float lost  = 2 * SurfaceContact::damping * sqrt(k * layer);
        const Vec3  speed = xyz(motion[i]) - of_others.first.first;
        const float away  = dot(speed, n), pressure = max(k * depth - lost * away, 0.f), most = 0.5f * (s_i.z + s_k.z) * pressure;
        const Vec3  along = speed - away * n;
        Vec3        drawn = slip[i] + time * along;
        drawn             = drawn - dot(drawn, n) * n;
        if (const float size = k * length(drawn); size > most) drawn = (most / size) * drawn;
        slip[i]   = drawn;
        Vec3 rub  = -k * drawn - lost * along;
        if (const float size = length(rub); size > most) rub = (most / size) * rub;
        const float there = min(dot(facing.cover, n) / (whole_plane(surfels.h, facing.left, surfels.flat) * kept[i].own), 1.02f);
        const float area  = 0.5f * face_i.w * max(-dot(xyz(face_i), n), 0.f) * there;
        push[i]   = with_w(area * (pressure * n + rub), 1 / whole);
        middle[i] = with_w(xyz(site_i) + a, 0), tilt[i] = with_w(q, s_k.x / (s_i.x + s_k.x)), normal[i] = with_w(n, depth);
        couple[i] = with_w(plane((distance * area) * rub), 0);
        return true;
    }
};

/// All that pushes a surfel: what it touches, and who touches it.
struct Answer {
    Surfels           surfels;
    View<const Index> near;
    View<const Vec4>  push, middle, tilt, couple, normal;
    View<Vec3>        force;

    MOTE_FN void operator()(Index k) const {
        if (!near[k]) return force[k] = {}, void();
        const Vec4 site_k = surfels.site[k];
        force[k] = xyz(push[k]) + surfels.neighbours.sum(k, [&](auto i) {
            const auto f    = push[i];
            const auto seen = surfels.weigh(i, k);
            const auto r    = xyz(site_k) - xyz(middle[i]);
            const auto w    = select(f.w > 0, seen.fit, 0.f * seen.fit);
            return (-1.f * w * (f.w + dot(xyz(tilt[i]), r))) * xyz(f) + (w * dot(xyz(couple[i]), r)) * xyz(normal[i]);
        });
    }
};

struct ShareOut {
    View<const SurfaceContact::Share> share;
    View<const Index> first, near;
    View<const Vec3>  force;
    View<Vec3>        push;

    MOTE_FN void operator()(Index s) const {
        Vec3 sum{};
        for (Index e = first[s]; near[s] && e < first[s + 1]; ++e) sum += share[e].weight * force[share[e].surfel];
        push[s] = sum;
    }
};

}  // namespace

void SurfaceContact::carry(const Exec& exec, const Rows& rows, bool all) {
    parallel_for(exec, "surface contact", count(),
                 Carry{carrier_.read(), first_.read(), all ? View<const Index>{} : near_.read(), kept_.read(), rows, site_.write(), face_.write(), motion_.write(), stuff_.write(), all ? form_.write() : View<Vec4>{}, flat_});
}

solid::Surfels SurfaceContact::view(const Rows& rows) const { return {neighbours_.view(), home_.read(), front_.read(), site_.read(), face_.read(), patch * distance_, rows.apart, rows.close, flat_}; }

void SurfaceContact::begin(const Exec& exec, const Rows& rows, float way) {
    carry(exec, rows, true);
    for (int level = 0; level < 4 && cut(exec); ++level) carry(exec, rows, true);
    const Index surfels = count();
    const auto nobody = [&](Scratch<Vec4>& column) {
        const auto to = column.write();
        parallel_for(exec, "surface contact", 1, [=] MOTE_LAMBDA(Index) { to[surfels] = {}; });
    };
    for (Scratch<Vec4>* column : {&site_, &face_, &motion_, &stuff_, &node_[0], &node_[1], &node_[2], &node_[3], &node_[4]}) nobody(*column);
    neighbours_.build(exec, {site_.read(), surfels, surfels, patch * distance_ + min(way, rows.spacing)});
    parallel_for(exec, "surface contact", surfels, FindPartner{view(rows), near_.write(), site_.write(), table.slip.write()});
    parallel_for(exec, "surface contact", rows_, FindNearRows{share_.read(), row_first_.read(), near_.read(), row_near_.write()});
    was_near_ = true;
}

void SurfaceContact::rest(const Exec& exec) {
    const auto slip = table.slip.write();
    if (was_near_) parallel_for(exec, "surface contact", count(), [=] MOTE_LAMBDA(Index i) { slip[i] = {}; });
    was_near_ = false;
}

View<const Vec3> SurfaceContact::press(const Exec& exec, const Rows& rows, float time) {
    carry(exec, rows, false);
    const Surfels all = view(rows);
    parallel_for(exec, "surface contact", count(),
                 Press{all, near_.read(), motion_.read(), stuff_.read(), kept_.read(), table.slip.write(), node_[0].write(), node_[1].write(), node_[2].write(), node_[3].write(), node_[4].write(), time, rows.spacing});
    parallel_for(exec, "surface contact", count(), Answer{all, near_.read(), node_[0].read(), node_[1].read(), node_[2].read(), node_[3].read(), node_[4].read(), force_.write()});
    parallel_for(exec, "surface contact", rows_, ShareOut{share_.read(), row_first_.read(), row_near_.read(), force_.read(), push_.write()});
    return push_.read();
}

std::vector<SurfaceContact::Node> SurfaceContact::nodes() const {
    std::vector<Node> found;
    for (Index i = 0; i < count(); ++i) {
        const Vec4 push = node_[0].host()[i], tilt = node_[2].host()[i], normal = node_[4].host()[i];
        if (push.w > 0) found.push_back({xyz(site_.host()[i]) + (tilt.w * normal.w) * xyz(normal), xyz(normal), xyz(push), i});
    }
    return found;
}

}  // namespace mote
