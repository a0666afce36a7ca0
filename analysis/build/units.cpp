#include "analysis/build/units.h"

#include "analysis/build/paths.h"
#include "analysis/support/digest.h"
#include "analysis/support/sanitizer.h"
#include "analysis/support/text.h"

#include <nlohmann/json.hpp>

namespace beagle::build {

using nlohmann::json;
using support::Result;

namespace {

constexpr std::string_view outputRoot = "/beagle/out";
constexpr std::string_view programRoot = "/beagle/bin";

std::string projectName(std::string_view path) {
  const auto below = support::pathBelow(path, sourceRoot);
  return below ? *below : std::string(path);
}

/// The line that a reader wants to see first; files by the names the project gives them.
std::string firstErrorOf(std::string_view diagnostics, const std::string& unit) {
  const std::string prefix = std::string(sourceRoot) + "/";
  for (const std::string_view line : support::lines(diagnostics)) {
    if (line.find("error:") == std::string_view::npos) continue;
    std::string text(line);
    for (std::size_t at; (at = text.find(prefix)) != std::string::npos;) text.erase(at, prefix.size());
    return text;
  }
  const auto all = support::lines(diagnostics);
  return fmt::format("{}: {}", unit, all.empty() ? "the compiler gave no message" : all.front());
}

/// What is compiled outside of the sandbox calls its files as inside. Only the project's folders: those of
/// our own may lie around them. Clang takes the last option that fits, so the longest comes last.
std::vector<std::string> prefixMaps(const std::vector<Bind>& project, const PathMap& paths) {
  std::vector<std::pair<std::string, std::string>> roots;
  for (const Bind& bind : project)
    if (std::string seen = paths.outward(bind.inside); seen != bind.inside)
      roots.emplace_back(std::move(seen), bind.inside);
  std::ranges::sort(roots, {}, [](const auto& root) { return std::pair(root.first.size(), root.first); });
  std::vector<std::string> options;
  for (const auto& [seen, inside] : roots) options.push_back(fmt::format("-ffile-prefix-map={}={}", seen, inside));
  return options;
}

/// The last one counts; none: no optimisation.
std::string_view optimisationOf(const CompileCommand& command) {
  std::string_view last = "-O0";
  for (const std::string& argument : command.arguments)
    if (argument.starts_with("-O")) last = argument;
  return last;
}

/// Whether compiling runs code of others, which may start processes. Counting those takes a while of its own.
bool loadsPlugins(const CompileCommand& command) {
  return std::ranges::any_of(command.arguments, [](const std::string& argument) {
    return argument.find("plugin") != std::string::npos || argument == "-load";
  });
}

/// At least one.
std::int64_t secondsOf(std::chrono::milliseconds time) { return (time.count() + 999) / 1000; }

} // namespace

std::vector<std::string> bitcodeArguments(const CompileCommand& command) {
  // -O1 keeps lifetime markers and TBAA, -disable-llvm-passes keeps everything else as the source says it.
  std::vector<std::string> arguments{"-x", command.cxx || support::extension(command.file) != ".c" ? "c++" : "c"};
  const std::string_view ending = support::extension(command.file);
  const bool explicitLanguage =
      std::ranges::any_of(command.arguments, [](const std::string& a) { return a.starts_with("-x"); });
  if (explicitLanguage) arguments.clear();
  else if (!command.cxx && ending != ".c") arguments.clear(); // by its ending
  // What of it decides how floats are computed; options of their own say otherwise.
  if (optimisationOf(command) == "-Ofast") arguments.emplace_back("-ffast-math");
  for (const std::string& argument : command.arguments)
    if (!argument.starts_with("-O") && !argument.starts_with("-D_FORTIFY_SOURCE")) arguments.push_back(argument);
  // Inputs are built from debug info: also of classes whose constructors another unit has.
  // What older compilers only warned about must not keep a unit from being analysed.
  for (const char* added : {"-O1",
                            "-Xclang",
                            "-disable-llvm-passes",
                            "-g",
                            "-fstandalone-debug",
                            "-c",
                            "-emit-llvm",
                            "-w",
                            "-ferror-limit=5",
                            "-Wno-error",
                            "-Wno-implicit-function-declaration",
                            "-Wno-implicit-int",
                            "-Wno-int-conversion",
                            "-Wno-incompatible-function-pointer-types",
                            "-Wno-return-mismatch",
                            "-Wno-c++11-narrowing",
                            "-Wno-reserved-user-defined-literal",
                            "-Wno-register",
                            "-Qunused-arguments",
                            "-U_FORTIFY_SOURCE"})
    arguments.emplace_back(added);
  if (optimisationOf(command) == "-O0") arguments.emplace_back("-U__OPTIMIZE__");
  arguments.push_back(command.file);
  return arguments;
}

UnitSet::UnitSet(Version& version, VersionBuilder& builder, const Sandbox& sandbox, Store& store,
                 const Toolchain& toolchain, support::Files& files, support::Progress& progress, std::string runFolder,
                 unsigned jobs)
    : version_(version), builder_(builder), sandbox_(sandbox), store_(store), toolchain_(toolchain), files_(files),
      progress_(progress), runFolder_(std::move(runFolder)), jobs_(std::max(1U, jobs)) {
  for (const CompileCommand& command : version.plan().commands) note(command);
}

void UnitSet::note(const CompileCommand& command) {
  std::string file = projectName(command.file);
  const unsigned number = ++configurations_[file];
  std::string id = number == 1 ? file : fmt::format("{} (configuration {})", file, number);
  units_.push_back({std::move(id), std::move(file), units_.size(), number});
}

void UnitSet::add(CompileCommand command) {
  note(command);
  version_.add(std::move(command));
}

const std::vector<IncludeGraph::File>& UnitSet::reachOf(const Unit& unit) {
  const auto [it, isNew] = reach_.try_emplace(unit.command);
  if (isNew) it->second = version_.includes().reachOf(commandOf(unit));
  return it->second;
}

std::string UnitSet::keyOf(const Unit& unit) {
  const CompileCommand& command = commandOf(unit);
  support::Digest digest;
  digest.add(toolchain_.stamp).add(command.directory).add(command.file);
  for (const std::string& argument : bitcodeArguments(command)) digest.add(argument);
  std::vector<std::string_view> names;
  for (const IncludeGraph::File file : reachOf(unit)) names.push_back(version_.includes().nameOf(file));
  // What the build makes and only such a unit reads, nobody has noted; what is mounted may be another by the next run.
  if (!command.borrowedFrom.empty()) digest.add(version_.plan().mounts.empty() ? version_.key() : runFolder_);
  std::ranges::sort(names);
  for (const std::string_view name : names) digest.add(name).add(version_.idOf(std::string(name)));
  return digest.hex();
}

Result<CompileOutcome> UnitSet::compile(const std::vector<Unit>& units, const support::CancelToken& cancel,
                                        unsigned jobs) {
  CompileOutcome outcome;
  std::vector<Pending> missing;
  for (const Unit& unit : units) {
    std::string key = keyOf(unit);
    if (auto facts = store_.get("facts", key)) outcome.compiled.push_back({unit, std::move(key), std::move(*facts)});
    else missing.push_back({unit, std::move(key)});
  }
  if (!missing.empty())
    if (auto done = compileMissing(missing, outcome, cancel, jobs ? jobs : jobs_); !done)
      return std::unexpected(std::move(done.error()));
  // Whatever was cached, the answer has the plan's order.
  std::ranges::sort(outcome.compiled, {}, [](const CompiledUnit& c) { return c.unit.command; });
  std::ranges::sort(outcome.failed, {}, [](const FailedUnit& f) { return f.unit.command; });
  return outcome;
}

Result<void> UnitSet::compileMissing(const std::vector<Pending>& missing, CompileOutcome& outcome,
                                     const support::CancelToken& cancel, unsigned jobs) {
  auto folder = builder_.folderOf(version_, cancel);
  if (!folder) return std::unexpected(std::move(folder.error()));
  const std::string outside = support::joinPath(runFolder_, "units-" + version_.key().substr(0, 16));
  if (auto made = files_.makeFolders(outside); !made) return made;

  SandboxedCommand command;
  command.binds = bindsOf(*folder + "/src", *folder + "/build", version_.plan());
  const std::vector<Bind> project = command.binds;
  command.binds.push_back({outside, std::string(outputRoot), true});
  command.binds.push_back({support::parentPath(toolchain_.compiler), std::string(programRoot), false});
  const PathMap paths = sandbox_.paths(command.binds);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const CompileCommand& unit = commandOf(missing[i].unit);
    json arguments = json::array();
    for (const std::string& argument : bitcodeArguments(unit))
      arguments.push_back(support::bytesToText(paths.outward(argument)));
    for (std::string& option : prefixMaps(project, paths)) arguments.push_back(std::move(option));
    auto root = [&](std::string_view name) { return json::array({paths.outward(name), name}); };
    const json job{{"directory", support::bytesToText(paths.outward(unit.directory))},
                   {"arguments", std::move(arguments)},
                   {"output", paths.outward(fmt::format("{}/{}", outputRoot, i))},
                   {"source", root(sourceRoot)},
                   {"build", root(buildRoot)}};
    command.input += job.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  }
  command.arguments = {std::string(programRoot) + "/" + std::string(support::fileName(toolchain_.compiler)),
                       std::to_string(jobs), std::to_string(secondsOf(builder_.timeLimit()))};
  command.folder = std::string(sourceRoot);
  command.limits = buildLimits();
  if (std::ranges::none_of(missing, [&](const Pending& pending) { return loadsPlugins(commandOf(pending.unit)); }))
    command.limits.processes.reset();
  // AddressSanitizer reserves terabytes for itself.
  if (!support::hasAddressSanitizer()) command.limits.addressSpace = 16ULL << 30;

