// Copyright (c) 2026 The Mote authors. MIT licence.
#include <algorithm>

#include "mote/table.h"

namespace mote {
namespace {

constexpr Index block_rows = 1 << 15;

/// Runs body(block) for each block of rows.
template <class F>
void for_blocks(const Exec& exec, Index blocks, const F& body) {
    for_pieces(exec, blocks, 1, [&](Index first, Index last) {
        for (Index b = first; b < last; ++b) body(b);
    });
}

Index end_of(Index block, Index count) {
    return count - block * block_rows < block_rows ? count : (block + 1) * block_rows;
}

/// One stable pass over the digit at `shift`. Each block counts its digits; a scan over (digit, block) tells each
/// block where its rows of a digit go, so the order of equal digits is that of the rows.
struct Pass {
    std::uint64_t* keys_in;
    Index*         values_in;
    std::uint64_t* keys_out;
    Index*         values_out;
    Index*         counts;
    Index          count, blocks;
    int            shift, digit_bits;

    Index  digit(std::uint64_t key) const { return Index(key >> shift) & ((1u << digit_bits) - 1); }
    Index& slot(Index d, Index block) const { return counts[std::size_t(d) * blocks + block]; }

    void count_block(Index block) const {
        Index local[1 << 11] = {};
        for (Index i = block * block_rows, end = end_of(block, count); i < end; ++i) ++local[digit(keys_in[i])];
        for (Index d = 0; d < 1u << digit_bits; ++d) slot(d, block) = local[d];
    }
    void move_block(Index block) const {
        Index next[1 << 11];
        for (Index d = 0; d < 1u << digit_bits; ++d) next[d] = slot(d, block);
        for (Index i = block * block_rows, end = end_of(block, count); i < end; ++i) {
            const Index to = next[digit(keys_in[i])]++;
            keys_out[to]   = keys_in[i];
            values_out[to] = values_in[i];
        }
    }
    void copy_block(Index block) const {
        const Index first = block * block_rows, end = end_of(block, count);
        std::copy(keys_in + first, keys_in + end, keys_out + first);
        std::copy(values_in + first, values_in + end, values_out + first);
    }
};

/// A row that comes after a higher key.
struct Late {
    std::uint64_t key;
    Index         value, place;
};

/// Sorts what is nearly in order, as rows are that have moved a little: late ones are taken out, up to `most` into `room`, sorted and put back. Of equal keys they are the later ones.
/// False, with nothing done, where they are more.
bool sort_late(std::uint64_t* keys, Index* values, Index count, Late* room, Index most) {
    Late*         end     = room;
    std::uint64_t highest = 0;
    for (Index i = 0; i < count; ++i) {
        if (keys[i] >= highest) {
            highest = keys[i];
            continue;
        }
        if (end == room + most) return false;
        *end++ = {keys[i], values[i], i};
    }
    if (end == room) return true;
    Index kept = room->place;
    for (const Late* late = room; late < end; ++late) {
        const Index first = late->place + 1, last = late + 1 < end ? late[1].place : count;
        std::copy(keys + first, keys + last, keys + kept), std::copy(values + first, values + last, values + kept);
        kept += last - first;
    }
    std::sort(room, end, [](const Late& a, const Late& b) { return a.key != b.key ? a.key < b.key : a.place < b.place; });
    for (Index to = count; end > room;) {
        --to;
        if (kept > 0 && keys[kept - 1] > end[-1].key)
            --kept, keys[to] = keys[kept], values[to] = values[kept];
        else
            --end, keys[to] = end->key, values[to] = end->value;
    }
    return true;
}

}  // namespace

Index exclusive_scan(const Exec& exec, Index* values, Index count) {
    if (exec.on_gpu()) return gpu::exclusive_scan(exec.room(), values, count);
    const Index                            blocks = (count + block_rows - 1) / block_rows;
    static thread_local std::vector<Index> sums;
    sums.resize(blocks);
    for_blocks(exec, blocks, [&, out = sums.data()](Index b) {
        Index sum = 0;
        for (Index i = b * block_rows, end = end_of(b, count); i < end; ++i) sum += values[i];
        out[b] = sum;
    });
    Index total = 0;
    for (Index b = 0; b < blocks; ++b) {
        const Index sum = sums[b];
        sums[b]         = total;
        total += sum;
    }
    for_blocks(exec, blocks, [&, in = sums.data()](Index b) {
        Index sum = in[b];
        for (Index i = b * block_rows, end = end_of(b, count); i < end; ++i) {
            const Index value = values[i];
            values[i]         = sum;
            sum += value;
        }
    });
    return total;
}

void sort_by_key(const Exec& exec, std::uint64_t* keys, Index* values, Index count, int bits) {
    const Index blocks = (count + block_rows - 1) / block_rows;
    const int   passes = (bits + 10) / 11;
    if (count < 2 || passes == 0) return;
    const Index   few = count / 32;
    Scratch<Late> late;
    late.borrow(exec, few);
    const bool sorted = sort_late(keys, values, count, late.write().data, few);
    late.give_back(exec);
    if (sorted) return;
    const int                digit_bits = (bits + passes - 1) / passes;
    const Index              slots      = blocks << digit_bits;
    Scratch<std::uint64_t>   keys_room;
    Scratch<Index>           values_room, counts;
    keys_room.borrow(exec, count), values_room.borrow(exec, count), counts.borrow(exec, slots);
    Pass pass{keys, values, keys_room.write().data, values_room.write().data, counts.write().data, count, blocks, 0, digit_bits};
    for (; pass.shift < bits; pass.shift += digit_bits) {
        for_blocks(exec, blocks, [&](Index b) { pass.count_block(b); });
        exclusive_scan(exec, pass.counts, slots);
        for_blocks(exec, blocks, [&](Index b) { pass.move_block(b); });
        std::swap(pass.keys_in, pass.keys_out), std::swap(pass.values_in, pass.values_out);
    }
    if (pass.keys_in != keys)
        for_blocks(exec, blocks, [&](Index b) { pass.copy_block(b); });
    keys_room.give_back(exec), values_room.give_back(exec), counts.give_back(exec);
}

}  // namespace mote
