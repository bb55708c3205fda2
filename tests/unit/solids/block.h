// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cmath>
#include <vector>

#include "device.h"
#include "laws/point/elastic.h"
#include "mote/sampling.h"
#include "mote/scene.h"
#include "mote/shape.h"
#include "mote/solids.h"

namespace mote {

/// A block of one elastic material on a cubic lattice, with nothing around it, on the device of tests.
struct Block {
    struct Spec {
        Elastic::Law law = Elastic::Law::corotated;
        int          x = 1, y = 1, z = 1;
        float        disorder = 0;  ///< how far particles stand off the lattice, in spacings
        int          dimension = 3;
        float        youngs_modulus = 1e5f, poissons_ratio = 0.3f, damping = 0;
        Plastic      plastic{};
        bool         whole = false;  ///< of clusters: it is one
        int          threads = 1;
        int          octree = 0;     ///< levels of it; then rows stand in the order of its cells
    };
    static constexpr float spacing = 0.01f, density = 1000;

    Spec                  spec;
    Exec                  exec;
    Particles             p;
    std::vector<Material> materials;
    Solids                solids;
    float                 last_step = 0;

    explicit Block(const Spec& s) : spec(s), exec(test_exec(s.threads)), p(exec.device()), materials{material_of(s)}, solids(p, materials) {
        const float volume = s.dimension == 3 ? spacing * spacing * spacing : spacing * spacing;
        if (s.octree > 0) {
            fill_by_octree(volume);
            return;
        }
        p.append(Index(s.x * s.y * s.z));
        for (int k = 0; k < s.z; ++k)
            for (int j = 0; j < s.y; ++j)
                for (int i = 0; i < s.x; ++i) {
                    const Index row = Index((k * s.y + j) * s.x + i);
                    const auto  off = [&](int n) { return s.disorder * spacing * (2 * uniform(row, n) - 1); };
                    const Vec3  at{spacing * float(i) + off(0), spacing * float(j) + off(1), spacing * float(k) + (s.dimension == 3 ? off(2) : 0.f)};
                    p.id.edit()[row]              = row;
                    p.mass.edit()[row]            = density * volume;
                    p.position_volume.edit()[row] = with_w(at, volume);
                }
        capture();
    }
    void capture() {
        solids.capture(exec, p, materials, rest_kernel(spacing, 2 * spacing, spec.dimension), settings());
        find_neighbours();
        solids.tilt_weights(exec, view(), settings());
        for (Index i = 0; i < p.size(); ++i) p.acceleration.edit()[i] = {0, 0, 0};
    }
    /// With its first corner where that of the lattice is.
    void fill_by_octree(float volume) {
        ShapeSpec box;
        box.form         = BoxShape{spacing * Vec3{float(spec.x), float(spec.y), float(spec.z)}};
        box.placement.at = 0.5f * spacing * Vec3{float(spec.x - 1), float(spec.y - 1), spec.dimension == 2 ? 0 : float(spec.z - 1)};
        const OctreeCells cells = fill_octree(*make_shape(box, spec.dimension), {spec.octree, 1.75f, {}}, spacing, spec.dimension);
        solids.sizes            = std::make_unique<RowSizes>(solids.rest, p, spacing);
        p.append(Index(cells.points.size()));
        for (Index i = 0; i < p.size(); ++i) {
            const float cell = volume * std::pow(2.f, float(cells.level[i] * spec.dimension));
            p.id.edit()[i] = i, p.mass.edit()[i] = density * cell, p.position_volume.edit()[i] = with_w(cells.points[i], cell);
            solids.sizes->of_particle.edit()[i] = spacing * float(1 << cells.level[i]);
        }
        capture();
    }
    static Material material_of(const Spec& s) {
        Material m;
        m.rest_density = density;
        m.elastic      = {s.law, lame_of(s.youngs_modulus, s.poissons_ratio), shear_of(s.youngs_modulus, s.poissons_ratio), 0, s.damping};
        m.elastic.modulus = s.youngs_modulus, m.elastic.whole = s.whole;  // of clusters
        m.plastic      = s.plastic;
        return m;
    }
    static float uniform(Index row, int n) { return float((row * 7919u + unsigned(n) * 104729u + 12345u) * 2654435761u % 100003u) / 100003.f; }

