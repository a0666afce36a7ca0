#include "analysis/change/alignment.h"

#include "analysis/change/alignment_blocks.h"
#include "analysis/change/instruction_pairs.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <map>

namespace beagle::change {

namespace {

/// Lines of instructions, and the files they are in.
class LineReader {
public:
  explicit LineReader(std::vector<std::string>& files) : files_(files) {}

  void read(const InstructionTokens& tokens, std::vector<InstructionRow>& rows) {
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
      const llvm::Instruction& instruction = tokens.at(i);
      if (const llvm::DILocation* where = instruction.getDebugLoc().get(); where && where->getLine() > 0)
        set(rows[i], where->getLine(), where->getScope()->getFile());
      else if (const llvm::DILocalVariable* variable = declaredBy(instruction))
        set(rows[i], variable->getLine(), variable->getFile());
    }
    // First within a block, then across: what has no line belongs to what is before it, else after it.
    borrow(rows, true);
    std::ranges::reverse(rows);
    borrow(rows, true);
    std::ranges::reverse(rows);
    borrow(rows, false);
    if (const llvm::DISubprogram* function = tokens.function().getSubprogram())
      for (InstructionRow& row : rows)
        if (row.line == 0) set(row, function->getLine(), function->getFile());
  }

private:
  /// A local's object and the first store to a parameter have no place of their own.
  static const llvm::DILocalVariable* declaredBy(const llvm::Instruction& instruction) {
    const llvm::Value* object = &instruction;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      if (llvm::isa<llvm::Argument>(store->getValueOperand())) object = store->getPointerOperand();
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(object);
    return local ? variableAt(*local) : nullptr;
  }

  void set(InstructionRow& row, unsigned line, const llvm::DIFile* file) {
    row.line = line;
    row.file = numberOf(file);
  }

  static void borrow(std::vector<InstructionRow>& rows, bool sameBlock) {
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (rows[i].line == 0 && (!sameBlock || rows[i].block == rows[i - 1].block))
        rows[i].line = rows[i - 1].line, rows[i].file = rows[i - 1].file;
  }

  std::uint32_t numberOf(const llvm::DIFile* file) {
    const auto [known, isNew] = numbers_.try_emplace(file, 0);
    if (!isNew) return known->second;
    std::string path = file ? file->getFilename().str() : std::string();
    if (file && !path.starts_with("/") && !file->getDirectory().empty()) path = file->getDirectory().str() + "/" + path;
    const auto it = std::ranges::find(files_, path);
    known->second = static_cast<std::uint32_t>(it - files_.begin());
    if (it == files_.end()) files_.push_back(std::move(path));
    return known->second;
  }

  std::vector<std::string>& files_;
  std::map<const llvm::DIFile*, std::uint32_t> numbers_;
};

void fillBlocks(const llvm::Function& function, AlignedSide& side) {
  std::uint32_t next = 0;
  for (const llvm::BasicBlock& block : function) {
    BlockRow& row = side.blocks.emplace_back();
    row.first = next;
    row.count = static_cast<std::uint32_t>(block.size());
    next += row.count;
  }
  side.instructions.resize(next);
  for (std::uint32_t b = 0; b < side.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < side.blocks[b].count; ++i) side.instructions[side.blocks[b].first + i].block = b;
}

/// Of all pairs, the fewest that have to be taken out so that the others stand in the same order on both sides.
void markMoved(const InstructionTokens& tokens, AlignedSide& base, AlignedSide& head) {
  std::vector<std::uint32_t> paired, tops;
  for (std::uint32_t i = 0; i < base.instructions.size(); ++i)
    if (const llvm::Instruction& one = tokens.at(i); base.instructions[i].partner != noPartner &&
                                                     !llvm::isa<llvm::AllocaInst>(one) && !isMarker(one) &&
                                                     !isPlainJump(one))
      paired.push_back(i);
  const auto partner = [&](std::uint32_t i) { return base.instructions[i].partner; };
  std::vector<std::uint32_t> before(base.instructions.size(), noPartner);
  for (const std::uint32_t i : paired) {
    const auto place = std::ranges::lower_bound(tops, partner(i), {}, partner);
    if (place != tops.begin()) before[i] = *(place - 1);
    if (place == tops.end()) tops.push_back(i);
    else *place = i;
  }
  std::vector<bool> stays(base.instructions.size(), false);
  if (!tops.empty())
    for (std::uint32_t i = tops.back(); i != noPartner; i = before[i]) stays[i] = true;
  for (const std::uint32_t i : paired)
    if (!stays[i]) base.instructions[i].moved = head.instructions[partner(i)].moved = true;
}

template <class Row> MatchCounts count(const std::vector<Row>& base, const std::vector<Row>& head) {
  MatchCounts counts;
  for (const Row& row : base) {
    counts.unchanged += row.match == Match::Unchanged;
    counts.changed += row.match == Match::Changed;
    counts.removed += row.match == Match::Removed;
    if constexpr (requires { row.moved; }) counts.moved += row.moved;
  }
  for (const Row& row : head) counts.added += row.match == Match::Added;
  return counts;
}

} // namespace

Alignment align(const llvm::Function& base, const llvm::Function& head) {
  Alignment alignment;
  fillBlocks(base, alignment.base);
  fillBlocks(head, alignment.head);
  const InstructionTokens baseTokens(base), headTokens(head);
  const InstructionPairs pairs(baseTokens, headTokens);
  for (InstructionRow& row : alignment.head.instructions) row.match = Match::Added;
  for (BlockRow& row : alignment.head.blocks) row.match = Match::Added;
  for (std::uint32_t i = 0; i < baseTokens.size(); ++i) {
    const std::uint32_t partner = pairs.toHead()[i];
    if (partner == noPartner) continue;
    alignment.base.instructions[i].partner = partner;
    alignment.head.instructions[partner].partner = i;
  }
  BlockAlignment blocks(baseTokens, headTokens, pairs, alignment);
  blocks.pair();
  blocks.judge();
  markMoved(baseTokens, alignment.base, alignment.head);
  LineReader lines(alignment.files);
  lines.read(baseTokens, alignment.base.instructions);
  lines.read(headTokens, alignment.head.instructions);
  alignment.instructions = count(alignment.base.instructions, alignment.head.instructions);
  alignment.blocks = count(alignment.base.blocks, alignment.head.blocks);
  return alignment;
}

} // namespace beagle::change
