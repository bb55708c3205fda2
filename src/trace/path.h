// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The light that comes along a ray.
#pragma once
#include "trace/rays.h"
#include "trace/scatter.h"
#include "trace/smoke.h"

namespace mote {

/// What a path saw first, for the denoiser: behind clear matter the colour is that of what lies there.
struct Seen {
    Vec3  light, colour, normal;
    float distance = 0;
};

class Media;

class Paths {
public:
    Paths(const TraceScene& scene, const Rays& rays, float brightest);
    Seen follow(const Ray&, Sampler&) const;

private:
    struct Walk;
    struct Trail;
    struct Step;
    void  walk(Walk, Trail&) const;
    Step  step_across(const Ray&, const Hit&, const Media&) const;
    bool  pass_clear(Walk&, const Hit&, const Step&, Trail&) const;
    bool  bounce(Walk&, Hit, Trail&) const;
    Vec3  from_sun(const Hit&, const Opaque&, const Walk&, Sampler&) const;
    float horizon_share(const Hit&) const;
    Hit   spread(const Hit&, float time, Sampler&) const;
    Vec3  passed(Ray, Media) const;
    void  cross_smoke(Walk&, float distance, Trail&) const;

    const TraceScene& scene_;
    const Rays&       rays_;
    Heaven            heaven_;
    Smoke             smoke_;
    float             brightest_;
    std::uint32_t     ground_part_;
};

}  // namespace mote
