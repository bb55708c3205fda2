// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "commands.h"

namespace mote::cli {

/// One case each: measures and describes what was found.
nlohmann::ordered_json bench_neighbours(const BenchCommand& command);
nlohmann::ordered_json bench_wcsph(const BenchCommand& command);
nlohmann::ordered_json bench_dam_break(const BenchCommand& command);
nlohmann::ordered_json bench_elastic(const BenchCommand& command);
nlohmann::ordered_json bench_virtual(const BenchCommand& command);
nlohmann::ordered_json bench_surface(const BenchCommand& command);
nlohmann::ordered_json bench_skin(const BenchCommand& command);
nlohmann::ordered_json bench_skinned_body(const BenchCommand& command);

/// CPU time of the whole process [ms].
double cpu_ms();
/// The middle of some numbers; of the two middle ones the mean.
double median(std::vector<double> values);
/// Peak memory of the process so far [bytes].
std::size_t peak_memory_bytes();
/// And what it has now.
std::size_t resident_bytes();

}  // namespace mote::cli
