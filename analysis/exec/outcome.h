#pragma once

#include "analysis/exec/touched.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace beagle::exec {

/// A scalar that can be seen when a run has ended, by access path: "return", "return.x", "buffer[2]", "::count".
struct Observed {
  std::string path;
  Value value;
  ir::ScalarType type;
  Term exists; ///< none: always; else the value is there when this holds (an element within a buffer's size)
  ir::TypeIndex source = ir::none; ///< its type in the source, where that is known; of ".size()", that of the whole
  bool isMade = false;             ///< it stands in memory that the run made itself
  /// Nobody's business: what an allocator has left there, or where a va_list stands that the run has used.
  bool isUntouched = false;
  bool isRoom = false;                      ///< it says how much memory there is: more than before is no difference
  const ir::SourceType* declared = nullptr; ///< `source`; outlives the exploration
  ObjectId block = 0;                       ///< of ".size()": where the elements stand
  std::uint64_t bytes = 0;                  ///< of a pointer: it stands for so many bytes there; 0: for the object
};

/// An object of the input that is gone after a run: freed by it, or a stream that it closed.
struct GoneInput {
  std::string path; ///< of the pointer
  Term exists;      ///< the pointer is not null
};

/// What can be observed of one ended run. Its values mean something together with the state's memory.
struct Outcome {
  Ending ending;
  std::vector<Observed> values;     ///< of a run whose callers go on: results, inputs, globals
  std::vector<Term> output, errors; ///< bytes written to standard output, to standard error
  std::vector<std::string>
      otherStreams; ///< files and streams that were written, cut or removed; what is in them stands in `values`
  std::vector<Ref<Effect>> calls; ///< of functions whose code is not known
  std::vector<GoneInput> gone;    ///< of a run whose callers go on
  std::vector<Site> leaked;       ///< of a run that returned: where it allocated what nobody can free any more
};

/// What is left of what a run wrote to, by name: "file \"a.txt\"", "out".
struct WrittenFile {
  std::vector<Term> bytes; ///< of width 8; none: the run left that byte as it was
  bool isCut = false;      ///< nothing of what was there before is left
  bool isRemoved = false;
};
/// Where the run breaks off, without what streams have not written yet.
[[nodiscard]] std::map<std::string, WrittenFile> writtenFiles(const State& state);

/// `state` has ended. What it did not touch itself is made on the way.
[[nodiscard]] Outcome observe(Machine& machine, Harness& harness, State& state, ir::FunctionIndex entry,
                              const Touched& touched);

} // namespace beagle::exec
