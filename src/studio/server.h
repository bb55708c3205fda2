// Copyright (c) 2026 The Mote authors. MIT licence.
//
// HTTP and WebSocket for one page and its browsers. It knows addresses, tokens and limits, and nothing of simulations: what is said over a WebSocket goes to
// a Conversation. Whatever comes from outside is bounded: sizes, times, the number of connections; what breaks a rule is refused and forgotten.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mote::studio {

/// A file of the page, or a picture.
struct Resource {
    std::string type;              ///< text/html
    std::string bytes;
    bool        guarded = false;   ///< only for who knows the token
};
using Resources = std::map<std::string, Resource, std::less<>>;   ///< by path: "/index.html"

/// One browser at the other end. Any thread may call it.
class Peer {
public:
    virtual ~Peer() = default;
    /// A message of text, after those before it. Where too many wait, the browser is too slow to be talked to and is let go.
    virtual void send(std::string text) = 0;
    /// A message that is made when there is room for it; an empty one is not sent. A newer one of the same topic replaces one that still waits: a slow browser
    /// misses some, and nothing piles up.
    enum class As { text, binary };
    virtual void offer(const std::string& topic, As as, std::function<std::string()> make) = 0;
    /// Does what takes a while in another thread of the server; it must not throw.
    virtual void aside(std::function<void()> work) = 0;
};

/// What one browser says. All calls of one come one after the other.
class Conversation {
public:
    virtual ~Conversation() = default;
    virtual void receive(std::string_view text) = 0;
};

struct ServerOptions {
    std::string host  = "127.0.0.1";
    int         port  = 0;         ///< 0: any that is free
    std::string token;             ///< who does not know it is refused
    Resources   resources;
    std::function<std::unique_ptr<Conversation>(std::shared_ptr<Peer>)> talk;
    int         most_browsers    = 32;
    int         most_connections = 128;   ///< all that are open; the oldest that has said nothing makes room
    int         idle_seconds     = 10;    ///< for a request to come
};

/// Serves from its construction to its end, in threads of its own. Throws Error (exit code 2 or 5) where it cannot listen.
class Server {
public:
    explicit Server(ServerOptions options);
    ~Server();
    Server(const Server&)            = delete;
    Server& operator=(const Server&) = delete;

    int         port() const;
    std::string url() const;   ///< with the token

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// 32 hexadecimal digits nobody can guess.
std::string random_token();

/// Loopback: nobody else on the network reaches it.
bool is_loopback(std::string_view host);

}  // namespace mote::studio
