#pragma once

#include "analysis/build/units.h"
#include "analysis/ir/compile_options.h"
#include "analysis/ir/symbol_index.h"

#include <map>
#include <optional>
#include <vector>

namespace beagle::ir {

/// The units of a version as the index wants them; a unit's number is its position in UnitSet::units().
class BuiltUnits final : public UnitSource {
public:
  explicit BuiltUnits(build::UnitSet& units, support::CancelToken cancel = {})
      : units_(units), cancel_(std::move(cancel)) {}

  [[nodiscard]] std::size_t count() const override { return units_.units().size(); }
  [[nodiscard]] bool mentions(std::size_t unit, std::string_view word) override;
  [[nodiscard]] bool seemsToDefine(std::size_t unit, std::string_view word) override;
  [[nodiscard]] bool isAlone(std::size_t unit) const override;
  [[nodiscard]] std::size_t unlikeness(std::size_t unit, std::size_t other) override;
  [[nodiscard]] support::Result<std::vector<std::optional<UnitFacts>>>
  facts(const std::vector<std::size_t>& units) override;

private:
  [[nodiscard]] bool hasWord(build::IncludeGraph::File file, std::string_view word) const;

  build::UnitSet& units_;
  support::CancelToken cancel_;
  std::map<std::string, std::vector<std::optional<bool>>, std::less<>> known_; ///< by word, then by file
  std::map<std::string, std::set<std::string, std::less<>>> defined_;          ///< by file
  std::vector<CompileOptions> options_;                                        ///< by unit, where asked for
};

[[nodiscard]] CompileOptions compileOptionsOf(const build::CompileCommand& command);

} // namespace beagle::ir
