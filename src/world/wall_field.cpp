// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/wall_field.h"

#include "mote/boundaries.h"

namespace mote {
namespace {

class PlaneField final : public WallField {
public:
    PlaneField(const Boundary& b, const WallProfile& profile)
        : profile_(profile), normal_((b.inside ? -1.f : 1.f) * b.shape->normal({}, 1)), at_origin_(b.ahead({})) {}

    Sight look(const Vec3& x) const override {
        const float d = at_origin_ + dot(normal_, x);
        if (d >= profile_.reach()) return {};
        const auto share = profile_.at(d);
        return {share.value, -share.slope * normal_};
    }

private:
    const WallProfile& profile_;
    Vec3               normal_;
    float              at_origin_;
};

/// The kernel is nearly a product of one factor for each axis, and what is seen of a box is their product. At the corner of a lattice this
/// is right within 0.4 %.
class BoxField final : public WallField {
public:
    BoxField(const Axes& axes, bool inside, const WallProfile& profile, int dimension)
        : profile_(profile), axes_(axes), inside_(inside), flat_(dimension == 2) {}

    Sight look(const Vec3& x) const override {
        const Vec3  q = axes_.to_local(x), low = q - axes_.box.low, high = axes_.box.high - q;
        const float nearest = min(min(low.x, high.x), min(min(low.y, high.y), flat_ ? 1e30f : min(low.z, high.z)));
        if (inside_ ? nearest >= profile_.reach() : nearest <= -profile_.reach()) return {};
        const Slice a = slice(low.x, high.x), b = slice(low.y, high.y), c = flat_ ? Slice{1, 0} : slice(low.z, high.z);
        const float share = a.share * b.share * c.share;
        const Vec3  gradient = axes_.turn * Vec3{a.slope * b.share * c.share, a.share * b.slope * c.share, a.share * b.share * c.slope};
        return inside_ ? Sight{1 - share, -1.f * gradient} : Sight{share, gradient};
    }

private:
    struct Slice {
        float share, slope;
    };
    /// What lies between two planes, seen from so far in front of each.
    Slice slice(float low, float high) const {
        const auto below = profile_.at(low), above = profile_.at(high);
        return {1 - below.value - above.value, below.slope - above.slope};
    }

    const WallProfile& profile_;
    Axes               axes_;
    bool               inside_, flat_;
};

}  // namespace

std::unique_ptr<WallField> make_plane_field(const Boundary& b, const WallProfile& profile) {
    return std::make_unique<PlaneField>(b, profile);
}
std::unique_ptr<WallField> make_box_field(const Axes& axes, bool inside, const WallProfile& profile, int dimension) {
    return std::make_unique<BoxField>(axes, inside, profile, dimension);
}

}  // namespace mote
