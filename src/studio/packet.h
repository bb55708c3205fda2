// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Frames as a browser gets them (docs/studio-protocol.md): a JSON header and columns of few bits. Positions take 16 bits a component in the box of the frame,
// numbers to colour by 16 bits in their range.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mote/frame.h"
#include "mote/particles.h"

namespace mote::studio {

using Json = nlohmann::ordered_json;

/// Columns after a header. Each begins at a multiple of 8 bytes from the end of the header.
class Packet {
public:
    explicit Packet(Json header) : header_(std::move(header)) { header_["parts"] = Json::array(); }

    /// `about` is put beside name, type and place.
    template <class T>
    void add(const char* name, std::span<const T> values, int components, Json about = Json::object()) {
        add(name, scalar_name<T>(), std::as_bytes(values), components, std::move(about));
    }
    std::string bytes() const;

private:
    template <class T>
    static constexpr const char* scalar_name() {
        if constexpr (std::is_same_v<T, float>) return "f32";
        if constexpr (std::is_same_v<T, std::uint16_t>) return "u16";
        if constexpr (std::is_same_v<T, std::uint32_t>) return "u32";
    }
    void add(const char* name, const char* type, std::span<const std::byte> values, int components, Json about);

    Json        header_;
    std::string body_;
};

/// What a browser wants of a frame.
struct FrameWish {
    std::string                  colour = "material";   ///< or a quantity
    std::optional<std::uint32_t> follow;                ///< id of a particle
    bool                         walls = false;         ///< samples of boundaries too
};

/// The names of the columns of `table` that a wish needs, besides those it always needs.
std::vector<std::string> columns_for(const FrameWish& wish, const FrameTableHeader& table);

/// Puts particles, their colour and who is followed into a packet. The frame may lack columns that are not wished for.
std::string frame_packet(const Frame& frame, const FrameWish& wish, Json header);

/// All that a frame knows about one particle, and who is near it.
Json describe_particle(const Frame& frame, Index row, float support, const std::vector<std::string>& materials, const std::vector<std::string>& bodies);

/// Rows that a packet of this wish shows, in its order.
std::vector<Index> shown_rows(const FrameTable& particles, bool walls);

/// What can be coloured by: [{name, unit, title}].
Json colour_list(const FrameTableHeader& particles);

}  // namespace mote::studio
