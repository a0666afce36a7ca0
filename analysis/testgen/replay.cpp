#include "analysis/testgen/replay.h"

#include "analysis/ir/export.h"
#include "analysis/support/digest.h"
#include "analysis/support/text.h"
#include "analysis/testgen/link_stubs.h"
#include "analysis/testgen/native_paths.h"
#include "analysis/testgen/runner_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace beagle::testgen {

using support::Result;

namespace {

/// Symbols that the linker's messages say are missing.
std::vector<std::string> missingSymbols(std::string_view messages) {
  constexpr std::string_view mark = "undefined reference to `";
  std::set<std::string> symbols;
  for (const std::string_view line : support::lines(messages)) {
    const std::size_t start = line.find(mark);
    if (start == std::string_view::npos) continue;
    const std::string_view rest = line.substr(start + mark.size());
    symbols.emplace(rest.substr(0, rest.find('\'')));
  }
  return {symbols.begin(), symbols.end()};
}

std::vector<std::string> sanitizerOptions(Checks checks) {
  switch (checks) {
  case Checks::None: return {};
  case Checks::Addresses: return {"-fsanitize=address"};
  case Checks::Own: return {"-fsanitize=address,undefined"};
  case Checks::Coverage: return {"-fsanitize=fuzzer-no-link"};
  }
  return {};
}

/// Of the functions that inputs decide about, those that libraries define and may need themselves.
void addLibraries(const ir::Program& program, const FunctionNames& names, OutsideFunctions& outside) {
  for (const std::string& name : names.outside) {
    const auto index = program.find(name);
    if (!index || names.targets.contains(name)) continue;
    const ir::FunctionInfo& info = program.functions()[*index];
    if (info.isDefined && !info.isRuntime) continue;
    if (const std::string_view file = program.file(info.location.file);
        info.isRuntime || file.empty() || file.starts_with("/"))
      outside.instead.insert(name);
    if (info.isRuntime) outside.sometimes.insert(name);
  }
}

std::string inside(const std::string& name) { return support::joinPath(nativeRoot, name); }

} // namespace

std::vector<NativeUnit> unitsAsAnalysed(std::span<const std::shared_ptr<ir::BitcodeModule>> units) {
  std::vector<NativeUnit> result;
  for (const std::shared_ptr<ir::BitcodeModule>& unit : units)
    result.push_back({unit->name(), unit->bytes(), {"-O0", "-ffp-contract=off"}});
  return result;
}

build::SandboxedCommand NativeBuilder::commandInFolder() const {
  build::SandboxedCommand command;
  command.folder = nativeRoot;
  command.binds = {{folder_, std::string(nativeRoot), true}};
  command.limits.addressSpace = 16ULL << 30;
  command.limits.fileSize = 2ULL << 30;
  return command;
}

Result<support::ProcessResult> NativeBuilder::run(build::SandboxedCommand command,
                                                  const support::CancelToken& cancel) const {
  auto ran = sandbox_.run(command, cancel);
  if (ran && ran->end == support::ProcessResult::End::Cancelled)
    return std::unexpected(support::Error(support::ErrorKind::Cancelled, "building the replay was cancelled"));
  return ran;
}

Result<support::ProcessResult> NativeBuilder::clang(std::vector<std::string> arguments,
                                                    const support::CancelToken& cancel) const {
  build::SandboxedCommand command = commandInFolder();
  command.arguments = std::move(arguments);
  command.arguments.insert(command.arguments.begin(), clangProgram());
  return run(std::move(command), cancel);
}

Result<support::ProcessResult> NativeBuilder::step(std::vector<std::string> arguments,
                                                   const support::CancelToken& cancel) const {
  build::SandboxedCommand command = commandInFolder();
  compiler_.setIn(command, std::move(arguments));
  return run(std::move(command), cancel);
}

