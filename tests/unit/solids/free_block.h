// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "block.h"
#include "mote/random.h"
#include "mote/scene.h"
#include "mote/solids.h"

namespace mote {

inline constexpr float free_spacing = 0.01f;

/// A block of one elastic material, a little out of the order of a lattice, without anything around it.
struct FreeBlock {
    Exec                  exec;
    Particles             p;
    std::vector<Material> materials;
    Solids                solids;
    SolidSettings         settings{free_spacing, 3};
    Vec3                  gravity{};
    Drive                 still{};

    FreeBlock(Elastic::Law law, int x, int y, int z, float disorder = 0.1f, int dimension = 3, int threads = 1)
        : exec(threads), materials{Block::material_of({.law = law})}, solids(p, materials) {
        settings.dimension = dimension;
        const Material& m  = materials.front();
        const float volume = dimension == 3 ? free_spacing * free_spacing * free_spacing : free_spacing * free_spacing;
        p.append(Index(x * y * z));
        for (int k = 0; k < z; ++k)
            for (int j = 0; j < y; ++j)
                for (int i = 0; i < x; ++i) {
                    const Index row = Index((k * y + j) * x + i);
                    Vec3        at{free_spacing * float(i), free_spacing * float(j), free_spacing * float(k)};
                    const auto  off = [&](int n) { return disorder * free_spacing * (2 * Block::uniform(row, n) - 1); };
                    at              = at + Vec3{off(0), off(1), dimension == 3 ? off(2) : 0.f};
                    p.id.edit()[row]              = row;
                    p.mass.edit()[row]            = m.rest_density * volume;
                    p.position_volume.edit()[row] = with_w(at, volume);
                }
        solids.capture(exec, p, materials, rest_kernel(free_spacing, 2 * free_spacing, dimension), settings);
        solids.find_neighbours(exec, View<const Material>{materials.data()}, settings);
    }

    Vec3 at(Index i) const { return xyz(p.position_volume.host()[i]); }
    template <class F>
    void move(const F& f) {
        for (Index i = 0; i < p.size(); ++i) p.position_volume.edit()[i] = with_w(f(at(i)), p.position_volume.host()[i].w);
    }
    float stable() const { return solids.stable_step(materials, free_spacing); }
    void  run(float dt, int steps) {
        pass(dt, steps, [&](const Solids::Pace& pace) { solids.advance(exec, View<const Material>{materials.data()}, nullptr, pace); });
    }
    /// One implicit step; returns its iterations.
    int solve(float dt, const SolidSolverSpec& spec) {
        int iterations = 0;
        pass(dt, 1, [&](const Solids::Pace& pace) { iterations = solids.solve(exec, View<const Material>{materials.data()}, pace, spec); });
        return iterations;
    }
    template <class F>
    void pass(float dt, int steps, const F& advance) {
        const Solids::Pace pace{dt, dt, steps, dt / float(steps)};
        for (Index i = 0; i < p.size(); ++i) p.acceleration.edit()[i] = gravity, p.drift.edit()[i] = {0, 0, 0};
        solids.enter(exec, p, View<const Drive>{&still}, pace);
        advance(pace);
        move_particles(exec, p, dt, dt, settings.dimension);
        solids.leave(exec, p, dt);
    }
    /// Holds what `f` says of a place.
    template <class F>
    void pin(const F& f) {
        for (Index i = 0; i < p.size(); ++i)
            if (f(at(i))) solids.rest.pin.edit()[solids.place.host()[i]] = 1;
    }
    double energy() {
        const Solids::Pace pace{1, 1, 1, 1};
        solids.enter(exec, p, View<const Drive>{&still}, pace);
        return solids.energy(exec, View<const Material>{materials.data()});
    }
    double kinetic() const {
        double sum = 0;
        for (Index i = 0; i < p.size(); ++i) {
            const Vec3 v = xyz(p.velocity_density.host()[i]);
            sum += 0.5 * double(p.mass.host()[i]) * double(dot(v, v));
        }
        return sum;
    }
};

}  // namespace mote
