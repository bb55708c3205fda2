// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Diffusion between pairs [Cleary & Monaghan 1999, eq. 28]:
//     C_i dq_i/dt = sum_j V_j 2 k_ij (q_i - q_j) W'/r,    k_ij = 2 k_i k_j / (k_i + k_j),
// with the harmonic mean, so that the flux is continuous where the conductivity jumps. V_i times it is antisymmetric. A wall
// keeps its value at its surface, halfway between its first layer and that of matter: across it the difference counts twice. Where a surface has a
// conductance H of its own, k_ij and H spacing are in series.
//
// The second moment sum V x^2 W'/r misses -1, on a cubic lattice by some per cent, by which the sum is divided; on crystals, without order and at faces, where neighbours are missing that conduct, by more.
// For that each particle makes up (`FindEven`), and a pair by the mean of both.
//
// Steps change a temperature by less than the last bit of 300 K: what rounding takes goes into `rest` [Kahan 1965].
#include "mote/diffusion.h"

#include "latent.h"
#include "mote/neighbours.h"

namespace mote {
namespace {

constexpr float keeps_its_value = -1, resists = -2;  // the latter less the conductance times the spacing

struct HeatRows {
    View<const Material>   materials;
    View<const MaterialId> material;
    HeatOfRows             heat;
    View<const float>      temperature, rest_density;
    View<float>            conductivity, capacity;

    MOTE_FN void operator()(Index i) const {
        const Material&    m = materials[material[i]];
        const SpecificHeat c = heat(i);
        capacity[i]       = rest_density[i] * (c.is_plain() ? m.heat_capacity : float(c.at(double(temperature[i]))));  // of its volume, whatever it is about to become
        conductivity[i]   = m.conductivity_curve(temperature[i], m.conductivity);
    }
};
/// Of what comes after matter: walls, and nobody.
struct WallRows {
    View<const BodyId>       body;
    View<const std::uint8_t> insulated;
    View<const float>        conductance;
    View<float>              conductivity;
    Index                    first, rows;
    float                    spacing;

    MOTE_FN void operator()(Index n) const {
        const Index i   = first + n;
        conductivity[i] = i < rows && !insulated[body[i]] ? of_wall(body[i]) : 0.f;
    }
    MOTE_FN float of_wall(BodyId b) const { return conductance.data && conductance[b] > 0 ? resists - conductance[b] * spacing : keeps_its_value; }
};

/// sum V x^2 |W'|/r along one axis and sum V 2 |W'|/r over a lattice.
struct LatticeSums {
    float moment = 0, stiffness = 0;

    LatticeSums(const Kernel& kernel, float spacing) {
        const int   reach = int(kernel.h / spacing) + 1, deep = kernel.dimension == 3 ? reach : 0;
        const float cell = kernel.dimension == 3 ? spacing * spacing * spacing : spacing * spacing;
        for (int i = -reach; i <= reach; ++i)
            for (int j = -reach; j <= reach; ++j)
                for (int k = -deep; k <= deep; ++k) {
                    if (i == 0 && j == 0 && k == 0) continue;
                    const float fall = -cell * kernel.slope_over_r(spacing * sqrt(float(i * i + j * j + k * k)));
                    moment += fall * spacing * spacing * float(i * i);
                    stiffness += 2 * fall;
                }
    }
};

/// By how much the moment of a neighbourhood is less than that of a cubic lattice. What does not conduct is not there. At a face it is the moment along it that counts, as nothing goes across:
/// with a mean of m and a deviator D of its tensor that is m + |D|/sqrt(d (d - 1)). 0 where nothing flows in this step, as all around is alike: then it is not asked.
struct FindEven {
    static constexpr float most = 3;  // of who has few neighbours

    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> conductivity, quantity;  // the latter may be empty: it changes within the step
    View<float>       even;
    Kernel            kernel;
    float             moment;  // of a cubic lattice
    Index             matter;  // rows; walls and nobody come after them

    MOTE_FN void operator()(Index i) const {
        if (i >= matter || !(abs(conductivity[i]) > 0)) return void(even[i] = 1);
        if (quantity.data && !flows(i)) return void(even[i] = 0);
        const auto x_i = xyz(position_volume[i]);
        const auto [squares, mixed] = neighbours.sum(i, [&](auto j) {
            const auto p_j   = position_volume[j];
            const auto x     = x_i - xyz(p_j);
            const auto slope = -(p_j.w * kernel.slope_over_r_at_square(dot(x, x)));
            const auto f     = select(abs(conductivity[j]) > 0.f, slope, 0.f * slope);
            using Three      = decltype(f * x);
            return Both{f * Three{x.x * x.x, x.y * x.y, x.z * x.z}, f * Three{x.x * x.y, x.y * x.z, x.z * x.x}};
        });
        const float d = float(kernel.dimension), mean = (squares.x + squares.y + squares.z) / d;
        const float off = dot(squares, squares) - d * mean * mean + 2 * dot(mixed, mixed);
        even[i]         = clamp(moment / max(mean + sqrt(max(off, 0.f) / (d * (d - 1))), 1e-6f), 1 / most, most);
    }
    MOTE_HOT bool flows(Index i) const {
        const float own = quantity[i];
        if (i > 0 && quantity[i - 1] != own) return true;  // that row is near, as a rule: it saves a look around
        return !(neighbours.sum(i, [&](auto j) { return abs((quantity[j] - own) * conductivity[j]); }) == 0);
    }
};

struct SoluteRows {
    View<const Material>   materials;
    View<const MaterialId> material;
    View<float>            conductivity, capacity;
    Index                  matter;

