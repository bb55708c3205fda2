// Copyright (c) 2026 The Mote authors. MIT licence.
#include "mote/table.h"

#include <algorithm>

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
    }
    for (Index i = first; i < last; ++i) std::memcpy(to + i * width, from + old_row[i] * width, width);
}

/// What an order does to a table: the highest row it names, and whether it moves any.
struct OrderFacts {
    Index highest = 0;
    bool  moves   = false;
};
OrderFacts facts_of(const Exec& exec, std::span<const Index> old_row) {
    return reduce(
        exec, "check order", Index(old_row.size()), OrderFacts{},
        [&](Index i) {
            return OrderFacts{old_row[i], old_row[i] != i};
        },
        [](OrderFacts a, OrderFacts b) {
            return OrderFacts{std::max(a.highest, b.highest), a.moves || b.moves};
        });
}

}  // namespace

AnyColumn::AnyColumn(Table& table, std::string n, std::string u, ColumnType t, const void* fill, Life l)
    : name(std::move(n)), unit(std::move(u)), type(t), life(l), table_(table), fill_(t.bytes()) {
    check(table.find(name) == nullptr, "one column per name in a table");
    std::memcpy(fill_.data(), fill, fill_.size());
    resize(0, table.rows());
    table.columns_.push_back(this);  // last: a column that finds no memory is not in the table
}

AnyColumn::~AnyColumn() { std::erase(table_.columns_, this); }

Index                      AnyColumn::rows() const { return life == Life::step_ours ? table_.size() : table_.rows(); }
std::span<const std::byte> AnyColumn::bytes() const { return {values_.data(), rows() * type.bytes()}; }
std::span<std::byte>       AnyColumn::bytes() { return {values_.data(), rows() * type.bytes()}; }

void AnyColumn::fill_row(Index row) { std::memcpy(values_.data() + row * fill_.size(), fill_.data(), fill_.size()); }
void AnyColumn::fill_nobody(Index row) {
    if (has_nobody()) fill_row(row);
}

void AnyColumn::resize(Index from, Index to) {
    const std::size_t wanted = room_for(to);
    // The first size is taken exactly; a table that goes on growing gets a quarter more each time.
    if (wanted > values_.capacity())
        values_.grow(from == 0 ? wanted : std::max(wanted, values_.capacity() * 5 / 4), from * type.bytes());
    for (Index row = from; row < to; ++row) fill_row(row);
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
    rows_ = size_ = rows;
    copies_       = 0;
}

/// More rows for the length of a step; fill(column, first, from, to) sets them.
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
        for_pieces(exec, count, 8192, [&](Index from, Index to) { fill(*column, first, from, to); });
        column->fill_row(first + count);
    }
    rows_ += count;
    return first;
}

Index Table::append_copies(const Exec& exec, std::span<const Index> of) {
    check(copies_ == 0 && private_ == 0, "copies are made once, before private rows", copies_, private_);
    copies_ = Index(of.size());
    return extend(exec, copies_, [&](AnyColumn& column, Index first, Index from, Index to) {
        const std::size_t width  = column.type.bytes();
        std::byte* const  values = column.values_.data();
        gather_rows(values, of.data(), values + std::size_t(first) * width, from, to, width);
    });
}

Index Table::append_private(const Exec& exec, Index count) {
    check(private_ == 0, "private rows are made once", private_);
    private_ = count;
    return extend(exec, count, [](AnyColumn& column, Index first, Index from, Index to) {
        for (Index k = from; k < to; ++k) column.fill_row(first + k);
    });
}

void Table::drop_copies() {
    if (copies_ + private_ == 0) return;
    rows_    = lasting();
    copies_  = 0;
    private_ = 0;
    for (AnyColumn* column : columns_) column->fill_nobody(rows_);
}

void Table::restore(Index rows, Index ours) {
    check(ours <= rows, "no more rows are ours than there are", ours, rows);
    resize(rows);
    size_ = ours;
}

void Table::trim() {
    for (AnyColumn* column : columns_) {
        Bytes exact;
        exact.grow(column->room_for(column->rows()), 0);
        if (exact.capacity() > 0) std::memcpy(exact.data(), column->values_.data(), exact.capacity());
        column->values_ = std::move(exact);
    }
}

/// Row i of a column becomes what row old_row[i] was; `spare` holds as much.
void Table::gather(const Exec& exec, AnyColumn& column, std::span<const Index> old_row, std::byte* spare) {
    const std::size_t width = column.type.bytes();
    const Index       rows  = Index(old_row.size());
    for_pieces(exec, rows, 8192, [&](Index first, Index last) {
        gather_rows(column.values_.data(), old_row.data(), spare, first, last, width);
    });
    for_pieces(exec, rows, 8192, [&](Index first, Index last) {
        std::memcpy(column.values_.data() + first * width, spare + first * width, (last - first) * width);
    });
}

void Table::sort_ours(const Exec& exec, std::span<const Index> old_row) {
    const Timed timed(exec, "reorder");
    check(old_row.size() == size_, "a row for each of ours", old_row.size(), size_);
    const OrderFacts facts = facts_of(exec, old_row);
    check(size_ == 0 || facts.highest < size_, "an order of our rows names only those", facts.highest, size_);
    if (!facts.moves) return;
    Scratch<std::byte> spare;
    spare.borrow(exec, std::size_t(size_) * widest());
    for (AnyColumn* column : columns_)
        if (column->life == Life::run) gather(exec, *column, old_row, spare.write().data);
    spare.give_back(exec);
}

void Table::reorder(const Exec& exec, std::span<const Index> old_row, Index ours) {
    const Index rows = Index(old_row.size());
    check(ours <= rows, "no more rows are ours than there are", ours, rows);
    check(copies_ == 0, "rows change while there are no copies", copies_);
    const Timed timed(exec, "reorder");
    const OrderFacts facts = facts_of(exec, old_row);
    check(rows == 0 || facts.highest < rows_, "an order names rows that are there", facts.highest, rows_);
    const bool moves = facts.moves || rows != rows_;
    // All memory is taken before the first row moves: a table that finds none stays whole.
    Scratch<std::byte> spare;
    if (moves) spare.borrow(exec, std::size_t(rows) * widest());
    for (AnyColumn* column : columns_) {
        const bool push = column->life == Life::step_ours;
        column->values_.grow(column->room_for(push ? ours : rows), column->room_for(column->rows()));
    }
    for (AnyColumn* column : columns_) {
        if (column->life == Life::step_ours) {
            for (Index row = column->rows(); row < ours; ++row) column->fill_row(row);
        } else if (moves) {
            gather(exec, *column, old_row, spare.write().data);
            column->fill_row(rows);
        }
    }
    spare.give_back(exec);
    rows_ = rows;
    size_ = ours;
}

AnyColumn* Table::find(std::string_view name) const {
    for (AnyColumn* column : columns_)
        if (column->name == name) return column;
    return nullptr;
}

/// Bytes of a row in the widest column that follows its particle.
std::size_t Table::widest() const {
    std::size_t widest = 0;
    for (const AnyColumn* column : columns_)
        if (column->life != Life::step_ours) widest = std::max(widest, column->type.bytes());
    return widest;
}

Table::Width Table::width() const {
    Width w;
    for (const AnyColumn* column : columns_) (column->life == Life::step_ours ? w.ours : w.all) += column->type.bytes();
    return w;
}

}  // namespace mote
