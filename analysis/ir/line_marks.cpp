#include "analysis/ir/line_marks.h"

#include "analysis/ir/debug_places.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <vector>

namespace beagle::ir {

using support::Result;

namespace {

constexpr llvm::StringLiteral markName = "beagle.line";
constexpr llvm::StringLiteral lineMacro = "__LINE__";

llvm::Metadata* numberMark(llvm::LLVMContext& context, std::uint64_t number) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number));
}

std::uint64_t numberOf(const llvm::MDOperand& operand) {
  return llvm::mdconst::extract<llvm::ConstantInt>(operand)->getZExtValue();
}

/// What the private constant holds, with a zero at its end.
std::optional<llvm::StringRef> heldText(const llvm::Value& value) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (!variable || !variable->hasPrivateLinkage() || !variable->isConstant() || !variable->hasInitializer()) return {};
  const auto* data = llvm::dyn_cast<llvm::ConstantDataArray>(variable->getInitializer());
  if (!data || !data->isCString()) return {};
  return data->getAsCString();
}

class Renumbering {
public:
  Renumbering(llvm::Module& module, const PlaceBefore& placeBefore)
      : module_(module), context_(module.getContext()), placeBefore_(placeBefore) {}

  /// Gives the lines that became others.
  std::set<std::pair<unsigned, unsigned>> run() {
    std::vector<llvm::GlobalVariable*> variables; // new ones come
    for (llvm::GlobalVariable& variable : module_.globals()) variables.push_back(&variable);
    for (llvm::GlobalVariable* variable : variables) renumber(*variable);
    for (llvm::Function& function : module_)
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
          if (const llvm::MDNode* mark = instruction.getMetadata(markName)) renumber(instruction, *mark);
    return std::move(lines_);
  }

private:
  void renumber(llvm::GlobalVariable& variable) {
    if (!variable.hasInitializer()) return;
    if (isSourceLocation(variable)) return renumberLocation(variable);
    const llvm::MDNode* mark = variable.getMetadata(markName);
    const llvm::DIGlobalVariable* described = debugVariableOf(variable);
    if (!mark || !described) return;
    const std::string file = projectNameOf(pathOf(described->getFile()));
    std::set<std::uint64_t> lines;
    for (const llvm::MDOperand& operand : mark->operands()) lines.insert(numberOf(operand));
    const auto other = [&](llvm::ConstantInt& number) -> llvm::Constant* {
      const std::uint64_t value = number.getZExtValue();
      return lines.contains(value) ? llvm::ConstantInt::get(number.getType(), before(file, value)) : &number;
    };
    variable.setInitializer(withNumbers(*variable.getInitializer(), other));
  }

  void renumberLocation(llvm::GlobalVariable& variable) {
    const auto& location = *llvm::cast<llvm::ConstantStruct>(variable.getInitializer());
    std::string file;
    std::vector<llvm::Constant*> members;
    std::vector<std::size_t> numbers; // the line's place and the column's
    for (const llvm::Use& member : location.operands()) {
      if (const auto text = heldText(*member); text && members.empty()) file = projectNameOf(text->str());
      if (llvm::isa<llvm::ConstantInt>(member)) numbers.push_back(members.size());
      members.push_back(llvm::cast<llvm::Constant>(member));
    }
    if (numbers.size() != 2) return;
    const auto valueAt = [&](std::size_t at) {
      return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(members[at])->getZExtValue());
    };
    const SourcePlace now{valueAt(numbers[0]), valueAt(numbers[1])};
    const auto was = placeBefore_(file, now);
    if (!was) return;
    note(was->line, now.line);
    members[numbers[0]] = llvm::ConstantInt::get(members[numbers[0]]->getType(), was->line);
    members[numbers[1]] = llvm::ConstantInt::get(members[numbers[1]]->getType(), was->column);
    variable.setInitializer(llvm::ConstantStruct::get(location.getType(), members));
  }

  void renumber(llvm::Instruction& instruction, const llvm::MDNode& mark) {
    const llvm::DILocation* where = instruction.getDebugLoc().get();
    if (!where) return;
    const std::string file = projectNameOf(pathOf(where->getScope()->getFile()));
    for (unsigned i = 0; i + 1 < mark.getNumOperands(); i += 2) {
      llvm::Use& operand = instruction.getOperandUse(static_cast<unsigned>(numberOf(mark.getOperand(i))));
      const llvm::StringRef withoutLine = llvm::cast<llvm::MDString>(mark.getOperand(i + 1))->getString();
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(operand))
        operand.set(llvm::ConstantInt::get(number->getType(), before(file, number->getZExtValue())));
      else if (const auto text = heldText(*operand)) renumberText(operand, *text, withoutLine, file);
    }
  }

  void renumberText(llvm::Use& operand, llvm::StringRef text, llvm::StringRef withoutLine, const std::string& file) {
    const std::size_t at = withoutLine.find(lineMacro);
    unsigned line = 0;
    if (at == llvm::StringRef::npos || text.substr(at).consumeInteger(10, line)) return;
    const std::uint64_t was = before(file, line);
    if (was == line) return;
    const std::string other =
        (withoutLine.substr(0, at) + std::to_string(was) + withoutLine.substr(at + lineMacro.size())).str();
    auto* held = llvm::ConstantDataArray::getString(context_, other);
    auto* constant = new llvm::GlobalVariable(module_, held->getType(), true, llvm::GlobalValue::PrivateLinkage, held);
    constant->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    operand.set(constant);
  }

  /// The line that it was; itself where that is not known.
  std::uint64_t before(const std::string& file, std::uint64_t line) {
    const auto was = placeBefore_(file, {static_cast<unsigned>(line), 0});
    if (!was) return line;
    note(was->line, static_cast<unsigned>(line));
    return was->line;
  }

  void note(unsigned before, unsigned now) {
    if (before != now) lines_.emplace(before, now);
  }

  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const PlaceBefore& placeBefore_;
  std::set<std::pair<unsigned, unsigned>> lines_;
};

} // namespace

