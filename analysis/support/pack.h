#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace beagle::support {

// Values as bytes, for files that only Beagle itself writes and reads: much quicker than text where there is a lot
// of it. A struct names its members once, for both directions, in a function beside it:
//
//   void members(auto& pack, Point& point) { pack(point.x, point.y); }

/// Appends values to `bytes`.
class Packer {
public:
  void operator()(const auto&... values) { (put(values), ...); }

  std::string bytes;

private:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    bytes += static_cast<char>(value);
  }
  template <class T> void put(const T& value) {
    if constexpr (std::is_enum_v<T>) number(static_cast<std::uint64_t>(value));
    else if constexpr (std::signed_integral<T>)
      number((static_cast<std::uint64_t>(value) << 1) ^ (value < 0 ? ~0ULL : 0));
    else if constexpr (std::unsigned_integral<T>) number(value);
    else members(*this, const_cast<T&>(value)); // which also takes what is read into
  }
  void put(const std::string& text) {
    number(text.size());
    bytes += text;
  }
  template <class T> void put(const std::vector<T>& values) {
    number(values.size());
    for (const T& value : values) put(value);
  }
  template <class A, class B> void put(const std::pair<A, B>& value) { (*this)(value.first, value.second); }
};

/// Takes values off the front of `bytes`. Once these do not hold what is asked for, `damaged` stays true and values
/// are empty.
class Unpacker {
public:
  explicit Unpacker(std::string_view from) : bytes(from) {}
  void operator()(auto&... values) { (take(values), ...); }

  std::string_view bytes;
  bool damaged = false;

private:
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (!(byte & 0x80)) return value;
    }
    return fail();
  }
  /// Of what takes at least a byte each.
  std::size_t count() {
    const std::uint64_t value = number();
    return value <= bytes.size() ? value : fail();
  }
  std::uint64_t fail() {
    damaged = true;
    bytes = {};
    return 0;
  }
  template <class T> void take(T& value) {
    if constexpr (std::is_enum_v<T>) value = static_cast<T>(number());
    else if constexpr (std::same_as<T, bool>) value = number() != 0;
    else if constexpr (std::signed_integral<T>) {
      const std::uint64_t folded = number();
      value = static_cast<T>((folded >> 1) ^ (~(folded & 1) + 1));
    } else if constexpr (std::unsigned_integral<T>) value = static_cast<T>(number());
    else members(*this, value);
  }
  void take(std::string& text) {
    const std::size_t size = count();
    text.assign(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  template <class T> void take(std::vector<T>& values) {
    const std::size_t size = count();
    values.clear();
    values.reserve(size);
    for (std::size_t i = 0; i < size && !damaged; ++i) take(values.emplace_back());
  }
  template <class A, class B> void take(std::pair<A, B>& value) { (*this)(value.first, value.second); }
};

} // namespace beagle::support
