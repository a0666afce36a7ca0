#include "analysis/ir/call_shape.h"

#include "analysis/ir/linked.h"

#include <llvm/IR/DataLayout.h>

#include <span>

namespace beagle::ir {

namespace {

/// Takes the scalars of one LLVM value from the front of `scalars`; nothing for an aggregate.
template <class Scalar> std::optional<PassedValue> passed(const llvm::Type& type, std::span<const Scalar>& scalars) {
  PassedValue value;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    value.isVector = true;
    value.lanes = vector->getNumElements();
  } else if (type.isAggregateType() || !type.isSingleValueType()) {
    return std::nullopt;
  }
  if (scalars.size() < value.lanes) return std::nullopt;
  if constexpr (std::is_same_v<Scalar, Parameter>) value.type = scalars.front().type;
  else value.type = scalars.front();
  scalars = scalars.subspan(value.lanes);
  return value;
}

void addArguments(const llvm::Function& function, std::span<const Parameter> scalars, CallShape& shape) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (const llvm::Argument& argument : function.args()) {
    auto value = passed(*argument.getType(), scalars);
    if (!value) {
      shape.unsupported = "an argument that is an aggregate";
      return;
    }
    value->isSigned = argument.hasSExtAttr();
    value->isStructResult = argument.hasStructRetAttr();
    if (argument.hasByValAttr()) {
      value->byvalSize = layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
      value->byvalAlignment = static_cast<std::uint32_t>(argument.getParamAlign().valueOrOne().value());
    }
    shape.arguments.push_back(*value);
  }
}

void addResults(const llvm::Function& function, std::span<const ScalarType> scalars, CallShape& shape) {
  const auto add = [&](const llvm::Type& type) {
    auto value = passed(type, scalars);
    if (!value) {
      shape.unsupported = "a result that is an aggregate";
      return;
    }
    value->isSigned = function.hasRetAttribute(llvm::Attribute::SExt);
    shape.results.push_back(*value);
  };
  const llvm::Type& type = *function.getReturnType();
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(&type)) {
    for (const llvm::Type* element : structure->elements()) add(*element);
  } else if (!type.isVoidTy()) {
    add(type);
  }
}

} // namespace

CallShape callShape(const Program& program, FunctionIndex index) {
  const Function& body = program.body(index);
  const Program::Implementation& implementation = program.implementation();
  const Program::Implementation::Definition& definition = implementation.functionDefinitions[index];
  const auto& function = *llvm::cast<llvm::Function>(definition.value);
  const std::scoped_lock lock(implementation.units[definition.unit].bitcode->mutex());
  CallShape shape;
  shape.isVariadic = function.isVarArg();
  addArguments(function, body.parameters, shape);
  addResults(function, body.results, shape);
  return shape;
}

} // namespace beagle::ir
