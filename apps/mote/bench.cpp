// Copyright (c) 2026 The Mote authors. MIT licence.
#include "bench.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mote/error.h"
#include "scene/words.h"
#include "terminal.h"

namespace mote::cli {
namespace {

struct Case {
    const char* name;
    nlohmann::ordered_json (*measure)(const BenchCommand&);
};
constexpr Case cases[] = {{"neighbours", bench_neighbours}, {"wcsph", bench_wcsph}, {"dam_break", bench_dam_break},
                          {"elastic", bench_elastic}, {"virtual", bench_virtual}, {"surface", bench_surface}, {"skin", bench_skin},
                          {"skinned_body", bench_skinned_body}};

}  // namespace

double cpu_ms() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) * 1e-6;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

std::size_t peak_memory_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::size_t(usage.ru_maxrss) * 1024;
}

std::size_t resident_bytes() {
    std::size_t all = 0, resident = 0, shared = 0;  // pages; shared: those of the program and its libraries
    std::ifstream("/proc/self/statm") >> all >> resident >> shared;
    return (resident - shared) * std::size_t(sysconf(_SC_PAGESIZE));
}

int execute(const BenchCommand& command) {
    std::vector<std::string> names;
    for (const Case& c : cases) names.emplace_back(c.name);
    if (!command.name.empty() && std::find(names.begin(), names.end(), command.name) == names.end())
        throw Error(fmt::format("there is no bench {}; {}", in_quotes(command.name), suggestion(command.name, names)),
                    2);
    for (const Case& c : cases)
        if (command.name.empty() || command.name == c.name) {
            print(c.measure(command).dump() + "\n");
            std::fflush(stdout);
        }
    return 0;
}

}  // namespace mote::cli
