// Copyright (c) 2026 The Mote authors. MIT licence.
#include "press.h"

#include "laws/point/elastic.h"
#include "press_pairs.h"

namespace mote::solid {
namespace {

MOTE_HOT Vec3d across(const Vec3d& v, const Vec3d& n) { return v - dot(v, n) * n; }

/// One face of a row: what it gives for a speed r relative to its surface.
struct FaceLine {
    Press::Rows       rows;
    View<const Vec4>  line;
    View<const Twist> twist;

    MOTE_HOT Vec3 arm(Index f) const { return rows.faces.face[f].at - rows.bodies[rows.faces.face[f].body - 1].centre; }
    /// Of the surface: of coasting, and of what it is given.
    MOTE_HOT Vec3 coasting(Index f) const {
        const SolidFace& face = rows.faces.face[f];
        if (face.body == 0) return face.lead;
        const BodyFrame& b = rows.bodies[face.body - 1];
        return b.velocity + cross(b.spin, arm(f));
    }
    MOTE_HOT Vec3 given(Index f) const {
        const SolidFace& face = rows.faces.face[f];
        if (face.body == 0) return {};
        const Twist t = twist[face.body - 1];
        return narrow(t.along) + cross(narrow(t.about), arm(f));
    }
    MOTE_HOT Vec3 operator()(Index f, const Vec3& r, bool whole) const {
        const Vec4  l = line[f];
        const Vec3  n = rows.faces.face[f].normal;
        const float along = dot(n, r);
        return (l.x * ((whole ? l.z : 0.f) - along)) * n - l.y * (r - along * n);
    }
};

/// Who presses and how strongly it rubs.
struct FindLines {
    FaceLine          face;
    View<const Vec4>  change;
    View<const float> last;  // null: what pressed for the last guess
    View<Vec4>        line;

    MOTE_FN void operator()(Index f) const {
        const Press::Rows& rows = face.rows;
        const SolidFace&   at   = rows.faces.face[f];
        const Index        s    = at.row;
        const Vec3         r    = xyz(rows.velocity[s]) + xyz(change[s]) - face.coasting(f) - face.given(f);
        const float        along = dot(at.normal, r), weight = rows.weight(s), asked = -at.gap / rows.dt - dot(at.normal, rows.aside(s));
        const float        press = max(weight * (asked - along), 0.f), slip = length(r - along * at.normal);
        // Who did not press for the last guess does not rub yet: how much he presses is not known.
        const float known = last.data ? rows.kick * last[s] : line[f].x > 0 ? press : 0.f;
        line[f] = press > 0 || (last.data && known > 0) ? Vec4{weight, rows.brake(s, known, slip), asked, press} : Vec4{0, 0, asked, 0};
    }
};
/// What holds each row, for preconditioners.
struct FindHeld {
    Press::Rows      rows;
    View<const Vec4> line;
    View<Vec4>       held;
    View<float>      rubbed;

    MOTE_FN void operator()(Index s) const {
        Vec4  h{};
        float r = 0;
        if (rows.faces.touched(s))
            rows.faces.each(s, [&](Index f) {
                if (line[f].x > h.w) h = with_w(rows.faces.face[f].normal, line[f].x);
                r = max(r, line[f].y);
            });
        held[s] = h, rubbed[s] = r;
    }
};

/// (1 + C S)^-1 C, with C what a free body gives way by and S what its faces hold it by; by elimination.
struct FindEase {
    FaceLine    face;
    View<Ease6> ease;