void markLine(const llvm::Use& operand, llvm::StringRef withoutLine) {
  auto& instruction = *llvm::cast<llvm::Instruction>(operand.getUser());
  llvm::LLVMContext& context = instruction.getContext();
  llvm::SmallVector<llvm::Metadata*> marks;
  if (const llvm::MDNode* known = instruction.getMetadata(markName)) marks.append(known->op_begin(), known->op_end());
  marks.push_back(numberMark(context, operand.getOperandNo()));
  marks.push_back(llvm::MDString::get(context, withoutLine));
  instruction.setMetadata(markName, llvm::MDTuple::get(context, marks));
}

void markLines(llvm::GlobalVariable& variable, const std::set<std::uint64_t>& lines) {
  llvm::SmallVector<llvm::Metadata*> marks;
  for (const std::uint64_t line : lines) marks.push_back(numberMark(variable.getContext(), line));
  variable.setMetadata(markName, llvm::MDTuple::get(variable.getContext(), marks));
}

llvm::Constant* withNumbers(llvm::Constant& constant, llvm::function_ref<llvm::Constant*(llvm::ConstantInt&)> other) {
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant); number && number->getBitWidth() <= 64)
    return other(*number);
  auto* aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant);
  if (!aggregate || llvm::isa<llvm::ConstantVector>(aggregate)) return &constant;
  std::vector<llvm::Constant*> members;
  for (llvm::Use& member : aggregate->operands())
    members.push_back(withNumbers(*llvm::cast<llvm::Constant>(member), other));
  if (auto* type = llvm::dyn_cast<llvm::StructType>(aggregate->getType()))
    return llvm::ConstantStruct::get(type, members);
  return llvm::ConstantArray::get(llvm::cast<llvm::ArrayType>(aggregate->getType()), members);
}

bool isSourceLocation(const llvm::Constant& constant) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant);
  if (!variable || !variable->hasPrivateLinkage() || !variable->isConstant() || !variable->hasInitializer())
    return false;
  const auto* type = llvm::dyn_cast<llvm::StructType>(variable->getValueType());
  return type && type->hasName() && type->getName().starts_with("struct.std::source_location::__impl") &&
         llvm::isa<llvm::ConstantStruct>(variable->getInitializer());
}

Result<RenumberedUnit> renumbered(std::string bitcode, const PlaceBefore& placeBefore) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "unit"), context);
  if (!module) return support::cannotRun("damaged bitcode: {}", llvm::toString(module.takeError()));
  RenumberedUnit unit{{}, Renumbering(**module, placeBefore).run()};
  if (unit.lines.empty()) {
    unit.bitcode = std::move(bitcode);
    return unit;
  }
  llvm::raw_string_ostream out(unit.bitcode);
  llvm::WriteBitcodeToFile(**module, out);
  out.flush();
  return unit;
}

} // namespace beagle::ir
