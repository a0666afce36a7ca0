#include "analysis/pipeline/main/command_line.h"

#include "analysis/pipeline/main/config_options.h"
#include "analysis/pipeline/main/option_values.h"
#include "analysis/pipeline/main/report_options.h"
#include "analysis/support/text.h"
#include "config/keys.h"

#include <CLI/CLI.hpp>

#include <array>
#include <charconv>
#include <thread>

namespace beagle::pipeline {

namespace {

using support::Result;

/// Options as they were written, before they mean something.
struct RawOptions {
  std::string format = "text", build = "auto", sandbox = "on", timeout, cacheSize = "5G", settings = "disk";
  std::string order = "dfs", merge = "none", budget, memory, stats, queryLog, failLevel, shard;
  std::string testStyle, testExpects = "base";
  std::optional<std::string> maxEntries;
  std::vector<std::string> lengths, files, reports;
  std::optional<std::uint32_t> standardInput;
};

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// Those that were on the command line.
std::set<std::string> givenOptions(const CLI::App& app) {
  std::set<std::string> given;
  for (const CLI::Option* option : app.get_options())
    if (option->count() > 0)
      for (const std::string& name : option->get_lnames()) given.insert("--" + name);
  return given;
}

/// "data=size"; "data=none".
Result<void> interpretLengths(const RawOptions& raw, exec::HarnessOptions& harness) {
  for (const std::string& rule : raw.lengths) {
    const std::size_t sign = rule.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == rule.size())
      return support::usageError("--length {}: say BUFFER=LENGTH, such as data=size, or data=none", rule);
    const std::string length = rule.substr(sign + 1);
    harness.lengths.push_back({rule.substr(0, sign), length == "none" ? "" : length, false});
  }
  return {};
}

/// "config.txt=40"; a name may have such a sign itself.
Result<void> interpretFiles(const RawOptions& raw, exec::HarnessOptions& harness) {
  if (raw.standardInput) harness.files[""] = *raw.standardInput;
  for (const std::string& file : raw.files) {
    const std::size_t sign = file.rfind('=');
    const std::string name = file.substr(0, sign);
    std::uint32_t size = 0;
    const char* end = file.data() + file.size();
    const bool isNumber = sign != std::string::npos && std::from_chars(file.data() + sign + 1, end, size).ptr == end &&
                          sign + 1 < file.size();
    if (name.empty() || !isNumber) return support::usageError("--file {}: say NAME=N, such as config.txt=40", file);
    harness.files[name] = size;
  }
  return {};
}

/// Limits of the inputs, and what they are like.
void addInputs(CLI::App& app, exec::HarnessOptions& harness, RawOptions& raw) {
  app.add_option("--max-buffer", harness.maxElements,
                 "Most elements of a buffer behind a pointer, or of a container of the C++ library (default 8)")
      ->type_name("N");
  app.add_option("--max-string", harness.maxString, "Most characters of a string (default 8)")->type_name("N");
  app.add_option(
         "--max-file", harness.maxFile,
         "Most bytes of a file, of standard input, and of what a stream of the input gives (default 8; 0: there are no files, and no variables of the environment)")
      ->type_name("N");
  app.add_option("--stdin", raw.standardInput, "Most bytes of standard input (default: as --max-file)")->type_name("N");
  app.add_option("--file", raw.files,
                 "Most bytes of the file of that name, such as config.txt=40 (default: as --max-file). May be repeated")
      ->type_name("NAME=N")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--max-aliases", harness.maxAliases,
                 "Most pointers that lead where another one does (default 2; 0: none do)")
      ->type_name("N");
  app.add_option("--max-callees", harness.maxCallees,
                 "Most functions of the program that a function pointer is tried as (default 3)")
      ->type_name("N");
  app.add_option(
         "--length", raw.lengths,
         "Which number says how many elements a buffer has, such as data=size; data=none: none does. May be repeated")
      ->type_name("BUFFER=LENGTH")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// What commands that build a project have in common.
Result<void> interpretProject(const RawOptions& raw, ChangesOptions& options, std::string_view command) {
  if (auto ok = oneOf("--sandbox", raw.sandbox, {"on", "off"}); !ok) return ok;
  options.sandbox = raw.sandbox == "on" ? build::SandboxMode::On : build::SandboxMode::Off;
  constexpr std::array methods{build::Method::Database, build::Method::CMake,   build::Method::Meson,
                               build::Method::Make,     build::Method::Command, build::Method::Plain};
  std::vector<std::string> names{"auto"};
  for (const build::Method method : methods) {
    names.emplace_back(nameOf(method));
    if (raw.build == nameOf(method)) options.plan.method = method;
  }
  if (auto ok = oneOf("--build", raw.build, names); !ok) return ok;
  if (auto ok = oneOf("--settings", raw.settings, {"disk", "base", "off"}); !ok) return ok;
  options.settingsFrom = raw.settings == "disk"   ? SettingsFrom::Disk
                         : raw.settings == "base" ? SettingsFrom::Base
                                                  : SettingsFrom::Nowhere;
  if (!raw.timeout.empty()) {
    auto timeout = readDuration("--build-timeout", raw.timeout);
    if (!timeout) return std::unexpected(std::move(timeout.error()));
    options.plan.timeout = *timeout;
  }
  auto size = readSize("--cache-size", raw.cacheSize);
  if (!size) return std::unexpected(std::move(size.error()));
  options.cacheLimit = *size;
  for (const std::string& pattern : options.exclude)
    if (auto ok = checkGlob("--exclude", pattern); !ok) return ok;
  if (raw.maxEntries) {
    const auto most = readCount("--max-entries", *raw.maxEntries, 100'000);
    if (!most) return std::unexpected(most.error());
    options.maxEntries = *most;
  }
  for (const auto& [option, value] :
       {std::pair("--build-command", &options.plan.command), std::pair("--prepare", &options.plan.prepare),
        std::pair("--compile-commands", &options.plan.database)})
    if (options.given.contains(option) && support::trim(*value).empty())
      return support::usageError("{} is given, but empty", option);
  if (options.plan.method == build::Method::Command && options.plan.command.empty())
    return support::usageError("--build command needs the command itself: --build-command \"make all\"");
  if (options.what.size() > 2)
    return support::usageError("`{}` takes one range or two versions, not {} arguments", command, options.what.size());
  options.plan.jobs = options.jobs;
  return {};
}

Result<void> interpretExplore(const RawOptions& raw, CommandLine& line) {
  ExploreOptions& options = line.explore;
  if (auto ok = oneOf("--format", raw.format, {"text", "json"}); !ok) return ok;
  if (auto ok = oneOf("--stats", raw.stats, {"", "json"}); !ok) return ok;
  line.json = raw.format == "json" || raw.stats == "json";
  options.keepPaths = raw.format == "json";
  if (auto ok = oneOf("--order", raw.order, {"dfs", "bfs", "random", "coverage"}); !ok) return ok;
  options.order = *explore::orderNamed(raw.order);
  if (auto ok = oneOf("--merge", raw.merge, {"none", "equal", "ite"}); !ok) return ok;
  options.merge = *explore::mergeNamed(raw.merge);
  if (!raw.queryLog.empty()) options.queryLog = raw.queryLog;
  if (!raw.budget.empty()) {
    auto budget = readDuration("--budget", raw.budget);
    if (!budget) return std::unexpected(std::move(budget.error()));
    options.budget = *budget;
  }
  if (!raw.memory.empty()) {
    auto memory = readSize("--max-memory", raw.memory);
    if (!memory) return std::unexpected(std::move(memory.error()));
    options.bounds.memory = *memory;
  }
  if (auto ok = interpretLengths(raw, options.harness); !ok) return ok;
  if (auto ok = interpretFiles(raw, options.harness); !ok) return ok;
  if (options.path.empty()) return support::usageError("`explore` needs a source file, a bitcode file or a folder");
  return interpretProject(raw, options.project, "explore");
}

Result<void> interpretTests(const RawOptions& raw, DiffOptions& options) {
  RegressionTestOptions& tests = options.tests;
  if (!raw.testStyle.empty())
    if (auto ok = oneOf("--test-style", raw.testStyle, {"c", "gtest"}); !ok) return ok;
  if (auto ok = oneOf("--test-expects", raw.testExpects, {"base", "head"}); !ok) return ok;
  if (!raw.testStyle.empty())
    tests.style = raw.testStyle == "c" ? testgen::TestStyle::Plain : testgen::TestStyle::GoogleTest;
  tests.wantsHead = raw.testExpects == "head";
  const bool isAsked = !tests.folder.empty();
  if (!isAsked && (tests.style || tests.wantsHead))
    return support::usageError("--test-style and --test-expects need --tests DIR, where the tests are written");
  if (isAsked && !options.replay)
    return support::usageError("--tests writes tests of what both versions were seen to do: leave out --no-replay");
  if (isAsked) options.usesCache = false; // a report does not hold what tests are made of
  return {};
}

Result<void> interpretDiff(const RawOptions& raw, CommandLine& line, std::string_view command) {
  DiffOptions& options = line.diff;
  auto output = readOutput(raw.format, raw.reports, JsonLines::Offered);
  if (!output) return std::unexpected(std::move(output.error()));
  line.output = std::move(*output);
  line.output.isWhole = line.verbose;
  if (!raw.budget.empty()) {
    auto budget = readDuration("--budget", raw.budget);
    if (!budget) return std::unexpected(std::move(budget.error()));
    options.budget = *budget;
  }
  if (auto ok = interpretLengths(raw, options.compare.harness); !ok) return ok;
  if (auto ok = interpretFiles(raw, options.compare.harness); !ok) return ok;
  if (auto ok = interpretTests(raw, options); !ok) return ok;
  return interpretProject(raw, options.changes, command);
}

Result<void> interpretCheck(const RawOptions& raw, CommandLine& line) {
  if (!raw.failLevel.empty()) {
    if (auto ok = oneOf("--fail-level", raw.failLevel, {"never", "violation", "unchecked", "change"}); !ok) return ok;
    for (const auto& word : config::Words<config::FailLevel>::all)
      if (word.word == raw.failLevel) line.failLevel = word.value;
  }
  if (!raw.shard.empty()) {
    const auto shard = readShard(raw.shard);
    if (!shard) return std::unexpected(shard.error());
    line.diff.shard = *shard;
  }
  return interpretDiff(raw, line, "check");
}

Result<void> interpretReport(const RawOptions& raw, CommandLine& line) {
  const bool isMerge = line.report.action == ReportCommand::Action::Merge;
  if (line.report.paths.empty())
    return support::usageError(
        "`report {0}` needs a report, as `--format json` writes it: beagle report {0} REPORT.json",
        isMerge ? "merge" : "render");
  if (!isMerge && line.report.paths.size() > 1)
    return support::usageError(
        "`report render` takes one report, not {}; `report merge` makes one of the shards of a check",
        line.report.paths.size());
  auto output = readOutput(raw.format.empty() ? isMerge ? "json" : "text" : raw.format, raw.reports, JsonLines::None);
  if (!output) return std::unexpected(std::move(output.error()));
  line.output = std::move(*output);
  line.output.isWhole = line.verbose;
  return {};
}

Result<void> interpretChanges(const RawOptions& raw, CommandLine& line) {
  if (auto ok = oneOf("--format", raw.format, {"text", "json"}); !ok) return ok;
  line.json = raw.format == "json";
  return interpretProject(raw, line.changes, "changes");
}

/// How a project is built.
void addBuild(CLI::App& app, CommandLine& line, ChangesOptions& options, RawOptions& raw) {
  app.add_option(
         "--settings", raw.settings,
         "Where .beagle.yml is read: disk (default: your working folder), base (the old version) or off. Options win over it")
      ->type_name("WHERE");
  app.add_option("--build", raw.build,
                 "How the project is built: auto (default), database, cmake, meson, make, command, plain")
      ->type_name("METHOD");
  app.add_option("--build-command", options.plan.command,
                 "A command that builds the project; its compiler calls are recorded")
      ->type_name("CMD");
  app.add_option("--prepare", options.plan.prepare, "A command to run before building")->type_name("CMD");
  app.add_flag("--allow-network", options.plan.prepareNetwork, "Let the prepare command use the network");
  app.add_option("--compile-commands", options.plan.database, "A compile_commands.json to use")->type_name("FILE");
  app.add_option("--extra-flag", options.plan.extraFlags, "Compiler option to add to every unit")->type_name("FLAG");
  app.add_option("--build-timeout", raw.timeout,
                 "Time limit for configuring and building a version, such as 90s (default 10m)")
      ->type_name("TIME");
  app.add_option("--cache-size", raw.cacheSize, "Size limit of the cache (default 5G)")->type_name("SIZE");
  app.add_flag("--submodules", options.submodules, "Look into submodules that are checked out");
  app.add_option("--sandbox", raw.sandbox, "on (default), or off: run the project's build unprotected on this machine")
      ->type_name("MODE");
  app.add_flag("--quiet,-q", line.quiet, "Only the report");
  app.add_flag("--verbose,-v", line.verbose, "Say more about what is done, and in a text report all that is known");
}

/// The same for a repository of which two versions are built.
void addBuilding(CLI::App& app, CommandLine& line, ChangesOptions& options, RawOptions& raw) {
  app.add_option("--repo", options.repository, "Folder of the git repository")->type_name("DIR");
  app.add_option("--exclude", options.exclude, "Leave out files that match; may be repeated")->type_name("GLOB");
  app.add_option("--max-entries", raw.maxEntries,
                 "How many functions to propose for exploring, those with most of the edit first (default 100)")
      ->type_name("N");
  app.add_option("--jobs,-j", options.jobs, "Compile this many units at once")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  addBuild(app, line, options, raw);
}

/// The two versions, and how they are built.
void addProject(CLI::App& app, CommandLine& line, ChangesOptions& options, RawOptions& raw) {
  app.add_option("what", options.what,
                 "BASE..HEAD, BASE...HEAD (from their merge base), two revisions, two files or two folders. "
                 "Nothing: from the merge base with upstream to HEAD")
      ->expected(0, 8);
  addBuilding(app, line, options, raw);
}

void addReplay(CLI::App& app, CommandLine& line, RawOptions& raw) {
  ReplayOptions& options = line.replay;
  app.add_option("report", options.report,
                 "A report that `beagle diff --format json` or `beagle check --format json` has written")
      ->type_name("REPORT");
  app.add_option("finding", options.finding,
                 "The fingerprint of a finding, or its first characters (default: all findings)")
      ->type_name("FINDING");
  app.add_option("--base", options.base,
                 "The old version, instead of the one that the report names: a revision, a file or a folder")
      ->type_name("VERSION");
  app.add_option("--head", options.head, "The new version, instead of the one that the report names")
      ->type_name("VERSION");
  addBuilding(app, line, options.changes, raw);
}

void addChanges(CLI::App& app, CommandLine& line, RawOptions& raw) {
  addProject(app, line, line.changes, raw);
  app.add_option("--format", raw.format, "text (default) or json")->type_name("FORMAT");
}

/// The program and the commands that were chosen, from the outside in.
std::vector<const CLI::App*> pathOf(const CLI::App& app) {
  std::vector<const CLI::App*> path{&app};
  for (auto chosen = app.get_subcommands(); !chosen.empty(); chosen = chosen.front()->get_subcommands())
    path.push_back(chosen.front());
  return path;
}

/// "beagle config explain"
std::string calledAs(const CLI::App& app) {
  std::string name;
  for (const CLI::App* part : pathOf(app)) name += (name.empty() ? "" : " ") + part->get_name();
  return name;
}

std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

void addExplore(CLI::App& app, CommandLine& line, RawOptions& raw) {
  ExploreOptions& options = line.explore;
  app.add_option("path", options.path, "A C or C++ source file, a bitcode file (.bc), or a folder")
      ->type_name("FILE|DIR");
  app.add_option("--entry", options.entry,
                 "The function to explore (default main); NAME@FILE where several files have one of that name")
      ->type_name("FUNCTION");
  app.add_option("--order", raw.order, "Which path first: dfs (default), bfs, random, coverage")->type_name("ORDER");
  app.add_option("--seed", options.seed, "Seed of the random order")->type_name("N");
  app.add_option(
         "--merge", raw.merge,
         "Runs that meet again after a branch: none (default) keeps each on its own; equal makes one of those that differ "
         "in nothing but how they came there; ite also of those whose values differ. A path then stands for several")
      ->type_name("HOW");
  app.add_option("--budget", raw.budget, "Stop after this time, such as 30s or 5m")->type_name("TIME");
  app.add_option(
         "--jobs,-j", options.jobs,
         "Explore this many parts at once (default 1); the report stays the same. With --merge, --max-paths, --max-instructions or --query-log: one")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  app.add_option("--max-paths", options.bounds.paths, "Stop after so many paths")->type_name("N");
  app.add_option("--max-instructions", options.bounds.instructions, "Stop after so many instructions")->type_name("N");
  app.add_option("--max-states", options.bounds.states, "Most states that wait at once (default 1000000)")
      ->type_name("N");
  app.add_option(
         "--max-states-in-memory", options.bounds.statesInMemory,
         "Most waiting states that are kept; others are dropped and made again when it is their turn (default: as --max-memory allows)")
      ->type_name("N");
  app.add_option("--max-choices", options.bounds.choices, "Most choices on one path")->type_name("N");
  app.add_option("--max-memory", raw.memory,
                 "Save memory above this size, such as 2G, and leave out paths a quarter above")
      ->type_name("SIZE");
  app.add_option("--max-steps", options.machine.maxSteps, "Most instructions of one path (default 4000000000)")
      ->type_name("N");
  app.add_option("--max-calls", options.machine.maxFrames, "Most calls inside one another (default 2000)")
      ->type_name("N");
  addInputs(app, options.harness, raw);
  app.add_flag("!--initial-globals", options.harness.globalsAreInputs,
               "Globals start with their initialisers, not with any value");
  app.add_option("--inputs", options.inputs,
                 "Write an input for each path there: as JSON, and as a C program that makes the call")
      ->type_name("DIR");
  app.add_flag("--replay", options.replay, "Let the compiled program take each path, too, and compare what it does");
  app.add_option("--stats", raw.stats, "json: counts and times on standard output")->type_name("FORMAT");
  app.add_option("--format", raw.format, "text (default) or json, which has every path")->type_name("FORMAT");
  app.add_option("--query-log", raw.queryLog, "Append the queries that no cheap layer answers to this file")
      ->type_name("FILE");
  addBuild(app, line, options.project, raw);
}

void addDiff(CLI::App& app, CommandLine& line, RawOptions& raw) {
  DiffOptions& options = line.diff;
  addProject(app, line, options.changes, raw);
  app.add_option("--entry", options.entries,
                 "A function to compare; may be repeated (default: what the change can influence)")
      ->type_name("FUNCTION")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  addOutput(app, raw.format, raw.reports,
            fmt::format("{}, or jsonl: a line per function as soon as it is settled", formatHelp("text")));
  app.add_option("--budget", raw.budget, "Time for comparing, all functions together, such as 30s or 5m (default 1m)")
      ->type_name("TIME");
  app.add_option("--max-steps", options.compare.machine.maxSteps, "Most instructions of one path (default 4000000000)")
      ->type_name("N");
  app.add_option("--max-inputs", options.compare.search.inputs,
                 "Most inputs to try in both versions of a function, beside what is explored (default 50000; 0: none)")
      ->type_name("N");
  addInputs(app, options.compare.harness, raw);
  app.add_flag("!--no-replay", options.replay, "Do not run both versions to see each change");
  app.add_option("--tests", options.tests.folder,
                 "Write a regression test for each change that was seen when both versions ran")
      ->type_name("DIR");
  app.add_option("--test-style", raw.testStyle,
                 "c: a program of its own, in the language of the function; gtest: GoogleTest (default for C++)")
      ->type_name("STYLE");
  app.add_option(
         "--test-expects", raw.testExpects,
         "base (default): the test fails as long as the change is there, unless that removes a crash; head: it holds on to what the new version does")
      ->type_name("VERSION");
}

void addCheck(CLI::App& app, CommandLine& line, RawOptions& raw) {
  addDiff(app, line, raw);
  app.add_option(
         "--fail-level", raw.failLevel,
         "What makes the check fail: never, violation (what the contract does not allow), unchecked (that, and what could not be "
         "checked) or change (every difference). Default: as .beagle.yml says, or unchecked")
      ->type_name("LEVEL");
  app.add_option(
         "--shard", raw.shard,
         "Compare each N-th function only, from the I-th on, as one of N machines; `beagle report merge` makes one report of theirs")
      ->type_name("I/N");
}

void addReport(CLI::App& app, CommandLine& line, RawOptions& raw) {
  app.require_subcommand(0, 1);
  const auto add = [&](const char* name, const char* help, ReportCommand::Action action) {
    CLI::App* command = app.add_subcommand(name, help);
    command
        ->add_option("reports", line.report.paths,
                     action == ReportCommand::Action::Merge ? "The reports of all shards" : "A report")
        ->type_name("REPORT.json");
    addOutput(*command, raw.format, raw.reports, formatHelp(action == ReportCommand::Action::Merge ? "json" : "text"));
    command->add_flag("--verbose,-v", line.verbose, "Text: all that is known");
    command->preparse_callback([&line, &raw, action](std::size_t) {
      line.report.action = action;
      raw.format.clear(); // each has a default of its own
    });
    command->allow_extras();
  };
  add("render", "Show a report in another form", ReportCommand::Action::Render);
  add("merge", "Make one report of those of all shards; the exit code is that of the whole check",
      ReportCommand::Action::Merge);
}

void addAccept(CLI::App& app, CommandLine& line, RawOptions& raw) {
  app.add_option("finding", line.accept.finding,
                 "The finding's fingerprint, or its first characters, as a report shows it")
      ->type_name("FINDING");
  app.add_option("--reason", line.accept.reason, "Why it is wanted, for whoever reads the list")->type_name("TEXT");
  app.add_flag("--comment", line.accept.asComment,
               "Show the comment in the source that accepts it, instead of writing the list");
  app.add_option("--until", line.accept.until,
                 "The last day on which it counts as accepted, such as 2027-01-31 (default: for ever)")
      ->type_name("DATE");
  addDiff(app, line, raw);
}

void addHook(CLI::App& app, HookCommand& hook) {
  app.require_subcommand(0, 1);
  const auto add = [&](const char* name, const char* help, HookCommand::Action action) {
    CLI::App* command = app.add_subcommand(name, help);
    command->add_option("--repo", hook.repository, "Folder of the git repository")->type_name("DIR");
    command->callback([&hook, action] { hook.action = action; });
    command->allow_extras();
    return command;
  };
  add("install", "Check what is pushed from now on", HookCommand::Action::Install)
      ->add_flag("--force-with-backup", hook.keepsOther, "Keep a hook that is there already, and run it first");
  add("uninstall", "Remove the hook, and put back the one that was there before", HookCommand::Action::Uninstall);
  add("status", "Whether pushes are checked", HookCommand::Action::Status);
  CLI::App* run =
      add("run", "What git calls: reads the refs that are pushed from standard input", HookCommand::Action::Run);
  run->add_option("remote", hook.remote, "The remote's name, or its address");
  run->add_option("url", hook.url, "The remote's address");
}

} // namespace

/// What stands behind `--`: words, whatever they begin with.
static Result<void> addPlainWords(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const auto places = command->get_options([](const CLI::Option* option) { return option->get_positional(); });
  for (const std::string& word : words) {
    const auto place = std::ranges::find_if(places, [](const CLI::Option* option) {
      return static_cast<int>(option->results().size()) < option->get_items_expected_max();
    });
    if (place == places.end())
      return support::usageError("`{}` is one word too many; `{} --help` lists what there is",
                                 support::printable(word, 200), calledAs(app));
    (*place)->add_result(word);
    (*place)->run_callback();
  }
  return {};
}

Result<CommandLine> readCommandLine(int argc, const char* const* argv) {
  CommandLine line;
  RawOptions raw;
  line.changes.jobs = line.diff.changes.jobs = line.replay.changes.jobs = line.explore.project.jobs =
      std::max(1U, std::thread::hardware_concurrency());
  CLI::App app{"Beagle shows what a change to C or C++ code really does.", "beagle"};
  app.require_subcommand(0, 1);
  bool version = false;
  app.add_flag("--version", version, "Show the version");
  CLI::App* changes = app.add_subcommand("changes", "What differs between two versions, and what it can influence");
  addChanges(*changes, line, raw);
  CLI::App* diff =
      app.add_subcommand("diff", "Prove functions of two versions equal, or show an input for each difference");
  addDiff(*diff, line, raw);
  CLI::App* check = app.add_subcommand(
      "check", "Check that a change keeps to its contract: as `diff`, with the levels of .beagle.yml");
  addCheck(*check, line, raw);
  CLI::App* accept = app.add_subcommand(
      "accept", "List a difference that `check` finds as looked at and wanted, in .beagle-accepted.yml");
  addAccept(*accept, line, raw);
  CLI::App* explore = app.add_subcommand("explore", "Take every path through a function, and say how each one ends");
  addExplore(*explore, line, raw);
  CLI::App* replay =
      app.add_subcommand("replay", "Run both versions again with the inputs of a report, and say what still differs");
  addReplay(*replay, line, raw);
  CLI::App* config = app.add_subcommand("config", "The project's settings: propose, check and explain .beagle.yml");
  addConfig(*config, line.config);
  CLI::App* hook = app.add_subcommand("hook", "Check what is pushed, before it is: install, uninstall, status");
  addHook(*hook, line.hook);
  CLI::App* report = app.add_subcommand("report", "Show reports in other forms, and put those of shards together");
  addReport(*report, line, raw);
  CLI::App* environment = app.add_subcommand("env", "Check the programs and settings that Beagle depends on");
  // A typing error must not become a revision.
  app.allow_extras();
  changes->allow_extras();
  diff->allow_extras();
  check->allow_extras();
  accept->allow_extras();
  explore->allow_extras();
  replay->allow_extras();
  config->allow_extras();
  hook->allow_extras();
  report->allow_extras();
  environment->allow_extras();
  // CLI11 takes what stands behind `--` from a command whose words may all be left out.
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto border = std::ranges::find(words, "--");
  try {
    app.parse(std::vector<std::string>(std::reverse_iterator(border), words.rend()));
    if (border != words.end())
      if (auto added = addPlainWords(app, {border + 1, words.end()}); !added)
        return std::unexpected(std::move(added.error()));
  } catch (const CLI::CallForHelp&) {
    line.text = app.help(); // of the command that was chosen
    return line;
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();
    std::ranges::replace(message, '\n', ' ');
    return support::usageError("{}; `{} --help` lists the options", support::trim(message), calledAs(app));
  }
  const CLI::App* chosen = pathOf(app).back();
  for (const CLI::App* place : pathOf(app)) {
    for (const std::string& extra : place->remaining()) {
      const bool option = extra.starts_with('-');
      const std::vector<std::string> known = option ? optionNames(*chosen) : commandNames(*place);
      const auto near = support::nearest(extra.substr(0, extra.find('=')), known);
      return support::usageError("unknown {} `{}`; {}", option ? "option" : "command", support::printable(extra, 200),
                                 near ? fmt::format("did you mean `{}`?", *near)
                                      : fmt::format("`{} --help` lists what there is", calledAs(app)));
    }
  }
  if (version) {
    line.text = "beagle " BEAGLE_VERSION "\n";
    return line;
  }
  if (config->parsed()) {
    line.action = config->get_subcommands().empty() ? CommandLine::Action::Show : CommandLine::Action::Config;
    line.text = app.help();
    return line;
  }
  if (hook->parsed()) {
    line.action = hook->get_subcommands().empty() ? CommandLine::Action::Show : CommandLine::Action::Hook;
    line.diff.changes.settingsFrom = SettingsFrom::Disk;
    line.quiet = true; // whoever pushes wants to hear of problems only
    line.text = app.help();
    return line;
  }
  if (report->parsed()) {
    line.action = report->get_subcommands().empty() ? CommandLine::Action::Show : CommandLine::Action::Report;
    line.text = app.help();
    if (line.action == CommandLine::Action::Show) return line;
    if (auto ok = interpretReport(raw, line); !ok) return std::unexpected(std::move(ok.error()));
    return line;
  }
  if (environment->parsed()) {
    line.action = CommandLine::Action::Environment;
    return line;
  }
  if (diff->parsed()) {
    line.action = CommandLine::Action::Diff;
    line.diff.changes.given = givenOptions(*diff);
    if (auto ok = interpretDiff(raw, line, "diff"); !ok) return std::unexpected(std::move(ok.error()));
    return line;
  }
  if (check->parsed()) {
    line.action = CommandLine::Action::Check;
    line.diff.changes.given = givenOptions(*check);
    if (auto ok = interpretCheck(raw, line); !ok) return std::unexpected(std::move(ok.error()));
    return line;
  }
  if (accept->parsed()) {
    line.action = CommandLine::Action::Accept;
    if (line.accept.finding.empty()) return support::usageError("`accept` needs a finding: `beagle check` shows them");
    line.diff.changes.given = givenOptions(*accept);
    if (auto ok = interpretDiff(raw, line, "accept"); !ok) return std::unexpected(std::move(ok.error()));
    return line;
  }
  if (explore->parsed()) {
    line.action = CommandLine::Action::Explore;
    line.explore.project.given = givenOptions(*explore);
    if (auto ok = interpretExplore(raw, line); !ok) return std::unexpected(std::move(ok.error()));
    return line;
  }
  if (replay->parsed()) {
    line.action = CommandLine::Action::Replay;
    line.replay.changes.given = givenOptions(*replay);
    if (line.replay.report.empty())
      return support::usageError("`replay` needs a report, as `beagle diff --format json` writes it");
    if (auto ok = interpretProject(raw, line.replay.changes, "replay"); !ok)
      return std::unexpected(std::move(ok.error()));
    return line;
  }
  if (!changes->parsed()) {
    line.text = app.help();
    return line;
  }
  line.action = CommandLine::Action::Changes;
  line.changes.given = givenOptions(*changes);
  if (auto ok = interpretChanges(raw, line); !ok) return std::unexpected(std::move(ok.error()));
  return line;
}

} // namespace beagle::pipeline
