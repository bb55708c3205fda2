// Copyright (c) 2026 The Mote authors. MIT licence.
//
// libFuzzer harness: any bytes as OBJ, PLY and STL give a sound mesh or a FileError, and any such mesh a shape or a
// SceneError. The first byte chooses the format.
#include <cstdlib>
#include <span>

#include "mote/error.h"
#include "mote/mesh.h"
#include "mote/shape.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto format = mote::MeshFormat(data[0] % 3);
    try {
        const mote::TriangleMesh mesh = mote::parse_mesh(std::as_bytes(std::span(data + 1, size - 1)), format);
        for (const auto& triangle : mesh.triangles)
            for (const mote::Index corner : triangle)
                if (corner >= mesh.points.size()) std::abort();
        for (const int dimension : {2, 3}) {
            const auto shape = mote::make_mesh_shape(mesh, dimension);
            shape->distance(shape->bounds().centre());
        }
    } catch (const mote::FileError&) {
    } catch (const mote::SceneError&) {
    }
    return 0;
}
