#include "analysis/compare/test_inputs.h"

#include <fmt/format.h>

namespace beagle::compare {

NamedLeaves leavesOf(const TestCall& call, const std::vector<std::string>& parameters) {
  NamedLeaves leaves;
  for (std::size_t i = 0; i < call.size() && i < parameters.size(); ++i) {
    const std::string& name = parameters[i];
    if (const auto* number = std::get_if<std::int64_t>(&call[i])) leaves[name] = *number;
    else if (const auto* real = std::get_if<double>(&call[i])) leaves[name] = *real;
    else if (const auto* text = std::get_if<std::string>(&call[i])) {
      for (std::size_t at = 0; at <= text->size(); ++at)
        leaves[fmt::format("{}[{}]", name, at)] =
            std::int64_t{at < text->size() ? static_cast<unsigned char>((*text)[at]) : 0};
      leaves[name + ".size"] = static_cast<std::int64_t>(text->size() + 1);
    }
  }
  return leaves;
}

} // namespace beagle::compare
