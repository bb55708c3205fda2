// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Which rows are solid in this step, whose crystal those go on with that have just become so, and what others see of them.
#include "flow.h"
#include "mote/neighbours.h"
#include "mote/svd.h"

namespace mote {

using namespace crystal;

namespace {

struct MarkSolid {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<Index>            mark;
    View<Mat3>             map;
    View<SiteOffsets>      offsets;
    View<Mat3>             inverse_plastic;  // empty: nothing flows
    View<float>            plastic_strain;
    Index                  ours;

    MOTE_FN void operator()(Index i) const {
        const bool solid = i < ours && materials[material[i]].is_lattice();
        mark[i]          = solid ? 1 : 0;
        if (i >= ours || solid) return;
        map[i] = {};
        if (offsets.data) offsets[i] = {};
        if (inverse_plastic.data) inverse_plastic[i] = identity(), plastic_strain[i] = 0;
    }
};
/// The next row's place tells whether this one has one. The row after all of ours stands for the rest of the last batch.
struct ListSolid {
    View<const Index> place;
    View<Index>       row;
    Index             ours, count;

    MOTE_FN void operator()(Index i) const {
        if (i < ours && place[i] != place[i + 1]) row[place[i]] = i;
        if (i >= ours) row[count + i - ours] = ours;
    }
};
struct ForgetOthers {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<Index>            place;

    MOTE_FN void operator()(Index i) const {
        if (!materials[material[i]].is_lattice()) place[i] = nobody;
    }
};

MOTE_HOT bool is_new(const Mat3& map) { return map.row[0].x == 0 && map.row[0].y == 0 && map.row[0].z == 0; }

/// Whose crystal a new solid goes on with: the nearest that has one.
struct FindCrystal {
    NeighbourView     neighbours;
    View<const Index> row, place;
    View<const Vec4>  position;
    View<const Mat3>  map;
    View<Index>       from;

    MOTE_FN void operator()(Index k) const {
        const Index i = row[k];
        Index       nearest = nobody;
        float       least   = 1e30f;
        from[k]             = nobody;
        if (!is_new(map[i])) return;
        neighbours.each_moving(i, [&](Index j) {
            if (place[j] == nobody || is_new(map[j])) return;
            const Vec3 r = xyz(position[j]) - xyz(position[i]);
            if (const float d = dot(r, r); d < least) least = d, nearest = j;
        });
        from[k] = nearest == nobody ? i : nearest;
    }
};
struct Adopt {
    View<const Index> row, from;
    View<Mat3>        map;
    View<float>       hold;
    View<Vec3>        recoil;
    View<BodyId>      body;
    View<Vec4>        docking[3];  // empty: all sites are open
    float             open;

    MOTE_FN void operator()(Index k) const {
        const Index i = row[k], j = from[k];
        if (j == nobody) return;
        for (int q = 0; q < 3 && docking[0].data; ++q) docking[q][i] = {open, open, open, open};  // whatever was torn when it was solid before
        hold[i]   = soft;
        recoil[i] = {};
        map[i] = j == i ? identity() : rotation_of(map[j]);
        if (j != i) body[i] = body[j];
    }
};

struct Measure {
    View<const Vec4> position_volume;
    View<float>      size;
    float            per_cell, power;

    MOTE_FN void operator()(Index i) const { size[i] = ::powf(position_volume[i].w * per_cell, power); }
};
struct FindFirmness {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      temperature;
    View<float>            firm;

    MOTE_FN void operator()(Index i) const { firm[i] = materials[material[i]].lattice.firmness(temperature[i], 1); }
};
/// Mass by stiffness, over that of its material when it is dry. What was squeezed as it flowed is as much stiffer to waves as its crystal is thinner.
struct Lightness {
    View<const Index>      row;
    View<const Material>   materials;
    View<const MaterialId> material;
    View<const float>      mass, size;
    View<const Mat3>       inverse_plastic;  // empty: nothing flows
    float                  cell;
    bool                   flat;

    MOTE_FN float operator()(Index k) const {
        const Index i = row[k];
        const float stiffer = inverse_plastic.data ? min(stiffening(inverse_plastic[i]), stiffest) : 1.f;
        return mass[i] / (materials[material[i]].rest_density * cell * stiffer * (flat || !size.data ? 1.f : size[i]));
    }
};
struct Least {
    MOTE_FN float operator()(float a, float b) const { return min(a, b); }
};

/// Which body a row is part of, as a number that lanes compare; nobody, with whom lists are padded, is of none.
struct FindPart {
    View<const Index>  place;
    View<const BodyId> body;
    View<float>        part;
    Index              count, last;  // rows, and nobody's

