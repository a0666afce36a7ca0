#pragma once

#include "analysis/exec/outcome.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::exec {

/// Whether a global of that name holds what the C library remembers about streams and files, and shows in what can be
/// read from them. Which descriptors are open does not.
[[nodiscard]] bool isOfStreams(const ir::Program& program, const std::string& name);

/// Whether it is one of the C++ library here that no caller finds anything of: what is made once, and the exceptions
/// that exist.
[[nodiscard]] bool isInnerMatter(const ir::Global& global);

/// Whether it is of the table of the destructors of static objects.
[[nodiscard]] bool isOfObjectEnds(const ir::Global& global);
/// Whether one of them is the project's own. What those of the library do at the end, nobody sees.
[[nodiscard]] bool hasOwnObjectEnd(const Machine& machine, const State& state);

/// What the last function that failed has left there.
[[nodiscard]] Value errorNumber(Machine& machine);

/// What a caller finds who goes on reading from a stream of the input when a run has ended.
struct UnreadText {
  bool atEnd = false;       ///< what feof says
  bool hasError = false;    ///< what ferror says
  Term size;                ///< bytes, of width 64; of what nobody knows, more than there can be
  std::vector<Value> bytes; ///< as many as there may be
};

/// `stream`: "stdin", or the path of a FILE of the input. The state is the machine's. Nothing: the run has closed it.
[[nodiscard]] std::optional<UnreadText> unreadText(Machine& machine, Harness& harness, State& state,
                                                   const std::string& stream);

constexpr std::string_view errorNumberPath = "errno";
/// The values of a stream go by these and its path.
constexpr std::string_view unreadPath = "left of ", endPath = "end of ", errorPath = "error of ",
                           closedPath = "closing of ";
/// Whose state the value of that path tells: "errno", or the path of a stream; "": it is none of these.
[[nodiscard]] std::string_view libraryPart(std::string_view path);

/// Whether the value of that path is of another global of the C library, as what rand goes on from: nobody sees it but
/// by what the library does next.
[[nodiscard]] bool isHiddenInLibrary(std::string_view path);
/// The path of such a global.
[[nodiscard]] std::string hiddenPath(const ir::Global& global);

void addErrorNumber(Machine& machine, std::vector<Observed>& values);
/// `present`: the stream is there; none: always.
void addUnread(Machine& machine, Harness& harness, State& state, const std::string& stream, Term present,
               std::vector<Observed>& values);

} // namespace beagle::exec
