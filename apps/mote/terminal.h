// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Words and numbers for people. Results go to standard output, everything else to standard error.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace mote::cli {

/// Text to standard output as it is. A failed write is noticed where the program ends.
void print(const std::string& text);

/// One line to standard error.
void tell(const std::string& line);

/// "1 234 567"
std::string in_groups(std::uint64_t count);

/// "0.8 s", "42 s", "3 min 20 s", "2 h 5 min"
std::string in_time(double seconds);

/// A line that is drawn over and over on a terminal, and now and then printed as a line of its own elsewhere.
/// Everything goes to standard error.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();
    ProgressLine(const ProgressLine&)            = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether it is time to show something; saves the work of making the text. `whole`: something was finished.
    bool due(bool whole) const;
    /// `share` in [0, 1] is how much is done.
    void show(const std::string& text, double share);
    /// A sentence above the line.
    void say(const std::string& sentence);
    /// Takes the line away.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    bool              quiet_, terminal_, drawn_ = false;
    Clock::time_point last_;
};

}  // namespace mote::cli
