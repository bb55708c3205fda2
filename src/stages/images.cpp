// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/images.h"

#include "mote/contacts.h"
#include "mote/particles.h"

namespace mote {
namespace {

MOTE_FN float wrapped(float x, float low, float length) {
    if (length == 0) return x;
    const float high = low + length;
    if (x >= high) return max(x - length, low);
    if (x < low) x += length;
    return x < high ? x : low;  // the sum was rounded up
}

struct Wrap {
    View<Vec4> position_volume;
    Periodic   faces;

    MOTE_FN void operator()(Index i) const {
        const Vec4 x       = position_volume[i];
        position_volume[i] = {wrapped(x.x, faces.low.x, faces.length.x), wrapped(x.y, faces.low.y, faces.length.y),
                              wrapped(x.z, faces.low.z, faces.length.z), x.w};
    }
};

/// The shifts along one axis under which a row is seen: none, and one for each face that is near.
struct Shifts {
    float by[3] = {0, 0, 0};
    int   count = 1;

    MOTE_FN Shifts(float x, float low, float length, float reach) {
        if (length == 0) return;
        if (x - low < reach) by[count++] = length;
        if (low + length - x < reach) by[count++] = -length;
    }
};

/// Calls visit(shift) for each image of a row.
struct Seen {
    View<const Vec4> position_volume;
    Periodic         faces;
    float            reach;

    template <class F>
    MOTE_FN void operator()(Index i, const F& visit) const {
        const Vec4   at = position_volume[i];
        const Shifts x(at.x, faces.low.x, faces.length.x, reach), y(at.y, faces.low.y, faces.length.y, reach),
            z(at.z, faces.low.z, faces.length.z, reach);
        for (int c = 0; c < z.count; ++c)
            for (int b = 0; b < y.count; ++b)
                for (int a = 0; a < x.count; ++a)
                    if (a + b + c > 0) visit(Vec3{x.by[a], y.by[b], z.by[c]});
    }
};

struct Count {
    Seen        seen;
    View<Index> count;

    MOTE_FN void operator()(Index i) const {
        Index n = 0;
        seen(i, [&](const Vec3&) { ++n; });
        count[i] = n;
    }
};

struct List {
    Seen              seen;
    View<const Index> first;
    View<Index>       origin;
    View<Vec3>        shift;

    MOTE_FN void operator()(Index i) const {
        Index k = first[i];
        seen(i, [&](const Vec3& by) { origin[k] = i, shift[k++] = by; });
    }
};

struct Move {
    View<const Vec3>   shift;
    View<Vec4>         position_volume;
    View<std::uint8_t> role;
    Index              first;

    MOTE_FN void operator()(Index k) const {
        const Vec4 x               = position_volume[first + k];
        position_volume[first + k] = with_w(xyz(x) + shift[k], x.w);
        role[first + k]            = std::uint8_t(Role::image);
    }
};

template <class T>
struct Refresh {
    View<const Index> origin;
    View<T>           value;
    Index             first;

    MOTE_FN void operator()(Index k) const { value[first + k] = value[origin[k]]; }
};

struct RefreshPlace {
    View<const Index> origin;
    View<const Vec3>  shift;
    View<Vec4>        place;
    Index             first;

    MOTE_FN void operator()(Index k) const {
        const Vec4 x     = place[origin[k]];
        place[first + k] = with_w(xyz(x) + shift[k], x.w);
    }
};

}  // namespace

void wrap_positions(const Exec& exec, Particles& p, const Periodic& faces) {
    if (faces.any()) parallel_for(exec, "wrap", p.size(), Wrap{p.position_volume.write(), faces});
}

void make_images(const Exec& exec, Particles& p, const Periodic& faces, float reach) {
    p.drop_copies();
    if (!faces.any()) return;
    Images&     images = p.images;
    const Index rows   = p.rows();
    // A hair more: a distance across the face is rounded otherwise than one from it.
    const float longest = max(faces.length.x, max(faces.length.y, faces.length.z));
    const Seen  seen{p.position_volume.read(), faces, reach + 1e-6f * longest};
    images.first.resize(exec, rows);
    parallel_for(exec, "images", rows, Count{seen, images.first.write()});
    const Index count = exclusive_scan(exec, images.first.write().data, rows);
    images.origin.resize(exec, count), images.shift.resize(exec, count);
    parallel_for(exec, "images", rows, List{seen, images.first.read(), images.origin.write(), images.shift.write()});
    const Index first = p.append_copies(exec, images.origin.read(), count);
    parallel_for(exec, "images", count, Move{images.shift.read(), p.position_volume.write(), p.role.write(), first});
}

template <class T>
void refresh(const Exec& exec, const Particles& p, View<T> value) {
    const Index count = p.copies();
    if (count > 0)
        parallel_for(exec, "images", count, Refresh<T>{p.images.origin.read(), value, p.shared() - count});
}
template void refresh(const Exec&, const Particles&, View<float>);
template void refresh(const Exec&, const Particles&, View<Vec4>);

void refresh_places(const Exec& exec, const Particles& p, View<Vec4> place) {
    const Index count = p.copies();
    if (count > 0)
        parallel_for(exec, "images", count,
                     RefreshPlace{p.images.origin.read(), p.images.shift.read(), place, p.shared() - count});
    slide_contacts(exec, p, place);
}

}  // namespace mote
