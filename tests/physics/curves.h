// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace mote {

/// A figure that a test measured, for docs/validation.md: a property of it in --gtest_output=xml.
inline void record(const std::string& name, double value) { testing::Test::RecordProperty(name, fmt::format("{:.5g}", value)); }

/// What a test measured, or what it is compared with, for `mote plot`. `heading` as in "y [m],u [m/s]".
struct SavedCurve {
    std::string         heading;
    std::vector<double> x{}, y{};

    void add(double at, double value) { x.push_back(at), y.push_back(value); }
    /// Writes NAME.csv where MOTE_TEST_CURVES names a folder; else does nothing.
    void save(const std::string& name) const {
        const char* folder = std::getenv("MOTE_TEST_CURVES");
        if (!folder || !*folder) return;
        std::filesystem::create_directories(folder);
        std::ofstream file(std::filesystem::path(folder) / (name + ".csv"));
        file << heading << '\n';
        for (std::size_t k = 0; k < x.size(); ++k) file << fmt::format("{:.9g},{:.9g}\n", x[k], y[k]);
        EXPECT_TRUE(file.flush()) << "MOTE_TEST_CURVES: " << name << ".csv could not be written to " << folder;
    }
};

}  // namespace mote
