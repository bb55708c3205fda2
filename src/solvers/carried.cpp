// Copyright (c) 2026 The Mote authors. MIT licence.
#include "carried.h"

#include "mote/neighbours.h"
#include "mote/particles.h"

namespace mote {

using namespace pressure;

namespace {

/// Heavy rows are layer 1, light ones that see them layer 2, and so on inwards. What lies deeper than the last has its own inertia.
constexpr int last_layer = 5;
/// Added mass of a row that sees heavy ones only, in masses of what is in its place: that of a cylinder. A sphere has half of it.
constexpr float added_mass = 1;
/// At least, and of rows that see none: in a region that is shut in, as a bubble has that of the water around it anyway; elsewhere so much less in each layer of light rows.
constexpr float inner_mass = 0.03f, fading = 0.3f;
constexpr float least_weight = 1e-3f;  // of a carrier

/// How each row is tied to its carriers.
struct Ties {
    NeighbourView     neighbours;
    Kernel            kernel;
    View<const Index> row;
    View<const Vec4>  position_volume;
    View<const Vec4>  tie;

    MOTE_HOT float share(Index i) const { return tie[i].x; }
    MOTE_HOT float per_weight(Index i) const { return tie[i].y; }
    MOTE_HOT bool  is_in(Index i, int layer) const { return tie[i].z == float(layer); }
    /// f(j, W_ij) for the neighbours of that layer.
    template <class F>
    MOTE_HOT void each_in(Index i, int layer, const F& f) const {
        const Vec3 x_i = xyz(position_volume[i]);
        neighbours.each_moving(i, [&](Index j) {
            if (!is_in(j, layer)) return;
            const Vec3 x_ij = x_i - xyz(position_volume[j]);
            f(j, kernel.at_square(dot(x_ij, x_ij)));
        });
    }
    /// Mean over its carriers of what `motion` is V times of.
    MOTE_HOT Vec3 of_carriers(Index i, int layer, View<const Vec4> motion) const {
        Vec3 sum{};
        each_in(i, layer - 1, [&](Index j, float w) { sum += w * xyz(motion[j]); });
        return per_weight(i) * sum;
    }
};

struct Clear {
    View<const float> mass;
    View<Vec4>        tie, push;
    View<float>       whole;
    Index             ours;

    MOTE_FN void operator()(Index i) const {
        tie[i] = push[i] = Vec4{0, 0, 0, 0};
        whole[i] = i < ours ? mass[i] : 0;
    }
};
/// The layers of heavy rows and of those that see them. A sum over both tells how far light ones are surrounded.
struct TieToHeavy {
    Ties              ties;
    View<const float> rest_density;
    View<const Index> region;
    SolidRows         solids;
    View<Vec4>        tie;
    float             bound, shut_in, open;  // the last two: least added mass [kg/m^3]

    MOTE_HOT bool is_heavy(Index j) const { return rest_density[j] >= bound && rest_density[j] < wall_density && !SolidRows::is_solid(solids.of(j)); }
    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (is_heavy(i)) return void(tie[i] = {0, 0, 1, 0});
        const Vec3 x_i    = xyz(ties.position_volume[i]);
        float      weight = 0, dense = 0, light = 0;
        ties.neighbours.each_moving(i, [&](Index j) {
            const Vec4  p_j  = ties.position_volume[j];
            const Vec3  x_ij = x_i - xyz(p_j);
            const float w    = p_j.w * ties.kernel.at_square(dot(x_ij, x_ij));
            if (is_heavy(j)) weight += w, dense += w * rest_density[j];
            else light += w;
        });
        if (!(weight > least_weight)) return;
        const float added = max(added_mass * dense / (weight + light), region[i] > 0 ? shut_in : open);
        tie[i] = {added / (added + rest_density[i]), 1 / weight, 2, 0};
    }
};
struct TieInwards {
    Ties              ties;
    View<const float> rest_density;
    View<const Index> region;
    View<Vec4>        tie;
    float             shut_in, open;  // added mass [kg/m^3]
    int               layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (tie[i].z > 0) return;
        float weight = 0;
        ties.each_in(i, layer - 1, [&](Index j, float w) { weight += ties.position_volume[j].w * w; });
        const float added = region[i] > 0 ? shut_in : open;
        if (weight > least_weight) tie[i] = {added / (added + rest_density[i]), 1 / weight, float(layer), 0};
    }
};

