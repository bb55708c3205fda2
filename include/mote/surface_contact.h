// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Contact of elastic bodies on their true surfaces (Keiser 2006, section 5.8, put right). A surface is sampled by surfels: places with a normal and an area that the particles
// below carry, by weights that follow any affine motion. What pushes a surfel pushes these particles by the same weights, so both momenta are kept.
#pragma once
#include <span>
#include <unordered_map>
#include <vector>

#include "mote/material.h"
#include "mote/neighbour_search.h"

namespace mote {

struct RestShape;
struct SolidSettings;
namespace solid {
struct Surfels;
}

/// What surfels remember.
struct SurfelTable : Table {
    explicit SurfelTable(Device device) : Table(device) {}

    Column<Index> base{*this, "base"};       // as what it was made; those that are part of the same follow each other
    Column<Vec4>  cut{*this, "cut", "", {1, 1, 0, 0}};  // pieces along two tangents at rest, how far these are turned [rad], and which it is
    Column<Vec3>  slip{*this, "slip", "m"};  // how far friction is drawn out where it touches
};

class SurfaceContact {
public:
    explicit SurfaceContact(Device device) : table(device) {}

    SurfelTable table;

    /// Points of the surface of a body in the shape that `rest` has now, about `distance` apart.
    void add(const RestShape& rest, BodyId body, std::span<const Vec3> points, std::span<const Vec3> normals, float distance, const SolidSettings&);
    /// After rows of `rest` have got other places. Surfels whose particles are gone touch nobody.
    void attach(const Exec&, const RestShape& rest, Index elastic_rows);

    /// The rows of elastic bodies as they are now.
    struct Rows {
        View<const Vec4>     position, velocity;
        View<const Material> materials;
        float                spacing, apart;  ///< apart: places of one body that were farther from each other at rest may touch [m]
        float                close = 0;       ///< the same of those that faced each other then, with nothing between them
    };
    /// Who may touch whom in a step in which nothing goes farther than `way`.
    void begin(const Exec&, const Rows&, float way);
    /// Nobody does.
    void rest(const Exec&);
    /// What contact does to each row now [N], for pushes that act over `time`.
    View<const Vec3> press(const Exec&, const Rows&, float time);

    Index count() const { return table.rows(); }

    /// A surfel as it was made. Where it is stretched it is cut into pieces, which take its place until it is as it was (Keiser 2006, section 5.5): twice as many along a tangent
    /// where they are drawn to more than `longest` of what it was, half as many where they are shorter than `shortest`.
    static constexpr float longest = 1.5f, shortest = 0.7f;
    struct Made {
        Vec3   at, normal;   ///< at rest
        float  area, off;    ///< off: how far it stands before what its particles tell of it, which is a sheet [m]
        float  own;          ///< how much of a whole plane its own surface is around it: 1 within a face, half on its edge
        BodyId body;
        Index  nearest;      ///< particle, by its id
        Index  first, last;  ///< of its carriers
        bool   sharp;        ///< it lies on an edge
    };
    struct Carrier {
        Index row;           ///< as made: the id of its particle
        float weight, slope1, slope2;  ///< slopes along two tangents, which span the area of 1 at rest
    };
    /// The same for kernels.
    struct Kept {
        float      area, off, own;
        MaterialId material;
        bool       gone, sharp;
    };
    /// Of a surfel in a row.
    struct Share {
        Index surfel;
        float weight;
    };
    std::span<const Made> surfels() const { return made_; }
    /// Whether the table, after it was read, tells of pieces of these surfels.
    bool is_sound() const;
    /// Where they are now, as of the last `begin` or `press` [m], and what acted on each in the last `press` [N].
    View<const Vec4> places() const { return site_.host(); }
    View<const Vec3> forces() const { return force_.host(); }

    /// Where surfaces touched in the last `press`: places between both, nearer to that of the stiffer body.
    struct Node {
        Vec3  place, normal;  ///< normal: out of the other body
        Vec3  force;          ///< on the surfel, by half of the contact [N]
        Index surfel;
    };
    std::vector<Node> nodes() const;

    static constexpr float stiffness = 4;     ///< over that of the bodies for waves of pressure, over a spacing
    static constexpr float damping   = 0.1f;  ///< of the critical one of a layer

private:
    solid::Surfels view(const Rows&) const;
    void           carry(const Exec&, const Rows&, bool all);
    bool           cut(const Exec&);
    void           lay_out(const Exec&);

    std::vector<Made>    made_;
    std::vector<Carrier> carriers_;
    float                distance_ = 0;  // of surfels
    bool                 flat_ = false;
    bool                 was_near_ = true;  // slips may not be 0
    Index                rows_ = 0;
    std::unordered_map<Index, Index> row_of_;    // by id
    std::vector<MaterialId>          material_;  // of rows
    Scratch<Vec4>        form_;                  // products of the tangents now, t1 t1, t1 t2, t2 t2

    Neighbours       neighbours_;
    Scratch<Carrier> carrier_;
    Scratch<Share>   share_;                      // of rows
    Scratch<Index>   first_, row_first_;          // of these, by surfel and by row
    Scratch<Index>   near_, row_near_;            // whether they take part in this step
    Scratch<Kept>    kept_;
    Scratch<Vec4>    home_, front_, site_, face_, motion_, stuff_, node_[5];  // as of src/solids/surfels.h
    Scratch<Vec3>    force_, push_;
};

}  // namespace mote
