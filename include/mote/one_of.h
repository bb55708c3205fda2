// Copyright (c) 2026 The Mote authors. MIT licence.
#pragma once
#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "mote/portable.h"

namespace mote {

/// A value that is one of Ts and travels to a GPU as bytes: std::variant without exceptions. What differs from
/// particle to particle is such a value, dispatched inside the kernel by `visit`.
template <class... Ts>
class OneOf {
    static_assert((std::is_trivially_copyable_v<Ts> && ...), "laws travel to the device as bytes");

    template <class T, class First, class... Rest>
    static constexpr std::uint8_t position() {
        if constexpr (std::is_same_v<T, First>)
            return 0;
        else
            return std::uint8_t(1 + position<T, Rest...>());
    }
    static constexpr std::size_t largest(std::initializer_list<std::size_t> sizes) {
        std::size_t most = 0;
        for (std::size_t s : sizes) most = s > most ? s : most;
        return most;
    }
    template <class T>
    MOTE_FN const T& as() const {
        return *reinterpret_cast<const T*>(bytes_);
    }
    template <class F, class First, class... Rest>
    MOTE_FN decltype(auto) dispatch(std::uint8_t tag, F&& f) const {
        if constexpr (sizeof...(Rest) == 0)
            return f(as<First>());
        else
            return tag == 0 ? f(as<First>()) : dispatch<F, Rest...>(std::uint8_t(tag - 1), static_cast<F&&>(f));
    }

public:
    template <class T>
        requires(std::is_same_v<T, Ts> || ...)
    OneOf(const T& value) : tag_(position<T, Ts...>()) {
        std::memcpy(bytes_, &value, sizeof(T));
    }

    template <class T>
        requires(std::is_same_v<T, Ts> || ...)
    MOTE_FN bool is() const {
        return tag_ == position<T, Ts...>();
    }
    /// f(the value), whatever it is; f must return one type for all.
    template <class F>
    MOTE_FN decltype(auto) visit(F&& f) const {
        return dispatch<F, Ts...>(tag_, static_cast<F&&>(f));
    }

private:
    alignas(Ts...) unsigned char bytes_[largest({sizeof(Ts)...})] = {};
    std::uint8_t tag_;
};

}  // namespace mote
