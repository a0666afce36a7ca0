#include "analysis/build/planner.h"
#include "analysis/support/clock.h"
#include "analysis/support/files.h"
#include "test/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace beagle::build {
namespace {

using support::Result;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Tiny projects, planned for real.
class PlannerTest : public testing::TestWithParam<SandboxMode> {
protected:
  Result<BuildPlan> plan(PlanOptions options = {}) {
    auto sandbox = Sandbox::open(GetParam(), processes_);
    if (!sandbox) return std::unexpected(sandbox.error());
    support::SystemClock clock;
    support::Progress progress(nullptr, {}, clock);
    options.jobs = 2;
    const PlanRequest request{.tree = tree_.path(),
                              .buildFolder = build_.path(),
                              .recorder = BEAGLE_RECORD,
                              .workingFolder = working_,
                              .trackedElsewhere = {},
                              .options = std::move(options)};
    return planBuild(request, *sandbox, log_, progress);
  }

  /// The plan, which must come about.
  BuildPlan good(PlanOptions options = {}) {
    auto result = plan(std::move(options));
    if (!result) ADD_FAILURE() << result.error().str();
    return result ? *result : BuildPlan{};
  }

  std::string failure(PlanOptions options = {}) {
    auto result = plan(std::move(options));
    EXPECT_FALSE(result);
    return result ? "" : result.error().str();
  }

  void script(std::string_view name, std::string_view content) {
    tree_.write(name, content);
    std::filesystem::permissions(tree_.path() + "/" + std::string(name), std::filesystem::perms(0755));
  }

  TemporaryFolder tree_, build_;
  std::string working_;
  support::RecordingLog log_;
  support::SystemProcesses processes_;
};

std::string nameOfMode(const testing::TestParamInfo<SandboxMode>& info) {
  return info.param == SandboxMode::On ? "On" : "Off";
}
INSTANTIATE_TEST_SUITE_P(Mode, PlannerTest, testing::Values(SandboxMode::On, SandboxMode::Off), nameOfMode);

std::vector<std::string> filesOf(const BuildPlan& plan) {
  std::vector<std::string> files;
  for (const CompileCommand& command : plan.commands) files.push_back(command.file);
  return files;
}

const CompileCommand& commandFor(const BuildPlan& plan, std::string_view file) {
  static const CompileCommand none;
  for (const CompileCommand& command : plan.commands)
    if (command.file == file) return command;
  ADD_FAILURE() << "no command for " << file;
  return none;
}

TEST_P(PlannerTest, PlainSources) {
  tree_.write("a.c", "int a;");
  tree_.write("lib/b.cpp", "int b;");
  tree_.write("include/b.h", "");
  tree_.write("notes.txt", "");
  const BuildPlan result = good();
  EXPECT_EQ(result.method, Method::Plain);
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/a.c", "/beagle/src/lib/b.cpp"));
  EXPECT_THAT(result.commands[0].arguments, ElementsAre("-I/beagle/src", "-I/beagle/src/include"));
  EXPECT_FALSE(result.commands[0].cxx);
  EXPECT_TRUE(result.commands[1].cxx);
}

TEST_P(PlannerTest, PlainSourcesByGlobWithFlags) {
  tree_.write("a.c", "");
  tree_.write("test/b.c", "");
  const BuildPlan result = good({.plainGlobs = {"test/**"}, .extraFlags = {"-DX"}});
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/test/b.c"));
  EXPECT_THAT(result.commands[0].arguments, ElementsAre("-I/beagle/src", "-DX"));
}

TEST_P(PlannerTest, EmptyTreeHasAnEmptyPlan) {
  const BuildPlan result = good();
  EXPECT_THAT(result.commands, IsEmpty());
  EXPECT_THAT(result.notes, ElementsAre("the tree has no C or C++ source"));
}

TEST_P(PlannerTest, CMakeWithGeneratedHeaderAndFlagsPerTarget) {
  tree_.write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.20)
project(p C CXX)
add_executable(gen gen.c)
add_custom_command(OUTPUT made.h COMMAND gen > made.h DEPENDS gen)
add_custom_target(more COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/more.h)
add_library(one one.c made.h)
target_compile_definitions(one PRIVATE ONE=1)
target_include_directories(one PRIVATE ${CMAKE_BINARY_DIR})
add_dependencies(one more)
add_library(two one.c two.cpp)
target_compile_definitions(two PRIVATE "TWO=\"a b\"")
)");
  tree_.write("gen.c", "#include <stdio.h>\nint main(void) { puts(\"#define MADE 1\"); }\n");
  tree_.write("one.c", "int one;");
  tree_.write("two.cpp", "#error never compiled while planning\n");
  const BuildPlan result = good();
  EXPECT_EQ(result.method, Method::CMake);
  EXPECT_EQ(result.why, "CMakeLists.txt at the root");
  ASSERT_THAT(filesOf(result),
              ElementsAre("/beagle/src/gen.c", "/beagle/src/one.c", "/beagle/src/one.c", "/beagle/src/two.cpp"));
  EXPECT_THAT(result.commands[1].arguments, ElementsAre("-DONE=1", "-I/beagle/build"));
  EXPECT_THAT(result.commands[2].arguments, ElementsAre("-DTWO=\"a b\""));
  EXPECT_EQ(result.commands[0].directory, "/beagle/build");
  EXPECT_EQ(support::DiskFiles().read(build_.path() + "/made.h"), "#define MADE 1\n");
  EXPECT_TRUE(support::DiskFiles().exists(build_.path() + "/more.h"));
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST_P(PlannerTest, CMakeErrorsCarryFileAndLine) {
  tree_.write("CMakeLists.txt",
              "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nfind_package(NoSuchPackage REQUIRED)\n");
  EXPECT_THAT(failure(), AllOf(HasSubstr("cmake: `cmake -G Ninja"),
                               HasSubstr("exited with status 1: CMakeLists.txt:3: "), HasSubstr("NoSuchPackage")));
}

