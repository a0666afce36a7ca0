#include "analysis/change/canonical_writer.h"

#include "analysis/ir/line_marks.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace beagle::change {

namespace {

std::array<std::uint8_t, 8> bytesOf(std::uint64_t number) {
  std::array<std::uint8_t, 8> bytes;
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
  return bytes;
}

void feed(llvm::BLAKE3& hash, llvm::ArrayRef<std::uint8_t> bytes) { hash.update(bytes); }

void feed(llvm::BLAKE3& hash, llvm::StringRef part) {
  hash.update(bytesOf(part.size())); // the length first: parts never run into each other
  hash.update(part);
}

std::string hexOf(llvm::BLAKE3& hash) { return llvm::toHex(hash.final<20>(), true); }

} // namespace

void KeyBuilder::add(llvm::ArrayRef<std::uint8_t> bytes) {
  named_.append(bytes.begin(), bytes.end());
  if (apart_) shaped_.append(bytes.begin(), bytes.end());
}

void KeyBuilder::part() {
  if (apart_) return;
  apart_ = true;
  shaped_ = named_;
}

KeyBuilder& KeyBuilder::text(llvm::StringRef part) {
  number(part.size()); // the length first: parts never run into each other
  add(llvm::arrayRefFromStringRef(part));
  return *this;
}

/// Most numbers are small: in as few bytes as they need, of which all but the last have the highest bit.
KeyBuilder& KeyBuilder::number(std::uint64_t part) {
  llvm::SmallVector<std::uint8_t, 10> bytes;
  for (; part >= 0x80; part >>= 7) bytes.push_back(static_cast<std::uint8_t>(part | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(part));
  add(bytes);
  return *this;
}

KeyBuilder& KeyBuilder::key(const Key& part) {
  if (part.named == part.shaped) {
    add(part.named);
    return *this;
  }
  this->part();
  named_.append(part.named.begin(), part.named.end());
  shaped_.append(part.shaped.begin(), part.shaped.end());
  return *this;
}

KeyBuilder& KeyBuilder::symbol(llvm::StringRef name, std::uint64_t position) {
  part();
  const auto length = bytesOf(name.size());
  named_.append(length.begin(), length.end());
  named_.append(name.bytes_begin(), name.bytes_end());
  const auto place = bytesOf(position);
  shaped_.append(place.begin(), place.end());
  return *this;
}

Key KeyBuilder::build() const {
  Key key;
  key.named = llvm::BLAKE3::hash<16>(named_);
  key.shaped = apart_ ? llvm::BLAKE3::hash<16>(shaped_) : key.named;
  return key;
}

llvm::StringRef CanonicalWriter::type(const llvm::Type& type) {
  const auto [it, isNew] = types_.try_emplace(&type);
  if (isNew) it->second = typeText(type);
  return it->second;
}

void CanonicalWriter::put(llvm::StringRef what, const Key& key) {
  if (!shaped_ && key.named != key.shaped) shaped_ = named_;
  feed(named_, what);
  feed(named_, key.named);
  if (shaped_) {
    feed(*shaped_, what);
    feed(*shaped_, key.shaped);
  }
  if (keepText_) text_ += (what + " " + llvm::toHex(llvm::ArrayRef(key.named).take_front(4), true) + "\n").str();
}

std::uint64_t CanonicalWriter::positionOf(const std::string& symbol) {
  const auto [it, isNew] = positions_.try_emplace(symbol, symbols_.size());
  if (isNew) symbols_.push_back(symbol);
  return it->second;
}

CanonicalCode CanonicalWriter::finish() {
  const std::string named = hexOf(named_);
  return {named, shaped_ ? hexOf(*shaped_) : named, std::move(symbols_), std::move(text_)};
}

std::string typeText(const llvm::Type& type) {
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    if (structure->isOpaque()) return "opaque";
    std::string text = structure->isPacked() ? "<{" : "{";
    for (const llvm::Type* element : structure->elements()) text += typeText(*element) + ",";
    return text + "}";
  }
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return "[" + std::to_string(array->getNumElements()) + "x" + typeText(*array->getElementType()) + "]";
  if (const auto* function = llvm::dyn_cast<llvm::FunctionType>(&type)) {
    std::string text = typeText(*function->getReturnType()) + "(";
    for (const llvm::Type* parameter : function->params()) text += typeText(*parameter) + ",";
    return text + (function->isVarArg() ? "...)" : ")");
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream, false, true);
  return text;
}

