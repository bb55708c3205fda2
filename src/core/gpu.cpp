// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/gpu.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "mote/error.h"

namespace mote::gpu {

#ifdef __CUDACC__

struct Mark {
    cudaEvent_t event = nullptr;
};

namespace {

const char*        last_stage = "the start";
std::size_t        free_at_start = 0, least_free = ~std::size_t(0);
std::vector<Mark*> spare_marks;

std::string find_none() {
    int         count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0) error = cudaFree(nullptr);
    std::size_t all = 0;
    if (error == cudaSuccess && count > 0) error = cudaMemGetInfo(&free_at_start, &all);
    if (error == cudaSuccess && count > 0) return "";
    (void)cudaGetLastError();
    return std::string("No GPU can be used here: ") + (count == 0 && error == cudaSuccess ? "there is none" : cudaGetErrorString(error)) + ".";
}

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    throw Error(std::string("The GPU failed in the stage '") + last_stage + "' or just before it, " + what + ": " + cudaGetErrorString(error) +
                ". Run again with MOTE_GPU_WAIT=1 in the environment to find the stage.");
}

template <class T>
__global__ void gather_rows(T* to, const T* from, const Index* old_row, Index parts, Index count) {
    const Index k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    const std::size_t a = std::size_t(k) * parts, b = std::size_t(old_row[k]) * parts;
    for (Index part = 0; part < parts; ++part) to[a + part] = from[b + part];
}

constexpr std::size_t most_moved = 32;
struct MovedColumns {
    Moved of[most_moved];
};
template <class T>
__device__ void move_row(const Moved& c, Index from, Index to) {
    const std::size_t parts = c.width / sizeof(T);
    for (std::size_t part = 0; part < parts; ++part)
        reinterpret_cast<T*>(c.spare)[to * parts + part] = reinterpret_cast<const T*>(c.values)[from * parts + part];
}
__global__ void move_rows(MovedColumns columns, const Index* old_row, Index count) {
    const Moved& c = columns.of[blockIdx.y];
    const Index  k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    if (c.width % 16 == 0)
        move_row<uint4>(c, old_row[k], k);
    else if (c.width % 4 == 0)
        move_row<std::uint32_t>(c, old_row[k], k);
    else
        move_row<std::byte>(c, old_row[k], k);
}
__global__ void put_back(MovedColumns columns, Index count) {
    const Moved&      c     = columns.of[blockIdx.y];
    const std::size_t bytes = count * c.width, step = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (std::size_t k = first; k < bytes / 16; k += step) reinterpret_cast<uint4*>(c.values)[k] = reinterpret_cast<const uint4*>(c.spare)[k];
    if (first < bytes % 16) c.values[bytes / 16 * 16 + first] = c.spare[bytes / 16 * 16 + first];
}

struct Row {
    std::byte bytes[96];
};
__global__ void fill_rows(std::byte* to, Row row, Index width, Index count) {
    const Index k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < count)
        for (Index part = 0; part < width; ++part) to[std::size_t(k) * width + part] = row.bytes[part];
}

constexpr Index block = 256;
Index blocks(Index count) { return (count + block - 1) / block; }

template <class T>
void gather_as(std::byte* to, const std::byte* from, const Index* old_row, std::size_t width, Index count) {
    gather_rows<<<blocks(count), block>>>(reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from), old_row, Index(width / sizeof(T)), count);
}

}  // namespace

const std::string& why_none() {
    static const std::string why = find_none();
    return why;
}

std::string name() {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0), "asked for its name");
    return properties.name;
}

std::size_t free_memory() {
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all), "asked for its memory");
    return free;
}

std::byte* allocate(std::size_t bytes) {
    void*             memory = nullptr;
    const cudaError_t error  = cudaMalloc(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        throw Error("The GPU has no memory left: " + std::to_string(bytes >> 20) + " MiB more were asked for, " + std::to_string(free_memory() >> 20) +
                    " MiB are free. Use a larger `spacing`, or `--device cpu`.");
    }
    check(error, "asked for memory");
    least_free = std::min(least_free, free_memory());
    return static_cast<std::byte*>(memory);
}
std::size_t peak_memory() { return least_free < free_at_start ? free_at_start - least_free : 0; }
void release(std::byte* bytes) { cudaFree(bytes); }

void to_gpu(std::byte* gpu, const std::byte* host, std::size_t bytes) {
    if (bytes > 0) check(cudaMemcpy(gpu, host, bytes, cudaMemcpyHostToDevice), "copying to it");
}
void to_host(std::byte* host, const std::byte* gpu, std::size_t bytes) {
    if (bytes > 0) check(cudaMemcpy(host, gpu, bytes, cudaMemcpyDeviceToHost), "copying from it");
}
void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    if (bytes > 0) check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "copying");
}

void fill(std::byte* to, const std::byte* row, std::size_t width, Index count) {
    if (count == 0) return;
    Row value{};
    mote::check(width <= sizeof value, "rows of 96 bytes at the most", width);
    for (std::size_t k = 0; k < width; ++k) value.bytes[k] = row[k];
    fill_rows<<<blocks(count), block>>>(to, value, Index(width), count);
    check_launch("fill rows");
}

void clear(std::byte* to, std::size_t bytes) { check(cudaMemsetAsync(to, 0, bytes), "clearing"); }

