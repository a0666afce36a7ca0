// What an input says of calls of functions without code: what they give, and what is wanted of their arguments.

#include "analysis/pipeline/concrete_reading.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

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

/// Whether all that a function without code may write to is 0 before it does, and natively stays so.
bool isZeroBefore(const exec::Effect& effect, const exec::Effect::Written& written) {
  if (written.argument >= effect.contents.size()) return false;
  const std::optional<exec::Contents>& before = effect.contents[written.argument];
  if (!before || before->size() < written.contents.size()) return false;
  for (std::uint64_t i = written.offset; i < written.contents.size(); ++i)
    if (before->concreteByte(i) != 0) return false;
  return true;
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
  const auto isNull = [](const testgen::Target& target) {
    return target.kind == testgen::Target::Kind::Plain && target.addend == 0;
  };
  const auto isZero = [&](const Scalar& scalar) {
    return scalar.pointer ? isNull(*scalar.pointer)
                          : std::ranges::all_of(scalar.words, [](std::uint64_t word) { return word == 0; });
  };
  for (const exec::Ref<exec::Effect>& effect : harness_.startCalls()) {
    const testgen::OutsideCall call = outsideCall(*effect, ended, model, before);
    const bool findsNothing = std::ranges::all_of(
        effect->written, [&](const exec::Effect::Written& written) { return isZeroBefore(*effect, written); });
    const bool isNothing = findsNothing && std::ranges::all_of(call.results, isZero) &&
                           std::ranges::all_of(call.writes, [&](const testgen::OutsideCall::Write& write) {
                             return std::ranges::all_of(write.image.pointers, isNull, &testgen::Pointer::target) &&
                                    std::ranges::all_of(write.image.bytes, [](auto byte) { return byte == 0; });
                           });
    if (!isNothing) return &*effect;
  }
  return nullptr;
}

/// Variables of what calls before the entry gave, and what they are when that is 0, as it is natively: of numbers, and
/// of whether pointers are null that the run did not follow.
std::map<std::uint32_t, std::uint64_t> ConcreteRuns::nothingAtStart(const State& ended) {
  std::map<std::uint32_t, std::uint64_t> nothing;
  const logic::Assignment model;
  const Objects none;
  Reading reading(*this, ended, model, none);
  const auto addNumber = [&](logic::Term term) {
    for (const std::uint32_t number : machine_.terms.support(term)) nothing.emplace(number, 0);
  };
  const auto addPointer = [&](const exec::Value& value) {
    const exec::InputPointer* pointer = harness_.pointerAt(ended, value.object());
    if (!pointer || !pointer->null || ended.memory.exists(value.object())) return;
    for (const std::uint32_t number : machine_.terms.support(pointer->null)) nothing.insert_or_assign(number, 1);
  };
  for (const exec::Ref<exec::Effect>& effect : harness_.startCalls()) {
    for (const exec::Value& value : effect->results)
      if (value.object() != 0) addPointer(value);
      else if (value.isSymbolic()) addNumber(value.asTerm());
    for (const exec::Effect::Written& written : effect->written) {
      if (!isZeroBefore(*effect, written)) continue;
      for (std::uint64_t i = written.offset; i < written.contents.size(); ++i)
        addNumber(reading.byteOf(written.contents, i));
      written.contents.forEachPointer([&](std::uint64_t, const exec::Value& value) { addPointer(value); });
    }
  }
  return nothing;
}

logic::Assignment ConcreteRuns::asAtStart(const State& ended, logic::Assignment model) {
  if (harness_.startCalls().empty()) return model;
  const std::map<std::uint32_t, std::uint64_t> nothing = nothingAtStart(ended);
  const std::set<std::uint32_t> decided = decidedBy(ended);
  for (const input::Leaf& leaf : leaves_.all())
    if (const auto given = nothing.find(machine_.terms.variableNumber(leaf.variable));
        given != nothing.end() && !decided.contains(given->first) && !model.has(leaf.variable))
      model.set(leaf.variable, given->second);
  return model;
}

namespace {

/// Addresses of what the run itself has made stand there already: it writes what is around them.
void addWrites(std::uint32_t position, testgen::Image image, std::vector<testgen::OutsideCall::Write>& writes) {
  std::ranges::sort(image.pointers, {}, &testgen::Pointer::offset);
  std::uint64_t from = 0;
  const auto addUntil = [&](std::uint64_t end) {
    if (end <= from) return;
    const auto at = [&](std::uint64_t place) { return image.bytes.begin() + static_cast<std::ptrdiff_t>(place); };
    testgen::OutsideCall::Write& write = writes.emplace_back(position, from, testgen::Image{{at(from), at(end)}, {}});
    for (const testgen::Pointer& pointer : image.pointers)
      if (pointer.offset >= from && pointer.offset < end)
        write.image.pointers.push_back({pointer.offset - from, pointer.target});
  };
  for (const testgen::Pointer& pointer : image.pointers) {
    if (pointer.target.kind != testgen::Target::Kind::Own) continue;
    addUntil(pointer.offset);
    from = pointer.offset + 8;
  }
  addUntil(image.bytes.size());
}

} // namespace

testgen::OutsideCall ConcreteRuns::outsideCall(const exec::Effect& effect, const State& ended,
                                               const logic::Assignment& model, const Before& before) const {
  Reading reading(*this, ended, model, before.objects);
  testgen::OutsideCall call{outsideSymbol(effect.function), {}, {}, effect.isLast, {}, {}, {}};
  if (effect.error)
    if (const auto error = reading.scalar(*effect.error, {ir::ScalarKind::Integer, 0, 32});
        error && !error->words.empty())
      call.error = static_cast<std::uint32_t>(error->words.front());
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
    const std::uint32_t position = places[written.argument].value_or(testgen::registers);
    addWrites(position, reading.tail(written.contents, written.size, written.offset), call.writes);
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