/// What a row of a layer hands on to its carriers: of a sum f in x, y, z and a mass in w.
struct GiveMass {
    Ties              ties;
    View<const float> whole;
    View<Vec4>        push;
    int               layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (ties.is_in(i, layer)) push[i] = {0, 0, 0, ties.share(i) * ties.per_weight(i) * whole[i]};
    }
};
struct TakeMass {
    Ties              ties;
    View<const Vec4>  push;
    View<float>       whole;
    int               layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (!ties.is_in(i, layer - 1)) return;
        float sum = 0;
        ties.each_in(i, layer, [&](Index j, float w) { sum += w * push[j].w; });
        whole[i] += ties.position_volume[i].w * sum;
    }
};
struct GivePush {
    Ties              ties;
    View<const float> whole;
    View<const Vec4>  motion;
    View<Vec4>        push;
    int               layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (ties.is_in(i, layer)) push[i] = with_w((ties.share(i) * ties.per_weight(i) * whole[i] / ties.position_volume[i].w) * xyz(motion[i]), 0);
    }
};
struct TakePush {
    Ties              ties;
    View<const Vec4>  push;
    View<const float> mass, whole;
    View<Vec4>        motion;
    int               layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (!ties.is_in(i, layer - 1)) return;
        const float volume = ties.position_volume[i].w;
        Vec3        sum{};
        ties.each_in(i, layer, [&](Index j, float w) { sum += w * xyz(push[j]); });
        motion[i] = with_w((1 / whole[i]) * (mass[i] * xyz(motion[i]) + (volume * volume) * sum), 0);
    }
};
struct Follow {
    Ties       ties;
    View<Vec4> motion;
    int        layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (!ties.is_in(i, layer)) return;
        const float share = ties.share(i);
        motion[i] = with_w((1 - share) * xyz(motion[i]) + (share * ties.position_volume[i].w) * ties.of_carriers(i, layer, {motion.data}), 0);
    }
};

/// The diagonals as of Gradient, with (1 - s)/rho_i of each row instead of 1/rho_i.
struct FindDiagonal {
    Ties         ties;
    Acceleration acceleration;
    SolidRows    solids;
    View<Vec4>   gradient;

    /// sum_j V_j |grad W_ij|^2 times what `lightness` says of j.
    template <class F>
    MOTE_HOT float others(Index i, const F& lightness) const {
        const auto& slopes = acceleration.pairs.slopes;
        const Vec4  p_i    = ties.position_volume[i];
        return slopes.step * slopes.step * p_i.w * ties.neighbours.sum_moving(i, slopes.first[i], [&](auto j, std::size_t k) {
            const auto p_j  = ties.position_volume[j];
            const auto x_ji = xyz(p_j) - xyz(p_i);
            const auto s    = slopes.at(k);
            return lightness(j) * p_j.w * s * s * dot(x_ji, x_ji);
        });
    }
    MOTE_FN void operator()(Index m) const {
        const Index i     = ties.row[m];
        const auto  rest  = acceleration.rest_density;
        const Vec3  g     = xyz(gradient[i]);
        const float light = ties.tie[i].w, now = others(i, [&](auto j) { return ties.tie[j].w; });
        if (!acceleration.walls.has(i)) return void(gradient[i].w = inverse(light * dot(g, g) + now));
        // Beside walls pushes are stronger by a factor that both have.
        const float was  = others(i, [&](auto j) { return solids.given(j, 1.f / (rest[j] + 1e-20f)); });
        Vec4&       wall = acceleration.walls.mirrored[acceleration.walls.place[i]];
        const float gm = dot(g, xyz(wall)), mm = dot(xyz(wall), xyz(wall)), lightness = 1 / rest[i];
        gradient[i].w *= (lightness * gm + was) * inverse(light * gm + now);
        wall.w *= (lightness * mm + was) * inverse(light * mm + now);
    }
};

struct LimitSlip {
    Ties              ties;
    View<const float> mass, rest_density;
    View<Vec4>        motion, push;
    View<Vec3>        acceleration;
    float             energy, kick;  // energy: twice that of the slip [J/m^3]
    int               layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (!ties.is_in(i, layer)) return;
        const float volume = ties.position_volume[i].w, share = ties.share(i);
        const Vec3  slip   = (1 / volume) * xyz(motion[i]) - ties.of_carriers(i, layer, {motion.data});
        const float most   = sqrt(energy * (1 - share) / (share * rest_density[i])), speed = length(slip);
        const Vec3  change = (min(most / max(speed, 1e-20f), 1.f) - 1) * slip;
        motion[i] = with_w(xyz(motion[i]) + volume * change, 0);
        acceleration[i] += (1 / kick) * change;
        push[i] = with_w((-ties.per_weight(i) * mass[i]) * change, 0);
    }
};
struct Recoil {
    Ties              ties;
    View<const Vec4>  push;
    View<const float> mass;
    View<Vec4>        motion;
    View<Vec3>        acceleration;
    float             kick;
    int               layer;

