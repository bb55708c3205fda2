// Copyright (c) 2026 The Mote authors. MIT licence.
#include "packet.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "mote/error.h"
#include "mote/picture.h"
#include "run/quantity.h"

namespace mote::studio {
namespace {

constexpr float steps = 65535;

std::uint16_t quantised(float value, float low, float scale) {
    const float k = (value - low) * scale;
    return k > 0 ? std::uint16_t(std::min(k + 0.5f, steps)) : 0;   // a NaN is 0
}

const FrameTable& particles_of(const Frame& frame) {
    const FrameTable* table = frame.find("particles");
    if (!table) throw FileError("the frame has no table 'particles'");
    return *table;
}

Json json_of(const Vec3& v) { return {v.x, v.y, v.z}; }

bool is_finite(const Vec4& x) { return finite(x.x) && finite(x.y) && finite(x.z); }

void add_positions(Packet& packet, const FrameTable& table, const std::vector<Index>& rows) {
    const auto* position = rows_of<Vec4>(table, "position_volume");
    const auto* material = rows_of<MaterialId>(table, "material");
    const auto* role     = rows_of<std::uint8_t>(table, "role");
    Box         box;
    for (const Index i : rows)
        if (is_finite(position[i])) box.include(xyz(position[i]));
    if (box.empty()) box = {{0, 0, 0}, {0, 0, 0}};
    const Vec3  size  = box.high - box.low;
    const auto  scale = [](float extent) { return extent > 0 ? steps / extent : 0.f; };
    const float sx = scale(size.x), sy = scale(size.y), sz = scale(size.z);
    std::vector<std::uint16_t> packed(4 * rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Vec4&    x   = position[rows[k]];
        std::uint16_t* out = &packed[4 * k];
        out[0] = quantised(x.x, box.low.x, sx), out[1] = quantised(x.y, box.low.y, sy), out[2] = quantised(x.z, box.low.z, sz);
        out[3] = Role(role[rows[k]]) == Role::matter ? material[rows[k]] : std::uint16_t(0xffff);
    }
    packet.add<std::uint16_t>("position", packed, 4, {{"low", json_of(box.low)}, {"high", json_of(box.high)}});
}

void add_colour(Packet& packet, const FrameTable& table, const std::vector<Index>& rows, const std::string& name) {
    const Quantity q   = find_quantity(table, name, rows);
    const auto [low, high] = range_of(q.value);
    const float                scale = high > low ? steps / (high - low) : 0;
    std::vector<std::uint16_t> packed(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) packed[k] = quantised(q.value[k], low, scale);
    packet.add<std::uint16_t>("colour", packed, 1, {{"of", name}, {"title", q.title}, {"unit", q.unit}, {"low", low}, {"high", high}});
}

/// Of particles of an octree, as multiples of the smallest.
void add_sizes(Packet& packet, const FrameTable& table, const std::vector<Index>& rows) {
    const auto* size = rows_of<float>(table, "size");
    float       low = 1e30f, high = 0;
    for (const Index i : rows) low = std::min(low, size[i]), high = std::max(high, size[i]);
    std::vector<std::uint16_t> packed(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) packed[k] = quantised(size[rows[k]], 0, steps / high);
    packet.add<std::uint16_t>("size", packed, 1, {{"high", high / low}});
}

/// Every number of one row, by the names of its parts.
void describe_row(const FrameTable& table, Index row, Json& list) {
    for (const FrameColumn& column : table.columns)
        for (const ColumnPart& part : named_parts(column)) {
            Json values = Json::array();
            for (std::uint8_t k = 0; k < part.components; ++k)
                values.push_back(number_at(&column.bytes[row * column.type.bytes() + (part.first + k) * size_of(column.type.scalar)], column.type.scalar));
            list.push_back({{"name", part.name}, {"unit", part.unit}, {"values", std::move(values)}});
        }
}

struct Near {
    float distance;
    Index row;
};

std::vector<Near> near_rows(const FrameTable& table, Index row, float support) {
    const auto*       position = rows_of<Vec4>(table, "position_volume");
    const Vec3        at       = xyz(position[row]);
    std::vector<Near> near;
    for (Index j = 0; j < table.rows; ++j) {
        const float d = length(xyz(position[j]) - at);
        if (j != row && d < support) near.push_back({d, j});
    }
    std::sort(near.begin(), near.end(), [](const Near& a, const Near& b) { return a.distance < b.distance; });
    return near;
}

}  // namespace

void Packet::add(const char* name, const char* type, std::span<const std::byte> values, int components, Json about) {
    Json part{{"name", name}, {"type", type}, {"components", components}, {"at", body_.size()}, {"bytes", values.size()}};
    part.update(about);
    header_["parts"].push_back(std::move(part));
    body_.append(reinterpret_cast<const char*>(values.data()), values.size());
    body_.append((8 - body_.size() % 8) % 8, '\0');
}

std::string Packet::bytes() const {
    std::string text = header_.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    text.append((8 - (text.size() + 8) % 8) % 8, ' ');
    const std::uint32_t head[2] = {0x45544f4d, std::uint32_t(text.size())};   // MOTE
    std::string         all(reinterpret_cast<const char*>(head), sizeof head);
    all.reserve(sizeof head + text.size() + body_.size());
    return all.append(text).append(body_);
}

std::vector<std::string> columns_for(const FrameWish& wish, const FrameTableHeader& table) {
    std::vector<std::string> names{"position_volume", "role", "material"};
    if (wish.follow) names.push_back("id");
    for (const FrameColumnHeader& column : table.columns)
        if (column.name == "size") names.push_back("size");
    if (wish.colour == "material") return names;
    const std::string wanted = wish.colour == "speed" ? "velocity" : wish.colour;
    for (const FrameColumnHeader& column : table.columns)
        for (const ColumnPart& part : named_parts(column.name, column.unit, column.type)) {
            bool is_it = part.name == wanted;
            for (std::uint8_t k = 0; k < part.components; ++k) is_it = is_it || component_name(part, k) == wanted;
            if (is_it && std::find(names.begin(), names.end(), column.name) == names.end()) names.push_back(column.name);
        }
    return names;
}

std::vector<Index> shown_rows(const FrameTable& table, bool walls) {
    const auto*        role = rows_of<std::uint8_t>(table, "role");
    std::vector<Index> rows;
    for (Index i = 0; i < table.rows; ++i)
        if (Role(role[i]) == Role::matter || walls) rows.push_back(i);
    return rows;
}

std::string frame_packet(const Frame& frame, const FrameWish& wish, Json header) {
    const FrameTable&        table = particles_of(frame);
    const std::vector<Index> rows  = shown_rows(table, wish.walls);
    header["count"] = rows.size();
    if (wish.follow) {
        const auto* id    = rows_of<ParticleId>(table, "id");
        const auto  found = std::find_if(rows.begin(), rows.end(), [&](Index i) { return id[i] == *wish.follow; });
        header["followed"] = found == rows.end() ? Json() : Json(found - rows.begin());
    }
    Packet packet(std::move(header));
    add_positions(packet, table, rows);
    if (table.find("size") && !rows.empty()) add_sizes(packet, table, rows);
    if (wish.colour != "material") add_colour(packet, table, rows, wish.colour);
    return packet.bytes();
}

Json describe_particle(const Frame& frame, Index row, float support, const std::vector<std::string>& materials, const std::vector<std::string>& bodies) {
    const FrameTable& table = particles_of(frame);
    if (row >= table.rows) throw Error("there is no such particle in this frame", 2);
    const auto* id       = rows_of<ParticleId>(table, "id");
    const auto* material = rows_of<MaterialId>(table, "material");
    const auto* body     = rows_of<BodyId>(table, "body");
    const auto* role     = rows_of<std::uint8_t>(table, "role");
    const auto* position = rows_of<Vec4>(table, "position_volume");
    const auto  name     = [](const std::vector<std::string>& names, std::size_t k) { return k < names.size() ? names[k] : std::string(); };
    const auto  kind     = [&](Index i) { return Role(role[i]) == Role::wall ? "boundary" : name(materials, material[i]); };

    Json about{{"id", id[row]}, {"material", kind(row)}, {"body", name(bodies, body[row])}, {"position", json_of(xyz(position[row]))}, {"columns", Json::array()}};
    describe_row(table, row, about["columns"]);
    if (const FrameTable* solids = frame.find("solids"); solids && solids->find("id")) {
        const auto* of    = rows_of<ParticleId>(*solids, "id");
        const auto  found = std::find(of, of + solids->rows, id[row]);
        if (found != of + solids->rows) describe_row(*solids, Index(found - of), about["solid"] = Json::array());
    }
    const auto near = near_rows(table, row, support);
    about["support"] = support, about["neighbours"] = near.size(), about["near"] = Json::array();
    for (std::size_t k = 0; k < near.size() && k < 40; ++k)
        about["near"].push_back({{"id", id[near[k].row]}, {"distance", near[k].distance}, {"material", kind(near[k].row)}});
    return about;
}

Json colour_list(const FrameTableHeader& particles) {
    Json list = Json::array({{{"name", "material"}, {"unit", ""}}, {{"name", "speed"}, {"unit", "m/s"}}});
    for (const FrameColumnHeader& column : particles.columns)
        for (const ColumnPart& part : named_parts(column.name, column.unit, column.type)) {
            if (part.name == "material" || part.name == "role") continue;
            list.push_back({{"name", part.name}, {"unit", part.unit}});
            for (std::uint8_t k = 0; part.components > 1 && k < part.components; ++k)
                list.push_back({{"name", component_name(part, k)}, {"unit", part.unit}});
        }
    return list;
}

}  // namespace mote::studio
