#include "analysis/compare/code_constants.h"

#include <algorithm>
#include <set>

namespace beagle::compare {

namespace {

constexpr std::size_t mostFunctions = 200;
constexpr std::size_t mostText = 64;
constexpr std::size_t mostTable = 32;    ///< elements of a constant table
constexpr std::size_t weightOfOwn = 8;   ///< of what only one version has
constexpr std::size_t weightOfEntry = 4; ///< of what the entry itself has, and not only what it calls

struct Found {
  std::set<std::uint64_t> integers;
  std::set<std::pair<std::uint32_t, std::uint64_t>> floats;
  std::set<std::string> texts;
};

/// Of an entry with all that it calls, and of the entry by itself.
struct FoundFrom {
  Found all, entry;
};

std::uint64_t signExtended(std::uint64_t bits, std::uint32_t width) {
  if (width == 0 || width >= 64) return bits;
  const std::uint32_t unused = 64 - width;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
}

class Collector {
public:
  explicit Collector(const ir::Program& program) : program_(program) {}

  FoundFrom from(ir::FunctionIndex entry) {
    add(entry);
    Found own;
    for (std::size_t i = 0; i < functions_.size() && i < mostFunctions; ++i) {
      lookAt(program_.body(functions_[i]));
      if (i == 0) own = found_;
    }
    return {std::move(found_), std::move(own)};
  }

private:
  /// What the library is made of says nothing about the project.
  void add(ir::FunctionIndex index) {
    const ir::FunctionInfo& info = program_.functions()[index];
    if (!info.isDefined || info.isRuntime || info.isSystem) return;
    if (std::ranges::find(functions_, index) == functions_.end()) functions_.push_back(index);
  }

  void lookAt(const ir::Function& function) {
    for (const ir::Constant& constant : function.constants) lookAt(constant);
    for (const ir::SwitchTable& table : function.switches)
      for (const auto& [value, block] : table.cases) found_.integers.insert(value);
    for (const ir::CallSite& site : function.calls)
      if (site.function != ir::none) add(site.function);
  }

  void lookAt(const ir::Constant& constant) {
    switch (constant.kind) {
    case ir::Constant::Kind::Bits:
      if (constant.type.kind == ir::ScalarKind::Float) found_.floats.emplace(constant.type.width, constant.bits);
      else if (constant.type.kind == ir::ScalarKind::Integer && constant.type.width > 1)
        found_.integers.insert(signExtended(constant.bits, constant.type.width));
      break;
    case ir::Constant::Kind::Function: add(constant.index); break;
    case ir::Constant::Kind::Global: lookAt(program_.globals()[constant.index]); break;
    default: break;
    }
  }

  void lookAt(const ir::Global& global) {
    for (const ir::Relocation& relocation : global.relocations) {
      if (relocation.isFunction) add(relocation.target);
      else if (relocation.target < program_.globals().size() && looked_.insert(relocation.target).second)
        lookAt(program_.globals()[relocation.target]);
    }
    if (!global.isConstant || global.bytes.empty() || global.isRuntime) return;
    const auto isPrintable = [](std::uint8_t byte) {
      return (byte >= 0x20 && byte < 0x7f) || (byte >= '\t' && byte <= '\r');
    };
    if (global.bytes.size() <= mostText && global.bytes.size() <= global.size &&
        std::ranges::all_of(global.bytes, isPrintable)) {
      found_.texts.emplace(global.bytes.begin(), global.bytes.end());
      return;
    }
    if (global.size % 4 != 0 || global.size / 4 > mostTable) return;
    for (std::size_t at = 0; at + 4 <= global.bytes.size(); at += 4) {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < 4; ++i) word |= std::uint64_t{global.bytes[at + i]} << (8 * i);
      found_.integers.insert(signExtended(word, 32));
    }
  }

  const ir::Program& program_;
  std::vector<ir::FunctionIndex> functions_;
  std::set<ir::GlobalIndex> looked_;
  Found found_;
};

/// All of both, with their weights.
template <class T> void weigh(const FoundFrom& base, const FoundFrom& head, std::set<T> Found::* which, auto add) {
  std::set<T> all = base.all.*which;
  all.insert((head.all.*which).begin(), (head.all.*which).end());
  for (const T& each : all) {
    const auto has = [&](const Found& found) { return (found.*which).contains(each); };
    const bool isOwn = has(base.all) != has(head.all) || has(base.entry) != has(head.entry);
    const std::size_t weight = isOwn ? weightOfOwn : has(head.entry) ? weightOfEntry : 1;
    for (std::size_t i = 0; i < weight; ++i) add(each);
  }
}

} // namespace

void CodeConstants::add(const CodeConstants& other) {
  integers.insert(integers.end(), other.integers.begin(), other.integers.end());
  for (const auto& [width, values] : other.floats)
    floats[width].insert(floats[width].end(), values.begin(), values.end());
  texts.insert(texts.end(), other.texts.begin(), other.texts.end());
}

CodeConstants CodeConstants::of(const ir::Program& base, ir::FunctionIndex baseEntry, const ir::Program& head,
                                ir::FunctionIndex headEntry) {
  const FoundFrom inBase = Collector(base).from(baseEntry);
  const FoundFrom inHead = Collector(head).from(headEntry);
  CodeConstants constants;
  weigh(inBase, inHead, &Found::integers, [&](std::uint64_t value) { constants.integers.push_back(value); });
  weigh(inBase, inHead, &Found::floats,
        [&](const auto& value) { constants.floats[value.first].push_back(value.second); });
  weigh(inBase, inHead, &Found::texts, [&](const std::string& text) { constants.texts.push_back(text); });
  return constants;
}

} // namespace beagle::compare
