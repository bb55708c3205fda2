// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/frame.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/frame_format.h"

namespace mote {
namespace io {
namespace {

bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

bool is_name(std::string_view text) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
               c == '-';
    };
    return !text.empty() && text.size() <= max_name_bytes && std::all_of(text.begin(), text.end(), allowed);
}

bool is_unit(std::string_view text) { return text.size() <= max_unit_bytes && is_printable(text); }

bool is_writer(std::string_view text) { return text.size() <= writer_bytes && is_printable(text); }

bool is_meta(std::string_view text) {
    return text.size() <= max_meta_bytes && (text.empty() || nlohmann::json::accept(text));
}

}  // namespace io

namespace {

template <class Item>
const Item* find_by_name(const std::vector<Item>& items, std::string_view name) {
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

}  // namespace

const FrameColumn* FrameTable::find(std::string_view column) const { return find_by_name(columns, column); }
const FrameTable*  Frame::find(std::string_view table) const { return find_by_name(tables, table); }

FrameView view_of(const Frame& frame) {
    FrameView view{frame.writer, frame.meta_json, {}};
    for (const FrameTable& table : frame.tables) {
        FrameTableView& into = view.tables.emplace_back(FrameTableView{table.name, table.rows, {}});
        for (const FrameColumn& column : table.columns)
            into.columns.push_back({column.name, column.unit, column.type, column.bytes});
    }
    return view;
}

}  // namespace mote
