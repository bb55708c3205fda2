// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Films are made by the ffmpeg program. It is started without a shell, gets the PNG files one after the other on its
// standard input (so that any file names and any order will do), and its complaints are passed on.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "mote/picture.h"

extern char** environ;

namespace mote {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&)            = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int         get() const { return fd_; }
    void        close() {
               if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    int fd_;
};

struct PictureSize {
    std::uint32_t width = 0, height = 0;
    bool          operator==(const PictureSize&) const = default;
};

/// The size from the first bytes of a PNG file: signature, IHDR, width and height (PNG specification, 2003, 11.2.2).
std::optional<PictureSize> size_of_png(const std::string& path) {
    unsigned char head[24];
    std::ifstream file(path, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(head), sizeof head)) return std::nullopt;
    if (std::memcmp(head, "\x89PNG\r\n\x1a\n", 8) != 0 || std::memcmp(head + 12, "IHDR", 4) != 0) return std::nullopt;
    const auto number = [&](int k) {
        return std::uint32_t(head[k]) << 24 | std::uint32_t(head[k + 1]) << 16 | std::uint32_t(head[k + 2]) << 8 |
               std::uint32_t(head[k + 3]);
    };
    return PictureSize{number(16), number(20)};
}

/// Why no film can be made of these; empty if one can.
std::string objection(std::span<const std::string> pictures, double rate) {
    if (pictures.empty()) return "there are no pictures to make a film of; draw some frames first";
    if (!(std::isfinite(rate) && rate > 0 && rate <= 1000))
        return fmt::format("{} frames per second make no film: the rate must lie above 0 and not above 1000", rate);
    std::optional<PictureSize> first;
    for (const std::string& path : pictures) {
        const auto size = size_of_png(path);
        if (!size) return fmt::format("{} is missing or is not a PNG picture; draw it again", path);
        if (!first) first = size;
        if (*size != *first)
            return fmt::format("{} has {} x {} pixels, but {} has {} x {}: all pictures of a film must have one size",
                               path, size->width, size->height, pictures[0], first->width, first->height);
    }
    return {};
}

std::vector<std::string> command_line(double rate, const std::string& kind, const std::string& output) {
    // BT.709 is what players expect; without the tags some guess BT.601 and shift the colours.
    const char* filters = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
    // clang-format off
    std::vector<std::string> line = {"ffmpeg", "-loglevel", "error", "-xerror", "-err_detect", "explode", "-y",
            "-f", "image2pipe", "-c:v", "png", "-framerate", fmt::format("{:.6f}", rate), "-i", "pipe:0"};
    const auto add = [&](std::initializer_list<const char*> words) { line.insert(line.end(), words.begin(), words.end()); };
    if (kind == ".gif")  // 256 colours, chosen for what changes from picture to picture
        add({"-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle",
             "-loop", "0", "-f", "gif"});
    else if (kind == ".webp")
        add({"-c:v", "libwebp_anim", "-quality", "80", "-compression_level", "4", "-loop", "0", "-f", "webp"});
    else
        add({"-vf", filters, "-c:v", "libx264", "-preset", "fast", "-crf", "17",
             "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-movflags", "+faststart"});
    add({"-fflags", "+bitexact", "-flags:v", "+bitexact"});
    if (kind != ".gif" && kind != ".webp") add({"-f", "mp4"});
    // clang-format on
    line.push_back("file:" + output);
    return line;
}

