// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Exact signed distances of the simple forms. Bodies of revolution about y are profiles in the half plane
// (distance from the axis, y); at z = 0 that distance is |x|, so the same formula serves two dimensions.
#include <cmath>

#include "mote/error.h"
#include "shapes/forms.h"
#include "shapes/text.h"

namespace mote {

namespace {

constexpr float far_away = 1e30f;

float length2(float x, float y) { return std::sqrt(x * x + y * y); }

/// Distance to a rectangle, given how far the point lies beyond each pair of sides.
float beyond(float x, float y) { return length2(max(x, 0.f), max(y, 0.f)) + min(max(x, y), 0.f); }

/// A shape that keeps its bounds.
class Bounded : public Shape {
public:
    Bounded(Vec3 half, int dimension) : half_(half) {
        if (dimension == 2) half_.z = 0;
    }
    Box bounds() const override { return {-half_, half_}; }

protected:
    Vec3 half_;
};

class Cuboid : public Bounded {
public:
    Cuboid(Vec3 half, int dimension) : Bounded(half, dimension), reach_(half) {
        if (dimension == 2) reach_.z = far_away;  // a rectangle has no faces across z
    }
    float distance(Vec3 p) const override {
        const Vec3 q{abs(p.x) - reach_.x, abs(p.y) - reach_.y, abs(p.z) - reach_.z};
        return length(max(q, Vec3{})) + min(max(q.x, max(q.y, q.z)), 0.f);
    }
    std::vector<Axes> axes() const override { return {{identity(), {}, bounds(), true}}; }

private:
    Vec3 reach_;
};

class Ball : public Bounded {
public:
    Ball(float radius, int dimension) : Bounded({radius, radius, radius}, dimension), radius_(radius) {}
    float distance(Vec3 p) const override { return length(p) - radius_; }

private:
    float radius_;
};

class Cylinder : public Bounded {
public:
    Cylinder(float radius, float half, int dimension)
        : Bounded({radius, half, radius}, dimension), radius_(radius), half_height_(half) {}
    float distance(Vec3 p) const override { return beyond(length2(p.x, p.z) - radius_, abs(p.y) - half_height_); }

private:
    float radius_, half_height_;
};

class Capsule : public Bounded {
public:
    Capsule(float radius, float half, int dimension)
        : Bounded({radius, half + radius, radius}, dimension), radius_(radius), half_height_(half) {}
    float distance(Vec3 p) const override {
        return length(p - Vec3{0, clamp(p.y, -half_height_, half_height_), 0}) - radius_;
    }

private:
    float radius_, half_height_;
};

/// Its profile is the triangle (0, -half), (radius, -half), (0, half).
class Cone : public Bounded {
public:
    Cone(float radius, float half, int dimension)
        : Bounded({radius, half, radius}, dimension), radius_(radius), half_height_(half) {}

    float distance(Vec3 p) const override {
        const float across = length2(p.x, p.z), up = p.y + half_height_, height = 2 * half_height_;
        // The slant runs from the rim (radius, 0) to the tip (0, height).
        const float t =
            clamp(((radius_ - across) * radius_ + up * height) / (radius_ * radius_ + height * height), 0.f, 1.f);
        const float to_slant = length2(across - radius_ * (1 - t), up - height * t);
        const float to_base  = length2(max(across - radius_, 0.f), up);
        const bool  inside   = up > 0 && across * height + up * radius_ < radius_ * height;
        return inside ? -min(to_slant, to_base) : min(to_slant, to_base);
    }

private:
    float radius_, half_height_;
};

class Torus : public Bounded {
public:
    Torus(float radius, float tube, int dimension)
        : Bounded({radius + tube, tube, radius + tube}, dimension), radius_(radius), tube_(tube) {}
    float distance(Vec3 p) const override { return length2(length2(p.x, p.z) - radius_, p.y) - tube_; }

private:
    float radius_, tube_;
};

/// Everything below the plane through the origin.
class HalfSpace : public Shape {
public:
    explicit HalfSpace(Vec3 normal) : normal_(normal) {}
    float distance(Vec3 p) const override { return dot(normal_, p); }
    Vec3  normal(Vec3, float) const override { return normal_; }
    Box   bounds() const override { return {{-far_away, -far_away, -far_away}, {far_away, far_away, far_away}}; }
    bool  bounded() const override { return false; }

