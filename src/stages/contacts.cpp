// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/contacts.h"

#include "mote/particles.h"

namespace mote {
namespace {

struct Slide {
    View<const Index> owner;
    View<const Vec3>  normal;
    View<const Vec4>  position_volume;
    View<Vec4>        place;
    Index             first;

    MOTE_FN void operator()(Index k) const {
        const Index i = owner[k], row = first + k;
        const auto  way = [&](Index j) { return xyz(place[j]) - xyz(position_volume[j]); };
        const Vec3  ahead = way(i) - way(row);
        place[row]        = with_w(xyz(place[row]) + ahead - dot(ahead, normal[k]) * normal[k], place[row].w);
    }
};

}  // namespace

void slide_contacts(const Exec& exec, const Particles& p, View<Vec4> place) {
    if (p.private_rows() == 0) return;
    parallel_for(exec, "slide contacts", p.private_rows(),
                 Slide{p.contacts.owner.read(), p.contacts.normal.read(), p.position_volume.read(), place, p.shared()});
}

}  // namespace mote
