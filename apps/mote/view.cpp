// Copyright (c) 2026 The Mote authors. MIT licence.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "commands.h"
#include "gallery.h"
#include "mote/error.h"
#include "scene/words.h"
#include "signals.h"
#include "terminal.h"

#ifdef MOTE_STUDIO
#include "studio/server.h"
#include "studio/studio.h"
#endif

namespace mote::cli {
namespace {

namespace fs = std::filesystem;

/// Beside the program: build/web, or share/mote/web where it was installed.
fs::path page_folder() {
    std::error_code none;
    const fs::path  program = fs::read_symlink("/proc/self/exe", none);
    for (const char* at : {"../web", "../share/mote/web"})
        if (const fs::path folder = program.parent_path() / at; fs::exists(folder / "index.html")) return folder.lexically_normal();
    return program.parent_path() / "../web";
}

bool is_scene(const fs::path& path) { return fs::is_regular_file(path); }

void check_address(const ViewCommand& command) {
    const auto usual = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; };
    if (!command.token.empty() && (command.token.size() < 8 || !std::all_of(command.token.begin(), command.token.end(), usual)))
        throw Error("view: --token takes 8 letters and digits or more; leave it out for a new one", 2);
}

/// In the background, where there is a desktop; whether that worked does not matter, the address is printed.
void open_browser(const std::string& url) {
    if (!isatty(2) || (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY"))) return;
    if (fork() != 0) return;
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) _exit(1);
    execlp("xdg-open", "xdg-open", url.c_str(), static_cast<char*>(nullptr));
    _exit(1);
}

#ifdef MOTE_STUDIO
studio::StudioOptions options_of(const ViewCommand& command) {
    studio::StudioOptions o;
    for (const std::string& what : command.what) {
        if (!fs::exists(what)) throw FileError(fmt::format("there is no {}; name the folder of a run or a scene file, or nothing for the gallery", in_quotes(what)));
        if (!is_scene(what))
            o.runs.push_back(what);
        else if (command.what.size() == 1)
            o.scene = what;
        else
            throw Error("view: side by side go two runs, and " + in_quotes(what) + " is a scene; run it first with mote run", 2);
    }
    if (!command.set.empty() && o.scene.empty()) throw Error("view: --set changes a scene; there is none here to change", 2);
    if (command.what.empty())
        for (const GalleryEntry& e : find_scenes(gallery_folder())) o.gallery.push_back({e.name(), e.title, e.file, e.thumbnail});
    o.set = command.set, o.page = page_folder(), o.output = command.folder;
    o.host = command.host, o.token = command.token, o.port = command.port, o.threads = command.threads, o.device = command.device;
    return o;
}
#endif

}  // namespace

#ifdef MOTE_STUDIO
int execute(const ViewCommand& command) {
    check_address(command);
    const RunSignals     signals;
    if (nice(5) == -1) {   // browsers come first; that it may not be so does not matter
    }
    const studio::Studio studio(options_of(command));
    print(studio.url() + "\n");
    std::fflush(stdout);
    if (!command.quiet) tell("Open this address in a browser. Ctrl-C ends the studio.");
    if (!command.quiet && !studio::is_loopback(command.host)) tell("Whoever on the network knows the address, with its token, can look and change things.");
    if (!command.no_open) open_browser(studio.url());
    while (!signals.requests()->stop) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return 0;
}
#else
int execute(const ViewCommand&) { throw Error("this Mote was built without Boost.Beast, so it has no studio; install libboost-dev and build again", 5); }
#endif

}  // namespace mote::cli
