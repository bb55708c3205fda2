// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Every letter is a width and a drawing in a small language of strokes:
//   M x y            lift the pen and go there
//   L x y            a line
//   Q cx cy x y      a curve that leaves towards c and arrives from c (quadratic Bezier)
//   A cx cy rx ry a b   an arc of an ellipse from angle a to b [degrees, counter-clockwise from the right], reached
//                    by a line if the pen is down
//   O ...            the same with the pen lifted first
// Digits share one width, so that numbers in a film do not dance.
#include "picture/font.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include "mote/math.h"

namespace mote {
namespace {

struct Drawing {
    float       width;
    const char* strokes;
};

// clang-format off
constexpr std::array<Drawing, 96> drawings{{
    {2.2f, ""},                                                                     // space
    {1, "M.5 10 L.5 3.4 M.5 0 L.5 .25"},                                            // !
    {2.8f, "M.3 10 L.3 7 M2.5 10 L2.5 7"},                                          // "
    {6.4f, "M2.3 10 L1.2 0 M5.2 10 L4.1 0 M.2 6.9 L6.4 6.9 M0 3.1 L6.2 3.1"},       // #
    {6, "O3 7.2 2.6 2.2 40 270 A3 2.8 2.8 2.2 90 -140 M3 11 L3 -1"},                // $
    {8.2f, "O1.7 7.6 1.6 2.4 0 360 O6.5 2.4 1.6 2.4 0 360 M6.5 10 L1.7 0"},         // %
    {7.2f, "M7 0 L1.6 6.9 Q.6 10 2.9 10 Q5.1 10 4.8 7.9 Q4.6 6.5 2.6 5.5 Q.1 4.2 .1 2.4 Q.1 0 2.7 0 Q5.7 0 6.5 4.6"},
    {.8f, "M.4 10 L.4 7"},                                                          // '
    {2.6f, "M2.4 11.5 Q-1.6 4.8 2.4 -2"},                                           // (
    {2.6f, "M.2 11.5 Q4.2 4.8 .2 -2"},                                              // )
    {4.8f, "M2.4 10 L2.4 5.6 M.5 8.9 L4.3 6.7 M4.3 8.9 L.5 6.7"},                   // *
    {6, "M3 7.4 L3 1.4 M0 4.4 L6 4.4"},                                             // +
    {1.2f, "M.8 .3 L.2 -1.9"},                                                      // ,
    {4.2f, "M.3 4.2 L3.9 4.2"},                                                     // -
    {1, "M.5 0 L.5 .25"},                                                           // .
    {4, "M4 11 L0 -1"},                                                             // /
    {6, "O3 5 2.8 5 0 360"},                                                        // 0
    {6, "M1 7.9 L3.5 10 L3.5 0"},                                                   // 1
    {6, "O3 7.2 2.7 2.8 160 -35 Q4.2 4.1 .3 0 L5.8 0"},                             // 2
    {6, "O2.9 7.55 2.4 2.45 150 -90 A2.9 2.55 2.8 2.55 90 -150"},                   // 3
    {6, "M4.5 0 L4.5 10 L0 2.9 L6 2.9"},                                            // 4
    {6, "M5.3 10 L1 10 L.65 5.26 A2.9 3.2 2.9 3.2 140 -145"},                       // 5
    {6, "M4.9 10 Q.2 8.2 .2 3.1 A3 3.1 2.8 3.1 180 540"},                           // 6
    {6, "M.2 10 L5.8 10 L2 0"},                                                     // 7
    {6, "O3 7.55 2.35 2.45 0 360 O3 2.55 2.8 2.55 0 360"},                          // 8
    {6, "M1.1 0 Q5.8 1.8 5.8 6.9 A3 6.9 2.8 3.1 0 360"},                            // 9
    {1, "M.5 0 L.5 .25 M.5 6 L.5 6.25"},                                            // :
    {1.2f, "M.8 .3 L.2 -1.9 M.7 6 L.7 6.25"},                                       // ;
    {6, "M5.6 7.4 L.6 4.4 L5.6 1.4"},                                               // <
    {6, "M.2 5.8 L5.8 5.8 M.2 3 L5.8 3"},                                           // =
    {6, "M.4 7.4 L5.4 4.4 L.4 1.4"},                                                // >
    {5.2f, "O2.6 7.4 2.5 2.6 165 -50 Q2.7 4.5 2.6 3.2 M2.6 0 L2.6 .25"},            // ?
    {9, "O4.4 4 1.9 2.3 0 360 M6.3 6.3 L6.3 3.4 A7.5 3.4 1.2 1.5 180 360 A4.6 4 4.1 5.2 -7 308"},
    {7, "M0 0 L3.5 10 L7 0 M1.2 3.3 L5.8 3.3"},                                     // A
    {6.2f, "M.3 0 L.3 10 L3.1 10 A3.1 7.65 2.4 2.35 90 -90 L.3 5.3 M3 5.3 A3.3 2.65 2.7 2.65 90 -90 L.3 0"},
    {6.8f, "O4 5 3.9 5 45 315"},                                                    // C
    {6.9f, "M.3 0 L.3 10 L2.7 10 A2.7 5 4 5 90 -90 L.3 0"},                         // D
    {5.5f, "M5.4 10 L.3 10 L.3 0 L5.4 0 M.3 5.2 L4.8 5.2"},                         // E
    {5.3f, "M5.3 10 L.3 10 L.3 0 M.3 5.1 L4.6 5.1"},                                // F
    {7.3f, "O4 5 3.9 5 45 320 L7.1 4.7 L4.5 4.7"},                                  // G
    {6.6f, "M.3 0 L.3 10 M6.3 0 L6.3 10 M.3 5.2 L6.3 5.2"},                         // H
    {1, "M.5 0 L.5 10"},                                                            // I
    {4.5f, "M4.2 10 L4.2 2.7 A2.1 2.7 2.1 2.7 0 -160"},                             // J
    {6.2f, "M.3 0 L.3 10 M5.9 10 L.3 3.9 M2.4 6.2 L6.2 0"},                         // K
    {5.2f, "M.3 10 L.3 0 L5.2 0"},                                                  // L
    {8, "M.3 0 L.3 10 L4 3 L7.7 10 L7.7 0"},                                        // M
    {6.8f, "M.3 0 L.3 10 L6.5 0 L6.5 10"},                                          // N
    {8, "O4 5 3.9 5 0 360"},                                                        // O
    {6, "M.3 0 L.3 10 L3.1 10 A3.1 7.3 2.7 2.7 90 -90 L.3 4.6"},                    // P
    {8, "O4 5 3.9 5 0 360 M4.8 2.4 L7.4 -.8"},                                      // Q
    {6.2f, "M.3 0 L.3 10 L3.1 10 A3.1 7.3 2.7 2.7 90 -90 L.3 4.6 M3.1 4.6 L6.1 0"},  // R
    {6, "O3 7.55 2.6 2.45 40 270 A3 2.55 2.8 2.55 90 -140"},                        // S
    {6.6f, "M0 10 L6.6 10 M3.3 10 L3.3 0"},                                         // T
    {6.8f, "M.3 10 L.3 3.2 A3.4 3.2 3.1 3.2 180 360 L6.5 10"},                      // U
    {6.8f, "M0 10 L3.4 0 L6.8 10"},                                                 // V
    {9.8f, "M0 10 L2.5 0 L4.9 9 L7.3 0 L9.8 10"},                                   // W
    {6.4f, "M.2 10 L6.2 0 M6.2 10 L.2 0"},                                          // X
    {6.6f, "M0 10 L3.3 4.8 L6.6 10 M3.3 4.8 L3.3 0"},                               // Y
    {6.4f, "M.3 10 L6 10 L.3 0 L6.2 0"},                                            // Z
    {2.4f, "M2.3 11.5 L.4 11.5 L.4 -2 L2.3 -2"},                                    // [
    {4, "M0 11 L4 -1"},                                                             // backslash
    {2.4f, "M.1 11.5 L2 11.5 L2 -2 L.1 -2"},                                        // ]
    {5.6f, "M.5 6.5 L2.8 10 L5.1 6.5"},                                             // ^
    {6, "M0 -1.8 L6 -1.8"},                                                         // _
    {2, "M.3 10.6 L1.8 8.8"},                                                       // `
    {5.1f, "M.6 6 A2.6 4.9 2.2 2.1 150 0 L4.8 0 M4.8 4 L2.3 4 A2.3 2 2.1 2 90 270 Q4 0 4.8 1.7"},
    {5.6f, "M.3 10.5 L.3 0 O2.95 3.5 2.65 3.5 0 360"},                              // b
    {4.7f, "O2.75 3.5 2.65 3.5 50 310"},                                            // c
    {5.6f, "M5.3 10.5 L5.3 0 O2.65 3.5 2.65 3.5 0 360"},                            // d
    {5.4f, "M.1 3.7 L5.25 3.7 A2.7 3.5 2.6 3.5 3 318"},                             // e
    {3.4f, "M3.6 10.3 Q1.5 10.9 1.5 8.4 L1.5 0 M0 7 L3.3 7"},                       // f
    {5.6f, "O2.65 3.5 2.65 3.5 0 360 M5.3 7 L5.3 -.6 A2.8 -.6 2.5 2.4 0 -145"},     // g
    {5.4f, "M.3 10.5 L.3 0 M.3 4.2 A2.7 4.2 2.4 2.8 180 0 L5.1 0"},                 // h
    {1, "M.5 7 L.5 0 M.5 9.6 L.5 9.85"},                                            // i
    {1.9f, "M1.4 7 L1.4 -1 Q1.4 -3 -.4 -2.9 M1.4 9.6 L1.4 9.85"},                   // j
    {5, "M.3 10.5 L.3 0 M4.7 7 L.3 2.7 M1.9 4.3 L5 0"},                             // k
    {2, "M.4 10.5 L.4 1.7 Q.4 0 1.9 .1"},                                           // l
    {8.6f, "M.3 7 L.3 0 M.3 4.6 A2.3 4.6 2 2.4 180 0 L4.3 0 M4.3 4.6 A6.3 4.6 2 2.4 180 0 L8.3 0"},
    {5.4f, "M.3 7 L.3 0 M.3 4.2 A2.7 4.2 2.4 2.8 180 0 L5.1 0"},                    // n
    {5.5f, "O2.75 3.5 2.7 3.5 0 360"},                                              // o
    {5.6f, "M.3 7 L.3 -3 O2.95 3.5 2.65 3.5 0 360"},                                // p
    {5.6f, "M5.3 7 L5.3 -3 O2.65 3.5 2.65 3.5 0 360"},                              // q
    {3.3f, "M.3 7 L.3 0 M.3 4 Q.5 7.2 3.3 6.9"},                                    // r
    {4.6f, "O2.4 5.25 1.95 1.75 40 270 A2.4 1.75 2.15 1.75 90 -145"},               // s
    {3.5f, "M1.5 9.2 L1.5 1.8 Q1.5 -.1 3.5 .15 M0 7 L3.3 7"},                       // t
    {5.4f, "M.3 7 L.3 2.8 A2.7 2.8 2.4 2.8 180 360 M5.1 7 L5.1 0"},                 // u
    {5.2f, "M0 7 L2.6 0 L5.2 7"},                                                   // v
    {7.6f, "M0 7 L1.9 0 L3.8 6.4 L5.7 0 L7.6 7"},                                   // w
    {4.8f, "M.1 7 L4.7 0 M4.7 7 L.1 0"},                                            // x
    {5.3f, "M0 7 L2.75 .2 M5.3 7 L2.2 -1.6 Q1.7 -3 0 -2.9"},                        // y
    {4.8f, "M.3 7 L4.5 7 L.3 0 L4.7 0"},                                            // z
    {2.7f, "M2.6 11.5 Q1.2 11.5 1.2 9.8 L1.2 6.6 Q1.2 4.8 0 4.75 Q1.2 4.7 1.2 2.9 L1.2 -.3 Q1.2 -2 2.6 -2"},
    {.8f, "M.4 11.5 L.4 -2.5"},                                                     // |
    {2.7f, "M.1 11.5 Q1.5 11.5 1.5 9.8 L1.5 6.6 Q1.5 4.8 2.7 4.75 Q1.5 4.7 1.5 2.9 L1.5 -.3 Q1.5 -2 .1 -2"},
    {6, "M.2 4.2 Q1.5 6.4 3 4.9 Q4.5 3.4 5.8 5.4"},                                 // ~
    {5, "M.3 0 L4.7 0 L4.7 10 L.3 10 L.3 0"},                                       // unknown
}};
// clang-format on

/// Follows the strokes of a drawing.
class Pen {
public:
    explicit Pen(Glyph& out) : out_(out) {}