void gather(std::byte* to, const std::byte* from, const Index* old_row, std::size_t width, Index count) {
    if (count == 0) return;
    if (width % 16 == 0)
        gather_as<uint4>(to, from, old_row, width, count);
    else if (width % 4 == 0)
        gather_as<std::uint32_t>(to, from, old_row, width, count);
    else if (width % 2 == 0)
        gather_as<std::uint16_t>(to, from, old_row, width, count);
    else
        gather_as<std::byte>(to, from, old_row, width, count);
    check_launch("gather rows");
}

void gather(std::span<const Moved> columns, const Index* old_row, Index count) {
    for (std::size_t first = 0; count > 0 && first < columns.size(); first += most_moved) {
        const std::size_t number = std::min(most_moved, columns.size() - first);
        MovedColumns      some{};
        std::copy_n(columns.data() + first, number, some.of);
        move_rows<<<dim3(blocks(count), unsigned(number)), block>>>(some, old_row, count);
        put_back<<<dim3(std::min(blocks(count), Index(1024)), unsigned(number)), block>>>(some, count);
        check_launch("gather rows");
    }
}

constexpr std::size_t longest_answer = 4096;

Room::~Room() {
    if (memory_) release(memory_);
    if (answer_) cudaFreeHost(answer_);
}
std::byte* Room::take(std::size_t bytes) {
    if (bytes <= capacity_) return memory_;
    if (memory_) release(memory_);
    memory_ = nullptr, capacity_ = 0;
    memory_ = allocate(bytes + bytes / 4), capacity_ = bytes + bytes / 4;
    return memory_;
}
std::byte* Room::answer(std::size_t bytes) {
    mote::check(bytes <= longest_answer, "an answer of a GPU is short", bytes);
    if (!answer_) check(cudaHostAlloc(reinterpret_cast<void**>(&answer_), longest_answer, cudaHostAllocMapped), "asked for memory of the host");
    return answer_;
}

void check_launch(const char* stage) {
    static const bool waits = std::getenv("MOTE_GPU_WAIT") != nullptr;
    last_stage              = stage;
    check(cudaGetLastError(), "at its launch");
    if (waits) check(cudaDeviceSynchronize(), "while it ran");
}

void finish() { check(cudaDeviceSynchronize(), "waited for"); }

Mark* mark() {
    if (spare_marks.empty()) {
        spare_marks.push_back(new Mark);
        check(cudaEventCreate(&spare_marks.back()->event), "asked for a clock");
    }
    Mark* const m = spare_marks.back();
    spare_marks.pop_back();
    check(cudaEventRecord(m->event), "asked for the time");
    return m;
}
void   wait(const Mark* m) { check(cudaEventSynchronize(m->event), "waited for"); }
double seconds(Mark* from, Mark* to) {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, from->event, to->event), "asked for the time");
    drop(from), drop(to);
    return 1e-3 * double(ms);
}
void drop(Mark* m) {
    if (m) spare_marks.push_back(m);
}

void to_host_aside(std::byte* host, const std::byte* gpu, std::size_t bytes, const Mark* from) {
    static const cudaStream_t aside = [] {
        cudaStream_t stream = nullptr;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "asked for a second queue");
        return stream;
    }();
    if (bytes == 0) return;
    check(cudaStreamWaitEvent(aside, from->event), "copying a frame");
    check(cudaMemcpyAsync(host, gpu, bytes, cudaMemcpyDeviceToHost, aside), "copying a frame");
    check(cudaStreamSynchronize(aside), "copying a frame");
}

#else  // without CUDA nothing below is ever called

namespace {
[[noreturn]] void nobody() { throw BugError("a GPU is used by a program that was built without CUDA"); }
}  // namespace

const std::string& why_none() {
    static const std::string why = "This Mote was built without CUDA; `cmake --preset cuda` and `ninja -C build/cuda mote` build one with it, where `nvcc` is.";
    return why;
}
std::string name() { nobody(); }
std::size_t free_memory() { nobody(); }
std::size_t peak_memory() { nobody(); }
std::byte*  allocate(std::size_t) { nobody(); }
void        release(std::byte*) {}
void        to_gpu(std::byte*, const std::byte*, std::size_t) { nobody(); }
void        to_host(std::byte*, const std::byte*, std::size_t) { nobody(); }
void        copy(std::byte*, const std::byte*, std::size_t) { nobody(); }
void        fill(std::byte*, const std::byte*, std::size_t, Index) { nobody(); }
void        clear(std::byte*, std::size_t) { nobody(); }
void        gather(std::byte*, const std::byte*, const Index*, std::size_t, Index) { nobody(); }
void        gather(std::span<const Moved>, const Index*, Index) { nobody(); }
void        sort(Room&, const std::uint32_t*, std::uint32_t*, const Index*, Index*, Index, int) { nobody(); }
void        sort(Room&, const std::uint64_t*, std::uint64_t*, const Index*, Index*, Index, int) { nobody(); }
Index       exclusive_scan(Room&, Index*, Index) { nobody(); }
void        running_highest(Room&, Index*, std::size_t) { nobody(); }
Room::~Room() = default;
std::byte*  Room::take(std::size_t) { nobody(); }
std::byte*  Room::answer(std::size_t) { nobody(); }
void        check_launch(const char*) { nobody(); }
void        finish() { nobody(); }
Mark*       mark() { nobody(); }
void        wait(const Mark*) { nobody(); }
double      seconds(Mark*, Mark*) { nobody(); }
void        drop(Mark*) {}
void        to_host_aside(std::byte*, const std::byte*, std::size_t, const Mark*) { nobody(); }

#endif

}  // namespace mote::gpu
