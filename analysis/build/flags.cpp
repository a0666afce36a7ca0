#include "analysis/build/flags.h"

#include "analysis/build/flag_table.h"
#include "analysis/build/name_lists.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <span>

namespace beagle::build {

namespace {

constexpr std::array<std::string_view, 10> sourceEndings{".c",   ".cc", ".cpp", ".cxx", ".C",
                                                         ".c++", ".cp", ".CPP", ".i",   ".ii"};
constexpr std::array<std::string_view, 12> headerEndings{".h",   ".hh",  ".hpp", ".hxx", ".H",   ".h++",
                                                         ".inc", ".def", ".ipp", ".tcc", ".inl", ".tpp"};
/// Programs that run the compiler named after them.
constexpr std::array<std::string_view, 8> launchers{"ccache", "sccache", "distcc",  "icecc",
                                                    "env",    "nice",    "libtool", "time"};

bool isVersion(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) || c == '.'; });
}

/// Each response file's content in the place of "@file".
std::vector<std::string> expandResponses(const CompilerCall& call, const ReadResponse& readResponse) {
  std::vector<std::string> pending(call.arguments.rbegin(), call.arguments.rend());
  std::vector<std::string> arguments;
  std::set<std::string> expanded; // a file may name itself
  while (!pending.empty()) {
    std::string argument = std::move(pending.back());
    pending.pop_back();
    std::optional<std::string> content;
    if (argument.starts_with('@') && readResponse && expanded.insert(argument).second)
      content = readResponse(support::joinPath(call.directory, argument.substr(1)));
    if (!content) {
      arguments.push_back(std::move(argument));
      continue;
    }
    auto words = support::splitCommandLine(*content);
    pending.insert(pending.end(), std::make_move_iterator(words.rbegin()), std::make_move_iterator(words.rend()));
  }
  return arguments;
}

/// Where the compiler stands among the arguments, past launchers, their options and variables for env.
std::optional<std::size_t> compilerPosition(const std::vector<std::string>& arguments) {
  bool launched = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (compilerNamed(arguments[i])) return i;
    const bool launcher = isOneOf(support::fileName(arguments[i]), launchers);
    launched = launched || launcher;
    const bool belongsToLauncher = arguments[i].starts_with('-') || arguments[i].find('=') != std::string::npos;
    if (!launcher && !(launched && belongsToLauncher)) return std::nullopt;
  }
  return std::nullopt;
}

/// Reads the options of one call from left to right.
class Reader {
public:
  Reader(CompilerName compiler, std::span<const std::string> arguments)
      : compiler_(std::move(compiler)), rest_(arguments) {}

  struct Input {
    std::string file;
    std::string language; ///< of the -x in force; empty: by its name
  };

  /// False when the call compiles nothing.
  bool read() {
    while (!rest_.empty()) {
      const std::string& argument = take();
      if (argument.size() < 2 || argument.front() != '-') addInput(argument);
      else if (!addOption(argument)) return false;
    }
    if (!optimisation_.empty()) options_.push_back(optimisation_);
    return true;
  }

  [[nodiscard]] const std::vector<Input>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<std::string>& options() const { return options_; }
  [[nodiscard]] const std::vector<std::string>& dropped() const { return dropped_; }

private:
  const std::string& take() {
    const std::string& argument = rest_.front();
    rest_ = rest_.subspan(1);
    return argument;
  }
  std::string takeValue() { return rest_.empty() ? std::string() : take(); }

  void addInput(const std::string& file) {
    const bool code = language_.empty() ? isSource(file)
                                        : language_ == "c" || language_ == "c++" || language_ == "cpp-output" ||
                                              language_ == "c++-cpp-output";
    if (code && file != "-") inputs_.push_back({file, language_});
  }

