// Copyright (c) 2026 The Mote authors. MIT licence.
//
// From a scene to a world, one pass over everything. build.cpp has the order, build_materials.cpp the laws, build_objects.cpp matter, build_boundaries.cpp
// walls, build_sources.cpp openings, build_heat.cpp heat and what matter becomes.
#pragma once
#include <functional>

#include "composition.h"
#include "mote/build.h"
#include "mote/sampling.h"
#include "mote/shape.h"
#include "opening.h"

namespace mote {

/// A body on its way from a description to rows.
struct Body {
    std::string            path;  ///< objects.drop, boundaries.tank
    std::unique_ptr<Shape> shape;
    std::vector<Vec3>      points;
    std::optional<Motion>  motion;  ///< of a boundary; its points are those at rest
    bool                   gaps = false;  ///< of a boundary: parts of its surface have no point near
    std::shared_ptr<const Composition> composition;  ///< of an object of several materials
    float                  point_volume = 0;  ///< of an object: what each point stands for
    std::vector<std::uint8_t> level{};  ///< of an octree: how often the edge of the cell of each point was doubled
    std::optional<SolidMeasure> solid{};  ///< of a rigid object
    std::size_t            regular = 0;  ///< of an octree: points of a cubic lattice for it

    /// What so many points of one spacing stand for.
    double size_of(std::size_t point, int dimension) const { return level.empty() ? 1 : double(std::size_t(1) << (level[point] * dimension)); }
    double cells(int dimension) const;
    void   remove_points(const std::function<bool(std::size_t)>& is_gone);
};

/// What kernels know of a material.
Material material_of(const MaterialSpec& spec);
/// How it changes in time.
MaterialSchedule schedule_of(MaterialId number, const MaterialSpec& spec);
/// The motion of a boundary whose shape has its origin there.
Motion make_motion(const MotionSpec& spec, const Vec3& origin);
/// The name of the boundary that closed faces of the domain are.
inline constexpr const char* closed_faces = "domain";
/// The scene with that boundary, where it has any.
Scene with_closed_faces(const Scene&);

class Builder {
public:
    Builder(const SceneFile& file, const Exec& exec)
        : file_(file), scene_(with_closed_faces(file.scene)), world_(std::make_unique<World>(exec)) {}

    BuiltScene build();

private:
    void       set_world();
    void       add_spreading();
    void       set_transitions();
    Uptake     uptake_of(const MaterialSpec&) const;
    void       add_becomings();
    void       add_heaters();
    void       measure_faces();
    bool       something_turns(const std::function<bool(const MaterialSpec& from, const MaterialSpec& to)>& such) const;
    bool       something_freezes() const;  // into a solid of a kind that it was not
    bool       something_melts() const;    // of virtual materials
    bool       lighter_freezes() const;    // into a virtual material that is denser than what there is
    void       warn_of_heat(const std::function<void(const std::string&, const std::string&)>& say) const;
    void       make_shapes();
    Index      append(const std::vector<Vec3>& points, BodyId body, Role role);
    void       report_body(const std::string& name, const std::string& material, Index first, Index last);
    MaterialId material_number(const std::string& name) const;
    float      fastest() const;
    void       choose_pressure_solver();
    void       put_matter_first();
    void       warn();

    // Matter.
    std::size_t count_within(std::size_t object, std::size_t room) const;
    void  refuse_too_many();
    void  fill_objects();
    OctreeCells octree_of(std::size_t object, std::size_t room) const;
    float carried_out(std::size_t object) const;
    void  refuse_matter_out_of_place();
    void  refuse_empty(const Body& body) const;
    template <class IsWrong>
    void refuse_where(const Body& body, const IsWrong& is_wrong, const std::string& where) const;
    void refuse_overlaps() const;
    float ahead_of_walls(const Vec3& x) const;
    void refuse_freezing_without_room() const;
    std::vector<Index> meeting(const Body& a, const Body& b) const;
    void thin_out_seams();
    std::vector<MaterialId> materials_of(std::size_t object) const;
    SolidMeasure measure(std::size_t object) const;
    void weigh_as(const SolidMeasure&, Index first, Index last);
    void add_matter(std::size_t object);

    // Solids.
    bool is_elastic(std::size_t object) const;
    void refuse_small_solids() const;
    void add_solids();
    void add_pins();
    Index hold(const PinSpec&, const Shape&, Pin&, Index rows, const Column<Vec4>& place, const Column<BodyId>& body, Column<Index>& pins) const;
    void add_surfaces();
    void add_surfels();
    void scale_rest_shapes();
    Springs::Side fasten(const std::string& path, const SpringEndSpec& end, Vec3& place) const;
    void add_springs();

    // Walls.
    float                  ahead(std::size_t boundary, const Vec3& x) const;
    double                 fastest_wall() const;
    Box                    stage() const;
    void                   measure_walls(const std::vector<Index>& rows);
    void                   set_walls_moving(const Box& stage);
    std::unique_ptr<Shape> behind(const BoundarySpec& boundary, float depth) const;
    void                   cover_boundaries();
    void                   cover_thin_parts(Body& body, std::uint64_t seed);
    void                   refuse_too_many_samples() const;
    void                   add_walls();
    void                   add_field(std::size_t boundary, const ShapeSpec& whole);
    void                   refuse_openings_in(std::size_t boundary) const;
    bool                   is_implicit(std::size_t k) const { return scene_.boundaries[k].second.method == BoundarySpec::Method::implicit; }

    // Faces of the domain.
    float             hair() const { return 1e-4f * scene_.spacing; }
    bool              any_periodic() const;
    Box               region_of(std::size_t boundary, const Box& stage) const;
    void              wrap_samples(const Box& region, std::vector<Vec3>& points) const;
    std::vector<Vec3> behind_closed_faces(const Box& stage) const;
    void              refuse_crossing(const std::string& path, const Box& box, float beyond) const;
    BoundarySpec      through_faces(std::size_t boundary) const;
    void              refuse_opening_at_face(const std::string& path, const SourceLattice&, const Vec3& direction) const;
    void              warn_of_seams(const std::function<void(const std::string&, const std::string&)>& say) const;
    bool              falls() const;
    bool              is_in_a_vessel() const;
    bool              has_room(const Box& room, bool vessel) const;
    void              look_around();

    // Sources and sinks.
    double        end() const;
    void          make_sources();
    SourceLattice place_layers(const std::string& path, const Opening& opening) const;
    void          clear_openings();
    void          read_skins();
    void          make_sinks();
    std::uint64_t coming() const;
    void          add_sources();

    /// Runs `make` and puts the place of the field in front of what it complains about.
    template <class F>
    auto located(const std::string& path, const F& make) const {
        try {
            return make();
        } catch (const SceneError& e) {
            throw file_.error(path, e.what());
        }
    }

    const SceneFile&       file_;
    const Scene            scene_;
    std::unique_ptr<World> world_;
    std::vector<Body>      objects_, boundaries_;
    std::vector<Source>    sources_;
    SceneReport            report_;
};

}  // namespace mote
