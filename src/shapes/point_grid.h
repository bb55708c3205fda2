// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "mote/math.h"

namespace mote {

/// Points in cubic cells of which only those in use exist: an open-addressed table of lists.
class PointGrid {
public:
    explicit PointGrid(float cell, std::size_t expected = 0) : per_metre_(1.0 / double(cell)) {
        std::size_t slots = 64;
        while (slots < 2 * expected) slots *= 2;
        slots_.assign(slots, {});
    }

    void insert(const Vec3& p) {
        if (2 * cells_ >= slots_.size()) grow();
        Slot& slot = find(key(cell(p.x), cell(p.y), cell(p.z)));
        if (slot.key == none) slot.key = key(cell(p.x), cell(p.y), cell(p.z)), ++cells_;
        entries_.push_back({p, slot.head});
        slot.head = Index(entries_.size());
    }

    /// Calls visit(number, point, squared distance) for the points nearer than `radius`, until it answers true.
    /// Answers whether it did.
    template <class Visit>
    bool any_near(const Vec3& p, float radius, Visit visit) const {
        const float reach2 = radius * radius;
        for (std::int64_t z = cell(p.z - radius); z <= cell(p.z + radius); ++z)
            for (std::int64_t y = cell(p.y - radius); y <= cell(p.y + radius); ++y)
                for (std::int64_t x = cell(p.x - radius); x <= cell(p.x + radius); ++x)
                    for (Index i = find(key(x, y, z)).head; i > 0; i = entries_[i - 1].next) {
                        const Vec3  away = entries_[i - 1].point - p;
                        const float d2   = dot(away, away);
                        if (d2 < reach2 && visit(i - 1, entries_[i - 1].point, d2)) return true;
                    }
        return false;
    }

    bool is_near(const Vec3& p, float radius) const {
        return any_near(p, radius, [](Index, const Vec3&, float) { return true; });
    }

private:
    static constexpr std::uint64_t none = ~std::uint64_t(0);
    struct Slot {
        std::uint64_t key  = none;
        Index         head = 0;  // one more than the number of the first entry; 0: none
    };
    struct Entry {
        Vec3  point;
        Index next;
    };

    std::int64_t cell(float x) const { return std::int64_t(std::floor(double(x) * per_metre_)); }

    /// 21 bits per axis: cells two million apart share a key, which costs time but no answer.
    static std::uint64_t key(std::int64_t x, std::int64_t y, std::int64_t z) {
        constexpr std::uint64_t mask = (1u << 21) - 1;
        return (std::uint64_t(x) & mask) | (std::uint64_t(y) & mask) << 21 | (std::uint64_t(z) & mask) << 42;
    }

    /// The slot of a key, or the free one where it belongs.
    const Slot& find(std::uint64_t wanted) const {
        const std::size_t mask = slots_.size() - 1;
        // Cells along x are neighbours in the table too, so that a look around touches few cache lines.
        std::size_t at = std::size_t((wanted & 0x1fffff) + ((wanted >> 21) * 0x9E3779B97F4A7C15u >> 20)) & mask;
        while (slots_[at].key != wanted && slots_[at].key != none) at = (at + 1) & mask;
        return slots_[at];
    }
    Slot& find(std::uint64_t wanted) { return const_cast<Slot&>(std::as_const(*this).find(wanted)); }

    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.key != none) find(slot.key) = slot;
    }

    double             per_metre_;
    std::vector<Slot>  slots_;
    std::vector<Entry> entries_;
    std::size_t        cells_ = 0;
};

}  // namespace mote