  std::map<std::size_t, json> answers;
  progress_.begin("compiling", missing.size());
  command.onLine = [&](std::string_view line) {
    const json answer = json::parse(line, nullptr, false);
    if (!answer.is_object() || !answer.contains("job")) return;
    const std::size_t number = answer["job"].get<std::size_t>();
    if (number >= missing.size()) return;
    progress_.step(missing[number].unit.id);
    answers[number] = answer;
  };
  auto ran = sandbox_.run(command, cancel);
  progress_.finish();
  if (!ran) return std::unexpected(std::move(ran.error()).within("compiling"));
  const bool isCancelled = ran->end == support::ProcessResult::End::Cancelled;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const auto answer = answers.find(i);
    const std::string output = fmt::format("{}/{}", outside, i);
    // What is done is kept, so that the next run has less to do.
    if (isCancelled && (answer == answers.end() || !answer->second.value("ok", false))) continue;
    if (answer == answers.end() || !answer->second.value("ok", false)) {
      std::string diagnostics =
          answer == answers.end() ? fmt::format("the compiler {} {}", ran->describe(), support::printable(ran->errors))
                                  : answer->second.value("diagnostics", "");
      std::string first = firstErrorOf(diagnostics, missing[i].unit.id);
      outcome.failed.push_back({missing[i].unit, std::move(diagnostics), std::move(first)});
      continue;
    }
    for (const char* kind : {"bitcode", "outline", "facts"}) {
      const std::string path = output + (std::string_view(kind) == "bitcode" ? ".bc" : std::string(".") + kind);
      // The facts last: who finds them may rely on the others.
      if (auto stored = store_.putFile(kind, missing[i].key, path); !stored) return stored;
    }
    auto facts = files_.read(output + ".facts");
    if (!facts) return std::unexpected(std::move(facts.error()));
    outcome.compiled.push_back({missing[i].unit, missing[i].key, std::move(*facts)});
  }
  auto removed = files_.remove(outside);
  if (isCancelled)
    return std::unexpected(support::Error(support::ErrorKind::Cancelled, "compiling was stopped before its end"));
  return removed;
}

Result<std::string> UnitSet::artefact(const std::string& kind, const CompiledUnit& unit) {
  if (auto content = store_.get(kind, unit.key)) return std::move(*content);
  // Evicted or damaged since: made again, once.
  CompileOutcome outcome;
  if (auto again = compileMissing({{unit.unit, unit.key}}, outcome, {}, jobs_); !again)
    return std::unexpected(std::move(again.error()));
  if (auto content = store_.get(kind, unit.key)) return std::move(*content);
  return support::cannotRun("{}: its {} is gone from the cache and cannot be made again", unit.unit.id, kind);
}

Result<std::string> UnitSet::bitcodeOf(const CompiledUnit& unit) { return artefact("bitcode", unit); }
Result<std::string> UnitSet::outlinesOf(const CompiledUnit& unit) { return artefact("outline", unit); }

} // namespace beagle::build
