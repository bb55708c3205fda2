// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Museth 2013, "VDB: High-resolution sparse volumes with dynamic topology". The distance is that to the triangles rather than the field they were cut out of: the
// field is a distance by none of the methods, and smoothing moves the triangles alone.
#include "mote/volume.h"

#include "mote/error.h"

#ifdef MOTE_OPENVDB

#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetUtil.h>
#include <openvdb/tools/MeshToVolume.h>

#include <sstream>

#include "mote/files.h"

namespace mote {
namespace {

constexpr float band = 3;   // cubes on each side of the surface

/// The triangles as OpenVDB asks for them, in cubes.
struct Mesh {
    const TriangleMesh& mesh;
    double              cubes;

    std::size_t polygonCount() const { return mesh.triangles.size(); }
    std::size_t pointCount() const { return mesh.points.size(); }
    std::size_t vertexCount(std::size_t) const { return 3; }
    void        getIndexSpacePoint(std::size_t triangle, std::size_t corner, openvdb::Vec3d& at) const {
        const Vec3& p = mesh.points[mesh.triangles[triangle][corner]];
        at            = cubes * openvdb::Vec3d(double(p.x), double(p.y), double(p.z));
    }
};

/// The bytes of the file. Its head has an identifier drawn at random, 36 letters after numbers of 21 bytes; the same surface shall give the same bytes.
std::string bytes_of(const openvdb::GridPtrVec& grids, const openvdb::MetaMap& about) {
    std::ostringstream out(std::ios::binary);
    openvdb::io::Stream(out).write(grids, about);
    std::string           bytes = out.str();
    constexpr std::size_t at    = 21;
    if (bytes.size() > at + 36 && bytes[at + 8] == '-' && bytes[at + 23] == '-') bytes.replace(at, 36, "00000000-0000-4000-8000-000000000000");
    return bytes;
}

}  // namespace

void expect_volumes() {}

void export_vdb(const std::filesystem::path& path, const TriangleMesh& surface, float voxel, const std::string& note) {
    openvdb::initialize();
    const auto place = openvdb::math::Transform::createLinearTransform(double(voxel));
    const auto level = surface.triangles.empty() ? openvdb::FloatGrid::create(band * voxel)
                                                 : openvdb::tools::meshToVolume<openvdb::FloatGrid>(Mesh{surface, 1 / double(voxel)}, *place, band, band);
    level->setTransform(place);
    level->setGridClass(openvdb::GRID_LEVEL_SET);
    level->setName("surface");
    const auto fog = level->deepCopy();
    if (!surface.triangles.empty()) openvdb::tools::sdfToFogVolume(*fog);
    fog->setGridClass(openvdb::GRID_FOG_VOLUME);
    fog->setName("density");
    openvdb::MetaMap about;
    about.insertMeta("creator", openvdb::StringMetadata("mote"));
    about.insertMeta("note", openvdb::StringMetadata(note));
    write_file_atomically(path, bytes_of({level, fog}, about));
}

bool is_vdb_of(const std::filesystem::path& path, const std::string& note) try {
    openvdb::initialize();
    openvdb::io::File file(path.string());
    file.open(false);
    const auto about = file.getMetadata();
    return about && about->getMetadata<openvdb::StringMetadata>("note") && about->metaValue<std::string>("note") == note;
} catch (const openvdb::Exception&) {
    return false;
}

}  // namespace mote

#else

namespace mote {

void expect_volumes() {
    throw Error("this program was built without OpenVDB, so it writes no volumes: install libopenvdb-dev and libboost-dev (on Debian) and build anew, in a fresh build folder", 2);
}
void export_vdb(const std::filesystem::path&, const TriangleMesh&, float, const std::string&) { expect_volumes(); }
bool is_vdb_of(const std::filesystem::path&, const std::string&) { return false; }

}  // namespace mote

#endif
