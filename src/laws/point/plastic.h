// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/material.h"
#include "mote/svd.h"

namespace mote {

namespace plastic_parts {

// Elastic stretches beyond are no state of matter, and matter does not flow there.
inline constexpr float smallest = 1e-3f, largest = 1e3f;

MOTE_HOT Vec3 log_of(const Vec3& a) { return {log(a.x), log(a.y), log(a.z)}; }
MOTE_HOT Vec3 exp_of(const Vec3& a) { return {exp(a.x), exp(a.y), exp(a.z)}; }
MOTE_HOT Vec3 exp_minus_1_of(const Vec3& a) { return {::expm1f(a.x), ::expm1f(a.y), ::expm1f(a.z)}; }

MOTE_HOT bool flow_keeps_volume(const Plastic& law) { return law.volume_kept || law.kind == Plastic::Kind::von_mises; }

/// Norm of the elastic strain at which flow begins: sqrt(3/2) 2 mu norm = Y.
MOTE_FN float limit(const Plastic& law, float shear, float plastic_strain) {
    if (law.kind == Plastic::Kind::creep) return max(law.yield_strain, 0.f);
    return max(law.yield_stress + law.hardening * plastic_strain, 0.f) / (2.4494897f * max(shear, 1e-30f));
}

/// Norm of the elastic strain, now `trial` and above `limit`, after flow for a time dt. A metal returns to a limit that
/// grows meanwhile.
MOTE_FN float after_flow(const Plastic& law, float shear, float trial, float limit, float dt) {
    if (law.kind == Plastic::Kind::creep) return max(trial * exp(-law.rate * dt), limit);
    return trial - (trial - limit) * (3 * shear / (3 * shear + law.hardening));
}

/// True where the strain of `a` is surely below `limit`: |ln C/c| <= |C/c - 1| / (1 - |C/c - 1|) for any number c and
/// C = a^T a. Takes a tenth of the time of `svd`.
MOTE_FN bool surely_below(const Mat3& a, bool shape_only, float limit) {
    const Mat3  t = transpose(a), c = t * a;
    const float mean = trace(c) / 3, far = norm((1 / (shape_only ? mean : 1)) * c - identity());
    return mean > 0.01f && mean < 100 && far < 1 && far < 2 * limit * (1 - far) && determinant(a) > 0;
}

/// Scales the plastic strain to a norm of law.most_strain where it is more.
MOTE_FN bool cap(const Plastic& law, Mat3& inverse_plastic) {
    const Svd3<float> s      = svd(inverse_plastic);
    const Vec3        strain = log_of(max(s.sigma, Vec3{1e-30f, 1e-30f, 1e-30f}));
    const float       size   = length(strain);
    if (!(size > law.most_strain)) return false;
    inverse_plastic = product(s.u, exp_of((law.most_strain / size) * strain), s.v);
    return true;
}

}  // namespace plastic_parts

/// Stress over strain of matter that has flowed, as a share of that of matter that has not: how much it still resists what F does not see. Were it all, layers
/// that moved apart in the flow would be held together as by springs that never yield.
MOTE_FN float share_after_flow(const Plastic& law, float shear, float plastic_strain) {
    if (law.kind == Plastic::Kind::none || !(plastic_strain > 0)) return 1;
    const float elastic = 0.81649658f * plastic_parts::limit(law, shear, plastic_strain);
    return max(elastic / (elastic + plastic_strain), 1e-3f);
}

/// F_e of the deformation gradient F after flow for a time dt [s]. The state of a particle is `inverse_plastic`,
/// F_p^-1, identity at birth, and `plastic_strain`, the equivalent plastic strain so far, sqrt(2/3) times the sum of
/// norms, which never falls. `shear` is Lame's mu [Pa]; lambda does not matter, as flow is of shape. With P_e the first
/// Piola stress of the elastic law, that of the body is P = P_e(F_e) inverse_plastic^T. Matter that is inside out or
/// flat (a stretch of F_e below 1/1000) or torn (above 1000) does not flow and answers as if it were at that bound.
/// Flow of less than about 1e-7 in a step is below rounding.
MOTE_FN Mat3 elastic_part(const Plastic& law, float shear, float /*lame*/, const Mat3& F, Mat3& inverse_plastic,
                          float& plastic_strain, float dt) {
    using namespace plastic_parts;
    const Mat3 trial = F * inverse_plastic;
    if (law.kind == Plastic::Kind::none) return trial;
    const bool  shape_only = flow_keeps_volume(law);
    const float most       = limit(law, shear, plastic_strain);
    if (surely_below(trial, shape_only, most)) return trial;

    const Svd3<float> s = svd(trial);
    if (!(s.sigma.z > smallest && s.sigma.x < largest)) {
        const Vec3 low{smallest, smallest, smallest}, high{largest, largest, largest};
        return product(s.u, clamp(s.sigma, low, high), s.v);
    }
    const Vec3  strain = log_of(s.sigma);
    const float mean   = shape_only ? (strain.x + strain.y + strain.z) / 3 : 0;
    const Vec3  flowing{strain.x - mean, strain.y - mean, strain.z - mean};
    const float size = length(flowing);
    if (!(size > most)) return trial;

    // F_p grows by the exponential of the flow [Weber & Anand 1990; de Souza Neto, Peric & Owen 2008, ch. 14]; exp - 1,
    // so that small flow keeps its digits.
    const float less = after_flow(law, shear, size, most, dt) / size - 1;
    const Mat3  old  = inverse_plastic;
    inverse_plastic  = old + old * product(s.v, exp_minus_1_of(less * flowing), s.v);
    if (shape_only) {  // rounding must not add up to a change of volume
        const float change = determinant(inverse_plastic) / (law.absorbs() ? determinant(old) : 1.f) - 1;
        if (abs(change) < 0.01f) inverse_plastic = (1 - change / 3) * inverse_plastic;
    }
    const bool bounded = law.kind == Plastic::Kind::creep && law.most_strain < 20;  // exp(20) is as good as no bound
    if (bounded && cap(law, inverse_plastic)) {
        const float flow = norm(symmetric(inverse(old) * inverse_plastic) - identity());
        plastic_strain += 0.81649658f * max(flow - 1e-6f, 0.f);  // less rounding, which would add up
        return F * inverse_plastic;
    }
    plastic_strain += 0.81649658f * -less * size;
    return product(s.u, exp_of(strain + less * flowing), s.v);
}

}  // namespace mote