/// All in one sandbox where the compiler can: starting that takes longer than many a file.
Result<void> NativeBuilder::compile(std::span<const Task> tasks, const support::CancelToken& cancel) {
  std::vector<std::vector<std::string>> steps;
  for (const Task& task : tasks) {
    std::vector<std::string>& words = steps.emplace_back(task.options);
    for (const std::string& word :
         {std::string("-w"), std::string("-c"), inside(task.file), std::string("-o"), inside(task.object + ".part")})
      words.push_back(word);
  }
  for (std::size_t first = 0, count = 0; first < steps.size(); first += count) {
    build::SandboxedCommand command = commandInFolder();
    count = compiler_.setIn(command, std::span(steps).subspan(first));
    auto ran = run(std::move(command), cancel);
    if (!ran) return std::unexpected(std::move(ran.error()));
    const std::optional<std::size_t> failed = Compiler::failedStep(*ran, count);
    for (const Task& task : tasks.subspan(first, ran->ok() ? count : failed.value_or(0)))
      if (auto done =
              files_.rename(support::joinPath(folder_, task.object + ".part"), support::joinPath(folder_, task.object));
          !done)
        return done;
    if (ran->ok()) continue;
    return support::cannotRun("{} does not become machine code: {}",
                              failed ? tasks[first + *failed].what : "the bitcode", Compiler::whyNot(*ran));
  }
  return {};
}

Result<std::vector<std::string>> NativeBuilder::unitObjects(const ir::Program& program,
                                                            std::span<const NativeUnit> units, Checks checks,
                                                            const Subject& subject, std::vector<Task>& tasks) {
  std::vector<std::string> objects;
  for (std::size_t i = 0; i < units.size(); ++i) {
    support::Digest digest;
    digest.add(units[i].bitcode).add(std::to_string(static_cast<int>(checks))).add(std::to_string(i));
    for (const std::string& option : units[i].options) digest.add(option);
    const ir::ExportOptions options{.checkAddresses = checks == Checks::Addresses,
                                    .apart = ir::symbolsApart(program, i),
                                    .instead = subject.outside.instead,
                                    .leftOut = subject.leftOut,
                                    .counted = subject.counted};
    for (const auto& [symbol, meant] : options.apart) digest.add(symbol).add(std::to_string(meant));
    for (const std::set<std::string>* symbols : {&options.instead, &options.leftOut, &options.counted}) {
      digest.add("symbols");
      for (const std::string& symbol : *symbols) digest.add(symbol);
    }
    const std::string name = digest.hex().substr(0, 24);
    objects.push_back(name + ".o");
    if (files_.exists(support::joinPath(folder_, objects.back()))) continue;
    auto bitcode = ir::exportSymbols(units[i].bitcode, i, options);
    if (!bitcode) return support::within(bitcode, units[i].name);
    if (auto written = files_.write(support::joinPath(folder_, name + ".bc"), *bitcode); !written)
      return std::unexpected(std::move(written.error()));
    // Code that cannot be reached ends the run instead of going on in whatever stands behind it.
    std::vector<std::string> arguments{"-mllvm", "-trap-unreachable", checks == Checks::Coverage ? "-fPIC" : "-fPIE"};
    std::ranges::copy(units[i].options, std::back_inserter(arguments));
    std::ranges::copy(sanitizerOptions(checks), std::back_inserter(arguments));
    tasks.push_back(
        {fmt::format("the bitcode of {}", units[i].name), name + ".bc", objects.back(), std::move(arguments)});
  }
  return objects;
}

