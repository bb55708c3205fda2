// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A run: a scene, a folder, and everything that happens between them (the layout of the folder is in docs/runs.md).
#pragma once
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>

#include "mote/build.h"
#include "mote/csv.h"
#include "mote/frame.h"
#include "mote/plot.h"

namespace mote {

/// Where a run stands; handed out after every step.
struct RunProgress {
    int           frame = 0, frames = 0;      ///< last whole frame, and how many there will be
    double        time = 0, end = 0;          ///< simulated [s]
    std::uint64_t steps   = 0;
    Index         particles = 0;
    double        seconds = 0;                ///< wall time since the start or the resume
    double        seconds_left = 0;           ///< estimate
    double        seconds_per_step = 0;
    bool          frame_done = false;         ///< this call follows a frame that was just written
};

/// What a caller may ask a run to do from a signal handler or another thread.
struct RunRequests {
    std::atomic<int> stop{0};   ///< 1: finish the step, save, end; the run can be resumed
    std::atomic<int> save{0};   ///< 1: save a checkpoint and go on
};

struct RunOptions {
    std::filesystem::path                    folder;
    std::optional<int>                       frames;           ///< stop after so many instead of the scene's duration
    bool                                     resume = false;   ///< go on from the last whole frame or checkpoint
    bool                                     replace = false;  ///< throw away a run that is in the folder already
    std::function<void(const RunProgress&)>  on_progress;
    std::function<void(const std::string&)>  on_message;       ///< sentences for the user: warnings, what was saved
    RunRequests*                             requests = nullptr;
};

enum class RunEnd { done, interrupted, unsound };

struct RunSummary {
    RunEnd        end = RunEnd::done;
    std::string   sentence;                   ///< how it ended, in words
    int           frames = 0;                 ///< last whole frame
    double        time   = 0;                 ///< simulated [s]
    std::uint64_t steps  = 0;
    Index         particles = 0, walls = 0;
    double        seconds = 0;                ///< wall time of this call
    std::size_t   peak_memory_bytes = 0;
    std::filesystem::path folder;
    std::vector<std::filesystem::path> made;  ///< films and the like beside the frames

    int exit_code() const { return end == RunEnd::done ? 0 : end == RunEnd::unsound ? 4 : 7; }
    std::string to_json() const;              ///< the closing summary, one object
};

/// Simulates a scene into a folder. Throws SceneError or FileError before anything is written where it cannot start.
RunSummary run_scene(const SceneFile& file, const Exec& exec, const RunOptions& options);

// ---- looking at a finished or half-finished run -----------------------------------------------------------

struct RunInfo {
    std::filesystem::path     folder;
    std::string               run_json;       ///< as it stands in the folder
    std::vector<std::uint32_t> frames;
    std::uint64_t             bytes = 0;      ///< of all frames
    FrameHeader               last;           ///< of the last whole frame
};
/// Throws FileError where the folder is not a run.
RunInfo     find_run(const std::filesystem::path& folder);
std::string describe(const RunInfo&);         ///< a page for people
std::string to_json(const RunInfo&);          ///< one object

/// 64-bit hash of the state in a frame: position, velocity, temperature and material of every particle of matter, by
/// particle id, with -0 taken as +0. The same for the same state whatever the order of rows.
std::uint64_t state_hash(const Frame& frame);

/// The tables of a world as a frame, and back. Loading takes everything a restart needs.
FrameView frame_of(const World& world, std::string& meta_json);
/// The same without the bytes of its columns, which are these.
FrameView                     frame_header_of(const World& world, std::string& meta_json);
struct SavedTable {
    const char*                   name;
    Index                         rows;
    std::vector<const AnyColumn*> columns;
};
std::vector<SavedTable> saved_tables(const World& world);
void      load_frame(World& world, const Frame& frame);

// ---- surfaces of frames -----------------------------------------------------------------------------------

struct SurfaceOptions {
    SurfaceSpec spec;
    float       spacing = 0.02f;              ///< [m]
    float       fps     = 30;                 ///< frames per simulated second
    std::vector<std::string> objects;         ///< objects and sources by name: bodies that matter may belong to
    int         threads = 0;
    bool        again   = false;              ///< make files that are there already anew
};
/// Reads what a surface needs from the run's own scene.yaml. Throws Error (exit code 2) for a 2-D scene.
SurfaceOptions surface_options_of(const std::filesystem::path& run_folder);

struct SurfaceFile {
    std::filesystem::path path;
    FrameTable            columns{};          ///< of its vertices, without rows
    bool                  made = false;       ///< else it was there already
    std::size_t           triangles = 0;      ///< where it was made
};
/// Writes folder/0001.ply (or .obj, .vtp, ...) for frame 1, or folder/NAME/0001.ply for every material or object. A file that is there, whole and made with the
/// same settings is left as it is. Matter that is absent has a surface without triangles. Throws Error (exit code 2)
/// naming what there is where a column, material or object is not.
std::vector<SurfaceFile> write_surfaces(const Frame& frame, int number, const SurfaceOptions& options, const std::filesystem::path& folder);

/// One file of a sequence.
struct SurfaceMoment {
    int         frame = 0;
    double      time  = 0;                    ///< [s]
    std::string file;                         ///< in the folder of the sequence
};
/// Writes what plays the surfaces of a folder, where the format has such a thing: NAME.pvd for VTP, NAME.usda for USD.
void write_surface_sequence(const std::filesystem::path& folder, const FrameTable& columns, const std::vector<SurfaceMoment>& moments,
                            SurfaceSpec::Format format, float fps, const std::string& name = "surface");

// ---- skins of frames --------------------------------------------------------------------------------------

struct SkinOptions {
    std::string object;
    SkinSpec    spec;                         ///< its mesh and place are those of the object where the scene has none
    float       spacing = 0.02f;              ///< [m]
    float       fps     = 30;                 ///< frames per simulated second
    int         threads = 0;
    bool        again   = false;              ///< make files that are there already anew
};
/// Reads from the run's own scene.yaml what a skin of the object needs; without a name, of all that output.skins has, or of the only object that it can
/// mean. Throws Error (exit code 2) naming the objects where there is no such, and for a 2-D scene.
std::vector<SkinOptions> skin_options_of(const std::filesystem::path& run_folder, const std::string& object = "");

/// Puts a mesh on the particles of an object as they are in one frame, and plays other frames with it. Particles are known by their ids; where some are gone, the
/// mesh is bound to those that are left.
class SkinPlayer {
public:
    /// Throws FileError where the mesh or the frame cannot be read, Error (exit code 2) where there is no mesh or the object has no particles.
    SkinPlayer(const SkinOptions& options, const Frame& rest);
    ~SkinPlayer();
    SkinPlayer(SkinPlayer&&) noexcept;

