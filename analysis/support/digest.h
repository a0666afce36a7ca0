#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace beagle::support {

/// SHA-256 over a sequence of parts. Each part is preceded by its length, so ("ab","c") and ("a","bc") differ.
class Digest {
public:
  Digest();
  ~Digest();
  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;

  Digest& add(std::string_view part);
  Digest& add(std::uint64_t number);
  /// 64 lower-case hexadecimal digits; the digest takes no more parts afterwards.
  [[nodiscard]] std::string hex();

private:
  struct Context;
  std::unique_ptr<Context> context_;
};

[[nodiscard]] std::string digestOf(std::string_view content);

} // namespace beagle::support
