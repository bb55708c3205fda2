// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "server.h"
#include "show.h"

namespace mote::studio {

/// What one browser says and is told (docs/studio-protocol.md). Every request has a number, `id`, and one answer with it, `re`; a bad one is answered with a
/// sentence, `error`.
std::unique_ptr<Conversation> make_talk(Show& show, std::shared_ptr<Peer> peer);

}  // namespace mote::studio