    MOTE_FN void operator()(Index b) const {
        const Faces&     faces = face.rows.faces;
        const BodyFrame& body  = face.rows.bodies[b];
        double           c[6][6] = {}, s[6][6] = {}, m[6][12] = {};
        for (int k = 0; k < 3; ++k) {
            c[k][k]              = double(body.lightness);
            const Vec3 r         = body.ease.row[k];
            c[3 + k][3] = double(r.x), c[3 + k][4] = double(r.y), c[3 + k][5] = double(r.z);
        }
        for (Index k = faces.body_first[b]; k < faces.body_first[b + 1]; ++k) {
            const Index f = faces.of_body[k];
            const Vec4  l = face.line[f];
            if (!(l.x > 0)) continue;
            const Vec3d n = wide(faces.face[f].normal), r = wide(face.arm(f));
            for (int q = 0; q < 6; ++q) {  // what holds it when it moves or turns about an axis
                const Vec3d e{q % 3 == 0 ? 1. : 0., q % 3 == 1 ? 1. : 0., q % 3 == 2 ? 1. : 0.}, v = q < 3 ? e : cross(e, r);
                const Vec3d h = (double(l.x) * dot(n, v)) * n + double(l.y) * across(v, n), t = cross(r, h);
                s[0][q] += h.x, s[1][q] += h.y, s[2][q] += h.z, s[3][q] += t.x, s[4][q] += t.y, s[5][q] += t.z;
            }
        }
        for (int p = 0; p < 6; ++p)
            for (int q = 0; q < 6; ++q) {
                m[p][q] = p == q ? 1. : 0., m[p][6 + q] = c[p][q];
                for (int k = 0; k < 6; ++k) m[p][q] += c[p][k] * s[k][q];
            }
        for (int p = 0; p < 6; ++p) eliminate(m, p);
        for (int p = 0; p < 6; ++p)
            for (int q = 0; q < 6; ++q) ease[b].a[p][q] = 0.5 * (m[p][6 + q] + m[q][6 + p]);
    }
    MOTE_FN static void eliminate(double (&m)[6][12], int p) {
        int best = p;
        for (int r = p + 1; r < 6; ++r)
            if (::fabs(m[r][p]) > ::fabs(m[best][p])) best = r;
        for (int q = 0; q < 12; ++q) {
            const double swapped = m[p][q];
            m[p][q] = m[best][q], m[best][q] = swapped;
        }
        const double pivot = m[p][p] != 0 ? 1 / m[p][p] : 0.;
        for (int q = 0; q < 12; ++q) m[p][q] *= pivot;
        for (int r = 0; r < 6; ++r) {
            const double by = m[r][p];
            if (r != p)
                for (int q = 0; q < 12; ++q) m[r][q] -= by * m[p][q];
        }
    }
};
/// How rigid bodies answer.
struct FindTwist {
    FaceLine          face;
    View<const Vec4>  motion;
    View<const Ease6> ease;
    View<Twist>       twist;
    bool              whole;

    MOTE_FN void operator()(Index b) const {
        const Faces& faces = face.rows.faces;
        Vec3d        along{}, about{};
        for (Index k = faces.body_first[b]; k < faces.body_first[b + 1]; ++k) {
            const Index f = faces.of_body[k], s = faces.face[f].row;
            const Vec3  d = xyz(motion[s]), r = whole ? xyz(face.rows.velocity[s]) + d - face.coasting(f) : d;
            const Vec3d push = wide(face(f, r, whole));
            along = along - push, about = about - cross(wide(face.arm(f)), push);
        }
        const double g[6] = {along.x, along.y, along.z, about.x, about.y, about.z};
        double       x[6] = {};
        for (int p = 0; p < 6; ++p)
            for (int q = 0; q < 6; ++q) x[p] += ease[b].a[p][q] * g[q];
        twist[b] = {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
    }
};

/// What all surfaces give to a row.
struct Give {
    FaceLine         face;
    GivePairs        pairs;
    View<const Vec4> motion;
    View<Vec3>       result;
    bool             whole;

    MOTE_HOT Vec3 of_face(Index f, Index s) const {
        const Vec3 d = xyz(motion[s]);
        return face(f, (whole ? xyz(face.rows.velocity[s]) + d - face.coasting(f) : d) - face.given(f), whole);
    }
    MOTE_FN void operator()(Index s) const {
        Vec3 sum{};
        if (face.rows.faces.touched(s)) face.rows.faces.each(s, [&](Index f) { sum += of_face(f, s); });
        if (pairs.contact.touches.data && pairs.contact.touches[s]) sum += pairs(s);
        result[s] = sum;
    }
};

/// What pairs lack of a moment.
struct Lack {
    GivePairs        pairs;
    View<const Vec4> start;
    View<Vec3>       moment;

