#include "analysis/build/position_independence.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <tuple>

namespace beagle::build {

namespace {

std::vector<std::string> withoutPositionIndependence(std::vector<std::string> arguments) {
  constexpr std::array<std::string_view, 6> options{"-fPIC", "-fpic", "-fPIE", "-fpie", "-DPIC", "-fno-PIC"};
  std::erase_if(arguments,
                [&](const std::string& option) { return std::ranges::find(options, option) != options.end(); });
  return arguments;
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

} // namespace

void joinPositionIndependent(std::vector<CompileCommand>& commands,
                             const std::function<bool(const CompileCommand&)>& mayAsk) {
  std::map<std::tuple<std::string, std::string, bool, std::vector<std::string>>, bool> asks; // of the first one
  std::erase_if(commands, [&](const CompileCommand& command) {
    const auto [it, isFirst] = asks.try_emplace(
        {command.file, command.directory, command.cxx, withoutPositionIndependence(command.arguments)}, false);
    if (isFirst) return false;
    it->second = it->second || mayAsk(command);
    return !it->second;
  });
}

bool asksForPositionIndependence(std::string_view text) {
  constexpr std::array<std::string_view, 5> macros{"PIC", "__PIC__", "__pic__", "__PIE__", "__pie__"};
  return std::ranges::any_of(macros, [&](std::string_view macro) {
    for (std::size_t at = 0; (at = text.find(macro, at)) != std::string_view::npos; at += macro.size()) {
      const std::size_t end = at + macro.size();
      if ((at == 0 || !isWordCharacter(text[at - 1])) && (end == text.size() || !isWordCharacter(text[end])))
        return true;
    }
    return false;
  });
}

} // namespace beagle::build
