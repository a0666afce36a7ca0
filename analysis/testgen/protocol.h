#pragma once

#include "analysis/testgen/native_interface.h"
#include "analysis/testgen/outcome.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::testgen {

// What a runner reads, all numbers in hexadecimal, bytes as pairs of digits ("-": none):
//
//   o SIZE CONSTANT BYTES     the next object
//   g GLOBAL BYTES            a global's contents
//   w GLOBAL                  its contents are wanted afterwards
//   a SCALAR BYTES            an argument
//   A SCALAR ADDRESS          one that is an address
//   p o|g NUMBER OFFSET ADDRESS   an address in an object or a global
//   s BYTES                   standard input
//   F NAME BYTES, N NAME      a file is there, in the run's own folder, or not; NAME are bytes, too
//   R NAME                    what is in it is wanted afterwards
//   l e, l s, l o OBJECT      errno, or what is left to read of standard input or a stream, is wanted afterwards
//   V NAME BYTES, U NAME      a variable of the environment is set, or not
//   =                         that was one input
//
// ADDRESS is `n NUMBER`, `o OBJECT ADDEND` or `g GLOBAL ADDEND`.
//
// What it writes for each, lines of the run first:
//
//   returned | exited CODE | assert TEXT | threw TYPE WHAT SCALAR
//   result BYTES
//   object ADDRESS BYTES
//   global NUMBER ADDRESS BYTES
//   file NAME BYTES
//   stream NUMBER BYTES
//   library NAME BYTES        as ConcreteInput::library and NativeOutcome::library
//   end
//   output BYTES
//   errors BYTES
//   status CODE | signal NUMBER
//
// A point instead of a file's bytes: it is not there. WHAT is a point for exceptions that have no what(), SCALAR the
// bytes of a number that was thrown.

/// An error when the input names what the interface does not have.
[[nodiscard]] support::Result<std::string> encode(const NativeInterface& interface, const ConcreteInput& input);

/// The outcomes of the inputs, as many as the text holds.
[[nodiscard]] std::vector<NativeOutcome> decode(const NativeInterface& interface, std::string_view text);

} // namespace beagle::testgen
