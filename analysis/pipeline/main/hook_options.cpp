#include "analysis/pipeline/main/command.h"

namespace beagle::pipeline {

Command addHook(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand("hook", "Check what is pushed, before it is: install, uninstall, status");
  HookCommand& hook = line.hook;
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
  return {&app, CommandLine::Action::Hook, [&line]() -> support::Result<void> {
            line.diff.changes.settingsFrom = SettingsFrom::Head; // what is pushed is judged by what is pushed
            line.quiet = true;                                   // whoever pushes wants to hear of problems only
            return {};
          }};
}

} // namespace beagle::pipeline
