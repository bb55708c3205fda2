// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Rays are met by Embree [Wald, Woop, Benthin, Johnson & Ernst 2014, "Embree: a kernel framework for efficient CPU ray tracing"]. Its
// trees are built by one thread, since with more of them rays along an edge could meet one triangle or the other.
#include "trace/rays.h"

#if __has_include(<embree3/rtcore.h>)  // else: without_embree.cpp
#include <embree3/rtcore.h>

#include "mote/error.h"
#include "trace/floor.h"

namespace mote {
namespace {

struct EmbreeDevice {
    RTCDevice   device = nullptr;
    RTCScene    scene  = nullptr;
    std::string trouble;

    EmbreeDevice() {
        device = rtcNewDevice("threads=1,set_affinity=0");
        if (!device) throw Error("Embree could not be started: error " + std::to_string(int(rtcGetDeviceError(nullptr))));
        rtcSetDeviceErrorFunction(
            device,
            [](void* self, RTCError code, const char* text) {
                static_cast<EmbreeDevice*>(self)->trouble = "Embree: " + std::string(text ? text : "") + " (" + std::to_string(int(code)) + ")";
            },
            this);
        scene = rtcNewScene(device);
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);  // no ray slips through between two triangles
    }
    ~EmbreeDevice() {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    EmbreeDevice(const EmbreeDevice&)            = delete;
    EmbreeDevice& operator=(const EmbreeDevice&) = delete;
    void          check() const {
        if (!trouble.empty()) throw Error(trouble, trouble.find("memory") == std::string::npos ? 70 : 6);
    }
};

/// A mesh, or balls, as Embree has them: rows that cannot be drawn are gone, and `row` tells which are left.
struct Part {
    const TraceMesh*  mesh  = nullptr;
    const TraceBalls* balls = nullptr;
    const Finish*     finish = nullptr;
    std::vector<std::uint32_t> row{};
};

Vec3 moved(std::span<const Vec3> x, std::span<const Vec3> v, std::size_t i, float time) {
    return i < v.size() && finite(v[i]) ? x[i] + time * v[i] : x[i];
}

float radius_of(const TraceBalls& b, std::size_t i) { return i < b.radius.size() ? b.radius[i] : b.common_radius; }

bool cuts(const std::optional<Cut>& cut, const Vec3& x) { return cut && dot(x - cut->at, cut->normal) > 0; }

/// A question that does not want to hear of one part.
struct OtherParts {
    RTCIntersectContext context;
    std::uint32_t       but;

    explicit OtherParts(std::uint32_t part) : but(part) {
        rtcInitIntersectContext(&context);
        context.filter = [](const RTCFilterFunctionNArguments* a) {  // rays come one by one
            if (RTCHitN_geomID(a->hit, a->N, 0) == reinterpret_cast<const OtherParts*>(a->context)->but) a->valid[0] = 0;
        };
    }
};

template <class T>
T* new_buffer(RTCGeometry g, RTCBufferType type, unsigned slot, RTCFormat format, std::size_t count) {
    return static_cast<T*>(rtcSetNewGeometryBuffer(g, type, slot, format, sizeof(T), count));
}

}  // namespace

struct Rays::Parts {
    EmbreeDevice          embree;
    std::vector<Part>     all;
    std::optional<Floor>  floor;
    std::optional<Cut>    cut;
    float                 shutter = 0, contact = 0;

    /// Two moments where something moves while the shutter is open, else one.
    unsigned moments(std::span<const Vec3> velocity) const { return shutter > 0 && !velocity.empty() ? 2 : 1; }
    float    moment(unsigned k, unsigned of) const { return of == 1 ? 0 : (k == 0 ? -0.5f : 0.5f) * shutter; }