    MOTE_FN void operator()(Index i) const {
        capacity[i]     = 1;
        conductivity[i] = i < matter ? materials[material[i]].diffusion : 0.f;
    }
};

#if !MOTE_SIMD
MOTE_HOT bool any(bool condition) { return condition; }  // of lanes there is xsimd's
#endif

struct Exchange {
    NeighbourView     neighbours;
    View<const Vec4>  position_volume;
    View<const float> quantity, conductivity, capacity, even;
    View<float>       rate;
    Kernel            kernel;
    float             factor;  // 2 over the second moment of a lattice
    View<const float> kind, table;
    int               kinds;   // 0: harmonic means
    bool              heat;    // the table is of conductances
    float             spacing;

    MOTE_FN void operator()(Index i) const {
        const float k_i = conductivity[i], q_i = quantity[i], even_i = even[i];
        if ((!(k_i > 0) && kinds == 0) || even_i == 0) return void(rate[i] = 0);
        const float* const row = kinds > 0 ? table.data + int(kind[i]) * kinds : nullptr;
        const auto  x_i = xyz(position_volume[i]);
        const float sum = neighbours.sum(i, [&](auto j) {
            const auto k_j = conductivity[j], more = q_i - quantity[j];
            if (kinds == 0 && !any(abs(more * k_j) > 0.f)) return 0.f * k_j;  // all alike, as much of what is heated is
            const auto p_j  = position_volume[j];
            const auto x_ij = x_i - xyz(p_j);
            auto       k    = select(k_j < 0, -2.f * k_i * k_j, 2.f * k_i * k_j / (max(k_i, 1e-30f) + abs(k_j)));
            k               = select(k_j < 1.5f * keeps_its_value, in_series(2.f * k_i, resists - k_j), k);
            for (int b = 0; b < kinds; ++b) k = select(abs(kind[j] - float(b)) < 0.5f, heat ? in_series(k, 0.f * k + row[b] * spacing) : 0.f * k + row[b], k);
            k               = select(k_j < 0, even_i * k, 0.5f * (even_i + even[j]) * k);
            return p_j.w * k * more * kernel.slope_over_r_at_square(dot(x_ij, x_ij));
        });
        rate[i] = factor * sum / capacity[i];
    }
    template <class R, class S>
    MOTE_HOT static S in_series(R a, S b) {
        return a * b / max(a + b, 1e-30f);
    }
};

struct Change {
    View<const float> rate, capacity, rest_density;
    View<float>       quantity, rest;
    HeatView          heat;
    float             dt;

