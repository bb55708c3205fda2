// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/consistency.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "mote/shape_functions.h"

namespace mote {
namespace {

struct Exponents {
    int x, y, z;
    int order() const { return x + y + z; }
};

std::vector<Exponents> exponents_up_to(int order, int dimension) {
    std::vector<Exponents> all;
    for (int n = 0; n <= order; ++n)
        for (int z = 0; z <= (dimension > 2 ? n : 0); ++z)
            for (int y = 0; y <= (dimension > 1 ? n - z : 0); ++y) all.push_back({n - y - z, y, z});
    return all;
}

double power(double base, int exponent) {
    double result = 1;
    for (int k = 0; k < exponent; ++k) result *= base;
    return result;
}

template <class T>
double monomial(const Exponents& a, const Vec3T<T>& z) {
    return power(double(z.x), a.x) * power(double(z.y), a.y) * power(double(z.z), a.z);
}

/// True at least `margin` inside the bounding box, in the dimensions that count.
template <class T>
class Interior {
public:
    Interior(std::span<const Vec3T<T>> position, T margin, int dimension) : margin_(margin), dimension_(dimension) {
        for (const auto& p : position)
            for (int k = 0; k < 3; ++k) {
                const T value = axis(p, k);
                low_[k] = std::min(low_[k], value), high_[k] = std::max(high_[k], value);
            }
    }
    bool operator()(const Vec3T<T>& x) const {
        for (int k = 0; k < dimension_; ++k)
            if (axis(x, k) < low_[k] + margin_ || axis(x, k) > high_[k] - margin_) return false;
        return true;
    }

private:
    static T axis(const Vec3T<T>& p, int k) { return k == 0 ? p.x : k == 1 ? p.y : p.z; }