TEST_P(PlannerTest, CMakeGeneratorThatFailsIsANote) {
  tree_.write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.20)
project(p C)
add_custom_command(OUTPUT made.h COMMAND false)
add_library(one one.c made.h)
)");
  tree_.write("one.c", "");
  EXPECT_THAT(good().notes, ElementsAre(HasSubstr("not all generated sources could be made")));
}

TEST_P(PlannerTest, MesonWithGeneratedHeader) {
  tree_.write("meson.build", R"(project('p', 'c')
header = custom_target('h', output: 'made.h', capture: true, command: ['echo', '#define MADE'])
executable('e', 'main.c', header, c_args: ['-DE=2'])
)");
  tree_.write("main.c", "int main(void) { return 0; }");
  const BuildPlan result = good();
  EXPECT_EQ(result.method, Method::Meson);
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/main.c"));
  EXPECT_THAT(result.commands[0].arguments, Contains("-DE=2"));
  EXPECT_TRUE(support::DiskFiles().exists(build_.path() + "/made.h"));
}

TEST_P(PlannerTest, MesonErrorsCarryFileAndLine) {
  tree_.write("meson.build", "project('p', 'c')\ndependency('no-such-thing')\n");
  EXPECT_THAT(failure(), HasSubstr("meson.build:2:"));
}

