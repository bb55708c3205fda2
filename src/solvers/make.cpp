// Copyright (c) 2026 The Mote authors. MIT licence.
#include "equation_of_state.h"

namespace mote {
namespace {

std::unique_ptr<PressureSolver> make(const EquationOfStateSpec& spec, float spacing) {
    return std::make_unique<EquationOfState>(spec, spacing);
}

}  // namespace

std::unique_ptr<PressureSolver> make_pressure_solver(const PressureSpec& spec, float spacing) {
    return std::visit([&](const auto& s) { return make(s, spacing); }, spec);
}

}  // namespace mote
