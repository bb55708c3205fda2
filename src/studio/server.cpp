// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Boost.Beast [RFC 7230, RFC 6455]. All of it is in this file, because it is slow to compile.
#include "server.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <list>
#include <mutex>
#include <random>
#include <thread>

#include "mote/error.h"

namespace mote::studio {
namespace {

namespace asio      = boost::asio;
namespace beast     = boost::beast;
namespace http      = beast::http;
namespace websocket = beast::websocket;
using Tcp           = asio::ip::tcp;
using Code          = beast::error_code;

constexpr std::size_t most_message_bytes = 1u << 20;   // a scene as text, and more
constexpr std::size_t most_waiting       = 64;         // answers to one browser
constexpr std::size_t most_header_bytes  = 16u << 10;

/// Takes as long for a wrong guess as for a right one.
bool same(std::string_view a, std::string_view b) {
    unsigned different = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) different |= unsigned(a[i] ^ b[i]);
    return different == 0;
}

/// The value of a key in `path?a=1&token=...`; the token has no characters that would be escaped.
std::string_view value_in(std::string_view target, std::string_view key) {
    std::size_t at = target.find('?');
    while (at != target.npos) {
        const std::string_view rest = target.substr(at + 1);
        const std::size_t      end  = rest.find('&');
        const std::string_view pair = rest.substr(0, end);
        if (pair.size() > key.size() && pair.substr(0, key.size()) == key && pair[key.size()] == '=') return pair.substr(key.size() + 1);
        at = end == rest.npos ? target.npos : at + 1 + end;
    }
    return {};
}

std::string_view host_in(std::string_view authority) {
    if (!authority.empty() && authority[0] == '[') return authority.substr(0, authority.find(']') + 1);
    return authority.substr(0, authority.find(':'));
}

/// A name that resolves to us may be anybody's (DNS rebinding): only numbers, localhost and what the user has named are believed.
bool is_own_name(std::string_view host, std::string_view named) {
    if (host == "localhost" || host == named || (!host.empty() && host[0] == '[')) return true;
    Code bad;
    if (!is_loopback(named) && host == asio::ip::host_name(bad)) return true;
    asio::ip::make_address_v4(std::string(host), bad);
    return !bad;
}

std::string_view text_of(boost::string_view v) { return {v.data(), v.size()}; }

// Nothing of the page comes from elsewhere, and nothing goes elsewhere.
constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Shared;

/// What counts connections and can end one.
class Open {
public:
    virtual ~Open() = default;
    virtual void close() = 0;
};

class Limits {
public:
    /// Of all connections; the oldest that is only waiting for a request makes room.
    void enter(std::weak_ptr<Open> who, const Open* key, std::size_t most) {
        std::shared_ptr<Open> oldest;
        {
            const std::lock_guard guard(mutex_);
            silent_.push_back({std::move(who), key});
            if (silent_.size() > most) oldest = silent_.front().who.lock(), silent_.pop_front();
        }
        if (oldest) oldest->close();
    }
    void leave(const Open* key) {
        const std::lock_guard guard(mutex_);
        silent_.remove_if([&](const Entry& e) { return e.key == key; });
    }

private:
    struct Entry {
        std::weak_ptr<Open> who;
        const Open*         key;
    };
    std::mutex       mutex_;
    std::list<Entry> silent_;
};

struct Shared {
    ServerOptions     options;
    asio::io_context* context = nullptr;
    Limits            limits;
    std::atomic<int> browsers{0};

    bool knows(std::string_view target) const { return same(value_in(target, "token"), options.token); }
};

// ---- a browser ----------------------------------------------------------------------------------------------

class Browser final : public Peer, public std::enable_shared_from_this<Browser> {
public:
    Browser(beast::tcp_stream&& stream, std::shared_ptr<Shared> shared) : ws_(std::move(stream)), shared_(std::move(shared)) {}
    ~Browser() override { --shared_->browsers; }

    template <class Request>
    void start(const Request& request) {
        beast::get_lowest_layer(ws_).expires_never();
        auto patience = websocket::stream_base::timeout::suggested(beast::role_type::server);
        patience.idle_timeout = std::chrono::seconds(30), patience.keep_alive_pings = true;
        ws_.set_option(patience);
        ws_.read_message_max(most_message_bytes);
        ws_.write_buffer_bytes(1 << 16);
        ws_.auto_fragment(false);
        ws_.async_accept(request, [self = shared_from_this()](Code bad) {
            if (bad) return;
            self->talk_ = self->shared_->options.talk(self);
            self->read();
        });
    }