    MOTE_FN void operator()(Index i) const {
        const SpecificHeat c = heat.materials.data ? HeatOfRows{heat.materials, heat.material, heat.mass, heat.dry}(i) : SpecificHeat{};
        if (!heat.materials.data || c.is_plain()) {
            const float more = dt * rate[i] + rest[i], before = quantity[i];
            quantity[i]      = before + more;
            rest[i]          = more - (quantity[i] - before);
        } else if (rate[i] != 0) {
            HeatState s{quantity[i], rest[i], 0};
            s.set(c.reached(double(s.temperature) + double(s.rest), double(dt) * double(rate[i]) * (double(capacity[i]) / double(rest_density[i]))));
            quantity[i] = s.temperature, rest[i] = s.rest;
        }
        if (!heat.latent.data) return;
        HeatState s{quantity[i], rest[i], heat.latent[i]};
        take_up(c, s);
        quantity[i] = s.temperature, rest[i] = s.rest, heat.latent[i] = s.latent;
    }
};

/// Harmonic means can be twice the conductivity of the worse, so pairs count.
template <class Conductivity, class Capacity>
float largest_diffusivity(std::span<const Material> materials, const Conductivity& k, const Capacity& c) {
    float largest = 0;
    for (const Material& a : materials)
        for (const Material& b : materials)
            largest = max(largest, 2 * k(a) * k(b) / max(k(a) + k(b), 1e-30f) / c(a));
    return largest;
}

void find_even(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel, float spacing, View<const float> quantity, DiffusionWork& work) {
    refresh(exec, p, work.conductivity.write());
    work.even.resize(exec, p.rows() + 1);
    parallel_for(exec, "diffusion rows", p.rows() + 1, FindEven{neighbours.view(), p.position_volume.read(), work.conductivity.read(), quantity, work.even.write(), kernel, LatticeSums(kernel, spacing).moment, p.size()});
    refresh(exec, p, work.even.write());
}

/// A number that changes with the walls and with what they let through.
std::uint64_t number_of(std::uint64_t walls, const Heat& heat) {
    const auto mix = [&](std::uint32_t with) { walls = (walls ^ with) * 1099511628211ull; };  // [Fowler, Noll & Vo 1991]
    for (const std::uint8_t insulated : heat.insulated) mix(insulated);
    for (const float conductance : heat.conductance) mix(__builtin_bit_cast(std::uint32_t, conductance));
    return walls;
}

}  // namespace

void compute_heat_rows(const Exec& exec, const Particles& p, View<const Material> materials, const Heat& heat, const PairTable& pairs, float spacing, std::uint64_t walls, DiffusionWork& work) {
    if (pairs.has_conductance) compute_kind(exec, p, work.kind);
    work.conductivity.resize(exec, p.rows() + 1), work.capacity.resize(exec, p.rows() + 1);
    parallel_for(exec, "heat rows", p.size(), HeatRows{materials, p.material.read(), {materials, p.material.read(), p.mass.read(), heat.dry ? heat.dry->read() : View<const float>{}}, p.temperature.read(), p.rest_density.read(), work.conductivity.write(), work.capacity.write()});
    const DiffusionWork::Walls now{p.size(), p.rows(), p.lasting() == p.rows() ? number_of(walls, heat) : 0};
    if (now.number == 0 || now != work.walls)  // there may be ten times as many of them
        parallel_for(exec, "heat rows", p.rows() + 1 - p.size(),
                     WallRows{p.body.read(), heat.insulated_settings.on(exec, heat.insulated), heat.conductance.empty() ? View<const float>{} : heat.conductance_settings.on(exec, heat.conductance),
                              work.conductivity.write(), p.size(), p.rows(), spacing});
    work.walls = now;
}

void compute_solute_rows(const Exec& exec, const Particles& p, View<const Material> materials, const PairTable& pairs, DiffusionWork& work) {
    if (pairs.has_diffusion) compute_kind(exec, p, work.kind);
    const Index rows = p.rows() + 1;
    work.conductivity.resize(exec, rows), work.capacity.resize(exec, rows);
    work.walls = {};
    parallel_for(exec, "solute rows", rows,
                 SoluteRows{materials, p.material.read(), work.conductivity.write(), work.capacity.write(), p.size()});
}

float diffusion_step(const Kernel& kernel, float spacing, float diffusivity) {
    const LatticeSums lattice(kernel, spacing);
    // 1 keeps every value between those of its neighbours; walls count twice, and disorder adds to it.
    return 0.5f * lattice.moment / (lattice.stiffness * max(diffusivity, 1e-30f));
}

float largest_heat_diffusivity(std::span<const Material> materials) {
    return largest_diffusivity(
        materials, [](const Material& m) { return m.conductivity; },
        [&](const Material& m) {
            const float dry = m.rest_density * least_heat_capacity(m);
            return m.uptake.takes() ? min(dry, materials[m.uptake.liquid].rest_density * least_heat_capacity(materials[m.uptake.liquid])) : dry;
        });
}
float largest_solute_diffusivity(std::span<const Material> materials, const PairTable& pairs) {
    float largest = largest_diffusivity(
        materials, [](const Material& m) { return m.diffusion; }, [](const Material&) { return 1.f; });
    if (pairs.has_diffusion)
        for (const float d : pairs.diffusion) largest = max(largest, d);
    return largest;
}

void change_quantity(const Exec& exec, const Particles& p, const Neighbours& neighbours, const Kernel& kernel,
                     DiffusionWork& work, View<float> quantity, View<float> rest, const DiffusionSettings& settings,
                     const PairTable* pairs, const HeatView& heat) {
    const bool  table  = pairs && (settings.heat ? pairs->has_conductance : pairs->has_diffusion);
    const auto  values = !table ? View<const float>{} : settings.heat ? pairs->conductance_settings.on(exec, pairs->conductance) : pairs->diffusion_settings.on(exec, pairs->diffusion);
    const float factor = 2 / LatticeSums(kernel, settings.spacing).moment;
    work.rate.resize(exec, p.size());
    find_even(exec, p, neighbours, kernel, settings.spacing, settings.times > 1 || table ? View<const float>{} : View<const float>{quantity.data}, work);
    for (int k = 0; k < settings.times; ++k) {
        parallel_for(exec, "diffusion", p.size(),
                     Exchange{neighbours.view(), p.position_volume.read(), {quantity.data}, work.conductivity.read(),
                              work.capacity.read(), work.even.read(), work.rate.write(), kernel, factor, work.kind.read(), values,
                              table ? pairs->count : 0, settings.heat, settings.spacing});
        parallel_for(exec, "diffusion change", p.size(),
                     Change{work.rate.read(), work.capacity.read(), p.rest_density.read(), quantity, rest, heat, settings.dt / float(settings.times)});
        refresh(exec, p, quantity);
    }
}

}  // namespace mote
