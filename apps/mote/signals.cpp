// Copyright (c) 2026 The Mote authors. MIT licence.
#include "signals.h"

#include <unistd.h>

#include <csignal>

namespace mote::cli {
namespace {

RunRequests asked;   // a handler reaches nothing but globals
static_assert(std::atomic<int>::is_always_lock_free, "signal handlers may touch lock-free atomics only");

void on_stop(int) {
    if (asked.stop.exchange(1) != 0) _exit(130);
}
void on_save(int) { asked.save = 1; }

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags   = SA_RESTART;   // a write in progress goes on
    sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

RunSignals::RunSignals() {
    asked.stop = asked.save = 0;
    handle(SIGINT, on_stop);
    handle(SIGTERM, on_stop);
    if (!is_ignored(SIGHUP)) handle(SIGHUP, on_stop);   // nohup stays nohup
    handle(SIGUSR1, on_save);
    handle(SIGPIPE, SIG_IGN);
}

RunSignals::~RunSignals() {
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGPIPE}) handle(signal, SIG_DFL);
    if (!is_ignored(SIGHUP)) handle(SIGHUP, SIG_DFL);
}

RunRequests* RunSignals::requests() const { return &asked; }

}  // namespace mote::cli
