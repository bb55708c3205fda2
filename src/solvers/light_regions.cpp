// Copyright (c) 2026 The Mote authors. MIT licence.
#include "light_regions.h"

#include "mote/neighbours.h"
#include "mote/particles.h"

namespace mote {
namespace {

constexpr Index none = LightKinds::none, block = 256, piece_rows = 256;
MOTE_HOT Index lesser(Index a, Index b) { return a < b ? a : b; }

/// A label is the row that it came from. Heavy rows have one where they see light ones.
struct MarkMembers {
    NeighbourView neighbours;
    LightKinds    kinds;
    View<Index>   label;

    MOTE_FN void operator()(Index i) const {
        bool member = kinds.is_light(i);
        if (!member && !kinds.is_solid(i))
            neighbours.each_moving(i, [&](Index j) {
                const Index other = kinds.ours_of(j);
                member = member || (other != none && kinds.is_light(other));
            });
        label[i] = member ? i : none;
    }
};
/// The least label around, for a block of rows, forth and back: labels cross a block in one sweep.
struct SpreadLabels {
    NeighbourView     neighbours;
    LightKinds        kinds;
    View<const Index> label;
    View<Index>       next;

    MOTE_FN void operator()(Index b) const {
        const Index first = b * block, end = lesser(first + block, kinds.ours);
        for (Index i = first; i < end; ++i) next[i] = label[i];
        for (Index i = first; i < end; ++i) join(i, first, end);
        for (Index i = end; i > first; --i) join(i - 1, first, end);
    }
    MOTE_HOT void join(Index i, Index first, Index end) const {
        if (next[i] == none) return;
        const bool light = kinds.is_light(i);
        Index      least = next[i];
        neighbours.each_moving(i, [&](Index j) {
            const Index other = kinds.ours_of(j);
            if (other == none || (!light && !kinds.is_light(other))) return;
            const Index theirs = other >= first && other < end ? next[other] : label[other];
            least              = theirs < least ? theirs : least;
        });
        next[i] = least;
    }
};
struct JumpLabels {
    View<const Index> label;
    View<Index>       next;

    MOTE_FN void operator()(Index i) const { next[i] = label[i] == none ? none : label[label[i]]; }
};

struct ListMembers {
    View<const Index>    label, place;
    View<std::uint64_t>  key;
    View<Index>          row;

    MOTE_FN void operator()(Index i) const {
        if (label[i] != none) key[place[i]] = label[i], row[place[i]] = i;
    }
};
/// Regions begin where the label changes.
struct NumberRegions {
    View<const std::uint64_t> key;
    View<const Index>         heads;  // before a member
    View<Index>               group, first;
    Index                     members;

    MOTE_FN void operator()(Index m) const {
        const bool head = m == 0 || key[m] != key[m - 1];
        group[m]        = heads[m] + (head ? 1 : 0);
        if (head) first[heads[m]] = m;
        if (m + 1 == members) first[group[m]] = members;
    }
};
struct CutPieces {
    View<const Index>     first, first_piece;
    View<LightRegions::Piece> piece;

    MOTE_FN void operator()(Index r) const {
        Index k = first_piece[r];
        for (Index m = first[r]; m < first[r + 1]; m += piece_rows) piece[k++] = {m, lesser(piece_rows, first[r + 1] - m)};
    }
};
/// The least row of each region, for all that belong to it.
void label_rows(const Exec& exec, const Neighbours& neighbours, const LightKinds& kinds, Scratch<Index>& label, Scratch<Index>& next) {
    const Index count = kinds.ours;
    label.resize(exec, count), next.resize(exec, count);
    parallel_for(exec, "enclosed regions", count, MarkMembers{neighbours.view(), kinds, label.write()});
    for (Index changes = 1; changes > 0;) {
        parallel_for(exec, "enclosed regions", (count + block - 1) / block, SpreadLabels{neighbours.view(), kinds, label.read(), next.write()});
        const auto now = next.read(), before = label.read();
        changes = reduce(exec, "enclosed regions", count, Index(0), [=] MOTE_LAMBDA(Index i) { return Index(now[i] != before[i]); }, Plus{});
        parallel_for(exec, "enclosed regions", count, JumpLabels{next.read(), label.write()});
    }
}

/// Lists of members. `place` is scratch, of rows.
struct MemberLists {
    Scratch<Index>         &place, &row, &group, &first;
    Scratch<std::uint64_t>& key;
};
/// Members by region. Returns how many regions there are.
Index sort_members(const Exec& exec, View<const Index> label, Index count, const MemberLists& lists, Index& members) {
    const auto place = lists.place.write();
    parallel_for(exec, "enclosed regions", count, [=] MOTE_LAMBDA(Index i) { place[i] = label[i] != none; });
    members = exclusive_scan(exec, place.data, count);
    if (members == 0) return 0;
    lists.key.resize(exec, members), lists.row.resize(exec, members), lists.group.resize(exec, members);
    parallel_for(exec, "enclosed regions", count, ListMembers{label, lists.place.read(), lists.key.write(), lists.row.write()});
    int bits = 1;
    while (bits < 32 && (std::uint64_t(count) >> bits) > 0) ++bits;
    sort_by_key(exec, lists.key.write().data, lists.row.write().data, members, bits);
    const auto key = lists.key.read();
    parallel_for(exec, "enclosed regions", members, [=] MOTE_LAMBDA(Index m) { place[m] = m == 0 || key[m] != key[m - 1]; });
    const Index regions = exclusive_scan(exec, place.data, members);
    lists.first.resize(exec, regions + 1);
    parallel_for(exec, "enclosed regions", members, NumberRegions{key, lists.place.read(), lists.group.write(), lists.first.write(), members});
    return regions;
}

}  // namespace

void LightRegions::find(const Exec& exec, const Particles& p, const Neighbours& neighbours, const SolidRows& solids, float bound) {
    const LightKinds kinds{p.rest_density.read(), solids, p.copies() > 0 ? p.images.origin.read() : View<const Index>{}, p.size(), p.shared() - p.copies(), bound};
    label_rows(exec, neighbours, kinds, label_, next_);
    count_ = sort_members(exec, label_.read(), p.size(), {next_, row_, group_, first_, key_}, members_);
    if (count_ == 0) return;
    const auto first = first_.read();
    first_piece_.resize(exec, count_ + 1);
    const auto count = first_piece_.write();
    const Index regions = count_;
    parallel_for(exec, "enclosed regions", count_ + 1, [=] MOTE_LAMBDA(Index r) { count[r] = r < regions ? (first[r + 1] - first[r] + piece_rows - 1) / piece_rows : 0; });
    pieces_ = exclusive_scan(exec, count.data, count_ + 1);
    piece_.resize(exec, pieces_);
    parallel_for(exec, "enclosed regions", count_, CutPieces{first, first_piece_.read(), piece_.write()});
}

}  // namespace mote
