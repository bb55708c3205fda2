// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a run will take is told before it runs.
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cmath>

#include "build_fixture.h"
#include "mote/step.h"

namespace mote {
namespace {

std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t   size = 0, resident = 0;
    statm >> size >> resident;
    return resident * std::size_t(::sysconf(_SC_PAGESIZE));
}

/// What building and stepping a scene takes, over the forecast of it without the share of the program itself. In a
/// process of its own: memory that other tests have touched would not count. A few particles first load the program.
double memory_over_forecast(const SceneFile& scene, const SceneFile& few) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        step(*build_scene(few, Exec(1)).world, 1e-3f);
        ::malloc_trim(0);  // what is free but still held would be used again unseen
        const std::size_t before = resident_bytes();
        const BuiltScene  built  = build_scene(scene, Exec(1));
        for (int k = 0; k < 3; ++k) step(*built.world, 1e-3f);
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        const double took  = double(std::size_t(usage.ru_maxrss) * 1024 - before);
        const double ratio = took / double(built.report.memory_bytes - built.report.program_bytes);
        ::_exit(::write(ends[1], &ratio, sizeof ratio) == ssize_t(sizeof ratio) ? 0 : 1);
    }
    ::close(ends[1]);  // or a child that dies without a word would never end the read
    double ratio = 0;
    EXPECT_EQ(::read(ends[0], &ratio, sizeof ratio), ssize_t(sizeof ratio));
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(ends[0]);
    return ratio;
}

// The forecast of memory is within a tenth of what building and stepping so many particles take, for narrow and wide
// kernels, in two and three dimensions, with walls and without.
TEST_F(Build, MemoryIsForecast) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    const SceneFile few  = read("spacing: 2 cm\n" + water + "objects: {a: {box: 0.1, material: water}}\n");
    const auto      miss = [&](const std::string& support, const std::string& rest) {
        return std::abs(memory_over_forecast(read("support: " + support + "\n" + water + rest), few) - 1);
    };
    for (const char* support : {"1.5", "2", "3"}) {
        EXPECT_LT(miss(support,
                       "spacing: 1 cm\nobjects: {a: {box: [0.4, 0.4, 0.32], at: [-0.2, -0.2, 0], material: water}}\n"
                       "boundaries: {tank: {box: [0.8, 0.8, 0.32], inside: true}}\n"),
                  0.1)
            << support;
        EXPECT_LT(miss(support, "spacing: 1 cm\nobjects: {a: {box: 0.4, material: water}}\n"), 0.1) << support;
        EXPECT_LT(miss(support, "dimension: 2\nspacing: 2 mm\nobjects: {a: {box: 0.5, material: water}}\n"), 0.1)
            << support;
    }
}

// What a particle takes follows the number of its neighbours: the cube of the support.
TEST_F(Build, MemoryOfAParticleFollowsTheSupport) {
    const auto report = [&](const char* support) {
        return build("spacing: 2 cm\nsupport: " + std::string(support) + "\n" + water +
                     "objects: {a: {box: 0.2, material: water}}\n")
            .report;
    };
    const SceneReport narrow = report("2"), wide = report("4");
    EXPECT_GT(narrow.bytes_per_particle, Particles().bytes_per_row());
    // 33 and 268 neighbours, padded: four bytes each in the list and six of a gradient.
    EXPECT_GT(wide.bytes_per_particle, narrow.bytes_per_particle + 10 * (268 - 40));
    EXPECT_LT(wide.bytes_per_particle, narrow.bytes_per_particle + 15 * (268 - 33));
    EXPECT_EQ(wide.memory_bytes - wide.program_bytes, wide.matter * wide.bytes_per_particle);
}

}  // namespace
}  // namespace mote
