// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "mote/boundaries.h"

namespace mote {
namespace {

using State = Motion::State;

State operator+(const State& a, const State& b) { return {a.move + b.move, a.turn + b.turn}; }
State operator-(const State& a, const State& b) { return {a.move - b.move, a.turn - b.turn}; }
State operator*(double s, const State& a) { return {s * a.move, s * a.turn}; }

/// The same formula for each of the six numbers.
template <class F>
State each(const State& a, const State& b, const F& f) {
    const auto three = [&](const Vec3d& u, const Vec3d& v) { return Vec3d{f(u.x, v.x), f(u.y, v.y), f(u.z, v.z)}; };
    return {three(a.move, b.move), three(a.turn, b.turn)};
}

/// The slope at a point between two pieces of such slopes and lengths that lets neither go beyond its ends [Steffen 1990,
/// "A simple method for monotonic interpolation in one dimension", eq. 11].
State gentle(const State& left, double before, const State& right, double after) {
    return each(left, right, [&](double a, double b) {
        if (a * b <= 0) return 0.0;
        const double mean = (a * after + b * before) / (before + after);
        return std::copysign(std::min({std::abs(a), std::abs(b), 0.5 * std::abs(mean)}) * 2, mean);
    });
}

Mat3d rotation_by(const Vec3d& turn) {
    const double angle = length(turn);
    if (angle == 0) return identity<double>();
    const Vec3d  n = turn / angle;
    const double c = std::cos(angle), s = std::sin(angle);
    const Mat3d  skew{{{0, -n.z, n.y}, {n.z, 0, -n.x}, {-n.y, n.x, 0}}};
    return c * identity<double>() + s * skew + (1 - c) * outer(n, n);
}

}  // namespace

/// The speed at a key, for smooth pieces.
State Motion::slope(std::size_t k) const {
    const std::size_t last  = keys.size() - 1;
    const auto        piece = [&](std::size_t p) { return keys[p + 1].time - keys[p].time; };
    const auto        rise  = [&](std::size_t p) { return (1 / piece(p)) * (keys[p + 1].state - keys[p].state); };
    if (k > 0 && k < last) return gentle(rise(k - 1), piece(k - 1), rise(k), piece(k));
    return repeat ? gentle(rise(last - 1), piece(last - 1), rise(0), piece(0)) : State{};
}

State Motion::between_keys(double t) const {
    const double first = keys.front().time, last = keys.back().time;
    State        kept;
    if (repeat && t > last) {
        const double rounds = std::floor((t - first) / (last - first));
        kept                = rounds * (keys.back().state - keys.front().state);
        t -= rounds * (last - first);
    }
    if (t <= first) return keys.front().state + kept;
    if (t >= last) return keys.back().state + kept;
    std::size_t k = 0;
    while (t > keys[k + 1].time) ++k;
    const double piece = keys[k + 1].time - keys[k].time, s = (t - keys[k].time) / piece;
    const State  way   = keys[k + 1].state - keys[k].state;
    if (!smooth) return keys[k].state + s * way + kept;
    const State out = piece * slope(k), in = piece * slope(k + 1);
    return keys[k].state + (s * s * (3 - 2 * s)) * way + (s * (1 - s) * (1 - s)) * out - (s * s * (1 - s)) * in + kept;
}

State Motion::at(double t) const {
    State state = keys.empty() ? State{} : between_keys(t);
    if (swing && t > swing->start) {
        const double since = t - swing->start, full = since < swing->ramp ? since / swing->ramp : 1;
        state = state + (full * full * (3 - 2 * full) * std::sin(2 * M_PI * since / swing->period)) * swing->state;
    }
    return state;
}

Pose Motion::pose(double t) const {
    const State s = at(t);
    return {narrow(rotation_by(s.turn)), about, narrow(Vec3d{about.x, about.y, about.z} + s.move)};
}

Drive Motion::drive(double t, double dt) const {
    const State a = at(t), b = at(t + dt);
    return {narrow((1 / dt) * (rotation_by(b.turn) - rotation_by(a.turn))), about, narrow((1 / dt) * (b.move - a.move))};
}

/// The first time after t at which it may turn round: between two of them each number goes one way only, or nearly.
double Motion::next_turn(double t) const {
    double next = 1e300;
    if (!keys.empty()) {
        const double first = keys.front().time, period = keys.back().time - first;
        const double start = repeat && t > first ? first + period * std::floor((t - first) / period) : first;
        for (const Key& key : keys)
            if (const double time = start + (key.time - first); time > t) {
                next = time;
                break;
            }
        if (repeat && next > 1e299) next = start + period + (keys[1].time - first);  // a rounding error before the round ends
    }
    if (swing) {
        const double eighth = swing->period / 8;
        next = std::min(next, std::max(swing->start, swing->start + eighth * (std::floor((t - swing->start) / eighth) + 1)));
    }
    return next;
}

double Motion::fastest(double radius) const {
    const auto way     = [&](const State& s) { return length(s.move) + radius * length(s.turn); };
    double     highest = 0;
    for (std::size_t k = 0; k + 1 < keys.size(); ++k)
        highest = std::max(highest, (smooth ? 1.5 : 1) * way(keys[k + 1].state - keys[k].state) / (keys[k + 1].time - keys[k].time));
    return highest + (swing ? 2 * M_PI / swing->period * way(swing->state) : 0);
}

double Motion::travel(double from, double to, double radius, double enough) const {
    double sum  = 0;
    State  here = at(from);
    for (double t = from; t < to && sum <= enough;) {
        t               = std::min(to, std::max(next_turn(t), std::nextafter(t, to)));
        const State next = at(t), way = next - here;
        sum += length(way.move) + radius * length(way.turn);
        here = next;
    }
    return sum;
}

}  // namespace mote
