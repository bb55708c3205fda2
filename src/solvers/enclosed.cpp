// Copyright (c) 2026 The Mote authors. MIT licence.
#include "enclosed.h"

#include <cmath>

#include "mote/neighbours.h"
#include "mote/particles.h"

namespace mote {

using namespace pressure;

namespace {

/// With fewer rows the mean of k is all that there is: drops of spray.
constexpr double least_rows = 8;
/// Of their density at rest have rows with a free surface less.
constexpr float open_fullness = 0.8f;

struct Members {
    View<const Index> row, group;  // group: the region, from 1
    View<const Vec4>  k;

    MOTE_HOT bool is_light(Index m) const { return k[m].w > 0; }
};
template <class T, class F>
struct SumPiece {
    View<const LightRegions::Piece> piece;
    F                           of_member;
    View<T>                     part;

    MOTE_FN void operator()(Index n) const {
        T total{};
        for (Index m = piece[n].first; m < piece[n].first + piece[n].count; ++m) total = total + of_member(m);
        part[n] = total;
    }
};
template <class T>
struct SumRegion {
    View<const Index> first_piece;
    View<const T>     part;
    View<T>           total;

    MOTE_FN void operator()(Index r) const {
        T all{};
        for (Index n = first_piece[r]; n < first_piece[r + 1]; ++n) all = all + part[n];
        total[r] = all;
    }
};

/// What a pressure of 1 everywhere does to light rows.
struct FindK {
    Members           members;
    LightKinds        kinds;
    Acceleration      acceleration;
    View<Vec4>        k;

    MOTE_FN void operator()(Index m) const {
        const Index i = members.row[m];
        if (!kinds.is_light(i)) return void(k[m] = {0, 0, 0, 0});
        const auto volume = acceleration.position_volume;
        k[m] = with_w(acceleration.total(i, 1, acceleration.pairs.sum(i, [&](auto j, auto, const auto& g) { return volume[j].w * g; })), 1);
    }
};
struct FindShape {
    Members           members;
    View<const Vec4>  position_volume;
    Crowding          crowding;
    BesideWalls       walls;

    MOTE_FN Enclosed::Shape operator()(Index m) const {
        if (!members.is_light(m)) return {};
        const Index  i = members.row[m];
        const double v = double(position_volume[i].w), crowd = double(crowding(i));
        const Vec4   k = members.k[m];
        return {v, v * double(k.x), v * double(k.y), v * double(k.z), 1, 1 + crowd < double(open_fullness) ? 1. : 0., crowd, walls.has(i) ? 1. : 0.};
    }
};
/// Walls hold what touches them, and Jacobi steps find its level. A hole of a few rows opens no bubble; a surface does.
struct IsClosed {
    View<const Enclosed::Shape> shape;
    int                         dimension;

    MOTE_HOT bool operator()(Index r) const {
        const auto& s = shape[r];
        return s.rows >= least_rows && !(s.walls > 0) && s.open < 0.25 * (dimension == 3 ? ::cbrt(s.rows * s.rows) : ::sqrt(s.rows));
    }
};
struct CloseRegions {
    Members           members;
    IsClosed          is_closed;
    View<Vec4>        k;
    View<Index>       region;

    MOTE_FN void operator()(Index m) const {
        const Index r    = members.group[m];
        const bool  here = members.is_light(m) && is_closed(r - 1);
        const auto& s    = is_closed.shape[r - 1];
        const float per  = float(1 / max(s.volume, 1e-300));
        region[members.row[m]] = here ? r : 0;
        k[m] = here ? with_w(xyz(k[m]) - per * Vec3{float(s.x), float(s.y), float(s.z)}, 1) : Vec4{0, 0, 0, 0};
    }
};

/// Its level goes where pressure is asked for.
struct Lifted {
    Members           members;
    IsClosed          is_closed;
    View<const float> excess;

    MOTE_HOT bool operator()(Index m) const { return is_closed(members.group[m] - 1) && excess[members.row[m]] > nothing; }
};
struct SetLifted {
    Lifted            lifted;
    View<const Vec4>  position_volume;
    View<float>       pressure;
    View<Vec4>        site;

    MOTE_FN void operator()(Index m) const {
        const Index i = lifted.members.row[m];
        if (lifted(m)) pressure[i] = 1, site[i].w = position_volume[i].w;
    }
};
struct TakeLevel {
    Members                     members;
    View<const Enclosed::Shape> shape;
    View<const double>          level;  // sum V p; none: 1 for each
    Acceleration                acceleration;

    MOTE_FN void operator()(Index m) const {
        if (!members.is_light(m)) return;
        const Index i = members.row[m], r = members.group[m] - 1;
        const float p = level.data ? float(level[r] / shape[r].volume) : 1.f;
        const float per = acceleration.strength * acceleration.position_volume[i].w / acceleration.rest_density[i];
        acceleration.motion[i] = with_w(xyz(acceleration.motion[i]) + (per * p) * xyz(members.k[m]), 0);
    }
};
struct Noise {
    Members          members;
    View<const Vec4> motion;