    MOTE_FN void operator()(Index i) const { part[i < count ? i : last] = i < count && place[i] != nobody ? SolidRows::elastic_group(body[i]) : 0.f; }
};
/// A face fills as much of its neighbourhood as bonds do of its sites, whatever its deformation. Where matter melts it fills no more, and where it freezes just what it would as a liquid, so that nothing is pressed by that.
struct Mark {
    NeighbourView      neighbours;
    View<const Index>  place;
    Bonds              bonds;
    View<const Vec4>   position_volume;
    View<const float>  part;
    SolidRows          others;
    View<float>        group, fullness;
    Kernel             kernel;
    float              face;
    bool               frozen, melts;  // particles may come; may go

    MOTE_FN void operator()(Index i) const {
        const Index k = place[i];
        if (k != nobody) {
            group[i] = part[i], fullness[i] = frozen ? by_sum(i, k) : by_bonds(i, k);
            return;
        }
        group[i]    = others.group.data ? others.group[i] : SolidRows::liquid;
        fullness[i] = others.group.data ? others.own_fullness[i] : 0.f;
    }
    /// Who has lost most of his bonds is held by nobody: however full it is around him, he is not inside. Else he would fall through the body, touching nobody, and be thrown where he comes out.
    MOTE_HOT float by_sum(Index i, Index k) const {
        const float sum = filled(i);
        return 2 * bonds.taken(k) < site_count(bonds.flat) ? min(sum, SolidRows::inner_fullness) : sum;
    }
    /// A face that is squeezed stays one; beside what has melted it is no fuller than it is.
    MOTE_HOT float by_bonds(Index i, Index k) const {
        const int taken = bonds.taken(k), all = site_count(bonds.flat);
        if (taken == all) return 1;
        const float most = max(face, float(taken) / float(all));
        return melts ? min(most, filled(i)) : most;
    }
    MOTE_HOT float filled(Index i) const {
        const Vec4  p_i = position_volume[i];
        const float sum = neighbours.sum_moving(i, 0, [&](auto j, auto) {
            const auto p_j = position_volume[j];
            const auto r   = xyz(p_j) - xyz(p_i);
            return select(abs(part[j] - part[i]) < 0.5f, p_j.w * kernel.at_square(dot(r, r)), 0.f * p_j.w);
        });
        return min(p_i.w * kernel.at_zero() + sum, 1.f);
    }
};
/// Rows that are not ours, and nobody: there may be ten times as many of them.
struct MarkOthers {
    View<const float> others;
    View<float>       group, fullness;
    Index             ours, rows;

    MOTE_FN void operator()(Index n) const {
        group[ours + n]    = others.data ? others[ours + n] : ours + n == rows ? SolidRows::liquid : SolidRows::wall;
        fullness[ours + n] = 0;
    }
};
/// Of what is not inside of its body, 0.
struct KeepInner {
    View<const float> fullness;
    View<float>       part;

    MOTE_FN void operator()(Index i) const {
        if (!(fullness[i] > SolidRows::inner_fullness)) part[i] = 0;
    }
};
/// Whether it and all around it are inside of one body: then nobody else is near.
struct FindDeep {
    NeighbourView     neighbours;
    View<const float> part;
    View<Index>       deep;

    MOTE_FN void operator()(Index i) const { deep[i] = part[i] > 0 && alike_around(i) > float(neighbours.moving(i)) - 0.5f ? 1 : 0; }
    MOTE_HOT float alike_around(Index i) const {
        return neighbours.sum_moving(i, 0, [&](auto j, auto) {
            const auto off = abs(part[j] - part[i]);
            return select(off < 0.5f, 0.f * off + 1, 0.f * off);
        });
    }
};
/// Whether it is liquid, or not of a virtual material, or has a liquid near it.
struct FindWet {
    NeighbourView     neighbours;
    View<const Index> place, deep;
    View<const float> group;
    View<Index>       wet;

    /// Nobody, with whom lists are padded, is no solid.
    MOTE_HOT float solids_around(Index i) const {
        return neighbours.sum_moving(i, 0, [&](auto j, auto) {
            const auto off = abs(group[j] - SolidRows::liquid);
            return select(off < 0.5f, 0.f * off, 0.f * off + 1);
        });
    }
    MOTE_FN void operator()(Index i) const { wet[i] = place[i] == nobody || (!deep[i] && solids_around(i) < float(neighbours.moving(i)) - 0.5f) ? 1 : 0; }
};
struct AddRecoil {
    View<const Index> row;
    View<const Vec3>  recoil;
    View<Vec3>        acceleration;
    float             sign;

