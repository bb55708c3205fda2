// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Solids: matter with a shape that it returns to. Its particles are rows of the particle table like all others, so pressure holds them off walls, water
// and each other. Here they have a row more, with where they stood at rest. These rows change places only where something melts or freezes, so neighbours and weights are found once.
#pragma once
#include <memory>

#include "mote/boundaries.h"
#include "mote/pair_values.h"
#include "mote/stages.h"
#include "mote/surface_contact.h"

namespace mote {

struct SolidSolverSpec;
namespace solid {
struct ShapeView;
struct Clusters;
}

/// Where solids stood at rest, and what they remember: first elastic ones, by cells of that shape, then rigid ones, body by body.
struct RestShape : Table {
    explicit RestShape(Device device) : Table(device) {}

    // clang-format off
    Column<ParticleId> id                   {*this, "id"};
    Column<MaterialId> material             {*this, "material"};
    Column<BodyId>     body                 {*this, "body"};
    Column<Index>      part                 {*this, "part"};                                    // of elastic ones: only rows of one part are neighbours at rest
    Column<Index>      rigid                {*this, "rigid"};                                   // 0: elastic, else one more than its row of RigidBodies
    Column<Index>      pin                  {*this, "pin"};                                     // 0: free, else one more than that of World::pins
    Column<Vec4>       rest_position_volume {*this, "rest_position_volume", "m, m^3", nowhere};
    Column<float>      own_fullness         {*this, "own_fullness"};                            // share of its neighbourhood that its body fills
    Column<float>      rim                  {*this, "rim", "", 1};                              // what its volume counts for in contact with other elastic bodies: more on edges and in corners
    Column<Mat3>       deformation          {*this, "deformation", "", identity()};             // gradient, as last computed
    Column<Vec3>       fine                 {*this, "fine", "m"};                               // what floats leave out of its place, far from the origin
    Column<Vec3>       recoil               {*this, "recoil", "m/s^2"};                         // acceleration by stress, mean of the last step
    Column<float>      press                {*this, "press", "N"};                              // what pressed it in the last implicit step
    Column<Vec3>       slip                 {*this, "slip", "m"};                               // how far friction with other elastic bodies is drawn out
    // clang-format on
};

/// What those of them remember that keep a dent, or have frozen to what was deformed.
struct PlasticState {
    PlasticState(RestShape& rest, Particles& particles)
        : inverse_plastic(rest, "inverse_plastic", "", identity()), plastic_strain(rest, "plastic_strain"), shown(particles, "plastic_strain", "", 0, Life::step) {}
    Column<Mat3>  inverse_plastic;
    Column<float> plastic_strain;
    Column<float> shown;  ///< of particles: the same, as last observed
};

/// What an octree gives rows that stand for more or less matter than others.
struct RowSizes {
    RowSizes(RestShape& rest, Particles& particles, float spacing)
        : of_row(rest, "size", "m", spacing), of_particle(particles, "size", "m", spacing) {}
    Column<float> of_row;       ///< edge of its cell
    Column<float> of_particle;  ///< the same edge

    /// Larger than the finest.
    MOTE_HOT static bool is_large(float size, float spacing) { return size > 1.5f * spacing; }
};

struct SolidSettings {
    float spacing   = 0.02f;  ///< [m]
    int   dimension = 3;
    float hourglass = 0.5f;   ///< How strongly neighbours resist what the gradient does not see, as a share of the shear modulus.
};

/// A surface that a row of an elastic body may touch within a step, as flat as it is there.
struct SolidFace {
    Vec3  normal;  ///< towards the row
    float gap;     ///< between it and the body at the start of the step [m]
    Vec3  at;      ///< where the row is then [m]
    Index row;     ///< those of one row follow each other
    Vec3  lead;    ///< of a wall: its velocity there [m/s]; of a rigid body: that place at its rest [m]
    Index body;    ///< 0: it is that of a wall, else one more than the row of RigidBodies
};

namespace solid {
struct Contact;
struct Faces;
struct Felt;
}

/// The faces that rows of bodies that give way may touch in a step, by row and by rigid body.
struct FaceRows {
    Index              count = 0, bodies = 0;
    Scratch<SolidFace> face;
    Scratch<Index>     first, body_first, of_body;  // as of src/solids/faces.h
    Scratch<Vec4>      way, speed, push;

