// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From statistics to a page, as a user asks for it.
#include <fstream>

#include "program.h"

namespace mote::testing {
namespace {

namespace fs = std::filesystem;

class CliPlot : public Cli {
protected:
    void SetUp() override {
        Cli::SetUp();
        ASSERT_EQ(mote({"run", "drop.yaml", "-o", "run", "--frames", "3", "--quiet"}).code, 0);
    }
    std::string svg(const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments{"plot", "run", "-o", "plot.svg"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Result result = mote(arguments);
        EXPECT_EQ(result.code, 0) << result.err;
        return result.code == 0 ? text_of(folder / "plot.svg") : "";
    }
    static bool has(const std::string& text, const std::string& words) { return text.find(">" + words + "<") != std::string::npos; }
};

// The usual page has what changes and leaves out what does not: nothing is warm or drained here.
TEST_F(CliPlot, ShowsWhatThereIs) {
    const Result result = mote({"plot", "run"});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "run/plots.svg\n");
    const std::string page = text_of(folder / "run/plots.svg");
    for (const char* words : {"energy [J]", "kinetic", "potential", "total", "largest speed [m/s]", "shortest", "time [s]"}) EXPECT_TRUE(has(page, words)) << words;
    for (const char* words : {"temperature [K]", "drained"}) EXPECT_FALSE(has(page, words)) << words;
    ASSERT_EQ(mote({"plot", "run", "-o", "new/page.png"}).code, 0);
    EXPECT_EQ(text_of(folder / "new/page.png").substr(1, 3), "PNG");
}

// A falling block has v = g t until it lands: the reference lies on the curve, and its points are rings.
TEST_F(CliPlot, LaysAReferenceOver) {
    write("fall.csv", "time [s],largest speed [m/s]\n0,0\n0.05,0.49\n");
    const std::string page = svg({"--columns", "largest speed", "--reference", "fall.csv"});
    EXPECT_TRUE(has(page, "fall"));
    std::size_t rings = 0;
    for (std::size_t at = 0; (at = page.find("<circle", at)) != std::string::npos; ++at) ++rings;
    EXPECT_EQ(rings, 3u) << "two points and the legend";
    write("any.csv", "t,v\n0,0\n0.05,0.49\n");
    EXPECT_TRUE(has(svg({"--columns", "largest speed", "--reference", "any.csv"}), "any")) << "over the only one";
    EXPECT_TRUE(has(svg({"--reference", "fall.csv"}), "fall"));
    EXPECT_TRUE(has(svg({"--columns", "kinetic energy + potential energy, steps"}), "kinetic energy + potential energy [J]"));
    expect_refused(mote({"plot", "run", "--reference", "any.csv"}), 2, "there is no column 'v'");
    write("cm.csv", "time [s],largest speed [cm/s]\n0,0\n");
    expect_refused(mote({"plot", "run", "--reference", "cm.csv"}), 2, "[cm/s]");
}

// Before a source has given anything, nothing has a temperature: it is not a number, and a gap.
TEST_F(CliPlot, NothingHasNoTemperature) {
    write("tap.yaml", "spacing: 5 cm\nmaterials: {water: {}}\nsources: {tap: {disc: 0.2, at: [0, 1, 0], material: water, speed: 2, temperature: 350}}\n");
    ASSERT_EQ(mote({"run", "tap.yaml", "-o", "tap", "--frames", "3", "--quiet"}).code, 0);
    const std::string stats = text_of(folder / "tap/stats.csv"), start = stats.substr(stats.find('\n') + 1);
    EXPECT_NE(start.substr(0, start.find('\n')).find(",nan,nan,0"), std::string::npos) << stats;
    ASSERT_EQ(mote({"plot", "tap"}).code, 0);
    EXPECT_EQ(text_of(folder / "tap/plots.svg").find("temperature"), std::string::npos) << "350 K all the time";
}

// A table of somebody else is drawn over its first column.
TEST_F(CliPlot, DrawsAnyTable) {
    write("profile.csv", "y [m],u [m/s]\n0,0\n0.1,0.3\n0.2,nan\n");
    const Result result = mote({"plot", "profile.csv"});
    ASSERT_EQ(result.code, 0) << result.err;
    const std::string page = text_of(folder / "profile.svg");
    EXPECT_TRUE(has(page, "u [m/s]") && has(page, "y [m]"));
}

// The curve of a validation test lies with what others measured: a line and rings, with the names of both and what the axes are.
TEST_F(CliPlot, LaysAPublishedCurveOverATests) {
    write("front.csv", "T = t sqrt(2g/a),Z = front/a\n0,1\n1,1.3\n2,2.2\n");
    write("martin_moyce_1952.csv", "# Phil. Trans. R. Soc. A 244\nT,Z\n0.41,1.11\n1.19,1.44\n");
    ASSERT_EQ(mote({"plot", "front.csv", "--reference", "martin_moyce_1952.csv"}).code, 0);
    const std::string page = text_of(folder / "front.svg");
    for (const char* words : {"T = t sqrt(2g/a)", "Z = front/a", "martin_moyce_1952"}) EXPECT_TRUE(has(page, words)) << words;
    EXPECT_NE(page.find("<circle"), std::string::npos);
    const auto refused = [&](const std::string& text, const char* sentence, int code = 5) {
        write("ref.csv", text);
        expect_refused(mote({"plot", "front.csv", "--reference", "ref.csv"}), code, sentence);
    };
    refused("", "ref.csv: the file is empty");
    refused("T,Z\n", "ref.csv: there is no row of numbers");
    refused("T\n1\n", "ref.csv: expected two columns or more");
    refused("T,Z,H\n1,1,1\n", "there is no column 'Z'; known: T = t sqrt(2g/a), Z", 2);
    refused("0,1\n1,2\n", "expected a heading");
    expect_refused(mote({"plot", "absent.csv"}), 5, "absent.csv");
    expect_refused(mote({"plot", "front.csv", "--reference", "absent.csv"}), 5, "absent.csv");
}

// Every mistake is a sentence.
TEST_F(CliPlot, BadInputIsTold) {
    expect_refused(mote({"plot", "absent"}), 5, "absent");
    expect_refused(mote({"plot", "."}), 5, "not a run");
    expect_refused(mote({"plot", "run", "--columns", "kinetic enrgy"}), 2, "did you mean kinetic energy?");
    expect_refused(mote({"plot", "run", "--columns", "steps,"}), 2, "there is no column ''");
    expect_refused(mote({"plot", "run", "--reference", "none.csv"}), 5, "none.csv");
    expect_refused(mote({"plot", "run", "-o", "page.pdf"}), 2, ".svg or .png");
    expect_refused(mote({"plot", "run", "-o", "drop.yaml/page.svg"}), 5, "drop.yaml");
    const std::string whole = text_of(folder / "run/stats.csv");
    write("run/stats.csv", whole.substr(0, whole.size() - 30));
    const Result cut = mote({"plot", "run"});
    EXPECT_EQ(cut.code, 0);
    EXPECT_NE(cut.err.find("the last line stops short"), std::string::npos) << cut.err;
    write("run/stats.csv", whole.substr(0, whole.find('\n', whole.find('\n') + 1) + 1));
    EXPECT_EQ(mote({"plot", "run"}).code, 0) << "one row: dots";
    write("run/stats.csv", whole.substr(0, whole.find('\n') + 1));
    expect_refused(mote({"plot", "run"}), 5, "no row of numbers");
    write("run/stats.csv", "time [s]\n0\n1\n");
    expect_refused(mote({"plot", "run"}), 5, "nothing to draw");
    write("run/stats.csv", "time [s],largest speed [m/s]\n0,fast\n");
    expect_refused(mote({"plot", "run"}), 5, "stats.csv:2");
    fs::remove(folder / "run/stats.csv");
    expect_refused(mote({"plot", "run"}), 5, "has no stats.csv");
}

}  // namespace
}  // namespace mote::testing
