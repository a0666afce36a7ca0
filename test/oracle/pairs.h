#pragma once

#include "test/oracle/program.h"
#include "test/oracle/random.h"

namespace beagle::oracle {

/// Makes the program's changed version differ in form only, by some rewrites: nothing that can be observed
/// changes, faults of values included. No change at all when no rewrite fits.
void rewrite(GeneratedProgram& program, Random& random, unsigned rewrites);
/// The same with loops only: unrolled, peeled, turned into another kind.
void rewriteLoops(GeneratedProgram& program, Random& random, unsigned rewrites);

/// One input on which versions differ in something that is known.
void addSpecial(GeneratedProgram& program, Random& random);

/// One small change of the changed version. What it changes, if anything, is for a run to find out.
void mutate(GeneratedProgram& program, Random& random);

/// The changed version as a program of its own.
[[nodiscard]] GeneratedProgram changedVersion(const GeneratedProgram& program);

} // namespace beagle::oracle
