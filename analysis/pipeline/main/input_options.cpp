#include "analysis/pipeline/main/input_options.h"

#include "analysis/pipeline/main/option_values.h"

#include <charconv>

namespace beagle::pipeline {

using support::Result;

InputOptions::InputOptions(CLI::App& app, exec::HarnessOptions& meant) : meant_(&meant) {
  app.add_option("--max-buffer", meant.maxElements,
                 "Most elements of a buffer behind a pointer, or of a container of the C++ library (default 8)")
      ->type_name("N");
  app.add_option("--max-string", meant.maxString, "Most characters of a string (default 8)")->type_name("N");
  app.add_option(
         "--max-file", meant.maxFile,
         "Most bytes of a file, of standard input, and of what a stream of the input gives (default 8; 0: there are no files, and no variables of the environment)")
      ->type_name("N");
  app.add_option("--stdin", standardInput_, "Most bytes of standard input (default: as --max-file)")->type_name("N");
  mayBeRepeated(
      app.add_option(
             "--file", files_,
             "Most bytes of the file of that name, such as config.txt=40 (default: as --max-file). May be repeated")
          ->type_name("NAME=N"));
  app.add_option("--max-aliases", meant.maxAliases,
                 "Most pointers that lead where another one does (default 2; 0: none do)")
      ->type_name("N");
  app.add_option("--max-callees", meant.maxCallees,
                 "Most functions of the program that a function pointer is tried as (default 3)")
      ->type_name("N");
  app.add_option("--max-classes", meant.maxClasses,
                 "Most classes that an object is tried as, where it may be of derived ones (default 3)")
      ->type_name("N");
  mayBeRepeated(
      app.add_option(
             "--length", lengths_,
             "Which number says how many elements a buffer has, such as data=size; data=none: none does. May be repeated")
          ->type_name("BUFFER=LENGTH"));
}

Result<void> InputOptions::read() {
  if (auto ok = readLengths(); !ok) return ok;
  return readFiles();
}

/// "data=size"; "data=none".
Result<void> InputOptions::readLengths() {
  for (const std::string& rule : lengths_) {
    const std::size_t sign = rule.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == rule.size())
      return support::usageError("--length {}: say BUFFER=LENGTH, such as data=size, or data=none", rule);
    const std::string length = rule.substr(sign + 1);
    meant_->lengths.push_back({rule.substr(0, sign), length == "none" ? "" : length, false});
  }
  return {};
}

/// "config.txt=40"; a name may have such a sign itself.
Result<void> InputOptions::readFiles() {
  if (standardInput_) meant_->files[""] = *standardInput_;
  for (const std::string& file : files_) {
    const std::size_t sign = file.rfind('=');
    const std::string name = file.substr(0, sign);
    std::uint32_t size = 0;
    const char* end = file.data() + file.size();
    const bool isNumber = sign != std::string::npos && std::from_chars(file.data() + sign + 1, end, size).ptr == end &&
                          sign + 1 < file.size();
    if (name.empty() || !isNumber) return support::usageError("--file {}: say NAME=N, such as config.txt=40", file);
    meant_->files[name] = size;
  }
  return {};
}

} // namespace beagle::pipeline
