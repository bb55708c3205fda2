// Copyright (c) 2026 The Mote authors. MIT licence.
#include "talk.h"

#include <fmt/format.h>

#include <cmath>
#include <new>

#include "run/meta.h"
#include "scene/words.h"

namespace mote::studio {
namespace {

/// What a browser must not say. The sentence is for whoever writes another one.
[[noreturn]] void refuse(const std::string& sentence) { throw Error(sentence, 2); }

// ---- reading messages: whatever is missing or of another kind is refused ----------------------------------

const Json& member(const Json& m, const char* key) {
    const auto found = m.find(key);
    if (found == m.end()) refuse(fmt::format("the message lacks '{}'", key));
    return *found;
}
double number(const Json& v, const char* what) {
    if (!v.is_number() || !std::isfinite(v.get<double>())) refuse(fmt::format("'{}' is not a number", what));
    return v.get<double>();
}
std::uint32_t whole(const Json& m, const char* key) {
    const double v = number(member(m, key), key);
    if (v < 0 || v > 4294967295.0 || v != std::floor(v)) refuse(fmt::format("'{}' is not a whole number", key));
    return std::uint32_t(v);
}
std::string text(const Json& m, const char* key) {
    const Json& v = member(m, key);
    if (!v.is_string()) refuse(fmt::format("'{}' is not a text", key));
    return v.get<std::string>();
}
bool truth(const Json& m, const char* key) {
    const auto found = m.find(key);
    return found != m.end() && found->is_boolean() && found->get<bool>();
}
float amount(const Json& m, const char* key, float most) {
    const double v = number(member(m, key), key);
    if (std::abs(v) > double(most)) refuse(fmt::format("'{}' is more than {:g}", key, most));
    return float(v);
}
Vec3 vector(const Json& m, const char* key) {
    const Json& v = member(m, key);
    if (!v.is_array() || v.size() != 3) refuse(fmt::format("'{}' is not a vector", key));
    const auto at = [&](std::size_t k) {
        const double c = number(v[k], key);
        if (std::abs(c) > 1e9) refuse(fmt::format("'{}' is too far away", key));
        return float(c);
    };
    return {at(0), at(1), at(2)};
}
FrameWish wish_in(const Json& m) {
    FrameWish wish;
    if (m.contains("colour")) wish.colour = text(m, "colour");
    if (m.contains("follow") && !m["follow"].is_null()) wish.follow = whole(m, "follow");
    wish.walls = truth(m, "walls");
    return wish;
}

/// A sentence for whatever went wrong.
std::string sentence_of(const std::exception& e) {
    if (dynamic_cast<const std::bad_alloc*>(&e)) return "the memory of this machine does not suffice";
    std::string           said  = e.what();
    constexpr const char* first = "--set ";
    if (said.rfind(first, 0) == 0)   // where the value came from is plain to see here
        if (const std::size_t at = said.find(": "); at != said.npos) said = said.substr(at + 2);
    return said;
}

/// "name.yaml:3:14: ..." as {line, column, sentence}.
Json located(const std::string& name, const std::string& said) {
    Json error{{"sentence", said}};
    int  line = 0, column = 0, used = 0;
    if (said.rfind(name + ":", 0) == 0 && std::sscanf(said.c_str() + name.size(), ":%d:%d: %n", &line, &column, &used) >= 2)
        error = {{"sentence", said.substr(name.size() + std::size_t(used))}, {"line", line}, {"column", column}};
    return error;
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

/// An answer that can be given later, from any thread.
class Answer {
public:
    Answer(std::shared_ptr<Peer> peer, Json id) : peer_(std::move(peer)), id_(std::move(id)) {}
    void operator()(Json body = Json::object()) const { body["re"] = id_, peer_->send(dumped(body)); }
    void fail(const std::exception& e) const { peer_->send(dumped({{"re", id_}, {"error", sentence_of(e)}})); }
    /// Answers with what `make` returns, or with what it throws.
    template <class F>
    void with(const F& make) const {
        try {
            (*this)(make());
        } catch (const std::exception& e) {
            fail(e);
        }
    }
    /// A large answer, made when the browser can take it.
    void offer(const std::string& topic, std::function<std::string(Json header)> make) const {
        peer_->offer(topic, Peer::As::binary, [make = std::move(make), *this]() -> std::string {
            try {
                return make({{"re", id_}});
            } catch (const std::exception& e) {
                fail(e);
                return {};
            }
        });
    }
    /// One that takes a while, made beside all else.
    void offer_later(const std::string& topic, std::function<std::string(Json header)> make) const {
        peer_->aside([topic, make = std::move(make), *this] {
            try {
                offer(topic, [bytes = make({{"re", id_}})](const Json&) { return bytes; });
            } catch (const std::exception& e) {
                fail(e);
            }
        });
    }

private:
    std::shared_ptr<Peer> peer_;
    Json                  id_;
};

std::string live_packet(const Snapshot& now, const FrameWish& wish, Json header) {
    header["number"] = now.number, header["time"] = now.time, header["poses"] = now.stage->poses(now.time);
    return frame_packet(*now.frame, wish, std::move(header));
}

/// The request for the next moment of a scene that is not there yet.
struct Waiting {
    std::mutex              mutex;
    std::optional<Answer>   answer;
    FrameWish               wish;
    std::uint64_t           after = 0;
    std::shared_ptr<const Snapshot> last;   ///< what this browser was given, to pick from

    void serve(const Live& live) {
        const std::lock_guard guard(mutex);
        const auto            now = live.latest();
        if (!answer || !now || now->number <= after) return;
        last = now;
        std::exchange(answer, std::nullopt)->offer("next", [now, w = wish](Json header) { return live_packet(*now, w, std::move(header)); });
    }
};

class Talk final : public Conversation {
public:
    Talk(Show& show, std::shared_ptr<Peer> peer) : show_(show), peer_(std::move(peer)) {
        listener_->on_snapshot = [waiting = waiting_](const Live& live) { waiting->serve(live); };
        listener_->on_state    = [peer = std::weak_ptr(peer_)](const Live& live) {
            if (const auto to = peer.lock())
                to->offer("state", Peer::As::text, [state = live.state()] { return dumped({{"state", state}}); });
        };
        listener_->on_show = [peer = std::weak_ptr(peer_)] {
            if (const auto to = peer.lock()) to->send(R"({"show":true})");
        };
        show_.listen(listener_);
    }

    void receive(std::string_view said) override {
        const Json m = nlohmann::ordered_json::parse(said, nullptr, false);
        if (!m.is_object() || !m.contains("do") || !m["do"].is_string() || !m.contains("id") || !m["id"].is_number_integer())
            return peer_->send(R"({"error":"a message is a JSON object with `do` and a number `id`"})");
        const Answer answer(peer_, m["id"]);
        try {
            answer_to(m, m["do"].get<std::string>(), answer);
        } catch (const std::exception& e) {
            answer.fail(e);
        }
    }

private:
    void answer_to(const Json& m, const std::string& what, const Answer& answer) {
        if (what == "hello") return answer(show_.describe());
        if (what == "open") return show_.open(text(m, "scene")), answer();
        if (what == "close") return show_.close(), answer();
        if (show_.live()) return about_live(m, what, answer, show_.live());
        about_run(m, what, answer, m.contains("side") ? whole(m, "side") : 0);
    }

    void about_run(const Json& m, const std::string& what, const Answer& answer, std::size_t side) {
        const RunSource& run = show_.run(side);
        if (what == "frame")
            return answer.offer(fmt::format("frame {}", side), [&run, side, n = whole(m, "frame"), wish = wish_in(m)](Json header) {
                header["side"] = side;
                return run.frame(n, wish, std::move(header));
            });
        if (what == "surface") return answer.offer(fmt::format("surface {}", side), [&run, n = whole(m, "frame")](Json header) { return run.surface(n, std::move(header)); });
        if (what == "walls") return answer.offer_later(fmt::format("walls {}", side), [&run](Json header) { return run.stage().walls_packet(std::move(header)); });
        if (what == "pick") return answer(run.pick(whole(m, "frame"), whole(m, "index"), truth(m, "walls")));
        refuse("there is no request " + in_quotes(what) + " about a run");
    }

    void about_live(const Json& m, const std::string& what, const Answer& answer, const std::shared_ptr<Live>& live) {
        if (what == "next") return next(m, answer, live);
        if (what == "walls") return answer.offer_later("walls", [now = live->latest()](Json header) { return now->stage->walls_packet(std::move(header)); });
        if (what == "pick") return answer(pick(m));
        if (what == "check") return answer(check(*live, text(m, "text")));
        if (const auto job = job_for(m, what, live.get())) return live->post([job, answer] { answer.with(job); });
        refuse("there is no request " + in_quotes(what) + " about a scene that runs");
    }

    /// What is done between two steps; null where there is no such thing.
    std::function<Json()> job_for(const Json& m, const std::string& what, Live* live) {
        const auto done = [](auto act) { return [act] { return act(), Json::object(); }; };
        if (what == "run") return done([live, on = truth(m, "on")] { live->run(on); });
        if (what == "step") return done([live] { live->step_once(); });
        if (what == "pace") return done([live, by = amount(m, "times", 1000)] { live->set_pace(double(by)); });
        if (what == "text") return [live] { return Json{{"text", live->text()}, {"name", live->name()}}; };
        if (what == "form") return [live, path = text(m, "path")] { return Json{{"fields", live->form(path)}}; };
        if (what == "set") return done([live, path = text(m, "path"), value = text(m, "value"), again = truth(m, "restart")] { live->set(path, value, again); });
        if (what == "restart") return restart(m, live);
        if (what == "touch") return done([live, touch = touch_in(m)] { live->touch(touch); });
        if (what == "drop") return [live, d = drop_in(m)] { return Json{{"sentence", live->drop(d)}}; };
        if (what == "record") return [live, on = truth(m, "on")] { return Json{{"folder", live->record(on).string()}}; };
        if (what == "save") return [live] { return Json{{"file", live->save_scene().string()}}; };
        return nullptr;
    }

    static std::function<Json()> restart(const Json& m, Live* live) {
        return [live, text = m.contains("text") ? std::optional(text(m, "text")) : std::nullopt]() -> Json {
            try {
                live->restart(text.value_or(live->text()));
            } catch (const SceneError& e) {
                return {{"fault", located(live->name(), e.what())}};
            }
            return Json::object();
        };
    }

    /// Reads the text, as far as that goes without building it.
    static Json check(const Live& live, const std::string& said) {
        try {
            (void)read_scene_text(said, live.name());
        } catch (const SceneError& e) {
            return {{"fault", located(live.name(), e.what())}};
        }
        return {{"fault", nullptr}};
    }

    void next(const Json& m, const Answer& answer, const std::shared_ptr<Live>& live) {
        {
            const std::lock_guard guard(waiting_->mutex);
            if (waiting_->answer) (*waiting_->answer)({{"overtaken", true}});
            waiting_->answer = answer, waiting_->wish = wish_in(m), waiting_->after = whole(m, "after");
        }
        live->want();
        waiting_->serve(*live);
    }

    Json pick(const Json& m) {
        const std::uint32_t   index = whole(m, "index");
        const std::lock_guard guard(waiting_->mutex);
        if (!waiting_->last) refuse("nothing was shown yet");
        const Snapshot& now   = *waiting_->last;
        const auto*     table = now.frame->find("particles");
        const auto      rows  = shown_rows(*table, truth(m, "walls"));
        if (index >= rows.size()) refuse("there is no such particle any more; click again");
        return describe_particle(*now.frame, rows[index], now.stage->support(), now.stage->materials(), read_meta(now.frame->meta_json).bodies);
    }

    static std::optional<Touch> touch_in(const Json& m) {
        if (truth(m, "off")) return {};
        Touch t;
        t.blow = truth(m, "blow");
        t.at   = vector(m, "at");
        t.reach = amount(m, "reach", 1e6f);
        if (!(t.reach > 0)) refuse("'reach' must be above 0");
        if (t.blow) t.along = vector(m, "along"), t.strength = amount(m, "strength", 1e4f);
        if (!t.blow) t.velocity = vector(m, "velocity");
        if (m.contains("particle") && !m["particle"].is_null()) t.id = whole(m, "particle");
        return t;
    }
    static Drop drop_in(const Json& m) { return {text(m, "preset"), text(m, "shape") != "box", vector(m, "at"), amount(m, "size", 1e6f)}; }

    Show&                     show_;
    std::shared_ptr<Peer>     peer_;
    std::shared_ptr<Waiting>  waiting_  = std::make_shared<Waiting>();
    std::shared_ptr<Listener> listener_ = std::make_shared<Listener>();
};

}  // namespace

std::unique_ptr<Conversation> make_talk(Show& show, std::shared_ptr<Peer> peer) { return std::make_unique<Talk>(show, std::move(peer)); }

}  // namespace mote::studio
