// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Liquid that has become elastic gets a shape at rest: places of growth.h, and no stress, F_e = F G with G = F^-1 R, however what it froze to is turned and stretched. Whoever got
// a neighbour fits another F to what is around it; G takes the difference, so its stress does not jump either.
#include <algorithm>

#include "deformation.h"
#include "growth.h"
#include "mote/svd.h"

namespace mote {

using namespace solid;

namespace {

/// Who is elastic by now and has no shape.
struct IsNew {
    View<const Index>      place;
    View<const MaterialId> material;
    View<const Material>   materials;

    MOTE_FN Index operator()(Index i) const { return place[i] == Solids::none && materials[material[i]].is_elastic() ? 1 : 0; }
};

struct Fit {
    Deformation deformation;
    View<Mat3>  to;

    MOTE_FN void operator()(Index s) const { to[s] = deformation.whole(s, deformation.fitted(s)); }
};

/// Of rows with other neighbours than before; `last` of whoever is new is 0.
struct KeepStress {
    Deformation deformation;
    View<Mat3>  last, inverse_plastic;

    MOTE_FN void operator()(Index s) const {
        const Mat3 f = deformation.whole(s, deformation.fitted(s)), old = last[s];
        last[s]      = f;
        if (!(determinant(f) > 0.01f)) return;
        if (!(determinant(old) > 0.01f)) {
            const auto parts   = svd(f);
            inverse_plastic[s] = inverse(f) * (parts.u * transpose(parts.v));
        } else if (norm(f - old) > 1e-5f) {
            inverse_plastic[s] = inverse(f) * (old * inverse_plastic[s]);
        }
    }
};

/// Takes out those that wait, of rows and of their particles. Returns how many new ones are left.
Index leave_out(const Growth& growth, std::vector<Growth::Row>& rows, std::vector<Index>& particle, Index elastic, Index old) {
    Index kept = elastic;
    for (Index k = elastic; k < rows.size(); ++k)
        if (!growth.waits(k)) rows[kept] = rows[k], particle[old + (kept - elastic)] = particle[old + (k - elastic)], ++kept;
    rows.resize(kept), particle.resize(old + (kept - elastic));
    return kept - elastic;
}

}  // namespace

Index Solids::join(const Exec& exec, Particles& p, std::span<const Material> all, View<const Material> materials, const Kernel& kernel, SolidSettings settings) {
    const Index born = reduce(exec, "rest shape", p.size(), Index(0), IsNew{place.read(), p.material.read(), materials}, Plus{});
    if (born == 0) return 0;
    const auto deformation = [&] { return Deformation{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape()}; };
    if (elastic_rows_ > 0) {
        stand(exec, p);
        parallel_for(exec, "rest shape", elastic_rows_, Fit{deformation(), rest.deformation.write()});
    }
    std::vector<Index>       particle = particles_of_rows(p);
    std::vector<Growth::Row> rows;
    const Index              old = rest.rows(), elastic = elastic_rows_;
    for (Index s = 0; s < elastic; ++s)
        rows.push_back({xyz(p.position_volume.host()[particle[s]]), xyz(rest.rest_position_volume.host()[s]), rest.deformation.host()[s], identity(), rest.part.host()[s], rest.body.host()[s],
                        rest.material.host()[s]});
    for (Index i = 0; i < p.size(); ++i)
        if (place.host()[i] == none && all[p.material.host()[i]].is_elastic()) {
            const Vec3 x = xyz(p.position_volume.host()[i]);
            particle.push_back(i), rows.push_back({x, x, identity(), identity(), 0, p.body.host()[i], p.material.host()[i]});
        }
    Index next_part = Index(BodyId(~0)) + 1;  // beyond bodies, whose own parts have their numbers
    for (Index s = 0; s < old; ++s) next_part = std::max(next_part, rest.part.host()[s] + 1);
    Growth growth(rows, elastic, next_part, settings);
    growth.run();
    const Index joined = leave_out(growth, rows, particle, elastic, old);
    if (joined == 0) return 0;

    if (old > 0) add_fullness(exec, kernel, -1);  // as where something leaves
    rest.append(joined);
    for (Index k = 0; k < rows.size(); ++k) {
        const Growth::Row& row = rows[k];
        const Index        s = k < elastic ? k : old + (k - elastic), i = particle[s];
        const float        volume = k < elastic ? rest.rest_position_volume.host()[s].w : p.mass.host()[i] / all[row.material].rest_density;
        rest.rest_position_volume.edit()[s] = with_w(row.rest, volume);
        rest.part.edit()[s]                 = row.part;
        rest.deformation.edit()[s]          = k < elastic ? row.deformation : diagonal(0);
        if (k < elastic) plastic->inverse_plastic.edit()[s] = row.turned * plastic->inverse_plastic.host()[s];
        if (k < elastic) continue;
        rest.id.edit()[s] = p.id.host()[i], rest.material.edit()[s] = row.material;
        rest.body.edit()[s] = p.body.edit()[i] = row.body;
    }
    sort(exec, particle, all, settings);
    add_fullness(exec, kernel, 1);
    find_neighbours(exec, materials, settings);
    stand(exec, p);
    parallel_for(exec, "rest shape", elastic_rows_, KeepStress{deformation(), rest.deformation.write(), plastic->inverse_plastic.write()});
    return joined;
}

}  // namespace mote