    /// Writes folder/OBJECT/0001.ply (or .obj, .vtp, ...) for frame 1. A file that is there, whole and made of the same mesh in the same way is left as it is.
    SurfaceFile write(const Frame& frame, int number, const std::filesystem::path& folder);

    /// What there is to tell since it was last asked.
    std::vector<std::string> take_remarks();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// ---- pictures of frames -----------------------------------------------------------------------------------

/// A boundary of the scene. Where a frame has no rows of it, as of implicit ones, it is drawn from points of its surface.
struct DrawnBoundary {
    std::shared_ptr<const Shape> shape;
    std::vector<Vec3>            points;      ///< at rest [m]; none where a frame has rows of it
    std::optional<Motion>        motion;      ///< with one it is drawn in any case
    BoundarySpec::Look           look;        ///< where light is followed
    bool                         inside;
    std::optional<Vec3>          colour{};    ///< grey where it has none
    double                       until = 1e30;  ///< when it is taken away [s]
    Pose pose(double time) const { return motion ? motion->pose(time) : Pose{}; }
};
/// A rigid object, which films show as the shape it is.
struct DrawnRigid {
    std::string                  name;
    std::shared_ptr<const Shape> shape;       ///< at rest
    std::uint16_t                material;
    std::vector<std::uint16_t>   others{};    ///< that parts of it are of,
    std::function<std::uint16_t(const Vec3&)> material_at{};   ///< and what a place of its surface is of; empty: all is of `material`

    bool is_of(std::uint16_t m) const { return m == material || std::find(others.begin(), others.end(), m) != others.end(); }
};
struct DrawOptions {
    PictureSpec look;
    int         dimension = 3;
    float       spacing = 0.02f;              ///< particles are drawn as balls of this diameter [m]
    Box         stage;                        ///< what the camera shows where the scene names no camera
    int         threads = 0;
    std::vector<DrawnBoundary> boundaries;    ///< by body
    std::vector<bool> solid;                  ///< by material: each body of it has a surface of its own where light is followed
    std::vector<DrawnRigid>    rigid;
    SurfaceSpec surface;                      ///< how surfaces are made, where look.surface wants them
    float       fps = 30;                     ///< frames per simulated second
    float       duration = 2;                 ///< of the scene [s]; an orbit takes as long
};
/// Reads what drawing needs from the run's own scene.yaml: its picture settings (or movie's), stage and spacing.
DrawOptions draw_options_of(const std::filesystem::path& run_folder);

/// One camera and where its pictures go.
struct Shot {
    std::string           name;               ///< of the camera; empty where there is only one
    std::filesystem::path folder;
    DrawOptions           options;            ///< with that camera alone
};
/// One for each camera of the look. Several have folders of their names in `folder`.
std::vector<Shot> shots_of(const DrawOptions& options, const std::filesystem::path& folder);

/// movie.mp4, or movie_NAME.mp4 of one of several cameras.
std::filesystem::path movie_of(const std::filesystem::path& film, const Shot& shot);

/// Draws one frame to a PNG. By following light only where it is not there already, of the same state and settings. Throws Error (exit code 2) naming the columns there are where the colour is none of them.
void draw_frame(const Frame& frame, const std::vector<MaterialName>& materials, const DrawOptions& options,
                const std::filesystem::path& png);
std::vector<MaterialName> materials_of(const std::filesystem::path& run_folder);

// ---- plots of statistics ----------------------------------------------------------------------------------

struct PlotOptions {
    std::string title;
    std::string columns;                            ///< panels by commas, curves of one by +; empty: all that have something to show
    std::vector<std::filesystem::path> references;  ///< CSV: time, then values to be laid over the columns that its heading names
};
/// Draws the columns of stats.csv over time, or those of another table over its first. Beside its columns there are `total energy` and
/// `iterations a step`. Throws Error (exit code 2) naming what there is where a column is not.
PlotPage statistics_page(const Csv& statistics, const PlotOptions& options);

}  // namespace mote
