// What one native run did: written by the generated program, read by the oracle. C and C++.

#ifndef BEAGLE_TEST_ORACLE_OUTCOME_H
#define BEAGLE_TEST_ORACLE_OUTCOME_H

#include <stdint.h>

enum oracle_kind {
  ORACLE_RETURNED,
  ORACLE_EXITED,
  ORACLE_ABORTED,
  ORACLE_ASSERT,
  ORACLE_MEMORY,
  ORACLE_DIVISION,
  ORACLE_UNDEFINED, // what comes after the last of `faults` has no meaning
  ORACLE_LIMIT,     // the program is of no use: it left what the run provides for
  ORACLE_SIGNAL     // our bug: the run crashed
};
// Numbers of exec::MemoryFault.
enum oracle_memory_fault {
  ORACLE_NULL_POINTER = 1,
  ORACLE_WILD_POINTER,
  ORACLE_OUT_OF_BOUNDS,
  ORACLE_USE_AFTER_FREE,
  ORACLE_USE_AFTER_SCOPE,
  ORACLE_DOUBLE_FREE,
  ORACLE_BAD_FREE
};
// Numbers of exec::ValueFault; `faults` has one bit for each.
enum oracle_value_fault {
  ORACLE_SIGNED_OVERFLOW,
  ORACLE_OVERSIZED_SHIFT,
  ORACLE_UNINITIALISED,
  ORACLE_UNSIGNED_WRAP,
  ORACLE_INEXACT_DIVISION,
  ORACLE_BUILTIN_ARGUMENT,
  ORACLE_FLOAT_TO_INTEGER
};

struct oracle_outcome {
  uint32_t kind, fault, faults;
  int32_t code;       // of exit
  uint64_t low;       // the returned value
  uint64_t globals;   // FNV-1a of the bytes of the globals that are watched
  uint64_t fields;    // the same of the fields of records that are watched
  uint64_t text;      // the same of what was written
};

#define ORACLE_BASIS 14695981039346656037ULL
#define ORACLE_PRIME 1099511628211ULL

#endif