/// Starts the program with this standard input and standard error; 0 or an error number.
int start(const std::vector<std::string>& command, int input, int errors, pid_t& child) {
    std::vector<char*> arguments;
    for (const std::string& a : command) arguments.push_back(const_cast<char*>(a.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    if (const int failed = posix_spawn_file_actions_init(&actions)) return failed;
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors, 2);
    const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/// Sends whole files until the reader has had enough; its exit status tells whether that was too early.
void send_files(std::span<const std::string> pictures, int to) {
    std::vector<char> bytes(1 << 16);
    for (const std::string& path : pictures) {
        std::ifstream file(path, std::ios::binary);
        while (file.read(bytes.data(), std::streamsize(bytes.size())), file.gcount() > 0) {
            for (std::size_t sent = 0; sent < std::size_t(file.gcount());) {
                // A socket and not a pipe: MSG_NOSIGNAL keeps a reader that died from ending this program too.
                const ssize_t n = send(to, bytes.data() + sent, std::size_t(file.gcount()) - sent, MSG_NOSIGNAL);
                if (n < 0 && errno == EINTR) continue;
                if (n <= 0) return;
                sent += std::size_t(n);
            }
        }
    }
}

/// The last lines a program wrote to its standard error.
std::string complaint(std::FILE* errors) {
    std::string text(4096, '\0');
    std::fseek(errors, 0, SEEK_END);
    std::fseek(errors, std::max(0L, std::ftell(errors) - long(text.size())), SEEK_SET);
    text.resize(std::fread(text.data(), 1, text.size(), errors));
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    const auto line = text.rfind('\n');
    return line == std::string::npos ? text : text.substr(line + 1);
}

/// Runs the command over the pictures; empty, or what went wrong.
std::string run(const std::vector<std::string>& command, std::span<const std::string> pictures) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return fmt::format("no connection to ffmpeg could be opened: {}", std::strerror(errno));
    Descriptor                                             ours(pair[0]), theirs(pair[1]);
    const auto                                             close_file = [](std::FILE* f) { std::fclose(f); };
    const std::unique_ptr<std::FILE, decltype(close_file)> errors(std::tmpfile());
    if (!errors) return fmt::format("no temporary file could be opened: {}", std::strerror(errno));

    pid_t     child  = 0;
    const int failed = start(command, theirs.get(), fileno(errors.get()), child);
    theirs.close();
    if (failed == ENOENT || failed == EACCES)
        return "the program ffmpeg was not found; install it (Debian: apt install ffmpeg) and make the film again, the "
               "pictures are kept";
    if (failed) return fmt::format("the program ffmpeg could not be started: {}", std::strerror(failed));

    send_files(pictures, ours.get());
    ours.close();
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return fmt::format("ffmpeg was lost: {}", std::strerror(errno));
    if (WIFSIGNALED(status)) return fmt::format("ffmpeg was ended by signal {}", WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        return fmt::format("ffmpeg ended with code {}: {}", WEXITSTATUS(status), complaint(errors.get()));
    return {};
}

}  // namespace

std::vector<std::string> find_pictures(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code          trouble;
    for (fs::directory_iterator it(folder, trouble), end; !trouble && it != end; it.increment(trouble))
        if (it->path().extension() == ".png") found.push_back(it->path().string());
    // 9999.png before 10000.png
    std::sort(found.begin(), found.end(), [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    return found;
}

MovieReport make_movie(std::span<const std::string> pictures, double frames_per_second, const std::string& output) {
    if (std::string why = objection(pictures, frames_per_second); !why.empty()) return {false, "no film: " + why};
    const std::string temporary = fmt::format("{}.{}.part", output, getpid());
    std::error_code   ignored;

    std::string why = run(command_line(frames_per_second, fs::path(output).extension().string(), temporary), pictures);
    if (why.empty()) fsync(Descriptor(open(temporary.c_str(), O_RDONLY | O_CLOEXEC)).get());
    if (why.empty() && std::rename(temporary.c_str(), output.c_str()) != 0)
        why = fmt::format("{} could not be written: {}", output, std::strerror(errno));
    if (!why.empty()) {
        fs::remove(temporary, ignored);
        return {false, "no film: " + why};
    }
    return {true, fmt::format("{}: {} frames, {:.6g} a second", output, pictures.size(), frames_per_second)};
}

}  // namespace mote
