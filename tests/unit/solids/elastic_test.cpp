// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/point/elastic.h"
#include "mote/random.h"
#include "mote/solids.h"

namespace mote {
namespace {

constexpr float spacing = 0.01f;

/// A block of one elastic material, a little out of the order of a lattice, without anything around it.
struct Block {
    Exec                  exec{1};
    Particles             p;
    Solids                solids{p};
    std::vector<Material> materials;
    SolidSettings         settings{spacing, 3};

    Block(Elastic::Law law, int x, int y, int z, float disorder = 0.1f, int dimension = 3) {
        settings.dimension = dimension;
        Material m;
        m.elastic = {law, lame_of(1e5f, 0.3f), shear_of(1e5f, 0.3f), 0, 0};
        materials.push_back(m);
        const float volume = dimension == 3 ? spacing * spacing * spacing : spacing * spacing;
        p.append(Index(x * y * z));
        for (int k = 0; k < z; ++k)
            for (int j = 0; j < y; ++j)
                for (int i = 0; i < x; ++i) {
                    const Index row = Index((k * y + j) * x + i);
                    Vec3        at{spacing * float(i), spacing * float(j), spacing * float(k)};
                    const auto  off = [&](int n) { return disorder * spacing * (2 * uniform(row, n) - 1); };
                    at              = at + Vec3{off(0), off(1), dimension == 3 ? off(2) : 0.f};
                    p.id.edit()[row]              = row;
                    p.mass.edit()[row]            = m.rest_density * volume;
                    p.position_volume.edit()[row] = with_w(at, volume);
                }
        solids.capture(exec, p, materials, rest_kernel(spacing, 2 * spacing, dimension), settings);
        solids.find_neighbours(exec, View<const Material>{materials.data()}, settings);
    }
    static float uniform(Index row, int n) { return float((row * 7919u + unsigned(n) * 104729u + 12345u) * 2654435761u % 100003u) / 100003.f; }

    Vec3 at(Index i) const { return xyz(p.position_volume.host()[i]); }
    template <class F>
    void move(const F& f) {
        for (Index i = 0; i < p.size(); ++i) p.position_volume.edit()[i] = with_w(f(at(i)), p.position_volume.host()[i].w);
    }
    float stable() const { return solids.stable_step(materials, spacing); }
    void  run(float dt, int steps) {
        const Solids::Pace pace{dt, dt, steps, dt / float(steps)};
        for (Index i = 0; i < p.size(); ++i) p.acceleration.edit()[i] = p.drift.edit()[i] = {0, 0, 0};
        solids.enter(exec, p, {}, pace);
        solids.advance(exec, View<const Material>{materials.data()}, pace);
        move_particles(exec, p, dt, dt, settings.dimension);
        solids.leave(exec, p, dt);
    }
    double energy() {
        const Solids::Pace pace{1, 1, 1, 1};
        solids.enter(exec, p, {}, pace);
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

TEST(Elastic, ForceIsTheGradientOfTheEnergy) {
    Block block(Elastic::Law::corotated, 6, 5, 5);
    block.move([](const Vec3& x) { return Vec3{1.2f * x.x, 0.95f * x.y + 0.1f * x.x, 0.95f * x.z + 5 * x.x * x.y}; });
    std::vector<Vec4> x0(block.p.position_volume.host().data, block.p.position_volume.host().data + block.p.size());
    block.run(1e-6f, 1);
    std::vector<Vec3> f;
    for (Index i = 0; i < block.p.size(); ++i) f.push_back(1e6f * block.p.mass.host()[i] * xyz(block.p.velocity_density.host()[i]));
    Vec3 sum{};
    for (auto& v : f) sum = sum + v;
    printf("sum %g %g %g\n", sum.x, sum.y, sum.z);
    for (Index i = 0; i < 150; i += 31) {
        const float d = 1e-5f;
        for (Index k = 0; k < block.p.size(); ++k) block.p.position_volume.edit()[k] = x0[k];
        block.p.position_volume.edit()[i].y += d;
        const double up = block.energy();
        block.p.position_volume.edit()[i].y -= 2 * d;
        const double down = block.energy();
        printf("%u force %g  gradient %g\n", i, f[i].y, -(up - down) / (2 * d));
    }
}

TEST(Elastic, EnergyStaysWhereNothingTakesIt) {
    for (const auto law : {Elastic::Law::corotated, Elastic::Law::saint_venant, Elastic::Law::neo_hookean}) {
        Block block(law, 8, 5, 5);
        block.move([](const Vec3& x) { return Vec3{1.2f * x.x, 0.95f * x.y + 0.1f * x.x, 0.95f * x.z}; });
        const double start = block.energy();
        for (int k = 0; k < 200; ++k) {
            block.run(4 * block.stable(), 8);
            if (k % 20 == 0) printf("%d %g %g\n", k, block.energy() / start, block.kinetic() / start);
        }
    }
}

}  // namespace
}  // namespace mote
