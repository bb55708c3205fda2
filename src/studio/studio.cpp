// Copyright (c) 2026 The Mote authors. MIT licence.
#include "studio.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "mote/files.h"
#include "run_source.h"
#include "server.h"
#include "show.h"
#include "talk.h"

namespace mote::studio {
namespace fs = std::filesystem;
namespace {

std::string type_of(const fs::path& file) {
    static const std::map<std::string, std::string> types{{".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"}, {".css", "text/css; charset=utf-8"},
                                                          {".svg", "image/svg+xml"},             {".png", "image/png"},                     {".json", "application/json"}};
    const auto found = types.find(file.extension().string());
    return found == types.end() ? "application/octet-stream" : found->second;
}

Resource resource_of(const fs::path& file, bool guarded) { return {type_of(file), read_text_file(file, 64u << 20), guarded}; }

/// All files of the page by their paths. Whatever else is asked for is not there: no request is ever turned into the name of a file.
Resources page_in(const fs::path& folder) {
    if (!fs::exists(folder / "index.html"))
        throw Error("the page of the studio was not built, for lack of nodejs and npm when Mote was; install them (packages.txt) and build again", 5);
    Resources all;
    for (const auto& item : fs::recursive_directory_iterator(folder)) {
        if (!item.is_regular_file()) continue;
        const std::string path = "/" + item.path().lexically_relative(folder).generic_string();
        all[path]              = resource_of(item.path(), path == "/index.html");
    }
    return all;
}

}  // namespace

struct Studio::Parts {
    Show                    show;
    std::unique_ptr<Server> server;   // last: it ends first

    explicit Parts(const StudioOptions& o) : show(o) {}
};

Studio::Studio(StudioOptions options) {
    ServerOptions server;
    server.host = options.host, server.port = options.port;
    server.token     = options.token.empty() ? random_token() : options.token;
    server.resources = page_in(options.page);
    for (const GalleryScene& g : options.gallery)
        if (!g.picture.empty()) server.resources["/gallery/" + g.name + ".png"] = resource_of(g.picture, true);
    parts_      = std::make_unique<Parts>(options);
    server.talk = [parts = parts_.get()](std::shared_ptr<Peer> peer) { return make_talk(parts->show, std::move(peer)); };
    parts_->server = std::make_unique<Server>(std::move(server));
}

/// The engine ends first: it tells browsers what happens as long as it runs.
Studio::~Studio() { parts_->show.close(); }

std::string Studio::url() const { return parts_->server->url(); }

}  // namespace mote::studio