    /// Places of rows are seen from `origin`.
    void         take(const Exec&, std::span<const SolidFace>, Index rows, Index bodies, const Vec3& origin = {});
    solid::Faces at(float elapsed) const;
    solid::Felt  felt(View<const Vec4> position, View<const Index> particle = {}, const Vec3& origin = {});
};

/// The rigid motion that is nearest to that of a part of an elastic body, by mass.
struct RigidFit {
    BodyId body;
    double mass;         ///< [kg]
    Vec3d  rest, centre;  ///< of mass, at rest and now [m]
    Mat3d  turn;         ///< a rotation
};

/// A rigid body as it is now, for kernels.
struct BodyFrame {
    Vec3  rest_centre, centre, velocity, spin;  ///< [m], [m], [m/s], [rad/s]
    Mat3  turn, ease;                           ///< ease: the inverse of its inertia [1/(kg m^2)]
    float lightness;                            ///< 1/mass; 0 where it is pinned [1/kg]
    Index pin;

    /// From the centre to what stood there at rest.
    MOTE_FN Vec3 arm(const Vec3& rest) const { return turn * (rest - rest_centre); }
};

/// Who else takes part in the short steps of elastic bodies and virtual materials: rigid ones, which they push.
struct ShortPartner {
    virtual ~ShortPartner() = default;
    /// What contact does to it in a short step, and where its faces are after it.
    virtual void feel(const Exec&, std::span<const solid::Felt>, float dt) = 0;
    /// Bodies with the velocities that they will have in `dt` if nothing elastic touches them.
    virtual View<const BodyFrame> coast(const Exec&, float dt) = 0;
};

class Solids {
public:
    static constexpr Index none = ~Index(0);

    /// `grows`: liquids may freeze into elastic matter.
    Solids(Particles& particles, std::span<const Material>, bool grows = false);
    ~Solids();

    RestShape     rest;
    std::unique_ptr<PlasticState> plastic;  ///< null where nothing is
    std::unique_ptr<RowSizes> sizes;        ///< null where all rows have the spacing
    std::unique_ptr<Column<Vec4>> tilt;     ///< of the weights of rows, such that even stress leaves no force where sizes meet or there is no order [1/m]; null where nothing is tilted
    std::unique_ptr<SurfaceContact> surfaces;  ///< what elastic bodies touch each other with; null: particles
    Column<Index> place;  ///< Of particles: their row in `rest`, or none.
    Column<float> stress; ///< Of particles: von Mises' equivalent stress, as last observed [Pa].

    Index elastic_rows() const { return elastic_rows_; }

    /// Who is near whom in this step.
    struct Around {
        const Particles&  particles;
        const Neighbours& neighbours;
        Kernel            kernel;
        float             spacing;
    };

    /// The shape at rest of all particles of solid materials becomes the present one. `kernel` is that of the simulation.
    void capture(const Exec&, Particles&, std::span<const Material>, const Kernel& kernel, SolidSettings);
    /// Finds neighbours and weights of `rest`, after it was filled or read.
    void find_neighbours(const Exec&, View<const Material>, SolidSettings);

    /// Finds the tilts, once, after find_neighbours (src/solids/sizes.cpp, src/solids/order.cpp).
    void tilt_weights(const Exec&, View<const Material>, SolidSettings);
    /// Large rows are deep inside: others have lists that hold them, and feel nothing of them. After volumes were computed.
    void hide_large(const Exec&, Particles&, float spacing) const;

    /// Particles that are of a liquid by now leave the shape at rest; what remains of their bodies goes on as it was, with its stress. Returns how many have left.
    Index release(const Exec&, Particles&, std::span<const Material>, View<const Material>, const Kernel& kernel, SolidSettings);
    /// Particles that are elastic by now get a shape at rest, unstressed as they are, as part of what they froze to (src/solids/join.cpp). Returns how many.
    Index join(const Exec&, Particles&, std::span<const Material>, View<const Material>, const Kernel& kernel, SolidSettings);

    /// Whether something has flowed farther from its shape at rest than its material stands (Plastic::absorb_above).
    bool has_flowed(const Exec&, const Particles&, View<const Material>);
    /// The present shape of such parts becomes the one at rest, with the stress that they have (src/solids/absorb.cpp); after `touch`. Rows change places.
    void absorb(const Exec&, Particles&, std::span<const Material>, View<const Material>, const Kernel& kernel, SolidSettings, std::uint32_t step);
    /// Before that, and after it with the lists of new places: what touches other elastic bodies is pressed as it was.
    void note_contact(const Exec&, const Around&);
    void keep_contact(const Exec&, const Around&);

    /// The same rest shape with lengths of `body` times `scale`, before `find_neighbours`: what it is at the start is then under stress.
    void scale(BodyId body, const Vec3& scale);
    /// After materials have changed.
    void follow_materials(const Exec&, View<const Material>);
    /// Which pins hold in the next step, 0 or 1; all do where this was never called.
    void hold(const Exec&, View<const Index> holds);

