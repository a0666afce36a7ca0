#include "analysis/ir/buffer_hints.h"

#include "analysis/ir/linked.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>

namespace beagle::ir {

namespace {

using Parameters = std::set<unsigned>;

/// Functions of the C library that go over a buffer as far as a number says, which counts bytes.
struct Counted {
  llvm::StringRef name;
  unsigned buffer, count;
  bool usesAll = true; ///< else they stop at a NUL
};
constexpr Counted counted[] = {
    {"memcpy", 0, 2},  {"memcpy", 1, 2},         {"memmove", 0, 2},        {"memmove", 1, 2},       {"memset", 0, 2},
    {"memcmp", 0, 2},  {"memcmp", 1, 2},         {"memchr", 0, 2},         {"read", 1, 2},          {"write", 1, 2},
    {"recv", 1, 2},    {"send", 1, 2},           {"snprintf", 0, 1},       {"vsnprintf", 0, 1},     {"fgets", 0, 1},
    {"strncpy", 0, 2}, {"strncmp", 0, 2, false}, {"strncmp", 1, 2, false}, {"strnlen", 0, 1, false}};

bool looksForNul(llvm::StringRef name) {
  return (name.starts_with("str") && !name.starts_with("strn") && name != "strlcpy" && name != "strlcat") ||
         (name.starts_with("wcs") && !name.starts_with("wcsn"));
}

/// The variables of a body that is not optimised, and what of the parameters is in them, whatever the order.
class Reader {
public:
  /// What is known of functions that were read, or are being read.
  using Known = std::map<const llvm::Function*, std::vector<BufferHint>>;

  Reader(const Program& program, std::uint32_t unit, const llvm::Function& function, std::size_t parameters,
         unsigned depth, Known& known)
      : program_(program), unit_(unit), function_(function), depth_(depth), known_(known), hints_(parameters) {}

  std::vector<BufferHint> run() {
    findParameters();
    for (bool again = true; again;) again = follow();
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) readCompare(*compare);
      if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) readStep(*step);
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) readCall(*call);
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->getType()->isPointerTy())
        readPointer(*load);
    }
    conclude();
    return std::move(hints_);
  }