  bool addOption(const std::string& option) {
    if (option == "-x" || option.starts_with("-x")) {
      language_ = option == "-x" ? takeValue() : option.substr(2);
      if (language_ == "none") language_.clear();
      return true;
    }
    if (option.starts_with("-Wp,")) return addPreprocessorOptions(support::split(option.substr(4), ',')), true;
    if (option == "-Xpreprocessor") return addPreprocessorOptions(takePreprocessorOptions()), true;
    if (option.starts_with("-O")) return optimisation_ = option, true;
    if (option.starts_with("-ffile-prefix-map=")) { // its other half is about debug info, which is ours
      options_.push_back("-fmacro-prefix-map=" + option.substr(option.find('=') + 1));
      return true;
    }
    if (option == "-Xclang") return addFrontEndOption(), true;
    return follow(option, actionFor(option, compiler_.clang));
  }

  bool follow(const std::string& option, FlagAction action) {
    switch (action) {
    case FlagAction::Keep: options_.push_back(option); break;
    case FlagAction::KeepValue: addWithValue(option, takeValue()); break;
    case FlagAction::Ignore: break;
    case FlagAction::IgnoreValue: takeValue(); break;
    case FlagAction::Drop: dropped_.push_back(option); break;
    case FlagAction::NoCode: return false;
    }
    return true;
  }

  /// The short options are joined with their value, so that one spelling stands for both.
  void addWithValue(const std::string& option, std::string value) {
    if (option.size() == 2) {
      options_.push_back(option + value);
    } else {
      options_.push_back(option);
      options_.push_back(std::move(value));
    }
  }

  /// Each comes behind a word of its own, values as well.
  std::vector<std::string_view> takePreprocessorOptions() {
    std::vector<std::string_view> options;
    if (!rest_.empty()) options.emplace_back(take());
    while (rest_.size() >= 2 && rest_[0] == "-Xpreprocessor") {
      take();
      options.emplace_back(take());
    }
    return options;
  }

  void addPreprocessorOptions(const std::vector<std::string_view>& options) {
    for (std::size_t i = 0; i < options.size(); ++i) {
      const std::string option(options[i]);
      // Unlike the driver's, these want the name of a file.
      const bool writesRules = option == "-MD" || option == "-MMD";
      const FlagAction action = writesRules ? FlagAction::IgnoreValue : actionFor(option, compiler_.clang);
      const bool hasValue = action == FlagAction::KeepValue || action == FlagAction::IgnoreValue;
      if (action == FlagAction::KeepValue && i + 1 < options.size()) addWithValue(option, std::string(options[i + 1]));
      else if (!hasValue) (void)follow(option, action == FlagAction::NoCode ? FlagAction::Ignore : action);
      if (hasValue) ++i;
    }
  }

  /// -Xclang comes in pairs for options with a value. Precompiled headers are another compiler's files; the
  /// plain header is included beside them.
  void addFrontEndOption() {
    const std::string option = takeValue();
    const bool paired = rest_.size() >= 2 && rest_[0] == "-Xclang";
    if (option == "-include-pch" || option == "-include" || option == "-fno-validate-pch") {
      std::string value;
      if (option != "-fno-validate-pch" && paired) {
        take();
        value = take();
      }
      if (option == "-include") addWithValue(option, std::move(value));
    } else if (option != "-fno-pch-timestamp" && !option.starts_with("-emit")) {
      options_.emplace_back("-Xclang");
      options_.push_back(option);
    }
  }

  CompilerName compiler_;
  std::span<const std::string> rest_;
  std::string language_;
  std::string optimisation_;
  std::vector<Input> inputs_;
  std::vector<std::string> options_;
  std::vector<std::string> dropped_;
};

/// Include folders that came by the environment are searched after those of the command line.
void addEnvironment(const CompilerCall& call, bool cxx, std::vector<std::string>& options) {
  const auto add = [&](const std::string& variable, const std::string& option) {
    const auto value = call.environment.find(variable);
    if (value == call.environment.end() || value->second.empty()) return;
    for (const std::string_view folder : support::split(value->second, ':')) {
      // An empty element means the working folder.
      const std::string path = folder.empty() ? "." : std::string(folder);
      if (option == "-I") options.push_back(option + path);
      else options.insert(options.end(), {option, path});
    }
  };
  add("CPATH", "-I");
  add(cxx ? "CPLUS_INCLUDE_PATH" : "C_INCLUDE_PATH", "-isystem");
}

