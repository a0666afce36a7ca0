// What functions without code were called with: "send()#2:text" is "abc".

#include "analysis/compare/relation.h"
#include "analysis/input/layout.h"
#include "analysis/input/values.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/pipeline/path_view.h"
#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::pipeline {

namespace {

using exec::Contents;
using exec::Value;
using ir::SourceType;
using Kind = SourceType::Kind;

/// So many parts of what an argument points at are looked at, and so many characters of a text.
constexpr std::size_t mostParts = 64, mostCharacters = 200;

/// Bytes of contents as terms; addresses have none.
class Bytes final : public exec::ByteContext {
public:
  explicit Bytes(logic::TermManager& manager) : ByteContext(manager) {}
  std::uint64_t addressOf(exec::ObjectId /*object*/) override { return 0; }
  logic::Term unwritten(std::uint32_t /*number*/, std::uint64_t /*offset*/) override { return terms.constant(8, 0); }
};

bool isCharacter(const SourceType& type) { return type.kind == Kind::Character && type.size == 1; }

/// Up to its null; nothing where there is none.
std::optional<std::string> textAt(std::size_t room, auto byteAt) {
  std::string text;
  for (std::size_t i = 0; i < std::min(room, mostCharacters); ++i) {
    const std::optional<std::uint8_t> byte = byteAt(i);
    if (!byte) return {};
    if (*byte == 0) return fmt::format("\"{}\"", support::printable(text));
    text += static_cast<char>(*byte);
  }
  return {};
}

/// The parts of what an argument points at, each by its path.
class Parts {
public:
  Parts(const ir::SourceTypes& types, logic::TermManager& terms, const Contents& contents, logic::Evaluator& evaluator,
        PathView::Inputs& found)
      : types_(types), bytes_(terms), contents_(contents), evaluator_(evaluator), found_(found) {}

  bool whole(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
    const SourceType& type = types_.type(index);
    if (type.kind != Kind::Array || type.element == ir::none || !isCharacter(types_.type(type.element))) return false;
    const auto text = textAt(type.size, [&](std::size_t i) { return byteAt(offset + i); });
    if (text) found_.emplace_back(path, *text);
    return text.has_value();
  }

  void operator()(const input::ScalarPlace& place) {
    if (found_.size() >= mostParts || place.isBitField || place.type.kind == ir::ScalarKind::Pointer) return;
    const std::uint64_t size = (place.type.width + 7U) / 8;
    std::uint64_t bits = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto byte = byteAt(place.offset + i);
      if (!byte || size > 8) return;
      bits |= std::uint64_t{*byte} << (8 * i);
    }
    const SourceType* type = place.source == ir::none ? nullptr : &types_.type(place.source);
    std::string value = fmt::format("{}", bits);
    if (place.type.kind == ir::ScalarKind::Float) value = input::printedFloat(bits, place.type.width);
    else if (!type || type->isSigned) value = fmt::format("{}", logic::signedValue(bits, place.type.width));
    found_.emplace_back(place.path, std::move(value));
  }

  std::optional<std::uint8_t> byteAt(std::uint64_t at) {
    if (at >= contents_.size() || contents_.isUninitialised(at) || contents_.isPointerAt(at)) return {};
    if (const auto byte = contents_.concreteByte(at)) return byte;
    return static_cast<std::uint8_t>(evaluator_.bits64(contents_.byte(bytes_, at)));
  }

private:
  const ir::SourceTypes& types_;
  Bytes bytes_;
  const Contents& contents_;
  logic::Evaluator& evaluator_;
  PathView::Inputs& found_;
};

} // namespace

PathView::Inputs PathView::calls(const exec::State& state, const exec::Outcome& outcome,
                                 const std::vector<std::string>& paths, const logic::Assignment& model) const {
  Inputs found;
  logic::Evaluator evaluator(machine_.terms, model);
  std::map<std::string, std::size_t> counts;
  for (const exec::Ref<exec::Effect>& call : outcome.calls) {
    if (std::ranges::find(paths, call->function + "()") == paths.end()) continue;
    const auto function = machine_.program().find(call->function);
    const std::string name = function ? machine_.program().functions()[*function].sourceName : call->function;
    const std::string path = fmt::format("{}()#{}", name, ++counts[call->function]);
    found.emplace_back(path, "called");
    const ir::SourceFunction source = function ? harness_.types().function(*function) : ir::SourceFunction{};
    const std::size_t hidden = call->values.size() > source.parameters.size() && !source.isVariadic
                                   ? call->values.size() - source.parameters.size()
                                   : 0;
    for (std::size_t i = 0; i < call->values.size(); ++i) {
      const bool isNamed = i >= hidden && i - hidden < source.parameters.size();
      const ir::SourceParameter parameter = isNamed ? source.parameters[i - hidden] : ir::SourceParameter{};
      const std::string argument =
          fmt::format("{}:{}", path, parameter.name.empty() ? std::to_string(i + 1) : parameter.name);
      const SourceType* type = parameter.type == ir::none ? nullptr : &harness_.types().type(parameter.type);
      const Value& value = call->values[i];
      if (value.object() == 0) {
        found.emplace_back(argument, printed(state, value, call->types[i], evaluator, type));
        continue;
      }
      addPointed(*call, i, argument, type, evaluator, found);
    }
  }
  return found;
}

/// What stands where a pointer leads that a call was given.
void PathView::addPointed(const exec::Effect& call, std::size_t argument, const std::string& path,
                          const SourceType* type, logic::Evaluator& evaluator, Inputs& found) const {
  const Value& value = call.values[argument];
  if (value.isSymbolic() || machine_.functionOf(value.object())) return;
  const ir::TypeIndex element = type && input::isPointer(*type) ? type->element : ir::none;
  const SourceType* pointed = element == ir::none ? nullptr : &harness_.types().type(element);
  const auto& globals = machine_.program().globals();
  if (argument >= call.contents.size() || !call.contents[argument]) { // a constant that no run has touched
    if (value.object() > globals.size() || !globals[value.object() - 1].isConstant) return;
    const ir::Global& constant = globals[value.object() - 1];
    const std::size_t room = constant.size - std::min<std::size_t>(value.bits, constant.size);
    const auto text = textAt(room, [&](std::size_t i) { // zeros at its end are left out
      const std::size_t at = value.bits + i;
      return std::optional(at < constant.bytes.size() ? constant.bytes[at] : std::uint8_t{0});
    });
    if (text && (!pointed || isCharacter(*pointed))) found.emplace_back(path, *text);
    return;
  }
  const Contents& contents = *call.contents[argument];
  Parts parts(harness_.types(), machine_.terms, contents, evaluator, found);
  if (!pointed || isCharacter(*pointed)) {
    const std::size_t room = contents.size() - std::min<std::size_t>(value.bits, contents.size());
    if (const auto text = textAt(room, [&](std::size_t i) { return parts.byteAt(value.bits + i); }))
      found.emplace_back(path, *text);
    return;
  }
  if (value.bits + pointed->size <= contents.size())
    input::forEachScalar(harness_.types(), element, value.bits, path + "[0]", parts);
}

} // namespace beagle::pipeline
