// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The shape at rest follows matter that has flowed [Keiser 2006, eq. 6.15, with the frame put right]: the present places become those at rest. With R the rotation of the part as a whole,
//     X <- C + R^T (x - c),   F = R,   G <- R^T F_e,
// so F_e = F G and its stress stay what they were, and what F does not see is nothing. Before that rows are shifted to be as even as at the start, for flow squeezes layers together and
// draws others apart (shift.cpp). What they carry is read off where they come to, by the gradient of the neighbours at rest:
// velocity, plastic strain, and the stretch V of F_e = V R_e, which turns with nothing. Momenta stay as they were, and kinetic energy is not more than it was.
#include "contact.h"
#include "deformation.h"
#include "mote/pseudo_inverse.h"
#include "mote/svd.h"

namespace mote {

using namespace solid;

namespace {

struct Flowed {
    View<const Mat3>       inverse_plastic;
    View<const MaterialId> material;
    View<const Material>   materials;

    /// Above 1: more than its material stands.
    MOTE_FN float operator()(Index s) const { return flow_since(inverse_plastic[s]) / materials[material[s]].plastic.absorb_above; }
};

/// How far a part was moved by mass, and the mass of those within it, who take that back.
struct Moment {
    Vec3d  way{};
    double mass = 0;

    MOTE_FN friend Moment operator+(const Moment& a, const Moment& b) { return {a.way + b.way, a.mass + b.mass}; }
};
struct Within {
    View<const Index> row, particle;
    View<const Vec4>  outward;
    View<const float> freedom, mass;
    Faces             faces;
    Index             first;
    float             spacing;

    MOTE_FN bool operator()(Index s) const { return freedom[s] > 0 && outward[s].w > 0.5f * spacing && !faces.touched(s); }
};
struct MeasureWay {
    Within           within;
    View<const Vec4> from, to;

    MOTE_FN Moment operator()(Index k) const {
        const Index  s = within.row[within.first + k];
        const double m = double(within.mass[within.particle[s]]);
        return {m * wide(xyz(to[s]) - xyz(from[s])), within(s) ? m : 0};
    }
};
struct TakeBack {
    Within     within;
    View<Vec4> to;
    Vec3       way;

    MOTE_FN void operator()(Index k) const {
        const Index s = within.row[within.first + k];
        if (within(s)) to[s] = with_w(xyz(to[s]) - way, to[s].w);
    }
};

/// What rows carry: V and the plastic strain behind its first row, the velocity, and R_e.
struct Carry {
    Deformation       deformation;
    View<const Mat3>  inverse_plastic;
    View<const float> plastic_strain;
    View<const Index> particle;
    View<const Vec4>  from_velocity;
    View<Mat3>        last, turn;
    View<Vec4>        stretch[3], velocity;
    Index             rows;

    MOTE_FN void operator()(Index s) const {
        if (s == rows) {
            stretch[0][s] = stretch[1][s] = stretch[2][s] = velocity[s] = {};
            return;
        }
        last[s]         = deformation.whole(s, deformation.fitted(s));
        const auto part = svd(last[s] * inverse_plastic[s]);
        const Mat3 v    = product(part.u, part.sigma, part.u);
        turn[s]         = part.u * transpose(part.v);
        stretch[0][s] = with_w(v.row[0], plastic_strain[s]), stretch[1][s] = with_w(v.row[1], 0), stretch[2][s] = with_w(v.row[2], 0);
        velocity[s] = with_w(xyz(from_velocity[particle[s]]), 0);
    }
};

/// The same where they come to.
struct ReadOff {
    Moved             moved;  // at rest and from where they came
    ShapeView         shape;
    View<const Vec4>  next, stretch[3], velocity;
    View<const Mat3>  last, turn;
    View<Vec4>        to_velocity;
    View<Mat3>        to_elastic;
    View<float>       to_strain;

