// Copyright (c) 2026 The Mote authors. MIT licence.
#include "command_line.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "mote/error.h"
#include "scene/words.h"

namespace mote::cli {
namespace {

/// The parser, and the command it found.
struct CommandLine {
    CLI::App                 app{"Mote: everything is particles."};
    std::vector<std::string> names;
    Command                  chosen;

    CommandLine();

    /// A command with options of its own; `about` is one sentence, `teach` stands below the options.
    template <class Options, class AddOptions>
    void add(const char* name, const char* about, const char* teach, const AddOptions& add_options) {
        auto      options = std::make_shared<Options>();
        CLI::App* command = app.add_subcommand(name, about)->footer(teach);
        add_options(*command, *options);
        command->set_help_flag("-h,--help", "Print this help");
        command->final_callback([this, options] { chosen = *options; });
        names.emplace_back(name);
    }

    void add_simulating();
    void add_looking();
    void add_teaching();
};

// The parser's own checks, without their descriptions in the help: ours say it in words.
std::string positive(const std::string& text) {
    return std::strtod(text.c_str(), nullptr) > 0 ? "" : "expects a number above 0, found " + text;
}
CLI::Validator between(int low, int high) { return CLI::Range(low, high).description(""); }
CLI::Validator one_of(const std::vector<std::string>& words) { return CLI::IsMember(words).description(""); }

constexpr const char* run_text = "Folder of a run, for example out/dam_break";

void add_set(CLI::App& command, std::vector<std::string>& set) {
    command.add_option("--set", set, "Override a field of the scene; may be given several times")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
}

void add_threads(CLI::App& command, int& threads) {
    command.add_option("--threads", threads, "Threads to use (default: every core)")
        ->type_name("N")
        ->check(between(1, 256));
}

void add_device(CLI::App& command, std::string& device, const char* usual) {
    command.add_option("--device", device, std::string("auto, cpu or cuda (default: ") + usual + ")")
        ->type_name("NAME")
        ->check(one_of({"auto", "cpu", "cuda"}));
}

void add_look(CLI::App& command, LookOptions& look) {
    command.add_option("--colour,--color", look.colour, "Column to colour by, or material, or speed")
        ->type_name("COLUMN");
    command.add_option("--range", look.range, "Range of the colour scale")->type_name("LOW:HIGH");
    command.add_option("--size", look.size, "Size in pixels")->type_name("WxH");
    command.add_option("--from", look.from, "Where the camera stands [m]")->type_name("X,Y,Z");
    command.add_option("--to", look.to, "What it looks at [m]")->type_name("X,Y,Z");
    command.add_option("--camera", look.camera, "One of the scene's cameras (default: each of them)")->type_name("NAME");
    command.add_option("--render", look.render, "quick, or film: follows light through matter in its look")
        ->type_name("HOW")
        ->check(one_of({"quick", "film"}));
    command.add_option("--samples", look.samples, "Film: paths of light per pixel (default: 16)")->type_name("N")->check(between(1, 65536));
    command.add_flag("--boundaries", look.boundaries, "Draw boundary particles too");
    command.add_flag("--surface", look.surface, "Draw the surface of matter instead of its particles");
}

void add_frames(CLI::App& command, std::string& frames) {
    command.add_option("--frames", frames, "First and last frame, or one (default: all)")->type_name("A:B");
}

void add_quiet(CLI::App& command, bool& quiet) { command.add_flag("--quiet", quiet, "Print nothing but errors"); }

void CommandLine::add_simulating() {
    add<RunCommand>(
        "run", "Simulate a scene into a folder.",
        "Examples:\n"
        "  mote run scenes/dam_break.yaml\n"
        "  mote run scenes/dam_break.yaml -o out/fine --set 'spacing=8 mm' --frames 30\n"
        "  mote run scenes/dam_break.yaml --resume      goes on after an interruption, to the same bytes\n"
        "Ctrl-C finishes the step, saves and ends with code 7; a second one stops at once.\n"
        "SIGUSR1 saves and goes on.",
        [](CLI::App& c, RunCommand& o) {
            c.add_option("SCENE", o.scene, "Scene file (YAML)")->required()->type_name("");
            c.add_option("-o,--output", o.folder, "Folder of the run (default: out/NAME)")->type_name("DIR");
            c.add_option("--frames", o.frames, "Stop after so many frames")
                ->type_name("N")
                ->check(between(0, 10'000'000));
            add_threads(c, o.threads);
            add_device(c, o.device, "auto");
            add_set(c, o.set);
            c.add_flag("--resume", o.resume, "Go on from the last whole frame");
            c.add_flag("--force", o.force, "Throw away a run that is in the folder already");
            c.add_flag("--json", o.json, "Print the closing summary as JSON on standard output");
            add_quiet(c, o.quiet);
        });
    add<CheckCommand>("check", "Is a scene sound? How many particles, how much memory, how long will it take?",
                      "Example:\n  mote check scenes/dam_break.yaml --set 'spacing=5 mm'",
                      [](CLI::App& c, CheckCommand& o) {
                          c.add_option("SCENE", o.scene, "Scene file (YAML)")->required()->type_name("");
                          add_device(c, o.device, "auto");
                          add_set(c, o.set);
                          c.add_flag("--json", o.json, "Print one JSON object");
                      });
    add<DemoCommand>("demo", "First contact: simulate the demo scene, draw it and make a film.",
                     "Example:\n  mote demo", [](CLI::App& c, DemoCommand& o) {
                         c.add_option("-o,--output", o.folder, "Folder (default: out/demo)")->type_name("DIR");
                         add_threads(c, o.threads);
                         add_quiet(c, o.quiet);
                     });
}

void CommandLine::add_looking() {
    add<ViewCommand>(
        "view", "Look at a run in the browser, run a scene live, or choose one from the gallery.",
        "Prints an address; whoever does not know its token sees nothing. Ctrl-C ends it.\n"
        "Examples:\n"
        "  mote view                                  the gallery: one click runs a scene\n"
        "  mote view scenes/honey.yaml                live; change it while it runs\n"
        "  mote view out/dam_break                    play a run\n"
        "  mote view out/dam_break out/fine           two runs side by side",
        [](CLI::App& c, ViewCommand& o) {
            c.add_option("RUN|SCENE", o.what, "One or two folders of runs, or a scene file")->type_name("")->expected(0, 2);
            c.add_option("--port", o.port, "Port to listen at (default: any that is free)")->type_name("N")->check(between(0, 65535));
            c.add_option("--host", o.host, "Address to listen at (default: 127.0.0.1, this machine only)")->type_name("NAME");
            c.add_option("--token", o.token, "Secret of the address (default: a new one each time)")->type_name("TEXT");
            c.add_option("-o,--output", o.folder, "Folder that scenes and recordings are saved to (default: out)")->type_name("DIR");
            c.add_flag("--no-open", o.no_open, "Do not open the browser");
            add_threads(c, o.threads);
            add_device(c, o.device, "auto");
            add_set(c, o.set);
            add_quiet(c, o.quiet);
        });
    add<InfoCommand>("info", "Describe a run.", "Example:\n  mote info out/dam_break --json",
                     [](CLI::App& c, InfoCommand& o) {
                         c.add_option("RUN", o.run, run_text)->required()->type_name("");
                         c.add_flag("--json", o.json, "Print one JSON object");
                     });
    add<HashCommand>("hash", "Print the 64-bit hash of a run's state: 16 hexadecimal digits.",
                     "Two runs of one scene have the same hash, whatever the threads and the interruptions.\n"
                     "Example:\n  mote hash out/dam_break --frame 20",
                     [](CLI::App& c, HashCommand& o) {
                         c.add_option("RUN", o.run, run_text)->required()->type_name("");
                         c.add_option("--frame", o.frame, "Frame to take (default: the last)")->type_name("N");
                     });
    add<PictureCommand>(
        "picture", "Draw frames of a run as PNG pictures.",
        "Examples:\n"
        "  mote picture out/dam_break --frame 20 --colour speed -o splash.png\n"
        "  mote picture out/dam_break --all --size 1920x1080 --from 2,1,3 --to 0,0.3,0\n"
        "  mote picture out/dam_break --frame 20 --colour material --render film",
        [](CLI::App& c, PictureCommand& o) {
            c.add_option("RUN", o.run, run_text)->required()->type_name("");
            auto* frame = c.add_option("--frame", o.frame, "Frame to draw (default: the last)")->type_name("N");
            c.add_flag("--all", o.all, "Draw every frame")->excludes(frame);
            c.add_option("-o,--output", o.output, "PNG file, or folder with --all (default: RUN/pictures)")
                ->type_name("FILE|DIR");
            add_look(c, o.look);
            add_quiet(c, o.quiet);
        });
    add<MovieCommand>("movie", "Draw every frame of a run and make a film of them (needs the ffmpeg program).",
                      "With --render film, pictures that are there already, of the same settings, are kept: a movie that was stopped goes on.\n"
                      "Examples:\n  mote movie out/dam_break --colour speed -o splash.mp4\n"
                      "  mote movie out/dam_break --colour material --render film --size 480x270 -o splash.gif",
                      [](CLI::App& c, MovieCommand& o) {
                          c.add_option("RUN", o.run, run_text)->required()->type_name("");
                          c.add_option("-o,--output", o.output, "Film: .mp4, .gif or .webp (default: RUN/movie.mp4)")->type_name("FILE");
                          add_look(c, o.look);
                          add_quiet(c, o.quiet);
                      });
    add<PlotCommand>(
        "plot", "Draw the statistics of a run over time: energies, density error, iterations, counts, temperature.",
        "A file of numbers (CSV with a heading) may stand for RUN; its columns are drawn over the first.\n"
        "A reference is a CSV of time and values; its heading names the columns that its points are laid over.\n"
        "Examples:\n"
        "  mote plot out/dam_break\n"
        "  mote plot out/dam_break --columns 'kinetic energy + potential energy, largest speed' -o energy.png\n"
        "  mote plot out/dam_break --columns 'kinetic energy' --reference measured.csv",
        [](CLI::App& c, PlotCommand& o) {
            c.add_option("RUN", o.run, run_text)->required()->type_name("");
            c.add_option("-o,--output", o.output, "SVG or PNG file (default: RUN/plots.svg)")->type_name("FILE");
            c.add_option("--columns", o.columns, "Columns of stats.csv; + puts several into one panel")->type_name("'A, B + C'");
            c.add_option("--reference", o.references, "Points to lay over a column; may be given several times")
                ->type_name("FILE")
                ->allow_extra_args(false);
        });
    add<SurfaceCommand>(
        "surface", "Make the surface of matter in frames of a run: closed triangles.",
        "Vertices have normals, velocities and the columns asked for. ply: Blender, Houdini, MeshLab. vtk: ParaView.\n"
        "usda: whatever reads USD. glb: web pages. vdb: signed distance and fog on a grid.\n"
        "What is left out comes from the scene's output.surface block; `mote help output.surface` tells more.\n"
        "A surface that is there already, made with the same settings, is left as it is.\n"
        "Examples:\n"
        "  mote surface out/dam_break\n"
        "  mote surface out/crown_splash --of objects --columns speed --frames 10:20",
        [](CLI::App& c, SurfaceCommand& o) {
            c.add_option("RUN", o.run, run_text)->required()->type_name("");
            c.add_option("-o,--output", o.folder, "Folder (default: RUN/surface)")->type_name("DIR");
            add_frames(c, o.frames);
            c.add_option("--to", o.format, "ply, obj, vtk (open surface.pvd), usda (open surface.usda), glb, or vdb: a volume")
                ->type_name("FORMAT")
                ->check(one_of(surface_formats));
            c.add_option("--method", o.method, "anisotropic, colour, average or blobs")
                ->type_name("NAME")
                ->check(one_of({"anisotropic", "colour", "average", "blobs"}));
            c.add_option("--of", o.of, "all, materials, objects, 'material NAME' or 'object NAME'")->type_name("WHAT");
            c.add_option("--smoothing-length", o.smoothing_length, "Half the distance at which a particle is felt [particle radii]")
                ->type_name("L")
                ->check(between(1, 5));
            c.add_option("--cube-size", o.cube_size, "Edge of the cubes that triangles are cut out of [particle radii]")
                ->type_name("L")
                ->check(CLI::Range(0.1, 4.0).description(""));
            c.add_option("--threshold", o.threshold, "Of the field; larger is thinner (by average thicker)")->type_name("T")->check(positive);
            c.add_option("--smoothing", o.smoothing, "Rounds of smoothing of the triangles")->type_name("N")->check(between(0, 1000));
            c.add_option("--decimation", o.decimation, "Share of the triangles to take away, where it is flattest")
                ->type_name("S")
                ->check(CLI::Range(0.0, 0.99).description(""));
            c.add_option("--columns", o.columns, "Columns that vertices take from particles")->type_name("'A, B'");
            add_threads(c, o.threads);
            c.add_flag("--force", o.again, "Make surfaces that are there already anew");
            add_quiet(c, o.quiet);
        });
    add<SkinCommand>(
        "skin", "Play a run with a mesh that the particles of an object carry along.",
        "Without --mesh it is the object's own. Called again with a finer one, the same run has finer skins.\n"
        "Texture coordinates stay; obj from obj keeps faces, groups and materials as they are.\n"
        "What is left out comes from the scene's output.skins block; `mote help output.skins` tells more.\n"
        "A skin that is there already, made in the same way, is left as it is.\n"
        "Examples:\n"
        "  mote skin out/duck\n"
        "  mote skin out/duck --object duck --mesh duck_fine.obj --to obj -o fine",
        [](CLI::App& c, SkinCommand& o) {
            c.add_option("RUN", o.run, run_text)->required()->type_name("");
            c.add_option("--object", o.object, "Object whose particles carry it (default: the only one)")->type_name("NAME");
            c.add_option("--mesh", o.mesh, "OBJ, PLY or STL file (default: the object's own)")->type_name("FILE");
            c.add_option("--method", o.method, "mls, displacement or frames")->type_name("NAME")->check(one_of(skin_methods));
            c.add_option("--at", o.at, "Where the mesh's origin goes [m] (default: as the object's)")->delimiter(',')->expected(3)->type_name("X,Y,Z");
            c.add_option("--scale", o.scale, "Size factor of the mesh (default: as the object's)")->type_name("S")->check(positive);
            c.add_option("--rest", o.rest, "Frame in which the mesh fits the object (default: the first)")->type_name("N");
            c.add_option("--to", o.format, "ply, obj, vtk (open skin.pvd), usda (open skin.usda) or glb")
                ->type_name("FORMAT")
                ->check(one_of({"ply", "obj", "vtk", "usda", "glb"}));
            c.add_option("-o,--output", o.folder, "Folder (default: RUN/skins); files go to a folder of the object's name in it")->type_name("DIR");
            add_frames(c, o.frames);
            add_threads(c, o.threads);
            c.add_flag("--force", o.again, "Make skins that are there already anew");
            add_quiet(c, o.quiet);
        });
    add<ExportCommand>(
        "export", "Write frames of a run for other programs.",
        "ply: Blender, Houdini, MeshLab. vtk: ParaView (open particles.pvd). csv: anything.\n"
        "usda: whatever reads USD (open particles.usda). bgeo: Houdini, Partio. npz: NumPy.\n"
        "Rows are in the order of the particles' ids, so row k is the same particle in every frame\n"
        "as long as none is born or removed.\n"
        "Example:\n  mote export out/dam_break --to ply --frames 10:20",
        [](CLI::App& c, ExportCommand& o) {
            c.add_option("RUN", o.run, run_text)->required()->type_name("");
            c.add_option("--to", o.format, "ply, vtk, csv, npz, bgeo or usda")
                ->type_name("FORMAT")
                ->required()
                ->check(one_of({"ply", "vtk", "csv", "npz", "bgeo", "usda"}));
            c.add_option("-o,--output", o.folder, "Folder (default: RUN/export-FORMAT)")->type_name("DIR");
            add_frames(c, o.frames);
            c.add_flag("--with-boundaries", o.boundaries, "Boundary particles too");
            add_quiet(c, o.quiet);
        });
}

void CommandLine::add_teaching() {
    add<ScenesCommand>("scenes", "The gallery: every scene with its title.", "Example:\n  mote scenes",
                       [](CLI::App& c, ScenesCommand& o) { c.add_flag("--json", o.json, "Print one JSON array"); });
    add<GalleryCommand>(
        "gallery", "Remake the pictures of the gallery.",
        "Simulates each scene up to its `output.poster` and draws it, by following light where it is 3-D.\n"
        "strip.png shows all that are there. Runs that are there already are kept.\n"
        "Examples:\n  mote gallery\n  mote gallery honey faucet --samples 64",
        [](CLI::App& c, GalleryCommand& o) {
            c.add_option("SCENE", o.scenes, "Names of scenes (default: all)")->type_name("");
            c.add_option("-o,--output", o.folder, "Folder of the runs (default: out/gallery)")->type_name("DIR");
            c.add_option("--pictures", o.pictures, "Folder of the pictures (default: docs/gallery)")->type_name("DIR");
            c.add_option("--samples", o.samples, "Paths of light per pixel")->type_name("N")->check(between(1, 65536));
            add_threads(c, o.threads);
            c.add_flag("--force", o.force, "Throw away runs of other settings that are in the folder");
            add_quiet(c, o.quiet);
        });
    add<HelpCommand>("help", "Teach about a command, a field of the scene file, or a topic.",
                     "Topics: scene, shapes, units, presets.\n"
                     "Examples:\n  mote help run\n  mote help spacing\n  mote help materials.viscosity",
                     [](CLI::App& c, HelpCommand& o) {
                         c.add_option("TOPIC", o.topic, "A command, field or topic")->type_name("");
                     });
    const auto none = [](CLI::App&, auto&) {};
    add<SchemaCommand>("schema", "Print the JSON Schema of scene files, for editors.",
                       "Example:\n  mote schema > mote.schema.json", none);
    add<ReferenceCommand>("reference", "Print docs/reference.md: every field of the scene file.",
                          "Example:\n  mote reference > docs/reference.md", none);
    add<BenchCommand>(
        "bench", "Measure: one JSON line per case.",
        "Cases:\n"
        "  neighbours   sorting, neighbour lists and density of a million points, as multiples of a plain\n"
        "               scalar density sweep over ready lists in the same process (CPU time)\n"
        "  wcsph        steps of a dam break, weakly compressible: time per step and per stage\n"
        "  dam_break    a second of a dam break, incompressible (DFSPH, or --solver)\n"
        "  elastic      short steps of a block of rubber, against that sweep; one that is stopped, explicit and implicit (CPU time)\n"
        "  virtual      a block of a virtual material falls on a floor: time per step, per short step and per stage; on a CPU\n"
        "               against a step of water with four iterations (DFSPH, CPU time)\n"
        "  surface      the surface of a splash of a million particles, cubes of one particle radius (CPU time)\n"
        "  skin         updates of a skin of 100 thousand vertices on two thousand particles (or --particles), by each method\n"
        "  skinned_body steps of an elastic ball of 200 particles (or --particles) with a skin of 10 thousand vertices that follows each\n"
        "Example:\n  mote bench neighbours --json",
        [](CLI::App& c, BenchCommand& o) {
            c.add_option("CASE", o.name, "neighbours, wcsph, dam_break, elastic, virtual, surface, skin or skinned_body (default: all)")->type_name("");
            c.add_flag("--json", o.json, "One JSON line per case, as always; nothing else is printed");
            c.add_option("--particles", o.particles, "About so many particles")
                ->type_name("N")
                ->check(between(1000, 200'000'000));
            add_threads(c, o.threads);
            add_device(c, o.device, "cpu");
            c.add_option("--seconds", o.seconds, "Simulated time of dam_break (default: 1) or of elastic (0.1)")->type_name("S");
            c.add_option("--viscosity", o.viscosity, "Of the liquid of dam_break [Pa s] (default: 0.001, water)")->type_name("V")->check(positive);
            c.add_option("--stiffness", o.stiffness, "Young's modulus of the block of virtual [Pa] (default: 1e6)")->type_name("E")->check(positive);
            c.add_option("--solver", o.solver, "Of the pressure in dam_break: dfsph, iisph or pbf (default: dfsph)")->type_name("NAME")->check(CLI::IsMember({"dfsph", "iisph", "pbf"}));
            c.add_option("--boundaries", o.boundaries, "How the tank of dam_break is made: sampled or implicit (default: sampled)")->type_name("METHOD")->check(CLI::IsMember({"sampled", "implicit"}));
            c.add_option("--repeat", o.repeat, "Measurements to take the median of; virtual: times four steps (default: 5)")
                ->type_name("N")
                ->check(between(1, 1000));
        });
    add<VersionCommand>("version", "Print the version.", "Example:\n  mote version", none);
}

CommandLine::CommandLine() {
    app.require_subcommand(1);
    add_simulating();
    add_looking();
    add_teaching();
}

/// What the user may have meant by an option the command does not have.
std::string option_suggestion(const CLI::App& command, const std::string& word) {
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    const auto meant = nearest(word, known);
    return meant ? fmt::format(": did you mean {}?", *meant) : "";
}

[[noreturn]] void refuse(const std::string& command, const std::string& what) {
    throw Error(fmt::format("{}: {}; `mote help {}` shows how it is used", command, what, command), 2);
}

/// The parser's complaint in our words.
[[noreturn]] void explain(const CLI::App& command, const CLI::ParseError& error) {
    const std::string name   = command.get_name();
    const auto        extras = command.remaining(true);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) && !extras.empty()) {
        if (extras[0].rfind('-', 0) == 0)
            refuse(name,
                   fmt::format("there is no option {}{}", in_quotes(extras[0]), option_suggestion(command, extras[0])));
        refuse(name, fmt::format("{} is one argument too many", in_quotes(extras[0])));
    }
    std::string what = error.what();
    while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
    refuse(name, what);
}

}  // namespace

const std::vector<std::string>& command_names() {
    static const std::vector<std::string> names = CommandLine().names;
    return names;
}

Command parse(int argc, char** argv) {
    if (argc < 2) return OverviewCommand{};
    const std::string first = argv[1];
    if (first == "--version" || first == "-V") return VersionCommand{};
    if (first == "--help" || first == "-h") return HelpCommand{};

    CommandLine line;
    if (std::find(line.names.begin(), line.names.end(), first) == line.names.end())
        throw Error(fmt::format("there is no command {}; {}", in_quotes(first), suggestion(first, line.names)), 2);

    CLI::App& command = *line.app.get_subcommand(first);
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return HelpCommand{first, command.help("mote")};
    } catch (const CLI::ParseError& error) {
        explain(command, error);
    }

    if (auto* help = std::get_if<HelpCommand>(&line.chosen))
        if (std::find(line.names.begin(), line.names.end(), help->topic) != line.names.end())
            help->command_help = line.app.get_subcommand(help->topic)->help("mote");
    return line.chosen;
}

}  // namespace mote::cli
