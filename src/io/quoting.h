// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Words inside files of other people's languages. Control characters, which most of them do not allow, are left out.
#pragma once
#include <string>
#include <string_view>

namespace mote::io {

/// As JSON and USD have it: "text", with \ before quotes and itself.
inline std::string between_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) >= 32) out += c;
    }
    return out + '"';
}

/// As XML has it, in text and in attributes.
inline void append_xml(std::string& out, char c) {
    if (c == '&')
        out += "&amp;";
    else if (c == '<')
        out += "&lt;";
    else if (c == '>')
        out += "&gt;";
    else if (c == '"')
        out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 32)
        out += c;
}
inline std::string as_xml(std::string_view text) {
    std::string out;
    for (const char c : text) append_xml(out, c);
    return out;
}

}  // namespace mote::io