    void attach(RTCGeometry g) {
        embree.check();
        rtcCommitGeometry(g);
        rtcAttachGeometryByID(embree.scene, g, unsigned(all.size()));
        rtcReleaseGeometry(g);
        embree.check();
    }
    void add(const TraceMesh& mesh) {
        Part part{.mesh = &mesh, .finish = &mesh.finish};
        for (std::uint32_t t = 0; t < mesh.triangle.size(); ++t) {
            bool sound = true;
            for (const std::uint32_t c : mesh.triangle[t]) sound = sound && c < mesh.point.size() && finite(mesh.point[c]);
            if (sound) part.row.push_back(t);
        }
        RTCGeometry    g     = rtcNewGeometry(embree.device, RTC_GEOMETRY_TYPE_TRIANGLE);
        const unsigned times = moments(mesh.velocity);
        rtcSetGeometryTimeStepCount(g, times);
        auto* index = new_buffer<std::array<unsigned, 3>>(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, part.row.size());
        for (std::size_t k = 0; index && k < part.row.size(); ++k) index[k] = mesh.triangle[part.row[k]];
        for (unsigned m = 0; m < times; ++m) {
            auto* x = new_buffer<Vec3>(g, RTC_BUFFER_TYPE_VERTEX, m, RTC_FORMAT_FLOAT3, mesh.point.size());
            for (std::size_t i = 0; x && i < mesh.point.size(); ++i) x[i] = moved(mesh.point, mesh.velocity, i, moment(m, times));
        }
        attach(g);
        all.push_back(std::move(part));
    }
    void add(const TraceBalls& balls) {
        Part part{.balls = &balls, .finish = &balls.finish};
        const bool discs = !balls.normal.empty();
        for (std::uint32_t i = 0; i < balls.centre.size(); ++i) {
            const float r     = radius_of(balls, i);
            const bool  faces = !discs || (i < balls.normal.size() && finite(balls.normal[i]) && length(balls.normal[i]) > 0);
            if (finite(balls.centre[i]) && finite(r) && r > 0 && faces && !cuts(cut, balls.centre[i])) part.row.push_back(i);
        }
        RTCGeometry g = rtcNewGeometry(embree.device, discs ? RTC_GEOMETRY_TYPE_ORIENTED_DISC_POINT : RTC_GEOMETRY_TYPE_SPHERE_POINT);
        const unsigned times = moments(balls.velocity);
        rtcSetGeometryTimeStepCount(g, times);
        for (unsigned m = 0; m < times; ++m) {
            auto* x = new_buffer<Vec4>(g, RTC_BUFFER_TYPE_VERTEX, m, RTC_FORMAT_FLOAT4, part.row.size());
            for (std::size_t k = 0; x && k < part.row.size(); ++k)
                x[k] = with_w(moved(balls.centre, balls.velocity, part.row[k], moment(m, times)), radius_of(balls, part.row[k]));
            if (!discs) continue;
            auto* n = new_buffer<Vec3>(g, RTC_BUFFER_TYPE_NORMAL, m, RTC_FORMAT_FLOAT3, part.row.size());
            for (std::size_t k = 0; n && k < part.row.size(); ++k) n[k] = normalised(balls.normal[part.row[k]]);
        }
        attach(g);
        all.push_back(std::move(part));
    }

