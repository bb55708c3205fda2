// Copyright (c) 2026 The Mote authors. MIT licence.
//
// Where the matter that freezes stands at rest. Beside matter of its material that has a shape it is where that would have it,
//     X = sum_j w_j (X_j + F_j^-1 (x - x_j)) / sum_j w_j,
// and further out as seen from those that were just placed. Parts that new matter lies between become one: the smaller is moved and turned at rest to where it is seen from the
// larger. Where nothing is near, the shape at rest is the present one. Whoever has too little company to hold on to waits, as a liquid: few rows without order are stiffer than any
// short step allows for, and a corner of a lattice is what just holds.
#pragma once
#include <map>
#include <vector>

#include "mote/solids.h"

namespace mote::solid {

class Growth {
public:
    struct Row {
        Vec3       now, rest;    // [m]
        Mat3       deformation;  // whoever is new: as far as it is known from its neighbours
        Mat3       turned = identity();  // what its part was turned by at rest
        Index      part;
        BodyId     body;
        MaterialId material;
    };
    /// The first `old` of the rows have a place at rest. New parts are numbered from `next_part` on.
    Growth(std::vector<Row>& rows, Index old, Index next_part, SolidSettings);
    void run();
    bool waits(Index row) const { return waits_[row] != 0; }

private:
    void find_near();
    void find_waiting();
    void find_groups();
    Index largest_part(const std::vector<Index>& group) const;
    void grow(const std::vector<Index>& group, Index main);
    bool place_next(const std::vector<Index>& group);
    void adopt(const std::vector<Index>& group, Index part, Index main);
    struct Seen {
        Vec3  rest{};
        Mat3  deformation = diagonal(0);
        float weight = 0, most = 0;
        Index nearest = 0;
    };
    template <class Counts>
    Seen seen_from(Index i, const Counts& counts) const;

    std::vector<Row>&               rows_;
    Index                           old_, next_part_, company_, crowd_;  // how many neighbours one needs; how many make a part
    float                           reach_;  // [m]
    std::vector<Index>              first_, near_;  // of new rows: who is near and of the same material
    std::vector<std::uint8_t>       placed_, waits_;
    std::map<Index, std::vector<Index>> of_part_;  // old rows
    std::vector<std::vector<Index>>     groups_;   // new rows that hang together
};

}  // namespace mote::solid
