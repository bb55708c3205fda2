// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/shape.h"

namespace mote {
namespace {

class Offset final : public Shape {
public:
    Offset(std::unique_ptr<Shape> base, float amount) : base_(std::move(base)), amount_(amount) {}

    float distance(Vec3 p) const override { return base_->distance(p) - amount_; }
    Box   bounds() const override { return grown(base_->bounds()); }
    bool  bounded() const override { return base_->bounded(); }
    Vec3  normal(Vec3 p, float step) const override { return base_->normal(p, step); }

    std::vector<Axes> axes() const override {
        std::vector<Axes> all = base_->axes();
        for (Axes& axes : all) axes.box = grown(axes.box), axes.whole &= !bounded();  // edges become round
        return all;
    }

private:
    Box grown(const Box& box) const {
        const Vec3 by{amount_, amount_, amount_};
        return {box.low - by, box.high + by};
    }

    std::unique_ptr<Shape> base_;
    float                  amount_;
};

}  // namespace

std::unique_ptr<Shape> make_offset(std::unique_ptr<Shape> base, float amount) {
    return std::make_unique<Offset>(std::move(base), amount);
}

}  // namespace mote