/// What a constant holds. The line and the column of a place in the source say nothing about the code.
static const llvm::Constant& heldBy(const llvm::GlobalVariable& constant) {
  const llvm::Constant& held = *constant.getInitializer();
  if (!ir::isSourceLocation(constant)) return held;
  return *ir::withNumbers(const_cast<llvm::Constant&>(held), // constants are never changed
                          [](llvm::ConstantInt& number) { return llvm::PoisonValue::get(number.getType()); });
}

Key CanonicalWriter::constantKey(const llvm::Constant& constant) {
  if (const auto found = constants_.find(&constant); found != constants_.end()) return found->second;
  KeyBuilder builder;
  const auto* object = llvm::dyn_cast<llvm::GlobalObject>(&constant);
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant);
  if (variable && variable->hasPrivateLinkage() && variable->hasInitializer() && variable->isConstant()) {
    // String literals and the like: what they hold is what they are. Whether two of them share storage is
    // unspecified, so their identity means nothing.
    builder.text("private").text(typeText(*variable->getValueType())).key(constantKey(heldBy(*variable)));
  } else if (object || llvm::isa<llvm::GlobalAlias>(constant) || llvm::isa<llvm::GlobalIFunc>(constant)) {
    const std::string name = constant.getName().str();
    builder.text("symbol").symbol(name, positionOf(name));
  } else if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    builder.text("data").text(typeText(*data->getType())).text(data->getRawDataValues());
  } else if (const auto* address = llvm::dyn_cast<llvm::BlockAddress>(&constant)) {
    // Labels as values: the function and the position of the block in it.
    std::uint64_t position = 0;
    for (const llvm::BasicBlock& block : *address->getFunction()) {
      if (&block == address->getBasicBlock()) break;
      ++position;
    }
    const std::string name = address->getFunction()->getName().str();
    builder.text("label").symbol(name, positionOf(name)).number(position);
  } else if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression);
    builder.text("expression").number(expression->getOpcode()).text(typeText(*expression->getType()));
    if (gep) {
      // As in instructions, an offset in bytes is all that a path through types means.
      llvm::APInt offset(64, 0);
      const llvm::GlobalVariable* base = llvm::dyn_cast<llvm::GlobalVariable>(gep->getPointerOperand());
      const llvm::Function* baseFunction = llvm::dyn_cast<llvm::Function>(gep->getPointerOperand());
      const llvm::Module* module = base ? base->getParent() : baseFunction ? baseFunction->getParent() : nullptr;
      if (module && gep->accumulateConstantOffset(module->getDataLayout(), offset)) {
        builder.key(constantKey(*llvm::cast<llvm::Constant>(gep->getPointerOperand())))
            .number(static_cast<std::uint64_t>(offset.getSExtValue()));
        return constants_[&constant] = builder.build();
      }
      builder.text(typeText(*gep->getSourceElementType()));
    }
    for (const llvm::Use& operand : expression->operands())
      builder.key(constantKey(*llvm::cast<llvm::Constant>(operand)));
  } else if (const auto* aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant)) {
    builder.text("aggregate").text(typeText(*aggregate->getType()));
    for (const llvm::Use& operand : aggregate->operands())
      builder.key(constantKey(*llvm::cast<llvm::Constant>(operand)));
  } else if (const auto* wrapper = llvm::dyn_cast<llvm::DSOLocalEquivalent>(&constant)) {
    builder.text("dso").key(constantKey(*wrapper->getGlobalValue()));
  } else if (const auto* wrapped = llvm::dyn_cast<llvm::NoCFIValue>(&constant)) {
    builder.text("nocfi").key(constantKey(*wrapped->getGlobalValue()));
  } else {
    // Numbers, null, undef, poison, zeroinitializer: print as they are, with a type free of names.
    std::string text;
    llvm::raw_string_ostream stream(text);
    constant.printAsOperand(stream, false);
    builder.text("value").text(typeText(*constant.getType())).text(text);
  }
  return constants_[&constant] = builder.build();
}

} // namespace beagle::change
