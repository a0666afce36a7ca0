#include "analysis/testgen/observed.h"

#include <optional>

namespace beagle::testgen {

namespace {

/// Where programs, their libraries, heap and stack lie, on machines of 64 bits that we run on.
constexpr std::uint64_t firstAddress = 0x5000'0000'0000, lastAddress = 0x7FFF'FFFF'FFFF;

class Observer {
public:
  explicit Observer(const NativeOutcome& native) : native_(native) {}

  /// Nothing when a word is a number.
  [[nodiscard]] std::optional<Target> target(std::uint64_t word) const {
    for (std::uint32_t i = 0; i < native_.objects.size(); ++i)
      if (isWithin(native_.objects[i], word))
        return Target{Target::Kind::Object, i, {}, word - native_.objects[i].address};
    for (const auto& [name, memory] : native_.globals)
      if (isWithin(memory, word)) return Target{Target::Kind::Global, 0, name, word - memory.address};
    if (word < firstAddress || word > lastAddress) return std::nullopt;
    return Target{Target::Kind::Own, 0, {}, 0};
  }

  [[nodiscard]] ExpectedImage image(const std::vector<std::uint8_t>& bytes) const {
    ExpectedImage image{{bytes, {}}, {}};
    for (std::size_t offset = 0; offset + 8 <= bytes.size(); offset += 8) {
      auto target = this->target(wordAt(bytes, offset));
      if (!target) continue;
      image.image.pointers.push_back({offset, std::move(*target)});
      for (std::size_t i = 0; i < 8; ++i) image.image.bytes[offset + i] = 0;
    }
    return image;
  }

  [[nodiscard]] Scalar scalar(const std::vector<std::uint8_t>& bytes, ir::ScalarType type) const {
    Scalar scalar{type, {}, {}};
    if (type.kind == ir::ScalarKind::Pointer) {
      const std::uint64_t word = wordAt(bytes, 0);
      scalar.pointer = target(word).value_or(Target{Target::Kind::Plain, 0, {}, word});
      return scalar;
    }
    for (std::uint32_t from = 0; from < type.width; from += 64) {
      std::uint64_t word = wordAt(bytes, from / 8);
      if (type.width - from < 64) word &= (std::uint64_t{1} << (type.width - from)) - 1;
      scalar.words.push_back(word);
    }
    return scalar;
  }

private:
  static bool isWithin(const NativeMemory& memory, std::uint64_t word) {
    return memory.address != 0 && word >= memory.address && word - memory.address <= memory.bytes.size();
  }
  static std::uint64_t wordAt(const std::vector<std::uint8_t>& bytes, std::size_t offset) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8 && offset + i < bytes.size(); ++i)
      word |= std::uint64_t{bytes[offset + i]} << (8 * i);
    return word;
  }

  const NativeOutcome& native_;
};

} // namespace

ExpectedOutcome observedOutcome(const ConcreteInput& input, const NativeOutcome& native,
                                std::span<const ir::ScalarType> results) {
  const Observer observer(native);
  ExpectedOutcome outcome;
  outcome.end = native.end;
  outcome.code = native.code;
  if (native.end == End::AssertFailed || native.end == End::Thrown) outcome.detail = native.detail;
  outcome.output = native.output;
  outcome.errors = native.errors;
  if (!native.hasMemory) return outcome;
  constexpr std::array buffer{ir::ScalarType{ir::ScalarKind::Pointer, 0, 64}};
  if (native.end == End::Jumped) results = buffer;
  for (std::size_t i = 0; i < native.results.size() && i < results.size(); ++i)
    outcome.results.push_back({observer.scalar(native.results[i], results[i])});
  for (std::size_t i = 0; i < native.objects.size() && i < input.objects.size(); ++i)
    outcome.objects.push_back(observer.image(native.objects[i].bytes));
  for (const auto& [name, memory] : native.globals) outcome.globals.emplace(name, observer.image(memory.bytes));
  return outcome;
}

} // namespace beagle::testgen
