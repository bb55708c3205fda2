// Copyright (c) 2026 The Mote authors. MIT licence.
//
// The scene language: reading scene files, writing them, and telling what can stand in them.
//
//     const SceneFile file = read_scene("scenes/dam.yaml", {"spacing=5 mm"});
//     if (too_thin(file.scene.objects[0])) throw file.error("objects.sheet", "is thinner than two particles; ...");
//
// Every message reads FILE:LINE:COLUMN: path.to.field: what was found, what is expected; what to do.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mote/error.h"
#include "mote/scene.h"

namespace mote {

/// Changes to a scene, `path=value` each, as `--set` takes them: "spacing=5 mm", "objects.drop.at=[0, 1, 0]",
/// "objects.cup.difference[1].scale=0.9".
using Overrides = std::vector<std::string>;

/// A scene and where each of its values stands, so that later checks can point at the line.
struct SceneFile {
    struct Place {
        int source = 0;            ///< Index into `sources`.
        int line = 0, column = 0;  ///< From 1; 0 where the source has no lines (an override).
    };

    Scene                    scene;
    std::vector<std::string> sources;  ///< [0] the scene file, then one per override: "--set spacing=5 mm".
    std::map<std::string, Place, std::less<>> places;  ///< By path: "objects.drop.sphere".

    /// The name of the scene file.
    [[nodiscard]] const std::string& file() const { return sources.at(0); }

    /// "dam.yaml:7:3: objects.drop.sphere: SENTENCE". A path that was left out of the file is looked for at the
    /// block it belongs to.
    [[nodiscard]] SceneError error(std::string_view path, const std::string& sentence) const;

    /// The place of a path alone, "dam.yaml:7:3", for warnings.
    [[nodiscard]] std::string where(std::string_view path) const;
};

/// Whether reading looks if the mesh and heightfield files exist (it never opens them).
enum class ShapeFiles { must_exist, may_be_missing };

/// Reads and checks a scene. Throws SceneError for anything wrong in it, FileError where it cannot be read.
/// Paths of meshes are taken relative to the scene file and are absolute in the result.
[[nodiscard]] SceneFile read_scene(const std::filesystem::path& file, const Overrides& overrides = {});

/// The same for text at hand; `file_name` is used in messages and as the place relative paths start from.
[[nodiscard]] SceneFile read_scene_text(std::string_view text, const std::string& file_name,
                                        const Overrides& overrides = {}, ShapeFiles files = ShapeFiles::must_exist);

/// Checks a scene made by a program as if it had been written and read.
[[nodiscard]] SceneFile check_scene(const Scene& scene);

/// The scene as understood: every default and preset spelled out, in a fixed order. Reading it gives an equal Scene.
[[nodiscard]] std::string write_scene(const Scene& scene);

/// What `mote help PATH` prints about a field ("spacing", "materials.viscosity"), a block ("pressure"), or one of the
/// topics "scene", "shapes", "units", "presets". A lone name is found wherever it occurs.
/// Throws Error (exit code 2) with the nearest name where there is none.
[[nodiscard]] std::string help_for(std::string_view path);

/// JSON Schema (draft 2020-12) of scene files, for editors.
[[nodiscard]] std::string scene_schema();

/// docs/reference.md: every field with unit, range, default and meaning.
[[nodiscard]] std::string reference_markdown();

/// The names of the material presets, in the order of the reference.
[[nodiscard]] std::vector<std::string> preset_names();

}  // namespace mote