Result<void> NativeBuilder::link(const Subject& subject, const std::vector<std::string>& objects,
                                 const std::string& name, Checks checks, const support::CancelToken& cancel) {
  const NativeInterface& interface = subject.interface;
  const bool isLibrary = checks == Checks::Coverage;
  const std::string runner = name + "-runner.o", guard = name + "-guard.o";
  std::vector<std::string> arguments{"-w", "-O1"}, parts;
  if (isLibrary) {
    for (const char* argument : {"-fPIC", "-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs"}) arguments.emplace_back(argument);
  } else {
    if (auto written = files_.write(support::joinPath(folder_, runner), runnerObject()); !written) return written;
    for (const char* argument : {"-fPIE", "-pie"}) arguments.emplace_back(argument);
    parts.push_back(runner);
    if (checks == Checks::None && subject.counted.empty()) // sanitizers move blocks themselves
      arguments.emplace_back("-Wl,--wrap=realloc");
  }
  if (interface.isCxx) { // sanitizers bring other libraries then
    if (auto written = files_.write(support::joinPath(folder_, guard), guardObject()); !written) return written;
    parts.push_back(guard);
    arguments.emplace_back("--driver-mode=g++");
  }
  for (const std::string& object : parts) arguments.push_back(inside(object));
  for (const std::string& object : objects) arguments.push_back(inside(object));
  std::ranges::copy(sanitizerOptions(checks), std::back_inserter(arguments));
  const std::string part = name + ".part";
  for (const char* argument : {"-Wl,--as-needed", "-lstdc++", "-lm", "-Wl,--no-demangle", "-o"})
    arguments.emplace_back(argument);
  arguments.push_back(inside(part));
  // The quick linker may fail at saying what is missing.
  const std::string_view quick = isLibrary ? "" : BEAGLE_QUICK_LINKER;
  if (!quick.empty()) arguments.emplace_back(quick);
  auto ran = step(arguments, cancel);
  if (!quick.empty()) arguments.pop_back();
  if (ran && !ran->ok() && !quick.empty()) ran = step(arguments, cancel);
  if (!ran) return std::unexpected(std::move(ran.error()));
  if (!ran->ok()) {
    std::vector<std::string> missing = missingSymbols(ran->errors);
    if (!missing.empty()) {
      if (isLibrary) { // whoever loads it has those
        std::erase_if(missing, [](const std::string& symbol) {
          return symbol.starts_with("__sanc") || symbol.starts_with("__sanitizer_cov") || symbol == "beagle_outside";
        });
        arguments.emplace_back("-Wl,-z,undefs");
      }
      const std::string stubs = name + "-stubs.c";
      if (auto written = files_.write(support::joinPath(folder_, stubs), stubSource(missing, interface)); !written)
        return written;
      for (const std::string& argument : {std::string("-x"), std::string("c"), inside(stubs)})
        arguments.push_back(argument);
      ran = clang(arguments, cancel);
      if (!ran) return std::unexpected(std::move(ran.error()));
    }
  }
  if (!ran->ok())
    return support::cannotRun("the replay of {} cannot be linked: {}", interface.entry, Compiler::whyNot(*ran));
  return files_.rename(support::joinPath(folder_, part), support::joinPath(folder_, name));
}

Result<std::string> NativeBuilder::make(const ir::Program& program, std::span<const NativeUnit> units, Checks checks,
                                        const Subject& subject, const support::CancelToken& cancel) {
  const bool isLibrary = checks == Checks::Coverage;
  std::vector<Task> tasks;
  auto objects = unitObjects(program, units, checks, subject, tasks);
  if (!objects) return std::unexpected(std::move(objects.error()));
  std::string name = isLibrary ? "lib-" + digestOf(subject, *objects) + ".so" : "run-" + digestOf(subject, *objects);
  if (files_.exists(support::joinPath(folder_, name))) return name;
  const std::string text =
      callerModule(subject.interface, isLibrary ? CallerOf::Library : CallerOf::Program, subject.outside);
  if (auto written = files_.write(support::joinPath(folder_, name + "-caller.ll"), text); !written)
    return std::unexpected(std::move(written.error()));
  std::vector<std::string> options{"-O1", isLibrary ? "-fPIC" : "-fPIE"};
  std::ranges::copy(sanitizerOptions(checks), std::back_inserter(options));
  objects->insert(objects->begin(), name + "-caller.o");
  tasks.push_back(
      {"the call of " + subject.interface.entry, name + "-caller.ll", objects->front(), std::move(options)});
  if (auto compiled = compile(tasks, cancel); !compiled) return std::unexpected(std::move(compiled.error()));
  if (auto linked = link(subject, *objects, name, checks, cancel); !linked)
    return std::unexpected(std::move(linked.error()));
  return name;
}

Result<NativeLibrary> NativeBuilder::buildLibrary(const ir::Program& program, std::span<const NativeUnit> units,
                                                  ir::FunctionIndex entry, const FunctionNames& names,
                                                  const support::CancelToken& cancel) {
  auto called = subject(program, entry, names);
  if (!called) return std::unexpected(std::move(called.error()));
  auto name = make(program, units, Checks::Coverage, *called, cancel);
  if (!name) return std::unexpected(std::move(name.error()));
  return NativeLibrary{std::move(called->interface), std::move(*name)};
}

