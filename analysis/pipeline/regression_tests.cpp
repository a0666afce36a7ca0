#include "analysis/pipeline/regression_tests.h"

#include "analysis/build/paths.h"
#include "analysis/testgen/source_text.h"

#include <algorithm>
#include <array>
#include <set>

namespace beagle::pipeline {

using report::Report;
using support::Result;
using testgen::TestCase;
using testgen::TestStyle;
using testgen::TestUnit;

namespace {

/// A path of the build as it is seen from the project's root.
std::string inProject(const std::string& path) {
  if (path == build::sourceRoot) return ".";
  if (const auto below = support::pathBelow(path, std::string(build::sourceRoot))) return *below;
  if (const auto below = support::pathBelow(path, std::string(build::buildRoot)))
    return support::joinPath("build", *below);
  return path == build::buildRoot ? "build" : path;
}

/// What a test has to be compiled with, too: no warnings, no optimisation, no debug information.
std::vector<std::string> testOptions(const build::CompileCommand& command) {
  constexpr std::array folders{"-I", "-isystem", "-iquote", "-idirafter", "-include"};
  std::vector<std::string> options;
  const auto& words = command.arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto folder = std::ranges::find_if(folders, [&](const char* each) { return word.starts_with(each); });
    if (folder != folders.end()) {
      const std::string name(*folder);
      const bool isNext = word == name && i + 1 < words.size();
      const std::string path = isNext ? words[++i] : word.substr(name.size());
      const std::string seen = inProject(support::normalPath(support::joinPath(command.directory, path)));
      if (seen == "." && name == "-I") continue; // it is there anyway
      if (name == "-I") options.push_back(name + seen);
      else options.insert(options.end(), {name, seen});
    } else if (word == "-D" || word == "-U") {
      if (i + 1 < words.size()) options.push_back(word + words[++i]);
    } else if (word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-std=") || word == "-ansi" ||
               word == "-pthread" || word.starts_with("-m") || word.starts_with("-fshort-enums") ||
               word.ends_with("signed-char") || word == "-fwrapv" || word == "-fno-exceptions" || word == "-fno-rtti") {
      options.push_back(word);
    }
  }
  return options;
}

/// Units that have what the functions of a unit refer to, and what these refer to in turn.
class ReachedUnits {
public:
  explicit ReachedUnits(const ir::Program& program) : program_(program) {}

  std::set<std::string> from(const std::string& unit) {
    const auto functions = program_.functions();
    for (ir::FunctionIndex i = 0; i < functions.size(); ++i)
      if (functions[i].unit == unit) add(i);
    while (!pending_.empty()) {
      const ir::FunctionIndex index = pending_.back();
      pending_.pop_back();
      for (const ir::CallSite& call : program_.body(index).calls)
        if (call.function != ir::none) add(call.function);
      for (const ir::Constant& constant : program_.body(index).constants) {
        if (constant.kind == ir::Constant::Kind::Function) add(constant.index);
        if (constant.kind == ir::Constant::Kind::Global) addGlobal(constant.index);
      }
    }
    return units_;
  }

private:
  void add(ir::FunctionIndex index) {
    const ir::FunctionInfo& function = program_.functions()[index];
    if (function.isRuntime || !function.isDefined || !seen_.insert(index).second) return;
    if (!function.isSystem) units_.insert(function.unit);
    pending_.push_back(index);
  }
  void addGlobal(ir::GlobalIndex index) {
    const ir::Global& global = program_.globals()[index];
    if (global.isRuntime || !seenGlobals_.insert(index).second) return;
    if (global.isDefined && global.location.line != 0) units_.insert(std::string(program_.file(global.location.file)));
    for (const ir::Relocation& relocation : global.relocations) {
      if (relocation.isFunction) add(relocation.target);
      else addGlobal(relocation.target);
    }
  }

