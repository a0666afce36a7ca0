#pragma once

#include "analysis/compare/constant_names.h"
#include "analysis/compare/unknown_memory.h"
#include "analysis/ir/program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace beagle::compare {

/// A function of base, and the one of head that goes by the same name.
using FunctionPairing = std::pair<ir::FunctionIndex, ir::FunctionIndex>;

/// Where globals and functions stand, as terms that are the same in both versions exactly when they are the
/// same thing there: see ConstantNames. Constants that lead to each other have no contents that end; they go by their
/// names alone, and `obstacle` says if they are not the same.
class SharedNames {
public:
  /// All references outlive it.
  /// `apart`: globals that are not what they are in the other version.
  SharedNames(logic::TermManager& terms, UnknownMemory& memory, const ir::Program& base, const ir::Program& head,
              std::set<std::string> apart);

  [[nodiscard]] Term addressOf(bool isBase, const ir::Constant& constant);
  /// That an address is used which was asked for before.
  void use(bool isBase, const ir::Constant& constant);
  /// The function that a term is the address of.
  [[nodiscard]] std::optional<ir::FunctionIndex> functionAt(bool isBase, Term address) const;
  /// The size of the global that begins there; nothing when it is no global, or its size is not known.
  [[nodiscard]] std::optional<std::uint64_t> sizeOf(Term object) const;

  /// What a constant global that begins there holds at the offset; nothing when the code does not say.
  [[nodiscard]] std::optional<Term> constantAt(Term object, std::uint64_t offset, std::uint32_t bytes);
  [[nodiscard]] bool isConstant(Term object) const { return constants_.contains(object); }

  // What the use of addresses rests on, of those since the last `begin`.

  void begin();
  /// Functions whose addresses lead somewhere in both versions.
  [[nodiscard]] const std::set<FunctionPairing>& addressed() const { return now_.addressed; }
  /// Why the same name is not the same thing; "": it always is.
  [[nodiscard]] const std::string& obstacle() const { return now_.obstacle; }

private:
  struct Version {
    const ir::Program* program = nullptr;
    std::map<ir::GlobalIndex, std::string> globalNames;
    std::map<ir::GlobalIndex, std::size_t> beingNamed; ///< in this order
    std::map<std::string, ir::GlobalIndex, std::less<>> globals;
    std::map<std::string, ir::FunctionIndex, std::less<>> functions;
    std::map<Term, ir::FunctionIndex, bool (*)(Term, Term)> functionTerms{
        [](Term a, Term b) { return a.id() < b.id(); }};
  };
  [[nodiscard]] Version& version(bool isBase) { return isBase ? base_ : head_; }
  [[nodiscard]] std::string nameOf(bool isBase, ir::GlobalIndex index);
  [[nodiscard]] std::string contentsOf(bool isBase, const ir::Global& global);
  [[nodiscard]] Term functionTerm(bool isBase, ir::FunctionIndex index);
  struct Support {
    std::set<FunctionPairing> addressed;
    std::string obstacle;
  };
  [[nodiscard]] Support supportOf(bool isBase, const ir::Constant& constant);
  [[nodiscard]] const std::string& obstacleOf(const std::string& name); ///< of a global
  [[nodiscard]] std::string compareGlobals(const std::string& name);
  void addFunction(const std::string& name, Support& support) const;

  logic::TermManager& terms_;
  UnknownMemory& memory_;
  Version base_, head_;
  ConstantNames constantNames_;
  std::size_t cycleFrom_ = ~std::size_t{0}; ///< the first one being named that something leads back to
  std::map<Term, std::uint64_t, bool (*)(Term, Term)> sizes_{[](Term a, Term b) { return a.id() < b.id(); }};
  struct Constant {
    bool isBase = true; ///< whose it is; in the other version it is the same
    const ir::Global* global = nullptr;
  };
  std::map<Term, Constant, bool (*)(Term, Term)> constants_{[](Term a, Term b) { return a.id() < b.id(); }};
  std::set<std::string> apart_;
  std::map<std::string, std::string> obstacles_; ///< of globals, by name
  std::map<std::uint64_t, Support> supports_;    ///< by what is addressed
  std::set<std::uint64_t> used_;                 ///< the same, since the last `begin`
  Support now_;
};

} // namespace beagle::compare
