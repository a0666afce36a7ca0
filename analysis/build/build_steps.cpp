#include "analysis/build/build_steps.h"

#include "analysis/build/paths.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <filesystem>

namespace beagle::build {

namespace fs = std::filesystem;
using support::ProcessResult;
using support::Result;

namespace {

std::string shownCommand(const std::vector<std::string>& arguments) {
  const bool shell = arguments.size() == 3 && arguments[0] == "sh" && arguments[1] == "-c";
  return support::printable(shell ? arguments[2] : support::join(arguments, " "), 160);
}

bool isInstalled(const std::string& program) {
  return std::ranges::any_of(Sandbox::programFolders(), [&](const std::string& folder) {
    return support::findProgram(support::joinPath(folder, program)).has_value();
  });
}

std::chrono::steady_clock::time_point deadlineOf(const PlanOptions& options) {
  const auto own = std::chrono::steady_clock::now() + options.timeout;
  return std::min(own, options.deadline.value_or(own));
}

} // namespace

BuildSteps::BuildSteps(const PlanRequest& request, const Sandbox& sandbox, support::Log& log,
                       support::Progress& progress, support::CancelToken cancel)
    : request_(request), sandbox_(sandbox), log_(log), progress_(progress), cancel_(std::move(cancel)),
      deadline_(deadlineOf(request.options)) {
  listTree();
}

std::vector<Bind> BuildSteps::binds() const { return bindsOf(request_.tree, request_.buildFolder, {}, true); }

namespace {

std::string shownTime(std::chrono::milliseconds time) {
  return time.count() % 1000 ? fmt::format("{} ms", time.count()) : fmt::format("{} s", time.count() / 1000);
}

} // namespace

Result<ProcessResult> BuildSteps::attempt(const Step& step) {
  progress_.begin(step.title, 0);
  support::ProcessLimits limits = buildLimits();
  limits.wallTime =
      std::max(std::chrono::milliseconds(1),
               std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now()));
  std::vector<Bind> all = binds();
  all.insert(all.end(), step.binds.begin(), step.binds.end());
  std::vector<std::string> environment = compilerEnvironment();
  environment.insert(environment.end(), step.environment.begin(), step.environment.end());
  auto result = sandbox_.run({.arguments = step.arguments,
                              .folder = step.folder,
                              .environment = std::move(environment),
                              .binds = std::move(all),
                              .network = step.network,
                              .limits = limits,
                              .onLine = [&](std::string_view line) { progress_.step(support::printable(line, 60)); }},
                             cancel_);
  progress_.finish();
  if (!result) return support::within(result, step.title);
  if (result->end == ProcessResult::End::TimedOut && deadline_ == request_.options.deadline)
    return support::cannotRun("`{}` was stopped, as the time for all of it is over", shownCommand(step.arguments));
  if (result->end == ProcessResult::End::TimedOut)
    return std::unexpected(
        support::Error(support::ErrorKind::CannotRun,
                       fmt::format("`{}` was stopped at the time limit of {}", shownCommand(step.arguments),
                                   shownTime(request_.options.timeout)))
            .hint("`--build-timeout` allows more time"));
  if (result->end != ProcessResult::End::Exited && result->end != ProcessResult::End::Signalled)
    return std::unexpected(stepFailed(shownCommand(step.arguments), *result));
  log_.detail(fmt::format("`{}` {}", shownCommand(step.arguments), result->describe()));
  return result;
}

Result<ProcessResult> BuildSteps::require(const Step& step) {
  auto result = attempt(step);
  if (result && !result->ok()) return std::unexpected(stepFailed(shownCommand(step.arguments), *result));
  return result;
}

void BuildSteps::listTree() {
  tree_.clear();
  std::error_code problem;
  const std::size_t prefix = request_.tree.size() + 1;
  for (fs::recursive_directory_iterator item(request_.tree, problem), end; !problem && item != end;
       item.increment(problem)) {
    if (item->path().filename() == ".git") {
      item.disable_recursion_pending();
    } else if (std::error_code ignored; !fs::is_directory(item->symlink_status(ignored))) {
      tree_.push_back(item->path().string().substr(prefix));
    }
  }
  std::ranges::sort(tree_);
}

std::string BuildSteps::outside(const std::string& inside) const {
  if (const auto below = support::pathBelow(inside, sourceRoot)) return support::joinPath(request_.tree, *below);
  if (const auto below = support::pathBelow(inside, buildRoot)) return support::joinPath(request_.buildFolder, *below);
  return {};
}

bool BuildSteps::exists(const std::string& inside) const {
  const std::string path = outside(inside);
  std::error_code problem;
  return !path.empty() && fs::exists(path, problem);
}

bool BuildSteps::makeFolder(const std::string& inside) const {
  const std::string path = outside(inside);
  if (path.empty()) return false;
  std::error_code problem;
  const std::string real = fs::weakly_canonical(path, problem).string();
  if (problem) return false;
  for (const std::string* root : {&request_.tree, &request_.buildFolder}) {
    if (!support::pathBelow(real, fs::canonical(*root, problem).string())) continue;
    fs::create_directories(real, problem);
    return !problem;
  }
  return false;
}

Result<std::string> BuildSteps::read(const std::string& inside) const {
  return readBelow(outside(inside), {request_.tree, request_.buildFolder});
}

std::vector<std::string> BuildSteps::compilerEnvironment() {
  std::vector<std::string> environment{"FORCE_UNSAFE_CONFIGURE=1"};
  const auto choose = [&](const std::string& variable, const std::string& usual,
                          const std::vector<std::string>& others) {
    if (isInstalled(usual)) return;
    const auto found = std::ranges::find_if(others, isInstalled);
    if (found != others.end()) environment.push_back(variable + "=" + *found);
  };
  choose("CC", "cc", {"gcc", "clang", "clang-19"});
  choose("CXX", "c++", {"g++", "clang++", "clang++-19"});
  return environment;
}

Result<std::string> readBelow(const std::string& path, const std::vector<std::string>& folders) {
  std::error_code problem;
  const std::string real = fs::canonical(path, problem).string();
  if (problem) return support::cannotRun("{}: {}", path, problem.message());
  const bool below = std::ranges::any_of(folders, [&](const std::string& folder) {
    std::error_code ignored;
    return support::pathBelow(real, fs::canonical(folder, ignored).string()).has_value();
  });
  if (!below) return support::cannotRun("{}: is a symbolic link to a place outside of the project", path);
  if (!fs::is_regular_file(real, problem)) return support::cannotRun("{}: is no regular file", path);
  return support::DiskFiles().read(real);
}

} // namespace beagle::build
