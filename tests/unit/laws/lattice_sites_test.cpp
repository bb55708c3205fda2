// Copyright (c) 2026 The Mote authors. MIT licence.
#include "laws/point/lattice_sites.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mote/random.h"
#include "mote/svd.h"

namespace mote {
namespace {

using namespace crystal;

// The nearest site of a random place is the one that brute force finds (W-5).
TEST(LatticeSites, NearestIsThatOfBruteForce) {
    for (const bool flat : {false, true})
        for (std::uint64_t n = 0; n < 200'000; ++n) {
            Vec3 q = 6.f * random_point(1, n, 0, Purpose::test) - Vec3{3, 3, 3};
            if (flat) q.z = 0;
            const Vec3 found = place(nearest_site(q, flat), flat) - q;
            float      least = 1e30f;
            const int  centre[3] = {rounded(1.41421356f * q.x), rounded(1.41421356f * q.y), rounded(1.41421356f * q.z)};
            for (int a = -3; a <= 3; ++a)
                for (int b = -3; b <= 3; ++b)
                    for (int c = -3; c <= 3; ++c) {
                        SiteKey k{centre[0] + a, centre[1] + b, centre[2] + c};
                        if (flat) k = {rounded(q.x - 0.577350269f * q.y) + a, rounded(1.15470054f * q.y) + b, 0};
                        if (!flat && ((k.a + k.b + k.c) & 1)) continue;
                        const Vec3 off = place(k, flat) - q;
                        least          = min(least, dot(off, off));
                    }
            ASSERT_LE(dot(found, found), least + 1e-5f) << q.x << ' ' << q.y << ' ' << q.z << (flat ? " flat" : "");
        }
}

// The first shell has 12 sites (in a plane 6) of length 1, each with one opposite, and each is the nearest to itself.
TEST(LatticeSites, TheFirstShellIsWhole) {
    for (const bool flat : {false, true})
        for (Index s = 0; s < site_count(flat); ++s) {
            EXPECT_NEAR(length(site(s, flat)), 1, 1e-6);
            EXPECT_EQ(docking_site(site(s, flat), flat), s);
            EXPECT_EQ(docking_site(0.3f * site(s, flat), flat), s) << "the centre is taken";
            EXPECT_EQ(docking_site(2.f * site(s, flat), flat), no_site);
            int opposite = 0;
            for (Index t = 0; t < site_count(flat); ++t) opposite += length(site(s, flat) + site(t, flat)) < 1e-6f;
            EXPECT_EQ(opposite, 1);
        }
}

// What finds the nearest of the shell without branches finds the one that is docked to: who is within half a distance of it always docks there; who is further off than the corners of what is
// nearest to a site, and from the centre, nowhere.
TEST(LatticeSites, NearSitesAreThoseThatAreDockedTo) {
    int sure = 0, far = 0;
    for (std::uint64_t n = 0; n < 5000; ++n) {
        const Vec3 q    = 3.f * random_point(7, n, 0, Purpose::test) - Vec3{1.5f, 1.5f, 1.5f};
        const auto near = nearest_of_shell(q);
        float      least = 1e30f;
        for (Index s = 0; s < 12; ++s) least = min(least, dot(q - site(s, false), q - site(s, false)));
        EXPECT_NEAR(near.square, least, 1e-5f);
        EXPECT_NEAR(dot(q - site(Index(near.site), false), q - site(Index(near.site), false)), least, 1e-5f);
        const Index docked = docking_site(q, false);
        if (near.square < 0.25f) {
            EXPECT_EQ(Index(near.site), docked);
            ++sure;
        } else if (!(min(near.square, dot(q, q)) < 0.51f)) {
            EXPECT_EQ(docked, no_site);
            ++far;
        }
    }
    EXPECT_GT(sure, 500);
    EXPECT_GT(far, 500);
}

// What tells without branches whether a place is of the first shell or the centre says what the search for the nearest site does, but where two are as near.
TEST(LatticeSites, BeyondTheShellNothingDocks) {
    for (const bool flat : {false, true}) {
        int docks = 0, lone = 0;
        for (std::uint64_t n = 0; n < 5000; ++n) {
            Vec3 q = 3.4f * random_point(9, n, 0, Purpose::test) - Vec3{1.7f, 1.7f, 1.7f};
            if (flat) q.z = 0;
            const float beyond = beyond_shell(q, flat);
            if (abs(beyond) < 1e-5f) continue;
            const bool docked = docking_site(q, flat) != no_site;
            EXPECT_EQ(docked, beyond < 0) << flat << ' ' << q.x << ' ' << q.y << ' ' << q.z;
            ++(docked ? docks : lone);
        }
        EXPECT_GT(docks, 1000);
        EXPECT_GT(lone, 1000);
    }
}

// The rotation found from a near one is that of the polar decomposition.
TEST(LatticeSites, TurnsToThePolarRotation) {
    for (std::uint64_t n = 0; n < 1000; ++n) {
        const Vec3  a = 2.f * random_point(2, n, 0, Purpose::test) - Vec3{1, 1, 1}, b = 2.f * random_point(2, n, 1, Purpose::test) - Vec3{1, 1, 1};
        const Mat3d r = rotation_of(wide(rotation(normalised(a), 3 * a.x))), from = straightened(straightened(r * wide(rotation(normalised(b), 0.6f * b.y))));
        const Mat3d stretch = identity<double>() + 0.3 * symmetric(wide(outer(a, b)));
        const Mat3d found   = turned_to(from, r * stretch, 1e-6);
        EXPECT_LT(norm(found - r), 1e-9);
        EXPECT_NEAR(determinant(found), 1, 1e-9);
    }
    EXPECT_LT(norm(turned_to(identity<double>(), Mat3d{}) - identity<double>()), 1e-9) << "nothing turns nothing";
    const Mat3d mirrored{{{1, 0, 0}, {0, 1, 0}, {0, 0, -0.5}}};
    EXPECT_NEAR(determinant(turned_to(identity<double>(), mirrored)), 1, 1e-9);
}

}  // namespace
}  // namespace mote
