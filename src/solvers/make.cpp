// Copyright (c) 2026 The Mote authors. MIT licence.
#include "dfsph.h"
#include "equation_of_state.h"
#include "iisph.h"
#include "pbf.h"

namespace mote {
namespace {

std::unique_ptr<PressureSolver> make(const DfsphSpec& spec, float spacing, Particles& p) {
    return std::make_unique<Dfsph>(spec, spacing, p);
}
std::unique_ptr<PressureSolver> make(const IisphSpec& spec, float spacing, Particles&) {
    return std::make_unique<Iisph>(spec, spacing);
}
std::unique_ptr<PressureSolver> make(const PbfSpec& spec, float spacing, Particles&) {
    return std::make_unique<Pbf>(spec, spacing);
}
std::unique_ptr<PressureSolver> make(const EquationOfStateSpec& spec, float spacing, Particles&) {
    return std::make_unique<EquationOfState>(spec, spacing);
}

}  // namespace

std::unique_ptr<PressureSolver> make_pressure_solver(const PressureSpec& spec, float spacing, Particles& p) {
    return std::visit([&](const auto& s) { return make(s, spacing, p); }, spec);
}

}  // namespace mote