    MOTE_FN void operator()(Index s) const {
        const Vec3 way = xyz(next[s]) - xyz(moved.position[s]), rest_i = xyz(moved.rest[s]), v_i = xyz(velocity[s]);
        const Mat3 own{{xyz(stretch[0][s]), xyz(stretch[1][s]), xyz(stretch[2][s])}};
        const float flowed = stretch[0][s].w;
        const bool  moves  = dot(way, way) > 0 && determinant(last[s]) > 0.1f;
        const Vec3  toward = moves ? shape.inverse_moment(s) * (inverse(last[s]) * way) : Vec3{};
        const auto  change = moved.neighbours.sum_moving(s, moved.weights.first[s], [&](auto j, std::size_t k) {
            const auto c = moved.weights.at(k) * dot(xyz(moved.rest[j]) - rest_i, toward);
            const auto a = stretch[0][j], b = stretch[1][j], d = stretch[2][j], u = velocity[j];
            return Both{Mat3T<decltype(a.x)>{{c * (xyz(a) - own.row[0]), c * (xyz(b) - own.row[1]), c * (xyz(d) - own.row[2])}}, Both{c * (xyz(u) - v_i), c * (a.w - flowed)}};
        });
        const float step = moved.weights.step;
        to_elastic[s]    = symmetric(own + step * change.first) * turn[s];
        to_velocity[s]   = with_w(v_i + step * change.second.first, 0);
        to_strain[s]     = max(flowed + step * change.second.second, 0.f);
    }
};

/// Mass, momenta and twice the kinetic energy of a part, about its first row.
struct Whole {
    double mass = 0;
    Vec3d  way{}, momentum{}, turning{};
    Mat3d  spread{};
    double square = 0;

    MOTE_FN friend Whole operator+(const Whole& a, const Whole& b) {
        return {a.mass + b.mass, a.way + b.way, a.momentum + b.momentum, a.turning + b.turning, a.spread + b.spread, a.square + b.square};
    }
};
struct Measure {
    View<const Index> row, particle;
    View<const Vec4>  position, velocity;
    View<const float> mass;
    Vec3              from;
    Index             first;

    MOTE_FN Whole operator()(Index k) const {
        const Index  s = row[first + k];
        const double m = double(mass[particle[s]]);
        const Vec3d  r = wide(xyz(position[s]) - from), v = wide(xyz(velocity[s]));
        return {m, m * r, m * v, m * cross(r, v), m * outer(r, r), m * dot(v, v)};
    }
};
/// The rigid motion that has some momenta.
struct Rigid {
    Vec3d middle, velocity, spin;

    MOTE_FN Vec3d at(const Vec3d& r) const { return velocity + cross(spin, r - middle); }
};
Rigid motion_of(const Whole& w, const Vec3d& momentum, const Vec3d& turning) {
    const Vec3d middle = (1 / w.mass) * w.way;
    const Mat3d spread = w.spread - w.mass * outer(middle, middle);
    return {middle, (1 / w.mass) * momentum, pseudo_inverse(diagonal<double>(trace(spread)) - spread, 1e-9).matrix * (turning - cross(middle, momentum))};
}
double square_of(const Rigid& m, const Whole& w) {  // of m v^2, in terms of the momenta that it has
    const Mat3d spread = w.spread - w.mass * outer(m.middle, m.middle), inertia = diagonal<double>(trace(spread)) - spread;
    return w.mass * dot(m.velocity, m.velocity) + dot(m.spin, inertia * m.spin);
}

/// Velocities as a rigid motion and a share of what they are besides.
struct Correct {
    View<const Index> row, particle;
    View<const Vec4>  position, velocity;
    View<Vec4>        to;
    Rigid            was, now;
    double            share;
    Vec3              from;
    Index             first;

    MOTE_FN void operator()(Index k) const {
        const Index s = row[first + k], i = particle[s];
        const Vec3d r = wide(xyz(position[s]) - from);
        to[i]         = with_w(narrow(now.at(r) + share * (wide(xyz(velocity[s])) - was.at(r))), to[i].w);
    }
};

/// By how much a row is too full.
struct Note {
    Contact           contact;
    View<const float> own;
    View<float>       pressed;