TEST_P(PlannerTest, MakeIsRecorded) {
  tree_.write("Makefile", R"(all: prog
prog: a.o sub/b.o
	gcc -o $@ $^ -lm
a.o: a.c gen.h
	$(CC) -DA=1 -Iinc -c $< -o $@
sub/b.o: sub/b.cc
	cd sub && g++ -std=c++17 -Werror -c b.cc
gen.h:
	echo '#define G' > $@
)");
  tree_.write("a.c", "#include \"gen.h\"\nint main(void) { return 0; }\n");
  tree_.write("sub/b.cc", "int b;");
  const BuildPlan result = good();
  EXPECT_EQ(result.method, Method::Make);
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/a.c", "/beagle/src/sub/b.cc"));
  EXPECT_THAT(result.commands[0].arguments, ElementsAre("-DA=1", "-Iinc"));
  EXPECT_EQ(result.commands[1].directory, "/beagle/src/sub");
  EXPECT_THAT(result.commands[1].arguments, ElementsAre("-std=c++17"));
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST_P(PlannerTest, MakeThatFailsInPartStillGivesThePlan) {
  tree_.write("Makefile", "all: a.o b.o\n");
  tree_.write("a.c", "int a = ;\n");
  tree_.write("b.c", "int b;\n");
  const BuildPlan result = good();
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/a.c", "/beagle/src/b.c"));
  EXPECT_THAT(result.notes,
              ElementsAre(AllOf(HasSubstr("a part of the build failed"), HasSubstr("a.c:1:9: expected expression"))));
}

TEST_P(PlannerTest, MakeWithoutACompilerIsAnError) {
  tree_.write("Makefile", "all:\n\techo 'x.c:7:1: error: no good' >&2; false\n");
  EXPECT_THAT(failure(), AllOf(HasSubstr("`make -k` exited with status 2"), HasSubstr("x.c:7:1: no good")));
}

TEST_P(PlannerTest, MakeRemovesIntermediateSourcesAndWeKeepThem) {
  tree_.write("Makefile", "all: v.o\n%.c: %.tmpl\n\tcp $< $@\n");
  tree_.write("v.tmpl", "int v;\n");
  EXPECT_THAT(filesOf(good()), ElementsAre("/beagle/src/v.c"));
}

TEST_P(PlannerTest, OptimisationThatTheLinkNeedsIsGivenBack) {
  tree_.write("Makefile", "CFLAGS = -O2 -std=gnu89\nall: prog\nprog: a.o\n\t$(CC) -o $@ $^\n");
  tree_.write("a.c",
              "inline __attribute__((gnu_inline)) extern int f(void) { return 1; }\nint main(void) { return f(); }\n");
  const BuildPlan result = good();
  EXPECT_THAT(result.notes, IsEmpty());
  EXPECT_THAT(commandFor(result, "/beagle/src/a.c").arguments, ElementsAre("-std=gnu89", "-O2"));
}

TEST_P(PlannerTest, ConfigureScriptInTheTree) {
  script("configure", "#!/bin/sh\necho 'int probe;' > conftest.c\n${CC:-gcc} -c conftest.c || exit 1\n"
                      "echo '#define CONFIGURED 1' > config.h\n"
                      "printf 'all: a.o\\na.o: a.c config.h\\n\\tgcc -DHAVE_CONFIG_H -c a.c\\n' > Makefile\n");
  tree_.write("a.c", "#include \"config.h\"\nint a = CONFIGURED;\n");
  const BuildPlan result = good();
  EXPECT_EQ(result.method, Method::Make);
  EXPECT_EQ(result.why, "configure at the root");
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/a.c"));
}

TEST_P(PlannerTest, AutotoolsBuildApartFromTheTree) {
  tree_.write("configure.ac", "AC_INIT([p],[1])\nAC_CONFIG_SRCDIR([a.c])\nAC_CONFIG_HEADERS([config.h])\n"
                              "AC_PROG_CC\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n");
  tree_.write("config.h.in", "#undef PACKAGE_NAME\n");
  tree_.write("Makefile.in", "VPATH=@srcdir@\na.o: a.c\n\t@CC@ @DEFS@ -I. -c $<\n");
  tree_.write("a.c", "#include \"config.h\"\nconst char* a = PACKAGE_NAME;\n");
  const BuildPlan result = good();
  EXPECT_EQ(result.why, "configure.ac at the root");
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/a.c"));
  EXPECT_THAT(result.commands[0].arguments, ElementsAre("-DHAVE_CONFIG_H", "-I."));
  EXPECT_EQ(result.commands[0].directory, "/beagle/build");
  EXPECT_TRUE(support::DiskFiles().exists(build_.path() + "/config.h"));
}

TEST_P(PlannerTest, FailingConfigureSaysWhy) {
  script("configure",
         "#!/bin/sh\necho checking for fish... no\necho 'configure: error: fish is required' >&2\nexit 1\n");
  EXPECT_EQ(failure(), "make: `./configure` exited with status 1: configure: error: fish is required");
}

TEST_P(PlannerTest, UsersCommandIsRecorded) {
  tree_.write("build.sh", "cc -DBY=2 -c src/x.c -o $TMPDIR/x.o\n");
  tree_.write("src/x.c", "int x;");
  tree_.write("Makefile", "all:\n\tfalse\n");
  const BuildPlan result = good({.command = "sh build.sh"});
  EXPECT_EQ(result.method, Method::Command);
  EXPECT_EQ(result.why, "`sh build.sh`, as asked for");
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/src/x.c"));
  EXPECT_THAT(result.commands[0].arguments, ElementsAre("-DBY=2"));
}

TEST_P(PlannerTest, PrepareRunsFirst) {
  tree_.write("a.c", "");
  EXPECT_THAT(filesOf(good({.prepare = "cp a.c b.c"})), ElementsAre("/beagle/src/a.c", "/beagle/src/b.c"));
  EXPECT_THAT(failure({.prepare = "exit 4"}), HasSubstr("preparing: `exit 4` exited with status 4"));
}

TEST_P(PlannerTest, TimeLimitIsNamed) {
  tree_.write("Makefile", "all:\n\tsleep 30\n");
  EXPECT_EQ(failure({.timeout = std::chrono::milliseconds(300)}),
            "make: `make -k -j2` was stopped at the time limit of 300 ms; `--build-timeout` allows more time");
}

TEST_P(PlannerTest, AskingForAMethodTheTreeDoesNotHave) {
  tree_.write("a.c", "");
  auto result = plan({.method = Method::CMake});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind(), support::ErrorKind::Usage);
  tree_.write("CMakeLists.txt", "broken(");
  EXPECT_EQ(good({.method = Method::Plain}).method, Method::Plain);
}