    MOTE_FN void operator()(Index s) const { moment[s] = pairs.contact.touches[s] ? pairs.missing(s, start) : Vec3{}; }
};

struct FaceMisfit {
    FindLines truly;

    MOTE_FN Press::Misfit operator()(Index f) const {
        const Press::Rows& rows = truly.face.rows;
        const SolidFace&   at   = rows.faces.face[f];
        const Vec4         used = truly.face.line[f];
        const Vec3         r    = xyz(rows.velocity[at.row]) + xyz(truly.change[at.row]) - truly.face.coasting(f) - truly.face.given(f);
        const float        along = dot(at.normal, r), weight = rows.weight(at.row), linear = used.x * (used.z - along), press = max(weight * (used.z - along), 0.f);
        const float        slip = length(r - along * at.normal), brake = rows.brake(at.row, press, slip) * slip;
        const bool         slips = slip > 0.03f * rows.dt * length(rows.push[at.row]);  // more than a solve leaves
        return {double(abs(press - linear)), slips ? double(abs(brake - used.y * slip)) : 0., double(press)};
    }
};
/// Of pairs; after their places were found for the change.
struct PairMisfit {
    PressPairs        truly;
    View<const float> linear;

    MOTE_FN Press::Misfit operator()(Index s) const {
        const Press::Rows& rows = truly.rows;
        if (!rows.contact.touches[s]) return {};
        const Index  i    = rows.contact.particle[s];
        const double size = double(rows.kick * rows.contact.site[i].w / rows.spacing);
        const float  p    = truly.at(s);
        return {size * double(abs(p - linear[i])), 0, size * double(p)};
    }
};

struct Finish {
    Give        give;
    View<Vec4>  face_push;
    View<float> press;
    View<const Vec4> drawn;

