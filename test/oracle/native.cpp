#include "test/oracle/native.h"

#include "analysis/support/files.h"
#include "analysis/support/process.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

namespace beagle::oracle {

using support::Result;

namespace {

using Run = void (*)(unsigned index, const std::uint64_t* arguments, Outcome* outcome);

Result<void> compile(const Tools& tools, const std::string& source, const std::string& path,
                     std::vector<std::string> options) {
  support::DiskFiles files;
  if (auto written = files.write(path, source); !written) return written;
  support::Command command;
  command.arguments = {tools.compiler, "-std=gnu2x", "-w", "-I" + tools.prelude, path};
  command.arguments.insert(command.arguments.end(), options.begin(), options.end());
  support::SystemProcesses processes;
  const auto done = processes.run(command);
  if (!done) return std::unexpected(done.error());
  if (!done->ok()) return support::cannotRun("{} does not compile:\n{}", path, done->errors.substr(0, 4000));
  return {};
}

sigjmp_buf crashed;
void onCrash(int /*signal*/) { siglongjmp(crashed, 1); }

/// One run, whatever becomes of it.
void runOne(Run run, unsigned index, const std::uint64_t* arguments, Outcome* outcome) {
  if (sigsetjmp(crashed, 1) == 0) run(index, arguments, outcome);
  else outcome->kind = ORACLE_SIGNAL;
}

/// All programs on all inputs, into memory that the parent sees.
void runAll(Run run, const std::vector<GeneratedProgram>& programs, Outcome* to) {
  for (const int signal : {SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT}) {
    struct sigaction action{};
    action.sa_handler = onCrash;
    action.sa_flags = SA_NODEFER;
    sigaction(signal, &action, nullptr);
  }
  std::vector<std::uint64_t> arguments;
  for (std::size_t p = 0; p < programs.size(); ++p) {
    const std::uint32_t inputs = 1U << programs[p].inputBits();
    for (std::uint32_t input = 0; input < inputs; ++input) {
      arguments.clear();
      for (const Parameter& parameter : programs[p].parameters)
        arguments.push_back(GeneratedProgram::argument(parameter, input));
      runOne(run, static_cast<unsigned>(p), arguments.data(), to++);
    }
  }
}

} // namespace

Result<Outcomes> runNatively(const Tools& tools, const std::vector<GeneratedProgram>& programs) {
  const std::string object = tools.folder + "/native.so";
  if (auto done = compile(tools, nativeSource(programs), tools.folder + "/native.c",
                          {"-O0", "-fwrapv", "-fno-zero-initialized-in-bss", "-shared", "-fPIC", "-o", object});
      !done)
    return std::unexpected(done.error());
  std::size_t count = 0;
  for (const GeneratedProgram& program : programs) count += std::size_t{1} << program.inputBits();
  void* shared = ::mmap(nullptr, count * sizeof(Outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return support::cannotRun("no memory for {} outcomes", count);
  auto* all = static_cast<Outcome*>(shared);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(tools.seconds);
    void* library = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto run = library ? reinterpret_cast<Run>(::dlsym(library, "oracle_run_program")) : nullptr;
    if (!run) ::_exit(2);
    runAll(run, programs, all);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) return support::cannotRun("the native run ended with status {}", status);
  Outcomes outcomes;
  const Outcome* next = all;
  for (const GeneratedProgram& program : programs) {
    const std::size_t inputs = std::size_t{1} << program.inputBits();
    outcomes.emplace_back(next, next + inputs);
    next += inputs;
  }
  ::munmap(shared, count * sizeof(Outcome));
  return outcomes;
}

Result<std::string> compileBitcode(const Tools& tools, const std::vector<GeneratedProgram>& programs) {
  std::string path = tools.folder + "/engine.bc";
  if (auto done = compile(tools, engineSource(programs), tools.folder + "/engine.c",
                          {"-O1", "-Xclang", "-disable-llvm-passes", "-g", "-emit-llvm", "-c", "-o", path});
      !done)
    return std::unexpected(done.error());
  return path;
}

} // namespace beagle::oracle
