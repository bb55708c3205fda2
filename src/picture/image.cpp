// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <fstream>

#include "mote/error.h"
#include "mote/files.h"
#include "picture/colour.h"

namespace mote {
namespace {

constexpr int largest_side = 32768;

std::size_t area(int width, int height) {
    if (width < 0 || height < 0 || width > largest_side || height > largest_side)
        throw SceneError(fmt::format("a picture cannot have {} x {} pixels: each side must lie between 1 and {}", width,
                                     height, largest_side));
    return std::size_t(width) * std::size_t(height);
}

/// Averages `count_in` values (stride `stride`) down or up to `count_out` into `out`.
void resample_line(const Vec4* in, std::size_t stride, int count_in, Vec4* out, std::size_t out_stride, int count_out) {
    const double scale = double(count_in) / count_out;
    for (int k = 0; k < count_out; ++k) {
        const double from = k * scale, to = (k + 1) * scale;
        Vec4         sum;
        for (int i = int(from); i < count_in && i < to; ++i) {
            const auto  weight = float((std::min(to, i + 1.0) - std::max(from, double(i))) / scale);
            const Vec4& v      = in[std::size_t(i) * stride];
            sum = {sum.x + weight * v.x, sum.y + weight * v.y, sum.z + weight * v.z, sum.w + weight * v.w};
        }
        out[std::size_t(k) * out_stride] = sum;
    }
}

}  // namespace

Image::Image(int width_, int height_, Pixel fill)
    : width(width_), height(height_), pixels(area(width_, height_), fill) {}

Image resized(const Image& image, int width, int height) {
    Image out(std::max(1, width), std::max(1, height));
    if (image.pixels.empty() || (image.width == out.width && image.height == out.height)) {
        if (!image.pixels.empty()) out.pixels = image.pixels;
        return out;
    }
    const auto        w_in = std::size_t(image.width), h_in = std::size_t(image.height), w = std::size_t(out.width);
    std::vector<Vec4> narrow(w * h_in), line(w_in), column(std::size_t(out.height));
    for (std::size_t y = 0; y < h_in; ++y) {
        for (std::size_t x = 0; x < w_in; ++x) {
            const Pixel& p = image.pixels[y * w_in + x];
            line[x]        = with_w((float(p.a) / 255) * linear(p), float(p.a) / 255);  // weighted by coverage
        }
        resample_line(line.data(), 1, image.width, &narrow[y * w], 1, out.width);
    }
    for (std::size_t x = 0; x < w; ++x) {
        resample_line(&narrow[x], w, image.height, column.data(), 1, out.height);
        for (int y = 0; y < out.height; ++y) {
            const Vec4& v     = column[std::size_t(y)];
            Pixel       p     = to_srgb(v.w > 0 ? xyz(v) / v.w : Vec3{});
            p.a               = std::uint8_t(255 * clamp(v.w, 0.f, 1.f) + 0.5f);
            out.at(int(x), y) = p;
        }
    }
    return out;
}

namespace {

/// A comment, after the header of 33 bytes (PNG specification, 2003: 5.3 and 11.3.4.3).
void insert_note(std::vector<std::byte>& png, std::string_view note) {
    const std::string body = "tEXtComment" + std::string(1, '\0') + std::string(note);
    std::string       chunk;
    const auto        number = [&](std::uint32_t n) {
        for (int shift = 24; shift >= 0; shift -= 8) chunk += char(n >> shift & 255u);
    };
    number(std::uint32_t(body.size() - 4));
    chunk += body;
    number(std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(body.data()), uInt(body.size()))));
    const auto* bytes = reinterpret_cast<const std::byte*>(chunk.data());
    png.insert(png.begin() + 33, bytes, bytes + chunk.size());
}

}  // namespace

std::vector<std::byte> encode_png(const Image& image, std::string_view note) {
    if (image.width <= 0 || image.height <= 0) throw FileError("a picture without pixels cannot be written as PNG");
    const bool opaque =
        std::all_of(image.pixels.begin(), image.pixels.end(), [](const Pixel& p) { return p.a == 255; });

    std::vector<std::uint8_t> rgb;
    const void*               rows = image.pixels.data();
    if (opaque) {
        rgb.reserve(image.pixels.size() * 3);
        for (const Pixel& p : image.pixels) rgb.insert(rgb.end(), {p.r, p.g, p.b});
        rows = rgb.data();
    }
    static_assert(sizeof(Pixel) == 4);

    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    header.width   = png_uint_32(image.width);
    header.height  = png_uint_32(image.height);
    header.format  = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;

    png_alloc_size_t       size = PNG_IMAGE_PNG_SIZE_MAX(header);
    std::vector<std::byte> bytes(size);
    if (!png_image_write_to_memory(&header, bytes.data(), &size, 0, rows, 0, nullptr))
        throw FileError(fmt::format("the picture could not be encoded as PNG: {}", header.message));
    bytes.resize(size);
    if (!note.empty()) insert_note(bytes, note);
    return bytes;
}

void save_png(const std::string& path, const Image& image, std::string_view note) { write_file_atomically(path, encode_png(image, note)); }

std::string note_in_png(const std::string& path) {
    std::string   head(4096, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), std::streamsize(head.size()));
    head.resize(std::size_t(file.gcount()));
    const std::string_view mark("tEXtComment\0", 12);
    if (head.size() < 45 || std::string_view(head).substr(37, mark.size()) != mark) return {};
    std::size_t length = 0;
    for (int k = 33; k < 37; ++k) length = length << 8 | std::uint8_t(head[std::size_t(k)]);
    return length < 8 || 41 + length > head.size() ? std::string{} : head.substr(49, length - 8);
}

}  // namespace mote