bool isCxxName(std::string_view file) {
  const std::string_view ending = support::extension(file);
  return ending != ".c" && ending != ".i";
}

} // namespace

bool isSource(std::string_view path) { return isOneOf(support::extension(path), sourceEndings); }
bool isHeader(std::string_view path) { return isOneOf(support::extension(path), headerEndings); }

bool isProbeSource(std::string_view path) {
  constexpr std::array<std::string_view, 5> marks{"/CMakeFiles/CMakeTmp/", "/CMakeFiles/CMakeScratch/", "CompilerId",
                                                  "/meson-private/", "/conftest"};
  return std::ranges::any_of(marks, [&](std::string_view mark) { return path.find(mark) != std::string_view::npos; });
}

std::optional<CompilerName> compilerNamed(std::string_view program) {
  std::string_view name = support::fileName(program);
  if (const std::size_t dash = name.rfind('-'); dash != std::string_view::npos && isVersion(name.substr(dash + 1)))
    name = name.substr(0, dash);
  struct Known {
    std::string_view name;
    bool cxx, clang;
  };
  constexpr std::array known{Known{"clang++", true, true}, Known{"clang", false, true}, Known{"g++", true, false},
                             Known{"c++", true, false},    Known{"gcc", false, false},  Known{"cc", false, false},
                             Known{"c89", false, false},   Known{"c99", false, false}};
  for (const Known& candidate : known) {
    if (!name.ends_with(candidate.name)) continue;
    std::string_view prefix = name.substr(0, name.size() - candidate.name.size());
    if (!prefix.empty() && (!prefix.ends_with('-') || prefix.find('-') == prefix.size() - 1)) continue;
    CompilerName result{.cxx = candidate.cxx, .clang = candidate.clang, .target = {}};
    if (!prefix.empty()) result.target = prefix.substr(0, prefix.size() - 1);
#ifdef __x86_64__
    if (result.target.starts_with("x86_64-")) result.target.clear();
#elif defined(__aarch64__)
    if (result.target.starts_with("aarch64-")) result.target.clear();
#endif
    return result;
  }
  return std::nullopt;
}

std::vector<CompileCommand> commandsOf(const CompilerCall& call, const ReadResponse& readResponse) {
  const std::vector<std::string> arguments = expandResponses(call, readResponse);
  const auto position = compilerPosition(arguments);
  if (!position) return {};
  const CompilerName compiler = *compilerNamed(arguments[*position]);
  Reader reader(compiler, std::span(arguments).subspan(*position + 1));
  if (!reader.read()) return {};

  std::vector<CompileCommand> commands;
  for (const auto& [file, language] : reader.inputs()) {
    CompileCommand command{.directory = support::normalPath(call.directory),
                           .file = support::normalPath(support::joinPath(call.directory, file)),
                           .arguments = reader.options(),
                           .cxx = compiler.cxx,
                           .dropped = reader.dropped()};
    const bool cxx = !language.empty() ? language.starts_with("c++") : compiler.cxx || isCxxName(file);
    addEnvironment(call, cxx, command.arguments);
    if (!compiler.target.empty()) command.arguments.push_back("--target=" + compiler.target);
    // What the name alone would not say.
    const bool preprocessed = support::extension(file) == ".i" || support::extension(file) == ".ii";
    if (!language.empty()) command.arguments.insert(command.arguments.end(), {"-x", language});
    else if (compiler.cxx && !isCxxName(file) && !preprocessed)
      command.arguments.insert(command.arguments.end(), {"-x", "c++"});
    commands.push_back(std::move(command));
  }
  return commands;
}

} // namespace beagle::build
