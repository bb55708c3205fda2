// Copyright (c) 2026 The Mote authors. MIT licence.
//
// What can be asked of the program: one struct per command, with its options as they stand on the command line. The
// parser (command_line.h) fills one in; `execute` does it and returns the exit code. Errors are thrown.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mote::cli {

struct RunCommand {
    std::string              scene, folder;
    std::optional<int>       frames;
    int                      threads = 0;
    std::string              device  = "auto";
    std::vector<std::string> set;
    bool                     resume = false, force = false, json = false, quiet = false;
};

struct CheckCommand {
    std::string              scene;
    std::string              device = "auto";
    std::vector<std::string> set;
    bool                     json = false;
};

struct InfoCommand {
    std::string run;
    bool        json = false;
};

struct HashCommand {
    std::string        run;
    std::optional<int> frame;
};

struct ExportCommand {
    std::string run, format, folder, frames;
    bool        boundaries = false, quiet = false;
};

/// In the order of SurfaceSpec::Format.
inline const std::vector<std::string> surface_formats = {"ply", "obj", "vtk", "usda", "glb", "vdb"};

/// What is left out comes from the run's own scene.
struct SurfaceCommand {
    std::string          run, folder, frames, method, of, format;
    std::optional<float> smoothing_length, cube_size, threshold, decimation;
    std::optional<int>   smoothing;
    std::optional<std::string> columns;
    int                  threads = 0;
    bool                 again = false, quiet = false;
};

/// In the order of SkinSpec::Method.
inline const std::vector<std::string> skin_methods = {"mls", "displacement", "frames"};

/// What is left out comes from the run's own scene.
struct SkinCommand {
    std::string          run, folder, frames, object, mesh, method, format;
    std::vector<float>   at;
    std::optional<float> scale;
    std::optional<int>   rest;
    int                  threads = 0;
    bool                 again = false, quiet = false;
};

/// How particles are drawn; what is left empty comes from the run's own scene.
struct LookOptions {
    std::string colour, range, size, from, to, render, camera;
    std::optional<int> samples;
    bool        boundaries = false, surface = false;
};

struct PictureCommand {
    std::string        run, output;
    std::optional<int> frame;
    bool               all = false, quiet = false;
    LookOptions        look;
};

struct MovieCommand {
    std::string run, output;
    LookOptions look;
    bool        quiet = false;
};

struct PlotCommand {
    std::string              run, output, columns;
    std::vector<std::string> references;
};

/// Runs to look at, a scene to run, or nothing: the gallery.
struct ViewCommand {
    std::vector<std::string> what;
    std::string              host = "127.0.0.1", token, folder = "out", device = "auto";
    int                      port = 0, threads = 0;
    std::vector<std::string> set;
    bool                     no_open = false, quiet = false;
};

struct BenchCommand {
    std::string name;   ///< empty: every case
    int         particles = 0, threads = 0, repeat = 5;
    std::string device = "cpu";
    std::string boundaries = "sampled", solver = "dfsph";  ///< of dam_break
    double      seconds = 0, viscosity = 0;  ///< of dam_break: simulated time; of the liquid [Pa s], 0: water
    double      stiffness = 1e6;             ///< of the block of virtual: Young's modulus [Pa]
    bool        json = false;
};

struct DemoCommand {
    std::string folder  = "out/demo";
    int         threads = 0;
    bool        quiet   = false;
};

struct GalleryCommand {
    std::vector<std::string> scenes;  ///< names; empty: all
    std::string              folder = "out/gallery", pictures;
    int                      threads = 0, samples = 0;  ///< samples 0: those of the scene
    bool                     force = false, quiet = false;
};

struct ScenesCommand {
    bool json = false;
};

struct HelpCommand {
    std::string topic;          ///< a command, a field of the scene file, or empty
    std::string command_help;   ///< what the parser knows about it, where it is a command
};

struct SchemaCommand {};
struct ReferenceCommand {};
struct VersionCommand {};
struct OverviewCommand {};

using Command = std::variant<OverviewCommand, RunCommand, CheckCommand, InfoCommand, HashCommand, ExportCommand,
                             SurfaceCommand, SkinCommand, PictureCommand, MovieCommand, PlotCommand, ViewCommand, BenchCommand, DemoCommand, GalleryCommand, ScenesCommand, HelpCommand,
                             SchemaCommand, ReferenceCommand, VersionCommand>;

int execute(const OverviewCommand&);
int execute(const RunCommand&);
int execute(const CheckCommand&);
int execute(const InfoCommand&);
int execute(const HashCommand&);
int execute(const ExportCommand&);
int execute(const SurfaceCommand&);
int execute(const SkinCommand&);
int execute(const PictureCommand&);
int execute(const MovieCommand&);
int execute(const PlotCommand&);
int execute(const ViewCommand&);
int execute(const BenchCommand&);
int execute(const DemoCommand&);
int execute(const GalleryCommand&);
int execute(const ScenesCommand&);
int execute(const HelpCommand&);
int execute(const SchemaCommand&);
int execute(const ReferenceCommand&);
int execute(const VersionCommand&);

}  // namespace mote::cli
