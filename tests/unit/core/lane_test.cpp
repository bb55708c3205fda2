// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Lanes: a formula over a batch of rows gives for each lane what it gives for that row alone.
#include "mote/lane.h"

#include <gtest/gtest.h>

#include "mote/random.h"
#include "mote/table.h"

namespace mote {
namespace {

float number(Index n) { return random_uniform(4, n, 0, Purpose::test) * 8 - 4; }

/// Rows with numbers that tell them apart, in columns as kernels see them.
struct Rows : Table {
    Column<Vec4>  place{*this, "place"};
    Column<float> value{*this, "value"};

    explicit Rows(Index count) {
        append(count);
        for (Index i = 0; i < count; ++i) {
            place.edit()[i] = {number(8 * i), number(8 * i + 1), number(8 * i + 2), number(8 * i + 3)};
            value.edit()[i] = number(8 * i + 4);
        }
    }
};

/// The batch of rows that starts at list[k].
Lanes lanes_at(const Index* list) {
#if MOTE_SIMD
    return {list};
#else
    return *list;
#endif
}

/// Lane k of a batch.
float lane(const Lane& batch, Index k) {
#if MOTE_SIMD
    alignas(64) float values[lane_width];
    batch.store_aligned(values);
    return values[k];
#else
    return k == 0 ? batch : 0;
#endif
}

// Views indexed with lanes load the right rows into the right lanes, in any order and with repeats.
TEST(Lane, ViewsLoadRows) {
    const Rows  rows(100);
    const Index list[] = {99, 0, 3, 3, 50, 7, 98, 1, 64, 33, 2, 99, 12, 13, 14, 15};
    const auto  place  = rows.place.read();
    const auto  value  = rows.value.read();
    for (Index first = 0; first < 16; first += lane_width) {
        const Vec4T<Lane> p = place[lanes_at(list + first)];
        const Lane        v = value[lanes_at(list + first)];
        for (Index k = 0; k < lane_width; ++k) {
            const Vec4 row = place[list[first + k]];
            EXPECT_EQ(lane(p.x, k), row.x);
            EXPECT_EQ(lane(p.y, k), row.y);
            EXPECT_EQ(lane(p.z, k), row.z);
            EXPECT_EQ(lane(p.w, k), row.w);
            EXPECT_EQ(lane(v, k), value[list[first + k]]);
        }
    }
}

// Lists start anywhere in memory, not only at a multiple of the batch.
TEST(Lane, ListsNeedNoAlignment) {
    const Rows         rows(40);
    std::vector<Index> list(lane_width + 7, 5);
    for (Index shift = 0; shift < 7; ++shift) {
        for (Index k = 0; k < lane_width; ++k) list[shift + k] = (k * 11 + shift) % 40;
        const Lane v = rows.value.host()[lanes_at(&list[shift])];
        for (Index k = 0; k < lane_width; ++k) EXPECT_EQ(lane(v, k), rows.value.host()[list[shift + k]]);
    }
}

// Functions of a batch are the functions of its numbers.
TEST(Lane, FunctionsActOnEachLane) {
    const Rows         rows(lane_width);
    std::vector<Index> list(lane_width);
    for (Index k = 0; k < lane_width; ++k) list[k] = k;
    const auto        view = rows.place.read();
    const Vec4T<Lane> p    = view[lanes_at(list.data())];
    const Lane        low = min(p.x, p.y), high = max(p.x, p.y), size = abs(p.x), root = sqrt(abs(p.y)),
               chosen = select(p.x < p.y, p.z, p.w);
    for (Index k = 0; k < lane_width; ++k) {
        const Vec4 r = view[k];
        EXPECT_EQ(lane(low, k), min(r.x, r.y));
        EXPECT_EQ(lane(high, k), max(r.x, r.y));
        EXPECT_EQ(lane(size, k), abs(r.x));
        EXPECT_EQ(lane(root, k), sqrt(abs(r.y)));
        EXPECT_EQ(lane(chosen, k), r.x < r.y ? r.z : r.w);
    }
}

// Vector algebra mixes one float vector with a batch of vectors.
TEST(Lane, VectorsMixWithBatches) {
    const Rows         rows(lane_width);
    std::vector<Index> list(lane_width);
    for (Index k = 0; k < lane_width; ++k) list[k] = lane_width - 1 - k;
    const auto        view = rows.place.read();
    const Vec3        x{0.5f, -1.25f, 2};
    const Vec4T<Lane> p = view[lanes_at(list.data())];
    const auto        d = x - xyz(p);
    const Lane        r = length(d), c = dot(x, xyz(p));
    const auto        n = cross(x, d);
    const auto        m = outer(d, x) * d;
    for (Index k = 0; k < lane_width; ++k) {
        const Vec3 row = xyz(view[list[k]]), e = x - row;
        EXPECT_NEAR(lane(r, k), length(e), 1e-5f);
        EXPECT_NEAR(lane(c, k), dot(x, row), 1e-5f);
        EXPECT_NEAR(lane(n.y, k), cross(x, e).y, 1e-5f);
        EXPECT_NEAR(lane(m.z, k), (outer(e, x) * e).z, 2e-4f);
    }
}

// `total` adds the lanes of numbers, vectors, matrices and pairs of these; `Zero` is what a sum starts from.
TEST(Lane, TotalsAddTheLanes) {
    const Rows         rows(lane_width);
    std::vector<Index> list(lane_width);
    for (Index k = 0; k < lane_width; ++k) list[k] = k;
    const auto        view = rows.place.read();
    const Vec4T<Lane> p    = view[lanes_at(list.data())];
    Vec3              sum;
    float             sum_w = 0;
    Mat3              sum_m;
    for (Index k = 0; k < lane_width; ++k) {
        sum += xyz(view[k]), sum_w += view[k].w;
        sum_m = sum_m + outer(xyz(view[k]), xyz(view[k]));
    }
    using Sums   = Both<Vec3T<Lane>, Both<Lane, Mat3T<Lane>>>;
    const Sums b = Zero<Sums>::value() + Sums{xyz(p), {p.w, outer(xyz(p), xyz(p))}};
    const auto t = total(b);
    EXPECT_LT(length(t.first - sum), 1e-4f);
    EXPECT_NEAR(t.second.first, sum_w, 1e-4f);
    EXPECT_LT(norm(t.second.second - sum_m), 1e-3f);
    EXPECT_EQ(total(Zero<Lane>::value()), 0.f);
    EXPECT_EQ(norm(total(Zero<Mat3T<Lane>>::value())), 0.f);
}

// Lists can be walked in whole batches, whatever the batch.
TEST(Lane, PaddingHoldsWholeBatches) { EXPECT_EQ(list_padding % lane_width, 0u); }

}  // namespace
}  // namespace mote
