#pragma once

#include "analysis/testgen/concrete_input.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::testgen {

/// How a run ends.
enum class End : std::uint8_t {
  Returned,
  Exited,
  Aborted,
  AssertFailed,
  MemoryError,
  DivisionByZero,
  Trapped,
  Thrown, ///< an exception left the entry
  Jumped, ///< longjmp to a caller of the entry; the only result is the address of the buffer
  TimedOut,
  Other, ///< see NativeOutcome::detail
};
[[nodiscard]] std::string_view nameOf(End end); ///< "returned", "memory-error"
/// Whether a caller goes on and sees what the run has left.
[[nodiscard]] constexpr bool goesOn(End end) {
  return end == End::Returned || end == End::Thrown || end == End::Jumped;
}
/// Whether a number belongs to it.
[[nodiscard]] constexpr bool hasCode(End end) { return end == End::Exited || end == End::Jumped; }

/// What was thrown, in words: its type, what() if it has one, the bytes of a number.
[[nodiscard]] std::string thrownDetail(std::string_view type, const std::optional<std::string>& what,
                                       std::span<const std::uint8_t> scalar);

/// The type of an object that was thrown, from these words: as the source may write it.
[[nodiscard]] std::string thrownType(std::string_view detail);

/// Memory after a run.
struct NativeMemory {
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes;
};

/// What a native run did.
struct NativeOutcome {
  End end = End::Other;
  int code = 0; ///< of Exited; of Jumped, what setjmp returns
  std::string
      detail; ///< text of an assertion, what was thrown, the first line of a sanitizer's report, what else ended it
  std::string place;            ///< "file:line" from a sanitizer, if it says so
  bool isCheckersLimit = false; ///< the allocator of a sanitizer ended the run, where the program's goes on
  bool hasMemory = false;       ///< results, objects and globals are known: it left the entry, or called exit
  std::vector<std::vector<std::uint8_t>> results; ///< bytes of each of ir::Function::results
  std::vector<NativeMemory> objects;              ///< as in the input
  std::map<std::string, NativeMemory> globals;    ///< by the program's name; those of the input, and others asked for
  std::vector<NativeMemory> made;                 ///< as in the input; without bytes when no memory is there
  std::string output, errors;                     ///< text written to standard output and standard error
  std::map<std::string, std::optional<std::string>> files; ///< those asked for, by name; none: there is no such file
  std::map<std::uint32_t, std::string> streams;            ///< written to streams of the input, by number of the object
  std::map<std::string, std::string> library;              ///< as far as the input wants it: its bytes; of a stream, 1
                                              ///< for an end and 2 for an error that it has seen, and its text
  std::vector<std::string> calls; ///< of functions without code, each with its numbers
  std::vector<std::string> seen;  ///< by each of them where its arguments point, as far as the input wants it: seenText
  std::vector<std::string> valueFaults; ///< what a sanitizer said on the way without ending the run
  std::string obstacle;                 ///< why the input was not run; then nothing else is known
};

/// Bytes that are foretold. `known` is empty when all are, else one entry per byte.
struct ExpectedImage {
  Image image;
  std::vector<bool> known;
};

/// What is to be in a file that a run has written.
struct ExpectedFile {
  std::string bytes;
  std::vector<bool> known; ///< empty: all of them; else whatever was there before stands at the others, and behind them
  bool isRemoved = false;
};

/// What a run is expected to do. What stands in no list is not foretold.
struct ExpectedOutcome {
  End end = End::Returned;
  int code = 0;             ///< of Exited, Jumped
  std::uint32_t waited = 0; ///< milliseconds: nobody waited longer for its end; 0: for how long does not matter
  std::string detail;       ///< text of an assertion, what was thrown
  struct Result {
    Scalar value;
    bool isKnown = true; ///< false: it was never initialised
  };
  std::vector<Result> results;
  std::vector<ExpectedImage> objects; ///< as in the input
  std::map<std::string, ExpectedImage> globals;
  std::vector<ExpectedImage>
      made;                 ///< by the run itself, and constants, as far as the above leads there: see Target::object
  std::uint32_t thrown = 0; ///< among these: the object of the exception, its number and 1; 0: nothing is told of it
  std::map<std::string, std::uint32_t> constants; ///< among these: the number and 1, by name
  std::string output, errors;
  std::map<std::string, ExpectedFile> files;    ///< by name
  std::map<std::uint32_t, std::string> streams; ///< by number of the object
  std::map<std::string, std::string> library;   ///< as of NativeOutcome
  std::vector<std::string> seen;                ///< by calls of functions without code, where their arguments point
};

/// "0:6162..": the bytes of one OutsideCall::Look as text, without those that are not wanted.
[[nodiscard]] std::string seenText(std::uint32_t position, std::span<const std::uint8_t> bytes,
                                   const std::vector<bool>& wanted);

/// The buffer of the longjmp by which the run leaves; null when it does not, or nobody knows to which.
[[nodiscard]] const Target* jumpTarget(const ExpectedOutcome& expected);

/// Where a run as expected leaves the pointers to what it made; of size 0 where nothing leads there.
[[nodiscard]] std::vector<MadePlace> placesOfMade(const ExpectedOutcome& expected);

/// Whether a run leaves pointers to memory that nothing is told of: it is large, or the C library's own.
[[nodiscard]] bool leadsToUntold(const ExpectedOutcome& expected);

/// What can be compared with another run's, of a run that is as expected: in place of addresses stands what they lead
/// to.
[[nodiscard]] NativeOutcome withoutAddresses(NativeOutcome native, const ExpectedOutcome& expected);
/// Zero where nothing is expected because nothing is written there.
[[nodiscard]] NativeOutcome withoutUnwritten(NativeOutcome native, const ExpectedOutcome& expected);

/// Line numbers of the source: those that are expected, and those that the run has in their place.
using RenumberedLines = std::set<std::pair<unsigned, unsigned>>;
/// With the line numbers that are expected, in what is written and in memory, where the run has the moved ones.
[[nodiscard]] NativeOutcome withExpectedLines(NativeOutcome native, const ExpectedOutcome& expected,
                                              const RenumberedLines& lines);

/// The first way in which a run is not as expected, in words; "" when it is.
[[nodiscard]] std::string disagreement(const ExpectedOutcome& expected, const NativeOutcome& native);

/// Whether these bits are a float that is no number. That has several forms.
[[nodiscard]] bool isNan(const ir::ScalarType& type, const std::vector<std::uint64_t>& words);

} // namespace beagle::testgen
