// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>

#include "io/export_parts.h"
#include "mote/export.h"
#include "mote/files.h"

namespace mote {
using namespace io;

namespace {

std::string heading_of(const std::vector<Quantity>& quantities) {
    std::string text;
    for (const Quantity& q : quantities)
        for (std::uint8_t k = 0; k < q.part.components; ++k) {
            std::string cell = component_name(q.part, k);
            if (!q.part.unit.empty()) cell += fmt::format(" [{}]", q.part.unit);
            // RFC 4180: a cell with a comma or a quote stands in quotes, and its quotes are doubled.
            if (cell.find_first_of(",\"") != std::string::npos) {
                for (std::size_t at = 0; (at = cell.find('"', at)) != std::string::npos; at += 2)
                    cell.insert(at, 1, '"');
                cell = '"' + cell + '"';
            }
            text += (text.empty() ? "" : ",") + cell;
        }
    return text + '\n';
}

}  // namespace

void export_csv(const std::filesystem::path& path, const FrameTable& table) {
    const std::vector<Quantity> quantities = quantities_of(table);
    AtomicFile                  file(path);
    file.write(heading_of(quantities));
    write_in_blocks(file, table.rows, 16 * quantities.size(), [&](std::vector<std::byte>& block, std::size_t row) {
        bool first = true;
        for (const Quantity& q : quantities)
            for (std::size_t k = 0; k < q.part.components; ++k) {
                if (!first) append_bytes(block, ",", 1);
                first = false;
                append_number(block, q, row, k);
            }
        append_bytes(block, "\n", 1);
    });
    file.commit();
}

}  // namespace mote
