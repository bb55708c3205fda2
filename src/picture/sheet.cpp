// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>
#include <cmath>

#include "picture/paint.h"

namespace mote {
namespace {

/// The text, shortened to fit.
std::string fitting(std::string_view text, float cap, float width) {
    if (text_width(text, cap) <= width) return std::string(text);
    while (!text.empty() && text_width(std::string(text) + "...", cap) > width) text.remove_suffix(1);
    return std::string(text) + "...";
}

void paste(Image& onto, const Image& picture, int x0, int y0) {
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) blend(onto.at(x0 + x, y0 + y), picture.at(x, y), 1);
}

int scaled_height(const Image& picture, int width) {
    if (picture.width <= 0 || picture.height <= 0) return 0;
    return std::max(1, int(std::lround(double(picture.height) * width / picture.width)));
}

}  // namespace

Image contact_sheet(std::span<const Image> pictures, int columns, std::string_view title,
                    std::span<const std::string> captions, int cell_width) {
    const int count = int(pictures.size()), width = std::clamp(cell_width, 16, 4096);
    const int in_row = std::clamp(columns, 1, std::max(1, count)), rows = (count + in_row - 1) / in_row;
    const int gap = std::max(8, width / 24), cap = std::max(7, width / 44), title_cap = cap + cap / 2;
    const int title_room = title.empty() ? 0 : 2 * title_cap + gap / 2, caption_room = captions.empty() ? 0 : 3 * cap;

    std::vector<int> row_height(std::size_t(rows), 0);
    for (int k = 0; k < count; ++k) {
        int& height = row_height[std::size_t(k / in_row)];
        height      = std::max(height, scaled_height(pictures[std::size_t(k)], width));
    }
    int height = gap + title_room;
    for (const int h : row_height) height += h + caption_room + gap;

    constexpr Pixel paper{246, 247, 248, 255}, frame{206, 210, 214, 255};
    Image           sheet(gap + in_row * (width + gap), height, paper);
    const auto      room = float(sheet.width - 2 * gap);
    draw_text(sheet, float(gap), float(gap + title_cap) + 0.25f * float(title_cap),
              fitting(title, float(title_cap), room), float(title_cap), dark_ink);

    int y = gap + title_room;
    for (int k = 0; k < count; ++k) {
        const Image& picture = pictures[std::size_t(k)];
        const int    x = gap + (k % in_row) * (width + gap), h = scaled_height(picture, width);
        if (h > 0) {
            fill_panel(sheet, float(x) - 1, float(y) - 1, float(x + width) + 1, float(y + h) + 1, 0, frame);
            paste(sheet, resized(picture, width, h), x, y);
        }
        const int below = y + row_height[std::size_t(k / in_row)];
        if (std::size_t(k) < captions.size())
            draw_text(sheet, float(x), float(below + 2 * cap),
                      fitting(captions[std::size_t(k)], float(cap), float(width)), float(cap), dark_ink);
        if (k % in_row == in_row - 1) y = below + caption_room + gap;
    }
    return sheet;
}

}  // namespace mote