    void draw(const char* text) {
        while (*text) {
            const char command = *text++;
            if (command == ' ') continue;
            float     value[6];
            const int count = command == 'Q' ? 4 : command == 'A' || command == 'O' ? 6 : 2;
            for (int k = 0; k < count; ++k) {
                char* end = nullptr;
                value[k]  = std::strtof(text, &end);
                text      = end;
            }
            if (command == 'M' || command == 'O') down_ = false;
            if (command == 'Q')
                curve(value);
            else if (count == 6)
                arc(value);
            else
                go(value[0], value[1]);
        }
    }

private:
    void go(float x, float y) {
        if (down_) out_.strokes.push_back({x_, y_, x, y});
        x_ = x, y_ = y, down_ = true;
    }
    void curve(const float* v) {
        const float x = x_, y = y_;
        for (int k = 1; k <= 8; ++k) {
            const float t = float(k) / 8, a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
            go(a * x + b * v[0] + c * v[2], a * y + b * v[1] + c * v[3]);
        }
    }
    void arc(const float* v) {
        const int pieces = int(std::abs(v[5] - v[4]) / 15) + 2;
        for (int k = 0; k <= pieces; ++k) {
            const float angle = (v[4] + (v[5] - v[4]) * float(k) / float(pieces)) * pi / 180;
            go(v[0] + v[2] * std::cos(angle), v[1] + v[3] * std::sin(angle));
        }
    }

    Glyph& out_;
    float  x_ = 0, y_ = 0;
    bool   down_ = false;
};

}  // namespace

const Glyph& glyph(unsigned char character) {
    static const auto all = [] {
        std::array<Glyph, drawings.size()> glyphs;
        for (std::size_t k = 0; k < glyphs.size(); ++k) {
            constexpr float gap = 2.1f;  // between the strokes of neighbours
            glyphs[k].advance   = drawings[k].width + gap;
            Pen(glyphs[k]).draw(drawings[k].strokes);
        }
        return glyphs;
    }();
    const bool known = character >= 32 && character < 127;
    return all[known ? std::size_t(character - 32) : all.size() - 1];
}

}  // namespace mote
