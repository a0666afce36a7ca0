#pragma once

#include "analysis/change/pairing.h"

#include <map>
#include <string>

namespace beagle::change {

/// A demangled name without the marks of the library's binary interface: "name[abi:cxx11]".
[[nodiscard]] std::string withoutTags(std::string name);

/// What the symbols of base are called in head. A static one belongs to its unit.
class SymbolMap {
public:
  SymbolMap(const Program& base, const Program& head, const Pairing& pairing);

  /// Of a symbol as the unit means it; one that nobody defines, or that is gone, keeps its name.
  [[nodiscard]] const std::string& inHead(std::size_t baseUnit, const std::string& symbol) const;

private:
  std::map<std::pair<std::size_t, std::string>, std::string> internal_;
  std::map<std::string, std::string> shared_;
};

} // namespace beagle::change
