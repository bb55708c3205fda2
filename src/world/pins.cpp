// Copyright (c) 2026 The Mote authors. MIT licence.
#include "pins.h"

#include "mote/svd.h"

namespace mote {
namespace {

/// Of pin k, from 0, where it holds body b: P (b + 1) + k + 1, P being the number of pins.
Index own_pin(const World& w, Index b, Index k) { return Index(w.pins.size()) * (b + 1) + k + 1; }
/// The pin of a body that is held so, or null.
const Pin* held_by(const World& w, Index b) {
    const Index pin = w.rigid->table.pin.host()[b], count = Index(w.pins.size());
    return pin > count ? &w.pins[(pin - 1) % count] : nullptr;
}
/// `made(b, pin)` for each body that is held so, at its place in the list of all pins.
template <class T, class F>
void add_own(const World& w, std::vector<T>& list, const F& made) {
    for (Index b = 0; w.rigid && b < w.rigid->table.rows(); ++b)
        if (const Pin* pin = held_by(w, b)) list.resize(w.rigid->table.pin.host()[b]), list.back() = made(b, *pin);
}
/// The first pin, from 1, that one of its particles lies in; 0: none.
Index pin_of(const World& w, Index b) {
    const BodyTable& t   = w.rigid->table;
    const auto       pin = w.solids->rest.pin.host();
    for (Index s = t.first.host()[b]; s < t.first.host()[b] + t.count.host()[b]; ++s)
        if (pin[s] > 0) return pin[s];
    return 0;
}
Pose pose_at(const std::optional<Motion>& motion, double time) { return motion ? motion->pose(time) : Pose{}; }

/// From where it is, as its pin moves.
Pose pose_of(const World& w, Index body, const Pin& pin, float dt) {
    const BodyTable& t = w.rigid->table;
    Pose             pose{narrow(t.turn.host()[body]), narrow(t.rest_centre.host()[body]), narrow(t.centre.host()[body])};
    if (!pin.motion) return pose;
    const Pose now = pose_at(pin.motion, w.time), then = pose_at(pin.motion, w.time + double(dt));
    pose.turn = narrow(rotation_of(wide(then.turn) * transpose(wide(now.turn)) * t.turn.host()[body]));  // nothing adds up to more than a rotation
    pose.to   = then(now.undo(pose.to));
    return pose;
}

/// It goes on as it was led.
void let_go(World& w, Index body, const Pin& pin) {
    BodyTable&  t     = w.rigid->table;
    const Drive drive = drive_of(pin.motion, w.time - double(w.last_dt), max(w.last_dt, 1e-9f));
    const Vec3d spin{double(drive.spin.row[2].y), double(drive.spin.row[0].z), double(drive.spin.row[1].x)};
    const Mat3d axes = t.turn.host()[body] * t.axes.host()[body];
    const Vec3d about = transpose(axes) * spin, m = t.moments.host()[body];
    t.angular_momentum.edit()[body] = axes * Vec3d{m.x * about.x, m.y * about.y, m.z * about.z};
}

}  // namespace

Drive drive_of(const std::optional<Motion>& motion, double time, float dt) {
    if (!motion) return {};
    const Drive drive = motion->drive(time, double(dt));
    const Pose  pose  = motion->pose(time);
    return {drive.spin * transpose(pose.turn), pose.to, drive.speed};
}

std::vector<Drive> drives_of(const World& w, float dt) {
    std::vector<Drive> drives;
    for (const Pin& pin : w.pins) drives.push_back(drive_of(pin.motion, w.time, dt));
    add_own(w, drives, [&](Index, const Pin& pin) { return drive_of(pin.motion, w.time, dt); });
    return drives;
}

std::vector<Pose> poses_of(const World& w, float dt) {
    std::vector<Pose> poses;
    for (const Pin& pin : w.pins) poses.push_back(pose_at(pin.motion, w.time + double(dt)));
    add_own(w, poses, [&](Index b, const Pin& pin) { return pose_of(w, b, pin, dt); });
    return poses;
}

void hold_rigid(World& w) {
    BodyTable& t = w.rigid->table;
    for (Index b = 0; b < t.rows(); ++b) {
        const Index k = pin_of(w, b);
        if (k == 0 || w.pins[k - 1].on.empty()) continue;
        const Pin&  pin = w.pins[k - 1];
        const Index was = t.pin.host()[b], now = pin.holds(w.time) ? own_pin(w, b, k - 1) : 0;
        if (was == now) continue;
        if (now > 0) t.velocity.edit()[b] = t.angular_momentum.edit()[b] = {};
        if (now == 0 && w.step_number > 0) let_go(w, b, pin);
        t.pin.edit()[b] = now;
    }
}

}  // namespace mote
