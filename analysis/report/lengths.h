#pragma once

#include <cstddef>

/// How much of what a program says a view shows, in bytes or pieces. What is cut has a mark that says how
/// much is missing.
namespace beagle::report::lengths {

constexpr std::size_t name = 160;         ///< of a function, a revision, an access path
constexpr std::size_t file = 300;         ///< a path
constexpr std::size_t value = 300;        ///< of an input or a result
constexpr std::size_t sentence = 1000;    ///< with text of the program in it
constexpr std::size_t sourceLine = 300;   ///< of a changed place
constexpr std::size_t hunkLines = 40;     ///< of one version of a changed place, in every report
constexpr std::size_t sourceLines = 4000; ///< of all changed places together
constexpr std::size_t rows = 30;          ///< of an input, or of what differs
constexpr std::size_t causes = 3;
constexpr std::size_t limits = 3;       ///< bounds, and as many assumptions, beside the word "unchanged"
constexpr std::size_t changes = 5;      ///< of one function, in a short view
constexpr std::size_t hunks = 20;       ///< that were not compiled, in a short view
constexpr std::size_t fingerprint = 12; ///< as people write it
constexpr std::size_t comment = 60000;  ///< a whole Markdown view: forges refuse comments above 65536 characters

} // namespace beagle::report::lengths
