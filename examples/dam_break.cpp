// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Mote as a library: build a scene, step it, look at a column.
#include <algorithm>
#include <cstdio>

#include "mote/build.h"
#include "mote/step.h"

int main() {
    using namespace mote;
    const SceneFile scene = read_scene_text(R"(
dimension: 2
spacing: 5 mm
materials: {water: {preset: water}}
objects: {column: {box: [0.1, 0.2], at: [0.05, 0.1], material: water}}
boundaries: {tank: {box: [0.5, 0.4], at: [0.25, 0.2], inside: true}}
)", "dam_break");
    const BuiltScene built = build_scene(scene, Exec());
    World&           world = *built.world;
    for (int frame = 1; frame <= 10; ++frame) {
        while (world.time < 0.05 * frame) step(world, float(0.05 * frame - world.time) + 1e-9f);
        float front = 0;
        for (Index i = 0; i < world.particles.size(); ++i) front = std::max(front, world.particles.position_volume.read()[i].x);
        std::printf("t = %.2f s  front at %.3f m  (%llu steps)\n", world.time, double(front),
                    static_cast<unsigned long long>(world.step_number));
    }
}
