// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What is to be seen of elastic bodies: their energy, and the stress and strain of each particle.
#include "clusters.h"
#include "deformation.h"

namespace mote {

using namespace solid;

namespace {

struct Energy {
    Deformation            deformation;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Mat3>       inverse_plastic;
    View<const float>      plastic_strain;

    MOTE_FN double operator()(Index i) const {
        if (is_clustered(materials[material[i]])) return 0;
        const Moved& m = deformation.moved;
        const Mat3d  fit = deformation.fitted(i);
        const Mat3   g = narrow(fit), f = deformation.whole(i, fit), elastic = inverse_plastic.data ? f * inverse_plastic[i] : f;
        const Vec3   rest_i = xyz(m.rest[i]), x_i = xyz(m.position[i]);
        const float  off_line = m.neighbours.sum_moving(i, m.weights.first[i], [&](auto j, std::size_t k) {
            const auto off = (xyz(m.position[j]) - x_i) - g * (xyz(m.rest[j]) - rest_i);
            return dot(m.weights.at(k) * off, off);  // whoever fills up the lanes is nowhere: the square of that, stretched, would be infinite, and none of it no number
        });
        const Material& of = materials[material[i]];
        return double(deformation.shape.stressed(i) * elastic_energy(of.elastic, elastic)) +
               0.5 * double(beside(deformation.shape, of, i, plastic_strain) * m.weights.step * off_line);
    }
};

/// What is to be seen, of every particle.
struct Show {
    Deformation            deformation;
    View<const MaterialId> material;
    View<const Material>   materials;
    View<const Index>      place;
    View<const Mat3>       inverse_plastic;
    View<const float>      plastic_strain;
    View<float>            stress, shown;
    View<Mat3>             strain;
    Index                  rows;

    MOTE_FN void operator()(Index i) const {
        const Index s = place[i];
        if (shown.data) shown[i] = s < rows ? plastic_strain[s] : 0.f;
        stress[i] = 0;
        if (strain.data) strain[i] = {};
        if (!(s < rows)) return;
        const Mat3 f = deformation.whole(s, deformation.fitted(s)), elastic = inverse_plastic.data ? f * inverse_plastic[s] : f;
        stress[i]    = deformation.shape.firmness(s) * equivalent_stress(cauchy_stress(piola_stress(materials[material[s]].elastic, elastic), elastic));
        if (strain.data) strain[i] = symmetric(elastic * transpose(rotation_of(elastic))) - identity();
    }
};

struct Stand {
    View<const Index> particle;
    View<const Vec4>  from;
    View<const Vec3>  fine;
    View<Vec4>        position;
    Vec3              origin;
    Index             rows;

    MOTE_FN void operator()(Index s) const { position[s] = s < rows ? with_w((xyz(from[particle[s]]) - origin) + fine[s], 0) : Vec4{0, 0, 0, 0}; }
};

}  // namespace

/// Rows are where their particles are.
void Solids::stand(const Exec& exec, const Particles& p) {
    find_rows(exec, p);
    choose_origin(exec, p);
    position_.resize(exec, elastic_rows_ + 1);
    parallel_for(exec, "solid rows", elastic_rows_ + 1, Stand{particle_.read(), p.position_volume.read(), rest.fine.read(), position_.write(), origin_, elastic_rows_});
}

double Solids::energy(const Exec& exec, View<const Material> materials) {
    const double clustered = clustered_ ? cluster_energy(exec, materials) : 0;
    return clustered + reduce(exec, "elastic energy", elastic_rows_, 0.0,
                  Energy{{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape()},
                         rest.material.read(), materials, plastic ? plastic->inverse_plastic.read() : View<const Mat3>{},
                         plastic ? plastic->plastic_strain.read() : View<const float>{}},
                  Plus{});
}

double Solids::observe(const Exec& exec, const Particles& p, View<const Material> materials, View<Mat3> strain) {
    if (elastic_rows_ == 0) return 0;
    stand(exec, p);
    if (warms_) find_firmness(exec, p, materials);
    parallel_for(exec, "stress", p.size(),
                 Show{{{neighbours_.view(), weights_.view(), rest.rest_position_volume.read(), position_.read()}, shape()}, rest.material.read(), materials,
                      place.read(), plastic ? plastic->inverse_plastic.read() : View<const Mat3>{}, plastic ? plastic->plastic_strain.read() : View<const float>{},
                      stress.write(), plastic ? plastic->shown.write() : View<float>{}, strain, elastic_rows_});
    return energy(exec, materials);
}

}  // namespace mote
