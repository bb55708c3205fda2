// Copyright (c) 2026 The Mote authors. MIT licence.
#include "contact.h"
#include "shape.h"

#include <algorithm>

namespace mote {

using namespace solid;

namespace {

/// Everything as contact needs it, at the start of a step.
struct Begin {
    View<const Vec4> position_volume, velocity_density;
    View<Vec4>       site[2], motion[2], brake;
    View<float>      pressure;
    Vec3             origin;
    Index            rows;

    MOTE_FN void operator()(Index i) const {
        site[0][i] = site[1][i] = with_w(xyz(position_volume[i]) - origin, position_volume[i].w);
        motion[0][i] = motion[1][i] = i < rows ? with_w(xyz(velocity_density[i]), 0) : Vec4{};
        brake[i] = {}, pressure[i] = 0;
    }
};
struct LetGo {
    View<Vec3> slip;

    MOTE_FN void operator()(Index s) const { slip[s] = {}; }
};
struct FindTouching {
    Contact     contact;
    View<Index> touches;
    View<Vec3>  slip;
    View<const float> rim;
    View<Vec4>  site[2];

    MOTE_FN Index operator()(Index s) const {
        const Index i      = contact.particle[s];
        const Vec4  home_i = contact.home[i];
        touches[s]         = contact.neighbours.sum(i, [&](auto j) { return contact.is_other(home_i, contact.home[j]); }) > 0 ? 1 : 0;
        if (touches[s])
            site[0][i].w *= rim[s], site[1][i].w *= rim[s];
        else
            slip[s] = {};
        return touches[s];
    }
};
struct IsNear {
    Contact contact;

    MOTE_FN Index operator()(Index i) const {
        const Vec4 home_i = contact.home[i];
        if (!SolidRows::is_elastic(home_i.w)) return 0;
        return contact.neighbours.sum(i, [&](auto j) { return contact.is_foreign(home_i, contact.home[j]); }) > 0 ? 1 : 0;
    }
};
struct Speed {
    View<const Vec4> velocity;

    MOTE_FN float operator()(Index s) const { return length(xyz(velocity[s])); }
};
/// Where a row finds its faces.
struct FindFirst {
    View<const SolidFace> face;
    View<Index>           first;

    MOTE_FN void operator()(Index f) const {
        if (f == 0 || face[f - 1].row != face[f].row) first[face[f].row] = f + 1;
    }
};

}  // namespace

solid::Contact Solids::contact_of(const Around* around) const {
    if (!around) return {{}, {}, {}, {}, {}, {}, {}, Kernel(1, 3), 0};
    return {around->neighbours.view(), particle_.read(), touches_.read(), site_[0].read(), motion_[0].read(), home_.read(), contact_pressure_.read(),
            around->kernel, max(squeeze_, thin_) * far_apart * around->spacing};
}

bool Solids::is_crushed() const { return thin_ >= thinnest; }

bool Solids::near_others(const Exec& exec, const Around& around) const {
    return reduce(exec, "contact", around.particles.size(), Index(0), IsNear{contact_of(&around)}, Plus{}) > 0;
}

/// Finds who touches whom.
Index Solids::begin_contact(const Exec& exec, const Around& around) {
    const Particles& p = around.particles;
    for (Scratch<Vec4>* row : {&site_[0], &site_[1], &motion_[0], &motion_[1]}) row->resize(exec, p.rows() + 1);
    contact_pressure_.resize(exec, p.rows() + 1), brake_.resize(exec, p.rows() + 1);
    touches_.resize(exec, elastic_rows_);
    parallel_for(exec, "contact", p.rows() + 1,
                 Begin{p.position_volume.read(), p.velocity_density.read(), {site_[0].write(), site_[1].write()}, {motion_[0].write(), motion_[1].write()},
                       brake_.write(), contact_pressure_.write(), origin_, p.rows()});
    return reduce(exec, "contact", elastic_rows_, Index(0), FindTouching{contact_of(&around), touches_.write(), rest.slip.write(), rest.rim.read(), {site_[0].write(), site_[1].write()}}, Plus{});
}

const Solids::Around* Solids::touching(const Exec& exec, const Around* around) {
    if (around && begin_contact(exec, *around) > 0) return rubbed_ = true, around;
    if (rubbed_) parallel_for(exec, "contact", elastic_rows_, LetGo{rest.slip.write()});
    rubbed_ = false;
    return nullptr;
}

SurfaceContact::Rows Solids::surface_rows(View<const Material> materials) const {
    return {position_.read(), velocity_.read(), materials, spacing_, max(squeeze_, thin_) * far_apart * spacing_, far_apart * spacing_};
}

void Solids::begin_surfaces(const Exec& exec, View<const Material> materials, float dt) {
    const float fastest = reduce(exec, "surface contact", elastic_rows_, 0.f, Speed{velocity_.read()}, Larger{});
    surfaces->begin(exec, surface_rows(materials), 2 * dt * fastest + 0.1f * spacing_);
}

void Solids::touch(const Exec& exec, std::span<const SolidFace> faces, Index bodies) { faces_.take(exec, faces, elastic_rows_, bodies, origin_); }
solid::Faces Solids::faces_at(float elapsed) const { return faces_.at(elapsed); }

void FaceRows::take(const Exec& exec, std::span<const SolidFace> faces, Index rows, Index of_bodies, const Vec3& origin) {
    count = Index(faces.size()), bodies = of_bodies;
    if (faces.empty()) return;
    std::vector<Index> next(bodies + 1);  // how many of each body, then where the next of it goes
    for (const SolidFace& f : faces)
        if (f.body > 0) ++next[f.body];
    for (Index b = 0; b < bodies; ++b) next[b + 1] += next[b];
    face.resize(exec, faces.size()), first.resize(exec, rows);
    body_first.resize(exec, bodies + 1), of_body.resize(exec, next[bodies] + 1);
    for (Scratch<Vec4>* row : {&way, &speed, &push}) row->resize(exec, faces.size());
    std::copy(faces.begin(), faces.end(), face.edit().data);
    for (Index f = 0; f < count; ++f) face.edit()[f].at -= origin;
    std::copy(next.begin(), next.end(), body_first.edit().data);
    for (Index f = 0; f < faces.size(); ++f)
        if (faces[f].body > 0) of_body.edit()[next[faces[f].body - 1]++] = f;
    const auto starts = first.write();
    parallel_for(exec, "contact", rows, [=] MOTE_LAMBDA(Index s) { starts[s] = 0; });
    parallel_for(exec, "contact", count, FindFirst{face.read(), starts});
    const auto gone = way.write(), fast = speed.write(), pushed = push.write();
    parallel_for(exec, "contact", count, [=] MOTE_LAMBDA(Index f) { gone[f] = fast[f] = pushed[f] = {}; });
}

solid::Faces FaceRows::at(float elapsed) const {
    if (count == 0) return {};
    return {face.read(), first.read(), way.read(), speed.read(), body_first.read(), of_body.read(), count, elapsed};
}
solid::Felt FaceRows::felt(View<const Vec4> position, View<const Index> particle, const Vec3& origin) {
    return {at(0), push.read(), position, particle, way.write(), speed.write(), origin};
}

}  // namespace mote