TEST_P(PlannerTest, TrackedDatabaseOfAnotherMachine) {
  tree_.write("src/a.c", "");
  tree_.write("CMakeLists.txt", "broken(");
  tree_.write("build/compile_commands.json", R"([
 {"directory": "/home/dev/proj/build", "file": "../src/a.c", "command": "cc -I/home/dev/proj/inc -DQ=\\\"x\\\" -c ../src/a.c"},
 {"directory": "/home/dev/proj/build", "file": "../src/gone.c", "command": "cc -c ../src/gone.c"}])");
  const BuildPlan result = good();
  EXPECT_EQ(result.method, Method::Database);
  EXPECT_EQ(result.why, "compile_commands.json in build/");
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/src/a.c"));
  EXPECT_EQ(result.commands[0].directory, "/beagle/src/build");
  EXPECT_THAT(result.commands[0].arguments, ElementsAre("-I/beagle/src/inc", "-DQ=\"x\""));
  EXPECT_THAT(result.notes, ElementsAre("1 unit left out because the source does not exist: src/gone.c"));
}

TEST_P(PlannerTest, TrackedDatabaseMountsNothingOfThisMachine) {
  TemporaryFolder other;
  tree_.write("a.c", "");
  tree_.write("compile_commands.json",
              R"([{"directory": ".", "file": "a.c", "arguments": ["cc", "-I)" + other.path() + R"(", "-c", "a.c"]}])");
  EXPECT_THAT(good().mounts, IsEmpty());
}

TEST_P(PlannerTest, UntrackedDatabaseOfTheWorkingFolder) {
  TemporaryFolder working, outside;
  working_ = working.path();
  tree_.write("src/a.c", "");
  tree_.write("src/a.h", "tracked");
  working.write("src/a.c", "edited");
  working.write("src/a.h", "edited");
  working.write("src/config.h", "generated");
  working.write("build/gen/g.h", "");
  working.write("build/compile_commands.json", R"([{"directory": ")" + working_ + R"(/build", "file": ")" + working_ +
                                                   R"(/src/a.c", "command": "gcc -Igen -I)" + working_ + R"(/src -I)" +
                                                   outside.path() + R"( -c ../src/a.c"}])");
  const BuildPlan result = good();
  EXPECT_EQ(result.why, "compile_commands.json in build/ of the working folder");
  ASSERT_THAT(filesOf(result), ElementsAre("/beagle/src/src/a.c"));
  EXPECT_THAT(result.commands[0].arguments, ElementsAre("-Igen", "-I/beagle/src/src", "-I" + outside.path()));
  EXPECT_THAT(result.mounts, testing::UnorderedElementsAre(Mount{working_ + "/build", "/beagle/src/build"},
                                                           Mount{outside.path(), outside.path()}));
  EXPECT_EQ(support::DiskFiles().read(tree_.path() + "/src/config.h"), "generated");
  EXPECT_EQ(support::DiskFiles().read(tree_.path() + "/src/a.h"), "tracked");
  // The mounts can be used for compiling.
  auto sandbox = Sandbox::open(GetParam(), processes_);
  const auto compiled = sandbox->run({.arguments = {"gcc", "-Igen", "-M", "-include", "g.h", "../src/a.c"},
                                      .folder = "/beagle/src/build",
                                      .binds = bindsOf(tree_.path(), build_.path(), result)});
  ASSERT_TRUE(compiled) << compiled.error().str();
  EXPECT_TRUE(compiled->ok()) << compiled->errors;
}