    Hit  first(const Ray&, float from, float to, RTCIntersectContext* asked = nullptr) const;
    Hit  hit_of(const RTCRayHit&, const Ray&) const;
    Hit  on_matter(const Ray&) const;
    bool inside_cut(const Ray&, float at, Hit& face) const;
};

/// What an element of a part looks like where it was hit: its corners and how near each is.
struct Spot {
    std::uint32_t corner[3];
    float         weight[3];
    template <class T>
    T of(std::span<const T> values, const T& otherwise) const {
        if (values.empty()) return otherwise;
        T sum{};
        for (int k = 0; k < 3; ++k)
            if (weight[k] != 0 && corner[k] < values.size()) sum = sum + weight[k] * values[corner[k]];
        return sum;
    }
};

Hit Rays::Parts::hit_of(const RTCRayHit& r, const Ray& ray) const {
    const Part&         part = all[r.hit.geomID];
    const std::uint32_t row  = part.row[r.hit.primID];
    Hit                 hit;
    hit.distance = r.ray.tfar;
    hit.finish   = part.finish;
    hit.part     = r.hit.geomID;
    hit.face     = normalised(Vec3{r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z});
    hit.normal   = hit.face;
    hit.at       = ray.from + hit.distance * ray.along;

    Spot spot{{row, row, row}, {1, 0, 0}};
    const float when = shutter * (ray.time - 0.5f);
    if (part.mesh) {
        const TraceMesh& m = *part.mesh;
        const auto&      c = m.triangle[row];
        spot               = {{c[0], c[1], c[2]}, {1 - r.hit.u - r.hit.v, r.hit.u, r.hit.v}};
        hit.at             = {};
        for (int k = 0; k < 3; ++k) hit.at += spot.weight[k] * moved(m.point, m.velocity, c[std::size_t(k)], when);
        const Vec3 smooth = normalised(spot.of(m.normal, hit.face));
        if (dot(smooth, hit.face) > 0) hit.normal = smooth;
        hit.colour = spot.of(m.colour, m.finish.colour);
    } else {
        const TraceBalls& b = *part.balls;
        if (b.normal.empty())
            hit.at = moved(b.centre, b.velocity, row, when) + radius_of(b, row) * hit.face;
        else if (dot(hit.face, ray.along) > 0)
            hit.face = hit.normal = -hit.face;
        hit.colour = spot.of(b.colour, b.finish.colour);
    }
    if (part.finish->glow > 0) {
        const auto temperature = part.mesh ? part.mesh->temperature : part.balls->temperature;
        hit.glow               = part.finish->glow * black_body(spot.of(temperature, 0.f));
    }
    return hit;
}

Hit Rays::Parts::first(const Ray& ray, float from, float to, RTCIntersectContext* asked) const {
    RTCRayHit r{};
    r.ray = {ray.from.x, ray.from.y, ray.from.z, from, ray.along.x, ray.along.y, ray.along.z, ray.time, to, ~0u, 0, 0};
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(embree.scene, asked ? asked : &context, &r);
    return r.hit.geomID == RTC_INVALID_GEOMETRY_ID ? Hit{} : hit_of(r, ray);
}

/// Whether the ray is in a closed mesh when it goes through the plane of the cut: the first surface that it leaves without having
/// entered it on the way. Then `face` is the point of the cut face.
bool Rays::Parts::inside_cut(const Ray& ray, float at, Hit& face) const {
    std::uint32_t entered = 0;
    float         from    = at;
    for (int k = 0; k < 16; ++k) {
        const Hit hit = first(ray, from, 1e30f);
        if (!hit) return false;
        const std::uint32_t bit = 1u << (hit.part & 31u);
        if (dot(hit.face, ray.along) < 0) {
            entered |= bit;
        } else if (!(entered & bit) && all[hit.part].mesh) {
            face          = hit;
            face.distance = at;
            face.at       = ray.from + at * ray.along;
            face.face = face.normal = normalised(cut->normal);
            return true;
        }
        from = hit.distance + 1e-5f * (1 + hit.distance);
    }
    return false;
}

Hit Rays::Parts::on_matter(const Ray& ray) const {
    if (!cut) return first(ray, 0, ray.farthest);
    const float rate = dot(ray.along, cut->normal), height = dot(ray.from - cut->at, cut->normal);
    const float at   = rate != 0 ? -height / rate : -1;
    const bool  away = height > 0;
    Hit         hit;
    if (!away) {
        hit = first(ray, 0, at > 0 ? min(at, ray.farthest) : ray.farthest);
        if (hit) return hit;
    }
    if (!(at > 0 && at < ray.farthest)) return {};
    if (inside_cut(ray, at, hit)) return hit;
    return away ? first(ray, at, ray.farthest) : Hit{};
}

Rays::Rays(const TraceScene& scene, float shutter) : parts_(std::make_unique<Parts>()) {
    parts_->shutter = finite(shutter) && shutter > 0 ? shutter : 0;
    if (scene.ground && finite(scene.ground->height)) parts_->floor.emplace(*scene.ground, std::uint32_t(scene.meshes.size() + scene.balls.size()));
    if (scene.cut && finite(scene.cut->at) && finite(scene.cut->normal) && length(scene.cut->normal) > 0) parts_->cut = scene.cut;
    for (const TraceMesh& mesh : scene.meshes) parts_->add(mesh);
    for (const TraceBalls& balls : scene.balls) parts_->add(balls);
    parts_->contact = finite(scene.contact) && scene.contact > 0 ? scene.contact : 0;
    if (parts_->all.size() > 1) rtcSetSceneFlags(parts_->embree.scene, RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    rtcCommitScene(parts_->embree.scene);
    parts_->embree.check();
}
Rays::~Rays() = default;

Hit Rays::nearest(const Ray& ray) const {
    Hit   matter = parts_->on_matter(ray);
    float gone   = 0;
    for (int k = 0; k < 8 && parts_->floor && parts_->floor->bears(matter); ++k) {
        gone += matter.distance;
        matter = parts_->on_matter({off(matter, ray.along), ray.along, ray.time, ray.farthest - gone});
    }
    matter.distance += gone;
    if (!parts_->floor) return matter;
    const Hit floor = parts_->floor->meet(ray);
    return floor && floor.distance < matter.distance ? floor : matter;
}

Hit Rays::touching(const Hit& hit, const Vec3& across, float time) const {
    if (parts_->all.size() < 2 || hit.part >= parts_->all.size()) return {};
    const Vec3  before = off(hit, -across);  // faces that are shared lie in front of it
    const float slack  = 2 * length(hit.at - before);
    OtherParts  asked(hit.part);
    const Hit   other = parts_->first({before, across, time}, 0, parts_->contact + slack, &asked.context);
    return other && !cuts(parts_->cut, other.at) ? other : Hit{};
}

}  // namespace mote
#endif