    MOTE_FN void operator()(Index s) const { pressed[s] = contact.touches[s] ? max(own[s] + contact.taken(contact.particle[s]) - 1, 0.f) : 0.f; }
};
/// It is as full as it was, be it that shifted rows fill more of its neighbourhood, or less.
struct Keep {
    Contact           contact;
    View<const float> pressed;
    View<float>       own;

    MOTE_FN void operator()(Index s) const {
        if (!contact.touches[s]) return;
        const float room = max(1 + pressed[s] - contact.taken(contact.particle[s]), 0.f);
        own[s]           = pressed[s] > 0 ? room : min(own[s], room);
    }
};

/// A row stands where it came to.
struct Settle {
    View<const Index> row, particle;
    View<const Vec4>  position;
    View<const Mat3>  elastic;
    View<Vec4>        to_position, rest;
    View<Vec3>        fine;
    View<Mat3>        last, inverse_plastic;
    Mat3              turn;
    Vec3d             at_rest, centre;
    Vec3              origin;
    Index             first;

    MOTE_FN void operator()(Index k) const {
        const Index s = row[first + k], i = particle[s];
        const Vec3  x = origin + xyz(position[s]);
        to_position[i]     = with_w(x, to_position[i].w);
        fine[s]            = xyz(position[s]) - (x - origin);
        rest[s]            = with_w(narrow(at_rest + wide(transpose(turn)) * (wide(xyz(position[s])) - centre)), rest[s].w);
        last[s]            = turn;
        inverse_plastic[s] = transpose(turn) * elastic[s];
    }
};

}  // namespace

bool Solids::has_flowed(const Exec& exec, const Particles& p, View<const Material> materials) {
    if (!absorbs_ || elastic_rows_ == 0 || !(reduce(exec, "rest shape", elastic_rows_, 0.f, Flowed{plastic->inverse_plastic.read(), rest.material.read(), materials}, Larger{}) > 1)) return false;
    stand(exec, p);
    return true;
}

/// Parts in which somebody has flowed too far follow as a whole.
std::vector<Index> Solids::find_followers(std::span<const Material> all) const {
    std::vector<Index> follows(elastic_rows_);
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b) {
        bool       far = false;
        const auto row = [&](Index k) { return body_rows_.host()[k]; };
        for (Index k = body_first_[b]; k < body_first_[b + 1]; ++k)
            far = far || flow_since(plastic->inverse_plastic.host()[row(k)]) > all[rest.material.host()[row(k)]].plastic.absorb_above;
        for (Index k = body_first_[b]; far && k < body_first_[b + 1]; ++k) follows[row(k)] = 1;
    }
    return follows;
}

void Solids::note_contact(const Exec& exec, const Around& around) {
    pressed_ = std::make_unique<Column<float>>(rest, "pressed");
    if (begin_contact(exec, around) > 0) parallel_for(exec, "contact", elastic_rows_, Note{contact_of(&around), rest.own_fullness.read(), pressed_->write()});
}
void Solids::keep_contact(const Exec& exec, const Around& around) {
    stand(exec, around.particles);
    if (begin_contact(exec, around) > 0) parallel_for(exec, "contact", elastic_rows_, Keep{contact_of(&around), pressed_->read(), rest.own_fullness.write()});
    pressed_.reset();
    mark(exec, around.particles);
}

/// What rows of all parts carry from where they are to where they come to.
struct Solids::Carried {
    Scratch<Vec4> stretch[3], velocity, new_velocity;
    Scratch<Mat3> turn, elastic;

    Carried(const Exec& exec, Index rows) {
        for (Scratch<Vec4>* row : {&stretch[0], &stretch[1], &stretch[2], &velocity, &new_velocity}) row->resize(exec, rows + 1);
        turn.resize(exec, rows), elastic.resize(exec, rows);
    }
};