    T   low_[3] = {T(1e30), T(1e30), T(1e30)}, high_[3] = {T(-1e30), T(-1e30), T(-1e30)};
    T   margin_;
    int dimension_;
};

/// Walks over points of evaluation and monomials. `point_of(i, near)` is the point that belongs to sample i,
/// `error_of(f, x, i, near, exponents)` how far the operator is off there.
template <class T, class PointOf, class ErrorOf>
Consistency measure(std::string name, std::span<const Vec3T<T>> position, T h, int dimension,
                    const ConsistencySpec& spec, const PointOf& point_of, const ErrorOf& error_of) {
    const int             orders = std::clamp(spec.highest_order, 0, 3);
    const SampleSearch<T> search(position, h);
    const Interior<T>     interior(position, h, dimension);
    const auto            exponents = exponents_up_to(orders, dimension);
    std::vector<T>        f(position.size());
    Consistency           result{std::move(name), std::vector<ConsistencyError>(std::size_t(orders) + 1), -1, -1};

    for (Index i = 0; i < position.size(); ++i) {
        const Vec3T<T> x    = point_of(i, search.near(position[i]));
        const auto     near = search.near(x);
        for (const Exponents& a : exponents) {
            f[i] = T(monomial(a, (position[i] - x) / h));
            for (const Index j : near) f[j] = T(monomial(a, (position[j] - x) / h));
            ConsistencyError& e     = result.error[std::size_t(a.order())];
            double&           worst = interior(x) ? e.interior : e.boundary;
            const double      error = error_of(std::span<const T>(f), x, i, NearRows(near), a);
            if (!std::isnan(worst) && !(error <= worst)) worst = error;  // a NaN stays, to be seen
        }
    }

    const double tolerance = spec.tolerance > 0 ? spec.tolerance : sizeof(T) == 4 ? 1e-4 : 1e-9;
    const auto   exact_to  = [&](auto&& error) {
        int n = -1;
        while (n < orders && error(result.error[std::size_t(n) + 1]) <= tolerance) ++n;
        return n;
    };
    result.interior_order = exact_to([](const ConsistencyError& e) { return e.interior; });
    result.order = std::min(result.interior_order, exact_to([](const ConsistencyError& e) { return e.boundary; }));
    return result;
}

template <class T>
Vec3T<T> half_way_to_nearest(std::span<const Vec3T<T>> position, Index i, NearRows near) {
    Index nearest = i;
    T     least   = 0;
    for (const Index j : near) {
        const T r = length(position[j] - position[i]);
        if (r > 0 && (nearest == i || r < least)) nearest = j, least = r;
    }
    return T(0.5) * (position[i] + position[nearest]);
}

}  // namespace

template <class T>
Consistency measure_value(std::string name, const ValueOperator<T>& op, std::span<const Vec3T<T>> position, T h,
                          int dimension, const ConsistencySpec& spec) {
    return measure(
        std::move(name), position, h, dimension, spec,
        [&](Index i, const std::vector<Index>& near) { return half_way_to_nearest(position, i, near); },
        [&](std::span<const T> f, const Vec3T<T>& x, Index, NearRows near, const Exponents& a) {
            return std::fabs(double(op(f, x, near)) - (a.order() == 0));
        });
}

template <class T>
Consistency measure_gradient(std::string name, const GradientOperator<T>& op, std::span<const Vec3T<T>> position, T h,
                             int dimension, const ConsistencySpec& spec) {
    return measure(
        std::move(name), position, h, dimension, spec, [&](Index i, const std::vector<Index>&) { return position[i]; },
        [&](std::span<const T> f, const Vec3T<T>&, Index i, NearRows near, const Exponents& a) {
            Vec3T<T> g = h * op(f, i, near);
            if (a.order() == 1) g -= Vec3T<T>{T(a.x), T(a.y), T(a.z)};
            return double(length(g));
        });
}

template <class T>
std::vector<Consistency> consistency_report(const Samples<T>& s, const ConsistencySpec& spec) {
    std::vector<Consistency> report;
    const auto               value = [&](const char* name, auto&& op) {
        report.push_back(measure_value<T>(name, op, s.position, s.kernel.h, s.kernel.dimension, spec));
    };
    const auto slope = [&](const char* name, auto&& op) {
        report.push_back(measure_gradient<T>(name, op, s.position, s.kernel.h, s.kernel.dimension, spec));
    };
    const auto value_by = [&](ShapeScheme scheme) {
        return [&s, scheme](std::span<const T> f, const Vec3T<T>& x, NearRows near) {
            return shape_functions(scheme, s, x, near).value(f);
        };
    };
    const auto slope_by = [&](ShapeScheme scheme) {
        return [&s, scheme](std::span<const T> f, Index i, NearRows near) {
            return shape_functions(scheme, s, s.position[i], near).gradient(f);
        };
    };
    const auto slope_of = [&](OperatorForm form) {
        return [&s, form](std::span<const T> f, Index i, NearRows near) { return gradient(form, s, f, i, near); };
    };

    value("value: plain", value_by(ShapeScheme::sph));
    value("value: CSPM (Shepard)", value_by(ShapeScheme::shepard));
    value("value: CSPH",
          [&](std::span<const T> f, const Vec3T<T>& x, NearRows near) { return corrected_value(s, f, x, near); });
    value("value: MLS 1", value_by(ShapeScheme::mls1));
    value("value: MLS 2", value_by(ShapeScheme::mls2));
    slope("gradient: plain", slope_of(OperatorForm::plain));
    slope("gradient: difference", slope_of(OperatorForm::difference));
    slope("gradient: product rule", slope_of(OperatorForm::product_rule));
    slope("gradient: symmetric", slope_of(OperatorForm::symmetric));
    slope("gradient: CSPM",
          [&](std::span<const T> f, Index i, NearRows near) { return corrected_gradient(s, f, i, near).gradient; });
    slope("gradient: direct", [&](std::span<const T> f, Index i, NearRows near) {
        const auto prepared = prepare_direct_gradient(s.kernel, s.position, near, s.position[i]);
        return direct_gradient(prepared, s.kernel, s.position, near, s.position[i], f, f[i]);
    });
    slope("gradient: MLS 1", slope_by(ShapeScheme::mls1));
    slope("gradient: MLS 2", slope_by(ShapeScheme::mls2));
    return report;
}

std::string to_string(const std::vector<Consistency>& report) {
    const auto  name_of = [](int order) { return order < 0 ? std::string("none") : std::to_string(order); };
    std::string text;
    char        cell[80];
    for (const Consistency& c : report) {
        if (text.empty()) {
            std::snprintf(cell, sizeof cell, "%-24s %6s %8s", "operator", "order", "interior");
            text += cell;
            for (std::size_t m = 0; m < c.error.size(); ++m) {
                std::snprintf(cell, sizeof cell, "     %zu: inside        edge", m);
                text += cell;
            }
            text += '\n';
        }
        std::snprintf(cell, sizeof cell, "%-24.40s %6s %8s", c.name.c_str(), name_of(c.order).c_str(),
                      name_of(c.interior_order).c_str());
        text += cell;
        for (const ConsistencyError& e : c.error) {
            std::snprintf(cell, sizeof cell, "   %11.2e %11.2e", e.interior, e.boundary);
            text += cell;
        }
        text += '\n';
    }
    return text;
}

#define MOTE_INSTANTIATE(T)                                                                                         \
    template Consistency measure_value<T>(std::string, const ValueOperator<T>&, std::span<const Vec3T<T>>, T, int,  \
                                          const ConsistencySpec&);                                                  \
    template Consistency measure_gradient<T>(std::string, const GradientOperator<T>&, std::span<const Vec3T<T>>, T, \
                                             int, const ConsistencySpec&);                                          \
    template std::vector<Consistency> consistency_report<T>(const Samples<T>&, const ConsistencySpec&);
MOTE_INSTANTIATE(float)
MOTE_INSTANTIATE(double)
#undef MOTE_INSTANTIATE

}  // namespace mote
