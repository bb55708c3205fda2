// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A run in a folder, as a browser asks about it. It may still be growing.
#pragma once
#include <filesystem>

#include "stage.h"

namespace mote::studio {

class RunSource {
public:
    /// Throws FileError where the folder is not a run, or has no frame yet.
    explicit RunSource(const std::filesystem::path& folder);

    Json        describe() const;   ///< looks into the folder anew
    std::string frame(std::uint32_t number, const FrameWish& wish, Json header) const;
    std::string surface(std::uint32_t number, Json header) const;   ///< triangles of surface/ and skins/
    Json        pick(std::uint32_t number, Index shown, bool walls) const;
    const Stage& stage() const { return stage_; }

private:
    std::filesystem::path path_of(std::uint32_t number) const;

    std::filesystem::path    folder_;
    Stage                    stage_;
};

}  // namespace mote::studio
