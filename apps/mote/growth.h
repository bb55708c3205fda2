// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/exec.h"
#include "mote/step.h"

namespace mote::cli {

/// CPU time of steps with pressure iterations, and what of it is iterations: what grows with the number of particles alone.
class Growth {
public:
    void add(const StepReport& report, double ms) {
        cpu_ += ms, ++steps_;
        iterations_ += report.pressure.iterations + report.pressure.divergence_iterations;
    }
    bool   has_iterations() const { return iterations_ > 0; }
    /// [ms]; `profile` is that of these steps.
    double step_without_iterations(const Profile& profile) const { return cpu_ * (1 - share(profile)) / steps_; }
    double iteration(const Profile& profile) const { return cpu_ * share(profile) / iterations_; }

private:
    static double share(const Profile& profile) {
        double of_iterations = 0;
        for (const Profile::Entry& e : profile.entries())
            if (e.name == "pressure acceleration" || e.name == "pressure change" || e.name == "pressure mix") of_iterations += e.seconds / profile.total();
        return of_iterations;
    }
    double cpu_ = 0, iterations_ = 0;
    int    steps_ = 0;
};

}  // namespace mote::cli
