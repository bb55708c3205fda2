// Copyright (c) 2026 The Mote authors. MIT licence.
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <sstream>

#include "unit/shapes/bodies.h"

namespace mote {
namespace {

TriangleMesh parse(const std::string& bytes, MeshFormat format) {
    return parse_mesh(std::as_bytes(std::span(bytes)), format);
}

std::string to_obj(const TriangleMesh& mesh) {
    std::ostringstream out;
    out.precision(9);
    out << "# a comment\nmtllib none.mtl\no thing\n";
    for (const Vec3& p : mesh.points) out << "v " << p.x << ' ' << p.y << ' ' << p.z << "\r\nvn 0 0 1\n";
    for (const auto& [a, b, c] : mesh.triangles) out << "f " << a + 1 << "/1/1 " << b + 1 << "//2 " << c + 1 << "\n";
    return out.str();
}

template <class T>
std::string raw(T value, bool big = false) {
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T));
    return big ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

std::string to_stl(const TriangleMesh& mesh, bool binary) {
    std::ostringstream out;
    out.precision(9);
    if (binary)
        out << "solid, but not text" << std::string(61, ' ') << raw(std::uint32_t(mesh.triangles.size()));
    else
        out << "solid thing\n";
    for (const auto& triangle : mesh.triangles) {
        if (binary)
            out << raw(0.f) << raw(0.f) << raw(0.f);
        else
            out << " facet normal 0 0 0\n  outer loop\n";
        for (const Index corner : triangle) {
            const Vec3 p = mesh.points[corner];
            if (binary)
                out << raw(p.x) << raw(p.y) << raw(p.z);
            else
                out << "   vertex " << p.x << ' ' << p.y << " +" << std::abs(p.z) * (p.z < 0 ? -1 : 1) << "\n";
        }
        if (binary)
            out << raw(std::uint16_t(0));
        else
            out << "  endloop\n endfacet\n";
    }
    if (!binary) out << "endsolid thing\n";
    return out.str();
}

/// A PLY with more elements and properties than a mesh needs, in odd types.
std::string to_ply(const TriangleMesh& mesh, const std::string& form) {
    std::ostringstream out;
    out.precision(9);
    const bool text = form == "ascii", big = form == "binary_big_endian";
    out << "ply\nformat " << form
        << " 1.0\ncomment made by a test\nelement extra 2\nproperty list ushort double values\n"
        << "element vertex " << mesh.points.size()
        << "\nproperty uchar red\nproperty double x\nproperty float y\nproperty float64 z\n"
        << "element face " << mesh.triangles.size()
        << "\nproperty list uint8 float odd\nproperty list int ushort vertex_index\n"
        << "property short flags\nelement nothing 99999999999\nend_header\n";
    const auto put = [&](auto value) {
        if (text)
            out << +value << ' ';
        else
            out << raw(value, big);
    };
    for (int row = 0; row < 2; ++row) put(std::uint16_t(2)), put(1.5), put(2.5);
    for (const Vec3& p : mesh.points) put(std::uint8_t(7)), put(double(p.x)), put(p.y), put(double(p.z));
    for (const auto& triangle : mesh.triangles) {
        put(std::uint8_t(1)), put(0.5f), put(std::int32_t(3));
        for (const Index corner : triangle) put(std::uint16_t(corner));
        put(std::int16_t(-1));
        if (text) out << '\n';
    }
    return out.str();
}

struct Written {
    std::string name, bytes;
    MeshFormat  format;
};

std::vector<Written> all_formats(const TriangleMesh& mesh) {
    return {{"obj", to_obj(mesh), MeshFormat::obj},
            {"ply ascii", to_ply(mesh, "ascii"), MeshFormat::ply},
            {"ply little", to_ply(mesh, "binary_little_endian"), MeshFormat::ply},
            {"ply big", to_ply(mesh, "binary_big_endian"), MeshFormat::ply},
            {"stl ascii", to_stl(mesh, false), MeshFormat::stl},
            {"stl binary", to_stl(mesh, true), MeshFormat::stl}};
}

TriangleMesh unsigned_sphere() {  // all z positive: the ascii STL writer puts a plus before it
    TriangleMesh mesh = sphere_mesh(0.5f, 2);
    for (Vec3& p : mesh.points) p.z += 1;
    return mesh;
}

// Every format gives back the mesh that was written, point for point.
TEST(MeshFiles, EveryFormatGivesTheSameBody) {
    const TriangleMesh mesh = unsigned_sphere();
    const MeshReport   want = inspect(mesh);
    for (const Written& file : all_formats(mesh)) {
        const TriangleMesh read = parse(file.bytes, file.format);
        const MeshReport   got  = inspect(read);
        EXPECT_EQ(read.points.size(), mesh.points.size()) << file.name;
        EXPECT_EQ(read.triangles.size(), mesh.triangles.size()) << file.name;
        EXPECT_TRUE(got.closed && got.oriented) << file.name;
        EXPECT_DOUBLE_EQ(got.volume, want.volume) << file.name;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (int k = 0; k < 3; ++k)
                EXPECT_EQ(read.points[read.triangles[t][k]], mesh.points[mesh.triangles[t][k]]) << file.name;
    }
}

// Garland's SMF has points and faces as OBJ has them; what else stands in it is passed over (D-33).
TEST(MeshFiles, SmfIsRead) {
    const auto file = std::filesystem::temp_directory_path() / ("mote_" + std::to_string(::getpid()) + ".smf");
    std::ofstream(file) << "#$SMF 1.0\nbegin\nbind c vertex\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nc 1 0 0\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nend\n";
    const TriangleMesh mesh = load_mesh(file.string());
    std::filesystem::remove(file);
    EXPECT_EQ(mesh.points.size(), 4u);
    EXPECT_EQ(mesh.triangles.size(), 4u);
    EXPECT_LT(make_mesh_shape(mesh, 3)->distance({0.2f, 0.2f, 0.2f}), 0);
}

// Polygons are cut into fans, and negative corners count back from the last point.
TEST(MeshFiles, ObjPolygonsAndNegativeCorners) {
    const TriangleMesh mesh =
        parse("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0.5 2 0\nv 0 1 0\nf -5 -4 -3 -2 -1\n", MeshFormat::obj);
    ASSERT_EQ(mesh.triangles.size(), 3u);
    EXPECT_EQ(mesh.triangles[2], (std::array<Index, 3>{0, 3, 4}));
    EXPECT_DOUBLE_EQ(inspect(mesh).area, 1.5);
}

// A damaged file is refused with a sentence that says where or what.
TEST(MeshFiles, DamageIsNamed) {
    const auto why = [](const std::string& bytes, MeshFormat format) {
        return complaint<FileError>([&] { parse(bytes, format); });
    };
    EXPECT_TRUE(mentions(why("", MeshFormat::obj), "no triangles"));
    EXPECT_TRUE(mentions(why("v 0 0 0\nv 1 x 0\n", MeshFormat::obj), "line 2"));
    EXPECT_TRUE(mentions(why("v 0 0 0\nf 1 2\n", MeshFormat::obj), "three corners"));
    EXPECT_TRUE(mentions(why("v 0 0 0\nf 1 2 3\n", MeshFormat::obj), "only 1 points"));
    EXPECT_TRUE(mentions(why("v 0 0 0\nf 0 1 1\n", MeshFormat::obj), "'0' is not the number"));
    EXPECT_TRUE(mentions(why("f -1 1 1\n", MeshFormat::obj), "no point -1"));
    EXPECT_TRUE(mentions(why("plyx", MeshFormat::ply), "is no PLY"));
    EXPECT_TRUE(mentions(why("ply\nformat ascii 1.0\n", MeshFormat::ply), "without an end"));
    EXPECT_TRUE(mentions(why("ply\nformat xml 1.0\nend_header\n", MeshFormat::ply), "'xml'"));
    EXPECT_TRUE(mentions(why("ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\nend_header\n", MeshFormat::ply),
                         "'quad'"));
    EXPECT_TRUE(
        mentions(why("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n", MeshFormat::ply),
                 "without the coordinate y"));
    EXPECT_TRUE(mentions(why("plain words", MeshFormat::stl), "is no STL"));
    EXPECT_TRUE(mentions(why("solid a\nvertex 1 2 3\n", MeshFormat::stl), "middle of a facet"));
}

// Sizes are checked against the file before memory is asked for: a header cannot ask for what is not there.
TEST(MeshFiles, AnnouncedSizesAreNotTrusted) {
    const std::string vertices =
        "ply\nformat binary_little_endian 1.0\nelement vertex 1000000000000\nproperty float x\nproperty float "
        "y\nproperty float z\nend_header\nabc";
    EXPECT_TRUE(mentions(complaint<FileError>([&] { parse(vertices, MeshFormat::ply); }), "ends before"));
    const std::string list =
        "ply\nformat binary_little_endian 1.0\nelement face 1\nproperty list uint int "
        "vertex_indices\nend_header\n\xff\xff\xff\xff";
    EXPECT_TRUE(mentions(complaint<FileError>([&] { parse(list, MeshFormat::ply); }), "ends before"));
    EXPECT_TRUE(mentions(complaint<FileError>([&] { parse(std::string(80, ' ') + raw(4000000000u), MeshFormat::stl); }),
                         "is no STL"));
}

// Whatever is cut from or changed in a file, the answer is a mesh with sound corners or a FileError.
TEST(MeshFiles, TruncatedAndMutatedFilesNeverCrash) {
    for (const Written& file : all_formats(cube_mesh(0.5f))) {
        int        refused = 0;
        const auto attempt = [&](const std::string& bytes) {
            try {
                const TriangleMesh mesh = parse(bytes, file.format);
                for (const auto& triangle : mesh.triangles)
                    for (const Index corner : triangle) ASSERT_LT(corner, mesh.points.size());
                inspect(weld(mesh));
            } catch (const FileError&) {
                ++refused;
            }
        };
        for (std::size_t n = 0; n < file.bytes.size(); ++n) attempt(file.bytes.substr(0, n));
        for (std::uint64_t n = 0; n < 3000; ++n) {
            std::string bytes = file.bytes;
            for (std::uint32_t k = 0; k < 1 + n % 4; ++k) {
                const RandomBits random              = random_bits(1, n, k, Purpose::test);
                bytes[random.word[0] % bytes.size()] = char(random.word[1]);
            }
            attempt(bytes);
        }
        EXPECT_GT(refused, 100) << file.name;
    }
}

// The meshes that come with Mote are sound bodies.
TEST(MeshFiles, TheMeshesOfTheGalleryAreClosed) {
    for (const char* name : {"duck.obj", "vase.ply", "knot.ply"}) {
        const MeshReport report = inspect(load_mesh(std::string(MOTE_SOURCE_DIR "/scenes/meshes/") + name));
        EXPECT_TRUE(report.closed && report.oriented) << name;
        EXPECT_EQ(report.components, 1u) << name;
        EXPECT_GT(report.volume, 1e-4) << name;
    }
}

// A report counts edges, parts, area and volume as the eye does.
TEST(MeshReport, TellsWhatIsWrong) {
    TriangleMesh mesh   = cube_mesh(0.5f);
    MeshReport   report = inspect(mesh);
    EXPECT_TRUE(report.closed && report.oriented);
    EXPECT_NEAR(report.volume, 1, 1e-12);
    EXPECT_NEAR(report.area, 6, 1e-12);
    EXPECT_EQ(report.components, 1u);
    EXPECT_EQ(report.bounds.high, (Vec3{0.5f, 0.5f, 0.5f}));

    std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
    report = inspect(mesh);
    EXPECT_TRUE(report.closed);
    EXPECT_FALSE(report.oriented);
    EXPECT_EQ(report.twisted_edges, 3u);

    mesh = cube_mesh(0.5f);
    mesh.triangles.pop_back();
    report = inspect(mesh);
    EXPECT_EQ(report.open_edges, 3u);
    EXPECT_FALSE(report.closed);

    mesh = cube_mesh(0.5f);
    add_mesh(mesh, cube_mesh(0.5f), {1, 1, 0});  // touching along one edge
    EXPECT_EQ(inspect(mesh).components, 2u);
    report = inspect(weld(mesh));
    EXPECT_EQ(report.components, 1u);
    EXPECT_EQ(report.non_manifold_edges, 1u);
    EXPECT_TRUE(report.closed && report.oriented);
}

// Welding joins equal corners, also those that differ by the sign of zero, and drops what collapses.
TEST(MeshReport, WeldingJoinsEqualCorners) {
    TriangleMesh soup;
    for (const auto& triangle : cube_mesh(0.5f).triangles) {
        const Index first = Index(soup.points.size());
        for (const Index corner : triangle) soup.points.push_back(cube_mesh(0.5f).points[corner]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    soup.points.push_back({0.f, 1, 1});
    soup.points.push_back({-0.f, 1, 1});
    soup.triangles.push_back({0, 36, 37});
    EXPECT_EQ(inspect(soup).open_edges, 39u);
    const TriangleMesh mesh = weld(soup);
    EXPECT_EQ(mesh.points.size(), 8u);
    EXPECT_EQ(mesh.triangles.size(), 12u);
    EXPECT_TRUE(inspect(mesh).closed);
}

// Texture coordinates of an OBJ are kept by corners, whatever else is wrong with them; with one for each row, seams are opened and nothing else.
TEST(Mesh, TextureCoordinatesAreKept) {
    const std::string  head = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    const TriangleMesh quad = parse(head + "vt 0 0\nvt 1 0 0\nvt 1 1\nf 1/1 2/2 3/3\nvt .5 .25\nf 1/4/7 3/3 4/-1\n", MeshFormat::obj);
    constexpr Index    none = TriangleMesh::no_texture;
    ASSERT_EQ(quad.texture.size(), 4u);
    EXPECT_EQ(quad.textured, (std::vector<std::array<Index, 3>>{{0, 1, 2}, {3, 2, 3}}));
    const SplitMesh split = split_seams(quad);
    EXPECT_EQ(split.point, (std::vector<Index>{0, 1, 2, 3, 0}));
    EXPECT_EQ(split.triangles, (std::vector<std::array<Index, 3>>{{0, 1, 2}, {4, 2, 3}}));
    EXPECT_EQ(split.texture, (std::vector<std::array<float, 2>>{{0, 0}, {1, 0}, {1, 1}, {.5f, .25f}, {.5f, .25f}}));

    const TriangleMesh odd = parse(head + "f 1 2 3\nvt x\nvt nan 1e99\nf 1/0 3/x/2 4/9\nf 1/-9 3/2 4/\n", MeshFormat::obj);
    EXPECT_EQ(odd.textured, (std::vector<std::array<Index, 3>>{{none, none, none}, {none, none, none}, {none, 1, none}}));
    for (const auto& [u, v] : split_seams(odd).texture) EXPECT_TRUE(finite(u) && finite(v));
    EXPECT_TRUE(split_seams(parse(head + "f 1 2 3\n", MeshFormat::obj)).texture.empty());
}

// A moved OBJ has other points, a normal for each, and every other line as it was; it reads back as the same faces.
TEST(Mesh, AMovedObjKeepsItsOtherLines) {
    const std::string       text = "mtllib a.mtl\r\n  v 0 0 0 .5 .5 1\nv 1 0 0\nvn 0 0 1\nv 1 1 0\nv 0 1 0\nvt 0 1\ng side\nf 1/1/1 2 3//1 -1/1\ns off";
    const std::vector<Vec3> points{{0, 0, 5}, {1.5f, 0, 5}, {1, 1, 5}, {0, 1, 5}}, normals(4, Vec3{0, 1, 0});
    const std::string       moved = moved_obj(text, points, normals);
    EXPECT_EQ(moved, "mtllib a.mtl\r\nv 0 0 5 .5 .5 1\nvn 0 1 0\nv 1.5 0 5\nvn 0 1 0\nv 1 1 5\nvn 0 1 0\nv 0 1 5\nvn 0 1 0\nvt 0 1\ng side\nf 1/1/1 2//2 3//3 -1/1/-1\ns off\n");
    EXPECT_EQ(parse(moved, MeshFormat::obj).triangles, parse(text, MeshFormat::obj).triangles);
    EXPECT_EQ(parse(moved, MeshFormat::obj).points, points);
}

}  // namespace
}  // namespace mote