private:
  void findParameters() {
    for (const llvm::BasicBlock& block : function_)
      for (const llvm::Instruction& instruction : block)
        for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange())) {
          const llvm::DILocalVariable* variable = record.getVariable();
          if (variable->getArg() == 0 || variable->getArg() > hints_.size() || record.getDebugLoc().getInlinedAt())
            continue;
          const auto* place = llvm::dyn_cast_or_null<llvm::AllocaInst>(record.getVariableLocationOp(0));
          if (!place) continue;
          roots_[place].insert(variable->getArg() - 1);
          offsets_[place] = 0;
          own_[place] = variable->getArg() - 1;
        }
  }

  static const llvm::Value* withoutCasts(const llvm::Value* value) {
    while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
    return value;
  }

  /// The variable that the value is read from, possibly with something small added.
  static const llvm::AllocaInst* variableOf(const llvm::Value* value) {
    value = withoutCasts(value);
    if (const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
        sum && (sum->getOpcode() == llvm::Instruction::Add || sum->getOpcode() == llvm::Instruction::Sub) &&
        llvm::isa<llvm::ConstantInt>(sum->getOperand(1)))
      value = withoutCasts(sum->getOperand(0));
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    return load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  }

  /// Nothing is added to it.
  static bool isPlain(const llvm::Value* value) { return llvm::isa<llvm::LoadInst>(withoutCasts(value)); }

  /// The variable that the pointer is computed from.
  static const llvm::AllocaInst* baseOf(const llvm::Value* pointer) {
    while (true) {
      if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) pointer = step->getPointerOperand();
      else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(pointer)) pointer = cast->getOperand(0);
      else break;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer);
    return load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  }

  /// How far behind what a parameter leads to; nothing: in several places, or in one that nobody knows.
  [[nodiscard]] std::optional<std::int64_t> offsetOf(const llvm::Value* pointer) const {
    const llvm::DataLayout& layout = function_.getDataLayout();
    llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer->stripAndAccumulateConstantOffsets(layout, offset, true));
    const auto known = load ? offsets_.find(load->getPointerOperand()) : offsets_.end();
    if (known == offsets_.end() || !known->second) return {};
    return *known->second + offset.getSExtValue();
  }

  [[nodiscard]] Parameters rootsOf(const llvm::AllocaInst* variable) const {
    const auto known = variable ? roots_.find(variable) : roots_.end();
    return known == roots_.end() ? Parameters() : known->second;
  }

  [[nodiscard]] std::optional<unsigned> parameterOf(const llvm::Value* value) const {
    const llvm::AllocaInst* variable = variableOf(value);
    const auto known = variable ? own_.find(variable) : own_.end();
    if (known != own_.end()) return known->second;
    // A copy of a number, as long as it is one of a parameter.
    const Parameters roots = rootsOf(variable);
    return roots.size() == 1 && variable && !variable->getAllocatedType()->isPointerTy() ? std::optional(*roots.begin())
                                                                                         : std::nullopt;
  }

  /// One round; false when it brought nothing new.
  bool follow() {
    bool isNew = false;
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      const auto* variable = store ? llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()) : nullptr;
      if (!variable) continue;
      const llvm::Value* value = store->getValueOperand();
      const bool isPointer = value->getType()->isPointerTy();
      const llvm::AllocaInst* from = isPointer ? baseOf(value) : plainCopyOf(value);
      if (from == variable || (!isPointer && variableOf(value) == variable)) moving_.insert(variable);
      if (from == variable && isStepBack(*value)) goingBack_.insert(variable);
      if (!isPointer) followNumber(*variable, value);
      else if (!rootsOf(from).empty() && isNewOffset(variable, offsetOf(value))) isNew = true;
      for (const unsigned root : rootsOf(from)) isNew |= roots_[variable].insert(root).second;
    }
    return isNew;
  }

  bool isNewOffset(const llvm::AllocaInst* variable, std::optional<std::int64_t> offset) {
    const auto [known, isNew] = offsets_.try_emplace(variable, offset);
    if (isNew || known->second == offset || !known->second) return isNew;
    known->second.reset();
    return true;
  }

  /// Whether it counts down with this store, or begins near a parameter.
  void followNumber(const llvm::AllocaInst& variable, const llvm::Value* value) {
    const llvm::AllocaInst* from = variableOf(value);
    if (from != &variable) {
      if (const auto start = parameterOf(value)) {
        starts_[&variable].insert(*start);
        if (isPlain(value)) inclusive_.emplace(&variable, *start);
      }
      return;
    }
    const auto* step = llvm::dyn_cast<llvm::BinaryOperator>(withoutCasts(value));
    const auto* size = step ? llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(1)) : nullptr;
    if (size && (step->getOpcode() == llvm::Instruction::Sub) != size->isNegative()) falling_.insert(&variable);
  }

  static const llvm::AllocaInst* plainCopyOf(const llvm::Value* value) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(withoutCasts(value));
    return load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  }

  void readCompare(const llvm::ICmpInst& compare) {
    const llvm::Value* left = compare.getOperand(0);
    const llvm::Value* right = compare.getOperand(1);
    if (left->getType()->isPointerTy()) {
      comparePointers(left, right);
      return comparePointers(right, left);
    }
    for (const auto& [index, limit] : {std::pair(left, right), std::pair(right, left)}) {
      const llvm::AllocaInst* variable = variableOf(index);
      if (const auto number = parameterOf(limit); number && variable && variableOf(limit) != variable) {
        limits_[variable].insert(*number);
        const auto asked = index == left ? compare.getPredicate() : compare.getSwappedPredicate();
        const bool isInclusive = llvm::ICmpInst::isLE(asked) || llvm::ICmpInst::isGT(asked);
        if (isInclusive && isPlain(index) && isPlain(limit)) inclusive_.emplace(variable, *number);
      }
      if (const auto number = parameterOf(index);
          number && llvm::isa<llvm::ConstantInt>(limit) && moving_.contains(variable))
        countdowns_.insert(*number);
    }
  }

  static bool isStepBack(const llvm::Value& value) {
    const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&value);
    const auto* by =
        step && step->getNumIndices() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(*step->idx_begin()) : nullptr;
    return by && by->isNegative();
  }

  void comparePointers(const llvm::Value* left, const llvm::Value* right) {
    if (llvm::isa<llvm::ConstantPointerNull>(right)) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(left);
      if (!load || llvm::isa<llvm::AllocaInst>(load->getPointerOperand())) return;
      for (const unsigned root : rootsOf(baseOf(load->getPointerOperand()))) hints_[root].isTerminated = true;
      return;
    }
    const llvm::AllocaInst* cursor = baseOf(left);
    const llvm::AllocaInst* end = baseOf(right);
    if (!cursor || !end || cursor == end || !moving_.contains(cursor) || moving_.contains(end)) return;
    if (goingBack_.contains(cursor)) return; // down to where its buffer begins
    for (const unsigned from : rootsOf(cursor))
      for (const unsigned to : rootsOf(end))
        if (from != to && own_.contains(end)) hints_[from].end = to;
  }

  /// Parameters that it is a product with, or a sum with such a product in it.
  [[nodiscard]] Parameters factorsIn(const llvm::Value* index) const {
    const auto* computed = llvm::dyn_cast<llvm::BinaryOperator>(withoutCasts(index));
    if (!computed) return {};
    Parameters found;
    for (const llvm::Value* operand : computed->operands()) {
      found.merge(factorsIn(operand));
      if (computed->getOpcode() != llvm::Instruction::Mul) continue;
      if (const auto number = parameterOf(operand)) found.insert(*number);
    }
    return found;
  }

  void readStep(const llvm::GetElementPtrInst& step) {
    const Parameters roots = rootsOf(baseOf(step.getPointerOperand()));
    if (roots.empty()) return;
    if (step.getNumIndices() > 1) return readMember(step, roots);
    const llvm::Value* index = withoutCasts(step.getOperand(1));
    const llvm::AllocaInst* variable = variableOf(index);
    const Parameters factors = factorsIn(index);
    for (const unsigned root : roots) {
      hints_[root].factors.insert(factors.begin(), factors.end());
      if (variable) indices_[{root, variable}] |= isPlain(index);
      const auto number = parameterOf(index);
      const bool isUsed = llvm::any_of(step.users(),
                                       [](const llvm::User* user) {
                                         return llvm::isa<llvm::LoadInst>(user) || user->getType()->isPointerTy();
                                       }) ||
                          llvm::any_of(step.uses(), [](const llvm::Use& use) {
                            return llvm::isa<llvm::StoreInst>(use.getUser()) && use.getOperandNo() == 1;
                          });
      if (number && *number != root && !moving_.contains(variable) && !isUsed)
        setCount(root, *number, false); // buffer + length: its end
    }
  }

  void readMember(const llvm::GetElementPtrInst& step, const Parameters& roots) {
    auto* record = llvm::dyn_cast<llvm::StructType>(step.getSourceElementType());
    const auto* element = llvm::dyn_cast<llvm::ConstantInt>(*step.idx_begin());
    if (!record || !record->hasName() || !record->isSized() || !element || !element->isZero()) return;
    const llvm::StringRef name = record->getName();
    const std::uint64_t size = function_.getDataLayout().getTypeAllocSize(record);
    // In several places, it may stand at the beginning, too.
    const std::int64_t offset = offsetOf(step.getPointerOperand()).value_or(0);
    for (const unsigned root : roots)
      if (offset == 0) noteRecord(root, name.substr(name.find('.') + 1).str(), size);
      else if (offset > 0) hints_[root].reach = std::max(hints_[root].reach, static_cast<std::uint64_t>(offset) + size);
  }

  void noteRecord(unsigned root, const std::string& name, std::uint64_t size) {
    if (size <= hints_[root].recordSize) return;
    hints_[root].record = name;
    hints_[root].recordSize = size;
  }

  void readCall(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (const auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
      addCount(block->getRawDest(), block->getLength());
      if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call))
        addCount(transfer->getRawSource(), block->getLength());
      return;
    }
    if (!callee) return;
    for (const Counted& each : counted) {
      if (callee->getName() != each.name || call.arg_size() <= std::max(each.buffer, each.count)) continue;
      const llvm::Value *buffer = call.getArgOperand(each.buffer), *count = call.getArgOperand(each.count);
      addCount(buffer, count);
      const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(count);
      if (!bytes || bytes->isNegative() || !each.usesAll) continue;
      const std::int64_t offset = std::max<std::int64_t>(offsetOf(buffer).value_or(0), 0);
      for (const unsigned root : rootsOf(baseOf(buffer)))
        hints_[root].bytes = std::max(hints_[root].bytes, static_cast<std::uint64_t>(offset) + bytes->getZExtValue());
    }
    if (looksForNul(callee->getName()))
      for (const llvm::Value* argument : call.args())
        for (const unsigned root : argument->getType()->isPointerTy() ? rootsOf(baseOf(argument)) : Parameters())
          hints_[root].isText = true;
    readOwnCall(call, *callee);
  }

  /// Where the function's code can be read: where each source parameter is one argument, they count alike.
  [[nodiscard]] const Program::Implementation::Definition* definitionOf(const llvm::Function& callee) const {
    const auto& targets = program_.implementation().units[unit_].targets;
    const auto target = targets.find(&callee);
    if (target == targets.end() || target->second.kind != SymbolTarget::Kind::Function) return nullptr;
    const auto& definition = program_.implementation().functionDefinitions[target->second.index];
    return definition.value && !program_.functions()[target->second.index].isRuntime ? &definition : nullptr;
  }

  [[nodiscard]] bool isRead(const llvm::Function& callee, const llvm::CallBase& call) const {
    const auto* definition = definitionOf(callee);
    return depth_ > 0 && definition && llvm::cast<llvm::Function>(definition->value)->arg_size() == call.arg_size();
  }

  /// What a called function of the program does with what it gets.
  void readOwnCall(const llvm::CallBase& call, const llvm::Function& callee) {
    if (!isRead(callee, call)) return;
    const Program::Implementation::Definition& definition = *definitionOf(callee);
    const auto& body = llvm::cast<llvm::Function>(*definition.value);
    const auto [known, isNew] = known_.try_emplace(&body);
    if (isNew) known->second = Reader(program_, definition.unit, body, body.arg_size(), depth_ - 1, known_).run();
    const std::vector<BufferHint>& inner = known->second;
    for (unsigned i = 0; i < inner.size(); ++i) {
      const llvm::Value* argument = call.getArgOperand(i);
      if (!argument->getType()->isPointerTy()) continue;
      for (const unsigned root : rootsOf(baseOf(argument))) {
        hints_[root].isText |= inner[i].isText;
        hints_[root].isTerminated |= inner[i].isTerminated;
        hints_[root].isArray |= inner[i].isArray;
        hints_[root].isIndexed |= inner[i].isIndexed;
        hints_[root].bytes = std::max(hints_[root].bytes, inner[i].bytes);
        const std::int64_t offset = offsetOf(argument).value_or(0);
        if (offset == 0) noteRecord(root, inner[i].record, inner[i].recordSize);
        const std::uint64_t reach = std::max(inner[i].reach, offset == 0 ? 0 : inner[i].recordSize);
        if (reach > 0 && offset >= 0)
          hints_[root].reach = std::max(hints_[root].reach, static_cast<std::uint64_t>(offset) + reach);
        for (const unsigned factor : inner[i].factors)
          if (const auto number = parameterOf(call.getArgOperand(factor))) hints_[root].factors.insert(*number);
        if (const auto number = inner[i].count ? parameterOf(call.getArgOperand(*inner[i].count)) : std::nullopt;
            number && *number != root)
          setCount(root, *number, inner[i].isBytes, inner[i].isLast);
      }
    }
  }

  /// A pointer is read from a variable: what is done with it.
  void readPointer(const llvm::LoadInst& pointer) {
    const Parameters roots = rootsOf(llvm::dyn_cast<llvm::AllocaInst>(pointer.getPointerOperand()));
    if (roots.empty()) return;
    const bool isArray = llvm::any_of(pointer.uses(), [&](const llvm::Use& use) { return goesBeyondFirst(use); });
    const bool isIndexed = llvm::any_of(pointer.users(), isIndexing);
    std::uint64_t bytes = 0;
    for (const llvm::Use& use : pointer.uses()) bytes = std::max(bytes, bytesAt(use));
    for (const unsigned root : roots) {
      hints_[root].isArray |= isArray;
      hints_[root].isIndexed |= isIndexed;
      hints_[root].bytes = std::max(hints_[root].bytes, bytes);
    }
  }

  /// So many of what the pointer leads to are used there, for sure.
  [[nodiscard]] static std::uint64_t bytesAt(const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    const llvm::DataLayout& layout = user->getModule()->getDataLayout();
    if (llvm::isa<llvm::LoadInst>(user)) return layout.getTypeStoreSize(user->getType());
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && use.getOperandNo() == 1)
      return layout.getTypeStoreSize(store->getValueOperand()->getType());
    const auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(user);
    const auto* length = block ? llvm::dyn_cast<llvm::ConstantInt>(block->getLength()) : nullptr;
    return length ? length->getZExtValue() : 0;
  }

  static bool isIndexing(const llvm::User* user) {
    if (const auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(user))
      return !llvm::isa<llvm::ConstantInt>(block->getLength());
    const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    const auto* first = step ? llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(1)) : nullptr;
    return step && (!first || !first->isZero());
  }

  /// Whether more than what the pointer leads to may be used. What a called function does is asked elsewhere.
  [[nodiscard]] bool goesBeyondFirst(const llvm::Use& use) const {
    const llvm::User* user = use.getUser();
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return &use == &store->getOperandUse(0) && !llvm::isa<llvm::AllocaInst>(store->getPointerOperand());
    if (llvm::isa<llvm::GetElementPtrInst, llvm::MemIntrinsic>(user)) return isIndexing(user);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
      return !call->getCalledFunction() || !isRead(*call->getCalledFunction(), *call);
    return !llvm::isa<llvm::LoadInst, llvm::ICmpInst, llvm::ReturnInst, llvm::DbgInfoIntrinsic,
                      llvm::LifetimeIntrinsic>(user);
  }

  void addCount(const llvm::Value* buffer, const llvm::Value* count) {
    bool isBytes = true;
    count = withoutCasts(count);
    if (const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(count);
        product && product->getOpcode() == llvm::Instruction::Mul) {
      isBytes = false;
      count = llvm::isa<llvm::ConstantInt>(product->getOperand(1)) ? product->getOperand(0) : product->getOperand(1);
    }
    const auto number = parameterOf(count);
    for (const unsigned root : number ? rootsOf(baseOf(buffer)) : Parameters())
      if (root != *number) setCount(root, *number, isBytes);
  }

  void setCount(unsigned buffer, unsigned number, bool isBytes, bool isLast = false) {
    if (hints_[buffer].count || hints_[buffer].factors.contains(number)) return;
    hints_[buffer].count = number;
    hints_[buffer].isBytes = isBytes;
    hints_[buffer].isLast = isLast;
  }

  void conclude() {
    // An index that counts down ends at its limit, and begins at the last element or behind it.
    for (const auto& [use, isPlainUse] : indices_) {
      const auto [buffer, variable] = use;
      for (const unsigned number : falling_.contains(variable) ? starts_[variable] : limits_[variable]) {
        if (number != buffer) setCount(buffer, number, false, isPlainUse && inclusive_.contains({variable, number}));
      }
    }
    // while (n--) *p++
    if (countdowns_.size() != 1) return;
    for (const llvm::AllocaInst* variable : moving_)
      if (variable->getAllocatedType()->isPointerTy())
        for (const unsigned buffer : rootsOf(variable))
          if (buffer != *countdowns_.begin()) setCount(buffer, *countdowns_.begin(), false);
  }

  const Program& program_;
  std::uint32_t unit_;
  const llvm::Function& function_;
  unsigned depth_;
  Known& known_;
  std::vector<BufferHint> hints_;
  std::map<const llvm::AllocaInst*, Parameters> roots_;  ///< parameters whose value, or an address from there, it holds
  std::map<const llvm::AllocaInst*, unsigned> own_;      ///< the parameter that it is
  llvm::SmallPtrSet<const llvm::AllocaInst*, 8> moving_; ///< it is set to something computed from itself
  llvm::SmallPtrSet<const llvm::AllocaInst*, 8> falling_;   ///< it counts down
  llvm::SmallPtrSet<const llvm::AllocaInst*, 8> goingBack_; ///< a pointer that goes back
  std::map<const llvm::AllocaInst*, Parameters> starts_;    ///< what it is set to, possibly with something small added
  std::map<const llvm::AllocaInst*, Parameters> limits_;    ///< what it is compared with
  std::set<std::pair<const llvm::AllocaInst*, unsigned>> inclusive_;     ///< of those: it comes to be as large
  std::map<std::pair<unsigned, const llvm::AllocaInst*>, bool> indices_; ///< of a buffer; whether as they are
  std::map<const llvm::Value*, std::optional<std::int64_t>> offsets_;    ///< of pointers: behind a parameter's
  Parameters countdowns_;                                                ///< numbers that are counted down
};

} // namespace

std::vector<BufferHint> bufferHints(const Program& program, FunctionIndex function) {
  constexpr unsigned mostCalls = 3; // inside one another
  const auto& definition = program.implementation().functionDefinitions[function];
  if (!definition.value) return {};
  const auto& body = llvm::cast<llvm::Function>(*definition.value);
  const llvm::DISubprogram* source = body.getSubprogram();
  if (!source || !source->getType() || source->getType()->getTypeArray().size() == 0) return {};
  const std::size_t parameters = source->getType()->getTypeArray().size() - 1;
  std::vector<std::unique_lock<std::mutex>> locks;
  std::set<std::mutex*> mutexes;
  for (const Program::Implementation::Unit& unit : program.implementation().units)
    if (!unit.isRuntime) mutexes.insert(&unit.bitcode->mutex());
  for (std::mutex* mutex : mutexes) locks.emplace_back(*mutex);
  Reader::Known known{{&body, {}}};
  return Reader(program, definition.unit, body, parameters, mostCalls, known).run();
}

} // namespace beagle::ir
