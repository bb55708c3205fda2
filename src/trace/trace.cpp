// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include <algorithm>

#include "mote/error.h"
#include "picture/lens.h"
#include "picture/tiles.h"
#include "trace/denoise.h"
#include "trace/path.h"

namespace mote {
namespace {

constexpr int tile = 16;  // pixels

/// Rays of the picture through a thin lens.
class Eye {
public:
    Eye(const TraceCamera& camera, int width, int height)
        : lens_(make_lens(camera.camera, float(width) / float(height))), width_(width), height_(height) {
        radius_ = finite(camera.lens_radius) && camera.lens_radius > 0 ? camera.lens_radius : 0;
        focus_  = finite(camera.focus) && camera.focus > 0 ? camera.focus : length(camera.camera.to - camera.camera.from);
        if (!(finite(focus_) && focus_ > 0)) focus_ = 1;
    }
    Ray ray(int x, int y, Sampler& sampler) const {
        const Point2 in_pixel = sampler.next(), moment = sampler.next();
        const float  px = ((float(x) + tent(in_pixel.x)) * (2 / float(width_)) - 1) * lens_.half_width;
        const float  py = (1 - (float(y) + tent(in_pixel.y)) * (2 / float(height_))) * lens_.half_height;
        Vec3         from = lens_.at_depth(px, py, 0);
        Vec3         to   = lens_.at_depth(px, py, focus_);
        if (radius_ > 0) {
            const Point2 d = on_disc(sampler.next());
            from = from + radius_ * Vec3{d.x, d.y, 0};
        }
        const Vec3 start = lens_.to_world(from);
        return {start, normalised(lens_.to_world(to) - start), moment.x};
    }

private:
    /// Spreads a pixel over its neighbours: weight falls linearly, edges come out smooth.
    static float tent(float u) { return u < 0.5f ? 0.75f * (sqrt(2 * u) - 1) + 0.5f : 0.75f * (1 - sqrt(2 - 2 * u)) + 0.5f; }

    Lens  lens_;
    int   width_, height_;
    float radius_ = 0, focus_ = 1;
};

/// Light, its spread and guides of one pixel.
void trace_pixel(const Paths& paths, const Eye& eye, const TraceOptions& o, int x, int y, NoisyImage& image) {
    const std::size_t k = image.at(x, y);
    Vec3              sum{}, square{};
    GuidePixel        guide;
    int               done = 0;
    for (; done < o.samples; ++done) {
        Sampler    sampler(o.seed, std::uint32_t(k), std::uint32_t(done));
        const Seen seen = paths.follow(eye.ray(x, y, sampler), sampler);
        sum += seen.light;
        square += times(seen.light, seen.light);
        guide.add(seen.colour, seen.normal, seen.distance);
    }
    const float n    = float(done);
    const Vec3  mean = sum / n;
    image.light[k]   = mean;
    image.variance[k] = done > 1 ? max(Vec3{}, square / n - times(mean, mean)) / (n - 1) : times(mean, mean);
    image.guide[k]    = guide.mean(done);
}

}  // namespace

LinearImage trace_linear(const TraceScene& scene, const TraceCamera& camera, const TraceOptions& options) {
    const auto valid = [](int side) { return side >= 1 && side <= 8192; };
    if (!valid(options.width) || !valid(options.height))
        throw SceneError(fmt::format("a picture of {} x {} pixels cannot be drawn; each side is from 1 to 8192", options.width, options.height));
    TraceOptions o = options;
    o.samples      = std::clamp(o.samples, 1, 65536);
    const int   threads = drawing_threads(o.threads);
    const Rays  rays(scene, camera.shutter);
    const Paths paths(scene, rays, o.brightest);
    const Eye   eye(camera, o.width, o.height);
    NoisyImage  noisy(o.width, o.height);

    const int across = (o.width + tile - 1) / tile, down = (o.height + tile - 1) / tile;
    for_each_tile(threads, across * down, [&](int t) {
        const int left = t % across * tile, top = t / across * tile;
        for (int y = top; y < std::min(top + tile, o.height); ++y)
            for (int x = left; x < std::min(left + tile, o.width); ++x) trace_pixel(paths, eye, o, x, y, noisy);
    });
    return {o.width, o.height, o.denoise && o.samples > 1 ? denoised(noisy, threads) : std::move(noisy.light)};
}

Image tone_mapped(const LinearImage& linear) {
    Image       image(linear.width, linear.height);
    const auto  gentle = [](float x) {
        constexpr float as_it_is = 0.6f;
        return x < as_it_is ? x : 1 - (1 - as_it_is) * exp(-(x - as_it_is) / (1 - as_it_is));
    };
    for (std::size_t k = 0; k < image.pixels.size(); ++k) {
        const Vec3& c   = linear.pixels[k];
        image.pixels[k] = to_srgb({gentle(c.x), gentle(c.y), gentle(c.z)});
    }
    return image;
}

Image trace(const TraceScene& scene, const TraceCamera& camera, const TraceOptions& options) {
    return tone_mapped(trace_linear(scene, camera, options));
}

}  // namespace mote
