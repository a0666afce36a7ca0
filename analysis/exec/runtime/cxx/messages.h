#pragma once

// The texts of exceptions, which copies of an exception share.

#include "analysis/exec/runtime/cxx/engine.h"

#include <exception>

namespace beagle {

/// What a std::__cow_string points at. Its text may wait until somebody asks for it: numbers that are not
/// known make it one text of many, and most exceptions are caught by whoever does not ask.
struct Message {
  static constexpr int mostArguments = 4;

  int references;
  char* text; ///< null: it is still to be made of the following
  const char* format;
  unsigned long arguments[mostArguments]; ///< of the conversions %zu and %s
};

/// The message of an exception whose text nobody has asked for yet; else null.
using OpenMessage = const Message*(const std::exception& exception);
/// Set when there is the first such exception.
extern OpenMessage* openMessage;

[[nodiscard]] Message* makeMessage(const char* text, std::size_t length);
/// The format and what is to be put in outlive it.
[[nodiscard]] Message* makeMessage(const char* format,
                                   const unsigned long (&arguments)[Message::mostArguments]);
[[nodiscard]] const char* textOf(Message* message);
void keep(Message* message);
void release(Message* message);

} // namespace beagle
