#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace beagle::ir {

/// Which locals live in slots instead of memory: those whose address is only used by whole, plain loads and
/// stores at constant places, each place with one scalar type. Nothing else can see or change them.
class Locals {
public:
  /// One scalar of a promoted local.
  struct Part {
    std::uint64_t offset = 0;
    llvm::Type* type = nullptr;
  };
  /// What an address inside a promoted local means.
  struct Place {
    const llvm::AllocaInst* local = nullptr;
    std::uint32_t part = 0;
  };

  explicit Locals(const llvm::Function& function);

  /// Nothing for a local that stays in memory.
  [[nodiscard]] const std::vector<Part>* partsOf(const llvm::AllocaInst& local) const;
  /// Of an address in a load or store.
  [[nodiscard]] std::optional<Place> placeOf(const llvm::Value& pointer) const;
  /// Whether a value is an address inside a promoted local, which needs no code of its own.
  [[nodiscard]] bool isInside(const llvm::Value& pointer) const { return addresses_.contains(&pointer); }
  /// The promoted local that an address is inside of.
  [[nodiscard]] const llvm::AllocaInst* localOf(const llvm::Value& pointer) const;

private:
  struct Address {
    const llvm::AllocaInst* local = nullptr;
    std::uint64_t offset = 0;
  };
  void consider(const llvm::AllocaInst& local, const llvm::DataLayout& layout);

  llvm::DenseMap<const llvm::AllocaInst*, std::vector<Part>> promoted_;
  llvm::DenseMap<const llvm::Value*, Address> addresses_;
};

} // namespace beagle::ir
