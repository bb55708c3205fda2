// Copyright (c) 2026 The Mote authors. MIT licence.
#include "equation_of_state.h"

namespace mote {
namespace {

std::unique_ptr<PressureSolver> make(const EquationOfStateSpec& spec) {
    return std::make_unique<EquationOfState>(spec);
}

}  // namespace

std::unique_ptr<PressureSolver> make_pressure_solver(const PressureSpec& spec) {
    return std::visit([](const auto& s) { return make(s); }, spec);
}

}  // namespace mote