TEST_P(PlannerTest, DamagedDatabaseThatWasFoundIsPassedOver) {
  tree_.write("a.c", "");
  tree_.write("compile_commands.json", "[{");
  const BuildPlan result = good();
  EXPECT_EQ(result.method, Method::Plain);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("compile_commands.json at the root was not used")));
}

TEST_P(PlannerTest, DamagedDatabaseThatWasGivenIsAnError) {
  tree_.write("a.c", "");
  TemporaryFolder other;
  other.write("db.json", "{}");
  EXPECT_THAT(failure({.database = other.path() + "/db.json"}), HasSubstr("db.json: is no list of compile commands"));
}

TEST_P(PlannerTest, LinksOutOfTheTreeAreNotFollowed) {
  TemporaryFolder secret;
  secret.write("db.json", "[]");
  tree_.write("a.c", "");
  std::filesystem::create_symlink(secret.path() + "/db.json", tree_.path() + "/compile_commands.json");
  EXPECT_THAT(good().notes, ElementsAre(HasSubstr("symbolic link")));
}

TEST_P(PlannerTest, NothingIsMadeThroughALinkOutOfTheTree) {
  TemporaryFolder other;
  tree_.write("a.c", "");
  std::filesystem::create_symlink(other.path(), tree_.path() + "/link");
  tree_.write("compile_commands.json",
              R"([{"directory": "link/deep", "file": "../../a.c", "command": "cc -c ../../a.c"},
 {"directory": ".", "file": "a.c", "command": "cc -c a.c"}])");
  EXPECT_THAT(filesOf(good()), ElementsAre("/beagle/src/a.c"));
  EXPECT_FALSE(support::DiskFiles().exists(other.path() + "/deep"));
}

TEST_P(PlannerTest, UsersCommandMayConfigure) {
  tree_.write("proj/CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(p C)\nadd_library(l l.c)\n");
  tree_.write("proj/l.c", "int l;");
  const BuildPlan result = good({.command = "cmake -S proj -B /beagle/build && cmake --build /beagle/build"});
  EXPECT_THAT(filesOf(result), ElementsAre("/beagle/src/proj/l.c"));
}

TEST_P(PlannerTest, UsersCommandThatFailsBeforeItCompiles) {
  tree_.write("a.c", "int a;");
  EXPECT_THAT(failure({.command = "echo 'int c;' > conftest.c && cc -c conftest.c && exit 7"}),
              HasSubstr("exited with status 7"));
}

TEST_P(PlannerTest, SameTreeSamePlan) {
  std::string all = "all:";
  for (int i = 0; i < 20; ++i) {
    const std::string name = "u" + std::to_string(i);
    tree_.write(name + ".c", "int " + name + ";");
    all += " " + name + ".o";
  }
  tree_.write("Makefile", all + "\n");
  const BuildPlan first = good();
  std::filesystem::remove_all(tree_.path() + "/u3.o");
  for (const auto& item : std::filesystem::directory_iterator(tree_.path()))
    if (item.path().extension() == ".o") std::filesystem::remove(item.path());
  EXPECT_EQ(good(), first);
}

} // namespace
} // namespace beagle::build
