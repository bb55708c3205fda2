// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>

#include "mote/error.h"
#include "unit/smoothing/clouds.h"

namespace mote {
namespace {

AnyKernelT<double> spline(double h = 2.2, int d = 3) { return make_kernel<double>(KernelName::cubic_spline, h, d); }
double             linear(const Vec3d& p) { return 3 + 2 * p.x - p.y + 0.5 * p.z; }
double             square(const Vec3d& p) { return p.x * p.x; }

const auto one = [](const Vec3d&) { return 1.0; };

// ---- KA-15, KA-16: lattice sums at s = h/2, the table of the spec ---------------------------------------------

struct LatticeNumbers {
    KernelName kernel;
    int        dimension;
    double     value, gradient;
};
class OnALattice : public testing::TestWithParam<LatticeNumbers> {};
INSTANTIATE_TEST_SUITE_P(SpecTable, OnALattice,
                         testing::Values(LatticeNumbers{KernelName::poly6, 3, 0.995, 0.987},
                                         LatticeNumbers{KernelName::spiky, 3, 1.143, 0.944},
                                         LatticeNumbers{KernelName::poly6, 2, 0.999, 0},
                                         LatticeNumbers{KernelName::spiky, 2, 1.216, 0.872}),
                         [](const auto& its) {
                             return std::string(its.param.kernel == KernelName::poly6 ? "poly6_" : "spiky_") + std::to_string(its.param.dimension) + "d";
                         });

// A constant and a linear field at an interior point of a close-packed lattice come out as tabulated.
TEST_P(OnALattice, PlainSumsHaveTheTabulatedErrors) {
    const auto [kernel, d, value, slope] = GetParam();
    const Cloud<double> c(d == 3 ? close_packed<double>(5) : hexagonal<double>(5), make_kernel<double>(kernel, 2.0, d),
                          d == 3 ? 1 / std::sqrt(2.) : std::sqrt(3.) / 2);
    const Index         i    = nearest(c.position, Vec3d{});
    const auto          near = c.near(i);
    EXPECT_NEAR(plain_value(c.samples, sampled(c.position, one), c.position[i], near), value, 6e-4);
    const auto x = sampled(c.position, [](const Vec3d& p) { return p.x; });
    if (slope > 0) {
        EXPECT_NEAR(gradient(OperatorForm::plain, c.samples, x, i, near).x, slope, 6e-4);
    }
}

// KA-16: a close-packed lattice fills s^3/sqrt(2) per sample.
TEST(NumberDensityVolume, OfACloseLatticeIsItsCell) {
    const auto  points = close_packed<double>(5);
    const auto  volume = number_density_volumes<double>(points, make_kernel<double>(KernelName::poly6, 2.0, 3));
    const Index i      = nearest(points, Vec3d{});
    EXPECT_NEAR(volume[i], 1 / std::sqrt(2.), 0.01 / std::sqrt(2.));
}

// KA section 3.2: the top layer of a half space lacks a quarter of its density, the next layer a hundredth.
TEST(PlainValue, IsTooSmallAtAFreeSurface) {
    auto points = close_packed<double>(6);
    std::erase_if(points, [](const Vec3d& p) { return p.z > 1e-9; });
    const Cloud<double> c(points, make_kernel<double>(KernelName::poly6, 2.0, 3), 1 / std::sqrt(2.));
    const Index         top   = nearest(c.position, Vec3d{});
    const Index         below = nearest(c.position, Vec3d{-0.5, -std::sqrt(3.) / 6, -std::sqrt(2. / 3)});
    const auto          ones  = sampled(c.position, one);
    EXPECT_NEAR(plain_value(c.samples, ones, c.position[top], c.near(top)), 0.749, 6e-4);
    EXPECT_NEAR(plain_value(c.samples, ones, c.position[below], c.near(below)), 0.989, 6e-4);

    // KA-22: with mirror images behind the surface the density is that of the bulk again.
    const MirrorPlane<double> wall{{0, 0, 0.5 * std::sqrt(2. / 3)}, {0, 0, 1}};
    auto                      doubled = points;
    for (const Vec3d& p : points) doubled.push_back(wall.position(p));
    const Cloud<double> closed(doubled, c.kernel, 1 / std::sqrt(2.));
    EXPECT_NEAR(plain_value(closed.samples, sampled(doubled, one), closed.position[top], closed.near(top)), 1, 0.01);
}

// KA-47: the gradient of the colour field, 1 in all samples, is 1.09/h in the top layer of a half space at s = h/2 and 0.064/h in the next. So what
// exceeds 0.8/h is the surface, and it points inwards.
TEST(ColourField, TellsTheSurfaceOfAHalfSpace) {
    const double h = 2, layer = std::sqrt(2. / 3);
    auto         points = close_packed<double>(8);
    std::erase_if(points, [](const Vec3d& p) { return p.z > 1e-9; });
    const Cloud<double> c(points, make_kernel<double>(KernelName::spiky, h, 3), 1 / std::sqrt(2.));
    const auto          ones = sampled(c.position, one);
    const auto          at   = [&](int depth) {  // nearest to the axis in that layer: within a spacing of it, far from the rim
        const Index i = nearest(c.position, Vec3d{0, 0, -layer * depth});
        return gradient(OperatorForm::plain, c.samples, ones, i, c.near(i));
    };
    EXPECT_NEAR(length(at(0)) * h, 1.09, 0.005);
    EXPECT_NEAR(length(at(1)) * h, 0.064, 0.0005);
    EXPECT_LT(at(0).z, 0);
    for (const int depth : {0, 1, 2, 3}) EXPECT_EQ(length(at(depth)) > 0.8 / h, depth == 0) << depth;
}

// ---- V-2: disordered samples with a free surface ------------------------------------------------------------

class Disordered : public testing::Test {
protected:
    Disordered() : c(jittered_lattice<double>(9, 3, 0.2), spline(), 1.0), middle(nearest(c.position, Vec3d{4, 4, 4})) {}
    Cloud<double> c;
    Index         middle;
};

// Plain SPH reproduces a constant within 2 % in the bulk; Shepard everywhere to the last digits.
TEST_F(Disordered, ShepardIsExactForConstantsAndPlainIsNot) {
    const auto f = sampled(c.position, one);
    EXPECT_NEAR(plain_value(c.samples, f, c.position[middle], c.near(middle)), 1, 0.02);
    for (Index i = 0; i < c.position.size(); ++i)
        EXPECT_NEAR(shepard(c.samples, f, c.position[i], c.near(i)), 1, 1e-12);
    EXPECT_LT(plain_value(c.samples, f, c.position[0], c.near(0)), 0.6);  // a corner
}

// AW-8, AW-9: differences of equal numbers are zero, not nearly zero.
TEST_F(Disordered, DifferenceOperatorsAreExactlyZeroForConstants) {
    const std::vector<double> f(c.position.size(), 0.1);
    const std::vector<Vec3d>  v(c.position.size(), Vec3d{0.1, 0.7, -0.3});
    for (Index i = 0; i < c.position.size(); ++i) {
        const auto near = c.near(i);
        for (const OperatorForm form : {OperatorForm::difference, OperatorForm::product_rule}) {
            EXPECT_EQ(gradient(form, c.samples, f, i, near), Vec3d{});
            EXPECT_EQ(divergence(form, c.samples, v, i, near), 0);
        }
        EXPECT_EQ(laplacian(OperatorForm::difference, c.samples, f, i, near), 0);
        EXPECT_EQ(two_point_laplacian(c.samples, f, i, near), 0);
    }
    EXPECT_GT(length(gradient(OperatorForm::plain, c.samples, f, 0, c.near(0))), 0.01);  // AW-7: not so the plain form
}

// V-2: the corrected gradient of a linear field is exact, inside and next to the free surface.
TEST_F(Disordered, CorrectedGradientIsExactForLinearFields) {
    const auto f = sampled(c.position, linear);
    for (Index i = 0; i < c.position.size(); ++i) {
        const auto g = corrected_gradient(c.samples, f, i, c.near(i));
        EXPECT_EQ(g.rank, 3);
        EXPECT_LT(length(g.gradient - Vec3d{2, -1, 0.5}), 1e-10);
    }
}

// KA-20: CSPH reproduces linear fields at any point, also at the boundary.
TEST_F(Disordered, CorrectedKernelIsExactForLinearFields) {
    const auto f = sampled(c.position, linear);
    for (const Vec3d x : {Vec3d{4.3, 3.9, 4.1}, Vec3d{0.2, 0.1, 0.4}, Vec3d{8, 4, 0}}) {
        const auto near = c.search.near(x);
        EXPECT_EQ(kernel_correction(c.samples, x, near).order, 1);
        EXPECT_NEAR(corrected_value(c.samples, f, x, near), linear(x), 1e-10);
    }
}

// The same in float, as the simulator would use it.
TEST(InFloat, CorrectedGradientIsExactToFivePlaces) {
    const Cloud<float> c(jittered_lattice<float>(8, 3, 0.2), make_kernel(KernelName::cubic_spline, 2.2f, 3), 1.f);
    const auto         f = sampled(c.position, [](const Vec3& p) { return 0.3f * p.x - 0.2f * p.y + 0.1f * p.z; });
    for (Index i = 0; i < c.position.size(); ++i)
        EXPECT_LT(length(corrected_gradient(c.samples, f, i, c.near(i)).gradient - Vec3{0.3f, -0.2f, 0.1f}), 1e-5f);
}

// AW-10: what i does to j, j does to i with the opposite sign, for any densities.
TEST_F(Disordered, SymmetricGradientConservesMomentum) {
    Noise               noise(7);
    std::vector<double> rho, pressure;
    for (std::size_t i = 0; i < c.position.size(); ++i)
        rho.push_back(1000 + 300 * noise()), pressure.push_back(noise());
    Samples<double> s = c.samples;
    s.density         = rho;
    Vec3d  total;
    double size = 0;
    for (Index i = 0; i < c.position.size(); ++i) {
        const Vec3d force = (-s.mass(i) / s.rho(i)) * gradient(OperatorForm::symmetric, s, pressure, i, c.near(i));
        total += force, size += length(force);
    }
    EXPECT_LT(length(total), 1e-12 * size);
    Vec3d other;
    for (Index i = 0; i < c.position.size(); ++i)
        other += (-s.mass(i) / s.rho(i)) * gradient(OperatorForm::difference, s, pressure, i, c.near(i));
    EXPECT_GT(length(other), 1e-6 * size);
}

// The four forms agree on a linear field in the bulk of an even lattice, where all are good.
TEST(GradientForms, AgreeOnAnEvenLattice) {
    const Cloud<double> c(jittered_lattice<double>(9, 3, 0), spline(2.5), 1.0);
    const Index         i = nearest(c.position, Vec3d{4, 4, 4});
    const auto          f = sampled(c.position, linear);
    for (const OperatorForm form :
         {OperatorForm::plain, OperatorForm::difference, OperatorForm::product_rule, OperatorForm::symmetric})
        EXPECT_LT(length(gradient(form, c.samples, f, i, c.near(i)) - Vec3d{2, -1, 0.5}), 0.06) << int(form);
    const auto v = sampled(c.position, [](const Vec3d& p) { return Vec3d{2 * p.x + p.y, 3 * p.y, -p.z}; });
    EXPECT_NEAR(divergence(OperatorForm::difference, c.samples, v, i, c.near(i)), 4, 0.12);
    EXPECT_NEAR(jacobian(OperatorForm::difference, c.samples, v, i, c.near(i)).row[0].y, 1, 0.06);
    EXPECT_NEAR(jacobian(OperatorForm::difference, c.samples, v, i, c.near(i)).row[1].x, 0, 1e-12);
}

// ---- Laplacians ---------------------------------------------------------------------------------------------

// KA 4.4: the viscosity kernel gives 2.02 in 3-D and 1.86 in 2-D for the Laplacian of x^2, which is 2.
TEST(Laplacian, OfASquareHasTheTabulatedValues) {
    const Cloud<double> space(close_packed<double>(5), make_kernel<double>(KernelName::viscosity, 2.0, 3),
                              1 / std::sqrt(2.));
    const Index         i = nearest(space.position, Vec3d{});
    EXPECT_NEAR(laplacian(OperatorForm::difference, space.samples, sampled(space.position, square), i, space.near(i)),
                2.02, 6e-3);

    const Cloud<double> plane(hexagonal<double>(5), make_kernel<double>(KernelName::viscosity, 2.0, 2),
                              std::sqrt(3.) / 2);
    const Index         k = nearest(plane.position, Vec3d{});
    EXPECT_NEAR(laplacian(OperatorForm::difference, plane.samples, sampled(plane.position, square), k, plane.near(k)),
                1.86, 6e-3);
}

// C3: with W'' in place of the whole Laplacian of the kernel the result is (d + 1)/2 times too large.
TEST(Laplacian, NeedsTheWholeKernelLaplacian) {
    for (int d = 2; d <= 3; ++d) {
        const Cloud<double> c(jittered_lattice<double>(13, d, 0), make_kernel<double>(KernelName::wendland_c4, 6.0, d),
                              1.0);
        const Vec3d         centre{6, 6, d == 3 ? 6.0 : 0.0};
        const Index         i      = nearest(c.position, centre);
        const auto          f      = sampled(c.position, square);
        double              second = 0;
        for (const Index j : c.near(i))
            second += (f[j] - f[i]) * c.kernel.curvature(length(c.position[i] - c.position[j]));
        EXPECT_NEAR(laplacian(OperatorForm::difference, c.samples, f, i, c.near(i)), 2, 0.02);
        EXPECT_NEAR(second, 2 * (d + 1) / 2., 0.03);
        // The softening 0.01 h^2 of the two-point form costs a few percent.
        EXPECT_NEAR(two_point_laplacian(c.samples, f, i, c.near(i)), 2, 0.2);
    }
}

// AW-11: the divergence of the gradient is not the Laplacian; on disordered samples they differ by a great deal.
TEST(Laplacian, IsNotTheDivergenceOfTheGradient) {
    const Cloud<double> c(jittered_lattice<double>(11, 3, 0.2), spline(2.5), 1.0);
    const auto          f = sampled(c.position, square);
    std::vector<Vec3d>  slope;
    for (Index i = 0; i < c.position.size(); ++i)
        slope.push_back(gradient(OperatorForm::difference, c.samples, f, i, c.near(i)));
    const Index  i        = nearest(c.position, Vec3d{5, 5, 5});
    const double one_step = laplacian(OperatorForm::difference, c.samples, f, i, c.near(i));
    const double two_step = divergence(OperatorForm::difference, c.samples, slope, i, c.near(i));
    EXPECT_GT(std::fabs(one_step - two_step), 0.01);
    EXPECT_NEAR(two_step, 2, 0.6);
}

// ---- hard cases ---------------------------------------------------------------------------------------------

// Flat neighbourhoods give what can be known and no NaN: the gradient within the sheet, zero across it.
TEST(CorrectedGradient, InASheetKnowsTheDirectionsOfTheSheet) {
    const auto          flat = jittered_lattice<double>(7, 2, 0.2);
    const Cloud<double> c(flat, spline(), 1.0);
    const auto          f = sampled(c.position, linear);
    const Index         i = nearest(c.position, Vec3d{3, 3, 0});
    const auto          g = corrected_gradient(c.samples, f, i, c.near(i));
    EXPECT_EQ(g.rank, 2);
    EXPECT_LT(length(g.gradient - Vec3d{2, -1, 0}), 1e-10);

    const Index lone[] = {i};
    EXPECT_EQ(corrected_gradient(c.samples, f, i, lone).rank, 0);
    EXPECT_EQ(corrected_gradient(c.samples, f, i, lone).gradient, Vec3d{});
}

// CSPH beside a flat sheet, at a lone sample and out of reach: steps down to the mean, then to nothing.
TEST(KernelCorrection, StepsDownWhereLinearIsNotDetermined) {
    const Cloud<double> c(jittered_lattice<double>(7, 2, 0.2), spline(), 1.0);
    const Vec3d         beside{3, 3, 0.8};
    EXPECT_EQ(kernel_correction(c.samples, beside, c.search.near(beside)).order, 0);
    EXPECT_NEAR(corrected_value(c.samples, sampled(c.position, one), beside, c.search.near(beside)), 1, 1e-12);
    const Index lone[] = {0};
    EXPECT_NEAR(corrected_value(c.samples, sampled(c.position, one), c.position[0], lone), 1, 1e-12);
    EXPECT_EQ(kernel_correction(c.samples, Vec3d{99, 0, 0}, {}).order, -1);
    EXPECT_EQ(corrected_value(c.samples, sampled(c.position, one), Vec3d{99, 0, 0}, {}), 0);
    EXPECT_EQ(shepard(c.samples, sampled(c.position, one), Vec3d{99, 0, 0}, {}), 0);
}

// AW-6: a singular weight makes Shepard's sum pass through the samples.
TEST(SingularWeight, InterpolatesTheSamples) {
    const auto                                    points = jittered_lattice<double>(5, 3, 0.2);
    const std::vector<double>                     volume(points.size(), 1.0);
    const Samples<double, SingularWeight<double>> s{points, volume, {2.2}};
    const SampleSearch<double>                    search(points, 2.2);
    const auto                                    f = sampled(points, square);
    for (Index i = 0; i < points.size(); ++i)
        EXPECT_NEAR(shepard(s, f, points[i], search.near(points[i])), f[i], 1e-12);
}

// ---- search -------------------------------------------------------------------------------------------------

// The search finds what comparing all pairs finds, in ascending order, also for coincident points.
TEST(SampleSearch, FindsWhatBruteForceFinds) {
    auto points = jittered_lattice<float>(6, 3, 0.3);
    points.insert(points.end(), 40, Vec3{1, 1, 1});
    const SampleSearch<float> search(points, 1.4f);
    const auto                lists = search.lists();
    for (Index i = 0; i < points.size(); ++i) {
        std::vector<Index> expected;
        for (Index j = 0; j < points.size(); ++j) {
            const Vec3 d = points[i] - points[j];
            if (dot(d, d) < 1.4f * 1.4f) expected.push_back(j);
        }
        EXPECT_EQ(lists[i], expected);
    }
}

TEST(SampleSearch, RefusesWhatIsNoPosition) {
    const std::vector<Vec3> bad{{0, 0, 0}, {NAN, 0, 0}};
    EXPECT_THROW(SampleSearch<float>(bad, 1.f), SceneError);
    EXPECT_THROW(SampleSearch<float>({}, 0.f), SceneError);
    EXPECT_TRUE(SampleSearch<float>({}, 1.f).near(Vec3{}).empty());
}

}  // namespace
}  // namespace mote
