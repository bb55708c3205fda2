// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The field lists of what comes out of a run: pictures, cameras, surfaces, skins (see scene_fields.h).
#pragma once
#include "scene/shape_fields.h"

namespace mote {

template <class Visit>
void fields(OrbitSpec& o, Visit&& field) {
    field("turns", o.turns, "", between(-1000, 1000), "Turns from the start of the scene to its end; negative turns are clockwise seen from above.");
}
template <class Visit>
void fields(CameraKeySpec& k, Visit&& field) {
    field("time", k.time, "s", between(0, 1e6), "Time of the key.", Notes{.required = true});
    field("from", k.from, "m", any_place, "Where the eye is then.", Notes{.required = true});
    field("to", k.to, "m", any_place, "What it looks at then.", Notes{.required = true});
}
template <class Visit>
void fields(CutSpec& c, Visit&& field) {
    field("at", c.at, "m", any_place, "A point of the plane.");
    field("normal", c.normal, "", any_place, "Points to the side that is left out; of any length.");
}
template <class Visit>
void fields(CameraSpec& c, Visit&& field) {
    field("from", c.from, "m", any_place, "Where the eye is; chosen to show everything where left out.");
    field("to", c.to, "m", any_place, "What it looks at; the middle of everything where left out.");
    field("view_angle", c.view_angle, "rad", between(0.01, 3.1), "Vertical field of view.");
    field("flat_height", c.flat_height, "m", between(0, 1e6), "Height of a view without perspective, for cross-sections; 0 has perspective.");
    field("orbit", c.orbit, "Goes round what it looks at while the scene runs.", Notes{.first_alone = true});
    field("keys", c.keys, "Where it is when, ascending in time, instead of from and to; its way between them is smooth.");
    field("lens_radius", c.lens_radius, "m", between(0, 1e3), "Film: of the lens; what is out of focus is blurred. 0 keeps all sharp.");
    field("focus", c.focus, "m", between(0, 1e6), "Film: distance that is sharp; that of what it looks at where 0.");
    field("shutter", c.shutter, "", fraction, "Film: share of a frame's time that it is open; 0.5 is usual for motion blur, 0 has none.");
}
template <class Visit>
void fields(PictureSpec& p, Visit&& field) {
    field("size", PixelSize{&p.width, &p.height}, between(16, 16384), "Width and height in pixels.");
    field("render", p.render, {"quick", "film"},
          "quick: shaded at once; film: light is followed through matter in its look, which takes seconds a picture.");
    field("samples", p.samples, "", between(1, 65536), "Film: paths of light per pixel.");
    field("camera", p.camera, "Where the picture is taken from.");
    field("cameras", p.cameras, "Several cameras by name, instead of one; each has a folder of pictures and a film of its own.");
    field("colour", p.colour, "What gives particles their colour: material, speed, or the name of a column.");
    field("low", p.low, "", any_number, "Value at the low end of the colour scale; from the data where left out.");
    field("high", p.high, "", any_number, "Value at the high end of the colour scale; from the data where left out.");
    field("boundaries", p.boundaries, "Draw all boundaries; those that move are always drawn.");
    field("surface", p.surface, "Draw the surface of all matter instead of its particles, as output.surface tells how. Film draws it in any case where the colour is material.");
    field("discs", p.discs, "Film: particles as discs that lie in the surface of matter, instead of balls.");
    field("turntable", p.turntable, "Film: matter stands on a round plate.");
    field("cut", p.cut, "Film: cuts matter by a plane and leaves out what is on the side of its normal.");
}
template <class Visit>
void fields(SurfaceSpec& s, Visit&& field) {
    field("method", s.method, {"anisotropic", "colour", "average", "blobs"},
          "The field whose zero it is: by kernels that follow the surface, the colour field, the mean of near particles, or a sum of blobs.");
    field("of", s.of, "all, materials or objects (each its own surface), material NAME, or object NAME (sources too).");
    field("smoothing_length", s.smoothing_length, "", between(1, 5),
          "Half the distance at which a particle is felt, in particle radii (half a spacing); larger is smoother.");
    field("cube_size", s.cube_size, "", between(0.1, 4),
          "Edge of the cubes that triangles are cut out of, in particle radii; above 1.4 lone drops may be missed.");
    field("threshold", s.threshold, "", positive_up_to(100),
          "Of the field, larger is thinner; where left out 0.5, of colour and blobs 0.6. Of average it is a distance in particle radii, larger is thicker; 1.");
    field("smoothing", s.smoothing, "", between(0, 1000), "Rounds of smoothing of the triangles; the volume stays.");
    field("decimation", s.decimation, "", between(0, 0.99), "Share of the triangles that is taken away again, where the surface is flattest; 0.9 leaves a tenth.");
    field("format", s.format, {"ply", "obj", "vtk", "usda", "glb", "vdb"}, "Of the files: PLY, OBJ (without velocities and columns), VTP for ParaView, USD as text, GLB, or VDB (a volume: signed distance and fog).");
    field("columns", s.columns, "Columns that vertices take from the particles near them, for example `temperature, concentration`.");
}
template <class Visit>
void fields(SkinSpec& s, Visit&& field) {
    field("mesh", s.mesh, "OBJ, PLY or STL file, as fine as you like; the object's own mesh where left out.", Notes{.file = true});
    field("method", s.method, {"mls", "displacement", "frames"},
          "How particles carry it: moving least squares, the mean of their first-order motions, or of their turns alone, by which detail keeps its shape.");
    field("format", s.format, {"ply", "obj", "vtk", "usda", "glb"}, "Of the files: PLY, OBJ (with the faces and materials of the mesh's own OBJ), VTP for ParaView, USD as text, or GLB.");
    field("place", s.place, "Where the mesh stands at the start; where the object's shape stands if left out.");
}
template <class Visit>
void fields(OutputSpec& o, Visit&& field) {
    field("fps", o.fps, "1/s", positive_up_to(1e6), "Frames per simulated second.");
    field("particles", o.particles, "Keep the particles of every frame; else only those of the last two.");
    field("pictures", o.pictures, "Draw every frame.");
    field("movie", o.movie, "Draw every frame and make a film of them.");
    field("surface", o.surface, "Make the surface of matter in every frame: closed triangles, in files.");
    field("skins", o.skins, "Meshes that the particles of an object carry along in every frame, by the name of the object.");
    field("strain", o.strain, "Keep the strain of elastic bodies and virtual materials in every frame: a column `strain` of nine numbers. So does a picture or film whose colour is strain, or one of them such as strain_xy.");
    field("poster", o.poster, "s", positive_up_to(1e6), "Time of its picture in the gallery (`mote gallery`); 0.6 of the duration where left out.");
}

}  // namespace mote