    MOTE_FN void operator()(Index k) const { acceleration[row[k]] += sign * recoil[row[k]]; }
};

}  // namespace

void Lattice::find_rows(const Exec& exec, Particles& p, View<const Material> materials) {
    place_.resize(exec, p.rows() + 1);
    parallel_for(exec, "lattice rows", (p.copies() > 0 ? p.rows() : p.size()) + 1, MarkSolid{materials, p.material.read(), place_.write(), map.write(), offsets ? offsets->write() : View<SiteOffsets>{},
                           flow ? flow->inverse_plastic.write() : View<Mat3>{}, flow ? flow->plastic_strain.write() : View<float>{}, p.size()});
    count_ = exclusive_scan(exec, place_.write().data, p.size() + 1);
    row_.resize(exec, count_ + list_padding);
    parallel_for(exec, "lattice rows", p.size() + list_padding, ListSolid{place_.read(), row_.write(), p.size(), count_});
    parallel_for(exec, "lattice rows", p.size(), ForgetOthers{materials, p.material.read(), place_.write()});
}

void Lattice::adopt(const Exec& exec, Particles& p, const Neighbours& neighbours) {
    near_.resize(exec, count_ + 1);
    parallel_for(exec, "lattice rows", count_, FindCrystal{neighbours.view(), row_.read(), place_.read(), p.position_volume.read(), map.read(), near_.write()});
    Adopt adopt{row_.read(), near_.read(), map.write(), hold.write(), recoil.write(), p.body.write(), {}, docking ? docking->open : 0};
    if (docking) adopt.docking[0] = docking->first.write(), adopt.docking[1] = docking->second.write(), adopt.docking[2] = docking->third.write();
    parallel_for(exec, "lattice rows", count_, adopt);
}

void Lattice::measure(const Exec& exec, const Particles& p, View<const Material> materials, const LatticeSettings& settings) {
    if (!swells && !uneven && !flow) return;
    const float cell = settings.flat() ? settings.spacing * settings.spacing : settings.spacing * settings.spacing * settings.spacing;
    if (swells) {
        size_.resize(exec, p.size() + 1);
        parallel_for(exec, "lattice rows", p.size(), Measure{p.position_volume.read(), size_.write(), 1 / cell, settings.flat() ? 1.f / 2 : 1.f / 3});
    }
    lightest_ = reduce(exec, "lattice rows", count_, 1.f, Lightness{row_.read(), materials, p.material.read(), p.mass.read(), swells ? size_.read() : View<const float>{}, flow ? flow->inverse_plastic.read() : View<const Mat3>{}, cell, settings.flat()}, Least{});
}

void Lattice::follow_heat(const Exec& exec, const Particles& p, View<const Material> materials) {
    if (!warms_) return;
    firm_.resize(exec, p.size() + 1);
    parallel_for(exec, "lattice rows", p.size(), FindFirmness{materials, p.material.read(), p.temperature.read(), firm_.write()});
}

void Lattice::find_parts(const Exec& exec, const Particles& p) {
    part_.resize(exec, p.rows() + 1);
    const Index moving = p.copies() > 0 ? p.rows() : p.size();
    parallel_for(exec, "lattice rows", moving + 1, FindPart{place_.read(), p.body.read(), part_.write(), moving, p.rows()});
}

void Lattice::mark(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel, const LatticeSettings& settings, const SolidRows& others) {
    group_.resize(exec, p.rows() + 1), fullness_.resize(exec, p.rows() + 1), deep_.resize(exec, p.size() + 1);
    parallel_for(exec, "lattice rows", p.size(),
                 Mark{neighbours.view(), place_.read(), bonds_of(settings), p.position_volume.read(), part_.read(), others, group_.write(), fullness_.write(), kernel, first_layer_fullness(kernel, settings.spacing), bool(offsets), melts});
    parallel_for(exec, "lattice rows", p.size(), KeepInner{fullness_.read(), part_.write()});
    parallel_for(exec, "lattice rows", p.size(), FindDeep{neighbours.view(), part_.read(), deep_.write()});
    if (others.group.data || others_first_ != p.size() || others_rows_ != p.rows())
        parallel_for(exec, "lattice rows", p.rows() + 1 - p.size(), MarkOthers{others.group, group_.write(), fullness_.write(), p.size(), p.rows()});
    others_first_ = others.group.data ? 0 : p.size(), others_rows_ = p.rows();
}

void Lattice::find_wet(const Exec& exec, const Particles& p, const Neighbours& neighbours) {
    is_wet_.resize(exec, p.size() + 1);
    parallel_for(exec, "lattice rows", p.size(), FindWet{neighbours.view(), place_.read(), deep_.read(), group_.read(), is_wet_.write()});
    wet_.take_some(exec, neighbours, is_wet_.read(), p.size());
}

void Lattice::add_recoil(const Exec& exec, Particles& p, float sign) const {
    parallel_for(exec, "lattice rows", count_, AddRecoil{row_.read(), recoil.read(), p.acceleration.write(), sign});
}

void Lattice::take_pins(const Exec& exec, std::span<const Index> holds) {
    timed_ = true;
    holds_.resize(exec, holds.size() + 1);
    for (std::size_t k = 0; k < holds.size(); ++k) holds_.edit()[Index(k)] = holds[k];
}

}  // namespace mote
