#include "analysis/pipeline/main/command_line.h"

#include "analysis/pipeline/main/command.h"
#include "analysis/pipeline/main/help_text.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <array>

namespace beagle::pipeline {

namespace {

using support::Result;

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
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

/// What stands behind `--`: words, whatever they begin with.
Result<void> addPlainWords(CLI::App& app, const std::vector<std::string>& words) {
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

/// What nobody takes: a typing error must not become a revision.
Result<void> refuseExtras(const CLI::App& app) {
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
  return {};
}

} // namespace

Result<CommandLine> readCommandLine(int argc, const char* const* argv) {
  CommandLine line;
  CLI::App app{"Beagle shows what a change to C or C++ code really does.", "beagle"};
  app.formatter(std::make_shared<HelpText>()); // those of its commands as well
  app.require_subcommand(0, 1);
  bool version = false;
  app.add_flag("--version", version, "Show the version");
  std::vector<Command> commands;
  for (const auto add :
       {addChanges, addDiff, addCheck, addAccept, addExplore, addReplay, addConfig, addHook, addReport})
    commands.push_back(add(app, line));
  commands.push_back({app.add_subcommand("env", "Check the programs and settings that Beagle depends on"),
                      CommandLine::Action::Environment});
  app.allow_extras(); // looked at below
  for (const Command& command : commands) command.app->allow_extras();

  // CLI11 takes what stands behind `--` from a command whose words may all be left out.
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto border = std::ranges::find(words, "--");
  // CLI11 would take it for a list, and what is in it for words.
  for (auto word = words.begin(); word != border; ++word)
    if (word->starts_with('[') && word->ends_with(']') && (word == words.begin() || !word[-1].starts_with('-')))
      return support::usageError("`{}` is no revision; a file of that name is written ./{}", support::printable(*word),
                                 support::printable(*word));
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
  if (auto ok = refuseExtras(app); !ok) return std::unexpected(std::move(ok.error()));
  if (version) {
    line.text = "beagle " BEAGLE_VERSION "\n";
    return line;
  }
  const auto command = std::ranges::find_if(commands, [](const Command& one) { return one.app->parsed(); });
  const auto wantsMore = [](const CLI::App& chosen) {
    return !chosen.get_subcommands({}).empty() && chosen.get_subcommands().empty();
  };
  if (command == commands.end() || wantsMore(*command->app)) {
    line.text = app.help();
    return line;
  }
  line.action = command->action;
  if (command->read)
    if (auto ok = command->read(); !ok) return std::unexpected(std::move(ok.error()));
  return line;
}

} // namespace beagle::pipeline
