// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include "mote/picture.h"
#include "mote/run.h"

namespace mote {

/// A rigid body where it is.
struct DrawnBody {
    const DrawnRigid* body;
    Pose              pose;
    Vec3              velocity, spin;   ///< [m/s], [rad/s]
};

/// What a frame shows, ready to be drawn one way or the other: matter first, then points of boundaries.
struct DrawnMatter {
    std::vector<Index> rows;            ///< of matter
    std::vector<Vec3>  centre, colour;  ///< [m]; linear RGB
    std::vector<BodyId> body;           ///< of the points of boundaries
    double             time = 0;        ///< [s]
    std::vector<DrawnBody> bodies{};    ///< rigid ones
    std::size_t        particles = 0;   ///< of the frame
    std::size_t        matter() const { return rows.size(); }
    std::span<const Vec3> matter_centre() const { return std::span(centre).first(matter()); }
    std::span<const Vec3> walls() const { return std::span(centre).subspan(matter()); }
};

/// Rigid bodies of a frame; none where it does not tell of them.
std::vector<DrawnBody> rigid_bodies_in(const Frame&, const DrawOptions&);

/// In seconds; in milli- or microseconds where the scene is as short as that, so fine that each frame has its own.
std::string time_in_words(double time, const DrawOptions&);

/// A frame as a picture, one way or the other, with its legend and caption.
Image picture_of(const Frame&, const std::vector<MaterialName>&, const DrawOptions&);

/// Where a camera is at a time of the scene [s].
Camera camera_at(const CameraSpec&, const DrawOptions&, double time, float aspect);

/// By following light. `square` becomes the side of the squares on the ground [m].
Image draw_film(const FrameTable&, const DrawnMatter&, const std::vector<MaterialName>&, const DrawOptions&, const Camera&, float& square);

}  // namespace mote