    void send(std::string text) override {
        asio::post(ws_.get_executor(), [self = shared_from_this(), text = std::move(text)]() mutable {
            if (self->waiting_.size() >= most_waiting) return self->let_go();
            self->waiting_.push_back(std::move(text));
            self->write();
        });
    }
    void offer(const std::string& topic, As as, std::function<std::string()> make) override {
        asio::post(ws_.get_executor(), [self = shared_from_this(), offer = Offer{topic, as, std::move(make)}]() mutable {
            auto&      all   = self->offers_;
            const auto known = std::find_if(all.begin(), all.end(), [&](const Offer& o) { return o.topic == offer.topic; });
            if (known != all.end())
                known->make = std::move(offer.make);
            else
                all.push_back(std::move(offer));
            self->write();
        });
    }

    void aside(std::function<void()> work) override { asio::post(*shared_->context, std::move(work)); }

private:
    struct Offer {
        std::string                  topic;
        As                           as;
        std::function<std::string()> make;
    };

    void let_go() {
        ended_ = true;
        beast::get_lowest_layer(ws_).close();
    }

    void read() {
        ws_.async_read(buffer_, [self = shared_from_this()](Code bad, std::size_t) {
            if (bad) return self->finish();
            if (!self->ws_.got_text()) return self->let_go();   // nothing binary is ever asked for
            const std::string text = beast::buffers_to_string(self->buffer_.data());
            self->buffer_.consume(self->buffer_.size());
            self->talk_->receive(text);
            self->read();
        });
    }

    /// The next message, if there is one: answers first, then what is offered, in turn.
    bool take_next() {
        if (!waiting_.empty()) {
            out_ = std::move(waiting_.front());
            waiting_.pop_front();
            return ws_.text(true), true;
        }
        while (!offers_.empty()) {
            const Offer offer = std::move(offers_.front());
            offers_.pop_front();
            out_ = offer.make();
            if (out_.empty()) continue;
            return ws_.text(offer.as == As::text), true;
        }
        return false;
    }
    void write() {
        if (writing_ || ended_ || !take_next()) return;
        writing_ = true;
        ws_.async_write(asio::buffer(out_), [self = shared_from_this()](Code bad, std::size_t) {
            self->writing_ = false;
            if (bad) return self->finish();
            self->write();
        });
    }

    void finish() {
        ended_ = true;
        talk_.reset();   // it holds us
    }

    websocket::stream<beast::tcp_stream> ws_;
    std::shared_ptr<Shared>              shared_;
    std::unique_ptr<Conversation>        talk_;
    beast::flat_buffer                   buffer_;
    std::deque<std::string>              waiting_;
    std::deque<Offer>                    offers_;
    std::string                          out_;
    bool                                 writing_ = false, ended_ = false;
};

// ---- a request ----------------------------------------------------------------------------------------------

class Visit final : public Open, public std::enable_shared_from_this<Visit> {
public:
    Visit(Tcp::socket&& socket, std::shared_ptr<Shared> shared) : stream_(std::move(socket)), shared_(std::move(shared)) {}
    ~Visit() override { shared_->limits.leave(this); }

    void start() {
        shared_->limits.enter(weak_from_this(), this, std::size_t(shared_->options.most_connections));
        read();
    }
    void close() override {
        asio::post(stream_.get_executor(), [self = shared_from_this()] { self->stream_.close(); });
    }

private:
    void read() {
        parser_.emplace();
        parser_->header_limit(most_header_bytes);
        parser_->body_limit(1024);
        stream_.expires_after(std::chrono::seconds(shared_->options.idle_seconds));
        http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](Code bad, std::size_t) {
            if (bad == http::error::body_limit || bad == http::error::header_limit) return self->refuse(http::status::payload_too_large, "The request is too large.");
            if (bad) return self->stream_.close();
            self->answer();
        });
    }

    void answer() {
        const auto&            request = parser_->get();
        const std::string_view target  = text_of(request.target());
        const std::string_view host    = host_in(text_of(request[http::field::host]));
        if (!is_own_name(host, shared_->options.host)) return refuse(http::status::forbidden, "The name of the host is not one of this studio's.");
        if (websocket::is_upgrade(request)) return upgrade();
        if (request.method() != http::verb::get && request.method() != http::verb::head) return refuse(http::status::method_not_allowed, "There is nothing here but to look at.");
        const std::string_view path  = target.substr(0, target.find('?'));
        const auto             found = shared_->options.resources.find(path == "/" ? std::string_view("/index.html") : path);
        if (found == shared_->options.resources.end()) return refuse(http::status::not_found, "There is no such page.");
        if (found->second.guarded && !shared_->knows(target))
            return refuse(http::status::forbidden, "The address lacks the right token. Use the one that mote view has printed, all of it.");
        give(found->second);
    }

    void upgrade() {
        const auto&            request = parser_->get();
        const std::string_view origin  = text_of(request[http::field::origin]), host = text_of(request[http::field::host]);
        if (!origin.empty() && origin != "http://" + std::string(host)) return refuse(http::status::forbidden, "Pages of other places may not talk to this studio.");
        const std::string_view target = text_of(request.target());
        if (target.substr(0, target.find('?')) != "/talk" || !shared_->knows(target)) return refuse(http::status::forbidden, "The token is not the right one.");
        if (++shared_->browsers > shared_->options.most_browsers) {
            --shared_->browsers;
            return refuse(http::status::service_unavailable, "Too many browsers look at this studio already.");
        }
        shared_->limits.leave(this);
        const auto kept = parser_->release();
        std::make_shared<Browser>(std::move(stream_), shared_)->start(kept);
    }

    template <class Body>
    void prepare(http::response<Body>& r) const {
        r.set("Content-Security-Policy", policy);
        r.set("X-Content-Type-Options", "nosniff");
        r.set("Referrer-Policy", "no-referrer");
        r.set(http::field::cache_control, "no-cache");
        r.keep_alive(parser_->is_done() && parser_->get().keep_alive());
        r.prepare_payload();
    }
    void refuse(http::status status, const char* sentence) {
        http::response<http::string_body> r{status, 11};
        r.set(http::field::content_type, "text/plain; charset=utf-8");
        r.body() = std::string(sentence) + "\n";
        prepare(r);
        r.keep_alive(false);
        write(std::move(r));
    }
    void give(const Resource& resource) {
        http::response<http::string_body> r{http::status::ok, 11};
        r.set(http::field::content_type, resource.type);
        r.body() = resource.bytes;
        prepare(r);
        if (parser_->get().method() == http::verb::head) r.body().clear();
        write(std::move(r));
    }
    void write(http::response<http::string_body>&& response) {
        auto kept = std::make_shared<http::response<http::string_body>>(std::move(response));
        http::async_write(stream_, *kept, [self = shared_from_this(), kept](Code bad, std::size_t) {
            if (!bad && kept->keep_alive()) return self->read();
            Code ignored;
            self->stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
        });
    }

    beast::tcp_stream                                      stream_;
    std::shared_ptr<Shared>                                shared_;
    beast::flat_buffer                                     buffer_{most_header_bytes + 2048};
    std::optional<http::request_parser<http::string_body>> parser_;
};

}  // namespace

