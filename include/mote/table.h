// Copyright (c) 2026 The Mote authors. MIT licence.
//
// A table is rows of equal length; a column is one line in its declaration and follows from then on: it grows, is
// sorted, saved, restored and drawn without further code. Rows change through `append` and `reorder` only.
//
//     rows 0 .. size()            ours: matter, which stages compute
//     rows size() .. rows()       others', read-only in a step: walls, then copies of rows, last of all private ones
//     row  rows()                 nobody: every column's default. Neighbour lists are padded with it.
#pragma once
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mote/column_type.h"
#include "mote/error.h"
#include "mote/exec.h"

namespace mote {

/// A borrowed column: what kernels hold. View<const T> reads, View<T> writes. Indexed with a row it gives the row,
/// indexed with lanes (lane.h) a batch of rows.
template <class T>
struct View {
    T* data = nullptr;

    MOTE_HOT T& operator[](Index i) const { return data[i]; }
    template <class L>
        requires(!std::is_integral_v<L>)
    MOTE_HOT auto operator[](L lanes) const {
        return load_rows(data, lanes);
    }
};

/// The own rows of a stage or solver: one value per particle, made anew in each step, so never sorted or saved. `read` and `write`
/// are for kernels, `host` and `edit` for the host.
template <class T>
class Scratch {
public:
    /// Grows by a quarter more than it must once it has been used, so that a source does not make it move in every step.
    void resize(const Exec& exec, std::size_t rows) {
        if (bytes_.capacity() == 0) bytes_ = Bytes(exec.device());
        resize(rows);
    }
    /// Of one that is the host's alone.
    void resize(std::size_t rows) {
        const std::size_t wanted = rows * sizeof(T);
        if (wanted > bytes_.capacity()) bytes_.grow(bytes_.capacity() == 0 ? wanted : wanted + wanted / 4, 0), bytes_.spoil(wanted);
        bytes_.use(wanted);
    }
    /// The same with bytes of the workspace, for as long as nobody else needs them. What it holds is lost.
    void borrow(const Exec& exec, std::size_t rows) {
        const std::size_t wanted = rows * sizeof(T);
        if (wanted > bytes_.capacity()) {
            give_back(exec);
            bytes_ = exec.workspace().take(wanted);
            bytes_.spoil(wanted);
        }
        bytes_.use(wanted);
    }
    void give_back(const Exec& exec) { exec.workspace().give(std::move(bytes_)); }

    View<const T> read() const { return {reinterpret_cast<const T*>(bytes_.read())}; }
    View<T>       write() { return {reinterpret_cast<T*>(bytes_.write())}; }
    View<const T> host() const { return {reinterpret_cast<const T*>(bytes_.host())}; }
    View<T>       edit() { return {reinterpret_cast<T*>(bytes_.edit())}; }

private:
    Bytes bytes_;
};

/// A few values that the host sets and kernels read: what materials are, where bodies stand.
template <class T>
class Settings {
public:
    /// Copies them where kernels run, if they are not there yet.
    View<const T> on(const Exec& exec, std::span<const T> values) {
        if (!exec.on_gpu()) return {values.data()};
        if (sent_.size() != values.size() || std::memcmp(sent_.data(), values.data(), values.size_bytes()) != 0 || values.empty()) {
            sent_.assign(values.begin(), values.end());
            there_.resize(exec, values.size() + 1);
            if (!values.empty()) std::memcpy(static_cast<void*>(there_.edit().data), values.data(), values.size_bytes());
        }
        return there_.read();
    }

private:
    Scratch<T>     there_;
    std::vector<T> sent_;
};

class Table;

/// How long what a row of ours holds is good for.
enum class Life {
    run,   ///< it follows its particle
    step,  ///< each step makes it anew before it reads it: it is not sorted
    step_ours,  ///< the same, and only our rows have it: it is not saved either
};

/// The part of a column that does not depend on its type.
class AnyColumn {
public:
    AnyColumn(Table& table, std::string name, std::string unit, ColumnType type, const void* fill, Life life);
    AnyColumn(const AnyColumn&)            = delete;
    AnyColumn& operator=(const AnyColumn&) = delete;
    virtual ~AnyColumn();

    const std::string name, unit;  ///< The unit is SI; "m, kg" names the parts of a 16-byte row.
    const ColumnType  type;
    const Life        life;

