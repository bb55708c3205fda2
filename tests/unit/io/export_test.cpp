// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The exporters, read back by small parsers that share no code with them.
#include "mote/export.h"

#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

#include "unit/io/io_testing.h"

namespace mote {
namespace {

using testing::bytes_of;
using testing::every_type_frame;
using testing::file_error;

class Export : public testing::InAFolder {
protected:
    std::string text(const char* name) { return read_text_file(folder / name, 1 << 20); }
};

template <class T>
double number_at(const std::string& bytes, std::size_t at) {
    T value;
    if (at + sizeof value > bytes.size()) return std::nan("");
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return double(value);
}

/// The vertices of a binary PLY by property name.
std::map<std::string, std::vector<double>> read_ply(const std::string& file) {
    const std::map<std::string, std::pair<std::size_t, double (*)(const std::string&, std::size_t)>> kinds = {
        {"float", {4, number_at<float>}},        {"double", {8, number_at<double>}},
        {"uchar", {1, number_at<std::uint8_t>}}, {"ushort", {2, number_at<std::uint16_t>}},
        {"uint", {4, number_at<std::uint32_t>}}, {"int", {4, number_at<std::int32_t>}}};
    std::map<std::string, std::vector<double>>       columns;
    std::vector<std::pair<std::string, std::string>> properties;
    std::istringstream                               in(file);
    std::size_t                                      count = 0;
    for (std::string line; std::getline(in, line) && line != "end_header";) {
        std::istringstream words(line);
        std::string        first, second, third;
        words >> first >> second >> third;
        if (first == "element") count = std::stoul(third);
        if (first == "property") properties.push_back({second, third});
    }
    std::size_t at = std::size_t(in.tellg());
    for (std::size_t i = 0; i < count; ++i)
        for (const auto& [kind, name] : properties) {
            columns[name].push_back(kinds.at(kind).second(file, at));
            at += kinds.at(kind).first;
        }
    EXPECT_EQ(at, file.size());
    return columns;
}

std::string attribute(const std::string& xml, const std::string& name) {
    const std::size_t at = xml.find(' ' + name + "=\"");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + name.size() + 3;
    return xml.substr(begin, xml.find('"', begin) - begin);
}

/// The tag and the raw bytes of the array of that name in a .vtp with appended raw data.
std::pair<std::string, std::string> vtp_array(const std::string& file, const std::string& name) {
    const std::size_t named = file.find("Name=\"" + name + '"');
    if (named == std::string::npos) return {};
    const std::size_t start = file.rfind("<DataArray", named);
    const std::string tag   = file.substr(start, file.find('>', start) - start);
    const std::size_t data  = file.find('_', file.find("<AppendedData encoding=\"raw\">")) + 1;
    const std::size_t at    = data + std::stoul(attribute(tag, "offset"));
    std::uint64_t     size  = 0;
    std::memcpy(&size, file.data() + at, sizeof size);
    return {tag, file.substr(at + sizeof size, size)};
}

// A mesh is its vertices as above, then three numbers for each triangle; it is known again by its note and its size.
TEST_F(Export, PlyHoldsTriangles) {
    FrameTable table{"surface", 4, {}};
    table.columns.push_back({"position", "m", column_type<Vec3>, bytes_of(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})});
    table.columns.push_back({"heat", "K", column_type<float>, bytes_of(std::vector<float>{1, 2, 3, 4})});
    const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    export_ply(folder / "mesh.ply", table, triangles, "made by hand");
    const std::string file = text("mesh.ply"), heading = "property float heat\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n";
    ASSERT_NE(file.find(heading), std::string::npos) << file;
    std::size_t at = file.find(heading) + heading.size();
    for (const double x : {0., 0., 0., 1., 1., 0., 0., 2., 0., 1., 0., 3., 0., 0., 1., 4.}) EXPECT_EQ(number_at<float>(file, std::exchange(at, at + 4)), x);
    for (const auto& t : triangles) {
        EXPECT_EQ(number_at<std::uint8_t>(file, at++), 3);
        for (const std::uint32_t v : t) EXPECT_EQ(number_at<std::int32_t>(file, std::exchange(at, at + 4)), v);
    }
    EXPECT_EQ(at, file.size());

