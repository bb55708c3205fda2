// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A world as a frame and back. The columns of the tables and the handful of numbers below are the whole state:
// a step makes everything else anew, so a restart gives the same bits.
#include <algorithm>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "meta.h"
#include "mote/files.h"
#include "mote/run.h"

namespace mote {
namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw FileError("the frame does not fit this scene: " + why + ". Was it written by another scene or version?");
}

template <class T>
std::span<const T> values_of(const FrameTable& table, const char* name) {
    const FrameColumn* column = table.find(name);
    if (!column || column->type != column_type<T>)
        throw FileError(fmt::format("the frame has no column '{}' of the expected type", name));
    return {reinterpret_cast<const T*>(column->bytes.data()), std::size_t(table.rows)};
}

const FrameTable& particles_in(const Frame& frame) {
    const FrameTable* table = frame.find("particles");
    if (!table) throw FileError("the frame has no table 'particles'");
    return *table;
}

/// The columns of a table become those of a frame's.
void load_columns(Table& table, const FrameTable& from) {
    for (AnyColumn* column : table.columns()) {
        if (column->life == Life::step_ours) continue;
        const FrameColumn* stored = from.find(column->name);
        if (!stored || stored->type != column->type)
            refuse(fmt::format("column '{}' is missing or of another type", column->name));
        std::memcpy(column->bytes().data(), stored->bytes.data(), stored->bytes.size());
    }
}

/// Bodies that take up the rows after the elastic ones, one after the other.
void load_rigid(World& w, const Frame& frame) {
    const FrameTable* table = frame.find("rigid");
    BodyTable&        to    = w.rigid->table;
    const RestShape&  rest  = w.solids->rest;
    if (!table || table->rows != to.rows()) refuse("it has other rigid bodies");
    load_columns(to, *table);
    Index next = w.solids->elastic_rows();
    for (Index b = 0; b < to.rows(); ++b) {
        const Index first = to.first.host()[b], count = to.count.host()[b];
        if (first != next || count > rest.rows() - first || to.pin.host()[b] > w.pins.size() * (to.rows() + 1)) refuse(fmt::format("rigid body {} makes no sense", b));
        for (; next < first + count; ++next)
            if (rest.rigid.host()[next] != b + 1) refuse(fmt::format("rigid body {} makes no sense", b));
    }
    if (next != rest.rows()) refuse("it has rows of rigid bodies that are not there");
    w.rigid->prepare(w.exec, w.solid_settings());
    const FrameTable* touching = frame.find("touching");
    TouchTable&       last     = w.rigid->contact.table;
    if (!touching) refuse("it does not tell which rigid bodies touch");
    last.restore(Index(touching->rows), Index(touching->rows));
    load_columns(last, *touching);
}

/// Shapes at rest, and who has which.
void load_solids(World& w, const Frame& frame) {
    const FrameTable* table = frame.find("solids");
    if (!table) refuse("it has no solids");
    RestShape& rest = w.solids->rest;
    if (table->rows > w.particles.size()) refuse("it has more rows of solids than particles");
    rest.restore(Index(table->rows), Index(table->rows));
    load_columns(rest, *table);
    Index placed = 0;
    for (Index i = 0; i < w.particles.size(); ++i) {
        const Index s = w.solids->place.host()[i];
        if (s == Solids::none) continue;
        if (s >= rest.rows() || rest.id.host()[s] != w.particles.id.host()[i]) refuse(fmt::format("particle {} has no shape at rest", w.particles.id.host()[i]));
        ++placed;
    }
    if (placed != rest.rows()) refuse("it has shapes at rest of particles that are not there");
    for (Index s = 0; s < rest.rows(); ++s)
        if (rest.material.host()[s] >= w.materials.size() || rest.pin.host()[s] > w.pins.size()) refuse(fmt::format("row {} of the solids makes no sense", s));
    w.solids->find_neighbours(w.exec, w.material_view(), w.solid_settings());
    if (SurfaceContact* surfaces = w.solids->surfaces.get()) {
        const FrameTable* surfels = frame.find("surfels");
        if (!surfels) refuse("it has other surfaces of elastic bodies");
        surfaces->table.restore(Index(surfels->rows), Index(surfels->rows));
        load_columns(surfaces->table, *surfels);
        if (!surfaces->is_sound()) refuse("it has other surfaces of elastic bodies");
        w.solids->find_neighbours(w.exec, w.material_view(), w.solid_settings());  // and lays them out
    }
    if (w.rigid) load_rigid(w, frame);
}

}  // namespace

std::vector<SavedTable> saved_tables(const World& w) {
    std::vector<SavedTable> tables{{"particles", w.particles.lasting(), {}}};  // a step that was given up leaves images behind
    const auto add = [](SavedTable& to, const Table& from) {
        for (const AnyColumn* column : from.columns())
            if (column->life != Life::step_ours) to.columns.push_back(column);
    };
    add(tables.back(), w.particles);
    if (w.solids) add(tables.emplace_back(SavedTable{"solids", w.solids->rest.rows(), {}}), w.solids->rest);
    if (w.solids && w.solids->surfaces) add(tables.emplace_back(SavedTable{"surfels", w.solids->surfaces->table.rows(), {}}), w.solids->surfaces->table);
    if (w.rigid) add(tables.emplace_back(SavedTable{"rigid", w.rigid->table.rows(), {}}), w.rigid->table);
    if (w.rigid) add(tables.emplace_back(SavedTable{"touching", w.rigid->contact.table.rows(), {}}), w.rigid->contact.table);
    return tables;
}

