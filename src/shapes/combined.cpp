// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Shapes made of shapes: moved ones, and unions, differences and intersections as least and greatest distance
// (Ricci 1973). The least of two distances is exact outside a union and a bound inside; the greatest the reverse.
#include <utility>

#include "mote/error.h"
#include "shapes/forms.h"
#include "shapes/text.h"

namespace mote {

namespace {

class Placed : public Shape {
public:
    Placed(ShapePointer shape, const Similarity& where) : shape_(std::move(shape)), where_(where) {}

    float distance(Vec3 p) const override { return where_.scale * shape_->distance(where_.undo(p)); }
    bool  bounded() const override { return shape_->bounded(); }
    Vec3  normal(Vec3 p, float step) const override {
        return where_.turn * shape_->normal(where_.undo(p), step / where_.scale);
    }
    Box bounds() const override {
        return bounded() ? moved(shape_->bounds(), where_.turn, where_.move, where_.scale) : shape_->bounds();
    }
    std::vector<Axes> axes() const override {
        std::vector<Axes> all = shape_->axes();
        for (Axes& own : all) {
            own.origin = where_(own.origin);
            own.turn   = where_.turn * own.turn;
            own.box    = {where_.scale * own.box.low, where_.scale * own.box.high};
        }
        return all;
    }
    bool sample_surface(float step, std::vector<Vec3>& points) const override {
        const std::size_t first = points.size();
        if (!shape_->sample_surface(step / where_.scale, points)) return false;
        for (std::size_t i = first; i < points.size(); ++i) points[i] = where_(points[i]);
        return true;
    }

private:
    ShapePointer shape_;
    Similarity   where_;
};

class Combined : public Shape {
public:
    using How = CombinedShape::How;

    Combined(How how, std::vector<ShapePointer> parts) : how_(how), parts_(std::move(parts)) {
        bounds_ = find_bounds();
        if (bounds_.empty())
            throw SceneError("the parts of the intersection do not meet: their bounding boxes are apart");
    }

    float distance(Vec3 p) const override { return decide(p).second; }
    Box   bounds() const override { return bounds_; }
    bool  bounded() const override { return bounded_; }
    Vec3  normal(Vec3 p, float step) const override {
        const std::size_t part = decide(p).first;
        return sign(part) * parts_[part]->normal(p, step);
    }

    /// A difference keeps the axes of its first part; the others lie along the coordinate axes.
    std::vector<Axes> axes() const override {
        std::vector<Axes> all;
        if (how_ != How::subtract) all = Shape::axes();
        for (const ShapePointer& part : parts_)
            for (const Axes& own : part->axes()) all.push_back(own);
        for (Axes& own : all) own.whole = false;
        return all;
    }

private:
    float sign(std::size_t part) const { return how_ == How::subtract && part > 0 ? -1.f : 1.f; }

    /// The part that sets the distance at a point, and that distance.
    std::pair<std::size_t, float> decide(const Vec3& p) const {
        std::pair<std::size_t, float> decisive{0, parts_[0]->distance(p)};
        for (std::size_t k = 1; k < parts_.size(); ++k) {
            const float d = sign(k) * parts_[k]->distance(p);
            if (how_ == How::join ? d < decisive.second : d > decisive.second) decisive = {k, d};
        }
        return decisive;
    }

    Box find_bounds() {
        Box box  = parts_[0]->bounds();
        bounded_ = parts_[0]->bounded();
        if (how_ == How::subtract) return box;
        for (std::size_t k = 1; k < parts_.size(); ++k) {
            const Box  other   = parts_[k]->bounds();
            const bool is_join = how_ == How::join;
            box                = is_join ? Box{min(box.low, other.low), max(box.high, other.high)}
                                         : Box{max(box.low, other.low), min(box.high, other.high)};
            bounded_           = is_join ? bounded_ && parts_[k]->bounded() : bounded_ || parts_[k]->bounded();
        }
        return box;
    }

    How                       how_;
    std::vector<ShapePointer> parts_;
    Box                       bounds_;
    bool                      bounded_ = true;
};

}  // namespace

bool Similarity::trivial() const {
    const Mat3 one = identity();
    return scale == 1 && move == Vec3{} && turn.row[0] == one.row[0] && turn.row[1] == one.row[1] &&
           turn.row[2] == one.row[2];
}

Similarity make_similarity(const Placement& placement) {
    require_positive("the scale", placement.scale);
    if (!finite(placement.at)) throw SceneError("the position is " + text(placement.at) + "; it must be finite");
    if (!finite(placement.angle)) throw SceneError("the angle is " + text(placement.angle) + "; it must be finite");
    Similarity where{placement.scale, identity(), placement.at};
    if (placement.angle != 0) {
        const float size = length(placement.axis);
        if (!(size > 0) || !finite(size))
            throw SceneError("the axis of rotation is " + text(placement.axis) + "; it must have a direction");
        where.turn = rotation(placement.axis / size, placement.angle);
    }
    return where;
}

ShapePointer place(ShapePointer shape, const Similarity& where) {
    if (where.trivial()) return shape;
    return std::make_unique<Placed>(std::move(shape), where);
}

ShapePointer combine(CombinedShape::How how, std::vector<ShapePointer> parts) {
    return std::make_unique<Combined>(how, std::move(parts));
}

Box moved(const Box& box, const Mat3& turn, const Vec3& move, float scale) {
    Box around;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 q{corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
                     corner & 4 ? box.high.z : box.low.z};
        around.include(move + scale * (turn * q));
    }
    return around;
}

}  // namespace mote
