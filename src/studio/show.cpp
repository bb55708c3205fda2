// Copyright (c) 2026 The Mote authors. MIT licence.
#include "show.h"

#include <fmt/format.h>

#include <algorithm>

#include "mote/files.h"
#include "rewrite.h"
#include "scene/words.h"

namespace mote::studio {
namespace {

/// The text of a scene with the overrides of the command line written into it.
std::string text_of(const std::filesystem::path& file, const std::vector<std::string>& set) {
    std::string text = read_text_file(file, 16u << 20);
    for (const std::string& change : set) {
        const SceneFile   next  = read_scene_text(text, file.string(), {change});
        const std::size_t equal = change.find('=');
        text = with_value(text, file.string(), change.substr(0, equal), change.substr(equal + 1), next.scene);
    }
    return text;
}

}  // namespace

Show::Show(const StudioOptions& options) : options_(options) {
    for (const auto& folder : options_.runs) runs_.emplace_back(folder);
    if (!options_.scene.empty()) live_ = start(options_.scene);
}

std::shared_ptr<Live> Show::start(const std::filesystem::path& file) {
    LiveOptions o;
    o.name = file.string(), o.text = text_of(file, file == options_.scene ? options_.set : std::vector<std::string>{});
    o.output = options_.output, o.threads = options_.threads, o.device = options_.device;
    // The engine's thread must not hold the last hold on itself, so it tells who it is.
    o.on_snapshot = [this](const Live& live) {
        for (const auto& l : listeners()) l->on_snapshot(live);
    };
    o.on_state = [this](const Live& live) {
        for (const auto& l : listeners()) l->on_state(live);
    };
    return std::make_shared<Live>(std::move(o));
}

Json Show::describe() const {
    const auto scene = live();
    Json       about{{"version", MOTE_VERSION}, {"mode", !runs_.empty() ? "play" : scene ? "live" : "gallery"}, {"presets", preset_names()}};
    about["gallery"] = Json::array();
    for (const GalleryScene& g : options_.gallery)
        about["gallery"].push_back({{"name", g.name}, {"title", g.title}, {"picture", g.picture.empty() ? Json() : Json("gallery/" + g.name + ".png")}});
    about["sides"] = Json::array();
    for (const RunSource& run : runs_) about["sides"].push_back(run.describe());
    if (scene) {
        const auto now = scene->latest();
        Json       one = now->stage->describe();
        FrameTableHeader table{"particles", 0, {}};
        for (const FrameColumn& c : now->frame->find("particles")->columns) table.columns.push_back({c.name, c.unit, c.type});
        one["colours"] = colour_list(table);
        one["meshes"] = Json::array(), one["statistics"] = Json::array(), one["frames"] = Json::array();
        one["name"] = std::filesystem::path(scene->name()).stem().string();
        about["sides"].push_back(std::move(one));
        about["state"] = scene->state();
    }
    return about;
}

const RunSource& Show::run(std::size_t side) const {
    if (side >= runs_.size()) throw Error("there is no such run here", 2);
    return runs_[side];
}

std::shared_ptr<Live> Show::live() const {
    const std::lock_guard guard(mutex_);
    return live_;
}

void Show::open(const std::string& name) {
    const auto found = std::find_if(options_.gallery.begin(), options_.gallery.end(), [&](const GalleryScene& g) { return g.name == name; });
    if (found == options_.gallery.end()) throw Error("there is no scene " + in_quotes(name) + " in the gallery", 2);
    auto next = start(found->file);
    next->post([live = next.get()] { live->run(true); });
    {
        const std::lock_guard guard(mutex_);
        std::swap(live_, next);
    }
    for (const auto& l : listeners()) l->on_show();
}

void Show::close() {
    std::shared_ptr<Live> last;
    {
        const std::lock_guard guard(mutex_);
        std::swap(live_, last);
    }
    for (const auto& l : listeners()) l->on_show();
}

void Show::listen(const std::shared_ptr<Listener>& listener) {
    const std::lock_guard guard(mutex_);
    listeners_.remove_if([](const auto& l) { return l.expired(); });
    listeners_.push_back(listener);
}

std::vector<std::shared_ptr<Listener>> Show::listeners() {
    std::vector<std::shared_ptr<Listener>> now;
    const std::lock_guard                  guard(mutex_);
    for (const auto& l : listeners_)
        if (auto alive = l.lock()) now.push_back(std::move(alive));
    return now;
}

}  // namespace mote::studio
