#pragma once

#include "analysis/ir/program.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace beagle::compare {

/// What stands as a constant in the code that an entry can reach: what code compares its inputs with.
struct CodeConstants {
  std::vector<std::uint64_t> integers;                        ///< sign-extended from their width
  std::map<std::uint32_t, std::vector<std::uint64_t>> floats; ///< bits, by width
  std::vector<std::string> texts;

  [[nodiscard]] bool empty() const { return integers.empty() && floats.empty() && texts.empty(); }
  void add(const CodeConstants& other);

  /// Of two versions. What only one of them has stands several times: a difference is likely to show there.
  [[nodiscard]] static CodeConstants of(const ir::Program& base, ir::FunctionIndex baseEntry, const ir::Program& head,
                                        ir::FunctionIndex headEntry);
};

} // namespace beagle::compare
