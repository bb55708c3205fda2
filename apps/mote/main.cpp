// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The program: what was asked, done, and every trouble turned into one sentence and an exit code.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "mote/error.h"
#include "terminal.h"

namespace {

using namespace mote;

struct Ending {
    int         code = 0;
    std::string sentence;   // empty where nothing went wrong
};

Ending execute_command_line(int argc, char** argv) {
    try {
        return {std::visit([](const auto& command) { return cli::execute(command); }, cli::parse(argc, argv)), ""};
    } catch (const Error& error) {
        return {error.exit_code, error.what()};
    } catch (const std::bad_alloc&) {
        return {6, "the memory of this machine does not suffice; take a larger spacing or fewer bodies (`mote check` "
                   "tells how much a scene needs)"};
    } catch (const std::filesystem::filesystem_error& error) {
        return {5, fmt::format("{}: {}", error.path1().string(), error.code().message())};
    } catch (const std::exception& error) {
        return {70, fmt::format("something went wrong inside: {}. Please report it with the scene.", error.what())};
    }
}

bool wants_json(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--json") == 0) return true;
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    Ending ending = execute_command_line(argc, argv);
    if (!ending.sentence.empty() && wants_json(argc, argv)) {
        const nlohmann::json error = {{"error", ending.sentence}, {"exit_code", ending.code}};
        cli::print(error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    }
    if ((std::fflush(stdout) != 0 || std::ferror(stdout)) && ending.code == 0)
        ending = {5, "standard output could not be written"};
    if (!ending.sentence.empty()) cli::tell("mote: " + ending.sentence);
    return ending.code;
}
