// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where Embree is not installed, everything else can be built.
#include "mote/error.h"
#include "trace/rays.h"

#if !__has_include(<embree3/rtcore.h>)
namespace mote {

struct Rays::Parts {};
Rays::Rays(const TraceScene&, float) {
    throw Error("this program was built without Embree and cannot follow light; install it (Debian: apt install libembree-dev) and build again, "
                "or draw with --render quick", 2);
}
Rays::~Rays() = default;
Hit Rays::nearest(const Ray&) const { return {}; }
Hit Rays::touching(const Hit&, const Vec3&, float) const { return {}; }

}  // namespace mote
#endif
