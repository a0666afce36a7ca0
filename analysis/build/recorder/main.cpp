// beagle-record stands in for the compilers of a recorded build, under their names and first in PATH. It
// appends one line about its call to the file named by BEAGLE_RECORD_FILE (if set) and then becomes the
// compiler of the same name that comes later in PATH. It depends on nothing but the C library: it starts
// hundreds of times in a configure script.

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t largestResponseFile = 16U << 20;

/// A JSON string. Bytes past ASCII are written as the code point of the same number: paths need not be UTF-8.
void appendQuoted(std::string& line, std::string_view text) {
  line += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      line += '\\';
      line += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x", byte);
      line += code.data();
    } else {
      line += c;
    }
  }
  line += '"';
}

std::string workingFolder() {
  std::array<char, PATH_MAX> buffer{};
  return ::getcwd(buffer.data(), buffer.size()) ? buffer.data() : "/";
}

bool readFile(const char* path, std::string& content) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 1 << 16> buffer;
  for (ssize_t got; (got = ::read(file, buffer.data(), buffer.size())) > 0 && content.size() < largestResponseFile;)
    content.append(buffer.data(), static_cast<std::size_t>(got));
  ::close(file);
  return true;
}

/// Response files are often gone after the build: their content goes into the record.
void appendResponses(std::string& line, char** argv) {
  const char* separator = "";
  line += ",\"responses\":{";
  for (char** argument = argv; *argument; ++argument) {
    std::string content;
    if ((*argument)[0] != '@' || !readFile(*argument + 1, content)) continue;
    line += separator;
    appendQuoted(line, *argument + 1);
    line += ':';
    appendQuoted(line, content);
    separator = ",";
  }
  line += '}';
}

void appendEnvironment(std::string& line) {
  const char* separator = "";
  line += ",\"environment\":{";
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    const char* value = std::getenv(name);
    if (!value) continue;
    line += separator;
    appendQuoted(line, name);
    line += ':';
    appendQuoted(line, value);
    separator = ",";
  }
  line += '}';
}

void record(const char* file, char** argv) {
  std::string line = "{\"directory\":";
  appendQuoted(line, workingFolder());
  line += ",\"arguments\":";
  char separator = '[';
  for (char** argument = argv; *argument; ++argument) {
    line += separator;
    appendQuoted(line, *argument);
    separator = ',';
  }
  line += ']';
  appendResponses(line, argv);
  appendEnvironment(line);
  line += "}\n";

  const int out = ::open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  // One write: lines of compilers that run at the same time do not mix.
  if (out < 0 || ::write(out, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    std::fprintf(stderr, "beagle-record: cannot write to %s\n", file);
  if (out >= 0) ::close(out);
}

/// The next program of this name in PATH that is not this one.
std::string nextInPath(std::string_view name) {
  struct stat self{};
  ::stat("/proc/self/exe", &self);
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path ? path : "/usr/bin:/bin";;) {
    const std::size_t colon = rest.find(':');
    const std::string candidate = std::string(rest.substr(0, colon)) + '/' + std::string(name);
    struct stat found{};
    if (::stat(candidate.c_str(), &found) == 0 && S_ISREG(found.st_mode) && ::access(candidate.c_str(), X_OK) == 0 &&
        (found.st_ino != self.st_ino || found.st_dev != self.st_dev))
      return candidate;
    if (colon == std::string_view::npos) return {};
    rest.remove_prefix(colon + 1);
  }
}

/// A recorded build needs object files only to go on; nobody runs them for speed. True when the compiler was
/// content with less work; otherwise the call is made as it stands.
bool compileFast(const std::string& compiler, char** argv) {
  std::vector<char*> arguments;
  bool compiles = false;
  for (char** argument = argv; *argument; ++argument) {
    compiles = compiles || std::strcmp(*argument, "-c") == 0;
    arguments.push_back(*argument);
  }
  if (!compiles) return false;
  std::string levels[] = {"-O0", "-g0", "-w"};
  for (std::string& level : levels) arguments.push_back(level.data());
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, compiler.c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  return failed == 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

int main(int, char** argv) {
  const std::string_view called = argv[0];
  const std::string_view name = called.substr(called.rfind('/') + 1);
  std::string compiler = nextInPath(name);
  if (compiler.empty()) {
    std::fprintf(stderr, "beagle-record: no compiler `%.*s` in PATH\n", static_cast<int>(name.size()), name.data());
    return 127;
  }
  const char* file = std::getenv("BEAGLE_RECORD_FILE");
  if (file && *file) record(file, argv);
  // Compilers look for their own files beside the path they were called by: that must not be ours.
  argv[0] = compiler.data();
  if (file && std::getenv("BEAGLE_RECORD_FAST") && compileFast(compiler, argv)) return 0;
  ::execv(compiler.c_str(), argv);
  std::fprintf(stderr, "beagle-record: cannot run %s: %s\n", compiler.c_str(), std::strerror(errno));
  return 126;
}
