#include "analysis/testgen/driver_roots.h"

#include <fmt/format.h>

namespace beagle::testgen {

namespace {

std::string literal(const std::vector<std::uint8_t>& bytes) {
  std::string text = "\"";
  for (const std::uint8_t byte : bytes) text += fmt::format("\\{:03o}", byte);
  return text + "\"";
}

std::string literal(const std::string& text) { return literal(std::vector<std::uint8_t>(text.begin(), text.end())); }

std::string statements(const Root& root) {
  switch (root.kind) {
  case Root::Kind::StandardInput: {
    const std::vector<std::uint8_t> bytes = root.bytes.value_or(std::vector<std::uint8_t>());
    return fmt::format("  beagle_file = tmpfile();\n  fwrite({}, 1, {}, beagle_file);\n  rewind(beagle_file);\n"
                       "  dup2(fileno(beagle_file), 0);\n",
                       literal(bytes), bytes.size());
  }
  case Root::Kind::File: {
    if (!root.bytes) return "";
    std::string text;
    for (std::size_t at = 0; (at = root.name.find('/', at)) != std::string::npos; ++at)
      text += fmt::format("  mkdir({}, 0700);\n", literal(root.name.substr(0, at)));
    return text + fmt::format("  beagle_file = fopen({}, \"wb\");\n  fwrite({}, 1, {}, beagle_file);\n  "
                              "fclose(beagle_file);\n",
                              literal(root.name), literal(*root.bytes), root.bytes->size());
  }
  case Root::Kind::Variable:
    return root.bytes ? fmt::format("  setenv({}, {}, 1);\n", literal(root.name), literal(*root.bytes))
                      : fmt::format("  unsetenv({});\n", literal(root.name));
  }
  return "";
}

} // namespace

std::string rootsText(const ConcreteInput& input) {
  if (input.roots.empty()) return "";
  std::string text = "\n  // What is outside: in a folder of its own, which stays.\n  FILE* beagle_file;\n"
                     "  if (chdir(mkdtemp((char[]){\"/tmp/beagle-XXXXXX\"})) != 0) return 1;\n";
  for (const Root& root : input.roots) text += statements(root);
  return text;
}

} // namespace beagle::testgen
