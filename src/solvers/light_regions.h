// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Light liquid by regions: what of it touches, with the heavy rows that see it. Regions are found by least labels over the lists; members lie by region, and are summed over in pieces.
#pragma once
#include "mote/stages.h"

namespace mote {

/// Who may belong to a region: liquids. Images stand for whom they show.
struct LightKinds {
    static constexpr Index none = ~Index(0);

    View<const float> rest_density;
    SolidRows         solids;
    View<const Index> origin;  // of images
    Index             ours, first_image;
    float             bound;

    MOTE_HOT bool  is_light(Index i) const { return rest_density[i] < bound && !SolidRows::is_solid(solids.of(i)); }
    MOTE_HOT bool  is_solid(Index i) const { return SolidRows::is_solid(solids.of(i)); }
    MOTE_HOT Index ours_of(Index j) const { return j < ours ? j : origin.data && j >= first_image ? origin[j - first_image] : none; }
};

class LightRegions {
public:
    struct Piece {
        Index first, count;
    };

    /// Light is what has less than `bound` of density at rest.
    void find(const Exec&, const Particles&, const Neighbours&, const SolidRows&, float bound);

    Index             count() const { return count_; }
    Index             members() const { return members_; }
    Index             pieces() const { return pieces_; }
    View<const Index> row() const { return row_.read(); }      ///< of members
    View<const Index> group() const { return group_.read(); }  ///< of members: the region, from 1
    View<const Index> first_piece() const { return first_piece_.read(); }  ///< of regions, and one more
    View<const Piece> piece() const { return piece_.read(); }

private:
    Index                  count_ = 0, members_ = 0, pieces_ = 0;
    Scratch<Index>         label_, next_;        // of rows
    Scratch<std::uint64_t> key_;                 // of members
    Scratch<Index>         row_, group_;
    Scratch<Index>         first_, first_piece_; // of regions
    Scratch<Piece>         piece_;
};

}  // namespace mote