    /// Finds how stiff matter is as warm as it is now, where a material has a curve for that.
    void follow_heat(const Exec&, const Particles&, std::span<const Material>, View<const Material>);
    /// Finds how stiff matter is as it is deformed now, and how thin; after `mark`.
    void follow_strain(const Exec&, View<const Material>);
    /// Whether something is so thin that a step that is linear tells nothing of what it does.
    bool is_crushed() const;
    /// The longest step that is stable, explicit [s]; after `mark` and `follow_strain`. That of matter as it was at rest: not `strained`.
    float stable_step(std::span<const Material>, float spacing, bool strained = true) const;

    /// Whether an elastic particle is near a wall, another body or a far part of its own; after `mark`.
    bool near_others(const Exec&, const Around&) const;
    /// Whether something that is damped by less than `damping` [s] hits something, or is thrown back, such that a step of dt would stop it; after `mark`.
    bool bounces(const Exec&, View<const Material>, const Around&, float dt, float damping, float gravity);

    /// What makes them differ from a liquid, by rows of the particles of this step.
    void mark(const Exec&, const Particles&);
    SolidRows rows() const { return {group_.read(), fullness_.read()}; }

    /// Whether something is of clusters, which take any step and no implicit one.
    bool has_clusters() const { return clustered_; }

    /// Adds `sign` times the acceleration by stress of the last step: what pressure must reckon with.
    void add_recoil(const Exec&, Particles&, float sign) const;

    /// Moves solids over dt by `steps` short ones, under their stress and the particles' accelerations and drifts.
    struct Pace {
        float kick, dt;   ///< as of move_particles [s]
        int   steps;
        float last_step;  ///< of the last move [s]; 0 at the start
    };
    void enter(const Exec&, const Particles&, View<const Drive> pins, const Pace&);
    /// Which walls and rigid bodies, so many of these, they may touch in this step; after `enter`.
    void touch(const Exec&, std::span<const SolidFace>, Index bodies);
    /// Around null: bodies do not touch each other. Takes more steps than that where matter becomes stiffer meanwhile; returns how many, and the last of them.
    Pace advance(const Exec&, View<const Material>, const Around*, const Pace&, ShortPartner* = nullptr);
    /// What `advance` consists of, for who takes part in each short step: `around`, or null where nobody is near; a step; what rigid bodies feel of it; and then it is over.
    const Around* begin_short_steps(const Exec&, View<const Material>, const Around*, float dt);
    void          short_step(const Exec&, View<const Material>, const Around*, float kick, float elapsed, float dt);
    solid::Felt   felt();
    void          end_short_step();
    static float  first_kick(const Pace& pace);
    /// Of particles in a short step, by the row of `place`, as seen from the origin.
    View<const Vec4> short_places() const { return position_.read(); }
    const Vec3&      origin() const { return origin_; }
    View<Vec4>       short_velocities() { return velocity_.write(); }
    /// The same by one solve, however long dt is. Returns its iterations, or -1 where it found no answer; then nothing has moved.
    int  solve(const Exec&, View<const Material>, const Around*, const Pace&, const SolidSolverSpec&, ShortPartner* = nullptr);
    /// After the particles have moved as if they were free.
    void leave(const Exec&, Particles&, float dt);

