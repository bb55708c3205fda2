// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/poses.h"

#include <cmath>
#include <map>

namespace mote {

std::vector<BodyPose> find_poses(World& w) {
    std::map<BodyId, BodyPose> found;
    if (w.solids)
        for (const RigidFit& f : w.solids->fit(w.exec, w.particles))
            if (const auto [at, is_new] = found.try_emplace(f.body, BodyPose{f.body, f.mass, f.centre, f.turn}); !is_new && f.mass > at->second.mass) at->second = {f.body, f.mass, f.centre, f.turn};
    if (w.rigid) {
        const BodyTable& t = w.rigid->table;
        for (Index b = 0; b < t.rows(); ++b) found[t.body.host()[b]] = {t.body.host()[b], t.mass.host()[b], t.centre.host()[b], t.turn.host()[b]};
    }
    std::vector<BodyPose> poses;
    for (const auto& [body, pose] : found) poses.push_back(pose);
    return poses;
}

/// From the largest of its four squares, so that nothing small is divided by. [Shepperd 1978]
Quaternion quaternion_of(const Mat3d& r) {
    const double xx = r.row[0].x, yy = r.row[1].y, zz = r.row[2].z, four[] = {1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz};
    const double x = r.row[2].y - r.row[1].z, y = r.row[0].z - r.row[2].x, z = r.row[1].x - r.row[0].y;
    const double xy = r.row[0].y + r.row[1].x, yz = r.row[1].z + r.row[2].y, zx = r.row[2].x + r.row[0].z;
    const Quaternion times[] = {{four[0], x, y, z}, {x, four[1], xy, zx}, {y, xy, four[2], yz}, {z, zx, yz, four[3]}};
    int most = 0;
    for (int k = 1; k < 4; ++k)
        if (four[k] > four[most]) most = k;
    Quaternion   q = times[most];
    const double s = (q.w < 0 ? -0.5 : 0.5) / std::sqrt(four[most]);
    return {s * q.w, s * q.x, s * q.y, s * q.z};
}

}  // namespace mote