  const ir::Program& program_;
  std::set<ir::FunctionIndex> seen_;
  std::set<ir::GlobalIndex> seenGlobals_;
  std::vector<ir::FunctionIndex> pending_;
  std::set<std::string> units_;
};

/// Without the places in the source, which move.
std::string sentence(const Report::Outcome& outcome) {
  std::string text = outcome.ending;
  if (!outcome.detail.empty()) text += ": " + outcome.detail;
  for (const auto& [path, value] : outcome.values)
    text += path == "return" ? " " + value : fmt::format(", {} = {}", path, value);
  if (!outcome.output.empty()) text += ", wrote " + testgen::quoted(outcome.output);
  return text;
}

} // namespace

void RegressionTests::make(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                           const std::vector<WitnessRuns>& witnesses) {
  for (const WitnessRuns& witness : witnesses) {
    auto path = make(baseEntry, headEntry, witness);
    (path ? witness.change->test : witness.change->testNote) = path ? std::move(*path) : path.error().str();
  }
}

Result<std::string> RegressionTests::make(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                          const WitnessRuns& witness) {
  const Report::Change& change = *witness.change;
  if (change.replayed != true && change.replayedAsBuilt != true)
    return support::cannotRun("it was not seen when both versions ran");
  // Nobody wants a crash back.
  const bool wantsHead = options_.wantsHead || change.kind == "crash-fixed" || change.kind == "leak-fixed";
  if (change.ubOnly && !wantsHead) return support::cannotRun("the old version is undefined for this input");
  auto unit = unitOf(headEntry);
  if (!unit) return std::unexpected(std::move(unit.error()));
  const testgen::TestVersion base{witness.base.input, witness.base.expected, sentence(change.base)};
  const testgen::TestVersion head{witness.head.input, witness.head.expected, sentence(change.head)};
  const LinkedVersion& wanted = wantsHead ? head_ : base_;
  TestCase test{*wanted.program,
                *wanted.types,
                wantsHead ? headEntry : baseEntry,
                wantsHead ? head : base,
                wantsHead ? base : head,
                wantsHead,
                wantsHead ? change.ubOnly : change.ubIntroduced,
                change.fingerprint,
                std::move(*unit),
                TestStyle::Plain,
                ""};
  test.style = options_.style.value_or(test.unit.isCxx ? TestStyle::GoogleTest : TestStyle::Plain);
  test.path = support::joinPath(options_.folder, testgen::testFileName(test));
  auto source = testgen::testSource(test);
  if (!source) return std::unexpected(std::move(source.error()));
  sources_[test.path] = std::move(*source);
  return test.path;
}

Result<TestUnit> RegressionTests::unitOf(ir::FunctionIndex headEntry) {
  if (!head_.source) return support::cannotRun("bitcode does not tell which source to include");
  const std::string& name = head_.program->functions()[headEntry].unit;
  const auto own = std::ranges::find_if(head_.units, [&](const auto& unit) { return unit->name() == name; });
  if (own == head_.units.end()) return support::cannotRun("the unit of the function is not known");
  const build::CompileCommand& command = head_.source->commands[static_cast<std::size_t>(own - head_.units.begin())];
  TestUnit unit{inProject(command.file), command.cxx, testOptions(command), {}, false};
  std::set<std::string> reached = ReachedUnits(*head_.program).from(name);
  for (std::size_t i = 0; i < head_.units.size(); ++i)
    if (const std::string file = inProject(head_.source->commands[i].file);
        head_.units[i]->name() != name && (reached.contains(head_.units[i]->name()) || reached.contains(file)))
      unit.others.push_back(file);
  unit.hasMain = std::ranges::any_of(head_.program->functions(), [&](const ir::FunctionInfo& function) {
    return function.unit == name && function.isMain;
  });
  return unit;
}

Result<void> RegressionTests::write(const Report::Function& function) {
  for (const Report::Change& change : function.changes) {
    const auto source = sources_.find(change.test);
    if (source == sources_.end()) continue;
    if (auto written = files_.write(source->first, source->second); !written) return written;
  }
  return {};
}

} // namespace beagle::pipeline
