// Copyright (c) 2026 The Mote authors. MIT licence.
#include "frame_saver.h"

#include "mote/run.h"

namespace mote {
namespace {

struct Job {
    std::string           meta;
    FrameView             frame;
    std::filesystem::path path;
    std::function<void()> then;
};

}  // namespace

FrameSaver::~FrameSaver() {
    if (last_.valid()) last_.wait();
}

void FrameSaver::wait() {
    if (last_.valid()) last_.get();
}

void FrameSaver::save(const World& world, const std::filesystem::path& path, const std::function<void()>& then) {
    wait();
    if (!world.exec.on_gpu()) {
        std::string meta;
        write_frame(path, frame_of(world, meta), &world.exec);
        return then();
    }
    auto job   = std::make_shared<Job>(Job{{}, {}, path, then});
    job->frame = frame_header_of(world, job->meta);
    const auto tables = saved_tables(world);
    while (copies_.size() < tables.size()) copies_.emplace_back();
    for (std::size_t t = 0; t < tables.size(); ++t) copies_[t].take(tables[t].columns, tables[t].rows);
    last_ = std::async(std::launch::async, [this, job] {
        for (std::size_t t = 0; t < job->frame.tables.size(); ++t) {
            std::vector<FrameColumnView>& columns = job->frame.tables[t].columns;
            for (std::size_t k = 0; k < columns.size(); ++k) columns[k].bytes = copies_[t].fetch(k);
        }
        write_frame(job->path, job->frame);
        job->then();
    });
}

}  // namespace mote