    MOTE_FN double operator()(Index m) const { return members.is_light(m) ? double(dot(xyz(motion[members.row[m]]), xyz(members.k[m]))) : 0; }
};
struct Answer {
    Members                     members;
    View<const Enclosed::Shape> shape;
    View<const double>          noise;
    Divergence                  divergence;
    View<float>                 answer;
    float                       kick;

    MOTE_FN void operator()(Index m) const {
        const Index r = members.group[m] - 1;
        answer[m]     = -kick * (divergence(members.row[m]) - (members.is_light(m) ? float(noise[r]) : 0.f));
    }
};

template <class T, class F>
View<const T> sum(const Exec& exec, const LightRegions& regions, Scratch<T>& part, Scratch<T>& total, const F& of_member) {
    part.resize(exec, regions.pieces()), total.resize(exec, regions.count());
    parallel_for(exec, "enclosed sums", regions.pieces(), SumPiece<T, F>{regions.piece(), of_member, part.write()});
    parallel_for(exec, "enclosed sums", regions.count(), SumRegion<T>{regions.first_piece(), part.read(), total.write()});
    return total.read();
}

}  // namespace

void Enclosed::find(const Exec& exec, const Particles& p, const Neighbours& neighbours, const SolidRows& solids, const System& system, float bound) {
    closed_ = 0;
    regions_.find(exec, p, neighbours, solids, bound);
    if (regions_.count() == 0) return;
    k_.resize(exec, regions_.members()), region_.resize(exec, p.size());
    const LightKinds kinds{p.rest_density.read(), solids, {}, p.size(), p.size(), bound};
    const Members members{regions_.row(), regions_.group(), k_.read()};
    parallel_for(exec, "enclosed level", regions_.members(), FindK{members, kinds, system.acceleration, k_.write()});
    const auto     shape = sum(exec, regions_, shape_part_, shape_, FindShape{members, p.position_volume.read(), {p.velocity_density.read(), p.rest_density.read()}, system.acceleration.walls});
    const IsClosed is_closed{shape, system.around.kernel.dimension};
    closed_ = reduce(exec, "enclosed sums", regions_.count(), Index(0), [=] MOTE_LAMBDA(Index r) { return Index(is_closed(r)); }, Plus{});
    const auto region = region_.write();
    parallel_for(exec, "enclosed level", p.size(), [=] MOTE_LAMBDA(Index i) { region[i] = 0; });
    parallel_for(exec, "enclosed level", regions_.members(), CloseRegions{members, is_closed, k_.write(), region});
    for (Scratch<double>* of : {&change_, &last_change_, &level_}) of->resize(exec, regions_.count());
}

View<const double> Enclosed::find_noise(const Exec& exec, View<const Vec4> motion) {
    const auto sums  = sum(exec, regions_, part_, noise_, Noise{{regions_.row(), regions_.group(), k_.read()}, motion});
    const auto shape = shape_.read();
    const auto noise = noise_.write();
    parallel_for(exec, "enclosed sums", regions_.count(), [=] MOTE_LAMBDA(Index r) { noise[r] = sums[r] / max(shape[r].volume, 1e-300); });
    return noise_.read();
}

void Enclosed::begin(const Exec& exec, const Particles& p, const System& system, View<float> excess, float kick, float share) {
    const Members  members{regions_.row(), regions_.group(), k_.read()};
    const auto     shape = shape_.read();
    const IsClosed is_closed{shape, system.around.kernel.dimension};
    const auto     region = region_.read();
    const auto     noise  = find_noise(exec, system.divergence.motion);
    parallel_for(exec, "enclosed level", p.size(), [=] MOTE_LAMBDA(Index i) {
        if (region[i] == 0 || excess[i] <= nothing) return;
        const Enclosed::Shape& s = shape[region[i] - 1];
        excess[i] += share * float(s.crowding / s.rows) - float(noise[region[i] - 1]);
    });

    // The answer to a level of 1.
    lifted_.borrow(exec, p.size()), site_.borrow(exec, p.rows() + 1), motion_.borrow(exec, p.rows() + 1);
    const auto lifted = lifted_.write();
    const auto site = site_.write(), motion = motion_.write();
    const auto place = system.acceleration.pairs.site;
    const Index ours = p.size();
    parallel_for(exec, "enclosed level", p.rows() + 1, [=] MOTE_LAMBDA(Index i) {
        site[i] = with_w(xyz(place[i]), 0), motion[i] = {0, 0, 0, 0};
        if (i < ours) lifted[i] = 0;
    });
    parallel_for(exec, "enclosed level", regions_.members(), SetLifted{{members, is_closed, {excess.data}}, p.position_volume.read(), lifted, site});
    if (p.copies() > 0) refresh_places(exec, p, site);
    Acceleration acceleration = system.acceleration;
    acceleration.pairs.site   = site_.read();
    acceleration.pressure     = lifted_.read();
    acceleration.motion       = motion;
    parallel_for(exec, "enclosed level", ours, acceleration);
    parallel_for(exec, "enclosed level", regions_.members(), TakeLevel{members, shape, {}, acceleration});
    system.carried.carry(exec, p, system.around, motion);
    refresh(exec, p, motion);
    Divergence divergence   = system.divergence;
    divergence.pairs.site   = site_.read();
    divergence.motion       = motion_.read();
    answer_.resize(exec, regions_.members());
    parallel_for(exec, "enclosed level", regions_.members(), Answer{members, shape, find_noise(exec, motion_.read()), divergence, answer_.write(), kick});
    const auto answer = answer_.read();
    const auto row    = regions_.row();
    const auto volume = p.position_volume.read();
    const auto z      = lifted_.read();
    sum(exec, regions_, part_, energy_, [=] MOTE_LAMBDA(Index m) { return double(z[row[m]] * volume[row[m]].w) * double(answer[m]); });
    const auto change = change_.write();
    parallel_for(exec, "enclosed sums", regions_.count(), [=] MOTE_LAMBDA(Index r) { change[r] = 0; });
}

void Enclosed::take_level(const Exec& exec, const Particles& p, const Acceleration& acceleration) {
    const Members members{regions_.row(), regions_.group(), k_.read()};
    const auto    volume   = p.position_volume.read();
    const auto    pressure = acceleration.pressure;
    const auto    level    = sum(exec, regions_, part_, level_, [=] MOTE_LAMBDA(Index m) { return members.is_light(m) ? double(volume[members.row[m]].w) * double(pressure[members.row[m]]) : 0.; });
    parallel_for(exec, "enclosed level", regions_.members(), TakeLevel{members, shape_.read(), level, acceleration});
}

void Enclosed::add_noise(const Exec& exec, View<const Vec4> motion, View<float> rate, float kick) {
    const auto noise  = find_noise(exec, motion);
    const auto row    = regions_.row();
    const auto region = region_.read();
    parallel_for(exec, "enclosed level", regions_.members(), [=] MOTE_LAMBDA(Index m) {
        if (const Index r = region[row[m]]; r > 0) rate[row[m]] += kick * float(noise[r - 1]);
    });
}

Enclosed::Change Enclosed::lift(const Exec& exec, const Particles& p, View<const float> excess, View<const float> response, View<const float> f, View<float> pressure) {
    const auto row = regions_.row(), number = regions_.group();
    const auto volume = p.position_volume.read();
    const auto lifted = lifted_.read(), answer = answer_.read();
    // What is left over after this Jacobi step.
    const auto left = sum(exec, regions_, part_, left_, [=] MOTE_LAMBDA(Index m) {
        const Index  i = row[m];
        const double v = double(volume[i].w);
        return (lifted[i] > 0 ? v * double(excess[i] + response[i]) : 0.) - v * double(answer[m]) * double(f[i]);
    });
    const auto energy = energy_.read(), level = level_.read();
    const auto shape  = shape_.read();
    const auto change = change_.write(), last = last_change_.write();
    parallel_for(exec, "enclosed sums", regions_.count(), [=] MOTE_LAMBDA(Index r) { last[r] = change[r], change[r] = energy[r] > 0 ? left[r] / energy[r] : 0; });
    parallel_for(exec, "enclosed level", regions_.members(), [=] MOTE_LAMBDA(Index m) { pressure[row[m]] += lifted[row[m]] * float(change[number[m] - 1]); });
    return reduce(exec, "enclosed sums", regions_.count(), Change{}, [=] MOTE_LAMBDA(Index r) {
        const double turn = change[r] - last[r], over = energy[r] * (level[r] > 0 ? abs(change[r]) : max(change[r], 0.));
        return Change{energy[r] * turn * change[r], energy[r] * turn * turn, energy[r] > 0 ? over / shape[r].volume : 0.};
    }, Plus{});
}

void Enclosed::keep(const Exec& exec, View<const float> excess) {
    kept_.resize(exec, regions_.members());
    const auto row  = regions_.row();
    const auto before = kept_.write();
    parallel_for(exec, "enclosed level", regions_.members(), [=] MOTE_LAMBDA(Index m) { before[m] = excess[row[m]]; });
}

void Enclosed::ask_for_density(const Exec& exec, const Particles& p, View<float> excess, float per_second) {
    const auto     row    = regions_.row();
    const auto     region = region_.read();
    const auto     before = kept_.read();
    const auto     shape  = shape_.read();
    const Crowding crowding{p.velocity_density.read(), p.rest_density.read()};
    parallel_for(exec, "enclosed level", regions_.members(), [=] MOTE_LAMBDA(Index m) {
        const Index i = row[m], r = region[i];
        if (r > 0 && before[m] > nothing) excess[i] = before[m] + per_second * (crowding(i) - float(shape[r - 1].crowding / shape[r - 1].rows));
    });
}

void Enclosed::give_back(const Exec& exec) { lifted_.give_back(exec), site_.give_back(exec), motion_.give_back(exec); }

}  // namespace mote
