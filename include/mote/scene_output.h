// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What a run of a scene writes: pictures, surfaces, skins.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mote/scene_shapes.h"

namespace mote {

/// Round what the camera looks at, about the vertical.
struct OrbitSpec {
    float turns = 1;                   ///< From the start of the scene to its end; negative: clockwise seen from above.

    bool operator==(const OrbitSpec&) const = default;
};
struct CameraKeySpec {
    float time = 0;                    ///< [s]
    Vec3  from{}, to{};                ///< [m]

    bool operator==(const CameraKeySpec&) const = default;
};
struct CameraSpec {
    std::optional<Vec3> from, to;      ///< [m]; chosen to show everything where left out.
    float               view_angle = 0.7f;   ///< Vertical field of view [rad].
    float               flat_height = 0;     ///< Without perspective: height of the view [m]; 0: with it.
    std::optional<OrbitSpec>   orbit;
    std::vector<CameraKeySpec> keys;   ///< Instead of from and to; ascending in time.
    float               lens_radius = 0;     ///< [m]; 0: all is sharp.
    float               focus       = 0;     ///< Distance that is sharp [m]; 0: that of what it looks at.
    float               shutter     = 0;     ///< Share of a frame's time that it is open.

    bool operator==(const CameraSpec&) const = default;
};

/// All matter on the side that the normal points to is left out.
struct CutSpec {
    Vec3 at{}, normal{0, 0, 1};

    bool operator==(const CutSpec&) const = default;
};

struct PictureSpec {
    enum class Render { quick, film } render = Render::quick;
    int                  samples = 16;          ///< Paths per pixel, where light is followed.
    int                  width = 960, height = 540;   ///< `size: [960, 540]`
    CameraSpec           camera;
    std::vector<std::pair<std::string, CameraSpec>> cameras;   ///< Instead of one; each has a folder of pictures.
    std::string          colour = "material";   ///< Name of a column, or material, or speed.
    std::optional<float> low, high;             ///< Range of the colour scale; chosen from the data where left out.
    bool                 boundaries = false;    ///< Draw boundary particles too.
    bool                 surface    = false;    ///< Draw the surface of matter instead of its particles.
    bool                 discs      = false;    ///< Film: particles as discs that lie in the surface, instead of balls.
    bool                 turntable  = false;    ///< Film: on a round plate.
    std::optional<CutSpec> cut;                 ///< Film.

    bool operator==(const PictureSpec&) const = default;
};

/// The surface of matter as triangles. Lengths are in particle radii, half a spacing each.
struct SurfaceSpec {
    enum class Method { anisotropic, colour, average, blobs };
    enum class Format { ply, obj, vtk, usda, glb, vdb };
    Method               method = Method::anisotropic;
    std::string          of     = "all";        ///< all, materials, objects, material NAME or object NAME.
    float                smoothing_length = 2;  ///< Half the distance at which a particle is felt [radii].
    float                cube_size        = 1;  ///< Edge of the cubes that triangles are cut out of [radii].
    std::optional<float> threshold;             ///< Of the field; that of the method where left out.
    int                  smoothing = 0;         ///< Rounds of smoothing of the triangles; volume is kept.
    float                decimation = 0;        ///< Share of the triangles that is taken away, where it is flattest [0, 0.99].
    std::string          columns;               ///< Names of columns that vertices take from particles.
    Format               format = Format::ply;  ///< Of the files.

    bool operator==(const SurfaceSpec&) const = default;
};

/// A mesh that is carried by the particles of an object.
struct SkinSpec {
    enum class Method { mls, displacement, frames };
    std::string              mesh;      ///< OBJ, PLY or STL; the object's own where left out.
    Method                   method = Method::mls;
    SurfaceSpec::Format      format = SurfaceSpec::Format::ply;   ///< Of the files; not vdb.
    std::optional<Placement> place;     ///< Of the mesh; that of the object where left out.

    bool operator==(const SkinSpec&) const = default;
};

template <class T>
using Named = std::vector<std::pair<std::string, T>>;   ///< In the order of the file.

struct OutputSpec {
    float                      fps       = 30;  ///< Frames per simulated second.
    bool                       particles = true;   ///< Keep every frame's particles; else only the last two.
    std::optional<PictureSpec> pictures;        ///< Draw every frame.
    std::optional<PictureSpec> movie;           ///< Draw every frame and make a film of them.
    std::optional<SurfaceSpec> surface;         ///< Make triangles of every frame.
    Named<SkinSpec>            skins;           ///< Carry meshes along, by the name of the object.
    bool                       strain    = false;  ///< Keep the strain of solids in every frame.
    std::optional<float>       poster;          ///< Time of its picture in the gallery [s]; 0.6 of the duration where left out.

    bool operator==(const OutputSpec&) const = default;
};

}  // namespace mote
