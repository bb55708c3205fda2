// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/exec.h"
#include "mote/step.h"

namespace mote::cli {

/// Time of steps with pressure iterations, and what of it is iterations: what grows with the number of particles alone. A profile is that of these steps.
class Growth {
public:
    /// CPU time and time by the clock [ms].
    void add(const StepReport& report, double cpu, double wall) {
        cpu_ += cpu, wall_ += wall, ++steps_;
        iterations_ += report.pressure.iterations + report.pressure.divergence_iterations;
    }
    bool   has_iterations() const { return iterations_ > 0; }
    /// CPU time [ms].
    double step_without_iterations(const Profile& profile) const { return cpu_ * (1 - of_iterations(profile) / profile.total()) / steps_; }
    double iteration(const Profile& profile) const { return cpu_ * of_iterations(profile) / profile.total() / iterations_; }

    /// By the clock [ms]: a step of DFSPH with so many iterations of each kind. The first push of the divergence solve is found with the rates, so it has one acceleration less.
    double step_with(int density, int divergence, const Profile& profile) const {
        double all = (wall_ - 1e3 * of_iterations(profile)) / steps_;
        for (const Profile::Entry& e : profile.entries())
            if (is_of_iterations(e.name)) all += (e.name == "pressure acceleration" ? density + divergence - 1 : density + divergence) * 1e3 * e.seconds / double(e.calls);
        return all;
    }

private:
    static bool is_of_iterations(std::string_view stage) { return stage == "pressure acceleration" || stage == "pressure change" || stage == "pressure mix"; }
    /// Time by the clock [s].
    static double of_iterations(const Profile& profile) {
        double seconds = 0;
        for (const Profile::Entry& e : profile.entries())
            if (is_of_iterations(e.name)) seconds += e.seconds;
        return seconds;
    }
    double cpu_ = 0, wall_ = 0, iterations_ = 0;
    int    steps_ = 0;
};

}  // namespace mote::cli
