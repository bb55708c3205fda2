// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mote/error.h"
#include "picture_testing.h"

namespace mote {
namespace {

using testing::covered_area, testing::Dice, testing::luminance;

constexpr Vec3 red{0.8f, 0.05f, 0.05f}, blue{0.05f, 0.05f, 0.8f};

Look plain(int width = 320, int height = 240) {
    return {.width             = width,
            .height            = height,
            .shadows           = false,
            .ambient_occlusion = false,
            .transparent       = true,
            .threads           = 1};
}
Camera from_distance(float z) { return {.from = {0, 0, z}, .to = {0, 0, 0}, .view_angle = 0.8f}; }

bool is_red(const Pixel& p) { return p.a == 255 && p.r > p.b; }
bool is_blue(const Pixel& p) { return p.a == 255 && p.b > p.r; }

Image draw(std::span<const Vec3> centre, float radius, const Camera& camera, const Look& look) {
    return draw_spheres({.centre = centre, .common_radius = radius}, camera, look);
}

// A sphere is seen within a cone of half angle a, sin a = r / d, which cuts the plane at distance 1 in an ellipse of
// area pi sin^2 a cos a / (cos^2 f - sin^2 a)^(3/2), where f is the angle between the sphere and the axis of view.
TEST(Spheres, CoverTheAreaOfTheirProjection) {
    const Camera camera           = from_distance(3);
    const double pixels_per_slope = 120 / std::tan(0.4);
    for (const Vec3 centre : {Vec3{0, 0, 0}, Vec3{0.8f, 0, 0}, Vec3{-0.5f, 0.6f, 0.4f}}) {
        const Vec3   to   = centre - camera.from;
        const double sin2 = 0.25 * 0.25 / dot(to, to), cos2_off = double(to.z) * to.z / dot(to, to);
        const double slope = pi * sin2 * std::sqrt(1 - sin2) / std::pow(cos2_off - sin2, 1.5);
        const double area  = slope * pixels_per_slope * pixels_per_slope;
        EXPECT_NEAR(covered_area(draw({&centre, 1}, 0.25f, camera, plain())), area, 0.01 * area);
    }
}

// Without perspective a sphere is a disc of its own radius at any distance.
TEST(Spheres, AreDiscsInAFlatView) {
    const Camera camera{.from = {0, 0, 5}, .to = {0, 0, 0}, .flat_height = 2};
    for (const float z : {0.f, -20.f}) {
        const Vec3   centre{0.1f, -0.2f, z};
        const double area = pi * 0.4 * 0.4 * 120 * 120;
        EXPECT_NEAR(covered_area(draw({&centre, 1}, 0.4f, camera, plain())), area, 0.01 * area);
    }
}

// The nearer of two spheres hides the farther, whichever comes first in the list.
TEST(Spheres, HideWhatIsBehindThem) {
    const Vec3  centre[2] = {{0, 0, 0}, {0, 0, -1}}, reversed[2] = {{0, 0, -1}, {0, 0, 0}};
    const Vec3  colour[2] = {red, blue}, colour_reversed[2] = {blue, red};
    const Image a =
        draw_spheres({.centre = centre, .common_radius = 0.3f, .colour = colour}, from_distance(3), plain());
    const Image b =
        draw_spheres({.centre = reversed, .common_radius = 0.3f, .colour = colour_reversed}, from_distance(3), plain());
    EXPECT_TRUE(is_red(a.at(160, 120)));
    EXPECT_EQ(a, b);
}

// Two spheres that pass through each other meet in the plane x = (d^2 + r1^2 - r2^2) / 2d from the first.
TEST(Spheres, MeetInTheirCommonPlane) {
    const Vec3   centre[2] = {{-0.3f, 0, 0}, {0.3f, 0, 0}}, colour[2] = {red, blue};
    const float  radius[2] = {0.5f, 0.35f};
    const Camera camera{.from = {0, 0, 5}, .to = {0, 0, 0}, .flat_height = 1.5f};
    const Image  image = draw_spheres({.centre = centre, .radius = radius, .colour = colour}, camera, plain(600, 450));
    const float  meet  = -0.3f + (0.36f + 0.25f - 0.1225f) / 1.2f;
    int          last_red = 0, first_blue = 600;
    for (int x = 0; x < 600; ++x) {
        if (is_red(image.at(x, 225))) last_red = std::max(last_red, x);
        if (is_blue(image.at(x, 225))) first_blue = std::min(first_blue, x);
    }
    EXPECT_NEAR(last_red, 300 + meet * 300, 2);
    EXPECT_NEAR(first_blue, 300 + meet * 300, 2);
}

// The picture does not depend on the number of threads, bit for bit.
TEST(Spheres, AreTheSameForAnyNumberOfThreads) {
    Dice              dice(7);
    std::vector<Vec3> centre(5000), colour(5000);
    for (std::size_t i = 0; i < centre.size(); ++i) centre[i] = dice.point(), colour[i] = category_colour(i);
    const Camera camera = frame_box({{-1, -1, -1}, {1, 1, 1}}, 4 / 3.f);
    Look         look{.width = 200, .height = 150, .ground = -1.1f, .checker = 0.3f, .threads = 1};
    const Image  one = draw_spheres({.centre = centre, .common_radius = 0.04f, .colour = colour}, camera, look);
    for (const int threads : {2, 8}) {
        look.threads = threads;
        EXPECT_EQ(one, draw_spheres({.centre = centre, .common_radius = 0.04f, .colour = colour}, camera, look));
    }
}

// Nothing to draw gives the background, in every kind of view.
TEST(Spheres, MayBeNone) {
    const Image empty = draw({}, 0.1f, from_distance(3), {.width = 40, .height = 30, .ground = 0.f});
    EXPECT_EQ(empty.pixels.size(), 1200u);
    EXPECT_GT(luminance(empty.at(20, 0)), luminance(empty.at(20, 29)));
    EXPECT_EQ(covered_area(draw({}, 0.1f, frame_flat({}, 1), plain(40, 30))), 0);
}

// What is not a number, has no size, lies behind the camera or far outside changes nothing.
TEST(Spheres, ThatCannotBeSeenAreHarmless) {
    const float        nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    std::vector<Vec3>  centre{{0, 0, 0}};
    std::vector<float> radius{0.2f};
    const auto  picture = [&] { return draw_spheres({.centre = centre, .radius = radius}, from_distance(3), plain()); };
    const Image alone   = picture();
    const auto  add     = [&](Vec3 c, float r) { centre.push_back(c), radius.push_back(r); };
    add({nan, 0, 0}, 0.2f), add({0, inf, 0}, 0.2f), add({0, 0, -inf}, 0.2f);
    add({0.5f, 0, 0}, 0), add({0.5f, 0, 0}, -1), add({0.5f, 0, 0}, nan), add({0.5f, 0, 0}, inf);
    add({0, 0, 5}, 0.5f), add({0, 0, 3.4f}, 0.3f), add({50, 0, 0}, 1), add({0, -1e30f, 0}, 1),
        add({3e38f, 3e38f, 0}, 1);
    add({0, 0, 3}, 1);  // the camera is inside this one
    EXPECT_EQ(alone, picture());
    radius.assign(radius.size(), nan);
    EXPECT_EQ(covered_area(picture()), 0);
}

// A camera that makes no sense still gives a picture.
TEST(Spheres, SurviveAnyCamera) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Vec3  centre{0, 0, 0};
    for (const Camera& camera : {Camera{.from = {0, 0, 0}, .to = {0, 0, 0}}, Camera{.from = {nan, 0, 0}},
                                 Camera{.from = {0, 3, 0}, .to = {0, 0, 0}}, Camera{.up = {0, 0, 0}},
                                 Camera{.view_angle = nan}, Camera{.view_angle = 50}, Camera{.flat_height = nan}})
        EXPECT_EQ(draw({&centre, 1}, 0.1f, camera, {.width = 32, .height = 32, .ground = -0.5f}).width, 32);
}

// A picture without pixels, or with more than any screen has, is refused with a sentence.
TEST(Spheres, NeedAPictureOfSomeSize) {
    EXPECT_THROW(draw({}, 1, {}, {.width = 0, .height = 10}), SceneError);
    EXPECT_THROW(draw({}, 1, {}, {.width = 10, .height = 100000}), SceneError);
    const Vec3  centre{};
    const float radius[2] = {1, 1};
    EXPECT_THROW(draw_spheres({.centre = {&centre, 1}, .radius = radius}, {}, {}), BugError);
}

// A sphere over the ground takes light from the ground below it, and none far away.
TEST(Light, IsMissingInTheShadow) {
    const Vec3   centre{0, 0.6f, 0};
    const Camera camera{.from = {0, 3, 3}, .to = {0, 0, 0}, .view_angle = 0.8f};
    Look         look{.width = 320, .height = 240, .ground = 0.f, .threads = 1};
    const Image  lit = draw({}, 0.2f, camera, look), shaded = draw({&centre, 1}, 0.2f, camera, look);
    double       darkest = 1;
    for (int y = 0; y < 240; ++y)
        for (int x = 0; x < 320; ++x)
            if (x > 178 && x < 260)  // to the right: the key light comes from the left
                darkest = std::min(darkest, luminance(shaded.at(x, y)) / luminance(lit.at(x, y)));
    EXPECT_LT(darkest, 0.7);
    EXPECT_EQ(shaded.at(5, 235), lit.at(5, 235));
    look.shadows = look.ambient_occlusion = false;
    const Image open                      = draw({&centre, 1}, 0.2f, camera, look);
    EXPECT_EQ(open.at(220, 120), lit.at(220, 120));
}

// Where spheres are crowded less of the sky is seen: the picture is darker there, and nowhere brighter.
TEST(Light, IsLessBetweenCloseSpheres) {
    std::vector<Vec3> centre;
    for (int i = -3; i <= 3; ++i)
        for (int j = -3; j <= 3; ++j) centre.push_back({0.2f * float(i), 0.2f * float(j), 0});
    Look        look       = plain();
    const Image open       = draw(centre, 0.1f, from_distance(3), look);
    look.ambient_occlusion = true;
    const Image crowded    = draw(centre, 0.1f, from_distance(3), look);
    double      before = 0, after = 0;
    for (std::size_t k = 0; k < open.pixels.size(); ++k) {
        EXPECT_LE(luminance(crowded.pixels[k]), luminance(open.pixels[k]) + 0.01);
        before += luminance(open.pixels[k]), after += luminance(crowded.pixels[k]);
    }
    EXPECT_LT(after, 0.97 * before);
}

// Seen from below, the ground does not hide the scene.
TEST(Light, PassesTheGroundFromBelow) {
    const Vec3   centre{0, 0.5f, 0};
    const Camera camera{.from = {0, -2, 2}, .to = {0, 0.5f, 0}};
    const Look   look{.width = 80, .height = 60, .ground = 0.f}, without{.width = 80, .height = 60};
    EXPECT_EQ(draw({&centre, 1}, 0.3f, camera, look), draw({&centre, 1}, 0.3f, camera, without));
}

}  // namespace
}  // namespace mote
