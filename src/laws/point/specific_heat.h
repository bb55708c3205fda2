// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/material.h"

namespace mote {

/// What it takes to warm a kilogram of matter, of which a share may be a liquid that it has taken up:
///
///     c(T) = (1 - wet) c_matter(T) + wet c_liquid(T),    h(T) = integral of c dT
///
/// Each c is a number or goes straight between the points of a curve, so h is a parabola between these and both ways are exact: heat from temperatures, and temperatures from heat. What would
/// divide by c(T) instead makes or loses heat with every step that goes along a curve.
struct SpecificHeat {
    const Material* matter = nullptr;
    const Material* liquid = nullptr;  ///< null: none
    double          wet    = 0;        ///< share of the mass

    /// One number at all temperatures.
    MOTE_FN bool is_plain() const { return !liquid && matter->heat_curve.points == 0; }
    /// [J/(kg K)]
    MOTE_FN double at(double T) const {
        const double own = of(*matter, T);
        return liquid ? (1 - wet) * own + wet * of(*liquid, T) : own;
    }
    /// What a kilogram takes from one temperature to another [J/kg].
    MOTE_FN double between(double from, double to) const {
        double heat = 0;
        for (const double way = to < from ? -1. : 1.; from != to;) {
            const double end = way > 0 ? min(next(from, way), to) : max(next(from, way), to);
            heat += 0.5 * (at(from) + at(end)) * (end - from);
            from = end;
        }
        return heat;
    }
    /// Its temperature after so much more heat [K], not below 0.
    MOTE_FN double reached(double from, double heat) const {
        for (const double way = heat < 0 ? -1. : 1.; heat != 0;) {
            const double end = next(from, way), c = at(from);
            if (abs(end) > 1e30) return max(from + heat / c, 0.);
            const double slope = (at(end) - c) / (end - from), piece = 0.5 * (c + at(end)) * (end - from);
            if (way * heat < way * piece) return max(from + 2 * heat / (c + ::sqrt(max(c * c + 2 * slope * heat, 0.))), 0.);
            heat -= piece, from = end;
        }
        return from;
    }

private:
    MOTE_FN static double of(const Material& m, double T) {
        const Curve& c = m.heat_curve;
        if (c.points == 0) return double(m.heat_capacity);
        if (c.points == 1 || T <= double(c.at[0])) return double(c.value[0]);
        for (int k = 1; k < c.points; ++k)
            if (T < double(c.at[k])) {
                const double low = double(c.at[k - 1]), value = double(c.value[k - 1]);
                return value + (T - low) / (double(c.at[k]) - low) * (double(c.value[k]) - value);
            }
        return double(c.value[c.points - 1]);
    }
    /// The nearest point of a curve beyond T; infinite where there is none.
    MOTE_FN double next(double T, double way) const {
        const double own = next_of(matter->heat_curve, T, way), other = liquid ? next_of(liquid->heat_curve, T, way) : own;
        return way > 0 ? min(own, other) : max(own, other);
    }
    MOTE_FN static double next_of(const Curve& c, double T, double way) {
        double nearest = way * 1e300;
        for (int k = 0; k < c.points; ++k)
            if (const double at = double(c.at[k]); way * at > way * T && way * at < way * nearest) nearest = at;
        return nearest;
    }
};

/// The least that a material has at any temperature [J/(kg K)].
MOTE_FN float least_heat_capacity(const Material& m) {
    float least = m.heat_capacity;
    for (int k = 0; k < m.heat_curve.points; ++k) least = min(least, m.heat_curve.value[k]);
    return least;
}

/// Whether both take the same at any temperature.
MOTE_FN bool same_heat(const Material& a, const Material& b) {
    bool same = a.heat_capacity == b.heat_capacity && a.heat_curve.points == b.heat_curve.points;
    for (int k = 0; k < a.heat_curve.points && same; ++k) same = a.heat_curve.at[k] == b.heat_curve.at[k] && a.heat_curve.value[k] == b.heat_curve.value[k];
    return same;
}

}  // namespace mote
