// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The studio: one or two runs to look at, or a scene that runs while it is looked at, in a page served by this process.
//
//     const studio::Studio studio({.runs = {"out/dam_break"}});
//     print(studio.url());      // and wait
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mote::studio {

/// A scene that the gallery shows.
struct GalleryScene {
    std::string           name, title;
    std::filesystem::path file, picture;   ///< picture: empty where there is none
};

struct StudioOptions {
    std::vector<std::filesystem::path> runs;      ///< none: a scene, or the gallery
    std::filesystem::path              scene;     ///< empty: none
    std::vector<std::string>           set;       ///< overrides of the scene
    std::vector<GalleryScene>          gallery;
    std::filesystem::path              page;      ///< folder of the built page
    std::filesystem::path              output = "out";   ///< where scenes and runs are saved
    std::string                        host = "127.0.0.1", token;   ///< token: empty: a new one
    int                                port = 0, threads = 0;
    std::string                        device = "auto";
};

/// Lives as long as it serves. Throws Error where a run, the scene, the page or the address is not there.
class Studio {
public:
    explicit Studio(StudioOptions options);
    ~Studio();

    std::string url() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace mote::studio