Result<NativeBuilder::Subject> NativeBuilder::subject(const ir::Program& program, ir::FunctionIndex entry,
                                                      const FunctionNames& names) {
  auto interface = nativeInterface(program, entry, names);
  if (!interface) return std::unexpected(std::move(interface.error()));
  Subject subject{std::move(*interface), {names.outside, {}, {}}, {}, {}};
  const auto isProjects = [&](const char* name) {
    const auto function = program.find(name);
    return function && program.functions()[*function].isDefined && !program.functions()[*function].isRuntime;
  };
  if (names.countsAllocations)
    for (const auto& [name, counted] : ir::countedAllocators)
      if (!isProjects(name)) subject.counted.insert(name);
  for (const std::string& name : names.leftOut)
    if (const auto function = program.find(name)) subject.leftOut.insert(ir::exportedFunction(program, *function));
  addLibraries(program, names, subject.outside);
  for (const NativeInterface::Function& function : subject.interface.functions)
    if (function.isOutside) subject.outside.all.insert(function.symbol);
  return subject;
}

std::string NativeBuilder::digestOf(const Subject& subject, const std::vector<std::string>& objects) {
  support::Digest digest;
  digest.add(subject.interface.symbol);
  for (const std::string& object : objects) digest.add(object);
  for (const NativeInterface::Function& function : subject.interface.functions) digest.add(function.symbol);
  for (const std::set<std::string>* functions : {&subject.outside.all, &subject.outside.sometimes}) {
    digest.add("outside");
    for (const std::string& function : *functions) digest.add(function);
  }
  return digest.hex().substr(0, 24);
}

Result<NativeProgram> NativeBuilder::build(const ir::Program& program, std::span<const NativeUnit> units,
                                           ir::FunctionIndex entry, Checks checks, const FunctionNames& names,
                                           const support::CancelToken& cancel) {
  auto called = subject(program, entry, names);
  if (!called) return std::unexpected(std::move(called.error()));
  auto name = make(program, units, checks, *called, cancel);
  if (!name) return std::unexpected(std::move(name.error()));
  return NativeProgram(sandbox_, std::move(called->interface),
                       {{inside(*name)}, {{folder_, std::string(nativeRoot), false}}});
}

Result<NativeProgram> NativeBuilder::load(const std::string& jit, const ir::Program& program,
                                          std::span<const NativeUnit> units, ir::FunctionIndex entry,
                                          const FunctionNames& names) {
  auto called = subject(program, entry, names);
  if (!called) return std::unexpected(std::move(called.error()));
  auto job = writeJob(program, units, *called);
  if (!job) return std::unexpected(std::move(job.error()));
  const std::string programs = support::parentPath(jit);
  return NativeProgram(sandbox_, std::move(called->interface),
                       {{support::joinPath(programRoot, support::fileName(jit)), inside(*job)},
                        {{folder_, std::string(nativeRoot), false}, {programs, std::string(programRoot), false}}});
}

/// In the form of jit/job.h.
Result<std::string> NativeBuilder::writeJob(const ir::Program& program, std::span<const NativeUnit> units,
                                            const Subject& subject) {
  const std::string caller = callerModule(subject.interface, CallerOf::Program, subject.outside);
  std::string job;
  std::size_t lines = 0;
  const auto line = [&](std::string_view word, const std::string& rest) {
    job += fmt::format("{} {}\n", word, rest);
    ++lines;
  };
  for (const std::string& symbol : subject.outside.instead) line("instead", symbol);
  for (const std::string& symbol : subject.leftOut) line("left-out", symbol);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::string name = support::Digest().add(units[i].bitcode).hex().substr(0, 24) + ".bitcode";
    if (const std::string path = support::joinPath(folder_, name); !files_.exists(path))
      if (auto written = files_.write(path, units[i].bitcode); !written)
        return std::unexpected(std::move(written.error()));
    line("unit", fmt::format("{} {}", i, name));
    for (const auto& [symbol, meant] : ir::symbolsApart(program, i)) line("apart", fmt::format("{} {}", meant, symbol));
  }
  if (std::ranges::count(job, '\n') != static_cast<std::ptrdiff_t>(lines))
    return support::cannotRun("a symbol of the program has a line's end in its name");
  const std::string name = "job-" + support::Digest().add(job).add(caller).hex().substr(0, 24);
  job += fmt::format("caller {}.ll\n", name);
  for (const auto& [file, text] : {std::pair(name + ".ll", &caller), {name, &std::as_const(job)}})
    if (auto written = files_.write(support::joinPath(folder_, file), *text); !written)
      return std::unexpected(std::move(written.error()));
  return name;
}

} // namespace beagle::testgen