void Solids::absorb(const Exec& exec, Particles& p, std::span<const Material> all, View<const Material> materials, const Kernel& kernel, SolidSettings settings, std::uint32_t step) {
    const Index     rows = elastic_rows_;
    const auto      fits = fit(exec, p);
    const auto      list = find_followers(all);
    Settings<Index> follows;
    Carried         c(exec, rows);
    const Moved     moved{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()};
    parallel_for(exec, "rest shape", rows + 1,
                 Carry{{moved, shape()}, plastic->inverse_plastic.read(), plastic->plastic_strain.read(), particle_.read(), p.velocity_density.read(), rest.deformation.write(), c.turn.write(),
                       {c.stretch[0].write(), c.stretch[1].write(), c.stretch[2].write()}, c.velocity.write(), rows});
    group_.resize(exec, rest.rows() + 1);
    parallel_for(exec, "rest shape", rest.rows() + 1, NumberParts{rest.part.read(), group_.write()});
    shift(exec, materials, follows.on(exec, list), step);
    take_back_shift(exec, p);
    parallel_for(exec, "rest shape", rows,
                 ReadOff{moved, shape(), next_position_.read(), {c.stretch[0].read(), c.stretch[1].read(), c.stretch[2].read()}, c.velocity.read(), rest.deformation.read(), c.turn.read(),
                         c.new_velocity.write(), c.elastic.write(), plastic->plastic_strain.write()});
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b)
        if (list[body_rows_.host()[body_first_[b]]]) settle(exec, p, b, fits[b], c);
    find_fullness(exec, list, kernel, settings);
    sort(exec, particles_of_rows(p), all, settings);
    find_neighbours(exec, materials, settings);
}

/// By as much as its centre was moved each part is moved back by those within it.
void Solids::take_back_shift(const Exec& exec, const Particles& p) {
    for (std::size_t b = 0; b + 1 < body_first_.size(); ++b) {
        const Index  first = body_first_[b], count = body_first_[b + 1] - first;
        const Within within{body_rows_.read(), particle_.read(), outward_.read(), freedom_.read(), p.mass.read(), faces_at(0), first, spacing_};
        const Moment m = reduce(exec, "shift", count, Moment{}, MeasureWay{within, position_.read(), next_position_.read()}, Plus{});
        const Vec3 back = m.mass > 0 ? narrow((1 / m.mass) * m.way) : Vec3{};
        if (length(back) < 0.05f * spacing_) parallel_for(exec, "shift", count, TakeBack{within, next_position_.write(), back});  // in a thin sheet hardly anybody is within
    }
}

/// A part stands where it came to, with the momenta that it had.
void Solids::settle(const Exec& exec, Particles& p, std::size_t part, const RigidFit& f, Carried& c) {
    const Index first = body_first_[part], count = body_first_[part + 1] - first;
    const Vec3  from    = xyz(position_.host()[body_rows_.host()[first]]);
    const auto  measure = [&](View<const Vec4> at, View<const Vec4> speed) {
        return reduce(exec, "rest shape", count, Whole{}, Measure{body_rows_.read(), particle_.read(), at, speed, p.mass.read(), from, first}, Plus{});
    };
    const Whole  before = measure(position_.read(), c.velocity.read()), after = measure(next_position_.read(), c.new_velocity.read());
    const Rigid  was = motion_of(after, after.momentum, after.turning), now = motion_of(after, before.momentum, before.turning);
    const double besides = after.square - square_of(was, after), room = before.square - square_of(now, after);
    const double share   = besides > room ? sqrt(max(room, 0.0) / besides) : 1;
    parallel_for(exec, "rest shape", count,
                 Correct{body_rows_.read(), particle_.read(), next_position_.read(), c.new_velocity.read(), p.velocity_density.write(), was, now, share, from, first});
    parallel_for(exec, "rest shape", count,
                 Settle{body_rows_.read(), particle_.read(), next_position_.read(), c.elastic.read(), p.position_volume.write(), rest.rest_position_volume.write(), rest.fine.write(),
                        rest.deformation.write(), plastic->inverse_plastic.write(), narrow(f.turn), f.rest, f.centre - wide(origin_), origin_, first});
}

}  // namespace mote