    /// Local y is the normal; x and z are coordinate axes where the plane lies along them.
    std::vector<Axes> axes() const override {
        const Vec3 aside = abs(normal_.x) < 0.9f ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
        const Vec3 x = normalised(aside - dot(aside, normal_) * normal_), z = cross(x, normal_);
        Axes       own;
        own.turn = transpose(Mat3{{x, normal_, z}});
        own.box  = {{-far_away, -far_away, -far_away}, {far_away, 0, far_away}};
        own.whole = true;
        return {own};
    }

private:
    Vec3 normal_;
};

}  // namespace

Vec3 Shape::normal(Vec3 p, float step) const {
    if (!(step > 0)) step = bounded() ? 1e-3f * length(bounds().size()) : 1e-3f;
    const auto slope = [&](const Vec3& d) { return distance(p + d) - distance(p - d); };
    return normalised(Vec3{slope({step, 0, 0}), slope({0, step, 0}), slope({0, 0, step})});
}

std::vector<Axes> Shape::axes() const {
    Axes own;
    own.box = bounds();
    return {own};
}

bool Shape::sample_surface(float, std::vector<Vec3>&) const { return false; }

void require_positive(const char* name, float value) {
    if (!(value > 0) || !finite(value))
        throw SceneError(std::string(name) + " is " + text(value) + "; it must be greater than 0 and finite");
}

ShapePointer make_form(const BoxShape& spec, int dimension) {
    require_positive("the box's size in x", spec.size.x);
    require_positive("the box's size in y", spec.size.y);
    if (dimension == 3) require_positive("the box's size in z", spec.size.z);
    return std::make_unique<Cuboid>(0.5f * spec.size, dimension);
}

ShapePointer make_form(const SphereShape& spec, int dimension) {
    require_positive("the sphere's radius", spec.radius);
    return std::make_unique<Ball>(spec.radius, dimension);
}

ShapePointer make_form(const CylinderShape& spec, int dimension) {
    require_positive("the cylinder's radius", spec.radius);
    require_positive("the cylinder's height", spec.height);
    return std::make_unique<Cylinder>(spec.radius, 0.5f * spec.height, dimension);
}

ShapePointer make_form(const CapsuleShape& spec, int dimension) {
    require_positive("the capsule's radius", spec.radius);
    require_positive("the capsule's height", spec.height);
    return std::make_unique<Capsule>(spec.radius, 0.5f * spec.height, dimension);
}

ShapePointer make_form(const ConeShape& spec, int dimension) {
    require_positive("the cone's radius", spec.radius);
    require_positive("the cone's height", spec.height);
    return std::make_unique<Cone>(spec.radius, 0.5f * spec.height, dimension);
}

ShapePointer make_form(const TorusShape& spec, int dimension) {
    require_positive("the torus's radius", spec.radius);
    require_positive("the torus's tube", spec.tube);
    if (spec.tube >= spec.radius)
        throw SceneError("the torus's tube is " + text(spec.tube) + "; it must be less than the radius of the ring, " +
                         text(spec.radius));
    return std::make_unique<Torus>(spec.radius, spec.tube, dimension);
}

ShapePointer make_form(const PlaneShape& spec, int dimension) {
    const float size = length(spec.normal);
    if (!(size > 0) || !finite(size))
        throw SceneError("the plane's normal is " + text(spec.normal) + "; it must have a direction");
    if (dimension == 2 && abs(spec.normal.z) > 1e-6f * size)
        throw SceneError("the plane's normal is " + text(spec.normal) + "; in two dimensions its z must be 0");
    return std::make_unique<HalfSpace>(spec.normal / size);
}

}  // namespace mote
