#include "test/oracle/generator.h"

#include <fmt/format.h>

namespace beagle::oracle {

namespace {

const std::vector<Type>& standardTypes() {
  static const std::vector<Type> types = {{"int8_t", 8, true},     {"uint8_t", 8, false},  {"int16_t", 16, true},
                                          {"uint16_t", 16, false}, {"int32_t", 32, true},  {"uint32_t", 32, false},
                                          {"int64_t", 64, true},   {"uint64_t", 64, false}};
  return types;
}

} // namespace

Type Generator::standardType() {
  // The wide ones more often: inputs are narrow.
  return random_.percent(50) ? random_.of(std::span<const Type>(standardTypes()))
                             : random_.of(std::span<const Type>(standardTypes()).subspan(4));
}

Type Generator::anyType() {
  const std::uint32_t roll = random_.below(100);
  if (roll < 3) return {"int128_t", 128, true};
  if (roll < 5) return {"uint128_t", 128, false};
  if (roll < 8) return {"_Bool", 1, false};
  if (roll < 12) {
    const auto width = static_cast<std::uint32_t>(random_.between(2, random_.percent(80) ? 64 : 100));
    const bool isSigned = random_.percent(50);
    return {fmt::format("{}_BitInt({})", isSigned ? "" : "unsigned ", width), width, isSigned};
  }
  return standardType();
}

std::string Generator::smallLiteral() {
  const auto number = random_.percent(70) ? random_.between(0, 15) : random_.between(-130, 300);
  return number < 0 ? fmt::format("({})", number) : fmt::format("{}", number);
}

std::string Generator::literal(const Type& type) {
  if (type.width <= 8 || random_.percent(50)) return smallLiteral();
  static constexpr std::string_view wide[] = {"255",
                                              "256",
                                              "32767",
                                              "32768",
                                              "65535",
                                              "65536",
                                              "0x7fffffff",
                                              "0x80000000u",
                                              "0xffffffffu",
                                              "(-2147483647 - 1)",
                                              "0x12345678",
                                              "0x100000000",
                                              "0x7fffffffffffffff",
                                              "0x8000000000000000u",
                                              "0xffffffffffffffffu",
                                              "0x0123456789abcdef",
                                              "0xfedcba9876543210u",
                                              "1000003"};
  return std::string(random_.of(std::span<const std::string_view>(wide)));
}

} // namespace beagle::oracle