struct Server::Parts {
    asio::io_context         context;
    Tcp::acceptor            acceptor{asio::make_strand(context)};
    std::shared_ptr<Shared>  shared = std::make_shared<Shared>();
    std::vector<std::thread> threads;

    void listen() {
        const ServerOptions& o = shared->options;
        Code                 bad;
        Tcp::resolver        resolver(context);
        const auto           found = resolver.resolve(o.host, std::to_string(o.port), bad);
        if (bad || found.empty()) throw Error(fmt::format("--host {}: {}", o.host, bad ? bad.message() : "there is no such address"), 2);
        const Tcp::endpoint at = found.begin()->endpoint();
        acceptor.open(at.protocol(), bad);
        if (!bad) acceptor.set_option(Tcp::acceptor::reuse_address(true), bad);
        if (!bad) acceptor.bind(at, bad);
        if (!bad) acceptor.listen(asio::socket_base::max_listen_connections, bad);
        if (bad) throw Error(fmt::format("{} port {} cannot be listened at: {}; choose another with --port, or leave it out", o.host, o.port, bad.message()), 5);
    }
    void accept() {
        acceptor.async_accept(asio::make_strand(context), [this](Code bad, Tcp::socket socket) {
            if (bad == asio::error::operation_aborted || !acceptor.is_open()) return;
            if (!bad) {
                Code ignored;
                socket.set_option(Tcp::no_delay(true), ignored);
                std::make_shared<Visit>(std::move(socket), shared)->start();
            }
            accept();
        });
    }
};

Server::Server(ServerOptions options) : parts_(std::make_unique<Parts>()) {
    parts_->shared->options = std::move(options);
    parts_->shared->context = &parts_->context;
    parts_->listen();
    parts_->accept();
    for (int k = 0; k < 3; ++k) parts_->threads.emplace_back([this] { parts_->context.run(); });
}

Server::~Server() {
    parts_->context.stop();
    for (std::thread& t : parts_->threads) t.join();
}

int Server::port() const { return parts_->acceptor.local_endpoint().port(); }

std::string Server::url() const {
    const ServerOptions& o    = parts_->shared->options;
    const bool           six  = o.host.find(':') != std::string::npos;
    const std::string    host = o.host == "0.0.0.0" || o.host == "::" ? asio::ip::host_name() : six ? "[" + o.host + "]" : o.host;
    return fmt::format("http://{}:{}/?token={}", host, port(), o.token);
}

std::string random_token() {
    std::random_device device;
    std::string        token;
    for (int k = 0; k < 4; ++k) token += fmt::format("{:08x}", device());
    return token;
}

bool is_loopback(std::string_view host) {
    if (host == "localhost") return true;
    Code       bad;
    const auto address = asio::ip::make_address(std::string(host), bad);
    return !bad && address.is_loopback();
}

}  // namespace mote::studio
