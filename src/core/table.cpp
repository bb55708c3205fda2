// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/table.h"

#include <algorithm>

#include "pages.h"

namespace mote {
namespace {

/// Copies rows of a fixed width; the compiler turns each into one or two moves.
template <std::size_t Width>
void gather_rows(const std::byte* from, const Index* old_row, std::byte* to, Index first, Index last) {
    for (Index i = first; i < last; ++i)
        std::memcpy(to + std::size_t(i) * Width, from + std::size_t(old_row[i]) * Width, Width);
}

void gather_rows(const std::byte* from, const Index* old_row, std::byte* to, Index first, Index last, std::size_t width) {
    switch (width) {
        case 1:
            return gather_rows<1>(from, old_row, to, first, last);
        case 2:
            return gather_rows<2>(from, old_row, to, first, last);
        case 4:
            return gather_rows<4>(from, old_row, to, first, last);
        case 8:
            return gather_rows<8>(from, old_row, to, first, last);
        case 12:
            return gather_rows<12>(from, old_row, to, first, last);
        case 16:
            return gather_rows<16>(from, old_row, to, first, last);
        case 36:
            return gather_rows<36>(from, old_row, to, first, last);
    }
    for (Index i = first; i < last; ++i) std::memcpy(to + i * width, from + old_row[i] * width, width);
}

/// Row k of `to` becomes row old_row[k] of `from`, where kernels run.
void gather_rows(const Exec& exec, std::byte* to, const std::byte* from, View<const Index> old_row, std::size_t width, Index count) {
    if (exec.on_gpu()) return gpu::gather(to, from, old_row.data, width, count);
    for_pieces(exec, count, 1024, [&](Index first, Index last) { gather_rows(from, old_row.data, to, first, last, width); });
}

/// So many bytes, up to the end of a line.
std::size_t in_lines(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

/// What an order does to a table: the highest row it names, and whether it moves any.
struct OrderFacts {
    Index highest = 0;
    bool  moves   = false;
};
OrderFacts facts_of(const Exec& exec, View<const Index> old_row, Index rows) {
    return reduce(
        exec, "check order", rows, OrderFacts{},
        [=] MOTE_LAMBDA(Index i) {
            return OrderFacts{old_row[i], old_row[i] != i};
        },
        [] MOTE_LAMBDA(OrderFacts x, OrderFacts y) {
            return OrderFacts{x.highest > y.highest ? x.highest : y.highest, x.moves || y.moves};
        });
}

}  // namespace

AnyColumn::AnyColumn(Table& table, std::string n, std::string u, ColumnType t, const void* fill, Life l)
    : name(std::move(n)), unit(std::move(u)), type(t), life(l), values_(table.device()), table_(table), fill_(t.bytes()) {
    check(table.find(name) == nullptr, "one column per name in a table");
    std::memcpy(fill_.data(), fill, fill_.size());
    resize(0, table.rows());
    table.columns_.push_back(this);  // last: a column that finds no memory is not in the table
}

AnyColumn::~AnyColumn() { std::erase(table_.columns_, this); }

Index                      AnyColumn::rows() const { return life == Life::step_ours ? table_.size() : table_.rows(); }
std::span<const std::byte> AnyColumn::bytes() const { return {values_.host(), rows() * type.bytes()}; }
std::span<std::byte>       AnyColumn::bytes() { return {values_.edit(), rows() * type.bytes()}; }

void AnyColumn::fill_rows(Index first, Index count) {
    const std::size_t width = fill_.size(), at = first * width;
    if (values_.is_on_gpu()) return gpu::fill(values_.write() + at, fill_.data(), width, count);
    if (count == 0) return;
    std::byte* const  rows = values_.edit() + at;
    const std::size_t all  = count * width;
    std::memcpy(rows, fill_.data(), width);
    for (std::size_t done = width; done < all; done *= 2) std::memcpy(rows + done, rows, std::min(done, all - done));
}
void AnyColumn::fill_nobody(Index row) {
    if (has_nobody()) fill_rows(row, 1);
}

void AnyColumn::resize(Index from, Index to) {
    const std::size_t wanted = room_for(to);
    // The first size is taken exactly; a table that goes on growing gets a quarter more each time.
    if (wanted > values_.capacity())
        values_.grow(from == 0 ? wanted : std::max(wanted, values_.capacity() * 5 / 4), from * type.bytes());
    fill_rows(from, to - from);
    fill_nobody(to);
}

Index Table::append(Index count) {
    const Index first = rows_;
    check(copies_ + private_ == 0, "rows change while there are no copies", copies_, private_);
    check(std::uint64_t(rows_) + count < 0xffffffffu, "row numbers fit 32 bits", rows_, count);
    resize(rows_ + count);
    return first;
}

void Table::resize(Index rows) {
    for (AnyColumn* column : columns_) column->resize(std::min(column->rows(), rows), rows);
    set_rows(rows, rows);
    copies_ = 0;
}

void Table::set_rows(Index rows, Index ours) {
    rows_ = rows, size_ = ours;
    for (AnyColumn* column : columns_) column->values_.use(column->room_for(column->rows()));
}

/// More rows for the length of a step; fill(column, first) sets them.
template <class Fill>
Index Table::extend(const Exec& exec, Index count, const Fill& fill) {
    const Timed timed(exec, "copies");
    const Index first = rows_;
    check(std::uint64_t(rows_) + count < 0xffffffffu, "row numbers fit 32 bits", rows_, count);
    for (AnyColumn* column : columns_) {
        if (column->life == Life::step_ours) continue;
        const std::size_t width = column->type.bytes(), wanted = (std::size_t(rows_) + count + 1) * width;
        // How many there are changes a little from step to step.
        if (wanted > column->values_.capacity())
            column->values_.grow(wanted + count / 4 * width, (std::size_t(rows_) + 1) * width);
        fill(*column, first);
        column->fill_rows(first + count, 1);
    }
    set_rows(rows_ + count, size_);
    return first;
}

Index Table::append_copies(const Exec& exec, View<const Index> of, Index count) {
    check(copies_ == 0 && private_ == 0, "copies are made once, before private rows", copies_, private_);
    copies_ = count;
    return extend(exec, copies_, [&](AnyColumn& column, Index first) {
        const std::size_t width  = column.type.bytes();
        std::byte* const  values = column.values_.write();
        gather_rows(exec, values + first * width, values, of, width, count);
    });
}

Index Table::append_private(const Exec& exec, Index count) {
    check(private_ == 0, "private rows are made once", private_);
    private_ = count;
    return extend(exec, count, [&](AnyColumn& column, Index first) { column.fill_rows(first, count); });
}

void Table::drop_copies() {
    if (copies_ + private_ == 0) return;
    const Index rows = lasting();
    copies_ = private_ = 0;
    set_rows(rows, size_);
    for (AnyColumn* column : columns_) column->fill_nobody(rows_);
}

void Table::restore(Index rows, Index ours) {
    check(ours <= rows, "no more rows are ours than there are", ours, rows);
    resize(rows);
    set_rows(rows, ours);
}

void Table::trim() {
    for (AnyColumn* column : columns_) {
        Bytes exact(device_);
        exact.grow(column->room_for(column->rows()), 0);
        if (exact.capacity() > 0) copy_pages(exact.edit(), column->values_.host(), exact.capacity(), exact.capacity() >= paged_bytes);
        column->values_ = std::move(exact);
    }
}

/// The columns for which which(column) holds take turns in the room of the widest; on a GPU all are moved at once.
template <class Which>
std::size_t Table::spare_bytes(const Exec& exec, Index rows, const Which& which) const {
    std::size_t widest = 0, all = 0;
    for (const AnyColumn* column : columns_)
        if (which(*column)) widest = std::max(widest, column->type.bytes()), all += in_lines(rows * column->type.bytes());
    return exec.on_gpu() ? all : rows * widest;
}

/// Row i of these columns becomes what row old_row[i] was.
template <class Which>
void Table::gather(const Exec& exec, View<const Index> old_row, Index rows, std::byte* spare, const Which& which) {
    std::vector<gpu::Moved> moved;
    for (AnyColumn* column : columns_) {
        if (!which(*column)) continue;
        const std::size_t width = column->type.bytes();
        std::byte* const  to    = column->values_.write();
        if (exec.on_gpu()) {
            moved.push_back({to, spare, width});
            spare += in_lines(rows * width);
            continue;
        }
        gather_rows(exec, spare, to, old_row, width, rows);
        for_pieces(exec, rows, 1024, [&](Index first, Index last) { std::memcpy(to + first * width, spare + first * width, (last - first) * width); });
    }
    if (exec.on_gpu()) gpu::gather(moved, old_row.data, rows);
}

View<const Index> Table::on_device(const Exec& exec, std::span<const Index> old_row) {
    if (!exec.on_gpu()) return {old_row.data()};
    order_.resize(exec, old_row.size());
    std::copy(old_row.begin(), old_row.end(), order_.edit().data);
    return order_.read();
}

void Table::sort_ours(const Exec& exec, View<const Index> old_row) {
    const Timed timed(exec, "reorder");
    const OrderFacts facts = facts_of(exec, old_row, size_);
    check(size_ == 0 || facts.highest < size_, "an order of our rows names only those", facts.highest, size_);
    if (!facts.moves) return;
    const auto         lasts = [](const AnyColumn& column) { return column.life == Life::run; };
    Scratch<std::byte> spare;
    spare.borrow(exec, spare_bytes(exec, size_, lasts));
    gather(exec, old_row, size_, spare.write().data, lasts);
    spare.give_back(exec);
}

void Table::reorder(const Exec& exec, View<const Index> old_row, Index rows, Index ours) {
    check(exec.device() == device_, "a table is where kernels run");
    check(ours <= rows, "no more rows are ours than there are", ours, rows);
    check(copies_ == 0, "rows change while there are no copies", copies_);
    const Timed timed(exec, "reorder");
    const OrderFacts facts = facts_of(exec, old_row, rows);
    check(rows == 0 || facts.highest < rows_, "an order names rows that are there", facts.highest, rows_);
    const bool moves = facts.moves || rows != rows_;
    // All memory is taken before the first row moves: a table that finds none stays whole.
    const auto         everybodys = [](const AnyColumn& column) { return column.life != Life::step_ours; };
    Scratch<std::byte> spare;
    if (moves) spare.borrow(exec, spare_bytes(exec, rows, everybodys));
    for (AnyColumn* column : columns_) {
        const bool push = column->life == Life::step_ours;
        column->values_.grow(column->room_for(push ? ours : rows), column->room_for(column->rows()));
    }
    if (moves) gather(exec, old_row, rows, spare.write().data, everybodys);
    for (AnyColumn* column : columns_) {
        if (everybodys(*column) && moves) column->fill_rows(rows, 1);
        if (!everybodys(*column) && column->rows() < ours) column->fill_rows(column->rows(), ours - column->rows());
    }
    spare.give_back(exec);
    set_rows(rows, ours);
}

AnyColumn* Table::find(std::string_view name) const {
    for (AnyColumn* column : columns_)
        if (column->name == name) return column;
    return nullptr;
}

Table::Width Table::width() const {
    Width w;
    for (const AnyColumn* column : columns_) (column->life == Life::step_ours ? w.ours : w.all) += column->type.bytes();
    return w;
}

}  // namespace mote