FrameView frame_of(const World& w, std::string& meta_json) {
    FrameView  frame = frame_header_of(w, meta_json);
    const auto from  = saved_tables(w);
    for (std::size_t t = 0; t < from.size(); ++t)
        for (std::size_t k = 0; k < from[t].columns.size(); ++k) {
            const AnyColumn& column           = *from[t].columns[k];
            frame.tables[t].columns[k].bytes = column.bytes().first(from[t].rows * column.type.bytes());
        }
    return frame;
}

FrameView frame_header_of(const World& w, std::string& meta_json) {
    const Particles& p = w.particles;
    FrameMeta        meta{w.time, w.step_number, w.removed, w.last_dt, w.last_solid_step, w.last_lattice_step, p.next_id, p.size(), {}, {}, {}, {}, {}};
    for (const MaterialName& m : w.material_names) meta.materials.push_back(m.name);
    for (const BodyName& b : w.bodies) meta.bodies.push_back(b.name);
    if (w.sources)
        for (const Source& s : w.sources->list) 
            meta.sources.push_back({double(s.layers), double(s.laid), double(s.emitted), double(s.refused), s.delay, s.seen, s.strain});
    for (const Sink& s : w.sinks.list) meta.drained.push_back(s.drained);
    meta_json = to_json(meta);
    FrameView frame{"mote " MOTE_VERSION, meta_json, {}};
    for (const SavedTable& table : saved_tables(w)) {
        FrameTableView& to = frame.tables.emplace_back(FrameTableView{table.name, table.rows, {}});
        for (const AnyColumn* column : table.columns) to.columns.push_back({column->name, column->unit, column->type, {}});
    }
    return frame;
}

void load_frame(World& w, const Frame& frame) {
    const FrameMeta   meta  = read_meta(frame.meta_json);
    const FrameTable& table = particles_in(frame);
    Particles&        p     = w.particles;
    const auto        same  = [](const auto& a, const std::string& b) { return a.name == b; };
    if (!std::ranges::equal(w.material_names, meta.materials, same)) refuse("it has other materials");
    if (!std::ranges::equal(w.bodies, meta.bodies, same)) refuse("it has other bodies");
    const std::size_t sources = w.sources ? w.sources->list.size() : 0;
    if (meta.sources.size() != sources || meta.drained.size() != w.sinks.list.size())
        refuse("it has other sources or sinks");
    for (const auto& counts : meta.sources)
        if (counts.size() != 7 || *std::min_element(counts.begin(), counts.end()) < 0) refuse("the counts of a source make no sense");
    if (table.rows >= 0xffffffffu || meta.matter > table.rows) refuse("its number of rows makes no sense");
    p.restore(Index(table.rows), meta.matter);
    load_columns(p, table);
    p.trim();
    for (Index i = 0; i < p.rows(); ++i)
        if (p.material.host()[i] >= w.materials.size() || p.body.host()[i] >= w.bodies.size())
            refuse(fmt::format("particle {} is of a material or body that does not exist", p.id.host()[i]));
    for (Index i = 0; w.sources && i < p.rows(); ++i)
        if (w.sources->behind.host()[i] > sources)
            refuse(fmt::format("particle {} stands behind a source that does not exist", p.id.host()[i]));
    w.time        = meta.time;
    w.step_number = meta.step;
    w.last_dt     = meta.last_dt;
    w.last_solid_step = meta.last_solid_step, w.last_lattice_step = meta.last_lattice_step;
    w.removed     = meta.removed;
    ++w.walls;
    p.next_id     = meta.next_id;
    for (std::size_t k = 0; k < sources; ++k) {
        Source&                    s    = w.sources->list[k];
        const std::vector<double>& from = meta.sources[k];
        s.layers = std::uint64_t(from[0]), s.laid = std::uint64_t(from[1]), s.emitted = std::uint64_t(from[2]);
        s.refused = std::uint64_t(from[3]), s.delay = from[4], s.seen = from[5], s.strain = from[6];
    }
    for (std::size_t k = 0; k < meta.drained.size(); ++k) w.sinks.list[k].drained = meta.drained[k];
    if (w.solids) load_solids(w, frame);
    if (w.springs) w.springs->prepare(w.exec, w.particles, *w.solids);
}

std::uint64_t state_hash(const Frame& frame) {
    const FrameTable&  table    = particles_in(frame);
    const auto         id       = values_of<ParticleId>(table, "id");
    const auto         role     = values_of<std::uint8_t>(table, "role");
    const auto         material = values_of<MaterialId>(table, "material");
    const auto         position = values_of<Vec4>(table, "position_volume");
    const auto         velocity = values_of<Vec4>(table, "velocity_density");
    const auto         heat     = values_of<float>(table, "temperature");
    const auto         solute   = table.find("concentration") ? values_of<float>(table, "concentration") : std::span<const float>();
    std::vector<Index> rows(id.size());
    std::iota(rows.begin(), rows.end(), Index(0));
    std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return id[a] < id[b]; });
    struct Entry {
        std::uint32_t id, material;
        float         value[8];
    };
    std::vector<Entry> state;
    for (const Index i : rows) {
        if (Role(role[i]) != Role::matter) continue;
        const Vec4 &x = position[i], &v = velocity[i];
        Entry       e{id[i], material[i], {x.x, x.y, x.z, x.w, v.x, v.y, v.z, heat[i]}};
        for (float& value : e.value) value += 0.f;  // -0 becomes +0
        state.push_back(e);
        if (!solute.empty()) state.push_back({id[i], material[i], {solute[i] + 0.f}});
    }
    return checksum(std::as_bytes(std::span(state)));
}

}  // namespace mote