    MOTE_FN void operator()(Index s) const {
        const Press::Rows& rows = give.face.rows;
        float              sum  = 0;
        if (rows.faces.touched(s))
            rows.faces.each(s, [&](Index f) {
                const Vec3 push = give.of_face(f, s);
                face_push[f]    = with_w(push, 0);
                sum += max(dot(push, rows.faces.face[f].normal), 0.f);
            });
        if (rows.contact.touches.data && rows.contact.touches[s]) sum += of_pairs(s), rows.slip[s] = at_most(xyz(drawn[s]), drawn[s].w);
        press[s] = sum / rows.kick;
    }
    MOTE_FN float of_pairs(Index s) const {
        Contact contact  = give.face.rows.contact;
        contact.pressure = give.pairs.pressure;
        const Index i    = contact.particle[s];
        return give.face.rows.kick * contact.site[i].w * length(contact.pushes(i).first.first);
    }
};

}  // namespace

void Press::begin(const Exec& exec, const Rows& rows) {
    rows_  = rows;
    first_ = true;
    if (!rows.touches()) return;
    line_.resize(exec, rows.faces.count + 1), result_.resize(exec, rows.count), held_.resize(exec, rows.count), rubbed_.resize(exec, rows.count);
    ease_.resize(exec, rows.body_count + 1), twist_.resize(exec, rows.body_count + 1);
    const auto twist = twist_.write();
    parallel_for(exec, "contact", rows.body_count + 1, [=] MOTE_LAMBDA(Index b) { twist[b] = {}; });
    if (!rows.contact.touches.data) return;
    toward_.resize(exec, rows.particles), slip_.resize(exec, rows.particles), pressure_.resize(exec, rows.particles), guess_.resize(exec, rows.count), moment_.resize(exec, rows.count);
    for (Scratch<Vec4>* row : {&brake_, &arm_, &drawn_}) row->resize(exec, rows.count);
    const auto toward = toward_.write(), slip = slip_.write();
    const auto pressure = pressure_.write();
    parallel_for(exec, "contact", rows.particles, [=] MOTE_LAMBDA(Index i) { toward[i] = slip[i] = {}, pressure[i] = 0; });
}

void Press::find(const Exec& exec, View<const Vec4> change, View<const float> last) {
    if (!first_) last = {};
    first_ = false;
    const FaceLine face{rows_, line_.read(), twist_.read()};
    parallel_for(exec, "contact", rows_.faces.count, FindLines{face, change, last, line_.write()});
    parallel_for(exec, "contact", rows_.count, FindHeld{rows_, line_.read(), held_.write(), rubbed_.write()});
    if (rows_.faces.count > 0) parallel_for(exec, "contact", rows_.body_count, FindEase{face, ease_.write()});
    if (!rows_.contact.touches.data) return;
    parallel_for(exec, "contact", rows_.count, PlacePairs{rows_, change, guess_.write()});
    parallel_for(exec, "contact", rows_.count, PressPairs{rows_});
    parallel_for(exec, "contact", rows_.count, RubPairs{rows_, change, last, brake_.write(), arm_.write(), drawn_.write(), held_.write(), rubbed_.write()});
}

View<const Vec3> Press::sum(const Exec& exec, View<const Vec4> motion, bool whole) {
    const FaceLine face{rows_, line_.read(), twist_.read()};
    if (rows_.faces.count > 0) parallel_for(exec, "contact", rows_.body_count, FindTwist{face, motion, ease_.read(), twist_.write(), whole});
    if (rows_.contact.touches.data) {
        parallel_for(exec, "contact", rows_.count, SpreadPairs{rows_, motion, guess_.read(), toward_.write(), slip_.write(), whole});
        parallel_for(exec, "contact", rows_.count, ChangePairs{rows_, toward_.read(), pressure_.write(), whole});
        parallel_for(exec, "contact", rows_.count, ChangeRubs{rows_, motion, slip_.read(), brake_.read(), arm_.read(), drawn_.write(), whole});
    }
    parallel_for(exec, "contact", rows_.count,
                 Give{face, {rows_.contact, pressure_.read(), {rows_.rub.data}, arm_.read(), rows_.kick}, motion, result_.write(), whole});
    return result_.read();
}
View<const Vec3> Press::of_change(const Exec& exec, View<const Vec4> change) { return sum(exec, change, true); }
View<const Vec3> Press::of_direction(const Exec& exec, View<const Vec4> direction) { return sum(exec, direction, false); }

Press::Misfit Press::misfit(const Exec& exec, View<const Vec4> change) {
    sum(exec, change, true);
    const FaceLine face{rows_, line_.read(), twist_.read()};
    Misfit total = reduce(exec, "contact", rows_.faces.count, Misfit{}, FaceMisfit{{face, change, {}, {}}}, Plus{});
    if (!rows_.contact.touches.data) return total;
    parallel_for(exec, "contact", rows_.count, Lack{{rows_.contact, pressure_.read(), {rows_.rub.data}, arm_.read(), rows_.kick}, rows_.start, moment_.write()});
    parallel_for(exec, "contact", rows_.count, PlacePairs{rows_, change, guess_.write()});
    return total + reduce(exec, "contact", rows_.count, Misfit{}, PairMisfit{{rows_}, pressure_.read()}, Plus{});
}

void Press::finish(const Exec& exec, View<const Vec4> change, View<Vec4> face_push, View<float> press) {
    const FaceLine face{rows_, line_.read(), twist_.read()};
    parallel_for(exec, "contact", rows_.count,
                 Finish{{face, {rows_.contact, pressure_.read(), {rows_.rub.data}, arm_.read(), rows_.kick}, change, {}, true}, face_push, press, drawn_.read()});
}

}  // namespace mote::solid