    /// [J]
    double energy(const Exec&, View<const Material>);
    /// What files and pictures show: the stress of the particles where they stand, and how far they have flowed. Returns the energy [J].
    /// So is, where it is asked for, the strain that goes with it, R (S - 1) R^T of its elastic deformation R S.
    double observe(const Exec&, const Particles&, View<const Material>, View<Mat3> strain = {});
    /// How each part has moved as a whole since its shape at rest.
    std::vector<RigidFit> fit(const Exec&, const Particles&);

private:
    struct Room;
    struct Solve;
    solid::ShapeView shape() const;
    Index            begin_contact(const Exec&, const Around&);
    const Around*    touching(const Exec&, const Around*);  // null where nobody is near
    SurfaceContact::Rows surface_rows(View<const Material>) const;
    void             begin_surfaces(const Exec&, View<const Material>, float dt);
    solid::Contact   contact_of(const Around*) const;
    solid::Faces     faces_at(float elapsed) const;
    void             find_stress(const Exec&, View<const Material>, const solid::Contact&, float dt);
    solid::Clusters  clusters(View<const Material>, float time, float dt);
    void             find_clusters(const Exec&, View<const Material>);
    void             fit_clusters(const Exec&, const solid::Clusters&);
    double           cluster_energy(const Exec&, View<const Material>);
    void             find_bodies(const Exec&);
    void             find_mixtures();
    void             weigh(const Exec&, View<const Material>, SolidSettings);
    float            find_reach(const Exec&);
    void             tilt_sizes(const Exec&, View<const Material>, SolidSettings);
    void             tilt_disorder(const Exec&, View<const Material>, SolidSettings);
    bool             find_disorder(const Exec&, Scratch<Index>& loose);
    void             add_fullness(const Exec&, const Kernel&, float sign);
    void             find_fullness(const Exec&, std::span<const Index> which, const Kernel&, SolidSettings);
    void             find_rims(const Exec&, const Kernel&, float spacing);
    void             keep_rims(const Exec&);
    std::vector<Index> find_followers(std::span<const Material>) const;
    struct Carried;
    void take_back_shift(const Exec&, const Particles&);
    void settle(const Exec&, Particles&, std::size_t part, const RigidFit&, Carried&);
    void             shift(const Exec&, View<const Material>, View<const Index> follows, std::uint32_t step);
    void             keep_momenta(const Exec&, View<const Vec3> touch, View<const Vec3> moment, View<Vec3> change, float dt) const;
    void             find_firmness(const Exec&, const Particles&, View<const Material>);
    void             find_rows(const Exec&, const Particles&);
    void             stand(const Exec&, const Particles&);
    void             choose_origin(const Exec&, const Particles&);
    void             sort(const Exec&, std::span<const Index> particle, std::span<const Material>, SolidSettings);
    std::vector<Index> particles_of_rows(const Particles&) const;
    View<const Index> pins() const { return timed_ ? held_.read() : rest.pin.read(); }

    Index          elastic_rows_ = 0;
    bool           grows_ = false;
    bool           absorbs_ = false;  // something gives up its shape at rest
    Neighbours     neighbours_{Reach::mean};  // of elastic rows, and so on
    Scratch<float> reach_;         // of each row, where there are sizes [m]
    PairValues     weights_;
    Scratch<Vec4>  shape_[2];      // what follows from the places at rest: src/solids/shape.h
    Scratch<float> strained_;      // [m^3]
    Scratch<float> beside_;        // what resists motion that the gradient does not see, by shear modulus [m]
    Scratch<float> firm_;          // share of its moduli that a row has left, where that follows the temperature
    Scratch<float> yield_;         // and its yield stress over the largest
    bool           warms_ = false; // something does
    Index          firm_rows_ = 0; // how many know it
    Scratch<Vec3>  axis_;          // across sheets, along threads
    std::vector<std::pair<MaterialId, MaterialId>> together_;  // materials that share an elastic body
    bool           flat_ = false;  // 2-D
    float          spacing_ = 0;
    Vec3           origin_{};      // places of rows are seen from here: 0, or amid bodies that are far from it
    float          squeeze_ = 1;   // largest stretch of F_p^-1
    float          rough_ = 1;     // how much stiffer than in a lattice the stiffest row is that has no order
    float          strained_step_ = 1e30f;  // stable where the deformation is worst [s]
    float          thin_ = 1;      // how many times thinner than at rest the thinnest is, up to a few
    Scratch<Vec4>  stress_[3];     // what neighbours multiply with their distance at rest
    bool           clustered_ = false;
    std::vector<char> whole_;      // by material: a body of it is one cluster
    Scratch<float> cluster_share_, cluster_rate_;  // as of src/solids/clusters.h
    Scratch<Vec4>  cluster_place_;
    Scratch<Vec4>  position_, next_position_, velocity_;
    Scratch<Vec3>  push_, drift_;
    Scratch<Index> particle_;      // whose row it is in this step
    Scratch<Index> held_;          // by what pin in this step, as RestShape::pin; where pins come and go
    bool           timed_ = false;
    Scratch<float> group_, fullness_;
    Scratch<Vec4>  site_[2], motion_[2], home_;  // of particles, for contact: src/solids/contact.h
    Scratch<float> contact_pressure_;
    Scratch<Vec4>  brake_;         // of friction with other elastic bodies: acceleration, and 1 / the sum of what presses
    bool           rubbed_ = true; // slips may be left
    bool           on_surfaces_ = false;  // in these short steps
    Scratch<Index> touches_;       // whether somebody is near
    FaceRows       faces_;
    std::vector<Index>    body_first_;
    Scratch<Index>        body_rows_;  // by body
    Scratch<Vec4>         outward_, shifted_;  // where rows are made even: src/solids/shift.cpp
    Scratch<float>        freedom_;
    std::unique_ptr<Column<float>> pressed_;  // by how much rows that touch are too full, while they are shifted
    std::unique_ptr<Room> room_;   // of implicit steps
};

}  // namespace mote
