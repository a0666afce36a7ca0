#include "analysis/pipeline/main/command.h"

namespace beagle::pipeline {

namespace {

using ConfigAction = ConfigOptions::Action;

void addPath(CLI::App& app, ConfigOptions& options, const std::string& what) {
  app.add_option("path", options.path, what)->type_name("PATH");
}

void addReading(CLI::App& app, ConfigOptions& options) {
  app.add_option("--revision", options.revision, "Read the files of this revision, not those on disk")
      ->type_name("REV");
  app.add_option_function<std::string>(
         "--format", [&options](const std::string& format) { options.json = format == "json"; },
         "text (default) or json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
}

} // namespace

Command addConfig(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand("config", "The project's settings: propose, check and explain .beagle.yml");
  ConfigOptions& options = line.config;
  app.require_subcommand(0, 1);
  const auto command = [&](const char* name, const char* what, ConfigAction action) {
    CLI::App* added = app.add_subcommand(name, what);
    added->allow_extras();
    added->callback([&options, action] { options.action = action; });
    return added;
  };
  CLI::App* init = command("init", "Look at the project and propose a first .beagle.yml", ConfigAction::Init);
  addPath(*init, options, "A folder of the project (default: the one you are in)");
  init->add_flag("--force", options.force, "Write over a file that is there");
  CLI::App* validate = command("validate", "Say what is wrong with .beagle.yml files", ConfigAction::Validate);
  addPath(*validate, options,
          "A project's folder, for all of its files, or one file (default: the project you are in)");
  addReading(*validate, options);
  CLI::App* explain = command("explain", "Say what holds for a file or folder, and where each value was written",
                              ConfigAction::Explain);
  addPath(*explain, options, "A file or folder (default: the project's root)");
  addReading(*explain, options);
  command("schema", "Print the JSON schema of .beagle.yml, for editors", ConfigAction::Schema);
  command("reference", "Print what every key means, in Markdown", ConfigAction::Reference);
  return {&app, CommandLine::Action::Config};
}

} // namespace beagle::pipeline
