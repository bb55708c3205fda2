// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a run will take is told before it runs.
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cmath>

#include "build_fixture.h"
#include "mote/step.h"
#include "scene/forecast.h"

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
#ifdef MOTE_SANITIZED
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    unsetenv("MOTE_SPOIL");  // what is spoilt takes memory that nobody else would touch
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
    EXPECT_GT(narrow.bytes_per_particle, Particles().width().all);
    // 33 and 268 neighbours, padded: two and a half bytes each in the list and two of a slope.
    EXPECT_GT(wide.bytes_per_particle, narrow.bytes_per_particle + 4 * (268 - 40));
    EXPECT_LT(wide.bytes_per_particle, narrow.bytes_per_particle + 6 * (268 - 33));
    EXPECT_EQ(wide.memory_bytes - wide.program_bytes, wide.matter * wide.bytes_per_particle);
}

// The map of an implicit boundary is part of the forecast: a ball has one, a box has none.
TEST_F(Build, MapsOfImplicitBoundariesAreForecast) {
    const auto built = [&](const std::string& shape) {
        return build("spacing: 2 cm\n" + water + "objects: {a: {box: 0.2, at: [0, 2, 0], material: water}}\nboundaries: {b: {" + shape + ", method: implicit}}\n");
    };
    const BuiltScene  ball = built("sphere: 0.2"), box = built("box: 0.4");
    const std::size_t map  = ball.world->boundaries.list[0].field->memory_bytes();
    EXPECT_GT(map, 100u << 10);
    EXPECT_EQ(ball.report.memory_bytes, box.report.memory_bytes + map);
}

// Free is what the machine has, what the container has and what the process may take: the least of them.
TEST_F(Build, FreeMemoryIsTheLeastOfAllLimits) {
    const auto put = [&](const std::string& name, const std::string& text) {
        fs::create_directories((folder / name).parent_path());
        write(name, text);
    };
    put("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n");
    EXPECT_EQ(available_memory(folder), 8000u * 1024);
    put("sys/fs/cgroup/memory.max", "max\n");
    EXPECT_EQ(available_memory(folder), 8000u * 1024);
    put("sys/fs/cgroup/memory.max", "5000000\n");
    put("sys/fs/cgroup/memory.current", "3000000\n");
    put("sys/fs/cgroup/memory.stat", "anon 1000000\ninactive_file 500000\n");
    EXPECT_EQ(available_memory(folder), 2500000u);
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", "2000001\n");
    EXPECT_EQ(available_memory(folder), 0u);
}

// Twice as many particles as there is memory for: a sentence that says so, before they are made. In a process of its own.
TEST_F(Build, MoreThanMemoryHoldsIsRefused) {
#ifdef MOTE_SANITIZED
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    const auto refused = [&](const std::string& scene) -> std::string {
        int ends[2];
        EXPECT_EQ(::pipe(ends), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            std::string   said = "nothing";
            std::ifstream statm("/proc/self/statm");
            std::size_t   pages = 0;
            statm >> pages;
            rlimit limit{};
            limit.rlim_cur = limit.rlim_max = pages * std::size_t(::sysconf(_SC_PAGESIZE)) + 42'000'000;  // 100 000 particles
            ::setrlimit(RLIMIT_AS, &limit);
            try {
                (void)build(scene);
            } catch (const SceneError& e) {
                said = e.what();
            }
            ::_exit(::write(ends[1], said.data(), said.size()) > 0 ? 0 : 1);
        }
        ::close(ends[1]);
        char       said[1000] = {};
        const auto count      = ::read(ends[0], said, sizeof said);
        ::waitpid(child, nullptr, 0);
        ::close(ends[0]);
        return std::string(said, std::size_t(std::max<ssize_t>(count, 0)));
    };
    const auto says = [&](const std::string& scene, const std::string& place, const std::string& why) {
        const std::string said = refused("spacing: 1 cm\n" + water + scene);
        EXPECT_NE(said.find(place), std::string::npos) << said;
        EXPECT_NE(said.find(why), std::string::npos) << said;
    };
    says("objects: {a: {box: [0.5, 0.5, 0.8], material: water}}\n", "objects.a: the body ", "of memory are free, and a particle takes ");
    says("objects:\n  a: {box: 0.43, material: water}\n  b: {box: 0.43, at: [0, 1, 0], material: water}\n", "spacing: ", "particles, which need ");
    says("objects: {a: {box: 0.4, material: water}}\nboundaries: {b: {box: 1.2, inside: true}}\n", "boundaries.b: takes ", "of memory where ");
    says("objects: {a: {box: 0.2, material: water}}\n", "nothing", "nothing");
}

}  // namespace
}  // namespace mote
