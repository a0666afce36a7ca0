#include "analysis/ir/assembly.h"

#include <cctype>
#include <map>
#include <set>

namespace beagle::ir {

namespace {

bool isNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' || c == '@';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

/// Takes a name, quoted or not, and what separates it from the next.
std::string takeName(std::string_view& text) {
  text = trimmed(text);
  std::string name;
  if (text.starts_with('"')) {
    const std::size_t end = text.find('"', 1);
    name = text.substr(1, end == std::string_view::npos ? end : end - 1);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  } else {
    std::size_t length = 0;
    while (length < text.size() && isNamePart(text[length])) ++length;
    name = text.substr(0, length);
    text.remove_prefix(length);
  }
  text = trimmed(text);
  if (text.starts_with(',')) text.remove_prefix(1);
  return name;
}

class AssemblyReader {
public:
  std::vector<AssemblySymbol> read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find_first_of("\n;");
      readStatement(trimmed(text.substr(0, end)));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    std::vector<AssemblySymbol> symbols;
    for (const std::string& name : order_) symbols.push_back(std::move(found_[name]));
    for (AssemblySymbol& symbol : symbols) symbol.isVisible |= visible_.contains(symbol.name);
    return symbols;
  }

private:
  void readStatement(std::string_view statement) {
    for (;;) { // labels before it
      std::string_view rest = statement;
      const std::string name = takeName(rest);
      if (name.empty() || !rest.starts_with(':')) break;
      // ".Lloop" and "1" are the assembler's own.
      if (!name.starts_with(".L") && !std::isdigit(static_cast<unsigned char>(name.front()))) define(name);
      statement = trimmed(rest.substr(1));
    }
    const std::string word = takeName(statement);
    if (statement.starts_with('=') && !statement.starts_with("==")) {
      statement.remove_prefix(1);
      define(word).target = takeName(statement);
    } else if (word == ".globl" || word == ".global" || word == ".weak") {
      while (!statement.empty()) {
        const std::string name = takeName(statement);
        if (name.empty()) break;
        visible_.insert(name);
      }
    } else if (word == ".set" || word == ".equ" || word == ".symver") {
      const std::string first = takeName(statement), second = takeName(statement);
      if (word == ".symver") {
        AssemblySymbol& symbol = define(second);
        symbol.target = first;
        symbol.isVisible = true;
      } else {
        define(first).target = second;
      }
    } else if (word == ".comm" || word == ".lcomm") {
      define(takeName(statement)).isVisible |= word == ".comm";
    }
  }

  AssemblySymbol& define(const std::string& name) {
    const auto [it, isNew] = found_.try_emplace(name);
    if (isNew) order_.push_back(name);
    it->second.name = name;
    return it->second;
  }

  std::map<std::string, AssemblySymbol> found_;
  std::vector<std::string> order_;
  std::set<std::string> visible_;
};

} // namespace

std::vector<AssemblySymbol> symbolsOfAssembly(std::string_view text) {
  std::vector<AssemblySymbol> symbols = AssemblyReader().read(text);
  std::erase_if(symbols, [](const AssemblySymbol& symbol) { return symbol.name.empty(); });
  return symbols;
}

} // namespace beagle::ir