    MOTE_FN void operator()(Index m) const {
        const Index i = ties.row[m];
        if (!ties.is_in(i, layer - 1)) return;
        const float volume = ties.position_volume[i].w;
        Vec3        sum{};
        ties.each_in(i, layer, [&](Index j, float w) { sum += w * xyz(push[j]); });
        const Vec3 change = (volume / mass[i]) * sum;
        motion[i] = with_w(xyz(motion[i]) + volume * change, 0);
        acceleration[i] += (1 / kick) * change;
    }
};

}  // namespace

void Carried::find(const Exec& exec, const Particles& p, const Around& around, const Rows& rows, const SolidRows& solids, const Acceleration& acceleration, View<Vec4> gradient) {
    forget();
    if (rows.count == 0) return;
    rows_ = rows;
    tie_.borrow(exec, p.rows() + 1), push_.borrow(exec, p.rows() + 1), whole_.borrow(exec, p.rows() + 1);
    const auto tie = tie_.write(), push = push_.write();
    const auto whole = whole_.write();
    const Ties ties{around.neighbours.view(), around.kernel, rows.row, p.position_volume.read(), tie_.read()};
    const auto rest = p.rest_density.read();
    parallel_for(exec, "carried", p.rows() + 1, Clear{p.mass.read(), tie, push, whole, p.size()});
    const float inner = inner_mass * rows.heaviest;
    float       open  = fading * inner;
    parallel_for(exec, "carried", rows.count, TieToHeavy{ties, rest, rows.region, solids, tie, rows.bound, inner, open});
    for (int layer = 3; layer <= last_layer; ++layer) {
        open *= fading;
        refresh(exec, p, tie);
        parallel_for(exec, "carried", rows.count, TieInwards{ties, rest, rows.region, tie, inner, open, layer});
    }
    refresh(exec, p, tie);
    for (int layer = last_layer; layer > 1; --layer) {
        parallel_for(exec, "carried", rows.count, GiveMass{ties, whole_.read(), push, layer});
        refresh(exec, p, push);
        parallel_for(exec, "carried", rows.count, TakeMass{ties, push_.read(), whole, layer});
    }
    const auto volume = p.position_volume.read();
    parallel_for(exec, "carried", p.size(), [=] MOTE_LAMBDA(Index i) { tie[i].w = solids.given(i, (1 - tie[i].x) * volume[i].w / whole[i]); });
    refresh(exec, p, tie);
    parallel_for(exec, "carried", rows.count, FindDiagonal{ties, acceleration, solids, gradient});
    any_ = reduce(exec, "carried", p.size(), Index(0), [=] MOTE_LAMBDA(Index i) { return Index(tie[i].x > 0); }, Plus{}) > 0;
}

void Carried::carry(const Exec& exec, const Particles& p, const Around& around, View<Vec4> motion) {
    if (!any_) return;
    const Ties ties{around.neighbours.view(), around.kernel, rows_.row, p.position_volume.read(), tie_.read()};
    for (int layer = last_layer; layer > 1; --layer) {
        parallel_for(exec, "carried", rows_.count, GivePush{ties, whole_.read(), {motion.data}, push_.write(), layer});
        refresh(exec, p, push_.write());
        parallel_for(exec, "carried", rows_.count, TakePush{ties, push_.read(), p.mass.read(), whole_.read(), motion, layer});
    }
    for (int layer = 2; layer <= last_layer; ++layer) {
        refresh(exec, p, motion);
        parallel_for(exec, "carried", rows_.count, Follow{ties, motion, layer});
    }
}

void Carried::limit_slip(const Exec& exec, Particles& p, const Around& around, View<Vec4> motion, float gravity, float spacing, float kick) {
    if (!any_) return;
    const float energy = rows_.heaviest * max(gravity, 9.81f) * spacing;
    const Ties  ties{around.neighbours.view(), around.kernel, rows_.row, p.position_volume.read(), tie_.read()};
    for (int layer = 2; layer <= last_layer; ++layer) {
        refresh(exec, p, motion);
        parallel_for(exec, "carried", rows_.count, LimitSlip{ties, p.mass.read(), p.rest_density.read(), motion, push_.write(), p.acceleration.write(), energy, kick, layer});
        refresh(exec, p, push_.write());
        parallel_for(exec, "carried", rows_.count, Recoil{ties, push_.read(), p.mass.read(), motion, p.acceleration.write(), kick, layer});
    }
}

void Carried::give_back(const Exec& exec) { tie_.give_back(exec), push_.give_back(exec), whole_.give_back(exec); }

}  // namespace mote
