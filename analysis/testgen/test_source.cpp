#include "analysis/testgen/test_source.h"

#include "analysis/testgen/driver_calls.h"
#include "analysis/testgen/outside_functions.h"
#include "analysis/testgen/source_text.h"
#include "analysis/testgen/test_checks.h"
#include "analysis/testgen/test_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace beagle::testgen {

using support::Result;

namespace {

constexpr std::size_t shortFingerprint = 8;

constexpr std::string_view checkMacro = R"C(
static int test_failures;
#define CHECK(CONDITION) \
  ((CONDITION) ? (void)0 : (test_failures++, (void)fprintf(stderr, "%s:%d: this does not hold: %s\n", __FILE__, __LINE__, #CONDITION)))
)C";

constexpr std::string_view exitGuard = R"C(
/* A call that ends the program is no success. */
static int test_isFinished;
static void test_atExit(void) {
  if (!test_isFinished) _exit(1);
}
)C";

constexpr std::string_view capture = R"C(
/* Sends a stream (1: standard output, 2: standard error) to a file; returns what `test_written` wants. */
static int test_redirect(int stream, const char *file) {
  fflush(NULL);
  int kept = dup(stream), opened = open(file, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (kept < 0 || opened < 0 || dup2(opened, stream) < 0) abort();
  close(opened);
  return kept;
}

/* Takes what was written since then, and sends the stream where it went before. */
static void test_written(int stream, int kept, const char *file, char *text, size_t size) {
  size_t count = 0;
  long got = 1;
  fflush(NULL);
  lseek(stream, 0, SEEK_SET);
  while (count + 1 < size && (got = read(stream, text + count, size - 1 - count)) > 0) count += (size_t)got;
  text[count] = '\0';
  if (dup2(kept, stream) < 0) abort();
  close(kept);
  remove(file);
}
)C";

constexpr std::string_view wrapOptions = "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup";
constexpr std::string_view failingAllocation = R"C(
/* The linker leads all calls of malloc and the like here (--wrap): the one with this number, from where it is set on,
 * finds no memory. */
static unsigned test_failingAllocation;
static int test_fails(void) {
  if (test_failingAllocation == 0 || --test_failingAllocation != 0) return 0;
  errno = ENOMEM;
  return 1;
}
)C";
constexpr std::string_view wrappedAllocators = R"C(
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
void *__wrap_malloc(size_t size) { return test_fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) {
  int isTooLarge = size != 0 && count > (size_t)-1 / size;
  return !isTooLarge && test_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *block, size_t size) {
  int isFree = block != NULL && size == 0;
  return !isFree && test_fails() ? NULL : __real_realloc(block, size);
}
char *__wrap_strdup(const char *text) { return test_fails() ? NULL : __real_strdup(text); }
char *__wrap_strndup(const char *text, size_t most) { return test_fails() ? NULL : __real_strndup(text, most); }
)C";

constexpr std::string_view rawClass = R"C(
// An object of which no constructor or destructor is called: the test sets its members.
template <class T> union Raw {
  Raw() : bytes() {}
  ~Raw() {}
  unsigned char bytes[sizeof(T)];
  T value;
};
)C";

/// "ns::Order::total" as "ns_Order_total".
std::string wordOf(const std::string& sourceName) {
  std::string word = identifier(sourceName.substr(0, sourceName.find('(')));
  while (word.size() > 1 && word.ends_with('_')) word.pop_back(); // a file may be called as it likes
  return word;
}

std::string camelCase(const std::string& word) {
  std::string name;
  bool isStart = true;
  for (const char c : word) {
    if (c == '_') {
      isStart = true;
      continue;
    }
    name += isStart ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    isStart = false;
  }
  return name.empty() ? "Function" : name;
}

std::string inBlockComment(const std::string& text) {
  std::string shown = inComment(text, 400);
  for (std::size_t at = 0; (at = shown.find("*/", at)) != std::string::npos;) shown.insert(at + 1, " ");
  for (std::size_t at = 0; (at = shown.find("/*", at)) != std::string::npos;) shown.insert(at + 1, " ");
  return shown;
}

/// Words over lines of a comment, each behind `indent`.
std::string wrapped(const std::string& text, const std::string& indent) {
  constexpr std::size_t mostColumns = 100;
  std::string result, line = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (line.size() > indent.size() && line.size() + end - at > mostColumns) {
      result += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + text.substr(at, end - at);
    at = end + 1;
  }
  return result + line + "\n";
}

