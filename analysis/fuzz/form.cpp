#include "analysis/fuzz/form.h"

#include <algorithm>
#include <utility>

namespace beagle::fuzz {

using testgen::ConcreteInput;
using testgen::Image;

namespace {

/// Runs of bytes of one image that are others.
class Differences {
public:
  /// Of images of one size.
  void compare(const std::vector<std::uint8_t>& one, const std::vector<std::uint8_t>& other, const Number& place) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (one[i] == other[i]) continue;
      if (!found_) {
        found_ = place;
        found_->offset = i;
        found_->bytes = 0;
        bytes_ = &other;
      }
      // What stands in two places, or with other bytes in between, is no number of its own.
      if (bytes_ != &other || i != found_->offset + found_->bytes) isTorn_ = true;
      ++found_->bytes;
    }
  }
  [[nodiscard]] std::optional<Number> number() const { return isTorn_ ? std::nullopt : found_; }
  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t value = 0;
    for (std::uint32_t i = 0; i < found_->bytes && i < 8; ++i)
      value |= std::uint64_t{(*bytes_)[found_->offset + i]} << (8 * i);
    return value;
  }

private:
  std::optional<Number> found_;
  const std::vector<std::uint8_t>* bytes_ = nullptr;
  bool isTorn_ = false;
};

std::vector<std::uint8_t> bytesOf(const testgen::Scalar& scalar) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint64_t word : scalar.words)
    for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  return bytes;
}

bool sameFrame(const Image& one, const Image& other) {
  return one.bytes.size() == other.bytes.size() && one.pointers == other.pointers;
}

/// All but what stands in the bytes.
bool sameFrame(const ConcreteInput& one, const ConcreteInput& other) {
  const auto sameArgument = [](const testgen::Argument& a, const testgen::Argument& b) {
    return a.value.type == b.value.type && a.value.pointer == b.value.pointer &&
           a.value.words.size() == b.value.words.size();
  };
  const auto sameObject = [](const testgen::InputObject& a, const testgen::InputObject& b) {
    return sameFrame(a.image, b.image) && a.released == b.released && a.isStream == b.isStream && a.isHeap == b.isHeap;
  };
  const auto sameGlobal = [](const testgen::GlobalValue& a, const testgen::GlobalValue& b) {
    return a.name == b.name && sameFrame(a.image, b.image);
  };
  return std::ranges::equal(one.arguments, other.arguments, sameArgument) &&
         std::ranges::equal(one.objects, other.objects, sameObject) &&
         std::ranges::equal(one.globals, other.globals, sameGlobal) && one.watched == other.watched &&
         one.roots == other.roots && one.calls == other.calls && one.startCalls == other.startCalls &&
         one.leftOut == other.leftOut;
}

/// Of an object or a global.
template <class Input> auto& bytesAt(Input& input, const Number& number) {
  if (number.where == Number::Where::Object) return input.objects[number.index].image.bytes;
  return std::ranges::find(input.globals, number.global, &testgen::GlobalValue::name)->image.bytes;
}

} // namespace

std::string obstacle(const ConcreteInput& input) {
  if (!input.roots.empty() || !input.files.empty()) return "it reads files, standard input or the environment";
  if (std::ranges::any_of(input.objects, &testgen::InputObject::isStream)) return "it gets a stream";
  if (input.failingAllocation != 0) return "one of its allocations fails";
  const auto isWide = [](const testgen::Argument& argument) { return argument.value.type.width > 128; };
  return std::ranges::any_of(input.arguments, isWide) ? "it gets a wide number" : "";
}

std::optional<Number> numberBetween(const ConcreteInput& input, const ConcreteInput& other, std::uint64_t value,
                                    std::uint32_t width) {
  if (!sameFrame(input, other)) return {};
  Differences differences;
  std::vector<std::vector<std::uint8_t>> arguments; // what is found points into them
  arguments.reserve(other.arguments.size());
  for (std::uint32_t i = 0; i < input.arguments.size(); ++i) {
    if (input.arguments[i].value.pointer) continue;
    arguments.push_back(bytesOf(other.arguments[i].value));
    differences.compare(bytesOf(input.arguments[i].value), arguments.back(), {Number::Where::Argument, i, {}});
  }
  for (std::uint32_t i = 0; i < input.objects.size(); ++i)
    differences.compare(input.objects[i].image.bytes, other.objects[i].image.bytes, {Number::Where::Object, i, {}});
  for (std::size_t i = 0; i < input.globals.size(); ++i)
    differences.compare(input.globals[i].image.bytes, other.globals[i].image.bytes,
                        {Number::Where::Global, 0, input.globals[i].name});
  std::optional<Number> number = differences.number();
  if (!number || number->bytes != (width + 7) / 8 || differences.value() != value) return {};
  number->mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return number;
}

std::uint64_t valueIn(const ConcreteInput& input, const Number& number) {
  const std::vector<std::uint8_t> bytes =
      number.where == Number::Where::Argument ? bytesOf(input.arguments[number.index].value) : bytesAt(input, number);
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < number.bytes; ++i) value |= std::uint64_t{bytes[number.offset + i]} << (8 * i);
  return value & number.mask;
}

void setValue(ConcreteInput& input, const Number& number, std::uint64_t value) {
  if (number.where == Number::Where::Argument) {
    std::vector<std::uint64_t>& words = input.arguments[number.index].value.words;
    for (std::uint32_t i = 0; i < number.bytes; ++i) {
      const std::uint64_t place = number.offset + i, shift = 8 * (place % 8);
      words[place / 8] &= ~(std::uint64_t{0xFF} << shift);
      words[place / 8] |= (value >> (8 * i) & 0xFF) << shift;
    }
    return;
  }
  std::vector<std::uint8_t>& bytes = bytesAt(input, number);
  for (std::uint32_t i = 0; i < number.bytes; ++i)
    bytes[number.offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

bool haveSameShape(const Form& one, const Form& other) {
  if (!sameFrame(one.input, other.input) || one.numbers != other.numbers) return false;
  ConcreteInput changed = one.input; // the rest of the bytes has to be the same, too
  for (const Number& number : one.numbers) setValue(changed, number, valueIn(other.input, number));
  const auto image = [](const testgen::InputObject& object) -> const Image& { return object.image; };
  return std::ranges::equal(changed.objects, other.input.objects, {}, image, image) &&
         changed.arguments == other.input.arguments && changed.globals == other.input.globals;
}

} // namespace beagle::fuzz