    EXPECT_TRUE(is_ply_of(folder / "mesh.ply", table, "made by hand"));
    EXPECT_FALSE(is_ply_of(folder / "mesh.ply", table, "made by foot"));
    EXPECT_FALSE(is_ply_of(folder / "absent.ply", table, "made by hand"));
    std::filesystem::resize_file(folder / "mesh.ply", file.size() - 1);
    EXPECT_FALSE(is_ply_of(folder / "mesh.ply", table, "made by hand"));
    table.columns.pop_back();
    EXPECT_FALSE(is_ply_of(folder / "mesh.ply", table, "made by hand"));
}

// Every number of a table arrives in the PLY under a name that other programs know or its own.
TEST_F(Export, PlyHoldsEveryNumber) {
    const Frame frame = every_type_frame();
    export_ply(folder / "a.ply", frame.tables[0]);
    const std::string file = text("a.ply");
    EXPECT_TRUE(file.starts_with("ply\nformat binary_little_endian 1.0\n"));
    EXPECT_NE(file.find("comment unit of velocity: m/s\n"), std::string::npos);
    EXPECT_NE(file.find("property float x\nproperty float y\nproperty float z\n"), std::string::npos);

    const auto columns = read_ply(file);
    EXPECT_EQ(columns.at("x"), (std::vector<double>{1, -1, 1e-30f}));
    EXPECT_EQ(columns.at("z"), (std::vector<double>{3, -3, 0}));
    EXPECT_EQ(columns.at("mass"), (std::vector<double>{.5, .25, 8}));
    EXPECT_EQ(columns.at("vy"), (std::vector<double>{.2f, 5, 8}));
    EXPECT_EQ(columns.at("id"), (std::vector<double>{1, 1099511627776.0, 18446744073709551616.0}));
    EXPECT_EQ(columns.at("stress_yz"), std::vector<double>(3, 1.0 / 3));
    EXPECT_EQ(columns.at("phase"), (std::vector<double>{0, 7, 255}));
    EXPECT_EQ(columns.at("material"), (std::vector<double>{1, 2, 65535}));
    EXPECT_EQ(columns.at("seed_y"), (std::vector<double>{2, 4, 4294967295.0}));
    EXPECT_EQ(columns.at("charge"), (std::vector<double>{-1, 0, 1}));
    EXPECT_EQ(columns.at("ticks"), (std::vector<double>{-1125899906842624.0, 0, 5}));
}

// Normals and colours take the names other programs look for; a plane of points lies at z = 0.
TEST_F(Export, PlyUsesKnownNamesWhereTheyAreTrue) {
    const FrameTable table{"surfels",
                           1,
                           {{"position", "m", {Scalar::f64, 2}, bytes_of(std::vector<double>{1, 2})},
                            {"normal", "", {Scalar::f32, 3}, bytes_of(std::vector<float>{0, 1, 0})},
                            {"colour", "", {Scalar::u8, 3}, bytes_of(std::vector<std::uint8_t>{9, 8, 7})},
                            {"mean_normal", "", {Scalar::f32, 3}, bytes_of(std::vector<float>{4, 5, 6})}}};
    export_ply(folder / "a.ply", table);
    const auto columns = read_ply(text("a.ply"));
    EXPECT_EQ(columns.at("y"), std::vector<double>{2});
    EXPECT_EQ(columns.at("z"), std::vector<double>{0});
    EXPECT_EQ(columns.at("ny"), std::vector<double>{1});
    EXPECT_EQ(columns.at("blue"), std::vector<double>{7});
    EXPECT_EQ(columns.at("mean_normal_y"), std::vector<double>{5});
}

// More rows than one block of the writer arrive in order, in all formats.
TEST_F(Export, ManyRowsArriveInOrder) {
    constexpr std::size_t rows = 10'000;
    std::vector<float>    position;
    for (std::size_t i = 0; i < rows; ++i) position.insert(position.end(), {float(i), 0, 1});
    const FrameTable table{"t", rows, {{"position", "m", {Scalar::f32, 3}, bytes_of(position)}}};
    export_ply(folder / "a.ply", table);
    export_vtp(folder / "a.vtp", table);
    export_csv(folder / "a.csv", table);
    const std::string vtp = read_text_file(folder / "a.vtp", 1 << 20), csv = text("a.csv");
    const auto        x = read_ply(text("a.ply")).at("x");
    ASSERT_EQ(x.size(), rows);
    EXPECT_EQ(x[9876], 9876);
    EXPECT_EQ(number_at<float>(vtp_array(vtp, "Points").second, 12 * 9876), 9876);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 10'001);
    EXPECT_TRUE(csv.ends_with("\n9998,0,1\n9999,0,1\n"));
}

// A VTP has points, one vertex cell each, and every quantity in its own type with components and unit.
TEST_F(Export, VtpHoldsPointsCellsAndEveryQuantity) {
    const Frame frame = every_type_frame();
    export_vtp(folder / "a.vtp", frame.tables[0]);
    const std::string file = text("a.vtp");
    EXPECT_NE(file.find("<Piece NumberOfPoints=\"3\" NumberOfVerts=\"3\""), std::string::npos);
    EXPECT_NE(file.find("header_type=\"UInt64\""), std::string::npos);
    EXPECT_NE(file.find("vtkDataArray\">m/s<"), std::string::npos);
    EXPECT_TRUE(file.ends_with("\n</AppendedData>\n</VTKFile>\n"));

    const auto [points_tag, points] = vtp_array(file, "Points");
    EXPECT_EQ(attribute(points_tag, "type"), "Float32");
    EXPECT_EQ(attribute(points_tag, "NumberOfComponents"), "3");
    EXPECT_EQ(points.size(), 36u);
    EXPECT_EQ(number_at<float>(points, 16), -2);
    EXPECT_EQ(number_at<float>(vtp_array(file, "mass").second, 8), 8);
    EXPECT_EQ(attribute(vtp_array(file, "stress").first, "ComponentName5"), "yz");
    EXPECT_EQ(attribute(vtp_array(file, "id").first, "type"), "UInt64");
    for (const char* name : {"id", "velocity", "stress", "phase", "material", "seed", "charge", "ticks"}) {
        const auto  data = vtp_array(file, name).second;
        const auto& raw  = frame.tables[0].find(name)->bytes;
        EXPECT_EQ(data, std::string(reinterpret_cast<const char*>(raw.data()), raw.size())) << name;
    }
    EXPECT_EQ(number_at<std::int64_t>(vtp_array(file, "connectivity").second, 16), 2);
    EXPECT_EQ(number_at<std::int64_t>(vtp_array(file, "offsets").second, 16), 3);
}

// The list of a sequence gives times in full precision and escapes file names.
TEST_F(Export, PvdListsTimesAndFiles) {
    write_pvd(folder / "a.pvd", {{0.1, "vtp/0001.vtp"}, {1.0 / 3, "a&b.vtp"}});
    EXPECT_NE(text("a.pvd").find("<DataSet timestep=\"0.1\" part=\"0\" file=\"vtp/0001.vtp\"/>"), std::string::npos);
    EXPECT_NE(text("a.pvd").find("timestep=\"0.3333333333333333\" part=\"0\" file=\"a&amp;b.vtp\""), std::string::npos);
}

// Every number of a CSV reads back as the same number, and the heading gives units.
TEST_F(Export, CsvReadsBackExactly) {
    constexpr float    inf = std::numeric_limits<float>::infinity(), tiny = std::numeric_limits<float>::denorm_min();
    std::vector<float> values{0.1f, -tiny, 1e38f, 16777217.f, 1.f / 3, -0.f, inf, -std::nanf("1")};
    const FrameTable   table{"t",
                           4,
                           {{"a_b", "m, kg", {Scalar::f32, 2}, bytes_of(values)},
                              {"odd", "x, y, z", {Scalar::f32, 2}, bytes_of(values)},
                              {"id", "", {Scalar::u64, 1}, bytes_of(std::vector<std::uint64_t>{0, 1, 2, ~0ull})}}};
    export_csv(folder / "a.csv", table);
    std::istringstream in(text("a.csv"));
    std::string        line;
    std::getline(in, line);
    EXPECT_EQ(line, "a [m],b [kg],odd [x],\"odd_w [y, z]\",id");
    for (std::size_t i = 0; i < 4; ++i) {
        std::getline(in, line);
        std::istringstream cells(line);
        for (std::size_t k = 0; k < 2; ++k) {
            std::string cell;
            std::getline(cells, cell, ',');
            const float back = std::strtof(cell.c_str(), nullptr), sent = values[2 * i + k];
            EXPECT_TRUE(std::isnan(sent) ? cell == "nan" : std::memcmp(&back, &sent, sizeof back) == 0) << cell;
        }
    }
    EXPECT_TRUE(line.ends_with(",18446744073709551615")) << line;
}

// Two parts of one name are told apart; empty tables are written; a table without positions is sent to CSV.
TEST_F(Export, OddTablesAreHandled) {
    const FrameTable twice{"t",
                           1,
                           {{"mass", "kg", {Scalar::f32, 1}, bytes_of(std::vector<float>{1})},
                            {"position_mass", "m, kg", {Scalar::f32, 4}, bytes_of(std::vector<float>{2, 3, 4, 5})}}};
    export_ply(folder / "a.ply", twice);
    EXPECT_EQ(read_ply(text("a.ply")).at("position_mass.mass"), std::vector<double>{5});

    const FrameTable empty{"t", 0, {{"position", "m", {Scalar::f32, 3}, {}}}};
    export_ply(folder / "a.ply", empty);
    export_vtp(folder / "a.vtp", empty);
    export_csv(folder / "a.csv", empty);
    EXPECT_TRUE(read_ply(text("a.ply")).empty());
    EXPECT_EQ(vtp_array(text("a.vtp"), "Points").second, "");
    EXPECT_EQ(text("a.csv"), "position_x [m],position_y [m],position_z [m]\n");

    const FrameTable bonds = every_type_frame().tables[1];
    EXPECT_NE(file_error([&] { export_ply(folder / "b.ply", bonds); }).find("Export it as csv"), std::string::npos);
    EXPECT_THROW(export_vtp(folder / "b.vtp", bonds), FileError);
    EXPECT_FALSE(std::filesystem::exists(folder / "b.ply"));
    FrameTable broken = twice;
    broken.rows       = 2;
    EXPECT_THROW(export_csv(folder / "c.csv", broken), BugError);
}

}  // namespace
}  // namespace mote