    SolidSettings        settings() const { return {spacing, spec.dimension}; }
    View<const Material> view() { return sent_.on(exec, materials); }
    void                 find_neighbours() { solids.find_neighbours(exec, view(), settings()); }
    /// Holds the particles for which `held` is true of their place.
    template <class F>
    void pin(const F& held) {
        for (Index s = 0; s < solids.rest.rows(); ++s)
            if (held(xyz(solids.rest.rest_position_volume.host()[s]))) solids.rest.pin.edit()[s] = 1;
    }

    Index at(int i, int j, int k) const { return Index((k * spec.y + j) * spec.x + i); }
    Vec3  place(Index i) const { return xyz(p.position_volume.host()[i]); }
    Vec3  velocity(Index i) const { return xyz(p.velocity_density.host()[i]); }
    template <class F>
    void move(const F& f) {
        for (Index i = 0; i < p.size(); ++i) p.position_volume.edit()[i] = with_w(f(place(i)), p.position_volume.host()[i].w);
    }
    template <class F>
    void set_velocity(const F& f) {
        for (Index i = 0; i < p.size(); ++i) p.velocity_density.edit()[i] = with_w(f(place(i)), density);
    }
    float stable() const { return solids.stable_step(materials, spacing); }
    /// What pushes all of it.
    void push(const Vec3& acceleration) {
        for (Index i = 0; i < p.size(); ++i) p.acceleration.edit()[i] = acceleration;
    }
    /// So many steps of `dt` under the accelerations of the particles.
    void run(float dt, int steps) {
        pass(dt, steps, [&](const Solids::Pace& pace) { solids.advance(exec, view(), nullptr, pace); });
    }
    /// One implicit step; returns its iterations.
    int solve(float dt, const SolidSolverSpec& solver) {
        int iterations = 0;
        if (last_step == 0) last_step = dt;
        pass(dt, 1, [&](const Solids::Pace& pace) { iterations = solids.solve(exec, view(), nullptr, pace, solver); });
        return iterations;
    }
    template <class F>
    void pass(float dt, int steps, const F& advance) {
        const float        time = dt * float(steps);
        const Solids::Pace pace{time, time, steps, last_step};
        for (Index i = 0; i < p.size(); ++i) p.drift.edit()[i] = {0, 0, 0};
        solids.enter(exec, p, held_.on(exec, std::span<const Drive>(&still_, 1)), pace);
        advance(pace);
        move_particles(exec, p, time, time, spec.dimension);
        solids.leave(exec, p, time);
        last_step = dt;
    }
    double energy() {
        solids.enter(exec, p, {}, {1, 1, 1, 1});
        return solids.energy(exec, view());
    }
    double kinetic() const {
        double sum = 0;
        for (Index i = 0; i < p.size(); ++i) sum += 0.5 * double(p.mass.host()[i]) * double(dot(velocity(i), velocity(i)));
        return sum;
    }
    Vec3d momentum() const {
        Vec3d sum{};
        for (Index i = 0; i < p.size(); ++i) sum = sum + double(p.mass.host()[i]) * as_double(velocity(i));
        return sum;
    }
    Vec3d angular_momentum() const {
        Vec3d sum{};
        for (Index i = 0; i < p.size(); ++i) sum = sum + double(p.mass.host()[i]) * cross(as_double(place(i)), as_double(velocity(i)));
        return sum;
    }
    static Vec3d as_double(const Vec3& v) { return {double(v.x), double(v.y), double(v.z)}; }

private:
    Settings<Material> sent_;
    Settings<Drive>    held_;
    const Drive        still_{};
};

inline constexpr Elastic::Law elastic_laws[] = {Elastic::Law::corotated, Elastic::Law::saint_venant, Elastic::Law::neo_hookean};

}  // namespace mote
