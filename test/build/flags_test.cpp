#include "analysis/build/flag_table.h"
#include "analysis/build/flags.h"
#include "analysis/build/units.h"
#include "analysis/support/process.h"
#include "analysis/support/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::build {
namespace {

using testing::ElementsAre;

std::vector<CompileCommand> commandsOfLine(std::string_view line, std::string directory = "/beagle/src") {
  return commandsOf({.directory = std::move(directory), .arguments = support::splitCommandLine(line)});
}

/// A call and what remains of it: "file: arguments" per unit, dropped options behind " !".
struct Case {
  std::string_view call;
  std::string_view expected;
};

std::string shown(const std::vector<CompileCommand>& commands) {
  std::string text;
  for (const CompileCommand& command : commands) {
    text += text.empty() ? "" : " | ";
    text += command.file + (command.cxx ? " c++:" : ":");
    for (const std::string& argument : command.arguments) text += " " + argument;
    for (const std::string& option : command.dropped) text += " !" + option;
  }
  return text;
}

class Flags : public testing::TestWithParam<Case> {};

TEST_P(Flags, AreTranslated) { EXPECT_EQ(shown(commandsOfLine(GetParam().call)), GetParam().expected); }

constexpr Case cases[] = {
    // What is compiled.
    {"gcc -c a.c", "/beagle/src/a.c:"},
    {"gcc -c sub/../a.c -o x/a.o", "/beagle/src/a.c:"},
    {"/usr/bin/g++ -c a.cpp", "/beagle/src/a.cpp c++:"},
    {"x86_64-linux-gnu-gcc-12 -c a.c", "/beagle/src/a.c:"},
    {"clang++-19 -c a.cc", "/beagle/src/a.cc c++:"},
    {"gcc -DX a.c b.cc c.o -o prog -lm", "/beagle/src/a.c: -DX | /beagle/src/b.cc: -DX"},
    {"g++ -c old.c", "/beagle/src/old.c c++: -x c++"},
    {"gcc -x c++ -c a.inc -x none b.c", "/beagle/src/a.inc: -x c++ | /beagle/src/b.c:"},
    {"gcc -xc - -o y", ""},
    {"gcc -c start.S", ""},
    {"gcc -x assembler-with-cpp -c a.c", ""},
    {"gcc a.o b.o -o prog", ""},
    {"gcc -E a.c", ""},
    {"gcc -MM a.c", ""},
    {"gcc -M -MF a.d a.c", ""},
    {"gcc -fsyntax-only a.c", ""},
    {"gcc -S a.c", "/beagle/src/a.c:"},
    {"gcc -x c-header all.h -o all.h.gch", ""},
    {"gcc --version", ""},
    {"ld -r a.c", ""},
    {"gfortran -c a.f90", ""},
    // Who calls.
    {"ccache gcc -c a.c", "/beagle/src/a.c:"},
    {"/usr/bin/ccache /usr/bin/g++-12 -c a.cc", "/beagle/src/a.cc c++:"},
    {"env LANG=C CCACHE_X=1 ccache gcc -c a.c", "/beagle/src/a.c:"},
    {"distcc cc -c a.c", "/beagle/src/a.c:"},
    {"libtool --tag=CC --mode=compile gcc -c a.c", "/beagle/src/a.c:"},
    {"arm-none-eabi-gcc -mthumb -c a.c", "/beagle/src/a.c: -mthumb --target=arm-none-eabi"},
    {"aarch64-linux-gnu-g++-12 -c a.cc", "/beagle/src/a.cc c++: --target=aarch64-linux-gnu"},
    // What says nothing about the code.
    {"gcc -MD -MF a.d -MT a.o -MQ a.o -MP -MMD -c a.c", "/beagle/src/a.c:"},
    {"gcc -pipe -g -ggdb3 -gdwarf-4 -g0 -save-temps=obj -v -c a.c", "/beagle/src/a.c:"},
    {"gcc -Wall -Werror -Werror=format -Wno-unused -w -pedantic -pedantic-errors -c a.c", "/beagle/src/a.c:"},
    {"gcc -Wl,-O1,--as-needed -L/x -L x -lm -l m -shared -static -pie -rdynamic -s -z now a.c", "/beagle/src/a.c:"},
    {"gcc -flto=auto -flto -ffat-lto-objects -fuse-linker-plugin -c a.c", "/beagle/src/a.c:"},
    {"gcc --coverage -fprofile-arcs -ftest-coverage -fprofile-generate=x -pg -c a.c", "/beagle/src/a.c:"},
    {"gcc -fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize-coverage=edge -c a.c", "/beagle/src/a.c:"},
    {"gcc -fdiagnostics-color=always -fmessage-length=0 -fstack-protector-strong -fstack-clash-protection -c a.c",
     "/beagle/src/a.c:"},
    {"gcc -fno-plt -ffunction-sections -fdata-sections -fomit-frame-pointer -funroll-loops -c a.c", "/beagle/src/a.c:"},
    {"gcc -Xlinker -rpath -Wa,--noexecstack -Xassembler -x -c a.c", "/beagle/src/a.c:"},
    {"gcc -fdebug-prefix-map=/a=/b -fipa-pta -ftree-vectorize -mtune=generic -mno-red-zone -c a.c", "/beagle/src/a.c:"},
    {"clang -Qunused-arguments -fcolor-diagnostics -mllvm -x -c a.c", "/beagle/src/a.c:"},
    // What holds.
    {"gcc -DA -D B=1 -UA -U B -Iinc -I inc2 -c a.c", "/beagle/src/a.c: -DA -DB=1 -UA -UB -Iinc -Iinc2"},
    {"gcc -isystem s -iquote q -idirafter d -include h.h -imacros m.h -c a.c",
     "/beagle/src/a.c: -isystem s -iquote q -idirafter d -include h.h -imacros m.h"},
    {"gcc '-DS=\"a b\"' -c a.c", "/beagle/src/a.c: -DS=\"a b\""},
    {"gcc -std=gnu99 -ansi -pthread -nostdinc --sysroot=/s -isysroot /t -c a.c",
     "/beagle/src/a.c: -std=gnu99 -ansi -pthread -nostdinc --sysroot=/s -isysroot /t"},
    {"gcc -O2 -O0 -g -Os -c a.c", "/beagle/src/a.c: -Os"},
    {"gcc -O2 -D_FORTIFY_SOURCE=2 -c a.c", "/beagle/src/a.c: -D_FORTIFY_SOURCE=2 -O2"},
    {"gcc -fPIC -fwrapv -fno-strict-aliasing -funsigned-char -fno-builtin-memcpy -fvisibility=hidden -c a.c",
     "/beagle/src/a.c: -fPIC -fwrapv -fno-strict-aliasing -funsigned-char -fno-builtin-memcpy -fvisibility=hidden"},
    {"g++ -fno-exceptions -fno-rtti -fchar8_t -c a.cc", "/beagle/src/a.cc c++: -fno-exceptions -fno-rtti -fchar8_t"},
    {"gcc -m32 -march=native -mavx2 -msse4.2 -mfpmath=sse -c a.c",
     "/beagle/src/a.c: -m32 -march=native -mavx2 -msse4.2 -mfpmath=sse"},
    {"gcc -Wp,-D_FORTIFY_SOURCE=2,-MD,x.d -c a.c", "/beagle/src/a.c: -D_FORTIFY_SOURCE=2"},
    {"gcc -Wp,-include,c.h,-D,N=1,-MT,x -c a.c", "/beagle/src/a.c: -include c.h -DN=1"},
    {"gcc -Xpreprocessor -DX -Xpreprocessor -MMD -Xpreprocessor x.d -Xpreprocessor -U -Xpreprocessor Y -c a.c",
     "/beagle/src/a.c: -DX -UY"},
    {"gcc -Wp,-frob -c a.c", "/beagle/src/a.c: !-frob"},
    {"gcc -ffile-prefix-map=/a=/b -fmacro-prefix-map=/c=/d -c a.c",
     "/beagle/src/a.c: -fmacro-prefix-map=/a=/b -fmacro-prefix-map=/c=/d"},
    {"gcc -include /beagle/build/cmake_pch.h -Winvalid-pch -c a.c",
     "/beagle/src/a.c: -include /beagle/build/cmake_pch.h"},
    {"clang++ -Xclang -include-pch -Xclang p.pch -Xclang -include -Xclang p.hxx -c a.cc",
     "/beagle/src/a.cc c++: -include p.hxx"},
    {"clang -Xclang -fno-foo -c a.c", "/beagle/src/a.c: -Xclang -fno-foo"},
    {"clang -fplugin=/x.so -c a.c", "/beagle/src/a.c: -fplugin=/x.so"},
    // What Clang does not know and would have changed something.
    {"gcc -fplugin=/x.so -fplugin-arg-x-y=1 -c a.c", "/beagle/src/a.c: !-fplugin=/x.so !-fplugin-arg-x-y=1"},
    {"g++ -fconcepts-ts -fabi-version=11 -c a.cc", "/beagle/src/a.cc c++: !-fconcepts-ts !-fabi-version=11"},
    {"gcc -fexec-charset=latin1 -c a.c", "/beagle/src/a.c: !-fexec-charset=latin1"},
    {"gcc -mno-such-thing --weird -c a.c", "/beagle/src/a.c: !-mno-such-thing !--weird"},
};
INSTANTIATE_TEST_SUITE_P(Calls, Flags, testing::ValuesIn(cases));

TEST(Flags, OfTheOptimisationStaysWhatTheCodeCanSee) {
  const auto has = [](const char* optimisation, std::string_view option) {
    const std::vector<std::string> arguments = bitcodeArguments(
        {.directory = "/b", .file = "/b/a.c", .arguments = {optimisation}, .cxx = false, .dropped = {}});
    return std::ranges::find(arguments, option) != arguments.end();
  };
  EXPECT_TRUE(has("-Ofast", "-ffast-math"));
  EXPECT_FALSE(has("-O3", "-ffast-math"));
  EXPECT_TRUE(has("-O0", "-U__OPTIMIZE__"));
  EXPECT_FALSE(has("-Og", "-U__OPTIMIZE__"));
}

TEST(Flags, ResponseFilesAreExpandedWhereTheyStand) {
  const ReadResponse read = [](const std::string& path) -> std::optional<std::string> {
    if (path == "/w/a.rsp") return "-DA '-DB=x y' @b.rsp\n";
    if (path == "/w/b.rsp") return "@b.rsp -DC a.c";
    return std::nullopt;
  };
  const auto commands = commandsOf({.directory = "/w", .arguments = {"gcc", "@a.rsp", "@gone", "-DE", "-c"}}, read);
  EXPECT_THAT(shown(commands), "/w/a.c: -DA -DB=x y -DC -DE");
}

TEST(Flags, IncludeFoldersOfTheEnvironmentComeLast) {
  const auto commands =
      commandsOf({.directory = "/w",
                  .arguments = {"gcc", "-Iown", "-c", "a.c"},
                  .environment = {{"CPATH", "/p::/q"}, {"C_INCLUDE_PATH", "/c"}, {"CPLUS_INCLUDE_PATH", "/x"}}});
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_THAT(commands[0].arguments, ElementsAre("-Iown", "-I/p", "-I.", "-I/q", "-isystem", "/c"));
}

TEST(Flags, DirectoryStaysTheOneOfTheCall) {
  const auto commands = commandsOfLine("gcc -I../inc -c ../a.c", "/beagle/src/sub/");
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_EQ(commands[0].directory, "/beagle/src/sub");
  EXPECT_EQ(commands[0].file, "/beagle/src/a.c");
  EXPECT_THAT(commands[0].arguments, ElementsAre("-I../inc"));
}

TEST(Flags, CompilerNames) {
  EXPECT_FALSE(compilerNamed("ccache"));
  EXPECT_FALSE(compilerNamed("distcc"));
  EXPECT_FALSE(compilerNamed("gcc-ar"));
  EXPECT_FALSE(compilerNamed("x86_64-linux-gnu-gcc-ar-12"));
  EXPECT_FALSE(compilerNamed("clang-format"));
  EXPECT_FALSE(compilerNamed("cpp"));
  EXPECT_TRUE(compilerNamed("/opt/bin/clang-19")->clang);
  EXPECT_TRUE(compilerNamed("c++")->cxx);
  EXPECT_FALSE(compilerNamed("c99")->cxx);
}

/// Clang's own word on every option we hand it.
TEST(Flags, ClangAcceptsWhatIsKept) {
  const std::string options =
      "-fno-exceptions -fexceptions -fno-rtti -frtti -fsigned-char -funsigned-char -fshort-enums -fshort-wchar -fwrapv "
      "-ftrapv -fno-strict-overflow -fstrict-aliasing -fno-common -fcommon -fPIC -fpic -fPIE -fpie -fno-PIC "
      "-fms-extensions -ffreestanding -fhosted -fno-builtin -ffast-math -ffinite-math-only -fno-math-errno "
      "-fno-signed-zeros -fassociative-math -freciprocal-math -fno-trapping-math -frounding-math "
      "-funsafe-math-optimizations -fopenmp -fopenmp-simd -fno-threadsafe-statics -fno-asm "
      "-fdollars-in-identifiers -fno-digraphs -fno-gnu-keywords -fno-operator-names -fchar8_t -faligned-new "
      "-fsized-deallocation -fno-elide-constructors -fcheck-new -fpack-struct -fblocks "
      "-fno-delete-null-pointer-checks -flax-vector-conversions -fsemantic-interposition "
      "-fvisibility-inlines-hidden -fstrict-enums -fno-access-control -fvisibility=hidden -ffp-contract=off "
      "-fexcess-precision=standard -faligned-new=16 -fpack-struct=4 -ftemplate-depth=900 -fconstexpr-depth=900 "
      "-finput-charset=UTF-8 -fexec-charset=UTF-8 -ftls-model=initial-exec -fstrict-flex-arrays=3 "
      "-ftrivial-auto-var-init=zero -fmacro-prefix-map=/a=/b -fcf-protection=full "
      "-fcf-protection -fno-use-cxa-atexit -fno-raw-string-literals";
  for (const std::string& option : support::splitCommandLine(options)) {
    if (actionFor(option, false) != FlagAction::Keep) continue;
    const auto result =
        support::SystemProcesses().run({.arguments = {"clang++-19", option, "-Werror=unknown-warning-option",
                                                      "-fsyntax-only", "-x", "c++", "/dev/null"}});
    ASSERT_TRUE(result) << result.error().str();
    EXPECT_TRUE(result->ok()) << option << ": " << result->errors;
  }
}

} // namespace
} // namespace beagle::build
