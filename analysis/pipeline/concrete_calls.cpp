// What an input says of calls of functions without code: what they give, and what is wanted of their arguments.

#include "analysis/pipeline/concrete_reading.h"

#include <algorithm>
#include <optional>

namespace beagle::pipeline {

using exec::ObjectId;
using exec::State;
using testgen::ExpectedImage;
using testgen::Scalar;

namespace {

/// Where each argument of a call is: from 0 on in a register for integers, from `registers` on in a word of the stack,
/// as the ABI of x86-64 has it; none: in a register for floats.
std::vector<std::optional<std::uint32_t>> placesOf(const exec::Effect& effect) {
  constexpr std::uint32_t floatRegisters = 8;
  std::vector<std::optional<std::uint32_t>> places;
  std::uint32_t integers = 0, floats = 0, words = 0;
  const auto onStack = [&](std::uint64_t bytes, std::uint32_t alignment) {
    const std::uint32_t step = std::max(alignment / 8, 1U);
    words = (words + step - 1) / step * step;
    places.emplace_back(testgen::registers + words);
    words += static_cast<std::uint32_t>((bytes + 7) / 8);
  };
  for (std::size_t i = 0; i < effect.types.size(); ++i) {
    const ir::ScalarType& type = effect.types[i];
    const std::uint32_t needed = type.width > 64 ? 2 : 1;
    const exec::Effect::Copy copy = i < effect.copies.size() ? effect.copies[i] : exec::Effect::Copy{};
    if (copy.size > 0) {
      onStack(copy.size, copy.alignment);
    } else if (type.kind == ir::ScalarKind::Float && type.width != 80 && floats < floatRegisters) {
      ++floats;
      places.emplace_back();
    } else if (type.kind != ir::ScalarKind::Float && integers + needed <= testgen::registers) {
      places.emplace_back(integers);
      integers += needed;
    } else {
      onStack(8ULL * needed, 8 * needed);
    }
  }
  return places;
}

} // namespace

std::vector<const exec::Effect*> ConcreteRuns::calls(const State& ended) const {
  std::vector<const exec::Effect*> found;
  std::size_t number = 0;
  ended.effects.forEach([&](const exec::Ref<exec::Effect>& effect) {
    if (number++ >= harness_.startEffects() && effect->kind == exec::Effect::Kind::Call) found.push_back(&*effect);
  });
  return found;
}

/// A call before the entry that does not just give 0, as it does natively; nothing: there is none.
const exec::Effect* ConcreteRuns::neededAtStart(const State& ended, const logic::Assignment& model) {
  if (harness_.startCalls().empty()) return nullptr;
  const Before before = this->before(ended, model);
  const auto isZero = [](const Scalar& scalar) {
    return !scalar.pointer && std::ranges::all_of(scalar.words, [](std::uint64_t word) { return word == 0; });
  };
  for (const exec::Ref<exec::Effect>& effect : harness_.startCalls()) {
    const testgen::OutsideCall call = outsideCall(*effect, ended, model, before);
    const bool isNothing = std::ranges::all_of(call.results, isZero) &&
                           std::ranges::all_of(call.writes, [](const testgen::OutsideCall::Write& write) {
                             return write.image.pointers.empty() &&
                                    std::ranges::all_of(write.image.bytes, [](auto byte) { return byte == 0; });
                           });
    if (!isNothing) return &*effect;
  }
  return nullptr;
}

testgen::OutsideCall ConcreteRuns::outsideCall(const exec::Effect& effect, const State& ended,
                                               const logic::Assignment& model, const Before& before) const {
  Reading reading(*this, ended, model, before.objects);
  testgen::OutsideCall call{outsideSymbol(effect.function), {}, {}, effect.isLast, {}};
  const auto places = placesOf(effect);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ir::ScalarType& type = effect.types[i];
    if (!places[i] || *places[i] >= testgen::registers) continue;
    call.widths.push_back(
        type.kind == ir::ScalarKind::Pointer ? 0 : static_cast<std::uint8_t>(std::min<std::uint32_t>(type.width, 64)));
    if (type.width > 64) call.widths.push_back(64);
  }
  for (std::size_t i = 0; i < effect.results.size(); ++i)
    call.results.push_back(
        reading.scalar(effect.results[i], effect.resultTypes[i]).value_or(Scalar{effect.resultTypes[i], {0}, {}}));
  for (const exec::Effect::Written& written : effect.written) {
    testgen::OutsideCall::Write write;
    write.position = places[written.argument].value_or(testgen::registers);
    write.image = reading.tail(written.contents, written.size, written.offset);
    call.writes.push_back(std::move(write));
  }
  return call;
}

void ConcreteRuns::addLooks(const State& ended, const logic::Assignment& model, ConcreteRun& run) {
  constexpr std::uint64_t mostBytes = 256;
  const Objects none;
  Reading reading(*this, ended, model, none);
  auto call = run.input.calls.begin();
  for (const exec::Effect* effect : calls(ended)) {
    if (call == run.input.calls.end()) break;
    std::string& seen = run.expected.seen.emplace_back();
    const auto places = placesOf(*effect);
    for (std::size_t i = 0; i < effect->values.size(); ++i) {
      const bool isCopy = i < effect->copies.size() && effect->copies[i].size > 0;
      const exec::Value& value = effect->values[i];
      const ObjectId id = value.object();
      if (effect->types[i].kind != ir::ScalarKind::Pointer || id == 0) continue;
      if (!places[i] || (*places[i] >= testgen::registers && !isCopy)) continue;
      const std::uint32_t own = *places[i];
      const exec::InputPointer* leads = harness_.pointerAt(ended, id);
      if (leads && leads->root != exec::RootKind::None) continue; // a stream is what the C library makes of it
      const std::uint64_t from = value.isSymbolic() ? reading.byte(value.asTerm()) : value.bits;
      ExpectedImage image;
      if (i < effect->contents.size() && effect->contents[i]) {
        std::uint64_t size = effect->contents[i]->size();
        if (ended.memory.exists(id) && ended.memory[id].size) size = std::min(size, reading.sizeOf(ended.memory[id]));
        if (isCopy) size = std::min(size, from + effect->copies[i].size);
        if (from < size) image = reading.numbers(*effect->contents[i], from, std::min(mostBytes, size - from));
      } else if (id <= machine_.program().globals().size() && machine_.program().globals()[id - 1].isConstant &&
                 !ended.memory.exists(id)) {
        const ExpectedImage all = reading.constant(id);
        for (std::uint64_t at = from; at < all.known.size() && at - from < mostBytes; ++at) {
          image.image.bytes.push_back(all.image.bytes[at]);
          image.known.push_back(all.known[at]);
        }
      }
      if (image.known.empty()) continue;
      call->looks.push_back({own, image.known});
      seen += fmt::format("{}{}", seen.empty() ? "" : " ", testgen::seenText(own, image.image.bytes, image.known));
    }
    ++call;
  }
}

} // namespace beagle::pipeline
