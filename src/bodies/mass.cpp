// Copyright (c) 2026 The Mote authors. MIT licence.
#include "bodies.h"
#include "mote/pseudo_inverse.h"
#include "mote/svd.h"

namespace mote {

using namespace rigid;

namespace {

constexpr Index piece = 64;  // rows

/// Of points about where they are counted from: m (|r|^2 - r r^T).
Mat3d inertia(double mass, const Vec3d& r) { return mass * (diagonal<double>(dot(r, r)) - outer(r, r)); }

}  // namespace

void RigidBodies::capture(const Exec& exec, const Particles& p, SolidSettings settings, const std::function<Mat3d(BodyId)>& inertia_of) {
    const RestShape&   rest = solids_.rest;
    std::vector<Index> particle(rest.rows());
    for (Index i = 0; i < p.size(); ++i)
        if (solids_.place.host()[i] != Solids::none) particle[solids_.place.host()[i]] = i;
    table.restore(0, 0);
    for (Index s = 0; s < rest.rows(); ++s) {
        if (rest.rigid.host()[s] == 0) continue;
        const Index b = rest.rigid.host()[s] - 1;
        if (b == table.rows()) {
            table.append(1);
            table.body.edit()[b] = rest.body.host()[s], table.first.edit()[b] = s, table.count.edit()[b] = 0;
        }
        ++table.count.edit()[b];
        if (table.pin.host()[b] == 0) table.pin.edit()[b] = rest.pin.host()[s];
    }
    for (Index b = 0; b < table.rows(); ++b) {
        const Index first = table.first.host()[b], last = first + table.count.host()[b];
        const auto  mass  = [&](Index s) { return double(p.mass.host()[particle[s]]); };
        const auto  at    = [&](Index s) { return wide(xyz(rest.rest_position_volume.host()[s])); };
        const auto  speed = [&](Index s) { return wide(xyz(p.velocity_density.host()[particle[s]])); };
        double      m     = 0;
        Vec3d       centre{}, momentum{}, angular{};
        for (Index s = first; s < last; ++s) m += mass(s), centre = centre + mass(s) * at(s), momentum = momentum + mass(s) * speed(s);
        centre = centre / m;
        Mat3d points{};
        for (Index s = first; s < last; ++s) {
            const Vec3d r = at(s) - centre;
            points        = points + inertia(mass(s), r);
            angular       = angular + cross(r, mass(s) * speed(s));
        }
        const Mat3d whole = inertia_of(table.body.host()[b]);
        const auto  axes  = svd(whole);
        const Vec3d spin  = pseudo_inverse(points, 1e-9).matrix * angular;
        table.mass.edit()[b]             = m;
        table.rest_centre.edit()[b]      = centre;
        table.centre.edit()[b]           = centre;
        table.velocity.edit()[b]         = momentum / m;
        table.axes.edit()[b]             = settings.dimension == 2 ? identity<double>() : axes.v;
        table.moments.edit()[b]          = settings.dimension == 2 ? Vec3d{whole.row[0].x, whole.row[1].y, whole.row[2].z} : axes.sigma;
        table.angular_momentum.edit()[b] = whole * spin;
    }
    prepare(exec, settings);
}

void RigidBodies::follow_rows(const Exec& exec, SolidSettings settings) {
    Index next = first_row();
    for (Index b = 0; b < table.rows(); ++b) table.first.edit()[b] = next, next += table.count.host()[b];
    prepare(exec, settings);
}

void RigidBodies::prepare(const Exec& exec, SolidSettings settings) {
    flat_    = settings.dimension == 2;
    spacing_ = settings.spacing;
    std::vector<Piece> pieces, of_body;
    for (Index b = 0; b < table.rows(); ++b) {
        const Index first = Index(pieces.size()), start = table.first.host()[b], count = table.count.host()[b];
        for (Index s = 0; s < count; s += piece) pieces.push_back({b, start + s, count - s < piece ? count - s : piece});
        of_body.push_back({b, first, Index(pieces.size()) - first});
    }
    pieces_ = Index(pieces.size());
    piece_.resize(exec, pieces.size() + 1), of_body_.resize(exec, of_body.size() + 1);
    for (std::size_t k = 0; k < pieces.size(); ++k) piece_.edit()[Index(k)] = pieces[k];
    for (std::size_t k = 0; k < of_body.size(); ++k) of_body_.edit()[Index(k)] = of_body[k];
}

}  // namespace mote
