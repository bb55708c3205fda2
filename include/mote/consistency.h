// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The consistency meter: which polynomials does an operator reproduce exactly on given samples, and how large is the
// error of each order, inside and near the boundary? (KA-18)
#pragma once
#include <functional>
#include <string>

#include "mote/approximation.h"

namespace mote {

struct ConsistencySpec {
    int    highest_order = 2;  ///< Orders 0 to this one are measured; at most 3.
    double tolerance     = 0;  ///< What counts as exact, against monomials of size 1; 0: 1e-4 in float, 1e-9 in double.
};

/// Largest errors of one order. A monomial of order m is ((x - x0)/h)^a, |a| = m, about the point x0 of evaluation;
/// gradients are counted in 1/h.
struct ConsistencyError {
    double interior = 0;  ///< At least h away from the bounding box of the samples.
    double boundary = 0;  ///< Elsewhere.
};

struct Consistency {
    std::string                   name;                 ///< Of the operator.
    std::vector<ConsistencyError> error;                ///< One per order, from 0.
    int                           order          = -1;  ///< Highest n so that all orders to n are exact; -1: none.
    int                           interior_order = -1;  ///< The same for interior points alone.
};

/// An operator under test: the value of f at x, or the gradient of f at sample i.
template <class T>
using ValueOperator = std::function<T(std::span<const T> f, const Vec3T<T>& x, NearRows near)>;
template <class T>
using GradientOperator = std::function<Vec3T<T>(std::span<const T> f, Index i, NearRows near)>;

/// Measures an operator on samples with support radius h. Values are probed half way between each sample and its
/// nearest neighbour, gradients at the samples.
template <class T>
Consistency measure_value(std::string name, const ValueOperator<T>& op, std::span<const Vec3T<T>> position, T h,
                          int dimension, const ConsistencySpec& spec = {});
template <class T>
Consistency measure_gradient(std::string name, const GradientOperator<T>& op, std::span<const Vec3T<T>> position, T h,
                             int dimension, const ConsistencySpec& spec = {});

/// Every operator of approximation.h and mls.h on these samples.
template <class T>
std::vector<Consistency> consistency_report(const Samples<T>& samples, const ConsistencySpec& spec = {});

/// The report as an aligned text table, one line per operator.
std::string to_string(const std::vector<Consistency>& report);

}  // namespace mote