/// For the shell, when it has to be.
std::string shellWord(const std::string& word) {
  const bool isPlain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("-_=+./,:@%").find(c) != std::string_view::npos;
  });
  if (isPlain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string regularExpression(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view(".*+?()[]{}|^$\\").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

class SourceWriter {
public:
  explicit SourceWriter(const TestCase& test)
      : test_(test), memory_(test.program, test.types, test.entry, test.wanted.input, {test.unit.isCxx}),
        word_(wordOf(test.program.functions()[test.entry].sourceName)), wanted_(test.wanted.outcome),
        unwanted_(test.unwanted.outcome) {}

  Result<std::string> write() {
    if (!memory_.problem().empty()) return cannot(memory_.problem());
    if (const std::string why = noTest(); !why.empty()) return cannot(why);
    const std::string setUp = memory_.setUp();
    checks_ = testChecks(memory_, test_.wanted.input, wanted_, test_.unwanted.input, unwanted_);
    const std::string call = memory_.call();
    std::string outside = outsideCalls();
    const std::string body = setUp + (setUp.empty() ? "" : "\n") + run(call);
    if (!memory_.problem().empty()) return cannot(memory_.problem());
    if (!problem_.empty()) return cannot(problem_);
    if (!tellsApart()) return cannot("what differs cannot be seen from a test");
    return title() + includes(body + outside) + helpers() + outside + function(body);
  }

private:
  static std::unexpected<support::Error> cannot(const std::string& why) { return support::cannotRun("{}", why); }

  [[nodiscard]] bool isGoogle() const { return test_.style == TestStyle::GoogleTest; }
  [[nodiscard]] bool isCxx() const { return test_.unit.isCxx; }

  [[nodiscard]] std::string noTest() const {
    const testgen::ConcreteInput& input = test_.wanted.input;
    if (!input.roots.empty() || !input.files.empty())
      return "it reads or writes files, standard input or the environment";
    if (std::ranges::any_of(input.objects, &InputObject::isStream)) return "it gets a stream of the C library";
    switch (wanted_.end) {
    case End::Returned:
    case End::Exited:
    case End::Aborted:
    case End::AssertFailed:
    case End::Trapped: break;
    case End::Thrown:
      if (!isCxx()) return "what it throws cannot be caught in C";
      break;
    case End::Jumped:
      if (isCxx() || !jumpTarget(wanted_)) return "it leaves by longjmp, and a test has no place to set the buffer";
      break;
    default: return "there is nothing to keep of a version that fails";
    }
    return isGoogle() && !isCxx() ? "GoogleTest is for C++, and this is C" : "";
  }

  /// Some check, or how the call ends, is not as the unwanted version has it.
  [[nodiscard]] bool tellsApart() const {
    const bool sameEnd = wanted_.end == unwanted_.end &&
                         (!hasCode(wanted_.end) || (wanted_.code & 0xFF) == (unwanted_.code & 0xFF)) &&
                         (wanted_.end != End::Thrown || wanted_.detail == unwanted_.detail);
    return !sameEnd || checks_.tellApart || looksAt(1) || looksAt(2) || test_.isUndefined;
  }

  /// Whether the test reads the stream.
  [[nodiscard]] bool looksAt(int stream) const {
    const bool isRead = goesOn(wanted_.end) || wanted_.end == End::Exited;
    return isRead && (stream == 1 ? wanted_.output != unwanted_.output : wanted_.errors != unwanted_.errors);
  }
  [[nodiscard]] bool needsExitGuard() const { return unwanted_.end == End::Exited && !runsInChild(); }
  [[nodiscard]] bool runsInChild() const { return !goesOn(wanted_.end); }
  [[nodiscard]] std::uint32_t failingNumber() const { return test_.wanted.input.failingAllocation; }

  // --- the file's head ---

  [[nodiscard]] std::string title() const {
    const std::string name = inBlockComment(test_.program.functions()[test_.entry].sourceName);
    std::string text = fmt::format("/* A regression test of {}().\n *\n", name);
    text += wrapped("Expected: " + inBlockComment(test_.wanted.sentence) +
                        (test_.wantsHead ? " (since the change)" : " (before the change)"),
                    " * ");
    text += wrapped("Not:      " + inBlockComment(test_.unwanted.sentence) +
                        (test_.wantsHead ? " (before it)" : " (after it)"),
                    " * ");
    text += " *\n * To be built and run in the project's root:\n *\n";
    text += fmt::format(" *   {}\n", inBlockCommand(command()));
    text += fmt::format(" *\n * Fingerprint of the change: {} */\n\n", test_.fingerprint);
    return text;
  }

  /// Options may hold anything.
  static std::string inBlockCommand(std::string text) {
    for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text.insert(at + 1, "\\");
    return text;
  }

  [[nodiscard]] std::string command() const {
    std::vector<std::string> words{isCxx() ? "c++" : "cc"};
    words.insert(words.end(), test_.unit.options.begin(), test_.unit.options.end());
    words.emplace_back("-I.");
    if (memory_.usesHiddenMembers()) words.emplace_back("-fno-access-control");
    // Compilers take for granted that nobody does these.
    if (unwanted_.end == End::MemoryError || unwanted_.end == End::DivisionByZero || test_.isUndefined) {
      words.emplace_back("-g");
      words.emplace_back("-fsanitize=address,undefined");
      words.emplace_back("-fno-sanitize-recover=undefined");
    }
    words.push_back(test_.path.empty() ? testFileName(test_) : test_.path);
    words.insert(words.end(), test_.unit.others.begin(), test_.unit.others.end());
    if (isGoogle()) words.insert(words.end(), {"-lgtest", "-lgtest_main", "-pthread"});
    if (failingNumber() != 0) words.emplace_back(wrapOptions);
    words.insert(words.end(), {"-lm", "-o", word_ + "-test"});
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + shellWord(word);
    return text + fmt::format(" && ./{}-test", word_);
  }

  [[nodiscard]] std::string includes(const std::string& text) const {
    std::string result;
    if (test_.unit.hasMain) result += fmt::format("#define main {}\n", programsMain);
    result += fmt::format("#include \"{}\"\n", test_.unit.file);
    if (test_.unit.hasMain) result += "#undef main\n";
    std::set<std::string> headers;
    const auto has = [&](std::string_view word) { return text.find(word) != std::string::npos; };
    const bool captures = !isGoogle() && (looksAt(1) || looksAt(2));
    if (!isGoogle()) headers.insert(isCxx() ? "cstdio" : "stdio.h");
    if (!isCxx() && has("NULL")) headers.insert("stddef.h");
    if (has("strcmp(") || has("strcpy(") || has("memcpy(") || has("memcmp("))
      headers.insert(isCxx() ? "cstring" : "string.h");
    if (captures || failingNumber() != 0 || has("calloc(") || has("abort(") || has("atexit("))
      headers.insert(isCxx() ? "cstdlib" : "stdlib.h");
    if (captures || needsExitGuard() || has("fork()") || has("alarm(")) headers.insert("unistd.h");
    if (captures) headers.insert("fcntl.h");
    if (has("waitpid(")) headers.insert("sys/wait.h");
    if (has("test_errno") || has("errno = ") || failingNumber() != 0) headers.insert(isCxx() ? "cerrno" : "errno.h");
    if (has("setjmp(")) headers.insert("setjmp.h");
    if (has("SIGABRT")) headers.insert(isCxx() ? "csignal" : "signal.h");
    if (isCxx()) {
      if (has("std::string ") || has("std::string(")) headers.insert("string");
      if (has("std::string_view")) headers.insert("string_view");
      if (has("std::vector<")) headers.insert("vector");
    }
    result += "\n";
    if (isGoogle()) result += headers.empty() ? "#include <gtest/gtest.h>\n" : "#include <gtest/gtest.h>\n\n";
    for (const std::string& header : headers) result += fmt::format("#include <{}>\n", header);
    return result;
  }

  [[nodiscard]] std::string helpers() const {
    std::string text;
    if (!isGoogle()) text += checkMacro;
    if (needsExitGuard()) text += exitGuard;
    if (!isGoogle() && (looksAt(1) || looksAt(2))) text += capture;
    if (memory_.usesRaw()) text += rawClass;
    text += memory_.virtualTables();
    if (failingNumber() != 0) {
      text += failingAllocation;
      text += isCxx() ? fmt::format("\nextern \"C\" {{{}}}\n", wrappedAllocators) : std::string(wrappedAllocators);
    }
    return text;
  }

  [[nodiscard]] std::string function(const std::string& body) const {
    if (isGoogle())
      return fmt::format("\nTEST({}, {}{}) {{\n{}}}\n", camelCase(word_), test_.wantsHead ? "Does" : "StillDoes",
                         test_.fingerprint.substr(0, shortFingerprint), body);
    return fmt::format("\nint main(void) {{\n{}  return test_failures != 0;\n}}\n", body);
  }

  // --- functions without code ---

  std::string outsideCalls() {
    if (test_.wanted.input.calls.empty()) return "";
    if (const auto simple = outsideFunctions(test_.program, test_.types, test_.wanted.input, {isCxx()})) return *simple;
    if (isCxx()) {
      problem_ = "it rests on what a function without code does, which a test in C++ cannot say yet";
      return "";
    }
    return outsideDefinitions(
        test_.wanted.input,
        [this](const Target& target) {
          if (target.kind == Target::Kind::Object) problem_ = "a function without code returns an address of the input";
          return target.kind == Target::Kind::Object ? "0" : memory_.address(target, ir::none);
        },
        problem_);
  }

  // --- the run ---

  std::string run(const std::string& call) {
    std::string text;
    for (const int stream : {1, 2})
      if (looksAt(stream) && !(isGoogle() && runsInChild())) text += redirect(stream);
    if (needsExitGuard()) text += "  atexit(test_atExit);\n";
    if (failingNumber() != 0) text += fmt::format("  test_failingAllocation = {};\n", failingNumber());
    if (unwanted_.end == End::TimedOut) text += "  alarm(5); /* or it would not end */\n";
    if (runsInChild()) text += isGoogle() ? inDeathTest(call) : inChild(call);
    else if (wanted_.end == End::Thrown) text += inTry(call);
    else if (wanted_.end == End::Jumped) text += behindMark(call);
    else {
      if (checks_.readsErrno) text += "  errno = 0;\n";
      text += checks_.result.empty() ? fmt::format("  {};\n", call) : fmt::format("  {} = {};\n", checks_.result, call);
      if (checks_.readsErrno) text += "  const int test_errno = errno;\n";
    }
    if (needsExitGuard()) text += "  test_isFinished = 1;\n";
    for (const int stream : {1, 2})
      if (looksAt(stream) && !(isGoogle() && runsInChild())) text += compareStream(stream);
    text += "\n";
    for (const TestCheck& check : checks_.checks) text += "  " + checkText(check) + "\n";
    return text;
  }

  [[nodiscard]] std::string streamFile(int stream) const {
    return quoted(fmt::format("{}-test.{}", word_, stream == 1 ? "out" : "err"));
  }
  static std::string_view streamName(int stream) { return stream == 1 ? "output" : "errors"; }

  [[nodiscard]] std::string redirect(int stream) const {
    if (isGoogle()) return fmt::format("  testing::internal::Capture{}();\n", stream == 1 ? "Stdout" : "Stderr");
    const std::string& text = stream == 1 ? wanted_.output : wanted_.errors;
    return fmt::format("  char test_{0}[{1}];\n  int test_{0}Before = test_redirect({2}, {3});\n", streamName(stream),
                       text.size() + 100, stream, streamFile(stream));
  }

  [[nodiscard]] std::string compareStream(int stream) const {
    const std::string& text = stream == 1 ? wanted_.output : wanted_.errors;
    if (isGoogle())
      return fmt::format("  EXPECT_EQ(testing::internal::GetCaptured{}(), {});\n", stream == 1 ? "Stdout" : "Stderr",
                         quoted(text));
    const bool hasZero = text.find('\0') != std::string::npos;
    const std::string condition =
        hasZero ? fmt::format("memcmp(test_{}, {}, {}) == 0", streamName(stream), quoted(text), text.size() + 1)
                : fmt::format("strcmp(test_{}, {}) == 0", streamName(stream), quoted(text));
    return fmt::format("  test_written({}, test_{}Before, {}, test_{}, sizeof test_{});\n  CHECK({});\n", stream,
                       streamName(stream), streamFile(stream), streamName(stream), streamName(stream), condition);
  }

  [[nodiscard]] std::string inChild(const std::string& call) const {
    const std::string otherwise = wanted_.end == End::Exited ? "abort();" : "_exit(0);";
    std::string text = "  int status = 0;\n  pid_t child = fork();\n  if (child == 0) {\n";
    text += fmt::format("    (void){};\n    {} /* it has returned */\n  }}\n  waitpid(child, &status, 0);\n", call,
                        otherwise);
    if (wanted_.end == End::Exited)
      return text + fmt::format("  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == {});\n", wanted_.code & 0xFF);
    if (wanted_.end == End::Trapped) return text + "  CHECK(WIFSIGNALED(status));\n";
    return text + "  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);\n";
  }

  [[nodiscard]] std::string inDeathTest(const std::string& call) const {
    if (wanted_.end != End::Exited) return fmt::format("  EXPECT_DEATH({}, \"\");\n", call);
    const std::string errors = looksAt(2) ? quoted("^" + regularExpression(wanted_.errors) + "$") : "\"\"";
    const std::string death =
        fmt::format("  EXPECT_EXIT({}, testing::ExitedWithCode({}), {});\n", call, wanted_.code & 0xFF, errors);
    return looksAt(1) ? redirect(1) + death + compareStream(1) : death;
  }

  [[nodiscard]] std::string behindMark(const std::string& call) {
    return fmt::format("  int jumped = setjmp(*(jmp_buf *){});\n  if (jumped == 0) {};\n",
                       memory_.address(*jumpTarget(wanted_), ir::none), call) +
           "  " + checkText({TestCheck::Kind::Condition, fmt::format("jumped == {}", wanted_.code), "", 0}) + "\n";
  }

  /// The type, what() behind a colon, or the bytes of a number: see thrownDetail.
  [[nodiscard]] std::string inTry(const std::string& call) const {
    const std::string& detail = wanted_.detail;
    const std::size_t colon = detail.find(": ");
    const std::size_t space = detail.rfind(' ');
    std::string type = thrownType(detail), condition;
    if (colon != std::string::npos) {
      condition = checkText({TestCheck::Kind::Text, "error.what()", quoted(detail.substr(colon + 2)), 0});
    } else if (space != std::string::npos &&
               detail.find_first_not_of("0123456789abcdef", space + 1) == std::string::npos &&
               (detail.size() - space) % 2 == 1) {
      type = detail.substr(0, space);
      ir::SourceType scalar;
      scalar.kind = type == "double" || type == "float" ? ir::SourceType::Kind::Float
                    : type == "bool"                    ? ir::SourceType::Kind::Boolean
                                                        : ir::SourceType::Kind::Integer;
      scalar.name = type;
      scalar.isSigned = !type.starts_with("unsigned");
      std::vector<std::uint8_t> bytes;
      for (std::size_t i = space + 1; i + 1 < detail.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(detail.substr(i, 2), nullptr, 16)));
      if (const std::string value = literal(scalar, bytes, {true}); !value.empty())
        condition = checkText({TestCheck::Kind::Equal, "error", value, 0});
    }
    const std::string caught = type.ends_with('*') ? type + " const" : "const " + type; // pointers are no others'
    std::string text = fmt::format("  bool hasThrown = false;\n  try {{\n    (void){};\n  }} catch ({} "
                                   "&{}) {{\n    hasThrown = true;\n",
                                   call, caught, condition.empty() && checks_.ofThrown.empty() ? "" : "error");
    if (!condition.empty()) text += "    " + condition + "\n";
    for (const TestCheck& check : checks_.ofThrown) text += "    " + checkText(check) + "\n";
    return text + "  }\n  " + checkText({TestCheck::Kind::Condition, "hasThrown", "", 0}) + "\n";
  }

  [[nodiscard]] std::string checkText(const TestCheck& check) const {
    using Kind = TestCheck::Kind;
    if (isGoogle()) {
      switch (check.kind) {
      case Kind::Equal: return fmt::format("EXPECT_EQ({}, {});", check.actual, check.expected);
      case Kind::NotNull: return fmt::format("ASSERT_NE({}, nullptr);", check.actual);
      case Kind::Text: return fmt::format("EXPECT_STREQ({}, {});", check.actual, check.expected);
      case Kind::Bytes:
        return fmt::format("EXPECT_EQ(memcmp({}, {}, {}), 0);", check.actual, check.expected, check.size);
      case Kind::Condition: return fmt::format("EXPECT_TRUE({});", check.actual);
      }
    }
    switch (check.kind) {
    case Kind::Equal: return fmt::format("CHECK({} == {});", check.actual, check.expected);
    case Kind::NotNull: return fmt::format("if (!({0})) return 1; /* {0} is null */", check.actual);
    case Kind::Text: return fmt::format("CHECK(strcmp({}, {}) == 0);", check.actual, check.expected);
    case Kind::Bytes: return fmt::format("CHECK(memcmp({}, {}, {}) == 0);", check.actual, check.expected, check.size);
    case Kind::Condition: return fmt::format("CHECK({});", check.actual);
    }
    return "";
  }

  const TestCase& test_;
  TestMemory memory_;
  std::string word_;
  const ExpectedOutcome& wanted_;
  const ExpectedOutcome& unwanted_;
  TestChecks checks_;
  std::string problem_;
};

} // namespace

std::string testFileName(const TestCase& test) {
  return fmt::format("{}-{}.{}", wordOf(test.program.functions()[test.entry].sourceName),
                     test.fingerprint.substr(0, shortFingerprint), test.unit.isCxx ? "cpp" : "c");
}

Result<std::string> testSource(const TestCase& test) { return SourceWriter(test).write(); }

} // namespace beagle::testgen
