// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Scenes that readers copy out of pages are sound.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "mote/build.h"

namespace mote {
namespace {

namespace fs = std::filesystem;

struct Snippet {
    std::string text;
    int         line;  // in the page, of its first line
};

/// The blocks of a page that are marked as YAML.
std::vector<Snippet> snippets_of(const fs::path& page) {
    std::ifstream        in(page);
    std::vector<Snippet> all;
    bool                 inside = false;
    int                  number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (!inside && line == "```yaml")
            inside = true, all.push_back({"", number + 1});
        else if (inside && line == "```")
            inside = false;
        else if (inside)
            all.back().text += line + "\n";
    }
    EXPECT_FALSE(inside) << page << ": a block has no end";
    return all;
}

/// Every page that shows scenes.
std::vector<fs::path> pages() {
    std::vector<fs::path> all{fs::path(MOTE_SOURCE_DIR) / "README.md"};
    for (const auto& item : fs::directory_iterator(fs::path(MOTE_SOURCE_DIR) / "docs/howto")) all.push_back(item.path());
    return all;
}

// Each is a whole scene that builds without a warning, and each how-to page has one.
TEST(HowTo, EverySceneOfAPageIsSound) {
    for (const fs::path& page : pages()) {
        const auto snippets = snippets_of(page);
        EXPECT_TRUE(!snippets.empty() || page.filename() == "README.md") << page << ": it shows no scene";
        for (const Snippet& snippet : snippets) {
            SCOPED_TRACE(page.string() + ":" + std::to_string(snippet.line));
            try {
                const auto built = build_scene(read_scene_text(snippet.text, page.string()), Exec(0));
                for (const std::string& warning : built.report.warnings) ADD_FAILURE() << warning;
            } catch (const std::exception& error) {
                ADD_FAILURE() << error.what();
            }
        }
    }
}

// The list of pages leads to every page, and the front page to the list.
TEST(HowTo, EveryPageIsListed) {
    const auto text = [](const fs::path& file) {
        std::ifstream in(file);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const fs::path    root = MOTE_SOURCE_DIR;
    const std::string list = text(root / "docs/howto/README.md");
    for (const fs::path& page : pages())
        if (page.filename() != "README.md") {
            EXPECT_NE(list.find("(" + page.filename().string() + ")"), std::string::npos) << page;
        }
    EXPECT_NE(text(root / "README.md").find("(docs/howto/README.md)"), std::string::npos);
}

}  // namespace
}  // namespace mote