    /// Rows that have it: all, or ours.
    Index rows() const;
    /// Their bytes, on the host.
    std::span<const std::byte> bytes() const;
    std::span<std::byte>       bytes();
    /// The same on a GPU, for a table that is there.
    const std::byte*           on_gpu() const { return values_.read(); }

protected:
    Bytes values_;

private:
    friend class Table;
    bool        has_nobody() const { return life != Life::step_ours; }
    std::size_t room_for(Index rows_) const { return (std::size_t(rows_) + (has_nobody() ? 1 : 0)) * type.bytes(); }
    void        resize(Index from, Index to);
    void        fill_rows(Index first, Index count);
    void        fill_nobody(Index row);

    Table&                 table_;
    std::vector<std::byte> fill_;
};

class Table {
public:
    explicit Table(Device device = Device::cpu) : device_(device) {}
    Table(const Table&)            = delete;
    Table& operator=(const Table&) = delete;

    Device device() const { return device_; }
    Index  size() const { return size_; }
    Index  rows() const { return rows_; }

    /// Adds rows of defaults at the end and returns the first of them. Until the next reorder every row counts as ours.
    Index append(Index count);

    /// Row i becomes what row old_row[i] was. A permutation sorts, a shorter list removes, a list with repeats splits.
    /// The first `ours` of them are ours, the rest others'.
    void reorder(const Exec& exec, std::span<const Index> old_row, Index ours) { reorder(exec, on_device(exec, old_row), Index(old_row.size()), ours); }
    void reorder(const Exec& exec, std::span<const Index> old_row) { reorder(exec, old_row, Index(old_row.size())); }
    void reorder(const Exec& exec, View<const Index> old_row, Index rows, Index ours);

    /// Row i of ours becomes what row old_row[i] was, others stay: a permutation of our rows. Values of a step are left as they are.
    void sort_ours(const Exec& exec, View<const Index> old_row);

    /// Adds copies of these rows at the end, as others'; returns the first of them. They must be dropped before rows change.
    Index append_copies(const Exec& exec, View<const Index> of, Index count);
    Index append_copies(const Exec& exec, std::span<const Index> of) { return append_copies(exec, on_device(exec, of), Index(of.size())); }
    Index copies() const { return copies_; }
    /// Adds rows of defaults after the copies, as others', which neighbours are not searched among; returns the first of them.
    Index append_private(const Exec& exec, Index count);
    Index private_rows() const { return private_; }
    /// Rows before the private ones, and those that are there in the next step too.
    Index shared() const { return rows_ - private_; }
    Index lasting() const { return rows_ - private_ - copies_; }
    /// Copies and private rows.
    void drop_copies();

    /// Takes back exactly `rows` rows, of which `ours` are ours; for restoring from a file.
    void restore(Index rows, Index ours);
    /// Gives back memory that was needed only while rows were added and sorted for the first time.
    void trim();

    const std::vector<AnyColumn*>& columns() const { return columns_; }
    AnyColumn*                     find(std::string_view name) const;
    /// Of all rows, and of ours beyond that.
    struct Width {
        std::size_t all = 0, ours = 0;
    };
    Width width() const;

private:
    friend class AnyColumn;
    void   resize(Index rows);
    void   set_rows(Index rows, Index ours);
    template <class Fill>
    Index extend(const Exec& exec, Index count, const Fill& fill);
    template <class Which>
    std::size_t spare_bytes(const Exec& exec, Index rows, const Which& which) const;
    template <class Which>
    void gather(const Exec& exec, View<const Index> old_row, Index rows, std::byte* spare, const Which& which);
    View<const Index> on_device(const Exec& exec, std::span<const Index> old_row);

    std::vector<AnyColumn*> columns_;
    Index                   rows_ = 0, size_ = 0, copies_ = 0, private_ = 0;
    Device                  device_;
    Scratch<Index>          order_;  // one that comes from the host
};

template <class T>
class Column final : public AnyColumn {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) == column_type<T>.bytes());

public:
    Column(Table& table, const char* column_name, const char* si_unit = "", T fill = {}, Life life_ = Life::run)
        : AnyColumn(table, column_name, si_unit, column_type<T>, &fill, life_) {}

    /// For kernels: where they run.
    View<const T> read() const { return {reinterpret_cast<const T*>(values_.read())}; }
    View<T>       write() { return {reinterpret_cast<T*>(values_.write())}; }
    /// For the host.
    View<const T> host() const { return {reinterpret_cast<const T*>(values_.host())}; }
    View<T>       edit() { return {reinterpret_cast<T*>(values_.edit())}; }
};

}  // namespace mote
