// Copyright (c) 2026 The Mote authors. MIT licence.
#include "terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace mote::cli {
namespace {

constexpr std::chrono::milliseconds redraw_every{100}, line_every{2000}, line_at_least_every{10'000};

int terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool can_redraw() {
    const char* kind = std::getenv("TERM");
    return isatty(STDERR_FILENO) && kind && std::strcmp(kind, "dumb") != 0;
}

/// "[#######.............]" in `width` columns.
std::string bar(double share, int width) {
    const int inside = width - 2, full = int(std::lround(std::clamp(share, 0.0, 1.0) * inside));
    return "[" + std::string(std::size_t(full), '#') + std::string(std::size_t(inside - full), '.') + "]";
}

}  // namespace

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void tell(const std::string& line) {
    const std::string whole = line + "\n";
    std::fwrite(whole.data(), 1, whole.size(), stderr);
}

std::string in_groups(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (int at = int(text.size()) - 3; at > 0; at -= 3) text.insert(std::size_t(at), 1, ' ');
    return text;
}

std::string in_time(double seconds) {
    if (!(seconds >= 0) || seconds > 1e9) return "unknown";
    if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
    const auto whole = std::uint64_t(std::llround(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet), terminal_(!quiet && can_redraw()), last_(terminal_ ? Clock::time_point{} : Clock::now()) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::due(bool whole) const {
    if (quiet_) return false;
    const auto waited = Clock::now() - last_;
    return terminal_ ? waited >= redraw_every : waited >= (whole ? line_every : line_at_least_every);
}

void ProgressLine::show(const std::string& text, double share) {
    if (quiet_) return;
    last_ = Clock::now();
    if (!terminal_) {
        tell(text);
        return;
    }
    constexpr int least_bar = 12;
    const int     width = terminal_width() - 1, left = width - int(text.size()) - 1;
    std::string   line = left < least_bar ? text : bar(share, std::min(left, 40)) + " " + text;
    line.resize(std::min(line.size(), std::size_t(std::max(width, 1))));
    line = "\r" + line + "\x1b[K";
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
    drawn_ = true;
}

void ProgressLine::say(const std::string& sentence) {
    if (quiet_) return;
    clear();
    tell(sentence);
}

void ProgressLine::clear() {
    if (!drawn_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    drawn_ = false;
}

}  // namespace mote::cli
